/* What is said of a kernel from its struct alone: sums over its launches, and where its scratch lies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/kernel.h>

#include "gen/family.h"
#include "tests/kernel_cases.h"

/* ---- counts ---- */

/* Every count different: 100, 200, ... */
static struct tw_counts counts_of(uint64_t step, uint32_t known)
{
    struct tw_counts counts = {.known = known};
    uint64_t value = 0;
#define X(name, help) counts.name = value += step;
    TW_COUNTS(X)
#undef X
    return counts;
}

#define ALL ((1u << TW_COUNT_COUNT) - 1u)

static void counts_by_number(void **state)
{
    (void)state;
    const struct tw_counts counts = counts_of(100, ALL);
    assert_string_equal(tw_count_name(TW_COUNT_store_wavefronts), "store_wavefronts");
    assert_int_equal(tw_count_value(&counts, TW_COUNT_store_wavefronts), counts.store_wavefronts);
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++)
        assert_int_equal(tw_count_value(&counts, (enum tw_count)i), 100 * (i + 1));
    assert_int_equal(tw_counts_wavefronts(&counts), counts.load_wavefronts + counts.store_wavefronts);
    assert_int_equal(tw_counts_sectors(&counts), counts.global_load_sectors + counts.global_store_sectors);
}

/* A sum is known as far as all of its terms are. */
static void counts_add_up(void **state)
{
    (void)state;
    struct tw_counts sum = counts_of(3, TW_KNOWN_SHARED | TW_KNOWN_GLOBAL);
    const struct tw_counts more = counts_of(UINT64_C(1) << 40, TW_KNOWN_SHARED);
    tw_counts_add(&sum, &more);
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++)
        assert_int_equal(tw_count_value(&sum, (enum tw_count)i), (3 + (UINT64_C(1) << 40)) * (i + 1));
    assert_int_equal(sum.known, TW_KNOWN_SHARED);
}

static void counts_differ_where_both_are_known(void **state)
{
    (void)state;
    const struct tw_counts one = counts_of(7, ALL), none = {0};
    assert_int_equal(tw_counts_differ(&one, &one), TW_COUNT_COUNT);
    assert_int_equal(tw_counts_differ(&one, &none), TW_COUNT_COUNT);
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) {
        struct tw_counts other = counts_of(8, ALL & ~((1u << i) - 1u)); /* the first that it knows: i */
        assert_int_equal(tw_counts_differ(&one, &other), i);
        assert_int_equal(tw_counts_differ(&other, &one), i);
        other.known = ALL;
        assert_int_equal(tw_counts_differ(&one, &other), 0);
    }
}

/* ---- launches ---- */

static void sums_over_launches(void **state)
{
    (void)state;
    const struct tw_shape shape = {
        .launches =
            (struct tw_launch[]){
                {.grid = {3, 2, 1}, .block = {32, 8, 1}, .shared_bytes = 100},
                {.grid = {70000, 60000, 1}, .block = {1, 1, 1}, .shared_bytes = 4096},
                {.grid = {1, 1, 5}, .block = {8, 4, 2}, .shared_bytes = 300},
                {.grid = {1000, 1000, 1000}, .block = {1024, 1, 1}, .shared_bytes = 1 << 20}},
        .launch_count = 3}; /* the fourth is none of it */
    assert_int_equal(tw_launch_blocks(&shape.launches[1]), UINT64_C(4200000000));
    assert_int_equal(tw_launch_threads(&shape.launches[2]), 64);
    assert_int_equal(tw_shape_blocks(&shape), UINT64_C(4200000000) + 6 + 5);
    assert_int_equal(tw_shape_shared_bytes(&shape), 4096);
}

static void the_largest_launch_has_the_most_threads(void **state)
{
    (void)state;
    struct tw_shape shape = {.launches = (struct tw_launch[]){{.grid = {10, 1, 1}, .block = {32, 1, 1}},
                                                              {.grid = {1, 1, 1}, .block = {1024, 1, 1}},
                                                              {.grid = {64, 1, 2}, .block = {2, 2, 2}},
                                                              {.grid = {5, 5, 5}, .block = {1024, 1, 1}}},
                             .launch_count = 3};
    assert_ptr_equal(tw_shape_largest(&shape), &shape.launches[1]); /* of 320, 1024, 1024 threads */
    shape.launches[2].grid[1] = 2;
    assert_ptr_equal(tw_shape_largest(&shape), &shape.launches[2]);
    shape.launch_count = 1;
    assert_ptr_equal(tw_shape_largest(&shape), &shape.launches[0]);
}

/* ---- arguments ---- */

static const struct tw_shape arguments = {
    .arguments =
        (struct tw_argument[]){
            {.name = "in", .role = TW_ROLE_INPUT, .element = TW_FLOAT32, .count = 1000, .align = 4},
            {.name = "partial",
             .role = TW_ROLE_SCRATCH,
             .before = TW_BEFORE_ANY,
             .element = TW_FLOAT64,
             .count = 33,
             .align = 8},
            {.name = "n",
             .kind = TW_SCALAR,
             .role = TW_ROLE_INPUT,
             .element = TW_UINT32,
             .count = 1,
             .align = 4},
            {.name = "ticket",
             .role = TW_ROLE_SCRATCH,
             .before = TW_BEFORE_ZERO,
             .element = TW_UINT32,
             .count = 1,
             .align = 4},
            {.name = "weights",
             .kind = TW_SYMBOL,
             .role = TW_ROLE_INPUT,
             .element = TW_FLOAT32,
             .count = 9,
             .align = 4},
            {.name = "rest",
             .role = TW_ROLE_SCRATCH,
             .before = TW_BEFORE_ANY,
             .element = TW_UINT8,
             .count = 512,
             .align = 1},
            {.name = "out", .role = TW_ROLE_INOUT, .element = TW_FLOAT64X2, .count = 10, .align = 16}},
    .argument_count = 7};

static void the_caller_passes_what_is_a_parameter_of_his(void **state)
{
    (void)state;
    static const bool passed[] = {true, false, true, false, false, false, true};
    for (unsigned i = 0; i < arguments.argument_count; i++)
        assert_int_equal(tw_argument_is_passed(&arguments.arguments[i]), passed[i]);
}

static void bytes_that_a_size_can_hold(void **state)
{
    (void)state;
    struct tw_argument argument = arguments.arguments[6];
    assert_int_equal(tw_argument_bytes(&argument), 160);
    argument.count = SIZE_MAX / 16;
    assert_int_equal(tw_argument_bytes(&argument), SIZE_MAX / 16 * 16);
    argument.count++;
    assert_int_equal(tw_argument_bytes(&argument), 0);
}

/* Bytes 0..127 of a memory where each buffer may lie anywhere: which buffers touch which bytes, one by one. */
static bool overlap_by_bytes(const struct tw_shape *shape, const uint64_t *address, unsigned pair[2])
{
    for (unsigned j = 0; j < shape->argument_count; j++) {
        for (unsigned i = 0; i < j; i++) {
            const struct tw_argument *a = &shape->arguments[i], *b = &shape->arguments[j];
            unsigned unit_a = tw_element_info(a->element)->bytes, unit_b = tw_element_info(b->element)->bytes;
            bool is_touched[128] = {false};
            if (a->kind != TW_BUFFER || b->kind != TW_BUFFER) continue;
            if (a->role == TW_ROLE_INPUT && b->role == TW_ROLE_INPUT) continue;
            for (uint64_t k = a->first * unit_a; k < a->count * unit_a; k++)
                is_touched[address[i] + k] = true;
            for (uint64_t k = b->first * unit_b; k < b->count * unit_b; k++) {
                if (!is_touched[address[j] + k]) continue;
                pair[0] = i, pair[1] = j;
                return true;
            }
        }
    }
    return false;
}

static void buffers_that_are_written_are_apart(void **state)
{
    (void)state;
    struct tw_shape shape = {
        .arguments =
            (struct tw_argument[]){
                {.name = "in",
                 .role = TW_ROLE_INPUT,
                 .element = TW_UINT32,
                 .count = 4,
                 .align = 4,
                 .first = 2},
                {.name = "also", .role = TW_ROLE_INPUT, .element = TW_UINT16, .count = 5, .align = 2},
                {.name = "n",
                 .kind = TW_SCALAR,
                 .role = TW_ROLE_INPUT,
                 .element = TW_UINT32,
                 .count = 1,
                 .align = 4},
                {.name = "out",
                 .role = TW_ROLE_OUTPUT,
                 .before = TW_BEFORE_ANY,
                 .element = TW_UINT8,
                 .count = 11,
                 .align = 1,
                 .first = 3},
                {.name = "some",
                 .role = TW_ROLE_SCRATCH,
                 .before = TW_BEFORE_ANY,
                 .element = TW_UINT16,
                 .count = 2,
                 .align = 2},
                {.name = "none",
                 .role = TW_ROLE_OUTPUT,
                 .before = TW_BEFORE_ANY,
                 .element = TW_UINT16,
                 .count = 1,
                 .align = 2,
                 .first = 1}},
        .argument_count = 6};
    unsigned overlaps = 0;
    uint32_t chance = 1;
    for (unsigned i = 0; i < 100000; i++) {
        uint64_t address[CASE_ARGUMENTS] = {0};
        void *values[CASE_ARGUMENTS];
        unsigned found[2] = {9, 9}, expected[2] = {9, 9};
        for (unsigned k = 0; k < shape.argument_count; k++)
            values[k] = &address[k], address[k] = ((chance = chance * 1664525 + 1013904223) >> 16) % 96;
        bool overlap = overlap_by_bytes(&shape, address, expected);
        assert_int_equal(tw_shape_overlaps(&shape, values, found), overlap);
        assert_memory_equal(found, expected, sizeof found);
        overlaps += overlap;
    }
    assert_in_range(overlaps, 20000, 80000); /* both happen */
}

/* The last bytes that can be addressed are no neighbours of the first. */
static void addresses_do_not_wrap(void **state)
{
    (void)state;
    struct tw_shape shape = {
        .arguments =
            (struct tw_argument[]){
                {.name = "in", .role = TW_ROLE_INPUT, .element = TW_UINT8, .count = 16, .align = 1},
                {.name = "out",
                 .role = TW_ROLE_OUTPUT,
                 .before = TW_BEFORE_ANY,
                 .element = TW_UINT8,
                 .count = 16,
                 .align = 1}},
        .argument_count = 2};
    unsigned pair[2];
    uint64_t last = UINT64_MAX - 15, first = 0;
    assert_false(tw_shape_overlaps(&shape, (void *[]){&last, &first}, pair));
    assert_false(tw_shape_overlaps(&shape, (void *[]){&first, &last}, pair));
}

/* 33 doubles take two pieces of 256 bytes, the ticket one, the rest two. */
static void scratch_is_one_piece(void **state)
{
    (void)state;
    static struct tw_shape shape;
    assert_true(tw_shape_copy(&arguments, &shape));
    assert_int_equal(tw_shape_scratch_offset(&shape, 1), 0);
    assert_int_equal(tw_shape_scratch_offset(&shape, 3), 512);
    assert_int_equal(tw_shape_scratch_offset(&shape, 5), 512 + 256);
    assert_int_equal(tw_shape_scratch_bytes(&shape), 512 + 256 + 512);
    assert_true(tw_shape_scratch_zero(&shape));
    shape.arguments[3].before = TW_BEFORE_ZEROED; /* launching does that */
    assert_false(tw_shape_scratch_zero(&shape));
    shape.argument_count = 1;
    assert_int_equal(tw_shape_scratch_bytes(&shape), 0);
    tw_shape_free(&shape);
    assert_true(tw_shape_scratch_zero(&arguments)); /* which a copy is no part of */
}

/* ---- as many as there are ---- */

#define MANY_ARGUMENTS 40u
#define MANY_LAUNCHES  300u

/* Launch k takes every argument from k % 7 on, in order. */
static void add_many(struct tw_shape *shape)
{
    for (unsigned i = 0; i < MANY_ARGUMENTS; i++) {
        struct tw_argument argument = {.name = "a", .element = TW_FLOAT32, .count = i + 1, .align = 4};
        assert_int_equal(tw_shape_add_argument(shape, argument), i);
    }
    for (unsigned k = 0; k < MANY_LAUNCHES; k++) {
        tw_shape_add_launch(shape,
                            (struct tw_launch){.suffix = "", .grid = {k + 1, 1, 1}, .block = {32, 1, 1}});
        for (unsigned i = k % 7; i < MANY_ARGUMENTS; i++) tw_shape_add_parameter(shape, i);
    }
    assert_false(shape->failed);
}

static void check_many(const struct tw_shape *shape)
{
    assert_int_equal(shape->argument_count, MANY_ARGUMENTS);
    assert_int_equal(shape->launch_count, MANY_LAUNCHES);
    assert_int_equal(tw_shape_blocks(shape), MANY_LAUNCHES * (MANY_LAUNCHES + 1) / 2);
    assert_ptr_equal(tw_shape_largest(shape), &shape->launches[MANY_LAUNCHES - 1]);
    for (unsigned i = 0; i < MANY_ARGUMENTS; i++) assert_int_equal(shape->arguments[i].count, i + 1);
    for (unsigned k = 0; k < MANY_LAUNCHES; k++) {
        const struct tw_launch *launch = &shape->launches[k];
        assert_int_equal(launch->grid[0], k + 1);
        assert_int_equal(launch->argument_count, MANY_ARGUMENTS - k % 7);
        for (unsigned i = 0; i < launch->argument_count; i++)
            assert_int_equal(launch->argument[i], k % 7 + i);
    }
}

static void a_shape_grows(void **state)
{
    (void)state;
    struct tw_shape shape = {0}, copy;
    for (unsigned i = 0; i < 3; i++) { /* cleared, it begins anew */
        tw_shape_clear(&shape);
        assert_int_equal(shape.argument_count + shape.launch_count, 0);
        add_many(&shape);
        check_many(&shape);
    }
    assert_true(tw_shape_copy(&shape, &copy));
    tw_shape_free(&shape);
    assert_null(shape.arguments);
    check_many(&copy);
    tw_shape_free(&copy);
}

/* ---- the kernel ---- */

static struct tw_kernel two_launches(void)
{
    static struct tw_prediction predicted[3];
    static struct tw_access_cost accesses[3][2];
    struct tw_kernel kernel = {
        .rendering = &tw_rendering_main, .shape = {.launch_count = 2}, .predicted = predicted};
    for (unsigned i = 0; i < 3; i++) {
        accesses[i][0].ideal = 10 * i + 5;
        accesses[i][1].ideal = 1;
        kernel.predicted[i] = (struct tw_prediction){
            .counts = counts_of(i + 1, TW_KNOWN_SHARED), .accesses = accesses[i], .access_count = i + 1};
    }
    return kernel;
}

static void predictions_add_up(void **state)
{
    (void)state;
    struct tw_kernel kernel = two_launches();
    struct tw_counts sum = tw_kernel_predicted(&kernel), expected = counts_of(3, TW_KNOWN_SHARED);
    assert_int_equal(tw_counts_differ(&sum, &expected), TW_COUNT_COUNT);
    assert_int_equal(sum.known, TW_KNOWN_SHARED);
    assert_int_equal(tw_kernel_ideal(&kernel), 5 + 15 + 1);
    assert_null(tw_kernel_unpredicted(&kernel));
}

/* One launch that nobody can predict is enough. */
static void a_sum_without_one_of_its_terms_is_none(void **state)
{
    (void)state;
    struct tw_kernel kernel = two_launches();
    kernel.predicted[1].none = "its accesses depend on the data";
    kernel.predicted[1].counts = (struct tw_counts){0};
    assert_int_equal(tw_kernel_predicted(&kernel).known, 0);
    assert_string_equal(tw_kernel_unpredicted(&kernel), "its accesses depend on the data");
}

static void main_is_the_kernel_itself(void **state)
{
    (void)state;
    static const struct tw_rendering high = {"high", "idx >> 8", "", false};
    struct tw_kernel kernel = two_launches(), empty = {0};
    assert_true(tw_kernel_is_main(&kernel));
    kernel.rendering = &high;
    assert_false(tw_kernel_is_main(&kernel));
    kernel.name = calloc(1, 1);
    kernel.source = calloc(1, 1);
    tw_kernel_free(&kernel);
    assert_memory_equal(&kernel, &empty, sizeof kernel);
    tw_kernel_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_by_number),
        cmocka_unit_test(counts_add_up),
        cmocka_unit_test(counts_differ_where_both_are_known),
        cmocka_unit_test(sums_over_launches),
        cmocka_unit_test(the_largest_launch_has_the_most_threads),
        cmocka_unit_test(the_caller_passes_what_is_a_parameter_of_his),
        cmocka_unit_test(bytes_that_a_size_can_hold),
        cmocka_unit_test(buffers_that_are_written_are_apart),
        cmocka_unit_test(addresses_do_not_wrap),
        cmocka_unit_test(scratch_is_one_piece),
        cmocka_unit_test(a_shape_grows),
        cmocka_unit_test(predictions_add_up),
        cmocka_unit_test(a_sum_without_one_of_its_terms_is_none),
        cmocka_unit_test(main_is_the_kernel_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
