/*
 * occupancy.h - how many blocks of a kernel one multiprocessor (SM) holds at a time,
 * and what stops it holding more.
 *
 * A block takes, all at once and for as long as it runs:
 *
 *     what             how much                                         of the SM's
 *     a block slot     1                                                blocks_per_sm
 *     warp slots       ceil(threads / 32)                               threads_per_sm / 32
 *     registers        per warp 32 * registers, rounded up to 256;      registers_per_sm / partitions,
 *                      a warp takes them from one partition             in each partition
 *     shared memory    bytes + the system's reserve, rounded up         carveout
 *                      to shared_unit
 *
 * The carveout is how much of the memory that shared memory and L1 cache have in common is shared memory: the
 * smallest configuration of the target that is at least the preferred percentage of the largest, or the
 * smallest that holds one block when that is more. Where shared memory is a memory of its own (before sm_70)
 * there is one configuration.
 *
 * Source: CUDA C++ Programming Guide and the toolkit's occupancy calculator, with which the function agrees
 * on every architecture of the table (tests/unit/test_occupancy.c). Not covered: clusters, more than one
 * barrier per block.
 *
 * Pure: no state, no allocation, thread-safe.
 */
#ifndef TILEWRIGHT_OCCUPANCY_H
#define TILEWRIGHT_OCCUPANCY_H

#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/target.h>

TW_API_BEGIN

/* clang-format off */
/*    what runs out first    in words         */
#define TW_LIMITS(X)                           \
    X(TW_LIMIT_BLOCKS,       "block slots")    \
    X(TW_LIMIT_THREADS,      "threads")        \
    X(TW_LIMIT_REGISTERS,    "registers")      \
    X(TW_LIMIT_SHARED,       "shared memory")
/* clang-format on */

enum tw_limit {
#define X(limit, text) limit,
    TW_LIMITS(X)
#undef X
        TW_LIMIT_COUNT
};

#define TW_UNLIMITED UINT32_MAX

/* What a kernel asks for. */
struct tw_block_needs {
    unsigned threads;   /* per block, at least 1 */
    unsigned registers; /* per thread, as the driver reports them; 0 when not known yet: taken as no limit */
    uint32_t shared_bytes; /* per block, static and dynamic together, without the reserve */
    int carveout; /* preferred percentage of shared memory, 0..100; -1: no preference, the largest counts */
};

struct tw_occupancy {
    unsigned blocks_per_sm;          /* 0: the block cannot run on this target at all                     */
    unsigned warps_per_sm;           /* of those blocks                                                   */
    unsigned warps_possible;         /* threads_per_sm / 32                                               */
    double fraction;                 /* warps_per_sm / warps_possible: what "occupancy" means             */
    enum tw_limit limit;             /* what allows the fewest blocks; of equals the first of the table   */
    uint32_t blocks[TW_LIMIT_COUNT]; /* allowed by each limit alone; TW_UNLIMITED where nothing is asked  */
    uint32_t carveout_bytes;         /* shared memory of the SM in the configuration taken                */
    uint32_t shared_bytes;           /* what the block takes of it: with reserve, rounded up              */
};

/* Any target, not only one of the table. All zero, so that no block runs, where there is no question: NULL, no threads, a
   carveout that is not in -1..100, a target without partitions or shared_unit. */
struct tw_occupancy tw_occupancy(const struct tw_target *target, const struct tw_block_needs *needs);

/* "shared memory", ...; static storage; NULL of what is no limit. */
const char *tw_limit_text(enum tw_limit limit);

TW_API_END
#endif
