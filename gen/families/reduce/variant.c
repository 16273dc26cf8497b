/* A variant in numbers: what its fields and its problem make of each other. */
#include "gen/families/reduce/variant.h"

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"

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

enum tw_element tw_reduce_type_of(const int64_t *value)
{
    return types[value[REDUCE_type]];
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
static bool is_unordered(const struct tw_reduce *r, const int64_t *value)
{
    if (value[REDUCE_schedule] != REDUCE_UNORDERED && value[REDUCE_schedule] != TW_DERIVED) return false;
    struct tw_reduce whole = *r;
    if (r->method != REDUCE_TREE || r->along != REDUCE_COLUMNS || r->batch > 1 || r->rows <= TW_LEAF_ROWS ||
        !r->cols || r->bytes > 2 || value[REDUCE_pointers] == REDUCE_ANY_POINTERS)
        return false;
    whole.leaf = tw_power_up(r->rows);
    return (value[REDUCE_vector] == TW_DERIVED || value[REDUCE_vector] >= TW_UNORDERED_LEAST) &&
           tw_reduce_any_order(&whole);
}

/* Rows of a block whose rows are added in any order, as far as they are known. */
static uint64_t unordered_leaf(const struct tw_reduce *r, const int64_t *value)
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

/* Whether what is added comes out of shared memory, to which warps or blocks copy it first. */
static bool is_staged(const struct tw_reduce *r, const int64_t *value)
{
    enum tw_reduce_schedule staged = r->along == REDUCE_ROWS ? REDUCE_STAGED : REDUCE_BALANCED;
    return r->method == REDUCE_TREE && r->along != REDUCE_COLUMNS &&
           value[REDUCE_schedule] == (int64_t)staged;
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
    r.staged = is_staged(&r, value);
    r.row_lanes = r.staged ? (unsigned)value[REDUCE_row_lanes] : 1;
    r.unordered = is_unordered(&r, value);
    r.shifts = !r.unordered && tw_reduce_shifts(value);
    r.align = align_of(&r);
    r.length = r.along == REDUCE_COLUMNS ? r.rows : r.cols;
    r.results = r.along == REDUCE_SEGMENTS ? r.rows : r.batch * (r.along == REDUCE_COLUMNS ? r.cols : r.rows);
    r.leaf = r.along == REDUCE_COLUMNS ? TW_LEAF_ROWS : TW_LEAF_BYTES / r.bytes;
    r.count = span(&r);
    if (r.unordered) r.leaf = unordered_leaf(&r, value);
    bool lines = r.cols * r.bytes >= TW_LINE_BYTES || tw_is_power_of_two(r.cols);
    r.rotates = r.shifts && r.along == REDUCE_ROWS && lines && !tw_reduce_any_order(&r);
    bool is_empty = r.along == REDUCE_ROWS && r.count == 0;
    r.bulk = tw_reduce_bulk(&r) && !is_empty && (r.staged || r.shifts || r.vector * r.bytes >= 4);
    r.ragged = r.bulk && r.shifts;
    r.member_count = tw_reduce_members(&r, r.members);
    for (unsigned i = 0; i < r.member_count; i++) r.state_bytes += tw_bytes_of(r.members[i].element);
    return r;
}

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
    if (value[REDUCE_method] != REDUCE_TREE || value[REDUCE_schedule] == REDUCE_STAGED ||
        value[REDUCE_pointers] == REDUCE_ANY_POINTERS)
        return false;
    if (value[REDUCE_along] == REDUCE_COLUMNS) return shifts_columns(value);
    return value[REDUCE_along] == REDUCE_ROWS && value[REDUCE_vector] == TW_STAGED_CHUNK &&
           tw_reduce_widest_load(value) < TW_STAGED_CHUNK &&
           (uint64_t)value[REDUCE_cols] * tw_reduce_bytes(value) >= TW_STAGED_CHUNK;
}
