/*
 * shares.h - segments in equal shares, a part of the skeleton `segments`: what a block costs is bounded, however long segments are.
 *
 *     a segment costs as many elements as it has, and a toll beside: its offset, its result, and what is done for each
 *     a block takes what begins in its share of all that, `leaves` leaves, and copies it to shared memory by chunks of 16 bytes
 *     a warp takes what begins in its part of the share: segments of up to a leaf 32 at a time, packed; the leaves of others
 *     leaves meet in shared memory, in chunks of a power of two of them; chunks of one segment in scratch, 32 at a time
 */
#ifndef TW_GEN_FAMILIES_REDUCE_SEGMENTS_SHARES_H
#define TW_GEN_FAMILIES_REDUCE_SEGMENTS_SHARES_H

#include "gen/families/reduce/fields.h"
#include "gen/text/data.h"

/* bytes that a lane takes of a packed segment, or loads at once where elements are small */
#define TW_PIECE_BYTES  16u
#define TW_SHARES_USUAL 4u /* leaves of a share, and warps of its block */

struct tw_shares {
    uint64_t share, part, chunk; /* elements of a block's share, of a warp's part of it, of a chunk */
    unsigned leaves;             /* of a share */
    unsigned chunk_leaves;
    uint64_t toll;    /* elements that a segment costs besides its own */
    uint64_t entries; /* offsets of a share, at most */
    uint64_t blocks;  /* of all */
    uint64_t chunks;  /* that all may be cut into */
    bool cuts;        /* a segment may be more than a chunk */
    uint32_t shared_bytes;
};

/* `r` is of resolved values, whose schedule is balanced. */
struct tw_shares tw_shares_of(const struct tw_reduce *r, const int64_t *value);

/* Replaces TW_DERIVED in the fields that say how. */
void tw_shares_resolve(int64_t *value);

/* False, with the reason added, for values that are no shares. */
bool tw_shares_accept(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason);

/* Adds the variables of templates/reduce/reduce_segments_pieces.cu.mustache, for segments that are packed, in equal shares or not. */
void tw_shares_describe_pieces(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);

/* Adds those of templates/reduce/reduce_segments_shares.cu.mustache. */
void tw_shares_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);

#endif
