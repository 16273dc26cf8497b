/*
 * What the tiles of the vector method read from the L2, against brute force: every row of every tile, every chunk of it that
 * the kernel loads, and the sectors that these are in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "gen/families/transpose/traffic.h"
#include "gen/families/transpose/transpose.h"

#define ROUNDS 4000

static uint32_t chance = 1;

static int64_t among(int64_t low, int64_t high)
{
    chance = chance * 1664525 + 1013904223;
    return low + (int64_t)(chance >> 8) % (high - low + 1);
}

/* Variants of the vector method with matrices that a few tiles cover; false: not an accepted one. */
static bool draw(int64_t *value)
{
    static const enum tw_element elements[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};
    const struct tw_family *family = &tw_family_transpose;
    struct tw_text reason = {0};
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_type] = elements[among(0, 4)];
    value[TRANSPOSE_method] = TRANSPOSE_VECTOR;
    int64_t half = 64 / tw_transpose_bytes(value);
    value[TRANSPOSE_tile_rows] = 2 * half * among(1, 3);
    value[TRANSPOSE_tile_cols] = half * among(1, 4);
    value[TRANSPOSE_rows] = among(1, 5 * value[TRANSPOSE_tile_rows]);
    value[TRANSPOSE_cols] = among(1, 4 * value[TRANSPOSE_tile_cols]);
    value[TRANSPOSE_batch] = among(0, 3) ? 1 : among(1, 40);
    value[TRANSPOSE_in_pitch] = value[TRANSPOSE_cols] + among(0, 40) * among(0, 1);
    value[TRANSPOSE_out_pitch] = value[TRANSPOSE_rows] + among(0, 40) * among(0, 1);
    value[TRANSPOSE_in_offset] = among(0, 40) * among(0, 1);
    value[TRANSPOSE_out_offset] = among(0, 40) * among(0, 1);
    value[TRANSPOSE_vector] = 4 << among(0, 2);
    value[TRANSPOSE_steps] = among(1, 4);
    tw_family_resolve(family, value, tw_target_find(TW_DEFAULT_SM));
    bool accepted = tw_family_accept(family, value, tw_target_find(TW_DEFAULT_SM), &reason);
    tw_text_free(&reason);
    return accepted;
}

/* The sectors of columns `col` to `end` of the row that begins at byte `row`, as the kernel loads them: chunks of 16 bytes or
   less, each alone or, where it is shifted, with all of the two aligned ones around it. */
static uint64_t touch(const struct tw_transpose *t, uint64_t row, uint64_t col, uint64_t end)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (uint64_t c = col; c < end; c += t->per_chunk) {
        uint64_t elements = end - c < t->per_chunk ? end - c : t->per_chunk;
        uint64_t first = row + c * t->bytes, behind = first + elements * t->bytes, pair = first - first % 16;
        bool shifts = t->vector == 16 && t->in_grain < 16;
        if (shifts) first = pair, behind = pair + 32;
        if (first / 32 < low) low = first / 32;
        if ((behind + 31) / 32 > high) high = (behind + 31) / 32;
    }
    return high - low;
}

static uint64_t count(const struct tw_transpose *t)
{
    uint64_t sum = 0;
    for (uint64_t matrix = 0; matrix < t->batch; matrix++) {
        for (uint64_t tile = 0; tile < t->tiles_down; tile++) {
            uint64_t first = tile * t->step + (tile % t->steps ? t->kept : 0),
                     end = tile * t->step + t->tile_rows;
            for (uint64_t row = first; row < end && row < t->rows; row++) {
                uint64_t at = 4096 + (t->in_offset + (matrix * t->rows + row) * t->in_pitch) * t->bytes;
                for (uint64_t col = 0; col < t->cols; col += t->tile_cols)
                    sum += touch(t, at, col, col + t->tile_cols < t->cols ? col + t->tile_cols : t->cols);
            }
        }
    }
    return sum;
}

static void equals_brute_force(void **state)
{
    unsigned said = 0, shared = 0;
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        int64_t value[TRANSPOSE_FIELD_COUNT];
        if (!draw(value)) continue;
        const struct tw_transpose t = tw_transpose_of(value);
        static struct tw_shape shape;
        tw_shape_clear(&shape);
        tw_family_transpose.shape(value, &shape);
        assert_int_equal(shape.work.tile_sectors, t.tiles_across > 1 ? count(&t) : 0);
        said += shape.work.tile_sectors > 0;
        shared += shape.work.tile_sectors > shape.work.read_sectors;
    }
    assert_true(said > ROUNDS / 4);
    assert_true(shared > ROUNDS / 8);
}

/* An aligned matrix of whole tiles is read once; of other methods nothing is said. */
static void is_plain_where_nothing_is_shared(void **state)
{
    int64_t value[TRANSPOSE_FIELD_COUNT];
    (void)state;
    for (unsigned f = 0; f < TRANSPOSE_FIELD_COUNT; f++) value[f] = tw_family_transpose.fields[f].fallback;
    value[TRANSPOSE_type] = TW_FLOAT32;
    value[TRANSPOSE_rows] = value[TRANSPOSE_cols] = 1024;
    value[TRANSPOSE_method] = TRANSPOSE_VECTOR;
    tw_family_transpose.resolve(value, tw_target_find(TW_DEFAULT_SM));
    static struct tw_shape shape;
    tw_family_transpose.shape(value, &shape);
    assert_int_equal(shape.work.tile_sectors, 1024 * 1024 * 4 / 32);
    value[TRANSPOSE_method] = TRANSPOSE_NAIVE;
    struct tw_transpose t = tw_transpose_of(value);
    assert_int_equal(tw_transpose_tile_sectors(&t), 0);
}

/* What an H200 counted as sectors read from the L2 (l1tex__m_xbar2l1tex_read_sectors), which hits in the first level make a
   little less: within half a percent. */
static void is_what_hardware_counts(void **state)
{
    static const struct {
        enum tw_element type;
        int64_t rows, cols, tile_rows, tile_cols;
        double counted;
    } measured[] = {
        {TW_UINT8, 20011, 13007, 256, 128, 11606845},   {TW_UINT8, 20011, 13007, 512, 128, 10834747},
        {TW_FLOAT16, 15001, 11003, 256, 64, 13732466},  {TW_FLOAT16, 15001, 11003, 128, 128, 13248918},
        {TW_FLOAT16, 15001, 11003, 192, 128, 12701990}, {TW_FLOAT32, 9973, 7919, 128, 64, 11839094},
    };
    (void)state;
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        int64_t value[TRANSPOSE_FIELD_COUNT];
        for (unsigned f = 0; f < TRANSPOSE_FIELD_COUNT; f++)
            value[f] = tw_family_transpose.fields[f].fallback;
        value[TRANSPOSE_type] = measured[i].type;
        value[TRANSPOSE_rows] = measured[i].rows;
        value[TRANSPOSE_cols] = measured[i].cols;
        value[TRANSPOSE_method] = TRANSPOSE_VECTOR;
        value[TRANSPOSE_tile_rows] = measured[i].tile_rows;
        value[TRANSPOSE_tile_cols] = measured[i].tile_cols;
        tw_family_transpose.resolve(value, tw_target_find(TW_DEFAULT_SM));
        const struct tw_transpose t = tw_transpose_of(value);
        double share = (double)tw_transpose_tile_sectors(&t) / measured[i].counted;
        assert_true(share > 0.995 && share < 1.005);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_brute_force),
        cmocka_unit_test(is_plain_where_nothing_is_shared),
        cmocka_unit_test(is_what_hardware_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
