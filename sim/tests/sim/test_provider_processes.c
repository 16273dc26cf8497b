/* Memory and events of several processes: by the handles of cuIpc, by files, by pools. The other process is a child of this one,
   which has the driver as this one had it when it began. */
#include "sim/tests/provider.h"

#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 1000, PAGE = 2 << 20 };

/* In the child: the number of the line that went wrong is its exit status, and 0 when none did. */
#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) _exit(__LINE__ % 255 + 1);                                                         \
    } while (0)

/* Runs `other` in a process of its own, to its end. */
static void elsewhere(void (*other)(const void *given), const void *given)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        other(given);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status) fail_msg("the other process failed at line 255 k + %d", WEXITSTATUS(status) - 1);
}

static unsigned char byte_at(CUdeviceptr address)
{
    unsigned char byte = 0;
    cu.cuMemcpyDtoH_v2(&byte, address, 1);
    return byte;
}

static CUresult set(CUdeviceptr address, unsigned char byte)
{
    return cu.cuMemsetD8_v2(address, byte, 1);
}

/* ---- handles ---- */

static void opens_memory(const void *given)
{
    CUipcMemHandle handle;
    CUdeviceptr address, again, base;
    size_t bytes;
    memcpy(&handle, given, sizeof handle);
    EXPECT(tw_sim_cuIpcOpenMemHandle_v2(&address, handle, 0) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(!tw_sim_cuIpcOpenMemHandle_v2(&address, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    EXPECT(!tw_sim_cuMemGetAddressRange_v2(&base, &bytes, address + 1) && base == address && bytes == BYTES);
    EXPECT(byte_at(address) == 7 && byte_at(address + BYTES - 1) == 7);
    EXPECT(!set(address + BYTES - 1, 9));
    EXPECT(set(address + BYTES, 9) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(!tw_sim_cuIpcOpenMemHandle_v2(&again, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) &&
           again == address);
    EXPECT(tw_sim_cuIpcGetMemHandle(&handle, address) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(cu.cuMemFree_v2(address) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(!tw_sim_cuIpcCloseMemHandle(address) && byte_at(address) == 7);
    EXPECT(!tw_sim_cuIpcCloseMemHandle(address));
    EXPECT(tw_sim_cuIpcCloseMemHandle(address) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(set(address, 1) == CUDA_ERROR_INVALID_VALUE);
}

static void finds_no_memory(const void *given)
{
    CUipcMemHandle handle;
    CUdeviceptr address;
    memcpy(&handle, given, sizeof handle);
    EXPECT(tw_sim_cuIpcOpenMemHandle_v2(&address, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) ==
           CUDA_ERROR_INVALID_HANDLE);
}

static void memory_is_another_processes_too(void **state)
{
    (void)state;
    CUdeviceptr memory, managed, opened;
    CUipcMemHandle handle, same;
    size_t before, after, total;
    OK(cu.cuMemAlloc_v2(&memory, BYTES));
    OK(cu.cuMemsetD8_v2(memory, 7, BYTES));
    OK(cu.cuMemGetInfo_v2(&before, &total));
    OK(tw_sim_cuIpcGetMemHandle(&handle, memory + 4)); /* of all the memory that it lies in */
    OK(tw_sim_cuIpcGetMemHandle(&same, memory));
    OK(cu.cuMemGetInfo_v2(&after, &total));
    assert_int_equal(after, before);
    assert_memory_equal(&handle, &same, sizeof handle);
    elsewhere(opens_memory, &handle);
    assert_int_equal(byte_at(memory), 7);
    assert_int_equal(byte_at(memory + BYTES - 1), 9);
    FAILS(CUDA_ERROR_INVALID_CONTEXT,
          tw_sim_cuIpcOpenMemHandle_v2(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    OK(cu.cuMemFree_v2(memory));
    elsewhere(finds_no_memory, &handle);
    memset(&handle, 0, sizeof handle);
    elsewhere(finds_no_memory, &handle);
    INVALID(tw_sim_cuIpcGetMemHandle(&handle, memory));
    OK(tw_sim_cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    INVALID(tw_sim_cuIpcGetMemHandle(&handle, managed));
}

static void opens_event(const void *given)
{
    CUipcEventHandle handle;
    CUevent event;
    memcpy(&handle, given, sizeof handle);
    EXPECT(!tw_sim_cuIpcOpenEventHandle(&event, handle));
    EXPECT(!tw_sim_cuStreamWaitEvent(NULL, event, 0) && !tw_sim_cuEventQuery(event));
    EXPECT(!cu.cuEventRecord(event, NULL) && !cu.cuEventSynchronize(event));
    EXPECT(!cu.cuEventDestroy_v2(event));
}

static void events_are_another_processes_too(void **state)
{
    (void)state;
    CUevent plain, event, opened;
    CUipcEventHandle handle;
    OK(cu.cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING));
    FAILS(CUDA_ERROR_INVALID_HANDLE, tw_sim_cuIpcGetEventHandle(&handle, plain));
    OK(cu.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS));
    OK(tw_sim_cuIpcGetEventHandle(&handle, event));
    elsewhere(opens_event, &handle);
    FAILS(CUDA_ERROR_INVALID_CONTEXT, tw_sim_cuIpcOpenEventHandle(&opened, handle));
    memset(&handle, 0, sizeof handle);
    FAILS(CUDA_ERROR_INVALID_HANDLE, tw_sim_cuIpcOpenEventHandle(&opened, handle));
}

/* ---- files ---- */

static void *as_handle(int file)
{
    return (void *)(intptr_t)file; // NOLINT: so it is handed over
}

static CUdeviceptr map_somewhere(CUmemGenericAllocationHandle handle)
{
    const CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUdeviceptr address = 0;
    bool mapped = !tw_sim_cuMemAddressReserve(&address, PAGE, 0, 0, 0) &&
                  !tw_sim_cuMemMap(address, PAGE, 0, handle, 0) &&
                  !tw_sim_cuMemSetAccess(address, PAGE, &access, 1);
    return mapped ? address : 0;
}

static void imports_memory(const void *given)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp properties;
    int file = *(const int *)given;
    EXPECT(tw_sim_cuMemImportFromShareableHandle(
               &handle, as_handle(-1), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(!tw_sim_cuMemImportFromShareableHandle(&handle, as_handle(file),
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    EXPECT(!tw_sim_cuMemGetAllocationPropertiesFromHandle(&properties, handle));
    EXPECT(properties.requestedHandleTypes == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    CUdeviceptr address = map_somewhere(handle);
    EXPECT(address && byte_at(address + 1) == 5 && !set(address + PAGE - 1, 6));
    EXPECT(!tw_sim_cuMemUnmap(address, PAGE) && !tw_sim_cuMemRelease(handle));
}

static void created_memory_is_given_away_as_a_file(void **state)
{
    (void)state;
    CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemGenericAllocationHandle handle, plain;
    int file = -1;
    OK(tw_sim_cuMemCreate(&handle, PAGE, &properties, 0));
    CUdeviceptr address = map_somewhere(handle);
    assert_int_equal(byte_at(address), 0xFE); /* as all fresh memory */
    OK(set(address + 1, 5));
    OK(tw_sim_cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    elsewhere(imports_memory, &file);
    assert_int_equal(byte_at(address + PAGE - 1), 6);
    assert_int_equal(close(file), 0);
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
    OK(tw_sim_cuMemCreate(&plain, PAGE, &properties, 0));
    INVALID(tw_sim_cuMemExportToShareableHandle(&file, plain, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
}

/* ---- pools ---- */

struct pool_given {
    int file, empty; /* of two pools: the data are of the first */
    CUmemPoolPtrExportData data;
};

static void imports_from_a_pool(const void *given)
{
    struct pool_given pool = *(const struct pool_given *)given;
    CUmemoryPool imported, second;
    CUdeviceptr address, other;
    EXPECT(!tw_sim_cuMemPoolImportFromShareableHandle(&second, as_handle(pool.empty),
                                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    EXPECT(!tw_sim_cuMemPoolImportFromShareableHandle(&imported, as_handle(pool.file),
                                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    EXPECT(tw_sim_cuMemAllocFromPoolAsync(&other, 8, imported, NULL) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(tw_sim_cuMemPoolImportPointer(&address, second, &pool.data) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(!tw_sim_cuMemPoolImportPointer(&address, imported, &pool.data));
    EXPECT(byte_at(address) == 3 && !set(address, 4));
    EXPECT(!tw_sim_cuMemFreeAsync(address, NULL) && set(address, 1) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(!tw_sim_cuMemPoolDestroy(imported));
}

static void memory_of_a_pool_is_given_away(void **state)
{
    (void)state;
    const CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                       .handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                       .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    struct pool_given given;
    CUmemoryPool pool, empty, own;
    CUdeviceptr memory, plain;
    OK(tw_sim_cuMemPoolCreate(&pool, &properties));
    OK(tw_sim_cuMemPoolCreate(&empty, &properties));
    OK(tw_sim_cuMemPoolExportToShareableHandle(&given.empty, empty, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                               0));
    OK(tw_sim_cuMemAllocFromPoolAsync(&memory, BYTES, pool, NULL));
    OK(set(memory, 3));
    OK(tw_sim_cuMemPoolExportToShareableHandle(&given.file, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                               0));
    OK(tw_sim_cuMemPoolExportPointer(&given.data, memory));
    elsewhere(imports_from_a_pool, &given);
    assert_int_equal(byte_at(memory), 4);
    assert_int_equal(close(given.file), 0);
    assert_int_equal(close(given.empty), 0);
    OK(tw_sim_cuDeviceGetDefaultMemPool(&own, 0));
    INVALID(tw_sim_cuMemPoolExportToShareableHandle(&given.file, own,
                                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(tw_sim_cuMemAllocAsync(&plain, BYTES, NULL));
    INVALID(tw_sim_cuMemPoolExportPointer(&given.data, plain));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(memory_is_another_processes_too),
        TEST(events_are_another_processes_too),
        TEST(created_memory_is_given_away_as_a_file),
        TEST(memory_of_a_pool_is_given_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
