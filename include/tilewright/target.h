/*
 * target.h - what each GPU architecture offers a block: one table.
 *
 * Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; carveouts: its
 * sections "Shared Memory" per architecture; clusters: its section "Thread Block Clusters"; register partitions and
 * allocation units: the toolkit's occupancy calculator. Bytes are bytes, not KB, but for `carveouts`.
 * Static storage; pure; thread-safe.
 */
#ifndef TILEWRIGHT_TARGET_H
#define TILEWRIGHT_TARGET_H

#include <stdint.h>

#include <tilewright/api.h>

TW_API_BEGIN

#define TW_STATIC_SHARED_LIMIT 49152u /* static shared memory of a block, every architecture */
#define TW_MAX_BLOCK_THREADS   1024u
#define TW_MAX_REGISTERS       255u /* of a thread: what an instruction can name */
#define TW_DEFAULT_SM          90u  /* stood for when nobody says otherwise */
#define TW_MAX_CARVEOUTS       10u

struct tw_target {
    unsigned sm;               /* 90 for sm_90 */
    uint32_t shared_per_block; /* bytes: largest dynamic shared memory of a block, opt-in included */
    uint32_t shared_per_sm;    /* bytes: largest carveout */
    uint32_t shared_reserved;  /* bytes: taken by the system from each block's share */
    unsigned threads_per_sm, blocks_per_sm;         /* resident at a time */
    unsigned registers_per_sm, registers_per_block; /* of 32 bits */
    unsigned partitions;  /* of the register file: a warp's registers come from one */
    uint32_t shared_unit; /* a block's shared memory is rounded up to this many bytes */
    /* KB of shared memory an SM can be configured with: ascending, the last is shared_per_sm; one entry where
       shared memory is a memory of its own; zeros behind it. */
    uint16_t carveouts[TW_MAX_CARVEOUTS];
    unsigned multiprocessors; /* of the card the simulator stands for */
    unsigned cluster_blocks;  /* of a cluster, unless the driver is asked for more; 1: there are none */
};

/* The entry for an architecture number such as 90, or NULL when it is unknown. */
const struct tw_target *tw_target_find(unsigned sm);

/* The newest entry that is not newer than sm (the oldest entry for what is older than all): what an
   architecture without one is assumed to be like. Never NULL. */
const struct tw_target *tw_target_nearest(unsigned sm);

/* All entries, ascending; *count of them (NULL: nobody asks how many). */
const struct tw_target *tw_targets(unsigned *count);

/* Reads "sm_90", "sm_90a" or "sm_100f"; returns 0 when the text is NULL or not of that form, or names no known architecture. */
unsigned tw_target_parse(const char *text);

TW_API_END
#endif
