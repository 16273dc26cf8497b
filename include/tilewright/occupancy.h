/*
 * occupancy.h - how many blocks of a kernel one multiprocessor (SM) holds at a time, and which of its resources runs out first.
 *
 *     // blocks.c
 *     #include <stdio.h>
 *     #include <tilewright/occupancy.h>
 *
 *     int main(void)
 *     {
 *         const struct tw_block_needs needs = {.threads = 256, .registers = 64, .shared_bytes = 65536, .carveout = -1};
 *         const struct tw_occupancy occupancy = tw_occupancy(tw_target_find(90), &needs);
 *         printf("%u blocks of an SM are %.1f %% of its warps; limit: %s\n", occupancy.blocks_per_sm,
 *                100 * occupancy.fraction, tw_limit_text(occupancy.limit));
 *         return 0;
 *     }
 *
 * An SM of sm_90 has registers for 4 such blocks, but shared memory for only 3:
 *
 *     $ cc -std=c11 blocks.c $(pkg-config --cflags --libs tilewright) -o blocks && ./blocks
 *     3 blocks of an SM are 37.5 % of its warps; limit: shared memory
 *
 * A block takes all its resources at once, and keeps them until it ends:
 *
 *     resource         how much                                         the SM has
 *     a block slot     1                                                blocks_per_sm
 *     warp slots       ceil(threads / 32)                               threads_per_sm / 32
 *     registers        per warp 32 * registers, rounded up to 256;      registers_per_sm / partitions,
 *                      a warp takes them from one partition             in each partition
 *     shared memory    bytes + the system's reserve, rounded up         carveout
 *                      to shared_unit
 *
 * No block fits with more than 1024 threads, more than 255 registers per thread, or more shared memory than shared_per_block. Nor does one whose
 * registers, with its warps counted in fours, are more than registers_per_block.
 *
 * Shared memory and the L1 cache are parts of one memory. The carveout is the part that is shared memory. It is the smallest configuration of the
 * target that has at least the preferred percentage of the largest one, and that holds a block. Before sm_70 shared memory is a memory of its own,
 * with one configuration.
 *
 * Source: CUDA C++ Programming Guide and the toolkit's occupancy calculator. The function agrees with the calculator on every architecture of the
 * table (tests/unit/test_occupancy.c). It does not cover clusters, or blocks with more than one barrier.
 *
 * The functions are pure and thread-safe: they keep no state and allocate nothing.
 */
#ifndef TILEWRIGHT_OCCUPANCY_H
#define TILEWRIGHT_OCCUPANCY_H

#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/target.h>

TW_API_BEGIN

/* clang-format off */
/*    resource               in words         */
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

/* What a block of a kernel needs. */
struct tw_block_needs {
    unsigned threads;   /* of a block, at least 1                                                          */
    unsigned registers; /* of a thread, as the driver reports them; 0: not known, and no limit             */
    uint32_t shared_bytes; /* of a block, static and dynamic together, without the reserve */
    int carveout; /* preferred percentage of shared memory, 0 to 100; -1: the largest configuration */
};

struct tw_occupancy {
    unsigned blocks_per_sm;  /* 0: the block cannot run on this target                               */
    unsigned warps_per_sm;   /* the warps of those blocks                                            */
    unsigned warps_possible; /* threads_per_sm / 32                                                  */
    double fraction;         /* warps_per_sm / warps_possible, from 0 to 1: the occupancy            */
    enum tw_limit limit;     /* the resource that allows the fewest blocks; the first of equal ones  */
    uint32_t blocks[TW_LIMIT_COUNT]; /* that each resource alone allows; TW_UNLIMITED if none is needed */
    uint32_t carveout_bytes; /* shared memory of the SM in the configuration that is taken           */
    uint32_t shared_bytes;   /* that the block takes, with the reserve, rounded up                   */
};

/*
 * The occupancy of blocks with these needs on a target, which may be one that the table lacks. The result is all zero, so that no block runs, if the
 * question has no meaning. It has none if a pointer is NULL, threads are 0, or the carveout is not in -1..100. Nor has it one if the target has no
 * partitions or no shared_unit.
 */
struct tw_occupancy tw_occupancy(const struct tw_target *target, const struct tw_block_needs *needs);

/* A limit in words, such as "shared memory", in static storage. NULL for a number that is no limit. */
const char *tw_limit_text(enum tw_limit limit);

TW_API_END
#endif
