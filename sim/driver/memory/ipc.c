/*
 * Memory and events that other processes have too. A handle names a file that this process has open (sim/exec/memory/ipc_memory.h); the other
 * process finds it there. Both must see each other's /proc, as NVIDIA's must share a name space of processes.
 */
#include "sim/driver/task.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What the 64 bytes of a handle hold. */
struct handle {
    char magic[16];
    struct tw_shared_name name;
    uint64_t bytes, pool; /* the pool's handle where it was exported; 0: of none */
};

/* What the file of a pool holds. */
struct exported_pool {
    uint64_t process, pool;
};

static const char memory_magic[16] = "tilewright mem", event_magic[16] = "tilewright event";

static bool same_name(const struct tw_shared_name *a, const struct tw_shared_name *b)
{
    return a->process == b->process && a->file == b->file && a->inode == b->inode;
}

/* The handle of 64 bytes, which may lie anywhere; false when it is not of that kind. */
static bool read_handle(const void *bytes, const char *magic, struct handle *handle)
{
    memcpy(handle, bytes, sizeof *handle);
    return memcmp(handle->magic, magic, sizeof handle->magic) == 0;
}

/* ---- memory: the process that has it ---- */

bool tw_memory_can_be_shared(const struct tw_object *object)
{
    return object && object->kind == TW_DEVICE_MEMORY && !object->memory.host && !object->memory.physical &&
           !object->memory.opened;
}

static CUresult write_handle(const struct tw_object *object, void *bytes)
{
    struct handle handle = {.bytes = object->memory.bytes, .pool = object->memory.pool};
    memcpy(handle.magic, memory_magic, sizeof handle.magic);
    const struct tw_shared *shared =
        tw_machine_share(tw_provider.machine, object->handle, object->memory.device);
    if (!shared || !tw_shared_name(shared, &handle.name)) return CUDA_ERROR_OUT_OF_MEMORY;
    memset(bytes, 0, CU_IPC_HANDLE_SIZE);
    memcpy(bytes, &handle, sizeof handle);
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_memory_holder(address);
    if (!result && !(handle && tw_memory_can_be_shared(object) && !object->memory.pool))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = write_handle(object, handle);
    return tw_sim_leave(result);
}

/* ---- memory: the others ---- */

static struct tw_object *find_opened(const struct tw_shared_name *name)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        bool opened = object->kind == TW_DEVICE_MEMORY && object->memory.opened;
        if (opened && same_name(&object->memory.name, name)) return object;
    }
    return NULL;
}

/* Gives another process's memory an address here. */
static CUresult open_memory(const struct tw_object *context, const struct handle *handle,
                            struct tw_object **opened)
{
    struct tw_shared shared;
    if (!tw_shared_open_name(&shared, &handle->name)) return CUDA_ERROR_INVALID_HANDLE;
    bool right = shared.bytes == handle->bytes && !tw_sim_check_device(shared.device);
    uint64_t address = right ? tw_machine_open(tw_provider.machine, &shared) : 0;
    if (!address) {
        tw_shared_close(&shared);
        return right ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_HANDLE;
    }
    struct tw_object *object = tw_object_new(TW_DEVICE_MEMORY, (uintptr_t)address, context);
    if (!object) {
        tw_machine_release(tw_provider.machine, address);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    object->memory.bytes = shared.bytes;
    object->memory.device = shared.device;
    object->memory.preferred = CU_DEVICE_INVALID;
    object->memory.id = ++tw_provider.last_id;
    object->memory.name = handle->name;
    *opened = object;
    return CUDA_SUCCESS;
}

/* A process that opens a handle twice has the same address, and must close it twice. */
static CUresult open_handle(const struct tw_object *context, const void *bytes, struct tw_object **opened)
{
    struct handle handle;
    if (!read_handle(bytes, memory_magic, &handle)) return CUDA_ERROR_INVALID_HANDLE;
    if (handle.name.process == (uint64_t)getpid()) return CUDA_ERROR_INVALID_CONTEXT;
    *opened = find_opened(&handle.name);
    CUresult result = *opened ? CUDA_SUCCESS : open_memory(context, &handle, opened);
    if (!result) (*opened)->memory.opened++;
    return result;
}

CUresult tw_sim_cuIpcOpenMemHandle_v2(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!address || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = open_handle(context, &handle, &object);
    if (!result) *address = object->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    return tw_sim_cuIpcOpenMemHandle_v2(address, handle, flags);
}

CUresult tw_sim_cuIpcCloseMemHandle(CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_DEVICE_MEMORY, (void *)(uintptr_t)address);
    if (!result && !(object && object->memory.opened)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_memory_close(object);
    return tw_sim_leave(result);
}

void tw_memory_close(struct tw_object *object)
{
    if (--object->memory.opened == 0) tw_object_free(object);
}

/* ---- events: what another process's event marks has happened when it is recorded, and it is then that it counts ---- */

CUresult tw_sim_cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_object_find(TW_EVENT, event);
    if (!result && !handle) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !(object && object->flags & CU_EVENT_INTERPROCESS)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        struct handle written = {.name = {(uint64_t)getpid(), object->handle, 0}};
        memcpy(written.magic, event_magic, sizeof written.magic);
        memset(handle, 0, sizeof *handle);
        memcpy(handle, &written, sizeof written);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle)
{
    struct tw_object *context;
    struct handle read;
    CUresult result = tw_sim_enter(&context);
    if (!result && !event) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !read_handle(&handle, event_magic, &read)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && read.name.process == (uint64_t)getpid()) result = CUDA_ERROR_INVALID_CONTEXT;
    struct tw_object *object = result ? NULL : tw_object_new(TW_EVENT, 0, context);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->flags = CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING;
        *event = (CUevent)object->handle;
    }
    return tw_sim_leave(result);
}

/* ---- pools ---- */

/* A file that tells which pool it is: the caller's, who closes it. */
static CUresult export_pool(const struct tw_object *pool, int *file)
{
    struct tw_shared shared;
    if (!tw_shared_new(&shared, sizeof(struct exported_pool), pool->pool.place.id))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *(struct exported_pool *)shared.host = (struct exported_pool){(uint64_t)getpid(), pool->handle};
    *file = fcntl(shared.file, F_DUPFD_CLOEXEC, 0);
    tw_shared_close(&shared);
    return *file < 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

static CUresult read_pool(int file, struct exported_pool *exported, int *device)
{
    struct tw_shared shared;
    if (!tw_shared_open(&shared, file)) return CUDA_ERROR_INVALID_VALUE;
    const bool right = shared.bytes == sizeof *exported;
    if (right) *exported = *(const struct exported_pool *)shared.host;
    *device = shared.device;
    tw_shared_close(&shared);
    return right ? tw_sim_check_device(*device) : CUDA_ERROR_INVALID_VALUE;
}

CUresult tw_sim_cuMemPoolExportToShareableHandle(void *file, CUmemoryPool pool,
                                                 CUmemAllocationHandleType type, unsigned long long flags)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : tw_object_find(TW_POOL, pool);
    bool right = file && object && !flags && object->pool.shared && !object->pool.imported;
    if (!result && !(right && type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = export_pool(object, file);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *file,
                                                   CUmemAllocationHandleType type, unsigned long long flags)
{
    CUresult result = tw_sim_enter_driver();
    struct exported_pool exported;
    int device;
    if (!result && (!pool || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = read_pool((int)(intptr_t)file, &exported, &device);
    if (result) return tw_sim_leave(result);
    struct tw_object *object = tw_pool_new(device);
    if (!object) return tw_sim_leave(CUDA_ERROR_OUT_OF_MEMORY);
    object->pool.shared = object->pool.imported = true;
    object->pool.process = exported.process;
    object->pool.there = exported.pool;
    *pool = (CUmemoryPool)object->handle;
    return tw_sim_leave(CUDA_SUCCESS);
}

CUresult tw_sim_cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_memory_holder(address);
    const struct tw_object *pool =
        object && object->memory.pool ? tw_object_find(TW_POOL, (void *)object->memory.pool) : NULL;
    bool shared = tw_memory_can_be_shared(object) && pool && pool->pool.shared && object->handle == address;
    if (!result && !(data && shared)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = write_handle(object, data);
    return tw_sim_leave(result);
}

/* Programs with several pools find out by this which one an address is of. Data that are no handle are told apart later. */
static bool is_of(const struct tw_object *pool, const void *data)
{
    struct handle handle;
    return !read_handle(data, memory_magic, &handle) ||
           (handle.name.process == pool->pool.process && handle.pool == pool->pool.there);
}

CUresult tw_sim_cuMemPoolImportPointer(CUdeviceptr *address, CUmemoryPool pool, CUmemPoolPtrExportData *data)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *from = result ? NULL : tw_object_find(TW_POOL, pool);
    if (!result && !(address && data && from && from->pool.imported)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !is_of(from, data)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = open_handle(context, data, &object);
    if (!result) *address = object->handle;
    if (!result && !object->memory.pool) {
        object->memory.pool = from->handle;
        from->pool.used += object->memory.bytes;
    }
    return tw_sim_leave(result);
}
