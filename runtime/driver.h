/*
 * driver.h - the device interface: the CUDA driver API as a table of functions with two providers, the real
 * libcuda.so.1 (opened with dlopen) and the simulator. Load, launch, check and measure call only this table,
 * so the code that runs with no GPU is the code that runs on one.
 *
 * Thread-safety: as the driver's own. Opening and closing: one thread.
 */
#ifndef TW_RUNTIME_DRIVER_H
#define TW_RUNTIME_DRIVER_H

#include <cuda.h>
#include <stdbool.h>

#include <tilewright/api.h>
#include <tilewright/error.h>

#include "base/device/driver_functions.h"

TW_API_BEGIN

struct tw_simulator; /* sim/exec/simulator.h */

struct tw_driver {
#define X(name, since, form, parameters) CUresult(CUDAAPI *name) parameters;
    TW_DRIVER_FUNCTIONS(X)
    TW_DRIVER_OPTIONALS(X) /* NULL where the driver has none */
#undef X
    const struct tw_simulator *simulator; /* NULL: a real driver. Set too when libcuda.so.1 is our drop-in. */
    void *handle;                         /* private */
};

/*
 * Opens libcuda.so.1, or the file that $TILEWRIGHT_LIBCUDA names, and calls cuInit. TW_ENVIRONMENT with the
 * reason in words: library not found, a function missing (driver too old), cuInit's error and what lies
 * behind it, or a drop-in with another interface version. A drop-in backed by the simulator is recognised and
 * has `simulator` set. *driver is overwritten; all zero after a failure.
 */
int tw_driver_open_cuda(struct tw_driver *driver, struct tw_error *error);

/* The simulator in this process, standing for a GPU of architecture `sm` (90). Calls cuInit. */
int tw_driver_open_simulator(struct tw_driver *driver, unsigned sm, struct tw_error *error);

void tw_driver_close(struct tw_driver *driver); /* does nothing to a zeroed or closed one */

/*
 * TW_OK when result is CUDA_SUCCESS; else TW_DRIVER with "CALL: NAME: text", as in "cuMemAlloc_v2:
 * CUDA_ERROR_OUT_OF_MEMORY: out of memory", which is TW_MEMORY from the simulator. Errors that a
 * kernel causes are TW_FAULT, with "; " and the simulator's finding about the last launch behind the text when there is one.
 */
int tw_driver_check(const struct tw_driver *driver, CUresult result, const char *call,
                    struct tw_error *error);

/* Calls a driver function and turns its result into a code: TW_CALL(driver, error, cuMemFree_v2, address) */
#define TW_CALL(driver, error, function, ...)                                                                \
    tw_driver_check((driver), (driver)->function(__VA_ARGS__), #function, (error))

TW_API_END
#endif
