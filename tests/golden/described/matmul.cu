extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * BN + threadIdx.x, row = blockIdx.y * BM + threadIdx.y;
    for (int y = row; y < (int)(blockIdx.y + 1) * BM; y += blockDim.y)
        for (int x = col; x < (int)(blockIdx.x + 1) * BN; x += blockDim.x) {
            float sum = 0;
            if (y >= m || x >= n) continue;
            for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
            c[y * n + x] = sum;
        }
}
