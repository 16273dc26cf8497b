#!/usr/bin/env bash
# tilewright init of a kernel's source: what its text says is found, whatever its style; the description can be read, and its source
# compiled, with NVRTC and without; a source where a config is wanted; lint with the launches of a description. Needs TILEWRIGHT and
# SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# ---- sources of many styles ----

cat >nested.cu <<'CUDA'
#include <cuda_fp16.h>
// __global__ void fake(int *a);
/* template <int Q> __global__ void fake2(float *b) { } */
static const char *text = "__global__ void fake3(int *a) { }", *raw = R"x(__global__ void fake4() { })x";
namespace deep { namespace er {
template <typename T, int BM = 32, bool VEC = false, unsigned PAD = 1>
__global__ void __launch_bounds__(BM * 8) turn(T *__restrict__ out, const T *__restrict__ in, int n)
{
    __shared__ T tile[BM][BM + PAD];
    int x = blockIdx.x * BM + threadIdx.x, y = blockIdx.y * BM + threadIdx.y;
    for (int i = 0; i < BM; i += 8) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    for (int i = 0; i < BM; i += 8) out[(y + i) * n + x] = VEC ? T(0) : tile[threadIdx.x][threadIdx.y + i];
}
template __global__ void turn<float, 32>(float *, const float *, int);
} }
CUDA
cat >conv.cu <<'CUDA'
#ifndef RADIUS
#define RADIUS 2
#endif
#define SIDE 5
__constant__ float weights[(2 * RADIUS + 1) * SIDE];
__constant__ int unused[4];
extern "C" __global__ void conv(float *output, const float *input, const int width, const int height) {
  #if use_padding == 1
    __shared__ float s[block_size_y * tile_size_y + 2*RADIUS][block_size_x + 1];
  #else
    __shared__ float s[block_size_y * tile_size_y + 2*RADIUS][block_size_x];
  #endif
  int x = blockIdx.x * block_size_x + threadIdx.x, y = blockIdx.y * block_size_y * tile_size_y + threadIdx.y;
  #pragma unroll
  for (int i = 0; i < tile_size_y; i++) { s[0][threadIdx.x] = input[y * width + x]; output[(y + i * block_size_y) * width + x] = s[0][threadIdx.x] * weights[0]; }
}
CUDA
printf '__global__\r\nvoid\r\nvector_add\r\n(\r\n  float * c ,\r\n  float const * a ,\r\n  float const * b ,\r\n  int n\r\n)\r\n{\r\n  int i = blockIdx.x * block_size_x + threadIdx.x;\r\n  if ( i < n )\r\n    c [ i ] = a [ i ] + b [ i ] ;\r\n}\r\n' >crlf.cu
cat >hist.cu <<'CUDA'
#include <stdio.h>
typedef unsigned int word;
static __global__ __launch_bounds__(256, 2) void histogram(word *__restrict__ bins, const unsigned char *data, size_t count, float scale = 1.0f)
{
    extern __shared__ word local[];
    for (word i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i] % BINS], 1u);
    __syncthreads();
    for (word i = threadIdx.x; i < BINS; i += blockDim.x) atomicAdd(&bins[i], (word)(local[i] * scale));
}
int main(void) { printf("%d\n", BINS); return 0; }
CUDA
cat >tuned.cu <<'CUDA'
#ifndef TUNED
  #define tile 16
  #define pad 0
#endif
#if !defined(stages)
# define stages 2
#endif
#ifndef EMPTY_H
#define EMPTY_H
#endif
__global__ void __launch_bounds__(block_size_x * block_size_y * block_size_z, least) tuned(float *out, float *unused, float *shifted, const float *in, int n)
{
    const int factor = 4;
    float *next = shifted + tile, sum = 0;
#if unroll_by > 0
#pragma unroll unroll_by
#endif
    for (int i = 0; i < tile + pad; i++) sum += in[i % n];
  #  pragma unroll (deeper)
    for (int i = 0; i < stages; i++) sum += next[0];
#pragma unroll factor
    for (int i = 0; i < stages; i++) sum += i;
#if mode == 3 and not false
    sum = 0;
#elif mode == 1
    sum = 1;
#elif mode == 0
    out[(threadIdx.x + 1) % n] = sum;
#endif
    out[threadIdx.x % n] = sum;
}
CUDA
cat >two.cu <<'CUDA'
struct Particle { float4 p, v; };
__global__ void step(Particle *particles, float dt, int index) { particles[threadIdx.x].p.x += dt * index; }
#if 0
__global__ void dead(int *x) { }
#endif
__global__ void reduce(const double2 *in, double *out, int n);
__global__ void reduce(const double2 *in, double *out, int n) { __shared__ double s[THREADS]; s[threadIdx.x] = in[blockIdx.x * THREADS + threadIdx.x].x; __syncthreads(); out[blockIdx.x] = s[0]; }
CUDA
cat >alias.cu <<'CUDA'
#ifndef real
#define real float
#define SHIFT (0)  // in brackets
#define AHEAD 3 /* and a comment */
#define TWICE (2 * AHEAD)
#define OF(x) x
#endif
using vec = float3;
template<class... Ts> __global__ void packed(Ts... ts) {}
__global__ __attribute__((annotate("x"))) void nbody(const vec pos[], real acc[], [[maybe_unused]] const int n, float3 box, double **rows)
{ int mine = threadIdx.x; for (int j = 0; j < repeats; j++) acc[mine] += pos[j].x + TILE + SHIFT + AHEAD + TWICE + OF(1); }
CUDA
echo '__global__ void mm(float (*a)[N], float *b) { for (int i = 0; i < N; i++) b[blockIdx.x * BLOCK + i] = a[0][i]; }' >sized.cu
cat >none.cu <<'CUDA'
// only a comment: __global__ void nothing(int *a) {}
const char *s = "__global__ void k(int *a) { }";
CUDA

# starts NAME SOURCE [OPTION...]: writes NAME.json, which is read and rendered, and the same without NVRTC but for names that only it finds.
starts() {
    tw "$1" 0 init "$2.cu" "${@:3}" -o "$1.json"
    tw "$1 is read" 0 gen "$1.json"
    TILEWRIGHT_NVRTC=/none tw "$1 without NVRTC" 0 init "$2.cu" "${@:3}" -o "$1-scanned.json"
    tw "$1 without NVRTC is read" 0 gen "$1-scanned.json"
}
starts nested nested
starts conv conv
starts crlf crlf
starts hist hist
starts step two --kernel step
starts reduced two -k reduce
starts nbody alias -k nbody
starts tuned tuned
starts sized sized

python3 - <<'PYTHON' || fail 'what is found'
import json, sys
wrong = 0
def check(file, **expected):
    global wrong
    kernel = json.load(open(file + ".json"))["kernel"]
    kernel["arguments"] = {a.get("name", a.get("symbol")): a for a in kernel["arguments"]}
    for path, value in expected.items():
        found = kernel
        for part in path.split("__"):
            found = found.get(part) if isinstance(found, dict) else None
        if found != value:
            print(f"{file}: {path} is {found}, not {value}")
            wrong += 1
    return kernel
check("nested", name="turn", entry="deep::er::turn<T, BM, VEC, PAD>", problem={"n": 256},
      parameters={"T": ["float32"], "BM": {"values": [16, 32, 64], "default": 32}, "VEC": [0, 1], "PAD": {"values": [0, 1], "default": 1}},
      arguments__out={"name": "out", "type": "T", "count": "n * n", "role": "output"}, arguments__in={"name": "in", "type": "T", "count": "n * n"})
conv = check("conv", problem={"width": 256, "height": 256}, block=["block_size_x", "block_size_y"],
             grid=["ceil_div(width, block_size_x)", "ceil_div(height, block_size_y * tile_size_y)"], arguments__output__role="output",
             arguments__weights={"symbol": "weights", "type": "float32", "count": "(2*RADIUS+1)*5"}, arguments__unused=None)
if set(conv["parameters"]) != {"RADIUS", "use_padding", "block_size_x", "block_size_y", "tile_size_y"} or conv["parameters"]["use_padding"] != [0, 1]:
    print("conv:", conv["parameters"]); wrong += 1
check("crlf", parameters={"block_size_x": {"values": [64, 128, 256], "default": 128}}, block=["block_size_x"],
      arguments__c__role="output", arguments__a={"name": "a", "type": "float32", "count": "n"}, arguments__n={"name": "n", "type": "int32", "value": "n"})
check("hist", problem={"count": 1024, "scale": 1.5}, shared="256 * sizeof(uint32)", arguments__bins__fill="zeros", arguments__bins__type="uint32",
      arguments__data={"name": "data", "type": "uint8", "count": "count"}, arguments__count__type="uint64", arguments__scale__type="float32")
step = check("step", entry="step", arguments__particles={"name": "particles", "type": "float32x4", "count": "2 * index_value", "role": "inout"}, arguments__index={"name": "index", "type": "int32", "value": "index_value"})
check("reduced", name="reduce_kernel", entry="reduce", arguments__in__type="float64x2", arguments__out__role="output", parameters={"THREADS": {"values": [64, 128, 256], "default": 128}})
nbody = check("nbody", arguments__pos={"name": "pos", "type": "float32", "count": "3 * n"}, arguments__acc__role="inout", problem={"n": 1024})
assert set(nbody["parameters"]) == {"real", "repeats", "TILE", "SHIFT", "AHEAD"}, nbody["parameters"]
assert nbody["parameters"]["real"] == ["float32"] and "double*" in nbody["arguments"]["rows"]["$comment"] and nbody["arguments"]["box"]["value"] == [1, 1, 1]
check("sized", problem={"N": 1024}, define={"N": "N"}, parameters={"BLOCK": {"values": [64, 128, 256], "default": 128}})
tuned = check("tuned", define={"TUNED": 1}, arguments__unused={"name": "unused", "type": "float32", "count": "n"}, arguments__out__role="output",
              arguments__shifted__role="inout")
assert tuned["parameters"] == {"tile": {"values": [8, 16, 32], "default": 16}, "pad": [0, 1], "stages": {"values": [1, 2, 4], "default": 2},
                               "block_size_x": {"values": [64, 128, 256], "default": 128}, "mode": [0, 1, 3], "unroll_by": {"values": [0, 1, 2, 4], "default": 2}, "deeper": {"values": [1, 2, 4], "default": 2},
                               "least": {"values": [1, 2, 4], "default": 2}}, tuned["parameters"]
for name in ("nested", "conv", "crlf", "hist", "reduced", "sized"):
    if json.load(open(name + ".json")) != json.load(open(name + "-scanned.json")):
        print(f"{name}: another description without NVRTC"); wrong += 1
sys.exit(wrong != 0)
PYTHON

tw 'a guess that is right runs' 0 run crlf.json --device sim
has 'a guess that is right runs' '^1 ok$' out
tw 'every value' 0 sweep crlf.json --device sim

# ---- the launch, from the indices of kernels of many styles ----

mkdir -p styles
cat >styles/add.cu <<'CUDA'
__global__ void add(float *c, const float *a, const float *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
CUDA
cat >styles/stride.cu <<'CUDA'
__global__ void saxpy(float *y, const float *x, float a, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] += a * x[i]; }
CUDA
cat >styles/transpose.cu <<'CUDA'
#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void transpose(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
CUDA
cat >styles/matmul.cu <<'CUDA'
#define BS 16
__global__ void mm(float *C, const float *A, const float *B, int M, int N, int K)
{
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    __shared__ float As[BS][BS], Bs[BS][BS];
    int row = by * BS + ty, col = bx * BS + tx;
    float sum = 0;
    for (int t = 0; t < K; t += BS) {
        As[ty][tx] = A[row * K + t + tx];
        Bs[ty][tx] = B[(t + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < BS; k++) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = sum;
}
CUDA
cat >styles/coarse.cu <<'CUDA'
__global__ void scale4(float *out, const float *in, int n) { int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4; if (i + 3 < n) for (int k = 0; k < 4; k++) out[i + k] = 2 * in[i + k]; }
CUDA
cat >styles/coarse_macro.cu <<'CUDA'
__global__ void copy(float *out, const float *in, int n) { int base = blockIdx.x * (THREADS * ITEMS) + threadIdx.x; 
#pragma unroll
for (int k = 0; k < ITEMS; k++) { int i = base + k * THREADS; if (i < n) out[i] = in[i]; } }
CUDA
cat >styles/rows.cu <<'CUDA'
__global__ void softmax(float *out, const float *in, int rows, int cols)
{
    __shared__ float s[256];
    int row = blockIdx.x;
    float m = -1e30f;
    for (int c = threadIdx.x; c < cols; c += 256) m = fmaxf(m, in[row * cols + c]);
    s[threadIdx.x] = m;
    __syncthreads();
    out[row * cols + threadIdx.x] = s[0];
}
CUDA
cat >styles/bounds.cu <<'CUDA'
template <int BX, int BY> __global__ void __launch_bounds__(BX * BY) blur(unsigned char *out, const unsigned char *in, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    out[y * w + x] = in[y * w + x];
}
CUDA
cat >styles/3d.cu <<'CUDA'
__global__ void heat(double *u, const double *v, int nx, int ny, int nz)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y, k = threadIdx.z + blockDim.z * blockIdx.z;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1) u[(k * ny + j) * nx + i] = v[(k * ny + j) * nx + i + 1];
}
CUDA
cat >styles/batch.cu <<'CUDA'
__global__ void batched(float *out, const float *in, int n, int batch) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[blockIdx.y * n + i] = in[blockIdx.y * n + i]; }
CUDA
cat >styles/macro_id.cu <<'CUDA'
#define GLOBAL_ID(d) (blockIdx.d * blockDim.d + threadIdx.d)
#define TID (blockIdx.x * 128 + threadIdx.x)
__global__ void f(int *out, unsigned int count) { unsigned i = TID; if (i < count) out[i] = i; }
CUDA
cat >styles/vec.cu <<'CUDA'
__global__ void v4(float4 *out, const float4 *in, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n / 4) out[i] = in[i]; }
CUDA
cat >styles/unknown.cu <<'CUDA'
__device__ int per_block(int); 
__global__ void weird(float *out, int n) { int t = per_block(n); int i = blockIdx.x * t + threadIdx.x; int j = blockIdx.y / 3; if (i < n) out[i + j] = 1; }
CUDA
cat >styles/macroy.cu <<'CUDA'
#ifndef ROWS
#define ROWS 4
#endif
#define COLS (32 * 2)
__global__ void tiles(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * COLS + threadIdx.x;
    for (int r = 0; r < ROWS; r++) { int y = blockIdx.y * ROWS + r; if (x < width && y < height) out[y * width + x] = in[y * width + x]; }
}
CUDA
cat >styles/reduce.cu <<'CUDA'
template <unsigned blockSize> __global__ void reduce(const float *g_in, float *g_out, unsigned n)
{
    extern __shared__ float sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + tid;
    sdata[tid] = i < n ? g_in[i] + (i + blockSize < n ? g_in[i + blockSize] : 0) : 0;
    __syncthreads();
    for (unsigned s = blockSize / 2; s > 0; s >>= 1) { if (tid < s) sdata[tid] += sdata[tid + s]; __syncthreads(); }
    if (tid == 0) g_out[blockIdx.x] = sdata[0];
}
CUDA
cat >styles/constexpr.cu <<'CUDA'
constexpr int kThreads = 128;
constexpr int kItems = 4;
__global__ __launch_bounds__(kThreads) void fill(int *out, int n) { const int tile = kThreads * kItems; int base = blockIdx.x * tile; for (int k = threadIdx.x; k < tile; k += kThreads) if (base + k < n) out[base + k] = k; }
CUDA
cat >styles/warp.cu <<'CUDA'
__global__ void warprow(float *y, const float *A, const float *x, int m, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= m) return;
    float s = 0; for (int c = lane; c < n; c += 32) s += A[warp * n + c] * x[c];
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (lane == 0) y[warp] = s;
}
CUDA
cat >styles/bm.cu <<'CUDA'
template <int BM, int BN, int TM> __global__ void sgemm(const float *A, const float *B, float *C, int M, int N, int K)
{
    const int cRow = blockIdx.y, cCol = blockIdx.x;
    const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
    A += cRow * BM * K; B += cCol * BN; C += cRow * BM * N + cCol * BN;
    C[threadRow * TM * N + threadCol] = A[threadRow] * B[threadCol];
}
CUDA
# launched NAME GRID BLOCK: what init writes of styles/NAME.cu
launched() {
    TILEWRIGHT_NVRTC=/none "$TILEWRIGHT" init styles/$1.cu -o styles/$1.json 2>err || fail "styles/$1: $(cat err)"
    grep -qF "\"grid\": [$2], \"block\": [$3]" styles/$1.json || fail "styles/$1: $(grep '"grid":' styles/$1.json), not [$2] and [$3]"
}
launched add '"ceil_div(n, 256)"' '"256"'
launched stride '"ceil_div(n, 256)"' '"256"'
launched transpose '"ceil_div(width, 32)", "ceil_div(height, 32)"' '"32", "8"'
launched matmul '"ceil_div(N, 16)", "ceil_div(M, 16)"' '"16", "16"'
launched coarse '"ceil_div(n, 256 * 4)"' '"256"'
launched coarse_macro '"ceil_div(n, THREADS * ITEMS)"' '"THREADS"'
launched rows '"rows"' '"256"'
launched bounds '"ceil_div(w, BX)", "ceil_div(h, BY)"' '"BX", "BY"'
launched 3d '"ceil_div(nx - 1, 8)", "ceil_div(ny - 1, 8)", "ceil_div(nz - 1, 4)"' '"8", "8", "4"'
launched batch '"ceil_div(n, 256)", "batch"' '"256"'
launched macro_id '"ceil_div(count, 128)"' '"128"'
launched vec '"ceil_div(n // 4, 256)"' '"256"'
launched unknown '"?", "?"' '"?"'
launched macroy '"ceil_div(width, (32 * 2))", "ceil_div(height, ROWS)"' '"(32 * 2)"'
launched reduce '"ceil_div(n, blockSize * 2)"' '"blockSize"'
launched constexpr '"ceil_div(n, (128 * 4))"' '"128"'
launched warp '"ceil_div(m, 256 // 32)"' '"256"'
launched bm '"ceil_div(N, BN)", "ceil_div(M, BM)"' '"?"'
# What the source does not tell is refused until it is said, in the description's words and by its place.
has 'what is open' 'The source does not tell what stands as' styles/unknown.json
tw 'what is open is refused' 2 sweep styles/unknown.json
tr -s ' \n' ' ' <err | grep -qF 'styles/unknown.json:17:15: /kernel/grid/0 is left open: `tilewright init` could not know it from the source' || fail "what is open: $(cat err)"
sed 's/"?", "?"/"ceil_div(n, 64)", 1/; s/"?"/64/' styles/unknown.json >styles/said.json
sed -i 's/"source": "unknown.cu"/"source": "add.cu"/; s/"entry": "weird"/"entry": "add"/' styles/said.json
tw 'what was open is said' 0 gen styles/said.json
# Guesses that are right write every element, and no other: the checks of lint find no place outside, and no element is left.
for name in add stride coarse macro_id; do
    tw "styles/$name is launched" 0 lint styles/$name.cu --launch styles/$name.json --fail error
    has "styles/$name is launched" '^0 errors' out
done

# ---- refusals ----

tw 'no kernel' 2 init none.cu
has 'no kernel' 'none.cu: no kernel is in it' err
tw 'several' 2 init two.cu
has 'several' 'which kernel\? --kernel names one of step, reduce' err
tw 'another name' 2 init two.cu --kernel dead
has 'another name' 'no kernel of it is named dead; there are step, reduce' err
tw 'no source' 2 init nowhere.cu
tw 'the kernel of a family' 2 init tile --kernel step
echo changed >crlf.json
tw 'something else is there' 2 init crlf.cu -o crlf.json
[ "$(cat crlf.json)" = changed ] || fail 'it was overwritten'
tw 'the source itself' 2 init crlf.cu -o crlf.cu --force
grep -q vector_add crlf.cu || fail 'the source was overwritten'
mkdir -p far/away
tw 'another folder' 0 init crlf.cu -o far/away/crlf.json
tw 'another folder is read' 0 gen far/away/crlf.json

# ---- a source where a config is wanted ----

cp "$SOURCE_DIR"/sim/tests/kernels/compiled.ptx .
for command in gen run sweep explain verify embed 'lint crlf.cu --launch'; do
    # shellcheck disable=SC2086
    tw "$command of a source" 2 $command conv.cu
    has "$command of a source" 'conv.cu: it is CUDA C\+\+, and no config: ' err
    tr '\n' ' ' <err | grep -q 'tilewright init.*tilewright *lint' || fail "$command: not both commands are named"
    # shellcheck disable=SC2086
    tw "$command of PTX" 2 $command compiled.ptx
    has "$command of PTX" 'compiled.ptx: it is PTX, and no ' err
done
echo '{"tilewright": 1, "kernel": "__global__ #include"' >broken.json
tw 'broken JSON' 2 gen broken.json
has 'broken JSON' 'broken.json:2:1: the text ends' err

# ---- lint with a description's launches ----

cat >matmul.cu <<'CUDA'
__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
CUDA
cat >matmul.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "matmul", "source": "matmul.cu", "problem": {"n": 64}, "parameters": {"TILE": [8, 16, 32]},
  "arguments": [ {"name": "a", "type": "float32", "count": "n * n"}, {"name": "b", "type": "float32", "count": "n * n", "fill": "index % 7 - 3"},
    {"name": "c", "type": "float32", "count": "n * n", "role": "output"}, {"name": "n", "type": "int32", "value": "n"} ],
  "grid": ["n / TILE", "n / TILE"], "block": ["TILE", "TILE"], "proof": {"n": "2 * TILE"} },
  "variants": [ {"name": "small", "TILE": 8}, {"name": "large", "TILE": 32} ] }
JSON
requests() { python3 -c 'import json; print(json.load(open("out"))["total"]["global_requests"])'; }
# A warp's requests to global memory on the proof problem of 2 x 2 blocks: 4 loads and a store.
for variant in small:8 large:32; do
    tw "lint of $variant" 0 lint matmul.cu --launch matmul.json --variant "${variant%:*}" --json
    side=${variant#*:}
    [ "$(requests)" -eq $((4 * 5 * side * side / 32)) ] || fail "lint of $variant: $(requests) requests"
done
tw 'lint of the first' 0 lint matmul.cu --launch matmul.json -D TILE=16 --json
[ "$(requests)" -eq $((4 * 5 * 256 / 32)) ] || fail "lint with -D: $(requests) requests"
tw 'no value' 2 lint matmul.cu --launch matmul.json -D TILE=5
has 'no value' 'TILE must be one of 8, 16, 32' err
tw 'no variant' 2 lint matmul.cu --launch matmul.json --variant middle
tw 'a description as SARIF' 2 lint matmul.cu --launch matmul.json --sarif matmul.json --force
tw 'a source as SARIF' 2 lint crlf.cu --launch matmul.json --sarif matmul.cu --force
tw 'no config' 2 lint matmul.cu --launch '{"block": 32}' --variant small
sed '9d' matmul.cu >racy.cu
tw 'a race' 1 lint racy.cu --launch matmul.json
has 'a race' '^racy.cu:[0-9]+: error: \[race\]' out
tw 'before and after' 1 lint matmul.cu racy.cu --launch matmul.json
tw 'the config of a family' 2 lint matmul.cu --launch "$SOURCE_DIR/configs/square.json"
tr '\n' ' ' <err | grep -qE 'a config of the family +tile' || fail 'the config of a family: it is not said'
tw 'launches that share memory' 0 lint "$SOURCE_DIR/examples/kernels/scan.cu" --launch "$SOURCE_DIR/examples/kernels/scan.json"
has 'launches that share memory' 'in 2 launches' out
tw 'templates' 2 lint nested.cu --launch nested.json -D BM=7

[ $failures = 0 ] && echo "init of sources: all well"
exit $((failures != 0))
