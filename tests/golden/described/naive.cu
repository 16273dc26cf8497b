/* The product by its definition. */
extern "C" __global__ void naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (x >= n || y >= m) return;
    for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
    c[y * n + x] = sum;
}
