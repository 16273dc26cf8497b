/*
 * at_places.h - launches a variant of the embed k, which reads one array and writes another, with pointers anywhere, and compares what it
 * writes, and the guards around it, with what expect() says. C99 and C++11.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "k.h"

#define GUARD 64

/* Writes what variant `number` is to make of `in`. */
static void expect(unsigned number, const unsigned char *in, unsigned char *out);

/* The shifts are bytes. 0: right. */
static int try_at(unsigned number, unsigned in_shift, unsigned out_shift)
{
    const struct k_variant *variant = &k_variants[number];
    size_t in_bytes = in_shift + variant->buffers[0].bytes;
    size_t bytes = out_shift + variant->buffers[1].bytes + 2 * GUARD, i;
    unsigned char *in = (unsigned char *)malloc(in_bytes), *got = (unsigned char *)malloc(bytes),
                  *expected = (unsigned char *)malloc(bytes);
    CUdeviceptr in_memory, out_memory, from, to;
    struct k_error error = {CUDA_SUCCESS, ""};
    void *parameters[2];
    int wrong;
    for (i = 0; i < in_bytes; i++) in[i] = (unsigned char)(i * 2654435761u >> 13);
    memset(expected, 0xA5, bytes);
    expect(number, in + in_shift, expected + GUARD + out_shift);
    if (cuMemAlloc(&in_memory, in_bytes) || cuMemAlloc(&out_memory, bytes) ||
        cuMemcpyHtoD(in_memory, in, in_bytes) || cuMemsetD8(out_memory, 0xA5, bytes))
        return 1;
    from = in_memory + in_shift;
    to = out_memory + GUARD + out_shift;
    parameters[0] = &from;
    parameters[1] = &to;
    wrong = k_launch(number, parameters, NULL, &error) || cuMemcpyDtoH(got, out_memory, bytes) ||
            memcmp(got, expected, bytes);
    if (wrong) printf("%s, in + %u, out + %u: WRONG %s\n", variant->name, in_shift, out_shift, error.message);
    cuMemFree(in_memory);
    cuMemFree(out_memory);
    free(in);
    free(got);
    free(expected);
    return wrong;
}
