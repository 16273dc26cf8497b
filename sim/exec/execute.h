/*
 * execute.h - what the files of the executor call of each other. What they work on is in program.h (the kernel) and state.h (a
 * launch with its blocks and warps).
 *
 * Private to sim.
 */
#ifndef TW_SIM_EXEC_EXECUTE_H
#define TW_SIM_EXEC_EXECUTE_H

#include "sim/exec/state.h"

/* --- call.c */
void tw_call_run(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_return(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_branch_table(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_alloca(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_stack_save(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_stack_restore(struct tw_warp *warp, const struct tw_op *op, uint32_t active);

/* --- warp.c */
void tw_warp_start(struct tw_warp *warp, uint32_t lanes);
void tw_warp_run(struct tw_warp *warp);
/* Takes lanes out of the group: they go on at pc when they are chosen again. */
void tw_warp_park(struct tw_warp *warp, uint32_t lanes, uint32_t pc);
void tw_warp_branch(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_warp_exit(struct tw_warp *warp, uint32_t lanes);
/* A .sync operation: `run` is called for each set of lanes that give the same mask and have all come, now or (at
   the same operation; `any_place`: at any of its kind) before; the others wait. False when all must, or a mask has no
   meaning, which is a finding. */
bool tw_warp_together(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool any_place,
                      tw_run *run);
/* Runs `inner` of an operation that asks what other blocks may change. */
tw_run tw_warp_ask;
/* The group has asked memory in vain: behind the running operation others go first. */
void tw_warp_let_others(struct tw_warp *warp);
/* These lanes of the group come to the running operation again, when others have moved. */
void tw_warp_stand_back(struct tw_warp *warp, uint32_t lanes);
/* Ends the turn of the warp behind the running operation. */
void tw_warp_yield(struct tw_warp *warp);
/* All active lanes, which are the whole group, go to operation `target`. */
void tw_warp_jump(struct tw_warp *warp, const struct tw_op *op, uint32_t target);
/* Chooses who runs: all lanes are parked. */
void tw_warp_choose(struct tw_warp *warp);
/* Parks the whole group behind the running operation and chooses anew: after others were woken. */
void tw_warp_rechoose(struct tw_warp *warp);

/* --- special.c: special registers, as far as the launch knows them, into the worker's registers; those that the block knows; those that
   change while it runs, before an instruction reads one. */
void tw_special_fill(struct tw_sim_worker *worker);
void tw_special_begin(struct tw_sim_worker *worker);
void tw_special_tick(struct tw_warp *warp);
bool tw_special_is_clock(enum tw_ptx_special special);

/* --- block.c: block worker->block_number begins; what goes wrong is in worker->finding. */
void tw_block_begin(struct tw_sim_worker *worker);
/* Each warp of the worker's cluster, whose first block is his, runs once as far as it can. False: all its blocks have ended. */
bool tw_block_turn(struct tw_sim_worker *worker);
/* Blocks that have not begun may join those on their way. */
bool tw_blocks_may_join(struct tw_running *running);
/* The active lanes come to barrier `id` of `expected` threads (0: all of the block)
   and wait there, or not. */
void tw_block_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t id,
                     uint32_t expected, bool waits);
void tw_block_lanes_left(struct tw_sim_worker *worker);

/* --- warpgroup.c: the whole warp waits at the running operation for its warpgroup. True: it was the last, and the four go on behind
   tw_warpgroup_leave. */
bool tw_warpgroup_arrive(struct tw_warp *warp, const struct tw_op *op);
void tw_warpgroup_leave(struct tw_warp *warp);

/* --- report.c: fills *report from what the workers and their mates have; the machine owns it. `counts`: room for one of each of
   the program's operations. TW_OK, or TW_FAULT with the finding. */
int tw_report_make(struct tw_running *running, struct tw_sim_count *counts, struct tw_sim_report *report,
                   enum tw_sim_fault *fault, struct tw_error *error);

/* --- launch.c: calls in the other host threads, once; of a worker that leads. */
void tw_call_others(struct tw_running *running);
/* The processor time that this thread has had, in seconds. */
double tw_processor_seconds(void);

/* --- run/memory.c: the handler of a load or store, once the registers' width is known; NULL: unknown form */
tw_run *tw_load_for(const struct tw_op *op) TW_LEVELLED(tw_load_for);
tw_run *tw_store_for(const struct tw_op *op) TW_LEVELLED(tw_store_for);
/* Strong loads and stores of .b128, each whole (run/wide.c). */
tw_run tw_load_wide TW_LEVELLED(tw_load_wide), tw_store_wide TW_LEVELLED(tw_store_wide);

/* --- run/atomic.c: what was there before. `operation` is a word of .ATOM. */
uint64_t tw_atomic_update(enum tw_ptx_word operation, enum tw_ptx_type type, unsigned char *host, uint64_t b,
                          bool is_shared) TW_LEVELLED(tw_atomic_update);

#endif
