/*
 * device.h - a device in use: its driver, its context, and its properties.
 *
 * Ownership: the caller owns the struct; tw_device_close releases what it holds.
 *
 * Thread-safety: the context is current in the thread that opened the device, and that thread closes it too. Another thread must call
 * driver.cuCtxSetCurrent(context) before it uses the device.
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
    bool open; /* false: it is zeroed or closed, and tw_device_close does nothing */
    CUdevice device;
    CUcontext context;
    CUcontext before; /* the context that was current before; it is current again after closing */
    char name[128];   /* "NVIDIA H200", "simulator (sm_90)" */
    int capability_major, capability_minor;
    unsigned sm;        /* 90                                                              */
    int driver_version; /* 13000: CUDA 13.0                                                */
    int ordinal;        /* of the GPU; 0 for the simulator                                 */
    int multiprocessors, warp_size, bus_width_bits, l2_bytes, clock_khz, memory_clock_khz;
    int shared_per_block, shared_per_block_optin, shared_per_sm, shared_reserved;
    int threads_per_sm, blocks_per_sm, registers_per_sm, constant_bytes;
    size_t memory_bytes;
    unsigned bank_bytes; /* of a bank of shared memory, 4 or 8; 0: the driver does not say */
    /* The setting of the context. TW_CACHE_NONE also if the driver does not say. */
    enum tw_cache_config cache_config;
};

/* Settings of a context, for all of its kernels. A member that is zero changes nothing. */
struct tw_preferences {
    enum tw_cache_config cache_config; /* cuCtxSetCacheConfig                                      */
    unsigned bank_mode;                /* 32 or 64 bits: cuCtxSetSharedMemConfig of 4 or 8 bytes; 0 */
};

/* True for the simulator: such a device gives counts, but no times. */
static inline bool tw_device_is_simulator(const struct tw_device *device)
{
    return device->driver.simulator != NULL;
}

/* Opens GPU number `ordinal`, retains its primary context and makes it current. *device is overwritten; it is closed after a failure. TW_ENVIRONMENT:
   there is no such GPU, and the message says why. TW_DRIVER: a driver call failed. */
int tw_device_open_cuda(struct tw_device *device, int ordinal, struct tw_error *error);
/* Opens the simulator in this process as a GPU of architecture `sm`, such as 90. Otherwise it is the same. */
int tw_device_open_simulator(struct tw_device *device, unsigned sm, struct tw_error *error);

/* Asks the driver of an open device for settings. It is no error if the device cannot have them: bank_bytes and cache_config say afterwards what it
   has. TW_ENVIRONMENT: the driver has no such function. TW_DRIVER. */
int tw_device_prefer(struct tw_device *device, const struct tw_preferences *wanted, struct tw_error *error);

/* Fills in the properties of the device. `driver` and `device` must be set. It needs no context, and makes none. TW_DRIVER. */
int tw_device_describe(struct tw_device *device, struct tw_error *error);

/* False if the driver says that no device works, whatever is asked of the open device. */
bool tw_device_answers(const struct tw_device *device);

/* Writes "GPU-" and the device's UUID, as nvidia-smi does. `driver` and `device` must be set. False: the driver tells none. */
#define TW_DEVICE_UUID 48 /* bytes, with the NUL */
bool tw_device_uuid(const struct tw_device *device, char text[TW_DEVICE_UUID]);

/* The limits by which variants are accepted. The driver gives them; tilewright/target.h gives those that the driver does not tell. */
struct tw_target tw_device_target(const struct tw_device *device);

/*
 * Closes the device. A closed one is allowed.
 *
 * After a TW_FAULT: the simulator forgets the fault with the context, so a device that is closed and opened again works. NVIDIA's driver (580 was
 * tried) keeps the error for the whole process: each new context fails with it, and only another process can use the GPU.
 */
void tw_device_close(struct tw_device *device);

TW_API_END
#endif
