/*
 * stack.h - what the lanes of a warp that calls functions have beside their registers: how deep they are, where
 * their frames lie in local memory, where they return to, and what recursive calls have saved.
 *
 *     local memory of a lane   | kernel's frame | frame of f | memory of alloca | frame of g | ...
 *                              0                ^ base of f                     ^ base of g  ^ top
 *
 * Memory grows with what lanes need. Owner: the worker. Thread-safety: the worker's thread only.
 */
#ifndef TW_SIM_EXEC_MEMORY_STACK_H
#define TW_SIM_EXEC_MEMORY_STACK_H

#include "sim/exec/state.h"

/* The state of a lane in a function that comes back when the function returns. */
struct tw_frame {
    uint32_t call, routine; /* the operation, and what it called */
    uint32_t base, top, used, saved;
};

struct tw_stack {
    uint32_t depth[32];              /* calls that have not returned                        */
    uint32_t base[32];               /* of the frame of the function that the lane is in    */
    uint32_t top[32];                /* of local memory; above it nothing may be accessed   */
    uint32_t used[32];               /* bytes that a GPU's stack would hold                 */
    uint32_t saved[32];              /* rows of saved_rows in use                           */
    struct tw_frame *frames;         /* [depth * 32 + lane]                                 */
    uint64_t *saved_rows;            /* [row * 32 + lane]                                   */
    size_t depths, rows;             /* that there is room for                              */
    uint32_t capacity, static_bytes; /* of local memory; of the kernel's frame        */
};

struct tw_stack *tw_stack_new(uint32_t static_bytes); /* NULL: out of memory */
void tw_stack_free(struct tw_stack *stack);
/* All lanes are in the kernel. */
void tw_stack_start(struct tw_stack *stack);
/* Room for `lanes` to go one call deeper, with `bytes` more of local memory and `rows` more saved registers each.
   False: out of memory. */
bool tw_stack_reserve(struct tw_warp *warp, uint32_t lanes, uint32_t bytes, size_t rows);

#endif
