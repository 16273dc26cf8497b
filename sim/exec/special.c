/*
 * Special registers (PTX ISA, "Special Registers"). They are registers like others, filled before a launch, before a block, or, those
 * that change as the kernel runs, before each instruction that reads them. What the hardware leaves to chance is the same in every run
 * here (docs/simulator.md).
 */
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

#include "sim/ptx/match.h"

/* Values that differ between the lanes of a warp; false: `special` does not. */
static bool value_in_lane(const struct tw_sim_worker *worker, enum tw_ptx_special special, unsigned warp,
                          unsigned lane, uint64_t *value)
{
    const uint32_t *block = worker->running->launch->block;
    uint32_t thread = warp * 32 + lane, bit = 1u << lane;
    switch (special) {
    case TW_PTX_TID_X:
        *value = thread % block[0];
        return true;
    case TW_PTX_TID_Y:
        *value = thread / block[0] % block[1];
        return true;
    case TW_PTX_TID_Z:
        *value = thread / block[0] / block[1];
        return true;
    case TW_PTX_LANEID:
        *value = lane;
        return true;
    case TW_PTX_LANEMASK_EQ:
        *value = bit;
        return true;
    case TW_PTX_LANEMASK_LT:
        *value = bit - 1;
        return true;
    case TW_PTX_LANEMASK_LE:
        *value = bit | (bit - 1);
        return true;
    case TW_PTX_LANEMASK_GT:
        *value = ~(bit | (bit - 1));
        return true;
    case TW_PTX_LANEMASK_GE:
        *value = ~(bit - 1);
        return true;
    default:
        return false;
    }
}

/* The block's shared memory as it is allotted: in the target's units. */
static uint32_t allotted_shared(const struct tw_sim_worker *worker)
{
    uint32_t unit = worker->running->machine->target->shared_unit;
    return (worker->shared_bytes - worker->shared_front + unit - 1) / unit * unit;
}

/* Values that are the same in all lanes of a worker's blocks. There is no more than zero behind counters that
 * nobody has configured, the driver's own registers, and no graph that a kernel could launch. */
static uint64_t value_in_launch(const struct tw_sim_worker *worker, enum tw_ptx_special special)
{
    const struct tw_running *running = worker->running;
    const struct tw_sim_launch *launch = running->launch;
    const struct tw_target *target = running->machine->target;
    switch (special) {
    case TW_PTX_NTID_X:
    case TW_PTX_NTID_Y:
    case TW_PTX_NTID_Z:
        return launch->block[special - TW_PTX_NTID_X];
    case TW_PTX_NCTAID_X:
    case TW_PTX_NCTAID_Y:
    case TW_PTX_NCTAID_Z:
        return launch->grid[special - TW_PTX_NCTAID_X];
    case TW_PTX_NCLUSTERID_X:
    case TW_PTX_NCLUSTERID_Y:
    case TW_PTX_NCLUSTERID_Z:
        return launch->grid[special - TW_PTX_NCLUSTERID_X] / running->cluster[special - TW_PTX_NCLUSTERID_X];
    case TW_PTX_CLUSTER_NCTAID_X:
    case TW_PTX_CLUSTER_NCTAID_Y:
    case TW_PTX_CLUSTER_NCTAID_Z:
        return running->cluster[special - TW_PTX_CLUSTER_NCTAID_X];
    case TW_PTX_CLUSTER_NCTARANK:
        return running->cluster_blocks;
    case TW_PTX_CLUSTER_CTARANK:
        return worker->rank;
    case TW_PTX_EXPLICIT_CLUSTER:
        return running->explicit_cluster ? UINT32_MAX : 0;
    case TW_PTX_ENVREG1: /* where CUDA's headers look for the barrier of a cooperative grid */
        return (uint32_t)(launch->workspace >> 32);
    case TW_PTX_ENVREG2:
        return (uint32_t)launch->workspace;
    case TW_PTX_TOTAL_SMEM:
        return allotted_shared(worker);
    case TW_PTX_AGGR_SMEM:
        return worker->shared_bytes - worker->shared_front + target->shared_reserved;
    case TW_PTX_DYNAMIC_SMEM:
        return launch->dynamic_shared_bytes;
    case TW_PTX_RESERVED_SMEM_BEGIN:
    case TW_PTX_RESERVED_SMEM_0:
        return worker->shared_base;
    case TW_PTX_RESERVED_SMEM_1: /* CUDA's headers keep their barriers there */
        return worker->shared_base + target->shared_reserved / 2;
    case TW_PTX_RESERVED_SMEM_CAP:
    case TW_PTX_RESERVED_SMEM_END:
        return worker->shared_base + target->shared_reserved;
    case TW_PTX_NSMID:
        return target->multiprocessors;
    case TW_PTX_NWARPID:
        return target->threads_per_sm / 32;
    case TW_PTX_GRIDID:
        return worker->running->machine->grids;
    default:
        return 0;
    }
}

/* Values that a block changes; blocks take the multiprocessors in turn. */
static bool value_in_block(const struct tw_sim_worker *worker, enum tw_ptx_special special, uint64_t *value)
{
    const uint32_t *cluster = worker->running->cluster;
    switch (special) {
    case TW_PTX_CTAID_X:
    case TW_PTX_CTAID_Y:
    case TW_PTX_CTAID_Z:
        *value = worker->block[special - TW_PTX_CTAID_X];
        return true;
    case TW_PTX_CLUSTERID_X:
    case TW_PTX_CLUSTERID_Y:
    case TW_PTX_CLUSTERID_Z:
        *value = worker->block[special - TW_PTX_CLUSTERID_X] / cluster[special - TW_PTX_CLUSTERID_X];
        return true;
    case TW_PTX_CLUSTER_CTAID_X:
    case TW_PTX_CLUSTER_CTAID_Y:
    case TW_PTX_CLUSTER_CTAID_Z:
        *value = worker->block[special - TW_PTX_CLUSTER_CTAID_X] % cluster[special - TW_PTX_CLUSTER_CTAID_X];
        return true;
    case TW_PTX_SMID:
        *value = worker->block_number % worker->running->machine->target->multiprocessors;
        return true;
    default:
        return false;
    }
}

static void set_all(union tw_lanes *lanes, enum tw_ptx_special special, uint64_t value)
{
    unsigned bits = tw_ptx_special_bits(special),
             count = bits == 1 ? 1 : 32; /* a predicate is one mask for all */
    for (unsigned i = 0; i < count; i++) {
        if (bits == 64) {
            lanes->u64[i] = value;
        } else {
            lanes->u32[i] = (uint32_t)value;
        }
    }
}

static void fill_warp(const struct tw_sim_worker *worker, unsigned warp, unsigned char *registers)
{
    const uint32_t *places = worker->running->program->special;
    for (unsigned s = 0; s < TW_PTX_SPECIAL_COUNT; s++) {
        enum tw_ptx_special special = (enum tw_ptx_special)s;
        if (places[s] == TW_NEVER) continue;
        union tw_lanes *lanes = (union tw_lanes *)(void *)(registers + places[s]);
        uint64_t value;
        set_all(lanes, special, special == TW_PTX_WARPID ? warp : value_in_launch(worker, special));
        for (unsigned lane = 0; lane < 32; lane++) {
            if (value_in_lane(worker, special, warp, lane, &value)) lanes->u32[lane] = (uint32_t)value;
        }
    }
}

/* The addresses of shared variables, which differ between the blocks of a cluster. */
static void fill_own(const struct tw_sim_worker *worker, unsigned char *registers)
{
    const struct tw_program *program = worker->running->program;
    for (size_t i = 0; i < program->own_count; i++) {
        const struct tw_own_address *own = &program->own[i];
        union tw_lanes *lanes = (union tw_lanes *)(void *)(registers + own->reference);
        for (unsigned lane = 0; lane < 32; lane++)
            tw_set_lane_bits(lanes, own->wide ? 64 : 32, lane,
                             worker->shared_base + worker->shared_front + own->offset);
    }
}

void tw_special_fill(struct tw_sim_worker *worker)
{
    const struct tw_program *program = worker->running->program;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        unsigned char *registers = worker->registers + (size_t)w * program->register_bytes;
        fill_warp(worker, w, registers);
        fill_own(worker, registers);
    }
}

void tw_special_begin(struct tw_sim_worker *worker)
{
    const uint32_t *places = worker->running->program->special;
    uint64_t value;
    for (unsigned s = 0; s < TW_PTX_SPECIAL_COUNT; s++) {
        if (places[s] == TW_NEVER || !value_in_block(worker, (enum tw_ptx_special)s, &value)) continue;
        for (unsigned w = 0; w < worker->warp_count; w++) {
            set_all(tw_at(&worker->warps[w], places[s]), (enum tw_ptx_special)s, value);
        }
    }
}

bool tw_special_is_clock(enum tw_ptx_special special)
{
    switch (special) {
    case TW_PTX_CLOCK:
    case TW_PTX_CLOCK_HI:
    case TW_PTX_CLOCK64:
    case TW_PTX_GLOBALTIMER:
    case TW_PTX_GLOBALTIMER_LO:
    case TW_PTX_GLOBALTIMER_HI:
        return true;
    default:
        return false;
    }
}

/* All count what the warp has executed in this block. */
void tw_special_tick(struct tw_warp *warp)
{
    const uint32_t *places = warp->worker->running->program->special;
    uint64_t clock = warp->steps - (warp->end - warp->next) - warp->first_step;
    for (unsigned s = 0; s < TW_PTX_SPECIAL_COUNT; s++) {
        enum tw_ptx_special special = (enum tw_ptx_special)s;
        bool upper = special == TW_PTX_CLOCK_HI || special == TW_PTX_GLOBALTIMER_HI;
        if (places[s] == TW_NEVER || !tw_special_is_clock(special)) continue;
        set_all(tw_at(warp, places[s]), special, upper ? clock >> 32 : clock);
    }
}
