/*
 * driver.h - the device interface: the CUDA driver API as a table of functions (sim/driver/table.h) with two providers, the real
 * libcuda.so.1 (opened with dlopen) and the simulator. Load, launch, check and measure call only this table,
 * so the code that runs with no GPU is the code that runs on one.
 *
 * Thread-safety: as the driver's own. Opening and closing: one thread.
 */
#ifndef TW_RUNTIME_DRIVER_H
#define TW_RUNTIME_DRIVER_H

#include "sim/driver/table.h"

TW_API_BEGIN

/*
 * Opens libcuda.so.1, or the file that $TILEWRIGHT_LIBCUDA names, and calls cuInit. TW_ENVIRONMENT with the
 * reason in words: library not found, a function missing (driver too old), cuInit's error and what lies
 * behind it, or a drop-in with another interface version. A drop-in backed by the simulator is recognised and
 * has `simulator` set. *driver is overwritten; all zero after a failure.
 */
int tw_driver_open_cuda(struct tw_driver *driver, struct tw_error *error);

TW_API_END
#endif
