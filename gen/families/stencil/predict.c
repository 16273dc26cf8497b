/*
 * What a stencil costs. Along each axis tiles are of few kinds: those at the edges, each a kind of its own, and those between,
 * which differ in where their first byte lies within 64. Costs are those of a kind, times how many there are.
 */
#include <assert.h>

#include "base/whole.h"
#include "gen/families/stencil/predict.h"

#define GRAIN 64u

unsigned tw_stencil_kinds(uint64_t extent, uint64_t size, uint64_t halo, unsigned period,
                          struct kind list[MAX_KINDS])
{
    uint64_t tiles = (extent + size - 1) / size, inner = (halo + size - 1) / size;
    uint64_t end = extent >= halo + size ? (extent - halo) / size : 0;
    unsigned count = 0;
    if (end < inner) end = inner;
    for (uint64_t i = 0; i < tiles; i++) {
        assert(count < MAX_KINDS);
        if (i == inner && i + period < end) {
            for (unsigned k = 0; k < period; k++)
                list[count++] = (struct kind){inner + k, tw_of_kind(end - inner, k, period)};
            i = end - 1;
            continue;
        }
        list[count++] = (struct kind){i, 1};
    }
    return count;
}

/* After how many steps of so many elements the place within 64 bytes is the same again. */
static unsigned period_of(const struct tw_stencil *s, uint64_t elements)
{
    unsigned period = 1;
    while (elements % GRAIN * s->bytes * period % GRAIN) period *= 2;
    return period;
}

void tw_stencil_add_times(struct tw_counts *sum, const struct tw_counts *one, uint64_t times)
{
#define X(name, help) sum->name += times * one->name;
    TW_COUNTS(X)
#undef X
}

/* ---- rows ---- */

unsigned tw_stencil_phase(const struct tw_stencil *s, uint64_t pitch, uint64_t row)
{
    return (unsigned)(row % PHASES * (pitch % PHASES) * s->bytes % GRAIN / 4);
}

static struct rows all_rows(const struct tw_stencil *s, uint64_t pitch)
{
    struct rows rows = {{0}};
    for (unsigned i = 0; i < PHASES; i++)
        rows.times[tw_stencil_phase(s, pitch, i)] += s->rows / PHASES + (i < s->rows % PHASES);
    return rows;
}

int64_t tw_stencil_place(const struct tw_stencil *s, int64_t index, uint64_t extent)
{
    int64_t end = (int64_t)extent, radius = (int64_t)s->radius;
    if (index >= 0 && index < end) return index;
    if (s->boundary == STENCIL_ZERO || s->boundary == STENCIL_FIXED || index < -radius ||
        index >= end + radius)
        return -1;
    if (s->boundary == STENCIL_PERIODIC) return index < 0 ? index + end : index - end;
    return index < 0 ? -index : 2 * (end - 1) - index;
}

/* The rows that threads load as they march down; `centre`: those in which they need the neighbours too. */
static void marched_rows(const struct tw_stencil *s, struct rows *all, struct rows *centre)
{
    struct kind list[MAX_KINDS];
    unsigned period = period_of(s, s->height % GRAIN * (s->in_pitch % GRAIN));
    unsigned count = tw_stencil_kinds(s->rows, s->height, s->radius, period, list);
    *all = *centre = (struct rows){{0}};
    for (unsigned i = 0; i < count; i++) {
        int64_t first = (int64_t)(list[i].number * s->height), last = first + (int64_t)s->height;
        if (last > (int64_t)s->rows) last = (int64_t)s->rows;
        for (int64_t row = first - (int64_t)s->radius; row < last + (int64_t)s->radius; row++) {
            int64_t from = tw_stencil_place(s, row, s->rows);
            if (from < 0) continue;
            unsigned phase = tw_stencil_phase(s, s->in_pitch, (uint64_t)from);
            all->times[phase] += list[i].times;
            if (!s->star || (row >= first && row < last)) centre->times[phase] += list[i].times;
        }
    }
}

/* ---- a warp along a row ---- */

/* A request of those lanes for so many elements each, in each of the rows. */
static void request(const struct tw_stencil *s, struct tw_prediction *prediction, enum tw_access op,
                    const struct lanes *lanes, uint32_t active, unsigned elements, const struct rows *rows)
{
    uint64_t addr[TW_WARP] = {0};
    for (unsigned phase = 0; phase < PHASES && active; phase++) {
        if (!rows->times[phase]) continue;
        for (unsigned i = 0; i < TW_WARP; i++)
            addr[i] = 4 * phase + (uint64_t)(active >> i & 1u ? lanes->column[i] : 0) * s->bytes;
        tw_predict_global(prediction, op, elements * s->bytes, addr, active, rows->times[phase]);
    }
}

static bool is_within(const struct tw_stencil *s, int64_t column)
{
    return column >= 0 && column < (int64_t)s->cols;
}

/* The lanes whose vector lies within the row. */
static uint32_t whole_vectors(const struct tw_stencil *s, const struct lanes *lanes)
{
    uint32_t whole = 0;
    for (unsigned i = 0; i < TW_WARP && s->vector > 1; i++) {
        bool inside = lanes->column[i] >= 0 && lanes->column[i] + s->vector <= (int64_t)s->cols;
        whole |= (uint32_t)inside << i;
    }
    return whole & lanes->active;
}

/* The vectors of lanes, `shift` columns away. */
static struct lanes shifted(const struct lanes *lanes, int64_t shift)
{
    struct lanes moved = *lanes;
    for (unsigned i = 0; i < TW_WARP; i++) moved.column[i] += shift;
    return moved;
}

/* A vector that lies within the row is loaded at once, as much as is `needed`; elsewhere its elements are, one by one. */
static void load(const struct tw_stencil *s, struct tw_prediction *prediction, const struct lanes *lanes,
                 unsigned needed, const struct rows *rows)
{
    unsigned first, size = tw_stencil_part(s, needed, &first);
    uint32_t whole = size > 1 ? whole_vectors(s, lanes) : 0;
    struct lanes part = shifted(lanes, first);
    request(s, prediction, TW_LOAD, &part, whole, size, rows);
    for (unsigned j = 0; j < s->vector; j++) {
        struct lanes single = {.active = 0};
        if (!(needed >> j & 1u)) continue;
        for (unsigned i = 0; i < TW_WARP; i++) {
            single.column[i] = tw_stencil_place(s, lanes->column[i] + j, s->cols);
            bool loads = lanes->active >> i & 1u && !(whole >> i & 1u) && single.column[i] >= 0;
            single.active |= (uint32_t)loads << i;
        }
        request(s, prediction, TW_LOAD, &single, single.active, 1, rows);
    }
}

/* The elements of the vector `k` to the left, or to the right, that are within the radius. */
static unsigned needed_left(const struct tw_stencil *s, unsigned k)
{
    unsigned needed = 0;
    for (unsigned j = 0; j < s->vector; j++) needed |= (unsigned)(k * s->vector - j <= s->radius) << j;
    return needed;
}

static unsigned needed_right(const struct tw_stencil *s, unsigned k)
{
    unsigned needed = 0;
    for (unsigned j = 0; j < s->vector; j++) needed |= (unsigned)((k - 1) * s->vector + j < s->radius) << j;
    return needed;
}

/* What no lane of the warp has is loaded by its last lanes for its first, and by its first for its last; then each element within
   the radius comes from another lane, on both sides. */
static void load_edges(const struct tw_stencil *s, struct tw_prediction *prediction, const struct lanes *own,
                       const struct rows *rows)
{
    int64_t warp = (int64_t)TW_WARP * s->vector;
    bool single = s->radius == 1; /* then the one element that a lane loads is the last of these vectors */
    struct lanes edge = shifted(own, -warp), behind = shifted(own, single ? warp - s->vector + 1 : warp);
    for (unsigned i = 0; i < s->reach; i++) edge.column[i] = behind.column[i];
    edge.active = tw_lanes_below(s->reach) | ~tw_lanes_below(TW_WARP - s->reach);
    load(s, prediction, &edge, needed_left(s, 1) | (single ? 0 : needed_right(s, 1)), rows);
    for (unsigned phase = 0; phase < PHASES; phase++)
        prediction->counts.shuffles += rows->times[phase] * 2 * s->radius * (s->bytes / 4);
}

static void load_neighbours(const struct tw_stencil *s, bool shuffles, struct tw_prediction *prediction,
                            const struct lanes *own, const struct rows *rows)
{
    if (shuffles) {
        load_edges(s, prediction, own, rows);
        return;
    }
    for (unsigned k = 1; k <= s->reach; k++) {
        int64_t shift = (int64_t)(k * s->vector);
        struct lanes left = shifted(own, -shift), right = shifted(own, shift);
        load(s, prediction, &left, needed_left(s, k), rows);
        load(s, prediction, &right, needed_right(s, k), rows);
    }
}

void tw_stencil_load_fixed(const struct tw_stencil *s, struct tw_prediction *prediction,
                           const struct lanes *own, bool edge, const struct rows *rows)
{
    for (unsigned j = 0; j < s->vector; j++) {
        struct lanes single = shifted(own, j);
        single.active = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            int64_t column = single.column[i], radius = (int64_t)s->radius, cols = (int64_t)s->cols;
            bool near = edge || column < radius || column >= cols - radius;
            single.active |= (uint32_t)(near && column >= 0 && column < cols) << i;
        }
        request(s, prediction, TW_LOAD, &single, single.active, 1, rows);
    }
}

static void load_border(const struct tw_stencil *s, struct tw_prediction *prediction, const struct lanes *own)
{
    struct rows inner = all_rows(s, s->in_pitch), edge = {{0}};
    for (unsigned i = 0; i < 2 * s->radius_y && i < s->rows; i++) {
        bool below = i >= s->radius_y && s->rows > 2 * s->radius_y;
        unsigned phase = tw_stencil_phase(s, s->in_pitch, below ? s->rows - 1 - (i - s->radius_y) : i);
        edge.times[phase]++;
        inner.times[phase]--;
    }
    tw_stencil_load_fixed(s, prediction, own, true, &edge);
    tw_stencil_load_fixed(s, prediction, own, false, &inner);
}

void tw_stencil_store(const struct tw_stencil *s, struct tw_prediction *prediction, const struct lanes *own,
                      const struct rows *rows)
{
    uint32_t whole = whole_vectors(s, own);
    request(s, prediction, TW_STORE, own, whole, s->vector, rows);
    for (unsigned j = 0; j < s->vector; j++) {
        struct lanes single = shifted(own, j);
        single.active = 0;
        for (unsigned i = 0; i < TW_WARP; i++)
            single.active |= (uint32_t)(is_within(s, single.column[i]) && !(whole >> i & 1u)) << i;
        request(s, prediction, TW_STORE, &single, single.active, 1, rows);
    }
}

void tw_stencil_read_coefficients(const struct tw_stencil *s, uint32_t active, uint64_t times,
                                  struct tw_prediction *prediction)
{
    for (unsigned k = 0; k < s->coefficients && s->given && times; k++) {
        uint64_t addr[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] = (uint64_t)k * s->bytes;
        if (s->where == STENCIL_READONLY)
            tw_predict_global(prediction, TW_LOAD, s->bytes, addr, active, times);
        else
            tw_predict_constant(prediction, addr, active, times);
    }
}

/* Lanes along a row that do not return at once: their column exists; of shuffles, the first column of their warp. */
static uint64_t working_lanes(const struct tw_stencil *s, bool shuffles)
{
    uint64_t rest = s->cols - (s->tiles_x - 1) * s->tile_cols, last = (rest + s->vector - 1) / s->vector;
    uint64_t lanes = (s->tiles_x - 1) * s->block_x + (last < s->block_x ? last : s->block_x);
    return shuffles ? (lanes + TW_WARP - 1) / TW_WARP * TW_WARP : lanes;
}

static void predict_march(const struct tw_stencil *s, bool shuffles, struct tw_prediction *prediction)
{
    uint64_t warp_cols = (uint64_t)TW_WARP * s->vector;
    struct rows all = all_rows(s, s->in_pitch), centre = all, stored = all_rows(s, s->out_pitch);
    struct kind list[MAX_KINDS];
    unsigned count = tw_stencil_kinds(s->cols, warp_cols, (uint64_t)s->reach * s->vector, 1, list);
    if (!s->line) marched_rows(s, &all, &centre);
    for (unsigned w = 0; w < count; w++) {
        struct tw_prediction one = {.counts = {.known = 0}};
        struct lanes own = {.active = 0};
        for (unsigned i = 0; i < TW_WARP; i++) {
            own.column[i] = (int64_t)(list[w].number * warp_cols + i * s->vector);
            own.active |= (uint32_t)(shuffles || own.column[i] < (int64_t)s->cols) << i;
        }
        load(s, &one, &own, ~0u << s->own_first, &all);
        load_neighbours(s, shuffles, &one, &own, &centre);
        if (s->fixed) load_border(s, &one, &own);
        tw_stencil_store(s, &one, &own, &stored);
        tw_stencil_add_times(&prediction->counts, &one.counts, list[w].times);
    }
    uint64_t lanes = working_lanes(s, shuffles),
             down = s->line ? s->rows : (s->rows + s->height - 1) / s->height;
    tw_stencil_read_coefficients(s, UINT32_MAX, lanes / TW_WARP * down, prediction);
    if (lanes % TW_WARP) tw_stencil_read_coefficients(s, tw_lanes_below(lanes % TW_WARP), down, prediction);
}

/* ---- a block with a tile in shared memory ---- */

/* Blocks that are alike, one of them by its first row and column. */
struct block {
    uint64_t row, column, times;
};

/* Threads `first` to `first + 31` of the block: where they are in the tile. */
struct warp {
    unsigned x[TW_WARP], y[TW_WARP];
    uint32_t live; /* lanes that have a thread */
};

static struct warp warp_of(const struct tw_stencil *s, unsigned first)
{
    struct warp warp = {.live = 0};
    for (unsigned i = 0; i < TW_WARP; i++) {
        warp.x[i] = (first + i) % s->block_x;
        warp.y[i] = (first + i) / s->block_x;
        warp.live |= (uint32_t)(first + i < s->block_x * s->block_y) << i;
    }
    return warp;
}

/* A pass of a warp over the tile with its halo. */
static void fill_pass(const struct tw_stencil *s, const struct warp *warp, const struct block *block,
                      unsigned pass, struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP] = {0};
    uint32_t shared[TW_WARP] = {0}, stores = 0, loads = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        uint32_t written = tw_stencil_written(s, pass, warp->x[i], warp->y[i]);
        if (!(warp->live >> i & 1u) || written == TW_NO_ADDRESS) continue;
        unsigned across = written / s->bytes % s->halo_pitch, down = written / s->bytes / s->halo_pitch;
        int64_t row = (int64_t)(block->row + down) - (int64_t)s->radius_y;
        int64_t column = (int64_t)(block->column + across) - (int64_t)s->radius;
        row = s->line ? (row < (int64_t)s->rows ? row : -1) : tw_stencil_place(s, row, s->rows);
        column = tw_stencil_place(s, column, s->cols);
        stores |= 1u << i;
        shared[i] = written;
        if (row < 0 || column < 0) continue;
        loads |= 1u << i;
        addr[i] = ((uint64_t)row * s->in_pitch + (uint64_t)column) * s->bytes;
    }
    tw_predict_global(prediction, TW_LOAD, s->bytes, addr, loads, block->times);
    tw_predict_request(prediction, 0, shared, stores, block->times);
}

/* A pass of the lanes, `times` times. */
static void read_tile(const struct tw_stencil *s, const struct warp *warp, uint32_t active, unsigned access,
                      unsigned pass, uint64_t times, struct tw_prediction *prediction)
{
    uint32_t addr[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = tw_stencil_read(s, access, pass, warp->x[i], warp->y[i]);
    tw_predict_request(prediction, access, addr, active, times);
}

/* Passes have the same conflicts, for moving all lanes by as many elements only turns the banks; divergent ones do not. */
static void read_neighbours(const struct tw_stencil *s, const struct warp *warp, uint32_t active,
                            uint64_t times, struct tw_prediction *prediction)
{
    for (unsigned access = 1; access <= 2 * s->radius_y + 1; access++) {
        unsigned passes = tw_stencil_passes(s, access), unlike = s->where == STENCIL_DIVERGENT ? passes : 1;
        for (unsigned pass = 0; pass < unlike; pass++)
            read_tile(s, warp, active, access, pass, passes / unlike * times, prediction);
    }
}

/* Thread x begins with coefficient x modulo their number, and goes through all. */
static void read_divergent_coefficients(const struct tw_stencil *s, const struct warp *warp, uint32_t active,
                                        uint64_t times, struct tw_prediction *prediction)
{
    for (unsigned step = 0; step < s->coefficients; step++) {
        uint64_t addr[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++)
            addr[i] = (uint64_t)((warp->x[i] + step) % s->coefficients) * s->bytes;
        tw_predict_constant(prediction, addr, active, times);
    }
}

static void compute(const struct tw_stencil *s, const struct warp *warp, const struct block *block,
                    struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP] = {0};
    uint32_t stores = 0, copies = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        uint64_t row = block->row + warp->y[i], column = block->column + warp->x[i];
        if (!(warp->live >> i & 1u) || row >= s->rows || column >= s->cols) continue;
        stores |= 1u << i;
        copies |= (uint32_t)tw_stencil_is_border(s, row, column) << i;
        addr[i] = (row * s->out_pitch + column) * s->bytes;
    }
    uint32_t sums = stores & ~copies;
    read_neighbours(s, warp, sums, block->times, prediction);
    if (s->where == STENCIL_DIVERGENT)
        read_divergent_coefficients(s, warp, sums, block->times, prediction);
    else
        tw_stencil_read_coefficients(s, sums, sums ? block->times : 0, prediction);
    if (copies) read_tile(s, warp, copies, 2 * s->radius_y + 2, 0, block->times, prediction);
    tw_predict_global(prediction, TW_STORE, s->bytes, addr, stores, block->times);
}

static void predict_block(const struct tw_stencil *s, const struct block *block,
                          struct tw_prediction *prediction)
{
    for (unsigned first = 0; first < s->block_x * s->block_y; first += TW_WARP) {
        struct warp warp = warp_of(s, first);
        for (unsigned pass = 0; pass < tw_stencil_passes(s, 0); pass++)
            fill_pass(s, &warp, block, pass, prediction);
        compute(s, &warp, block, prediction);
    }
}

static void predict_shared(const int64_t *value, const struct tw_stencil *s, struct tw_prediction *prediction)
{
    struct kind across[MAX_KINDS], down[MAX_KINDS];
    struct tw_access_list list = {.shape = prediction->shape};
    unsigned in = period_of(s, s->tile_rows % GRAIN * (s->in_pitch % GRAIN));
    unsigned out = period_of(s, s->tile_rows % GRAIN * (s->out_pitch % GRAIN));
    unsigned columns = tw_stencil_kinds(s->cols, s->tile_cols, s->radius, period_of(s, s->tile_cols), across);
    unsigned rows = tw_stencil_kinds(s->rows, s->tile_rows, s->radius_y, in > out ? in : out, down);
    tw_stencil_accesses(value, &list);
    for (unsigned i = 0; i < list.count; i++)
        tw_predict_access(prediction, list.info[i].name, list.info[i].op, list.info[i].bytes);
    for (unsigned r = 0; r < rows; r++) {
        for (unsigned c = 0; c < columns; c++) {
            struct block block = {down[r].number * s->tile_rows, across[c].number * s->tile_cols,
                                  down[r].times * across[c].times};
            predict_block(s, &block, prediction);
        }
    }
}

void tw_stencil_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                        struct tw_prediction *prediction)
{
    struct tw_stencil s = tw_stencil_of(value);
    (void)shape, (void)launch;
    prediction->counts.known |= TW_KNOWN_GLOBAL | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL_BYTES |
                                TW_KNOWN_CONSTANT | TW_KNOWN(shuffles);
    if (s.async)
        tw_stencil_predict_async(&s, prediction);
    else if (s.marches)
        predict_march(&s, value[STENCIL_method] == STENCIL_SHUFFLE, prediction);
    else
        predict_shared(value, &s, prediction);
}
