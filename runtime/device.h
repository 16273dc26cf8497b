/*
 * device.h - one device in use: a driver, a context, and what the device is.
 *
 * Ownership: the caller owns the struct; tw_device_close releases what it holds. The context is current in
 * the thread that opened the device, which closes it too; another thread calls driver.cuCtxSetCurrent(context) first.
 */
#ifndef TW_RUNTIME_DEVICE_H
#define TW_RUNTIME_DEVICE_H

#include <stddef.h>

#include <tilewright/api.h>
#include <tilewright/kernel.h>
#include <tilewright/target.h>

#include "runtime/driver.h"

TW_API_BEGIN

struct tw_device {
    struct tw_driver driver;
    bool open; /* false: zeroed or closed; tw_device_close does nothing */
    CUdevice device;
    CUcontext context;
    CUcontext before; /* what was current in that thread, and is again when the device is closed */
    char name[128];   /* "NVIDIA H200", "simulator (sm_90)" */
    int capability_major, capability_minor;
    unsigned sm;        /* 90                                                              */
    int driver_version; /* 13000: CUDA 13.0                                                */
    int ordinal;        /* of the GPU; 0 for the simulator                                 */
    int multiprocessors, warp_size, bus_width_bits, l2_bytes, clock_khz, memory_clock_khz;
    int shared_per_block, shared_per_block_optin, shared_per_sm, shared_reserved;
    int threads_per_sm, blocks_per_sm, registers_per_sm, constant_bytes;
    size_t memory_bytes;
    unsigned bank_bytes; /* of shared memory's banks, 4 or 8, as the driver says; 0: it does not */
    enum tw_cache_config
        cache_config; /* of the context, as the driver says; TW_CACHE_NONE too if it does not */
};

/* What a context is asked to be, for all of its kernels; zero: as it is. */
struct tw_preferences {
    enum tw_cache_config cache_config; /* cuCtxSetCacheConfig                                      */
    unsigned bank_mode;                /* 32 or 64 bits: cuCtxSetSharedMemConfig of 4 or 8 bytes; 0 */
};

/* True: counts but no times can come from this device. */
static inline bool tw_device_is_simulator(const struct tw_device *device)
{
    return device->driver.simulator != NULL;
}

/* Opens GPU number `ordinal`, retains its primary context and makes it current. TW_ENVIRONMENT: none there,
   and why; TW_DRIVER: a call failed. *device is overwritten; after a failure it is closed. */
int tw_device_open_cuda(struct tw_device *device, int ordinal, struct tw_error *error);
/* The same on the simulator in this process, standing for a GPU of architecture `sm` (90). */
int tw_device_open_simulator(struct tw_device *device, unsigned sm, struct tw_error *error);

/* Asks the driver of an open device. Where the device cannot be other than it is that is no error: bank_bytes and
   cache_config say afterwards what it is. TW_ENVIRONMENT: the driver has no such function; TW_DRIVER. */
int tw_device_prefer(struct tw_device *device, const struct tw_preferences *wanted, struct tw_error *error);

/* Fills in what the device is; driver and device are set. No context is needed, and none is made. */
int tw_device_describe(struct tw_device *device, struct tw_error *error);

/* False: whatever is asked of the open device, its driver says that there is none that works. */
bool tw_device_answers(const struct tw_device *device);

/* "GPU-" and the device's UUID, as nvidia-smi writes it; driver and device are set. False: the driver tells none. */
#define TW_DEVICE_UUID 48 /* bytes, with the NUL */
bool tw_device_uuid(const struct tw_device *device, char text[TW_DEVICE_UUID]);

/* The limits that variants are accepted by: what the driver says of the device, the rest from the table. */
struct tw_target tw_device_target(const struct tw_device *device);

/*
 * Also after a TW_FAULT. The simulator forgets the fault with the context, so closing and opening again gives
 * a device that works. NVIDIA's driver (580 was tried) keeps the error for the whole process: a new context,
 * primary or not, fails with the same error, and only another process can use the GPU again.
 */
void tw_device_close(struct tw_device *device);

TW_API_END
#endif
