/* order.h - the clocks behind shadow.h, which says what they mean. Private to the checks of memory. */
#ifndef TW_SIM_CHECK_ORDER_H
#define TW_SIM_CHECK_ORDER_H

#include "sim/check/shadow.h"

#define TW_OBJECT_BITS 6u
#define TW_OBJECTS     (1u << TW_OBJECT_BITS) /* flags and locks are told apart by a hash of their address */

#define TW_STAMP_SHIFT 11u
#define TW_STAMP_MOST  ((1u << (32 - TW_STAMP_SHIFT)) - 2)
#define TW_STAMP_COPY                                                                                        \
    (TW_STAMP_MOST + 1) /* of what a copy on its way is going to write: nothing is behind it */
#define TW_ENTRY_STRONG 1u
#define TW_ENTRY_THREAD 0x7FEu
#define TW_ENTRY_WARP   0x7C0u
#define TW_ENTRY_LOW    0x7FFu

/* The object of an address, of 2^bits. Allocations begin alike, so that all its bits must matter. */
static inline unsigned tw_object_of(uint64_t address, unsigned bits)
{
    return (unsigned)(address / 4 * 0x9e3779b97f4a7c15u >> (64 - bits));
}

struct tw_clocks {
    uint32_t of[TW_MAX_WARPS]; /* stamps, by warp */
};

struct tw_order {
    uint32_t now;   /* the stamp of what happens now                              */
    uint32_t begin; /* of the block: stamps up to this one are of blocks before it */
    uint32_t base;  /* stamps up to this one are known to all threads             */
    bool in_step;   /* lanes of a warp are */
    unsigned warps; /* of the block */
    struct tw_clocks known[TW_MAX_WARPS];
    struct tw_clocks released[TW_MAX_WARPS]; /* what the warp knew, and had done, at its last fence  */
    struct tw_clocks barriers[TW_BARRIERS];  /* what those who have come and do not wait bring along */
    struct tw_clocks objects[TW_OBJECTS];    /* what strong stores tell                              */
    uint32_t told[TW_OBJECTS];               /* when something was told last                         */
    uint32_t spoke;                          /* ... of any object                                    */
    uint32_t latest[TW_MAX_WARPS];           /* of what the warp knows of others, the latest         */
    uint32_t parted[TW_MAX_WARPS];           /* when some of its lanes met last, and not all         */
    uint32_t (*lanes)[32][32];               /* by warp: what a lane knows of another                */
};

static inline uint32_t tw_entry_thread(uint32_t entry)
{
    return (entry & TW_ENTRY_THREAD) >> 1;
}

/* Is what the entry tells of certain to have happened before what this lane does now? */
static inline bool tw_ordered(const struct tw_order *order, unsigned warp, unsigned lane, uint32_t entry)
{
    unsigned thread = tw_entry_thread(entry), other = thread / 32;
    uint32_t stamp = entry >> TW_STAMP_SHIFT;
    if (stamp <= order->base || stamp <= order->known[warp].of[other]) return true;
    return other == warp &&
           (thread % 32 == lane || order->in_step || stamp <= order->lanes[warp][lane][thread % 32]);
}

struct tw_order *tw_order_of(const struct tw_shadow *shadow);
/* Time goes on by one. No load is put off (touch.h). */
void tw_shadow_advance(struct tw_shadow *shadow);
/* The same, and all that was is known to all threads. Loads that are put off may be forgotten: they are in order with everything to come. */
void tw_shadow_meet(struct tw_shadow *shadow);

#endif
