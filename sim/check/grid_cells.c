/* Cells of global memory: where they are, and what an access finds there and leaves (grid_cells.h). */
#include "sim/check/grid_cells.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Zero, and in large pages where the system has some: each place is touched a few times. NULL: no memory. */
static void *map(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static size_t marks_bytes(size_t lines)
{
    return (lines + 2) * TW_LINE * sizeof(struct tw_grid_marks);
}

static size_t more_bytes(size_t lines)
{
    return (lines + 2) * TW_LINE * sizeof(struct tw_grid_more);
}

static void free_lines(struct tw_grid_lines *lines, size_t count)
{
    if (lines->whole) munmap(lines->whole, count * sizeof *lines->whole);
    if (lines->apart) munmap(lines->apart, count * sizeof *lines->apart);
    if (lines->marks) munmap(lines->marks, marks_bytes(count));
    if (lines->more) munmap(lines->more, more_bytes(count));
    lines->whole = NULL;
    lines->apart = NULL;
    lines->marks = NULL;
    lines->more = NULL;
}

static void make_lines(struct tw_grid_lines *lines, size_t count)
{
    lines->whole = map(count * sizeof *lines->whole);
    lines->apart = map(count * sizeof *lines->apart);
    lines->marks = map(marks_bytes(count));
    lines->more = map(more_bytes(count));
    if (lines->whole && lines->apart && lines->marks && lines->more && count < UINT32_MAX)
        lines->count = count;
    else
        free_lines(lines, count);
}

void tw_grid_forget_cells(struct tw_grid_races *races)
{
    for (size_t i = 0; i < races->allocations; i++) {
        free_lines(&races->lines[i], races->lines[i].count);
        free(races->lines[i].log);
        races->lines[i] = (struct tw_grid_lines){0};
    }
    races->lists.count = races->lists.free = 0;
    races->logged = 0;
    races->found.lanes = 0;
}

struct place {
    struct tw_grid_lines *lines; /* NULL: it is not looked at */
    size_t line;
    unsigned cell; /* in it */
};

/* The place of an address in the allocation held, whose lines are made. */
static inline struct place place_in(const struct tw_grid_step *step, struct tw_grid_lines *lines,
                                    uint64_t address)
{
    const uint64_t at = (address - step->held->address) >> step->races->grain_log2;
    return (struct place){lines, at / TW_LINE, at % TW_LINE};
}

static inline struct place place_at(struct tw_grid_step *step, const struct tw_machine *machine,
                                    uint64_t address)
{
    struct tw_grid_races *races = step->races;
    const struct tw_allocation *held = step->held;
    if (!held || address - held->address >= held->bytes)
        held = step->held = tw_machine_find(machine, address);
    if (!held) return (struct place){0};
    struct tw_grid_lines *lines = &races->lines[held - machine->allocations];
    if (!lines->count) make_lines(lines, (held->bytes >> races->grain_log2) / TW_LINE + 1);
    return lines->count ? place_in(step, lines, address) : (struct place){0};
}

/* --- what a cell has */

static inline void set_reader(const struct tw_grid_cell *cell, tw_access_id of)
{
    cell->marks->reader = of | (cell->marks->reader & TW_HAS_MORE);
}

/* The rest of what a cell has, to be changed. */
static inline struct tw_grid_more *make_more(const struct tw_grid_cell *cell)
{
    cell->marks->reader |= TW_HAS_MORE;
    return cell->more;
}

/* The i-th cell of a line that was kept as one. */
static void part_cell(const struct tw_grid_step *step, const struct tw_grid_whole *whole, unsigned i,
                      const struct tw_grid_cell *cell)
{
    struct tw_grid_races *races = step->races;
    cell->marks->writer = whole->writer ? whole->writer + i : 0;
    cell->marks->reader = whole->reader ? whole->reader + i : 0;
    if (whole->replaced) make_more(cell)->replaced = whole->replaced + i;
    for (uint32_t at = whole->readers; at; at = races->lists.of[at].next) {
        const struct tw_grid_mark mark = races->lists.of[at];
        tw_grid_add(step, 0, &make_more(cell)->readers, true, mark.event, mark.lanes << i);
    }
}

/* The cell, its line's cells each for itself. */
static inline struct tw_grid_cell part(const struct tw_grid_step *step, const struct place *place)
{
    struct tw_grid_lines *lines = place->lines;
    if (!lines) return (struct tw_grid_cell){0};
    uint32_t *apart = &lines->apart[place->line];
    struct tw_grid_whole whole =
        *apart == TW_LINE_WHOLE ? lines->whole[place->line] : (struct tw_grid_whole){0};
    if (*apart <= TW_LINE_WHOLE) *apart = TW_LINE_WHOLE + ++lines->used;
    const size_t first = *apart * (size_t)TW_LINE;
    for (unsigned i = 0; i < TW_LINE && (whole.writer | whole.reader | whole.readers); i++) {
        const struct tw_grid_cell cell = {lines->marks + first + i, lines->more + first + i};
        part_cell(step, &whole, i, &cell);
    }
    tw_grid_drop(step->races, &whole.readers);
    return (struct tw_grid_cell){lines->marks + first + place->cell, lines->more + first + place->cell};
}

/* --- what has happened before */

#define ANY_LANE 32u

/* Did the earlier access happen before the lane's? */
static inline bool is_behind(const struct tw_grid_step *step, struct tw_verdict *last, unsigned lane,
                             tw_access_id of)
{
    if (!of) return true;
    if (of / 32 != last->number)
        *last = (struct tw_verdict){of / 32, tw_grid_row_ordered(step, ANY_LANE, of)};
    return last->answer == TW_NOT_TOLD ? tw_grid_lane_ordered(step, lane, of) : last->answer == TW_YES;
}

/* --- a lane and a cell */

/* A lane's access on its way through a cell. */
struct visit {
    struct tw_grid_step *step;
    unsigned lane;
    uint64_t address;
    const struct tw_grid_cell *cell;
    tw_access_id mine;
};

/* What was found. */
struct look {
    bool unordered, races; /* with something; and that is a race */
};

/* An atomic's lanes do not race with each other. */
static bool is_of_same_atomic(const struct tw_grid_step *step, uint32_t event)
{
    return event == step->number && !step->op->counted && step->op->is_strong;
}

static struct look look_at(const struct visit *visit, tw_access_id of, enum tw_earlier earlier)
{
    struct tw_grid_step *step = visit->step;
    if (earlier == TW_EARLIER_WRITE && tw_grid_found(step->warp, visit->lane, visit->address, of))
        return (struct look){false, false};
    return (struct look){true, tw_grid_race(step, visit->lane, visit->address, visit->cell, of, earlier)};
}

/* Looks at one lane of each mark of the list. */
static struct look look_through(const struct visit *visit, uint32_t list, enum tw_earlier earlier)
{
    const struct tw_grid_step *step = visit->step;
    const struct tw_grid_mark *mark = tw_grid_mark_at(step->races, list);
    struct look found = {false, false};
    for (; mark; mark = tw_grid_mark_at(step->races, mark->next)) {
        const uint32_t lanes =
            is_of_same_atomic(step, mark->event) ? 0 : tw_grid_unordered(step, visit->lane, mark);
        const struct look here =
            lanes ? look_at(visit, mark->event * 32 + tw_first_of(lanes), earlier) : (struct look){0};
        found.unordered |= here.unordered;
        found.races |= here.races;
    }
    return found;
}

static bool is_wide_atomic(const struct tw_grid_step *step)
{
    return !step->op->counted && tw_grid_is_wide(step->warp->worker, step->op);
}

static struct look look_at_writers(const struct visit *visit)
{
    struct tw_grid_step *step = visit->step;
    const struct tw_grid_more more = tw_grid_more_of(visit->cell);
    const tw_access_id writer = visit->cell->marks->writer;
    struct look found = look_through(visit, more.writers, TW_EARLIER_WRITE);
    struct look atomics = {false, false}, one = {false, false};
    if (more.atomics && !is_wide_atomic(step)) atomics = look_through(visit, more.atomics, TW_EARLIER_WRITE);
    if (!is_of_same_atomic(step, writer / 32) && !is_behind(step, &step->writer, visit->lane, writer))
        one = look_at(visit, writer, TW_EARLIER_WRITE);
    return (struct look){found.unordered | atomics.unordered | one.unordered,
                         found.races | atomics.races | one.races};
}

/* Does the access race with that one access, or with those of the list? */
static bool races_with(const struct visit *visit, struct tw_verdict *verdict, tw_access_id one, uint32_t list,
                       enum tw_earlier earlier)
{
    bool found = list && look_through(visit, list, earlier).races;
    if (!is_behind(visit->step, verdict, visit->lane, one)) found |= look_at(visit, one, earlier).races;
    return found;
}

static void keep_reader(const struct visit *visit)
{
    struct tw_grid_step *step = visit->step;
    const tw_access_id reader = tw_grid_reader(visit->cell);
    const bool hides = step->plain || !reader || tw_grid_was_strong(step, reader);
    if (reader == visit->mine || (hides && is_behind(step, &step->reader, visit->lane, reader)))
        set_reader(visit->cell, visit->mine);
    else
        tw_grid_add(step, visit->lane, &make_more(visit->cell)->readers, !step->plain, step->number,
                    1u << visit->lane);
}

static void touch_load(const struct visit *visit)
{
    if (visit->step->warp) look_at_writers(visit);
    keep_reader(visit);
}

/* Adds the access to the writers that are there. */
static void add_writer(const struct visit *visit)
{
    struct tw_grid_step *step = visit->step;
    struct tw_grid_more *more = make_more(visit->cell);
    tw_grid_add(step, visit->lane, is_wide_atomic(step) ? &more->atomics : &more->writers, !step->plain,
                step->number, 1u << visit->lane);
}

static bool any_strong(const struct tw_grid_step *step, tw_access_id writer, const struct tw_grid_more *more)
{
    bool strong = tw_grid_was_strong(step, writer) || more->atomics;
    const struct tw_grid_mark *mark = tw_grid_mark_at(step->races, more->writers);
    for (; mark && !strong; mark = tw_grid_mark_at(step->races, mark->next))
        strong = tw_grid_was_strong(step, mark->event * 32);
    return strong;
}

/* All earlier accesses are ordered before a plain store, which hides them unless other threads may store the same value: see keep_writer
   in shadow.c. */
static void replace_writers(const struct visit *visit, bool forgets)
{
    struct tw_grid_step *step = visit->step;
    struct tw_grid_races *races = step->races;
    tw_access_id *writer = &visit->cell->marks->writer;
    const struct tw_grid_more had = tw_grid_more_of(visit->cell);
    const bool keeps =
        !forgets && *writer &&
        (any_strong(step, *writer, &had) || !tw_grid_stores_the_same(step, visit->lane, visit->address));
    if (visit->cell->marks->reader & TW_HAS_MORE || keeps) {
        struct tw_grid_more *more = make_more(visit->cell);
        if (keeps || forgets) tw_grid_drop(races, &more->old);
        if (keeps || forgets) more->replaced = keeps ? *writer : 0;
        tw_grid_move(races, &more->old, &more->writers);
        tw_grid_move(races, &more->old, &more->atomics);
        if (!keeps) tw_grid_drop(races, &more->old);
        if (!forgets) tw_grid_drop(races, &more->readers);
    }
    *writer = visit->mine;
}

static void touch_store(const struct visit *visit)
{
    struct tw_grid_step *step = visit->step;
    const struct tw_grid_more more = tw_grid_more_of(visit->cell);
    const tw_access_id writer = visit->cell->marks->writer;
    struct look found = look_at_writers(visit);
    found.races |= races_with(visit, &step->replaced, more.replaced, more.old, TW_EARLIER_REPLACED);
    found.races |=
        races_with(visit, &step->reader, tw_grid_reader(visit->cell), more.readers, TW_EARLIER_READ);
    const bool hides = writer && (step->plain || tw_grid_was_strong(step, writer)) &&
                       is_behind(step, &step->writer, visit->lane, writer);
    if (found.races || (step->plain && !found.unordered))
        replace_writers(visit, found.races);
    else if (!writer || hides)
        visit->cell->marks->writer = visit->mine;
    else
        add_writer(visit);
}

bool tw_grid_is_settled(const struct tw_grid_step *step, const struct tw_grid_cell *cell)
{
    const tw_access_id writer = cell->marks->writer;
    if (!is_wide_atomic(step) || tw_grid_reader(cell)) return false;
    const struct tw_grid_more more = tw_grid_more_of(cell);
    if (more.writers || more.readers || more.replaced || more.old) return false;
    return is_of_same_atomic(step, writer / 32) ||
           (!step->program->ops[tw_event_of(step->races, writer)->op].counted &&
            tw_grid_excused(step->warp->worker, step->op, writer));
}

void tw_grid_keep_lane(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_cell *cell)
{
    tw_grid_add(step, lane, &make_more(cell)->atomics, true, step->number, 1u << lane);
}

/* --- neighbouring lanes and a line */

/* Do this lane and the next ones touch a line's cells, each one? */
static bool fills_line(const struct tw_grid_step *step, unsigned lane)
{
    const uint64_t *address = step->access->address + lane, grain = (uint64_t)1 << step->races->grain_log2;
    const uint32_t row = (1u << TW_LINE) - 1;
    uint64_t apart = address[0] & (TW_LINE * grain - 1);
    if (lane > 32 - TW_LINE || address[1] - address[0] != grain || (step->active >> lane & row) != row ||
        step->cells != 1 || apart)
        return false;
    if (step->access->shape == TW_CONSECUTIVE) return true;
    for (unsigned i = 1; i < TW_LINE; i++) apart |= (address[i] - address[0]) ^ i * grain;
    return !apart;
}

/* Are all that have read the line, beside the reader, in order before the lanes? */
static bool are_behind(const struct tw_grid_step *step, unsigned lane, uint32_t list)
{
    const struct tw_grid_mark *mark = tw_grid_mark_at(step->races, list);
    bool behind = true;
    for (; mark && behind; mark = tw_grid_mark_at(step->races, mark->next)) {
        for (uint32_t left = mark->lanes; left && behind; left &= left - 1)
            behind = tw_grid_row_ordered(step, lane, mark->event * 32 + tw_first_of(left)) == TW_YES;
    }
    return behind;
}

/* How many of the line's cells the lanes' store changes. */
static unsigned count_changes(const struct tw_grid_step *step, unsigned lane)
{
    unsigned changes = 0;
    for (unsigned i = lane; i < lane + TW_LINE; i++)
        changes += !tw_grid_stores_the_same(step, i, step->access->address[i]);
    return changes;
}

static bool store_line(const struct tw_grid_step *step, unsigned lane, struct tw_grid_whole *whole,
                       tw_access_id mine)
{
    if (tw_grid_row_ordered(step, lane, whole->reader) != TW_YES ||
        tw_grid_row_ordered(step, lane, whole->replaced) != TW_YES || !are_behind(step, lane, whole->readers))
        return false;
    const unsigned changes = whole->writer ? count_changes(step, lane) : 0;
    if (changes && changes < TW_LINE) return false;
    if (changes) whole->replaced = whole->writer;
    whole->writer = mine;
    tw_grid_drop(step->races, &whole->readers);
    return true;
}

/* A lane in the list stands for the first cell, the lanes after it for the other cells. */
static void add_reader(const struct tw_grid_step *step, unsigned lane, uint32_t *list)
{
    if (*list && are_behind(step, lane, *list)) tw_grid_drop(step->races, list);
    tw_grid_add(step, lane, list, true, step->number, 1u << lane);
}

/* Does what touch_load and touch_store do for each of the lanes. False: nothing has been changed, and those functions are to do it. */
static bool touch_line(const struct tw_grid_step *step, unsigned lane, const struct place *place,
                       tw_access_id mine)
{
    struct tw_grid_whole *whole = &place->lines->whole[place->line];
    uint32_t *apart = &place->lines->apart[place->line];
    if (*apart > TW_LINE_WHOLE || tw_grid_row_ordered(step, lane, whole->writer) != TW_YES) return false;
    if (!step->load && !store_line(step, lane, whole, mine)) return false;
    *apart = TW_LINE_WHOLE;
    if (!step->load) return true;
    const enum tw_happened_before reader =
        whole->reader == mine ? TW_YES : tw_grid_row_ordered(step, lane, whole->reader);
    if (reader == TW_NOT_TOLD) return false;
    if (reader == TW_YES) whole->reader = mine;
    if (reader == TW_NO) add_reader(step, lane, &whole->readers);
    return true;
}

/* --- the lanes of an access */

/* Does each lane access one cell, at no neighbour of another lane's? */
static bool is_scattered(const struct tw_grid_step *step, uint32_t lanes)
{
    const uint64_t *address = step->access->address, grain = (uint64_t)1 << step->races->grain_log2;
    bool apart = step->access->shape == TW_SCATTERED || step->access->shape == TW_STRIDED;
    bool several = lanes & (lanes - 1);
    for (unsigned i = 1; apart && several && i < 32; i++) apart = address[i] - address[i - 1] != grain;
    return apart && several && step->cells == 1;
}

/* As tw_grid_find_cells, of lanes that are all in one allocation. False: they are not, and nothing has been done. */
static bool find_in_one(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes,
                        struct tw_grid_cell cell[32])
{
    const uint64_t *address = step->access->address;
    struct tw_grid_lines *lines = place_at(step, machine, address[tw_first_of(lanes)]).lines;
    uint64_t at[32], outside = 0;
    uint32_t apart[32], missing = 0;
    if (!lines) return false;
    const uint64_t begin = step->held->address, last = step->held->bytes - 1;
    const unsigned grain = step->races->grain_log2;
    for (unsigned i = 0; i < 32; i++) {
        const uint64_t offset = address[i] - begin;
        outside |= offset | (last - offset);
        at[i] = offset >> grain;
    }
    if (outside >> 63) return false;
    for (unsigned i = 0; i < 32; i++) apart[i] = lines->apart[at[i] / TW_LINE];
    for (unsigned i = 0; i < 32; i++) {
        const size_t index = apart[i] * (size_t)TW_LINE + at[i] % TW_LINE;
        __builtin_prefetch(lines->marks + index, 1);
        cell[i] = (struct tw_grid_cell){lines->marks + index, lines->more + index};
        missing |= (uint32_t)(apart[i] <= TW_LINE_WHOLE) << i;
    }
    for (uint32_t left = missing & lanes; left; left &= left - 1) {
        const struct place place = place_in(step, lines, address[tw_first_of(left)]);
        cell[tw_first_of(left)] = part(step, &place);
    }
    return true;
}

/* Lanes that go anywhere would wait for memory one after the other: all is asked for before any is looked at. */
const struct tw_grid_cell *tw_grid_find_cells(struct tw_grid_step *step, const struct tw_machine *machine,
                                              uint32_t lanes)
{
    struct tw_grid_found *found = &step->races->found;
    const uint64_t *address = step->access->address;
    if (found->lanes == lanes && memcmp(found->address, address, sizeof found->address) == 0)
        return found->cell;
    found->lanes = lanes;
    memcpy(found->address, address, sizeof found->address);
    if (find_in_one(step, machine, lanes, found->cell)) return found->cell;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const struct place place = place_at(step, machine, address[tw_first_of(left)]);
        found->cell[tw_first_of(left)] = part(step, &place);
    }
    return found->cell;
}

static inline void touch_cell(struct tw_grid_step *step, unsigned lane, uint64_t address,
                              const struct tw_grid_cell *cell)
{
    const struct visit visit = {step, lane, address, cell, step->number * 32 + lane};
    if (cell->marks && step->load) touch_load(&visit);
    if (cell->marks && !step->load) touch_store(&visit);
}

void tw_grid_touch_cell(struct tw_grid_step *step, unsigned lane, uint64_t address,
                        const struct tw_grid_cell *cell)
{
    touch_cell(step, lane, address, cell);
}

static void touch_scattered(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes)
{
    const struct tw_grid_cell *cell = tw_grid_find_cells(step, machine, lanes);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        touch_cell(step, lane, step->access->address[lane], &cell[lane]);
    }
}

void tw_grid_touch(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes)
{
    const uint32_t row = (1u << TW_LINE) - 1;
    if (is_scattered(step, lanes)) {
        touch_scattered(step, machine, lanes);
        return;
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const uint64_t address = step->access->address[lane];
        if (step->plain && fills_line(step, lane)) {
            const struct place place = place_at(step, machine, address);
            if (!place.lines || touch_line(step, lane, &place, step->number * 32 + lane)) {
                left &= ~(row << lane) | 1u << lane;
                continue;
            }
        }
        for (uint32_t i = 0; i < step->cells; i++) {
            const uint64_t at = address + ((uint64_t)i << step->races->grain_log2);
            const struct place place = place_at(step, machine, at);
            const struct tw_grid_cell cell = part(step, &place);
            touch_cell(step, lane, at, &cell);
        }
    }
}
