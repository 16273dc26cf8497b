/*
 * probed_measure.h - runs of a kernel of the probe family that an oracle has checked: what its clock said, or how long it took.
 * On a GPU, never on the simulator.
 */
#ifndef TW_RUNTIME_MEASURE_PROBED_MEASURE_H
#define TW_RUNTIME_MEASURE_PROBED_MEASURE_H

#include <tilewright/api.h>

#include "runtime/check/oracle.h"
#include "runtime/measure/probed.h"

TW_API_BEGIN

#define TW_PROBED_RUNS 15u /* that count, behind one that does not */

/* A kernel that is loaded, and whose answers the oracle has. */
struct tw_probed_kernel {
    struct tw_oracle *oracle;
    const struct tw_kernel *kernel;
    const struct tw_loaded *loaded;
};

/*
 * Its argument `cycles` after each run, divided by the field `each`: latencies, of reading i in run r at
 * latency[i * TW_PROBED_RUNS + r]. They are the caller's (free), and `readings` times TW_PROBED_RUNS.
 */
int tw_probed_latencies(const struct tw_probed_kernel *probe, double **latency, unsigned *readings,
                        struct tw_error *error);

/* Microseconds that the kernel takes `times` times behind each other, by events, in each of TW_PROBED_RUNS runs. */
int tw_probed_times(const struct tw_probed_kernel *probe, unsigned times, double us[TW_PROBED_RUNS],
                    struct tw_error *error);

TW_API_END
#endif
