/* Sectors and the like of one request, counted for tests of predictions. */
#ifndef TESTS_PIECES_H
#define TESTS_PIECES_H

#include <stdint.h>
#include <stdlib.h>

static inline int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Different pieces of `piece` bytes among those that hold the elements. */
static inline uint64_t pieces(const uint64_t *element, unsigned count, unsigned bytes, unsigned piece)
{
    uint64_t number[32], different = 0;
    for (unsigned i = 0; i < count; i++) number[i] = element[i] * bytes / piece;
    qsort(number, count, sizeof *number, by_value);
    for (unsigned i = 0; i < count; i++) different += i == 0 || number[i] != number[i - 1];
    return different;
}

#endif
