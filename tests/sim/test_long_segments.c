/* Segments that a warp, a block or several blocks take, on the simulator: sums with the bits of the tree, which the test has once
   more, and where the greatest is, whatever the offsets are; several lengths by one plan, so what it leaves serves the next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/segments.h"

#define SEGMENTS  60
#define ELEMENTS  200003 /* of float32: 196 leaves */
#define COLUMNS   128    /* of a line of float32 */
#define LEAF      (LINES * COLUMNS)
#define WAY_COUNT (sizeof ways / sizeof *ways)

/* A warp each, several in turn, a block each, lanes of a warp, packed: all leave what is longer to the block. */
static const char *const ways[] = {
    "\"warps\": 1, \"leaves\": 1, \"BDIMX\": 128",
    "\"warps\": 1, \"leaves\": 16, \"BDIMX\": 64",
    "\"warps\": 1, \"leaves\": 2, \"BDIMX\": 32",
    "\"warps\": 2, \"leaves\": 1, \"BDIMX\": 64",
    "\"warps\": 8, \"leaves\": 1, \"BDIMX\": 256",
    "\"BDIMX\": 4, \"BDIMY\": 32",
    "\"BDIMX\": 1, \"BDIMY\": 64",
    "\"leaves\": 32, \"warps\": 1, \"BDIMX\": 64",
};

static float element(const void *a, size_t i)
{
    return ((const float *)a)[i];
}

/* ---- lengths ---- */

enum kind {
    ANYWHERE,
    ONE_FIRST,
    ONE_LAST,
    ONE_INSIDE,
    EVEN,
    LONG_AND_SHORT,
    WHOLE_CHUNKS,
    NEAR_CHUNKS,
    KINDS
};

static int64_t length_of(enum kind kind, unsigned s, int64_t left)
{
    int64_t random = (int64_t)(random_bits() >> 40);
    switch (kind) {
    case ANYWHERE:
        return random % (s % 4 == 0 ? 20 : s % 4 == 1 ? LEAF : 12 * LEAF);
    case ONE_FIRST:
        return s == 0 ? left : 0;
    case ONE_LAST:
        return s == SEGMENTS - 1 ? left : 0;
    case ONE_INSIDE:
        return s == 20 ? left - 3 : s > 20;
    case EVEN:
        return ELEMENTS / SEGMENTS;
    case LONG_AND_SHORT:
        return s % 20 == 7 ? 60 * LEAF + random % LEAF : random % 40;
    case WHOLE_CHUNKS: /* 8 leaves, 16, 24, ... */
        return s % 5 == 0 ? (int64_t)(s / 5 + 1) * 8 * LEAF : 0;
    default: /* about as much, and a little before the first */
        return s == 0 ? 3 : s % 5 == 0 ? (int64_t)(s / 5 + 1) * 8 * LEAF + random % 3 - 1 : random % 2;
    }
}

static void fill(enum kind kind, int64_t *offset)
{
    offset[0] = 0;
    for (unsigned s = 0; s < SEGMENTS; s++) {
        int64_t left = ELEMENTS - offset[s], length = length_of(kind, s, left);
        offset[s + 1] = offset[s] + (length < left ? length : left);
    }
}

static struct tw_plan *plan_of(const char *problem, const char *way)
{
    char fields[300];
    struct tw_plan *plan;
    snprintf(fields, sizeof fields, "{\"along\": \"segments\", %s, %s}", problem, way);
    struct tw_problem what = {.family = "reduce", .fields = fields};
    if (tw_plan_make(planner, &what, &plan, &error)) fail_msg("%s: %s", fields, error.message);
    return plan;
}

/* ---- checks ---- */

static void check_sums(struct tw_plan *plan, CUdeviceptr memory, const float *a, const char *way,
                       enum kind kind)
{
    int64_t offset[SEGMENTS + 1];
    float c[SEGMENTS] = {0};
    fill(kind, offset);
    run(plan, memory, offset, SEGMENTS, c, sizeof c);
    for (unsigned s = 0; s < SEGMENTS; s++) {
        float sum = sum_of(element, a, (size_t)offset[s], (size_t)offset[s + 1], COLUMNS);
        if (memcmp(&c[s], &sum, sizeof sum))
            fail_msg("%s, kind %d: segment %u of %lld is %a, not %a", way, kind, s,
                     (long long)(offset[s + 1] - offset[s]), (double)c[s], (double)sum);
    }
}

static void sums_have_the_bits_of_the_tree(void **state)
{
    static float a[ELEMENTS];
    char problem[80];
    (void)state;
    for (size_t i = 0; i < ELEMENTS; i++) {
        uint32_t bits = (uint32_t)wide_bfloat16() << 16 | (uint32_t)(random_bits() >> 48);
        memcpy(&a[i], &bits, sizeof bits);
    }
    CUdeviceptr memory = copied(a, sizeof a);
    snprintf(problem, sizeof problem, "\"rows\": %d, \"cols\": %d", SEGMENTS, ELEMENTS);
    for (size_t w = 0; w < WAY_COUNT; w += draws(2, 1)) {
        struct tw_plan *plan = plan_of(problem, ways[w]);
        for (enum kind kind = 0; kind < KINDS; kind++) check_sums(plan, memory, a, ways[w], kind);
        tw_plan_destroy(plan);
    }
    driver->cuMemFree_v2(memory);
}

#define MANY (150 * 8 * 4096) /* bytes of 150 chunks: more than a warp joins at a time */
#define REST 5000

/* One long segment behind a short one and before another: its last chunk is one that no block's element lies in. */
static void many_chunks_are_joined(void **state)
{
    static int8_t a[MANY + REST];
    static const int64_t behind[] = {MANY - 1, MANY, MANY + 1, MANY + 4000};
    char problem[80];
    (void)state;
    for (size_t i = 0; i < sizeof a; i++) a[i] = (int8_t)(i % 100);
    snprintf(problem, sizeof problem, "\"op\": \"argmax\", \"type\": \"int8\", \"rows\": 3, \"cols\": %d",
             MANY + REST);
    struct tw_plan *plan = plan_of(problem, "\"warps\": 4, \"leaves\": 1, \"BDIMX\": 128");
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        const int64_t greatest[] = {17, behind[i] / 2, behind[i] - 1}, first = 70 * (int64_t)i;
        for (size_t g = 0; g < sizeof greatest / sizeof *greatest; g++) {
            int64_t offset[] = {0, first, first + behind[i], MANY + REST}, c[3] = {0};
            a[first + greatest[g]] = 101;
            CUdeviceptr memory = copied(a, sizeof a);
            run(plan, memory, offset, 3, c, sizeof c);
            if (c[1] != greatest[g])
                fail_msg("of %lld, from %lld: the greatest is at %lld, not %lld", (long long)behind[i],
                         (long long)first, (long long)c[1], (long long)greatest[g]);
            a[first + greatest[g]] = 0;
            driver->cuMemFree_v2(memory);
        }
    }
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_have_the_bits_of_the_tree, open_planner, close_planner),
        cmocka_unit_test_setup_teardown(many_chunks_are_joined, open_planner, close_planner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
