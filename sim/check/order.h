/* order.h - the clocks behind shadow.h, which says what they mean. Private to the checks of memory. */
#ifndef TW_SIM_CHECK_ORDER_H
#define TW_SIM_CHECK_ORDER_H

#include "sim/check/shadow.h"
#include "sim/exec/state.h"

#define TW_OBJECT_BITS 8u
#define TW_OBJECTS     (1u << TW_OBJECT_BITS) /* flags and locks are told apart by a hash of their address */

#define TW_STAMP_SHIFT 12u
#define TW_STAMP_MOST  ((1u << (32 - TW_STAMP_SHIFT)) - 2)
#define TW_STAMP_COPY                                                                                        \
    (TW_STAMP_MOST + 1) /* of what a copy on its way is going to write: nothing is behind it */
#define TW_ENTRY_STRONG 1u
#define TW_ENTRY_CROWD  0x800u /* several accesses (marks.h): such an entry is of no thread */
#define TW_ENTRY_THREAD 0xFFEu
#define TW_ENTRY_WARP   0xFC0u
#define TW_ENTRY_LOW    0xFFFu

/* The object of an address, of 2^bits. Allocations begin alike, so that all its bits must matter. */
static inline unsigned tw_object_of(uint64_t address, unsigned bits)
{
    return (unsigned)(address / 4 * 0x9e3779b97f4a7c15u >> (64 - bits));
}

/* Times of the grid: until when what other blocks have released is known; the last fence wider than the block. */
enum tw_grid_clock { TW_GRID_FOUND, TW_GRID_FENCED };

/* What is known: of each thread the stamp up to which its accesses are. */
struct tw_clocks {
    uint32_t of[TW_MAX_WARPS]; /* of all lanes of a warp                     */
    uint32_t finer;            /* warps of which some lanes are known beyond */
    uint32_t grid[2];          /* enum tw_grid_clock */
    uint32_t (*lane)[32];      /* these, by warp and lane                    */
};

struct tw_order {
    uint32_t now;   /* the stamp of what happens now                              */
    uint32_t begin; /* of the block: stamps up to this one are of blocks before it */
    uint32_t base;  /* stamps up to this one are known to all threads             */
    uint32_t met; /* those up to which all threads have met, as `base` may say more than is so (cluster.c) */
    bool restarted; /* stamps have begun anew in this block */
    bool in_step;   /* lanes of a warp are */
    unsigned warps; /* of the block */
    /* By warp what all its lanes know. By thread what one knows beyond that while it is apart, and what it knew at its last fence. */
    struct tw_clocks *known, *alone, *released;
    struct tw_clocks *barriers; /* what those who have come and do not wait bring along */
    struct tw_clocks *objects;  /* what strong stores tell                              */
    struct tw_clocks *fenced;   /* when each thread came to a fence last                */
    struct tw_clocks *public;   /* what somebody's fence was behind, beside all up to public_base */
    struct tw_clocks *clocks;   /* all of these */
    size_t clock_count;
    uint32_t apart[TW_MAX_WARPS];         /* lanes that know something for themselves alone         */
    bool released_together[TW_MAX_WARPS]; /* what lane 0 has released stands for the whole warp     */
    uint32_t told[TW_OBJECTS];            /* when something was told last                           */
    uint32_t spoke, fence;                /* ... of any object; the time of the last fence          */
    uint32_t public_base;
    uint32_t latest[TW_MAX_WARPS];       /* of what lanes of the warp know of others, the latest     */
    uint32_t base_grid[2], most_grid[2]; /* what all threads know, and any of them, by enum tw_grid_clock */
    uint32_t (*rows)[32];
};

static inline uint32_t tw_entry_thread(uint32_t entry)
{
    return (entry & TW_ENTRY_THREAD & ~TW_ENTRY_CROWD) >> 1;
}

static inline bool tw_clocks_tell(const struct tw_clocks *clocks, unsigned thread, uint32_t stamp)
{
    const unsigned warp = thread / 32;
    return stamp <= clocks->of[warp] ||
           (clocks->finer >> warp & 1u && stamp <= clocks->lane[warp][thread % 32]);
}

/* Is what that thread did at that time certain to have happened before what this lane does now? */
static inline bool tw_ordered(const struct tw_order *order, unsigned warp, unsigned lane, unsigned thread,
                              uint32_t stamp)
{
    if (stamp <= order->base || thread == warp * 32 + lane || (order->in_step && thread / 32 == warp))
        return true;
    return tw_clocks_tell(&order->known[warp], thread, stamp) ||
           (order->apart[warp] >> lane & 1u &&
            tw_clocks_tell(&order->alone[warp * 32 + lane], thread, stamp));
}

/* Has some thread come to a fence behind what that thread did? Only so others can find it by a flag. */
static inline bool tw_is_public(const struct tw_order *order, unsigned thread, uint32_t stamp)
{
    return order->restarted || stamp <= order->public_base || tw_clocks_tell(order->public, thread, stamp);
}

/* When the thread came to its last fence; up to `begin` of the block: to none. */
static inline uint32_t tw_fenced_at(const struct tw_order *order, unsigned thread)
{
    const struct tw_clocks *fenced = order->fenced;
    const unsigned warp = thread / 32;
    const uint32_t lane = fenced->finer >> warp & 1u ? fenced->lane[warp][thread % 32] : 0;
    return lane > fenced->of[warp] ? lane : fenced->of[warp];
}

/* What all lanes of the warp know of the grid; and one of them. */
static inline uint32_t tw_warp_knows(const struct tw_order *order, unsigned warp, enum tw_grid_clock clock)
{
    const uint32_t known = order->known[warp].grid[clock], base = order->base_grid[clock];
    return known > base ? known : base;
}

static inline uint32_t tw_lane_knows(const struct tw_order *order, unsigned warp, unsigned lane,
                                     enum tw_grid_clock clock)
{
    const uint32_t all = tw_warp_knows(order, warp, clock),
                   one = order->apart[warp] >> lane & 1u ? order->alone[warp * 32 + lane].grid[clock] : 0;
    return one > all ? one : all;
}

/* What an earlier access was: a store or an atomic; one whose value a later store has replaced; a load. */
enum tw_earlier { TW_EARLIER_WRITE, TW_EARLIER_REPLACED, TW_EARLIER_READ };

struct tw_order *tw_order_of(const struct tw_shadow *shadow);
/* Makes the clocks for blocks of `warps` warps; tw_order_free. False: out of memory. */
bool tw_order_make(struct tw_order *order, unsigned warps);
void tw_order_free(struct tw_order *order);
/* A block begins. */
void tw_order_begin(struct tw_order *order);
/* Stamps begin anew, and whatever was is known to all. */
void tw_order_restart(struct tw_order *order);
/* All of the block meet. */
void tw_order_meet(struct tw_order *order);
/* These lanes' clock of the grid goes on to that time; the whole block's. */
void tw_order_learn_grid(struct tw_warp *warp, uint32_t lanes, enum tw_grid_clock clock, uint32_t time);
void tw_order_all_learn(struct tw_order *order, enum tw_grid_clock clock, uint32_t time);
/* What these lanes know and have done is public from now on. */
void tw_order_publish(struct tw_warp *warp, uint32_t lanes);

/* Time goes on by one. No load is put off (touch.h). */
void tw_shadow_advance(struct tw_shadow *shadow);
/* The same, and all that was is known to all threads. Loads that are put off may be forgotten: they are in order with everything to come. */
void tw_shadow_meet(struct tw_shadow *shadow);

#endif
