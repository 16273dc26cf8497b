/*
 * What the row-run method costs in shared memory. One block of each kind is counted as it runs (predict.h), and multiplied:
 * blocks differ by how much of their tile there is, by whether they are at an end of the buffers, and by where their runs and rows
 * begin in a sector, which repeats every 32 matrices.
 */
#include <string.h>

#include "base/whole.h"
#include "gen/families/transpose/row_run/predict.h"

#define ALIKE 32u /* matrices, or tiles of whole ones, that begin at different places in a sector */

static void count_block(struct counting *c)
{
    if (!c->block.times) return;
    tw_row_run_count_input(c);
    tw_row_run_count_turned(c);
    tw_row_run_count_output(c);
}

/* Tile number `tile` of matrix `matrix`; of whole ones, of the tile that begins with it. */
static void count_tile(struct counting *c, uint64_t tile, uint64_t matrix, uint64_t times)
{
    const struct tw_transpose *t = c->t;
    const struct tw_row_run *f = c->f;
    uint64_t at = tile * f->step, left_rows = t->rows, left_cols = t->cols, matrices = 1;
    uint64_t in = t->in_offset + matrix * t->rows * t->in_pitch,
             out = t->out_offset + matrix * t->cols * t->out_pitch;
    if (f->cover == ROW_RUN_TALL) in += at * t->in_pitch, out += at, left_rows -= at;
    if (f->cover == ROW_RUN_WIDE) in += at, out += at * t->out_pitch, left_cols -= at;
    if (f->cover == ROW_RUN_WHOLE)
        matrices = t->batch - matrix < f->matrices ? t->batch - matrix : f->matrices;
    uint64_t rows = left_rows < t->tile_rows ? left_rows : t->tile_rows;
    uint64_t cols = left_cols < t->tile_cols ? left_cols : t->tile_cols;
    bool last = tile == f->tiles - 1;
    uint64_t gaps = f->gap ? rows * f->gap - (last ? f->gap : 0) : 0;
    c->block = (struct block){
        .rows = (unsigned)rows,
        .cols = (unsigned)cols,
        .count = (unsigned)(matrices * rows * cols + gaps),
        .first = tile == 0,
        .last = last,
        .ends = last && matrix + matrices == t->batch,
        .in = in * t->bytes,
        .out = out * t->bytes,
        .first_col = f->cover == ROW_RUN_WIDE ? at : 0,
        .times = times,
    };
    count_block(c);
}

/* All tiles of `times` matrices that are like this one. The last but one may touch a chunk behind its matrix. */
static void count_matrix(struct counting *c, uint64_t matrix, uint64_t times)
{
    uint64_t tiles = c->f->tiles;
    count_tile(c, 0, matrix, times);
    if (tiles > 3) count_tile(c, 1, matrix, (tiles - 3) * times);
    if (tiles > 2) count_tile(c, tiles - 2, matrix, times);
    if (tiles > 1) count_tile(c, tiles - 1, matrix, times);
}

#define ACCESSES 10u

static void list_accesses(const struct tw_transpose *t, struct tw_access_cost list[ACCESSES])
{
    const struct tw_access_cost accesses[] = {
        [WRITE_CHUNK] = {.name = "write chunk", .op = TW_STORE, .bytes = TW_CHUNK},
        [WRITE_ELEMENT] = {.name = "write element", .op = TW_STORE, .bytes = t->bytes},
        [WRITE_HALF] = {.name = "write half", .op = TW_STORE, .bytes = 2},
        [WRITE_WORD] = {.name = "write word", .op = TW_STORE, .bytes = 4},
        [WRITE_PAIR] = {.name = "write pair", .op = TW_STORE, .bytes = 8},
        [READ_ELEMENT] = {.name = "read element", .op = TW_LOAD, .bytes = t->bytes},
        [READ_HALF] = {.name = "read half", .op = TW_LOAD, .bytes = 2},
        [READ_WORD] = {.name = "read word", .op = TW_LOAD, .bytes = 4},
        [READ_PAIR] = {.name = "read pair", .op = TW_LOAD, .bytes = 8},
        [READ_CHUNK] = {.name = "read chunk", .op = TW_LOAD, .bytes = TW_CHUNK},
    };
    _Static_assert(sizeof accesses / sizeof *accesses == ACCESSES, "all of them");
    memcpy(list, accesses, sizeof accesses);
}

static struct counting counting_of(const struct tw_transpose *t, const struct tw_row_run *run,
                                   struct tw_prediction *prediction)
{
    struct counting counting = {.t = t, .f = run, .prediction = prediction, .most = UINT64_MAX};
    counting.in_begin = t->in_offset * t->bytes;
    counting.in_end =
        counting.in_begin + (t->batch * t->rows * t->in_pitch - (t->in_pitch - t->cols)) * t->bytes;
    for (unsigned e = 0; e < t->per_chunk; e++) counting.offset[e] = tw_row_run_offset(t, run, e) * t->bytes;
    return counting;
}

/* The matrices of the batch in steps: one, or as many as a whole tile has. Matrices whose runs touch a chunk with an end
   of the buffer are by themselves; of those between, steps ALIKE apart are alike, and all where every run and row begins
   at a sector. */
void tw_row_run_predict(const struct tw_transpose *t, const struct tw_row_run *run,
                        struct tw_prediction *prediction)
{
    struct counting counting = counting_of(t, run, prediction);
    struct tw_access_cost list[ACCESSES];
    list_accesses(t, list);
    for (unsigned i = 0; i < ACCESSES; i++)
        tw_predict_access(prediction, list[i].name, list[i].op, list[i].bytes);
    uint64_t step = run->cover == ROW_RUN_WHOLE ? run->matrices : 1, steps = tw_ceil_div(t->batch, step);
    bool depends = run->in_skewed || run->out_skewed || run->overlap || run->out_words;
    uint64_t kinds = depends ? ALIKE : 1, bytes = step * (run->area + t->rows * run->gap) * t->bytes;
    uint64_t edge =
        run->in_skewed ? 1 + tw_ceil_div(TW_CHUNK, bytes) : 1; /* the last step may be an element */
    uint64_t between = steps > 2 * edge ? steps - 2 * edge : 0;
    for (uint64_t kind = 0; kind < kinds && kind < between; kind++)
        count_matrix(&counting, (edge + kind) * step, (between - kind + kinds - 1) / kinds);
    for (uint64_t i = 0; i < steps; i++) {
        if (i == edge) i += between;
        if (i < steps) count_matrix(&counting, i * step, 1);
    }
}

#define SAMPLED 4u    /* warps of each loop */
#define FINE    1024u /* what a request that is counted stands for, to be divided by */

struct tw_row_run_cost tw_row_run_sample(const struct tw_transpose *t, const struct tw_row_run *run)
{
    struct tw_access_cost list[ACCESSES];
    struct tw_prediction prediction = {.accesses = list, .access_count = ACCESSES};
    list_accesses(t, list);
    struct counting counting = counting_of(t, run, &prediction);
    uint64_t step = run->cover == ROW_RUN_WHOLE ? run->matrices : 1;
    counting.most = SAMPLED;
    count_tile(&counting, run->tiles > 2, t->batch / step / 2 * step, FINE);
    double lines = (double)FINE * counting.block.count * t->bytes / 128;
    return (struct tw_row_run_cost){
        .loads = (double)prediction.counts.load_requests / lines,
        .load_wavefronts = (double)prediction.counts.load_wavefronts / lines,
        .stores = (double)prediction.counts.store_requests / lines,
        .store_wavefronts = (double)prediction.counts.store_wavefronts / lines,
    };
}
