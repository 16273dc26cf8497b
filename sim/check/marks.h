/*
 * marks.h - accesses to one cell that are in no order. Private to the check of races in shared memory.
 *
 * A slot of a cell, such as the slot of its readers, holds one access as an entry (shadow.h), or a crowd: a list of marks, each for the lanes
 * of a warp that did the same at one time. Accesses up to the order's base matter to nobody any more. When all accesses of a shadow are
 * up to it, its marks are forgotten. So a slot's crowd is there as long as its entry is above the base.
 */
#ifndef TW_SIM_CHECK_MARKS_H
#define TW_SIM_CHECK_MARKS_H

#include "sim/check/touch.h"

struct tw_slot {
    uint32_t *entry, *op;
};

static inline struct tw_slot tw_slot_of(const struct tw_cells *cells, uint32_t cell)
{
    return (struct tw_slot){&cells->entry[cell], &cells->op[cell]};
}

/* The first mark of a slot, and the next; NULL: there is none. A slot's only access is made a mark in *alone. */
const struct tw_lanes_mark *tw_marks_first(const struct tw_shadow *shadow, struct tw_slot slot,
                                           struct tw_lanes_mark *alone);
const struct tw_lanes_mark *tw_marks_next(const struct tw_shadow *shadow, const struct tw_lanes_mark *mark);
/* The lanes of a mark that nothing orders before what the lane does. */
uint32_t tw_marks_unordered(const struct tw_touch *touch, unsigned lane, const struct tw_lanes_mark *mark);

/* Puts the access of these lanes into the slot, and takes out accesses that are ordered before it: only strong ones where `strong`. */
void tw_marks_put(const struct tw_touch *touch, uint32_t lanes, struct tw_slot slot, bool strong);
/* The slot holds that access alone, or nothing (0). */
void tw_marks_set(struct tw_shadow *shadow, struct tw_slot slot, uint32_t entry, uint32_t op);
/* What is in `from` is in `to` alone. */
void tw_marks_move(struct tw_shadow *shadow, struct tw_slot to, struct tw_slot from);

#endif
