/*
 * fields.h - the fields of the `transpose` family: one table, from which come the enum, the parser's checks, the
 * JSON Schema, the help and the reference page. It needs no other header of the family. Each of the others stands on those
 * before it:
 *
 *     fields.h        the words
 *     tile.h          a variant in numbers
 *     row_run/        tiles that are runs of memory, and their register transposes (the method row-run)
 *     shuffle.h       squares that a warp transposes in its registers (the method shuffle)
 *     accept.h        what a variant takes of a block, and whether it is possible
 *     predict.h, describe.h, traffic.h    what it costs in shared memory; its template's variables; sectors from the L2
 *     candidates.h, features.h, choose.h  schedules worth trying, what a model knows of them, and the choice
 *     transpose.h     the family
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_FIELDS_H
#define TW_GEN_FAMILIES_TRANSPOSE_FIELDS_H

#include "gen/family.h"

#define TW_TRANSPOSE_SIDE_MAX  INT64_C(2147483647) /* rows and columns are counted in 32 bits */
#define TW_TRANSPOSE_PITCH_MAX INT64_C(4294967296)

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TW_TRANSPOSE_METHODS(X)                                                             \
    X(TRANSPOSE_AUTO, "auto") X(TRANSPOSE_NAIVE, "naive") X(TRANSPOSE_SHARED, "shared")     \
    X(TRANSPOSE_PADDED, "padded") X(TRANSPOSE_SKEWED, "skewed") X(TRANSPOSE_XOR, "xor")     \
    X(TRANSPOSE_VECTOR, "vector") X(TRANSPOSE_ROW_RUN, "row-run") X(TRANSPOSE_SHUFFLE, "shuffle")
#define TW_TRANSPOSE_ORDERS(X) X(TRANSPOSE_ROWS, "rows") X(TRANSPOSE_COLUMNS, "columns")
#define TW_TRANSPOSE_HINTS(X)                                                           \
    X(TRANSPOSE_NONE, "none") X(TRANSPOSE_LOADS, "loads") X(TRANSPOSE_STORES, "stores") \
    X(TRANSPOSE_STREAM, "stream") X(TRANSPOSE_EVICT_LAST, "evict_last")                 \
    X(TRANSPOSE_EVICT_FIRST, "evict_first") X(TRANSPOSE_FETCH, "fetch")
#define TW_TRANSPOSE_REGISTERS(X)                                                       \
    X(TRANSPOSE_REGISTER_NONE, "none") X(TRANSPOSE_REGISTER_CHUNKS, "chunks")           \
    X(TRANSPOSE_REGISTER_COLUMNS, "columns") X(TRANSPOSE_REGISTER_MATRICES, "matrices")
#define TW_TRANSPOSE_POINTERS(X)                                                      \
    X(TRANSPOSE_BOTH, "both") X(TRANSPOSE_ALIGNED, "aligned") X(TRANSPOSE_ANY, "any")

/*    key         kind           low high                    words                                      required fallback     in words help, swept, roles */
#define TW_TRANSPOSE_FIELDS(X)                                                                                                   \
    X(rows,       TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      true,    0,           NULL, \
      "rows of the input, columns of the output", 0, TW_FIELD_PROBLEM)                                                                       \
    X(cols,       TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      true,    0,           NULL, \
      "columns of the input, rows of the output", 0, TW_FIELD_PROBLEM)                                                                       \
    X(batch,      TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      false,   1,           NULL, \
      "matrices, one after the other: matrix b begins at element b * rows * in_pitch, and b * cols * out_pitch", 0, TW_FIELD_PROBLEM)       \
    X(in_pitch,   TW_FIELD_INT,  1,  TW_TRANSPOSE_PITCH_MAX, NULL,                                      false,   TW_DERIVED,  "cols", \
      "elements from one row of the input to the next", 0, TW_FIELD_PROBLEM)                                                                 \
    X(out_pitch,  TW_FIELD_INT,  1,  TW_TRANSPOSE_PITCH_MAX, NULL,                                      false,   TW_DERIVED,  "rows", \
      "elements from one row of the output to the next", 0, TW_FIELD_PROBLEM)                                                                \
    X(in_offset,  TW_FIELD_INT,  0,  1024,                   NULL,                                      false,   0,           NULL, \
      "elements in the buffer before the first of the input", 0, TW_FIELD_PROBLEM)                     \
    X(out_offset, TW_FIELD_INT,  0,  1024,                   NULL,                                      false,   0,           NULL, \
      "elements in the buffer before the first of the output", 0, TW_FIELD_PROBLEM)                    \
    X(type,       TW_FIELD_ENUM, 0,  0,                      tw_element_words,                          false,   TW_FLOAT32,  NULL, \
      "element type; only its size matters", 0, TW_FIELD_PROBLEM)                                                                            \
    X(method,     TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_METHODS),                             false,   TRANSPOSE_AUTO, NULL, \
      "how a block moves its tile", 0, 0)                                                     \
    X(BDIMX,      TW_FIELD_INT,  1,  1024,                   NULL,                                      false,   32,          NULL, \
      "threads of the block in x", 0, TW_FIELD_BLOCK_X)                                                                                     \
    X(BDIMY,      TW_FIELD_INT,  1,  1024,                   NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto, vector and row-run; else 8, for shuffle at most the warps that the tile needs", "threads of the block in y", 0, TW_FIELD_BLOCK_Y)                    \
    X(IPAD,       TW_FIELD_INT,  0,  1024,                   NULL,                                      false,   TW_DERIVED,      \
      "for padded 4 bytes, or one element if that is wider; else 0", "elements added to every row of the tile", 0, TW_FIELD_PADDING)  \
    X(tile_rows,  TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto, vector and row-run; 32 for shuffle; else the block's longer side", "rows of the input in a tile", 0, 0)                     \
    X(tile_cols,  TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto, vector and row-run; for shuffle enough for 8 warps; else BDIMX", "columns of the input in a tile", 0, 0)                                         \
    X(matrices,   TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto and row-run; else 1", "whole matrices in a tile of the row-run method", 0, 0)                                  \
    X(register_transpose, TW_FIELD_ENUM, 0, 0, TW_WORDS_OF(TW_TRANSPOSE_REGISTERS),                     false,   TW_DERIVED,      \
      "chosen for auto; for row-run chunks or matrices if the tile allows it; else none", "what a thread of the row-run method transposes in registers: chunks of 16 bytes in a few rows, a few columns, or whole matrices; none: elements go one by one", 0, 0) \
    X(vector,     TW_FIELD_INT,  1,  16,                     NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto, vector and row-run; else the element's bytes", "bytes of an access to the input: 4, 8 or 16 for vector, 16 for row-run", 0, 0) \
    X(unroll,     TW_FIELD_INT,  1,  64,                     NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto, vector and row-run; for shuffle 128 bytes of elements, at most 32; else 1", "loads of a thread before it stores; for shuffle the side of its squares: 4, 8, 16 or 32", 0, 0) \
    X(steps,      TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      false,   1,           NULL, \
      "tiles below each other that a block of the vector method moves", 0, 0) \
    X(order,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_ORDERS),                              false,   TW_DERIVED,      \
      "chosen for auto and vector; else rows", "whether blocks follow the input's rows or its columns", 0, 0)          \
    X(band,       TW_FIELD_INT,  1,  TW_TRANSPOSE_SIDE_MAX,  NULL,                                      false,   TW_DERIVED,      \
      "chosen for auto, vector and row-run; else all", "tiles of a row of tiles (or column, by order) that blocks take before they go to the next one", 0, 0) \
    X(hints,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_HINTS),                               false, TW_DERIVED,  \
      "chosen for auto, vector and row-run; else none",                                                                      \
      "hints to the caches. loads, stores, stream: loaded, stored or all data is not used again; evict_last: the L2 evicts loaded data last; evict_first: stored data first; fetch: it fetches lines of 128 bytes", 0, 0) \
    X(pointers,   TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_POINTERS),                            false,   TRANSPOSE_BOTH, NULL, \
      "aligned: pointers must be multiples of 16 bytes; any: of an element's bytes; both: a second kernel takes other pointers", 0, 0) \
    X(carveout,   TW_FIELD_INT,  0,  100,                    TW_WORDS("default"),                       false,   TW_WORD(0),  NULL, \
      "preferred shared-memory carveout, percent of the largest", 0, 0)
/* clang-format on */

enum tw_transpose_method { TW_TRANSPOSE_METHODS(TW_CONSTANT_OF) };
enum tw_transpose_pointers { TW_TRANSPOSE_POINTERS(TW_CONSTANT_OF) };
enum tw_transpose_order { TW_TRANSPOSE_ORDERS(TW_CONSTANT_OF) };
enum tw_transpose_register { TW_TRANSPOSE_REGISTERS(TW_CONSTANT_OF) };
enum tw_transpose_hints { TW_TRANSPOSE_HINTS(TW_CONSTANT_OF) };

enum tw_transpose_field {
#define X(key, ...) TRANSPOSE_##key,
    TW_TRANSPOSE_FIELDS(X)
#undef X
        TRANSPOSE_FIELD_COUNT
};

/* Bytes of an element. */
static inline unsigned tw_transpose_bytes(const int64_t *value)
{
    return tw_element_info((enum tw_element)value[TRANSPOSE_type])->bytes;
}

/* Whether nobody gave the field. */
static inline bool tw_transpose_is_open(const int64_t *value, enum tw_transpose_field field)
{
    return value[field] == (field == TRANSPOSE_method ? (int64_t)TRANSPOSE_AUTO : TW_DERIVED);
}

/* Gives the field a value if nobody did. */
static inline void tw_transpose_default(int64_t *value, enum tw_transpose_field field, int64_t fallback)
{
    if (value[field] == TW_DERIVED) value[field] = fallback;
}

/* Dense rows where nobody says otherwise. */
static inline void tw_transpose_default_pitches(int64_t *value)
{
    tw_transpose_default(value, TRANSPOSE_in_pitch, value[TRANSPOSE_cols]);
    tw_transpose_default(value, TRANSPOSE_out_pitch, value[TRANSPOSE_rows]);
}

#endif
