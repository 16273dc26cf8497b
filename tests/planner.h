/*
 * A planner and a context of its device, which the tests of a program share. To be included once by a test that has one of each.
 */
#ifndef TW_TESTS_PLANNER_H
#define TW_TESTS_PLANNER_H

#include <tilewright/plan.h>

#include "runtime/driver.h"

static struct tw_planner *planner;
static const struct tw_driver *driver;
static CUcontext context;
static struct tw_error error = TW_ERROR_INIT;

/* Not 0: there is none. */
static int open_planner_of(const struct tw_planner_options *options)
{
    if (tw_planner_open(options, &planner, &error)) return 1;
    driver = tw_planner_driver(planner);
    return driver->cuCtxCreate_v2(&context, 0, 0) != CUDA_SUCCESS;
}

/* As a teardown. */
static int close_planner(void **state)
{
    (void)state;
    tw_planner_trim(planner);
    driver->cuCtxDestroy_v2(context);
    tw_planner_close(planner);
    tw_error_free(&error);
    return 0;
}

/* Whether there is a GPU: the driver may be the drop-in, which simulates. */
static inline bool has_gpu(void)
{
    struct tw_planner *probe;
    const struct tw_planner_options options = {.device = TW_PLANNER_CUDA, .no_cache = true};
    if (tw_planner_open(&options, &probe, &error)) return false;
    bool simulates = tw_planner_driver(probe)->simulator != NULL;
    tw_planner_close(probe);
    return !simulates;
}

#endif
