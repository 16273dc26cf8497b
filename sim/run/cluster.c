/* Clusters (PTX ISA, "barrier.cluster", "mapa", "getctarank"): each block is one of its own, of rank 0. */
#include "sim/lanes.h"

static void cluster_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)op;
    tw_block_cluster_arrive(warp, active);
}

static void cluster_wait(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t waits = tw_block_cluster_waits(warp, active);
    (void)op;
    if (waits) tw_warp_stand_back(warp, waits);
}

/* .release and .relaxed arrive, .acquire waits. */
static bool order_is(const struct tw_ptx_instruction *instruction, enum tw_ptx_word one,
                     enum tw_ptx_word other)
{
    enum tw_ptx_word order = instruction->words[TW_PTX_CLASS_ORDER];
    return order == TW_PTX_ABSENT || order == one || order == other;
}

TW_SELECT(cluster_arrive,
          order_is(instruction, TW_PTX_ORDER_RELEASE, TW_PTX_ORDER_RELAXED) ? cluster_arrive : NULL)
TW_SELECT(cluster_wait,
          order_is(instruction, TW_PTX_ORDER_ACQUIRE, TW_PTX_ORDER_ACQUIRE) ? cluster_wait : NULL)

/* The address of the same variable in the block of a rank: there is rank 0 only, and that is the block itself. */
static void mapa(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *address = tw_operand(warp, op, 1), *rank = tw_operand(warp, op, 2);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u) || rank->u32[lane] == 0) continue;
        tw_find(warp, op, TW_SIM_TRAP, lane, "block %u of a cluster of one", rank->u32[lane]);
        return;
    }
    const bool wide = tw_bits(op->instruction) == 64;
    tw_commit(tw_operand(warp, op, 0), address, wide ? sizeof *address->u64 : sizeof *address->u32, active);
}

static void getctarank(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    static const union tw_lanes zero;
    tw_commit(tw_operand(warp, op, 0), &zero, sizeof *zero.u32, active);
}

TW_SELECT(mapa, mapa)
TW_SELECT(getctarank, getctarank)
