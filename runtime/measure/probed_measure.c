/* Runs of probe kernels, one after the other. */
#include "runtime/measure/probed_measure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

static int run_once(const struct tw_probed_kernel *probe, struct tw_error *error)
{
    const struct tw_driver *driver = &probe->oracle->device->driver;
    int code = tw_oracle_launch(probe->oracle, probe->loaded, &probe->kernel->shape, 0, error);
    return code ? code : TW_CALL(driver, error, cuStreamSynchronize, NULL);
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

static int time_runs(const struct tw_probed_kernel *probe, unsigned times, const CUevent events[2],
                     double us[TW_PROBED_RUNS], struct tw_error *error)
{
    const struct tw_driver *driver = &probe->oracle->device->driver;
    int code = tw_oracle_put(probe->oracle, probe->kernel, probe->loaded, 0, error);
    if (!code) code = run_once(probe, error);
    for (unsigned run = 0; run < TW_PROBED_RUNS && !code; run++) {
        float ms = 0;
        code = TW_CALL(driver, error, cuEventRecord, events[0], NULL);
        for (unsigned i = 0; i < times && !code; i++)
            code = tw_oracle_launch(probe->oracle, probe->loaded, &probe->kernel->shape, 0, error);
        if (!code) code = TW_CALL(driver, error, cuEventRecord, events[1], NULL);
        if (!code) code = TW_CALL(driver, error, cuEventSynchronize, events[1]);
        if (!code) code = TW_CALL(driver, error, cuEventElapsedTime, &ms, events[0], events[1]);
        us[run] = 1000.0 * (double)ms;
    }
    return code;
}

int tw_probed_times(const struct tw_probed_kernel *probe, unsigned times, double us[TW_PROBED_RUNS],
                    struct tw_error *error)
{
    const struct tw_driver *driver = &probe->oracle->device->driver;
    CUevent events[2] = {0};
    int code = TW_OK;
    for (unsigned i = 0; i < 2 && !code; i++)
        code = TW_CALL(driver, error, cuEventCreate, &events[i], CU_EVENT_DEFAULT);
    if (!code) code = time_runs(probe, times, events, us, error);
    for (unsigned i = 0; i < 2; i++) {
        if (events[i]) driver->cuEventDestroy_v2(events[i]);
    }
    return code;
}
