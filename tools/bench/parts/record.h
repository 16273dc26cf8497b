/*
 * record.h - what was measured of a problem, as a line of JSON: enough to make its variants' features again, and their times.
 *
 *     {"family": "transpose", "sm": 90, "seed": 7, "number": 3, "problem": {"rows": 70, "cols": 40, ...}, "copy_us": 4.21,
 *      "fields": ["method", "BDIMX", ...], "variants": [["row-run", 32, ..., 5.072], ...]}      (one line in the file)
 *
 * Behind a variant's fields stands what it took, in microseconds. The first variant is what was chosen then. "seed" is there if the
 * problem was drawn.
 * "input" says what an input holds that is no noise, as the lengths of segments (lengths.h).
 */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include <stdio.h>

#include "tools/bench/parts/duel.h"

/* Appends the problem's fields, an object as a config's variant is. */
void record_add_problem(const struct tw_family *family, const int64_t *value, struct tw_text *text);

/* Appends the line. Variants without a time are left out; without a duel nothing was timed, and all are there with 0. */
void record_add(const struct tried *tried, unsigned sm, const uint64_t *seed, uint64_t number,
                const struct duel *duel, struct tw_text *text);

/* Reads such lines and writes each variant's features (subject.h) as so many floats, one variant after the other; not-a-number for
   those that the family's model does not know. TW_INPUT with file and line, TW_IO, TW_MEMORY. */
int record_write_features(const char *path, const struct subject *subject, FILE *out, struct tw_error *error);

#endif
