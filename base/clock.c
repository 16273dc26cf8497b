/* CLOCK_MONOTONIC: setting the time of day does not move it. */
#include "base/clock.h"

#include <time.h>

double tw_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
