/*
 * The stencil's reference against its own definition taken another way: every input element is spread to the results that it
 * is a neighbour of, and what lies beyond the edges is laid out before; and the promises of its trials.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/references/reference.h"
#include "tests/expanded.h"
#include "tests/kernel_cases.h"

enum { IN, OUT, COEFFICIENTS };

struct fixture {
    struct expanded config;
    struct tw_kernel kernel;
    struct tw_trial trials[CASE_ARGUMENTS];
    int64_t rows, cols, in_pitch, out_pitch, radius;
    size_t outputs;
    bool wide;
};

static void begin(struct fixture *f, const char *members)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "{\"tilewright\":1,\"kernel\":\"stencil\",\"variants\":[{\"name\":\"v\",%s}]}",
                 members);
    *f = (struct fixture){0};
    assert_int_equal(expanded_parse("t", text.data, text.length, &f->config, NULL), TW_OK);
    assert_int_equal(
        tw_render(&f->config.of, &f->config.of.variant[0], &tw_rendering_main, NULL, &f->kernel, NULL),
        TW_OK);
    f->rows = tw_kernel_field(&f->kernel, "rows")->number;
    f->cols = tw_kernel_field(&f->kernel, "cols")->number;
    f->in_pitch = tw_kernel_field(&f->kernel, "in_pitch")->number;
    f->out_pitch = tw_kernel_field(&f->kernel, "out_pitch")->number;
    f->radius = tw_kernel_field(&f->kernel, "radius")->number;
    f->wide = strcmp(tw_kernel_field(&f->kernel, "type")->text, "float64") == 0;
    f->outputs = (size_t)f->kernel.shape.arguments[OUT].count;
    for (unsigned i = 0; i < f->kernel.shape.argument_count; i++)
        f->trials[i].before = calloc((size_t)f->kernel.shape.arguments[i].count, 8);
    f->trials[OUT].after = calloc(f->outputs, 8);
    f->trials[OUT].exact = calloc(f->outputs, sizeof(double));
    f->trials[OUT].scale = calloc(f->outputs, sizeof(double));
    tw_text_free(&text);
}

static void fill(struct fixture *f, unsigned trial)
{
    for (size_t i = 0; i < f->outputs; i++) f->trials[OUT].exact[i] = (double)NAN;
    memset(f->trials[OUT].after, 0xA5, f->outputs * (f->wide ? 8 : 4));
    assert_int_equal(tw_reference_find("stencil")->fill(&f->kernel, trial, f->trials, NULL), TW_OK);
}

static void end(struct fixture *f)
{
    for (unsigned i = 0; i < f->kernel.shape.argument_count; i++) free(f->trials[i].before);
    free(f->trials[OUT].after);
    free(f->trials[OUT].exact);
    free(f->trials[OUT].scale);
    tw_kernel_free(&f->kernel);
    expanded_free(&f->config);
}

static double at(const struct fixture *f, const void *memory, int64_t i)
{
    return f->wide ? ((const double *)memory)[i] : (double)((const float *)memory)[i];
}

static bool is(const struct fixture *f, const char *key, const char *word)
{
    return strcmp(tw_kernel_field(&f->kernel, key)->text, word) == 0;
}

/* Walks an edge step by step: over it, or back from it. */
static int64_t walk(const struct fixture *f, int64_t from, int64_t steps, int64_t extent)
{
    int64_t way = steps < 0 ? -1 : 1;
    for (int64_t i = 0; i != steps; i += steps < 0 ? -1 : 1) {
        if (from + way >= 0 && from + way < extent) {
            from += way;
        } else if (is(f, "boundary", "periodic")) {
            from = way < 0 ? extent - 1 : 0;
        } else if (is(f, "boundary", "reflect")) {
            way = -way;
            from += way;
        } else {
            return -1;
        }
    }
    return from;
}

/* The coefficients given, as docs/stencil.md lists them: by counting them off. */
static double coefficient(const struct fixture *f, int64_t dy, int64_t dx)
{
    const void *c = f->trials[COEFFICIENTS].before;
    int64_t r = f->radius, number = 0;
    bool line = is(f, "shape", "line"), star = is(f, "shape", "star");
    if (is(f, "symmetry", "antisymmetric"))
        return dx == 0 ? 0 : at(f, c, (dx < 0 ? -dx : dx) - 1) * (dx < 0 ? -1 : 1);
    if (is(f, "symmetry", "symmetric")) {
        dy = dy < 0 ? -dy : dy;
        dx = dx < 0 ? -dx : dx;
        return at(f, c, line || star ? dy + dx : dy * (r + 1) + dx);
    }
    for (int64_t y = line ? 0 : -r; y <= r; y++) {
        for (int64_t x = -r; x <= r; x++) {
            if (star && y && x) continue;
            if (y == dy && x == dx) return at(f, c, number);
            number++;
        }
    }
    fail();
    return 0;
}

static double result(const struct fixture *f, int64_t y, int64_t x)
{
    int64_t r = f->radius, down = is(f, "shape", "line") ? 0 : r;
    bool edge = x < r || x >= f->cols - r || (down && (y < r || y >= f->rows - r));
    const void *in = f->trials[IN].before;
    double sum = 0;
    if (is(f, "boundary", "fixed") && edge) return at(f, in, y * f->in_pitch + x);
    for (int64_t dy = -down; dy <= down; dy++) {
        for (int64_t dx = -r; dx <= r; dx++) {
            if (is(f, "shape", "star") && dy && dx) continue;
            int64_t row = walk(f, y, dy, f->rows), column = walk(f, x, dx, f->cols);
            if (row < 0 || column < 0) continue;
            sum += coefficient(f, dy, dx) * at(f, in, row * f->in_pitch + column);
        }
    }
    return sum;
}

static void check(const char *members)
{
    struct fixture f;
    begin(&f, members);
    for (unsigned trial = 0; trial < 2; trial++) {
        fill(&f, trial);
        for (int64_t y = 0; y < f.rows; y++) {
            for (int64_t x = 0; x < f.out_pitch && y * f.out_pitch + x < (int64_t)f.outputs; x++) {
                int64_t i = y * f.out_pitch + x;
                double exact = f.trials[OUT].exact[i], got = at(&f, f.trials[OUT].after, i);
                if (x >= f.cols) { /* a gap is left alone */
                    uint32_t bits;
                    memcpy(&bits, (const char *)f.trials[OUT].after + i * (f.wide ? 8 : 4), 4);
                    assert_int_equal(bits, 0xA5A5A5A5u);
                    continue;
                }
                double expected = result(&f, y, x), slack = isnan(exact) ? 0 : 1e-13 * f.trials[OUT].scale[i];
                if (trial == 0) assert_true(isnan(exact)); /* bit for bit */
                if (!(fabs((isnan(exact) ? got : exact) - expected) <= slack))
                    fail_msg("%s: trial %u, (%d, %d): %g, not %g", members, trial, (int)y, (int)x,
                             isnan(exact) ? got : exact, expected);
                assert_false(trial == 0 && got == 0 && signbit(got)); /* the kernel's zeros have no sign */
            }
        }
    }
    end(&f);
}

static void sums_are_the_definitions(void **state)
{
    (void)state;
    static const char *const shapes[] = {"\"shape\":\"line\"",
                                         "\"shape\":\"line\",\"symmetry\":\"symmetric\"",
                                         "\"shape\":\"line\",\"symmetry\":\"antisymmetric\"",
                                         "\"shape\":\"star\"",
                                         "\"shape\":\"star\",\"symmetry\":\"symmetric\"",
                                         "\"shape\":\"box\"",
                                         "\"shape\":\"box\",\"symmetry\":\"symmetric\""};
    static const char *const boundaries[] = {"zero", "fixed", "periodic", "reflect"};
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (unsigned b = 0; b < 4; b++) {
            char members[300];
            for (unsigned radius = 1; radius <= 3; radius++) {
                snprintf(members, sizeof members,
                         "%s,\"boundary\":\"%s\",\"radius\":%u,\"cols\":%u,\"rows\":%u,\"in_pitch\":17,\"out_"
                         "pitch\":19,"
                         "\"type\":\"%s\"",
                         shapes[s], boundaries[b], radius, 7 + s, 7 + b, s % 2 ? "float64" : "float32");
                check(members);
            }
        }
    }
}

/* A straight line has its slope as derivative, a parabola has 2 as second; smoothing leaves both sums alone. */
static double of_scheme(const char *scheme, const char *shape, int64_t y, int64_t x, double *scale)
{
    struct fixture f;
    char members[200];
    snprintf(members, sizeof members,
             "\"shape\":\"%s\",\"scheme\":\"%s\",\"radius\":3,\"cols\":40,\"rows\":9,\"type\":\"float64\"",
             shape, scheme);
    begin(&f, members);
    fill(&f, 1);
    int64_t i = y * f.out_pitch + x;
    double got = f.trials[OUT].exact[i], expected = 0;
    const double *in = f.trials[IN].before;
    static const double first[] = {0, 3.0 / 4, -3.0 / 20, 1.0 / 60},
                        second[] = {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90},
                        smooth[] = {20.0 / 64, 15.0 / 64, 6.0 / 64, 1.0 / 64};
    for (int64_t d = -3; d <= 3; d++) {
        int64_t k = d < 0 ? -d : d;
        if (strcmp(scheme, "derivative") == 0) expected += (d < 0 ? -1 : 1) * first[k] * in[i + d];
        if (strcmp(scheme, "laplacian") == 0) expected += second[k] * in[i + d];
        if (strcmp(scheme, "laplacian") == 0 && strcmp(shape, "star") == 0)
            expected += second[k] * in[i + d * f.in_pitch];
        for (int64_t e = -3; e <= 3 && strcmp(scheme, "binomial") == 0; e++)
            expected += smooth[k] * smooth[e < 0 ? -e : e] * in[i + d + e * f.in_pitch];
    }
    *scale = f.trials[OUT].scale[i];
    end(&f);
    return got - expected;
}

static void schemes_have_the_known_weights(void **state)
{
    (void)state;
    double scale;
    assert_true(fabs(of_scheme("derivative", "line", 4, 20, &scale)) <= 1e-14 * scale);
    assert_true(fabs(of_scheme("laplacian", "line", 4, 20, &scale)) <= 1e-14 * scale);
    assert_true(fabs(of_scheme("laplacian", "star", 4, 20, &scale)) <= 1e-14 * scale);
    assert_true(fabs(of_scheme("binomial", "box", 4, 20, &scale)) <= 1e-14 * scale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_are_the_definitions),
                                       cmocka_unit_test(schemes_have_the_known_weights)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
