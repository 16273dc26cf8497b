/* Who wrote each cell of global memory last, and who has read it (grid_races.h). */
#include "sim/check/grid_races.h"

#include <stdlib.h>

#include "sim/check/order.h"
#include "sim/lanes.h"

#define OBJECTS 256u /* flags and locks are told apart by a hash of their address */

/* An access, by whom and when. */
struct mark {
    uint32_t life;  /* of the block, from 1, in the order that blocks begin; 0: there was none */
    uint32_t entry; /* its thread, and the block's time (shadow.h)                             */
    uint32_t time;  /* of the grid                                                             */
    uint32_t op;    /* the operation, by its place in the program                              */
};

struct cell {
    struct mark writer, reader,
        second; /* second: another thread that has read it, of another block if there is one */
};

struct tw_grid_races {
    uint32_t grain; /* bytes of a cell: the narrowest access to global memory */
    uint32_t time, lives;
    uint32_t told[OBJECTS];
    uint64_t *block; /* by life: its number in the grid; 0 where there was no memory for them */
    size_t lives_held;
    size_t allocations;
    struct cell **
        cells; /* by allocation, made when it is touched first; NULL: not yet, or there is no memory for them */
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
    races->grain = 16;
    races->time = 1;
    for (size_t i = 0; i < running->program->count; i++) {
        const struct tw_op *op = &running->program->ops[i];
        if (op->instruction && op->access_bytes && may_be_global(op) && op->access_bytes < races->grain)
            races->grain = op->access_bytes;
    }
    races->allocations = running->machine->count;
    races->cells = calloc(races->allocations + 1, sizeof *races->cells);
    if (races->cells) return races;
    free(races);
    return NULL;
}

void tw_grid_races_free(struct tw_grid_races *races)
{
    for (size_t i = 0; races && i < races->allocations; i++) free(races->cells[i]);
    if (races) free(races->cells);
    if (races) free(races->block);
    free(races);
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

/* Between blocks: what is for the own block alone is weak. */
static bool is_strong(const struct tw_op *op)
{
    enum tw_ptx_word scope = op->instruction->words[TW_PTX_CLASS_SCOPE];
    return scope != TW_PTX_SCOPE_CTA && scope != TW_PTX_SCOPE_CLUSTER && tw_op_is_strong(op);
}

void tw_grid_fence(struct tw_warp *warp, const struct tw_op *op)
{
    enum tw_ptx_word scope = op->instruction->words[TW_PTX_CLASS_SCOPE];
    if (scope == TW_PTX_SCOPE_CTA || scope == TW_PTX_SCOPE_CLUSTER) return;
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

static bool ordered(const struct tw_warp *warp, unsigned lane, const struct mark *mark)
{
    const struct tw_runner *worker = warp->worker;
    if (!mark->life) return true;
    if (mark->life != worker->life) return mark->time <= worker->knows;
    if (mark->entry >> TW_STAMP_SHIFT > tw_order_of(worker->shadow)->now)
        return true; /* stamps have begun anew */
    return tw_ordered(tw_order_of(worker->shadow), warp->number, lane, mark->entry);
}

/* --- an access of a lane */

/* The first cell of the lane's access, or NULL: it is not looked at. *held: the allocation of the lane before. */
static struct cell *cells_at(struct tw_runner *worker, uint64_t address, const struct tw_allocation **held)
{
    struct tw_grid_races *races = worker->running->races;
    const struct tw_machine *machine = worker->running->machine;
    const struct tw_allocation *found = *held;
    if (!found || address - found->address >= found->bytes) found = *held = tw_machine_find(machine, address);
    if (!found) return NULL;
    size_t i = (size_t)(found - machine->allocations);
    if (!races->cells[i]) races->cells[i] = calloc(found->bytes / races->grain + 1, sizeof **races->cells);
    return races->cells[i] ? races->cells[i] + (address - found->address) / races->grain : NULL;
}

/* Two strong accesses do not race: between blocks what is strong beyond the block, within one any. */
static bool excused(const struct tw_runner *worker, const struct tw_op *op, const struct mark *mark)
{
    const struct tw_op *other = &worker->running->program->ops[mark->op];
    if (mark->life == worker->life) return tw_op_is_strong(op) && tw_op_is_strong(other);
    return is_strong(op) && is_strong(other);
}

static bool stores_the_same(const struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                            uint64_t address)
{
    unsigned char value[64];
    struct tw_allocation last = {0};
    const void *memory = tw_machine_at(warp->worker->running->machine, &last, address, op->access_bytes);
    return memory && tw_stored_bytes(warp, op, lane, value) && memcmp(memory, value, op->access_bytes) == 0;
}

static void race(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                 const struct mark *mark, bool wrote)
{
    struct tw_runner *worker = warp->worker;
    const uint32_t *grid = worker->running->launch->grid;
    if (excused(worker, op, mark)) return;
    const struct tw_grid_races *races = worker->running->races;
    const uint64_t block = mark->life < races->lives_held ? races->block[mark->life] : 0;
    struct tw_caught caught = {.fault = TW_SIM_GLOBAL_RACE,
                               .op = op,
                               .other_op = &worker->running->program->ops[mark->op],
                               .first = warp->number * 32 + lane,
                               .other = (int)tw_entry_thread(mark->entry),
                               .other_block = {(uint32_t)(block % grid[0]),
                                               (uint32_t)(block / grid[0] % grid[1]),
                                               (uint32_t)(block / grid[0] / grid[1])},
                               .address = address,
                               .bytes = op->access_bytes};
    caught.is_note = wrote && caught.other_op->counted && stores_the_same(warp, op, lane, address);
    caught.how = caught.is_note ? TW_HOW_SAME_VALUE : TW_HOW_UNORDERED;
    tw_catch(worker, &caught);
}

static void keep_reader(const struct tw_warp *warp, unsigned lane, struct cell *cell, const struct mark *mine)
{
    bool alike = cell->reader.life == cell->second.life && cell->reader.life != mine->life;
    if (ordered(warp, lane, &cell->reader))
        cell->reader = *mine;
    else if (alike || ordered(warp, lane, &cell->second))
        cell->second = *mine;
}

static void touch(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                  struct cell *cell, const struct mark *mine)
{
    bool load = op->counted && !op->is_store, raced = !ordered(warp, lane, &cell->writer);
    if (raced) race(warp, op, lane, address, &cell->writer, true);
    if (load) {
        keep_reader(warp, lane, cell, mine);
        return;
    }
    if (!ordered(warp, lane, &cell->reader)) race(warp, op, lane, address, &cell->reader, false);
    if (!ordered(warp, lane, &cell->second)) race(warp, op, lane, address, &cell->second, false);
    if (!raced || !excused(warp->worker, op, &cell->writer)) cell->writer = *mine;
}

/* What a store or an atomic tells includes itself (PTX ISA, "Release and Acquire Patterns"). */
static bool told(const struct tw_runner *worker, const struct tw_op *op)
{
    return worker->released && is_strong(op) && !(op->counted && !op->is_store);
}

void tw_grid_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access)
{
    struct tw_runner *worker = warp->worker;
    const struct tw_grid_races *races = worker->running->races;
    const uint32_t now = tw_order_of(worker->shadow)->now, strong = is_strong(op);
    const struct tw_allocation *held = NULL;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        uint64_t address = access->address[lane];
        if (strong) synchronise(warp, op, address);
        struct cell *cell = cells_at(worker, address, &held);
        const struct mark mine = {
            .life = worker->life,
            .entry = now << TW_STAMP_SHIFT | (warp->number * 32 + lane) << 1 | strong,
            .time = told(worker, op) ? worker->released : races->time,
            .op = (uint32_t)(op - worker->running->program->ops),
        };
        for (uint32_t i = 0; cell && i < op->access_bytes / races->grain; i++)
            touch(warp, op, lane, address, cell + i, &mine);
    }
}
