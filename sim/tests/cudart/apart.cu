// Separate compilation, with apart_device.cu: nvcc -rdc=true. What one file calls and reads the other defines.
#include <cstdio>

extern __device__ float half_of(float x);
extern __device__ unsigned calls;
extern __constant__ float rates[2];
__global__ void lower(float *values, float by); // of the other file
bool calls_are(unsigned count);

static __device__ float own = 1; // the other file has one of the same name

__global__ void raise(float *values)
{
    unsigned i = threadIdx.x;
    values[i] = half_of(values[i]) * rates[i % 2] + own;
    atomicAdd(&calls, 1);
}

int main()
{
    float values[64], *device;
    int failures = 0;
    for (int i = 0; i < 64; i++) values[i] = i;
    failures += cudaMalloc(&device, sizeof values) != cudaSuccess;
    failures += cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess;
    raise<<<1, 64>>>(device);
    failures += cudaGetLastError() != cudaSuccess;
    lower<<<1, 64>>>(device, 10);
    failures += cudaGetLastError() != cudaSuccess;
    failures += cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 64; i++) failures += values[i] != i * 0.5f * (i % 2 ? 8 : 4) + 1 - 10 - 3;
    failures += !calls_are(100 + 64);
    std::printf("%d failures\n", failures);
    return failures != 0;
}
