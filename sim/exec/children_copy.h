/* children_copy.h - copies and fills among what kernels ask for (children.h), and what these have in common with launches. */
#ifndef TW_SIM_EXEC_CHILDREN_COPY_H
#define TW_SIM_EXEC_CHILDREN_COPY_H

#include "sim/exec/children.h"

/* Values of cudaError_t. */
#define TW_INVALID_VALUE         1u
#define TW_OUT_OF_MEMORY         2u
#define TW_INVALID_CONFIGURATION 9u
#define TW_INVALID_PITCH         12u
#define TW_INVALID_DIRECTION     21u
#define TW_DEPTH_EXCEEDED        65u
#define TW_INVALID_FUNCTION      98u

/* As tw_children_find, of those that copy or fill. */
tw_run *tw_children_find_copy(const char *name);

/* Takes one to be made when the parent has ended: a cudaError_t. */
uint32_t tw_children_collect(struct tw_warp *warp, const struct tw_sim_copy *copy, uint64_t stream);

/* What a lane's call returns, and leaves as the thread's last error. */
void tw_children_answer(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint32_t error);

#endif
