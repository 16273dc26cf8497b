/*
 * The transpose family: out[c][r] = in[r][c] for a matrix of any shape and element size, with any pitch on
 * both sides, and for batches of them. A block moves one tile; the blocks are numbered along one dimension,
 * so that their order is free. docs/transpose.md says what each method does.
 */
#include "gen/families/transpose/transpose.h"

#include "gen/families/transpose/accept.h"
#include "gen/families/transpose/choose.h"
#include "gen/families/transpose/describe.h"
#include "gen/families/transpose/predict.h"
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/families/transpose/shuffle.h"
#include "gen/families/transpose/traffic.h"

static const struct tw_field_info fields[] = {TW_TRANSPOSE_FIELDS(TW_FIELD_INFO)};

static void resolve_scalar(int64_t *value)
{
    unsigned bytes = tw_transpose_bytes(value);
    if (value[TRANSPOSE_method] == TRANSPOSE_SHUFFLE) tw_shuffle_default(value);
    tw_transpose_default(value, TRANSPOSE_BDIMY, 8);
    int64_t x = value[TRANSPOSE_BDIMX], y = value[TRANSPOSE_BDIMY];
    tw_transpose_default(value, TRANSPOSE_tile_rows, x > y ? x : y);
    tw_transpose_default(value, TRANSPOSE_tile_cols, x);
    tw_transpose_default(value, TRANSPOSE_unroll, 1);
    tw_transpose_default(value, TRANSPOSE_vector, bytes);
    tw_transpose_default(value, TRANSPOSE_hints, TRANSPOSE_NONE);
    int64_t word = bytes < 4 ? 4 / bytes : 1;
    tw_transpose_default(value, TRANSPOSE_IPAD, value[TRANSPOSE_method] == TRANSPOSE_PADDED ? word : 0);
    tw_transpose_default(value, TRANSPOSE_order, TRANSPOSE_ROWS);
    tw_transpose_default(value, TRANSPOSE_register_transpose, TRANSPOSE_REGISTER_NONE);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    tw_transpose_default_pitches(value);
    if (value[TRANSPOSE_method] == TRANSPOSE_VECTOR || value[TRANSPOSE_method] == TRANSPOSE_ROW_RUN ||
        value[TRANSPOSE_method] == TRANSPOSE_AUTO) {
        tw_transpose_choose(value, target);
    } else {
        resolve_scalar(value);
    }
    tw_transpose_default(value, TRANSPOSE_matrices, 1);
    value[TRANSPOSE_band] = tw_transpose_band(value);
}

/* ---- pointers ---- */

/* Chunks that a thread has loaded before it stores, where rows begin anywhere: no winner has more. */
#define SHIFTED_CHUNKS 4

/* Shifts on both sides, so that the tiles overlap. A band of all tiles stays one. */
static bool relax(int64_t *value)
{
    struct tw_transpose t = tw_transpose_of(value);
    bool down_first = value[TRANSPOSE_order] == TRANSPOSE_COLUMNS;
    if (value[TRANSPOSE_pointers] != TRANSPOSE_BOTH || tw_transpose_align(&t, value) == t.bytes) return false;
    if (t.band == (down_first ? t.walks : t.tiles_across)) value[TRANSPOSE_band] = TW_DERIVED;
    uint32_t tile = tw_transpose_tile_bytes(value);
    if (t.method == TRANSPOSE_ROW_RUN) {
        tw_row_run_relax(value, tile);
        value[TRANSPOSE_band] = tw_transpose_band(value);
        return true;
    }
    value[TRANSPOSE_pointers] = TRANSPOSE_ANY;
    if (t.vector > t.bytes) value[TRANSPOSE_vector] = TW_CHUNK;
    t = tw_transpose_of(value);
    if (t.kept / t.pack % t.unit_cells) value[TRANSPOSE_steps] = 1;
    int64_t most = SHIFTED_CHUNKS / t.pack;
    if (value[TRANSPOSE_unroll] > most) value[TRANSPOSE_unroll] = most;
    value[TRANSPOSE_band] = tw_transpose_band(value);
    return true;
}

/* ---- the kernel ---- */

static struct tw_argument matrix(const char *name, enum tw_argument_role role, const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    bool input = role == TW_ROLE_INPUT;
    return (struct tw_argument){.name = name,
                                .role = role,
                                .before = input ? TW_BEFORE_GIVEN : TW_BEFORE_ANY,
                                .element = (enum tw_element)value[TRANSPOSE_type],
                                .count = input ? t.in_count : t.out_count,
                                .align = tw_transpose_align(&t, value),
                                .first = input ? t.in_offset : t.out_offset};
}

/* The matrices without what lies between their rows, but for whole sectors. */
static struct tw_work work(const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    uint64_t elements = t.batch * t.rows * t.cols;
    const struct tw_rows in = {t.in_offset * t.bytes, t.batch * t.rows, t.in_pitch * t.bytes,
                               t.cols * t.bytes},
                         out = {t.out_offset * t.bytes, t.batch * t.cols, t.out_pitch * t.bytes,
                                t.rows * t.bytes};
    struct tw_work work = {
        .elements = elements, .bytes = 2 * elements * t.bytes, .tile_sectors = tw_transpose_tile_sectors(&t)};
    tw_work_reads(&work, &in);
    tw_work_writes(&work, &out);
    return work;
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    const struct tw_transpose t = tw_transpose_of(value);
    uint32_t bytes = tw_transpose_tile_bytes(value);
    tw_shape_add_argument(shape, matrix("in", TW_ROLE_INPUT, value));
    tw_shape_add_argument(shape, matrix("out", TW_ROLE_OUTPUT, value));
    tw_shape_add_launch(
        shape, (struct tw_launch){.suffix = "",
                                  .grid = {(uint32_t)tw_transpose_blocks(&t, value), 1, 1},
                                  .block = {t.bdimx, t.bdimy, 1},
                                  .shared_bytes = bytes,
                                  .dynamic_shared_bytes = tw_transpose_is_dynamic(&t, bytes) ? bytes : 0,
                                  .carveout = value[TRANSPOSE_carveout] == TW_WORD(0)
                                                  ? -1
                                                  : (int)value[TRANSPOSE_carveout]});
    tw_shape_add_parameter(shape, 0);
    tw_shape_add_parameter(shape, 1);
    shape->work = work(value);
}

static bool tile(const int64_t *value, struct tw_layout *tile)
{
    const struct tw_transpose t = tw_transpose_of(value);
    if (!tw_transpose_is_shared(&t) || t.method == TRANSPOSE_ROW_RUN) return false;
    *tile = tw_transpose_layout(value);
    return true;
}

/* ---- for pictures: the first pass of a whole block over a tile whose sides the block divides ---- */

static void accesses(const int64_t *value, struct tw_access_list *list)
{
    const struct tw_transpose t = tw_transpose_of(value);
    bool is_even = t.tile_cols % t.bdimx == 0 && t.tile_rows % t.bdimy == 0 && t.tile_rows % t.bdimx == 0 &&
                   t.tile_cols % t.bdimy == 0;
    if (!tw_transpose_is_shared(&t) || tw_transpose_in_chunks(&t) || !is_even) return;
    tw_access_list_add(list, (struct tw_access_info){"write row", TW_STORE, t.bytes, .passes = 1});
    tw_access_list_add(list, (struct tw_access_info){"read column", TW_LOAD, t.bytes, .passes = 1});
}

static void addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    struct tw_layout tile = tw_transpose_layout(value);
    unsigned bdimx = (unsigned)value[TRANSPOSE_BDIMX];
    for (unsigned i = 0; i < count; i++) {
        unsigned x = (first + i) % bdimx, y = (first + i) / bdimx;
        addr[i] = tw_layout_element(&tile, access ? x : y, access ? y : x) * tile.element_bytes;
    }
}

/* clang-format off */
static const struct tw_renamed renamed[] = {
    /* was where now */
    {{"method", "flat", 0},                      {0},                   {{"method", "row-run", 0}}},
    {{"vector", NULL, 4},                        {"method", "flat", 0}, {{"register_transpose", "columns", 0}, {"vector", NULL, 16}}},
    {{"register_transpose", NULL, TW_DERIVED},   {0},                   {{"register_transpose", NULL, TW_DERIVED}}},
    {{"hints", "keep", 0},                       {0},                   {{"hints", "evict_last", 0}}},
    {{"hints", "pass", 0},                       {0},                   {{"hints", "evict_first", 0}}},
};

static const struct tw_starter starter = {
    TW_MEMBERS("rows": 257, "cols": 130, "type": "float32"),
    {
     {"chosen", TW_MEMBERS(),
      "no more than the problem: the rest is chosen"},
     {"naive", TW_MEMBERS("method": "naive"),
      "to compare with: no shared memory"},
     {"padded", TW_MEMBERS("method": "padded", "BDIMX": 32, "BDIMY": [8, 16], "IPAD": 1),
      "a tile in shared memory"},
     {"rows", TW_MEMBERS("method": "padded", "in_pitch": 136, "batch": 2),
      "matrices within larger ones, and several"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_transpose = {
    .name = "transpose",
    .template_name = "transpose.cu.mustache",
    .help = "out[c][r] = in[r][c], for matrices of any shape and pitch, and batches",
    .fields = fields,
    .field_count = TRANSPOSE_FIELD_COUNT,
    .renamed = renamed,
    .renamed_count = sizeof renamed / sizeof *renamed,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .chosen = tw_transpose_chosen,
    .candidates = tw_transpose_candidates,
    .accept = tw_transpose_accept,
    .relax = relax,
    .shape = shape,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .predict = tw_transpose_predict,
    .describe = tw_transpose_describe,
};
