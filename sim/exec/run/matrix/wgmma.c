/*
 * wgmma.mma_async (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"): D = A B + D, A of 64 rows, by the four warps of a
 * warpgroup, each of which has 16 rows of A and D. A row of A and a column of B have 32 bytes. With g = lane / 4, t = lane % 4:
 *
 *     register r of A         row g + 8 (r % 2), bytes 16 (r / 2) + 4 t .. + 3
 *     register of column c    row g, columns c - c % 8 + 2 t + 0 and 1; row g + 8 comes behind it (f16: both columns in one register)
 *
 * wgmma.mma_async.sp: A is sparse, and a column of B has 64 bytes; what stands for A's columns is as in mma.sp (matrix_sums.h).
 *
 * Each warp reads its own rows of A; B is read by the last that comes, for all.
 *
 * A warp waits at the instruction for the three others, and the last one makes the whole product. So results are there at once: ptxas too
 * puts a wait in front of what reads one without wgmma.wait_group. matrix_sums.h says what the sums are; what reading shared
 * memory costs is not counted.
 */
#include "sim/check/finding.h"
#include "sim/check/matrix_reads.h"
#include "sim/check/shadow.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/swizzle.h"
#include "sim/exec/run/matrix/scratch.h"

#define LINE_BYTES 32u /* of a row of A, or a column of B; of B beside a sparse A twice as many */
#define ROWS       16u /* of a warp */

/* Between B and SCALE_D a sparse A has METADATA and the lanes of four that have them. */
enum operand { D, A, B, SCALE_D, SIGN_A, SIGN_B, TRANSPOSE_A, TRANSPOSE_B, METADATA = 3, CHOSEN = 4 };

struct product {
    struct tw_warp *warp; /* that makes it for all four */
    const struct tw_op *op;
    struct tw_matrix_sum sum;
    unsigned columns;
    bool adds, half_sums, a_in_registers, sparse;
    uint64_t *pieces[2]; /* of shared memory that are read of A and B, for the checks; NULL: there are none */
    bool minus[2],
        across
            [2]; /* of A and B: its elements are negated; it lies row by row where it should column by column */
};

/* --- where matrices are in shared memory */

/* What 64 bits say of a matrix (PTX ISA, "Matrix Descriptor Format"); all in bytes. */
struct tile {
    uint32_t start, leading, stride, first_row, span;
};

static struct tile tile_of(uint64_t bits)
{
    static const unsigned char spans[] = {0, 128, 64, 32};
    return (struct tile){.start = (bits & 0x3FFF) << 4,
                         .leading = (bits >> 16 & 0x3FFF) << 4,
                         .stride = (bits >> 32 & 0x3FFF) << 4,
                         .first_row = bits >> 49 & 7,
                         .span = spans[bits >> 62]};
}

/* Piece i of a line: 16 bytes of a row (or column of B), 8 lines to a block, blocks one stride apart; what does not fit the span goes on
   one leading offset further, as an H200 has it. */
static uint32_t along(const struct tile *tile, unsigned line, unsigned i)
{
    const uint32_t width = tile->span ? tile->span : 16, pieces = width / 16;
    return line % 8 * width + line / 8 * tile->stride + i % pieces * 16 + i / pieces * tile->leading;
}

/* Element k of a line of 16-bit elements where lines stand side by side, as many as `span` bytes hold, and 8 elements deep. */
static uint32_t across(const struct tile *tile, unsigned line, unsigned k)
{
    const uint32_t wide = tile->span ? tile->span / 2 : 8, next = tile->span ? tile->leading : tile->stride,
                   deep = tile->span ? tile->stride : tile->leading;
    return line % wide * 2 + line / wide * next + k % 8 * wide * 2 + k / 8 * deep;
}

/* Reads a line of A or B. */
static bool read_line(const struct product *product, const struct tile *tile, enum operand which,
                      unsigned line, unsigned char *bytes, unsigned count)
{
    const bool is_across = product->across[which - A];
    uint64_t *pieces_read = product->pieces[which - A];
    const struct tw_sim_worker *worker = product->warp->worker;
    const unsigned piece = is_across ? 2 : 16, pieces = count / piece;
    for (unsigned i = 0; i < pieces; i++) {
        uint32_t at = tile->start + (is_across ? across(tile, line, i) : along(tile, line, i));
        at = tw_swizzled(tile->span, tile->first_row, at);
        uint64_t offset = tw_in_block(at, worker->rank) - worker->shared_base;
        if (offset > worker->shared_bytes || worker->shared_bytes - offset < piece) {
            tw_find(product->warp, product->op, TW_SIM_BAD_ADDRESS, 0,
                    "a matrix's descriptor leads to address 0x%x, byte %lld of the %u bytes of shared memory",
                    at, (long long)offset, worker->shared_bytes);
            return false;
        }
        memcpy(bytes + i * piece, worker->shared + offset, piece);
        if (pieces_read) pieces_read[offset / 1024] |= (uint64_t)1 << offset / 16 % 64;
    }
    return true;
}

/* --- elements */

static void unpack(const unsigned char *bytes, unsigned count, const struct tw_matrix_format *format,
                   bool minus, uint64_t *elements)
{
    const unsigned bits = format->bits;
    for (unsigned i = 0; i < count * 8 / bits; i++) {
        uint32_t word;
        memcpy(&word, bytes + i * bits / 32 * 4, sizeof word);
        elements[i] = (word >> i * bits % 32 & UINT32_MAX >> (32 - bits)) ^ (uint64_t)minus << (bits - 1);
    }
}

static uint64_t descriptor(const struct product *product, enum operand operand)
{
    return tw_operand(product->warp, product->op, operand)->u64[0];
}

static bool read_rows(const struct product *product, unsigned warp, uint64_t a[ROWS][TW_MATRIX_DEPTH])
{
    const struct tw_warp *group = tw_warpgroup(product->warp);
    const struct tile tile = tile_of(product->a_in_registers ? 0 : descriptor(product, A));
    for (unsigned row = 0; row < ROWS; row++) {
        unsigned char bytes[LINE_BYTES];
        for (unsigned i = 0; product->a_in_registers && i < 2; i++)
            memcpy(bytes + 16 * i,
                   &tw_fragment(&group[warp], product->op, A, 2 * i + row / 8)->u32[row % 8 * 4], 16);
        if (!product->a_in_registers && !read_line(product, &tile, A, ROWS * warp + row, bytes, LINE_BYTES))
            return false;
        unpack(bytes, LINE_BYTES, product->sum.a, product->minus[0], a[row]);
    }
    return true;
}

/* Element of a row and column of D: the register, and the place in it; in halves of words. */
static unsigned char *sum_at(const struct product *product, const struct tw_warp *warp, unsigned row,
                             unsigned column)
{
    const unsigned in_register = product->half_sums ? 2 : 1;
    const unsigned r = (column / 8 * 4 + row / 8 * 2 + column % 2) / in_register;
    uint32_t *word = &tw_fragment(warp, product->op, D, r)->u32[row % 8 * 4 + column % 8 / 2];
    return (unsigned char *)word + (product->half_sums ? column % 2 * 2 : 0);
}

/* --- the product */

static void make_sparse_column(const struct product *product, const struct tw_warp *warp,
                               const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t *d)
{
    const struct tw_matrix_places places = {.bits = tw_operand(warp, product->op, METADATA),
                                            .chosen = tw_operand(warp, product->op, CHOSEN)->u32[0],
                                            .sum = &product->sum};
    for (unsigned row = 0; row < ROWS; row++)
        d[row] = tw_matrix_sparse_sum(&places, rows->a[row], b, row, d[row]);
}

static void make_column(const struct product *product, const struct tw_warp *warp,
                        const struct tw_matrix_rows *rows, const uint64_t *b, unsigned column)
{
    const size_t bytes = product->half_sums ? 2 : 4;
    uint64_t d[TW_MATRIX_ROWS] = {0};
    for (unsigned row = 0; row < ROWS && product->adds; row++)
        memcpy(&d[row], sum_at(product, warp, row, column), bytes);
    if (product->sparse)
        make_sparse_column(product, warp, rows, b, d);
    else
        tw_matrix_column(rows, b, d);
    for (unsigned row = 0; row < ROWS; row++) memcpy(sum_at(product, warp, row, column), &d[row], bytes);
}

static bool make_rows(const struct product *product, unsigned warp)
{
    const struct tile tile = tile_of(descriptor(product, B));
    const unsigned length = product->sparse ? 2 * LINE_BYTES : LINE_BYTES;
    struct tw_matrix_scratch *scratch = tw_matrix_scratch(product->warp, product->op);
    if (!scratch || !read_rows(product, warp, scratch->a)) return false;
    tw_matrix_rows_make(&scratch->rows, &product->sum, ROWS, scratch->a);
    for (unsigned column = 0; column < product->columns; column++) {
        unsigned char bytes[2 * LINE_BYTES];
        if (!read_line(product, &tile, B, column, bytes, length)) return false;
        unpack(bytes, length, product->sum.b, product->minus[1], scratch->b[0]);
        make_column(product, tw_warpgroup(product->warp) + warp, &scratch->rows, scratch->b[0], column);
    }
    return true;
}

static bool constant_is(const struct tw_ptx_instruction *instruction, unsigned operand, int64_t value)
{
    return operand < instruction->operand_count && instruction->operands[operand].value == value;
}

static unsigned depth_of(const struct tw_ptx_instruction *instruction)
{
    static const unsigned short depths[] = {8, 16, 32, 64, 256};
    return depths[instruction->words[TW_PTX_CLASS_GDEPTH] - TW_PTX_GDEPTH_K8];
}

static bool is_sparse(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_has(instruction, TW_PTX_HAS_SP);
}

/* An operand from SCALE_D on. */
static unsigned behind(const struct tw_ptx_instruction *instruction, enum operand operand)
{
    return operand + (is_sparse(instruction) ? 2u : 0u);
}

static struct product product_of(struct tw_warp *warp, const struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const bool in_registers = instruction->operands[A].kind == TW_PTX_OPERAND_VECTOR;
    const unsigned transpose_a = behind(instruction, TRANSPOSE_A),
                   transpose_b = in_registers ? transpose_a : transpose_a + 1;
    return (struct product){
        .warp = warp,
        .op = op,
        .sum = {.depth = depth_of(instruction) / (is_sparse(instruction) ? 2 : 1),
                .a = tw_matrix_format(instruction->words[TW_PTX_CLASS_MA] - TW_PTX_MA_F16),
                .b = tw_matrix_format(instruction->words[TW_PTX_CLASS_MB] - TW_PTX_MB_F16),
                .c = instruction->type[0],
                .d = instruction->type[0],
                .of_warpgroup = true,
                .clamps = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE)},
        .columns = 8u * instruction->words[TW_PTX_CLASS_GSHAPE],
        .adds = tw_predicate(warp, op, behind(instruction, SCALE_D)) & 1u,
        .half_sums = instruction->type[0] == TW_PTX_F16,
        .a_in_registers = in_registers,
        .sparse = is_sparse(instruction),
        .minus = {constant_is(instruction, behind(instruction, SIGN_A), -1),
                  constant_is(instruction, behind(instruction, SIGN_B), -1)},
        .across = {!in_registers && constant_is(instruction, transpose_a, 1),
                   constant_is(instruction, transpose_b, 1)}};
}

/* All lanes must be at the same instruction, with the same descriptors and .scale-d. */
static bool agree(struct tw_warp *warp, const struct tw_op *op)
{
    const struct tw_warp *group = tw_warpgroup(warp);
    const unsigned scale_d = behind(op->instruction, SCALE_D);
    const uint32_t adds = tw_predicate(warp, op, scale_d) & 1u ? TW_ALL_LANES : 0;
    const bool in_registers = op->instruction->operands[A].kind == TW_PTX_OPERAND_VECTOR;
    bool same = true;
    for (unsigned i = 0; i < TW_GROUP_WARPS && same; i++) {
        same = group[i].at_group == op && tw_predicate(&group[i], op, scale_d) == adds;
        for (enum operand o = in_registers ? B : A; o <= B && same; o++) {
            for (unsigned lane = 0; lane < 32; lane++)
                same = same && tw_operand(&group[i], op, o)->u64[lane] == tw_operand(warp, op, o)->u64[0];
        }
    }
    if (!same)
        tw_find(warp, op, TW_SIM_TRAP, 0,
                "the four warps of its warpgroup are not at one instruction with one set of "
                "descriptors and one scale-d");
    return same;
}

static bool all_are_here(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const unsigned warps = warp->worker->warp_count;
    if (active != TW_ALL_LANES && active != warp->live) {
        tw_warp_stand_back(warp, active);
        return false;
    }
    if (active != TW_ALL_LANES)
        tw_find(warp, op, TW_SIM_TRAP, tw_first_of(active),
                "only the lanes 0x%08x of the warp are here; all must be", active);
    else if (warp->number / TW_GROUP_WARPS == warps / TW_GROUP_WARPS)
        tw_find(warp, op, TW_SIM_TRAP, 0, "the block has %u warps, and the last %u make no whole warpgroup",
                warps, warps % TW_GROUP_WARPS);
    else
        return true;
    return false;
}

static void wgmma(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    if (!all_are_here(warp, op, active) || !tw_warpgroup_arrive(warp, op)) return;
    bool fine = agree(warp, op);
    struct product product = product_of(warp, op);
    uint64_t pieces[2][TW_PIECE_WORDS];
    memset(pieces[1], 0, sizeof pieces[1]);
    for (unsigned i = 0; i < 2 && warp->worker->shadow; i++) product.pieces[i] = pieces[i];
    for (unsigned i = 0; i < TW_GROUP_WARPS && fine; i++) {
        memset(pieces[0], 0, sizeof pieces[0]);
        fine = make_rows(&product, i);
        if (!fine || !warp->worker->shadow) continue;
        tw_shadow_look(tw_warpgroup(warp) + i, op, pieces[0]);
        tw_matrix_reads_add(tw_warpgroup(warp), op, pieces[0]);
    }
    if (fine && warp->worker->shadow) tw_shadow_look(warp, op, pieces[1]);
    if (fine && warp->worker->shadow) tw_matrix_reads_add(tw_warpgroup(warp), op, pieces[1]);
    tw_warpgroup_leave(warp);
}

/* --- which forms there are */

struct form {
    unsigned char depth;        /* of .GDEPTH */
    unsigned sums;              /* types of D */
    bool has_signs, has_across; /* operands: imm-scale, imm-trans */
};

static const struct form *form_of(const struct tw_ptx_instruction *instruction)
{
    static const struct form forms[] = {
        {TW_PTX_GDEPTH_K16, TW_PTX_SET(F16) | TW_PTX_SET(F32), true, true},  /* f16  */
        {TW_PTX_GDEPTH_K16, TW_PTX_SET(F32), true, true},                    /* bf16 */
        {TW_PTX_GDEPTH_K8, TW_PTX_SET(F32), true, false},                    /* tf32 */
        {0},                                                                 /* f64  */
        {TW_PTX_GDEPTH_K32, TW_PTX_SET(S32), false, false},                  /* s8   */
        {TW_PTX_GDEPTH_K32, TW_PTX_SET(S32), false, false},                  /* u8   */
        {TW_PTX_GDEPTH_K32, TW_PTX_SET(F16) | TW_PTX_SET(F32), true, false}, /* e4m3 */
        {TW_PTX_GDEPTH_K32, TW_PTX_SET(F16) | TW_PTX_SET(F32), true, false}, /* e5m2 */
        {0},                                                                 /* s4   */
        {0},                                                                 /* u4   */
        {TW_PTX_GDEPTH_K256, TW_PTX_SET(S32), false, false},                 /* b1   */
    };
    const unsigned a = instruction->words[TW_PTX_CLASS_MA] - TW_PTX_MA_F16,
                   b = instruction->words[TW_PTX_CLASS_MB] - TW_PTX_MB_F16;
    const struct form *form = &forms[a];
    const bool pair = (a == 4 || a == 6)   ? b == a || b == a + 1
                      : (a == 5 || a == 7) ? b == a || b == a - 1
                                           : b == a;
    const bool bits = instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_AND;
    const bool any = instruction->words[TW_PTX_CLASS_BOOL] != TW_PTX_ABSENT;
    const bool whole = form->sums == TW_PTX_SET(S32);
    const unsigned columns = 8u * instruction->words[TW_PTX_CLASS_GSHAPE];
    const unsigned depth = form->depth + (is_sparse(instruction) ? 1u : 0u); /* the next is twice as deep */
    if (!pair || instruction->words[TW_PTX_CLASS_GDEPTH] != depth) return NULL;
    if (!(form->sums >> instruction->type[0] & 1u)) return NULL;
    if (any != (form->depth == TW_PTX_GDEPTH_K256) || any != bits) return NULL;
    if (tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE) && !(whole && !any)) return NULL;
    if (whole && columns > 24 && columns % 16) return NULL; /* PTX ISA, "Matrix Shape" */
    return form;
}

static bool has_registers(const struct tw_ptx_operand *operand, unsigned count)
{
    return (operand->kind == TW_PTX_OPERAND_VECTOR ? operand->count : 1) == count;
}

/* Which lanes have the metadata: one of the two pairs of each four, or all. */
static bool chooses(const struct tw_ptx_instruction *instruction)
{
    const bool bytes = instruction->words[TW_PTX_CLASS_MA] >= TW_PTX_MA_S8;
    return !is_sparse(instruction) || constant_is(instruction, CHOSEN, 0) ||
           (!bytes && constant_is(instruction, CHOSEN, 1));
}

/* From `first` on, two constants, each one of two. */
static bool are(const struct tw_ptx_instruction *instruction, unsigned first, unsigned end, int64_t one,
                int64_t other)
{
    bool all = true;
    for (unsigned i = first; i < end; i++)
        all = all && (constant_is(instruction, i, one) || constant_is(instruction, i, other));
    return all;
}

static bool fits(const struct tw_ptx_instruction *instruction)
{
    const struct form *form = form_of(instruction);
    const bool in_registers = instruction->operands[A].kind == TW_PTX_OPERAND_VECTOR;
    const unsigned sign_a = behind(instruction, SIGN_A), transpose_a = behind(instruction, TRANSPOSE_A);
    const unsigned operands = !form              ? 0
                              : form->has_across ? transpose_a + (in_registers ? 1 : 2)
                              : form->has_signs  ? transpose_a
                                                 : sign_a;
    const unsigned words = 4u * instruction->words[TW_PTX_CLASS_GSHAPE];
    if (!form || instruction->operand_count != operands || !chooses(instruction)) return false;
    if (in_registers && !has_registers(&instruction->operands[A], 4)) return false;
    return has_registers(&instruction->operands[D], instruction->type[0] == TW_PTX_F16 ? words / 2 : words) &&
           are(instruction, sign_a, operands < transpose_a ? operands : transpose_a, -1, 1) &&
           are(instruction, transpose_a, operands, 0, 1);
}

/* The product is made at once; who waits for it matters to the checks alone. */
static void wgmma_commit(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)op, (void)active;
    tw_matrix_reads_commit(warp);
}

static void wgmma_wait(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)active;
    tw_matrix_reads_wait(warp, (uint32_t)op->instruction->operands[0].value);
}

TW_SELECT(wgmma, fits(instruction) ? wgmma : NULL)
TW_SELECT(wgmma_commit, wgmma_commit)
TW_SELECT(wgmma_wait, instruction->operands[0].value >= 0 ? wgmma_wait : NULL)
