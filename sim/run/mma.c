/*
 * mma (PTX ISA, "Matrix multiply-accumulate"): D = A B + C, spread over a warp. With g = lane / 4, t = lane % 4, and e elements in a register of A
 * and B (1, 2 or 4):
 *
 *     register r of A    row g + 8 (r % 2), columns 4 e (r / 2) + e t + 0 .. e - 1     (of 8 rows: columns 4 e r + ...)
 *     register r of B    column g, rows 4 e r + e t + 0 .. e - 1
 *     element i of C, D  row g + 8 (i / 2), column 2 t + i % 2                          (f16: two elements in a register)
 *
 * Sums of integers are exact, those of f64 are chains of fused operations. What a tensor core does with narrower floats the ISA leaves open:
 * sum_exactly and sum_narrow say what an H200 was seen to do (tests/data/h200-matrix-sums.csv).
 */
#include "sim/lanes.h"
#include "sim/numbers.h"

#include <math.h>

#define MOST_DEPTH 32u
#define KEPT       25 /* bits of the fraction of the largest term that terms are cut to */

/* The formats of A and B. */
struct format {
    unsigned bits, exponent_bits, fraction_bits; /* bits in its register; 0 exponent bits: an integer */
    bool is_signed, has_infinity;
    unsigned block; /* products that are summed at once */
};

static const struct format *format_of(enum tw_ptx_word word)
{
    static const struct format formats[] = {
        {16, 5, 10, true, true, 16}, /* f16  */
        {16, 8, 7, true, true, 16},  /* bf16 */
        {32, 8, 10, true, true, 8},  /* tf32: the lowest 13 bits of a float are left out */
        {64, 11, 52, true, true, 1}, /* f64  */
        {8, 0, 0, true, false, 0},   /* s8   */
        {8, 0, 0, false, false, 0},  /* u8   */
        {8, 4, 3, true, false, 16},  /* e4m3 */
        {8, 5, 2, true, true, 16},   /* e5m2 */
    };
    return &formats[word >= TW_PTX_MB_F16 ? word - TW_PTX_MB_F16 : word - TW_PTX_MA_F16];
}

struct shape {
    unsigned rows, depth;
    const struct format *a, *b;
    bool half_sums, integer, wide;
};

static struct shape shape_of(const struct tw_ptx_instruction *instruction)
{
    static const unsigned char sizes[][2] = {{16, 4}, {16, 8}, {16, 16}, {16, 32}, {8, 4}, {8, 16}};
    unsigned which = instruction->words[TW_PTX_CLASS_SHAPE] - TW_PTX_SHAPE_M16N8K4;
    return (struct shape){.rows = sizes[which][0],
                          .depth = sizes[which][1],
                          .a = format_of(instruction->words[TW_PTX_CLASS_MA]),
                          .b = format_of(instruction->words[TW_PTX_CLASS_MB]),
                          .half_sums = instruction->type[0] == TW_PTX_F16,
                          .integer = instruction->type[0] == TW_PTX_S32,
                          .wide = instruction->type[0] == TW_PTX_F64};
}

/* Elements in a register of A and B. */
static unsigned packed(const struct shape *shape)
{
    return shape->wide ? 1 : 32 / shape->a->bits;
}

/* --- fragments */

static union tw_lanes *fragment(const struct tw_warp *warp, const struct tw_op *op, unsigned operand,
                                unsigned i)
{
    return tw_at(warp, warp->worker->running->program->fragments[op->reference[operand] + i]);
}

/* Element e of a lane's register, of formats' bits. */
static uint64_t element(const union tw_lanes *lanes, unsigned bits, unsigned lane, unsigned e)
{
    if (bits == 64) return lanes->u64[lane];
    uint32_t value = lanes->u32[lane] >> (bits * e % 32);
    return bits == 32 ? value : value & ((1u << bits) - 1);
}

static void gather_a(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                     uint64_t a[16][MOST_DEPTH])
{
    unsigned e = packed(shape), halves = shape->rows / 8, registers = halves * shape->depth / (4 * e);
    for (unsigned r = 0; r < registers; r++) {
        for (unsigned i = 0; i < 32 * e; i++) {
            unsigned lane = i / e, row = lane / 4 + 8 * (r % halves);
            unsigned column = 4 * e * (r / halves) + e * (lane % 4) + i % e;
            a[row][column] = element(fragment(warp, op, 1, r), shape->a->bits, lane, i % e);
        }
    }
}

static void gather_b(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                     uint64_t b[8][MOST_DEPTH])
{
    unsigned e = packed(shape), registers = shape->depth / (4 * e);
    for (unsigned r = 0; r < registers; r++) {
        for (unsigned i = 0; i < 32 * e; i++) {
            unsigned lane = i / e;
            b[lane / 4][4 * e * r + e * (lane % 4) + i % e] =
                element(fragment(warp, op, 2, r), shape->b->bits, lane, i % e);
        }
    }
}

/* Where element i of a lane's C or D is. */
static union tw_lanes *sum_at(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                              unsigned operand, unsigned i)
{
    return fragment(warp, op, operand, shape->half_sums ? i / 2 : i);
}

static uint64_t read_sum(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                         unsigned lane, unsigned i)
{
    const union tw_lanes *lanes = sum_at(warp, op, shape, 3, i);
    if (shape->half_sums) return element(lanes, 16, lane, i % 2);
    return shape->wide ? lanes->u64[lane] : lanes->u32[lane];
}

static void write_sum(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                      unsigned lane, unsigned i, uint64_t sum)
{
    union tw_lanes *lanes = sum_at(warp, op, shape, 0, i);
    if (shape->half_sums) {
        uint16_t half = (uint16_t)sum;
        memcpy((unsigned char *)&lanes->u32[lane] + i % 2 * sizeof half, &half, sizeof half);
    } else if (shape->wide) {
        lanes->u64[lane] = sum;
    } else {
        lanes->u32[lane] = (uint32_t)sum;
    }
}

/* --- sums of narrow floats */

/* significand * 2^(exponent - fraction bits); the significand has its sign. */
struct term {
    int64_t significand;
    int exponent, fraction_bits;
    enum { FINITE, INFINITE, NO_NUMBER } kind;
};

static struct term term_of(uint64_t bits, const struct format *format)
{
    unsigned fraction_bits = format->fraction_bits, exponent_bits = format->exponent_bits;
    unsigned width = 1 + exponent_bits + fraction_bits;
    bits >>= format->bits - width; /* tf32 */
    uint64_t fraction = bits & ((1u << fraction_bits) - 1), most = (1u << exponent_bits) - 1;
    uint64_t exponent = bits >> fraction_bits & most;
    bool negative = bits >> (width - 1) & 1u, top = exponent == most;
    struct term term = {.fraction_bits = (int)fraction_bits};
    if (format->has_infinity && top) term.kind = fraction ? NO_NUMBER : INFINITE;
    if (!format->has_infinity && top && fraction == (1u << fraction_bits) - 1) term.kind = NO_NUMBER;
    term.significand = (int64_t)(fraction | (exponent ? (uint64_t)1 << fraction_bits : 0));
    if (negative) term.significand = -term.significand;
    term.exponent = (int)(exponent ? exponent : 1) - (int)(most >> 1);
    return term;
}

static struct term product(struct term a, struct term b)
{
    struct term term = {.significand = a.significand * b.significand,
                        .exponent = a.exponent + b.exponent,
                        .fraction_bits = a.fraction_bits + b.fraction_bits};
    bool infinite = a.kind == INFINITE || b.kind == INFINITE;
    if (infinite) term.kind = term.significand ? INFINITE : NO_NUMBER;
    if (a.kind == NO_NUMBER || b.kind == NO_NUMBER) term.kind = NO_NUMBER;
    return term;
}

/* Infinities and what is no number decide by themselves: 0: neither. */
static uint32_t special_sum(const struct term *terms, unsigned count)
{
    bool above = false, below = false, none = false;
    for (unsigned i = 0; i < count; i++) {
        above = above || (terms[i].kind == INFINITE && terms[i].significand > 0);
        below = below || (terms[i].kind == INFINITE && terms[i].significand < 0);
        none = none || terms[i].kind == NO_NUMBER;
    }
    if (none || (above && below)) return 0x7fffffffu;
    return above ? 0x7f800000u : below ? 0xff800000u : 0;
}

/*
 * All terms at once, cut (towards zero) to KEPT bits behind the point of the one with the highest exponent, summed exactly and cut to
 * float: as tensor cores from Volta on do (M. Fasi et al., "Numerical behavior of NVIDIA tensor cores", 2021), with Hopper's number of bits.
 */
static uint32_t sum_exactly(const struct term *terms, unsigned count)
{
    int highest = -4096;
    int64_t sum = 0;
    uint32_t special = special_sum(terms, count);
    if (special) return special;
    for (unsigned i = 0; i < count; i++) {
        if (terms[i].significand && terms[i].exponent > highest) highest = terms[i].exponent;
    }
    for (unsigned i = 0; i < count; i++) {
        int64_t magnitude = terms[i].significand < 0 ? -terms[i].significand : terms[i].significand;
        int shift = KEPT - (highest - terms[i].exponent) - terms[i].fraction_bits;
        int64_t cut = shift >= 0 ? magnitude << shift : shift > -63 ? magnitude >> -shift : 0;
        if (magnitude) sum += terms[i].significand < 0 ? -cut : cut;
    }
    struct tw_number number = {.kind = TW_FINITE,
                               .negative = sum < 0,
                               .significand = (uint64_t)(sum < 0 ? -sum : sum),
                               .exponent = highest - KEPT};
    if (!sum) return 0;
    return (uint32_t)tw_number_round(number, TW_PTX_F32, TW_ROUND_ZERO);
}

/* Bytes are taken two by two: the lower pair of each four, then the upper pairs. */
static unsigned depth_of(const struct shape *shape, unsigned i)
{
    unsigned half = shape->depth / 2;
    return shape->a->bits != 8 ? i : i % half / 2 * 4 + i / half * 2 + i % 2;
}

static uint32_t add_rounded(uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return x == x ? a : 0x7fffffffu;
}

/* Sums begin with C, but those of bytes, to which C is added in the end. Half precision is made float, and rounded in the end. */
static uint64_t sum_narrow(const struct shape *shape, const uint64_t *a, const uint64_t *b, uint64_t c)
{
    static const struct format single = {
        .bits = 32, .exponent_bits = 8, .fraction_bits = 23, .has_infinity = true};
    struct term terms[MOST_DEPTH + 1];
    const unsigned block = shape->a->block < shape->depth ? shape->a->block : shape->depth;
    const bool bytes = shape->a->bits == 8;
    if (shape->half_sums) c = tw_number_round(tw_number_of(TW_PTX_F16, c), TW_PTX_F32, TW_ROUND_NEAREST);
    uint32_t sum = bytes ? 0 : (uint32_t)c;
    for (unsigned from = 0; from < shape->depth; from += block) {
        for (unsigned i = 0; i < block; i++) {
            unsigned k = depth_of(shape, from + i);
            terms[i] = product(term_of(a[k], shape->a), term_of(b[k], shape->b));
        }
        terms[block] = term_of(sum, &single);
        sum = sum_exactly(terms, block + 1);
    }
    if (bytes) return add_rounded(sum, (uint32_t)c);
    if (!shape->half_sums) return sum;
    return tw_number_round(tw_number_of(TW_PTX_F32, sum), TW_PTX_F16, TW_ROUND_NEAREST);
}

/* --- other sums */

static int64_t integer_of(uint64_t bits, const struct format *format)
{
    return format->is_signed ? (int8_t)bits : (uint8_t)bits;
}

static uint64_t sum_integers(const struct shape *shape, const uint64_t *a, const uint64_t *b, uint64_t c,
                             bool clamps)
{
    int64_t sum = (int32_t)c;
    for (unsigned k = 0; k < shape->depth; k++)
        sum += integer_of(a[k], shape->a) * integer_of(b[k], shape->b);
    if (clamps) sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (uint32_t)sum;
}

static uint64_t sum_doubles(const struct shape *shape, const uint64_t *a, const uint64_t *b, uint64_t c)
{
    double x, y, sum;
    memcpy(&sum, &c, sizeof sum);
    for (unsigned k = 0; k < shape->depth; k++) {
        memcpy(&x, &a[k], sizeof x);
        memcpy(&y, &b[k], sizeof y);
        sum = fma(x, y, sum);
    }
    memcpy(&c, &sum, sizeof sum);
    return sum == sum ? c : 0xfff8000000000000u;
}

static void multiply(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const struct shape shape = shape_of(op->instruction);
    const bool clamps = tw_ptx_has(op->instruction, TW_PTX_HAS_SATFINITE);
    uint64_t a[16][MOST_DEPTH], b[8][MOST_DEPTH], sums[4][32];
    if (lanes != TW_ALL_LANES) {
        tw_find(warp, op, TW_SIM_TRAP, 0, "only the lanes 0x%08x of the warp are here; all must be", lanes);
        return;
    }
    gather_a(warp, op, &shape, a);
    gather_b(warp, op, &shape, b);
    const unsigned elements = shape.rows / 4;
    for (unsigned i = 0; i < elements * 32; i++) {
        unsigned lane = i / elements, part = i % elements;
        const uint64_t *row = a[lane / 4 + 8 * (part / 2)], *column = b[lane % 4 * 2 + part % 2];
        uint64_t c = read_sum(warp, op, &shape, lane, part);
        sums[part][lane] = shape.integer ? sum_integers(&shape, row, column, c, clamps)
                           : shape.wide  ? sum_doubles(&shape, row, column, c)
                                         : sum_narrow(&shape, row, column, c);
    }
    for (unsigned i = 0; i < elements * 32; i++)
        write_sum(warp, op, &shape, i / elements, i % elements, sums[i % elements][i / elements]);
}

static void mma(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, multiply);
}

/* --- which forms there are */

/* A format of A, the shapes that it has, the types of its sums; B has the same, but integers and 8-bit floats mix. */
static bool form_exists(const struct tw_ptx_instruction *instruction)
{
    enum { K4 = 1, K8 = 2, K16 = 4, K32 = 8, SMALL4 = 16, SMALL16 = 32 }; /* in the order of .SHAPE */
    static const struct {
        unsigned shapes, sums;
    } forms[] = {
        {K8 | K16, TW_PTX_SET(F16) | TW_PTX_SET(F32)}, /* f16  */
        {K8 | K16, TW_PTX_SET(F32)},                   /* bf16 */
        {K4 | K8, TW_PTX_SET(F32)},                    /* tf32 */
        {K4 | K8 | K16 | SMALL4, TW_PTX_SET(F64)},     /* f64  */
        {K16 | K32 | SMALL16, TW_PTX_SET(S32)},        /* s8   */
        {K16 | K32 | SMALL16, TW_PTX_SET(S32)},        /* u8   */
        {K32, TW_PTX_SET(F32)},                        /* e4m3 */
        {K32, TW_PTX_SET(F32)},                        /* e5m2 */
    };
    unsigned a = instruction->words[TW_PTX_CLASS_MA] - TW_PTX_MA_F16,
             b = instruction->words[TW_PTX_CLASS_MB] - TW_PTX_MB_F16;
    unsigned shape = instruction->words[TW_PTX_CLASS_SHAPE] - TW_PTX_SHAPE_M16N8K4;
    bool alike = a == b || (a / 2 == b / 2 && a >= 4);
    bool clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE);
    return alike && forms[a].shapes >> shape & 1u && forms[a].sums >> instruction->type[0] & 1u &&
           instruction->type[0] == instruction->type[1] && (!clamps || instruction->type[0] == TW_PTX_S32);
}

static bool has_registers(const struct tw_ptx_instruction *instruction, unsigned operand, unsigned count)
{
    const struct tw_ptx_operand *given = &instruction->operands[operand];
    return (given->kind == TW_PTX_OPERAND_VECTOR ? given->count : 1) == count;
}

tw_run *tw_select_mma(const struct tw_ptx_instruction *instruction)
{
    if (!form_exists(instruction)) return NULL;
    const struct shape shape = shape_of(instruction);
    unsigned e = packed(&shape), sums = shape.rows / 4 / (shape.half_sums ? 2 : 1),
             deep = shape.depth / (4 * e);
    bool fits = has_registers(instruction, 0, sums) && has_registers(instruction, 1, deep * shape.rows / 8) &&
                has_registers(instruction, 2, deep) && has_registers(instruction, 3, sums);
    return fits ? mma : NULL;
}
