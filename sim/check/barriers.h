/*
 * check/barriers.h - the check of barriers: whether all threads of a block come to the same ones.
 *
 * __syncthreads() may stand in a branch or loop only when all threads of the block go the same way. Hardware
 * does not ask: it counts who has come, wherever in the kernel, and counts who has exited as come, so a
 * kernel that breaks the rule ends with wrong results, or with right ones by luck. docs/simulator.md says
 * what is found and what is not.
 */
#ifndef TW_SIM_CHECK_BARRIERS_H
#define TW_SIM_CHECK_BARRIERS_H

#include "sim/exec/state.h"

/* An operation as seen from a barrier. A thread that executes an operation which is TW_IN_TAIL without the
 * barrier has passed it by only if it has touched shared memory. */
enum tw_barrier_relation { TW_NOT_BEHIND, TW_BEHIND, TW_IN_TAIL };

/* What stands behind each barrier of a kernel (behind.c). */
struct tw_behind {
    uint32_t *barriers; /* the operations that wait, ascending          */
    size_t count;       /* of barriers                                  */
    uint8_t *marked;    /* enum tw_barrier_relation, [barrier * operations + operation] */
    bool *shares;       /* by operation: it accesses shared memory, or may  */
    size_t operations;
};

bool tw_behind_make(struct tw_behind *behind, const struct tw_program *program); /* false: out of memory */
void tw_behind_free(struct tw_behind *behind);                                   /* also a half-made one */
/* By operation: how it stands to the barrier at operation `barrier`. */
const uint8_t *tw_behind_barrier(const struct tw_behind *behind, uint32_t barrier);

/* Barrier `id`, at which all threads of the block are due, is complete: who waits there, and who does not? */
void tw_check_barrier(struct tw_sim_worker *worker, uint32_t id);
/* The block has ended: are there barriers that threads came to by bar.arrive, and nobody ever waited at? */
void tw_check_arrivals(struct tw_sim_worker *worker);

#endif
