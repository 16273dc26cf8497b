/*
 * driver/table.h - the CUDA driver API as a table of functions, whoever provides them, and the simulator as a provider. The other
 * provider is a libcuda.so.1 (runtime/driver.h). What calls only this table runs with a GPU and without.
 *
 * Thread-safety: as the driver's own. Opening and closing: one thread.
 */
#ifndef TW_SIM_DRIVER_TABLE_H
#define TW_SIM_DRIVER_TABLE_H

#include <cuda.h>

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

/* The simulator in this process, standing for a GPU of architecture `sm` (90). Calls cuInit. *driver is overwritten. */
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
