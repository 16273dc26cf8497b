/* The job of the small driver-API programs:
 * what reverse.ptx should compute, and a check that names the failing call. */
#ifndef REVERSE_H
#define REVERSE_H

#include <stdio.h>
#include <stdlib.h>

#define N      1000u
#define BLOCK  128u
#define BLOCKS ((N + BLOCK - 1) / BLOCK)

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        int result_ = (int)(call);                                                                           \
        if (result_ != 0) {                                                                                  \
            fprintf(stderr, "%s: error %d\n", #call, result_);                                               \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static unsigned input(unsigned i)
{
    return i * i + 3;
}

static unsigned expected(unsigned i)
{
    unsigned mirror = i / BLOCK * BLOCK + (BLOCK - 1 - i % BLOCK);
    return (mirror < N ? input(mirror) : 0) + 5;
}

static inline int report(const char *device, const unsigned *out)
{
    for (unsigned i = 0; i < N; i++) {
        if (out[i] == expected(i)) continue;
        fprintf(stderr, "out[%u] = %u, not %u\n", i, out[i], expected(i));
        return 1;
    }
    printf("%s: %u elements ok\n", device, N);
    return 0;
}

#endif
