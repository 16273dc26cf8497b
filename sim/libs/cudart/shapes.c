/* The runtime's structures as the driver's. */

#include "sim/libs/cudart/runtime.h"

CUdeviceptr tw_address(const void *pointer)
{
    return (CUdeviceptr)(uintptr_t)pointer;
}

#if CUDART_VERSION >= 13000
CUmemLocation tw_location(struct cudaMemLocation location)
{
    return (CUmemLocation){.type = (CUmemLocationType)location.type, .id = location.id};
}
#endif

/* The attributes of a launch are the driver's, member for member. */
CUlaunchConfig tw_launch_config(const cudaLaunchConfig_t *from)
{
    return (CUlaunchConfig){.gridDimX = from->gridDim.x,
                            .gridDimY = from->gridDim.y,
                            .gridDimZ = from->gridDim.z,
                            .blockDimX = from->blockDim.x,
                            .blockDimY = from->blockDim.y,
                            .blockDimZ = from->blockDim.z,
                            .sharedMemBytes = (unsigned)from->dynamicSmemBytes,
                            .hStream = from->stream,
                            .attrs = (CUlaunchAttribute *)from->attrs,
                            .numAttrs = from->numAttrs};
}

unsigned tw_array_channel_bytes(CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR descriptor;
    if (cuArray3DGetDescriptor(&descriptor, array)) return 0;
    return (unsigned)tw_channel(descriptor.Format, 1).x / 8 * descriptor.NumChannels;
}

/* From where to where a kind of copy goes. UVA tells them apart where the program does not. */
static bool sides(CUmemorytype *from, CUmemorytype *to, enum cudaMemcpyKind kind)
{
    if ((unsigned)kind > cudaMemcpyDefault) return false;
    *from = kind == cudaMemcpyDefault                                        ? CU_MEMORYTYPE_UNIFIED
            : kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice ? CU_MEMORYTYPE_HOST
                                                                             : CU_MEMORYTYPE_DEVICE;
    *to = kind == cudaMemcpyDefault                                        ? CU_MEMORYTYPE_UNIFIED
          : kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost ? CU_MEMORYTYPE_HOST
                                                                           : CU_MEMORYTYPE_DEVICE;
    return true;
}

bool tw_copy_3d(CUDA_MEMCPY3D *to, const struct cudaMemcpy3DParms *from)
{
    unsigned source_bytes = from->srcArray ? tw_array_channel_bytes((CUarray)from->srcArray) : 1;
    unsigned target_bytes = from->dstArray ? tw_array_channel_bytes((CUarray)from->dstArray) : 1;
    unsigned bytes =
        from->srcArray ? source_bytes : target_bytes; // the extent counts elements if there is an array
    CUmemorytype source, target;
    if (!sides(&source, &target, from->kind) || !source_bytes || !target_bytes) return false;
    *to = (CUDA_MEMCPY3D){
        .srcXInBytes = from->srcPos.x * source_bytes,
        .srcY = from->srcPos.y,
        .srcZ = from->srcPos.z,
        .srcMemoryType = from->srcArray ? CU_MEMORYTYPE_ARRAY : source,
        .srcHost = from->srcPtr.ptr,
        .srcDevice = tw_address(from->srcPtr.ptr),
        .srcArray = (CUarray)from->srcArray,
        .srcPitch = from->srcPtr.pitch,
        .srcHeight = from->srcPtr.ysize,
        .dstXInBytes = from->dstPos.x * target_bytes,
        .dstY = from->dstPos.y,
        .dstZ = from->dstPos.z,
        .dstMemoryType = from->dstArray ? CU_MEMORYTYPE_ARRAY : target,
        .dstHost = from->dstPtr.ptr,
        .dstDevice = tw_address(from->dstPtr.ptr),
        .dstArray = (CUarray)from->dstArray,
        .dstPitch = from->dstPtr.pitch,
        .dstHeight = from->dstPtr.ysize,
        .WidthInBytes = from->extent.width * bytes,
        .Height = from->extent.height,
        .Depth = from->extent.depth,
    };
    return true;
}

static enum cudaMemcpyKind kind_of(CUmemorytype from, CUmemorytype to)
{
    if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
    if (from == CU_MEMORYTYPE_HOST)
        return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

void tw_copy_3d_back(struct cudaMemcpy3DParms *to, const CUDA_MEMCPY3D *from)
{
    size_t source_bytes =
        from->srcMemoryType == CU_MEMORYTYPE_ARRAY ? tw_array_channel_bytes(from->srcArray) : 1;
    size_t target_bytes =
        from->dstMemoryType == CU_MEMORYTYPE_ARRAY ? tw_array_channel_bytes(from->dstArray) : 1;
    size_t bytes = from->srcMemoryType == CU_MEMORYTYPE_ARRAY ? source_bytes : target_bytes;
    const void *source =
        from->srcMemoryType == CU_MEMORYTYPE_HOST ? from->srcHost : (void *)(uintptr_t)from->srcDevice;
    void *target =
        from->dstMemoryType == CU_MEMORYTYPE_HOST ? from->dstHost : (void *)(uintptr_t)from->dstDevice;
    *to = (struct cudaMemcpy3DParms){
        .srcArray = from->srcMemoryType == CU_MEMORYTYPE_ARRAY ? (cudaArray_t)from->srcArray : NULL,
        .srcPos = {from->srcXInBytes / (source_bytes ? source_bytes : 1), from->srcY, from->srcZ},
        .srcPtr = {(void *)source, from->srcPitch, from->WidthInBytes, from->srcHeight},
        .dstArray = from->dstMemoryType == CU_MEMORYTYPE_ARRAY ? (cudaArray_t)from->dstArray : NULL,
        .dstPos = {from->dstXInBytes / (target_bytes ? target_bytes : 1), from->dstY, from->dstZ},
        .dstPtr = {target, from->dstPitch, from->WidthInBytes, from->dstHeight},
        .extent = {from->WidthInBytes / (bytes ? bytes : 1), from->Height, from->Depth},
        .kind = kind_of(from->srcMemoryType, from->dstMemoryType),
    };
}

bool tw_copy_1d(CUDA_MEMCPY3D *to, void *destination, const void *source, size_t bytes,
                enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms from = {
        .srcPtr = {(void *)source, bytes, bytes, 1},
        .dstPtr = {destination, bytes, bytes, 1},
        .extent = {bytes, 1, 1},
        .kind = kind,
    };
    return tw_copy_3d(to, &from);
}

/* ---- channels of arrays ---- */

/* clang-format off */
static const struct {
    CUarray_format format;
    enum cudaChannelFormatKind kind;
    int bits;
    unsigned channels; /* that it has; 0: as many as are asked for */
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8,  cudaChannelFormatKindUnsigned,               8,  0},
    {CU_AD_FORMAT_UNSIGNED_INT16, cudaChannelFormatKindUnsigned,               16, 0},
    {CU_AD_FORMAT_UNSIGNED_INT32, cudaChannelFormatKindUnsigned,               32, 0},
    {CU_AD_FORMAT_SIGNED_INT8,    cudaChannelFormatKindSigned,                 8,  0},
    {CU_AD_FORMAT_SIGNED_INT16,   cudaChannelFormatKindSigned,                 16, 0},
    {CU_AD_FORMAT_SIGNED_INT32,   cudaChannelFormatKindSigned,                 32, 0},
    {CU_AD_FORMAT_HALF,           cudaChannelFormatKindFloat,                  16, 0},
    {CU_AD_FORMAT_FLOAT,          cudaChannelFormatKindFloat,                  32, 0},
    {CU_AD_FORMAT_UNORM_INT8X1,   cudaChannelFormatKindUnsignedNormalized8X1,  8,  1},
    {CU_AD_FORMAT_UNORM_INT8X2,   cudaChannelFormatKindUnsignedNormalized8X2,  8,  2},
    {CU_AD_FORMAT_UNORM_INT8X4,   cudaChannelFormatKindUnsignedNormalized8X4,  8,  4},
    {CU_AD_FORMAT_UNORM_INT16X1,  cudaChannelFormatKindUnsignedNormalized16X1, 16, 1},
    {CU_AD_FORMAT_UNORM_INT16X2,  cudaChannelFormatKindUnsignedNormalized16X2, 16, 2},
    {CU_AD_FORMAT_UNORM_INT16X4,  cudaChannelFormatKindUnsignedNormalized16X4, 16, 4},
    {CU_AD_FORMAT_SNORM_INT8X1,   cudaChannelFormatKindSignedNormalized8X1,    8,  1},
    {CU_AD_FORMAT_SNORM_INT8X2,   cudaChannelFormatKindSignedNormalized8X2,    8,  2},
    {CU_AD_FORMAT_SNORM_INT8X4,   cudaChannelFormatKindSignedNormalized8X4,    8,  4},
    {CU_AD_FORMAT_SNORM_INT16X1,  cudaChannelFormatKindSignedNormalized16X1,   16, 1},
    {CU_AD_FORMAT_SNORM_INT16X2,  cudaChannelFormatKindSignedNormalized16X2,   16, 2},
    {CU_AD_FORMAT_SNORM_INT16X4,  cudaChannelFormatKindSignedNormalized16X4,   16, 4},
};
/* clang-format on */
enum { FORMATS = sizeof formats / sizeof *formats };

/* One, two or four channels, all as wide as the first. */
bool tw_format(CUarray_format *format, unsigned *channels, const struct cudaChannelFormatDesc *channel)
{
    int bits[4] = {channel->x, channel->y, channel->z, channel->w};
    *channels = 0;
    while (*channels < 4 && bits[*channels]) {
        if (bits[*channels] != bits[0]) return false;
        ++*channels;
    }
    for (unsigned i = *channels; i < 4; i++)
        if (bits[i]) return false;
    for (int i = 0; i < FORMATS; i++) {
        if (formats[i].kind != channel->f || formats[i].bits != bits[0]) continue;
        *format = formats[i].format;
        if (formats[i].channels) return *channels == formats[i].channels;
        return *channels == 1 || *channels == 2 || *channels == 4;
    }
    return false;
}

struct cudaChannelFormatDesc tw_channel(CUarray_format format, unsigned channels)
{
    for (int i = 0; i < FORMATS; i++) {
        int bits = formats[i].bits;
        if (formats[i].format == format)
            return (struct cudaChannelFormatDesc){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                                  channels > 3 ? bits : 0, formats[i].kind};
    }
    return (struct cudaChannelFormatDesc){0};
}
