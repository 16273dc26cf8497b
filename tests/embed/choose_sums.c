/*
 * Which problems a launcher takes, and what it gives the kernel then (tests/sim/test_embed_choose.sh): for m from -40 to 60 "M SIZE SUM", or
 * "M refused". Every variant that takes a problem must give the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "k.h"

#include "driver.h"

#define ROOM 1024

/* The sum, or that it is refused; *size: elements that the launch set to zero or to the sum. */
static int run(unsigned variant, int m, CUdeviceptr out, int *sum, int *size)
{
    static int32_t elements[ROOM];
    struct k_choice choice;
    struct k_error error;
    void *parameters[1];
    CUresult result;
    parameters[0] = &out;
    memset(&choice, 0, sizeof choice);
    choice.variant = variant;
    choice.problem.m = m;
    expect(cuMemsetD8(out, 0xff, sizeof elements), "cuMemsetD8");
    result = k_run_choice(&choice, parameters, NULL, &error);
    if (result == CUDA_ERROR_NOT_SUPPORTED) return 0;
    expect(result, error.message);
    expect(cuMemcpyDtoH(elements, out, sizeof elements), "cuMemcpyDtoH");
    *sum = elements[0];
    for (*size = 1; *size < ROOM && !elements[*size]; (*size)++) continue;
    return 1;
}

int main(void)
{
    CUdeviceptr out;
    unsigned i;
    int m;
    open_context();
    expect(cuMemAlloc(&out, ROOM * 4), "cuMemAlloc");
    for (m = -40; m <= 60; m++) {
        int taken = 0, sum = 0, size = 0;
        for (i = 0; i < k_VARIANTS; i++) {
            int own_sum, own_size;
            if (!run(i, m, out, &own_sum, &own_size)) continue;
            if (taken && (sum != own_sum || size != own_size)) printf("%d differs\n", m);
            taken = 1;
            sum = own_sum;
            size = own_size;
        }
        if (taken)
            printf("%d %d %d\n", m, size, sum);
        else
            printf("%d refused\n", m);
    }
    return 0;
}
