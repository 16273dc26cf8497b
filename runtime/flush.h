/*
 * flush.h - empties the L2 cache of what a kernel may find there: a buffer of twice the L2's size is written, so that every line
 * of the L2 holds something else. What earlier kernels asked the L2 to keep is given up first.
 *
 * The device, its context current, must outlive the flush. One thread uses it at a time.
 */
#ifndef TW_RUNTIME_FLUSH_H
#define TW_RUNTIME_FLUSH_H

#include "runtime/device.h"

TW_API_BEGIN

struct tw_flush {
    const struct tw_driver *driver; /* NULL: closed */
    CUdeviceptr buffer;
    size_t bytes;
};

/* TW_ENVIRONMENT: the driver does not say how large the L2 is; or TW_DRIVER, as where there is no memory for the buffer. */
int tw_flush_open(struct tw_flush *flush, const struct tw_device *device, struct tw_error *error);
void tw_flush_close(struct tw_flush *flush); /* does nothing to a zeroed or closed one */

/* Queues it on a stream, and does not wait. */
int tw_flush_queue(const struct tw_flush *flush, CUstream stream, struct tw_error *error);

TW_API_END
#endif
