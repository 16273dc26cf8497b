/*
 * tile.h - a variant of the permute family in numbers, shared by what renders and what predicts it.
 *
 * A tile is a box: `extent` indices of each axis, of which there are `count` along it, tile after tile. Where they do not divide the
 * axis, the last one ends with it, and shares indices with the one before: elements that two tiles have are written twice, the same.
 * So all tiles are whole, and a thread does the same in each of them, from another beginning.
 *
 *     axis of 101, extent 26      |-------------------------|
 *     4 tiles                                               |-------------------------|
 *                                                                                     |-------------------------|
 *                                                                                                          |-------------------------|
 *
 * Threads take accesses in two orders (order.h): along the input's fastest axes when they load, along the output's when they store.
 * Between the two the tile lies in shared memory in the output's order, with padding:
 *
 *     |<- pad_every elements ->|<- IPAD ->|<- pad_every elements ->|<- IPAD ->| ...
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_TILE_H
#define TW_GEN_FAMILIES_PERMUTE_TILE_H

#include "gen/families/permute/fields.h"
#include "gen/families/permute/order.h"

#define TW_PERMUTE_PLACES 1024u /* elements that a thread stores to shared memory, at most */

/* An axis of the problem: the tile's part of it. */
struct tw_permute_span {
    unsigned extent; /* indices that a tile has                                                     */
    unsigned step;   /* from one tile to the next but to the last: fewer than those if tiles overlap */
    uint64_t count;  /* tiles along it                                                              */
    uint64_t last;   /* first index of the last                                                     */
};

/*
 * One side of a tile of the method shifted, whose runs begin at any element. Inside each run there are `chunks` chunks that begin at
 * multiples of their size, wherever it begins; `ends` elements are left, `lead` of them before the chunks:
 *
 *     memory   |       |       |       |       |       |       |
 *     run           [=================================]             run elements
 *     chunks           |[=====|=======|=======]                     ends: what is left on both sides, always as much
 *
 * Where tiles overlap, the first chunk of a run of the output begins a sector, and the chunks are all sectors that begin in the tile's
 * step. So each sector is written by one tile, whole; and the elements at the ends are those of other tiles, but before the chunks of
 * the first tile along the cut axis, and after those of the last one. A tile's step ends at the colon:
 *
 *     sectors    |       |       |       |       |       |       |
 *     tile            [==|=======|====:==|==]
 *     next tile                       [==|=======|====:==|==]
 */
struct tw_permute_shift {
    unsigned vector, run, chunks,
        ends;       /* elements of a chunk, and of a run; chunks and elements besides in each run */
    unsigned align; /* the first chunk begins at a multiple of so many elements: of a chunk, or of a sector */
    unsigned spread;                /* runs side by side whose same chunk neighbouring threads take */
    bool moves;                     /* runs begin at any element, not at multiples of a chunk */
    struct tw_permute_order within; /* elements of a run                          */
    struct tw_permute_order whole;  /* chunks: of a run, then those of the others */
    struct tw_permute_order rest;   /* elements at the ends likewise              */
};

/* Elements before a run's first chunk, when it begins at element `begin`: fewer than `align`. */
static inline unsigned tw_permute_lead(const struct tw_permute_shift *shift, int64_t begin)
{
    return shift->moves ? (unsigned)(-(uint64_t)begin & (shift->align - 1)) : 0;
}

/*
 * The rows of a tile of the method chunks: `count` chunks of each begin at multiples of their size in the output, `ends` elements are left.
 * A chunk has neither of the first nor of the last `margin` elements, so that the words of the input that it lies in are the row's own.
 */
struct tw_permute_chunks {
    unsigned vector, row, count,
        ends; /* elements of a chunk, and of a row, 0: it has none; chunks and elements besides in each row */
    unsigned margin;
    unsigned part; /* bytes of a load: a chunk takes several                                        */
    bool moves;    /* rows of the output begin at any element, not at multiples of a chunk          */
    bool funnels;  /* chunks begin anywhere in words of the input: a load more, and they are shifted */
    struct tw_permute_order rest; /* elements at the ends: of a row, then those of the others        */
};

/* Elements before a row's first chunk, when it begins at element `begin` of the output. */
static inline unsigned tw_permute_row_lead(const struct tw_permute_chunks *chunks, int64_t begin)
{
    uint64_t from = (chunks->moves ? (uint64_t)begin : 0) + chunks->margin;
    return chunks->margin + (unsigned)(-from & (chunks->vector - 1));
}

struct tw_permute_tile {
    enum tw_permute_method method;
    struct tw_permutation problem; /* canonical, in elements as they are moved */
    unsigned together; /* elements of the type that one such has: as many as are moved together everywhere */
    unsigned in_bytes, out_bytes; /* of one such in the input, in the output */
    unsigned bytes;               /* of one such in shared memory: as many as it has where it is narrower */
    unsigned threads;
    uint64_t blocks;                          /* of the grid */
    struct tw_permute_span span[TW_MAX_AXES]; /* of each axis of the problem */
    bool repeats;                             /* some axis has an in_stride of 0 */
    bool overlaps; /* tiles overlap along an axis, so that one tile writes each sector of the output */
    unsigned cut;  /* that axis: it has several tiles */
    uint64_t tiles, elements; /* elements of a tile, without padding */
    uint64_t run_in, run_out; /* elements side by side in the input, in the output, of a tile */

    /* Elements of an access to the input, of one to the output; neighbours in the output that a word of shared memory holds. */
    unsigned in_vector, out_vector, pack;
    struct tw_permute_order loads;  /* units of loads: `pack` accesses each of `in_vector` elements */
    struct tw_permute_order across; /* elements of an access to the input                           */
    struct tw_permute_order packed; /* accesses of a unit, whose elements are neighbours in the output */
    struct tw_permute_order stores; /* accesses to the output; of the method chunks those to chunks */
    union {
        struct tw_permute_shift in;      /* of the method shifted, in place of those */
        struct tw_permute_chunks chunks; /* of the method chunks                     */
    };
    struct tw_permute_shift out; /* of the method shifted */
    uint64_t
        pitch; /* elements of the tile in shared memory from a run of the output to the next, before padding */
    unsigned pad_every, pad; /* after so many elements of the tile so many are left out in shared memory */
    uint64_t places;         /* elements of the tile there, with those                                   */
};

/* Takes out of a variant how elements lie in shared memory: no padding, and lanes as they follow each other. */
static inline void tw_permute_leave_places(int64_t *value)
{
    value[PERMUTE_IPAD] = value[PERMUTE_pad_every] = value[PERMUTE_lanes] = 0;
}

/* The values may be impossible, but for texts and method: accept tells. */
struct tw_permute_tile tw_permute_tile_of(const int64_t *value);

/* The problem in elements of as many bytes, up to `vector`, as are moved together everywhere. */
unsigned tw_permute_widen(struct tw_permutation *problem, unsigned bytes, unsigned vector);

/* Bytes of the widest access to global memory that `vector` and `pointers` allow, on the side with the wider elements. */
unsigned tw_permute_widest(const int64_t *value);

/* Whether access `turn` of every thread that makes it is equally far from that thread's first one, which is then *apart. */
bool tw_permute_is_even(const struct tw_permute_tile *t, const struct tw_permute_order *order, unsigned turn,
                        enum tw_permute_side side, int64_t *apart);

/* Whether load `row` of the unit or access of that turn is made: a thread loads what repeats once. */
bool tw_permute_is_loaded(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                          unsigned turn, unsigned row);

/* Whether some thread stores to neighbouring places of shared memory, which a compiler would do at once. */
bool tw_permute_has_neighbours(const struct tw_permute_tile *t);

/* The axes in the order in which the input's addresses (the output's) ascend; those that repeat come last. */
void tw_permute_sort(const struct tw_permutation *problem, bool by_input, unsigned sorted[TW_MAX_AXES]);

/* Tells of each axis the elements of the tile in shared memory from one index to the next, before padding. */
void tw_permute_places(const struct tw_permute_tile *t, unsigned place[TW_MAX_AXES]);

/* The tile's digits in the order of the input's axes or the output's, with their places in shared memory. */
struct tw_permute_order tw_permute_order_of(const struct tw_permute_tile *t, bool by_input);

/* Whether accesses of `vector` elements begin at multiples of it, where the order's digits and tiles begin. */
bool tw_permute_is_aligned(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                           bool by_input, unsigned vector);

/* Gives a tile of the method shifted its sides, and its pitch (shifted.c). */
void tw_permute_shift_sides(struct tw_permute_tile *t, const int64_t *value);

/* Gives a tile of the method chunks its rows; they have no chunks where the method is not for them (chunks.c). */
void tw_permute_chunk_rows(struct tw_permute_tile *t, const int64_t *value);
/* Elements of a row that has a chunk wherever it begins, at least. */
unsigned tw_permute_row_least(const struct tw_permute_chunks *chunks);

/* The number of access `n` of a side's whole chunks among the chunks of its run. */
static inline unsigned tw_permute_chunk(const struct tw_permute_shift *side, unsigned n)
{
    return n / side->spread % side->chunks;
}

/* Accesses, or units of loads, that each thread makes at most. */
static inline unsigned tw_permute_turns(const struct tw_permute_tile *t, const struct tw_permute_order *order)
{
    return (order->count + t->threads - 1) / t->threads;
}

/* Whether blocks take tiles. */
static inline bool tw_permute_has_tiles(const struct tw_permute_tile *t)
{
    return t->method != PERMUTE_NAIVE && t->method != PERMUTE_TRANSPOSE;
}

/* Loads of a chunk by the method chunks, but for one more if it funnels. */
static inline unsigned tw_permute_parts(const struct tw_permute_tile *t)
{
    return t->chunks.vector * t->in_bytes / t->chunks.part;
}

/* Whether the tile goes through shared memory; its bytes there. */
static inline bool tw_permute_is_shared(const struct tw_permute_tile *t)
{
    return t->method == PERMUTE_TILE || t->method == PERMUTE_SHIFTED;
}
static inline uint64_t tw_permute_shared_bytes(const struct tw_permute_tile *t)
{
    return tw_permute_is_shared(t) ? t->places * t->bytes : 0;
}

/* Bytes of an element as it is moved, in the input or the output. */
static inline unsigned tw_permute_moved_bytes(const struct tw_permute_tile *t, bool by_input)
{
    return by_input ? t->in_bytes : t->out_bytes;
}

/* Whether elements are cast before they go to shared memory, which else has those of the input. */
static inline bool tw_permute_narrows(const struct tw_permute_tile *t)
{
    return t->out_bytes < t->in_bytes;
}

/* The input or the output begins at a multiple of so many bytes. */
unsigned tw_permute_align(const struct tw_permute_tile *t, bool by_input);
/* Whether both may begin at any element. */
bool tw_permute_takes_any(const struct tw_permute_tile *t, const int64_t *value);

#endif
