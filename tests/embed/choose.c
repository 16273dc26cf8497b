/*
 * A launcher that is given the numbers of a problem (tests/sim/test_embed_choose.sh): products of matrices of many sizes, against plain
 * loops, and what it says of its choice. `-` before a size: no kernel takes it. Arguments: "m n k" or "-m n k" for each product; "@NAME"
 * treats the device as that one from there on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "k.h"

#include "driver.h"

#define GUARD 64 /* elements behind the result that stay as they are */

/* Halfs of -3 to 3. */
static uint16_t half_of(long number)
{
    static const uint16_t bits[] = {0xC200, 0xC000, 0xBC00, 0, 0x3C00, 0x4000, 0x4200};
    return bits[number + 3];
}

static CUdeviceptr upload(const void *data, size_t bytes)
{
    CUdeviceptr device;
    expect(cuMemAlloc(&device, bytes), "cuMemAlloc");
    expect(cuMemcpyHtoD(device, data, bytes), "cuMemcpyHtoD");
    return device;
}

static unsigned long count_wrong(const float *c, long m, long n, long k)
{
    unsigned long wrong = 0;
    long x, y, i;
    for (y = 0; y < m; y++) {
        for (x = 0; x < n; x++) {
            long sum = 0;
            for (i = 0; i < k; i++) sum += ((y * k + i) % 7 - 3) * ((i * n + x) * 5 % 7 - 3);
            wrong += c[y * n + x] != (float)sum;
        }
    }
    for (i = 0; i < GUARD; i++) wrong += c[m * n + i] != -1;
    return wrong;
}

/* The matrices of a product on the device, which `run` makes. */
static unsigned long multiply(const struct k_choice *choice, long m, long n, long k)
{
    const size_t a_count = (size_t)(m * k), b_count = (size_t)(k * n), c_count = (size_t)(m * n + GUARD);
    uint16_t *a = (uint16_t *)malloc(2 * a_count), *b = (uint16_t *)malloc(2 * b_count);
    float *c = (float *)malloc(4 * c_count);
    struct k_error error;
    CUdeviceptr at[3];
    void *parameters[3];
    unsigned long wrong;
    size_t i;
    for (i = 0; i < a_count; i++) a[i] = half_of((long)i % 7 - 3);
    for (i = 0; i < b_count; i++) b[i] = half_of((long)i * 5 % 7 - 3);
    for (i = 0; i < c_count; i++) c[i] = -1;
    at[0] = upload(a, 2 * a_count);
    at[1] = upload(b, 2 * b_count);
    at[2] = upload(c, 4 * c_count);
    for (i = 0; i < 3; i++) parameters[i] = &at[i];
    if (k_run_choice(choice, parameters, NULL, &error) != CUDA_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    expect(cuMemcpyDtoH(c, at[2], 4 * c_count), "cuMemcpyDtoH");
    for (i = 0; i < 3; i++) expect(cuMemFree(at[i]), "cuMemFree");
    wrong = count_wrong(c, m, n, k);
    free(a);
    free(b);
    free(c);
    return wrong;
}

static int take(const char *sizes, const char *device)
{
    struct k_choice choice;
    struct k_error error;
    struct k_problem problem;
    long m, n, k;
    const int refused = *sizes == '-';
    unsigned long wrong;
    CUresult result;
    if (sscanf(sizes + refused, "%ld %ld %ld", &m, &n, &k) != 3) return 1;
    memset(&problem, 0, sizeof problem);
    problem.m = m;
    problem.n = n;
    problem.k = k;
    result = k_choose(&problem, device, &choice, &error);
    if (result != CUDA_SUCCESS) {
        printf("%s\n", error.message);
        return !refused || result != CUDA_ERROR_NOT_SUPPORTED;
    }
    wrong = multiply(&choice, m, n, k);
    printf("%ld x %ld x %ld: %lu wrong, %s, %g away; %s\n", m, n, k, wrong,
           choice.measured ? "measured" : "not measured", choice.away, choice.why);
    return refused || wrong;
}

int main(int count, char **words)
{
    const char *as = NULL;
    int i, failed = 0;
    open_context();
    for (i = 1; i < count; i++) {
        if (*words[i] == '@')
            as = words[i] + 1;
        else
            failed += take(words[i], as);
    }
    return failed != 0;
}
