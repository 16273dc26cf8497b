/*
 * Predictions of the tile family against: the counts an H200 reported, a count written here from the family's
 * definition alone (no function of the family, a naive bank count), and the closed forms of docs/tile.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/tile/fields.h"
#include "gen/layout/predict.h"

struct variant {
    int64_t value[TILE_FIELD_COUNT];
};

static struct variant variant(int x, int y, int pad, int layout, int index, int swizzle, int type)
{
    struct variant v = {0};
    v.value[TILE_BDIMX] = x;
    v.value[TILE_BDIMY] = y;
    v.value[TILE_IPAD] = pad;
    v.value[TILE_layout] = layout;
    v.value[TILE_index] = index;
    v.value[TILE_shared] = TILE_DYNAMIC;
    v.value[TILE_scope] = TILE_KERNEL;
    v.value[TILE_swizzle] = swizzle;
    v.value[TILE_type] = type;
    v.value[TILE_carveout] = TW_WORD(0);
    v.value[TILE_BDIMZ] = 1;
    v.value[TILE_dims] = TW_WORD(0);
    v.value[TILE_tile_rows] = v.value[TILE_tile_cols] = v.value[TILE_tile_depth] = TW_WORD(0);
    v.value[TILE_writes] = v.value[TILE_reads] = TW_WORD(0);
    v.value[TILE_tiles] = 1;
    v.value[TILE_IPAD2] = v.value[TILE_writes2] = v.value[TILE_reads2] = TW_WORD(0);
    return v;
}

static bool accepted(const struct variant *v)
{
    struct tw_text reason = {0};
    bool yes = tw_family_find("tile")->accept(v->value, tw_target_find(90), &reason);
    assert_int_equal(yes, reason.length == 0);
    tw_text_free(&reason);
    return yes;
}

static struct tw_prediction predict(const struct variant *v)
{
    static struct tw_shape shape;
    assert_true(accepted(v));
    tw_family_shape(tw_family_find("tile"), v->value, tw_target_find(90), &shape);
    const struct tw_prediction *predicted = tw_predict(tw_family_find("tile"), v->value, &shape);
    assert_non_null(predicted);
    return predicted[0];
}

/* ---- measured on hardware ---- */

/* BDIMX,BDIMY,IPAD,write_order,read_order,index_form,shared,load_requests,load_wavefronts,store_requests,store_wavefronts
 */
static void measured_tiles(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DIR "/data/h200-tile-wavefronts.csv", "r");
    assert_non_null(file);
    char line[256];
    unsigned rows = 0;
    assert_non_null(fgets(line, sizeof line, file)); /* the heading */
    for (; fgets(line, sizeof line, file); rows++) {
        int x, y, pad;
        char write[8], read[8], index[8], shared[8];
        unsigned long long lr, lw, sr, sw;
        assert_int_equal(sscanf(line, "%d,%d,%d,%7[^,],%7[^,],%7[^,],%7[^,],%llu,%llu,%llu,%llu", &x, &y,
                                &pad, write, read, index, shared, &lr, &lw, &sr, &sw),
                         11);
        bool write_row = strcmp(write, "row") == 0, read_row = strcmp(read, "row") == 0;
        int layout = write_row  ? (read_row ? TILE_ROW_ROW : TILE_ROW_COL)
                     : read_row ? TILE_COL_ROW
                                : TILE_COL_COL;
        int form = strcmp(index, "2d") == 0 ? TILE_2D : TILE_LINEAR;
        struct variant v = variant(x, y, pad, layout, form, TW_SWIZZLE_NONE, TW_INT32);
        struct tw_counts counts = predict(&v).counts;
        if (counts.load_requests != lr || counts.load_wavefronts != lw || counts.store_requests != sr ||
            counts.store_wavefronts != sw) {
            fail_msg("row %u: %s predicted %u loads and %u stores", rows + 2, line,
                     (unsigned)counts.load_wavefronts, (unsigned)counts.store_wavefronts);
        }
    }
    fclose(file);
    assert_int_equal(rows, 246);
}

/* ---- an independent count ---- */

/* How many different words bank `bank` must serve for lanes first..last-1. */
static unsigned words_of_bank(unsigned bank, unsigned bytes, const unsigned *addr, unsigned first,
                              unsigned last)
{
    unsigned word[128], words = 0;
    for (unsigned lane = first; lane < last; lane++) {
        for (unsigned byte = 0; byte < bytes; byte += bytes < 4 ? bytes : 4) {
            unsigned w = (addr[lane] + byte) / 4, k = 0;
            while (k < words && word[k] != w) k++;
            if (w % 32 == bank && k == words) word[words++] = w;
        }
    }
    return words;
}

/* Every pair of the warp's lanes (i, i xor distance) that both exist has one address. */
static bool paired(const unsigned *addr, unsigned lanes, unsigned distance)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        if ((lane ^ distance) < lanes && addr[lane] != addr[lane ^ distance]) return false;
    }
    return true;
}

static unsigned naive_request(bool load, unsigned bytes, const unsigned *addr, unsigned lanes)
{
    unsigned group = bytes == 16 ? 8 : bytes == 8 ? 16 : 32, total = 0;
    if (load && bytes > 4 && (paired(addr, lanes, 1) || paired(addr, lanes, 2))) group *= 2;
    for (unsigned first = 0; first < lanes; first += group) {
        unsigned last = first + group < lanes ? first + group : lanes, most = 0;
        for (unsigned bank = 0; bank < 32; bank++) {
            unsigned words = words_of_bank(bank, bytes, addr, first, last);
            if (words > most) most = words;
        }
        total += most;
    }
    return total;
}

/* Where thread (x, y) of an access goes, from the definition. */
static unsigned naive_address(const int64_t *v, bool by_rows, unsigned x, unsigned y)
{
    static const unsigned element_bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 8, 16, 8, 16, 16};
    unsigned X = (unsigned)v[TILE_BDIMX], Y = (unsigned)v[TILE_BDIMY], idx = y * X + x,
             s = element_bytes[v[TILE_type]];
    bool linear = v[TILE_index] == TILE_LINEAR, turned = v[TILE_layout] == TILE_COL_COL && !linear;
    unsigned H = turned ? X : Y, W = turned ? Y : X;
    unsigned r = by_rows ? (linear ? idx / X : y) : (linear ? idx % Y : x);
    unsigned c = by_rows ? (linear ? idx % X : x) : (linear ? idx / Y : y);
    assert_true(r < H && c < W);
    if (v[TILE_swizzle] == TW_SWIZZLE_SKEW) c = (c + r) % W;
    if (v[TILE_swizzle] == TW_SWIZZLE_XOR) {
        unsigned L = s <= 4 ? 32 : 128 / s, lines = 128 / s / W, t = r / (lines > 1 ? lines : 1);
        unsigned m = L / (H < L ? H : L) * (4 / s > 1 ? 4 / s : 1);
        c ^= t * m % W;
    }
    return (r * (W + (unsigned)v[TILE_IPAD]) + c) * s;
}

static unsigned naive_wavefronts(const int64_t *v, bool load)
{
    static const unsigned element_bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 8, 16, 8, 16, 16};
    bool by_rows = v[TILE_layout] == TILE_ROW_ROW || v[TILE_layout] == (load ? TILE_COL_ROW : TILE_ROW_COL);
    unsigned X = (unsigned)v[TILE_BDIMX], threads = X * (unsigned)v[TILE_BDIMY], total = 0;
    for (unsigned first = 0; first < threads; first += 32) {
        unsigned addr[32], lanes = threads - first < 32 ? threads - first : 32;
        for (unsigned i = 0; i < lanes; i++)
            addr[i] = naive_address(v, by_rows, (first + i) % X, (first + i) / X);
        total += naive_request(load, element_bytes[v[TILE_type]], addr, lanes);
    }
    return total;
}

static void check_naive(const struct variant *v)
{
    struct tw_counts counts = predict(v).counts;
    uint64_t requests = (uint64_t)(v->value[TILE_BDIMX] * v->value[TILE_BDIMY] + 31) / 32;
    unsigned loads = naive_wavefronts(v->value, true), stores = naive_wavefronts(v->value, false);
    if (counts.load_wavefronts == loads && counts.store_wavefronts == stores &&
        counts.load_requests == requests && counts.store_requests == requests) {
        return;
    }
    fail_msg("%d x %d, pad %d, layout %d, index %d, swizzle %d, type %d: predicted %u loads, %u stores; "
             "counted %u, %u",
             (int)v->value[TILE_BDIMX], (int)v->value[TILE_BDIMY], (int)v->value[TILE_IPAD],
             (int)v->value[TILE_layout], (int)v->value[TILE_index], (int)v->value[TILE_swizzle],
             (int)v->value[TILE_type], (unsigned)counts.load_wavefronts, (unsigned)counts.store_wavefronts,
             loads, stores);
}

/* Sampled over every block 1..40 x 1..25, pads 0..64, all layouts, forms, swizzles and types. */
static void sampled_blocks_match_naive(void **state)
{
    (void)state;
    unsigned checked = 0;
    srand(1);
    for (int x = 1; x <= 40; x++) {
        for (int y = 1; y <= 25; y++) {
            for (int round = 0; round < 4; round++) {
                struct variant v =
                    variant(x, y, rand() % 65, rand() % 4, rand() % 2, rand() % 3, rand() % TW_ELEMENT_COUNT);
                if (!accepted(&v)) continue;
                check_naive(&v);
                checked++;
            }
        }
    }
    assert_in_range(checked, 2000, 4000);
}

/* Every combination of layout, form, swizzle and type on a few blocks, with and without padding. */
static void every_combination_matches_naive(void **state)
{
    (void)state;
    static const int blocks[][2] = {{32, 32}, {32, 16}, {24, 20}, {33, 7}, {128, 4},
                                    {4, 128}, {8, 8},   {1, 1},   {5, 1}};
    static const int pads[] = {0, 1, 2, 33};
    for (unsigned b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        for (int i = 0; i < 4 * 2 * 3 * TW_ELEMENT_COUNT; i++) {
            struct variant v =
                variant(blocks[b][0], blocks[b][1], pads[i % 4], i % 4, i / 4 % 2, i / 8 % 3, i / 24);
            v.value[TILE_IPAD] = pads[(unsigned)rand() % 4];
            if (accepted(&v)) check_naive(&v);
        }
    }
}

/* ---- closed forms ---- */

static unsigned gcd(unsigned a, unsigned b)
{
    return b ? gcd(b, a % b) : a;
}

/* 4-byte elements, a column read in 2d form: gcd(pitch, 32) wavefronts per request. */
static void column_read_costs_gcd(void **state)
{
    (void)state;
    for (int pad = 0; pad <= 1024; pad++) {
        struct variant v = variant(32, 32, pad, TILE_ROW_COL, TILE_2D, TW_SWIZZLE_NONE, TW_FLOAT32);
        struct tw_counts counts = predict(&v).counts;
        assert_int_equal(counts.load_wavefronts, 32 * gcd(32 + (unsigned)pad, 32));
        assert_int_equal(counts.store_wavefronts, 32);
    }
}

/* Linear form, BDIMY = R a power of two: free of conflicts exactly when gcd(pitch, 32) = 32 / R. */
static void linear_column_read_is_free_by_gcd(void **state)
{
    (void)state;
    for (unsigned rows = 2; rows <= 32; rows *= 2) {
        for (int pad = 0; pad <= 64; pad++) {
            struct variant v =
                variant(32, (int)rows, pad, TILE_ROW_COL, TILE_LINEAR, TW_SWIZZLE_NONE, TW_INT32);
            bool is_free = predict(&v).counts.load_wavefronts == rows;
            assert_int_equal(is_free, gcd(32 + (unsigned)pad, 32) == 32 / rows);
        }
    }
}

/* Wavefronts of the column reads of a whole block. */
static unsigned reads(int x, int y, int pad, int swizzle, int type)
{
    struct variant v = variant(x, y, pad, TILE_ROW_COL, TILE_LINEAR, swizzle, type);
    return (unsigned)predict(&v).counts.load_wavefronts;
}

/* A 32x16 block has 16 warps, 32x32 has 32, 16x16 has 8: that many wavefronts are ideal. */
static void known_tiles(void **state)
{
    (void)state;
    assert_int_equal(reads(32, 16, 0, TW_SWIZZLE_NONE, TW_INT32), 16 * 16);
    assert_int_equal(reads(32, 16, 1, TW_SWIZZLE_NONE, TW_INT32), 16 * 2);
    assert_int_equal(reads(32, 16, 2, TW_SWIZZLE_NONE, TW_INT32), 16);
    assert_int_equal(reads(32, 16, 0, TW_SWIZZLE_SKEW, TW_INT32), 16 * 2);
    assert_int_equal(reads(32, 32, 0, TW_SWIZZLE_SKEW, TW_INT32), 32);
    assert_int_equal(reads(16, 16, 0, TW_SWIZZLE_SKEW, TW_INT32), 8);
    assert_int_equal(reads(32, 32, 2, TW_SWIZZLE_NONE, TW_INT16), 32);
    assert_int_equal(reads(32, 32, 4, TW_SWIZZLE_NONE, TW_INT8), 32);
    assert_in_range(reads(32, 32, 1, TW_SWIZZLE_NONE, TW_INT16), 33, 1024);
    assert_in_range(reads(32, 32, 1, TW_SWIZZLE_NONE, TW_INT8), 33, 1024);
}

/* Both orders ideal, without a byte wasted, on every power-of-two tile whose threads fit a block. */
static void xor_is_ideal(void **state)
{
    (void)state;
    static const int types[] = {TW_INT8, TW_INT16, TW_INT32, TW_INT64, TW_INT32X4};
    unsigned tiles = 0;
    for (int x = 4; x <= 128; x *= 2) {
        for (int y = 4; y <= 128 && x * y <= 1024; y *= 2) {
            for (unsigned t = 0; t < sizeof types / sizeof *types; t++, tiles++) {
                struct variant v = variant(x, y, 0, TILE_ROW_COL, TILE_LINEAR, TW_SWIZZLE_XOR, types[t]);
                struct tw_prediction prediction = predict(&v);
                for (unsigned i = 0; i < prediction.access_count; i++) {
                    assert_int_equal(prediction.accesses[i].wavefronts, prediction.accesses[i].ideal);
                }
            }
        }
    }
    assert_int_equal(tiles, 26 * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measured_tiles),
        cmocka_unit_test(sampled_blocks_match_naive),
        cmocka_unit_test(every_combination_matches_naive),
        cmocka_unit_test(column_read_costs_gcd),
        cmocka_unit_test(linear_column_read_is_free_by_gcd),
        cmocka_unit_test(known_tiles),
        cmocka_unit_test(xor_is_ideal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
