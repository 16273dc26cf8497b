/*
 * What the tiles of a transpose read from the L2. Where rows begin anywhere a row of a tile touches a sector more than it
 * fills, and tiles share rows: DRAM is read once all the same, but between the halves of the L2 and to the multiprocessors
 * such sectors pass once for each tile (docs/measurements/transpose.md).
 */
#include "gen/families/transpose/traffic.h"

#include "base/whole.h"

/* Sectors that the loads of a row of a tile touch, which begins at byte `begin` of a sector. A shifted chunk is loaded
   as the two aligned ones around it, of which the last one may lie behind the row. */
static uint64_t run_sectors(const struct tw_transpose *t, uint64_t begin, uint64_t bytes)
{
    uint64_t end = begin + bytes, chunks = (bytes + TW_CHUNK - 1) / TW_CHUNK;
    if (t->in_grain < t->vector) {
        uint64_t behind = (begin / TW_CHUNK + chunks + 1) * TW_CHUNK;
        end = behind > end ? behind : end;
    }
    return (end + TW_SECTOR - 1) / TW_SECTOR;
}

/* The sectors of tile number `tile` of a row of the input that begins at byte `begin` of a sector. */
static uint64_t tile_run(const struct tw_transpose *t, uint64_t begin, uint64_t tile)
{
    uint64_t width = (uint64_t)t->tile_cols * t->bytes, before = tile * width,
             behind = t->cols * t->bytes - before;
    return run_sectors(t, (begin + before) % TW_SECTOR, behind < width ? behind : width);
}

/* The sectors of all its tiles: the tiles between the first and the last two are alike, for chunks behind a tile are in
   the next one. */
static uint64_t row_sectors(const struct tw_transpose *t, uint64_t begin)
{
    uint64_t across = t->tiles_across, between = across > 3 ? across - 3 : 0, sum = tile_run(t, begin, 0);
    if (between) sum += between * tile_run(t, begin, 1);
    for (uint64_t tile = 1 + between; tile < across; tile++) sum += tile_run(t, begin, tile);
    return sum;
}

/* Where a row begins in a sector depends on its number modulo 32 / bytes, of which tiles, and the rows that a walk keeps, are
   multiples: of_place[i] are the sectors of one that begins at element i of a sector. */
static uint64_t matrix_sectors(const struct tw_transpose *t, uint64_t place,
                               const uint64_t of_place[TW_SECTOR])
{
    uint64_t kinds = TW_SECTOR / t->bytes, last = t->tiles_down - 1, sum = 0;
    uint64_t kept = (t->tiles_down - t->walks) * t->kept, cut = t->rows - last * t->step;
    for (uint64_t kind = 0; kind < kinds; kind++) {
        uint64_t rows = (last * t->tile_rows - kept) / kinds + tw_of_kind(cut, kind, kinds);
        sum += rows * of_place[(place + kind * t->in_pitch) % kinds];
    }
    return sum;
}

uint64_t tw_transpose_tile_sectors(const struct tw_transpose *t)
{
    uint64_t kinds = TW_SECTOR / t->bytes, of_place[TW_SECTOR], sum = 0;
    if (t->method != TRANSPOSE_VECTOR || t->tiles_across == 1) return 0;
    for (uint64_t place = 0; place < kinds; place++) of_place[place] = row_sectors(t, place * t->bytes);
    for (uint64_t kind = 0; kind < kinds && kind < t->batch; kind++) {
        uint64_t place = t->in_offset + kind * t->rows * t->in_pitch;
        sum += tw_of_kind(t->batch, kind, kinds) * matrix_sectors(t, place, of_place);
    }
    return sum;
}
