/*
 * The oracle for the `probe` family. Chains are one circle through all places: in trial 0 each leads to the next one in
 * memory, in trial 1 they are in random order (Sattolo's algorithm). Where a chain ends is found by following it; what a
 * thread has added up, from the circle in which its loads come back to where they began.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/references/reference.h"

#define WARP  32u
#define GROUP 4u /* words that a thread loads at a time */

static bool is_latency(const struct tw_kernel *kernel)
{
    return tw_reference_is(kernel, "measure", "latency") ||
           tw_reference_is(kernel, "measure", "atomic-latency");
}

static bool is_memory(const struct tw_kernel *kernel, const char *word)
{
    return tw_reference_is(kernel, "memory", word);
}

/* ---- chains ---- */

static void make_chain(unsigned trial, uint32_t *next, uint64_t places)
{
    for (uint64_t i = 0; i < places; i++) next[i] = (uint32_t)i;
    if (trial == 0) {
        for (uint64_t i = 0; i < places; i++) next[i] = (uint32_t)((i + 1) % places);
        return;
    }
    uint64_t random = UINT64_C(0x2545F4914F6CDD1D);
    for (uint64_t i = places - 1; i > 0; i--) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t other = (random >> 33) % i; /* never i itself: that makes it one circle */
        uint32_t kept = next[i];
        next[i] = next[other];
        next[other] = kept;
    }
}

/* The steps that are left when whole laps are taken away. */
static uint32_t follow(const uint32_t *next, uint64_t places, uint32_t from, uint64_t steps)
{
    for (uint64_t i = steps % places; i > 0; i--) from = next[from];
    return from;
}

/* In constant memory a place holds the offset of the next in bytes, and there is noise between the places. */
static int fill_constant_chain(const struct tw_kernel *kernel, unsigned trial, uint32_t *chain, uint32_t *end,
                               struct tw_error *error)
{
    uint64_t bytes = tw_reference_number(kernel, "bytes"), stride = tw_reference_number(kernel, "stride");
    uint64_t places = bytes / stride;
    uint64_t steps = tw_reference_number(kernel, "warm") + tw_reference_number(kernel, "steps");
    uint32_t *next = malloc(places * sizeof *next);
    if (!next) return tw_fail(error, TW_MEMORY, "out of memory");
    make_chain(trial, next, places);
    tw_reference_noise(chain, bytes, trial);
    for (uint64_t i = 0; i < places; i++) chain[i * stride / 4] = (uint32_t)(next[i] * stride);
    *end = follow(next, places, 0, steps);
    free(next);
    return TW_OK;
}

/* ---- register ---- */

/* at * a + b, `steps` times, where a is 1 or -1: whole numbers, so that floats are exact. */
static float multiply_add(const float *factors, float at, uint64_t steps)
{
    if (factors[0] > 0) return at + (float)steps * factors[1];
    return steps % 2 ? factors[1] - at : at;
}

static void fill_factors(unsigned trial, float *factors)
{
    factors[0] = trial == 0 ? 1 : -1;
    factors[1] = trial == 0 ? 1 : 3;
}

/* ---- latencies ---- */

static int fill_latency(const struct tw_kernel *kernel, unsigned trial, void *before, void *after,
                        struct tw_error *error)
{
    uint64_t steps = tw_reference_number(kernel, "warm") + tw_reference_number(kernel, "steps");
    if (is_memory(kernel, "constant")) return fill_constant_chain(kernel, trial, before, after, error);
    if (is_memory(kernel, "register")) {
        fill_factors(trial, before);
        for (unsigned lane = 0; lane < WARP; lane++)
            ((float *)after)[lane] = multiply_add(before, (float)lane, steps);
        return TW_OK;
    }
    bool shuffle = is_memory(kernel, "shuffle");
    uint64_t places =
        shuffle ? WARP : tw_reference_number(kernel, "bytes") / tw_reference_number(kernel, "stride");
    make_chain(trial, before, places);
    for (uint32_t lane = 0; lane < (shuffle ? WARP : 1); lane++)
        ((uint32_t *)after)[lane] = follow(before, places, lane, steps);
    return TW_OK;
}

/* ---- bandwidths ---- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* The sum, modulo 2^32, of `steps` of `count` numbers, from number `first` on, each `stride` behind the one before. */
static uint32_t sum_in_circle(const uint32_t *number, uint64_t count, uint64_t first, uint64_t stride,
                              uint64_t steps)
{
    uint64_t lap = count / common_divisor(stride % count, count);
    uint32_t whole = 0, rest = 0;
    if (steps < lap) lap = steps;
    for (uint64_t i = 0, at = first % count; i < lap; i++, at = (at + stride) % count) {
        whole += number[at];
        if (i < steps % lap) rest += number[at];
    }
    return (uint32_t)(steps / lap) * whole + rest;
}

/* The sum of each group of words. */
static uint32_t *add_groups(const uint32_t *words, uint64_t count, unsigned group)
{
    uint32_t *sums = calloc(count / group, sizeof *sums);
    for (uint64_t i = 0; sums && i < count; i++) sums[i / group] += words[i];
    return sums;
}

static int fill_stream(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                       struct tw_error *error)
{
    uint64_t bytes = tw_reference_number(kernel, "bytes"), steps = tw_reference_number(kernel, "steps");
    uint64_t block = tw_reference_number(kernel, "BDIMX");
    uint64_t threads = block * tw_reference_number(kernel, "blocks");
    bool uniform = is_memory(kernel, "constant"), grid = tw_reference_is(kernel, "walk", "grid");
    unsigned group = uniform ? 1 : GROUP;
    uint64_t stride = uniform ? 1 : grid ? threads : block, count = bytes / 4 / group;
    uint32_t *in = trials[0].before, *out = trials[1].after, *advance = trials[2].before;
    *advance = (uint32_t)(stride * group * 4 % bytes);
    tw_reference_noise(in, bytes, trial);
    uint32_t *sums = add_groups(in, bytes / 4, group);
    if (!sums) return tw_fail(error, TW_MEMORY, "out of memory");
    for (uint64_t i = 0; i < threads; i++) {
        uint64_t own = uniform ? i % block / WARP : grid ? i : i % block;
        bool again = !grid && i >= block; /* all blocks do the same */
        out[i] = again ? out[i - block] : sum_in_circle(sums, count, own, stride, steps);
    }
    free(sums);
    return TW_OK;
}

static void fill_register_sides(const struct tw_kernel *kernel, unsigned trial, float *factors, float *out)
{
    uint64_t steps = tw_reference_number(kernel, "steps"), chains = tw_reference_number(kernel, "unroll");
    uint64_t threads = tw_reference_number(kernel, "BDIMX") * tw_reference_number(kernel, "blocks");
    fill_factors(trial, factors);
    for (uint64_t i = 0; i < threads; i++) {
        out[i] = 0;
        for (uint64_t k = 0; k < chains; k++) out[i] += multiply_add(factors, (float)(i % WARP + k), steps);
    }
}

/* A lane's value comes from the one that is `steps` further on in the circle. */
static void fill_shuffle_sides(const struct tw_kernel *kernel, unsigned trial, uint32_t *next, uint32_t *out)
{
    uint64_t steps = tw_reference_number(kernel, "steps"), chains = tw_reference_number(kernel, "unroll");
    uint64_t threads = tw_reference_number(kernel, "BDIMX") * tw_reference_number(kernel, "blocks");
    make_chain(trial, next, WARP);
    for (uint64_t i = 0; i < threads; i++) {
        uint64_t from = follow(next, WARP, (uint32_t)(i % WARP), steps);
        out[i] = (uint32_t)(chains * from + chains * (chains - 1) / 2);
    }
}

/* ---- counters ---- */

static void fill_counts(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials)
{
    enum { PLACE, AMOUNT, COUNTERS };
    uint64_t counters = tw_reference_number(kernel, "bytes") / 4,
             steps = tw_reference_number(kernel, "steps");
    uint64_t block = tw_reference_number(kernel, "BDIMX"), blocks = tw_reference_number(kernel, "blocks");
    bool shared = is_memory(kernel, "shared"), same = tw_reference_is(kernel, "address", "same");
    uint32_t *place = trials[PLACE].before, *amount = trials[AMOUNT].before, *after = trials[COUNTERS].after;
    *amount = trial == 0 ? 1 : 40503;
    memset(after, 0, counters * (shared ? blocks : 1) * sizeof *after);
    for (uint64_t i = 0; i < block * blocks; i++) {
        place[i] = same ? (uint32_t)(trial % counters) : (uint32_t)((i + trial) % counters);
        after[place[i] + (shared ? i / block * counters : 0)] += (uint32_t)(steps * *amount);
    }
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    void *before = trials[0].before, *after = trials[1].after;
    if (tw_reference_is(kernel, "measure", "atomic-rate"))
        fill_counts(kernel, trial, trials);
    else if (is_latency(kernel))
        return fill_latency(kernel, trial, before, after, error);
    else if (is_memory(kernel, "register"))
        fill_register_sides(kernel, trial, before, after);
    else if (is_memory(kernel, "shuffle"))
        fill_shuffle_sides(kernel, trial, before, after);
    else
        return fill_stream(kernel, trial, trials, error);
    return TW_OK;
}

static const char *const reads[] = {"memory", "measure", "bytes", "stride", "steps",  "warm",
                                    "walk",   "address", "BDIMX", "blocks", "unroll", NULL};

const struct tw_reference tw_reference_probe = {.family = "probe", .reads = reads, .fill = fill};
