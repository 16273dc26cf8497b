/*
 * fields.h - the words of the `reduce` family: its fields, in one table from which come the enum, the parser's checks, the JSON
 * Schema, the help and the reference page; the numbers that all skeletons share; and a variant in numbers, struct tw_reduce. The
 * family is made of these parts, each of which includes only parts above it:
 *
 *     the algebra     what an element does to a state, what two states make, what a state gives: algebra.h, templates/reduce/reduce_algebra
 *     order exact     what the algebra's state cannot hold exactly is added anew                 exact.h,   templates/reduce/reduce_exact
 *     the variant     struct tw_reduce of a variant's fields                                      variant.h
 *     a skeleton      which threads take which elements, and where states meet (skeleton.h): one of
 *         rows        leaves of rows by warps                                    rows/,     templates/reduce/reduce_rows
 *         columns     leaves of columns by threads                               columns/,  templates/reduce/reduce_columns
 *         unordered   rows of columns in any order by threads                    columns/,  templates/reduce/reduce_unordered
 *         segments    leaves of segments, whose ends the device knows            segments/, templates/reduce/reduce_segments
 *         ladder      the textbooks' rungs, of one array in free order           ladder/,   templates/reduce/reduce_ladder
 *     the table       of skeletons                                               skeletons.h
 *     the choice      which variants are possible, and the most promising one    accept.h, estimate.h, choose.h
 *     the family                                                                 reduce.c
 *
 * Skeletons know no operation, the algebra knows no thread. docs/reduce.md says what the tree is.
 */
#ifndef TW_GEN_FAMILIES_REDUCE_FIELDS_H
#define TW_GEN_FAMILIES_REDUCE_FIELDS_H

#include "gen/family.h"

#define TW_REDUCE_ROWS_MAX   INT64_C(4294967296)
#define TW_REDUCE_COLS_MAX   (INT64_C(1) << 40)
#define TW_REDUCE_BLOCKS_MAX INT64_C(2147483647) /* of a grid, in x */

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TW_REDUCE_OPS(X)                                                                            \
    X(REDUCE_SUM, "sum") X(REDUCE_PRODUCT, "product") X(REDUCE_MIN, "min") X(REDUCE_MAX, "max")     \
    X(REDUCE_ARGMIN, "argmin") X(REDUCE_ARGMAX, "argmax") X(REDUCE_ANY, "any") X(REDUCE_ALL, "all") \
    X(REDUCE_NORM2, "norm2") X(REDUCE_MEAN, "mean") X(REDUCE_DOT, "dot")
#define TW_REDUCE_ALONGS(X) X(REDUCE_ROWS, "rows") X(REDUCE_COLUMNS, "columns") X(REDUCE_SEGMENTS, "segments")
#define TW_REDUCE_TYPES(X)                                                                              \
    X(REDUCE_INT8, "int8") X(REDUCE_UINT8, "uint8") X(REDUCE_INT16, "int16") X(REDUCE_UINT16, "uint16") \
    X(REDUCE_INT32, "int32") X(REDUCE_UINT32, "uint32") X(REDUCE_INT64, "int64")                        \
    X(REDUCE_UINT64, "uint64") X(REDUCE_FLOAT16, "float16") X(REDUCE_BFLOAT16, "bfloat16")              \
    X(REDUCE_FLOAT32, "float32") X(REDUCE_FLOAT64, "float64")
#define TW_REDUCE_ACCUMULATORS(X)                                                             \
    X(REDUCE_OWN, "own") X(REDUCE_IN_INT32, "int32") X(REDUCE_IN_UINT32, "uint32")            \
    X(REDUCE_IN_INT64, "int64") X(REDUCE_IN_UINT64, "uint64") X(REDUCE_IN_FLOAT32, "float32") \
    X(REDUCE_IN_FLOAT64, "float64")
#define TW_REDUCE_ORDERS(X)                                                              \
    X(REDUCE_FIXED, "fixed") X(REDUCE_FREE, "free") X(REDUCE_COMPENSATED, "compensated") \
    X(REDUCE_EXACT, "exact")
#define TW_REDUCE_TIES(X) X(REDUCE_FIRST, "first") X(REDUCE_LAST, "last")
#define TW_REDUCE_OFFSETS(X) X(REDUCE_OFFSETS_INT32, "int32") X(REDUCE_OFFSETS_INT64, "int64")
#define TW_REDUCE_CHECKS(X) X(REDUCE_UNCHECKED, "none") X(REDUCE_TRAP, "trap")
#define TW_REDUCE_METHODS(X)                                                                     \
    X(REDUCE_TREE, "tree") X(REDUCE_GLOBAL, "global") X(REDUCE_INTERLEAVED, "interleaved")       \
    X(REDUCE_CONFLICTING, "conflicting") X(REDUCE_SEQUENTIAL, "sequential")                      \
    X(REDUCE_FIRST_ADD, "first_add") X(REDUCE_UNROLL_LAST, "unroll_last")                        \
    X(REDUCE_UNROLL_ALL, "unroll_all") X(REDUCE_SHUFFLE, "shuffle") X(REDUCE_VECTORS, "vectors") \
    X(REDUCE_ACCUMULATORS, "accumulators")
#define TW_REDUCE_SCHEDULES(X)                                                                     \
    X(REDUCE_DIRECT, "direct") X(REDUCE_STAGED, "staged") X(REDUCE_UNORDERED, "unordered")          \
    X(REDUCE_GROUPED, "grouped") X(REDUCE_PACKED, "packed") X(REDUCE_BALANCED, "balanced")
#define TW_REDUCE_FINISHES(X)                                                             \
    X(REDUCE_BY_LAST, "last") X(REDUCE_BY_SECOND, "second") X(REDUCE_BY_ATOMIC, "atomic") \
    X(REDUCE_BY_CLUSTER, "cluster")
#define TW_REDUCE_POINTERS(X)                                                         \
    X(REDUCE_BOTH, "both") X(REDUCE_ALIGNED, "aligned") X(REDUCE_ANY_POINTERS, "any")

/*    key         kind           low high                  words                                           required fallback     in words help, swept, roles */
#define TW_REDUCE_FIELDS(X)                                                                                                          \
    X(op,         TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_OPS),                                       false,   REDUCE_SUM, NULL, \
      "the operation; dot takes two arrays", 0, TW_FIELD_PROBLEM)                                   \
    X(along,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_ALONGS),                                    false, REDUCE_ROWS, NULL, \
      "what gives a result each: a row, a column or a segment", 0, TW_FIELD_PROBLEM)                                         \
    X(rows,       TW_FIELD_INT,  0,  TW_REDUCE_ROWS_MAX,   NULL,                                           false,   1,           NULL, \
      "rows of a matrix, 1 for a whole array; for segments their number", 0, TW_FIELD_PROBLEM)                                                              \
    X(cols,       TW_FIELD_INT,  0,  TW_REDUCE_COLS_MAX,   NULL,                                           true,    0,           NULL, \
      "elements of a row, or of the array", 0, TW_FIELD_PROBLEM)                                                                           \
    X(batch,      TW_FIELD_INT,  1,  TW_REDUCE_ROWS_MAX,   NULL,                                           false,   1,           NULL, \
      "matrices, one after the other: matrix b begins at element b * rows * pitch", 0, TW_FIELD_PROBLEM)                                  \
    X(pitch,      TW_FIELD_INT,  0,  TW_REDUCE_COLS_MAX,   NULL,                                           false,   TW_DERIVED,  "cols", \
      "elements from one row to the next", 0, TW_FIELD_PROBLEM)                                                                            \
    X(type,       TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_TYPES),                                     false,   REDUCE_FLOAT32, NULL, \
      "element type", 0, TW_FIELD_PROBLEM)                                                               \
    X(accumulator, TW_FIELD_ENUM, 0, 0,  TW_WORDS_OF(TW_REDUCE_ACCUMULATORS),                              false, TW_DERIVED, \
      "by op and type, see docs/reduce.md", \
      "type of sums, products and the result; own: the elements' type", 0, TW_FIELD_PROBLEM)                                       \
    X(order,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_ORDERS),                                    false,   TW_DERIVED,  \
      "fixed; free for the ladder and for finish atomic", \
      "order of additions. fixed: a fixed tree; free: any; compensated: the fixed tree with compensated sums; exact: the result is correctly rounded", 0, TW_FIELD_PROBLEM) \
    X(ties,       TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_TIES),                                      false,   REDUCE_FIRST, NULL, \
      "which of several equal elements argmin and argmax choose", 0, TW_FIELD_PROBLEM)                                                                       \
    X(offsets,    TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_OFFSETS),                                   false,   REDUCE_OFFSETS_INT64, NULL, \
      "type of the rows + 1 offsets: segment s has the elements offsets[s] to offsets[s + 1] - 1", 0, TW_FIELD_PROBLEM)             \
    X(check,      TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_CHECKS),                                    false,   REDUCE_UNCHECKED, NULL, \
      "trap: wrong offsets end the kernel with an error", 0, 0)                                            \
    X(method,     TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_METHODS),                                   false,   REDUCE_TREE, NULL, \
      "tree serves any problem; the others, the textbooks' ladder, take one array in free order", 0, 0) \
    X(schedule,   TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_SCHEDULES),                                 false,   TW_DERIVED,  \
      "chosen; direct for the ladder", "how threads share the elements. direct: a thread loads what it adds; staged: short rows go through shared memory; unordered: columns add their rows in any order, if nothing rounds; grouped: lanes share a segment; packed: 32 segments share a warp; balanced: blocks take equal shares", 0, 0) \
    X(finish,     TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_FINISHES),                                  false,   TW_DERIVED,  \
      "chosen for rows and columns; else last", "what joins the blocks' results. last: the last block; second: a second launch; atomic: atomic additions, in free order only; cluster: a cluster, for up to 8 parts of a row (sm_90)", 0, 0) \
    X(BDIMX,      TW_FIELD_INT,  1,  1024,                 NULL,                                           false,   TW_DERIVED,  \
      "chosen", "threads of the block in x; for grouped segments the lanes that share a segment: 1, 2, 4, 8 or 16", 0, TW_FIELD_BLOCK_X)                                        \
    X(BDIMY,      TW_FIELD_INT,  1,  1024,                 NULL,                                           false,   TW_DERIVED,  \
      "chosen for columns and grouped segments; else 1", "threads of the block in y; for grouped segments the segments of a block", 0, TW_FIELD_BLOCK_Y)                           \
    X(vector,     TW_FIELD_INT,  1,  16,                   NULL,                                           false,   TW_DERIVED,  \
      "chosen for columns; for rows 16, or the largest alignment of all rows; for segments the element's bytes, or 16", "bytes of a load", 0, 0)                    \
    X(leaves,     TW_FIELD_INT,  1,  1048576,              NULL,                                           false,   TW_DERIVED,  \
      "chosen", "leaves of the tree that a warp takes (for columns a thread, for balanced segments a block); if a row or segment has one leaf, the number of these; a power of two", 0, 0) \
    X(warps,      TW_FIELD_INT,  1,  32,                   NULL,                                           false,   TW_DERIVED,  \
      "chosen", "warps that share a row or segment, a power of two", 0, 0)                     \
    X(blocks,     TW_FIELD_INT,  1,  TW_REDUCE_BLOCKS_MAX, NULL,                                           false,   TW_DERIVED,  \
      "chosen for the ladder; else as many as the tree needs", "blocks of the grid, for the ladder only", 0, 0) \
    X(unroll,     TW_FIELD_INT,  1,  16,                   NULL,                                           false,   TW_DERIVED,  \
      "chosen for columns and segments; 4 for accumulators; 1 for the rest of the ladder; else 8", "loads that a thread has in flight: 1, 2, 4, 8 or 16", 0, 0) \
    X(row_lanes,  TW_FIELD_INT,  1,  8,                    NULL,                                           false,   TW_DERIVED,  \
      "chosen for staged rows; else 1", "lanes that share a staged row: 1, 2, 4 or 8", 0, 0) \
    X(pointers,   TW_FIELD_ENUM, 0,  0,  TW_WORDS_OF(TW_REDUCE_POINTERS),                                  false,   REDUCE_BOTH, NULL, \
      "aligned: pointers must be multiples of the vector's bytes; any: of an element's bytes; both: a second kernel takes other pointers", 0, 0)
/* clang-format on */

enum tw_reduce_op { TW_REDUCE_OPS(TW_CONSTANT_OF) };
enum tw_reduce_along { TW_REDUCE_ALONGS(TW_CONSTANT_OF) };
enum tw_reduce_type { TW_REDUCE_TYPES(TW_CONSTANT_OF) };
enum tw_reduce_accumulator { TW_REDUCE_ACCUMULATORS(TW_CONSTANT_OF) };
enum tw_reduce_order { TW_REDUCE_ORDERS(TW_CONSTANT_OF) };
enum tw_reduce_ties { TW_REDUCE_TIES(TW_CONSTANT_OF) };
enum tw_reduce_offsets { TW_REDUCE_OFFSETS(TW_CONSTANT_OF) };
enum tw_reduce_check { TW_REDUCE_CHECKS(TW_CONSTANT_OF) };
enum tw_reduce_method { TW_REDUCE_METHODS(TW_CONSTANT_OF) };
enum tw_reduce_schedule { TW_REDUCE_SCHEDULES(TW_CONSTANT_OF) };
enum tw_reduce_finish { TW_REDUCE_FINISHES(TW_CONSTANT_OF) };
enum tw_reduce_pointers { TW_REDUCE_POINTERS(TW_CONSTANT_OF) };

enum tw_reduce_field {
#define X(key, ...) REDUCE_##key,
    TW_REDUCE_FIELDS(X)
#undef X
        REDUCE_FIELD_COUNT
};

/* The fields by their numbers (fields.c). */
extern const struct tw_field_info tw_reduce_fields[REDUCE_FIELD_COUNT];

/* What earlier versions wrote: `staged` was lanes of a row, leaves of a share of segments, or 0. */
#define TW_REDUCE_RENAMED 10u
extern const struct tw_renamed tw_reduce_renamed[TW_REDUCE_RENAMED];

/* The word that the variant has of a field that is one. Static storage. */
const char *tw_reduce_word(const int64_t *value, enum tw_reduce_field field);

/* False, with the reason added, if the field is no power of two: for those that cut the tree. */
bool tw_reduce_accept_power(const int64_t *value, enum tw_reduce_field field, struct tw_text *reason);

/* ---- the numbers that all share ---- */

#define TW_LEAF_BYTES      4096u /* of input, in rows and segments */
#define TW_LINE_BYTES      512u  /* of a leaf: an element per column of the leaf */
#define TW_STAGED_CHUNK    16u   /* bytes of a load from global memory where rows are staged */
#define TW_LEAF_ROWS       32u   /* of a leaf of columns */
#define TW_COLUMNS_WORD    4u    /* bytes of the words that shifted columns are put together of */
#define TW_UNORDERED_LEAST 4     /* bytes of a load of unordered columns */
#define TW_MEMBERS_MAX     4u    /* of a state */

/* ---- a variant in numbers ---- */

/* A scalar of the state: kernels keep states as structs, and in shared memory and scratch an array for each member, so
   that what accesses cost is known. */
struct tw_reduce_member {
    const char *name, *cuda; /* "value", "float"; static storage */
    enum tw_element element;
};

struct tw_reduce {
    enum tw_reduce_op op;
    enum tw_reduce_along along;
    enum tw_reduce_order order;
    enum tw_reduce_method method;
    enum tw_reduce_finish finish;
    enum tw_element input, result;
    enum tw_element sum; /* what sums and products are made in; the input's where `accumulator` is own */
    unsigned bytes;      /* of an element */
    unsigned inputs;     /* arrays: 2 of dot, else 1 */
    uint64_t rows, cols, batch, pitch;
    uint64_t results;   /* that the variant gives */
    uint64_t length;    /* elements of each; of segments those of the array */
    uint64_t leaf;      /* elements of a leaf; of what a part holds where rows are added in any order */
    uint64_t count;     /* elements of an input's buffer, gaps included; 0: there are none */
    unsigned vector;    /* elements of a load */
    bool staged;        /* rows or segments are taken out of shared memory */
    unsigned row_lanes; /* that share a staged row */
    /* Rows begin at no multiples of a load, which is put together of those that it lies in: rows of 100 bytes by 16 begin
       4 bytes after a multiple. */
    bool shifts;
    /* Which of whole lines leaves lanes with others' columns: these are joined in order, so they come back. */
    bool rotates;
    /* Elements of a load are taken all at once: 16 of int8. */
    bool bulk;
    /* shifts and bulk: columns may be any lane's, so chunks of 16 bytes are taken as they lie, but for what is no element's. */
    bool ragged;
    /* Along columns: rows are added in any order, and chunks loaded as they lie, wherever rows begin. */
    bool unordered;
    unsigned align;   /* bytes that inputs begin at a multiple of */
    unsigned threads; /* of a block */
    unsigned c;       /* the number of the argument that takes the results */
    unsigned member_count;
    struct tw_reduce_member members[TW_MEMBERS_MAX];
    unsigned state_bytes; /* of all members together */
};

/* The arguments that are no scratch come first: a; b of dot, or offsets of segments; c. */
enum tw_reduce_argument { REDUCE_A, REDUCE_B, REDUCE_OFFSETS = REDUCE_B };

/* The bytes of an element; elements have one component. */
static inline unsigned tw_bytes_of(enum tw_element element)
{
    return tw_element_info(element)->bytes;
}

static inline unsigned tw_bits_of(enum tw_element element)
{
    return 8 * tw_bytes_of(element);
}

static inline bool tw_is_float(enum tw_element element)
{
    enum tw_scalar scalar = tw_element_info(element)->scalar;
    return scalar == TW_FLOAT || scalar == TW_BFLOAT;
}

static inline bool tw_is_signed(enum tw_element element)
{
    return tw_element_info(element)->scalar == TW_SIGNED;
}

/* The family itself (reduce.c). */
extern const struct tw_family tw_family_reduce;

#endif
