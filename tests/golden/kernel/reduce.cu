// sum: reduce family of tilewright 0.1.0, from reduce.json; sum of float32, the rows of 1 x 1 x 100000, order fixed
// grid 7, block 512; elements: a 100000, c 1

// What is known of some elements.
struct sum_state {
    float value;
};

using sum_part = sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sum_part sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sum_part sum_take(sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sum_state sum_join(sum_state left, sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_part sum_join_parts(sum_part left, sum_part right)
{
    return sum_join(left, right);
}

static __device__ __forceinline__ sum_state sum_of_leaf(sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sum_state sum_down(sum_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_part sum_part_down(sum_part p, unsigned lanes)
{
    return sum_down(p, lanes);
}

static __device__ __forceinline__ float sum_result(sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using sum_vector = uint4;

static __device__ __forceinline__ sum_vector sum_load(const float *line, const unsigned place)
{
    return __ldg((const sum_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float sum_element(const sum_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ sum_part sum_leaf(const float *a, const unsigned lane)
{
    sum_part part[4];
    sum_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = sum_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? sum_first(sum_element(x[n], i), n * 128 + lane * 4 + i)
                : sum_take(part[i], sum_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sum_part right = sum_part_down(part[0], d);
        part[0] = sum_join_parts(part[0], right);
    }
    return part[0];
}

// What the 672 elements of the last leaf make.
static __device__ __forceinline__ sum_part sum_tail(const float *a, const unsigned lane)
{
    sum_part part[4];
    sum_vector rest_x;
    if (lane < 8) rest_x = sum_load(a + 640, lane);
    sum_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = sum_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? sum_first(sum_element(x[n], i), n * 128 + lane * 4 + i)
                : sum_take(part[i], sum_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 8) part[i] = sum_take(part[i], sum_element(rest_x, i), 640 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sum_part right = sum_part_down(part[0], d);
        part[0] = sum_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ sum_state sum_of_lanes(sum_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const sum_state right = sum_down(s, d);
        if (number + d < count) s = sum_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void sum_put(float *value, const unsigned lane, const sum_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ sum_state sum_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    sum_state s;
    if (lane < count) s = { value[lane] };
    return sum_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __cluster_dims__(7, 1, 1) __launch_bounds__(512) sum(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __cluster_barrier_arrive_relaxed(); // blocks that have begun can be written to
    const unsigned part = blockIdx.x;
    __shared__ float states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 16 + warp; // the warp's leaves are 16 apart from here on
    if (first < 97) {
        const unsigned at = first * 1024;
        const sum_part leaf = sum_leaf(a + at, lane);
        sum_put(states_value + slot, lane, sum_of_leaf(leaf, at));
    }
    if (first == 97) {
        const sum_part leaf = sum_tail(a + 99328, lane);
        sum_put(states_value + slot, lane, sum_of_leaf(leaf, 99328));
    }
    __syncthreads();
    sum_state s;
    if (warp == 0) s = sum_of_states(states_value + slot, lane, 16, part == 6 ? 2 : 16);
    __shared__ float parts_value[7]; // in the first block
    if (threadIdx.x == 0 && part == 0) {
        parts_value[0] = s.value;
    }
    __cluster_barrier_wait();
    if (threadIdx.x == 0 && part != 0) {
        *(float *)__cluster_map_shared_rank(parts_value + part, 0) = s.value;
    }
    __cluster_barrier_arrive(); // who waits for all sees what they have stored
    if (part != 0) return;
    __cluster_barrier_wait();
    if (warp != 0) return;
    if (lane < 7) s = { parts_value[lane] };
    s = sum_of_lanes(s, lane, 8, 7);
    if (lane == 0) *c = sum_result(s, 100000ull);
}

// sumSecond, of reduce_rows.cu.mustache:
...
}

// What the 32 parts from number n * 32 on make, in lane 0.
static __device__ __forceinline__ sumSecond_state sumSecond_of_some(const float *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    sumSecond_state s;
    if (number < 49) s = { __ldcg(value + number) };
    return sumSecond_of_lanes(s, number, 32, 49);
}

extern "C" __global__ void __launch_bounds__(64) sumSecond(const float *__restrict__ a, float *partials_value)
{
...
    sumSecond_state s;
    if (warp == 0) s = sumSecond_of_states(states_value + slot, lane, 2, 2);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(64) sumSecond_join(float *c, float *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ float states_value[2];
#pragma unroll 1
    for (unsigned n = warp; n < 2; n += 2)
        sumSecond_put(states_value + n, lane, sumSecond_of_some(partials_value, lane, n));
    __syncthreads();
    if (warp != 0) return;
    const sumSecond_state s = sumSecond_of_states(states_value, lane, 2, 2);
    if (lane == 0) *c = sumSecond_result(s, 100000ull);
}

// sumByWarp, of reduce_rows.cu.mustache:
...
}

// The state of lane 0.
static __device__ __forceinline__ sumByWarp_state sumByWarp_of_first(sumByWarp_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void sumByWarp_put(float *value, const unsigned lane, const sumByWarp_state s)
{
...
}

// What `count` states make, in lane 0; lane j keeps what those from 32 * j on make.
static __device__ __forceinline__ sumByWarp_state sumByWarp_of_states(const float *value, const unsigned lane, const unsigned turns, const unsigned count)
{
    sumByWarp_state kept;
#pragma unroll 8
    for (unsigned j = 0; j < turns; j++) {
        const unsigned number = j * 32 + lane;
        sumByWarp_state s;
        if (number < count) s = { value[number] };
        s = sumByWarp_of_first(sumByWarp_of_lanes(s, number, 32, count));
        if (lane == j) kept = s;
    }
    return sumByWarp_of_lanes(kept, lane, turns, (count + 31) / 32);
}

extern "C" __global__ void __launch_bounds__(32) sumByWarp(const float *__restrict__ a, float *c)
{
...
    __shared__ float states_value[128];
    const unsigned slot = 0; // of the warp's first leaf
    const unsigned count = 97;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = n * 1024, from[] = { at, at + 1024 };
        sumByWarp_part leaf[2];
        sumByWarp_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            sumByWarp_put(states_value + slot + (n + k), lane, sumByWarp_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = n * 1024;
        const sumByWarp_part leaf = sumByWarp_leaf(a + at, lane);
        sumByWarp_put(states_value + slot + n, lane, sumByWarp_of_leaf(leaf, at));
    }
    const sumByWarp_part leaf = sumByWarp_tail(a + 99328, lane);
    sumByWarp_put(states_value + slot + count, lane, sumByWarp_of_leaf(leaf, 99328));
    __syncwarp();
    sumByWarp_state s;
    s = sumByWarp_of_states(states_value + slot, lane, 4, 98);
    if (threadIdx.x == 0) *c = sumByWarp_result(s, 100000ull);
}

// sumAtomic, of reduce_rows.cu.mustache:
...
    sumAtomic_state s;
    if (warp == 0) s = sumAtomic_of_states(states_value + slot, lane, 4, part == 24 ? 2 : 4);
    if (threadIdx.x == 0)
        atomicAdd(c, sumAtomic_result(s, 100000ull));
}

// compensated, of reduce_algebra.cu.mustache:
...
using compensated_part = compensated_state; // what is known of some elements of one leaf

// The sum of two numbers, and exactly what its rounding lost.
static __device__ __forceinline__ compensated_state compensated_two_sum(float a, float b)
{
    const float sum = a + b, rest = sum - a;
    return { sum, (a - (sum - rest)) + (b - rest) };
}

static __device__ __forceinline__ compensated_part compensated_first(float x, unsigned)
{
    return { x, 0 };
}

static __device__ __forceinline__ compensated_part compensated_take(compensated_part p, float x, unsigned)
{
    const compensated_state sum = compensated_two_sum(p.value, x);
    return { sum.value, p.lost + sum.lost };
}

static __device__ __forceinline__ compensated_state compensated_join(compensated_state left, compensated_state right)
{
    const compensated_state sum = compensated_two_sum(left.value, right.value);
    return { sum.value, (left.lost + right.lost) + sum.lost };
}

...
static __device__ __forceinline__ float compensated_result(compensated_state s, unsigned long long)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = sum;
    return value != value ? __int_as_float(0x7fffffff) : value;
...

// dot, of reduce_algebra.cu.mustache:
...
using dot_part = dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float dot_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ dot_part dot_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = dot_float(x);
    const float v = dot_float(y);
    return { __fmul_rn(u, v) };
}
...
static __device__ __forceinline__ dot_part dot_take(dot_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = dot_float(x);
    const float v = dot_float(y);
    return { __fmaf_rn(u, v, p.value) };
}
...

// rowArgmax, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct rowArgmax_part {
    int key = (int)0x80008000u;
};

static __device__ __forceinline__ unsigned rowArgmax_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ bool rowArgmax_beats(int a, int b)
{
    return a > b;
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned rowArgmax_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, 255 - number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int rowArgmax_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = 255 - number, i = n + (n & ~1u) + last, at = i + i / 8 * (512 - 8);
    return (int)((value & 0xff000000u) + (0xffffffu - at));
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ rowArgmax_part rowArgmax_part_spread(rowArgmax_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { max(rowArgmax_half_key(halves << 16, halves & 255, 0), rowArgmax_half_key(halves, halves >> 16 & 255, 2)) - (int)first };
}

static __device__ __forceinline__ rowArgmax_state rowArgmax_join(rowArgmax_state left, rowArgmax_state right)
{
    const bool equal = !rowArgmax_beats(left.value, right.value);
    return rowArgmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ rowArgmax_part rowArgmax_join_parts(rowArgmax_part left, rowArgmax_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ rowArgmax_part rowArgmax_part_move(rowArgmax_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ rowArgmax_state rowArgmax_of_leaf(rowArgmax_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

...
static __device__ __forceinline__ rowArgmax_part rowArgmax_part_down(rowArgmax_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long rowArgmax_result(rowArgmax_state s, unsigned long long)
{
    return s.index;
}


// rowArgmax, of reduce_rows.cu.mustache:
...
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int rowArgmax_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int rowArgmax_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ rowArgmax_part rowArgmax_part_of_warp(rowArgmax_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = rowArgmax_join_parts(p, rowArgmax_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ rowArgmax_state rowArgmax_of_those(rowArgmax_state s, const bool has)
{
    const int key = has ? rowArgmax_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { rowArgmax_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ rowArgmax_part rowArgmax_take_load(rowArgmax_part p, const rowArgmax_vector from, const int bits, const unsigned at)
...
extern "C" __global__ void __launch_bounds__(128) rowArgmax(const signed char *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 32;
    const unsigned from = row * 1000;
    const rowArgmax_part part = rowArgmax_row(a + from, lane);
    const rowArgmax_state s = rowArgmax_of_leaf(part, 0);
    if (lane == 0) c[row] = rowArgmax_result(s, 1000ull);
}

// rowMean, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct rowMean_part {
    long long value;
};

static __device__ __forceinline__ rowMean_part rowMean_first(int x, unsigned)
...
static __device__ __forceinline__ rowMean_part rowMean_join_parts(rowMean_part left, rowMean_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rowMean_state rowMean_of_leaf(rowMean_part p, unsigned long long)
{
    return { (double)p.value };
}

...
static __device__ __forceinline__ rowMean_part rowMean_part_down(rowMean_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

...

// rowNorm, of reduce_rows.cu.mustache:
...
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x;
    a += row * 4100;
    __shared__ double states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
...

// columnSum, of reduce.cu.mustache:
...
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void columnSum_rows(const float *a, unsigned row, columnSum_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? columnSum_take(part, x[u], row + u) : columnSum_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void columnSum_leaf(const float *a, unsigned leaf, columnSum_state (&state))
{
    columnSum_part part;
    if (leaf < 31) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            columnSum_rows<8>(a + row * 100, row, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            columnSum_rows<8>(a + row * 100, row, part);
    }
    state = columnSum_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float columnSum_shared_value[31][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void columnSum_meet(columnSum_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 16 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            columnSum_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            columnSum_state right;
            right.value = columnSum_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = columnSum_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void columnSum_store(float *c, unsigned vector, const columnSum_state (&state))
{
    c[vector] = columnSum_result(state, 1000ull);
}

extern "C" __global__ void __launch_bounds__(1024, 1) columnSum(const float *__restrict__ a, float *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 32 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 27;
    const unsigned leaf = run;
    columnSum_state state;
    if (vector < 100) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 3200ull + col;
        columnSum_leaf(a + offset, leaf, state);
    }
    columnSum_meet<5>(state, run, 32);
    if (threadIdx.y == 0 && vector < 100) columnSum_store(c, vector, state);
}

// columnSum, of reduce_columns.cu.mustache:
// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void columnSum_rows(const float *a, unsigned row, columnSum_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? columnSum_take(part, x[u], row + u) : columnSum_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void columnSum_leaf(const float *a, unsigned leaf, columnSum_state (&state))
{
    columnSum_part part;
    if (leaf < 31) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            columnSum_rows<8>(a + row * 100, row, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            columnSum_rows<8>(a + row * 100, row, part);
    }
    state = columnSum_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float columnSum_shared_value[31][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void columnSum_meet(columnSum_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 16 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            columnSum_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            columnSum_state right;
            right.value = columnSum_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = columnSum_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void columnSum_store(float *c, unsigned vector, const columnSum_state (&state))
{
    c[vector] = columnSum_result(state, 1000ull);
}

extern "C" __global__ void __launch_bounds__(1024, 1) columnSum(const float *__restrict__ a, float *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 32 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 27;
    const unsigned leaf = run;
    columnSum_state state;
    if (vector < 100) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 3200ull + col;
        columnSum_leaf(a + offset, leaf, state);
    }
    columnSum_meet<5>(state, run, 32);
    if (threadIdx.y == 0 && vector < 100) columnSum_store(c, vector, state);
}

// segmentMax, of reduce.cu.mustache:
...
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ segmentMax_part segmentMax_join_columns(segmentMax_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const segmentMax_part right = segmentMax_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = segmentMax_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = segmentMax_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ segmentMax_part segmentMax_short_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    unsigned short x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    segmentMax_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = segmentMax_first(x[j], 32 * j + lane);
    }
    return segmentMax_join_columns(part, count, lane);
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ segmentMax_part segmentMax_whole_leaf(const unsigned short *a, unsigned lane)
{
    segmentMax_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        unsigned short x[8][8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) x[u][j] = a[(line + u) * 256 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                part[j] = u || line ? segmentMax_take(part[j], x[u][j], i) : segmentMax_first(x[u][j], i);
            }
        }
    }
    return segmentMax_join_columns(part, 256, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ segmentMax_part segmentMax_part_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return segmentMax_short_leaf<4>(a, count, lane); // all lanes
    segmentMax_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line * 256 < count; line += 8) {
        unsigned short x[8][8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) part[j] = u || line ? segmentMax_take(part[j], x[u][j], i) : segmentMax_first(x[u][j], i);
            }
        }
    }
    return segmentMax_join_columns(part, min(count, 256u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ segmentMax_state segmentMax_leaf_of(const unsigned short *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 2048;
    const unsigned short *const at = a + n * 2048;
    const segmentMax_part part = left < 2048 ? segmentMax_part_leaf(at, (unsigned)left, lane) : segmentMax_whole_leaf(at, lane);
    return segmentMax_of_leaf(part, n * 2048);
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ segmentMax_state segmentMax_together(const unsigned short *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ unsigned leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    segmentMax_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = segmentMax_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        segmentMax_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = segmentMax_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const segmentMax_state right = segmentMax_down(state, next);
            if ((lane + next) * 1 < leaves) state = segmentMax_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

extern "C" __global__ void __launch_bounds__(64) segmentMax(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, unsigned short *c)
{
    const unsigned long long segment = blockIdx.x;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 16384) {
        const segmentMax_state state = segmentMax_together(a + begin, count, 0, (count + 2048 - 1) / 2048, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = segmentMax_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = segmentMax_nothing();
}

// segmentMax, of reduce_algebra.cu.mustache:
...
using segmentMax_part = segmentMax_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned segmentMax_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7f800001;
}

static __device__ __forceinline__ int segmentMax_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7f800001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ segmentMax_part segmentMax_first(unsigned short x, unsigned)
{
...
}

static __device__ __forceinline__ segmentMax_part segmentMax_part_of(segmentMax_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ unsigned short segmentMax_result(segmentMax_state s, unsigned long long)
{
    const int bits = segmentMax_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7f800001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

static __device__ __forceinline__ unsigned short segmentMax_nothing()
{
    return 0xff80;
}


// segmentMax, of reduce_segments.cu.mustache:
// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ segmentMax_part segmentMax_join_columns(segmentMax_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const segmentMax_part right = segmentMax_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = segmentMax_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = segmentMax_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ segmentMax_part segmentMax_short_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    unsigned short x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    segmentMax_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = segmentMax_first(x[j], 32 * j + lane);
    }
    return segmentMax_join_columns(part, count, lane);
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ segmentMax_part segmentMax_whole_leaf(const unsigned short *a, unsigned lane)
{
    segmentMax_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        unsigned short x[8][8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) x[u][j] = a[(line + u) * 256 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                part[j] = u || line ? segmentMax_take(part[j], x[u][j], i) : segmentMax_first(x[u][j], i);
            }
        }
    }
    return segmentMax_join_columns(part, 256, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ segmentMax_part segmentMax_part_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return segmentMax_short_leaf<4>(a, count, lane); // all lanes
    segmentMax_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line * 256 < count; line += 8) {
        unsigned short x[8][8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) part[j] = u || line ? segmentMax_take(part[j], x[u][j], i) : segmentMax_first(x[u][j], i);
            }
        }
    }
    return segmentMax_join_columns(part, min(count, 256u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ segmentMax_state segmentMax_leaf_of(const unsigned short *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 2048;
    const unsigned short *const at = a + n * 2048;
    const segmentMax_part part = left < 2048 ? segmentMax_part_leaf(at, (unsigned)left, lane) : segmentMax_whole_leaf(at, lane);
    return segmentMax_of_leaf(part, n * 2048);
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ segmentMax_state segmentMax_together(const unsigned short *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ unsigned leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    segmentMax_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = segmentMax_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        segmentMax_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = segmentMax_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const segmentMax_state right = segmentMax_down(state, next);
            if ((lane + next) * 1 < leaves) state = segmentMax_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

extern "C" __global__ void __launch_bounds__(64) segmentMax(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, unsigned short *c)
{
    const unsigned long long segment = blockIdx.x;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 16384) {
        const segmentMax_state state = segmentMax_together(a + begin, count, 0, (count + 2048 - 1) / 2048, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = segmentMax_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = segmentMax_nothing();
}

// none, of reduce_rows.cu.mustache:
extern "C" __global__ void __launch_bounds__(256) none(const unsigned char *__restrict__ a, unsigned char *c)
{
    const unsigned row = (unsigned)blockIdx.x * 256 + threadIdx.x;
    if (row < 5) c[row] = none_nothing();
}
