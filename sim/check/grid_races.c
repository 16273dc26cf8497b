/* Races in global memory: the grid's time, what happens in it, and what orders blocks (grid_races.h). */
#include "sim/check/finding.h"
#include "sim/check/grid_cells.h"
#include "sim/exec/cluster.h"

#include <stdlib.h>
#include <string.h>

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
    races->in_step = running->machine->target->sm < 70;
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
    tw_grid_forget_cells(races);
    for (unsigned i = 0; i <= (races->events + 1) / TW_EVENT_CHUNK && i < TW_EVENT_CHUNKS; i++) {
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
    for (size_t i = 0; i < races->lives_held; i++) free(races->life[i].public);
    free(races->life);
    free(races->lines);
    free(races->lists.of);
    free(races);
}

/* --- events */

#define MOST_EVENTS (TW_EVENT_CHUNKS * TW_EVENT_CHUNK)

/* For one event of each lane, before all are forgotten. */
static bool has_room(const struct tw_grid_races *races)
{
    return races->events + 33 < MOST_EVENTS;
}

/* The number of this one, which may have been before; 0: no memory. */
static uint32_t number_of(struct tw_grid_races *races, unsigned warp, const struct tw_event *event)
{
    uint32_t *recent = &races->recent[warp][event->op % TW_EVENT_RECENT];
    if (*recent && memcmp(tw_event_of(races, *recent * 32), event, sizeof *event) == 0) return *recent;
    if (races->events + 1 == MOST_EVENTS) forget(races);
    uint32_t number = races->events + 1;
    struct tw_event **chunk = &races->chunks[number / TW_EVENT_CHUNK];
    if (!*chunk && !(*chunk = malloc(TW_EVENT_CHUNK * sizeof **chunk))) return 0;
    (*chunk)[number % TW_EVENT_CHUNK] = *event;
    return *recent = races->events = number;
}

/* --- lives of blocks */

/* What is public of threads of a warp beyond `base`; `to` is NULL: they are counted. */
static uint32_t list_public(const struct tw_order *order, unsigned warp, struct tw_grid_public *to)
{
    const struct tw_clocks *public = order->public;
    const uint32_t all = public->of[warp];
    const bool has_warp = all > order->public_base;
    uint32_t count = has_warp;
    if (has_warp && to) to[0] = (struct tw_grid_public){TW_WHOLE_WARP | warp, all};
    for (unsigned i = 0; public->finer >> warp & 1u && i < 32; i++) {
        const uint32_t stamp = public->lane[warp][i];
        if (stamp <= all || stamp <= order->public_base) continue;
        if (to) to[count] = (struct tw_grid_public){warp * 32 + i, stamp};
        count++;
    }
    return count;
}

void tw_grid_end(struct tw_sim_worker *worker)
{
    struct tw_grid_races *races = worker->running->races;
    if (!worker->grid.life || worker->grid.life >= races->lives_held) return;
    struct tw_grid_life *life = &races->life[worker->grid.life];
    const struct tw_order *order = life->order;
    uint32_t count = 0;
    life->order = NULL;
    life->base = order->restarted ? UINT32_MAX : order->public_base;
    for (unsigned w = 0; w < order->warps; w++) count += list_public(order, w, NULL);
    if (count && !(life->public = malloc(count * sizeof *life->public))) {
        life->base = UINT32_MAX;
        return;
    }
    for (unsigned w = 0; w < order->warps; w++)
        life->count += list_public(order, w, life->public + life->count);
}

void tw_grid_begin(struct tw_sim_worker *worker)
{
    struct tw_grid_races *races = worker->running->races;
    worker->grid = (struct tw_grid_block){.life = ++races->lives};
    if (worker->grid.life >= races->lives_held) {
        size_t held = races->lives_held ? races->lives_held * 2 : 1024;
        struct tw_grid_life *grown = realloc(races->life, held * sizeof *grown);
        if (!grown) return;
        memset(grown + races->lives_held, 0, (held - races->lives_held) * sizeof *grown);
        races->life = grown;
        races->lives_held = held;
    }
    races->life[worker->grid.life] =
        (struct tw_grid_life){.block = worker->block_number, .order = tw_order_of(worker->shadow)};
}

/* --- order */

/* A cluster is taken for the grid where it has several blocks. */
static bool is_for_own_block(const struct tw_sim_worker *worker, const struct tw_op *op)
{
    enum tw_ptx_word scope = op->instruction->words[TW_PTX_CLASS_SCOPE];
    return scope == TW_PTX_SCOPE_CTA || (scope == TW_PTX_SCOPE_CLUSTER && tw_cluster_size(worker) == 1);
}

/* Between blocks: what is for the own block alone is weak. */
bool tw_grid_is_wide(const struct tw_sim_worker *worker, const struct tw_op *op)
{
    return !is_for_own_block(worker, op) && op->is_strong;
}

static struct tw_order *order_of(const struct tw_sim_worker *worker)
{
    return tw_order_of(worker->shadow);
}

void tw_grid_meet(struct tw_sim_worker *worker)
{
    const uint32_t now = worker->running->races->time++;
    tw_order_all_learn(order_of(worker), TW_GRID_FOUND, now);
}

void tw_grid_fence(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    struct tw_grid_block *block = &warp->worker->grid;
    block->fenced = warp->worker->running->races->time++;
    if (!is_for_own_block(warp->worker, op)) tw_order_learn_grid(warp, lanes, TW_GRID_FENCED, block->fenced);
}

/* What is found, or was meant to be, is known from now on. */
static void learn(struct tw_warp *warp, unsigned lane, unsigned object)
{
    const struct tw_grid_races *races = warp->worker->running->races;
    struct tw_grid_block *block = &warp->worker->grid;
    const struct tw_grid_hint hint = races->hints[object];
    if (tw_lane_knows(order_of(warp->worker), warp->number, lane, TW_GRID_FOUND) < races->told[object])
        tw_order_learn_grid(warp, 1u << lane, TW_GRID_FOUND, races->told[object]);
    block->found[object / 64] |= (uint64_t)1 << object % 64;
    if (hint.life && hint.life != block->life) block->hints[block->hinted++ % TW_GRID_HINTS] = hint;
}

/* When the lane came to its last fence for other blocks, or somebody did who has met it since; 0: nobody has. */
static uint32_t released(const struct tw_warp *warp, unsigned lane)
{
    return tw_lane_knows(order_of(warp->worker), warp->number, lane, TW_GRID_FENCED);
}

static void synchronise(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_grid_races *races = worker->running->races;
    struct tw_grid_block *block = &worker->grid;
    const unsigned object = tw_object_of(address, TW_GRID_OBJECT_BITS);
    enum tw_ptx_word order = op->instruction->words[TW_PTX_CLASS_ORDER];
    bool releases =
        order == TW_PTX_ORDER_RELEASE || order == TW_PTX_ORDER_ACQ_REL || order == TW_PTX_ORDER_SC;
    if (releases) tw_grid_fence(warp, op, 1u << lane);
    if (!(op->counted && op->is_store)) learn(warp, lane, object);
    if (op->counted && !op->is_store) return;
    if (races->told[object] < released(warp, lane)) races->told[object] = released(warp, lane);
    if (block->fenced) races->hints[object] = (struct tw_grid_hint){block->life, block->fenced};
}

bool tw_grid_excused(const struct tw_sim_worker *worker, const struct tw_op *op, tw_access_id of)
{
    const struct tw_event *event = tw_event_of(worker->running->races, of);
    const struct tw_op *other = &worker->running->program->ops[event->op];
    if (event->life == worker->grid.life)
        return op->is_strong && other->is_strong; /* whatever they are for */
    return tw_grid_is_wide(worker, op) && tw_grid_is_wide(worker, other);
}

/* What a store or an atomic tells includes itself (PTX ISA, "Release and Acquire Patterns"), for those who find just that. */
bool tw_grid_found(const struct tw_warp *warp, unsigned lane, uint64_t address, tw_access_id of)
{
    const struct tw_sim_worker *worker = warp->worker;
    const struct tw_event *event = tw_event_of(worker->running->races, of);
    const unsigned object = tw_object_of(address, TW_GRID_OBJECT_BITS);
    return event->told && event->life != worker->grid.life &&
           worker->grid.found[object / 64] >> object % 64 & 1u &&
           event->told <= tw_lane_knows(order_of(worker), warp->number, lane, TW_GRID_FOUND);
}

/* Would the two accesses be ordered if the fence between them were for other blocks too? False for a store after a fence: that is a flag,
   which other blocks poll at any time. */
static bool was_meant(const struct tw_sim_worker *worker, const struct tw_op *op, tw_access_id of)
{
    const struct tw_event *event = tw_event_of(worker->running->races, of);
    const struct tw_grid_block *block = &worker->grid;
    if (!op->counted || !worker->running->program->ops[event->op].counted || event->told || event->flag)
        return false;
    for (unsigned i = 0; i < TW_GRID_HINTS; i++) {
        if (block->hints[i].life == event->life && event->time <= block->hints[i].time) return true;
    }
    return false;
}

/* --- races */

/* What the lane stores at the address; NULL: nothing, or that cannot be told. */
static const unsigned char *stores_at(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                                      unsigned char bytes[64])
{
    uint64_t offset = address - step->access->address[lane];
    bool inside = step->active >> lane & 1u && offset < step->op->access_bytes;
    return inside && tw_stored_bytes(step->warp, step->op, lane, bytes) ? bytes + offset : NULL;
}

bool tw_grid_stores_the_same(const struct tw_grid_step *step, unsigned lane, uint64_t address)
{
    unsigned char bytes[64];
    struct tw_allocation last = {0};
    const size_t grain = (size_t)1 << step->races->grain_log2;
    const unsigned char *value = stores_at(step, lane, address, bytes);
    const void *memory =
        value ? tw_machine_at(step->warp->worker->running->machine, &last, address, grain) : NULL;
    return memory && memcmp(memory, value, grain) == 0;
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

/* Has the lane's thread read the cell, as far as is known? */
static bool has_read(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_cell *cell)
{
    bool read = is_mine(step, lane, tw_grid_reader(cell));
    const struct tw_grid_mark *mark = tw_grid_mark_at(step->races, tw_grid_more_of(cell).readers);
    for (; mark && !read; mark = tw_grid_mark_at(step->races, mark->next))
        read = mark->lanes >> lane & 1u && is_mine(step, lane, mark->event * 32 + lane);
    return read;
}

/* Strong accesses do not race, unless the fence between them is too narrow (not looked for where one is an atomic). Volatile stores of
   different values do race, unless the thread has read what it replaces, as one that takes back a flag has. */
static bool is_excused(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                       const struct tw_grid_cell *cell, tw_access_id of)
{
    const struct tw_op *other = &step->program->ops[tw_event_of(step->races, of)->op];
    if (!tw_grid_excused(step->warp->worker, step->op, of) || was_meant(step->warp->worker, step->op, of))
        return false;
    return !tw_op_is_volatile_store(step->op) || !tw_op_is_volatile_store(other) ||
           has_read(step, lane, cell) || tw_grid_stores_the_same(step, lane, address);
}

bool tw_grid_race(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                  const struct tw_grid_cell *cell, tw_access_id of, enum tw_earlier earlier)
{
    struct tw_sim_worker *worker = step->warp->worker;
    if (is_excused(step, lane, address, cell, of)) return false;
    const struct tw_event *event = tw_event_of(step->races, of);
    const uint64_t block = event->life < step->races->lives_held ? step->races->life[event->life].block : 0;
    const unsigned other = thread_of(step, of);
    bool at_once = earlier == TW_EARLIER_WRITE && is_at_once(step, address, of);
    if (at_once && store_alike(step, lane, other % 32, address))
        return false; /* nothing is undefined about it */
    struct tw_caught caught = {.fault = TW_SIM_GLOBAL_RACE,
                               .op = step->op,
                               .other_op = &step->program->ops[event->op],
                               .first = step->warp->number * 32 + lane,
                               .other = (int)other,
                               .address = step->access->address[lane],
                               .bytes = step->op->access_bytes};
    tw_cluster_place(worker->running, block, caught.other_block);
    caught.is_note = !at_once && earlier == TW_EARLIER_WRITE && caught.other_op->counted &&
                     tw_grid_stores_the_same(step, lane, address);
    caught.how = caught.is_note ? TW_HOW_SAME_VALUE : at_once ? TW_HOW_AT_ONCE : TW_HOW_UNORDERED;
    tw_catch(worker, &caught);
    return !caught.is_note;
}

/* --- accesses */

/* When what a strong store or atomic of the lane tells was released; 0: it tells nothing. */
static uint32_t told_by(const struct tw_grid_step *step, unsigned lane)
{
    const bool tells = step->strong && !step->load;
    return tells ? released(step->warp, lane) : 0;
}

/* The running access as an event; of a strong one that of the lane. False: no memory. */
static bool happen(struct tw_grid_step *step, unsigned lane)
{
    const struct tw_sim_worker *worker = step->warp->worker;
    const struct tw_order *order = order_of(worker);
    const unsigned warp = step->warp->number;
    const struct tw_event event = {
        .life = worker->grid.life,
        .entry = order->now << TW_STAMP_SHIFT | warp << 6 | step->strong,
        .time = step->races->time,
        .told = told_by(step, lane),
        .flag = step->strong && step->op->is_store && worker->grid.fenced,
        .op = step->op->place,
        .knows = tw_warp_knows(order, warp, TW_GRID_FOUND),
        .base = order->base,
        .own = order->known[warp].of[warp],
    };
    step->number = number_of(step->races, warp, &event);
    if (!step->number) return false;
    step->event = tw_event_of(step->races, step->number * 32);
    step->order =
        order->latest[warp] > order->base || order->apart[warp] || order->known[warp].finer ? order : NULL;
    return true;
}

static struct tw_grid_step step_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                   const struct tw_lane_access *access)
{
    struct tw_grid_races *races = warp->worker->running->races;
    return (struct tw_grid_step){.races = races,
                                 .cells = tw_op_cells(op, races->grain_log2),
                                 .load = op->counted && !op->is_store,
                                 .strong = tw_grid_is_wide(warp->worker, op),
                                 .plain = op->counted && !tw_grid_is_wide(warp->worker, op),
                                 .program = warp->worker->running->program,
                                 .active = active,
                                 .access = access,
                                 .warp = warp,
                                 .op = op};
}

/* Is it still the event that it was before the lane's turn? */
static bool goes_on(const struct tw_grid_step *step, unsigned lane)
{
    const struct tw_event *event = step->event;
    const struct tw_order *order = order_of(step->warp->worker);
    return step->number && event->time == step->races->time && event->told == told_by(step, lane) &&
           event->knows == tw_warp_knows(order, step->warp->number, TW_GRID_FOUND) &&
           (step->order || !order->apart[step->warp->number]);
}

/* Would another lane that comes to the address tell and find nothing new? */
static bool is_known(const struct tw_warp *warp, unsigned lane, uint64_t address)
{
    const struct tw_grid_races *races = warp->worker->running->races;
    const unsigned object = tw_object_of(address, TW_GRID_OBJECT_BITS);
    const uint32_t hinted = races->hints[object].life;
    return races->told[object] <= tw_lane_knows(order_of(warp->worker), warp->number, lane, TW_GRID_FOUND) &&
           (!hinted || hinted == warp->worker->grid.life);
}

#define SEEN_BITS 6u

/* The first active lane at each address, as far as that is quickly seen; first[lane] is the first one at this lane's address. */
static uint32_t find_first(const struct tw_grid_step *step, uint8_t first[32])
{
    const uint64_t *address = step->access->address;
    uint8_t seen[1u << SEEN_BITS]; /* a lane, by its address */
    uint32_t lanes = step->active & -step->active;
    memset(seen, (int)tw_first_of(lanes), sizeof seen);
    for (uint32_t left = step->active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        uint8_t *other = &seen[tw_object_of(address[lane], SEEN_BITS)];
        if (address[*other] != address[lane]) {
            *other = (uint8_t)lane;
            lanes |= 1u << lane;
        }
        first[lane] = *other;
    }
    return lanes;
}

/* Each lane for itself: what one finds or tells the next one knows. Where lanes of an atomic are at one place, the first ones mostly leave
   nothing to do for the others. */
static void touch_strongly(struct tw_grid_step *step, const struct tw_machine *machine)
{
    const bool one = step->cells == 1 && has_room(step->races), again = tw_op_releases(step->op);
    const struct tw_grid_cell *cell = NULL;
    uint8_t first[32];
    uint32_t settled = 0; /* of the first lanes */
    const uint32_t lanes = find_first(step, first);
    tw_grid_settle(step, machine, lanes);
    if (one) cell = tw_grid_find_cells(step, machine, lanes);
    for (uint32_t left = step->active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const uint64_t address = step->access->address[lane];
        if (settled >> first[lane] & 1u) {
            tw_grid_keep_lane(step, lane, &cell[first[lane]]);
            continue;
        }
        synchronise(step->warp, step->op, lane, address);
        if (!goes_on(step, lane)) {
            step->writer.number = step->reader.number = step->replaced.number = 0;
            settled = 0;
            if (!happen(step, lane)) continue;
        }
        if (!one) {
            tw_grid_touch(step, machine, 1u << lane);
            continue;
        }
        const struct tw_grid_cell *here = &cell[first[lane]];
        tw_grid_touch_cell(step, lane, address, here);
        if (!again && !step->order && here->marks && tw_grid_is_settled(step, here) &&
            is_known(step->warp, lane, address))
            settled |= 1u << first[lane];
    }
}

bool tw_grid_late(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                  const struct tw_lane_access *access, uint64_t first)
{
    struct tw_grid_step step = step_of(warp, op, active, access);
    return step.plain && step.load && happen(&step, 0) && !step.order &&
           tw_grid_put_off(&step, warp->worker->running->machine, first);
}

void tw_grid_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access)
{
    const struct tw_machine *machine = warp->worker->running->machine;
    struct tw_grid_step step = step_of(warp, op, active, access);
    if (!step.strong) {
        if (!happen(&step, 0)) return;
        bool late = step.plain && step.load && !step.order;
        if (late && tw_grid_put_off(&step, machine, access->address[0])) return;
    }
    if (step.strong) {
        touch_strongly(&step, machine);
    } else {
        tw_grid_settle(&step, machine, active);
        tw_grid_touch(&step, machine, active);
    }
}
