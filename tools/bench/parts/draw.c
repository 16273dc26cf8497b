#include "tools/bench/parts/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "gen/families/permute/fields.h"
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

/* Three in ten become a power of two, one more, one less, or a multiple of 32. */
static int64_t draw_near(uint64_t *state, int64_t side)
{
    int64_t power = 1;
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

static int64_t draw_side(uint64_t *state)
{
    int64_t side = draw_log_uniform(state, DRAW_SIDE_MAX);
    return draw_near(state, side);
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

/* ---- permutations ---- */

#define MOST_RANK   28u
#define LARGE_BYTES (UINT64_C(64) << 20)

struct drawn_axes {
    unsigned rank, order[MOST_RANK]; /* axis i of the output is that one of the input */
    int64_t extent[MOST_RANK];       /* of the input's axes */
};

/* Values of a field of text are addresses, so the texts stay: in a list, for the program's lifetime. */
static const char *keep_text(const struct tw_text *text)
{
    static struct kept {
        struct kept *next;
        char text[];
    } * all;
    size_t bytes = strlen(tw_text_string(text)) + 1;
    struct kept *kept = malloc(sizeof *kept + bytes);
    if (!kept) abort();
    memcpy(kept->text, tw_text_string(text), bytes);
    kept->next = all;
    all = kept;
    return kept->text;
}

static int64_t text_of(const int64_t *number, unsigned count)
{
    struct tw_text text = {0};
    for (unsigned i = 0; i < count; i++) tw_text_addf(&text, i ? " %lld" : "%lld", (long long)number[i]);
    const char *kept = keep_text(&text);
    tw_text_free(&text);
    return tw_text_value(kept);
}

/* 2^x for x uniform between those of two numbers. */
static double draw_between(uint64_t *state, double low, double high)
{
    return low * pow(high / low, (double)(draw_next(state) >> 11) * 0x1p-53);
}

static void draw_extents(uint64_t *state, double elements, struct drawn_axes *axes)
{
    double share[MOST_RANK], sum = 0;
    bool of_bits = pick(state, 8) == 0;
    axes->rank = of_bits ? (unsigned)log2(elements) : 3 + pick(state, 4);
    if (axes->rank < 3) axes->rank = 3;
    if (axes->rank > MOST_RANK) axes->rank = MOST_RANK;
    for (unsigned i = 0; i < axes->rank; i++) sum += share[i] = .1 + (double)pick(state, 1000) / 1000;
    for (unsigned i = 0; i < axes->rank; i++) {
        int64_t extent = (int64_t)(pow(elements, share[i] / sum) + .5);
        axes->extent[i] = of_bits ? 2 : draw_near(state, extent > 1 ? extent : 2);
        if (axes->extent[i] < 2) axes->extent[i] = 2;
    }
}

/* Any order but the input's. */
static void draw_order(uint64_t *state, struct drawn_axes *axes)
{
    bool moved = false;
    while (!moved) {
        for (unsigned i = 0; i < axes->rank; i++) axes->order[i] = i;
        for (unsigned i = axes->rank - 1; i > 0; i--) {
            unsigned j = pick(state, i + 1), last = axes->order[i];
            axes->order[i] = axes->order[j];
            axes->order[j] = last;
        }
        for (unsigned i = 0; i < axes->rank; i++) moved |= axes->order[i] != i;
    }
}

/* Strides without gaps but for one after each run of the last axis; the elements that they reach over. */
static int64_t stride_rows(const int64_t *extent, unsigned rank, int64_t gap, int64_t *stride)
{
    int64_t reach = 1;
    for (unsigned i = rank; i-- > 0;) {
        stride[i] = reach;
        reach = reach * extent[i] + (i + 1 == rank ? gap : 0);
    }
    return reach;
}

/* False: a buffer takes more than max_bytes. */
static bool put_axes(uint64_t *state, const struct drawn_axes *axes, uint64_t max_bytes, int64_t *value)
{
    int64_t order[MOST_RANK], out[MOST_RANK], in_stride[MOST_RANK], out_stride[MOST_RANK];
    unsigned kind = pick(state, 20);
    int64_t gap = 1 + pick(state, 64);
    for (unsigned i = 0; i < axes->rank; i++) {
        order[i] = axes->order[i];
        out[i] = axes->extent[axes->order[i]];
    }
    int64_t in_reach = stride_rows(axes->extent, axes->rank, kind == 0 ? gap : 0, in_stride);
    int64_t out_reach = stride_rows(out, axes->rank, kind == 1 ? gap : 0, out_stride);
    uint64_t reach = (uint64_t)(in_reach > out_reach ? in_reach : out_reach);
    if (reach * tw_permute_bytes(value) > max_bytes) return false;
    value[PERMUTE_axes] = text_of(order, axes->rank);
    value[PERMUTE_shape] = text_of(axes->extent, axes->rank);
    if (kind == 0) value[PERMUTE_in_strides] = text_of(in_stride, axes->rank);
    if (kind == 1) value[PERMUTE_out_strides] = text_of(out_stride, axes->rank);
    return true;
}

void draw_permutation(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                      int64_t *value)
{
    uint64_t state = begin(family, seed, number, value);
    struct drawn_axes axes;
    do {
        value[PERMUTE_type] = types[pick(&state, sizeof types / sizeof *types)];
        bool large = pick(&state, 4) && max_bytes > LARGE_BYTES;
        double bytes = draw_between(&state, large ? LARGE_BYTES : 128, (double)max_bytes);
        draw_extents(&state, bytes / tw_permute_bytes(value), &axes);
        draw_order(&state, &axes);
    } while (!put_axes(&state, &axes, max_bytes, value));
}
