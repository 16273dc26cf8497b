/*
 * The method async: rows come into a ring in shared memory in vectors of 16 bytes that begin at multiples of 16 bytes, wherever
 * the rows themselves begin. Where 16 bytes do not divide the pitch, the threads' columns are shifted to the left by less than
 * a vector, in the input as in the output, so that each thread's vector begins at such a multiple:
 *
 *     row 0   |0 1 2 3|4 5 6 7|8 ..           pitch 9: row 1 begins a single element behind a multiple, so that the
 *     row 1 - |- 0 1 2|3 4 5 6|7 8            vectors of its threads begin 1 element before those of row 0
 */
#include <limits.h>

#include "gen/families/stencil/stencil.h"

unsigned tw_stencil_period(uint64_t in_pitch, uint64_t out_pitch, unsigned vector)
{
    uint64_t bits = in_pitch | out_pitch | vector;
    return vector / (unsigned)(bits & -bits); /* over the largest power of two that divides all three */
}

unsigned tw_stencil_shift(const struct tw_stencil *s, unsigned step, int64_t row)
{
    int64_t place = row % (int64_t)s->vector;
    return (unsigned)(place < 0 ? place + s->vector : place) * step % s->vector;
}

unsigned tw_stencil_slot_vectors(const struct tw_stencil *s)
{
    return s->block_x +
           (s->halo_left + s->halo_right + 2) / 2 * 2; /* one more where sectors begin before them */
}

/* The first and the last element of an input row that sums take, counted from the beginning of a thread's own vector. */
static void reach_of(const struct tw_stencil *s, int64_t row, int *low, int *high)
{
    int shift = (int)tw_stencil_shift(s, s->in_step, row), radius = (int)s->radius_y;
    *low = INT_MAX;
    *high = INT_MIN;
    for (int dy = -radius; dy <= radius; dy++) {
        int begin = shift - (int)tw_stencil_shift(s, s->out_step, row + dy);
        int across = s->star && dy ? 0 : (int)s->radius;
        if (begin - across < *low) *low = begin - across;
        if (begin + (int)s->vector - 1 + across > *high) *high = begin + (int)s->vector - 1 + across;
    }
}

void tw_stencil_needed(const struct tw_stencil *s, int64_t row, unsigned *low, unsigned *high)
{
    int first, last, own = (int)(s->halo_left * s->vector);
    reach_of(s, row, &first, &last);
    *low = (unsigned)(own + first);
    *high = (unsigned)(own + last);
}

unsigned tw_stencil_part(const struct tw_stencil *s, unsigned needed, unsigned *first)
{
    unsigned all = (1u << s->vector) - 1;
    for (unsigned size = 1; size < s->vector; size *= 2) {
        for (*first = 0; *first < s->vector; *first += size)
            if (!(needed & all & ~(((1u << size) - 1) << *first))) return size;
    }
    *first = 0;
    return s->vector;
}

void tw_stencil_set_async(struct tw_stencil *s)
{
    int vector = (int)s->vector;
    s->in_step = (unsigned)(s->in_pitch % s->vector);
    s->out_step = (unsigned)(s->out_pitch % s->vector);
    s->period = tw_stencil_period(s->in_pitch, s->out_pitch, s->vector);
    s->slots = s->stages * s->unroll;
    for (unsigned row = 0; row < s->period; row++) {
        int low, high;
        reach_of(s, row, &low, &high);
        unsigned left = low < 0 ? (unsigned)((vector - 1 - low) / vector) : 0;
        unsigned right = (unsigned)(high / vector);
        if (left > s->halo_left) s->halo_left = left;
        if (right > s->halo_right) s->halo_right = right;
    }
}

/* Numbers of each row of a period, the first of which is the first that comes in. */
static void describe_needed(const struct tw_stencil *s, struct tw_data *data)
{
    struct tw_text lows = {0}, highs = {0};
    for (unsigned i = 0; i < s->period; i++) {
        unsigned low, high;
        tw_stencil_needed(s, (int64_t)i - s->radius_y, &low, &high);
        tw_text_addf(&lows, "%s%u", i ? ", " : "", low);
        tw_text_addf(&highs, "%s%u", i ? ", " : "", high);
    }
    tw_data_text(data, "lows", &lows);
    tw_data_text(data, "highs", &highs);
}

void tw_stencil_describe_async(const struct tw_stencil *s, struct tw_data *data)
{
    unsigned vector = s->vector, beside = s->halo_left + s->halo_right, shifts = s->period > 1;
    unsigned rest = tw_stencil_slot_vectors(s) - s->block_x;
    bool bounces = s->boundary == STENCIL_PERIODIC || s->boundary == STENCIL_REFLECT;
    tw_data_number(data, "slots", s->slots);
    tw_data_number(data, "slot_vectors", tw_stencil_slot_vectors(s));
    tw_data_number(data, "element_bytes", s->bytes);
    tw_data_number(data, "ahead", s->slots - s->unroll);
    tw_data_number(data, "ahead_groups", (int64_t)s->stages - 2);
    tw_data_number(data, "halo_left", s->halo_left);
    tw_data_number(data, "halo_vectors", beside);
    tw_data_number(data, "slot_middle", s->halo_left * vector);
    tw_data_number(data, "slot_window", (beside + 1) * vector);
    tw_data_flag(data, "shifts", shifts);
    tw_data_number(data, "in_turn", (int64_t)(s->in_pitch % (2 * vector)));
    tw_data_number(data, "in_step", s->in_step);
    tw_data_number(data, "out_step", s->out_step);
    tw_data_number(data, "in_lead", (vector - s->radius_y % vector) % vector);
    tw_data_number(data, "out_lead", (vector - 2 * s->radius_y % vector) % vector);
    tw_data_number(data, "phases", s->period);
    tw_data_flag(data, "strays", shifts && bounces && !s->line);
    tw_data_number(data, "slot_rest", rest);
    tw_data_number(data, "first_inner", (s->halo_left + 1 + shifts) * vector);
    tw_data_number(data, "last_inner", (int64_t)s->cols - (s->block_x + rest) * vector);
    tw_data_number(data, "last_inner_row", (int64_t)s->rows - s->height - s->radius_y);
    tw_data_number(data, "sums_y", 2 * s->radius_y + 1);
    describe_needed(s, data);
}
