/*
 * reference.h - what a reference function of a described kernel looks like: a C function in a shared library, that says what the kernel must
 * compute (docs/kernel.md, "reference"). It needs no other header of ours, and no library.
 *
 *     int reference(unsigned count, const struct tw_reference_argument *arguments)
 *     {
 *         const float *in = arguments[0].data;
 *         float *out = arguments[1].data;
 *         for (uint64_t i = 0; i < arguments[1].count; i++) out[i] = 2 * in[i];
 *         return 0;
 *     }
 *
 * C++ declares it extern "C". It is called in a process of its own, with no CUDA context, and may take as long and as much memory as it
 * needs, within the time that a variant has.
 */
#ifndef TILEWRIGHT_REFERENCE_H
#define TILEWRIGHT_REFERENCE_H

#include <stdint.h>

#include <tilewright/element.h>

TW_API_BEGIN

/* An argument of the kernel, in the order of the description: buffers, scalars and symbols. */
struct tw_reference_argument {
    const char *name;
    enum tw_element element;
    uint64_t count; /* elements; 1 of a scalar */
    /* Its elements, one after the other. Inputs, in-outs, scalars and symbols hold what the kernel is given. Outputs hold a pattern: what the
       function leaves alone, the kernel must leave alone too. Scratch is NULL. What it writes to anything but outputs and in-outs is lost. */
    void *data;
};

/* 0: done. Anything else is an error, which the message on the kernel tells. */
typedef int tw_reference_function(unsigned count, const struct tw_reference_argument *arguments);

TW_API_END
#endif
