// The bench's own kernels: noise, a plain stencil of every shape, arithmetic alone, and the check. Arguments are of 64 bits each.
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

extern "C" __global__ void nothing() {}

static __device__ u64 index() { return blockIdx.x * (u64)blockDim.x + threadIdx.x; }
static __device__ u64 threads() { return gridDim.x * (u64)blockDim.x; }

// An even number of [-1, 1) by its place (Steele and others, "Fast splittable pseudorandom number generators", 2014).
static __device__ double noise(u64 i)
{
    i += 0x9E3779B97F4A7C15ull;
    i = (i ^ i >> 30) * 0xBF58476D1CE4E5B9ull;
    i = (i ^ i >> 27) * 0x94D049BB133111EBull;
    return (double)((i64)(i ^ i >> 31) >> 40) * 0x1p-23;
}

template <typename T> static __device__ void fill(T *a, u64 count)
{
    for (u64 i = index(); i < count; i += threads()) a[i] = (T)noise(i);
}

// One thread for each element, a row of blocks for each row, weights of a box with zeros where a star has none.
template <typename T, int SHAPE, int R>
static __device__ void plain(const T *__restrict__ in, T *__restrict__ out, const T *__restrict__ w, i64 rows, i64 cols,
                             i64 in_pitch, i64 out_pitch)
{
    constexpr int DOWN = SHAPE == 0 ? 0 : R;
    const i64 x = blockIdx.x * (i64)blockDim.x + threadIdx.x, y = blockIdx.y * (i64)blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    T sum = 0;
#pragma unroll
    for (int dy = -DOWN; dy <= DOWN; dy++)
#pragma unroll
        for (int dx = -R; dx <= R; dx++) {
            if (SHAPE == 1 && dy != 0 && dx != 0) continue;
            const bool inside = y + dy >= 0 && y + dy < rows && x + dx >= 0 && x + dx < cols;
            if (inside) sum += __ldg(w + (dy + DOWN) * (2 * R + 1) + dx + R) * __ldg(in + (y + dy) * in_pitch + x + dx);
        }
    out[y * out_pitch + x] = sum;
}

// `steps` multiplications with additions of each thread, in 16 chains.
template <typename T> static __device__ void arithmetic(T *out, u64 steps)
{
    T sum[16], factor = (T)1 - (T)threadIdx.x / 1048576;
    for (int k = 0; k < 16; k++) sum[k] = (T)k;
#pragma unroll 1
    for (u64 i = 0; i < steps; i += 128) {
#pragma unroll
        for (int turn = 0; turn < 8; turn++)
#pragma unroll
            for (int k = 0; k < 16; k++) sum[k] = sum[k] * factor + (T)1;
    }
    T all = 0;
    for (int k = 0; k < 16; k++) all += sum[k];
    if (all == (T)-1) *out = all; // never, which the compiler does not know
}

// Counts results that are further from a sum in double than `slack` times the sum of the absolute values.
template <typename T>
static __device__ void check(const T *in, const T *got, const T *w, i64 rows, i64 cols, i64 in_pitch, i64 out_pitch, i64 down, i64 r,
                             double slack, u64 *found)
{
    for (u64 i = index(); i < (u64)(rows * cols); i += threads()) {
        const i64 y = (i64)i / cols, x = (i64)i % cols;
        double sum = 0, scale = 0;
        for (i64 dy = -down; dy <= down; dy++) {
            for (i64 dx = -r; dx <= r; dx++) {
                if (y + dy < 0 || y + dy >= rows || x + dx < 0 || x + dx >= cols) continue;
                const double term = (double)w[(dy + down) * (2 * r + 1) + dx + r] * (double)in[(y + dy) * in_pitch + x + dx];
                sum += term;
                scale += fabs(term);
            }
        }
        if (fabs((double)got[y * out_pitch + x] - sum) <= slack * scale) continue;
        atomicAdd(found, 1ull);
        atomicMin(found + 1, i);
    }
}

#define PLAIN(shape, SHAPE, R, name, T)                                                                                          \
    extern "C" __global__ void plain_##shape##R##_##name(const T *in, T *out, const T *w, i64 rows, i64 cols, i64 ip, i64 op)    \
    {                                                                                                                            \
        plain<T, SHAPE, R>(in, out, w, rows, cols, ip, op);                                                                      \
    }
#define SHAPES(R, name, T) PLAIN(line, 0, R, name, T) PLAIN(star, 1, R, name, T) PLAIN(box, 2, R, name, T)
#define TYPE(name, T)                                                                                                            \
    SHAPES(1, name, T) SHAPES(2, name, T) SHAPES(3, name, T) SHAPES(4, name, T)                                                  \
    extern "C" __global__ void fill_##name(T *a, u64 count) { fill(a, count); }                                                  \
    extern "C" __global__ void arithmetic_##name(T *out, u64 steps) { arithmetic(out, steps); }                                  \
    extern "C" __global__ void check_##name(const T *in, const T *got, const T *w, i64 rows, i64 cols, i64 ip, i64 op, i64 down, \
                                            i64 r, u64 slack, u64 *found)                                                        \
    {                                                                                                                            \
        check(in, got, w, rows, cols, ip, op, down, r, __longlong_as_double((i64)slack), found);                                 \
    }
TYPE(float32, float)
TYPE(float64, double)
