// The bench's own kernels: the inputs, plain reads of the same bytes, and the check. Nothing of Tilewright is in them.
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ u64 first() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ u64 stride() { return (u64)gridDim.x * blockDim.x; }

// 16-bit floats, without a header.
struct half {
    unsigned short bits;
};
static __device__ float widen(half x)
{
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(x.bits));
    return wide;
}
template <typename T> static __device__ T widen(T x) { return x; }

// ---- noise ----

static __device__ u32 noise(u64 at, u32 seed)
{
    u32 x = (u32)at * 0x9E3779B9u ^ (u32)(at >> 32) * 0x85EBCA6Bu ^ seed * 0x5DEECE66u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

// Even in [-1, 1), in steps of 2^-23.
static __device__ float uniform(u64 at) { return (float)((int)noise(at, 1) >> 8) * 1.1920928955078125e-7f; }

// By Box and Muller; deviation 1.
static __device__ float normal(u64 at)
{
    float u = ((float)(noise(at, 1) >> 9) + 0.5f) * 1.1920928955078125e-7f, v = (float)(noise(at, 2) >> 9) * 1.1920928955078125e-7f;
    return sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
}

// Any sign and mantissa, exponents from -60 to 59, all alike.
static __device__ float wide(u64 at)
{
    u32 bits = noise(at, 1);
    return __uint_as_float((bits & 0x807FFFFFu) | (67u + noise(at, 2) % 120u) << 23);
}

static __device__ float number(u64 at, u64 kind) { return kind == 0 ? uniform(at) : kind == 1 ? normal(at) : wide(at); }

static __device__ void put(float *to, u64 at, u64 kind) { to[at] = number(at, kind); }
// The low bits of a double come from a second number, or it would be a float.
static __device__ void put(double *to, u64 at, u64 kind) { to[at] = number(at, kind) * (1 + noise(at, 3) * 1.1102230246251565e-16); }
static __device__ void put(half *to, u64 at, u64 kind)
{
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to[at].bits) : "f"(number(at, kind)));
}
template <typename T> static __device__ void put(T *to, u64 at, u64 kind) { to[at] = (T)(noise(at, 1) >> 8); }

#define FILL(name, T)                                                                                                \
    extern "C" __global__ void fill_##name(T *to, u64 count, u64 kind)                                               \
    {                                                                                                                \
        for (u64 i = first(); i < count; i += stride()) put(to, i, kind);                                            \
    }
FILL(int8, signed char)
FILL(int16, short)
FILL(float16, half)
FILL(float32, float)
FILL(float64, double)

// Ends of `rows` segments of `elements` in all; power 1: as even as can be; more: ever longer ones.
extern "C" __global__ void fill_offsets(i64 *to, u64 rows, u64 elements, u64 power)
{
    for (u64 i = first(); i <= rows; i += stride()) {
        double part = (double)i / (double)rows, at = 1;
        for (u64 p = 0; p < power; p++) at *= part;
        to[i] = i == rows ? (i64)elements : (i64)(at * (double)elements);
    }
}

// ---- plain reads ----

// Reads `chunks` of 16 bytes, `each` under way in a thread, and writes `results` chunks, spread over the blocks. The values go
// nowhere, but the compiler cannot know. Blocks make one pass, or as many as it takes the grid.
template <int each> static __device__ void read(const uint4 *__restrict__ in, u64 chunks, uint4 *__restrict__ out, u64 results)
{
    u32 seen = 0;
#pragma unroll 1
    for (u64 at = (u64)blockIdx.x * blockDim.x * each + threadIdx.x; at < chunks; at += stride() * each) {
        uint4 held[each];
#pragma unroll
        for (int i = 0; i < each; i++) held[i] = in[at + i * blockDim.x < chunks ? at + i * blockDim.x : chunks - 1];
#pragma unroll
        for (int i = 0; i < each; i++) seen ^= held[i].x ^ held[i].y ^ held[i].z ^ held[i].w;
    }
    u64 share = (results + gridDim.x - 1) / gridDim.x, begin = blockIdx.x * share;
#pragma unroll 1
    for (u64 i = begin + threadIdx.x; i < begin + share && i < results; i += blockDim.x) out[i] = make_uint4(seen, seen, seen, seen);
    if (seen == 0x2545F491u && results == 0) out[0] = make_uint4(seen, seen, seen, seen);
}
extern "C" __global__ void read1(const uint4 *in, u64 chunks, uint4 *out, u64 results) { read<1>(in, chunks, out, results); }
extern "C" __global__ void read4(const uint4 *in, u64 chunks, uint4 *out, u64 results) { read<4>(in, chunks, out, results); }
extern "C" __global__ void read8(const uint4 *in, u64 chunks, uint4 *out, u64 results) { read<8>(in, chunks, out, results); }

// What a launch takes by itself.
extern "C" __global__ void nothing() {}

// ---- the check ----

// Where element e of reduction r is: r * by_result + e * by_element; of segments offsets[r] + e. A block has `across` reductions,
// and its other threads share the elements of each; block y of the grid takes the elements from y * chunk on.
struct place {
    u64 results, length, by_result, by_element, across, chunk;
    const i64 *offsets;
};

#define PLACE u64 results, u64 length, u64 by_result, u64 by_element, u64 across, u64 chunk, const i64 *offsets
#define PLACED                                                                                                       \
    place { results, length, by_result, by_element, across, chunk, offsets }

// Calls visit(reduction, element, where it is) for all that are the thread's.
template <typename Visit> static __device__ void walk(const place &p, Visit visit)
{
    u64 result = (u64)blockIdx.x * p.across + threadIdx.x % p.across, lanes = blockDim.x / p.across;
    if (result >= p.results) return;
    u64 begin = p.offsets ? (u64)p.offsets[result] : result * p.by_result;
    u64 length = p.offsets ? (u64)p.offsets[result + 1] - begin : p.length;
    u64 from = blockIdx.y * p.chunk, to = from + p.chunk < length ? from + p.chunk : length;
    for (u64 e = from + threadIdx.x / p.across; e < to; e += lanes) visit(result, e, begin + e * p.by_element);
}

// Sums in double, of what the operation adds: b is NULL but for products; squares: of a. Where a block has one reduction its warps
// add up first: each addition to a long sum rounds that.
template <typename T> static __device__ void sum(const T *a, const T *b, bool squares, double *into, const place &p)
{
    double own = 0;
    u64 result = ~0ull;
    walk(p, [&](u64 r, u64 e, u64 at) {
        double x = (double)widen(a[at]);
        own += b ? x * (double)widen(b[at]) : squares ? x * x : x;
        result = r;
    });
    if (p.across == 1) {
        for (int d = 16; d > 0; d /= 2) own += __shfl_down_sync(0xffffffffu, own, d);
        if (threadIdx.x % 32 == 0) atomicAdd(&into[blockIdx.x], own);
    } else if (result != ~0ull)
        atomicAdd(&into[result], own);
}

// Extremes as numbers that order like them, in the upper half, with the index in the lower.
static __device__ u32 key(float x)
{
    u32 bits = __float_as_uint(x);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}
static __device__ u32 key(signed char x) { return (u32)x ^ 0x80000000u; }
static __device__ u32 key(short x) { return (u32)x ^ 0x80000000u; }

template <typename T> static __device__ void extreme(const T *a, u64 largest, u64 *into, const place &p)
{
    u64 own = ~0ull, result = ~0ull;
    walk(p, [&](u64 r, u64 e, u64 at) {
        u64 packed = (u64)(largest ? ~key(a[at]) : key(a[at])) << 32 | e;
        own = packed < own ? packed : own;
        result = r;
    });
    if (result != ~0ull) atomicMin(&into[result], own);
}

// found[0]: how many; found[1]: the first.
static __device__ void report(u64 *found, u64 at)
{
    atomicAdd(&found[0], 1ull);
    atomicMin(&found[1], at);
}

// Results that are further from the reference than slack + part * |reference|, of its root where that is the result.
template <typename R>
static __device__ void compare(const R *got, const double *wanted, u64 count, u64 root, double slack, double part, u64 *found)
{
    for (u64 i = first(); i < count; i += stride()) {
        double want = root ? sqrt(wanted[i]) : wanted[i];
        if (!(fabs((double)got[i] - want) <= slack + part * fabs(want))) report(found, i);
    }
}

// Indices of elements that are no extremes, or, where it must be the first, that are not that.
template <typename T>
static __device__ void compare_index(const T *a, const i64 *got, const u64 *wanted, u64 count, u64 length, u64 by_result,
                                     u64 by_element, u64 largest, u64 strict, u64 *found)
{
    for (u64 i = first(); i < count; i += stride()) {
        u64 at = (u64)got[i];
        bool good = at < length && (!strict || at == (u32)wanted[i]);
        if (good) {
            u32 own = key(a[i * by_result + at * by_element]);
            good = (largest ? ~own : own) == (u32)(wanted[i] >> 32);
        }
        if (!good) report(found, i);
    }
}

template <typename T> static __device__ void compare_extreme(const T *got, const u64 *wanted, u64 count, u64 largest, u64 *found)
{
    for (u64 i = first(); i < count; i += stride()) {
        u32 own = key(got[i]);
        if ((largest ? ~own : own) != (u32)(wanted[i] >> 32)) report(found, i);
    }
}

#define SUM(name, T)                                                                                                 \
    extern "C" __global__ void sum_##name(const T *a, const T *b, u64 squares, double *into, PLACE)                  \
    {                                                                                                                \
        sum(a, b, squares != 0, into, PLACED);                                                                       \
    }
SUM(int8, signed char)
SUM(int16, short)
SUM(float16, half)
SUM(float32, float)
SUM(float64, double)

#define COMPARE(name, R)                                                                                             \
    extern "C" __global__ void compare_##name(const R *got, const double *wanted, u64 count, u64 root, u64 slack,    \
                                              u64 part, u64 *found)                                                  \
    {                                                                                                                \
        compare(got, wanted, count, root, __longlong_as_double((i64)slack), __longlong_as_double((i64)part), found); \
    }
COMPARE(float32, float)
COMPARE(float64, double)
COMPARE(int64, i64)

#define EXTREME(name, T)                                                                                             \
    extern "C" __global__ void extreme_##name(const T *a, u64 largest, u64 *into, PLACE)                             \
    {                                                                                                                \
        extreme(a, largest, into, PLACED);                                                                           \
    }                                                                                                                \
    extern "C" __global__ void index_##name(const T *a, const i64 *got, const u64 *wanted, u64 count, u64 length,    \
                                            u64 by_result, u64 by_element, u64 largest, u64 strict, u64 *found)      \
    {                                                                                                                \
        compare_index(a, got, wanted, count, length, by_result, by_element, largest, strict, found);                 \
    }                                                                                                                \
    extern "C" __global__ void value_##name(const T *got, const u64 *wanted, u64 count, u64 largest, u64 *found)     \
    {                                                                                                                \
        compare_extreme(got, wanted, count, largest, found);                                                         \
    }
EXTREME(int8, signed char)
EXTREME(int16, short)
EXTREME(float32, float)
