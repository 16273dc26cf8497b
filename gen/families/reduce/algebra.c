/*
 * The algebra of reductions: what an element becomes, what two states make, what a state gives. The functions themselves are
 * in templates/reduce_algebra.cu.mustache; here is which of them an operation has, over which types.
 *
 *     element x      8 bits .. 64 bits, of the input
 *       | first, take
 *     part           of a column of one leaf: holds at most a leaf's elements, so it may be narrower than a state
 *       | of_leaf
 *     state          of any number of leaves
 *       | result
 *     result         of the type that the problem says
 *
 * An operation is of one of five forms:
 *
 *     SINGLE         a value: sums, products, min, max, any, all. A sum of small integers has a part of its own, an integer
 *                    that nothing is rounded in and that cannot overflow within a leaf
 *     COMPENSATED    a sum and what its roundings lost
 *     PACKED         argmin, argmax of 8 and 16 bits; the part is one word, the value above the element's number in the leaf:
 *                    [ value | number ], so that the lesser word is the lesser value, and of equals the first
 *     INDEXED        argmin, argmax of others: a value and its number
 *     PAIRED         min, max and all of 8 and 16 bits, where a load's elements are taken all at once: two numbers of 16 bits, each
 *                    compared with every other element, or of 8 bits that have another below them: [ value | any ][ value | any ]
 */
#include <string.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/reduce.h"

enum form { SINGLE, COMPENSATED, PACKED, INDEXED, PAIRED };

/* ---- types ---- */

static bool is_float(enum tw_element element)
{
    enum tw_scalar scalar = tw_element_info(element)->scalar;
    return scalar == TW_FLOAT || scalar == TW_BFLOAT;
}

static bool is_signed(enum tw_element element)
{
    return tw_element_info(element)->scalar == TW_SIGNED;
}

static unsigned bits_of(enum tw_element element)
{
    return 8 * tw_element_info(element)->bytes;
}

/* Operations that round, where numbers do. */
static bool is_arithmetic(enum tw_reduce_op op)
{
    return op == REDUCE_SUM || op == REDUCE_PRODUCT || op == REDUCE_NORM2 || op == REDUCE_MEAN ||
           op == REDUCE_DOT;
}

/* Sums of elements, or of products of two. */
static bool is_sum(enum tw_reduce_op op)
{
    return is_arithmetic(op) && op != REDUCE_PRODUCT;
}

static bool multiplies(enum tw_reduce_op op)
{
    return op == REDUCE_NORM2 || op == REDUCE_DOT;
}

bool tw_reduce_gives_places(enum tw_reduce_op op)
{
    return op == REDUCE_ARGMIN || op == REDUCE_ARGMAX;
}

/* Registers have 32 bits or 64; 16-bit floats are floats there. */
static enum tw_element in_register(enum tw_element element)
{
    if (bits_of(element) >= 32) return element;
    if (is_float(element)) return TW_FLOAT32;
    return is_signed(element) ? TW_INT32 : TW_UINT32;
}

/* Integers that wrap are unsigned in CUDA. */
static enum tw_element wrapping(enum tw_element element)
{
    if (element == TW_INT32) return TW_UINT32;
    return element == TW_INT64 ? TW_UINT64 : element;
}

/* Floats whose least or greatest is looked for are compared as integers that ascend with them: so no NaN is lost, and -0 is less
   than +0 whatever a comparison of floats thinks. */
static bool ranks(const struct tw_reduce *r)
{
    return (r->op == REDUCE_MIN || r->op == REDUCE_MAX) && is_float(r->input);
}

/* Of a state's value. */
static enum tw_element value_type(const struct tw_reduce *r)
{
    if (r->op == REDUCE_ANY || r->op == REDUCE_ALL) return TW_UINT32;
    if (ranks(r)) return r->bytes == 8 ? TW_UINT64 : TW_UINT32;
    return is_arithmetic(r->op) ? wrapping(in_register(r->sum)) : in_register(r->input);
}

/* The absolute value of a sum over one leaf of integers is at most 2 to this, or below it if they are unsigned. */
static unsigned leaf_bits(const struct tw_reduce *r)
{
    unsigned bits = bits_of(r->input) - is_signed(r->input);
    return (multiplies(r->op) ? 2 * bits : bits) + tw_log2(r->leaf);
}

static unsigned mantissa_bits(enum tw_element element)
{
    return element == TW_FLOAT64 ? 53 : 24;
}

/* Of the value that a part keeps. A sum of integers has a narrower one than the state where that holds all sums of a leaf
   and the accumulator would not round any: then it gives the same bits. */
static enum tw_element part_type(const struct tw_reduce *r)
{
    enum tw_element value = value_type(r);
    unsigned bits = leaf_bits(r);
    if (!is_sum(r->op) || is_float(r->input)) return value;
    if (is_float(value) ? bits > mantissa_bits(value) : bits_of(value) == 32) return value;
    if (bits + 2u * is_signed(r->input) <= 32) return is_signed(r->input) ? TW_INT32 : TW_UINT32;
    if (!is_float(value)) return value;
    return is_signed(r->input) ? TW_INT64 : TW_UINT64;
}

static enum form state_form(const struct tw_reduce *r)
{
    if (tw_reduce_gives_places(r->op)) return INDEXED;
    return r->order == REDUCE_COMPENSATED ? COMPENSATED : SINGLE;
}

static enum form part_form(const struct tw_reduce *r)
{
    if (tw_reduce_gives_places(r->op) && !is_float(r->input) && r->bytes <= 2) return PACKED;
    if (r->bulk && (r->op == REDUCE_MIN || r->op == REDUCE_MAX || r->op == REDUCE_ALL)) return PAIRED;
    return part_type(r) == value_type(r) ? state_form(r) : SINGLE;
}

static struct tw_reduce_member member(const char *name, const char *cuda, enum tw_element element)
{
    return (struct tw_reduce_member){.name = name, .cuda = cuda, .element = element};
}

unsigned tw_reduce_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX])
{
    enum tw_element value = value_type(r);
    unsigned count = 0;
    if (r->order == REDUCE_EXACT) return tw_reduce_exact_members(r, members);
    members[count++] = member("value", tw_cuda_type(value), value);
    if (state_form(r) == COMPENSATED) members[count++] = member("lost", tw_cuda_type(value), value);
    if (tw_reduce_gives_places(r->op)) members[count++] = member("index", "long long", TW_INT64);
    return count;
}

unsigned tw_reduce_part_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX])
{
    enum form part = part_form(r);
    enum tw_element type = part_type(r);
    const char *cuda = tw_cuda_type(type);
    if (part != PACKED && part != INDEXED && part_type(r) == value_type(r))
        return tw_reduce_members(r, members);
    members[0] = member(part == PACKED ? "key" : "value", cuda, type);
    if (part == INDEXED) members[1] = member("index", "unsigned", TW_UINT32);
    return part == INDEXED ? 2 : 1;
}

bool tw_reduce_part_is_paired(const struct tw_reduce *r)
{
    return part_form(r) == PAIRED;
}

/* The number of an element has the bits of a word that the element has not. */
bool tw_reduce_part_holds(const struct tw_reduce *r)
{
    return part_form(r) != PACKED || r->leaf <= UINT64_C(1) << (32 - bits_of(r->input));
}

uint64_t tw_reduce_chain(const struct tw_reduce *r, uint64_t depth)
{
    if (r->order != REDUCE_FREE || !is_arithmetic(r->op) || !is_float(r->sum)) return 0;
    bool rounds = !is_float(r->input) && bits_of(r->input) - is_signed(r->input) > mantissa_bits(r->sum);
    return depth + rounds * r->inputs + multiplies(r->op) + (r->op == REDUCE_NORM2 || r->op == REDUCE_MEAN);
}

/* ---- accept ---- */

static bool accept_own(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    bool own = value[REDUCE_accumulator] == REDUCE_OWN;
    if (!is_arithmetic(r->op) && !own) {
        tw_text_addf(reason, "%s adds nothing up; its accumulator is own", tw_reduce_word(value, REDUCE_op));
        return false;
    }
    if (is_arithmetic(r->op) && own && bits_of(r->input) < 32) {
        tw_text_addf(reason, "accumulator is own, but nothing is added in %s; %s would do",
                     tw_reduce_word(value, REDUCE_type), is_float(r->input) ? "float32" : "int32");
        return false;
    }
    return true;
}

static bool accept_accumulator(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    const char *sum = tw_element_info(r->sum)->name;
    if (is_float(r->input) && !is_float(r->sum)) {
        tw_text_addf(reason, "%s elements would lose their fractions in %s; the accumulator must be float%s",
                     tw_reduce_word(value, REDUCE_type), sum,
                     r->input == TW_FLOAT64 ? "64" : "32 or float64");
        return false;
    }
    if (r->input == TW_FLOAT64 && r->sum == TW_FLOAT32) {
        tw_text_add(reason, "float64 elements would be rounded to float32; the accumulator must be float64");
        return false;
    }
    if ((r->op == REDUCE_MEAN || r->op == REDUCE_NORM2) && !is_float(r->sum)) {
        tw_text_addf(reason, "%s is no integer, and the accumulator is %s; float64 would do",
                     tw_reduce_word(value, REDUCE_op), sum);
        return false;
    }
    return true;
}

/* Squares below 2^128, but in order exact, which has room for any. Of float64 nothing is wider: docs/reduce.md says the limit. */
static bool accept_squares(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    bool fits = r->input == TW_FLOAT16 || (!is_float(r->input) && bits_of(r->input) <= 32);
    if (r->op != REDUCE_NORM2 || r->order == REDUCE_EXACT || r->sum == TW_FLOAT64 || fits) return true;
    tw_text_addf(reason,
                 "squares of %s elements overflow in float32; the accumulator of norm2 must be float64",
                 tw_reduce_word(value, REDUCE_type));
    return false;
}

static bool accept_compensated(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (!is_sum(r->op)) {
        tw_text_addf(reason, "order compensated is for sum, mean, norm2 and dot; of %s, order fixed would do",
                     tw_reduce_word(value, REDUCE_op));
        return false;
    }
    if (is_float(r->sum)) return true;
    tw_text_addf(reason, "sums in %s round nothing that could be compensated; order fixed would do",
                 tw_element_info(r->sum)->name);
    return false;
}

static bool accept_order(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    switch (r->order) {
    case REDUCE_FIXED:
    case REDUCE_FREE:
        return true;
    case REDUCE_COMPENSATED:
        return accept_compensated(r, value, reason);
    case REDUCE_EXACT:
        return tw_reduce_exact_accept(r, reason);
    }
    return false;
}

static bool accept_ties(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (tw_reduce_gives_places(r->op) || value[REDUCE_ties] == REDUCE_FIRST) return true;
    tw_text_addf(reason, "%s gives no place, so it has no ties; leave ties out",
                 tw_reduce_word(value, REDUCE_op));
    return false;
}

bool tw_reduce_algebra_accept(const int64_t *value, struct tw_text *reason)
{
    struct tw_reduce r = tw_reduce_of(value);
    if (!accept_own(&r, value, reason)) return false;
    if (is_arithmetic(r.op) && (!accept_accumulator(&r, value, reason) || !accept_squares(&r, value, reason)))
        return false;
    return accept_order(&r, value, reason) && accept_ties(&r, value, reason);
}

/* ---- describe ---- */

/* 16-bit floats, as floats. */
static bool is_half_in_float(const struct tw_reduce *r)
{
    return is_float(r->input) && r->bytes == 2 && is_float(part_type(r));
}

/* How an element x is written as a number of the part. */
static const char *number_of(const struct tw_reduce *r)
{
    static const char *const floats[] = {
        [2] = "x & 0x7fffu",
        [4] = "__float_as_uint(x) & 0x7fffffffu",
        [8] = "(unsigned)(__double2hiint(x) & 0x7fffffff) | (unsigned)__double2loint(x)"};
    if (ranks(r) || is_half_in_float(r)) return ""; /* made by functions */
    if (r->op != REDUCE_ANY && r->op != REDUCE_ALL) return "x";
    if (is_float(r->input)) return floats[r->bytes]; /* the sign makes no zero another number */
    return r->bytes == 8 ? "(unsigned)(x | x >> 32)" : "x";
}

static bool converts_elements(const struct tw_reduce *r)
{
    return part_form(r) != PACKED && part_type(r) != r->input;
}

static bool is_least(enum tw_reduce_op op)
{
    return op == REDUCE_MIN || op == REDUCE_ARGMIN;
}

/* The CUDA function that gives the lesser or greater of two integers. */
static const char *extreme_of(enum tw_reduce_op op)
{
    return is_least(op) || op == REDUCE_ALL ? "min" : "max";
}

/* How two values become one. */
static void describe_join(const struct tw_reduce *r, struct tw_data *data, const char *key, const char *left,
                          const char *right)
{
    if (is_sum(r->op))
        tw_data_format(data, key, "%s + %s", left, right);
    else if (r->op == REDUCE_PRODUCT)
        tw_data_format(data, key, "%s * %s", left, right);
    else if (r->op == REDUCE_ANY)
        tw_data_format(data, key, "%s | %s", left, right);
    else
        tw_data_format(data, key, "%s(%s, %s)", extreme_of(r->op), left, right);
}

/* NaN as the bits of `element` that results have. */
static const char *nan_of(enum tw_element element)
{
    if (element == TW_FLOAT64) return "__longlong_as_double(0x7fffffffffffffff)";
    return element == TW_FLOAT32 ? "__int_as_float(0x7fffffff)" : "(unsigned short)0x7fff";
}

/* What becomes of the first number, of every other, and of two values. Products that are added are fused with the sum, and
   others are rounded by functions that compilers do not fuse. Integers have no -0, and 0 times -1 makes none: where the part is
   no integer, products of integers begin with + 0. */
static void describe_values(const struct tw_reduce *r, struct tw_data *data)
{
    enum tw_element part = part_type(r);
    const char *x = converts_elements(r) ? "u" : "x", *y = converts_elements(r) ? "v" : "y";
    const char *multiply = part == TW_FLOAT32 ? "__fmul_rn" : "__dmul_rn",
               *fma = part == TW_FLOAT32 ? "__fmaf_rn" : "__fma_rn";
    if (r->op == REDUCE_NORM2) y = x;
    if (!multiplies(r->op)) {
        tw_data_string(data, "begun", x);
        describe_join(r, data, "taken", "p.value", x);
    } else if (is_float(part)) {
        bool signless = r->op == REDUCE_DOT && !is_float(r->input) && r->order != REDUCE_COMPENSATED;
        if (signless)
            tw_data_format(data, "begun", "%s(%s, %s, 0)", fma, x, y);
        else
            tw_data_format(data, "begun", "%s(%s, %s)", multiply, x, y);
        tw_data_format(data, "taken", "%s(%s, %s, p.value)", fma, x, y);
    } else {
        tw_data_format(data, "begun", "%s * %s", x, y);
        tw_data_format(data, "taken", "p.value + %s * %s", x, y);
    }
    tw_data_format(data, "product_lost", "%s(%s, %s, -product)", fma, x, y);
    describe_join(r, data, "joined", "left.value", "right.value");
}

/* The least and the greatest of a type, in CUDA: that of no elements of max and of min. */
static const struct {
    const char *least, *greatest;
} ends[] = {
    [TW_INT8] = {"-128", "127"},
    [TW_UINT8] = {"0", "255"},
    [TW_INT16] = {"-32768", "32767"},
    [TW_UINT16] = {"0", "65535"},
    [TW_INT32] = {"-2147483647 - 1", "2147483647"},
    [TW_UINT32] = {"0", "4294967295u"},
    [TW_INT64] = {"-9223372036854775807 - 1", "9223372036854775807"},
    [TW_UINT64] = {"0", "18446744073709551615u"},
    [TW_FLOAT16] = {"0xfc00", "0x7c00"},
    [TW_BFLOAT16] = {"0xff80", "0x7f80"},
    [TW_FLOAT32] = {"__int_as_float(0xff800000)", "__int_as_float(0x7f800000)"},
    [TW_FLOAT64] = {"__longlong_as_double(0xfff0000000000000)", "__longlong_as_double(0x7ff0000000000000)"},
};

/* The result of no elements. */
static const char *nothing_of(const struct tw_reduce *r)
{
    switch (r->op) {
    case REDUCE_MIN:
        return ends[r->input].greatest;
    case REDUCE_MAX:
        return ends[r->input].least;
    case REDUCE_ARGMIN:
    case REDUCE_ARGMAX:
        return "-1";
    case REDUCE_PRODUCT:
    case REDUCE_ALL:
        return "1";
    case REDUCE_MEAN:
        return nan_of(r->result);
    case REDUCE_SUM:
    case REDUCE_ANY:
    case REDUCE_NORM2:
    case REDUCE_DOT:
        break;
    }
    return "0";
}

/* What a state's value, or the sum of a compensated one, gives. */
static void describe_result(const struct tw_reduce *r, struct tw_data *data)
{
    enum tw_element value = value_type(r);
    const char *sum = state_form(r) == COMPENSATED ? "sum" : "s.value",
               *prefix = value == TW_FLOAT32 ? "f" : "d";
    if (tw_reduce_gives_places(r->op))
        tw_data_string(data, "given", "s.index");
    else if (r->op == REDUCE_ANY || r->op == REDUCE_ALL)
        tw_data_string(data, "given", "s.value != 0");
    else if (r->op == REDUCE_MEAN)
        tw_data_format(data, "given", "__%sdiv_rn(%s, (%s)count)", prefix, sum, tw_cuda_type(value));
    else if (r->op == REDUCE_NORM2)
        tw_data_format(data, "given", "__%ssqrt_rn(%s)", prefix, sum);
    else
        tw_data_string(data, "given", sum);
    tw_data_flag(data, "gives_float", is_float(r->result) && !ranks(r));
    tw_data_flag(data, "gives_integer", !is_float(r->result));
    tw_data_flag(data, "is_mean", r->op == REDUCE_MEAN);
    tw_data_string(data, "nan", is_float(r->result) ? nan_of(r->result) : "");
    tw_data_string(data, "nothing", nothing_of(r));
}

/* How inline assembler takes a value of the type, as a register of 32 or 64 bits. */
static const char *constraint_of(enum tw_element element)
{
    switch (tw_bytes_of(element)) {
    case 8:
        return is_float(element) ? "d" : "l";
    case 4:
        return is_float(element) ? "f" : "r";
    default:
        return "r";
    }
}

static void describe_members(const struct tw_reduce *r, struct tw_data *data)
{
    struct tw_data members = tw_data_list(data, "members");
    for (unsigned i = 0; i < r->member_count; i++) {
        struct tw_data item = tw_data_item(&members);
        tw_data_string(&item, "member", r->members[i].name);
        tw_data_string(&item, "cuda", r->members[i].cuda);
        tw_data_string(&item, "constraint", constraint_of(r->members[i].element));
        tw_data_flag(&item, "narrow", tw_bytes_of(r->members[i].element) < 4);
        tw_data_flag(&item, "more", i + 1 < r->member_count);
    }
}

static void describe_ranks(const struct tw_reduce *r, struct tw_data *data)
{
    static const char *const from[] =
        {[2] = "(int)((unsigned)x << 16)", [4] = "__float_as_int(x)", [8] = "__double_as_longlong(x)"},
                             *const to[] = {[2] = "(unsigned short)((unsigned)bits >> 16)",
                                            [4] = "__int_as_float(bits)",
                                            [8] = "__longlong_as_double(bits)"};
    bool is_long = r->bytes == 8;
    tw_data_flag(data, "ranks", ranks(r));
    if (!ranks(r)) return;
    tw_data_string(data, "bits", is_long ? "long long" : "int");
    tw_data_string(data, "x_bits", from[r->bytes]);
    tw_data_string(data, "of_bits", to[r->bytes]);
    tw_data_number(data, "sign", is_long ? 63 : 31);
    tw_data_string(data, "magnitude", is_long ? "0x7fffffffffffffff" : "0x7fffffff");
    tw_data_string(data, "first_nan",
                   is_long                  ? "0x7ff0000000000001"
                   : r->input == TW_FLOAT16 ? "0x7c000001"
                                            : "0x7f800001");
    tw_data_string(data, "nan_ranks", is_least(r->op) ? "before" : "behind");
    tw_data_string(data, "into_rank", is_least(r->op) ? "-" : "+");
    tw_data_string(data, "from_rank", is_least(r->op) ? "+" : "-");
}

/* Ends of equals: the word of a packed part has the element's number below the value, or what is left of it to `below`. */
static void describe_places(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    bool last = value[REDUCE_ties] == REDUCE_LAST, up = is_least(r->op) != last;
    unsigned shift = 32 - bits_of(r->input);
    tw_data_flag(data, "ties_last", last);
    tw_data_flag(data, "counts_down", !up);
    tw_data_number(data, "shift", shift);
    tw_data_format(data, "below", "0x%xu", (1u << (shift & 31)) - 1);
    tw_data_string(data, "first_selector", r->bytes == 1 ? "0x654" : "0x1054");
    tw_data_string(data, "next_selector", r->bytes == 1 ? "0x1000" : "0x2200");
    tw_data_string(data, "beats", is_least(r->op) ? "<" : ">");
    tw_data_string(data, "loses", is_least(r->op) ? ">=" : "<=");
    tw_data_string(data, "extreme", extreme_of(r->op));
}

static void describe_forms(const struct tw_reduce *r, struct tw_data *data)
{
    enum form part = part_form(r), state = state_form(r);
    tw_data_flag(data, "is_single", part == SINGLE);
    tw_data_flag(data, "is_compensated", part == COMPENSATED);
    tw_data_flag(data, "is_packed", part == PACKED);
    tw_data_flag(data, "is_indexed", part == INDEXED);
    tw_data_flag(data, "is_paired", part == PAIRED);
    tw_data_flag(data, "state_single", state == SINGLE);
    tw_data_flag(data, "state_compensated", state == COMPENSATED);
    tw_data_flag(data, "state_indexed", state == INDEXED);
    tw_data_flag(data, "own_part", state == INDEXED || part == PAIRED || part_type(r) != value_type(r));
}

/* The types of numbers, and how elements become such. */
static void describe_numbers(const struct tw_reduce *r, struct tw_data *data)
{
    enum tw_element part = part_type(r), kept = value_type(r);
    bool converts = converts_elements(r);
    tw_data_string(data, "number", tw_cuda_type(part));
    tw_data_string(data, "kept", tw_cuda_type(kept));
    tw_data_flag(data, "converts", converts);
    tw_data_flag(data, "from_half", is_half_in_float(r));
    tw_data_flag(data, "from_float16", is_float(part) && r->input == TW_FLOAT16);
    tw_data_flag(data, "from_bfloat16", is_float(part) && r->input == TW_BFLOAT16);
    tw_data_string(data, "x", converts ? "u" : "x");
    tw_data_string(data, "x_number", number_of(r));
}

bool tw_reduce_any_order(const struct tw_reduce *r)
{
    return r->order != REDUCE_EXACT && (!is_arithmetic(r->op) || !is_float(part_type(r)));
}

/* Sums of integers of 8 bits, and of 16 that are not multiplied, in 32. */
static bool adds_words(const struct tw_reduce *r)
{
    return is_sum(r->op) && (r->bytes == 1 || (r->bytes == 2 && !multiplies(r->op))) &&
           part_form(r) == SINGLE && !is_float(part_type(r)) && bits_of(part_type(r)) == 32;
}

/* Integers of 8 bits, and of 16 that are not multiplied, are added four or two at a time; of `any` a word is as good as its
   elements; the least and the greatest are looked for in pairs; places are put below values by one permutation of bytes. */
bool tw_reduce_bulk(const struct tw_reduce *r)
{
    if (r->along == REDUCE_SEGMENTS && tw_reduce_gives_places(r->op)) return false;
    if (r->along == REDUCE_COLUMNS || r->method != REDUCE_TREE || r->bytes > 2) return false;
    if (r->op == REDUCE_MIN || r->op == REDUCE_MAX) return true;
    if (is_float(r->input)) return false;
    return adds_words(r) || r->op == REDUCE_ANY || r->op == REDUCE_ALL || tw_reduce_gives_places(r->op);
}

bool tw_reduce_takes_columns(const struct tw_reduce *r)
{
    return r->loose && (adds_words(r) || part_form(r) == PACKED);
}

/* Places of bytes are looked for in words of two keys, while a lane takes its elements. */
static bool places_halves(const struct tw_reduce *r)
{
    return r->bulk && tw_reduce_gives_places(r->op) && r->bytes == 1;
}

/* A word of elements that no other loses to, and a part that has none. */
static const char *none_of(const struct tw_reduce *r, enum form part)
{
    bool least = is_least(r->op) || r->op == REDUCE_ALL,
         is_below_zero = is_signed(r->input) && r->op != REDUCE_ALL;
    if (part != PACKED && part != PAIRED) return "0";
    if (r->input == TW_FLOAT16) return least ? "0x7c007c00" : "0xfc00fc00";
    if (r->input == TW_BFLOAT16) return least ? "0x7f807f80" : "0xff80ff80";
    if (!is_below_zero) return least ? "0xffffffff" : "0";
    if (r->bytes == 1) return least ? "0x7f7f7f7f" : "0x80808080";
    return least ? "0x7fff7fff" : "0x80008000";
}

/* Of a packed word, or of the two of a lane that takes bytes. */
static const char *worst_of(const struct tw_reduce *r)
{
    bool halves = places_halves(r);
    if (!is_signed(r->input)) return is_least(r->op) ? "0xffffffff" : "0";
    if (is_least(r->op)) return halves ? "0x7fff7fff" : "0x7fffffff";
    return halves ? "(int)0x80008000u" : "-0x7fffffff - 1";
}

/* How two pairs become one: as integers by a function, as floats by an instruction. */
static void describe_pairs(const struct tw_reduce *r, struct tw_data *data)
{
    bool is_half = is_float(r->input);
    tw_data_flag(data, "has_pairs", part_form(r) == PAIRED || places_halves(r));
    tw_data_flag(data, "pairs_halves", is_half);
    tw_data_flag(data, "pairs_bytes", r->bytes == 1);
    tw_data_string(data, "half_type", r->input == TW_FLOAT16 ? "f16" : "bf16");
    tw_data_format(data, "pair_function", "__v%s%c2", extreme_of(r->op),
                   value_type(r) == TW_INT32 ? 's' : 'u');
    tw_data_number(data, "pair_shift", 32 - bits_of(r->input));
}

/* What p.value becomes of a word w, and of dot y[i]. */
static void describe_bulk(const struct tw_reduce *r, struct tw_data *data)
{
    const char *type = is_signed(r->input) ? "int" : "unsigned",
               *function = r->bytes == 1 ? "__dp4a" : "__dp2a_lo";
    const char *other = r->op == REDUCE_DOT ? "y[i]" : r->op == REDUCE_NORM2 ? "w" : "0x01010101";
    enum form part = part_form(r);
    tw_data_flag(data, "bulk", r->bulk);
    tw_data_string(data, "none_word", none_of(r, part));
    tw_data_flag(data, "has_none", strcmp(none_of(r, part), "0") != 0);
    tw_data_string(data, "worst", worst_of(r));
    tw_data_flag(data, "places_words", r->bulk && part == PACKED);
    tw_data_flag(data, "places_halves", places_halves(r));
    tw_data_flag(data, "places_elements", (r->bulk || r->loose) && part == PACKED && !places_halves(r));
    tw_data_flag(data, "keys_elements", !r->bulk && !r->loose && part == PACKED);
    bool cuts = r->staged || r->shifts || r->cols % r->vector;
    tw_data_flag(data, "settles", r->bulk && part == PACKED && cuts);
    describe_pairs(r, data);
    if (!r->bulk || part == PACKED || part == PAIRED)
        tw_data_flag(data, "takes_words", false);
    else if (r->op == REDUCE_ANY)
        tw_data_string(data, "takes_words", "p.value | w");
    else
        tw_data_format(data, "takes_words", "(%s)%s((%s)w, (%s)%s, (%s)p.value)", tw_cuda_type(part_type(r)),
                       function, type, type, other, type);
}

/* What p.value becomes of element j of a word w, and of dot v: the others are multiplied by 0. */
static void describe_columns(const struct tw_reduce *r, struct tw_data *data)
{
    const char *type = is_signed(r->input) ? "int" : "unsigned", *number = tw_cuda_type(part_type(r)),
               *function = r->bytes == 1 ? "__dp4a" : "__dp2a_lo";
    tw_data_flag(data, "takes_columns", tw_reduce_takes_columns(r));
    if (multiplies(r->op))
        tw_data_format(data, "column_taken", "(%s)__dp4a((%s)(w & 0xffu << 8 * j), (%s)%s, (%s)p.value)",
                       number, type, type, r->op == REDUCE_DOT ? "v" : "w", type);
    else
        tw_data_format(data, "column_taken", "(%s)%s((%s)w, (%s)(1u << 8 * j), (%s)p.value)", number,
                       function, type, type, type);
    tw_data_string(data, "none_part", part_form(r) == PACKED ? worst_of(r) : "0");
}

bool tw_reduce_moves(const struct tw_reduce *r)
{
    bool many_lanes = r->staged ? r->staged > 1 : r->shifts || r->cols * r->bytes > 16;
    return tw_reduce_gives_places(r->op) && r->along == REDUCE_ROWS && r->method == REDUCE_TREE && many_lanes;
}

void tw_reduce_algebra_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    bool is_tree = r->method == REDUCE_TREE; /* rungs of the ladder do with less */
    tw_data_flag(data, "is_dot", r->op == REDUCE_DOT);
    tw_data_flag(data, "is_exact", r->order == REDUCE_EXACT);
    tw_data_string(data, "element", tw_cuda_type(r->input));
    tw_data_string(data, "result", tw_cuda_type(r->result));
    tw_data_flag(data, "multiplies", multiplies(r->op));
    tw_data_flag(data, "orders_floats", is_float(r->input));
    tw_data_flag(data, "has_index", tw_reduce_gives_places(r->op));
    tw_data_flag(data, "begins", !r->bulk && !tw_reduce_takes_columns(r));
    tw_data_flag(data, "rotates_columns", r->rotates);
    tw_data_flag(data, "gathers_parts", r->rotates || r->along == REDUCE_SEGMENTS);
    tw_data_flag(data, "takes", !r->bulk && !tw_reduce_takes_columns(r) && (is_tree || r->vector > 1));
    tw_data_flag(data, "joins_parts", is_tree);
    tw_data_flag(data, "moves", tw_reduce_moves(r));
    tw_data_flag(data, "shuffles", is_tree ? r->along != REDUCE_COLUMNS : r->method >= REDUCE_SHUFFLE);
    tw_data_flag(data, "has_nothing", r->length == 0 || r->along == REDUCE_SEGMENTS);
    describe_bulk(r, data);
    describe_columns(r, data);
    describe_members(r, data);
    describe_forms(r, data);
    describe_numbers(r, data);
    describe_values(r, data);
    describe_ranks(r, data);
    describe_result(r, data);
    describe_places(r, value, data);
}
