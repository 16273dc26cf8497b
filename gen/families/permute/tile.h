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
 * Threads take accesses in two orders: along the input's fastest axes when they load, along the output's when they store. An order is
 * a list of digits, the first of which changes fastest: access number n has index n % count of the first, n / count % count of the
 * second, and so on. Between the two the tile lies in shared memory in the output's order, with padding:
 *
 *     |<- pad_every elements ->|<- IPAD ->|<- pad_every elements ->|<- IPAD ->| ...
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_TILE_H
#define TW_GEN_FAMILIES_PERMUTE_TILE_H

#include "gen/families/permute/fields.h"

#define TW_PERMUTE_PLACES 1024u /* elements that a thread stores to shared memory, at most */
#define TW_PERMUTE_DIGITS 32u   /* of an order, at most: each at least doubles a count of less than 2^31 */

/* An index, or a part of one. */
struct tw_permute_digit {
    unsigned count;
    int64_t in, out; /* elements of the input, of the output, from one to the next */
    unsigned place;  /* elements of the tile in shared memory likewise             */
};

struct tw_permute_order {
    struct tw_permute_digit digit[TW_PERMUTE_DIGITS];
    unsigned digits;
    unsigned count; /* product of the digits: accesses, or elements of one */
};

/* An axis of the problem: the tile's part of it. */
struct tw_permute_span {
    unsigned extent; /* indices that a tile has */
    uint64_t count;  /* tiles along it          */
    uint64_t last;   /* first index of the last */
};

struct tw_permute_tile {
    enum tw_permute_method method;
    struct tw_permutation problem; /* canonical, in elements of `bytes` */
    unsigned
        bytes; /* of an element as it is moved: one of the type, or as many as are moved together everywhere */
    unsigned threads;
    uint64_t blocks;                          /* of the grid */
    struct tw_permute_span span[TW_MAX_AXES]; /* of each axis of the problem */
    bool repeats;                             /* some axis has an in_stride of 0 */
    uint64_t tiles, elements;                 /* elements of a tile, without padding */
    uint64_t run_in, run_out; /* elements side by side in the input, in the output, of a tile */

    /* Elements of an access to the input, of one to the output; neighbours in the output that a word of shared memory holds. */
    unsigned in_vector, out_vector, pack;
    struct tw_permute_order loads;  /* units of loads: `pack` accesses each of `in_vector` elements */
    struct tw_permute_order across; /* elements of an access to the input                           */
    struct tw_permute_order packed; /* accesses of a unit, whose elements are neighbours in the output */
    struct tw_permute_order stores; /* accesses to the output                                       */
    unsigned pad_every, pad; /* after so many elements of the tile so many are left out in shared memory */
    uint64_t places;         /* elements of the tile there, with those                                   */
};

/* Of values that may be impossible, but for texts and method: accept tells. */
struct tw_permute_tile tw_permute_tile_of(const int64_t *value);

/* The problem in elements of as many bytes, up to `vector`, as are moved together everywhere. */
unsigned tw_permute_widen(struct tw_permutation *problem, unsigned bytes, unsigned vector);

/* Bytes of the widest access to global memory that `vector` and `pointers` allow. */
unsigned tw_permute_widest(const int64_t *value);

/* Elements of the input, of the output, or of the tile in shared memory. */
enum tw_permute_side { PERMUTE_IN, PERMUTE_OUT, PERMUTE_PLACE };
int64_t tw_permute_step(const struct tw_permute_digit *digit, enum tw_permute_side side);

/* Whether access `turn` of every thread that makes it is equally far from that thread's first one, which is then *apart. */
bool tw_permute_is_even(const struct tw_permute_tile *t, const struct tw_permute_order *order, unsigned turn,
                        enum tw_permute_side side, int64_t *apart);

/* Whether an access to the input is made: a thread loads what repeats once. Of the unit or access of that turn, its load `row`. */
bool tw_permute_is_loaded(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                          unsigned turn, unsigned row);

/* Whether some thread stores to neighbouring places of shared memory, which a compiler would do at once. */
bool tw_permute_has_neighbours(const struct tw_permute_tile *t);

/* The axes in the order in which the input's addresses (the output's) ascend; those that repeat come last. */
void tw_permute_sort(const struct tw_permutation *problem, bool by_input, unsigned sorted[TW_MAX_AXES]);

/* The sums that the digits of number `n` give. */
struct tw_permute_digit tw_permute_at(const struct tw_permute_order *order, unsigned n);

/* Accesses, or units of loads, that each thread makes at most. */
static inline unsigned tw_permute_turns(const struct tw_permute_tile *t, const struct tw_permute_order *order)
{
    return (order->count + t->threads - 1) / t->threads;
}

/* Whether the tile goes through shared memory; its bytes there. */
static inline bool tw_permute_is_shared(const struct tw_permute_tile *t)
{
    return t->method == PERMUTE_TILE;
}
static inline uint64_t tw_permute_shared_bytes(const struct tw_permute_tile *t)
{
    return tw_permute_is_shared(t) ? t->places * t->bytes : 0;
}

/* Both buffers begin at multiples of so many bytes. */
unsigned tw_permute_align(const struct tw_permute_tile *t, const int64_t *value);

#endif
