// The bench's own kernels: the input, the check, and a plain copy. Nothing of Tilewright is in them.
typedef unsigned int u32;
typedef unsigned long long u64;

static __device__ u64 first() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ u64 stride() { return (u64)gridDim.x * blockDim.x; }

// Noise. Bits 30, 29, 14 and 13 of each word are fixed, so that it is a normal number in every float type, halves too: some
// multiply by one, which no NaN, infinity or subnormal number is sure to survive.
static __device__ u32 noise(u64 at)
{
    u32 x = (u32)at * 0x9E3779B9u ^ (u32)(at >> 32) * 0x85EBCA6Bu ^ 0x5DEECE66u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    x ^= x >> 16;
    return (x & ~(1u << 30 | 1u << 14)) | 1u << 29 | 1u << 13;
}

extern "C" __global__ void fill(u32 *to, u64 words)
{
    for (u64 i = first(); i < words; i += stride()) to[i] = noise(i);
}

// found[0]: how many; found[1]: the first.
static __device__ void report(u64 *found, u64 at)
{
    atomicAdd(&found[0], 1ull);
    atomicMin(&found[1], at);
}

// Words of the input that are no longer what fill wrote.
extern "C" __global__ void changed(const u32 *from, u64 words, u64 *found)
{
    for (u64 i = first(); i < words; i += stride()) {
        if (from[i] != noise(i)) report(found, i);
    }
}

template <typename T> static __device__ bool same(const T &a, const T &b) { return a == b; }
static __device__ bool same(const ulonglong2 &a, const ulonglong2 &b) { return a.x == b.x && a.y == b.y; }

// Elements of the output that are not the input's, bit for bit.
template <typename T>
static __device__ void check(const T *in, const T *out, u64 rows, u64 cols, u64 batch, u64 in_pitch, u64 out_pitch,
                             u64 *found)
{
    for (u64 i = first(); i < rows * cols * batch; i += stride()) {
        u64 r = i % rows, c = i / rows % cols, matrix = i / rows / cols;
        const T &moved = out[(matrix * cols + c) * out_pitch + r];
        if (!same(moved, in[(matrix * rows + r) * in_pitch + c])) report(found, i);
    }
}

#define CHECK(bytes, T)                                                                                              \
    extern "C" __global__ void check##bytes(const T *in, const T *out, u64 rows, u64 cols, u64 batch, u64 in_pitch,   \
                                            u64 out_pitch, u64 *found)                                               \
    {                                                                                                                \
        check(in, out, rows, cols, batch, in_pitch, out_pitch, found);                                               \
    }
CHECK(1, unsigned char)
CHECK(2, unsigned short)
CHECK(4, u32)
CHECK(8, u64)
CHECK(16, ulonglong2)

// A block copies `each` times as many 16-byte chunks as it has threads; all loads come before the stores.
template <int each> static __device__ void copy(const uint4 *__restrict__ in, uint4 *__restrict__ out, u64 chunks)
{
    u64 at = (u64)blockIdx.x * blockDim.x * each + threadIdx.x;
    uint4 held[each];
#pragma unroll
    for (int i = 0; i < each; i++) {
        if (at + i * blockDim.x < chunks) held[i] = in[at + i * blockDim.x];
    }
#pragma unroll
    for (int i = 0; i < each; i++) {
        if (at + i * blockDim.x < chunks) out[at + i * blockDim.x] = held[i];
    }
}
extern "C" __global__ void copy1(const uint4 *in, uint4 *out, u64 chunks) { copy<1>(in, out, chunks); }
extern "C" __global__ void copy4(const uint4 *in, uint4 *out, u64 chunks) { copy<4>(in, out, chunks); }

// What a launch takes by itself.
extern "C" __global__ void nothing() {}
