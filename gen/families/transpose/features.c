/* What the time of a variant depends on, in numbers, for the model of features.h. */
#include "gen/families/transpose/features.h"

#include <assert.h>
#include <math.h>

#include <tilewright/occupancy.h>

#include "gen/families/transpose/row_run/row_run.h"

/* A tile as both methods have it. */
struct tile {
    uint64_t blocks, bytes;
    double rows, cols;      /* bytes of a column and of a row of it */
    double in_run, out_run; /* bytes that lie together on either side */
    double used, overlap;   /* parts of the tiles' elements that there are; of rows that are loaded again */
    double elements;        /* of a full tile */
    double loads, stores;   /* accesses of global memory for a full tile on either side */
    double load, store;     /* bytes of one */
    uint64_t in_next,
        out_next; /* bytes from where a tile begins to where its neighbour does, along each side's rows */
    double alike; /* lines that follow each other because they begin alike */
    double ends;  /* part of the tiles that end, or begin, with elements by themselves */
    bool jumps, in_elements, out_elements, padded, quads, pattern, in_skewed, out_skewed;
    unsigned kind, turn;
    bool even;                   /* its lines are taken by threads whose numbers differ by whole lines */
    double chunks;               /* of a line of a tall or wide tile; 1 where there are none */
    unsigned words, units;       /* of chunk tiles (chunk_tiles.h) under way, and rounds; 0: there are none */
    double registers;            /* of a thread at least, for matrices that it holds */
    double stretch;              /* how many times as long rows are in the tile with the gaps between them */
    struct tw_row_run_cost cost; /* in shared memory; the other methods are free of conflicts, and have 1 */
};

/* Accesses of a full tile of the row-run method: chunks, or pieces of rows that are no run. `in_elements` and
   `out_elements` say where it is pieces; models know loads of these as one after the other, though eight are under way. */
static double row_run_loads(const struct tw_transpose *t, const struct tw_row_run *f)
{
    const struct tw_row_run_loop loop = tw_row_run_loop_of(t, f);
    if (f->cover == ROW_RUN_WIDE) return (double)tw_row_run_items(f, &loop);
    double padding = (double)f->line / (double)t->cols;
    return ceil((double)f->elements * t->bytes * padding / (f->in_joined ? TW_CHUNK : f->in_piece));
}

/* Bytes of an access to the output. */
static unsigned store_bytes(const struct tw_transpose *t, const struct tw_row_run *f, bool by_elements)
{
    if (f->by_elements) return t->bytes;
    return f->out_words ? 4 : by_elements ? f->out_piece : TW_CHUNK;
}

static double row_run_stores(const struct tw_transpose *t, const struct tw_row_run *f, bool by_elements)
{
    const struct tw_row_run_loop loop = tw_row_run_loop_of(t, f);
    if (f->cover == ROW_RUN_TALL) return (double)tw_row_run_items(f, &loop);
    unsigned piece = store_bytes(t, f, by_elements);
    return ceil((double)f->elements * t->bytes / piece);
}

/* Part of the tiles whose rows of the output are written by elements where they begin or end. */
static double row_run_ends(const struct tw_transpose *t, const struct tw_row_run *f)
{
    bool ends = f->overlap || (t->rows - (f->tiles - 1) * f->step) % t->per_chunk;
    if (f->cover != ROW_RUN_TALL || !ends) return 0;
    return fmin((f->overlap ? 2.0 : 1.0) / (double)f->tiles, 1);
}

/* Chunks of a line, 0 where the tile is whole. */
static uint64_t row_run_line(const struct tw_transpose *t, const struct tw_row_run *f)
{
    return f->cover == ROW_RUN_WHOLE ? 0 : tw_row_run_loop_of(t, f).chunks;
}

/* How the tile is loaded and stored. */
static void set_accesses(const struct tw_transpose *t, const struct tw_row_run *f, struct tile *tile)
{
    tile->in_elements = f->cover != ROW_RUN_WIDE && !f->in_joined;
    tile->out_elements = f->by_elements || tw_row_run_stores_elements(t, f);
    tile->loads = row_run_loads(t, f);
    tile->stores = row_run_stores(t, f, tile->out_elements);
    tile->load = tile->in_elements ? f->in_piece : TW_CHUNK;
    tile->store = store_bytes(t, f, tile->out_elements);
    tile->ends = row_run_ends(t, f);
    tile->cost = tw_row_run_sample(t, f);
}

/* Registers of a thread with a matrix tile, or rows of a column tile: chunks, and where those stand that change places;
   smaller parts are read as they are needed. */
static double registers_of_tiles(const struct tw_row_run *f)
{
    if (f->turn == ROW_RUN_COLUMNS) return 16.0 + f->column_tiles.rows;
    if (f->turn != ROW_RUN_MATRICES || f->part_words < 4) return 0;
    return 20.0 + f->unit_words + (f->swaps ? f->unit_parts : 0);
}

/* The part of what the tiles cover that there is. */
static double used_of(const struct tw_transpose *t, const struct tw_row_run *f)
{
    double all = (double)t->rows * (double)t->cols * (double)t->batch;
    double across = f->cover == ROW_RUN_WIDE ? (double)f->tiles * t->tile_cols : (double)t->cols;
    double down = f->cover == ROW_RUN_TALL ? (double)f->tiles * f->step : (double)t->rows;
    double matrices = f->cover == ROW_RUN_WHOLE ? (double)f->blocks * f->matrices : (double)t->batch;
    return all / (down * across * matrices);
}

static struct tile tile_of_row_run(const struct tw_transpose *t, const int64_t *value)
{
    const struct tw_row_run f = tw_row_run_of(t, value);
    bool is_tall = f.cover == ROW_RUN_TALL, is_wide = f.cover == ROW_RUN_WIDE;
    uint64_t rows = is_tall ? t->tile_rows : t->rows, cols = is_wide ? t->tile_cols : t->cols;
    double bytes = (double)f.elements * t->bytes;
    uint64_t each = is_tall ? f.step : t->rows;
    uint64_t line = row_run_line(t, &f);
    struct tile tile = {
        .blocks = f.blocks,
        .bytes = f.tile_chunks * TW_CHUNK,
        .rows = (double)rows * t->bytes,
        .cols = (double)cols * t->bytes,
        .in_run = f.in_joined ? bytes : (double)cols * t->bytes,
        .out_run = f.out_joined ? bytes : (double)each * t->bytes,
        .used = used_of(t, &f),
        .overlap = is_tall ? (double)f.overlap / t->tile_rows : 0,
        .jumps = f.jumps,
        .elements = (double)f.elements,
        .padded = f.span > 0,
        .quads = f.quads,
        .in_skewed = f.in_skewed,
        .out_skewed = f.out_skewed,
        .pattern = f.pattern,
        .in_next = is_tall ? f.step * t->in_pitch * t->bytes : cols * t->bytes,
        .out_next = is_wide ? f.step * t->out_pitch * t->bytes : each * t->bytes,
        .alike = f.alike ? f.alike : 1,
        .kind = 2 + f.cover,
        .turn = f.turn,
        .even = line && t->threads % line == 0,
        .chunks = line ? (double)line : 1,
        .words = f.chunk_tiles.ahead,
        .units = f.chunk_tiles.ahead ? f.chunk_tiles.units : 0,
        .stretch = 1 + (double)f.gap / (double)t->cols,
        .registers = registers_of_tiles(&f),
    };
    set_accesses(t, &f, &tile);
    return tile;
}

static struct tile tile_of_rest(const struct tw_transpose *t, const int64_t *value)
{
    const struct tw_layout layout = tw_transpose_layout(value);
    double covered = (double)t->tiles_down * t->step * (double)t->tiles_across * t->tile_cols;
    uint64_t cols = t->cols < t->tile_cols ? t->cols : t->tile_cols,
             rows = t->rows < t->step ? t->rows : t->step;
    bool is_vector = t->method == TRANSPOSE_VECTOR;
    double elements = (double)t->tile_rows * t->tile_cols, each = is_vector ? t->per_chunk : 1;
    return (struct tile){
        .blocks = t->walks * t->tiles_across * t->batch,
        .bytes = (uint64_t)layout.rows * layout.pitch * layout.element_bytes,
        .rows = (double)t->tile_rows * t->bytes,
        .cols = (double)t->tile_cols * t->bytes,
        .in_run = (double)cols * t->bytes,
        .out_run = (double)rows * t->bytes,
        .used = (double)t->rows * (double)t->cols / covered,
        .overlap = (double)t->overlap / t->tile_rows,
        .elements = elements,
        .loads = elements / each,
        .stores = elements / each,
        .load = is_vector ? TW_CHUNK : t->bytes,
        .store = is_vector ? TW_CHUNK : t->bytes,
        .in_next = (uint64_t)t->tile_cols * t->bytes,
        .out_next = (uint64_t)t->step * t->bytes,
        .alike = 1,
        .kind = is_vector,
        .chunks = 1,
        .stretch = 1,
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

/* What n bytes are a multiple of, up to 512: lines and pairs of lines. */
static double fine_grain_of(uint64_t n)
{
    return fmin(grain_of(n), 512);
}

/* The 64-byte halves of lines that a run of so many bytes touches, which begins at multiples of `grain`, beside the least. */
static double halves(double run, double grain)
{
    return (run + (grain < 64 ? 64 - grain : 0)) / run;
}

/* The registers of every kernel, as far as these features go: models know them so. What registers leave is told apart
   (put_registers). */
#define PLAIN_REGISTERS 32u

/* What a target's SMs hold of a variant. */
struct held {
    double ahead;          /* loads of a thread before it stores */
    double room, resident; /* blocks for which an SM has room, and that it holds */
    double waves;          /* of as many blocks as there is room for */
    double each;           /* blocks for each SM */
};

static struct held held_by(const struct tw_target *target, const struct tw_transpose *t,
                           const struct tile *tile, double unroll)
{
    uint32_t shared = tw_transpose_is_shared(t) ? (uint32_t)tile->bytes : 0;
    const struct tw_block_needs needs = {t->threads, PLAIN_REGISTERS, shared, -1};
    unsigned room = tw_occupancy(target, &needs).blocks_per_sm,
             pack = t->method == TRANSPOSE_VECTOR ? t->pack : 1;
    double of_each = (double)tile->blocks / target->multiprocessors;
    if (!room)
        room = 1; /* registers of the largest blocks were assumed, not counted: what is accepted runs */
    return (struct held){
        .ahead = tile->in_elements ? 1 : unroll * pack,
        .room = room,
        .resident = fmin(of_each, room),
        .waves = of_each / room,
        .each = of_each,
    };
}

/* The registers of a thread, about as many as nvcc 13.0 takes on the architecture that models are fitted to, of any
   method; choose.c's estimate is of all architectures, and of tiles in chunks. Rows that begin anywhere need both chunks
   and what is shifted out of them, and wide tiles that are not even an address for each chunk. */
static double registers_here(const struct tw_transpose *t, const struct tile *tile, const struct held *held)
{
    double words = held->ahead * TW_CHUNK / 4, chunks = fmin(held->ahead, ceil(tile->loads / t->threads));
    if (tile->kind == 0 || tile->in_elements) return 32;
    if (tile->kind == 1) return t->in_grain < t->vector ? 16 + 3 * words : 24 + words;
    if (tile->kind != 2 + ROW_RUN_WIDE) return fmax(22 + 4.4 * chunks, tile->registers);
    return tile->even ? 20 + 5.5 * chunks : 16 + 8 * chunks;
}

/* Blocks for which an SM has room, with so many registers each. */
static double room_by(double registers, const struct tw_target *target, const struct tw_transpose *t,
                      const struct held *held)
{
    double rounded = 8 * ceil(fmin(registers, TW_MAX_REGISTERS) / 8);
    return fmax(1, fmin(held->room, floor(target->registers_per_sm / (rounded * t->threads))));
}

/* ---- the features, in the order that models know; new ones are added behind the others ---- */

struct variant {
    const int64_t *value;
    const struct tw_target *target;
    struct tw_transpose t;
    struct tile tile;
    struct held held;
    double unroll;
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Where the next ones go. */
static float *put(float *feature, const double *found, size_t count)
{
    for (size_t i = 0; i < count; i++) *feature++ = (float)found[i];
    return feature;
}

static float *put_problem(const struct variant *v, float *feature)
{
    const struct tw_transpose *t = &v->t;
    const double found[] = {
        log2(t->bytes),
        log2((double)t->rows * t->bytes),
        log2((double)t->cols * t->bytes),
        log2((double)t->batch),
        log2((double)t->rows * (double)t->cols * (double)t->batch * t->bytes),
        log2(t->in_grain),
        log2(t->out_grain),
        t->contiguous,
        t->out_pitch == t->rows,
        log2(grain_of(t->in_pitch * t->bytes)),
        log2(grain_of(t->out_pitch * t->bytes)),
    };
    return put(feature, found, COUNT(found));
}

static float *put_block(const struct variant *v, float *feature)
{
    const struct tile *tile = &v->tile;
    const struct held *held = &v->held;
    const double found[] = {
        log2(v->t.threads), log2(v->unroll),           log2(tile->rows),
        log2(tile->cols),   log2((double)tile->bytes), log2(held->room + 1),
        log2(held->waves),  rounding(held->waves),     log2(held->resident * v->t.threads),
    };
    return put(feature, found, COUNT(found));
}

static float *put_runs(const struct variant *v, float *feature)
{
    const struct tw_transpose *t = &v->t;
    const struct tile *tile = &v->tile;
    double in_gap = t->in_grain < TW_SECTOR ? TW_SECTOR - t->in_grain : 0;
    double out_gap = t->out_grain < TW_SECTOR && !t->overlap ? TW_SECTOR - t->out_grain : 0;
    const double found[] = {
        tile->used,
        tile->overlap,
        (tile->in_run + in_gap) / tile->in_run,
        (tile->out_run + out_gap) / tile->out_run,
        log2(tile->in_run),
        log2(tile->out_run),
        tile->jumps,
        tile->in_elements,
        tile->out_elements,
        tile->padded,
    };
    return put(feature, found, COUNT(found));
}

/* As far as models know the hint, from where every candidate has it. */
static bool is_kept(const struct variant *v)
{
    return v->value[TRANSPOSE_hints] == TRANSPOSE_EVICT_LAST &&
           tw_transpose_moved(&v->t) >= TW_EVICT_LAST_FROM;
}

/* Bytes of an access as models know them, by the register transpose of a row-run tile: one of columns reads words. */
static const double known_vectors[] = {
    [TRANSPOSE_REGISTER_NONE] = TW_CHUNK,
    [TRANSPOSE_REGISTER_CHUNKS] = TW_CHUNK,
    [TRANSPOSE_REGISTER_COLUMNS] = 4,
    [TRANSPOSE_REGISTER_MATRICES] = TW_CHUNK,
};

static double known_vector(const struct variant *v)
{
    bool is_row_run = v->t.method == TRANSPOSE_ROW_RUN;
    return is_row_run ? known_vectors[v->value[TRANSPOSE_register_transpose]] : v->t.vector;
}

static float *put_schedule(const struct variant *v, float *feature)
{
    const struct tw_transpose *t = &v->t;
    const double found[] = {
        log2(known_vector(v)),
        v->value[TRANSPOSE_order] == TRANSPOSE_ROWS,
        v->value[TRANSPOSE_band] == 2,
        is_kept(v),
        t->method == TRANSPOSE_VECTOR && t->in_grain < t->vector,
        t->rows % 2 == 0,
        t->cols % 2 == 0,
    };
    return put(feature, found, COUNT(found));
}

/* How a tile is turned, and what that takes in shared memory. */
static float *put_turn(const struct variant *v, float *feature)
{
    const struct tile *tile = &v->tile;
    const double found[] = {
        log2(fmax(tile->cost.loads, 0.01)),
        log2(fmax(tile->cost.load_wavefronts, 0.01)),
        log2(fmax(tile->cost.stores, 0.01)),
        log2(fmax(tile->cost.store_wavefronts, 0.01)),
        tile->kind == 0,
        tile->kind == 1,
        tile->kind == 2 + ROW_RUN_TALL,
        tile->kind == 2 + ROW_RUN_WIDE,
        tile->kind == 2 + ROW_RUN_WHOLE,
        tile->turn == ROW_RUN_GATHER,
        tile->turn == ROW_RUN_SCATTER,
        tile->turn == ROW_RUN_UNITS || tile->turn == ROW_RUN_MATRICES,
    };
    return put(feature, found, COUNT(found));
}

static float *put_loops(const struct variant *v, float *feature)
{
    const struct tile *tile = &v->tile;
    const struct held *held = &v->held;
    double threads = v->t.threads, bytes = tile->elements * v->t.bytes;
    const double found[] = {
        log2(fmax(held->resident, 1e-9) * (double)tile->bytes),
        log2(tile->loads / threads),
        log2(tile->stores / threads),
        rounding(tile->loads / (held->ahead * threads)),
        rounding(tile->stores / threads),
        log2(tile->loads * tile->load / bytes),
        log2(tile->stores * tile->store / bytes),
        log2(tile->load),
        log2(held->resident * fmin(held->ahead * threads, tile->loads) * tile->load),
        log2(held->each),
        rounding(held->each),
    };
    return put(feature, found, COUNT(found));
}

static float *put_edges(const struct variant *v, float *feature)
{
    const struct tw_transpose *t = &v->t;
    const struct tile *tile = &v->tile;
    const double found[] = {
        log2((double)t->in_pitch / (double)t->cols),
        log2((double)t->out_pitch / (double)t->rows),
        tile->quads,
        tile->pattern,
        tile->ends,
        tile->in_skewed,
        tile->out_skewed,
        log2(ceil(tile->loads / (v->held.ahead * t->threads))),
    };
    return put(feature, found, COUNT(found));
}

/* Where runs lie on lines. */
static float *put_places(const struct variant *v, float *feature)
{
    const struct tw_transpose *t = &v->t;
    const struct tile *tile = &v->tile;
    double in_fine = fmin(grain_of(t->in_pitch * t->bytes), grain_of(tile->in_next)),
           out_fine = fmin(grain_of(t->out_pitch * t->bytes), grain_of(tile->out_next));
    const double found[] = {
        log2(fine_grain_of((uint64_t)tile->in_run)),
        log2(fine_grain_of((uint64_t)tile->out_run)),
        log2(fine_grain_of(tile->in_next)),
        log2(fine_grain_of(tile->out_next)),
        log2(tile->alike),
        halves(tile->in_run, in_fine),
        halves(tile->out_run, t->overlap ? 64 : out_fine),
        v->value[TRANSPOSE_hints] == TRANSPOSE_FETCH,
    };
    return put(feature, found, COUNT(found));
}

/* Words of chunk tiles, the rounds in which the warps turn them, and gaps that lie in the tile. */
static float *put_chunk_tiles(const struct variant *v, float *feature)
{
    const struct tile *tile = &v->tile;
    double rounds = (double)tile->units * TW_WARP / v->t.threads;
    const double found[] = {
        log2(tile->words + 1.0),
        tile->units ? log2(rounds) : 0,
        tile->units ? rounding(rounds) : 1,
        log2(tile->stretch),
    };
    return put(feature, found, COUNT(found));
}

/* What registers, which are not known before a kernel is compiled, leave of an SM. */
static float *put_registers(const struct variant *v, float *feature)
{
    const struct tile *tile = &v->tile;
    const struct held *held = &v->held;
    double registers = registers_here(&v->t, tile, held), room = room_by(registers, v->target, &v->t, held);
    double loads = fmin(held->ahead * v->t.threads, tile->loads);
    const double found[] = {
        tile->even,
        log2(tile->chunks),
        log2(held->room / room),
        rounding(held->each / room),
        log2(fmin(held->each, room) * loads * tile->load),
    };
    return put(feature, found, COUNT(found));
}

void tw_transpose_features(const int64_t *value, const struct tw_target *target,
                           float feature[TW_TRANSPOSE_FEATURES])
{
    struct variant v = {.value = value, .target = target, .t = tw_transpose_of(value)};
    v.tile = v.t.method == TRANSPOSE_ROW_RUN ? tile_of_row_run(&v.t, value) : tile_of_rest(&v.t, value);
    v.unroll = (double)value[TRANSPOSE_unroll];
    v.held = held_by(target, &v.t, &v.tile, v.unroll);
    static float *(*const parts[])(const struct variant *, float *) = {
        put_problem, put_block, put_runs,   put_schedule,    put_turn,
        put_loops,   put_edges, put_places, put_chunk_tiles, put_registers};
    float *end = feature;
    for (size_t i = 0; i < COUNT(parts); i++) end = parts[i](&v, end);
    assert(end == feature + TW_TRANSPOSE_FEATURES);
}

float tw_transpose_estimate(const int64_t *value, const struct tw_target *target)
{
    float feature[TW_TRANSPOSE_FEATURES];
    tw_transpose_features(value, target, feature);
    return tw_net_score(&tw_net_transpose, feature);
}
