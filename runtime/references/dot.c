/*
 * The oracle for the `dot` family: the products of all elements, added block by block. Thread t of block b of the grid takes
 * the elements b * BDIMX + t, and on from there in strides of the grid's threads, so element i is block
 * (i / BDIMX) mod blocks's, whatever the order in which the kernel adds. One sum is the same of one block.
 *
 * Integers wrap. Floating-point sums are known to more than a double: each keeps what its additions and products rounded
 * away.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/half.h"
#include "runtime/references/reference.h"

enum { A, B, C }; /* the arguments; scratch behind them is nobody's business */

/* Trial 0: elements of b that are not zero, about; with the ends' and at most 8 * 8 each, sums stay below 2^24. */
#define KEPT      65536u
#define KEPT_ENDS 1024u

enum { SMALL, NOISE, SQUARES };

struct problem {
    const struct tw_element_info *input, *result;
    uint64_t n;
    uint64_t block, blocks; /* neighbouring elements of one block; partial sums */
    bool rounds;
};

static struct problem problem(const struct tw_kernel *kernel)
{
    const struct tw_argument *arguments = kernel->shape.arguments;
    bool is_sum = tw_reference_is(kernel, "result", "sum");
    struct problem p = {.input = tw_element_info(arguments[A].element),
                        .result = tw_element_info(arguments[C].element),
                        .n = tw_reference_number(kernel, "n"),
                        .block = tw_reference_number(kernel, "BDIMX"),
                        .blocks = is_sum ? 1 : tw_reference_number(kernel, "blocks")};
    p.rounds = p.result->scalar == TW_FLOAT;
    assert(arguments[A].count >= p.n && arguments[B].count >= p.n && arguments[C].count == p.blocks);
    return p;
}

/* ---- elements ---- */

static void set_real(const struct tw_element_info *info, void *memory, uint64_t i, double value)
{
    if (info->bytes == 2)
        ((uint16_t *)memory)[i] = tw_half_of(info->scalar, value);
    else if (info->bytes == 4)
        ((float *)memory)[i] = (float)value;
    else
        ((double *)memory)[i] = value;
}

static double real(const struct tw_element_info *info, const void *memory, uint64_t i)
{
    if (info->bytes == 2) return tw_half_value(info->scalar, ((const uint16_t *)memory)[i]);
    return info->bytes == 4 ? (double)((const float *)memory)[i] : ((const double *)memory)[i];
}

/* Integers modulo 2^64, of which narrower ones keep the low bits. */
static void set_integer(const struct tw_element_info *info, void *memory, uint64_t i, uint64_t value)
{
    if (info->bytes == 4)
        ((uint32_t *)memory)[i] = (uint32_t)value;
    else
        ((uint64_t *)memory)[i] = value;
}

static uint64_t integer(const struct tw_element_info *info, const void *memory, uint64_t i)
{
    return info->bytes == 4 ? ((const uint32_t *)memory)[i] : ((const uint64_t *)memory)[i];
}

/* ---- inputs ---- */

/* The element's bits as a signed number: noise, in place of which a float is put. */
static int64_t noise_bits(const struct tw_element_info *info, const void *memory, uint64_t i)
{
    switch (info->bytes) {
    case 2:
        return ((const int16_t *)memory)[i];
    case 4:
        return ((const int32_t *)memory)[i];
    default:
        return ((const int64_t *)memory)[i];
    }
}

/* Any bits of an integer; of a float as many bits as it holds exactly, as a value of [-1, 1). */
static void fill_noise(const struct problem *p, void *memory)
{
    unsigned bits = p->input->scalar == TW_BFLOAT ? 8
                    : p->input->bytes == 2        ? 11
                    : p->input->bytes == 4        ? 24
                                                  : 53;
    unsigned dropped = 8 * p->input->bytes - bits;
    double grain = ldexp(1, 1 - (int)bits);
    for (uint64_t i = 0; p->rounds && i < p->n; i++) {
        int64_t whole = noise_bits(p->input, memory, i) / (INT64_C(1) << dropped);
        set_real(p->input, memory, i, (double)whole * grain);
    }
}

static void set_whole(const struct problem *p, void *memory, uint64_t i, int64_t value)
{
    if (p->rounds)
        set_real(p->input, memory, i, (double)value);
    else
        set_integer(p->input, memory, i, (uint64_t)value);
}

/* From -8 to 7. */
static void fill_small(const struct problem *p, void *memory)
{
    for (uint64_t i = 0; i < p->n; i++) set_whole(p, memory, i, (noise_bits(p->input, memory, i) & 15) - 8);
}

/* Leaves all at the ends, and between them one element of each of KEPT equal parts, anywhere in it; others become zero. */
static void thin_out(const struct problem *p, void *memory)
{
    uint64_t period = p->n / KEPT + 1, last = p->n > KEPT_ENDS ? p->n - KEPT_ENDS : 0;
    for (uint64_t first = KEPT_ENDS; first < last; first += period) {
        uint64_t length = last - first < period ? last - first : period;
        uint64_t kept = (first * UINT64_C(0x9E3779B97F4A7C15) >> 20) % length;
        for (uint64_t i = 0; i < length; i++) {
            if (i != kept) set_whole(p, memory, first + i, 0);
        }
    }
}

static void fill_input(const struct problem *p, unsigned trial, unsigned argument, void *memory)
{
    if (trial == SQUARES) {
        for (uint64_t i = 0; i < p->n; i++) set_whole(p, memory, i, (int64_t)(argument == A ? i : 2 * i));
        return;
    }
    tw_reference_noise(memory, (p->n ? p->n : 1) * p->input->bytes, 2 * trial + argument);
    if (trial == NOISE) {
        fill_noise(p, memory);
        return;
    }
    fill_small(p, memory);
    if (argument == B) thin_out(p, memory);
}

/* ---- sums ---- */

/* high + low; low is what has been rounded away. */
struct sum {
    double high, low, scale;
    uint64_t whole; /* of integers */
};

/* high + term exactly as a rounded sum and its error (Knuth, TAOCP 2, 4.2.2, theorem B). */
static void add(struct sum *sum, double term)
{
    double high = sum->high + term, part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (term - part);
    sum->high = high;
}

static void add_product(const struct problem *p, const void *a, const void *b, uint64_t i, struct sum *sum)
{
    if (!p->rounds) {
        sum->whole += integer(p->input, a, i) * integer(p->input, b, i);
        return;
    }
    double x = real(p->input, a, i), y = real(p->input, b, i), product = x * y;
    add(sum, product);
    if (p->input->bytes == 8) sum->low += fma(x, y, -product); /* products of narrower floats are exact */
    sum->scale += fabs(product);
}

static void add_all(const struct problem *p, const void *a, const void *b, struct sum *sums)
{
    for (uint64_t first = 0, block = 0; first < p->n; first += p->block) {
        uint64_t end = p->n - first < p->block ? p->n : first + p->block;
        for (uint64_t i = first; i < end; i++) add_product(p, a, b, i, &sums[block]);
        if (++block == p->blocks) block = 0;
    }
}

static void give(const struct problem *p, unsigned trial, const struct sum *sums, const struct tw_trial *c)
{
    for (uint64_t i = 0; i < p->blocks; i++) {
        if (!p->rounds) {
            set_integer(p->result, c->after, i, sums[i].whole);
        } else if (trial == SMALL) {
            set_real(p->result, c->after, i, sums[i].high);
        } else {
            c->exact[i] = sums[i].high + sums[i].low;
            c->scale[i] = sums[i].scale;
        }
    }
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    struct problem p = problem(kernel);
    struct sum *sums = calloc(p.blocks, sizeof *sums);
    if (!sums) return tw_fail(error, TW_MEMORY, "out of memory");
    fill_input(&p, trial, A, trials[A].before);
    fill_input(&p, trial, B, trials[B].before);
    add_all(&p, trials[A].before, trials[B].before, sums);
    give(&p, trial, sums, &trials[C]);
    free(sums);
    return TW_OK;
}

/* ---- the sources' numbers ---- */

static unsigned trials(const struct tw_kernel *kernel)
{
    return tw_reference_is(kernel, "type", "float32") ? SQUARES + 1 : NOISE + 1;
}

/* What the host finds, adding the partial sums in float32, beside the sum of the squares. */
static void say(const struct tw_kernel *kernel, const void *const *results, struct tw_text *text)
{
    struct problem p = problem(kernel);
    if (trials(kernel) <= SQUARES || p.n == 0) return;
    float sum = 0, x = (float)(p.n - 1);
    for (uint64_t i = 0; i < p.blocks; i++) sum += ((const float *)results[C])[i];
    tw_text_addf(text, "a[i] = i, b[i] = 2i: the sum is %.6g; 2*x*(x+1)*(2x+1)/6 with x = n-1 is %.6g\n",
                 (double)sum, (double)(2 * (x * (x + 1) * (2 * x + 1) / 6)));
}

static const char *const reads[] = {"n", "type", "result", "BDIMX", "blocks", NULL};

/* One sum is the same however the elements are spread. */
static bool ignores(const struct tw_kernel *kernel, const char *key)
{
    bool spreads = strcmp(key, "BDIMX") == 0 || strcmp(key, "blocks") == 0;
    return spreads && tw_reference_is(kernel, "result", "sum");
}

const struct tw_reference tw_reference_dot = {
    .family = "dot", .reads = reads, .ignores = ignores, .trials = trials, .fill = fill, .say = say};
