/*
 * async.h - what goes on while the threads run (PTX ISA, "Asynchronous Copy", "mbarrier"): copies into and out of shared memory, and the
 * mbarriers that tell of their ends.
 *
 * A copy happens as late as it may: when a thread waits for it, or tests the mbarrier that waits for it. So what is read without a wait
 * is what was there before. Private to sim; a block's copies belong to its worker's thread.
 */
#ifndef TW_SIM_EXEC_ASYNC_H
#define TW_SIM_EXEC_ASYNC_H

#include "sim/exec/memory/tensor_map.h"
#include "sim/exec/state.h"

enum tw_copy_kind {
    TW_COPY_LANES,  /* cp.async: `data`, read when it began                                       */
    TW_COPY_ARRIVE, /* cp.async.mbarrier.arrive: behind the thread's copies                        */
    TW_COPY_TOLD,   /* bulk copies, st.async and red.async: an mbarrier is told of `bytes` bytes   */
    TW_COPY_GROUPED /* bulk copies of a bulk group                                                 */
};

struct tw_copy;
/* Makes the lane's part of a copy that this warp began. */
typedef void tw_move(struct tw_warp *warp, struct tw_copy *copy, unsigned lane);

/* Makes what is left of it, each lane's part for itself. */
typedef void tw_move_whole(struct tw_warp *warp, struct tw_copy *copy);

/* A box of a tensor: the map as it was when the copy began, the coordinates, and the address in shared memory. */
struct tw_box {
    struct tw_tensor_map map;
    int32_t at[TW_TENSOR_SIDES];
    uint16_t offset[TW_TENSOR_SIDES]; /* added to places, of im2col */
    uint32_t shared;
};

/* One operation of a warp; what is said for each lane holds for those of `lanes`. */
struct tw_copy {
    enum tw_copy_kind kind;
    const struct tw_op *op;
    uint32_t lanes;                      /* whose part has not happened yet                           */
    uint32_t group[32];                  /* of the thread, from 0                                     */
    uint32_t began;                      /* for the check of races between blocks (check/cluster_races.h) */
    uint32_t bytes[32];                  /* at most 16 for TW_COPY_LANES                              */
    unsigned char *to[32], *barrier[32]; /* host addresses; barrier: checked, in shared memory */
    const unsigned char *from[32];       /* bulk copies, read when they happen                 */
    unsigned char data[32][16];          /* of cp.async, st.async, red.async                   */
    tw_move_whole *whole;                /* of TW_COPY_LANES                                   */
    tw_move *move;                       /* of the last two kinds                              */
    struct tw_box box;                   /* of a tensor's copy, which has one lane             */
};

/* A block begins, without copies; a block has ended, and bulk copies that nobody waited for happen. */
void tw_async_begin(struct tw_sim_worker *worker);
void tw_async_end(struct tw_sim_worker *worker);
void tw_async_free(struct tw_sim_worker *worker);

/* A copy of the running warp, to be filled in, with the groups of its lanes; NULL: out of memory, which is a finding. Valid until the next. */
struct tw_copy *tw_async_start(struct tw_warp *warp, const struct tw_op *op, enum tw_copy_kind kind,
                               uint32_t lanes);
/* The mbarrier at this address of shared memory, initialised, will be told of the lane's part. False: a finding. */
bool tw_async_tell(struct tw_warp *warp, struct tw_copy *copy, unsigned lane, uint64_t barrier);
/* The lanes' copies since the last commit are a group; bulk copies have groups of their own. */
void tw_async_commit(struct tw_warp *warp, uint32_t lanes, bool bulk);
/* All but the last `pending` groups of each lane happen now. */
void tw_async_wait(struct tw_warp *warp, uint32_t lanes, uint32_t pending, bool bulk);
/* What the mbarrier at this host address waits for happens now; this lane has asked. */
bool tw_async_settle(struct tw_warp *warp, unsigned lane, const unsigned char *barrier);

/* --- mbarrier.c: the 64-bit object at a host address in shared memory. Each returns false after a finding. */
#define TW_MBARRIER_MOST 0xFFFFFu /* arrivals, and bytes of transactions */

struct tw_mbarrier_step {
    uint32_t arrivals;
    int32_t transactions; /* added to the bytes that are waited for */
    bool drops;           /* who arrives takes part no more         */
    bool may_complete;
};

/* The thread that invalidated the object at a place of a block's shared memory; kept until one is initialised there. */
struct tw_invalidated {
    uint32_t offset;
    uint32_t block[3];
    unsigned thread; /* by number in that block */
    const struct tw_op *op;
};
/* Where there is no memory for it, nobody is told of. */
void tw_async_invalidated(struct tw_sim_worker *owner, struct tw_invalidated by);
void tw_async_initialised(struct tw_sim_worker *owner, uint32_t offset);
const struct tw_invalidated *tw_async_invalidator(const struct tw_sim_worker *owner,
                                                  uint32_t offset); /* or NULL */

bool tw_mbarrier_init(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at,
                      uint32_t count);
bool tw_mbarrier_inval(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at);
/* A step of its phase, which ends when no arrival and no byte is waited for. */
bool tw_mbarrier_step(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at,
                      struct tw_mbarrier_step step);
/* One arrival more is waited for in this phase. */
bool tw_mbarrier_expect_one(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at);
/* What the object is now: the state that an arrival returns. */
bool tw_mbarrier_state(struct tw_warp *warp, const struct tw_op *op, unsigned lane, const unsigned char *at,
                       uint64_t *state);
unsigned tw_mbarrier_phase(uint64_t state);   /* 0 or 1 */
uint32_t tw_mbarrier_pending(uint64_t state); /* arrivals that were waited for */

#endif
