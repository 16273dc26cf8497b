/*
 * fields.h - the fields of the `tile` family: one table, from which come the enum, the parser's checks, the JSON Schema,
 * the help and the reference page.
 */
#ifndef TW_GEN_FAMILIES_TILE_FIELDS_H
#define TW_GEN_FAMILIES_TILE_FIELDS_H

#include "gen/family.h"

/* A tile has so many elements at most: 16 bits number them, so two bytes of an index show them all. */
#define TILE_MAX_ELEMENTS 65536

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TW_TILE_LAYOUTS(X)                                                           \
    X(TILE_ROW_ROW, "row-row") X(TILE_COL_COL, "col-col") X(TILE_ROW_COL, "row-col") \
    X(TILE_COL_ROW, "col-row")
/* A second tile is accessed as the first is, or as one of those words says, which stand in the same order. */
#define TW_TILE_SECOND_LAYOUTS(X) X(TILE_AS_FIRST, "first") TW_TILE_LAYOUTS(X)
#define TW_TILE_INDEXES(X) X(TILE_2D, "2d") X(TILE_LINEAR, "linear")
#define TW_TILE_DECLARATIONS(X) X(TILE_STATIC, "static") X(TILE_DYNAMIC, "dynamic")
#define TW_TILE_SCOPES(X) X(TILE_KERNEL, "kernel") X(TILE_FILE, "file")
#define TW_TILE_BARRIERS(X) X(TILE_BLOCK_BARRIER, "block") X(TILE_WARP_BARRIER, "warp") X(TILE_NO_BARRIER, "none")
#define TW_TILE_MEMORIES(X) X(TILE_PLAIN, "plain") X(TILE_VOLATILE, "volatile")

/*    key      kind           low high  words                                              required fallback        in words  help, swept, roles */
#define TW_TILE_FIELDS(X)                                                                                                      \
    X(BDIMX,   TW_FIELD_INT,  1,  1024, NULL,                                              true,    0,              NULL,     \
      "threads of the block in x, and columns of the tile unless tile_cols says otherwise", 0, TW_FIELD_BLOCK_X)                                                          \
    X(BDIMY,   TW_FIELD_INT,  1,  1024, NULL,                                              true,    0,              NULL,     \
      "threads of the block in y, and rows of the tile unless tile_rows says otherwise", 0, TW_FIELD_BLOCK_Y)                                                             \
    X(IPAD,    TW_FIELD_INT,  0,  1024, NULL,                                              false,   0,              NULL,     \
      "elements added to every row of the tile, or after every pad_every elements", 32, TW_FIELD_PADDING)                                                                    \
    X(layout,  TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_LAYOUTS),                      false, 0,        NULL,     \
      "order of the write, then of the read", 0, TW_FIELD_PROBLEM)                                                                         \
    X(index,   TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_INDEXES),                      false,   TW_DERIVED,               \
      "2d; linear for row-col and col-row on a tile that is not square",                                                      \
      "how an access finds its element: by row and column, or by the linear thread number", 0, 0)                          \
    X(shared,  TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_DECLARATIONS),                 false,   0,              NULL,     \
      "how the tile is declared", 0, 0)                                                                                    \
    X(scope,   TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_SCOPES),                       false,   0,              NULL,     \
      "where the declaration of the tile stands", 0, 0)                                                                    \
    X(swizzle, TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_SWIZZLE_WORDS),               false,   0,              NULL,     \
      "permutation of the columns within each row", TW_SWIZZLE_XOR, TW_FIELD_SWIZZLE)                                                     \
    X(type,    TW_FIELD_ENUM, 0,  0,    tw_element_words,                                  false,   TW_INT32,       NULL,     \
      "element type", 0, TW_FIELD_PROBLEM)                                                                                                 \
    X(carveout,TW_FIELD_INT,  0,  100,  TW_WORDS("default"),                               false,   TW_WORD(0),     NULL,     \
      "preferred shared-memory carveout, percent of the largest", 0, 0)                                                    \
    X(cache_config, TW_FIELD_ENUM, 0, 0, tw_cache_config_words,                            false,   TW_CACHE_NONE,  NULL,     \
      "preferred use of the memory that shared memory and L1 cache share", 0, 0)                             \
    X(memory,  TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_MEMORIES),                     false,   0,              NULL,     \
      "whether the tile is declared volatile", 0, 0) \
    X(BDIMZ,   TW_FIELD_INT,  1,  64,   NULL,                                              false,   1,              NULL,     \
      "threads of the block in z, and slices of a tile of three dimensions", 0, 0)                                         \
    X(dims,    TW_FIELD_INT,  1,  3,    TW_WORDS("auto"),                                  false,   TW_WORD(0),     NULL,     \
      "dimensions of the tile: tile[W], tile[H][W] or tile[D][H][W]; auto: 2, or 3 for a block or tile with depth", 0, 0)                               \
    X(tile_rows,  TW_FIELD_INT, 1, TILE_MAX_ELEMENTS, TW_WORDS("block"),                   false,   TW_WORD(0),     NULL,     \
      "rows of each slice of the tile; block: the block's threads in y (1 in one dimension)", 0, TW_FIELD_PROBLEM) \
    X(tile_cols,  TW_FIELD_INT, 1, TILE_MAX_ELEMENTS, TW_WORDS("block"),                   false,   TW_WORD(0),     NULL,     \
      "columns of the tile; block: the block's threads in x (in one dimension all its threads)", 0, TW_FIELD_PROBLEM)     \
    X(tile_depth, TW_FIELD_INT, 1, TILE_MAX_ELEMENTS, TW_WORDS("block"),                   false,   TW_WORD(0),     NULL,     \
      "slices of a tile of three dimensions; block: the block's threads in z", 0, TW_FIELD_PROBLEM) \
    X(writes,  TW_FIELD_TEXT, 0,  0,    TW_WORDS("layout"),                                false,   TW_WORD(0),     NULL,     \
      "the element that is written for each number idx: as layout says, or a pattern that takes each element once", 0, TW_FIELD_PROBLEM) \
    X(reads,   TW_FIELD_TEXT, 0,  0,    TW_WORDS("layout"),                                false,   TW_WORD(0),     NULL,     \
      "the element that is read for it: as layout says, or linear, broadcast, serial, strided 3, permutation 1, a list, an expression", 0, TW_FIELD_PROBLEM) \
    X(pad_every, TW_FIELD_INT, 0, TILE_MAX_ELEMENTS, NULL,                                 false,   0,              NULL,     \
      "elements of a tile of one dimension between paddings: 32 puts element i at i + i / 32 * IPAD; 0: padding only at the end", 0, 0) \
    X(barrier, TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_BARRIERS),                     false,   0,              NULL,     \
      "the barrier between write and read: of the block, of each warp, or none; too weak a barrier is a race", 0, 0) \
    X(min_blocks, TW_FIELD_INT, 0, 32,  NULL,                                              false,   0,              NULL,     \
      "blocks that a multiprocessor should hold, the second number of __launch_bounds__; 0: no such number", 0, 0) \
    X(tiles,   TW_FIELD_INT,  1,  TW_MAX_TILES, NULL,                                         false,   1,              NULL,     \
      "tiles in shared memory; all threads write and read each of them", 0, TW_FIELD_PROBLEM)              \
    X(IPAD2,   TW_FIELD_INT,  0,  1024, TW_WORDS("first"),                                 false,   TW_WORD(0),     NULL,     \
      "IPAD of the second tile; first: the same as IPAD", 0, 0)                                                              \
    X(layout2, TW_FIELD_ENUM, 0,  0,    TW_WORDS_OF(TW_TILE_SECOND_LAYOUTS),               false,   0,              NULL,     \
      "layout of the second tile; first: the same as layout", 0, TW_FIELD_PROBLEM)                                             \
    X(writes2, TW_FIELD_TEXT, 0,  0,    TW_WORDS("first", "layout"),                       false,   TW_WORD(0),     NULL,     \
      "writes of the second tile; first: the same as writes; layout: as layout2 says", 0, TW_FIELD_PROBLEM)                   \
    X(reads2,  TW_FIELD_TEXT, 0,  0,    TW_WORDS("first", "layout"),                       false,   TW_WORD(0),     NULL,     \
      "reads of the second tile; first: the same as reads; layout: as layout2 says", 0, TW_FIELD_PROBLEM)
/* clang-format on */

enum tw_tile_field {
#define X(key, ...) TILE_##key,
    TW_TILE_FIELDS(X)
#undef X
        TILE_FIELD_COUNT
};

enum tw_tile_layout { TW_TILE_LAYOUTS(TW_CONSTANT_OF) };
enum { TILE_AS_FIRST };
enum tw_tile_index { TW_TILE_INDEXES(TW_CONSTANT_OF) };
enum tw_tile_shared { TW_TILE_DECLARATIONS(TW_CONSTANT_OF) };
enum tw_tile_scope { TW_TILE_SCOPES(TW_CONSTANT_OF) };
enum tw_tile_barrier { TW_TILE_BARRIERS(TW_CONSTANT_OF) };
enum tw_tile_memory { TW_TILE_MEMORIES(TW_CONSTANT_OF) };

#endif
