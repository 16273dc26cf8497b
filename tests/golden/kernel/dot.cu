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

// dotSecond, of dot.cu.mustache:
...
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(256) dotSecond_sum(const float *partials, float *c)
{
...

// dotLast, of dot.cu.mustache:
...
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
...

// dotType_float16, of dot.cu.mustache:
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
...

// dotType_bfloat16, of dot.cu.mustache:
// dotType_bfloat16: dot family of tilewright 0.1.0, from dot.json; 33792 elements of bfloat16
// grid 32, block 256; elements: c 1, partials 32, finished 1, which is 0 before and after
static __device__ float dotType_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

extern "C" __global__ void __launch_bounds__(256) dotType_bfloat16(const unsigned short *a, const unsigned short *b, float *c, float *partials, unsigned *finished)
{
...

// dotUnroll_BDIMX32, of dot.cu.mustache:
...
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
...
