/*
 * The algebra of reductions: what an element becomes, what two states make, what a state gives. The functions themselves are
 * in templates/reduce/reduce_algebra.cu.mustache; here is which of them an operation has, over which types.
 *
 *     element x      8 bits .. 64 bits, of the input
 *       | first, take
 *     part           of a column of one leaf: holds at most a leaf's elements, so it may be narrower than a state
 *       | of_leaf
 *     state          of any number of leaves
 *       | result
 *     result         of the type that the problem says
 *
 * The forms of parts and states are in algebra.h, the variables of the template in algebra_describe.c.
 */
#include "gen/families/reduce/algebra.h"
#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/exact.h"

/* ---- types ---- */

bool tw_reduce_is_arithmetic(enum tw_reduce_op op)
{
    return op == REDUCE_SUM || op == REDUCE_PRODUCT || op == REDUCE_NORM2 || op == REDUCE_MEAN ||
           op == REDUCE_DOT;
}

bool tw_reduce_is_sum(enum tw_reduce_op op)
{
    return tw_reduce_is_arithmetic(op) && op != REDUCE_PRODUCT;
}

bool tw_reduce_multiplies(enum tw_reduce_op op)
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
    if (tw_bits_of(element) >= 32) return element;
    if (tw_is_float(element)) return TW_FLOAT32;
    return tw_is_signed(element) ? TW_INT32 : TW_UINT32;
}

/* Integers that wrap are unsigned in CUDA. */
static enum tw_element wrapping(enum tw_element element)
{
    if (element == TW_INT32) return TW_UINT32;
    return element == TW_INT64 ? TW_UINT64 : element;
}

bool tw_reduce_ranks(const struct tw_reduce *r)
{
    return (r->op == REDUCE_MIN || r->op == REDUCE_MAX) && tw_is_float(r->input);
}

enum tw_element tw_reduce_value_type(const struct tw_reduce *r)
{
    if (r->op == REDUCE_ANY || r->op == REDUCE_ALL) return TW_UINT32;
    if (tw_reduce_ranks(r)) return r->bytes == 8 ? TW_UINT64 : TW_UINT32;
    return tw_reduce_is_arithmetic(r->op) ? wrapping(in_register(r->sum)) : in_register(r->input);
}

/* The absolute value of a sum over one leaf of integers is at most 2 to this, or below it if they are unsigned. */
static unsigned leaf_bits(const struct tw_reduce *r)
{
    unsigned bits = tw_bits_of(r->input) - tw_is_signed(r->input);
    return (tw_reduce_multiplies(r->op) ? 2 * bits : bits) + tw_log2(r->leaf);
}

static unsigned mantissa_bits(enum tw_element element)
{
    return element == TW_FLOAT64 ? 53 : 24;
}

/* The type of the value that a part keeps. A sum of integers has a narrower one than the state where that holds all sums of a leaf
   and the accumulator would not round any: then it gives the same bits. */
enum tw_element tw_reduce_part_type(const struct tw_reduce *r)
{
    enum tw_element value = tw_reduce_value_type(r);
    unsigned bits = leaf_bits(r);
    if (!tw_reduce_is_sum(r->op) || tw_is_float(r->input)) return value;
    if (tw_is_float(value) ? bits > mantissa_bits(value) : tw_bits_of(value) == 32) return value;
    if (bits + 2u * tw_is_signed(r->input) <= 32) return tw_is_signed(r->input) ? TW_INT32 : TW_UINT32;
    if (!tw_is_float(value)) return value;
    return tw_is_signed(r->input) ? TW_INT64 : TW_UINT64;
}

enum tw_reduce_form tw_reduce_state_form(const struct tw_reduce *r)
{
    if (tw_reduce_gives_places(r->op)) return FORM_INDEXED;
    return r->order == REDUCE_COMPENSATED ? FORM_COMPENSATED : FORM_SINGLE;
}

enum tw_reduce_form tw_reduce_part_form(const struct tw_reduce *r)
{
    if (tw_reduce_gives_places(r->op) && !tw_is_float(r->input) && r->bytes <= 2) return FORM_PACKED;
    if (r->bulk && (r->op == REDUCE_MIN || r->op == REDUCE_MAX || r->op == REDUCE_ALL)) return FORM_PAIRED;
    return tw_reduce_part_type(r) == tw_reduce_value_type(r) ? tw_reduce_state_form(r) : FORM_SINGLE;
}

static struct tw_reduce_member member(const char *name, const char *cuda, enum tw_element element)
{
    return (struct tw_reduce_member){.name = name, .cuda = cuda, .element = element};
}

unsigned tw_reduce_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX])
{
    enum tw_element value = tw_reduce_value_type(r);
    unsigned count = 0;
    if (r->order == REDUCE_EXACT) return tw_reduce_exact_members(r, members);
    members[count++] = member("value", tw_cuda_type(value), value);
    if (tw_reduce_state_form(r) == FORM_COMPENSATED)
        members[count++] = member("lost", tw_cuda_type(value), value);
    if (tw_reduce_gives_places(r->op)) members[count++] = member("index", "long long", TW_INT64);
    return count;
}

unsigned tw_reduce_part_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX])
{
    enum tw_reduce_form part = tw_reduce_part_form(r);
    enum tw_element type = tw_reduce_part_type(r);
    const char *cuda = tw_cuda_type(type);
    if (part != FORM_PACKED && part != FORM_INDEXED && tw_reduce_part_type(r) == tw_reduce_value_type(r))
        return tw_reduce_members(r, members);
    members[0] = member(part == FORM_PACKED ? "key" : "value", cuda, type);
    if (part == FORM_INDEXED) members[1] = member("index", "unsigned", TW_UINT32);
    return part == FORM_INDEXED ? 2 : 1;
}

/* The number of an element has the bits of a word that the element has not. */
bool tw_reduce_part_holds(const struct tw_reduce *r)
{
    return tw_reduce_part_form(r) != FORM_PACKED || r->leaf <= UINT64_C(1) << (32 - tw_bits_of(r->input));
}

uint64_t tw_reduce_chain(const struct tw_reduce *r, uint64_t depth)
{
    if (r->order != REDUCE_FREE || !tw_reduce_is_arithmetic(r->op) || !tw_is_float(r->sum)) return 0;
    bool rounds =
        !tw_is_float(r->input) && tw_bits_of(r->input) - tw_is_signed(r->input) > mantissa_bits(r->sum);
    return depth + rounds * r->inputs + tw_reduce_multiplies(r->op) +
           (r->op == REDUCE_NORM2 || r->op == REDUCE_MEAN);
}

bool tw_reduce_any_order(const struct tw_reduce *r)
{
    return r->order != REDUCE_EXACT &&
           (!tw_reduce_is_arithmetic(r->op) || !tw_is_float(tw_reduce_part_type(r)));
}

/* Sums of integers of 8 bits, and of 16 that are not multiplied, in 32. */
static bool adds_words(const struct tw_reduce *r)
{
    return tw_reduce_is_sum(r->op) && (r->bytes == 1 || (r->bytes == 2 && !tw_reduce_multiplies(r->op))) &&
           tw_reduce_part_form(r) == FORM_SINGLE && !tw_is_float(tw_reduce_part_type(r)) &&
           tw_bits_of(tw_reduce_part_type(r)) == 32;
}

/* Integers of 8 bits, and of 16 that are not multiplied, are added four or two at a time; of `any` a word is as good as its
   elements; the least and the greatest are looked for in pairs; places are put below values by one permutation of bytes. */
bool tw_reduce_bulk(const struct tw_reduce *r)
{
    if (r->along == REDUCE_SEGMENTS && tw_reduce_gives_places(r->op)) return false;
    if (r->along == REDUCE_COLUMNS || r->method != REDUCE_TREE || r->bytes > 2) return false;
    if (r->op == REDUCE_MIN || r->op == REDUCE_MAX) return true;
    if (tw_is_float(r->input)) return false;
    return adds_words(r) || r->op == REDUCE_ANY || r->op == REDUCE_ALL || tw_reduce_gives_places(r->op);
}

bool tw_reduce_takes_columns(const struct tw_reduce *r)
{
    return r->unordered && (adds_words(r) || tw_reduce_part_form(r) == FORM_PACKED);
}

bool tw_reduce_moves(const struct tw_reduce *r)
{
    bool many_lanes = r->staged ? r->row_lanes > 1 : r->shifts || r->cols * r->bytes > 16;
    return tw_reduce_gives_places(r->op) && r->along == REDUCE_ROWS && r->method == REDUCE_TREE && many_lanes;
}

/* ---- accept ---- */

static bool accept_own(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    bool own = value[REDUCE_accumulator] == REDUCE_OWN;
    if (!tw_reduce_is_arithmetic(r->op) && !own) {
        tw_text_addf(reason, "%s adds nothing up; its accumulator is own", tw_reduce_word(value, REDUCE_op));
        return false;
    }
    if (tw_reduce_is_arithmetic(r->op) && own && tw_bits_of(r->input) < 32) {
        tw_text_addf(reason, "accumulator is own, but nothing is added in %s; %s would do",
                     tw_reduce_word(value, REDUCE_type), tw_is_float(r->input) ? "float32" : "int32");
        return false;
    }
    return true;
}

static bool accept_accumulator(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    const char *sum = tw_element_info(r->sum)->name;
    if (tw_is_float(r->input) && !tw_is_float(r->sum)) {
        tw_text_addf(reason, "%s elements would lose their fractions in %s; the accumulator must be float%s",
                     tw_reduce_word(value, REDUCE_type), sum,
                     r->input == TW_FLOAT64 ? "64" : "32 or float64");
        return false;
    }
    if (r->input == TW_FLOAT64 && r->sum == TW_FLOAT32) {
        tw_text_add(reason, "float64 elements would be rounded to float32; the accumulator must be float64");
        return false;
    }
    if ((r->op == REDUCE_MEAN || r->op == REDUCE_NORM2) && !tw_is_float(r->sum)) {
        tw_text_addf(reason, "%s is no integer, and the accumulator is %s; float64 would do",
                     tw_reduce_word(value, REDUCE_op), sum);
        return false;
    }
    return true;
}

/* Squares below 2^128, but in order exact, which has room for any. Nothing is wider than float64: docs/reduce.md says the limit. */
static bool accept_squares(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    bool fits = r->input == TW_FLOAT16 || (!tw_is_float(r->input) && tw_bits_of(r->input) <= 32);
    if (r->op != REDUCE_NORM2 || r->order == REDUCE_EXACT || r->sum == TW_FLOAT64 || fits) return true;
    tw_text_addf(reason,
                 "squares of %s elements overflow in float32; the accumulator of norm2 must be float64",
                 tw_reduce_word(value, REDUCE_type));
    return false;
}

static bool accept_compensated(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (!tw_reduce_is_sum(r->op)) {
        tw_text_addf(reason, "order compensated is for sum, mean, norm2 and dot; of %s, order fixed would do",
                     tw_reduce_word(value, REDUCE_op));
        return false;
    }
    if (tw_is_float(r->sum)) return true;
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

bool tw_reduce_algebra_accept(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (!accept_own(r, value, reason)) return false;
    if (tw_reduce_is_arithmetic(r->op) &&
        (!accept_accumulator(r, value, reason) || !accept_squares(r, value, reason)))
        return false;
    return accept_order(r, value, reason) && accept_ties(r, value, reason);
}
