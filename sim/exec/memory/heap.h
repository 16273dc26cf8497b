/*
 * heap.h - the heap that kernels allocate from (malloc, free): one stretch of global memory, made when a kernel
 * that may call malloc is launched first, of the size that cuCtxSetLimit says then. It lives as long as the machine.
 *
 *     | block | gap | block | gap | free ... |       gaps of 16 bytes at least, so that what runs over an end is found
 *
 * Places are taken upwards and from the start again at the end, so an access after free is found for a while.
 *
 * Thread-safety: any number of threads may use it.
 */
#ifndef TW_SIM_EXEC_MEMORY_HEAP_H
#define TW_SIM_EXEC_MEMORY_HEAP_H

#include "sim/exec/memory/memory.h"

struct tw_heap;

/* Makes the heap of the kernels, once. False: out of memory. */
bool tw_machine_make_heap(struct tw_machine *machine, uint64_t bytes);
void tw_heap_free(struct tw_heap *heap);
/* The address of `bytes` bytes, aligned to 16, poisoned; 0: no room. */
uint64_t tw_heap_take(struct tw_heap *heap, uint64_t bytes);
/* The last block that begins at or below `address`, as an allocation; false: there is none. */
bool tw_heap_below(struct tw_heap *heap, uint64_t address, struct tw_allocation *found);
bool tw_heap_give(struct tw_heap *heap, uint64_t address); /* false: no block begins there */

#endif
