/* The one device: what it is and what it can. The figures of the architecture come from the target table. */
#include <stdlib.h>
#include <string.h>

#include "sim/driver_state.h"

/* The same for every target. Clocks, bus and cache sizes belong to a card and not to an architecture, and no
   time is ever computed from them: round figures, so that nobody takes them for a measurement. */
/* clang-format off */
static const struct {
    CUdevice_attribute attribute;
    int value;
} constants[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,                 TW_MAX_BLOCK_THREADS},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,                       1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,                       1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,                       64},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,                        2147483647},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,                        65535},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,                        65535},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,           TW_STATIC_SHARED_LIMIT},
    {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY,                 65536},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE,                             TW_WARP},
    {CU_DEVICE_ATTRIBUTE_MAX_PITCH,                             2147483647},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE,                            1000000},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE,                     1000000},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH,               256},
    {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,                         4194304},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT,                     512},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT,               32},
    {CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT,                     512},
    {CU_DEVICE_ATTRIBUTE_GPU_OVERLAP,                           0},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT,                    0},
    {CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT,                   0},
    {CU_DEVICE_ATTRIBUTE_INTEGRATED,                            0},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY,                   1},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_MODE,                          CU_COMPUTEMODE_DEFAULT},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS,                    0},
    {CU_DEVICE_ATTRIBUTE_ECC_ENABLED,                           0},
    {CU_DEVICE_ATTRIBUTE_TCC_DRIVER,                            0},
    {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,                            0},
    {CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID,                         0},
    {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID,                         0},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,                    1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED,           0},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED,             1},
    {CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED,              1},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY,                        1},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,             0},
    {CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,                0},
    {CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 0},
    {CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST,   1},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED,               1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED,          0},
    {CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD,                       0},
    {CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID,              0},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED,          0},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH,                    0},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH,       0},
    {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH,                        0},
    {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,   0},
    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,                1},
    {CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED,             0},
    {CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED,           0},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS,             0},
    {CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE,          0},
    {CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE,         0},
};

static bool of_target(const struct tw_target *target, CUdevice_attribute attribute, int *value)
{
    switch ((int)attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:             *value = (int)target->sm / 10; return true;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:             *value = (int)target->sm % 10; return true;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:                 *value = (int)target->multiprocessors; return true;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:       *value = (int)target->threads_per_sm; return true;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:        *value = (int)target->blocks_per_sm; return true;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:     *value = (int)target->registers_per_sm; return true;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:    *value = (int)target->shared_per_block; return true;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = (int)target->shared_per_sm; return true;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:     *value = (int)target->shared_reserved; return true;
    default: return false;
    }
}
/* clang-format on */

static bool constant(CUdevice_attribute attribute, int *value)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (constants[i].attribute != attribute) continue;
        *value = constants[i].value;
        return true;
    }
    return false;
}

CUresult tw_sim_cuDeviceGetCount(int *count)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !count) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *count = 1;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !device) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && ordinal != 0) result = CUDA_ERROR_INVALID_DEVICE;
    if (!result) *device = 0;
    return tw_sim_leave(result);
}

/* How a function that asks about a device begins:
 * its result pointer must be there, and the device must be the one. */
static CUresult enter_device(CUdevice device, const void *value)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && device != 0) result = CUDA_ERROR_INVALID_DEVICE;
    return result;
}

/* As much of the text as fits, with its NUL. */
static void give_text(char *to, int length, const char *text)
{
    size_t room = (size_t)length - 1, bytes = strlen(text);
    if (bytes > room) bytes = room;
    memcpy(to, text, bytes);
    to[bytes] = '\0';
}

CUresult tw_sim_cuDeviceGetName(char *name, int length, CUdevice device)
{
    CUresult result = enter_device(device, name);
    if (!result && length < 1) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        char text[64];
        snprintf(text, sizeof text, "Tilewright simulator (sm_%u)", tw_provider.target->sm);
        give_text(name, length, text);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult result = enter_device(device, value);
    if (!result && !of_target(tw_provider.target, attribute, value) && !constant(attribute, value)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CUresult result = enter_device(device, bytes);
    if (!result) *bytes = tw_provider.machine->total;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    static const char fixed[sizeof uuid->bytes + 1] = "tilewright-sim-1";
    CUresult result = enter_device(device, uuid);
    if (!result) memcpy(uuid->bytes, fixed, sizeof uuid->bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    return tw_sim_cuDeviceGetUuid_v2(uuid, device);
}

CUresult tw_sim_cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result = enter_device(device, major);
    if (!result && !minor) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *major = (int)tw_provider.target->sm / 10;
        *minor = (int)tw_provider.target->sm % 10;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
    CUresult result = enter_device(device, id);
    if (!result && length < 1) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) give_text(id, length, "0000:00:00.0");
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CUresult result = enter_device(device, can);
    if (!result && peer != 0) result = CUDA_ERROR_INVALID_DEVICE;
    if (!result) *can = 0;
    return tw_sim_leave(result);
}
