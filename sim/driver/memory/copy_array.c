/* Copies between a row of an array and other memory; boxes of arrays are copy.c's. */
#include "sim/driver/task.h"

/* One side of such a copy. */
struct end {
    CUmemorytype type;
    uintptr_t at; /* an address, or an array's handle */
    size_t offset;
};

static CUresult copy_row(struct end to, struct end from, size_t bytes, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    CUDA_MEMCPY3D_PEER copy = {.WidthInBytes = bytes, .Height = 1, .Depth = 1};
    copy.dstMemoryType = to.type;
    copy.dstXInBytes = to.offset;
    copy.srcMemoryType = from.type;
    copy.srcXInBytes = from.offset;
    if (to.type == CU_MEMORYTYPE_ARRAY) {
        copy.dstArray = (CUarray)to.at;
    } else {
        copy.dstDevice = to.at;
    }
    if (from.type == CU_MEMORYTYPE_ARRAY) {
        copy.srcArray = (CUarray)from.at;
    } else {
        copy.srcDevice = from.at;
    }
    return tw_copy_submit(result, context, &copy, stream);
}

static struct end in_array(CUarray array, size_t offset)
{
    return (struct end){CU_MEMORYTYPE_ARRAY, (uintptr_t)array, offset};
}

static struct end in_memory(CUdeviceptr address, CUmemorytype type)
{
    return (struct end){type, address, 0};
}

CUresult tw_sim_cuMemcpyHtoAAsync_v2(CUarray to, size_t offset, const void *from, size_t bytes,
                                     CUstream stream)
{
    return copy_row(in_array(to, offset), in_memory((uintptr_t)from, CU_MEMORYTYPE_UNIFIED), bytes, stream);
}

CUresult tw_sim_cuMemcpyAtoHAsync_v2(void *to, CUarray from, size_t offset, size_t bytes, CUstream stream)
{
    return copy_row(in_memory((uintptr_t)to, CU_MEMORYTYPE_UNIFIED), in_array(from, offset), bytes, stream);
}

CUresult tw_sim_cuMemcpyHtoA_v2(CUarray to, size_t offset, const void *from, size_t bytes)
{
    return tw_sim_cuMemcpyHtoAAsync_v2(to, offset, from, bytes, NULL);
}

CUresult tw_sim_cuMemcpyAtoH_v2(void *to, CUarray from, size_t offset, size_t bytes)
{
    return tw_sim_cuMemcpyAtoHAsync_v2(to, from, offset, bytes, NULL);
}

CUresult tw_sim_cuMemcpyDtoA_v2(CUarray to, size_t offset, CUdeviceptr from, size_t bytes)
{
    return copy_row(in_array(to, offset), in_memory(from, CU_MEMORYTYPE_DEVICE), bytes, NULL);
}

CUresult tw_sim_cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, size_t offset, size_t bytes)
{
    return copy_row(in_memory(to, CU_MEMORYTYPE_DEVICE), in_array(from, offset), bytes, NULL);
}

CUresult tw_sim_cuMemcpyAtoA_v2(CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t bytes)
{
    return copy_row(in_array(to, to_offset), in_array(from, from_offset), bytes, NULL);
}
