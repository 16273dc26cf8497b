// What bench_simulator runs: kernels.ptx beside this file is what NVRTC 13.0 makes of it for sm_90.
extern "C" __global__ void integers(unsigned *out, int n)
{
    unsigned a = blockIdx.x * blockDim.x + threadIdx.x, b = a * 2654435761u, c = b ^ 0x9e3779b9u, d = ~a;
    for (int i = 0; i < n; i++) {
        a += b << 3 ^ c;
        b = (b >> 5) + d * 33;
        c = min(c + a, b | d);
        d = (d & a) - c;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = a ^ b ^ c ^ d;
}

extern "C" __global__ void floats(float *out, int n)
{
    float a = threadIdx.x, b = blockIdx.x, c = 1.0f, d = 0.5f;
    for (int i = 0; i < n; i++) {
        a = fmaf(a, 0.5f, b);
        b = fmaf(b, -0.25f, c);
        c = c * 0.75f + d;
        d = fmaxf(a - d, b * 0.125f);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

extern "C" __global__ void transpose(float *out, const float *in, int width, int height)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < width && y + i < height) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < height && y + i < width) out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

// 16x16 tiles by as many threads.
extern "C" __global__ void product(float *c, const float *a, const float *b, int n)
{
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// A histogram of digits for each thread, in local memory.
extern "C" __global__ void locals(unsigned *out, int n)
{
    unsigned count[16], seed = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = 0; i < 16; i++) count[i] = i;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        count[seed >> 28]++;
    }
    for (int i = 0; i < 16; i++) sum = sum * 31 + count[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The Collatz steps of each thread's number: the lanes of a warp part and meet again.
extern "C" __global__ void divergent(unsigned *out, int n)
{
    unsigned steps = 0, first = (blockIdx.x * blockDim.x + threadIdx.x) * 4 + 1;
    for (int i = 0; i < n; i++)
        for (unsigned x = first + i; x != 1; steps++)
            if (x & 1) x = 3 * x + 1;
            else x /= 2;
    out[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}
