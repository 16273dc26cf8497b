// sum_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) sum_int8(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const sum_int8_part part = sum_int8_row(a + from);
    const sum_int8_state s = sum_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = sum_int8_result(s, 16ull);
}

// sum_uint16: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of uint16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) sum_uint16(const unsigned short *__restrict__ a, unsigned long long *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) mean_int8(const signed char *__restrict__ a, double *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) least_int8(const signed char *__restrict__ a, signed char *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const least_int8_part part = least_int8_row(a + from);
    const least_int8_state s = least_int8_of_leaf(part, 0);
    if (row < 1u) c[row] = least_int8_result(s, 16ull);
}

// least_float16: reduce family of tilewright 0.1.0, from reduce-forms.json; min of float16, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) least_float16(const unsigned short *__restrict__ a, unsigned short *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) greatest_bfloat16(const unsigned short *__restrict__ a, unsigned short *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) place_argmin_int8_first(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const place_argmin_int8_first_part part = place_argmin_int8_first_row(a + from);
    const place_argmin_int8_first_state s = place_argmin_int8_first_of_leaf(part, 0);
    if (row < 1u) c[row] = place_argmin_int8_first_result(s, 16ull);
}

// place_argmin_int8_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) place_argmin_int8_last(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) place_argmax_int8_first(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 0u) * 16;
    const place_argmax_int8_first_part part = place_argmax_int8_first_row(a + from);
    const place_argmax_int8_first_state s = place_argmax_int8_first_of_leaf(part, 0);
    if (row < 1u) c[row] = place_argmax_int8_first_result(s, 16ull);
}

// place_argmax_int8_last: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of int8, the rows of 1 x 1 x 16, order fixed
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) place_argmax_int8_last(const signed char *__restrict__ a, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) truth_any_int8(const signed char *__restrict__ a, unsigned char *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) truth_all_int8(const signed char *__restrict__ a, unsigned char *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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
// grid 1, block 32; elements: a 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) squares_norm2_int8(const signed char *__restrict__ a, double *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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
// grid 1, block 32; elements: a 16, b 16, c 1

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

extern "C" __global__ void __launch_bounds__(32) squares_dot_int8(const signed char *__restrict__ a, const signed char *__restrict__ b, long long *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
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

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_sum_none_state pieces_sum_none_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    pieces_sum_none_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const pieces_sum_none_part part = left < 1024 ? pieces_sum_none_part_leaf(at, (unsigned)left, lane) : pieces_sum_none_whole_leaf(at, lane);
        state = pieces_sum_none_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            pieces_sum_none_state before;
            before.value = stack_value[warp][level];
            state = pieces_sum_none_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        pieces_sum_none_state before;
        before.value = stack_value[warp][level];
        state = pieces_sum_none_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) pieces_sum_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 2ull + warp;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    const pieces_sum_none_state state = pieces_sum_none_leaves(a + begin, count, 0, leaves, lane, warp);
    if (lane == 0) c[segment] = count > 0 ? pieces_sum_none_result(state, count) : pieces_sum_none_nothing();
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

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_sum_trap_state pieces_sum_trap_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    pieces_sum_trap_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const pieces_sum_trap_part part = left < 1024 ? pieces_sum_trap_part_leaf(at, (unsigned)left, lane) : pieces_sum_trap_whole_leaf(at, lane);
        state = pieces_sum_trap_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            pieces_sum_trap_state before;
            before.value = stack_value[warp][level];
            state = pieces_sum_trap_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        pieces_sum_trap_state before;
        before.value = stack_value[warp][level];
        state = pieces_sum_trap_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) pieces_sum_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 2ull + warp;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    const pieces_sum_trap_state state = pieces_sum_trap_leaves(a + begin, count, 0, leaves, lane, warp);
    if (lane == 0) c[segment] = count > 0 ? pieces_sum_trap_result(state, count) : pieces_sum_trap_nothing();
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

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_argmax_none_state pieces_argmax_none_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    __shared__ long long stack_index[4][4];
    pieces_argmax_none_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const pieces_argmax_none_part part = left < 1024 ? pieces_argmax_none_part_leaf(at, (unsigned)left, lane) : pieces_argmax_none_whole_leaf(at, lane);
        state = pieces_argmax_none_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            pieces_argmax_none_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = pieces_argmax_none_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        pieces_argmax_none_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = pieces_argmax_none_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(128) pieces_argmax_none(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 4ull + warp;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    const pieces_argmax_none_state state = pieces_argmax_none_leaves(a + begin, count, 0, leaves, lane, warp);
    if (lane == 0) c[segment] = count > 0 ? pieces_argmax_none_result(state, count) : pieces_argmax_none_nothing();
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

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ pieces_argmax_trap_state pieces_argmax_trap_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    __shared__ long long stack_index[4][4];
    pieces_argmax_trap_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const pieces_argmax_trap_part part = left < 1024 ? pieces_argmax_trap_part_leaf(at, (unsigned)left, lane) : pieces_argmax_trap_whole_leaf(at, lane);
        state = pieces_argmax_trap_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            pieces_argmax_trap_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = pieces_argmax_trap_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        pieces_argmax_trap_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = pieces_argmax_trap_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(128) pieces_argmax_trap(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 4ull + warp;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    const pieces_argmax_trap_state state = pieces_argmax_trap_leaves(a + begin, count, 0, leaves, lane, warp);
    if (lane == 0) c[segment] = count > 0 ? pieces_argmax_trap_result(state, count) : pieces_argmax_trap_nothing();
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
static __device__ __forceinline__ few_int8_part few_int8_join_columns(few_int8_part (&part)[16], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j++) {
            const few_int8_part right = few_int8_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = few_int8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = few_int8_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ few_int8_part few_int8_whole_leaf(const signed char *a, unsigned lane)
{
    few_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 1) {
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) x[u][j] = a[(line + u) * 512 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
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
    few_int8_part part[16];
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
                if (i < count) part[j] = u || line ? few_int8_take(part[j], x[u][j], i) : few_int8_first(x[u][j], i);
            }
        }
    }
    return few_int8_join_columns(part, min(count, 512u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ few_int8_state few_int8_leaves(const signed char *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ unsigned long long stack_value[8][2];
    few_int8_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 4096;
        const signed char *const at = a + n * 4096;
        const few_int8_part part = left < 4096 ? few_int8_part_leaf(at, (unsigned)left, lane) : few_int8_whole_leaf(at, lane);
        state = few_int8_of_leaf(part, n * 4096);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            few_int8_state before;
            before.value = stack_value[warp][level];
            state = few_int8_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        few_int8_state before;
        before.value = stack_value[warp][level];
        state = few_int8_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(256) few_int8(const signed char *__restrict__ a, const int *__restrict__ offsets, long long *c)
{
    // what each warp's run of leaves gives
    __shared__ unsigned long long run_value[8];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x;
    const int begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 4096 - 1) / 4096;
    // the segment's warps take runs of a power of two of leaves
    unsigned long long run = 1;
#pragma unroll 1
    while (run * 8 < leaves) run *= 2;
    const unsigned long long first = warp % 8 * run;
    few_int8_state state = few_int8_leaves(a + begin, count, first, min(first + run, leaves), lane, warp);
    if (lane == 0) {
        run_value[warp] = state.value;
    }
    __syncthreads();
    if (warp % 8 != 0) return;

    if (lane < 8) {
        state.value = run_value[warp + lane];
    }
    const unsigned runs = (unsigned)((leaves + run - 1) / run);
#pragma unroll
    for (unsigned next = 1; next < 8; next *= 2) {
        const few_int8_state right = few_int8_down(state, next);
        if (lane + next < runs) state = few_int8_join(state, right);
    }
    if (lane == 0) c[segment] = count > 0 ? few_int8_result(state, count) : few_int8_nothing();
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

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ few_float64_state few_float64_leaves(const double *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ double stack_value[8][5];
    few_float64_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 512;
        const double *const at = a + n * 512;
        const few_float64_part part = left < 512 ? few_float64_part_leaf(at, (unsigned)left, lane) : few_float64_whole_leaf(at, lane);
        state = few_float64_of_leaf(part, n * 512);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            few_float64_state before;
            before.value = stack_value[warp][level];
            state = few_float64_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        few_float64_state before;
        before.value = stack_value[warp][level];
        state = few_float64_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(256) few_float64(const double *__restrict__ a, const int *__restrict__ offsets, double *c)
{
    // what each warp's run of leaves gives
    __shared__ double run_value[8];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x;
    const int begin = offsets[segment], end = offsets[segment + 1];
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 512 - 1) / 512;
    // the segment's warps take runs of a power of two of leaves
    unsigned long long run = 1;
#pragma unroll 1
    while (run * 8 < leaves) run *= 2;
    const unsigned long long first = warp % 8 * run;
    few_float64_state state = few_float64_leaves(a + begin, count, first, min(first + run, leaves), lane, warp);
    if (lane == 0) {
        run_value[warp] = state.value;
    }
    __syncthreads();
    if (warp % 8 != 0) return;

    if (lane < 8) {
        state.value = run_value[warp + lane];
    }
    const unsigned runs = (unsigned)((leaves + run - 1) / run);
#pragma unroll
    for (unsigned next = 1; next < 8; next *= 2) {
        const few_float64_state right = few_float64_down(state, next);
        if (lane + next < runs) state = few_float64_join(state, right);
    }
    if (lane == 0) c[segment] = count > 0 ? few_float64_result(state, count) : few_float64_nothing();
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_join_columns(lanes_sum_none_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_sum_none_BDIMX1_part right = lanes_sum_none_BDIMX1_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_sum_none_BDIMX1_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_sum_none_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_sum_none_BDIMX1_part part[4];
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
                part[j] = u || line ? lanes_sum_none_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_none_BDIMX1_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_part lanes_sum_none_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_sum_none_BDIMX1_part part[4];
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
                if (i < count) part[j] = u || line ? lanes_sum_none_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_none_BDIMX1_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX1_state lanes_sum_none_BDIMX1_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    lanes_sum_none_BDIMX1_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_sum_none_BDIMX1_part part = left < 1024 ? lanes_sum_none_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_sum_none_BDIMX1_whole_leaf(at, lane);
        state = lanes_sum_none_BDIMX1_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_sum_none_BDIMX1_state before;
            before.value = stack_value[warp][level];
            state = lanes_sum_none_BDIMX1_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_sum_none_BDIMX1_state before;
        before.value = stack_value[warp][level];
        state = lanes_sum_none_BDIMX1_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, count > 16);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_none_BDIMX1_state state = lanes_sum_none_BDIMX1_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_sum_none_BDIMX1_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_part lanes_sum_none_BDIMX4_join_columns(lanes_sum_none_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_sum_none_BDIMX4_part right = lanes_sum_none_BDIMX4_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_sum_none_BDIMX4_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_sum_none_BDIMX4_join_parts(part[j], part[j + next]);
        }
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
    return lanes_sum_none_BDIMX4_join_columns(part, 128, lane);
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
    return lanes_sum_none_BDIMX4_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_none_BDIMX4_state lanes_sum_none_BDIMX4_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    lanes_sum_none_BDIMX4_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_sum_none_BDIMX4_part part = left < 1024 ? lanes_sum_none_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_sum_none_BDIMX4_whole_leaf(at, lane);
        state = lanes_sum_none_BDIMX4_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_sum_none_BDIMX4_state before;
            before.value = stack_value[warp][level];
            state = lanes_sum_none_BDIMX4_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_sum_none_BDIMX4_state before;
        before.value = stack_value[warp][level];
        state = lanes_sum_none_BDIMX4_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, threadIdx.x == 0 && count > 64);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_none_BDIMX4_state state = lanes_sum_none_BDIMX4_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_sum_none_BDIMX4_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_join_columns(lanes_sum_trap_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_sum_trap_BDIMX1_part right = lanes_sum_trap_BDIMX1_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_sum_trap_BDIMX1_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_sum_trap_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_sum_trap_BDIMX1_part part[4];
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
                part[j] = u || line ? lanes_sum_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_trap_BDIMX1_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_part lanes_sum_trap_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_sum_trap_BDIMX1_part part[4];
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
                if (i < count) part[j] = u || line ? lanes_sum_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_sum_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_sum_trap_BDIMX1_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX1_state lanes_sum_trap_BDIMX1_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    lanes_sum_trap_BDIMX1_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_sum_trap_BDIMX1_part part = left < 1024 ? lanes_sum_trap_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_sum_trap_BDIMX1_whole_leaf(at, lane);
        state = lanes_sum_trap_BDIMX1_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_sum_trap_BDIMX1_state before;
            before.value = stack_value[warp][level];
            state = lanes_sum_trap_BDIMX1_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_sum_trap_BDIMX1_state before;
        before.value = stack_value[warp][level];
        state = lanes_sum_trap_BDIMX1_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, count > 16);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_trap_BDIMX1_state state = lanes_sum_trap_BDIMX1_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_sum_trap_BDIMX1_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_part lanes_sum_trap_BDIMX4_join_columns(lanes_sum_trap_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_sum_trap_BDIMX4_part right = lanes_sum_trap_BDIMX4_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_sum_trap_BDIMX4_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_sum_trap_BDIMX4_join_parts(part[j], part[j + next]);
        }
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
    return lanes_sum_trap_BDIMX4_join_columns(part, 128, lane);
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
    return lanes_sum_trap_BDIMX4_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_sum_trap_BDIMX4_state lanes_sum_trap_BDIMX4_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    lanes_sum_trap_BDIMX4_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_sum_trap_BDIMX4_part part = left < 1024 ? lanes_sum_trap_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_sum_trap_BDIMX4_whole_leaf(at, lane);
        state = lanes_sum_trap_BDIMX4_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_sum_trap_BDIMX4_state before;
            before.value = stack_value[warp][level];
            state = lanes_sum_trap_BDIMX4_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_sum_trap_BDIMX4_state before;
        before.value = stack_value[warp][level];
        state = lanes_sum_trap_BDIMX4_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, threadIdx.x == 0 && count > 64);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_sum_trap_BDIMX4_state state = lanes_sum_trap_BDIMX4_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_sum_trap_BDIMX4_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_join_columns(lanes_argmax_none_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_argmax_none_BDIMX1_part right = lanes_argmax_none_BDIMX1_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_argmax_none_BDIMX1_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_argmax_none_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_none_BDIMX1_part part[4];
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
                part[j] = u || line ? lanes_argmax_none_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX1_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_part lanes_argmax_none_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_none_BDIMX1_part part[4];
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
                if (i < count) part[j] = u || line ? lanes_argmax_none_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX1_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX1_state lanes_argmax_none_BDIMX1_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    __shared__ long long stack_index[4][4];
    lanes_argmax_none_BDIMX1_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_argmax_none_BDIMX1_part part = left < 1024 ? lanes_argmax_none_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_argmax_none_BDIMX1_whole_leaf(at, lane);
        state = lanes_argmax_none_BDIMX1_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_argmax_none_BDIMX1_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = lanes_argmax_none_BDIMX1_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_argmax_none_BDIMX1_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = lanes_argmax_none_BDIMX1_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, count > 16);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_none_BDIMX1_state state = lanes_argmax_none_BDIMX1_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_argmax_none_BDIMX1_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_join_columns(lanes_argmax_none_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_argmax_none_BDIMX4_part right = lanes_argmax_none_BDIMX4_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_argmax_none_BDIMX4_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_argmax_none_BDIMX4_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_none_BDIMX4_part part[4];
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
                part[j] = u || line ? lanes_argmax_none_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX4_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_part lanes_argmax_none_BDIMX4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_none_BDIMX4_part part[4];
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
                if (i < count) part[j] = u || line ? lanes_argmax_none_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_none_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_none_BDIMX4_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_none_BDIMX4_state lanes_argmax_none_BDIMX4_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    __shared__ long long stack_index[4][4];
    lanes_argmax_none_BDIMX4_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_argmax_none_BDIMX4_part part = left < 1024 ? lanes_argmax_none_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_argmax_none_BDIMX4_whole_leaf(at, lane);
        state = lanes_argmax_none_BDIMX4_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_argmax_none_BDIMX4_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = lanes_argmax_none_BDIMX4_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_argmax_none_BDIMX4_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = lanes_argmax_none_BDIMX4_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, threadIdx.x == 0 && count > 64);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_none_BDIMX4_state state = lanes_argmax_none_BDIMX4_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_argmax_none_BDIMX4_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_join_columns(lanes_argmax_trap_BDIMX1_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_argmax_trap_BDIMX1_part right = lanes_argmax_trap_BDIMX1_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_argmax_trap_BDIMX1_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_argmax_trap_BDIMX1_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_trap_BDIMX1_part part[4];
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
                part[j] = u || line ? lanes_argmax_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX1_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_part lanes_argmax_trap_BDIMX1_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_trap_BDIMX1_part part[4];
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
                if (i < count) part[j] = u || line ? lanes_argmax_trap_BDIMX1_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX1_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX1_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX1_state lanes_argmax_trap_BDIMX1_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    __shared__ long long stack_index[4][4];
    lanes_argmax_trap_BDIMX1_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_argmax_trap_BDIMX1_part part = left < 1024 ? lanes_argmax_trap_BDIMX1_part_leaf(at, (unsigned)left, lane) : lanes_argmax_trap_BDIMX1_whole_leaf(at, lane);
        state = lanes_argmax_trap_BDIMX1_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_argmax_trap_BDIMX1_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = lanes_argmax_trap_BDIMX1_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_argmax_trap_BDIMX1_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = lanes_argmax_trap_BDIMX1_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, count > 16);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_trap_BDIMX1_state state = lanes_argmax_trap_BDIMX1_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from);
        if (lane == 0) c[blockIdx.x * 128ull + place] = lanes_argmax_trap_BDIMX1_result(state, its_count);
    }
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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_join_columns(lanes_argmax_trap_BDIMX4_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_argmax_trap_BDIMX4_part right = lanes_argmax_trap_BDIMX4_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = lanes_argmax_trap_BDIMX4_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = lanes_argmax_trap_BDIMX4_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_whole_leaf(const float *a, unsigned lane)
{
    lanes_argmax_trap_BDIMX4_part part[4];
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
                part[j] = u || line ? lanes_argmax_trap_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX4_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_part lanes_argmax_trap_BDIMX4_part_leaf(const float *a, unsigned count, unsigned lane)
{
    lanes_argmax_trap_BDIMX4_part part[4];
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
                if (i < count) part[j] = u || line ? lanes_argmax_trap_BDIMX4_take(part[j], x[u][j], i) : lanes_argmax_trap_BDIMX4_first(x[u][j], i);
            }
        }
    }
    return lanes_argmax_trap_BDIMX4_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ lanes_argmax_trap_BDIMX4_state lanes_argmax_trap_BDIMX4_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    __shared__ long long stack_index[4][4];
    lanes_argmax_trap_BDIMX4_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const lanes_argmax_trap_BDIMX4_part part = left < 1024 ? lanes_argmax_trap_BDIMX4_part_leaf(at, (unsigned)left, lane) : lanes_argmax_trap_BDIMX4_whole_leaf(at, lane);
        state = lanes_argmax_trap_BDIMX4_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            lanes_argmax_trap_BDIMX4_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = lanes_argmax_trap_BDIMX4_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        lanes_argmax_trap_BDIMX4_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = lanes_argmax_trap_BDIMX4_join(before, state);
    }
    return state;
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
    unsigned waiting = __ballot_sync(0xffffffffu, threadIdx.x == 0 && count > 64);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const lanes_argmax_trap_BDIMX4_state state = lanes_argmax_trap_BDIMX4_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[blockIdx.x * 32ull + place] = lanes_argmax_trap_BDIMX4_result(state, its_count);
    }
}

// inLanes_float64_BDIMX1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 96 segments of 16 elements, order fixed
// grid 1, block (1, 256); elements: a 16, offsets 97, c 96

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

extern "C" __global__ void __launch_bounds__(256) inLanes_float64_BDIMX1(const double *__restrict__ a, const long long *__restrict__ offsets, double *c)
{
    const unsigned long long segment = blockIdx.x * 256ull + threadIdx.y;
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
// grid 1, block (1, 256); elements: a 16, offsets 97, c 96

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

extern "C" __global__ void __launch_bounds__(256) inLanes_int8_BDIMX1(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned long long segment = blockIdx.x * 256ull + threadIdx.y;
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

// halves_none: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 5 segments of 5000 elements, order fixed
// grid 3, block 128; elements: a 5000, offsets 6, c 5

// What is known of some elements.
struct halves_none_state {
    float value;
};

using halves_none_part = halves_none_state; // what is known of some elements of one leaf

static __device__ __forceinline__ halves_none_part halves_none_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ halves_none_part halves_none_take(halves_none_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ halves_none_state halves_none_join(halves_none_state left, halves_none_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ halves_none_part halves_none_join_parts(halves_none_part left, halves_none_part right)
{
    return halves_none_join(left, right);
}

static __device__ __forceinline__ halves_none_state halves_none_of_leaf(halves_none_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ halves_none_state halves_none_down(halves_none_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ halves_none_part halves_none_part_down(halves_none_part p, unsigned lanes)
{
    return halves_none_down(p, lanes);
}

static __device__ __forceinline__ halves_none_part halves_none_part_of(halves_none_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float halves_none_result(halves_none_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float halves_none_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ halves_none_part halves_none_join_columns(halves_none_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const halves_none_part right = halves_none_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = halves_none_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = halves_none_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ halves_none_part halves_none_whole_leaf(const float *a, unsigned lane)
{
    halves_none_part part[4];
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
                part[j] = u || line ? halves_none_take(part[j], x[u][j], i) : halves_none_first(x[u][j], i);
            }
        }
    }
    return halves_none_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ halves_none_part halves_none_part_leaf(const float *a, unsigned count, unsigned lane)
{
    halves_none_part part[4];
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
                if (i < count) part[j] = u || line ? halves_none_take(part[j], x[u][j], i) : halves_none_first(x[u][j], i);
            }
        }
    }
    return halves_none_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ halves_none_state halves_none_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    halves_none_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const halves_none_part part = left < 1024 ? halves_none_part_leaf(at, (unsigned)left, lane) : halves_none_whole_leaf(at, lane);
        state = halves_none_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            halves_none_state before;
            before.value = stack_value[warp][level];
            state = halves_none_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        halves_none_state before;
        before.value = stack_value[warp][level];
        state = halves_none_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(128) halves_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    // what each warp's run of leaves gives
    __shared__ float run_value[4];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 2ull + warp / 2;
    long long begin = 0, end = 0;
    if (segment < 5ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    // the segment's warps take runs of a power of two of leaves
    unsigned long long run = 1;
#pragma unroll 1
    while (run * 2 < leaves) run *= 2;
    const unsigned long long first = warp % 2 * run;
    halves_none_state state = halves_none_leaves(a + begin, count, first, min(first + run, leaves), lane, warp);
    if (lane == 0) {
        run_value[warp] = state.value;
    }
    __syncthreads();
    if (warp % 2 != 0) return;

    if (lane < 2) {
        state.value = run_value[warp + lane];
    }
    const unsigned runs = (unsigned)((leaves + run - 1) / run);
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
        const halves_none_state right = halves_none_down(state, next);
        if (lane + next < runs) state = halves_none_join(state, right);
    }
    if (lane == 0 && segment < 5ull) c[segment] = count > 0 ? halves_none_result(state, count) : halves_none_nothing();
}

// halves_trap: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 5 segments of 5000 elements, order fixed
// grid 3, block 128; elements: a 5000, offsets 6, c 5

// What is known of some elements.
struct halves_trap_state {
    float value;
};

using halves_trap_part = halves_trap_state; // what is known of some elements of one leaf

static __device__ __forceinline__ halves_trap_part halves_trap_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ halves_trap_part halves_trap_take(halves_trap_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ halves_trap_state halves_trap_join(halves_trap_state left, halves_trap_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ halves_trap_part halves_trap_join_parts(halves_trap_part left, halves_trap_part right)
{
    return halves_trap_join(left, right);
}

static __device__ __forceinline__ halves_trap_state halves_trap_of_leaf(halves_trap_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ halves_trap_state halves_trap_down(halves_trap_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ halves_trap_part halves_trap_part_down(halves_trap_part p, unsigned lanes)
{
    return halves_trap_down(p, lanes);
}

static __device__ __forceinline__ halves_trap_part halves_trap_part_of(halves_trap_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float halves_trap_result(halves_trap_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float halves_trap_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ halves_trap_part halves_trap_join_columns(halves_trap_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const halves_trap_part right = halves_trap_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = halves_trap_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = halves_trap_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ halves_trap_part halves_trap_whole_leaf(const float *a, unsigned lane)
{
    halves_trap_part part[4];
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
                part[j] = u || line ? halves_trap_take(part[j], x[u][j], i) : halves_trap_first(x[u][j], i);
            }
        }
    }
    return halves_trap_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ halves_trap_part halves_trap_part_leaf(const float *a, unsigned count, unsigned lane)
{
    halves_trap_part part[4];
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
                if (i < count) part[j] = u || line ? halves_trap_take(part[j], x[u][j], i) : halves_trap_first(x[u][j], i);
            }
        }
    }
    return halves_trap_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ halves_trap_state halves_trap_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][4];
    halves_trap_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const halves_trap_part part = left < 1024 ? halves_trap_part_leaf(at, (unsigned)left, lane) : halves_trap_whole_leaf(at, lane);
        state = halves_trap_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            halves_trap_state before;
            before.value = stack_value[warp][level];
            state = halves_trap_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        halves_trap_state before;
        before.value = stack_value[warp][level];
        state = halves_trap_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(128) halves_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    // what each warp's run of leaves gives
    __shared__ float run_value[4];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 2ull + warp / 2;
    long long begin = 0, end = 0;
    if (segment < 5ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 5000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    // the segment's warps take runs of a power of two of leaves
    unsigned long long run = 1;
#pragma unroll 1
    while (run * 2 < leaves) run *= 2;
    const unsigned long long first = warp % 2 * run;
    halves_trap_state state = halves_trap_leaves(a + begin, count, first, min(first + run, leaves), lane, warp);
    if (lane == 0) {
        run_value[warp] = state.value;
    }
    __syncthreads();
    if (warp % 2 != 0) return;

    if (lane < 2) {
        state.value = run_value[warp + lane];
    }
    const unsigned runs = (unsigned)((leaves + run - 1) / run);
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
        const halves_trap_state right = halves_trap_down(state, next);
        if (lane + next < runs) state = halves_trap_join(state, right);
    }
    if (lane == 0 && segment < 5ull) c[segment] = count > 0 ? halves_trap_result(state, count) : halves_trap_nothing();
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
                if (i < count) part[j] = u || line ? alone_take(part[j], x[u][j], i) : alone_first(x[u][j], i);
            }
        }
    }
    return alone_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ alone_state alone_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    alone_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const alone_part part = left < 1024 ? alone_part_leaf(at, (unsigned)left, lane) : alone_whole_leaf(at, lane);
        state = alone_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            alone_state before;
            before.value = stack_value[warp][level];
            state = alone_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        alone_state before;
        before.value = stack_value[warp][level];
        state = alone_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) alone(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = blockIdx.x * 2ull + warp;
    if (segment >= 5ull) return;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    const alone_state state = alone_leaves(a + begin, count, 0, leaves, lane, warp);
    if (lane == 0) c[segment] = count > 0 ? alone_result(state, count) : alone_nothing();
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
                if (i < count) part[j] = u || line ? turns_rows40_none_take(part[j], x[u][j], i) : turns_rows40_none_first(x[u][j], i);
            }
        }
    }
    return turns_rows40_none_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows40_none_state turns_rows40_none_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    turns_rows40_none_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const turns_rows40_none_part part = left < 1024 ? turns_rows40_none_part_leaf(at, (unsigned)left, lane) : turns_rows40_none_whole_leaf(at, lane);
        state = turns_rows40_none_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            turns_rows40_none_state before;
            before.value = stack_value[warp][level];
            state = turns_rows40_none_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        turns_rows40_none_state before;
        before.value = stack_value[warp][level];
        state = turns_rows40_none_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) turns_rows40_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4;
    long long offset = 0; // lanes load those of all the warp's segments at once
    if (lane <= 4) offset = offsets[first + lane];
#pragma unroll 1
    for (unsigned n = 0; n < 4; n++) {
        const long long begin = __shfl_sync(0xffffffffu, offset, n), end = __shfl_sync(0xffffffffu, offset, n + 1);
        const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
        const turns_rows40_none_state state = turns_rows40_none_leaves(a + begin, count, 0, (count + 1024 - 1) / 1024, lane, warp);
        if (lane == 0) c[first + n] = count > 0 ? turns_rows40_none_result(state, count) : turns_rows40_none_nothing();
    }
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
                if (i < count) part[j] = u || line ? turns_rows40_trap_take(part[j], x[u][j], i) : turns_rows40_trap_first(x[u][j], i);
            }
        }
    }
    return turns_rows40_trap_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows40_trap_state turns_rows40_trap_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    turns_rows40_trap_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const turns_rows40_trap_part part = left < 1024 ? turns_rows40_trap_part_leaf(at, (unsigned)left, lane) : turns_rows40_trap_whole_leaf(at, lane);
        state = turns_rows40_trap_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            turns_rows40_trap_state before;
            before.value = stack_value[warp][level];
            state = turns_rows40_trap_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        turns_rows40_trap_state before;
        before.value = stack_value[warp][level];
        state = turns_rows40_trap_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) turns_rows40_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4;
    long long offset = 0; // lanes load those of all the warp's segments at once
    if (lane <= 4) offset = offsets[first + lane];
#pragma unroll 1
    for (unsigned n = 0; n < 4; n++) {
        const long long begin = __shfl_sync(0xffffffffu, offset, n), end = __shfl_sync(0xffffffffu, offset, n + 1);
        if (begin < 0 || end < begin || end > 5000ll) __trap();
        const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
        const turns_rows40_trap_state state = turns_rows40_trap_leaves(a + begin, count, 0, (count + 1024 - 1) / 1024, lane, warp);
        if (lane == 0) c[first + n] = count > 0 ? turns_rows40_trap_result(state, count) : turns_rows40_trap_nothing();
    }
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
                if (i < count) part[j] = u || line ? turns_rows42_none_take(part[j], x[u][j], i) : turns_rows42_none_first(x[u][j], i);
            }
        }
    }
    return turns_rows42_none_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows42_none_state turns_rows42_none_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    turns_rows42_none_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const turns_rows42_none_part part = left < 1024 ? turns_rows42_none_part_leaf(at, (unsigned)left, lane) : turns_rows42_none_whole_leaf(at, lane);
        state = turns_rows42_none_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            turns_rows42_none_state before;
            before.value = stack_value[warp][level];
            state = turns_rows42_none_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        turns_rows42_none_state before;
        before.value = stack_value[warp][level];
        state = turns_rows42_none_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) turns_rows42_none(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4;
    long long offset = 0; // lanes load those of all the warp's segments at once
    if (lane <= 4 && first + lane <= 42ull) offset = offsets[first + lane];
#pragma unroll 1
    for (unsigned n = 0; n < 4 && first + n < 42ull; n++) {
        const long long begin = __shfl_sync(0xffffffffu, offset, n), end = __shfl_sync(0xffffffffu, offset, n + 1);
        const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
        const turns_rows42_none_state state = turns_rows42_none_leaves(a + begin, count, 0, (count + 1024 - 1) / 1024, lane, warp);
        if (lane == 0) c[first + n] = count > 0 ? turns_rows42_none_result(state, count) : turns_rows42_none_nothing();
    }
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
                if (i < count) part[j] = u || line ? turns_rows42_trap_take(part[j], x[u][j], i) : turns_rows42_trap_first(x[u][j], i);
            }
        }
    }
    return turns_rows42_trap_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ turns_rows42_trap_state turns_rows42_trap_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[2][4];
    turns_rows42_trap_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const turns_rows42_trap_part part = left < 1024 ? turns_rows42_trap_part_leaf(at, (unsigned)left, lane) : turns_rows42_trap_whole_leaf(at, lane);
        state = turns_rows42_trap_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            turns_rows42_trap_state before;
            before.value = stack_value[warp][level];
            state = turns_rows42_trap_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        turns_rows42_trap_state before;
        before.value = stack_value[warp][level];
        state = turns_rows42_trap_join(before, state);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(64) turns_rows42_trap(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 4;
    long long offset = 0; // lanes load those of all the warp's segments at once
    if (lane <= 4 && first + lane <= 42ull) offset = offsets[first + lane];
#pragma unroll 1
    for (unsigned n = 0; n < 4 && first + n < 42ull; n++) {
        const long long begin = __shfl_sync(0xffffffffu, offset, n), end = __shfl_sync(0xffffffffu, offset, n + 1);
        if (begin < 0 || end < begin || end > 5000ll) __trap();
        const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
        const turns_rows42_trap_state state = turns_rows42_trap_leaves(a + begin, count, 0, (count + 1024 - 1) / 1024, lane, warp);
        if (lane == 0) c[first + n] = count > 0 ? turns_rows42_trap_result(state, count) : turns_rows42_trap_nothing();
    }
}

// cut_sum: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 900 segments of 300000 elements, order fixed
// grid 34, block (4, 64); elements: a 300000, offsets 901, c 900, partials_value 38, finished 19, 0 before and after

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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ cut_sum_part cut_sum_join_columns(cut_sum_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const cut_sum_part right = cut_sum_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = cut_sum_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = cut_sum_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cut_sum_part cut_sum_whole_leaf(const float *a, unsigned lane)
{
    cut_sum_part part[4];
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
                part[j] = u || line ? cut_sum_take(part[j], x[u][j], i) : cut_sum_first(x[u][j], i);
            }
        }
    }
    return cut_sum_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cut_sum_part cut_sum_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cut_sum_part part[4];
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
                if (i < count) part[j] = u || line ? cut_sum_take(part[j], x[u][j], i) : cut_sum_first(x[u][j], i);
            }
        }
    }
    return cut_sum_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cut_sum_state cut_sum_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[8][10];
    cut_sum_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const cut_sum_part part = left < 1024 ? cut_sum_part_leaf(at, (unsigned)left, lane) : cut_sum_whole_leaf(at, lane);
        state = cut_sum_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            cut_sum_state before;
            before.value = stack_value[warp][level];
            state = cut_sum_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        cut_sum_state before;
        before.value = stack_value[warp][level];
        state = cut_sum_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 900 if it is in none.
static __device__ __forceinline__ unsigned long long cut_sum_segment_of(const long long *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 900ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 900ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void cut_sum_take_chunk(const float *a, unsigned long long count, unsigned long long chunk, float *to_value, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ float part_value[8];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 1024 - 1) / 1024);
    unsigned run = 1;
#pragma unroll 1
    while (run * 8 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    cut_sum_state state = cut_sum_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 8) {
            state.value = part_value[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 8; next *= 2) {
            const cut_sum_state right = cut_sum_down(state, next);
            if (lane + next < runs) state = cut_sum_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ cut_sum_state cut_sum_join_chunks(float *partials_value, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ float group_value[32];
    cut_sum_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 8) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 19 + last;
        if (number < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cut_sum_state right = cut_sum_down(state, next);
            if (number + next < count) state = cut_sum_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cut_sum_state right = cut_sum_down(state, next);
            if (lane + next < groups) state = cut_sum_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cut_sum_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 16384ull, segment = cut_sum_segment_of(offsets, place, lane);
    if (segment >= 900ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 16384ull) return;
    const unsigned long long chunk = (place - begin) / 16384;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    cut_sum_take_chunk(a + begin, count, chunk, partials_value + window, lane, warp);
    if (window == last && (chunk + 1) * 16384 < count)
        cut_sum_take_chunk(a + begin, count, chunk + 1, partials_value + 19 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 16384 - 1) / 16384);
    const cut_sum_state state = cut_sum_join_chunks(partials_value, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = cut_sum_result(state, count);
}

extern "C" __global__ void __launch_bounds__(256) cut_sum(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    if (blockIdx.x < 19) {
        cut_sum_window(a, offsets, c, partials_value, finished, threadIdx.y * 4 + threadIdx.x);
        return;
    }
    const unsigned long long segment = (blockIdx.x - 19) * 64ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 900ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const bool is_cut = count > 16384;
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
    unsigned waiting = __ballot_sync(0xffffffffu, threadIdx.x == 0 && count > 64 && !is_cut);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const cut_sum_state state = cut_sum_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[(blockIdx.x - 19) * 64ull + place] = cut_sum_result(state, its_count);
    }
}

// cut_argmax: reduce family of tilewright 0.1.0, from reduce-forms.json; argmax of float32, 900 segments of 300000 elements, order fixed
// grid 48, block (4, 32); elements: a 300000, offsets 901, c 900, partials_value 38, partials_index 38, finished 19, 0 before and after

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

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ cut_argmax_part cut_argmax_join_columns(cut_argmax_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const cut_argmax_part right = cut_argmax_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = cut_argmax_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = cut_argmax_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cut_argmax_part cut_argmax_whole_leaf(const float *a, unsigned lane)
{
    cut_argmax_part part[4];
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
                part[j] = u || line ? cut_argmax_take(part[j], x[u][j], i) : cut_argmax_first(x[u][j], i);
            }
        }
    }
    return cut_argmax_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cut_argmax_part cut_argmax_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cut_argmax_part part[4];
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
                if (i < count) part[j] = u || line ? cut_argmax_take(part[j], x[u][j], i) : cut_argmax_first(x[u][j], i);
            }
        }
    }
    return cut_argmax_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cut_argmax_state cut_argmax_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][10];
    __shared__ long long stack_index[4][10];
    cut_argmax_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const cut_argmax_part part = left < 1024 ? cut_argmax_part_leaf(at, (unsigned)left, lane) : cut_argmax_whole_leaf(at, lane);
        state = cut_argmax_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            cut_argmax_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = cut_argmax_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        cut_argmax_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = cut_argmax_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 900 if it is in none.
static __device__ __forceinline__ unsigned long long cut_argmax_segment_of(const long long *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 900ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 900ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void cut_argmax_take_chunk(const float *a, unsigned long long count, unsigned long long chunk, float *to_value, long long *to_index, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ float part_value[4];
    __shared__ long long part_index[4];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 1024 - 1) / 1024);
    unsigned run = 1;
#pragma unroll 1
    while (run * 4 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    cut_argmax_state state = cut_argmax_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
        part_index[warp] = state.index;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 4) {
            state.value = part_value[lane];
            state.index = part_index[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cut_argmax_state right = cut_argmax_down(state, next);
            if (lane + next < runs) state = cut_argmax_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
            *to_index = state.index;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ cut_argmax_state cut_argmax_join_chunks(float *partials_value, long long *partials_index, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ float group_value[32];
    __shared__ long long group_index[32];
    cut_argmax_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 4) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 19 + last;
        if (number < count) state = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cut_argmax_state right = cut_argmax_down(state, next);
            if (number + next < count) state = cut_argmax_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
            group_index[group] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane], group_index[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cut_argmax_state right = cut_argmax_down(state, next);
            if (lane + next < groups) state = cut_argmax_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cut_argmax_window(const float *a, const long long *offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 16384ull, segment = cut_argmax_segment_of(offsets, place, lane);
    if (segment >= 900ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 16384ull) return;
    const unsigned long long chunk = (place - begin) / 16384;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    cut_argmax_take_chunk(a + begin, count, chunk, partials_value + window, partials_index + window, lane, warp);
    if (window == last && (chunk + 1) * 16384 < count)
        cut_argmax_take_chunk(a + begin, count, chunk + 1, partials_value + 19 + window, partials_index + 19 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 16384 - 1) / 16384);
    const cut_argmax_state state = cut_argmax_join_chunks(partials_value, partials_index, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = cut_argmax_result(state, count);
}

extern "C" __global__ void __launch_bounds__(128) cut_argmax(const float *__restrict__ a, const long long *__restrict__ offsets, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    if (blockIdx.x < 19) {
        cut_argmax_window(a, offsets, c, partials_value, partials_index, finished, threadIdx.y * 4 + threadIdx.x);
        return;
    }
    const unsigned long long segment = (blockIdx.x - 19) * 32ull + threadIdx.y;
    long long begin = 0, end = 0;
    if (segment < 900ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned columns = count <= 64 ? (unsigned)count : 0; // more are for the whole warp, below
    const bool is_cut = count > 16384;
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
    unsigned waiting = __ballot_sync(0xffffffffu, threadIdx.x == 0 && count > 64 && !is_cut);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned from = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, from);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, from);
        const cut_argmax_state state = cut_argmax_leaves(a + its_begin, its_count, 0, (its_count + 1024 - 1) / 1024, lane, thread / 32);
        const unsigned place = (thread - lane + from) / 4;
        if (lane == 0) c[(blockIdx.x - 19) * 32ull + place] = cut_argmax_result(state, its_count);
    }
}

// cutOnes_warps1: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 22, block 128; elements: a 300000, offsets 10, c 9, partials_value 38, finished 19, 0 before and after

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
                if (i < count) part[j] = u || line ? cutOnes_warps1_take(part[j], x[u][j], i) : cutOnes_warps1_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps1_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][10];
    cutOnes_warps1_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const cutOnes_warps1_part part = left < 1024 ? cutOnes_warps1_part_leaf(at, (unsigned)left, lane) : cutOnes_warps1_whole_leaf(at, lane);
        state = cutOnes_warps1_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            cutOnes_warps1_state before;
            before.value = stack_value[warp][level];
            state = cutOnes_warps1_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        cutOnes_warps1_state before;
        before.value = stack_value[warp][level];
        state = cutOnes_warps1_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutOnes_warps1_segment_of(const long long *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 9ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 9ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void cutOnes_warps1_take_chunk(const float *a, unsigned long long count, unsigned long long chunk, float *to_value, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ float part_value[4];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 1024 - 1) / 1024);
    unsigned run = 1;
#pragma unroll 1
    while (run * 4 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    cutOnes_warps1_state state = cutOnes_warps1_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 4) {
            state.value = part_value[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cutOnes_warps1_state right = cutOnes_warps1_down(state, next);
            if (lane + next < runs) state = cutOnes_warps1_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ cutOnes_warps1_state cutOnes_warps1_join_chunks(float *partials_value, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ float group_value[32];
    cutOnes_warps1_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 4) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 19 + last;
        if (number < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps1_state right = cutOnes_warps1_down(state, next);
            if (number + next < count) state = cutOnes_warps1_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps1_state right = cutOnes_warps1_down(state, next);
            if (lane + next < groups) state = cutOnes_warps1_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutOnes_warps1_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 16384ull, segment = cutOnes_warps1_segment_of(offsets, place, lane);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 16384ull) return;
    const unsigned long long chunk = (place - begin) / 16384;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    cutOnes_warps1_take_chunk(a + begin, count, chunk, partials_value + window, lane, warp);
    if (window == last && (chunk + 1) * 16384 < count)
        cutOnes_warps1_take_chunk(a + begin, count, chunk + 1, partials_value + 19 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 16384 - 1) / 16384);
    const cutOnes_warps1_state state = cutOnes_warps1_join_chunks(partials_value, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = cutOnes_warps1_result(state, count);
}

extern "C" __global__ void __launch_bounds__(128) cutOnes_warps1(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    if (blockIdx.x < 19) {
        cutOnes_warps1_window(a, offsets, c, partials_value, finished, threadIdx.x);
        return;
    }
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = (blockIdx.x - 19) * 4ull + warp;
    if (segment >= 9ull) return;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 16384) return; // other blocks take it
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    const cutOnes_warps1_state state = cutOnes_warps1_leaves(a + begin, count, 0, leaves, lane, warp);
    if (lane == 0) c[segment] = count > 0 ? cutOnes_warps1_result(state, count) : cutOnes_warps1_nothing();
}

// cutOnes_warps2: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 24, block 128; elements: a 300000, offsets 10, c 9, partials_value 38, finished 19, 0 before and after

// What is known of some elements.
struct cutOnes_warps2_state {
    float value;
};

using cutOnes_warps2_part = cutOnes_warps2_state; // what is known of some elements of one leaf

static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_take(cutOnes_warps2_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ cutOnes_warps2_state cutOnes_warps2_join(cutOnes_warps2_state left, cutOnes_warps2_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_join_parts(cutOnes_warps2_part left, cutOnes_warps2_part right)
{
    return cutOnes_warps2_join(left, right);
}

static __device__ __forceinline__ cutOnes_warps2_state cutOnes_warps2_of_leaf(cutOnes_warps2_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ cutOnes_warps2_state cutOnes_warps2_down(cutOnes_warps2_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_part_down(cutOnes_warps2_part p, unsigned lanes)
{
    return cutOnes_warps2_down(p, lanes);
}

static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_part_of(cutOnes_warps2_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cutOnes_warps2_result(cutOnes_warps2_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float cutOnes_warps2_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_join_columns(cutOnes_warps2_part (&part)[4], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const cutOnes_warps2_part right = cutOnes_warps2_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = cutOnes_warps2_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = cutOnes_warps2_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_whole_leaf(const float *a, unsigned lane)
{
    cutOnes_warps2_part part[4];
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
                part[j] = u || line ? cutOnes_warps2_take(part[j], x[u][j], i) : cutOnes_warps2_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps2_join_columns(part, 128, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ cutOnes_warps2_part cutOnes_warps2_part_leaf(const float *a, unsigned count, unsigned lane)
{
    cutOnes_warps2_part part[4];
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
                if (i < count) part[j] = u || line ? cutOnes_warps2_take(part[j], x[u][j], i) : cutOnes_warps2_first(x[u][j], i);
            }
        }
    }
    return cutOnes_warps2_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cutOnes_warps2_state cutOnes_warps2_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][10];
    cutOnes_warps2_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const cutOnes_warps2_part part = left < 1024 ? cutOnes_warps2_part_leaf(at, (unsigned)left, lane) : cutOnes_warps2_whole_leaf(at, lane);
        state = cutOnes_warps2_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            cutOnes_warps2_state before;
            before.value = stack_value[warp][level];
            state = cutOnes_warps2_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        cutOnes_warps2_state before;
        before.value = stack_value[warp][level];
        state = cutOnes_warps2_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutOnes_warps2_segment_of(const long long *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 9ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 9ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void cutOnes_warps2_take_chunk(const float *a, unsigned long long count, unsigned long long chunk, float *to_value, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ float part_value[4];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 1024 - 1) / 1024);
    unsigned run = 1;
#pragma unroll 1
    while (run * 4 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    cutOnes_warps2_state state = cutOnes_warps2_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 4) {
            state.value = part_value[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cutOnes_warps2_state right = cutOnes_warps2_down(state, next);
            if (lane + next < runs) state = cutOnes_warps2_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ cutOnes_warps2_state cutOnes_warps2_join_chunks(float *partials_value, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ float group_value[32];
    cutOnes_warps2_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 4) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 19 + last;
        if (number < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps2_state right = cutOnes_warps2_down(state, next);
            if (number + next < count) state = cutOnes_warps2_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps2_state right = cutOnes_warps2_down(state, next);
            if (lane + next < groups) state = cutOnes_warps2_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutOnes_warps2_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 16384ull, segment = cutOnes_warps2_segment_of(offsets, place, lane);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 16384ull) return;
    const unsigned long long chunk = (place - begin) / 16384;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    cutOnes_warps2_take_chunk(a + begin, count, chunk, partials_value + window, lane, warp);
    if (window == last && (chunk + 1) * 16384 < count)
        cutOnes_warps2_take_chunk(a + begin, count, chunk + 1, partials_value + 19 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 16384 - 1) / 16384);
    const cutOnes_warps2_state state = cutOnes_warps2_join_chunks(partials_value, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = cutOnes_warps2_result(state, count);
}

extern "C" __global__ void __launch_bounds__(128) cutOnes_warps2(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    if (blockIdx.x < 19) {
        cutOnes_warps2_window(a, offsets, c, partials_value, finished, threadIdx.x);
        return;
    }
    // what each warp's run of leaves gives
    __shared__ float run_value[4];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = (blockIdx.x - 19) * 2ull + warp / 2;
    long long begin = 0, end = 0;
    if (segment < 9ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned long long leaves = count > 16384 ? 0 : (count + 1024 - 1) / 1024;
    // the segment's warps take runs of a power of two of leaves
    unsigned long long run = 1;
#pragma unroll 1
    while (run * 2 < leaves) run *= 2;
    const unsigned long long first = warp % 2 * run;
    cutOnes_warps2_state state = cutOnes_warps2_leaves(a + begin, count, first, min(first + run, leaves), lane, warp);
    if (lane == 0) {
        run_value[warp] = state.value;
    }
    __syncthreads();
    if (warp % 2 != 0) return;

    if (lane < 2) {
        state.value = run_value[warp + lane];
    }
    const unsigned runs = (unsigned)((leaves + run - 1) / run);
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
        const cutOnes_warps2_state right = cutOnes_warps2_down(state, next);
        if (lane + next < runs) state = cutOnes_warps2_join(state, right);
    }
    if (lane == 0 && segment < 9ull && count <= 16384) c[segment] = count > 0 ? cutOnes_warps2_result(state, count) : cutOnes_warps2_nothing();
}

// cutOnes_warps4: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 28, block 128; elements: a 300000, offsets 10, c 9, partials_value 38, finished 19, 0 before and after

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

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][10];
    cutOnes_warps4_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const cutOnes_warps4_part part = left < 1024 ? cutOnes_warps4_part_leaf(at, (unsigned)left, lane) : cutOnes_warps4_whole_leaf(at, lane);
        state = cutOnes_warps4_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            cutOnes_warps4_state before;
            before.value = stack_value[warp][level];
            state = cutOnes_warps4_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        cutOnes_warps4_state before;
        before.value = stack_value[warp][level];
        state = cutOnes_warps4_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutOnes_warps4_segment_of(const long long *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 9ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 9ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void cutOnes_warps4_take_chunk(const float *a, unsigned long long count, unsigned long long chunk, float *to_value, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ float part_value[4];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 1024 - 1) / 1024);
    unsigned run = 1;
#pragma unroll 1
    while (run * 4 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    cutOnes_warps4_state state = cutOnes_warps4_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 4) {
            state.value = part_value[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cutOnes_warps4_state right = cutOnes_warps4_down(state, next);
            if (lane + next < runs) state = cutOnes_warps4_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ cutOnes_warps4_state cutOnes_warps4_join_chunks(float *partials_value, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ float group_value[32];
    cutOnes_warps4_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 4) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 19 + last;
        if (number < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps4_state right = cutOnes_warps4_down(state, next);
            if (number + next < count) state = cutOnes_warps4_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutOnes_warps4_state right = cutOnes_warps4_down(state, next);
            if (lane + next < groups) state = cutOnes_warps4_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutOnes_warps4_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 16384ull, segment = cutOnes_warps4_segment_of(offsets, place, lane);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 16384ull) return;
    const unsigned long long chunk = (place - begin) / 16384;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    cutOnes_warps4_take_chunk(a + begin, count, chunk, partials_value + window, lane, warp);
    if (window == last && (chunk + 1) * 16384 < count)
        cutOnes_warps4_take_chunk(a + begin, count, chunk + 1, partials_value + 19 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 16384 - 1) / 16384);
    const cutOnes_warps4_state state = cutOnes_warps4_join_chunks(partials_value, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = cutOnes_warps4_result(state, count);
}

extern "C" __global__ void __launch_bounds__(128) cutOnes_warps4(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    if (blockIdx.x < 19) {
        cutOnes_warps4_window(a, offsets, c, partials_value, finished, threadIdx.x);
        return;
    }
    // what each warp's run of leaves gives
    __shared__ float run_value[4];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long segment = (blockIdx.x - 19);
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 16384) return; // other blocks take it
    const unsigned long long leaves = (count + 1024 - 1) / 1024;
    // the segment's warps take runs of a power of two of leaves
    unsigned long long run = 1;
#pragma unroll 1
    while (run * 4 < leaves) run *= 2;
    const unsigned long long first = warp % 4 * run;
    cutOnes_warps4_state state = cutOnes_warps4_leaves(a + begin, count, first, min(first + run, leaves), lane, warp);
    if (lane == 0) {
        run_value[warp] = state.value;
    }
    __syncthreads();
    if (warp % 4 != 0) return;

    if (lane < 4) {
        state.value = run_value[warp + lane];
    }
    const unsigned runs = (unsigned)((leaves + run - 1) / run);
#pragma unroll
    for (unsigned next = 1; next < 4; next *= 2) {
        const cutOnes_warps4_state right = cutOnes_warps4_down(state, next);
        if (lane + next < runs) state = cutOnes_warps4_join(state, right);
    }
    if (lane == 0) c[segment] = count > 0 ? cutOnes_warps4_result(state, count) : cutOnes_warps4_nothing();
}

// cutTurns: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float32, 9 segments of 300000 elements, order fixed
// grid 20, block 128; elements: a 300000, offsets 10, c 9, partials_value 38, finished 19, 0 before and after

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
                if (i < count) part[j] = u || line ? cutTurns_take(part[j], x[u][j], i) : cutTurns_first(x[u][j], i);
            }
        }
    }
    return cutTurns_join_columns(part, min(count, 128u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ cutTurns_state cutTurns_leaves(const float *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ float stack_value[4][10];
    cutTurns_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 1024;
        const float *const at = a + n * 1024;
        const cutTurns_part part = left < 1024 ? cutTurns_part_leaf(at, (unsigned)left, lane) : cutTurns_whole_leaf(at, lane);
        state = cutTurns_of_leaf(part, n * 1024);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            cutTurns_state before;
            before.value = stack_value[warp][level];
            state = cutTurns_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        cutTurns_state before;
        before.value = stack_value[warp][level];
        state = cutTurns_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 9 if it is in none.
static __device__ __forceinline__ unsigned long long cutTurns_segment_of(const long long *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 9ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 9ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void cutTurns_take_chunk(const float *a, unsigned long long count, unsigned long long chunk, float *to_value, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ float part_value[4];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 1024 - 1) / 1024);
    unsigned run = 1;
#pragma unroll 1
    while (run * 4 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    cutTurns_state state = cutTurns_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 4) {
            state.value = part_value[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 4; next *= 2) {
            const cutTurns_state right = cutTurns_down(state, next);
            if (lane + next < runs) state = cutTurns_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ cutTurns_state cutTurns_join_chunks(float *partials_value, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ float group_value[32];
    cutTurns_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 4) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 19 + last;
        if (number < count) state = { __ldcg(partials_value + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutTurns_state right = cutTurns_down(state, next);
            if (number + next < count) state = cutTurns_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const cutTurns_state right = cutTurns_down(state, next);
            if (lane + next < groups) state = cutTurns_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void cutTurns_window(const float *a, const long long *offsets, float *c, float *partials_value, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 16384ull, segment = cutTurns_segment_of(offsets, place, lane);
    if (segment >= 9ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 16384ull) return;
    const unsigned long long chunk = (place - begin) / 16384;
    const unsigned first = (unsigned)((begin + 16384 - 1) / 16384), last = (unsigned)((end - 1) / 16384);
    cutTurns_take_chunk(a + begin, count, chunk, partials_value + window, lane, warp);
    if (window == last && (chunk + 1) * 16384 < count)
        cutTurns_take_chunk(a + begin, count, chunk + 1, partials_value + 19 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 16384 - 1) / 16384);
    const cutTurns_state state = cutTurns_join_chunks(partials_value, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = cutTurns_result(state, count);
}

extern "C" __global__ void __launch_bounds__(128) cutTurns(const float *__restrict__ a, const long long *__restrict__ offsets, float *c, float *partials_value, unsigned *finished)
{
    if (blockIdx.x < 19) {
        cutTurns_window(a, offsets, c, partials_value, finished, threadIdx.x);
        return;
    }
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = ((blockIdx.x - 19) * 4ull + warp) * 4;
    long long offset = 0; // lanes load those of all the warp's segments at once
    if (lane <= 4 && first + lane <= 9ull) offset = offsets[first + lane];
#pragma unroll 1
    for (unsigned n = 0; n < 4 && first + n < 9ull; n++) {
        const long long begin = __shfl_sync(0xffffffffu, offset, n), end = __shfl_sync(0xffffffffu, offset, n + 1);
        const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
        if (count > 16384) continue; // other blocks take it
        const cutTurns_state state = cutTurns_leaves(a + begin, count, 0, (count + 1024 - 1) / 1024, lane, warp);
        if (lane == 0) c[first + n] = count > 0 ? cutTurns_result(state, count) : cutTurns_nothing();
    }
}

// dealt_int8: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of int8, 99 segments of 5000 elements, order fixed
// grid 2, block 64; elements: a 5000, offsets 100, c 99

// What is known of some elements.
struct dealt_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct dealt_int8_part {
    int value;
};

static __device__ __forceinline__ dealt_int8_part dealt_int8_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ dealt_int8_part dealt_int8_take(dealt_int8_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ dealt_int8_state dealt_int8_join(dealt_int8_state left, dealt_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dealt_int8_part dealt_int8_join_parts(dealt_int8_part left, dealt_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dealt_int8_state dealt_int8_of_leaf(dealt_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ dealt_int8_state dealt_int8_down(dealt_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ dealt_int8_part dealt_int8_part_down(dealt_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ dealt_int8_part dealt_int8_part_of(dealt_int8_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ long long dealt_int8_result(dealt_int8_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ long long dealt_int8_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ dealt_int8_part dealt_int8_join_columns(dealt_int8_part (&part)[16], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j++) {
            const dealt_int8_part right = dealt_int8_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = dealt_int8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = dealt_int8_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ dealt_int8_part dealt_int8_whole_leaf(const signed char *a, unsigned lane)
{
    dealt_int8_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 1) {
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) x[u][j] = a[(line + u) * 512 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                part[j] = u || line ? dealt_int8_take(part[j], x[u][j], i) : dealt_int8_first(x[u][j], i);
            }
        }
    }
    return dealt_int8_join_columns(part, 512, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ dealt_int8_part dealt_int8_part_leaf(const signed char *a, unsigned count, unsigned lane)
{
    dealt_int8_part part[16];
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
                if (i < count) part[j] = u || line ? dealt_int8_take(part[j], x[u][j], i) : dealt_int8_first(x[u][j], i);
            }
        }
    }
    return dealt_int8_join_columns(part, min(count, 512u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ dealt_int8_state dealt_int8_leaves(const signed char *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ unsigned long long stack_value[2][2];
    dealt_int8_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 4096;
        const signed char *const at = a + n * 4096;
        const dealt_int8_part part = left < 4096 ? dealt_int8_part_leaf(at, (unsigned)left, lane) : dealt_int8_whole_leaf(at, lane);
        state = dealt_int8_of_leaf(part, n * 4096);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            dealt_int8_state before;
            before.value = stack_value[warp][level];
            state = dealt_int8_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        dealt_int8_state before;
        before.value = stack_value[warp][level];
        state = dealt_int8_join(before, state);
    }
    return state;
}

// The first `count` elements, at most 16, from number `from` of the array on.
static __device__ __forceinline__ void dealt_int8_piece(const signed char *a, unsigned long long from, unsigned count, signed char (&x)[16])
{
    const signed char *const at = a + from;
    const unsigned skip = (unsigned)(unsigned long long)at % 4;
    if (from * 1 >= skip && from + 16 + 4 <= 5000ull) {
        const unsigned *const words = (const unsigned *)((const char *)at - skip);
        unsigned w[5];
#pragma unroll
        for (unsigned k = 0; k < 5; k++) {
            if (4 * k < skip + count * 1) w[k] = words[k];
        }
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            const unsigned k = i / 4, both = __funnelshift_r(w[k], w[k + 1], skip * 8);
            x[i] = (signed char)(both >> i % 4 * 8);
        }
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        if (i < count) x[i] = at[i];
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned dealt_int8_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

extern "C" __global__ void __launch_bounds__(64) dealt_int8(const signed char *__restrict__ a, const long long *__restrict__ offsets, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 32, segment = first + lane;
    long long begin = 0, end = 0;
    if (segment < 99ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 4096 ? (unsigned)count : 0; // more are for the whole warp, below
    const unsigned pieces = own_count > 0 ? (min(own_count, 512u) + 16 - 1) / 16 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealt_int8_part whole; // what the lane's segment makes
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[2], left[2]; // the lane's piece, and elements from its first on
        unsigned long long place[2];
        unsigned from[2]; // where the lane's segment begins
        bool starts[2];
        signed char x[2][16];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            const unsigned marks = dealt_int8_bits(starts[u] ? 1u << from[u] : 0);
            const unsigned owner = taken + __popc(marks & ((2u << lane) - 1)) - 1;
            column[u] = (lane + at - __shfl_sync(0xffffffffu, behind - pieces, owner)) * 16;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealt_int8_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealt_int8_part part[2][16];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                if (i < left[u]) part[u][i] = dealt_int8_first(x[u][i], column[u] + i);
            }
        }
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 2; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 512; __any_sync(0xffffffffu, line < most); line += 512) {
#pragma unroll
            for (unsigned u = 0; u < 2; u++)
                dealt_int8_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 2; u++) {
#pragma unroll
                for (unsigned i = 0; i < 16; i++) {
                    if (line + i < left[u]) part[u][i] = dealt_int8_take(part[u][i], x[u][i], column[u] + line + i);
                }
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            dealt_int8_part(&own)[16] = part[u];
#pragma unroll
            for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 16; i += 2 * next) {
                    if (i + next < left[u]) own[i] = dealt_int8_join_parts(own[i], own[i + next]);
                }
            }
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const dealt_int8_part right = dealt_int8_part_down(own[0], next);
                if (next * 16 < left[u]) own[0] = dealt_int8_join_parts(own[0], right);
            }
            const dealt_int8_part made = dealt_int8_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    if (segment < 99ull && count == own_count) c[segment] = count > 0 ? dealt_int8_result(dealt_int8_of_leaf(whole, 0), count) : dealt_int8_nothing();
    unsigned waiting = __ballot_sync(0xffffffffu, count > 4096);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned owner = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, owner);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, owner);
        const dealt_int8_state state = dealt_int8_leaves(a + its_begin, its_count, 0, (its_count + 4096 - 1) / 4096, lane, warp);
        if (lane == 0) c[first + owner] = dealt_int8_result(state, its_count);
    }
}

// dealt_float64: reduce family of tilewright 0.1.0, from reduce-forms.json; sum of float64, 99 segments of 5000 elements, order fixed
// grid 2, block 64; elements: a 5000, offsets 100, c 99

// What is known of some elements.
struct dealt_float64_state {
    double value;
};

using dealt_float64_part = dealt_float64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ dealt_float64_part dealt_float64_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ dealt_float64_part dealt_float64_take(dealt_float64_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ dealt_float64_state dealt_float64_join(dealt_float64_state left, dealt_float64_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dealt_float64_part dealt_float64_join_parts(dealt_float64_part left, dealt_float64_part right)
{
    return dealt_float64_join(left, right);
}

static __device__ __forceinline__ dealt_float64_state dealt_float64_of_leaf(dealt_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ dealt_float64_state dealt_float64_down(dealt_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ dealt_float64_part dealt_float64_part_down(dealt_float64_part p, unsigned lanes)
{
    return dealt_float64_down(p, lanes);
}

static __device__ __forceinline__ dealt_float64_part dealt_float64_part_of(dealt_float64_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ double dealt_float64_result(dealt_float64_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double dealt_float64_nothing()
{
    return 0;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ dealt_float64_part dealt_float64_join_columns(dealt_float64_part (&part)[2], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const dealt_float64_part right = dealt_float64_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = dealt_float64_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = dealt_float64_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ dealt_float64_part dealt_float64_whole_leaf(const double *a, unsigned lane)
{
    dealt_float64_part part[2];
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
                part[j] = u || line ? dealt_float64_take(part[j], x[u][j], i) : dealt_float64_first(x[u][j], i);
            }
        }
    }
    return dealt_float64_join_columns(part, 64, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ dealt_float64_part dealt_float64_part_leaf(const double *a, unsigned count, unsigned lane)
{
    dealt_float64_part part[2];
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
                if (i < count) part[j] = u || line ? dealt_float64_take(part[j], x[u][j], i) : dealt_float64_first(x[u][j], i);
            }
        }
    }
    return dealt_float64_join_columns(part, min(count, 64u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ dealt_float64_state dealt_float64_leaves(const double *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ double stack_value[2][5];
    dealt_float64_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 512;
        const double *const at = a + n * 512;
        const dealt_float64_part part = left < 512 ? dealt_float64_part_leaf(at, (unsigned)left, lane) : dealt_float64_whole_leaf(at, lane);
        state = dealt_float64_of_leaf(part, n * 512);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            dealt_float64_state before;
            before.value = stack_value[warp][level];
            state = dealt_float64_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        dealt_float64_state before;
        before.value = stack_value[warp][level];
        state = dealt_float64_join(before, state);
    }
    return state;
}

// The first `count` elements, at most 2, from number `from` of the array on.
static __device__ __forceinline__ void dealt_float64_piece(const double *a, unsigned long long from, unsigned count, double (&x)[2])
{
    const double *const at = a + from;
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        if (i < count) x[i] = at[i];
    }
}

// Bits of all lanes.
static __device__ __forceinline__ unsigned dealt_float64_bits(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (unsigned next = 1; next < 32; next *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, next);
    return bits;
#endif
}

extern "C" __global__ void __launch_bounds__(64) dealt_float64(const double *__restrict__ a, const long long *__restrict__ offsets, double *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 32, segment = first + lane;
    long long begin = 0, end = 0;
    if (segment < 99ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 512 ? (unsigned)count : 0; // more are for the whole warp, below
    const unsigned pieces = own_count > 0 ? (min(own_count, 64u) + 2 - 1) / 2 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealt_float64_part whole; // what the lane's segment makes
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
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            const unsigned marks = dealt_float64_bits(starts[u] ? 1u << from[u] : 0);
            const unsigned owner = taken + __popc(marks & ((2u << lane) - 1)) - 1;
            column[u] = (lane + at - __shfl_sync(0xffffffffu, behind - pieces, owner)) * 2;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealt_float64_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealt_float64_part part[2][2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                if (i < left[u]) part[u][i] = dealt_float64_first(x[u][i], column[u] + i);
            }
        }
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 2; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 64; __any_sync(0xffffffffu, line < most); line += 64) {
#pragma unroll
            for (unsigned u = 0; u < 2; u++)
                dealt_float64_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 2; u++) {
#pragma unroll
                for (unsigned i = 0; i < 2; i++) {
                    if (line + i < left[u]) part[u][i] = dealt_float64_take(part[u][i], x[u][i], column[u] + line + i);
                }
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            dealt_float64_part(&own)[2] = part[u];
#pragma unroll
            for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 2; i += 2 * next) {
                    if (i + next < left[u]) own[i] = dealt_float64_join_parts(own[i], own[i + next]);
                }
            }
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const dealt_float64_part right = dealt_float64_part_down(own[0], next);
                if (next * 2 < left[u]) own[0] = dealt_float64_join_parts(own[0], right);
            }
            const dealt_float64_part made = dealt_float64_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    if (segment < 99ull && count == own_count) c[segment] = count > 0 ? dealt_float64_result(dealt_float64_of_leaf(whole, 0), count) : dealt_float64_nothing();
    unsigned waiting = __ballot_sync(0xffffffffu, count > 512);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned owner = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, owner);
        const long long its_begin = __shfl_sync(0xffffffffu, begin, owner);
        const dealt_float64_state state = dealt_float64_leaves(a + its_begin, its_count, 0, (its_count + 512 - 1) / 512, lane, warp);
        if (lane == 0) c[first + owner] = dealt_float64_result(state, its_count);
    }
}

// dealtCut: reduce family of tilewright 0.1.0, from reduce-forms.json; argmin of int8, 999 segments of 300000 elements, order fixed
// grid 21, block 64; elements: a 300000, offsets 1000, c 999, partials_value 10, partials_index 10, finished 5, 0 before and after

// What is known of some elements.
struct dealtCut_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf.
struct dealtCut_part {
    int key;
};

static __device__ __forceinline__ bool dealtCut_beats(int a, int b)
{
    return a < b;
}

static __device__ __forceinline__ int dealtCut_key(signed char x, unsigned i)
{
    return (int)(((unsigned)x << 24) + i);
}

static __device__ __forceinline__ dealtCut_part dealtCut_first(signed char x, unsigned i)
{
    return { dealtCut_key(x, i) };
}

static __device__ __forceinline__ dealtCut_part dealtCut_take(dealtCut_part p, signed char x, unsigned i)
{
    return { min(p.key, dealtCut_key(x, i)) };
}

static __device__ __forceinline__ dealtCut_state dealtCut_join(dealtCut_state left, dealtCut_state right)
{
    const bool equal = !dealtCut_beats(left.value, right.value);
    return dealtCut_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ dealtCut_part dealtCut_join_parts(dealtCut_part left, dealtCut_part right)
{
    return { min(left.key, right.key) };
}

static __device__ __forceinline__ dealtCut_state dealtCut_of_leaf(dealtCut_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + low) };
}

static __device__ __forceinline__ dealtCut_state dealtCut_down(dealtCut_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ dealtCut_part dealtCut_part_down(dealtCut_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ dealtCut_part dealtCut_part_of(dealtCut_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.key, lane, lanes) };
}

static __device__ __forceinline__ long long dealtCut_result(dealtCut_state s, unsigned long long)
{
    return s.index;
}

static __device__ __forceinline__ long long dealtCut_nothing()
{
    return -1;
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ dealtCut_part dealtCut_join_columns(dealtCut_part (&part)[16], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j++) {
            const dealtCut_part right = dealtCut_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = dealtCut_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 16; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = dealtCut_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ dealtCut_part dealtCut_whole_leaf(const signed char *a, unsigned lane)
{
    dealtCut_part part[16];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 1) {
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) x[u][j] = a[(line + u) * 512 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned i = (line + u) * 512 + 32 * j + lane;
                part[j] = u || line ? dealtCut_take(part[j], x[u][j], i) : dealtCut_first(x[u][j], i);
            }
        }
    }
    return dealtCut_join_columns(part, 512, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ dealtCut_part dealtCut_part_leaf(const signed char *a, unsigned count, unsigned lane)
{
    dealtCut_part part[16];
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
                if (i < count) part[j] = u || line ? dealtCut_take(part[j], x[u][j], i) : dealtCut_first(x[u][j], i);
            }
        }
    }
    return dealtCut_join_columns(part, min(count, 512u), lane);
}

// Leaves number `first` to `last` - 1 of a segment, which begins at a and has `count` elements, by a warp; lane 0 has
// the result.
static __device__ __forceinline__ dealtCut_state dealtCut_leaves(const signed char *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned lane, unsigned warp)
{
    // each warp's stack, of its lane 0: level k holds 1 << k joined leaves where their count has bit k
    __shared__ int stack_value[2][8];
    __shared__ long long stack_index[2][8];
    dealtCut_state state;
#pragma unroll 1
    for (unsigned long long n = first; n < last; n++) {
        const unsigned long long left = count - n * 4096;
        const signed char *const at = a + n * 4096;
        const dealtCut_part part = left < 4096 ? dealtCut_part_leaf(at, (unsigned)left, lane) : dealtCut_whole_leaf(at, lane);
        state = dealtCut_of_leaf(part, n * 4096);
        if (last - first == 1) return state;
        if (lane != 0) continue;
        unsigned level = 0;
#pragma unroll 1
        for (unsigned long long bits = n - first; bits & 1; bits /= 2) {
            dealtCut_state before;
            before.value = stack_value[warp][level];
            before.index = stack_index[warp][level];
            state = dealtCut_join(before, state);
            level++;
        }
        stack_value[warp][level] = state.value;
        stack_index[warp][level] = state.index;
    }
    if (lane != 0 || first >= last) return state;

    unsigned long long bits = last - first; // joins what the stack holds
    unsigned level = __ffsll(bits) - 1;
    state.value = stack_value[warp][level];
    state.index = stack_index[warp][level];
    bits &= bits - 1;
#pragma unroll 1
    for (; bits; bits &= bits - 1) {
        level = __ffsll(bits) - 1;
        dealtCut_state before;
        before.value = stack_value[warp][level];
        before.index = stack_index[warp][level];
        state = dealtCut_join(before, state);
    }
    return state;
}

// The segment that element `place` of the array is in; 999 if it is in none.
static __device__ __forceinline__ unsigned long long dealtCut_segment_of(const int *offsets, unsigned long long place, unsigned lane)
{
    unsigned long long low = 0, size = 999ull + 1; // offsets from `low` on that may be beyond or not
#pragma unroll 1
    while (size > 0) {
        const unsigned long long step = (size + 31) / 32;
        const bool before = lane * step < size && (unsigned long long)offsets[low + lane * step] <= place;
        const unsigned found = __popc(__ballot_sync(0xffffffffu, before));
        if (found == 0) break;
        const unsigned long long known = (found - 1) * step + 1;
        low += known;
        size = min(step - 1, size - known);
    }
    return low > 0 ? low - 1 : 999ull;
}

// A block's chunk number `chunk` of a segment, which begins at a and has `count` elements.
static __device__ __forceinline__ void dealtCut_take_chunk(const signed char *a, unsigned long long count, unsigned long long chunk, int *to_value, long long *to_index, unsigned lane, unsigned warp)
{
    // what each warp's run of leaves gives
    __shared__ int part_value[2];
    __shared__ long long part_index[2];
    const unsigned long long from = chunk * 16, to = min(from + 16, (count + 4096 - 1) / 4096);
    unsigned run = 1;
#pragma unroll 1
    while (run * 2 < to - from) run *= 2;
    const unsigned long long first = from + warp * run;
    dealtCut_state state = dealtCut_leaves(a, count, first, min(first + run, to), lane, warp);
    if (lane == 0) {
        part_value[warp] = state.value;
        part_index[warp] = state.index;
    }
    __syncthreads();
    if (warp == 0) {
        if (lane < 2) {
            state.value = part_value[lane];
            state.index = part_index[lane];
        }
        const unsigned runs = (unsigned)((to - from + run - 1) / run);
#pragma unroll
        for (unsigned next = 1; next < 2; next *= 2) {
            const dealtCut_state right = dealtCut_down(state, next);
            if (lane + next < runs) state = dealtCut_join(state, right);
        }
        if (lane == 0) {
            *to_value = state.value;
            *to_index = state.index;
        }
    }
    __syncthreads();
}

// What the first `count` chunks of a segment make, those of windows `first` to `last`, perhaps one more; for thread 0.
static __device__ __forceinline__ dealtCut_state dealtCut_join_chunks(int *partials_value, long long *partials_index, unsigned count, unsigned first, unsigned last, unsigned lane, unsigned warp)
{
    __shared__ int group_value[32];
    __shared__ long long group_index[32];
    dealtCut_state state;
#pragma unroll 1
    for (unsigned group = warp; group * 32 < count; group += 2) {
        const unsigned number = group * 32 + lane, slot = number <= last - first ? first + number : 5 + last;
        if (number < count) state = { __ldcg(partials_value + slot), __ldcg(partials_index + slot) };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const dealtCut_state right = dealtCut_down(state, next);
            if (number + next < count) state = dealtCut_join(state, right);
        }
        if (lane == 0) {
            group_value[group] = state.value;
            group_index[group] = state.index;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned groups = (count + 31) / 32;
        if (lane < groups) state = { group_value[lane], group_index[lane] };
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const dealtCut_state right = dealtCut_down(state, next);
            if (lane + next < groups) state = dealtCut_join(state, right);
        }
    }
    return state;
}

// What a block does for the segment that its element is in, if that is cut.
static __device__ __forceinline__ void dealtCut_window(const signed char *a, const int *offsets, long long *c, int *partials_value, long long *partials_index, unsigned *finished, unsigned thread)
{
    const unsigned lane = thread % 32, warp = thread / 32, window = blockIdx.x;
    const unsigned long long place = window * 65536ull, segment = dealtCut_segment_of(offsets, place, lane);
    if (segment >= 999ull) return;
    const unsigned long long begin = offsets[segment], end = offsets[segment + 1], count = end - begin;
    if (end <= begin || count <= 65536ull) return;
    const unsigned long long chunk = (place - begin) / 65536;
    const unsigned first = (unsigned)((begin + 65536 - 1) / 65536), last = (unsigned)((end - 1) / 65536);
    dealtCut_take_chunk(a + begin, count, chunk, partials_value + window, partials_index + window, lane, warp);
    if (window == last && (chunk + 1) * 65536 < count)
        dealtCut_take_chunk(a + begin, count, chunk + 1, partials_value + 5 + window, partials_index + 5 + window, lane, warp);
    bool is_last = false;
    if (thread == 0) {
        __threadfence(); // who sees the count sees the chunks
        is_last = atomicInc(finished + first, last - first) == last - first; // which sets the counter back to 0
        if (is_last) __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(is_last)) return;
    const unsigned chunks = (unsigned)((count + 65536 - 1) / 65536);
    const dealtCut_state state = dealtCut_join_chunks(partials_value, partials_index, chunks, first, last, lane, warp);
    if (thread == 0) c[segment] = dealtCut_result(state, count);
}

// The first `count` elements, at most 16, from number `from` of the array on.
static __device__ __forceinline__ void dealtCut_piece(const signed char *a, unsigned long long from, unsigned count, signed char (&x)[16])
{
    const signed char *const at = a + from;
    const unsigned skip = (unsigned)(unsigned long long)at % 4;
    if (from * 1 >= skip && from + 16 + 4 <= 300000ull) {
        const unsigned *const words = (const unsigned *)((const char *)at - skip);
        unsigned w[5];
#pragma unroll
        for (unsigned k = 0; k < 5; k++) {
            if (4 * k < skip + count * 1) w[k] = words[k];
        }
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            const unsigned k = i / 4, both = __funnelshift_r(w[k], w[k + 1], skip * 8);
            x[i] = (signed char)(both >> i % 4 * 8);
        }
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        if (i < count) x[i] = at[i];
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

extern "C" __global__ void __launch_bounds__(64) dealtCut(const signed char *__restrict__ a, const int *__restrict__ offsets, long long *c, int *partials_value, long long *partials_index, unsigned *finished)
{
    if (blockIdx.x < 5) {
        dealtCut_window(a, offsets, c, partials_value, partials_index, finished, threadIdx.x);
        return;
    }
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = ((blockIdx.x - 5) * 2ull + warp) * 32, segment = first + lane;
    int begin = 0, end = 0;
    if (segment < 999ull) {
        begin = offsets[segment];
        end = offsets[segment + 1];
    }
    if (begin < 0 || end < begin || end > 300000ll) __trap();
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 4096 ? (unsigned)count : 0; // more are for the whole warp, below
    const unsigned pieces = own_count > 0 ? (min(own_count, 512u) + 16 - 1) / 16 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealtCut_part whole; // what the lane's segment makes
    unsigned taken = 0, at = 0; // segments and pieces of the rounds before
#pragma unroll 1
    while (taken < 32) {
        unsigned column[1], left[1]; // the lane's piece, and elements from its first on
        unsigned long long place[1];
        unsigned from[1]; // where the lane's segment begins
        bool starts[1];
        signed char x[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            const unsigned ready = __popc(__ballot_sync(0xffffffffu, behind <= at + 32));
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            const unsigned marks = dealtCut_bits(starts[u] ? 1u << from[u] : 0);
            const unsigned owner = taken + __popc(marks & ((2u << lane) - 1)) - 1;
            column[u] = (lane + at - __shfl_sync(0xffffffffu, behind - pieces, owner)) * 16;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealtCut_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealtCut_part part[1][16];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                if (i < left[u]) part[u][i] = dealtCut_first(x[u][i], column[u] + i);
            }
        }
        unsigned most = left[0];
#pragma unroll
        for (unsigned u = 1; u < 1; u++) most = max(most, left[u]);
#pragma unroll 1
        for (unsigned line = 512; __any_sync(0xffffffffu, line < most); line += 512) {
#pragma unroll
            for (unsigned u = 0; u < 1; u++)
                dealtCut_piece(a, place[u] + line, left[u] > line ? left[u] - line : 0, x[u]);
#pragma unroll
            for (unsigned u = 0; u < 1; u++) {
#pragma unroll
                for (unsigned i = 0; i < 16; i++) {
                    if (line + i < left[u]) part[u][i] = dealtCut_take(part[u][i], x[u][i], column[u] + line + i);
                }
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            dealtCut_part(&own)[16] = part[u];
#pragma unroll
            for (unsigned next = 1; next < 16; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 16; i += 2 * next) {
                    if (i + next < left[u]) own[i] = dealtCut_join_parts(own[i], own[i + next]);
                }
            }
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const dealtCut_part right = dealtCut_part_down(own[0], next);
                if (next * 16 < left[u]) own[0] = dealtCut_join_parts(own[0], right);
            }
            const dealtCut_part made = dealtCut_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
    if (segment < 999ull && count == own_count) c[segment] = count > 0 ? dealtCut_result(dealtCut_of_leaf(whole, 0), count) : dealtCut_nothing();
    unsigned waiting = __ballot_sync(0xffffffffu, count > 4096 && count <= 65536);
#pragma unroll 1
    for (; waiting; waiting &= waiting - 1) { // segments that are longer, one by one
        const unsigned owner = __ffs(waiting) - 1;
        const unsigned long long its_count = __shfl_sync(0xffffffffu, count, owner);
        const int its_begin = __shfl_sync(0xffffffffu, begin, owner);
        const dealtCut_state state = dealtCut_leaves(a + its_begin, its_count, 0, (its_count + 4096 - 1) / 4096, lane, warp);
        if (lane == 0) c[first + owner] = dealtCut_result(state, its_count);
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

// The first `count` elements, at most 4, from number `from` of the array on.
static __device__ __forceinline__ void dealtFew_piece(const float *a, unsigned long long from, unsigned count, float (&x)[4])
{
    const float *const at = a + from;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        if (i < count) x[i] = at[i];
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

extern "C" __global__ void __launch_bounds__(64) dealtFew(const float *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long first = (blockIdx.x * 2ull + warp) * 32, segment = first + lane;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    const unsigned own_count = count <= 1024 ? (unsigned)count : 0; // more are for the whole warp, below
    const unsigned pieces = own_count > 0 ? (min(own_count, 128u) + 4 - 1) / 4 : 1;
    unsigned behind = pieces; // of all segments up to the lane's
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffffu, behind, next);
        if (lane >= next) behind += before;
    }

    dealtFew_part whole; // what the lane's segment makes
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
            starts[u] = lane >= taken && lane < ready;
            from[u] = behind - pieces - at;
            const unsigned marks = dealtFew_bits(starts[u] ? 1u << from[u] : 0);
            const unsigned owner = taken + __popc(marks & ((2u << lane) - 1)) - 1;
            column[u] = (lane + at - __shfl_sync(0xffffffffu, behind - pieces, owner)) * 4;
            const unsigned its = __shfl_sync(0xffffffffu, own_count, owner);
            left[u] = column[u] < its ? its - column[u] : 0;
            place[u] = __shfl_sync(0xffffffffu, begin, owner) + column[u];
            dealtFew_piece(a, place[u], left[u], x[u]);
            at = __shfl_sync(0xffffffffu, behind, ready - 1);
            taken = ready;
        }
        dealtFew_part part[1][4];
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                if (i < left[u]) part[u][i] = dealtFew_first(x[u][i], column[u] + i);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 1; u++) {
            dealtFew_part(&own)[4] = part[u];
#pragma unroll
            for (unsigned next = 1; next < 4; next *= 2) {
#pragma unroll
                for (unsigned i = 0; i < 4; i += 2 * next) {
                    if (i + next < left[u]) own[i] = dealtFew_join_parts(own[i], own[i + next]);
                }
            }
#pragma unroll
            for (unsigned next = 1; next < 32; next *= 2) {
                const dealtFew_part right = dealtFew_part_down(own[0], next);
                if (next * 4 < left[u]) own[0] = dealtFew_join_parts(own[0], right);
            }
            const dealtFew_part made = dealtFew_part_of(own[0], from[u] % 32, 32);
            if (starts[u]) whole = made;
        }
    }
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
