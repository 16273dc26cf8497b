// dotWrong: dot family of tilewright 0.1.0, from dot-wrong.json; 33792 elements of float32
// grid 32, block 256; elements: c 32
extern "C" __global__ void __launch_bounds__(256) dotWrong(const float *a, const float *b, float *c)
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
        if (cacheIndex < i) {
            cache[cacheIndex] += cache[cacheIndex + i];
            __syncthreads(); // wrong, on purpose: the other threads never come here
        }
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}
