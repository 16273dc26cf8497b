/*
 * The stencil family: what it takes and rejects, its shape, its schemes, and its predictions against a count over every thread
 * of every block, written here from the kernels' source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/banks.h>

#include "gen/families/stencil/stencil.h"
#include "gen/layout/predict.h"

#define FAMILY "stencil"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"cols\":100", "");
    check_reason("\"cols\":100,\"radius\":0",
                 "radius must be at least 1: with 0 an element has no neighbours");
    check_reason("\"cols\":100,\"radius\":64", "");
    check_reason("\"cols\":100,\"radius\":65", "radius is 65; that of a line is at most 64");
    check_reason("\"cols\":100,\"rows\":9,\"radius\":5,\"shape\":\"star\"",
                 "radius is 5; that of a star is at most 4");
    check_reason("\"cols\":100,\"in_pitch\":99",
                 "in_pitch is less than cols: rows of the input would overlap");
    check_reason("\"cols\":100,\"out_pitch\":99",
                 "out_pitch is less than cols: rows of the output would overlap");
    check_reason("\"cols\":1099511627776,\"rows\":1000", "the matrices take more than 2^48 bytes");
    check_reason("\"cols\":3,\"boundary\":\"periodic\"",
                 "radius is 4; a row with a periodic boundary has at least 4 elements, not 3");
    check_reason("\"cols\":4,\"boundary\":\"periodic\"", "");
    check_reason("\"cols\":4,\"boundary\":\"reflect\"",
                 "radius is 4; a row with a reflect boundary has at least 5 elements, not 4");
    check_reason("\"cols\":50,\"rows\":8,\"shape\":\"box\",\"boundary\":\"fixed\"",
                 "radius is 4; a column with a fixed boundary has at least 9 elements, not 8");
    check_reason("\"cols\":1,\"rows\":1,\"shape\":\"box\"", "");
    check_reason("\"cols\":100,\"shape\":\"star\",\"symmetry\":\"antisymmetric\"",
                 "antisymmetric coefficients need a line");
    check_reason("\"cols\":100,\"coefficients\":\"immediate\"",
                 "immediate coefficients need a scheme, and none is named");
    check_reason("\"cols\":100,\"scheme\":\"derivative\",\"coefficients\":\"constant\"",
                 "the coefficients of a scheme are immediate, not an argument");
    check_reason("\"cols\":100,\"scheme\":\"laplacian\",\"shape\":\"box\"",
                 "the scheme laplacian needs a line or a star");
    check_reason("\"cols\":100,\"scheme\":\"laplacian\",\"symmetry\":\"general\"", "the scheme is symmetric");
    check_reason("\"cols\":100,\"scheme\":\"binomial\",\"shape\":\"star\"",
                 "the scheme binomial needs a line or a box");
    check_reason("\"cols\":100,\"coefficients\":\"divergent\",\"symmetry\":\"symmetric\"",
                 "divergent coefficients need a general or antisymmetric line");
    check_reason("\"cols\":100,\"coefficients\":\"divergent\",\"method\":\"cache\"",
                 "divergent coefficients need the method shared, whose tile a thread may index");
}

static void rejects_ways_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"cols\":100,\"method\":\"shared\",\"vector\":2",
                 "a thread of the method shared has one element: vector, height, unroll and stages are 1");
    check_reason("\"cols\":100,\"method\":\"shared\",\"BDIMX\":3",
                 "radius is 4, more than the tile of 1 rows and 3 columns has");
    check_reason("\"cols\":100,\"rows\":50,\"shape\":\"box\",\"method\":\"shared\",\"BDIMY\":2",
                 "radius is 4, more than the tile of 2 rows and 32 columns has");
    check_reason("\"cols\":100,\"rows\":50,\"shape\":\"box\",\"method\":\"shared\",\"BDIMX\":1,\"BDIMY\":1,"
                 "\"radius\":1",
                 "");
    check_reason(
        "\"cols\":100,\"rows\":50,\"shape\":\"box\",\"method\":\"shared\",\"type\":\"float64\",\"IPAD\":1000",
        "the tile with its halo takes 133120 bytes; static shared memory has at most 49152 (48 KB)");
    check_reason("\"cols\":100,\"vector\":3",
                 "vector is 3; a thread loads 1, 2 or 4 elements and at most 16 bytes");
    check_reason("\"cols\":100,\"vector\":4,\"type\":\"float64\"",
                 "vector is 4; a thread loads 1, 2 or 4 elements and at most 16 bytes");
    check_reason("\"cols\":101,\"vector\":4", "");
    check_reason("\"cols\":12,\"radius\":4,\"boundary\":\"fixed\",\"vector\":4", "");
    check_reason("\"cols\":11,\"radius\":4,\"boundary\":\"fixed\",\"vector\":4",
                 "vector is 4, but between its fixed borders a row has fewer elements, 3");
    check_reason("\"cols\":1001,\"rows\":2,\"vector\":4", "");
    check_reason("\"cols\":101,\"rows\":2,\"vector\":4",
                 "vector is 4, and rows do not begin at multiples of it: the pitches are 101 and 101");
    check_reason("\"cols\":100,\"BDIMX\":48,\"method\":\"cache\"",
                 "BDIMX is 48; a warp lies along a row, so it is a multiple of 32");
    check_reason("\"cols\":100,\"IPAD\":1", "IPAD pads the tile of the method shared; there is none");
    check_reason("\"cols\":100,\"radius\":64,\"method\":\"shuffle\"", "");
    check_reason("\"cols\":100,\"radius\":64,\"method\":\"shuffle\",\"vector\":2",
                 "radius is 64: neighbours lie up to 32 lanes away, and shuffle reaches 16");
    check_reason("\"cols\":100,\"height\":4,\"unroll\":3",
                 "height must be a multiple of unroll: a thread loads unroll vectors of a line together");
    check_reason("\"cols\":100,\"BDIMX\":512,\"BDIMY\":4", "a block of 512 x 4 has more than 1024 threads");
    check_reason("\"cols\":1099511627776,\"method\":\"shared\"", "the grid has more than 2147483647 blocks");
}

static void check_way(const char *members, const char *method, int64_t block, int64_t height, int64_t stages)
{
    struct expanded config = config_of(members);
    assert_string_equal(word(&config, "method"), method);
    assert_int_equal(field(&config, "BDIMX"), block);
    assert_int_equal(field(&config, "height"), height);
    assert_int_equal(field(&config, "stages"), stages);
    expanded_free(&config);
}

/* What is chosen follows from the problem; what is given stands, and what cannot stand beside it gives way. */
static void the_way_is_chosen(void **state)
{
    (void)state;
    check_way("\"cols\":9999,\"rows\":9999", "async", 64, 24, 6);
    check_way("\"cols\":10000,\"rows\":9999", "cache", 128, 1, 1);
    check_way("\"cols\":9999,\"rows\":9999,\"radius\":20", "shared", 256, 1, 1);
    check_way("\"cols\":10000,\"rows\":9999,\"shape\":\"star\",\"radius\":1", "cache", 128, 6, 1);
    check_way("\"cols\":10001,\"rows\":9999,\"shape\":\"box\",\"radius\":1", "async", 64, 12, 6);
    check_way("\"cols\":10000,\"rows\":9999,\"shape\":\"star\",\"type\":\"float64\"", "async", 64, 24, 6);
    check_way("\"cols\":10001,\"rows\":9999,\"shape\":\"star\",\"vector\":1", "shuffle", 128, 262, 1);
    check_way("\"cols\":10001,\"rows\":9999,\"shape\":\"star\",\"BDIMY\":2", "shuffle", 128, 262, 1);
    check_way("\"cols\":10001,\"rows\":9999,\"shape\":\"star\",\"height\":7", "shuffle", 128, 7, 1);
    check_way("\"cols\":10000,\"rows\":9999,\"shape\":\"star\",\"BDIMX\":512", "async", 512, 24, 2);
    check_way("\"cols\":20000,\"rows\":20000,\"shape\":\"box\",\"radius\":3", "async", 128, 192, 2);
    check_way("\"cols\":100,\"rows\":9,\"shape\":\"box\",\"radius\":2", "async", 32, 4, 6);
}

/* ---- shape ---- */

static void the_textbooks_kernel(void **state)
{
    (void)state;
    struct expanded config =
        config_of("\"cols\":1000,\"symmetry\":\"antisymmetric\",\"method\":\"shared\",\"BDIMX\":32");
    struct tw_shape shape = shape_of(&config);
    const struct tw_argument *coefficients = &shape.arguments[2];
    assert_int_equal(shape.argument_count, 3);
    assert_string_equal(coefficients->name, "coefficients");
    assert_int_equal(coefficients->kind, TW_SYMBOL);
    assert_int_equal(coefficients->count, 4);
    assert_int_equal(shape.launches[0].argument_count, 2);
    assert_int_equal(shape.launches[0].grid[0], 32);
    assert_int_equal(shape.launches[0].shared_bytes, 40 * 4);
    assert_int_equal(shape.work.elements, 1000);
    assert_int_equal(shape.work.operations, 2 * 8 * 1000);
    assert_int_equal(shape.work.bytes, 8000 + 16);
    assert_int_equal(shape.chain, 6); /* a difference, a product, four additions */
    expanded_free(&config);
}

static void check_count(const char *members, unsigned arguments, unsigned coefficients, unsigned parameters)
{
    struct expanded config = config_of(members);
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, arguments);
    assert_int_equal(shape.launches[0].argument_count, parameters);
    if (arguments == 3) assert_int_equal(shape.arguments[2].count, coefficients);
    expanded_free(&config);
}

static void coefficients_are_counted(void **state)
{
    (void)state;
    check_count("\"cols\":99,\"radius\":3", 3, 7, 2);
    check_count("\"cols\":99,\"radius\":3,\"coefficients\":\"readonly\"", 3, 7, 3);
    check_count("\"cols\":99,\"radius\":3,\"symmetry\":\"symmetric\"", 3, 4, 2);
    check_count("\"cols\":99,\"radius\":3,\"shape\":\"star\"", 3, 13, 2);
    check_count("\"cols\":99,\"radius\":3,\"shape\":\"star\",\"symmetry\":\"symmetric\"", 3, 4, 2);
    check_count("\"cols\":99,\"radius\":3,\"shape\":\"box\"", 3, 49, 2);
    check_count("\"cols\":99,\"radius\":3,\"shape\":\"box\",\"symmetry\":\"symmetric\"", 3, 16, 2);
    check_count("\"cols\":99,\"radius\":3,\"scheme\":\"laplacian\"", 2, 0, 2);
}

/* ---- schemes ---- */

/* What a scheme gives for x to the power n, at 0: the derivative is exact for powers up to 2 * radius. */
static double of_power(const struct tw_stencil *s, enum tw_stencil_scheme scheme, unsigned power)
{
    double sum = scheme == STENCIL_DERIVATIVE || power ? 0 : tw_stencil_coefficient(s, scheme, 0);
    for (unsigned i = 1; i <= s->radius; i++) {
        double c = tw_stencil_coefficient(s, scheme, scheme == STENCIL_DERIVATIVE ? i - 1 : i);
        double right = pow(i, power), left = pow(-(double)i, power);
        sum += c * (scheme == STENCIL_DERIVATIVE ? right - left : right + left);
    }
    return sum;
}

static void schemes_differentiate_powers(void **state)
{
    (void)state;
    for (unsigned radius = 1; radius <= 6; radius++) {
        const struct tw_stencil line = {.line = true, .radius = radius};
        for (unsigned power = 0; power <= 2 * radius; power++) {
            double slack = 1e-9 * pow(radius, power);
            assert_true(fabs(of_power(&line, STENCIL_DERIVATIVE, power) - (power == 1)) <= slack);
            assert_true(fabs(of_power(&line, STENCIL_LAPLACIAN, power) - (power == 2 ? 2 : 0)) <= slack);
        }
        assert_true(fabs(of_power(&line, STENCIL_BINOMIAL, 0) - 1) < 1e-12);
    }
}

static void schemes_are_the_textbooks(void **state)
{
    (void)state;
    static const double derivative[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const struct tw_stencil line = {.line = true, .radius = 4}, star = {.star = true, .radius = 1};
    for (unsigned i = 0; i < 4; i++)
        assert_true(tw_stencil_coefficient(&line, STENCIL_DERIVATIVE, i) == derivative[i]);
    assert_true(tw_stencil_coefficient(&star, STENCIL_LAPLACIAN, 0) == -4);
    assert_true(tw_stencil_coefficient(&star, STENCIL_LAPLACIAN, 1) == 1);
    const struct tw_stencil box = {.radius = 1};
    static const double smooth[] = {4, 2, 2, 1};
    for (unsigned i = 0; i < 4; i++)
        assert_true(tw_stencil_coefficient(&box, STENCIL_BINOMIAL, i) == smooth[i] / 16);
}

/* ---- the prediction, counted ---- */

struct count {
    int64_t rows, cols, in_pitch, out_pitch, radius, block_x, block_y, vector, height, unroll, pitch;
    unsigned bytes, coefficients;
    bool line, star, box, zero, fixed, periodic, odd, shuffles, readonly, divergent, given;
    struct tw_counts counts;
};

static struct count count_of(const struct expanded *config)
{
    struct tw_shape shape = shape_of(config);
    struct count c = {.rows = field(config, "rows"),
                      .cols = field(config, "cols"),
                      .in_pitch = field(config, "in_pitch"),
                      .out_pitch = field(config, "out_pitch"),
                      .radius = field(config, "radius"),
                      .block_x = field(config, "BDIMX"),
                      .block_y = field(config, "BDIMY"),
                      .vector = field(config, "vector"),
                      .height = field(config, "height"),
                      .bytes = strcmp(word(config, "type"), "float64") == 0 ? 8 : 4,
                      .line = strcmp(word(config, "shape"), "line") == 0,
                      .star = strcmp(word(config, "shape"), "star") == 0,
                      .zero = strcmp(word(config, "boundary"), "zero") == 0,
                      .fixed = strcmp(word(config, "boundary"), "fixed") == 0,
                      .periodic = strcmp(word(config, "boundary"), "periodic") == 0,
                      .odd = strcmp(word(config, "symmetry"), "antisymmetric") == 0,
                      .shuffles = strcmp(word(config, "method"), "shuffle") == 0,
                      .readonly = strcmp(word(config, "coefficients"), "readonly") == 0,
                      .divergent = strcmp(word(config, "coefficients"), "divergent") == 0};
    c.given = shape.argument_count == 3;
    c.coefficients = c.given ? (unsigned)shape.arguments[2].count : 0;
    c.box = !c.line && !c.star;
    c.pitch = c.block_x + 2 * c.radius + field(config, "IPAD");
    c.counts.known = (1u << TW_COUNT_COUNT) - 1;
    return c;
}

#define NOWHERE INT64_MIN

/* How many pieces of `grain` bytes the lanes that are somewhere touch. */
static unsigned pieces(const int64_t byte[32], unsigned bytes, unsigned grain)
{
    int64_t seen[64];
    unsigned count = 0;
    for (unsigned i = 0; i < 32; i++) {
        for (int64_t p = byte[i] / grain; byte[i] != NOWHERE && p <= (byte[i] + bytes - 1) / grain; p++) {
            unsigned k = 0;
            while (k < count && seen[k] != p) k++;
            if (k == count) seen[count++] = p;
        }
    }
    return count;
}

/* Elements of lanes become a request, if any lane takes part. */
static void global(struct count *c, enum tw_access op, const int64_t element[32], unsigned each)
{
    int64_t byte[32];
    unsigned lanes = 0;
    for (unsigned i = 0; i < 32; i++) {
        lanes += element[i] != NOWHERE;
        byte[i] = element[i] == NOWHERE ? NOWHERE : element[i] * (int64_t)c->bytes;
    }
    if (!lanes) return;
    *(op == TW_LOAD ? &c->counts.global_load_bytes : &c->counts.global_store_bytes) +=
        lanes * each * c->bytes;
    *(op == TW_LOAD ? &c->counts.global_load_requests : &c->counts.global_store_requests) += 1;
    *(op == TW_LOAD ? &c->counts.global_load_sectors : &c->counts.global_store_sectors) +=
        pieces(byte, each * c->bytes, 32);
    if (op == TW_LOAD) c->counts.global_load_fills += pieces(byte, each * c->bytes, 64);
}

static void shared(struct count *c, enum tw_access op, const int64_t element[32])
{
    uint32_t addr[32] = {0}, active = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (element[i] == NOWHERE) continue;
        addr[i] = (uint32_t)element[i] * c->bytes;
        active |= 1u << i;
    }
    if (!active) return;
    *(op == TW_LOAD ? &c->counts.load_bytes : &c->counts.store_bytes) +=
        (unsigned)__builtin_popcount(active) * c->bytes;
    *(op == TW_LOAD ? &c->counts.load_requests : &c->counts.store_requests) += 1;
    *(op == TW_LOAD ? &c->counts.load_wavefronts : &c->counts.store_wavefronts) +=
        tw_bank_wavefronts(op, c->bytes, addr, active);
}

/* Coefficient number[i] for lane i. */
static void coefficient(struct count *c, const int64_t number[32])
{
    bool any = false;
    if (c->readonly) {
        global(c, TW_LOAD, number, 1);
        return;
    }
    for (unsigned i = 0; i < 32; i++) any |= number[i] != NOWHERE;
    if (!any) return;
    c->counts.constant_load_requests++;
    c->counts.constant_load_broadcasts += pieces(number, 1, 1);
}

/* What stands for an index; NOWHERE: a zero, or nobody's neighbour. */
static int64_t place(const struct count *c, int64_t index, int64_t extent)
{
    if (index >= 0 && index < extent) return index;
    if (c->zero || c->fixed || index < -c->radius || index >= extent + c->radius) return NOWHERE;
    if (c->periodic) return (index + extent) % extent;
    return index < 0 ? -index : 2 * (extent - 1) - index;
}

static bool copied(const struct count *c, int64_t row, int64_t column)
{
    bool across = column < c->radius || column >= c->cols - c->radius;
    bool down = !c->line && (row < c->radius || row >= c->rows - c->radius);
    return c->fixed && (across || down);
}

/* How many elements are loaded at once of a vector of four or two, from its end or its beginning. */
static int64_t at_once(const struct count *c, int64_t left, int64_t right)
{
    if (left < c->vector && right > 0) return c->vector;
    int64_t needed = left < c->vector ? c->vector - left : right;
    return needed < 3 && needed < c->vector ? needed : c->vector;
}

/* The vectors at those columns of a row; NOWHERE: the lane has none. Elements from `left` on and before `right` are needed. */
static void load_vectors(struct count *c, int64_t row, const int64_t column[32], int64_t left, int64_t right)
{
    int64_t whole[32], single[32], size = at_once(c, left, right);
    for (unsigned i = 0; i < 32; i++) {
        bool fits = size > 1 && column[i] != NOWHERE && column[i] >= 0 && column[i] + c->vector <= c->cols;
        whole[i] = fits ? row * c->in_pitch + column[i] + (left < c->vector ? c->vector - size : 0) : NOWHERE;
    }
    global(c, TW_LOAD, whole, (unsigned)size);
    for (int64_t j = 0; j < c->vector; j++) {
        if (j < left && j >= right) continue;
        for (unsigned i = 0; i < 32; i++) {
            single[i] = NOWHERE;
            if (column[i] == NOWHERE || whole[i] != NOWHERE) continue;
            int64_t at = place(c, column[i] + j, c->cols);
            if (at != NOWHERE) single[i] = row * c->in_pitch + at;
        }
        global(c, TW_LOAD, single, 1);
    }
}

/* The lanes at the warp's ends load for those at its other end. */
static void load_edge(struct count *c, int64_t row, const int64_t column[32])
{
    int64_t edge[32], reach = (c->radius + c->vector - 1) / c->vector;
    for (int64_t i = 0; i < 32; i++)
        edge[i] = i < reach         ? column[i] + 32 * c->vector
                  : i >= 32 - reach ? column[i] - 32 * c->vector
                                    : NOWHERE;
    if (c->radius > 1) {
        load_vectors(c, row, edge, c->vector - c->radius, c->radius);
    } else { /* the first element after the warp's, and the last before */
        int64_t ends[32];
        for (int64_t i = 0; i < 32; i++) {
            int64_t at = i == 0 || i == 31 ? place(c, edge[i] + (i ? c->vector - 1 : 0), c->cols) : NOWHERE;
            ends[i] = at == NOWHERE ? NOWHERE : row * c->in_pitch + at;
        }
        global(c, TW_LOAD, ends, 1);
    }
    for (int64_t d = 1; d <= c->radius; d++) c->counts.shuffles += c->bytes == 8 ? 4 : 2; /* left and right */
}

static void load_beside(struct count *c, int64_t row, const int64_t column[32])
{
    for (int64_t k = 1; (k - 1) * c->vector < c->radius; k++) {
        int64_t left[32], right[32], shift = k * c->vector;
        for (int64_t i = 0; i < 32; i++) {
            left[i] = column[i] == NOWHERE ? NOWHERE : column[i] - shift;
            right[i] = column[i] == NOWHERE ? NOWHERE : column[i] + shift;
        }
        load_vectors(c, row, left, shift - c->radius, 0);
        load_vectors(c, row, right, c->vector, c->vector + c->radius - shift);
    }
}

static void store_vectors(struct count *c, int64_t row, const int64_t column[32])
{
    int64_t whole[32], single[32];
    for (unsigned i = 0; i < 32; i++) {
        bool fits = c->vector > 1 && column[i] + c->vector <= c->cols;
        whole[i] = fits ? row * c->out_pitch + column[i] : NOWHERE;
    }
    for (int64_t j = 0; j < c->vector; j++) {
        for (unsigned i = 0; i < 32; i++)
            single[i] = column[i] + j < c->cols && copied(c, row, column[i] + j)
                            ? row * c->in_pitch + column[i] + j
                            : NOWHERE;
        global(c, TW_LOAD, single, 1);
    }
    global(c, TW_STORE, whole, (unsigned)c->vector);
    for (int64_t j = 0; j < c->vector; j++) {
        for (unsigned i = 0; i < 32; i++)
            single[i] =
                whole[i] == NOWHERE && column[i] + j < c->cols ? row * c->out_pitch + column[i] + j : NOWHERE;
        global(c, TW_STORE, single, 1);
    }
}

static void march_warp(struct count *c, int64_t begin, int64_t first)
{
    int64_t column[32], own[32], none[32] = {0};
    if (begin >= c->cols || first >= c->rows) return;
    for (int64_t k = 0; k < (int64_t)c->coefficients; k++) {
        for (int64_t i = 0; i < 32; i++)
            none[i] = c->shuffles || begin + i * c->vector < c->cols ? k : NOWHERE;
        coefficient(c, none);
    }
    for (int64_t step = 0; step < (c->line ? c->height : 1); step++) {
        int64_t last = c->line ? first + 1 : first + c->height < c->rows ? first + c->height : c->rows;
        int64_t halo = c->line ? 0 : c->radius, base = begin + step * c->block_x * c->vector;
        if (base >= c->cols) return;
        for (int64_t i = 0; i < 32; i++) {
            column[i] = base + i * c->vector;
            own[i] = c->shuffles || column[i] < c->cols ? column[i] : NOWHERE;
        }
        for (int64_t row = first - halo; row < last + halo; row++) {
            int64_t from = c->line ? row : place(c, row, c->rows);
            if (from == NOWHERE) continue;
            /* of an antisymmetric line whose thread has one element, and passes none on, that one is in no sum */
            bool unused = c->odd && !c->shuffles && (c->vector == 1 || c->cols == 1);
            load_vectors(c, from, own, unused, 0);
            if (c->star && (row < first || row >= last)) continue;
            if (c->shuffles)
                load_edge(c, from, own);
            else
                load_beside(c, from, own);
        }
        for (int64_t row = first; row < last; row++) store_vectors(c, row, column);
    }
}

static void march(struct count *c)
{
    int64_t along = c->block_x * c->vector * (c->line ? c->height : 1), down = c->line ? 1 : c->height;
    for (int64_t top = 0; top < c->rows; top += c->block_y * down) {
        for (int64_t left = 0; left < c->cols; left += along) {
            for (int64_t y = 0; y < c->block_y; y++) {
                for (int64_t x = 0; x < c->block_x; x += 32)
                    march_warp(c, left + x * c->vector, top + y * down);
            }
        }
    }
}

struct threads {
    int64_t x[32], y[32];
    bool is[32];
};

static void fill_tile(struct count *c, const struct threads *t, int64_t top, int64_t left)
{
    int64_t down = c->line ? 0 : c->radius, tile_rows = c->block_y + 2 * down,
            tile_cols = c->block_x + 2 * c->radius;
    for (int64_t y = 0; y < tile_rows; y += c->block_y) {
        for (int64_t x = 0; x < tile_cols; x += c->block_x) {
            int64_t from[32], to[32];
            for (unsigned i = 0; i < 32; i++) {
                int64_t j = y + t->y[i], k = x + t->x[i];
                from[i] = to[i] = NOWHERE;
                if (!t->is[i] || j >= tile_rows || k >= tile_cols) continue;
                int64_t row =
                    c->line ? (top + j < c->rows ? top + j : NOWHERE) : place(c, top + j - down, c->rows);
                int64_t column = place(c, left + k - c->radius, c->cols);
                to[i] = j * c->pitch + k;
                if (row != NOWHERE && column != NOWHERE) from[i] = row * c->in_pitch + column;
            }
            global(c, TW_LOAD, from, 1);
            shared(c, TW_STORE, to);
        }
    }
}

/* The neighbour at (dy, dx) of the lanes that compute. */
static void tap(struct count *c, const struct threads *t, const bool *computes, int64_t dy, int64_t dx)
{
    int64_t at[32];
    for (unsigned i = 0; i < 32; i++) {
        int64_t y = t->y[i] + (c->line ? 0 : c->radius) + dy, x = t->x[i] + c->radius + dx;
        at[i] = computes[i] ? y * c->pitch + x : NOWHERE;
    }
    shared(c, TW_LOAD, at);
}

static void all_taps(struct count *c, const struct threads *t, const bool *computes)
{
    int64_t down = c->line ? 0 : c->radius, number[32];
    for (int64_t dy = -down; dy <= down; dy++) {
        for (int64_t dx = -c->radius; dx <= c->radius; dx++) {
            if ((c->star && dy && dx) || (c->odd && dx == 0)) continue;
            tap(c, t, computes, dy, dx);
        }
    }
    for (int64_t k = 0; k < (int64_t)c->coefficients; k++) {
        for (unsigned i = 0; i < 32; i++) number[i] = computes[i] ? k : NOWHERE;
        coefficient(c, number);
    }
}

static void divergent_taps(struct count *c, const struct threads *t, const bool *computes)
{
    for (int64_t step = 0; step < (int64_t)c->coefficients; step++) {
        int64_t number[32], right[32], left[32];
        for (unsigned i = 0; i < 32; i++) {
            int64_t k = (t->x[i] + step) % (int64_t)c->coefficients, row = t->y[i] * c->pitch + t->x[i];
            number[i] = computes[i] ? k : NOWHERE;
            right[i] = computes[i] ? row + k + (c->odd ? c->radius + 1 : 0) : NOWHERE;
            left[i] = computes[i] && c->odd ? row + c->radius - k - 1 : NOWHERE;
        }
        coefficient(c, number);
        shared(c, TW_LOAD, right);
        shared(c, TW_LOAD, left);
    }
}

static void shared_warp(struct count *c, int64_t thread, int64_t top, int64_t left)
{
    struct threads t;
    bool computes[32], copies[32];
    int64_t out[32];
    for (int64_t i = 0; i < 32; i++) {
        t.x[i] = (thread + i) % c->block_x;
        t.y[i] = (thread + i) / c->block_x;
        t.is[i] = thread + i < c->block_x * c->block_y;
        int64_t row = top + t.y[i], column = left + t.x[i];
        bool inside = t.is[i] && row < c->rows && column < c->cols;
        copies[i] = inside && copied(c, row, column);
        computes[i] = inside && !copies[i];
        out[i] = inside ? row * c->out_pitch + column : NOWHERE;
    }
    fill_tile(c, &t, top, left);
    if (c->divergent)
        divergent_taps(c, &t, computes);
    else
        all_taps(c, &t, computes);
    tap(c, &t, copies, 0, 0);
    global(c, TW_STORE, out, 1);
}

static void with_tiles(struct count *c)
{
    for (int64_t top = 0; top < c->rows; top += c->block_y) {
        for (int64_t left = 0; left < c->cols; left += c->block_x) {
            for (int64_t thread = 0; thread < c->block_x * c->block_y; thread += 32)
                shared_warp(c, thread, top, left);
        }
    }
}

/* False: the variant cannot be. */
static bool check_prediction(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    bool accepted = accepts(&config, &reason);
    if (accepted) {
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        struct count c = count_of(&config);
        if (strcmp(word(&config, "method"), "shared") == 0)
            with_tiles(&c);
        else
            march(&c);
        assert_int_equal(predicted.counts.known, c.counts.known);
        expect_counts(members, &predicted.counts, &c.counts);
    }
    tw_text_free(&reason);
    expanded_free(&config);
    return accepted;
}

static unsigned state_of_random = 5;

static unsigned below(unsigned limit)
{
    return random_below(&state_of_random, limit);
}

#define PICK(...) RANDOM_WORD(&state_of_random, __VA_ARGS__)

static void add_problem(struct tw_text *members, bool line)
{
    unsigned cols = below(3) ? 1 + below(40) : 1 + below(600), rows = 1 + below(below(4) ? 12 : 70);
    unsigned radius = line && below(2) ? 1 + below(20) : 1 + below(4);
    tw_text_addf(members, "\"cols\":%u,\"rows\":%u,\"radius\":%u", cols, rows, radius);
    tw_text_addf(members, ",\"boundary\":\"%s\",\"type\":\"%s\"",
                 PICK("zero", "fixed", "periodic", "reflect"), PICK("float32", "float64"));
    if (below(2)) tw_text_addf(members, ",\"in_pitch\":%u", below(2) ? cols + below(9) : (cols + 3) / 4 * 4);
    if (below(2)) tw_text_addf(members, ",\"out_pitch\":%u", below(2) ? cols + below(9) : (cols + 3) / 4 * 4);
}

static void add_way(struct tw_text *members, bool line)
{
    if (below(3) == 0) {
        tw_text_addf(members, ",\"method\":\"shared\",\"BDIMX\":%u,\"BDIMY\":%u,\"IPAD\":%u", 1 + below(70),
                     1 + below(12), below(3));
        if (line)
            tw_text_addf(members, ",\"coefficients\":\"%s\"", PICK("constant", "readonly", "divergent"));
        return;
    }
    unsigned height = 1 + below(9);
    tw_text_addf(members, ",\"method\":\"%s\",\"height\":%u,\"unroll\":%u", PICK("cache", "shuffle"), height,
                 line ? 1 : 1 + below(9));
    tw_text_addf(members, ",\"BDIMX\":%u,\"BDIMY\":%u", 32 * (1 + below(3)), 1 + below(3));
    if (below(2)) tw_text_addf(members, ",\"vector\":%u", 1u << below(3));
    tw_text_addf(members, ",\"coefficients\":\"%s\"", PICK("constant", "readonly"));
}

static void predicted_is_counted(void **state)
{
    (void)state;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 6000; round++) {
        struct tw_text members = {0};
        const char *shape = PICK("line", "star", "box");
        bool line = strcmp(shape, "line") == 0;
        add_problem(&members, line);
        tw_text_addf(&members, ",\"shape\":\"%s\",\"symmetry\":\"%s\"", shape,
                     line ? PICK("general", "symmetric", "antisymmetric") : PICK("general", "symmetric"));
        add_way(&members, line);
        accepted += check_prediction(members.data);
        tw_text_free(&members);
    }
    assert_true(accepted > 2000);
}

/* Kinds of warps and rows are counted, never elements. */
static void large_ones_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config =
        config_of("\"cols\":268435456,\"rows\":4096,\"shape\":\"star\",\"radius\":1,\"height\":32");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_true(predicted.counts.global_store_sectors == UINT64_C(4096) * 268435456 / 8);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(rejects_ways_with_a_reason),
        cmocka_unit_test(the_way_is_chosen),
        cmocka_unit_test(the_textbooks_kernel),
        cmocka_unit_test(coefficients_are_counted),
        cmocka_unit_test(schemes_differentiate_powers),
        cmocka_unit_test(schemes_are_the_textbooks),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(large_ones_are_predicted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
