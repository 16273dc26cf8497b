/*
 * The reduce family: one result from many elements. This file has what all its variants share - the fields, the buffers, what
 * the problem needs of memory - and hands the rest to the algebra and to the skeleton that the variant has (reduce.h).
 */
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/rows/ladder.h"
#include "gen/layout/sectors.h"

static const struct tw_field_info fields[] = {TW_REDUCE_FIELDS(TW_FIELD_INFO)};

/* clang-format off */
static const enum tw_element types[] = {
    [REDUCE_INT8]  = TW_INT8,  [REDUCE_UINT8]  = TW_UINT8,  [REDUCE_FLOAT16]  = TW_FLOAT16,
    [REDUCE_INT16] = TW_INT16, [REDUCE_UINT16] = TW_UINT16, [REDUCE_BFLOAT16] = TW_BFLOAT16,
    [REDUCE_INT32] = TW_INT32, [REDUCE_UINT32] = TW_UINT32, [REDUCE_FLOAT32]  = TW_FLOAT32,
    [REDUCE_INT64] = TW_INT64, [REDUCE_UINT64] = TW_UINT64, [REDUCE_FLOAT64]  = TW_FLOAT64,
};
/* clang-format on */

static const enum tw_element sums[] = {
    [REDUCE_IN_INT32] = TW_INT32,   [REDUCE_IN_UINT32] = TW_UINT32,   [REDUCE_IN_INT64] = TW_INT64,
    [REDUCE_IN_UINT64] = TW_UINT64, [REDUCE_IN_FLOAT32] = TW_FLOAT32, [REDUCE_IN_FLOAT64] = TW_FLOAT64,
};

static bool is_float(int64_t type)
{
    return type >= REDUCE_FLOAT16;
}

/* What sums are made in unless somebody says so. */
static int64_t usual_accumulator(const int64_t *value)
{
    enum tw_reduce_op op = (enum tw_reduce_op)value[REDUCE_op];
    int64_t type = value[REDUCE_type];
    if (!tw_reduce_is_arithmetic(op)) return REDUCE_OWN;
    if (op == REDUCE_NORM2 || type == REDUCE_FLOAT64) return REDUCE_IN_FLOAT64;
    if (is_float(type)) return REDUCE_IN_FLOAT32;
    if (op == REDUCE_MEAN) return REDUCE_IN_FLOAT64;
    return tw_element_info(types[type])->scalar == TW_SIGNED ? REDUCE_IN_INT64 : REDUCE_IN_UINT64;
}

static enum tw_element result_of(enum tw_reduce_op op, enum tw_element input, enum tw_element sum)
{
    if (tw_reduce_gives_places(op)) return TW_INT64;
    if (op == REDUCE_ANY || op == REDUCE_ALL) return TW_UINT8;
    return op == REDUCE_MIN || op == REDUCE_MAX ? input : sum;
}

/* Elements from the first of the first row to the last of the last. */
static uint64_t span(const struct tw_reduce *r)
{
    uint64_t rows = r->along == REDUCE_SEGMENTS ? 1 : r->rows * r->batch;
    return rows && r->cols ? (rows - 1) * r->pitch + r->cols : 0;
}

/* Columns of elements of 8 and 16 bits that are longer than a leaf, loaded by more than an element, which are in any order what they
   are in the tree's. */
static bool is_loose(const struct tw_reduce *r, const int64_t *value)
{
    struct tw_reduce whole = *r;
    if (r->method != REDUCE_TREE || r->along != REDUCE_COLUMNS || r->batch > 1 || r->rows <= TW_LEAF_ROWS ||
        !r->cols || r->bytes > 2 || value[REDUCE_pointers] == REDUCE_ANY_POINTERS)
        return false;
    whole.leaf = tw_power_up(r->rows);
    return (value[REDUCE_vector] == TW_DERIVED || value[REDUCE_vector] >= 4) && tw_reduce_any_order(&whole);
}

/* Rows of a block whose rows are added in any order, as far as they are known. */
static uint64_t loose_leaf(const struct tw_reduce *r, const int64_t *value)
{
    int64_t leaves = value[REDUCE_leaves] > 0 ? value[REDUCE_leaves] : 1,
            deep = value[REDUCE_BDIMY] > 0 ? value[REDUCE_BDIMY] : 1;
    return tw_least(TW_LEAF_ROWS * (uint64_t)leaves * (uint64_t)deep, tw_power_up(r->rows));
}

unsigned tw_reduce_column_grain(const struct tw_reduce *r)
{
    return r->bytes < TW_COLUMNS_WORD ? TW_COLUMNS_WORD : r->vector * r->bytes;
}

/* What addresses of the inputs are multiples of. */
static unsigned align_of(const struct tw_reduce *r)
{
    if (r->along == REDUCE_SEGMENTS) return r->bytes;
    if (r->staged) return TW_STAGED_CHUNK;
    return r->shifts && r->along == REDUCE_COLUMNS ? tw_reduce_column_grain(r) : r->vector * r->bytes;
}

struct tw_reduce tw_reduce_of(const int64_t *value)
{
    struct tw_reduce r = {.op = (enum tw_reduce_op)value[REDUCE_op],
                          .along = (enum tw_reduce_along)value[REDUCE_along],
                          .order = (enum tw_reduce_order)value[REDUCE_order],
                          .method = (enum tw_reduce_method)value[REDUCE_method],
                          .finish = (enum tw_reduce_finish)value[REDUCE_finish],
                          .input = types[value[REDUCE_type]],
                          .rows = (uint64_t)value[REDUCE_rows],
                          .cols = (uint64_t)value[REDUCE_cols],
                          .batch = (uint64_t)value[REDUCE_batch],
                          .pitch = (uint64_t)value[REDUCE_pitch],
                          .threads = (unsigned)(value[REDUCE_BDIMX] * value[REDUCE_BDIMY])};
    int64_t accumulator = value[REDUCE_accumulator];
    r.sum = accumulator == REDUCE_OWN ? r.input : sums[accumulator];
    r.result = result_of(r.op, r.input, r.sum);
    r.bytes = tw_bytes_of(r.input);
    r.inputs = r.op == REDUCE_DOT ? 2 : 1;
    r.c = r.op == REDUCE_DOT || r.along == REDUCE_SEGMENTS ? 2 : 1;
    r.vector = (unsigned)value[REDUCE_vector] / r.bytes;
    r.staged = (unsigned)value[REDUCE_staged];
    r.loose = is_loose(&r, value);
    r.shifts = !r.loose && tw_reduce_shifts(value);
    r.align = align_of(&r);
    r.length = r.along == REDUCE_COLUMNS ? r.rows : r.cols;
    r.results = r.along == REDUCE_SEGMENTS ? r.rows : r.batch * (r.along == REDUCE_COLUMNS ? r.cols : r.rows);
    r.leaf = r.along == REDUCE_COLUMNS ? TW_LEAF_ROWS : TW_LEAF_BYTES / r.bytes;
    r.count = span(&r);
    if (r.loose) r.leaf = loose_leaf(&r, value);
    bool lines = r.cols * r.bytes >= TW_LINE_BYTES || tw_is_power_of_two(r.cols);
    r.rotates = r.shifts && r.along == REDUCE_ROWS && lines && !tw_reduce_any_order(&r);
    bool is_empty = r.along == REDUCE_ROWS && r.count == 0;
    r.bulk = tw_reduce_bulk(&r) && !is_empty && (r.staged || r.shifts || r.vector * r.bytes >= 4);
    r.ragged = r.bulk && r.shifts;
    r.member_count = tw_reduce_members(&r, r.members);
    for (unsigned i = 0; i < r.member_count; i++) r.state_bytes += tw_bytes_of(r.members[i].element);
    return r;
}

const struct tw_reduce_skeleton *tw_reduce_skeleton_of(const int64_t *value)
{
    static const struct tw_reduce_skeleton *const along[] = {&tw_reduce_rows, &tw_reduce_columns,
                                                             &tw_reduce_segments};
    if (value[REDUCE_method] != REDUCE_TREE) return &tw_reduce_ladder;
    return value[REDUCE_along] == REDUCE_COLUMNS && tw_reduce_of(value).loose ? &tw_reduce_loose
                                                                              : along[value[REDUCE_along]];
}

/* ---- resolve and accept ---- */

unsigned tw_reduce_bytes(const int64_t *value)
{
    return tw_bytes_of(types[value[REDUCE_type]]);
}

uint64_t tw_reduce_widest_load(const int64_t *value)
{
    uint64_t bytes = tw_reduce_bytes(value), grain = 16;
    bool one_row = value[REDUCE_rows] <= 1 && value[REDUCE_batch] == 1;
    if (value[REDUCE_along] == REDUCE_SEGMENTS || value[REDUCE_pointers] == REDUCE_ANY_POINTERS) return bytes;
    if (!one_row) grain |= (uint64_t)value[REDUCE_pitch] * bytes;
    return grain & (~grain + 1);
}

/* Whether lanes can hand each other elements: warps are of neighbours in one row. */
static bool hands(const int64_t *value)
{
    return value[REDUCE_batch] == 1 && value[REDUCE_BDIMX] > 0 && value[REDUCE_BDIMX] % TW_WARP == 0;
}

/* Columns are put together of words, or of what lanes have loaded; what is loaded beyond a row is the next one's. */
static bool shifts_columns(const int64_t *value)
{
    uint64_t vector = (uint64_t)value[REDUCE_vector], widest = tw_reduce_widest_load(value);
    if (value[REDUCE_vector] < (int64_t)TW_COLUMNS_WORD || vector > TW_STAGED_CHUNK ||
        (uint64_t)value[REDUCE_cols] * tw_reduce_bytes(value) < 2 * vector)
        return false;
    return tw_reduce_bytes(value) < TW_COLUMNS_WORD ? widest < TW_COLUMNS_WORD
                                                    : widest < vector && hands(value);
}

bool tw_reduce_shifts(const int64_t *value)
{
    if (value[REDUCE_method] != REDUCE_TREE || value[REDUCE_staged] > 0 ||
        value[REDUCE_pointers] == REDUCE_ANY_POINTERS)
        return false;
    if (value[REDUCE_along] == REDUCE_COLUMNS) return shifts_columns(value);
    return value[REDUCE_along] == REDUCE_ROWS && value[REDUCE_vector] == TW_STAGED_CHUNK &&
           tw_reduce_widest_load(value) < TW_STAGED_CHUNK &&
           (uint64_t)value[REDUCE_cols] * tw_reduce_bytes(value) >= TW_STAGED_CHUNK;
}

/* What says which problem it is, and what the skeleton does not choose. */
static void resolve_common(int64_t *value)
{
    tw_derive(value, REDUCE_pitch, value[REDUCE_cols]);
    tw_derive(value, REDUCE_accumulator, usual_accumulator(value));
    bool follows = value[REDUCE_method] == REDUCE_TREE && value[REDUCE_finish] != REDUCE_BY_ATOMIC;
    tw_derive(value, REDUCE_order, follows ? REDUCE_FIXED : REDUCE_FREE);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    resolve_common(value);
    tw_reduce_choose(value, target);
}

const char *tw_reduce_word(const int64_t *value, enum tw_reduce_field field)
{
    return fields[field].words[value[field]];
}

bool tw_reduce_accept_power(const int64_t *value, enum tw_reduce_field field, struct tw_text *reason)
{
    if (tw_is_power_of_two((uint64_t)value[field])) return true;
    tw_text_addf(reason, "%s is %" PRId64 "; the tree needs a power of two", fields[field].key, value[field]);
    return false;
}

static bool accept_segments(const int64_t *value, struct tw_text *reason)
{
    if (value[REDUCE_batch] > 1) return tw_refuse(reason, "segments have no batch");
    if (value[REDUCE_op] == REDUCE_DOT) return tw_refuse(reason, "dot has no segments");
    if (value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 && value[REDUCE_cols] > INT32_MAX) {
        tw_text_addf(reason, "cols is %" PRId64 ", beyond what offsets of int32 reach; int64 do",
                     value[REDUCE_cols]);
        return false;
    }
    return true;
}

static bool accept_no_segments(const int64_t *value, struct tw_text *reason)
{
    if (value[REDUCE_offsets] != REDUCE_OFFSETS_INT64)
        return tw_refuse(reason, "only segments have offsets; leave offsets out");
    if (value[REDUCE_check] != REDUCE_UNCHECKED)
        return tw_refuse(reason, "only segments have offsets to check; leave check out");
    return true;
}

static bool accept_problem(const int64_t *value, struct tw_text *reason)
{
    enum tw_reduce_along along = (enum tw_reduce_along)value[REDUCE_along];
    int64_t length = along == REDUCE_COLUMNS ? value[REDUCE_rows] : value[REDUCE_cols];
    if (value[REDUCE_pitch] < value[REDUCE_cols])
        return tw_refuse(reason, "pitch is less than cols: rows overlap");
    if (!(along == REDUCE_SEGMENTS ? accept_segments : accept_no_segments)(value, reason)) return false;
    if (tw_reduce_gives_places((enum tw_reduce_op)value[REDUCE_op]) && length == 0 &&
        along != REDUCE_SEGMENTS) {
        tw_text_addf(reason, "%s of no elements gives no place", tw_reduce_word(value, REDUCE_op));
        return false;
    }
    if ((double)value[REDUCE_batch] *
            (double)(along == REDUCE_COLUMNS ? value[REDUCE_cols] : value[REDUCE_rows]) >
        0x1p40)
        return tw_refuse(reason, "there are more than 2^40 results");
    double elements = (double)value[REDUCE_pitch] *
                      (double)(along == REDUCE_SEGMENTS ? 1 : value[REDUCE_rows]) *
                      (double)value[REDUCE_batch];
    if (elements > 0x1p56) return tw_refuse(reason, "the array has more than 2^56 elements");
    return true;
}

static bool accept_loads(const int64_t *value, struct tw_text *reason)
{
    int64_t vector = value[REDUCE_vector], bytes = tw_reduce_bytes(value);
    if (!tw_is_power_of_two(vector) || vector < bytes) {
        tw_text_addf(reason,
                     "vector is %" PRId64
                     "; loads have a power of two of bytes, and at least an element's %" PRId64,
                     vector, bytes);
        return false;
    }
    bool is_segments = value[REDUCE_along] == REDUCE_SEGMENTS, /* they say themselves */
        put_together = is_segments || tw_reduce_shifts(value) || tw_reduce_of(value).loose;
    if (vector > (int64_t)tw_reduce_widest_load(value) && !put_together) {
        tw_text_addf(reason, "vector is %" PRId64 ", but rows begin at multiples of %" PRId64 " bytes only",
                     vector, (int64_t)tw_reduce_widest_load(value));
        return false;
    }
    return true;
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[REDUCE_BDIMX] * value[REDUCE_BDIMY];
    if (threads > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(reason, "%" PRId64 "x%" PRId64 " threads are more than the %u of a block",
                     value[REDUCE_BDIMX], value[REDUCE_BDIMY], TW_MAX_BLOCK_THREADS);
        return false;
    }
    if (value[REDUCE_finish] == REDUCE_BY_ATOMIC && value[REDUCE_order] != REDUCE_FREE)
        return tw_refuse(reason,
                         "atomic additions come in any order; only order free can be finished by them");
    if (value[REDUCE_staged] && tw_reduce_skeleton_of(value) != &tw_reduce_rows &&
        tw_reduce_skeleton_of(value) != &tw_reduce_segments)
        return tw_refuse(reason, "only rows and segments that the tree takes are staged");
    if (value[REDUCE_finish] == REDUCE_BY_CLUSTER && tw_reduce_skeleton_of(value) != &tw_reduce_rows)
        return tw_refuse(reason, "only rows that the tree takes are finished by a cluster");
    if (value[REDUCE_method] != REDUCE_TREE && value[REDUCE_order] != REDUCE_FREE) {
        tw_text_addf(reason, "method %s does not follow the tree; order must be free",
                     tw_reduce_word(value, REDUCE_method));
        return false;
    }
    return true;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    if (!tw_reduce_algebra_accept(value, reason) || !accept_problem(value, reason) ||
        !accept_loads(value, reason) || !accept_block(value, reason))
        return false;
    struct tw_reduce r = tw_reduce_of(value);
    return tw_reduce_skeleton_of(value)->accept(&r, value, target, reason);
}

/* What takes 16 bytes at a time takes elements instead. */
static bool relax(int64_t *value)
{
    struct tw_reduce r = tw_reduce_of(value);
    if (r.align == r.bytes || value[REDUCE_pointers] != REDUCE_BOTH) return false;
    value[REDUCE_vector] = r.bytes;
    value[REDUCE_pointers] = REDUCE_ANY_POINTERS;
    if (r.staged || r.ragged) tw_reduce_rows_relax(value);
    return true;
}

static unsigned candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                           unsigned count, int64_t *values)
{
    int64_t known[REDUCE_FIELD_COUNT];
    unsigned ways[TW_REDUCE_WAYS_MAX];
    memcpy(known, given, sizeof known);
    resolve_common(known);
    unsigned all = tw_reduce_rank(known, target, ways);
    for (unsigned i = first; i < all && i < first + count; i++, values += REDUCE_FIELD_COUNT)
        tw_reduce_take(known, ways[i], target, values);
    return all;
}

/* ---- shape ---- */

struct tw_argument tw_reduce_scratch(const char *name, enum tw_element element, uint64_t count,
                                     enum tw_before before)
{
    return (struct tw_argument){.name = name,
                                .role = TW_ROLE_SCRATCH,
                                .before = before,
                                .element = element,
                                .count = count ? count : 1,
                                .align = tw_bytes_of(element)};
}

static struct tw_argument input(const struct tw_reduce *r, const char *name)
{
    return (struct tw_argument){.name = name,
                                .role = TW_ROLE_INPUT,
                                .before = TW_BEFORE_GIVEN,
                                .element = r->input,
                                .count = r->count ? r->count : 1,
                                .first = !r->count,
                                .align = r->align};
}

static void shape_arguments(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    enum tw_element offset = value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 ? TW_INT32 : TW_INT64;
    tw_shape_add_argument(shape, input(r, "a"));
    if (r->op == REDUCE_DOT) tw_shape_add_argument(shape, input(r, "b"));
    if (r->along == REDUCE_SEGMENTS)
        tw_shape_add_argument(shape, (struct tw_argument){.name = "offsets",
                                                          .role = TW_ROLE_INPUT,
                                                          .before = TW_BEFORE_GIVEN,
                                                          .element = offset,
                                                          .count = r->rows + 1,
                                                          .align = tw_bytes_of(offset)});
    tw_shape_add_argument(shape, (struct tw_argument){.name = "c",
                                                      .role = TW_ROLE_OUTPUT,
                                                      .before = TW_BEFORE_ANY,
                                                      .element = r->result,
                                                      .count = r->results ? r->results : 1,
                                                      .first = !r->results,
                                                      .align = tw_bytes_of(r->result)});
}

static void shape_work(const struct tw_reduce *r, struct tw_shape *shape)
{
    uint64_t lines = r->along == REDUCE_SEGMENTS ? 1 : r->rows * r->batch, elements = lines * r->cols;
    const struct tw_argument *offsets =
        r->along == REDUCE_SEGMENTS ? &shape->arguments[REDUCE_OFFSETS] : NULL;
    uint64_t offset_bytes = offsets ? offsets->count * tw_bytes_of(offsets->element) : 0;
    uint64_t result_bytes = r->results * tw_bytes_of(r->result);
    const struct tw_rows read = {.lines = lines, .pitch = r->pitch * r->bytes, .length = r->cols * r->bytes};
    const struct tw_rows ends = {.lines = 1, .pitch = offset_bytes, .length = offset_bytes};
    const struct tw_rows written = {.lines = 1, .pitch = result_bytes, .length = result_bytes};
    shape->work.elements = elements ? elements : 1;
    shape->work.bytes = r->inputs * elements * r->bytes + offset_bytes + result_bytes;
    shape->work.operations = r->inputs * elements;
    for (unsigned i = 0; i < r->inputs; i++) tw_work_reads(&shape->work, &read);
    tw_work_reads(&shape->work, &ends);
    tw_work_writes(&shape->work, &written);
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    struct tw_reduce r = tw_reduce_of(value);
    shape_arguments(&r, value, shape);
    shape_work(&r, shape);
    tw_reduce_skeleton_of(value)->shape(&r, value, shape);
    tw_reduce_exact_shape(&r, shape);
}

/* ---- source ---- */

static void describe_problem(const struct tw_reduce *r, struct tw_data *data)
{
    if (r->along == REDUCE_SEGMENTS)
        tw_data_format(data, "problem", "%" PRIu64 " segments of %" PRIu64 " elements", r->rows, r->cols);
    else
        tw_data_format(data, "problem", "the %s of %" PRIu64 " x %" PRIu64 " x %" PRIu64,
                       r->along == REDUCE_ROWS ? "rows" : "columns", r->batch, r->rows, r->cols);
}

/* The parameters of a launch, as its function declares them. */
static void describe_parameters(const struct tw_shape *shape, const struct tw_launch *launch,
                                struct tw_data *data)
{
    struct tw_text text = {0};
    for (unsigned i = 0; i < launch->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[launch->argument[i]];
        bool input = argument->role == TW_ROLE_INPUT;
        tw_text_addf(&text, "%s%s%s *%s%s", i ? ", " : "", input ? "const " : "",
                     tw_cuda_type(argument->element), input ? "__restrict__ " : "", argument->name);
    }
    tw_data_text(data, "parameters", &text);
}

/* Those of the skeleton. */
static void describe_launches(const struct tw_shape *shape, const char *name, struct tw_data *data)
{
    struct tw_data launches = tw_data_list(data, "launches");
    for (unsigned i = 0; i < shape->launch_count && !tw_reduce_exact_is(&shape->launches[i]); i++) {
        const struct tw_launch *launch = &shape->launches[i];
        struct tw_data item = tw_data_item(&launches);
        tw_data_flag(&item, "follows", i > 0);
        tw_data_format(&item, "entry", "%s%s", name, launch->suffix);
        tw_data_number(&item, "grid", (int64_t)tw_launch_blocks(launch));
        if (launch->block[1] > 1)
            tw_data_format(&item, "block", "(%u, %u)", launch->block[0], launch->block[1]);
        else
            tw_data_number(&item, "block", launch->block[0]);
        describe_parameters(shape, launch, &item);
    }
}

static void describe_arrays(const struct tw_shape *shape, struct tw_data *data)
{
    struct tw_data arrays = tw_data_list(data, "arrays");
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        struct tw_data item = tw_data_item(&arrays);
        tw_data_flag(&item, "more", i > 0);
        tw_data_string(&item, "array", argument->name);
        tw_data_format(&item, "elements", "%" PRIu64, argument->count);
        tw_data_flag(&item, "zero", argument->before == TW_BEFORE_ZERO);
        tw_data_flag(&item, "zeroed", argument->before == TW_BEFORE_ZEROED);
    }
}

static void describe_program(const struct tw_reduce *r, const int64_t *value, const char *name,
                             struct tw_data *data)
{
    struct tw_shape program = {0};
    if (tw_shape_reserve(&program)) shape(value, &program);
    describe_problem(r, data);
    describe_launches(&program, name, data);
    describe_arrays(&program, data);
    if (program.failed) data->failed = true;
    tw_shape_free(&program);
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    struct tw_reduce r = tw_reduce_of(value);
    (void)rendering;
    describe_program(&r, value, name, data);
    const struct tw_reduce_skeleton *own = tw_reduce_skeleton_of(value);
    tw_data_flag(data, "is_rows", own == &tw_reduce_rows);
    tw_data_flag(data, "is_columns", own == &tw_reduce_columns);
    tw_data_flag(data, "is_loose", own == &tw_reduce_loose);
    tw_data_flag(data, "is_segments", own == &tw_reduce_segments);
    tw_data_flag(data, "is_ladder", own == &tw_reduce_ladder);
    tw_reduce_algebra_describe(&r, value, data);
    own->describe(&r, value, data);
    tw_reduce_exact_describe(&r, value, data);
}

static void predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction)
{
    struct tw_reduce r = tw_reduce_of(value);
    if (tw_reduce_exact_is(&shape->launches[launch]))
        prediction->none = "whether the last launch adds anything depends on the data";
    else
        tw_reduce_skeleton_of(value)->predict(&r, value, shape, launch, prediction);
}

/* ---- pictures: of the ladder, whose memory is a tree's ---- */

static bool tile(const int64_t *value, struct tw_layout *layout)
{
    struct tw_reduce r = tw_reduce_of(value);
    return r.method != REDUCE_TREE && tw_ladder_tile(&r, layout);
}

static void accesses(const int64_t *value, struct tw_access_list *list)
{
    struct tw_reduce r = tw_reduce_of(value);
    if (r.method != REDUCE_TREE) tw_ladder_accesses(&r, value, list);
}

static void addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    struct tw_reduce r = tw_reduce_of(value);
    tw_ladder_addresses(&r, access, first, count, addr);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("cols": 10000, "op": "sum", "type": "float32"),
    {
     {"total", TW_MEMBERS(),
      "one array: no more than the problem, the rest is chosen"},
     {"rowMax", TW_MEMBERS("rows": 10, "cols": 1000, "op": ["max", "argmax"]),
      "a result for each row of a matrix"},
     {"columnMean", TW_MEMBERS("rows": 100, "cols": 64, "along": "columns", "op": "mean"),
      "a result for each column"},
     {"exact", TW_MEMBERS("order": "exact"),
      "correctly rounded, in whatever order"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_reduce = {
    .name = "reduce",
    .template_name = "reduce.cu.mustache",
    .help = "sums, products, extremes and the like of arrays, rows, columns and segments, in an order that "
            "the problem fixes",
    .fields = fields,
    .field_count = REDUCE_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .chosen = tw_reduce_chosen,
    .candidates = candidates,
    .accept = accept,
    .relax = relax,
    .shape = shape,
    .describe = describe,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .predict = predict,
};
