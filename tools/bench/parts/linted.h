/* linted.h - kernels of some 500 lines, as people write them: what lint and a sweep of them take. */
#ifndef BENCH_LINTED_H
#define BENCH_LINTED_H

#include <stddef.h>

#include "base/text.h"

struct linted {
    const char *name;        /* of the kernel and its files */
    const char *description; /* in JSON: one variant, a small problem to prove it on, no reference */
    void (*write)(struct tw_text *source);
};

extern const struct linted linted_kernels[];
extern const size_t linted_count;

#endif
