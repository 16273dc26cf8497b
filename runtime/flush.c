/* The L2 is emptied by writing more than it holds. */
#include "runtime/flush.h"

#define L2_SIZES 2u /* a cache that does not replace its oldest line first may keep some after one */

int tw_flush_open(struct tw_flush *flush, const struct tw_device *device, struct tw_error *error)
{
    *flush = (struct tw_flush){0};
    if (device->l2_bytes <= 0)
        return tw_fail(error, TW_ENVIRONMENT,
                       "the L2 cache cannot be flushed: the driver does not say how "
                       "large it is");
    size_t bytes = L2_SIZES * (size_t)device->l2_bytes;
    int code = TW_CALL(&device->driver, error, cuMemAlloc_v2, &flush->buffer, bytes);
    if (!code) flush->driver = &device->driver;
    if (!code) flush->bytes = bytes;
    return code;
}

void tw_flush_close(struct tw_flush *flush)
{
    if (flush->driver) flush->driver->cuMemFree_v2(flush->buffer);
    *flush = (struct tw_flush){0};
}

int tw_flush_queue(const struct tw_flush *flush, CUstream stream, struct tw_error *error)
{
    const struct tw_driver *driver = flush->driver;
    if (driver->cuCtxResetPersistingL2Cache)
        driver->cuCtxResetPersistingL2Cache(); /* before compute capability 8.0 there is nothing to give up */
    return TW_CALL(driver, error, cuMemsetD8Async, flush->buffer, 0, flush->bytes, stream);
}
