/*
 * driver.h - the CUDA driver API as a table of functions (sim/driver/table.h).
 *
 * Two providers fill the table: libcuda.so.1, opened with dlopen, and the simulator. Code that loads, launches, checks and measures calls only this
 * table. So the same code runs with and without a GPU.
 *
 * Thread-safety: the functions in the table are as thread-safe as the driver's. One thread opens and closes a table.
 */
#ifndef TW_RUNTIME_DRIVER_H
#define TW_RUNTIME_DRIVER_H

#include "sim/driver/table.h"

TW_API_BEGIN

/*
 * Opens libcuda.so.1, or the file that $TILEWRIGHT_LIBCUDA names, and calls cuInit. If the library is the drop-in, `simulator` is set. *driver is
 * overwritten; it is all zero after a failure.
 *
 * TW_ENVIRONMENT: the library is missing, it lacks a function (the driver is too old), cuInit fails, or a drop-in has another interface version. The
 * message says which, and for cuInit the likely cause. TW_MEMORY.
 */
int tw_driver_open_cuda(struct tw_driver *driver, struct tw_error *error);

TW_API_END
#endif
