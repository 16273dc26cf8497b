/*
 * arena.h - memory that is released all at once: many small pieces, no pointer ever moves.
 *
 * Initialise a struct tw_arena with {0}. Pieces are aligned for any type; none is freed on its own.
 */
#ifndef TW_GEN_ARENA_H
#define TW_GEN_ARENA_H

#include <stddef.h>

struct tw_arena {
    struct tw_arena_block *blocks; /* the newest first     */
    size_t used, capacity;         /* bytes of the newest  */
};

/* `count` pieces of `size` bytes, not initialised; NULL when memory ran out. */
void *tw_arena_take(struct tw_arena *arena, size_t count, size_t size);

/* A copy of the string of `length` bytes, NUL-terminated; NULL when memory ran out. */
char *tw_arena_copy(struct tw_arena *arena, const char *string, size_t length);

void tw_arena_free(struct tw_arena *arena);

#endif
