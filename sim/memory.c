/* Allocations: placed with gaps between them, found by bisection, and bounded by what the host has. */
#include "sim/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAPPED_LIMIT (TW_GLOBAL_LAST - TW_GLOBAL_FIRST)

/* The memory limit of the control group this process runs in (a container's), or UINT64_MAX. */
static uint64_t group_limit(void)
{
    unsigned long long bytes;
    FILE *file = fopen("/sys/fs/cgroup/memory.max", "re");
    if (!file) return UINT64_MAX;
    bool limited = fscanf(file, "%llu", &bytes) == 1; /* else the word "max" */
    fclose(file);
    return limited ? bytes : UINT64_MAX;
}

/* Half of what the host has: allocations are filled when made, so what is promised must really be there. */
static uint64_t device_total(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t physical = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : (uint64_t)1 << 30;
    uint64_t limit = group_limit();
    uint64_t total = (limit < physical ? limit : physical) / 2;
    return total < MAPPED_LIMIT / 4 ? total : MAPPED_LIMIT / 4;
}

struct tw_machine *tw_machine_new(const struct tw_target *target)
{
    assert(target);
    struct tw_machine *machine = calloc(1, sizeof *machine);
    if (!machine) return NULL;
    machine->target = target;
    machine->next = TW_GLOBAL_FIRST;
    machine->total = device_total();
    return machine;
}

static void free_host(const struct tw_allocation *allocation)
{
    if (!allocation->borrowed) free(allocation->host);
}

void tw_machine_free(struct tw_machine *machine)
{
    if (!machine) return;
    for (size_t i = 0; i < machine->count; i++) free_host(&machine->allocations[i]);
    free(machine->allocations);
    free(machine->counts);
    free(machine->finding);
    free(machine->note);
    free(machine);
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

/* The lowest place at or above `from` with room for `bytes` and its gap; its index in the table, or SIZE_MAX.
 */
static size_t place(const struct tw_machine *machine, uint64_t from, uint64_t bytes, uint64_t *address)
{
    size_t i = first_above(machine, from);
    if (i > 0 && end_with_gap(&machine->allocations[i - 1]) > from)
        from = end_with_gap(&machine->allocations[i - 1]);
    uint64_t need = align_up(bytes) + TW_GLOBAL_GAP;
    while (i < machine->count && machine->allocations[i].address < from + need) {
        from = end_with_gap(&machine->allocations[i++]);
    }
    if (from + need > TW_GLOBAL_LAST) return SIZE_MAX;
    *address = from;
    return i;
}

static bool make_room(struct tw_machine *machine)
{
    if (machine->count < machine->capacity) return true;
    size_t capacity = machine->capacity ? machine->capacity * 2 : 16;
    struct tw_allocation *grown = realloc(machine->allocations, capacity * sizeof *grown);
    if (!grown) return false;
    machine->allocations = grown;
    machine->capacity = capacity;
    return true;
}

static void insert(struct tw_machine *machine, size_t i, struct tw_allocation allocation)
{
    struct tw_allocation *slot = &machine->allocations[i];
    memmove(slot + 1, slot, (machine->count - i) * sizeof *slot);
    *slot = allocation;
    machine->count++;
}

uint64_t tw_machine_alloc(struct tw_machine *machine, uint64_t bytes)
{
    if (bytes == 0 || bytes > machine->total - machine->used || !make_room(machine)) return 0;
    uint64_t address;
    size_t i = place(machine, machine->next, bytes, &address);
    if (i == SIZE_MAX) i = place(machine, TW_GLOBAL_FIRST, bytes, &address);
    if (i == SIZE_MAX) return 0;
    void *host;
    if (posix_memalign(&host, 64, bytes) != 0) return 0;
    memset(host, TW_GLOBAL_POISON, bytes);
    insert(machine, i, (struct tw_allocation){address, bytes, host, false});
    machine->used += bytes;
    machine->next = end_with_gap(&machine->allocations[i]);
    return address;
}

bool tw_machine_map(struct tw_machine *machine, void *host, uint64_t bytes)
{
    uint64_t address = (uintptr_t)host;
    assert(host && bytes);
    if (!make_room(machine)) return false;
    size_t i = first_above(machine, address);
    if (i > 0 && address - machine->allocations[i - 1].address < machine->allocations[i - 1].bytes)
        return false;
    if (i < machine->count && machine->allocations[i].address - address < bytes) return false;
    insert(machine, i, (struct tw_allocation){address, bytes, host, true});
    return true;
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
    free_host(slot);
    if (!slot->borrowed) machine->used -= slot->bytes;
    machine->count--;
    memmove(slot, slot + 1, (machine->count - i) * sizeof *slot);
    return true;
}

void *tw_machine_memory(struct tw_machine *machine, uint64_t address, uint64_t bytes)
{
    struct tw_allocation last = {0};
    return tw_machine_at(machine, &last, address, bytes);
}
