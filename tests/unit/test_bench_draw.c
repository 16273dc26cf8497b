/* The random problems of the benches: the same everywhere, within their limits, of the kinds and in the shares that
   tools/bench/parts/draw.h promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/families/reduce/fields.h"
#include "gen/families/transpose/transpose.h"
#include "sim/tests/draws.h"
#include "tools/bench/parts/draw.h"
#include "tools/bench/parts/lengths.h"
#include "tools/bench/parts/timing.h"

#define DRAWS draws(2000, 20000)
#define LIMIT (UINT64_C(4) << 30)

static void same_everywhere(void **state)
{
    (void)state;
    /* As drawn on x86-64 with glibc 2.36; bench/regret's figures are of these. */
    static const int64_t known[][5] = {{1, 83, 305, 83, 1},         {32, 32, 4, 34, 33},
                                       {2, 1392, 56, 1392, 4},      {17, 262145, 1, 262145, 17},
                                       {6, 305060, 13, 305060, 6},  {6904, 29228, 1, 29228, 6904},
                                       {3018340, 2, 1, 2, 3018340}, {32, 2, 1, 2, 32}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        int64_t value[TRANSPOSE_FIELD_COUNT], again[TRANSPOSE_FIELD_COUNT];
        draw_transpose(&tw_family_transpose, 17, i, LIMIT, value);
        assert_int_equal(value[TRANSPOSE_rows], known[i][0]);
        assert_int_equal(value[TRANSPOSE_cols], known[i][1]);
        assert_int_equal(value[TRANSPOSE_batch], known[i][2]);
        assert_int_equal(value[TRANSPOSE_in_pitch], known[i][3]);
        assert_int_equal(value[TRANSPOSE_out_pitch], known[i][4]);
        draw_transpose(&tw_family_transpose, 17, i, LIMIT, again);
        assert_memory_equal(value, again, sizeof value);
        draw_transpose(&tw_family_transpose, 18, i, LIMIT, again);
        assert_memory_not_equal(value, again, sizeof value);
    }
}

/* What was found is off from the expected share by five standard deviations at most. */
static void assert_share(unsigned found, double share)
{
    double expected = share * DRAWS, off = found - expected;
    assert_true(off * off < 25 * DRAWS * share * (1 - share));
}

static bool is_near_power(int64_t side)
{
    return side > 64 &&
           ((side & (side - 1)) == 0 || ((side + 1) & side) == 0 || ((side - 1) & (side - 2)) == 0);
}

static void limits_and_shares(void **state)
{
    (void)state;
    unsigned single = 0, sizes[17] = {0}, in_only = 0, out_only = 0, both = 0, near = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        int64_t v[TRANSPOSE_FIELD_COUNT];
        uint64_t limit = i % 2 ? LIMIT : UINT64_C(1) << 20;
        struct tw_text reason = {0};
        draw_transpose(&tw_family_transpose, 3, i, limit, v);
        const struct tw_transpose t = tw_transpose_problem(v);
        assert_true(t.in_count * t.bytes <= limit && t.out_count * t.bytes <= limit);
        assert_in_range(t.rows, 1, DRAW_SIDE_MAX);
        assert_in_range(t.cols, 1, DRAW_SIDE_MAX);
        assert_true(t.in_pitch >= t.cols && t.out_pitch >= t.rows && t.in_offset == 0 && t.out_offset == 0);
        v[TRANSPOSE_method] = TRANSPOSE_NAIVE; /* takes any problem but for the number of blocks */
        v[TRANSPOSE_tile_rows] = v[TRANSPOSE_tile_cols] = 32;
        tw_family_transpose.resolve(v, tw_target_find(90));
        bool accepted = tw_family_transpose.accept(v, tw_target_find(90), &reason);
        assert_true(accepted || strstr(tw_text_string(&reason), "2^31 - 1 tiles"));
        tw_text_free(&reason);
        bool in = t.in_pitch > t.cols, out = t.out_pitch > t.rows;
        sizes[t.bytes]++;
        in_only += in && !out, out_only += out && !in, both += in && out;
        single += t.batch == 1;
        near += is_near_power((int64_t)t.rows);
    }
    assert_true(single > DRAWS / 2 && single < DRAWS * 3 / 4); /* the others are drawn, and may be 1 too */
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) assert_true(sizes[bytes] > DRAWS / 8);
    assert_true(sizes[1] > sizes[16]); /* of large elements fewer problems fit */
    assert_true(in_only > DRAWS / 20 && out_only > DRAWS / 20 && both > DRAWS / 20);
    assert_true(in_only + out_only + both < DRAWS * 35 / 100);
    assert_true(near > DRAWS / 20 && near < DRAWS / 4);
}

static void reductions(void **state)
{
    (void)state;
    const struct tw_family *family = tw_family_find("reduce");
    unsigned columns = 0, segments = 0, arrays = 0, gaps = 0, bytes[9] = {0};
    for (unsigned i = 0; i < DRAWS; i++) {
        int64_t v[REDUCE_FIELD_COUNT], again[REDUCE_FIELD_COUNT];
        uint64_t limit = i % 2 ? LIMIT : UINT64_C(1) << 20;
        draw_reduction(family, 3, i, limit, v);
        draw_reduction(family, 3, i, limit, again);
        assert_memory_equal(v, again, sizeof v);
        assert_in_range(v[REDUCE_rows], 1, DRAW_SIDE_MAX);
        bool along_segments = v[REDUCE_along] == REDUCE_SEGMENTS;
        if (!along_segments) assert_in_range(v[REDUCE_cols], 1, DRAW_SIDE_MAX);
        uint64_t size = draw_reduction_bytes(v), lines = along_segments ? 1 : (uint64_t)v[REDUCE_rows];
        assert_true(v[REDUCE_pitch] >= v[REDUCE_cols]);
        assert_true(lines * (uint64_t)v[REDUCE_pitch] * size <= limit);
        bool along_columns = v[REDUCE_along] == REDUCE_COLUMNS;
        assert_true(8 * (uint64_t)v[along_columns ? REDUCE_cols : REDUCE_rows] <= limit);
        tw_family_resolve(family, v, tw_target_find(90));
        assert_true(tw_family_accepts(family, v, tw_target_find(90)));
        columns += along_columns;
        segments += along_segments;
        arrays += !along_columns && !along_segments && v[REDUCE_rows] == 1;
        gaps += v[REDUCE_pitch] > v[REDUCE_cols];
        bytes[size]++;
    }
    assert_true(columns > DRAWS / 3 && columns < DRAWS * 2 / 3);
    assert_true(segments > DRAWS / 10 && segments < DRAWS * 3 / 10);
    assert_true(arrays > DRAWS / 7 && arrays < DRAWS / 2);
    assert_true(gaps > DRAWS / 10 && gaps < DRAWS * 3 / 10);
    for (unsigned size = 1; size <= 8; size *= 2) assert_true(bytes[size] > DRAWS / 10);
}

/* What lengths.h says of each kind, of 10,000 segments with 1,000,000 elements. */
static void lengths(void **state)
{
    (void)state;
    enum { SEGMENTS = 10000, ELEMENTS = 1000000, AVERAGE = ELEMENTS / SEGMENTS };
    static uint64_t offset[SEGMENTS + 1];
    unsigned came[LENGTHS_KINDS] = {0};
    for (enum lengths kind = 0; kind < LENGTHS_KINDS; kind++) {
        uint64_t empty = 0, longest = 0, over = 0, in_long = 0;
        lengths_fill(kind, SEGMENTS, ELEMENTS, offset);
        assert_true(offset[0] == 0 && offset[SEGMENTS] == ELEMENTS);
        for (unsigned i = 0; i < SEGMENTS; i++) {
            assert_true(offset[i] <= offset[i + 1]);
            uint64_t length = offset[i + 1] - offset[i];
            empty += length == 0;
            over += length > 2 * AVERAGE + 1;
            if (length > 2 * AVERAGE) in_long += length;
            if (length > longest) longest = length;
        }
        assert_true(kind == LENGTHS_EQUAL ? empty == 0 && longest <= AVERAGE + 1 : longest > AVERAGE + 1);
        assert_true((over == 0) == (kind == LENGTHS_EQUAL || kind == LENGTHS_UNEVEN));
        if (kind == LENGTHS_GAPS) assert_true(empty > SEGMENTS * 7 / 10 && empty < SEGMENTS * 8 / 10);
        if (kind == LENGTHS_SKEWED || kind == LENGTHS_GROWING)
            assert_true(in_long > ELEMENTS / 2 && over < SEGMENTS / 5);
        if (kind == LENGTHS_OUTLIERS)
            assert_true(over > SEGMENTS / 500 && over < SEGMENTS / 100 && longest > 50 * AVERAGE);
        if (kind == LENGTHS_GROWING)
            for (unsigned i = 2; i < SEGMENTS; i++)
                assert_true(offset[i + 1] - offset[i] + 1 >= offset[i] - offset[i - 1]);
        for (uint64_t segments = 1; segments < 40; segments++) {
            lengths_fill(kind, segments, 3, offset);
            assert_true(offset[0] == 0 && offset[segments] == 3);
        }
        lengths_fill(kind, 0, 0, offset);
        assert_true(offset[0] == 0);
    }
    for (uint64_t i = 0; i < 600; i++) came[lengths_of(i, 1000 + i * i)]++;
    for (enum lengths kind = 0; kind < LENGTHS_KINDS; kind++) assert_true(came[kind] > 50);
}

static void log_uniform_is_even(void **state)
{
    (void)state;
    unsigned below[4] = {0};
    uint64_t random = 5;
    for (unsigned i = 0; i < DRAWS; i++) {
        int64_t number = draw_log_uniform(&random, 9999);
        assert_in_range(number, 1, 9999);
        below[number >= 1000 ? 3 : number >= 100 ? 2 : number >= 10 ? 1 : 0]++;
    }
    for (unsigned i = 0; i < 4; i++) assert_share(below[i], 0.25);
    for (unsigned i = 0; i < 100; i++) assert_int_equal(draw_log_uniform(&random, 1), 1);
}

static void quantiles(void **state)
{
    (void)state;
    double values[] = {5, 1, 4, 2, 3}, one[] = {7};
    assert_true(timing_quantile(values, 5, 0.5) == 3 && timing_quantile(values, 5, 0) == 1);
    assert_true(timing_quantile(values, 5, 1) == 5 && timing_quantile(values, 5, 0.625) == 3.5);
    assert_true(timing_quantile(one, 1, 0.75) == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_everywhere),     cmocka_unit_test(limits_and_shares),
        cmocka_unit_test(reductions),          cmocka_unit_test(lengths),
        cmocka_unit_test(log_uniform_is_even), cmocka_unit_test(quantiles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
