/*
 * fields.h - the fields of the `stencil` family: one table, from which come the enum, the parser's checks, the JSON Schema,
 * the help and the reference page.
 */
#ifndef TW_GEN_FAMILIES_STENCIL_FIELDS_H
#define TW_GEN_FAMILIES_STENCIL_FIELDS_H

#include "gen/family.h"

#define TW_STENCIL_WORDS(...)                                                                                \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }
#define TW_STENCIL_SIDE_MAX   (INT64_C(1) << 40)
#define TW_STENCIL_LINE_MAX   64 /* the largest radius of a line */
#define TW_STENCIL_PLANE_MAX  4  /* of a star or a box            */
#define TW_STENCIL_HEIGHT_MAX 1024
#define TW_STENCIL_UNROLL_MAX 16
#define TW_STENCIL_STAGES_MAX 16
#define TW_STENCIL_VECTOR_MAX 4

/* clang-format off */
/*    key           kind           low high                   words                                                      required fallback  in words, help, swept, roles */
#define TW_STENCIL_FIELDS(X)                                                                                                     \
    X(shape,        TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("line", "star", "box"),                   false, STENCIL_LINE, NULL, \
      "neighbours that an element is computed from: those in its row; in its row and its column; in the square around it", 0, TW_FIELD_PROBLEM) \
    X(radius,       TW_FIELD_INT,  0,  1024,                  NULL,                                                      false, 4,         NULL, \
      "how far they reach: 1 to 64 for a line, 1 to 4 for a star and a box", 0, TW_FIELD_PROBLEM)                                \
    X(rows,         TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, 1,         NULL, \
      "rows of input and output; those of a line know nothing of each other", 0, TW_FIELD_PROBLEM)                               \
    X(cols,         TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      true,  0,         NULL, \
      "elements of a row", 0, TW_FIELD_PROBLEM)                                                                                  \
    X(in_pitch,     TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, TW_DERIVED, "cols", \
      "elements from one row of the input to the next", 0, TW_FIELD_PROBLEM)                                                     \
    X(out_pitch,    TW_FIELD_INT,  1,  TW_STENCIL_SIDE_MAX,   NULL,                                                      false, TW_DERIVED, "cols", \
      "elements from one row of the output to the next", 0, TW_FIELD_PROBLEM)                                                    \
    X(type,         TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("float32", "float64"),                    false, STENCIL_FLOAT32, NULL, \
      "of elements, coefficients and sums", 0, TW_FIELD_PROBLEM)                                                                 \
    X(boundary,     TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("zero", "fixed", "periodic", "reflect"),  false, STENCIL_ZERO, NULL, \
      "beyond the edges lie zeros; nothing, and elements less than a radius from one are copied; the opposite edge; the mirror image without the edge itself", 0, TW_FIELD_PROBLEM) \
    X(scheme,       TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("given", "derivative", "laplacian", "binomial"), false, STENCIL_GIVEN, NULL, \
      "the coefficients are an argument; central differences of order 2 * radius, of the first derivative, of the second, summed over the axes; the square of binomial weights, which smooths", 0, TW_FIELD_PROBLEM) \
    X(symmetry,     TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("general", "symmetric", "antisymmetric"), false, TW_DERIVED, "as the scheme has it; general for given ones", \
      "what neighbours share a coefficient: none; those as far along the axes; the two of a line, which are subtracted", 0, TW_FIELD_PROBLEM) \
    X(coefficients, TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("constant", "readonly", "immediate", "divergent"), false, TW_DERIVED, "immediate for a scheme, else constant", \
      "where they are: constant memory, global memory that is only read, the instructions; divergent: constant memory, each thread begins with another", 0, 0) \
    X(method,       TW_FIELD_ENUM, 0,  0,                     TW_STENCIL_WORDS("shared", "cache", "shuffle", "async"),   false, TW_DERIVED, "for a line, and for radius 1, cache if rows begin at whole vectors; async for other rows; shuffle for single elements; shared for divergent coefficients and where the radius is more than 16", \
      "where a thread finds its neighbours' elements: in a tile in shared memory; in the L1 cache; in the registers of its warp; in rows that asynchronous copies bring into shared memory", 0, 0) \
    X(BDIMX,        TW_FIELD_INT,  1,  1024,                  NULL,                                                      false, TW_DERIVED, "as many as the row needs, up to 128; of async 64, but 128 for a box of radius 3 or 4; of shared up to 256 for a line, 32 for a star or box", \
      "threads of the block in x; but for shared a multiple of 32", 0, TW_FIELD_BLOCK_X)                                   \
    X(BDIMY,        TW_FIELD_INT,  1,  1024,                  NULL,                                                      false, TW_DERIVED, "as many as make 128 threads and have rows; 1 of async; of shared 1 for a line, 8 for a star or box", \
      "threads of the block in y", 0, TW_FIELD_BLOCK_Y)                                                                          \
    X(vector,       TW_FIELD_INT,  1,  4,                     NULL,                                                      false, TW_DERIVED, "as many as 16 bytes hold, of cache and shuffle those that the pitches divide by; 1 of shared", \
      "neighbouring elements that a thread loads and stores at a time: 1, 2 or 4, at most 16 bytes", 0, 0)                      \
    X(height,       TW_FIELD_INT,  1,  TW_STENCIL_HEIGHT_MAX, NULL,                                                      false, TW_DERIVED, "few of async and for small radii, else about 256, or 192 of async; fewer where there would be few blocks; 1 of shared, and of a line but for async", \
      "rows that a thread computes one below the other; of a line, but for async, vectors of its row", 0, 0)                                    \
    X(unroll,       TW_FIELD_INT,  1,  TW_STENCIL_UNROLL_MAX, NULL,                                                      false, TW_DERIVED, "a part of 2 * radius + 1 that registers hold; a part of height up to 4 for a line; 4 of async; 1 of shared", \
      "of those that it loads, or copies, together", 0, 0)                                                                                  \
    X(stages,       TW_FIELD_INT,  1,  TW_STENCIL_STAGES_MAX, NULL,                                                      false, TW_DERIVED, "as many as make 24 rows and fit, 8 of a box of radius 3 or 4; 1 of other methods", \
      "so many times unroll rows are in shared memory or on their way to it, of async; 1 of others", 0, 0)                      \
    X(IPAD,         TW_FIELD_INT,  0,  1024,                  NULL,                                                      false, 0,         NULL, \
      "elements added to every row of the tile in shared memory", 0, TW_FIELD_PADDING)
/* clang-format on */

enum tw_stencil_shape { STENCIL_LINE, STENCIL_STAR, STENCIL_BOX };
enum tw_stencil_type { STENCIL_FLOAT32, STENCIL_FLOAT64 };
enum tw_stencil_boundary { STENCIL_ZERO, STENCIL_FIXED, STENCIL_PERIODIC, STENCIL_REFLECT };
enum tw_stencil_scheme { STENCIL_GIVEN, STENCIL_DERIVATIVE, STENCIL_LAPLACIAN, STENCIL_BINOMIAL };
enum tw_stencil_symmetry { STENCIL_GENERAL, STENCIL_SYMMETRIC, STENCIL_ANTISYMMETRIC };
enum tw_stencil_coefficients { STENCIL_CONSTANT, STENCIL_READONLY, STENCIL_IMMEDIATE, STENCIL_DIVERGENT };
enum tw_stencil_method { STENCIL_SHARED, STENCIL_CACHE, STENCIL_SHUFFLE, STENCIL_ASYNC };

enum tw_stencil_field {
#define X(key, kind, low, high, words, required, fallback, fallback_help, help, swept, roles) STENCIL_##key,
    TW_STENCIL_FIELDS(X)
#undef X
        STENCIL_FIELD_COUNT
};

#endif
