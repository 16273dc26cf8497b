/*
 * matrix_reads.h - what wgmma reads of shared memory until somebody waits for it: a store, or a copy that begins, is too early before.
 *
 *     wgmma.mma_async       its pieces, of 16 bytes each, are read from now on, as part of its warpgroup's next group
 *     wgmma.commit_group    the group is complete; each warp counts for itself
 *     wgmma.wait_group N    of the groups that the warp has committed all but the last N have been read, for all threads
 *
 * The last groups of each warpgroup are kept, each with one bit for each piece. What others do behind the wait is for barriers to order: who
 * reads is not kept then (shadow.h). Thread-safety: a block's reads are its worker's.
 */
#ifndef TW_SIM_CHECK_MATRIX_READS_H
#define TW_SIM_CHECK_MATRIX_READS_H

#include "sim/check/shadow.h"
#include "sim/exec/state.h"

struct tw_matrix_reads;

void tw_matrix_reads_free(struct tw_matrix_reads *reads);  /* NULL is allowed */
void tw_matrix_reads_begin(struct tw_matrix_reads *reads); /* a block begins; NULL is allowed */

/* The warpgroup of `warp`, its first one, reads these pieces. No memory: they are not kept. */
void tw_matrix_reads_add(struct tw_warp *warp, const struct tw_op *op, const uint64_t pieces[TW_PIECE_WORDS]);
void tw_matrix_reads_commit(struct tw_warp *warp);
void tw_matrix_reads_wait(struct tw_warp *warp, uint32_t pending);

/* The lane stores these bytes of its block's shared memory, or begins to copy there. */
void tw_matrix_reads_store(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint32_t address,
                           uint32_t bytes);

#endif
