/* A variant of a permutation in numbers: the tile is spanned, and accesses are given their digits. */
#include "gen/families/permute/tile.h"

#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/layout/sectors.h"

#define WIDEST 16u /* bytes of an access */

/* ---- the problem ---- */

unsigned tw_permute_widest(const int64_t *value)
{
    unsigned bytes = tw_permute_bytes(value);
    bool any = value[PERMUTE_pointers] == TRANSPOSE_ANY;
    return any || value[PERMUTE_vector] < bytes ? bytes
                                                : (unsigned)tw_power_down((uint64_t)value[PERMUTE_vector]);
}

/* Elements of `bytes` that `vector` and `pointers` allow an access to have. */
static unsigned most_elements(const int64_t *value, unsigned bytes)
{
    unsigned vector = (unsigned)tw_power_down((uint64_t)value[PERMUTE_vector]);
    return value[PERMUTE_pointers] == TRANSPOSE_ANY || vector < bytes ? 1 : vector / bytes;
}

static bool divides(unsigned by, int64_t n)
{
    return n % (int64_t)by == 0;
}

/* Whether `by` neighbours of the fastest axis are neighbours on both sides, and nothing begins between them. */
static bool moves_together(const struct tw_permutation *problem, unsigned by)
{
    const struct tw_permute_axis *fastest = &problem->axis[problem->rank - 1];
    bool together = fastest->in_stride == 1 && fastest->out_stride == 1 && divides(by, fastest->extent) &&
                    divides(by, problem->in_first) && divides(by, problem->out_first);
    for (unsigned i = 0; i + 1 < problem->rank; i++)
        together =
            together && divides(by, problem->axis[i].in_stride) && divides(by, problem->axis[i].out_stride);
    return together;
}

unsigned tw_permute_widen(struct tw_permutation *problem, unsigned bytes, unsigned vector)
{
    unsigned by = 1;
    if (problem->rank == 0) return bytes;
    while (2 * by * bytes <= vector && moves_together(problem, 2 * by)) by *= 2;
    for (unsigned i = 0; i < problem->rank; i++) {
        problem->axis[i].in_stride /= by;
        problem->axis[i].out_stride /= by;
    }
    struct tw_permute_axis *fastest = &problem->axis[problem->rank - 1];
    fastest->extent /= by;
    if (by > 1) fastest->in_stride = fastest->out_stride = 1;
    if (fastest->extent == 1) problem->rank--;
    problem->in_first /= by;
    problem->out_first /= by;
    problem->elements /= by;
    problem->in_count = tw_ceil_div(problem->in_count, by);
    problem->out_count = tw_ceil_div(problem->out_count, by);
    return bytes * by;
}

/* ---- the tile: a box ---- */

void tw_permute_sort(const struct tw_permutation *problem, bool by_input, unsigned sorted[TW_MAX_AXES])
{
    uint64_t key[TW_MAX_AXES];
    for (unsigned i = 0; i < problem->rank; i++) {
        const struct tw_permute_axis *axis = &problem->axis[i];
        uint64_t stride = (uint64_t)llabs(by_input ? axis->in_stride : axis->out_stride);
        unsigned at = i;
        key[i] = stride ? stride : UINT64_MAX;
        for (uint64_t own = key[i]; at > 0 && key[at - 1] > own; at--) {
            key[at] = key[at - 1];
            sorted[at] = sorted[at - 1];
            key[at - 1] = own;
        }
        sorted[at] = i;
    }
}

/*
 * Indices of an axis for a tile that is to have about `wanted`: all of them, or the multiple of `grain` near it of which whole tiles
 * waste least; 1 where there is none.
 */
static unsigned extent_for(uint64_t extent, uint64_t wanted, uint64_t grain)
{
    uint64_t best = 1, least = UINT64_MAX;
    if (extent <= wanted + wanted / 4) return (unsigned)extent;
    for (uint64_t t = tw_multiple_up(tw_ceil_div(wanted, 2), grain); t <= wanted + wanted / 2 && t <= extent;
         t += grain) {
        uint64_t waste = tw_ceil_div(extent, t) * t - extent, off = t > wanted ? t - wanted : wanted - t;
        uint64_t cost =
            waste * 1024 / extent * 64 + off * 256 / wanted; /* 6 % shorter counts as .1 % wasted */
        if (cost < least) best = t;
        if (cost < least) least = cost;
    }
    return (unsigned)best;
}

/* Widens the tile along the axes of one side until `bytes` lie side by side, as far as it has not got that far already. */
static void span_side(struct tw_permute_tile *t, bool by_input, uint64_t bytes)
{
    unsigned sorted[TW_MAX_AXES];
    unsigned own = tw_permute_moved_bytes(t, by_input);
    uint64_t wanted = tw_ceil_div(bytes, own), grain = tw_ceil_div(16, own);
    tw_permute_sort(&t->problem, by_input, sorted);
    for (unsigned i = 0; i < t->problem.rank && wanted > 1; i++) {
        struct tw_permute_span *span = &t->span[sorted[i]];
        const struct tw_permute_axis *axis = &t->problem.axis[sorted[i]];
        if (by_input && axis->in_stride == 0) break;
        bool grains = i == 0 && wanted >= grain && (uint64_t)axis->extent % grain == 0;
        unsigned extent = extent_for((uint64_t)axis->extent, wanted, grains ? grain : 1);
        if (extent > span->extent) span->extent = extent;
        if (span->extent < axis->extent) break;
        wanted = tw_ceil_div(wanted, span->extent);
    }
}

static void count_tiles(struct tw_permute_tile *t)
{
    t->tiles = t->elements = 1;
    for (unsigned i = 0; i < t->problem.rank; i++) {
        struct tw_permute_span *span = &t->span[i];
        if (!t->overlaps || i != t->cut) span->step = span->extent;
        span->last = (uint64_t)t->problem.axis[i].extent - span->extent;
        span->count = tw_ceil_div(span->last, span->step) + 1;
        t->tiles *= span->count;
        t->elements *= span->extent;
    }
}

/* Elements of the tile side by side on that side. */
static uint64_t run_of(const struct tw_permute_tile *t, bool by_input)
{
    unsigned sorted[TW_MAX_AXES];
    uint64_t run = 1;
    tw_permute_sort(&t->problem, by_input, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[sorted[i]];
        int64_t stride = by_input ? axis->in_stride : axis->out_stride;
        if (t->span[sorted[i]].extent == 1) continue;
        if (stride != (int64_t)run) break;
        run *= t->span[sorted[i]].extent;
    }
    return run;
}

/* ---- tiles that overlap ---- */

/* The axis along which the output's run ends inside the array. False: the run is as long as what lies side by side there. */
static bool find_cut(const struct tw_permute_tile *t, unsigned *cut)
{
    unsigned sorted[TW_MAX_AXES];
    uint64_t run = 1;
    tw_permute_sort(&t->problem, false, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        *cut = sorted[i];
        if (t->problem.axis[*cut].out_stride != (int64_t)run) return false;
        if (t->span[*cut].count > 1) return true;
        run *= t->span[*cut].extent;
    }
    return false;
}

/* Whether the output's runs begin with a sector, of so many elements, wherever a tile that begins axis `cut` does. */
static bool begins_with_sectors(const struct tw_permutation *problem, unsigned cut, unsigned sector)
{
    int64_t index = problem->axis[cut].out_stride;
    bool begins = divides(sector, problem->out_first) && divides(sector, index * problem->axis[cut].extent);
    for (unsigned i = 0; i < problem->rank; i++) {
        int64_t stride = problem->axis[i].out_stride;
        begins = begins && (stride <= index || divides(sector, stride));
    }
    return begins;
}

/*
 * Where runs of the output end inside sectors, tiles go on by whole sectors. Where they also begin inside some, tiles have those indices
 * besides in which the last sector may end. Nothing changes where the axis is too short for that.
 */
static void overlap_tiles(struct tw_permute_tile *t, bool any_pointers)
{
    unsigned cut, sector = TW_SECTOR / t->out_bytes;
    if (!find_cut(t, &cut)) return;
    struct tw_permute_span *span = &t->span[cut];
    uint64_t index = (uint64_t)t->problem.axis[cut].out_stride,
             extent = (uint64_t)t->problem.axis[cut].extent;
    uint64_t grain = sector / tw_least(sector, index & -index); /* indices that whole sectors have */
    bool begins = !any_pointers && begins_with_sectors(&t->problem, cut, sector);
    uint64_t both = begins ? 0 : tw_ceil_div(sector - 1, index);
    if (extent <= both || (begins && span->step % grain == 0)) return;
    unsigned step = extent_for(extent - both, span->extent, (unsigned)grain);
    if (step % grain || step + both >= extent) return;
    span->extent = step + (unsigned)both;
    span->step = step;
    t->overlaps = both > 0;
    t->cut = cut;
    count_tiles(t);
}

/* ---- orders ---- */

/* Adds an axis: in two digits where the tile is padded between, or in groups of indices where these do not divide it. */
static void add_padded(struct tw_permute_order *order, struct tw_permute_digit digit, unsigned every,
                       unsigned pad)
{
    unsigned low = pad && every > digit.place && every % digit.place == 0 ? every / digit.place : digit.count;
    if (pad && digit.place >= every) digit.place += (digit.place + every - 1) / every * pad;
    if (low >= digit.count) low = digit.count;
    if (low < digit.count) digit.group = low;
    if (low < digit.count) digit.extra = pad;
    if (digit.count % low) low = digit.count;
    tw_permute_add(order, tw_permute_part(digit, 1, low));
    tw_permute_add(order, tw_permute_part(digit, low, digit.count / low));
}

void tw_permute_places(const struct tw_permute_tile *t, unsigned place[TW_MAX_AXES])
{
    unsigned sorted[TW_MAX_AXES], next = 1;
    tw_permute_sort(&t->problem, false, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        if (next == t->run_out) next = (unsigned)t->pitch;
        place[sorted[i]] = next;
        next *= t->span[sorted[i]].extent;
    }
}

struct tw_permute_order tw_permute_order_of(const struct tw_permute_tile *t, bool by_input)
{
    struct tw_permute_order order = {.count = 1};
    unsigned sorted[TW_MAX_AXES], place[TW_MAX_AXES];
    tw_permute_places(t, place);
    tw_permute_sort(&t->problem, by_input, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[sorted[i]];
        const struct tw_permute_digit digit = {.in = axis->in_stride,
                                               .out = axis->out_stride,
                                               .place = place[sorted[i]],
                                               .count = t->span[sorted[i]].extent};
        add_padded(&order, digit, t->pad_every, t->pad);
    }
    return order;
}

/* Up to the last element, and what a run of the output may be moved by. */
static uint64_t places_of(const struct tw_permute_tile *t)
{
    const struct tw_permute_order order = tw_permute_order_of(t, false);
    return tw_permute_at(&order, order.count - 1).place + 1 + t->pitch - t->run_out;
}

/* ---- what a thread's accesses have in common ---- */

bool tw_permute_is_even(const struct tw_permute_tile *t, const struct tw_permute_order *order, unsigned turn,
                        enum tw_permute_side side, int64_t *apart)
{
    for (unsigned n = 0; n < t->threads && n + turn * t->threads < order->count; n++) {
        const struct tw_permute_digit a = tw_permute_at(order, n),
                                      b = tw_permute_at(order, n + turn * t->threads);
        int64_t own = tw_permute_step(&b, side) - tw_permute_step(&a, side);
        if (n > 0 && own != *apart) return false;
        *apart = own;
    }
    return true;
}

/* The same element as `row` of the same turn, or of an earlier one: only axes that repeat make two of an element. */
bool tw_permute_is_loaded(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                          unsigned turn, unsigned row)
{
    int64_t apart, other, from = tw_permute_at(&t->packed, row).in;
    if (!t->repeats) return true;
    bool even = tw_permute_is_even(t, order, turn, PERMUTE_IN, &apart);
    for (unsigned k = 0; k <= turn; k++) {
        if (k < turn && (!even || !tw_permute_is_even(t, order, k, PERMUTE_IN, &other))) continue;
        for (unsigned r = 0; r < t->packed.count && (k < turn || r < row); r++) {
            int64_t earlier = tw_permute_at(&t->packed, r).in;
            if (k == turn ? earlier == from : other + earlier == apart + from) return false;
        }
    }
    return true;
}

bool tw_permute_has_neighbours(const struct tw_permute_tile *t)
{
    int64_t places[TW_PERMUTE_PLACES], apart;
    unsigned count = 0;
    for (unsigned k = 0; k < tw_permute_turns(t, &t->loads); k++) {
        if (!tw_permute_is_even(t, &t->loads, k, PERMUTE_PLACE, &apart)) continue;
        for (unsigned j = 0; j < t->across.count && count < TW_PERMUTE_PLACES; j++)
            places[count++] = apart + tw_permute_at(&t->across, j).place;
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count; k++)
            if (places[i] - places[k] == (int64_t)t->pack) return true;
    }
    return false;
}

/* ---- accesses ---- */

bool tw_permute_is_aligned(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                           bool by_input, unsigned vector)
{
    bool aligned = divides(vector, by_input ? t->problem.in_first : t->problem.out_first);
    for (unsigned i = 0; i < order->digits; i++)
        aligned = aligned && divides(vector, by_input ? order->digit[i].in : order->digit[i].out);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[i];
        const struct tw_permute_span *span = &t->span[i];
        int64_t stride = by_input ? axis->in_stride : axis->out_stride;
        if (span->count > 1)
            aligned = aligned && divides(vector, stride * (int64_t)span->step) &&
                      divides(vector, stride * (int64_t)span->last);
    }
    return aligned;
}

/* Whether the digits' places in shared memory are multiples of `pack`. */
static bool is_whole(const struct tw_permute_order *order, unsigned pack)
{
    bool whole = true;
    for (unsigned i = 0; i < order->digits; i++)
        whole = whole && order->digit[i].place % pack == 0 && order->digit[i].extra % pack == 0;
    return whole;
}

/* Loads of `vector` elements, `pack` of them at places side by side. False: the tile does not allow it. */
static bool load_by(struct tw_permute_tile *t, unsigned pack, unsigned vector)
{
    t->loads = tw_permute_order_of(t, true);
    t->pack = pack;
    t->in_vector = vector;
    return tw_permute_take(&t->loads, false, 1, pack, &t->packed) &&
           tw_permute_take(&t->loads, true, 1, vector, &t->across) &&
           tw_permute_is_aligned(t, &t->packed, true, vector) &&
           tw_permute_is_aligned(t, &t->loads, true, vector) && is_whole(&t->loads, pack) &&
           is_whole(&t->across, pack);
}

/* Puts digits that other lanes of a warp take first: `lanes` along the input's run, the others along the output's. */
static void spread_lanes(struct tw_permute_tile *t, unsigned lanes)
{
    struct tw_permute_order along, turned;
    for (unsigned in = lanes; in >= 2; in /= 2) {
        for (unsigned out = TW_WARP / in; out >= 2; out /= 2) {
            struct tw_permute_order rest = t->loads;
            if (!tw_permute_take(&rest, true, t->in_vector, in, &along) ||
                !tw_permute_take(&rest, false, t->pack, out, &turned))
                continue;
            for (unsigned i = 0; i < turned.digits; i++) tw_permute_add(&along, turned.digit[i]);
            for (unsigned i = 0; i < rest.digits; i++) tw_permute_add(&along, rest.digit[i]);
            t->loads = along;
            return;
        }
    }
}

/* As many elements as can be; first whole words of shared memory. */
static void choose_loads(struct tw_permute_tile *t, unsigned most)
{
    unsigned whole = t->bytes < 4 ? 4 / t->bytes : 1;
    for (unsigned pack = whole;; pack = 1) {
        for (unsigned vector = most; vector >= 1; vector /= 2) {
            if (load_by(t, pack, vector)) return;
        }
        if (pack == 1) return; /* never: an element at a time is always possible */
    }
}

static void choose_stores(struct tw_permute_tile *t, unsigned most)
{
    struct tw_permute_order along;
    for (unsigned vector = most; vector >= 1; vector /= 2) {
        t->stores = tw_permute_order_of(t, false);
        t->out_vector = vector;
        if (tw_permute_take(&t->stores, false, 1, vector, &along) &&
            tw_permute_is_aligned(t, &t->stores, false, vector) && is_whole(&t->stores, vector))
            return;
    }
}

/* ---- all of it ---- */

static void span_tile(struct tw_permute_tile *t, const int64_t *value)
{
    for (unsigned i = 0; i < t->problem.rank; i++) t->span[i] = (struct tw_permute_span){.extent = 1};
    if (tw_permute_is_shared(t)) span_side(t, true, (uint64_t)value[PERMUTE_in_run]);
    if (tw_permute_has_tiles(t)) span_side(t, false, (uint64_t)value[PERMUTE_out_run]);
    count_tiles(t);
    if (t->method == PERMUTE_SHIFTED && value[PERMUTE_overlap] == PERMUTE_OVERLAP_SECTORS)
        overlap_tiles(t, value[PERMUTE_pointers] == TRANSPOSE_ANY);
    t->run_in = run_of(t, true);
    t->run_out = run_of(t, false);
    t->pitch = t->run_out;
    t->places = t->elements;
    t->pad_every = (unsigned)value[PERMUTE_pad_every];
    t->pad = t->pad_every && tw_permute_is_shared(t) ? (unsigned)value[PERMUTE_IPAD] : 0;
}

/* As many elements as are moved together everywhere become one. */
static void take_elements(struct tw_permute_tile *t, const int64_t *value)
{
    unsigned own = tw_permute_bytes(value);
    unsigned moved =
        tw_permute_widen(&t->problem, own, t->method == PERMUTE_NAIVE ? 1 : tw_permute_widest(value));
    t->together = moved / own;
    t->in_bytes = t->together * tw_permute_side_bytes(value, true);
    t->out_bytes = t->together * tw_permute_side_bytes(value, false);
    t->bytes = t->in_bytes < t->out_bytes ? t->in_bytes : t->out_bytes;
}

struct tw_permute_tile tw_permute_tile_of(const int64_t *value)
{
    struct tw_permute_tile t = {.method = (enum tw_permute_method)value[PERMUTE_method],
                                .problem = tw_permute_problem(value),
                                .threads = (unsigned)value[PERMUTE_BDIMX],
                                .in_vector = 1,
                                .out_vector = 1,
                                .pack = 1};
    if (!t.problem.elements) t.method = PERMUTE_NAIVE; /* nothing is moved */
    take_elements(&t, value);
    span_tile(&t, value);
    for (unsigned i = 0; i < t.problem.rank; i++) t.repeats = t.repeats || t.problem.axis[i].in_stride == 0;
    t.packed.count = 1;
    t.blocks = (uint64_t)value[PERMUTE_blocks];
    if (t.method == PERMUTE_NAIVE)
        t.blocks = t.problem.elements ? tw_ceil_div(t.problem.elements, t.threads) : 1;
    if (t.elements >> TW_PERMUTE_DIGITS) return t; /* which accept refuses */
    if (t.method == PERMUTE_SHIFTED) tw_permute_shift_sides(&t, value);
    if (t.method == PERMUTE_CHUNKS) tw_permute_chunk_rows(&t, value);
    t.places = places_of(&t);
    if (t.method == PERMUTE_TILE) choose_loads(&t, most_elements(value, t.in_bytes));
    if (t.method == PERMUTE_TILE) spread_lanes(&t, (unsigned)value[PERMUTE_lanes]);
    if (t.method == PERMUTE_TILE) choose_stores(&t, most_elements(value, t.out_bytes));
    if (t.method == PERMUTE_ROWS) t.stores = tw_permute_order_of(&t, false);
    return t;
}

/* Elements of the widest access of a side that begins nowhere else. */
static unsigned side_align(const struct tw_permute_shift *side)
{
    return side->moves ? 1 : side->vector;
}

unsigned tw_permute_align(const struct tw_permute_tile *t, bool by_input)
{
    unsigned in = t->in_vector, out = t->out_vector;
    if (t->method == PERMUTE_SHIFTED) in = side_align(&t->in);
    if (t->method == PERMUTE_SHIFTED) out = side_align(&t->out);
    if (t->method == PERMUTE_CHUNKS) in = t->chunks.funnels ? 1 : t->chunks.part / t->in_bytes;
    if (t->method == PERMUTE_CHUNKS) out = t->chunks.moves ? 1 : t->chunks.vector;
    return (unsigned)tw_least(WIDEST, (in > out ? in : out) * tw_permute_moved_bytes(t, by_input));
}

bool tw_permute_takes_any(const struct tw_permute_tile *t, const int64_t *value)
{
    return tw_permute_align(t, true) == tw_permute_side_bytes(value, true) &&
           tw_permute_align(t, false) == tw_permute_side_bytes(value, false);
}
