/*
 * children.h - launches and copies that kernels make (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"): the functions of the
 * device runtime by which compilers write `child<<<grid, block>>>()`, for tw_builtin_find, and what they have collected.
 *
 *     void *__cudaCDP2GetParameterBufferV2(kernel, dim3 grid, dim3 block, unsigned shared)    0: it cannot be launched
 *     cudaError_t __cudaCDP2LaunchDeviceV2(void *buffer, cudaStream_t), also with _ptsz
 *     cudaError_t __cudaCDP2MemcpyAsync(...), Memcpy2DAsync, MemsetAsync, Memset2DAsync, Memcpy3DAsync, Memset3DAsync: the runtime's parameters
 *     cudaError_t __cudaCDP2GetLastError(void), __cudaCDP2PeekAtLastError(void)
 *
 * A grid sees what its children and copies did nowhere before it has ended, so these wait until then: tw_sim_children (machine.h).
 *
 * Thread-safety: any number of threads may collect.
 * Ownership: the buffers are of the kernels' heap, and go back when the parent has ended.
 */
#ifndef TW_SIM_EXEC_CHILDREN_H
#define TW_SIM_EXEC_CHILDREN_H

#include "sim/exec/program.h"

#define TW_MOST_DEPTH 512u /* of launches in launches; an H200 was asked up to 36, and has no limit there */

struct tw_children;

/* What runs a call of the function of that name, or NULL. */
tw_run *tw_children_find(const char *name);

/* Makes room for what kernels launch, once; false: out of memory. */
bool tw_machine_make_children(struct tw_machine *machine);
void tw_children_free(struct tw_children *children); /* of a machine; may be NULL */

#endif
