// Kernels of many kinds, with no results to expect: kernels.ptx beside this file is what NVRTC 13.0 makes of it for sm_90. bench_simulator runs them.
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

// The worst of each kind. Rows of the input that lie 129 words apart, one for each thread.
extern "C" __global__ void strided(float *out, const float *in, int n)
{
    unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 129;
    float sum = 0;
    for (int i = 0; i < n; i++) sum += in[(first + i) & 0xFFFFF];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Wherever a generator of random numbers leads.
extern "C" __global__ void gather(float *out, const float *in, int n)
{
    unsigned seed = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        sum += in[seed >> 12];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A table of shared memory, at random.
extern "C" __global__ void lookup(float *out, const float *in, int n)
{
    __shared__ float table[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) table[i] = in[i];
    __syncthreads();
    unsigned seed = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        sum += table[seed >> 22];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void bytes(unsigned char *out, const unsigned char *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i] + (in[i ^ 1] >> 1);
}

extern "C" __global__ void vectors(float4 *out, const float4 *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 a = in[i];
        out[i] = make_float4(a.y, a.x + a.z, a.w, a.z);
    }
}

extern "C" __global__ void doubles(double *out, int n)
{
    double a = threadIdx.x, b = blockIdx.x;
    for (int i = 0; i < n; i++) {
        a = fma(a, 0.5, b);
        b = b * -0.25 + 1.0 / (a * a + 1.0);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

// A sum by halves, with a barrier each time: ten of them for few instructions.
extern "C" __global__ void barriers(unsigned *out, int n)
{
    __shared__ unsigned part[256];
    unsigned sum = threadIdx.x + blockIdx.x;
    for (int k = 0; k < n; k++) {
        part[threadIdx.x] = sum;
        __syncthreads();
        for (int half = 128; half; half /= 2) {
            if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
            __syncthreads();
        }
        sum += part[0];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each lane of a warp goes another way.
extern "C" __global__ void apart(unsigned *out, int n)
{
    unsigned x = threadIdx.x;
    for (int i = 0; i < n; i++)
        switch ((x + i) % 8) {
        case 0: x = x * 3 + 1; break;
        case 1: x ^= x >> 5; break;
        case 2: x += 77; break;
        case 3: x = x * x; break;
        case 4: x = ~x; break;
        case 5: x -= i; break;
        case 6: x = x << 3 | x >> 29; break;
        default: x |= 4; break;
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// For blocks of one thread: a warp's work for a thirty-second of its results.
extern "C" __global__ void lonely(unsigned *out, int n)
{
    unsigned a = blockIdx.x;
    for (int i = 0; i < n; i++) a = a * 1664525u + 1013904223u ^ a >> 3;
    out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

// All lanes add to 13 places.
extern "C" __global__ void histogram(unsigned *out, const unsigned *in, int n)
{
    for (int i = 0; i < n; i++) atomicAdd(&out[in[(blockIdx.x * blockDim.x + threadIdx.x) * 7 + i & 0xFFFF] % 13], 1u);
}

// Half precision in pairs.
extern "C" __global__ void halves(unsigned *out, int n)
{
    unsigned a = threadIdx.x * 0x3c013801u, b = 0x38003555u, c = 0x2e662e66u;
    for (int i = 0; i < n; i++) {
        asm("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(a) : "r"(b), "r"(c));
        asm("add.rn.f16x2 %0, %0, %1;" : "+r"(c) : "r"(b));
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = a ^ c;
}

// Tensor cores: 16 x 8 x 16 products of half precision an instruction.
extern "C" __global__ void mma(float *out, int n)
{
    unsigned a = threadIdx.x * 0x3c013801u, b = 0x38003555u;
    float c[4] = {0, 1, 2, 3};
    for (int i = 0; i < n; i++)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%4,%5}, {%5,%4}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a), "r"(b));
    out[blockIdx.x * blockDim.x + threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}

// What lies at random places is read and written, each place by one thread.
extern "C" __global__ void scatter(unsigned *out, unsigned *places, int n)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++) {
        unsigned at = (first + i * gridDim.x * blockDim.x) * 0x9e3779b1u & 0xFFFFF;
        unsigned value = places[at];
        sum += value;
        places[at] = value ^ n >> 20; // the same, as n is small
    }
    out[first] = sum;
}

// What everyday kernels have besides: the largest and the sum of a row by shuffles, and its exponentials; as normalising a row has them.
extern "C" __global__ void softmax(float *out, const float *in, int n)
{
    for (int row = 0; row < n; row++) {
        int at = (blockIdx.x * n + row) * 256 + threadIdx.x;
        float x = in[at] * 0.01f, most = x, sum;
        for (int by = 16; by; by /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, by));
        sum = x = __expf(x - most);
        for (int by = 16; by; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
        out[at] = __fdividef(x, sum);
    }
}

// Pictures: bytes of a word to floats and back, rounded and limited.
extern "C" __global__ void pixels(unsigned *out, const unsigned *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned colour = in[i], result = 0;
        for (int k = 0; k < 32; k += 8) {
            float value = (float)(unsigned char)(colour >> k) * 1.1f - 7.5f;
            result |= (unsigned)min(max(__float2int_rn(value), 0), 255) << k;
        }
        out[i] = result;
    }
}

// Fields of bits, and words turned: as hashes and codes have them.
extern "C" __global__ void fields(unsigned *out, int n)
{
    unsigned long long a = threadIdx.x * 0x9e3779b97f4a7c15ull + blockIdx.x, b = ~a;
    for (int i = 0; i < n; i++) {
        a += __brevll(b) ^ (unsigned)__clz((unsigned)a);
        b = (unsigned long long)__byte_perm((unsigned)b, (unsigned)(a >> 32), 0x2541) << 32 | (unsigned)b;
        b = b * 33 + __popcll(a) + (b >> 47);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned)(a ^ b >> 32);
}

// Sums of a block's own counts: atomics of shared memory.
extern "C" __global__ void counts(unsigned *out, const unsigned *in, int n)
{
    __shared__ unsigned count[64];
    if (threadIdx.x < 64) count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < n; i++) atomicAdd(&count[in[(blockIdx.x * blockDim.x + threadIdx.x + i * 4096) & 0xFFFF] & 63], 1u);
    __syncthreads();
    if (threadIdx.x < 64) out[blockIdx.x * 64 + threadIdx.x] = count[threadIdx.x];
}
