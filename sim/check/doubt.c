/* Doubtful values (doubt.h): their origins, which registers have them, and what is told where one is used. */
#include "sim/check/doubt.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/check/grid_races.h"
#include "sim/check/shadow.h"
#include "sim/exec/lanes.h"

#define ROOM 8u /* origins that one operation may need */

/* --- the life of a warp's doubts */

static void drop_origin(struct tw_origin *origin)
{
    free(origin->held);
    *origin = (struct tw_origin){.kind = TW_ORIGIN_FREE};
}

static void drop_origins(struct tw_doubts *doubts)
{
    for (uint32_t i = 0; i < doubts->used; i++) drop_origin(&doubts->origins[i]);
    doubts->used = doubts->leaves = doubts->free = doubts->frees = 0;
}

static size_t places(const struct tw_warp *warp)
{
    return warp->worker->running->program->register_bytes / 64 + 1;
}

void tw_doubts_begin(struct tw_warp *warp)
{
    struct tw_doubts *doubts = warp->doubts;
    warp->doubtful = false;
    if (!doubts) return;
    drop_origins(doubts);
    memset(doubts->lanes, 0, places(warp) * sizeof *doubts->lanes);
    memset(doubts->brief, 0, places(warp) * sizeof *doubts->brief);
    doubts->registers = 0;
    free(doubts->local);
    doubts->local = NULL;
    doubts->local_count = 0;
}

void tw_doubts_free(struct tw_warp *warp)
{
    struct tw_doubts *doubts = warp->doubts;
    if (!doubts) return;
    drop_origins(doubts);
    free(doubts->origins);
    free(doubts->lanes);
    free(doubts->brief);
    free(doubts->of);
    free(doubts->local);
    free(doubts->passing);
    free(doubts);
}

/* False: out of memory. */
static bool make(struct tw_warp *warp)
{
    if (warp->doubts) return true;
    struct tw_doubts *doubts = warp->doubts = calloc(1, sizeof *doubts);
    if (!doubts) return false;
    doubts->lanes = calloc(places(warp), sizeof *doubts->lanes);
    doubts->brief = calloc(places(warp), sizeof *doubts->brief);
    doubts->of = calloc(places(warp), sizeof *doubts->of);
    if (doubts->lanes && doubts->brief && doubts->of) return true;
    tw_doubts_free(warp);
    warp->doubts = NULL;
    return false;
}

void tw_doubts_update(struct tw_warp *warp)
{
    struct tw_doubts *doubts = warp->doubts;
    warp->doubtful = doubts->registers || doubts->local_count || doubts->passes;
    if (!warp->doubtful) drop_origins(doubts);
}

void tw_doubt_set(struct tw_warp *warp, uint32_t reference, uint32_t lanes, const tw_doubt of[32])
{
    struct tw_doubts *doubts = warp->doubts;
    uint32_t *now = &doubts->lanes[reference / 64];
    const uint32_t before = *now;
    *now &= ~lanes;
    doubts->brief[reference / 64] &= ~lanes;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        if (of[lane]) *now |= 1u << lane;
        doubts->of[reference / 64][lane] = of[lane];
    }
    doubts->registers += (uint32_t)(*now != 0) - (before != 0);
    tw_doubts_update(warp);
}

void tw_doubt_clear(struct tw_warp *warp, uint32_t reference, uint32_t lanes)
{
    struct tw_doubts *doubts = warp->doubts;
    uint32_t *now = &doubts->lanes[reference / 64];
    if (!(*now & lanes)) return;
    *now &= ~lanes;
    doubts->brief[reference / 64] &= ~lanes;
    doubts->registers -= *now == 0;
    tw_doubts_update(warp);
}

void tw_doubt_write(struct tw_warp *warp, const struct tw_op *op, uint32_t reference, uint32_t lanes,
                    const tw_doubt of[32])
{
    struct tw_doubts *doubts = warp->doubts;
    uint32_t i = 0;
    tw_doubt_set(warp, reference, lanes, of);
    if (!op->is_brief || !(tw_doubtful(doubts, reference) & lanes)) return;
    while (i < doubts->leaves && doubts->leaving[i] != reference) i++;
    if (i == TW_BRIEF_MOST) return;
    if (i == doubts->leaves) doubts->leaves++;
    doubts->leaving[i] = reference;
    doubts->brief[reference / 64] |= lanes;
}

/* --- origins */

static void mark(struct tw_doubts *doubts, tw_doubt doubt)
{
    if (!doubt) return;
    struct tw_origin *origin = tw_origin_of(doubts, doubt);
    if (origin->marked) return;
    origin->marked = true;
    for (uint32_t left = origin->kind == TW_ORIGIN_BOTH ? origin->lanes : 0; left; left &= left - 1) {
        mark(doubts, origin->both[tw_first_of(left)][0]);
        mark(doubts, origin->both[tw_first_of(left)][1]);
    }
}

/* Frees the origins of values that are gone. */
static void collect(struct tw_warp *warp)
{
    struct tw_doubts *doubts = warp->doubts;
    for (size_t r = 0; r < places(warp); r++) {
        for (uint32_t left = doubts->lanes[r]; left; left &= left - 1)
            mark(doubts, doubts->of[r][tw_first_of(left)]);
    }
    for (size_t i = 0; doubts->local_count && i < (size_t)32 * doubts->local_bytes; i++)
        mark(doubts, doubts->local[i]);
    doubts->free = doubts->frees = 0;
    for (uint32_t i = 0; i < doubts->used; i++) {
        struct tw_origin *origin = &doubts->origins[i];
        const bool marked = origin->marked;
        origin->marked = false;
        if (marked) continue;
        drop_origin(origin);
        origin->lanes = doubts->free;
        doubts->free = i + 1;
        doubts->frees++;
    }
}

void tw_doubts_reserve(struct tw_warp *warp)
{
    struct tw_doubts *doubts = warp->doubts;
    if (doubts->capacity - doubts->used + doubts->frees >= ROOM) return;
    collect(warp);
    if (4 * doubts->frees >= doubts->capacity + ROOM || doubts->capacity >= TW_ORIGINS_MOST) return;
    const uint32_t capacity = doubts->capacity ? 2 * doubts->capacity : 2 * ROOM;
    struct tw_origin *grown = realloc(doubts->origins, capacity * sizeof *grown);
    if (!grown) return;
    doubts->origins = grown;
    doubts->capacity = capacity;
}

/* Its kind is set; NULL: there is no room. */
static struct tw_origin *new_origin(struct tw_doubts *doubts, enum tw_origin_kind kind,
                                    const struct tw_op *op)
{
    struct tw_origin *origin = NULL;
    if (doubts->frees) {
        origin = &doubts->origins[doubts->free - 1];
        doubts->free = origin->lanes;
        doubts->frees--;
    } else if (doubts->used < doubts->capacity) {
        origin = &doubts->origins[doubts->used++];
    }
    if (origin) *origin = (struct tw_origin){.kind = kind, .op = op};
    return origin;
}

static tw_doubt number_of(const struct tw_doubts *doubts, const struct tw_origin *origin, unsigned lane)
{
    return (tw_doubt)(origin - doubts->origins + 1) * 32 + lane;
}

/* Where two shuffles have both asked in vain, the first stands for both. */
void tw_doubt_join(struct tw_doubts *doubts, const struct tw_op *op, tw_doubt of[32], uint32_t lanes,
                   const tw_doubt other[32])
{
    struct tw_origin *both = NULL;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        if (!of[lane]) of[lane] = other[lane];
        if (!other[lane] || of[lane] == other[lane]) continue;
        if (tw_origin_of(doubts, of[lane])->kind == TW_ORIGIN_ABSENT &&
            tw_origin_of(doubts, other[lane])->kind == TW_ORIGIN_ABSENT)
            continue;
        if (!both && !(both = new_origin(doubts, TW_ORIGIN_BOTH, op))) return;
        both->lanes |= 1u << lane;
        both->both[lane][0] = of[lane];
        both->both[lane][1] = other[lane];
        of[lane] = number_of(doubts, both, lane);
    }
}

/* --- shuffles */

static enum tw_why why_absent(const struct tw_warp *warp, bool has_mask, uint32_t mask, unsigned source)
{
    if (!(warp->all >> source & 1u)) return TW_WHY_NO_THREAD;
    if (has_mask && !(mask >> source & 1u)) return TW_WHY_NOT_IN_MASK;
    return warp->live >> source & 1u ? TW_WHY_NOT_HERE : TW_WHY_EXITED;
}

/* The lanes that ask one which does not take part. NULL: no memory. */
static struct tw_origin *ask_in_vain(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                                     uint32_t asking, const int source[32])
{
    const bool has_mask = op->references > 5;
    if (!make(warp)) return NULL;
    tw_doubts_reserve(warp);
    struct tw_origin *origin = new_origin(warp->doubts, TW_ORIGIN_ABSENT, op);
    if (!origin) return NULL;
    origin->lanes = asking;
    origin->mask = has_mask ? tw_operand(warp, op, 5)->u32[tw_first_of(lanes)] : 0;
    for (uint32_t left = asking; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        origin->asked.source[lane] = (uint8_t)source[lane];
        origin->asked.why[lane] = (uint8_t)why_absent(warp, has_mask, origin->mask, (unsigned)source[lane]);
    }
    return origin;
}

/* References: d, p, a, b, c and perhaps the mask. */
void tw_doubt_shuffle(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, const int source[32])
{
    const bool looks = warp->worker->running->launch->checks & TW_SIM_CHECK_LANES;
    tw_doubt value[32] = {0}, place[32] = {0};
    uint32_t asking = 0;
    for (uint32_t left = looks ? lanes : 0; left; left &= left - 1)
        asking |= (lanes >> source[tw_first_of(left)] & 1u ? 0 : 1u) << tw_first_of(left);
    const struct tw_origin *origin = asking ? ask_in_vain(warp, op, lanes, asking, source) : NULL;
    if (!origin && !warp->doubtful) return;
    const struct tw_doubts *doubts = warp->doubts;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const bool absent = origin && asking >> lane & 1u, there = lanes >> source[lane] & 1u;
        if (absent) value[lane] = number_of(doubts, origin, lane);
        if (there) value[lane] = tw_doubt_of(doubts, op->reference[2], (unsigned)source[lane]);
        place[lane] = tw_doubt_of(doubts, op->reference[3], lane);
        if (!place[lane]) place[lane] = tw_doubt_of(doubts, op->reference[4], lane);
        if (place[lane]) value[lane] = place[lane];
    }
    tw_doubt_keep(warp, op, lanes, value);
    tw_doubt_keep(warp, op, lanes, place);
    tw_doubt_set(warp, op->reference[0], lanes, value);
    tw_doubt_set(warp, op->reference[1], lanes, place);
    if (origin) warp->moved = warp->doubtful = true; /* the loop that follows doubts is to be taken */
}

/* --- early loads */

static void spell(const struct tw_origin *origin, uint32_t lanes, struct tw_lane_access *access)
{
    access->shape = TW_SCATTERED;
    access->width = 0;
    access->step = access->gap = 0;
    access->pattern = NULL;
    for (unsigned i = 0; i < 32; i++)
        access->address[i] = origin->address[lanes >> i & 1u ? i : tw_first_of(lanes)];
}

/* Early loads of these lanes are loads now. */
static void tell_read(struct tw_warp *warp, struct tw_origin *origin, uint32_t lanes)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_lane_access access;
    lanes &= ~origin->told;
    if (!lanes) return;
    origin->told |= lanes;
    for (unsigned i = 0; i < origin->held_count; i++) {
        if (lanes >> origin->held[i].first % 32 & 1u) tw_catch(worker, &origin->held[i]);
    }
    spell(origin, lanes, &access);
    if (origin->is_shared) {
        tw_shadow_read(warp, origin->op, lanes, &access);
    } else if (worker->running->races) {
        tw_grid_access(warp, origin->op, lanes, &access);
    }
}

/* What is found while the worker looks is kept with the load. */
void tw_doubt_hold(struct tw_origin *origin, const struct tw_caught *caught)
{
    struct tw_caught *grown = realloc(origin->held, (origin->held_count + 1) * sizeof *grown);
    if (!grown) return;
    origin->held = grown;
    grown[origin->held_count++] = *caught;
}

bool tw_doubt_read(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                   const struct tw_lane_access *access, bool is_shared)
{
    const struct tw_sim_worker *worker = warp->worker;
    const bool tracked = worker->running->machine->has_tracked;
    if (worker->cluster_races || (is_shared ? !worker->shadow : !tracked && !worker->running->races))
        return false;
    if (!make(warp)) return false;
    tw_doubts_reserve(warp);
    struct tw_origin *origin = new_origin(warp->doubts, TW_ORIGIN_READ, op);
    if (!origin) return false;
    struct tw_lane_access each; /* spelled out: each lane is told, also of several with one address */
    tw_doubt of[32];
    origin->lanes = active;
    origin->is_shared = is_shared;
    memcpy(origin->address, access->address, sizeof origin->address);
    for (unsigned lane = 0; lane < 32; lane++) of[lane] = number_of(warp->doubts, origin, lane);
    spell(origin, active, &each);
    warp->worker->looking = origin;
    if (is_shared) tw_shadow_unwritten(warp, op, active, &each);
    if (!is_shared && tracked) tw_written_access(warp, op, active, &each);
    warp->worker->looking = NULL;
    warp->doubtful = true;
    for (unsigned k = 0; k < op->count; k++) tw_doubt_write(warp, op, op->reference[k], active, of);
    warp->moved = true;
    return true;
}

/* --- what is told */

static void tell_absent(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                        const struct tw_origin *origin, unsigned asking)
{
    char why[64] = "";
    switch ((enum tw_why)origin->asked.why[asking]) {
    case TW_WHY_NO_THREAD:
        snprintf(why, sizeof why, "which no thread is: the block has %u", warp->worker->threads);
        break;
    case TW_WHY_EXITED:
        snprintf(why, sizeof why, "which has exited");
        break;
    case TW_WHY_NOT_IN_MASK:
        snprintf(why, sizeof why, "which is not in the lane mask 0x%08x", origin->mask);
        break;
    case TW_WHY_NOT_HERE:
        snprintf(why, sizeof why, "which does not take part");
    }
    tw_catch_absent(warp, &(struct tw_absent){.op = op,
                                              .asked_at = origin->op,
                                              .lane = lane,
                                              .asking = asking,
                                              .source = origin->asked.source[asking],
                                              .why = why});
}

/* A value is used. `absent` is false where early loads alone are told. */
static void tell(struct tw_warp *warp, const struct tw_op *op, unsigned lane, tw_doubt doubt, bool absent)
{
    struct tw_origin *origin = tw_origin_of(warp->doubts, doubt);
    const unsigned at = doubt % 32;
    switch (origin->kind) {
    case TW_ORIGIN_ABSENT:
        if (absent && !(origin->told >> at & 1u)) tell_absent(warp, op, lane, origin, at);
        if (absent) origin->told |= 1u << at;
        break;
    case TW_ORIGIN_READ:
        tell_read(warp, origin, 1u << at);
        break;
    case TW_ORIGIN_BOTH:
        tell(warp, op, lane, origin->both[at][0], absent);
        tell(warp, op, lane, origin->both[at][1], absent);
        break;
    case TW_ORIGIN_FREE:
        break;
    }
}

/* The lanes whose value comes from the same early load as the first lane's. */
static uint32_t reading_with(const struct tw_doubts *doubts, uint32_t lanes, const tw_doubt of[32])
{
    const tw_doubt first = of[tw_first_of(lanes)];
    uint32_t same = 0;
    if (!first || tw_origin_of(doubts, first)->kind != TW_ORIGIN_READ) return 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = tw_first_of(lanes);
        same |= (uint32_t)(of[lane] == (first & ~31u) + lane) << lane;
    }
    return same;
}

void tw_doubt_forget_told(struct tw_warp *warp, uint32_t reference)
{
    const struct tw_doubts *doubts = warp->doubts;
    const uint32_t lanes = tw_doubtful(doubts, reference);
    if (!lanes) return;
    const tw_doubt *of = doubts->of[reference / 64];
    const uint32_t told = tw_origin_of(doubts, of[tw_first_of(lanes)])->told;
    if (told & lanes) tw_doubt_clear(warp, reference, told & reading_with(doubts, lanes, of));
}

static void tell_all(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, const tw_doubt of[32],
                     bool absent)
{
    while (lanes) {
        const unsigned lane = tw_first_of(lanes);
        const uint32_t same = reading_with(warp->doubts, lanes, of);
        if (same)
            tell_read(warp, tw_origin_of(warp->doubts, of[lane]), same);
        else if (of[lane])
            tell(warp, op, lane, of[lane], absent);
        lanes &= ~(same | 1u << lane);
    }
}

void tw_doubt_use(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, const tw_doubt of[32])
{
    tell_all(warp, op, lanes, of, true);
}

void tw_doubt_use_register(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, uint32_t reference)
{
    const uint32_t doubtful = tw_doubtful(warp->doubts, reference) & lanes;
    if (doubtful) tw_doubt_use(warp, op, doubtful, warp->doubts->of[reference / 64]);
}

/* The part of a doubt that comes from a shuffle; 0: none. */
static tw_doubt absent_of(const struct tw_doubts *doubts, tw_doubt doubt)
{
    const struct tw_origin *origin = tw_origin_of(doubts, doubt);
    if (origin->kind == TW_ORIGIN_ABSENT) return doubt;
    if (origin->kind != TW_ORIGIN_BOTH) return 0;
    const tw_doubt *both = origin->both[doubt % 32], first = absent_of(doubts, both[0]);
    return first ? first : absent_of(doubts, both[1]);
}

void tw_doubt_keep(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, tw_doubt of[32])
{
    tell_all(warp, op, lanes, of, false);
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = tw_first_of(lanes);
        if (of[lane]) of[lane] = absent_of(warp->doubts, of[lane]);
    }
}

/* No compiler makes a load earlier than what orders accesses: it is where the program has it. */
void tw_doubt_settle(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const uint32_t *pending = warp->worker->running->program->pending + op->pending;
    for (uint32_t left = *pending++; left; left--, pending++) {
        const uint32_t lanes = tw_doubtful(warp->doubts, *pending) & active;
        tw_doubt of[32];
        for (unsigned lane = 0; lanes && lane < 32; lane++)
            of[lane] = tw_doubt_of(warp->doubts, *pending, lane);
        if (!lanes) continue;
        tw_doubt_keep(warp, op, lanes, of);
        tw_doubt_set(warp, *pending, lanes, of);
    }
}
