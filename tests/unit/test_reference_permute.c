/*
 * The permute family's reference against loops over drawn problems, in all sizes of elements: elements at their places, what lies
 * between them as it was; and problems written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/reference.h"
#include "tests/kernel_cases.h"
#include "tests/permute_draws.h"

extern const struct tw_reference tw_reference_permute;

#define FIELDS 8

/* What the kernel's fields say, and the buffers' elements. */
struct problem {
    const char *axes, *shape, *sizes, *in_strides, *out_strides;
    int64_t in_offset, out_offset;
    enum tw_element element;
    uint64_t in_count, out_count;
};

/* Fills `in` and `out`, which the caller frees. */
static void compute(const struct problem *problem, unsigned char **in, unsigned char **out)
{
    struct tw_kernel kernel = {.family = "permute"};
    struct tw_field_value fields[FIELDS] = {
        {.key = "axes", .is_word = true, .text = problem->axes},
        {.key = "shape", .is_word = true, .text = problem->shape},
        {.key = "sizes", .is_word = true, .text = problem->sizes},
        {.key = "in_strides", .is_word = true, .text = problem->in_strides},
        {.key = "out_strides", .is_word = true, .text = problem->out_strides},
        {.key = "in_offset", .number = problem->in_offset},
        {.key = "out_offset", .number = problem->out_offset},
        {.key = "alpha", .is_word = true, .text = "1", .is_real = true},
    };
    size_t bytes = tw_element_info(problem->element)->bytes;
    kernel.fields = fields;
    kernel.field_count = FIELDS;
    tw_shape_add_argument(&kernel.shape, (struct tw_argument){.name = "in",
                                                              .role = TW_ROLE_INPUT,
                                                              .element = problem->element,
                                                              .count = problem->in_count,
                                                              .align = 1});
    tw_shape_add_argument(&kernel.shape, (struct tw_argument){.name = "out",
                                                              .role = TW_ROLE_OUTPUT,
                                                              .before = TW_BEFORE_ANY,
                                                              .element = problem->element,
                                                              .count = problem->out_count,
                                                              .align = 1});
    *in = calloc(problem->in_count, bytes);
    *out = malloc(problem->out_count * bytes);
    assert_true(*in && *out);
    memset(*out, 0xA5, problem->out_count * bytes);
    const struct tw_trial trials[CASE_ARGUMENTS] = {{.before = *in}, {.after = *out}};
    assert_int_equal(tw_reference_permute.fill(&kernel, 1, trials, NULL), TW_OK);
    tw_shape_free(&kernel.shape);
}

static void check(const struct problem *problem, const struct pair *pairs, unsigned count)
{
    size_t bytes = tw_element_info(problem->element)->bytes;
    unsigned char *in, *out, *expected = malloc(problem->out_count * bytes);
    compute(problem, &in, &out);
    assert_non_null(expected);
    memset(expected, 0xA5, problem->out_count * bytes);
    for (unsigned i = 0; i < count; i++)
        memcpy(expected + (size_t)pairs[i].out * bytes, in + (size_t)pairs[i].in * bytes, bytes);
    if (memcmp(out, expected, problem->out_count * bytes) != 0)
        fail_msg("axes \"%s\" shape \"%s\" sizes \"%s\" in \"%s\" out \"%s\"", problem->axes, problem->shape,
                 problem->sizes, problem->in_strides, problem->out_strides);
    free(in);
    free(out);
    free(expected);
}

static void check_model(struct model *m, enum tw_element element)
{
    static struct pair pairs[PAIRS_MAX];
    unsigned count = model_pairs(m, pairs);
    struct problem problem = {.axes = tw_text_string(&m->axes),
                              .shape = tw_text_string(&m->shape),
                              .sizes = tw_text_string(&m->sizes),
                              .in_strides = tw_text_string(&m->in_strides),
                              .out_strides = tw_text_string(&m->out_strides),
                              .in_offset = m->in_offset,
                              .out_offset = m->out_offset,
                              .element = element,
                              .in_count = (uint64_t)m->in_offset + 1,
                              .out_count = (uint64_t)m->out_offset + 1};
    for (unsigned i = 0; i < count; i++) {
        if ((uint64_t)pairs[i].in >= problem.in_count) problem.in_count = (uint64_t)pairs[i].in + 1;
        if ((uint64_t)pairs[i].out >= problem.out_count) problem.out_count = (uint64_t)pairs[i].out + 1;
    }
    problem.out_count += 3; /* nor does it write behind the last */
    check(&problem, pairs, count);
    free_model(m);
}

static void drawn_problems(void **state)
{
    static const enum tw_element elements[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};
    unsigned draw = 4;
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        struct model m = i % 4 ? draw_names(&draw) : draw_numbers(&draw);
        check_model(&m, elements[i % 5]);
    }
}

/* A plane of more than one tile, whose sides are no multiples of it, between other axes. */
static void large_planes(void **state)
{
    (void)state;
    static struct pair pairs[3 * 70 * 45 * 2];
    unsigned count = 0;
    for (int64_t a = 0; a < 3; a++) {
        for (int64_t b = 0; b < 70; b++) {
            for (int64_t c = 0; c < 45; c++) {
                for (int64_t d = 0; d < 2; d++, count++)
                    pairs[count] =
                        (struct pair){((a * 70 + b) * 45 + c) * 2 + d, ((c * 2 + d) * 3 + a) * 70 + b};
            }
        }
    }
    check(&(struct problem){"a b c d -> c d a b", "3 70 45 2", "", "", "", 0, 0, TW_UINT8, count, count},
          pairs, count);
    check(&(struct problem){"2, 3, 0, -3", "3,70,45,2", "", "", "", 0, 0, TW_INT32, count, count}, pairs,
          count);
}

/* Strides of groups are those of their last members. */
static void groups_by_hand(void **state)
{
    (void)state;
    struct pair pairs[12];
    for (unsigned i = 0; i < 12; i++) {
        int64_t h = i / 6, p = i / 2 % 3, c = i % 2;
        pairs[i] = (struct pair){5 - c * 5 + (h * 3 + p) * 20, c + (5 - h * 3 - p) * 4};
    }
    check(&(struct problem){"(h p),c->c (h p)", "6,2", "h=2", "20, -5", "1, -4", 0, 0, TW_INT16, 106, 22},
          pairs, 12);
    check(&(struct problem){"(h p) () c->1 c (h p)", "6,1,2", "h =2, p= 3", "60 20 3 -5", "0 1 -12 -4", 0, 0,
                            TW_INT16, 106, 22},
          pairs, 12);
}

static void single_and_empty(void **state)
{
    (void)state;
    const struct pair one = {2, 1};
    check(&(struct problem){"() -> 1 ()", "1", "", "7", "", 2, 1, TW_INT64, 3, 4}, &one, 1);
    check(&(struct problem){"->", "", "", "", "", 2, 1, TW_INT64, 3, 4}, &one, 1);
    check(&(struct problem){"a b -> b a", "0 5", "", "", "", 2, 1, TW_INT64, 3, 4}, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_problems),
        cmocka_unit_test(large_planes),
        cmocka_unit_test(groups_by_hand),
        cmocka_unit_test(single_and_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
