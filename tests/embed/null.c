/* Calls every launcher of an embed called k with a NULL in each place where one can stand, with and without `error`: each is refused
 * with a sentence, and what is right works afterwards. Prints how much was refused, and what was wrong. */
#include <stdio.h>
#include <string.h>

#include "k.h"

#define MOST 8

static unsigned wrong, refused;

/* CUDA_ERROR_INVALID_VALUE, and a message that names the variant and holds `part`. */
static void expect_refusal(unsigned variant, CUresult result, const struct k_error *error, const char *part)
{
    refused++;
    if (result == CUDA_ERROR_INVALID_VALUE && error->result == result && strstr(error->message, part) &&
        strstr(error->message, k_variants[variant].name))
        return;
    printf("%s: %d: %s; not refused for: %s\n", k_variants[variant].name, (int)result, error->message, part);
    wrong++;
}

static void launch_without(unsigned variant, void **parameters, const char *part)
{
    struct k_error error;
    memset(&error, 0, sizeof error);
    expect_refusal(variant, k_launch(variant, parameters, NULL, &error), &error, part);
    if (k_launch(variant, parameters, NULL, NULL) != CUDA_ERROR_INVALID_VALUE) wrong++;
}

static void try_symbols(unsigned variant)
{
    static const char data[4096];
    struct k_error error;
    unsigned i;
    (void)data;
    (void)error;
    for (i = 0; i < k_variants[variant].symbol_count; i++) {
#ifdef WITH_SYMBOLS
        const struct k_buffer *symbol = &k_variants[variant].symbols[i];
        size_t bytes = (size_t)symbol->bytes;
        expect_refusal(variant, k_set_symbol(variant, NULL, data, bytes, NULL, &error), &error,
                       "symbol is NULL");
        expect_refusal(variant, k_set_symbol(variant, symbol->name, NULL, bytes, NULL, &error), &error,
                       "data is NULL");
        if (k_set_symbol(variant, symbol->name, data, bytes, NULL, NULL) != CUDA_SUCCESS) wrong++;
#endif
    }
}

static void try_variant(unsigned variant)
{
    const struct k_variant *known = &k_variants[variant];
    CUdeviceptr memory[MOST], kept;
    void *parameters[MOST];
    char part[256];
    unsigned i;
    if (known->buffer_count > MOST) return;
    for (i = 0; i < known->buffer_count; i++) {
        parameters[i] = &memory[i];
        if (cuMemAlloc(&memory[i], (size_t)known->buffers[i].bytes + 256) ||
            cuMemsetD8(memory[i], 0, (size_t)known->buffers[i].bytes + 256))
            wrong++;
    }
    launch_without(variant, NULL, "parameters is NULL");
    for (i = 0; i < known->buffer_count; i++) {
        sprintf(part, "the value of %s is NULL", known->buffers[i].name);
        parameters[i] = NULL;
        launch_without(variant, parameters, part);
        parameters[i] = &memory[i];
        if (known->buffers[i].kind == k_KIND_SCALAR) continue;
        kept = memory[i];
        memory[i] = 0;
        if (known->buffers[i].bytes > known->buffers[i].skipped)
            launch_without(variant, parameters, known->buffers[i].name);
        else if (k_launch(variant, parameters, NULL, NULL) != CUDA_SUCCESS)
            wrong++;
        memory[i] = kept;
    }
    try_symbols(variant);
    if (k_launch(variant, parameters, NULL, NULL) != CUDA_SUCCESS || cuCtxSynchronize() != CUDA_SUCCESS) {
        printf("%s cannot be launched\n", known->name);
        wrong++;
    }
    for (i = 0; i < known->buffer_count; i++) cuMemFree(memory[i]);
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    unsigned variant;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context))
        return 2;
    for (variant = 0; variant < k_VARIANTS; variant++) try_variant(variant);
    printf("%u refused, %u wrong\n", refused, wrong);
    return wrong > 0;
}
