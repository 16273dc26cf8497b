#include "gen/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)64 << 10)

struct tw_arena_block {
    struct tw_arena_block *next;
    max_align_t bytes[]; /* so that the first piece is aligned for any type */
};

static void *take_bytes(struct tw_arena *arena, size_t bytes, size_t alignment)
{
    size_t start = (arena->used + alignment - 1) & ~(alignment - 1);
    if (!arena->blocks || start > arena->capacity || bytes > arena->capacity - start) {
        size_t capacity = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        struct tw_arena_block *block = malloc(sizeof *block + capacity);
        if (!block) return NULL;
        block->next = arena->blocks;
        *arena = (struct tw_arena){block, 0, capacity};
        start = 0;
    }
    arena->used = start + bytes;
    return (char *)arena->blocks->bytes + start;
}

void *tw_arena_take(struct tw_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size) return NULL;
    return take_bytes(arena, count * size, alignof(max_align_t));
}

char *tw_arena_copy(struct tw_arena *arena, const char *string, size_t length)
{
    if (length >= SIZE_MAX / 2) return NULL;
    char *copy = take_bytes(arena, length + 1, 1);
    if (!copy) return NULL;
    memcpy(copy, string, length);
    copy[length] = '\0';
    return copy;
}

void tw_arena_free(struct tw_arena *arena)
{
    while (arena->blocks) {
        struct tw_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    *arena = (struct tw_arena){0};
}
