/*
 * A launcher for images of any size, whose filter is compiled in (tests/sim/test_embed_choose.sh), against plain loops.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "k.h"

#include "driver.h"

#define HIGH 3
#define WIDE 5
#define MOST 10000

static float in[MOST], out[MOST], weights[HIGH * WIDE];

static unsigned long count_wrong(int height, int width)
{
    unsigned long wrong = 0;
    int i, k, x, y;
    for (y = 0; y < height; y++) {
        for (x = 0; x < width; x++) {
            float sum = 0;
            for (i = 0; i < HIGH; i++)
                for (k = 0; k < WIDE; k++)
                    sum += weights[i * WIDE + k] * in[(y + i) * (width + WIDE - 1) + x + k];
            wrong += out[y * width + x] != sum;
        }
    }
    return wrong + (out[height * width] != -1);
}

static void filter(int height, int width, int high)
{
    struct k_problem problem;
    struct k_choice choice;
    struct k_error error;
    CUdeviceptr at[2];
    void *parameters[2];
    int i;
    problem.height = height;
    problem.width = width;
    problem.filter_h = high;
    problem.filter_w = WIDE;
    if (k_choose(&problem, NULL, &choice, &error) != CUDA_SUCCESS) {
        printf("%s\n", error.message);
        return;
    }
    expect(k_set_symbol(choice.variant, "weights", weights, sizeof weights, NULL, &error), "k_set_symbol");
    for (i = 0; i < MOST; i++) out[i] = -1;
    for (i = 0; i < 2; i++) {
        expect(cuMemAlloc(&at[i], sizeof in), "cuMemAlloc");
        expect(cuMemcpyHtoD(at[i], i ? out : in, sizeof in), "cuMemcpyHtoD");
        parameters[i] = &at[i];
    }
    if (k_run_choice(&choice, parameters, NULL, &error) != CUDA_SUCCESS) expect(error.result, error.message);
    expect(cuMemcpyDtoH(out, at[1], sizeof out), "cuMemcpyDtoH");
    for (i = 0; i < 2; i++) expect(cuMemFree(at[i]), "cuMemFree");
    printf("%d x %d: %lu wrong\n", height, width, count_wrong(height, width));
}

int main(void)
{
    int i;
    open_context();
    for (i = 0; i < HIGH * WIDE; i++) weights[i] = (float)(i - 4);
    for (i = 0; i < MOST; i++) in[i] = (float)(i % 13);
    filter(20, 30, HIGH);
    filter(1, 1, HIGH);
    filter(61, 129, HIGH);
    filter(20, 30, 5);
    return 0;
}
