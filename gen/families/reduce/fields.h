/*
 * fields.h - the fields of the `reduce` family: one table, from which come the enum, the parser's checks, the JSON Schema,
 * the help and the reference page.
 */
#ifndef TW_GEN_FAMILIES_REDUCE_FIELDS_H
#define TW_GEN_FAMILIES_REDUCE_FIELDS_H

#include "gen/family.h"

#define TW_REDUCE_WORDS(...)                                                                                 \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }
#define TW_REDUCE_ROWS_MAX   INT64_C(4294967296)
#define TW_REDUCE_COLS_MAX   (INT64_C(1) << 40)
#define TW_REDUCE_BLOCKS_MAX INT64_C(2147483647) /* of a grid, in x */

/* clang-format off */
/*    key         kind           low high                  words                                           required fallback     in words help, swept, roles */
#define TW_REDUCE_FIELDS(X)                                                                                                          \
    X(op,         TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("sum", "product", "min", "max", "argmin", "argmax", "any", "all", "norm2", "mean", "dot"), \
      false,   REDUCE_SUM, NULL, "what is made of the elements; dot: of two arrays", 0, TW_FIELD_PROBLEM)                                   \
    X(along,      TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("rows", "columns", "segments"), false, REDUCE_ROWS, NULL, \
      "each row gives a result, or each column, or each segment of an array", 0, TW_FIELD_PROBLEM)                                         \
    X(rows,       TW_FIELD_INT,  0,  TW_REDUCE_ROWS_MAX,   NULL,                                           false,   1,           NULL, \
      "rows of a matrix, 1 for a whole array; segments", 0, TW_FIELD_PROBLEM)                                                              \
    X(cols,       TW_FIELD_INT,  0,  TW_REDUCE_COLS_MAX,   NULL,                                           true,    0,           NULL, \
      "elements of a row, or of the array", 0, TW_FIELD_PROBLEM)                                                                           \
    X(batch,      TW_FIELD_INT,  1,  TW_REDUCE_ROWS_MAX,   NULL,                                           false,   1,           NULL, \
      "matrices, one behind the other: matrix b begins at element b * rows * pitch", 0, TW_FIELD_PROBLEM)                                  \
    X(pitch,      TW_FIELD_INT,  0,  TW_REDUCE_COLS_MAX,   NULL,                                           false,   TW_DERIVED,  "cols", \
      "elements from one row to the next", 0, TW_FIELD_PROBLEM)                                                                            \
    X(type,       TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "bfloat16", "float32", "float64"), \
      false,   REDUCE_FLOAT32, NULL, "of the elements", 0, TW_FIELD_PROBLEM)                                                               \
    X(accumulator, TW_FIELD_ENUM, 0, 0,  TW_REDUCE_WORDS("own", "int32", "uint32", "int64", "uint64", "float32", "float64"), false, TW_DERIVED, \
      "own for min, max, argmin, argmax, any, all; else int64 or uint64 for integers, float32 for floats of at most 4 bytes, float64; float64 for norm2 and means of integers", \
      "type in which sums and products are made and given; own: the elements'", 0, TW_FIELD_PROBLEM)                                       \
    X(order,      TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("fixed", "free", "compensated", "exact"),         false,   TW_DERIVED,  \
      "fixed for the tree method, free for the others", \
      "fixed: a summation tree that is part of the problem; free: any; compensated: what roundings lose is carried along the fixed tree; exact: correctly rounded", 0, TW_FIELD_PROBLEM) \
    X(ties,       TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("first", "last"),                                 false,   REDUCE_FIRST, NULL, \
      "which of equals argmin and argmax give", 0, TW_FIELD_PROBLEM)                                                                       \
    X(offsets,    TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("int32", "int64"),                                false,   REDUCE_OFFSETS_INT64, NULL, \
      "type of the rows + 1 offsets of segments: segment s is elements offsets[s] to offsets[s + 1] - 1", 0, TW_FIELD_PROBLEM)             \
    X(check,      TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("none", "trap"),                                  false,   REDUCE_UNCHECKED, NULL, \
      "trap: offsets that go backwards or beyond the array end the kernel with an error", 0, 0)                                            \
    X(method,     TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("tree", "global", "interleaved", "conflicting", "sequential", "first_add", "unroll_last", "unroll_all", "shuffle", "vectors", "accumulators"), \
      false,   REDUCE_TREE, NULL, "tree: the fixed tree, of any problem; the others are the rungs of the textbooks' ladder, for one array, in free order", 0, 0) \
    X(finish,     TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("last", "second", "atomic", "cluster"),                      false,   TW_DERIVED,  \
      "last; of rows and columns as chosen", "what brings the results of blocks together: the last block to finish, a second launch, atomic additions (free order only), or, of up to 8 parts of a row, a cluster, from sm_90 on", 0, 0) \
    X(BDIMX,      TW_FIELD_INT,  1,  1024,                 NULL,                                           false,   TW_DERIVED,  \
      "as chosen for the problem and the device", "threads of the block in x; of segments also 1, 2, 4, 8 or 16, lanes of a warp that share one", 0, TW_FIELD_BLOCK_X)                                        \
    X(BDIMY,      TW_FIELD_INT,  1,  1024,                 NULL,                                           false,   TW_DERIVED,  \
      "1; for columns, and segments shared by lanes, as chosen", "threads of the block in y: of columns, that share them; segments of a block where BDIMX is below 32", 0, TW_FIELD_BLOCK_Y)                           \
    X(vector,     TW_FIELD_INT,  1,  16,                   NULL,                                           false,   TW_DERIVED,  \
      "the most up to 16 that all rows begin at multiples of, or 16 for small elements; of columns as chosen; of segments the element's bytes, or 16 for long ones of small elements", "bytes of a load; 16 of rows and segments that begin anywhere are put together", 0, 0)                    \
    X(leaves,     TW_FIELD_INT,  1,  1048576,              NULL,                                           false,   TW_DERIVED,  \
      "as chosen for the problem and the device", "leaves of the tree that a warp (of columns a thread) takes, a power of two; of reductions of one leaf, and of segments, how many are taken instead, 32 segments packed", 0, 0) \
    X(warps,      TW_FIELD_INT,  1,  32,                   NULL,                                           false,   TW_DERIVED,  \
      "as chosen for the problem and the device", "warps of a block that share a row or segment, a power of two", 0, 0)                     \
    X(blocks,     TW_FIELD_INT,  1,  TW_REDUCE_BLOCKS_MAX, NULL,                                           false,   TW_DERIVED,  \
      "as many as the tree needs; of the ladder as chosen for the device", "blocks of the grid: of the ladder only", 0, 0) \
    X(unroll,     TW_FIELD_INT,  1,  16,                   NULL,                                           false,   TW_DERIVED,  \
      "8; of columns and segments as chosen; of the ladder's accumulators 4, else 1", "loads that a thread has under way: of the tree lines of a leaf, 1, 2, 4 or 8, and of rows 16, of two leaves; of columns rows, also 16; of packed segments rounds of pieces", 0, 0) \
    X(staged,     TW_FIELD_INT,  0,  8,                    NULL,                                           false,   TW_DERIVED,  \
      "as chosen for the problem", "lanes that take a row out of shared memory, where warps stage the bytes of several short rows without gaps, or leaves of the equal shares in which blocks stage segments: 1, 2, 4 or 8; 0: all is loaded directly", 0, 0) \
    X(pointers,   TW_FIELD_ENUM, 0,  0,  TW_REDUCE_WORDS("both", "aligned", "any"),                        false,   REDUCE_BOTH, NULL, \
      "what pointers are multiples of: the vector's bytes (aligned), or their element's (any); both: plans and launchers have a second kernel, for any, where the first needs more", 0, 0)
/* clang-format on */

enum tw_reduce_op {
    REDUCE_SUM,
    REDUCE_PRODUCT,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_ARGMIN,
    REDUCE_ARGMAX,
    REDUCE_ANY,
    REDUCE_ALL,
    REDUCE_NORM2,
    REDUCE_MEAN,
    REDUCE_DOT
};
enum tw_reduce_along { REDUCE_ROWS, REDUCE_COLUMNS, REDUCE_SEGMENTS };
enum tw_reduce_type {
    REDUCE_INT8,
    REDUCE_UINT8,
    REDUCE_INT16,
    REDUCE_UINT16,
    REDUCE_INT32,
    REDUCE_UINT32,
    REDUCE_INT64,
    REDUCE_UINT64,
    REDUCE_FLOAT16,
    REDUCE_BFLOAT16,
    REDUCE_FLOAT32,
    REDUCE_FLOAT64
};
enum tw_reduce_accumulator {
    REDUCE_OWN,
    REDUCE_IN_INT32,
    REDUCE_IN_UINT32,
    REDUCE_IN_INT64,
    REDUCE_IN_UINT64,
    REDUCE_IN_FLOAT32,
    REDUCE_IN_FLOAT64
};
enum tw_reduce_order { REDUCE_FIXED, REDUCE_FREE, REDUCE_COMPENSATED, REDUCE_EXACT };
enum tw_reduce_ties { REDUCE_FIRST, REDUCE_LAST };
enum tw_reduce_offsets { REDUCE_OFFSETS_INT32, REDUCE_OFFSETS_INT64 };
enum tw_reduce_check { REDUCE_UNCHECKED, REDUCE_TRAP };
enum tw_reduce_method {
    REDUCE_TREE,
    REDUCE_GLOBAL,
    REDUCE_INTERLEAVED,
    REDUCE_CONFLICTING,
    REDUCE_SEQUENTIAL,
    REDUCE_FIRST_ADD,
    REDUCE_UNROLL_LAST,
    REDUCE_UNROLL_ALL,
    REDUCE_SHUFFLE,
    REDUCE_VECTORS,
    REDUCE_ACCUMULATORS
};
enum tw_reduce_finish { REDUCE_BY_LAST, REDUCE_BY_SECOND, REDUCE_BY_ATOMIC, REDUCE_BY_CLUSTER };
enum tw_reduce_pointers { REDUCE_BOTH, REDUCE_ALIGNED, REDUCE_ANY_POINTERS };

enum tw_reduce_field {
#define X(key, kind, low, high, words, required, fallback, fallback_help, help, swept, roles) REDUCE_##key,
    TW_REDUCE_FIELDS(X)
#undef X
        REDUCE_FIELD_COUNT
};

#endif
