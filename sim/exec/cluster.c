/*
 * Clusters: blocks that run together and reach each other's shared memory (PTX ISA, "Cluster of Cooperative Thread Arrays",
 * "barrier.cluster"). An address of it has the rank of its block in the bits from TW_RANK_SHIFT on. All blocks of a cluster are
 * on one host thread.
 */
#include "sim/exec/cluster.h"

#include <stdio.h>
#include <string.h>

#include "sim/check/cluster_races.h"
#include "sim/check/finding.h"
#include "sim/check/grid_races.h"
#include "sim/check/shadow.h"

/* Clusters are taken x first, and so are the blocks in them: by rank. */
void tw_cluster_place(const struct tw_running *running, uint64_t number, uint32_t block[3])
{
    const uint32_t *size = running->cluster, *grid = running->launch->grid;
    uint64_t cluster = number / running->cluster_blocks, rank = number % running->cluster_blocks;
    for (unsigned i = 0; i < 3; i++) {
        block[i] = (uint32_t)(cluster % (grid[i] / size[i]) * size[i] + rank % size[i]);
        cluster /= grid[i] / size[i];
        rank /= size[i];
    }
}

struct tw_sim_worker *tw_cluster_faulty(const struct tw_sim_worker *worker)
{
    for (unsigned i = 0; i < tw_cluster_size(worker); i++) {
        if (worker->cluster[i]->finding.fault) return worker->cluster[i];
    }
    return NULL;
}

bool tw_cluster_is_alive(const struct tw_sim_worker *worker)
{
    uint32_t live = 0;
    for (unsigned w = 0; w < worker->warp_count; w++) live |= worker->warps[w].live;
    return live != 0;
}

/* --- the barrier: who has come goes on, and waits later; who has exited has come */

static bool all_have_come(const struct tw_sim_worker *worker)
{
    bool all = true;
    for (unsigned i = 0; i < tw_cluster_size(worker); i++) {
        const struct tw_sim_worker *block = worker->cluster[i];
        for (unsigned w = 0; w < block->warp_count; w++)
            all = all && !(block->warps[w].live & ~block->at_cluster[w]);
    }
    return all;
}

static void end_phase(const struct tw_sim_worker *worker)
{
    if (!all_have_come(worker)) return;
    if (worker->cluster_races) tw_cluster_races_phase(worker->cluster_races);
    for (unsigned i = 0; i < tw_cluster_size(worker); i++) {
        struct tw_sim_worker *block = worker->cluster[i];
        if (block->shadow) tw_order_cluster(block);
        if (block->running->races) tw_grid_meet(block);
        memset(block->at_cluster, 0, sizeof block->at_cluster);
    }
}

void tw_cluster_arrive(struct tw_warp *warp, uint32_t active)
{
    warp->worker->at_cluster[warp->number] |= active;
    end_phase(warp->worker);
}

uint32_t tw_cluster_waits(struct tw_warp *warp, uint32_t active)
{
    end_phase(warp->worker); /* some may have left since */
    const uint32_t waits = warp->worker->at_cluster[warp->number] & active;
    if (warp->worker->cluster_races && waits != active) tw_cluster_races_wait(warp->worker);
    return waits;
}

/* --- shared memory of all blocks */

#define MOST_ALIGNED                                                                                         \
    16u /* bytes of an access; what is longer is a copy, whose alignment is its own business */

static void find_nowhere(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address)
{
    const struct tw_sim_worker *worker = warp->worker;
    tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
            "address 0x%llx is in the shared memory of block %llu of a cluster of %u",
            (unsigned long long)address, (unsigned long long)(address >> TW_RANK_SHIFT),
            tw_cluster_size(worker));
}

/* The threads of that block have all exited. True: the launch goes on, as hardware does with an arrival. */
static bool find_left(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                      const struct tw_sim_worker *block)
{
    const uint32_t *at = block->block;
    char what[256];
    snprintf(what, sizeof what,
             "address 0x%llx is in the shared memory of block (%u,%u,%u) of its cluster, whose threads have "
             "all exited: nothing keeps that memory then",
             (unsigned long long)address, at[0], at[1], at[2]);
    if (strncmp(op->instruction->opcode, "mbarrier.arrive", 15) == 0)
        return tw_find_passing(warp, op, TW_SIM_PASS_MATE_LEFT, TW_SIM_BAD_ADDRESS, lane, what);
    tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "%s", what);
    return false;
}

unsigned char *tw_cluster_host(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                               uint32_t bytes, struct tw_sim_worker **owner)
{
    const uint64_t rank = address >> TW_RANK_SHIFT;
    if (rank >= tw_cluster_size(warp->worker)) {
        find_nowhere(warp, op, lane, address);
        return NULL;
    }
    struct tw_sim_worker *block = *owner = warp->worker->cluster[rank];
    const uint32_t *at = block->block;
    uint64_t offset = address - block->shared_base;
    if (offset > block->shared_bytes || block->shared_bytes - offset < bytes) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "%u byte%s at byte %lld of the %u bytes of shared memory of block (%u,%u,%u) of its cluster",
                bytes, bytes == 1 ? "" : "s", (long long)offset, block->shared_bytes, at[0], at[1], at[2]);
        return NULL;
    }
    if (bytes && bytes <= MOST_ALIGNED && offset % bytes) {
        tw_find(warp, op, TW_SIM_MISALIGNED, lane,
                "address 0x%llx in shared memory of the cluster is not a multiple of %u",
                (unsigned long long)address, bytes);
        return NULL;
    }
    if (block != warp->worker && !tw_cluster_is_alive(block) && !find_left(warp, op, lane, address, block))
        return NULL;
    return block->shared + offset;
}

struct tw_sim_worker *tw_cluster_owner(const struct tw_sim_worker *worker, const unsigned char *host)
{
    for (unsigned i = 0; i < tw_cluster_size(worker); i++) {
        struct tw_sim_worker *block = worker->cluster[i];
        if ((uintptr_t)host - (uintptr_t)block->shared < block->shared_bytes) return block;
    }
    return NULL;
}

/* --- for the checks, which are each block's: what goes on between blocks orders more for them than it does, so that no race
   is made up */

void tw_cluster_wrote(struct tw_sim_worker *owner, const unsigned char *host, uint32_t bytes)
{
    if (owner->shadow) tw_shadow_foreign(owner, (uint32_t)(host - owner->shared), bytes);
}

void tw_cluster_ordered(struct tw_sim_worker *worker, struct tw_sim_worker *owner)
{
    if (worker->shadow) tw_order_all(worker);
    if (owner->shadow) tw_order_all(owner);
    if (worker->running->races) {
        tw_grid_meet(worker);
        tw_grid_meet(owner);
    }
}
