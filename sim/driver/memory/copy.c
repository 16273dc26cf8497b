/* Copies: of bytes, of rectangles and boxes with pitches, between devices, many at once. All are one kind of work. */
#include "sim/driver/memory/array.h"
#include "sim/driver/task.h"

#include <string.h>

#define MOST_PITCH 2147483647u /* CU_DEVICE_ATTRIBUTE_MAX_PITCH */

/* ---- where the bytes are ---- */

/* How many of the bytes from an address on lie in the allocation that holds it; 0: there is none. */
static size_t piece(CUdeviceptr address, size_t bytes)
{
    const struct tw_allocation *found = tw_machine_find(tw_provider.machine, address);
    if (!found) return 0;
    size_t left = found->bytes - (address - found->address);
    return left < bytes ? left : bytes;
}

/* Allocations that stand side by side (mapped memory of cuMemCreate) are one piece of memory to a copy. */
static bool reachable(CUdeviceptr address, size_t bytes, bool may_be_host)
{
    if (may_be_host && !tw_machine_find(tw_provider.machine, address)) return address != 0;
    while (bytes) {
        size_t here = piece(address, bytes);
        if (!here) return false;
        address += here;
        bytes -= here;
    }
    return true;
}

void *tw_memory_at(CUdeviceptr address, size_t bytes, bool may_be_host)
{
    if (may_be_host && !tw_machine_find(tw_provider.machine, address)) return (void *)(uintptr_t)address;
    return tw_machine_memory(tw_provider.machine, address, bytes);
}

/* The host's pointer to as many of *bytes as lie together; what they were checked for makes it never NULL. */
static char *together(CUdeviceptr address, size_t *bytes)
{
    size_t here = piece(address, *bytes);
    if (!here) return (char *)(uintptr_t)address; /* the host's */
    *bytes = here;
    return tw_machine_memory(tw_provider.machine, address, here);
}

static void move(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    size_t first = bytes, second = bytes;
    char *target = together(to, &first), *source = together(from, &second);
    if (first == bytes && second == bytes) {
        memmove(target, source, bytes);
        return;
    }
    while (bytes) {
        size_t here = bytes;
        target = together(to, &here);
        source = together(from, &here);
        memmove(target, source, here);
        to += here;
        from += here;
        bytes -= here;
    }
}

/* ---- one side of a copy ---- */

struct side {
    CUmemorytype type;
    CUdeviceptr base;
    size_t x, y, z, pitch, height;
    size_t depth; /* of an array; 0: nobody knows */
};

/* An array's texels lie in the host's memory, row after row. */
static struct side side_of_array(const struct side *like, CUarray handle)
{
    const struct tw_array *array = tw_array_find(TW_ARRAY, handle);
    struct side side = *like;
    side.type = CU_MEMORYTYPE_HOST;
    side.base = 0;
    if (!array) return side;
    const struct tw_level *level = &array->image.level[0];
    side.base = (uintptr_t)level->texels;
    side.pitch = level->pitch;
    side.height = level->size[1];
    side.depth = level->size[2];
    return side;
}

static struct side source_of(const CUDA_MEMCPY3D_PEER *copy)
{
    bool host = copy->srcMemoryType == CU_MEMORYTYPE_HOST;
    const struct side side = {copy->srcMemoryType,
                              host ? (uintptr_t)copy->srcHost : copy->srcDevice,
                              copy->srcXInBytes,
                              copy->srcY,
                              copy->srcZ,
                              copy->srcPitch ? copy->srcPitch : copy->WidthInBytes,
                              copy->srcHeight ? copy->srcHeight : copy->Height,
                              0};
    return side.type == CU_MEMORYTYPE_ARRAY ? side_of_array(&side, copy->srcArray) : side;
}

static struct side target_of(const CUDA_MEMCPY3D_PEER *copy)
{
    bool host = copy->dstMemoryType == CU_MEMORYTYPE_HOST;
    const struct side side = {copy->dstMemoryType,
                              host ? (uintptr_t)copy->dstHost : copy->dstDevice,
                              copy->dstXInBytes,
                              copy->dstY,
                              copy->dstZ,
                              copy->dstPitch ? copy->dstPitch : copy->WidthInBytes,
                              copy->dstHeight ? copy->dstHeight : copy->Height,
                              0};
    return side.type == CU_MEMORYTYPE_ARRAY ? side_of_array(&side, copy->dstArray) : side;
}

static CUdeviceptr row_of(const struct side *side, size_t y, size_t z)
{
    return side->base + ((z + side->z) * side->height + y + side->y) * side->pitch + side->x;
}

/* Whether the copy stays inside an array. */
static bool is_inside(const struct side *side, const CUDA_MEMCPY3D_PEER *copy)
{
    return side->x <= side->pitch && copy->WidthInBytes <= side->pitch - side->x && side->y <= side->height &&
           copy->Height <= side->height - side->y && side->z <= side->depth &&
           copy->Depth <= side->depth - side->z;
}

static CUresult check_side(const struct side *side, const CUDA_MEMCPY3D_PEER *copy)
{
    if (side->type == CU_MEMORYTYPE_HOST && !side->base) return CUDA_ERROR_INVALID_VALUE;
    if (side->depth) return is_inside(side, copy) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    bool known = side->type == CU_MEMORYTYPE_HOST || side->type == CU_MEMORYTYPE_DEVICE ||
                 side->type == CU_MEMORYTYPE_UNIFIED;
    if (!known || side->pitch > MOST_PITCH) {
        bool plain = known && copy->Height == 1 && copy->Depth == 1;
        if (!plain) return CUDA_ERROR_INVALID_VALUE;
    }
    bool rows = copy->Height > 1 || copy->Depth > 1;
    if (rows && (side->x > side->pitch || copy->WidthInBytes > side->pitch - side->x))
        return CUDA_ERROR_INVALID_VALUE;
    bool layers = copy->Depth > 1;
    if (layers && (side->y > side->height || copy->Height > side->height - side->y))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static bool empty(const CUDA_MEMCPY3D_PEER *copy)
{
    return !copy->WidthInBytes || !copy->Height || !copy->Depth;
}

CUresult tw_copy_check(const CUDA_MEMCPY3D_PEER *copy)
{
    struct side from = source_of(copy), to = target_of(copy);
    if (empty(copy)) return CUDA_SUCCESS;
    CUresult result = check_side(&from, copy);
    return result ? result : check_side(&to, copy);
}

static bool all_reachable(const struct side *side, const CUDA_MEMCPY3D_PEER *copy)
{
    if (side->type == CU_MEMORYTYPE_HOST) return side->base != 0;
    for (size_t z = 0; z < copy->Depth; z++) {
        for (size_t y = 0; y < copy->Height; y++) {
            if (!reachable(row_of(side, y, z), copy->WidthInBytes, side->type == CU_MEMORYTYPE_UNIFIED))
                return false;
        }
    }
    return true;
}

CUresult tw_copy_run(const CUDA_MEMCPY3D_PEER *copy)
{
    struct side from = source_of(copy), to = target_of(copy);
    if (empty(copy)) return CUDA_SUCCESS;
    if (!all_reachable(&from, copy) || !all_reachable(&to, copy)) return CUDA_ERROR_INVALID_VALUE;
    for (size_t z = 0; z < copy->Depth; z++) {
        for (size_t y = 0; y < copy->Height; y++)
            move(row_of(&to, y, z), row_of(&from, y, z), copy->WidthInBytes);
    }
    return CUDA_SUCCESS;
}

/* ---- forms of a copy ---- */

/* The members of copies in two dimensions, and those that three have beside them. */
#define FLAT(X, side)                                                                                        \
    X(side##XInBytes)                                                                                        \
    X(side##Y) X(side##MemoryType) X(side##Host) X(side##Device) X(side##Array) X(side##Pitch)
#define FLAT_MEMBERS(X)  FLAT(X, src) FLAT(X, dst) X(WidthInBytes) X(Height)
#define SOLID_MEMBERS(X) FLAT_MEMBERS(X) X(srcZ) X(srcHeight) X(dstZ) X(dstHeight) X(Depth)
#define TAKE(member)     to.member = copy->member;

CUDA_MEMCPY3D_PEER tw_copy_of(const CUDA_MEMCPY3D *copy)
{
    CUDA_MEMCPY3D_PEER to = {0};
    SOLID_MEMBERS(TAKE)
    return to;
}

CUDA_MEMCPY3D tw_copy_plain(const CUDA_MEMCPY3D_PEER *copy)
{
    CUDA_MEMCPY3D to = {0};
    SOLID_MEMBERS(TAKE)
    return to;
}

static CUDA_MEMCPY3D_PEER rectangle(const CUDA_MEMCPY2D *copy)
{
    CUDA_MEMCPY3D_PEER to = {.Depth = 1};
    FLAT_MEMBERS(TAKE)
    return to;
}

static CUDA_MEMCPY3D_PEER line(CUdeviceptr to, CUmemorytype to_type, CUdeviceptr from, CUmemorytype from_type,
                               size_t bytes)
{
    CUDA_MEMCPY3D_PEER copy = {.WidthInBytes = bytes, .Height = 1, .Depth = 1};
    copy.srcMemoryType = from_type;
    copy.srcDevice = from;
    copy.dstMemoryType = to_type;
    copy.dstDevice = to;
    return copy;
}

/* ---- the calls ---- */

CUresult tw_copy_submit(CUresult result, struct tw_object *context, const CUDA_MEMCPY3D_PEER *copy,
                        CUstream stream)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMCPY, .copy = *copy};
    if (!result) result = tw_copy_check(copy);
    return tw_sim_leave(tw_task_submit(result, context, stream, &task));
}

/* A side that need not be the device's may be either's, as under unified addressing. */
static CUresult bytes(CUdeviceptr to, CUmemorytype to_type, CUdeviceptr from, CUmemorytype from_type,
                      size_t count, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    CUDA_MEMCPY3D_PEER copy = line(to, to_type, from, from_type, count);
    return tw_copy_submit(result, context, &copy, stream);
}

CUresult tw_sim_cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t count, CUstream stream)
{
    return bytes(to, CU_MEMORYTYPE_DEVICE, (uintptr_t)from, CU_MEMORYTYPE_UNIFIED, count, stream);
}

CUresult tw_sim_cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t count, CUstream stream)
{
    return bytes((uintptr_t)to, CU_MEMORYTYPE_UNIFIED, from, CU_MEMORYTYPE_DEVICE, count, stream);
}

CUresult tw_sim_cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t count, CUstream stream)
{
    return bytes(to, CU_MEMORYTYPE_DEVICE, from, CU_MEMORYTYPE_DEVICE, count, stream);
}

CUresult tw_sim_cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t count, CUstream stream)
{
    return bytes(to, CU_MEMORYTYPE_UNIFIED, from, CU_MEMORYTYPE_UNIFIED, count, stream);
}

CUresult tw_sim_cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t count)
{
    return tw_sim_cuMemcpyHtoDAsync_v2(to, from, count, NULL);
}

CUresult tw_sim_cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t count)
{
    return tw_sim_cuMemcpyDtoHAsync_v2(to, from, count, NULL);
}

CUresult tw_sim_cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t count)
{
    return tw_sim_cuMemcpyDtoDAsync_v2(to, from, count, NULL);
}

CUresult tw_sim_cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t count)
{
    return tw_sim_cuMemcpyAsync(to, from, count, NULL);
}

CUresult tw_sim_cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !copy) result = CUDA_ERROR_INVALID_VALUE;
    CUDA_MEMCPY3D_PEER box = {0};
    if (!result) box = rectangle(copy);
    return tw_copy_submit(result, context, &box, stream);
}

CUresult tw_sim_cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy)
{
    return tw_sim_cuMemcpy2DAsync_v2(copy, NULL);
}

CUresult tw_sim_cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy)
{
    return tw_sim_cuMemcpy2DAsync_v2(copy, NULL);
}

CUresult tw_sim_cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !copy) result = CUDA_ERROR_INVALID_VALUE;
    CUDA_MEMCPY3D_PEER box = {0};
    if (!result) box = tw_copy_of(copy);
    return tw_copy_submit(result, context, &box, stream);
}

CUresult tw_sim_cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy)
{
    return tw_sim_cuMemcpy3DAsync_v2(copy, NULL);
}

/* NULL: the current context. */
static CUresult check_contexts(CUcontext to, CUcontext from)
{
    bool known = (!to || tw_object_find(TW_CONTEXT, to)) && (!from || tw_object_find(TW_CONTEXT, from));
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult tw_sim_cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !copy) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_contexts(copy->dstContext, copy->srcContext);
    CUDA_MEMCPY3D_PEER box = {0};
    if (!result) box = *copy;
    return tw_copy_submit(result, context, &box, stream);
}

CUresult tw_sim_cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy)
{
    return tw_sim_cuMemcpy3DPeerAsync(copy, NULL);
}

CUresult tw_sim_cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                  CUcontext from_context, size_t count, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = check_contexts(to_context, from_context);
    CUDA_MEMCPY3D_PEER copy = line(to, CU_MEMORYTYPE_DEVICE, from, CU_MEMORYTYPE_DEVICE, count);
    return tw_copy_submit(result, context, &copy, stream);
}

CUresult tw_sim_cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                             size_t count)
{
    return tw_sim_cuMemcpyPeerAsync(to, to_context, from, from_context, count, NULL);
}

/* Attributes are hints about when memory is read, and everything is read at once here. */
CUresult tw_sim_cuMemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count,
                                   void *attributes, size_t *first, size_t attribute_count, size_t *failed,
                                   CUstream stream)
{
    bool given =
        to && from && sizes && count && attributes && first && attribute_count && attribute_count <= count;
    if (failed) *failed = SIZE_MAX;
    struct tw_object *context;
    CUresult result = tw_sim_leave(tw_sim_enter(&context));
    if (!result && (!given || !stream || stream == CU_STREAM_LEGACY)) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < count; i++) {
        result = sizes[i] ? tw_sim_cuMemcpyAsync(to[i], from[i], sizes[i], stream) : CUDA_ERROR_INVALID_VALUE;
        if (result && failed) *failed = i;
    }
    return result;
}

CUresult tw_sim_cuMemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count,
                                      void *attributes, size_t *first, size_t attribute_count,
                                      CUstream stream)
{
    return tw_sim_cuMemcpyBatchAsync(to, from, sizes, count, attributes, first, attribute_count, NULL,
                                     stream);
}
