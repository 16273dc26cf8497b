#include "tools/bench/parts/lengths.h"

#include "tools/bench/parts/draw.h"

#define STEPS 4096u /* of the numbers whose powers are taken */

const char *const lengths_words[LENGTHS_KINDS + 1] = {"equal", "uneven",   "skewed", "growing",
                                                      "gaps",  "outliers", 0};

/* Bits of a number that depend on all of it. */
static uint64_t mix(uint64_t number)
{
    return draw_next(&number);
}

enum lengths lengths_of(uint64_t segments, uint64_t elements)
{
    return (enum lengths)((mix(segments ^ mix(elements)) >> 32) * LENGTHS_KINDS >> 32);
}

/* The eighth power of a number of STEPS. */
static double eighth_power(uint64_t step)
{
    double part = (double)(step % STEPS + 1) / STEPS, square = part * part;
    return square * square * (square * square);
}

/* How much of all a segment has, by whatever unit. */
static double share_of(enum lengths kind, uint64_t segment, uint64_t segments)
{
    uint64_t random = mix(segment);
    switch (kind) {
    case LENGTHS_UNEVEN:
        return (double)(random % STEPS);
    case LENGTHS_SKEWED:
        return eighth_power(random);
    case LENGTHS_GROWING:
        return eighth_power((uint64_t)((double)segment / (double)segments * STEPS));
    case LENGTHS_GAPS:
        return random % 4 == 0;
    case LENGTHS_OUTLIERS:
        return random % 256 == 0 || segment == 0 ? 256 : 1;
    default:
        return 1;
    }
}

void lengths_fill(enum lengths kind, uint64_t segments, uint64_t elements, uint64_t *offset)
{
    double all = 0, before = 0;
    for (uint64_t i = 0; i < segments; i++) all += share_of(kind, i, segments);
    for (uint64_t i = 0; i < segments; i++) {
        offset[i] = all > 0 ? (uint64_t)(before / all * (double)elements) : 0;
        before += share_of(kind, i, segments);
    }
    offset[segments] = elements;
}
