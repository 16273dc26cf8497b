/* Runs of probe kernels, one after the other. */
#include "runtime/measure/probed_measure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/measure/timer.h"

/* The number of the kernel's argument of that name. */
static unsigned argument_of(const struct tw_kernel *kernel, const char *name)
{
    unsigned i = 0;
    while (strcmp(kernel->shape.arguments[i].name, name) != 0) {
        i++;
        assert(i < kernel->shape.argument_count);
    }
    return i;
}

static int launch(const void *what, struct tw_error *error)
{
    const struct tw_probed_kernel *probe = what;
    return tw_oracle_launch(probe->oracle, probe->loaded, &probe->kernel->shape, 0, error);
}

static int run_once(const struct tw_probed_kernel *probe, struct tw_error *error)
{
    int code = launch(probe, error);
    return code ? code : TW_CALL(&probe->oracle->device->driver, error, cuStreamSynchronize, NULL);
}

int tw_probed_latencies(const struct tw_probed_kernel *probe, double **latency, unsigned *readings,
                        struct tw_error *error)
{
    const struct tw_driver *driver = &probe->oracle->device->driver;
    unsigned cycles = argument_of(probe->kernel, "cycles");
    unsigned count = (unsigned)probe->kernel->shape.arguments[cycles].count;
    double each = (double)tw_kernel_field(probe->kernel, "each")->number;
    uint32_t *read = malloc(count * sizeof *read);
    *readings = count;
    *latency = malloc((size_t)count * TW_PROBED_RUNS * sizeof **latency);
    int code = read && *latency ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_oracle_put(probe->oracle, probe->kernel, probe->loaded, 0, error);
    if (!code) code = run_once(probe, error);
    for (unsigned run = 0; run < TW_PROBED_RUNS && !code; run++) {
        code = run_once(probe, error);
        if (!code)
            code = TW_CALL(driver, error, cuMemcpyDtoH_v2, read, probe->oracle->place[cycles].content,
                           count * sizeof *read);
        for (size_t i = 0; i < count && !code; i++) (*latency)[i * TW_PROBED_RUNS + run] = read[i] / each;
    }
    free(read);
    if (code) free(*latency);
    if (code) *latency = NULL;
    return code;
}

int tw_probed_times(const struct tw_probed_kernel *probe, unsigned times, double us[TW_PROBED_RUNS],
                    struct tw_error *error)
{
    const struct tw_timed timed = {.launch = launch, .what = probe, .launches = times};
    struct tw_timer timer;
    int code = tw_timer_open(&timer, &probe->oracle->device->driver, NULL, error);
    if (!code) code = tw_oracle_put(probe->oracle, probe->kernel, probe->loaded, 0, error);
    if (!code) code = run_once(probe, error);
    if (!code) code = tw_timer_repeat(&timer, &timed, 0, TW_PROBED_RUNS, us, error);
    tw_timer_close(&timer);
    return code;
}
