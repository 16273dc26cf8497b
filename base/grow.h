/* grow.h - arrays that grow by one element at a time, kept by malloc: how all of them do it. */
#ifndef TW_BASE_GROW_H
#define TW_BASE_GROW_H

#include <stdlib.h>

/*
 * Makes room for one more element behind the `count` that `array` has, of `bytes` each; *capacity is for how many there is room.
 * An array begins as NULL of capacity 0. Returns the array, which may have moved; NULL: out of memory, and the array is as it was.
 *
 *     struct item *grown = tw_grow(list->items, list->count, &list->capacity, sizeof *grown);
 *     if (!grown) return false;
 *     list->items = grown;
 */
static inline void *tw_grow(void *array, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity) return array;
    size_t larger = *capacity ? 2 * *capacity : 16;
    void *grown = realloc(array, larger * bytes);
    if (grown) *capacity = larger;
    return grown;
}

#endif
