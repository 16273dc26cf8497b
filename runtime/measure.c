#include <assert.h>
#include <stdlib.h>

#include "runtime/buffers.h"

#define WARM_UP  5u /* launches before the first that is timed: clocks rise, code and data are fetched */
#define MIN_RUNS 30u

/*
 * A kernel of one block takes about as long as its launch, so what is timed is this block many times over: 64
 * of 1024 threads for each multiprocessor, or as many more as the block has fewer threads, each writing to
 * its own place (a rendering that spreads). A kernel without such a rendering is timed as it is.
 */
static struct tw_shape choose_grid(const struct tw_device *device, const struct tw_kernel *kernel)
{
    struct tw_shape shape = kernel->shape;
    if (!kernel->rendering->spreads) return shape;
    assert(shape.launch_count == 1);
    unsigned threads = tw_launch_threads(&shape.launches[0]);
    assert(threads >= 1 && threads <= 1024);
    shape.launches[0].grid[0] = 64u * (uint32_t)device->multiprocessors * (1024u / threads);
    return shape;
}

/* One launch between two events, in microseconds. */
static int time_launch(const struct tw_buffers *buffers, const struct tw_loaded *loaded,
                       const struct tw_shape *shape, const CUevent events[2], double *us,
                       struct tw_error *error)
{
    const struct tw_driver *driver = &buffers->device->driver;
    float milliseconds = 0;
    int code = TW_CALL(driver, error, cuEventRecord, events[0], NULL);
    if (code == TW_OK) code = tw_buffers_launch(buffers, loaded, shape, error);
    if (code == TW_OK) code = TW_CALL(driver, error, cuEventRecord, events[1], NULL);
    if (code == TW_OK) code = TW_CALL(driver, error, cuEventSynchronize, events[1]);
    if (code == TW_OK) code = TW_CALL(driver, error, cuEventElapsedTime, &milliseconds, events[0], events[1]);
    *us = 1000.0 * (double)milliseconds;
    return code;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Fills us[runs], ascending. */
static int time_runs(const struct tw_buffers *buffers, const struct tw_loaded *loaded,
                     const struct tw_shape *shape, const CUevent events[2], unsigned runs, double *us,
                     struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < WARM_UP && code == TW_OK; i++) {
        code = time_launch(buffers, loaded, shape, events, &us[0], error);
    }
    for (unsigned i = 0; i < runs && code == TW_OK; i++) {
        code = time_launch(buffers, loaded, shape, events, &us[i], error);
    }
    if (code == TW_OK) qsort(us, runs, sizeof *us, ascending);
    return code;
}

static double median(const double *sorted, unsigned count)
{
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* Nearest rank: the smallest value that at least 95 in 100 values do not exceed. */
static double percentile_95(const double *sorted, unsigned count)
{
    return sorted[(95 * (uint64_t)count + 99) / 100 - 1];
}

static int measure(const struct tw_buffers *buffers, const struct tw_loaded *loaded,
                   const struct tw_shape *shape, const CUevent events[2], unsigned runs, double *us,
                   struct tw_timing *timing, struct tw_error *error)
{
    int code = time_runs(buffers, loaded, &buffers->kernel->shape, events, runs, us, error);
    if (code != TW_OK) return code;
    timing->single_us = median(us, runs);
    code = time_runs(buffers, loaded, shape, events, runs, us, error);
    if (code != TW_OK) return code;
    timing->blocks = tw_shape_blocks(shape);
    timing->runs = runs;
    timing->spread = buffers->kernel->rendering->spreads;
    timing->min_us = us[0];
    timing->median_us = median(us, runs);
    timing->p95_us = percentile_95(us, runs);
    return TW_OK;
}

static int create_events(const struct tw_driver *driver, CUevent events[2], struct tw_error *error)
{
    int code = TW_CALL(driver, error, cuEventCreate, &events[0], CU_EVENT_DEFAULT);
    return code == TW_OK ? TW_CALL(driver, error, cuEventCreate, &events[1], CU_EVENT_DEFAULT) : code;
}

int tw_measure(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
               unsigned runs, struct tw_timing *timing, struct tw_error *error)
{
    assert(!tw_device_is_simulator(device));
    *timing = (struct tw_timing){0};
    if (runs < MIN_RUNS) runs = MIN_RUNS;
    CUevent events[2] = {NULL, NULL};
    struct tw_buffers buffers;
    double *us = calloc(runs, sizeof *us);
    const struct tw_shape shape = choose_grid(device, kernel);
    int code = tw_buffers_open(&buffers, device, kernel,
                               kernel->rendering->spreads ? shape.launches[0].grid[0] : 1, error);
    if (code == TW_OK && !us) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (code == TW_OK) code = tw_buffers_reset(&buffers, 0, error);
    if (code == TW_OK) code = create_events(&device->driver, events, error);
    if (code == TW_OK) code = measure(&buffers, loaded, &shape, events, runs, us, timing, error);
    for (unsigned i = 0; i < 2; i++) {
        if (events[i]) device->driver.cuEventDestroy_v2(events[i]);
    }
    tw_buffers_close(&buffers);
    free(us);
    return code;
}
