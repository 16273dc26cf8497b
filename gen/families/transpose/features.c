/* What the time of a variant depends on, in numbers, for the model of estimate.h. */
#include <math.h>

#include <tilewright/occupancy.h>

#include "gen/families/transpose/estimate.h"
#include "gen/families/transpose/flat.h"

/* A tile as both methods have it. */
struct tile {
    uint64_t blocks, bytes;
    double rows, cols;      /* bytes of a column and of a row of it */
    double in_run, out_run; /* bytes that lie together on either side */
    double used, overlap;   /* parts of the tiles' elements that there are; of rows that are loaded again */
    bool jumps, in_elements, out_elements, padded;
    unsigned kind, turn;
    struct tw_flat_cost cost; /* in shared memory; the other methods are free of conflicts, and have 1 */
};

static struct tile tile_of_flat(const struct tw_transpose *t, const int64_t *value)
{
    const struct tw_flat f = tw_flat_of(t, value);
    bool is_tall = f.cover == FLAT_TALL, is_wide = f.cover == FLAT_WIDE;
    uint64_t rows = is_tall ? t->tile_rows : t->rows, cols = is_wide ? t->tile_cols : t->cols;
    double bytes = (double)f.elements * t->bytes, each = is_tall ? f.step : t->rows;
    double all = (double)t->rows * (double)t->cols * (double)t->batch;
    double across = is_wide ? (double)f.tiles * t->tile_cols : (double)t->cols;
    double down = is_tall ? (double)f.tiles * f.step : (double)t->rows;
    double matrices = f.cover == FLAT_WHOLE ? (double)f.blocks * f.matrices : (double)t->batch;
    return (struct tile){
        .blocks = f.blocks,
        .bytes = f.tile_chunks * TW_CHUNK,
        .rows = (double)rows * t->bytes,
        .cols = (double)cols * t->bytes,
        .in_run = f.in_joined ? bytes : (double)cols * t->bytes,
        .out_run = f.out_joined ? bytes : each * t->bytes,
        .used = all / (down * across * matrices),
        .overlap = is_tall ? (double)f.overlap / t->tile_rows : 0,
        .jumps = f.jumps,
        .in_elements = !is_wide && !f.in_joined,
        .out_elements = f.by_elements || (f.turn != FLAT_GATHER && !f.out_joined),
        .padded = f.span > 0,
        .kind = 2 + f.cover,
        .turn = f.turn,
        .cost = tw_flat_sample(t, &f),
    };
}

static struct tile tile_of_rest(const struct tw_transpose *t, const int64_t *value)
{
    const struct tw_layout layout = tw_transpose_layout(value);
    double covered = (double)t->tiles_down * t->step * (double)t->tiles_across * t->tile_cols;
    uint64_t cols = t->cols < t->tile_cols ? t->cols : t->tile_cols,
             rows = t->rows < t->step ? t->rows : t->step;
    return (struct tile){
        .blocks = t->walks * t->tiles_across * t->batch,
        .bytes = (uint64_t)layout.rows * layout.pitch * layout.element_bytes,
        .rows = (double)t->tile_rows * t->bytes,
        .cols = (double)t->tile_cols * t->bytes,
        .in_run = (double)cols * t->bytes,
        .out_run = (double)rows * t->bytes,
        .used = (double)t->rows * (double)t->cols / covered,
        .overlap = (double)t->overlap / t->tile_rows,
        .kind = t->method == TRANSPOSE_VECTOR,
        .cost = {1, 1, 1, 1},
    };
}

/* How many times so many passes, or waves, what they come to is if the last one counts as a whole; 4 at most. */
static double rounding(double passes)
{
    return passes > 0 ? fmin(ceil(passes) / passes, 4) : 4;
}

/* The largest power of two in n, up to 2^20. */
static double grain_of(uint64_t n)
{
    n |= UINT64_C(1) << 20;
    return (double)(n & (~n + 1));
}

/* What a target's SMs hold of a variant. */
struct held {
    double ahead;          /* bytes that a thread loads before it stores */
    double room, resident; /* blocks for which an SM has room, and that it holds */
    double waves;          /* of as many blocks as there is room for */
};

static struct held held_by(const struct tw_target *target, const struct tw_transpose *t,
                           const struct tile *tile, double unroll)
{
    uint32_t shared = t->method == TRANSPOSE_NAIVE ? 0 : (uint32_t)tile->bytes;
    const struct tw_block_needs needs = {t->threads, 32, shared, -1};
    unsigned room = tw_occupancy(target, &needs).blocks_per_sm,
             pack = t->method == TRANSPOSE_VECTOR ? t->pack : 1;
    double of_each = (double)tile->blocks / target->multiprocessors;
    if (!room)
        room = 1; /* the estimate of registers is more than there can be: a variant that is accepted runs */
    return (struct held){
        .ahead = unroll * pack * (tw_transpose_in_chunks(t) ? TW_CHUNK : t->bytes),
        .room = room,
        .resident = fmin(of_each, room),
        .waves = of_each / (room ? room : 1),
    };
}

void tw_transpose_features(const int64_t *value, const struct tw_target *target,
                           float feature[TW_TRANSPOSE_FEATURES])
{
    const struct tw_transpose t = tw_transpose_of(value);
    bool is_flat = t.method == TRANSPOSE_FLAT, is_vector = t.method == TRANSPOSE_VECTOR;
    const struct tile tile = is_flat ? tile_of_flat(&t, value) : tile_of_rest(&t, value);
    double unroll = (double)value[TRANSPOSE_unroll];
    const struct held held = held_by(target, &t, &tile, unroll);
    double in_gap = t.in_grain < TW_SECTOR ? TW_SECTOR - t.in_grain : 0;
    double out_gap = t.out_grain < TW_SECTOR && !t.overlap ? TW_SECTOR - t.out_grain : 0;
    const double all[TW_TRANSPOSE_FEATURES] = {
        log2(t.bytes),
        log2((double)t.rows * t.bytes),
        log2((double)t.cols * t.bytes),
        log2((double)t.batch),
        log2((double)t.rows * (double)t.cols * (double)t.batch * t.bytes),
        log2(t.in_grain),
        log2(t.out_grain),
        t.contiguous,
        t.out_pitch == t.rows,
        log2(grain_of(t.in_pitch * t.bytes)),
        log2(grain_of(t.out_pitch * t.bytes)),
        log2(t.threads),
        log2(unroll),
        log2(tile.rows),
        log2(tile.cols),
        log2((double)tile.bytes),
        log2((double)tile.bytes / (held.ahead * t.threads)),
        log2(held.room + 1),
        log2(held.waves),
        rounding(held.waves),
        log2(held.resident * fmin(held.ahead * t.threads, (double)tile.bytes)),
        log2(held.resident * t.threads),
        tile.used,
        tile.overlap,
        (tile.in_run + in_gap) / tile.in_run,
        (tile.out_run + out_gap) / tile.out_run,
        log2(tile.in_run),
        log2(tile.out_run),
        tile.jumps,
        tile.in_elements,
        tile.out_elements,
        tile.padded,
        log2(t.vector),
        value[TRANSPOSE_order] == TRANSPOSE_ROWS,
        value[TRANSPOSE_band] == 2,
        value[TRANSPOSE_hints] == TRANSPOSE_KEEP,
        is_vector && t.in_grain < t.vector,
        t.rows % 2 == 0,
        t.cols % 2 == 0,
        log2(fmax(tile.cost.loads, 0.01)),
        log2(fmax(tile.cost.load_wavefronts, 0.01)),
        log2(fmax(tile.cost.stores, 0.01)),
        log2(fmax(tile.cost.store_wavefronts, 0.01)),
        tile.kind == 0,
        tile.kind == 1,
        tile.kind == 2 + FLAT_TALL,
        tile.kind == 2 + FLAT_WIDE,
        tile.kind == 2 + FLAT_WHOLE,
        tile.turn == FLAT_GATHER,
        tile.turn == FLAT_SCATTER,
        tile.turn == FLAT_UNITS,
        rounding((double)tile.bytes / (held.ahead * t.threads)),
        rounding((double)tile.bytes / (TW_CHUNK * t.threads)),
        log2(fmax(held.resident, 1e-9) * (double)tile.bytes),
    };
    for (unsigned i = 0; i < TW_TRANSPOSE_FEATURES; i++) feature[i] = (float)all[i];
}

float tw_transpose_estimate(const int64_t *value, const struct tw_target *target)
{
    float feature[TW_TRANSPOSE_FEATURES];
    tw_transpose_features(value, target, feature);
    return tw_net_score(&tw_net_transpose, feature);
}
