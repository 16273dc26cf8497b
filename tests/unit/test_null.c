/* The library's pure functions, asked about nothing: NULL, structs that are all zero, numbers that are none of an enum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/banks.h>
#include <tilewright/element.h>
#include <tilewright/error.h>
#include <tilewright/kernel.h>
#include <tilewright/occupancy.h>
#include <tilewright/problem.h>
#include <tilewright/target.h>
#include <tilewright/version.h>

static const uint32_t addresses[32];

static void requests_that_are_none_cost_nothing(void **state)
{
    static const unsigned widths[] = {0, 3, 5, 12, 32, UINT32_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        assert_int_equal(tw_bank_wavefronts(TW_LOAD, widths[i], addresses, UINT32_MAX), 0);
        assert_int_equal(tw_bank_wavefronts_on(&tw_usual_banks, TW_LOAD, widths[i], addresses, 1), 0);
        assert_int_equal(tw_bank_group_on(&tw_usual_banks, TW_LOAD, widths[i], addresses, 1), 0);
        assert_int_equal(tw_bank_lanes_on(&tw_usual_banks, widths[i]), 0);
        assert_int_equal(tw_bank_ideal(widths[i], 1), 0);
        assert_int_equal(tw_bank_ideal_on(&tw_usual_banks, widths[i], 1), 0);
        assert_int_equal(tw_bank_atomic_wavefronts(widths[i], addresses, 1), 0);
    }
    assert_int_equal(tw_bank_wavefronts(TW_LOAD, 4, NULL, UINT32_MAX), 0);
    assert_int_equal(tw_bank_atomic_wavefronts(4, NULL, UINT32_MAX), 0);
    assert_int_equal(tw_bank_wavefronts_on(&tw_usual_banks, TW_STORE, 4, NULL, 1), 0);
    assert_int_equal(tw_bank_group_on(&tw_usual_banks, TW_STORE, 4, NULL, 1), 0);
    assert_int_equal(tw_bank_wavefronts(TW_LOAD, 4, addresses, 1), 1); /* and one that is one costs */
}

static void machines_that_are_none(void **state)
{
    static const struct tw_bank_machine zero, wrong = {32, 4, 64}, four = {4, 4, 32};
    const struct tw_bank_machine *none[] = {NULL, &zero, &wrong};
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_non_null(tw_bank_machine_wrong(none[i]));
        assert_int_equal(tw_bank_machine_is_usual(none[i]), none[i] == &wrong);
        assert_int_equal(tw_bank_of(none[i], 100), 0);
        assert_int_equal(tw_bank_row(none[i], 1000), 0);
        assert_int_equal(tw_bank_lanes_on(none[i], 4), 0);
        assert_int_equal(tw_bank_ideal_on(none[i], 4, 1), 0);
        assert_int_equal(tw_bank_group_on(none[i], TW_LOAD, 4, addresses, 1), 0);
        assert_int_equal(tw_bank_wavefronts_on(none[i], TW_LOAD, 4, addresses, 1), 0);
    }
    assert_int_equal(tw_bank_wavefronts_on(&four, TW_LOAD, 4, addresses, 0xF), 1);
    assert_int_equal(tw_bank_wavefronts_on(&four, TW_LOAD, 4, addresses, 0x1F), 0); /* it has no lane 4 */
}

static void elements_and_targets_that_are_none(void **state)
{
    unsigned count;
    (void)state;
    assert_null(tw_element_info(TW_ELEMENT_COUNT));
    assert_null(tw_element_info((enum tw_element) - 1));
    assert_null(tw_target_find(0));
    assert_int_equal(tw_target_parse(NULL), 0);
    assert_int_equal(tw_target_parse(""), 0);
    assert_ptr_equal(tw_targets(NULL), tw_targets(&count));
    assert_ptr_equal(tw_target_nearest(0), tw_targets(NULL));
}

static void occupancy_of_nothing(void **state)
{
    static const struct tw_target zero_target;
    static const struct tw_block_needs zero_needs, wrong = {.threads = 32, .carveout = 101},
                                                   right = {.threads = 32, .carveout = -1};
    const struct tw_target *target = tw_target_find(90);
    (void)state;
    assert_int_equal(tw_occupancy(NULL, &right).blocks_per_sm, 0);
    assert_int_equal(tw_occupancy(&zero_target, &right).blocks_per_sm, 0);
    assert_int_equal(tw_occupancy(target, NULL).blocks_per_sm, 0);
    assert_int_equal(tw_occupancy(target, &zero_needs).blocks_per_sm, 0);
    assert_int_equal(tw_occupancy(target, &wrong).blocks_per_sm, 0);
    assert_int_equal(tw_occupancy(target, &right).blocks_per_sm, 32);
    assert_null(tw_limit_text(TW_LIMIT_COUNT));
}

static void counts_of_nothing(void **state)
{
    struct tw_counts zero = {0}, one = {.load_wavefronts = 1, .known = 2};
    (void)state;
    assert_null(tw_count_name(TW_COUNT_COUNT));
    assert_int_equal(tw_count_value(NULL, TW_COUNT_load_requests), 0);
    assert_int_equal(tw_count_value(&one, TW_COUNT_COUNT), 0);
    tw_counts_set(NULL, TW_COUNT_load_requests, 1);
    tw_counts_set(&zero, TW_COUNT_COUNT, 1);
    tw_counts_add(NULL, &one);
    tw_counts_add(&one, NULL);
    assert_int_equal(zero.known, 0);
    assert_int_equal(one.load_wavefronts, 1);
    assert_int_equal(tw_counts_differ(NULL, &one), TW_COUNT_COUNT);
    assert_int_equal(tw_counts_differ(&one, NULL), TW_COUNT_COUNT);
    assert_int_equal(tw_counts_differ(&zero, &one), TW_COUNT_COUNT);
    assert_int_equal(tw_counts_wavefronts(NULL), 0);
    assert_int_equal(tw_counts_sectors(NULL), 0);
    assert_int_equal(tw_accesses_ideal(NULL, 3), 0);
}

static void shapes_of_nothing(void **state)
{
    static const struct tw_shape zero;
    static const struct tw_launch launch;
    static const struct tw_argument argument;
    static uint64_t address;
    const struct tw_shape *none[] = {NULL, &zero};
    unsigned pair[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tw_shape_blocks(none[i]), 0);
        assert_int_equal(tw_shape_shared_bytes(none[i]), 0);
        assert_null(tw_shape_largest(none[i]));
        assert_false(tw_shape_overlaps(none[i], (void *[]){&address}, pair));
        assert_false(tw_shape_overlaps(none[i], NULL, NULL));
        assert_int_equal(tw_shape_scratch_offset(none[i], 3), 0);
        assert_int_equal(tw_shape_scratch_bytes(none[i]), 0);
        assert_false(tw_shape_scratch_zero(none[i]));
    }
    assert_int_equal(tw_launch_blocks(NULL), 0);
    assert_int_equal(tw_launch_blocks(&launch), 0);
    assert_int_equal(tw_launch_threads(NULL), 0);
    assert_int_equal(tw_launch_threads(&launch), 0);
    assert_false(tw_argument_is_passed(NULL));
    assert_false(tw_argument_is_result(NULL));
    assert_int_equal(tw_argument_bytes(NULL), 0);
    assert_int_equal(tw_argument_bytes(&argument), 0);
    assert_int_equal(tw_argument_bytes(&(struct tw_argument){.element = TW_ELEMENT_COUNT, .count = 1}), 0);
    const struct tw_argument unknown = {.role = TW_ROLE_OUTPUT, .element = TW_ELEMENT_COUNT, .count = 1};
    const struct tw_shape unknowns = {.arguments = (struct tw_argument[]){unknown, unknown},
                                      .argument_count = 2};
    assert_false(tw_shape_overlaps(&unknowns, (void *[]){&address, &address}, NULL));
    tw_shape_clear(NULL);
    tw_shape_free(NULL);
}

static void additions_to_nothing(void **state)
{
    const struct tw_shape failed = {.failed = true};
    struct tw_shape shape = {0}, copy;
    (void)state;
    assert_false(tw_shape_reserve(NULL));
    assert_int_equal(tw_shape_add_argument(NULL, (struct tw_argument){0}), 0);
    tw_shape_add_launch(NULL, (struct tw_launch){0});
    tw_shape_add_parameter(NULL, 0);
    tw_shape_add_parameter(&shape, 0); /* it has no launch that could take one */
    assert_null(shape.memory);
    assert_false(tw_shape_copy(&shape, NULL));
    copy = failed;
    assert_false(tw_shape_copy(NULL, &copy));
    assert_false(copy.failed);
    assert_false(tw_shape_copy(&failed, &copy)); /* something is missing in the first one */
    assert_false(copy.failed);
    assert_true(tw_shape_copy(&shape, &copy));
}

static void kernels_of_nothing(void **state)
{
    static struct tw_kernel zero;
    const struct tw_kernel *none[] = {NULL, &zero};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tw_kernel_predicted(none[i]).known, 0);
        assert_int_equal(tw_kernel_ideal(none[i]), 0);
        assert_null(tw_kernel_unpredicted(none[i]));
        assert_false(tw_kernel_is_main(none[i]));
        assert_null(tw_kernel_field(none[i], "BDIMX"));
        assert_null(tw_kernel_field(none[i], NULL));
    }
    tw_kernel_free(NULL);
    tw_kernel_free(&zero);
}

/* Formats that are NULL, where the compiler would say so if it saw them. */
static const char *volatile no_text;

static void errors_of_nothing(void **state)
{
    struct tw_error error = {0};
    (void)state;
    tw_error_add_detail(NULL, "detail");
    tw_error_free(NULL);
    assert_int_equal(tw_fail(NULL, TW_IO, "message"), TW_IO);
    assert_int_equal(tw_fail(&error, TW_IO, no_text), TW_IO);
    assert_string_equal(error.message, "");
    assert_int_equal(tw_fail_at(NULL, TW_IO, "file", 1, 1, "message"), TW_IO);
    assert_int_equal(tw_fail_at(&error, TW_IO, NULL, 1, 1, no_text), TW_IO);
    assert_string_equal(error.file, "");
    assert_int_equal(tw_fail_in_text(NULL, TW_INPUT, "file", "text", 4, 0, "message"), TW_INPUT);
    assert_int_equal(tw_fail_in_text(&error, TW_INPUT, NULL, NULL, 9, 5, no_text), TW_INPUT);
    assert_int_equal(error.line, 1);
    tw_error_add_detail(&error, NULL);
    tw_error_free(&error);
    assert_int_equal(error.code, TW_OK);
    tw_error_free(&error); /* of what is no error */
}

/* What is nothing becomes no problem; what is all zero one without fields. */
static void problems_of_nothing(void **state)
{
    struct tw_fields fields;
    (void)state;
#define NOTHING(of)                                                                                          \
    do {                                                                                                     \
        static const struct tw_##of##_problem zero;                                                          \
        assert_null(tw_problem_##of(NULL, &fields).family);                                                  \
        assert_null(tw_problem_##of(&zero, NULL).family);                                                    \
        assert_string_equal(tw_problem_##of(&zero, &fields).family, #of);                                    \
        assert_int_equal(tw_problem_##of(&zero, &fields).value_count, 0);                                    \
    } while (0)
    NOTHING(transpose);
    NOTHING(permute);
    NOTHING(reduce);
    NOTHING(dot);
    NOTHING(stencil);
}

static void versions_agree(void **state)
{
    char text[32];
    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", TILEWRIGHT_VERSION_MAJOR, TILEWRIGHT_VERSION_MINOR,
             TILEWRIGHT_VERSION_PATCH);
    assert_string_equal(tw_version(), text);
    assert_string_equal(TILEWRIGHT_VERSION, text);
    assert_int_equal(tw_version_number(), TILEWRIGHT_VERSION_NUMBER);
    assert_int_equal(tw_version_number() / 10000, TILEWRIGHT_VERSION_MAJOR);
    assert_int_equal(tw_version_number() / 100 % 100, TILEWRIGHT_VERSION_MINOR);
    assert_int_equal(tw_version_number() % 100, TILEWRIGHT_VERSION_PATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_that_are_none_cost_nothing),
        cmocka_unit_test(machines_that_are_none),
        cmocka_unit_test(elements_and_targets_that_are_none),
        cmocka_unit_test(occupancy_of_nothing),
        cmocka_unit_test(counts_of_nothing),
        cmocka_unit_test(shapes_of_nothing),
        cmocka_unit_test(additions_to_nothing),
        cmocka_unit_test(kernels_of_nothing),
        cmocka_unit_test(errors_of_nothing),
        cmocka_unit_test(problems_of_nothing),
        cmocka_unit_test(versions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
