/* Between the lanes of a warp (PTX ISA, "shfl.sync", "vote.sync",
 * "match.sync", "redux.sync", "activemask", "elect.sync"). */
#include "sim/check/doubt.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

/* What a lane gets from one that does not take part:
 * undefined in the ISA, so nothing that could pass for a value. */
#define UNDEFINED 0xfefefefeu

/* Which lane each one reads, and whether the one that it asked for is within the segment. */
struct sources {
    int lane[32];
    uint8_t inside[32];
};

/* Does a lane ask one that does not take part? */
static bool any_absent(const struct sources *sources, uint32_t lanes)
{
    uint32_t asked = 0;
    for (uint32_t left = lanes == TW_ALL_LANES ? 0 : lanes; left; left &= left - 1)
        asked |= 1u << sources->lane[tw_first_of(left)];
    return asked & ~lanes;
}

static void take_from(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                      const struct sources *sources)
{
    const union tw_lanes *a = tw_operand(warp, op, 2);
    union tw_lanes r;
    if (warp->doubtful || any_absent(sources, lanes)) tw_doubt_shuffle(warp, op, lanes, sources->lane);
    for (unsigned i = 0; i < 32; i++) r.u32[i] = a->u32[sources->lane[i]];
    for (unsigned i = 0; lanes != TW_ALL_LANES && i < 32; i++)
        r.u32[i] = lanes >> sources->lane[i] & 1u ? r.u32[i] : UNDEFINED;
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, lanes);
    tw_set_predicate(warp, op, 1, tw_pack_lanes(sources->inside), lanes);
}

/*
 * The lane that `lane` reads from, and whether it lies within the segment. c holds the segment's mask in bits
 * 8-12 and the clamp in bits 0-4, as the ISA's pseudo-code has it. References: d, p, a, b, c, mask
 */
#define SHFL(name, from, is_inside)                                                                          \
    static void shfl_##name(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)                    \
    {                                                                                                        \
        const union tw_lanes *b = tw_operand(warp, op, 3), *c = tw_operand(warp, op, 4);                     \
        struct sources sources;                                                                              \
        for (int lane = 0; lane < 32; lane++) {                                                              \
            const int by = b->s32[lane] & 31, segment = c->s32[lane] >> 8 & 31;                              \
            const int least = lane & segment, most = least | (c->s32[lane] & 31 & ~segment);                 \
            const int source = (from), inside = (is_inside);                                                 \
            (void)least;                                                                                     \
            sources.inside[lane] = (uint8_t)inside;                                                          \
            sources.lane[lane] = inside ? source & 31 : lane;                                                \
        }                                                                                                    \
        take_from(warp, op, lanes, &sources);                                                                \
    }

SHFL(up, lane - by, source >= most)
SHFL(down, lane + by, source <= most)
SHFL(bfly, lane ^ by, source <= most)
SHFL(idx, least | (by & ~segment), source <= most)

static tw_run *shfl_of(const struct tw_op *op)
{
    switch (op->instruction->words[TW_PTX_CLASS_SHFL]) {
    case TW_PTX_SHFL_UP:
        return shfl_up;
    case TW_PTX_SHFL_DOWN:
        return shfl_down;
    case TW_PTX_SHFL_BFLY:
        return shfl_bfly;
    default:
        return shfl_idx;
    }
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
    const bool wide = tw_bits(op->instruction) == 64;
    uint8_t same[32];
    if (wide) {
        for (unsigned i = 0; i < 32; i++) same[i] = a->u64[i] == a->u64[lane];
    } else {
        for (unsigned i = 0; i < 32; i++) same[i] = a->u32[i] == a->u32[lane];
    }
    return tw_pack_lanes(same) & lanes;
}

/* References: d, a, mask */
static void match_any(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) r.u32[i] = same_value(op, a, i, lanes);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, lanes);
}

/* References: d, p, a, mask */
static void match_all(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const unsigned first = tw_first_of(lanes);
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
    const enum tw_ptx_word operation = op->instruction->words[TW_PTX_CLASS_ATOM];
    const bool is_signed = op->instruction->type[0] == TW_PTX_S32;
    const uint32_t *value = tw_operand(warp, op, 1)->u32;
    uint32_t result = value[tw_first_of(lanes)];
    for (uint32_t left = lanes & (lanes - 1); left; left &= left - 1)
        result = reduce(operation, is_signed, result, value[tw_first_of(left)]);
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
    const unsigned first = tw_first_of(lanes);
    give_all(warp, op, first, lanes);
    tw_set_predicate(warp, op, 1, 1u << first, lanes);
}

/* run_NAME: NAME for each set of lanes that exchange together. */
#define TOGETHER(name)                                                                                       \
    static void together_##name(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)                \
    {                                                                                                        \
        if (warp->doubtful) tw_doubt_gather(warp, op, lanes);                                                \
        name(warp, op, lanes);                                                                               \
    }                                                                                                        \
    static void run_##name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                    \
    {                                                                                                        \
        tw_warp_together(warp, op, active, false, together_##name);                                          \
    }

/* Sets of lanes that exchange at the same time are one shuffle of the warp. */
static void run_shfl(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t at = warp->pc;
    if (tw_warp_together(warp, op, active, false, shfl_of(op))) warp->tally[at].shuffles++;
}

/* Without .sync (targets before sm_70): those that execute it together exchange. */
static void shfl_active(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    shfl_of(op)(warp, op, active);
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
