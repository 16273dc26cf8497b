/* whole.h - whole numbers: the few things that are asked of them everywhere. Divisors and units are at least 1. */
#ifndef TW_BASE_WHOLE_H
#define TW_BASE_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t tw_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* n / by, rounded up. */
static inline uint64_t tw_ceil_div(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

/* The least multiple of `unit` from n on. */
static inline uint64_t tw_multiple_up(uint64_t n, uint64_t unit)
{
    return tw_ceil_div(n, unit) * unit;
}

/* How many of 0 to count - 1 are `kind` modulo `kinds`, which is below `kinds`: of_kind(10, 1, 4) are 1, 5 and 9. */
static inline uint64_t tw_of_kind(uint64_t count, uint64_t kind, uint64_t kinds)
{
    return kind < count ? (count - kind - 1) / kinds + 1 : 0;
}

/* 0 also counts as one. */
static inline bool tw_is_power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
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

/* The logarithm of the greatest power of two that is not above n; 0 for 0. */
static inline unsigned tw_log2(uint64_t n)
{
    unsigned bits = 0;
    while (n >>= 1) bits++;
    return bits;
}

/* The greatest common divisor; that of 0 and n is n. */
static inline uint64_t tw_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
