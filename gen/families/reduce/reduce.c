/*
 * The reduce family: one result from many elements. This file has what all its variants share - the buffers, what the problem
 * needs of memory - and hands the rest to the algebra and to the skeleton that the variant has (fields.h lists the parts).
 */
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/accept.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/choose.h"
#include "gen/families/reduce/exact.h"
#include "gen/families/reduce/ladder/ladder.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/skeletons.h"
#include "gen/families/reduce/variant.h"
#include "gen/layout/sectors.h"

/* ---- resolve ---- */

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
    return tw_element_info(tw_reduce_type_of(value))->scalar == TW_SIGNED ? REDUCE_IN_INT64
                                                                          : REDUCE_IN_UINT64;
}

/* What says which problem it is, and what the skeleton does not choose. */
static void resolve_common(int64_t *value)
{
    tw_derive(value, REDUCE_pitch, value[REDUCE_cols]);
    tw_derive(value, REDUCE_accumulator, usual_accumulator(value));
    bool follows = value[REDUCE_method] == REDUCE_TREE && value[REDUCE_finish] != REDUCE_BY_ATOMIC;
    tw_derive(value, REDUCE_order, follows ? REDUCE_FIXED : REDUCE_FREE);
    if (value[REDUCE_method] != REDUCE_TREE) tw_derive(value, REDUCE_schedule, REDUCE_DIRECT);
    if (value[REDUCE_schedule] != TW_DERIVED && value[REDUCE_schedule] != REDUCE_STAGED)
        tw_derive(value, REDUCE_row_lanes, 1);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    resolve_common(value);
    tw_reduce_choose(value, target);
}

/* What takes 16 bytes at a time takes elements instead. */
static bool relax(int64_t *value)
{
    struct tw_reduce r = tw_reduce_of(value);
    if (r.align == r.bytes || value[REDUCE_pointers] != REDUCE_BOTH) return false;
    value[REDUCE_vector] = r.bytes;
    value[REDUCE_pointers] = REDUCE_ANY_POINTERS;
    if (r.unordered) value[REDUCE_schedule] = REDUCE_DIRECT;
    if (r.staged || r.ragged) tw_reduce_rows_relax(value);
    return true;
}

static unsigned candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                           unsigned count, int64_t *values)
{
    int64_t known[REDUCE_FIELD_COUNT];
    unsigned numbers[TW_REDUCE_CANDIDATES_MAX];
    memcpy(known, given, sizeof known);
    resolve_common(known);
    unsigned all = tw_reduce_rank(known, target, numbers);
    for (unsigned i = first; i < all && i < first + count; i++, values += REDUCE_FIELD_COUNT)
        tw_reduce_take(known, numbers[i], target, values);
    return all;
}

/* ---- shape ---- */

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

/* The launches of the skeleton. */
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
        bool empty = argument->first == argument->count;
        tw_data_format(&item, "elements", "%" PRIu64, empty ? 0 : argument->count);
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
    tw_reduce_describe_skeleton(value, data);
    tw_reduce_algebra_describe(&r, value, data);
    tw_reduce_skeleton_of(value)->describe(&r, value, data);
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
    .fields = tw_reduce_fields,
    .field_count = REDUCE_FIELD_COUNT,
    .renamed = tw_reduce_renamed,
    .renamed_count = TW_REDUCE_RENAMED,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .chosen = tw_reduce_chosen,
    .candidates = candidates,
    .accept = tw_reduce_accept,
    .relax = relax,
    .shape = shape,
    .describe = describe,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .predict = predict,
};
