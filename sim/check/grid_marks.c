/* Accesses to global memory: which has happened before which, and lists of those that are in no order (grid_cells.h). */
#include "sim/check/grid_cells.h"

#include <stdlib.h>

#define MOST_MARKS (1u << 24)
#define MOST_LIST  128u /* marks of a list: then the oldest half goes */

/* --- what has happened before */

static unsigned warp_of(const struct tw_grid_step *step)
{
    return tw_entry_thread(step->event->entry) / 32;
}

/* Has the block of that earlier access, which is not the running one, told others of it by a fence? */
static bool is_public(const struct tw_grid_races *races, tw_access_id of)
{
    const struct tw_event *event = tw_event_of(races, of);
    const uint32_t stamp = event->entry >> TW_STAMP_SHIFT;
    const unsigned thread = tw_entry_thread(event->entry) + of % 32;
    if (event->life >= races->lives_held) return true;
    const struct tw_grid_life *life = &races->life[event->life];
    if (life->order) return tw_is_public(life->order, thread, stamp);
    bool public = stamp <= life->base;
    for (uint32_t i = 0; i < life->count && !public; i++) {
        const uint32_t who = life->public[i].who;
        public = stamp <= life->public[i].stamp && (who == thread || who == (TW_WHOLE_WARP | thread / 32));
    }
    return public;
}

/* The answer for an earlier access by another block. TW_NOT_TOLD where it may differ from lane to lane. */
static enum tw_happened_before other_ordered(const struct tw_grid_step *step, tw_access_id of)
{
    const struct tw_event *event = tw_event_of(step->races, of);
    const bool apart = step->order && step->order->apart[warp_of(step)];
    if (event->time > step->event->knows && !apart) return TW_NO;
    return TW_NOT_TOLD;
}

enum tw_happened_before tw_grid_row_ordered(const struct tw_grid_step *step, unsigned lane, tw_access_id of)
{
    if (!of) return TW_YES;
    const struct tw_event *event = tw_event_of(step->races, of), *mine = step->event;
    if (event->life != mine->life) return other_ordered(step, of);
    const uint32_t stamp = event->entry >> TW_STAMP_SHIFT;
    const unsigned other = tw_entry_thread(event->entry) / 32, warp = warp_of(step);
    if (stamp > mine->entry >> TW_STAMP_SHIFT || stamp <= mine->base)
        return TW_YES; /* or stamps have begun anew */
    if (step->order && stamp <= step->order->known[warp].of[other]) return TW_YES;
    if (other != warp)
        return step->order && (step->order->apart[warp] || step->order->known[warp].finer) ? TW_NOT_TOLD
                                                                                           : TW_NO;
    return stamp <= mine->own || of % 32 == lane || step->races->in_step ? TW_YES : TW_NOT_TOLD;
}

bool tw_grid_lane_ordered(const struct tw_grid_step *step, unsigned lane, tw_access_id of)
{
    const struct tw_event *event = tw_event_of(step->races, of);
    const unsigned thread = tw_entry_thread(event->entry) + of % 32, warp = warp_of(step);
    if (event->life != step->event->life) {
        const uint32_t knows =
            step->order ? tw_lane_knows(step->order, warp, lane, TW_GRID_FOUND) : step->event->knows;
        return event->time <= knows && is_public(step->races, of);
    }
    return thread == warp * 32 + lane ||
           (step->order && tw_ordered(step->order, warp, lane, thread, event->entry >> TW_STAMP_SHIFT));
}

uint32_t tw_grid_unordered(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_mark *mark)
{
    const enum tw_happened_before all = tw_grid_row_ordered(step, 32, mark->event * 32);
    uint32_t unordered = 0;
    if (all == TW_YES) return 0;
    for (uint32_t left = mark->lanes; left; left &= left - 1) {
        const unsigned other = tw_first_of(left);
        const bool before = all == TW_NOT_TOLD && tw_grid_lane_ordered(step, lane, mark->event * 32 + other);
        unordered |= (uint32_t)!before << other;
    }
    return unordered;
}

bool tw_grid_was_strong(const struct tw_grid_step *step, tw_access_id of)
{
    return of && step->program->ops[tw_event_of(step->races, of)->op].is_strong;
}

/* --- lists */

const struct tw_grid_mark *tw_grid_mark_at(const struct tw_grid_races *races, uint32_t number)
{
    return number ? &races->lists.of[number] : NULL;
}

static uint32_t take(struct tw_grid_lists *lists)
{
    if (lists->free) {
        const uint32_t at = lists->free;
        lists->free = lists->of[at].next;
        return at;
    }
    if (lists->count + 1 >= lists->room) {
        const uint32_t room = lists->room ? lists->room * 2 : 1024;
        struct tw_grid_mark *grown =
            room > MOST_MARKS ? NULL : realloc(lists->of, (size_t)room * sizeof *grown);
        if (!grown) return 0;
        lists->of = grown;
        lists->room = room;
    }
    return ++lists->count;
}

static void give_back(struct tw_grid_lists *lists, uint32_t at)
{
    lists->of[at].next = lists->free;
    lists->free = at;
}

/* Takes out what is in order before, and the oldest of too many. */
static void prune(const struct tw_grid_step *step, unsigned lane, uint32_t *list, bool strong)
{
    struct tw_grid_lists *lists = &step->races->lists;
    uint32_t *from = list, length = 0;
    while (*from) {
        struct tw_grid_mark *mark = &lists->of[*from];
        const uint32_t at = *from;
        if (!strong || tw_grid_was_strong(step, mark->event * 32))
            mark->lanes = tw_grid_unordered(step, lane, mark);
        if (mark->lanes && length < MOST_LIST / 2) {
            length++;
            from = &mark->next;
        } else {
            *from = mark->next;
            give_back(lists, at);
        }
    }
    if (*list) lists->of[*list].length = length;
}

void tw_grid_add(const struct tw_grid_step *step, unsigned lane, uint32_t *list, bool strong, uint32_t event,
                 uint32_t lanes)
{
    struct tw_grid_lists *lists = &step->races->lists;
    struct tw_grid_mark *first = *list ? &lists->of[*list] : NULL;
    if (first && first->event == event) {
        first->lanes |= lanes;
        return;
    }
    if (first && first->length >= 4 && !(first->length & (first->length - 1)))
        prune(step, lane, list, strong);
    const uint32_t at = take(lists), length = *list ? lists->of[*list].length + 1 : 1;
    if (!at) return;
    lists->of[at] = (struct tw_grid_mark){event, lanes, *list, length};
    *list = at;
}

void tw_grid_drop(struct tw_grid_races *races, uint32_t *list)
{
    for (uint32_t at = *list, next; at; at = next) {
        next = races->lists.of[at].next;
        give_back(&races->lists, at);
    }
    *list = 0;
}

void tw_grid_move(struct tw_grid_races *races, uint32_t *to, uint32_t *from)
{
    struct tw_grid_mark *marks = races->lists.of;
    uint32_t last = *from;
    while (last && marks[last].next) last = marks[last].next;
    if (last) {
        marks[last].next = *to;
        *to = *from;
    }
    *from = 0;
}
