/* segments.h - the skeleton `segments` in numbers: who takes what of a segment, whose length the device knows alone (segments.c). */
#ifndef TW_GEN_FAMILIES_REDUCE_SEGMENTS_SEGMENTS_H
#define TW_GEN_FAMILIES_REDUCE_SEGMENTS_SEGMENTS_H

#include "gen/families/reduce/segments/shares.h"
#include "gen/families/reduce/skeleton.h"

extern const struct tw_reduce_skeleton tw_reduce_segments;

#define TW_SEGMENT_NEAR       4u /* neighbouring columns of a lane, where few share a segment */
#define TW_SEGMENTS_PACKED    32 /* segments of a warp that are packed */
#define TW_SEGMENTS_WIDE_MOST 2u /* bytes of elements of which a warp takes whole leaves by 16 bytes */

struct tw_segments {
    bool grouped;        /* less than a warp takes a segment */
    bool packed;         /* 32 segments are packed in a warp */
    bool shared;         /* blocks take equal shares: shares.h */
    bool streams;        /* else: some segment may be more than what lanes take at once */
    unsigned lanes;      /* that share a segment, also those of several warps */
    uint64_t bound;      /* elements of a segment that they take at once; of those that are grouped at most */
    uint64_t turns;      /* segments that a warp takes, one after the other */
    uint64_t each;       /* segments of a block */
    bool together;       /* which are one, by all of its warps */
    unsigned own_leaves; /* that a warp takes by itself; longer ones the block takes, */
    uint64_t whole_leaves; /* up to so many; others are cut */
    unsigned slots;        /* leaves that a block takes at a time */
    bool rests;            /* some segment may be more than a warp takes by itself */
    uint64_t windows;      /* blocks that take chunks of long segments, of so many leaves */
    uint64_t chunk_leaves;
    unsigned levels; /* of a warp's stack of leaves */
    uint64_t owners; /* blocks that have segments */
    uint64_t blocks; /* all */
    unsigned ahead;  /* bytes of a lane's loads */
    uint32_t shared_bytes;
};

/* Whether less than a warp takes a segment. */
static inline bool tw_segments_grouped(const int64_t *value)
{
    return value[REDUCE_schedule] == REDUCE_GROUPED;
}

/* `r` is of resolved values. */
struct tw_segments tw_segments_of(const struct tw_reduce *r, const int64_t *value);

/* Elements of a segment on the average; 0 of none. */
double tw_segments_average(const struct tw_reduce *r);
/* Leaves of a segment of so many elements. */
uint64_t tw_segments_leaves(const struct tw_reduce *r, uint64_t elements);

/* Bands of neighbouring columns that a few lanes take; elements of a segment in all of them. */
unsigned tw_segments_bands(const struct tw_reduce *r, uint64_t lanes);
uint64_t tw_segments_bound(const struct tw_reduce *r, uint64_t lanes);

/* Blocks of the grid, where all fields but `blocks` are resolved. */
uint64_t tw_segments_blocks(const struct tw_reduce *r, const int64_t *value);

/* The rule of the skeleton (segments_rule.c). */
void tw_segments_resolve(int64_t *value, const struct tw_target *target);

/* Gives a schedule that nobody gave where only one has such fields: so few threads in x, or so many leaves. */
void tw_segments_infer(int64_t *value);

/* Whether the rule balances segments (shares.h): none of the candidates that a model was fitted to is as good on the whole. */
bool tw_segments_share(const struct tw_reduce *r);

/* Whether as many lanes take a segment as the average one has work for, or not far from it: others were not measured, or lengths
   that differ make them several times slower. */
bool tw_segments_suit(const int64_t *value);

/* The candidates of the skeleton (segments_candidates.c). */
unsigned tw_segments_candidates(const int64_t *given);
void tw_segments_take(int64_t *value, unsigned number, const struct tw_target *target);

void tw_segments_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);

#endif
