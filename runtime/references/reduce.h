/* reduce.h - the problem of a kernel of the reduce family, as its reference reads it: reduce.c, reduce_inputs.c. */
#ifndef TW_RUNTIME_REFERENCES_REDUCE_H
#define TW_RUNTIME_REFERENCES_REDUCE_H

#include "runtime/references/reference.h"

TW_API_BEGIN

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
    bool last;                             /* of equals */
    const struct tw_argument *a, *c;       /* the inputs' and the results' */
    const struct tw_element_info *element; /* of an input */
    uint64_t rows, cols, batch, pitch;
    uint64_t results;
    unsigned offsets_number, c_number;    /* of these arguments */
    const struct tw_element_info *offset; /* of segments */
};

struct reduce_problem reduce_problem(const struct tw_kernel *kernel);

/* Element s of the offsets; `memory` is theirs. */
uint64_t reduce_offset(const struct reduce_problem *p, const void *memory, uint64_t s);

/* What the inputs and offsets hold before a trial. */
void reduce_fill_inputs(const struct reduce_problem *p, unsigned trial,
                        const struct tw_trial trials[TW_MAX_ARGUMENTS]);

TW_API_END
#endif
