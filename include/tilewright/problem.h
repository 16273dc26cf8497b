/*
 * problem.h - problems as structs: they say what a plan is to compute, without JSON.
 *
 *     // buffers.c
 *     #include <stdio.h>
 *     #include <tilewright/problem.h>
 *
 *     int main(void)
 *     {
 *         const struct tw_planner_options simulator = {.device = TW_PLANNER_SIMULATOR};
 *         const struct tw_transpose_problem transpose = {.rows = 1000, .cols = 3000, .type = TW_TYPE_FLOAT16};
 *         struct tw_fields fields;
 *         struct tw_problem problem = tw_problem_transpose(&transpose, &fields);
 *         struct tw_planner *planner;
 *         struct tw_plan *plan;
 *         if (tw_planner_open(&simulator, &planner, NULL) || tw_plan_make(planner, &problem, &plan, NULL)) return 1;
 *         const struct tw_shape *shape = &tw_plan_kernel(plan)->shape;
 *         for (unsigned i = 0; i < shape->argument_count; i++)
 *             printf("%s: %zu bytes\n", shape->arguments[i].name, tw_argument_bytes(&shape->arguments[i]));
 *         tw_plan_destroy(plan);
 *         tw_planner_close(planner);
 *         return 0;
 *     }
 *
 * The plan's kernel says how large the buffers of a launch must be (tilewright/plan.h shows a launch):
 *
 *     $ cc -std=c11 buffers.c $(pkg-config --cflags --libs tilewright) -o buffers && ./buffers
 *     in: 6000000 bytes
 *     out: 6000000 bytes
 *
 * Each member of a problem is the field with the same name in the family's page: docs/transpose.md, docs/permute.md, docs/reduce.md, docs/dot.md,
 * docs/stencil.md. A member that is 0 is not given, and the field has its default. To give a number that is 0, write TW_ZERO. The structs say what
 * is computed; the planner chooses how. Write JSON to choose that too, or to use another family.
 *
 * Lifetime: a function stores the given fields in *fields, and the problem that it returns points there. So *fields must not move, change or end
 * before the last tw_plan_make with that problem. What the struct points to, such as `shape`, is copied, and may end at once.
 *
 * Errors: nothing is checked here. tw_plan_make says what is wrong. If an argument is NULL the problem is all zero, and tw_plan_make refuses it. The
 * other members of the returned problem (name, effort, stream, seconds) are zero; set them as you like.
 *
 * A struct and its JSON give the same kernel. The planner keeps them as two plans.
 *
 * Thread-safety: the functions change nothing but *fields, and allocate nothing. Threads may call them at the same time.
 */
#ifndef TILEWRIGHT_PROBLEM_H
#define TILEWRIGHT_PROBLEM_H

#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/plan.h>

TW_API_BEGIN

#define TW_ZERO        INT64_MIN /* the number 0, in a member whose 0 means "not given" */
#define TW_MOST_VALUES 16u       /* fields that a problem can have */
#define TW_MAX_AXES    32u       /* axes that an array can have */

/* Memory for the given fields of a problem. The caller provides it without initialising it; the functions below write it. */
struct tw_fields {
    struct tw_field_value value[TW_MOST_VALUES];
    unsigned count;
    /* Private: lists and a fraction as texts, one behind the other. At most four are lists, each with one number more than there can be axes. */
    char text[4 * (TW_MAX_AXES + 1) * 21 + 32];
    unsigned text_length;
};

/* The constants of the enums below, each with its word in JSON. Constants count from 1, since 0 means "not given". */
/* clang-format off */
/*    Element types, as in tilewright/element.h. A family may take only some of them. TW_TYPE_OWN is for accumulators. */
#define TW_TYPES(X)                                                                                       \
    X(TW_TYPE_INT8, "int8") X(TW_TYPE_UINT8, "uint8") X(TW_TYPE_INT16, "int16") X(TW_TYPE_UINT16, "uint16") \
    X(TW_TYPE_INT32, "int32") X(TW_TYPE_UINT32, "uint32") X(TW_TYPE_INT64, "int64")                       \
    X(TW_TYPE_UINT64, "uint64") X(TW_TYPE_FLOAT16, "float16") X(TW_TYPE_BFLOAT16, "bfloat16")             \
    X(TW_TYPE_FLOAT32, "float32") X(TW_TYPE_FLOAT64, "float64") X(TW_TYPE_INT32X2, "int32x2")             \
    X(TW_TYPE_INT32X4, "int32x4") X(TW_TYPE_FLOAT32X2, "float32x2") X(TW_TYPE_FLOAT32X4, "float32x4")     \
    X(TW_TYPE_FLOAT64X2, "float64x2") X(TW_TYPE_OWN, "own")

/*    the operation of a reduction                                                                     */
#define TW_OPS(X)                                                                                         \
    X(TW_OP_SUM, "sum") X(TW_OP_PRODUCT, "product") X(TW_OP_MIN, "min") X(TW_OP_MAX, "max")               \
    X(TW_OP_ARGMIN, "argmin") X(TW_OP_ARGMAX, "argmax") X(TW_OP_ANY, "any") X(TW_OP_ALL, "all")           \
    X(TW_OP_NORM2, "norm2") X(TW_OP_MEAN, "mean") X(TW_OP_DOT, "dot")

/*    what a reduction gives a result for                                                              */
#define TW_ALONGS(X)                                                                                      \
    X(TW_ALONG_ROWS, "rows") X(TW_ALONG_COLUMNS, "columns") X(TW_ALONG_SEGMENTS, "segments")

/*    the order of a reduction's additions (docs/reduce.md)                                            */
#define TW_ORDERS(X)                                                                                      \
    X(TW_ORDER_FIXED, "fixed") X(TW_ORDER_FREE, "free") X(TW_ORDER_COMPENSATED, "compensated")            \
    X(TW_ORDER_EXACT, "exact")

/*    which of several equal elements argmin and argmax give                                           */
#define TW_TIES(X) X(TW_TIES_FIRST, "first") X(TW_TIES_LAST, "last")

/*    the result of a dot product: partial sums of blocks, or one sum                                  */
#define TW_RESULTS(X) X(TW_RESULT_PARTIALS, "partials") X(TW_RESULT_SUM, "sum")

/*    a stencil: its neighbours, what lies beyond the edges, its coefficients, which neighbours share one */
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
 * Sides, pitches, strides and offsets are in elements, never in bytes. In the comments "default:" says what 0 stands for.
 *
 * Buffers are CUdeviceptr of memory on the device. The plan's kernel says how many elements each has, and of how many bytes its address must be a
 * multiple (tw_plan_kernel(plan)->shape.arguments). Input and output must not overlap.
 */

/*
 * A transpose of each matrix of a batch: out[c * out_pitch + r] = in[r * in_pitch + c]. A launch takes in, out.
 *
 * Matrix b begins b * rows * in_pitch elements behind the first one in the input, and b * cols * out_pitch in the output.
 */
struct tw_transpose_problem {
    int64_t rows, cols;            /* of the input, 1 to 2^31 - 1; needed                      */
    int64_t batch;                 /* matrices, one behind the other; default: 1               */
    int64_t in_pitch, out_pitch;   /* from one row to the next; default: cols, rows            */
    int64_t in_offset, out_offset; /* in the buffer before the first element, 0 to 1024        */
    enum tw_type type;             /* default: float32; only its size matters                  */
};
struct tw_problem tw_problem_transpose(const struct tw_transpose_problem *transpose,
                                       struct tw_fields *fields);

/*
 * The axes of an array in another order, as NumPy's transpose: axis i of the output is axis axes[i] of the input. A launch takes in, out.
 *
 * Strides may be negative; then the buffer begins with the element that lies lowest. A stride of the input may be 0, which repeats its elements.
 * Groups of axes and axes with names need JSON.
 *
 * Elements are out = (out_type)(alpha * in); docs/permute.md says how they are rounded ("A cast and a scale").
 */
struct tw_permute_problem {
    unsigned rank;              /* axes of the input, at most TW_MAX_AXES; 0 with a shape: a single element */
    const int64_t *shape;       /* `rank` extents of the input, each 0 or more; needed                   */
    const unsigned *axes;       /* the numbers 0 to rank - 1, each once; needed unless rank is 0         */
    const int64_t *in_strides;  /* of the input's `rank` axes; default: no gaps, the last axis fastest   */
    const int64_t *out_strides; /* of the output's `rank` axes; default: the same                        */
    int64_t in_offset, out_offset; /* in the buffer before the lowest element that is used, 0 to 2^48       */
    enum tw_type type;             /* default: float32; only its size matters, without a cast and a scale   */
    enum tw_type out_type;         /* default: type; or float16, bfloat16, float32, float64                 */
    const double *alpha;           /* a finite factor for the elements; NULL: 1                             */
};
struct tw_problem tw_problem_permute(const struct tw_permute_problem *permute, struct tw_fields *fields);

/*
 * A reduction: each row or column of each matrix, or each segment of an array, gives one result. An array is one row. A launch takes a; then b for
 * a dot product, or offsets for segments; then c for the results, one behind the other.
 *
 * Segment s has the elements a[offsets[s]] to a[offsets[s + 1] - 1]. There are rows + 1 offsets, from 0 to cols, none less than the one before.
 *
 * Results of argmin and argmax are indices, int64. Results of any and all are uint8. Results of min and max have the elements' type.
 * Other results have the type of the accumulator.
 */
struct tw_reduce_problem {
    enum tw_op op;            /* default: sum                                                             */
    enum tw_along along;      /* default: rows                                                            */
    int64_t rows;             /* of a matrix, or the number of segments; default: 1; TW_ZERO: none        */
    int64_t cols;             /* elements of a row, or of the array; needed; TW_ZERO: an empty array      */
    int64_t batch;            /* matrices, one behind the other; default: 1                               */
    int64_t pitch;            /* from one row to the next; default: cols                                  */
    enum tw_type type;        /* of the elements; default: float32                                        */
    enum tw_type accumulator; /* of sums; default: docs/reduce.md; TW_TYPE_OWN: the elements' type        */
    enum tw_order order;      /* default: fixed, where the bits of a result depend on the problem alone   */
    enum tw_ties ties;        /* default: first                                                           */
    enum tw_type offsets;     /* of segments: int32 or int64; default: int64                              */
};
struct tw_problem tw_problem_reduce(const struct tw_reduce_problem *reduce, struct tw_fields *fields);

/*
 * The dot product of two arrays: the sum of a[i] * b[i], or the partial sums of blocks. A launch takes a, b, c.
 *
 * A reduction with TW_OP_DOT is faster. It also does rows and columns, and its bits are fixed.
 */
struct tw_dot_problem {
    int64_t n;             /* elements of each array; needed; TW_ZERO: none          */
    enum tw_type type;     /* default: float32                                       */
    enum tw_result result; /* default: partials; the last block adds a sum ("last")  */
};
struct tw_problem tw_problem_dot(const struct tw_dot_problem *dot, struct tw_fields *fields);

/*
 * A stencil: each element of the output is a weighted sum of neighbours in the input. A launch takes in, out. Given coefficients are a symbol of
 * the plan: set it with tw_plan_set_symbol.
 */
struct tw_stencil_problem {
    enum tw_neighbours shape;    /* default: line                                              */
    int64_t radius;              /* 1 to 64 for a line, 1 to 4 for a star or box; default: 4   */
    int64_t rows, cols;          /* default: 1 row; cols are needed                            */
    int64_t in_pitch, out_pitch; /* from one row to the next; default: cols                    */
    enum tw_type type;           /* float32 or float64; default: float32                       */
    enum tw_boundary boundary;   /* default: zero                                              */
    enum tw_scheme scheme;       /* default: given                                             */
    enum tw_symmetry symmetry;   /* default: the scheme's; general for given coefficients      */
};
struct tw_problem tw_problem_stencil(const struct tw_stencil_problem *stencil, struct tw_fields *fields);

TW_API_END
#endif
