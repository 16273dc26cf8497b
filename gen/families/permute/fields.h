/*
 * fields.h - the fields of the `permute` family: one table, from which come the enum, the parser's checks, the JSON Schema, the
 * help and the reference page. Each header of the family stands on those before it:
 *
 *     axes.h          what a permutation moves: texts (read in texts/) -> extents and strides, and their canonical form
 *     fields.h        the words
 *     cast.h          what becomes of an element on its way
 *     order.h, tile.h a variant in numbers: the tile, and where each thread goes in it
 *     transposed.h    permutations that are a transpose, which the transpose family answers for
 *     predict.h, describe.h    what a variant costs, and the problem at least; its template's variables
 *     runs.h, choose.h         the tiles worth trying, and how they lie in shared memory; the choice
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_FIELDS_H
#define TW_GEN_FAMILIES_PERMUTE_FIELDS_H

#include "gen/families/permute/axes.h"
#include "gen/families/transpose/fields.h"
#include "gen/family.h"

#define TW_PERMUTE_OFFSET_MAX (INT64_C(1) << 48) /* more than the bytes that can be addressed */
#define TW_PERMUTE_RUN_MAX    65536
#define TW_PERMUTE_BLOCKS_MAX INT64_C(2147483647) /* of a grid, in x */

/* clang-format off */
#define TW_PERMUTE_METHODS(X)                                                            \
    X(PERMUTE_AUTO, "auto") X(PERMUTE_NAIVE, "naive") X(PERMUTE_ROWS, "rows")            \
    X(PERMUTE_CHUNKS, "chunks") X(PERMUTE_TILE, "tile") X(PERMUTE_SHIFTED, "shifted") X(PERMUTE_TRANSPOSE, "transpose")

/* What tiles share along the run of the output: nothing but with the last one, or so much that each sector is written by one, whole. */
#define TW_PERMUTE_OVERLAPS(X) X(PERMUTE_OVERLAP_NONE, "none") X(PERMUTE_OVERLAP_SECTORS, "sectors")

/*    key         kind           low high                      words                                required fallback     in words help, swept, roles */
#define TW_PERMUTE_FIELDS(X)                                                                                                     \
    X(axes,       TW_FIELD_TEXT, 0,  0,                        NULL,                                true,    0,           NULL,  \
      "axes of input and output by names, b (h p) w -> b h (p w), or the input's axes in the output's order, 0 2 1", 0, TW_FIELD_PROBLEM) \
    X(shape,      TW_FIELD_TEXT, 0,  0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "extents of the input's axes, one for each name or parenthesis: 64 3 224 224", 0, TW_FIELD_PROBLEM)                         \
    X(sizes,      TW_FIELD_TEXT, 0,  0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "extents of named axes: h=14 p=16", 0, TW_FIELD_PROBLEM)                                                                 \
    X(in_strides, TW_FIELD_TEXT, 0,  0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "elements from one index to the next, for each axis of the input; none: no gaps, and the last axis is the fastest", 0, TW_FIELD_PROBLEM) \
    X(out_strides, TW_FIELD_TEXT, 0, 0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "the same for the output", 0, TW_FIELD_PROBLEM)                                                                           \
    X(in_offset,  TW_FIELD_INT,  0,  TW_PERMUTE_OFFSET_MAX,    NULL,                                false,   0,           NULL,  \
      "elements of the buffer before the first that is read", 0, TW_FIELD_PROBLEM)                                              \
    X(out_offset, TW_FIELD_INT,  0,  TW_PERMUTE_OFFSET_MAX,    NULL,                                false,   0,           NULL,  \
      "elements of the buffer before the first that is written", 0, TW_FIELD_PROBLEM)                                           \
    X(type,       TW_FIELD_ENUM, 0,  0,                        tw_element_words,                    false,   TW_FLOAT32,  NULL,  \
      "element type; only its size matters, unless it is cast or scaled", 0, TW_FIELD_PROBLEM)                                   \
    X(out_type,   TW_FIELD_ENUM, 0,  0,                        tw_element_words,                    false,   TW_DERIVED,  "type", \
      "element type of the output; another one than type is a floating-point type, and elements are cast", 0, TW_FIELD_PROBLEM)              \
    X(alpha,      TW_FIELD_REAL, 0,  0,                        TW_WORDS("1"),                       false,   TW_WORD(0),  NULL,  \
      "a factor for all elements, before the cast", 0, TW_FIELD_PROBLEM)                                        \
    X(method,     TW_FIELD_ENUM, 0,  0,                        TW_WORDS_OF(TW_PERMUTE_METHODS),     false,   PERMUTE_AUTO, NULL, \
      "how elements are moved", 0, 0)                                                                                            \
    X(BDIMX,      TW_FIELD_INT,  1,  1024,                     NULL,                                false,   TW_DERIVED,         \
      "256; chosen for transpose", "threads of the block in x", 0, TW_FIELD_BLOCK_X)                           \
    X(in_run,     TW_FIELD_INT,  0,  TW_PERMUTE_RUN_MAX,       NULL,                                false,   TW_DERIVED,         \
      "chosen for tile and shifted; else 0", "bytes of a tile that lie side by side in the input", 0, 0)                            \
    X(out_run,    TW_FIELD_INT,  0,  TW_PERMUTE_RUN_MAX,       NULL,                                false,   TW_DERIVED,         \
      "chosen for tile, shifted, rows and chunks; else 0", "bytes of a tile that lie side by side in the output; for rows and chunks all its bytes", 0, 0) \
    X(overlap,    TW_FIELD_ENUM, 0,  0,                        TW_WORDS_OF(TW_PERMUTE_OVERLAPS),    false,   TW_DERIVED,         \
      "sectors for shifted if tiles then overlap by an eighth at most; else none", \
      "sectors: tiles of the method shifted overlap, so that one tile writes each whole sector", 0, 0) \
    X(IPAD,       TW_FIELD_INT,  0,  1024,                     NULL,                                false,   TW_DERIVED,         \
      "for tile and shifted by the fewest bank conflicts; else 0", "unused elements of shared memory after every pad_every", 0, TW_FIELD_PADDING) \
    X(pad_every,  TW_FIELD_INT,  0,  TW_PERMUTE_RUN_MAX,       NULL,                                false,   TW_DERIVED,         \
      "chosen with IPAD", "elements of the tile, in the output's order, between paddings; 0: no padding", 0, 0) \
    X(lanes,      TW_FIELD_INT,  0,  32,                       NULL,                                false,   TW_DERIVED,         \
      "for tile and shifted 8 if loads have 8 bytes or more, else 32; else 0", "lanes of a warp that load side by side", 0, 0) \
    X(vector,     TW_FIELD_INT,  1,  16,                       NULL,                                false,   TW_DERIVED,         \
      "16; the element's bytes for naive; chosen for transpose", "most bytes of an access to global memory", 0, 0)         \
    X(blocks,     TW_FIELD_INT,  0,  TW_PERMUTE_BLOCKS_MAX,    NULL,                                false,   TW_DERIVED,         \
      "for tile, shifted, rows and chunks one per tile, at most what the device holds; else 0", "blocks of the grid; each takes tiles in turn", 0, 0) \
    X(order,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_ORDERS),                          false,   TW_DERIVED,         \
      "columns; chosen for transpose", "rows: tiles follow the input's fastest axes; columns: the output's", 0, 0) \
    X(transpose,  TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_METHODS),                         false,   TRANSPOSE_AUTO, NULL, \
      "method of the transpose family, which also has the fields below", 0, 0)                                  \
    X(BDIMY,      TW_FIELD_INT,  1,  1024,                     NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "threads of the block in y", 0, TW_FIELD_BLOCK_Y)                                            \
    X(tile_rows,  TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "rows of a tile, for transpose", 0, 0)                                                       \
    X(tile_cols,  TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "columns of a tile, for transpose", 0, 0)                                                    \
    X(matrices,   TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "whole matrices in a tile, for transpose", 0, 0)                                             \
    X(register_transpose, TW_FIELD_ENUM, 0, 0, TW_WORDS_OF(TW_TRANSPOSE_REGISTERS),                 false,   TW_DERIVED,         \
      "chosen for transpose", "what a thread transposes in registers, for transpose", 0, 0)                         \
    X(unroll,     TW_FIELD_INT,  0,  64,                       NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "loads of a thread before it stores, for transpose", 0, 0)                           \
    X(steps,      TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "tiles that a block moves, for transpose", 0, 0)                                             \
    X(band,       TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "chosen for transpose", "tiles of a row of tiles that blocks take together, for transpose", 0, 0)                                            \
    X(hints,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_HINTS),                           false,   TW_DERIVED,         \
      "chosen for transpose", "hints to the caches, for transpose", 0, 0)                           \
    X(pointers,   TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_POINTERS),                        false,   TRANSPOSE_BOTH, NULL, \
      "aligned: pointers must be multiples of 16 bytes; any: of an element's bytes; both: a second kernel takes other pointers", 0, 0) \
    X(carveout,   TW_FIELD_INT,  0,  100,                      TW_WORDS("default"),                 false,   TW_WORD(0),  NULL,  \
      "preferred shared-memory carveout, percent of the largest", 0, 0)
/* clang-format on */

enum tw_permute_method { TW_PERMUTE_METHODS(TW_CONSTANT_OF) };
enum tw_permute_overlap { TW_PERMUTE_OVERLAPS(TW_CONSTANT_OF) };

enum tw_permute_field {
#define X(key, ...) PERMUTE_##key,
    TW_PERMUTE_FIELDS(X)
#undef X
        PERMUTE_FIELD_COUNT
};

extern const struct tw_field_info tw_permute_fields[PERMUTE_FIELD_COUNT];

/* The element type of the input or the output. */
static inline enum tw_element tw_permute_type(const int64_t *value, bool by_input)
{
    bool own = by_input || value[PERMUTE_out_type] == TW_DERIVED;
    return (enum tw_element)value[own ? PERMUTE_type : PERMUTE_out_type];
}

/* Bytes of an element: of the input, or of the output; of the wider one. */
static inline unsigned tw_permute_side_bytes(const int64_t *value, bool by_input)
{
    return tw_element_info(tw_permute_type(value, by_input))->bytes;
}
static inline unsigned tw_permute_bytes(const int64_t *value)
{
    unsigned in = tw_permute_side_bytes(value, true), out = tw_permute_side_bytes(value, false);
    return in > out ? in : out;
}

/* Whether the method uses every field that is given and not 0. False, with the reason (NULL: nobody needs it): one is for others. */
bool tw_permute_uses(const int64_t *value, enum tw_permute_method method, struct tw_text *reason);

/* What the texts say, as they say it. False, with the reason (NULL: nobody needs it): they are wrong. */
bool tw_permute_read(const int64_t *value, struct tw_permutation *permutation, struct tw_text *reason);

/* The same of accepted texts, in canonical form. */
struct tw_permutation tw_permute_problem(const int64_t *value);

#endif
