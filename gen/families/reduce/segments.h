/* segments.h - the skeleton `segments` in numbers: who takes what of a segment, whose length the device knows alone (segments.c). */
#ifndef TW_GEN_FAMILIES_REDUCE_SEGMENTS_H
#define TW_GEN_FAMILIES_REDUCE_SEGMENTS_H

#include "gen/families/reduce/reduce.h"

#define TW_SEGMENT_NEAR 4u /* neighbouring columns of a lane, where few share a segment */

struct tw_segments {
    bool grouped;     /* less than a warp takes a segment */
    bool packed;      /* 32 segments are packed in a warp */
    unsigned lanes;   /* that share a segment, also those of several warps */
    uint64_t bound;   /* elements of a segment that they take at once; of those that are grouped at most */
    uint64_t turns;   /* segments that a warp takes, one after the other */
    uint64_t each;    /* segments of a block */
    uint64_t windows; /* blocks for parts of long segments */
    uint64_t blocks;  /* all */
    unsigned ahead;   /* bytes of a lane's loads */
    uint32_t shared_bytes;
};

/* `r` is of resolved values. */
/* Elements of a segment on the average; 0 of none. */
double tw_segments_average(const struct tw_reduce *r);

struct tw_segments tw_segments_of(const struct tw_reduce *r, const int64_t *value);

/* Whether the rule takes segments in equal shares (shares.h): of the ways that a model was fitted to none is as good on the whole. */
bool tw_segments_share(const struct tw_reduce *r);

/* Whether as many lanes take a segment as the average one has work for, or not far from it: others were not measured. */
bool tw_segments_suit(const int64_t *value);

#endif
