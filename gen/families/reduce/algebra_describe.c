/* The variables of templates/reduce/reduce_algebra.cu.mustache: what an element becomes, what two states make, what a state gives, as
   CUDA writes them. */
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/families/reduce/algebra.h"

/* 16-bit floats, as floats. */
static bool is_half_in_float(const struct tw_reduce *r)
{
    return tw_is_float(r->input) && r->bytes == 2 && tw_is_float(tw_reduce_part_type(r));
}

/* How an element x is written as a number of the part. */
static const char *number_of(const struct tw_reduce *r)
{
    static const char *const floats[] = {
        [2] = "x & 0x7fffu",
        [4] = "__float_as_uint(x) & 0x7fffffffu",
        [8] = "(unsigned)(__double2hiint(x) & 0x7fffffff) | (unsigned)__double2loint(x)"};
    if (tw_reduce_ranks(r) || is_half_in_float(r)) return ""; /* made by functions */
    if (r->op != REDUCE_ANY && r->op != REDUCE_ALL) return "x";
    if (tw_is_float(r->input)) return floats[r->bytes]; /* the sign makes no zero another number */
    return r->bytes == 8 ? "(unsigned)(x | x >> 32)" : "x";
}

static bool converts_elements(const struct tw_reduce *r)
{
    return tw_reduce_part_form(r) != FORM_PACKED && tw_reduce_part_type(r) != r->input;
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
    if (tw_reduce_is_sum(r->op))
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
    enum tw_element part = tw_reduce_part_type(r);
    const char *x = converts_elements(r) ? "u" : "x", *y = converts_elements(r) ? "v" : "y";
    const char *multiply = part == TW_FLOAT32 ? "__fmul_rn" : "__dmul_rn",
               *fma = part == TW_FLOAT32 ? "__fmaf_rn" : "__fma_rn";
    if (r->op == REDUCE_NORM2) y = x;
    if (!tw_reduce_multiplies(r->op)) {
        tw_data_string(data, "begun", x);
        describe_join(r, data, "taken", "p.value", x);
    } else if (tw_is_float(part)) {
        bool signless = r->op == REDUCE_DOT && !tw_is_float(r->input) && r->order != REDUCE_COMPENSATED;
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
    enum tw_element value = tw_reduce_value_type(r);
    const char *sum = tw_reduce_state_form(r) == FORM_COMPENSATED ? "sum" : "s.value",
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
    tw_data_flag(data, "gives_float", tw_is_float(r->result) && !tw_reduce_ranks(r));
    tw_data_flag(data, "gives_integer", !tw_is_float(r->result));
    tw_data_flag(data, "is_mean", r->op == REDUCE_MEAN);
    tw_data_string(data, "nan", tw_is_float(r->result) ? nan_of(r->result) : "");
    tw_data_string(data, "nothing", nothing_of(r));
}

/* How inline assembler takes a value of the type, as a register of 32 or 64 bits. */
static const char *constraint_of(enum tw_element element)
{
    switch (tw_bytes_of(element)) {
    case 8:
        return tw_is_float(element) ? "d" : "l";
    case 4:
        return tw_is_float(element) ? "f" : "r";
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
    tw_data_flag(data, "ranks", tw_reduce_ranks(r));
    if (!tw_reduce_ranks(r)) return;
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
    unsigned shift = 32 - tw_bits_of(r->input);
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
    enum tw_reduce_form part = tw_reduce_part_form(r), state = tw_reduce_state_form(r);
    tw_data_flag(data, "is_single", part == FORM_SINGLE);
    tw_data_flag(data, "is_compensated", part == FORM_COMPENSATED);
    tw_data_flag(data, "is_packed", part == FORM_PACKED);
    tw_data_flag(data, "is_indexed", part == FORM_INDEXED);
    tw_data_flag(data, "is_paired", part == FORM_PAIRED);
    tw_data_flag(data, "state_single", state == FORM_SINGLE);
    tw_data_flag(data, "state_compensated", state == FORM_COMPENSATED);
    tw_data_flag(data, "state_indexed", state == FORM_INDEXED);
    tw_data_flag(data, "own_part",
                 state == FORM_INDEXED || part == FORM_PAIRED ||
                     tw_reduce_part_type(r) != tw_reduce_value_type(r));
}

/* The types of numbers, and how elements become such. */
static void describe_numbers(const struct tw_reduce *r, struct tw_data *data)
{
    enum tw_element part = tw_reduce_part_type(r), kept = tw_reduce_value_type(r);
    bool converts = converts_elements(r);
    tw_data_string(data, "number", tw_cuda_type(part));
    tw_data_string(data, "kept", tw_cuda_type(kept));
    tw_data_flag(data, "converts", converts);
    tw_data_flag(data, "from_half", is_half_in_float(r));
    tw_data_flag(data, "from_float16", tw_is_float(part) && r->input == TW_FLOAT16);
    tw_data_flag(data, "from_bfloat16", tw_is_float(part) && r->input == TW_BFLOAT16);
    tw_data_string(data, "x", converts ? "u" : "x");
    tw_data_string(data, "x_number", number_of(r));
}

/* Places of bytes are looked for in words of two keys, while a lane takes its elements. */
static bool places_halves(const struct tw_reduce *r)
{
    return r->bulk && tw_reduce_gives_places(r->op) && r->bytes == 1;
}

/* A word of elements that no other loses to, and a part that has none. */
static const char *none_of(const struct tw_reduce *r, enum tw_reduce_form part)
{
    bool least = is_least(r->op) || r->op == REDUCE_ALL,
         is_below_zero = tw_is_signed(r->input) && r->op != REDUCE_ALL;
    if (part != FORM_PACKED && part != FORM_PAIRED) return "0";
    if (r->input == TW_FLOAT16) return least ? "0x7c007c00" : "0xfc00fc00";
    if (r->input == TW_BFLOAT16) return least ? "0x7f807f80" : "0xff80ff80";
    if (!is_below_zero) return least ? "0xffffffff" : "0";
    if (r->bytes == 1) return least ? "0x7f7f7f7f" : "0x80808080";
    return least ? "0x7fff7fff" : "0x80008000";
}

/* The worst packed word, or the worst two of a lane that takes bytes. */
static const char *worst_of(const struct tw_reduce *r)
{
    bool halves = places_halves(r);
    if (!tw_is_signed(r->input)) return is_least(r->op) ? "0xffffffff" : "0";
    if (is_least(r->op)) return halves ? "0x7fff7fff" : "0x7fffffff";
    return halves ? "(int)0x80008000u" : "-0x7fffffff - 1";
}

/* How two pairs become one: as integers by a function, as floats by an instruction. */
static void describe_pairs(const struct tw_reduce *r, struct tw_data *data)
{
    bool is_half = tw_is_float(r->input);
    tw_data_flag(data, "has_pairs", tw_reduce_part_form(r) == FORM_PAIRED || places_halves(r));
    tw_data_flag(data, "pairs_halves", is_half);
    tw_data_flag(data, "pairs_bytes", r->bytes == 1);
    tw_data_string(data, "half_type", r->input == TW_FLOAT16 ? "f16" : "bf16");
    tw_data_format(data, "pair_function", "__v%s%c2", extreme_of(r->op),
                   tw_reduce_value_type(r) == TW_INT32 ? 's' : 'u');
    tw_data_number(data, "pair_shift", 32 - tw_bits_of(r->input));
}

/* What p.value becomes of a word w, and of dot y[i]. */
static void describe_bulk(const struct tw_reduce *r, struct tw_data *data)
{
    const char *type = tw_is_signed(r->input) ? "int" : "unsigned",
               *function = r->bytes == 1 ? "__dp4a" : "__dp2a_lo";
    const char *other = r->op == REDUCE_DOT ? "y[i]" : r->op == REDUCE_NORM2 ? "w" : "0x01010101";
    enum tw_reduce_form part = tw_reduce_part_form(r);
    tw_data_flag(data, "bulk", r->bulk);
    tw_data_string(data, "none_word", none_of(r, part));
    tw_data_flag(data, "has_none", strcmp(none_of(r, part), "0") != 0);
    tw_data_string(data, "worst", worst_of(r));
    tw_data_flag(data, "places_words", r->bulk && part == FORM_PACKED);
    tw_data_flag(data, "places_halves", places_halves(r));
    tw_data_flag(data, "places_elements",
                 (r->bulk || r->unordered) && part == FORM_PACKED && !places_halves(r));
    tw_data_flag(data, "keys_elements", !r->bulk && !r->unordered && part == FORM_PACKED);
    bool cuts = r->staged || r->shifts || r->cols % r->vector;
    tw_data_flag(data, "settles", r->bulk && part == FORM_PACKED && cuts);
    describe_pairs(r, data);
    if (!r->bulk || part == FORM_PACKED || part == FORM_PAIRED)
        tw_data_flag(data, "takes_words", false);
    else if (r->op == REDUCE_ANY)
        tw_data_string(data, "takes_words", "p.value | w");
    else
        tw_data_format(data, "takes_words", "(%s)%s((%s)w, (%s)%s, (%s)p.value)",
                       tw_cuda_type(tw_reduce_part_type(r)), function, type, type, other, type);
}

/* What p.value becomes of element j of a word w, and of dot v: the others are multiplied by 0. */
static void describe_columns(const struct tw_reduce *r, struct tw_data *data)
{
    const char *type = tw_is_signed(r->input) ? "int" : "unsigned",
               *number = tw_cuda_type(tw_reduce_part_type(r)),
               *function = r->bytes == 1 ? "__dp4a" : "__dp2a_lo";
    tw_data_flag(data, "takes_columns", tw_reduce_takes_columns(r));
    if (tw_reduce_multiplies(r->op))
        tw_data_format(data, "column_taken", "(%s)__dp4a((%s)(w & 0xffu << 8 * j), (%s)%s, (%s)p.value)",
                       number, type, type, r->op == REDUCE_DOT ? "v" : "w", type);
    else
        tw_data_format(data, "column_taken", "(%s)%s((%s)w, (%s)(1u << 8 * j), (%s)p.value)", number,
                       function, type, type, type);
    tw_data_string(data, "none_part", tw_reduce_part_form(r) == FORM_PACKED ? worst_of(r) : "0");
}

void tw_reduce_algebra_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    bool is_tree = r->method == REDUCE_TREE; /* rungs of the ladder do with less */
    tw_data_flag(data, "is_dot", r->op == REDUCE_DOT);
    tw_data_flag(data, "is_exact", r->order == REDUCE_EXACT);
    tw_data_string(data, "element", tw_cuda_type(r->input));
    tw_data_string(data, "result", tw_cuda_type(r->result));
    tw_data_flag(data, "multiplies", tw_reduce_multiplies(r->op));
    tw_data_flag(data, "orders_floats", tw_is_float(r->input));
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
