/* Cells of global memory: where they are, and what an access finds there and leaves (grid_cells.h). */
#include "sim/check/grid_cells.h"
#include "sim/lanes.h"

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

static size_t cells_bytes(size_t lines)
{
    return (lines + 1) * TW_LINE * sizeof(struct tw_grid_cell);
}

static void free_lines(struct tw_grid_lines *lines, size_t count)
{
    if (lines->whole) munmap(lines->whole, count * sizeof *lines->whole);
    if (lines->apart) munmap(lines->apart, count * sizeof *lines->apart);
    if (lines->cells) munmap(lines->cells, cells_bytes(count));
    lines->whole = lines->cells = NULL;
    lines->apart = NULL;
}

static void make_lines(struct tw_grid_lines *lines, size_t count)
{
    lines->whole = map(count * sizeof *lines->whole);
    lines->apart = map(count * sizeof *lines->apart);
    lines->cells = map(cells_bytes(count));
    if (lines->whole && lines->apart && lines->cells && count < UINT32_MAX)
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

/* The cell, its line's cells each for itself. */
static inline struct tw_grid_cell *part(const struct place *place)
{
    struct tw_grid_lines *lines = place->lines;
    uint32_t *apart = &lines->apart[place->line];
    if (!*apart) {
        *apart = ++lines->used;
        struct tw_grid_cell *cells = lines->cells + *apart * (size_t)TW_LINE,
                            whole = lines->whole[place->line];
        for (unsigned i = 0; i < TW_LINE; i++) {
            cells[i].writer = whole.writer ? whole.writer + i : 0;
            cells[i].reader = whole.reader ? whole.reader + i : 0;
            cells[i].second = whole.second ? whole.second + i : 0;
        }
    }
    return lines->cells + *apart * (size_t)TW_LINE + place->cell;
}

/* --- what has happened before */

static unsigned warp_of(const struct tw_grid_step *step)
{
    return tw_entry_thread(step->event->entry) / 32;
}

/* Of neighbouring lanes from `lane` on, and as many marks from `of` on. */
static enum tw_answer row_ordered(const struct tw_grid_step *step, unsigned lane, tw_mark of)
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
static bool lane_ordered(const struct tw_grid_step *step, unsigned lane, tw_mark of)
{
    const struct tw_event *event = tw_event_of(step->races, of);
    return of % 32 == lane || (step->order && event->entry >> TW_STAMP_SHIFT <=
                                                  step->order->lanes[warp_of(step)][lane][of % 32]);
}

#define ANY_LANE 32u

/* Is the lane's access behind the earlier one? */
static inline bool is_behind(const struct tw_grid_step *step, struct tw_verdict *last, unsigned lane,
                             tw_mark of)
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

static unsigned thread_of(const struct tw_grid_step *step, tw_mark of)
{
    return tw_entry_thread(tw_event_of(step->races, of)->entry + (of % 32 << 1));
}

/* Was the earlier store, of this place, one of this very instruction's, by another of its lanes? */
static bool is_at_once(const struct tw_grid_step *step, uint64_t address, tw_mark of)
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

static bool is_mine(const struct tw_grid_step *step, unsigned lane, tw_mark of)
{
    return of && tw_event_of(step->races, of)->life == step->event->life &&
           thread_of(step, of) == step->warp->number * 32 + lane;
}

/* Strong accesses do not race, unless a fence between them is too narrow, which is not looked for where one is an atomic; but nothing orders volatile stores of different values, where a thread has not even read what it
   replaces, as who takes a flag back has. */
static bool is_excused(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_cell *cell,
                       tw_mark of)
{
    const struct tw_op *other = &step->warp->worker->running->program->ops[tw_event_of(step->races, of)->op];
    if (!tw_grid_excused(step->warp->worker, step->op, of) ||
        tw_grid_was_meant(step->warp->worker, step->op, of))
        return false;
    return !tw_op_is_volatile_store(step->op) || !tw_op_is_volatile_store(other) ||
           is_mine(step, lane, cell->reader) || is_mine(step, lane, cell->second) ||
           stores_the_same(step, lane);
}

/* `address`: of the cell. */
static void race(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                 const struct tw_grid_cell *cell, tw_mark of, bool wrote)
{
    struct tw_runner *worker = step->warp->worker;
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
static bool read_by_one(const struct tw_grid_step *step, const struct tw_grid_cell *cell)
{
    const uint32_t life = tw_event_of(step->races, cell->reader)->life;
    return cell->second && life == tw_event_of(step->races, cell->second)->life && life != step->event->life;
}

static void keep_reader(struct tw_grid_step *step, unsigned lane, struct tw_grid_cell *cell, tw_mark mine)
{
    if (cell->reader == mine || is_behind(step, &step->reader, lane, cell->reader)) {
        cell->reader = mine;
        return;
    }
    if (read_by_one(step, cell) || is_behind(step, &step->second, lane, cell->second)) cell->second = mine;
}

/* Was the last change this very instruction's, an atomic, by another lane? That is no race, and leaves the first lane's mark. */
static inline bool is_of_same_atomic(const struct tw_grid_step *step, const struct tw_grid_cell *cell)
{
    return cell->writer / 32 == step->number && !step->op->counted && step->op->is_strong;
}

bool tw_grid_is_settled(const struct tw_grid_step *step, const struct tw_grid_cell *cell)
{
    if (step->op->counted || cell->reader || cell->second || cell->replaced) return false;
    return is_of_same_atomic(step, cell) ||
           (step->writer.number == cell->writer / 32 && step->writer.answer == TW_NO &&
            tw_grid_excused(step->warp->worker, step->op, cell->writer));
}

static inline bool was_written_before(struct tw_grid_step *step, unsigned lane,
                                      const struct tw_grid_cell *cell)
{
    return is_behind(step, &step->writer, lane, cell->writer) ||
           tw_grid_found(step->warp->worker, step->access->address[lane], cell->writer);
}

static bool was_strong(const struct tw_grid_step *step, tw_mark of)
{
    return of && step->warp->worker->running->program->ops[tw_event_of(step->races, of)->op].is_strong;
}

/* A strong access behind another one: is it behind the plain store that stood there before, as whoever sets a counter to zero leaves it? */
static void look_behind(struct tw_grid_step *step, unsigned lane, uint64_t address, struct tw_grid_cell *cell)
{
    if (was_strong(step, cell->writer) && !is_behind(step, &step->replaced, lane, cell->replaced))
        race(step, lane, address, cell, cell->replaced, true);
}

static inline void touch_load(struct tw_grid_step *step, unsigned lane, uint64_t address,
                              struct tw_grid_cell *cell, tw_mark mine)
{
    if (!was_written_before(step, lane, cell)) race(step, lane, address, cell, cell->writer, true);
    if (!step->plain && cell->replaced) look_behind(step, lane, address, cell);
    keep_reader(step, lane, cell, mine);
}

static inline void touch_store(struct tw_grid_step *step, unsigned lane, uint64_t address,
                               struct tw_grid_cell *cell, tw_mark mine)
{
    const bool same = is_of_same_atomic(step, cell), raced = !same && !was_written_before(step, lane, cell);
    const bool excused = raced && tw_grid_excused(step->warp->worker, step->op, cell->writer);
    if (raced && !(excused && !step->op->counted)) race(step, lane, address, cell, cell->writer, true);
    if (!step->plain && cell->replaced) look_behind(step, lane, address, cell);
    if (!is_behind(step, &step->reader, lane, cell->reader))
        race(step, lane, address, cell, cell->reader, false);
    if (!is_behind(step, &step->second, lane, cell->second))
        race(step, lane, address, cell, cell->second, false);
    if (same || excused) return;
    if (!step->plain && !was_strong(step, cell->writer)) cell->replaced = cell->writer;
    cell->writer = mine;
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
                       tw_mark mine)
{
    struct tw_grid_cell *whole = &place->lines->whole[place->line];
    if (place->lines->apart[place->line] || row_ordered(step, lane, whole->writer) != TW_YES) return false;
    const enum tw_answer reader = whole->reader == mine ? TW_YES : row_ordered(step, lane, whole->reader),
                         second = row_ordered(step, lane, whole->second);
    if (!step->load) {
        if (reader != TW_YES || second != TW_YES) return false;
        whole->writer = mine;
        return true;
    }
    if (reader == TW_YES) whole->reader = mine;
    if (reader != TW_NO) return reader == TW_YES;
    const bool alike = read_by_one(step, whole);
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

/* Lanes that go anywhere would wait for memory one after the other: all is asked for before any is looked at. */
void tw_grid_find_cells(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes,
                        struct tw_grid_cell *cell[32])
{
    struct place place[32];
    struct tw_grid_lines *lines = NULL; /* of the allocation held */
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const uint64_t address = step->access->address[lane];
        if (lines && address - step->held->address < step->held->bytes)
            place[lane] = place_in(step, lines, address);
        else
            place[lane] = place_at(step, machine, address);
        lines = place[lane].lines;
        if (lines) __builtin_prefetch(lines->apart + place[lane].line, 1);
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        const struct place *here = &place[tw_first_of(left)];
        const uint32_t apart = here->lines ? here->lines->apart[here->line] : 0;
        if (here->lines && apart)
            __builtin_prefetch(here->lines->cells + apart * (size_t)TW_LINE + here->cell, 1);
        else if (here->lines)
            __builtin_prefetch(here->lines->whole + here->line);
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        cell[lane] = place[lane].lines ? part(&place[lane]) : NULL;
    }
}

static inline void touch_cell(struct tw_grid_step *step, unsigned lane, uint64_t address,
                              struct tw_grid_cell *cell)
{
    const tw_mark mine = step->number * 32 + lane;
    if (cell && step->load) touch_load(step, lane, address, cell, mine);
    if (cell && !step->load) touch_store(step, lane, address, cell, mine);
}

void tw_grid_touch_cell(struct tw_grid_step *step, unsigned lane, uint64_t address, struct tw_grid_cell *cell)
{
    touch_cell(step, lane, address, cell);
}

static void touch_scattered(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes)
{
    struct tw_grid_cell *cell[32];
    tw_grid_find_cells(step, machine, lanes, cell);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        touch_cell(step, lane, step->access->address[lane], cell[lane]);
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
            touch_cell(step, lane, at, place.lines ? part(&place) : NULL);
        }
    }
}
