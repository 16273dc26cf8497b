/* What is possible, method by method, and what it takes of a block. */
#include "gen/families/transpose/accept.h"

#include "base/whole.h"
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/families/transpose/shuffle.h"
#include "gen/layout/turn.h"

#define GRID_MAX       UINT64_C(2147483647) /* blocks in x */
#define PASSES_MAX     64u                  /* of the block over its tile: the loops are unrolled */
#define TOO_MANY_TILES "more than 2^31 - 1 tiles; larger tiles need fewer blocks"
#define SIDE_MAX       1024u /* of a tile whose rows are apart from each other */

static const char *const *const methods = TW_WORDS_OF(TW_TRANSPOSE_METHODS);

/* ---- what is possible ---- */

/* Whether lines * pitch elements can be addressed;
   lines = batch * (rows or cols) may pass 64 bits by itself. */
static bool addressable(uint64_t batch, uint64_t lines, uint64_t pitch, unsigned bytes)
{
    const uint64_t limit = UINT64_C(1) << 48;
    return lines <= limit / batch && pitch <= limit / bytes / (batch * lines);
}

static bool accept_problem(const struct tw_transpose *t, struct tw_text *reason)
{
    if (t->in_pitch < t->cols)
        return tw_refuse(reason, "in_pitch is less than cols: rows of the input would overlap");
    if (t->out_pitch < t->rows)
        return tw_refuse(reason, "out_pitch is less than rows: rows of the output would overlap");
    if (!addressable(t->batch, t->rows, t->in_pitch, t->bytes) ||
        !addressable(t->batch, t->cols, t->out_pitch, t->bytes))
        return tw_refuse(reason, "the matrices take more than 2^48 bytes");
    return true;
}

uint64_t tw_transpose_blocks(const struct tw_transpose *t, const int64_t *value)
{
    return t->method == TRANSPOSE_ROW_RUN ? tw_row_run_of(t, value).blocks
                                          : t->walks * t->tiles_across * t->batch;
}

static bool accept_block(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    bool is_row_run = t->method == TRANSPOSE_ROW_RUN;
    if (!is_row_run && (t->tile_rows > SIDE_MAX || t->tile_cols > SIDE_MAX))
        return tw_refuse(
            reason, "a side of the tile has more than 1024 elements, which only the row-run method allows");
    if (t->walks * t->tiles_across > GRID_MAX && !is_row_run) return tw_refuse(reason, TOO_MANY_TILES);
    if (tw_transpose_blocks(t, value) > GRID_MAX) return tw_refuse(reason, TOO_MANY_TILES);
    if (t->threads > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(reason, "%u x %u = %u threads; a block has at most %u", t->bdimx, t->bdimy, t->threads,
                     TW_MAX_BLOCK_THREADS);
        return false;
    }
    if ((uint64_t)t->tile_rows * t->tile_cols > (uint64_t)PASSES_MAX * t->threads &&
        !tw_transpose_in_chunks(t) && t->method != TRANSPOSE_SHUFFLE) {
        tw_text_addf(reason, "each thread would move more than %u elements of the tile", PASSES_MAX);
        return false;
    }
    return true;
}

static bool accept_row_run(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    if (value[TRANSPOSE_steps] > 1) return tw_refuse(reason, "the row-run method takes one step");
    if (value[TRANSPOSE_IPAD] > 0)
        return tw_refuse(reason, "the row-run method takes no IPAD: it leaves out chunks itself");
    if (value[TRANSPOSE_order] != TRANSPOSE_ROWS)
        return tw_refuse(reason, "the tiles of the row-run method have one order: rows");
    if (t->band < t->tiles_across)
        return tw_refuse(reason, "the row-run method has no bands; leave band out");
    if (t->threads % TW_WARP) return tw_refuse(reason, "the row-run method needs whole warps of 32 threads");
    return tw_row_run_accept(t, value, reason);
}

static bool accept_vector(const struct tw_transpose *t, struct tw_text *reason)
{
    if (t->vector != 4 && t->vector != 8 && t->vector != TW_CHUNK)
        return tw_refuse(reason, "vector must be 4, 8 or 16 bytes for the vector method");
    if (t->vector < TW_CHUNK && t->in_grain < t->vector) {
        tw_text_addf(reason,
                     "rows of the input begin at multiples of %u bytes: accesses of %u bytes would be "
                     "misaligned; those of 16 are shifted",
                     t->in_grain, t->vector);
        return false;
    }
    if (t->threads % TW_WARP) return tw_refuse(reason, "the vector method needs whole warps of 32 threads");
    if (t->tile_rows * t->bytes % 128 || t->tile_cols * t->bytes % 64)
        return tw_refuse(
            reason, "the vector method needs a tile whose columns are a multiple of 128 bytes and whose rows "
                    "are one of 64 bytes");
    if (t->kept && t->kept / t->pack % t->unit_cells)
        return tw_refuse(reason, "several steps need a tile whose rows are a multiple of 128 bytes");
    return true;
}

static bool accept_method(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    bool is_vector = t->method == TRANSPOSE_VECTOR, is_shuffle = t->method == TRANSPOSE_SHUFFLE;
    if (t->method == TRANSPOSE_ROW_RUN) return accept_row_run(t, value, reason);
    if (is_shuffle && !tw_shuffle_accept(t, value, reason)) return false;
    if (value[TRANSPOSE_matrices] > 1)
        return tw_refuse(reason, "only a tile of the row-run method can be several matrices");
    if (value[TRANSPOSE_register_transpose] != TRANSPOSE_REGISTER_NONE)
        return tw_refuse(reason, "only the row-run method has a register_transpose");
    if (value[TRANSPOSE_steps] > 1 && !is_vector)
        return tw_refuse(reason, "only the vector method takes several steps");
    if (value[TRANSPOSE_unroll] > 1 && !is_vector && !is_shuffle)
        return tw_refuse(
            reason,
            "only the vector, row-run and shuffle methods take unroll; the others always unroll their loads");
    if (value[TRANSPOSE_IPAD] > 0 && is_vector) return tw_refuse(reason, "the vector method has no padding");
    if (value[TRANSPOSE_IPAD] > 0 && !tw_transpose_is_shared(t)) {
        tw_text_addf(reason, "the %s method has no tile to pad", methods[t->method]);
        return false;
    }
    if (t->method == TRANSPOSE_XOR && !(tw_is_power_of_two(t->tile_rows) && tw_is_power_of_two(t->tile_cols)))
        return tw_refuse(reason, "xor needs sides of the tile that are powers of two");
    if (!is_vector && t->vector != t->bytes) {
        tw_text_addf(reason, "the %s method accesses single elements: vector must be their bytes, %u",
                     methods[t->method], t->bytes);
        return false;
    }
    return !is_vector || accept_vector(t, reason);
}

uint32_t tw_transpose_tile_bytes(const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    if (!tw_transpose_is_shared(&t)) return 0;
    if (t.method == TRANSPOSE_ROW_RUN) {
        return TW_CHUNK * (uint32_t)tw_row_run_of(&t, value).tile_chunks;
    }
    struct tw_layout tile = tw_transpose_layout(value);
    return tile.rows * tile.pitch * tile.element_bytes;
}

/* Static shared memory cannot hold all tiles of chunks. */
bool tw_transpose_is_dynamic(const struct tw_transpose *t, uint32_t bytes)
{
    return tw_transpose_in_chunks(t) && bytes > TW_STATIC_SHARED_LIMIT;
}

static bool accept_memory(const struct tw_transpose *t, const int64_t *value, const struct tw_target *target,
                          struct tw_text *reason)
{
    uint32_t bytes = tw_transpose_tile_bytes(value);
    bool dynamic = tw_transpose_is_dynamic(t, bytes);
    uint32_t limit = dynamic ? target->shared_per_block : TW_STATIC_SHARED_LIMIT;
    if (bytes <= limit) return true;
    tw_text_addf(reason, "the tile takes %u bytes; %s shared memory has at most %u", bytes,
                 dynamic ? "dynamic" : "static", limit);
    return false;
}

bool tw_transpose_accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    const struct tw_transpose t = tw_transpose_of(value);
    return accept_problem(&t, reason) && accept_block(&t, value, reason) &&
           accept_method(&t, value, reason) && accept_memory(&t, value, target, reason) &&
           (t.method != TRANSPOSE_SHUFFLE ||
            tw_turn_fits((unsigned)value[TRANSPOSE_unroll], t.bytes, t.threads, target, reason));
}

bool tw_transpose_accepts(const int64_t *value, const struct tw_target *target)
{
    struct tw_text unused = {0};
    bool accepts = tw_transpose_accept(value, target, &unused);
    tw_text_free(&unused);
    return accepts;
}

/* ---- pointers ---- */

/* A side without shifts is accessed where rows are taken to begin; one with them
   begins anywhere, as far as there are shifts. */
unsigned tw_transpose_align(const struct tw_transpose *t, const int64_t *value)
{
    unsigned in = t->in_grain < t->vector ? tw_transpose_shift(t) : t->vector;
    unsigned out = t->out_grain < TW_CHUNK ? tw_transpose_shift(t) : TW_CHUNK;
    unsigned both = in > out ? in : out;
    if (t->method == TRANSPOSE_ROW_RUN) return tw_row_run_align(t, value);
    return t->method == TRANSPOSE_VECTOR && both > t->bytes ? both : t->bytes;
}
