/*
 * problem.h - problems as structs: what is to be computed, without writing JSON.
 *
 *     struct tw_fields fields;
 *     struct tw_transpose_problem transpose = {.rows = 8191, .cols = 8193, .type = TW_TYPE_FLOAT16};
 *     struct tw_problem problem = tw_problem_transpose(&transpose, &fields);
 *     problem.effort = TW_EFFORT_MEASURE;
 *     tw_plan_make(planner, &problem, &plan, &error);
 *
 * Every member is a field of the same name in the family's page (docs/transpose.md, docs/permute.md, docs/reduce.md, docs/dot.md,
 * docs/stencil.md), which gives its bounds and what it means. 0 is "not given": the field's default. A number
 * whose 0 is meant, and is not its default, is TW_ZERO. The structs say what is computed; how is chosen by the planner, and
 * whoever wants a say in that, or another family, writes the JSON.
 *
 * The functions put the fields that are given into `fields`, as values, which the problem they return points to and which must
 * stay where and as they are until the last tw_plan_make with it. A plan of a struct does what that of its JSON does; in the
 * planner's memory they are two. Nothing is checked here: what is wrong is said by tw_plan_make. Where an argument is NULL the problem is
 * all zero, which tw_plan_make refuses. What is not set (name, effort, stream, seconds) is zero.
 *
 * Pure but for *fields; no allocation; thread-safe.
 */
#ifndef TILEWRIGHT_PROBLEM_H
#define TILEWRIGHT_PROBLEM_H

#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/plan.h>

TW_API_BEGIN

#define TW_ZERO        INT64_MIN /* a number that is 0, where 0 alone stands for the default */
#define TW_MOST_VALUES 16u
#define TW_MAX_AXES    32u /* of an array */

/* The fields of a problem that are given. */
struct tw_fields {
    struct tw_field_value value[TW_MOST_VALUES];
    unsigned count;
    /* private: lists as texts, one behind the other; at most four, each of a number more than there are axes, and a fraction */
    char text[4 * (TW_MAX_AXES + 1) * 21 + 32];
    unsigned text_length;
};

/* Words, each of them one above its place in the list; 0 is the default. */
/* clang-format off */
/*    of elements: as in tilewright/element.h. Not every family takes all                              */
#define TW_TYPES(X)                                                                                       \
    X(TW_TYPE_INT8, "int8") X(TW_TYPE_UINT8, "uint8") X(TW_TYPE_INT16, "int16") X(TW_TYPE_UINT16, "uint16") \
    X(TW_TYPE_INT32, "int32") X(TW_TYPE_UINT32, "uint32") X(TW_TYPE_INT64, "int64")                       \
    X(TW_TYPE_UINT64, "uint64") X(TW_TYPE_FLOAT16, "float16") X(TW_TYPE_BFLOAT16, "bfloat16")             \
    X(TW_TYPE_FLOAT32, "float32") X(TW_TYPE_FLOAT64, "float64") X(TW_TYPE_INT32X2, "int32x2")             \
    X(TW_TYPE_INT32X4, "int32x4") X(TW_TYPE_FLOAT32X2, "float32x2") X(TW_TYPE_FLOAT32X4, "float32x4")     \
    X(TW_TYPE_FLOAT64X2, "float64x2") X(TW_TYPE_OWN, "own") /* of an accumulator: the elements'        */

/*    what a reduction makes of its elements                                                           */
#define TW_OPS(X)                                                                                         \
    X(TW_OP_SUM, "sum") X(TW_OP_PRODUCT, "product") X(TW_OP_MIN, "min") X(TW_OP_MAX, "max")               \
    X(TW_OP_ARGMIN, "argmin") X(TW_OP_ARGMAX, "argmax") X(TW_OP_ANY, "any") X(TW_OP_ALL, "all")           \
    X(TW_OP_NORM2, "norm2") X(TW_OP_MEAN, "mean") X(TW_OP_DOT, "dot")

/*    what it gives a result for                                                                       */
#define TW_ALONGS(X)                                                                                      \
    X(TW_ALONG_ROWS, "rows") X(TW_ALONG_COLUMNS, "columns") X(TW_ALONG_SEGMENTS, "segments")

/*    the order of its additions (docs/reduce.md)                                                      */
#define TW_ORDERS(X)                                                                                      \
    X(TW_ORDER_FIXED, "fixed") X(TW_ORDER_FREE, "free") X(TW_ORDER_COMPENSATED, "compensated")            \
    X(TW_ORDER_EXACT, "exact")

/*    which of equals argmin and argmax give                                                           */
#define TW_TIES(X) X(TW_TIES_FIRST, "first") X(TW_TIES_LAST, "last")

/*    what a dot product gives                                                                         */
#define TW_RESULTS(X) X(TW_RESULT_PARTIALS, "partials") X(TW_RESULT_SUM, "sum")

/*    neighbours of a stencil, what lies beyond the edges, whose coefficients, which of them are shared */
#define TW_NEIGHBOURS(X) X(TW_NEIGHBOURS_LINE, "line") X(TW_NEIGHBOURS_STAR, "star") X(TW_NEIGHBOURS_BOX, "box")
#define TW_BOUNDARIES(X)                                                                                  \
    X(TW_BOUNDARY_ZERO, "zero") X(TW_BOUNDARY_FIXED, "fixed") X(TW_BOUNDARY_PERIODIC, "periodic")         \
    X(TW_BOUNDARY_REFLECT, "reflect")
#define TW_SCHEMES(X)                                                                                     \
    X(TW_SCHEME_GIVEN, "given") X(TW_SCHEME_DERIVATIVE, "derivative") X(TW_SCHEME_LAPLACIAN, "laplacian") \
    X(TW_SCHEME_BINOMIAL, "binomial")
#define TW_SYMMETRIES(X)                                                                                  \
    X(TW_SYMMETRY_GENERAL, "general") X(TW_SYMMETRY_SYMMETRIC, "symmetric")                               \
    X(TW_SYMMETRY_ANTISYMMETRIC, "antisymmetric")
/* clang-format on */

#define X(constant, word) constant,
/* clang-format off */
enum tw_type       { TW_TYPE_DEFAULT,     TW_TYPES(X)       TW_TYPE_END };
enum tw_op         { TW_OP_DEFAULT,       TW_OPS(X)         TW_OP_END };
enum tw_along      { TW_ALONG_DEFAULT,    TW_ALONGS(X)      TW_ALONG_END };
enum tw_order      { TW_ORDER_DEFAULT,    TW_ORDERS(X)      TW_ORDER_END };
enum tw_ties       { TW_TIES_DEFAULT,     TW_TIES(X)        TW_TIES_END };
enum tw_result     { TW_RESULT_DEFAULT,   TW_RESULTS(X)     TW_RESULT_END };
enum tw_neighbours { TW_NEIGHBOURS_DEFAULT,  TW_NEIGHBOURS(X)    TW_NEIGHBOURS_END };
enum tw_boundary   { TW_BOUNDARY_DEFAULT, TW_BOUNDARIES(X)  TW_BOUNDARY_END };
enum tw_scheme     { TW_SCHEME_DEFAULT,   TW_SCHEMES(X)     TW_SCHEME_END };
enum tw_symmetry   { TW_SYMMETRY_DEFAULT, TW_SYMMETRIES(X)  TW_SYMMETRY_END };
/* clang-format on */
#undef X

/* ---- problems ---- */

/*
 * Sides, pitches and offsets are in elements, never in bytes. A comment that ends in a value says what 0 stands for. Buffers are
 * CUdeviceptr of the device's memory; of how many elements, and at multiples of how many bytes, the plan's kernel says
 * (tw_plan_kernel(plan)->shape.arguments). In and out never overlap.
 */

/* out[c * out_pitch + r] = in[r * in_pitch + c] for each matrix of a batch; launched with in, out. Matrix b begins rows * in_pitch
   elements behind the one before it in the input, cols * out_pitch in the output. */
struct tw_transpose_problem {
    int64_t rows, cols;            /* of the input; both are needed                     */
    int64_t batch;                 /* matrices, one behind the other: 1                 */
    int64_t in_pitch, out_pitch;   /* from one row to the next: cols, rows              */
    int64_t in_offset, out_offset; /* in the buffer before the first, 0 to 1024: 0      */
    enum tw_type type;             /* float32; only its size matters                    */
};
struct tw_problem tw_problem_transpose(const struct tw_transpose_problem *transpose,
                                       struct tw_fields *fields);

/*
 * Any axes of an array in another order, as NumPy's transpose: index i of the output goes along axis axes[i] of the input, which are
 * the numbers 0 to rank - 1, each once. Launched with in, out. A stride of the input may be 0, which repeats its elements; strides of
 * both sides may be negative, and the buffer then begins with the element that lies lowest. Groups of axes and names are JSON's.
 * out = (out_type)(alpha * in): what rounds how is in docs/permute.md ("A cast and a scale").
 */
struct tw_permute_problem {
    unsigned rank;                 /* of the input, at most TW_MAX_AXES; with a shape 0 is a single element */
    const int64_t *shape;          /* of the input: `rank` extents, 0 among them of an empty array; needed  */
    const unsigned *axes;          /* `rank` of them; needed, but of a single element                       */
    const int64_t *in_strides;     /* of the input's axes, the last one fastest: dense                      */
    const int64_t *out_strides;    /* of the output's axes: dense                                           */
    int64_t in_offset, out_offset; /* in the buffer before the lowest element that is touched: 0            */
    enum tw_type type;             /* float32; only its size matters, unless it is cast or scaled           */
    enum tw_type out_type;         /* of the output: type, or float16, bfloat16, float32, float64           */
    const double *alpha;           /* that elements are multiplied by before they are cast; NULL: 1         */
};
struct tw_problem tw_problem_permute(const struct tw_permute_problem *permute, struct tw_fields *fields);

/*
 * Sums and the like of arrays, rows, columns or segments: one result for each row, column or segment of each matrix, one behind
 * the other. Launched with a; b of dot; offsets of segments; then c, which takes the results. The results of argmin and
 * argmax are places, int64.
 *
 * Segment s is a[offsets[s]] to a[offsets[s + 1] - 1]; there are rows + 1 offsets, from 0 to cols, none below the one before it.
 */
struct tw_reduce_problem {
    enum tw_op op;            /* sum                                                              */
    enum tw_along along;      /* rows                                                             */
    int64_t rows;             /* of a matrix, or how many segments: 1                             */
    int64_t cols;             /* of a row, or of the array; needed. An empty array has TW_ZERO    */
    int64_t batch;            /* matrices, one behind the other: 1                                */
    int64_t pitch;            /* from one row to the next: cols                                   */
    enum tw_type type;        /* of the elements: float32                                         */
    enum tw_type accumulator; /* in which is added, and what is given                         */
    enum tw_order order;      /* fixed: the bits depend on the problem alone                  */
    enum tw_ties ties;        /* first                                                        */
    enum tw_type offsets;     /* of segments: int32, or int64                                 */
};
struct tw_problem tw_problem_reduce(const struct tw_reduce_problem *reduce, struct tw_fields *fields);

/* The sum of a[i] * b[i], or the partial sums of blocks; launched with a, b, c. For the fastest one, and for rows, columns and
   fixed bits, there is a reduction with TW_OP_DOT. */
struct tw_dot_problem {
    int64_t n;             /* of each input; needed. None is TW_ZERO */
    enum tw_type type;     /* float32                                */
    enum tw_result result; /* partials; a sum is added up by the last block to finish ("method": "last") */
};
struct tw_problem tw_problem_dot(const struct tw_dot_problem *dot, struct tw_fields *fields);

/* Weighted sums of neighbours; launched with in, out. Given coefficients are a symbol of the plan (tw_plan_set_symbol). */
struct tw_stencil_problem {
    enum tw_neighbours shape;    /* line                                              */
    int64_t radius;              /* 4                                                 */
    int64_t rows, cols;          /* 1; cols is needed                                 */
    int64_t in_pitch, out_pitch; /* from one row to the next: cols                    */
    enum tw_type type;           /* float32, or float64                               */
    enum tw_boundary boundary;   /* zero                                              */
    enum tw_scheme scheme;       /* given                                             */
    enum tw_symmetry symmetry;   /* as the scheme has it, general for given ones      */
};
struct tw_problem tw_problem_stencil(const struct tw_stencil_problem *stencil, struct tw_fields *fields);

TW_API_END
#endif
