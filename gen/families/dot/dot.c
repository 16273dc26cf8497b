/*
 * The dot family: the sum of a[i] * b[i]. Each thread strides over the input and adds up its products; the threads of a
 * block add theirs in a tree in shared memory; what each block found is a partial sum. The method says what adds the
 * partial sums: the host, a second launch, or the last block to finish. docs/dot.md tells more.
 *
 *     cache  [0][1][2][3][4][5][6][7]       the tree of a block of 8 threads: in step i thread t < i
 *     step 4  +4 +4 +4 +4                   adds element t + i to element t, and all wait
 *     step 2  +2 +2
 *     step 1  +1                            the sum stands in element 0
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "gen/family.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"
#include "gen/text/data.h"

#define N_MAX      (INT64_C(1) << 40)
#define BLOCKS_MAX INT64_C(2147483647) /* of a grid, in x */

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TYPES(X)                                                                                    \
    X(DOT_INT32, "int32") X(DOT_INT64, "int64") X(DOT_FLOAT32, "float32") X(DOT_FLOAT64, "float64") \
    X(DOT_FLOAT16, "float16") X(DOT_BFLOAT16, "bfloat16")
#define RESULTS(X) X(DOT_GIVES_PARTIALS, "partials") X(DOT_GIVES_SUM, "sum")
#define METHODS(X)                                                                                \
    X(DOT_PARTIALS, "partials") X(DOT_SECOND, "second") X(DOT_LAST, "last") X(DOT_WRONG, "wrong")

/*    key      kind           low high        words                                                    required fallback    in words                               help, swept, roles */
#define FIELDS(X)                                                                                                              \
    X(n,       TW_FIELD_INT,  0,  N_MAX,      NULL,                                                    true,    0,          NULL, \
      "elements of each input", 0, TW_FIELD_PROBLEM)                                                                           \
    X(type,    TW_FIELD_ENUM, 0,  0,          TW_WORDS_OF(TYPES),                                      false, DOT_FLOAT32, NULL, \
      "type of inputs and sums; sums of 16-bit floats are float32", 0, TW_FIELD_PROBLEM)          \
    X(result,  TW_FIELD_ENUM, 0,  0,          TW_WORDS_OF(RESULTS),                                    false,   TW_DERIVED, "from the method", \
      "partials: the partial sum of each block; sum: the sum of all elements", 0, TW_FIELD_PROBLEM)                                                 \
    X(method,  TW_FIELD_ENUM, 0,  0,          TW_WORDS_OF(METHODS),                                    false,   DOT_PARTIALS, NULL, \
      "what adds the partial sums. partials: the host; second: a second launch; last: the last block to finish; wrong: the host, but a barrier stands inside a branch", 0, 0) \
    X(BDIMX,   TW_FIELD_INT,  1,  1024,       NULL,                                                    false,   256,        NULL, \
      "threads of the block: a power of two", 0, TW_FIELD_BLOCK_X)                                                             \
    X(blocks,  TW_FIELD_INT,  1,  BLOCKS_MAX, NULL,                                                    false,   TW_DERIVED, "enough for an element per thread, at most 32", \
      "blocks of the grid; each makes a partial sum", 0, 0)                                                            \
    X(unroll,  TW_FIELD_INT,  1,  16,         NULL,                                                    false,   1,          NULL, \
      "elements that a thread adds per iteration of its loop", 16, 0)
/* clang-format on */

enum field {
#define X(key, ...) DOT_##key,
    FIELDS(X)
#undef X
        FIELD_COUNT
};

enum type { TYPES(TW_CONSTANT_OF) };
enum result { RESULTS(TW_CONSTANT_OF) };
enum method { METHODS(TW_CONSTANT_OF) };

static const struct tw_field_info fields[] = {FIELDS(TW_FIELD_INFO)};

/* What the inputs and the sums are, and how CUDA calls them: integers are unsigned there, for those wrap; 16-bit floats
   travel as their bits, so no header is needed. */
struct number {
    enum tw_element input, sum;
    const char *cuda_input, *cuda_sum;
};

/* clang-format off */
static const struct number numbers[] = {
    [DOT_INT32]    = {TW_INT32,    TW_INT32,   "unsigned",           "unsigned"},
    [DOT_INT64]    = {TW_INT64,    TW_INT64,   "unsigned long long", "unsigned long long"},
    [DOT_FLOAT32]  = {TW_FLOAT32,  TW_FLOAT32, "float",              "float"},
    [DOT_FLOAT64]  = {TW_FLOAT64,  TW_FLOAT64, "double",             "double"},
    [DOT_FLOAT16]  = {TW_FLOAT16,  TW_FLOAT32, "unsigned short",     "float"},
    [DOT_BFLOAT16] = {TW_BFLOAT16, TW_FLOAT32, "unsigned short",     "float"},
};
/* clang-format on */

static unsigned bytes_of(enum tw_element element)
{
    return tw_element_info(element)->bytes;
}

/*
 * A pass: `blocks` blocks of `threads` threads stride over `count` elements of `arrays` arrays, `unroll` at a turn, and add
 * what they find in a tree each. A variant is one pass over the inputs, and perhaps one of a single block over the partial
 * sums.
 */
struct pass {
    uint64_t count, blocks;
    unsigned threads, arrays, unroll;
    enum tw_element element;
};

static struct pass over_inputs(const int64_t *value)
{
    return (struct pass){.count = (uint64_t)value[DOT_n],
                         .blocks = (uint64_t)value[DOT_blocks],
                         .threads = (unsigned)value[DOT_BDIMX],
                         .arrays = 2,
                         .unroll = (unsigned)value[DOT_unroll],
                         .element = numbers[value[DOT_type]].input};
}

static struct pass over_partials(const int64_t *value)
{
    return (struct pass){.count = (uint64_t)value[DOT_blocks],
                         .blocks = 1,
                         .threads = (unsigned)value[DOT_BDIMX],
                         .arrays = 1,
                         .unroll = 1,
                         .element = numbers[value[DOT_type]].sum};
}

/* Elements from one that a thread takes to the next. */
static uint64_t stride(const struct pass *pass)
{
    return pass->threads * pass->blocks;
}

static bool adds_partials(const int64_t *value)
{
    return value[DOT_method] == DOT_SECOND || value[DOT_method] == DOT_LAST;
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    (void)target;
    int64_t whole = (value[DOT_n] + value[DOT_BDIMX] - 1) / value[DOT_BDIMX];
    if (value[DOT_result] == TW_DERIVED)
        value[DOT_result] = adds_partials(value) ? DOT_GIVES_SUM : DOT_GIVES_PARTIALS;
    if (value[DOT_blocks] == TW_DERIVED) value[DOT_blocks] = whole < 1 ? 1 : whole < 32 ? whole : 32;
}

/* Blocks for each multiprocessor, by which the choice is spread out. */
static const unsigned blocks_per_sm[] = {4, 8, 2, 1, 16, 32};

/* How many blocks add a sum; of partial sums that is part of what they are. */
static unsigned candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                           unsigned count, int64_t *values)
{
    const unsigned spreads = sizeof blocks_per_sm / sizeof *blocks_per_sm;
    bool open = given[DOT_blocks] == TW_DERIVED && adds_partials(given);
    unsigned all = open ? 1 + spreads : 1;
    for (unsigned number = first; number < all && number < first + count; number++, values += FIELD_COUNT) {
        memcpy(values, given, FIELD_COUNT * sizeof *values);
        int64_t whole = (values[DOT_n] + values[DOT_BDIMX] - 1) / values[DOT_BDIMX];
        if (number) {
            int64_t blocks = (int64_t)target->multiprocessors * blocks_per_sm[number - 1];
            values[DOT_blocks] = whole < 1 ? 1 : whole < blocks ? whole : blocks;
        }
        resolve(values, target);
    }
    return all;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    int64_t threads = value[DOT_BDIMX];
    (void)target;
    if (threads & (threads - 1)) {
        tw_text_addf(reason,
                     "BDIMX is %" PRId64 "; the tree halves the block in each step and needs a power of two",
                     threads);
        return false;
    }
    if (adds_partials(value) != (value[DOT_result] == DOT_GIVES_SUM)) {
        tw_text_addf(reason, "method %s gives %s", fields[DOT_method].words[value[DOT_method]],
                     adds_partials(value) ? "one sum" : "partial sums");
        return false;
    }
    return true;
}

/* ---- shape ---- */

enum argument { A, B, C, PARTIALS };

static void shape_arguments(const int64_t *value, struct tw_shape *shape)
{
    const struct number *number = &numbers[value[DOT_type]];
    uint64_t n = (uint64_t)value[DOT_n], blocks = (uint64_t)value[DOT_blocks];
    struct tw_argument input = {.role = TW_ROLE_INPUT,
                                .before = TW_BEFORE_GIVEN,
                                .element = number->input,
                                .count = n ? n : 1,
                                .first = !n,
                                .align = bytes_of(number->input)};
    struct tw_argument sums = {
        .before = TW_BEFORE_ANY, .element = number->sum, .count = blocks, .align = bytes_of(number->sum)};
    struct tw_argument a = input, b = input, c = sums, partials = sums;
    a.name = "a";
    b.name = "b";
    c.name = "c";
    c.role = TW_ROLE_OUTPUT;
    if (adds_partials(value)) c.count = 1;
    partials.name = "partials";
    partials.role = TW_ROLE_SCRATCH;
    tw_shape_add_argument(shape, a);
    tw_shape_add_argument(shape, b);
    tw_shape_add_argument(shape, c);
    if (adds_partials(value)) tw_shape_add_argument(shape, partials);
    if (value[DOT_method] == DOT_LAST)
        tw_shape_add_argument(shape, (struct tw_argument){.name = "finished",
                                                          .role = TW_ROLE_SCRATCH,
                                                          .before = TW_BEFORE_ZERO,
                                                          .element = TW_UINT32,
                                                          .count = 1,
                                                          .align = 4});
}

static struct tw_launch launch(const int64_t *value, const char *suffix, uint64_t blocks)
{
    uint32_t threads = (uint32_t)value[DOT_BDIMX];
    return (struct tw_launch){.suffix = suffix,
                              .grid = {(uint32_t)blocks, 1, 1},
                              .block = {threads, 1, 1},
                              .shared_bytes = threads * bytes_of(numbers[value[DOT_type]].sum),
                              .carveout = -1};
}

static void shape_launches(const int64_t *value, struct tw_shape *shape)
{
    bool again = value[DOT_method] == DOT_SECOND;
    tw_shape_add_launch(shape, launch(value, "", (uint64_t)value[DOT_blocks]));
    for (unsigned i = A; i < shape->argument_count; i++)
        if (!(again && i == C)) tw_shape_add_parameter(shape, i);
    if (!again) return;
    tw_shape_add_launch(shape, launch(value, "_sum", 1));
    tw_shape_add_parameter(shape, PARTIALS);
    tw_shape_add_parameter(shape, C);
}

/* Additions on the longest way from an element to the pass's result. */
static uint64_t pass_chain(const struct pass *pass)
{
    uint64_t turns = (pass->count + stride(pass) - 1) / stride(pass), steps = 0;
    while (pass->threads >> steps > 1) steps++;
    return turns + steps;
}

/* The product rounds once, if the compiler does not make one operation of it and its addition. */
static uint64_t chain(const int64_t *value)
{
    struct pass inputs = over_inputs(value), partials = over_partials(value);
    if (value[DOT_type] == DOT_INT32 || value[DOT_type] == DOT_INT64) return 0;
    return 1 + pass_chain(&inputs) + (adds_partials(value) ? pass_chain(&partials) : 0);
}

/* A block of one thread has a tree without steps, in which no barrier stands. */
static bool is_undefined(const int64_t *value)
{
    return value[DOT_method] == DOT_WRONG && value[DOT_BDIMX] > 1;
}

/* A vector of so many elements, each byte of which is touched. */
static struct tw_rows vector(uint64_t count, enum tw_element element)
{
    return (struct tw_rows){
        .lines = 1, .pitch = count * bytes_of(element), .length = count * bytes_of(element)};
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    uint64_t n = (uint64_t)value[DOT_n];
    shape_arguments(value, shape);
    shape_launches(value, shape);
    const struct tw_argument *c = &shape->arguments[C];
    shape->work.elements = n ? n : 1;
    shape->work.bytes = 2 * n * bytes_of(numbers[value[DOT_type]].input) + c->count * bytes_of(c->element);
    shape->work.operations = 2 * n;
    const struct tw_rows input = vector(n, numbers[value[DOT_type]].input),
                         output = vector(c->count, c->element);
    for (unsigned i = 0; i < 2; i++) tw_work_reads(&shape->work, &input);
    tw_work_writes(&shape->work, &output);
    shape->chain = chain(value);
    if (is_undefined(value)) shape->undefined = "threads of its blocks pass by a barrier that others wait at";
}

/* ---- the tree in shared memory ---- */

/* An access of the tree: threads 0..threads-1 of the block, each `shift` elements after its own. */
struct access {
    const char *name;
    enum tw_access op;
    unsigned threads, shift;
};

enum { READ_OWN, READ_PARTNER, WRITE, PER_STEP };

/* The accesses of the step with 1 << k threads, by k. */
static const char *const step_names[][PER_STEP] = {
#define X(i) {"step " #i ": read own", "step " #i ": read partner", "step " #i ": write"},
    X(1) X(2) X(4) X(8) X(16) X(32) X(64) X(128) X(256) X(512)
#undef X
};

static struct access step_access(unsigned threads, unsigned kind)
{
    unsigned k = 0;
    while (1u << k < threads) k++;
    return (struct access){step_names[k][kind], kind == WRITE ? TW_STORE : TW_LOAD, threads,
                           kind == READ_PARTNER ? threads : 0};
}

#define MOST_ACCESSES 40u /* those of ten steps of a tree, and two */

/* All accesses of a block's tree in order; returns how many. */
static unsigned tree(unsigned block, struct access list[MOST_ACCESSES])
{
    unsigned count = 0;
    list[count++] = (struct access){"write sum of thread", TW_STORE, block, 0};
    for (unsigned threads = block / 2; threads > 0; threads /= 2) {
        for (unsigned kind = 0; kind < PER_STEP; kind++) list[count++] = step_access(threads, kind);
    }
    list[count++] = (struct access){"read sum of block", TW_LOAD, 1, 0};
    assert(count <= MOST_ACCESSES);
    return count;
}

static unsigned sum_bytes(const int64_t *value)
{
    return bytes_of(numbers[value[DOT_type]].sum);
}

/* The tree's array, drawn in rows of a warp's elements. */
static bool tile(const int64_t *value, struct tw_layout *layout)
{
    unsigned threads = (unsigned)value[DOT_BDIMX], columns = threads < TW_WARP ? threads : TW_WARP;
    *layout = (struct tw_layout){.rows = threads / columns,
                                 .columns = columns,
                                 .pitch = columns,
                                 .element_bytes = sum_bytes(value),
                                 .swizzle = TW_SWIZZLE_NONE};
    return true;
}

/* Both passes have the same tree, so one of them is drawn. */
static void accesses(const int64_t *value, struct tw_access_list *into)
{
    struct access list[MOST_ACCESSES];
    unsigned count = tree((unsigned)value[DOT_BDIMX], list);
    for (unsigned i = 0; i < count; i++)
        tw_access_list_add(into,
                           (struct tw_access_info){list[i].name, list[i].op, sum_bytes(value), .passes = 1});
}

static void addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    struct access list[MOST_ACCESSES];
    tree((unsigned)value[DOT_BDIMX], list);
    for (unsigned i = 0; i < count; i++) {
        bool takes_part = first + i < list[access].threads;
        addr[i] = takes_part ? (first + i + list[access].shift) * sum_bytes(value) : TW_NO_ADDRESS;
    }
}

/* ---- prediction ---- */

/* The warps of an access are full, or it has one: so all are alike. */
static void predict_tree(const int64_t *value, uint64_t times, struct tw_prediction *prediction)
{
    struct access list[MOST_ACCESSES];
    unsigned bytes = sum_bytes(value), count = tree((unsigned)value[DOT_BDIMX], list);
    for (unsigned i = 0; i < count; i++) {
        const struct access *access = &list[i];
        unsigned warps = access->threads < TW_WARP ? 1 : access->threads / TW_WARP;
        uint32_t addr[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = (lane + access->shift) * bytes;
        unsigned row = tw_predict_access(prediction, access->name, access->op, bytes);
        tw_predict_request(prediction, row, addr, tw_lanes_below(access->threads), times * warps);
    }
}

/* Every block of a pass stores one element. */
static void predict_pass(const int64_t *value, const struct pass *pass, struct tw_prediction *prediction)
{
    const struct tw_strided_loads loads = {.count = pass->count,
                                           .stride = stride(pass),
                                           .threads = pass->threads,
                                           .unroll = pass->unroll,
                                           .bytes = bytes_of(pass->element),
                                           .arrays = pass->arrays};
    tw_predict_strided(prediction, &loads);
    tw_predict_consecutive(prediction, TW_STORE, sum_bytes(value), 1, pass->blocks);
}

/* The atomic additions to the counter are neither loads nor stores. */
static void predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction)
{
    (void)shape;
    struct pass inputs = over_inputs(value), partials = over_partials(value);
    bool both = value[DOT_method] == DOT_LAST;
    if (launch == 0) predict_pass(value, &inputs, prediction);
    if (launch == 1 || both) predict_pass(value, &partials, prediction);
    predict_tree(value, (launch == 0 ? inputs.blocks : 0) + (launch == 1 || both), prediction);
}

/* ---- source ---- */

/* What a thread adds in a pass: the product of the inputs, or a partial sum. */
static void describe_term(const int64_t *value, const char *name, bool partials, struct tw_data *data)
{
    bool halves = value[DOT_type] == DOT_FLOAT16 || value[DOT_type] == DOT_BFLOAT16;
    if (partials)
        tw_data_string(data, "term", "partials[tid]");
    else if (halves)
        tw_data_format(data, "term", "%s_float(a[tid]) * %s_float(b[tid])", name, name);
    else
        tw_data_string(data, "term", "a[tid] * b[tid]");
}

/* A pass of a kernel, and where each of its blocks puts what it found; its index may be a variable of the pass before. */
static void describe_pass(const struct pass *pass, const char *to, bool has_index, struct tw_data *data)
{
    bool wide = pass->count + stride(pass) * pass->unroll > UINT32_MAX;
    tw_data_string(data, "index", has_index ? "" : wide ? "unsigned long long " : "unsigned ");
    tw_data_flag(data, "counted", pass->count > 0);
    tw_data_flag(data, "unrolled", pass->unroll > 1);
    tw_data_constant(data, "count", pass->count, wide);
    tw_data_constant(data, "threads", pass->threads, wide);
    tw_data_constant(data, "stride", stride(pass), wide);
    tw_data_constant(data, "reach", (pass->unroll - 1) * stride(pass), wide);
    tw_data_string(data, "to", to);
}

static void describe_inputs(const int64_t *value, const char *name, struct tw_data *passes)
{
    struct pass inputs = over_inputs(value);
    struct tw_data pass = tw_data_item(passes);
    describe_pass(&inputs, adds_partials(value) ? "partials[blockIdx.x]" : "c[blockIdx.x]", false, &pass);
    describe_term(value, name, false, &pass);
    tw_data_flag(&pass, "grid", true);
    tw_data_flag(&pass, "begins", true);
    tw_data_flag(&pass, "publishes", value[DOT_method] == DOT_LAST);
}

/* `begins`: it is the first pass of its kernel. */
static void describe_partials(const int64_t *value, bool begins, struct tw_data *passes)
{
    struct pass partials = over_partials(value);
    struct tw_data pass = tw_data_item(passes);
    describe_pass(&partials, "*c", !begins && value[DOT_n] > 0, &pass);
    describe_term(value, NULL, true, &pass);
    tw_data_flag(&pass, "grid", false);
    tw_data_flag(&pass, "begins", begins);
    tw_data_flag(&pass, "publishes", false);
}

/* The kernels, one per launch, and the passes of each. */
static void describe_kernels(const int64_t *value, const char *name, struct tw_data *data)
{
    const struct number *number = &numbers[value[DOT_type]];
    enum method method = (enum method)value[DOT_method];
    struct tw_data kernels = tw_data_list(data, "kernels");
    struct tw_data kernel = tw_data_item(&kernels);
    tw_data_flag(&kernel, "follows", false);
    tw_data_string(&kernel, "suffix", "");
    tw_data_format(&kernel, "parameters", "const %s *a, const %s *b, %s *%s%s%s%s", number->cuda_input,
                   number->cuda_input, number->cuda_sum, method == DOT_SECOND ? "partials" : "c",
                   method == DOT_LAST ? ", " : "", method == DOT_LAST ? number->cuda_sum : "",
                   method == DOT_LAST ? " *partials, unsigned *finished" : "");
    struct tw_data passes = tw_data_list(&kernel, "passes");
    describe_inputs(value, name, &passes);
    if (method == DOT_LAST) describe_partials(value, false, &passes);
    if (method != DOT_SECOND) return;
    struct tw_data second = tw_data_item(&kernels);
    tw_data_flag(&second, "follows", true);
    tw_data_string(&second, "suffix", "_sum");
    tw_data_format(&second, "parameters", "const %s *partials, %s *c", number->cuda_sum, number->cuda_sum);
    struct tw_data sums = tw_data_list(&second, "passes");
    describe_partials(value, true, &sums);
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    (void)rendering;
    tw_data_string(data, "input", numbers[value[DOT_type]].cuda_input);
    tw_data_string(data, "sum", numbers[value[DOT_type]].cuda_sum);
    tw_data_flag(data, "wraps", value[DOT_type] == DOT_INT32 || value[DOT_type] == DOT_INT64);
    tw_data_flag(data, "float16", value[DOT_type] == DOT_FLOAT16 && value[DOT_n] > 0);
    tw_data_flag(data, "bfloat16", value[DOT_type] == DOT_BFLOAT16 && value[DOT_n] > 0);
    tw_data_flag(data, "sums", adds_partials(value));
    tw_data_flag(data, "second", value[DOT_method] == DOT_SECOND);
    tw_data_flag(data, "last", value[DOT_method] == DOT_LAST);
    tw_data_flag(data, "wrong", value[DOT_method] == DOT_WRONG);
    tw_data_flag(data, "bounded", value[DOT_BDIMX] > 1);
    tw_data_number(data, "last_number", value[DOT_blocks] - 1);
    describe_kernels(value, name, data);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("n": 10000, "type": "float32"),
    {
     {"partials", TW_MEMBERS(),
      "each block gives its sum"},
     {"second", TW_MEMBERS("method": "second"),
      "a second launch adds the sums of the blocks"},
     {"last", TW_MEMBERS("method": "last", "BDIMX": {"pow2": [128, 512]}),
      "the last block to finish does"},
     {"unrolled", TW_MEMBERS("method": "last", "blocks": 8, "unroll": 4),
      "fewer blocks, each with more to do"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_dot = {
    .name = "dot",
    .template_name = "dot.cu.mustache",
    .help = "the dot product of two vectors: partial sums of blocks, or one sum",
    .fields = fields,
    .field_count = FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .candidates = candidates,
    .accept = accept,
    .shape = shape,
    .describe = describe,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .predict = predict,
};
