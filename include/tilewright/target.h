/*
 * target.h - a table of what each GPU architecture offers a block of threads.
 *
 * Sizes are in bytes, except `carveouts`, which are in KB of 1024 bytes. All entries lie in static storage. The functions are pure and
 * thread-safe. docs/occupancy.md shows how the numbers limit a kernel.
 *
 * Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". Carveouts come from its sections "Shared Memory" for
 * each architecture, clusters from "Thread Block Clusters". Register partitions and allocation units come from the toolkit's occupancy
 * calculator.
 */
#ifndef TILEWRIGHT_TARGET_H
#define TILEWRIGHT_TARGET_H

#include <stdint.h>

#include <tilewright/api.h>

TW_API_BEGIN

#define TW_STATIC_SHARED_LIMIT 49152u /* bytes of static shared memory that a block can have */
#define TW_MAX_BLOCK_THREADS   1024u
#define TW_MAX_REGISTERS       255u /* that a thread can have: an instruction can name no more */
#define TW_DEFAULT_SM          90u  /* the architecture of the simulator if none is chosen */
#define TW_MAX_CARVEOUTS       10u

struct tw_target {
    unsigned sm;               /* 90 for sm_90 */
    uint32_t shared_per_block; /* bytes that a block can have, with the opt-in for more than 48 KB */
    uint32_t shared_per_sm;    /* bytes of shared memory of a multiprocessor (SM) with its largest carveout */
    uint32_t shared_reserved;  /* bytes that the system adds to the shared memory of each block */
    unsigned threads_per_sm, blocks_per_sm;         /* that can be resident at a time */
    unsigned registers_per_sm, registers_per_block; /* each of 32 bits */
    unsigned partitions;  /* of the register file; a warp's registers all come from one of them */
    uint32_t shared_unit; /* bytes; a block's shared memory is rounded up to a multiple of it */
    /* The sizes in KB that the shared memory of an SM can have, ascending. The last one is shared_per_sm, and zeros follow it. There is
       one entry if the architecture does not share this memory with the L1 cache. */
    uint16_t carveouts[TW_MAX_CARVEOUTS];
    unsigned multiprocessors; /* of the card that the simulator stands for */
    unsigned cluster_blocks;  /* that a cluster can have unasked; 1: the architecture has no clusters */
};

/* The entry for an architecture number such as 90; NULL if the table has none. */
const struct tw_target *tw_target_find(unsigned sm);

/* The newest entry that is not newer than `sm`, or the oldest entry if all are newer. An architecture without an entry is taken to be like it.
   Never NULL. */
const struct tw_target *tw_target_nearest(unsigned sm);

/* All entries, in ascending order of `sm`. Their number goes to *count; `count` may be NULL. */
const struct tw_target *tw_targets(unsigned *count);

/* The number in "sm_90", "sm_90a" or "sm_100f". 0 if the text is NULL, has another form, or names an architecture without an entry. */
unsigned tw_target_parse(const char *text);

TW_API_END
#endif
