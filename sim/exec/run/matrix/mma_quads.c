/*
 * mma.m8n8k4 of halves (PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16 floating point type"): four products at once, each of eight
 * lanes, 4 q .. 4 q + 3 and as many from 16 on. With u = 4 in the upper half of the warp, t = lane % 4:
 *
 *     element i of A      row t + u, column i       (.col: row i + u, column t)
 *     element i of B      column i + u, row t       (.col: column t + u, row i)
 *     element i of C, D   row t + u, column i       (f32: row (t & 1) + (i & 2) + u, column (i & 4) + (t & 2) + (i & 1))
 *
 * Later tensor cores have none of it; its sums are chains of fused operations there, as an H200 was seen to do them: of f32
 * a0 b0 + a1 b1 + a2 b2 + a3 b3 + c from left to right; of f16 (c + (a0 b0 + a1 b1)) + (a2 b2 + a3 b3), in f32, rounded in the end.
 */
#include <math.h>

#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/numbers.h"

struct places {
    unsigned row, column;
};

static struct places place_a(unsigned lane, unsigned i, bool by_columns)
{
    const unsigned u = lane / 16 * 4, t = lane % 4;
    return by_columns ? (struct places){i + u, t} : (struct places){t + u, i};
}

static struct places place_b(unsigned lane, unsigned i, bool by_columns)
{
    const unsigned u = lane / 16 * 4, t = lane % 4;
    return by_columns ? (struct places){i, t + u} : (struct places){t, i + u};
}

static struct places place_sum(unsigned lane, unsigned i, bool half)
{
    const unsigned u = lane / 16 * 4, t = lane % 4;
    return half ? (struct places){t + u, i}
                : (struct places){(t & 1) + (i & 2) + u, (i & 4) + (t & 2) + (i & 1)};
}

/* Element i of an operand, as float. */
static float element(const struct tw_warp *warp, const struct tw_op *op, unsigned operand, unsigned lane,
                     unsigned i, bool half)
{
    const uint32_t word = tw_fragment(warp, op, operand, half ? i / 2 : i)->u32[lane];
    if (half) return (float)tw_number_double(TW_PTX_F16, word >> 16 * (i % 2) & 0xffffu);
    return tw_as_f32(word);
}

/* The bits of a result. */
static uint32_t result_bits(float value, bool half)
{
    return half ? tw_number_half(TW_PTX_F16, value) : tw_f32_result(value);
}

static uint32_t sum_of(const float *a, float b[4][8], unsigned column, float c, bool half)
{
    float first = a[0] * b[0][column];
    first = fmaf(a[1], b[1][column], first);
    if (!half) {
        first = fmaf(a[2], b[2][column], first);
        return result_bits(fmaf(a[3], b[3][column], first) + c, false);
    }
    const float second = fmaf(a[3], b[3][column], a[2] * b[2][column]);
    return result_bits(c + first + second, true);
}

/* Lane i of the eight of a product. */
static unsigned lane_of(unsigned quad, unsigned i)
{
    return 4 * quad + i % 4 + i / 4 * 16;
}

static void multiply_quad(struct tw_warp *warp, const struct tw_op *op, unsigned quad)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const bool a_columns = instruction->words[TW_PTX_CLASS_LA] == TW_PTX_LA_COL,
               b_columns = instruction->words[TW_PTX_CLASS_LB] == TW_PTX_LB_COL;
    const bool half_c = instruction->type[1] == TW_PTX_F16, half_d = instruction->type[0] == TW_PTX_F16;
    float a[8][4], b[4][8], c[8][8];
    for (unsigned n = 0; n < 8 * 8; n++) {
        const unsigned lane = lane_of(quad, n / 8), i = n % 8;
        const struct places at = place_sum(lane, i, half_c);
        c[at.row][at.column] = element(warp, op, 3, lane, i, half_c);
        if (i >= 4) continue;
        const struct places at_a = place_a(lane, i, a_columns), at_b = place_b(lane, i, b_columns);
        a[at_a.row][at_a.column] = element(warp, op, 1, lane, i, true);
        b[at_b.row][at_b.column] = element(warp, op, 2, lane, i, true);
    }
    for (unsigned n = 0; n < 8 * 8; n++) {
        const unsigned lane = lane_of(quad, n / 8), i = n % 8;
        const struct places at = place_sum(lane, i, half_d);
        uint32_t bits = sum_of(a[at.row], b, at.column, c[at.row][at.column], half_d);
        uint32_t *word = &tw_fragment(warp, op, 0, half_d ? i / 2 : i)->u32[lane];
        *word = half_d && i % 2 ? (*word & 0xffffu) | bits << 16 : bits;
    }
}

static void multiply(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    if (lanes != TW_ALL_LANES) {
        tw_find(warp, op, TW_SIM_TRAP, 0, "only the lanes 0x%08x of the warp are here; all must be", lanes);
        return;
    }
    for (unsigned quad = 0; quad < 4; quad++) multiply_quad(warp, op, quad);
}

static void mma_quads(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, multiply);
}

static bool has_registers(const struct tw_ptx_instruction *instruction, unsigned operand, unsigned count)
{
    const struct tw_ptx_operand *given = &instruction->operands[operand];
    return given->kind == TW_PTX_OPERAND_VECTOR && given->count == count;
}

tw_run *tw_select_mma_quads(const struct tw_ptx_instruction *instruction)
{
    const bool half_c = instruction->type[1] == TW_PTX_F16, half_d = instruction->type[0] == TW_PTX_F16;
    bool fits = has_registers(instruction, 0, half_d ? 4 : 8) && has_registers(instruction, 1, 2) &&
                has_registers(instruction, 2, 2) && has_registers(instruction, 3, half_c ? 4 : 8);
    return fits && (half_c || !half_d) ? mma_quads : NULL;
}
