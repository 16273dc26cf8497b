/*
 * Patterns by their definitions: strides walk and begin again, permutations are shuffled, expressions are computed anew from
 * their text for each idx.
 */
#include "runtime/references/tile_pattern.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What an expression is computed from; `at` is what is left of its text. What C does not evaluate is read all the same, `idle` then. */
struct expression {
    const char *at;
    uint32_t idx, tid;
    const struct tw_tile_sides *sides;
    unsigned idle;
};

/* ---- tokens ---- */

static bool take(struct expression *e, const char *sign)
{
    e->at += strspn(e->at, " ");
    if (strncmp(e->at, sign, strlen(sign)) != 0) return false;
    e->at += strlen(sign);
    return true;
}

/* A sign that is no part of a longer one that has `more` behind it. */
static bool take_alone(struct expression *e, const char *sign, const char *more)
{
    e->at += strspn(e->at, " ");
    size_t length = strlen(sign);
    return strncmp(e->at, sign, length) == 0 && !(e->at[length] && strchr(more, e->at[length])) &&
           take(e, sign);
}

static bool is_name_part(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool take_name(struct expression *e, const char *name)
{
    e->at += strspn(e->at, " ");
    return strncmp(e->at, name, strlen(name)) == 0 && !is_name_part(e->at[strlen(name)]) && take(e, name);
}

static void close(struct expression *e, const char *sign)
{
    bool closed = take(e, sign);
    assert(closed);
    (void)closed;
}

/* ---- the ranks of C, the loosest last ---- */

static uint32_t choice(struct expression *e);

static uint32_t extreme(struct expression *e, bool greatest)
{
    close(e, "(");
    uint32_t a = choice(e);
    close(e, ",");
    uint32_t b = choice(e);
    close(e, ")");
    return (a > b) == greatest ? a : b;
}

static uint32_t number(struct expression *e)
{
    char *end;
    const bool hex = e->at[0] == '0' && (e->at[1] == 'x' || e->at[1] == 'X');
    uint32_t value = (uint32_t)strtoul(e->at, &end, hex ? 16 : 10);
    assert(end != e->at);
    e->at = end;
    return value;
}

static uint32_t named(struct expression *e)
{
    const struct tw_tile_sides *sides = e->sides;
    const uint32_t *block = sides->block;
    if (take_name(e, "idx")) return e->idx;
    if (take_name(e, "tid")) return e->tid;
    if (take_name(e, "n")) return sides->depth * sides->rows * sides->columns;
    if (take_name(e, "x")) return e->tid % block[0];
    if (take_name(e, "y")) return e->tid % (block[0] * block[1]) / block[0];
    if (take_name(e, "z")) return e->tid / (block[0] * block[1]);
    if (take_name(e, "BDIMX")) return block[0];
    if (take_name(e, "BDIMY")) return block[1];
    if (take_name(e, "BDIMZ")) return block[2];
    if (take_name(e, "tile_depth")) return sides->depth;
    if (take_name(e, "tile_rows")) return sides->rows;
    if (take_name(e, "tile_cols")) return sides->columns;
    if (take_name(e, "min")) return extreme(e, false);
    if (take_name(e, "max")) return extreme(e, true);
    return number(e);
}

static uint32_t operand(struct expression *e)
{
    if (take(e, "-")) return 0u - operand(e);
    if (take(e, "~")) return ~operand(e);
    if (take(e, "!") || take_name(e, "not")) return !operand(e);
    if (!take(e, "(")) return named(e);
    uint32_t value = choice(e);
    close(e, ")");
    return value;
}

static uint32_t product(struct expression *e)
{
    uint32_t value = operand(e);
    for (;;) {
        const bool times = take(e, "*"), quotient = !times && take(e, "/");
        if (!times && !quotient && !take(e, "%")) return value;
        uint32_t by = operand(e);
        if (times)
            value *= by;
        else if (by == 0 && e->idle)
            value = 0;
        else
            value = quotient ? value / by : value % by;
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
        const bool left = take(e, "<<");
        if (!left && !take(e, ">>")) return value;
        uint32_t by = sum(e);
        assert(by < 32 || e->idle);
        value = by > 31 ? 0 : left ? value << by : value >> by;
    }
}

static uint32_t order(struct expression *e)
{
    uint32_t value = shift(e);
    for (;;) {
        if (take(e, "<="))
            value = value <= shift(e);
        else if (take(e, ">="))
            value = value >= shift(e);
        else if (take_alone(e, "<", "<"))
            value = value < shift(e);
        else if (take_alone(e, ">", ">"))
            value = value > shift(e);
        else
            return value;
    }
}

static uint32_t equality(struct expression *e)
{
    uint32_t value = order(e);
    for (;;) {
        if (take(e, "=="))
            value = value == order(e);
        else if (take(e, "!="))
            value = value != order(e);
        else
            return value;
    }
}

static uint32_t bits_and(struct expression *e)
{
    uint32_t value = equality(e);
    while (take_alone(e, "&", "&")) value &= equality(e);
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
    while (take_alone(e, "|", "|")) value |= bits_xor(e);
    return value;
}

static uint32_t both(struct expression *e)
{
    uint32_t value = bits_or(e);
    while (take(e, "&&") || take_name(e, "and")) {
        const bool idle = !value;
        e->idle += idle;
        uint32_t right = bits_or(e);
        e->idle -= idle;
        value = value && right;
    }
    return value;
}

static uint32_t either(struct expression *e)
{
    uint32_t value = both(e);
    while (take(e, "||") || take_name(e, "or")) {
        const bool idle = value;
        e->idle += idle;
        uint32_t right = both(e);
        e->idle -= idle;
        value = value || right;
    }
    return value;
}

static uint32_t choice(struct expression *e)
{
    const uint32_t condition = either(e);
    if (!take(e, "?")) return condition;
    e->idle += !condition;
    const uint32_t yes = choice(e);
    e->idle -= !condition;
    close(e, ":");
    e->idle += !!condition;
    const uint32_t no = choice(e);
    e->idle -= !!condition;
    return condition ? yes : no;
}

/* ---- patterns ---- */

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

static void compute(const char *text, const struct tw_tile_sides *sides, uint32_t n, uint32_t *element)
{
    const uint32_t threads = sides->block[0] * sides->block[1] * sides->block[2];
    for (uint32_t idx = 0; idx < n; idx++) {
        struct expression e = {text, idx, idx % threads, sides, 0};
        element[idx] = choice(&e);
        assert(e.at[strspn(e.at, " \t")] == '\0'); /* all of it was read */
    }
}

bool tw_tile_pattern_play(const char *text, const struct tw_tile_sides *sides, unsigned element_bytes,
                          uint32_t *element)
{
    const uint32_t n = sides->depth * sides->rows * sides->columns;
    struct expression word = {.at = text};
    if (take(&word, "serial")) return walk(128 / element_bytes, n, element);
    if (take(&word, "strided")) return walk((uint32_t)strtoul(word.at, NULL, 10) % n, n, element);
    if (take(&word, "permutation"))
        shuffle(strtoul(word.at, NULL, 10), n, element);
    else if (take(&word, "linear"))
        compute("idx", sides, n, element);
    else if (take(&word, "broadcast"))
        compute("0", sides, n, element);
    else if (text[strspn(text, " 0123456789")] == ',')
        repeat(text, n, element);
    else
        compute(text, sides, n, element);
    return true;
}
