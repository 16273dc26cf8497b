/* random.h - numbers that look random and are the same for the same seed on every machine (splitmix64). Not for secrets. */
#ifndef TW_TUNE_SEARCH_RANDOM_H
#define TW_TUNE_SEARCH_RANDOM_H

#include <stdint.h>

struct tw_random {
    uint64_t state; /* the seed, to begin with */
};

static inline uint64_t tw_random_bits(struct tw_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* From 0 up to 1, which it never is. */
static inline double tw_random_unit(struct tw_random *random)
{
    return (double)(tw_random_bits(random) >> 11) * 0x1p-53;
}

/* From 0 up to count - 1; count is at least 1. */
static inline uint32_t tw_random_below(struct tw_random *random, uint32_t count)
{
    return (uint32_t)((tw_random_bits(random) >> 32) * count >> 32);
}

#endif
