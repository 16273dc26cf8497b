/*
 * reference.h - a reference function: what says, for a kernel that a description describes, what it must compute. It stands in a shared
 * library, that the description names ("reference": { "library": "./libref.so", "function": "reference" }, docs/kernel.md), and needs
 * nothing of ours but this header.
 *
 *     #include <tilewright/reference.h>
 *
 *     int reference(unsigned count, const struct tw_reference_argument *arguments)
 *     {
 *         const float *in = arguments[0].data;
 *         float *out = arguments[1].data;
 *         for (uint64_t i = 0; i < arguments[1].count; i++) out[i] = 2 * in[i];
 *         return 0;
 *     }
 *
 *     cc -O2 -shared -fPIC -o libref.so ref.c
 *
 * In C++ it is extern "C".
 *
 * The library is opened, and the function called, only when a kernel is checked, in a process of its own without a CUDA context: one that
 * crashes, ends its process, returns an error or does not return fails the check of all variants of its problem with a message that says
 * so, and harms nothing else. The process leads a group of its own, whose processes end with it, and may have as much memory as the machine.
 * What it prints to stdout goes to stderr. It is called twice for a problem, in the same process, with the same inputs and another pattern in
 * outputs; both calls together have half the time that a variant has (--timeout).
 */
#ifndef TILEWRIGHT_REFERENCE_H
#define TILEWRIGHT_REFERENCE_H

#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/element.h>

TW_API_BEGIN

/* An argument of the kernel. */
struct tw_reference_argument {
    const char *name; /* as the description has it */
    enum tw_element
        element; /* the type of its elements; a float16 and a bfloat16 have 2 bytes, vectors their components in order */
    uint64_t
        count; /* elements, at least 1: 1 of a number, of a list by value as many as it has, of a structure its bytes, as uint8 */
    /*
     * Its elements, aligned to 256 bytes. Inputs, in-outs, scalars and symbols hold what the kernel is given before its first launch; a scalar
     * that is a structure holds its bytes. Outputs hold a pattern, of bytes 0xA5 in the first call and 0x5A in the second: what the function
     * leaves alone in both, the kernel must leave alone too; or zeros, where their fill says so. NULL of scratch. It
     * belongs to the caller, and is gone after the call. What is written to anything but outputs and in-outs is lost.
     */
    void *data;
};

/* `arguments` are all those of the description, `count` of them, in its order. Returns 0, or an error that the message tells. */
typedef int tw_reference_function(unsigned count, const struct tw_reference_argument *arguments);

TW_API_END
#endif
