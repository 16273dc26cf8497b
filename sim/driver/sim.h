/*
 * driver/sim.h - the simulator as a provider of the CUDA driver API. It has every function of driver_functions.h under the name tw_sim_NAME. The
 * functions do what the driver's do, as far as a simulator can:
 *
 *   - There are as many devices as TILEWRIGHT_SIM_DEVICES says, all of one kind.
 *   - Streams and events are real handles. Each call has finished when it returns, unless its stream is being captured.
 *   - No time is measured. cuEventElapsedTime counts each instruction of a warp as a nanosecond, so that programs run unchanged.
 *   - A kernel that does something illegal launches successfully, as on a GPU. Every later call in that context returns its error
 *     (CUDA_ERROR_ILLEGAL_ADDRESS and so on), until the context is destroyed or its primary context released. On a GPU the whole process is lost.
 *   - Registers never limit a launch or an occupancy, since ptxas decides about them and takes no part here.
 *   - Contexts share one address space.
 *   - A function that the simulator does not have returns CUDA_ERROR_NOT_SUPPORTED, and the log names it.
 *
 * Thread-safety: any thread may call any function. One lock serialises the calls; a launch is parallel inside. Functions of the program, as of
 * cuLaunchHostFunc, are called without the lock.
 *
 * State: there is one struct for the whole process (driver/state.h).
 */
#ifndef TW_SIM_DRIVER_SIM_H
#define TW_SIM_DRIVER_SIM_H

#include <cuda.h>

#include "base/device/driver_functions.h"
#include "sim/exec/simulator.h"

#define TW_SIM_DRIVER_VERSION 13000 /* CUDA 13.0 */

#define X(name, since, form, parameters) CUresult CUDAAPI tw_sim_##name parameters;
TW_DRIVER_FUNCTIONS(X)
TW_DRIVER_OPTIONALS(X)
TW_DRIVER_EXTRAS(X)
#undef X
#define X(name, since, form) CUresult CUDAAPI tw_sim_##name(void);
TW_DRIVER_UNSUPPORTED(X)
#undef X

/* The members of struct tw_simulator (sim/exec/simulator.h), which says what they do. */
bool tw_sim_set_target(unsigned sm);
void tw_sim_set_threads(unsigned threads);
void tw_sim_set_checks(unsigned checks, bool fail);
void tw_sim_set_requests(bool listed);
void tw_sim_set_memory(bool weak, uint64_t seed);
void tw_sim_set_timeout(unsigned seconds);
void tw_sim_set_observer(void (*observe)(void *context, const char *kernel,
                                         const struct tw_sim_report *report),
                         void *context);
const struct tw_sim_report *tw_sim_report(void);
bool tw_sim_describe(int ordinal, struct tw_sim_device *device);
void tw_sim_log(const char *line);

#define TW_SIMULATOR_INIT                                                                                    \
    {                                                                                                        \
        TW_SIMULATOR_VERSION, tw_sim_set_target, tw_sim_set_threads, tw_sim_set_checks, tw_sim_set_requests, \
            tw_sim_set_memory, tw_sim_set_timeout, tw_sim_set_observer, tw_sim_report, tw_sim_describe,      \
            tw_sim_log                                                                                       \
    }

#endif
