/* Clusters (PTX ISA, "barrier.cluster", "mapa", "getctarank"); see sim/exec/cluster.c. */
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

static void cluster_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)op;
    tw_cluster_arrive(warp, active);
}

static void cluster_wait(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t waits = tw_cluster_waits(warp, active);
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

#define RANK_BITS ((uint64_t)0xFF << TW_RANK_SHIFT)

/* The address of the same variable in the block of a rank; 0 where the cluster has none, as on an H200. */
static void mapa(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *address = tw_operand(warp, op, 1), *rank = tw_operand(warp, op, 2);
    const unsigned bits = tw_bits(op->instruction);
    union tw_lanes mapped;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t own = tw_lane_bits(address, bits, lane) & ~RANK_BITS;
        bool is_there = rank->u32[lane] < tw_cluster_size(warp->worker);
        tw_set_lane_bits(&mapped, bits, lane,
                         is_there ? own | (uint64_t)rank->u32[lane] << TW_RANK_SHIFT : 0);
    }
    tw_commit(tw_operand(warp, op, 0), &mapped, bits == 64 ? sizeof *mapped.u64 : sizeof *mapped.u32, active);
}

static void getctarank(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *address = tw_operand(warp, op, 1);
    union tw_lanes rank;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t bits = tw_lane_bits(address, tw_bits(op->instruction), lane);
        rank.u32[lane] = (uint32_t)((bits & RANK_BITS) >> TW_RANK_SHIFT);
    }
    tw_commit(tw_operand(warp, op, 0), &rank, sizeof *rank.u32, active);
}

TW_SELECT(mapa, mapa)
TW_SELECT(getctarank, getctarank)
