/* What memory moves at least for a permutation: the sectors and fills that its elements touch, each once. */
#include <stdlib.h>

#include "base/whole.h"
#include "gen/families/permute/predict.h"
#include "gen/layout/sectors.h"

/* Rows of bytes, and how often they lie elsewhere, each time `pitch` bytes on. */
struct row_boxes {
    struct tw_rows rows;
    uint64_t count[TW_MAX_AXES], pitch[TW_MAX_AXES];
    unsigned levels;
};

/*
 * The axes of one side from the inside out: those that lengthen the row, the one that repeats it, and those that repeat all that. An axis
 * that steps back into what is within it is left out, as if it had one index: what its other indices touch is touched already, or comes on
 * top.
 */
static struct row_boxes boxes_of(const struct tw_permute_tile *t, bool by_input)
{
    int64_t first = by_input ? t->problem.in_first : t->problem.out_first;
    unsigned sorted[TW_MAX_AXES], bytes = tw_permute_moved_bytes(t, by_input);
    struct row_boxes boxes = {.rows = {.lines = 1, .length = bytes}};
    uint64_t reach = bytes;
    tw_permute_sort(&t->problem, by_input, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[sorted[i]];
        int64_t stride = by_input ? axis->in_stride : axis->out_stride;
        uint64_t pitch = (uint64_t)llabs(stride) * bytes, extent = (uint64_t)axis->extent;
        if (stride < 0) first += stride * (axis->extent - 1);
        if (pitch < reach) continue;
        if (pitch == reach && boxes.rows.lines == 1) {
            boxes.rows.length *= extent;
        } else if (boxes.rows.lines == 1) {
            boxes.rows.lines = extent;
            boxes.rows.pitch = pitch;
        } else {
            boxes.count[boxes.levels] = extent;
            boxes.pitch[boxes.levels++] = pitch;
        }
        reach = pitch * (extent - 1) + reach;
    }
    boxes.rows.offset = (uint64_t)first * bytes;
    if (boxes.rows.lines == 1) boxes.rows.pitch = boxes.rows.length;
    return boxes;
}

/* How many boxes begin at each byte of a fill. */
static void count_boxes(const struct row_boxes *boxes, uint64_t begins[TW_FILL])
{
    begins[boxes->rows.offset % TW_FILL] = 1;
    for (unsigned i = 0; i < boxes->levels; i++) {
        uint64_t sum[TW_FILL] = {0};
        for (unsigned kind = 0; kind < TW_FILL; kind++) {
            uint64_t times = tw_of_kind(boxes->count[i], kind, TW_FILL),
                     at = kind * (boxes->pitch[i] % TW_FILL);
            for (unsigned k = 0; times && k < TW_FILL; k++) sum[(k + at) % TW_FILL] += times * begins[k];
        }
        for (unsigned k = 0; k < TW_FILL; k++) begins[k] = sum[k];
    }
}

/* The pieces of all boxes, less one for each that may share its first with the box before. */
static uint64_t pieces_of(const struct row_boxes *boxes, unsigned piece)
{
    uint64_t begins[TW_FILL] = {0}, sum = 0, all = 1, shared = 0,
             reach = boxes->rows.pitch * (boxes->rows.lines - 1) + boxes->rows.length;
    count_boxes(boxes, begins);
    for (unsigned at = 0; at < TW_FILL; at++) {
        struct tw_rows rows = boxes->rows;
        rows.offset = at;
        if (begins[at]) sum += begins[at] * tw_pieces(&rows, piece);
    }
    for (unsigned i = boxes->levels; i-- > 0; all *= boxes->count[i]) {
        uint64_t within = reach;
        for (unsigned k = 0; k < i; k++) within += boxes->pitch[k] * (boxes->count[k] - 1);
        if (boxes->pitch[i] - within < piece) shared += all * (boxes->count[i] - 1);
    }
    return sum > shared ? sum - shared : sum;
}

void tw_permute_work(const struct tw_permute_tile *t, struct tw_work *work)
{
    if (!t->problem.elements) return;
    const struct row_boxes in = boxes_of(t, true), out = boxes_of(t, false);
    work->read_sectors = pieces_of(&in, TW_SECTOR);
    work->read_fills = pieces_of(&in, TW_FILL);
    work->written_sectors = pieces_of(&out, TW_SECTOR);
}
