/*
 * lengths.h - how long the segments of a drawn reduction are. A device knows that, a plan does not: it knows how many there are,
 * of how many elements together. So which kind is taken is no part of the problem; the problem's fields draw it.
 *
 *     equal      all alike, or one longer
 *     uneven     from nothing to twice the average
 *     skewed     as the eighth power of a uniform number: a tenth of them has more than half of all
 *     growing    as the eighth power of where they are: the last are the long ones
 *     gaps       three quarters are empty, the others alike
 *     outliers   the first and one in about 256 have as much as 256 others each
 *
 * Whole numbers, and of floating point only what IEEE 754 rounds exactly: the same on every machine.
 */
#ifndef BENCH_LENGTHS_H
#define BENCH_LENGTHS_H

#include <stdint.h>

enum lengths {
    LENGTHS_EQUAL,
    LENGTHS_UNEVEN,
    LENGTHS_SKEWED,
    LENGTHS_GROWING,
    LENGTHS_GAPS,
    LENGTHS_OUTLIERS,
    LENGTHS_KINDS
};

extern const char *const lengths_words[LENGTHS_KINDS + 1]; /* NULL behind the last */

/* The kind of lengths of segments with so many elements together. */
enum lengths lengths_of(uint64_t segments, uint64_t elements);

/* Fills segments + 1 numbers: where each begins, the first at 0, and the end of the last, which is `elements`. */
void lengths_fill(enum lengths kind, uint64_t segments, uint64_t elements, uint64_t *offset);

#endif
