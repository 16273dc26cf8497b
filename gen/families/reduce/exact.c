/*
 * Order exact: sums that are rounded once, to nearest, whatever the elements.
 *
 *     the algebra    a sum as the sum of doubles, exactly, for as long as they suffice: two for elements of at most 24 bits
 *                    and their products, three for float64, four for its products (templates/reduce_expansion)
 *     a mark         where they do not suffice the result is a NaN that no other result is
 *     "_exact"       the last launch, which adds the elements of marked results anew as whole numbers
 *                    (templates/reduce_exact)
 *
 * Quotients and roots are made of the doubles, or of the whole number, and rounded once too. Nothing overflows in two doubles,
 * so what is not finite there comes from elements that are not, and is the result. In more of them sums may overflow, and
 * products of float64 may be none; the last launch decides.
 */
#include <string.h>

#include <inttypes.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/exact.h"
#include "gen/families/reduce/scratch.h"

#define THREADS 64u   /* of a block of the last launch: their numbers fill most of its shared memory, */
#define FEWER   32u   /* or those of so many, of products of float64 */
#define BLOCKS  1024u /* that keep a device busy */
#define ALONE_LENGTH                                                                                         \
    512u /* a thread adds up so many elements by itself sooner than a block is brought together */
#define PART_LENGTH 4096u /* elements that are worth a block */
#define LOOK_BLOCKS 4096u /* more, whose threads look at a result each, take longer to begin than to look */
#define LOOKS       8u
#define CARRY_BITS                                                                                           \
    46 /* above those of the largest element: the sign, and as many additions as memory has elements */

/* What is added: elements, or products of two. A double that is not zero has an exponent field of least .. greatest; its
   `bits` first bits are significant. No double holds products of float64, which are what such a number would be. */
struct terms {
    int bits, least, greatest;
};

/* clang-format off */
static const struct {
    enum tw_element element;
    struct terms sum, product;
} all_terms[] = {
    {TW_FLOAT16,  { 11, 1023 -  24, 1023 +  15}, { 22, 1023 -  48, 1023 +  31}},
    {TW_BFLOAT16, {  8, 1023 - 133, 1023 + 127}, { 16, 1023 - 266, 1023 + 255}},
    {TW_FLOAT32,  { 24, 1023 - 149, 1023 + 127}, { 48, 1023 - 298, 1023 + 255}},
    {TW_FLOAT64,  { 53, 1,          2046},       {106, 1 - 1021,   2046 + 1024}},
};
/* clang-format on */

static bool multiplies(const struct tw_reduce *r)
{
    return r->op == REDUCE_DOT || r->op == REDUCE_NORM2;
}

static struct terms terms_of(const struct tw_reduce *r)
{
    unsigned i = 0;
    while (all_terms[i].element != r->input) i++;
    return multiplies(r) ? all_terms[i].product : all_terms[i].sum;
}

static bool adds_doubles(const struct tw_reduce *r)
{
    return r->input == TW_FLOAT64;
}

static bool adds_pairs(const struct tw_reduce *r)
{
    return adds_doubles(r) && multiplies(r);
}

/* ---- the algebra ---- */

bool tw_reduce_exact_accept(const struct tw_reduce *r, struct tw_text *reason)
{
    bool sums = r->op == REDUCE_SUM || r->op == REDUCE_MEAN || multiplies(r);
    const char *why = NULL;
    if (!sums)
        why = "order exact is for sum, mean, norm2 and dot; order fixed would do";
    else if (!tw_is_float(r->input))
        why = "order exact is for floats; order fixed gives exact sums of integers, unless they wrap or are "
              "made in a float";
    else if (r->results > UINT64_C(1) << 36)
        why = "order exact has no more than 2^36 results";
    if (why) tw_text_add(reason, why);
    return !why;
}

unsigned tw_reduce_exact_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX])
{
    static const char *const names[] = {"sum", "rest", "tail", "last"};
    unsigned count = adds_pairs(r) ? 4 : adds_doubles(r) ? 3 : 2;
    for (unsigned i = 0; i < count; i++)
        members[i] = (struct tw_reduce_member){.name = names[i], .cuda = "double", .element = TW_FLOAT64};
    return count;
}

static bool is_single(const struct tw_reduce *r)
{
    return r->result == TW_FLOAT32;
}

static const char *nan_of(const struct tw_reduce *r)
{
    return is_single(r) ? "__uint_as_float(0x7fffffff)" : "__longlong_as_double(0x7fffffffffffffff)";
}

/* What both parts know. The NaN of results is the upper, and a marked one the last but one. */
static void describe_operation(const struct tw_reduce *r, struct tw_data *data)
{
    tw_data_flag(data, "single", is_single(r));
    tw_data_flag(data, "pairs", adds_pairs(r));
    tw_data_string(data, "y", r->op == REDUCE_NORM2 ? "x" : "y");
    tw_data_flag(data, "is_mean", r->op == REDUCE_MEAN);
    tw_data_flag(data, "is_root", r->op == REDUCE_NORM2);
    tw_data_string(data, "nan", nan_of(r));
    tw_data_string(data, "marked",
                   is_single(r) ? "__uint_as_float(0x7ffffffe)" : "__longlong_as_double(0x7ffffffffffffffe)");
}

static void describe_expansion(const struct tw_reduce *r, struct tw_data *data)
{
    struct tw_data expansion = tw_data_object(data, "expansion");
    describe_operation(r, &expansion);
    tw_data_flag(&expansion, "third", adds_doubles(r));
    tw_data_flag(&expansion, "fourth", adds_pairs(r));
    tw_data_string(&expansion, "least", r->members[r->member_count - 1].name);
    tw_data_flag(&expansion, "multiplies", multiplies(r));
    tw_data_flag(&expansion, "is_sum", r->op == REDUCE_SUM || r->op == REDUCE_DOT);
    tw_data_string(&expansion, "nothing", r->op == REDUCE_MEAN ? nan_of(r) : "0");
    tw_data_flag(&expansion, "simple", r->input == TW_FLOAT16 && !multiplies(r));
    tw_data_flag(&expansion, "halves", r->bytes == 2);
    tw_data_flag(&expansion, "from_float16", r->input == TW_FLOAT16);
    tw_data_flag(&expansion, "from_bfloat16", r->input == TW_BFLOAT16);
}

/* ---- the last launch ---- */

/* Which threads add up a result. */
struct plan {
    bool alone;      /* one does */
    bool looks;      /* and it looks at several */
    uint64_t length; /* of a result; of segments their mean */
    uint64_t turn;   /* results that a block looks at: threads look at one each */
    uint64_t parts;  /* blocks that share a result */
    uint64_t blocks;
    unsigned threads; /* of a block */
    unsigned words;   /* of a number */
};

static uint64_t clamp(uint64_t low, uint64_t value, uint64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static struct plan plan_of(const struct tw_reduce *r)
{
    struct terms terms = terms_of(r);
    bool segments = r->along == REDUCE_SEGMENTS;
    uint64_t results = r->results ? r->results : 1;
    struct plan plan = {.length = segments ? tw_ceil_div(r->length, results) : r->length,
                        .turn = 1,
                        .parts = 1,
                        .threads = adds_pairs(r) ? FEWER : THREADS};
    plan.words = (unsigned)(terms.greatest - terms.least + terms.bits + CARRY_BITS) / 32 + 1;
    plan.alone = !segments && plan.length <= ALONE_LENGTH;
    if (plan.alone)
        plan.turn = plan.threads;
    else if (results < BLOCKS)
        plan.parts = clamp(1, tw_ceil_div(plan.length, PART_LENGTH), BLOCKS / results);
    else
        plan.turn = clamp(1, tw_ceil_div(results, BLOCKS), plan.threads);
    plan.blocks = tw_ceil_div(results, plan.turn) * plan.parts;
    plan.looks = plan.alone && plan.blocks > LOOK_BLOCKS;
    if (plan.looks) plan.blocks = LOOK_BLOCKS;
    return plan;
}

/* Float64 counts infinities in two more. */
static unsigned own_words(const struct tw_reduce *r, const struct plan *plan)
{
    return plan->words + (adds_doubles(r) ? 2 : 0);
}

static const char suffix[] = "_exact";

/* There is something that may be marked. */
static bool adds_anew(const struct tw_reduce *r)
{
    return r->order == REDUCE_EXACT && r->results > 0 && r->length > 0;
}

bool tw_reduce_exact_is(const struct tw_launch *launch)
{
    return strcmp(launch->suffix, suffix) == 0;
}

void tw_reduce_exact_shape(const struct tw_reduce *r, struct tw_shape *shape)
{
    if (!adds_anew(r)) return;
    struct plan plan = plan_of(r);
    struct tw_argument words = tw_reduce_scratch("exact_words", TW_INT64, plan.blocks * own_words(r, &plan),
                                                 TW_BEFORE_ANY),
                       finished = tw_reduce_scratch("exact_finished", TW_UINT32, r->results, TW_BEFORE_ZERO);
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = suffix,
                                                  .grid = {(uint32_t)plan.blocks, 1, 1},
                                                  .block = {plan.threads, 1, 1},
                                                  .shared_bytes = own_words(r, &plan) * plan.threads * 8,
                                                  .carveout = -1});
    for (unsigned i = 0; i <= r->c; i++) tw_shape_add_parameter(shape, i);
    if (plan.parts == 1) return;
    tw_shape_add_parameter(shape, tw_shape_add_argument(shape, words));
    tw_shape_add_parameter(shape, tw_shape_add_argument(shape, finished));
}

/* Where the elements of result k are. */
static void describe_place(const struct tw_reduce *r, struct tw_data *data)
{
    if (r->along == REDUCE_SEGMENTS) {
        tw_data_string(data, "begin", "offsets[k]");
        tw_data_string(data, "length", "length");
        tw_data_string(data, "count", "offsets[k + 1] - offsets[k]");
    } else {
        tw_data_format(data, "length", "%" PRIu64 "ull", r->length);
        tw_data_format(data, "count", "%" PRIu64 "ull", r->length);
        if (r->along == REDUCE_ROWS)
            tw_data_format(data, "begin", "k * %" PRIu64, r->pitch);
        else if (r->batch > 1)
            tw_data_format(data, "begin", "k / %" PRIu64 " * %" PRIu64 " + k %% %" PRIu64, r->cols,
                           r->rows * r->pitch, r->cols);
        else
            tw_data_string(data, "begin", "k");
    }
    if (r->along == REDUCE_COLUMNS)
        tw_data_format(data, "stride", "%" PRIu64 " * ", r->pitch);
    else
        tw_data_string(data, "stride", "");
}

static void describe_inputs(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    const char *element = tw_cuda_type(r->input),
               *offset = value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 ? "int" : "long long";
    if (r->along == REDUCE_SEGMENTS) {
        tw_data_format(data, "inputs", "const %s *__restrict__ a, const %s *__restrict__ offsets", element,
                       offset);
        tw_data_string(data, "names", "a, offsets");
    } else if (r->op == REDUCE_DOT) {
        tw_data_format(data, "inputs", "const %s *__restrict__ a, const %s *__restrict__ b", element,
                       element);
        tw_data_string(data, "names", "a, b");
    } else {
        tw_data_format(data, "inputs", "const %s *__restrict__ a", element);
        tw_data_string(data, "names", "a");
    }
}

static void describe_number(const struct tw_reduce *r, const struct plan *plan, struct tw_data *data)
{
    struct terms terms = terms_of(r);
    tw_data_number(data, "words", plan->words);
    tw_data_number(data, "own_words", own_words(r, plan));
    tw_data_number(data, "below", 1023 + terms.bits - 1 - terms.least);
    tw_data_number(data, "dropped", 53 - terms.bits);
    tw_data_flag(data, "third", terms.bits + 31 > 64);
    tw_data_number(data, "least", terms.least);
    tw_data_flag(data, "doubles", adds_doubles(r));
}

/* What a result is made of. */
static void describe_rounding(const struct tw_reduce *r, struct tw_data *data)
{
    bool single = is_single(r);
    tw_data_string(data, "bits", single ? "unsigned" : "unsigned long long");
    tw_data_string(data, "of_bits", single ? "__uint_as_float" : "__longlong_as_double");
    tw_data_number(data, "digits", single ? 24 : 53);
    tw_data_number(data, "bias", single ? 127 : 1023);
    tw_data_number(data, "most", single ? 255 : 2047);
    tw_data_number(data, "sign", single ? 31 : 63);
    tw_data_string(data, "marked_bits", single ? "0x7ffffffeu" : "0x7ffffffffffffffe");
    tw_data_string(data, "infinity", "__longlong_as_double(0x7ff0000000000000)");
    tw_data_string(data, "minus_infinity", "__longlong_as_double(0xfff0000000000000)");
}

static void describe_exact(const struct tw_reduce *r, const int64_t *value, struct tw_data *variables)
{
    struct tw_data exact = tw_data_object(variables, "exact"), *data = &exact;
    struct plan plan = plan_of(r);
    tw_data_flag(data, "alone", plan.alone);
    tw_data_flag(data, "looks", plan.looks);
    tw_data_number(data, "looks_at", LOOKS);
    tw_data_number(data, "stride_of_looks", LOOK_BLOCKS * plan.threads);
    tw_data_flag(data, "split", plan.parts > 1);
    tw_data_flag(data, "spread", !plan.alone && plan.parts == 1);
    tw_data_number(data, "grid", (int64_t)plan.blocks);
    tw_data_number(data, "threads", plan.threads);
    tw_data_number(data, "turn", (int64_t)plan.turn);
    tw_data_number(data, "parts", (int64_t)plan.parts);
    tw_data_number(data, "step", plan.alone ? 1 : (int64_t)plan.parts * plan.threads);
    tw_data_format(data, "results", "%" PRIu64 "ull", r->results);
    describe_inputs(r, value, data);
    describe_place(r, data);
    describe_operation(r, data);
    describe_number(r, &plan, data);
    describe_rounding(r, data);
}

void tw_reduce_exact_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    if (r->order == REDUCE_EXACT)
        describe_expansion(r, data);
    else
        tw_data_flag(data, "expansion", false);
    if (adds_anew(r))
        describe_exact(r, value, data);
    else
        tw_data_flag(data, "exact", false);
}
