/* Permutations as transposes: a table of the fields that both families have, and the problem's sizes. */
#include "gen/families/permute/transposed.h"

#include "gen/families/permute/cast.h"
#include "gen/families/transpose/transpose.h"

#define OFFSET_MOST 1024 /* elements before the first that the transpose family allows */

/* clang-format off */
static const struct {
    enum tw_permute_field own;
    enum tw_transpose_field its;
} shared[] = {
#define X(key) {PERMUTE_##key, TRANSPOSE_##key},
    {PERMUTE_transpose, TRANSPOSE_method},
    X(BDIMX) X(BDIMY) X(IPAD) X(tile_rows) X(tile_cols) X(matrices) X(register_transpose) X(vector) X(unroll) X(steps)
    X(order) X(band) X(hints) X(pointers) X(carveout)
#undef X
};
/* clang-format on */
#define SHARED (sizeof shared / sizeof *shared)

/* A type of so many bytes: the problem's own where it has them. */
static enum tw_element type_of(enum tw_element own, unsigned bytes)
{
    static const enum tw_element types[] = {
        [1] = TW_UINT8, [2] = TW_UINT16, [4] = TW_UINT32, [8] = TW_UINT64, [16] = TW_INT32X4};
    return tw_element_info(own)->bytes == bytes ? own : types[bytes];
}

/* Matrices one behind the other, as the transpose family has them. */
static bool is_batch(const struct tw_permute_axis *batch, const struct tw_permute_axis *rows,
                     const struct tw_permute_axis *cols)
{
    return batch->in_stride == rows->extent * rows->in_stride &&
           batch->out_stride == cols->extent * cols->out_stride;
}

/* rows and cols are the input's: the fastest axis of the output runs over its rows. */
static bool set_problem(const struct tw_permutation *problem, int64_t *transpose)
{
    if (problem->rank < 2 || problem->rank > 3) return false;
    const struct tw_permute_axis *rows = &problem->axis[problem->rank - 1], *cols = rows - 1,
                                 *batch = problem->axis;
    bool turned = rows->out_stride == 1 && cols->in_stride == 1;
    bool apart = rows->in_stride >= cols->extent && cols->out_stride >= rows->extent;
    bool fits = rows->extent <= TW_TRANSPOSE_SIDE_MAX && cols->extent <= TW_TRANSPOSE_SIDE_MAX &&
                rows->in_stride <= TW_TRANSPOSE_PITCH_MAX && cols->out_stride <= TW_TRANSPOSE_PITCH_MAX &&
                problem->in_first <= OFFSET_MOST && problem->out_first <= OFFSET_MOST &&
                batch->extent <= TW_TRANSPOSE_SIDE_MAX;
    if (!turned || !apart || !fits || (problem->rank == 3 && !is_batch(batch, rows, cols))) return false;
    transpose[TRANSPOSE_rows] = rows->extent;
    transpose[TRANSPOSE_cols] = cols->extent;
    transpose[TRANSPOSE_batch] = problem->rank == 3 ? batch->extent : 1;
    transpose[TRANSPOSE_in_pitch] = rows->in_stride;
    transpose[TRANSPOSE_out_pitch] = cols->out_stride;
    transpose[TRANSPOSE_in_offset] = problem->in_first;
    transpose[TRANSPOSE_out_offset] = problem->out_first;
    return true;
}

bool tw_permute_to_transpose(const int64_t *value, int64_t transpose[TW_MAX_FIELDS])
{
    const struct tw_family *family = &tw_family_transpose;
    struct tw_permutation problem = tw_permute_problem(value);
    bool any = value[PERMUTE_pointers] == TRANSPOSE_ANY;
    unsigned own = tw_permute_bytes(value), bytes = tw_permute_widen(&problem, own, any ? own : 16);
    for (unsigned i = 0; i < family->field_count; i++) transpose[i] = family->fields[i].fallback;
    for (unsigned i = 0; i < SHARED; i++)
        if (value[shared[i].own] != TW_DERIVED) transpose[shared[i].its] = value[shared[i].own];
    transpose[TRANSPOSE_type] = type_of((enum tw_element)value[PERMUTE_type], bytes);
    return !tw_permute_changes(value) && set_problem(&problem, transpose);
}

bool tw_permute_is_transpose(const int64_t *value)
{
    int64_t transpose[TW_MAX_FIELDS];
    return tw_permute_to_transpose(value, transpose);
}

void tw_permute_from_transpose(const int64_t *transpose, int64_t *value)
{
    for (unsigned i = 0; i < SHARED; i++) value[shared[i].own] = transpose[shared[i].its];
}
