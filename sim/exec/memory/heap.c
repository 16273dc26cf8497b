/* The heap of kernels: blocks in a table, ascending, found by bisection. */
#include "sim/exec/memory/heap.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

#define GAP 16u

struct block {
    uint64_t offset, bytes;
};

struct tw_heap {
    struct tw_allocation region;
    pthread_mutex_t lock;
    struct block *blocks;
    size_t count, capacity;
    uint64_t next; /* offset where the next place is looked for */
};

static struct tw_heap *new_heap(const struct tw_allocation *region)
{
    struct tw_heap *heap = calloc(1, sizeof *heap);
    if (!heap) return NULL;
    heap->region = *region;
    pthread_mutex_init(&heap->lock, NULL);
    return heap;
}

bool tw_machine_make_heap(struct tw_machine *machine, uint64_t bytes)
{
    if (machine->heap) return true;
    const uint64_t address = tw_machine_alloc(machine, bytes);
    const struct tw_allocation *found = tw_machine_find(machine, address);
    if (!found) return false;
    struct tw_allocation *region = &machine->allocations[found - machine->allocations];
    machine->heap = region->heap = new_heap(region);
    return machine->heap != NULL;
}

void tw_heap_free(struct tw_heap *heap)
{
    if (!heap) return;
    pthread_mutex_destroy(&heap->lock);
    free(heap->blocks);
    free(heap);
}

/* Index of the first block that begins above `offset`. */
static size_t first_above(const struct tw_heap *heap, uint64_t offset)
{
    size_t low = 0, high = heap->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (heap->blocks[middle].offset > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint64_t end_with_gap(const struct block *block)
{
    return block->offset + ((block->bytes + 15) & ~(uint64_t)15) + GAP;
}

/* The lowest place at or above `from`; its index, or SIZE_MAX. */
static size_t place(const struct tw_heap *heap, uint64_t from, uint64_t bytes, uint64_t *offset)
{
    size_t i = first_above(heap, from);
    if (i && end_with_gap(&heap->blocks[i - 1]) > from) from = end_with_gap(&heap->blocks[i - 1]);
    while (i < heap->count && heap->blocks[i].offset < from + ((bytes + 15) & ~(uint64_t)15) + GAP)
        from = end_with_gap(&heap->blocks[i++]);
    *offset = from;
    return from <= heap->region.bytes && bytes <= heap->region.bytes - from ? i : SIZE_MAX;
}

static bool insert(struct tw_heap *heap, size_t i, struct block block)
{
    struct block *grown = tw_grow(heap->blocks, heap->count, &heap->capacity, sizeof *grown);
    if (!grown) return false;
    heap->blocks = grown;
    memmove(&heap->blocks[i + 1], &heap->blocks[i], (heap->count - i) * sizeof *heap->blocks);
    heap->blocks[i] = block;
    heap->count++;
    return true;
}

uint64_t tw_heap_take(struct tw_heap *heap, uint64_t bytes)
{
    uint64_t offset, address = 0;
    if (!bytes || bytes > heap->region.bytes) return 0;
    pthread_mutex_lock(&heap->lock);
    size_t i = place(heap, heap->next, bytes, &offset);
    if (i == SIZE_MAX) i = place(heap, 0, bytes, &offset);
    if (i != SIZE_MAX && insert(heap, i, (struct block){offset, bytes})) {
        heap->next = end_with_gap(&heap->blocks[i]);
        memset(heap->region.host + offset, TW_GLOBAL_POISON, bytes);
        if (heap->region.written) memset(heap->region.written + offset, 0, bytes);
        address = heap->region.address + offset;
    }
    pthread_mutex_unlock(&heap->lock);
    return address;
}

bool tw_heap_give(struct tw_heap *heap, uint64_t address)
{
    uint64_t offset = address - heap->region.address;
    pthread_mutex_lock(&heap->lock);
    size_t above = first_above(heap, offset);
    bool known = above && heap->blocks[above - 1].offset == offset;
    if (known) {
        heap->count--;
        memmove(&heap->blocks[above - 1], &heap->blocks[above],
                (heap->count - above + 1) * sizeof *heap->blocks);
    }
    pthread_mutex_unlock(&heap->lock);
    return known;
}

bool tw_heap_below(struct tw_heap *heap, uint64_t address, struct tw_allocation *found)
{
    pthread_mutex_lock(&heap->lock);
    size_t above = first_above(heap, address - heap->region.address);
    if (above) {
        const struct block *block = &heap->blocks[above - 1];
        *found = heap->region;
        found->address += block->offset;
        found->host += block->offset;
        if (found->written) found->written += block->offset;
        found->written_to = NULL;
        found->bytes = block->bytes;
    }
    pthread_mutex_unlock(&heap->lock);
    return above != 0;
}

bool tw_heap_find(struct tw_heap *heap, uint64_t address, struct tw_allocation *found)
{
    struct tw_allocation block;
    if (!tw_heap_below(heap, address, &block) || address - block.address >= block.bytes) return false;
    *found = block;
    return true;
}
