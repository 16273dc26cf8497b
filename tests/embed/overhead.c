/*
 * What an embedded launcher adds to cuLaunchKernel: rounds of launches of one kernel both
 * ways in turn, the fastest round of each. The embed is one of configs/square.json called k;
 * usage: overhead k_setRowReadRow.ptx.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "k.h"

#include "driver.h"

#define ROUNDS   200
#define LAUNCHES 500

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds per launch of a round; the queue is empty at its start. */
static double launcher_round(CUdeviceptr out)
{
    double start, end;
    int i;
    expect(cuCtxSynchronize(), "cuCtxSynchronize");
    start = now();
    for (i = 0; i < LAUNCHES; i++)
        expect(k_launch_setRowReadRow((int32_t *)(uintptr_t)out, NULL, NULL), "k_launch");
    end = now();
    return (end - start) / LAUNCHES;
}

static double bare_round(CUfunction function, CUdeviceptr out)
{
    double start, end;
    int i;
    expect(cuCtxSynchronize(), "cuCtxSynchronize");
    start = now();
    for (i = 0; i < LAUNCHES; i++) {
        void *parameters[1];
        parameters[0] = &out;
        expect(cuLaunchKernel(function, 1, 1, 1, 32, 32, 1, 0, NULL, parameters, NULL), "cuLaunchKernel");
    }
    end = now();
    return (end - start) / LAUNCHES;
}

int main(int argc, char **argv)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    double bare = 1e30, launcher = 1e30;
    int i;
    if (argc != 2) return 2;
    open_context();
    expect(cuModuleLoad(&module, argv[1]), "cuModuleLoad");
    expect(cuModuleGetFunction(&function, module, "setRowReadRow"), "cuModuleGetFunction");
    expect(cuMemAlloc(&out, 4096), "cuMemAlloc");
    for (i = 0; i < ROUNDS; i++) {
        double time = bare_round(function, out);
        if (time < bare) bare = time;
        time = launcher_round(out);
        if (time < launcher) launcher = time;
    }
    printf("a launch: bare %.1f ns, embedded %.1f ns, %+.1f %%\n", bare, launcher,
           (launcher / bare - 1) * 100);
    return 0;
}
