/* The shuffle method: what is possible, and what it costs. */
#include "gen/families/transpose/shuffle.h"
#include "base/whole.h"

#include <string.h>

#include "gen/layout/predict.h"
#include "gen/layout/turn.h"

#define USUAL_BYTES 128 /* of a row of a square */
#define USUAL_WARPS 8   /* of a block           */

unsigned tw_shuffle_units_across(const struct tw_transpose *t)
{
    return t->tile_cols / TW_WARP;
}

unsigned tw_shuffle_units(const struct tw_transpose *t, const int64_t *value)
{
    return tw_shuffle_units_across(t) * (t->tile_rows / (unsigned)value[TRANSPOSE_unroll]);
}

/* 32 rows, and as many columns as the usual warps take at once, if there are so many. */
void tw_shuffle_default(int64_t *value)
{
    int64_t usual = USUAL_BYTES / tw_transpose_bytes(value),
            across = (value[TRANSPOSE_cols] + TW_WARP - 1) / TW_WARP;
    tw_transpose_default(value, TRANSPOSE_unroll, usual < TW_WARP ? usual : TW_WARP);
    int64_t most = USUAL_WARPS * value[TRANSPOSE_unroll] / TW_WARP;
    if (most > across) most = across;
    tw_transpose_default(value, TRANSPOSE_tile_rows, TW_WARP);
    tw_transpose_default(value, TRANSPOSE_tile_cols, TW_WARP * (most < 1 ? 1 : most));
    int64_t units =
        value[TRANSPOSE_tile_rows] / value[TRANSPOSE_unroll] * (value[TRANSPOSE_tile_cols] / TW_WARP);
    tw_transpose_default(value, TRANSPOSE_BDIMY, units < 1 ? 1 : units > USUAL_WARPS ? USUAL_WARPS : units);
}

bool tw_shuffle_accept(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    unsigned side = (unsigned)value[TRANSPOSE_unroll];
    if (side < 4 || side > TW_WARP || !tw_is_power_of_two(side))
        return tw_refuse(reason,
                         "unroll must be 4, 8, 16 or 32 for the shuffle method: the side of its squares");
    if (t->bdimx != TW_WARP)
        return tw_refuse(reason, "the shuffle method needs BDIMX 32: a warp in each row of the block");
    if (t->tile_rows % side || t->tile_cols % TW_WARP)
        return tw_refuse(reason, "the shuffle method needs a tile whose rows are a multiple of unroll and "
                                 "whose columns are one of 32");
    return true;
}

/* ---- prediction ----
   Whatever the tiles are, every row of the input is loaded in runs of 32 elements, and every square is stored row by row,
   with what is beside it in its unit. Rows whose places differ by a multiple of what memory moves are alike. */

/* After how many rows that are `pitch` elements apart their places in pieces of `piece` bytes repeat: at most `piece`. */
static uint64_t repeat_of(uint64_t pitch, unsigned bytes, unsigned piece)
{
    uint64_t repeat = 1;
    while (pitch * bytes * repeat % piece) repeat *= 2;
    return repeat;
}

/* `times` loads by lanes of neighbouring elements, from element `first` on. */
static void predict_load(const struct tw_transpose *t, uint64_t first, unsigned lanes, uint64_t times,
                         struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    for (unsigned lane = 0; lane < lanes; lane++) addr[lane] = (first + lane) * t->bytes;
    if (times) tw_predict_global(prediction, TW_LOAD, t->bytes, addr, tw_lanes_below(lanes), times);
}

static void predict_loads(const struct tw_transpose *t, struct tw_prediction *prediction)
{
    uint64_t kinds = repeat_of(t->in_pitch, t->bytes, 64), whole = t->cols / TW_WARP;
    for (uint64_t kind = 0; kind < kinds; kind++) {
        uint64_t first = t->in_offset + kind * t->in_pitch,
                 rows = tw_of_kind(t->batch * t->rows, kind, kinds);
        for (unsigned run = 0; run < 2; run++) /* two are at least 64 bytes long */
            predict_load(t, first + run * TW_WARP, TW_WARP, rows * tw_of_kind(whole, run, 2), prediction);
        predict_load(t, first + whole * TW_WARP, t->cols % TW_WARP, rows, prediction);
    }
}

/* Stores of a unit: a row of each of `squares` squares, from row `line` of the output on. */
struct store {
    uint64_t line;
    unsigned side, squares;
};

/* Their rows' first `length` elements, from column `first` on. */
static void predict_store(const struct tw_transpose *t, const struct store *store, uint64_t first,
                          unsigned length, uint64_t times, struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    uint32_t active = 0;
    for (unsigned lane = 0; lane < store->side * store->squares; lane++) {
        uint64_t line = store->line + lane / store->side * store->side;
        addr[lane] = (t->out_offset + line * t->out_pitch + first + lane % store->side) * t->bytes;
        active |= (uint32_t)(lane % store->side < length) << lane;
    }
    if (times) tw_predict_global(prediction, TW_STORE, t->bytes, addr, active, times);
}

/* Along rows of the output. */
static void predict_stores_along(const struct tw_transpose *t, const struct store *store, uint64_t times,
                                 struct tw_prediction *prediction)
{
    uint64_t kinds = repeat_of(store->side, t->bytes, TW_SECTOR), whole = t->rows / store->side;
    for (uint64_t kind = 0; kind < kinds; kind++)
        predict_store(t, store, kind * store->side, store->side, times * tw_of_kind(whole, kind, kinds),
                      prediction);
    predict_store(t, store, whole * store->side, (unsigned)(t->rows % store->side), times, prediction);
}

#define SQUARES_MAX 8u /* of a unit */

/* Units begin at every 32nd row of the output, and at most 32 rows differ in their place in a sector: so row i of any unit of a
   matrix is like the others. The last unit may lack squares, or rows of one. */
static void predict_stores(const struct tw_transpose *t, unsigned side, struct tw_prediction *prediction)
{
    uint64_t kinds = repeat_of(t->out_pitch, t->bytes, TW_SECTOR), whole = t->cols / TW_WARP;
    unsigned rest = (unsigned)(t->cols % TW_WARP);
    uint64_t times[TW_SECTOR][SQUARES_MAX + 1] = {{0}}; /* by the row's place, and by squares */
    for (uint64_t matrix = 0; matrix < kinds; matrix++) {
        uint64_t alike = tw_of_kind(t->batch, matrix, kinds);
        for (unsigned row = 0; row < side; row++) {
            uint64_t place = (matrix * t->cols + row) % kinds;
            times[place][TW_WARP / side] += alike * whole;
            times[place][tw_of_kind(rest, row, side)] += alike;
        }
    }
    for (unsigned place = 0; place < kinds; place++) {
        for (unsigned squares = 1; squares <= TW_WARP / side; squares++) {
            const struct store store = {place, side, squares};
            if (times[place][squares]) predict_stores_along(t, &store, times[place][squares], prediction);
        }
    }
}

void tw_shuffle_predict(const struct tw_transpose *t, const int64_t *value, uint64_t blocks,
                        struct tw_prediction *prediction)
{
    struct tw_turn turn = tw_turn_of_squares((unsigned)value[TRANSPOSE_unroll]);
    predict_loads(t, prediction);
    predict_stores(t, turn.side, prediction);
    prediction->counts.known |= TW_KNOWN(shuffles);
    prediction->counts.shuffles = blocks * tw_shuffle_units(t, value) * tw_turn_shuffles(&turn, t->bytes);
}
