/* Whole leaves of segments of small elements by 16 bytes, on the simulator: sums with the bits of the tree, which the test
   has once more, greatest elements and where they are, wherever segments and the array begin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/segments.h"

#define SEGMENTS  36
#define ELEMENTS  70003
#define COLUMNS   256 /* of a line of two bytes each */
#define LEAF      (LINES * COLUMNS)
#define CHUNK     16 /* bytes that are read at once */
#define WAY_COUNT (sizeof ways / sizeof *ways)

/* One warp, several, turns, lanes that leave long ones to the warp; one whole segment is cut by all of them. */
static const char *const ways[] = {
    "\"warps\": 1, \"leaves\": 1, \"BDIMX\": 64, \"unroll\": 8",
    "\"warps\": 4, \"leaves\": 1, \"BDIMX\": 128, \"unroll\": 4",
    "\"warps\": 1, \"leaves\": 4, \"BDIMX\": 128, \"unroll\": 1, \"check\": \"trap\"",
    "\"BDIMX\": 4, \"BDIMY\": 8, \"unroll\": 2",
};

/* ---- lengths ---- */

enum kind { ANYWHERE, ONE_FIRST, ONE_LAST, ONE_INSIDE, WHOLE_LEAVES, KINDS };

static int64_t length_of(enum kind kind, unsigned s, int64_t left)
{
    int64_t random = (int64_t)(random_bits() >> 40);
    switch (kind) {
    case ANYWHERE: /* nothing, a few, some of one leaf, of several */
        random = s % 4 == 0 ? random % 2 : s % 4 == 1 ? random % LEAF : LEAF + random % (2 * LEAF);
        return s == SEGMENTS - 1 || random > left ? left : random;
    case ONE_FIRST:
        return s == 0 ? left : 0;
    case ONE_LAST:
        return s == SEGMENTS - 1 ? left : 1;
    case ONE_INSIDE:
        return s == 20 ? left - 3 : 0;
    default:
        return left < LEAF ? left : LEAF;
    }
}

static void fill(enum kind kind, int64_t *offset)
{
    offset[0] = kind == ONE_INSIDE ? 5 : 0;
    for (unsigned s = 0; s < SEGMENTS; s++)
        offset[s + 1] = offset[s] + length_of(kind, s, ELEMENTS - offset[s]);
}

/* ---- runs ---- */

static struct tw_plan *plan_of(const char *op, const char *type, const char *way)
{
    char fields[300];
    struct tw_plan *plan;
    snprintf(fields, sizeof fields,
             "{\"along\": \"segments\", \"op\": \"%s\", \"type\": \"%s\", \"rows\": %d, \"cols\": %d, "
             "\"vector\": %d, %s}",
             op, type, SEGMENTS, ELEMENTS, CHUNK, way);
    struct tw_problem problem = {.family = "reduce", .fields = fields};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s: %s", fields, error.message);
    return plan;
}

/* ---- checks ---- */

static void sums_have_the_bits_of_the_tree(void **state)
{
    static uint16_t a[ELEMENTS];
    (void)state;
    for (size_t i = 0; i < ELEMENTS; i++) a[i] = wide_bfloat16();
    for (size_t w = 0; w < WAY_COUNT; w += draws(2, 1)) {
        struct tw_plan *plan = plan_of("sum", "bfloat16", ways[w]);
        for (unsigned begin = 0; begin < CHUNK / sizeof *a; begin++) {
            static uint16_t moved[CHUNK + ELEMENTS];
            enum kind kind = (begin + (unsigned)w) % KINDS;
            int64_t offset[SEGMENTS + 1];
            float c[SEGMENTS] = {0};
            memcpy(moved + begin, a, sizeof a);
            CUdeviceptr memory = copied(moved, begin * sizeof *a + sizeof a);
            fill(kind, offset);
            run(plan, memory + begin * sizeof *a, offset, SEGMENTS, c, sizeof c);
            for (unsigned s = 0; s < SEGMENTS; s++) {
                float sum = sum_of(bfloat16_at, a, (size_t)offset[s], (size_t)offset[s + 1], COLUMNS);
                if (memcmp(&c[s], &sum, sizeof sum))
                    fail_msg("way %zu, kind %d, from %u: segment %u is %a, not %a", w, kind, begin, s,
                             (double)c[s], (double)sum);
            }
            driver->cuMemFree_v2(memory);
        }
        tw_plan_destroy(plan);
    }
}

static void the_greatest_byte_is_found(void **state)
{
    static int8_t a[CHUNK + ELEMENTS];
    (void)state;
    for (size_t i = 0; i < sizeof a; i++) a[i] = (int8_t)(random_bits() % 200 - 100);
    struct tw_plan *greatest = plan_of("max", "int8", ways[0]), *place = plan_of("argmax", "int8", ways[1]);
    for (unsigned begin = 0; begin < CHUNK; begin++) {
        CUdeviceptr memory = copied(a, begin + ELEMENTS);
        int64_t offset[SEGMENTS + 1], at[SEGMENTS] = {0};
        int8_t c[SEGMENTS] = {0};
        fill(begin % KINDS, offset);
        run(greatest, memory + begin, offset, SEGMENTS, c, sizeof c);
        run(place, memory + begin, offset, SEGMENTS, at, sizeof at);
        for (unsigned s = 0; s < SEGMENTS; s++) {
            const int8_t *first = a + begin + offset[s];
            int64_t most = offset[s + 1] > offset[s] ? 0 : -1;
            for (int64_t i = 1; i < offset[s + 1] - offset[s]; i++)
                if (first[i] > first[most]) most = i;
            int8_t value = most < 0 ? INT8_MIN : first[most];
            if (c[s] != value || at[s] != most)
                fail_msg("from %u: segment %u is %d at %lld, not %d at %lld", begin, s, c[s],
                         (long long)at[s], value, (long long)most);
        }
        driver->cuMemFree_v2(memory);
    }
    tw_plan_destroy(greatest);
    tw_plan_destroy(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_have_the_bits_of_the_tree, open_planner, close_planner),
        cmocka_unit_test_setup_teardown(the_greatest_byte_is_found, open_planner, close_planner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
