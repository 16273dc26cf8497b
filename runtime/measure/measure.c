/* Times single launches of a kernel, on a GPU alone. */
#include "runtime/measure/measure.h"

#include <assert.h>

#include "base/median.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/runs.h"
#include "runtime/measure/timer.h"

const char *const tw_l2_words[TW_L2_STATE_COUNT + 1] = {
#define X(state, word) word,
    TW_L2_STATES(X)
#undef X
};

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

/* A kernel with working memory to run in, and what takes the times. */
struct bench {
    struct tw_oracle *oracle;
    const struct tw_loaded *loaded;
    const struct tw_measuring *how;
    struct tw_timer timer;
};

struct run {
    const struct bench *bench;
    const struct tw_shape *shape;
};

/* The state of memory and caches in which every run begins: first the memory, so that the caches are what they are to be. */
static int prepare(const void *what, struct tw_error *error)
{
    const struct run *run = what;
    const struct bench *bench = run->bench;
    int code = tw_oracle_restore(bench->oracle, run->shape, 0, error);
    if (code || !bench->how->flush) return code;
    return tw_flush_queue(bench->how->flush, bench->timer.stream, error);
}

static int launch(const void *what, struct tw_error *error)
{
    const struct run *run = what;
    return tw_oracle_launch(run->bench->oracle, run->bench->loaded, run->shape, 0, error);
}

static int warm_up(const struct bench *bench, const struct tw_timed *timed, struct tw_error *error)
{
    double us, total = 0;
    int code = TW_OK;
    for (unsigned launches = 0; !code && !tw_runs_are_warm(launches, total, bench->how->again);
         launches++, total += us)
        code = tw_timer_time(&bench->timer, timed, &us, error);
    return code;
}

static struct tw_clock_reading read_clocks(const struct bench *bench)
{
    static const struct tw_clock_source nothing;
    return tw_clocks_read(bench->how->clocks ? bench->how->clocks : &nothing);
}

/* Sorts runs->us, and notes the clock before and after. */
static int time_runs(const struct bench *bench, const struct tw_shape *shape, struct tw_runs *runs,
                     struct tw_timing *timing, struct tw_error *error)
{
    const struct run run = {bench, shape};
    const struct tw_timed timed = {.prepare = prepare, .launch = launch, .what = &run, .launches = 1};
    double us;
    int code = warm_up(bench, &timed, error);
    const struct tw_clock_reading before = read_clocks(bench);
    while (!code && !tw_runs_are_enough(runs) && !tw_runs_cannot_win(runs)) {
        code = tw_timer_time(&bench->timer, &timed, &us, error);
        if (!code) tw_runs_add(runs, us);
    }
    const struct tw_clock_reading after = read_clocks(bench);
    tw_sort(runs->us, runs->count);
    timing->before_mhz = before.sm_mhz;
    timing->after_mhz = after.sm_mhz;
    timing->throttles = before.throttles | after.throttles;
    return code;
}

/* Nearest rank: the smallest value that at least 95 in 100 values do not exceed. */
static double percentile_95(const double *sorted, unsigned count)
{
    return sorted[(95 * (uint64_t)count + 99) / 100 - 1];
}

/* What a launch of the shape takes at the rival's cost. */
static double rival_us(const struct bench *bench, const struct tw_kernel *kernel, uint64_t blocks)
{
    double elements = (double)kernel->shape.work.elements / (double)tw_shape_blocks(&kernel->shape);
    return bench->how->best_cost / 1e6 * elements * (double)blocks;
}

/* The kernel's own grid is timed apart where another one is what is timed. */
static int measure(const struct bench *bench, const struct tw_kernel *kernel, struct tw_timing *timing,
                   struct tw_error *error)
{
    struct tw_shape shape = kernel->shape; /* its arrays stay the kernel's */
    struct tw_launch launch = shape.launches[0];
    struct tw_runs single = {.again = bench->how->again}, runs = single;
    timing->spread = kernel->rendering->spreads;
    if (timing->spread) launch.grid[0] = choose_blocks(bench->oracle->device, kernel);
    if (timing->spread) shape.launches = &launch;
    timing->blocks = tw_shape_blocks(&shape);
    runs.rival_us = rival_us(bench, kernel, timing->blocks);
    int code = timing->spread ? time_runs(bench, &kernel->shape, &single, timing, error) : TW_OK;
    if (!code) code = time_runs(bench, &shape, &runs, timing, error);
    if (code) return code;
    timing->runs = runs.count;
    timing->stopped = !tw_runs_are_enough(&runs);
    timing->min_us = runs.us[0];
    timing->median_us = tw_median(runs.us, runs.count);
    timing->p95_us = percentile_95(runs.us, runs.count);
    timing->single_us = timing->spread ? tw_median(single.us, single.count) : timing->median_us;
    return TW_OK;
}

int tw_measure(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
               const struct tw_measuring *how, struct tw_timing *timing, struct tw_error *error)
{
    struct bench bench = {.oracle = oracle, .loaded = loaded, .how = how};
    assert(!tw_device_is_simulator(oracle->device));
    *timing = (struct tw_timing){.l2 = how->flush ? TW_L2_COLD : TW_L2_WARM};
    size_t places = kernel->rendering->spreads ? choose_blocks(oracle->device, kernel) : 1;
    int code = tw_oracle_ask(oracle, kernel, error);
    if (!code) code = tw_oracle_reserve(oracle, kernel, places, error);
    if (!code) code = tw_oracle_put(oracle, kernel, loaded, 0, error);
    if (!code) code = tw_timer_open(&bench.timer, &oracle->device->driver, NULL, error);
    if (!code) code = measure(&bench, kernel, timing, error);
    tw_timer_close(&bench.timer);
    return code;
}
