/*
 * The algebra of reductions: which operations, types, accumulators and orders go together and what is said of the others,
 * what a state is made of, and that the sums that a leaf makes in narrow integers fit them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/variant.h"

struct problem {
    enum tw_reduce_op op;
    enum tw_reduce_type type;
    enum tw_reduce_accumulator accumulator;
    enum tw_reduce_order order;
    enum tw_reduce_ties ties;
    enum tw_reduce_along along;
};

/* The values of a variant, as they are once all is resolved. */
static void set(const struct problem *p, int64_t value[REDUCE_FIELD_COUNT])
{
    memset(value, 0, REDUCE_FIELD_COUNT * sizeof *value);
    value[REDUCE_op] = p->op;
    value[REDUCE_type] = p->type;
    value[REDUCE_accumulator] = p->accumulator;
    value[REDUCE_order] = p->order;
    value[REDUCE_ties] = p->ties;
    value[REDUCE_along] = p->along;
    value[REDUCE_rows] = value[REDUCE_cols] = value[REDUCE_pitch] = 100;
    value[REDUCE_batch] = value[REDUCE_BDIMY] = value[REDUCE_leaves] = value[REDUCE_warps] = 1;
    value[REDUCE_row_lanes] = 1;
    value[REDUCE_BDIMX] = 32;
    value[REDUCE_vector] = 8;
    value[REDUCE_unroll] = 1;
}

static struct tw_reduce reduce_of(const struct problem *p)
{
    int64_t value[REDUCE_FIELD_COUNT];
    set(p, value);
    return tw_reduce_of(value);
}

static bool accepts(const struct problem *p, struct tw_text *reason)
{
    int64_t value[REDUCE_FIELD_COUNT];
    set(p, value);
    struct tw_reduce r = tw_reduce_of(value);
    return tw_reduce_algebra_accept(&r, value, reason);
}

static const struct tw_element_info *info_of(enum tw_reduce_type type)
{
    struct problem p = {.type = type};
    return tw_element_info(reduce_of(&p).input);
}

static bool is_real(enum tw_reduce_type type)
{
    return type >= REDUCE_FLOAT16;
}

static bool in_floats(const struct problem *p)
{
    return p->accumulator == REDUCE_OWN ? is_real(p->type) : p->accumulator >= REDUCE_IN_FLOAT32;
}

/* ---- accept ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        struct problem problem;
        const char *reason;
    } cases[] = {
        {{REDUCE_MIN, REDUCE_INT8, REDUCE_IN_INT32, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "min adds nothing up; its accumulator is own"},
        {{REDUCE_ANY, REDUCE_FLOAT64, REDUCE_IN_FLOAT64, REDUCE_FREE, REDUCE_FIRST, REDUCE_ROWS},
         "any adds nothing up; its accumulator is own"},
        {{REDUCE_SUM, REDUCE_INT8, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "accumulator is own, but nothing is added in int8; int32 would do"},
        {{REDUCE_PRODUCT, REDUCE_BFLOAT16, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "accumulator is own, but nothing is added in bfloat16; float32 would do"},
        {{REDUCE_SUM, REDUCE_FLOAT32, REDUCE_IN_INT64, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "float32 elements would lose their fractions in int64; the accumulator must be float32 or float64"},
        {{REDUCE_DOT, REDUCE_FLOAT64, REDUCE_IN_UINT32, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "float64 elements would lose their fractions in uint32; the accumulator must be float64"},
        {{REDUCE_SUM, REDUCE_FLOAT64, REDUCE_IN_FLOAT32, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "float64 elements would be rounded to float32; the accumulator must be float64"},
        {{REDUCE_MEAN, REDUCE_INT32, REDUCE_IN_INT64, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "mean is no integer, and the accumulator is int64; float64 would do"},
        {{REDUCE_NORM2, REDUCE_UINT64, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "norm2 is no integer, and the accumulator is uint64; float64 would do"},
        {{REDUCE_NORM2, REDUCE_FLOAT32, REDUCE_IN_FLOAT32, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "squares of float32 elements overflow in float32; the accumulator of norm2 must be float64"},
        {{REDUCE_NORM2, REDUCE_INT64, REDUCE_IN_FLOAT32, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "squares of int64 elements overflow in float32; the accumulator of norm2 must be float64"},
        {{REDUCE_PRODUCT, REDUCE_FLOAT32, REDUCE_IN_FLOAT32, REDUCE_COMPENSATED, REDUCE_FIRST, REDUCE_ROWS},
         "order compensated is for sum, mean, norm2 and dot; of product, order fixed would do"},
        {{REDUCE_ARGMIN, REDUCE_FLOAT32, REDUCE_OWN, REDUCE_COMPENSATED, REDUCE_FIRST, REDUCE_ROWS},
         "order compensated is for sum, mean, norm2 and dot; of argmin, order fixed would do"},
        {{REDUCE_DOT, REDUCE_INT16, REDUCE_IN_INT64, REDUCE_COMPENSATED, REDUCE_FIRST, REDUCE_ROWS},
         "sums in int64 round nothing that could be compensated; order fixed would do"},
        {{REDUCE_MAX, REDUCE_FLOAT32, REDUCE_OWN, REDUCE_EXACT, REDUCE_FIRST, REDUCE_ROWS},
         "order exact is for sum, mean, norm2 and dot; order fixed would do"},
        {{REDUCE_MEAN, REDUCE_INT32, REDUCE_IN_FLOAT64, REDUCE_EXACT, REDUCE_FIRST, REDUCE_ROWS},
         "order exact is for floats; order fixed gives exact sums of integers, unless they wrap or are made "
         "in a float"},
        {{REDUCE_SUM, REDUCE_FLOAT32, REDUCE_IN_FLOAT32, REDUCE_FIXED, REDUCE_LAST, REDUCE_ROWS},
         "sum gives no place, so it has no ties; leave ties out"},
        {{REDUCE_MAX, REDUCE_FLOAT32, REDUCE_OWN, REDUCE_FIXED, REDUCE_LAST, REDUCE_ROWS},
         "max gives no place, so it has no ties; leave ties out"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text reason = {0};
        assert_false(accepts(&cases[i].problem, &reason));
        assert_string_equal(tw_text_string(&reason), cases[i].reason);
        tw_text_free(&reason);
    }
}

/* docs/reduce.md, in one expression for each question. */
static bool goes_together(const struct problem *p)
{
    bool sums = p->op == REDUCE_SUM || p->op == REDUCE_MEAN || p->op == REDUCE_NORM2 || p->op == REDUCE_DOT,
         adds = sums || p->op == REDUCE_PRODUCT, places = p->op == REDUCE_ARGMIN || p->op == REDUCE_ARGMAX,
         own = p->accumulator == REDUCE_OWN;
    unsigned bytes = info_of(p->type)->bytes;
    if (p->ties == REDUCE_LAST && !places) return false;
    if (p->order == REDUCE_COMPENSATED && !(sums && in_floats(p))) return false;
    if (p->order == REDUCE_EXACT && !(sums && is_real(p->type))) return false;
    if (!adds) return own;
    if (own && bytes < 4) return false;
    if (is_real(p->type) && !in_floats(p)) return false;
    if (p->type == REDUCE_FLOAT64 && p->accumulator == REDUCE_IN_FLOAT32) return false;
    if (p->op == REDUCE_MEAN && !in_floats(p)) return false;
    if (p->op != REDUCE_NORM2 || p->order == REDUCE_EXACT) return true;
    bool wide = p->accumulator == REDUCE_IN_FLOAT64 || (own && p->type == REDUCE_FLOAT64),
         small = p->type == REDUCE_FLOAT16 || p->type <= REDUCE_UINT32;
    return in_floats(p) && (wide || small);
}

typedef void visit(const struct problem *p);

static void for_each_problem(visit *see)
{
    for (int op = REDUCE_SUM; op <= REDUCE_DOT; op++)
        for (int type = REDUCE_INT8; type <= REDUCE_FLOAT64; type++)
            for (int accumulator = REDUCE_OWN; accumulator <= REDUCE_IN_FLOAT64; accumulator++)
                for (int order = REDUCE_FIXED; order <= REDUCE_EXACT; order++)
                    for (int rest = 0; rest < 4; rest++) {
                        struct problem p = {(enum tw_reduce_op)op,
                                            (enum tw_reduce_type)type,
                                            (enum tw_reduce_accumulator)accumulator,
                                            (enum tw_reduce_order)order,
                                            rest % 2 ? REDUCE_LAST : REDUCE_FIRST,
                                            rest / 2 ? REDUCE_COLUMNS : REDUCE_ROWS};
                        see(&p);
                    }
}

static void check_accepted(const struct problem *p)
{
    struct tw_text reason = {0};
    bool accepted = accepts(p, &reason);
    assert_int_equal(accepted, goes_together(p));
    assert_int_equal(strlen(tw_text_string(&reason)) == 0, accepted);
    tw_text_free(&reason);
}

static void takes_what_goes_together(void **state)
{
    (void)state;
    for_each_problem(check_accepted);
}

/* ---- members ---- */

/* "value uint64, index int64" */
static void check_members(const struct problem *p, const char *expected)
{
    struct tw_reduce r = reduce_of(p);
    struct tw_text text = {0};
    for (unsigned i = 0; i < r.member_count; i++) {
        assert_string_equal(r.members[i].cuda, tw_cuda_type(r.members[i].element));
        tw_text_addf(&text, "%s%s %s", i ? ", " : "", r.members[i].name,
                     tw_element_info(r.members[i].element)->name);
    }
    assert_string_equal(tw_text_string(&text), expected);
    tw_text_free(&text);
}

static void lists_members(void **state)
{
    (void)state;
    static const struct {
        struct problem problem;
        const char *members;
    } cases[] = {
        {{REDUCE_SUM, REDUCE_INT8, REDUCE_IN_INT64, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS}, "value uint64"},
        {{REDUCE_SUM, REDUCE_UINT32, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS}, "value uint32"},
        {{REDUCE_SUM, REDUCE_FLOAT16, REDUCE_IN_FLOAT32, REDUCE_FREE, REDUCE_FIRST, REDUCE_ROWS},
         "value float32"},
        {{REDUCE_MEAN, REDUCE_INT8, REDUCE_IN_FLOAT64, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "value float64"},
        {{REDUCE_NORM2, REDUCE_FLOAT32, REDUCE_IN_FLOAT64, REDUCE_COMPENSATED, REDUCE_FIRST, REDUCE_ROWS},
         "value float64, lost float64"},
        {{REDUCE_DOT, REDUCE_BFLOAT16, REDUCE_IN_FLOAT32, REDUCE_COMPENSATED, REDUCE_FIRST, REDUCE_COLUMNS},
         "value float32, lost float32"},
        {{REDUCE_MEAN, REDUCE_FLOAT32, REDUCE_IN_FLOAT32, REDUCE_EXACT, REDUCE_FIRST, REDUCE_ROWS},
         "sum float64, rest float64"},
        {{REDUCE_NORM2, REDUCE_FLOAT32, REDUCE_IN_FLOAT32, REDUCE_EXACT, REDUCE_FIRST, REDUCE_ROWS},
         "sum float64, rest float64"},
        {{REDUCE_MEAN, REDUCE_FLOAT64, REDUCE_IN_FLOAT64, REDUCE_EXACT, REDUCE_FIRST, REDUCE_ROWS},
         "sum float64, rest float64, tail float64"},
        {{REDUCE_DOT, REDUCE_FLOAT64, REDUCE_IN_FLOAT64, REDUCE_EXACT, REDUCE_FIRST, REDUCE_COLUMNS},
         "sum float64, rest float64, tail float64, last float64"},
        {{REDUCE_MIN, REDUCE_INT16, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS}, "value int32"},
        {{REDUCE_MAX, REDUCE_FLOAT32, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS}, "value uint32"},
        {{REDUCE_MAX, REDUCE_FLOAT64, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS}, "value uint64"},
        {{REDUCE_ANY, REDUCE_FLOAT64, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS}, "value uint32"},
        {{REDUCE_ARGMIN, REDUCE_UINT8, REDUCE_OWN, REDUCE_FIXED, REDUCE_LAST, REDUCE_ROWS},
         "value uint32, index int64"},
        {{REDUCE_ARGMAX, REDUCE_FLOAT16, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "value float32, index int64"},
        {{REDUCE_ARGMAX, REDUCE_INT64, REDUCE_OWN, REDUCE_FIXED, REDUCE_FIRST, REDUCE_ROWS},
         "value int64, index int64"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        check_members(&cases[i].problem, cases[i].members);
}

/* ---- parts ---- */

static const char *described(const struct tw_data *data, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data->value, key));
}

static struct tw_data describe(const struct problem *p)
{
    int64_t value[REDUCE_FIELD_COUNT];
    struct tw_data data = tw_data_new();
    set(p, value);
    struct tw_reduce r = tw_reduce_of(value);
    tw_reduce_algebra_describe(&r, value, &data);
    assert_false(data.failed);
    return data;
}

/* The least and the greatest integer, as far as a long double holds them. */
static void range_of(const char *cuda, long double *least, long double *greatest)
{
    bool is_long = strstr(cuda, "long"), is_unsigned = strncmp(cuda, "unsigned", strlen("unsigned")) == 0;
    int bits = is_long ? 64 : 32;
    *least = is_unsigned ? 0 : -ldexpl(1, bits - 1);
    *greatest = ldexpl(1, is_unsigned ? bits : bits - 1) - 1;
}

static unsigned narrow_parts;

/* A leaf full of the least, of the greatest, of the products of both. */
static void check_part(const struct problem *p)
{
    if (!goes_together(p) || is_real(p->type)) return;
    if (p->op != REDUCE_SUM && p->op != REDUCE_MEAN && p->op != REDUCE_NORM2 && p->op != REDUCE_DOT) return;
    struct tw_data data = describe(p);
    struct tw_reduce r = reduce_of(p);
    const char *number = described(&data, "number"), *kept = described(&data, "kept");
    const struct tw_element_info *element = info_of(p->type);
    bool squares = p->op == REDUCE_NORM2 || p->op == REDUCE_DOT;
    long double low = element->scalar == TW_SIGNED ? -ldexpl(1, (int)element->bytes * 8 - 1) : 0,
                high = element->scalar == TW_SIGNED ? -low - 1 : ldexpl(1, (int)element->bytes * 8) - 1,
                least, greatest;
    long double ends[] = {squares ? low * low : low, squares ? high * high : high,
                          squares ? low * high : low};
    if (strcmp(number, kept) != 0) {
        range_of(number, &least, &greatest);
        for (unsigned i = 0; i < 3; i++) {
            long double sum = ends[i] * (long double)r.leaf;
            assert_true(sum >= least && sum <= greatest);
            if (in_floats(p)) assert_true(fabsl(sum) <= ldexpl(1, r.sum == TW_FLOAT64 ? 53 : 24));
        }
        narrow_parts++;
    }
    tw_data_free(&data);
}

static void check_number(const struct problem *p, const char *expected)
{
    struct tw_data data = describe(p);
    assert_string_equal(described(&data, "number"), expected);
    tw_data_free(&data);
}

/* What is to be fast is in 32 bits. */
static void adds_leaves_in_narrow_integers(void **state)
{
    (void)state;
    for_each_problem(check_part);
    assert_true(narrow_parts > 100);
    check_number(&(struct problem){.op = REDUCE_SUM, .type = REDUCE_INT8, .accumulator = REDUCE_IN_INT64},
                 "int");
    check_number(&(struct problem){.op = REDUCE_SUM, .type = REDUCE_UINT16, .accumulator = REDUCE_IN_UINT64},
                 "unsigned");
    check_number(&(struct problem){.op = REDUCE_MEAN, .type = REDUCE_INT16, .accumulator = REDUCE_IN_FLOAT64},
                 "int");
    check_number(&(struct problem){.op = REDUCE_DOT, .type = REDUCE_UINT8, .accumulator = REDUCE_IN_UINT64},
                 "unsigned");
    check_number(
        &(struct problem){.op = REDUCE_NORM2, .type = REDUCE_INT16, .accumulator = REDUCE_IN_FLOAT64},
        "long long");
    check_number(&(struct problem){.op = REDUCE_MEAN, .type = REDUCE_INT64, .accumulator = REDUCE_IN_FLOAT64},
                 "double");
    check_number(&(struct problem){.op = REDUCE_ARGMIN, .type = REDUCE_UINT16, .accumulator = REDUCE_OWN},
                 "unsigned");
}

/* ---- chain ---- */

static uint64_t chain(const struct problem *p)
{
    struct tw_reduce r = reduce_of(p);
    return tw_reduce_chain(&r, 10);
}

static void counts_roundings(void **state)
{
    (void)state;
    struct problem p = {.op = REDUCE_SUM, .type = REDUCE_FLOAT32, .accumulator = REDUCE_IN_FLOAT32};
    assert_int_equal(chain(&p), 0); /* bits are compared */
    p.order = REDUCE_FREE;
    assert_int_equal(chain(&p), 10);
    p.op = REDUCE_DOT;
    assert_int_equal(chain(&p), 11);
    p.op = REDUCE_MEAN;
    assert_int_equal(chain(&p), 11);
    p.type = REDUCE_INT32; /* which float32 does not hold */
    assert_int_equal(chain(&p), 12);
    p.type = REDUCE_FLOAT16;
    p.op = REDUCE_NORM2; /* the square and the root */
    assert_int_equal(chain(&p), 12);
    p.op = REDUCE_MAX;
    p.accumulator = REDUCE_OWN;
    assert_int_equal(chain(&p), 0);
    p = (struct problem){REDUCE_SUM, REDUCE_INT8, REDUCE_IN_INT64, REDUCE_FREE, REDUCE_FIRST, REDUCE_ROWS};
    assert_int_equal(chain(&p), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason), cmocka_unit_test(takes_what_goes_together),
        cmocka_unit_test(lists_members),         cmocka_unit_test(adds_leaves_in_narrow_integers),
        cmocka_unit_test(counts_roundings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
