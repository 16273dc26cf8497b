/*
 * fields.h - the fields of the `stencil` family: one table, from which come the enum, the parser's checks, the JSON Schema,
 * the help and the reference page.
 */
#ifndef TW_GEN_FAMILIES_STENCIL_FIELDS_H
#define TW_GEN_FAMILIES_STENCIL_FIELDS_H

#include "gen/family.h"

#define TW_STENCIL_SIDE_MAX   (INT64_C(1) << 40)
#define TW_STENCIL_LINE_MAX   64 /* the largest radius of a line */
#define TW_STENCIL_PLANE_MAX  4  /* of a star or a box            */
#define TW_STENCIL_HEIGHT_MAX 1024
#define TW_STENCIL_UNROLL_MAX 16
#define TW_STENCIL_STAGES_MAX 16
#define TW_STENCIL_VECTOR_MAX 4

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TW_STENCIL_SHAPES(X) X(STENCIL_LINE, "line") X(STENCIL_STAR, "star") X(STENCIL_BOX, "box")
#define TW_STENCIL_TYPES(X) X(STENCIL_FLOAT32, "float32") X(STENCIL_FLOAT64, "float64")
#define TW_STENCIL_BOUNDARIES(X)                                                      \
    X(STENCIL_ZERO, "zero") X(STENCIL_FIXED, "fixed") X(STENCIL_PERIODIC, "periodic") \
    X(STENCIL_REFLECT, "reflect")
#define TW_STENCIL_SCHEMES(X)                                                                       \
    X(STENCIL_GIVEN, "given") X(STENCIL_DERIVATIVE, "derivative") X(STENCIL_LAPLACIAN, "laplacian") \
    X(STENCIL_BINOMIAL, "binomial")
#define TW_STENCIL_SYMMETRIES(X)                                    \
    X(STENCIL_GENERAL, "general") X(STENCIL_SYMMETRIC, "symmetric") \
    X(STENCIL_ANTISYMMETRIC, "antisymmetric")
#define TW_STENCIL_COEFFICIENTS(X)                                                                    \
    X(STENCIL_CONSTANT, "constant") X(STENCIL_READONLY, "readonly") X(STENCIL_IMMEDIATE, "immediate") \
    X(STENCIL_DIVERGENT, "divergent")
#define TW_STENCIL_METHODS(X)                                                           \
    X(STENCIL_SHARED, "shared") X(STENCIL_CACHE, "cache") X(STENCIL_SHUFFLE, "shuffle") \
    X(STENCIL_ASYNC, "async")

/*    key           kind           low high                   words                                                      required fallback  in words, help, swept, roles */
#define TW_STENCIL_FIELDS(X)                                                                                                     \
    X(shape,        TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_SHAPES),                            false, STENCIL_LINE, NULL, \
      "neighbours of an element. line: in its row; star: in its row and column; box: in the square around it", 0, TW_FIELD_PROBLEM) \
    X(radius,       TW_FIELD_INT,  0,  1024,                  NULL,                                                      false, 4,         NULL, \
      "how far the neighbours reach: at most 64 for a line, 4 for a star or box", 0, TW_FIELD_PROBLEM)                                \
    X(rows,         TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, 1,         NULL, \
      "rows of input and output; the rows of a line are independent", 0, TW_FIELD_PROBLEM)                               \
    X(cols,         TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      true,  0,         NULL, \
      "elements of a row", 0, TW_FIELD_PROBLEM)                                                                                  \
    X(in_pitch,     TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, TW_DERIVED, "cols", \
      "elements from one row of the input to the next", 0, TW_FIELD_PROBLEM)                                                     \
    X(out_pitch,    TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, TW_DERIVED, "cols", \
      "elements from one row of the output to the next", 0, TW_FIELD_PROBLEM)                                                    \
    X(type,         TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_TYPES),                             false, STENCIL_FLOAT32, NULL, \
      "type of elements, coefficients and sums", 0, TW_FIELD_PROBLEM)                                                                 \
    X(boundary,     TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_BOUNDARIES),                        false, STENCIL_ZERO, NULL, \
      "what lies beyond the edges. zero: zeros; fixed: nothing, so elements near an edge are copied; periodic: the opposite edge; reflect: the mirror image without the edge", 0, TW_FIELD_PROBLEM) \
    X(scheme,       TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_SCHEMES),                           false, STENCIL_GIVEN, NULL, \
      "where coefficients come from. given: an argument; the others: a formula, see docs/stencil.md", 0, TW_FIELD_PROBLEM) \
    X(symmetry,     TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_SYMMETRIES),                        false, TW_DERIVED, "from the scheme; general for given coefficients", \
      "neighbours that share a coefficient. general: none; symmetric: neighbours at the same distance along the axes; antisymmetric: the two of a line, which are subtracted", 0, TW_FIELD_PROBLEM) \
    X(coefficients, TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_COEFFICIENTS),                      false, TW_DERIVED, "immediate for a scheme, else constant", \
      "where coefficients lie. constant: in constant memory; readonly: in global memory; immediate: in the instructions; divergent: in constant memory, and each thread begins with another one", 0, 0) \
    X(method,       TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_METHODS),                           false, TW_DERIVED, "chosen", \
      "where a thread finds its neighbours. shared: a tile in shared memory; cache: the L1 cache; shuffle: the registers of its warp; async: rows that asynchronous copies bring to shared memory", 0, 0) \
    X(BDIMX,        TW_FIELD_INT,  1,  1024,                  NULL,                                                      false, TW_DERIVED, "enough for the row, up to 128; for async 64 or 128; for shared up to 256 for a line, else 32", \
      "threads of the block in x; a multiple of 32 unless the method is shared", 0, TW_FIELD_BLOCK_X)                                   \
    X(BDIMY,        TW_FIELD_INT,  1,  1024,                  NULL,                                                      false, TW_DERIVED, "128 / BDIMX; 1 for async; for shared 1 for a line, else 8", \
      "threads of the block in y", 0, TW_FIELD_BLOCK_Y)                                                                          \
    X(vector,       TW_FIELD_INT,  1,  4,                     NULL,                                                      false, TW_DERIVED, "16 bytes, for cache and shuffle less if pitches need it; 1 for shared", \
      "elements of a load and of a store: 1, 2 or 4, at most 16 bytes", 0, 0)                      \
    X(height,       TW_FIELD_INT,  1,  TW_STENCIL_HEIGHT_MAX, NULL,                                                      false, TW_DERIVED, "chosen; 1 for shared, and for a line unless async", \
      "rows that a thread computes; for a line without async, vectors of its row", 0, 0)                                    \
    X(unroll,       TW_FIELD_INT,  1,  TW_STENCIL_UNROLL_MAX, NULL,                                                      false, TW_DERIVED, "chosen; 4 for async; 1 for shared", \
      "rows that a thread loads or copies together", 0, 0)                                                                                  \
    X(stages,       TW_FIELD_INT,  1,  TW_STENCIL_STAGES_MAX, NULL,                                                      false, TW_DERIVED, "for async 24 rows if they fit, 8 rows for a box of radius 3 or 4; else 1", \
      "for async: stages times unroll rows are in shared memory or in flight", 0, 0)                      \
    X(IPAD,         TW_FIELD_INT,  0,  1024,                  NULL,                                                      false, 0,         NULL, \
      "elements added to every row of the tile in shared memory", 0, TW_FIELD_PADDING)
/* clang-format on */

enum tw_stencil_shape { TW_STENCIL_SHAPES(TW_CONSTANT_OF) };
enum tw_stencil_type { TW_STENCIL_TYPES(TW_CONSTANT_OF) };
enum tw_stencil_boundary { TW_STENCIL_BOUNDARIES(TW_CONSTANT_OF) };
enum tw_stencil_scheme { TW_STENCIL_SCHEMES(TW_CONSTANT_OF) };
enum tw_stencil_symmetry { TW_STENCIL_SYMMETRIES(TW_CONSTANT_OF) };
enum tw_stencil_coefficients { TW_STENCIL_COEFFICIENTS(TW_CONSTANT_OF) };
enum tw_stencil_method { TW_STENCIL_METHODS(TW_CONSTANT_OF) };

enum tw_stencil_field {
#define X(key, ...) STENCIL_##key,
    TW_STENCIL_FIELDS(X)
#undef X
        STENCIL_FIELD_COUNT
};

#endif
