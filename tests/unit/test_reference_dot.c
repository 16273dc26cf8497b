/*
 * The dot product's reference against sums taken thread by thread, as the sources' loop takes the elements, and against what
 * its trials promise: sums that are exact in any order, noise in a range, the sources' numbers.
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

enum { A, B, C };

/* A kernel of the family, and arrays for its reference to fill. */
struct fixture {
    struct expanded config;
    struct tw_kernel kernel;
    struct tw_trial trials[CASE_ARGUMENTS];
    uint64_t n, threads, blocks; /* of the grid */
    uint64_t count;              /* of results */
};

static void *array(uint64_t count, size_t bytes)
{
    void *memory = calloc((size_t)count + 1, bytes);
    assert_non_null(memory);
    return memory;
}

static void begin(struct fixture *f, const char *members)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "{\"tilewright\":1,\"kernel\":\"dot\",\"variants\":[{\"name\":\"v\",%s}]}", members);
    *f = (struct fixture){0};
    assert_int_equal(expanded_parse("t", text.data, text.length, &f->config, NULL), TW_OK);
    assert_int_equal(
        tw_render(&f->config.of, &f->config.of.variant[0], &tw_rendering_main, NULL, &f->kernel, NULL),
        TW_OK);
    f->n = (uint64_t)tw_kernel_field(&f->kernel, "n")->number;
    f->threads = (uint64_t)tw_kernel_field(&f->kernel, "BDIMX")->number;
    f->blocks = (uint64_t)tw_kernel_field(&f->kernel, "blocks")->number;
    f->count = f->kernel.shape.arguments[C].count;
    f->trials[A].before = array(f->n, 8);
    f->trials[B].before = array(f->n, 8);
    f->trials[C].after = array(f->count, 8);
    f->trials[C].exact = array(f->count, sizeof(double));
    f->trials[C].scale = array(f->count, sizeof(double));
    tw_text_free(&text);
}

static void fill(struct fixture *f, unsigned trial)
{
    for (uint64_t i = 0; i < f->count; i++) f->trials[C].exact[i] = (double)NAN;
    assert_int_equal(tw_reference_find("dot")->fill(&f->kernel, trial, f->trials, NULL), TW_OK);
}

static void end(struct fixture *f)
{
    free(f->trials[A].before);
    free(f->trials[B].before);
    free(f->trials[C].after);
    free(f->trials[C].exact);
    free(f->trials[C].scale);
    tw_kernel_free(&f->kernel);
    expanded_free(&f->config);
}

/* Element i of an array, decoded here by hand. */
static double value(enum tw_element element, const void *memory, uint64_t i)
{
    uint16_t bits;
    float single;
    memcpy(&bits, (const char *)memory + 2 * i, sizeof bits);
    switch (element) {
    case TW_INT32:
        return ((const int32_t *)memory)[i];
    case TW_INT64:
        return (double)((const int64_t *)memory)[i];
    case TW_FLOAT32:
        return ((const float *)memory)[i];
    case TW_FLOAT64:
        return ((const double *)memory)[i];
    case TW_BFLOAT16: {
        uint32_t wide = (uint32_t)bits << 16;
        memcpy(&single, &wide, sizeof single);
        return single;
    }
    default:
        assert_int_equal(element, TW_FLOAT16);
        assert_true(bits == 0 || (bits >> 10 & 31) != 0);
        double size = bits ? ldexp(1 + (bits & 1023) / 1024.0, (bits >> 10 & 31) - 15) : 0;
        return bits & 0x8000 ? -size : size;
    }
}

static enum tw_element element(const struct fixture *f, unsigned argument)
{
    return f->kernel.shape.arguments[argument].element;
}

/* The sum of the products of result number `result`, and that of their absolute values. */
static long double sum(const struct fixture *f, uint64_t result, long double *scale)
{
    long double total = 0;
    uint64_t first = f->count == 1 ? 0 : result, last = f->count == 1 ? f->blocks : result + 1;
    *scale = 0;
    for (uint64_t block = first; block < last; block++) {
        for (uint64_t thread = 0; thread < f->threads; thread++) {
            for (uint64_t i = block * f->threads + thread; i < f->n; i += f->threads * f->blocks) {
                long double product = (long double)value(element(f, A), f->trials[A].before, i) *
                                      value(element(f, B), f->trials[B].before, i);
                total += product;
                *scale += fabsl(product);
            }
        }
    }
    return total;
}

static const char *const types[] = {"int32", "int64", "float32", "float64", "float16", "bfloat16"};
static const char *const sizes[] = {
    "\"n\":0",
    "\"n\":1",
    "\"n\":33,\"blocks\":3",
    "\"n\":33792",
    "\"n\":33792,\"method\":\"second\"",
    "\"n\":200001,\"BDIMX\":64,\"blocks\":7",
    "\"n\":700001,\"BDIMX\":1,\"blocks\":3,\"method\":\"last\"",
};

static void for_each(void (*check)(struct fixture *f))
{
    for (unsigned type = 0; type < sizeof types / sizeof *types; type++) {
        for (unsigned size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            struct fixture f;
            char members[128];
            snprintf(members, sizeof members, "%s,\"type\":\"%s\"", sizes[size], types[type]);
            begin(&f, members);
            check(&f);
            end(&f);
        }
    }
}

static void check_small(struct fixture *f)
{
    long double scale;
    uint64_t kept = 0, ends = f->n < 64 ? f->n : 64;
    fill(f, 0);
    for (uint64_t i = 0; i < f->n; i++) {
        double a = value(element(f, A), f->trials[A].before, i),
               b = value(element(f, B), f->trials[B].before, i);
        if (a != floor(a) || b != floor(b) || fabs(a) > 8 || fabs(b) > 8)
            fail_msg("%g and %g are not small", a, b);
        kept += b != 0 && (i < ends || i >= f->n - ends);
    }
    assert_true(f->n < 64 || kept > ends); /* what a kernel forgets at either end shows */
    long double all = 0;
    for (uint64_t i = 0; i < f->count; i++) {
        long double expected = sum(f, i, &scale);
        all += scale;
        assert_true(isnan(f->trials[C].exact[i]));
        assert_true(value(element(f, C), f->trials[C].after, i) == (double)expected);
    }
    assert_true(all < 16777216);
}

static void small_integers_are_exact(void **state)
{
    (void)state;
    for_each(check_small);
}

static uint64_t whole(const struct fixture *f, unsigned argument, uint64_t i)
{
    const void *memory = argument == C ? f->trials[C].after : f->trials[argument].before;
    return element(f, A) == TW_INT32 ? ((const uint32_t *)memory)[i] : ((const uint64_t *)memory)[i];
}

/* Modulo 2^64 for both: the low 32 bits are those of a sum modulo 2^32. */
static void check_wrapping(struct fixture *f)
{
    for (uint64_t result = 0; result < f->count; result++) {
        uint64_t total = 0;
        for (uint64_t i = 0; i < f->n; i++) {
            bool own = f->count == 1 || i / f->threads % f->blocks == result;
            total += own ? whole(f, A, i) * whole(f, B, i) : 0;
        }
        if (element(f, A) == TW_INT32) total &= UINT32_MAX;
        assert_true(whole(f, C, result) == total);
    }
}

static void check_noise(struct fixture *f)
{
    double most = 0;
    fill(f, 1);
    if (!f->kernel.shape.chain) {
        check_wrapping(f);
        return;
    }
    for (uint64_t i = 0; i < f->n; i++) {
        double a = value(element(f, A), f->trials[A].before, i);
        assert_true(a >= -1 && a <= 1);
        if (fabs(a) > most) most = fabs(a);
    }
    assert_true(f->n < 1000 || most > 0.9);
    for (uint64_t i = 0; i < f->count; i++) {
        long double scale, expected = sum(f, i, &scale);
        assert_true(fabsl(f->trials[C].exact[i] - expected) <= scale * 0x1p-52L);
        assert_true(fabsl(f->trials[C].scale[i] - scale) <= scale * 0x1p-30L);
    }
}

static void noise_has_exact_sums(void **state)
{
    (void)state;
    for_each(check_noise);
}

/* The sum passes 2^62, so each addition in double would lose up to 256 of it; the result is the exact sum, rounded once. */
static void little_is_not_lost_beside_much(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "\"n\":2000000,\"method\":\"second\",\"type\":\"float32\"");
    fill(&f, 2);
    uint64_t x = f.n - 1, squares = x * (x + 1) / 2 * (2 * x + 1) / 3;
    assert_true(f.trials[C].exact[0] == (double)(2 * squares));
    end(&f);
}

static void the_sources_numbers(void **state)
{
    (void)state;
    struct fixture f;
    const struct tw_reference *reference = tw_reference_find("dot");
    begin(&f, "\"n\":33792");
    assert_int_equal(reference->trials(&f.kernel), 3);
    fill(&f, 2);
    float sums[32];
    for (unsigned i = 0; i < 32; i++) {
        long double scale, expected = sum(&f, i, &scale);
        assert_true(f.trials[C].exact[i] == (double)expected);
        sums[i] = (float)expected;
    }
    assert_true(value(TW_FLOAT32, f.trials[A].before, 33791) == 33791);
    assert_true(value(TW_FLOAT32, f.trials[B].before, 33791) == 67582);
    const void *const results[CASE_ARGUMENTS] = {[C] = sums};
    struct tw_text text = {0};
    reference->say(&f.kernel, results, &text);
    assert_string_equal(
        tw_text_string(&text),
        "a[i] = i, b[i] = 2i: the sum is 2.57236e+13; 2*x*(x+1)*(2x+1)/6 with x = n-1 is 2.57236e+13\n");
    tw_text_free(&text);
    end(&f);
    begin(&f, "\"n\":33792,\"type\":\"float64\"");
    assert_int_equal(reference->trials(&f.kernel), 2);
    end(&f);
}

/* Variants whose fields differ in nothing that the reference reads get one answer. */
static void what_is_ignored_changes_nothing(void **state)
{
    (void)state;
    static const char *const members[] = {"\"n\":5000,\"method\":\"last\",\"blocks\":3",
                                          "\"n\":5000,\"method\":\"second\",\"BDIMX\":64,\"unroll\":4"};
    struct fixture f[2];
    const struct tw_reference *reference = tw_reference_find("dot");
    for (unsigned i = 0; i < 2; i++) {
        begin(&f[i], members[i]);
        fill(&f[i], 1);
        assert_true(reference->ignores(&f[i].kernel, "BDIMX") && reference->ignores(&f[i].kernel, "blocks"));
        assert_false(reference->ignores(&f[i].kernel, "n") || reference->ignores(&f[i].kernel, "type"));
    }
    assert_memory_equal(f[0].trials[A].before, f[1].trials[A].before, 5000 * sizeof(float));
    assert_true(fabs(f[0].trials[C].exact[0] - f[1].trials[C].exact[0]) <= f[0].trials[C].scale[0] * 0x1p-52);
    end(&f[0]);
    end(&f[1]);
    begin(&f[0], "\"n\":5000");
    assert_false(reference->ignores(&f[0].kernel, "BDIMX") || reference->ignores(&f[0].kernel, "blocks"));
    end(&f[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_integers_are_exact),        cmocka_unit_test(noise_has_exact_sums),
        cmocka_unit_test(little_is_not_lost_beside_much),  cmocka_unit_test(the_sources_numbers),
        cmocka_unit_test(what_is_ignored_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
