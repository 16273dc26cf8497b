/* The simulator in this process, as a driver. */
#include "runtime/driver.h"

#include <tilewright/target.h>

#include "sim/driver/sim.h"

static const struct tw_simulator simulator = TW_SIMULATOR_INIT;

int tw_driver_open_simulator(struct tw_driver *driver, unsigned sm, struct tw_error *error)
{
    *driver = (struct tw_driver){
#define X(name, since, form, parameters) .name = tw_sim_##name,
        TW_DRIVER_FUNCTIONS(X) TW_DRIVER_OPTIONALS(X)
#undef X
            .simulator = &simulator,
    };
    if (!tw_target_find(sm))
        return tw_fail(error, TW_ENVIRONMENT, "the simulator knows no architecture sm_%u", sm);
    if (!simulator.set_target(sm)) {
        return tw_fail(error, TW_ENVIRONMENT, "the simulator is in use as another architecture than sm_%u",
                       sm);
    }
    CUresult result = driver->cuInit(0);
    if (result == CUDA_SUCCESS) return TW_OK;
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
        return tw_fail(error, TW_MEMORY, "out of memory for the simulator");
    const char *why = simulator.report()->finding; /* of a variable that makes no sense */
    if (why && (result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_OPERATING_SYSTEM))
        return tw_fail(error, TW_ENVIRONMENT, "the simulator did not start: %s", why);
    const char *name = "?";
    driver->cuGetErrorName(result, &name);
    return tw_fail(error, TW_ENVIRONMENT, "the simulator did not start: %s", name);
}
