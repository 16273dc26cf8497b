/* Between the lanes of a warp (PTX ISA, "shfl.sync", "vote.sync",
 * "match.sync", "redux.sync", "activemask", "elect.sync"). */
#include "sim/lanes.h"

/* What a lane gets from one that does not take part:
 * undefined in the ISA, so nothing that could pass for a value. */
#define UNDEFINED 0xfefefefeu

/*
 * The lane that `lane` reads from, and whether it lies within the segment. c holds the segment's mask in bits
 * 8-12 and the clamp in bits 0-4, as the ISA's pseudo-code has it.
 */
static unsigned source_lane(enum tw_ptx_word mode, unsigned lane, uint32_t b, uint32_t c, bool *inside)
{
    unsigned by = b & 31, segment = c >> 8 & 31;
    unsigned least = lane & segment, most = least | (c & 31 & ~segment);
    int source;
    switch (mode) {
    case TW_PTX_SHFL_UP:
        source = (int)lane - (int)by;
        *inside = source >= (int)most;
        break;
    case TW_PTX_SHFL_DOWN:
        source = (int)(lane + by);
        *inside = source <= (int)most;
        break;
    case TW_PTX_SHFL_BFLY:
        source = (int)(lane ^ by);
        *inside = source <= (int)most;
        break;
    default:
        source = (int)(least | (by & ~segment));
        *inside = source <= (int)most;
        break;
    }
    return *inside ? (unsigned)source : lane;
}

/* References: d, p, a, b, c, mask */
static void shfl(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    uint32_t inside_lanes = 0;
    const union tw_lanes *a = tw_operand(warp, op, 2), *b = tw_operand(warp, op, 3),
                         *c = tw_operand(warp, op, 4);
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        bool inside;
        unsigned source =
            source_lane(op->instruction->words[TW_PTX_CLASS_SHFL], i, b->u32[i], c->u32[i], &inside);
        r.u32[i] = lanes >> source & 1u ? a->u32[source] : UNDEFINED;
        inside_lanes |= (uint32_t)inside << i;
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, lanes);
    tw_set_predicate(warp, op, 1, inside_lanes, lanes);
}

/* References: d, p, mask */
static void vote(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    uint32_t yes = tw_predicate(warp, op, 1) & lanes;
    bool all = yes == lanes, any = yes != 0;
    enum tw_ptx_word mode = op->instruction->words[TW_PTX_CLASS_VOTE];
    bool result = mode == TW_PTX_VOTE_ALL ? all : mode == TW_PTX_VOTE_ANY ? any : all || !any;
    tw_set_predicate(warp, op, 0, result ? TW_ALL_LANES : 0, lanes);
}

static void give_all(struct tw_warp *warp, const struct tw_op *op, uint32_t value, uint32_t lanes)
{
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) r.u32[i] = value;
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, lanes);
}

static void ballot(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    give_all(warp, op, tw_predicate(warp, op, 1) & lanes, lanes);
}

static uint32_t same_value(const struct tw_op *op, const union tw_lanes *a, unsigned lane, uint32_t lanes)
{
    uint32_t same = 0;
    bool wide = tw_bits(op->instruction) == 64;
    for (unsigned i = 0; i < 32; i++) {
        bool equal = wide ? a->u64[i] == a->u64[lane] : a->u32[i] == a->u32[lane];
        same |= (uint32_t)equal << i;
    }
    return same & lanes;
}

/* References: d, a, mask */
static void match_any(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) r.u32[i] = same_value(op, tw_operand(warp, op, 1), i, lanes);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, lanes);
}

/* References: d, p, a, mask */
static void match_all(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    unsigned first = 0;
    while (!(lanes >> first & 1u)) first++;
    bool all = same_value(op, tw_operand(warp, op, 2), first, lanes) == lanes;
    give_all(warp, op, all ? lanes : 0, lanes);
    tw_set_predicate(warp, op, 1, all ? TW_ALL_LANES : 0, lanes);
}

static uint32_t reduce(enum tw_ptx_word operation, bool is_signed, uint32_t a, uint32_t b)
{
    bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
    switch (operation) {
    case TW_PTX_ATOM_ADD:
        return a + b;
    case TW_PTX_ATOM_MIN:
        return less ? a : b;
    case TW_PTX_ATOM_MAX:
        return less ? b : a;
    case TW_PTX_ATOM_AND:
        return a & b;
    case TW_PTX_ATOM_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static void redux(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    uint32_t result = 0;
    bool started = false;
    for (unsigned i = 0; i < 32; i++) {
        if (!(lanes >> i & 1u)) continue;
        uint32_t value = tw_operand(warp, op, 1)->u32[i];
        bool is_signed = op->instruction->type[0] == TW_PTX_S32;
        result =
            started ? reduce(op->instruction->words[TW_PTX_CLASS_ATOM], is_signed, result, value) : value;
        started = true;
    }
    give_all(warp, op, result, lanes);
}

/* add, min, max of integers; and, or, xor of bits */
static bool reduction_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word operation = instruction->words[TW_PTX_CLASS_ATOM];
    bool bits = instruction->type[0] == TW_PTX_B32;
    bool logic = operation >= TW_PTX_ATOM_AND && operation <= TW_PTX_ATOM_XOR;
    return operation <= TW_PTX_ATOM_XOR && logic == bits;
}

static void activemask(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    give_all(warp, op, active, active);
}

/* References: d, p, mask. The lowest lane of the mask is elected. */
static void elect(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    unsigned first = 0;
    while (!(lanes >> first & 1u)) first++;
    give_all(warp, op, first, lanes);
    tw_set_predicate(warp, op, 1, 1u << first, lanes);
}

/* run_NAME: NAME for each set of lanes that exchange together. */
#define TOGETHER(name)                                                                                       \
    static void run_##name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                    \
    {                                                                                                        \
        tw_warp_together(warp, op, active, false, name);                                                     \
    }

/* Sets of lanes that exchange at the same time are one shuffle of the warp. */
static void run_shfl(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t at = warp->pc;
    if (tw_warp_together(warp, op, active, false, shfl)) warp->tally[at].shuffles++;
}

/* Without .sync (targets before sm_70): those that execute it together exchange. */
static void shfl_active(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    shfl(warp, op, active);
    warp->tally[warp->pc].shuffles++;
}

/* clang-format off */
TW_SELECT(shfl, run_shfl)
TW_SELECT(shfl_active, shfl_active)
TW_SELECT(vote_active, vote)
TW_SELECT(ballot_active, ballot)
TOGETHER(vote)      TW_SELECT(vote, run_vote)
TOGETHER(ballot)    TW_SELECT(ballot, run_ballot)
TOGETHER(match_any) TW_SELECT(match_any, run_match_any)
TOGETHER(match_all) TW_SELECT(match_all, run_match_all)
TOGETHER(redux)     TW_SELECT(redux, reduction_fits(instruction) ? run_redux : NULL)
TOGETHER(elect)     TW_SELECT(elect, run_elect)
TW_SELECT(activemask, activemask)
    /* clang-format on */
