/* unordered.h - a variant along the columns whose rows are added in any order, in numbers: unordered.c draws what they mean. */
#ifndef TW_GEN_FAMILIES_REDUCE_COLUMNS_UNORDERED_H
#define TW_GEN_FAMILIES_REDUCE_COLUMNS_UNORDERED_H

#include "gen/families/reduce/skeleton.h"

extern const struct tw_reduce_skeleton tw_reduce_unordered;

struct tw_unordered {
    const struct tw_reduce *r;
    unsigned x, y;          /* the block                                                            */
    uint64_t each;          /* leaves that a thread has rows for                                    */
    unsigned unroll;        /* rows that are loaded before one is taken                             */
    unsigned period;        /* rows after which they begin alike in a chunk                         */
    unsigned shift;         /* elements that row 1 begins after the beginning of a chunk           */
    uint64_t strip;         /* columns of a block                                                   */
    uint64_t strips, parts; /* of a row; of a column                                                */
    uint64_t block_rows;    /* of a part                                                            */
    uint64_t stride;        /* columns of a part in scratch                                         */
    unsigned pad;           /* columns of an array in shared memory between two that are left out   */
    unsigned padded;        /* elements of a row of such an array                                   */
    bool cut;               /* the array's last chunk is not whole                                  */
    unsigned join_runs;     /* threads in y of the launch that joins parts; 0: there is none        */
    unsigned part_count;    /* members of a leaf's part, which are left in shared memory            */
    struct tw_reduce_member part[TW_MEMBERS_MAX];
    unsigned part_bytes;
};

struct tw_unordered tw_unordered_of(const struct tw_reduce *r, const int64_t *value);

/* The place of a column of the block in a row of an array in shared memory. */
static inline uint64_t tw_unordered_place(const struct tw_unordered *l, uint64_t column)
{
    return column + column / l->pad;
}

/* What the skeleton has (skeleton.h). */
void tw_unordered_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
void tw_unordered_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                          unsigned launch, struct tw_prediction *prediction);

#endif
