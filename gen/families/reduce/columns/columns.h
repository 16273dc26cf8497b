/* columns.h - a variant along the columns in numbers: columns.c draws what they mean. */
#ifndef TW_GEN_FAMILIES_REDUCE_COLUMNS_COLUMNS_H
#define TW_GEN_FAMILIES_REDUCE_COLUMNS_COLUMNS_H

#include "gen/families/reduce/skeleton.h"

extern const struct tw_reduce_skeleton tw_reduce_columns;

#define TW_COLUMNS_JOINED 32u /* vectors of a block of the launch that joins parts: a warp's */

struct tw_columns {
    const struct tw_reduce *r;
    unsigned x, y; /* the block                                                                      */
    unsigned y_bits;
    uint64_t each;        /* leaves of a thread                                                             */
    unsigned unroll;      /* rows that are loaded before one is taken                                       */
    uint64_t row_vectors; /* of a row                                                                       */
    uint64_t vectors;     /* of a row of all matrices                                                       */
    uint64_t stride;      /* vectors from one column of a part in scratch to the next                       */
    uint64_t strips;      /* of BDIMX vectors                                                               */
    uint64_t turns;       /* strips of a block: several where columns are one leaf, and each is a thread's  */
    unsigned ragged;      /* columns of a row's last vector, if it is not full; else 0                      */
    uint64_t leaves;      /* of a column                                                                    */
    unsigned tail;        /* rows of the last leaf, if it is not full; else 0                               */
    uint64_t part_leaves; /* of a part                                                                      */
    uint64_t parts;       /* of a column                                                                    */
    uint64_t run;         /* parts that a thread joins                                                      */
    unsigned runs;        /* threads that join some                                                         */
    unsigned ahead;       /* parts that one loads at once; for those that there are not it loads the last   */
    unsigned join_runs;   /* threads in y of the launch that joins parts; 0: there is none                  */
    unsigned steps;       /* of the tree in shared memory: 0 where no threads meet */
    unsigned part_steps;  /* the same of parts */
    unsigned width;       /* columns of a thread */
    unsigned shares;      /* columns of a thread that meet at a time                                        */
    bool handed;          /* rows begin inside of vectors, whose elements lanes hand each other             */
    bool
        ends; /* the last vector of the last leaf ends in no whole word, of those that vectors are put together of */
    unsigned store; /* bytes of a store of results; 0: one after the other                            */
    bool empty;
};

struct tw_columns tw_columns_of(const struct tw_reduce *r, const int64_t *value);

/* Whether a thread loads all rows under way before it takes one: not where it may load single elements, nor where states take most
   of its registers. */
bool tw_columns_loads_together(const struct tw_columns *c);
/* Registers that a thread needs where all rows under way are loaded before one is taken, about. */
unsigned tw_columns_registers(const struct tw_columns *c);
/* Registers that a thread of a block of so many may have, a quarter of whose warps share a quarter of a multiprocessor's. */
unsigned tw_columns_most_registers(unsigned threads);
/* Blocks that a multiprocessor then has registers for, of as many threads as it takes at most; at least one. */
unsigned tw_columns_resident(const struct tw_columns *c);
/* What other kernels along the columns have in common with these, as of a skeleton: the fields that say how, and the grid. */
bool tw_columns_accept_fields(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason);
bool tw_columns_accept_blocks(double strips, uint64_t parts, const int64_t *value, struct tw_text *reason);
/* Blocks of the grid, all parts included; of a rule, where what is impossible is refused later. */
double tw_columns_blocks(const struct tw_columns *c);
uint64_t tw_columns_usual_blocks(double blocks);
/* Another launch of x * y threads a block, and arguments `first` to `end` - 1 for it. */
void tw_columns_add_launch(struct tw_shape *shape, const char *suffix, uint64_t blocks, unsigned x,
                           unsigned y, uint64_t shared_bytes);
void tw_columns_pass(struct tw_shape *shape, unsigned first, unsigned end);
/* Room for the states of all parts with any vector, so that what is relaxed needs the same scratch. */
uint64_t tw_columns_partials(const struct tw_reduce *r, uint64_t parts);

/* Whether a thread's registers hold what it needs, as far as is known before it is compiled: what they do not is stored and loaded
   again, and takes up to sixteen times as long. Some candidate of each problem does. */
bool tw_columns_suit(const int64_t *value);

/* Whether lanes are to hand each other elements where nobody says how columns are taken: of large matrices. */
bool tw_columns_hand(const int64_t *value);

/* Whether every row begins a sector. */
bool tw_columns_begin_sectors(const struct tw_reduce *r);

/* What the skeleton has (skeleton.h); columns_rule.c, columns_candidates.c. */
void tw_columns_resolve(int64_t *value, const struct tw_target *target);
unsigned tw_columns_candidates(const int64_t *given);
void tw_columns_take(int64_t *value, unsigned number, const struct tw_target *target);
void tw_columns_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
void tw_columns_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                        unsigned launch, struct tw_prediction *prediction);

/* Names what threads that meet leave and take, of so many members. */
void tw_columns_name_accesses(struct tw_prediction *prediction, const struct tw_reduce_member *members,
                              unsigned count);

#endif
