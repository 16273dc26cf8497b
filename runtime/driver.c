/* The driver table from libcuda.so.1: NVIDIA's, or the drop-in that the simulator backs. */
#include "runtime/driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/library.h"
#include "sim/exec/simulator.h"

static const struct tw_symbol symbols[] = {
#define X(name, since, form, parameters) {#name, offsetof(struct tw_driver, name)},
    TW_DRIVER_FUNCTIONS(X)
#undef X
};

static const struct tw_symbol optionals[] = {
#define X(name, since, form, parameters) {#name, offsetof(struct tw_driver, name)},
    TW_DRIVER_OPTIONALS(X)
#undef X
};

/* What lies behind cuInit's errors, for people; the driver's own text names only the symptom. */
/* clang-format off */
static const struct {
    CUresult result;
    const char *reason;
} init_reasons[] = {
    {CUDA_ERROR_NO_DEVICE,                   "the driver finds no GPU: none is installed, CUDA_VISIBLE_DEVICES hides it, or the container was started without it"},
    {CUDA_ERROR_STUB_LIBRARY,                "this libcuda.so.1 is the toolkit's stub for linking, not a driver: take its folder off the library path"},
    {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,      "libcuda.so.1 and the kernel module are of different driver versions: reboot after a driver update"},
    {CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, "the forward-compatibility libcuda.so.1 does not support this GPU: take it off the library path"},
    {CUDA_ERROR_SYSTEM_NOT_READY,            "the system is not ready: on machines with NVSwitch the fabric manager must run"},
    {CUDA_ERROR_DEVICE_UNAVAILABLE,          "another process holds the GPU in exclusive mode"},
    {CUDA_ERROR_OPERATING_SYSTEM,            "the operating system refused: are /dev/nvidia* there and permitted?"},
    {CUDA_ERROR_UNKNOWN,                     "the kernel module does not answer: is nvidia_uvm loaded, and /dev/nvidia-uvm permitted?"},
};
/* clang-format on */

static int fail_init(const struct tw_driver *driver, CUresult result, struct tw_error *error)
{
    struct tw_error plain = TW_ERROR_INIT;
    const char *reason = NULL;
    for (size_t i = 0; i < sizeof init_reasons / sizeof *init_reasons; i++) {
        if (init_reasons[i].result == result) reason = init_reasons[i].reason;
    }
    tw_driver_check(driver, result, "cuInit", &plain);
    int code =
        tw_fail(error, TW_ENVIRONMENT, "%s%s%s", plain.message, reason ? "; " : "", reason ? reason : "");
    tw_error_free(&plain);
    return code;
}

/* NVIDIA's library has no symbol tw_simulator; the drop-in's says which version of the struct it exports. */
static int recognise_simulator(struct tw_driver *driver, const char *file, struct tw_error *error)
{
    static const struct tw_symbol marker = {TW_SIMULATOR_SYMBOL, 0};
    const struct tw_simulator *simulator = NULL;
    if (tw_library_fill(driver->handle, &marker, 1, &simulator)) return TW_OK;
    if (simulator->version != TW_SIMULATOR_VERSION) {
        return tw_fail(error, TW_ENVIRONMENT,
                       "%s is Tilewright's simulator with interface version %u; this program needs %u", file,
                       simulator->version, TW_SIMULATOR_VERSION);
    }
    driver->simulator = simulator;
    return TW_OK;
}

static int open_library(struct tw_driver *driver, const char *file, struct tw_error *error)
{
    struct tw_text reason = {0};
    driver->handle = tw_library_open(file, &reason);
    int code = TW_OK;
    if (!driver->handle && reason.failed) {
        code = tw_fail(error, TW_MEMORY, "out of memory while opening %s, NVIDIA's driver", file);
    } else if (!driver->handle && strstr(tw_text_string(&reason), "No such file")) {
        code = tw_fail(error, TW_ENVIRONMENT, "no GPU: %s, the driver, is not installed", file);
    } else if (!driver->handle) {
        code = tw_fail(error, TW_ENVIRONMENT, "no GPU: NVIDIA's driver cannot be opened: %s",
                       tw_text_string(&reason));
    }
    tw_text_free(&reason);
    return code;
}

static int open_driver(struct tw_driver *driver, const char *file, struct tw_error *error)
{
    int code = open_library(driver, file, error);
    if (code != TW_OK) return code;
    const char *missing = tw_library_fill(driver->handle, symbols, sizeof symbols / sizeof *symbols, driver);
    if (missing) {
        return tw_fail(error, TW_ENVIRONMENT, "%s has no %s: a driver for CUDA 12.0 or newer is needed", file,
                       missing);
    }
    for (size_t i = 0; i < sizeof optionals / sizeof *optionals; i++)
        tw_library_fill(driver->handle, &optionals[i], 1, driver);
    code = recognise_simulator(driver, file, error);
    if (code != TW_OK) return code;
    CUresult result = driver->cuInit(0);
    return result == CUDA_SUCCESS ? TW_OK : fail_init(driver, result, error);
}

int tw_driver_open_cuda(struct tw_driver *driver, struct tw_error *error)
{
    const char *file = getenv("TILEWRIGHT_LIBCUDA");
    *driver = (struct tw_driver){0};
    int code = open_driver(driver, file && *file ? file : "libcuda.so.1", error);
    if (code != TW_OK) tw_driver_close(driver);
    return code;
}
