// ladder_global: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 16384, block 256; elements: a 4194304, c 1, partials 16384, finished 1, 0 before and after, copy 4194304

// What is known of some elements.
struct ladder_global_state {
    float value;
};

using ladder_global_part = ladder_global_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_global_part ladder_global_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_global_state ladder_global_join(ladder_global_state left, ladder_global_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_global_state ladder_global_of_leaf(ladder_global_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_global_result(ladder_global_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_global_state ladder_global_load(const float *a, unsigned i)
{
    return ladder_global_of_leaf(ladder_global_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0; `states` has room for one of each thread.
static __device__ __forceinline__ ladder_global_state ladder_global_block(ladder_global_state mine, volatile float *states)
{
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s)
            states[tid] = ladder_global_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladder_global(const float *a, float *c, volatile float *partials, unsigned *finished, volatile float *copy)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladder_global_state mine = ladder_global_load(a, i);
    mine = ladder_global_block(mine, copy + blockIdx.x * 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 16383) == 16383; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 16384; k += 256) mine = ladder_global_join(mine, { partials[k] });
    mine = ladder_global_block(mine, copy);
    if (tid == 0) *c = ladder_global_result(mine, 4194304ull);
}

// ladder_interleaved, of reduce_ladder.cu.mustache:
...
static __device__ __forceinline__ ladder_interleaved_state ladder_interleaved_block(ladder_interleaved_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // neighbours at stride s: every thread of a multiple of 2 * s joins, those between do nothing
#pragma unroll 1
    for (unsigned s = 1; s < 256; s *= 2) {
        if (tid % (2 * s) == 0)
            states[tid] = ladder_interleaved_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
...

// ladder_conflicting, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    // neighbours at stride s by consecutive threads, whose states lie 2 * s apart, on few banks
#pragma unroll 1
    for (unsigned s = 1; s < 256; s *= 2) {
        const unsigned at = 2 * s * tid;
        if (at < 256)
            states[at] = ladder_conflicting_join({ states[at] }, { states[at + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
...

// ladder_first_add, of reduce_ladder.cu.mustache:
...
    const unsigned i = blockIdx.x * 512 + tid;
    ladder_first_add_state mine = ladder_first_add_load(a, i);

    mine = ladder_first_add_join(mine, ladder_first_add_load(a, i + 256)); // the first addition
    mine = ladder_first_add_block(mine);

...

// ladder_unroll_last, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until 64 states are left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 32; s /= 2) {
        if (tid < s)
            states[tid] = ladder_unroll_last_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = ladder_unroll_last_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_last_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_last_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_last_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_last_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_last_join(mine, { states[tid + 1] });
    }
    return mine;
}

...

// ladder_unroll_all, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    if (tid < 128)
        states[tid] = ladder_unroll_all_join({ states[tid] }, { states[tid + 128] }).value;
    __syncthreads();

    if (tid < 64)
        states[tid] = ladder_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
...

// ladder_shuffle, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ ladder_shuffle_state ladder_shuffle_down(ladder_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float ladder_shuffle_result(ladder_shuffle_state s, unsigned long long)
{
...

// ladder_shuffle, of reduce_ladder.cu.mustache:
...
static __device__ __forceinline__ ladder_shuffle_state ladder_shuffle_block(ladder_shuffle_state mine)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const ladder_shuffle_state right = ladder_shuffle_down(mine, lanes);
        mine = ladder_shuffle_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const ladder_shuffle_state right = ladder_shuffle_down(mine, lanes);
            mine = ladder_shuffle_join(mine, right);
        }
    }
    return mine;
}

...
    unsigned i = blockIdx.x * 256 + tid;
    ladder_shuffle_state mine = ladder_shuffle_load(a, i);

#pragma unroll 1
    for (i += 270336; i < 4194304; i += 270336)
        mine = ladder_shuffle_join(mine, ladder_shuffle_load(a, i));
    mine = ladder_shuffle_block(mine);

...

// ladder_vectors, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ ladder_vectors_part ladder_vectors_take(ladder_vectors_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ ladder_vectors_state ladder_vectors_join(ladder_vectors_state left, ladder_vectors_state right)
{
...

// ladder_vectors, of reduce_ladder.cu.mustache:
// The state of the 4 elements of load i.
static __device__ __forceinline__ ladder_vectors_state ladder_vectors_load(const float *a, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    ladder_vectors_part part = ladder_vectors_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = ladder_vectors_take(part, from_a.x[e], e);
    return ladder_vectors_of_leaf(part, 0);
}

...

// ladder_accumulators, of reduce_ladder.cu.mustache:
...
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladder_accumulators_state sums[4]; // which do not wait for each other

#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        sums[k] = ladder_accumulators_load(a, i + k * 262144);

    ladder_accumulators_state mine = sums[0];
#pragma unroll
    for (unsigned k = 1; k < 4; k++) mine = ladder_accumulators_join(mine, sums[k]);
    mine = ladder_accumulators_block(mine);

...

// ladderFinish_sequential_second, of reduce_ladder.cu.mustache:
...
    mine = ladderFinish_sequential_second_block(mine);

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(256) ladderFinish_sequential_second_join_blocks(const volatile float *partials, float *c)
{
    const unsigned tid = threadIdx.x;
    ladderFinish_sequential_second_state mine = { partials[tid] };

#pragma unroll 1
    for (unsigned k = tid + 256; k < 16384; k += 256) mine = ladderFinish_sequential_second_join(mine, { partials[k] });
    mine = ladderFinish_sequential_second_block(mine);
    if (tid == 0) *c = ladderFinish_sequential_second_result(mine, 4194304ull);
}

// ladderFinish_sequential_atomic, of reduce_ladder.cu.mustache:
...
    mine = ladderFinish_sequential_atomic_block(mine);

    if (tid == 0) atomicAdd(c, ladderFinish_sequential_atomic_result(mine, 4194304ull));
}
