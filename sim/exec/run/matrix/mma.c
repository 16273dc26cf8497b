/*
 * mma (PTX ISA, "Matrix multiply-accumulate"): D = A B + C, spread over a warp. With g = lane / 4, t = lane % 4, and e elements in
 * a register of A and B (1, 2, 4, 8 or 32):
 *
 *     register r of A    row g + 8 (r % 2), columns 4 e (r / 2) + e t + 0 .. e - 1     (of 8 rows: columns 4 e r + ...)
 *     register r of B    column g, rows 4 e r + e t + 0 .. e - 1
 *     element i of C, D  row g + 8 (i / 2), column 2 t + i % 2                          (f16: two elements in a register)
 *
 * mma.sp: of each four of A's columns (of tf32 two; of 4 bits four pairs) two lie in its registers (of tf32 one), as if the columns
 * left out were not there, and four bits of another register tell which.
 *
 * matrix_sums.h says what the sums are, and where those bits.
 */
#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/run/matrix/scratch.h"

struct shape {
    unsigned rows;
    struct tw_matrix_sum sum;
    bool half_sums, wide;
    unsigned columns; /* of the A that the sparse one stands for, and rows of B; depth if it is not sparse */
};

static struct shape shape_of(const struct tw_ptx_instruction *instruction)
{
    static const unsigned short sizes[][2] = {{16, 4},  {16, 8},   {16, 16},  {16, 32}, {8, 4},  {8, 16},
                                              {16, 64}, {16, 128}, {16, 256}, {8, 32},  {8, 128}};
    unsigned which = instruction->words[TW_PTX_CLASS_SHAPE] - TW_PTX_SHAPE_M16N8K4;
    const bool sparse = instruction->operand_count == 6;
    return (struct shape){.rows = sizes[which][0],
                          .columns = sizes[which][1],
                          .sum = {.depth = sizes[which][1] / (sparse ? 2 : 1),
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

/* The elements of a register, e from each lane: those of four lanes are next to each other in a row of A, or a column of B. */
static void unpack(const union tw_lanes *lanes, unsigned bits, unsigned e, unsigned at,
                   uint64_t line[8][TW_MATRIX_DEPTH])
{
    const uint32_t ones = UINT32_MAX >> (bits < 32 ? 32 - bits : 0);
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t *to = &line[lane / 4][at + e * (lane % 4)];
        if (bits == 64) {
            to[0] = lanes->u64[lane];
        } else if (bits == 16) {
            to[0] = lanes->u32[lane] & 0xffff;
            to[1] = lanes->u32[lane] >> 16;
        } else {
            for (unsigned i = 0; i < e; i++) to[i] = lanes->u32[lane] >> bits * i & ones;
        }
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
    unsigned e = packed(shape), registers = shape->columns / (4 * e);
    for (unsigned r = 0; r < registers; r++)
        unpack(tw_fragment(warp, op, 2, r), shape->sum.b->bits, e, 4 * e * r, b);
}

/* Where element i of a lane's C or D is. */
static union tw_lanes *sum_at(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                              unsigned operand, unsigned i)
{
    return tw_fragment(warp, op, operand, shape->half_sums ? i / 2 : i);
}

/* By columns. */
typedef uint64_t matrix_sums[8][TW_MATRIX_ROWS];

static void read_sums(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                      matrix_sums sums)
{
    for (unsigned i = 0; i < shape->rows / 4; i++) {
        const union tw_lanes *lanes = sum_at(warp, op, shape, 3, i);
        const unsigned row = i / 2 * 8, column = i % 2;
        for (unsigned lane = 0; lane < 32; lane++)
            sums[lane % 4 * 2 + column][row + lane / 4] = shape->half_sums
                                                              ? lanes->u32[lane] >> 16 * column & 0xffff
                                                          : shape->wide ? lanes->u64[lane]
                                                                        : lanes->u32[lane];
    }
}

static void write_sums(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                       matrix_sums sums)
{
    for (unsigned i = 0; i < shape->rows / 4; i++) {
        union tw_lanes *lanes = sum_at(warp, op, shape, 0, i);
        const unsigned row = i / 2 * 8, column = i % 2;
        for (unsigned lane = 0; lane < 32; lane++) {
            const uint64_t sum = sums[lane % 4 * 2 + column][row + lane / 4];
            if (shape->half_sums)
                lanes->u32[lane] = (lanes->u32[lane] & 0xffff0000u >> 16 * column) | (uint32_t)sum
                                                                                         << 16 * column;
            else if (shape->wide)
                lanes->u64[lane] = sum;
            else
                lanes->u32[lane] = (uint32_t)sum;
        }
    }
}

/* A column of B with the sparse rows; sum: C's elements in that column, which become D's. */
static void multiply_sparse(const struct tw_warp *warp, const struct tw_op *op, const struct shape *shape,
                            uint64_t a[TW_MATRIX_ROWS][TW_MATRIX_DEPTH], const uint64_t *column,
                            uint64_t *sum)
{
    const struct tw_matrix_places places = {
        .bits = tw_operand(warp, op, 4), .chosen = tw_operand(warp, op, 5)->u32[0], .sum = &shape->sum};
    for (unsigned row = 0; row < shape->rows; row++)
        sum[row] = tw_matrix_sparse_sum(&places, a[row], column, row, sum[row]);
}

static void multiply(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const struct shape shape = shape_of(op->instruction);
    matrix_sums sums;
    if (lanes != TW_ALL_LANES) {
        tw_find(warp, op, TW_SIM_TRAP, 0, "only the lanes 0x%08x of the warp are here; all must be", lanes);
        return;
    }
    struct tw_matrix_scratch *scratch = tw_matrix_scratch(warp, op);
    if (!scratch) return;
    gather_a(warp, op, &shape, scratch->a);
    gather_b(warp, op, &shape, scratch->b);
    read_sums(warp, op, &shape, sums);
    tw_matrix_rows_make(&scratch->rows, &shape.sum, shape.rows, scratch->a);
    for (unsigned column = 0; column < TW_MATRIX_COLUMNS; column++) {
        if (shape.columns == shape.sum.depth)
            tw_matrix_column(&scratch->rows, scratch->b[column], sums[column]);
        else
            multiply_sparse(warp, op, &shape, scratch->a, scratch->b[column], sums[column]);
    }
    write_sums(warp, op, &shape, sums);
}

static void mma(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, multiply);
}

/* --- which forms there are */

enum {
    K4 = 1,
    K8 = 2,
    K16 = 4,
    K32 = 8,
    SMALL4 = 16,
    SMALL16 = 32,
    K64 = 64,
    K128 = 128,
    K256 = 256,
    SMALL32 = 512,
    SMALL128 = 1024
}; /* in the order of .SHAPE */

/* A format of A, the shapes that it has, also where A is sparse, the types of its sums; B has the same, but integers and 8-bit floats
   mix. */
static bool form_exists(const struct tw_ptx_instruction *instruction, bool sparse)
{
    enum {
        HALF = TW_PTX_SET(F16),
        SINGLE = TW_PTX_SET(F32),
        DOUBLE = TW_PTX_SET(F64),
        WORD = TW_PTX_SET(S32)
    };
    static const struct {
        unsigned shapes, sparse, sums;
    } forms[] = {
        {K8 | K16, K16 | K32, HALF | SINGLE},    /* f16  */
        {K8 | K16, K16 | K32, SINGLE},           /* bf16 */
        {K4 | K8, K8 | K16, SINGLE},             /* tf32 */
        {K4 | K8 | K16 | SMALL4, 0, DOUBLE},     /* f64  */
        {K16 | K32 | SMALL16, K32 | K64, WORD},  /* s8   */
        {K16 | K32 | SMALL16, K32 | K64, WORD},  /* u8   */
        {K16 | K32, K64, HALF | SINGLE},         /* e4m3 */
        {K16 | K32, K64, HALF | SINGLE},         /* e5m2 */
        {K32 | K64 | SMALL32, K64 | K128, WORD}, /* s4   */
        {K32 | K64 | SMALL32, K64 | K128, WORD}, /* u4   */
        {K128 | K256 | SMALL128, 0, WORD},       /* b1   */
    };
    unsigned a = instruction->words[TW_PTX_CLASS_MA] - TW_PTX_MA_F16,
             b = instruction->words[TW_PTX_CLASS_MB] - TW_PTX_MB_F16;
    unsigned shape = instruction->words[TW_PTX_CLASS_SHAPE] - TW_PTX_SHAPE_M16N8K4;
    bool alike = a == b || (a / 2 == b / 2 && a >= 4);
    bool clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE);
    enum tw_ptx_word bits = instruction->words[TW_PTX_CLASS_BOOL];
    bool counts = bits == TW_PTX_BOOL_XOR || bits == TW_PTX_BOOL_AND;
    enum tw_ptx_word rounds = instruction->words[TW_PTX_CLASS_RND]; /* only to the nearest is known */
    bool nearest = rounds == TW_PTX_RND_RN && instruction->type[0] == TW_PTX_F64;
    if (rounds != TW_PTX_ABSENT && !nearest) return false;
    if (counts != (instruction->words[TW_PTX_CLASS_MA] == TW_PTX_MA_B1)) return false;
    unsigned sums = sparse && forms[a].sparse == K64 ? SINGLE : forms[a].sums; /* of bytes */
    return alike && (sparse ? forms[a].sparse : forms[a].shapes) >> shape & 1u &&
           sums >> instruction->type[0] & 1u && instruction->type[0] == instruction->type[1] &&
           (!clamps || instruction->type[0] == TW_PTX_S32);
}

static bool has_registers(const struct tw_ptx_instruction *instruction, unsigned operand, unsigned count)
{
    const struct tw_ptx_operand *given = &instruction->operands[operand];
    return (given->kind == TW_PTX_OPERAND_VECTOR ? given->count : 1) == count;
}

static bool has_fragments(const struct tw_ptx_instruction *instruction, const struct shape *shape)
{
    const unsigned each = 4 * packed(shape), sums = shape->rows / 4 / (shape->half_sums ? 2 : 1);
    return has_registers(instruction, 0, sums) &&
           has_registers(instruction, 1, shape->sum.depth / each * shape->rows / 8) &&
           has_registers(instruction, 2, shape->columns / each) && has_registers(instruction, 3, sums);
}

tw_run *tw_select_mma(const struct tw_ptx_instruction *instruction)
{
    if (!form_exists(instruction, false)) return NULL;
    const struct shape shape = shape_of(instruction);
    return has_fragments(instruction, &shape) ? mma : NULL;
}

tw_run *tw_select_mma_sparse(const struct tw_ptx_instruction *instruction)
{
    if (!form_exists(instruction, true)) return NULL;
    const struct shape shape = shape_of(instruction);
    const unsigned bits = shape.sum.a->bits, unit = bits == 4 ? 2 : 1,
                   groups = shape.sum.depth / (bits == 32 ? 1 : 2 * unit);
    const int64_t choices = groups == 4 ? 4 : groups == 8 ? 2 : 1, chosen = instruction->operands[5].value;
    return chosen >= 0 && chosen < choices && has_fragments(instruction, &shape) ? mma : NULL;
}
