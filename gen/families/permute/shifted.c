/*
 * The method shifted: runs that begin at any element, in chunks of up to 16 bytes. In shared memory a run of the output begins as far
 * behind a multiple of its chunks as it does in the output, so that chunks of both are the same elements.
 */
#include "base/whole.h"
#include "gen/families/permute/tile.h"
#include "gen/layout/sectors.h"

/* Chunks that a run has wherever it begins; those of one that begins with a chunk. */
static unsigned chunks_of(unsigned run, unsigned vector, bool moves)
{
    unsigned before = moves ? vector - 1 : 0;
    return run > before ? (run - before) / vector : 0;
}

/* The side's runs in the largest chunks that they have two of, else element by element. */
static void choose_chunks(struct tw_permute_shift *side, const struct tw_permute_tile *t,
                          const struct tw_permute_order *others, bool by_input, unsigned most,
                          bool any_pointers)
{
    for (side->vector = most; side->vector > 1; side->vector /= 2) {
        side->moves = any_pointers || !tw_permute_is_aligned(t, others, by_input, side->vector);
        side->chunks = chunks_of(side->run, side->vector, side->moves);
        if (side->chunks >= 2) break;
    }
    if (side->vector == 1) side->moves = false;
    if (side->vector == 1) side->chunks = side->run;
    side->align = side->vector;
    side->ends = side->run - side->chunks * side->vector;
}

/* The output's runs of tiles that overlap, in the largest chunks: those of the sectors that begin in a tile's step. */
static void choose_sectors(struct tw_permute_shift *side, const struct tw_permute_tile *t, unsigned most)
{
    unsigned stored = (unsigned)t->problem.axis[t->cut].out_stride * t->span[t->cut].step;
    side->vector = most;
    side->moves = true;
    side->align = TW_SECTOR / t->out_bytes;
    side->chunks = stored / most;
    side->ends = side->run - stored;
}

/* The orders of the side's chunks, and of the elements at its ends. Runs that are spread over neighbouring threads come first. */
static void order_side(struct tw_permute_shift *side, const struct tw_permute_order *spread,
                       const struct tw_permute_order *others, bool by_input)
{
    struct tw_permute_digit chunk = {.count = side->chunks}, end = {.count = side->ends};
    *(by_input ? &chunk.in : &chunk.out) = side->vector;
    if (!by_input) chunk.place = side->vector;
    side->whole = *spread;
    side->rest = (struct tw_permute_order){.count = 1};
    side->spread = spread->count;
    tw_permute_add(&side->whole, chunk);
    tw_permute_add(&side->rest, end);
    for (unsigned i = 0; i < spread->digits; i++) tw_permute_add(&side->rest, spread->digit[i]);
    for (unsigned i = 0; i < others->digits; i++) {
        tw_permute_add(&side->whole, others->digit[i]);
        tw_permute_add(&side->rest, others->digit[i]);
    }
    if (!side->ends) side->rest.count = 0;
}

/* Takes runs of the input that are neighbours in the output: as many as a warp has lanes for each chunk, or fewer. */
static struct tw_permute_order spread_runs(struct tw_permute_order *others, unsigned lanes)
{
    struct tw_permute_order taken;
    for (unsigned count = lanes ? TW_WARP / lanes : 1; count > 1; count--) {
        struct tw_permute_order rest = *others;
        if (!tw_permute_take(&rest, false, 1, count, &taken)) continue;
        *others = rest;
        return taken;
    }
    return (struct tw_permute_order){.count = 1};
}

/* What a digit of the input's order moves the run of the output by, modulo a chunk: those of the run itself do not. */
static void keep_moves(const struct tw_permute_tile *t, struct tw_permute_order *order)
{
    for (unsigned i = 0; i < order->digits; i++) {
        struct tw_permute_digit *digit = &order->digit[i];
        digit->out = digit->place < t->out.run ? 0 : digit->out % (int64_t)t->out.vector;
    }
}

/* The output's side first: where its runs lie in shared memory gives the input's its places. */
static struct tw_permute_order shift_output(struct tw_permute_tile *t, unsigned most, bool any_pointers)
{
    struct tw_permute_order stores = tw_permute_order_of(t, false);
    t->out.run = (unsigned)t->run_out;
    tw_permute_take(&stores, false, 1, t->out.run, &t->out.within);
    if (t->overlaps)
        choose_sectors(&t->out, t, most);
    else
        choose_chunks(&t->out, t, &stores, false, most, any_pointers);
    t->pitch = tw_multiple_up(t->run_out + (t->out.moves ? t->out.vector - 1 : 0), t->out.vector);
    stores = tw_permute_order_of(t, false);
    tw_permute_take(&stores, false, 1, t->out.run, &t->out.within);
    return stores;
}

/* Elements of the largest chunk. */
static unsigned chunk_of(uint64_t widest, unsigned bytes)
{
    return (unsigned)tw_power_down(widest > bytes ? widest / bytes : 1);
}

void tw_permute_shift_sides(struct tw_permute_tile *t, const int64_t *value)
{
    uint64_t widest = (uint64_t)value[PERMUTE_vector];
    unsigned in = chunk_of(widest, t->in_bytes), out = chunk_of(widest, t->out_bytes);
    bool any_pointers = value[PERMUTE_pointers] == TRANSPOSE_ANY;
    const struct tw_permute_order stores = shift_output(t, out, any_pointers), none = {.count = 1};
    struct tw_permute_order loads = tw_permute_order_of(t, true);
    t->in.run = (unsigned)t->run_in;
    tw_permute_take(&loads, true, 1, t->in.run, &t->in.within);
    choose_chunks(&t->in, t, &loads, true, in, any_pointers);
    struct tw_permute_order spread = spread_runs(&loads, (unsigned)value[PERMUTE_lanes]);
    keep_moves(t, &spread);
    keep_moves(t, &loads);
    keep_moves(t, &t->in.within);
    order_side(&t->out, &none, &stores, false);
    order_side(&t->in, &spread, &loads, true);
}
