/*
 * cluster.h - blocks that run together (PTX ISA, "Cluster of Cooperative Thread Arrays").
 *
 * Private to sim.
 */
#ifndef TW_SIM_EXEC_CLUSTER_H
#define TW_SIM_EXEC_CLUSTER_H

#include "sim/exec/state.h"

static inline unsigned tw_cluster_size(const struct tw_sim_worker *worker)
{
    return worker->running->cluster_blocks;
}
/* Where block `number`, as blocks are taken, stands in the grid. */
void tw_cluster_place(const struct tw_running *running, uint64_t number, uint32_t block[3]);
/* The block with a finding that ends the launch, or NULL. */
struct tw_sim_worker *tw_cluster_faulty(const struct tw_sim_worker *worker);
bool tw_cluster_is_alive(
    const struct tw_sim_worker *worker); /* has this block of it lanes that have not exited? */
/* The active lanes come to the barrier of the cluster; and those that must wait there still. */
void tw_cluster_arrive(struct tw_warp *warp, uint32_t active);
uint32_t tw_cluster_waits(struct tw_warp *warp, uint32_t active);
/* Host address of `bytes` bytes at an address of shared::cluster, of whichever block that is; NULL: a finding. *owner: the block. */
unsigned char *tw_cluster_host(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                               uint32_t bytes, struct tw_sim_worker **owner);
/* The block of the cluster in whose shared memory that host address lies, or NULL. */
struct tw_sim_worker *tw_cluster_owner(const struct tw_sim_worker *worker, const unsigned char *host);
/* To the checks: threads of another block write there; or do what orders accesses. */
void tw_cluster_wrote(struct tw_sim_worker *owner, const unsigned char *host, uint32_t bytes);
void tw_cluster_ordered(struct tw_sim_worker *worker, struct tw_sim_worker *owner);

#endif
