/* Opens a device: what the driver says it is, and its primary context, current in this thread. */
#include "runtime/device.h"

#include <stdio.h>

#include "base/escape.h"

/* clang-format off */
/*    member of tw_device      CU_DEVICE_ATTRIBUTE_...                        */
#define DEVICE_ATTRIBUTES(X)                                                  \
    X(capability_major,        COMPUTE_CAPABILITY_MAJOR)                      \
    X(capability_minor,        COMPUTE_CAPABILITY_MINOR)                      \
    X(multiprocessors,         MULTIPROCESSOR_COUNT)                          \
    X(warp_size,               WARP_SIZE)                                     \
    X(bus_width_bits,          GLOBAL_MEMORY_BUS_WIDTH)                       \
    X(l2_bytes,                L2_CACHE_SIZE)                                 \
    X(constant_bytes,          TOTAL_CONSTANT_MEMORY)                         \
    X(clock_khz,               CLOCK_RATE)                                    \
    X(memory_clock_khz,        MEMORY_CLOCK_RATE)                             \
    X(shared_per_block,        MAX_SHARED_MEMORY_PER_BLOCK)                   \
    X(shared_per_block_optin,  MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)             \
    X(shared_per_sm,           MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)          \
    X(shared_reserved,         RESERVED_SHARED_MEMORY_PER_BLOCK)              \
    X(threads_per_sm,          MAX_THREADS_PER_MULTIPROCESSOR)                \
    X(blocks_per_sm,           MAX_BLOCKS_PER_MULTIPROCESSOR)                 \
    X(registers_per_sm,        MAX_REGISTERS_PER_MULTIPROCESSOR)
/* clang-format on */

static const struct {
    CUdevice_attribute attribute;
    size_t offset; /* of an int in tw_device */
} attributes[] = {
#define X(member, attribute) {CU_DEVICE_ATTRIBUTE_##attribute, offsetof(struct tw_device, member)},
    DEVICE_ATTRIBUTES(X)
#undef X
};

static int read_attributes(struct tw_device *device, struct tw_error *error)
{
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        int *value = (int *)(void *)((char *)device + attributes[i].offset);
        int code = TW_CALL(&device->driver, error, cuDeviceGetAttribute, value, attributes[i].attribute,
                           device->device);
        if (code != TW_OK) return code;
    }
    device->sm = (unsigned)(device->capability_major * 10 + device->capability_minor);
    return TW_OK;
}

int tw_device_describe(struct tw_device *device, struct tw_error *error)
{
    const struct tw_driver *driver = &device->driver;
    int code = read_attributes(device, error);
    if (code == TW_OK) code = TW_CALL(driver, error, cuDriverGetVersion, &device->driver_version);
    if (code == TW_OK)
        code = TW_CALL(driver, error, cuDeviceTotalMem_v2, &device->memory_bytes, device->device);
    if (code == TW_OK) {
        code =
            TW_CALL(driver, error, cuDeviceGetName, device->name, (int)sizeof device->name, device->device);
    }
    tw_escape_in_place(device->name);
    /* Whatever card it stands for, a simulator is never called by a GPU's name. */
    if (code == TW_OK && driver->simulator) {
        snprintf(device->name, sizeof device->name, "simulator (sm_%u)", device->sm);
    }
    return code;
}

struct tw_target tw_device_target(const struct tw_device *device)
{
    struct tw_target target = *tw_target_nearest(device->sm); /* what the driver does not say */
    target.sm = device->sm;
    target.shared_per_block = (uint32_t)device->shared_per_block_optin;
    target.shared_per_sm = (uint32_t)device->shared_per_sm;
    target.shared_reserved = (uint32_t)device->shared_reserved;
    target.threads_per_sm = (unsigned)device->threads_per_sm;
    target.blocks_per_sm = (unsigned)device->blocks_per_sm;
    target.registers_per_sm = (unsigned)device->registers_per_sm;
    target.multiprocessors = (unsigned)device->multiprocessors;
    return target;
}

bool tw_device_answers(const struct tw_device *device)
{
    const struct tw_driver *driver = &device->driver;
    return tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", NULL) != TW_ENVIRONMENT;
}

bool tw_device_uuid(const struct tw_device *device, char text[TW_DEVICE_UUID])
{
    CUuuid uuid;
    if (!device->driver.cuDeviceGetUuid_v2) return false;
    if (device->driver.cuDeviceGetUuid_v2(&uuid, device->device) != CUDA_SUCCESS) return false;
    int at = snprintf(text, TW_DEVICE_UUID, "GPU-");
    for (int i = 0; i < 16; i++) {
        bool group = i == 4 || i == 6 || i == 8 || i == 10;
        at += snprintf(text + at, TW_DEVICE_UUID - (size_t)at, "%s%02x", group ? "-" : "",
                       (unsigned)(unsigned char)uuid.bytes[i]);
    }
    return true;
}

static int find(struct tw_device *device, int ordinal, struct tw_error *error)
{
    int count = 0;
    int code = TW_CALL(&device->driver, error, cuDeviceGetCount, &count);
    if (code != TW_OK) return code;
    if (count == 0) return tw_fail(error, TW_ENVIRONMENT, "the driver is there, but no GPU");
    if (ordinal < 0 || ordinal >= count) {
        return tw_fail(error, TW_ENVIRONMENT, "there is no GPU %d: the driver has %d, numbered from 0",
                       ordinal, count);
    }
    device->ordinal = ordinal;
    return TW_CALL(&device->driver, error, cuDeviceGet, &device->device, ordinal);
}

static int enter_context(struct tw_device *device, struct tw_error *error)
{
    const struct tw_driver *driver = &device->driver;
    int code = TW_CALL(driver, error, cuCtxGetCurrent, &device->before);
    if (code == TW_OK)
        code = TW_CALL(driver, error, cuDevicePrimaryCtxRetain, &device->context, device->device);
    if (code != TW_OK) {
        device->context = NULL;
        return code;
    }
    return TW_CALL(driver, error, cuCtxSetCurrent, device->context);
}

static void leave_context(struct tw_device *device)
{
    if (!device->context) return;
    device->driver.cuCtxSetCurrent(device->before);
    device->driver.cuDevicePrimaryCtxRelease_v2(device->device);
    device->context = NULL;
}

/* What the driver says of the context; one that lacks the functions, or refuses, says nothing. */
static void read_configuration(struct tw_device *device)
{
    const struct tw_driver *driver = &device->driver;
    CUsharedconfig banks = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    CUfunc_cache cache = CU_FUNC_CACHE_PREFER_NONE;
    if (driver->cuCtxGetSharedMemConfig && driver->cuCtxGetSharedMemConfig(&banks) != CUDA_SUCCESS)
        banks = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    if (driver->cuCtxGetCacheConfig && driver->cuCtxGetCacheConfig(&cache) != CUDA_SUCCESS)
        cache = CU_FUNC_CACHE_PREFER_NONE;
    device->bank_bytes = banks == CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE    ? 4
                         : banks == CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? 8
                                                                              : 0;
    device->cache_config = (enum tw_cache_config)cache;
}

/* A wish that is not supported is one that has no effect. */
static int wish(const struct tw_driver *driver, CUresult result, const char *call, struct tw_error *error)
{
    return result == CUDA_ERROR_NOT_SUPPORTED ? TW_OK : tw_driver_check(driver, result, call, error);
}

int tw_device_prefer(struct tw_device *device, const struct tw_preferences *wanted, struct tw_error *error)
{
    const struct tw_driver *driver = &device->driver;
    const CUsharedconfig banks = wanted->bank_mode == 64 ? CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
                                                         : CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    int code = TW_OK;
    if (wanted->cache_config && !driver->cuCtxSetCacheConfig)
        return tw_fail(error, TW_ENVIRONMENT, "the driver has no cuCtxSetCacheConfig");
    if (wanted->bank_mode && !driver->cuCtxSetSharedMemConfig)
        return tw_fail(error, TW_ENVIRONMENT, "the driver has no cuCtxSetSharedMemConfig");
    if (wanted->cache_config)
        code = wish(driver, driver->cuCtxSetCacheConfig((CUfunc_cache)wanted->cache_config),
                    "cuCtxSetCacheConfig", error);
    if (code == TW_OK && wanted->bank_mode)
        code = wish(driver, driver->cuCtxSetSharedMemConfig(banks), "cuCtxSetSharedMemConfig", error);
    read_configuration(device);
    return code;
}

/* The driver is open: finds the device, reads what it is, enters its context.
   Closes everything on failure. */
static int open_device(struct tw_device *device, int ordinal, struct tw_error *error)
{
    device->open = true;
    int code = find(device, ordinal, error);
    if (code == TW_OK) code = tw_device_describe(device, error);
    if (code == TW_OK) code = enter_context(device, error);
    if (code == TW_OK) read_configuration(device);
    if (code != TW_OK) tw_device_close(device);
    return code;
}

int tw_device_open_cuda(struct tw_device *device, int ordinal, struct tw_error *error)
{
    *device = (struct tw_device){0};
    int code = tw_driver_open_cuda(&device->driver, error);
    return code == TW_OK ? open_device(device, ordinal, error) : code;
}

int tw_device_open_simulator(struct tw_device *device, unsigned sm, struct tw_error *error)
{
    *device = (struct tw_device){0};
    int code = tw_driver_open_simulator(&device->driver, sm, error);
    return code == TW_OK ? open_device(device, 0, error) : code;
}

void tw_device_close(struct tw_device *device)
{
    if (!device->open) return;
    leave_context(device);
    tw_driver_close(&device->driver);
    *device = (struct tw_device){0};
}
