// sum_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct sum_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct sum_int8_part {
    int value;
};

static __device__ __forceinline__ sum_int8_state sum_int8_join(sum_int8_state left, sum_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_int8_part sum_int8_join_parts(sum_int8_part left, sum_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_int8_state sum_int8_of_leaf(sum_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ sum_int8_state sum_int8_down(sum_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_int8_part sum_int8_part_down(sum_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long sum_int8_result(sum_int8_state s, unsigned long long)
{
    return s.value;
}

using sum_int8_vector = uint4;

static __device__ __forceinline__ sum_int8_vector sum_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const sum_int8_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ sum_int8_part sum_int8_part_of_warp(sum_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = sum_int8_join_parts(p, sum_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ sum_int8_part sum_int8_take_load(sum_int8_part p, const sum_int8_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ sum_int8_part sum_int8_row(const signed char *a)
{
    sum_int8_part part[1] = {};
    sum_int8_vector x;
    x = sum_int8_load(a, 0);
    part[0] = sum_int8_take_load(part[0], x, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) sum_int8(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const sum_int8_part part = sum_int8_row(a + from);
    const sum_int8_state s = sum_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = sum_int8_result(s, 16ull);
}

// sum_uint16, of reduce_rows.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(128) sum_uint16(const unsigned short *__restrict__ a, unsigned long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 64 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
...

// sum_int64, of reduce_algebra.cu.mustache:
...
};

using sum_int64_part = sum_int64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sum_int64_part sum_int64_first(long long x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ sum_int64_part sum_int64_take(sum_int64_part p, long long x, unsigned)
{
    const unsigned long long u = x;
    return { p.value + u };
}

static __device__ __forceinline__ sum_int64_state sum_int64_join(sum_int64_state left, sum_int64_state right)
{
...
static __device__ __forceinline__ sum_int64_part sum_int64_join_parts(sum_int64_part left, sum_int64_part right)
{
    return sum_int64_join(left, right);
}

static __device__ __forceinline__ sum_int64_state sum_int64_of_leaf(sum_int64_part p, unsigned long long)
{
    return p;
}

...
static __device__ __forceinline__ sum_int64_part sum_int64_part_down(sum_int64_part p, unsigned lanes)
{
    return sum_int64_down(p, lanes);
}

...

// sum_float16, of reduce_algebra.cu.mustache:
...
using sum_float16_part = sum_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float sum_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ sum_float16_part sum_float16_first(unsigned short x, unsigned)
{
...
static __device__ __forceinline__ float sum_float16_result(sum_float16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}


// least_int8, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose min is looked for.
struct least_int8_part {
    unsigned value = 0x7f7f7f7fu;
};

static __device__ __forceinline__ unsigned least_int8_pairs(unsigned a, unsigned b)
{
    return __vmins2(a, b);
}

static __device__ __forceinline__ least_int8_state least_int8_join(least_int8_state left, least_int8_state right)
{
...
static __device__ __forceinline__ least_int8_part least_int8_join_parts(least_int8_part left, least_int8_part right)
{
    return { least_int8_pairs(left.value, right.value) };
}

static __device__ __forceinline__ least_int8_state least_int8_of_leaf(least_int8_part p, unsigned long long)
{
    const unsigned pair = least_int8_pairs(p.value, p.value << 16);
    return { (int)pair >> 24 };
}

...
static __device__ __forceinline__ least_int8_part least_int8_part_down(least_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

...

// least_float16, of reduce_algebra.cu.mustache:
...
};

// Ascending from -inf over -0 and +0 to inf; NaN before all.
static __device__ __forceinline__ unsigned least_float16_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) - 0x7c000001;
}

static __device__ __forceinline__ int least_float16_ranked(unsigned rank)
{
    const int ordered = (int)(rank + 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ unsigned least_float16_pairs(unsigned a, unsigned b)
{
#if __CUDA_ARCH__ >= 800
    unsigned pair;
    asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(pair) : "r"(a), "r"(b));
    return pair;
#else
    const unsigned low = min(least_float16_rank((unsigned short)a), least_float16_rank((unsigned short)b)), high = min(least_float16_rank(a >> 16), least_float16_rank(b >> 16));
    return (unsigned)least_float16_ranked(low) >> 16 | ((unsigned)least_float16_ranked(high) & 0xffff0000u);
#endif
}

...
{
    const unsigned pair = least_float16_pairs(p.value, p.value << 16);
    return { least_float16_rank(pair >> 16) };
}

...
static __device__ __forceinline__ unsigned short least_float16_result(least_float16_state s, unsigned long long)
{
    const int bits = least_float16_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}


// place_argmin_int8_first, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf.
struct place_argmin_int8_first_part {
    int key = 0x7fff7fff;
};

static __device__ __forceinline__ unsigned place_argmin_int8_first_pairs(unsigned a, unsigned b)
...
}

static __device__ __forceinline__ bool place_argmin_int8_first_beats(int a, int b)
{
    return a < b;
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned place_argmin_int8_first_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int place_argmin_int8_first_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = number, i = n + (n & ~1u) + last, at = i + i / 16 * (16 - 16);
    return (int)((value & 0xff000000u) + at);
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_part_spread(place_argmin_int8_first_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { min(place_argmin_int8_first_half_key(halves << 16, halves & 255, 0), place_argmin_int8_first_half_key(halves, halves >> 16 & 255, 2)) + (int)first };
}

static __device__ __forceinline__ place_argmin_int8_first_state place_argmin_int8_first_join(place_argmin_int8_first_state left, place_argmin_int8_first_state right)
{
    const bool equal = !place_argmin_int8_first_beats(left.value, right.value);
    return place_argmin_int8_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_join_parts(place_argmin_int8_first_part left, place_argmin_int8_first_part right)
{
    return { min(left.key, right.key) };
}

static __device__ __forceinline__ place_argmin_int8_first_state place_argmin_int8_first_of_leaf(place_argmin_int8_first_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + low) };
}

...
static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_part_down(place_argmin_int8_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

...

// place_argmin_float16_first, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf.
struct place_argmin_float16_first_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float place_argmin_float16_first_float(unsigned short bits)
...
}

// NaN beats all others.
static __device__ __forceinline__ bool place_argmin_float16_first_beats(float a, float b)
{
    return b == b && !(a >= b);
}

static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_first(unsigned short x, unsigned i)
{
    const float u = place_argmin_float16_first_float(x);
    return { u, i };
}

...
{
    const float u = place_argmin_float16_first_float(x);
    if (place_argmin_float16_first_beats(u, p.value)) return { u, i };
    return p;
}

...
static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_join_parts(place_argmin_float16_first_part left, place_argmin_float16_first_part right)
{
    const bool equal = !place_argmin_float16_first_beats(left.value, right.value);
    return place_argmin_float16_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_part_move(place_argmin_float16_first_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmin_float16_first_state place_argmin_float16_first_of_leaf(place_argmin_float16_first_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

...
static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_part_down(place_argmin_float16_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

...

// place_argmin_float16_last, of reduce_algebra.cu.mustache:
...
{
    const float u = place_argmin_float16_last_float(x);
    if (place_argmin_float16_last_beats(p.value, u)) return p;
    return { u, i };
}

...

// squares_dot_float16, of reduce_algebra.cu.mustache:
...
{
    const float u = squares_dot_float16_float(x);
    const float v = squares_dot_float16_float(y);
    return { __fmul_rn(u, v) };
}
...
{
    const float u = squares_dot_float16_float(x);
    const float v = squares_dot_float16_float(y);
    return { __fmaf_rn(u, v, p.value) };
}
...

// careful_sum, of reduce_algebra.cu.mustache:
...
}

// The sum of two numbers, and exactly what its rounding lost.
static __device__ __forceinline__ careful_sum_state careful_sum_two_sum(float a, float b)
{
    const float sum = a + b, rest = sum - a;
    return { sum, (a - (sum - rest)) + (b - rest) };
}

static __device__ __forceinline__ careful_sum_part careful_sum_first(unsigned short x, unsigned)
{
    const float u = careful_sum_float(x);
    return { u, 0 };
}

...
{
    const float u = careful_sum_float(x);
    const careful_sum_state sum = careful_sum_two_sum(p.value, u);
    return { sum.value, p.lost + sum.lost };
}

static __device__ __forceinline__ careful_sum_state careful_sum_join(careful_sum_state left, careful_sum_state right)
{
    const careful_sum_state sum = careful_sum_two_sum(left.value, right.value);
    return { sum.value, (left.lost + right.lost) + sum.lost };
}

...
static __device__ __forceinline__ float careful_sum_result(careful_sum_state s, unsigned long long)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = sum;
    return value != value ? __int_as_float(0x7fffffff) : value;
...

// careful_norm2, of reduce_algebra.cu.mustache:
...
{
    const double u = careful_norm2_float(x);
    const double product = __dmul_rn(u, u);
    return { product, __fma_rn(u, u, -product) };
}

...
{
    const double u = careful_norm2_float(x);
    const double product = __dmul_rn(u, u);
    const careful_norm2_state sum = careful_norm2_two_sum(p.value, product);
    return { sum.value, p.lost + (sum.lost + __fma_rn(u, u, -product)) };
}

...

// pieces_sum_none, of reduce.cu.mustache:
...
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_join_columns(pieces_sum_none_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const pieces_sum_none_part right = pieces_sum_none_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = pieces_sum_none_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = pieces_sum_none_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_whole_leaf(const float *a, unsigned lane)
{
    pieces_sum_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        float x[8][4];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? pieces_sum_none_take(part[j], x[u][j], i) : pieces_sum_none_first(x[u][j], i);
            }
        }
    }
    return pieces_sum_none_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_part_leaf(const float *a, unsigned count, unsigned lane)
{
    pieces_sum_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 8) {
        float x[8][4];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? pieces_sum_none_take(part[j], x[u][j], i) : pieces_sum_none_first(x[u][j], i);
            }
        }
    }
    return pieces_sum_none_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const pieces_sum_none_part part = left < 1024 ? pieces_sum_none_part_leaf(at, (unsigned)left, lane) : pieces_sum_none_whole_leaf(at, lane);
    return pieces_sum_none_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    pieces_sum_none_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = pieces_sum_none_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            pieces_sum_none_state before_it;
            before_it.value = stack_value[warp][level];
            state = pieces_sum_none_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    pieces_sum_none_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = pieces_sum_none_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        pieces_sum_none_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = pieces_sum_none_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const pieces_sum_none_state right = pieces_sum_none_down(state, next);
            if ((lane + next) * 1 < leaves) state = pieces_sum_none_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void pieces_sum_none_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 2ull + w * 1 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const pieces_sum_none_state state = pieces_sum_none_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = pieces_sum_none_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) pieces_sum_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = pieces_sum_none_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const pieces_sum_none_state state = pieces_sum_none_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = pieces_sum_none_result(state, its_count);
    }
    pieces_sum_none_rest(a, offsets, c, rest, threadIdx.x);
}

// pieces_sum_none, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_part_of(pieces_sum_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float pieces_sum_none_result(pieces_sum_none_state s, unsigned long long)
{
...
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float pieces_sum_none_nothing()
{
    return 0;
}


// pieces_sum_none, of reduce_segments.cu.mustache:
// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_join_columns(pieces_sum_none_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const pieces_sum_none_part right = pieces_sum_none_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = pieces_sum_none_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = pieces_sum_none_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_whole_leaf(const float *a, unsigned lane)
{
    pieces_sum_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        float x[8][4];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? pieces_sum_none_take(part[j], x[u][j], i) : pieces_sum_none_first(x[u][j], i);
            }
        }
    }
    return pieces_sum_none_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_part_leaf(const float *a, unsigned count, unsigned lane)
{
    pieces_sum_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 8) {
        float x[8][4];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? pieces_sum_none_take(part[j], x[u][j], i) : pieces_sum_none_first(x[u][j], i);
            }
        }
    }
    return pieces_sum_none_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const pieces_sum_none_part part = left < 1024 ? pieces_sum_none_part_leaf(at, (unsigned)left, lane) : pieces_sum_none_whole_leaf(at, lane);
    return pieces_sum_none_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    pieces_sum_none_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = pieces_sum_none_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            pieces_sum_none_state before_it;
            before_it.value = stack_value[warp][level];
            state = pieces_sum_none_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    pieces_sum_none_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = pieces_sum_none_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        pieces_sum_none_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = pieces_sum_none_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const pieces_sum_none_state right = pieces_sum_none_down(state, next);
            if ((lane + next) * 1 < leaves) state = pieces_sum_none_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void pieces_sum_none_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 2ull + w * 1 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const pieces_sum_none_state state = pieces_sum_none_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = pieces_sum_none_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) pieces_sum_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = pieces_sum_none_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const pieces_sum_none_state state = pieces_sum_none_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = pieces_sum_none_result(state, its_count);
    }
    pieces_sum_none_rest(a, offsets, c, rest, threadIdx.x);
}

// pieces_sum_trap, of reduce_segments.cu.mustache:
...
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = pieces_sum_trap_nothing();
...

// pieces_argmax_none, of reduce_algebra.cu.mustache:
...
static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_part_of(pieces_argmax_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

...

// few_int8, of reduce_algebra.cu.mustache:
...
static __device__ __forceinline__ few_int8_part few_int8_part_of(few_int8_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

...

// few_int8, of reduce_segments.cu.mustache:
// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ few_int8_part few_int8_join_columns(few_int8_part (&part)[groups], unsigned columns, unsigned lane)
{
...
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ few_int8_part few_int8_short_leaf(const signed char *a, unsigned count, unsigned lane)
{
    signed char x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    few_int8_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = few_int8_first(x[j], 32 * j + lane);
    }
    return few_int8_join_columns(part, count, lane);
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ few_int8_part few_int8_whole_leaf(const signed char *a, unsigned lane)
...
static __device__ __forceinline__ few_int8_part few_int8_part_leaf(const signed char *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return few_int8_short_leaf<4>(a, count, lane); // all lanes
    if (count <= 32 * 8) return few_int8_short_leaf<8>(a, count, lane);
    few_int8_part part[16];
#pragma unroll 1
...
}

extern "C" __global__ void __launch_bounds__(256, 2) few_int8(const signed char *__restrict__ a, const int *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x;
    const int begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 8192) {
        const few_int8_state state = few_int8_together(a + begin, count, 0, (count + 4096 - 1) / 4096, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = few_int8_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = few_int8_nothing();
}

// lanes_sum_none_BDIMX1, of reduce_segments.cu.mustache:
// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_join_columns(lanes_sum_none_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
{
    unsigned group = 0; // the number of the lane's first
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned half = 4 / 2 / next;
        if (half > 0) {
            const bool upper = lane & next;
            if (upper) group += half;
#pragma unroll
            for (unsigned j = 0; j < half; j++) {
                lanes_sum_none_BDIMX1_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_sum_none_BDIMX1_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_sum_none_BDIMX1_join_parts(other, own) : lanes_sum_none_BDIMX1_join_parts(own, other);
            }
        } else {
            const lanes_sum_none_BDIMX1_part right = lanes_sum_none_BDIMX1_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_sum_none_BDIMX1_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_sum_none_BDIMX1_part right = lanes_sum_none_BDIMX1_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_sum_none_BDIMX1_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_whole_leaf(const float *a, unsigned lane)
...
}

extern "C" __global__ void __launch_bounds__(128) lanes_sum_none_BDIMX1(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned long long segment = blockIdx.x * 128ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 16 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    lanes_sum_none_BDIMX1_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 4 < columns)) break; // for all lanes
        const unsigned column = j * 4;
        lanes_sum_none_BDIMX1_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_sum_none_BDIMX1_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_sum_none_BDIMX1_join_parts(own[i], own[i + next]);
            }
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 4 < columns) part[j] = lanes_sum_none_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    if (segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_sum_none_BDIMX1_result(lanes_sum_none_BDIMX1_of_leaf(part[0], 0), count) : lanes_sum_none_BDIMX1_nothing();
    const unsigned thread = threadIdx.y * 1 + threadIdx.x, lane = thread % 32;
    const bool is_first = count > 16;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_none_BDIMX1_state state = lanes_sum_none_BDIMX1_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_sum_none_BDIMX1_result(state, its_count);
    }
    lanes_sum_none_BDIMX1_rest(a, offsets, c, rest, thread);
}

// lanes_sum_none_BDIMX4, of reduce_segments.cu.mustache:
...
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const lanes_sum_none_BDIMX4_part right = lanes_sum_none_BDIMX4_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = lanes_sum_none_BDIMX4_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
...

// lanes_sum_trap_BDIMX1, of reduce_segments.cu.mustache:
...
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 16 ? (unsigned)count : 0; // more are for the whole warp, below
...

// inLanes_float64_BDIMX1, of reduce_segments.cu.mustache:
...
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = (unsigned)count;
    const double *const at = a + begin;
    double x[4][4];
...

// inLanes_float64_BDIMX16, of reduce_segments.cu.mustache:
...
{
    const unsigned long long segment = blockIdx.x * 8ull + threadIdx.y;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = (unsigned)count;
...

// cut_sum, of reduce_segments.cu.mustache:
...
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    const cut_sum_range near = cut_sum_search(offsets, (threadIdx.y * 4 + threadIdx.x) % 32);
    long long begin = 0, end = 0;
    if (segment < 900ull) {
...

// cutOnes_warps1, of reduce_segments.cu.mustache:
...
    const unsigned long long first = (blockIdx.x * 4ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1 && segment < 9ull;
    const cutOnes_warps1_range near = cutOnes_warps1_search(offsets, lane);
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
...

// cutOnes_warps4, of reduce_segments.cu.mustache:
...
{
    const unsigned long long segment = blockIdx.x;
    long long begin = 0, end = 0;
    if (segment < 9ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const cutOnes_warps4_range near = cutOnes_warps4_search(offsets, threadIdx.x % 32);
    if (count > 0 && count <= 16384) {
        const cutOnes_warps4_state state = cutOnes_warps4_together(a + begin, count, 0, (count + 1024 - 1) / 1024, threadIdx.x);
...
    } else if (threadIdx.x == 0 && segment < 9ull && count == 0)
        c[segment] = cutOnes_warps4_nothing();
    cutOnes_warps4_window(a, offsets, c, partials_value, finished, near, threadIdx.x);
}

// dealt, of reduce_segments.cu.mustache:
...
}

// The first `count` elements, at most 2, from number `from` on.
static __device__ __forceinline__ void dealt_piece(const double *a, unsigned long long from, unsigned count, double (&x)[2])
{
    const double *const at = a + from;
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        if (i < count) x[i] = at[i];
    }
}

// A piece, of whose elements `left` are there, the first of them number `column` of its leaf, begins parts or is taken.
template <bool begins>
static __device__ __forceinline__ void dealt_take_piece(dealt_part (&part)[2], const double (&x)[2], unsigned left, unsigned column)
{
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        const double e = x[i];
        if (i < left) part[i] = begins ? dealt_first(e, column + i) : dealt_take(part[i], e, column + i);
    }
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void dealt_join_piece(dealt_part (&part)[2], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 2; i += 2 * next) {
            if (i + next < left) part[i] = dealt_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned dealt_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ dealt_part dealt_pack(const double *a, unsigned long long begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 64u) + 2 - 1) / 2 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealt_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 2 * 4)) { // a few pieces each
        dealt_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 2)) break;
            double x[2];
            dealt_part own[2];
            const unsigned left = own_count > k * 2 ? own_count - k * 2 : 0;
            dealt_piece(a, begin + k * 2, min(left, 2u), x);
            dealt_take_piece<true>(own, x, left, k * 2);
            dealt_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = dealt_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = dealt_join_parts(half, own[0]);
        }
        if (own_count > 2 * 2) whole = dealt_join_parts(whole, half);
        return whole;
    }
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[2], left[2]; // the lane's piece, and elements from its first on
        unsigned long long place[2];
        unsigned from[2]; // where the lane's segment begins
        bool starts[2];
        double x[2][2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            unsigned owner = taken, begins = 0;
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            if (ready != taken + 1) { // not one alone
                const unsigned marks = dealt_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 2;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealt_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealt_part part[2][2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) dealt_take_piece<true>(part[u], x[u], left[u], column[u]);
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 2; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 64; __any_sync(0xffffffffu, line < most); line += 64) {
#pragma unroll
            for (unsigned u = 0; u < 2; u++)
                dealt_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 2; u++) {
                if (left[u] > line) dealt_take_piece<false>(part[u], x[u], left[u] - line, column[u] + line);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            dealt_part(&own)[2] = part[u];
            dealt_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 2 < left[u])) break;
                const dealt_part right = dealt_part_down(own[0], next);
                if (next * 2 < left[u]) own[0] = dealt_join_parts(own[0], right);
            }
            const dealt_part made = dealt_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
extern "C" __global__ void __launch_bounds__(64) dealt(const double *__restrict__ a, const long long *__restrict__ offsets, double *c, double *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 32, segment = first + lane;
    const dealt_range near = dealt_search(offsets, lane);
    long long begin = 0, end = 0;
    if (segment < 99ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 512 ? (unsigned)count : 0; // more are for the whole warp, below
    const dealt_part whole = dealt_pack(a, begin, own_count, lane);
    if (segment < 99ull && count == own_count) c[segment] = count > 0 ? dealt_result(dealt_of_leaf(whole, 0), count) : dealt_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 2048 && count <= 4096);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, count > 512 && count <= 2048); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned owner = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, owner);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, owner);
        const dealt_state state = dealt_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + owner] = dealt_result(state, its_count);
    }
    dealt_rest(a, offsets, c, partials_value, finished, near, rest, threadIdx.x);
}

// shared_sum, of reduce_segments.cu.mustache:
// Takes all elements of a word at once, of which the first `bits` exist: nothing is rounded, so any order will do.
static __device__ __forceinline__ shared_sum_part shared_sum_take_word(shared_sum_part p, unsigned word, int bits)
{
    const unsigned own = __funnelshift_lc(~0u, 0, max(bits, 0)), w = word & own;
    p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    return p;
}

// Line `line` of a leaf, of which `count` elements are there, all of this line if it is full; a lane has words 32
// apart, each put together of the two that it lies in.
template <bool begins, bool full>
static __device__ __forceinline__ void shared_sum_take_line(shared_sum_part (&part)[4][1], const signed char *at, unsigned line, unsigned count, unsigned lane)
{
    const unsigned skip = (unsigned)(unsigned long long)at % 4, there = skip + count * 1;
    const unsigned *const words = (const unsigned *)((const char *)at - skip) + line * 128 + lane;
    unsigned w[4], next[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        const unsigned byte = (line * 128 + j * 32 + lane) * 4;
        if (full || byte < there) w[j] = words[j * 32];
        next[j] = 0;
        if (full ? skip > 0 : byte + 4 < there) next[j] = words[j * 32 + 1];
    }
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        const unsigned word = __funnelshift_r(w[j], next[j], skip * 8), first = line * 512 + (32 * j + lane) * 4;
        if (begins) part[j][0] = {};
        part[j][0] = shared_sum_take_word(part[j][0], word, full ? 32 : (int)(count - first) * 8);
    }
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ shared_sum_part shared_sum_leaf(const signed char *at, unsigned count, unsigned lane)
{
    shared_sum_part part[4][1];
    shared_sum_take_line<true, false>(part, at, 0, count, lane);
    unsigned line = 1;
#pragma unroll 1
    for (; (line + 1) * 512 <= count; line++) shared_sum_take_line<false, true>(part, at, line, count, lane);
    if (line * 512 < count) shared_sum_take_line<false, false>(part, at, line, count, lane);
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const shared_sum_part right = shared_sum_part_down(part[j][0], next);
            if ((32 * j + lane + next) * 4 < count) part[j][0] = shared_sum_join_parts(part[j][0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) * 4 < count) part[j][0] = shared_sum_join_parts(part[j][0], part[j + next][0]);
        }
    }
    return part[0][0];
}

// Words of the first `count` elements, at most 16, from number `from` on.
static __device__ __forceinline__ void shared_sum_piece(const signed char *a, unsigned from, unsigned count, unsigned (&x)[4])
{
    const signed char *const at = a + from;
    const unsigned skip = (unsigned)(unsigned long long)at % 4;
    const unsigned there = count > 0 ? skip + count * 1 : 0;
    const unsigned *const words = (const unsigned *)((const char *)at - skip);
    unsigned w[5];
#pragma unroll
    for (unsigned k = 0; k < 5; k++) {
        if (4 * k < there) w[k] = words[k];
    }
#pragma unroll
    for (unsigned k = 0; k < 4; k++) x[k] = __funnelshift_r(w[k], w[k + 1], skip * 8);
}

// A piece, of whose elements `left` are there, the first of them number `column` of its leaf, begins parts or is taken.
template <bool begins>
static __device__ __forceinline__ void shared_sum_take_piece(shared_sum_part (&part)[1], const unsigned (&x)[4], unsigned left, unsigned column)
{
    if (begins) part[0] = {};
#pragma unroll
    for (unsigned k = 0; k < 4; k++) part[0] = shared_sum_take_word(part[0], x[k], (int)(left * 8 - 32 * k));
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void shared_sum_join_piece(shared_sum_part (&part)[1], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 1; i += 2 * next) {
            if (i + next < left) part[i] = shared_sum_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned shared_sum_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ shared_sum_part shared_sum_pack(const signed char *a, unsigned begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 512u) + 16 - 1) / 16 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    shared_sum_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 16 * 4)) { // a few pieces each
        shared_sum_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 16)) break;
            unsigned x[4];
            shared_sum_part own[1];
            const unsigned left = own_count > k * 16 ? own_count - k * 16 : 0;
            shared_sum_piece(a, begin + k * 16, min(left, 16u), x);
            shared_sum_take_piece<true>(own, x, left, k * 16);
            shared_sum_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = shared_sum_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = shared_sum_join_parts(half, own[0]);
        }
        if (own_count > 2 * 16) whole = shared_sum_join_parts(whole, half);
        return whole;
    }
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[1], left[1]; // the lane's piece, and elements from its first on
        unsigned place[1];
        unsigned from[1]; // where the lane's segment begins
        bool starts[1];
        unsigned x[1][4];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            unsigned owner = taken, begins = 0;
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            if (ready != taken + 1) { // not one alone
                const unsigned marks = shared_sum_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 16;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            shared_sum_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        shared_sum_part part[1][1];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) shared_sum_take_piece<true>(part[u], x[u], left[u], column[u]);
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 1; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 512; __any_sync(0xffffffffu, line < most); line += 512) {
#pragma unroll
            for (unsigned u = 0; u < 1; u++)
                shared_sum_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 1; u++) {
                if (left[u] > line) shared_sum_take_piece<false>(part[u], x[u], left[u] - line, column[u] + line);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            shared_sum_part(&own)[1] = part[u];
            shared_sum_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 16 < left[u])) break;
                const shared_sum_part right = shared_sum_part_down(own[0], next);
                if (next * 16 < left[u]) own[0] = shared_sum_join_parts(own[0], right);
            }
            const shared_sum_part made = shared_sum_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
// The first segment that begins at `place` or behind it, tolls included; 999 if none does. For all threads.
static __device__ __forceinline__ unsigned long long shared_sum_segment_from(const long long *offsets, unsigned long long place)
{
    unsigned long long low = 0, size = 999ull; // of segments from `low` on it is not known
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 128 - 1) / 128;
        const unsigned long long mine = threadIdx.x * step, at = low + mine;
        const bool before = mine < size && (unsigned long long)offsets[at] + at * 32 < place;
        const unsigned found = __syncthreads_count(before);
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low;
}

// Copies 16 bytes to shared memory.
static __device__ __forceinline__ void shared_sum_copy(unsigned char *to, const char *from)
{
#if __CUDA_ARCH__ >= 800
    const unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place), "l"(from) : "memory");
#else
    *(uint4 *)to = *(const uint4 *)from;
#endif
}

// What chunk number `index` of a segment makes, of `nodes`, the first of which has number `window` in the array, is
// joined with its 32 neighbours, if they are there, and so on; who joins the last has the result, in lane 0.
static __device__ __forceinline__ bool shared_sum_climb(shared_sum_state &state, unsigned long long *partials_value, unsigned *finished, unsigned long long window, unsigned long long index, unsigned long long nodes, unsigned lane)
{
    unsigned long long width = 1;
    unsigned level = 0;
#pragma unroll 1
    for (; nodes > 1; nodes = (nodes + 31) / 32, width *= 32, level++) {
        const unsigned long long first = index / 32 * 32;
        const unsigned count = (unsigned)min(nodes - first, 32ull);
        if (count > 1) {
            unsigned long long slot = index * width;
            slot = window + (slot ? 41 + slot : 0);
            unsigned before = 0;
            if (lane == 0) {
                partials_value[slot] = state.value;
                __threadfence(); // who sees the count sees the state
                before = atomicInc(finished + window + first * width + level, count - 1); // back to 0 by the last
                __threadfence();
            }
            if (__shfl_sync(0xffffffffu, before, 0) != count - 1) return false;
            __syncwarp();
            slot = (first + lane) * width;
            slot = window + (slot ? 41 + slot : 0);
            if (lane < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const shared_sum_state right = shared_sum_down(state, next);
                if (lane + next < count) state = shared_sum_join(state, right);
            }
        }
        index = first / 32;
    }
    return true;
}

extern "C" __global__ void __launch_bounds__(128, 8) shared_sum(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    __shared__ __align__(16) unsigned char data[24608];
    __shared__ unsigned entry[514]; // where the block's segments begin, from the first
    __shared__ int starts[2][6]; // segments whose chunks begin with that leaf; -1: the one before, -2: none
    __shared__ unsigned long long leaf_value[2][6]; // what leaves make, likewise: a segment's first, and others
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned long long low = blockIdx.x * 16384ull;
    const unsigned long long first = blockIdx.x > 0 ? shared_sum_segment_from(offsets, low) : 0;
    const unsigned long long base = offsets[first], before = offsets[first > 0 ? first - 1 : 0];
    if (thread < 2 * 6) starts[thread % 2][thread / 2] = -2;
    unsigned own = 0; // segments of the block
#pragma unroll 1
    for (unsigned i = thread;; i += 128) {
        bool mine = false;
        if (first + i <= 999ull && i < 514) {
            const unsigned long long begin = offsets[first + i];
            entry[i] = (unsigned)min(begin - base, 0x7fffffffull);
            mine = first + i < 999ull && i + 1 < 514 && begin + (first + i) * 32 < low + 16384;
        }
        const unsigned count = __syncthreads_count(mine);
        own += count;
        if (count < 128) break;
    }

    // the segment before, of which chunks may begin here
    unsigned long long chunk = 0, carry_count = 0, carry_cost = 0;
    unsigned chunks = 0;
    if (first > 0) {
        carry_count = base > before ? base - before : 0;
        carry_cost = before + (first - 1) * 32;
        chunk = (low - carry_cost + 8192 - 1) / 8192;
        const unsigned long long past = min((low + 16384 - carry_cost + 8192 - 1) / 8192, (carry_count + 8192 - 1) / 8192);
        if (past > chunk) chunks = (unsigned)(past - chunk);
    }
    const unsigned long long last_end = entry[own] < 0x7fffffff ? base + entry[own] : offsets[first + own];
    const unsigned long long from = chunks > 0 ? before + chunk * 8192 : base;
    const unsigned lead = (unsigned)(base + first * 32 - low); // the first segment's cost, from the block's on
    unsigned long long to = min(base, from + chunks * 8192);
    if (own > 0) {
        const unsigned room = 16384 - (lead + entry[own - 1] + (own - 1) * 32);
        to = min(last_end, base + entry[own - 1] + (room + 8192 - 1) / 8192 * 8192);
    }
    to = max(from, min(to, from + 16384 + 8192));
    const char *const source = (const char *)(a + from);
    const unsigned skip = (unsigned)((unsigned long long)source % 16), bytes = skip + (unsigned)(to - from) * 1;
#pragma unroll 4
    for (unsigned i = thread * 16; i < bytes; i += 128 * 16) {
        const char *const piece = source - skip + i;
        if (piece >= (const char *)a && piece + 16 <= (const char *)(a + 300000ull)) {
            shared_sum_copy(data + i, piece);
        } else { // at the begin or end of the array
            const signed char *const x = (const signed char *)piece;
#pragma unroll 1
            for (unsigned k = 0; k < 16; k++) {
                if (x + k >= a + from && x + k < a + to) ((signed char *)(data + i))[k] = x[k];
            }
        }
    }
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncthreads();

    // a warp's part: from `begins` to `ends`, as costs from the block's on
    const signed char *const first_at = (const signed char *)(data + skip);
    const signed char *const own_at = first_at + (unsigned)(base - from);
    const unsigned begins = warp * 4096, ends = begins + 4096;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned size = own; size > 0;) {
        const unsigned step = (size + 31) / 32, i = at + lane * step;
        const bool is_before = lane * step < size && lead + entry[i] + i * 32 < begins;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, is_before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        at += known;
        size = min(step - 1, size - known);
    }
    unsigned others = 3; // leaves of the segment before, and of the last behind the share
#pragma unroll 1
    for (unsigned k = at;; k += 32) {
        const unsigned segment = k + lane;
        const bool mine = segment < own && lead + entry[segment] + segment * 32 < ends;
        const unsigned begin = mine ? entry[segment] : 0, count = mine ? entry[segment + 1] - begin : 0;
        const bool alone = count > 4096;
        const shared_sum_part whole = shared_sum_pack(own_at, begin, alone ? 0 : count, lane);
        if (mine && !alone) c[first + segment] = count > 0 ? shared_sum_result(shared_sum_of_leaf(whole, 0), count) : shared_sum_nothing();
        unsigned waiting = __ballot_sync(0xffffffffu, alone);
#pragma unroll 1
        while (others || waiting) {
            int its = (int)(k + __ffs(waiting)) - 1;
            unsigned low_cost = begins, high_cost = ends;
            if (others & 1) {
                others &= ~1u;
                its = (int)at - 1;
            } else if (others) {
                others = 0;
                its = (int)own - 1; // or what goes on
                low_cost += 16384;
                high_cost += 16384;
            } else
                waiting &= waiting - 1;
            unsigned cost, its_count;
            unsigned long long number = 0; // of the first element
            const signed char *its_at = first_at;
            if (its >= 0) {
                cost = lead + entry[its] + its * 32;
                const unsigned own_chunks = (16384 - cost + 8192 - 1) / 8192;
                its_count = min(entry[its + 1] - entry[its], own_chunks * 8192);
                its_at = own_at + entry[its];
                if (entry[its + 1] - entry[its] <= 4096) continue;
            } else {
                if (chunks == 0) continue;
                number = chunk * 8192;
                cost = (unsigned)(carry_cost + number - low);
                its_count = (unsigned)min(carry_count - number, chunks * 8192ull);
            }
            if (cost >= high_cost) continue;
            const unsigned leaves = (min(its_count, high_cost - cost) + 4096 - 1) / 4096;
#pragma unroll 1
            for (unsigned n = cost < low_cost ? (low_cost - cost + 4096 - 1) / 4096 : 0; n < leaves; n++) {
                const shared_sum_state state = shared_sum_of_leaf(shared_sum_leaf(its_at + n * 4096, min(its_count - n * 4096, 4096u), lane), number + n * 4096);
                const unsigned slot = (cost + n * 4096) / 4096, kind = its < 0 || n > 0;
                if (lane == 0) {
                    if (n % 2 == 0) starts[kind][slot] = its;
                    leaf_value[kind][slot] = state.value;
                }
            }
        }
        if (!__all_sync(0xffffffffu, mine)) break;
    }
    __syncthreads();

    // chunks
#pragma unroll 1
    for (unsigned n = warp; n < 2 * 6; n += 4) {
        const unsigned slot = n / 2;
        const int its = starts[n % 2][slot];
        if (its < -1) continue;
        const unsigned long long segment = first + its;
        unsigned long long count = carry_count, cost = carry_cost;
        if (its >= 0) {
            count = (its + 1 == (int)own ? last_end : base + entry[its + 1]) - (base + entry[its]);
            cost = low + lead + entry[its] + its * 32;
        }
        const unsigned long long index = (low + slot * 4096 + 4096 - 1 - cost) / 8192;
        const unsigned leaves = (unsigned)((min(count - index * 8192, 8192ull) + 4096 - 1) / 4096);
        shared_sum_state state;
        if (lane < leaves) {
            const unsigned kind = lane > 0 || n % 2;
            state.value = leaf_value[kind][slot + lane];
        }
#pragma unroll
        for (unsigned next = 1; next < 2; next *= 2) {
            const shared_sum_state right = shared_sum_down(state, next);
            if (lane + next < leaves) state = shared_sum_join(state, right);
        }
        if (!shared_sum_climb(state, partials_value, finished, cost / 8192, index, (count + 8192 - 1) / 8192, lane)) continue;
        if (lane == 0) c[segment] = shared_sum_result(state, count);
    }
}

// shared_argmin, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ int shared_argmin_key(signed char x, unsigned i)
{
    return (int)(((unsigned)x << 24) + i);
}

static __device__ __forceinline__ shared_argmin_part shared_argmin_first(signed char x, unsigned i)
{
    return { shared_argmin_key(x, i) };
}

static __device__ __forceinline__ shared_argmin_part shared_argmin_take(shared_argmin_part p, signed char x, unsigned i)
{
    return { min(p.key, shared_argmin_key(x, i)) };
}

...
static __device__ __forceinline__ shared_argmin_part shared_argmin_part_of(shared_argmin_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.key, lane, lanes) };
}

...

// sharedPairs, of reduce_algebra.cu.mustache:
...
static __device__ __forceinline__ sharedPairs_part sharedPairs_part_of(sharedPairs_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

...

// sharedPairs, of reduce_segments.cu.mustache:
...
{
    const unsigned own = __funnelshift_lc(~0u, 0, max(bits, 0)), w = (word & own) | (0xfc00fc00u & ~own);
    p.value = sharedPairs_pairs(p.value, w);
    return p;
}
...

// wide_sum_int8, of reduce_segments.cu.mustache:
...
}

// An element by itself.
static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_take(wide_sum_int8_part p, signed char x, unsigned)
{
    return wide_sum_int8_take_word(p, x, 8);
}

static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_first(signed char x, unsigned)
{
    return wide_sum_int8_take({}, x, 0);
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
...
}

static __device__ __forceinline__ unsigned wide_sum_int8_splice(unsigned x, unsigned next, int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// A whole leaf, whose first element is at a; of the array there is a chunk before it and behind it.
static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_whole_leaf(const signed char *a, unsigned lane)
{
    const unsigned shift = (unsigned)(unsigned long long)a % 16;
    const uint4 *const chunks = (const uint4 *)((const char *)a - shift) + lane;
    const int bits = lane == 0 ? (int)shift * 8 : 0; // of the line's end
    wide_sum_int8_part part[1] = {};
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        uint4 x[8 + 1];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) x[u] = chunks[(line + u) * 32];
        x[8] = x[8 - 1];
        if (bits > 0) x[8] = chunks[(line + 8) * 32];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned w[4] = { wide_sum_int8_splice(x[u].x, x[u + 1].x, bits), wide_sum_int8_splice(x[u].y, x[u + 1].y, bits - 32),
                                    wide_sum_int8_splice(x[u].z, x[u + 1].z, bits - 64), wide_sum_int8_splice(x[u].w, x[u + 1].w, bits - 96) };
#pragma unroll
            for (unsigned k = 0; k < 4; k++) part[0] = wide_sum_int8_take_word(part[0], w[k], 32);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) part[0] = wide_sum_int8_join_parts(part[0], wide_sum_int8_part_down(part[0], next));
    return part[0];
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_part_leaf(const signed char *a, unsigned count, unsigned lane)
...
    const unsigned long long left = count - n * 4096;
    const signed char *const at = a + n * 4096;
    // beside the array's first and last elements there may be nothing
    const unsigned long long number = before + n * 4096;
    const bool inside = left >= 4096 && number >= 16 && number + 4096 + 16 <= 300000ull;
    const wide_sum_int8_part part = inside ? wide_sum_int8_whole_leaf(at, lane) : wide_sum_int8_part_leaf(at, (unsigned)min(left, 4096ull), lane);
    return wide_sum_int8_of_leaf(part, n * 4096);
}
...

// wideLanes, of reduce_segments.cu.mustache:
...
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ wideLanes_part wideLanes_join_columns(wideLanes_part (&part)[16], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned j = 0; j < 16; j++) {
        if (j % 4 == 0 && 32 * j >= columns) break; // all lanes
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const wideLanes_part right = wideLanes_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = wideLanes_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = wideLanes_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

static __device__ __forceinline__ unsigned wideLanes_splice(unsigned x, unsigned next, int bits)
{
...
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                if (j % 4 == 0 && (line + u) * 512 + 32 * j >= count) break; // all lanes
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
...

// segmentless, of reduce_segments.cu.mustache:
extern "C" __global__ void __launch_bounds__(128) segmentless(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    // there are no segments
}

// rung_global, of reduce.cu.mustache:
...
}

static __device__ __forceinline__ rung_global_state rung_global_load(const float *a, unsigned i)
{
    return rung_global_of_leaf(rung_global_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0; `states` has room for one of each thread.
static __device__ __forceinline__ rung_global_state rung_global_block(rung_global_state mine, volatile float *states, unsigned count)
{
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rung_global_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_global(const float *a, float *c, volatile float *partials, unsigned *finished, volatile float *copy)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    rung_global_state mine = {};

    if (i < 5000) mine = rung_global_load(a, i);
    mine = rung_global_block(mine, copy + blockIdx.x * 256, min(256u, 5000u - blockIdx.x * 256u));

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 19) == 19; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 20) mine = { partials[tid] };
    mine = rung_global_block(mine, copy, 20);
    if (tid == 0) *c = rung_global_result(mine, 5000ull);
}

// rung_global, of reduce_ladder.cu.mustache:
static __device__ __forceinline__ rung_global_state rung_global_load(const float *a, unsigned i)
{
    return rung_global_of_leaf(rung_global_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0; `states` has room for one of each thread.
static __device__ __forceinline__ rung_global_state rung_global_block(rung_global_state mine, volatile float *states, unsigned count)
{
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rung_global_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_global(const float *a, float *c, volatile float *partials, unsigned *finished, volatile float *copy)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    rung_global_state mine = {};

    if (i < 5000) mine = rung_global_load(a, i);
    mine = rung_global_block(mine, copy + blockIdx.x * 256, min(256u, 5000u - blockIdx.x * 256u));

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 19) == 19; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 20) mine = { partials[tid] };
    mine = rung_global_block(mine, copy, 20);
    if (tid == 0) *c = rung_global_result(mine, 5000ull);
}

// rung_interleaved, of reduce_ladder.cu.mustache:
...
static __device__ __forceinline__ rung_interleaved_state rung_interleaved_block(rung_interleaved_state mine, unsigned count)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // neighbours at stride s: every thread of a multiple of 2 * s joins, those between do nothing
#pragma unroll 1
    for (unsigned s = 1; s < 256; s *= 2) {
        if (tid % (2 * s) == 0 && tid + s < count)
            states[tid] = rung_interleaved_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
...

// rung_first_add, of reduce_ladder.cu.mustache:
...
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    rung_first_add_state mine = rung_first_add_load(a, i);

    if (i + 256 < 5000) mine = rung_first_add_join(mine, rung_first_add_load(a, i + 256)); // the first addition
    mine = rung_first_add_block(mine, 256);

...

// rung_unroll_last, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until 64 states are left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 32; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rung_unroll_last_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        if (tid + 32 < count) mine = rung_unroll_last_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 16 < count) mine = rung_unroll_last_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 8 < count) mine = rung_unroll_last_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 4 < count) mine = rung_unroll_last_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 2 < count) mine = rung_unroll_last_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 1 < count) mine = rung_unroll_last_join(mine, { states[tid + 1] });
    }
    return mine;
}

...

// rung_unroll_all, of reduce_ladder.cu.mustache:
...
    states[tid] = mine.value;
    __syncthreads();

    if (tid < 128 && tid + 128 < count)
        states[tid] = rung_unroll_all_join({ states[tid] }, { states[tid + 128] }).value;
    __syncthreads();

    if (tid < 64 && tid + 64 < count)
        states[tid] = rung_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
...

// rung_shuffle, of reduce_ladder.cu.mustache:
...
static __device__ __forceinline__ rung_shuffle_state rung_shuffle_block(rung_shuffle_state mine, unsigned count)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rung_shuffle_state right = rung_shuffle_down(mine, lanes);
        if (tid + lanes < count) mine = rung_shuffle_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rung_shuffle_state right = rung_shuffle_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rung_shuffle_join(mine, right);
        }
    }
    return mine;
}

...
    unsigned i = blockIdx.x * 256 + tid;
    rung_shuffle_state mine = rung_shuffle_load(a, i);

#pragma unroll 1
    for (i += 4864; i < 5000; i += 4864)
        mine = rung_shuffle_join(mine, rung_shuffle_load(a, i));
    mine = rung_shuffle_block(mine, 256);

...

// rung_vectors, of reduce_ladder.cu.mustache:
// The state of the 4 elements of load i.
static __device__ __forceinline__ rung_vectors_state rung_vectors_load(const float *a, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    rung_vectors_part part = rung_vectors_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = rung_vectors_take(part, from_a.x[e], e);
    return rung_vectors_of_leaf(part, 0);
}

...

// rung_accumulators, of reduce_ladder.cu.mustache:
...
    const unsigned tid = threadIdx.x;
    unsigned i = tid;
    rung_accumulators_state sums[4]; // which do not wait for each other

#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        sums[k] = rung_accumulators_load(a, i + k * 256);

    rung_accumulators_state mine = sums[0];
#pragma unroll
    for (unsigned k = 1; k < 4; k++) mine = rung_accumulators_join(mine, sums[k]);
#pragma unroll 1
    for (i += 1024; i < 1250; i += 256)
        mine = rung_accumulators_join(mine, rung_accumulators_load(a, i));
    mine = rung_accumulators_block(mine);

    if (tid == 0) *c = rung_accumulators_result(mine, 5000ull);
}

// rungs_sequential_second, of reduce_ladder.cu.mustache:
...
    mine = rungs_sequential_second_block(mine, min(256u, 5000u - blockIdx.x * 256u));

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(256) rungs_sequential_second_join_blocks(const volatile unsigned long long *partials, long long *c)
{
    const unsigned tid = threadIdx.x;
    rungs_sequential_second_state mine = {};

    if (tid < 20) mine = { partials[tid] };
    mine = rungs_sequential_second_block(mine, 20);
    if (tid == 0) *c = rungs_sequential_second_result(mine, 5000ull);
}

// rungs_sequential_atomic, of reduce_ladder.cu.mustache:
...
    mine = rungs_sequential_atomic_block(mine, min(256u, 5000u - blockIdx.x * 256u));

    if (tid == 0) atomicAdd((unsigned long long *)c, (unsigned long long)rungs_sequential_atomic_result(mine, 5000ull));
}

// rungDot_dot_vectors, of reduce_ladder.cu.mustache:
...

    from_a.loaded = ((const uint4 *)a)[i];
    from_b.loaded = ((const uint4 *)b)[i];
    rungDot_dot_vectors_part part = rungDot_dot_vectors_first(from_a.x[0], from_b.x[0], 0);
#pragma unroll
...
