/* Cells of global memory: where they are, and what an access finds there and leaves (grid_cells.h). */
#include "sim/check/grid_cells.h"
#include "sim/exec/lanes.h"

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

/* --- marks of a cell */

static inline tw_access_id reader_of(const struct tw_grid_cell *cell)
{
    return cell->marks->reader & ~TW_HAS_MORE;
}

static inline tw_access_id second_of(const struct tw_grid_cell *cell)
{
    return cell->marks->reader & TW_HAS_MORE ? cell->more->second : 0;
}

static inline tw_access_id replaced_of(const struct tw_grid_cell *cell)
{
    return cell->marks->reader & TW_HAS_MORE ? cell->more->replaced : 0;
}

static inline void set_reader(const struct tw_grid_cell *cell, tw_access_id of)
{
    cell->marks->reader = of | (cell->marks->reader & TW_HAS_MORE);
}

static inline void set_second(const struct tw_grid_cell *cell, tw_access_id of)
{
    cell->marks->reader |= TW_HAS_MORE;
    cell->more->second = of;
}

static inline void set_replaced(const struct tw_grid_cell *cell, tw_access_id of)
{
    if (of == replaced_of(cell)) return;
    cell->marks->reader |= TW_HAS_MORE;
    cell->more->replaced = of;
}

/* The cell, its line's cells each for itself. */
static inline struct tw_grid_cell part(const struct place *place)
{
    struct tw_grid_lines *lines = place->lines;
    if (!lines) return (struct tw_grid_cell){0};
    uint32_t *apart = &lines->apart[place->line];
    const struct tw_grid_whole whole =
        *apart == TW_LINE_WHOLE ? lines->whole[place->line] : (struct tw_grid_whole){0};
    if (*apart <= TW_LINE_WHOLE) *apart = TW_LINE_WHOLE + ++lines->used;
    const size_t first = *apart * (size_t)TW_LINE;
    for (unsigned i = 0; i < TW_LINE && (whole.writer | whole.reader | whole.second); i++) {
        const struct tw_grid_cell cell = {lines->marks + first + i, lines->more + first + i};
        cell.marks->writer = whole.writer ? whole.writer + i : 0;
        cell.marks->reader = whole.reader ? whole.reader + i : 0;
        if (whole.second) set_second(&cell, whole.second + i);
    }
    return (struct tw_grid_cell){lines->marks + first + place->cell, lines->more + first + place->cell};
}

/* --- what has happened before */

static unsigned warp_of(const struct tw_grid_step *step)
{
    return tw_entry_thread(step->event->entry) / 32;
}

/* Of neighbouring lanes from `lane` on, and as many marks from `of` on. */
static enum tw_happened_before row_ordered(const struct tw_grid_step *step, unsigned lane, tw_access_id of)
{
    if (!of) return TW_YES;
    const struct tw_event *event = tw_event_of(step->races, of), *mine = step->event;
    if (event->life != mine->life) return event->time <= mine->knows ? TW_YES : TW_NO;
    const uint32_t stamp = event->entry >> TW_STAMP_SHIFT;
    const unsigned other = tw_entry_thread(event->entry) / 32, warp = warp_of(step);
    if (stamp > mine->entry >> TW_STAMP_SHIFT || stamp <= mine->base)
        return TW_YES; /* or stamps have begun anew */
    if (step->order && stamp <= step->order->known[warp].of[other]) return TW_YES;
    if (other != warp) return TW_NO;
    return stamp <= mine->own || of % 32 == lane || step->races->in_step ? TW_YES : TW_NOT_TOLD;
}

/* Where that is not told: the lanes of the warp, and what they know of each other. */
static bool lane_ordered(const struct tw_grid_step *step, unsigned lane, tw_access_id of)
{
    const struct tw_event *event = tw_event_of(step->races, of);
    return of % 32 == lane || (step->order && event->entry >> TW_STAMP_SHIFT <=
                                                  step->order->lanes[warp_of(step)][lane][of % 32]);
}

#define ANY_LANE 32u

/* Is the lane's access behind the earlier one? */
static inline bool is_behind(const struct tw_grid_step *step, struct tw_verdict *last, unsigned lane,
                             tw_access_id of)
{
    if (!of) return true;
    if (of / 32 != last->number) *last = (struct tw_verdict){of / 32, row_ordered(step, ANY_LANE, of)};
    return last->answer == TW_NOT_TOLD ? lane_ordered(step, lane, of) : last->answer == TW_YES;
}

/* --- what is found */

static bool stores_the_same(const struct tw_grid_step *step, unsigned lane)
{
    unsigned char value[64];
    struct tw_allocation last = {0};
    const void *memory = tw_machine_at(step->warp->worker->running->machine, &last,
                                       step->access->address[lane], step->op->access_bytes);
    return memory && tw_stored_bytes(step->warp, step->op, lane, value) &&
           memcmp(memory, value, step->op->access_bytes) == 0;
}

/* What the lane stores at the address; NULL: nothing, or that cannot be told. */
static const unsigned char *stores_at(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                                      unsigned char bytes[64])
{
    uint64_t offset = address - step->access->address[lane];
    bool inside = step->active >> lane & 1u && offset < step->op->access_bytes;
    return inside && tw_stored_bytes(step->warp, step->op, lane, bytes) ? bytes + offset : NULL;
}

static unsigned thread_of(const struct tw_grid_step *step, tw_access_id of)
{
    return tw_entry_thread(tw_event_of(step->races, of)->entry + (of % 32 << 1));
}

/* Was the earlier store, of this place, one of this very instruction's, by another of its lanes? */
static bool is_at_once(const struct tw_grid_step *step, uint64_t address, tw_access_id of)
{
    unsigned char bytes[64];
    const struct tw_event *event = tw_event_of(step->races, of);
    unsigned thread = thread_of(step, of);
    return event->life == step->event->life && event->op == step->event->op &&
           thread / 32 == step->warp->number && stores_at(step, thread % 32, address, bytes);
}

static bool store_alike(const struct tw_grid_step *step, unsigned lane, unsigned other, uint64_t address)
{
    unsigned char mine[64], others[64];
    const unsigned char *a = stores_at(step, lane, address, mine),
                        *b = stores_at(step, other, address, others);
    return a && b && memcmp(a, b, (size_t)1 << step->races->grain_log2) == 0;
}

static bool is_mine(const struct tw_grid_step *step, unsigned lane, tw_access_id of)
{
    return of && tw_event_of(step->races, of)->life == step->event->life &&
           thread_of(step, of) == step->warp->number * 32 + lane;
}

/* Strong accesses do not race, unless a fence between them is too narrow, which is not looked for where one is an atomic; but
   nothing orders volatile stores of different values, where a thread has not even read what it replaces, as who takes a flag back
   has. */
static bool is_excused(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_cell *cell,
                       tw_access_id of)
{
    const struct tw_op *other = &step->warp->worker->running->program->ops[tw_event_of(step->races, of)->op];
    if (!tw_grid_excused(step->warp->worker, step->op, of) ||
        tw_grid_was_meant(step->warp->worker, step->op, of))
        return false;
    return !tw_op_is_volatile_store(step->op) || !tw_op_is_volatile_store(other) ||
           is_mine(step, lane, reader_of(cell)) || is_mine(step, lane, second_of(cell)) ||
           stores_the_same(step, lane);
}

/* `address`: of the cell. */
static void race(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                 const struct tw_grid_cell *cell, tw_access_id of, bool wrote)
{
    struct tw_sim_worker *worker = step->warp->worker;
    if (is_excused(step, lane, cell, of)) return;
    const struct tw_event *event = tw_event_of(step->races, of);
    const uint64_t block = event->life < step->races->lives_held ? step->races->block[event->life] : 0;
    const unsigned other = thread_of(step, of);
    bool at_once = wrote && is_at_once(step, address, of);
    if (at_once && store_alike(step, lane, other % 32, address)) return; /* nothing is undefined about it */
    struct tw_caught caught = {.fault = TW_SIM_GLOBAL_RACE,
                               .op = step->op,
                               .other_op = &worker->running->program->ops[event->op],
                               .first = step->warp->number * 32 + lane,
                               .other = (int)other,
                               .address = step->access->address[lane],
                               .bytes = step->op->access_bytes};
    tw_cluster_place(worker->running, block, caught.other_block);
    caught.is_note = !at_once && wrote && caught.other_op->counted && stores_the_same(step, lane);
    caught.how = caught.is_note ? TW_HOW_SAME_VALUE : at_once ? TW_HOW_AT_ONCE : TW_HOW_UNORDERED;
    tw_catch(worker, &caught);
}

/* --- a lane and a cell */

/* Are the two readers that a cell has of one block, and not of this one? */
static bool read_by_one(const struct tw_grid_step *step, tw_access_id reader, tw_access_id second)
{
    const uint32_t life = tw_event_of(step->races, reader)->life;
    return second && life == tw_event_of(step->races, second)->life && life != step->event->life;
}

static void keep_reader(struct tw_grid_step *step, unsigned lane, const struct tw_grid_cell *cell,
                        tw_access_id mine)
{
    const tw_access_id reader = reader_of(cell), second = second_of(cell);
    if (reader == mine || is_behind(step, &step->reader, lane, reader))
        set_reader(cell, mine);
    else if (read_by_one(step, reader, second) || is_behind(step, &step->second, lane, second))
        set_second(cell, mine);
}

/* Was the last change this very instruction's, an atomic, by another lane? That is no race, and leaves the first lane's mark. */
static inline bool is_of_same_atomic(const struct tw_grid_step *step, const struct tw_grid_cell *cell)
{
    return cell->marks->writer / 32 == step->number && !step->op->counted && step->op->is_strong;
}

bool tw_grid_is_settled(const struct tw_grid_step *step, const struct tw_grid_cell *cell)
{
    if (step->op->counted || cell->marks->reader) return false;
    return is_of_same_atomic(step, cell) ||
           (step->writer.number == cell->marks->writer / 32 && step->writer.answer == TW_NO &&
            tw_grid_excused(step->warp->worker, step->op, cell->marks->writer));
}

static inline bool was_written_before(struct tw_grid_step *step, unsigned lane,
                                      const struct tw_grid_cell *cell)
{
    return is_behind(step, &step->writer, lane, cell->marks->writer) ||
           tw_grid_found(step->warp->worker, step->access->address[lane], cell->marks->writer);
}

static bool was_strong(const struct tw_grid_step *step, tw_access_id of)
{
    return of && step->warp->worker->running->program->ops[tw_event_of(step->races, of)->op].is_strong;
}

/* A strong access behind another one: is it behind the plain store that stood there before, as whoever sets a counter to zero leaves it? */
static void look_behind(struct tw_grid_step *step, unsigned lane, uint64_t address,
                        const struct tw_grid_cell *cell)
{
    const tw_access_id replaced = replaced_of(cell);
    if (replaced && was_strong(step, cell->marks->writer) &&
        !is_behind(step, &step->replaced, lane, replaced))
        race(step, lane, address, cell, replaced, true);
}

static inline void touch_load(struct tw_grid_step *step, unsigned lane, uint64_t address,
                              const struct tw_grid_cell *cell, tw_access_id mine)
{
    if (!was_written_before(step, lane, cell)) race(step, lane, address, cell, cell->marks->writer, true);
    if (!step->plain) look_behind(step, lane, address, cell);
    keep_reader(step, lane, cell, mine);
}

static inline void touch_store(struct tw_grid_step *step, unsigned lane, uint64_t address,
                               const struct tw_grid_cell *cell, tw_access_id mine)
{
    const tw_access_id writer = cell->marks->writer, reader = reader_of(cell), second = second_of(cell);
    const bool same = is_of_same_atomic(step, cell), raced = !same && !was_written_before(step, lane, cell);
    const bool excused = raced && tw_grid_excused(step->warp->worker, step->op, writer);
    if (raced && !(excused && !step->op->counted)) race(step, lane, address, cell, writer, true);
    if (!step->plain) look_behind(step, lane, address, cell);
    if (!is_behind(step, &step->reader, lane, reader)) race(step, lane, address, cell, reader, false);
    if (!is_behind(step, &step->second, lane, second)) race(step, lane, address, cell, second, false);
    if (same || excused) return;
    if (!step->plain && !was_strong(step, writer)) set_replaced(cell, writer);
    cell->marks->writer = mine;
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

/* As touch_load and touch_store for each of them. False: that is for these to do, and nothing has been changed. */
static bool touch_line(const struct tw_grid_step *step, unsigned lane, const struct place *place,
                       tw_access_id mine)
{
    struct tw_grid_whole *whole = &place->lines->whole[place->line];
    uint32_t *apart = &place->lines->apart[place->line];
    if (*apart > TW_LINE_WHOLE || row_ordered(step, lane, whole->writer) != TW_YES) return false;
    const enum tw_happened_before reader =
                                      whole->reader == mine ? TW_YES : row_ordered(step, lane, whole->reader),
                                  second = row_ordered(step, lane, whole->second);
    if (!step->load) {
        if (reader != TW_YES || second != TW_YES) return false;
        whole->writer = mine;
        *apart = TW_LINE_WHOLE;
        return true;
    }
    *apart = TW_LINE_WHOLE;
    if (reader == TW_YES) whole->reader = mine;
    if (reader != TW_NO) return reader == TW_YES;
    const bool alike = read_by_one(step, whole->reader, whole->second);
    if (alike || second == TW_YES) whole->second = mine;
    return alike || second != TW_NOT_TOLD;
}

/* --- the lanes of an access */

/* Each goes elsewhere, to one cell. */
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
        cell[tw_first_of(left)] = part(&place);
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
        found->cell[tw_first_of(left)] = part(&place);
    }
    return found->cell;
}

static inline void touch_cell(struct tw_grid_step *step, unsigned lane, uint64_t address,
                              const struct tw_grid_cell *cell)
{
    const tw_access_id mine = step->number * 32 + lane;
    if (cell->marks && step->load) touch_load(step, lane, address, cell, mine);
    if (cell->marks && !step->load) touch_store(step, lane, address, cell, mine);
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
            const struct tw_grid_cell cell = part(&place);
            touch_cell(step, lane, at, &cell);
        }
    }
}
