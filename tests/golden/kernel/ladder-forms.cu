// dotGlobal_global: reduce family of tilewright 0.1.0, from ladder-forms.json; dot of float32, the rows of 1 x 1 x 100000, order free
// grid 782, block 128; elements: a 100000, b 100000, c 1, partials 782, finished 1, 0 before and after, copy 100096

// What is known of some elements.
struct dotGlobal_global_state {
    float value;
};

using dotGlobal_global_part = dotGlobal_global_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dotGlobal_global_part dotGlobal_global_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ dotGlobal_global_state dotGlobal_global_join(dotGlobal_global_state left, dotGlobal_global_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dotGlobal_global_state dotGlobal_global_of_leaf(dotGlobal_global_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float dotGlobal_global_result(dotGlobal_global_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ dotGlobal_global_state dotGlobal_global_load(const float *a, const float *b, unsigned i)
{
    return dotGlobal_global_of_leaf(dotGlobal_global_first(a[i], b[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0; `states` has room for one of each thread.
static __device__ __forceinline__ dotGlobal_global_state dotGlobal_global_block(dotGlobal_global_state mine, volatile float *states, unsigned count)
{
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 128 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = dotGlobal_global_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) dotGlobal_global(const float *a, const float *b, float *c, volatile float *partials, unsigned *finished, volatile float *copy)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 128 + tid;
    dotGlobal_global_state mine = {};

    if (i < 100000) mine = dotGlobal_global_load(a, b, i);
    mine = dotGlobal_global_block(mine, copy + blockIdx.x * 128, min(128u, 100000u - blockIdx.x * 128u));

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 781) == 781; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 128; k < 782; k += 128) mine = dotGlobal_global_join(mine, { partials[k] });
    mine = dotGlobal_global_block(mine, copy, 128);
    if (tid == 0) *c = dotGlobal_global_result(mine, 100000ull);
}

// dotGlobal_interleaved, of reduce_ladder.cu.mustache:
...
static __device__ __forceinline__ dotGlobal_interleaved_state dotGlobal_interleaved_block(dotGlobal_interleaved_state mine, unsigned count)
{
    __shared__ volatile float states[128];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // neighbours at stride s: every thread of a multiple of 2 * s joins, those between do nothing
#pragma unroll 1
    for (unsigned s = 1; s < 128; s *= 2) {
        if (tid % (2 * s) == 0 && tid + s < count)
            states[tid] = dotGlobal_interleaved_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
...

// dotGlobal_first_add, of reduce_ladder.cu.mustache:
...
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    dotGlobal_first_add_state mine = dotGlobal_first_add_load(a, b, i);

    if (i + 128 < 100000) mine = dotGlobal_first_add_join(mine, dotGlobal_first_add_load(a, b, i + 128)); // the first addition
    mine = dotGlobal_first_add_block(mine);

...

// dotGlobal_unroll_last, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until 64 states are left
#pragma unroll 1
    for (unsigned s = 128 / 2; s > 32; s /= 2) {
        if (tid < s)
            states[tid] = dotGlobal_unroll_last_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = dotGlobal_unroll_last_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = dotGlobal_unroll_last_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = dotGlobal_unroll_last_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = dotGlobal_unroll_last_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = dotGlobal_unroll_last_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = dotGlobal_unroll_last_join(mine, { states[tid + 1] });
    }
    return mine;
}

...

// dotGlobal_vectors, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ dotGlobal_vectors_part dotGlobal_vectors_take(dotGlobal_vectors_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_join(dotGlobal_vectors_state left, dotGlobal_vectors_state right)
{
...
}

static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_down(dotGlobal_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float dotGlobal_vectors_result(dotGlobal_vectors_state s, unsigned long long)
{
...

// dotGlobal_vectors, of reduce_ladder.cu.mustache:
// The state of the 4 elements of load i.
static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_load(const float *a, const float *b, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a, from_b;

    from_a.loaded = ((const uint4 *)a)[i];
    from_b.loaded = ((const uint4 *)b)[i];
    dotGlobal_vectors_part part = dotGlobal_vectors_first(from_a.x[0], from_b.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = dotGlobal_vectors_take(part, from_a.x[e], from_b.x[e], e);
    return dotGlobal_vectors_of_leaf(part, 0);
}

...
static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_block(dotGlobal_vectors_state mine)
{
    __shared__ volatile float of_warp[4];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const dotGlobal_vectors_state right = dotGlobal_vectors_down(mine, lanes);
        mine = dotGlobal_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 4) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 4 / 2; lanes > 0; lanes /= 2) {
            const dotGlobal_vectors_state right = dotGlobal_vectors_down(mine, lanes);
            mine = dotGlobal_vectors_join(mine, right);
        }
    }
    return mine;
}

...
    unsigned i = blockIdx.x * 128 + tid;
    dotGlobal_vectors_state mine = dotGlobal_vectors_load(a, b, i);

#pragma unroll 1
    for (i += 24960; i < 25000; i += 24960)
        mine = dotGlobal_vectors_join(mine, dotGlobal_vectors_load(a, b, i));
    mine = dotGlobal_vectors_block(mine);

...

// minAtomic_sequential, of reduce_algebra.cu.mustache:
...
static __device__ __forceinline__ int minAtomic_sequential_result(minAtomic_sequential_state s, unsigned long long)
{
    return s.value;
}


// minAtomic_sequential, of reduce_ladder.cu.mustache:
...
}

extern "C" __global__ void minAtomic_sequential_begin(const int *a, int *c)
{
    *c = *a;
}

extern "C" __global__ void __launch_bounds__(128) minAtomic_sequential(const int *a, int *c)
{
...
    mine = minAtomic_sequential_block(mine, min(128u, 100000u - blockIdx.x * 128u));

    if (tid == 0) atomicMin(c, minAtomic_sequential_result(mine, 100000ull));
}

// minAtomic_accumulators, of reduce_ladder.cu.mustache:
...
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    minAtomic_accumulators_state sums[4]; // which do not wait for each other

#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        sums[k] = minAtomic_accumulators_load(a, i + k * 6144);

    minAtomic_accumulators_state mine = sums[0];
#pragma unroll
    for (unsigned k = 1; k < 4; k++) mine = minAtomic_accumulators_join(mine, sums[k]);
#pragma unroll 1
    for (i += 24576; i < 25000; i += 6144)
        mine = minAtomic_accumulators_join(mine, minAtomic_accumulators_load(a, i));
    mine = minAtomic_accumulators_block(mine);

...

// sumAtomic_float64_unroll_all, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    if (tid < 64)
        states[tid] = sumAtomic_float64_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
...
    if (tid == 0) atomicAdd(c, sumAtomic_float64_unroll_all_result(mine, 100000ull));
}

extern "C" __global__ void sumAtomic_float64_unroll_all_end(double *c)
{
    *c = sumAtomic_float64_unroll_all_result({ *c }, 100000ull); // a NaN becomes the one that results have
}

// sumAtomic_int8_unroll_all, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct sumAtomic_int8_unroll_all_part {
    int value;
};

static __device__ __forceinline__ sumAtomic_int8_unroll_all_part sumAtomic_int8_unroll_all_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}
...
static __device__ __forceinline__ sumAtomic_int8_unroll_all_state sumAtomic_int8_unroll_all_of_leaf(sumAtomic_int8_unroll_all_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

...

// sumAtomic_int8_vectors, of reduce_algebra.cu.mustache:
...
static __device__ __forceinline__ sumAtomic_int8_vectors_part sumAtomic_int8_vectors_take(sumAtomic_int8_vectors_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}
...

// several, of reduce_ladder.cu.mustache:
...
    for (unsigned k = 0; k < 4; k++)
        sums[k] = several_load(a, b, i + k * 512);
#pragma unroll 1
    for (i += 2048; i + 1536 < 250000; i += 2048) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            sums[k] = several_join(sums[k], several_load(a, b, i + k * 512));
    }

    several_state mine = sums[0];
...
    for (; i < 250000; i += 512)
        mine = several_join(mine, several_load(a, b, i));

    // what is no whole load
    if (blockIdx.x == 0 && tid == 0) {
#pragma unroll 1
        for (i = 1000000; i < 1000003; i++)
            mine = several_join(mine, several_of_leaf(several_first(a[i], b[i], 0), 0));
    }
    mine = several_block(mine, 128);

...
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 4) mine = { partials[tid] };
    mine = several_block(mine, 4);
    if (tid == 0) *c = several_result(mine, 1000003ull);
...

// second_global, of reduce_ladder.cu.mustache:
...
    mine = second_global_block(mine, copy + blockIdx.x * 128, min(128u, 100000u - blockIdx.x * 128u));

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(128) second_global_join_blocks(const volatile float *partials, float *c, volatile float *copy)
{
    const unsigned tid = threadIdx.x;
    second_global_state mine = { partials[tid] };

#pragma unroll 1
    for (unsigned k = tid + 128; k < 782; k += 128) mine = second_global_join(mine, { partials[k] });
    mine = second_global_block(mine, copy, 128);
    if (tid == 0) *c = second_global_result(mine, 100000ull);
}

// second_conflicting, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    // neighbours at stride s by consecutive threads, whose states lie 2 * s apart, on few banks
#pragma unroll 1
    for (unsigned s = 1; s < 128; s *= 2) {
        const unsigned at = 2 * s * tid;
        if (at + s < count)
            states[at] = second_conflicting_join({ states[at] }, { states[at + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
...

// short_sequential, of reduce_algebra.cu.mustache:
...
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float short_sequential_nothing()
{
    return 0;
}


// short_sequential, of reduce_ladder.cu.mustache:
extern "C" __global__ void __launch_bounds__(128) short_sequential(float *c)
{
    if (threadIdx.x == 0) *c = short_sequential_nothing();
}

// small_shuffle, of reduce_algebra.cu.mustache:
...
using small_shuffle_part = small_shuffle_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float small_shuffle_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ small_shuffle_part small_shuffle_first(unsigned short x, unsigned)
{
...

// small_shuffle, of reduce_ladder.cu.mustache:
...
    mine = small_shuffle_block(mine);

    if (tid == 0) *c = small_shuffle_result(mine, 100ull);
}
