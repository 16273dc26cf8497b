// c = a * b for matrices of halfs, c of floats. A block makes BM x BN elements of c from tiles in shared memory, BK columns of a and rows of b
// at a time; a thread makes TM x TN of them in registers.
#include <cuda_fp16.h>

__global__ void matmul(const half *a, const half *b, float *c, int n, int k)
{
    __shared__ half left[BK][BM + PAD], right[BK][BN + PAD];
    const int across = BN / TN, threads = BM / TM * across, self = threadIdx.y * across + threadIdx.x;
    const int row = blockIdx.y * BM, col = blockIdx.x * BN;
    float sum[TM][TN] = {};

    for (int begin = 0; begin < k; begin += BK) {
        for (int i = self; i < BM * BK; i += threads)
            left[i % BK][i / BK] = a[(row + i / BK) * k + begin + i % BK];
        for (int i = self; i < BK * BN; i += threads)
            right[i / BN][i % BN] = b[(begin + i / BN) * n + col + i % BN];
        __syncthreads(); // the tiles are there
#pragma unroll UNROLL
        for (int i = 0; i < BK; i++)
            for (int y = 0; y < TM; y++)
                for (int x = 0; x < TN; x++)
                    sum[y][x] += __half2float(left[i][threadIdx.y * TM + y]) * __half2float(right[i][threadIdx.x + x * across]);
        __syncthreads(); // the tiles were used
    }
    for (int y = 0; y < TM; y++)
        for (int x = 0; x < TN; x++)
            c[(row + threadIdx.y * TM + y) * n + col + threadIdx.x + x * across] = sum[y][x];
}
