/*
 * What a reduction along the columns costs whose rows are added in any order. Blocks are alike but for the last strip and the last
 * part; in global memory strips repeat after some, where rows begin at whole sectors. Each function follows a piece of
 * templates/reduce/reduce_unordered.cu.mustache; buffers begin at multiples of 256 bytes.
 */
#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/columns/unordered.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"

struct counting {
    const struct tw_reduce *r;
    const struct tw_unordered *l;
    struct tw_prediction *prediction;
    uint64_t strip, rows; /* the block's */
    uint64_t times;       /* how many blocks are like it */
};

/* A thread, as it takes rows. */
struct lane {
    bool is_there, is_cut;
    unsigned y;
    int64_t x;             /* its first column of the block's */
    uint64_t at, n, whole; /* where its rows begin; how many there are; those that are not cut */
};

static unsigned warps_of(const struct tw_unordered *l)
{
    return (unsigned)tw_ceil_div(l->x * l->y, TW_WARP);
}

static uint64_t step_of(const struct tw_unordered *l)
{
    return l->y * l->r->pitch;
}

static struct lane lane_of(const struct counting *count, unsigned thread)
{
    const struct tw_unordered *l = count->l;
    const struct tw_reduce *r = count->r;
    unsigned y = thread / l->x;
    struct lane lane = {
        .y = y, .x = (int64_t)(thread % l->x) * r->vector - (int64_t)((uint64_t)y * l->shift % r->vector)};
    int64_t first = (int64_t)(count->strip * l->strip) + lane.x;
    if (y >= l->y || y >= count->rows || lane.x >= (int64_t)l->strip || first >= (int64_t)r->cols)
        return lane;
    lane.is_there = true;
    lane.n = tw_ceil_div(count->rows - y, l->y);
    lane.at = y * r->pitch + (uint64_t)first;
    return lane;
}

/* The last row of the last part may be the array's. */
static void set_cut(const struct counting *count, bool is_last, struct lane *lane)
{
    const struct tw_reduce *r = count->r;
    uint64_t before = is_last ? (count->l->parts - 1) * count->l->block_rows * r->pitch : 0;
    if (!lane->is_there) return;
    lane->is_cut = is_last && before + lane->at + (lane->n - 1) * step_of(count->l) + r->vector > r->count;
    lane->whole = lane->n - lane->is_cut;
}

static void lanes_of(const struct counting *count, bool is_last, unsigned warp, struct lane lanes[TW_WARP])
{
    for (unsigned i = 0; i < TW_WARP; i++) {
        lanes[i] = lane_of(count, warp * TW_WARP + i);
        set_cut(count, is_last, &lanes[i]);
    }
}

/* ---- shared memory ---- */

/* A request for places in rows of a member's array, in elements. */
static void request_shared(const struct counting *count, enum tw_access op, unsigned member,
                           const uint64_t place[TW_WARP], uint32_t active)
{
    uint32_t addr[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++)
        addr[i] = (uint32_t)place[i] * tw_bytes_of(count->l->part[member].element);
    tw_predict_request(count->prediction, 2 * member + (op == TW_LOAD), addr, active, count->times);
}

static void count_leaving(const struct counting *count, const struct lane lanes[TW_WARP])
{
    const struct tw_unordered *l = count->l;
    for (unsigned e = 0; e < count->r->vector; e++) {
        uint64_t place[TW_WARP] = {0};
        uint32_t active = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            int64_t column = lanes[i].x + e;
            if (!lanes[i].is_there || column < 0 || column >= (int64_t)l->strip) continue;
            place[i] = lanes[i].y * l->padded + tw_unordered_place(l, (uint64_t)column);
            active |= 1u << i;
        }
        for (unsigned m = 0; m < l->part_count; m++) request_shared(count, TW_STORE, m, place, active);
    }
}

/* What a warp's threads add up, one column each, from number `first` of the block on. */
struct taking {
    uint64_t first;
    uint32_t active;
};

static void for_columns(const struct counting *count,
                        void (*of)(const struct counting *count, const struct taking *taking))
{
    const struct tw_unordered *l = count->l;
    uint64_t all = tw_least(l->strip, count->r->cols - count->strip * l->strip), threads = l->x * l->y;
    for (uint64_t turn = 0; turn < all; turn += threads) {
        uint64_t end = tw_least(turn + threads, all);
        for (uint64_t first = turn; first < end; first += TW_WARP)
            of(count, &(struct taking){first, tw_lanes_below(end - first)});
    }
}

/* Where places are looked for, the compiler loads no value that is compared with none. */
static bool is_taken(const struct tw_unordered *l, unsigned member)
{
    bool is_value = member + 1 < l->part_count && tw_reduce_gives_places(l->r->op);
    return !is_value || l->y > 1 || l->parts > 1;
}

static void count_taking(const struct counting *count, const struct taking *taking)
{
    const struct tw_unordered *l = count->l;
    for (uint64_t y = 0; y < tw_least(count->rows, l->y); y++) {
        uint64_t place[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++)
            place[i] = y * l->padded + tw_unordered_place(l, taking->first + i);
        for (unsigned m = 0; m < l->part_count; m++)
            if (is_taken(l, m)) request_shared(count, TW_LOAD, m, place, taking->active);
    }
}

/* Blocks of a strip and a part. */
static void count_meeting(const struct counting *count)
{
    for (unsigned warp = 0; warp < warps_of(count->l); warp++) {
        struct lane lanes[TW_WARP];
        lanes_of(count, false, warp, lanes);
        count_leaving(count, lanes);
    }
    for_columns(count, count_taking);
}

/* ---- global memory ---- */

static void request(const struct counting *count, enum tw_access op, unsigned bytes,
                    const uint64_t addr[TW_WARP], uint32_t active, uint64_t times)
{
    tw_predict_global(count->prediction, op, bytes, addr, active, times * count->times);
}

/* A row of each lane that is active: its own number n. */
static void count_row(const struct counting *count, const struct lane lanes[TW_WARP],
                      const uint64_t n[TW_WARP], uint32_t active, uint64_t times)
{
    uint64_t addr[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++)
        addr[i] = (lanes[i].at + n[i] * step_of(count->l)) * count->r->bytes;
    request(count, TW_LOAD, count->r->align, addr, active, times * count->r->inputs);
}

/* Lanes that have so many turns of `unroll` rows, and of rows that are left then. */
static uint32_t lanes_with(const struct counting *count, const struct lane lanes[TW_WARP], uint64_t turns,
                           uint64_t rest)
{
    uint32_t active = 0;
    for (unsigned i = 0; i < TW_WARP; i++)
        active |= (uint32_t)(lanes[i].is_there && lanes[i].whole / count->l->unroll >= turns &&
                             lanes[i].whole % count->l->unroll >= rest)
                  << i;
    return active;
}

/* Turns that all lanes have, whose rows begin at either half of 64 bytes, and then those that some have. */
static void count_turns(const struct counting *count, const struct lane lanes[TW_WARP])
{
    unsigned unroll = count->l->unroll;
    uint64_t least = UINT64_MAX, most = 0, n[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) {
        if (!lanes[i].is_there) continue;
        least = tw_least(least, lanes[i].whole / unroll);
        if (most < lanes[i].whole / unroll) most = lanes[i].whole / unroll;
    }
    if (least > most) return;
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned i = 0; i < TW_WARP; i++) n[i] = half;
        count_row(count, lanes, n, lanes_with(count, lanes, 0, 0), (least * unroll + 1 - half) / 2);
    }
    for (uint64_t turn = least; turn < most; turn++) {
        for (unsigned u = 0; u < unroll; u++) {
            for (unsigned i = 0; i < TW_WARP; i++) n[i] = turn * unroll + u;
            count_row(count, lanes, n, lanes_with(count, lanes, turn + 1, 0), 1);
        }
    }
}

static void count_rest(const struct counting *count, const struct lane lanes[TW_WARP])
{
    unsigned unroll = count->l->unroll;
    for (unsigned u = 0; u + 1 < unroll; u++) {
        uint64_t n[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++) n[i] = lanes[i].whole / unroll * unroll + u;
        count_row(count, lanes, n, lanes_with(count, lanes, 0, u + 1), 1);
    }
}

/* The array's last chunk, element by element. */
static void count_cut(const struct counting *count, const struct lane lanes[TW_WARP])
{
    const struct tw_reduce *r = count->r;
    for (unsigned e = 0; e < r->count % r->vector; e++) {
        uint64_t addr[TW_WARP];
        uint32_t active = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            active |= (uint32_t)lanes[i].is_cut << i;
            addr[i] = (lanes[i].at + lanes[i].whole * step_of(count->l) + e) * r->bytes;
        }
        request(count, TW_LOAD, r->bytes, addr, active, r->inputs);
    }
}

static void count_loads(const struct counting *count, bool is_last)
{
    for (unsigned warp = 0; warp < warps_of(count->l); warp++) {
        struct lane lanes[TW_WARP];
        lanes_of(count, is_last, warp, lanes);
        count_turns(count, lanes);
        count_rest(count, lanes);
        count_cut(count, lanes);
    }
}

/* Elements of an array of all columns, those that a warp has. */
static void count_array(const struct counting *count, enum tw_access op, enum tw_element element,
                        const struct taking *taking, uint64_t times)
{
    uint64_t addr[TW_WARP], first = count->strip * count->l->strip + taking->first;
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = (first + i) * tw_bytes_of(element);
    request(count, op, tw_bytes_of(element), addr, taking->active, times);
}

static void count_scratch(const struct counting *count, enum tw_access op, const struct taking *taking,
                          uint64_t times)
{
    for (unsigned m = 0; m < count->r->member_count; m++)
        count_array(count, op, count->r->members[m].element, taking, times);
}

static void count_states(const struct counting *count, const struct taking *taking)
{
    count_scratch(count, TW_STORE, taking, count->l->parts);
}

static void count_joined(const struct counting *count, const struct taking *taking)
{
    count_scratch(count, TW_LOAD, taking, count->l->parts);
}

static void count_results(const struct counting *count, const struct taking *taking)
{
    count_array(count, TW_STORE, count->r->result, taking, 1);
}

/* Both arrays end at the same part for all strips; what is stored of each repeats with the columns. */
static void count_strip(struct counting *count)
{
    const struct tw_unordered *l = count->l;
    uint64_t alike = count->times;
    count->rows = l->block_rows;
    count->times = alike * (l->parts - 1);
    if (l->parts > 1) count_loads(count, false);
    count->rows = count->r->rows - (l->parts - 1) * l->block_rows;
    count->times = alike;
    count_loads(count, true);
    if (l->parts > 1) for_columns(count, count_states);
    if (l->parts > 1 && !l->join_runs) for_columns(count, count_joined);
    if (!l->join_runs) for_columns(count, count_results);
}

/* Calls it for each kind of strips, with how many there are. */
static void for_strips(struct counting *count, uint64_t period, void (*of)(struct counting *count))
{
    uint64_t inner = count->l->strips - 1;
    for (count->strip = 0; count->strip < tw_least(period, inner); count->strip++) {
        count->times = (inner - count->strip + period - 1) / period;
        of(count);
    }
    count->strip = inner;
    count->times = 1;
    of(count);
}

static void count_parts(struct counting *count)
{
    const struct tw_unordered *l = count->l;
    uint64_t alike = count->times;
    count->rows = l->block_rows;
    count->times = alike * (l->parts - 1);
    if (l->parts > 1) count_meeting(count);
    count->rows = count->r->rows - (l->parts - 1) * l->block_rows;
    count->times = alike;
    count_meeting(count);
}

/* The launch that joins parts: a warp's columns in each block, and in y as many runs of them. */
static void count_join_block(struct counting *count, bool is_known)
{
    const struct tw_unordered *l = count->l;
    const struct tw_reduce *r = count->r;
    uint64_t left = r->cols - count->strip * TW_COLUMNS_JOINED;
    struct taking taking = {.active = tw_lanes_below(left)};
    for (unsigned m = 0; m < r->member_count; m++) {
        uint32_t addr[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] = i * tw_bytes_of(r->members[m].element);
        tw_predict_request(count->prediction, 2 * m, addr, UINT32_MAX, count->times * l->join_runs);
        tw_predict_request(count->prediction, 2 * m + 1, addr, taking.active,
                           count->times * (l->join_runs - 1));
    }
    count->strip = 0; /* 32 columns are whole sectors of any array */
    if (!is_known) return;
    count_joined(count, &taking);
    count_results(count, &taking);
}

static void count_join(struct counting *count, bool is_known)
{
    uint64_t blocks = tw_ceil_div(count->r->cols, TW_COLUMNS_JOINED);
    count->times = blocks - 1;
    count->strip = 0;
    if (blocks > 1) count_join_block(count, is_known);
    count->times = 1;
    count->strip = blocks - 1;
    count_join_block(count, is_known);
}

void tw_unordered_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                          unsigned launch, struct tw_prediction *prediction)
{
    struct tw_unordered l = tw_unordered_of(r, value);
    struct counting count = {.r = r, .l = &l, .prediction = prediction};
    (void)shape;
    if (launch == 1) {
        tw_columns_name_accesses(prediction, r->members, r->member_count);
        count_join(&count, tw_columns_begin_sectors(r));
        return;
    }
    tw_columns_name_accesses(prediction, l.part, l.part_count);
    for_strips(&count, 1, count_parts);
    if (tw_columns_begin_sectors(r)) for_strips(&count, TW_FILL, count_strip);
}
