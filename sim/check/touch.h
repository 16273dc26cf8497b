/*
 * touch.h - an access to shared memory on its way through the shadow: quickly where everything is plainly in order (run/shadow.c), else cell by
 * cell (shadow.c). Private to the two and order.c.
 *
 * A load that is plainly ordered after the store of what it loads finds nothing, and changes only what the next store finds. It is put off:
 * put down in the cells no sooner than something is stored where it read, or the order of accesses changes; most never are, since a
 * barrier of the whole block puts all that was before it in order.
 */
#ifndef TW_SIM_CHECK_TOUCH_H
#define TW_SIM_CHECK_TOUCH_H

#include "sim/check/order.h"
#include "sim/exec/memory/lane_access.h"

struct tw_cells {
    uint32_t *entry; /* by cell */
    uint32_t *op;    /* the operation, by its place in the program */
};

#define TW_READS_MOST 16384u

struct tw_read {
    struct tw_warp *warp;
    const struct tw_op *op;
    uint32_t active;
    enum tw_lane_shape shape;
    uint32_t address[32];
};

/* Loads that are put off, in order. */
struct tw_reads {
    struct tw_read *of;
    uint32_t count, room; /* room: TW_READS_MOST at most; then all are put down */
    uint32_t low, high;   /* of the addresses that they begin at */
};

/* What lanes of a warp did at one time (marks.h). */
struct tw_lanes_mark {
    uint32_t entry, lanes; /* its entry is that of lane 0 */
    uint32_t op, next;     /* of a crowd; 0: no more      */
};

struct tw_marks {
    struct tw_lanes_mark *of; /* from 1 on */
    uint32_t count, room, free;
};

struct tw_shadow {
    struct tw_order order;
    struct tw_reads reads;
    struct tw_marks marks;
    uint32_t wrote; /* no cell has been written after this stamp */
    unsigned checks;
    uint32_t grain, shift, count; /* bytes of a cell, a power of two, and which; cells */
    struct tw_cells writer, reader,
        replaced; /* what was there before the writer's plain store, which changed it */
    uint32_t *memory;
    bool has_copies;                  /* some cell may have the stamp of a copy on its way */
    struct tw_matrix_reads *matrices; /* NULL: no wgmma has read */
};

struct tw_touch {
    struct tw_warp *warp;
    const struct tw_op *op;
    struct tw_shadow *shadow;
    const struct tw_lane_access *access;
    uint32_t active;
    bool loads, stores; /* an atomic does both */
    bool passing;       /* readers are not kept */
    uint32_t cells;     /* of a lane's access                                               */
    uint32_t mine;      /* the entry of lane 0; that of lane i is 2 * i more                 */
    uint32_t place;     /* the operation, by its place in the program                        */
    uint32_t base;      /* entries up to this one are in order, whosever they are            */
    uint32_t own;       /* ... if they are of the warp                                       */
    bool fenced;        /* a strong store after a fence: tw_touch_mine                          */
    uint32_t least;     /* entries of writers below it are of nobody in this block           */
};

struct tw_touch tw_touch_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                            const struct tw_lane_access *access);
/* Cell by cell, whatever is found. */
void tw_touch_lane(const struct tw_touch *touch, unsigned lane);

/* The entry of a lane's access. What a strong store tells includes itself: it counts as made at its thread's last fence. */
static inline uint32_t tw_touch_mine(const struct tw_touch *touch, unsigned lane)
{
    const struct tw_order *order = &touch->shadow->order;
    const uint32_t mine = touch->mine + 2 * lane,
                   fence = touch->fenced ? tw_fenced_at(order, touch->warp->number * 32 + lane) : 0;
    return fence > order->base ? mine - ((order->now - fence) << TW_STAMP_SHIFT) : mine;
}

/* In order, as far as that is quickly seen. */
static inline uint32_t tw_entry_fine(const struct tw_touch *touch, uint32_t entry, uint32_t mine)
{
    uint32_t apart = entry ^ mine;
    uint32_t known = entry <= touch->base, same = !(apart & TW_ENTRY_THREAD);
    return known | same | ((uint32_t) !(apart & TW_ENTRY_WARP) & (uint32_t)(entry <= touch->own));
}

#endif
