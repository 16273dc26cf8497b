/*
 * ladder.h - a rung of the ladder in numbers, which its launches (ladder.c), its prediction and pictures (ladder_predict.c) and
 * its source (ladder_describe.c) are made from. `r` is of resolved values; those of a rung.
 */
#ifndef TW_GEN_FAMILIES_REDUCE_LADDER_LADDER_H
#define TW_GEN_FAMILIES_REDUCE_LADDER_LADDER_H

#include "gen/families/reduce/skeleton.h"

extern const struct tw_reduce_skeleton tw_reduce_ladder;

/*
 * A pass: blocks of `threads` threads make one state each of `units`, which are loads of the inputs or partial results. Those
 * are taken as they lie: thread t of the grid takes unit t, t + stride, ...; blocks that take two parts, without a loop,
 * load the second in the same way, so what they load is the same pieces.
 */
struct tw_ladder_pass {
    uint64_t units, blocks;
    uint64_t tail;     /* elements after the last whole unit, which thread 0 takes */
    unsigned elements; /* of a unit */
    unsigned threads, unroll;
    unsigned arrays, bytes; /* of a load */
    unsigned share;         /* units of a block; 0: threads stride */
};

struct tw_ladder_pass tw_ladder_over_inputs(const struct tw_reduce *r, const int64_t *value);
struct tw_ladder_pass tw_ladder_over_partials(const struct tw_reduce *r, const int64_t *value);

/* Units from one that a thread takes to the next. */
static inline uint64_t tw_ladder_stride(const struct tw_ladder_pass *pass)
{
    return pass->threads * pass->blocks;
}

/* States of the last block: its threads that have a unit. */
unsigned tw_ladder_last_states(const struct tw_ladder_pass *pass);
/* Whether they are fewer than threads. */
bool tw_ladder_is_guarded(const struct tw_ladder_pass *pass);

/* ---- who joins the states of blocks ---- */

bool tw_ladder_is_alone(const int64_t *value); /* there is one block */
bool tw_ladder_joins_partials(const struct tw_reduce *r, const int64_t *value);
bool tw_ladder_is_last(const struct tw_reduce *r, const int64_t *value);   /* the last block */
bool tw_ladder_is_second(const struct tw_reduce *r, const int64_t *value); /* a second launch */
/* Atomic operations: a launch before them, after them. */
bool tw_ladder_has_begin(const struct tw_reduce *r, const int64_t *value);
bool tw_ladder_has_end(const struct tw_reduce *r, const int64_t *value);

/* States of a block in shared memory. */
unsigned tw_ladder_shared_states(const struct tw_reduce *r);

static inline unsigned tw_ladder_bytes(enum tw_element element)
{
    return tw_element_info(element)->bytes;
}

/* ---- what a skeleton has ---- */

void tw_ladder_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
void tw_ladder_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                       unsigned launch, struct tw_prediction *prediction);

/* ---- pictures, as of a family: of a block that is full ---- */

bool tw_ladder_tile(const struct tw_reduce *r, struct tw_layout *layout);
void tw_ladder_accesses(const struct tw_reduce *r, const int64_t *value, struct tw_access_list *list);
void tw_ladder_addresses(const struct tw_reduce *r, unsigned access, unsigned first, unsigned count,
                         uint32_t *addr);

#endif
