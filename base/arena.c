/* Pieces come from blocks of at least 16 KiB, in a list; what the newest has no room for opens another. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)16 << 10)

struct tw_arena_block {
    struct tw_arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct tw_arena_block *new_block(struct tw_arena *arena, size_t bytes)
{
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    if (size > SIZE_MAX / 2) return NULL;
    struct tw_arena_block *block = malloc(sizeof *block + size);
    if (!block) return NULL;
    block->size = size;
    block->used = 0;
    block->next = arena->block;
    arena->block = block;
    return block;
}

void *tw_arena_alloc(struct tw_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t rounded = (bytes + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct tw_arena_block *block = arena->block;
    if (!block || block->size - block->used < rounded) block = new_block(arena, rounded);
    if (!block) return NULL;
    void *memory = block->bytes + block->used;
    block->used += rounded;
    return memset(memory, 0, bytes);
}

void *tw_arena_array(struct tw_arena *arena, size_t count, size_t bytes)
{
    if (bytes && count > SIZE_MAX / 2 / bytes) return NULL;
    return tw_arena_alloc(arena, count * bytes);
}

char *tw_arena_string(struct tw_arena *arena, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX / 2 ? tw_arena_alloc(arena, length + 1) : NULL;
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

void *tw_arena_grow(struct tw_arena *arena, void *array, size_t count, size_t *capacity, size_t element_bytes)
{
    if (count < *capacity) return array;
    size_t larger = *capacity ? *capacity * 2 : 16;
    if (larger > SIZE_MAX / 2 / element_bytes) return NULL;
    void *copy = tw_arena_alloc(arena, larger * element_bytes);
    if (!copy) return NULL;
    if (count) memcpy(copy, array, count * element_bytes);
    *capacity = larger;
    return copy;
}

void tw_arena_clear(struct tw_arena *arena)
{
    if (!arena->block) return;
    tw_arena_free(&(struct tw_arena){arena->block->next});
    arena->block->next = NULL;
    arena->block->used = 0;
}

void tw_arena_free(struct tw_arena *arena)
{
    while (arena->block) {
        struct tw_arena_block *next = arena->block->next;
        free(arena->block);
        arena->block = next;
    }
}
