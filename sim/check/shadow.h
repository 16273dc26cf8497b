/*
 * shadow.h - the checks of shared memory: races, and loads of what nothing has written.
 *
 * Time is counted in stamps: the block's clock goes on by one at every synchronisation. Each cell of shared memory, as many bytes
 * as the kernel's narrowest access has, remembers its last writer, its readers, and what a store of another value has replaced: as entries, or
 * as lists of them where several threads did so in no order (marks.h):
 *
 *     31       12 11  10     6 5      1  0
 *     [ stamp    |c  | warp   | lane   |s]      s: strong (atomic, volatile, relaxed, ...); c: a list
 *
 * An access comes after an earlier one for certain when something that both threads took part in stood between:
 *
 *     a barrier of the whole block        `base`: all stamps up to it are known to all
 *     a barrier that some warps come to   `known[v]`: what all lanes of warp v know, as clocks of clocks have it
 *     a fence, then a strong store or atomic, and the strong load or atomic that finds it      the same, by way of `objects`
 *     bar.warp.sync of all lanes          `known[v]`
 *     bar.warp.sync of some lanes         `alone`, what one lane knows; so for fences and flags of some lanes
 *
 * Whatever is not exact here errs towards taking accesses for ordered: a race may be missed, none is made up. So it is
 * with objects whose hashes meet, and where a strong load finds what was there before.
 *
 * Exchanges of values (shfl, vote, match, redux) order nothing (CUDA C++ Programming Guide, "Warp Shuffle Functions": they do
 * not imply a memory barrier). Before sm_70 the lanes of a warp run in step, and are in order by that.
 *
 * Thread-safety: a shadow is its worker's.
 */
#ifndef TW_SIM_CHECK_SHADOW_H
#define TW_SIM_CHECK_SHADOW_H

#include "sim/exec/memory/lane_access.h"

/* Makes the shadow of a launch that makes these checks; the caller frees it. NULL: out of memory. */
struct tw_shadow *tw_shadow_new(const struct tw_running *running, uint32_t shared_bytes);
void tw_shadow_free(struct tw_shadow *shadow);  /* NULL is allowed */
void tw_shadow_begin(struct tw_shadow *shadow); /* a block begins */

/* An access to shared memory, checked for bounds and alignment, before it is made. */
void tw_shadow_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                      const struct tw_lane_access *access) TW_LEVELLED(tw_shadow_access);

/* The same of a load in two steps, for lanes whose addresses are `near` behind `first`: the first looks, and changes nothing. False: it is not
   plainly in order (touch.h), and is one for tw_shadow_access. */
bool tw_shadow_offer(struct tw_warp *warp, const struct tw_op *op, uint32_t active, enum tw_lane_shape shape,
                     uint32_t first, const uint32_t near[32]) TW_LEVELLED(tw_shadow_offer);
void tw_shadow_put_off(struct tw_shadow *shadow) TW_LEVELLED(tw_shadow_put_off);
/* Loads that were put off are put down: before anything but a plain load. */
void tw_shadow_settle(struct tw_shadow *shadow) TW_LEVELLED(tw_shadow_settle);

/* A load that was made early (doubt.h) in two parts: whether its lanes find what nothing has written, when it is made; and the rest, for
   the lanes that use what it has given them. */
void tw_shadow_unwritten(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                         const struct tw_lane_access *access);
void tw_shadow_read(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                    const struct tw_lane_access *access);

/* What a matrix that the warp reads finds, in pieces of 16 bytes of shared memory, a bit each: stores that nothing orders before, and
   whether nothing of it is written. That it reads is not kept: the warps of its group answer for one another. */
#define TW_PIECE_WORDS 256u
void tw_shadow_look(struct tw_warp *warp, const struct tw_op *op, const uint64_t pieces[TW_PIECE_WORDS]);

/* Copies of these lanes into shared memory begin (cp.async), `bytes` of each, all cells whole. */
void tw_shadow_copy(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                    const struct tw_lane_access *access, const uint32_t bytes[32]);
/* A copy has been waited for: tw_shadow_access writes it next. */
void tw_shadow_land(struct tw_sim_worker *worker, uint32_t address, uint32_t bytes);

/* Threads of another block of the cluster write there: all threads of this one are in order with it. */
void tw_shadow_foreign(struct tw_sim_worker *worker, uint32_t address, uint32_t bytes);

/* An access to global memory, checked for bounds and alignment, before it is made: loads of what nothing has written, and what is
   written now. Whether they are told is the launch's choice. */
void tw_written_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access);

/* The bytes that a lane is going to store, elements in order. False: it is no plain store. */
bool tw_stored_bytes(const struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                     unsigned char bytes[64]);

/* --- what orders accesses. The warp's worker must have a shadow. */

/* Barrier `id` is complete; its waiting threads are still marked as waiting. */
void tw_order_barrier(struct tw_sim_worker *worker, uint32_t id);
/* Whatever has been done is known to all threads. */
void tw_order_all(struct tw_sim_worker *worker);
/* The same, as all blocks of the cluster have met. */
void tw_order_cluster(struct tw_sim_worker *worker);
/* These lanes have come to barrier `id` and do not wait. */
void tw_order_arrive(struct tw_warp *warp, uint32_t lanes, uint32_t id);
void tw_order_lanes(struct tw_warp *warp, uint32_t lanes); /* have met */
void tw_order_fence(struct tw_warp *warp, uint32_t lanes);
/* A strong access, to shared or global memory. */
void tw_order_strong(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access);
/* These lanes have waited at an mbarrier. The copies that `landed` lanes have found ended just now are as if these had written what they leave,
   which others who wait there know then, too. */
void tw_order_waited(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access, uint32_t landed);
/* Does its opcode begin with that text? */
bool tw_op_is_called(const struct tw_op *op, const char *opcode);
bool tw_op_waits(const struct tw_op *op); /* at an mbarrier */
bool tw_op_is_strong(const struct tw_op *op);
bool tw_op_is_volatile_store(const struct tw_op *op);
bool tw_op_releases(const struct tw_op *op);

#endif
