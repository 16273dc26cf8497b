/* Two events, and what is queued between them. */
#include "runtime/measure/timer.h"

#include <assert.h>

int tw_timer_open(struct tw_timer *timer, const struct tw_driver *driver, CUstream stream,
                  struct tw_error *error)
{
    int code = TW_OK;
    *timer = (struct tw_timer){.driver = driver, .stream = stream};
    for (unsigned i = 0; i < 2 && !code; i++)
        code = TW_CALL(driver, error, cuEventCreate, &timer->events[i], CU_EVENT_DEFAULT);
    return code;
}

void tw_timer_close(struct tw_timer *timer)
{
    for (unsigned i = 0; i < 2; i++) {
        if (timer->events[i]) timer->driver->cuEventDestroy_v2(timer->events[i]);
    }
    *timer = (struct tw_timer){0};
}

static int launch_often(const struct tw_timed *timed, unsigned times, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < times && !code; i++) code = timed->launch(timed->what, error);
    return code;
}

int tw_timer_queue(const struct tw_timer *timer, const struct tw_timed *timed, struct tw_error *error)
{
    const struct tw_driver *driver = timer->driver;
    assert(timed->launches);
    int code = timed->prepare ? timed->prepare(timed->what, error) : TW_OK;
    if (!code) code = launch_often(timed, timed->ahead, error);
    if (!code) code = TW_CALL(driver, error, cuEventRecord, timer->events[0], timer->stream);
    if (!code) code = launch_often(timed, timed->launches, error);
    return code ? code : TW_CALL(driver, error, cuEventRecord, timer->events[1], timer->stream);
}

int tw_timer_read(const struct tw_timer *timer, double *us, struct tw_error *error)
{
    const struct tw_driver *driver = timer->driver;
    float milliseconds = 0;
    int code = TW_CALL(driver, error, cuEventSynchronize, timer->events[1]);
    if (!code && !driver->simulator)
        code = TW_CALL(driver, error, cuEventElapsedTime, &milliseconds, timer->events[0], timer->events[1]);
    *us = code ? 0 : 1000.0 * (double)milliseconds;
    return code;
}

int tw_timer_time(const struct tw_timer *timer, const struct tw_timed *timed, double *us,
                  struct tw_error *error)
{
    *us = 0;
    int code = tw_timer_queue(timer, timed, error);
    return code ? code : tw_timer_read(timer, us, error);
}

int tw_timer_repeat(const struct tw_timer *timer, const struct tw_timed *timed, unsigned warm_up,
                    unsigned times, double *us, struct tw_error *error)
{
    double forgotten;
    int code = TW_OK;
    for (unsigned i = 0; i < warm_up && !code; i++) code = tw_timer_time(timer, timed, &forgotten, error);
    for (unsigned i = 0; i < times && !code; i++) code = tw_timer_time(timer, timed, &us[i], error);
    return code;
}
