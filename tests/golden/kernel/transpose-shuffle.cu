// sides_unroll4: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 64 x 96, shuffle
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void sides_unroll4_permute(unsigned (&value)[4], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 4; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void sides_unroll4_turn(unsigned (&value)[4], unsigned lane)
{
    const unsigned by = lane & 3;
    sides_unroll4_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 4; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    sides_unroll4_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(256)
    sides_unroll4(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned first_row = blockIdx.x / 3 * 32, first_col = blockIdx.x % 3 * 32;
    in += first_row * 96 + first_col;
    out += first_col * 64 + first_row;

    const unsigned unit = threadIdx.y;
    const unsigned down = unit / 1 * 4, across = unit % 1 * 32;
    unsigned value[4];
    #pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const unsigned j = down + k, i = across + threadIdx.x;
        value[k] = in[j * 96 + i];
    }
    sides_unroll4_turn(value, threadIdx.x);
    #pragma unroll
    for (unsigned k = 0; k < 4; k++) { // row and column of the output
        const unsigned j = across + threadIdx.x / 4 * 4 + k, i = down + threadIdx.x % 4;
        out[j * 64 + i] = value[k];
    }
}

// sides_unroll8, of transpose.cu.mustache:
...
{
    const unsigned first_row = blockIdx.x / 2 * 32, first_col = blockIdx.x % 2 * 64;
    const unsigned cols = 96u - first_col;
    in += first_row * 96 + first_col;
    out += first_col * 64 + first_row;
...

// cut, of transpose.cu.mustache:
...
{
    const unsigned first_row = blockIdx.x / 2 * 16, first_col = blockIdx.x % 2 * 64;
    const unsigned rows = 65u - first_row; // from the tile's first on
    const unsigned cols = 95u - first_col;
    in += first_row * 95 + first_col;
...

    const unsigned unit = threadIdx.y;
    if (unit >= 2) return;
    const unsigned down = unit / 2 * 16, across = unit % 2 * 32;
    unsigned value[16] = {};
...

// turns_BDIMY1, of transpose.cu.mustache:
...
    out += first_col * 64 + first_row;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 2; unit += 1) {
        const unsigned down = unit / 2 * 32, across = unit % 2 * 32;
        unsigned value[32] = {};
        #pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (i < cols) value[k] = in[j * 96 + i];
        }
        turns_BDIMY1_turn(value, threadIdx.x);
        #pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (j < cols) out[j * 64 + i] = value[k];
        }
    }
}

// batch, of transpose.cu.mustache:
...
{
    const unsigned first_row = blockIdx.x % 2 * 32, first_col = 0;
    const unsigned matrix = blockIdx.x / 2;
    in += matrix * 6400 + first_row * 100 + first_col + 1;
    out += matrix * 6720 + first_col * 70 + first_row + 2;
...

// bands, of transpose.cu.mustache:
...
    bands(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned place = blockIdx.x, in_band = place % 6, band_first = place / 6 * 2;
    const unsigned width = 2;
    const unsigned first_row = (band_first + in_band % width) * 32, first_col = in_band / width * 32;
    in += first_row * 96 + first_col;
...

// hint_loads, of transpose.cu.mustache:
// hint_loads: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_loads_permute(unsigned (&value)[32], unsigned by)
...

// hint_stores, of transpose.cu.mustache:
// hint_stores: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_stores_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_stores_permute(unsigned (&value)[32], unsigned by)
...

// hint_evict_last, of transpose.cu.mustache:
...
static __device__ __forceinline__ unsigned hint_evict_last_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned v;
    asm volatile("ld.global.nc.L1::evict_last.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

...

// hint_evict_first, of transpose.cu.mustache:
...
static __device__ __forceinline__ void hint_evict_first_store_hint(unsigned *to, unsigned v)
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

// hint_fetch, of transpose.cu.mustache:
...
static __device__ __forceinline__ unsigned hint_fetch_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned v;
    asm volatile("ld.global.nc.L2::128B.u32 %0, [%1];" : "=r"(v) : "l"(from));
    return v;
#endif
}

...
