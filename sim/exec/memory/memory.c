/* Allocations: placed with gaps between them, found by bisection, bounded by device and host together. */
#include "sim/exec/memory/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/grow.h"
#include "base/whole.h"
#include "sim/exec/memory/host_memory.h"

#define PAGE       4096u /* alignment of host memory that kernels reach */
#define LARGE      ((uint64_t)1 << 20)
#define LARGE_PAGE ((uint64_t)2 << 20)

static void give_host(struct tw_machine *machine, void *host, uint64_t bytes)
{
    free(host);
    machine->used -= bytes;
}

static void give_written(struct tw_machine *machine, const struct tw_allocation *allocation)
{
    if (allocation->written) machine->tracking -= allocation->bytes;
    free(allocation->written);
}

/* What an allocation that goes has to give back. */
static void drop(struct tw_machine *machine, const struct tw_allocation *allocation)
{
    give_written(machine, allocation);
    if (allocation->shared) {
        if (allocation->borrowed)
            tw_shared_close(allocation->shared);
        else
            tw_machine_give_shared(machine, allocation->shared);
        free(allocation->shared);
    } else if (!allocation->borrowed) {
        give_host(machine, allocation->host, allocation->bytes);
    }
}

void tw_machine_drop_all(struct tw_machine *machine)
{
    for (size_t i = 0; i < machine->count; i++) drop(machine, &machine->allocations[i]);
    free(machine->allocations);
}

/* Index of the first allocation that begins above `address`. */
static size_t first_above(const struct tw_machine *machine, uint64_t address)
{
    size_t low = 0, high = machine->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (machine->allocations[middle].address > address) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static uint64_t align_up(uint64_t value)
{
    return (value + TW_GLOBAL_ALIGN - 1) / TW_GLOBAL_ALIGN * TW_GLOBAL_ALIGN;
}

static uint64_t end_with_gap(const struct tw_allocation *allocation)
{
    return align_up(allocation->address + allocation->bytes) + TW_GLOBAL_GAP;
}

/* What is larger than 1 MiB begins a page, as a driver has it: programs count on that. */
static uint64_t begin_at(uint64_t address, uint64_t bytes)
{
    uint64_t unit = bytes > LARGE ? LARGE_PAGE : TW_GLOBAL_ALIGN;
    return (address + unit - 1) / unit * unit;
}

/* The lowest place at or above `from` with room for `bytes` and its gap;
   its index in the table, or SIZE_MAX. */
static size_t place(const struct tw_machine *machine, uint64_t from, uint64_t bytes, uint64_t *address)
{
    size_t i = first_above(machine, from);
    if (i > 0 && end_with_gap(&machine->allocations[i - 1]) > from)
        from = end_with_gap(&machine->allocations[i - 1]);
    uint64_t need = align_up(bytes) + TW_GLOBAL_GAP;
    from = begin_at(from, bytes);
    while (i < machine->count && machine->allocations[i].address < from + need) {
        from = begin_at(end_with_gap(&machine->allocations[i++]), bytes);
    }
    if (from + need > TW_GLOBAL_LAST) return SIZE_MAX;
    *address = from;
    return i;
}

static bool make_room(struct tw_machine *machine)
{
    struct tw_allocation *grown =
        tw_grow(machine->allocations, machine->count, &machine->capacity, sizeof *grown);
    if (!grown) return false;
    machine->allocations = grown;
    return true;
}

static void insert(struct tw_machine *machine, size_t i, struct tw_allocation allocation)
{
    struct tw_allocation *slot = &machine->allocations[i];
    memmove(slot + 1, slot, (machine->count - i) * sizeof *slot);
    *slot = allocation;
    machine->count++;
}

uint64_t tw_machine_room(const struct tw_machine *machine)
{
    uint64_t device = machine->total - machine->used, now = tw_host_memory_free();
    uint64_t most = machine->host / 16 * 15, held = machine->used + machine->tracking;
    uint64_t host = tw_least(most > held ? most - held : 0, now);
    return tw_least(device, machine->tracks ? host / 2 : host);
}

/* `bytes` bytes of the host's memory, poisoned; NULL when they are more than there may be. */
static void *take_host(struct tw_machine *machine, uint64_t bytes, size_t alignment)
{
    void *host;
    bool fits = bytes && bytes <= tw_machine_room(machine) && make_room(machine);
    if (bytes >= LARGE_PAGE) alignment = LARGE_PAGE;
    if (!fits || posix_memalign(&host, alignment, bytes) != 0) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(host, bytes / LARGE_PAGE * LARGE_PAGE,
            MADV_HUGEPAGE); /* columns of matrices meet a page for each row */
#endif
    machine->used += bytes;
    return memset(host, TW_GLOBAL_POISON, bytes);
}

/* What is known of so many bytes, that nobody has written them, and a word behind it for `written_to`. It is filled, so that it is
   there when it is needed. NULL: there is no memory. */
static unsigned char *take_written(struct tw_machine *machine, uint64_t bytes)
{
    const size_t end = (bytes + 7) / 8 * 8 + sizeof(uint64_t);
    unsigned char *written = malloc(end);
    if (!written) return NULL;
    machine->tracking += bytes;
    return memset(written, 0, end);
}

/* A place for so many bytes, behind what was placed last if there is one: as place(). */
static size_t place_next(const struct tw_machine *machine, uint64_t bytes, uint64_t *address)
{
    size_t i = place(machine, machine->next, bytes, address);
    return i == SIZE_MAX ? place(machine, TW_GLOBAL_FIRST, bytes, address) : i;
}

uint64_t tw_machine_alloc(struct tw_machine *machine, uint64_t bytes)
{
    uint64_t address;
    void *host = take_host(machine, bytes, 64);
    if (!host) return 0;
    size_t i = place_next(machine, bytes, &address);
    const size_t end = (bytes + 7) / 8 * 8; /* of what is known of the bytes */
    unsigned char *written = machine->tracks && i != SIZE_MAX ? take_written(machine, bytes) : NULL;
    if (i == SIZE_MAX || (machine->tracks && !written)) {
        give_host(machine, host, bytes);
        return 0;
    }
    insert(machine, i,
           (struct tw_allocation){.address = address,
                                  .bytes = bytes,
                                  .host = host,
                                  .written = written,
                                  .written_to = written ? (void *)(written + end) : NULL});
    machine->next = end_with_gap(&machine->allocations[i]);
    return address;
}

/* Enters host memory at an address, for which there is room; false when something is mapped there. */
static bool enter(struct tw_machine *machine, uint64_t address, void *host, uint64_t bytes, bool borrowed)
{
    size_t i = first_above(machine, address);
    if (i > 0 && address - machine->allocations[i - 1].address < machine->allocations[i - 1].bytes)
        return false;
    if (i < machine->count && machine->allocations[i].address - address < bytes) return false;
    insert(machine, i,
           (struct tw_allocation){.address = address, .bytes = bytes, .host = host, .borrowed = borrowed});
    return true;
}

void *tw_machine_alloc_host(struct tw_machine *machine, uint64_t bytes)
{
    void *host = take_host(machine, bytes, PAGE);
    if (!host || enter(machine, (uintptr_t)host, host, bytes, false)) return host;
    give_host(machine, host, bytes);
    return NULL;
}

bool tw_machine_map(struct tw_machine *machine, uint64_t address, void *host, uint64_t bytes)
{
    assert(host && bytes);
    return make_room(machine) && enter(machine, address, host, bytes, true);
}

uint64_t tw_machine_reserve(struct tw_machine *machine, uint64_t bytes, uint64_t alignment)
{
    uint64_t first = (machine->next + alignment - 1) / alignment * alignment;
    bool fits = bytes <= TW_GLOBAL_LAST - TW_GLOBAL_FIRST &&
                first + align_up(bytes) + TW_GLOBAL_GAP <= TW_GLOBAL_LAST;
    if (fits) machine->next = first + align_up(bytes) + TW_GLOBAL_GAP;
    return fits ? first : 0;
}

bool tw_machine_alloc_at(struct tw_machine *machine, uint64_t address, uint64_t bytes)
{
    void *host = take_host(machine, bytes, 64);
    if (!host || enter(machine, address, host, bytes, false)) return host;
    give_host(machine, host, bytes);
    return false;
}

const struct tw_shared *tw_machine_share(struct tw_machine *machine, uint64_t address, int device)
{
    const struct tw_allocation *found = tw_machine_find(machine, address);
    if (!found || found->address != address || found->borrowed || found->host == (void *)address) return NULL;
    struct tw_allocation *slot = &machine->allocations[found - machine->allocations];
    if (slot->shared) return slot->shared;
    struct tw_shared *shared = malloc(sizeof *shared);
    if (!shared || !tw_machine_take_shared(machine, slot->bytes, device, shared)) {
        free(shared);
        return NULL;
    }
    memcpy(shared->host, slot->host, slot->bytes);
    give_host(machine, slot->host, slot->bytes);
    give_written(machine, slot);
    slot->host = shared->host;
    slot->shared = shared;
    slot->written = NULL;
    slot->written_to = NULL;
    return shared;
}

uint64_t tw_machine_open(struct tw_machine *machine, const struct tw_shared *opened)
{
    uint64_t address;
    struct tw_shared *shared = malloc(sizeof *shared);
    size_t i = shared && make_room(machine) ? place_next(machine, opened->bytes, &address) : SIZE_MAX;
    if (i == SIZE_MAX) {
        free(shared);
        return 0;
    }
    *shared = *opened;
    insert(machine, i,
           (struct tw_allocation){.address = address,
                                  .bytes = opened->bytes,
                                  .host = opened->host,
                                  .borrowed = true,
                                  .shared = shared});
    machine->next = end_with_gap(&machine->allocations[i]);
    return address;
}

void *tw_machine_take(struct tw_machine *machine, uint64_t bytes)
{
    return take_host(machine, bytes, PAGE);
}

void tw_machine_give(struct tw_machine *machine, void *host, uint64_t bytes)
{
    give_host(machine, host, bytes);
}

void *tw_machine_take_shared(struct tw_machine *machine, uint64_t bytes, int device, struct tw_shared *shared)
{
    if (!bytes || bytes > tw_machine_room(machine) || !tw_shared_new(shared, bytes, device)) return NULL;
    machine->used += bytes;
    return memset(shared->host, TW_GLOBAL_POISON, bytes);
}

void tw_machine_give_shared(struct tw_machine *machine, const struct tw_shared *shared)
{
    tw_shared_close(shared);
    machine->used -= shared->bytes;
}

const struct tw_allocation *tw_machine_find(const struct tw_machine *machine, uint64_t address)
{
    size_t above = first_above(machine, address);
    if (above == 0) return NULL;
    const struct tw_allocation *below = &machine->allocations[above - 1];
    return address - below->address < below->bytes ? below : NULL;
}

bool tw_machine_release(struct tw_machine *machine, uint64_t address)
{
    const struct tw_allocation *found = tw_machine_find(machine, address);
    if (!found || found->address != address) return false;
    size_t i = (size_t)(found - machine->allocations);
    struct tw_allocation *slot = &machine->allocations[i];
    machine->freed[machine->freed_count++ % TW_MOST_FREED] =
        (struct tw_freed){slot->address, slot->bytes, machine->launches};
    drop(machine, slot);
    machine->count--;
    memmove(slot, slot + 1, (machine->count - i) * sizeof *slot);
    return true;
}

void *tw_machine_memory(struct tw_machine *machine, uint64_t address, uint64_t bytes)
{
    struct tw_allocation last = {0};
    void *host = tw_machine_at(machine, &last, address, bytes);
    if (host && last.written) memset(last.written + (address - last.address), TW_WRITTEN, bytes);
    return host;
}

const struct tw_freed *tw_machine_freed(const struct tw_machine *machine, uint64_t address)
{
    uint64_t known = machine->freed_count < TW_MOST_FREED ? machine->freed_count : TW_MOST_FREED;
    for (uint64_t i = 1; i <= known; i++) {
        const struct tw_freed *freed = &machine->freed[(machine->freed_count - i) % TW_MOST_FREED];
        if (address - freed->address < freed->bytes) return freed;
    }
    return NULL;
}

void tw_machine_track(struct tw_machine *machine, bool tracks)
{
    machine->tracks = tracks;
    machine->has_tracked |= tracks;
}
