#include "bench/draw.h"

#include <math.h>

#include "gen/families/transpose/transpose.h"

/* splitmix64: every state is good, also 0. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* From 0 to count - 1. */
static unsigned pick(uint64_t *state, unsigned count)
{
    return (unsigned)((draw(state) >> 32) * count >> 32);
}

/* 2^x for a random x below 32, until it fits: its bits below the point are those of a product of roots of two. */
int64_t draw_log_uniform(uint64_t *state, int64_t limit)
{
    for (;;) {
        uint64_t random = draw(state);
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

static const enum tw_element types[] = {TW_UINT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};

static void draw_layout(uint64_t *state, int64_t *value)
{
    unsigned kind = pick(state, 10), bytes = tw_transpose_bytes(value);
    int64_t in = draw_pitch(state, value[TRANSPOSE_cols], bytes),
            out = draw_pitch(state, value[TRANSPOSE_rows], bytes);
    value[TRANSPOSE_in_pitch] = kind == 7 || kind == 9 ? in : value[TRANSPOSE_cols];
    value[TRANSPOSE_out_pitch] = kind == 8 || kind == 9 ? out : value[TRANSPOSE_rows];
}

/* Of one matrix in the larger of both buffers; no product passes 2^63. */
static uint64_t matrix_bytes(const int64_t *value)
{
    uint64_t in = (uint64_t)value[TRANSPOSE_rows] * (uint64_t)value[TRANSPOSE_in_pitch],
             out = (uint64_t)value[TRANSPOSE_cols] * (uint64_t)value[TRANSPOSE_out_pitch];
    return (in > out ? in : out) * tw_transpose_bytes(value);
}

void draw_problem(uint64_t seed, uint64_t number, uint64_t max_bytes, int64_t *value)
{
    uint64_t state = seed, own = draw(&state) ^ number;
    state = draw(&own);
    for (unsigned f = 0; f < TRANSPOSE_FIELD_COUNT; f++) value[f] = tw_family_transpose.fields[f].fallback;
    do {
        value[TRANSPOSE_rows] = draw_side(&state);
        value[TRANSPOSE_cols] = draw_side(&state);
        value[TRANSPOSE_type] = types[pick(&state, sizeof types / sizeof *types)];
        draw_layout(&state, value);
    } while (matrix_bytes(value) > max_bytes);
    uint64_t room = max_bytes / matrix_bytes(value);
    int64_t limit = room < (uint64_t)TW_TRANSPOSE_SIDE_MAX ? (int64_t)room : TW_TRANSPOSE_SIDE_MAX;
    value[TRANSPOSE_batch] = pick(&state, 2) ? draw_log_uniform(&state, limit) : 1;
}
