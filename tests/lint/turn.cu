// What a program for a host has around its kernel is no matter.
#include <cuda_runtime.h>
#include <stdio.h>

#ifndef PADDING
#define PADDING 1
#endif

template <typename T, int N> __global__ void turn(T *out, const T *in, int n)
{
    __shared__ T tile[N][N + PADDING];
    int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
    for (int i = 0; i < N; i += 8) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
#ifndef RACE
    __syncthreads();
#endif
    x = blockIdx.y * N + threadIdx.x, y = blockIdx.x * N + threadIdx.y;
    for (int i = 0; i < N; i += 8) out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

template __global__ void turn<float, 32>(float *, const float *, int);

__global__ void naive(double *out, const double *in, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void outside(float *out, float scale)
{
    extern __shared__ float row[];
    row[threadIdx.x] = out[threadIdx.x] * scale;
    out[threadIdx.x + 1] = row[threadIdx.x];
}
