/* Accesses to one cell that are in no order (marks.h). */
#include "sim/check/marks.h"

#include <stdlib.h>

#define MOST       (1u << 22) /* marks of a shadow; what comes then is in a slot by itself */
#define ENTRY_LANE 0x3Eu

static bool is_crowd(const struct tw_shadow *shadow, struct tw_slot slot)
{
    return *slot.entry & TW_ENTRY_CROWD && *slot.entry >> TW_STAMP_SHIFT > shadow->order.base;
}

const struct tw_lanes_mark *tw_marks_first(const struct tw_shadow *shadow, struct tw_slot slot,
                                           struct tw_lanes_mark *alone)
{
    const uint32_t entry = *slot.entry;
    if (entry >> TW_STAMP_SHIFT <= shadow->order.base) return NULL;
    if (entry & TW_ENTRY_CROWD) return &shadow->marks.of[*slot.op];
    *alone = (struct tw_lanes_mark){entry & ~ENTRY_LANE, 1u << tw_entry_thread(entry) % 32, *slot.op, 0};
    return alone;
}

const struct tw_lanes_mark *tw_marks_next(const struct tw_shadow *shadow, const struct tw_lanes_mark *mark)
{
    return mark->next ? &shadow->marks.of[mark->next] : NULL;
}

uint32_t tw_marks_unordered(const struct tw_touch *touch, unsigned lane, const struct tw_lanes_mark *mark)
{
    const struct tw_order *order = &touch->shadow->order;
    const unsigned mine = touch->warp->number, first = tw_entry_thread(mark->entry), other = first / 32;
    const uint32_t stamp = mark->entry >> TW_STAMP_SHIFT;
    uint32_t lanes = mark->lanes;
    if (stamp <= order->base || stamp <= order->known[mine].of[other]) return 0;
    if (other == mine && touch->own == UINT32_MAX) return 0;
    if (other == mine) lanes &= ~(1u << lane);
    if (!(order->known[mine].finer >> other & 1u) && !(order->apart[mine] >> lane & 1u)) return lanes;
    uint32_t unordered = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned i = tw_first_of(left);
        unordered |= (uint32_t)!tw_ordered(order, mine, lane, first + i, stamp) << i;
    }
    return unordered;
}

/* --- the list */

/* The place for one more, or 0. */
static uint32_t take(struct tw_marks *marks)
{
    if (marks->free) {
        const uint32_t at = marks->free;
        marks->free = marks->of[at].next;
        return at;
    }
    if (marks->count + 1 >= marks->room) {
        const uint32_t room = marks->room ? marks->room * 2 : 256;
        struct tw_lanes_mark *grown = room > MOST ? NULL : realloc(marks->of, room * sizeof *grown);
        if (!grown) return 0;
        marks->of = grown;
        marks->room = room;
    }
    return ++marks->count;
}

static void give_back(struct tw_marks *marks, uint32_t at)
{
    marks->of[at].next = marks->free;
    marks->free = at;
}

/* Puts one more before `next`; 0: no room. */
static uint32_t push(struct tw_marks *marks, struct tw_lanes_mark mark, uint32_t next)
{
    const uint32_t at = take(marks);
    if (!at) return 0;
    marks->of[at] = mark;
    marks->of[at].next = next;
    return at;
}

static void give_all_back(struct tw_marks *marks, uint32_t first)
{
    for (uint32_t at = first, next; at; at = next) {
        next = marks->of[at].next;
        give_back(marks, at);
    }
}

static void drop_crowd(struct tw_shadow *shadow, struct tw_slot slot)
{
    if (is_crowd(shadow, slot)) give_all_back(&shadow->marks, *slot.op);
}

void tw_marks_set(struct tw_shadow *shadow, struct tw_slot slot, uint32_t entry, uint32_t op)
{
    drop_crowd(shadow, slot);
    *slot.entry = entry;
    *slot.op = op;
}

void tw_marks_move(struct tw_shadow *shadow, struct tw_slot to, struct tw_slot from)
{
    drop_crowd(shadow, to);
    *to.entry = *from.entry;
    *to.op = *from.op;
    *from.entry = 0;
}

/* --- an access comes */

/* The lanes of a mark that stay when an access of `lanes` has come. The first of `lanes` knows most. */
static uint32_t left_of(const struct tw_touch *touch, uint32_t lanes, const struct tw_lanes_mark *mark,
                        bool strong)
{
    if (strong && !(mark->entry & TW_ENTRY_STRONG))
        return mark->entry >> TW_STAMP_SHIFT > touch->shadow->order.base ? mark->lanes : 0;
    const uint32_t unordered = tw_marks_unordered(touch, tw_first_of(lanes), mark);
    const bool same_warp = tw_entry_thread(mark->entry) / 32 == touch->warp->number;
    return same_warp ? unordered & ~lanes : unordered;
}

/* The mark in a crowd that lanes of the same warp have made there by the same operation, since when nothing was ordered; or NULL. */
static struct tw_lanes_mark *same_of(const struct tw_marks *marks, uint32_t first,
                                     const struct tw_lanes_mark *new)
{
    for (uint32_t at = first; at; at = marks->of[at].next) {
        if (marks->of[at].entry == new->entry && marks->of[at].op == new->op) return &marks->of[at];
    }
    return NULL;
}

/* Takes out of the crowd the marks that no longer matter. */
static uint32_t prune(const struct tw_touch *touch, uint32_t lanes, uint32_t first, bool strong)
{
    struct tw_marks *marks = &touch->shadow->marks;
    uint32_t *from = &first;
    while (*from) {
        struct tw_lanes_mark *mark = &marks->of[*from];
        const uint32_t at = *from;
        if (!(mark->lanes = left_of(touch, lanes, mark, strong))) {
            *from = mark->next;
            give_back(marks, at);
            continue;
        }
        from = &mark->next;
    }
    return first;
}

static bool all_strong(const struct tw_marks *marks, uint32_t at)
{
    uint32_t strong = TW_ENTRY_STRONG;
    for (; at; at = marks->of[at].next) strong &= marks->of[at].entry;
    return strong;
}

/* The crowd begins with the only access that there was. */
static uint32_t begin(const struct tw_touch *touch, uint32_t lanes, struct tw_slot slot, bool strong)
{
    struct tw_lanes_mark alone;
    const struct tw_lanes_mark *mark = tw_marks_first(touch->shadow, slot, &alone);
    if (!mark) return 0;
    alone.lanes = left_of(touch, lanes, &alone, strong);
    return alone.lanes ? push(&touch->shadow->marks, alone, 0) : 0;
}

void tw_marks_put(const struct tw_touch *touch, uint32_t lanes, struct tw_slot slot, bool strong)
{
    struct tw_shadow *shadow = touch->shadow;
    struct tw_marks *marks = &shadow->marks;
    const uint32_t entry = tw_touch_mine(touch, tw_first_of(lanes));
    const struct tw_lanes_mark new = {entry & ~ENTRY_LANE, lanes, touch->place, 0};
    const bool crowd = is_crowd(shadow, slot), single = !(lanes & (lanes - 1));
    uint32_t first = crowd ? *slot.op : begin(touch, lanes, slot, strong);
    struct tw_lanes_mark *same = same_of(marks, first, &new);
    if (same) same->lanes |= lanes;
    if (same && crowd) return;
    if (!same) first = prune(touch, lanes, first, strong);
    const uint32_t pushed = same || (!first && single) ? 0 : push(marks, new, first);
    if (!same && !pushed) { /* alone; or there is no room, and only what comes now is kept */
        give_all_back(marks, first);
        *slot.entry = entry;
        *slot.op = touch->place;
        return;
    }
    if (pushed) first = pushed;
    *slot.op = first;
    *slot.entry = shadow->order.now << TW_STAMP_SHIFT | TW_ENTRY_CROWD | all_strong(marks, first);
}
