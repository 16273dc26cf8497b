/*
 * The oracle for the `stencil` family, from the definition: out[y][x] is the sum over the neighbours (y + dy, x + dx) of their
 * coefficient times what stands there, or lies beyond the edges. Coefficients of a scheme are worked out from factorials.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/reference.h"

enum { IN, OUT, COEFFICIENTS }; /* the arguments */

enum { SMALL, NOISE };

struct problem {
    int64_t rows, cols, in_pitch, out_pitch, radius;
    bool line, star, antisymmetric, symmetric, zero, fixed, periodic, given, wide;
};

static struct problem problem(const struct tw_kernel *kernel)
{
    return (struct problem){.rows = (int64_t)tw_reference_number(kernel, "rows"),
                            .cols = (int64_t)tw_reference_number(kernel, "cols"),
                            .in_pitch = (int64_t)tw_reference_number(kernel, "in_pitch"),
                            .out_pitch = (int64_t)tw_reference_number(kernel, "out_pitch"),
                            .radius = (int64_t)tw_reference_number(kernel, "radius"),
                            .line = tw_reference_is(kernel, "shape", "line"),
                            .star = tw_reference_is(kernel, "shape", "star"),
                            .symmetric = tw_reference_is(kernel, "symmetry", "symmetric"),
                            .antisymmetric = tw_reference_is(kernel, "symmetry", "antisymmetric"),
                            .zero = tw_reference_is(kernel, "boundary", "zero"),
                            .fixed = tw_reference_is(kernel, "boundary", "fixed"),
                            .periodic = tw_reference_is(kernel, "boundary", "periodic"),
                            .given = tw_reference_is(kernel, "scheme", "given"),
                            .wide = tw_reference_is(kernel, "type", "float64")};
}

/* ---- elements ---- */

static double get(const struct problem *p, const void *memory, int64_t i)
{
    return p->wide ? ((const double *)memory)[i] : (double)((const float *)memory)[i];
}

static void set(const struct problem *p, void *memory, int64_t i, double value)
{
    if (p->wide)
        ((double *)memory)[i] = value;
    else
        ((float *)memory)[i] = (float)value;
}

/* Trial 0: from -4 to 4, one in four not zero; then as many bits as the type holds, of [-1, 1). */
static void fill_input(const struct problem *p, unsigned trial, void *memory, uint64_t count, uint64_t seed)
{
    size_t bytes = p->wide ? 8 : 4;
    tw_reference_noise(memory, (size_t)count * bytes, seed);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = p->wide ? ((const uint64_t *)memory)[i] : ((const uint32_t *)memory)[i];
        int64_t whole = p->wide ? (int64_t)bits >> 11 : (int64_t)(int32_t)(uint32_t)bits >> 8;
        double small = bits >> 8 & 3u ? 0 : (double)((int64_t)(bits >> 12 & 7u) - 3);
        set(p, memory, (int64_t)i, trial == SMALL ? small : ldexp((double)whole, p->wide ? -52 : -23));
    }
}

/* Small ones from -8 to 7, the first more than 0: then no sum is minus zero. */
static void fill_coefficients(const struct problem *p, unsigned trial, void *memory, uint64_t count)
{
    fill_input(p, trial, memory, count, 2 * trial + 1);
    for (uint64_t i = 0; i < count && trial == SMALL; i++)
        set(p, memory, (int64_t)i, i ? (double)((int64_t)(i * 7 % 16) - 8) : 5);
}

/* ---- coefficients ---- */

static long double factorial(int64_t n)
{
    return n < 2 ? 1 : (long double)n * factorial(n - 1);
}

/* Returns the binomial coefficient n over r. */
static long double choose(int64_t n, int64_t r)
{
    return factorial(n) / (factorial(r) * factorial(n - r));
}

/* The coefficient of the first derivative at a distance, by central differences of order 2r. */
static long double first_derivative(int64_t r, int64_t distance)
{
    long double size = choose(2 * r, r + distance) / choose(2 * r, r) / (long double)distance;
    return distance % 2 ? size : -size;
}

/* The coefficient of the second derivative: all coefficients of an axis add up to nothing. */
static long double second_derivative(int64_t r, int64_t distance)
{
    long double others = 0;
    if (distance) return 2 * first_derivative(r, distance) / (long double)distance;
    for (int64_t i = 1; i <= r; i++) others += 2 * second_derivative(r, i);
    return -others;
}

static long double of_scheme(const struct tw_kernel *kernel, const struct problem *p, int64_t dy, int64_t dx)
{
    int64_t r = p->radius, distance = llabs(dx) + llabs(dy);
    if (tw_reference_is(kernel, "scheme", "derivative"))
        return dx == 0 ? 0 : dx > 0 ? first_derivative(r, dx) : -first_derivative(r, -dx);
    if (tw_reference_is(kernel, "scheme", "laplacian"))
        return second_derivative(r, distance) * (distance == 0 && p->star ? 2 : 1);
    long double row = choose(2 * r, r + dx) / ldexpl(1, (int)(2 * r));
    return p->line ? row : row * choose(2 * r, r + dy) / ldexpl(1, (int)(2 * r));
}

/* Where a neighbour's coefficient stands in the argument (docs/stencil.md). */
static int64_t number_of(const struct problem *p, int64_t dy, int64_t dx)
{
    int64_t r = p->radius;
    if (p->antisymmetric) return llabs(dx) - 1;
    if (p->line) return p->symmetric ? llabs(dx) : dx + r;
    if (p->star && p->symmetric) return llabs(dx) + llabs(dy);
    if (p->star) return dy < 0 ? dy + r : dy > 0 ? 3 * r + dy : r + dx + r;
    return p->symmetric ? llabs(dy) * (r + 1) + llabs(dx) : (dy + r) * (2 * r + 1) + dx + r;
}

/* A neighbour and its coefficient. */
struct tap {
    int64_t dy, dx;
    long double c;
};

static unsigned find_taps(const struct tw_kernel *kernel, const struct problem *p, const void *coefficients,
                          struct tap *taps)
{
    int64_t r = p->radius, down = p->line ? 0 : r;
    unsigned count = 0;
    for (int64_t dy = -down; dy <= down; dy++) {
        for (int64_t dx = -r; dx <= r; dx++) {
            long double c;
            if ((p->star && dy && dx) || (p->antisymmetric && dx == 0)) continue;
            if (p->given)
                c = get(p, coefficients, number_of(p, dy, dx)) * (p->antisymmetric && dx < 0 ? -1 : 1);
            else
                c = of_scheme(kernel, p, dy, dx);
            taps[count++] = (struct tap){dy, dx, c};
        }
    }
    return count;
}

/* ---- sums ---- */

/* What stands for an index beyond an edge; -1: a zero. */
static int64_t inside(const struct problem *p, int64_t index, int64_t extent)
{
    if (index >= 0 && index < extent) return index;
    if (p->zero || p->fixed) return -1;
    if (p->periodic) return (index % extent + extent) % extent;
    int64_t period = 2 * (extent - 1), place = (index % period + period) % period;
    return place < extent ? place : period - place;
}

static bool is_copied(const struct problem *p, int64_t y, int64_t x)
{
    int64_t r = p->radius;
    bool across = x < r || x >= p->cols - r, down = !p->line && (y < r || y >= p->rows - r);
    return p->fixed && (across || down);
}

/* The sums of a row, and of absolute values. What a double holds to spare is enough for float32, whose products are exact in it;
   float64 is added in long double. */
struct sums {
    double *sum, *scale, *padded;
    long double *wide;
};

static void add_tap(const struct problem *p, const struct tap *tap, const struct sums *sums)
{
    const double *u = sums->padded + p->radius + tap->dx, c = (double)tap->c;
    for (int64_t x = 0; x < p->cols; x++) sums->scale[x] += fabs(c * u[x]);
    for (int64_t x = 0; x < p->cols && p->wide; x++) sums->wide[x] += tap->c * u[x];
    for (int64_t x = 0; x < p->cols && !p->wide; x++) sums->sum[x] += c * u[x];
}

/* Row y of the input, with what lies beyond its ends on both sides. */
static void pad(const struct problem *p, const void *in, int64_t y, double *padded)
{
    int64_t row = p->line ? y : inside(p, y, p->rows);
    for (int64_t x = -p->radius; x < p->cols + p->radius; x++) {
        int64_t column = inside(p, x, p->cols);
        padded[x + p->radius] = row < 0 || column < 0 ? 0 : get(p, in, row * p->in_pitch + column);
    }
}

static void give(const struct problem *p, unsigned trial, int64_t y, const void *in, const struct sums *sums,
                 const struct tw_trial *out)
{
    for (int64_t x = 0; x < p->cols; x++) {
        int64_t i = y * p->out_pitch + x;
        double sum = p->wide ? (double)sums->wide[x] : sums->sum[x];
        if (is_copied(p, y, x)) {
            set(p, out->after, i, get(p, in, y * p->in_pitch + x));
        } else if (trial == SMALL && p->given) {
            set(p, out->after, i, sum);
        } else {
            out->exact[i] = sum;
            out->scale[i] = sums->scale[x];
        }
    }
}

static void add_row(const struct problem *p, const struct tap *taps, unsigned tap_count, const void *in,
                    int64_t y, const struct sums *sums)
{
    for (int64_t x = 0; x < p->cols; x++) sums->sum[x] = sums->scale[x] = 0;
    for (int64_t x = 0; x < p->cols && p->wide; x++) sums->wide[x] = 0;
    for (unsigned i = 0; i < tap_count; i++) {
        if (i == 0 || taps[i].dy != taps[i - 1].dy) pad(p, in, y + taps[i].dy, sums->padded);
        add_tap(p, &taps[i], sums);
    }
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    struct problem p = problem(kernel);
    const struct tw_argument *arguments = kernel->shape.arguments;
    void *coefficients = p.given ? trials[COEFFICIENTS].before : NULL;
    size_t cols = (size_t)p.cols, padded = cols + 2 * (size_t)p.radius, side = 2 * (size_t)p.radius + 1;
    struct tap *taps = calloc(side * side, sizeof *taps);
    double *memory = calloc(2 * cols + padded, sizeof *memory);
    long double *wide = calloc(cols, sizeof *wide);
    if (taps && memory && wide) {
        struct sums sums = {memory, memory + cols, memory + 2 * cols, wide};
        fill_input(&p, trial, trials[IN].before, arguments[IN].count, 2 * trial);
        if (p.given) fill_coefficients(&p, trial, coefficients, arguments[COEFFICIENTS].count);
        unsigned count = find_taps(kernel, &p, coefficients, taps);
        for (int64_t y = 0; y < p.rows; y++) {
            add_row(&p, taps, count, trials[IN].before, y, &sums);
            give(&p, trial, y, trials[IN].before, &sums, &trials[OUT]);
        }
    }
    int code = taps && memory && wide ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    free(taps);
    free(memory);
    free(wide);
    return code;
}

static const char *const reads[] = {"shape", "radius",   "rows",   "cols",     "in_pitch", "out_pitch",
                                    "type",  "boundary", "scheme", "symmetry", NULL};

const struct tw_reference tw_reference_stencil = {.family = "stencil", .reads = reads, .fill = fill};
