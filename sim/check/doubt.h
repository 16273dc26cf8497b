/*
 * doubt.h - values that are wrong only where they are used, followed lane by lane from where they come from (taint tracking).
 *
 *     what a shuffle gives a lane that asks a lane which is not there: undefined in PTX
 *     what a load finds that the compiler has made early, before a select throws its value away
 *
 * Such a value carries a doubt: the number of its origin (which operation, what would be told) and the lane it came from. Each warp has,
 * beside its registers and its lanes' local memory, what of them is doubtful. The first doubt that is born allocates that. While a
 * warp has doubts it runs a slower loop, in which each operation spreads them from its operands to its results, lane by lane; a
 * warp without runs as if this file were not there.
 *
 * A value is used where it is stored to shared or global memory, or is an address, the predicate that decides about an operation,
 * or an operand of an atomic, a barrier or a copy, or is printed. It is thrown away where a select or a predicated move picks the other
 * operand, where the other operand alone decides an `and`, an `or` or a product, and where a clean value is written over it.
 *
 * An early load becomes a load, to all checks, where its value is used, or goes where nothing can throw it away any more
 * (exec/decode/early.c), or where what orders the warp's accesses comes first: no compiler moves a load across that. Nothing but
 * the warp itself has run or been ordered meanwhile as far as the warp's own accesses go. Lanes that throw the value away have not read at all.
 *
 * Thread-safety: doubts are their warp's.
 */
#ifndef TW_SIM_CHECK_DOUBT_H
#define TW_SIM_CHECK_DOUBT_H

#include "sim/check/finding.h"
#include "sim/exec/memory/lane_access.h"

/* --- the warp's life; none of them needs doubts to be there */
void tw_doubts_begin(struct tw_warp *warp); /* a block begins */
void tw_doubts_free(struct tw_warp *warp);

struct tw_origin; /* of a doubt */

/* --- doubt.c: where doubts are born */
/* A shuffle by `lanes`: each takes what lane source[i] has. Before the result is written. */
void tw_doubt_shuffle(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, const int source[32]);
/* An early load by the active lanes, of addresses that are good. False: it is to be looked at now. */
bool tw_doubt_read(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                   const struct tw_lane_access *access, bool is_shared);
/* Keeps a finding with the early load, while worker->looking is set. */
void tw_doubt_hold(struct tw_origin *origin, const struct tw_caught *caught);

/* --- doubt_step.c: of a warp that is doubtful */
/* Before an operation, whether lanes are active or not: what it uses is told, what it writes is doubtful or clean from now on. */
void tw_doubt_step(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
/* The group has come to the end of a basic block: values that are read in no other one are gone. */
void tw_doubt_leave(struct tw_warp *warp, uint32_t group);
/* A vote, match or reduction of these lanes: the results are doubtful where any lane's operand is. Before they are written. */
void tw_doubt_gather(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes);

/* --- doubt_local.c: of a warp that is doubtful */
/* Values that go into a function or come back, as call.c takes them and gives them; each lane's frame begins at its `base`. */
void tw_doubt_take(struct tw_warp *warp, uint32_t lanes, const struct tw_call_value *values, size_t count,
                   const uint32_t base[32]);
void tw_doubt_give(struct tw_warp *warp, uint32_t lanes, const struct tw_call_value *values, size_t count,
                   const uint32_t base[32]);
/* A register of a lane, or bytes of its local memory, have been given another value. */
void tw_doubt_restored(struct tw_warp *warp, uint32_t reference, unsigned lane);
void tw_doubt_forget(struct tw_warp *warp, unsigned lane, uint32_t address, uint32_t bytes);
/* Bytes of a lane's memory, at a generic address, are used, by a function of the driver. */
void tw_doubt_use_memory(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                         uint64_t bytes);

/* --- what follows is private to the three files */

typedef uint32_t tw_doubt; /* an origin's number from 1 on, times 32, and the lane there; 0: none */

/* Why a lane is not there to be asked. */
enum tw_why { TW_WHY_NO_THREAD, TW_WHY_EXITED, TW_WHY_NOT_IN_MASK, TW_WHY_NOT_HERE };

struct tw_origin {
    enum tw_origin_kind { TW_ORIGIN_FREE, TW_ORIGIN_ABSENT, TW_ORIGIN_READ, TW_ORIGIN_BOTH } kind;
    bool marked;    /* some value names it; only while collect() runs */
    bool is_shared; /* a read: it is of shared memory                 */
    const struct tw_op *op;
    uint32_t lanes, told;   /* its lanes; the ones whose value was used        */
    uint32_t mask;          /* a shuffle: the lanes that it names             */
    struct tw_caught *held; /* what the load has found, of all its lanes     */
    unsigned held_count;
    union {
        struct {
            uint8_t source[32], why[32];
        } asked;              /* TW_ORIGIN_ABSENT */
        uint64_t address[32]; /* TW_ORIGIN_READ   */
        tw_doubt both[32][2]; /* TW_ORIGIN_BOTH: a value made of two doubtful ones */
    };
};

#define TW_ORIGINS_MOST 4096u /* then doubts are dropped */
#define TW_BRIEF_MOST                                                                                        \
    64u /* registers that are doubtful for a basic block only; those beyond stay so for longer */

struct tw_doubts {
    struct tw_origin *origins; /* by number less 1 */
    uint32_t capacity, used;   /* those from `used` on are free */
    uint32_t free,
        frees; /* of those before: the first one's number, `lanes` being the next one's, and how many; 0: none */
    uint32_t *lanes;                         /* by register, a place of 64 bytes: which lanes are doubtful */
    tw_doubt (*of)[32];                      /* ... and why                                                */
    uint32_t registers;                      /* doubtful ones                                              */
    uint32_t *brief;                         /* ... which of these until the basic block ends              */
    uint32_t leaving[TW_BRIEF_MOST], leaves; /* registers that may be so, by reference */
    tw_doubt *local;                         /* by lane, local_bytes each, and byte; NULL: none is doubtful */
    uint32_t local_bytes;
    size_t local_count;                 /* doubtful bytes */
    tw_doubt *passing;                  /* between take and give, by byte of each value; a register has one */
    const struct tw_call_value *passed; /* whose they are */
    size_t passing_room, passes;        /* how many there is room for, and are */
};

/* The doubtful lanes of a register, or constant. */
static inline uint32_t tw_doubtful(const struct tw_doubts *doubts, uint32_t reference)
{
    return reference & 1u ? 0 : doubts->lanes[reference / 64];
}

static inline tw_doubt tw_doubt_of(const struct tw_doubts *doubts, uint32_t reference, unsigned lane)
{
    return tw_doubtful(doubts, reference) >> lane & 1u ? doubts->of[reference / 64][lane] : 0;
}

static inline struct tw_origin *tw_origin_of(const struct tw_doubts *doubts, tw_doubt doubt)
{
    return &doubts->origins[doubt / 32 - 1];
}

/* Sets those of a register in these lanes; 0 is clean. */
void tw_doubt_set(struct tw_warp *warp, uint32_t reference, uint32_t lanes, const tw_doubt of[32]);
/* The same of what an operation writes: when it may be forgotten, too. */
void tw_doubt_write(struct tw_warp *warp, const struct tw_op *op, uint32_t reference, uint32_t lanes,
                    const tw_doubt of[32]);
/* A register is clean in these lanes. */
void tw_doubt_clear(struct tw_warp *warp, uint32_t reference, uint32_t lanes);
/* An early load that has been used is a load like any other: where a register's value comes from one, it is clean. */
void tw_doubt_forget_told(struct tw_warp *warp, uint32_t reference);
/* Is the warp doubtful still? */
void tw_doubts_update(struct tw_warp *warp);
/* There is room for the origins that one operation may need, if that can be had. */
void tw_doubts_reserve(struct tw_warp *warp);
/* A value in these lanes is made of two: `of` becomes that. */
void tw_doubt_join(struct tw_doubts *doubts, const struct tw_op *op, tw_doubt of[32], uint32_t lanes,
                   const tw_doubt other[32]);
/* These values are used by `op`. */
void tw_doubt_use(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, const tw_doubt of[32]);
void tw_doubt_use_register(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, uint32_t reference);
/* The active lanes come to `op`, which orders accesses: early loads that are still to be decided about are loads. */
void tw_doubt_settle(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
/* These values go where nothing throws them away: early loads among what they are made of are used, the rest stays. */
void tw_doubt_keep(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, tw_doubt of[32]);

/* --- doubt_local.c: of local memory, `bytes` at a lane's address */
tw_doubt tw_doubt_load(const struct tw_doubts *doubts, unsigned lane, uint32_t address, uint32_t bytes);
void tw_doubt_store(struct tw_warp *warp, unsigned lane, uint32_t address, uint32_t bytes, tw_doubt doubt);

#endif
