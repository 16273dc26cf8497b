/*
 * What a stencil by the method async costs: the copies that bring the rows, which are requests of global memory but neither bytes nor
 * sectors of loads; vectors that are read from shared memory, the same in every block and warp; and vectors that are stored.
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
    for (unsigned bytes = 16, i = 0; bytes >= s->bytes; bytes /= 2, i++)
        tw_predict_access(prediction, names[i], TW_LOAD, bytes);
    rows_that_come_in(s, rows);
    for (unsigned i = 0; i < s->period; i++)
        read_window(s, (int64_t)i - s->radius_y, warps * rows[i], prediction);
}

/* ---- copies ---- */

#define ROWS_ALIKE                                                                                           \
    (2u * TW_STENCIL_VECTOR_MAX) /* after so many all rows of a pitch begin alike, within sectors too */

/* Copies of a warp's `lanes` vectors, the first of which begins at a column of row `from`, which stands for row `row`: that of whole
   vectors, and those of single elements, one by one. What reads nothing is no request. */
static unsigned copies_of(const struct tw_stencil *s, int64_t row, int64_t from, int64_t column,
                          unsigned lanes)
{
    bool stray = (from - row) * (int64_t)s->in_step % s->vector != 0, any = false;
    unsigned singles = 0;
    for (unsigned i = 0; i < lanes; i++, column += s->vector) {
        bool whole = !stray && column >= 0 && column + s->vector <= (int64_t)s->cols;
        any |= whole;
        for (unsigned j = 0; j < s->vector && !whole; j++)
            singles |= (unsigned)(tw_stencil_place(s, column + j, s->cols) >= 0) << j;
    }
    return any + (unsigned)__builtin_popcount(singles);
}

/* The copies of a tile's part of such a row. */
static unsigned tile_copies(const struct tw_stencil *s, int64_t row, int64_t from, uint64_t tile)
{
    unsigned vectors = tw_stencil_slot_vectors(s), count = 0;
    int64_t begin = (int64_t)(tile * s->tile_cols) - tw_stencil_shift(s, s->in_step, row);
    int64_t before = ((row * (int64_t)s->in_pitch + begin) / s->vector - s->halo_left) & 1;
    for (unsigned i = 0; i < vectors; i += TW_WARP) {
        unsigned lanes = vectors - i < TW_WARP ? vectors - i : TW_WARP;
        int64_t column = begin + ((int64_t)i - s->halo_left - before) * s->vector;
        count += copies_of(s, row, from, column, lanes);
    }
    return count;
}

/* The copies of all tiles. Each tile that meets no end of the row takes as many. */
static uint64_t row_copies(const struct tw_stencil *s, int64_t row, int64_t from)
{
    uint64_t count = 0, span = (uint64_t)tw_stencil_slot_vectors(s) * s->vector;
    uint64_t inner = s->cols >= span ? (s->cols - span) / s->tile_cols : 0; /* the last of them */
    for (uint64_t tile = 0; tile < s->tiles_x; tile++) {
        uint64_t alike = tile == 1 && inner > 1 ? inner : 1;
        count += alike * tile_copies(s, row, from, tile);
        tile += alike - 1;
    }
    return count;
}

static void bring_rows(const struct tw_stencil *s, struct tw_prediction *prediction)
{
    struct kind list[MAX_KINDS];
    uint64_t of_row[ROWS_ALIKE] = {0};
    unsigned count = tw_stencil_kinds(s->rows, s->height, s->radius_y, ROWS_ALIKE, list);
    for (unsigned i = 0; i < count; i++) {
        int64_t first = (int64_t)(list[i].number * s->height), last = first + (int64_t)s->height;
        if (last > (int64_t)s->rows) last = (int64_t)s->rows;
        for (int64_t row = first - (int64_t)s->radius_y; row < last + (int64_t)s->radius_y; row++) {
            int64_t from = s->line ? row : tw_stencil_place(s, row, s->rows);
            if (from < 0) continue;
            uint64_t *known = from == row ? &of_row[row % ROWS_ALIKE] : NULL;
            uint64_t copies = known && *known ? *known : row_copies(s, row, from);
            if (known) *known = copies;
            prediction->counts.global_load_requests += list[i].times * copies;
        }
    }
}

/* ---- stores ---- */

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
    bring_rows(s, prediction);
    read_ring(s, prediction);
    store_all(s, prediction);
    tw_stencil_read_coefficients(s, UINT32_MAX, s->tiles_x * s->tiles_y * (s->block_x / TW_WARP), prediction);
}
