/*
 * A launcher for prefix sums of any length (tests/sim/test_embed_choose.sh): several grids, and scratch whose size depends on the problem, against
 * plain loops.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "k.h"

#include "driver.h"

#define MOST  6000
#define GUARD 64

static unsigned long count_wrong(const int32_t *in, const int32_t *out, int n)
{
    unsigned long wrong = 0;
    int32_t sum = 0;
    int i;
    for (i = 0; i < n; i++) {
        sum += in[i];
        wrong += out[i] != sum;
    }
    for (; i < n + GUARD; i++) wrong += out[i] != -1;
    return wrong;
}

static unsigned long scan(int n)
{
    static int32_t in[MOST + GUARD], out[MOST + GUARD];
    struct k_problem problem;
    struct k_choice choice;
    struct k_error error;
    CUdeviceptr at[3];
    void *parameters[3];
    int i;
    problem.n = n;
    for (i = 0; i < n; i++) in[i] = i % 11 - 4;
    if (k_choose(&problem, NULL, &choice, &error) != CUDA_SUCCESS) expect(error.result, error.message);
    for (i = 0; i < 2; i++) expect(cuMemAlloc(&at[i], sizeof in), "cuMemAlloc");
    expect(cuMemAlloc(&at[2], (size_t)choice.scratch_bytes), "cuMemAlloc"); /* and not a byte more */
    expect(cuMemcpyHtoD(at[0], in, sizeof in), "cuMemcpyHtoD");
    expect(cuMemsetD8(at[1], 0xff, sizeof out), "cuMemsetD8");
    for (i = 0; i < 3; i++) parameters[i] = &at[i];
    if (k_run(&problem, parameters, NULL, &error) != CUDA_SUCCESS) expect(error.result, error.message);
    expect(cuMemcpyDtoH(out, at[1], sizeof out), "cuMemcpyDtoH");
    for (i = 0; i < 3; i++) expect(cuMemFree(at[i]), "cuMemFree");
    return count_wrong(in, out, n);
}

int main(void)
{
    static const int lengths[] = {1, 63, 64, 65, 1000, 3000, 5997};
    unsigned long wrong = 0;
    size_t i;
    open_context();
    for (i = 0; i < sizeof lengths / sizeof *lengths; i++) wrong += scan(lengths[i]);
    printf("%lu wrong\n", wrong);
    return wrong != 0;
}
