/*
 * Patterns by their definitions: strides walk and begin again, permutations are shuffled, expressions are computed anew from
 * their text for each idx.
 */
#include "runtime/references/tile_pattern.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What an expression is computed from; `at` is what is left of its text. */
struct expression {
    const char *at;
    uint32_t idx, tid, n;
};

static bool take(struct expression *e, const char *sign)
{
    e->at += strspn(e->at, " ");
    if (strncmp(e->at, sign, strlen(sign)) != 0) return false;
    e->at += strlen(sign);
    return true;
}

static uint32_t bits_or(struct expression *e);

static uint32_t operand(struct expression *e)
{
    if (take(e, "-")) return 0u - operand(e);
    if (take(e, "~")) return ~operand(e);
    if (take(e, "idx")) return e->idx;
    if (take(e, "tid")) return e->tid;
    if (take(e, "n")) return e->n;
    if (take(e, "(")) {
        uint32_t value = bits_or(e);
        bool closed = take(e, ")");
        assert(closed);
        (void)closed;
        return value;
    }
    char *end;
    uint32_t value = (uint32_t)strtoul(e->at, &end, 10);
    assert(end != e->at);
    e->at = end;
    return value;
}

static uint32_t product(struct expression *e)
{
    uint32_t value = operand(e);
    for (;;) {
        if (take(e, "*"))
            value *= operand(e);
        else if (take(e, "/"))
            value /= operand(e);
        else if (take(e, "%"))
            value %= operand(e);
        else
            return value;
    }
}

static uint32_t sum(struct expression *e)
{
    uint32_t value = product(e);
    for (;;) {
        if (take(e, "+"))
            value += product(e);
        else if (take(e, "-"))
            value -= product(e);
        else
            return value;
    }
}

static uint32_t shift(struct expression *e)
{
    uint32_t value = sum(e);
    for (;;) {
        if (take(e, "<<"))
            value <<= sum(e);
        else if (take(e, ">>"))
            value >>= sum(e);
        else
            return value;
    }
}

static uint32_t bits_and(struct expression *e)
{
    uint32_t value = shift(e);
    while (take(e, "&")) value &= shift(e);
    return value;
}

static uint32_t bits_xor(struct expression *e)
{
    uint32_t value = bits_and(e);
    while (take(e, "^")) value ^= bits_and(e);
    return value;
}

static uint32_t bits_or(struct expression *e)
{
    uint32_t value = bits_xor(e);
    while (take(e, "|")) value |= bits_xor(e);
    return value;
}

/* From 0 in steps of the stride; where that comes back to a place where it has been, from the next one on. */
static bool walk(uint32_t stride, uint32_t n, uint32_t *element)
{
    bool *been = calloc(n, sizeof *been);
    uint32_t at = 0;
    if (!been) return false;
    for (uint32_t idx = 0; idx < n; idx++) {
        while (been[at]) at = (at + 1) % n;
        been[at] = true;
        element[idx] = at;
        at = (at + stride) % n;
    }
    free(been);
    return true;
}

static void shuffle(uint64_t state, uint32_t n, uint32_t *element)
{
    for (uint32_t idx = 0; idx < n; idx++) element[idx] = idx;
    for (uint32_t k = n; k-- > 1;) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t other = (uint32_t)((state >> 33) % (k + 1)), moved = element[other];
        element[other] = element[k];
        element[k] = moved;
    }
}

/* The list, then the list again, each time as far behind as it is long. */
static void repeat(const char *text, uint32_t n, uint32_t *element)
{
    uint32_t length = 0;
    for (char *end; length < n; text = end + strspn(end, " ,")) {
        element[length] = (uint32_t)strtoul(text, &end, 10);
        if (end == text) break;
        length++;
    }
    for (uint32_t idx = length; idx < n; idx++) element[idx] = element[idx - length] + length;
}

static void compute(const char *text, uint32_t n, uint32_t threads, uint32_t *element)
{
    for (uint32_t idx = 0; idx < n; idx++) {
        struct expression e = {text, idx, idx % threads, n};
        element[idx] = bits_or(&e);
    }
}

bool tw_tile_pattern_play(const char *text, uint32_t n, uint32_t threads, unsigned element_bytes,
                          uint32_t *element)
{
    struct expression word = {.at = text};
    if (take(&word, "serial")) return walk(128 / element_bytes, n, element);
    if (take(&word, "strided")) return walk((uint32_t)strtoul(word.at, NULL, 10) % n, n, element);
    if (take(&word, "permutation"))
        shuffle(strtoul(word.at, NULL, 10), n, element);
    else if (take(&word, "linear"))
        compute("idx", n, threads, element);
    else if (take(&word, "broadcast"))
        compute("0", n, threads, element);
    else if (strchr(text, ','))
        repeat(text, n, element);
    else
        compute(text, n, threads, element);
    return true;
}
