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

// ladder_interleaved: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 16384, block 256; elements: a 4194304, c 1, partials 16384, finished 1, 0 before and after

// What is known of some elements.
struct ladder_interleaved_state {
    float value;
};

using ladder_interleaved_part = ladder_interleaved_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_interleaved_part ladder_interleaved_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_interleaved_state ladder_interleaved_join(ladder_interleaved_state left, ladder_interleaved_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_interleaved_state ladder_interleaved_of_leaf(ladder_interleaved_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_interleaved_result(ladder_interleaved_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_interleaved_state ladder_interleaved_load(const float *a, unsigned i)
{
    return ladder_interleaved_of_leaf(ladder_interleaved_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
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
}

extern "C" __global__ void __launch_bounds__(256) ladder_interleaved(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladder_interleaved_state mine = ladder_interleaved_load(a, i);
    mine = ladder_interleaved_block(mine);

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
    for (unsigned k = tid + 256; k < 16384; k += 256) mine = ladder_interleaved_join(mine, { partials[k] });
    mine = ladder_interleaved_block(mine);
    if (tid == 0) *c = ladder_interleaved_result(mine, 4194304ull);
}

// ladder_conflicting: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 16384, block 256; elements: a 4194304, c 1, partials 16384, finished 1, 0 before and after

// What is known of some elements.
struct ladder_conflicting_state {
    float value;
};

using ladder_conflicting_part = ladder_conflicting_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_conflicting_part ladder_conflicting_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_conflicting_state ladder_conflicting_join(ladder_conflicting_state left, ladder_conflicting_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_conflicting_state ladder_conflicting_of_leaf(ladder_conflicting_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_conflicting_result(ladder_conflicting_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_conflicting_state ladder_conflicting_load(const float *a, unsigned i)
{
    return ladder_conflicting_of_leaf(ladder_conflicting_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_conflicting_state ladder_conflicting_block(ladder_conflicting_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

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
}

extern "C" __global__ void __launch_bounds__(256) ladder_conflicting(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladder_conflicting_state mine = ladder_conflicting_load(a, i);
    mine = ladder_conflicting_block(mine);

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
    for (unsigned k = tid + 256; k < 16384; k += 256) mine = ladder_conflicting_join(mine, { partials[k] });
    mine = ladder_conflicting_block(mine);
    if (tid == 0) *c = ladder_conflicting_result(mine, 4194304ull);
}

// ladder_sequential: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 16384, block 256; elements: a 4194304, c 1, partials 16384, finished 1, 0 before and after

// What is known of some elements.
struct ladder_sequential_state {
    float value;
};

using ladder_sequential_part = ladder_sequential_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_sequential_part ladder_sequential_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_sequential_state ladder_sequential_join(ladder_sequential_state left, ladder_sequential_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_sequential_state ladder_sequential_of_leaf(ladder_sequential_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_sequential_result(ladder_sequential_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_sequential_state ladder_sequential_load(const float *a, unsigned i)
{
    return ladder_sequential_of_leaf(ladder_sequential_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_sequential_state ladder_sequential_block(ladder_sequential_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s)
            states[tid] = ladder_sequential_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladder_sequential(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladder_sequential_state mine = ladder_sequential_load(a, i);
    mine = ladder_sequential_block(mine);

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
    for (unsigned k = tid + 256; k < 16384; k += 256) mine = ladder_sequential_join(mine, { partials[k] });
    mine = ladder_sequential_block(mine);
    if (tid == 0) *c = ladder_sequential_result(mine, 4194304ull);
}

// ladder_first_add: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 8192, block 256; elements: a 4194304, c 1, partials 8192, finished 1, 0 before and after

// What is known of some elements.
struct ladder_first_add_state {
    float value;
};

using ladder_first_add_part = ladder_first_add_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_first_add_part ladder_first_add_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_first_add_state ladder_first_add_join(ladder_first_add_state left, ladder_first_add_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_first_add_state ladder_first_add_of_leaf(ladder_first_add_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_first_add_result(ladder_first_add_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_first_add_state ladder_first_add_load(const float *a, unsigned i)
{
    return ladder_first_add_of_leaf(ladder_first_add_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_first_add_state ladder_first_add_block(ladder_first_add_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s)
            states[tid] = ladder_first_add_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladder_first_add(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    ladder_first_add_state mine = ladder_first_add_load(a, i);

    mine = ladder_first_add_join(mine, ladder_first_add_load(a, i + 256)); // the first addition
    mine = ladder_first_add_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 8191) == 8191; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 8192; k += 256) mine = ladder_first_add_join(mine, { partials[k] });
    mine = ladder_first_add_block(mine);
    if (tid == 0) *c = ladder_first_add_result(mine, 4194304ull);
}

// ladder_unroll_last: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 8192, block 256; elements: a 4194304, c 1, partials 8192, finished 1, 0 before and after

// What is known of some elements.
struct ladder_unroll_last_state {
    float value;
};

using ladder_unroll_last_part = ladder_unroll_last_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_unroll_last_part ladder_unroll_last_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_unroll_last_state ladder_unroll_last_join(ladder_unroll_last_state left, ladder_unroll_last_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_unroll_last_state ladder_unroll_last_of_leaf(ladder_unroll_last_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_unroll_last_result(ladder_unroll_last_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_unroll_last_state ladder_unroll_last_load(const float *a, unsigned i)
{
    return ladder_unroll_last_of_leaf(ladder_unroll_last_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_unroll_last_state ladder_unroll_last_block(ladder_unroll_last_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

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

extern "C" __global__ void __launch_bounds__(256) ladder_unroll_last(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    ladder_unroll_last_state mine = ladder_unroll_last_load(a, i);

    mine = ladder_unroll_last_join(mine, ladder_unroll_last_load(a, i + 256)); // the first addition
    mine = ladder_unroll_last_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 8191) == 8191; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 8192; k += 256) mine = ladder_unroll_last_join(mine, { partials[k] });
    mine = ladder_unroll_last_block(mine);
    if (tid == 0) *c = ladder_unroll_last_result(mine, 4194304ull);
}

// ladder_unroll_all: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 8192, block 256; elements: a 4194304, c 1, partials 8192, finished 1, 0 before and after

// What is known of some elements.
struct ladder_unroll_all_state {
    float value;
};

using ladder_unroll_all_part = ladder_unroll_all_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_unroll_all_part ladder_unroll_all_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_unroll_all_state ladder_unroll_all_join(ladder_unroll_all_state left, ladder_unroll_all_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_unroll_all_state ladder_unroll_all_of_leaf(ladder_unroll_all_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladder_unroll_all_result(ladder_unroll_all_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_unroll_all_state ladder_unroll_all_load(const float *a, unsigned i)
{
    return ladder_unroll_all_of_leaf(ladder_unroll_all_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_unroll_all_state ladder_unroll_all_block(ladder_unroll_all_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    if (tid < 128)
        states[tid] = ladder_unroll_all_join({ states[tid] }, { states[tid + 128] }).value;
    __syncthreads();

    if (tid < 64)
        states[tid] = ladder_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = ladder_unroll_all_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_all_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_all_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_all_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_all_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = ladder_unroll_all_join(mine, { states[tid + 1] });
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladder_unroll_all(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    ladder_unroll_all_state mine = ladder_unroll_all_load(a, i);

    mine = ladder_unroll_all_join(mine, ladder_unroll_all_load(a, i + 256)); // the first addition
    mine = ladder_unroll_all_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 8191) == 8191; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 8192; k += 256) mine = ladder_unroll_all_join(mine, { partials[k] });
    mine = ladder_unroll_all_block(mine);
    if (tid == 0) *c = ladder_unroll_all_result(mine, 4194304ull);
}

// ladder_shuffle: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 1056, block 256; elements: a 4194304, c 1, partials 1056, finished 1, 0 before and after

// What is known of some elements.
struct ladder_shuffle_state {
    float value;
};

using ladder_shuffle_part = ladder_shuffle_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_shuffle_part ladder_shuffle_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_shuffle_state ladder_shuffle_join(ladder_shuffle_state left, ladder_shuffle_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_shuffle_state ladder_shuffle_of_leaf(ladder_shuffle_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ ladder_shuffle_state ladder_shuffle_down(ladder_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float ladder_shuffle_result(ladder_shuffle_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladder_shuffle_state ladder_shuffle_load(const float *a, unsigned i)
{
    return ladder_shuffle_of_leaf(ladder_shuffle_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
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

extern "C" __global__ void __launch_bounds__(256) ladder_shuffle(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    ladder_shuffle_state mine = ladder_shuffle_load(a, i);

#pragma unroll 1
    for (i += 270336; i < 4194304; i += 270336)
        mine = ladder_shuffle_join(mine, ladder_shuffle_load(a, i));
    mine = ladder_shuffle_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 1055) == 1055; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 1056; k += 256) mine = ladder_shuffle_join(mine, { partials[k] });
    mine = ladder_shuffle_block(mine);
    if (tid == 0) *c = ladder_shuffle_result(mine, 4194304ull);
}

// ladder_vectors: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 1056, block 256; elements: a 4194304, c 1, partials 1056, finished 1, 0 before and after

// What is known of some elements.
struct ladder_vectors_state {
    float value;
};

using ladder_vectors_part = ladder_vectors_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_vectors_part ladder_vectors_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_vectors_part ladder_vectors_take(ladder_vectors_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ ladder_vectors_state ladder_vectors_join(ladder_vectors_state left, ladder_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_vectors_state ladder_vectors_of_leaf(ladder_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ ladder_vectors_state ladder_vectors_down(ladder_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float ladder_vectors_result(ladder_vectors_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

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

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_vectors_state ladder_vectors_block(ladder_vectors_state mine)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const ladder_vectors_state right = ladder_vectors_down(mine, lanes);
        mine = ladder_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const ladder_vectors_state right = ladder_vectors_down(mine, lanes);
            mine = ladder_vectors_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladder_vectors(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    ladder_vectors_state mine = ladder_vectors_load(a, i);

#pragma unroll 1
    for (i += 270336; i < 1048576; i += 270336)
        mine = ladder_vectors_join(mine, ladder_vectors_load(a, i));
    mine = ladder_vectors_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 1055) == 1055; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 1056; k += 256) mine = ladder_vectors_join(mine, { partials[k] });
    mine = ladder_vectors_block(mine);
    if (tid == 0) *c = ladder_vectors_result(mine, 4194304ull);
}

// ladder_accumulators: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 1024, block 256; elements: a 4194304, c 1, partials 1024, finished 1, 0 before and after

// What is known of some elements.
struct ladder_accumulators_state {
    float value;
};

using ladder_accumulators_part = ladder_accumulators_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladder_accumulators_part ladder_accumulators_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladder_accumulators_part ladder_accumulators_take(ladder_accumulators_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ ladder_accumulators_state ladder_accumulators_join(ladder_accumulators_state left, ladder_accumulators_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladder_accumulators_state ladder_accumulators_of_leaf(ladder_accumulators_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ ladder_accumulators_state ladder_accumulators_down(ladder_accumulators_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float ladder_accumulators_result(ladder_accumulators_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ ladder_accumulators_state ladder_accumulators_load(const float *a, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    ladder_accumulators_part part = ladder_accumulators_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = ladder_accumulators_take(part, from_a.x[e], e);
    return ladder_accumulators_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladder_accumulators_state ladder_accumulators_block(ladder_accumulators_state mine)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const ladder_accumulators_state right = ladder_accumulators_down(mine, lanes);
        mine = ladder_accumulators_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const ladder_accumulators_state right = ladder_accumulators_down(mine, lanes);
            mine = ladder_accumulators_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladder_accumulators(const float *a, float *c, volatile float *partials, unsigned *finished)
{
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

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 1023) == 1023; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 256; k < 1024; k += 256) mine = ladder_accumulators_join(mine, { partials[k] });
    mine = ladder_accumulators_block(mine);
    if (tid == 0) *c = ladder_accumulators_result(mine, 4194304ull);
}

// ladderFinish_sequential_second: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 16384, block 256, then ladderFinish_sequential_second_join_blocks with grid 1, block 256; elements: a 4194304, c 1, partials 16384

// What is known of some elements.
struct ladderFinish_sequential_second_state {
    float value;
};

using ladderFinish_sequential_second_part = ladderFinish_sequential_second_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladderFinish_sequential_second_part ladderFinish_sequential_second_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladderFinish_sequential_second_state ladderFinish_sequential_second_join(ladderFinish_sequential_second_state left, ladderFinish_sequential_second_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladderFinish_sequential_second_state ladderFinish_sequential_second_of_leaf(ladderFinish_sequential_second_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladderFinish_sequential_second_result(ladderFinish_sequential_second_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladderFinish_sequential_second_state ladderFinish_sequential_second_load(const float *a, unsigned i)
{
    return ladderFinish_sequential_second_of_leaf(ladderFinish_sequential_second_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladderFinish_sequential_second_state ladderFinish_sequential_second_block(ladderFinish_sequential_second_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s)
            states[tid] = ladderFinish_sequential_second_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladderFinish_sequential_second(const float *a, volatile float *partials)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladderFinish_sequential_second_state mine = ladderFinish_sequential_second_load(a, i);
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

// ladderFinish_sequential_atomic: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 16384, block 256; elements: a 4194304, c 1, 0 before

// What is known of some elements.
struct ladderFinish_sequential_atomic_state {
    float value;
};

using ladderFinish_sequential_atomic_part = ladderFinish_sequential_atomic_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladderFinish_sequential_atomic_part ladderFinish_sequential_atomic_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladderFinish_sequential_atomic_state ladderFinish_sequential_atomic_join(ladderFinish_sequential_atomic_state left, ladderFinish_sequential_atomic_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladderFinish_sequential_atomic_state ladderFinish_sequential_atomic_of_leaf(ladderFinish_sequential_atomic_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ladderFinish_sequential_atomic_result(ladderFinish_sequential_atomic_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ ladderFinish_sequential_atomic_state ladderFinish_sequential_atomic_load(const float *a, unsigned i)
{
    return ladderFinish_sequential_atomic_of_leaf(ladderFinish_sequential_atomic_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladderFinish_sequential_atomic_state ladderFinish_sequential_atomic_block(ladderFinish_sequential_atomic_state mine)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s)
            states[tid] = ladderFinish_sequential_atomic_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladderFinish_sequential_atomic(const float *a, float *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladderFinish_sequential_atomic_state mine = ladderFinish_sequential_atomic_load(a, i);
    mine = ladderFinish_sequential_atomic_block(mine);

    if (tid == 0) atomicAdd(c, ladderFinish_sequential_atomic_result(mine, 4194304ull));
}

// ladderFinish_accumulators_second: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 1024, block 256, then ladderFinish_accumulators_second_join_blocks with grid 1, block 256; elements: a 4194304, c 1, partials 1024

// What is known of some elements.
struct ladderFinish_accumulators_second_state {
    float value;
};

using ladderFinish_accumulators_second_part = ladderFinish_accumulators_second_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladderFinish_accumulators_second_part ladderFinish_accumulators_second_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladderFinish_accumulators_second_part ladderFinish_accumulators_second_take(ladderFinish_accumulators_second_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ ladderFinish_accumulators_second_state ladderFinish_accumulators_second_join(ladderFinish_accumulators_second_state left, ladderFinish_accumulators_second_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladderFinish_accumulators_second_state ladderFinish_accumulators_second_of_leaf(ladderFinish_accumulators_second_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ ladderFinish_accumulators_second_state ladderFinish_accumulators_second_down(ladderFinish_accumulators_second_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float ladderFinish_accumulators_second_result(ladderFinish_accumulators_second_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ ladderFinish_accumulators_second_state ladderFinish_accumulators_second_load(const float *a, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    ladderFinish_accumulators_second_part part = ladderFinish_accumulators_second_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = ladderFinish_accumulators_second_take(part, from_a.x[e], e);
    return ladderFinish_accumulators_second_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladderFinish_accumulators_second_state ladderFinish_accumulators_second_block(ladderFinish_accumulators_second_state mine)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const ladderFinish_accumulators_second_state right = ladderFinish_accumulators_second_down(mine, lanes);
        mine = ladderFinish_accumulators_second_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const ladderFinish_accumulators_second_state right = ladderFinish_accumulators_second_down(mine, lanes);
            mine = ladderFinish_accumulators_second_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladderFinish_accumulators_second(const float *a, volatile float *partials)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladderFinish_accumulators_second_state sums[4]; // which do not wait for each other

#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        sums[k] = ladderFinish_accumulators_second_load(a, i + k * 262144);

    ladderFinish_accumulators_second_state mine = sums[0];
#pragma unroll
    for (unsigned k = 1; k < 4; k++) mine = ladderFinish_accumulators_second_join(mine, sums[k]);
    mine = ladderFinish_accumulators_second_block(mine);

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(256) ladderFinish_accumulators_second_join_blocks(const volatile float *partials, float *c)
{
    const unsigned tid = threadIdx.x;
    ladderFinish_accumulators_second_state mine = { partials[tid] };

#pragma unroll 1
    for (unsigned k = tid + 256; k < 1024; k += 256) mine = ladderFinish_accumulators_second_join(mine, { partials[k] });
    mine = ladderFinish_accumulators_second_block(mine);
    if (tid == 0) *c = ladderFinish_accumulators_second_result(mine, 4194304ull);
}

// ladderFinish_accumulators_atomic: reduce family of tilewright 0.1.0, from ladder.json; sum of float32, the rows of 1 x 1 x 4194304, order free
// grid 1024, block 256; elements: a 4194304, c 1, 0 before

// What is known of some elements.
struct ladderFinish_accumulators_atomic_state {
    float value;
};

using ladderFinish_accumulators_atomic_part = ladderFinish_accumulators_atomic_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ladderFinish_accumulators_atomic_part ladderFinish_accumulators_atomic_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ladderFinish_accumulators_atomic_part ladderFinish_accumulators_atomic_take(ladderFinish_accumulators_atomic_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ ladderFinish_accumulators_atomic_state ladderFinish_accumulators_atomic_join(ladderFinish_accumulators_atomic_state left, ladderFinish_accumulators_atomic_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ladderFinish_accumulators_atomic_state ladderFinish_accumulators_atomic_of_leaf(ladderFinish_accumulators_atomic_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ ladderFinish_accumulators_atomic_state ladderFinish_accumulators_atomic_down(ladderFinish_accumulators_atomic_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float ladderFinish_accumulators_atomic_result(ladderFinish_accumulators_atomic_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ ladderFinish_accumulators_atomic_state ladderFinish_accumulators_atomic_load(const float *a, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    ladderFinish_accumulators_atomic_part part = ladderFinish_accumulators_atomic_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = ladderFinish_accumulators_atomic_take(part, from_a.x[e], e);
    return ladderFinish_accumulators_atomic_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ ladderFinish_accumulators_atomic_state ladderFinish_accumulators_atomic_block(ladderFinish_accumulators_atomic_state mine)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const ladderFinish_accumulators_atomic_state right = ladderFinish_accumulators_atomic_down(mine, lanes);
        mine = ladderFinish_accumulators_atomic_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const ladderFinish_accumulators_atomic_state right = ladderFinish_accumulators_atomic_down(mine, lanes);
            mine = ladderFinish_accumulators_atomic_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) ladderFinish_accumulators_atomic(const float *a, float *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    ladderFinish_accumulators_atomic_state sums[4]; // which do not wait for each other

#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        sums[k] = ladderFinish_accumulators_atomic_load(a, i + k * 262144);

    ladderFinish_accumulators_atomic_state mine = sums[0];
#pragma unroll
    for (unsigned k = 1; k < 4; k++) mine = ladderFinish_accumulators_atomic_join(mine, sums[k]);
    mine = ladderFinish_accumulators_atomic_block(mine);

    if (tid == 0) atomicAdd(c, ladderFinish_accumulators_atomic_result(mine, 4194304ull));
}
