/* Times a kernel by events around single launches, on a GPU alone. */
#include <assert.h>
#include <stdlib.h>

#include "base/median.h"
#include "runtime/check/oracle.h"

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

/* What is timed, and with what. */
struct timer {
    struct tw_oracle *oracle;
    const struct tw_loaded *loaded;
    CUevent events[2];
    unsigned runs;
    double *us; /* of each run */
};

/* One launch between two events, in microseconds. */
static int time_launch(const struct timer *timer, const struct tw_shape *shape, double *us,
                       struct tw_error *error)
{
    const struct tw_driver *driver = &timer->oracle->device->driver;
    const CUevent *events = timer->events;
    float milliseconds = 0;
    int code = TW_CALL(driver, error, cuEventRecord, events[0], NULL);
    if (code == TW_OK) code = tw_oracle_launch(timer->oracle, timer->loaded, shape, 0, error);
    if (code == TW_OK) code = TW_CALL(driver, error, cuEventRecord, events[1], NULL);
    if (code == TW_OK) code = TW_CALL(driver, error, cuEventSynchronize, events[1]);
    if (code == TW_OK) code = TW_CALL(driver, error, cuEventElapsedTime, &milliseconds, events[0], events[1]);
    *us = 1000.0 * (double)milliseconds;
    return code;
}

/* Fills timer->us, ascending. */
static int time_runs(const struct timer *timer, const struct tw_shape *shape, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < WARM_UP && code == TW_OK; i++)
        code = time_launch(timer, shape, &timer->us[0], error);
    for (unsigned i = 0; i < timer->runs && code == TW_OK; i++)
        code = time_launch(timer, shape, &timer->us[i], error);
    if (code == TW_OK) tw_sort(timer->us, timer->runs);
    return code;
}

/* Nearest rank: the smallest value that at least 95 in 100 values do not exceed. */
static double percentile_95(const double *sorted, unsigned count)
{
    return sorted[(95 * (uint64_t)count + 99) / 100 - 1];
}

/* The kernel's own grid is timed apart where another one is what is timed. */
static int measure(const struct timer *timer, const struct tw_kernel *kernel, struct tw_timing *timing,
                   struct tw_error *error)
{
    struct tw_shape shape = kernel->shape; /* its arrays stay the kernel's */
    struct tw_launch launch = shape.launches[0];
    timing->spread = kernel->rendering->spreads;
    if (timing->spread) launch.grid[0] = choose_blocks(timer->oracle->device, kernel);
    if (timing->spread) shape.launches = &launch;
    int code = timing->spread ? time_runs(timer, &kernel->shape, error) : TW_OK;
    if (code != TW_OK) return code;
    if (timing->spread) timing->single_us = tw_median(timer->us, timer->runs);
    code = time_runs(timer, &shape, error);
    if (code != TW_OK) return code;
    timing->blocks = tw_shape_blocks(&shape);
    timing->runs = timer->runs;
    timing->min_us = timer->us[0];
    timing->median_us = tw_median(timer->us, timer->runs);
    timing->p95_us = percentile_95(timer->us, timer->runs);
    if (!timing->spread) timing->single_us = timing->median_us;
    return TW_OK;
}

static int create_events(const struct tw_driver *driver, CUevent events[2], struct tw_error *error)
{
    int code = TW_CALL(driver, error, cuEventCreate, &events[0], CU_EVENT_DEFAULT);
    return code == TW_OK ? TW_CALL(driver, error, cuEventCreate, &events[1], CU_EVENT_DEFAULT) : code;
}

int tw_measure(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
               unsigned runs, struct tw_timing *timing, struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    struct timer timer = {.oracle = oracle, .loaded = loaded, .runs = runs < MIN_RUNS ? MIN_RUNS : runs};
    assert(!tw_device_is_simulator(oracle->device));
    *timing = (struct tw_timing){0};
    timer.us = calloc(timer.runs, sizeof *timer.us);
    size_t places = kernel->rendering->spreads ? choose_blocks(oracle->device, kernel) : 1;
    int code = timer.us ? tw_oracle_ask(oracle, kernel, error) : tw_fail(error, TW_MEMORY, "out of memory");
    if (code == TW_OK) code = tw_oracle_reserve(oracle, kernel, places, error);
    if (code == TW_OK) code = tw_oracle_put(oracle, kernel, loaded, 0, error);
    if (code == TW_OK) code = create_events(driver, timer.events, error);
    if (code == TW_OK) code = measure(&timer, kernel, timing, error);
    for (unsigned i = 0; i < 2; i++) {
        if (timer.events[i]) driver->cuEventDestroy_v2(timer.events[i]);
    }
    free(timer.us);
    return code;
}
