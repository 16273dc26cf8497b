/*
 * device.h - one device in use: a driver, a context, and what the device is.
 */
#ifndef TW_RUNTIME_DEVICE_H
#define TW_RUNTIME_DEVICE_H

#include "runtime/driver.h"

struct tw_device {
    struct tw_driver driver;
    bool open;
    CUdevice device;
    CUcontext context;
    char name[128];           /* "NVIDIA H200", "simulator (sm_90)"                              */
    unsigned sm;              /* 90                                                              */
    int driver_version;       /* 13000: CUDA 13.0                                                */
    int ordinal;              /* of the GPU; 0 for the simulator                                 */
    int multiprocessors, warp_size, bus_width_bits, l2_bytes, clock_khz;
    int shared_per_block, shared_per_block_optin, shared_per_sm, shared_reserved;
    int threads_per_sm, blocks_per_sm, registers_per_sm;
    size_t memory_bytes;
};

/* True: counts but no times can come from this device. */
bool tw_device_is_simulator(const struct tw_device *device);

/* Opens GPU number `ordinal`, retains its primary context and makes it current. TW_ENVIRONMENT: none there, and why. */
int tw_device_open_cuda(struct tw_device *device, int ordinal, struct tw_error *error);
int tw_device_open_simulator(struct tw_device *device, unsigned sm, struct tw_error *error);
void tw_device_close(struct tw_device *device);

#endif
