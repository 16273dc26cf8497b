/*
 * run.h - rows in numbers: who takes what of a row.
 *
 *     a short row is one leaf: `lanes` lanes of a warp take it, and several rows share a warp and a block
 *     a long row      is cut in parts, one for a block; `share` warps take `leaves` leaves each of it, in turn: a step reads
 *                     `share` leaves side by side. If it is one part, the other warps of the block take other rows
 */
#ifndef TW_GEN_FAMILIES_REDUCE_ROWS_RUN_H
#define TW_GEN_FAMILIES_REDUCE_ROWS_RUN_H

#include "gen/families/reduce/fields.h"

#define TW_SHIFTED_CHUNK 16u /* bytes of a load where rows begin anywhere: shifted.h */

struct tw_reduce_run {
    bool empty;       /* no results, or of no elements: nothing is loaded */
    bool is_short;    /* a row is one leaf */
    unsigned lanes;   /* that share a leaf */
    unsigned vector;  /* elements of a load; staged: that a lane takes side by side */
    unsigned loads;   /* that a lane needs for a line */
    unsigned columns; /* of a leaf that are looked at: lanes * loads * vector */
    unsigned
        line; /* elements of a line: of 512 bytes, or of chunks taken as they lie what all lanes load at once */
    unsigned unroll;      /* lines loaded before any is taken */
    uint64_t whole;       /* leaves of a row that are full */
    unsigned tail;        /* elements of the one after them */
    uint64_t row_leaves;  /* both together */
    uint64_t leaves;      /* that a warp takes; of short rows, rows of a group of lanes */
    unsigned share;       /* warps that share a part */
    uint64_t slots;       /* leaves of a part, whose states meet in shared memory if they are several */
    uint64_t parts;       /* of a row */
    uint64_t block_rows;  /* that a block takes, or takes part of */
    unsigned warps;       /* of a block */
    unsigned join_states; /* where parts are joined: states that a thread loads at once */
    uint64_t
        join_turns;  /* times that a warp does that; their states meet in shared memory if they are several */
    uint64_t blocks; /* of the first launch */
    unsigned cluster;   /* blocks of one, which take a row's parts; 0: there is none */
    bool staged;        /* rows are taken out of shared memory: staged.h */
    bool split;         /* their units are put together of two words */
    unsigned unit;      /* bytes of a load from there */
    uint64_t warp_rows; /* rows of a warp's tile */
    uint64_t tile;      /* bytes of it, and of what is read after its last row */
};

#define TW_LEAF_LINES      (TW_LEAF_BYTES / TW_LINE_BYTES)
#define TW_JOIN_LOADS      8u    /* that a thread has under way where parts are joined */
#define TW_JOIN_STATES_MAX 32u   /* that it holds then at most */
#define TW_STATES_MAX      1024u /* that meet in shared memory: 32 for each lane of a warp */

/* `r` is of resolved values. */
struct tw_reduce_run tw_reduce_run_of(const struct tw_reduce *r, const int64_t *value);

/* A leaf as it is loaded: whole lines, and elements of one more. */
struct tw_reduce_lines {
    unsigned lines;   /* whole ones */
    unsigned vectors; /* loads of the last line, over all lanes and turns */
    unsigned cut;     /* elements after these, fewer than a load's */
    unsigned left;    /* staged or shifted: elements of the last line, instead of vectors and cut */
    unsigned exist;   /* columns that have an element */
};

struct tw_reduce_lines tw_reduce_lines_of(const struct tw_reduce *r, const struct tw_reduce_run *run,
                                          unsigned elements);

/* How the parts of rows meet: partials and counters follow c. */
static inline bool tw_reduce_run_joins(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    return run->parts > 1 && !run->cluster && r->finish != REDUCE_BY_ATOMIC;
}

/* States in the shared memory of the launch that takes rows, and of one that joins their parts. All of the first launch's, but
   those of a cluster's other blocks, are in arrays that leaves and parts have in common. */
uint64_t tw_reduce_run_states(const struct tw_reduce *r, const struct tw_reduce_run *run);
uint64_t tw_reduce_run_common_states(const struct tw_reduce *r, const struct tw_reduce_run *run);
uint64_t tw_reduce_run_join_states(const struct tw_reduce_run *run);

/* What is not derived yet counts as 1 in a run so far, for those numbers of it that do not
   depend on it. */
struct tw_reduce_run tw_reduce_run_so_far(const int64_t *value, struct tw_reduce *r);

/* What all rows begin at multiples of, up to 16 bytes. */
unsigned tw_reduce_run_grain(const struct tw_reduce *r);

#endif
