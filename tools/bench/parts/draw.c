#include "tools/bench/parts/draw.h"

#include <math.h>
#include <string.h>

#include "gen/families/reduce/fields.h"
#include "gen/families/transpose/tile.h"

uint64_t draw_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* From 0 to count - 1. */
static unsigned pick(uint64_t *state, unsigned count)
{
    return (unsigned)((draw_next(state) >> 32) * count >> 32);
}

/* 2^x for a random x below 32, until it fits: its bits below the point are those of a product of roots of two. */
int64_t draw_log_uniform(uint64_t *state, int64_t limit)
{
    for (;;) {
        uint64_t random = draw_next(state);
        double power = (double)(UINT64_C(1) << (random >> 59)), root = 2;
        for (unsigned bit = 58; bit > 58 - 32; bit--) {
            root = sqrt(root);
            if (random >> bit & 1) power *= root;
        }
        if (power < (double)limit + 1) return (int64_t)power;
    }
}

static int64_t draw_side(uint64_t *state)
{
    int64_t side = draw_log_uniform(state, DRAW_SIDE_MAX), power = 1;
    unsigned kind = pick(state, 40);
    while (power * 2 <= side) power *= 2;
    switch (kind) {
    case 0:
    case 1:
    case 2:
        return power;
    case 3:
    case 4:
        return power + 1;
    case 5:
    case 6:
        return power > 1 ? power - 1 : 1;
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
        return (side + 31) / 32 * 32;
    default:
        return side;
    }
}

/* Elements from one row to the next where there is a gap. */
static int64_t draw_pitch(uint64_t *state, int64_t side, unsigned bytes)
{
    int64_t line = bytes < 128 ? 128 / bytes : 1, least = side + draw_log_uniform(state, 1 + side / 4);
    switch (pick(state, 3)) {
    case 0:
        return least | 1;
    case 1:
        return (least + 1) / 2 * 2;
    default:
        return (least + line - 1) / line * line;
    }
}

/* ---- transposes ---- */

static const enum tw_element types[] = {TW_UINT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};

static void draw_layout(uint64_t *state, int64_t *value)
{
    unsigned kind = pick(state, 10), bytes = tw_transpose_bytes(value);
    int64_t in = draw_pitch(state, value[TRANSPOSE_cols], bytes),
            out = draw_pitch(state, value[TRANSPOSE_rows], bytes);
    value[TRANSPOSE_in_pitch] = kind == 7 || kind == 9 ? in : value[TRANSPOSE_cols];
    value[TRANSPOSE_out_pitch] = kind == 8 || kind == 9 ? out : value[TRANSPOSE_rows];
}

/* The bytes of one matrix in the larger of both buffers; no product passes 2^63. */
static uint64_t matrix_bytes(const int64_t *value)
{
    uint64_t in = (uint64_t)value[TRANSPOSE_rows] * (uint64_t)value[TRANSPOSE_in_pitch],
             out = (uint64_t)value[TRANSPOSE_cols] * (uint64_t)value[TRANSPOSE_out_pitch];
    return (in > out ? in : out) * tw_transpose_bytes(value);
}

static int64_t most_matrices(const int64_t *value, uint64_t max_bytes)
{
    uint64_t room = max_bytes / matrix_bytes(value);
    return room < (uint64_t)TW_TRANSPOSE_SIDE_MAX ? (int64_t)room : TW_TRANSPOSE_SIDE_MAX;
}

/* The state that a problem begins with, and the defaults of all its fields. */
static uint64_t begin(const struct tw_family *family, uint64_t seed, uint64_t number, int64_t *value)
{
    uint64_t state = seed, own = draw_next(&state) ^ number;
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    return draw_next(&own);
}

void draw_transpose(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                    int64_t *value)
{
    uint64_t state = begin(family, seed, number, value);
    do {
        value[TRANSPOSE_rows] = draw_side(&state);
        value[TRANSPOSE_cols] = draw_side(&state);
        value[TRANSPOSE_type] = types[pick(&state, sizeof types / sizeof *types)];
        draw_layout(&state, value);
    } while (matrix_bytes(value) > max_bytes);
    bool many = pick(&state, 2);
    value[TRANSPOSE_batch] = many ? draw_log_uniform(&state, most_matrices(value, max_bytes)) : 1;
}

/* Numbers of its own, not those that drew the problem. */
void draw_transpose_batch(uint64_t seed, uint64_t number, uint64_t other, uint64_t max_bytes, int64_t *value)
{
    uint64_t state = seed + other, own = draw_next(&state) ^ number;
    int64_t limit = most_matrices(value, max_bytes);
    if (limit > 1) value[TRANSPOSE_batch] = 1 + draw_log_uniform(&own, limit - 1);
}

/* ---- reductions ---- */

/* Every other one is a sum in the fixed order of one of the first types. */
static const enum tw_reduce_type numbers[] = {REDUCE_INT8,    REDUCE_INT32,   REDUCE_FLOAT16,
                                              REDUCE_FLOAT32, REDUCE_FLOAT64, REDUCE_BFLOAT16,
                                              REDUCE_INT16,   REDUCE_INT64,   REDUCE_UINT8};
#define USUAL_NUMBERS 5u

uint64_t draw_reduction_bytes(const int64_t *value)
{
    int64_t type = value[REDUCE_type];
    bool is_short =
        type == REDUCE_INT16 || type == REDUCE_UINT16 || type == REDUCE_FLOAT16 || type == REDUCE_BFLOAT16;
    bool is_long = type == REDUCE_INT64 || type == REDUCE_UINT64 || type == REDUCE_FLOAT64;
    return type == REDUCE_INT8 || type == REDUCE_UINT8 ? 1 : is_short ? 2 : is_long ? 8 : 4;
}

/* The bytes of the elements, or of the results, which have 8 bytes each at most. */
static uint64_t most_bytes(const int64_t *value)
{
    uint64_t in = (uint64_t)value[REDUCE_rows] * (uint64_t)value[REDUCE_pitch] * draw_reduction_bytes(value);
    if (value[REDUCE_op] == REDUCE_DOT) in *= 2;
    if (value[REDUCE_along] == REDUCE_SEGMENTS)
        in = (uint64_t)value[REDUCE_cols] * draw_reduction_bytes(value) + 16 * (uint64_t)value[REDUCE_rows];
    uint64_t results = 8 * (uint64_t)value[value[REDUCE_along] == REDUCE_COLUMNS ? REDUCE_cols : REDUCE_rows];
    return in > results ? in : results;
}

static void draw_operation(uint64_t *state, int64_t *value)
{
    bool usual = pick(state, 2);
    unsigned op = pick(state, REDUCE_DOT + 1), order = pick(state, 10),
             kinds = sizeof numbers / sizeof *numbers;
    value[REDUCE_op] = usual ? REDUCE_SUM : op;
    value[REDUCE_order] = usual || order < 7 ? REDUCE_FIXED : REDUCE_FREE + order - 7;
    value[REDUCE_type] = numbers[pick(state, usual ? USUAL_NUMBERS : kinds)];
}

/* Types, operations and orders go together. */
static bool is_possible(const struct tw_family *family, const int64_t *value)
{
    const struct tw_target *target = tw_target_find(90);
    int64_t resolved[REDUCE_FIELD_COUNT];
    memcpy(resolved, value, sizeof resolved);
    tw_family_resolve(family, resolved, target);
    return tw_family_accepts(family, resolved, target);
}

static void draw_matrix(uint64_t *state, bool is_array, int64_t *value)
{
    value[REDUCE_rows] = draw_side(state);
    value[REDUCE_cols] = draw_side(state);
    if (is_array) value[REDUCE_rows] = 1;
    int64_t pitch = draw_pitch(state, value[REDUCE_cols], (unsigned)draw_reduction_bytes(value));
    value[REDUCE_pitch] = pick(state, 10) < 7 || value[REDUCE_rows] == 1 ? value[REDUCE_cols] : pitch;
}

/* Their average has quarters of an element; how long each is, tools/bench/parts/lengths.h says. */
static void draw_segments(uint64_t *state, int64_t *value)
{
    int64_t average = draw_log_uniform(state, 4 * DRAW_AVERAGE_MAX);
    value[REDUCE_rows] = draw_log_uniform(state, DRAW_SEGMENTS_MAX);
    value[REDUCE_cols] = value[REDUCE_rows] * average / 4 + pick(state, 4);
    value[REDUCE_pitch] = value[REDUCE_cols];
    value[REDUCE_offsets] = pick(state, 2) ? REDUCE_OFFSETS_INT32 : REDUCE_OFFSETS_INT64;
}

void draw_reduction(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                    int64_t *value)
{
    uint64_t state = begin(family, seed, number, value);
    do {
        unsigned way = pick(&state, 24);
        draw_operation(&state, value);
        value[REDUCE_along] = way < 10 ? REDUCE_ROWS : way < 20 ? REDUCE_COLUMNS : REDUCE_SEGMENTS;
        if (value[REDUCE_along] == REDUCE_SEGMENTS)
            draw_segments(&state, value);
        else
            draw_matrix(&state, way < 3, value);
    } while (most_bytes(value) > max_bytes || !is_possible(family, value));
}
