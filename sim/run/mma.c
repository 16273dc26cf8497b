/*
 * mma (PTX ISA, "Matrix multiply-accumulate"): D = A B + C, spread over a warp. With g = lane / 4, t = lane % 4, and e elements in a register of A
 * and B (1, 2, 4, 8 or 32):
 *
 *     register r of A    row g + 8 (r % 2), columns 4 e (r / 2) + e t + 0 .. e - 1     (of 8 rows: columns 4 e r + ...)
 *     register r of B    column g, rows 4 e r + e t + 0 .. e - 1
 *     element i of C, D  row g + 8 (i / 2), column 2 t + i % 2                          (f16: two elements in a register)
 *
 * matrix_sums.h says what the sums are.
 */
#include "sim/lanes.h"
#include "sim/matrix_sums.h"

struct shape {
    unsigned rows;
    struct tw_matrix_sum sum;
    bool half_sums, wide;
};

static struct shape shape_of(const struct tw_ptx_instruction *instruction)
{
    static const unsigned short sizes[][2] = {{16, 4},  {16, 8},   {16, 16},  {16, 32}, {8, 4},  {8, 16},
                                              {16, 64}, {16, 128}, {16, 256}, {8, 32},  {8, 128}};
    unsigned which = instruction->words[TW_PTX_CLASS_SHAPE] - TW_PTX_SHAPE_M16N8K4;
    return (struct shape){.rows = sizes[which][0],
                          .sum = {.depth = sizes[which][1],
                                  .a = tw_matrix_format(instruction->words[TW_PTX_CLASS_MA] - TW_PTX_MA_F16),
                                  .b = tw_matrix_format(instruction->words[TW_PTX_CLASS_MB] - TW_PTX_MB_F16),
                                  .c = instruction->type[1],
                                  .d = instruction->type[0],
                                  .differs = instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_XOR,
                                  .clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE)},
                          .half_sums = instruction->type[0] == TW_PTX_F16,
                          .wide = instruction->type[0] == TW_PTX_F64};
}

/* Elements in a register of A and B. */
static unsigned packed(const struct shape *shape)
{
    return shape->wide ? 1 : 32 / shape->sum.a->bits;
}

/* --- fragments */

/* Element e of a lane's register, of formats' bits. */
static uint64_t element(const union tw_lanes *lanes, unsigned bits, unsigned lane, unsigned e)
{
    if (bits == 64) return lanes->u64[lane];
    uint32_t value = lanes->u32[lane] >> (bits * e % 32);
    return bits == 32 ? value : value & ((1u << bits) - 1);
}

/* The elements of a register, e from each lane: those of four lanes are next to each other in a row of A, or a column of B. */
static void unpack(const union tw_lanes *lanes, unsigned bits, unsigned e, unsigned at,
                   uint64_t line[8][TW_MATRIX_DEPTH])
{
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t *to = &line[lane / 4][at + e * (lane % 4)];
        for (unsigned i = 0; i < e; i++) to[i] = element(lanes, bits, lane, i);
    }
}

static void gather_a(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                     uint64_t a[16][TW_MATRIX_DEPTH])
{
    unsigned e = packed(shape), halves = shape->rows / 8, registers = halves * shape->sum.depth / (4 * e);
    for (unsigned r = 0; r < registers; r++)
        unpack(tw_fragment(warp, op, 1, r), shape->sum.a->bits, e, 4 * e * (r / halves),
               a + 8 * (r % halves));
}

static void gather_b(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                     uint64_t b[8][TW_MATRIX_DEPTH])
{
    unsigned e = packed(shape), registers = shape->sum.depth / (4 * e);
    for (unsigned r = 0; r < registers; r++)
        unpack(tw_fragment(warp, op, 2, r), shape->sum.b->bits, e, 4 * e * r, b);
}

/* Where element i of a lane's C or D is. */
static union tw_lanes *sum_at(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                              unsigned operand, unsigned i)
{
    return tw_fragment(warp, op, operand, shape->half_sums ? i / 2 : i);
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

static void multiply(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const struct shape shape = shape_of(op->instruction);
    uint64_t a[TW_MATRIX_ROWS][TW_MATRIX_DEPTH], b[8][TW_MATRIX_DEPTH], sums[8][TW_MATRIX_ROWS];
    struct tw_matrix_rows rows;
    if (lanes != TW_ALL_LANES) {
        tw_find(warp, op, TW_SIM_TRAP, 0, "only the lanes 0x%08x of the warp are here; all must be", lanes);
        return;
    }
    gather_a(warp, op, &shape, a);
    gather_b(warp, op, &shape, b);
    const unsigned columns = 8;
    tw_matrix_rows_make(&rows, &shape.sum, shape.rows, a);
    for (unsigned column = 0; column < columns; column++) {
        uint64_t *sum = sums[column];
        for (unsigned row = 0; row < shape.rows; row++)
            sum[row] = read_sum(warp, op, &shape, row % 8 * 4 + column / 2, row / 8 * 2 + column % 2);
        tw_matrix_column(&rows, b[column], sum);
    }
    for (unsigned column = 0; column < columns; column++) {
        for (unsigned row = 0; row < shape.rows; row++)
            write_sum(warp, op, &shape, row % 8 * 4 + column / 2, row / 8 * 2 + column % 2,
                      sums[column][row]);
    }
}

static void mma(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, multiply);
}

/* --- which forms there are */

/* A format of A, the shapes that it has, the types of its sums; B has the same, but integers and 8-bit floats mix. */
static bool form_exists(const struct tw_ptx_instruction *instruction)
{
    enum {
        K4 = 1,
        K8 = 2,
        K16 = 4,
        K32 = 8,
        SMALL4 = 16,
        SMALL16 = 32,
        K64 = 64,
        K128 = 128
    }; /* in the order of .SHAPE */
    enum { K256 = 256, SMALL32 = 512, SMALL128 = 1024 };
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
        {K32 | K64 | SMALL32, TW_PTX_SET(S32)},        /* s4   */
        {K32 | K64 | SMALL32, TW_PTX_SET(S32)},        /* u4   */
        {K128 | K256 | SMALL128, TW_PTX_SET(S32)},     /* b1   */
    };
    unsigned a = instruction->words[TW_PTX_CLASS_MA] - TW_PTX_MA_F16,
             b = instruction->words[TW_PTX_CLASS_MB] - TW_PTX_MB_F16;
    unsigned shape = instruction->words[TW_PTX_CLASS_SHAPE] - TW_PTX_SHAPE_M16N8K4;
    bool alike = a == b || (a / 2 == b / 2 && a >= 4);
    bool clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE);
    enum tw_ptx_word bits = instruction->words[TW_PTX_CLASS_BOOL];
    bool counts = bits == TW_PTX_BOOL_XOR || bits == TW_PTX_BOOL_AND;
    if (counts != (instruction->words[TW_PTX_CLASS_MA] == TW_PTX_MA_B1)) return false;
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
             deep = shape.sum.depth / (4 * e);
    bool fits = has_registers(instruction, 0, sums) && has_registers(instruction, 1, deep * shape.rows / 8) &&
                has_registers(instruction, 2, deep) && has_registers(instruction, 3, sums);
    return fits ? mma : NULL;
}
