/* What the time of a variant depends on, in numbers, for the model of estimate.h. */
#include <assert.h>
#include <math.h>

#include <tilewright/occupancy.h>

#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/columns/unordered.h"
#include "gen/families/reduce/estimate.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/segments/segments.h"
#include "gen/families/reduce/variant.h"
#include "gen/layout/sectors.h"

/* What threads, blocks and the grid take, as both skeletons have it. */
struct share {
    double blocks, parts;
    double ahead;     /* bytes that a thread has under way          */
    double thread;    /* bytes that it takes in all                 */
    double run;       /* bytes that a warp's load finds in one row  */
    double lanes;     /* part of the lanes' elements that there are */
    double leaves;    /* part of the blocks' leaves that there are  */
    double states;    /* bytes of a thread's, its stack of subtrees included */
    double loaded;    /* bytes of registers that loads wait in      */
    double taken;     /* rows of a block, or strips                 */
    double joined;    /* bytes of parts that a block joins          */
    double turns;     /* parts that a thread joins                  */
    double joins;     /* of states, that a thread makes in leaves   */
    double wide;      /* of segments: how many times what lanes take at once the average one has */
    double chunks;    /* of segments: blocks for parts of long ones */
    double registers; /* that a thread would like */
    double strip;     /* of columns: bytes of a row that a block's threads in x have side by side */
    double deep;      /* of columns: rows of a block */
    double resident;  /* of columns: blocks that registers are left for at least */
    unsigned shared;
};

/* The registers that a thread would like, and may have. */
static double wanted_registers(const struct share *s)
{
    return 24 + (s->states + s->loaded) / 4;
}

static double most_registers(const struct tw_reduce *r)
{
    return fmin(255, 65536.0 / r->threads);
}

/* Short rows in shared memory: a warp's tile comes by loads of 16 bytes. */
static void set_staged(const struct tw_reduce *r, const struct tw_reduce_run *run, struct share *s)
{
    double tile = (double)run->tile * r->inputs, each = tile / TW_WARP;
    s->ahead = s->loaded = fmin(16.0 * run->unroll * r->inputs, each);
    s->thread = each;
    s->run = tile;
    s->shared = (unsigned)run->tile * r->inputs * run->warps;
}

#define SHUFFLE 2 /* instructions of a join whose right side is another lane's, against one of a lane's own */

static struct share share_of_rows(const struct tw_reduce *r, const int64_t *value)
{
    const struct tw_reduce_run run = tw_reduce_run_of(r, value);
    double load = (double)run.vector * r->bytes * r->inputs, line = load * run.loads,
           rows = (double)run.leaves;
    double lines = run.unroll, leaf = (double)TW_LEAF_BYTES * r->inputs / TW_WARP, once = 1;
    if (run.is_short) {
        lines = fmin(ceil((double)r->cols / run.line), lines);
        leaf = fmax((double)r->cols * r->bytes * r->inputs / run.lanes, load);
        once = rows;
    }
    double taken = (double)run.blocks * (double)run.block_rows * (run.is_short ? 1 : (double)run.slots);
    struct share s = {
        .blocks = (double)run.blocks,
        .parts = (double)run.parts,
        .ahead = line * lines * once,
        .thread = leaf * rows,
        .run = fmin((double)r->cols, (double)run.lanes * run.vector) * r->bytes,
        .lanes = fmin(1, (double)r->cols / run.columns),
        .leaves = (double)r->results * (run.is_short ? 1 : (double)run.row_leaves) / taken,
        .states = (double)run.loads * (r->bulk ? 1 : run.vector) * r->state_bytes * once,
        .loaded = line * lines * once,
        .taken = (double)run.block_rows,
        .joined = run.parts > 1 ? (double)run.parts * r->state_bytes : 1,
        .turns = run.parts > 1 ? (double)run.join_states * (double)run.join_turns : 1,
        .joins = rows * (SHUFFLE * log2(run.lanes) + run.loads * (r->bulk ? 1 : run.vector)),
        .shared = (unsigned)tw_reduce_run_states(r, &run) * r->state_bytes,
    };
    if (run.staged) set_staged(r, &run, &s);
    s.registers = wanted_registers(&s);
    return s;
}

static struct share share_of_columns(const struct tw_reduce *r, const int64_t *value)
{
    const struct tw_columns c = tw_columns_of(r, value);
    double load = (double)r->vector * r->bytes * r->inputs, turns = (double)c.turns;
    double rows = fmin((double)r->rows, TW_LEAF_ROWS * (double)(c.turns > 1 ? 1 : c.each));
    double across = fmin((double)c.x, TW_WARP) * r->vector;
    double joins =
        c.join_runs ? TW_COLUMNS_JOINED : (double)c.x * r->vector; /* columns of a block that joins */
    return (struct share){
        .blocks = ceil((double)c.strips / turns) * (double)c.parts,
        .parts = (double)c.parts,
        .ahead = load * fmin(c.unroll, rows) * (rows < c.unroll ? turns : 1),
        .thread = load * rows * turns,
        .run = fmin((double)r->cols, across) * r->bytes,
        .lanes = (double)r->cols * (double)r->batch / ((double)c.strips * c.x * r->vector),
        .leaves = (double)c.leaves / ((double)c.parts * (double)c.part_leaves),
        .states = (double)r->vector * r->state_bytes * (c.turns > 1 ? 1 : 1 + log2((double)c.each)),
        .loaded = load * fmin(c.unroll, rows),
        .taken = turns,
        .joined = c.parts > 1 ? (double)c.parts * joins * r->state_bytes : 1,
        .turns = c.parts > 1 ? (double)c.run : 1,
        .joins = (double)r->vector * turns * (c.turns > 1 ? 1 : (double)c.each),
        .registers = tw_columns_registers(&c),
        .strip = fmin((double)c.x, (double)c.row_vectors) * r->vector * r->bytes,
        .deep = fmin((double)r->rows, TW_LEAF_ROWS * (double)c.part_leaves),
        .resident = tw_columns_loads_together(&c) ? tw_columns_resident(&c) : 0,
        .shared = c.steps ? c.shares * (c.y - 1) * c.x * r->state_bytes : 0,
    };
}

/* Rows in any order: a thread has every BDIMY-th of a block's. */
static struct share share_of_unordered(const struct tw_reduce *r, const int64_t *value)
{
    const struct tw_unordered l = tw_unordered_of(r, value);
    double load = (double)r->vector * r->bytes * r->inputs, part = (double)r->vector * l.part_bytes;
    double rows = fmin(ceil((double)r->rows / l.y), TW_LEAF_ROWS * (double)l.each);
    double run = (double)r->vector * fmin(l.x, TW_WARP), joiners = l.join_runs ? l.join_runs : l.y;
    struct share s = {
        .blocks = (double)l.strips * (double)l.parts,
        .parts = (double)l.parts,
        .ahead = load * fmin(l.unroll, rows),
        .thread = load * rows,
        .run = fmin((double)r->cols, run) * r->bytes,
        .lanes = (double)r->cols / ((double)l.strips * l.x * r->vector),
        .leaves = (double)r->rows / ((double)l.parts * (double)l.block_rows),
        .states = part,
        .loaded = load * fmin(l.unroll, rows),
        .taken = 1,
        .joined = l.parts > 1 ? (double)l.parts * (double)l.strip * r->state_bytes : 1,
        .turns = l.parts > 1 ? ceil((double)l.parts / joiners) : 1,
        .joins = (double)l.strip * l.y / r->threads,
        .strip = fmin((double)r->cols, (double)l.strip) * r->bytes,
        .deep = fmin((double)r->rows, (double)l.block_rows),
        .shared = l.y * l.padded * l.part_bytes,
    };
    s.registers = wanted_registers(&s);
    return s;
}

#define SHORTEST 0.25 /* elements of an average segment, of which the logarithm is taken */

/* Elements of a result; of segments on the average. */
static double length_of(const struct tw_reduce *r)
{
    return r->along == REDUCE_SEGMENTS ? fmax(tw_segments_average(r), SHORTEST) : (double)r->length;
}

/* What threads and blocks take as far as the average segment tells. */
static struct share share_of_segments(const struct tw_reduce *r, const int64_t *value)
{
    const struct tw_segments s = tw_segments_of(r, value);
    double bytes = length_of(r) * r->bytes, ahead = s.ahead;
    double near = s.grouped ? s.lanes * TW_SEGMENT_NEAR * r->bytes : TW_LINE_BYTES;
    double all = s.packed ? TW_WARP * bytes : bytes; /* that lie side by side */
    double turns = ceil(all / near);
    struct share share = {
        .blocks = (double)s.blocks,
        .parts = 1,
        .ahead = ahead,
        .thread = bytes * (double)s.turns / s.lanes,
        .run = fmin(all, near),
        .lanes = all / (turns * near),
        .leaves = (double)r->rows / ((double)s.owners * (double)s.each),
        .states = (s.grouped ? ahead / r->bytes : 1) * r->state_bytes,
        .loaded = ahead,
        .taken = (double)s.each,
        .joined = 1,
        .turns = (double)s.turns,
        .joins = (double)s.turns * SHUFFLE * log2(fmin(s.lanes, TW_WARP) + 1),
        .wide = length_of(r) / (double)s.bound,
        .chunks = (double)s.windows,
        .shared = s.shared_bytes,
    };
    share.registers = wanted_registers(&share);
    return share;
}

static struct share share_of(const struct tw_reduce *r, const int64_t *value)
{
    switch (r->along) {
    case REDUCE_ROWS:
        return share_of_rows(r, value);
    case REDUCE_COLUMNS:
        return r->unordered ? share_of_unordered(r, value) : share_of_columns(r, value);
    default:
        return share_of_segments(r, value);
    }
}

/* The largest power of two in n, up to 2^12. */
static double grain_of(uint64_t n)
{
    n |= UINT64_C(1) << 12;
    return (double)(n & (~n + 1));
}

static bool is_half(const struct tw_reduce *r)
{
    return r->input == TW_FLOAT16 || r->input == TW_BFLOAT16;
}

static bool is_segments(const int64_t *value)
{
    return value[REDUCE_along] == REDUCE_SEGMENTS;
}

static const struct tw_forest *forest_of(const int64_t *value)
{
    if (is_segments(value)) return &tw_forest_segments;
    return value[REDUCE_along] == REDUCE_COLUMNS ? &tw_forest_columns : &tw_forest_reduce;
}

static bool rule_is_as_good(const int64_t *value)
{
    const struct tw_reduce r = tw_reduce_of(value);
    return is_segments(value) && tw_segments_share(&r);
}

bool tw_reduce_is_known(const int64_t *value)
{
    bool is_empty = value[REDUCE_rows] == 0 || value[REDUCE_cols] == 0;
    bool is_exact = value[REDUCE_along] == REDUCE_ROWS && value[REDUCE_order] == REDUCE_EXACT;
    return value[REDUCE_method] == REDUCE_TREE && !is_empty && !is_exact && !rule_is_as_good(value);
}

unsigned tw_reduce_model_sm(const int64_t *value)
{
    return forest_of(value)->sm;
}

/* About how many instructions an element takes, where a word is taken at once, and where each is taken by itself. */
static double element_work(const struct tw_reduce *r)
{
    bool is_place = tw_reduce_gives_places(r->op);
    double words = r->bytes > 4 ? 2 : 1, small = r->bytes < 4 ? 1 : 0;
    if (r->order == REDUCE_COMPENSATED) return 6 + small;
    if (r->bulk) return is_place ? 1.5 : 0.5 * r->bytes;
    return (is_place ? 4 : 1) * words + small + (r->state_bytes > 4 ? 0.5 : 0);
}

/* Microseconds that the instructions take, and the bytes, if each is all there is: so much of each unit goes by in one. */
#define INSTRUCTIONS 460e3
#define BYTES        4.6e6

static double work_of(const struct tw_reduce *r, const struct share *s)
{
    double thread = s->thread / r->bytes * element_work(r) + 2 * s->joins + 30;
    return s->blocks * r->threads / TW_WARP * thread / INSTRUCTIONS;
}

static double bytes_of(const struct tw_reduce *r)
{
    return (double)r->results * length_of(r) * r->bytes;
}

/* Writes the numbers; where the next ones go. */
static float *put(float *feature, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) feature[i] = (float)numbers[i];
    return feature + count;
}

static float *put_problem(const struct tw_reduce *r, float *feature)
{
    double length = length_of(r), row = r->along == REDUCE_SEGMENTS ? length : (double)r->cols;
    const double numbers[] = {
        r->along == REDUCE_ROWS ? (r->length > r->leaf) : 1 + (double)r->along,
        r->op,
        r->order,
        r->inputs,
        log2(r->bytes),
        is_half(r),
        log2(r->state_bytes),
        tw_bytes_of(r->sum),
        log2(r->vector * r->bytes),
        log2(bytes_of(r)),
        log2((double)r->results),
        log2(length),
        log2(row * r->bytes),
        log2((double)r->batch),
        log2(grain_of(r->pitch * r->bytes)),
        r->pitch == r->cols,
        fmod(length, (double)r->leaf) / (double)r->leaf,
        r->unordered ? 5
        : r->ragged  ? 3
        : r->rotates ? 2
        : r->shifts  ? 1
        : r->bulk    ? 4
                     : 0,
    };
    return put(feature, numbers, sizeof numbers / sizeof *numbers);
}

/* The models were fitted to two numbers that say schedules too: of each schedule the field that either is, or what it is without. */
enum former { FORMER_STAGED, FORMER_LEAVES };
#define NO_FIELD REDUCE_FIELD_COUNT
static const struct {
    enum tw_reduce_field field;
    double without;
} formers[][2] = {
    [REDUCE_DIRECT] = {{NO_FIELD, 0}, {REDUCE_leaves, 1}},
    [REDUCE_STAGED] = {{REDUCE_row_lanes, 0}, {REDUCE_leaves, 1}},
    [REDUCE_UNORDERED] = {{NO_FIELD, 0}, {REDUCE_leaves, 1}},
    [REDUCE_GROUPED] = {{NO_FIELD, 0}, {REDUCE_leaves, 1}},
    [REDUCE_PACKED] = {{NO_FIELD, 0}, {REDUCE_leaves, 1}},
    [REDUCE_BALANCED] = {{REDUCE_leaves, 0}, {NO_FIELD, 1}},
};

static double former(const int64_t *value, enum former number)
{
    enum tw_reduce_field field = formers[value[REDUCE_schedule]][number].field;
    return field == NO_FIELD ? formers[value[REDUCE_schedule]][number].without : (double)value[field];
}

static float *put_fields(const struct tw_reduce *r, const int64_t *value, const struct share *s,
                         float *feature)
{
    double grain = grain_of(r->pitch * r->bytes), gap = grain < TW_SECTOR ? TW_SECTOR - grain : 0;
    double joining = s->parts > 1 ? s->blocks / s->parts : 0, wanted = s->registers;
    const double numbers[] = {
        value[REDUCE_finish],
        former(value, FORMER_STAGED),
        log2((double)value[REDUCE_BDIMX]),
        log2((double)value[REDUCE_BDIMY]),
        log2(former(value, FORMER_LEAVES)),
        log2((double)value[REDUCE_warps]),
        log2((double)value[REDUCE_unroll]),
        log2(r->threads),
        log2(s->blocks),
        log2(s->parts),
        log2(s->ahead),
        log2(s->thread),
        log2(s->run),
        s->lanes,
        s->leaves,
        log2(s->states),
        log2(wanted),
        wanted / most_registers(r),
        log2(s->taken),
        log2(s->joined),
        log2(s->turns),
        log2(s->joined * joining + 1) - log2(bytes_of(r)),
        (s->run + gap) / s->run,
        s->shared / 1024.0,
        log2(work_of(r, s) + 1),
        log2(work_of(r, s) + 1) - log2(bytes_of(r) * r->inputs / BYTES + 1),
    };
    return put(feature, numbers, sizeof numbers / sizeof *numbers);
}

static float *put_machine(const struct tw_reduce *r, const struct share *s, const struct tw_target *target,
                          float *feature)
{
    unsigned registers = (unsigned)fmin(s->registers, most_registers(r));
    const struct tw_block_needs needs = {r->threads, registers, s->shared, -1};
    unsigned fits = tw_occupancy(target, &needs).blocks_per_sm, room = fits ? fits : 1;
    double each = s->blocks / target->multiprocessors, resident = fmin(each, room), waves = each / room;
    const double numbers[] = {
        room,
        log2(waves),
        fmin(ceil(waves) / waves, 4),
        fmin(ceil(each) / each, 4),
        log2(resident * r->threads),
        log2(resident * r->threads * fmin(s->ahead, s->thread)),
        ceil(waves),
        log2(s->thread * r->threads * resident * ceil(waves)),
    };
    return put(feature, numbers, sizeof numbers / sizeof *numbers);
}

static float *put_segments(const struct tw_reduce *r, const int64_t *value, const struct share *s,
                           float *feature)
{
    const double numbers[] = {log2(s->wide), log2(s->chunks + 1), value[REDUCE_offsets]}, none[3] = {0};
    return put(feature, r->along == REDUCE_SEGMENTS ? numbers : none, 3);
}

/* Blocks beside each other share the sectors in which their strips meet, if they run at the same time. */
static float *put_columns(const struct tw_reduce *r, const struct share *s, float *feature)
{
    double grain = grain_of(r->pitch * r->bytes), gap = grain < TW_SECTOR ? TW_SECTOR - grain : 0;
    const double numbers[] = {log2(s->strip), (s->strip + gap) / s->strip, log2(s->deep), s->resident,
                              s->registers / tw_columns_most_registers(r->threads)},
                 none[5] = {0};
    return put(feature, r->along == REDUCE_COLUMNS ? numbers : none, 5);
}

/* What elements are, and what they are added in. */
static float *put_numbers(const struct tw_reduce *r, float *feature)
{
    const double numbers[] = {tw_element_info(r->input)->scalar != TW_FLOAT,
                              tw_element_info(r->sum)->scalar == TW_FLOAT};
    return put(feature, numbers, sizeof numbers / sizeof *numbers);
}

void tw_reduce_features(const int64_t *value, const struct tw_target *target,
                        float feature[TW_REDUCE_FEATURES])
{
    const struct tw_reduce r = tw_reduce_of(value);
    const struct share s = share_of(&r, value);
    float *end = put_problem(&r, feature);
    end = put_fields(&r, value, &s, end);
    end = put_machine(&r, &s, target, end);
    end = put_segments(&r, value, &s, end);
    end = put_columns(&r, &s, end);
    end = put_numbers(&r, end);
    assert(end == feature + TW_REDUCE_FEATURES);
    (void)end;
}

float tw_reduce_estimate(const int64_t *value, const struct tw_target *target)
{
    float feature[TW_REDUCE_FEATURES];
    tw_reduce_features(value, target, feature);
    return tw_forest_score(forest_of(value), feature);
}
