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
      "neighbours that an element is computed from: those in its row; in its row and its column; in the square around it", 0, TW_FIELD_PROBLEM) \
    X(radius,       TW_FIELD_INT,  0,  1024,                  NULL,                                                      false, 4,         NULL, \
      "how far they reach: 1 to 64 for a line, 1 to 4 for a star and a box", 0, TW_FIELD_PROBLEM)                                \
    X(rows,         TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, 1,         NULL, \
      "rows of input and output; rows of a line are independent of each other", 0, TW_FIELD_PROBLEM)                               \
    X(cols,         TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      true,  0,         NULL, \
      "elements of a row", 0, TW_FIELD_PROBLEM)                                                                                  \
    X(in_pitch,     TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, TW_DERIVED, "cols", \
      "elements from one row of the input to the next", 0, TW_FIELD_PROBLEM)                                                     \
    X(out_pitch,    TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, TW_DERIVED, "cols", \
      "elements from one row of the output to the next", 0, TW_FIELD_PROBLEM)                                                    \
    X(type,         TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_TYPES),                             false, STENCIL_FLOAT32, NULL, \
      "type of elements, coefficients and sums", 0, TW_FIELD_PROBLEM)                                                                 \
    X(boundary,     TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_BOUNDARIES),                        false, STENCIL_ZERO, NULL, \
      "beyond the edges lie zeros; nothing, and elements less than a radius from one are copied; the opposite edge; the mirror image without the edge itself", 0, TW_FIELD_PROBLEM) \
    X(scheme,       TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_SCHEMES),                           false, STENCIL_GIVEN, NULL, \
      "the coefficients are an argument; or central differences of order 2 * radius for the first derivative, or for the second, summed over the axes; or the square of binomial weights, which smooths", 0, TW_FIELD_PROBLEM) \
    X(symmetry,     TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_SYMMETRIES),                        false, TW_DERIVED, "as the scheme has it; general for given ones", \
      "which neighbours share a coefficient: none; those that are equally far along the axes; the two of a line, which are subtracted", 0, TW_FIELD_PROBLEM) \
    X(coefficients, TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_COEFFICIENTS),                      false, TW_DERIVED, "immediate for a scheme, else constant", \
      "where they are: constant memory, global memory that is only read, the instructions; divergent: constant memory, each thread begins with another", 0, 0) \
    X(method,       TW_FIELD_ENUM, 0,  0,                     TW_WORDS_OF(TW_STENCIL_METHODS),                           false, TW_DERIVED, "for a line, and for radius 1, cache if rows begin at whole vectors; async for other rows; shuffle for single elements; shared for divergent coefficients and where the radius is more than 16", \
      "where a thread finds its neighbours' elements: in a tile in shared memory; in the L1 cache; in the registers of its warp; in rows that asynchronous copies bring into shared memory", 0, 0) \
    X(BDIMX,        TW_FIELD_INT,  1,  1024,                  NULL,                                                      false, TW_DERIVED, "as many as the row needs, up to 128; for async 64, or 128 for a box of radius 3 or 4; for shared up to 256 for a line, 32 for a star or box", \
      "threads of the block in x; a multiple of 32, except for shared", 0, TW_FIELD_BLOCK_X)                                   \
    X(BDIMY,        TW_FIELD_INT,  1,  1024,                  NULL,                                                      false, TW_DERIVED, "as many as make 128 threads and have rows; 1 for async; for shared 1 for a line, 8 for a star or box", \
      "threads of the block in y", 0, TW_FIELD_BLOCK_Y)                                                                          \
    X(vector,       TW_FIELD_INT,  1,  4,                     NULL,                                                      false, TW_DERIVED, "as many as 16 bytes hold; for cache and shuffle as many as divide the pitches; 1 for shared", \
      "neighbouring elements that a thread loads and stores at a time: 1, 2 or 4, at most 16 bytes", 0, 0)                      \
    X(height,       TW_FIELD_INT,  1,  TW_STENCIL_HEIGHT_MAX, NULL,                                                      false, TW_DERIVED, "few for async and small radii, else about 256, or 192 for async; fewer where there would be few blocks; 1 for shared, and for a line, except with async", \
      "rows that a thread computes one below the other; for a line, except with async, vectors of its row", 0, 0)                                    \
    X(unroll,       TW_FIELD_INT,  1,  TW_STENCIL_UNROLL_MAX, NULL,                                                      false, TW_DERIVED, "a part of 2 * radius + 1 that registers hold; a part of height up to 4 for a line; 4 for async; 1 for shared", \
      "how many of these rows or vectors it loads, or copies, together", 0, 0)                                                                                  \
    X(stages,       TW_FIELD_INT,  1,  TW_STENCIL_STAGES_MAX, NULL,                                                      false, TW_DERIVED, "as many as make 24 rows and fit, 8 for a box of radius 3 or 4; 1 for other methods", \
      "with async, so many times unroll rows are in shared memory or on their way to it; 1 for other methods", 0, 0)                      \
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
