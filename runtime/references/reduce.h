/*
 * reduce.h - what the files of the reduce family's reference share: reduce.c, reduce_sums.c, reduce_elements.c,
 * reduce_inputs.c.
 */
#ifndef TW_RUNTIME_REFERENCES_REDUCE_H
#define TW_RUNTIME_REFERENCES_REDUCE_H

#include "runtime/references/reference.h"

enum reduce_op {
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

enum reduce_along { ALONG_ROWS, ALONG_COLUMNS, ALONG_SEGMENTS };
enum reduce_order { ORDER_FIXED, ORDER_FREE, ORDER_COMPENSATED, ORDER_EXACT };

struct reduce_problem {
    enum reduce_op op;
    enum reduce_along along;
    enum reduce_order order;
    bool last;    /* of equals */
    bool flushes; /* float32 results are added up by atomics, to which subnormals are zero */
    const struct tw_argument *a, *c;       /* the inputs' and the results' */
    const struct tw_element_info *element; /* of an input */
    uint64_t rows, cols, batch, pitch;
    uint64_t results;
    unsigned offsets_number, c_number;    /* of these arguments */
    const struct tw_element_info *offset; /* of segments */
};

/* Element s of the offsets; `memory` is theirs. */
uint64_t tw_reduction_offset(const struct reduce_problem *p, const void *memory, uint64_t s);

/* What the inputs and offsets hold before a trial. */
void tw_reduction_fill_inputs(const struct reduce_problem *p, unsigned trial, const struct tw_trial *trials);

/* ---- elements ---- */

bool tw_reduction_is_float(const struct tw_element_info *info);

/* `count` elements of the memory of an argument like `argument`: rounded to float32 (`single`) or float64 at once; of integers
   modulo 2^64. */
void tw_reduction_load_reals(const struct tw_argument *argument, const void *memory, uint64_t first,
                             uint64_t count, bool single, double *to);
void tw_reduction_load_wholes(const struct tw_argument *argument, const void *memory, uint64_t first,
                              uint64_t count, uint64_t *to);

/* The low bits; a value that the type holds, or NaN, which has all bits but the sign. */
void tw_reduction_set_whole(const struct tw_argument *argument, void *memory, uint64_t i, uint64_t value);
void tw_reduction_set_real(const struct tw_argument *argument, void *memory, uint64_t i, double value);

/* ---- strips ---- */

#define REDUCE_LINE_MAX 512u /* elements of a line */
#define REDUCE_STRIP    64u  /* columns that are reduced side by side */

/*
 * A part of the problem that is walked over line by line, each of neighbours in memory:
 *
 *     rows, segments    a strip is one reduction, and a line 512 bytes of it; element i of a line is of column i of the leaf
 *     columns           a strip is some neighbouring columns, and a line is a row of them; element i is of reduction i
 */
struct reduce_strip {
    uint64_t result;      /* the first reduction */
    uint64_t start, step; /* the element that line 0 begins with; elements to the next line */
    uint64_t lines;
    uint64_t width, last; /* elements of a line, of the last line */
    uint64_t count;       /* elements of a reduction */
    uint64_t leaf;        /* lines */
    bool folds;           /* a line's elements are of one reduction */
};

/* The elements of a line; the reductions of a strip. */
uint64_t tw_reduction_width(const struct reduce_strip *strip, uint64_t line);
uint64_t tw_reduction_results(const struct reduce_strip *strip);

struct reduce_arrays {
    const void *a, *b; /* b: NULL but for dot */
    const void *offsets;
    const struct tw_trial *c;
};

/* Writes the results of a strip. */
typedef void reduce_visit(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                          const struct reduce_strip *strip);

reduce_visit tw_reduction_by_tree, tw_reduction_exactly, tw_reduction_bounds;

#endif
