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

// method_second, of dot.cu.mustache:
...
    if (cacheIndex == 0) partials[blockIdx.x] = cache[0];
}

extern "C" __global__ void __launch_bounds__(64) method_second_sum(const float *partials, float *c)
{
...

// method_last, of dot.cu.mustache:
...
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
...

// method_wrong, of dot.cu.mustache:
...
    // the first half of the elements takes up the other half, until one is left
    for (unsigned i = 64 / 2; i != 0; i /= 2) {
        if (cacheIndex < i) {
            cache[cacheIndex] += cache[cacheIndex + i];
            __syncthreads(); // wrong, on purpose: the other threads never come here
        }
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
...

// type_float16, of dot.cu.mustache:
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
...

// type_bfloat16, of dot.cu.mustache:
// type_bfloat16: dot family of tilewright 0.1.0, from dot-forms.json; 1000 elements of bfloat16
// grid 5, block 64; elements: c 5
static __device__ float type_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

extern "C" __global__ void __launch_bounds__(64) type_bfloat16(const unsigned short *a, const unsigned short *b, float *c)
{
...

// turns_partials, of dot.cu.mustache:
...
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
...
