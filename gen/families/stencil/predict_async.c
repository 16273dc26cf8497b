/*
 * What a stencil by the method async costs: vectors that are read from shared memory, the same in every block and warp; and
 * vectors that are stored. The copies that bring the rows are no loads of theirs, and are not counted.
 */
#include "gen/families/stencil/predict.h"

/* Rows of the tiles that come in, by their place in a period. */
static void rows_that_come_in(const struct tw_stencil *s, uint64_t rows[TW_STENCIL_VECTOR_MAX])
{
    uint64_t last = s->rows - (s->tiles_y - 1) * s->height, halo = 2 * s->radius_y;
    for (unsigned i = 0; i < s->period; i++) {
        uint64_t of_full = (s->height + halo + s->period - 1 - i) / s->period;
        uint64_t of_last = (last + halo + s->period - 1 - i) / s->period;
        rows[i] = (s->tiles_y - 1) * of_full + of_last;
    }
}

/* A warp's reads of a window in the ring: of each vector the part that is needed. */
static void read_window(const struct tw_stencil *s, int64_t row, uint64_t times,
                        struct tw_prediction *prediction)
{
    unsigned low, high;
    tw_stencil_needed(s, row, &low, &high);
    for (unsigned i = low / s->vector; i <= high / s->vector; i++) {
        unsigned needed = 0, first;
        uint32_t addr[TW_WARP];
        for (unsigned j = 0; j < s->vector; j++) {
            unsigned element = i * s->vector + j;
            needed |= (unsigned)(element >= low && element <= high) << j;
        }
        unsigned size = tw_stencil_part(s, needed, &first);
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            addr[lane] = ((lane + i) * s->vector + first) * s->bytes;
        unsigned access = size == s->vector ? 0 : size * 2 == s->vector ? 1 : 2;
        tw_predict_request(prediction, access, addr, UINT32_MAX, times);
    }
}

static void read_ring(const struct tw_stencil *s, struct tw_prediction *prediction)
{
    static const char *const names[] = {"read vectors", "read halves", "read quarters"};
    uint64_t rows[TW_STENCIL_VECTOR_MAX], warps = s->tiles_x * (s->block_x / TW_WARP);
    for (unsigned bytes = 16; bytes >= s->bytes; bytes /= 2, prediction->access_count++)
        prediction->accesses[prediction->access_count] =
            (struct tw_access_cost){.name = names[prediction->access_count], .op = TW_LOAD, .bytes = bytes};
    rows_that_come_in(s, rows);
    for (unsigned i = 0; i < s->period; i++)
        read_window(s, (int64_t)i - s->radius_y, warps * rows[i], prediction);
}

/* Warp number `warp` along a row, whose columns are shifted. */
static struct lanes lanes_of(const struct tw_stencil *s, uint64_t warp, unsigned shift)
{
    struct lanes own = {.active = UINT32_MAX};
    for (unsigned i = 0; i < TW_WARP; i++)
        own.column[i] = (int64_t)((warp * TW_WARP + i) * s->vector) - (int64_t)shift;
    return own;
}

/* Rows that begin alike within 64 bytes, those near an edge among them or all others. */
static uint64_t rows_alike(const struct tw_stencil *s, unsigned phase, bool edge)
{
    uint64_t count = 0, all = s->rows / PHASES + (phase < s->rows % PHASES), radius = s->radius_y;
    if (!s->fixed) return edge ? 0 : all;
    for (uint64_t i = 0; i < radius && i < s->rows; i++) count += i % PHASES == phase;
    for (uint64_t i = s->rows > 2 * radius ? s->rows - radius : radius; i < s->rows; i++)
        count += i % PHASES == phase;
    return edge ? count : all - count;
}

/* What a warp stores in rows of a kind, and what it reads again to copy it. */
static void store_rows(const struct tw_stencil *s, uint64_t warp, unsigned phase, bool edge,
                       struct tw_prediction *prediction)
{
    struct rows in = {{0}}, out = {{0}};
    struct lanes own = lanes_of(s, warp, tw_stencil_shift(s, s->out_step, phase));
    uint64_t times = rows_alike(s, phase, edge);
    if (!times) return;
    in.times[tw_stencil_phase(s, s->in_pitch, phase)] = times;
    out.times[tw_stencil_phase(s, s->out_pitch, phase)] = times;
    if (s->fixed) tw_stencil_load_fixed(s, prediction, &own, edge, &in);
    tw_stencil_store(s, prediction, &own, &out);
}

/* The first warp of a row and the last ones are kinds of their own, those between are alike. */
static void store_all(const struct tw_stencil *s, struct tw_prediction *prediction)
{
    uint64_t warps = s->tiles_x * (s->block_x / TW_WARP), size = (uint64_t)TW_WARP * s->vector;
    uint64_t inner = s->cols > s->radius ? (s->cols - s->radius) / size : 0;
    for (uint64_t warp = 0; warp < warps; warp++) {
        struct tw_prediction one = {.counts = {.known = 0}};
        uint64_t alike = warp == 1 && inner > 2 ? inner - 1 : 1;
        for (unsigned phase = 0; phase < PHASES; phase++) {
            store_rows(s, warp, phase, false, &one);
            store_rows(s, warp, phase, true, &one);
        }
        tw_stencil_add_times(&prediction->counts, &one.counts, alike);
        warp += alike - 1;
    }
}

void tw_stencil_predict_async(const struct tw_stencil *s, struct tw_prediction *prediction)
{
    read_ring(s, prediction);
    store_all(s, prediction);
    tw_stencil_read_coefficients(s, UINT32_MAX, s->tiles_x * s->tiles_y * (s->block_x / TW_WARP), prediction);
}
