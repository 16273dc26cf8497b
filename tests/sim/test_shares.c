/* Segments in equal shares on the simulator: sums with the bits of the tree, which the test has once more, and the least,
   whatever the offsets are; several lengths at a time by one plan, so what it leaves in its scratch serves the next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/segments.h"

#define SEGMENTS 70
#define ELEMENTS 90001 /* of float32: 88 leaves */
#define COLUMNS  128   /* of a line of float32 */
#define LEAF     (LINES * COLUMNS)

static float element(const void *a, size_t i)
{
    return ((const float *)a)[i];
}

/* ---- lengths ---- */

enum kind {
    NONE,
    ONE_FIRST,
    ONE_LAST,
    ONE_INSIDE,
    ONES,
    EVEN,
    SHORT,
    LINES_OR_LESS,
    TWO_AND_DUST,
    NEAR_LEAVES,
    GROWING,
    LATE,
    KINDS
};

static int64_t length_of(enum kind kind, unsigned s)
{
    switch (kind) {
    case ONE_FIRST:
        return s == 0 ? ELEMENTS : 0;
    case ONE_LAST:
        return s == SEGMENTS - 1 ? ELEMENTS : 0;
    case ONE_INSIDE:
        return s == 31 ? ELEMENTS - 7 : 0;
    case ONES:
        return 1;
    case EVEN:
        return ELEMENTS / SEGMENTS;
    case SHORT:
        return s * 37 % 45;
    case LINES_OR_LESS: /* from one line, or less, to half a leaf of them, in any order */
        return 2 + s * 29 % 70 * 8;
    case TWO_AND_DUST: /* both of many chunks, the second where the first ends */
        return s == 20 || s == 21 ? 40 * LEAF + 3 : (int64_t)(random_bits() % 5);
    case NEAR_LEAVES: /* at the leaf's end and beside it; of two bytes each two leaves */
        return s % 2 ? LEAF - 1 + (int64_t)(random_bits() % 3) : s % 4 ? 2 * LEAF - 1 + s % 3 : 3;
    case GROWING:
        return (int64_t)s * s * s / 66;
    case LATE:
        return s < 60 ? 0 : 8000;
    default:
        return 0;
    }
}

static void fill(enum kind kind, int64_t *offset)
{
    offset[0] = kind == ONE_INSIDE ? 5 : 0;
    for (unsigned s = 0; s < SEGMENTS; s++) {
        offset[s + 1] = offset[s] + length_of(kind, s);
        assert_true(offset[s + 1] <= ELEMENTS);
    }
}

/* ---- checks ---- */

static struct tw_plan *plan_of(const char *op, const char *type, int staged, int threads)
{
    char fields[200];
    struct tw_plan *plan;
    snprintf(fields, sizeof fields,
             "{\"along\": \"segments\", \"op\": \"%s\", \"type\": \"%s\", \"rows\": %d, \"cols\": %d, "
             "\"schedule\": \"balanced\", \"leaves\": %d, \"BDIMX\": %d, \"check\": \"trap\"}",
             op, type, SEGMENTS, ELEMENTS, staged, threads);
    struct tw_problem problem = {.family = "reduce", .fields = fields};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s: %s", fields, error.message);
    return plan;
}

/* One plan for all kinds. */
static void check_sums(const char *type, int staged, int threads, CUdeviceptr memory, element_at *at,
                       const void *a, size_t columns)
{
    struct tw_plan *plan = plan_of("sum", type, staged, threads);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        int64_t offset[SEGMENTS + 1];
        float c[SEGMENTS] = {0};
        fill(kind, offset);
        run(plan, memory, offset, SEGMENTS, c, sizeof c);
        for (unsigned s = 0; s < SEGMENTS; s++) {
            float sum = sum_of(at, a, (size_t)offset[s], (size_t)offset[s + 1], columns);
            if (memcmp(&c[s], &sum, sizeof sum))
                fail_msg("%s, staged %d, kind %d: segment %u is %a, not %a", type, staged, kind, s,
                         (double)c[s], (double)sum);
        }
    }
    tw_plan_destroy(plan);
}

static void sums_have_the_bits_of_the_tree(void **state)
{
    static const int ways[][2] = {{1, 32}, {2, 128}, {4, 128}, {8, 128}};
    static float a[ELEMENTS];
    (void)state;
    for (size_t i = 0; i < ELEMENTS; i++) a[i] = (float)(int64_t)(random_bits() >> 20) * 0x1p-44f - 0.4f;
    CUdeviceptr memory = copied(a, sizeof a);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w += draws(2, 1))
        check_sums("float32", ways[w][0], ways[w][1], memory, element, a, COLUMNS);
    driver->cuMemFree_v2(memory);
}

/* Words of bfloat16; exponents differ, so that the order counts. */
static void sums_of_small_elements_have_them_too(void **state)
{
    static const int ways[][2] = {{1, 32}, {2, 128}, {4, 128}, {8, 128}};
    static uint16_t a[ELEMENTS];
    (void)state;
    for (size_t i = 0; i < ELEMENTS; i++) a[i] = wide_bfloat16();
    CUdeviceptr memory = copied(a, sizeof a);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w += draws(2, 1))
        check_sums("bfloat16", ways[w][0], ways[w][1], memory, bfloat16_at, a, 2 * COLUMNS);
    driver->cuMemFree_v2(memory);
}

/* Bytes, of which whole words are taken; and an array that begins at any of them. */
static void the_least_byte_is_found(void **state)
{
    static int8_t a[ELEMENTS + 3];
    (void)state;
    for (size_t i = 0; i < sizeof a; i++) a[i] = (int8_t)(random_bits() % 200 - 70);
    CUdeviceptr memory = copied(a, sizeof a);
    struct tw_plan *plan = plan_of("min", "int8", 4, 128);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        unsigned begin = kind % 4;
        int64_t offset[SEGMENTS + 1];
        int8_t c[SEGMENTS] = {0};
        fill(kind, offset);
        run(plan, memory + begin, offset, SEGMENTS, c, sizeof c);
        for (unsigned s = 0; s < SEGMENTS; s++) {
            int8_t least = INT8_MAX;
            for (int64_t i = offset[s]; i < offset[s + 1]; i++)
                if (a[begin + i] < least) least = a[begin + i];
            if (c[s] != least) fail_msg("kind %d: segment %u is %d, not %d", kind, s, c[s], least);
        }
    }
    tw_plan_destroy(plan);
    driver->cuMemFree_v2(memory);
}

/* ---- offsets that go wrong ---- */

/* Each by an offset that is as it should not be; what a kernel that checks does is end, whatever it finds. */
static const struct {
    unsigned number;
    int64_t value;
} wrongs[] = {
    {0, -1}, {1, -5000}, {SEGMENTS, ELEMENTS + 1}, {SEGMENTS, INT64_MAX}, {35, ELEMENTS + 1000}, {35, 0},
    {36, 1}, {69, 3},    {0, INT64_MAX},           {1, INT64_MIN},        {34, (int64_t)1 << 40}};

static void wrong_offsets_end_the_kernel(void **state)
{
    (void)state;
    static float a[ELEMENTS];
    for (size_t w = 0; w < sizeof wrongs / sizeof *wrongs; w++) {
        int64_t offset[SEGMENTS + 1];
        float c[SEGMENTS] = {0};
        fill(EVEN, offset);
        offset[wrongs[w].number] = wrongs[w].value;
        assert_int_equal(open_planner(state), 0); /* what has trapped runs no more */
        struct tw_plan *plan = plan_of("sum", "float32", w % 2 ? 1 : 4, w % 2 ? 32 : 128);
        CUdeviceptr memory = copied(a, sizeof a), offsets = copied(offset, sizeof offset),
                    results = copied(c, sizeof c);
        void *arguments[] = {&memory, &offsets, &results};
        CUresult got = CUDA_SUCCESS;
        if (tw_plan_launch(plan, NULL, arguments, &error) == 0) got = driver->cuCtxSynchronize();
        if (got != CUDA_ERROR_LAUNCH_FAILED && got != CUDA_ERROR_ILLEGAL_INSTRUCTION)
            fail_msg("offset %u of %lld: %d", wrongs[w].number, (long long)wrongs[w].value, (int)got);
        tw_plan_destroy(plan);
        close_planner(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_have_the_bits_of_the_tree, open_planner, close_planner),
        cmocka_unit_test_setup_teardown(sums_of_small_elements_have_them_too, open_planner, close_planner),
        cmocka_unit_test_setup_teardown(the_least_byte_is_found, open_planner, close_planner),
        cmocka_unit_test(wrong_offsets_end_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
