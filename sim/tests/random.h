/* Numbers that are the same on every machine: random tests begin with a state of their own. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdint.h>

/* From 0 to limit - 1. */
static inline unsigned random_below(unsigned *state, unsigned limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)(*state >> 4) * limit >> 28);
}

/* One of some words. */
#define RANDOM_WORD(state, ...)                                                                              \
    ((const char *const[]){                                                                                  \
        __VA_ARGS__})[random_below(state, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

#endif
