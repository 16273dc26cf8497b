/*
 * Launches an embed called k whose variants `small` and `large` have all that a kernel can have: two grids, scalars, a symbol,
 * scratch that is zero before and afterwards, an output that the launch zeroes (tests/sim/test_embed_program.c says what they
 * compute); prints "program ok", or what was wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "k.h"

#define MOST 1000u

static int failures;

static void check(int good, const char *what)
{
    if (good) return;
    fprintf(stderr, "FAILED: %s\n", what);
    failures++;
}

static void expect(CUresult result, const struct k_error *error, const char *what)
{
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: %d: %s\n", what, (int)result, error ? error->message : "");
    exit(1);
}

static void refused(CUresult result, const struct k_error *error, const char *text)
{
    if (result == CUDA_ERROR_INVALID_VALUE && strstr(error->message, text)) return;
    fprintf(stderr, "FAILED: %d and \"%s\" instead of \"%s\"\n", (int)result, error->message, text);
    failures++;
}

static CUdeviceptr in, out, bins, scratch;

static void poison(unsigned seed)
{
    float host[MOST];
    unsigned i;
    for (i = 0; i < MOST; i++) host[i] = (float)(i % 100 + seed);
    expect(cuMemcpyHtoD(in, host, sizeof host), NULL, "cuMemcpyHtoD");
    expect(cuMemsetD8(out, 0xFF, sizeof host), NULL, "cuMemsetD8");
    expect(cuMemsetD8(bins, 0xFF, 4 * sizeof(uint32_t)), NULL, "cuMemsetD8");
}

/* All that a launch leaves, for in[i] = i % 100 + seed. */
static void check_results(unsigned count, unsigned seed, float scale, const float weights[4],
                          const char *what)
{
    float host[MOST];
    uint32_t found[4], finished;
    unsigned i, wrong = 0;
    expect(cuMemcpyDtoH(host, out, count * sizeof *host), NULL, "cuMemcpyDtoH");
    expect(cuMemcpyDtoH(found, bins, sizeof found), NULL, "cuMemcpyDtoH");
    expect(cuMemcpyDtoH(&finished, scratch + (count * sizeof *host + 255) / 256 * 256, sizeof finished), NULL,
           "cuMemcpyDtoH");
    for (i = 0; i < count; i++) wrong += host[i] != (float)(i % 100 + seed) * scale + weights[i % 4] + 30 - 7;
    for (i = 0; i < 4; i++) wrong += found[i] != (count + 3 - i) / 4 + (i == 0 ? 100000u : 0u);
    if (wrong) fprintf(stderr, "%u wrong; bins %u %u %u %u\n", wrong, found[0], found[1], found[2], found[3]);
    check(!wrong, what);
    check(finished == 0, "the counter is not zero afterwards");
}

static void check_table(void)
{
    const struct k_variant *large = &k_variants[k_VARIANT_large];
    check(large->launch_count == 2 && strcmp(large->launches[0].entry, "large") == 0 &&
              strcmp(large->launches[1].entry, "large_finish") == 0,
          "entries");
    check(large->launches[0].grid[0] == 8 && large->launches[1].grid[0] == 4 &&
              large->launches[0].block[0] == 128 && large->launches[1].block[0] == 256 && large->grid[0] == 8,
          "grids");
    check(large->buffer_count == 6 && large->buffers[0].kind == k_KIND_BUFFER &&
              large->buffers[1].kind == k_KIND_SCALAR && large->buffers[2].zeroed &&
              large->buffers[4].kind == k_KIND_SCALAR && large->buffers[5].kind == k_KIND_SCRATCH,
          "parameters");
    check(large->scratch_bytes == k_SCRATCH_BYTES_large && k_SCRATCH_BYTES_large == 4096 + 256 &&
              large->scratch_zero,
          "scratch");
    check(large->symbol_count == 1 && strcmp(large->symbols[0].name, "weights") == 0 &&
              large->symbols[0].bytes == 16,
          "symbols");
    check(large->layout == NULL && large->unpredicted && large->load_requests == 0, "nothing is predicted");
    check(k_variants[k_VARIANT_small].unpredicted == NULL &&
              k_variants[k_VARIANT_small].load_requests == 6 + 40 &&
              k_variants[k_VARIANT_small].ideal_wavefronts == 6 + 20,
          "predictions are summed");
}

static void check_refusals(void)
{
    static const int32_t shift[2] = {30, 7};
    static const float weights[4] = {0, 0, 0, 0};
    struct k_error error;
    float *from = (float *)(uintptr_t)in, *to = (float *)(uintptr_t)out;
    uint32_t *counts = (uint32_t *)(uintptr_t)bins;
    refused(k_launch_large(from, 2, counts, to, shift, NULL, NULL, &error), &error,
            "large: scratch is NULL; it needs 4352 bytes");
    refused(k_launch_large(from, 2, counts, to, shift, (char *)(uintptr_t)scratch + 16, NULL, &error), &error,
            "large: scratch is not a multiple of 256 bytes");
    refused(k_launch_large(from, 2, counts + 1, to, shift, (void *)(uintptr_t)scratch, NULL, &error), &error,
            "large: bins is not a multiple of 16 bytes");
    refused(k_launch_large(from, 2, NULL, to, shift, (void *)(uintptr_t)scratch, NULL, &error), &error,
            "large: bins is at address 0");
    refused(k_set_symbol(k_VARIANT_large, "weight", weights, sizeof weights, NULL, &error), &error,
            "large has no symbol weight");
    refused(k_set_symbol(k_VARIANT_large, "weights", weights, 12, NULL, &error), &error,
            "large: symbol weights has 16 bytes, not 12");
    refused(k_set_symbol(2, "weights", weights, sizeof weights, NULL, &error), &error,
            "there is no kernel number 2");
}

/* Symbols belong to a variant; the source gives them 1, 2, 3, 4. */
static void check_launches(CUstream stream)
{
    static const float first[4] = {1, 2, 3, 4}, second[4] = {5, 0, -5, 10};
    static const int32_t shift[2] = {30, 7};
    struct k_error error;
    float *from = (float *)(uintptr_t)in, *to = (float *)(uintptr_t)out, scale = 0.5f;
    uint32_t *counts = (uint32_t *)(uintptr_t)bins;
    void *parameters[6];
    parameters[0] = &in;
    parameters[1] = &scale;
    parameters[2] = &bins;
    parameters[3] = &out;
    parameters[4] = (void *)shift;
    parameters[5] = &scratch;
    expect(cuMemsetD8(scratch, 0, k_SCRATCH_BYTES_large), NULL, "cuMemsetD8");
    poison(1);
    expect(k_launch_large(from, 2, counts, to, shift, (void *)(uintptr_t)scratch, stream, &error), &error,
           "typed");
    expect(cuStreamSynchronize(stream), NULL, "cuStreamSynchronize");
    check_results(1000, 1, 2, first, "a typed launch");
    poison(2);
    expect(k_set_symbol(k_VARIANT_large, "weights", second, sizeof second, stream, &error), &error,
           "set_symbol");
    expect(k_launch(k_VARIANT_large, parameters, stream, &error), &error, "by number");
    expect(cuStreamSynchronize(stream), NULL, "cuStreamSynchronize");
    check_results(1000, 2, 0.5f, second, "by number, with a symbol, into the same scratch");
    expect(cuMemsetD8(scratch, 0, k_SCRATCH_BYTES_large), NULL, "cuMemsetD8");
    poison(3);
    expect(k_launch(k_VARIANT_small, parameters, stream, &error), &error, "small");
    expect(cuStreamSynchronize(stream), NULL, "cuStreamSynchronize");
    check_results(77, 3, 0.5f, first, "another variant has a symbol of its own");
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUstream stream;
    struct k_error error;
    expect(cuInit(0), NULL, "cuInit");
    expect(cuDeviceGet(&device, 0), NULL, "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, device), NULL, "cuDevicePrimaryCtxRetain");
    expect(cuCtxSetCurrent(context), NULL, "cuCtxSetCurrent");
    expect(cuMemAlloc(&in, MOST * sizeof(float)), NULL, "cuMemAlloc");
    expect(cuMemAlloc(&out, MOST * sizeof(float)), NULL, "cuMemAlloc");
    expect(cuMemAlloc(&bins, 4 * sizeof(uint32_t)), NULL, "cuMemAlloc");
    expect(cuMemAlloc(&scratch, k_SCRATCH_BYTES_large), NULL, "cuMemAlloc");
    expect(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), NULL, "cuStreamCreate");
    check_table();
    check_launches(stream);
    expect(k_unload(&error), &error, "unload"); /* and with it what the symbols were set to */
    check_launches(stream);
    check_refusals();
    if (!failures) puts("program ok");
    return failures != 0;
}
