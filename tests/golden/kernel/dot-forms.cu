// method_partials: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) method_partials(const float *a, const float *b, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// method_second: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 64, then method_second_sum with grid 1, block 64; elements: c 1, partials 5
extern "C" __global__ void __launch_bounds__(64) method_second(const float *a, const float *b, float *partials)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(64) method_second_sum(const float *partials, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 64;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// method_last: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 64; elements: c 1, partials 5, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(64) method_last(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 4) == 4; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 64;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// method_wrong: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) method_wrong(const float *a, const float *b, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) {
            cache[cacheIndex] += cache[cacheIndex + i];
            __syncthreads(); // wrong, on purpose: the other threads never come here
        }
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// type_int32: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of int32, added unsigned so that they wrap
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) type_int32(const unsigned *a, const unsigned *b, unsigned *c)
{
    __shared__ unsigned cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    unsigned temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// type_int64: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of int64, added unsigned so that they wrap
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) type_int64(const unsigned long long *a, const unsigned long long *b, unsigned long long *c)
{
    __shared__ unsigned long long cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    unsigned long long temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// type_float64: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float64
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) type_float64(const double *a, const double *b, double *c)
{
    __shared__ double cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    double temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// type_float16: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float16
// grid 5, block 64; elements: c 5
static __device__ float type_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

extern "C" __global__ void __launch_bounds__(64) type_float16(const unsigned short *a, const unsigned short *b, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += type_float16_float(a[tid]) * type_float16_float(b[tid]);
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// type_bfloat16: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of bfloat16
// grid 5, block 64; elements: c 5
static __device__ float type_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

extern "C" __global__ void __launch_bounds__(64) type_bfloat16(const unsigned short *a, const unsigned short *b, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += type_bfloat16_float(a[tid]) * type_bfloat16_float(b[tid]);
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// turns_partials: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) turns_partials(const float *a, const float *b, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid + 960 < 1000) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            temp += a[tid] * b[tid];
            tid += 320;
        }
    }
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// turns_last: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 64; elements: c 1, partials 5, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(64) turns_last(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 64;
    float temp = 0;
#pragma unroll 1
    while (tid + 960 < 1000) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            temp += a[tid] * b[tid];
            tid += 320;
        }
    }
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 320;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 4) == 4; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 64;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// none_partials: dot family of tilewright 0.1.0, from dot-forms.json; 0 elements of float16
// grid 5, block 64; elements: c 5
extern "C" __global__ void __launch_bounds__(64) none_partials(const unsigned short *a, const unsigned short *b, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    float temp = 0;
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// none_second: dot family of tilewright 0.1.0, from dot-forms.json; 0 elements of float16
// grid 5, block 64, then none_second_sum with grid 1, block 64; elements: c 1, partials 5
extern "C" __global__ void __launch_bounds__(64) none_second(const unsigned short *a, const unsigned short *b, float *partials)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    float temp = 0;
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(64) none_second_sum(const float *partials, float *c)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x;
    float temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 64;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// none_last: dot family of tilewright 0.1.0, from dot-forms.json; 0 elements of float16
// grid 5, block 64; elements: c 1, partials 5, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(64) none_last(const unsigned short *a, const unsigned short *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    float temp = 0;
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 4) == 4; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    unsigned tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 64;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// wide: dot family of tilewright 0.1.0, from dot-forms.json; 1099511627776 elements of float32
// grid 5, block 64; elements: c 1, partials 5, finished 1, which is 0 before and after
extern "C" __global__ void __launch_bounds__(64) wide(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[64];
    const unsigned cacheIndex = threadIdx.x;

    unsigned long long tid = threadIdx.x + blockIdx.x * 64ull;
    float temp = 0;
#pragma unroll 1
    while (tid + 320ull < 1099511627776ull) {
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            temp += a[tid] * b[tid];
            tid += 320ull;
        }
    }
#pragma unroll 1
    while (tid < 1099511627776ull) {
        temp += a[tid] * b[tid];
        tid += 320ull;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 4) == 4; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 64;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}

// one: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of float32
// grid 5, block 1; elements: c 1, partials 5, finished 1, which is 0 before and after
extern "C" __global__ void one(const float *a, const float *b, float *c, float *partials, unsigned *finished)
{
    __shared__ float cache[1];
    const unsigned cacheIndex = threadIdx.x;

    unsigned tid = threadIdx.x + blockIdx.x * 1;
    float temp = 0;
#pragma unroll 1
    while (tid < 1000) {
        temp += a[tid] * b[tid];
        tid += 5;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 1 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    bool last = false;
    if (cacheIndex == 0) {
        partials[blockIdx.x] = cache[0];
        __threadfence(); // who sees the count sees the partial sum
        last = atomicInc(finished, 4) == 4; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    tid = threadIdx.x;
    temp = 0;
#pragma unroll 1
    while (tid < 5) {
        temp += partials[tid];
        tid += 1;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 1 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0) *c = cache[0];
}
