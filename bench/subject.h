/*
 * subject.h - what the regret bench needs to know of a family beyond its fields: how its problems are drawn, how much memory
 * they take, how people say them.
 */
#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

#include "gen/family.h"

#define SUBJECT_MOST_FEATURES 128u

struct subject {
    const char *family, *plural;
    /* bench/draw.h; its problem's fields, the others at their defaults. */
    void (*draw)(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                 int64_t *value);
    /* Gives those of the problem's fields a value that follow from others. */
    void (*complete)(int64_t *value);
    /* NULL: noise does for every input. What the input *argument of a problem holds instead, and how many bytes of it;
       the caller frees it. NULL with *count 0: noise; with *count: out of memory. */
    void *(*input)(const int64_t *value, unsigned *argument, size_t *count);
    /* Of its inputs, or of its outputs: the more of the two. */
    uint64_t (*bytes)(const int64_t *value);
    /* "3 x 8191x8193 float32, pitches 8200 and 8191" */
    void (*add)(const struct tw_family *family, const int64_t *value, struct tw_text *text);
    /* NULL: none is. A variant that does what a smaller one does, with idle threads. */
    bool (*too_large)(const int64_t *value);
    /* Numbers that times are fitted to, SUBJECT_MOST_FEATURES at most; false for a variant of which the model knows nothing. */
    unsigned features;
    bool (*features_of)(const int64_t *value, const struct tw_target *target, float *feature);
};

/* Of a family's name; NULL when the bench does not know it. */
const struct subject *subject_find(const char *family);

#endif
