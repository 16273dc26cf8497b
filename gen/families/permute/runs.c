/*
 * What a tile costs beside its elements: at the ends of its runs parts of sectors, and what it shares with the next. And where its
 * elements lie in shared memory, by the bank rule.
 */
#include "gen/families/permute/runs.h"

#include <string.h>

#include "base/whole.h"
#include "gen/families/permute/predict.h"

#define TILE_MOST  24576 /* bytes of a tile                                                             */
#define TURNS_MOST 24    /* accesses of a thread to a tile, both ways                                    */
#define HELD_MOST  96    /* bytes of a thread's loads by the method shifted                               */
#define OVERLAP    8     /* times what tiles share is their step, at least, where they are to overlap    */
#define ENDS       3     /* times as dear as others are elements that go one by one beside chunks        */
#define EDGE       32    /* bytes that a run costs beside its own: what it has of a sector at its ends   */

/* A variant's values, without padding and lanes. */
static void copy_bare(const int64_t *value, int64_t *own)
{
    memcpy(own, value, PERMUTE_FIELD_COUNT * sizeof *own);
    tw_permute_leave_places(own);
}

/* ---- runs ---- */

static const int64_t lengths[] = {32, 64, 128, 256, 512, 1024};
#define LENGTHS (sizeof lengths / sizeof *lengths)
_Static_assert(LENGTHS *LENGTHS == TW_PERMUTE_PAIRS, "room for all pairs");

/* What a run of `bytes` costs beside its own, in bytes: parts of sectors, and elements at its ends that go one by one. */
static double edges_of(uint64_t bytes, unsigned ends)
{
    return (double)(bytes + EDGE + ENDS * ends) / (double)bytes;
}

/* Bytes that a tile moves in effect for each of its own, both ways, in 1/1024: with the edges of its runs, and what tiles share. */
static uint64_t cost_of(const struct tw_permute_tile *t)
{
    bool shifted = t->method == PERMUTE_SHIFTED;
    unsigned in = t->in_bytes, out = t->out_bytes;
    double share = 2.0 / (in + out); /* of a side's bytes among those of both: 1 where they are equal */
    double edges = share * in * edges_of(t->run_in * in, shifted ? t->in.ends * in : 0) +
                   share * out * edges_of(t->run_out * out, shifted ? t->out.ends * out : 0);
    return (uint64_t)(1024 * edges * (double)t->tiles * (double)t->elements / (double)t->problem.elements);
}

/* A tile that overlaps may be larger by a third. */
static bool fits_shifted(const struct tw_permute_tile *t)
{
    unsigned loads = tw_permute_turns(t, &t->in.whole), thirds = t->overlaps ? 4 : 3;
    return 3 * tw_permute_shared_bytes(t) <= thirds * TILE_MOST &&
           3 * loads * t->in.vector * t->in_bytes <= thirds * HELD_MOST && loads <= TURNS_MOST &&
           tw_permute_turns(t, &t->out.whole) <= TURNS_MOST;
}

static bool fits(const struct tw_permute_tile *t)
{
    if (t->method == PERMUTE_SHIFTED) return fits_shifted(t);
    return t->elements * t->bytes <= TILE_MOST && tw_permute_turns(t, &t->loads) * t->pack <= TURNS_MOST &&
           tw_permute_turns(t, &t->stores) <= TURNS_MOST;
}

/* The pair with which a tile has the same extents as with another one, which is among them. */
static bool is_again(const struct tw_permute_runs *runs, const struct tw_permute_tile *t, int64_t *own)
{
    for (unsigned i = 0; i < runs->count; i++) {
        own[PERMUTE_in_run] = runs->pair[i].in;
        own[PERMUTE_out_run] = runs->pair[i].out;
        const struct tw_permute_tile other = tw_permute_tile_of(own);
        if (memcmp(other.span, t->span, sizeof t->span) == 0) return true;
    }
    return false;
}

static void insert(struct tw_permute_runs *runs, int64_t in, int64_t out, uint64_t cost)
{
    unsigned at = runs->count++;
    for (; at > 0 && runs->pair[at - 1].cost > cost; at--) runs->pair[at] = runs->pair[at - 1];
    runs->pair[at].in = in;
    runs->pair[at].out = out;
    runs->pair[at].cost = cost;
}

void tw_permute_rank_runs(const int64_t *value, uint64_t least, struct tw_permute_runs *runs)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    copy_bare(value, own);
    own[PERMUTE_overlap] = PERMUTE_OVERLAP_NONE;
    runs->count = 0;
    for (unsigned i = 0; i < TW_PERMUTE_PAIRS; i++) {
        int64_t in = value[PERMUTE_in_run] == TW_DERIVED ? lengths[i / LENGTHS] : value[PERMUTE_in_run];
        int64_t out = value[PERMUTE_out_run] == TW_DERIVED ? lengths[i % LENGTHS] : value[PERMUTE_out_run];
        own[PERMUTE_in_run] = in;
        own[PERMUTE_out_run] = out;
        const struct tw_permute_tile t = tw_permute_tile_of(own);
        if (!fits(&t) || is_again(runs, &t, own)) continue;
        insert(runs, in, out, cost_of(&t) + (t.tiles < least ? UINT64_MAX / 2 : 0));
    }
    if (!runs->count) insert(runs, lengths[0], lengths[0], 0);
}

void tw_permute_take_runs(const struct tw_permute_runs *runs, unsigned pair, int64_t *value)
{
    tw_derive(value, PERMUTE_in_run, runs->pair[pair].in);
    tw_derive(value, PERMUTE_out_run, runs->pair[pair].out);
}

/* ---- tiles that overlap ---- */

/* The tile whose overlap is sectors. False: it is the same as without, or does not fit. */
static bool take_sectors(int64_t *value, struct tw_permute_tile *t)
{
    value[PERMUTE_overlap] = PERMUTE_OVERLAP_NONE;
    const struct tw_permute_tile without = tw_permute_tile_of(value);
    value[PERMUTE_overlap] = PERMUTE_OVERLAP_SECTORS;
    *t = tw_permute_tile_of(value);
    return memcmp(t->span, without.span, sizeof t->span) != 0 && fits(t);
}

void tw_permute_keep_overlapping(const int64_t *value, struct tw_permute_runs *runs)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    struct tw_permute_runs kept = {.count = 0};
    struct tw_permute_tile t;
    copy_bare(value, own);
    for (unsigned i = 0; i < runs->count; i++) {
        own[PERMUTE_in_run] = runs->pair[i].in;
        own[PERMUTE_out_run] = runs->pair[i].out;
        if (take_sectors(own, &t) && !is_again(&kept, &t, own)) kept.pair[kept.count++] = runs->pair[i];
    }
    *runs = kept;
}

void tw_permute_choose_overlap(int64_t *value)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    struct tw_permute_tile t;
    copy_bare(value, own);
    bool pays =
        take_sectors(own, &t) && OVERLAP * (t.span[t.cut].extent - t.span[t.cut].step) <= t.span[t.cut].step;
    tw_derive(value, PERMUTE_overlap, pays ? PERMUTE_OVERLAP_SECTORS : PERMUTE_OVERLAP_NONE);
}

/* ---- shared memory ---- */

/* Where an access has several elements, 8 lanes beside each other have the 128 bytes that one request moves at a time. */
static void choose_lanes(int64_t *value)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    copy_bare(value, own);
    const struct tw_permute_tile t = tw_permute_tile_of(own);
    unsigned vector = t.method == PERMUTE_SHIFTED ? t.in.vector : t.in_vector;
    tw_derive(value, PERMUTE_lanes, vector * t.in_bytes >= 8 ? 8 : TW_WARP);
}

/* Counts down from what no padding does to what the least of them does. */
struct padding_search {
    int64_t own[PERMUTE_FIELD_COUNT];
    int64_t pad, every;
    uint64_t fewest;
};

static void try_padding(struct padding_search *search, int64_t pad, int64_t every)
{
    search->own[PERMUTE_IPAD] = pad;
    search->own[PERMUTE_pad_every] = every;
    const struct tw_permute_tile t = tw_permute_tile_of(search->own);
    if (tw_permute_shared_bytes(&t) > TW_STATIC_SHARED_LIMIT) return;
    uint64_t wavefronts = tw_permute_tile_wavefronts(&t);
    if (wavefronts >= search->fewest) return;
    search->fewest = wavefronts;
    search->pad = pad;
    search->every = every;
}

/* Elements of which padding is a multiple. */
static unsigned padding_step(const struct tw_permute_tile *t)
{
    if (t->method == PERMUTE_SHIFTED) return t->out.vector;
    return t->out_vector > t->pack ? t->out_vector : t->pack;
}

/* Paddings of 1 to 16 accesses, up to 128 bytes, after every `every` elements. */
static void try_paddings(struct padding_search *search, const struct tw_permute_tile *bare, unsigned every)
{
    unsigned step = padding_step(bare), least = bare->method == PERMUTE_SHIFTED ? (unsigned)bare->pitch : 1;
    if (every % step || every < least || every >= bare->places) return;
    for (unsigned pad = step; pad <= 16 * step && pad * bare->bytes <= 128; pad += step)
        try_padding(search, pad, every);
}

/* The padding with the fewest wavefronts, after so many elements as the output's order has before an axis; before the input's
   fastest also as many times that as an access to the input has elements. */
static void choose_padding(int64_t *value)
{
    struct padding_search search = {.fewest = UINT64_MAX};
    memcpy(search.own, value, sizeof search.own);
    search.own[PERMUTE_IPAD] = search.own[PERMUTE_pad_every] = 0;
    const struct tw_permute_tile bare = tw_permute_tile_of(search.own);
    unsigned vector = bare.method == PERMUTE_SHIFTED ? bare.in.vector : bare.in_vector;
    if (tw_permute_shared_bytes(&bare) <= TW_STATIC_SHARED_LIMIT) {
        const struct tw_permute_order order = tw_permute_order_of(&bare, false);
        try_padding(&search, 0, 0);
        for (unsigned i = 0; i < order.digits; i++) {
            const struct tw_permute_digit *digit = &order.digit[i];
            if (digit->in == 1) try_paddings(&search, &bare, digit->place * vector);
            try_paddings(&search, &bare, digit->place);
        }
    }
    tw_derive(value, PERMUTE_IPAD, search.pad);
    tw_derive(value, PERMUTE_pad_every, search.every);
}

void tw_permute_choose_places(int64_t *value)
{
    choose_lanes(value);
    choose_padding(value);
}
