/*
 * What a reduction along the columns costs. Warps are counted by what makes them alike:
 *
 *     shared memory    a block's tree depends on how many of its threads in y have leaves: whole parts, the last, the join
 *     global memory    rows begin at whole sectors, so a warp costs what its vectors' places in a sector make of it: strips
 *                      repeat after some, but for the last. Where too many differ, only shared memory is predicted
 *
 * Each function follows a piece of templates/reduce/reduce_columns.cu.mustache; buffers begin at multiples of 256 bytes.
 */
#include <assert.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"

#define KINDS_MAX 4096u /* warps that are counted one by one */

struct counting {
    const struct tw_reduce *r;
    const struct tw_columns *c;
    struct tw_prediction *prediction;
    uint64_t strip, times; /* the strip; how many cost the same */
};

static unsigned reversed(unsigned y, unsigned bits)
{
    unsigned number = 0;
    for (unsigned i = 0; i < bits; i++) number |= (y >> i & 1u) << (bits - 1 - i);
    return number;
}

static unsigned warps_of(const struct tw_columns *c)
{
    return (c->x * c->y + TW_WARP - 1) / TW_WARP;
}

/* A warp's threads. */
struct lane {
    bool is_there; /* the block has such a thread, and the thread a vector */
    unsigned y;
    uint64_t run, vector;
};

static void lanes_of(const struct counting *count, unsigned warp, struct lane lanes[TW_WARP])
{
    const struct tw_columns *c = count->c;
    for (unsigned i = 0; i < TW_WARP; i++) {
        unsigned thread = warp * TW_WARP + i;
        uint64_t vector = count->strip * c->x + thread % c->x;
        unsigned y = thread / c->x;
        lanes[i] = (struct lane){y < c->y && vector < c->vectors, y, reversed(y, c->y_bits), vector};
    }
}

/* ---- shared memory ---- */

static const char *const names[TW_MEMBERS_MAX][2] = {
    {"leave first member", "take first member"},
    {"leave second member", "take second member"},
    {"leave third member", "take third member"},
    {"leave fourth member", "take fourth member"},
};

/* Row y - 1 of each array is that of threads y; all columns of a thread cost the same. */
static void count_step(const struct counting *count, unsigned half, uint64_t runs, unsigned warp,
                       uint64_t times)
{
    const struct tw_columns *c = count->c;
    uint64_t next = c->y / 2 / half;
    for (unsigned m = 0; m < c->r->member_count; m++) {
        uint32_t leave[TW_WARP] = {0}, take[TW_WARP] = {0}, leaves = 0, takes = 0;
        unsigned bytes = tw_bytes_of(c->r->members[m].element);
        for (unsigned i = 0; i < TW_WARP; i++) {
            unsigned thread = warp * TW_WARP + i, y = thread / c->x, x = thread % c->x;
            bool right = y < half && reversed(y, c->y_bits) + next < runs;
            leave[i] = ((y - 1) * c->x + x) * bytes;
            take[i] = ((y + half - 1) * c->x + x) * bytes;
            leaves |= (uint32_t)(y >= half && y < 2 * half) << i;
            takes |= (uint32_t)right << i;
        }
        tw_predict_request(count->prediction, 2 * m, leave, leaves, times * c->width);
        tw_predict_request(count->prediction, 2 * m + 1, take, takes, times * c->width);
    }
}

/* Blocks, so many, in which that many runs meet in so many steps. */
static void count_tree(const struct counting *count, unsigned steps, uint64_t runs, uint64_t blocks)
{
    for (unsigned step = 0; step < steps && blocks; step++) {
        for (unsigned warp = 0; warp < warps_of(count->c); warp++)
            count_step(count, count->c->y / 2 >> step, runs, warp, blocks);
    }
}

/* Runs of parts meet in a launch of its own, a warp's vectors in each block. */
static void count_joined(const struct counting *count)
{
    const struct tw_columns *c = count->c;
    uint64_t blocks = tw_ceil_div(c->vectors, TW_COLUMNS_JOINED) * c->width;
    for (unsigned m = 0; m < c->r->member_count; m++) {
        uint32_t addr[TW_WARP];
        uint64_t taken = 0;
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] = i * tw_bytes_of(c->r->members[m].element);
        for (unsigned d = 1; d < c->join_runs; d *= 2)
            for (unsigned y = 0; y + d < c->runs; y += 2 * d) taken++;
        tw_predict_request(count->prediction, 2 * m, addr, UINT32_MAX, blocks * (c->join_runs + taken));
        tw_predict_request(count->prediction, 2 * m + 1, addr, UINT32_MAX, blocks * taken);
    }
}

void tw_columns_name_accesses(struct tw_prediction *prediction, const struct tw_reduce_member *members,
                              unsigned count)
{
    for (unsigned m = 0; m < count; m++) {
        for (unsigned i = 0; i < 2; i++)
            tw_predict_access(prediction, names[m][i], i == 0 ? TW_STORE : TW_LOAD,
                              tw_bytes_of(members[m].element));
    }
}

/* Runs of the last part. */
static uint64_t last_runs(const struct tw_columns *c)
{
    uint64_t leaves = c->leaves - (c->parts - 1) * c->part_leaves;
    return (leaves + c->each - 1) / c->each;
}

static void count_meetings(const struct counting *count)
{
    const struct tw_columns *c = count->c;
    count_tree(count, c->steps, c->y, c->strips * (c->parts - 1));
    count_tree(count, c->steps, last_runs(c), c->strips);
}

/* ---- global memory ---- */

static void request(const struct counting *count, enum tw_access op, unsigned bytes,
                    const uint64_t addr[TW_WARP], uint32_t active, uint64_t times)
{
    tw_predict_global(count->prediction, op, bytes, addr, active, times * count->times);
}

/* The byte of the first element of a lane's vector, in row `row` of its matrix. */
static uint64_t place(const struct tw_columns *c, const struct lane *lane, uint64_t row)
{
    const struct tw_reduce *r = c->r;
    uint64_t matrix = lane->vector / c->row_vectors, col = lane->vector % c->row_vectors * r->vector;
    return ((matrix * r->rows + row) * r->pitch + col) * r->bytes;
}

/* Lanes with a whole vector load it, the others their elements; one row of each. */
static void count_row(const struct counting *count, const struct lane lanes[TW_WARP], uint32_t active,
                      uint64_t row, uint64_t times)
{
    const struct tw_columns *c = count->c;
    uint64_t addr[TW_WARP] = {0};
    uint32_t whole = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        bool is_last = lanes[i].vector % c->row_vectors == c->row_vectors - 1;
        addr[i] = lanes[i].is_there ? place(c, &lanes[i], lanes[i].run * c->each * TW_LEAF_ROWS + row) : 0;
        whole |= (uint32_t) !(c->ragged && is_last) << i;
    }
    request(count, TW_LOAD, c->r->vector * c->r->bytes, addr, active & whole, times * c->r->inputs);
    if (!(active & ~whole)) return;
    for (unsigned e = 0; e < c->ragged; e++) {
        request(count, TW_LOAD, c->r->bytes, addr, active & ~whole, times * c->r->inputs);
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] += c->r->bytes;
    }
}

/* `rows` rows of a leaf. Two that follow each other may begin at different halves of 64 bytes. */
static void count_leaf(const struct counting *count, const struct lane lanes[TW_WARP], uint32_t active,
                       unsigned rows, uint64_t times)
{
    if (!active || !times) return;
    bool alike = count->r->pitch * count->r->bytes % TW_FILL == 0 || count->r->rows == 1;
    if (alike) {
        count_row(count, lanes, active, 0, times * rows);
        return;
    }
    count_row(count, lanes, active, 0, times * ((rows + 1) / 2));
    if (rows > 1) count_row(count, lanes, active, 1, times * (rows / 2));
}

/* Lanes whose thread has leaf number n of its own, among `leaves` of the part. */
static uint32_t lanes_with(const struct counting *count, const struct lane lanes[TW_WARP], uint64_t n,
                           uint64_t leaves)
{
    uint32_t active = 0;
    for (unsigned i = 0; i < TW_WARP; i++)
        active |= (uint32_t)(lanes[i].is_there && lanes[i].run * count->c->each + n < leaves) << i;
    return active;
}

/* A part of that many leaves, of which the last has `tail` rows unless that is 0. Leaves of a thread differ only where the
   part ends, in run number `last / each`, at its leaf number `last % each`. */
static void count_part(const struct counting *count, const struct lane lanes[TW_WARP], uint64_t leaves,
                       unsigned tail, uint64_t times)
{
    const struct tw_columns *c = count->c;
    uint64_t last = leaves - 1, cut = last % c->each;
    uint32_t at_end = lanes_with(count, lanes, cut, leaves), ending = 0;
    for (unsigned i = 0; i < TW_WARP; i++)
        ending |= (uint32_t)(lanes[i].is_there && lanes[i].run == last / c->each) << i;
    if (!tail) ending = 0;
    count_leaf(count, lanes, lanes_with(count, lanes, 0, leaves), TW_LEAF_ROWS, cut * times);
    count_leaf(count, lanes, at_end & ~ending, TW_LEAF_ROWS, times);
    count_leaf(count, lanes, at_end & ending, tail, times);
    count_leaf(count, lanes, lanes_with(count, lanes, cut + 1, leaves), TW_LEAF_ROWS,
               (c->each - 1 - cut) * times);
}

static void count_loads(const struct counting *count, const struct lane lanes[TW_WARP])
{
    const struct tw_columns *c = count->c;
    count_part(count, lanes, c->part_leaves, 0, c->parts - 1);
    count_part(count, lanes, c->leaves - (c->parts - 1) * c->part_leaves, c->tail, 1);
}

/* Threads 0 in y have the columns' states. */
static uint32_t first_lanes(const struct lane lanes[TW_WARP])
{
    uint32_t active = 0;
    for (unsigned i = 0; i < TW_WARP; i++) active |= (uint32_t)(lanes[i].is_there && lanes[i].y == 0) << i;
    return active;
}

/* Columns of parts lie `stride` vectors apart in scratch: whole sectors. */
static void count_leaving(const struct counting *count, const struct lane lanes[TW_WARP])
{
    const struct tw_columns *c = count->c;
    for (unsigned m = 0; m < c->r->member_count; m++) {
        unsigned bytes = tw_bytes_of(c->r->members[m].element);
        uint64_t addr[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] = lanes[i].vector * bytes;
        request(count, TW_STORE, bytes, addr, first_lanes(lanes), c->parts * c->width);
    }
}

/* Threads load the parts of their run, one after the other. */
static void count_joining(const struct counting *count, const struct lane lanes[TW_WARP])
{
    const struct tw_columns *c = count->c;
    bool is_known = c->y == 1 && c->run <= c->ahead; /* to the compiler, which loads the last once then */
    uint64_t ahead = is_known ? 1 : c->ahead;
    uint64_t last = tw_multiple_up((c->parts - 1) % c->run + 1, ahead); /* loads of the last run */
    for (unsigned m = 0; m < c->r->member_count; m++) {
        unsigned bytes = tw_bytes_of(c->r->members[m].element);
        uint64_t addr[TW_WARP];
        uint32_t all = 0, full = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            bool has = lanes[i].is_there && lanes[i].run < c->runs;
            addr[i] = (lanes[i].run * c->run * c->width * c->stride + lanes[i].vector) * bytes;
            all |= (uint32_t)has << i;
            full |= (uint32_t)(has && lanes[i].run + 1 < c->runs) << i;
        }
        request(count, TW_LOAD, bytes, addr, all, last * c->width);
        request(count, TW_LOAD, bytes, addr, full, (c->run - last) * c->width);
    }
}

/* The byte of a result, or of the first of a vector. */
static uint64_t result_place(const struct tw_columns *c, uint64_t vector)
{
    uint64_t matrix = vector / c->row_vectors, col = vector % c->row_vectors * c->r->vector;
    return (matrix * c->r->cols + col) * tw_bytes_of(c->r->result);
}

static void count_results(const struct counting *count, const struct lane lanes[TW_WARP])
{
    const struct tw_columns *c = count->c;
    unsigned bytes = tw_bytes_of(c->r->result), step = c->store ? c->store : bytes;
    for (unsigned n = 0; n < c->width * bytes / step; n++) {
        uint64_t addr[TW_WARP];
        uint32_t active = first_lanes(lanes);
        for (unsigned i = 0; i < TW_WARP; i++) {
            bool is_last = lanes[i].vector % c->row_vectors == c->row_vectors - 1;
            addr[i] = result_place(c, lanes[i].vector) + n * step;
            if (c->ragged && is_last && n >= c->ragged) active &= ~(1u << i);
        }
        request(count, TW_STORE, step, addr, active, 1);
    }
}

/* All blocks of a strip, as the launch has them. */
static void count_strip(const struct counting *count, unsigned launch)
{
    const struct tw_columns *c = count->c;
    bool is_cut = c->parts > 1, joins = is_cut && launch == (c->join_runs > 0);
    for (unsigned warp = 0; warp < warps_of(c); warp++) {
        struct lane lanes[TW_WARP];
        lanes_of(count, warp, lanes);
        if (launch == 0) count_loads(count, lanes);
        if (launch == 0 && is_cut) count_leaving(count, lanes);
        if (joins) count_joining(count, lanes);
        if (joins || !is_cut) count_results(count, lanes);
    }
}

/* Strips after which all places in sectors repeat: of one row 64 bytes of every array, of matrices also rows and results. */
static uint64_t period_of(const struct tw_columns *c)
{
    uint64_t vectors = c->r->batch > 1 ? TW_FILL * c->row_vectors : TW_FILL;
    return vectors / tw_gcd(vectors, c->x);
}

bool tw_columns_begin_sectors(const struct tw_reduce *r)
{
    return r->rows * r->batch == 1 || r->pitch * r->bytes % TW_SECTOR == 0;
}

static void count_global(struct counting *count, unsigned launch)
{
    const struct tw_columns *c = count->c;
    uint64_t inner = c->strips - 1, period = tw_least(period_of(c), inner);
    for (count->strip = 0; count->strip < period; count->strip++) {
        count->times = (inner - count->strip + period - 1) / period;
        count_strip(count, launch);
    }
    count->strip = inner;
    count->times = 1;
    count_strip(count, launch);
}

/* Results of no elements, one for each thread. */
static void count_nothing(const struct counting *count)
{
    uint64_t results = count->r->results, warps = results / TW_WARP, addr[TW_WARP];
    unsigned bytes = tw_bytes_of(count->r->result), rest = (unsigned)(results % TW_WARP);
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = i * bytes;
    tw_predict_global(count->prediction, TW_STORE, bytes, addr, UINT32_MAX, warps);
    tw_predict_global(count->prediction, TW_STORE, bytes, addr, (1u << rest) - 1, 1);
}

/* The launch that joins parts, as one whose threads take a vector of a part each: all columns of a vector alike, each by a block of
   its own. */
static struct tw_columns joined_by(const struct tw_columns *c)
{
    struct tw_columns joined = *c;
    joined.x = TW_COLUMNS_JOINED;
    joined.y = c->join_runs;
    joined.y_bits = tw_log2(c->join_runs);
    joined.strips = tw_ceil_div(c->vectors, TW_COLUMNS_JOINED);
    joined.store = 0;
    return joined;
}

void tw_columns_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                        unsigned launch, struct tw_prediction *prediction)
{
    struct tw_columns c = tw_columns_of(r, value);
    struct counting count = {.r = r, .c = &c, .prediction = prediction};
    (void)shape;
    if (c.empty) {
        if (c.x * c.y % TW_WARP == 0 || r->results == 0) count_nothing(&count);
        return;
    }
    if (c.steps || c.join_runs) tw_columns_name_accesses(prediction, r->members, r->member_count);
    if (launch == 0) count_meetings(&count);
    if (launch == 1) {
        count_joined(&count);
        c = joined_by(&c);
    } else if (c.parts > 1 && r->finish == REDUCE_BY_LAST)
        count_tree(&count, c.part_steps, c.runs, c.strips);
    uint64_t strips = tw_least(period_of(&c), c.strips - 1) + 1;
    bool is_zero = r->rows == 1 && tw_reduce_gives_places(r->op); /* whatever is loaded */
    if (!is_zero && tw_columns_begin_sectors(r) && strips * warps_of(&c) <= KINDS_MAX)
        count_global(&count, launch);
}
