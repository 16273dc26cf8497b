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

// dotGlobal_interleaved: reduce family of tilewright 0.1.0, from ladder-forms.json; dot of float32, the rows of 1 x 1 x 100000, order free
// grid 782, block 128; elements: a 100000, b 100000, c 1, partials 782, finished 1, 0 before and after

// What is known of some elements.
struct dotGlobal_interleaved_state {
    float value;
};

using dotGlobal_interleaved_part = dotGlobal_interleaved_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dotGlobal_interleaved_part dotGlobal_interleaved_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ dotGlobal_interleaved_state dotGlobal_interleaved_join(dotGlobal_interleaved_state left, dotGlobal_interleaved_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dotGlobal_interleaved_state dotGlobal_interleaved_of_leaf(dotGlobal_interleaved_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float dotGlobal_interleaved_result(dotGlobal_interleaved_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ dotGlobal_interleaved_state dotGlobal_interleaved_load(const float *a, const float *b, unsigned i)
{
    return dotGlobal_interleaved_of_leaf(dotGlobal_interleaved_first(a[i], b[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
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
}

extern "C" __global__ void __launch_bounds__(128) dotGlobal_interleaved(const float *a, const float *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 128 + tid;
    dotGlobal_interleaved_state mine = {};

    if (i < 100000) mine = dotGlobal_interleaved_load(a, b, i);
    mine = dotGlobal_interleaved_block(mine, min(128u, 100000u - blockIdx.x * 128u));

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
    for (unsigned k = tid + 128; k < 782; k += 128) mine = dotGlobal_interleaved_join(mine, { partials[k] });
    mine = dotGlobal_interleaved_block(mine, 128);
    if (tid == 0) *c = dotGlobal_interleaved_result(mine, 100000ull);
}

// dotGlobal_first_add: reduce family of tilewright 0.1.0, from ladder-forms.json; dot of float32, the rows of 1 x 1 x 100000, order free
// grid 391, block 128; elements: a 100000, b 100000, c 1, partials 391, finished 1, 0 before and after

// What is known of some elements.
struct dotGlobal_first_add_state {
    float value;
};

using dotGlobal_first_add_part = dotGlobal_first_add_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dotGlobal_first_add_part dotGlobal_first_add_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ dotGlobal_first_add_state dotGlobal_first_add_join(dotGlobal_first_add_state left, dotGlobal_first_add_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dotGlobal_first_add_state dotGlobal_first_add_of_leaf(dotGlobal_first_add_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float dotGlobal_first_add_result(dotGlobal_first_add_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ dotGlobal_first_add_state dotGlobal_first_add_load(const float *a, const float *b, unsigned i)
{
    return dotGlobal_first_add_of_leaf(dotGlobal_first_add_first(a[i], b[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ dotGlobal_first_add_state dotGlobal_first_add_block(dotGlobal_first_add_state mine)
{
    __shared__ volatile float states[128];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 128 / 2; s > 0; s /= 2) {
        if (tid < s)
            states[tid] = dotGlobal_first_add_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) dotGlobal_first_add(const float *a, const float *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    dotGlobal_first_add_state mine = dotGlobal_first_add_load(a, b, i);

    if (i + 128 < 100000) mine = dotGlobal_first_add_join(mine, dotGlobal_first_add_load(a, b, i + 128)); // the first addition
    mine = dotGlobal_first_add_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 390) == 390; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 128; k < 391; k += 128) mine = dotGlobal_first_add_join(mine, { partials[k] });
    mine = dotGlobal_first_add_block(mine);
    if (tid == 0) *c = dotGlobal_first_add_result(mine, 100000ull);
}

// dotGlobal_unroll_last: reduce family of tilewright 0.1.0, from ladder-forms.json; dot of float32, the rows of 1 x 1 x 100000, order free
// grid 391, block 128; elements: a 100000, b 100000, c 1, partials 391, finished 1, 0 before and after

// What is known of some elements.
struct dotGlobal_unroll_last_state {
    float value;
};

using dotGlobal_unroll_last_part = dotGlobal_unroll_last_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dotGlobal_unroll_last_part dotGlobal_unroll_last_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ dotGlobal_unroll_last_state dotGlobal_unroll_last_join(dotGlobal_unroll_last_state left, dotGlobal_unroll_last_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dotGlobal_unroll_last_state dotGlobal_unroll_last_of_leaf(dotGlobal_unroll_last_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float dotGlobal_unroll_last_result(dotGlobal_unroll_last_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ dotGlobal_unroll_last_state dotGlobal_unroll_last_load(const float *a, const float *b, unsigned i)
{
    return dotGlobal_unroll_last_of_leaf(dotGlobal_unroll_last_first(a[i], b[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ dotGlobal_unroll_last_state dotGlobal_unroll_last_block(dotGlobal_unroll_last_state mine)
{
    __shared__ volatile float states[128];
    const unsigned tid = threadIdx.x;

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

extern "C" __global__ void __launch_bounds__(128) dotGlobal_unroll_last(const float *a, const float *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    dotGlobal_unroll_last_state mine = dotGlobal_unroll_last_load(a, b, i);

    if (i + 128 < 100000) mine = dotGlobal_unroll_last_join(mine, dotGlobal_unroll_last_load(a, b, i + 128)); // the first addition
    mine = dotGlobal_unroll_last_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 390) == 390; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 128; k < 391; k += 128) mine = dotGlobal_unroll_last_join(mine, { partials[k] });
    mine = dotGlobal_unroll_last_block(mine);
    if (tid == 0) *c = dotGlobal_unroll_last_result(mine, 100000ull);
}

// dotGlobal_vectors: reduce family of tilewright 0.1.0, from ladder-forms.json; dot of float32, the rows of 1 x 1 x 100000, order free
// grid 195, block 128; elements: a 100000, b 100000, c 1, partials 195, finished 1, 0 before and after

// What is known of some elements.
struct dotGlobal_vectors_state {
    float value;
};

using dotGlobal_vectors_part = dotGlobal_vectors_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dotGlobal_vectors_part dotGlobal_vectors_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ dotGlobal_vectors_part dotGlobal_vectors_take(dotGlobal_vectors_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_join(dotGlobal_vectors_state left, dotGlobal_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_of_leaf(dotGlobal_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ dotGlobal_vectors_state dotGlobal_vectors_down(dotGlobal_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float dotGlobal_vectors_result(dotGlobal_vectors_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

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

// What the states of a block's threads make, in thread 0.
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

extern "C" __global__ void __launch_bounds__(128) dotGlobal_vectors(const float *a, const float *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    dotGlobal_vectors_state mine = dotGlobal_vectors_load(a, b, i);

#pragma unroll 1
    for (i += 24960; i < 25000; i += 24960)
        mine = dotGlobal_vectors_join(mine, dotGlobal_vectors_load(a, b, i));
    mine = dotGlobal_vectors_block(mine);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 194) == 194; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = { partials[tid] };
#pragma unroll 1
    for (unsigned k = tid + 128; k < 195; k += 128) mine = dotGlobal_vectors_join(mine, { partials[k] });
    mine = dotGlobal_vectors_block(mine);
    if (tid == 0) *c = dotGlobal_vectors_result(mine, 100000ull);
}

// minAtomic_sequential: reduce family of tilewright 0.1.0, from ladder-forms.json; min of int32, the rows of 1 x 1 x 100000, order free
// grid 1, block 1, then minAtomic_sequential with grid 782, block 128; elements: a 100000, c 1

// What is known of some elements.
struct minAtomic_sequential_state {
    int value;
};

using minAtomic_sequential_part = minAtomic_sequential_state; // what is known of some elements of one leaf

static __device__ __forceinline__ minAtomic_sequential_part minAtomic_sequential_first(int x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ minAtomic_sequential_state minAtomic_sequential_join(minAtomic_sequential_state left, minAtomic_sequential_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ minAtomic_sequential_state minAtomic_sequential_of_leaf(minAtomic_sequential_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ int minAtomic_sequential_result(minAtomic_sequential_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ minAtomic_sequential_state minAtomic_sequential_load(const int *a, unsigned i)
{
    return minAtomic_sequential_of_leaf(minAtomic_sequential_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ minAtomic_sequential_state minAtomic_sequential_block(minAtomic_sequential_state mine, unsigned count)
{
    __shared__ volatile int states[128];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 128 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = minAtomic_sequential_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void minAtomic_sequential_begin(const int *a, int *c)
{
    *c = *a;
}

extern "C" __global__ void __launch_bounds__(128) minAtomic_sequential(const int *a, int *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 128 + tid;
    minAtomic_sequential_state mine = {};

    if (i < 100000) mine = minAtomic_sequential_load(a, i);
    mine = minAtomic_sequential_block(mine, min(128u, 100000u - blockIdx.x * 128u));

    if (tid == 0) atomicMin(c, minAtomic_sequential_result(mine, 100000ull));
}

// minAtomic_shuffle: reduce family of tilewright 0.1.0, from ladder-forms.json; min of int32, the rows of 1 x 1 x 100000, order free
// grid 1, block 1, then minAtomic_shuffle with grid 781, block 128; elements: a 100000, c 1

// What is known of some elements.
struct minAtomic_shuffle_state {
    int value;
};

using minAtomic_shuffle_part = minAtomic_shuffle_state; // what is known of some elements of one leaf

static __device__ __forceinline__ minAtomic_shuffle_part minAtomic_shuffle_first(int x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ minAtomic_shuffle_state minAtomic_shuffle_join(minAtomic_shuffle_state left, minAtomic_shuffle_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ minAtomic_shuffle_state minAtomic_shuffle_of_leaf(minAtomic_shuffle_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ minAtomic_shuffle_state minAtomic_shuffle_down(minAtomic_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ int minAtomic_shuffle_result(minAtomic_shuffle_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ minAtomic_shuffle_state minAtomic_shuffle_load(const int *a, unsigned i)
{
    return minAtomic_shuffle_of_leaf(minAtomic_shuffle_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ minAtomic_shuffle_state minAtomic_shuffle_block(minAtomic_shuffle_state mine)
{
    __shared__ volatile int of_warp[4];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const minAtomic_shuffle_state right = minAtomic_shuffle_down(mine, lanes);
        mine = minAtomic_shuffle_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 4) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 4 / 2; lanes > 0; lanes /= 2) {
            const minAtomic_shuffle_state right = minAtomic_shuffle_down(mine, lanes);
            mine = minAtomic_shuffle_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void minAtomic_shuffle_begin(const int *a, int *c)
{
    *c = *a;
}

extern "C" __global__ void __launch_bounds__(128) minAtomic_shuffle(const int *a, int *c)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    minAtomic_shuffle_state mine = minAtomic_shuffle_load(a, i);

#pragma unroll 1
    for (i += 99968; i < 100000; i += 99968)
        mine = minAtomic_shuffle_join(mine, minAtomic_shuffle_load(a, i));
    mine = minAtomic_shuffle_block(mine);

    if (tid == 0) atomicMin(c, minAtomic_shuffle_result(mine, 100000ull));
}

// minAtomic_accumulators: reduce family of tilewright 0.1.0, from ladder-forms.json; min of int32, the rows of 1 x 1 x 100000, order free
// grid 1, block 1, then minAtomic_accumulators with grid 48, block 128; elements: a 100000, c 1

// What is known of some elements.
struct minAtomic_accumulators_state {
    int value;
};

using minAtomic_accumulators_part = minAtomic_accumulators_state; // what is known of some elements of one leaf

static __device__ __forceinline__ minAtomic_accumulators_part minAtomic_accumulators_first(int x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ minAtomic_accumulators_part minAtomic_accumulators_take(minAtomic_accumulators_part p, int x, unsigned)
{
    return { min(p.value, x) };
}

static __device__ __forceinline__ minAtomic_accumulators_state minAtomic_accumulators_join(minAtomic_accumulators_state left, minAtomic_accumulators_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ minAtomic_accumulators_state minAtomic_accumulators_of_leaf(minAtomic_accumulators_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ minAtomic_accumulators_state minAtomic_accumulators_down(minAtomic_accumulators_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ int minAtomic_accumulators_result(minAtomic_accumulators_state s, unsigned long long)
{
    return s.value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ minAtomic_accumulators_state minAtomic_accumulators_load(const int *a, unsigned i)
{
    union {
        uint4 loaded;
        int x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    minAtomic_accumulators_part part = minAtomic_accumulators_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = minAtomic_accumulators_take(part, from_a.x[e], e);
    return minAtomic_accumulators_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ minAtomic_accumulators_state minAtomic_accumulators_block(minAtomic_accumulators_state mine)
{
    __shared__ volatile int of_warp[4];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const minAtomic_accumulators_state right = minAtomic_accumulators_down(mine, lanes);
        mine = minAtomic_accumulators_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 4) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 4 / 2; lanes > 0; lanes /= 2) {
            const minAtomic_accumulators_state right = minAtomic_accumulators_down(mine, lanes);
            mine = minAtomic_accumulators_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void minAtomic_accumulators_begin(const int *a, int *c)
{
    *c = *a;
}

extern "C" __global__ void __launch_bounds__(128) minAtomic_accumulators(const int *a, int *c)
{
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

    if (tid == 0) atomicMin(c, minAtomic_accumulators_result(mine, 100000ull));
}

// sumAtomic_float64_unroll_all: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float64, the rows of 1 x 1 x 100000, order free
// grid 391, block 128, then sumAtomic_float64_unroll_all_end with grid 1, block 1; elements: a 100000, c 1, 0 before

// What is known of some elements.
struct sumAtomic_float64_unroll_all_state {
    double value;
};

using sumAtomic_float64_unroll_all_part = sumAtomic_float64_unroll_all_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sumAtomic_float64_unroll_all_part sumAtomic_float64_unroll_all_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sumAtomic_float64_unroll_all_state sumAtomic_float64_unroll_all_join(sumAtomic_float64_unroll_all_state left, sumAtomic_float64_unroll_all_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumAtomic_float64_unroll_all_state sumAtomic_float64_unroll_all_of_leaf(sumAtomic_float64_unroll_all_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ double sumAtomic_float64_unroll_all_result(sumAtomic_float64_unroll_all_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ sumAtomic_float64_unroll_all_state sumAtomic_float64_unroll_all_load(const double *a, unsigned i)
{
    return sumAtomic_float64_unroll_all_of_leaf(sumAtomic_float64_unroll_all_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ sumAtomic_float64_unroll_all_state sumAtomic_float64_unroll_all_block(sumAtomic_float64_unroll_all_state mine)
{
    __shared__ volatile double states[128];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    if (tid < 64)
        states[tid] = sumAtomic_float64_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = sumAtomic_float64_unroll_all_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_float64_unroll_all_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_float64_unroll_all_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_float64_unroll_all_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_float64_unroll_all_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_float64_unroll_all_join(mine, { states[tid + 1] });
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) sumAtomic_float64_unroll_all(const double *a, double *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    sumAtomic_float64_unroll_all_state mine = sumAtomic_float64_unroll_all_load(a, i);

    if (i + 128 < 100000) mine = sumAtomic_float64_unroll_all_join(mine, sumAtomic_float64_unroll_all_load(a, i + 128)); // the first addition
    mine = sumAtomic_float64_unroll_all_block(mine);

    if (tid == 0) atomicAdd(c, sumAtomic_float64_unroll_all_result(mine, 100000ull));
}

extern "C" __global__ void sumAtomic_float64_unroll_all_end(double *c)
{
    *c = sumAtomic_float64_unroll_all_result({ *c }, 100000ull); // a NaN becomes the one that results have
}

// sumAtomic_float64_vectors: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float64, the rows of 1 x 1 x 100000, order free
// grid 390, block 128, then sumAtomic_float64_vectors_end with grid 1, block 1; elements: a 100000, c 1, 0 before

// What is known of some elements.
struct sumAtomic_float64_vectors_state {
    double value;
};

using sumAtomic_float64_vectors_part = sumAtomic_float64_vectors_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sumAtomic_float64_vectors_part sumAtomic_float64_vectors_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sumAtomic_float64_vectors_part sumAtomic_float64_vectors_take(sumAtomic_float64_vectors_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sumAtomic_float64_vectors_state sumAtomic_float64_vectors_join(sumAtomic_float64_vectors_state left, sumAtomic_float64_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumAtomic_float64_vectors_state sumAtomic_float64_vectors_of_leaf(sumAtomic_float64_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sumAtomic_float64_vectors_state sumAtomic_float64_vectors_down(sumAtomic_float64_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ double sumAtomic_float64_vectors_result(sumAtomic_float64_vectors_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

// The state of the 2 elements of load i.
static __device__ __forceinline__ sumAtomic_float64_vectors_state sumAtomic_float64_vectors_load(const double *a, unsigned i)
{
    union {
        uint4 loaded;
        double x[2];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    sumAtomic_float64_vectors_part part = sumAtomic_float64_vectors_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 2; e++)
        part = sumAtomic_float64_vectors_take(part, from_a.x[e], e);
    return sumAtomic_float64_vectors_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ sumAtomic_float64_vectors_state sumAtomic_float64_vectors_block(sumAtomic_float64_vectors_state mine)
{
    __shared__ volatile double of_warp[4];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const sumAtomic_float64_vectors_state right = sumAtomic_float64_vectors_down(mine, lanes);
        mine = sumAtomic_float64_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 4) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 4 / 2; lanes > 0; lanes /= 2) {
            const sumAtomic_float64_vectors_state right = sumAtomic_float64_vectors_down(mine, lanes);
            mine = sumAtomic_float64_vectors_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) sumAtomic_float64_vectors(const double *a, double *c)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    sumAtomic_float64_vectors_state mine = sumAtomic_float64_vectors_load(a, i);

#pragma unroll 1
    for (i += 49920; i < 50000; i += 49920)
        mine = sumAtomic_float64_vectors_join(mine, sumAtomic_float64_vectors_load(a, i));
    mine = sumAtomic_float64_vectors_block(mine);

    if (tid == 0) atomicAdd(c, sumAtomic_float64_vectors_result(mine, 100000ull));
}

extern "C" __global__ void sumAtomic_float64_vectors_end(double *c)
{
    *c = sumAtomic_float64_vectors_result({ *c }, 100000ull); // a NaN becomes the one that results have
}

// sumAtomic_int8_unroll_all: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of int8, the rows of 1 x 1 x 100000, order free
// grid 391, block 128; elements: a 100000, c 1, 0 before

// What is known of some elements.
struct sumAtomic_int8_unroll_all_state {
    unsigned long long value;
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

static __device__ __forceinline__ sumAtomic_int8_unroll_all_state sumAtomic_int8_unroll_all_join(sumAtomic_int8_unroll_all_state left, sumAtomic_int8_unroll_all_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumAtomic_int8_unroll_all_state sumAtomic_int8_unroll_all_of_leaf(sumAtomic_int8_unroll_all_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ long long sumAtomic_int8_unroll_all_result(sumAtomic_int8_unroll_all_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ sumAtomic_int8_unroll_all_state sumAtomic_int8_unroll_all_load(const signed char *a, unsigned i)
{
    return sumAtomic_int8_unroll_all_of_leaf(sumAtomic_int8_unroll_all_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ sumAtomic_int8_unroll_all_state sumAtomic_int8_unroll_all_block(sumAtomic_int8_unroll_all_state mine)
{
    __shared__ volatile unsigned long long states[128];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    if (tid < 64)
        states[tid] = sumAtomic_int8_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = sumAtomic_int8_unroll_all_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_int8_unroll_all_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_int8_unroll_all_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_int8_unroll_all_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_int8_unroll_all_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = sumAtomic_int8_unroll_all_join(mine, { states[tid + 1] });
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) sumAtomic_int8_unroll_all(const signed char *a, long long *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    sumAtomic_int8_unroll_all_state mine = sumAtomic_int8_unroll_all_load(a, i);

    if (i + 128 < 100000) mine = sumAtomic_int8_unroll_all_join(mine, sumAtomic_int8_unroll_all_load(a, i + 128)); // the first addition
    mine = sumAtomic_int8_unroll_all_block(mine);

    if (tid == 0) atomicAdd((unsigned long long *)c, (unsigned long long)sumAtomic_int8_unroll_all_result(mine, 100000ull));
}

// sumAtomic_int8_vectors: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of int8, the rows of 1 x 1 x 100000, order free
// grid 48, block 128; elements: a 100000, c 1, 0 before

// What is known of some elements.
struct sumAtomic_int8_vectors_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct sumAtomic_int8_vectors_part {
    int value;
};

static __device__ __forceinline__ sumAtomic_int8_vectors_part sumAtomic_int8_vectors_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ sumAtomic_int8_vectors_part sumAtomic_int8_vectors_take(sumAtomic_int8_vectors_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ sumAtomic_int8_vectors_state sumAtomic_int8_vectors_join(sumAtomic_int8_vectors_state left, sumAtomic_int8_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumAtomic_int8_vectors_state sumAtomic_int8_vectors_of_leaf(sumAtomic_int8_vectors_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ sumAtomic_int8_vectors_state sumAtomic_int8_vectors_down(sumAtomic_int8_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ long long sumAtomic_int8_vectors_result(sumAtomic_int8_vectors_state s, unsigned long long)
{
    return s.value;
}

// The state of the 16 elements of load i.
static __device__ __forceinline__ sumAtomic_int8_vectors_state sumAtomic_int8_vectors_load(const signed char *a, unsigned i)
{
    union {
        uint4 loaded;
        signed char x[16];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    sumAtomic_int8_vectors_part part = sumAtomic_int8_vectors_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 16; e++)
        part = sumAtomic_int8_vectors_take(part, from_a.x[e], e);
    return sumAtomic_int8_vectors_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ sumAtomic_int8_vectors_state sumAtomic_int8_vectors_block(sumAtomic_int8_vectors_state mine)
{
    __shared__ volatile unsigned long long of_warp[4];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const sumAtomic_int8_vectors_state right = sumAtomic_int8_vectors_down(mine, lanes);
        mine = sumAtomic_int8_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 4) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 4 / 2; lanes > 0; lanes /= 2) {
            const sumAtomic_int8_vectors_state right = sumAtomic_int8_vectors_down(mine, lanes);
            mine = sumAtomic_int8_vectors_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) sumAtomic_int8_vectors(const signed char *a, long long *c)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    sumAtomic_int8_vectors_state mine = sumAtomic_int8_vectors_load(a, i);

#pragma unroll 1
    for (i += 6144; i < 6250; i += 6144)
        mine = sumAtomic_int8_vectors_join(mine, sumAtomic_int8_vectors_load(a, i));
    mine = sumAtomic_int8_vectors_block(mine);

    if (tid == 0) atomicAdd((unsigned long long *)c, (unsigned long long)sumAtomic_int8_vectors_result(mine, 100000ull));
}

// several: reduce family of tilewright 0.1.0, from ladder-forms.json; dot of float32, the rows of 1 x 1 x 1000003, order free
// grid 4, block 128; elements: a 1000003, b 1000003, c 1, partials 4, finished 1, 0 before and after

// What is known of some elements.
struct several_state {
    float value;
};

using several_part = several_state; // what is known of some elements of one leaf

static __device__ __forceinline__ several_part several_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ several_part several_take(several_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ several_state several_join(several_state left, several_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ several_state several_of_leaf(several_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ several_state several_down(several_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float several_result(several_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ several_state several_load(const float *a, const float *b, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a, from_b;

    from_a.loaded = ((const uint4 *)a)[i];
    from_b.loaded = ((const uint4 *)b)[i];
    several_part part = several_first(from_a.x[0], from_b.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = several_take(part, from_a.x[e], from_b.x[e], e);
    return several_of_leaf(part, 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ several_state several_block(several_state mine, unsigned count)
{
    __shared__ volatile float of_warp[4];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const several_state right = several_down(mine, lanes);
        if (tid + lanes < count) mine = several_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 4) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 4 / 2; lanes > 0; lanes /= 2) {
            const several_state right = several_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = several_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) several(const float *a, const float *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    several_state sums[4]; // which do not wait for each other

#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        sums[k] = several_load(a, b, i + k * 512);
#pragma unroll 1
    for (i += 2048; i + 1536 < 250000; i += 2048) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            sums[k] = several_join(sums[k], several_load(a, b, i + k * 512));
    }

    several_state mine = sums[0];
#pragma unroll
    for (unsigned k = 1; k < 4; k++) mine = several_join(mine, sums[k]);
#pragma unroll 1
    for (; i < 250000; i += 512)
        mine = several_join(mine, several_load(a, b, i));

    // what is no whole load
    if (blockIdx.x == 0 && tid == 0) {
#pragma unroll 1
        for (i = 1000000; i < 1000003; i++)
            mine = several_join(mine, several_of_leaf(several_first(a[i], b[i], 0), 0));
    }
    mine = several_block(mine, 128);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 3) == 3; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 4) mine = { partials[tid] };
    mine = several_block(mine, 4);
    if (tid == 0) *c = several_result(mine, 1000003ull);
}

// second_global: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float32, the rows of 1 x 1 x 100000, order free
// grid 782, block 128, then second_global_join_blocks with grid 1, block 128; elements: a 100000, c 1, partials 782, copy 100096

// What is known of some elements.
struct second_global_state {
    float value;
};

using second_global_part = second_global_state; // what is known of some elements of one leaf

static __device__ __forceinline__ second_global_part second_global_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ second_global_state second_global_join(second_global_state left, second_global_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ second_global_state second_global_of_leaf(second_global_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float second_global_result(second_global_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ second_global_state second_global_load(const float *a, unsigned i)
{
    return second_global_of_leaf(second_global_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0; `states` has room for one of each thread.
static __device__ __forceinline__ second_global_state second_global_block(second_global_state mine, volatile float *states, unsigned count)
{
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 128 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = second_global_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) second_global(const float *a, volatile float *partials, volatile float *copy)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 128 + tid;
    second_global_state mine = {};

    if (i < 100000) mine = second_global_load(a, i);
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

// second_conflicting: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float32, the rows of 1 x 1 x 100000, order free
// grid 782, block 128, then second_conflicting_join_blocks with grid 1, block 128; elements: a 100000, c 1, partials 782

// What is known of some elements.
struct second_conflicting_state {
    float value;
};

using second_conflicting_part = second_conflicting_state; // what is known of some elements of one leaf

static __device__ __forceinline__ second_conflicting_part second_conflicting_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ second_conflicting_state second_conflicting_join(second_conflicting_state left, second_conflicting_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ second_conflicting_state second_conflicting_of_leaf(second_conflicting_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float second_conflicting_result(second_conflicting_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ second_conflicting_state second_conflicting_load(const float *a, unsigned i)
{
    return second_conflicting_of_leaf(second_conflicting_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ second_conflicting_state second_conflicting_block(second_conflicting_state mine, unsigned count)
{
    __shared__ volatile float states[128];
    const unsigned tid = threadIdx.x;

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
}

extern "C" __global__ void __launch_bounds__(128) second_conflicting(const float *a, volatile float *partials)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 128 + tid;
    second_conflicting_state mine = {};

    if (i < 100000) mine = second_conflicting_load(a, i);
    mine = second_conflicting_block(mine, min(128u, 100000u - blockIdx.x * 128u));

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(128) second_conflicting_join_blocks(const volatile float *partials, float *c)
{
    const unsigned tid = threadIdx.x;
    second_conflicting_state mine = { partials[tid] };

#pragma unroll 1
    for (unsigned k = tid + 128; k < 782; k += 128) mine = second_conflicting_join(mine, { partials[k] });
    mine = second_conflicting_block(mine, 128);
    if (tid == 0) *c = second_conflicting_result(mine, 100000ull);
}

// second_unroll_all: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float32, the rows of 1 x 1 x 100000, order free
// grid 391, block 128, then second_unroll_all_join_blocks with grid 1, block 128; elements: a 100000, c 1, partials 391

// What is known of some elements.
struct second_unroll_all_state {
    float value;
};

using second_unroll_all_part = second_unroll_all_state; // what is known of some elements of one leaf

static __device__ __forceinline__ second_unroll_all_part second_unroll_all_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ second_unroll_all_state second_unroll_all_join(second_unroll_all_state left, second_unroll_all_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ second_unroll_all_state second_unroll_all_of_leaf(second_unroll_all_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float second_unroll_all_result(second_unroll_all_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ second_unroll_all_state second_unroll_all_load(const float *a, unsigned i)
{
    return second_unroll_all_of_leaf(second_unroll_all_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ second_unroll_all_state second_unroll_all_block(second_unroll_all_state mine)
{
    __shared__ volatile float states[128];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    if (tid < 64)
        states[tid] = second_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = second_unroll_all_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = second_unroll_all_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = second_unroll_all_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = second_unroll_all_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = second_unroll_all_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = second_unroll_all_join(mine, { states[tid + 1] });
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(128) second_unroll_all(const float *a, volatile float *partials)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    second_unroll_all_state mine = second_unroll_all_load(a, i);

    if (i + 128 < 100000) mine = second_unroll_all_join(mine, second_unroll_all_load(a, i + 128)); // the first addition
    mine = second_unroll_all_block(mine);

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(128) second_unroll_all_join_blocks(const volatile float *partials, float *c)
{
    const unsigned tid = threadIdx.x;
    second_unroll_all_state mine = { partials[tid] };

#pragma unroll 1
    for (unsigned k = tid + 128; k < 391; k += 128) mine = second_unroll_all_join(mine, { partials[k] });
    mine = second_unroll_all_block(mine);
    if (tid == 0) *c = second_unroll_all_result(mine, 100000ull);
}

// short_sequential: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float32, the rows of 1 x 1 x 0, order free
// grid 1, block 128; elements: a 1, c 1

// What is known of some elements.
struct short_sequential_state {
    float value;
};

using short_sequential_part = short_sequential_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_sequential_part short_sequential_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ short_sequential_state short_sequential_join(short_sequential_state left, short_sequential_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_sequential_state short_sequential_of_leaf(short_sequential_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float short_sequential_result(short_sequential_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float short_sequential_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) short_sequential(float *c)
{
    if (threadIdx.x == 0) *c = short_sequential_nothing();
}

// short_vectors: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float32, the rows of 1 x 1 x 0, order free
// grid 1, block 128; elements: a 1, c 1

// What is known of some elements.
struct short_vectors_state {
    float value;
};

using short_vectors_part = short_vectors_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_vectors_part short_vectors_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ short_vectors_part short_vectors_take(short_vectors_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ short_vectors_state short_vectors_join(short_vectors_state left, short_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_vectors_state short_vectors_of_leaf(short_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_vectors_state short_vectors_down(short_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float short_vectors_result(short_vectors_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float short_vectors_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) short_vectors(float *c)
{
    if (threadIdx.x == 0) *c = short_vectors_nothing();
}

// small_shuffle: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float16, the rows of 1 x 1 x 100, order free
// grid 1, block 64; elements: a 100, c 1

// What is known of some elements.
struct small_shuffle_state {
    float value;
};

using small_shuffle_part = small_shuffle_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float small_shuffle_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ small_shuffle_part small_shuffle_first(unsigned short x, unsigned)
{
    const float u = small_shuffle_float(x);
    return { u };
}

static __device__ __forceinline__ small_shuffle_state small_shuffle_join(small_shuffle_state left, small_shuffle_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ small_shuffle_state small_shuffle_of_leaf(small_shuffle_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ small_shuffle_state small_shuffle_down(small_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float small_shuffle_result(small_shuffle_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ small_shuffle_state small_shuffle_load(const unsigned short *a, unsigned i)
{
    return small_shuffle_of_leaf(small_shuffle_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ small_shuffle_state small_shuffle_block(small_shuffle_state mine)
{
    __shared__ volatile float of_warp[2];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const small_shuffle_state right = small_shuffle_down(mine, lanes);
        mine = small_shuffle_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 2) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 2 / 2; lanes > 0; lanes /= 2) {
            const small_shuffle_state right = small_shuffle_down(mine, lanes);
            mine = small_shuffle_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(64) small_shuffle(const unsigned short *a, float *c)
{
    const unsigned tid = threadIdx.x;
    unsigned i = tid;
    small_shuffle_state mine = small_shuffle_load(a, i);

#pragma unroll 1
    for (i += 64; i < 100; i += 64)
        mine = small_shuffle_join(mine, small_shuffle_load(a, i));
    mine = small_shuffle_block(mine);

    if (tid == 0) *c = small_shuffle_result(mine, 100ull);
}

// small_unroll_last: reduce family of tilewright 0.1.0, from ladder-forms.json; sum of float16, the rows of 1 x 1 x 100, order free
// grid 1, block 64; elements: a 100, c 1

// What is known of some elements.
struct small_unroll_last_state {
    float value;
};

using small_unroll_last_part = small_unroll_last_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float small_unroll_last_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ small_unroll_last_part small_unroll_last_first(unsigned short x, unsigned)
{
    const float u = small_unroll_last_float(x);
    return { u };
}

static __device__ __forceinline__ small_unroll_last_state small_unroll_last_join(small_unroll_last_state left, small_unroll_last_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ small_unroll_last_state small_unroll_last_of_leaf(small_unroll_last_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float small_unroll_last_result(small_unroll_last_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ small_unroll_last_state small_unroll_last_load(const unsigned short *a, unsigned i)
{
    return small_unroll_last_of_leaf(small_unroll_last_first(a[i], 0), 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ small_unroll_last_state small_unroll_last_block(small_unroll_last_state mine)
{
    __shared__ volatile float states[64];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        mine = small_unroll_last_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = small_unroll_last_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = small_unroll_last_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = small_unroll_last_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = small_unroll_last_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        mine = small_unroll_last_join(mine, { states[tid + 1] });
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(64) small_unroll_last(const unsigned short *a, float *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = tid;
    small_unroll_last_state mine = small_unroll_last_load(a, i);

    if (i + 64 < 100) mine = small_unroll_last_join(mine, small_unroll_last_load(a, i + 64)); // the first addition
    mine = small_unroll_last_block(mine);

    if (tid == 0) *c = small_unroll_last_result(mine, 100ull);
}
