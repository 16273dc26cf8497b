// method_naive: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    method_naive(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned first_row = blockIdx.x / 3 * 32, first_col = blockIdx.x % 3 * 32;
    in += first_row * 96 + first_col;
    out += first_col * 64 + first_row;
    const unsigned x = threadIdx.x, y = threadIdx.y;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
        const unsigned j = down + y;
        out[x * 64 + j] = in[j * 96 + x];
    }
}

// method_shared, of transpose.cu.mustache:
...
    method_shared(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned first_row = blockIdx.x / 3 * 32, first_col = blockIdx.x % 3 * 32;
    in += first_row * 96 + first_col;
...
        tile[j][x] = in[j * 96 + x];
    }
    __syncthreads();
#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
...

// cut_naive, of transpose.cu.mustache:
...
{
    const unsigned first_row = blockIdx.x / 3 * 32, first_col = blockIdx.x % 3 * 32;
    const unsigned rows = 65u - first_row; // from the tile's first on
    const unsigned cols = 95u - first_col;
    in += first_row * 95 + first_col;
    out += first_col * 65 + first_row;
...

// uneven, of transpose.cu.mustache:
...
#pragma unroll
    for (unsigned down = 0; down < 20; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 40; across += 32) {
            const unsigned j = down + y, i = across + x;
            if (j < 20 && i < 40) tile[j][(i + j) % 40] = in[j * 80 + i];
        }
    }
    __syncthreads();
...

// batch, of transpose.cu.mustache:
...
    __shared__ unsigned tile[32][32];
    const unsigned first_row = blockIdx.x / 3 % 2 * 32, first_col = blockIdx.x % 3 * 32;
    const unsigned matrix = blockIdx.x / 6;
    in += matrix * 6400 + first_row * 100 + first_col + 1;
    out += matrix * 6720 + first_col * 70 + first_row + 2;
...

// band_band1, of transpose.cu.mustache:
...
{
    __shared__ unsigned tile[32][33];
    const unsigned place = blockIdx.x, in_band = place % 2, band_first = place / 2 * 1;
    const unsigned width = 1;
    const unsigned first_row = in_band / width * 32, first_col = (band_first + in_band % width) * 32;
    in += first_row * 96 + first_col;
...

// hint_naive_loads, of transpose.cu.mustache:
// hint_naive_loads: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_naive_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_loads(const unsigned *__restrict__ in, unsigned *__restrict__ out)
...

// hint_naive_stores, of transpose.cu.mustache:
// hint_naive_stores: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_naive_stores_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_stores(const unsigned *__restrict__ in, unsigned *__restrict__ out)
...

// hint_naive_evict_last, of transpose.cu.mustache:
...
static __device__ __forceinline__ unsigned hint_naive_evict_last_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

...

// hint_naive_evict_first, of transpose.cu.mustache:
...
static __device__ __forceinline__ void hint_naive_evict_first_store_hint(unsigned *to, unsigned v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" :: "l"(to), "r"(v), "l"(policy) : "memory");
#endif
}

...

// hint_naive_fetch, of transpose.cu.mustache:
...
static __device__ __forceinline__ unsigned hint_naive_fetch_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned v;
    asm("ld.global.nc.L2::128B.u32 %0, [%1];" : "=r"(v) : "l"(from));
    return v;
#endif
}

...
