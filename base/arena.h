/*
 * arena.h - memory that is only given back all at once: many small pieces, no pointer ever moves.
 *
 * Memory law: the struct owns every block; tw_arena_free releases them all. Initialise with {0}.
 * Memory comes zeroed and aligned for every type. NULL when memory ran out.
 */
#ifndef TW_BASE_ARENA_H
#define TW_BASE_ARENA_H

#include <stddef.h>

struct tw_arena_block;

struct tw_arena {
    struct tw_arena_block *block;
};

void *tw_arena_alloc(struct tw_arena *arena, size_t bytes);
/* `count` elements of `bytes` bytes. */
void *tw_arena_array(struct tw_arena *arena, size_t count, size_t bytes);
/* A NUL-terminated copy. */
char *tw_arena_string(struct tw_arena *arena, const char *text, size_t length);
/* Forgets all pieces, and keeps the newest block for the next. */
void tw_arena_clear(struct tw_arena *arena);
void tw_arena_free(struct tw_arena *arena);

/*
 * Room for one more element in an array that lives in the arena: returns `array` or its larger copy (the old one stays
 * until the arena goes), NULL when memory ran out. *capacity is the caller's, 0 at first.
 */
void *tw_arena_grow(struct tw_arena *arena, void *array, size_t count, size_t *capacity,
                    size_t element_bytes);

struct tw_shape;

/* In the memory of a shape (tilewright/kernel.h): `count` zeroed elements; room for one more in an array that has room for 8 at
   first, and doubles. NULL: memory ran out, and shape->failed is set. */
void *tw_shape_array(struct tw_shape *shape, size_t count, size_t bytes);
void *tw_shape_extend(struct tw_shape *shape, void *array, unsigned count, size_t bytes);

#endif
