/* Blocks per multiprocessor: the least of what threads, slots, registers and shared memory allow. */
#include <tilewright/occupancy.h>

#include <stdbool.h>
#include <stddef.h>

#include <tilewright/banks.h>

#include "base/whole.h"

#define REGISTER_UNIT 256u /* registers of a warp are rounded up to it */
/* The launch check counts a block's warps in fours, also where the register file has two partitions. */
#define LAUNCH_PARTITIONS 4u

/* The smallest configuration of at least `bytes`; the largest when there is none. The zeros behind the last
   entry of the list are never taken: where 0 bytes are enough, its first entry is. */
static uint32_t carveout_of(const struct tw_target *target, uint64_t bytes)
{
    for (unsigned i = 0; i < TW_MAX_CARVEOUTS; i++) {
        uint32_t size = target->carveouts[i] * 1024u;
        if (size >= bytes) return size < target->shared_per_sm ? size : target->shared_per_sm;
    }
    return target->shared_per_sm;
}

static uint32_t blocks_by_threads(const struct tw_target *target, const struct tw_block_needs *needs)
{
    if (needs->threads > TW_MAX_BLOCK_THREADS) return 0;
    return target->threads_per_sm / TW_WARP / tw_ceil_div(needs->threads, TW_WARP);
}

static uint32_t blocks_by_registers(const struct tw_target *target, const struct tw_block_needs *needs)
{
    if (!needs->registers) return TW_UNLIMITED;
    uint32_t warps = tw_ceil_div(needs->threads, TW_WARP);
    uint64_t per_warp = tw_multiple_up((uint64_t)needs->registers * TW_WARP, REGISTER_UNIT);
    if (needs->registers > TW_MAX_REGISTERS ||
        per_warp * tw_multiple_up(warps, LAUNCH_PARTITIONS) > target->registers_per_block) {
        return 0;
    }
    uint32_t warps_per_partition = target->registers_per_sm / target->partitions / (uint32_t)per_warp;
    return warps_per_partition * target->partitions / warps;
}

/* Also says which carveout the SM takes and how much of it the block. */
static uint32_t blocks_by_shared(const struct tw_target *target, const struct tw_block_needs *needs,
                                 struct tw_occupancy *occupancy)
{
    uint64_t taken =
        tw_multiple_up((uint64_t)needs->shared_bytes + target->shared_reserved, target->shared_unit);
    unsigned percent = needs->carveout < 0 ? 100u : (unsigned)needs->carveout;
    uint64_t preferred = (uint64_t)target->shared_per_sm * percent / 100;
    uint32_t carveout = carveout_of(target, preferred);
    if (carveout < taken) carveout = carveout_of(target, taken);
    occupancy->carveout_bytes = carveout;
    occupancy->shared_bytes = (uint32_t)taken;
    if (needs->shared_bytes > target->shared_per_block) return 0;
    return taken ? (uint32_t)(carveout / taken) : TW_UNLIMITED;
}

static bool is_question(const struct tw_target *target, const struct tw_block_needs *needs)
{
    return target && target->partitions && target->shared_unit && needs && needs->threads > 0 &&
           needs->carveout >= -1 && needs->carveout <= 100;
}

struct tw_occupancy tw_occupancy(const struct tw_target *target, const struct tw_block_needs *needs)
{
    if (!is_question(target, needs)) return (struct tw_occupancy){0};
    struct tw_occupancy occupancy = {.warps_possible = target->threads_per_sm / TW_WARP};
    occupancy.blocks[TW_LIMIT_BLOCKS] = target->blocks_per_sm;
    occupancy.blocks[TW_LIMIT_THREADS] = blocks_by_threads(target, needs);
    occupancy.blocks[TW_LIMIT_REGISTERS] = blocks_by_registers(target, needs);
    occupancy.blocks[TW_LIMIT_SHARED] = blocks_by_shared(target, needs, &occupancy);
    for (unsigned limit = 0; limit < TW_LIMIT_COUNT; limit++) {
        if (occupancy.blocks[limit] < occupancy.blocks[occupancy.limit])
            occupancy.limit = (enum tw_limit)limit;
    }
    occupancy.blocks_per_sm = occupancy.blocks[occupancy.limit];
    occupancy.warps_per_sm = occupancy.blocks_per_sm * tw_ceil_div(needs->threads, TW_WARP);
    occupancy.fraction =
        occupancy.warps_possible ? (double)occupancy.warps_per_sm / occupancy.warps_possible : 0;
    return occupancy;
}

const char *tw_limit_text(enum tw_limit limit)
{
    static const char *const texts[] = {
#define X(constant, text) text,
        TW_LIMITS(X)
#undef X
    };
    return (unsigned)limit < TW_LIMIT_COUNT ? texts[limit] : NULL;
}
