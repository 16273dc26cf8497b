/*
 * Matrices of 8x8 elements of 16 bits, spread over a warp (PTX ISA, "ldmatrix", "stmatrix", "movmatrix"):
 *
 *     column     0 1    2 3    4 5    6 7
 *     row 0    lane 0 lane 1 lane 2 lane 3     a register of 32 bits in each lane, the lower half first
 *     row 1    lane 4 lane 5 ...
 *
 * Lane 8 m + r has the address of row r of matrix m. With .trans the lanes have the columns in the rows' stead.
 */
#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access.h"

#define ROW_BYTES 16u

static bool all_take_part(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    unsigned first = 0;
    if (lanes == TW_ALL_LANES) return true;
    while (!(lanes >> first & 1u)) first++;
    tw_find(warp, op, TW_SIM_TRAP, first, "only the lanes 0x%08x of the warp are here; all must be", lanes);
    return false;
}

static void transpose(uint16_t matrix[8][8])
{
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned column = 0; column < row; column++) {
            uint16_t kept = matrix[row][column];
            matrix[row][column] = matrix[column][row];
            matrix[column][row] = kept;
        }
    }
}

static unsigned matrices_of(const struct tw_op *op)
{
    return 1u << (op->instruction->words[TW_PTX_CLASS_NUM] - TW_PTX_NUM_X1);
}

/* The rows' addresses, of the lanes that have one. */
static bool rows_of(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                    struct tw_lane_access *access)
{
    const unsigned rows = 8 * matrices_of(op);
    if (!all_take_part(warp, op, lanes)) return false;
    if (!op->resolve(warp, op, rows == 32 ? TW_ALL_LANES : (1u << rows) - 1, access)) return false;
    tw_access_spread(op, access);
    return true;
}

static void load_matrices(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    struct tw_lane_access access;
    uint16_t matrix[8][8];
    if (!rows_of(warp, op, lanes, &access)) return;
    for (unsigned m = 0; m < matrices_of(op); m++) {
        for (unsigned row = 0; row < 8; row++) memcpy(matrix[row], access.host[8 * m + row], ROW_BYTES);
        if (tw_ptx_has(op->instruction, TW_PTX_HAS_TRANS)) transpose(matrix);
        memcpy(tw_fragment(warp, op, 0, m), matrix, sizeof matrix);
    }
}

static void store_matrices(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    struct tw_lane_access access;
    uint16_t matrix[8][8];
    if (!rows_of(warp, op, lanes, &access)) return;
    for (unsigned m = 0; m < matrices_of(op); m++) {
        memcpy(matrix, tw_fragment(warp, op, 0, m), sizeof matrix);
        if (tw_ptx_has(op->instruction, TW_PTX_HAS_TRANS)) transpose(matrix);
        for (unsigned row = 0; row < 8; row++) memcpy(access.host[8 * m + row], matrix[row], ROW_BYTES);
    }
}

static void move_matrix(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    uint16_t matrix[8][8];
    if (!all_take_part(warp, op, lanes)) return;
    memcpy(matrix, tw_fragment(warp, op, 1, 0), sizeof matrix);
    transpose(matrix);
    memcpy(tw_fragment(warp, op, 0, 0), matrix, sizeof matrix);
}

static void ldmatrix(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, load_matrices);
}

static void stmatrix(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, store_matrices);
}

static void movmatrix(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, move_matrix);
}

static unsigned registers_of(const struct tw_ptx_operand *operand)
{
    return operand->kind == TW_PTX_OPERAND_VECTOR ? operand->count : 1;
}

/* In shared memory, or at a generic address; as many registers as matrices. */
static bool fits(const struct tw_ptx_instruction *instruction, unsigned operand)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    bool shared = space == TW_PTX_ABSENT || space == TW_PTX_SPACE_SHARED || space == TW_PTX_SPACE_SHARED_CTA;
    return shared && registers_of(&instruction->operands[operand]) ==
                         1u << (instruction->words[TW_PTX_CLASS_NUM] - TW_PTX_NUM_X1);
}

TW_SELECT(ldmatrix, fits(instruction, 0) ? ldmatrix : NULL)
TW_SELECT(stmatrix, fits(instruction, 1) ? stmatrix : NULL)
TW_SELECT(movmatrix,
          registers_of(&instruction->operands[0]) == 1 && registers_of(&instruction->operands[1]) == 1
              ? movmatrix
              : NULL)
