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

// sum_uint16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of uint16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct sum_uint16_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct sum_uint16_part {
    unsigned value;
};

static __device__ __forceinline__ sum_uint16_state sum_uint16_join(sum_uint16_state left, sum_uint16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_uint16_part sum_uint16_join_parts(sum_uint16_part left, sum_uint16_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_uint16_state sum_uint16_of_leaf(sum_uint16_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ sum_uint16_state sum_uint16_down(sum_uint16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_uint16_part sum_uint16_part_down(sum_uint16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned long long sum_uint16_result(sum_uint16_state s, unsigned long long)
{
    return s.value;
}

using sum_uint16_vector = uint4;

static __device__ __forceinline__ sum_uint16_vector sum_uint16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const sum_uint16_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ sum_uint16_part sum_uint16_part_of_warp(sum_uint16_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = sum_uint16_join_parts(p, sum_uint16_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ sum_uint16_part sum_uint16_take_load(sum_uint16_part p, const sum_uint16_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (unsigned)__dp2a_lo((unsigned)w, (unsigned)0x01010101, (unsigned)p.value);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ sum_uint16_part sum_uint16_row(const unsigned short *a, const unsigned lane)
{
    sum_uint16_part part[1] = {};
    sum_uint16_vector x;
    x = sum_uint16_load(a, lane);
    part[0] = sum_uint16_take_load(part[0], x, 128);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const sum_uint16_part right = sum_uint16_part_down(part[0], d);
        part[0] = sum_uint16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) sum_uint16(const unsigned short *__restrict__ a, unsigned long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 64 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const sum_uint16_part part = sum_uint16_row(a + from, lane);
    const sum_uint16_state s = sum_uint16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = sum_uint16_result(s, 16ull);
}

// sum_int64: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct sum_int64_state {
    unsigned long long value;
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
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_int64_part sum_int64_join_parts(sum_int64_part left, sum_int64_part right)
{
    return sum_int64_join(left, right);
}

static __device__ __forceinline__ sum_int64_state sum_int64_of_leaf(sum_int64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sum_int64_state sum_int64_down(sum_int64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_int64_part sum_int64_part_down(sum_int64_part p, unsigned lanes)
{
    return sum_int64_down(p, lanes);
}

static __device__ __forceinline__ long long sum_int64_result(sum_int64_state s, unsigned long long)
{
    return s.value;
}

using sum_int64_vector = uint4;

static __device__ __forceinline__ sum_int64_vector sum_int64_load(const long long *line, const unsigned place)
{
    return __ldg((const sum_int64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ long long sum_int64_element(const sum_int64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (long long)((unsigned long long)word[2 * i + 1] << 32 | word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ sum_int64_part sum_int64_row(const long long *a, const unsigned lane)
{
    sum_int64_part part[2];
    sum_int64_vector x;
    x = sum_int64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = sum_int64_first(sum_int64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = sum_int64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const sum_int64_part right = sum_int64_part_down(part[0], d);
        part[0] = sum_int64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) sum_int64(const long long *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const sum_int64_part part = sum_int64_row(a + from, lane);
    const sum_int64_state s = sum_int64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = sum_int64_result(s, 16ull);
}

// sum_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct sum_float16_state {
    float value;
};

using sum_float16_part = sum_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float sum_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ sum_float16_part sum_float16_first(unsigned short x, unsigned)
{
    const float u = sum_float16_float(x);
    return { u };
}

static __device__ __forceinline__ sum_float16_part sum_float16_take(sum_float16_part p, unsigned short x, unsigned)
{
    const float u = sum_float16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ sum_float16_state sum_float16_join(sum_float16_state left, sum_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_float16_part sum_float16_join_parts(sum_float16_part left, sum_float16_part right)
{
    return sum_float16_join(left, right);
}

static __device__ __forceinline__ sum_float16_state sum_float16_of_leaf(sum_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sum_float16_state sum_float16_down(sum_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_float16_part sum_float16_part_down(sum_float16_part p, unsigned lanes)
{
    return sum_float16_down(p, lanes);
}

static __device__ __forceinline__ float sum_float16_result(sum_float16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using sum_float16_vector = uint4;

static __device__ __forceinline__ sum_float16_vector sum_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const sum_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short sum_float16_element(const sum_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ sum_float16_part sum_float16_row(const unsigned short *a, const unsigned lane)
{
    sum_float16_part part[8];
    sum_float16_vector x;
    x = sum_float16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = sum_float16_first(sum_float16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = sum_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const sum_float16_part right = sum_float16_part_down(part[0], d);
        part[0] = sum_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) sum_float16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const sum_float16_part part = sum_float16_row(a + from, lane);
    const sum_float16_state s = sum_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = sum_float16_result(s, 16ull);
}

// sum_bfloat16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of bfloat16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct sum_bfloat16_state {
    float value;
};

using sum_bfloat16_part = sum_bfloat16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float sum_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

static __device__ __forceinline__ sum_bfloat16_part sum_bfloat16_first(unsigned short x, unsigned)
{
    const float u = sum_bfloat16_float(x);
    return { u };
}

static __device__ __forceinline__ sum_bfloat16_part sum_bfloat16_take(sum_bfloat16_part p, unsigned short x, unsigned)
{
    const float u = sum_bfloat16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ sum_bfloat16_state sum_bfloat16_join(sum_bfloat16_state left, sum_bfloat16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_bfloat16_part sum_bfloat16_join_parts(sum_bfloat16_part left, sum_bfloat16_part right)
{
    return sum_bfloat16_join(left, right);
}

static __device__ __forceinline__ sum_bfloat16_state sum_bfloat16_of_leaf(sum_bfloat16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sum_bfloat16_state sum_bfloat16_down(sum_bfloat16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_bfloat16_part sum_bfloat16_part_down(sum_bfloat16_part p, unsigned lanes)
{
    return sum_bfloat16_down(p, lanes);
}

static __device__ __forceinline__ float sum_bfloat16_result(sum_bfloat16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using sum_bfloat16_vector = uint4;

static __device__ __forceinline__ sum_bfloat16_vector sum_bfloat16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const sum_bfloat16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short sum_bfloat16_element(const sum_bfloat16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ sum_bfloat16_part sum_bfloat16_row(const unsigned short *a, const unsigned lane)
{
    sum_bfloat16_part part[8];
    sum_bfloat16_vector x;
    x = sum_bfloat16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = sum_bfloat16_first(sum_bfloat16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = sum_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const sum_bfloat16_part right = sum_bfloat16_part_down(part[0], d);
        part[0] = sum_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) sum_bfloat16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const sum_bfloat16_part part = sum_bfloat16_row(a + from, lane);
    const sum_bfloat16_state s = sum_bfloat16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = sum_bfloat16_result(s, 16ull);
}

// sum_float64: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct sum_float64_state {
    double value;
};

using sum_float64_part = sum_float64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sum_float64_part sum_float64_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sum_float64_part sum_float64_take(sum_float64_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sum_float64_state sum_float64_join(sum_float64_state left, sum_float64_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sum_float64_part sum_float64_join_parts(sum_float64_part left, sum_float64_part right)
{
    return sum_float64_join(left, right);
}

static __device__ __forceinline__ sum_float64_state sum_float64_of_leaf(sum_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sum_float64_state sum_float64_down(sum_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sum_float64_part sum_float64_part_down(sum_float64_part p, unsigned lanes)
{
    return sum_float64_down(p, lanes);
}

static __device__ __forceinline__ double sum_float64_result(sum_float64_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using sum_float64_vector = uint4;

static __device__ __forceinline__ sum_float64_vector sum_float64_load(const double *line, const unsigned place)
{
    return __ldg((const sum_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double sum_float64_element(const sum_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ sum_float64_part sum_float64_row(const double *a, const unsigned lane)
{
    sum_float64_part part[2];
    sum_float64_vector x;
    x = sum_float64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = sum_float64_first(sum_float64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = sum_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const sum_float64_part right = sum_float64_part_down(part[0], d);
        part[0] = sum_float64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) sum_float64(const double *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const sum_float64_part part = sum_float64_row(a + from, lane);
    const sum_float64_state s = sum_float64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = sum_float64_result(s, 16ull);
}

// mean_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; mean of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct mean_int8_state {
    double value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct mean_int8_part {
    int value;
};

static __device__ __forceinline__ mean_int8_state mean_int8_join(mean_int8_state left, mean_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ mean_int8_part mean_int8_join_parts(mean_int8_part left, mean_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ mean_int8_state mean_int8_of_leaf(mean_int8_part p, unsigned long long)
{
    return { (double)p.value };
}

static __device__ __forceinline__ mean_int8_state mean_int8_down(mean_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ mean_int8_part mean_int8_part_down(mean_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ double mean_int8_result(mean_int8_state s, unsigned long long count)
{
    const double value = __ddiv_rn(s.value, (double)count);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using mean_int8_vector = uint4;

static __device__ __forceinline__ mean_int8_vector mean_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const mean_int8_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ mean_int8_part mean_int8_part_of_warp(mean_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = mean_int8_join_parts(p, mean_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ mean_int8_part mean_int8_take_load(mean_int8_part p, const mean_int8_vector from, const int bits)
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
static __device__ __forceinline__ mean_int8_part mean_int8_row(const signed char *a)
{
    mean_int8_part part[1] = {};
    mean_int8_vector x;
    x = mean_int8_load(a, 0);
    part[0] = mean_int8_take_load(part[0], x, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) mean_int8(const signed char *__restrict__ a, double *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const mean_int8_part part = mean_int8_row(a + from);
    const mean_int8_state s = mean_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = mean_int8_result(s, 16ull);
}

// mean_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; mean of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct mean_float16_state {
    float value;
};

using mean_float16_part = mean_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float mean_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ mean_float16_part mean_float16_first(unsigned short x, unsigned)
{
    const float u = mean_float16_float(x);
    return { u };
}

static __device__ __forceinline__ mean_float16_part mean_float16_take(mean_float16_part p, unsigned short x, unsigned)
{
    const float u = mean_float16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ mean_float16_state mean_float16_join(mean_float16_state left, mean_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ mean_float16_part mean_float16_join_parts(mean_float16_part left, mean_float16_part right)
{
    return mean_float16_join(left, right);
}

static __device__ __forceinline__ mean_float16_state mean_float16_of_leaf(mean_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ mean_float16_state mean_float16_down(mean_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ mean_float16_part mean_float16_part_down(mean_float16_part p, unsigned lanes)
{
    return mean_float16_down(p, lanes);
}

static __device__ __forceinline__ float mean_float16_result(mean_float16_state s, unsigned long long count)
{
    const float value = __fdiv_rn(s.value, (float)count);
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using mean_float16_vector = uint4;

static __device__ __forceinline__ mean_float16_vector mean_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const mean_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short mean_float16_element(const mean_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ mean_float16_part mean_float16_row(const unsigned short *a, const unsigned lane)
{
    mean_float16_part part[8];
    mean_float16_vector x;
    x = mean_float16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = mean_float16_first(mean_float16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = mean_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const mean_float16_part right = mean_float16_part_down(part[0], d);
        part[0] = mean_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) mean_float16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const mean_float16_part part = mean_float16_row(a + from, lane);
    const mean_float16_state s = mean_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = mean_float16_result(s, 16ull);
}

// product_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; product of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct product_int8_state {
    unsigned long long value;
};

using product_int8_part = product_int8_state; // what is known of some elements of one leaf

static __device__ __forceinline__ product_int8_part product_int8_first(signed char x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ product_int8_part product_int8_take(product_int8_part p, signed char x, unsigned)
{
    const unsigned long long u = x;
    return { p.value * u };
}

static __device__ __forceinline__ product_int8_state product_int8_join(product_int8_state left, product_int8_state right)
{
    return { left.value * right.value };
}

static __device__ __forceinline__ product_int8_part product_int8_join_parts(product_int8_part left, product_int8_part right)
{
    return product_int8_join(left, right);
}

static __device__ __forceinline__ product_int8_state product_int8_of_leaf(product_int8_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ product_int8_state product_int8_down(product_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ product_int8_part product_int8_part_down(product_int8_part p, unsigned lanes)
{
    return product_int8_down(p, lanes);
}

static __device__ __forceinline__ long long product_int8_result(product_int8_state s, unsigned long long)
{
    return s.value;
}

using product_int8_vector = uint4;

static __device__ __forceinline__ product_int8_vector product_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const product_int8_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ signed char product_int8_element(const product_int8_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (signed char)(word[i / 4] >> i % 4 * 8);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ product_int8_part product_int8_row(const signed char *a)
{
    product_int8_part part[16];
    product_int8_vector x;
    x = product_int8_load(a, 0);
#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        part[i] = product_int8_first(product_int8_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 16; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 16; i++)
            if (i % (2 * d) == 0) part[i] = product_int8_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) product_int8(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const product_int8_part part = product_int8_row(a + from);
    const product_int8_state s = product_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = product_int8_result(s, 16ull);
}

// product_float32: reduce family of tilewright 0.1.0, from reduce-forms.json; product of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct product_float32_state {
    float value;
};

using product_float32_part = product_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ product_float32_part product_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ product_float32_part product_float32_take(product_float32_part p, float x, unsigned)
{
    return { p.value * x };
}

static __device__ __forceinline__ product_float32_state product_float32_join(product_float32_state left, product_float32_state right)
{
    return { left.value * right.value };
}

static __device__ __forceinline__ product_float32_part product_float32_join_parts(product_float32_part left, product_float32_part right)
{
    return product_float32_join(left, right);
}

static __device__ __forceinline__ product_float32_state product_float32_of_leaf(product_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ product_float32_state product_float32_down(product_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ product_float32_part product_float32_part_down(product_float32_part p, unsigned lanes)
{
    return product_float32_down(p, lanes);
}

static __device__ __forceinline__ float product_float32_result(product_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using product_float32_vector = uint4;

static __device__ __forceinline__ product_float32_vector product_float32_load(const float *line, const unsigned place)
{
    return __ldg((const product_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float product_float32_element(const product_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ product_float32_part product_float32_row(const float *a, const unsigned lane)
{
    product_float32_part part[4];
    product_float32_vector x;
    x = product_float32_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = product_float32_first(product_float32_element(x, i), lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = product_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const product_float32_part right = product_float32_part_down(part[0], d);
        part[0] = product_float32_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) product_float32(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const product_float32_part part = product_float32_row(a + from, lane);
    const product_float32_state s = product_float32_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = product_float32_result(s, 16ull);
}

// least_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; min of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct least_int8_state {
    int value;
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
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ least_int8_part least_int8_join_parts(least_int8_part left, least_int8_part right)
{
    return { least_int8_pairs(left.value, right.value) };
}

static __device__ __forceinline__ least_int8_state least_int8_of_leaf(least_int8_part p, unsigned long long)
{
    const unsigned pair = least_int8_pairs(p.value, p.value << 16);
    return { (int)pair >> 24 };
}

static __device__ __forceinline__ least_int8_state least_int8_down(least_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ least_int8_part least_int8_part_down(least_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ signed char least_int8_result(least_int8_state s, unsigned long long)
{
    return s.value;
}

using least_int8_vector = uint4;

static __device__ __forceinline__ least_int8_vector least_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const least_int8_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ least_int8_part least_int8_take_load(least_int8_part p, const least_int8_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x7f7f7f7fu & ~own);
        p.value = least_int8_pairs(least_int8_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ least_int8_part least_int8_row(const signed char *a)
{
    least_int8_part part[1] = {};
    least_int8_vector x;
    x = least_int8_load(a, 0);
    part[0] = least_int8_take_load(part[0], x, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) least_int8(const signed char *__restrict__ a, signed char *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const least_int8_part part = least_int8_row(a + from);
    const least_int8_state s = least_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = least_int8_result(s, 16ull);
}

// least_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; min of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct least_float16_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, whose min is looked for.
struct least_float16_part {
    unsigned value = 0x7c007c00u;
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

static __device__ __forceinline__ least_float16_state least_float16_join(least_float16_state left, least_float16_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ least_float16_part least_float16_join_parts(least_float16_part left, least_float16_part right)
{
    return { least_float16_pairs(left.value, right.value) };
}

static __device__ __forceinline__ least_float16_state least_float16_of_leaf(least_float16_part p, unsigned long long)
{
    const unsigned pair = least_float16_pairs(p.value, p.value << 16);
    return { least_float16_rank(pair >> 16) };
}

static __device__ __forceinline__ least_float16_state least_float16_down(least_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ least_float16_part least_float16_part_down(least_float16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned short least_float16_result(least_float16_state s, unsigned long long)
{
    const int bits = least_float16_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

using least_float16_vector = uint4;

static __device__ __forceinline__ least_float16_vector least_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const least_float16_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ least_float16_part least_float16_take_load(least_float16_part p, const least_float16_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x7c007c00u & ~own);
        p.value = least_float16_pairs(p.value, w);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ least_float16_part least_float16_row(const unsigned short *a, const unsigned lane)
{
    least_float16_part part[1] = {};
    least_float16_vector x;
    x = least_float16_load(a, lane);
    part[0] = least_float16_take_load(part[0], x, 128);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const least_float16_part right = least_float16_part_down(part[0], d);
        part[0] = least_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) least_float16(const unsigned short *__restrict__ a, unsigned short *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 64 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const least_float16_part part = least_float16_row(a + from, lane);
    const least_float16_state s = least_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = least_float16_result(s, 16ull);
}

// least_float32: reduce family of tilewright 0.1.0, from reduce-forms.json; min of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct least_float32_state {
    unsigned value;
};

using least_float32_part = least_float32_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN before all.
static __device__ __forceinline__ unsigned least_float32_rank(float x)
{
    const int bits = __float_as_int(x);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) - 0x7f800001;
}

static __device__ __forceinline__ int least_float32_ranked(unsigned rank)
{
    const int ordered = (int)(rank + 0x7f800001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ least_float32_part least_float32_first(float x, unsigned)
{
    const unsigned u = least_float32_rank(x);
    return { u };
}

static __device__ __forceinline__ least_float32_part least_float32_take(least_float32_part p, float x, unsigned)
{
    const unsigned u = least_float32_rank(x);
    return { min(p.value, u) };
}

static __device__ __forceinline__ least_float32_state least_float32_join(least_float32_state left, least_float32_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ least_float32_part least_float32_join_parts(least_float32_part left, least_float32_part right)
{
    return least_float32_join(left, right);
}

static __device__ __forceinline__ least_float32_state least_float32_of_leaf(least_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ least_float32_state least_float32_down(least_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ least_float32_part least_float32_part_down(least_float32_part p, unsigned lanes)
{
    return least_float32_down(p, lanes);
}

static __device__ __forceinline__ float least_float32_result(least_float32_state s, unsigned long long)
{
    const int bits = least_float32_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7f800001 ? __int_as_float(0x7fffffff) : __int_as_float(bits);
}

using least_float32_vector = uint4;

static __device__ __forceinline__ least_float32_vector least_float32_load(const float *line, const unsigned place)
{
    return __ldg((const least_float32_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ least_float32_part least_float32_part_of_warp(least_float32_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_min_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = least_float32_join_parts(p, least_float32_part_down(p, d));
    return p;
#endif
}

// Element i of a load.
static __device__ __forceinline__ float least_float32_element(const least_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ least_float32_part least_float32_row(const float *a, const unsigned lane)
{
    least_float32_part part[4];
    least_float32_vector x;
    x = least_float32_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = least_float32_first(least_float32_element(x, i), lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = least_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const least_float32_part right = least_float32_part_down(part[0], d);
        part[0] = least_float32_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) least_float32(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const least_float32_part part = least_float32_row(a + from, lane);
    const least_float32_state s = least_float32_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = least_float32_result(s, 16ull);
}

// least_float64: reduce family of tilewright 0.1.0, from reduce-forms.json; min of float64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct least_float64_state {
    unsigned long long value;
};

using least_float64_part = least_float64_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN before all.
static __device__ __forceinline__ unsigned long long least_float64_rank(double x)
{
    const long long bits = __double_as_longlong(x);
    return (unsigned long long)(bits ^ (bits >> 63 & 0x7fffffffffffffff)) - 0x7ff0000000000001;
}

static __device__ __forceinline__ long long least_float64_ranked(unsigned long long rank)
{
    const long long ordered = (long long)(rank + 0x7ff0000000000001);
    return ordered ^ (ordered >> 63 & 0x7fffffffffffffff);
}

static __device__ __forceinline__ least_float64_part least_float64_first(double x, unsigned)
{
    const unsigned long long u = least_float64_rank(x);
    return { u };
}

static __device__ __forceinline__ least_float64_part least_float64_take(least_float64_part p, double x, unsigned)
{
    const unsigned long long u = least_float64_rank(x);
    return { min(p.value, u) };
}

static __device__ __forceinline__ least_float64_state least_float64_join(least_float64_state left, least_float64_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ least_float64_part least_float64_join_parts(least_float64_part left, least_float64_part right)
{
    return least_float64_join(left, right);
}

static __device__ __forceinline__ least_float64_state least_float64_of_leaf(least_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ least_float64_state least_float64_down(least_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ least_float64_part least_float64_part_down(least_float64_part p, unsigned lanes)
{
    return least_float64_down(p, lanes);
}

static __device__ __forceinline__ double least_float64_result(least_float64_state s, unsigned long long)
{
    const long long bits = least_float64_ranked(s.value);
    return (bits & 0x7fffffffffffffff) >= 0x7ff0000000000001 ? __longlong_as_double(0x7fffffffffffffff) : __longlong_as_double(bits);
}

using least_float64_vector = uint4;

static __device__ __forceinline__ least_float64_vector least_float64_load(const double *line, const unsigned place)
{
    return __ldg((const least_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double least_float64_element(const least_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ least_float64_part least_float64_row(const double *a, const unsigned lane)
{
    least_float64_part part[2];
    least_float64_vector x;
    x = least_float64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = least_float64_first(least_float64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = least_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const least_float64_part right = least_float64_part_down(part[0], d);
        part[0] = least_float64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) least_float64(const double *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const least_float64_part part = least_float64_row(a + from, lane);
    const least_float64_state s = least_float64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = least_float64_result(s, 16ull);
}

// greatest_bfloat16: reduce family of tilewright 0.1.0, from reduce-forms.json; max of bfloat16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct greatest_bfloat16_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, whose max is looked for.
struct greatest_bfloat16_part {
    unsigned value = 0xff80ff80u;
};

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned greatest_bfloat16_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7f800001;
}

static __device__ __forceinline__ int greatest_bfloat16_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7f800001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ unsigned greatest_bfloat16_pairs(unsigned a, unsigned b)
{
#if __CUDA_ARCH__ >= 800
    unsigned pair;
    asm("max.NaN.bf16x2 %0, %1, %2;" : "=r"(pair) : "r"(a), "r"(b));
    return pair;
#else
    const unsigned low = max(greatest_bfloat16_rank((unsigned short)a), greatest_bfloat16_rank((unsigned short)b)), high = max(greatest_bfloat16_rank(a >> 16), greatest_bfloat16_rank(b >> 16));
    return (unsigned)greatest_bfloat16_ranked(low) >> 16 | ((unsigned)greatest_bfloat16_ranked(high) & 0xffff0000u);
#endif
}

static __device__ __forceinline__ greatest_bfloat16_state greatest_bfloat16_join(greatest_bfloat16_state left, greatest_bfloat16_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ greatest_bfloat16_part greatest_bfloat16_join_parts(greatest_bfloat16_part left, greatest_bfloat16_part right)
{
    return { greatest_bfloat16_pairs(left.value, right.value) };
}

static __device__ __forceinline__ greatest_bfloat16_state greatest_bfloat16_of_leaf(greatest_bfloat16_part p, unsigned long long)
{
    const unsigned pair = greatest_bfloat16_pairs(p.value, p.value << 16);
    return { greatest_bfloat16_rank(pair >> 16) };
}

static __device__ __forceinline__ greatest_bfloat16_state greatest_bfloat16_down(greatest_bfloat16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ greatest_bfloat16_part greatest_bfloat16_part_down(greatest_bfloat16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned short greatest_bfloat16_result(greatest_bfloat16_state s, unsigned long long)
{
    const int bits = greatest_bfloat16_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7f800001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

using greatest_bfloat16_vector = uint4;

static __device__ __forceinline__ greatest_bfloat16_vector greatest_bfloat16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const greatest_bfloat16_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ greatest_bfloat16_part greatest_bfloat16_take_load(greatest_bfloat16_part p, const greatest_bfloat16_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xff80ff80u & ~own);
        p.value = greatest_bfloat16_pairs(p.value, w);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ greatest_bfloat16_part greatest_bfloat16_row(const unsigned short *a, const unsigned lane)
{
    greatest_bfloat16_part part[1] = {};
    greatest_bfloat16_vector x;
    x = greatest_bfloat16_load(a, lane);
    part[0] = greatest_bfloat16_take_load(part[0], x, 128);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const greatest_bfloat16_part right = greatest_bfloat16_part_down(part[0], d);
        part[0] = greatest_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) greatest_bfloat16(const unsigned short *__restrict__ a, unsigned short *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 64 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const greatest_bfloat16_part part = greatest_bfloat16_row(a + from, lane);
    const greatest_bfloat16_state s = greatest_bfloat16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = greatest_bfloat16_result(s, 16ull);
}

// greatest_uint64: reduce family of tilewright 0.1.0, from reduce-forms.json; max of uint64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct greatest_uint64_state {
    unsigned long long value;
};

using greatest_uint64_part = greatest_uint64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ greatest_uint64_part greatest_uint64_first(unsigned long long x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ greatest_uint64_part greatest_uint64_take(greatest_uint64_part p, unsigned long long x, unsigned)
{
    return { max(p.value, x) };
}

static __device__ __forceinline__ greatest_uint64_state greatest_uint64_join(greatest_uint64_state left, greatest_uint64_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ greatest_uint64_part greatest_uint64_join_parts(greatest_uint64_part left, greatest_uint64_part right)
{
    return greatest_uint64_join(left, right);
}

static __device__ __forceinline__ greatest_uint64_state greatest_uint64_of_leaf(greatest_uint64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ greatest_uint64_state greatest_uint64_down(greatest_uint64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ greatest_uint64_part greatest_uint64_part_down(greatest_uint64_part p, unsigned lanes)
{
    return greatest_uint64_down(p, lanes);
}

static __device__ __forceinline__ unsigned long long greatest_uint64_result(greatest_uint64_state s, unsigned long long)
{
    return s.value;
}

using greatest_uint64_vector = uint4;

static __device__ __forceinline__ greatest_uint64_vector greatest_uint64_load(const unsigned long long *line, const unsigned place)
{
    return __ldg((const greatest_uint64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned long long greatest_uint64_element(const greatest_uint64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned long long)((unsigned long long)word[2 * i + 1] << 32 | word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ greatest_uint64_part greatest_uint64_row(const unsigned long long *a, const unsigned lane)
{
    greatest_uint64_part part[2];
    greatest_uint64_vector x;
    x = greatest_uint64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = greatest_uint64_first(greatest_uint64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = greatest_uint64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const greatest_uint64_part right = greatest_uint64_part_down(part[0], d);
        part[0] = greatest_uint64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) greatest_uint64(const unsigned long long *__restrict__ a, unsigned long long *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const greatest_uint64_part part = greatest_uint64_row(a + from, lane);
    const greatest_uint64_state s = greatest_uint64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = greatest_uint64_result(s, 16ull);
}

// place_argmin_int8_first: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct place_argmin_int8_first_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf.
struct place_argmin_int8_first_part {
    int key = 0x7fff7fff;
};

static __device__ __forceinline__ unsigned place_argmin_int8_first_pairs(unsigned a, unsigned b)
{
    return __vmins2(a, b);
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

static __device__ __forceinline__ place_argmin_int8_first_state place_argmin_int8_first_down(place_argmin_int8_first_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_part_down(place_argmin_int8_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long place_argmin_int8_first_result(place_argmin_int8_first_state s, unsigned long long)
{
    return s.index;
}

using place_argmin_int8_first_vector = uint4;

static __device__ __forceinline__ place_argmin_int8_first_vector place_argmin_int8_first_load(const signed char *line, const unsigned place)
{
    return __ldg((const place_argmin_int8_first_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmin_int8_first_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int place_argmin_int8_first_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_part_of_warp(place_argmin_int8_first_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_min_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmin_int8_first_join_parts(p, place_argmin_int8_first_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmin_int8_first_state place_argmin_int8_first_of_those(place_argmin_int8_first_state s, const bool has)
{
    const int key = has ? place_argmin_int8_first_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { place_argmin_int8_first_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_take_load(place_argmin_int8_first_part p, const place_argmin_int8_first_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x7f7f7f7fu & ~own);
        const unsigned n = at / 16 * 4 + i;
        p.key = place_argmin_int8_first_pairs(place_argmin_int8_first_pairs(p.key, place_argmin_int8_first_halves(w, n, 0)), place_argmin_int8_first_halves(w, n, 1));
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmin_int8_first_part place_argmin_int8_first_row(const signed char *a)
{
    place_argmin_int8_first_part part[1] = {};
    place_argmin_int8_first_vector x;
    x = place_argmin_int8_first_load(a, 0);
    part[0] = place_argmin_int8_first_take_load(part[0], x, 128, 0);

    part[0] = place_argmin_int8_first_part_spread(part[0], 0);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) place_argmin_int8_first(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_int8_first_part part = place_argmin_int8_first_row(a + from);
    const place_argmin_int8_first_state s = place_argmin_int8_first_of_leaf(part, 0);
    if (row < 1u) c[row] = place_argmin_int8_first_result(s, 16ull);
}

// place_argmin_int8_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct place_argmin_int8_last_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct place_argmin_int8_last_part {
    int key = 0x7fff7fff;
};

static __device__ __forceinline__ unsigned place_argmin_int8_last_pairs(unsigned a, unsigned b)
{
    return __vmins2(a, b);
}

static __device__ __forceinline__ bool place_argmin_int8_last_beats(int a, int b)
{
    return a < b;
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned place_argmin_int8_last_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, 255 - number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int place_argmin_int8_last_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = 255 - number, i = n + (n & ~1u) + last, at = i + i / 16 * (16 - 16);
    return (int)((value & 0xff000000u) + (0xffffffu - at));
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ place_argmin_int8_last_part place_argmin_int8_last_part_spread(place_argmin_int8_last_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { min(place_argmin_int8_last_half_key(halves << 16, halves & 255, 0), place_argmin_int8_last_half_key(halves, halves >> 16 & 255, 2)) - (int)first };
}

static __device__ __forceinline__ place_argmin_int8_last_state place_argmin_int8_last_join(place_argmin_int8_last_state left, place_argmin_int8_last_state right)
{
    const bool equal = !place_argmin_int8_last_beats(left.value, right.value);
    return place_argmin_int8_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ place_argmin_int8_last_part place_argmin_int8_last_join_parts(place_argmin_int8_last_part left, place_argmin_int8_last_part right)
{
    return { min(left.key, right.key) };
}

static __device__ __forceinline__ place_argmin_int8_last_state place_argmin_int8_last_of_leaf(place_argmin_int8_last_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ place_argmin_int8_last_state place_argmin_int8_last_down(place_argmin_int8_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmin_int8_last_part place_argmin_int8_last_part_down(place_argmin_int8_last_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long place_argmin_int8_last_result(place_argmin_int8_last_state s, unsigned long long)
{
    return s.index;
}

using place_argmin_int8_last_vector = uint4;

static __device__ __forceinline__ place_argmin_int8_last_vector place_argmin_int8_last_load(const signed char *line, const unsigned place)
{
    return __ldg((const place_argmin_int8_last_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmin_int8_last_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int place_argmin_int8_last_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmin_int8_last_part place_argmin_int8_last_part_of_warp(place_argmin_int8_last_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_min_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmin_int8_last_join_parts(p, place_argmin_int8_last_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmin_int8_last_state place_argmin_int8_last_of_those(place_argmin_int8_last_state s, const bool has)
{
    const int key = has ? place_argmin_int8_last_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { place_argmin_int8_last_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ place_argmin_int8_last_part place_argmin_int8_last_take_load(place_argmin_int8_last_part p, const place_argmin_int8_last_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x7f7f7f7fu & ~own);
        const unsigned n = at / 16 * 4 + i;
        p.key = place_argmin_int8_last_pairs(place_argmin_int8_last_pairs(p.key, place_argmin_int8_last_halves(w, n, 0)), place_argmin_int8_last_halves(w, n, 1));
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmin_int8_last_part place_argmin_int8_last_row(const signed char *a)
{
    place_argmin_int8_last_part part[1] = {};
    place_argmin_int8_last_vector x;
    x = place_argmin_int8_last_load(a, 0);
    part[0] = place_argmin_int8_last_take_load(part[0], x, 128, 0);

    part[0] = place_argmin_int8_last_part_spread(part[0], 0);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) place_argmin_int8_last(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_int8_last_part part = place_argmin_int8_last_row(a + from);
    const place_argmin_int8_last_state s = place_argmin_int8_last_of_leaf(part, 0);
    if (row < 1u) c[row] = place_argmin_int8_last_result(s, 16ull);
}

// place_argmin_float16_first: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmin_float16_first_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmin_float16_first_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float place_argmin_float16_first_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
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

static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_take(place_argmin_float16_first_part p, unsigned short x, unsigned i)
{
    const float u = place_argmin_float16_first_float(x);
    if (place_argmin_float16_first_beats(u, p.value)) return { u, i };
    return p;
}

static __device__ __forceinline__ place_argmin_float16_first_state place_argmin_float16_first_join(place_argmin_float16_first_state left, place_argmin_float16_first_state right)
{
    const bool equal = !place_argmin_float16_first_beats(left.value, right.value);
    return place_argmin_float16_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

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

static __device__ __forceinline__ place_argmin_float16_first_state place_argmin_float16_first_down(place_argmin_float16_first_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_part_down(place_argmin_float16_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmin_float16_first_result(place_argmin_float16_first_state s, unsigned long long)
{
    return s.index;
}

using place_argmin_float16_first_vector = uint4;

static __device__ __forceinline__ place_argmin_float16_first_vector place_argmin_float16_first_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const place_argmin_float16_first_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmin_float16_first_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : (int)0x80000000;
}

static __device__ __forceinline__ float place_argmin_float16_first_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_part_of_warp(place_argmin_float16_first_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmin_float16_first_key_of(p.value), best = __reduce_min_sync(0xffffffffu, key);
    return { place_argmin_float16_first_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmin_float16_first_join_parts(p, place_argmin_float16_first_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmin_float16_first_state place_argmin_float16_first_of_those(place_argmin_float16_first_state s, const bool has)
{
    const int key = has ? place_argmin_float16_first_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { place_argmin_float16_first_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ unsigned short place_argmin_float16_first_element(const place_argmin_float16_first_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmin_float16_first_part place_argmin_float16_first_row(const unsigned short *a, const unsigned lane)
{
    place_argmin_float16_first_part part[8];
    place_argmin_float16_first_vector x;
    x = place_argmin_float16_first_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = place_argmin_float16_first_first(place_argmin_float16_first_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = place_argmin_float16_first_join_parts(part[i], part[i + d]);
    part[0] = place_argmin_float16_first_part_move(part[0], lane * 8);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const place_argmin_float16_first_part right = place_argmin_float16_first_part_down(part[0], d);
        part[0] = place_argmin_float16_first_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmin_float16_first(const unsigned short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_float16_first_part part = place_argmin_float16_first_row(a + from, lane);
    const place_argmin_float16_first_state s = place_argmin_float16_first_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmin_float16_first_result(s, 16ull);
}

// place_argmin_float16_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmin_float16_last_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmin_float16_last_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float place_argmin_float16_last_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool place_argmin_float16_last_beats(float a, float b)
{
    return b == b && !(a >= b);
}

static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_first(unsigned short x, unsigned i)
{
    const float u = place_argmin_float16_last_float(x);
    return { u, i };
}

static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_take(place_argmin_float16_last_part p, unsigned short x, unsigned i)
{
    const float u = place_argmin_float16_last_float(x);
    if (place_argmin_float16_last_beats(p.value, u)) return p;
    return { u, i };
}

static __device__ __forceinline__ place_argmin_float16_last_state place_argmin_float16_last_join(place_argmin_float16_last_state left, place_argmin_float16_last_state right)
{
    const bool equal = !place_argmin_float16_last_beats(left.value, right.value);
    return place_argmin_float16_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_join_parts(place_argmin_float16_last_part left, place_argmin_float16_last_part right)
{
    const bool equal = !place_argmin_float16_last_beats(left.value, right.value);
    return place_argmin_float16_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_part_move(place_argmin_float16_last_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmin_float16_last_state place_argmin_float16_last_of_leaf(place_argmin_float16_last_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmin_float16_last_state place_argmin_float16_last_down(place_argmin_float16_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_part_down(place_argmin_float16_last_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmin_float16_last_result(place_argmin_float16_last_state s, unsigned long long)
{
    return s.index;
}

using place_argmin_float16_last_vector = uint4;

static __device__ __forceinline__ place_argmin_float16_last_vector place_argmin_float16_last_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const place_argmin_float16_last_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmin_float16_last_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : (int)0x80000000;
}

static __device__ __forceinline__ float place_argmin_float16_last_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_part_of_warp(place_argmin_float16_last_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmin_float16_last_key_of(p.value), best = __reduce_min_sync(0xffffffffu, key);
    return { place_argmin_float16_last_of_key(best), __reduce_max_sync(0xffffffffu, key == best ? p.index : 0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmin_float16_last_join_parts(p, place_argmin_float16_last_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmin_float16_last_state place_argmin_float16_last_of_those(place_argmin_float16_last_state s, const bool has)
{
    const int key = has ? place_argmin_float16_last_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { place_argmin_float16_last_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ unsigned short place_argmin_float16_last_element(const place_argmin_float16_last_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmin_float16_last_part place_argmin_float16_last_row(const unsigned short *a, const unsigned lane)
{
    place_argmin_float16_last_part part[8];
    place_argmin_float16_last_vector x;
    x = place_argmin_float16_last_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = place_argmin_float16_last_first(place_argmin_float16_last_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = place_argmin_float16_last_join_parts(part[i], part[i + d]);
    part[0] = place_argmin_float16_last_part_move(part[0], lane * 8);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const place_argmin_float16_last_part right = place_argmin_float16_last_part_down(part[0], d);
        part[0] = place_argmin_float16_last_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmin_float16_last(const unsigned short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_float16_last_part part = place_argmin_float16_last_row(a + from, lane);
    const place_argmin_float16_last_state s = place_argmin_float16_last_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmin_float16_last_result(s, 16ull);
}

// place_argmin_float32_first: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmin_float32_first_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmin_float32_first_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool place_argmin_float32_first_beats(float a, float b)
{
    return b == b && !(a >= b);
}

static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_take(place_argmin_float32_first_part p, float x, unsigned i)
{
    if (place_argmin_float32_first_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ place_argmin_float32_first_state place_argmin_float32_first_join(place_argmin_float32_first_state left, place_argmin_float32_first_state right)
{
    const bool equal = !place_argmin_float32_first_beats(left.value, right.value);
    return place_argmin_float32_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_join_parts(place_argmin_float32_first_part left, place_argmin_float32_first_part right)
{
    const bool equal = !place_argmin_float32_first_beats(left.value, right.value);
    return place_argmin_float32_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_part_move(place_argmin_float32_first_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmin_float32_first_state place_argmin_float32_first_of_leaf(place_argmin_float32_first_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmin_float32_first_state place_argmin_float32_first_down(place_argmin_float32_first_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_part_down(place_argmin_float32_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmin_float32_first_result(place_argmin_float32_first_state s, unsigned long long)
{
    return s.index;
}

using place_argmin_float32_first_vector = uint4;

static __device__ __forceinline__ place_argmin_float32_first_vector place_argmin_float32_first_load(const float *line, const unsigned place)
{
    return __ldg((const place_argmin_float32_first_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmin_float32_first_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : (int)0x80000000;
}

static __device__ __forceinline__ float place_argmin_float32_first_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_part_of_warp(place_argmin_float32_first_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmin_float32_first_key_of(p.value), best = __reduce_min_sync(0xffffffffu, key);
    return { place_argmin_float32_first_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmin_float32_first_join_parts(p, place_argmin_float32_first_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmin_float32_first_state place_argmin_float32_first_of_those(place_argmin_float32_first_state s, const bool has)
{
    const int key = has ? place_argmin_float32_first_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { place_argmin_float32_first_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ float place_argmin_float32_first_element(const place_argmin_float32_first_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmin_float32_first_part place_argmin_float32_first_row(const float *a, const unsigned lane)
{
    place_argmin_float32_first_part part[4];
    place_argmin_float32_first_vector x;
    x = place_argmin_float32_first_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = place_argmin_float32_first_first(place_argmin_float32_first_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = place_argmin_float32_first_join_parts(part[i], part[i + d]);
    part[0] = place_argmin_float32_first_part_move(part[0], lane * 4);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const place_argmin_float32_first_part right = place_argmin_float32_first_part_down(part[0], d);
        part[0] = place_argmin_float32_first_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmin_float32_first(const float *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_float32_first_part part = place_argmin_float32_first_row(a + from, lane);
    const place_argmin_float32_first_state s = place_argmin_float32_first_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmin_float32_first_result(s, 16ull);
}

// place_argmin_float32_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmin_float32_last_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmin_float32_last_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool place_argmin_float32_last_beats(float a, float b)
{
    return b == b && !(a >= b);
}

static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_take(place_argmin_float32_last_part p, float x, unsigned i)
{
    if (place_argmin_float32_last_beats(p.value, x)) return p;
    return { x, i };
}

static __device__ __forceinline__ place_argmin_float32_last_state place_argmin_float32_last_join(place_argmin_float32_last_state left, place_argmin_float32_last_state right)
{
    const bool equal = !place_argmin_float32_last_beats(left.value, right.value);
    return place_argmin_float32_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_join_parts(place_argmin_float32_last_part left, place_argmin_float32_last_part right)
{
    const bool equal = !place_argmin_float32_last_beats(left.value, right.value);
    return place_argmin_float32_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_part_move(place_argmin_float32_last_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmin_float32_last_state place_argmin_float32_last_of_leaf(place_argmin_float32_last_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmin_float32_last_state place_argmin_float32_last_down(place_argmin_float32_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_part_down(place_argmin_float32_last_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmin_float32_last_result(place_argmin_float32_last_state s, unsigned long long)
{
    return s.index;
}

using place_argmin_float32_last_vector = uint4;

static __device__ __forceinline__ place_argmin_float32_last_vector place_argmin_float32_last_load(const float *line, const unsigned place)
{
    return __ldg((const place_argmin_float32_last_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmin_float32_last_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : (int)0x80000000;
}

static __device__ __forceinline__ float place_argmin_float32_last_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_part_of_warp(place_argmin_float32_last_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmin_float32_last_key_of(p.value), best = __reduce_min_sync(0xffffffffu, key);
    return { place_argmin_float32_last_of_key(best), __reduce_max_sync(0xffffffffu, key == best ? p.index : 0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmin_float32_last_join_parts(p, place_argmin_float32_last_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmin_float32_last_state place_argmin_float32_last_of_those(place_argmin_float32_last_state s, const bool has)
{
    const int key = has ? place_argmin_float32_last_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { place_argmin_float32_last_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ float place_argmin_float32_last_element(const place_argmin_float32_last_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmin_float32_last_part place_argmin_float32_last_row(const float *a, const unsigned lane)
{
    place_argmin_float32_last_part part[4];
    place_argmin_float32_last_vector x;
    x = place_argmin_float32_last_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = place_argmin_float32_last_first(place_argmin_float32_last_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = place_argmin_float32_last_join_parts(part[i], part[i + d]);
    part[0] = place_argmin_float32_last_part_move(part[0], lane * 4);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const place_argmin_float32_last_part right = place_argmin_float32_last_part_down(part[0], d);
        part[0] = place_argmin_float32_last_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmin_float32_last(const float *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_float32_last_part part = place_argmin_float32_last_row(a + from, lane);
    const place_argmin_float32_last_state s = place_argmin_float32_last_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmin_float32_last_result(s, 16ull);
}

// place_argmax_int8_first: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct place_argmax_int8_first_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct place_argmax_int8_first_part {
    int key = (int)0x80008000u;
};

static __device__ __forceinline__ unsigned place_argmax_int8_first_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ bool place_argmax_int8_first_beats(int a, int b)
{
    return a > b;
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned place_argmax_int8_first_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, 255 - number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int place_argmax_int8_first_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = 255 - number, i = n + (n & ~1u) + last, at = i + i / 16 * (16 - 16);
    return (int)((value & 0xff000000u) + (0xffffffu - at));
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ place_argmax_int8_first_part place_argmax_int8_first_part_spread(place_argmax_int8_first_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { max(place_argmax_int8_first_half_key(halves << 16, halves & 255, 0), place_argmax_int8_first_half_key(halves, halves >> 16 & 255, 2)) - (int)first };
}

static __device__ __forceinline__ place_argmax_int8_first_state place_argmax_int8_first_join(place_argmax_int8_first_state left, place_argmax_int8_first_state right)
{
    const bool equal = !place_argmax_int8_first_beats(left.value, right.value);
    return place_argmax_int8_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ place_argmax_int8_first_part place_argmax_int8_first_join_parts(place_argmax_int8_first_part left, place_argmax_int8_first_part right)
{
    return { max(left.key, right.key) };
}

static __device__ __forceinline__ place_argmax_int8_first_state place_argmax_int8_first_of_leaf(place_argmax_int8_first_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ place_argmax_int8_first_state place_argmax_int8_first_down(place_argmax_int8_first_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmax_int8_first_part place_argmax_int8_first_part_down(place_argmax_int8_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long place_argmax_int8_first_result(place_argmax_int8_first_state s, unsigned long long)
{
    return s.index;
}

using place_argmax_int8_first_vector = uint4;

static __device__ __forceinline__ place_argmax_int8_first_vector place_argmax_int8_first_load(const signed char *line, const unsigned place)
{
    return __ldg((const place_argmax_int8_first_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmax_int8_first_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int place_argmax_int8_first_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmax_int8_first_part place_argmax_int8_first_part_of_warp(place_argmax_int8_first_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmax_int8_first_join_parts(p, place_argmax_int8_first_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmax_int8_first_state place_argmax_int8_first_of_those(place_argmax_int8_first_state s, const bool has)
{
    const int key = has ? place_argmax_int8_first_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { place_argmax_int8_first_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ place_argmax_int8_first_part place_argmax_int8_first_take_load(place_argmax_int8_first_part p, const place_argmax_int8_first_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        const unsigned n = at / 16 * 4 + i;
        p.key = place_argmax_int8_first_pairs(place_argmax_int8_first_pairs(p.key, place_argmax_int8_first_halves(w, n, 0)), place_argmax_int8_first_halves(w, n, 1));
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmax_int8_first_part place_argmax_int8_first_row(const signed char *a)
{
    place_argmax_int8_first_part part[1] = {};
    place_argmax_int8_first_vector x;
    x = place_argmax_int8_first_load(a, 0);
    part[0] = place_argmax_int8_first_take_load(part[0], x, 128, 0);

    part[0] = place_argmax_int8_first_part_spread(part[0], 0);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) place_argmax_int8_first(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_int8_first_part part = place_argmax_int8_first_row(a + from);
    const place_argmax_int8_first_state s = place_argmax_int8_first_of_leaf(part, 0);
    if (row < 1u) c[row] = place_argmax_int8_first_result(s, 16ull);
}

// place_argmax_int8_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct place_argmax_int8_last_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf.
struct place_argmax_int8_last_part {
    int key = (int)0x80008000u;
};

static __device__ __forceinline__ unsigned place_argmax_int8_last_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ bool place_argmax_int8_last_beats(int a, int b)
{
    return a > b;
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned place_argmax_int8_last_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int place_argmax_int8_last_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = number, i = n + (n & ~1u) + last, at = i + i / 16 * (16 - 16);
    return (int)((value & 0xff000000u) + at);
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ place_argmax_int8_last_part place_argmax_int8_last_part_spread(place_argmax_int8_last_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { max(place_argmax_int8_last_half_key(halves << 16, halves & 255, 0), place_argmax_int8_last_half_key(halves, halves >> 16 & 255, 2)) + (int)first };
}

static __device__ __forceinline__ place_argmax_int8_last_state place_argmax_int8_last_join(place_argmax_int8_last_state left, place_argmax_int8_last_state right)
{
    const bool equal = !place_argmax_int8_last_beats(left.value, right.value);
    return place_argmax_int8_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ place_argmax_int8_last_part place_argmax_int8_last_join_parts(place_argmax_int8_last_part left, place_argmax_int8_last_part right)
{
    return { max(left.key, right.key) };
}

static __device__ __forceinline__ place_argmax_int8_last_state place_argmax_int8_last_of_leaf(place_argmax_int8_last_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + low) };
}

static __device__ __forceinline__ place_argmax_int8_last_state place_argmax_int8_last_down(place_argmax_int8_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmax_int8_last_part place_argmax_int8_last_part_down(place_argmax_int8_last_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long place_argmax_int8_last_result(place_argmax_int8_last_state s, unsigned long long)
{
    return s.index;
}

using place_argmax_int8_last_vector = uint4;

static __device__ __forceinline__ place_argmax_int8_last_vector place_argmax_int8_last_load(const signed char *line, const unsigned place)
{
    return __ldg((const place_argmax_int8_last_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmax_int8_last_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int place_argmax_int8_last_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmax_int8_last_part place_argmax_int8_last_part_of_warp(place_argmax_int8_last_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmax_int8_last_join_parts(p, place_argmax_int8_last_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmax_int8_last_state place_argmax_int8_last_of_those(place_argmax_int8_last_state s, const bool has)
{
    const int key = has ? place_argmax_int8_last_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { place_argmax_int8_last_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ place_argmax_int8_last_part place_argmax_int8_last_take_load(place_argmax_int8_last_part p, const place_argmax_int8_last_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        const unsigned n = at / 16 * 4 + i;
        p.key = place_argmax_int8_last_pairs(place_argmax_int8_last_pairs(p.key, place_argmax_int8_last_halves(w, n, 0)), place_argmax_int8_last_halves(w, n, 1));
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmax_int8_last_part place_argmax_int8_last_row(const signed char *a)
{
    place_argmax_int8_last_part part[1] = {};
    place_argmax_int8_last_vector x;
    x = place_argmax_int8_last_load(a, 0);
    part[0] = place_argmax_int8_last_take_load(part[0], x, 128, 0);

    part[0] = place_argmax_int8_last_part_spread(part[0], 0);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) place_argmax_int8_last(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_int8_last_part part = place_argmax_int8_last_row(a + from);
    const place_argmax_int8_last_state s = place_argmax_int8_last_of_leaf(part, 0);
    if (row < 1u) c[row] = place_argmax_int8_last_result(s, 16ull);
}

// place_argmax_float16_first: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmax_float16_first_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmax_float16_first_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float place_argmax_float16_first_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool place_argmax_float16_first_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_first(unsigned short x, unsigned i)
{
    const float u = place_argmax_float16_first_float(x);
    return { u, i };
}

static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_take(place_argmax_float16_first_part p, unsigned short x, unsigned i)
{
    const float u = place_argmax_float16_first_float(x);
    if (place_argmax_float16_first_beats(u, p.value)) return { u, i };
    return p;
}

static __device__ __forceinline__ place_argmax_float16_first_state place_argmax_float16_first_join(place_argmax_float16_first_state left, place_argmax_float16_first_state right)
{
    const bool equal = !place_argmax_float16_first_beats(left.value, right.value);
    return place_argmax_float16_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_join_parts(place_argmax_float16_first_part left, place_argmax_float16_first_part right)
{
    const bool equal = !place_argmax_float16_first_beats(left.value, right.value);
    return place_argmax_float16_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_part_move(place_argmax_float16_first_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmax_float16_first_state place_argmax_float16_first_of_leaf(place_argmax_float16_first_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmax_float16_first_state place_argmax_float16_first_down(place_argmax_float16_first_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_part_down(place_argmax_float16_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmax_float16_first_result(place_argmax_float16_first_state s, unsigned long long)
{
    return s.index;
}

using place_argmax_float16_first_vector = uint4;

static __device__ __forceinline__ place_argmax_float16_first_vector place_argmax_float16_first_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const place_argmax_float16_first_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmax_float16_first_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : 0x7fffffff;
}

static __device__ __forceinline__ float place_argmax_float16_first_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_part_of_warp(place_argmax_float16_first_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmax_float16_first_key_of(p.value), best = __reduce_max_sync(0xffffffffu, key);
    return { place_argmax_float16_first_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmax_float16_first_join_parts(p, place_argmax_float16_first_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmax_float16_first_state place_argmax_float16_first_of_those(place_argmax_float16_first_state s, const bool has)
{
    const int key = has ? place_argmax_float16_first_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { place_argmax_float16_first_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ unsigned short place_argmax_float16_first_element(const place_argmax_float16_first_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmax_float16_first_part place_argmax_float16_first_row(const unsigned short *a, const unsigned lane)
{
    place_argmax_float16_first_part part[8];
    place_argmax_float16_first_vector x;
    x = place_argmax_float16_first_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = place_argmax_float16_first_first(place_argmax_float16_first_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = place_argmax_float16_first_join_parts(part[i], part[i + d]);
    part[0] = place_argmax_float16_first_part_move(part[0], lane * 8);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const place_argmax_float16_first_part right = place_argmax_float16_first_part_down(part[0], d);
        part[0] = place_argmax_float16_first_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmax_float16_first(const unsigned short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_float16_first_part part = place_argmax_float16_first_row(a + from, lane);
    const place_argmax_float16_first_state s = place_argmax_float16_first_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmax_float16_first_result(s, 16ull);
}

// place_argmax_float16_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmax_float16_last_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmax_float16_last_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float place_argmax_float16_last_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool place_argmax_float16_last_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_first(unsigned short x, unsigned i)
{
    const float u = place_argmax_float16_last_float(x);
    return { u, i };
}

static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_take(place_argmax_float16_last_part p, unsigned short x, unsigned i)
{
    const float u = place_argmax_float16_last_float(x);
    if (place_argmax_float16_last_beats(p.value, u)) return p;
    return { u, i };
}

static __device__ __forceinline__ place_argmax_float16_last_state place_argmax_float16_last_join(place_argmax_float16_last_state left, place_argmax_float16_last_state right)
{
    const bool equal = !place_argmax_float16_last_beats(left.value, right.value);
    return place_argmax_float16_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_join_parts(place_argmax_float16_last_part left, place_argmax_float16_last_part right)
{
    const bool equal = !place_argmax_float16_last_beats(left.value, right.value);
    return place_argmax_float16_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_part_move(place_argmax_float16_last_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmax_float16_last_state place_argmax_float16_last_of_leaf(place_argmax_float16_last_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmax_float16_last_state place_argmax_float16_last_down(place_argmax_float16_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_part_down(place_argmax_float16_last_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmax_float16_last_result(place_argmax_float16_last_state s, unsigned long long)
{
    return s.index;
}

using place_argmax_float16_last_vector = uint4;

static __device__ __forceinline__ place_argmax_float16_last_vector place_argmax_float16_last_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const place_argmax_float16_last_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmax_float16_last_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : 0x7fffffff;
}

static __device__ __forceinline__ float place_argmax_float16_last_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_part_of_warp(place_argmax_float16_last_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmax_float16_last_key_of(p.value), best = __reduce_max_sync(0xffffffffu, key);
    return { place_argmax_float16_last_of_key(best), __reduce_max_sync(0xffffffffu, key == best ? p.index : 0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmax_float16_last_join_parts(p, place_argmax_float16_last_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmax_float16_last_state place_argmax_float16_last_of_those(place_argmax_float16_last_state s, const bool has)
{
    const int key = has ? place_argmax_float16_last_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { place_argmax_float16_last_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ unsigned short place_argmax_float16_last_element(const place_argmax_float16_last_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmax_float16_last_part place_argmax_float16_last_row(const unsigned short *a, const unsigned lane)
{
    place_argmax_float16_last_part part[8];
    place_argmax_float16_last_vector x;
    x = place_argmax_float16_last_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = place_argmax_float16_last_first(place_argmax_float16_last_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = place_argmax_float16_last_join_parts(part[i], part[i + d]);
    part[0] = place_argmax_float16_last_part_move(part[0], lane * 8);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const place_argmax_float16_last_part right = place_argmax_float16_last_part_down(part[0], d);
        part[0] = place_argmax_float16_last_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmax_float16_last(const unsigned short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_float16_last_part part = place_argmax_float16_last_row(a + from, lane);
    const place_argmax_float16_last_state s = place_argmax_float16_last_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmax_float16_last_result(s, 16ull);
}

// place_argmax_float32_first: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmax_float32_first_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmax_float32_first_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool place_argmax_float32_first_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_take(place_argmax_float32_first_part p, float x, unsigned i)
{
    if (place_argmax_float32_first_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ place_argmax_float32_first_state place_argmax_float32_first_join(place_argmax_float32_first_state left, place_argmax_float32_first_state right)
{
    const bool equal = !place_argmax_float32_first_beats(left.value, right.value);
    return place_argmax_float32_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_join_parts(place_argmax_float32_first_part left, place_argmax_float32_first_part right)
{
    const bool equal = !place_argmax_float32_first_beats(left.value, right.value);
    return place_argmax_float32_first_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_part_move(place_argmax_float32_first_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmax_float32_first_state place_argmax_float32_first_of_leaf(place_argmax_float32_first_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmax_float32_first_state place_argmax_float32_first_down(place_argmax_float32_first_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_part_down(place_argmax_float32_first_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmax_float32_first_result(place_argmax_float32_first_state s, unsigned long long)
{
    return s.index;
}

using place_argmax_float32_first_vector = uint4;

static __device__ __forceinline__ place_argmax_float32_first_vector place_argmax_float32_first_load(const float *line, const unsigned place)
{
    return __ldg((const place_argmax_float32_first_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmax_float32_first_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : 0x7fffffff;
}

static __device__ __forceinline__ float place_argmax_float32_first_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_part_of_warp(place_argmax_float32_first_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmax_float32_first_key_of(p.value), best = __reduce_max_sync(0xffffffffu, key);
    return { place_argmax_float32_first_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmax_float32_first_join_parts(p, place_argmax_float32_first_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmax_float32_first_state place_argmax_float32_first_of_those(place_argmax_float32_first_state s, const bool has)
{
    const int key = has ? place_argmax_float32_first_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { place_argmax_float32_first_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ float place_argmax_float32_first_element(const place_argmax_float32_first_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmax_float32_first_part place_argmax_float32_first_row(const float *a, const unsigned lane)
{
    place_argmax_float32_first_part part[4];
    place_argmax_float32_first_vector x;
    x = place_argmax_float32_first_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = place_argmax_float32_first_first(place_argmax_float32_first_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = place_argmax_float32_first_join_parts(part[i], part[i + d]);
    part[0] = place_argmax_float32_first_part_move(part[0], lane * 4);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const place_argmax_float32_first_part right = place_argmax_float32_first_part_down(part[0], d);
        part[0] = place_argmax_float32_first_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmax_float32_first(const float *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_float32_first_part part = place_argmax_float32_first_row(a + from, lane);
    const place_argmax_float32_first_state s = place_argmax_float32_first_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmax_float32_first_result(s, 16ull);
}

// place_argmax_float32_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct place_argmax_float32_last_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct place_argmax_float32_last_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool place_argmax_float32_last_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_take(place_argmax_float32_last_part p, float x, unsigned i)
{
    if (place_argmax_float32_last_beats(p.value, x)) return p;
    return { x, i };
}

static __device__ __forceinline__ place_argmax_float32_last_state place_argmax_float32_last_join(place_argmax_float32_last_state left, place_argmax_float32_last_state right)
{
    const bool equal = !place_argmax_float32_last_beats(left.value, right.value);
    return place_argmax_float32_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_join_parts(place_argmax_float32_last_part left, place_argmax_float32_last_part right)
{
    const bool equal = !place_argmax_float32_last_beats(left.value, right.value);
    return place_argmax_float32_last_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_part_move(place_argmax_float32_last_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ place_argmax_float32_last_state place_argmax_float32_last_of_leaf(place_argmax_float32_last_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ place_argmax_float32_last_state place_argmax_float32_last_down(place_argmax_float32_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_part_down(place_argmax_float32_last_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long place_argmax_float32_last_result(place_argmax_float32_last_state s, unsigned long long)
{
    return s.index;
}

using place_argmax_float32_last_vector = uint4;

static __device__ __forceinline__ place_argmax_float32_last_vector place_argmax_float32_last_load(const float *line, const unsigned place)
{
    return __ldg((const place_argmax_float32_last_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int place_argmax_float32_last_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : 0x7fffffff;
}

static __device__ __forceinline__ float place_argmax_float32_last_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_part_of_warp(place_argmax_float32_last_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = place_argmax_float32_last_key_of(p.value), best = __reduce_max_sync(0xffffffffu, key);
    return { place_argmax_float32_last_of_key(best), __reduce_max_sync(0xffffffffu, key == best ? p.index : 0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = place_argmax_float32_last_join_parts(p, place_argmax_float32_last_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ place_argmax_float32_last_state place_argmax_float32_last_of_those(place_argmax_float32_last_state s, const bool has)
{
    const int key = has ? place_argmax_float32_last_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { place_argmax_float32_last_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ float place_argmax_float32_last_element(const place_argmax_float32_last_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ place_argmax_float32_last_part place_argmax_float32_last_row(const float *a, const unsigned lane)
{
    place_argmax_float32_last_part part[4];
    place_argmax_float32_last_vector x;
    x = place_argmax_float32_last_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = place_argmax_float32_last_first(place_argmax_float32_last_element(x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = place_argmax_float32_last_join_parts(part[i], part[i + d]);
    part[0] = place_argmax_float32_last_part_move(part[0], lane * 4);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const place_argmax_float32_last_part right = place_argmax_float32_last_part_down(part[0], d);
        part[0] = place_argmax_float32_last_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) place_argmax_float32_last(const float *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_float32_last_part part = place_argmax_float32_last_row(a + from, lane);
    const place_argmax_float32_last_state s = place_argmax_float32_last_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = place_argmax_float32_last_result(s, 16ull);
}

// truth_any_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; any of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct truth_any_int8_state {
    unsigned value;
};

using truth_any_int8_part = truth_any_int8_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_any_int8_state truth_any_int8_join(truth_any_int8_state left, truth_any_int8_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ truth_any_int8_part truth_any_int8_join_parts(truth_any_int8_part left, truth_any_int8_part right)
{
    return truth_any_int8_join(left, right);
}

static __device__ __forceinline__ truth_any_int8_state truth_any_int8_of_leaf(truth_any_int8_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_any_int8_state truth_any_int8_down(truth_any_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_any_int8_part truth_any_int8_part_down(truth_any_int8_part p, unsigned lanes)
{
    return truth_any_int8_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_any_int8_result(truth_any_int8_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_any_int8_vector = uint4;

static __device__ __forceinline__ truth_any_int8_vector truth_any_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const truth_any_int8_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ truth_any_int8_part truth_any_int8_take_load(truth_any_int8_part p, const truth_any_int8_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = p.value | w;
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_any_int8_part truth_any_int8_row(const signed char *a)
{
    truth_any_int8_part part[1] = {};
    truth_any_int8_vector x;
    x = truth_any_int8_load(a, 0);
    part[0] = truth_any_int8_take_load(part[0], x, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) truth_any_int8(const signed char *__restrict__ a, unsigned char *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const truth_any_int8_part part = truth_any_int8_row(a + from);
    const truth_any_int8_state s = truth_any_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = truth_any_int8_result(s, 16ull);
}

// truth_any_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; any of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct truth_any_float16_state {
    unsigned value;
};

using truth_any_float16_part = truth_any_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_any_float16_part truth_any_float16_first(unsigned short x, unsigned)
{
    const unsigned u = x & 0x7fffu;
    return { u };
}

static __device__ __forceinline__ truth_any_float16_part truth_any_float16_take(truth_any_float16_part p, unsigned short x, unsigned)
{
    const unsigned u = x & 0x7fffu;
    return { p.value | u };
}

static __device__ __forceinline__ truth_any_float16_state truth_any_float16_join(truth_any_float16_state left, truth_any_float16_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ truth_any_float16_part truth_any_float16_join_parts(truth_any_float16_part left, truth_any_float16_part right)
{
    return truth_any_float16_join(left, right);
}

static __device__ __forceinline__ truth_any_float16_state truth_any_float16_of_leaf(truth_any_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_any_float16_state truth_any_float16_down(truth_any_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_any_float16_part truth_any_float16_part_down(truth_any_float16_part p, unsigned lanes)
{
    return truth_any_float16_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_any_float16_result(truth_any_float16_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_any_float16_vector = uint4;

static __device__ __forceinline__ truth_any_float16_vector truth_any_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const truth_any_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short truth_any_float16_element(const truth_any_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_any_float16_part truth_any_float16_row(const unsigned short *a, const unsigned lane)
{
    truth_any_float16_part part[8];
    truth_any_float16_vector x;
    x = truth_any_float16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = truth_any_float16_first(truth_any_float16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = truth_any_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const truth_any_float16_part right = truth_any_float16_part_down(part[0], d);
        part[0] = truth_any_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) truth_any_float16(const unsigned short *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const truth_any_float16_part part = truth_any_float16_row(a + from, lane);
    const truth_any_float16_state s = truth_any_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = truth_any_float16_result(s, 16ull);
}

// truth_any_float64: reduce family of tilewright 0.1.0, from reduce-forms.json; any of float64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct truth_any_float64_state {
    unsigned value;
};

using truth_any_float64_part = truth_any_float64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_any_float64_part truth_any_float64_first(double x, unsigned)
{
    const unsigned u = (unsigned)(__double2hiint(x) & 0x7fffffff) | (unsigned)__double2loint(x);
    return { u };
}

static __device__ __forceinline__ truth_any_float64_part truth_any_float64_take(truth_any_float64_part p, double x, unsigned)
{
    const unsigned u = (unsigned)(__double2hiint(x) & 0x7fffffff) | (unsigned)__double2loint(x);
    return { p.value | u };
}

static __device__ __forceinline__ truth_any_float64_state truth_any_float64_join(truth_any_float64_state left, truth_any_float64_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ truth_any_float64_part truth_any_float64_join_parts(truth_any_float64_part left, truth_any_float64_part right)
{
    return truth_any_float64_join(left, right);
}

static __device__ __forceinline__ truth_any_float64_state truth_any_float64_of_leaf(truth_any_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_any_float64_state truth_any_float64_down(truth_any_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_any_float64_part truth_any_float64_part_down(truth_any_float64_part p, unsigned lanes)
{
    return truth_any_float64_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_any_float64_result(truth_any_float64_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_any_float64_vector = uint4;

static __device__ __forceinline__ truth_any_float64_vector truth_any_float64_load(const double *line, const unsigned place)
{
    return __ldg((const truth_any_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double truth_any_float64_element(const truth_any_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_any_float64_part truth_any_float64_row(const double *a, const unsigned lane)
{
    truth_any_float64_part part[2];
    truth_any_float64_vector x;
    x = truth_any_float64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = truth_any_float64_first(truth_any_float64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = truth_any_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const truth_any_float64_part right = truth_any_float64_part_down(part[0], d);
        part[0] = truth_any_float64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) truth_any_float64(const double *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const truth_any_float64_part part = truth_any_float64_row(a + from, lane);
    const truth_any_float64_state s = truth_any_float64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = truth_any_float64_result(s, 16ull);
}

// truth_any_uint64: reduce family of tilewright 0.1.0, from reduce-forms.json; any of uint64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct truth_any_uint64_state {
    unsigned value;
};

using truth_any_uint64_part = truth_any_uint64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_any_uint64_part truth_any_uint64_first(unsigned long long x, unsigned)
{
    const unsigned u = (unsigned)(x | x >> 32);
    return { u };
}

static __device__ __forceinline__ truth_any_uint64_part truth_any_uint64_take(truth_any_uint64_part p, unsigned long long x, unsigned)
{
    const unsigned u = (unsigned)(x | x >> 32);
    return { p.value | u };
}

static __device__ __forceinline__ truth_any_uint64_state truth_any_uint64_join(truth_any_uint64_state left, truth_any_uint64_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ truth_any_uint64_part truth_any_uint64_join_parts(truth_any_uint64_part left, truth_any_uint64_part right)
{
    return truth_any_uint64_join(left, right);
}

static __device__ __forceinline__ truth_any_uint64_state truth_any_uint64_of_leaf(truth_any_uint64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_any_uint64_state truth_any_uint64_down(truth_any_uint64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_any_uint64_part truth_any_uint64_part_down(truth_any_uint64_part p, unsigned lanes)
{
    return truth_any_uint64_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_any_uint64_result(truth_any_uint64_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_any_uint64_vector = uint4;

static __device__ __forceinline__ truth_any_uint64_vector truth_any_uint64_load(const unsigned long long *line, const unsigned place)
{
    return __ldg((const truth_any_uint64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned long long truth_any_uint64_element(const truth_any_uint64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned long long)((unsigned long long)word[2 * i + 1] << 32 | word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_any_uint64_part truth_any_uint64_row(const unsigned long long *a, const unsigned lane)
{
    truth_any_uint64_part part[2];
    truth_any_uint64_vector x;
    x = truth_any_uint64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = truth_any_uint64_first(truth_any_uint64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = truth_any_uint64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const truth_any_uint64_part right = truth_any_uint64_part_down(part[0], d);
        part[0] = truth_any_uint64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) truth_any_uint64(const unsigned long long *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const truth_any_uint64_part part = truth_any_uint64_row(a + from, lane);
    const truth_any_uint64_state s = truth_any_uint64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = truth_any_uint64_result(s, 16ull);
}

// truth_all_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; all of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct truth_all_int8_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose min is looked for.
struct truth_all_int8_part {
    unsigned value = 0xffffffffu;
};

static __device__ __forceinline__ unsigned truth_all_int8_pairs(unsigned a, unsigned b)
{
    return __vminu2(a, b);
}

static __device__ __forceinline__ truth_all_int8_state truth_all_int8_join(truth_all_int8_state left, truth_all_int8_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ truth_all_int8_part truth_all_int8_join_parts(truth_all_int8_part left, truth_all_int8_part right)
{
    return { truth_all_int8_pairs(left.value, right.value) };
}

static __device__ __forceinline__ truth_all_int8_state truth_all_int8_of_leaf(truth_all_int8_part p, unsigned long long)
{
    const unsigned pair = truth_all_int8_pairs(p.value, p.value << 16);
    return { (unsigned)pair >> 24 };
}

static __device__ __forceinline__ truth_all_int8_state truth_all_int8_down(truth_all_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_all_int8_part truth_all_int8_part_down(truth_all_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned char truth_all_int8_result(truth_all_int8_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_all_int8_vector = uint4;

static __device__ __forceinline__ truth_all_int8_vector truth_all_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const truth_all_int8_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ truth_all_int8_part truth_all_int8_take_load(truth_all_int8_part p, const truth_all_int8_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xffffffffu & ~own);
        p.value = truth_all_int8_pairs(truth_all_int8_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_all_int8_part truth_all_int8_row(const signed char *a)
{
    truth_all_int8_part part[1] = {};
    truth_all_int8_vector x;
    x = truth_all_int8_load(a, 0);
    part[0] = truth_all_int8_take_load(part[0], x, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) truth_all_int8(const signed char *__restrict__ a, unsigned char *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const truth_all_int8_part part = truth_all_int8_row(a + from);
    const truth_all_int8_state s = truth_all_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = truth_all_int8_result(s, 16ull);
}

// truth_all_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; all of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct truth_all_float16_state {
    unsigned value;
};

using truth_all_float16_part = truth_all_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_all_float16_part truth_all_float16_first(unsigned short x, unsigned)
{
    const unsigned u = x & 0x7fffu;
    return { u };
}

static __device__ __forceinline__ truth_all_float16_part truth_all_float16_take(truth_all_float16_part p, unsigned short x, unsigned)
{
    const unsigned u = x & 0x7fffu;
    return { min(p.value, u) };
}

static __device__ __forceinline__ truth_all_float16_state truth_all_float16_join(truth_all_float16_state left, truth_all_float16_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ truth_all_float16_part truth_all_float16_join_parts(truth_all_float16_part left, truth_all_float16_part right)
{
    return truth_all_float16_join(left, right);
}

static __device__ __forceinline__ truth_all_float16_state truth_all_float16_of_leaf(truth_all_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_all_float16_state truth_all_float16_down(truth_all_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_all_float16_part truth_all_float16_part_down(truth_all_float16_part p, unsigned lanes)
{
    return truth_all_float16_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_all_float16_result(truth_all_float16_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_all_float16_vector = uint4;

static __device__ __forceinline__ truth_all_float16_vector truth_all_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const truth_all_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short truth_all_float16_element(const truth_all_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_all_float16_part truth_all_float16_row(const unsigned short *a, const unsigned lane)
{
    truth_all_float16_part part[8];
    truth_all_float16_vector x;
    x = truth_all_float16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = truth_all_float16_first(truth_all_float16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = truth_all_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const truth_all_float16_part right = truth_all_float16_part_down(part[0], d);
        part[0] = truth_all_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) truth_all_float16(const unsigned short *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const truth_all_float16_part part = truth_all_float16_row(a + from, lane);
    const truth_all_float16_state s = truth_all_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = truth_all_float16_result(s, 16ull);
}

// truth_all_float64: reduce family of tilewright 0.1.0, from reduce-forms.json; all of float64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct truth_all_float64_state {
    unsigned value;
};

using truth_all_float64_part = truth_all_float64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_all_float64_part truth_all_float64_first(double x, unsigned)
{
    const unsigned u = (unsigned)(__double2hiint(x) & 0x7fffffff) | (unsigned)__double2loint(x);
    return { u };
}

static __device__ __forceinline__ truth_all_float64_part truth_all_float64_take(truth_all_float64_part p, double x, unsigned)
{
    const unsigned u = (unsigned)(__double2hiint(x) & 0x7fffffff) | (unsigned)__double2loint(x);
    return { min(p.value, u) };
}

static __device__ __forceinline__ truth_all_float64_state truth_all_float64_join(truth_all_float64_state left, truth_all_float64_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ truth_all_float64_part truth_all_float64_join_parts(truth_all_float64_part left, truth_all_float64_part right)
{
    return truth_all_float64_join(left, right);
}

static __device__ __forceinline__ truth_all_float64_state truth_all_float64_of_leaf(truth_all_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_all_float64_state truth_all_float64_down(truth_all_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_all_float64_part truth_all_float64_part_down(truth_all_float64_part p, unsigned lanes)
{
    return truth_all_float64_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_all_float64_result(truth_all_float64_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_all_float64_vector = uint4;

static __device__ __forceinline__ truth_all_float64_vector truth_all_float64_load(const double *line, const unsigned place)
{
    return __ldg((const truth_all_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double truth_all_float64_element(const truth_all_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_all_float64_part truth_all_float64_row(const double *a, const unsigned lane)
{
    truth_all_float64_part part[2];
    truth_all_float64_vector x;
    x = truth_all_float64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = truth_all_float64_first(truth_all_float64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = truth_all_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const truth_all_float64_part right = truth_all_float64_part_down(part[0], d);
        part[0] = truth_all_float64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) truth_all_float64(const double *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const truth_all_float64_part part = truth_all_float64_row(a + from, lane);
    const truth_all_float64_state s = truth_all_float64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = truth_all_float64_result(s, 16ull);
}

// truth_all_uint64: reduce family of tilewright 0.1.0, from reduce-forms.json; all of uint64, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct truth_all_uint64_state {
    unsigned value;
};

using truth_all_uint64_part = truth_all_uint64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ truth_all_uint64_part truth_all_uint64_first(unsigned long long x, unsigned)
{
    const unsigned u = (unsigned)(x | x >> 32);
    return { u };
}

static __device__ __forceinline__ truth_all_uint64_part truth_all_uint64_take(truth_all_uint64_part p, unsigned long long x, unsigned)
{
    const unsigned u = (unsigned)(x | x >> 32);
    return { min(p.value, u) };
}

static __device__ __forceinline__ truth_all_uint64_state truth_all_uint64_join(truth_all_uint64_state left, truth_all_uint64_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ truth_all_uint64_part truth_all_uint64_join_parts(truth_all_uint64_part left, truth_all_uint64_part right)
{
    return truth_all_uint64_join(left, right);
}

static __device__ __forceinline__ truth_all_uint64_state truth_all_uint64_of_leaf(truth_all_uint64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ truth_all_uint64_state truth_all_uint64_down(truth_all_uint64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ truth_all_uint64_part truth_all_uint64_part_down(truth_all_uint64_part p, unsigned lanes)
{
    return truth_all_uint64_down(p, lanes);
}

static __device__ __forceinline__ unsigned char truth_all_uint64_result(truth_all_uint64_state s, unsigned long long)
{
    return s.value != 0;
}

using truth_all_uint64_vector = uint4;

static __device__ __forceinline__ truth_all_uint64_vector truth_all_uint64_load(const unsigned long long *line, const unsigned place)
{
    return __ldg((const truth_all_uint64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned long long truth_all_uint64_element(const truth_all_uint64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned long long)((unsigned long long)word[2 * i + 1] << 32 | word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ truth_all_uint64_part truth_all_uint64_row(const unsigned long long *a, const unsigned lane)
{
    truth_all_uint64_part part[2];
    truth_all_uint64_vector x;
    x = truth_all_uint64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = truth_all_uint64_first(truth_all_uint64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = truth_all_uint64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const truth_all_uint64_part right = truth_all_uint64_part_down(part[0], d);
        part[0] = truth_all_uint64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) truth_all_uint64(const unsigned long long *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = min(row, 0u) * 16;
    const truth_all_uint64_part part = truth_all_uint64_row(a + from, lane);
    const truth_all_uint64_state s = truth_all_uint64_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = truth_all_uint64_result(s, 16ull);
}

// squares_norm2_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; norm2 of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, c 1

// What is known of some elements.
struct squares_norm2_int8_state {
    double value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct squares_norm2_int8_part {
    int value;
};

static __device__ __forceinline__ squares_norm2_int8_state squares_norm2_int8_join(squares_norm2_int8_state left, squares_norm2_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_norm2_int8_part squares_norm2_int8_join_parts(squares_norm2_int8_part left, squares_norm2_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_norm2_int8_state squares_norm2_int8_of_leaf(squares_norm2_int8_part p, unsigned long long)
{
    return { (double)p.value };
}

static __device__ __forceinline__ squares_norm2_int8_state squares_norm2_int8_down(squares_norm2_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ squares_norm2_int8_part squares_norm2_int8_part_down(squares_norm2_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ double squares_norm2_int8_result(squares_norm2_int8_state s, unsigned long long)
{
    const double value = __dsqrt_rn(s.value);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using squares_norm2_int8_vector = uint4;

static __device__ __forceinline__ squares_norm2_int8_vector squares_norm2_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const squares_norm2_int8_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ squares_norm2_int8_part squares_norm2_int8_part_of_warp(squares_norm2_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = squares_norm2_int8_join_parts(p, squares_norm2_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ squares_norm2_int8_part squares_norm2_int8_take_load(squares_norm2_int8_part p, const squares_norm2_int8_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)w, (int)p.value);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ squares_norm2_int8_part squares_norm2_int8_row(const signed char *a)
{
    squares_norm2_int8_part part[1] = {};
    squares_norm2_int8_vector x;
    x = squares_norm2_int8_load(a, 0);
    part[0] = squares_norm2_int8_take_load(part[0], x, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) squares_norm2_int8(const signed char *__restrict__ a, double *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const squares_norm2_int8_part part = squares_norm2_int8_row(a + from);
    const squares_norm2_int8_state s = squares_norm2_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = squares_norm2_int8_result(s, 16ull);
}

// squares_norm2_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; norm2 of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct squares_norm2_float16_state {
    double value;
};

using squares_norm2_float16_part = squares_norm2_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float squares_norm2_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ squares_norm2_float16_part squares_norm2_float16_first(unsigned short x, unsigned)
{
    const double u = squares_norm2_float16_float(x);
    return { __dmul_rn(u, u) };
}

static __device__ __forceinline__ squares_norm2_float16_part squares_norm2_float16_take(squares_norm2_float16_part p, unsigned short x, unsigned)
{
    const double u = squares_norm2_float16_float(x);
    return { __fma_rn(u, u, p.value) };
}

static __device__ __forceinline__ squares_norm2_float16_state squares_norm2_float16_join(squares_norm2_float16_state left, squares_norm2_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_norm2_float16_part squares_norm2_float16_join_parts(squares_norm2_float16_part left, squares_norm2_float16_part right)
{
    return squares_norm2_float16_join(left, right);
}

static __device__ __forceinline__ squares_norm2_float16_state squares_norm2_float16_of_leaf(squares_norm2_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ squares_norm2_float16_state squares_norm2_float16_down(squares_norm2_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ squares_norm2_float16_part squares_norm2_float16_part_down(squares_norm2_float16_part p, unsigned lanes)
{
    return squares_norm2_float16_down(p, lanes);
}

static __device__ __forceinline__ double squares_norm2_float16_result(squares_norm2_float16_state s, unsigned long long)
{
    const double value = __dsqrt_rn(s.value);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using squares_norm2_float16_vector = uint4;

static __device__ __forceinline__ squares_norm2_float16_vector squares_norm2_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const squares_norm2_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short squares_norm2_float16_element(const squares_norm2_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ squares_norm2_float16_part squares_norm2_float16_row(const unsigned short *a, const unsigned lane)
{
    squares_norm2_float16_part part[8];
    squares_norm2_float16_vector x;
    x = squares_norm2_float16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = squares_norm2_float16_first(squares_norm2_float16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = squares_norm2_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const squares_norm2_float16_part right = squares_norm2_float16_part_down(part[0], d);
        part[0] = squares_norm2_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) squares_norm2_float16(const unsigned short *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const squares_norm2_float16_part part = squares_norm2_float16_row(a + from, lane);
    const squares_norm2_float16_state s = squares_norm2_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = squares_norm2_float16_result(s, 16ull);
}

// squares_norm2_float32: reduce family of tilewright 0.1.0, from reduce-forms.json; norm2 of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct squares_norm2_float32_state {
    double value;
};

using squares_norm2_float32_part = squares_norm2_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ squares_norm2_float32_part squares_norm2_float32_first(float x, unsigned)
{
    const double u = x;
    return { __dmul_rn(u, u) };
}

static __device__ __forceinline__ squares_norm2_float32_part squares_norm2_float32_take(squares_norm2_float32_part p, float x, unsigned)
{
    const double u = x;
    return { __fma_rn(u, u, p.value) };
}

static __device__ __forceinline__ squares_norm2_float32_state squares_norm2_float32_join(squares_norm2_float32_state left, squares_norm2_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_norm2_float32_part squares_norm2_float32_join_parts(squares_norm2_float32_part left, squares_norm2_float32_part right)
{
    return squares_norm2_float32_join(left, right);
}

static __device__ __forceinline__ squares_norm2_float32_state squares_norm2_float32_of_leaf(squares_norm2_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ squares_norm2_float32_state squares_norm2_float32_down(squares_norm2_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ squares_norm2_float32_part squares_norm2_float32_part_down(squares_norm2_float32_part p, unsigned lanes)
{
    return squares_norm2_float32_down(p, lanes);
}

static __device__ __forceinline__ double squares_norm2_float32_result(squares_norm2_float32_state s, unsigned long long)
{
    const double value = __dsqrt_rn(s.value);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using squares_norm2_float32_vector = uint4;

static __device__ __forceinline__ squares_norm2_float32_vector squares_norm2_float32_load(const float *line, const unsigned place)
{
    return __ldg((const squares_norm2_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float squares_norm2_float32_element(const squares_norm2_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ squares_norm2_float32_part squares_norm2_float32_row(const float *a, const unsigned lane)
{
    squares_norm2_float32_part part[4];
    squares_norm2_float32_vector x;
    x = squares_norm2_float32_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = squares_norm2_float32_first(squares_norm2_float32_element(x, i), lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = squares_norm2_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const squares_norm2_float32_part right = squares_norm2_float32_part_down(part[0], d);
        part[0] = squares_norm2_float32_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) squares_norm2_float32(const float *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const squares_norm2_float32_part part = squares_norm2_float32_row(a + from, lane);
    const squares_norm2_float32_state s = squares_norm2_float32_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = squares_norm2_float32_result(s, 16ull);
}

// squares_dot_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; dot of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 128; elements: a 16, b 16, c 1

// What is known of some elements.
struct squares_dot_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct squares_dot_int8_part {
    int value;
};

static __device__ __forceinline__ squares_dot_int8_state squares_dot_int8_join(squares_dot_int8_state left, squares_dot_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_dot_int8_part squares_dot_int8_join_parts(squares_dot_int8_part left, squares_dot_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_dot_int8_state squares_dot_int8_of_leaf(squares_dot_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ squares_dot_int8_state squares_dot_int8_down(squares_dot_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ squares_dot_int8_part squares_dot_int8_part_down(squares_dot_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long squares_dot_int8_result(squares_dot_int8_state s, unsigned long long)
{
    return s.value;
}

using squares_dot_int8_vector = uint4;

static __device__ __forceinline__ squares_dot_int8_vector squares_dot_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const squares_dot_int8_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ squares_dot_int8_part squares_dot_int8_part_of_warp(squares_dot_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = squares_dot_int8_join_parts(p, squares_dot_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ squares_dot_int8_part squares_dot_int8_take_load(squares_dot_int8_part p, const squares_dot_int8_vector from, const squares_dot_int8_vector other, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
    const unsigned y[] = { other.x, other.y, other.z, other.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)y[i], (int)p.value);
    }
    return p;
}

// What the 16 elements of a row make.
static __device__ __forceinline__ squares_dot_int8_part squares_dot_int8_row(const signed char *a, const signed char *b)
{
    squares_dot_int8_part part[1] = {};
    squares_dot_int8_vector x;
    x = squares_dot_int8_load(a, 0);
    squares_dot_int8_vector y;
    y = squares_dot_int8_load(b, 0);
    part[0] = squares_dot_int8_take_load(part[0], x, y, 128);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) squares_dot_int8(const signed char *__restrict__ a, const signed char *__restrict__ b, long long *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const squares_dot_int8_part part = squares_dot_int8_row(a + from, b + from);
    const squares_dot_int8_state s = squares_dot_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = squares_dot_int8_result(s, 16ull);
}

// squares_dot_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; dot of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, b 16, c 1

// What is known of some elements.
struct squares_dot_float16_state {
    float value;
};

using squares_dot_float16_part = squares_dot_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float squares_dot_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ squares_dot_float16_part squares_dot_float16_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = squares_dot_float16_float(x);
    const float v = squares_dot_float16_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ squares_dot_float16_part squares_dot_float16_take(squares_dot_float16_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = squares_dot_float16_float(x);
    const float v = squares_dot_float16_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ squares_dot_float16_state squares_dot_float16_join(squares_dot_float16_state left, squares_dot_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_dot_float16_part squares_dot_float16_join_parts(squares_dot_float16_part left, squares_dot_float16_part right)
{
    return squares_dot_float16_join(left, right);
}

static __device__ __forceinline__ squares_dot_float16_state squares_dot_float16_of_leaf(squares_dot_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ squares_dot_float16_state squares_dot_float16_down(squares_dot_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ squares_dot_float16_part squares_dot_float16_part_down(squares_dot_float16_part p, unsigned lanes)
{
    return squares_dot_float16_down(p, lanes);
}

static __device__ __forceinline__ float squares_dot_float16_result(squares_dot_float16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using squares_dot_float16_vector = uint4;

static __device__ __forceinline__ squares_dot_float16_vector squares_dot_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const squares_dot_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short squares_dot_float16_element(const squares_dot_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ squares_dot_float16_part squares_dot_float16_row(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    squares_dot_float16_part part[8];
    squares_dot_float16_vector x;
    x = squares_dot_float16_load(a, lane);
    squares_dot_float16_vector y;
    y = squares_dot_float16_load(b, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = squares_dot_float16_first(squares_dot_float16_element(x, i), squares_dot_float16_element(y, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = squares_dot_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const squares_dot_float16_part right = squares_dot_float16_part_down(part[0], d);
        part[0] = squares_dot_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) squares_dot_float16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const squares_dot_float16_part part = squares_dot_float16_row(a + from, b + from, lane);
    const squares_dot_float16_state s = squares_dot_float16_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = squares_dot_float16_result(s, 16ull);
}

// squares_dot_float32: reduce family of tilewright 0.1.0, from reduce-forms.json; dot of float32, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, b 16, c 1

// What is known of some elements.
struct squares_dot_float32_state {
    float value;
};

using squares_dot_float32_part = squares_dot_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ squares_dot_float32_part squares_dot_float32_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ squares_dot_float32_part squares_dot_float32_take(squares_dot_float32_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ squares_dot_float32_state squares_dot_float32_join(squares_dot_float32_state left, squares_dot_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ squares_dot_float32_part squares_dot_float32_join_parts(squares_dot_float32_part left, squares_dot_float32_part right)
{
    return squares_dot_float32_join(left, right);
}

static __device__ __forceinline__ squares_dot_float32_state squares_dot_float32_of_leaf(squares_dot_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ squares_dot_float32_state squares_dot_float32_down(squares_dot_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ squares_dot_float32_part squares_dot_float32_part_down(squares_dot_float32_part p, unsigned lanes)
{
    return squares_dot_float32_down(p, lanes);
}

static __device__ __forceinline__ float squares_dot_float32_result(squares_dot_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using squares_dot_float32_vector = uint4;

static __device__ __forceinline__ squares_dot_float32_vector squares_dot_float32_load(const float *line, const unsigned place)
{
    return __ldg((const squares_dot_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float squares_dot_float32_element(const squares_dot_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ squares_dot_float32_part squares_dot_float32_row(const float *a, const float *b, const unsigned lane)
{
    squares_dot_float32_part part[4];
    squares_dot_float32_vector x;
    x = squares_dot_float32_load(a, lane);
    squares_dot_float32_vector y;
    y = squares_dot_float32_load(b, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = squares_dot_float32_first(squares_dot_float32_element(x, i), squares_dot_float32_element(y, i), lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = squares_dot_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2) {
        const squares_dot_float32_part right = squares_dot_float32_part_down(part[0], d);
        part[0] = squares_dot_float32_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) squares_dot_float32(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 4;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 4;
    const unsigned from = min(row, 0u) * 16;
    const squares_dot_float32_part part = squares_dot_float32_row(a + from, b + from, lane);
    const squares_dot_float32_state s = squares_dot_float32_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = squares_dot_float32_result(s, 16ull);
}

// careful_sum: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of bfloat16, the rows of 1 x 1 x 16, order compensated
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct careful_sum_state {
    float value;
    float lost;
};

using careful_sum_part = careful_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float careful_sum_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
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

static __device__ __forceinline__ careful_sum_part careful_sum_take(careful_sum_part p, unsigned short x, unsigned)
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

static __device__ __forceinline__ careful_sum_part careful_sum_join_parts(careful_sum_part left, careful_sum_part right)
{
    return careful_sum_join(left, right);
}

static __device__ __forceinline__ careful_sum_state careful_sum_of_leaf(careful_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ careful_sum_state careful_sum_down(careful_sum_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.lost, lanes) };
}

static __device__ __forceinline__ careful_sum_part careful_sum_part_down(careful_sum_part p, unsigned lanes)
{
    return careful_sum_down(p, lanes);
}

static __device__ __forceinline__ float careful_sum_result(careful_sum_state s, unsigned long long)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = sum;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using careful_sum_vector = uint4;

static __device__ __forceinline__ careful_sum_vector careful_sum_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const careful_sum_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short careful_sum_element(const careful_sum_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ careful_sum_part careful_sum_row(const unsigned short *a, const unsigned lane)
{
    careful_sum_part part[8];
    careful_sum_vector x;
    x = careful_sum_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = careful_sum_first(careful_sum_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = careful_sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const careful_sum_part right = careful_sum_part_down(part[0], d);
        part[0] = careful_sum_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) careful_sum(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const careful_sum_part part = careful_sum_row(a + from, lane);
    const careful_sum_state s = careful_sum_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = careful_sum_result(s, 16ull);
}

// careful_mean: reduce family of tilewright 0.1.0, from reduce-forms.json; mean of bfloat16, the rows of 1 x 1 x 16, order compensated
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct careful_mean_state {
    float value;
    float lost;
};

using careful_mean_part = careful_mean_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float careful_mean_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

// The sum of two numbers, and exactly what its rounding lost.
static __device__ __forceinline__ careful_mean_state careful_mean_two_sum(float a, float b)
{
    const float sum = a + b, rest = sum - a;
    return { sum, (a - (sum - rest)) + (b - rest) };
}

static __device__ __forceinline__ careful_mean_part careful_mean_first(unsigned short x, unsigned)
{
    const float u = careful_mean_float(x);
    return { u, 0 };
}

static __device__ __forceinline__ careful_mean_part careful_mean_take(careful_mean_part p, unsigned short x, unsigned)
{
    const float u = careful_mean_float(x);
    const careful_mean_state sum = careful_mean_two_sum(p.value, u);
    return { sum.value, p.lost + sum.lost };
}

static __device__ __forceinline__ careful_mean_state careful_mean_join(careful_mean_state left, careful_mean_state right)
{
    const careful_mean_state sum = careful_mean_two_sum(left.value, right.value);
    return { sum.value, (left.lost + right.lost) + sum.lost };
}

static __device__ __forceinline__ careful_mean_part careful_mean_join_parts(careful_mean_part left, careful_mean_part right)
{
    return careful_mean_join(left, right);
}

static __device__ __forceinline__ careful_mean_state careful_mean_of_leaf(careful_mean_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ careful_mean_state careful_mean_down(careful_mean_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.lost, lanes) };
}

static __device__ __forceinline__ careful_mean_part careful_mean_part_down(careful_mean_part p, unsigned lanes)
{
    return careful_mean_down(p, lanes);
}

static __device__ __forceinline__ float careful_mean_result(careful_mean_state s, unsigned long long count)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = __fdiv_rn(sum, (float)count);
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using careful_mean_vector = uint4;

static __device__ __forceinline__ careful_mean_vector careful_mean_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const careful_mean_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short careful_mean_element(const careful_mean_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ careful_mean_part careful_mean_row(const unsigned short *a, const unsigned lane)
{
    careful_mean_part part[8];
    careful_mean_vector x;
    x = careful_mean_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = careful_mean_first(careful_mean_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = careful_mean_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const careful_mean_part right = careful_mean_part_down(part[0], d);
        part[0] = careful_mean_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) careful_mean(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const careful_mean_part part = careful_mean_row(a + from, lane);
    const careful_mean_state s = careful_mean_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = careful_mean_result(s, 16ull);
}

// careful_norm2: reduce family of tilewright 0.1.0, from reduce-forms.json; norm2 of bfloat16, the rows of 1 x 1 x 16, order compensated
// grid 1, block 32; elements: a 16, c 1

// What is known of some elements.
struct careful_norm2_state {
    double value;
    double lost;
};

using careful_norm2_part = careful_norm2_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float careful_norm2_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

// The sum of two numbers, and exactly what its rounding lost.
static __device__ __forceinline__ careful_norm2_state careful_norm2_two_sum(double a, double b)
{
    const double sum = a + b, rest = sum - a;
    return { sum, (a - (sum - rest)) + (b - rest) };
}

static __device__ __forceinline__ careful_norm2_part careful_norm2_first(unsigned short x, unsigned)
{
    const double u = careful_norm2_float(x);
    const double product = __dmul_rn(u, u);
    return { product, __fma_rn(u, u, -product) };
}

static __device__ __forceinline__ careful_norm2_part careful_norm2_take(careful_norm2_part p, unsigned short x, unsigned)
{
    const double u = careful_norm2_float(x);
    const double product = __dmul_rn(u, u);
    const careful_norm2_state sum = careful_norm2_two_sum(p.value, product);
    return { sum.value, p.lost + (sum.lost + __fma_rn(u, u, -product)) };
}

static __device__ __forceinline__ careful_norm2_state careful_norm2_join(careful_norm2_state left, careful_norm2_state right)
{
    const careful_norm2_state sum = careful_norm2_two_sum(left.value, right.value);
    return { sum.value, (left.lost + right.lost) + sum.lost };
}

static __device__ __forceinline__ careful_norm2_part careful_norm2_join_parts(careful_norm2_part left, careful_norm2_part right)
{
    return careful_norm2_join(left, right);
}

static __device__ __forceinline__ careful_norm2_state careful_norm2_of_leaf(careful_norm2_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ careful_norm2_state careful_norm2_down(careful_norm2_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.lost, lanes) };
}

static __device__ __forceinline__ careful_norm2_part careful_norm2_part_down(careful_norm2_part p, unsigned lanes)
{
    return careful_norm2_down(p, lanes);
}

static __device__ __forceinline__ double careful_norm2_result(careful_norm2_state s, unsigned long long)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const double sum = finite ? s.value + s.lost : s.value;
    const double value = __dsqrt_rn(sum);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using careful_norm2_vector = uint4;

static __device__ __forceinline__ careful_norm2_vector careful_norm2_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const careful_norm2_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short careful_norm2_element(const careful_norm2_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ careful_norm2_part careful_norm2_row(const unsigned short *a, const unsigned lane)
{
    careful_norm2_part part[8];
    careful_norm2_vector x;
    x = careful_norm2_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = careful_norm2_first(careful_norm2_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = careful_norm2_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const careful_norm2_part right = careful_norm2_part_down(part[0], d);
        part[0] = careful_norm2_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) careful_norm2(const unsigned short *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const careful_norm2_part part = careful_norm2_row(a + from, lane);
    const careful_norm2_state s = careful_norm2_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = careful_norm2_result(s, 16ull);
}

// careful_dot: reduce family of tilewright 0.1.0, from reduce-forms.json; dot of bfloat16, the rows of 1 x 1 x 16, order compensated
// grid 1, block 32; elements: a 16, b 16, c 1

// What is known of some elements.
struct careful_dot_state {
    float value;
    float lost;
};

using careful_dot_part = careful_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float careful_dot_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

// The sum of two numbers, and exactly what its rounding lost.
static __device__ __forceinline__ careful_dot_state careful_dot_two_sum(float a, float b)
{
    const float sum = a + b, rest = sum - a;
    return { sum, (a - (sum - rest)) + (b - rest) };
}

static __device__ __forceinline__ careful_dot_part careful_dot_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = careful_dot_float(x);
    const float v = careful_dot_float(y);
    const float product = __fmul_rn(u, v);
    return { product, __fmaf_rn(u, v, -product) };
}

static __device__ __forceinline__ careful_dot_part careful_dot_take(careful_dot_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = careful_dot_float(x);
    const float v = careful_dot_float(y);
    const float product = __fmul_rn(u, v);
    const careful_dot_state sum = careful_dot_two_sum(p.value, product);
    return { sum.value, p.lost + (sum.lost + __fmaf_rn(u, v, -product)) };
}

static __device__ __forceinline__ careful_dot_state careful_dot_join(careful_dot_state left, careful_dot_state right)
{
    const careful_dot_state sum = careful_dot_two_sum(left.value, right.value);
    return { sum.value, (left.lost + right.lost) + sum.lost };
}

static __device__ __forceinline__ careful_dot_part careful_dot_join_parts(careful_dot_part left, careful_dot_part right)
{
    return careful_dot_join(left, right);
}

static __device__ __forceinline__ careful_dot_state careful_dot_of_leaf(careful_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ careful_dot_state careful_dot_down(careful_dot_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.lost, lanes) };
}

static __device__ __forceinline__ careful_dot_part careful_dot_part_down(careful_dot_part p, unsigned lanes)
{
    return careful_dot_down(p, lanes);
}

static __device__ __forceinline__ float careful_dot_result(careful_dot_state s, unsigned long long)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = sum;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using careful_dot_vector = uint4;

static __device__ __forceinline__ careful_dot_vector careful_dot_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const careful_dot_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short careful_dot_element(const careful_dot_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ careful_dot_part careful_dot_row(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    careful_dot_part part[8];
    careful_dot_vector x;
    x = careful_dot_load(a, lane);
    careful_dot_vector y;
    y = careful_dot_load(b, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = careful_dot_first(careful_dot_element(x, i), careful_dot_element(y, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = careful_dot_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const careful_dot_part right = careful_dot_part_down(part[0], d);
        part[0] = careful_dot_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) careful_dot(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 0u) * 16;
    const careful_dot_part part = careful_dot_row(a + from, b + from, lane);
    const careful_dot_state s = careful_dot_of_leaf(part, 0);
    if (lane == 0 && row < 1u) c[row] = careful_dot_result(s, 16ull);
}

// pieces_sum_none: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 40 segments of 5000 elements, order fixed
// grid 20, block 64; elements: a 5000, offsets 41, c 40

// What is known of some elements.
struct pieces_sum_none_state {
    float value;
};

using pieces_sum_none_part = pieces_sum_none_state; // what is known of some elements of one leaf

static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_take(pieces_sum_none_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_join(pieces_sum_none_state left, pieces_sum_none_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_join_parts(pieces_sum_none_part left, pieces_sum_none_part right)
{
    return pieces_sum_none_join(left, right);
}

static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_of_leaf(pieces_sum_none_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_down(pieces_sum_none_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_part_down(pieces_sum_none_part p, unsigned lanes)
{
    return pieces_sum_none_down(p, lanes);
}

static __device__ __forceinline__ pieces_sum_none_part pieces_sum_none_part_of(pieces_sum_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float pieces_sum_none_result(pieces_sum_none_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float pieces_sum_none_nothing()
{
    return 0;
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

// pieces_sum_trap: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 40 segments of 5000 elements, order fixed
// grid 20, block 64; elements: a 5000, offsets 41, c 40

// What is known of some elements.
struct pieces_sum_trap_state {
    float value;
};

using pieces_sum_trap_part = pieces_sum_trap_state; // what is known of some elements of one leaf

static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_take(pieces_sum_trap_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_join(pieces_sum_trap_state left, pieces_sum_trap_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_join_parts(pieces_sum_trap_part left, pieces_sum_trap_part right)
{
    return pieces_sum_trap_join(left, right);
}

static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_of_leaf(pieces_sum_trap_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_down(pieces_sum_trap_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_part_down(pieces_sum_trap_part p, unsigned lanes)
{
    return pieces_sum_trap_down(p, lanes);
}

static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_part_of(pieces_sum_trap_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float pieces_sum_trap_result(pieces_sum_trap_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float pieces_sum_trap_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_join_columns(pieces_sum_trap_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const pieces_sum_trap_part right = pieces_sum_trap_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = pieces_sum_trap_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = pieces_sum_trap_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_whole_leaf(const float *a, unsigned lane)
{
    pieces_sum_trap_part part[4];
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
                part[j] = u || line ? pieces_sum_trap_take(part[j], x[u][j], i) : pieces_sum_trap_first(x[u][j], i);
            }
        }
    }
    return pieces_sum_trap_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ pieces_sum_trap_part pieces_sum_trap_part_leaf(const float *a, unsigned count, unsigned lane)
{
    pieces_sum_trap_part part[4];
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
                if (i < count) part[j] = u || line ? pieces_sum_trap_take(part[j], x[u][j], i) : pieces_sum_trap_first(x[u][j], i);
            }
        }
    }
    return pieces_sum_trap_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const pieces_sum_trap_part part = left < 1024 ? pieces_sum_trap_part_leaf(at, (unsigned)left, lane) : pieces_sum_trap_whole_leaf(at, lane);
    return pieces_sum_trap_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    pieces_sum_trap_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = pieces_sum_trap_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            pieces_sum_trap_state before_it;
            before_it.value = stack_value[warp][level];
            state = pieces_sum_trap_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    pieces_sum_trap_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = pieces_sum_trap_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        pieces_sum_trap_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = pieces_sum_trap_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const pieces_sum_trap_state right = pieces_sum_trap_down(state, next);
            if ((lane + next) * 1 < leaves) state = pieces_sum_trap_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void pieces_sum_trap_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
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
                const pieces_sum_trap_state state = pieces_sum_trap_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = pieces_sum_trap_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) pieces_sum_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = pieces_sum_trap_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const pieces_sum_trap_state state = pieces_sum_trap_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = pieces_sum_trap_result(state, its_count);
    }
    pieces_sum_trap_rest(a, offsets, c, rest, threadIdx.x);
}

// pieces_argmax_none: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 40 segments of 5000 elements, order fixed
// grid 10, block 128; elements: a 5000, offsets 41, c 40

// What is known of some elements.
struct pieces_argmax_none_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct pieces_argmax_none_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool pieces_argmax_none_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_take(pieces_argmax_none_part p, float x, unsigned i)
{
    if (pieces_argmax_none_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_join(pieces_argmax_none_state left, pieces_argmax_none_state right)
{
    const bool equal = !pieces_argmax_none_beats(left.value, right.value);
    return pieces_argmax_none_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_join_parts(pieces_argmax_none_part left, pieces_argmax_none_part right)
{
    const bool equal = !pieces_argmax_none_beats(left.value, right.value);
    return pieces_argmax_none_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_of_leaf(pieces_argmax_none_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_down(pieces_argmax_none_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_part_down(pieces_argmax_none_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_part_of(pieces_argmax_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long pieces_argmax_none_result(pieces_argmax_none_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long pieces_argmax_none_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_join_columns(pieces_argmax_none_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const pieces_argmax_none_part right = pieces_argmax_none_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = pieces_argmax_none_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = pieces_argmax_none_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_whole_leaf(const float *a, unsigned lane)
{
    pieces_argmax_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? pieces_argmax_none_take(part[j], x[u][j], i) : pieces_argmax_none_first(x[u][j], i);
            }
        }
    }
    return pieces_argmax_none_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ pieces_argmax_none_part pieces_argmax_none_part_leaf(const float *a, unsigned count, unsigned lane)
{
    pieces_argmax_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? pieces_argmax_none_take(part[j], x[u][j], i) : pieces_argmax_none_first(x[u][j], i);
            }
        }
    }
    return pieces_argmax_none_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const pieces_argmax_none_part part = left < 1024 ? pieces_argmax_none_part_leaf(at, (unsigned)left, lane) : pieces_argmax_none_whole_leaf(at, lane);
    return pieces_argmax_none_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    pieces_argmax_none_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = pieces_argmax_none_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            pieces_argmax_none_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = pieces_argmax_none_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    pieces_argmax_none_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = pieces_argmax_none_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        pieces_argmax_none_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = pieces_argmax_none_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const pieces_argmax_none_state right = pieces_argmax_none_down(state, next);
            if ((lane + next) * 1 < leaves) state = pieces_argmax_none_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void pieces_argmax_none_rest(const float *a, const long long *offsets, long long *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 4ull + w * 1 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const pieces_argmax_none_state state = pieces_argmax_none_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = pieces_argmax_none_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) pieces_argmax_none(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 4ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = pieces_argmax_none_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const pieces_argmax_none_state state = pieces_argmax_none_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = pieces_argmax_none_result(state, its_count);
    }
    pieces_argmax_none_rest(a, offsets, c, rest, threadIdx.x);
}

// pieces_argmax_trap: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 40 segments of 5000 elements, order fixed
// grid 10, block 128; elements: a 5000, offsets 41, c 40

// What is known of some elements.
struct pieces_argmax_trap_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct pieces_argmax_trap_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool pieces_argmax_trap_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_take(pieces_argmax_trap_part p, float x, unsigned i)
{
    if (pieces_argmax_trap_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_join(pieces_argmax_trap_state left, pieces_argmax_trap_state right)
{
    const bool equal = !pieces_argmax_trap_beats(left.value, right.value);
    return pieces_argmax_trap_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_join_parts(pieces_argmax_trap_part left, pieces_argmax_trap_part right)
{
    const bool equal = !pieces_argmax_trap_beats(left.value, right.value);
    return pieces_argmax_trap_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_of_leaf(pieces_argmax_trap_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_down(pieces_argmax_trap_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_part_down(pieces_argmax_trap_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_part_of(pieces_argmax_trap_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long pieces_argmax_trap_result(pieces_argmax_trap_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long pieces_argmax_trap_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_join_columns(pieces_argmax_trap_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const pieces_argmax_trap_part right = pieces_argmax_trap_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = pieces_argmax_trap_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = pieces_argmax_trap_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_whole_leaf(const float *a, unsigned lane)
{
    pieces_argmax_trap_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? pieces_argmax_trap_take(part[j], x[u][j], i) : pieces_argmax_trap_first(x[u][j], i);
            }
        }
    }
    return pieces_argmax_trap_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ pieces_argmax_trap_part pieces_argmax_trap_part_leaf(const float *a, unsigned count, unsigned lane)
{
    pieces_argmax_trap_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? pieces_argmax_trap_take(part[j], x[u][j], i) : pieces_argmax_trap_first(x[u][j], i);
            }
        }
    }
    return pieces_argmax_trap_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const pieces_argmax_trap_part part = left < 1024 ? pieces_argmax_trap_part_leaf(at, (unsigned)left, lane) : pieces_argmax_trap_whole_leaf(at, lane);
    return pieces_argmax_trap_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    pieces_argmax_trap_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = pieces_argmax_trap_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            pieces_argmax_trap_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = pieces_argmax_trap_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    pieces_argmax_trap_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = pieces_argmax_trap_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        pieces_argmax_trap_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = pieces_argmax_trap_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const pieces_argmax_trap_state right = pieces_argmax_trap_down(state, next);
            if ((lane + next) * 1 < leaves) state = pieces_argmax_trap_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void pieces_argmax_trap_rest(const float *a, const long long *offsets, long long *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 4ull + w * 1 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const pieces_argmax_trap_state state = pieces_argmax_trap_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = pieces_argmax_trap_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) pieces_argmax_trap(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 4ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = pieces_argmax_trap_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const pieces_argmax_trap_state state = pieces_argmax_trap_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = pieces_argmax_trap_result(state, its_count);
    }
    pieces_argmax_trap_rest(a, offsets, c, rest, threadIdx.x);
}

// few_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, 4 segments of 5000 elements, order fixed
// grid 4, block 256; elements: a 5000, offsets 5, c 4

// What is known of some elements.
struct few_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct few_int8_part {
    int value;
};

static __device__ __forceinline__ few_int8_part few_int8_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ few_int8_part few_int8_take(few_int8_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ few_int8_state few_int8_join(few_int8_state left, few_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ few_int8_part few_int8_join_parts(few_int8_part left, few_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ few_int8_state few_int8_of_leaf(few_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ few_int8_state few_int8_down(few_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ few_int8_part few_int8_part_down(few_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ few_int8_part few_int8_part_of(few_int8_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ long long few_int8_result(few_int8_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ long long few_int8_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ few_int8_part few_int8_join_columns(few_int8_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const few_int8_part right = few_int8_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = few_int8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = few_int8_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
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
{
    few_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        signed char x[2][16];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) x[u][j] = a[(line + u) * 512 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                part[j] = u || line ? few_int8_take(part[j], x[u][j], i) : few_int8_first(x[u][j], i);
            }
        }
    }
    return few_int8_join_columns(part, 512, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ few_int8_part few_int8_part_leaf(const signed char *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return few_int8_short_leaf<4>(a, count, lane); // all lanes
    if (count <= 32 * 8) return few_int8_short_leaf<8>(a, count, lane);
    few_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line * 512 < count; line += 2) {
        signed char x[2][16];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) part[j] = u || line ? few_int8_take(part[j], x[u][j], i) : few_int8_first(x[u][j], i);
            }
        }
    }
    return few_int8_join_columns(part, min(count, 512u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ few_int8_state few_int8_leaf_of(const signed char *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 4096;
    const signed char *const at = a + n * 4096;
    const few_int8_part part = left < 4096 ? few_int8_part_leaf(at, (unsigned)left, lane) : few_int8_whole_leaf(at, lane);
    return few_int8_of_leaf(part, n * 4096);
}

// Leaves number `first` to `last` - 1 of a segment, at most 2, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ few_int8_state few_int8_together(const signed char *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ unsigned long long leaf_value[2];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    few_int8_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 8) {
        state = few_int8_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        few_int8_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = few_int8_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const few_int8_state right = few_int8_down(state, next);
            if ((lane + next) * 1 < leaves) state = few_int8_join(state, right);
        }
    }
    __syncthreads();
    return state;
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

// few_float64: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 4 segments of 5000 elements, order fixed
// grid 4, block 256; elements: a 5000, offsets 5, c 4

// What is known of some elements.
struct few_float64_state {
    double value;
};

using few_float64_part = few_float64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ few_float64_part few_float64_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ few_float64_part few_float64_take(few_float64_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ few_float64_state few_float64_join(few_float64_state left, few_float64_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ few_float64_part few_float64_join_parts(few_float64_part left, few_float64_part right)
{
    return few_float64_join(left, right);
}

static __device__ __forceinline__ few_float64_state few_float64_of_leaf(few_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ few_float64_state few_float64_down(few_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ few_float64_part few_float64_part_down(few_float64_part p, unsigned lanes)
{
    return few_float64_down(p, lanes);
}

static __device__ __forceinline__ few_float64_part few_float64_part_of(few_float64_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ double few_float64_result(few_float64_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double few_float64_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ few_float64_part few_float64_join_columns(few_float64_part (&part)[2], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const few_float64_part right = few_float64_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = few_float64_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = few_float64_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ few_float64_part few_float64_whole_leaf(const double *a, unsigned lane)
{
    few_float64_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) x[u][j] = a[(line + u) * 64 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                part[j] = u || line ? few_float64_take(part[j], x[u][j], i) : few_float64_first(x[u][j], i);
            }
        }
    }
    return few_float64_join_columns(part, 64, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ few_float64_part few_float64_part_leaf(const double *a, unsigned count, unsigned lane)
{
    few_float64_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line * 64 < count; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) part[j] = u || line ? few_float64_take(part[j], x[u][j], i) : few_float64_first(x[u][j], i);
            }
        }
    }
    return few_float64_join_columns(part, min(count, 64u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ few_float64_state few_float64_leaf_of(const double *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 512;
    const double *const at = a + n * 512;
    const few_float64_part part = left < 512 ? few_float64_part_leaf(at, (unsigned)left, lane) : few_float64_whole_leaf(at, lane);
    return few_float64_of_leaf(part, n * 512);
}

// Leaves number `first` to `last` - 1 of a segment, at most 16, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ few_float64_state few_float64_together(const double *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ double leaf_value[16];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    few_float64_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 8) {
        state = few_float64_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        few_float64_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = few_float64_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const few_float64_state right = few_float64_down(state, next);
            if ((lane + next) * 1 < leaves) state = few_float64_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

extern "C" __global__ void __launch_bounds__(256, 4) few_float64(const double *__restrict__ a, const int *__restrict__ offsets, double *c)
{
    const unsigned long long segment = blockIdx.x;
    const int begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 8192) {
        const few_float64_state state = few_float64_together(a + begin, count, 0, (count + 512 - 1) / 512, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = few_float64_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = few_float64_nothing();
}

// lanes_sum_none_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 999 segments of 5000 elements, order fixed
// grid 8, block (1, 128); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_sum_none_BDIMX1_state {
    float value;
};

using lanes_sum_none_BDIMX1_part = lanes_sum_none_BDIMX1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_take(lanes_sum_none_BDIMX1_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_join(lanes_sum_none_BDIMX1_state left, lanes_sum_none_BDIMX1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_join_parts(lanes_sum_none_BDIMX1_part left, lanes_sum_none_BDIMX1_part right)
{
    return lanes_sum_none_BDIMX1_join(left, right);
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_of_leaf(lanes_sum_none_BDIMX1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_down(lanes_sum_none_BDIMX1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_part_down(lanes_sum_none_BDIMX1_part p, unsigned lanes)
{
    return lanes_sum_none_BDIMX1_down(p, lanes);
}

static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_part_of(lanes_sum_none_BDIMX1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float lanes_sum_none_BDIMX1_result(lanes_sum_none_BDIMX1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float lanes_sum_none_BDIMX1_nothing()
{
    return 0;
}

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
{
    lanes_sum_none_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_sum_none_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_none_BDIMX1_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_sum_none_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_sum_none_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_none_BDIMX1_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_sum_none_BDIMX1_part part = left < 1024 ? lanes_sum_none_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_sum_none_BDIMX1_whole_leaf(at, lane);
    return lanes_sum_none_BDIMX1_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_sum_none_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_sum_none_BDIMX1_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_sum_none_BDIMX1_state before_it;
            before_it.value = stack_value[warp][level];
            state = lanes_sum_none_BDIMX1_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_sum_none_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_sum_none_BDIMX1_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_sum_none_BDIMX1_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_sum_none_BDIMX1_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_sum_none_BDIMX1_state right = lanes_sum_none_BDIMX1_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_sum_none_BDIMX1_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_sum_none_BDIMX1_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 128ull + w * 32 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_sum_none_BDIMX1_state state = lanes_sum_none_BDIMX1_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_sum_none_BDIMX1_result(state, count);
            }
        }
    }
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

// lanes_sum_none_BDIMX4: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 999 segments of 5000 elements, order fixed
// grid 32, block (4, 32); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_sum_none_BDIMX4_state {
    float value;
};

using lanes_sum_none_BDIMX4_part = lanes_sum_none_BDIMX4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_take(lanes_sum_none_BDIMX4_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_join(lanes_sum_none_BDIMX4_state left, lanes_sum_none_BDIMX4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_join_parts(lanes_sum_none_BDIMX4_part left, lanes_sum_none_BDIMX4_part right)
{
    return lanes_sum_none_BDIMX4_join(left, right);
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_of_leaf(lanes_sum_none_BDIMX4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_down(lanes_sum_none_BDIMX4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_part_down(lanes_sum_none_BDIMX4_part p, unsigned lanes)
{
    return lanes_sum_none_BDIMX4_down(p, lanes);
}

static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_part_of(lanes_sum_none_BDIMX4_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float lanes_sum_none_BDIMX4_result(lanes_sum_none_BDIMX4_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float lanes_sum_none_BDIMX4_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_join_columns(lanes_sum_none_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_sum_none_BDIMX4_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_sum_none_BDIMX4_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_sum_none_BDIMX4_join_parts(other, own) : lanes_sum_none_BDIMX4_join_parts(own, other);
            }
        } else {
            const lanes_sum_none_BDIMX4_part right = lanes_sum_none_BDIMX4_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_sum_none_BDIMX4_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_sum_none_BDIMX4_part right = lanes_sum_none_BDIMX4_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_sum_none_BDIMX4_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_whole_leaf(const float *a, unsigned lane)
{
    lanes_sum_none_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_sum_none_BDIMX4_take(part[j], x[u][j], i) : lanes_sum_none_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_none_BDIMX4_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_sum_none_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_sum_none_BDIMX4_take(part[j], x[u][j], i) : lanes_sum_none_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_none_BDIMX4_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_sum_none_BDIMX4_part part = left < 1024 ? lanes_sum_none_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_sum_none_BDIMX4_whole_leaf(at, lane);
    return lanes_sum_none_BDIMX4_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_sum_none_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_sum_none_BDIMX4_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_sum_none_BDIMX4_state before_it;
            before_it.value = stack_value[warp][level];
            state = lanes_sum_none_BDIMX4_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_sum_none_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_sum_none_BDIMX4_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_sum_none_BDIMX4_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_sum_none_BDIMX4_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_sum_none_BDIMX4_state right = lanes_sum_none_BDIMX4_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_sum_none_BDIMX4_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_sum_none_BDIMX4_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 32ull + (w * 32 + from) / 4, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_sum_none_BDIMX4_state state = lanes_sum_none_BDIMX4_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_sum_none_BDIMX4_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_sum_none_BDIMX4(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    lanes_sum_none_BDIMX4_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        lanes_sum_none_BDIMX4_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_sum_none_BDIMX4_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_sum_none_BDIMX4_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const lanes_sum_none_BDIMX4_part right = lanes_sum_none_BDIMX4_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = lanes_sum_none_BDIMX4_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = lanes_sum_none_BDIMX4_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_sum_none_BDIMX4_result(lanes_sum_none_BDIMX4_of_leaf(part[0], 0), count) : lanes_sum_none_BDIMX4_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_none_BDIMX4_state state = lanes_sum_none_BDIMX4_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_sum_none_BDIMX4_result(state, its_count);
    }
    lanes_sum_none_BDIMX4_rest(a, offsets, c, rest, thread);
}

// lanes_sum_trap_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 999 segments of 5000 elements, order fixed
// grid 8, block (1, 128); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_sum_trap_BDIMX1_state {
    float value;
};

using lanes_sum_trap_BDIMX1_part = lanes_sum_trap_BDIMX1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_take(lanes_sum_trap_BDIMX1_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_join(lanes_sum_trap_BDIMX1_state left, lanes_sum_trap_BDIMX1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_join_parts(lanes_sum_trap_BDIMX1_part left, lanes_sum_trap_BDIMX1_part right)
{
    return lanes_sum_trap_BDIMX1_join(left, right);
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_of_leaf(lanes_sum_trap_BDIMX1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_down(lanes_sum_trap_BDIMX1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_part_down(lanes_sum_trap_BDIMX1_part p, unsigned lanes)
{
    return lanes_sum_trap_BDIMX1_down(p, lanes);
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_part_of(lanes_sum_trap_BDIMX1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float lanes_sum_trap_BDIMX1_result(lanes_sum_trap_BDIMX1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float lanes_sum_trap_BDIMX1_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_join_columns(lanes_sum_trap_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_sum_trap_BDIMX1_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_sum_trap_BDIMX1_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_sum_trap_BDIMX1_join_parts(other, own) : lanes_sum_trap_BDIMX1_join_parts(own, other);
            }
        } else {
            const lanes_sum_trap_BDIMX1_part right = lanes_sum_trap_BDIMX1_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_sum_trap_BDIMX1_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_sum_trap_BDIMX1_part right = lanes_sum_trap_BDIMX1_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_sum_trap_BDIMX1_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_sum_trap_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_sum_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_trap_BDIMX1_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_sum_trap_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_sum_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_trap_BDIMX1_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_sum_trap_BDIMX1_part part = left < 1024 ? lanes_sum_trap_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_sum_trap_BDIMX1_whole_leaf(at, lane);
    return lanes_sum_trap_BDIMX1_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_sum_trap_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_sum_trap_BDIMX1_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_sum_trap_BDIMX1_state before_it;
            before_it.value = stack_value[warp][level];
            state = lanes_sum_trap_BDIMX1_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_sum_trap_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_sum_trap_BDIMX1_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_sum_trap_BDIMX1_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_sum_trap_BDIMX1_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_sum_trap_BDIMX1_state right = lanes_sum_trap_BDIMX1_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_sum_trap_BDIMX1_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_sum_trap_BDIMX1_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 128ull + w * 32 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_sum_trap_BDIMX1_state state = lanes_sum_trap_BDIMX1_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_sum_trap_BDIMX1_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_sum_trap_BDIMX1(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned long long segment = blockIdx.x * 128ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 5000ll) __trap();
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
    lanes_sum_trap_BDIMX1_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 4 < columns)) break; // for all lanes
        const unsigned column = j * 4;
        lanes_sum_trap_BDIMX1_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_sum_trap_BDIMX1_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_sum_trap_BDIMX1_join_parts(own[i], own[i + next]);
            }
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 4 < columns) part[j] = lanes_sum_trap_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    if (segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_sum_trap_BDIMX1_result(lanes_sum_trap_BDIMX1_of_leaf(part[0], 0), count) : lanes_sum_trap_BDIMX1_nothing();
    const unsigned thread = threadIdx.y * 1 + threadIdx.x, lane = thread % 32;
    const bool is_first = count > 16;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_trap_BDIMX1_state state = lanes_sum_trap_BDIMX1_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_sum_trap_BDIMX1_result(state, its_count);
    }
    lanes_sum_trap_BDIMX1_rest(a, offsets, c, rest, thread);
}

// lanes_sum_trap_BDIMX4: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 999 segments of 5000 elements, order fixed
// grid 32, block (4, 32); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_sum_trap_BDIMX4_state {
    float value;
};

using lanes_sum_trap_BDIMX4_part = lanes_sum_trap_BDIMX4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_take(lanes_sum_trap_BDIMX4_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_join(lanes_sum_trap_BDIMX4_state left, lanes_sum_trap_BDIMX4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_join_parts(lanes_sum_trap_BDIMX4_part left, lanes_sum_trap_BDIMX4_part right)
{
    return lanes_sum_trap_BDIMX4_join(left, right);
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_of_leaf(lanes_sum_trap_BDIMX4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_down(lanes_sum_trap_BDIMX4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_part_down(lanes_sum_trap_BDIMX4_part p, unsigned lanes)
{
    return lanes_sum_trap_BDIMX4_down(p, lanes);
}

static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_part_of(lanes_sum_trap_BDIMX4_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float lanes_sum_trap_BDIMX4_result(lanes_sum_trap_BDIMX4_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float lanes_sum_trap_BDIMX4_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_join_columns(lanes_sum_trap_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_sum_trap_BDIMX4_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_sum_trap_BDIMX4_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_sum_trap_BDIMX4_join_parts(other, own) : lanes_sum_trap_BDIMX4_join_parts(own, other);
            }
        } else {
            const lanes_sum_trap_BDIMX4_part right = lanes_sum_trap_BDIMX4_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_sum_trap_BDIMX4_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_sum_trap_BDIMX4_part right = lanes_sum_trap_BDIMX4_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_sum_trap_BDIMX4_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_whole_leaf(const float *a, unsigned lane)
{
    lanes_sum_trap_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_sum_trap_BDIMX4_take(part[j], x[u][j], i) : lanes_sum_trap_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_trap_BDIMX4_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_sum_trap_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_sum_trap_BDIMX4_take(part[j], x[u][j], i) : lanes_sum_trap_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_trap_BDIMX4_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_sum_trap_BDIMX4_part part = left < 1024 ? lanes_sum_trap_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_sum_trap_BDIMX4_whole_leaf(at, lane);
    return lanes_sum_trap_BDIMX4_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_sum_trap_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_sum_trap_BDIMX4_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_sum_trap_BDIMX4_state before_it;
            before_it.value = stack_value[warp][level];
            state = lanes_sum_trap_BDIMX4_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_sum_trap_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_sum_trap_BDIMX4_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_sum_trap_BDIMX4_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_sum_trap_BDIMX4_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_sum_trap_BDIMX4_state right = lanes_sum_trap_BDIMX4_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_sum_trap_BDIMX4_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_sum_trap_BDIMX4_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 32ull + (w * 32 + from) / 4, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_sum_trap_BDIMX4_state state = lanes_sum_trap_BDIMX4_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_sum_trap_BDIMX4_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_sum_trap_BDIMX4(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    lanes_sum_trap_BDIMX4_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        lanes_sum_trap_BDIMX4_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_sum_trap_BDIMX4_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_sum_trap_BDIMX4_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const lanes_sum_trap_BDIMX4_part right = lanes_sum_trap_BDIMX4_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = lanes_sum_trap_BDIMX4_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = lanes_sum_trap_BDIMX4_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_sum_trap_BDIMX4_result(lanes_sum_trap_BDIMX4_of_leaf(part[0], 0), count) : lanes_sum_trap_BDIMX4_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_trap_BDIMX4_state state = lanes_sum_trap_BDIMX4_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_sum_trap_BDIMX4_result(state, its_count);
    }
    lanes_sum_trap_BDIMX4_rest(a, offsets, c, rest, thread);
}

// lanes_argmax_none_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 999 segments of 5000 elements, order fixed
// grid 8, block (1, 128); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_argmax_none_BDIMX1_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct lanes_argmax_none_BDIMX1_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool lanes_argmax_none_BDIMX1_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_take(lanes_argmax_none_BDIMX1_part p, float x, unsigned i)
{
    if (lanes_argmax_none_BDIMX1_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_join(lanes_argmax_none_BDIMX1_state left, lanes_argmax_none_BDIMX1_state right)
{
    const bool equal = !lanes_argmax_none_BDIMX1_beats(left.value, right.value);
    return lanes_argmax_none_BDIMX1_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_join_parts(lanes_argmax_none_BDIMX1_part left, lanes_argmax_none_BDIMX1_part right)
{
    const bool equal = !lanes_argmax_none_BDIMX1_beats(left.value, right.value);
    return lanes_argmax_none_BDIMX1_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_of_leaf(lanes_argmax_none_BDIMX1_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_down(lanes_argmax_none_BDIMX1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_part_down(lanes_argmax_none_BDIMX1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_part_of(lanes_argmax_none_BDIMX1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long lanes_argmax_none_BDIMX1_result(lanes_argmax_none_BDIMX1_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long lanes_argmax_none_BDIMX1_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_join_columns(lanes_argmax_none_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_argmax_none_BDIMX1_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_argmax_none_BDIMX1_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_argmax_none_BDIMX1_join_parts(other, own) : lanes_argmax_none_BDIMX1_join_parts(own, other);
            }
        } else {
            const lanes_argmax_none_BDIMX1_part right = lanes_argmax_none_BDIMX1_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_argmax_none_BDIMX1_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_argmax_none_BDIMX1_part right = lanes_argmax_none_BDIMX1_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_argmax_none_BDIMX1_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_none_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_argmax_none_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX1_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_none_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_argmax_none_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX1_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_argmax_none_BDIMX1_part part = left < 1024 ? lanes_argmax_none_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_argmax_none_BDIMX1_whole_leaf(at, lane);
    return lanes_argmax_none_BDIMX1_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_argmax_none_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_argmax_none_BDIMX1_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_argmax_none_BDIMX1_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = lanes_argmax_none_BDIMX1_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_argmax_none_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_argmax_none_BDIMX1_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_argmax_none_BDIMX1_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_argmax_none_BDIMX1_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_argmax_none_BDIMX1_state right = lanes_argmax_none_BDIMX1_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_argmax_none_BDIMX1_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_argmax_none_BDIMX1_rest(const float *a, const long long *offsets, long long *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 128ull + w * 32 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_argmax_none_BDIMX1_state state = lanes_argmax_none_BDIMX1_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_argmax_none_BDIMX1_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_argmax_none_BDIMX1(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
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
    lanes_argmax_none_BDIMX1_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 4 < columns)) break; // for all lanes
        const unsigned column = j * 4;
        lanes_argmax_none_BDIMX1_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_argmax_none_BDIMX1_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_argmax_none_BDIMX1_join_parts(own[i], own[i + next]);
            }
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 4 < columns) part[j] = lanes_argmax_none_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    if (segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_argmax_none_BDIMX1_result(lanes_argmax_none_BDIMX1_of_leaf(part[0], 0), count) : lanes_argmax_none_BDIMX1_nothing();
    const unsigned thread = threadIdx.y * 1 + threadIdx.x, lane = thread % 32;
    const bool is_first = count > 16;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_none_BDIMX1_state state = lanes_argmax_none_BDIMX1_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_argmax_none_BDIMX1_result(state, its_count);
    }
    lanes_argmax_none_BDIMX1_rest(a, offsets, c, rest, thread);
}

// lanes_argmax_none_BDIMX4: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 999 segments of 5000 elements, order fixed
// grid 32, block (4, 32); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_argmax_none_BDIMX4_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct lanes_argmax_none_BDIMX4_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool lanes_argmax_none_BDIMX4_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_take(lanes_argmax_none_BDIMX4_part p, float x, unsigned i)
{
    if (lanes_argmax_none_BDIMX4_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_join(lanes_argmax_none_BDIMX4_state left, lanes_argmax_none_BDIMX4_state right)
{
    const bool equal = !lanes_argmax_none_BDIMX4_beats(left.value, right.value);
    return lanes_argmax_none_BDIMX4_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_join_parts(lanes_argmax_none_BDIMX4_part left, lanes_argmax_none_BDIMX4_part right)
{
    const bool equal = !lanes_argmax_none_BDIMX4_beats(left.value, right.value);
    return lanes_argmax_none_BDIMX4_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_of_leaf(lanes_argmax_none_BDIMX4_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_down(lanes_argmax_none_BDIMX4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_part_down(lanes_argmax_none_BDIMX4_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_part_of(lanes_argmax_none_BDIMX4_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long lanes_argmax_none_BDIMX4_result(lanes_argmax_none_BDIMX4_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long lanes_argmax_none_BDIMX4_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_join_columns(lanes_argmax_none_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_argmax_none_BDIMX4_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_argmax_none_BDIMX4_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_argmax_none_BDIMX4_join_parts(other, own) : lanes_argmax_none_BDIMX4_join_parts(own, other);
            }
        } else {
            const lanes_argmax_none_BDIMX4_part right = lanes_argmax_none_BDIMX4_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_argmax_none_BDIMX4_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_argmax_none_BDIMX4_part right = lanes_argmax_none_BDIMX4_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_argmax_none_BDIMX4_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_none_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_argmax_none_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX4_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_none_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_argmax_none_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX4_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_argmax_none_BDIMX4_part part = left < 1024 ? lanes_argmax_none_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_argmax_none_BDIMX4_whole_leaf(at, lane);
    return lanes_argmax_none_BDIMX4_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_argmax_none_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_argmax_none_BDIMX4_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_argmax_none_BDIMX4_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = lanes_argmax_none_BDIMX4_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_argmax_none_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_argmax_none_BDIMX4_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_argmax_none_BDIMX4_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_argmax_none_BDIMX4_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_argmax_none_BDIMX4_state right = lanes_argmax_none_BDIMX4_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_argmax_none_BDIMX4_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_argmax_none_BDIMX4_rest(const float *a, const long long *offsets, long long *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 32ull + (w * 32 + from) / 4, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_argmax_none_BDIMX4_state state = lanes_argmax_none_BDIMX4_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_argmax_none_BDIMX4_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_argmax_none_BDIMX4(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    lanes_argmax_none_BDIMX4_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        lanes_argmax_none_BDIMX4_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_argmax_none_BDIMX4_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_argmax_none_BDIMX4_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const lanes_argmax_none_BDIMX4_part right = lanes_argmax_none_BDIMX4_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = lanes_argmax_none_BDIMX4_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = lanes_argmax_none_BDIMX4_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_argmax_none_BDIMX4_result(lanes_argmax_none_BDIMX4_of_leaf(part[0], 0), count) : lanes_argmax_none_BDIMX4_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_none_BDIMX4_state state = lanes_argmax_none_BDIMX4_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_argmax_none_BDIMX4_result(state, its_count);
    }
    lanes_argmax_none_BDIMX4_rest(a, offsets, c, rest, thread);
}

// lanes_argmax_trap_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 999 segments of 5000 elements, order fixed
// grid 8, block (1, 128); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_argmax_trap_BDIMX1_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct lanes_argmax_trap_BDIMX1_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool lanes_argmax_trap_BDIMX1_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_take(lanes_argmax_trap_BDIMX1_part p, float x, unsigned i)
{
    if (lanes_argmax_trap_BDIMX1_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_join(lanes_argmax_trap_BDIMX1_state left, lanes_argmax_trap_BDIMX1_state right)
{
    const bool equal = !lanes_argmax_trap_BDIMX1_beats(left.value, right.value);
    return lanes_argmax_trap_BDIMX1_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_join_parts(lanes_argmax_trap_BDIMX1_part left, lanes_argmax_trap_BDIMX1_part right)
{
    const bool equal = !lanes_argmax_trap_BDIMX1_beats(left.value, right.value);
    return lanes_argmax_trap_BDIMX1_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_of_leaf(lanes_argmax_trap_BDIMX1_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_down(lanes_argmax_trap_BDIMX1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_part_down(lanes_argmax_trap_BDIMX1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_part_of(lanes_argmax_trap_BDIMX1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long lanes_argmax_trap_BDIMX1_result(lanes_argmax_trap_BDIMX1_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long lanes_argmax_trap_BDIMX1_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_join_columns(lanes_argmax_trap_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_argmax_trap_BDIMX1_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_argmax_trap_BDIMX1_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_argmax_trap_BDIMX1_join_parts(other, own) : lanes_argmax_trap_BDIMX1_join_parts(own, other);
            }
        } else {
            const lanes_argmax_trap_BDIMX1_part right = lanes_argmax_trap_BDIMX1_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_argmax_trap_BDIMX1_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_argmax_trap_BDIMX1_part right = lanes_argmax_trap_BDIMX1_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_argmax_trap_BDIMX1_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_trap_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_argmax_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX1_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_trap_BDIMX1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_argmax_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX1_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_argmax_trap_BDIMX1_part part = left < 1024 ? lanes_argmax_trap_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_argmax_trap_BDIMX1_whole_leaf(at, lane);
    return lanes_argmax_trap_BDIMX1_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_argmax_trap_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_argmax_trap_BDIMX1_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_argmax_trap_BDIMX1_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = lanes_argmax_trap_BDIMX1_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_argmax_trap_BDIMX1_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_argmax_trap_BDIMX1_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_argmax_trap_BDIMX1_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_argmax_trap_BDIMX1_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_argmax_trap_BDIMX1_state right = lanes_argmax_trap_BDIMX1_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_argmax_trap_BDIMX1_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_argmax_trap_BDIMX1_rest(const float *a, const long long *offsets, long long *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 128ull + w * 32 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_argmax_trap_BDIMX1_state state = lanes_argmax_trap_BDIMX1_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_argmax_trap_BDIMX1_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_argmax_trap_BDIMX1(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x * 128ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 5000ll) __trap();
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
    lanes_argmax_trap_BDIMX1_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 4 < columns)) break; // for all lanes
        const unsigned column = j * 4;
        lanes_argmax_trap_BDIMX1_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_argmax_trap_BDIMX1_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_argmax_trap_BDIMX1_join_parts(own[i], own[i + next]);
            }
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 4 < columns) part[j] = lanes_argmax_trap_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    if (segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_argmax_trap_BDIMX1_result(lanes_argmax_trap_BDIMX1_of_leaf(part[0], 0), count) : lanes_argmax_trap_BDIMX1_nothing();
    const unsigned thread = threadIdx.y * 1 + threadIdx.x, lane = thread % 32;
    const bool is_first = count > 16;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_trap_BDIMX1_state state = lanes_argmax_trap_BDIMX1_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_argmax_trap_BDIMX1_result(state, its_count);
    }
    lanes_argmax_trap_BDIMX1_rest(a, offsets, c, rest, thread);
}

// lanes_argmax_trap_BDIMX4: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 999 segments of 5000 elements, order fixed
// grid 32, block (4, 32); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct lanes_argmax_trap_BDIMX4_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct lanes_argmax_trap_BDIMX4_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool lanes_argmax_trap_BDIMX4_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_take(lanes_argmax_trap_BDIMX4_part p, float x, unsigned i)
{
    if (lanes_argmax_trap_BDIMX4_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_join(lanes_argmax_trap_BDIMX4_state left, lanes_argmax_trap_BDIMX4_state right)
{
    const bool equal = !lanes_argmax_trap_BDIMX4_beats(left.value, right.value);
    return lanes_argmax_trap_BDIMX4_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_join_parts(lanes_argmax_trap_BDIMX4_part left, lanes_argmax_trap_BDIMX4_part right)
{
    const bool equal = !lanes_argmax_trap_BDIMX4_beats(left.value, right.value);
    return lanes_argmax_trap_BDIMX4_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_of_leaf(lanes_argmax_trap_BDIMX4_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_down(lanes_argmax_trap_BDIMX4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_part_down(lanes_argmax_trap_BDIMX4_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_part_of(lanes_argmax_trap_BDIMX4_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long lanes_argmax_trap_BDIMX4_result(lanes_argmax_trap_BDIMX4_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long lanes_argmax_trap_BDIMX4_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_join_columns(lanes_argmax_trap_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
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
                lanes_argmax_trap_BDIMX4_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = lanes_argmax_trap_BDIMX4_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? lanes_argmax_trap_BDIMX4_join_parts(other, own) : lanes_argmax_trap_BDIMX4_join_parts(own, other);
            }
        } else {
            const lanes_argmax_trap_BDIMX4_part right = lanes_argmax_trap_BDIMX4_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = lanes_argmax_trap_BDIMX4_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const lanes_argmax_trap_BDIMX4_part right = lanes_argmax_trap_BDIMX4_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = lanes_argmax_trap_BDIMX4_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_trap_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? lanes_argmax_trap_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX4_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_trap_BDIMX4_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? lanes_argmax_trap_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX4_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const lanes_argmax_trap_BDIMX4_part part = left < 1024 ? lanes_argmax_trap_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_argmax_trap_BDIMX4_whole_leaf(at, lane);
    return lanes_argmax_trap_BDIMX4_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    lanes_argmax_trap_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = lanes_argmax_trap_BDIMX4_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            lanes_argmax_trap_BDIMX4_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = lanes_argmax_trap_BDIMX4_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    lanes_argmax_trap_BDIMX4_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = lanes_argmax_trap_BDIMX4_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        lanes_argmax_trap_BDIMX4_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = lanes_argmax_trap_BDIMX4_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const lanes_argmax_trap_BDIMX4_state right = lanes_argmax_trap_BDIMX4_down(state, next);
            if ((lane + next) * 1 < leaves) state = lanes_argmax_trap_BDIMX4_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void lanes_argmax_trap_BDIMX4_rest(const float *a, const long long *offsets, long long *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 32ull + (w * 32 + from) / 4, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const lanes_argmax_trap_BDIMX4_state state = lanes_argmax_trap_BDIMX4_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = lanes_argmax_trap_BDIMX4_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) lanes_argmax_trap_BDIMX4(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    lanes_argmax_trap_BDIMX4_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        lanes_argmax_trap_BDIMX4_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = lanes_argmax_trap_BDIMX4_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = lanes_argmax_trap_BDIMX4_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const lanes_argmax_trap_BDIMX4_part right = lanes_argmax_trap_BDIMX4_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = lanes_argmax_trap_BDIMX4_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = lanes_argmax_trap_BDIMX4_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 999ull && count == columns) c[segment] = count > 0 ? lanes_argmax_trap_BDIMX4_result(lanes_argmax_trap_BDIMX4_of_leaf(part[0], 0), count) : lanes_argmax_trap_BDIMX4_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_trap_BDIMX4_state state = lanes_argmax_trap_BDIMX4_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_argmax_trap_BDIMX4_result(state, its_count);
    }
    lanes_argmax_trap_BDIMX4_rest(a, offsets, c, rest, thread);
}

// inLanes_float64_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 96 segments of 16 elements, order fixed
// grid 1, block (1, 128); elements: a 16, offsets 97, c 96

// What is known of some elements.
struct inLanes_float64_BDIMX1_state {
    double value;
};

using inLanes_float64_BDIMX1_part = inLanes_float64_BDIMX1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ inLanes_float64_BDIMX1_part inLanes_float64_BDIMX1_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_part inLanes_float64_BDIMX1_take(inLanes_float64_BDIMX1_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_state inLanes_float64_BDIMX1_join(inLanes_float64_BDIMX1_state left, inLanes_float64_BDIMX1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_part inLanes_float64_BDIMX1_join_parts(inLanes_float64_BDIMX1_part left, inLanes_float64_BDIMX1_part right)
{
    return inLanes_float64_BDIMX1_join(left, right);
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_state inLanes_float64_BDIMX1_of_leaf(inLanes_float64_BDIMX1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_state inLanes_float64_BDIMX1_down(inLanes_float64_BDIMX1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_part inLanes_float64_BDIMX1_part_down(inLanes_float64_BDIMX1_part p, unsigned lanes)
{
    return inLanes_float64_BDIMX1_down(p, lanes);
}

static __device__ __forceinline__ inLanes_float64_BDIMX1_part inLanes_float64_BDIMX1_part_of(inLanes_float64_BDIMX1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ double inLanes_float64_BDIMX1_result(inLanes_float64_BDIMX1_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double inLanes_float64_BDIMX1_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) inLanes_float64_BDIMX1(const double *__restrict__ a, const long long *__restrict__ offsets, double *c)
{
    const unsigned long long segment = blockIdx.x * 128ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 96ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = (unsigned)count;
    const double *const at = a + begin;
    double x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    inLanes_float64_BDIMX1_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 4 < columns)) break; // for all lanes
        const unsigned column = j * 4;
        inLanes_float64_BDIMX1_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = inLanes_float64_BDIMX1_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = inLanes_float64_BDIMX1_join_parts(own[i], own[i + next]);
            }
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 4 < columns) part[j] = inLanes_float64_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    if (segment < 96ull && count == columns) c[segment] = count > 0 ? inLanes_float64_BDIMX1_result(inLanes_float64_BDIMX1_of_leaf(part[0], 0), count) : inLanes_float64_BDIMX1_nothing();
}

// inLanes_float64_BDIMX16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 96 segments of 16 elements, order fixed
// grid 12, block (16, 8); elements: a 16, offsets 97, c 96

// What is known of some elements.
struct inLanes_float64_BDIMX16_state {
    double value;
};

using inLanes_float64_BDIMX16_part = inLanes_float64_BDIMX16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ inLanes_float64_BDIMX16_part inLanes_float64_BDIMX16_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_part inLanes_float64_BDIMX16_take(inLanes_float64_BDIMX16_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_state inLanes_float64_BDIMX16_join(inLanes_float64_BDIMX16_state left, inLanes_float64_BDIMX16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_part inLanes_float64_BDIMX16_join_parts(inLanes_float64_BDIMX16_part left, inLanes_float64_BDIMX16_part right)
{
    return inLanes_float64_BDIMX16_join(left, right);
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_state inLanes_float64_BDIMX16_of_leaf(inLanes_float64_BDIMX16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_state inLanes_float64_BDIMX16_down(inLanes_float64_BDIMX16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_part inLanes_float64_BDIMX16_part_down(inLanes_float64_BDIMX16_part p, unsigned lanes)
{
    return inLanes_float64_BDIMX16_down(p, lanes);
}

static __device__ __forceinline__ inLanes_float64_BDIMX16_part inLanes_float64_BDIMX16_part_of(inLanes_float64_BDIMX16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ double inLanes_float64_BDIMX16_result(inLanes_float64_BDIMX16_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double inLanes_float64_BDIMX16_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) inLanes_float64_BDIMX16(const double *__restrict__ a, const long long *__restrict__ offsets, double *c)
{
    const unsigned long long segment = blockIdx.x * 8ull + threadIdx.y;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = (unsigned)count;
    const double *const at = a + begin;
    double x[1][4];
#pragma unroll
    for (unsigned j = 0; j < 1; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 64 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    inLanes_float64_BDIMX16_part part[1];
#pragma unroll
    for (unsigned j = 0; j < 1; j++) {
        const unsigned column = j * 64 + threadIdx.x * 4;
        inLanes_float64_BDIMX16_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = inLanes_float64_BDIMX16_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = inLanes_float64_BDIMX16_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 16; next *= 2) {
            const inLanes_float64_BDIMX16_part right = inLanes_float64_BDIMX16_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = inLanes_float64_BDIMX16_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
    if (threadIdx.x == 0 && count == columns) c[segment] = count > 0 ? inLanes_float64_BDIMX16_result(inLanes_float64_BDIMX16_of_leaf(part[0], 0), count) : inLanes_float64_BDIMX16_nothing();
}

// inLanes_int8_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, 96 segments of 16 elements, order fixed
// grid 1, block (1, 128); elements: a 16, offsets 97, c 96

// What is known of some elements.
struct inLanes_int8_BDIMX1_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct inLanes_int8_BDIMX1_part {
    int value;
};

static __device__ __forceinline__ inLanes_int8_BDIMX1_part inLanes_int8_BDIMX1_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_part inLanes_int8_BDIMX1_take(inLanes_int8_BDIMX1_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_state inLanes_int8_BDIMX1_join(inLanes_int8_BDIMX1_state left, inLanes_int8_BDIMX1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_part inLanes_int8_BDIMX1_join_parts(inLanes_int8_BDIMX1_part left, inLanes_int8_BDIMX1_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_state inLanes_int8_BDIMX1_of_leaf(inLanes_int8_BDIMX1_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_state inLanes_int8_BDIMX1_down(inLanes_int8_BDIMX1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_part inLanes_int8_BDIMX1_part_down(inLanes_int8_BDIMX1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ inLanes_int8_BDIMX1_part inLanes_int8_BDIMX1_part_of(inLanes_int8_BDIMX1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ long long inLanes_int8_BDIMX1_result(inLanes_int8_BDIMX1_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ long long inLanes_int8_BDIMX1_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) inLanes_int8_BDIMX1(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x * 128ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 96ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = (unsigned)count;
    const signed char *const at = a + begin;
    signed char x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    inLanes_int8_BDIMX1_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 4 < columns)) break; // for all lanes
        const unsigned column = j * 4;
        inLanes_int8_BDIMX1_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = inLanes_int8_BDIMX1_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = inLanes_int8_BDIMX1_join_parts(own[i], own[i + next]);
            }
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 4 < columns) part[j] = inLanes_int8_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    if (segment < 96ull && count == columns) c[segment] = count > 0 ? inLanes_int8_BDIMX1_result(inLanes_int8_BDIMX1_of_leaf(part[0], 0), count) : inLanes_int8_BDIMX1_nothing();
}

// inLanes_int8_BDIMX16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, 96 segments of 16 elements, order fixed
// grid 12, block (16, 8); elements: a 16, offsets 97, c 96

// What is known of some elements.
struct inLanes_int8_BDIMX16_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct inLanes_int8_BDIMX16_part {
    int value;
};

static __device__ __forceinline__ inLanes_int8_BDIMX16_part inLanes_int8_BDIMX16_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_part inLanes_int8_BDIMX16_take(inLanes_int8_BDIMX16_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_state inLanes_int8_BDIMX16_join(inLanes_int8_BDIMX16_state left, inLanes_int8_BDIMX16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_part inLanes_int8_BDIMX16_join_parts(inLanes_int8_BDIMX16_part left, inLanes_int8_BDIMX16_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_state inLanes_int8_BDIMX16_of_leaf(inLanes_int8_BDIMX16_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_state inLanes_int8_BDIMX16_down(inLanes_int8_BDIMX16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_part inLanes_int8_BDIMX16_part_down(inLanes_int8_BDIMX16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ inLanes_int8_BDIMX16_part inLanes_int8_BDIMX16_part_of(inLanes_int8_BDIMX16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ long long inLanes_int8_BDIMX16_result(inLanes_int8_BDIMX16_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ long long inLanes_int8_BDIMX16_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) inLanes_int8_BDIMX16(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x * 8ull + threadIdx.y;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = (unsigned)count;
    const signed char *const at = a + begin;
    signed char x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 64 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    inLanes_int8_BDIMX16_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 64 < columns)) break; // for all lanes
        const unsigned column = j * 64 + threadIdx.x * 4;
        inLanes_int8_BDIMX16_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = inLanes_int8_BDIMX16_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = inLanes_int8_BDIMX16_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 16; next *= 2) {
            const inLanes_int8_BDIMX16_part right = inLanes_int8_BDIMX16_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = inLanes_int8_BDIMX16_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 64 < columns) part[j] = inLanes_int8_BDIMX16_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && count == columns) c[segment] = count > 0 ? inLanes_int8_BDIMX16_result(inLanes_int8_BDIMX16_of_leaf(part[0], 0), count) : inLanes_int8_BDIMX16_nothing();
}

// alone: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 5 segments of 5000 elements, order fixed
// grid 3, block 64; elements: a 5000, offsets 6, c 5

// What is known of some elements.
struct alone_state {
    float value;
};

using alone_part = alone_state; // what is known of some elements of one leaf

static __device__ __forceinline__ alone_part alone_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ alone_part alone_take(alone_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ alone_state alone_join(alone_state left, alone_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ alone_part alone_join_parts(alone_part left, alone_part right)
{
    return alone_join(left, right);
}

static __device__ __forceinline__ alone_state alone_of_leaf(alone_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ alone_state alone_down(alone_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ alone_part alone_part_down(alone_part p, unsigned lanes)
{
    return alone_down(p, lanes);
}

static __device__ __forceinline__ alone_part alone_part_of(alone_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float alone_result(alone_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float alone_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ alone_part alone_join_columns(alone_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const alone_part right = alone_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = alone_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = alone_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ alone_part alone_whole_leaf(const float *a, unsigned lane)
{
    alone_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? alone_take(part[j], x[u][j], i) : alone_first(x[u][j], i);
            }
        }
    }
    return alone_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ alone_part alone_part_leaf(const float *a, unsigned count, unsigned lane)
{
    alone_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? alone_take(part[j], x[u][j], i) : alone_first(x[u][j], i);
            }
        }
    }
    return alone_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ alone_state alone_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const alone_part part = left < 1024 ? alone_part_leaf(at, (unsigned)left, lane) : alone_whole_leaf(at, lane);
    return alone_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ alone_state alone_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    alone_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = alone_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            alone_state before_it;
            before_it.value = stack_value[warp][level];
            state = alone_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ alone_state alone_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    alone_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = alone_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        alone_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = alone_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const alone_state right = alone_down(state, next);
            if ((lane + next) * 1 < leaves) state = alone_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void alone_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
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
                const alone_state state = alone_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = alone_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) alone(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1 && segment < 5ull;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = alone_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const alone_state state = alone_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = alone_result(state, its_count);
    }
    alone_rest(a, offsets, c, rest, threadIdx.x);
}

// turns_rows40_none: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 40 segments of 5000 elements, order fixed
// grid 5, block 64; elements: a 5000, offsets 41, c 40

// What is known of some elements.
struct turns_rows40_none_state {
    float value;
};

using turns_rows40_none_part = turns_rows40_none_state; // what is known of some elements of one leaf

static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_take(turns_rows40_none_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_join(turns_rows40_none_state left, turns_rows40_none_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_join_parts(turns_rows40_none_part left, turns_rows40_none_part right)
{
    return turns_rows40_none_join(left, right);
}

static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_of_leaf(turns_rows40_none_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_down(turns_rows40_none_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_part_down(turns_rows40_none_part p, unsigned lanes)
{
    return turns_rows40_none_down(p, lanes);
}

static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_part_of(turns_rows40_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float turns_rows40_none_result(turns_rows40_none_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float turns_rows40_none_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_join_columns(turns_rows40_none_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const turns_rows40_none_part right = turns_rows40_none_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = turns_rows40_none_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = turns_rows40_none_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_whole_leaf(const float *a, unsigned lane)
{
    turns_rows40_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? turns_rows40_none_take(part[j], x[u][j], i) : turns_rows40_none_first(x[u][j], i);
            }
        }
    }
    return turns_rows40_none_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ turns_rows40_none_part turns_rows40_none_part_leaf(const float *a, unsigned count, unsigned lane)
{
    turns_rows40_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? turns_rows40_none_take(part[j], x[u][j], i) : turns_rows40_none_first(x[u][j], i);
            }
        }
    }
    return turns_rows40_none_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const turns_rows40_none_part part = left < 1024 ? turns_rows40_none_part_leaf(at, (unsigned)left, lane) : turns_rows40_none_whole_leaf(at, lane);
    return turns_rows40_none_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    turns_rows40_none_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = turns_rows40_none_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            turns_rows40_none_state before_it;
            before_it.value = stack_value[warp][level];
            state = turns_rows40_none_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    turns_rows40_none_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = turns_rows40_none_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        turns_rows40_none_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = turns_rows40_none_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const turns_rows40_none_state right = turns_rows40_none_down(state, next);
            if ((lane + next) * 1 < leaves) state = turns_rows40_none_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void turns_rows40_none_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 8ull + w * 4 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const turns_rows40_none_state state = turns_rows40_none_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = turns_rows40_none_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) turns_rows40_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4, segment = first + lane;
    const bool is_one = lane < 4;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = turns_rows40_none_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const turns_rows40_none_state state = turns_rows40_none_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = turns_rows40_none_result(state, its_count);
    }
    turns_rows40_none_rest(a, offsets, c, rest, threadIdx.x);
}

// turns_rows40_trap: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 40 segments of 5000 elements, order fixed
// grid 5, block 64; elements: a 5000, offsets 41, c 40

// What is known of some elements.
struct turns_rows40_trap_state {
    float value;
};

using turns_rows40_trap_part = turns_rows40_trap_state; // what is known of some elements of one leaf

static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_take(turns_rows40_trap_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_join(turns_rows40_trap_state left, turns_rows40_trap_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_join_parts(turns_rows40_trap_part left, turns_rows40_trap_part right)
{
    return turns_rows40_trap_join(left, right);
}

static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_of_leaf(turns_rows40_trap_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_down(turns_rows40_trap_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_part_down(turns_rows40_trap_part p, unsigned lanes)
{
    return turns_rows40_trap_down(p, lanes);
}

static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_part_of(turns_rows40_trap_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float turns_rows40_trap_result(turns_rows40_trap_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float turns_rows40_trap_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_join_columns(turns_rows40_trap_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const turns_rows40_trap_part right = turns_rows40_trap_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = turns_rows40_trap_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = turns_rows40_trap_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_whole_leaf(const float *a, unsigned lane)
{
    turns_rows40_trap_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? turns_rows40_trap_take(part[j], x[u][j], i) : turns_rows40_trap_first(x[u][j], i);
            }
        }
    }
    return turns_rows40_trap_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ turns_rows40_trap_part turns_rows40_trap_part_leaf(const float *a, unsigned count, unsigned lane)
{
    turns_rows40_trap_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? turns_rows40_trap_take(part[j], x[u][j], i) : turns_rows40_trap_first(x[u][j], i);
            }
        }
    }
    return turns_rows40_trap_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const turns_rows40_trap_part part = left < 1024 ? turns_rows40_trap_part_leaf(at, (unsigned)left, lane) : turns_rows40_trap_whole_leaf(at, lane);
    return turns_rows40_trap_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    turns_rows40_trap_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = turns_rows40_trap_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            turns_rows40_trap_state before_it;
            before_it.value = stack_value[warp][level];
            state = turns_rows40_trap_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    turns_rows40_trap_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = turns_rows40_trap_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        turns_rows40_trap_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = turns_rows40_trap_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const turns_rows40_trap_state right = turns_rows40_trap_down(state, next);
            if ((lane + next) * 1 < leaves) state = turns_rows40_trap_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void turns_rows40_trap_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 8ull + w * 4 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const turns_rows40_trap_state state = turns_rows40_trap_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = turns_rows40_trap_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) turns_rows40_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4, segment = first + lane;
    const bool is_one = lane < 4;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = turns_rows40_trap_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const turns_rows40_trap_state state = turns_rows40_trap_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = turns_rows40_trap_result(state, its_count);
    }
    turns_rows40_trap_rest(a, offsets, c, rest, threadIdx.x);
}

// turns_rows42_none: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 42 segments of 5000 elements, order fixed
// grid 6, block 64; elements: a 5000, offsets 43, c 42

// What is known of some elements.
struct turns_rows42_none_state {
    float value;
};

using turns_rows42_none_part = turns_rows42_none_state; // what is known of some elements of one leaf

static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_take(turns_rows42_none_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_join(turns_rows42_none_state left, turns_rows42_none_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_join_parts(turns_rows42_none_part left, turns_rows42_none_part right)
{
    return turns_rows42_none_join(left, right);
}

static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_of_leaf(turns_rows42_none_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_down(turns_rows42_none_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_part_down(turns_rows42_none_part p, unsigned lanes)
{
    return turns_rows42_none_down(p, lanes);
}

static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_part_of(turns_rows42_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float turns_rows42_none_result(turns_rows42_none_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float turns_rows42_none_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_join_columns(turns_rows42_none_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const turns_rows42_none_part right = turns_rows42_none_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = turns_rows42_none_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = turns_rows42_none_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_whole_leaf(const float *a, unsigned lane)
{
    turns_rows42_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? turns_rows42_none_take(part[j], x[u][j], i) : turns_rows42_none_first(x[u][j], i);
            }
        }
    }
    return turns_rows42_none_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ turns_rows42_none_part turns_rows42_none_part_leaf(const float *a, unsigned count, unsigned lane)
{
    turns_rows42_none_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? turns_rows42_none_take(part[j], x[u][j], i) : turns_rows42_none_first(x[u][j], i);
            }
        }
    }
    return turns_rows42_none_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const turns_rows42_none_part part = left < 1024 ? turns_rows42_none_part_leaf(at, (unsigned)left, lane) : turns_rows42_none_whole_leaf(at, lane);
    return turns_rows42_none_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    turns_rows42_none_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = turns_rows42_none_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            turns_rows42_none_state before_it;
            before_it.value = stack_value[warp][level];
            state = turns_rows42_none_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    turns_rows42_none_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = turns_rows42_none_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        turns_rows42_none_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = turns_rows42_none_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const turns_rows42_none_state right = turns_rows42_none_down(state, next);
            if ((lane + next) * 1 < leaves) state = turns_rows42_none_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void turns_rows42_none_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 8ull + w * 4 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const turns_rows42_none_state state = turns_rows42_none_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = turns_rows42_none_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) turns_rows42_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4, segment = first + lane;
    const bool is_one = lane < 4 && segment < 42ull;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = turns_rows42_none_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const turns_rows42_none_state state = turns_rows42_none_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = turns_rows42_none_result(state, its_count);
    }
    turns_rows42_none_rest(a, offsets, c, rest, threadIdx.x);
}

// turns_rows42_trap: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 42 segments of 5000 elements, order fixed
// grid 6, block 64; elements: a 5000, offsets 43, c 42

// What is known of some elements.
struct turns_rows42_trap_state {
    float value;
};

using turns_rows42_trap_part = turns_rows42_trap_state; // what is known of some elements of one leaf

static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_take(turns_rows42_trap_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_join(turns_rows42_trap_state left, turns_rows42_trap_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_join_parts(turns_rows42_trap_part left, turns_rows42_trap_part right)
{
    return turns_rows42_trap_join(left, right);
}

static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_of_leaf(turns_rows42_trap_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_down(turns_rows42_trap_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_part_down(turns_rows42_trap_part p, unsigned lanes)
{
    return turns_rows42_trap_down(p, lanes);
}

static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_part_of(turns_rows42_trap_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float turns_rows42_trap_result(turns_rows42_trap_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float turns_rows42_trap_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_join_columns(turns_rows42_trap_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const turns_rows42_trap_part right = turns_rows42_trap_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = turns_rows42_trap_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = turns_rows42_trap_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_whole_leaf(const float *a, unsigned lane)
{
    turns_rows42_trap_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? turns_rows42_trap_take(part[j], x[u][j], i) : turns_rows42_trap_first(x[u][j], i);
            }
        }
    }
    return turns_rows42_trap_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ turns_rows42_trap_part turns_rows42_trap_part_leaf(const float *a, unsigned count, unsigned lane)
{
    turns_rows42_trap_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? turns_rows42_trap_take(part[j], x[u][j], i) : turns_rows42_trap_first(x[u][j], i);
            }
        }
    }
    return turns_rows42_trap_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const turns_rows42_trap_part part = left < 1024 ? turns_rows42_trap_part_leaf(at, (unsigned)left, lane) : turns_rows42_trap_whole_leaf(at, lane);
    return turns_rows42_trap_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    turns_rows42_trap_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = turns_rows42_trap_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            turns_rows42_trap_state before_it;
            before_it.value = stack_value[warp][level];
            state = turns_rows42_trap_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    turns_rows42_trap_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = turns_rows42_trap_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        turns_rows42_trap_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = turns_rows42_trap_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const turns_rows42_trap_state right = turns_rows42_trap_down(state, next);
            if ((lane + next) * 1 < leaves) state = turns_rows42_trap_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void turns_rows42_trap_rest(const float *a, const long long *offsets, float *c, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 8ull + w * 4 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const turns_rows42_trap_state state = turns_rows42_trap_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = turns_rows42_trap_result(state, count);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64, 16) turns_rows42_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4, segment = first + lane;
    const bool is_one = lane < 4 && segment < 42ull;
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = turns_rows42_trap_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
    const unsigned own_count = count > 4096 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const turns_rows42_trap_state state = turns_rows42_trap_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = turns_rows42_trap_result(state, its_count);
    }
    turns_rows42_trap_rest(a, offsets, c, rest, threadIdx.x);
}

// cut_sum: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 900 segments of 300000 elements, order fixed
// grid 37, block (4, 32); elements: a 300000, offsets 901, c 900, partials_value 74, finished 37, 0 before and after

// What is known of some elements.
struct cut_sum_state {
    float value;
};

using cut_sum_part = cut_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ cut_sum_part cut_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ cut_sum_part cut_sum_take(cut_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ cut_sum_state cut_sum_join(cut_sum_state left, cut_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ cut_sum_part cut_sum_join_parts(cut_sum_part left, cut_sum_part right)
{
    return cut_sum_join(left, right);
}

static __device__ __forceinline__ cut_sum_state cut_sum_of_leaf(cut_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ cut_sum_state cut_sum_down(cut_sum_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ cut_sum_part cut_sum_part_down(cut_sum_part p, unsigned lanes)
{
    return cut_sum_down(p, lanes);
}

static __device__ __forceinline__ cut_sum_part cut_sum_part_of(cut_sum_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cut_sum_result(cut_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float cut_sum_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ cut_sum_part cut_sum_join_columns(cut_sum_part (&part)[4], unsigned columns, unsigned lane)
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
                cut_sum_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = cut_sum_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? cut_sum_join_parts(other, own) : cut_sum_join_parts(own, other);
            }
        } else {
            const cut_sum_part right = cut_sum_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = cut_sum_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const cut_sum_part right = cut_sum_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = cut_sum_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cut_sum_part cut_sum_whole_leaf(const float *a, unsigned lane)
{
    cut_sum_part part[4];
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
                part[j] = u || line ? cut_sum_take(part[j], x[u][j], i) : cut_sum_first(x[u][j], i);
            }
        }
    }
    return cut_sum_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cut_sum_part cut_sum_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cut_sum_part part[4];
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
                if (i < count) part[j] = u || line ? cut_sum_take(part[j], x[u][j], i) : cut_sum_first(x[u][j], i);
            }
        }
    }
    return cut_sum_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ cut_sum_state cut_sum_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const cut_sum_part part = left < 1024 ? cut_sum_part_leaf(at, (unsigned)left, lane) : cut_sum_whole_leaf(at, lane);
    return cut_sum_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cut_sum_state cut_sum_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    cut_sum_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = cut_sum_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            cut_sum_state before_it;
            before_it.value = stack_value[warp][level];
            state = cut_sum_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 16, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ cut_sum_state cut_sum_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[16];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    cut_sum_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = cut_sum_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        cut_sum_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = cut_sum_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cut_sum_state right = cut_sum_down(state, next);
            if ((lane + next) * 1 < leaves) state = cut_sum_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct cut_sum_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ cut_sum_range cut_sum_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 37) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 8192ull;
    const long long guess = (long long)((double)place * (900.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 900ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 900ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 900ll + 1) - from) };
}

// The segment that a block's element is in; 900 if it is in none.
static __device__ __forceinline__ unsigned long long cut_sum_segment_of(const long long *offsets, cut_sum_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 8192ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 900ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long cut_sum_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 37ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ cut_sum_state cut_sum_join_chunks(float *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    cut_sum_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 4) {
            const unsigned long long node = (group * 32 + lane) * 8;
            cut_sum_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = cut_sum_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = cut_sum_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const cut_sum_state right = cut_sum_down(state, next);
                if (node + next * 8 < nodes) state = cut_sum_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = cut_sum_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cut_sum_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cut_sum_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 37) return;
    const unsigned long long place = window * 8192ull, segment = cut_sum_segment_of(offsets, near, thread % 32);
    if (segment >= 900ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 16384ull) return;
    const unsigned first = (unsigned)((begin + 8192 - 1) / 8192), last = (unsigned)((end - 1) / 8192);
    unsigned long long chunk = (place - begin) / 8192;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const cut_sum_state state = cut_sum_together(a + begin, count, from, min(from + 8, (count + 1024 - 1) / 1024), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 37;
        chunk++;
    } while (window == last && slot < 2 * 37 && chunk * 8192 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const cut_sum_state state = cut_sum_join_chunks(partials_value, (count + 8192 - 1) / 8192, first, last, thread);
    if (thread == 0) c[segment] = cut_sum_result(state, count);
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void cut_sum_rest(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cut_sum_range near, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 32ull + (w * 32 + from) / 4, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const cut_sum_state state = cut_sum_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = cut_sum_result(state, count);
            }
        }
    }
    cut_sum_window(a, offsets, c, partials_value, finished, near, thread);
}

extern "C" __global__ void __launch_bounds__(128) cut_sum(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    const cut_sum_range near = cut_sum_search(offsets, (threadIdx.y * 4 + threadIdx.x) % 32);
    long long begin = 0, end = 0;
    if (segment < 900ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    cut_sum_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        cut_sum_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = cut_sum_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = cut_sum_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cut_sum_part right = cut_sum_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = cut_sum_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = cut_sum_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 900ull && count == columns) c[segment] = count > 0 ? cut_sum_result(cut_sum_of_leaf(part[0], 0), count) : cut_sum_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 16384);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const cut_sum_state state = cut_sum_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = cut_sum_result(state, its_count);
    }
    cut_sum_rest(a, offsets, c, partials_value, finished, near, rest, thread);
}

// cut_argmax: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 900 segments of 300000 elements, order fixed
// grid 37, block (4, 32); elements: a 300000, offsets 901, c 900, partials_value 74, partials_index 74, finished 37, 0 before and after

// What is known of some elements.
struct cut_argmax_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct cut_argmax_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool cut_argmax_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ cut_argmax_part cut_argmax_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ cut_argmax_part cut_argmax_take(cut_argmax_part p, float x, unsigned i)
{
    if (cut_argmax_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ cut_argmax_state cut_argmax_join(cut_argmax_state left, cut_argmax_state right)
{
    const bool equal = !cut_argmax_beats(left.value, right.value);
    return cut_argmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ cut_argmax_part cut_argmax_join_parts(cut_argmax_part left, cut_argmax_part right)
{
    const bool equal = !cut_argmax_beats(left.value, right.value);
    return cut_argmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ cut_argmax_state cut_argmax_of_leaf(cut_argmax_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ cut_argmax_state cut_argmax_down(cut_argmax_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ cut_argmax_part cut_argmax_part_down(cut_argmax_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ cut_argmax_part cut_argmax_part_of(cut_argmax_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long cut_argmax_result(cut_argmax_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long cut_argmax_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ cut_argmax_part cut_argmax_join_columns(cut_argmax_part (&part)[4], unsigned columns, unsigned lane)
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
                cut_argmax_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = cut_argmax_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? cut_argmax_join_parts(other, own) : cut_argmax_join_parts(own, other);
            }
        } else {
            const cut_argmax_part right = cut_argmax_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = cut_argmax_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const cut_argmax_part right = cut_argmax_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = cut_argmax_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cut_argmax_part cut_argmax_whole_leaf(const float *a, unsigned lane)
{
    cut_argmax_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? cut_argmax_take(part[j], x[u][j], i) : cut_argmax_first(x[u][j], i);
            }
        }
    }
    return cut_argmax_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cut_argmax_part cut_argmax_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cut_argmax_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 2) {
        float x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? cut_argmax_take(part[j], x[u][j], i) : cut_argmax_first(x[u][j], i);
            }
        }
    }
    return cut_argmax_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ cut_argmax_state cut_argmax_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const cut_argmax_part part = left < 1024 ? cut_argmax_part_leaf(at, (unsigned)left, lane) : cut_argmax_whole_leaf(at, lane);
    return cut_argmax_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cut_argmax_state cut_argmax_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][3];
    __shared__ long long stack_index[4][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    cut_argmax_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = cut_argmax_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            cut_argmax_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = cut_argmax_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 16, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ cut_argmax_state cut_argmax_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[16];
    __shared__ long long leaf_index[16];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    cut_argmax_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = cut_argmax_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        cut_argmax_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = cut_argmax_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cut_argmax_state right = cut_argmax_down(state, next);
            if ((lane + next) * 1 < leaves) state = cut_argmax_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct cut_argmax_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ cut_argmax_range cut_argmax_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 37) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 8192ull;
    const long long guess = (long long)((double)place * (900.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 900ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 900ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 900ll + 1) - from) };
}

// The segment that a block's element is in; 900 if it is in none.
static __device__ __forceinline__ unsigned long long cut_argmax_segment_of(const long long *offsets, cut_argmax_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 8192ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 900ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long cut_argmax_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 37ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ cut_argmax_state cut_argmax_join_chunks(float *partials_value, long long *partials_index, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    cut_argmax_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 4) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 4 < nodes; group += 4) {
            const unsigned long long node = (group * 32 + lane) * 4;
            cut_argmax_state own[4];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned long long slot = cut_argmax_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 4; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = cut_argmax_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const cut_argmax_state right = cut_argmax_down(state, next);
                if (node + next * 4 < nodes) state = cut_argmax_join(state, right);
            }
            if (nodes > 32 * 4 && lane == 0) {
                const unsigned long long slot = cut_argmax_slot(node * width, first, last);
                partials_value[slot] = state.value;
                partials_index[slot] = state.index;
            }
        }
        if (nodes <= 32 * 4) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cut_argmax_window(const float *a, const long long *offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished, cut_argmax_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 37) return;
    const unsigned long long place = window * 8192ull, segment = cut_argmax_segment_of(offsets, near, thread % 32);
    if (segment >= 900ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 16384ull) return;
    const unsigned first = (unsigned)((begin + 8192 - 1) / 8192), last = (unsigned)((end - 1) / 8192);
    unsigned long long chunk = (place - begin) / 8192;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const cut_argmax_state state = cut_argmax_together(a + begin, count, from, min(from + 8, (count + 1024 - 1) / 1024), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
            partials_index[slot] = state.index;
        }
        slot += 37;
        chunk++;
    } while (window == last && slot < 2 * 37 && chunk * 8192 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const cut_argmax_state state = cut_argmax_join_chunks(partials_value, partials_index, (count + 8192 - 1) / 8192, first, last, thread);
    if (thread == 0) c[segment] = cut_argmax_result(state, count);
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void cut_argmax_rest(const float *a, const long long *offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished, cut_argmax_range near, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 32ull + (w * 32 + from) / 4, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const cut_argmax_state state = cut_argmax_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = cut_argmax_result(state, count);
            }
        }
    }
    cut_argmax_window(a, offsets, c, partials_value, partials_index, finished, near, thread);
}

extern "C" __global__ void __launch_bounds__(128) cut_argmax(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    const cut_argmax_range near = cut_argmax_search(offsets, (threadIdx.y * 4 + threadIdx.x) % 32);
    long long begin = 0, end = 0;
    if (segment < 900ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const float *const at = a + begin;
    float x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    cut_argmax_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        cut_argmax_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = cut_argmax_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = cut_argmax_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cut_argmax_part right = cut_argmax_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = cut_argmax_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = cut_argmax_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 900ull && count == columns) c[segment] = count > 0 ? cut_argmax_result(cut_argmax_of_leaf(part[0], 0), count) : cut_argmax_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
    const unsigned rest = __ballot_sync(0xffffffffu, is_first && count > 4096 && count <= 16384);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const cut_argmax_state state = cut_argmax_leaves(a + its_begin, its_count, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = cut_argmax_result(state, its_count);
    }
    cut_argmax_rest(a, offsets, c, partials_value, partials_index, finished, near, rest, thread);
}

// cutOnes_warps1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 37, block 128; elements: a 300000, offsets 10, c 9, partials_value 74, finished 37, 0 before and after

// What is known of some elements.
struct cutOnes_warps1_state {
    float value;
};

using cutOnes_warps1_part = cutOnes_warps1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_take(cutOnes_warps1_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_join(cutOnes_warps1_state left, cutOnes_warps1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_join_parts(cutOnes_warps1_part left, cutOnes_warps1_part right)
{
    return cutOnes_warps1_join(left, right);
}

static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_of_leaf(cutOnes_warps1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_down(cutOnes_warps1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_part_down(cutOnes_warps1_part p, unsigned lanes)
{
    return cutOnes_warps1_down(p, lanes);
}

static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_part_of(cutOnes_warps1_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cutOnes_warps1_result(cutOnes_warps1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float cutOnes_warps1_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_join_columns(cutOnes_warps1_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const cutOnes_warps1_part right = cutOnes_warps1_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = cutOnes_warps1_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = cutOnes_warps1_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_whole_leaf(const float *a, unsigned lane)
{
    cutOnes_warps1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? cutOnes_warps1_take(part[j], x[u][j], i) : cutOnes_warps1_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps1_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cutOnes_warps1_part cutOnes_warps1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cutOnes_warps1_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? cutOnes_warps1_take(part[j], x[u][j], i) : cutOnes_warps1_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps1_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const cutOnes_warps1_part part = left < 1024 ? cutOnes_warps1_part_leaf(at, (unsigned)left, lane) : cutOnes_warps1_whole_leaf(at, lane);
    return cutOnes_warps1_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 16, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][5];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    cutOnes_warps1_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = cutOnes_warps1_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            cutOnes_warps1_state before_it;
            before_it.value = stack_value[warp][level];
            state = cutOnes_warps1_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 16, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[16];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    cutOnes_warps1_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = cutOnes_warps1_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        cutOnes_warps1_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = cutOnes_warps1_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps1_state right = cutOnes_warps1_down(state, next);
            if ((lane + next) * 1 < leaves) state = cutOnes_warps1_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct cutOnes_warps1_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ cutOnes_warps1_range cutOnes_warps1_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 37) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 8192ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutOnes_warps1_segment_of(const long long *offsets, cutOnes_warps1_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 8192ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long cutOnes_warps1_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 37ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_join_chunks(float *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    cutOnes_warps1_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 4) {
            const unsigned long long node = (group * 32 + lane) * 8;
            cutOnes_warps1_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = cutOnes_warps1_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = cutOnes_warps1_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const cutOnes_warps1_state right = cutOnes_warps1_down(state, next);
                if (node + next * 8 < nodes) state = cutOnes_warps1_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = cutOnes_warps1_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutOnes_warps1_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cutOnes_warps1_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 37) return;
    const unsigned long long place = window * 8192ull, segment = cutOnes_warps1_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 16384ull) return;
    const unsigned first = (unsigned)((begin + 8192 - 1) / 8192), last = (unsigned)((end - 1) / 8192);
    unsigned long long chunk = (place - begin) / 8192;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const cutOnes_warps1_state state = cutOnes_warps1_together(a + begin, count, from, min(from + 8, (count + 1024 - 1) / 1024), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 37;
        chunk++;
    } while (window == last && slot < 2 * 37 && chunk * 8192 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const cutOnes_warps1_state state = cutOnes_warps1_join_chunks(partials_value, (count + 8192 - 1) / 8192, first, last, thread);
    if (thread == 0) c[segment] = cutOnes_warps1_result(state, count);
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void cutOnes_warps1_rest(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cutOnes_warps1_range near, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 4ull + w * 1 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const cutOnes_warps1_state state = cutOnes_warps1_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = cutOnes_warps1_result(state, count);
            }
        }
    }
    cutOnes_warps1_window(a, offsets, c, partials_value, finished, near, thread);
}

extern "C" __global__ void __launch_bounds__(128, 8) cutOnes_warps1(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 4ull + warp) * 1, segment = first + lane;
    const bool is_one = lane < 1 && segment < 9ull;
    const cutOnes_warps1_range near = cutOnes_warps1_search(offsets, lane);
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = cutOnes_warps1_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 16384 && count <= 16384);
    const unsigned own_count = count > 16384 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const cutOnes_warps1_state state = cutOnes_warps1_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = cutOnes_warps1_result(state, its_count);
    }
    cutOnes_warps1_rest(a, offsets, c, partials_value, finished, near, rest, threadIdx.x);
}

// cutOnes_warps4: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 37, block 128; elements: a 300000, offsets 10, c 9, partials_value 74, finished 37, 0 before and after

// What is known of some elements.
struct cutOnes_warps4_state {
    float value;
};

using cutOnes_warps4_part = cutOnes_warps4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_take(cutOnes_warps4_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_join(cutOnes_warps4_state left, cutOnes_warps4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_join_parts(cutOnes_warps4_part left, cutOnes_warps4_part right)
{
    return cutOnes_warps4_join(left, right);
}

static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_of_leaf(cutOnes_warps4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_down(cutOnes_warps4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_part_down(cutOnes_warps4_part p, unsigned lanes)
{
    return cutOnes_warps4_down(p, lanes);
}

static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_part_of(cutOnes_warps4_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cutOnes_warps4_result(cutOnes_warps4_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float cutOnes_warps4_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_join_columns(cutOnes_warps4_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const cutOnes_warps4_part right = cutOnes_warps4_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = cutOnes_warps4_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = cutOnes_warps4_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_whole_leaf(const float *a, unsigned lane)
{
    cutOnes_warps4_part part[4];
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
                part[j] = u || line ? cutOnes_warps4_take(part[j], x[u][j], i) : cutOnes_warps4_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps4_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cutOnes_warps4_part cutOnes_warps4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cutOnes_warps4_part part[4];
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
                if (i < count) part[j] = u || line ? cutOnes_warps4_take(part[j], x[u][j], i) : cutOnes_warps4_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps4_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const cutOnes_warps4_part part = left < 1024 ? cutOnes_warps4_part_leaf(at, (unsigned)left, lane) : cutOnes_warps4_whole_leaf(at, lane);
    return cutOnes_warps4_of_leaf(part, n * 1024);
}

// Leaves number `first` to `last` - 1 of a segment, at most 16, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[16];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    cutOnes_warps4_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = cutOnes_warps4_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        cutOnes_warps4_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = cutOnes_warps4_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps4_state right = cutOnes_warps4_down(state, next);
            if ((lane + next) * 1 < leaves) state = cutOnes_warps4_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct cutOnes_warps4_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ cutOnes_warps4_range cutOnes_warps4_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 37) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 8192ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutOnes_warps4_segment_of(const long long *offsets, cutOnes_warps4_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 8192ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long cutOnes_warps4_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 37ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_join_chunks(float *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    cutOnes_warps4_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 4) {
            const unsigned long long node = (group * 32 + lane) * 8;
            cutOnes_warps4_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = cutOnes_warps4_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = cutOnes_warps4_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const cutOnes_warps4_state right = cutOnes_warps4_down(state, next);
                if (node + next * 8 < nodes) state = cutOnes_warps4_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = cutOnes_warps4_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutOnes_warps4_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cutOnes_warps4_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 37) return;
    const unsigned long long place = window * 8192ull, segment = cutOnes_warps4_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 16384ull) return;
    const unsigned first = (unsigned)((begin + 8192 - 1) / 8192), last = (unsigned)((end - 1) / 8192);
    unsigned long long chunk = (place - begin) / 8192;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const cutOnes_warps4_state state = cutOnes_warps4_together(a + begin, count, from, min(from + 8, (count + 1024 - 1) / 1024), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 37;
        chunk++;
    } while (window == last && slot < 2 * 37 && chunk * 8192 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const cutOnes_warps4_state state = cutOnes_warps4_join_chunks(partials_value, (count + 8192 - 1) / 8192, first, last, thread);
    if (thread == 0) c[segment] = cutOnes_warps4_result(state, count);
}

extern "C" __global__ void __launch_bounds__(128, 8) cutOnes_warps4(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
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
        if (threadIdx.x == 0) c[segment] = cutOnes_warps4_result(state, count);
    } else if (threadIdx.x == 0 && segment < 9ull && count == 0)
        c[segment] = cutOnes_warps4_nothing();
    cutOnes_warps4_window(a, offsets, c, partials_value, finished, near, threadIdx.x);
}

// cutTurns: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 37, block 128; elements: a 300000, offsets 10, c 9, partials_value 74, finished 37, 0 before and after

// What is known of some elements.
struct cutTurns_state {
    float value;
};

using cutTurns_part = cutTurns_state; // what is known of some elements of one leaf

static __device__ __forceinline__ cutTurns_part cutTurns_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ cutTurns_part cutTurns_take(cutTurns_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ cutTurns_state cutTurns_join(cutTurns_state left, cutTurns_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ cutTurns_part cutTurns_join_parts(cutTurns_part left, cutTurns_part right)
{
    return cutTurns_join(left, right);
}

static __device__ __forceinline__ cutTurns_state cutTurns_of_leaf(cutTurns_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ cutTurns_state cutTurns_down(cutTurns_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ cutTurns_part cutTurns_part_down(cutTurns_part p, unsigned lanes)
{
    return cutTurns_down(p, lanes);
}

static __device__ __forceinline__ cutTurns_part cutTurns_part_of(cutTurns_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cutTurns_result(cutTurns_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float cutTurns_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ cutTurns_part cutTurns_join_columns(cutTurns_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const cutTurns_part right = cutTurns_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = cutTurns_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = cutTurns_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cutTurns_part cutTurns_whole_leaf(const float *a, unsigned lane)
{
    cutTurns_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? cutTurns_take(part[j], x[u][j], i) : cutTurns_first(x[u][j], i);
            }
        }
    }
    return cutTurns_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cutTurns_part cutTurns_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cutTurns_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? cutTurns_take(part[j], x[u][j], i) : cutTurns_first(x[u][j], i);
            }
        }
    }
    return cutTurns_join_columns(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ cutTurns_state cutTurns_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const cutTurns_part part = left < 1024 ? cutTurns_part_leaf(at, (unsigned)left, lane) : cutTurns_whole_leaf(at, lane);
    return cutTurns_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 16, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cutTurns_state cutTurns_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][5];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    cutTurns_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = cutTurns_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            cutTurns_state before_it;
            before_it.value = stack_value[warp][level];
            state = cutTurns_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 16, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ cutTurns_state cutTurns_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[16];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    cutTurns_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 4) {
        state = cutTurns_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        cutTurns_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = cutTurns_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutTurns_state right = cutTurns_down(state, next);
            if ((lane + next) * 1 < leaves) state = cutTurns_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct cutTurns_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ cutTurns_range cutTurns_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 37) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 8192ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutTurns_segment_of(const long long *offsets, cutTurns_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 8192ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long cutTurns_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 37ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ cutTurns_state cutTurns_join_chunks(float *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    cutTurns_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 4) {
            const unsigned long long node = (group * 32 + lane) * 8;
            cutTurns_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = cutTurns_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = cutTurns_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const cutTurns_state right = cutTurns_down(state, next);
                if (node + next * 8 < nodes) state = cutTurns_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = cutTurns_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutTurns_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cutTurns_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 37) return;
    const unsigned long long place = window * 8192ull, segment = cutTurns_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 16384ull) return;
    const unsigned first = (unsigned)((begin + 8192 - 1) / 8192), last = (unsigned)((end - 1) / 8192);
    unsigned long long chunk = (place - begin) / 8192;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const cutTurns_state state = cutTurns_together(a + begin, count, from, min(from + 8, (count + 1024 - 1) / 1024), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 37;
        chunk++;
    } while (window == last && slot < 2 * 37 && chunk * 8192 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const cutTurns_state state = cutTurns_join_chunks(partials_value, (count + 8192 - 1) / 8192, first, last, thread);
    if (thread == 0) c[segment] = cutTurns_result(state, count);
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void cutTurns_rest(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, cutTurns_range near, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[4];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 4; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 16ull + w * 4 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const cutTurns_state state = cutTurns_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = cutTurns_result(state, count);
            }
        }
    }
    cutTurns_window(a, offsets, c, partials_value, finished, near, thread);
}

extern "C" __global__ void __launch_bounds__(128, 8) cutTurns(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 4ull + warp) * 4, segment = first + lane;
    const bool is_one = lane < 4 && segment < 9ull;
    const cutTurns_range near = cutTurns_search(offsets, lane);
    long long begin = 0, end = 0;
    if (is_one) begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (is_one && count == 0) c[segment] = cutTurns_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 16384 && count <= 16384);
    const unsigned own_count = count > 16384 ? 0 : (unsigned)count;
#pragma unroll 1
    for (unsigned own = __ballot_sync(0xffffffffu, own_count > 0); own; own &= own - 1) {
        const unsigned from = __ffs(own) - 1, its_count = __shfl_sync(0xffffffffu, own_count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const cutTurns_state state = cutTurns_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + from] = cutTurns_result(state, its_count);
    }
    cutTurns_rest(a, offsets, c, partials_value, finished, near, rest, threadIdx.x);
}

// dealt: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 99 segments of 5000 elements, order fixed
// grid 2, block 64; elements: a 5000, offsets 100, c 99, partials_value 4, finished 2, 0 before and after

// What is known of some elements.
struct dealt_state {
    double value;
};

using dealt_part = dealt_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dealt_part dealt_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ dealt_part dealt_take(dealt_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ dealt_state dealt_join(dealt_state left, dealt_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dealt_part dealt_join_parts(dealt_part left, dealt_part right)
{
    return dealt_join(left, right);
}

static __device__ __forceinline__ dealt_state dealt_of_leaf(dealt_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ dealt_state dealt_down(dealt_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ dealt_part dealt_part_down(dealt_part p, unsigned lanes)
{
    return dealt_down(p, lanes);
}

static __device__ __forceinline__ dealt_part dealt_part_of(dealt_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ double dealt_result(dealt_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double dealt_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ dealt_part dealt_join_columns(dealt_part (&part)[2], unsigned columns, unsigned lane)
{
    unsigned group = 0; // the number of the lane's first
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned half = 2 / 2 / next;
        if (half > 0) {
            const bool upper = lane & next;
            if (upper) group += half;
#pragma unroll
            for (unsigned j = 0; j < half; j++) {
                dealt_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = dealt_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? dealt_join_parts(other, own) : dealt_join_parts(own, other);
            }
        } else {
            const dealt_part right = dealt_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = dealt_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
        const dealt_part right = dealt_part_down(part[0], 2 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = dealt_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ dealt_part dealt_whole_leaf(const double *a, unsigned lane)
{
    dealt_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) x[u][j] = a[(line + u) * 64 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                part[j] = u || line ? dealt_take(part[j], x[u][j], i) : dealt_first(x[u][j], i);
            }
        }
    }
    return dealt_join_columns<true>(part, 64, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ dealt_part dealt_part_leaf(const double *a, unsigned count, unsigned lane)
{
    dealt_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line * 64 < count; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) part[j] = u || line ? dealt_take(part[j], x[u][j], i) : dealt_first(x[u][j], i);
            }
        }
    }
    return dealt_join_columns<false>(part, min(count, 64u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ dealt_state dealt_leaf_of(const double *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 512;
    const double *const at = a + n * 512;
    const dealt_part part = left < 512 ? dealt_part_leaf(at, (unsigned)left, lane) : dealt_whole_leaf(at, lane);
    return dealt_of_leaf(part, n * 512);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ dealt_state dealt_leaves(const double *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ double stack_value[2][3];
    const unsigned leaves = (count + 512 - 1) / 512;
    dealt_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = dealt_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            dealt_state before_it;
            before_it.value = stack_value[warp][level];
            state = dealt_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ dealt_state dealt_together(const double *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ double leaf_value[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    dealt_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = dealt_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        dealt_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = dealt_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const dealt_state right = dealt_down(state, next);
            if ((lane + next) * 1 < leaves) state = dealt_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct dealt_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ dealt_range dealt_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 2) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 4096ull;
    const long long guess = (long long)((double)place * (99.0 / 5000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 99ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 99ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 99ll + 1) - from) };
}

// The segment that a block's element is in; 99 if it is in none.
static __device__ __forceinline__ unsigned long long dealt_segment_of(const long long *offsets, dealt_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 4096ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 99ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long dealt_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 2ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ dealt_state dealt_join_chunks(double *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    dealt_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 2) {
            const unsigned long long node = (group * 32 + lane) * 8;
            dealt_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = dealt_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = dealt_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const dealt_state right = dealt_down(state, next);
                if (node + next * 8 < nodes) state = dealt_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = dealt_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void dealt_window(const double *a, const long long *offsets, double *c, double *partials_value, unsigned *finished, dealt_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 2) return;
    const unsigned long long place = window * 4096ull, segment = dealt_segment_of(offsets, near, thread % 32);
    if (segment >= 99ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 5000ull) return; // offsets that are wrong
    if (count <= 4096ull) return;
    const unsigned first = (unsigned)((begin + 4096 - 1) / 4096), last = (unsigned)((end - 1) / 4096);
    unsigned long long chunk = (place - begin) / 4096;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const dealt_state state = dealt_together(a + begin, count, from, min(from + 8, (count + 512 - 1) / 512), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 2;
        chunk++;
    } while (window == last && slot < 2 * 2 && chunk * 4096 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const dealt_state state = dealt_join_chunks(partials_value, (count + 4096 - 1) / 4096, first, last, thread);
    if (thread == 0) c[segment] = dealt_result(state, count);
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void dealt_rest(const double *a, const long long *offsets, double *c, double *partials_value, unsigned *finished, dealt_range near, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 64ull + w * 32 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const dealt_state state = dealt_together(a + begin, count, 0, (count + 512 - 1) / 512, thread);
                if (thread == 0) c[segment] = dealt_result(state, count);
            }
        }
    }
    dealt_window(a, offsets, c, partials_value, finished, near, thread);
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

// dealtCut: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of float32, 999 segments of 300000 elements, order fixed
// grid 37, block 64; elements: a 300000, offsets 1000, c 999, partials_value 74, partials_index 74, finished 37, 0 before and after

// What is known of some elements.
struct dealtCut_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct dealtCut_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool dealtCut_beats(float a, float b)
{
    return b == b && !(a >= b);
}

static __device__ __forceinline__ dealtCut_part dealtCut_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ dealtCut_part dealtCut_take(dealtCut_part p, float x, unsigned i)
{
    if (dealtCut_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ dealtCut_state dealtCut_join(dealtCut_state left, dealtCut_state right)
{
    const bool equal = !dealtCut_beats(left.value, right.value);
    return dealtCut_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ dealtCut_part dealtCut_join_parts(dealtCut_part left, dealtCut_part right)
{
    const bool equal = !dealtCut_beats(left.value, right.value);
    return dealtCut_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ dealtCut_state dealtCut_of_leaf(dealtCut_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ dealtCut_state dealtCut_down(dealtCut_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ dealtCut_part dealtCut_part_down(dealtCut_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ dealtCut_part dealtCut_part_of(dealtCut_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long dealtCut_result(dealtCut_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long dealtCut_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result. As long as lanes have
// several groups of columns, 32 apart, two neighbours hand each other half of theirs.
template <bool full>
static __device__ __forceinline__ dealtCut_part dealtCut_join_columns(dealtCut_part (&part)[4], unsigned columns, unsigned lane)
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
                dealtCut_part own = part[j], other = part[half + j];
                if (upper) {
                    own = other;
                    other = part[j];
                }
                other = dealtCut_part_of(other, lane ^ next, 32);
                part[j] = upper ? other : own;
                if (full || 32 * (group + j) + lane / next / 2 * next * 2 + next < columns) part[j] = upper ? dealtCut_join_parts(other, own) : dealtCut_join_parts(own, other);
            }
        } else {
            const dealtCut_part right = dealtCut_part_down(part[0], next);
            if (full || 32 * group + lane / next * next + next < columns) part[0] = dealtCut_join_parts(part[0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const dealtCut_part right = dealtCut_part_down(part[0], 4 / 2 / next);
        if (full || 32 * (group + next) < columns) part[0] = dealtCut_join_parts(part[0], right);
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ dealtCut_part dealtCut_whole_leaf(const float *a, unsigned lane)
{
    dealtCut_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) x[u][j] = a[(line + u) * 128 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                part[j] = u || line ? dealtCut_take(part[j], x[u][j], i) : dealtCut_first(x[u][j], i);
            }
        }
    }
    return dealtCut_join_columns<true>(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ dealtCut_part dealtCut_part_leaf(const float *a, unsigned count, unsigned lane)
{
    dealtCut_part part[4];
#pragma unroll 1
    for (unsigned line = 0; line * 128 < count; line += 4) {
        float x[4][4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = (line + u) * 128 + 32 * j + lane;
                if (i < count) part[j] = u || line ? dealtCut_take(part[j], x[u][j], i) : dealtCut_first(x[u][j], i);
            }
        }
    }
    return dealtCut_join_columns<false>(part, min(count, 128u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ dealtCut_state dealtCut_leaf_of(const float *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 1024;
    const float *const at = a + n * 1024;
    const dealtCut_part part = left < 1024 ? dealtCut_part_leaf(at, (unsigned)left, lane) : dealtCut_whole_leaf(at, lane);
    return dealtCut_of_leaf(part, n * 1024);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ dealtCut_state dealtCut_leaves(const float *a, unsigned count, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][3];
    __shared__ long long stack_index[2][3];
    const unsigned leaves = (count + 1024 - 1) / 1024;
    dealtCut_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = dealtCut_leaf_of(a, count, n, lane);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            dealtCut_state before_it;
            before_it.value = stack_value[warp][level];
            before_it.index = stack_index[warp][level];
            state = dealtCut_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    return state;
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ dealtCut_state dealtCut_together(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ float leaf_value[8];
    __shared__ long long leaf_index[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    dealtCut_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 2) {
        state = dealtCut_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        dealtCut_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = dealtCut_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const dealtCut_state right = dealtCut_down(state, next);
            if ((lane + next) * 1 < leaves) state = dealtCut_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct dealtCut_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ dealtCut_range dealtCut_search(const int *offsets, unsigned lane)
{
    if (blockIdx.x >= 37) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 8192ull;
    const long long guess = (long long)((double)place * (999.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 999ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 999ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 999ll + 1) - from) };
}

// The segment that a block's element is in; 999 if it is in none.
static __device__ __forceinline__ unsigned long long dealtCut_segment_of(const int *offsets, dealtCut_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 8192ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 999ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long dealtCut_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 37ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ dealtCut_state dealtCut_join_chunks(float *partials_value, long long *partials_index, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    dealtCut_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 4) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 4 < nodes; group += 2) {
            const unsigned long long node = (group * 32 + lane) * 4;
            dealtCut_state own[4];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned long long slot = dealtCut_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 4; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = dealtCut_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const dealtCut_state right = dealtCut_down(state, next);
                if (node + next * 4 < nodes) state = dealtCut_join(state, right);
            }
            if (nodes > 32 * 4 && lane == 0) {
                const unsigned long long slot = dealtCut_slot(node * width, first, last);
                partials_value[slot] = state.value;
                partials_index[slot] = state.index;
            }
        }
        if (nodes <= 32 * 4) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void dealtCut_window(const float *a, const int *offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished, dealtCut_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 37) return;
    const unsigned long long place = window * 8192ull, segment = dealtCut_segment_of(offsets, near, thread % 32);
    if (segment >= 999ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end < begin || end > 300000ull) __trap();
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 8192ull) return;
    const unsigned first = (unsigned)((begin + 8192 - 1) / 8192), last = (unsigned)((end - 1) / 8192);
    unsigned long long chunk = (place - begin) / 8192;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const dealtCut_state state = dealtCut_together(a + begin, count, from, min(from + 8, (count + 1024 - 1) / 1024), thread);
        if (thread == 0) {
            partials_value[slot] = state.value;
            partials_index[slot] = state.index;
        }
        slot += 37;
        chunk++;
    } while (window == last && slot < 2 * 37 && chunk * 8192 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const dealtCut_state state = dealtCut_join_chunks(partials_value, partials_index, (count + 8192 - 1) / 8192, first, last, thread);
    if (thread == 0) c[segment] = dealtCut_result(state, count);
}

// What a block's warps leave: of each of them the lanes whose segments are for the whole block, and what else it has.
static __device__ __forceinline__ void dealtCut_rest(const float *a, const int *offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished, dealtCut_range near, unsigned own, unsigned thread)
{
    __shared__ unsigned waiting[2];
    if (thread % 32 == 0) waiting[thread / 32] = own;
    if (__syncthreads_or(own != 0)) {
#pragma unroll 1
        for (unsigned w = 0; w < 2; w++) {
#pragma unroll 1
            for (unsigned bits = waiting[w]; bits; bits &= bits - 1) {
                const unsigned from = __ffs(bits) - 1;
                const unsigned long long segment = blockIdx.x * 64ull + w * 32 + from, begin = offsets[segment], count = offsets[segment + 1] - begin;
                const dealtCut_state state = dealtCut_together(a + begin, count, 0, (count + 1024 - 1) / 1024, thread);
                if (thread == 0) c[segment] = dealtCut_result(state, count);
            }
        }
    }
    dealtCut_window(a, offsets, c, partials_value, partials_index, finished, near, thread);
}

// The first `count` elements, at most 4, from number `from` on.
static __device__ __forceinline__ void dealtCut_piece(const float *a, unsigned long long from, unsigned count, float (&x)[4])
{
    const float *const at = a + from;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        if (i < count) x[i] = at[i];
    }
}

// A piece, of whose elements `left` are there, the first of them number `column` of its leaf, begins parts or is taken.
template <bool begins>
static __device__ __forceinline__ void dealtCut_take_piece(dealtCut_part (&part)[4], const float (&x)[4], unsigned left, unsigned column)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const float e = x[i];
        if (i < left) part[i] = begins ? dealtCut_first(e, column + i) : dealtCut_take(part[i], e, column + i);
    }
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void dealtCut_join_piece(dealtCut_part (&part)[4], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 4; i += 2 * next) {
            if (i + next < left) part[i] = dealtCut_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned dealtCut_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ dealtCut_part dealtCut_pack(const float *a, unsigned long long begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 128u) + 4 - 1) / 4 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealtCut_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 4 * 4)) { // a few pieces each
        dealtCut_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 4)) break;
            float x[4];
            dealtCut_part own[4];
            const unsigned left = own_count > k * 4 ? own_count - k * 4 : 0;
            dealtCut_piece(a, begin + k * 4, min(left, 4u), x);
            dealtCut_take_piece<true>(own, x, left, k * 4);
            dealtCut_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = dealtCut_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = dealtCut_join_parts(half, own[0]);
        }
        if (own_count > 2 * 4) whole = dealtCut_join_parts(whole, half);
        return whole;
    }
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[1], left[1]; // the lane's piece, and elements from its first on
        unsigned long long place[1];
        unsigned from[1]; // where the lane's segment begins
        bool starts[1];
        float x[1][4];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            unsigned owner = taken, begins = 0;
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            if (ready != taken + 1) { // not one alone
                const unsigned marks = dealtCut_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 4;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealtCut_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealtCut_part part[1][4];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) dealtCut_take_piece<true>(part[u], x[u], left[u], column[u]);
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 1; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 128; __any_sync(0xffffffffu, line < most); line += 128) {
#pragma unroll
            for (unsigned u = 0; u < 1; u++)
                dealtCut_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 1; u++) {
                if (left[u] > line) dealtCut_take_piece<false>(part[u], x[u], left[u] - line, column[u] + line);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            dealtCut_part(&own)[4] = part[u];
            dealtCut_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 4 < left[u])) break;
                const dealtCut_part right = dealtCut_part_down(own[0], next);
                if (next * 4 < left[u]) own[0] = dealtCut_join_parts(own[0], right);
            }
            const dealtCut_part made = dealtCut_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
extern "C" __global__ void __launch_bounds__(64) dealtCut(const float *__restrict__ a, const int *__restrict__ offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 32, segment = first + lane;
    const dealtCut_range near = dealtCut_search(offsets, lane);
    int begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 300000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 1024 ? (unsigned)count : 0; // more are for the whole warp, below
    const dealtCut_part whole = dealtCut_pack(a, begin, own_count, lane);
    if (segment < 999ull && count == own_count) c[segment] = count > 0 ? dealtCut_result(dealtCut_of_leaf(whole, 0), count) : dealtCut_nothing();
    const unsigned rest = __ballot_sync(0xffffffffu, count > 4096 && count <= 8192);
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, count > 1024 && count <= 4096); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned owner = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, owner);
        const int its_begin = __shfl_sync(0xffffffffu, begin, owner);
        const dealtCut_state state = dealtCut_leaves(a + its_begin, its_count, lane, warp);
        if (lane == 0) c[first + owner] = dealtCut_result(state, its_count);
    }
    dealtCut_rest(a, offsets, c, partials_value, partials_index, finished, near, rest, threadIdx.x);
}

// shared_sum: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, 999 segments of 300000 elements, order fixed
// grid 21, block 128; elements: a 300000, offsets 1000, c 999, partials_value 82, finished 41, 0 before and after

// What is known of some elements.
struct shared_sum_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct shared_sum_part {
    int value;
};

static __device__ __forceinline__ shared_sum_state shared_sum_join(shared_sum_state left, shared_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shared_sum_part shared_sum_join_parts(shared_sum_part left, shared_sum_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shared_sum_state shared_sum_of_leaf(shared_sum_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ shared_sum_state shared_sum_down(shared_sum_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ shared_sum_part shared_sum_part_down(shared_sum_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ shared_sum_part shared_sum_part_of(shared_sum_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ long long shared_sum_result(shared_sum_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ long long shared_sum_nothing()
{
    return 0;
}

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

// shared_argmin: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of int8, 999 segments of 300000 elements, order fixed
// grid 21, block 128; elements: a 300000, offsets 1000, c 999, partials_value 82, partials_index 82, finished 41, 0 before and after

// What is known of some elements.
struct shared_argmin_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf.
struct shared_argmin_part {
    int key;
};

static __device__ __forceinline__ bool shared_argmin_beats(int a, int b)
{
    return a < b;
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

static __device__ __forceinline__ shared_argmin_state shared_argmin_join(shared_argmin_state left, shared_argmin_state right)
{
    const bool equal = !shared_argmin_beats(left.value, right.value);
    return shared_argmin_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ shared_argmin_part shared_argmin_join_parts(shared_argmin_part left, shared_argmin_part right)
{
    return { min(left.key, right.key) };
}

static __device__ __forceinline__ shared_argmin_state shared_argmin_of_leaf(shared_argmin_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + low) };
}

static __device__ __forceinline__ shared_argmin_state shared_argmin_down(shared_argmin_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ shared_argmin_part shared_argmin_part_down(shared_argmin_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ shared_argmin_part shared_argmin_part_of(shared_argmin_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.key, lane, lanes) };
}

static __device__ __forceinline__ long long shared_argmin_result(shared_argmin_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long shared_argmin_nothing()
{
    return -1;
}

// Line `line` of a leaf, of which `count` elements are there, all of this line if it is full; a lane has words 32
// apart, each put together of the two that it lies in.
template <bool begins, bool full>
static __device__ __forceinline__ void shared_argmin_take_line(shared_argmin_part (&part)[4][4], const signed char *at, unsigned line, unsigned count, unsigned lane)
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
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const signed char x = (signed char)(word >> i * 8);
            if (full || first + i < count) part[j][i] = begins ? shared_argmin_first(x, first + i) : shared_argmin_take(part[j][i], x, first + i);
        }
    }
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ shared_argmin_part shared_argmin_leaf(const signed char *at, unsigned count, unsigned lane)
{
    shared_argmin_part part[4][4];
    shared_argmin_take_line<true, false>(part, at, 0, count, lane);
    unsigned line = 1;
#pragma unroll 1
    for (; (line + 1) * 512 <= count; line++) shared_argmin_take_line<false, true>(part, at, line, count, lane);
    if (line * 512 < count) shared_argmin_take_line<false, false>(part, at, line, count, lane);
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if ((32 * j + lane) * 4 + i + next < count) part[j][i] = shared_argmin_join_parts(part[j][i], part[j][i + next]);
            }
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const shared_argmin_part right = shared_argmin_part_down(part[j][0], next);
            if ((32 * j + lane + next) * 4 < count) part[j][0] = shared_argmin_join_parts(part[j][0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) * 4 < count) part[j][0] = shared_argmin_join_parts(part[j][0], part[j + next][0]);
        }
    }
    return part[0][0];
}

// Words of the first `count` elements, at most 16, from number `from` on.
static __device__ __forceinline__ void shared_argmin_piece(const signed char *a, unsigned from, unsigned count, unsigned (&x)[4])
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
static __device__ __forceinline__ void shared_argmin_take_piece(shared_argmin_part (&part)[16], const unsigned (&x)[4], unsigned left, unsigned column)
{
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        const signed char e = (signed char)(x[i / 4] >> i % 4 * 8);
        if (i < left) part[i] = begins ? shared_argmin_first(e, column + i) : shared_argmin_take(part[i], e, column + i);
    }
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void shared_argmin_join_piece(shared_argmin_part (&part)[16], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 16; i += 2 * next) {
            if (i + next < left) part[i] = shared_argmin_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned shared_argmin_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ shared_argmin_part shared_argmin_pack(const signed char *a, unsigned begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 512u) + 16 - 1) / 16 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    shared_argmin_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 16 * 4)) { // a few pieces each
        shared_argmin_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 16)) break;
            unsigned x[4];
            shared_argmin_part own[16];
            const unsigned left = own_count > k * 16 ? own_count - k * 16 : 0;
            shared_argmin_piece(a, begin + k * 16, min(left, 16u), x);
            shared_argmin_take_piece<true>(own, x, left, k * 16);
            shared_argmin_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = shared_argmin_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = shared_argmin_join_parts(half, own[0]);
        }
        if (own_count > 2 * 16) whole = shared_argmin_join_parts(whole, half);
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
                const unsigned marks = shared_argmin_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 16;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            shared_argmin_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        shared_argmin_part part[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) shared_argmin_take_piece<true>(part[u], x[u], left[u], column[u]);
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 1; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 512; __any_sync(0xffffffffu, line < most); line += 512) {
#pragma unroll
            for (unsigned u = 0; u < 1; u++)
                shared_argmin_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 1; u++) {
                if (left[u] > line) shared_argmin_take_piece<false>(part[u], x[u], left[u] - line, column[u] + line);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            shared_argmin_part(&own)[16] = part[u];
            shared_argmin_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 16 < left[u])) break;
                const shared_argmin_part right = shared_argmin_part_down(own[0], next);
                if (next * 16 < left[u]) own[0] = shared_argmin_join_parts(own[0], right);
            }
            const shared_argmin_part made = shared_argmin_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
// The first segment that begins at `place` or behind it, tolls included; 999 if none does. For all threads.
static __device__ __forceinline__ unsigned long long shared_argmin_segment_from(const long long *offsets, unsigned long long place)
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
static __device__ __forceinline__ void shared_argmin_copy(unsigned char *to, const char *from)
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
static __device__ __forceinline__ bool shared_argmin_climb(shared_argmin_state &state, int *partials_value, long long *partials_index, unsigned *finished, unsigned long long window, unsigned long long index, unsigned long long nodes, unsigned lane)
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
                partials_index[slot] = state.index;
                __threadfence(); // who sees the count sees the state
                before = atomicInc(finished + window + first * width + level, count - 1); // back to 0 by the last
                __threadfence();
            }
            if (__shfl_sync(0xffffffffu, before, 0) != count - 1) return false;
            __syncwarp();
            slot = (first + lane) * width;
            slot = window + (slot ? 41 + slot : 0);
            if (lane < count) state = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const shared_argmin_state right = shared_argmin_down(state, next);
                if (lane + next < count) state = shared_argmin_join(state, right);
            }
        }
        index = first / 32;
    }
    return true;
}

extern "C" __global__ void __launch_bounds__(128, 8) shared_argmin(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c, int *partials_value, long long *partials_index, unsigned *finished)
{
    __shared__ __align__(16) unsigned char data[24608];
    __shared__ unsigned entry[514]; // where the block's segments begin, from the first
    __shared__ int starts[2][6]; // segments whose chunks begin with that leaf; -1: the one before, -2: none
    __shared__ int leaf_value[2][6]; // what leaves make, likewise: a segment's first, and others
    __shared__ long long leaf_index[2][6]; // what leaves make, likewise: a segment's first, and others
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned long long low = blockIdx.x * 16384ull;
    const unsigned long long first = blockIdx.x > 0 ? shared_argmin_segment_from(offsets, low) : 0;
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
            shared_argmin_copy(data + i, piece);
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
        const shared_argmin_part whole = shared_argmin_pack(own_at, begin, alone ? 0 : count, lane);
        if (mine && !alone) c[first + segment] = count > 0 ? shared_argmin_result(shared_argmin_of_leaf(whole, 0), count) : shared_argmin_nothing();
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
                const shared_argmin_state state = shared_argmin_of_leaf(shared_argmin_leaf(its_at + n * 4096, min(its_count - n * 4096, 4096u), lane), number + n * 4096);
                const unsigned slot = (cost + n * 4096) / 4096, kind = its < 0 || n > 0;
                if (lane == 0) {
                    if (n % 2 == 0) starts[kind][slot] = its;
                    leaf_value[kind][slot] = state.value;
                    leaf_index[kind][slot] = state.index;
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
        shared_argmin_state state;
        if (lane < leaves) {
            const unsigned kind = lane > 0 || n % 2;
            state.value = leaf_value[kind][slot + lane];
            state.index = leaf_index[kind][slot + lane];
        }
#pragma unroll
        for (unsigned next = 1; next < 2; next *= 2) {
            const shared_argmin_state right = shared_argmin_down(state, next);
            if (lane + next < leaves) state = shared_argmin_join(state, right);
        }
        if (!shared_argmin_climb(state, partials_value, partials_index, finished, cost / 8192, index, (count + 8192 - 1) / 8192, lane)) continue;
        if (lane == 0) c[segment] = shared_argmin_result(state, count);
    }
}

// sharedPairs: reduce family of tilewright 0.1.0, from reduce-forms.json; max of float16, 999 segments of 300000 elements, order fixed
// grid 78, block 64; elements: a 300000, offsets 1000, c 999, partials_value 310, finished 155, 0 before and after

// What is known of some elements.
struct sharedPairs_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, whose max is looked for.
struct sharedPairs_part {
    unsigned value = 0xfc00fc00u;
};

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned sharedPairs_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7c000001;
}

static __device__ __forceinline__ int sharedPairs_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ unsigned sharedPairs_pairs(unsigned a, unsigned b)
{
#if __CUDA_ARCH__ >= 800
    unsigned pair;
    asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(pair) : "r"(a), "r"(b));
    return pair;
#else
    const unsigned low = max(sharedPairs_rank((unsigned short)a), sharedPairs_rank((unsigned short)b)), high = max(sharedPairs_rank(a >> 16), sharedPairs_rank(b >> 16));
    return (unsigned)sharedPairs_ranked(low) >> 16 | ((unsigned)sharedPairs_ranked(high) & 0xffff0000u);
#endif
}

static __device__ __forceinline__ sharedPairs_state sharedPairs_join(sharedPairs_state left, sharedPairs_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ sharedPairs_part sharedPairs_join_parts(sharedPairs_part left, sharedPairs_part right)
{
    return { sharedPairs_pairs(left.value, right.value) };
}

static __device__ __forceinline__ sharedPairs_state sharedPairs_of_leaf(sharedPairs_part p, unsigned long long)
{
    const unsigned pair = sharedPairs_pairs(p.value, p.value << 16);
    return { sharedPairs_rank(pair >> 16) };
}

static __device__ __forceinline__ sharedPairs_state sharedPairs_down(sharedPairs_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sharedPairs_part sharedPairs_part_down(sharedPairs_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ sharedPairs_part sharedPairs_part_of(sharedPairs_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ unsigned short sharedPairs_result(sharedPairs_state s, unsigned long long)
{
    const int bits = sharedPairs_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

static __device__ __forceinline__ unsigned short sharedPairs_nothing()
{
    return 0xfc00;
}

// Takes all elements of a word at once, of which the first `bits` exist: nothing is rounded, so any order will do.
static __device__ __forceinline__ sharedPairs_part sharedPairs_take_word(sharedPairs_part p, unsigned word, int bits)
{
    const unsigned own = __funnelshift_lc(~0u, 0, max(bits, 0)), w = (word & own) | (0xfc00fc00u & ~own);
    p.value = sharedPairs_pairs(p.value, w);
    return p;
}

// Line `line` of a leaf, of which `count` elements are there, all of this line if it is full; a lane has words 32
// apart, each put together of the two that it lies in.
template <bool begins, bool full>
static __device__ __forceinline__ void sharedPairs_take_line(sharedPairs_part (&part)[4][1], const unsigned short *at, unsigned line, unsigned count, unsigned lane)
{
    const unsigned skip = (unsigned)(unsigned long long)at % 4, there = skip + count * 2;
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
        const unsigned word = __funnelshift_r(w[j], next[j], skip * 8), first = line * 256 + (32 * j + lane) * 2;
        if (begins) part[j][0] = {};
        part[j][0] = sharedPairs_take_word(part[j][0], word, full ? 32 : (int)(count - first) * 16);
    }
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ sharedPairs_part sharedPairs_leaf(const unsigned short *at, unsigned count, unsigned lane)
{
    sharedPairs_part part[4][1];
    sharedPairs_take_line<true, false>(part, at, 0, count, lane);
    unsigned line = 1;
#pragma unroll 1
    for (; (line + 1) * 256 <= count; line++) sharedPairs_take_line<false, true>(part, at, line, count, lane);
    if (line * 256 < count) sharedPairs_take_line<false, false>(part, at, line, count, lane);
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const sharedPairs_part right = sharedPairs_part_down(part[j][0], next);
            if ((32 * j + lane + next) * 2 < count) part[j][0] = sharedPairs_join_parts(part[j][0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) * 2 < count) part[j][0] = sharedPairs_join_parts(part[j][0], part[j + next][0]);
        }
    }
    return part[0][0];
}

// Words of the first `count` elements, at most 8, from number `from` on.
static __device__ __forceinline__ void sharedPairs_piece(const unsigned short *a, unsigned from, unsigned count, unsigned (&x)[4])
{
    const unsigned short *const at = a + from;
    const unsigned skip = (unsigned)(unsigned long long)at % 4;
    const unsigned there = count > 0 ? skip + count * 2 : 0;
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
static __device__ __forceinline__ void sharedPairs_take_piece(sharedPairs_part (&part)[1], const unsigned (&x)[4], unsigned left, unsigned column)
{
    if (begins) part[0] = {};
#pragma unroll
    for (unsigned k = 0; k < 4; k++) part[0] = sharedPairs_take_word(part[0], x[k], (int)(left * 16 - 32 * k));
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void sharedPairs_join_piece(sharedPairs_part (&part)[1], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 1; i += 2 * next) {
            if (i + next < left) part[i] = sharedPairs_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned sharedPairs_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ sharedPairs_part sharedPairs_pack(const unsigned short *a, unsigned begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 256u) + 8 - 1) / 8 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    sharedPairs_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 8 * 4)) { // a few pieces each
        sharedPairs_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 8)) break;
            unsigned x[4];
            sharedPairs_part own[1];
            const unsigned left = own_count > k * 8 ? own_count - k * 8 : 0;
            sharedPairs_piece(a, begin + k * 8, min(left, 8u), x);
            sharedPairs_take_piece<true>(own, x, left, k * 8);
            sharedPairs_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = sharedPairs_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = sharedPairs_join_parts(half, own[0]);
        }
        if (own_count > 2 * 8) whole = sharedPairs_join_parts(whole, half);
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
                const unsigned marks = sharedPairs_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 8;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            sharedPairs_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        sharedPairs_part part[1][1];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) sharedPairs_take_piece<true>(part[u], x[u], left[u], column[u]);
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 1; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 256; __any_sync(0xffffffffu, line < most); line += 256) {
#pragma unroll
            for (unsigned u = 0; u < 1; u++)
                sharedPairs_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 1; u++) {
                if (left[u] > line) sharedPairs_take_piece<false>(part[u], x[u], left[u] - line, column[u] + line);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            sharedPairs_part(&own)[1] = part[u];
            sharedPairs_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 8 < left[u])) break;
                const sharedPairs_part right = sharedPairs_part_down(own[0], next);
                if (next * 8 < left[u]) own[0] = sharedPairs_join_parts(own[0], right);
            }
            const sharedPairs_part made = sharedPairs_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
// The first segment that begins at `place` or behind it, tolls included; 999 if none does. For all threads.
static __device__ __forceinline__ unsigned long long sharedPairs_segment_from(const long long *offsets, unsigned long long place)
{
    unsigned long long low = 0, size = 999ull; // of segments from `low` on it is not known
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 64 - 1) / 64;
        const unsigned long long mine = threadIdx.x * step, at = low + mine;
        const bool before = mine < size && (unsigned long long)offsets[at] + at * 16 < place;
        const unsigned found = __syncthreads_count(before);
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low;
}

// Copies 16 bytes to shared memory.
static __device__ __forceinline__ void sharedPairs_copy(unsigned char *to, const char *from)
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
static __device__ __forceinline__ bool sharedPairs_climb(sharedPairs_state &state, unsigned *partials_value, unsigned *finished, unsigned long long window, unsigned long long index, unsigned long long nodes, unsigned lane)
{
    unsigned long long width = 1;
    unsigned level = 0;
#pragma unroll 1
    for (; nodes > 1; nodes = (nodes + 31) / 32, width *= 32, level++) {
        const unsigned long long first = index / 32 * 32;
        const unsigned count = (unsigned)min(nodes - first, 32ull);
        if (count > 1) {
            unsigned long long slot = index * width;
            slot = window + (slot ? 155 + slot : 0);
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
            slot = window + (slot ? 155 + slot : 0);
            if (lane < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const sharedPairs_state right = sharedPairs_down(state, next);
                if (lane + next < count) state = sharedPairs_join(state, right);
            }
        }
        index = first / 32;
    }
    return true;
}

extern "C" __global__ void __launch_bounds__(64, 16) sharedPairs(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, unsigned short *c, unsigned *partials_value, unsigned *finished)
{
    __shared__ __align__(16) unsigned char data[12320];
    __shared__ unsigned entry[258]; // where the block's segments begin, from the first
    __shared__ int starts[2][3]; // segments whose chunks begin with that leaf; -1: the one before, -2: none
    __shared__ unsigned leaf_value[2][3]; // what leaves make, likewise: a segment's first, and others
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned long long low = blockIdx.x * 4096ull;
    const unsigned long long first = blockIdx.x > 0 ? sharedPairs_segment_from(offsets, low) : 0;
    const unsigned long long base = offsets[first], before = offsets[first > 0 ? first - 1 : 0];
    if (thread < 2 * 3) starts[thread % 2][thread / 2] = -2;
    unsigned own = 0; // segments of the block
#pragma unroll 1
    for (unsigned i = thread;; i += 64) {
        bool mine = false;
        if (first + i <= 999ull && i < 258) {
            const unsigned long long begin = offsets[first + i];
            entry[i] = (unsigned)min(begin - base, 0x7fffffffull);
            mine = first + i < 999ull && i + 1 < 258 && begin + (first + i) * 16 < low + 4096;
        }
        const unsigned count = __syncthreads_count(mine);
        own += count;
        if (count < 64) break;
    }

    // the segment before, of which chunks may begin here
    unsigned long long chunk = 0, carry_count = 0, carry_cost = 0;
    unsigned chunks = 0;
    if (first > 0) {
        carry_count = base > before ? base - before : 0;
        carry_cost = before + (first - 1) * 16;
        chunk = (low - carry_cost + 2048 - 1) / 2048;
        const unsigned long long past = min((low + 4096 - carry_cost + 2048 - 1) / 2048, (carry_count + 2048 - 1) / 2048);
        if (past > chunk) chunks = (unsigned)(past - chunk);
    }
    const unsigned long long last_end = entry[own] < 0x7fffffff ? base + entry[own] : offsets[first + own];
    const unsigned long long from = chunks > 0 ? before + chunk * 2048 : base;
    const unsigned lead = (unsigned)(base + first * 16 - low); // the first segment's cost, from the block's on
    unsigned long long to = min(base, from + chunks * 2048);
    if (own > 0) {
        const unsigned room = 4096 - (lead + entry[own - 1] + (own - 1) * 16);
        to = min(last_end, base + entry[own - 1] + (room + 2048 - 1) / 2048 * 2048);
    }
    to = max(from, min(to, from + 4096 + 2048));
    const char *const source = (const char *)(a + from);
    const unsigned skip = (unsigned)((unsigned long long)source % 16), bytes = skip + (unsigned)(to - from) * 2;
#pragma unroll 4
    for (unsigned i = thread * 16; i < bytes; i += 64 * 16) {
        const char *const piece = source - skip + i;
        if (piece >= (const char *)a && piece + 16 <= (const char *)(a + 300000ull)) {
            sharedPairs_copy(data + i, piece);
        } else { // at the begin or end of the array
            const unsigned short *const x = (const unsigned short *)piece;
#pragma unroll 1
            for (unsigned k = 0; k < 8; k++) {
                if (x + k >= a + from && x + k < a + to) ((unsigned short *)(data + i))[k] = x[k];
            }
        }
    }
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncthreads();

    // a warp's part: from `begins` to `ends`, as costs from the block's on
    const unsigned short *const first_at = (const unsigned short *)(data + skip);
    const unsigned short *const own_at = first_at + (unsigned)(base - from);
    const unsigned begins = warp * 2048, ends = begins + 2048;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned size = own; size > 0;) {
        const unsigned step = (size + 31) / 32, i = at + lane * step;
        const bool is_before = lane * step < size && lead + entry[i] + i * 16 < begins;
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
        const bool mine = segment < own && lead + entry[segment] + segment * 16 < ends;
        const unsigned begin = mine ? entry[segment] : 0, count = mine ? entry[segment + 1] - begin : 0;
        const bool alone = count > 2048;
        const sharedPairs_part whole = sharedPairs_pack(own_at, begin, alone ? 0 : count, lane);
        if (mine && !alone) c[first + segment] = count > 0 ? sharedPairs_result(sharedPairs_of_leaf(whole, 0), count) : sharedPairs_nothing();
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
                low_cost += 4096;
                high_cost += 4096;
            } else
                waiting &= waiting - 1;
            unsigned cost, its_count;
            unsigned long long number = 0; // of the first element
            const unsigned short *its_at = first_at;
            if (its >= 0) {
                cost = lead + entry[its] + its * 16;
                const unsigned own_chunks = (4096 - cost + 2048 - 1) / 2048;
                its_count = min(entry[its + 1] - entry[its], own_chunks * 2048);
                its_at = own_at + entry[its];
                if (entry[its + 1] - entry[its] <= 2048) continue;
            } else {
                if (chunks == 0) continue;
                number = chunk * 2048;
                cost = (unsigned)(carry_cost + number - low);
                its_count = (unsigned)min(carry_count - number, chunks * 2048ull);
            }
            if (cost >= high_cost) continue;
            const unsigned leaves = (min(its_count, high_cost - cost) + 2048 - 1) / 2048;
#pragma unroll 1
            for (unsigned n = cost < low_cost ? (low_cost - cost + 2048 - 1) / 2048 : 0; n < leaves; n++) {
                const sharedPairs_state state = sharedPairs_of_leaf(sharedPairs_leaf(its_at + n * 2048, min(its_count - n * 2048, 2048u), lane), number + n * 2048);
                const unsigned slot = (cost + n * 2048) / 2048, kind = its < 0 || n > 0;
                if (lane == 0) {
                    if (n % 1 == 0) starts[kind][slot] = its;
                    leaf_value[kind][slot] = state.value;
                }
            }
        }
        if (!__all_sync(0xffffffffu, mine)) break;
    }
    __syncthreads();

    // chunks
#pragma unroll 1
    for (unsigned n = warp; n < 2 * 3; n += 2) {
        const unsigned slot = n / 2;
        const int its = starts[n % 2][slot];
        if (its < -1) continue;
        const unsigned long long segment = first + its;
        unsigned long long count = carry_count, cost = carry_cost;
        if (its >= 0) {
            count = (its + 1 == (int)own ? last_end : base + entry[its + 1]) - (base + entry[its]);
            cost = low + lead + entry[its] + its * 16;
        }
        const unsigned long long index = (low + slot * 2048 + 2048 - 1 - cost) / 2048;
        const unsigned leaves = (unsigned)((min(count - index * 2048, 2048ull) + 2048 - 1) / 2048);
        sharedPairs_state state;
        if (lane < leaves) {
            const unsigned kind = lane > 0 || n % 2;
            state.value = leaf_value[kind][slot + lane];
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
            const sharedPairs_state right = sharedPairs_down(state, next);
            if (lane + next < leaves) state = sharedPairs_join(state, right);
        }
        if (!sharedPairs_climb(state, partials_value, finished, cost / 2048, index, (count + 2048 - 1) / 2048, lane)) continue;
        if (lane == 0) c[segment] = sharedPairs_result(state, count);
    }
}

// sharedWide: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 999 segments of 300000 elements, order fixed
// grid 594, block 32; elements: a 300000, offsets 1000, c 999, partials_value 1188, finished 594, 0 before and after

// What is known of some elements.
struct sharedWide_state {
    double value;
};

using sharedWide_part = sharedWide_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sharedWide_part sharedWide_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sharedWide_part sharedWide_take(sharedWide_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sharedWide_state sharedWide_join(sharedWide_state left, sharedWide_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sharedWide_part sharedWide_join_parts(sharedWide_part left, sharedWide_part right)
{
    return sharedWide_join(left, right);
}

static __device__ __forceinline__ sharedWide_state sharedWide_of_leaf(sharedWide_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sharedWide_state sharedWide_down(sharedWide_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sharedWide_part sharedWide_part_down(sharedWide_part p, unsigned lanes)
{
    return sharedWide_down(p, lanes);
}

static __device__ __forceinline__ sharedWide_part sharedWide_part_of(sharedWide_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ double sharedWide_result(sharedWide_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double sharedWide_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ sharedWide_part sharedWide_join_columns(sharedWide_part (&part)[2], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const sharedWide_part right = sharedWide_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = sharedWide_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = sharedWide_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ sharedWide_part sharedWide_whole_leaf(const double *a, unsigned lane)
{
    sharedWide_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 2) {
        double x[2][2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) x[u][j] = a[(line + u) * 64 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                part[j] = u || line ? sharedWide_take(part[j], x[u][j], i) : sharedWide_first(x[u][j], i);
            }
        }
    }
    return sharedWide_join_columns(part, 64, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ sharedWide_part sharedWide_part_leaf(const double *a, unsigned count, unsigned lane)
{
    sharedWide_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line * 64 < count; line += 2) {
        double x[2][2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) part[j] = u || line ? sharedWide_take(part[j], x[u][j], i) : sharedWide_first(x[u][j], i);
            }
        }
    }
    return sharedWide_join_columns(part, min(count, 64u), lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ sharedWide_part sharedWide_leaf(const double *at, unsigned count, unsigned lane)
{
    return count < 512 ? sharedWide_part_leaf(at, count, lane) : sharedWide_whole_leaf(at, lane);
}

// The first `count` elements, at most 2, from number `from` on.
static __device__ __forceinline__ void sharedWide_piece(const double *a, unsigned from, unsigned count, double (&x)[2])
{
    const double *const at = a + from;
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        if (i < count) x[i] = at[i];
    }
}

// A piece, of whose elements `left` are there, the first of them number `column` of its leaf, begins parts or is taken.
template <bool begins>
static __device__ __forceinline__ void sharedWide_take_piece(sharedWide_part (&part)[2], const double (&x)[2], unsigned left, unsigned column)
{
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        const double e = x[i];
        if (i < left) part[i] = begins ? sharedWide_first(e, column + i) : sharedWide_take(part[i], e, column + i);
    }
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void sharedWide_join_piece(sharedWide_part (&part)[2], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 2; i += 2 * next) {
            if (i + next < left) part[i] = sharedWide_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned sharedWide_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ sharedWide_part sharedWide_pack(const double *a, unsigned begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 64u) + 2 - 1) / 2 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    sharedWide_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 2 * 4)) { // a few pieces each
        sharedWide_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 2)) break;
            double x[2];
            sharedWide_part own[2];
            const unsigned left = own_count > k * 2 ? own_count - k * 2 : 0;
            sharedWide_piece(a, begin + k * 2, min(left, 2u), x);
            sharedWide_take_piece<true>(own, x, left, k * 2);
            sharedWide_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = sharedWide_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = sharedWide_join_parts(half, own[0]);
        }
        if (own_count > 2 * 2) whole = sharedWide_join_parts(whole, half);
        return whole;
    }
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[1], left[1]; // the lane's piece, and elements from its first on
        unsigned place[1];
        unsigned from[1]; // where the lane's segment begins
        bool starts[1];
        double x[1][2];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            unsigned owner = taken, begins = 0;
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            if (ready != taken + 1) { // not one alone
                const unsigned marks = sharedWide_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 2;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            sharedWide_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        sharedWide_part part[1][2];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) sharedWide_take_piece<true>(part[u], x[u], left[u], column[u]);
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 1; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 64; __any_sync(0xffffffffu, line < most); line += 64) {
#pragma unroll
            for (unsigned u = 0; u < 1; u++)
                sharedWide_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 1; u++) {
                if (left[u] > line) sharedWide_take_piece<false>(part[u], x[u], left[u] - line, column[u] + line);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            sharedWide_part(&own)[2] = part[u];
            sharedWide_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 2 < left[u])) break;
                const sharedWide_part right = sharedWide_part_down(own[0], next);
                if (next * 2 < left[u]) own[0] = sharedWide_join_parts(own[0], right);
            }
            const sharedWide_part made = sharedWide_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
// The first segment that begins at `place` or behind it, tolls included; 999 if none does. For all threads.
static __device__ __forceinline__ unsigned long long sharedWide_segment_from(const int *offsets, unsigned long long place)
{
    unsigned long long low = 0, size = 999ull; // of segments from `low` on it is not known
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 32 - 1) / 32;
        const unsigned long long mine = threadIdx.x * step, at = low + mine;
        const bool before = mine < size && (unsigned long long)offsets[at] + at * 4 < place;
        const unsigned found = __syncthreads_count(before);
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low;
}

// Copies 16 bytes to shared memory.
static __device__ __forceinline__ void sharedWide_copy(unsigned char *to, const char *from)
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
static __device__ __forceinline__ bool sharedWide_climb(sharedWide_state &state, double *partials_value, unsigned *finished, unsigned long long window, unsigned long long index, unsigned long long nodes, unsigned lane)
{
    unsigned long long width = 1;
    unsigned level = 0;
#pragma unroll 1
    for (; nodes > 1; nodes = (nodes + 31) / 32, width *= 32, level++) {
        const unsigned long long first = index / 32 * 32;
        const unsigned count = (unsigned)min(nodes - first, 32ull);
        if (count > 1) {
            unsigned long long slot = index * width;
            slot = window + (slot ? 594 + slot : 0);
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
            slot = window + (slot ? 594 + slot : 0);
            if (lane < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const sharedWide_state right = sharedWide_down(state, next);
                if (lane + next < count) state = sharedWide_join(state, right);
            }
        }
        index = first / 32;
    }
    return true;
}

extern "C" __global__ void __launch_bounds__(32, 32) sharedWide(const double *__restrict__ a, const int *__restrict__ offsets, double *c, double *partials_value, unsigned *finished)
{
    __shared__ __align__(16) unsigned char data[8224];
    __shared__ unsigned entry[130]; // where the block's segments begin, from the first
    __shared__ int starts[2][2]; // segments whose chunks begin with that leaf; -1: the one before, -2: none
    __shared__ double leaf_value[2][2]; // what leaves make, likewise: a segment's first, and others
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned long long low = blockIdx.x * 512ull;
    const unsigned long long first = blockIdx.x > 0 ? sharedWide_segment_from(offsets, low) : 0;
    const unsigned long long stop = blockIdx.x + 1 < 594ull ? sharedWide_segment_from(offsets, low + 512) : 999ull;
    if (stop > first + 130 - 1) __trap();
    const unsigned long long base = offsets[first], before = offsets[first > 0 ? first - 1 : 0];
    if ((long long)before < 0 || base < before || base > 300000ull) __trap();
    if (thread < 2 * 2) starts[thread % 2][thread / 2] = -2;
    unsigned own = 0; // segments of the block
#pragma unroll 1
    for (unsigned i = thread;; i += 32) {
        bool mine = false;
        if (first + i <= 999ull && i < 130) {
            const unsigned long long begin = offsets[first + i];
            entry[i] = (unsigned)min(begin - base, 0x7fffffffull);
            mine = first + i < stop;
            if (mine) {
                const long long end = offsets[first + i + 1];
                if ((long long)begin < 0 || end < (long long)begin || end > 300000ll) __trap();
            }
        }
        const unsigned count = __syncthreads_count(mine);
        own += count;
        if (count < 32) break;
    }

    // the segment before, of which chunks may begin here
    unsigned long long chunk = 0, carry_count = 0, carry_cost = 0;
    unsigned chunks = 0;
    if (first > 0) {
        carry_count = base > before ? base - before : 0;
        carry_cost = before + (first - 1) * 4;
        chunk = (low - carry_cost + 512 - 1) / 512;
        const unsigned long long past = min((low + 512 - carry_cost + 512 - 1) / 512, (carry_count + 512 - 1) / 512);
        if (past > chunk) chunks = (unsigned)(past - chunk);
    }
    const unsigned long long last_end = entry[own] < 0x7fffffff ? base + entry[own] : offsets[first + own];
    const unsigned long long from = chunks > 0 ? before + chunk * 512 : base;
    const unsigned lead = (unsigned)(base + first * 4 - low); // the first segment's cost, from the block's on
    unsigned long long to = min(base, from + chunks * 512);
    if (own > 0) {
        const unsigned room = 512 - (lead + entry[own - 1] + (own - 1) * 4);
        to = min(last_end, base + entry[own - 1] + (room + 512 - 1) / 512 * 512);
    }
    to = max(from, min(to, from + 512 + 512));
    const char *const source = (const char *)(a + from);
    const unsigned skip = (unsigned)((unsigned long long)source % 16), bytes = skip + (unsigned)(to - from) * 8;
#pragma unroll 4
    for (unsigned i = thread * 16; i < bytes; i += 32 * 16) {
        const char *const piece = source - skip + i;
        if (piece >= (const char *)a && piece + 16 <= (const char *)(a + 300000ull)) {
            sharedWide_copy(data + i, piece);
        } else { // at the begin or end of the array
            const double *const x = (const double *)piece;
#pragma unroll 1
            for (unsigned k = 0; k < 2; k++) {
                if (x + k >= a + from && x + k < a + to) ((double *)(data + i))[k] = x[k];
            }
        }
    }
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncthreads();

    // a warp's part: from `begins` to `ends`, as costs from the block's on
    const double *const first_at = (const double *)(data + skip);
    const double *const own_at = first_at + (unsigned)(base - from);
    const unsigned begins = warp * 512, ends = begins + 512;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned size = own; size > 0;) {
        const unsigned step = (size + 31) / 32, i = at + lane * step;
        const bool is_before = lane * step < size && lead + entry[i] + i * 4 < begins;
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
        const bool mine = segment < own && lead + entry[segment] + segment * 4 < ends;
        const unsigned begin = mine ? entry[segment] : 0, count = mine ? entry[segment + 1] - begin : 0;
        const bool alone = count > 512;
        const sharedWide_part whole = sharedWide_pack(own_at, begin, alone ? 0 : count, lane);
        if (mine && !alone) c[first + segment] = count > 0 ? sharedWide_result(sharedWide_of_leaf(whole, 0), count) : sharedWide_nothing();
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
                low_cost += 512;
                high_cost += 512;
            } else
                waiting &= waiting - 1;
            unsigned cost, its_count;
            unsigned long long number = 0; // of the first element
            const double *its_at = first_at;
            if (its >= 0) {
                cost = lead + entry[its] + its * 4;
                const unsigned own_chunks = (512 - cost + 512 - 1) / 512;
                its_count = min(entry[its + 1] - entry[its], own_chunks * 512);
                its_at = own_at + entry[its];
                if (entry[its + 1] - entry[its] <= 512) continue;
            } else {
                if (chunks == 0) continue;
                number = chunk * 512;
                cost = (unsigned)(carry_cost + number - low);
                its_count = (unsigned)min(carry_count - number, chunks * 512ull);
            }
            if (cost >= high_cost) continue;
            const unsigned leaves = (min(its_count, high_cost - cost) + 512 - 1) / 512;
#pragma unroll 1
            for (unsigned n = cost < low_cost ? (low_cost - cost + 512 - 1) / 512 : 0; n < leaves; n++) {
                const sharedWide_state state = sharedWide_of_leaf(sharedWide_leaf(its_at + n * 512, min(its_count - n * 512, 512u), lane), number + n * 512);
                const unsigned slot = (cost + n * 512) / 512, kind = its < 0 || n > 0;
                if (lane == 0) {
                    if (n % 1 == 0) starts[kind][slot] = its;
                    leaf_value[kind][slot] = state.value;
                }
            }
        }
        if (!__all_sync(0xffffffffu, mine)) break;
    }
    __syncthreads();

    // chunks
#pragma unroll 1
    for (unsigned n = warp; n < 2 * 2; n += 1) {
        const unsigned slot = n / 2;
        const int its = starts[n % 2][slot];
        if (its < -1) continue;
        const unsigned long long segment = first + its;
        unsigned long long count = carry_count, cost = carry_cost;
        if (its >= 0) {
            count = (its + 1 == (int)own ? last_end : base + entry[its + 1]) - (base + entry[its]);
            cost = low + lead + entry[its] + its * 4;
        }
        const unsigned long long index = (low + slot * 512 + 512 - 1 - cost) / 512;
        const unsigned leaves = (unsigned)((min(count - index * 512, 512ull) + 512 - 1) / 512);
        sharedWide_state state;
        if (lane < leaves) {
            const unsigned kind = lane > 0 || n % 2;
            state.value = leaf_value[kind][slot + lane];
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
            const sharedWide_state right = sharedWide_down(state, next);
            if (lane + next < leaves) state = sharedWide_join(state, right);
        }
        if (!sharedWide_climb(state, partials_value, finished, cost / 512, index, (count + 512 - 1) / 512, lane)) continue;
        if (lane == 0) c[segment] = sharedWide_result(state, count);
    }
}

// sharedFew: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of uint8, 99 segments of 500 elements, order fixed
// grid 1, block 256; elements: a 500, offsets 100, c 99

// What is known of some elements.
struct sharedFew_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct sharedFew_part {
    unsigned value;
};

static __device__ __forceinline__ sharedFew_state sharedFew_join(sharedFew_state left, sharedFew_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sharedFew_part sharedFew_join_parts(sharedFew_part left, sharedFew_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sharedFew_state sharedFew_of_leaf(sharedFew_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ sharedFew_state sharedFew_down(sharedFew_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sharedFew_part sharedFew_part_down(sharedFew_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ sharedFew_part sharedFew_part_of(sharedFew_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ unsigned long long sharedFew_result(sharedFew_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ unsigned long long sharedFew_nothing()
{
    return 0;
}

// Takes all elements of a word at once, of which the first `bits` exist: nothing is rounded, so any order will do.
static __device__ __forceinline__ sharedFew_part sharedFew_take_word(sharedFew_part p, unsigned word, int bits)
{
    const unsigned own = __funnelshift_lc(~0u, 0, max(bits, 0)), w = word & own;
    p.value = (unsigned)__dp4a((unsigned)w, (unsigned)0x01010101, (unsigned)p.value);
    return p;
}

// Line `line` of a leaf, of which `count` elements are there, all of this line if it is full; a lane has words 32
// apart, each put together of the two that it lies in.
template <bool begins, bool full>
static __device__ __forceinline__ void sharedFew_take_line(sharedFew_part (&part)[4][1], const unsigned char *at, unsigned line, unsigned count, unsigned lane)
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
        part[j][0] = sharedFew_take_word(part[j][0], word, full ? 32 : (int)(count - first) * 8);
    }
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ sharedFew_part sharedFew_leaf(const unsigned char *at, unsigned count, unsigned lane)
{
    sharedFew_part part[4][1];
    sharedFew_take_line<true, false>(part, at, 0, count, lane);
    unsigned line = 1;
#pragma unroll 1
    for (; (line + 1) * 512 <= count; line++) sharedFew_take_line<false, true>(part, at, line, count, lane);
    if (line * 512 < count) sharedFew_take_line<false, false>(part, at, line, count, lane);
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const sharedFew_part right = sharedFew_part_down(part[j][0], next);
            if ((32 * j + lane + next) * 4 < count) part[j][0] = sharedFew_join_parts(part[j][0], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) * 4 < count) part[j][0] = sharedFew_join_parts(part[j][0], part[j + next][0]);
        }
    }
    return part[0][0];
}

// Words of the first `count` elements, at most 16, from number `from` on.
static __device__ __forceinline__ void sharedFew_piece(const unsigned char *a, unsigned from, unsigned count, unsigned (&x)[4])
{
    const unsigned char *const at = a + from;
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
static __device__ __forceinline__ void sharedFew_take_piece(sharedFew_part (&part)[1], const unsigned (&x)[4], unsigned left, unsigned column)
{
    if (begins) part[0] = {};
#pragma unroll
    for (unsigned k = 0; k < 4; k++) part[0] = sharedFew_take_word(part[0], x[k], (int)(left * 8 - 32 * k));
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void sharedFew_join_piece(sharedFew_part (&part)[1], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 1; i += 2 * next) {
            if (i + next < left) part[i] = sharedFew_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned sharedFew_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ sharedFew_part sharedFew_pack(const unsigned char *a, unsigned begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 512u) + 16 - 1) / 16 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    sharedFew_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 16 * 4)) { // a few pieces each
        sharedFew_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 16)) break;
            unsigned x[4];
            sharedFew_part own[1];
            const unsigned left = own_count > k * 16 ? own_count - k * 16 : 0;
            sharedFew_piece(a, begin + k * 16, min(left, 16u), x);
            sharedFew_take_piece<true>(own, x, left, k * 16);
            sharedFew_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = sharedFew_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = sharedFew_join_parts(half, own[0]);
        }
        if (own_count > 2 * 16) whole = sharedFew_join_parts(whole, half);
        return whole;
    }
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[2], left[2]; // the lane's piece, and elements from its first on
        unsigned place[2];
        unsigned from[2]; // where the lane's segment begins
        bool starts[2];
        unsigned x[2][4];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            unsigned owner = taken, begins = 0;
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            if (ready != taken + 1) { // not one alone
                const unsigned marks = sharedFew_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 16;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            sharedFew_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        sharedFew_part part[2][1];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) sharedFew_take_piece<true>(part[u], x[u], left[u], column[u]);
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            sharedFew_part(&own)[1] = part[u];
            sharedFew_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 16 < left[u])) break;
                const sharedFew_part right = sharedFew_part_down(own[0], next);
                if (next * 16 < left[u]) own[0] = sharedFew_join_parts(own[0], right);
            }
            const sharedFew_part made = sharedFew_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
// The first segment that begins at `place` or behind it, tolls included; 99 if none does. For all threads.
static __device__ __forceinline__ unsigned long long sharedFew_segment_from(const long long *offsets, unsigned long long place)
{
    unsigned long long low = 0, size = 99ull; // of segments from `low` on it is not known
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 256 - 1) / 256;
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
static __device__ __forceinline__ void sharedFew_copy(unsigned char *to, const char *from)
{
#if __CUDA_ARCH__ >= 800
    const unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place), "l"(from) : "memory");
#else
    *(uint4 *)to = *(const uint4 *)from;
#endif
}

extern "C" __global__ void __launch_bounds__(256, 4) sharedFew(const unsigned char *__restrict__ a, const long long *__restrict__ offsets, unsigned long long *c)
{
    __shared__ __align__(16) unsigned char data[40992];
    __shared__ unsigned entry[1026]; // where the block's segments begin, from the first
    __shared__ int starts[2][10]; // segments whose chunks begin with that leaf; -1: the one before, -2: none
    __shared__ unsigned long long leaf_value[2][10]; // what leaves make, likewise: a segment's first, and others
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned long long low = blockIdx.x * 32768ull;
    const unsigned long long first = blockIdx.x > 0 ? sharedFew_segment_from(offsets, low) : 0;
    const unsigned long long base = offsets[first], before = offsets[first > 0 ? first - 1 : 0];
    if (thread < 2 * 10) starts[thread % 2][thread / 2] = -2;
    unsigned own = 0; // segments of the block
#pragma unroll 1
    for (unsigned i = thread;; i += 256) {
        bool mine = false;
        if (first + i <= 99ull && i < 1026) {
            const unsigned long long begin = offsets[first + i];
            entry[i] = (unsigned)min(begin - base, 0x7fffffffull);
            mine = first + i < 99ull && i + 1 < 1026 && begin + (first + i) * 32 < low + 32768;
        }
        const unsigned count = __syncthreads_count(mine);
        own += count;
        if (count < 256) break;
    }

    // the segment before, of which chunks may begin here
    unsigned long long chunk = 0, carry_count = 0, carry_cost = 0;
    unsigned chunks = 0;
    if (first > 0) {
        carry_count = base > before ? base - before : 0;
        carry_cost = before + (first - 1) * 32;
        chunk = (low - carry_cost + 8192 - 1) / 8192;
        const unsigned long long past = min((low + 32768 - carry_cost + 8192 - 1) / 8192, (carry_count + 8192 - 1) / 8192);
        if (past > chunk) chunks = (unsigned)(past - chunk);
    }
    const unsigned long long last_end = entry[own] < 0x7fffffff ? base + entry[own] : offsets[first + own];
    const unsigned long long from = chunks > 0 ? before + chunk * 8192 : base;
    const unsigned lead = (unsigned)(base + first * 32 - low); // the first segment's cost, from the block's on
    unsigned long long to = min(base, from + chunks * 8192);
    if (own > 0) {
        const unsigned room = 32768 - (lead + entry[own - 1] + (own - 1) * 32);
        to = min(last_end, base + entry[own - 1] + (room + 8192 - 1) / 8192 * 8192);
    }
    to = max(from, min(to, from + 32768 + 8192));
    const char *const source = (const char *)(a + from);
    const unsigned skip = (unsigned)((unsigned long long)source % 16), bytes = skip + (unsigned)(to - from) * 1;
#pragma unroll 4
    for (unsigned i = thread * 16; i < bytes; i += 256 * 16) {
        const char *const piece = source - skip + i;
        if (piece >= (const char *)a && piece + 16 <= (const char *)(a + 500ull)) {
            sharedFew_copy(data + i, piece);
        } else { // at the begin or end of the array
            const unsigned char *const x = (const unsigned char *)piece;
#pragma unroll 1
            for (unsigned k = 0; k < 16; k++) {
                if (x + k >= a + from && x + k < a + to) ((unsigned char *)(data + i))[k] = x[k];
            }
        }
    }
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncthreads();

    // a warp's part: from `begins` to `ends`, as costs from the block's on
    const unsigned char *const first_at = (const unsigned char *)(data + skip);
    const unsigned char *const own_at = first_at + (unsigned)(base - from);
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
        const sharedFew_part whole = sharedFew_pack(own_at, begin, alone ? 0 : count, lane);
        if (mine && !alone) c[first + segment] = count > 0 ? sharedFew_result(sharedFew_of_leaf(whole, 0), count) : sharedFew_nothing();
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
                low_cost += 32768;
                high_cost += 32768;
            } else
                waiting &= waiting - 1;
            unsigned cost, its_count;
            unsigned long long number = 0; // of the first element
            const unsigned char *its_at = first_at;
            if (its >= 0) {
                cost = lead + entry[its] + its * 32;
                const unsigned own_chunks = (32768 - cost + 8192 - 1) / 8192;
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
                const sharedFew_state state = sharedFew_of_leaf(sharedFew_leaf(its_at + n * 4096, min(its_count - n * 4096, 4096u), lane), number + n * 4096);
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
    for (unsigned n = warp; n < 2 * 10; n += 8) {
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
        sharedFew_state state;
        if (lane < leaves) {
            const unsigned kind = lane > 0 || n % 2;
            state.value = leaf_value[kind][slot + lane];
        }
#pragma unroll
        for (unsigned next = 1; next < 2; next *= 2) {
            const sharedFew_state right = sharedFew_down(state, next);
            if (lane + next < leaves) state = sharedFew_join(state, right);
        }
        if (lane == 0) c[segment] = sharedFew_result(state, count);
    }
}

// wide_sum_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, 9 segments of 300000 elements, order fixed
// grid 9, block 512; elements: a 300000, offsets 10, c 9, partials_value 10, finished 5, 0 before and after

// What is known of some elements.
struct wide_sum_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct wide_sum_int8_part {
    int value;
};

static __device__ __forceinline__ wide_sum_int8_state wide_sum_int8_join(wide_sum_int8_state left, wide_sum_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_join_parts(wide_sum_int8_part left, wide_sum_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ wide_sum_int8_state wide_sum_int8_of_leaf(wide_sum_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ wide_sum_int8_state wide_sum_int8_down(wide_sum_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_part_down(wide_sum_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_part_of(wide_sum_int8_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ long long wide_sum_int8_result(wide_sum_int8_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ long long wide_sum_int8_nothing()
{
    return 0;
}

// Takes all elements of a word at once, of which the first `bits` exist: nothing is rounded, so any order will do.
static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_take_word(wide_sum_int8_part p, unsigned word, int bits)
{
    const unsigned own = __funnelshift_lc(~0u, 0, max(bits, 0)), w = word & own;
    p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    return p;
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
static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_join_columns(wide_sum_int8_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const wide_sum_int8_part right = wide_sum_int8_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = wide_sum_int8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = wide_sum_int8_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ wide_sum_int8_part wide_sum_int8_short_leaf(const signed char *a, unsigned count, unsigned lane)
{
    signed char x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    wide_sum_int8_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = wide_sum_int8_first(x[j], 32 * j + lane);
    }
    return wide_sum_int8_join_columns(part, count, lane);
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
{
    if (count <= 32 * 4) return wide_sum_int8_short_leaf<4>(a, count, lane); // all lanes
    if (count <= 32 * 8) return wide_sum_int8_short_leaf<8>(a, count, lane);
    wide_sum_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line * 512 < count; line += 1) {
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) part[j] = u || line ? wide_sum_int8_take(part[j], x[u][j], i) : wide_sum_int8_first(x[u][j], i);
            }
        }
    }
    return wide_sum_int8_join_columns(part, min(count, 512u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it. The array has `before` elements before the segment.
static __device__ __forceinline__ wide_sum_int8_state wide_sum_int8_leaf_of(const signed char *a, unsigned long long count, unsigned long long n, unsigned lane, unsigned long long before)
{
    const unsigned long long left = count - n * 4096;
    const signed char *const at = a + n * 4096;
    // beside the array's first and last elements there may be nothing
    const unsigned long long number = before + n * 4096;
    const bool inside = left >= 4096 && number >= 16 && number + 4096 + 16 <= 300000ull;
    const wide_sum_int8_part part = inside ? wide_sum_int8_whole_leaf(at, lane) : wide_sum_int8_part_leaf(at, (unsigned)min(left, 4096ull), lane);
    return wide_sum_int8_of_leaf(part, n * 4096);
}

// Leaves number `first` to `last` - 1 of a segment, at most 64, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ wide_sum_int8_state wide_sum_int8_together(const signed char *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread, unsigned long long before)
{
    __shared__ unsigned long long leaf_value[64];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    wide_sum_int8_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 16) {
        state = wide_sum_int8_leaf_of(a, count, first + n, lane, before);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        wide_sum_int8_state own[2];
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            if (lane * 2 + i < leaves) own[i] = { leaf_value[lane * 2 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 2; i += 2 * next) {
                if (lane * 2 + i + next < leaves) own[i] = wide_sum_int8_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const wide_sum_int8_state right = wide_sum_int8_down(state, next);
            if ((lane + next) * 2 < leaves) state = wide_sum_int8_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct wide_sum_int8_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ wide_sum_int8_range wide_sum_int8_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 5) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 65536ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long wide_sum_int8_segment_of(const long long *offsets, wide_sum_int8_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 65536ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long wide_sum_int8_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 5ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ wide_sum_int8_state wide_sum_int8_join_chunks(unsigned long long *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    wide_sum_int8_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 16) {
            const unsigned long long node = (group * 32 + lane) * 8;
            wide_sum_int8_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = wide_sum_int8_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = wide_sum_int8_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const wide_sum_int8_state right = wide_sum_int8_down(state, next);
                if (node + next * 8 < nodes) state = wide_sum_int8_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = wide_sum_int8_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void wide_sum_int8_window(const signed char *a, const long long *offsets, long long *c, unsigned long long *partials_value, unsigned *finished, wide_sum_int8_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 5) return;
    const unsigned long long place = window * 65536ull, segment = wide_sum_int8_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 262144ull) return;
    const unsigned first = (unsigned)((begin + 65536 - 1) / 65536), last = (unsigned)((end - 1) / 65536);
    unsigned long long chunk = (place - begin) / 65536;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 16;
        const wide_sum_int8_state state = wide_sum_int8_together(a + begin, count, from, min(from + 16, (count + 4096 - 1) / 4096), thread, begin);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 5;
        chunk++;
    } while (window == last && slot < 2 * 5 && chunk * 65536 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const wide_sum_int8_state state = wide_sum_int8_join_chunks(partials_value, (count + 65536 - 1) / 65536, first, last, thread);
    if (thread == 0) c[segment] = wide_sum_int8_result(state, count);
}

extern "C" __global__ void __launch_bounds__(512) wide_sum_int8(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned long long segment = blockIdx.x;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const wide_sum_int8_range near = wide_sum_int8_search(offsets, threadIdx.x % 32);
    if (count > 0 && count <= 262144) {
        const wide_sum_int8_state state = wide_sum_int8_together(a + begin, count, 0, (count + 4096 - 1) / 4096, threadIdx.x, begin);
        if (threadIdx.x == 0) c[segment] = wide_sum_int8_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = wide_sum_int8_nothing();
    wide_sum_int8_window(a, offsets, c, partials_value, finished, near, threadIdx.x);
}

// wide_sum_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float16, 9 segments of 300000 elements, order fixed
// grid 19, block 256; elements: a 300000, offsets 10, c 9, partials_value 38, finished 19, 0 before and after

// What is known of some elements.
struct wide_sum_float16_state {
    float value;
};

using wide_sum_float16_part = wide_sum_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float wide_sum_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_first(unsigned short x, unsigned)
{
    const float u = wide_sum_float16_float(x);
    return { u };
}

static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_take(wide_sum_float16_part p, unsigned short x, unsigned)
{
    const float u = wide_sum_float16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ wide_sum_float16_state wide_sum_float16_join(wide_sum_float16_state left, wide_sum_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_join_parts(wide_sum_float16_part left, wide_sum_float16_part right)
{
    return wide_sum_float16_join(left, right);
}

static __device__ __forceinline__ wide_sum_float16_state wide_sum_float16_of_leaf(wide_sum_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ wide_sum_float16_state wide_sum_float16_down(wide_sum_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_part_down(wide_sum_float16_part p, unsigned lanes)
{
    return wide_sum_float16_down(p, lanes);
}

static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_part_of(wide_sum_float16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float wide_sum_float16_result(wide_sum_float16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float wide_sum_float16_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_join_columns(wide_sum_float16_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const wide_sum_float16_part right = wide_sum_float16_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = wide_sum_float16_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = wide_sum_float16_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_short_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    unsigned short x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    wide_sum_float16_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = wide_sum_float16_first(x[j], 32 * j + lane);
    }
    return wide_sum_float16_join_columns(part, count, lane);
}

static __device__ __forceinline__ unsigned wide_sum_float16_splice(unsigned x, unsigned next, int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void wide_sum_float16_rotate(wide_sum_float16_part (&part)[8], unsigned lane, unsigned shift)
{
    wide_sum_float16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = wide_sum_float16_part_of(part[i], (lane + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 8; step *= 2) {
#pragma unroll
        for (unsigned i = 0; i + step < 2 * 8; i++) {
            if (shift & step) all[i] = all[i + step];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++) part[i] = all[i];
}

// A whole leaf, whose first element is at a; of the array there is a chunk before it and behind it.
static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_whole_leaf(const unsigned short *a, unsigned lane)
{
    const unsigned shift = (unsigned)(unsigned long long)a % 16;
    const uint4 *const chunks = (const uint4 *)((const char *)a - shift) + lane;
    const int bits = lane == 0 ? (int)shift * 8 : 0; // of the line's end
    wide_sum_float16_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        uint4 x[8 + 1];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) x[u] = chunks[(line + u) * 32];
        x[8] = x[8 - 1];
        if (bits > 0) x[8] = chunks[(line + 8) * 32];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned w[4] = { wide_sum_float16_splice(x[u].x, x[u + 1].x, bits), wide_sum_float16_splice(x[u].y, x[u + 1].y, bits - 32),
                                    wide_sum_float16_splice(x[u].z, x[u + 1].z, bits - 64), wide_sum_float16_splice(x[u].w, x[u + 1].w, bits - 96) };
            const unsigned skip = shift * 8 / 16, first = (line + u) * 256 + lane * 8 - skip;
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned short e = (unsigned short)(w[i / 2] >> i % 2 * 16);
                const unsigned number = first + i + (lane == 0 && i < skip ? 256 : 0);
                part[i] = u || line ? wide_sum_float16_take(part[i], e, number) : wide_sum_float16_first(e, number);
            }
        }
    }
    wide_sum_float16_rotate(part, lane, shift * 8 / 16);
#pragma unroll
    for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 8; i += 2 * next) part[i] = wide_sum_float16_join_parts(part[i], part[i + next]);
    }
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) part[0] = wide_sum_float16_join_parts(part[0], wide_sum_float16_part_down(part[0], next));
    return part[0];
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ wide_sum_float16_part wide_sum_float16_part_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return wide_sum_float16_short_leaf<4>(a, count, lane); // all lanes
    wide_sum_float16_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line * 256 < count; line += 2) {
        unsigned short x[2][8];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) part[j] = u || line ? wide_sum_float16_take(part[j], x[u][j], i) : wide_sum_float16_first(x[u][j], i);
            }
        }
    }
    return wide_sum_float16_join_columns(part, min(count, 256u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it. The array has `before` elements before the segment.
static __device__ __forceinline__ wide_sum_float16_state wide_sum_float16_leaf_of(const unsigned short *a, unsigned long long count, unsigned long long n, unsigned lane, unsigned long long before)
{
    const unsigned long long left = count - n * 2048;
    const unsigned short *const at = a + n * 2048;
    // beside the array's first and last elements there may be nothing
    const unsigned long long number = before + n * 2048;
    const bool inside = left >= 2048 && number >= 8 && number + 2048 + 8 <= 300000ull;
    const wide_sum_float16_part part = inside ? wide_sum_float16_whole_leaf(at, lane) : wide_sum_float16_part_leaf(at, (unsigned)min(left, 2048ull), lane);
    return wide_sum_float16_of_leaf(part, n * 2048);
}

// Leaves number `first` to `last` - 1 of a segment, at most 32, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ wide_sum_float16_state wide_sum_float16_together(const unsigned short *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread, unsigned long long before)
{
    __shared__ float leaf_value[32];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    wide_sum_float16_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 8) {
        state = wide_sum_float16_leaf_of(a, count, first + n, lane, before);
        if (lane == 0) {
            leaf_value[n] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        wide_sum_float16_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = wide_sum_float16_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const wide_sum_float16_state right = wide_sum_float16_down(state, next);
            if ((lane + next) * 1 < leaves) state = wide_sum_float16_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct wide_sum_float16_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ wide_sum_float16_range wide_sum_float16_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 19) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 16384ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long wide_sum_float16_segment_of(const long long *offsets, wide_sum_float16_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 16384ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long wide_sum_float16_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 19ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ wide_sum_float16_state wide_sum_float16_join_chunks(float *partials_value, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    wide_sum_float16_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 8) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 8 < nodes; group += 8) {
            const unsigned long long node = (group * 32 + lane) * 8;
            wide_sum_float16_state own[8];
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned long long slot = wide_sum_float16_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 8; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = wide_sum_float16_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const wide_sum_float16_state right = wide_sum_float16_down(state, next);
                if (node + next * 8 < nodes) state = wide_sum_float16_join(state, right);
            }
            if (nodes > 32 * 8 && lane == 0) {
                const unsigned long long slot = wide_sum_float16_slot(node * width, first, last);
                partials_value[slot] = state.value;
            }
        }
        if (nodes <= 32 * 8) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void wide_sum_float16_window(const unsigned short *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, wide_sum_float16_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 19) return;
    const unsigned long long place = window * 16384ull, segment = wide_sum_float16_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 65536ull) return;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    unsigned long long chunk = (place - begin) / 16384;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const wide_sum_float16_state state = wide_sum_float16_together(a + begin, count, from, min(from + 8, (count + 2048 - 1) / 2048), thread, begin);
        if (thread == 0) {
            partials_value[slot] = state.value;
        }
        slot += 19;
        chunk++;
    } while (window == last && slot < 2 * 19 && chunk * 16384 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const wide_sum_float16_state state = wide_sum_float16_join_chunks(partials_value, (count + 16384 - 1) / 16384, first, last, thread);
    if (thread == 0) c[segment] = wide_sum_float16_result(state, count);
}

extern "C" __global__ void __launch_bounds__(256, 3) wide_sum_float16(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    const unsigned long long segment = blockIdx.x;
    long long begin = 0, end = 0;
    if (segment < 9ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const wide_sum_float16_range near = wide_sum_float16_search(offsets, threadIdx.x % 32);
    if (count > 0 && count <= 65536) {
        const wide_sum_float16_state state = wide_sum_float16_together(a + begin, count, 0, (count + 2048 - 1) / 2048, threadIdx.x, begin);
        if (threadIdx.x == 0) c[segment] = wide_sum_float16_result(state, count);
    } else if (threadIdx.x == 0 && segment < 9ull && count == 0)
        c[segment] = wide_sum_float16_nothing();
    wide_sum_float16_window(a, offsets, c, partials_value, finished, near, threadIdx.x);
}

// wide_argmax_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of int8, 9 segments of 300000 elements, order fixed
// grid 9, block 512; elements: a 300000, offsets 10, c 9, partials_value 10, partials_index 10, finished 5, 0 before and after

// What is known of some elements.
struct wide_argmax_int8_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct wide_argmax_int8_part {
    int key;
};

static __device__ __forceinline__ bool wide_argmax_int8_beats(int a, int b)
{
    return a > b;
}

static __device__ __forceinline__ int wide_argmax_int8_key(signed char x, unsigned i)
{
    return (int)(((unsigned)x << 24) + (0xffffffu - i));
}

static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_first(signed char x, unsigned i)
{
    return { wide_argmax_int8_key(x, i) };
}

static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_take(wide_argmax_int8_part p, signed char x, unsigned i)
{
    return { max(p.key, wide_argmax_int8_key(x, i)) };
}

static __device__ __forceinline__ wide_argmax_int8_state wide_argmax_int8_join(wide_argmax_int8_state left, wide_argmax_int8_state right)
{
    const bool equal = !wide_argmax_int8_beats(left.value, right.value);
    return wide_argmax_int8_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_join_parts(wide_argmax_int8_part left, wide_argmax_int8_part right)
{
    return { max(left.key, right.key) };
}

static __device__ __forceinline__ wide_argmax_int8_state wide_argmax_int8_of_leaf(wide_argmax_int8_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ wide_argmax_int8_state wide_argmax_int8_down(wide_argmax_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_part_down(wide_argmax_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_part_of(wide_argmax_int8_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.key, lane, lanes) };
}

static __device__ __forceinline__ long long wide_argmax_int8_result(wide_argmax_int8_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long wide_argmax_int8_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_join_columns(wide_argmax_int8_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const wide_argmax_int8_part right = wide_argmax_int8_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = wide_argmax_int8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = wide_argmax_int8_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_short_leaf(const signed char *a, unsigned count, unsigned lane)
{
    signed char x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    wide_argmax_int8_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = wide_argmax_int8_first(x[j], 32 * j + lane);
    }
    return wide_argmax_int8_join_columns(part, count, lane);
}

static __device__ __forceinline__ unsigned wide_argmax_int8_splice(unsigned x, unsigned next, int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// A whole leaf, whose first element is at a; of the array there is a chunk before it and behind it.
static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_whole_leaf(const signed char *a, unsigned lane)
{
    const unsigned shift = (unsigned)(unsigned long long)a % 16;
    const uint4 *const chunks = (const uint4 *)((const char *)a - shift) + lane;
    const int bits = lane == 0 ? (int)shift * 8 : 0; // of the line's end
    wide_argmax_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        uint4 x[8 + 1];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) x[u] = chunks[(line + u) * 32];
        x[8] = x[8 - 1];
        if (bits > 0) x[8] = chunks[(line + 8) * 32];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned w[4] = { wide_argmax_int8_splice(x[u].x, x[u + 1].x, bits), wide_argmax_int8_splice(x[u].y, x[u + 1].y, bits - 32),
                                    wide_argmax_int8_splice(x[u].z, x[u + 1].z, bits - 64), wide_argmax_int8_splice(x[u].w, x[u + 1].w, bits - 96) };
            const unsigned skip = shift * 8 / 8, first = (line + u) * 512 + lane * 16 - skip;
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                const signed char e = (signed char)(w[i / 4] >> i % 4 * 8);
                const unsigned number = first + i + (lane == 0 && i < skip ? 512 : 0);
                part[i] = u || line ? wide_argmax_int8_take(part[i], e, number) : wide_argmax_int8_first(e, number);
            }
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 16; i += 2 * next) part[i] = wide_argmax_int8_join_parts(part[i], part[i + next]);
    }
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) part[0] = wide_argmax_int8_join_parts(part[0], wide_argmax_int8_part_down(part[0], next));
    return part[0];
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ wide_argmax_int8_part wide_argmax_int8_part_leaf(const signed char *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return wide_argmax_int8_short_leaf<4>(a, count, lane); // all lanes
    if (count <= 32 * 8) return wide_argmax_int8_short_leaf<8>(a, count, lane);
    wide_argmax_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line * 512 < count; line += 1) {
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) part[j] = u || line ? wide_argmax_int8_take(part[j], x[u][j], i) : wide_argmax_int8_first(x[u][j], i);
            }
        }
    }
    return wide_argmax_int8_join_columns(part, min(count, 512u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it. The array has `before` elements before the segment.
static __device__ __forceinline__ wide_argmax_int8_state wide_argmax_int8_leaf_of(const signed char *a, unsigned long long count, unsigned long long n, unsigned lane, unsigned long long before)
{
    const unsigned long long left = count - n * 4096;
    const signed char *const at = a + n * 4096;
    // beside the array's first and last elements there may be nothing
    const unsigned long long number = before + n * 4096;
    const bool inside = left >= 4096 && number >= 16 && number + 4096 + 16 <= 300000ull;
    const wide_argmax_int8_part part = inside ? wide_argmax_int8_whole_leaf(at, lane) : wide_argmax_int8_part_leaf(at, (unsigned)min(left, 4096ull), lane);
    return wide_argmax_int8_of_leaf(part, n * 4096);
}

// Leaves number `first` to `last` - 1 of a segment, at most 64, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ wide_argmax_int8_state wide_argmax_int8_together(const signed char *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread, unsigned long long before)
{
    __shared__ int leaf_value[64];
    __shared__ long long leaf_index[64];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    wide_argmax_int8_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 16) {
        state = wide_argmax_int8_leaf_of(a, count, first + n, lane, before);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        wide_argmax_int8_state own[2];
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            if (lane * 2 + i < leaves) own[i] = { leaf_value[lane * 2 + i], leaf_index[lane * 2 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 2; i += 2 * next) {
                if (lane * 2 + i + next < leaves) own[i] = wide_argmax_int8_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const wide_argmax_int8_state right = wide_argmax_int8_down(state, next);
            if ((lane + next) * 2 < leaves) state = wide_argmax_int8_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct wide_argmax_int8_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ wide_argmax_int8_range wide_argmax_int8_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 5) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 65536ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long wide_argmax_int8_segment_of(const long long *offsets, wide_argmax_int8_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 65536ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long wide_argmax_int8_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 5ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ wide_argmax_int8_state wide_argmax_int8_join_chunks(int *partials_value, long long *partials_index, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    wide_argmax_int8_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 4) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 4 < nodes; group += 16) {
            const unsigned long long node = (group * 32 + lane) * 4;
            wide_argmax_int8_state own[4];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned long long slot = wide_argmax_int8_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 4; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = wide_argmax_int8_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const wide_argmax_int8_state right = wide_argmax_int8_down(state, next);
                if (node + next * 4 < nodes) state = wide_argmax_int8_join(state, right);
            }
            if (nodes > 32 * 4 && lane == 0) {
                const unsigned long long slot = wide_argmax_int8_slot(node * width, first, last);
                partials_value[slot] = state.value;
                partials_index[slot] = state.index;
            }
        }
        if (nodes <= 32 * 4) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void wide_argmax_int8_window(const signed char *a, const long long *offsets, long long *c, int *partials_value, long long *partials_index, unsigned *finished, wide_argmax_int8_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 5) return;
    const unsigned long long place = window * 65536ull, segment = wide_argmax_int8_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 262144ull) return;
    const unsigned first = (unsigned)((begin + 65536 - 1) / 65536), last = (unsigned)((end - 1) / 65536);
    unsigned long long chunk = (place - begin) / 65536;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 16;
        const wide_argmax_int8_state state = wide_argmax_int8_together(a + begin, count, from, min(from + 16, (count + 4096 - 1) / 4096), thread, begin);
        if (thread == 0) {
            partials_value[slot] = state.value;
            partials_index[slot] = state.index;
        }
        slot += 5;
        chunk++;
    } while (window == last && slot < 2 * 5 && chunk * 65536 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const wide_argmax_int8_state state = wide_argmax_int8_join_chunks(partials_value, partials_index, (count + 65536 - 1) / 65536, first, last, thread);
    if (thread == 0) c[segment] = wide_argmax_int8_result(state, count);
}

extern "C" __global__ void __launch_bounds__(512) wide_argmax_int8(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c, int *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned long long segment = blockIdx.x;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const wide_argmax_int8_range near = wide_argmax_int8_search(offsets, threadIdx.x % 32);
    if (count > 0 && count <= 262144) {
        const wide_argmax_int8_state state = wide_argmax_int8_together(a + begin, count, 0, (count + 4096 - 1) / 4096, threadIdx.x, begin);
        if (threadIdx.x == 0) c[segment] = wide_argmax_int8_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = wide_argmax_int8_nothing();
    wide_argmax_int8_window(a, offsets, c, partials_value, partials_index, finished, near, threadIdx.x);
}

// wide_argmax_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float16, 9 segments of 300000 elements, order fixed
// grid 19, block 256; elements: a 300000, offsets 10, c 9, partials_value 38, partials_index 38, finished 19, 0 before and after

// What is known of some elements.
struct wide_argmax_float16_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct wide_argmax_float16_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float wide_argmax_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool wide_argmax_float16_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_first(unsigned short x, unsigned i)
{
    const float u = wide_argmax_float16_float(x);
    return { u, i };
}

static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_take(wide_argmax_float16_part p, unsigned short x, unsigned i)
{
    const float u = wide_argmax_float16_float(x);
    if (wide_argmax_float16_beats(u, p.value)) return { u, i };
    return p;
}

static __device__ __forceinline__ wide_argmax_float16_state wide_argmax_float16_join(wide_argmax_float16_state left, wide_argmax_float16_state right)
{
    const bool equal = !wide_argmax_float16_beats(left.value, right.value);
    return wide_argmax_float16_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_join_parts(wide_argmax_float16_part left, wide_argmax_float16_part right)
{
    const bool equal = !wide_argmax_float16_beats(left.value, right.value);
    return wide_argmax_float16_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ wide_argmax_float16_state wide_argmax_float16_of_leaf(wide_argmax_float16_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ wide_argmax_float16_state wide_argmax_float16_down(wide_argmax_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_part_down(wide_argmax_float16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_part_of(wide_argmax_float16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes), __shfl_sync(0xffffffffu, p.index, lane, lanes) };
}

static __device__ __forceinline__ long long wide_argmax_float16_result(wide_argmax_float16_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long wide_argmax_float16_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_join_columns(wide_argmax_float16_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const wide_argmax_float16_part right = wide_argmax_float16_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = wide_argmax_float16_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = wide_argmax_float16_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_short_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    unsigned short x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    wide_argmax_float16_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = wide_argmax_float16_first(x[j], 32 * j + lane);
    }
    return wide_argmax_float16_join_columns(part, count, lane);
}

static __device__ __forceinline__ unsigned wide_argmax_float16_splice(unsigned x, unsigned next, int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// A whole leaf, whose first element is at a; of the array there is a chunk before it and behind it.
static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_whole_leaf(const unsigned short *a, unsigned lane)
{
    const unsigned shift = (unsigned)(unsigned long long)a % 16;
    const uint4 *const chunks = (const uint4 *)((const char *)a - shift) + lane;
    const int bits = lane == 0 ? (int)shift * 8 : 0; // of the line's end
    wide_argmax_float16_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        uint4 x[8 + 1];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) x[u] = chunks[(line + u) * 32];
        x[8] = x[8 - 1];
        if (bits > 0) x[8] = chunks[(line + 8) * 32];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned w[4] = { wide_argmax_float16_splice(x[u].x, x[u + 1].x, bits), wide_argmax_float16_splice(x[u].y, x[u + 1].y, bits - 32),
                                    wide_argmax_float16_splice(x[u].z, x[u + 1].z, bits - 64), wide_argmax_float16_splice(x[u].w, x[u + 1].w, bits - 96) };
            const unsigned skip = shift * 8 / 16, first = (line + u) * 256 + lane * 8 - skip;
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned short e = (unsigned short)(w[i / 2] >> i % 2 * 16);
                const unsigned number = first + i + (lane == 0 && i < skip ? 256 : 0);
                part[i] = u || line ? wide_argmax_float16_take(part[i], e, number) : wide_argmax_float16_first(e, number);
            }
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 8; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 8; i += 2 * next) part[i] = wide_argmax_float16_join_parts(part[i], part[i + next]);
    }
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) part[0] = wide_argmax_float16_join_parts(part[0], wide_argmax_float16_part_down(part[0], next));
    return part[0];
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ wide_argmax_float16_part wide_argmax_float16_part_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return wide_argmax_float16_short_leaf<4>(a, count, lane); // all lanes
    wide_argmax_float16_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line * 256 < count; line += 2) {
        unsigned short x[2][8];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) part[j] = u || line ? wide_argmax_float16_take(part[j], x[u][j], i) : wide_argmax_float16_first(x[u][j], i);
            }
        }
    }
    return wide_argmax_float16_join_columns(part, min(count, 256u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it. The array has `before` elements before the segment.
static __device__ __forceinline__ wide_argmax_float16_state wide_argmax_float16_leaf_of(const unsigned short *a, unsigned long long count, unsigned long long n, unsigned lane, unsigned long long before)
{
    const unsigned long long left = count - n * 2048;
    const unsigned short *const at = a + n * 2048;
    // beside the array's first and last elements there may be nothing
    const unsigned long long number = before + n * 2048;
    const bool inside = left >= 2048 && number >= 8 && number + 2048 + 8 <= 300000ull;
    const wide_argmax_float16_part part = inside ? wide_argmax_float16_whole_leaf(at, lane) : wide_argmax_float16_part_leaf(at, (unsigned)min(left, 2048ull), lane);
    return wide_argmax_float16_of_leaf(part, n * 2048);
}

// Leaves number `first` to `last` - 1 of a segment, at most 32, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ wide_argmax_float16_state wide_argmax_float16_together(const unsigned short *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread, unsigned long long before)
{
    __shared__ float leaf_value[32];
    __shared__ long long leaf_index[32];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    wide_argmax_float16_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 8) {
        state = wide_argmax_float16_leaf_of(a, count, first + n, lane, before);
        if (lane == 0) {
            leaf_value[n] = state.value;
            leaf_index[n] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        wide_argmax_float16_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_value[lane * 1 + i], leaf_index[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = wide_argmax_float16_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const wide_argmax_float16_state right = wide_argmax_float16_down(state, next);
            if ((lane + next) * 1 < leaves) state = wide_argmax_float16_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

// Offsets number `low` to `low` + `size` - 1 may be beyond a block's element or not; those before are not, others are.
struct wide_argmax_float16_range {
    unsigned low, size;
};

// Where the average length would have the offset is looked first, ever farther from there: all at once.
static __device__ __forceinline__ wide_argmax_float16_range wide_argmax_float16_search(const long long *offsets, unsigned lane)
{
    if (blockIdx.x >= 19) return { 0, 0 };
    const unsigned long long place = blockIdx.x * 16384ull;
    const long long guess = (long long)((double)place * (9.0 / 300000.0)), at = lane < 16 ? guess + 1 - (32768 >> lane) : guess + (1 << (lane - 16));
    const bool before = at < 0 || (at <= 9ll && (unsigned long long)offsets[at] <= place);
    const unsigned found = __popc(__ballot_sync(0xffffffffu, before)), last = found - 1;
    // the numbers of the last that is not beyond, and of the first that is
    const long long low = found == 0 ? -1 : last < 16 ? guess + 1 - (32768 >> last) : guess + (1 << (last - 16)),
                    high = found == 32 ? 9ll + 1 :
                           found < 16 ? guess + 1 - (32768 >> found) : guess + (1 << (found - 16));
    const long long from = max(low, -1ll) + 1;
    return { (unsigned)from, (unsigned)max(0ll, min(high, 9ll + 1) - from) };
}

// The segment that a block's element is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long wide_argmax_float16_segment_of(const long long *offsets, wide_argmax_float16_range near, unsigned lane)
{
    const unsigned long long place = blockIdx.x * 16384ull;
    unsigned low = near.low, size = near.size;
#pragma unroll 1
    while (size > 0) {
        const unsigned step = size / 32 + (size % 32 > 0);
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1ull : 9ull;
}

// Where the state of a segment's chunk is; the segment has those of windows `first` to `last`, perhaps one more.
static __device__ __forceinline__ unsigned long long wide_argmax_float16_slot(unsigned long long chunk, unsigned first, unsigned last)
{
    return chunk <= last - first ? first + chunk : 19ull + last;
}

// What the first `count` chunks of a segment make, for thread 0. As many as a warp joins at a time make one, which
// takes the place of the first of them.
static __device__ __forceinline__ wide_argmax_float16_state wide_argmax_float16_join_chunks(float *partials_value, long long *partials_index, unsigned long long count, unsigned first, unsigned last, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32;
    wide_argmax_float16_state state;
#pragma unroll 1
    for (unsigned long long width = 1;; width *= 32 * 4) {
        const unsigned long long nodes = (count + width - 1) / width;
#pragma unroll 1
        for (unsigned long long group = warp; group * 32 * 4 < nodes; group += 8) {
            const unsigned long long node = (group * 32 + lane) * 4;
            wide_argmax_float16_state own[4];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned long long slot = wide_argmax_float16_slot((node + i) * width, first, last);
                if (node + i < nodes) own[i] = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
            }
#pragma unroll
            for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 4; i += 2 * next) {
                    if (node + i + next < nodes) own[i] = wide_argmax_float16_join(own[i], own[i + next]);
                }
            }
            state = own[0];
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const wide_argmax_float16_state right = wide_argmax_float16_down(state, next);
                if (node + next * 4 < nodes) state = wide_argmax_float16_join(state, right);
            }
            if (nodes > 32 * 4 && lane == 0) {
                const unsigned long long slot = wide_argmax_float16_slot(node * width, first, last);
                partials_value[slot] = state.value;
                partials_index[slot] = state.index;
            }
        }
        if (nodes <= 32 * 4) return state;
        __syncthreads();
    }
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void wide_argmax_float16_window(const unsigned short *a, const long long *offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished, wide_argmax_float16_range near, unsigned thread)
{
    const unsigned window = blockIdx.x;
    if (window >= 19) return;
    const unsigned long long place = window * 16384ull, segment = wide_argmax_float16_segment_of(offsets, near, thread % 32);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (begin > place || end <= place || end > 300000ull) return; // offsets that are wrong
    if (count <= 65536ull) return;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    unsigned long long chunk = (place - begin) / 16384;
    unsigned slot = window;
#pragma unroll 1
    do {
        const unsigned long long from = chunk * 8;
        const wide_argmax_float16_state state = wide_argmax_float16_together(a + begin, count, from, min(from + 8, (count + 2048 - 1) / 2048), thread, begin);
        if (thread == 0) {
            partials_value[slot] = state.value;
            partials_index[slot] = state.index;
        }
        slot += 19;
        chunk++;
    } while (window == last && slot < 2 * 19 && chunk * 16384 < count);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const wide_argmax_float16_state state = wide_argmax_float16_join_chunks(partials_value, partials_index, (count + 16384 - 1) / 16384, first, last, thread);
    if (thread == 0) c[segment] = wide_argmax_float16_result(state, count);
}

extern "C" __global__ void __launch_bounds__(256, 2) wide_argmax_float16(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned long long segment = blockIdx.x;
    long long begin = 0, end = 0;
    if (segment < 9ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const wide_argmax_float16_range near = wide_argmax_float16_search(offsets, threadIdx.x % 32);
    if (count > 0 && count <= 65536) {
        const wide_argmax_float16_state state = wide_argmax_float16_together(a + begin, count, 0, (count + 2048 - 1) / 2048, threadIdx.x, begin);
        if (threadIdx.x == 0) c[segment] = wide_argmax_float16_result(state, count);
    } else if (threadIdx.x == 0 && segment < 9ull && count == 0)
        c[segment] = wide_argmax_float16_nothing();
    wide_argmax_float16_window(a, offsets, c, partials_value, partials_index, finished, near, threadIdx.x);
}

// wideLanes: reduce family of tilewright 0.1.0, from reduce-forms.json; max of int8, 999 segments of 5000 elements, order fixed
// grid 32, block (4, 32); elements: a 5000, offsets 1000, c 999

// What is known of some elements.
struct wideLanes_state {
    int value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose max is looked for.
struct wideLanes_part {
    unsigned value = 0x80808080u;
};

static __device__ __forceinline__ unsigned wideLanes_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ wideLanes_state wideLanes_join(wideLanes_state left, wideLanes_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ wideLanes_part wideLanes_join_parts(wideLanes_part left, wideLanes_part right)
{
    return { wideLanes_pairs(left.value, right.value) };
}

static __device__ __forceinline__ wideLanes_state wideLanes_of_leaf(wideLanes_part p, unsigned long long)
{
    const unsigned pair = wideLanes_pairs(p.value, p.value << 16);
    return { (int)pair >> 24 };
}

static __device__ __forceinline__ wideLanes_state wideLanes_down(wideLanes_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ wideLanes_part wideLanes_part_down(wideLanes_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ wideLanes_part wideLanes_part_of(wideLanes_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ signed char wideLanes_result(wideLanes_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ signed char wideLanes_nothing()
{
    return -128;
}

// Takes all elements of a word at once, of which the first `bits` exist: nothing is rounded, so any order will do.
static __device__ __forceinline__ wideLanes_part wideLanes_take_word(wideLanes_part p, unsigned word, int bits)
{
    const unsigned own = __funnelshift_lc(~0u, 0, max(bits, 0)), w = (word & own) | (0x80808080u & ~own);
    p.value = wideLanes_pairs(wideLanes_pairs(p.value, w), w << 8);
    return p;
}

// An element by itself.
static __device__ __forceinline__ wideLanes_part wideLanes_take(wideLanes_part p, signed char x, unsigned)
{
    return wideLanes_take_word(p, x, 8);
}

static __device__ __forceinline__ wideLanes_part wideLanes_first(signed char x, unsigned)
{
    return wideLanes_take({}, x, 0);
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
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// A whole leaf, whose first element is at a; of the array there is a chunk before it and behind it.
static __device__ __forceinline__ wideLanes_part wideLanes_whole_leaf(const signed char *a, unsigned lane)
{
    const unsigned shift = (unsigned)(unsigned long long)a % 16;
    const uint4 *const chunks = (const uint4 *)((const char *)a - shift) + lane;
    const int bits = lane == 0 ? (int)shift * 8 : 0; // of the line's end
    wideLanes_part part[1] = {};
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 8) {
        uint4 x[8 + 1];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) x[u] = chunks[(line + u) * 32];
        x[8] = x[8 - 1];
        if (bits > 0) x[8] = chunks[(line + 8) * 32];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned w[4] = { wideLanes_splice(x[u].x, x[u + 1].x, bits), wideLanes_splice(x[u].y, x[u + 1].y, bits - 32),
                                    wideLanes_splice(x[u].z, x[u + 1].z, bits - 64), wideLanes_splice(x[u].w, x[u + 1].w, bits - 96) };
#pragma unroll
            for (unsigned k = 0; k < 4; k++) part[0] = wideLanes_take_word(part[0], w[k], 32);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) part[0] = wideLanes_join_parts(part[0], wideLanes_part_down(part[0], next));
    return part[0];
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ wideLanes_part wideLanes_part_leaf(const signed char *a, unsigned count, unsigned lane)
{
    wideLanes_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line * 512 < count; line += 1) {
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                if (j % 4 == 0 && (line + u) * 512 + 32 * j >= count) break; // all lanes
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                if (i < count) part[j] = u || line ? wideLanes_take(part[j], x[u][j], i) : wideLanes_first(x[u][j], i);
            }
        }
    }
    return wideLanes_join_columns(part, min(count, 512u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it. The array has `before` elements before the segment.
static __device__ __forceinline__ wideLanes_state wideLanes_leaf_of(const signed char *a, unsigned long long count, unsigned long long n, unsigned lane, unsigned long long before)
{
    const unsigned long long left = count - n * 4096;
    const signed char *const at = a + n * 4096;
    // beside the array's first and last elements there may be nothing
    const unsigned long long number = before + n * 4096;
    const bool inside = left >= 4096 && number >= 16 && number + 4096 + 16 <= 5000ull;
    const wideLanes_part part = inside ? wideLanes_whole_leaf(at, lane) : wideLanes_part_leaf(at, (unsigned)min(left, 4096ull), lane);
    return wideLanes_of_leaf(part, n * 4096);
}

// All leaves of a segment of at most 4, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ wideLanes_state wideLanes_leaves(const signed char *a, unsigned count, unsigned lane, unsigned warp, unsigned long long before)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ int stack_value[4][3];
    const unsigned leaves = (count + 4096 - 1) / 4096;
    wideLanes_state state;
#pragma unroll 1
    for (unsigned n = 0; n < leaves; n++) {
        state = wideLanes_leaf_of(a, count, n, lane, before);
        if (leaves == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
        // the last leaf is joined with all that the stack holds
#pragma unroll 1
        for (unsigned bits = n; n + 1 < leaves ? bits & 1 : bits; bits /= 2, level++) {
            if (!(bits & 1)) continue;
            wideLanes_state before_it;
            before_it.value = stack_value[warp][level];
            state = wideLanes_join(before_it, state);
        }
        if (n + 1 == leaves) break;
        stack_value[warp][level] = state.value;
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(128) wideLanes(const signed char *__restrict__ a, const long long *__restrict__ offsets, signed char *c)
{
    const unsigned long long segment = blockIdx.x * 32ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const signed char *const at = a + begin;
    signed char x[4][4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = j * 16 + threadIdx.x * 4 + i;
            if (column < columns) x[j][i] = at[column];
        }
    }
    wideLanes_part part[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        if (j > 0 && !__any_sync(0xffffffffu, j * 16 < columns)) break; // for all lanes
        const unsigned column = j * 16 + threadIdx.x * 4;
        wideLanes_part own[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (column + i < columns) own[i] = wideLanes_first(x[j][i], column + i);
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 4; i += 2 * next) {
                if (column + i + next < columns) own[i] = wideLanes_join_parts(own[i], own[i + next]);
            }
        }
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const wideLanes_part right = wideLanes_part_down(own[0], next);
            if (column + next * 4 < columns) own[0] = wideLanes_join_parts(own[0], right);
        }
        part[j] = own[0];
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if ((j + next) * 16 < columns) part[j] = wideLanes_join_parts(part[j], part[j + next]);
        }
    }
    if (threadIdx.x == 0 && segment < 999ull && count == columns) c[segment] = count > 0 ? wideLanes_result(wideLanes_of_leaf(part[0], 0), count) : wideLanes_nothing();
    const unsigned thread = threadIdx.y * 4 + threadIdx.x, lane = thread % 32;
    const bool is_first = threadIdx.x == 0 && count > 64;
#pragma unroll 1
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_first && count <= 16384); waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1, its_count = __shfl_sync(0xffffffffu, (unsigned)count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const wideLanes_state state = wideLanes_leaves(a + its_begin, its_count, lane, thread / 32, its_begin);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = wideLanes_result(state, its_count);
    }
}

// dealtFew: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 64 segments of 100 elements, order fixed
// grid 1, block 64; elements: a 100, offsets 65, c 64

// What is known of some elements.
struct dealtFew_state {
    float value;
};

using dealtFew_part = dealtFew_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dealtFew_part dealtFew_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ dealtFew_part dealtFew_take(dealtFew_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ dealtFew_state dealtFew_join(dealtFew_state left, dealtFew_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dealtFew_part dealtFew_join_parts(dealtFew_part left, dealtFew_part right)
{
    return dealtFew_join(left, right);
}

static __device__ __forceinline__ dealtFew_state dealtFew_of_leaf(dealtFew_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ dealtFew_state dealtFew_down(dealtFew_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ dealtFew_part dealtFew_part_down(dealtFew_part p, unsigned lanes)
{
    return dealtFew_down(p, lanes);
}

static __device__ __forceinline__ dealtFew_part dealtFew_part_of(dealtFew_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float dealtFew_result(dealtFew_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float dealtFew_nothing()
{
    return 0;
}

// The first `count` elements, at most 4, from number `from` on.
static __device__ __forceinline__ void dealtFew_piece(const float *a, unsigned long long from, unsigned count, float (&x)[4])
{
    const float *const at = a + from;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        if (i < count) x[i] = at[i];
    }
}

// A piece, of whose elements `left` are there, the first of them number `column` of its leaf, begins parts or is taken.
template <bool begins>
static __device__ __forceinline__ void dealtFew_take_piece(dealtFew_part (&part)[4], const float (&x)[4], unsigned left, unsigned column)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const float e = x[i];
        if (i < left) part[i] = begins ? dealtFew_first(e, column + i) : dealtFew_take(part[i], e, column + i);
    }
}

// Joins the parts of a piece into the first.
static __device__ __forceinline__ void dealtFew_join_piece(dealtFew_part (&part)[4], unsigned left)
{
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned i = 0; i < 4; i += 2 * next) {
            if (i + next < left) part[i] = dealtFew_join_parts(part[i], part[i + next]);
        }
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned dealtFew_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

// What each lane's segment of `own_count` elements, at most a leaf, from number `begin` on makes.
static __device__ __forceinline__ dealtFew_part dealtFew_pack(const float *a, unsigned long long begin, unsigned own_count, unsigned lane)
{
    const unsigned pieces = own_count > 0 ? (min(own_count, 128u) + 4 - 1) / 4 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealtFew_part whole; // what the lane's segment makes
    if (__all_sync(0xffffffffu, own_count <= 4 * 4)) { // a few pieces each
        dealtFew_part half;
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k > 0 && !__any_sync(0xffffffffu, own_count > k * 4)) break;
            float x[4];
            dealtFew_part own[4];
            const unsigned left = own_count > k * 4 ? own_count - k * 4 : 0;
            dealtFew_piece(a, begin + k * 4, min(left, 4u), x);
            dealtFew_take_piece<true>(own, x, left, k * 4);
            dealtFew_join_piece(own, left);
            if (k == 0)
                whole = own[0];
            else if (k == 1 && left > 0)
                whole = dealtFew_join_parts(whole, own[0]);
            else if (k == 2)
                half = own[0];
            else if (left > 0)
                half = dealtFew_join_parts(half, own[0]);
        }
        if (own_count > 2 * 4) whole = dealtFew_join_parts(whole, half);
        return whole;
    }
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[1], left[1]; // the lane's piece, and elements from its first on
        unsigned long long place[1];
        unsigned from[1]; // where the lane's segment begins
        bool starts[1];
        float x[1][4];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            unsigned owner = taken, begins = 0;
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            if (ready != taken + 1) { // not one alone
                const unsigned marks = dealtFew_bits(starts[u] ? 1u << from[u] : 0);
                owner += __popc(marks & ((2u << lane) - 1)) - 1;
                begins = __shfl_sync(0xffffffffu, behind - pieces, owner) - at;
            }
            column[u] = (lane - begins) * 4;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealtFew_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealtFew_part part[1][4];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) dealtFew_take_piece<true>(part[u], x[u], left[u], column[u]);
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            dealtFew_part(&own)[4] = part[u];
            dealtFew_join_piece(own, left[u]);
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                if (!__any_sync(0xffffffffu, next * 4 < left[u])) break;
                const dealtFew_part right = dealtFew_part_down(own[0], next);
                if (next * 4 < left[u]) own[0] = dealtFew_join_parts(own[0], right);
            }
            const dealtFew_part made = dealtFew_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    return whole;
}
extern "C" __global__ void __launch_bounds__(64) dealtFew(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 32, segment = first + lane;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 1024 ? (unsigned)count : 0; // more are for the whole warp, below
    const dealtFew_part whole = dealtFew_pack(a, begin, own_count, lane);
    if (count == own_count) c[segment] = count > 0 ? dealtFew_result(dealtFew_of_leaf(whole, 0), count) : dealtFew_nothing();
}

// segmentless: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 0 segments of 16 elements, order fixed
// grid 1, block (1, 128); elements: a 16, offsets 1, c 1

// What is known of some elements.
struct segmentless_state {
    float value;
};

using segmentless_part = segmentless_state; // what is known of some elements of one leaf

static __device__ __forceinline__ segmentless_part segmentless_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ segmentless_part segmentless_take(segmentless_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ segmentless_state segmentless_join(segmentless_state left, segmentless_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ segmentless_part segmentless_join_parts(segmentless_part left, segmentless_part right)
{
    return segmentless_join(left, right);
}

static __device__ __forceinline__ segmentless_state segmentless_of_leaf(segmentless_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ segmentless_state segmentless_down(segmentless_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ segmentless_part segmentless_part_down(segmentless_part p, unsigned lanes)
{
    return segmentless_down(p, lanes);
}

static __device__ __forceinline__ segmentless_part segmentless_part_of(segmentless_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float segmentless_result(segmentless_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float segmentless_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(128) segmentless(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    // there are no segments
}

// rung_global: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 20, block 256; elements: a 5000, c 1, partials 20, finished 1, 0 before and after, copy 5120

// What is known of some elements.
struct rung_global_state {
    float value;
};

using rung_global_part = rung_global_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_global_part rung_global_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_global_state rung_global_join(rung_global_state left, rung_global_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_global_state rung_global_of_leaf(rung_global_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float rung_global_result(rung_global_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
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

// rung_interleaved: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 20, block 256; elements: a 5000, c 1, partials 20, finished 1, 0 before and after

// What is known of some elements.
struct rung_interleaved_state {
    float value;
};

using rung_interleaved_part = rung_interleaved_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_interleaved_part rung_interleaved_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_interleaved_state rung_interleaved_join(rung_interleaved_state left, rung_interleaved_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_interleaved_state rung_interleaved_of_leaf(rung_interleaved_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float rung_interleaved_result(rung_interleaved_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rung_interleaved_state rung_interleaved_load(const float *a, unsigned i)
{
    return rung_interleaved_of_leaf(rung_interleaved_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
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
}

extern "C" __global__ void __launch_bounds__(256) rung_interleaved(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    rung_interleaved_state mine = {};

    if (i < 5000) mine = rung_interleaved_load(a, i);
    mine = rung_interleaved_block(mine, min(256u, 5000u - blockIdx.x * 256u));

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
    mine = rung_interleaved_block(mine, 20);
    if (tid == 0) *c = rung_interleaved_result(mine, 5000ull);
}

// rung_sequential: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 20, block 256; elements: a 5000, c 1, partials 20, finished 1, 0 before and after

// What is known of some elements.
struct rung_sequential_state {
    float value;
};

using rung_sequential_part = rung_sequential_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_sequential_part rung_sequential_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_sequential_state rung_sequential_join(rung_sequential_state left, rung_sequential_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_sequential_state rung_sequential_of_leaf(rung_sequential_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float rung_sequential_result(rung_sequential_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rung_sequential_state rung_sequential_load(const float *a, unsigned i)
{
    return rung_sequential_of_leaf(rung_sequential_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rung_sequential_state rung_sequential_block(rung_sequential_state mine, unsigned count)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rung_sequential_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_sequential(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    rung_sequential_state mine = {};

    if (i < 5000) mine = rung_sequential_load(a, i);
    mine = rung_sequential_block(mine, min(256u, 5000u - blockIdx.x * 256u));

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
    mine = rung_sequential_block(mine, 20);
    if (tid == 0) *c = rung_sequential_result(mine, 5000ull);
}

// rung_first_add: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 10, block 256; elements: a 5000, c 1, partials 10, finished 1, 0 before and after

// What is known of some elements.
struct rung_first_add_state {
    float value;
};

using rung_first_add_part = rung_first_add_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_first_add_part rung_first_add_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_first_add_state rung_first_add_join(rung_first_add_state left, rung_first_add_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_first_add_state rung_first_add_of_leaf(rung_first_add_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float rung_first_add_result(rung_first_add_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rung_first_add_state rung_first_add_load(const float *a, unsigned i)
{
    return rung_first_add_of_leaf(rung_first_add_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rung_first_add_state rung_first_add_block(rung_first_add_state mine, unsigned count)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rung_first_add_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_first_add(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    rung_first_add_state mine = rung_first_add_load(a, i);

    if (i + 256 < 5000) mine = rung_first_add_join(mine, rung_first_add_load(a, i + 256)); // the first addition
    mine = rung_first_add_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 9) == 9; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 10) mine = { partials[tid] };
    mine = rung_first_add_block(mine, 10);
    if (tid == 0) *c = rung_first_add_result(mine, 5000ull);
}

// rung_unroll_last: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 10, block 256; elements: a 5000, c 1, partials 10, finished 1, 0 before and after

// What is known of some elements.
struct rung_unroll_last_state {
    float value;
};

using rung_unroll_last_part = rung_unroll_last_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_unroll_last_part rung_unroll_last_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_unroll_last_state rung_unroll_last_join(rung_unroll_last_state left, rung_unroll_last_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_unroll_last_state rung_unroll_last_of_leaf(rung_unroll_last_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float rung_unroll_last_result(rung_unroll_last_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rung_unroll_last_state rung_unroll_last_load(const float *a, unsigned i)
{
    return rung_unroll_last_of_leaf(rung_unroll_last_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rung_unroll_last_state rung_unroll_last_block(rung_unroll_last_state mine, unsigned count)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

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

extern "C" __global__ void __launch_bounds__(256) rung_unroll_last(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    rung_unroll_last_state mine = rung_unroll_last_load(a, i);

    if (i + 256 < 5000) mine = rung_unroll_last_join(mine, rung_unroll_last_load(a, i + 256)); // the first addition
    mine = rung_unroll_last_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 9) == 9; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 10) mine = { partials[tid] };
    mine = rung_unroll_last_block(mine, 10);
    if (tid == 0) *c = rung_unroll_last_result(mine, 5000ull);
}

// rung_unroll_all: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 10, block 256; elements: a 5000, c 1, partials 10, finished 1, 0 before and after

// What is known of some elements.
struct rung_unroll_all_state {
    float value;
};

using rung_unroll_all_part = rung_unroll_all_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_unroll_all_part rung_unroll_all_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_unroll_all_state rung_unroll_all_join(rung_unroll_all_state left, rung_unroll_all_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_unroll_all_state rung_unroll_all_of_leaf(rung_unroll_all_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float rung_unroll_all_result(rung_unroll_all_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rung_unroll_all_state rung_unroll_all_load(const float *a, unsigned i)
{
    return rung_unroll_all_of_leaf(rung_unroll_all_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rung_unroll_all_state rung_unroll_all_block(rung_unroll_all_state mine, unsigned count)
{
    __shared__ volatile float states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    if (tid < 128 && tid + 128 < count)
        states[tid] = rung_unroll_all_join({ states[tid] }, { states[tid + 128] }).value;
    __syncthreads();

    if (tid < 64 && tid + 64 < count)
        states[tid] = rung_unroll_all_join({ states[tid] }, { states[tid + 64] }).value;
    __syncthreads();

    // one warp is left, whose lanes all take part in every step: what those beyond the half find, nobody uses
    if (tid < 32) {
        mine.value = states[tid];
        if (tid + 32 < count) mine = rung_unroll_all_join(mine, { states[tid + 32] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 16 < count) mine = rung_unroll_all_join(mine, { states[tid + 16] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 8 < count) mine = rung_unroll_all_join(mine, { states[tid + 8] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 4 < count) mine = rung_unroll_all_join(mine, { states[tid + 4] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 2 < count) mine = rung_unroll_all_join(mine, { states[tid + 2] });
        __syncwarp();
        states[tid] = mine.value;
        __syncwarp();
        if (tid + 1 < count) mine = rung_unroll_all_join(mine, { states[tid + 1] });
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_unroll_all(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + tid;
    rung_unroll_all_state mine = rung_unroll_all_load(a, i);

    if (i + 256 < 5000) mine = rung_unroll_all_join(mine, rung_unroll_all_load(a, i + 256)); // the first addition
    mine = rung_unroll_all_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 9) == 9; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 10) mine = { partials[tid] };
    mine = rung_unroll_all_block(mine, 10);
    if (tid == 0) *c = rung_unroll_all_result(mine, 5000ull);
}

// rung_shuffle: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 19, block 256; elements: a 5000, c 1, partials 19, finished 1, 0 before and after

// What is known of some elements.
struct rung_shuffle_state {
    float value;
};

using rung_shuffle_part = rung_shuffle_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_shuffle_part rung_shuffle_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_shuffle_state rung_shuffle_join(rung_shuffle_state left, rung_shuffle_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_shuffle_state rung_shuffle_of_leaf(rung_shuffle_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rung_shuffle_state rung_shuffle_down(rung_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float rung_shuffle_result(rung_shuffle_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rung_shuffle_state rung_shuffle_load(const float *a, unsigned i)
{
    return rung_shuffle_of_leaf(rung_shuffle_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
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

extern "C" __global__ void __launch_bounds__(256) rung_shuffle(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rung_shuffle_state mine = rung_shuffle_load(a, i);

#pragma unroll 1
    for (i += 4864; i < 5000; i += 4864)
        mine = rung_shuffle_join(mine, rung_shuffle_load(a, i));
    mine = rung_shuffle_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 18) == 18; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 19) mine = { partials[tid] };
    mine = rung_shuffle_block(mine, 19);
    if (tid == 0) *c = rung_shuffle_result(mine, 5000ull);
}

// rung_vectors: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 4, block 256; elements: a 5000, c 1, partials 4, finished 1, 0 before and after

// What is known of some elements.
struct rung_vectors_state {
    float value;
};

using rung_vectors_part = rung_vectors_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_vectors_part rung_vectors_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_vectors_part rung_vectors_take(rung_vectors_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ rung_vectors_state rung_vectors_join(rung_vectors_state left, rung_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_vectors_state rung_vectors_of_leaf(rung_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rung_vectors_state rung_vectors_down(rung_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float rung_vectors_result(rung_vectors_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

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

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rung_vectors_state rung_vectors_block(rung_vectors_state mine, unsigned count)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rung_vectors_state right = rung_vectors_down(mine, lanes);
        if (tid + lanes < count) mine = rung_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rung_vectors_state right = rung_vectors_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rung_vectors_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_vectors(const float *a, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rung_vectors_state mine = rung_vectors_load(a, i);

#pragma unroll 1
    for (i += 1024; i < 1250; i += 1024)
        mine = rung_vectors_join(mine, rung_vectors_load(a, i));
    mine = rung_vectors_block(mine, 256);

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
    mine = rung_vectors_block(mine, 4);
    if (tid == 0) *c = rung_vectors_result(mine, 5000ull);
}

// rung_accumulators: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, the rows of 1 x 1 x 5000, order free
// grid 1, block 256; elements: a 5000, c 1

// What is known of some elements.
struct rung_accumulators_state {
    float value;
};

using rung_accumulators_part = rung_accumulators_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rung_accumulators_part rung_accumulators_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ rung_accumulators_part rung_accumulators_take(rung_accumulators_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ rung_accumulators_state rung_accumulators_join(rung_accumulators_state left, rung_accumulators_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rung_accumulators_state rung_accumulators_of_leaf(rung_accumulators_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rung_accumulators_state rung_accumulators_down(rung_accumulators_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float rung_accumulators_result(rung_accumulators_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ rung_accumulators_state rung_accumulators_load(const float *a, unsigned i)
{
    union {
        uint4 loaded;
        float x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    rung_accumulators_part part = rung_accumulators_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = rung_accumulators_take(part, from_a.x[e], e);
    return rung_accumulators_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ rung_accumulators_state rung_accumulators_block(rung_accumulators_state mine)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rung_accumulators_state right = rung_accumulators_down(mine, lanes);
        mine = rung_accumulators_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rung_accumulators_state right = rung_accumulators_down(mine, lanes);
            mine = rung_accumulators_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rung_accumulators(const float *a, float *c)
{
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

// rungs_sequential_second: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int32, the rows of 1 x 1 x 5000, order free
// grid 20, block 256, then rungs_sequential_second_join_blocks with grid 1, block 256; elements: a 5000, c 1, partials 20

// What is known of some elements.
struct rungs_sequential_second_state {
    unsigned long long value;
};

using rungs_sequential_second_part = rungs_sequential_second_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rungs_sequential_second_part rungs_sequential_second_first(int x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ rungs_sequential_second_state rungs_sequential_second_join(rungs_sequential_second_state left, rungs_sequential_second_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rungs_sequential_second_state rungs_sequential_second_of_leaf(rungs_sequential_second_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ long long rungs_sequential_second_result(rungs_sequential_second_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ rungs_sequential_second_state rungs_sequential_second_load(const int *a, unsigned i)
{
    return rungs_sequential_second_of_leaf(rungs_sequential_second_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungs_sequential_second_state rungs_sequential_second_block(rungs_sequential_second_state mine, unsigned count)
{
    __shared__ volatile unsigned long long states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rungs_sequential_second_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungs_sequential_second(const int *a, volatile unsigned long long *partials)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    rungs_sequential_second_state mine = {};

    if (i < 5000) mine = rungs_sequential_second_load(a, i);
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

// rungs_sequential_atomic: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int32, the rows of 1 x 1 x 5000, order free
// grid 20, block 256; elements: a 5000, c 1, 0 before

// What is known of some elements.
struct rungs_sequential_atomic_state {
    unsigned long long value;
};

using rungs_sequential_atomic_part = rungs_sequential_atomic_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rungs_sequential_atomic_part rungs_sequential_atomic_first(int x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ rungs_sequential_atomic_state rungs_sequential_atomic_join(rungs_sequential_atomic_state left, rungs_sequential_atomic_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rungs_sequential_atomic_state rungs_sequential_atomic_of_leaf(rungs_sequential_atomic_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ long long rungs_sequential_atomic_result(rungs_sequential_atomic_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ rungs_sequential_atomic_state rungs_sequential_atomic_load(const int *a, unsigned i)
{
    return rungs_sequential_atomic_of_leaf(rungs_sequential_atomic_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungs_sequential_atomic_state rungs_sequential_atomic_block(rungs_sequential_atomic_state mine, unsigned count)
{
    __shared__ volatile unsigned long long states[256];
    const unsigned tid = threadIdx.x;

    states[tid] = mine.value;
    __syncthreads();

    // the first half takes up the other half, until one state is left
#pragma unroll 1
    for (unsigned s = 256 / 2; s > 0; s /= 2) {
        if (tid < s && tid + s < count)
            states[tid] = rungs_sequential_atomic_join({ states[tid] }, { states[tid + s] }).value;
        __syncthreads();
    }
    if (tid == 0) mine.value = states[0];
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungs_sequential_atomic(const int *a, long long *c)
{
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * 256 + tid;
    rungs_sequential_atomic_state mine = {};

    if (i < 5000) mine = rungs_sequential_atomic_load(a, i);
    mine = rungs_sequential_atomic_block(mine, min(256u, 5000u - blockIdx.x * 256u));

    if (tid == 0) atomicAdd((unsigned long long *)c, (unsigned long long)rungs_sequential_atomic_result(mine, 5000ull));
}

// rungs_vectors_second: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int32, the rows of 1 x 1 x 5000, order free
// grid 4, block 256, then rungs_vectors_second_join_blocks with grid 1, block 256; elements: a 5000, c 1, partials 4

// What is known of some elements.
struct rungs_vectors_second_state {
    unsigned long long value;
};

using rungs_vectors_second_part = rungs_vectors_second_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rungs_vectors_second_part rungs_vectors_second_first(int x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ rungs_vectors_second_part rungs_vectors_second_take(rungs_vectors_second_part p, int x, unsigned)
{
    const unsigned long long u = x;
    return { p.value + u };
}

static __device__ __forceinline__ rungs_vectors_second_state rungs_vectors_second_join(rungs_vectors_second_state left, rungs_vectors_second_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rungs_vectors_second_state rungs_vectors_second_of_leaf(rungs_vectors_second_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rungs_vectors_second_state rungs_vectors_second_down(rungs_vectors_second_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ long long rungs_vectors_second_result(rungs_vectors_second_state s, unsigned long long)
{
    return s.value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ rungs_vectors_second_state rungs_vectors_second_load(const int *a, unsigned i)
{
    union {
        uint4 loaded;
        int x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    rungs_vectors_second_part part = rungs_vectors_second_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = rungs_vectors_second_take(part, from_a.x[e], e);
    return rungs_vectors_second_of_leaf(part, 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungs_vectors_second_state rungs_vectors_second_block(rungs_vectors_second_state mine, unsigned count)
{
    __shared__ volatile unsigned long long of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rungs_vectors_second_state right = rungs_vectors_second_down(mine, lanes);
        if (tid + lanes < count) mine = rungs_vectors_second_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rungs_vectors_second_state right = rungs_vectors_second_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rungs_vectors_second_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungs_vectors_second(const int *a, volatile unsigned long long *partials)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rungs_vectors_second_state mine = rungs_vectors_second_load(a, i);

#pragma unroll 1
    for (i += 1024; i < 1250; i += 1024)
        mine = rungs_vectors_second_join(mine, rungs_vectors_second_load(a, i));
    mine = rungs_vectors_second_block(mine, 256);

    if (tid == 0) partials[blockIdx.x] = mine.value;
}

extern "C" __global__ void __launch_bounds__(256) rungs_vectors_second_join_blocks(const volatile unsigned long long *partials, long long *c)
{
    const unsigned tid = threadIdx.x;
    rungs_vectors_second_state mine = {};

    if (tid < 4) mine = { partials[tid] };
    mine = rungs_vectors_second_block(mine, 4);
    if (tid == 0) *c = rungs_vectors_second_result(mine, 5000ull);
}

// rungs_vectors_atomic: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int32, the rows of 1 x 1 x 5000, order free
// grid 4, block 256; elements: a 5000, c 1, 0 before

// What is known of some elements.
struct rungs_vectors_atomic_state {
    unsigned long long value;
};

using rungs_vectors_atomic_part = rungs_vectors_atomic_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rungs_vectors_atomic_part rungs_vectors_atomic_first(int x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ rungs_vectors_atomic_part rungs_vectors_atomic_take(rungs_vectors_atomic_part p, int x, unsigned)
{
    const unsigned long long u = x;
    return { p.value + u };
}

static __device__ __forceinline__ rungs_vectors_atomic_state rungs_vectors_atomic_join(rungs_vectors_atomic_state left, rungs_vectors_atomic_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rungs_vectors_atomic_state rungs_vectors_atomic_of_leaf(rungs_vectors_atomic_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rungs_vectors_atomic_state rungs_vectors_atomic_down(rungs_vectors_atomic_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ long long rungs_vectors_atomic_result(rungs_vectors_atomic_state s, unsigned long long)
{
    return s.value;
}

// The state of the 4 elements of load i.
static __device__ __forceinline__ rungs_vectors_atomic_state rungs_vectors_atomic_load(const int *a, unsigned i)
{
    union {
        uint4 loaded;
        int x[4];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    rungs_vectors_atomic_part part = rungs_vectors_atomic_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 4; e++)
        part = rungs_vectors_atomic_take(part, from_a.x[e], e);
    return rungs_vectors_atomic_of_leaf(part, 0);
}

// What the states of a block's threads make, in thread 0.
static __device__ __forceinline__ rungs_vectors_atomic_state rungs_vectors_atomic_block(rungs_vectors_atomic_state mine)
{
    __shared__ volatile unsigned long long of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rungs_vectors_atomic_state right = rungs_vectors_atomic_down(mine, lanes);
        mine = rungs_vectors_atomic_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rungs_vectors_atomic_state right = rungs_vectors_atomic_down(mine, lanes);
            mine = rungs_vectors_atomic_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungs_vectors_atomic(const int *a, long long *c)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rungs_vectors_atomic_state mine = rungs_vectors_atomic_load(a, i);

#pragma unroll 1
    for (i += 1024; i < 1250; i += 1024)
        mine = rungs_vectors_atomic_join(mine, rungs_vectors_atomic_load(a, i));
    mine = rungs_vectors_atomic_block(mine);

    if (tid == 0) atomicAdd((unsigned long long *)c, (unsigned long long)rungs_vectors_atomic_result(mine, 5000ull));
}

// rungDot_dot_vectors: reduce family of tilewright 0.1.0, from reduce-forms.json; dot of float16, the rows of 1 x 1 x 5000, order free
// grid 2, block 256; elements: a 5000, b 5000, c 1, partials 2, finished 1, 0 before and after

// What is known of some elements.
struct rungDot_dot_vectors_state {
    float value;
};

using rungDot_dot_vectors_part = rungDot_dot_vectors_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float rungDot_dot_vectors_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ rungDot_dot_vectors_part rungDot_dot_vectors_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = rungDot_dot_vectors_float(x);
    const float v = rungDot_dot_vectors_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ rungDot_dot_vectors_part rungDot_dot_vectors_take(rungDot_dot_vectors_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = rungDot_dot_vectors_float(x);
    const float v = rungDot_dot_vectors_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ rungDot_dot_vectors_state rungDot_dot_vectors_join(rungDot_dot_vectors_state left, rungDot_dot_vectors_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rungDot_dot_vectors_state rungDot_dot_vectors_of_leaf(rungDot_dot_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rungDot_dot_vectors_state rungDot_dot_vectors_down(rungDot_dot_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float rungDot_dot_vectors_result(rungDot_dot_vectors_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// The state of the 8 elements of load i.
static __device__ __forceinline__ rungDot_dot_vectors_state rungDot_dot_vectors_load(const unsigned short *a, const unsigned short *b, unsigned i)
{
    union {
        uint4 loaded;
        unsigned short x[8];
    } from_a, from_b;

    from_a.loaded = ((const uint4 *)a)[i];
    from_b.loaded = ((const uint4 *)b)[i];
    rungDot_dot_vectors_part part = rungDot_dot_vectors_first(from_a.x[0], from_b.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 8; e++)
        part = rungDot_dot_vectors_take(part, from_a.x[e], from_b.x[e], e);
    return rungDot_dot_vectors_of_leaf(part, 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungDot_dot_vectors_state rungDot_dot_vectors_block(rungDot_dot_vectors_state mine, unsigned count)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rungDot_dot_vectors_state right = rungDot_dot_vectors_down(mine, lanes);
        if (tid + lanes < count) mine = rungDot_dot_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rungDot_dot_vectors_state right = rungDot_dot_vectors_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rungDot_dot_vectors_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungDot_dot_vectors(const unsigned short *a, const unsigned short *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rungDot_dot_vectors_state mine = rungDot_dot_vectors_load(a, b, i);

#pragma unroll 1
    for (i += 512; i < 625; i += 512)
        mine = rungDot_dot_vectors_join(mine, rungDot_dot_vectors_load(a, b, i));
    mine = rungDot_dot_vectors_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 1) == 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 2) mine = { partials[tid] };
    mine = rungDot_dot_vectors_block(mine, 2);
    if (tid == 0) *c = rungDot_dot_vectors_result(mine, 5000ull);
}

// rungDot_dot_shuffle: reduce family of tilewright 0.1.0, from reduce-forms.json; dot of float16, the rows of 1 x 1 x 5000, order free
// grid 19, block 256; elements: a 5000, b 5000, c 1, partials 19, finished 1, 0 before and after

// What is known of some elements.
struct rungDot_dot_shuffle_state {
    float value;
};

using rungDot_dot_shuffle_part = rungDot_dot_shuffle_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float rungDot_dot_shuffle_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ rungDot_dot_shuffle_part rungDot_dot_shuffle_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = rungDot_dot_shuffle_float(x);
    const float v = rungDot_dot_shuffle_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ rungDot_dot_shuffle_state rungDot_dot_shuffle_join(rungDot_dot_shuffle_state left, rungDot_dot_shuffle_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rungDot_dot_shuffle_state rungDot_dot_shuffle_of_leaf(rungDot_dot_shuffle_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rungDot_dot_shuffle_state rungDot_dot_shuffle_down(rungDot_dot_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ float rungDot_dot_shuffle_result(rungDot_dot_shuffle_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ rungDot_dot_shuffle_state rungDot_dot_shuffle_load(const unsigned short *a, const unsigned short *b, unsigned i)
{
    return rungDot_dot_shuffle_of_leaf(rungDot_dot_shuffle_first(a[i], b[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungDot_dot_shuffle_state rungDot_dot_shuffle_block(rungDot_dot_shuffle_state mine, unsigned count)
{
    __shared__ volatile float of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rungDot_dot_shuffle_state right = rungDot_dot_shuffle_down(mine, lanes);
        if (tid + lanes < count) mine = rungDot_dot_shuffle_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rungDot_dot_shuffle_state right = rungDot_dot_shuffle_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rungDot_dot_shuffle_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungDot_dot_shuffle(const unsigned short *a, const unsigned short *b, float *c, volatile float *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rungDot_dot_shuffle_state mine = rungDot_dot_shuffle_load(a, b, i);

#pragma unroll 1
    for (i += 4864; i < 5000; i += 4864)
        mine = rungDot_dot_shuffle_join(mine, rungDot_dot_shuffle_load(a, b, i));
    mine = rungDot_dot_shuffle_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 18) == 18; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 19) mine = { partials[tid] };
    mine = rungDot_dot_shuffle_block(mine, 19);
    if (tid == 0) *c = rungDot_dot_shuffle_result(mine, 5000ull);
}

// rungDot_max_vectors: reduce family of tilewright 0.1.0, from reduce-forms.json; max of float16, the rows of 1 x 1 x 5000, order free
// grid 2, block 256; elements: a 5000, c 1, partials 2, finished 1, 0 before and after

// What is known of some elements.
struct rungDot_max_vectors_state {
    unsigned value;
};

using rungDot_max_vectors_part = rungDot_max_vectors_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned rungDot_max_vectors_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7c000001;
}

static __device__ __forceinline__ int rungDot_max_vectors_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ rungDot_max_vectors_part rungDot_max_vectors_first(unsigned short x, unsigned)
{
    const unsigned u = rungDot_max_vectors_rank(x);
    return { u };
}

static __device__ __forceinline__ rungDot_max_vectors_part rungDot_max_vectors_take(rungDot_max_vectors_part p, unsigned short x, unsigned)
{
    const unsigned u = rungDot_max_vectors_rank(x);
    return { max(p.value, u) };
}

static __device__ __forceinline__ rungDot_max_vectors_state rungDot_max_vectors_join(rungDot_max_vectors_state left, rungDot_max_vectors_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ rungDot_max_vectors_state rungDot_max_vectors_of_leaf(rungDot_max_vectors_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rungDot_max_vectors_state rungDot_max_vectors_down(rungDot_max_vectors_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ unsigned short rungDot_max_vectors_result(rungDot_max_vectors_state s, unsigned long long)
{
    const int bits = rungDot_max_vectors_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

// The state of the 8 elements of load i.
static __device__ __forceinline__ rungDot_max_vectors_state rungDot_max_vectors_load(const unsigned short *a, unsigned i)
{
    union {
        uint4 loaded;
        unsigned short x[8];
    } from_a;

    from_a.loaded = ((const uint4 *)a)[i];
    rungDot_max_vectors_part part = rungDot_max_vectors_first(from_a.x[0], 0);
#pragma unroll
    for (unsigned e = 1; e < 8; e++)
        part = rungDot_max_vectors_take(part, from_a.x[e], e);
    return rungDot_max_vectors_of_leaf(part, 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungDot_max_vectors_state rungDot_max_vectors_block(rungDot_max_vectors_state mine, unsigned count)
{
    __shared__ volatile unsigned of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rungDot_max_vectors_state right = rungDot_max_vectors_down(mine, lanes);
        if (tid + lanes < count) mine = rungDot_max_vectors_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rungDot_max_vectors_state right = rungDot_max_vectors_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rungDot_max_vectors_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungDot_max_vectors(const unsigned short *a, unsigned short *c, volatile unsigned *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rungDot_max_vectors_state mine = rungDot_max_vectors_load(a, i);

#pragma unroll 1
    for (i += 512; i < 625; i += 512)
        mine = rungDot_max_vectors_join(mine, rungDot_max_vectors_load(a, i));
    mine = rungDot_max_vectors_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 1) == 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 2) mine = { partials[tid] };
    mine = rungDot_max_vectors_block(mine, 2);
    if (tid == 0) *c = rungDot_max_vectors_result(mine, 5000ull);
}

// rungDot_max_shuffle: reduce family of tilewright 0.1.0, from reduce-forms.json; max of float16, the rows of 1 x 1 x 5000, order free
// grid 19, block 256; elements: a 5000, c 1, partials 19, finished 1, 0 before and after

// What is known of some elements.
struct rungDot_max_shuffle_state {
    unsigned value;
};

using rungDot_max_shuffle_part = rungDot_max_shuffle_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned rungDot_max_shuffle_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7c000001;
}

static __device__ __forceinline__ int rungDot_max_shuffle_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ rungDot_max_shuffle_part rungDot_max_shuffle_first(unsigned short x, unsigned)
{
    const unsigned u = rungDot_max_shuffle_rank(x);
    return { u };
}

static __device__ __forceinline__ rungDot_max_shuffle_state rungDot_max_shuffle_join(rungDot_max_shuffle_state left, rungDot_max_shuffle_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ rungDot_max_shuffle_state rungDot_max_shuffle_of_leaf(rungDot_max_shuffle_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rungDot_max_shuffle_state rungDot_max_shuffle_down(rungDot_max_shuffle_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ unsigned short rungDot_max_shuffle_result(rungDot_max_shuffle_state s, unsigned long long)
{
    const int bits = rungDot_max_shuffle_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

static __device__ __forceinline__ rungDot_max_shuffle_state rungDot_max_shuffle_load(const unsigned short *a, unsigned i)
{
    return rungDot_max_shuffle_of_leaf(rungDot_max_shuffle_first(a[i], 0), 0);
}

// What the states of the first `count` threads make, in thread 0.
static __device__ __forceinline__ rungDot_max_shuffle_state rungDot_max_shuffle_block(rungDot_max_shuffle_state mine, unsigned count)
{
    __shared__ volatile unsigned of_warp[8];
    const unsigned tid = threadIdx.x;

#pragma unroll
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
        const rungDot_max_shuffle_state right = rungDot_max_shuffle_down(mine, lanes);
        if (tid + lanes < count) mine = rungDot_max_shuffle_join(mine, right);
    }
    if (tid % 32 == 0) of_warp[tid / 32] = mine.value;
    __syncthreads();

    // the first warp joins what the warps found
    if (tid < 32) {
        if (tid < 8) mine.value = of_warp[tid];
#pragma unroll
        for (unsigned lanes = 8 / 2; lanes > 0; lanes /= 2) {
            const rungDot_max_shuffle_state right = rungDot_max_shuffle_down(mine, lanes);
            if ((tid + lanes) * 32 < count) mine = rungDot_max_shuffle_join(mine, right);
        }
    }
    return mine;
}

extern "C" __global__ void __launch_bounds__(256) rungDot_max_shuffle(const unsigned short *a, unsigned short *c, volatile unsigned *partials, unsigned *finished)
{
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 256 + tid;
    rungDot_max_shuffle_state mine = rungDot_max_shuffle_load(a, i);

#pragma unroll 1
    for (i += 4864; i < 5000; i += 4864)
        mine = rungDot_max_shuffle_join(mine, rungDot_max_shuffle_load(a, i));
    mine = rungDot_max_shuffle_block(mine, 256);

    bool last = false;
    if (tid == 0) {
        partials[blockIdx.x] = mine.value;
        __threadfence(); // who sees the count sees the partial result
        last = atomicInc(finished, 18) == 18; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

    mine = {};
    if (tid < 19) mine = { partials[tid] };
    mine = rungDot_max_shuffle_block(mine, 19);
    if (tid == 0) *c = rungDot_max_shuffle_result(mine, 5000ull);
}
