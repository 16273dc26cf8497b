/* The table of the driver's functions: the simulator fills it, and a result becomes an error, with the simulator's finding. */
#include "sim/driver/table.h"

#include <string.h>

#include <tilewright/target.h>

#include "base/library.h"
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

void tw_driver_close(struct tw_driver *driver)
{
    tw_library_close(driver->handle);
    *driver = (struct tw_driver){0};
}

/* Errors that the kernel itself caused: cuda.h, CUresult,
 * "the process must be terminated" and cuLaunchKernel's timeout. */
static bool is_fault(CUresult result)
{
    switch (result) {
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
        return true;
    default:
        return false;
    }
}

/* Errors of the device, whatever is asked of it. */
static bool is_lost(CUresult result)
{
    switch (result) {
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_SYSTEM_NOT_READY:
    case CUDA_ERROR_UNKNOWN:
        return true;
    default:
        return false;
    }
}

int tw_driver_check(const struct tw_driver *driver, CUresult result, const char *call, struct tw_error *error)
{
    if (result == CUDA_SUCCESS) return TW_OK;
    enum tw_code code = is_fault(result) ? TW_FAULT : is_lost(result) ? TW_ENVIRONMENT : TW_DRIVER;
    const char *name = NULL, *text = NULL, *finding = NULL;
    if (driver->simulator && result == CUDA_ERROR_OUT_OF_MEMORY) code = TW_MEMORY; /* this process's */
    if (driver->simulator && result == CUDA_ERROR_NOT_SUPPORTED) code = TW_UNSUPPORTED;
    if (driver->cuGetErrorName(result, &name) != CUDA_SUCCESS || !name) {
        return tw_fail(error, code, "%s: CUDA error %d, unknown to this driver", call, (int)result);
    }
    if (driver->cuGetErrorString(result, &text) != CUDA_SUCCESS || !text) text = "no description";
    const bool explained = code == TW_FAULT || code == TW_UNSUPPORTED || result == CUDA_ERROR_INVALID_PTX ||
                           result == CUDA_ERROR_INVALID_CLUSTER_SIZE;
    if (explained && driver->simulator) finding = driver->simulator->report()->finding;
    if (!finding) return tw_fail(error, code, "%s: %s: %s", call, name, text);
    size_t first = strcspn(finding, "\n"); /* what follows is the line that is meant, and a caret */
    tw_fail(error, code, "%s: %s: %s; %.*s", call, name, text, (int)first, finding);
    if (finding[first] && error) tw_error_add_detail(error, finding + first + 1);
    return code;
}
