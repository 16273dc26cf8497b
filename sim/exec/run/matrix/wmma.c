/*
 * wmma (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions"): matrices that a warp loads, multiplies and stores as a
 * whole. Where an element lies in the lanes' registers the ISA leaves open, and says that programs must not depend on it. Here
 *
 *     elements by rows, as many in each lane, its registers filled from the lowest bits on
 *
 * f16 has 8 registers for A and B whatever the shape; those behind the last element hold copies of the first ones, so that what a
 * program does to each register alike keeps them alike. Memory is read and written line by line, a row or a column, in pieces of up
 * to 16 bytes whose costs are not counted: how hardware splits them is not known here. matrix_sums.h says what the sums are.
 */
#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access.h"
#include "sim/exec/run/matrix/scratch.h"

#define MOST_PIECE     16u
#define HALF_REGISTERS 8u

enum role { MATRIX_A, MATRIX_B, MATRIX_C };

struct matrix {
    unsigned rows, columns, bits;
    unsigned used, registers; /* registers with elements of their own, and all that there are */
    unsigned packed;          /* of 4 bits and of one an element is a word of so many along k; else 1 */
};

static struct matrix matrix_of(const struct tw_ptx_instruction *instruction, enum role role,
                               enum tw_ptx_type type)
{
    static const unsigned char sizes[][3] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}, {16, 16, 8},
                                             {8, 8, 4},    {8, 8, 32},  {8, 8, 128}};
    const unsigned char *size = sizes[instruction->words[TW_PTX_CLASS_WSHAPE] - TW_PTX_WSHAPE_M16N16K16];
    const unsigned bits = tw_ptx_type_info(type)->bits, packed = bits < 8 ? 32 / bits : 1;
    struct matrix matrix = {.rows = role == MATRIX_B ? size[2] / packed : size[0],
                            .columns = role == MATRIX_A ? size[2] / packed : size[1],
                            .bits = bits * packed,
                            .packed = packed};
    unsigned per_register = matrix.bits < 32 ? 32 / matrix.bits : 1;
    matrix.used = matrix.rows * matrix.columns / 32 / per_register;
    matrix.registers = type == TW_PTX_F16 && role != MATRIX_C ? HALF_REGISTERS : matrix.used;
    return matrix;
}

/* --- registers */

static void read_matrix(const struct tw_warp *warp, const struct tw_op *op, unsigned operand,
                        const struct matrix *matrix, uint64_t *elements)
{
    const unsigned each = matrix->rows * matrix->columns / 32, bits = matrix->bits;
    const unsigned per_register = bits < 32 ? 32 / bits : 1;
    const uint32_t ones = UINT32_MAX >> (bits < 32 ? 32 - bits : 0);
    for (unsigned r = 0; r < matrix->used; r++) {
        const union tw_lanes *lanes = tw_fragment(warp, op, operand, r);
        for (unsigned lane = 0; lane < 32; lane++) {
            uint64_t *to = &elements[lane * each + r * per_register];
            for (unsigned i = 0; bits < 64 && i < per_register; i++)
                to[i] = lanes->u32[lane] >> bits * i & ones;
            if (bits == 64) to[0] = lanes->u64[lane];
        }
    }
}

static void write_matrix(const struct tw_warp *warp, const struct tw_op *op, const struct matrix *matrix,
                         const uint64_t *elements)
{
    const unsigned each = matrix->rows * matrix->columns / 32, bits = matrix->bits;
    const unsigned per_register = bits < 32 ? 32 / bits : 1;
    for (unsigned r = 0; r < matrix->registers; r++) {
        union tw_lanes *lanes = tw_fragment(warp, op, 0, r);
        for (unsigned lane = 0; lane < 32; lane++) {
            const uint64_t *first = &elements[lane * each + r % matrix->used * per_register];
            uint64_t word = 0;
            for (unsigned i = 0; i < per_register; i++) word |= first[i] << bits * i;
            if (bits == 64)
                lanes->u64[lane] = word;
            else
                lanes->u32[lane] = (uint32_t)word;
        }
    }
}

/* --- memory */

/* What an instruction moves: `lines` of `line_bytes`, from `base` on `stride` bytes apart, in pieces. */
struct transfer {
    struct matrix matrix;
    bool by_rows;
    unsigned element_bytes, lines, line_bytes, piece;
    uint64_t base, stride;
};

static struct transfer transfer_of(const struct tw_warp *warp, const struct tw_op *op, enum role role)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    struct transfer to = {.matrix = matrix_of(instruction, role, instruction->type[0]),
                          .by_rows = instruction->words[TW_PTX_CLASS_LA] == TW_PTX_LA_ROW};
    unsigned length = to.by_rows ? to.matrix.columns : to.matrix.rows;
    bool given = op->references == 3; /* registers, stride, the lanes of .sync */
    to.element_bytes = to.matrix.bits / 8;
    to.lines = to.by_rows ? to.matrix.rows : to.matrix.columns;
    to.line_bytes = length * to.element_bytes;
    to.stride =
        (uint64_t)(given ? tw_operand(warp, op, 1)->u32[0] / to.matrix.packed : length) * to.element_bytes;
    const struct tw_place first = tw_first_place(op);
    to.base = tw_place_address(warp, &first, 0);
    to.piece = to.line_bytes < MOST_PIECE ? to.line_bytes : MOST_PIECE;
    while (to.piece > to.element_bytes && (to.base | to.stride) % to.piece) to.piece /= 2;
    return to;
}

/* NULL: a finding, as when some lanes are not here. */
static struct tw_matrix_scratch *taken_by_all(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    if (lanes == TW_ALL_LANES) return tw_matrix_scratch(warp, op);
    tw_find(warp, op, TW_SIM_TRAP, (unsigned)__builtin_ctz(lanes),
            "only the lanes 0x%08x of the warp are here; all must be", lanes);
    return NULL;
}

/* The addresses of as many pieces as there are lanes, from piece `first` on: one for each. Which lanes have one. */
static uint32_t place_pieces(const struct transfer *to, unsigned first, bool wide,
                             struct tw_lane_access *access)
{
    const unsigned each = to->line_bytes / to->piece, left = to->lines * each - first;
    const uint64_t all = wide ? UINT64_MAX : UINT32_MAX;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned at = lane < left ? first + lane : first;
        access->address[lane] = (to->base + at / each * to->stride + at % each * to->piece) & all;
    }
    return left < 32 ? (1u << left) - 1 : TW_ALL_LANES;
}

/* Moves lines, one behind the other in `bytes`; the lanes take the pieces in turn. False: a finding. */
static bool move(struct tw_warp *warp, const struct tw_op *op, const struct transfer *to,
                 unsigned char *bytes)
{
    struct tw_op part = *op;
    part.element_bytes = part.access_bytes = (uint8_t)to->piece;
    part.is_part = true;
    for (unsigned first = 0; first * to->piece < to->lines * to->line_bytes; first += 32) {
        struct tw_lane_access access;
        const uint32_t lanes = place_pieces(to, first, op->address_wide, &access);
        if (!tw_access_at(warp, &part, lanes, &access)) return false;
        for (uint32_t left = lanes; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            unsigned char *here = bytes + (first + lane) * to->piece;
            if (op->is_store)
                tw_copy_piece(access.host[lane], here, to->piece);
            else
                tw_copy_piece(here, access.host[lane], to->piece);
        }
    }
    return true;
}

/* Elements of that many bytes by columns become those by rows; the other way with rows and columns exchanged. */
#define TURN(type)                                                                                           \
    static void turn_##type(const void *from, void *to, unsigned rows, unsigned columns)                     \
    {                                                                                                        \
        const type *source = from;                                                                           \
        type *result = to;                                                                                   \
        for (unsigned row = 0; row < rows; row++)                                                            \
            for (unsigned column = 0; column < columns; column++)                                            \
                result[row * columns + column] = source[column * rows + row];                                \
    }

TURN(uint8_t)
TURN(uint16_t)
TURN(uint32_t)
TURN(uint64_t)

static void turn(const struct transfer *of, const void *from, void *to, unsigned rows, unsigned columns)
{
    switch (of->element_bytes) {
    case 1:
        turn_uint8_t(from, to, rows, columns);
        break;
    case 2:
        turn_uint16_t(from, to, rows, columns);
        break;
    case 4:
        turn_uint32_t(from, to, rows, columns);
        break;
    default:
        turn_uint64_t(from, to, rows, columns);
    }
}

/* Register r of each lane has as many bytes behind the lane's first ones, elements by rows. */
static void set_registers(const struct tw_warp *warp, const struct tw_op *op, const struct matrix *matrix,
                          const union tw_matrix_whole *rows)
{
    const unsigned used = matrix->used;
    for (unsigned r = 0; r < matrix->registers; r++) {
        union tw_lanes *lanes = tw_fragment(warp, op, 0, r);
        for (unsigned lane = 0; lane < 32; lane++) {
            if (matrix->bits == 64)
                lanes->u64[lane] = rows->u64[lane * used + r % used];
            else
                lanes->u32[lane] = rows->u32[lane * used + r % used];
        }
    }
}

static void get_registers(const struct tw_warp *warp, const struct tw_op *op, const struct matrix *matrix,
                          union tw_matrix_whole *rows)
{
    const unsigned used = matrix->used;
    for (unsigned r = 0; r < used; r++) {
        const union tw_lanes *lanes = tw_fragment(warp, op, 0, r);
        for (unsigned lane = 0; lane < 32; lane++) {
            if (matrix->bits == 64)
                rows->u64[lane * used + r] = lanes->u64[lane];
            else
                rows->u32[lane * used + r] = lanes->u32[lane];
        }
    }
}

static void load(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, enum role role)
{
    struct tw_matrix_scratch *scratch = taken_by_all(warp, op, lanes);
    if (!scratch) return;
    union tw_matrix_whole *lines = &scratch->whole[0], *turned = &scratch->whole[1];
    const struct transfer to = transfer_of(warp, op, role);
    if (!move(warp, op, &to, lines->bytes)) return;
    if (!to.by_rows) turn(&to, lines, turned, to.matrix.rows, to.matrix.columns);
    set_registers(warp, op, &to.matrix, to.by_rows ? lines : turned);
}

static void load_a(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    load(warp, op, lanes, MATRIX_A);
}

static void load_b(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    load(warp, op, lanes, MATRIX_B);
}

static void load_c(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    load(warp, op, lanes, MATRIX_C);
}

static void store_d(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    struct tw_matrix_scratch *scratch = taken_by_all(warp, op, lanes);
    if (!scratch) return;
    union tw_matrix_whole *rows = &scratch->whole[0], *lines = &scratch->whole[1];
    const struct transfer to = transfer_of(warp, op, MATRIX_C);
    get_registers(warp, op, &to.matrix, rows);
    if (!to.by_rows) turn(&to, rows, lines, to.matrix.columns, to.matrix.rows);
    move(warp, op, &to, to.by_rows ? rows->bytes : lines->bytes);
}

#define TOGETHER(name)                                                                                       \
    static void name##_together(struct tw_warp *warp, const struct tw_op *op, uint32_t active)               \
    {                                                                                                        \
        tw_warp_together(warp, op, active, false, name);                                                     \
    }

TOGETHER(load_a)
TOGETHER(load_b)
TOGETHER(load_c)
TOGETHER(store_d)

/* --- the product */

/* The types of A and B: f16 where none is said. */
static unsigned format_at(const struct tw_ptx_instruction *instruction, bool of_b)
{
    unsigned word = instruction->words[of_b ? TW_PTX_CLASS_MB : TW_PTX_CLASS_MA];
    return word == TW_PTX_ABSENT ? 0 : word - (of_b ? TW_PTX_MB_F16 : TW_PTX_MA_F16);
}

static const enum tw_ptx_type types[] = {TW_PTX_F16,
                                         TW_PTX_BF16,
                                         TW_PTX_TF32,
                                         TW_PTX_F64,
                                         TW_PTX_S8,
                                         TW_PTX_U8,
                                         /* e4m3, e5m2: in mma only */ TW_PTX_TYPE_COUNT,
                                         TW_PTX_TYPE_COUNT,
                                         TW_PTX_S4,
                                         TW_PTX_U4,
                                         TW_PTX_B1};

/* Words of packed elements become the elements; both by rows. */
static void unpack(const struct matrix *matrix, bool of_b, uint64_t elements[TW_MATRIX_MOST])
{
    const unsigned n = matrix->packed, bits = matrix->bits / n, columns = matrix->columns;
    uint64_t words[32];
    if (n == 1) return;
    memcpy(words, elements, sizeof words);
    for (unsigned at = 0; at < 32 * n; at++) {
        const unsigned width = of_b ? columns : columns * n, row = at / width, column = at % width;
        const unsigned k = of_b ? row : column,
                       word = of_b ? k / n * columns + column : row * columns + k / n;
        elements[at] = words[word] >> k % n * bits & ((1u << bits) - 1);
    }
}

/* The first rows, as many as go together, of those that are left; A, B and the sums row by row. */
static void multiply_rows(struct tw_matrix_scratch *scratch, const struct tw_matrix_sum *sum,
                          const uint64_t *left, unsigned count, const uint64_t *right, uint64_t *sums,
                          unsigned columns)
{
    uint64_t *column = scratch->b[0], d[TW_MATRIX_ROWS];
    if (count > TW_MATRIX_ROWS) count = TW_MATRIX_ROWS;
    for (unsigned r = 0; r < count; r++)
        memcpy(scratch->a[r], &left[r * sum->depth], sum->depth * sizeof *left);
    tw_matrix_rows_make(&scratch->rows, sum, count, scratch->a);
    for (unsigned j = 0; j < columns; j++) {
        for (unsigned k = 0; k < sum->depth; k++) column[k] = right[k * columns + j];
        for (unsigned r = 0; r < count; r++) d[r] = sums[r * columns + j];
        tw_matrix_column(&scratch->rows, column, d);
        for (unsigned r = 0; r < count; r++) sums[r * columns + j] = d[r];
    }
}

static void multiply(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const unsigned in_a = format_at(instruction, false), in_b = format_at(instruction, true);
    const struct matrix a = matrix_of(instruction, MATRIX_A, types[in_a]),
                        b = matrix_of(instruction, MATRIX_B, types[in_b]),
                        c = matrix_of(instruction, MATRIX_C, instruction->type[1]),
                        d = matrix_of(instruction, MATRIX_C, instruction->type[0]);
    const struct tw_matrix_sum sum = {.depth = a.columns * a.packed,
                                      .a = tw_matrix_format(in_a),
                                      .b = tw_matrix_format(in_b),
                                      .c = instruction->type[1],
                                      .d = instruction->type[0],
                                      .differs = instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_XOR,
                                      .clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE)};
    struct tw_matrix_scratch *scratch = taken_by_all(warp, op, lanes);
    if (!scratch) return;
    uint64_t *left = scratch->whole[0].u64, *right = scratch->whole[1].u64, *sums = scratch->whole[2].u64;
    read_matrix(warp, op, 1, &a, left);
    read_matrix(warp, op, 2, &b, right);
    read_matrix(warp, op, 3, &c, sums);
    unpack(&a, false, left);
    unpack(&b, true, right);
    for (unsigned first = 0; first < d.rows; first += TW_MATRIX_ROWS)
        multiply_rows(scratch, &sum, &left[first * sum.depth], d.rows - first, right,
                      &sums[first * d.columns], d.columns);
    write_matrix(warp, op, &d, sums);
}

TOGETHER(multiply)

/* --- which forms there are */

static bool has_registers(const struct tw_ptx_instruction *instruction, unsigned operand,
                          const struct matrix *matrix)
{
    const struct tw_ptx_operand *given = &instruction->operands[operand];
    return (given->kind == TW_PTX_OPERAND_VECTOR ? given->count : 1) == matrix->registers;
}

/* Each type of A and B has its shapes, and the types of its sums. */
static bool form_exists(const struct tw_ptx_instruction *instruction, enum tw_ptx_type in,
                        enum tw_ptx_type sum)
{
    enum { K16 = 7, K8 = 8, K4 = 16, K32 = 32, K128 = 64 }; /* in the order of .WSHAPE */
    static const struct {
        unsigned shapes, sums;
    } forms[] = {
        {K16, TW_PTX_SET(F16) | TW_PTX_SET(F32)}, /* f16  */
        {K16, TW_PTX_SET(F32)},                   /* bf16 */
        {K8, TW_PTX_SET(F32)},                    /* tf32 */
        {K4, TW_PTX_SET(F64)},                    /* f64  */
        {K16, TW_PTX_SET(S32)},                   /* s8   */
        {K16, TW_PTX_SET(S32)},                   /* u8   */
        {0, 0},                                   /* e4m3 */
        {0, 0},                                   /* e5m2 */
        {K32, TW_PTX_SET(S32)},                   /* s4   */
        {K32, TW_PTX_SET(S32)},                   /* u4   */
        {K128, TW_PTX_SET(S32)},                  /* b1   */
    };
    unsigned shape = instruction->words[TW_PTX_CLASS_WSHAPE] - TW_PTX_WSHAPE_M16N16K16;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        bool fits = in == TW_PTX_TYPE_COUNT || in == types[i];
        if (fits && forms[i].shapes >> shape & 1u && (sum == TW_PTX_TYPE_COUNT || forms[i].sums >> sum & 1u))
            return true;
    }
    return false;
}

static bool transfers(const struct tw_ptx_instruction *instruction, enum role role)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    bool known = space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL || space == TW_PTX_SPACE_SHARED ||
                 space == TW_PTX_SPACE_SHARED_CTA;
    enum tw_ptx_type type = instruction->type[0];
    const struct matrix matrix = matrix_of(instruction, role, type);
    bool stores = instruction->operands[0].kind == TW_PTX_OPERAND_MEMORY;
    /* of 4 bits and one, along k only */
    enum tw_ptx_word along = role == MATRIX_A ? TW_PTX_LA_ROW : TW_PTX_LA_COL;
    known = known && (matrix.packed == 1 || instruction->words[TW_PTX_CLASS_LA] == along);
    return known && has_registers(instruction, stores, &matrix) &&
           form_exists(instruction, role == MATRIX_C ? TW_PTX_TYPE_COUNT : type,
                       role == MATRIX_C ? type : TW_PTX_TYPE_COUNT);
}

static bool multiplies(const struct tw_ptx_instruction *instruction)
{
    const unsigned in_a = format_at(instruction, false), in_b = format_at(instruction, true);
    const enum tw_ptx_type c = instruction->type[1], d = instruction->type[0];
    if (in_a != in_b || types[in_a] == TW_PTX_TYPE_COUNT) return false;
    const struct matrix a = matrix_of(instruction, MATRIX_A, types[in_a]),
                        b = matrix_of(instruction, MATRIX_B, types[in_b]),
                        sums = matrix_of(instruction, MATRIX_C, c),
                        result = matrix_of(instruction, MATRIX_C, d);
    bool half = instruction->words[TW_PTX_CLASS_MA] == TW_PTX_ABSENT,
         clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE);
    enum tw_ptx_word bits = instruction->words[TW_PTX_CLASS_BOOL];
    bool counts = bits == TW_PTX_BOOL_XOR || bits == TW_PTX_BOOL_AND;
    bool along = instruction->words[TW_PTX_CLASS_LA] == TW_PTX_LA_ROW &&
                 instruction->words[TW_PTX_CLASS_LB] == TW_PTX_LB_COL;
    if (counts != (types[in_a] == TW_PTX_B1) || (a.packed > 1 && !along) || (counts && clamps)) return false;
    bool rounds = instruction->words[TW_PTX_CLASS_RND] != TW_PTX_ABSENT; /* only to the nearest is known */
    bool nearest = instruction->words[TW_PTX_CLASS_RND] == TW_PTX_RND_RN && d == TW_PTX_F64;
    return half == (types[in_a] == TW_PTX_F16) && form_exists(instruction, types[in_a], d) &&
           form_exists(instruction, types[in_a], c) && (c == d || half) && (!clamps || d == TW_PTX_S32) &&
           (!rounds || nearest) && has_registers(instruction, 0, &result) &&
           has_registers(instruction, 1, &a) && has_registers(instruction, 2, &b) &&
           has_registers(instruction, 3, &sums);
}

TW_SELECT(wmma_load_a, transfers(instruction, MATRIX_A) ? load_a_together : NULL)
TW_SELECT(wmma_load_b, transfers(instruction, MATRIX_B) ? load_b_together : NULL)
TW_SELECT(wmma_load_c, transfers(instruction, MATRIX_C) ? load_c_together : NULL)
TW_SELECT(wmma_store_d, transfers(instruction, MATRIX_C) ? store_d_together : NULL)
TW_SELECT(wmma_mma, multiplies(instruction) ? multiply_together : NULL)
