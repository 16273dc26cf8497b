/*
 * weak.h - weak memory: what blocks store in global memory comes to other blocks late and in any order, as far as the PTX ISA
 * ("Memory Consistency Model") allows; docs/simulator.md says what of that is shown.
 *
 * Stores go to memory at once. What stood there before is remembered, and a block that need not know of a store yet may
 * still be given that. So the newest values, of which atomics are made, are always in memory, and at the end of a grid there
 * is nothing left to write.
 *
 *     place    one of TW_WEAK_BLOCKS blocks that are on their way at a time; the next block takes it over
 *     record   a store: what it overwrote, when, and what who acquires by it comes to know
 *     clock    counts accesses to global memory and fences
 *
 * Thread-safety: none. A launch with weak memory runs on one host thread, and what comes of it is decided by its seed alone,
 * but for the addresses of memory that host and device share.
 */
#ifndef TW_SIM_EXEC_MEMORY_WEAK_H
#define TW_SIM_EXEC_MEMORY_WEAK_H

#include "sim/exec/memory/lane_access.h"

#define TW_WEAK_BLOCKS 8u

struct tw_weak;       /* of a launch */
struct tw_weak_block; /* of a place  */

struct tw_weak *tw_weak_new(uint64_t seed); /* NULL: out of memory */
void tw_weak_free(struct tw_weak *weak);    /* NULL is allowed     */

/* A number below `limit` (not 0), for who runs next. */
unsigned tw_weak_random(struct tw_weak *weak, unsigned limit);

/* The block of a place below TW_WEAK_BLOCKS; lives as long as `weak`. */
struct tw_weak_block *tw_weak_place(struct tw_weak *weak, unsigned place);
/* Block `number` of the grid begins in the place; it knows of no other block's stores. */
void tw_weak_begin(struct tw_weak_block *block, uint64_t number);
/* All that was stored is seen by all from now on. */
void tw_weak_settle(struct tw_weak *weak);

/* An access to global memory, resolved, just before it is made: what a load is to find is put in its way, what a store or an
   atomic overwrites is remembered. It may end the turn of the warp. */
void tw_weak_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    struct tw_lane_access *access);
/* fence, whose words are the instruction's; membar, which is fence.sc. */
void tw_weak_fence(struct tw_warp *warp, const struct tw_ptx_instruction *instruction, bool membar);

#endif
