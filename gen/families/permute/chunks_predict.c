/*
 * Tiles are alike but for where they begin. Where the chunks of a row are follows from where it begins in a chunk of the output, and what
 * they cost from where that is in a fill of the input. So one tile is counted for each pair of such places. Follows the loops of
 * templates/permute/permute_chunks.cu.mustache.
 */
#include "gen/families/permute/chunks.h"

#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"

#define ADDRESS_ZERO (UINT64_C(1) << 62) /* a multiple of 64 so large that no address is below 0 */

/* How many tiles begin at each place in a fill of the input and in one of the output. */
struct begins {
    uint64_t tiles[TW_FILL][TW_FILL]; /* by elements of the input, of the output */
    unsigned count;                   /* elements of a fill */
};

static unsigned place_of(const struct begins *begins, uint64_t index, int64_t stride)
{
    int64_t count = (int64_t)begins->count,
            rest = (int64_t)(index % begins->count) * (stride % count) % count;
    return (unsigned)(rest < 0 ? rest + count : rest);
}

/* The tiles along one more axis, `times` of which begin at index `first`. */
static void add_tiles(struct begins *sum, const struct begins *begins, const struct tw_permute_axis *axis,
                      uint64_t first, uint64_t times)
{
    unsigned in = place_of(begins, first, axis->in_stride), out = place_of(begins, first, axis->out_stride);
    for (unsigned i = 0; times && i < begins->count; i++) {
        for (unsigned k = 0; k < begins->count; k++)
            sum->tiles[(i + in) % begins->count][(k + out) % begins->count] += times * begins->tiles[i][k];
    }
}

/* Finds where tiles begin; begins[1] is there to work with. */
static void find_begins(const struct tw_permute_tile *t, struct begins begins[2])
{
    begins->count = TW_FILL / t->in_bytes;
    begins->tiles[place_of(begins, 1, t->problem.in_first)][place_of(begins, 1, t->problem.out_first)] = 1;
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_span *span = &t->span[i];
        memset(&begins[1], 0, sizeof begins[1]);
        begins[1].count = begins->count;
        for (unsigned kind = 0; kind < TW_FILL; kind++)
            add_tiles(&begins[1], begins, &t->problem.axis[i], (uint64_t)kind * span->extent,
                      tw_of_kind(span->count - 1, kind, TW_FILL));
        add_tiles(&begins[1], begins, &t->problem.axis[i], span->last, 1);
        begins[0] = begins[1];
    }
}

/* Tiles that begin at that place in a fill of the input, and at place `out` modulo `every` in one of the output. */
static uint64_t tiles_at(const struct begins *begins, unsigned in, unsigned out, unsigned every)
{
    uint64_t sum = 0;
    for (; out < begins->count; out += every) sum += begins->tiles[in][out];
    return sum;
}

/* An access of every tile: to chunks, or to the elements at the ends of rows. */
struct row_access {
    const struct tw_permute_tile *t;
    const struct tw_permute_order *order;
    bool whole;
    unsigned part; /* number of a chunk's load */
};

/* The element of its row, or of what begins with its chunk, that access `n` begins with in a tile that begins at `out` of the output. */
static unsigned element_of(const struct row_access *access, unsigned n, int64_t out)
{
    const struct tw_permute_chunks *chunks = &access->t->chunks;
    unsigned lead = tw_permute_row_lead(chunks, out);
    if (access->whole) return lead;
    return n % chunks->ends + (n % chunks->ends < lead ? 0 : chunks->count * chunks->vector);
}

static uint64_t address_of(const struct row_access *access, int64_t element)
{
    return ADDRESS_ZERO + (uint64_t)(element * (int64_t)access->t->in_bytes);
}

/* The address of a load by thread `n` of the tile, when it begins at those places. */
static uint64_t load_at(const struct row_access *access, unsigned n, unsigned in, unsigned out)
{
    const struct tw_permute_chunks *chunks = &access->t->chunks;
    const struct tw_permute_digit at = tw_permute_at(access->order, n);
    uint64_t addr = address_of(access, at.in + in + element_of(access, n, at.out + out));
    unsigned back = chunks->funnels ? (unsigned)(addr % chunks->part) : 0;
    bool again = chunks->funnels && !back && access->part == tw_permute_parts(access->t);
    return access->whole ? addr - back + (access->part - again) * chunks->part : addr;
}

static uint64_t store_at(const struct row_access *access, unsigned n, unsigned out)
{
    const struct tw_permute_digit at = tw_permute_at(access->order, n);
    return address_of(access, at.out + out + element_of(access, n, at.out + out));
}

/* ---- requests ---- */

static void count_loads(const struct row_access *access, unsigned first, uint32_t active,
                        const struct begins *begins, struct tw_prediction *prediction)
{
    const struct tw_permute_chunks *chunks = &access->t->chunks;
    unsigned bytes = access->whole ? chunks->part : access->t->in_bytes;
    for (unsigned in = 0; in < begins->count; in++) {
        for (unsigned out = 0; out < chunks->vector; out++) {
            uint64_t addr[TW_WARP], tiles = tiles_at(begins, in, out, chunks->vector);
            for (unsigned lane = 0; tiles && lane < TW_WARP; lane++)
                addr[lane] = load_at(access, first + lane, in, out);
            if (tiles) tw_predict_global(prediction, TW_LOAD, bytes, addr, active, tiles);
        }
    }
}

static void count_stores(const struct row_access *access, unsigned first, uint32_t active,
                         const struct begins *begins, struct tw_prediction *prediction)
{
    unsigned bytes = (access->whole ? access->t->chunks.vector : 1) * access->t->out_bytes;
    for (unsigned out = 0; out < begins->count; out++) {
        uint64_t addr[TW_WARP], tiles = 0;
        for (unsigned in = 0; in < begins->count; in++) tiles += begins->tiles[in][out];
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = store_at(access, first + lane, out);
        if (tiles) tw_predict_global(prediction, TW_STORE, bytes, addr, active, tiles);
    }
}

/* Warp after warp, turn after turn: threads of the block that lie in a warp have neighbouring numbers. */
static void count_order(struct row_access access, const struct begins *begins,
                        struct tw_prediction *prediction)
{
    const struct tw_permute_tile *t = access.t;
    unsigned loads = access.whole ? tw_permute_parts(t) + t->chunks.funnels : 1, lanes;
    for (unsigned first = 0; first < access.order->count; first += lanes) {
        unsigned left = access.order->count - first, threads = t->threads - first % t->threads;
        lanes = (unsigned)tw_least(TW_WARP, tw_least(left, threads));
        for (access.part = 0; access.part < loads; access.part++)
            count_loads(&access, first, tw_lanes_below(lanes), begins, prediction);
        count_stores(&access, first, tw_lanes_below(lanes), begins, prediction);
    }
}

void tw_permute_predict_chunks(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    struct begins *begins = calloc(2, sizeof *begins);
    if (!begins) return;
    find_begins(t, begins);
    count_order((struct row_access){.t = t, .order = &t->stores, .whole = true}, begins, prediction);
    count_order((struct row_access){.t = t, .order = &t->chunks.rest}, begins, prediction);
    free(begins);
}
