/* whole.h - whole numbers, as all parts of the reduce family need them, and fields that nobody gave. */
#ifndef TW_GEN_FAMILIES_REDUCE_WHOLE_H
#define TW_GEN_FAMILIES_REDUCE_WHOLE_H

#include "gen/families/reduce/fields.h"

/* n / by, rounded up. */
static inline uint64_t tw_over(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

static inline uint64_t tw_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The least power of two from n on; the greatest up to n, at least 1. */
static inline uint64_t tw_power_up(uint64_t n)
{
    uint64_t power = 1;
    while (power < n) power *= 2;
    return power;
}

static inline uint64_t tw_power_down(uint64_t n)
{
    uint64_t power = 1;
    while (power <= n / 2) power *= 2;
    return power;
}

/* Of a power of two; of others that of the greatest below. */
static inline unsigned tw_log2(uint64_t n)
{
    unsigned bits = 0;
    while (n >> bits > 1) bits++;
    return bits;
}

/* Gives a field a value unless it has one. */
static inline void tw_derive(int64_t *value, enum tw_reduce_field field, uint64_t number)
{
    if (value[field] == TW_DERIVED) value[field] = (int64_t)number;
}

#endif
