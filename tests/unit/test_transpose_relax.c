/*
 * The variant of a transpose for pointers that are aligned to their elements only (tw_family's `relax`): that there is one for
 * every variant that needs more, that it can be run where the variant can, and that it does the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "gen/families/transpose/candidates.h"
#include "gen/families/transpose/transpose.h"
#include "sim/tests/draws.h"

static const struct tw_family *const family = &tw_family_transpose;
static uint32_t chance = 1;

static int64_t among(int64_t low, int64_t high)
{
    chance = chance * 1664525 + 1013904223;
    return low + (int64_t)(chance >> 8) % (high - low + 1);
}

static const enum tw_element elements[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};

/* Anything, but mostly of the vector method. */
static void draw(int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_type] = elements[among(0, 4)];
    value[TRANSPOSE_rows] = among(1, 1 << among(0, 14));
    value[TRANSPOSE_cols] = among(1, 1 << among(0, 14));
    value[TRANSPOSE_batch] = among(1, 4);
    value[TRANSPOSE_in_pitch] = value[TRANSPOSE_cols] + among(0, 8) * among(0, 1);
    value[TRANSPOSE_out_pitch] = value[TRANSPOSE_rows] + among(0, 8) * among(0, 1);
    value[TRANSPOSE_in_offset] = among(0, 1) * among(0, 40);
    value[TRANSPOSE_out_offset] = among(0, 1) * among(0, 40);
    value[TRANSPOSE_order] = among(TRANSPOSE_ROWS, TRANSPOSE_COLUMNS);
    if (among(0, 1)) value[TRANSPOSE_band] = among(1, 20);
    value[TRANSPOSE_method] = among(0, 5) ? TRANSPOSE_VECTOR : among(TRANSPOSE_AUTO, TRANSPOSE_XOR);
    if (value[TRANSPOSE_method] != TRANSPOSE_VECTOR) return;
    int64_t half = 64 / tw_transpose_bytes(value);
    value[TRANSPOSE_tile_rows] = 2 * half * among(1, 3);
    value[TRANSPOSE_tile_cols] = half * among(1, 4);
    value[TRANSPOSE_vector] = 4 << among(0, 2);
    value[TRANSPOSE_steps] = among(1, 5);
    value[TRANSPOSE_unroll] = among(1, 4);
}

static bool is_accepted(const int64_t *value)
{
    struct tw_text reason = {0};
    bool accepted = tw_family_accept(family, value, tw_target_find(TW_DEFAULT_SM), &reason);
    tw_text_free(&reason);
    return accepted;
}

/* Narrow, tiny, or whatever; the tile as it comes, or given. */
static void draw_row_run(int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_method] = TRANSPOSE_ROW_RUN;
    value[TRANSPOSE_type] = elements[among(0, 4)];
    int64_t narrow = among(1, 1 << among(0, 9)), wide = among(1, 1 << among(0, 16)), how = among(0, 2);
    int64_t sectors = TW_SECTOR / tw_transpose_bytes(value), chunks = among(0, 1) ? sectors : 1;
    value[TRANSPOSE_rows] = how == 0 ? wide : narrow;
    value[TRANSPOSE_cols] = how == 0 ? narrow : how == 1 ? wide : among(1, 100);
    value[TRANSPOSE_batch] = among(1, 1 << among(0, 12));
    value[TRANSPOSE_in_pitch] = value[TRANSPOSE_cols] + among(0, 3) * chunks * among(0, 1);
    value[TRANSPOSE_out_pitch] = value[TRANSPOSE_rows] + among(0, 3) * chunks * among(0, 1);
    value[TRANSPOSE_in_offset] = among(0, 1) * chunks;
    value[TRANSPOSE_out_offset] = among(0, 1) * chunks;
    if (among(0, 1)) return;
    if (among(0, 3) == 0) value[TRANSPOSE_register_transpose] = among(0, TRANSPOSE_REGISTER_MATRICES);
    value[TRANSPOSE_tile_rows] = how == 0 ? sectors * among(1, 1 << among(0, 12)) : value[TRANSPOSE_rows];
    value[TRANSPOSE_tile_cols] = how == 1 ? sectors * among(1, 1 << among(0, 12)) : value[TRANSPOSE_cols];
    if (how == 2) value[TRANSPOSE_matrices] = among(0, 9) ? among(1, 1000) : INT32_MAX;
    if (how == 2 && among(0, 1)) value[TRANSPOSE_rows] = among(1, 8), value[TRANSPOSE_cols] = among(1, 8);
    if (how == 2) value[TRANSPOSE_tile_rows] = value[TRANSPOSE_tile_cols] = 100;
    if (how == 2 && among(0, 1)) value[TRANSPOSE_in_pitch] = value[TRANSPOSE_out_pitch] = TW_DERIVED;
}

/* The same but for what pointers need; shared memory and threads too. */
static void check_shapes(const struct tw_shape *own, const struct tw_shape *relaxed, unsigned bytes)
{
    struct tw_argument same[2];
    memcpy(same, own->arguments, sizeof same);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(same[i].align > bytes && same[i].align <= TW_CHUNK);
        same[i].align = bytes;
        assert_memory_equal(&same[i], &relaxed->arguments[i], sizeof same[i]);
    }
    assert_int_equal(own->argument_count, relaxed->argument_count);
    assert_int_equal(own->work.elements, relaxed->work.elements);
    assert_int_equal(tw_launch_threads(&own->launches[0]), tw_launch_threads(&relaxed->launches[0]));
    assert_int_equal(own->launches[0].shared_bytes, relaxed->launches[0].shared_bytes);
}

static void check(const int64_t *value)
{
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    int64_t relaxed[TW_MAX_FIELDS], again[TW_MAX_FIELDS];
    unsigned bytes = tw_transpose_bytes(value);
    static struct tw_shape own, other;
    tw_family_shape(family, value, target, &own);
    bool has = tw_family_relaxed(family, value, target, relaxed);
    assert_int_equal(has, own.arguments[0].align > bytes);
    assert_int_equal(own.arguments[0].align, own.arguments[1].align);
    if (!has) return;
    tw_family_shape(family, relaxed, target, &other);
    check_shapes(&own, &other, bytes);
    for (unsigned f = 0; f < family->field_count; f++) {
        bool may_differ = f == TRANSPOSE_pointers || f == TRANSPOSE_unroll || f == TRANSPOSE_vector ||
                          f == TRANSPOSE_steps || f == TRANSPOSE_band;
        if (!may_differ) assert_int_equal(value[f], relaxed[f]);
    }
    assert_int_equal(relaxed[TRANSPOSE_band], tw_transpose_band(relaxed));
    assert_false(tw_family_relaxed(family, relaxed, target, again));
    assert_memory_equal(relaxed, again, family->field_count * sizeof *relaxed);
}

/* Rows that are one sector of the output, of which tiles that share a sector need twice as many: more than shared memory holds. */
static bool is_least(const int64_t *value)
{
    int64_t bytes = tw_transpose_bytes(value), sector = TW_SECTOR / bytes;
    return value[TRANSPOSE_tile_rows] == sector && value[TRANSPOSE_rows] > sector &&
           2 * sector * value[TRANSPOSE_cols] * bytes > tw_target_find(TW_DEFAULT_SM)->shared_per_block;
}

/* The same problem, moved by as many threads. */
static void check_row_run(const int64_t *value, unsigned *having)
{
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    int64_t relaxed[TW_MAX_FIELDS], again[TW_MAX_FIELDS];
    unsigned bytes = tw_transpose_bytes(value);
    static struct tw_shape own, other;
    tw_family_shape(family, value, target, &own);
    bool has = tw_family_relaxed(family, value, target, relaxed);
    assert_int_equal(has, own.arguments[0].align > bytes && !is_least(value));
    if (!has) return;
    ++*having;
    tw_family_shape(family, relaxed, target, &other);
    assert_int_equal(other.arguments[0].align, bytes);
    assert_int_equal(other.arguments[1].align, bytes);
    assert_int_equal(own.work.elements, other.work.elements);
    assert_int_equal(tw_launch_threads(&own.launches[0]), tw_launch_threads(&other.launches[0]));
    for (unsigned f = 0; f < family->field_count; f++) {
        if (family->fields[f].roles & TW_FIELD_PROBLEM) assert_int_equal(value[f], relaxed[f]);
    }
    assert_int_equal(relaxed[TRANSPOSE_band], tw_transpose_band(relaxed));
    assert_false(tw_family_relaxed(family, relaxed, target, again));
}

static void every_variant_has_one_that_takes_elements(void **state)
{
    (void)state;
    const unsigned drawn = draws(4000, 20000);
    unsigned accepted = 0, row_runs = 0;
    for (unsigned i = 0; i < drawn; i++) {
        int64_t value[TW_MAX_FIELDS];
        draw(value);
        tw_family_resolve(family, value, tw_target_find(TW_DEFAULT_SM));
        if (!is_accepted(value)) continue;
        accepted++;
        if (value[TRANSPOSE_method] == TRANSPOSE_ROW_RUN)
            check_row_run(value, &row_runs);
        else
            check(value);
    }
    assert_true(accepted > drawn / 4);
}

static void every_row_run_variant_has_one_that_takes_elements(void **state)
{
    (void)state;
    const unsigned drawn = draws(4000, 20000);
    unsigned accepted = 0, having = 0;
    for (unsigned i = 0; i < drawn; i++) {
        int64_t value[TW_MAX_FIELDS];
        draw_row_run(value);
        tw_family_resolve(family, value, tw_target_find(TW_DEFAULT_SM));
        if (!is_accepted(value)) continue;
        accepted++;
        check_row_run(value, &having);
    }
    assert_true(accepted > drawn / 4 && having > drawn / 10 && having < accepted);
}

/* Given as a field, the tile and loads are chosen so that they can be: no load is wider than what rows begin at. */
static void a_choice_for_any_pointers_is_possible(void **state)
{
    (void)state;
    for (unsigned i = 0; i < draws(1000, 5000); i++) {
        int64_t value[TW_MAX_FIELDS];
        do draw(value);
        while (value[TRANSPOSE_method] != TRANSPOSE_VECTOR);
        for (unsigned f = 0; f < TW_TRANSPOSE_OPEN_FIELDS; f++)
            value[tw_transpose_open_fields[f]] = TW_DERIVED;
        value[TRANSPOSE_steps] = 1;
        value[TRANSPOSE_method] = among(0, 1) ? TRANSPOSE_AUTO : TRANSPOSE_VECTOR;
        value[TRANSPOSE_pointers] = TRANSPOSE_ANY;
        tw_family_resolve(family, value, tw_target_find(TW_DEFAULT_SM));
        assert_true(is_accepted(value));
        static struct tw_shape shape;
        tw_family_shape(family, value, tw_target_find(TW_DEFAULT_SM), &shape);
        assert_int_equal(shape.arguments[0].align, tw_transpose_bytes(value));
    }
}

/* A problem that promises aligned pointers, or needs no promise, has one kernel. */
static void one_kernel_where_that_is_asked_for(void **state)
{
    (void)state;
    for (int64_t pointers = TRANSPOSE_BOTH; pointers <= TRANSPOSE_ANY; pointers++) {
        int64_t value[TW_MAX_FIELDS], relaxed[TW_MAX_FIELDS];
        for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
        value[TRANSPOSE_rows] = value[TRANSPOSE_cols] = 512;
        value[TRANSPOSE_method] = TRANSPOSE_VECTOR;
        value[TRANSPOSE_pointers] = pointers;
        tw_family_resolve(family, value, tw_target_find(TW_DEFAULT_SM));
        assert_int_equal(tw_family_relaxed(family, value, tw_target_find(TW_DEFAULT_SM), relaxed),
                         pointers == TRANSPOSE_BOTH);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_has_one_that_takes_elements),
        cmocka_unit_test(every_row_run_variant_has_one_that_takes_elements),
        cmocka_unit_test(a_choice_for_any_pointers_is_possible),
        cmocka_unit_test(one_kernel_where_that_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
