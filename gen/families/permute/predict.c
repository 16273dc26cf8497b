/*
 * Tiles are alike but for where they begin: of a tile's accesses to shared memory all are the same in each, and of its sectors those
 * are that begin at the same place in 64 bytes. So one tile is counted for each such place, and multiplied by how many begin there.
 * Follows the loops of templates/permute/permute.cu.mustache.
 */
#include "gen/families/permute/predict.h"

#include <string.h>

#include "base/whole.h"
#include "gen/families/permute/chunks.h"
#include "gen/families/permute/naive.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"

#define COUNTED_MOST (UINT64_C(1) << 20) /* elements of the method naive that are counted one by one */
#define ADDRESS_ZERO (UINT64_C(1) << 62) /* a multiple of 64 so large that no address is below 0 */

enum { WRITE, READ, READ_ENDS };

/* How many tiles begin at each place in a fill, in elements. */
struct places {
    uint64_t tiles[TW_FILL];
    unsigned count; /* elements of a fill: the places there are */
};

static unsigned modulo(int64_t n, unsigned by)
{
    int64_t rest = n % (int64_t)by;
    return (unsigned)(rest < 0 ? rest + (int64_t)by : rest);
}

/* Tiles: all, or the first ones or the last ones along the axis along which they overlap. */
enum part { ALL, FIRST, LAST };

static enum part part_along(const struct tw_permute_tile *t, unsigned axis, enum part part)
{
    return t->overlaps && axis == t->cut ? part : ALL;
}

/* Tiles of a part that begin at one index of an axis, modulo `kinds`: kind times step; the last one is counted apart. */
static uint64_t tiles_of_kind(const struct tw_permute_span *span, enum part part, uint64_t kind,
                              uint64_t kinds)
{
    return part == ALL ? tw_of_kind(span->count - 1, kind, kinds) : part == FIRST && kind == 0;
}

/* The tiles along one more axis: all but the last begin `step` indices apart. */
static void add_axis(struct places *places, const struct tw_permute_span *span, enum part part,
                     int64_t stride)
{
    struct places sum = {.count = places->count};
    for (unsigned kind = 0; kind < places->count; kind++) {
        unsigned at = modulo((int64_t)(kind * span->step % places->count) * (stride % (int64_t)places->count),
                             places->count);
        uint64_t tiles = tiles_of_kind(span, part, kind, places->count);
        for (unsigned i = 0; tiles && i < places->count; i++)
            sum.tiles[(i + at) % places->count] += tiles * places->tiles[i];
    }
    unsigned last =
        modulo((int64_t)(span->last % places->count) * (stride % (int64_t)places->count), places->count);
    for (unsigned i = 0; part != FIRST && i < places->count; i++)
        sum.tiles[(i + last) % places->count] += places->tiles[i];
    *places = sum;
}

static struct places places_of(const struct tw_permute_tile *t, bool by_input, enum part part)
{
    struct places places = {.count = TW_FILL / tw_permute_moved_bytes(t, by_input)};
    places.tiles[modulo(by_input ? t->problem.in_first : t->problem.out_first, places.count)] = 1;
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[i];
        add_axis(&places, &t->span[i], part_along(t, i, part), by_input ? axis->in_stride : axis->out_stride);
    }
    return places;
}

/* One access by the threads of a warp, `active` of them, as elements from where the tile begins. */
struct warp {
    int64_t at[TW_WARP];
    uint32_t active;
};

static void count_global(const struct tw_permute_tile *t, enum tw_access op, unsigned vector,
                         const struct warp *warp, const struct places *places,
                         struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    unsigned bytes = tw_permute_moved_bytes(t, op == TW_LOAD);
    for (unsigned place = 0; place < places->count; place++) {
        if (!places->tiles[place]) continue;
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            addr[lane] = ADDRESS_ZERO + (uint64_t)((warp->at[lane] + place) * (int64_t)bytes);
        tw_predict_global(prediction, op, vector * bytes, addr, warp->active, places->tiles[place]);
    }
}

/* The lanes of a warp that have an access of the order, from number `first` on. */
static uint32_t lanes_from(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                           unsigned first)
{
    return tw_lanes_below(tw_least(order->count - first, t->threads - first % t->threads));
}

/* The first accesses of warps: threads of the block that lie in a warp have neighbouring numbers, turn after turn. */
static unsigned next_warp(const struct tw_permute_tile *t, unsigned first)
{
    unsigned thread = first % t->threads;
    return first + (t->threads - thread < TW_WARP ? t->threads - thread : TW_WARP);
}

/* ---- loads ---- */

static void count_unit_loads(const struct tw_permute_tile *t, unsigned first, const struct places *places,
                             struct tw_prediction *prediction)
{
    for (unsigned row = 0; row < t->packed.count; row++) {
        struct warp warp = {.active = lanes_from(t, &t->loads, first)};
        if (!tw_permute_is_loaded(t, &t->loads, first / t->threads, row)) continue;
        int64_t from = tw_permute_at(&t->packed, row).in;
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            warp.at[lane] = tw_permute_at(&t->loads, first + lane).in + from;
        count_global(t, TW_LOAD, t->in_vector, &warp, places, prediction);
    }
}

static void count_unit_writes(const struct tw_permute_tile *t, unsigned first,
                              struct tw_prediction *prediction)
{
    for (unsigned k = 0; k < t->across.count; k++) {
        uint32_t addr[TW_WARP];
        unsigned place = tw_permute_at(&t->across, k).place;
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            addr[lane] = (tw_permute_at(&t->loads, first + lane).place + place) * t->bytes;
        tw_predict_request(prediction, WRITE, addr, lanes_from(t, &t->loads, first), t->tiles);
    }
}

/* ---- stores ---- */

static void count_reads(const struct tw_permute_tile *t, unsigned first, struct tw_prediction *prediction)
{
    uint32_t addr[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++)
        addr[lane] = tw_permute_at(&t->stores, first + lane).place * t->bytes;
    tw_predict_request(prediction, READ, addr, lanes_from(t, &t->stores, first), t->tiles);
}

static void count_out(const struct tw_permute_tile *t, unsigned first, bool by_input,
                      const struct places *places, struct tw_prediction *prediction)
{
    struct warp warp = {.active = lanes_from(t, &t->stores, first)};
    if (by_input && !tw_permute_is_loaded(t, &t->stores, first / t->threads, 0)) return;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        struct tw_permute_digit at = tw_permute_at(&t->stores, first + lane);
        warp.at[lane] = by_input ? at.in : at.out;
    }
    count_global(t, by_input ? TW_LOAD : TW_STORE, t->out_vector, &warp, places, prediction);
}

/* ---- the method shifted ---- */

#define PAIR_KINDS 32u /* elements of a sector, at most */

/* How many tiles begin at each pair of places in a chunk of the input and in what the first chunk of the output begins a multiple of. */
struct pairs {
    uint64_t tiles[16][PAIR_KINDS];
    unsigned in, out; /* elements of those */
};

/* The tiles along one more axis, `times` of which begin at index `first`. */
static void add_pairs(struct pairs *sum, const struct pairs *pairs, const struct tw_permute_axis *axis,
                      uint64_t first, uint64_t times)
{
    unsigned in = modulo((int64_t)(first % pairs->in) * (axis->in_stride % (int64_t)pairs->in), pairs->in);
    unsigned out =
        modulo((int64_t)(first % pairs->out) * (axis->out_stride % (int64_t)pairs->out), pairs->out);
    for (unsigned i = 0; times && i < pairs->in; i++) {
        for (unsigned k = 0; k < pairs->out; k++)
            sum->tiles[(i + in) % pairs->in][(k + out) % pairs->out] += times * pairs->tiles[i][k];
    }
}

static struct pairs pairs_of(const struct tw_permute_tile *t, enum part part)
{
    struct pairs pairs = {.in = t->in.moves ? t->in.align : 1, .out = t->out.moves ? t->out.align : 1};
    pairs.tiles[modulo(t->problem.in_first, pairs.in)][modulo(t->problem.out_first, pairs.out)] = 1;
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_span *span = &t->span[i];
        struct pairs sum = {.in = pairs.in, .out = pairs.out};
        enum part along = part_along(t, i, part);
        for (unsigned kind = 0; kind < PAIR_KINDS; kind++)
            add_pairs(&sum, &pairs, &t->problem.axis[i], (uint64_t)kind * span->step,
                      tiles_of_kind(span, along, kind, PAIR_KINDS));
        add_pairs(&sum, &pairs, &t->problem.axis[i], span->last, along != FIRST);
        pairs = sum;
    }
    return pairs;
}

/* Element `index` of the run that begins at an access's digits. */
struct in_run {
    struct tw_permute_digit at;
    unsigned index;
    bool before; /* one of the ends, before the chunks */
};

/* Where access `n` of a side begins in its run, of whole chunks or of the elements at the ends, when the tile begins at `begin`. */
static struct in_run find_in_run(const struct tw_permute_shift *side, bool whole, bool by_input, unsigned n,
                                 int64_t begin)
{
    const struct tw_permute_order *order = whole ? &side->whole : &side->rest;
    struct in_run found = {.at = tw_permute_at(order, n)};
    unsigned chunk = whole ? tw_permute_chunk(side, n) * side->vector : 0;
    unsigned lead = tw_permute_lead(side, begin + (by_input ? found.at.in : found.at.out) - chunk);
    found.before = !whole && n % side->ends < lead;
    if (whole)
        found.index = chunk + lead;
    else
        found.index = n % side->ends + (found.before ? 0 : side->chunks * side->vector);
    return found;
}

/* A lane with an end of a run that tiles of this part store: before the chunks the first, after them the last, all unless they overlap. */
static uint32_t lane_of_part(enum part part, const struct in_run *run, unsigned lane)
{
    return (uint32_t)(part == ALL || run->before == (part == FIRST)) << lane;
}

/* Accesses of one side to global memory, from number `first` on, by the tiles of a part. */
static void count_shifted(const struct tw_permute_tile *t, bool by_input, bool whole, enum part part,
                          unsigned first, const struct places *places, struct tw_prediction *prediction)
{
    const struct tw_permute_shift *side = by_input ? &t->in : &t->out;
    const struct tw_permute_order *order = whole ? &side->whole : &side->rest;
    unsigned bytes = tw_permute_moved_bytes(t, by_input), vector = whole ? side->vector : 1;
    for (unsigned place = 0; place < places->count; place++) {
        uint64_t addr[TW_WARP];
        uint32_t active = 0;
        if (!places->tiles[place]) continue;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            struct in_run run = find_in_run(side, whole, by_input, first + lane, place);
            active |= lane_of_part(part, &run, lane);
            int64_t row = by_input ? run.at.in : run.at.out;
            if (whole) row -= (int64_t)tw_permute_chunk(side, first + lane) * side->vector;
            addr[lane] = ADDRESS_ZERO + (uint64_t)((row + run.index + place) * (int64_t)bytes);
        }
        active &= lanes_from(t, order, first);
        if (active)
            tw_predict_global(prediction, by_input ? TW_LOAD : TW_STORE, vector * bytes, addr, active,
                              places->tiles[place]);
    }
}

/* Elements that go to shared memory: element `j` of each chunk, or those at the ends. */
static void count_puts(const struct tw_permute_tile *t, bool whole, unsigned j, unsigned first,
                       const struct pairs *pairs, struct tw_prediction *prediction)
{
    const struct tw_permute_order *order = whole ? &t->in.whole : &t->in.rest;
    unsigned chunk = t->out.moves ? t->out.vector : 1;
    for (unsigned in = 0; in < pairs->in; in++) {
        for (unsigned out = 0; out < pairs->out; out++) {
            uint32_t addr[TW_WARP];
            if (!pairs->tiles[in][out]) continue;
            for (unsigned lane = 0; lane < TW_WARP; lane++) {
                struct in_run run = find_in_run(&t->in, whole, true, first + lane, in);
                struct tw_permute_digit within = tw_permute_at(&t->in.within, run.index + j);
                unsigned turned = modulo(out + run.at.out + within.out, chunk);
                addr[lane] = (run.at.place + within.place + turned) * t->bytes;
            }
            tw_predict_request(prediction, WRITE, addr, lanes_from(t, order, first), pairs->tiles[in][out]);
        }
    }
}

/* Elements that come from there: chunks, or elements at the ends, by the tiles of a part. */
static void count_gets(const struct tw_permute_tile *t, bool whole, enum part part, unsigned first,
                       const struct pairs *pairs, struct tw_prediction *prediction)
{
    const struct tw_permute_order *order = whole ? &t->out.whole : &t->out.rest;
    unsigned chunk = t->out.moves ? t->out.vector : 1;
    for (unsigned out = 0; out < pairs->out; out++) {
        uint32_t addr[TW_WARP];
        uint64_t tiles = 0;
        uint32_t active = 0;
        for (unsigned in = 0; in < pairs->in; in++) tiles += pairs->tiles[in][out];
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            struct in_run run = find_in_run(&t->out, whole, false, first + lane, out);
            unsigned place = run.at.place + modulo(out + run.at.out, chunk) + run.index;
            active |= lane_of_part(part, &run, lane);
            if (whole) place -= tw_permute_chunk(&t->out, first + lane) * t->out.vector;
            addr[lane] = place * t->bytes;
        }
        active &= lanes_from(t, order, first);
        if (tiles && active) tw_predict_request(prediction, whole ? READ : READ_ENDS, addr, active, tiles);
    }
}

/* All accesses to shared memory but those for the ends of the output's runs. */
static void count_shifted_tile(const struct tw_permute_tile *t, const struct pairs *pairs,
                               struct tw_prediction *prediction)
{
    for (unsigned first = 0; first < t->in.whole.count; first = next_warp(t, first))
        for (unsigned j = 0; j < t->in.vector; j++) count_puts(t, true, j, first, pairs, prediction);
    for (unsigned first = 0; first < t->in.rest.count; first = next_warp(t, first))
        count_puts(t, false, 0, first, pairs, prediction);
    for (unsigned first = 0; first < t->out.whole.count; first = next_warp(t, first))
        count_gets(t, true, ALL, first, pairs, prediction);
}

/* The same for the ends, by the tiles of a part. */
static void count_shifted_ends(const struct tw_permute_tile *t, enum part part, const struct pairs *pairs,
                               struct tw_prediction *prediction)
{
    for (unsigned first = 0; first < t->out.rest.count; first = next_warp(t, first))
        count_gets(t, false, part, first, pairs, prediction);
}

/* The ends of the output's runs, in shared and global memory, by the tiles of a part. */
static void predict_ends(const struct tw_permute_tile *t, enum part part, struct tw_prediction *prediction)
{
    const struct places places = places_of(t, false, part);
    const struct pairs pairs = pairs_of(t, part);
    count_shifted_ends(t, part, &pairs, prediction);
    for (unsigned first = 0; first < t->out.rest.count; first = next_warp(t, first))
        count_shifted(t, false, false, part, first, &places, prediction);
}

static void predict_shifted(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    const struct places in = places_of(t, true, ALL), out = places_of(t, false, ALL);
    const struct pairs pairs = pairs_of(t, ALL);
    tw_predict_access(prediction, "write tile", TW_STORE, t->bytes);
    tw_predict_access(prediction, "read chunks", TW_LOAD, t->out.vector * t->bytes);
    tw_predict_access(prediction, "read ends", TW_LOAD, t->bytes);
    count_shifted_tile(t, &pairs, prediction);
    for (unsigned first = 0; first < t->in.whole.count; first = next_warp(t, first))
        count_shifted(t, true, true, ALL, first, &in, prediction);
    for (unsigned first = 0; first < t->in.rest.count; first = next_warp(t, first))
        count_shifted(t, true, false, ALL, first, &in, prediction);
    for (unsigned first = 0; first < t->out.whole.count; first = next_warp(t, first))
        count_shifted(t, false, true, ALL, first, &out, prediction);
    for (enum part part = t->overlaps ? FIRST : ALL; part <= (t->overlaps ? LAST : ALL); part++)
        predict_ends(t, part, prediction);
}

/* ---- methods ---- */

static void count_tile(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    for (unsigned first = 0; first < t->loads.count; first = next_warp(t, first))
        count_unit_writes(t, first, prediction);
    for (unsigned first = 0; first < t->stores.count; first = next_warp(t, first))
        count_reads(t, first, prediction);
}

static void name_accesses(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    tw_predict_access(prediction, "write tile", TW_STORE, t->pack * t->bytes);
    tw_predict_access(prediction, "read tile", TW_LOAD, t->out_vector * t->bytes);
}

uint64_t tw_permute_tile_wavefronts(const struct tw_permute_tile *t)
{
    struct tw_permute_tile one = *t;
    bool shifted = t->method == PERMUTE_SHIFTED;
    unsigned vector = shifted ? t->out.vector : t->out_vector;
    struct tw_access_cost accesses[] = {{.op = TW_STORE, .bytes = t->pack * t->bytes},
                                        {.op = TW_LOAD, .bytes = vector * t->bytes},
                                        {.op = TW_LOAD, .bytes = t->bytes}};
    struct tw_prediction prediction = {.accesses = accesses, .access_count = 3};
    const struct pairs pairs = {
        .tiles = {{1}}, .in = t->in.moves ? t->in.align : 1, .out = t->out.moves ? t->out.align : 1};
    one.tiles = 1;
    if (shifted) count_shifted_tile(&one, &pairs, &prediction);
    if (shifted && !t->overlaps) count_shifted_ends(&one, ALL, &pairs, &prediction);
    if (!shifted) count_tile(&one, &prediction);
    return tw_counts_wavefronts(&prediction.counts);
}

/* Element by element, as the output's axes follow each other. */
static void count_elements(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    const struct tw_permutation *problem = &t->problem;
    for (uint64_t first = 0, lanes; first < problem->elements; first += lanes) {
        uint64_t in[TW_WARP], out[TW_WARP], left = t->threads - first % t->threads;
        lanes = tw_least(tw_least(left, TW_WARP), problem->elements - first);
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t rest = first + lane;
            int64_t from = problem->in_first, to = problem->out_first;
            for (unsigned i = problem->rank; i-- > 0; rest /= (uint64_t)problem->axis[i].extent) {
                int64_t index = (int64_t)(rest % (uint64_t)problem->axis[i].extent);
                from += index * problem->axis[i].in_stride;
                to += index * problem->axis[i].out_stride;
            }
            in[lane] = (uint64_t)from * t->in_bytes;
            out[lane] = (uint64_t)to * t->out_bytes;
        }
        tw_predict_global(prediction, TW_LOAD, t->in_bytes, in, tw_lanes_below(lanes), 1);
        tw_predict_global(prediction, TW_STORE, t->out_bytes, out, tw_lanes_below(lanes), 1);
    }
}

/* Where its blocks are no whole warps, nothing is known of many elements. */
static void predict_naive(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    bool known = true;
    if (t->threads % TW_WARP == 0 && t->problem.elements)
        known = tw_permute_predict_naive(t, prediction);
    else if (t->problem.elements <= COUNTED_MOST)
        count_elements(t, prediction);
    else
        known = false;
    if (known) prediction->counts.known |= TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
}

void tw_permute_predict(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    if (t->method == PERMUTE_NAIVE) {
        predict_naive(t, prediction);
        return;
    }
    if (t->method == PERMUTE_SHIFTED) {
        predict_shifted(t, prediction);
        return;
    }
    if (t->method == PERMUTE_CHUNKS) {
        tw_permute_predict_chunks(t, prediction);
        return;
    }
    const struct places in = places_of(t, true, ALL), out = places_of(t, false, ALL);
    if (t->method == PERMUTE_TILE) {
        name_accesses(t, prediction);
        count_tile(t, prediction);
        for (unsigned first = 0; first < t->loads.count; first = next_warp(t, first))
            count_unit_loads(t, first, &in, prediction);
    }
    for (unsigned first = 0; first < t->stores.count; first = next_warp(t, first)) {
        if (t->method == PERMUTE_ROWS) count_out(t, first, true, &in, prediction);
        count_out(t, first, false, &out, prediction);
    }
}
