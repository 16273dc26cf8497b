/* Kernels of some 500 lines, each made of one part many times with other numbers. */
#include "tools/bench/parts/linted.h"

/* Attention over a block of keys at a time: loops in loops over tiles in shared memory, unrolled. */
static void write_attention(struct tw_text *source)
{
    tw_text_add(source, "constexpr int BQ = 32, BK = 32, D = 32;\n"
                        "extern \"C\" __global__ void attention(const float *q, const float *k, const float "
                        "*v, float *o, int n)\n"
                        "{\n"
                        "    __shared__ float qs[BQ][D + 1], ks[BK][D + 1], vs[BK][D + 1], p[BQ][BK + 1];\n"
                        "    const int row = threadIdx.x / 4, part = threadIdx.x % 4;\n"
                        "    float acc[D / 4] = {}, m = -1e30f, l = 0;\n"
                        "    for (int i = threadIdx.x; i < BQ * D; i += blockDim.x)\n"
                        "        qs[i / D][i % D] = q[(blockIdx.x * BQ + i / D) * D + i % D];\n"
                        "    __syncthreads();\n"
                        "    for (int j0 = 0; j0 < n; j0 += BK) {\n");
    for (unsigned i = 0; i < 17; i++)
        tw_text_addf(
            source,
            "        for (int i = threadIdx.x; i < BK * D; i += blockDim.x) {\n"
            "            ks[i / D][i %% D] = k[((j0 + i / D) %% n) * D + i %% D] * 1.%02uf;\n"
            "            vs[i / D][i %% D] = v[((j0 + i / D) %% n) * D + i %% D] + 0.%02uf;\n"
            "        }\n"
            "        __syncthreads();\n"
            "        for (int j = part; j < BK; j += 4) {\n"
            "            float s = 0;\n"
            "            for (int d = 0; d < D; d++)\n"
            "                s += qs[row][d] * ks[j][d];\n"
            "            p[row][j] = s * 0.1%02uf;\n"
            "        }\n"
            "        __syncthreads();\n"
            "        {\n"
            "            float most = m, sum = 0;\n"
            "            for (int j = 0; j < BK; j++)\n"
            "                most = fmaxf(most, p[row][j]);\n"
            "            const float scale = __expf(m - most);\n"
            "            for (int j = 0; j < BK; j++) {\n"
            "                const float e = __expf(p[row][j] - most);\n"
            "                sum += e;\n"
            "                for (int d = 0; d < D / 4; d++)\n"
            "                    acc[d] = (j ? acc[d] : acc[d] * scale) + e * vs[j][part * (D / 4) + d];\n"
            "            }\n"
            "            l = l * scale + sum;\n"
            "            m = most;\n"
            "        }\n"
            "        __syncthreads();\n",
            i, i, i);
    tw_text_add(source, "    }\n"
                        "    for (int d = 0; d < D / 4; d++)\n"
                        "        o[(blockIdx.x * BQ + row) * D + part * (D / 4) + d] = acc[d] / l;\n"
                        "}\n");
}

/* Products in half precision: templates, each instantiated once, and a header of the toolkit. */
static void write_halves(struct tw_text *source)
{
    tw_text_add(source, "#include <cuda_fp16.h>\n\ntemplate <int N> struct vec {\n    half2 v[N];\n};\n");
    for (unsigned i = 0; i < 12; i++)
        tw_text_addf(source,
                     "\ntemplate <int BM, int BN, int BK>\n"
                     "__device__ void stage%u(half (*a)[BK + 2], half (*b)[BN + 2], const half *ga, const "
                     "half *gb, int n)\n"
                     "{\n"
                     "    for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)\n"
                     "        a[i / BK][i %% BK] = __hmul(ga[(blockIdx.y * BM + i / BK) * n + i %% BK], "
                     "__float2half(0.%02uf));\n"
                     "    for (int i = threadIdx.x; i < BK * BN; i += blockDim.x)\n"
                     "        b[i / BN][i %% BN] = gb[(i / BN) * n + blockIdx.x * BN + i %% BN];\n"
                     "    __syncthreads();\n"
                     "}\n"
                     "\ntemplate <int BN, int BK, int N>\n"
                     "__device__ void multiply%u(half (*a)[BK + 2], half (*b)[BN + 2], vec<N> &sum)\n"
                     "{\n"
                     "    const int row = threadIdx.x / 16, col = threadIdx.x %% 16 * 2;\n"
                     "#pragma unroll\n"
                     "    for (int k = 0; k < BK; k++) {\n"
                     "        const half2 y = __halves2half2(b[k][col], b[k][col + 1]);\n"
                     "#pragma unroll\n"
                     "        for (int i = 0; i < N; i++)\n"
                     "            sum.v[i] = __hfma2(__half2half2(a[row + 8 * i][k]), y, sum.v[i]);\n"
                     "    }\n"
                     "    if (__hgt(__low2half(sum.v[0]), __float2half(8.%02uf)))\n"
                     "        sum.v[0] = __hmul2(sum.v[0], __float2half2_rn(0.5f));\n"
                     "    __syncthreads();\n"
                     "}\n",
                     i, i + 1, i, i);
    tw_text_add(source,
                "\nextern \"C\" __global__ void halves(half *c, const half *ga, const half *gb, int n)\n"
                "{\n"
                "    constexpr int BM = 32, BN = 32, BK = 16, N = 4;\n"
                "    __shared__ half a[BM][BK + 2], b[BK][BN + 2];\n"
                "    vec<N> sum;\n"
                "    for (int i = 0; i < N; i++)\n"
                "        sum.v[i] = __float2half2_rn(0.0f);\n");
    for (unsigned i = 0; i < 12; i++)
        tw_text_addf(source,
                     "    for (int k = 0; k < n; k += BK) {\n"
                     "        stage%u<BM, BN, BK>(a, b, ga + k, gb + k * n, n);\n"
                     "        multiply%u<BN, BK, N>(a, b, sum);\n"
                     "    }\n",
                     i, i);
    tw_text_add(source, "    const int row = threadIdx.x / 16, col = threadIdx.x % 16 * 2;\n"
                        "    for (int i = 0; i < N; i++)\n"
                        "        *reinterpret_cast<half2 *>(&c[(blockIdx.y * BM + row + 8 * i) * n + "
                        "blockIdx.x * BN + col]) = sum.v[i];\n"
                        "}\n");
}

/* An interpreter: one loop around a switch of 240 cases. */
static void write_machine(struct tw_text *source)
{
    static const char *const steps[] = {
        "a = a * %u + b;",     "b ^= a >> %u;",       "c += a & b, a -= %u;",          "a > %u ? b++ : c--;",
        "c = max(c, b - %u);", "b = __popc(a) + %u;", "a = in[(unsigned)a %% n] + %u;"};
    tw_text_add(
        source,
        "extern \"C\" __global__ void machine(const int *code, const int *in, int *out, int n, int steps)\n"
        "{\n"
        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i >= n) return;\n"
        "    int a = in[i], b = i, c = 1;\n"
        "    for (int s = 0; s < steps; s++) {\n"
        "        switch (code[(s * 31 + i / 32 * 7) % 256] % 240) {\n");
    for (unsigned i = 0; i < 240; i++) {
        tw_text_addf(source, "        case %u:\n            ", i);
        tw_text_addf(source, steps[i % 7], i % 29 + 1);
        tw_text_add(source, " break;\n");
    }
    tw_text_add(source, "        }\n    }\n    out[i] = a + b + c;\n}\n");
}

/* A stencil of 480 points, each with its own factor, in a straight line. */
static void write_points(struct tw_text *source)
{
    tw_text_add(
        source,
        "constexpr int BX = 32, BY = 8;\n"
        "extern \"C\" __global__ void points(const float *in, float *out, int w, int h)\n"
        "{\n"
        "    __shared__ float t[BY + 16][BX + 16];\n"
        "    const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY, x = threadIdx.x, y = threadIdx.y;\n"
        "    for (int i = y; i < BY + 16; i += BY)\n"
        "        for (int j = x; j < BX + 16; j += BX)\n"
        "            t[i][j] = in[min(max(y0 + i - 8, 0), h - 1) * w + min(max(x0 + j - 8, 0), w - 1)];\n"
        "    __syncthreads();\n"
        "    float s = 0;\n");
    for (unsigned i = 0; i < 480; i++) {
        if (i % 7)
            tw_text_addf(source, "    s += 0.%03uf * t[y + %u][x + %u];\n", i, i * 5 % 17, i * 11 % 17);
        else
            tw_text_addf(source, "    if (s > 1%u.5f) s *= 0.5f; else s += t[y + 8][x + %u];\n", i, i % 17);
    }
    tw_text_add(source, "    if (x0 + x < w && y0 + y < h) out[(y0 + y) * w + x0 + x] = s;\n}\n");
}

/* Parts of descriptions. */
#define KERNEL(name)                                                                                         \
    "{ \"tilewright\": 1, \"kernel\": { \"name\": \"" name "\", \"source\": \"" name                         \
    ".cu\", \"reference\": null, "
#define BUFFER(name, type, count, role)                                                                      \
    "{ \"name\": \"" name "\", \"type\": \"" type "\", \"count\": \"" count "\", \"role\": \"" role "\" }, "
#define NUMBER(name) "{ \"name\": \"" name "\", \"type\": \"int32\", \"value\": \"" name "\" }"

/* clang-format off */
const struct linted linted_kernels[] = {
    {"attention", KERNEL("attention") "\"problem\": { \"n\": 1024 }, \"arguments\": [ "
                  BUFFER("q", "float32", "n * 32", "input") BUFFER("k", "float32", "n * 32", "input") BUFFER("v", "float32", "n * 32", "input")
                  BUFFER("o", "float32", "n * 32", "output") NUMBER("n") " ], \"grid\": \"n // 32\", \"block\": 128, \"proof\": { \"n\": 64 } } }\n",
     write_attention},
    {"halves",    KERNEL("halves") "\"problem\": { \"n\": 1024 }, \"arguments\": [ "
                  BUFFER("c", "float16", "n * n", "output") BUFFER("ga", "float16", "n * n", "input") BUFFER("gb", "float16", "n * n", "input")
                  NUMBER("n") " ], \"grid\": [\"n // 32\", \"n // 32\"], \"block\": 128, \"proof\": { \"n\": 32 } } }\n",
     write_halves},
    {"machine",   KERNEL("machine") "\"problem\": { \"n\": 100000, \"steps\": 1000 }, \"arguments\": [ "
                  BUFFER("code", "int32", "256", "input") BUFFER("in", "int32", "n", "input") BUFFER("out", "int32", "n", "output")
                  NUMBER("n") ", " NUMBER("steps") " ], \"grid\": \"ceil_div(n, 256)\", \"block\": 256, \"proof\": { \"n\": 517, \"steps\": 256 } } }\n",
     write_machine},
    {"points",    KERNEL("points") "\"problem\": { \"w\": 512, \"h\": 512 }, \"arguments\": [ "
                  BUFFER("in", "float32", "w * h", "input") BUFFER("out", "float32", "w * h", "output")
                  NUMBER("w") ", " NUMBER("h") " ], \"grid\": [\"ceil_div(w, 32)\", \"ceil_div(h, 8)\"], \"block\": [32, 8], \"proof\": { \"w\": 67, \"h\": 17 } } }\n",
     write_points},
};
/* clang-format on */

const size_t linted_count = sizeof linted_kernels / sizeof *linted_kernels;
