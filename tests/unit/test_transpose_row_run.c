/*
 * The row-run method in numbers: where elements lie in shared memory, by brute force; that what it is designed for is free of bank
 * conflicts; and that any fields whatever are refused, or have a shape and a prediction that cover the whole problem.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/transpose/row_run/row_run.h"
#include "gen/families/transpose/transpose.h"
#include "gen/layout/predict.h"
#include "sim/tests/draws.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct tw_family *const family = &tw_family_transpose;
static const enum tw_element elements[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};
static uint32_t chance = 1;

static int64_t among(int64_t low, int64_t high)
{
    chance = chance * 1664525 + 1013904223;
    return low + (int64_t)(chance >> 8) % (high - low + 1);
}

static const struct tw_target *target(void)
{
    return tw_target_find(TW_DEFAULT_SM);
}

static void begin(int64_t *value, enum tw_element element, int64_t rows, int64_t cols)
{
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_method] = TRANSPOSE_ROW_RUN;
    value[TRANSPOSE_type] = element;
    value[TRANSPOSE_rows] = rows;
    value[TRANSPOSE_cols] = cols;
}

static bool is_accepted(const int64_t *value)
{
    struct tw_text reason = {0};
    bool accepted = tw_family_accept(family, value, target(), &reason);
    assert_int_equal(accepted, reason.length == 0);
    tw_text_free(&reason);
    return accepted;
}

static struct tw_prediction predict(const int64_t *value)
{
    static struct tw_shape shape;
    tw_family_shape(family, value, target(), &shape);
    const struct tw_prediction *predicted = tw_predict(family, value, &shape);
    assert_non_null(predicted);
    return predicted[0];
}

#define NARROW draws(80, 300)     /* elements of the narrow side, at most */
#define PLACES draws(400, 2000)   /* problems whose elements are placed   */
#define DRAWN  draws(4000, 20000) /* of any fields                        */

static void check_prediction(const int64_t *value);

/* ---- conflicts ---- */

/* If the narrow side of a tile has an even number of elements, words of one column or row are all at every second place;
   where it is a multiple of 4, a warp takes four of them. */
static unsigned degree(unsigned bytes, uint64_t narrow)
{
    return bytes < TW_CHUNK && narrow % 4 == 2 ? 2 : 1;
}

/* Every request of whole warps takes as few wavefronts as so many bytes can, and no more than so often. */
static void has_few_conflicts(const int64_t *value, uint64_t narrow)
{
    const struct tw_prediction predicted = predict(value);
    assert_true(is_accepted(value));
    for (unsigned i = 0; i < predicted.access_count; i++) {
        const struct tw_access_cost *cost = &predicted.accesses[i];
        uint64_t least = cost->bytes > 4 ? cost->bytes / 4 : 1;
        if (cost->bytes == tw_transpose_bytes(value)) least *= degree(cost->bytes, narrow);
        if (cost->wavefronts > cost->requests * least)
            fail_msg("%lld x %lld of %u bytes: %s takes %llu wavefronts for %llu requests",
                     (long long)value[TRANSPOSE_rows], (long long)value[TRANSPOSE_cols],
                     tw_transpose_bytes(value), cost->name, (unsigned long long)cost->wavefronts,
                     (unsigned long long)cost->requests);
    }
}

/* Rows that begin at whole sectors, and so long that each warp has a column for itself. */
static void tall_tiles_of_odd_columns_have_no_conflicts(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(elements); e++) {
        for (int64_t cols = 1; cols <= NARROW; cols++) {
            int64_t value[TW_MAX_FIELDS];
            begin(value, elements[e], 1, cols);
            int64_t tile = TW_WARP * (TW_CHUNK / tw_transpose_bytes(value));
            value[TRANSPOSE_rows] = 5 * tile;
            value[TRANSPOSE_tile_rows] = tile;
            value[TRANSPOSE_tile_cols] = cols;
            tw_family_resolve(family, value, target());
            has_few_conflicts(value, (uint64_t)cols);
        }
    }
}

/* Rows that begin anywhere: words of columns are put to the run, and lie on different banks whatever the number of rows is. */
static void words_of_wide_tiles_have_no_conflicts(void **state)
{
    (void)state;
    for (int64_t rows = 2; rows <= 2 * NARROW; rows++) {
        for (unsigned size = 1; size <= 2; size++) {
            int64_t value[TW_MAX_FIELDS], columns = 128 / size;
            begin(value, size == 1 ? TW_INT8 : TW_FLOAT16, rows, 5 * columns + among(0, 3));
            value[TRANSPOSE_tile_cols] = columns;
            value[TRANSPOSE_tile_rows] = rows;
            value[TRANSPOSE_unroll] = among(1, 8);
            tw_family_resolve(family, value, target());
            const struct tw_transpose t = tw_transpose_of(value);
            const struct tw_chunk_tiles tiles = tw_row_run_of(&t, value).chunk_tiles;
            if (!is_accepted(value) || !tiles.ahead) continue;
            const struct tw_prediction predicted = predict(value);
            for (unsigned i = 0; i < predicted.access_count; i++) {
                const struct tw_access_cost *cost = &predicted.accesses[i];
                if (cost->bytes == 4 && cost->op == TW_STORE)
                    assert_true(tiles.few == !cost->requests && cost->wavefronts == cost->requests);
                if (cost->bytes == TW_CHUNK) assert_true(cost->wavefronts <= 4 * cost->requests);
            }
        }
    }
}

/* A short gap between rows is part of the run: no row is loaded by elements. */
static void short_gaps_lie_in_the_run(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        int64_t value[TW_MAX_FIELDS], cols = among(8, 100), gap = among(1, 60),
                                      element = among(0, COUNT(elements) - 1);
        begin(value, elements[element], 2000, cols);
        value[TRANSPOSE_in_pitch] = cols + gap;
        value[TRANSPOSE_tile_rows] = 64;
        value[TRANSPOSE_tile_cols] = cols;
        tw_family_resolve(family, value, target());
        if (!is_accepted(value)) continue;
        const struct tw_transpose t = tw_transpose_of(value);
        const struct tw_row_run run = tw_row_run_of(&t, value);
        assert_int_equal(run.in_joined, gap <= cols / 2);
        assert_int_equal(run.stride, run.in_joined ? cols + gap : cols);
        check_prediction(value);
    }
}

static void wide_tiles_of_odd_rows_have_no_conflicts(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(elements); e++) {
        for (int64_t rows = 1; rows <= NARROW; rows++) {
            int64_t value[TW_MAX_FIELDS];
            begin(value, elements[e], rows, 1);
            int64_t tile = TW_WARP * (TW_CHUNK / tw_transpose_bytes(value));
            value[TRANSPOSE_cols] = 5 * tile;
            value[TRANSPOSE_tile_cols] = tile;
            value[TRANSPOSE_tile_rows] = rows;
            tw_family_resolve(family, value, target());
            const struct tw_transpose t = tw_transpose_of(value);
            if (!tw_row_run_of(&t, value).chunk_tiles.ahead) has_few_conflicts(value, (uint64_t)rows);
        }
    }
}

/* Matrices of at most 256 bytes, as many of them as fill words, in any tile of any batch, from any element on, with gaps or not;
   but where chunks are joined, to be stored from any element on, one of 8 that changed places may lie on another's banks, and so
   may elements at both ends. */
static void matrices_that_threads_hold_have_no_conflicts(void **state)
{
    (void)state;
    unsigned taken = 0;
    for (int64_t i = 0; i < (int64_t)COUNT(elements) * 63 * 63; i++) {
        int64_t value[TW_MAX_FIELDS], rows = 2 + i % 63, cols = 2 + i / 63 % 63;
        begin(value, elements[i / 63 / 63], rows, cols);
        if (rows * cols * tw_transpose_bytes(value) > 256) continue;
        value[TRANSPOSE_batch] = among(1, 200);
        value[TRANSPOSE_matrices] = among(1, 80);
        value[TRANSPOSE_tile_rows] = rows;
        value[TRANSPOSE_tile_cols] = cols;
        value[TRANSPOSE_in_offset] = among(0, 1) * among(0, 16);
        value[TRANSPOSE_out_offset] = among(0, 1) * among(0, 16);
        value[TRANSPOSE_in_pitch] = cols + (among(0, 3) == 0) * among(0, 9);
        value[TRANSPOSE_out_pitch] = rows + (among(0, 3) == 0) * among(0, 9);
        value[TRANSPOSE_pointers] = among(TRANSPOSE_BOTH, TRANSPOSE_ANY);
        tw_family_resolve(family, value, target());
        const struct tw_transpose t = tw_transpose_of(value);
        const struct tw_row_run run = tw_row_run_of(&t, value);
        if (!is_accepted(value) || run.turn != ROW_RUN_MATRICES) continue;
        const struct tw_prediction predicted = predict(value);
        unsigned most = tw_row_run_joins(&t, &run) ? 2 : 1;
        for (unsigned a = 0; a < predicted.access_count; a++)
            assert_true(predicted.accesses[a].wavefronts <= predicted.accesses[a].ideal * most);
        taken++;
    }
    assert_true(taken > 1000);
}

/* A batch of matrices that are transposed by columns, in a tile of some 16 KB; false: these are not. */
static bool has_column_tiles(int64_t *value, enum tw_element element, int64_t rows, int64_t cols,
                             struct tw_row_run *run)
{
    begin(value, element, rows, cols);
    int64_t matrices = 16384 / (rows * cols * tw_transpose_bytes(value)) / 16 * 16;
    value[TRANSPOSE_matrices] = matrices ? matrices : 4;
    value[TRANSPOSE_register_transpose] = TRANSPOSE_REGISTER_COLUMNS;
    value[TRANSPOSE_batch] = 3 * value[TRANSPOSE_matrices] + 1;
    value[TRANSPOSE_tile_rows] = rows;
    value[TRANSPOSE_tile_cols] = cols;
    tw_family_resolve(family, value, target());
    const struct tw_transpose t = tw_transpose_of(value);
    *run = tw_row_run_of(&t, value);
    return tw_column_tiles_pay(&t) && is_accepted(value);
}

/* How many batches of matrices with up to so many rows and columns are transposed by columns, and how many of these with less than 10
   wavefronts of shared memory for 128 bytes, and none with `most`: 4 are the least, one for each way in and out of both runs. By
   single elements they are 11 in the mean, and up to 116 of more than 64 rows. */
static void count_conflicts(unsigned least_rows, unsigned rows, double most, unsigned *tiles, unsigned *good)
{
    for (unsigned i = 0; i < PLACES / 4; i++) {
        int64_t value[TW_MAX_FIELDS];
        struct tw_row_run run;
        int64_t drawn = among(least_rows, rows);
        if (!has_column_tiles(value, elements[among(0, 1)], drawn, among(least_rows > 64 ? 4 : 2, 64), &run))
            continue;
        const struct tw_prediction predicted = predict(value);
        uint64_t wavefronts = predicted.counts.load_wavefronts + predicted.counts.store_wavefronts;
        double of_line = 128.0 * (double)wavefronts /
                         (double)(run.area * tw_transpose_bytes(value) * (uint64_t)value[TRANSPOSE_batch]);
        assert_true(of_line < most);
        ++*tiles;
        *good += of_line < 10;
    }
}

static void column_tiles_have_few_conflicts(void **state)
{
    (void)state;
    unsigned tiles = 0, good = 0;
    count_conflicts(2, 64, 16, &tiles, &good);
    assert_true(tiles > PLACES / 8 && good > tiles * 8 / 10);
}

static void bands_have_few_conflicts(void **state)
{
    (void)state;
    unsigned tiles = 0, good = 0;
    count_conflicts(65, 400, 16, &tiles, &good);
    assert_true(tiles > PLACES / 8 && good > tiles * 8 / 10);
}

/* Rows that begin with words are read so, wherever in a chunk the runs begin: such kernels do not take any pointers. */
static void column_tiles_of_words_ask_for_aligned_pointers(void **state)
{
    (void)state;
    unsigned aligned = 0, any = 0;
    for (unsigned i = 0; i < PLACES / 4; i++) {
        int64_t value[TW_MAX_FIELDS];
        struct tw_row_run run;
        if (!has_column_tiles(value, elements[among(0, 1)], among(2, 64), among(2, 64), &run)) continue;
        value[TRANSPOSE_in_offset] = among(0, 16);
        value[TRANSPOSE_out_offset] = among(0, 16);
        value[TRANSPOSE_pointers] = among(TRANSPOSE_BOTH, TRANSPOSE_ANY);
        const struct tw_transpose t = tw_transpose_of(value);
        run = tw_row_run_of(&t, value);
        bool takes_any = tw_row_run_align(&t, value) == t.bytes;
        if (takes_any) assert_true(run.column_tiles.in_shifts && run.column_tiles.out_shifts);
        if (value[TRANSPOSE_pointers] == TRANSPOSE_ANY) assert_true(takes_any);
        any += takes_any;
        aligned += !takes_any;
    }
    assert_true(any > 0 && aligned > 0);
}

/* What the requests of single elements take, in the mean, of a tile whose `narrow` lines begin anywhere. */
static double element_wavefronts(int64_t *value)
{
    tw_family_resolve(family, value, target());
    assert_true(is_accepted(value));
    const struct tw_prediction predicted = predict(value);
    uint64_t requests = 0, wavefronts = 0;
    for (unsigned i = 0; i < predicted.access_count; i++) {
        const struct tw_access_cost *cost = &predicted.accesses[i];
        if (cost->bytes != tw_transpose_bytes(value)) continue;
        requests += cost->requests;
        wavefronts += cost->wavefronts;
    }
    return (double)wavefronts / (double)requests;
}

/* Lines that begin alike follow each other: nearly as if each began at a sector. As they came they would take 1.9 to 2.2. */
static void odd_lines_that_begin_anywhere_have_few_conflicts(void **state)
{
    static const enum tw_element bytes[] = {TW_INT8, TW_FLOAT16};
    (void)state;
    for (size_t e = 0; e < COUNT(bytes); e++) {
        double tall = 0, wide = 0;
        unsigned count = 0;
        for (int64_t narrow = 65; narrow < 256; narrow += 2, count++) {
            int64_t value[TW_MAX_FIELDS], size = e ? 2 : 1, chunk = TW_CHUNK / size;
            begin(value, bytes[e], 40 * chunk + 5, narrow);
            value[TRANSPOSE_tile_rows] =
                10 * chunk; /* 8 chunks of each column and the rows that tiles share */
            value[TRANSPOSE_tile_cols] = narrow;
            tall += element_wavefronts(value);
            begin(value, bytes[e], narrow, 120 * chunk + 3);
            value[TRANSPOSE_tile_cols] = (8 + (narrow - 1) % 8) * chunk;
            value[TRANSPOSE_tile_rows] = narrow;
            wide += element_wavefronts(value);
        }
        assert_true(tall < 1.3 * count && wide < 1.3 * count);
    }
}

/* ---- places ---- */

static void source_and_target_are_a_transpose_and_back(void **state)
{
    (void)state;
    for (uint64_t rows = 1; rows <= 40; rows++) {
        for (uint64_t cols = 1; cols <= 40; cols++) {
            const struct tw_transpose t = {.rows = rows, .cols = cols};
            for (uint64_t m = 0; m < 3; m++) {
                for (uint64_t i = 0; i < rows * cols; i++) {
                    uint64_t r = i / cols, c = i % cols, at = m * rows * cols;
                    assert_int_equal(tw_row_run_target(&t, at + i), at + c * rows + r);
                    assert_int_equal(tw_row_run_source(&t, at + c * rows + r), at + i);
                }
            }
        }
    }
}

/* The numbers of an accepted variant, and which bytes of its shared memory some element has. */
struct tile {
    struct tw_transpose t;
    struct tw_row_run f;
    unsigned char *taken;
};

/* As the template says it: element `place` of the run. */
static void take(struct tile *tile, uint64_t place)
{
    const struct tw_transpose *t = &tile->t;
    uint64_t spans = tile->f.span ? place * t->bytes / ((uint64_t)tile->f.span * TW_CHUNK) : 0;
    uint64_t swap = tile->f.swaps ? place * t->bytes / TW_CHUNK / tile->f.swap_span % tile->f.swaps : 0;
    uint64_t byte = (place * t->bytes ^ swap * TW_CHUNK) + spans * TW_CHUNK;
    assert_true(byte + t->bytes <= tile->f.run_chunks * TW_CHUNK);
    for (unsigned i = 0; i < t->bytes; i++) {
        assert_int_equal(tile->taken[byte + i], 0);
        tile->taken[byte + i] = 1;
    }
}

/* The elements of a full tile, `skew` of the first chunk before them; those beside a wide one too. */
static void take_all(struct tile *tile, unsigned skew)
{
    const struct tw_row_run *f = &tile->f;
    uint64_t n = tile->t.per_chunk;
    memset(tile->taken, 0, f->tile_chunks * TW_CHUNK);
    if (f->cover == ROW_RUN_WIDE) {
        uint64_t beside = f->in_skewed && !f->chunk_tiles.ahead ? n - 1 : 0,
                 cols = tile->t.tile_cols + 2 * beside;
        for (uint64_t i = 0; i < cols * tile->t.rows; i++) {
            uint64_t row = i / cols, col = f->before / tile->t.rows + i % cols - beside;
            take(tile, col * tile->t.rows + row + skew);
        }
        return;
    }
    for (uint64_t p = 0; p < f->elements; p++)
        take(tile, (f->turn == ROW_RUN_SCATTER ? tw_row_run_target(&tile->t, p) : p) + skew);
}

static void check_places(const int64_t *value)
{
    struct tile tile = {.t = tw_transpose_of(value)};
    tile.f = tw_row_run_of(&tile.t, value);
    tile.taken = malloc(tile.f.tile_chunks * TW_CHUNK);
    assert_non_null(tile.taken);
    bool is_skewed = tile.f.turn == ROW_RUN_SCATTER ? tile.f.out_skewed : tile.f.in_skewed;
    for (unsigned skew = 0; skew < (is_skewed ? tile.t.per_chunk : 1); skew++) take_all(&tile, skew);
    if (tile.f.turn == ROW_RUN_UNITS)
        assert_true((tile.f.tile_chunks - tile.f.run_chunks) * tile.t.per_chunk >= tile.f.elements);
    free(tile.taken);
}

/* A narrow or tiny problem, and perhaps how it is moved. */
static void draw_narrow(int64_t *value)
{
    int64_t narrow = among(1, 1 << among(0, 8)), wide = among(1, 1 << among(0, 14)), how = among(0, 2);
    begin(value, elements[among(0, 4)], how == 1 ? narrow : wide, how == 1 ? wide : narrow);
    int64_t sectors = TW_SECTOR / tw_transpose_bytes(value);
    if (how == 2) value[TRANSPOSE_rows] = among(1, 40), value[TRANSPOSE_cols] = among(1, 40);
    value[TRANSPOSE_batch] = among(1, 1 << among(0, 12));
    if (among(0, 2) == 0) value[TRANSPOSE_in_pitch] = value[TRANSPOSE_cols] + among(0, 8);
    if (among(0, 2) == 0) value[TRANSPOSE_out_pitch] = value[TRANSPOSE_rows] + among(0, 8);
    value[TRANSPOSE_in_offset] = among(0, 1) * among(0, 40);
    value[TRANSPOSE_out_offset] = among(0, 1) * among(0, 40);
    value[TRANSPOSE_pointers] = among(TRANSPOSE_BOTH, TRANSPOSE_ANY);
    if (among(0, 3) == 0) return;
    if (among(0, 3) == 0) value[TRANSPOSE_register_transpose] = TRANSPOSE_REGISTER_NONE;
    value[TRANSPOSE_tile_rows] = how == 0 ? sectors * among(1, 40) : value[TRANSPOSE_rows];
    value[TRANSPOSE_tile_cols] = how == 1 ? sectors * among(1, 40) : value[TRANSPOSE_cols];
    if (how == 2) value[TRANSPOSE_matrices] = among(1, 100);
}

static void elements_have_places_of_their_own(void **state)
{
    (void)state;
    unsigned accepted = 0;
    for (unsigned i = 0; i < PLACES; i++) {
        int64_t value[TW_MAX_FIELDS];
        draw_narrow(value);
        tw_family_resolve(family, value, target());
        if (!is_accepted(value)) continue;
        accepted++;
        check_places(value);
    }
    assert_true(accepted > PLACES / 2);
}

/* ---- any fields ---- */

/* Small, near a power of two, or as large as can be. */
static int64_t any(enum tw_transpose_field field)
{
    const struct tw_field_info *info = &family->fields[field];
    int64_t power = (int64_t)1 << among(0, 31), near = power + among(-1, 1), last = info->high - among(0, 1);
    int64_t number = among(0, 3) == 0 ? among(1, 64) : among(0, 8) == 0 ? last : near;
    return number < info->low ? info->low : number > info->high ? info->high : number;
}

static void draw_anything(int64_t *value)
{
    static const enum tw_transpose_field sizes[] = {
        TRANSPOSE_batch,     TRANSPOSE_in_pitch,  TRANSPOSE_out_pitch, TRANSPOSE_in_offset,
        TRANSPOSE_tile_rows, TRANSPOSE_tile_cols, TRANSPOSE_matrices,
    };
    begin(value, elements[among(0, 4)], any(TRANSPOSE_rows), any(TRANSPOSE_cols));
    for (size_t i = 0; i < COUNT(sizes); i++) {
        if (among(0, 2) == 0) value[sizes[i]] = any(sizes[i]);
    }
    if (among(0, 2) == 0) value[TRANSPOSE_register_transpose] = among(0, TRANSPOSE_REGISTER_MATRICES);
    if (among(0, 3) == 0) value[TRANSPOSE_tile_rows] = value[TRANSPOSE_rows];
    if (among(0, 3) == 0) value[TRANSPOSE_tile_cols] = value[TRANSPOSE_cols];
    value[TRANSPOSE_pointers] = among(TRANSPOSE_BOTH, TRANSPOSE_ANY);
}

/* Every element goes to shared memory at least once, and comes back: as many as the requests' lanes can move. */
static void check_prediction(const int64_t *value)
{
    const struct tw_prediction predicted = predict(value);
    const struct tw_transpose t = tw_transpose_of(value);
    uint64_t bytes = t.batch * t.rows * t.cols * t.bytes, moved[2] = {0, 0};
    assert_null(predicted.none);
    for (unsigned i = 0; i < predicted.access_count; i++) {
        const struct tw_access_cost *cost = &predicted.accesses[i];
        moved[cost->op == TW_LOAD] += cost->requests * TW_WARP * cost->bytes;
        assert_true(cost->wavefronts >= cost->ideal && cost->wavefronts <= cost->requests * TW_WARP);
    }
    assert_true(moved[0] >= bytes && moved[1] >= bytes);
}

static void check_shape(const int64_t *value)
{
    static struct tw_shape shape;
    tw_family_shape(family, value, target(), &shape);
    const struct tw_launch *launch = &shape.launches[0];
    const struct tw_transpose t = tw_transpose_of(value);
    const struct tw_row_run f = tw_row_run_of(&t, value);
    assert_true(launch->grid[0] >= 1 && launch->grid[0] <= INT32_MAX);
    assert_true(launch->shared_bytes <= target()->shared_per_block);
    assert_int_equal(launch->shared_bytes, f.tile_chunks * TW_CHUNK);
    assert_true(f.elements * t.bytes <= launch->shared_bytes);
    assert_true(launch->grid[0] * f.elements >= t.batch * t.rows * t.cols);
}

static void any_fields_are_refused_or_right(void **state)
{
    (void)state;
    unsigned accepted = 0;
    for (unsigned i = 0; i < DRAWN; i++) {
        int64_t value[TW_MAX_FIELDS];
        draw_anything(value);
        tw_family_resolve(family, value, target());
        if (!is_accepted(value)) continue;
        accepted++;
        check_shape(value);
        if (accepted % 8 == 0) check_prediction(value);
    }
    assert_true(accepted > DRAWN / 40);
}

/* So many chunks that their bytes are few again in 32 bits. */
/* ---- samples ---- */

static void is_near(double sampled, uint64_t predicted, double lines, bool exactly)
{
    double whole = (double)predicted / lines, slack = exactly ? 1e-3 : 0.25;
    assert_true(sampled >= whole * (1 - slack) - 1e-3 && sampled <= whole * (1 + slack) + 1e-3);
}

/* Tiles that are all alike, so that one is as all are; of at most 128 elements no loop has a warp that is left out. */
static void a_sample_is_as_the_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        int64_t value[TW_MAX_FIELDS], narrow = among(1, 60), element = among(0, COUNT(elements) - 1);
        bool is_tall = i % 2;
        begin(value, elements[element], narrow, narrow);
        int64_t line = 128 / tw_transpose_bytes(value), tile = line * among(1, 4);
        enum tw_transpose_field side = is_tall ? TRANSPOSE_rows : TRANSPOSE_cols;
        value[is_tall ? TRANSPOSE_tile_rows : TRANSPOSE_tile_cols] = tile;
        value[is_tall ? TRANSPOSE_tile_cols : TRANSPOSE_tile_rows] = narrow;
        value[side] = tile * among(4, 9);
        tw_family_resolve(family, value, target());
        if (!is_accepted(value)) continue;
        const struct tw_transpose t = tw_transpose_of(value);
        const struct tw_row_run run = tw_row_run_of(&t, value);
        const struct tw_row_run_cost cost = tw_row_run_sample(&t, &run);
        const struct tw_prediction predicted = predict(value);
        double lines = (double)(t.rows * t.cols * t.bytes) / 128;
        bool exactly = tile * narrow <= 128;
        is_near(cost.loads, predicted.counts.load_requests, lines, exactly);
        is_near(cost.load_wavefronts, predicted.counts.load_wavefronts, lines, exactly);
        is_near(cost.stores, predicted.counts.store_requests, lines, exactly);
        is_near(cost.store_wavefronts, predicted.counts.store_wavefronts, lines, exactly);
    }
}

static void no_tile_is_so_large_that_it_seems_small(void **state)
{
    (void)state;
    for (int64_t chunks = 238609290; chunks < 238609310; chunks++) {
        int64_t value[TW_MAX_FIELDS];
        begin(value, TW_FLOAT32X4, INT32_MAX, 8);
        value[TRANSPOSE_tile_rows] = chunks / 8 + chunks % 2;
        value[TRANSPOSE_tile_cols] = 8;
        tw_family_resolve(family, value, target());
        assert_false(is_accepted(value));
        begin(value, TW_FLOAT32X4, 8, INT32_MAX);
        value[TRANSPOSE_tile_rows] = 8;
        value[TRANSPOSE_tile_cols] = chunks / 8 + chunks % 2;
        tw_family_resolve(family, value, target());
        assert_false(is_accepted(value));
    }
}

/* ---- fields of the methods that are not run ---- */

static void a_field_that_a_method_lacks_is_refused(void **state)
{
    (void)state;
    static const struct {
        enum tw_transpose_method method;
        enum tw_transpose_field field;
        int64_t value;
        const char *reason;
    } cases[] = {
        {TRANSPOSE_XOR, TRANSPOSE_unroll, 2,
         "only the vector, row-run and shuffle methods take unroll; the others always unroll their loads"},
        {TRANSPOSE_SHUFFLE, TRANSPOSE_vector, 8,
         "the shuffle method accesses single elements: vector must be their bytes, 4"},
        {TRANSPOSE_NAIVE, TRANSPOSE_steps, 2, "only the vector method takes several steps"},
        {TRANSPOSE_VECTOR, TRANSPOSE_matrices, 3,
         "only a tile of the row-run method can be several matrices"},
        {TRANSPOSE_VECTOR, TRANSPOSE_register_transpose, TRANSPOSE_REGISTER_CHUNKS,
         "only the row-run method has a register_transpose"},
        {TRANSPOSE_ROW_RUN, TRANSPOSE_steps, 2, "the row-run method takes one step"},
        {TRANSPOSE_ROW_RUN, TRANSPOSE_vector, 4,
         "vector must be 16 bytes for the row-run method; \"register_transpose\": \"columns\" is what vector "
         "4 was"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t value[TW_MAX_FIELDS];
        struct tw_text reason = {0};
        begin(value, TW_FLOAT32, 100, 129);
        value[TRANSPOSE_method] = cases[i].method;
        value[cases[i].field] = cases[i].value;
        tw_family_resolve(family, value, target());
        assert_false(tw_family_accept(family, value, target(), &reason));
        assert_string_equal(reason.data, cases[i].reason);
        tw_text_free(&reason);
    }
}

/* But where there are no more tiles than the band has, as in records of what ran without one. */
static void row_run_tiles_have_no_bands(void **state)
{
    (void)state;
    int64_t value[TW_MAX_FIELDS];
    struct tw_text reason = {0};
    begin(value, TW_FLOAT32, 7, 100000);
    tw_family_resolve(family, value, target());
    assert_true(value[TRANSPOSE_band] > 2);
    assert_true(tw_family_accept(family, value, target(), &reason));
    begin(value, TW_FLOAT32, 7, 100000);
    value[TRANSPOSE_band] = 2;
    tw_family_resolve(family, value, target());
    assert_false(tw_family_accept(family, value, target(), &reason));
    assert_string_equal(reason.data, "the row-run method has no bands; leave band out");
    tw_text_free(&reason);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tall_tiles_of_odd_columns_have_no_conflicts),
        cmocka_unit_test(wide_tiles_of_odd_rows_have_no_conflicts),
        cmocka_unit_test(words_of_wide_tiles_have_no_conflicts),
        cmocka_unit_test(matrices_that_threads_hold_have_no_conflicts),
        cmocka_unit_test(column_tiles_have_few_conflicts),
        cmocka_unit_test(bands_have_few_conflicts),
        cmocka_unit_test(column_tiles_of_words_ask_for_aligned_pointers),
        cmocka_unit_test(short_gaps_lie_in_the_run),
        cmocka_unit_test(odd_lines_that_begin_anywhere_have_few_conflicts),
        cmocka_unit_test(source_and_target_are_a_transpose_and_back),
        cmocka_unit_test(elements_have_places_of_their_own),
        cmocka_unit_test(any_fields_are_refused_or_right),
        cmocka_unit_test(a_sample_is_as_the_whole),
        cmocka_unit_test(no_tile_is_so_large_that_it_seems_small),
        cmocka_unit_test(a_field_that_a_method_lacks_is_refused),
        cmocka_unit_test(row_run_tiles_have_no_bands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
