/*
 * reference.h - what a kernel should compute, on the CPU, from the kernel's fields alone. It shares no code
 * with the generator: an oracle that did would be no oracle. One file per family: runtime/references/NAME.c,
 * a row of base/families.h.
 */
#ifndef TW_RUNTIME_REFERENCES_REFERENCE_H
#define TW_RUNTIME_REFERENCES_REFERENCE_H

#include <tilewright/api.h>
#include <tilewright/error.h>
#include <tilewright/kernel.h>

#include "base/text.h"

TW_API_BEGIN

#define TW_MAX_TRIALS 3u

/*
 * What an argument holds before and after one trial: arrays of its `count` elements. The caller allocates what there is to
 * fill in and leaves the rest NULL.
 *
 *     before   of inputs, in-outs, scalars and symbols. All of it is to be filled in.
 *     after    of outputs and in-outs. It comes filled with a pattern: what a right kernel leaves alone, such as gaps between
 *              rows, is not touched.
 *     exact    of floating-point outputs and in-outs of kernels that round (tw_shape.chain). It comes filled with NaN. An
 *              element that is set is compared with this, within (chain + 1) * scale * half a unit in the last place of 1 (both
 *              are set); one that stays NaN is compared with `after`, bit for bit.
 *     scale    the sum of the absolute values of what the element is a sum of; of another function whatever its first-order
 *              error is a multiple of.
 */
struct tw_trial {
    void *before, *after;
    double *exact, *scale;
};

struct tw_reference {
    const char *family;
    const char *const *
        reads; /* keys of the fields that the answer depends on, NULL-terminated; with these, the rendering and
                                 the arguments' sizes equal, two kernels share one answer */
    /* NULL, or true of a key of `reads` that the answer of this kernel does not depend on after all. */
    bool (*ignores)(const struct tw_kernel *kernel, const char *key);
    /* NULL: 2. How many trials there are, 2 to TW_MAX_TRIALS. */
    unsigned (*trials)(const struct tw_kernel *kernel);
    /*
     * Fills in trial number `trial`. 0: small integers, so many of them zeros that sums stay exact in any order; results are
     * compared bit for bit. 1: noise. 2: the family's own, such as the sources' numbers.
     */
    int (*fill)(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error);
    /* NULL, or adds lines for people about the results of the last trial; results[i] is what argument i held afterwards, NULL
       of arguments that are no results. */
    void (*say)(const struct tw_kernel *kernel, const void *const *results, struct tw_text *text);
};

const struct tw_reference *tw_reference_find(const char *family); /* NULL: none */

/* For references: the fields of the kernel, which must have them. A number is not negative. */
uint64_t tw_reference_number(const struct tw_kernel *kernel, const char *key);
bool tw_reference_is(const struct tw_kernel *kernel, const char *key, const char *word);

/* Fills with noise that is the same on every machine; different seeds give different noise. */
void tw_reference_noise(void *memory, size_t bytes, uint64_t seed);

TW_API_END
#endif
