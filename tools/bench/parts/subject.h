/*
 * subject.h - what the regret bench needs to know of a family beyond its fields: how its problems are drawn, how much memory
 * they take, how people say them.
 */
#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

#include <limits.h>

#include "gen/family.h"

#define SUBJECT_MOST_FEATURES 128u

#define SUBJECT_DRAWN UINT_MAX

struct subject_input {
    unsigned argument; /* the number of the input */
    void *bytes;
    size_t count;
    const char *word; /* of the kind; static storage */
};

struct subject {
    const char *family, *plural;
    /* tools/bench/parts/draw.h; its problem's fields, the others at their defaults. */
    void (*draw)(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                 int64_t *value);
    /* NULL: a problem of another batch has other kernels. */
    void (*draw_batch)(uint64_t seed, uint64_t number, uint64_t other, uint64_t max_bytes, int64_t *value);
    /* Gives those of the problem's fields a value that follow from others. */
    void (*complete)(int64_t *value);
    /* NULL: noise does for every input. How many kinds of an input that is no noise a problem may have; 0: none. */
    unsigned (*input_kinds)(const int64_t *value);
    /* Fills that kind of it, or with kind SUBJECT_DRAWN the one that the problem's fields draw; the caller frees the bytes. False:
       out of memory. */
    bool (*input)(const int64_t *value, unsigned kind, struct subject_input *input);
    /* The bytes of its inputs, or of its outputs: the more of the two. */
    uint64_t (*bytes)(const int64_t *value);
    /* "3 x 8191x8193 float32, pitches 8200 and 8191" */
    void (*add)(const struct tw_family *family, const int64_t *value, struct tw_text *text);
    /* NULL: none is. A variant that does what a smaller one does, with idle threads. */
    bool (*too_large)(const int64_t *value);
    /* Numbers that times are fitted to, SUBJECT_MOST_FEATURES at most; false for a variant of which the model knows nothing. */
    unsigned features;
    bool (*features_of)(const int64_t *value, const struct tw_target *target, float *feature);
};

/* The subject of a family's name; NULL when the bench does not know it. */
const struct subject *subject_find(const char *family);

#endif
