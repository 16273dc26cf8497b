/* The simulator's driver API: the device, contexts, memory, streams and events. */
#include "sim/tests/provider.h"

#include <unistd.h>

#include "sim/driver/state.h"

static int attribute(CUdevice_attribute which)
{
    int value = -1;
    OK(cu.cuDeviceGetAttribute(&value, which, 0));
    return value;
}

/* ---- before and at cuInit ---- */

static void nothing_works_before_cuInit(void **state)
{
    (void)state;
    int number;
    CUcontext context;
    CUdeviceptr address;
    FAILS(CUDA_ERROR_NOT_INITIALIZED, tw_sim_cuDeviceGetCount(&number));
    FAILS(CUDA_ERROR_NOT_INITIALIZED, tw_sim_cuCtxGetCurrent(&context)); /* H200 */
    FAILS(CUDA_ERROR_NOT_INITIALIZED, tw_sim_cuMemAlloc_v2(&address, 4));
    FAILS(CUDA_ERROR_NOT_INITIALIZED, tw_sim_cuDevicePrimaryCtxRetain(&context, 0));
    OK(tw_sim_cuDriverGetVersion(&number));
    assert_int_equal(number, 13000);
    INVALID(tw_sim_cuDriverGetVersion(NULL));
    INVALID(tw_sim_cuInit(1)); /* H200 */
    FAILS(CUDA_ERROR_NOT_INITIALIZED, tw_sim_cuDeviceGetCount(&number));
}

static void the_environment_chooses_the_architecture(void **state)
{
    (void)state;
    int major, minor;
    setenv("TILEWRIGHT_SIM_ARCH", "sm_9O", 1);
    FAILS(CUDA_ERROR_NO_DEVICE, tw_sim_cuInit(0));
    setenv("TILEWRIGHT_SIM_ARCH", "sm_86", 1);
    setenv("TILEWRIGHT_SIM_THREADS", "two", 1);
    FAILS(CUDA_ERROR_NO_DEVICE, tw_sim_cuInit(0));
    setenv("TILEWRIGHT_SIM_THREADS", "2", 1);
    static const char *const wrong[][2] = {
        {"TILEWRIGHT_SIM_TIMEOUT", "-1"},     {"TILEWRIGHT_SIM_TIMEOUT", "1.5"},
        {"TILEWRIGHT_SIM_TIMEOUT", "86401"},  {"TILEWRIGHT_SIM_WEAK", ""},
        {"TILEWRIGHT_SIM_WEAK", "-1"},        {"TILEWRIGHT_SIM_WEAK", "4294967296"},
        {"TILEWRIGHT_SIM_MEMORY", "0"},       {"TILEWRIGHT_SIM_MEMORY", ""},
        {"TILEWRIGHT_SIM_MEMORY", "8388609"}, {"TILEWRIGHT_SIM_MEMORY", "18446744073709551617"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        setenv(wrong[i][0], wrong[i][1], 1);
        FAILS(CUDA_ERROR_NO_DEVICE, tw_sim_cuInit(0));
        assert_non_null(strstr(tw_sim_report()->finding, wrong[i][0]));
        unsetenv(wrong[i][0]);
    }
    OK(tw_sim_cuInit(0));
    OK(tw_sim_cuInit(0));
    OK(tw_sim_cuDeviceComputeCapability(&major, &minor, 0));
    assert_int_equal(major * 10 + minor, 86);
    unsetenv("TILEWRIGHT_SIM_ARCH");
    unsetenv("TILEWRIGHT_SIM_THREADS");
}

/* ---- the device ---- */

static void there_is_one_device_and_it_says_what_it_is(void **state)
{
    (void)state;
    int count;
    CUdevice device;
    char name[64];
    OK(cu.cuDeviceGetCount(&count));
    assert_int_equal(count, 1);
    OK(cu.cuDeviceGet(&device, 0));
    FAILS(CUDA_ERROR_INVALID_DEVICE, cu.cuDeviceGet(&device, -1)); /* H200 */
    FAILS(CUDA_ERROR_INVALID_DEVICE, cu.cuDeviceGet(&device, 1));
    INVALID(cu.cuDeviceGet(NULL, 0));
    OK(cu.cuDeviceGetName(name, sizeof name, device));
    assert_string_equal(name, "Tilewright simulator (sm_90)");
    OK(cu.cuDeviceGetName(name, 5, device)); /* cut, as the H200's "NVID" */
    assert_string_equal(name, "Tile");
    FAILS(CUDA_ERROR_INVALID_DEVICE, cu.cuDeviceGetName(name, sizeof name, 7));
    assert_non_null(cu.simulator);
    assert_int_equal(cu.simulator->version, TW_SIMULATOR_VERSION);
}

static void attributes_are_the_architecture_s(void **state)
{
    (void)state;
    static const struct {
        unsigned sm;
        int processors, optin, per_processor, reserved, threads, blocks;
    } cards[] = {
        {75, 40, 65536, 65536, 0, 1024, 16},
        {80, 108, 166912, 167936, 1024, 2048, 32},
        {90, 132, 232448, 233472, 1024, 2048, 32}, /* read off the H200 */
    };
    teardown(NULL);
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        assert_int_equal(open_driver(cards[i].sm), TW_OK);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), cards[i].sm / 10);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), cards[i].sm % 10);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), cards[i].processors);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), cards[i].optin);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
                         cards[i].per_processor);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK), cards[i].reserved);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR), cards[i].threads);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR), cards[i].blocks);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), 49152);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);
        assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING), 1);
    }
    int value;
    INVALID(cu.cuDeviceGetAttribute(&value, (CUdevice_attribute)9999, 0));
    INVALID(cu.cuDeviceGetAttribute(&value, (CUdevice_attribute)0, 0));
    INVALID(cu.cuDeviceGetAttribute(NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    FAILS(CUDA_ERROR_INVALID_DEVICE, cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1));
}

static void the_architecture_stays_while_a_context_lives(void **state)
{
    (void)state;
    assert_false(cu.simulator->set_target(80));
    assert_true(cu.simulator->set_target(90));
    assert_int_equal(open_driver(80), TW_ENVIRONMENT);
    assert_int_equal(open_driver(42), TW_ENVIRONMENT);
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    assert_false(cu.simulator->set_target(42));
    assert_true(cu.simulator->set_target(80));
    assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 8);
}

static void every_error_has_a_name_and_a_text(void **state)
{
    (void)state;
    const char *name, *text;
    OK(cu.cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &name));
    assert_string_equal(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    OK(cu.cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    assert_string_equal(text, "out of memory");
    OK(cu.cuGetErrorName(CUDA_SUCCESS, &name));
    assert_string_equal(name, "CUDA_SUCCESS");
    for (int result = 0; result < 1100; result++) {
        CUresult named = cu.cuGetErrorName((CUresult)result, &name);
        assert_int_equal(cu.cuGetErrorString((CUresult)result, &text), named);
        assert_true(named == CUDA_SUCCESS ? name && *text : !name && !text);
    }
    OK(cu.cuGetErrorName((CUresult)916, &name)); /* H200; younger than some headers */
    assert_string_equal(name, "CUDA_ERROR_KEY_ROTATION");
    INVALID(cu.cuGetErrorName((CUresult)12345, &name));
    assert_null(name);
    INVALID(cu.cuGetErrorString((CUresult)12345, &text));
    assert_null(text);
}

/* ---- contexts ---- */

static void the_primary_context_is_counted(void **state)
{
    (void)state;
    CUcontext again, current;
    CUdeviceptr address;
    unsigned flags;
    int active;
    OK(cu.cuDevicePrimaryCtxRetain(&again, 0));
    assert_ptr_equal(again, primary);
    OK(cu.cuMemAlloc_v2(&address, 100));
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuMemFree_v2(address)); /* still there: one use is left */
    OK(cu.cuMemAlloc_v2(&address, 100));
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuDevicePrimaryCtxRelease_v2(0)); /* H200 */
    OK(tw_sim_cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 0);
    OK(cu.cuCtxGetCurrent(&current)); /* H200: still current, and dead */
    assert_ptr_equal(current, primary);
    FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cu.cuCtxSynchronize());
    FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cu.cuMemAlloc_v2(&address, 4));
    OK(cu.cuDevicePrimaryCtxRetain(&again, 0));
    assert_ptr_equal(again, primary); /* H200: the same handle */
    OK(cu.cuCtxSynchronize());
    INVALID(cu.cuMemFree_v2(address)); /* but what it held is gone */
}

static void each_thread_has_a_stack_of_contexts(void **state)
{
    (void)state;
    CUcontext a, b, top;
    OK(cu.cuCtxCreate_v2(&a, 0, 0));
    OK(cu.cuCtxCreate_v2(&b, CU_CTX_SCHED_SPIN, 0));
    OK(cu.cuCtxGetCurrent(&top));
    assert_ptr_equal(top, b);
    OK(cu.cuCtxPopCurrent_v2(&top));
    assert_ptr_equal(top, b);
    OK(cu.cuCtxPushCurrent_v2(primary));
    OK(cu.cuCtxPopCurrent_v2(NULL));
    OK(cu.cuCtxGetCurrent(&top));
    assert_ptr_equal(top, a);
    OK(cu.cuCtxDestroy_v2(a)); /* current: leaves the stack too */
    OK(cu.cuCtxGetCurrent(&top));
    assert_ptr_equal(top, primary);
    OK(cu.cuCtxSetCurrent(b));
    OK(cu.cuCtxDestroy_v2(b));
    OK(cu.cuCtxGetCurrent(&top));
    assert_null(top);
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxPopCurrent_v2(&top)); /* H200 */
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxSetCurrent(b));
    INVALID(cu.cuCtxPushCurrent_v2(NULL)); /* H200 */
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxPushCurrent_v2(b));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxDestroy_v2(b));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxDestroy_v2(primary)); /* H200 */
    INVALID(cu.cuCtxDestroy_v2(NULL));                              /* H200 */
    INVALID(cu.cuCtxCreate_v2(NULL, 0, 0));
    INVALID(cu.cuCtxCreate_v2(&a, 4096, 0)); /* H200 */
    FAILS(CUDA_ERROR_INVALID_DEVICE, cu.cuCtxCreate_v2(&a, 0, 9));
}

static void without_a_current_context_most_calls_fail(void **state)
{
    (void)state;
    CUdeviceptr address;
    CUdevice device;
    CUmodule module;
    CUstream stream;
    CUevent event;
    size_t bytes;
    OK(cu.cuCtxSetCurrent(NULL));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuMemAlloc_v2(&address, 4));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuMemGetInfo_v2(&bytes, &bytes)); /* H200 */
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxGetDevice(&device));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuCtxSynchronize());
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuModuleLoadData(&module, PTX));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuStreamCreate(&stream, 0));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cu.cuEventCreate(&event, 0));
    OK(cu.cuCtxSetCurrent(NULL));
}

/* What a context owns goes with it. */
static void destroying_a_context_frees_what_it_holds(void **state)
{
    (void)state;
    size_t before, after, total;
    CUcontext context;
    CUdeviceptr address;
    CUstream stream;
    OK(cu.cuMemGetInfo_v2(&before, &total));
    OK(cu.cuCtxCreate_v2(&context, 0, 0));
    OK(cu.cuMemAlloc_v2(&address, 1 << 20));
    OK(cu.cuStreamCreate(&stream, 0));
    CUfunction put = function(load(), "put");
    OK(cu.cuCtxDestroy_v2(context));
    OK(cu.cuMemGetInfo_v2(&after, &total));
    assert_int_equal(before, after);
    INVALID(cu.cuMemFree_v2(address));
    BAD_HANDLE(cu.cuStreamSynchronize(stream));
    BAD_HANDLE(launch(put, 1, 1, 0, NULL));
}

static void handles_of_another_context_are_refused(void **state)
{
    (void)state;
    CUcontext context;
    CUdeviceptr address;
    CUevent event;
    CUfunction put = function(load(), "nothing");
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuMemAlloc_v2(&address, 64));
    OK(cu.cuCtxCreate_v2(&context, 0, 0));
    BAD_HANDLE(launch(put, 1, 1, 0, NULL));    /* H200 */
    BAD_HANDLE(cu.cuEventRecord(event, NULL)); /* H200 */
    OK(cu.cuMemFree_v2(address));              /* H200: one address space */
    OK(cu.cuCtxDestroy_v2(context));
}

/* ---- memory ---- */

static void allocations_fail_as_a_gpu_s(void **state)
{
    (void)state;
    CUdeviceptr address;
    size_t available, total, bytes;
    INVALID(cu.cuMemAlloc_v2(&address, 0)); /* H200 */
    INVALID(cu.cuMemAlloc_v2(NULL, 4));
    OK(cu.cuDeviceTotalMem_v2(&bytes, 0));
    OK(cu.cuMemGetInfo_v2(&available, &total));
    assert_int_equal(bytes, total);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cu.cuMemAlloc_v2(&address, total + 1));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cu.cuMemAlloc_v2(&address, SIZE_MAX));
    OK(cu.cuMemAlloc_v2(&address, 1000));
    OK(cu.cuMemGetInfo_v2(&bytes, &total));
    assert_int_equal(available - bytes, 1000);
    OK(cu.cuMemFree_v2(0));                  /* H200 */
    INVALID(cu.cuMemFree_v2(77));            /* H200 */
    INVALID(cu.cuMemFree_v2(address + 512)); /* H200 */
    OK(cu.cuMemFree_v2(address));
    INVALID(cu.cuMemFree_v2(address));
}

static void copies_stay_in_bounds(void **state)
{
    (void)state;
    unsigned char from[256], to[256];
    CUdeviceptr a, b;
    for (int i = 0; i < 256; i++) from[i] = (unsigned char)(i * 7);
    OK(cu.cuMemAlloc_v2(&a, 256));
    OK(cu.cuMemAlloc_v2(&b, 256));
    OK(cu.cuMemcpyHtoD_v2(a, from, 256));
    OK(cu.cuMemcpyDtoD_v2(b + 16, a, 240));
    OK(cu.cuMemcpyDtoH_v2(to, b + 16, 240));
    assert_memory_equal(to, from, 240);
    OK(cu.cuMemcpyHtoDAsync_v2(a + 255, from, 1, NULL));
    INVALID(cu.cuMemcpyHtoD_v2(a, from, 257));
    INVALID(cu.cuMemcpyHtoD_v2(a + 255, from, 2));
    INVALID(cu.cuMemcpyDtoH_v2(to, b + 1, 256));
    INVALID(cu.cuMemcpyDtoD_v2(b, a + 1, 256));
    INVALID(cu.cuMemcpyHtoD_v2(77, from, 4)); /* H200 */
    INVALID(cu.cuMemcpyHtoD_v2(a, NULL, 4));  /* H200 */
    OK(cu.cuMemcpyHtoD_v2(0, from, 0));       /* H200 */
    BAD_HANDLE(cu.cuMemcpyDtoHAsync_v2(to, b, 4, GARBAGE(CUstream)));
    OK(tw_sim_cuMemcpy((uintptr_t)to, a, 200)); /* either side may be the host's */
    assert_memory_equal(to, from, 200);
    OK(cu.cuMemFree_v2(a));
    INVALID(cu.cuMemcpyDtoH_v2(to, a, 1));
}

static void fills_repeat_their_value(void **state)
{
    (void)state;
    CUdeviceptr a;
    uint32_t words[8];
    OK(cu.cuMemAlloc_v2(&a, sizeof words));
    OK(cu.cuMemsetD32_v2(a, 0xDEADBEEF, 8));
    OK(cu.cuMemsetD16_v2(a + 4, 0x1234, 2));
    OK(cu.cuMemsetD8_v2(a + 9, 0xAB, 2));
    OK(cu.cuMemsetD8Async(a + 31, 0, 1, NULL));
    OK(cu.cuMemcpyDtoH_v2(words, a, sizeof words));
    const uint32_t expected[8] = {0xDEADBEEF, 0x12341234, 0xDEABABEF, 0xDEADBEEF,
                                  0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF, 0x00ADBEEF};
    assert_memory_equal(words, expected, sizeof words);
    INVALID(cu.cuMemsetD32_v2(a + 1, 0, 1)); /* H200 */
    INVALID(cu.cuMemsetD16_v2(a + 1, 0, 1));
    INVALID(cu.cuMemsetD32_v2(a, 0, 9));
    INVALID(cu.cuMemsetD32_v2(a, 0, SIZE_MAX));
    OK(cu.cuMemsetD8_v2(0, 0, 0)); /* H200 */
}

static void kernels_reach_pinned_managed_and_registered_memory(void **state)
{
    (void)state;
    static uint32_t own[64];
    CUfunction put = function(load(), "put");
    uint32_t *pinned, value = 100;
    CUdeviceptr managed, address;
    OK(tw_sim_cuMemAllocHost_v2((void **)&pinned, sizeof own));
    OK(tw_sim_cuMemAllocManaged(&managed, sizeof own, CU_MEM_ATTACH_GLOBAL));
    OK(tw_sim_cuMemHostRegister_v2(own, sizeof own, 0));
    OK(tw_sim_cuMemHostGetDevicePointer_v2(&address, pinned, 0));
    CUdeviceptr targets[] = {address, managed, (uintptr_t)own};
    uint32_t *seen[] = {pinned, (uint32_t *)(uintptr_t)managed, own};
    for (int i = 0; i < 3; i++) {
        void *parameters[] = {&targets[i], &value};
        OK(launch(put, 2, 32, 0, parameters));
        OK(cu.cuCtxSynchronize());
        for (uint32_t k = 0; k < 64; k++) assert_int_equal(seen[i][k], 100 + k);
    }
    unsigned type, is_managed;
    OK(tw_sim_cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)pinned + 5));
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    OK(tw_sim_cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
    assert_int_equal(is_managed, 1);
    INVALID(tw_sim_cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)&type));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, tw_sim_cuMemHostRegister_v2(own, 4, 0));
    INVALID(tw_sim_cuMemFreeHost(own));
    OK(tw_sim_cuMemHostUnregister(own));
    FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, tw_sim_cuMemHostUnregister(own));
    OK(tw_sim_cuMemFreeHost(pinned));
    OK(cu.cuMemFree_v2(managed));
}

/* All that the simulator takes of the host is the one device's memory, whoever else reaches it. */
static void all_memory_together_is_bounded(void **state)
{
    (void)state;
    CUdeviceptr device, managed;
    void *pinned[2];
    size_t before, now, total, part = (size_t)1 << 20;
    uint64_t was = tw_provider.machine->total;
    OK(cu.cuMemGetInfo_v2(&before, &total));
    tw_provider.machine->total = was - before + 3 * part;
    OK(cu.cuMemAlloc_v2(&device, part));
    OK(tw_sim_cuMemAllocHost_v2(&pinned[0], part));
    OK(tw_sim_cuMemAllocManaged(&managed, part, CU_MEM_ATTACH_GLOBAL));
    OK(cu.cuMemGetInfo_v2(&now, &total));
    assert_int_equal(now, 0);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, tw_sim_cuMemAllocHost_v2(&pinned[1], 1));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, tw_sim_cuMemAllocManaged(&managed, 1, CU_MEM_ATTACH_GLOBAL));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cu.cuMemAlloc_v2(&device, 1));
    OK(tw_sim_cuMemFreeHost(pinned[0]));
    OK(tw_sim_cuMemAllocHost_v2(&pinned[1], part));
    OK(tw_sim_cuMemFreeHost(pinned[1]));
    OK(cu.cuMemFree_v2(managed));
    OK(cu.cuMemFree_v2(device));
    tw_provider.machine->total = was;
}

/* A device may be said to have more than the host: what the host lacks is refused before it is touched. */
static void what_the_host_lacks_is_refused(void **state)
{
    (void)state;
    CUdeviceptr address;
    void *pinned;
    size_t total, host = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    uint64_t was = tw_provider.machine->total;
    tw_provider.machine->total = TW_MEMORY_LIMIT;
    OK(cu.cuDeviceTotalMem_v2(&total, 0));
    assert_int_equal(total, TW_MEMORY_LIMIT);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cu.cuMemAlloc_v2(&address, host));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, tw_sim_cuMemAllocHost_v2(&pinned, host));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, tw_sim_cuMemAllocManaged(&address, host, CU_MEM_ATTACH_GLOBAL));
    tw_provider.machine->total = was;
}

/* What the threads of a block have for themselves lies in the device's memory too, on a GPU and here. */
static void local_memory_must_fit(void **state)
{
    (void)state;
    static const char deep[] = HEAD ".visible .entry deep()\n{\n    .local .align 4 .b8 l[65536];\n    "
                                    "st.local.u32 [l], 1;\n    ret;\n}\n";
    CUmodule module;
    uint64_t was = tw_provider.machine->total, block = 32 * 65536;
    OK(cu.cuModuleLoadData(&module, deep));
    tw_provider.machine->total = tw_provider.machine->used + block - 1;
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, launch(function(module, "deep"), 1000, 32, 0, NULL));
    tw_provider.machine->total++;
    OK(launch(function(module, "deep"), 1000, 32, 0, NULL));
    OK(cu.cuCtxSynchronize());
    tw_provider.machine->total = was;
}

/* ---- streams and events ---- */

static void streams_are_known_by_their_handles(void **state)
{
    (void)state;
    CUstream stream;
    CUfunction f = function(load(), "nothing");
    OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    INVALID(cu.cuStreamCreate(&stream, 77)); /* H200 */
    INVALID(cu.cuStreamCreate(NULL, 0));
    CUstream good[] = {stream, NULL, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD};
    for (int i = 0; i < 4; i++) {
        OK(cu.cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, good[i], NULL, NULL));
        OK(cu.cuStreamSynchronize(good[i]));
        OK(tw_sim_cuStreamQuery(good[i]));
    }
    BAD_HANDLE(cu.cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, GARBAGE(CUstream), NULL, NULL));
    OK(cu.cuStreamDestroy_v2(stream));
    BAD_HANDLE(cu.cuStreamSynchronize(stream));
    BAD_HANDLE(cu.cuStreamDestroy_v2(stream));
    BAD_HANDLE(cu.cuStreamDestroy_v2(NULL));             /* H200 */
    BAD_HANDLE(cu.cuStreamDestroy_v2(CU_STREAM_LEGACY)); /* H200 */
}

static void no_time_ever_passes(void **state)
{
    (void)state;
    CUevent a, b, untimed, bad;
    float ms = 5;
    OK(cu.cuEventCreate(&a, 0));
    OK(cu.cuEventCreate(&b, CU_EVENT_BLOCKING_SYNC));
    OK(cu.cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
    INVALID(cu.cuEventCreate(&bad, 64));                    /* H200 */
    INVALID(cu.cuEventCreate(&bad, CU_EVENT_INTERPROCESS)); /* H200 */
    INVALID(cu.cuEventCreate(NULL, 0));
    BAD_HANDLE(cu.cuEventElapsedTime(&ms, a, b)); /* H200: never recorded */
    OK(tw_sim_cuEventQuery(a));                   /* H200 */
    OK(cu.cuEventRecord(a, NULL));
    BAD_HANDLE(cu.cuEventElapsedTime(&ms, a, b)); /* H200 */
    OK(launch(function(load(), "nothing"), 100, 32, 0, NULL));
    OK(cu.cuEventRecord(b, NULL));
    OK(cu.cuEventRecord(untimed, NULL));
    OK(cu.cuEventSynchronize(b));
    BAD_HANDLE(cu.cuEventElapsedTime(&ms, a, untimed)); /* H200 */
    OK(cu.cuEventElapsedTime(&ms, a, b));
    uint64_t instructions = tw_sim_report()->warp_instructions;
    assert_true(ms == (float)(instructions + 1000) / 1e6f); /* of the launch, and of recording b */
    OK(cu.cuEventElapsedTime(&ms, b, a));
    assert_true(ms == -(float)(instructions + 1000) / 1e6f);
    OK(cu.cuEventElapsedTime(&ms, a, a));
    assert_true(ms == 0.0f);
    INVALID(cu.cuEventElapsedTime(NULL, a, b));
    BAD_HANDLE(cu.cuEventRecord(NULL, NULL)); /* H200 */
    BAD_HANDLE(cu.cuEventDestroy_v2(NULL));   /* H200 */
    BAD_HANDLE(cu.cuEventRecord(a, GARBAGE(CUstream)));
    OK(cu.cuEventDestroy_v2(a));
    BAD_HANDLE(cu.cuEventRecord(a, NULL));
}

/* ---- finding functions ---- */

static void functions_are_found_by_name_and_version(void **state)
{
    (void)state;
    CUdriverProcAddressQueryResult status;
    CUresult (*allocate)(CUdeviceptr *, size_t);
    void *found, *other;
    CUdeviceptr address;
    OK(tw_sim_cuGetProcAddress_v2("cuMemAlloc", (void **)&allocate, 12000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SUCCESS);
    OK(allocate(&address, 100));
    OK(cu.cuMemFree_v2(address));
    OK(tw_sim_cuGetProcAddress_v2("cuNo", &found, 13000, 0, &status)); /* H200, and the four that follow */
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    assert_null(found);
    OK(tw_sim_cuGetProcAddress_v2("cuNo", &found, 13000, 0, NULL));
    OK(tw_sim_cuGetProcAddress_v2("cuMemAlloc", &found, 1000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    OK(tw_sim_cuGetProcAddress_v2("cuMemAlloc_v2", &found, 13000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    OK(tw_sim_cuGetProcAddress_v2("cuLaunchKernelEx", &found, 11000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    INVALID(tw_sim_cuGetProcAddress_v2("cuMemAlloc", &found, 99000, 0, &status)); /* H200 */
    INVALID(tw_sim_cuGetProcAddress_v2(NULL, &found, 12000, 0, &status));
    INVALID(tw_sim_cuGetProcAddress_v2("cuInit", NULL, 12000, 0, &status));
    FAILS(CUDA_ERROR_NOT_FOUND, tw_sim_cuGetProcAddress("cuNo", &found, 12000, 0));
    OK(tw_sim_cuGetProcAddress("cuCtxCreate", &found, 11000, 0));
    OK(tw_sim_cuGetProcAddress("cuCtxCreate", &other, 13000, 0));
    assert_ptr_not_equal(found, other); /* another signature since CUDA 12.5 */
}

static void a_context_s_id_never_comes_back(void **state)
{
    unsigned long long first, second, current = 0;
    CUdevice device;
    CUcontext context;
    (void)state;
    OK(tw_sim_cuCtxGetId(primary,
                         &first)); /* H200: so is all of this, ids from 1 and the handle the same again */
    OK(tw_sim_cuCtxGetId(NULL, &current));
    assert_int_equal(current, first);
    OK(cu.cuCtxGetDevice(&device));
    OK(cu.cuDevicePrimaryCtxRelease_v2(device));
    FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, tw_sim_cuCtxGetId(primary, &first));
    OK(cu.cuDevicePrimaryCtxRetain(&context, device));
    assert_ptr_equal(context, primary);
    OK(tw_sim_cuCtxGetId(context, &second));
    assert_int_not_equal(first, second);
    INVALID(tw_sim_cuCtxGetId(context, NULL));
    OK(cu.cuCtxSetCurrent(context));
}

static void there_are_no_private_tables(void **state)
{
    const void *table = &table;
    CUuuid id = {{7}};
    (void)state;
    INVALID(tw_sim_cuGetExportTable(&table, &id)); /* H200 */
    assert_ptr_equal(table, &table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_works_before_cuInit),
        cmocka_unit_test(the_environment_chooses_the_architecture),
        TEST(there_is_one_device_and_it_says_what_it_is),
        TEST(attributes_are_the_architecture_s),
        TEST(the_architecture_stays_while_a_context_lives),
        TEST(every_error_has_a_name_and_a_text),
        TEST(the_primary_context_is_counted),
        TEST(each_thread_has_a_stack_of_contexts),
        TEST(without_a_current_context_most_calls_fail),
        TEST(destroying_a_context_frees_what_it_holds),
        TEST(handles_of_another_context_are_refused),
        TEST(allocations_fail_as_a_gpu_s),
        TEST(copies_stay_in_bounds),
        TEST(fills_repeat_their_value),
        TEST(kernels_reach_pinned_managed_and_registered_memory),
        TEST(all_memory_together_is_bounded),
        TEST(what_the_host_lacks_is_refused),
        TEST(local_memory_must_fit),
        TEST(streams_are_known_by_their_handles),
        TEST(no_time_ever_passes),
        TEST(functions_are_found_by_name_and_version),
        TEST(a_context_s_id_never_comes_back),
        TEST(there_are_no_private_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
