/* The devices: what they are and what they can. The figures of the architecture come from the target table. */
#include <stdlib.h>
#include <string.h>

#include "sim/driver/state.h"

/* The same for every target. Clocks, bus and cache sizes belong to a card and not to an architecture, and no
   time is ever computed from them: round figures, so that nobody takes them for a measurement. */
/* Attributes that CUDA 12.0 does not know yet. What is up to the last one and stands nowhere here is 0: it is not there. */
#define NUMA_ID        131
#define HOST_NUMA_ID   134
#define NODE_POOLS     142
#define HOST_POOLS     144
#define LAST_ATTRIBUTE 147

/* clang-format off */
static const struct {
    int attribute;
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
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS,                    1},
    {CU_DEVICE_ATTRIBUTE_ECC_ENABLED,                           0},
    {CU_DEVICE_ATTRIBUTE_TCC_DRIVER,                            0},
    {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,                            0},
    {CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID,                         0},
    {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID,                         0},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,                    1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED,           1},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED,             1},
    {CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED,              1},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY,                        1},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,             1},
    {CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,                0},
    {CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 0},
    {CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST,   1},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED,               1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED,          0},
    {CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD,                       0},
    {CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID,              0},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED,          0},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH,                    1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH,       0},
    {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,   1},
    {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,                1},
    {CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES,        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR},
    {CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED,                    1},
    {CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED,             0},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS,             0},
    {CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE,          0},
    {CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE,         0},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH,                131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,                131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT,               65536},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH,                16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT,               16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH,                16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH,        32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,       32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS,       2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH,        32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS,       2048},
    {CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER,                       1},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH,        32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS,       2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH,        32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT,       32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS,       2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH,           32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH,   32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS,  2046},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH,      32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT,     32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH,      32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH,         268435456},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH,         131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT,        65000},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH,         2097120},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH,           32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,   32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS,  2046},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH,                32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH,                131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT,               65536},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH,                16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT,               16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH,                16384},
    {CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,  2},
    {CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED,      1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS,          1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR,          1},
    {CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT,                  1},
    {NUMA_ID,                                                    -1},
    {HOST_NUMA_ID,                                               0},
    {NODE_POOLS,                                                 1},
    {HOST_POOLS,                                                 1},
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
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:                       *value = target->sm >= 90; return true;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:     *value = (int)target->shared_reserved; return true;
    default: return false;
    }
}
/* clang-format on */

static bool constant(CUdevice_attribute attribute, int *value)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (constants[i].attribute != (int)attribute) continue;
        *value = constants[i].value;
        return true;
    }
    *value = 0;
    return attribute >= CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK && (int)attribute <= LAST_ATTRIBUTE;
}

CUresult tw_sim_cuDeviceGetCount(int *count)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !count) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *count = tw_provider.device_count;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !device) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_device(ordinal);
    if (!result) *device = ordinal;
    return tw_sim_leave(result);
}

/* How a function that asks about a device begins: its result pointer must be there, and the device too. */
static CUresult enter_device(CUdevice device, const void *value)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    return result ? result : tw_sim_check_device(device);
}

/* As much of the text as fits, with its NUL. */
static void give_text(char *to, int length, const char *text)
{
    size_t room = (size_t)length - 1, bytes = strlen(text);
    if (bytes > room) bytes = room;
    memcpy(to, text, bytes);
    to[bytes] = '\0';
}

/* ---- what a device is called ---- */

#define NAME_BYTES 64
#define PCI_BYTES  16

static void write_name(char text[NAME_BYTES], const struct tw_target *target)
{
    snprintf(text, NAME_BYTES, "Tilewright simulator (sm_%u)", target->sm);
}

static void write_pci(char text[PCI_BYTES], int number)
{
    snprintf(text, PCI_BYTES, "0000:00:%02x.0", (unsigned)number & 0xff);
}

static int number_of(CUdevice device)
{
    return tw_provider.devices[device].number;
}

/* The visible device with that number among all; < 0: it is hidden, or there is none. */
static int visible(int number)
{
    int device = tw_provider.device_count - 1;
    while (device >= 0 && number_of(device) != number) device--;
    return device;
}

/* Describes hidden devices too, as NVML tells of them. */
bool tw_sim_describe(int ordinal, struct tw_sim_device *device)
{
    pthread_mutex_lock(&tw_provider.lock);
    bool there = !tw_sim_prepare() && ordinal >= 0 && ordinal < tw_provider.all_count;
    if (there) {
        const struct tw_target *target = tw_provider.kinds[ordinal];
        *device = (struct tw_sim_device){.sm = target->sm,
                                         .memory = tw_provider.machine->total,
                                         .used = visible(ordinal) < 0 ? 0 : tw_sim_used(visible(ordinal))};
        write_name(device->name, target);
        tw_sim_write_uuid(device->uuid, ordinal);
        write_pci(device->pci_bus_id, ordinal);
        constant(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, &device->clock_khz);
        constant(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, &device->memory_clock_khz);
        constant(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, &device->bus_bits);
    }
    pthread_mutex_unlock(&tw_provider.lock);
    return there;
}

CUresult tw_sim_cuDeviceGetName(char *name, int length, CUdevice device)
{
    CUresult result = enter_device(device, name);
    if (!result && length < 1) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        char text[NAME_BYTES];
        write_name(text, tw_sim_kind(device));
        give_text(name, length, text);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult result = enter_device(device, value);
    if (!result && attribute == CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)
        *value = number_of(device); /* cuDeviceGetPCIBusId has the same numbers */
    else if (!result && !of_target(tw_sim_kind(device), attribute, value) && !constant(attribute, value)) {
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
    CUresult result = enter_device(device, uuid);
    if (!result) tw_sim_write_uuid((unsigned char *)uuid->bytes, number_of(device));
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
        *major = (int)tw_sim_kind(device)->sm / 10;
        *minor = (int)tw_sim_kind(device)->sm % 10;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
    CUresult result = enter_device(device, id);
    if (!result && length < 1) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        char text[PCI_BYTES];
        write_pci(text, number_of(device));
        give_text(id, length, text);
    }
    return tw_sim_leave(result);
}

/* domain:bus:device.function, of which the first and the last may be left out */
CUresult tw_sim_cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    unsigned domain = 0, bus = 1, number = 0, function = 0;
    CUresult result = tw_sim_enter_driver();
    if (!result && !(device && id)) result = CUDA_ERROR_INVALID_VALUE;
    bool read = !result && (sscanf(id, "%x:%x:%x.%x", &domain, &bus, &number, &function) >= 3 ||
                            (domain = 0, sscanf(id, "%x:%x.%x", &bus, &number, &function) >= 2));
    if (!result && !read) result = CUDA_ERROR_INVALID_VALUE;
    bool there = read && !domain && !bus && !function && visible((int)number) >= 0;
    if (!result && !there) result = CUDA_ERROR_INVALID_DEVICE;
    if (!result) *device = visible((int)number);
    return tw_sim_leave(result);
}

/* Every device reaches the memory of all. */
CUresult tw_sim_cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CUresult result = enter_device(device, can);
    if (!result) result = tw_sim_check_device(peer);
    if (!result) *can = device != peer;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice from,
                                        CUdevice to)
{
    CUresult result = enter_device(from, value);
    if (!result) result = tw_sim_check_device(to);
    if (!result && from == to) result = CUDA_ERROR_INVALID_DEVICE;
    if (result) return tw_sim_leave(result);
    switch ((int)attribute) {
    case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
    case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
        *value = 1;
        break;
    case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
    case CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED:
        *value = 0;
        break;
    default:
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return tw_sim_leave(result);
}

/* The multiprocessors cannot be shared out. */
CUresult tw_sim_cuDeviceGetExecAffinitySupport(int *value, CUexecAffinityType type, CUdevice device)
{
    CUresult result = enter_device(device, value);
    if (!result && type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *value = 0;
    return tw_sim_leave(result);
}

/* This function is older than attributes. */
CUresult tw_sim_cuDeviceGetProperties(CUdevprop *properties, CUdevice device)
{
    CUresult result = enter_device(device, properties);
    if (!result) {
        const struct tw_target *target = tw_sim_kind(device);
        *properties = (CUdevprop){.maxThreadsPerBlock = TW_MAX_BLOCK_THREADS,
                                  .maxThreadsDim = {1024, 1024, 64},
                                  .maxGridSize = {2147483647, 65535, 65535},
                                  .sharedMemPerBlock = (int)TW_STATIC_SHARED_LIMIT,
                                  .totalConstantMemory = 65536,
                                  .SIMDWidth = TW_WARP,
                                  .memPitch = 2147483647,
                                  .regsPerBlock = (int)target->registers_per_sm,
                                  .clockRate = 1000000,
                                  .textureAlign = 512};
    }
    return tw_sim_leave(result);
}
