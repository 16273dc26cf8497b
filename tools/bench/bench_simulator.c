/*
 *     bench_simulator [BEGIN OF A KERNEL'S NAME [CORES [CHECKS]]]
 *
 * The simulator's speed: millions of warp instructions per second and core, by kernel, level of the handlers
 * (levels.c) and number of host threads. The last column tells how many times as fast that is as the naive
 * interpreter of sim/tests, which also says whether the results are right; "unknown": it does not know the kernel.
 *
 * The processor time of all threads is taken, not the time that passes, so that what else the machine does
 * changes little: the column "of one" is 1 where more threads do each as much as one alone.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/exec/execute.h"
#include "sim/tests/naive.h"

#define RUNS 5u

extern const char bench_kernels_ptx[]; /* sim/tests/kernels/kernels.ptx */

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
    /* the worst of each kind */
    {"strided",   {16, 1},     {256, 1},   2,       1 << 20,     1,     200},
    {"gather",    {16, 1},     {256, 1},   2,       1 << 20,     1,     200},
    {"scatter",   {16, 1},     {256, 1},   2,       1 << 20,     1,     200},
    {"lookup",    {16, 1},     {256, 1},   2,       16 * 256,    1,     200},
    {"bytes",     {16, 1},     {256, 1},   2,       1 << 18,     1,     1 << 20},
    {"vectors",   {16, 1},     {256, 1},   2,       1 << 20,     1,     1 << 18},
    {"doubles",   {16, 1},     {256, 1},   1,       32 * 256,    1,     500},
    {"barriers",  {16, 1},     {256, 1},   1,       16 * 256,    1,     20},
    {"apart",     {16, 1},     {256, 1},   1,       16 * 256,    1,     200},
    {"lonely",    {2048, 1},   {1, 1},     1,       2048,        1,     100},
    {"histogram", {16, 1},     {256, 1},   2,       1 << 16,     1,     100},
    {"halves",    {16, 1},     {256, 1},   1,       16 * 256,    1,     1000},
    {"mma",       {16, 1},     {256, 1},   1,       16 * 256,    1,     100},
    /* what everyday kernels have besides */
    {"softmax",   {16, 1},     {256, 1},   2,       16 * 25600,  1,     100},
    {"pixels",    {16, 1},     {256, 1},   2,       1 << 16,     1,     1 << 16},
    {"fields",    {16, 1},     {256, 1},   1,       16 * 256,    1,     200},
    {"counts",    {16, 1},     {256, 1},   2,       1 << 16,     1,     100},
};
/* clang-format on */

static void fail(const char *what, const struct tw_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(1);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
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
        double start = seconds();
        if (tw_sim_launch(machine, launch, &report, &fault, &error)) fail("launch", &error);
        double took = seconds() - start;
        if (took < best) best = took;
    }
    *millions = (double)report.warp_instructions * 1e-6;
    return best;
}

/* A kernel's arguments: addresses of buffers, then sizes. */
struct arguments {
    uint64_t words[5];
};

struct run {
    struct tw_machine *machine;
    const struct subject *subject;
    struct arguments arguments;
    unsigned checks; /* of enum tw_sim_check */
    double naive;    /* seconds that the naive interpreter took */
};

static void fill_buffers(const struct run *run)
{
    for (unsigned i = 0; i < run->subject->buffers; i++) {
        float *words = tw_machine_memory(run->machine, run->arguments.words[i], run->subject->words * 4ull);
        for (uint32_t k = 0; k < run->subject->words; k++) words[k] = (float)(k % 251);
    }
}

/* The first buffer as it is now; the caller frees it. */
static void *take_output(const struct run *run)
{
    size_t bytes = run->subject->words * (size_t)4;
    void *output = malloc(bytes);
    if (!output) exit(1);
    return memcpy(output, tw_machine_memory(run->machine, run->arguments.words[0], bytes), bytes);
}

/* The output; NULL: it does not know some instruction. */
static void *run_naively(struct run *run, const struct tw_sim_module *module)
{
    const struct subject *subject = run->subject;
    struct naive_memory memory[3];
    for (unsigned i = 0; i < subject->buffers; i++) {
        memory[i].address = run->arguments.words[i];
        memory[i].bytes = subject->words * 4ull;
        memory[i].host = tw_machine_memory(run->machine, memory[i].address, memory[i].bytes);
    }
    struct naive_launch launch = {.function =
                                      tw_sim_module_function(module, subject->kernel)->program.function,
                                  .module = module->ptx,
                                  .grid = {subject->grid[0], subject->grid[1], 1},
                                  .block = {subject->block[0], subject->block[1], 1},
                                  .parameters = &run->arguments,
                                  .memory = memory,
                                  .memory_count = subject->buffers};
    fill_buffers(run);
    double start = seconds();
    const char *why = naive_run(&launch);
    run->naive = seconds() - start;
    if (!why) return take_output(run);
    run->naive = 0; /* it does not know the instruction */
    return NULL;
}

static struct tw_sim_module *load(struct tw_machine *machine, unsigned level)
{
    struct tw_sim_module *module;
    struct tw_error error = TW_ERROR_INIT;
    machine->handlers = tw_handlers_at(level);
    if (tw_sim_module_load(machine, bench_kernels_ptx, strlen(bench_kernels_ptx) + 1, &module, &error))
        fail("load", &error);
    return module;
}

static void print_rates(const struct run *run, unsigned level, unsigned cores, const void *right)
{
    const struct subject *subject = run->subject;
    struct tw_sim_module *module = load(run->machine, level);
    double millions, one = 0;
    for (unsigned threads = 1; threads <= cores; threads *= 2) {
        struct tw_sim_launch launch = {.function = tw_sim_module_function(module, subject->kernel),
                                       .grid = {subject->grid[0], subject->grid[1], 1},
                                       .block = {subject->block[0], subject->block[1], 1},
                                       .parameters = &run->arguments,
                                       .parameter_bytes = sizeof run->arguments,
                                       .threads = threads,
                                       .checks = run->checks};
        fill_buffers(run);
        double took = measure(run->machine, &launch, &millions), rate = millions / took;
        void *output = take_output(run);
        bool wrong = right && memcmp(output, right, subject->words * (size_t)4) != 0;
        if (threads == 1) one = rate;
        printf("%-10s %5u %8u %10.2f %9.2f %12.1f %7.2f %7.1f%s\n", subject->kernel, level, threads, millions,
               took * 1e3, rate, rate / one, run->naive / took,
               wrong   ? "  WRONG"
               : right ? ""
                       : " unknown");
        free(output);
    }
    tw_sim_module_free(module);
}

/* All levels with one thread, the best with more. */
static void run_subject(struct tw_machine *machine, const struct subject *subject, unsigned cores,
                        unsigned checks)
{
    struct run run = {.machine = machine, .subject = subject, .checks = checks};
    uint32_t *sizes = (uint32_t *)(run.arguments.words + subject->buffers);
    for (unsigned i = 0; i < subject->buffers; i++) {
        run.arguments.words[i] = tw_machine_alloc(machine, subject->words * 4ull);
        if (!run.arguments.words[i]) exit(1);
    }
    for (unsigned i = 0; i < subject->sizes; i++) sizes[i] = subject->size;
    struct tw_sim_module *module = load(machine, 0);
    void *right = run_naively(&run, module);
    tw_sim_module_free(module);
    for (unsigned level = 0; tw_handlers_at(level); level++)
        print_rates(&run, level, tw_handlers_at(level + 1) ? 1 : cores, right);
    free(right);
    for (unsigned i = 0; i < subject->buffers; i++) tw_machine_release(machine, run.arguments.words[i]);
}

int main(int argc, char **argv)
{
    struct tw_machine *machine = tw_machine_new(tw_target_find(90));
    long cores = argc > 2 ? atol(argv[2]) : sysconf(_SC_NPROCESSORS_ONLN);
    unsigned checks = 0;
    if (!machine || (argc > 3 && !tw_sim_checks_read(argv[3], &checks))) return 1;
    tw_machine_track(machine, checks & TW_SIM_CHECK_UNINITIALISED);
    printf("kernel     level  threads   M instr.        ms  M instr./s  of one  x naive\n");
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        if (argc > 1 && strncmp(subjects[i].kernel, argv[1], strlen(argv[1])) != 0) continue;
        run_subject(machine, &subjects[i], (unsigned)(cores < 1 ? 1 : cores), checks);
    }
    tw_machine_free(machine);
    return 0;
}
