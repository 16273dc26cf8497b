/*
 * The simulator's speed: millions of warp instructions per second, by kernel, level of the handlers (levels.c)
 * and number of host threads.
 *
 * With one thread its own processor time is taken, which others on the machine do not change much; with more
 * the time that passes, so that the last column, the rate over that of one thread, needs a quiet machine.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/execute.h"

#define RUNS 5u

extern const char bench_kernels_ptx[]; /* bench/simulator/kernels.ptx */

/* A kernel takes an output, perhaps inputs, and sizes. */
struct subject {
    const char *kernel;
    uint32_t grid[2], block[2];
    uint32_t buffers, words; /* 32-bit words of each buffer */
    uint32_t sizes, size;
};

/* clang-format off */
/*   kernel        grid         block      buffers  words        sizes  size */
static const struct subject subjects[] = {
    {"integers",  {64, 1},     {256, 1},   1,       64 * 256,    1,     1000},
    {"floats",    {64, 1},     {256, 1},   1,       64 * 256,    1,     1000},
    {"transpose", {64, 64},    {32, 8},    2,       2048 * 2048, 2,     2048},
    {"product",   {16, 16},    {16, 16},   3,       256 * 256,   1,     256},
    {"locals",    {64, 1},     {256, 1},   1,       64 * 256,    1,     200},
    {"divergent", {16, 1},     {256, 1},   1,       16 * 256,    1,     16},
};
/* clang-format on */

static void fail(const char *what, const struct tw_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(1);
}

static double seconds(unsigned threads)
{
    struct timespec now;
    clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The best of some launches, in seconds. */
static double measure(struct tw_machine *machine, const struct tw_sim_launch *launch, double *millions)
{
    struct tw_sim_report report;
    struct tw_error error = TW_ERROR_INIT;
    enum tw_sim_fault fault;
    double best = 1e30;
    for (unsigned run = 0; run < RUNS; run++) {
        double start = seconds(launch->threads);
        if (tw_sim_launch(machine, launch, &report, &fault, &error)) fail("launch", &error);
        double took = seconds(launch->threads) - start;
        if (took < best) best = took;
    }
    *millions = (double)report.warp_instructions * 1e-6;
    return best;
}

static void print_rates(struct tw_machine *machine, const struct subject *subject, const void *parameters,
                        size_t parameter_bytes, unsigned level, unsigned cores, unsigned checks)
{
    struct tw_sim_module *module;
    struct tw_error error = TW_ERROR_INIT;
    double millions, one = 0;
    machine->handlers = tw_handlers_at(level);
    if (tw_sim_module_load(machine, bench_kernels_ptx, strlen(bench_kernels_ptx) + 1, &module, &error))
        fail("load", &error);
    for (unsigned threads = 1; threads <= cores; threads *= 2) {
        struct tw_sim_launch launch = {.function = tw_sim_module_function(module, subject->kernel),
                                       .grid = {subject->grid[0], subject->grid[1], 1},
                                       .block = {subject->block[0], subject->block[1], 1},
                                       .parameters = parameters,
                                       .parameter_bytes = parameter_bytes,
                                       .threads = threads,
                                       .checks = checks};
        double took = measure(machine, &launch, &millions), rate = millions / took;
        if (threads == 1) one = rate;
        printf("%-10s %5u %8u %10.2f %9.2f %12.1f %7.2f\n", subject->kernel, level, threads, millions,
               took * 1e3, rate, rate / one);
    }
    tw_sim_module_free(module);
}

/* All levels with one thread, the best with more. */
static void run_subject(struct tw_machine *machine, const struct subject *subject, unsigned cores,
                        unsigned checks)
{
    uint64_t parameters[5] = {0};
    uint32_t *sizes = (uint32_t *)(parameters + subject->buffers);
    for (unsigned i = 0; i < subject->buffers; i++) {
        parameters[i] = tw_machine_alloc(machine, subject->words * 4ull);
        float *words =
            parameters[i] ? tw_machine_memory(machine, parameters[i], subject->words * 4ull) : NULL;
        if (!words) exit(1);
        for (uint32_t k = 0; k < subject->words; k++) words[k] = (float)(k % 251);
    }
    for (unsigned i = 0; i < subject->sizes; i++) sizes[i] = subject->size;
    for (unsigned level = 0; tw_handlers_at(level); level++) {
        bool best = !tw_handlers_at(level + 1);
        print_rates(machine, subject, parameters, sizeof parameters, level, best ? cores : 1, checks);
    }
    for (unsigned i = 0; i < subject->buffers; i++) tw_machine_release(machine, parameters[i]);
}

int main(int argc, char **argv)
{
    struct tw_machine *machine = tw_machine_new(tw_target_find(90));
    long cores = argc > 2 ? atol(argv[2]) : sysconf(_SC_NPROCESSORS_ONLN);
    unsigned checks = 0;
    if (!machine || (argc > 3 && !tw_sim_checks_read(argv[3], &checks))) return 1;
    printf("kernel     level  threads   M instr.        ms  M instr./s  of one\n");
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        if (argc > 1 && argv[1][0] && argv[1][0] != subjects[i].kernel[0]) continue;
        run_subject(machine, &subjects[i], (unsigned)(cores < 1 ? 1 : cores), checks);
    }
    tw_machine_free(machine);
    return 0;
}
