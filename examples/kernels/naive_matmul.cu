// c = a * b, one thread for each element of c.
#include <cuda_fp16.h>

__global__ void naive(const half *a, const half *b, float *c, int n, int k)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (col >= n) return;
    for (int i = 0; i < k; i++) sum += __half2float(a[row * k + i]) * __half2float(b[i * n + col]);
    c[row * n + col] = sum;
}
