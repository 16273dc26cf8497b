/*
 * finding.h - findings of a running block: what stops it, and what is collected on the way (check/found.h).
 *
 * Private to sim.
 */
#ifndef TW_SIM_CHECK_FINDING_H
#define TW_SIM_CHECK_FINDING_H

#include "base/text.h"
#include "sim/exec/state.h"

/* --- finding.c: stores a finding of the running block, `lane` names the thread, and stops the warp. */
void tw_find(struct tw_warp *warp, const struct tw_op *op, enum tw_sim_fault fault, unsigned lane,
             const char *format, ...) TW_PRINTF(5, 6);
/* The same of what hardware lets pass. True: the launch goes on, and so must the caller, as hardware does. */
bool tw_find_passing(struct tw_warp *warp, const struct tw_op *op, enum tw_sim_pass pass,
                     enum tw_sim_fault fault, unsigned lane, const char *what);
/* The same of an address within a state space. */
void tw_find_address(struct tw_warp *warp, const struct tw_op *op, unsigned lane, enum tw_ptx_word space,
                     uint64_t address);
void tw_find_deadlock(struct tw_sim_worker *worker);
/* A finding that concerns many threads stops all warps of the block; a note stops nothing. */
enum tw_gravity { TW_FAILURE, TW_NOTE, TW_NOTE_IN_PTX /* undefined in CUDA C++ */ };
void tw_find_in_block(struct tw_sim_worker *worker, const struct tw_op *op, enum tw_sim_fault fault,
                      enum tw_gravity gravity, const char *what);
/* Collects what stops nothing: an access, and the earlier one of another thread that it does not go with. */
enum tw_how {
    TW_HOW_UNORDERED,
    TW_HOW_SAME_VALUE,
    TW_HOW_AT_ONCE,
    TW_HOW_UNWRITTEN,
    TW_HOW_PARTLY_WRITTEN,
    TW_HOW_BEHIND_EXIT,
    TW_HOW_STILL_READ,
    TW_HOW_OUTSIDE_ARRAY
};
struct tw_caught {
    enum tw_sim_fault fault;
    bool is_note;
    const struct tw_op *op, *other_op;
    unsigned first; /* who was caught, by number in the block */
    int other;      /* who came before; -1: nobody             */
    uint32_t other_block[3];
    bool shared;                       /* else global memory */
    const struct tw_sim_worker *owner; /* the block whose shared memory it is; NULL: the accessing one */
    uint64_t address, bytes;           /* in its space       */
    enum tw_how how;
};
/* An access to shared memory, within the block's, whose operation has an array: caught where a lane leaves it. */
void tw_check_array(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access);
void tw_catch(struct tw_sim_worker *worker, const struct tw_caught *caught);
/* The same of what a shuffle was to get from a lane that is not there: `op` uses it in `lane`, and the lane `asking` asked. */
struct tw_absent {
    const struct tw_op *op, *asked_at;
    unsigned lane, asking, source;
    const char *why; /* "which has exited" */
};
void tw_catch_absent(struct tw_warp *warp, const struct tw_absent *absent);
/* "bar.sync, PTX line 98 (lin.cu:5)" */
void tw_add_place(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_op *op);
/* "thread (3,0,0)", or "block (0,0,0), thread (3,0,0)" where it is no thread of `worker`'s block: of block `owner`, by its number. */
void tw_add_thread(struct tw_text *text, const struct tw_sim_worker *worker, const uint32_t owner[3],
                   unsigned thread);
/* "threads 0-15, 64": as threads are numbered, x first */
struct tw_threads {
    uint32_t lanes[TW_MAX_WARPS];
};
void tw_add_threads(struct tw_text *text, const struct tw_threads *threads);
void tw_find_timeout(struct tw_warp *warp, const struct tw_op *op);
/* "block (0,0,0)" */
void tw_add_block(struct tw_text *text, const uint32_t block[3]);

/* --- words/address.c: where an access goes. */
const char *tw_verb_of(const struct tw_op *op, bool shared); /* "load" */
/* Whether an access to the block's own shared memory leaves the array by whose address it goes; false where that is not known. */
bool tw_leaves_array(const struct tw_sim_worker *worker, const struct tw_op *op, uint64_t address,
                     uint64_t bytes, bool shared);
/* "store of 4 bytes at shared address 0x84 (tile+4)", then the array that it leaves, if it does */
void tw_add_access(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_caught *caught);
/* "load of 4 bytes at global address 0x10000001000, just past the end of the 4096-byte allocation at ..."; sets the finding's array and
   parameter. */
void tw_describe_address(struct tw_text *text, const struct tw_warp *warp, const struct tw_op *op,
                         unsigned lane, enum tw_ptx_word space, uint64_t address,
                         struct tw_sim_finding *told);

#endif
