// Names that a launcher or C++ has too, in a namespace; more than 48 KB of static and dynamic shared memory together.
__constant__ float weights[4];

namespace inner
{
template <typename T> __global__ void odd(const T *result, T *stream, T scale, int n, double half)
{
    extern __shared__ T held[];
    __shared__ T more[5000];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    held[threadIdx.x] = more[threadIdx.x] = result[i];
    __syncthreads();
    if (i < n) stream[i] = (held[threadIdx.x] + more[threadIdx.x]) * scale + weights[i % 4] + T(half);
}
}
