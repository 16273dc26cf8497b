/* same_checks.h - what two checks of one kernel say must be the same, wherever its results were compared. */
#ifndef TW_TESTS_SAME_CHECKS_H
#define TW_TESTS_SAME_CHECKS_H

#include "runtime/launch.h"

static inline void expect_same_mismatch(const struct tw_mismatch *a, const struct tw_mismatch *b)
{
    assert_int_equal(a->buffer, b->buffer);
    assert_int_equal(a->index, b->index);
    assert_string_equal(a->expected, b->expected);
    assert_string_equal(a->got, b->got);
    assert_true(a->off == b->off);
    assert_true(a->allowed == b->allowed);
}

static inline void expect_same_check(const struct tw_check *a, const struct tw_check *b)
{
    assert_int_equal(a->ok, b->ok);
    assert_int_equal(a->trial, b->trial);
    assert_int_equal(a->mismatches, b->mismatches);
    assert_int_equal(a->inputs_changed, b->inputs_changed);
    assert_int_equal(a->scratch_left, b->scratch_left);
    assert_int_equal(a->guard_bytes_changed, b->guard_bytes_changed);
    assert_int_equal(a->unchecked, b->unchecked);
    assert_int_equal(a->unsteady, b->unsteady);
    assert_int_equal(a->unwritten, b->unwritten);
    assert_int_equal(a->unchanged, b->unchanged);
    assert_int_equal(a->untold, b->untold);
    assert_int_equal(a->first_count, b->first_count);
    for (unsigned i = 0; i < a->first_count; i++) expect_same_mismatch(&a->first[i], &b->first[i]);
    expect_same_mismatch(&a->farthest, &b->farthest);
    assert_int_equal(a->output_count, b->output_count);
    assert_int_equal(a->element, b->element);
    assert_memory_equal(a->output, b->output, a->output_count * tw_element_info(a->element)->bytes);
}

#endif
