/*
 * Described kernels as files of C, against plain loops (tests/sim/test_embed_own.sh): one of them, by its name, on what the loop below it
 * is given. The kernels are those of examples/kernels, and those beside this file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include KERNEL_HEADER

#include "driver.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b)  JOIN2(a, b)
#define N(name)     JOIN(KERNEL, name)

#define MOST 4

struct buffer {
    void *host;
    CUdeviceptr device;
};

static struct buffer buffers[MOST];

static void launch(void)
{
    const struct N(_variant) *known = &N(_variants)[0];
    struct N(_error) error;
    void *parameters[MOST];
    unsigned i;
    for (i = 0; i < known->buffer_count; i++) {
        struct buffer *buffer = &buffers[i];
        const size_t bytes = (size_t)known->buffers[i].bytes;
        parameters[i] = known->buffers[i].kind == N(_KIND_SCALAR) ? buffer->host : &buffer->device;
        if (known->buffers[i].kind == N(_KIND_SCALAR)) continue;
        expect(cuMemAlloc(&buffer->device, bytes), "cuMemAlloc");
        if (buffer->host) expect(cuMemcpyHtoD(buffer->device, buffer->host, bytes), "cuMemcpyHtoD");
    }
    for (i = 0; i < 2; i++) { /* twice: what is zeroed is zeroed each time */
        if (i && known->buffers[0].written) break;
        if (N(_launch)(0, parameters, NULL, &error) == CUDA_SUCCESS) continue;
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    for (i = 0; i < known->buffer_count; i++) {
        if (known->buffers[i].kind != N(_KIND_BUFFER)) continue;
        if (!buffers[i].host) buffers[i].host = malloc((size_t)known->buffers[i].bytes);
        expect(cuMemcpyDtoH(buffers[i].host, buffers[i].device, (size_t)known->buffers[i].bytes),
               "cuMemcpyDtoH");
        expect(cuMemFree(buffers[i].device), "cuMemFree");
    }
}

static int near_to(double got, double want)
{
    const double off = got > want ? got - want : want - got, size = want > 0 ? want : -want;
    return off <= 1e-6 + 1e-5 * size;
}

#if defined(MATMUL)
/* Halfs of -3 to 3. */
static uint16_t half_of(int number)
{
    static const uint16_t bits[] = {0xC200, 0xC000, 0xBC00, 0, 0x3C00, 0x4000, 0x4200};
    return bits[number + 3];
}

static unsigned long check(void)
{
    static uint16_t a[64 * 64], b[64 * 64];
    unsigned long wrong = 0;
    int i, x, y;
    for (i = 0; i < 64 * 64; i++) {
        a[i] = half_of(i % 7 - 3);
        b[i] = half_of(i * 5 % 7 - 3);
    }
    buffers[0].host = a;
    buffers[1].host = b;
    launch();
    for (y = 0; y < 64; y++) {
        for (x = 0; x < 64; x++) {
            int sum = 0;
            for (i = 0; i < 64; i++) sum += ((y * 64 + i) % 7 - 3) * ((i * 64 + x) * 5 % 7 - 3);
            wrong += ((float *)buffers[2].host)[y * 64 + x] != (float)sum;
        }
    }
    return wrong;
}
#elif defined(SORT)
static int compare(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static unsigned long check(void)
{
    static uint32_t numbers[1000], sorted[1000];
    unsigned long wrong = 0;
    unsigned i;
    for (i = 0; i < 1000; i++) sorted[i] = numbers[i] = i * 40503u % 65536u;
    qsort(sorted, 1000, sizeof *sorted, compare);
    buffers[0].host = numbers;
    launch();
    for (i = 0; i < 1000; i++) wrong += numbers[i] != sorted[i];
    return wrong;
}
#elif defined(SCAN)
static unsigned long check(void)
{
    static int32_t in[3000];
    unsigned long wrong = 0;
    int32_t sum = 0;
    int i;
    for (i = 0; i < 3000; i++) in[i] = i % 11 - 4;
    buffers[0].host = in;
    launch();
    for (i = 0; i < 3000; i++) {
        sum += in[i];
        wrong += ((int32_t *)buffers[1].host)[i] != sum;
    }
    return wrong;
}
#elif defined(EXTREMES)
static unsigned long check(void)
{
    static float in[20 * 300];
    unsigned long wrong = 0;
    int x, y;
    for (x = 0; x < 20 * 300; x++) in[x] = (float)(x * 37 % 1009);
    buffers[0].host = in;
    launch();
    for (y = 0; y < 20; y++) {
        int at = 0;
        for (x = 1; x < 300; x++) {
            if (in[y * 300 + x] > in[y * 300 + at]) at = x;
        }
        wrong += ((float *)buffers[1].host)[y] != in[y * 300 + at];
        wrong += ((int32_t *)buffers[2].host)[y] != at;
    }
    return wrong;
}
#elif defined(CONVOLUTION)
#define HEIGHT 50
#define WIDTH  150
#define HIGH   3
#define WIDE   5
static unsigned long check(void)
{
    static float in[(HEIGHT + HIGH - 1) * (WIDTH + WIDE - 1)], weights[HIGH * WIDE];
    struct N(_error) error;
    unsigned long wrong = 0;
    int i, k, x, y;
    for (i = 0; i < HIGH * WIDE; i++) weights[i] = (float)(i - 4);
    for (i = 0; i < (HEIGHT + HIGH - 1) * (WIDTH + WIDE - 1); i++) in[i] = (float)(i % 13);
    if (N(_set_symbol)(0, "weights", weights, sizeof weights, NULL, &error) != CUDA_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    buffers[0].host = in;
    launch();
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            float sum = 0;
            for (i = 0; i < HIGH; i++)
                for (k = 0; k < WIDE; k++)
                    sum += weights[i * WIDE + k] * in[(y + i) * (WIDTH + WIDE - 1) + x + k];
            wrong += ((float *)buffers[1].host)[y * WIDTH + x] != sum;
        }
    }
    return wrong;
}
#elif defined(SOFTMAX)
#define ROWS 4
#define COLS 12500
/* Numbers of 0 and of ln 2, whose exponentials are 1 and 2 but for the last bits. */
static unsigned long check(void)
{
    static float in[ROWS * COLS];
    unsigned long wrong = 0;
    int x, y;
    for (x = 0; x < ROWS * COLS; x++) in[x] = x % 3 ? 0 : 0.69314718f;
    buffers[0].host = in;
    launch();
    for (y = 0; y < ROWS; y++) {
        double sum = 0;
        for (x = 0; x < COLS; x++) sum += (y * COLS + x) % 3 ? 1 : 2;
        for (x = 0; x < COLS; x++)
            wrong += !near_to(((float *)buffers[1].host)[y * COLS + x] * 1e3,
                              ((y * COLS + x) % 3 ? 1e3 : 2e3) / sum);
    }
    return wrong;
}
#elif defined(ODD)
static unsigned long check(void)
{
    static float in[256], scale = 3, weights[4] = {0, 1, 2, 3};
    struct N(_error) error;
    unsigned long wrong = 0;
    int i;
    for (i = 0; i < 256; i++) in[i] = (float)i;
    if (N(_set_symbol)(0, "weights", weights, sizeof weights, NULL, &error) != CUDA_SUCCESS) return 1;
    buffers[0].host = in;
    buffers[2].host = &scale;
    launch();
    for (i = 0; i < 256; i++)
        wrong += ((float *)buffers[1].host)[i] != (float)(2 * i) * scale + weights[i % 4] + 0.5f;
    return wrong;
}
#elif defined(TURNED)
/* A block writes the numbers of its neighbour in the cluster, or of any block, plus what the description fixes. */
static unsigned long check(void)
{
    static int32_t in[256];
    unsigned long wrong = 0;
    int i;
    for (i = 0; i < 256; i++) in[i] = i * i;
    buffers[0].host = in;
    launch();
    for (i = 0; i < 256; i++) wrong += ((int32_t *)buffers[1].host)[i] != in[i ^ 32] + 1000;
    return wrong;
}
#endif

int main(void)
{
    unsigned long wrong;
    open_context();
    wrong = check();
    printf("%s: %lu wrong%s\n", N(_variants)[0].name, wrong, near_to(1, 1) ? "" : "?");
    return wrong != 0;
}
