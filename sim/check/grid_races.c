/* Who wrote each cell of global memory last, and who has read it (grid_races.h). */
#include "sim/check/grid_races.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sim/check/order.h"
#include "sim/lanes.h"

#define OBJECTS 256u /* flags and locks are told apart by a hash of their address */

/* What a warp does at one time: one access of it, or several of the same instruction with nothing in between that orders. */
struct event {
    uint32_t life;  /* of the block, from 1, in the order that blocks begin          */
    uint32_t entry; /* its thread of lane 0, and the block's time (shadow.h)         */
    uint32_t time;  /* of the grid                                                   */
    uint32_t op;    /* the operation, by its place in the program                    */
};

/* An access of a lane: the event's number from 1 on, and the lane. 0: there was none. */
typedef uint32_t mark;

struct cell {
    mark writer, reader,
        second; /* second: another thread that has read it, of another block if there is one */
};

#define LINE 8u /* cells */

/* Neighbouring cells, mostly touched in a row by as many neighbouring lanes at once: then each mark is the first cell's, and the others'
   are one more each, but for 0. */
struct line {
    struct cell whole;
    struct cell *apart; /* LINE of them, once they differ in another way */
};

/* Of an allocation: made when it is touched first. NULL: not yet, or there is no memory for them. */
struct lines {
    struct line *of;
    size_t bytes;
};

#define POOL 4096u /* lines whose cells are apart are allocated by so many */

struct pool {
    struct pool *before;
    unsigned used;
    struct cell cells[POOL][LINE];
};

#define CHUNK  65536u             /* events are allocated by so many  */
#define CHUNKS (1u << 26) / CHUNK /* the most: then all is forgotten */
#define RECENT 16u                /* of a warp, by operation          */

struct tw_grid_races {
    unsigned grain_log2; /* bytes of a cell: the narrowest access to global memory */
    uint32_t time, lives;
    uint32_t told[OBJECTS];
    uint64_t *block; /* by life: its number in the grid; 0 where there was no memory for them */
    size_t lives_held;
    uint32_t events; /* the last one's number */
    struct event *chunks[CHUNKS];
    uint32_t recent[TW_MAX_WARPS][RECENT]; /* events that may come again */
    size_t allocations;
    struct lines *lines; /* by allocation */
    struct pool *pool;
};

static bool may_be_global(const struct tw_op *op)
{
    enum tw_ptx_word space = op->instruction->words[TW_PTX_CLASS_SPACE];
    return space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL;
}

struct tw_grid_races *tw_grid_races_new(const struct tw_running *running)
{
    struct tw_grid_races *races = calloc(1, sizeof *races);
    if (!races) return NULL;
    uint32_t grain = 16;
    races->time = 1;
    for (size_t i = 0; i < running->program->count; i++) {
        const struct tw_op *op = &running->program->ops[i];
        if (op->instruction && op->access_bytes && may_be_global(op) && op->access_bytes < grain)
            grain = op->access_bytes;
    }
    races->grain_log2 = (unsigned)__builtin_ctz(grain);
    races->allocations = running->machine->count;
    races->lines = calloc(races->allocations + 1, sizeof *races->lines);
    if (races->lines) return races;
    free(races);
    return NULL;
}

/* All accesses that were. */
static void forget(struct tw_grid_races *races)
{
    for (size_t i = 0; i < races->allocations; i++) {
        if (races->lines[i].of) munmap(races->lines[i].of, races->lines[i].bytes);
        races->lines[i].of = NULL;
    }
    for (struct pool *pool = races->pool, *before; pool; pool = before) {
        before = pool->before;
        free(pool);
    }
    races->pool = NULL;
    for (unsigned i = 0; i <= (races->events + 1) / CHUNK && i < CHUNKS; i++) {
        free(races->chunks[i]);
        races->chunks[i] = NULL;
    }
    memset(races->recent, 0, sizeof races->recent);
    races->events = 0;
}

void tw_grid_races_free(struct tw_grid_races *races)
{
    if (!races) return;
    forget(races);
    free(races->lines);
    free(races->block);
    free(races);
}

/* ---- events ---- */

static const struct event *event_of(const struct tw_grid_races *races, mark of)
{
    uint32_t event = of / 32;
    return &races->chunks[event / CHUNK][event % CHUNK];
}

/* The number of this one, which may have been before; 0: no memory. */
static uint32_t number_of(struct tw_grid_races *races, unsigned warp, const struct event *event)
{
    uint32_t *recent = &races->recent[warp][event->op % RECENT];
    if (*recent && memcmp(event_of(races, *recent * 32), event, sizeof *event) == 0) return *recent;
    if (races->events + 1 == CHUNKS * CHUNK) forget(races);
    uint32_t number = races->events + 1;
    struct event **chunk = &races->chunks[number / CHUNK];
    if (!*chunk && !(*chunk = malloc(CHUNK * sizeof **chunk))) return 0;
    (*chunk)[number % CHUNK] = *event;
    return *recent = races->events = number;
}

static uint32_t entry_of(const struct tw_grid_races *races, mark of)
{
    return event_of(races, of)->entry + (of % 32 << 1);
}

void tw_grid_begin(struct tw_runner *worker)
{
    struct tw_grid_races *races = worker->running->races;
    worker->life = ++races->lives;
    if (worker->life >= races->lives_held) {
        size_t held = races->lives_held ? races->lives_held * 2 : 1024;
        uint64_t *grown = realloc(races->block, held * sizeof *grown);
        if (grown) races->block = grown, races->lives_held = held;
    }
    if (worker->life < races->lives_held) races->block[worker->life] = worker->block_number;
    worker->knows = worker->released = 0;
}

/* --- order */

/* A cluster is taken for the grid where it has several blocks. */
static bool is_for_own_block(const struct tw_runner *worker, const struct tw_op *op)
{
    enum tw_ptx_word scope = op->instruction->words[TW_PTX_CLASS_SCOPE];
    return scope == TW_PTX_SCOPE_CTA || (scope == TW_PTX_SCOPE_CLUSTER && tw_cluster_size(worker) == 1);
}

/* Between blocks: what is for the own block alone is weak. */
static bool is_strong(const struct tw_runner *worker, const struct tw_op *op)
{
    return !is_for_own_block(worker, op) && op->is_strong;
}

void tw_grid_meet(struct tw_runner *worker)
{
    worker->knows = worker->running->races->time++;
}

void tw_grid_fence(struct tw_warp *warp, const struct tw_op *op)
{
    if (is_for_own_block(warp->worker, op)) return;
    warp->worker->released = warp->worker->running->races->time++;
}

static void synchronise(struct tw_warp *warp, const struct tw_op *op, uint64_t address)
{
    struct tw_runner *worker = warp->worker;
    uint32_t *told = &worker->running->races->told[address / 4 % OBJECTS];
    enum tw_ptx_word order = op->instruction->words[TW_PTX_CLASS_ORDER];
    bool releases =
        order == TW_PTX_ORDER_RELEASE || order == TW_PTX_ORDER_ACQ_REL || order == TW_PTX_ORDER_SC;
    if (releases) tw_grid_fence(warp, op);
    if (!(op->counted && op->is_store) && worker->knows < *told) worker->knows = *told;
    if (!(op->counted && !op->is_store) && *told < worker->released) *told = worker->released;
}

static bool ordered(const struct tw_warp *warp, unsigned lane, mark of)
{
    const struct tw_runner *worker = warp->worker;
    if (!of) return true;
    const struct event *event = event_of(worker->running->races, of);
    if (event->life != worker->life) return event->time <= worker->knows;
    if (event->entry >> TW_STAMP_SHIFT > tw_order_of(worker->shadow)->now)
        return true; /* stamps have begun anew */
    return tw_ordered(tw_order_of(worker->shadow), warp->number, lane, event->entry + (of % 32 << 1));
}

/* The same for neighbouring lanes from `lane` on, and a line's marks from `of` on: for all of them, for none, or this is not told. */
enum answer { YES, NO, NOT_TOLD };

#define ANY_LANE 32u

static enum answer row_ordered(const struct tw_warp *warp, unsigned lane, mark of)
{
    const struct tw_runner *worker = warp->worker;
    if (!of) return YES;
    const struct event *event = event_of(worker->running->races, of);
    if (event->life != worker->life) return event->time <= worker->knows ? YES : NO;
    const struct tw_order *order = tw_order_of(worker->shadow);
    const uint32_t stamp = event->entry >> TW_STAMP_SHIFT;
    const unsigned other = tw_entry_thread(event->entry) / 32;
    if (stamp > order->now || stamp <= order->base || stamp <= order->known[warp->number].of[other])
        return YES;
    if (other != warp->number) return NO;
    return of % 32 == lane || order->in_step ? YES : NOT_TOLD;
}

/* --- cells */

/* Zero, and in large pages where the system has some: the lines are many, and each is touched a few times. */
static void make_lines(struct lines *lines, size_t count)
{
    size_t bytes = count * sizeof *lines->of;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    madvise(memory, bytes, MADV_HUGEPAGE);
    *lines = (struct lines){.of = memory, .bytes = bytes};
}

/* The line that an address is in, or NULL: it is not looked at. *held: the allocation of the lane before. */
static inline struct line *line_at(struct tw_runner *worker, uint64_t address,
                                   const struct tw_allocation **held)
{
    struct tw_grid_races *races = worker->running->races;
    const struct tw_machine *machine = worker->running->machine;
    const struct tw_allocation *found = *held;
    if (!found || address - found->address >= found->bytes) found = *held = tw_machine_find(machine, address);
    if (!found) return NULL;
    size_t i = (size_t)(found - machine->allocations);
    if (!races->lines[i].of) make_lines(&races->lines[i], (found->bytes >> races->grain_log2) / LINE + 1);
    if (!races->lines[i].of) return NULL;
    return races->lines[i].of + ((address - found->address) >> races->grain_log2) / LINE;
}

/* The line's cells, each for itself; NULL: no memory. */
static struct cell *part(struct tw_grid_races *races, struct line *line)
{
    struct pool *pool = races->pool;
    if (line->apart) return line->apart;
    if (!pool || pool->used == POOL) {
        if (!(pool = malloc(sizeof *pool))) return NULL;
        pool->before = races->pool;
        pool->used = 0;
        races->pool = pool;
    }
    struct cell *cells = pool->cells[pool->used++], whole = line->whole;
    for (unsigned i = 0; i < LINE; i++) {
        cells[i].writer = whole.writer ? whole.writer + i : 0;
        cells[i].reader = whole.reader ? whole.reader + i : 0;
        cells[i].second = whole.second ? whole.second + i : 0;
    }
    return line->apart = cells;
}

static inline struct cell *cell_at(struct tw_runner *worker, uint64_t address,
                                   const struct tw_allocation **held)
{
    struct tw_grid_races *races = worker->running->races;
    struct line *line = line_at(worker, address, held);
    struct cell *cells = line ? part(races, line) : NULL;
    return cells ? cells + ((address - (*held)->address) >> races->grain_log2) % LINE : NULL;
}

/* Lanes that go anywhere would wait for memory one after the other: all lines are asked for, then all cells. */
static void fetch(struct tw_runner *worker, uint32_t active, const struct tw_lane_access *access)
{
    const struct tw_grid_races *races = worker->running->races;
    const struct tw_allocation *held = NULL;
    const struct line *line[32];
    size_t cell[32]; /* in it */
    unsigned count = 0;
    for (; active; active &= active - 1) {
        const uint64_t address = access->address[tw_first_of(active)];
        if (!(line[count] = line_at(worker, address, &held))) continue;
        __builtin_prefetch(line[count]);
        cell[count++] = ((address - held->address) >> races->grain_log2) % LINE;
    }
    for (unsigned i = 0; i < count; i++) {
        if (line[i]->apart) __builtin_prefetch(line[i]->apart + cell[i], 1);
    }
}

/* --- an access of a lane */

/* Two strong accesses do not race: between blocks what is strong beyond the block, within one any. */
static bool excused(const struct tw_runner *worker, const struct tw_op *op, mark of)
{
    const struct event *event = event_of(worker->running->races, of);
    const struct tw_op *other = &worker->running->program->ops[event->op];
    if (event->life == worker->life) return op->is_strong && other->is_strong;
    return is_strong(worker, op) && is_strong(worker, other);
}

/* What was found of the last event of a kind: neighbouring cells mostly have the same one. */
struct verdict {
    uint32_t number;
    enum answer answer;
};

/* An instruction of a warp, with where its lanes go. */
struct step {
    struct tw_warp *warp;
    const struct tw_op *op;
    uint32_t active;
    const struct tw_lane_access *access;
    struct verdict writer, reader, second;
};

/* Is the lane's access behind the earlier one? */
static inline bool is_behind(const struct step *step, struct verdict *last, unsigned lane, mark of)
{
    if (!of) return true;
    if (of / 32 != last->number) *last = (struct verdict){of / 32, row_ordered(step->warp, ANY_LANE, of)};
    return last->answer == NOT_TOLD ? ordered(step->warp, lane, of) : last->answer == YES;
}

static bool stores_the_same(const struct step *step, unsigned lane)
{
    unsigned char value[64];
    struct tw_allocation last = {0};
    const void *memory = tw_machine_at(step->warp->worker->running->machine, &last,
                                       step->access->address[lane], step->op->access_bytes);
    return memory && tw_stored_bytes(step->warp, step->op, lane, value) &&
           memcmp(memory, value, step->op->access_bytes) == 0;
}

/* What the lane stores at the address; NULL: nothing, or that cannot be told. */
static const unsigned char *stores_at(const struct step *step, unsigned lane, uint64_t address,
                                      unsigned char bytes[64])
{
    uint64_t offset = address - step->access->address[lane];
    bool inside = step->active >> lane & 1u && offset < step->op->access_bytes;
    return inside && tw_stored_bytes(step->warp, step->op, lane, bytes) ? bytes + offset : NULL;
}

/* Was the earlier store, of this place, one of this very instruction's, by another of its lanes? */
static bool is_at_once(const struct step *step, uint64_t address, mark of)
{
    unsigned char bytes[64];
    const struct tw_runner *worker = step->warp->worker;
    const struct event *event = event_of(worker->running->races, of);
    unsigned thread = tw_entry_thread(entry_of(worker->running->races, of));
    return event->life == worker->life && event->op == step->op->place && thread / 32 == step->warp->number &&
           stores_at(step, thread % 32, address, bytes);
}

static bool store_alike(const struct step *step, unsigned lane, unsigned other, uint64_t address)
{
    unsigned char mine[64], others[64];
    const unsigned char *a = stores_at(step, lane, address, mine),
                        *b = stores_at(step, other, address, others);
    return a && b && memcmp(a, b, (size_t)1 << step->warp->worker->running->races->grain_log2) == 0;
}

/* `address`: of the cell. */
static void race(const struct step *step, unsigned lane, uint64_t address, mark of, bool wrote)
{
    struct tw_runner *worker = step->warp->worker;
    if (excused(worker, step->op, of)) return;
    const struct tw_grid_races *races = worker->running->races;
    const struct event *event = event_of(races, of);
    const uint64_t block = event->life < races->lives_held ? races->block[event->life] : 0;
    const unsigned other = tw_entry_thread(entry_of(races, of));
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

static void keep_reader(struct step *step, unsigned lane, struct cell *cell, mark mine)
{
    const struct tw_runner *worker = step->warp->worker;
    if (cell->reader == mine || is_behind(step, &step->reader, lane, cell->reader)) {
        cell->reader = mine;
        return;
    }
    uint32_t life = event_of(worker->running->races, cell->reader)->life;
    bool alike =
        cell->second && life == event_of(worker->running->races, cell->second)->life && life != worker->life;
    if (alike || is_behind(step, &step->second, lane, cell->second)) cell->second = mine;
}

static inline void touch_load(struct step *step, unsigned lane, uint64_t address, struct cell *cell,
                              mark mine)
{
    if (!is_behind(step, &step->writer, lane, cell->writer)) race(step, lane, address, cell->writer, true);
    keep_reader(step, lane, cell, mine);
}

static inline void touch_store(struct step *step, unsigned lane, uint64_t address, struct cell *cell,
                               mark mine)
{
    bool raced = !is_behind(step, &step->writer, lane, cell->writer);
    if (raced) race(step, lane, address, cell->writer, true);
    if (!is_behind(step, &step->reader, lane, cell->reader)) race(step, lane, address, cell->reader, false);
    if (!is_behind(step, &step->second, lane, cell->second)) race(step, lane, address, cell->second, false);
    if (!raced || !excused(step->warp->worker, step->op, cell->writer)) cell->writer = mine;
}

/* --- an access of neighbouring lanes to a line */

/* Do this lane and the next ones touch a line's cells, each one? */
static bool fills_line(const struct step *step, unsigned lane)
{
    const unsigned grain_log2 = step->warp->worker->running->races->grain_log2;
    const uint64_t *address = step->access->address + lane, grain = (uint64_t)1 << grain_log2;
    const uint32_t row = (1u << LINE) - 1;
    uint64_t apart = address[0] & (LINE * grain - 1);
    if (lane > 32 - LINE || address[1] - address[0] != grain || (step->active >> lane & row) != row ||
        step->op->access_bytes != grain || apart)
        return false;
    for (unsigned i = 1; i < LINE; i++) apart |= (address[i] - address[0]) ^ i * grain;
    return !apart;
}

/* As touch_load and touch_store for each of them. False: that is for these to do, and nothing has been changed. */
static bool touch_line(const struct tw_warp *warp, unsigned lane, struct line *line, mark mine, bool load)
{
    const struct tw_grid_races *races = warp->worker->running->races;
    struct cell *whole = &line->whole;
    if (line->apart || row_ordered(warp, lane, whole->writer) != YES) return false;
    const enum answer reader = whole->reader == mine ? YES : row_ordered(warp, lane, whole->reader),
                      second = row_ordered(warp, lane, whole->second);
    if (!load) {
        if (reader != YES || second != YES) return false;
        whole->writer = mine;
        return true;
    }
    if (reader == YES) whole->reader = mine;
    if (reader != NO) return reader == YES;
    const uint32_t life = event_of(races, whole->reader)->life;
    bool alike = whole->second && life == event_of(races, whole->second)->life && life != warp->worker->life;
    if (alike || second == YES) whole->second = mine;
    return alike || second != NOT_TOLD;
}

/* What a store or an atomic tells includes itself (PTX ISA, "Release and Acquire Patterns"). */
static bool told(const struct tw_runner *worker, const struct tw_op *op)
{
    return worker->released && is_strong(worker, op) && !(op->counted && !op->is_store);
}

void tw_grid_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access)
{
    struct tw_runner *worker = warp->worker;
    struct tw_grid_races *races = worker->running->races;
    const bool strong = is_strong(worker, op), load = op->counted && !op->is_store;
    const uint32_t cells = op->access_bytes >> races->grain_log2, row = ((1u << LINE) - 1);
    struct step step = {.warp = warp, .op = op, .active = active, .access = access};
    const struct tw_allocation *held = NULL;
    uint32_t number = 0;
    if (access->shape == TW_SCATTERED || access->shape == TW_STRIDED) fetch(worker, active, access);
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t address = access->address[lane];
        if (strong) synchronise(warp, op, address);
        if (strong) step.writer.number = step.reader.number = step.second.number = 0;
        if (strong || !number)
            number = number_of(
                races, warp->number,
                &(struct event){
                    .life = worker->life,
                    .entry = tw_order_of(worker->shadow)->now << TW_STAMP_SHIFT | warp->number << 6 | strong,
                    .time = told(worker, op) ? worker->released : races->time,
                    .op = op->place,
                });
        const mark mine = number * 32 + lane;
        if (number && !strong && op->counted && fills_line(&step, lane)) {
            struct line *line = line_at(worker, address, &held);
            if (!line || touch_line(warp, lane, line, mine, load)) {
                left &= ~(row << lane) | 1u << lane;
                continue;
            }
        }
        for (uint32_t i = 0; number && i < cells; i++) {
            const uint64_t place = address + ((uint64_t)i << races->grain_log2);
            struct cell *cell = cell_at(worker, place, &held);
            if (cell && load) touch_load(&step, lane, place, cell, mine);
            if (cell && !load) touch_store(&step, lane, place, cell, mine);
        }
    }
}
