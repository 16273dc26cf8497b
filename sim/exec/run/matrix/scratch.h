/*
 * scratch.h - where the matrices of an instruction are while it runs: too large for the stack of a thread. A worker has one, made when
 * its first matrix instruction runs; what it holds between instructions means nothing.
 */
#ifndef TW_SIM_EXEC_RUN_MATRIX_SCRATCH_H
#define TW_SIM_EXEC_RUN_MATRIX_SCRATCH_H

#include <stdlib.h>

#include "sim/check/finding.h"
#include "sim/exec/numbers/matrix_sums.h"

#define TW_MATRIX_MOST    1024u /* elements of a whole matrix */
#define TW_MATRIX_COLUMNS 8u    /* of B, at once */

/* A whole matrix's elements, one after the other. */
union tw_matrix_whole {
    unsigned char bytes[TW_MATRIX_MOST * sizeof(uint64_t)];
    uint32_t u32[TW_MATRIX_MOST];
    uint64_t u64[TW_MATRIX_MOST];
};

struct tw_matrix_scratch {
    struct tw_matrix_rows rows;
    uint64_t a[TW_MATRIX_ROWS][TW_MATRIX_DEPTH], b[TW_MATRIX_COLUMNS][TW_MATRIX_DEPTH];
    union tw_matrix_whole whole[3];
};

/* The worker's. NULL: a finding, for want of memory. */
static inline struct tw_matrix_scratch *tw_matrix_scratch(struct tw_warp *warp, const struct tw_op *op)
{
    struct tw_sim_worker *worker = warp->worker;
    if (!worker->matrices)
        worker->matrices = aligned_alloc(_Alignof(struct tw_matrix_scratch), sizeof *worker->matrices);
    if (!worker->matrices) tw_find(warp, op, TW_SIM_TRAP, 0, "out of memory for matrices");
    return worker->matrices;
}

#endif
