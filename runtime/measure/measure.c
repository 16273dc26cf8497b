/* Times single launches of a kernel, on a GPU alone. */
#include <assert.h>
#include <stdlib.h>

#include "base/median.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/timer.h"

#define WARM_UP  5u /* launches before the first that is timed: clocks rise, code and data are fetched */
#define MIN_RUNS 30u

/*
 * A kernel of one block takes about as long as its launch, so what is timed is this block many times over: 64
 * of 1024 threads for each multiprocessor, or as many more as the block has fewer threads, each writing to
 * its own place (a rendering that spreads). A kernel without such a rendering is timed as it is.
 */
static uint32_t choose_blocks(const struct tw_device *device, const struct tw_kernel *kernel)
{
    assert(kernel->rendering->spreads && kernel->shape.launch_count == 1);
    unsigned threads = tw_launch_threads(&kernel->shape.launches[0]);
    assert(threads >= 1 && threads <= 1024);
    return 64u * (uint32_t)device->multiprocessors * (1024u / threads);
}

/* A kernel with working memory to run in, the times of its runs, and what takes them. */
struct bench {
    struct tw_oracle *oracle;
    const struct tw_loaded *loaded;
    struct tw_timer timer;
    unsigned runs;
    double *us; /* of each run */
};

struct run {
    const struct bench *bench;
    const struct tw_shape *shape;
};

static int launch(const void *what, struct tw_error *error)
{
    const struct run *run = what;
    return tw_oracle_launch(run->bench->oracle, run->bench->loaded, run->shape, 0, error);
}

/* Fills bench->us, ascending. */
static int time_runs(const struct bench *bench, const struct tw_shape *shape, struct tw_error *error)
{
    const struct run run = {bench, shape};
    const struct tw_timed timed = {.launch = launch, .what = &run, .launches = 1};
    int code = tw_timer_repeat(&bench->timer, &timed, WARM_UP, bench->runs, bench->us, error);
    if (!code) tw_sort(bench->us, bench->runs);
    return code;
}

/* Nearest rank: the smallest value that at least 95 in 100 values do not exceed. */
static double percentile_95(const double *sorted, unsigned count)
{
    return sorted[(95 * (uint64_t)count + 99) / 100 - 1];
}

/* The kernel's own grid is timed apart where another one is what is timed. */
static int measure(const struct bench *bench, const struct tw_kernel *kernel, struct tw_timing *timing,
                   struct tw_error *error)
{
    struct tw_shape shape = kernel->shape; /* its arrays stay the kernel's */
    struct tw_launch launch = shape.launches[0];
    timing->spread = kernel->rendering->spreads;
    if (timing->spread) launch.grid[0] = choose_blocks(bench->oracle->device, kernel);
    if (timing->spread) shape.launches = &launch;
    int code = timing->spread ? time_runs(bench, &kernel->shape, error) : TW_OK;
    if (code) return code;
    if (timing->spread) timing->single_us = tw_median(bench->us, bench->runs);
    code = time_runs(bench, &shape, error);
    if (code) return code;
    timing->blocks = tw_shape_blocks(&shape);
    timing->runs = bench->runs;
    timing->min_us = bench->us[0];
    timing->median_us = tw_median(bench->us, bench->runs);
    timing->p95_us = percentile_95(bench->us, bench->runs);
    if (!timing->spread) timing->single_us = timing->median_us;
    return TW_OK;
}

int tw_measure(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
               unsigned runs, struct tw_timing *timing, struct tw_error *error)
{
    struct bench bench = {.oracle = oracle, .loaded = loaded, .runs = runs < MIN_RUNS ? MIN_RUNS : runs};
    assert(!tw_device_is_simulator(oracle->device));
    *timing = (struct tw_timing){0};
    bench.us = calloc(bench.runs, sizeof *bench.us);
    size_t places = kernel->rendering->spreads ? choose_blocks(oracle->device, kernel) : 1;
    int code = bench.us ? tw_oracle_ask(oracle, kernel, error) : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_oracle_reserve(oracle, kernel, places, error);
    if (!code) code = tw_oracle_put(oracle, kernel, loaded, 0, error);
    if (!code) code = tw_timer_open(&bench.timer, &oracle->device->driver, NULL, error);
    if (!code) code = measure(&bench, kernel, timing, error);
    tw_timer_close(&bench.timer);
    free(bench.us);
    return code;
}
