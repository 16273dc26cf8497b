// dot: dot family of tilewright 0.1.0, from dot.json; 33792 elements of float32
// grid 32, block 256; elements: c 32
extern "C" __global__ void __launch_bounds__(256) dot(const float *a, const float *b, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += a[tid] * b[tid];
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// dotSecond: dot family of tilewright 0.1.0, from dot.json; 33792 elements of float32
// grid 32, block 256, then dotSecond_sum with grid 1, block 256; elements: c 1, partials 32
extern "C" __global__ void __launch_bounds__(256) dotSecond(const float *a, const float *b, float *partials)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += a[tid] * b[tid];
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(256) dotSecond_sum(const float *partials, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotLast: dot family of tilewright 0.1.0, from dot.json; 33792 elements of float32
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotLast(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += a[tid] * b[tid];
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 31) == 31; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotType_int32: dot family of tilewright 0.1.0, from dot.json; 33792 elements of int32, added unsigned so that they wrap
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotType_int32(const unsigned *a, const unsigned *b, unsigned *c, unsigned *partials, unsigned *finished)
{
    __shared__ unsigned cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    unsigned temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += a[tid] * b[tid];
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 31) == 31; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotType_int64: dot family of tilewright 0.1.0, from dot.json; 33792 elements of int64, added unsigned so that they wrap
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotType_int64(const unsigned long long *a, const unsigned long long *b, unsigned long long *c, unsigned long long *partials, unsigned *finished)
{
    __shared__ unsigned long long cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    unsigned long long temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += a[tid] * b[tid];
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 31) == 31; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotType_float64: dot family of tilewright 0.1.0, from dot.json; 33792 elements of float64
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotType_float64(const double *a, const double *b, double *c, double *partials, unsigned *finished)
{
    __shared__ double cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    double temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += a[tid] * b[tid];
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 31) == 31; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotType_float16: dot family of tilewright 0.1.0, from dot.json; 33792 elements of float16
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
static __device__ float dotType_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

extern "C" __global__ void __launch_bounds__(256) dotType_float16(const unsigned short *a, const unsigned short *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += dotType_float16_float(a[tid]) * dotType_float16_float(b[tid]);
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 31) == 31; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotType_bfloat16: dot family of tilewright 0.1.0, from dot.json; 33792 elements of bfloat16
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
static __device__ float dotType_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

extern "C" __global__ void __launch_bounds__(256) dotType_bfloat16(const unsigned short *a, const unsigned short *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 33792) {
        temp += dotType_bfloat16_float(a[tid]) * dotType_bfloat16_float(b[tid]);
        tid += 8192;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 31) == 31; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 32) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n0_partials: dot family of tilewright 0.1.0, from dot.json; 0 elements of float32
// grid 1, block 256; elements: c 1
extern "C" __global__ void __launch_bounds__(256) dotFew_n0_partials(const float *a, const float *b, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    float temp = 0;
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// dotFew_n0_second: dot family of tilewright 0.1.0, from dot.json; 0 elements of float32
// grid 1, block 256, then dotFew_n0_second_sum with grid 1, block 256; elements: c 1, partials 1
extern "C" __global__ void __launch_bounds__(256) dotFew_n0_second(const float *a, const float *b, float *partials)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    float temp = 0;
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(256) dotFew_n0_second_sum(const float *partials, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n0_last: dot family of tilewright 0.1.0, from dot.json; 0 elements of float32
// grid 1, block 256; elements: c 1, partials 1, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotFew_n0_last(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    float temp = 0;
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 0) == 0; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    unsigned tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n1_partials: dot family of tilewright 0.1.0, from dot.json; 1 elements of float32
// grid 1, block 256; elements: c 1
extern "C" __global__ void __launch_bounds__(256) dotFew_n1_partials(const float *a, const float *b, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += a[tid] * b[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// dotFew_n1_second: dot family of tilewright 0.1.0, from dot.json; 1 elements of float32
// grid 1, block 256, then dotFew_n1_second_sum with grid 1, block 256; elements: c 1, partials 1
extern "C" __global__ void __launch_bounds__(256) dotFew_n1_second(const float *a, const float *b, float *partials)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += a[tid] * b[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(256) dotFew_n1_second_sum(const float *partials, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n1_last: dot family of tilewright 0.1.0, from dot.json; 1 elements of float32
// grid 1, block 256; elements: c 1, partials 1, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotFew_n1_last(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += a[tid] * b[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 0) == 0; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n31_partials: dot family of tilewright 0.1.0, from dot.json; 31 elements of float32
// grid 1, block 256; elements: c 1
extern "C" __global__ void __launch_bounds__(256) dotFew_n31_partials(const float *a, const float *b, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 31) {
        temp += a[tid] * b[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// dotFew_n31_second: dot family of tilewright 0.1.0, from dot.json; 31 elements of float32
// grid 1, block 256, then dotFew_n31_second_sum with grid 1, block 256; elements: c 1, partials 1
extern "C" __global__ void __launch_bounds__(256) dotFew_n31_second(const float *a, const float *b, float *partials)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 31) {
        temp += a[tid] * b[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(256) dotFew_n31_second_sum(const float *partials, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n31_last: dot family of tilewright 0.1.0, from dot.json; 31 elements of float32
// grid 1, block 256; elements: c 1, partials 1, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotFew_n31_last(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 31) {
        temp += a[tid] * b[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 0) == 0; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 1) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n1000_partials: dot family of tilewright 0.1.0, from dot.json; 1000 elements of float32
// grid 4, block 256; elements: c 4
extern "C" __global__ void __launch_bounds__(256) dotFew_n1000_partials(const float *a, const float *b, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 1024;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// dotFew_n1000_second: dot family of tilewright 0.1.0, from dot.json; 1000 elements of float32
// grid 4, block 256, then dotFew_n1000_second_sum with grid 1, block 256; elements: c 1, partials 4
extern "C" __global__ void __launch_bounds__(256) dotFew_n1000_second(const float *a, const float *b, float *partials)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 1024;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(256) dotFew_n1000_second_sum(const float *partials, float *c)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 4) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotFew_n1000_last: dot family of tilewright 0.1.0, from dot.json; 1000 elements of float32
// grid 4, block 256; elements: c 1, partials 4, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(256) dotFew_n1000_last(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[256];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 256;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 1024;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 3) == 3; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 4) {
        temp += partials[tid];
        tid += 256;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 256 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotUnroll_BDIMX32: dot family of tilewright 0.1.0, from dot.json; 1000003 elements of float32
// grid 100, block 32; elements: c 1, partials 100, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(32) dotUnroll_BDIMX32(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[32];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 32;
    float temp = 0;
#pragma unroll 1
    while (tid + 9600 < 1000003) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            temp += a[tid] * b[tid];
            tid += 3200;
        }
    }
#pragma unroll 1
    while (tid < 1000003) {
        temp += a[tid] * b[tid];
        tid += 3200;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 32 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 99) == 99; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 100) {
        temp += partials[tid];
        tid += 32;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 32 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// dotUnroll_BDIMX1024: dot family of tilewright 0.1.0, from dot.json; 1000003 elements of float32
// grid 100, block 1024; elements: c 1, partials 100, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(1024) dotUnroll_BDIMX1024(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[1024];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 1024;
    float temp = 0;
#pragma unroll 1
    while (tid + 307200 < 1000003) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            temp += a[tid] * b[tid];
            tid += 102400;
        }
    }
#pragma unroll 1
    while (tid < 1000003) {
        temp += a[tid] * b[tid];
        tid += 102400;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 1024 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 99) == 99; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 100) {
        temp += partials[tid];
        tid += 1024;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 1024 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}
