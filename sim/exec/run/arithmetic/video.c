/*
 * Video instructions (PTX ISA, "Video Instructions"): on parts of registers, with a second operation on the result; and on all halves or
 * bytes at once.
 */
#include "sim/exec/lanes.h"

/* `bits` bits from `place` on, extended by sign or zero. */
static int64_t extend(uint64_t value, unsigned place, unsigned bits, bool sign)
{
    uint64_t part = value >> place & (((uint64_t)1 << bits) - 1), top = (uint64_t)1 << (bits - 1);
    return sign ? (int64_t)(part ^ top) - (int64_t)top : (int64_t)part;
}

/* What an instruction does to each pair of values; `mode` is whatever its own word says. */
typedef int64_t pairwise(int64_t a, int64_t b, enum tw_ptx_word mode);

static int64_t sum(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    (void)mode;
    return a + b;
}

static int64_t difference(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    (void)mode;
    return a - b;
}

static int64_t distance(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    (void)mode;
    return a < b ? b - a : a - b;
}

static int64_t lesser(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    (void)mode;
    return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    (void)mode;
    return a < b ? b : a;
}

/* A half is rounded away from zero. */
static int64_t average(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    (void)mode;
    return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
}

static int64_t shift_by(int64_t b, enum tw_ptx_word mode)
{
    return mode == TW_PTX_WRAP_WRAP ? b & 31 : b > 32 ? 32 : b;
}

static int64_t left(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    return (int64_t)((uint64_t)a << shift_by(b, mode));
}

static int64_t right(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    return a >> shift_by(b, mode);
}

static int64_t compare(int64_t a, int64_t b, enum tw_ptx_word mode)
{
    switch (mode) {
    case TW_PTX_CMP_EQ:
        return a == b;
    case TW_PTX_CMP_NE:
        return a != b;
    case TW_PTX_CMP_LT:
        return a < b;
    case TW_PTX_CMP_LE:
        return a <= b;
    case TW_PTX_CMP_GT:
        return a > b;
    default:
        return a >= b;
    }
}

/* --- parts */

static bool is_signed(enum tw_ptx_type type)
{
    return type == TW_PTX_S32;
}

static unsigned bits_of(const char *selector)
{
    return selector[0] == 'b' ? 8 : selector[0] == 'h' ? 16 : 32;
}

static unsigned place_of(const char *selector)
{
    return selector[0] ? bits_of(selector) * (unsigned)(selector[1] - '0') : 0;
}

static int64_t clamp(int64_t value, unsigned bits, bool sign)
{
    int64_t most = ((int64_t)1 << (bits - sign)) - 1, least = sign ? -most - 1 : 0;
    return value > most ? most : value < least ? least : value;
}

static uint32_t replace(uint32_t whole, uint64_t part, unsigned place, unsigned bits)
{
    uint32_t mask = (uint32_t)((((uint64_t)1 << bits) - 1) << place);
    return (whole & ~mask) | ((uint32_t)(part << place) & mask);
}

static bool is_part(const struct tw_ptx_operand *operand)
{
    return !operand->selector[0] || !operand->selector[2];
}

/* What the words of an instruction say. vset has no type of its own for d: it compares with c as a's type says. */
struct video {
    bool sign_d, sign_a, sign_b, saturates, shifts;
    enum tw_ptx_word mode, second;
    const struct tw_ptx_operand *operands;
};

static struct video video_of(const struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const uint8_t *words = instruction->words;
    bool set = words[TW_PTX_CLASS_CMP] != TW_PTX_ABSENT;
    struct video video = {.saturates = tw_ptx_has(instruction, TW_PTX_HAS_SAT),
                          .mode = set ? words[TW_PTX_CLASS_CMP] : words[TW_PTX_CLASS_WRAP],
                          .second = words[TW_PTX_CLASS_OP2],
                          .operands = instruction->operands};
    video.shifts = words[TW_PTX_CLASS_WRAP] != TW_PTX_ABSENT;
    video.sign_d = is_signed(instruction->type[0]);
    video.sign_a = is_signed(instruction->type[!set]);
    video.sign_b = set ? is_signed(instruction->type[1]) : words[TW_PTX_CLASS_VB] == TW_PTX_VB_S32;
    return video;
}

/* --- one part: on sm_90 a sequence of other instructions, whose results are not always the ISA's (sim/README.md) */

/*
 * What .sat leaves of a value of 64 bits. A shift, of which 34 bits count, saturates to 32, whatever part of it is
 * then kept. Into a part the others saturate upwards only, and so what is negative too; a whole .u32 only downwards.
 */
static int64_t saturated(const struct video *video, int64_t value)
{
    const unsigned bits = bits_of(video->operands[0].selector);
    const uint64_t most = ((uint64_t)1 << (bits - video->sign_d)) - 1;
    if (video->shifts) return clamp(extend((uint64_t)value, 0, 34, true), 32, video->sign_d);
    if (bits < 32) return (int64_t)((uint64_t)value > most ? most : (uint64_t)value);
    if (video->sign_d) return clamp(value, 32, true);
    return value < 0 ? 0 : value;
}

/* Into the upper half goes the upper half of what is computed. */
static uint32_t merged(const char *to, uint32_t value, uint32_t c)
{
    if (!to[0]) return value;
    return replace(c, to[0] == 'h' ? value >> place_of(to) : value, place_of(to), bits_of(to));
}

/* .min and .max compare 64 bits with c, which d's type extends. */
static uint32_t second_operation(const struct video *video, int64_t value, uint32_t c)
{
    const uint32_t first = (uint32_t)value;
    bool less = video->sign_d ? value < (int32_t)c : (uint64_t)value < c;
    switch (video->second) {
    case TW_PTX_OP2_ADD:
        return first + c;
    case TW_PTX_OP2_MIN:
        return less ? first : c;
    case TW_PTX_OP2_MAX:
        return less ? c : first;
    default:
        return merged(video->operands[0].selector, first, c);
    }
}

/* References: d, a, b, and c where there is one. */
static void run_part(struct tw_warp *warp, const struct tw_op *op, uint32_t active, pairwise *combine)
{
    const struct video video = video_of(op);
    const char *from_a = video.operands[1].selector, *from_b = video.operands[2].selector;
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2);
    /* With these the second operation sees 32 bits, as a signed number; with the others it sees all. */
    const bool narrow = combine == sum || combine == difference || (video.shifts && video.saturates);
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++) {
        int64_t x = extend(a->u32[lane], place_of(from_a), bits_of(from_a), video.sign_a);
        int64_t y = extend(b->u32[lane], place_of(from_b), bits_of(from_b), video.sign_b);
        int64_t value = combine(x, y, video.mode);
        if (video.saturates) value = saturated(&video, value);
        if (narrow) value = (int32_t)value;
        r.u32[lane] =
            second_operation(&video, value, op->references > 3 ? tw_operand(warp, op, 3)->u32[lane] : 0);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* --- all halves or bytes */

/* Element i of a selector's digits, the last of which is element 0; without one `usual` begins there. */
static unsigned chosen(const char *selector, unsigned count, unsigned i, unsigned usual)
{
    return selector[0] ? (unsigned)(selector[count - i] - '0') : usual + i;
}

/* The mask's digits name the elements of d that are written. */
static bool is_masked(const char *mask, unsigned i)
{
    return !mask[0] || strchr(mask + 1, (int)('0' + i)) != NULL;
}

static uint32_t combine_all(const struct video *video, pairwise *combine, unsigned count, uint32_t a,
                            uint32_t b, uint32_t c)
{
    const unsigned bits = 32 / count;
    const uint64_t both = (uint64_t)b << 32 | a;
    uint32_t result = c;
    for (unsigned i = 0; i < count; i++) {
        if (!is_masked(video->operands[0].selector, i)) continue;
        unsigned at_a = bits * chosen(video->operands[1].selector, count, i, 0);
        unsigned at_b = bits * chosen(video->operands[2].selector, count, i, count);
        int64_t value = combine(extend(both, at_a, bits, video->sign_a),
                                extend(both, at_b, bits, video->sign_b), video->mode);
        if (video->saturates) value = clamp(value, bits, video->sign_d);
        result = video->second ? result + (uint32_t)value : replace(result, (uint64_t)value, i * bits, bits);
    }
    return result;
}

static void run_all(struct tw_warp *warp, const struct tw_op *op, uint32_t active, pairwise *combine,
                    unsigned count)
{
    const struct video video = video_of(op);
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2),
                         *c = tw_operand(warp, op, 3);
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++)
        r.u32[lane] = combine_all(&video, combine, count, a->u32[lane], b->u32[lane], c->u32[lane]);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/*
 * --- vmad: a b + c in 64 bits, plus one with .po, shifted, cut to 32. What is negative is negated after the product.
 * sm_90 multiplies and adds with signs: whole registers count as signed whatever their type says. It is only the shift
 * and .sat that know an unsigned one, where a and b are unsigned and nothing is negated; d's type says nothing.
 */
static uint32_t multiply_add(const struct tw_op *op, const struct video *video, int64_t a, int64_t b,
                             int64_t c)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    bool minus = video->operands[1].negated != video->operands[2].negated,
         minus_c = video->operands[3].negated;
    bool sign = video->sign_a || video->sign_b || minus || minus_c;
    enum tw_ptx_word scale = instruction->words[TW_PTX_CLASS_SCALE];
    unsigned by = scale == TW_PTX_SCALE_SHR7 ? 7 : scale == TW_PTX_SCALE_SHR15 ? 15 : 0;
    int64_t value = (minus ? -(a * b) : a * b) + (minus_c ? -c : c);
    if (tw_ptx_has(instruction, TW_PTX_HAS_PO)) value += 1;
    value = sign ? value >> by : (int64_t)((uint64_t)value >> by);
    return (uint32_t)(video->saturates ? clamp(value, 32, sign) : value);
}

/* The sign of a whole register always counts. */
static int64_t factor(uint32_t value, const char *selector, bool sign)
{
    return extend(value, place_of(selector), bits_of(selector), sign || !selector[0]);
}

static void vmad(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct video video = video_of(op);
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2),
                         *c = tw_operand(warp, op, 3);
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++) {
        int64_t x = factor(a->u32[lane], video.operands[1].selector, video.sign_a);
        int64_t y = factor(b->u32[lane], video.operands[2].selector, video.sign_b);
        r.u32[lane] = multiply_add(op, &video, x, y, (int32_t)c->u32[lane]);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* --- which forms there are */

static bool compares(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word word = instruction->words[TW_PTX_CLASS_CMP];
    return word == TW_PTX_ABSENT || (word >= TW_PTX_CMP_EQ && word <= TW_PTX_CMP_GE);
}

static bool no_minus(const struct tw_ptx_instruction *instruction)
{
    return !instruction->operands[1].negated && !instruction->operands[2].negated;
}

/* One digit for each; a third source where, and only where, something is done with it. */
static bool part_fits(const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_operand *operands = instruction->operands;
    bool parts =
        is_part(&operands[0]) && is_part(&operands[1]) && is_part(&operands[2]) && no_minus(instruction);
    bool merges = operands[0].selector[0], seconds = instruction->words[TW_PTX_CLASS_OP2] != TW_PTX_ABSENT;
    return parts && compares(instruction) && !(merges && seconds) &&
           (instruction->operand_count == 4) == (merges || seconds);
}

/* As many digits as there are elements, of their kind; a mask's digits fall. */
static bool all_fit(const struct tw_ptx_instruction *instruction, unsigned count)
{
    const char kind = count == 2 ? 'h' : 'b';
    const struct tw_ptx_operand *operands = instruction->operands;
    for (unsigned i = 0; i < 3; i++) {
        const char *selector = operands[i].selector;
        if (selector[0] && selector[0] != kind) return false;
        if (i && selector[0] && strlen(selector) != count + 1) return false;
        for (unsigned k = 1; !i && selector[0] && selector[k]; k++) {
            if ((unsigned)(selector[k] - '0') >= count || (k > 1 && selector[k] >= selector[k - 1]))
                return false;
        }
    }
    enum tw_ptx_word second = instruction->words[TW_PTX_CLASS_OP2];
    return compares(instruction) && no_minus(instruction) &&
           (second == TW_PTX_ABSENT || second == TW_PTX_OP2_ADD);
}

/* What is negated is the product, as two minus signs are none, or c, and nothing with .po; d and c are whole. */
static bool product_fits(const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_operand *operands = instruction->operands;
    bool minus = operands[1].negated != operands[2].negated, minus_c = operands[3].negated;
    return !operands[0].selector[0] && !operands[3].selector[0] && is_part(&operands[1]) &&
           is_part(&operands[2]) && minus + minus_c + tw_ptx_has(instruction, TW_PTX_HAS_PO) <= 1;
}

TW_SELECT(vmad, product_fits(instruction) ? vmad : NULL)

#define PART(name, how)                                                                                      \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        run_part(warp, op, active, how);                                                                     \
    }                                                                                                        \
    TW_SELECT(name, part_fits(instruction) ? name : NULL)

#define ALL(name, how, count)                                                                                \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        run_all(warp, op, active, how, count);                                                               \
    }                                                                                                        \
    TW_SELECT(name, all_fit(instruction, count) ? name : NULL)

/* clang-format off */
PART(vadd, sum)           ALL(vadd2, sum, 2)           ALL(vadd4, sum, 4)
PART(vsub, difference)    ALL(vsub2, difference, 2)    ALL(vsub4, difference, 4)
PART(vabsdiff, distance)  ALL(vabsdiff2, distance, 2)  ALL(vabsdiff4, distance, 4)
PART(vmin, lesser)        ALL(vmin2, lesser, 2)        ALL(vmin4, lesser, 4)
PART(vmax, greater)       ALL(vmax2, greater, 2)       ALL(vmax4, greater, 4)
PART(vset, compare)       ALL(vset2, compare, 2)       ALL(vset4, compare, 4)
PART(vshl, left)          ALL(vavrg2, average, 2)      ALL(vavrg4, average, 4)
PART(vshr, right)
    /* clang-format on */
