/*
 * fields.h - the fields of the `permute` family: one table, from which come the enum, the parser's checks, the JSON Schema, the
 * help and the reference page. Each header of the family stands on those before it:
 *
 *     axes.h          what a permutation moves: texts -> extents and strides, and their canonical form
 *     fields.h        the words
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
    X(PERMUTE_TILE, "tile") X(PERMUTE_SHIFTED, "shifted") X(PERMUTE_TRANSPOSE, "transpose")

/*    key         kind           low high                      words                                required fallback     in words help, swept, roles */
#define TW_PERMUTE_FIELDS(X)                                                                                                     \
    X(axes,       TW_FIELD_TEXT, 0,  0,                        NULL,                                true,    0,           NULL,  \
      "axes of the input and the output by names, as in b (h p) w -> b h (p w); or by numbers, as in 0 2 1: number i says which axis of the input is axis i of the output", 0, TW_FIELD_PROBLEM) \
    X(shape,      TW_FIELD_TEXT, 0,  0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "extents of the input's axes, one in parentheses counted once: 64 3 224 224", 0, TW_FIELD_PROBLEM)                         \
    X(sizes,      TW_FIELD_TEXT, 0,  0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "extents of axes by name: h=14 p=16", 0, TW_FIELD_PROBLEM)                                                                 \
    X(in_strides, TW_FIELD_TEXT, 0,  0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "elements from one index of each of the input's axes to the next; none given: without gaps, the last axis fastest", 0, TW_FIELD_PROBLEM) \
    X(out_strides, TW_FIELD_TEXT, 0, 0,                        TW_WORDS(""),                        false,   TW_WORD(0),  NULL,  \
      "the same of the output's", 0, TW_FIELD_PROBLEM)                                                                           \
    X(in_offset,  TW_FIELD_INT,  0,  TW_PERMUTE_OFFSET_MAX,    NULL,                                false,   0,           NULL,  \
      "elements in the buffer before the lowest that is read", 0, TW_FIELD_PROBLEM)                                              \
    X(out_offset, TW_FIELD_INT,  0,  TW_PERMUTE_OFFSET_MAX,    NULL,                                false,   0,           NULL,  \
      "elements in the buffer before the lowest that is written", 0, TW_FIELD_PROBLEM)                                           \
    X(type,       TW_FIELD_ENUM, 0,  0,                        tw_element_words,                    false,   TW_FLOAT32,  NULL,  \
      "element type; only its size matters", 0, TW_FIELD_PROBLEM)                                                                \
    X(method,     TW_FIELD_ENUM, 0,  0,                        TW_WORDS_OF(TW_PERMUTE_METHODS),     false,   PERMUTE_AUTO, NULL, \
      "how elements are moved", 0, 0)                                                                                            \
    X(BDIMX,      TW_FIELD_INT,  1,  1024,                     NULL,                                false,   TW_DERIVED,         \
      "256; for transpose as chosen for the device", "threads of the block in x", 0, TW_FIELD_BLOCK_X)                           \
    X(in_run,     TW_FIELD_INT,  0,  TW_PERMUTE_RUN_MAX,       NULL,                                false,   TW_DERIVED,         \
      "for tile and shifted by the rule; else 0", "bytes side by side in the input that a tile is to have", 0, 0)                            \
    X(out_run,    TW_FIELD_INT,  0,  TW_PERMUTE_RUN_MAX,       NULL,                                false,   TW_DERIVED,         \
      "for tile, shifted and rows by the rule; else 0", "bytes side by side in the output that a tile is to have, for rows in all", 0, 0) \
    X(IPAD,       TW_FIELD_INT,  0,  1024,                     NULL,                                false,   TW_DERIVED,         \
      "for tile and shifted what has the fewest bank conflicts; else 0", "elements left out in shared memory after every pad_every of the tile", 0, TW_FIELD_PADDING) \
    X(pad_every,  TW_FIELD_INT,  0,  TW_PERMUTE_RUN_MAX,       NULL,                                false,   TW_DERIVED,         \
      "for tile and shifted as IPAD; else 0", "elements of the tile after which IPAD are left out, in the output's order; 0: never", 0, 0) \
    X(lanes,      TW_FIELD_INT,  0,  32,                       NULL,                                false,   TW_DERIVED,         \
      "for tile and shifted 8 where a load has 8 bytes and more, else 32; else 0", "lanes of a warp that load side by side, while the others take neighbours in the output", 0, 0) \
    X(vector,     TW_FIELD_INT,  1,  16,                       NULL,                                false,   TW_DERIVED,         \
      "16; for naive the element's bytes; for transpose as chosen", "bytes of an access to global memory at most", 0, 0)         \
    X(blocks,     TW_FIELD_INT,  0,  TW_PERMUTE_BLOCKS_MAX,    NULL,                                false,   TW_DERIVED,         \
      "for tile, shifted and rows a block for each tile, of many tiles as many as the device holds; else 0", "blocks, each of which takes tiles in turn", 0, 0) \
    X(order,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_ORDERS),                          false,   TW_DERIVED,         \
      "columns; for transpose as chosen", "tiles follow each other along the input's fastest axes (rows) or along the output's (columns); for transpose as in that family", 0, 0) \
    X(transpose,  TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_METHODS),                         false,   TRANSPOSE_AUTO, NULL, \
      "for transpose: the method of that family, and the fields below are that family's", 0, 0)                                  \
    X(BDIMY,      TW_FIELD_INT,  1,  1024,                     NULL,                                false,   TW_DERIVED,         \
      "1; for transpose as chosen", "threads of the block in y", 0, TW_FIELD_BLOCK_Y)                                            \
    X(tile_rows,  TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "0; for transpose as chosen", "rows of a tile, for transpose", 0, 0)                                                       \
    X(tile_cols,  TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "0; for transpose as chosen", "columns of a tile, for transpose", 0, 0)                                                    \
    X(matrices,   TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "0; for transpose as chosen", "whole matrices in a tile, for transpose", 0, 0)                                             \
    X(register_transpose, TW_FIELD_ENUM, 0, 0, TW_WORDS_OF(TW_TRANSPOSE_REGISTERS),                 false,   TW_DERIVED,         \
      "none; for transpose as chosen", "what a thread transposes in its registers, for transpose", 0, 0)                         \
    X(unroll,     TW_FIELD_INT,  0,  64,                       NULL,                                false,   TW_DERIVED,         \
      "0; for transpose as chosen", "times that a thread loads before it stores, for transpose", 0, 0)                           \
    X(steps,      TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "0; for transpose as chosen", "tiles that a block moves, for transpose", 0, 0)                                             \
    X(band,       TW_FIELD_INT,  0,  TW_TRANSPOSE_SIDE_MAX,    NULL,                                false,   TW_DERIVED,         \
      "0; for transpose as chosen", "tiles abreast in the walk, for transpose", 0, 0)                                            \
    X(hints,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_HINTS),                           false,   TW_DERIVED,         \
      "none; for transpose as chosen", "what caches are told of global accesses, for transpose", 0, 0)                           \
    X(pointers,   TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_TRANSPOSE_POINTERS),                        false,   TRANSPOSE_BOTH, NULL, \
      "what in and out are multiples of: 16 bytes (aligned), or their element's (any); both: plans and launchers have a second kernel, for any, where the first needs more", 0, 0) \
    X(carveout,   TW_FIELD_INT,  0,  100,                      TW_WORDS("default"),                 false,   TW_WORD(0),  NULL,  \
      "preferred shared-memory carveout, percent of the largest", 0, 0)
/* clang-format on */

enum tw_permute_method { TW_PERMUTE_METHODS(TW_CONSTANT_OF) };

enum tw_permute_field {
#define X(key, ...) PERMUTE_##key,
    TW_PERMUTE_FIELDS(X)
#undef X
        PERMUTE_FIELD_COUNT
};

extern const struct tw_field_info tw_permute_fields[PERMUTE_FIELD_COUNT];

/* Bytes of an element. */
static inline unsigned tw_permute_bytes(const int64_t *value)
{
    return tw_element_info((enum tw_element)value[PERMUTE_type])->bytes;
}

/* Whether the method uses every field that is given and not 0. False, with the reason (NULL: nobody needs it): one is for others. */
bool tw_permute_uses(const int64_t *value, enum tw_permute_method method, struct tw_text *reason);

/* What the texts say, as they say it. False, with the reason (NULL: nobody needs it): they are wrong. */
bool tw_permute_read(const int64_t *value, struct tw_permutation *permutation, struct tw_text *reason);

/* The same of accepted texts, in canonical form. */
struct tw_permutation tw_permute_problem(const int64_t *value);

#endif
