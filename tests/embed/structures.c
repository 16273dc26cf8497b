/*
 * Structures by value in embedded launchers, against a plain loop (tests/sim/test_structures.sh): k_launch_gather puts one together of its
 * parameters, k_launch_whole takes one as it is. Both refuse what cannot be right.
 */
#include <stdint.h>
#include <string.h>

#include "gather.h"
#include "whole.h"

#include "driver.h"

#define N 70

struct whole {
    int n;
    double scale;
    char shift;
};

static CUdeviceptr upload(const float *values, size_t count)
{
    CUdeviceptr memory;
    expect(cuMemAlloc(&memory, count * sizeof *values), "cuMemAlloc");
    expect(cuMemcpyHtoD(memory, values, count * sizeof *values), "cuMemcpyHtoD");
    return memory;
}

static void *pointer(CUdeviceptr memory)
{
    return (void *)(uintptr_t)memory;
}

static int differs(CUdeviceptr memory, const float *want, const char *what)
{
    float got[N];
    int i, wrong = 0;
    expect(cuMemcpyDtoH(got, memory, sizeof got), "cuMemcpyDtoH");
    for (i = 0; i < N; i++) wrong += got[i] != want[i];
    if (wrong)
        fprintf(stderr, "%s: %d wrong, [1] is %g, not %g\n", what, wrong, (double)got[1], (double)want[1]);
    return wrong;
}

static int said(CUresult result, const char *message, const char *wanted)
{
    if (result == CUDA_ERROR_INVALID_VALUE && strcmp(message, wanted) == 0) return 0;
    fprintf(stderr, "%d: %s, not %s\n", (int)result, message, wanted);
    return 1;
}

/* Two launches with a scale of the caller's own each; the pointer into `rows` is the launcher's. */
static int gather(void)
{
    static const float table[4] = {10, 20, 30, 40};
    struct gather_error error;
    float a[N], y[N], want[N], rows[16];
    CUdeviceptr on_a, on_y, on_rows;
    int i, turn, wrong = 0;
    for (i = 0; i < N; i++) a[i] = (float)i, want[i] = y[i] = (float)(2 * i);
    for (i = 0; i < 16; i++) rows[i] = (float)(i * i);
    on_a = upload(a, N), on_y = upload(y, N), on_rows = upload(rows, 16);
    expect(gather_set_symbol(0, "table", table, sizeof table, NULL, &error), "gather_set_symbol");
    for (turn = 1; turn <= 2; turn++) {
        expect(gather_launch_gather((float *)pointer(on_a), (float *)pointer(on_y), (float *)pointer(on_rows),
                                    (float)turn, NULL, &error),
               error.message);
        for (i = 0; i < N; i++)
            want[i] += (float)turn * a[i] + rows[i % 8] - rows[8 + i % 8] + 2 * table[i % 4];
        wrong += differs(on_y, want, "gather");
    }
    wrong += gather_launch_gather((float *)pointer(on_a), (float *)pointer(on_a), (float *)pointer(on_rows),
                                  1, NULL, &error) != CUDA_ERROR_INVALID_VALUE;
    wrong += strstr(error.message, "gather: a and y overlap") == NULL;
    return wrong + said(gather_launch_gather(NULL, (float *)pointer(on_y), (float *)pointer(on_rows), 1, NULL,
                                             &error),
                        error.message, "gather: a is at address 0");
}

static int whole(void)
{
    struct whole_error error;
    struct whole p;
    float y[N], want[N];
    CUdeviceptr on_y;
    int i, wrong;
    memset(&p, 0, sizeof p);
    p.n = N, p.scale = 0.25, p.shift = 3;
    for (i = 0; i < N; i++) y[i] = 0, want[i] = 0.25f * (float)i + 3;
    on_y = upload(y, N);
    expect(whole_launch_whole((float *)pointer(on_y), &p, sizeof p, NULL, &error), error.message);
    wrong = differs(on_y, want, "whole");
    wrong += said(whole_launch_whole((float *)pointer(on_y), &p, sizeof p - 1, NULL, &error), error.message,
                  "whole: p has 24 bytes, not 23");
    return wrong + said(whole_launch_whole((float *)pointer(on_y), NULL, sizeof p, NULL, &error),
                        error.message, "whole: the value of p is NULL");
}

int main(void)
{
    int wrong;
    open_context();
    wrong = gather() + whole();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
