/*
 * walk.h - the tile of a variant, and which thread takes which of its elements.
 *
 * Item number i of an access is the element that is written from, or read into, out[i]. The items are shared out to the
 * threads of the block, in passes where they are more:
 *
 *     linear    thread t takes the items t, t + threads, t + 2 * threads, ...
 *     2d        an item has coordinates (x, y, z), i = (z * Y + y) * X + x; a thread takes those that are its own ones
 *               plus multiples of the block's sides
 *
 * Where item i = (x, y, z) lies, in a tile of D slices of H rows of W columns:
 *
 *     row       slice z, row y, column x      X, Y, Z = W, H, D
 *     col       slice z, row x, column y      X, Y, Z = H, W, D
 */
#ifndef TW_GEN_FAMILIES_TILE_WALK_H
#define TW_GEN_FAMILIES_TILE_WALK_H

#include "gen/families/tile/fields.h"

enum { TILE_WRITE, TILE_READ, TILE_ACCESSES };
enum { TILE_X, TILE_Y, TILE_Z, TILE_AXES };

struct tw_tile {
    unsigned dims;
    unsigned depth, rows, columns; /* rows: of a slice */
    unsigned elements;
    unsigned block[TILE_AXES]; /* the block's sides */
    unsigned threads;
    bool linear;
    bool along_rows[TILE_ACCESSES]; /* else down the columns */
};

/* The variant's; its sides may be too large to be accepted, elements is then the product modulo 2^32. */
struct tw_tile tw_tile_of(const int64_t *value);

/* The extents of an access's items. */
void tw_tile_extents(const struct tw_tile *tile, unsigned access, unsigned extent[TILE_AXES]);

/* In how many passes the block goes through the tile: in all, and in a direction. */
unsigned tw_tile_passes(const struct tw_tile *tile, unsigned access);
unsigned tw_tile_passes_along(const struct tw_tile *tile, unsigned access, unsigned axis);

/* Each thread takes exactly one item: nothing is guarded, nothing repeated. */
bool tw_tile_is_block(const struct tw_tile *tile);

/* The tile of one dimension is padded after every pad_every elements: its layout then has rows of so many, the last one of which may not
   be full. */
bool tw_tile_is_cut(const int64_t *value);
struct tw_layout tw_tile_layout(const int64_t *value);

/*
 * Two tiles of a variant are gone through together; each is one of a variant of its own, whose fields these are: all functions but the
 * next two, and those of the family, take them. The second tile begins at a multiple of 4 bytes, so that its banks do not depend on the first.
 */
void tw_tile_values(const int64_t *value, unsigned number, int64_t own[TILE_FIELD_COUNT]);
/* The byte where tile `number` of all begins: of number `tiles`, where the last one ends. */
uint32_t tw_tile_start(const int64_t *value, unsigned number);
enum tw_element tw_tile_element(const int64_t *value);

#endif
