/* How doubts spread from operands to results (doubt.h), by what an operation makes of its operands (enum tw_flow). */
#include "sim/check/doubt.h"
#include "sim/exec/decode/live.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/stack.h"

/* --- what an operation makes of its operands; in each lane, `lanes` being those that execute it */

static void join_register(struct tw_warp *warp, const struct tw_op *op, tw_doubt of[32], uint32_t lanes,
                          uint32_t reference)
{
    lanes &= tw_doubtful(warp->doubts, reference);
    if (lanes) tw_doubt_join(warp->doubts, op, of, lanes, warp->doubts->of[reference / 64]);
}

static void join_sources(struct tw_warp *warp, const struct tw_op *op, tw_doubt of[32], uint32_t lanes)
{
    for (unsigned i = op->results; i < op->references; i++)
        join_register(warp, op, of, lanes, op->reference[i]);
}

/* selp d, a, b, p */
static void join_selected(struct tw_warp *warp, const struct tw_op *op, tw_doubt of[32], uint32_t lanes)
{
    const uint32_t first = tw_predicate(warp, op, 3);
    join_register(warp, op, of, lanes & first, op->reference[1]);
    join_register(warp, op, of, lanes & ~first, op->reference[2]);
    join_register(warp, op, of, lanes, op->reference[3]);
}

/* Lanes where operand i of an `and`, an `or` or a product is such that the other one does not matter. */
static uint32_t deciding(const struct tw_warp *warp, const struct tw_op *op, unsigned i)
{
    const unsigned bits = tw_bits(op->instruction);
    const bool is_or = op->flow == TW_FLOW_OR;
    uint32_t lanes = 0;
    if (bits == 1) return is_or ? tw_predicate(warp, op, i) : ~tw_predicate(warp, op, i);
    const uint64_t all = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    for (unsigned lane = 0; lane < 32; lane++)
        lanes |= (uint32_t)(tw_lane_bits(tw_operand(warp, op, i), bits, lane) == (is_or ? all : 0)) << lane;
    return lanes;
}

/* op d, a, b */
static void join_undecided(struct tw_warp *warp, const struct tw_op *op, tw_doubt of[32], uint32_t lanes)
{
    uint32_t decided = deciding(warp, op, 1) & ~tw_doubtful(warp->doubts, op->reference[1]);
    decided |= deciding(warp, op, 2) & ~tw_doubtful(warp->doubts, op->reference[2]);
    join_sources(warp, op, of, lanes & ~decided);
}

/* setp.CMP.BOOL p|q, a, b, c and its kin: c alone may decide. */
static void join_compared(struct tw_warp *warp, const struct tw_op *op, tw_doubt of[32], uint32_t lanes)
{
    const unsigned last = op->references - 1u;
    const uint32_t c = tw_predicate(warp, op, last), clean = ~tw_doubtful(warp->doubts, op->reference[last]);
    uint32_t decided = 0;
    if (op->instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_AND) decided = clean & ~c;
    if (op->instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_OR) decided = clean & c;
    join_sources(warp, op, of, lanes & ~decided);
}

static void join_operands(struct tw_warp *warp, const struct tw_op *op, tw_doubt of[32], uint32_t lanes)
{
    switch ((enum tw_flow)op->flow) {
    case TW_FLOW_SELECT:
        join_selected(warp, op, of, lanes);
        break;
    case TW_FLOW_AND:
    case TW_FLOW_OR:
    case TW_FLOW_PRODUCT:
        join_undecided(warp, op, of, lanes);
        break;
    case TW_FLOW_COMPARE:
        join_compared(warp, op, of, lanes);
        break;
    default:
        join_sources(warp, op, of, lanes);
    }
}

/* Is anything doubtful that the operation names? */
static bool is_touched(const struct tw_doubts *doubts, const struct tw_op *op)
{
    uint32_t lanes = tw_doubtful(doubts, op->guard);
    for (unsigned i = 0; i < op->references; i++) lanes |= tw_doubtful(doubts, op->reference[i]);
    return lanes;
}

/* A move or arithmetic. Where the guard is doubtful so are what it writes and what it leaves. */
static void spread(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_doubts *doubts = warp->doubts;
    const uint32_t unsure = tw_doubtful(doubts, op->guard) & warp->group;
    tw_doubt of[32] = {0};
    if (!is_touched(doubts, op)) return;
    join_operands(warp, op, of, active);
    for (unsigned i = 0; i < op->results; i++)
        join_register(warp, op, of, unsure & ~active, op->reference[i]);
    join_register(warp, op, of, unsure, op->guard);
    if (!op->keeps) tw_doubt_keep(warp, op, active | unsure, of);
    for (unsigned i = 0; i < op->results; i++)
        tw_doubt_write(warp, op, op->reference[i], active | unsure, of);
}

/* --- operations that name more than `reference` has: by the registers of the instruction */

struct walk {
    struct tw_warp *warp;
    const struct tw_op *op;
    const uint32_t *registers; /* of the routine */
    uint32_t lanes;
    tw_doubt first; /* the first that is found */
    bool uses;
};

static const uint32_t *registers_of(const struct tw_warp *warp, const struct tw_op *op)
{
    return tw_routine_of(warp->worker->running->program, op)->registers;
}

static void use_source(void *context, uint32_t r)
{
    const struct walk *walk = context;
    tw_doubt_use_register(walk->warp, walk->op, walk->lanes, walk->registers[r]);
}

static void find_source(void *context, uint32_t r)
{
    struct walk *walk = context;
    const uint32_t reference = walk->registers[r],
                   lanes = tw_doubtful(walk->warp->doubts, reference) & walk->lanes;
    if (lanes && !walk->first) walk->first = tw_doubt_of(walk->warp->doubts, reference, tw_first_of(lanes));
}

static void set_result(void *context, uint32_t r)
{
    const struct walk *walk = context;
    tw_doubt of[32];
    for (unsigned lane = 0; lane < 32; lane++) of[lane] = walk->first;
    tw_doubt_set(walk->warp, walk->registers[r], walk->lanes, of);
}

/* All operands are used, and the results are clean. */
static void use_all(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct walk walk = {.warp = warp, .op = op, .lanes = active};
    if (!op->instruction) return;
    walk.registers = registers_of(warp, op);
    tw_each_register(op->instruction, false, use_source, &walk);
    tw_each_register(op->instruction, true, set_result, &walk);
}

/* Each result is made of all lanes' operands. */
static void spread_to_all(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct walk walk = {.warp = warp, .op = op, .lanes = active, .registers = registers_of(warp, op)};
    tw_doubt of[32] = {0};
    tw_each_register(op->instruction, false, find_source, &walk);
    of[tw_first_of(active)] = walk.first;
    tw_doubt_keep(warp, op, active & -active, of);
    walk.first = of[tw_first_of(active)];
    tw_each_register(op->instruction, true, set_result, &walk);
}

/* Does a lane that is sure settle a vote? References: p, predicate, mask. */
static bool is_settled(const struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const uint8_t mode = op->instruction->words[TW_PTX_CLASS_VOTE];
    if (mode != TW_PTX_VOTE_ANY && mode != TW_PTX_VOTE_ALL) return false;
    const uint32_t yes = tw_predicate(warp, op, 1),
                   sure = lanes & ~tw_doubtful(warp->doubts, op->reference[1]);
    return sure & (mode == TW_PTX_VOTE_ANY ? yes : ~yes);
}

void tw_doubt_gather(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    tw_doubts_reserve(warp);
    if (is_settled(warp, op, lanes))
        tw_doubt_clear(warp, op->reference[0], lanes);
    else
        spread_to_all(warp, op, lanes);
}

/* --- loads and stores */

/* The active lanes that access local memory; `offset`: where in it. */
static uint32_t local_lanes(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                            uint32_t offset[32])
{
    const struct tw_place place = tw_first_place(op);
    uint32_t lanes = 0;
    for (unsigned lane = 0; op->flow != TW_FLOW_FAR && lane < 32; lane++) {
        const uint64_t address = tw_place_address(warp, &place, lane);
        const bool is_local = op->flow == TW_FLOW_LOCAL || address >> 32 == TW_LOCAL_WINDOW >> 32;
        offset[lane] = (uint32_t)address;
        lanes |= (uint32_t)is_local << lane;
    }
    return lanes & active;
}

static void load(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t offset[32];
    const uint32_t local = warp->doubts->local ? local_lanes(warp, op, active, offset) : 0;
    for (unsigned k = 0; k < op->count; k++) {
        tw_doubt of[32] = {0};
        for (uint32_t left = local; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            of[lane] =
                tw_doubt_load(warp->doubts, lane, offset[lane] + k * op->element_bytes, op->element_bytes);
        }
        if (local || tw_doubtful(warp->doubts, op->reference[k]))
            tw_doubt_set(warp, op->reference[k], active, of);
    }
}

static void store(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t offset[32], doubtful = 0;
    for (unsigned k = 0; k < op->count; k++) doubtful |= tw_doubtful(warp->doubts, op->reference[k]);
    if (!(doubtful & active) && !warp->doubts->local) return;
    const uint32_t local = local_lanes(warp, op, active, offset);
    for (unsigned k = 0; k < op->count; k++) {
        tw_doubt of[32] = {0};
        join_register(warp, op, of, active, op->reference[k]);
        tw_doubt_use(warp, op, active & ~local, of);
        tw_doubt_keep(warp, op, local, of);
        for (uint32_t left = local; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            tw_doubt_store(warp, lane, offset[lane] + k * op->element_bytes, op->element_bytes, of[lane]);
        }
    }
}

static void move(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_doubt_use_register(warp, op, active, op->address);
    if (op->is_store)
        store(warp, op, active);
    else
        load(warp, op, active);
}

/* --- the rest */

/* What a function of the driver is given is used. */
static void call(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct tw_call *callee = op->call;
    if (!callee->target) tw_doubt_use_register(warp, op, active, callee->address);
    for (size_t i = 0; callee->target && callee->target->builtin && i < callee->argument_count; i++) {
        const struct tw_call_value *value = &callee->arguments[i];
        if (value->reference != TW_NEVER) tw_doubt_use_register(warp, op, active, value->reference);
        for (uint32_t left = value->reference == TW_NEVER ? active : 0; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            tw_doubt_use_memory(warp, op, lane, TW_LOCAL_WINDOW | (warp->stack->base[lane] + value->offset),
                                value->bytes);
        }
    }
}

static bool is_spread(const struct tw_op *op)
{
    return op->flow >= TW_FLOW_SPREADS;
}

static void forget_told(struct tw_warp *warp, const struct tw_op *op)
{
    tw_doubt_forget_told(warp, op->guard);
    for (unsigned i = 0; i < op->references; i++) tw_doubt_forget_told(warp, op->reference[i]);
}

void tw_doubt_step(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    if (!warp->doubtful) return;
    tw_doubts_reserve(warp);
    forget_told(warp, op);
    if (op->pending && active) tw_doubt_settle(warp, op, active);
    if (is_spread(op)) {
        spread(warp, op, active);
        return;
    }
    tw_doubt_use_register(warp, op, warp->group, op->guard);
    if (!active) return;
    switch ((enum tw_flow)op->flow) {
    case TW_FLOW_FAR:
    case TW_FLOW_LOCAL:
    case TW_FLOW_GENERIC:
        move(warp, op, active);
        break;
    case TW_FLOW_ALL:
        spread_to_all(warp, op, active);
        break;
    case TW_FLOW_CALL:
        call(warp, op, active);
        break;
    case TW_FLOW_LANES: /* the handler spreads (run/warp.c); the lanes' mask is used */
        if (strstr(op->instruction->opcode, ".sync"))
            tw_doubt_use_register(warp, op, active, op->reference[op->references - 1u]);
        break;
    case TW_FLOW_HINT:
        break;
    default:
        use_all(warp, op, active);
    }
}

void tw_doubt_leave(struct tw_warp *warp, uint32_t group)
{
    struct tw_doubts *doubts = warp->doubts;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < doubts->leaves; i++) {
        const uint32_t reference = doubts->leaving[i], lanes = doubts->brief[reference / 64] & group;
        tw_doubt_clear(warp, reference, lanes);
        if (doubts->brief[reference / 64]) doubts->leaving[kept++] = reference;
    }
    doubts->leaves = kept;
    tw_doubts_update(warp);
}
