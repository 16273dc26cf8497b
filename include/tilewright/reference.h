/*
 * reference.h - a reference function computes on the CPU what a described kernel must compute.
 *
 *     // reference.c
 *     #include <tilewright/reference.h>
 *
 *     int histogram(unsigned count, const struct tw_reference_argument *arguments)
 *     {
 *         const uint8_t *in = arguments[0].data;
 *         uint32_t *counts = arguments[1].data; // zeros, as "fill" of the description says
 *         for (uint64_t i = 0; i < arguments[0].count; i++) counts[in[i]]++;
 *         return count == 3 ? 0 : 1; // the third argument is the number of bytes
 *     }
 *
 * The function stands in a shared library, which needs only this header. A description names both (docs/kernel.md). examples/kernels/histogram.json
 * has "reference": { "library": "./libhistogram.so", "function": "histogram" }. Its kernel is checked so:
 *
 *     $ cp -r examples/kernels . && cc -std=c11 -O2 -shared -fPIC $(pkg-config --cflags tilewright) \
 *           -o kernels/libhistogram.so reference.c
 *     $ tilewright run kernels/histogram.json --device sim | grep '^[0-9]'
 *     1 ok
 *
 * In C++ the function is declared extern "C".
 *
 * The library is opened, and the function called, only when a kernel is checked. That happens in a process of its own without a CUDA context. The
 * check of all variants of the problem fails, with a message that says so, if the function crashes, ends its process, returns an error or does
 * not return. Nothing else is harmed. The process leads a process group; whatever is left of the group ends with it. It may use as much
 * memory as the machine has. What it prints to stdout goes to stderr.
 *
 * The function is called twice for a problem, in the same process. Inputs are the same in both calls, and outputs hold another pattern. Both
 * calls together have half the time limit of a variant (--timeout).
 */
#ifndef TILEWRIGHT_REFERENCE_H
#define TILEWRIGHT_REFERENCE_H

#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/element.h>

TW_API_BEGIN

/* An argument of the kernel. */
struct tw_reference_argument {
    const char *name; /* as in the description */
    /* The type of its elements. A float16 or bfloat16 has 2 bytes; a vector has its components in order. */
    enum tw_element element;
    /* Its elements, at least 1. A number has 1, and a list by value has as many as the list. A structure has as many as it has bytes; its type is
       uint8. */
    uint64_t count;
    /*
     * The elements, at an address that is a multiple of 256 bytes. NULL for scratch. The memory is the caller's, and is gone after the call.
     *
     * Inputs, in-outs, scalars and symbols hold what the kernel is given before its first launch. A scalar that is a structure holds its bytes.
     * Addresses in it, and numbers that your program passes, are 0 there: they are arguments of their own, behind the structure.
     *
     * Outputs hold zeros if their "fill" says so. Otherwise they hold a pattern, bytes 0xA5 in the first call and 0x5A in the second. Elements that
     * the function leaves alone in both calls must be left alone by the kernel too.
     *
     * The function writes outputs and in-outs. Changes to other arguments are lost.
     */
    void *data;
};

/* The type of a reference function. `arguments` are all arguments of the description in its order, and `count` is their number. It returns 0,
   or an error number, which the message of the failed check shows. */
typedef int tw_reference_function(unsigned count, const struct tw_reference_argument *arguments);

TW_API_END
#endif
