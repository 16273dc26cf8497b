// loads_float32: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 3 x 5000, order fixed
// grid 2, block 64; elements: a 15000, c 3

// What is known of some elements.
struct loads_float32_state {
    float value;
};

using loads_float32_part = loads_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ loads_float32_part loads_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ loads_float32_part loads_float32_take(loads_float32_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ loads_float32_state loads_float32_join(loads_float32_state left, loads_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loads_float32_part loads_float32_join_parts(loads_float32_part left, loads_float32_part right)
{
    return loads_float32_join(left, right);
}

static __device__ __forceinline__ loads_float32_state loads_float32_of_leaf(loads_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ loads_float32_state loads_float32_down(loads_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ loads_float32_part loads_float32_part_down(loads_float32_part p, unsigned lanes)
{
    return loads_float32_down(p, lanes);
}

static __device__ __forceinline__ float loads_float32_result(loads_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using loads_float32_vector = uint4;

static __device__ __forceinline__ loads_float32_vector loads_float32_load(const float *line, const unsigned place)
{
    return __ldg((const loads_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float loads_float32_element(const loads_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ loads_float32_part loads_float32_leaf(const float *a, const unsigned lane)
{
    loads_float32_part part[4];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        loads_float32_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = loads_float32_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = first + n == 0 ? loads_float32_first(loads_float32_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : loads_float32_take(part[i], loads_float32_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = loads_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const loads_float32_part right = loads_float32_part_down(part[0], d);
        part[0] = loads_float32_join_parts(part[0], right);
    }
    return part[0];
}

// What the 904 elements of the last leaf make.
static __device__ __forceinline__ loads_float32_part loads_float32_tail(const float *a, const unsigned lane)
{
    loads_float32_part part[4];
    loads_float32_vector rest_x;
    if (lane < 2) rest_x = loads_float32_load(a + 896, lane);
#pragma unroll
    for (unsigned first = 0; first < 7; first += 4) {
        loads_float32_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n < 7) x[n] = loads_float32_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (first + n < 7) part[i] = first + n == 0 ? loads_float32_first(loads_float32_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : loads_float32_take(part[i], loads_float32_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 2) part[i] = loads_float32_take(part[i], loads_float32_element(rest_x, i), 896 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = loads_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const loads_float32_part right = loads_float32_part_down(part[0], d);
        part[0] = loads_float32_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ loads_float32_state loads_float32_of_lanes(loads_float32_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const loads_float32_state right = loads_float32_down(s, d);
        if (number + d < count) s = loads_float32_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void loads_float32_put(float *value, const unsigned lane, const loads_float32_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ loads_float32_state loads_float32_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    loads_float32_state s;
    if (lane < count) s = { value[lane] };
    return loads_float32_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(64) loads_float32(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x * 2 + warp;
    a += min(row, 2u) * 5000;
    __shared__ float states_value[16];
    const unsigned slot = warp * 8; // of the warp's first leaf
    const unsigned count = 4;
#pragma unroll 1
    for (unsigned n = 0; n < count; n++) {
        const unsigned at = n * 1024;
        const loads_float32_part leaf = loads_float32_leaf(a + at, lane);
        loads_float32_put(states_value + slot + n, lane, loads_float32_of_leaf(leaf, at));
    }
    const loads_float32_part leaf = loads_float32_tail(a + 4096, lane);
    loads_float32_put(states_value + slot + count, lane, loads_float32_of_leaf(leaf, 4096));
    __syncwarp();
    loads_float32_state s;
    s = loads_float32_of_states(states_value + slot, lane, 8, 5);
    if (lane == 0 && row < 3u) c[row] = loads_float32_result(s, 5000ull);
}

// loads_uint8, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct loads_uint8_part {
    unsigned value;
};

static __device__ __forceinline__ loads_uint8_state loads_uint8_join(loads_uint8_state left, loads_uint8_state right)
...
static __device__ __forceinline__ loads_uint8_part loads_uint8_join_parts(loads_uint8_part left, loads_uint8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loads_uint8_state loads_uint8_of_leaf(loads_uint8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

...
static __device__ __forceinline__ loads_uint8_part loads_uint8_part_down(loads_uint8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned long long loads_uint8_result(loads_uint8_state s, unsigned long long)
{
    return s.value;
}


// loads_uint8, of reduce_rows.cu.mustache:
...
}

// What the parts of all lanes make.
static __device__ __forceinline__ loads_uint8_part loads_uint8_part_of_warp(loads_uint8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = loads_uint8_join_parts(p, loads_uint8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ loads_uint8_part loads_uint8_take_load(loads_uint8_part p, const loads_uint8_vector from, const int bits)
...

// turns, of reduce_rows.cu.mustache:
...
    const unsigned row = blockIdx.x * 2 + warp / 2;
    a += min(row, 2u) * 3000;
    b += min(row, 2u) * 3000;
    __shared__ float states_value[8];
    const unsigned slot = warp / 2 * 4 + warp % 2; // of the warp's first leaf
    const unsigned first = warp % 2; // the warp's leaves are 2 apart from here on
    const unsigned count = first < 2 ? (unsigned)min((3u - first) / 2, 2u) : 0;
#pragma unroll 1
...
        turns_put(states_value + slot + n * 2, lane, turns_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 2 == 2) {
        const turns_part leaf = turns_tail(a + 2048, b + 2048, lane);
        turns_put(states_value + slot + count * 2, lane, turns_of_leaf(leaf, 2048));
    }
    __syncthreads();
    turns_state s;
...

// packed_int16, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: two values, whose max is looked for.
struct packed_int16_part {
    unsigned value = 0x80008000u;
};

static __device__ __forceinline__ unsigned packed_int16_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ packed_int16_state packed_int16_join(packed_int16_state left, packed_int16_state right)
{
...
static __device__ __forceinline__ packed_int16_part packed_int16_join_parts(packed_int16_part left, packed_int16_part right)
{
    return { packed_int16_pairs(left.value, right.value) };
}

static __device__ __forceinline__ packed_int16_state packed_int16_of_leaf(packed_int16_part p, unsigned long long)
{
    const unsigned pair = packed_int16_pairs(p.value, p.value << 16);
    return { (int)pair >> 16 };
}

...
static __device__ __forceinline__ packed_int16_part packed_int16_part_down(packed_int16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

...

// packed_int16, of reduce_rows.cu.mustache:
...
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ packed_int16_state packed_int16_of_some(const int *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    packed_int16_state s;
    if (number < 2) s = { __ldcg(value + number) };
    return packed_int16_of_lanes(s, number, 32, 2);
}

extern "C" __global__ void __launch_bounds__(128) packed_int16(const short *__restrict__ a, int *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ int states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 4 apart from here on
    const unsigned count = first < 14 ? (unsigned)min((17u - first) / 4, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 4) * 2048, from[] = { at, at + 8192 };
        packed_int16_part leaf[2];
        packed_int16_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            packed_int16_put(states_value + slot + (n + k) * 4, lane, packed_int16_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 4) * 2048;
        const packed_int16_part leaf = packed_int16_leaf(a + at, lane);
        packed_int16_put(states_value + slot + n * 4, lane, packed_int16_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 4 == 14) {
        const packed_int16_part leaf = packed_int16_tail(a + 28672, lane);
...
    packed_int16_state s;
    if (warp == 0) s = packed_int16_of_states(states_value + slot, lane, 8, part == 1 ? 7 : 8);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(128) packed_int16_join(short *c, int *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp != 0) return;
    const packed_int16_state s = packed_int16_of_some(partials_value, lane, 0);
    if (lane == 0) *c = packed_int16_result(s, 30000ull);
}

// packed_float64, of reduce_algebra.cu.mustache:
...
using packed_float64_part = packed_float64_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned long long packed_float64_rank(double x)
{
    const long long bits = __double_as_longlong(x);
    return (unsigned long long)(bits ^ (bits >> 63 & 0x7fffffffffffffff)) + 0x7ff0000000000001;
}

static __device__ __forceinline__ long long packed_float64_ranked(unsigned long long rank)
{
    const long long ordered = (long long)(rank - 0x7ff0000000000001);
    return ordered ^ (ordered >> 63 & 0x7fffffffffffffff);
}

static __device__ __forceinline__ packed_float64_part packed_float64_first(double x, unsigned)
{
    const unsigned long long u = packed_float64_rank(x);
    return { u };
}
...
static __device__ __forceinline__ packed_float64_part packed_float64_take(packed_float64_part p, double x, unsigned)
{
    const unsigned long long u = packed_float64_rank(x);
    return { max(p.value, u) };
}
...
static __device__ __forceinline__ double packed_float64_result(packed_float64_state s, unsigned long long)
{
    const long long bits = packed_float64_ranked(s.value);
    return (bits & 0x7fffffffffffffff) >= 0x7ff0000000000001 ? __longlong_as_double(0x7fffffffffffffff) : __longlong_as_double(bits);
}


// wide, of reduce_rows.cu.mustache:
...
}

// The state of lane 0.
static __device__ __forceinline__ wide_state wide_of_first(wide_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void wide_put(float *value, const unsigned lane, const wide_state s)
{
...
}

// What `count` states make, in lane 0; lane j keeps what those from 32 * j on make.
static __device__ __forceinline__ wide_state wide_of_states(const float *value, const unsigned lane, const unsigned turns, const unsigned count)
{
    wide_state kept;
#pragma unroll 8
    for (unsigned j = 0; j < turns; j++) {
        const unsigned number = j * 32 + lane;
        wide_state s;
        if (number < count) s = { value[number] };
        s = wide_of_first(wide_of_lanes(s, number, 32, count));
        if (lane == j) kept = s;
    }
    return wide_of_lanes(kept, lane, turns, (count + 31) / 32);
}

// What the 256 parts from number n * 256 on make, in lane 0.
static __device__ __forceinline__ wide_state wide_of_some(const float *value, const unsigned lane, const unsigned n)
{
    wide_state part[8];
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        if (number < 19074) part[q] = { __ldcg(value + number) };
    }
    wide_state kept;
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        const wide_state s = wide_of_first(wide_of_lanes(part[q], number, 32, 19074));
        if (lane == q) kept = s;
    }
    return wide_of_lanes(kept, n * 8 + lane, 8, 597);
}

...
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long row = blockIdx.x;
    __shared__ float states_value[128];
#pragma unroll 1
    for (unsigned n = warp; n < 75; n += 8)
        wide_put(states_value + n, lane, wide_of_some(partials_value + row * 19074, lane, n));
    __syncthreads();
    if (warp != 0) return;
    const wide_state s = wide_of_states(states_value, lane, 4, 75);
    if (lane == 0) c[row] = wide_result(s, 10000000000ull);
}

// every_rows1_leaves1, of reduce_rows.cu.mustache:
...
}

// Whether all others have counted; the last sets the counter back to 0. A thread that sees the count sees what the
// block has stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool every_rows1_leaves1_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128) every_rows1_leaves1(const signed char *__restrict__ a, long long *c, unsigned long long *partials_value, unsigned *finished)
{
...
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 4 + warp; // the warp's leaves are 4 apart from here on
    {
        const unsigned at = first * 4096;
        const every_rows1_leaves1_part leaf = every_rows1_leaves1_leaf(a + at, lane);
        every_rows1_leaves1_put(states_value + slot, lane, every_rows1_leaves1_of_leaf(leaf, at));
    }
    __syncthreads();
    every_rows1_leaves1_state s;
    if (warp == 0) s = every_rows1_leaves1_of_states(states_value + slot, lane, 4, 4);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = every_rows1_leaves1_is_last(finished, 3);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = every_rows1_leaves1_of_some(partials_value, lane, 0);
    if (lane == 0) *c = every_rows1_leaves1_result(s, 65536ull);
}

// pairs_cols65536, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct pairs_cols65536_part {
    int key = -0x7fffffff - 1;
};

static __device__ __forceinline__ bool pairs_cols65536_beats(int a, int b)
{
    return a > b;
}

// Element j of a word, number i.
static __device__ __forceinline__ int pairs_cols65536_key(unsigned word, unsigned j, unsigned i)
{
    return (int)__byte_perm(word, 0xffffu - i, 0x1054 + j * 0x2200);
}

static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_join(pairs_cols65536_state left, pairs_cols65536_state right)
{
    const bool equal = !pairs_cols65536_beats(left.value, right.value);
    return pairs_cols65536_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ pairs_cols65536_part pairs_cols65536_join_parts(pairs_cols65536_part left, pairs_cols65536_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ pairs_cols65536_part pairs_cols65536_part_move(pairs_cols65536_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_of_leaf(pairs_cols65536_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffu;
    return { p.key >> 16, (long long)(first + (0xffffu - low)) };
}

...
static __device__ __forceinline__ pairs_cols65536_part pairs_cols65536_part_down(pairs_cols65536_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

...

// pairs_cols65536, of reduce_rows.cu.mustache:
...
static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_of_lanes(pairs_cols65536_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return pairs_cols65536_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
...
    }
    return s;
#endif
}

...

// alone, of reduce_rows.cu.mustache:
...
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    alone_state s;
    if (part < 4) s = alone_of_leaf(alone_leaf(a + part * 1024, lane), part * 1024);
    else s = alone_of_leaf(alone_tail(a + 4096, lane), 4096);
    bool last = false;
    if (threadIdx.x == 0) {
...

// atomic_rows1_int32, of reduce_rows.cu.mustache:
...
    atomic_rows1_int32_state s;
    if (warp == 0) s = atomic_rows1_int32_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)c, (unsigned long long)atomic_rows1_int32_result(s, 65536ull));
}

// joins_sum, of reduce_rows.cu.mustache:
...
    }
    if (!__syncthreads_or(last)) return;
#pragma unroll 1
    for (unsigned n = warp; n < 2; n += 1)
        joins_sum_put(states_value + n, lane, joins_sum_of_some(partials_value, lane, n));
    __syncthreads();
    if (warp != 0) return;
    s = joins_sum_of_states(states_value, lane, 2, 2);
    if (lane == 0) *c = joins_sum_result(s, 1500000ull);
}

// joins_argmin, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf.
struct joins_argmin_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool joins_argmin_beats(float a, float b)
{
    return b == b && !(a >= b);
}

static __device__ __forceinline__ joins_argmin_part joins_argmin_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ joins_argmin_part joins_argmin_take(joins_argmin_part p, float x, unsigned i)
{
    if (joins_argmin_beats(x, p.value)) return { x, i };
    return p;
}

...
static __device__ __forceinline__ joins_argmin_part joins_argmin_join_parts(joins_argmin_part left, joins_argmin_part right)
{
    const bool equal = !joins_argmin_beats(left.value, right.value);
    return joins_argmin_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

...
static __device__ __forceinline__ joins_argmin_part joins_argmin_part_move(joins_argmin_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ joins_argmin_state joins_argmin_of_leaf(joins_argmin_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

...
static __device__ __forceinline__ joins_argmin_part joins_argmin_part_down(joins_argmin_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

...

// many_last, of reduce_rows.cu.mustache:
...
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[4];
    many_last_state s;
    if (part < 976) s = many_last_of_leaf(many_last_leaf(a + part * 1024, lane), part * 1024);
...

// second, of reduce_rows.cu.mustache:
...
        second_put(states_value + slot, lane, second_of_leaf(leaf, at));
    }
    if (first == 97) {
        const second_part leaf = second_tail(a + 99328, lane);
        second_put(states_value + slot, lane, second_of_leaf(leaf, 99328));
    }
    __syncthreads();
    second_state s;
...

// cluster_sum, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ cluster_sum_part cluster_sum_part_of(cluster_sum_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cluster_sum_result(cluster_sum_state s, unsigned long long)
{
...

// cluster_sum, of reduce_rows.cu.mustache:
using cluster_sum_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned cluster_sum_shift(const float *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *cluster_sum_chunks(const float *row)
{
    return (const uint4 *)((const char *)row - cluster_sum_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 cluster_sum_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    const uint2 front = __ldg((const uint2 *)end);
    x.x = front.x;
    x.y = front.y;
    x.z |= (unsigned)__ldg((const unsigned *)end + 2) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 cluster_sum_line(const float *row, const unsigned chunk)
{
    return __ldg(cluster_sum_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 cluster_sum_next(const float *behind)
{
    uint4 x;
    if (cluster_sum_shift(behind) > 0) x = __ldg(cluster_sum_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned cluster_sum_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 cluster_sum_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(cluster_sum_splice(x.x, next.x, bits), cluster_sum_splice(x.y, next.y, bits - 32), cluster_sum_splice(x.z, next.z, bits - 64), cluster_sum_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void cluster_sum_rotate(cluster_sum_part (&part)[4], const unsigned place, const unsigned shift)
{
    cluster_sum_part all[2 * 4];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        all[i] = part[i];
        all[4 + i] = cluster_sum_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 4; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 4; i++)
            if (i + 2 * step < 2 * 4 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 cluster_sum_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x;
    return make_uint4(one ? b : a, one ? c : b, one ? d : c, one ? e : d);
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 cluster_sum_load_last(const float *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = cluster_sum_shift(line);
    const uint4 *chunk = cluster_sum_chunks(line) + place;
    uint4 x, y;
    if (place * 4 < elements) x = cluster_sum_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 4 + shift) y = cluster_sum_chunk(chunk + 1, end);
    return cluster_sum_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ float cluster_sum_element(const cluster_sum_vector from, const unsigned i)
...
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __cluster_barrier_arrive_relaxed(); // blocks that have begun can be written to
    const uint4 *const end_a = (const uint4 *)a + 3750;
    const unsigned row = blockIdx.x / 3;
    a += row * 5001;
...
    cluster_sum_state s;
    if (warp == 0) s = cluster_sum_of_states(states_value + slot, lane, 2, part == 2 ? 1 : 2);
    __shared__ float parts_value[3]; // in the first block
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
    if (lane < 3) s = { parts_value[lane] };
    s = cluster_sum_of_lanes(s, lane, 4, 3);
    if (lane == 0) c[row] = cluster_sum_result(s, 5001ull);
}

// short_dot_cols3_leaves1, of reduce_rows.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(32) short_dot_cols3_leaves1(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 1000u) * 1000;
    const short_dot_cols3_leaves1_part part = short_dot_cols3_leaves1_row(a + from, b + from);
    const short_dot_cols3_leaves1_state s = short_dot_cols3_leaves1_of_leaf(part, 0);
    if (row < 1001u) c[row] = short_dot_cols3_leaves1_result(s, 3ull);
}

// short_dot_cols3_leaves4, of reduce_rows.cu.mustache:
...
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    unsigned from[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) from[k] = min(row + k * 32, 1000u) * 1000;
    short_dot_cols3_leaves4_part part[4];
    short_dot_cols3_leaves4_rows(a, b, from, part);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const short_dot_cols3_leaves4_state s = short_dot_cols3_leaves4_of_leaf(part[k], 0);
        if (row + k * 32 < 1001u) c[row + k * 32] = short_dot_cols3_leaves4_result(s, 3ull);
    }
}

// short_dot_cols7_leaves1, of reduce_rows.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(32) short_dot_cols7_leaves1(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 1000u) * 1000;
...

// staged_float32, of reduce_rows.cu.mustache:
// Units of a row that a lane takes side by side.
struct staged_float32_vector {
    unsigned word[32];
};

// Loads the elements of the lane's place in a line of which `elements` exist.
static __device__ __forceinline__ staged_float32_vector staged_float32_load(const float *line, const unsigned place, const unsigned elements)
{
    const unsigned *unit = (const unsigned *)(line + place * 32);
    staged_float32_vector x;
#pragma unroll
    for (unsigned m = 0; m < 32; m++)
        if (place * 32 + m * 1 < elements) {
            const unsigned u = unit[m];
            x.word[m * 1 + 0] = u;
        }
    return x;
}

// Copies a warp's rows to its tile; `count` elements exist.
static __device__ __forceinline__ void staged_float32_stage(const float *from, uint4 *tile, const unsigned thread, const unsigned count)
{
    const unsigned chunks = count / 4;
#pragma unroll
    for (unsigned turn = 0; turn < 496; turn += 1 * 32) {
        const unsigned first = turn + thread;
        uint4 x[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++)
            if (first + n * 32 < chunks) x[n] = __ldg((const uint4 *)from + first + n * 32);
#pragma unroll
        for (unsigned n = 0; n < 1; n++)
            if (first + n * 32 < chunks) tile[first + n * 32] = x[n];
    }
    const unsigned last = chunks * 4 + thread;
    if (last < count) ((float *)tile)[last] = __ldg(from + last);
}

// Element i of a load.
static __device__ __forceinline__ float staged_float32_element(const staged_float32_vector from, const unsigned i)
...
extern "C" __global__ void __launch_bounds__(64) staged_float32(const float *__restrict__ a, float *c)
{
    const unsigned thread = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned first = (blockIdx.x * 2 + warp) * 64;
    __shared__ uint4 tile_a[992];
    if (first >= 1001) return;
    const unsigned rows = (unsigned)min(1001 - first, (unsigned)64);
    staged_float32_stage(a + first * 31, tile_a + warp * 496, thread, rows * 31);
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const unsigned row = thread + k * 32;
        if (row >= rows) break;
        const float *x = (const float *)(tile_a + warp * 496) + row * 31;
        const staged_float32_state s = staged_float32_of_leaf(staged_float32_row(x), 0);
        c[first + row] = staged_float32_result(s, 31ull);
    }
}

// shifted_sum_float16, of reduce_algebra.cu.mustache:
...
using shifted_sum_float16_part = shifted_sum_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float shifted_sum_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_first(unsigned short x, unsigned)
{
...

// shifted_argmax_int8, of reduce_algebra.cu.mustache:
...
}

// Elements were counted from `before` elements before the leaf. Where one that is none is found, all `count` are alike.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_part_settle(shifted_argmax_int8_part p, unsigned before, unsigned count)
{
    const unsigned low = (unsigned)p.key & 0xffffffu, number = 0xffffffu - low, place = min(max(number, before) - before, count - 1);
    return { (int)(((unsigned)p.key & ~0xffffffu) + (0xffffffu - place)) };
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned shifted_argmax_int8_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, 255 - number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int shifted_argmax_int8_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = 255 - number, i = n + (n & ~1u) + last, at = i + i / 16 * (512 - 16);
    return (int)((value & 0xff000000u) + (0xffffffu - at));
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_part_spread(shifted_argmax_int8_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { max(shifted_argmax_int8_half_key(halves << 16, halves & 255, 0), shifted_argmax_int8_half_key(halves, halves >> 16 & 255, 2)) - (int)first };
}

static __device__ __forceinline__ shifted_argmax_int8_state shifted_argmax_int8_join(shifted_argmax_int8_state left, shifted_argmax_int8_state right)
{
...

// shifted_dot_float16, of reduce_algebra.cu.mustache:
...
{
    const float u = shifted_dot_float16_float(x);
    const float v = shifted_dot_float16_float(y);
    return { __fmul_rn(u, v) };
}
...
{
    const float u = shifted_dot_float16_float(x);
    const float v = shifted_dot_float16_float(y);
    return { __fmaf_rn(u, v, p.value) };
}
...

// ends_cols777, of reduce_rows.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(32) ends_cols777(const unsigned char *__restrict__ a, unsigned char *c)
{
    const uint4 *const end_a = (const uint4 *)a + 5170;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
...

// packs, of reduce_algebra.cu.mustache:
...
static __device__ __forceinline__ unsigned packs_pairs(unsigned a, unsigned b)
{
#if __CUDA_ARCH__ >= 800
    unsigned pair;
    asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(pair) : "r"(a), "r"(b));
    return pair;
#else
    const unsigned low = min(packs_rank((unsigned short)a), packs_rank((unsigned short)b)), high = min(packs_rank(a >> 16), packs_rank(b >> 16));
    return (unsigned)packs_ranked(low) >> 16 | ((unsigned)packs_ranked(high) & 0xffff0000u);
#endif
}

...
{
    const unsigned pair = packs_pairs(p.value, p.value << 16);
    return { packs_rank(pair >> 16) };
}

...

// one_sum_cols600, of reduce_rows.cu.mustache:
...
{
    const unsigned lane = threadIdx.x % 32;
    const one_sum_cols600_state s = one_sum_cols600_of_leaf(one_sum_cols600_row(a, lane), 0);
    if (lane == 0) *c = one_sum_cols600_result(s, 600ull);
}

// empty_rows0, of reduce_algebra.cu.mustache:
...
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float empty_rows0_nothing()
{
    return 0;
}


// empty_rows0, of reduce_rows.cu.mustache:
extern "C" __global__ void __launch_bounds__(256) empty_rows0(const float *__restrict__ a, float *c)
{
    // there are no rows
}

// empty_rows5, of reduce_rows.cu.mustache:
extern "C" __global__ void __launch_bounds__(256) empty_rows5(const float *__restrict__ a, float *c)
{
    const unsigned row = (unsigned)blockIdx.x * 256 + threadIdx.x;
    if (row < 5) c[row] = empty_rows5_nothing();
}

// rowless, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ int rowless_key(signed char x, unsigned i)
{
    return (int)(((unsigned)x << 24) + (0xffffffu - i));
}

static __device__ __forceinline__ rowless_part rowless_first(signed char x, unsigned i)
{
    return { rowless_key(x, i) };
}

static __device__ __forceinline__ rowless_part rowless_take(rowless_part p, signed char x, unsigned i)
{
    return { max(p.key, rowless_key(x, i)) };
}

...
