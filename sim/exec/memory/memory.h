/*
 * memory.h - the simulated GPU's global memory: made-up device addresses backed by host memory.
 *
 *     FIRST ... [allocation] gap [allocation] gap [allocation] gap ... LAST
 *
 * Allocations stand in one table, ascending by address, searched by bisection. The gaps are never mapped, so
 * an access outside an allocation is found; addresses are handed out upwards and come round again only after
 * 128 TB, so an access after free is found too.
 *
 * Thread-safety: alloc and release need the machine to themselves; any number of threads may look up in
 * between. What a lookup found stays true until the next alloc or release.
 */
#ifndef TW_SIM_EXEC_MEMORY_MEMORY_H
#define TW_SIM_EXEC_MEMORY_MEMORY_H

#include <stdatomic.h>

#include "sim/exec/machine.h"
#include "sim/exec/memory/ipc_memory.h"
#include "sim/exec/memory/texture_image.h"
#include "sim/exec/output.h"

#define TW_GLOBAL_FIRST ((uint64_t)1 << 40) /* below: free for the windows of other state spaces */
#define TW_GLOBAL_LAST  ((uint64_t)1 << 46) /* above: where Linux maps the host's own memory     */
#define TW_GLOBAL_ALIGN 512u
#define TW_GLOBAL_GAP   ((uint64_t)1 << 20)
#define TW_MEMORY_LIMIT ((uint64_t)1 << 43) /* bytes of all allocations together */

/*
 * Generic addresses: those of global memory begin at TW_GLOBAL_FIRST; the other spaces have a window of 4 GB
 * each below, so that the upper half of an address names the space and the lower half is the address within
 * it. 0 is in no window.
 */
#define TW_SHARED_WINDOW  ((uint64_t)1 << 32)
#define TW_LOCAL_WINDOW   ((uint64_t)2 << 32)
#define TW_PARAM_WINDOW   ((uint64_t)3 << 32)
#define TW_CODE_WINDOW    ((uint64_t)4 << 32) /* addresses of functions: nothing can be read there */
#define TW_FUNCTION_BYTES 16u                 /* from one function's address to the next           */

/* The bits of a shared-memory address from here on are the rank of its block in the cluster, as on an H200. */
#define TW_RANK_SHIFT   24u
#define TW_MOST_CLUSTER 16u /* blocks */

/* The same place in the shared memory of the block of a rank. */
static inline uint64_t tw_in_block(uint64_t address, unsigned rank)
{
    return (address & ((1u << TW_RANK_SHIFT) - 1)) | (uint64_t)rank << TW_RANK_SHIFT;
}

/* A huge negative number as float and double, NaN as half, and no small integer:
 * it spoils every sum that it enters. */
#define TW_GLOBAL_POISON 0xFE

struct tw_allocation {
    uint64_t address, bytes;
    unsigned char *host;  /* `bytes` bytes, aligned like the address as far as 64 */
    bool borrowed;        /* host memory that the kernel sees at its own address: not ours to free */
    struct tw_heap *heap; /* blocks lie in it, and nothing else (heap.h); NULL: all of it is memory */
    struct tw_shared *
        shared; /* `host` is memory that other processes have too; borrowed: another has made it. NULL: it is not */
    unsigned char
        *written; /* by byte: TW_WRITTEN, or 0: nobody has written it yet; NULL: that is not looked at */
    /* Lies after `written`: all bytes before this one are written, and mostly those that are asked for (tw_all_written). NULL for blocks of the heap. */
    atomic_uint_least64_t *written_to;
};

#define TW_WRITTEN 0xFF

/* Where an allocation was that has been freed; the newest of them are remembered. */
#define TW_MOST_FREED 256u
struct tw_freed {
    uint64_t address, bytes;
    uint64_t launches; /* that had been made before */
};

struct tw_handlers;
struct tw_found; /* found.h */
struct tw_findings {
    struct tw_found *found;
    size_t count, capacity;
    uint64_t left_out; /* times that another was met when there was no room */
};

struct tw_machine {
    const struct tw_target *target;
    const struct tw_handlers *handlers; /* that its programs take (program.h) */
    struct tw_allocation *allocations;  /* ascending by address */
    size_t count, capacity;
    uint64_t next;                /* where the next address is looked for           */
    struct tw_heap *heap;         /* of the kernels; NULL: none has been asked for */
    struct tw_children *children; /* what they have launched (children.h); NULL: none could */
    uint32_t *conditions;         /* by handle - 1 */
    size_t condition_count;
    struct tw_output output; /* what kernels have printed */
    uint64_t functions;      /* that have an address: of all modules ever loaded */
    uint64_t used, total;    /* bytes; total may be set, to TW_MEMORY_LIMIT    */
    uint64_t tracking; /* bytes of the host for what is known of `used` ones, one each where it is tracked */
    uint64_t host;     /* bytes of the host that this process could have */
    long cores;        /* of the host: to ask for them takes longer than a small launch */
    bool tracks;       /* what is allocated now is looked at for bytes that nobody has written */
    bool has_tracked;  /* ... or something was                                                 */
    uint64_t launches; /* so far */
    struct tw_freed freed[TW_MOST_FREED];
    uint64_t freed_count;  /* ever; the newest is at (freed_count - 1) % TW_MOST_FREED */
    uint64_t grids;        /* launched so far: %gridid                       */
    struct tw_views views; /* textures and surfaces */
    /* What the last launch's report points to; tw_machine_free frees it. */
    struct tw_sim_count *counts;
    struct tw_samples *samples;
    struct tw_requests *requests;
    char *finding, *note;
    struct tw_sim_finding *findings;
    struct tw_findings found; /* owns their texts */
};

/* Forgets what the last launch's report points to. */
void tw_machine_forget(struct tw_machine *machine);

/* Frees all allocations, of a machine that is freed. */
void tw_machine_drop_all(struct tw_machine *machine);

/* Bytes that may still be allocated: of the device, and of the host, on which each of them is touched at once. */
uint64_t tw_machine_room(const struct tw_machine *machine);

/* tw_machine_alloc for memory that the program reaches too: in the host's memory, at its own address (pinned and managed
   memory). It counts as the device's. NULL when memory ran out. */
void *tw_machine_alloc_host(struct tw_machine *machine, uint64_t bytes);

/* Lets kernels reach `bytes` bytes of the caller's memory at an address - its own (registered memory), or a reserved one -
   until that address is released. False when memory ran out or something is mapped there. The caller keeps the memory. */
bool tw_machine_map(struct tw_machine *machine, uint64_t address, void *host, uint64_t bytes);

/* Addresses that no allocation gets, with nothing behind them; 0 when there are no more. They are never given back. */
uint64_t tw_machine_reserve(struct tw_machine *machine, uint64_t bytes, uint64_t alignment);
/* tw_machine_alloc at such an address; false when memory ran out or something is mapped there. */
bool tw_machine_alloc_at(struct tw_machine *machine, uint64_t address, uint64_t bytes);
/* Makes the memory that begins at an address such that other processes can have it too, once; with the same bytes, all of which
   count as written. NULL: nothing begins there, it is the program's own or another process's, or memory ran out. Valid until it
   is released. */
const struct tw_shared *tw_machine_share(struct tw_machine *machine, uint64_t address, int device);
/* Takes over another process's memory at an address of this machine, until that is released; 0, and nothing taken, when memory ran
   out. It does not count as the device's. */
uint64_t tw_machine_open(struct tw_machine *machine, const struct tw_shared *opened);
/* Memory of the device that has no address yet, poisoned; NULL when it ran out. It is given back with the same size. */
void *tw_machine_take(struct tw_machine *machine, uint64_t bytes);
void tw_machine_give(struct tw_machine *machine, void *host, uint64_t bytes);
/* The same for memory that other processes can have too; returns where it is. */
void *tw_machine_take_shared(struct tw_machine *machine, uint64_t bytes, int device,
                             struct tw_shared *shared);
void tw_machine_give_shared(struct tw_machine *machine, const struct tw_shared *shared);

/* The newest of the freed allocations that held the byte at `address`, or NULL. */
const struct tw_freed *tw_machine_freed(const struct tw_machine *machine, uint64_t address);

/* The allocation that holds the byte at `address`, or NULL. */
const struct tw_allocation *tw_machine_find(const struct tw_machine *machine, uint64_t address);

/* Are the bytes of the allocation written, up to this one? False: they may be all the same. */
static inline bool tw_all_written(const struct tw_allocation *allocation, uint64_t end)
{
    return allocation->written_to &&
           end <= atomic_load_explicit(allocation->written_to, memory_order_relaxed);
}

/* The block of a heap that holds the byte at `address`, as an allocation; false: there is none. */
bool tw_heap_find(struct tw_heap *heap, uint64_t address, struct tw_allocation *found);

/*
 * Host pointer to [address, address + bytes), or NULL: tw_machine_memory for the executor's hot path, which
 * nearly always stays in the allocation it touched last. *last is the caller's, {0} before the first call,
 * one per thread.
 */
static inline unsigned char *tw_machine_at(const struct tw_machine *machine, struct tw_allocation *last,
                                           uint64_t address, uint64_t bytes)
{
    uint64_t offset = address - last->address;
    if (offset >= last->bytes) {
        const struct tw_allocation *found = tw_machine_find(machine, address);
        if (!found) return NULL;
        if (!found->heap)
            *last = *found;
        else if (!tw_heap_find(found->heap, address, last))
            return NULL;
        offset = address - last->address;
    }
    return bytes <= last->bytes - offset ? last->host + offset : NULL;
}

#endif
