/* What the driver API of the simulator answers to programs that ask: limits, kernels by name, occupancy, pitched and stream-ordered
   memory, what an address belongs to, streams; and what it says to nonsense. */
#include "sim/tests/provider.h"

static const CUdevice device = 0;
static const CUfunction no_function = GARBAGE(CUfunction);
static const CUstream no_stream = GARBAGE(CUstream);

static void the_device_has_a_name_of_its_own(void **state)
{
    (void)state;
    CUuuid uuid, again;
    char id[32], little[5];
    int peer = 7;
    OK(tw_sim_cuDeviceGetUuid(&uuid, device));
    OK(tw_sim_cuDeviceGetUuid_v2(&again, device));
    assert_memory_equal(&uuid, &again, sizeof uuid);
    FAILS(CUDA_ERROR_INVALID_DEVICE, tw_sim_cuDeviceGetUuid(&uuid, 1));
    OK(tw_sim_cuDeviceGetPCIBusId(id, sizeof id, device));
    OK(tw_sim_cuDeviceGetPCIBusId(little, sizeof little, device));
    assert_int_equal(strlen(id), strlen("0000:00:00.0")); /* domain:bus:device.function */
    assert_memory_equal(little, id, 4);
    assert_int_equal(little[4], '\0');
    INVALID(tw_sim_cuDeviceGetPCIBusId(id, 0, device));
    OK(tw_sim_cuDeviceCanAccessPeer(&peer, device, device));
    assert_int_equal(peer, 0);
    FAILS(CUDA_ERROR_INVALID_DEVICE, tw_sim_cuDeviceCanAccessPeer(&peer, device, 1));
}

/* Whatever is asked for, as on a device that has no other banks. */
static void banks_have_4_bytes(void)
{
    CUsharedconfig banks = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    OK(cu.cuCtxGetSharedMemConfig(&banks));
    assert_int_equal(banks, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE);
    OK(cu.cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
    OK(cu.cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
    OK(cu.cuCtxGetSharedMemConfig(&banks));
    assert_int_equal(banks, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE);
    INVALID(cu.cuCtxSetSharedMemConfig((CUsharedconfig)3));
    INVALID(cu.cuCtxGetSharedMemConfig(NULL));
}

static void contexts_have_limits_and_flags(void **state)
{
    (void)state;
    size_t bytes = 0;
    unsigned flags = 99, version = 0;
    CUfunc_cache cache;
    int least = 9, greatest = 9;
    OK(tw_sim_cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
    assert_int_equal(bytes, 1024); /* H200 */
    OK(tw_sim_cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    OK(tw_sim_cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
    assert_int_equal(bytes, 4096);
    INVALID(tw_sim_cuCtxGetLimit(NULL, CU_LIMIT_STACK_SIZE));
    FAILS(CUDA_ERROR_UNSUPPORTED_LIMIT, tw_sim_cuCtxGetLimit(&bytes, (CUlimit)77));
    FAILS(CUDA_ERROR_UNSUPPORTED_LIMIT, tw_sim_cuCtxSetLimit((CUlimit)77, 1));
    OK(tw_sim_cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    OK(tw_sim_cuCtxGetCacheConfig(&cache));
    assert_int_equal(cache, CU_FUNC_CACHE_PREFER_L1);
    INVALID(tw_sim_cuCtxSetCacheConfig((CUfunc_cache)9));
    INVALID(tw_sim_cuCtxGetCacheConfig(NULL));
    banks_have_4_bytes();
    OK(tw_sim_cuDevicePrimaryCtxSetFlags_v2(device, CU_CTX_SCHED_YIELD));
    OK(tw_sim_cuCtxGetFlags(&flags)); /* of the one that lives already */
    assert_int_equal(flags, CU_CTX_SCHED_YIELD);
    INVALID(tw_sim_cuCtxGetFlags(NULL));
    INVALID(tw_sim_cuDevicePrimaryCtxSetFlags_v2(device, 0xFFFF));
    OK(tw_sim_cuDevicePrimaryCtxSetFlags_v2(device, 0));
    OK(tw_sim_cuCtxGetApiVersion(primary, &version));
    assert_true(version >= 3020);
    INVALID(tw_sim_cuCtxGetApiVersion(primary, NULL));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, tw_sim_cuCtxGetApiVersion(GARBAGE(CUcontext), &version));
    OK(tw_sim_cuCtxGetStreamPriorityRange(&least, &greatest));
    assert_true(least >= greatest); /* a smaller number is more urgent */
}

static void newer_ways_to_create_a_context(void **state)
{
    (void)state;
    CUcontext third, fourth;
    CUexecAffinityParam affinity = {.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT};
    FAILS(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, tw_sim_cuCtxCreate_v3(&third, &affinity, 1, 0, device));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuCtxCreate_v4(&fourth, &affinity, 0, device));
    OK(tw_sim_cuCtxCreate_v3(&third, NULL, 0, 0, device));
    OK(tw_sim_cuCtxCreate_v4(&fourth, NULL, 0, device));
    assert_ptr_not_equal(third, fourth);
    OK(cu.cuCtxDestroy_v2(fourth));
    OK(cu.cuCtxDestroy_v2(third));
}

static void kernels_say_what_they_are(void **state)
{
    (void)state;
    CUmodule module = load(), owner;
    CUfunction limited = function(module, "limited");
    CUkernel kernel = (CUkernel)(void *)limited;
    const char *name;
    int value = -1;
    OK(tw_sim_cuFuncGetName(&name, limited));
    assert_string_equal(name, "limited");
    OK(tw_sim_cuFuncGetModule(&owner, limited));
    assert_ptr_equal(owner, module);
    OK(tw_sim_cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, device));
    assert_int_equal(value, 64);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, limited));
    assert_int_equal(value, 0);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, limited));
    assert_int_equal(value, 0);
    OK(tw_sim_cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536, kernel, device));
    OK(tw_sim_cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, device));
    assert_int_equal(value, 65536);
    OK(tw_sim_cuFuncSetCacheConfig(limited, CU_FUNC_CACHE_PREFER_SHARED));
    OK(cu.cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 0));
    INVALID(cu.cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, -2));
    INVALID(tw_sim_cuKernelGetAttribute(NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, device));
    FAILS(CUDA_ERROR_INVALID_DEVICE,
          tw_sim_cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 1));
    BAD_HANDLE(tw_sim_cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 1,
                                           GARBAGE(CUkernel), device));
    INVALID(tw_sim_cuFuncGetName(NULL, limited));
    INVALID(tw_sim_cuFuncGetModule(NULL, limited));
    INVALID(tw_sim_cuFuncSetCacheConfig(limited, (CUfunc_cache)9));
    OK(tw_sim_cuFuncSetSharedMemConfig(limited, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
    INVALID(tw_sim_cuFuncSetSharedMemConfig(limited, (CUsharedconfig)3));
    OK(tw_sim_cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_EQUAL, device));
    INVALID(tw_sim_cuKernelSetCacheConfig(kernel, (CUfunc_cache)4, device));
    FAILS(CUDA_ERROR_INVALID_DEVICE, tw_sim_cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 1));
    BAD_HANDLE(tw_sim_cuFuncSetSharedMemConfig(no_function, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE));
    BAD_HANDLE(tw_sim_cuFuncGetName(&name, no_function));
    OK(cu.cuModuleUnload(module));
}

/* A block of 1024 threads: an sm_90 multiprocessor has 2048, and no more than 1024 fit a block. */
static void flags_do_not_change_occupancy(void **state)
{
    (void)state;
    CUmodule module = load();
    CUfunction nothing = function(module, "nothing");
    int blocks = 0, grid = 0, block = 0;
    OK(tw_sim_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, nothing, 1024, 0,
                                                                   CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE));
    assert_int_equal(blocks, 2);
    INVALID(tw_sim_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, nothing, 1024, 0, 2));
    OK(tw_sim_cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, nothing, NULL, 0, 0, 0));
    assert_int_equal(block, 1024);
    assert_int_equal(grid % 2, 0);
    INVALID(tw_sim_cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, nothing, NULL, 0, 0, 2));
    OK(cu.cuModuleUnload(module));
}

static void memory_with_a_pitch_and_of_a_stream(void **state)
{
    (void)state;
    CUdeviceptr address, base;
    size_t pitch = 0, bytes = 0;
    unsigned short got[100];
    OK(tw_sim_cuMemAllocPitch_v2(&address, &pitch, 100, 7, 4));
    assert_true(pitch >= 100 && pitch % 128 == 0); /* rows begin at a line */
    OK(tw_sim_cuMemGetAddressRange_v2(&base, &bytes, address + 6 * pitch + 99));
    assert_int_equal(base, address);
    assert_int_equal(bytes, 7 * pitch);
    OK(cu.cuMemFree_v2(address));
    FAILS(CUDA_ERROR_NOT_FOUND, tw_sim_cuMemGetAddressRange_v2(&base, &bytes, address));
    INVALID(tw_sim_cuMemAllocPitch_v2(&address, &pitch, 100, 7, 3));
    INVALID(tw_sim_cuMemAllocPitch_v2(&address, &pitch, 0, 7, 4));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, tw_sim_cuMemAllocPitch_v2(&address, &pitch, SIZE_MAX, 7, 4));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, tw_sim_cuMemAllocPitch_v2(&address, &pitch, SIZE_MAX / 2, 7, 4));
    OK(tw_sim_cuMemAllocAsync(&address, sizeof got, NULL));
    OK(tw_sim_cuMemsetD16Async(address, 0x1234, 100, NULL));
    OK(cu.cuMemcpyDtoH_v2(got, address, sizeof got));
    for (int i = 0; i < 100; i++) assert_int_equal(got[i], 0x1234);
    OK(tw_sim_cuMemFreeAsync(address, NULL));
    INVALID(tw_sim_cuMemFreeAsync(address, NULL));
    BAD_HANDLE(tw_sim_cuMemAllocAsync(&address, 4, no_stream));
    BAD_HANDLE(tw_sim_cuMemFreeAsync(address, no_stream));
}

static void addresses_belong_to_something(void **state)
{
    (void)state;
    CUdeviceptr address, found;
    CUcontext context;
    void *host, *found_host;
    size_t bytes;
    int ordinal = 7;
    unsigned type;
    OK(cu.cuMemAlloc_v2(&address, 1000));
    OK(tw_sim_cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, address + 4));
    assert_ptr_equal(context, primary);
    OK(tw_sim_cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address + 4));
    assert_int_equal(found, address + 4);
    OK(tw_sim_cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address + 4));
    assert_int_equal(found, address);
    OK(tw_sim_cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address + 4));
    assert_int_equal(bytes, 1000);
    OK(tw_sim_cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address));
    assert_int_equal(ordinal, 0);
    INVALID(tw_sim_cuPointerGetAttribute(&found_host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address));
    INVALID(tw_sim_cuPointerGetAttribute(&found, (CUpointer_attribute)999, address));
    OK(cu.cuMemFree_v2(address));
    INVALID(tw_sim_cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address));
    OK(tw_sim_cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE));
    OK(tw_sim_cuPointerGetAttribute(&found_host, CU_POINTER_ATTRIBUTE_HOST_POINTER,
                                    (CUdeviceptr)(uintptr_t)host));
    assert_ptr_equal(found_host, host);
    OK(tw_sim_cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)(uintptr_t)host));
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    OK(tw_sim_cuMemFreeHost(host));
    INVALID(tw_sim_cuMemHostAlloc(&host, 64, 0xFFFF));
}

static void count_up(void *number)
{
    ++*(int *)number;
}

static void streams_say_what_they_are(void **state)
{
    (void)state;
    CUstream stream;
    CUevent event;
    CUcontext context;
    unsigned flags = 99;
    int priority = 99, calls = 0;
    OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cu.cuEventCreate(&event, 0));
    OK(tw_sim_cuStreamGetFlags(stream, &flags));
    assert_int_equal(flags, CU_STREAM_NON_BLOCKING);
    OK(tw_sim_cuStreamGetFlags(NULL, &flags));
    assert_int_equal(flags, CU_STREAM_DEFAULT);
    OK(tw_sim_cuStreamGetPriority(stream, &priority));
    assert_int_equal(priority, 0);
    OK(tw_sim_cuStreamGetCtx(stream, &context));
    assert_ptr_equal(context, primary);
    OK(tw_sim_cuStreamWaitEvent(stream, event, 0));
    INVALID(tw_sim_cuStreamWaitEvent(stream, event, 99));
    BAD_HANDLE(tw_sim_cuStreamWaitEvent(stream, GARBAGE(CUevent), 0));
    OK(tw_sim_cuLaunchHostFunc(stream, count_up, &calls));
    assert_int_equal(calls, 1);
    INVALID(tw_sim_cuLaunchHostFunc(stream, NULL, &calls));
    BAD_HANDLE(tw_sim_cuLaunchHostFunc(no_stream, count_up, &calls));
    assert_int_equal(calls, 1);
    INVALID(tw_sim_cuStreamGetFlags(stream, NULL));
    INVALID(tw_sim_cuStreamGetPriority(stream, NULL));
    INVALID(tw_sim_cuStreamGetCtx(stream, NULL));
    BAD_HANDLE(tw_sim_cuStreamGetFlags(no_stream, &flags));
    OK(cu.cuEventDestroy_v2(event));
    OK(cu.cuStreamDestroy_v2(stream));
}

static void a_simulator_is_of_one_architecture_at_a_time(void **state)
{
    (void)state;
    struct tw_driver other;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_driver_open_simulator(&other, 1, &error), TW_ENVIRONMENT);
    assert_non_null(strstr(error.message, "sm_1"));
    assert_int_equal(tw_driver_open_simulator(&other, 80, &error),
                     TW_ENVIRONMENT); /* a context of sm_90 lives */
    assert_non_null(strstr(error.message, "in use as another architecture than sm_80"));
    assert_int_equal(tw_driver_open_simulator(&other, 90, &error), TW_OK);
    tw_error_free(&error);
}

/* As many bytes as the attribute's type has are written, and none behind them (CUDA driver API, cuPointerGetAttribute). */
static void answers_have_the_size_of_their_type(void **state)
{
    (void)state;
    static const struct {
        CUpointer_attribute attribute;
        size_t bytes;
    } sizes[] = {
        {CU_POINTER_ATTRIBUTE_CONTEXT, sizeof(CUcontext)},
        {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, sizeof(unsigned)},
        {CU_POINTER_ATTRIBUTE_DEVICE_POINTER, sizeof(CUdeviceptr)},
        {CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, sizeof(unsigned)},
        {CU_POINTER_ATTRIBUTE_BUFFER_ID, sizeof(unsigned long long)},
        {CU_POINTER_ATTRIBUTE_IS_MANAGED, sizeof(unsigned)},
        {CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, sizeof(int)},
        {CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, sizeof(bool)},
        {CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, sizeof(CUdeviceptr)},
        {CU_POINTER_ATTRIBUTE_RANGE_SIZE, sizeof(size_t)},
        {CU_POINTER_ATTRIBUTE_MAPPED, sizeof(bool)},
        {CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, sizeof(uint64_t)},
        {CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, sizeof(bool)},
        {CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, sizeof(unsigned)},
        {CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, sizeof(CUmemoryPool)},
    };
    CUdeviceptr address;
    OK(cu.cuMemAlloc_v2(&address, 100));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char one[16], other[16];
        memset(one, 0x55, sizeof one);
        memset(other, 0xaa, sizeof other);
        OK(tw_sim_cuPointerGetAttribute(one, sizes[i].attribute, address));
        OK(tw_sim_cuPointerGetAttribute(other, sizes[i].attribute, address));
        assert_memory_equal(one, other, sizes[i].bytes);
        for (size_t b = sizes[i].bytes; b < sizeof one; b++) assert_true(one[b] == 0x55 && other[b] == 0xaa);
    }
}

/* What a stream is told it tells, and those that it is copied to; other attributes are none of a stream. */
static void streams_keep_what_they_are_told(void **state)
{
    (void)state;
    CUstream stream, copy;
    CUstreamAttrValue value = {.syncPolicy = CU_SYNC_POLICY_BLOCKING_SYNC}, found;
    OK(tw_sim_cuStreamCreate(&stream, 0));
    OK(tw_sim_cuStreamCreate(&copy, 0));
    OK(tw_sim_cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
    OK(tw_sim_cuStreamGetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &found));
    assert_int_equal(found.syncPolicy, CU_SYNC_POLICY_BLOCKING_SYNC);
    OK(tw_sim_cuStreamGetAttribute(copy, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &found));
    assert_int_equal(found.syncPolicy, 0);
    OK(tw_sim_cuStreamCopyAttributes(copy, stream));
    OK(tw_sim_cuStreamGetAttribute(copy, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &found));
    assert_int_equal(found.syncPolicy, CU_SYNC_POLICY_BLOCKING_SYNC);
    INVALID(tw_sim_cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    INVALID(tw_sim_cuStreamGetAttribute(stream, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &found));
    INVALID(tw_sim_cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_device_has_a_name_of_its_own),
        TEST(contexts_have_limits_and_flags),
        TEST(newer_ways_to_create_a_context),
        TEST(kernels_say_what_they_are),
        TEST(flags_do_not_change_occupancy),
        TEST(memory_with_a_pitch_and_of_a_stream),
        TEST(addresses_belong_to_something),
        TEST(streams_say_what_they_are),
        TEST(a_simulator_is_of_one_architecture_at_a_time),
        TEST(answers_have_the_size_of_their_type),
        TEST(streams_keep_what_they_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
