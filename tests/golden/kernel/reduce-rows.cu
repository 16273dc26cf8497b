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

// loads_uint8: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of uint8, the rows of 1 x 3 x 5000, order fixed
// grid 2, block 64; elements: a 15000, c 3

// What is known of some elements.
struct loads_uint8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct loads_uint8_part {
    unsigned value;
};

static __device__ __forceinline__ loads_uint8_state loads_uint8_join(loads_uint8_state left, loads_uint8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loads_uint8_part loads_uint8_join_parts(loads_uint8_part left, loads_uint8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loads_uint8_state loads_uint8_of_leaf(loads_uint8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ loads_uint8_state loads_uint8_down(loads_uint8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ loads_uint8_part loads_uint8_part_down(loads_uint8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned long long loads_uint8_result(loads_uint8_state s, unsigned long long)
{
    return s.value;
}

using loads_uint8_vector = uint2;

static __device__ __forceinline__ loads_uint8_vector loads_uint8_load(const unsigned char *line, const unsigned place)
{
    return __ldg((const loads_uint8_vector *)line + place);
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
{
    const unsigned x[] = { from.x, from.y };
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (unsigned)__dp4a((unsigned)w, (unsigned)0x01010101, (unsigned)p.value);
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ loads_uint8_part loads_uint8_leaf(const unsigned char *a, const unsigned lane)
{
    loads_uint8_part part[2] = {};
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        loads_uint8_vector x[4][2];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned j = 0; j < 2; j++)
                x[n][j] = loads_uint8_load(a + (first + n) * 512, j * 32 + lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned j = 0; j < 2; j++)
                part[j] = loads_uint8_take_load(part[j], x[n][j], 64);
    }

#pragma unroll
    for (unsigned j = 1; j < 2; j++) part[0] = loads_uint8_join_parts(part[0], part[j]);
    part[0] = loads_uint8_part_of_warp(part[0]);
    return part[0];
}

// What the 904 elements of the last leaf make.
static __device__ __forceinline__ loads_uint8_part loads_uint8_tail(const unsigned char *a, const unsigned lane)
{
    loads_uint8_part part[2] = {};
    loads_uint8_vector rest_x[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        if (j * 32 + lane < 49) rest_x[j] = loads_uint8_load(a + 512, j * 32 + lane);
    loads_uint8_vector x[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        x[j] = loads_uint8_load(a, j * 32 + lane);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        part[j] = loads_uint8_take_load(part[j], x[j], 64);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        if (j * 32 + lane < 49) part[j] = loads_uint8_take_load(part[j], rest_x[j], 64);

#pragma unroll
    for (unsigned j = 1; j < 2; j++) part[0] = loads_uint8_join_parts(part[0], part[j]);
    part[0] = loads_uint8_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ loads_uint8_state loads_uint8_of_lanes(loads_uint8_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const loads_uint8_state right = loads_uint8_down(s, d);
        if (number + d < count) s = loads_uint8_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void loads_uint8_put(unsigned long long *value, const unsigned lane, const loads_uint8_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ loads_uint8_state loads_uint8_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    loads_uint8_state s;
    if (lane < count) s = { value[lane] };
    return loads_uint8_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(64) loads_uint8(const unsigned char *__restrict__ a, unsigned long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x * 2 + warp;
    a += min(row, 2u) * 5000;
    __shared__ unsigned long long states_value[16];
    const unsigned slot = warp * 8; // of the warp's first leaf
    const unsigned count = 1;
#pragma unroll 1
    for (unsigned n = 0; n < count; n++) {
        const unsigned at = n * 4096;
        const loads_uint8_part leaf = loads_uint8_leaf(a + at, lane);
        loads_uint8_put(states_value + slot + n, lane, loads_uint8_of_leaf(leaf, at));
    }
    const loads_uint8_part leaf = loads_uint8_tail(a + 4096, lane);
    loads_uint8_put(states_value + slot + count, lane, loads_uint8_of_leaf(leaf, 4096));
    __syncwarp();
    loads_uint8_state s;
    s = loads_uint8_of_states(states_value + slot, lane, 8, 2);
    if (lane == 0 && row < 3u) c[row] = loads_uint8_result(s, 5000ull);
}

// turns: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 3 x 3000, order fixed
// grid 2, block 128; elements: a 9000, b 9000, c 3

// What is known of some elements.
struct turns_state {
    float value;
};

using turns_part = turns_state; // what is known of some elements of one leaf

static __device__ __forceinline__ turns_part turns_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ turns_part turns_take(turns_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ turns_state turns_join(turns_state left, turns_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turns_part turns_join_parts(turns_part left, turns_part right)
{
    return turns_join(left, right);
}

static __device__ __forceinline__ turns_state turns_of_leaf(turns_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ turns_state turns_down(turns_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ turns_part turns_part_down(turns_part p, unsigned lanes)
{
    return turns_down(p, lanes);
}

static __device__ __forceinline__ float turns_result(turns_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using turns_vector = uint4;

static __device__ __forceinline__ turns_vector turns_load(const float *line, const unsigned place)
{
    return __ldg((const turns_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float turns_element(const turns_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ turns_part turns_leaf(const float *a, const float *b, const unsigned lane)
{
    turns_part part[4];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 2) {
        turns_vector x[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++)
            x[n] = turns_load(a + (first + n) * 128, lane);
        turns_vector y[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++)
            y[n] = turns_load(b + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 2; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = first + n == 0 ? turns_first(turns_element(x[n], i), turns_element(y[n], i), (first + n) * 128 + lane * 4 + i)
                    : turns_take(part[i], turns_element(x[n], i), turns_element(y[n], i), (first + n) * 128 + lane * 4 + i);
    }

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = turns_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const turns_part right = turns_part_down(part[0], d);
        part[0] = turns_join_parts(part[0], right);
    }
    return part[0];
}

// What the 952 elements of the last leaf make.
static __device__ __forceinline__ turns_part turns_tail(const float *a, const float *b, const unsigned lane)
{
    turns_part part[4];
    turns_vector rest_x;
    if (lane < 14) rest_x = turns_load(a + 896, lane);
    turns_vector rest_y;
    if (lane < 14) rest_y = turns_load(b + 896, lane);
#pragma unroll
    for (unsigned first = 0; first < 7; first += 2) {
        turns_vector x[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++)
            if (first + n < 7) x[n] = turns_load(a + (first + n) * 128, lane);
        turns_vector y[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++)
            if (first + n < 7) y[n] = turns_load(b + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 2; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (first + n < 7) part[i] = first + n == 0 ? turns_first(turns_element(x[n], i), turns_element(y[n], i), (first + n) * 128 + lane * 4 + i)
                    : turns_take(part[i], turns_element(x[n], i), turns_element(y[n], i), (first + n) * 128 + lane * 4 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 14) part[i] = turns_take(part[i], turns_element(rest_x, i), turns_element(rest_y, i), 896 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = turns_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const turns_part right = turns_part_down(part[0], d);
        part[0] = turns_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ turns_state turns_of_lanes(turns_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const turns_state right = turns_down(s, d);
        if (number + d < count) s = turns_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void turns_put(float *value, const unsigned lane, const turns_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ turns_state turns_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    turns_state s;
    if (lane < count) s = { value[lane] };
    return turns_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) turns(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x * 2 + warp / 2;
    a += min(row, 2u) * 3000;
    b += min(row, 2u) * 3000;
    __shared__ float states_value[8];
    const unsigned slot = warp / 2 * 4 + warp % 2; // of the warp's first leaf
    const unsigned first = warp % 2; // the warp's leaves are 2 apart from here on
    const unsigned count = first < 2 ? (unsigned)min((3u - first) / 2, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n < count; n++) {
        const unsigned at = (first + n * 2) * 1024;
        const turns_part leaf = turns_leaf(a + at, b + at, lane);
        turns_put(states_value + slot + n * 2, lane, turns_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 2 == 2) {
        const turns_part leaf = turns_tail(a + 2048, b + 2048, lane);
        turns_put(states_value + slot + count * 2, lane, turns_of_leaf(leaf, 2048));
    }
    __syncthreads();
    turns_state s;
    if (warp % 2 == 0) s = turns_of_states(states_value + slot, lane, 4, 3);
    if (threadIdx.x % 64 == 0 && row < 3u) c[row] = turns_result(s, 3000ull);
}

// packed_int16: reduce family of tilewright 0.1.0, from reduce-rows.json; max of int16, the rows of 1 x 1 x 30000, order fixed
// grid 2, block 128, then packed_int16_join with grid 1, block 128; elements: a 30000, c 1, partials_value 2

// What is known of some elements.
struct packed_int16_state {
    int value;
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
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ packed_int16_part packed_int16_join_parts(packed_int16_part left, packed_int16_part right)
{
    return { packed_int16_pairs(left.value, right.value) };
}

static __device__ __forceinline__ packed_int16_state packed_int16_of_leaf(packed_int16_part p, unsigned long long)
{
    const unsigned pair = packed_int16_pairs(p.value, p.value << 16);
    return { (int)pair >> 16 };
}

static __device__ __forceinline__ packed_int16_state packed_int16_down(packed_int16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ packed_int16_part packed_int16_part_down(packed_int16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ short packed_int16_result(packed_int16_state s, unsigned long long)
{
    return s.value;
}

using packed_int16_vector = uint4;

static __device__ __forceinline__ packed_int16_vector packed_int16_load(const short *line, const unsigned place)
{
    return __ldg((const packed_int16_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ packed_int16_part packed_int16_take_load(packed_int16_part p, const packed_int16_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80008000u & ~own);
        p.value = packed_int16_pairs(p.value, w);
    }
    return p;
}

// What the 2048 elements of each of two whole leaves make.
static __device__ __forceinline__ void packed_int16_leaves(const short *a, const unsigned lane, const unsigned *from, packed_int16_part *result)
{
    packed_int16_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = packed_int16_load(a + from[k] + n * 256, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        packed_int16_part part[1] = {};
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            part[0] = packed_int16_take_load(part[0], x[k][n], 128);

#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const packed_int16_part right = packed_int16_part_down(part[0], d);
            part[0] = packed_int16_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ packed_int16_part packed_int16_leaf(const short *a, const unsigned lane)
{
    packed_int16_part part[1] = {};
    packed_int16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = packed_int16_load(a + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = packed_int16_take_load(part[0], x[n], 128);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const packed_int16_part right = packed_int16_part_down(part[0], d);
        part[0] = packed_int16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 1328 elements of the last leaf make.
static __device__ __forceinline__ packed_int16_part packed_int16_tail(const short *a, const unsigned lane)
{
    packed_int16_part part[1] = {};
    packed_int16_vector rest_x;
    if (lane < 6) rest_x = packed_int16_load(a + 1280, lane);
    packed_int16_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = packed_int16_load(a + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        part[0] = packed_int16_take_load(part[0], x[n], 128);
    if (lane < 6) part[0] = packed_int16_take_load(part[0], rest_x, 128);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const packed_int16_part right = packed_int16_part_down(part[0], d);
        part[0] = packed_int16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ packed_int16_state packed_int16_of_lanes(packed_int16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const packed_int16_state right = packed_int16_down(s, d);
        if (number + d < count) s = packed_int16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void packed_int16_put(int *value, const unsigned lane, const packed_int16_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ packed_int16_state packed_int16_of_states(const int *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    packed_int16_state s;
    if (lane < count) s = { value[lane] };
    return packed_int16_of_lanes(s, lane, lanes, count);
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
        packed_int16_put(states_value + slot + count * 4, lane, packed_int16_of_leaf(leaf, 28672));
    }
    __syncthreads();
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

// packed_int32: reduce family of tilewright 0.1.0, from reduce-rows.json; max of int32, the rows of 1 x 1 x 30000, order fixed
// grid 4, block 128, then packed_int32_join with grid 1, block 128; elements: a 30000, c 1, partials_value 4

// What is known of some elements.
struct packed_int32_state {
    int value;
};

using packed_int32_part = packed_int32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ packed_int32_part packed_int32_first(int x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ packed_int32_part packed_int32_take(packed_int32_part p, int x, unsigned)
{
    return { max(p.value, x) };
}

static __device__ __forceinline__ packed_int32_state packed_int32_join(packed_int32_state left, packed_int32_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ packed_int32_part packed_int32_join_parts(packed_int32_part left, packed_int32_part right)
{
    return packed_int32_join(left, right);
}

static __device__ __forceinline__ packed_int32_state packed_int32_of_leaf(packed_int32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ packed_int32_state packed_int32_down(packed_int32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ packed_int32_part packed_int32_part_down(packed_int32_part p, unsigned lanes)
{
    return packed_int32_down(p, lanes);
}

static __device__ __forceinline__ int packed_int32_result(packed_int32_state s, unsigned long long)
{
    return s.value;
}

using packed_int32_vector = uint4;

static __device__ __forceinline__ packed_int32_vector packed_int32_load(const int *line, const unsigned place)
{
    return __ldg((const packed_int32_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ packed_int32_part packed_int32_part_of_warp(packed_int32_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = packed_int32_join_parts(p, packed_int32_part_down(p, d));
    return p;
#endif
}

// Element i of a load.
static __device__ __forceinline__ int packed_int32_element(const packed_int32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (int)word[i];
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void packed_int32_leaves(const int *a, const unsigned lane, const unsigned *from, packed_int32_part *result)
{
    packed_int32_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = packed_int32_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        packed_int32_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? packed_int32_first(packed_int32_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : packed_int32_take(part[i], packed_int32_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = packed_int32_join_parts(part[i], part[i + d]);
        part[0] = packed_int32_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ packed_int32_part packed_int32_leaf(const int *a, const unsigned lane)
{
    packed_int32_part part[4];
    packed_int32_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = packed_int32_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? packed_int32_first(packed_int32_element(x[n], i), n * 128 + lane * 4 + i)
                : packed_int32_take(part[i], packed_int32_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = packed_int32_join_parts(part[i], part[i + d]);
    part[0] = packed_int32_part_of_warp(part[0]);
    return part[0];
}

// What the 304 elements of the last leaf make.
static __device__ __forceinline__ packed_int32_part packed_int32_tail(const int *a, const unsigned lane)
{
    packed_int32_part part[4];
    packed_int32_vector rest_x;
    if (lane < 12) rest_x = packed_int32_load(a + 256, lane);
    packed_int32_vector x[2];
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
        x[n] = packed_int32_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? packed_int32_first(packed_int32_element(x[n], i), n * 128 + lane * 4 + i)
                : packed_int32_take(part[i], packed_int32_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 12) part[i] = packed_int32_take(part[i], packed_int32_element(rest_x, i), 256 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = packed_int32_join_parts(part[i], part[i + d]);
    part[0] = packed_int32_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ packed_int32_state packed_int32_of_lanes(packed_int32_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const packed_int32_state right = packed_int32_down(s, d);
        if (number + d < count) s = packed_int32_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void packed_int32_put(int *value, const unsigned lane, const packed_int32_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ packed_int32_state packed_int32_of_states(const int *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    packed_int32_state s;
    if (lane < count) s = { value[lane] };
    return packed_int32_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ packed_int32_state packed_int32_of_some(const int *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    packed_int32_state s;
    if (number < 4) s = { __ldcg(value + number) };
    return packed_int32_of_lanes(s, number, 32, 4);
}

extern "C" __global__ void __launch_bounds__(128) packed_int32(const int *__restrict__ a, int *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ int states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 4 apart from here on
    const unsigned count = first < 29 ? (unsigned)min((32u - first) / 4, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 4) * 1024, from[] = { at, at + 4096 };
        packed_int32_part leaf[2];
        packed_int32_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            packed_int32_put(states_value + slot + (n + k) * 4, lane, packed_int32_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 4) * 1024;
        const packed_int32_part leaf = packed_int32_leaf(a + at, lane);
        packed_int32_put(states_value + slot + n * 4, lane, packed_int32_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 4 == 29) {
        const packed_int32_part leaf = packed_int32_tail(a + 29696, lane);
        packed_int32_put(states_value + slot + count * 4, lane, packed_int32_of_leaf(leaf, 29696));
    }
    __syncthreads();
    packed_int32_state s;
    if (warp == 0) s = packed_int32_of_states(states_value + slot, lane, 8, part == 3 ? 6 : 8);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(128) packed_int32_join(int *c, int *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp != 0) return;
    const packed_int32_state s = packed_int32_of_some(partials_value, lane, 0);
    if (lane == 0) *c = packed_int32_result(s, 30000ull);
}

// packed_int64: reduce family of tilewright 0.1.0, from reduce-rows.json; max of int64, the rows of 1 x 1 x 30000, order fixed
// grid 8, block 128, then packed_int64_join with grid 1, block 128; elements: a 30000, c 1, partials_value 8

// What is known of some elements.
struct packed_int64_state {
    long long value;
};

using packed_int64_part = packed_int64_state; // what is known of some elements of one leaf

static __device__ __forceinline__ packed_int64_part packed_int64_first(long long x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ packed_int64_part packed_int64_take(packed_int64_part p, long long x, unsigned)
{
    return { max(p.value, x) };
}

static __device__ __forceinline__ packed_int64_state packed_int64_join(packed_int64_state left, packed_int64_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ packed_int64_part packed_int64_join_parts(packed_int64_part left, packed_int64_part right)
{
    return packed_int64_join(left, right);
}

static __device__ __forceinline__ packed_int64_state packed_int64_of_leaf(packed_int64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ packed_int64_state packed_int64_down(packed_int64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ packed_int64_part packed_int64_part_down(packed_int64_part p, unsigned lanes)
{
    return packed_int64_down(p, lanes);
}

static __device__ __forceinline__ long long packed_int64_result(packed_int64_state s, unsigned long long)
{
    return s.value;
}

using packed_int64_vector = uint4;

static __device__ __forceinline__ packed_int64_vector packed_int64_load(const long long *line, const unsigned place)
{
    return __ldg((const packed_int64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ long long packed_int64_element(const packed_int64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (long long)((unsigned long long)word[2 * i + 1] << 32 | word[2 * i]);
}

// What the 512 elements of each of two whole leaves make.
static __device__ __forceinline__ void packed_int64_leaves(const long long *a, const unsigned lane, const unsigned *from, packed_int64_part *result)
{
    packed_int64_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = packed_int64_load(a + from[k] + n * 64, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        packed_int64_part part[2];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 2; i++)
                part[i] = n == 0 ? packed_int64_first(packed_int64_element(x[k][n], i), n * 64 + lane * 2 + i)
                    : packed_int64_take(part[i], packed_int64_element(x[k][n], i), n * 64 + lane * 2 + i);

#pragma unroll
        for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 2; i++)
                if (i % (2 * d) == 0) part[i] = packed_int64_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const packed_int64_part right = packed_int64_part_down(part[0], d);
            part[0] = packed_int64_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the 512 elements of a whole leaf make.
static __device__ __forceinline__ packed_int64_part packed_int64_leaf(const long long *a, const unsigned lane)
{
    packed_int64_part part[2];
    packed_int64_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = packed_int64_load(a + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? packed_int64_first(packed_int64_element(x[n], i), n * 64 + lane * 2 + i)
                : packed_int64_take(part[i], packed_int64_element(x[n], i), n * 64 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = packed_int64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const packed_int64_part right = packed_int64_part_down(part[0], d);
        part[0] = packed_int64_join_parts(part[0], right);
    }
    return part[0];
}

// What the 304 elements of the last leaf make.
static __device__ __forceinline__ packed_int64_part packed_int64_tail(const long long *a, const unsigned lane)
{
    packed_int64_part part[2];
    packed_int64_vector rest_x;
    if (lane < 24) rest_x = packed_int64_load(a + 256, lane);
    packed_int64_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = packed_int64_load(a + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? packed_int64_first(packed_int64_element(x[n], i), n * 64 + lane * 2 + i)
                : packed_int64_take(part[i], packed_int64_element(x[n], i), n * 64 + lane * 2 + i);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        if (lane < 24) part[i] = packed_int64_take(part[i], packed_int64_element(rest_x, i), 256 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = packed_int64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const packed_int64_part right = packed_int64_part_down(part[0], d);
        part[0] = packed_int64_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ packed_int64_state packed_int64_of_lanes(packed_int64_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const packed_int64_state right = packed_int64_down(s, d);
        if (number + d < count) s = packed_int64_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void packed_int64_put(long long *value, const unsigned lane, const packed_int64_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ packed_int64_state packed_int64_of_states(const long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    packed_int64_state s;
    if (lane < count) s = { value[lane] };
    return packed_int64_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ packed_int64_state packed_int64_of_some(const long long *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    packed_int64_state s;
    if (number < 8) s = { __ldcg(value + number) };
    return packed_int64_of_lanes(s, number, 32, 8);
}

extern "C" __global__ void __launch_bounds__(128) packed_int64(const long long *__restrict__ a, long long *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ long long states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 4 apart from here on
    const unsigned count = first < 58 ? (unsigned)min((61u - first) / 4, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 4) * 512, from[] = { at, at + 2048 };
        packed_int64_part leaf[2];
        packed_int64_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            packed_int64_put(states_value + slot + (n + k) * 4, lane, packed_int64_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 4) * 512;
        const packed_int64_part leaf = packed_int64_leaf(a + at, lane);
        packed_int64_put(states_value + slot + n * 4, lane, packed_int64_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 4 == 58) {
        const packed_int64_part leaf = packed_int64_tail(a + 29696, lane);
        packed_int64_put(states_value + slot + count * 4, lane, packed_int64_of_leaf(leaf, 29696));
    }
    __syncthreads();
    packed_int64_state s;
    if (warp == 0) s = packed_int64_of_states(states_value + slot, lane, 8, part == 7 ? 3 : 8);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(128) packed_int64_join(long long *c, long long *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp != 0) return;
    const packed_int64_state s = packed_int64_of_some(partials_value, lane, 0);
    if (lane == 0) *c = packed_int64_result(s, 30000ull);
}

// packed_float64: reduce family of tilewright 0.1.0, from reduce-rows.json; max of float64, the rows of 1 x 1 x 30000, order fixed
// grid 8, block 128, then packed_float64_join with grid 1, block 128; elements: a 30000, c 1, partials_value 8

// What is known of some elements.
struct packed_float64_state {
    unsigned long long value;
};

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

static __device__ __forceinline__ packed_float64_part packed_float64_take(packed_float64_part p, double x, unsigned)
{
    const unsigned long long u = packed_float64_rank(x);
    return { max(p.value, u) };
}

static __device__ __forceinline__ packed_float64_state packed_float64_join(packed_float64_state left, packed_float64_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ packed_float64_part packed_float64_join_parts(packed_float64_part left, packed_float64_part right)
{
    return packed_float64_join(left, right);
}

static __device__ __forceinline__ packed_float64_state packed_float64_of_leaf(packed_float64_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ packed_float64_state packed_float64_down(packed_float64_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ packed_float64_part packed_float64_part_down(packed_float64_part p, unsigned lanes)
{
    return packed_float64_down(p, lanes);
}

static __device__ __forceinline__ double packed_float64_result(packed_float64_state s, unsigned long long)
{
    const long long bits = packed_float64_ranked(s.value);
    return (bits & 0x7fffffffffffffff) >= 0x7ff0000000000001 ? __longlong_as_double(0x7fffffffffffffff) : __longlong_as_double(bits);
}

using packed_float64_vector = uint4;

static __device__ __forceinline__ packed_float64_vector packed_float64_load(const double *line, const unsigned place)
{
    return __ldg((const packed_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double packed_float64_element(const packed_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 512 elements of each of two whole leaves make.
static __device__ __forceinline__ void packed_float64_leaves(const double *a, const unsigned lane, const unsigned *from, packed_float64_part *result)
{
    packed_float64_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = packed_float64_load(a + from[k] + n * 64, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        packed_float64_part part[2];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 2; i++)
                part[i] = n == 0 ? packed_float64_first(packed_float64_element(x[k][n], i), n * 64 + lane * 2 + i)
                    : packed_float64_take(part[i], packed_float64_element(x[k][n], i), n * 64 + lane * 2 + i);

#pragma unroll
        for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 2; i++)
                if (i % (2 * d) == 0) part[i] = packed_float64_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const packed_float64_part right = packed_float64_part_down(part[0], d);
            part[0] = packed_float64_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the 512 elements of a whole leaf make.
static __device__ __forceinline__ packed_float64_part packed_float64_leaf(const double *a, const unsigned lane)
{
    packed_float64_part part[2];
    packed_float64_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = packed_float64_load(a + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? packed_float64_first(packed_float64_element(x[n], i), n * 64 + lane * 2 + i)
                : packed_float64_take(part[i], packed_float64_element(x[n], i), n * 64 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = packed_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const packed_float64_part right = packed_float64_part_down(part[0], d);
        part[0] = packed_float64_join_parts(part[0], right);
    }
    return part[0];
}

// What the 304 elements of the last leaf make.
static __device__ __forceinline__ packed_float64_part packed_float64_tail(const double *a, const unsigned lane)
{
    packed_float64_part part[2];
    packed_float64_vector rest_x;
    if (lane < 24) rest_x = packed_float64_load(a + 256, lane);
    packed_float64_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = packed_float64_load(a + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? packed_float64_first(packed_float64_element(x[n], i), n * 64 + lane * 2 + i)
                : packed_float64_take(part[i], packed_float64_element(x[n], i), n * 64 + lane * 2 + i);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        if (lane < 24) part[i] = packed_float64_take(part[i], packed_float64_element(rest_x, i), 256 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = packed_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const packed_float64_part right = packed_float64_part_down(part[0], d);
        part[0] = packed_float64_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ packed_float64_state packed_float64_of_lanes(packed_float64_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const packed_float64_state right = packed_float64_down(s, d);
        if (number + d < count) s = packed_float64_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void packed_float64_put(unsigned long long *value, const unsigned lane, const packed_float64_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ packed_float64_state packed_float64_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    packed_float64_state s;
    if (lane < count) s = { value[lane] };
    return packed_float64_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ packed_float64_state packed_float64_of_some(const unsigned long long *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    packed_float64_state s;
    if (number < 8) s = { __ldcg(value + number) };
    return packed_float64_of_lanes(s, number, 32, 8);
}

extern "C" __global__ void __launch_bounds__(128) packed_float64(const double *__restrict__ a, unsigned long long *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ unsigned long long states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 4 apart from here on
    const unsigned count = first < 58 ? (unsigned)min((61u - first) / 4, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 4) * 512, from[] = { at, at + 2048 };
        packed_float64_part leaf[2];
        packed_float64_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            packed_float64_put(states_value + slot + (n + k) * 4, lane, packed_float64_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 4) * 512;
        const packed_float64_part leaf = packed_float64_leaf(a + at, lane);
        packed_float64_put(states_value + slot + n * 4, lane, packed_float64_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 4 == 58) {
        const packed_float64_part leaf = packed_float64_tail(a + 29696, lane);
        packed_float64_put(states_value + slot + count * 4, lane, packed_float64_of_leaf(leaf, 29696));
    }
    __syncthreads();
    packed_float64_state s;
    if (warp == 0) s = packed_float64_of_states(states_value + slot, lane, 8, part == 7 ? 3 : 8);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(128) packed_float64_join(double *c, unsigned long long *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp != 0) return;
    const packed_float64_state s = packed_float64_of_some(partials_value, lane, 0);
    if (lane == 0) *c = packed_float64_result(s, 30000ull);
}

// wide: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 2 x 10000000000, order fixed
// grid 38148, block 256, then wide_join with grid 2, block 256; elements: a 20000000000, b 20000000000, c 2, partials_value 38148

// What is known of some elements.
struct wide_state {
    float value;
};

using wide_part = wide_state; // what is known of some elements of one leaf

static __device__ __forceinline__ wide_part wide_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ wide_part wide_take(wide_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ wide_state wide_join(wide_state left, wide_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ wide_part wide_join_parts(wide_part left, wide_part right)
{
    return wide_join(left, right);
}

static __device__ __forceinline__ wide_state wide_of_leaf(wide_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ wide_state wide_down(wide_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ wide_part wide_part_down(wide_part p, unsigned lanes)
{
    return wide_down(p, lanes);
}

static __device__ __forceinline__ float wide_result(wide_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using wide_vector = uint4;

static __device__ __forceinline__ wide_vector wide_load(const float *line, const unsigned place)
{
    return __ldg((const wide_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float wide_element(const wide_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ wide_part wide_leaf(const float *a, const float *b, const unsigned lane)
{
    wide_part part[4];
    wide_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = wide_load(a + n * 128, lane);
    wide_vector y[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = wide_load(b + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? wide_first(wide_element(x[n], i), wide_element(y[n], i), n * 128 + lane * 4 + i)
                : wide_take(part[i], wide_element(x[n], i), wide_element(y[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = wide_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const wide_part right = wide_part_down(part[0], d);
        part[0] = wide_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ wide_state wide_of_lanes(wide_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const wide_state right = wide_down(s, d);
        if (number + d < count) s = wide_join(s, right);
    }
    return s;
}

// The state of lane 0.
static __device__ __forceinline__ wide_state wide_of_first(wide_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void wide_put(float *value, const unsigned lane, const wide_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
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

extern "C" __global__ void __launch_bounds__(256) wide(const float *__restrict__ a, const float *__restrict__ b, float *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long row = blockIdx.x / 19074;
    a += row * 10000000000ull;
    b += row * 10000000000ull;
    const unsigned long long part = blockIdx.x % 19074;
    __shared__ float states_value[512];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned long long first = part * 512 + warp; // the warp's leaves are 8 apart from here on
    const unsigned count = first < 9765625 ? (unsigned)min((9765632ull - first) / 8, 64ull) : 0;
#pragma unroll 1
    for (unsigned n = 0; n < count; n++) {
        const unsigned long long at = (first + n * 8) * 1024ull;
        const wide_part leaf = wide_leaf(a + at, b + at, lane);
        wide_put(states_value + slot + n * 8, lane, wide_of_leaf(leaf, at));
    }
    __syncthreads();
    wide_state s;
    if (warp == 0) s = wide_of_states(states_value + slot, lane, 16, part == 19073 ? 249 : 512);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(256) wide_join(float *c, float *partials_value)
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

// every_rows1_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int8, the rows of 1 x 1 x 65536, order fixed
// grid 4, block 128; elements: a 65536, c 1, partials_value 4, finished 1, 0 before and after

// What is known of some elements.
struct every_rows1_leaves1_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct every_rows1_leaves1_part {
    int value;
};

static __device__ __forceinline__ every_rows1_leaves1_state every_rows1_leaves1_join(every_rows1_leaves1_state left, every_rows1_leaves1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows1_leaves1_part every_rows1_leaves1_join_parts(every_rows1_leaves1_part left, every_rows1_leaves1_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows1_leaves1_state every_rows1_leaves1_of_leaf(every_rows1_leaves1_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ every_rows1_leaves1_state every_rows1_leaves1_down(every_rows1_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ every_rows1_leaves1_part every_rows1_leaves1_part_down(every_rows1_leaves1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long every_rows1_leaves1_result(every_rows1_leaves1_state s, unsigned long long)
{
    return s.value;
}

using every_rows1_leaves1_vector = uint4;

static __device__ __forceinline__ every_rows1_leaves1_vector every_rows1_leaves1_load(const signed char *line, const unsigned place)
{
    return __ldg((const every_rows1_leaves1_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ every_rows1_leaves1_part every_rows1_leaves1_part_of_warp(every_rows1_leaves1_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = every_rows1_leaves1_join_parts(p, every_rows1_leaves1_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ every_rows1_leaves1_part every_rows1_leaves1_take_load(every_rows1_leaves1_part p, const every_rows1_leaves1_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ every_rows1_leaves1_part every_rows1_leaves1_leaf(const signed char *a, const unsigned lane)
{
    every_rows1_leaves1_part part[1] = {};
    every_rows1_leaves1_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = every_rows1_leaves1_load(a + n * 512, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = every_rows1_leaves1_take_load(part[0], x[n], 128);

    part[0] = every_rows1_leaves1_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ every_rows1_leaves1_state every_rows1_leaves1_of_lanes(every_rows1_leaves1_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const every_rows1_leaves1_state right = every_rows1_leaves1_down(s, d);
        if (number + d < count) s = every_rows1_leaves1_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void every_rows1_leaves1_put(unsigned long long *value, const unsigned lane, const every_rows1_leaves1_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ every_rows1_leaves1_state every_rows1_leaves1_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    every_rows1_leaves1_state s;
    if (lane < count) s = { value[lane] };
    return every_rows1_leaves1_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ every_rows1_leaves1_state every_rows1_leaves1_of_some(const unsigned long long *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    every_rows1_leaves1_state s;
    if (number < 4) s = { __ldcg(value + number) };
    return every_rows1_leaves1_of_lanes(s, number, 32, 4);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool every_rows1_leaves1_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128) every_rows1_leaves1(const signed char *__restrict__ a, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ unsigned long long states_value[4];
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

// every_rows1_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int8, the rows of 1 x 1 x 65536, order fixed
// grid 1, block 128; elements: a 65536, c 1

// What is known of some elements.
struct every_rows1_leaves4_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct every_rows1_leaves4_part {
    int value;
};

static __device__ __forceinline__ every_rows1_leaves4_state every_rows1_leaves4_join(every_rows1_leaves4_state left, every_rows1_leaves4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows1_leaves4_part every_rows1_leaves4_join_parts(every_rows1_leaves4_part left, every_rows1_leaves4_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows1_leaves4_state every_rows1_leaves4_of_leaf(every_rows1_leaves4_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ every_rows1_leaves4_state every_rows1_leaves4_down(every_rows1_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ every_rows1_leaves4_part every_rows1_leaves4_part_down(every_rows1_leaves4_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long every_rows1_leaves4_result(every_rows1_leaves4_state s, unsigned long long)
{
    return s.value;
}

using every_rows1_leaves4_vector = uint4;

static __device__ __forceinline__ every_rows1_leaves4_vector every_rows1_leaves4_load(const signed char *line, const unsigned place)
{
    return __ldg((const every_rows1_leaves4_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ every_rows1_leaves4_part every_rows1_leaves4_part_of_warp(every_rows1_leaves4_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = every_rows1_leaves4_join_parts(p, every_rows1_leaves4_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ every_rows1_leaves4_part every_rows1_leaves4_take_load(every_rows1_leaves4_part p, const every_rows1_leaves4_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 4096 elements of each of two whole leaves make.
static __device__ __forceinline__ void every_rows1_leaves4_leaves(const signed char *a, const unsigned lane, const unsigned *from, every_rows1_leaves4_part *result)
{
    every_rows1_leaves4_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = every_rows1_leaves4_load(a + from[k] + n * 512, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        every_rows1_leaves4_part part[1] = {};
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            part[0] = every_rows1_leaves4_take_load(part[0], x[k][n], 128);

        part[0] = every_rows1_leaves4_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ every_rows1_leaves4_state every_rows1_leaves4_of_lanes(every_rows1_leaves4_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const every_rows1_leaves4_state right = every_rows1_leaves4_down(s, d);
        if (number + d < count) s = every_rows1_leaves4_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void every_rows1_leaves4_put(unsigned long long *value, const unsigned lane, const every_rows1_leaves4_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ every_rows1_leaves4_state every_rows1_leaves4_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    every_rows1_leaves4_state s;
    if (lane < count) s = { value[lane] };
    return every_rows1_leaves4_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) every_rows1_leaves4(const signed char *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ unsigned long long states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 4) * 4096, from[] = { at, at + 16384 };
        every_rows1_leaves4_part leaf[2];
        every_rows1_leaves4_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            every_rows1_leaves4_put(states_value + slot + (n + k) * 4, lane, every_rows1_leaves4_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    every_rows1_leaves4_state s;
    if (warp == 0) s = every_rows1_leaves4_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0) *c = every_rows1_leaves4_result(s, 65536ull);
}

// every_rows2_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int8, the rows of 1 x 2 x 65536, order fixed
// grid 8, block 128; elements: a 131072, c 2, partials_value 8, finished 2, 0 before and after

// What is known of some elements.
struct every_rows2_leaves1_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct every_rows2_leaves1_part {
    int value;
};

static __device__ __forceinline__ every_rows2_leaves1_state every_rows2_leaves1_join(every_rows2_leaves1_state left, every_rows2_leaves1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows2_leaves1_part every_rows2_leaves1_join_parts(every_rows2_leaves1_part left, every_rows2_leaves1_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows2_leaves1_state every_rows2_leaves1_of_leaf(every_rows2_leaves1_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ every_rows2_leaves1_state every_rows2_leaves1_down(every_rows2_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ every_rows2_leaves1_part every_rows2_leaves1_part_down(every_rows2_leaves1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long every_rows2_leaves1_result(every_rows2_leaves1_state s, unsigned long long)
{
    return s.value;
}

using every_rows2_leaves1_vector = uint4;

static __device__ __forceinline__ every_rows2_leaves1_vector every_rows2_leaves1_load(const signed char *line, const unsigned place)
{
    return __ldg((const every_rows2_leaves1_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ every_rows2_leaves1_part every_rows2_leaves1_part_of_warp(every_rows2_leaves1_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = every_rows2_leaves1_join_parts(p, every_rows2_leaves1_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ every_rows2_leaves1_part every_rows2_leaves1_take_load(every_rows2_leaves1_part p, const every_rows2_leaves1_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ every_rows2_leaves1_part every_rows2_leaves1_leaf(const signed char *a, const unsigned lane)
{
    every_rows2_leaves1_part part[1] = {};
    every_rows2_leaves1_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = every_rows2_leaves1_load(a + n * 512, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = every_rows2_leaves1_take_load(part[0], x[n], 128);

    part[0] = every_rows2_leaves1_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ every_rows2_leaves1_state every_rows2_leaves1_of_lanes(every_rows2_leaves1_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const every_rows2_leaves1_state right = every_rows2_leaves1_down(s, d);
        if (number + d < count) s = every_rows2_leaves1_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void every_rows2_leaves1_put(unsigned long long *value, const unsigned lane, const every_rows2_leaves1_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ every_rows2_leaves1_state every_rows2_leaves1_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    every_rows2_leaves1_state s;
    if (lane < count) s = { value[lane] };
    return every_rows2_leaves1_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ every_rows2_leaves1_state every_rows2_leaves1_of_some(const unsigned long long *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    every_rows2_leaves1_state s;
    if (number < 4) s = { __ldcg(value + number) };
    return every_rows2_leaves1_of_lanes(s, number, 32, 4);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool every_rows2_leaves1_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128) every_rows2_leaves1(const signed char *__restrict__ a, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x / 4;
    a += row * 65536;
    const unsigned part = blockIdx.x % 4;
    __shared__ unsigned long long states_value[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 4 + warp; // the warp's leaves are 4 apart from here on
    {
        const unsigned at = first * 4096;
        const every_rows2_leaves1_part leaf = every_rows2_leaves1_leaf(a + at, lane);
        every_rows2_leaves1_put(states_value + slot, lane, every_rows2_leaves1_of_leaf(leaf, at));
    }
    __syncthreads();
    every_rows2_leaves1_state s;
    if (warp == 0) s = every_rows2_leaves1_of_states(states_value + slot, lane, 4, 4);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = every_rows2_leaves1_is_last(finished + row, 3);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = every_rows2_leaves1_of_some(partials_value + row * 4, lane, 0);
    if (lane == 0) c[row] = every_rows2_leaves1_result(s, 65536ull);
}

// every_rows2_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int8, the rows of 1 x 2 x 65536, order fixed
// grid 2, block 128; elements: a 131072, c 2

// What is known of some elements.
struct every_rows2_leaves4_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct every_rows2_leaves4_part {
    int value;
};

static __device__ __forceinline__ every_rows2_leaves4_state every_rows2_leaves4_join(every_rows2_leaves4_state left, every_rows2_leaves4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows2_leaves4_part every_rows2_leaves4_join_parts(every_rows2_leaves4_part left, every_rows2_leaves4_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ every_rows2_leaves4_state every_rows2_leaves4_of_leaf(every_rows2_leaves4_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ every_rows2_leaves4_state every_rows2_leaves4_down(every_rows2_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ every_rows2_leaves4_part every_rows2_leaves4_part_down(every_rows2_leaves4_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long every_rows2_leaves4_result(every_rows2_leaves4_state s, unsigned long long)
{
    return s.value;
}

using every_rows2_leaves4_vector = uint4;

static __device__ __forceinline__ every_rows2_leaves4_vector every_rows2_leaves4_load(const signed char *line, const unsigned place)
{
    return __ldg((const every_rows2_leaves4_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ every_rows2_leaves4_part every_rows2_leaves4_part_of_warp(every_rows2_leaves4_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = every_rows2_leaves4_join_parts(p, every_rows2_leaves4_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ every_rows2_leaves4_part every_rows2_leaves4_take_load(every_rows2_leaves4_part p, const every_rows2_leaves4_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 4096 elements of each of two whole leaves make.
static __device__ __forceinline__ void every_rows2_leaves4_leaves(const signed char *a, const unsigned lane, const unsigned *from, every_rows2_leaves4_part *result)
{
    every_rows2_leaves4_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = every_rows2_leaves4_load(a + from[k] + n * 512, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        every_rows2_leaves4_part part[1] = {};
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            part[0] = every_rows2_leaves4_take_load(part[0], x[k][n], 128);

        part[0] = every_rows2_leaves4_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ every_rows2_leaves4_state every_rows2_leaves4_of_lanes(every_rows2_leaves4_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const every_rows2_leaves4_state right = every_rows2_leaves4_down(s, d);
        if (number + d < count) s = every_rows2_leaves4_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void every_rows2_leaves4_put(unsigned long long *value, const unsigned lane, const every_rows2_leaves4_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ every_rows2_leaves4_state every_rows2_leaves4_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    every_rows2_leaves4_state s;
    if (lane < count) s = { value[lane] };
    return every_rows2_leaves4_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) every_rows2_leaves4(const signed char *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x;
    a += row * 65536;
    __shared__ unsigned long long states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 4) * 4096, from[] = { at, at + 16384 };
        every_rows2_leaves4_part leaf[2];
        every_rows2_leaves4_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            every_rows2_leaves4_put(states_value + slot + (n + k) * 4, lane, every_rows2_leaves4_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    every_rows2_leaves4_state s;
    if (warp == 0) s = every_rows2_leaves4_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0) c[row] = every_rows2_leaves4_result(s, 65536ull);
}

// pairs_cols65536: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of int16, the rows of 1 x 1 x 65536, order fixed
// grid 4, block 64; elements: a 65536, c 1, partials_value 4, partials_index 4, finished 1, 0 before and after

// What is known of some elements.
struct pairs_cols65536_state {
    int value;
    long long index;
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

static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_down(pairs_cols65536_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ pairs_cols65536_part pairs_cols65536_part_down(pairs_cols65536_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long pairs_cols65536_result(pairs_cols65536_state s, unsigned long long)
{
    return s.index;
}

using pairs_cols65536_vector = uint4;

static __device__ __forceinline__ pairs_cols65536_vector pairs_cols65536_load(const short *line, const unsigned place)
{
    return __ldg((const pairs_cols65536_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int pairs_cols65536_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int pairs_cols65536_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ pairs_cols65536_part pairs_cols65536_part_of_warp(pairs_cols65536_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = pairs_cols65536_join_parts(p, pairs_cols65536_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_of_those(pairs_cols65536_state s, const bool has)
{
    const int key = has ? pairs_cols65536_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { pairs_cols65536_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ pairs_cols65536_part pairs_cols65536_take_load(pairs_cols65536_part p, const pairs_cols65536_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80008000u & ~own);
#pragma unroll
        for (unsigned j = 0; j < 2; j++)
            p.key = max(p.key, pairs_cols65536_key(w, j, at + i * 2 + j));
    }
    return p;
}

// What the 2048 elements of each of two whole leaves make.
static __device__ __forceinline__ void pairs_cols65536_leaves(const short *a, const unsigned lane, const unsigned *from, pairs_cols65536_part *result)
{
    pairs_cols65536_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = pairs_cols65536_load(a + from[k] + n * 256, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        pairs_cols65536_part part[1] = {};
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            part[0] = pairs_cols65536_take_load(part[0], x[k][n], 128, n * 256);

        part[0] = pairs_cols65536_part_move(part[0], lane * 8);
        part[0] = pairs_cols65536_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_of_lanes(pairs_cols65536_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return pairs_cols65536_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const pairs_cols65536_state right = pairs_cols65536_down(s, d);
        if (number + d < count) s = pairs_cols65536_join(s, right);
    }
    return s;
#endif
}

static __device__ __forceinline__ void pairs_cols65536_put(int *value, long long *index, const unsigned lane, const pairs_cols65536_state s)
{
    if (lane == 0) {
        *value = s.value;
        *index = s.index;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_of_states(const int *value, const long long *index, const unsigned lane, const unsigned lanes, const unsigned count)
{
    pairs_cols65536_state s;
    if (lane < count) s = { value[lane], index[lane] };
    return pairs_cols65536_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ pairs_cols65536_state pairs_cols65536_of_some(const int *value, const long long *index, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    pairs_cols65536_state s;
    if (number < 4) s = { __ldcg(value + number), __ldcg(index + number) };
    return pairs_cols65536_of_lanes(s, number, 32, 4);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool pairs_cols65536_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(64) pairs_cols65536(const short *__restrict__ a, long long *c, int *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ int states_value[8];
    __shared__ long long states_index[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 2 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 2) * 2048, from[] = { at, at + 4096 };
        pairs_cols65536_part leaf[2];
        pairs_cols65536_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            pairs_cols65536_put(states_value + slot + (n + k) * 2, states_index + slot + (n + k) * 2, lane, pairs_cols65536_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    pairs_cols65536_state s;
    if (warp == 0) s = pairs_cols65536_of_states(states_value + slot, states_index + slot, lane, 8, 8);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        partials_index[blockIdx.x] = s.index;
        last = pairs_cols65536_is_last(finished, 3);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = pairs_cols65536_of_some(partials_value, partials_index, lane, 0);
    if (lane == 0) *c = pairs_cols65536_result(s, 65536ull);
}

// pairs_cols65000: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of int16, the rows of 1 x 1 x 65000, order fixed
// grid 4, block 64; elements: a 65000, c 1, partials_value 4, partials_index 4, finished 1, 0 before and after

// What is known of some elements.
struct pairs_cols65000_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct pairs_cols65000_part {
    int key = -0x7fffffff - 1;
};

static __device__ __forceinline__ bool pairs_cols65000_beats(int a, int b)
{
    return a > b;
}

// Element j of a word, number i.
static __device__ __forceinline__ int pairs_cols65000_key(unsigned word, unsigned j, unsigned i)
{
    return (int)__byte_perm(word, 0xffffu - i, 0x1054 + j * 0x2200);
}

static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_join(pairs_cols65000_state left, pairs_cols65000_state right)
{
    const bool equal = !pairs_cols65000_beats(left.value, right.value);
    return pairs_cols65000_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_join_parts(pairs_cols65000_part left, pairs_cols65000_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_part_move(pairs_cols65000_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_of_leaf(pairs_cols65000_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffu;
    return { p.key >> 16, (long long)(first + (0xffffu - low)) };
}

static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_down(pairs_cols65000_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_part_down(pairs_cols65000_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long pairs_cols65000_result(pairs_cols65000_state s, unsigned long long)
{
    return s.index;
}

using pairs_cols65000_vector = uint4;

static __device__ __forceinline__ pairs_cols65000_vector pairs_cols65000_load(const short *line, const unsigned place)
{
    return __ldg((const pairs_cols65000_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int pairs_cols65000_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int pairs_cols65000_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_part_of_warp(pairs_cols65000_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = pairs_cols65000_join_parts(p, pairs_cols65000_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_of_those(pairs_cols65000_state s, const bool has)
{
    const int key = has ? pairs_cols65000_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { pairs_cols65000_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_take_load(pairs_cols65000_part p, const pairs_cols65000_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80008000u & ~own);
#pragma unroll
        for (unsigned j = 0; j < 2; j++)
            p.key = max(p.key, pairs_cols65000_key(w, j, at + i * 2 + j));
    }
    return p;
}

// What the 2048 elements of each of two whole leaves make.
static __device__ __forceinline__ void pairs_cols65000_leaves(const short *a, const unsigned lane, const unsigned *from, pairs_cols65000_part *result)
{
    pairs_cols65000_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = pairs_cols65000_load(a + from[k] + n * 256, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        pairs_cols65000_part part[1] = {};
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            part[0] = pairs_cols65000_take_load(part[0], x[k][n], 128, n * 256);

        part[0] = pairs_cols65000_part_move(part[0], lane * 8);
        part[0] = pairs_cols65000_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_leaf(const short *a, const unsigned lane)
{
    pairs_cols65000_part part[1] = {};
    pairs_cols65000_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = pairs_cols65000_load(a + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = pairs_cols65000_take_load(part[0], x[n], 128, n * 256);

    part[0] = pairs_cols65000_part_move(part[0], lane * 8);
    part[0] = pairs_cols65000_part_of_warp(part[0]);
    return part[0];
}

// What the 1512 elements of the last leaf make.
static __device__ __forceinline__ pairs_cols65000_part pairs_cols65000_tail(const short *a, const unsigned lane)
{
    pairs_cols65000_part part[1] = {};
    pairs_cols65000_vector rest_x;
    if (lane < 29) rest_x = pairs_cols65000_load(a + 1280, lane);
    pairs_cols65000_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = pairs_cols65000_load(a + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        part[0] = pairs_cols65000_take_load(part[0], x[n], 128, n * 256);
    if (lane < 29) part[0] = pairs_cols65000_take_load(part[0], rest_x, 128, 1280);

    part[0] = pairs_cols65000_part_move(part[0], lane * 8);
    part[0] = pairs_cols65000_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_of_lanes(pairs_cols65000_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return pairs_cols65000_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const pairs_cols65000_state right = pairs_cols65000_down(s, d);
        if (number + d < count) s = pairs_cols65000_join(s, right);
    }
    return s;
#endif
}

static __device__ __forceinline__ void pairs_cols65000_put(int *value, long long *index, const unsigned lane, const pairs_cols65000_state s)
{
    if (lane == 0) {
        *value = s.value;
        *index = s.index;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_of_states(const int *value, const long long *index, const unsigned lane, const unsigned lanes, const unsigned count)
{
    pairs_cols65000_state s;
    if (lane < count) s = { value[lane], index[lane] };
    return pairs_cols65000_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ pairs_cols65000_state pairs_cols65000_of_some(const int *value, const long long *index, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    pairs_cols65000_state s;
    if (number < 4) s = { __ldcg(value + number), __ldcg(index + number) };
    return pairs_cols65000_of_lanes(s, number, 32, 4);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool pairs_cols65000_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(64) pairs_cols65000(const short *__restrict__ a, long long *c, int *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ int states_value[8];
    __shared__ long long states_index[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 2 apart from here on
    const unsigned count = first < 31 ? (unsigned)min((32u - first) / 2, 4u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 2) * 2048, from[] = { at, at + 4096 };
        pairs_cols65000_part leaf[2];
        pairs_cols65000_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            pairs_cols65000_put(states_value + slot + (n + k) * 2, states_index + slot + (n + k) * 2, lane, pairs_cols65000_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 2) * 2048;
        const pairs_cols65000_part leaf = pairs_cols65000_leaf(a + at, lane);
        pairs_cols65000_put(states_value + slot + n * 2, states_index + slot + n * 2, lane, pairs_cols65000_of_leaf(leaf, at));
    }
    if (count < 4 && first + count * 2 == 31) {
        const pairs_cols65000_part leaf = pairs_cols65000_tail(a + 63488, lane);
        pairs_cols65000_put(states_value + slot + count * 2, states_index + slot + count * 2, lane, pairs_cols65000_of_leaf(leaf, 63488));
    }
    __syncthreads();
    pairs_cols65000_state s;
    if (warp == 0) s = pairs_cols65000_of_states(states_value + slot, states_index + slot, lane, 8, 8);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        partials_index[blockIdx.x] = s.index;
        last = pairs_cols65000_is_last(finished, 3);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = pairs_cols65000_of_some(partials_value, partials_index, lane, 0);
    if (lane == 0) *c = pairs_cols65000_result(s, 65000ull);
}

// alone: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 5000, order fixed
// grid 5, block 32; elements: a 5000, c 1, partials_value 5, finished 1, 0 before and after

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

static __device__ __forceinline__ float alone_result(alone_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using alone_vector = uint4;

static __device__ __forceinline__ alone_vector alone_load(const float *line, const unsigned place)
{
    return __ldg((const alone_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float alone_element(const alone_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ alone_part alone_leaf(const float *a, const unsigned lane)
{
    alone_part part[4];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        alone_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = alone_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = first + n == 0 ? alone_first(alone_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : alone_take(part[i], alone_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = alone_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const alone_part right = alone_part_down(part[0], d);
        part[0] = alone_join_parts(part[0], right);
    }
    return part[0];
}

// What the 904 elements of the last leaf make.
static __device__ __forceinline__ alone_part alone_tail(const float *a, const unsigned lane)
{
    alone_part part[4];
    alone_vector rest_x;
    if (lane < 2) rest_x = alone_load(a + 896, lane);
#pragma unroll
    for (unsigned first = 0; first < 7; first += 4) {
        alone_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n < 7) x[n] = alone_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (first + n < 7) part[i] = first + n == 0 ? alone_first(alone_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : alone_take(part[i], alone_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 2) part[i] = alone_take(part[i], alone_element(rest_x, i), 896 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = alone_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const alone_part right = alone_part_down(part[0], d);
        part[0] = alone_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ alone_state alone_of_lanes(alone_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const alone_state right = alone_down(s, d);
        if (number + d < count) s = alone_join(s, right);
    }
    return s;
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ alone_state alone_of_some(const float *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    alone_state s;
    if (number < 5) s = { __ldcg(value + number) };
    return alone_of_lanes(s, number, 32, 5);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool alone_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) alone(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    alone_state s;
    if (part < 4) s = alone_of_leaf(alone_leaf(a + part * 1024, lane), part * 1024);
    else s = alone_of_leaf(alone_tail(a + 4096, lane), 4096);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = alone_is_last(finished, 4);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = alone_of_some(partials_value, lane, 0);
    if (lane == 0) *c = alone_result(s, 5000ull);
}

// atomic_rows1_int32: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int32, the rows of 1 x 1 x 65536, order free
// grid 4, block 128; elements: a 65536, c 1, 0 before

// What is known of some elements.
struct atomic_rows1_int32_state {
    unsigned long long value;
};

using atomic_rows1_int32_part = atomic_rows1_int32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ atomic_rows1_int32_part atomic_rows1_int32_first(int x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ atomic_rows1_int32_part atomic_rows1_int32_take(atomic_rows1_int32_part p, int x, unsigned)
{
    const unsigned long long u = x;
    return { p.value + u };
}

static __device__ __forceinline__ atomic_rows1_int32_state atomic_rows1_int32_join(atomic_rows1_int32_state left, atomic_rows1_int32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ atomic_rows1_int32_part atomic_rows1_int32_join_parts(atomic_rows1_int32_part left, atomic_rows1_int32_part right)
{
    return atomic_rows1_int32_join(left, right);
}

static __device__ __forceinline__ atomic_rows1_int32_state atomic_rows1_int32_of_leaf(atomic_rows1_int32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ atomic_rows1_int32_state atomic_rows1_int32_down(atomic_rows1_int32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ atomic_rows1_int32_part atomic_rows1_int32_part_down(atomic_rows1_int32_part p, unsigned lanes)
{
    return atomic_rows1_int32_down(p, lanes);
}

static __device__ __forceinline__ long long atomic_rows1_int32_result(atomic_rows1_int32_state s, unsigned long long)
{
    return s.value;
}

using atomic_rows1_int32_vector = uint4;

static __device__ __forceinline__ atomic_rows1_int32_vector atomic_rows1_int32_load(const int *line, const unsigned place)
{
    return __ldg((const atomic_rows1_int32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ int atomic_rows1_int32_element(const atomic_rows1_int32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (int)word[i];
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void atomic_rows1_int32_leaves(const int *a, const unsigned lane, const unsigned *from, atomic_rows1_int32_part *result)
{
    atomic_rows1_int32_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = atomic_rows1_int32_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        atomic_rows1_int32_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? atomic_rows1_int32_first(atomic_rows1_int32_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : atomic_rows1_int32_take(part[i], atomic_rows1_int32_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = atomic_rows1_int32_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const atomic_rows1_int32_part right = atomic_rows1_int32_part_down(part[0], d);
            part[0] = atomic_rows1_int32_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ atomic_rows1_int32_state atomic_rows1_int32_of_lanes(atomic_rows1_int32_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const atomic_rows1_int32_state right = atomic_rows1_int32_down(s, d);
        if (number + d < count) s = atomic_rows1_int32_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void atomic_rows1_int32_put(unsigned long long *value, const unsigned lane, const atomic_rows1_int32_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ atomic_rows1_int32_state atomic_rows1_int32_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    atomic_rows1_int32_state s;
    if (lane < count) s = { value[lane] };
    return atomic_rows1_int32_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) atomic_rows1_int32(const int *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ unsigned long long states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 16 + warp; // the warp's leaves are 4 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 4) * 1024, from[] = { at, at + 4096 };
        atomic_rows1_int32_part leaf[2];
        atomic_rows1_int32_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            atomic_rows1_int32_put(states_value + slot + (n + k) * 4, lane, atomic_rows1_int32_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    atomic_rows1_int32_state s;
    if (warp == 0) s = atomic_rows1_int32_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)c, (unsigned long long)atomic_rows1_int32_result(s, 65536ull));
}

// atomic_rows1_float32: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 65536, order free
// grid 4, block 128; elements: a 65536, c 1, 0 before

// What is known of some elements.
struct atomic_rows1_float32_state {
    float value;
};

using atomic_rows1_float32_part = atomic_rows1_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ atomic_rows1_float32_part atomic_rows1_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ atomic_rows1_float32_part atomic_rows1_float32_take(atomic_rows1_float32_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ atomic_rows1_float32_state atomic_rows1_float32_join(atomic_rows1_float32_state left, atomic_rows1_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ atomic_rows1_float32_part atomic_rows1_float32_join_parts(atomic_rows1_float32_part left, atomic_rows1_float32_part right)
{
    return atomic_rows1_float32_join(left, right);
}

static __device__ __forceinline__ atomic_rows1_float32_state atomic_rows1_float32_of_leaf(atomic_rows1_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ atomic_rows1_float32_state atomic_rows1_float32_down(atomic_rows1_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ atomic_rows1_float32_part atomic_rows1_float32_part_down(atomic_rows1_float32_part p, unsigned lanes)
{
    return atomic_rows1_float32_down(p, lanes);
}

static __device__ __forceinline__ float atomic_rows1_float32_result(atomic_rows1_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using atomic_rows1_float32_vector = uint4;

static __device__ __forceinline__ atomic_rows1_float32_vector atomic_rows1_float32_load(const float *line, const unsigned place)
{
    return __ldg((const atomic_rows1_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float atomic_rows1_float32_element(const atomic_rows1_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void atomic_rows1_float32_leaves(const float *a, const unsigned lane, const unsigned *from, atomic_rows1_float32_part *result)
{
    atomic_rows1_float32_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = atomic_rows1_float32_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        atomic_rows1_float32_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? atomic_rows1_float32_first(atomic_rows1_float32_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : atomic_rows1_float32_take(part[i], atomic_rows1_float32_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = atomic_rows1_float32_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const atomic_rows1_float32_part right = atomic_rows1_float32_part_down(part[0], d);
            part[0] = atomic_rows1_float32_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ atomic_rows1_float32_state atomic_rows1_float32_of_lanes(atomic_rows1_float32_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const atomic_rows1_float32_state right = atomic_rows1_float32_down(s, d);
        if (number + d < count) s = atomic_rows1_float32_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void atomic_rows1_float32_put(float *value, const unsigned lane, const atomic_rows1_float32_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ atomic_rows1_float32_state atomic_rows1_float32_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    atomic_rows1_float32_state s;
    if (lane < count) s = { value[lane] };
    return atomic_rows1_float32_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) atomic_rows1_float32(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 16 + warp; // the warp's leaves are 4 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 4) * 1024, from[] = { at, at + 4096 };
        atomic_rows1_float32_part leaf[2];
        atomic_rows1_float32_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            atomic_rows1_float32_put(states_value + slot + (n + k) * 4, lane, atomic_rows1_float32_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    atomic_rows1_float32_state s;
    if (warp == 0) s = atomic_rows1_float32_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0)
        atomicAdd(c, atomic_rows1_float32_result(s, 65536ull));
}

// atomic_rows2_int32: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int32, the rows of 1 x 2 x 65536, order free
// grid 8, block 128; elements: a 131072, c 2, 0 before

// What is known of some elements.
struct atomic_rows2_int32_state {
    unsigned long long value;
};

using atomic_rows2_int32_part = atomic_rows2_int32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ atomic_rows2_int32_part atomic_rows2_int32_first(int x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ atomic_rows2_int32_part atomic_rows2_int32_take(atomic_rows2_int32_part p, int x, unsigned)
{
    const unsigned long long u = x;
    return { p.value + u };
}

static __device__ __forceinline__ atomic_rows2_int32_state atomic_rows2_int32_join(atomic_rows2_int32_state left, atomic_rows2_int32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ atomic_rows2_int32_part atomic_rows2_int32_join_parts(atomic_rows2_int32_part left, atomic_rows2_int32_part right)
{
    return atomic_rows2_int32_join(left, right);
}

static __device__ __forceinline__ atomic_rows2_int32_state atomic_rows2_int32_of_leaf(atomic_rows2_int32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ atomic_rows2_int32_state atomic_rows2_int32_down(atomic_rows2_int32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ atomic_rows2_int32_part atomic_rows2_int32_part_down(atomic_rows2_int32_part p, unsigned lanes)
{
    return atomic_rows2_int32_down(p, lanes);
}

static __device__ __forceinline__ long long atomic_rows2_int32_result(atomic_rows2_int32_state s, unsigned long long)
{
    return s.value;
}

using atomic_rows2_int32_vector = uint4;

static __device__ __forceinline__ atomic_rows2_int32_vector atomic_rows2_int32_load(const int *line, const unsigned place)
{
    return __ldg((const atomic_rows2_int32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ int atomic_rows2_int32_element(const atomic_rows2_int32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (int)word[i];
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void atomic_rows2_int32_leaves(const int *a, const unsigned lane, const unsigned *from, atomic_rows2_int32_part *result)
{
    atomic_rows2_int32_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = atomic_rows2_int32_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        atomic_rows2_int32_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? atomic_rows2_int32_first(atomic_rows2_int32_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : atomic_rows2_int32_take(part[i], atomic_rows2_int32_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = atomic_rows2_int32_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const atomic_rows2_int32_part right = atomic_rows2_int32_part_down(part[0], d);
            part[0] = atomic_rows2_int32_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ atomic_rows2_int32_state atomic_rows2_int32_of_lanes(atomic_rows2_int32_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const atomic_rows2_int32_state right = atomic_rows2_int32_down(s, d);
        if (number + d < count) s = atomic_rows2_int32_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void atomic_rows2_int32_put(unsigned long long *value, const unsigned lane, const atomic_rows2_int32_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ atomic_rows2_int32_state atomic_rows2_int32_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    atomic_rows2_int32_state s;
    if (lane < count) s = { value[lane] };
    return atomic_rows2_int32_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) atomic_rows2_int32(const int *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x / 4;
    a += row * 65536;
    const unsigned part = blockIdx.x % 4;
    __shared__ unsigned long long states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 16 + warp; // the warp's leaves are 4 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 4) * 1024, from[] = { at, at + 4096 };
        atomic_rows2_int32_part leaf[2];
        atomic_rows2_int32_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            atomic_rows2_int32_put(states_value + slot + (n + k) * 4, lane, atomic_rows2_int32_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    atomic_rows2_int32_state s;
    if (warp == 0) s = atomic_rows2_int32_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)c + row, (unsigned long long)atomic_rows2_int32_result(s, 65536ull));
}

// atomic_rows2_float32: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 2 x 65536, order free
// grid 8, block 128; elements: a 131072, c 2, 0 before

// What is known of some elements.
struct atomic_rows2_float32_state {
    float value;
};

using atomic_rows2_float32_part = atomic_rows2_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ atomic_rows2_float32_part atomic_rows2_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ atomic_rows2_float32_part atomic_rows2_float32_take(atomic_rows2_float32_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ atomic_rows2_float32_state atomic_rows2_float32_join(atomic_rows2_float32_state left, atomic_rows2_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ atomic_rows2_float32_part atomic_rows2_float32_join_parts(atomic_rows2_float32_part left, atomic_rows2_float32_part right)
{
    return atomic_rows2_float32_join(left, right);
}

static __device__ __forceinline__ atomic_rows2_float32_state atomic_rows2_float32_of_leaf(atomic_rows2_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ atomic_rows2_float32_state atomic_rows2_float32_down(atomic_rows2_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ atomic_rows2_float32_part atomic_rows2_float32_part_down(atomic_rows2_float32_part p, unsigned lanes)
{
    return atomic_rows2_float32_down(p, lanes);
}

static __device__ __forceinline__ float atomic_rows2_float32_result(atomic_rows2_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using atomic_rows2_float32_vector = uint4;

static __device__ __forceinline__ atomic_rows2_float32_vector atomic_rows2_float32_load(const float *line, const unsigned place)
{
    return __ldg((const atomic_rows2_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float atomic_rows2_float32_element(const atomic_rows2_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void atomic_rows2_float32_leaves(const float *a, const unsigned lane, const unsigned *from, atomic_rows2_float32_part *result)
{
    atomic_rows2_float32_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = atomic_rows2_float32_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        atomic_rows2_float32_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? atomic_rows2_float32_first(atomic_rows2_float32_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : atomic_rows2_float32_take(part[i], atomic_rows2_float32_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = atomic_rows2_float32_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const atomic_rows2_float32_part right = atomic_rows2_float32_part_down(part[0], d);
            part[0] = atomic_rows2_float32_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ atomic_rows2_float32_state atomic_rows2_float32_of_lanes(atomic_rows2_float32_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const atomic_rows2_float32_state right = atomic_rows2_float32_down(s, d);
        if (number + d < count) s = atomic_rows2_float32_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void atomic_rows2_float32_put(float *value, const unsigned lane, const atomic_rows2_float32_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ atomic_rows2_float32_state atomic_rows2_float32_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    atomic_rows2_float32_state s;
    if (lane < count) s = { value[lane] };
    return atomic_rows2_float32_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) atomic_rows2_float32(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x / 4;
    a += row * 65536;
    const unsigned part = blockIdx.x % 4;
    __shared__ float states_value[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 16 + warp; // the warp's leaves are 4 apart from here on
#pragma unroll 1
    for (unsigned n = 0; n + 1 < 4; n += 2) {
        const unsigned at = (first + n * 4) * 1024, from[] = { at, at + 4096 };
        atomic_rows2_float32_part leaf[2];
        atomic_rows2_float32_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            atomic_rows2_float32_put(states_value + slot + (n + k) * 4, lane, atomic_rows2_float32_of_leaf(leaf[k], from[k]));
    }
    __syncthreads();
    atomic_rows2_float32_state s;
    if (warp == 0) s = atomic_rows2_float32_of_states(states_value + slot, lane, 16, 16);
    if (threadIdx.x == 0)
        atomicAdd(c + row, atomic_rows2_float32_result(s, 65536ull));
}

// joins_sum: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 1500000, order fixed
// grid 367, block 32; elements: a 1500000, c 1, partials_value 367, finished 1, 0 before and after

// What is known of some elements.
struct joins_sum_state {
    float value;
};

using joins_sum_part = joins_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ joins_sum_part joins_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ joins_sum_part joins_sum_take(joins_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ joins_sum_state joins_sum_join(joins_sum_state left, joins_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ joins_sum_part joins_sum_join_parts(joins_sum_part left, joins_sum_part right)
{
    return joins_sum_join(left, right);
}

static __device__ __forceinline__ joins_sum_state joins_sum_of_leaf(joins_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ joins_sum_state joins_sum_down(joins_sum_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ joins_sum_part joins_sum_part_down(joins_sum_part p, unsigned lanes)
{
    return joins_sum_down(p, lanes);
}

static __device__ __forceinline__ float joins_sum_result(joins_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using joins_sum_vector = uint4;

static __device__ __forceinline__ joins_sum_vector joins_sum_load(const float *line, const unsigned place)
{
    return __ldg((const joins_sum_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float joins_sum_element(const joins_sum_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void joins_sum_leaves(const float *a, const unsigned lane, const unsigned *from, joins_sum_part *result)
{
    joins_sum_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = joins_sum_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        joins_sum_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? joins_sum_first(joins_sum_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : joins_sum_take(part[i], joins_sum_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = joins_sum_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const joins_sum_part right = joins_sum_part_down(part[0], d);
            part[0] = joins_sum_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ joins_sum_part joins_sum_leaf(const float *a, const unsigned lane)
{
    joins_sum_part part[4];
    joins_sum_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = joins_sum_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? joins_sum_first(joins_sum_element(x[n], i), n * 128 + lane * 4 + i)
                : joins_sum_take(part[i], joins_sum_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = joins_sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const joins_sum_part right = joins_sum_part_down(part[0], d);
        part[0] = joins_sum_join_parts(part[0], right);
    }
    return part[0];
}

// What the 864 elements of the last leaf make.
static __device__ __forceinline__ joins_sum_part joins_sum_tail(const float *a, const unsigned lane)
{
    joins_sum_part part[4];
    joins_sum_vector rest_x;
    if (lane < 24) rest_x = joins_sum_load(a + 768, lane);
    joins_sum_vector x[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        x[n] = joins_sum_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? joins_sum_first(joins_sum_element(x[n], i), n * 128 + lane * 4 + i)
                : joins_sum_take(part[i], joins_sum_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 24) part[i] = joins_sum_take(part[i], joins_sum_element(rest_x, i), 768 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = joins_sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const joins_sum_part right = joins_sum_part_down(part[0], d);
        part[0] = joins_sum_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ joins_sum_state joins_sum_of_lanes(joins_sum_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const joins_sum_state right = joins_sum_down(s, d);
        if (number + d < count) s = joins_sum_join(s, right);
    }
    return s;
}

// The state of lane 0.
static __device__ __forceinline__ joins_sum_state joins_sum_of_first(joins_sum_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void joins_sum_put(float *value, const unsigned lane, const joins_sum_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ joins_sum_state joins_sum_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    joins_sum_state s;
    if (lane < count) s = { value[lane] };
    return joins_sum_of_lanes(s, lane, lanes, count);
}

// What the 256 parts from number n * 256 on make, in lane 0.
static __device__ __forceinline__ joins_sum_state joins_sum_of_some(const float *value, const unsigned lane, const unsigned n)
{
    joins_sum_state part[8];
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        if (number < 367) part[q] = { __ldcg(value + number) };
    }
    joins_sum_state kept;
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        const joins_sum_state s = joins_sum_of_first(joins_sum_of_lanes(part[q], number, 32, 367));
        if (lane == q) kept = s;
    }
    return joins_sum_of_lanes(kept, n * 8 + lane, 8, 12);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool joins_sum_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) joins_sum(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[4];
    const unsigned slot = 0; // of the warp's first leaf
    const unsigned first = part * 4; // the warp's leaves are from here on
    const unsigned count = first < 1464 ? (unsigned)min((1464u - first) / 1, 4u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n) * 1024, from[] = { at, at + 1024 };
        joins_sum_part leaf[2];
        joins_sum_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            joins_sum_put(states_value + slot + (n + k), lane, joins_sum_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n) * 1024;
        const joins_sum_part leaf = joins_sum_leaf(a + at, lane);
        joins_sum_put(states_value + slot + n, lane, joins_sum_of_leaf(leaf, at));
    }
    if (count < 4 && first + count == 1464) {
        const joins_sum_part leaf = joins_sum_tail(a + 1499136, lane);
        joins_sum_put(states_value + slot + count, lane, joins_sum_of_leaf(leaf, 1499136));
    }
    __syncwarp();
    joins_sum_state s;
    s = joins_sum_of_states(states_value + slot, lane, 4, part == 366 ? 1 : 4);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = joins_sum_is_last(finished, 366);
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

// joins_argmin: reduce family of tilewright 0.1.0, from reduce-rows.json; argmin of float32, the rows of 1 x 1 x 1500000, order fixed
// grid 367, block 32; elements: a 1500000, c 1, partials_value 367, partials_index 367, finished 1, 0 before and after

// What is known of some elements.
struct joins_argmin_state {
    float value;
    long long index;
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

static __device__ __forceinline__ joins_argmin_state joins_argmin_join(joins_argmin_state left, joins_argmin_state right)
{
    const bool equal = !joins_argmin_beats(left.value, right.value);
    return joins_argmin_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ joins_argmin_part joins_argmin_join_parts(joins_argmin_part left, joins_argmin_part right)
{
    const bool equal = !joins_argmin_beats(left.value, right.value);
    return joins_argmin_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ joins_argmin_part joins_argmin_part_move(joins_argmin_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ joins_argmin_state joins_argmin_of_leaf(joins_argmin_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ joins_argmin_state joins_argmin_down(joins_argmin_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ joins_argmin_part joins_argmin_part_down(joins_argmin_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long joins_argmin_result(joins_argmin_state s, unsigned long long)
{
    return s.index;
}

using joins_argmin_vector = uint4;

static __device__ __forceinline__ joins_argmin_vector joins_argmin_load(const float *line, const unsigned place)
{
    return __ldg((const joins_argmin_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int joins_argmin_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : (int)0x80000000;
}

static __device__ __forceinline__ float joins_argmin_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ joins_argmin_part joins_argmin_part_of_warp(joins_argmin_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = joins_argmin_key_of(p.value), best = __reduce_min_sync(0xffffffffu, key);
    return { joins_argmin_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = joins_argmin_join_parts(p, joins_argmin_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ joins_argmin_state joins_argmin_of_those(joins_argmin_state s, const bool has)
{
    const int key = has ? joins_argmin_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { joins_argmin_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ float joins_argmin_element(const joins_argmin_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void joins_argmin_leaves(const float *a, const unsigned lane, const unsigned *from, joins_argmin_part *result)
{
    joins_argmin_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = joins_argmin_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        joins_argmin_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? joins_argmin_first(joins_argmin_element(x[k][n], i), n * 128 + i)
                    : joins_argmin_take(part[i], joins_argmin_element(x[k][n], i), n * 128 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = joins_argmin_join_parts(part[i], part[i + d]);
        part[0] = joins_argmin_part_move(part[0], lane * 4);
        part[0] = joins_argmin_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ joins_argmin_part joins_argmin_leaf(const float *a, const unsigned lane)
{
    joins_argmin_part part[4];
    joins_argmin_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = joins_argmin_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? joins_argmin_first(joins_argmin_element(x[n], i), n * 128 + i)
                : joins_argmin_take(part[i], joins_argmin_element(x[n], i), n * 128 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = joins_argmin_join_parts(part[i], part[i + d]);
    part[0] = joins_argmin_part_move(part[0], lane * 4);
    part[0] = joins_argmin_part_of_warp(part[0]);
    return part[0];
}

// What the 864 elements of the last leaf make.
static __device__ __forceinline__ joins_argmin_part joins_argmin_tail(const float *a, const unsigned lane)
{
    joins_argmin_part part[4];
    joins_argmin_vector rest_x;
    if (lane < 24) rest_x = joins_argmin_load(a + 768, lane);
    joins_argmin_vector x[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        x[n] = joins_argmin_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? joins_argmin_first(joins_argmin_element(x[n], i), n * 128 + i)
                : joins_argmin_take(part[i], joins_argmin_element(x[n], i), n * 128 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 24) part[i] = joins_argmin_take(part[i], joins_argmin_element(rest_x, i), 768 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = joins_argmin_join_parts(part[i], part[i + d]);
    part[0] = joins_argmin_part_move(part[0], lane * 4);
    part[0] = joins_argmin_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ joins_argmin_state joins_argmin_of_lanes(joins_argmin_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return joins_argmin_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const joins_argmin_state right = joins_argmin_down(s, d);
        if (number + d < count) s = joins_argmin_join(s, right);
    }
    return s;
#endif
}

// The state of lane 0.
static __device__ __forceinline__ joins_argmin_state joins_argmin_of_first(joins_argmin_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0), __shfl_sync(0xffffffffu, s.index, 0) };
}

static __device__ __forceinline__ void joins_argmin_put(float *value, long long *index, const unsigned lane, const joins_argmin_state s)
{
    if (lane == 0) {
        *value = s.value;
        *index = s.index;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ joins_argmin_state joins_argmin_of_states(const float *value, const long long *index, const unsigned lane, const unsigned lanes, const unsigned count)
{
    joins_argmin_state s;
    if (lane < count) s = { value[lane], index[lane] };
    return joins_argmin_of_lanes(s, lane, lanes, count);
}

// What the 256 parts from number n * 256 on make, in lane 0.
static __device__ __forceinline__ joins_argmin_state joins_argmin_of_some(const float *value, const long long *index, const unsigned lane, const unsigned n)
{
    joins_argmin_state part[8];
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        if (number < 367) part[q] = { __ldcg(value + number), __ldcg(index + number) };
    }
    joins_argmin_state kept;
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        const joins_argmin_state s = joins_argmin_of_first(joins_argmin_of_lanes(part[q], number, 32, 367));
        if (lane == q) kept = s;
    }
    return joins_argmin_of_lanes(kept, n * 8 + lane, 8, 12);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool joins_argmin_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) joins_argmin(const float *__restrict__ a, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[4];
    __shared__ long long states_index[4];
    const unsigned slot = 0; // of the warp's first leaf
    const unsigned first = part * 4; // the warp's leaves are from here on
    const unsigned count = first < 1464 ? (unsigned)min((1464u - first) / 1, 4u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n) * 1024, from[] = { at, at + 1024 };
        joins_argmin_part leaf[2];
        joins_argmin_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            joins_argmin_put(states_value + slot + (n + k), states_index + slot + (n + k), lane, joins_argmin_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n) * 1024;
        const joins_argmin_part leaf = joins_argmin_leaf(a + at, lane);
        joins_argmin_put(states_value + slot + n, states_index + slot + n, lane, joins_argmin_of_leaf(leaf, at));
    }
    if (count < 4 && first + count == 1464) {
        const joins_argmin_part leaf = joins_argmin_tail(a + 1499136, lane);
        joins_argmin_put(states_value + slot + count, states_index + slot + count, lane, joins_argmin_of_leaf(leaf, 1499136));
    }
    __syncwarp();
    joins_argmin_state s;
    s = joins_argmin_of_states(states_value + slot, states_index + slot, lane, 4, part == 366 ? 1 : 4);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        partials_index[blockIdx.x] = s.index;
        last = joins_argmin_is_last(finished, 366);
    }
    if (!__syncthreads_or(last)) return;
#pragma unroll 1
    for (unsigned n = warp; n < 2; n += 1)
        joins_argmin_put(states_value + n, states_index + n, lane, joins_argmin_of_some(partials_value, partials_index, lane, n));
    __syncthreads();
    if (warp != 0) return;
    s = joins_argmin_of_states(states_value, states_index, lane, 2, 2);
    if (lane == 0) *c = joins_argmin_result(s, 1500000ull);
}

// many_last: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 1000000, order fixed
// grid 977, block 32; elements: a 1000000, c 1, partials_value 977, finished 1, 0 before and after

// What is known of some elements.
struct many_last_state {
    float value;
};

using many_last_part = many_last_state; // what is known of some elements of one leaf

static __device__ __forceinline__ many_last_part many_last_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ many_last_part many_last_take(many_last_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ many_last_state many_last_join(many_last_state left, many_last_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ many_last_part many_last_join_parts(many_last_part left, many_last_part right)
{
    return many_last_join(left, right);
}

static __device__ __forceinline__ many_last_state many_last_of_leaf(many_last_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ many_last_state many_last_down(many_last_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ many_last_part many_last_part_down(many_last_part p, unsigned lanes)
{
    return many_last_down(p, lanes);
}

static __device__ __forceinline__ float many_last_result(many_last_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using many_last_vector = uint4;

static __device__ __forceinline__ many_last_vector many_last_load(const float *line, const unsigned place)
{
    return __ldg((const many_last_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float many_last_element(const many_last_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ many_last_part many_last_leaf(const float *a, const unsigned lane)
{
    many_last_part part[4];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        many_last_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = many_last_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = first + n == 0 ? many_last_first(many_last_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : many_last_take(part[i], many_last_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = many_last_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const many_last_part right = many_last_part_down(part[0], d);
        part[0] = many_last_join_parts(part[0], right);
    }
    return part[0];
}

// What the 576 elements of the last leaf make.
static __device__ __forceinline__ many_last_part many_last_tail(const float *a, const unsigned lane)
{
    many_last_part part[4];
    many_last_vector rest_x;
    if (lane < 16) rest_x = many_last_load(a + 512, lane);
    many_last_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = many_last_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? many_last_first(many_last_element(x[n], i), n * 128 + lane * 4 + i)
                : many_last_take(part[i], many_last_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 16) part[i] = many_last_take(part[i], many_last_element(rest_x, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = many_last_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const many_last_part right = many_last_part_down(part[0], d);
        part[0] = many_last_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ many_last_state many_last_of_lanes(many_last_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const many_last_state right = many_last_down(s, d);
        if (number + d < count) s = many_last_join(s, right);
    }
    return s;
}

// The state of lane 0.
static __device__ __forceinline__ many_last_state many_last_of_first(many_last_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void many_last_put(float *value, const unsigned lane, const many_last_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ many_last_state many_last_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    many_last_state s;
    if (lane < count) s = { value[lane] };
    return many_last_of_lanes(s, lane, lanes, count);
}

// What the 256 parts from number n * 256 on make, in lane 0.
static __device__ __forceinline__ many_last_state many_last_of_some(const float *value, const unsigned lane, const unsigned n)
{
    many_last_state part[8];
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        if (number < 977) part[q] = { __ldcg(value + number) };
    }
    many_last_state kept;
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        const many_last_state s = many_last_of_first(many_last_of_lanes(part[q], number, 32, 977));
        if (lane == q) kept = s;
    }
    return many_last_of_lanes(kept, n * 8 + lane, 8, 31);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool many_last_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) many_last(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[4];
    many_last_state s;
    if (part < 976) s = many_last_of_leaf(many_last_leaf(a + part * 1024, lane), part * 1024);
    else s = many_last_of_leaf(many_last_tail(a + 999424, lane), 999424);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = many_last_is_last(finished, 976);
    }
    if (!__syncthreads_or(last)) return;
#pragma unroll 1
    for (unsigned n = warp; n < 4; n += 1)
        many_last_put(states_value + n, lane, many_last_of_some(partials_value, lane, n));
    __syncthreads();
    if (warp != 0) return;
    s = many_last_of_states(states_value, lane, 4, 4);
    if (lane == 0) *c = many_last_result(s, 1000000ull);
}

// many_second: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 1000000, order fixed
// grid 977, block 32, then many_second_join with grid 1, block 32; elements: a 1000000, c 1, partials_value 977

// What is known of some elements.
struct many_second_state {
    float value;
};

using many_second_part = many_second_state; // what is known of some elements of one leaf

static __device__ __forceinline__ many_second_part many_second_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ many_second_part many_second_take(many_second_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ many_second_state many_second_join(many_second_state left, many_second_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ many_second_part many_second_join_parts(many_second_part left, many_second_part right)
{
    return many_second_join(left, right);
}

static __device__ __forceinline__ many_second_state many_second_of_leaf(many_second_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ many_second_state many_second_down(many_second_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ many_second_part many_second_part_down(many_second_part p, unsigned lanes)
{
    return many_second_down(p, lanes);
}

static __device__ __forceinline__ float many_second_result(many_second_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using many_second_vector = uint4;

static __device__ __forceinline__ many_second_vector many_second_load(const float *line, const unsigned place)
{
    return __ldg((const many_second_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float many_second_element(const many_second_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ many_second_part many_second_leaf(const float *a, const unsigned lane)
{
    many_second_part part[4];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        many_second_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = many_second_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = first + n == 0 ? many_second_first(many_second_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : many_second_take(part[i], many_second_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = many_second_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const many_second_part right = many_second_part_down(part[0], d);
        part[0] = many_second_join_parts(part[0], right);
    }
    return part[0];
}

// What the 576 elements of the last leaf make.
static __device__ __forceinline__ many_second_part many_second_tail(const float *a, const unsigned lane)
{
    many_second_part part[4];
    many_second_vector rest_x;
    if (lane < 16) rest_x = many_second_load(a + 512, lane);
    many_second_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = many_second_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? many_second_first(many_second_element(x[n], i), n * 128 + lane * 4 + i)
                : many_second_take(part[i], many_second_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 16) part[i] = many_second_take(part[i], many_second_element(rest_x, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = many_second_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const many_second_part right = many_second_part_down(part[0], d);
        part[0] = many_second_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ many_second_state many_second_of_lanes(many_second_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const many_second_state right = many_second_down(s, d);
        if (number + d < count) s = many_second_join(s, right);
    }
    return s;
}

// The state of lane 0.
static __device__ __forceinline__ many_second_state many_second_of_first(many_second_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void many_second_put(float *value, const unsigned lane, const many_second_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ many_second_state many_second_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    many_second_state s;
    if (lane < count) s = { value[lane] };
    return many_second_of_lanes(s, lane, lanes, count);
}

// What the 256 parts from number n * 256 on make, in lane 0.
static __device__ __forceinline__ many_second_state many_second_of_some(const float *value, const unsigned lane, const unsigned n)
{
    many_second_state part[8];
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        if (number < 977) part[q] = { __ldcg(value + number) };
    }
    many_second_state kept;
#pragma unroll
    for (unsigned q = 0; q < 8; q++) {
        const unsigned number = (n * 8 + q) * 32 + lane;
        const many_second_state s = many_second_of_first(many_second_of_lanes(part[q], number, 32, 977));
        if (lane == q) kept = s;
    }
    return many_second_of_lanes(kept, n * 8 + lane, 8, 31);
}

extern "C" __global__ void __launch_bounds__(32) many_second(const float *__restrict__ a, float *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    many_second_state s;
    if (part < 976) s = many_second_of_leaf(many_second_leaf(a + part * 1024, lane), part * 1024);
    else s = many_second_of_leaf(many_second_tail(a + 999424, lane), 999424);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(32) many_second_join(float *c, float *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ float states_value[4];
#pragma unroll 1
    for (unsigned n = warp; n < 4; n += 1)
        many_second_put(states_value + n, lane, many_second_of_some(partials_value, lane, n));
    __syncthreads();
    if (warp != 0) return;
    const many_second_state s = many_second_of_states(states_value, lane, 4, 4);
    if (lane == 0) *c = many_second_result(s, 1000000ull);
}

// second: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 3 x 100000, order fixed
// grid 75, block 128, then second_join with grid 3, block 128; elements: a 300000, c 3, partials_value 75

// What is known of some elements.
struct second_state {
    float value;
};

using second_part = second_state; // what is known of some elements of one leaf

static __device__ __forceinline__ second_part second_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ second_part second_take(second_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ second_state second_join(second_state left, second_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ second_part second_join_parts(second_part left, second_part right)
{
    return second_join(left, right);
}

static __device__ __forceinline__ second_state second_of_leaf(second_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ second_state second_down(second_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ second_part second_part_down(second_part p, unsigned lanes)
{
    return second_down(p, lanes);
}

static __device__ __forceinline__ float second_result(second_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using second_vector = uint4;

static __device__ __forceinline__ second_vector second_load(const float *line, const unsigned place)
{
    return __ldg((const second_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float second_element(const second_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ second_part second_leaf(const float *a, const unsigned lane)
{
    second_part part[4];
    second_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = second_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? second_first(second_element(x[n], i), n * 128 + lane * 4 + i)
                : second_take(part[i], second_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = second_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const second_part right = second_part_down(part[0], d);
        part[0] = second_join_parts(part[0], right);
    }
    return part[0];
}

// What the 672 elements of the last leaf make.
static __device__ __forceinline__ second_part second_tail(const float *a, const unsigned lane)
{
    second_part part[4];
    second_vector rest_x;
    if (lane < 8) rest_x = second_load(a + 640, lane);
    second_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = second_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? second_first(second_element(x[n], i), n * 128 + lane * 4 + i)
                : second_take(part[i], second_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 8) part[i] = second_take(part[i], second_element(rest_x, i), 640 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = second_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const second_part right = second_part_down(part[0], d);
        part[0] = second_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ second_state second_of_lanes(second_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const second_state right = second_down(s, d);
        if (number + d < count) s = second_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void second_put(float *value, const unsigned lane, const second_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ second_state second_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    second_state s;
    if (lane < count) s = { value[lane] };
    return second_of_lanes(s, lane, lanes, count);
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ second_state second_of_some(const float *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    second_state s;
    if (number < 25) s = { __ldcg(value + number) };
    return second_of_lanes(s, number, 32, 25);
}

extern "C" __global__ void __launch_bounds__(128) second(const float *__restrict__ a, float *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x / 25;
    a += row * 100000;
    const unsigned part = blockIdx.x % 25;
    __shared__ float states_value[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 4 + warp; // the warp's leaves are 4 apart from here on
    if (first < 97) {
        const unsigned at = first * 1024;
        const second_part leaf = second_leaf(a + at, lane);
        second_put(states_value + slot, lane, second_of_leaf(leaf, at));
    }
    if (first == 97) {
        const second_part leaf = second_tail(a + 99328, lane);
        second_put(states_value + slot, lane, second_of_leaf(leaf, 99328));
    }
    __syncthreads();
    second_state s;
    if (warp == 0) s = second_of_states(states_value + slot, lane, 4, part == 24 ? 2 : 4);
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
    }
}

extern "C" __global__ void __launch_bounds__(128) second_join(float *c, float *partials_value)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x;
    if (warp != 0) return;
    const second_state s = second_of_some(partials_value + row * 25, lane, 0);
    if (lane == 0) c[row] = second_result(s, 100000ull);
}

// cluster_sum: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 3 x 5001, order fixed
// grid 9, block 64; elements: a 15003, c 3

// What is known of some elements.
struct cluster_sum_state {
    float value;
};

using cluster_sum_part = cluster_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ cluster_sum_part cluster_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ cluster_sum_part cluster_sum_take(cluster_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ cluster_sum_state cluster_sum_join(cluster_sum_state left, cluster_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ cluster_sum_part cluster_sum_join_parts(cluster_sum_part left, cluster_sum_part right)
{
    return cluster_sum_join(left, right);
}

static __device__ __forceinline__ cluster_sum_state cluster_sum_of_leaf(cluster_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ cluster_sum_state cluster_sum_down(cluster_sum_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ cluster_sum_part cluster_sum_part_down(cluster_sum_part p, unsigned lanes)
{
    return cluster_sum_down(p, lanes);
}

static __device__ __forceinline__ cluster_sum_part cluster_sum_part_of(cluster_sum_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float cluster_sum_result(cluster_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

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
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ cluster_sum_part cluster_sum_leaf(const float *a, const unsigned lane)
{
    cluster_sum_part part[4];
    cluster_sum_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = cluster_sum_line(a, (n) * 32 + lane);
    cluster_sum_vector next_x;
    if (lane == 0) next_x = cluster_sum_next(a + 1024);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = cluster_sum_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, cluster_sum_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? cluster_sum_first(cluster_sum_element(x[n], i), n * 128 + lane * 4 + i)
                : cluster_sum_take(part[i], cluster_sum_element(x[n], i), n * 128 + lane * 4 + i);
    cluster_sum_rotate(part, lane, cluster_sum_shift(a) / 4);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = cluster_sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const cluster_sum_part right = cluster_sum_part_down(part[0], d);
        part[0] = cluster_sum_join_parts(part[0], right);
    }
    return part[0];
}

// What the 905 elements of the last leaf make.
static __device__ __forceinline__ cluster_sum_part cluster_sum_tail(const float *a, const unsigned lane, const uint4 *end_a)
{
    cluster_sum_part part[4];
    cluster_sum_vector rest_x;
    rest_x = cluster_sum_load_last(a + 896, lane, 9, end_a);
    cluster_sum_vector x[7];
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
        x[n] = cluster_sum_line(a, (n) * 32 + lane);
    cluster_sum_vector next_x;
    if (lane == 0) next_x = cluster_sum_next(a + 896);
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
        x[n] = cluster_sum_spliced(x[n], n + 1 < 7 ? x[n + 1] : next_x, lane, cluster_sum_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? cluster_sum_first(cluster_sum_element(x[n], i), n * 128 + lane * 4 + i)
                : cluster_sum_take(part[i], cluster_sum_element(x[n], i), n * 128 + lane * 4 + i);
    cluster_sum_rotate(part, lane, cluster_sum_shift(a) / 4);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if ((lane) * 4 + i < 9) part[i] = cluster_sum_take(part[i], cluster_sum_element(rest_x, i), 896 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = cluster_sum_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const cluster_sum_part right = cluster_sum_part_down(part[0], d);
        part[0] = cluster_sum_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ cluster_sum_state cluster_sum_of_lanes(cluster_sum_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const cluster_sum_state right = cluster_sum_down(s, d);
        if (number + d < count) s = cluster_sum_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void cluster_sum_put(float *value, const unsigned lane, const cluster_sum_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ cluster_sum_state cluster_sum_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    cluster_sum_state s;
    if (lane < count) s = { value[lane] };
    return cluster_sum_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __cluster_dims__(3, 1, 1) __launch_bounds__(64) cluster_sum(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __cluster_barrier_arrive_relaxed(); // blocks that have begun can be written to
    const uint4 *const end_a = (const uint4 *)a + 3750;
    const unsigned row = blockIdx.x / 3;
    a += row * 5001;
    const unsigned part = blockIdx.x % 3;
    __shared__ float states_value[2];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 2 + warp; // the warp's leaves are 2 apart from here on
    if (first < 4) {
        const unsigned at = first * 1024;
        const cluster_sum_part leaf = cluster_sum_leaf(a + at, lane);
        cluster_sum_put(states_value + slot, lane, cluster_sum_of_leaf(leaf, at));
    }
    if (first == 4) {
        const cluster_sum_part leaf = cluster_sum_tail(a + 4096, lane, end_a);
        cluster_sum_put(states_value + slot, lane, cluster_sum_of_leaf(leaf, 4096));
    }
    __syncthreads();
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

// cluster_argmax: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of float32, the rows of 1 x 3 x 5001, order fixed
// grid 9, block 64; elements: a 15003, c 3

// What is known of some elements.
struct cluster_argmax_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct cluster_argmax_part {
    float value;
    unsigned index;
};

// NaN beats all others.
static __device__ __forceinline__ bool cluster_argmax_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ cluster_argmax_part cluster_argmax_first(float x, unsigned i)
{
    return { x, i };
}

static __device__ __forceinline__ cluster_argmax_part cluster_argmax_take(cluster_argmax_part p, float x, unsigned i)
{
    if (cluster_argmax_beats(x, p.value)) return { x, i };
    return p;
}

static __device__ __forceinline__ cluster_argmax_state cluster_argmax_join(cluster_argmax_state left, cluster_argmax_state right)
{
    const bool equal = !cluster_argmax_beats(left.value, right.value);
    return cluster_argmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ cluster_argmax_part cluster_argmax_join_parts(cluster_argmax_part left, cluster_argmax_part right)
{
    const bool equal = !cluster_argmax_beats(left.value, right.value);
    return cluster_argmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ cluster_argmax_part cluster_argmax_part_move(cluster_argmax_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ cluster_argmax_state cluster_argmax_of_leaf(cluster_argmax_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ cluster_argmax_state cluster_argmax_down(cluster_argmax_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ cluster_argmax_part cluster_argmax_part_down(cluster_argmax_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long cluster_argmax_result(cluster_argmax_state s, unsigned long long)
{
    return s.index;
}

using cluster_argmax_vector = float;

static __device__ __forceinline__ cluster_argmax_vector cluster_argmax_load(const float *line, const unsigned place)
{
    return __ldg(line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int cluster_argmax_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : 0x7fffffff;
}

static __device__ __forceinline__ float cluster_argmax_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ cluster_argmax_part cluster_argmax_part_of_warp(cluster_argmax_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = cluster_argmax_key_of(p.value), best = __reduce_max_sync(0xffffffffu, key);
    return { cluster_argmax_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = cluster_argmax_join_parts(p, cluster_argmax_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ cluster_argmax_state cluster_argmax_of_those(cluster_argmax_state s, const bool has)
{
    const int key = has ? cluster_argmax_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { cluster_argmax_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ cluster_argmax_part cluster_argmax_leaf(const float *a, const unsigned lane)
{
    cluster_argmax_part part[4];
    cluster_argmax_vector x[8][4];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned j = 0; j < 4; j++)
            x[n][j] = cluster_argmax_load(a + n * 128, j * 32 + lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned j = 0; j < 4; j++)
            part[j] = n == 0 ? cluster_argmax_first(x[n][j], n * 128 + j * 32)
                : cluster_argmax_take(part[j], x[n][j], n * 128 + j * 32);

#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        part[j] = cluster_argmax_part_move(part[j], lane);
#pragma unroll
    for (unsigned j = 1; j < 4; j++) part[0] = cluster_argmax_join_parts(part[0], part[j]);
    part[0] = cluster_argmax_part_of_warp(part[0]);
    return part[0];
}

// What the 905 elements of the last leaf make.
static __device__ __forceinline__ cluster_argmax_part cluster_argmax_tail(const float *a, const unsigned lane)
{
    cluster_argmax_part part[4];
    cluster_argmax_vector rest_x[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        if (j * 32 + lane < 9) rest_x[j] = cluster_argmax_load(a + 896, j * 32 + lane);
    cluster_argmax_vector x[7][4];
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
#pragma unroll
        for (unsigned j = 0; j < 4; j++)
            x[n][j] = cluster_argmax_load(a + n * 128, j * 32 + lane);
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
#pragma unroll
        for (unsigned j = 0; j < 4; j++)
            part[j] = n == 0 ? cluster_argmax_first(x[n][j], n * 128 + j * 32)
                : cluster_argmax_take(part[j], x[n][j], n * 128 + j * 32);
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        if (j * 32 + lane < 9) part[j] = cluster_argmax_take(part[j], rest_x[j], 896 + j * 32);

#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        part[j] = cluster_argmax_part_move(part[j], lane);
#pragma unroll
    for (unsigned j = 1; j < 4; j++) part[0] = cluster_argmax_join_parts(part[0], part[j]);
    part[0] = cluster_argmax_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ cluster_argmax_state cluster_argmax_of_lanes(cluster_argmax_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return cluster_argmax_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const cluster_argmax_state right = cluster_argmax_down(s, d);
        if (number + d < count) s = cluster_argmax_join(s, right);
    }
    return s;
#endif
}

static __device__ __forceinline__ void cluster_argmax_put(float *value, long long *index, const unsigned lane, const cluster_argmax_state s)
{
    if (lane == 0) {
        *value = s.value;
        *index = s.index;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ cluster_argmax_state cluster_argmax_of_states(const float *value, const long long *index, const unsigned lane, const unsigned lanes, const unsigned count)
{
    cluster_argmax_state s;
    if (lane < count) s = { value[lane], index[lane] };
    return cluster_argmax_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __cluster_dims__(3, 1, 1) __launch_bounds__(64) cluster_argmax(const float *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __cluster_barrier_arrive_relaxed(); // blocks that have begun can be written to
    const unsigned row = blockIdx.x / 3;
    a += row * 5001;
    const unsigned part = blockIdx.x % 3;
    __shared__ float states_value[2];
    __shared__ long long states_index[2];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 2 + warp; // the warp's leaves are 2 apart from here on
    if (first < 4) {
        const unsigned at = first * 1024;
        const cluster_argmax_part leaf = cluster_argmax_leaf(a + at, lane);
        cluster_argmax_put(states_value + slot, states_index + slot, lane, cluster_argmax_of_leaf(leaf, at));
    }
    if (first == 4) {
        const cluster_argmax_part leaf = cluster_argmax_tail(a + 4096, lane);
        cluster_argmax_put(states_value + slot, states_index + slot, lane, cluster_argmax_of_leaf(leaf, 4096));
    }
    __syncthreads();
    cluster_argmax_state s;
    if (warp == 0) s = cluster_argmax_of_states(states_value + slot, states_index + slot, lane, 2, part == 2 ? 1 : 2);
    __shared__ float parts_value[3]; // in the first block
    __shared__ long long parts_index[3]; // in the first block
    if (threadIdx.x == 0 && part == 0) {
        parts_value[0] = s.value;
        parts_index[0] = s.index;
    }
    __cluster_barrier_wait();
    if (threadIdx.x == 0 && part != 0) {
        *(float *)__cluster_map_shared_rank(parts_value + part, 0) = s.value;
        *(long long *)__cluster_map_shared_rank(parts_index + part, 0) = s.index;
    }
    __cluster_barrier_arrive(); // who waits for all sees what they have stored
    if (part != 0) return;
    __cluster_barrier_wait();
    if (warp != 0) return;
    if (lane < 3) s = { parts_value[lane], parts_index[lane] };
    s = cluster_argmax_of_lanes(s, lane, 4, 3);
    if (lane == 0) c[row] = cluster_argmax_result(s, 5001ull);
}

// short_dot_cols3_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1001 x 3, order fixed
// grid 32, block 32; elements: a 1000003, b 1000003, c 1001

// What is known of some elements.
struct short_dot_cols3_leaves1_state {
    float value;
};

using short_dot_cols3_leaves1_part = short_dot_cols3_leaves1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_cols3_leaves1_part short_dot_cols3_leaves1_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_cols3_leaves1_part short_dot_cols3_leaves1_take(short_dot_cols3_leaves1_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_cols3_leaves1_state short_dot_cols3_leaves1_join(short_dot_cols3_leaves1_state left, short_dot_cols3_leaves1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_cols3_leaves1_part short_dot_cols3_leaves1_join_parts(short_dot_cols3_leaves1_part left, short_dot_cols3_leaves1_part right)
{
    return short_dot_cols3_leaves1_join(left, right);
}

static __device__ __forceinline__ short_dot_cols3_leaves1_state short_dot_cols3_leaves1_of_leaf(short_dot_cols3_leaves1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_dot_cols3_leaves1_state short_dot_cols3_leaves1_down(short_dot_cols3_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_dot_cols3_leaves1_part short_dot_cols3_leaves1_part_down(short_dot_cols3_leaves1_part p, unsigned lanes)
{
    return short_dot_cols3_leaves1_down(p, lanes);
}

static __device__ __forceinline__ float short_dot_cols3_leaves1_result(short_dot_cols3_leaves1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using short_dot_cols3_leaves1_vector = uint4;

static __device__ __forceinline__ short_dot_cols3_leaves1_vector short_dot_cols3_leaves1_load(const float *line, const unsigned place)
{
    return __ldg((const short_dot_cols3_leaves1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_dot_cols3_leaves1_element(const short_dot_cols3_leaves1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 3 elements of a row make.
static __device__ __forceinline__ short_dot_cols3_leaves1_part short_dot_cols3_leaves1_row(const float *a, const float *b)
{
    short_dot_cols3_leaves1_part part[4];
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        cut_x[i] = __ldg(a + i);
    float cut_y[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        cut_y[i] = __ldg(b + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        part[i] = short_dot_cols3_leaves1_first(cut_x[i], cut_y[i], i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && i + d < 3) part[i] = short_dot_cols3_leaves1_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) short_dot_cols3_leaves1(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned row = blockIdx.x * 32 + threadIdx.x;
    const unsigned from = min(row, 1000u) * 1000;
    const short_dot_cols3_leaves1_part part = short_dot_cols3_leaves1_row(a + from, b + from);
    const short_dot_cols3_leaves1_state s = short_dot_cols3_leaves1_of_leaf(part, 0);
    if (row < 1001u) c[row] = short_dot_cols3_leaves1_result(s, 3ull);
}

// short_dot_cols3_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1001 x 3, order fixed
// grid 8, block 32; elements: a 1000003, b 1000003, c 1001

// What is known of some elements.
struct short_dot_cols3_leaves4_state {
    float value;
};

using short_dot_cols3_leaves4_part = short_dot_cols3_leaves4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_cols3_leaves4_part short_dot_cols3_leaves4_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_cols3_leaves4_part short_dot_cols3_leaves4_take(short_dot_cols3_leaves4_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_cols3_leaves4_state short_dot_cols3_leaves4_join(short_dot_cols3_leaves4_state left, short_dot_cols3_leaves4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_cols3_leaves4_part short_dot_cols3_leaves4_join_parts(short_dot_cols3_leaves4_part left, short_dot_cols3_leaves4_part right)
{
    return short_dot_cols3_leaves4_join(left, right);
}

static __device__ __forceinline__ short_dot_cols3_leaves4_state short_dot_cols3_leaves4_of_leaf(short_dot_cols3_leaves4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_dot_cols3_leaves4_state short_dot_cols3_leaves4_down(short_dot_cols3_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_dot_cols3_leaves4_part short_dot_cols3_leaves4_part_down(short_dot_cols3_leaves4_part p, unsigned lanes)
{
    return short_dot_cols3_leaves4_down(p, lanes);
}

static __device__ __forceinline__ float short_dot_cols3_leaves4_result(short_dot_cols3_leaves4_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using short_dot_cols3_leaves4_vector = uint4;

static __device__ __forceinline__ short_dot_cols3_leaves4_vector short_dot_cols3_leaves4_load(const float *line, const unsigned place)
{
    return __ldg((const short_dot_cols3_leaves4_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_dot_cols3_leaves4_element(const short_dot_cols3_leaves4_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 3 elements of each row make.
static __device__ __forceinline__ void short_dot_cols3_leaves4_rows(const float *a, const float *b, const unsigned *from, short_dot_cols3_leaves4_part *result)
{
    float cut_x[4][3];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            cut_x[k][i] = __ldg(a + from[k] + i);
    float cut_y[4][3];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            cut_y[k][i] = __ldg(b + from[k] + i);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        short_dot_cols3_leaves4_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            part[i] = short_dot_cols3_leaves4_first(cut_x[k][i], cut_y[k][i], i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0 && i + d < 3) part[i] = short_dot_cols3_leaves4_join_parts(part[i], part[i + d]);
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) short_dot_cols3_leaves4(const float *__restrict__ a, const float *__restrict__ b, float *c)
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

// short_dot_cols7_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1001 x 7, order fixed
// grid 63, block 32; elements: a 1000007, b 1000007, c 1001

// What is known of some elements.
struct short_dot_cols7_leaves1_state {
    float value;
};

using short_dot_cols7_leaves1_part = short_dot_cols7_leaves1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_cols7_leaves1_part short_dot_cols7_leaves1_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_cols7_leaves1_part short_dot_cols7_leaves1_take(short_dot_cols7_leaves1_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_cols7_leaves1_state short_dot_cols7_leaves1_join(short_dot_cols7_leaves1_state left, short_dot_cols7_leaves1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_cols7_leaves1_part short_dot_cols7_leaves1_join_parts(short_dot_cols7_leaves1_part left, short_dot_cols7_leaves1_part right)
{
    return short_dot_cols7_leaves1_join(left, right);
}

static __device__ __forceinline__ short_dot_cols7_leaves1_state short_dot_cols7_leaves1_of_leaf(short_dot_cols7_leaves1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_dot_cols7_leaves1_state short_dot_cols7_leaves1_down(short_dot_cols7_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_dot_cols7_leaves1_part short_dot_cols7_leaves1_part_down(short_dot_cols7_leaves1_part p, unsigned lanes)
{
    return short_dot_cols7_leaves1_down(p, lanes);
}

static __device__ __forceinline__ float short_dot_cols7_leaves1_result(short_dot_cols7_leaves1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using short_dot_cols7_leaves1_vector = uint4;

static __device__ __forceinline__ short_dot_cols7_leaves1_vector short_dot_cols7_leaves1_load(const float *line, const unsigned place)
{
    return __ldg((const short_dot_cols7_leaves1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_dot_cols7_leaves1_element(const short_dot_cols7_leaves1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 7 elements of a row make.
static __device__ __forceinline__ short_dot_cols7_leaves1_part short_dot_cols7_leaves1_row(const float *a, const float *b, const unsigned lane)
{
    short_dot_cols7_leaves1_part part[4];
    short_dot_cols7_leaves1_vector rest_x;
    if (lane < 1) rest_x = short_dot_cols7_leaves1_load(a, lane);
    short_dot_cols7_leaves1_vector rest_y;
    if (lane < 1) rest_y = short_dot_cols7_leaves1_load(b, lane);
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 1) cut_x[i] = __ldg(a + 4 + i);
    float cut_y[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 1) cut_y[i] = __ldg(b + 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 1) part[i] = short_dot_cols7_leaves1_first(short_dot_cols7_leaves1_element(rest_x, i), short_dot_cols7_leaves1_element(rest_y, i), lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 1) part[i] = short_dot_cols7_leaves1_first(cut_x[i], cut_y[i], 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && lane * 4 + i + d < 7) part[i] = short_dot_cols7_leaves1_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const short_dot_cols7_leaves1_part right = short_dot_cols7_leaves1_part_down(part[0], d);
        if ((lane + d) * 4 < 7) part[0] = short_dot_cols7_leaves1_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) short_dot_cols7_leaves1(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 1000u) * 1000;
    const short_dot_cols7_leaves1_part part = short_dot_cols7_leaves1_row(a + from, b + from, lane);
    const short_dot_cols7_leaves1_state s = short_dot_cols7_leaves1_of_leaf(part, 0);
    if (lane == 0 && row < 1001u) c[row] = short_dot_cols7_leaves1_result(s, 7ull);
}

// short_dot_cols7_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1001 x 7, order fixed
// grid 16, block 32; elements: a 1000007, b 1000007, c 1001

// What is known of some elements.
struct short_dot_cols7_leaves4_state {
    float value;
};

using short_dot_cols7_leaves4_part = short_dot_cols7_leaves4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_cols7_leaves4_part short_dot_cols7_leaves4_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_cols7_leaves4_part short_dot_cols7_leaves4_take(short_dot_cols7_leaves4_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_cols7_leaves4_state short_dot_cols7_leaves4_join(short_dot_cols7_leaves4_state left, short_dot_cols7_leaves4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_cols7_leaves4_part short_dot_cols7_leaves4_join_parts(short_dot_cols7_leaves4_part left, short_dot_cols7_leaves4_part right)
{
    return short_dot_cols7_leaves4_join(left, right);
}

static __device__ __forceinline__ short_dot_cols7_leaves4_state short_dot_cols7_leaves4_of_leaf(short_dot_cols7_leaves4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_dot_cols7_leaves4_state short_dot_cols7_leaves4_down(short_dot_cols7_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_dot_cols7_leaves4_part short_dot_cols7_leaves4_part_down(short_dot_cols7_leaves4_part p, unsigned lanes)
{
    return short_dot_cols7_leaves4_down(p, lanes);
}

static __device__ __forceinline__ float short_dot_cols7_leaves4_result(short_dot_cols7_leaves4_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using short_dot_cols7_leaves4_vector = uint4;

static __device__ __forceinline__ short_dot_cols7_leaves4_vector short_dot_cols7_leaves4_load(const float *line, const unsigned place)
{
    return __ldg((const short_dot_cols7_leaves4_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_dot_cols7_leaves4_element(const short_dot_cols7_leaves4_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 7 elements of each row make.
static __device__ __forceinline__ void short_dot_cols7_leaves4_rows(const float *a, const float *b, const unsigned lane, const unsigned *from, short_dot_cols7_leaves4_part *result)
{
    short_dot_cols7_leaves4_vector rest_x[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        if (lane < 1) rest_x[k] = short_dot_cols7_leaves4_load(a + from[k], lane);
    short_dot_cols7_leaves4_vector rest_y[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        if (lane < 1) rest_y[k] = short_dot_cols7_leaves4_load(b + from[k], lane);
    float cut_x[4][3];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            if (lane == 1) cut_x[k][i] = __ldg(a + from[k] + 4 + i);
    float cut_y[4][3];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            if (lane == 1) cut_y[k][i] = __ldg(b + from[k] + 4 + i);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        short_dot_cols7_leaves4_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (lane < 1) part[i] = short_dot_cols7_leaves4_first(short_dot_cols7_leaves4_element(rest_x[k], i), short_dot_cols7_leaves4_element(rest_y[k], i), lane * 4 + i);
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            if (lane == 1) part[i] = short_dot_cols7_leaves4_first(cut_x[k][i], cut_y[k][i], 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0 && lane * 4 + i + d < 7) part[i] = short_dot_cols7_leaves4_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 2; d *= 2) {
            const short_dot_cols7_leaves4_part right = short_dot_cols7_leaves4_part_down(part[0], d);
            if ((lane + d) * 4 < 7) part[0] = short_dot_cols7_leaves4_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) short_dot_cols7_leaves4(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 64 + threadIdx.x / 2;
    unsigned from[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) from[k] = min(row + k * 16, 1000u) * 1000;
    short_dot_cols7_leaves4_part part[4];
    short_dot_cols7_leaves4_rows(a, b, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const short_dot_cols7_leaves4_state s = short_dot_cols7_leaves4_of_leaf(part[k], 0);
        if (lane == 0 && row + k * 16 < 1001u) c[row + k * 16] = short_dot_cols7_leaves4_result(s, 7ull);
    }
}

// short_dot_cols200_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1001 x 200, order fixed
// grid 126, block 256; elements: a 1000200, b 1000200, c 1001

// What is known of some elements.
struct short_dot_cols200_leaves1_state {
    float value;
};

using short_dot_cols200_leaves1_part = short_dot_cols200_leaves1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_cols200_leaves1_part short_dot_cols200_leaves1_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_cols200_leaves1_part short_dot_cols200_leaves1_take(short_dot_cols200_leaves1_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_cols200_leaves1_state short_dot_cols200_leaves1_join(short_dot_cols200_leaves1_state left, short_dot_cols200_leaves1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_cols200_leaves1_part short_dot_cols200_leaves1_join_parts(short_dot_cols200_leaves1_part left, short_dot_cols200_leaves1_part right)
{
    return short_dot_cols200_leaves1_join(left, right);
}

static __device__ __forceinline__ short_dot_cols200_leaves1_state short_dot_cols200_leaves1_of_leaf(short_dot_cols200_leaves1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_dot_cols200_leaves1_state short_dot_cols200_leaves1_down(short_dot_cols200_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_dot_cols200_leaves1_part short_dot_cols200_leaves1_part_down(short_dot_cols200_leaves1_part p, unsigned lanes)
{
    return short_dot_cols200_leaves1_down(p, lanes);
}

static __device__ __forceinline__ float short_dot_cols200_leaves1_result(short_dot_cols200_leaves1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using short_dot_cols200_leaves1_vector = uint4;

static __device__ __forceinline__ short_dot_cols200_leaves1_vector short_dot_cols200_leaves1_load(const float *line, const unsigned place)
{
    return __ldg((const short_dot_cols200_leaves1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_dot_cols200_leaves1_element(const short_dot_cols200_leaves1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 200 elements of a row make.
static __device__ __forceinline__ short_dot_cols200_leaves1_part short_dot_cols200_leaves1_row(const float *a, const float *b, const unsigned lane)
{
    short_dot_cols200_leaves1_part part[4];
    short_dot_cols200_leaves1_vector rest_x;
    if (lane < 18) rest_x = short_dot_cols200_leaves1_load(a + 128, lane);
    short_dot_cols200_leaves1_vector rest_y;
    if (lane < 18) rest_y = short_dot_cols200_leaves1_load(b + 128, lane);
    short_dot_cols200_leaves1_vector x;
    x = short_dot_cols200_leaves1_load(a, lane);
    short_dot_cols200_leaves1_vector y;
    y = short_dot_cols200_leaves1_load(b, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = short_dot_cols200_leaves1_first(short_dot_cols200_leaves1_element(x, i), short_dot_cols200_leaves1_element(y, i), lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 18) part[i] = short_dot_cols200_leaves1_take(part[i], short_dot_cols200_leaves1_element(rest_x, i), short_dot_cols200_leaves1_element(rest_y, i), 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = short_dot_cols200_leaves1_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const short_dot_cols200_leaves1_part right = short_dot_cols200_leaves1_part_down(part[0], d);
        part[0] = short_dot_cols200_leaves1_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(256) short_dot_cols200_leaves1(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    const unsigned from = min(row, 1000u) * 1000;
    const short_dot_cols200_leaves1_part part = short_dot_cols200_leaves1_row(a + from, b + from, lane);
    const short_dot_cols200_leaves1_state s = short_dot_cols200_leaves1_of_leaf(part, 0);
    if (lane == 0 && row < 1001u) c[row] = short_dot_cols200_leaves1_result(s, 200ull);
}

// short_dot_cols200_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1001 x 200, order fixed
// grid 126, block 64; elements: a 1000200, b 1000200, c 1001

// What is known of some elements.
struct short_dot_cols200_leaves4_state {
    float value;
};

using short_dot_cols200_leaves4_part = short_dot_cols200_leaves4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_cols200_leaves4_part short_dot_cols200_leaves4_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_cols200_leaves4_part short_dot_cols200_leaves4_take(short_dot_cols200_leaves4_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_cols200_leaves4_state short_dot_cols200_leaves4_join(short_dot_cols200_leaves4_state left, short_dot_cols200_leaves4_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_cols200_leaves4_part short_dot_cols200_leaves4_join_parts(short_dot_cols200_leaves4_part left, short_dot_cols200_leaves4_part right)
{
    return short_dot_cols200_leaves4_join(left, right);
}

static __device__ __forceinline__ short_dot_cols200_leaves4_state short_dot_cols200_leaves4_of_leaf(short_dot_cols200_leaves4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_dot_cols200_leaves4_state short_dot_cols200_leaves4_down(short_dot_cols200_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_dot_cols200_leaves4_part short_dot_cols200_leaves4_part_down(short_dot_cols200_leaves4_part p, unsigned lanes)
{
    return short_dot_cols200_leaves4_down(p, lanes);
}

static __device__ __forceinline__ float short_dot_cols200_leaves4_result(short_dot_cols200_leaves4_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using short_dot_cols200_leaves4_vector = uint4;

static __device__ __forceinline__ short_dot_cols200_leaves4_vector short_dot_cols200_leaves4_load(const float *line, const unsigned place)
{
    return __ldg((const short_dot_cols200_leaves4_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_dot_cols200_leaves4_element(const short_dot_cols200_leaves4_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 200 elements of each row make.
static __device__ __forceinline__ void short_dot_cols200_leaves4_rows(const float *a, const float *b, const unsigned lane, const unsigned *from, short_dot_cols200_leaves4_part *result)
{
    short_dot_cols200_leaves4_vector rest_x[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        if (lane < 18) rest_x[k] = short_dot_cols200_leaves4_load(a + from[k] + 128, lane);
    short_dot_cols200_leaves4_vector rest_y[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        if (lane < 18) rest_y[k] = short_dot_cols200_leaves4_load(b + from[k] + 128, lane);
    short_dot_cols200_leaves4_vector x[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        x[k] = short_dot_cols200_leaves4_load(a + from[k], lane);
    short_dot_cols200_leaves4_vector y[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        y[k] = short_dot_cols200_leaves4_load(b + from[k], lane);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        short_dot_cols200_leaves4_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = short_dot_cols200_leaves4_first(short_dot_cols200_leaves4_element(x[k], i), short_dot_cols200_leaves4_element(y[k], i), lane * 4 + i);
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (lane < 18) part[i] = short_dot_cols200_leaves4_take(part[i], short_dot_cols200_leaves4_element(rest_x[k], i), short_dot_cols200_leaves4_element(rest_y[k], i), 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = short_dot_cols200_leaves4_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const short_dot_cols200_leaves4_part right = short_dot_cols200_leaves4_part_down(part[0], d);
            part[0] = short_dot_cols200_leaves4_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(64) short_dot_cols200_leaves4(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    unsigned from[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) from[k] = min(row + k * 2, 1000u) * 1000;
    short_dot_cols200_leaves4_part part[4];
    short_dot_cols200_leaves4_rows(a, b, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const short_dot_cols200_leaves4_state s = short_dot_cols200_leaves4_of_leaf(part[k], 0);
        if (lane == 0 && row + k * 2 < 1001u) c[row + k * 2] = short_dot_cols200_leaves4_result(s, 200ull);
    }
}

// short_any_cols3_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; any of float32, the rows of 1 x 1001 x 3, order fixed
// grid 8, block 128; elements: a 1000003, c 1001

// What is known of some elements.
struct short_any_cols3_leaves1_state {
    unsigned value;
};

using short_any_cols3_leaves1_part = short_any_cols3_leaves1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_any_cols3_leaves1_part short_any_cols3_leaves1_first(float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { u };
}

static __device__ __forceinline__ short_any_cols3_leaves1_part short_any_cols3_leaves1_take(short_any_cols3_leaves1_part p, float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { p.value | u };
}

static __device__ __forceinline__ short_any_cols3_leaves1_state short_any_cols3_leaves1_join(short_any_cols3_leaves1_state left, short_any_cols3_leaves1_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ short_any_cols3_leaves1_part short_any_cols3_leaves1_join_parts(short_any_cols3_leaves1_part left, short_any_cols3_leaves1_part right)
{
    return short_any_cols3_leaves1_join(left, right);
}

static __device__ __forceinline__ short_any_cols3_leaves1_state short_any_cols3_leaves1_of_leaf(short_any_cols3_leaves1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_any_cols3_leaves1_state short_any_cols3_leaves1_down(short_any_cols3_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_any_cols3_leaves1_part short_any_cols3_leaves1_part_down(short_any_cols3_leaves1_part p, unsigned lanes)
{
    return short_any_cols3_leaves1_down(p, lanes);
}

static __device__ __forceinline__ unsigned char short_any_cols3_leaves1_result(short_any_cols3_leaves1_state s, unsigned long long)
{
    return s.value != 0;
}

using short_any_cols3_leaves1_vector = uint4;

static __device__ __forceinline__ short_any_cols3_leaves1_vector short_any_cols3_leaves1_load(const float *line, const unsigned place)
{
    return __ldg((const short_any_cols3_leaves1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_any_cols3_leaves1_element(const short_any_cols3_leaves1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 3 elements of a row make.
static __device__ __forceinline__ short_any_cols3_leaves1_part short_any_cols3_leaves1_row(const float *a)
{
    short_any_cols3_leaves1_part part[4];
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        cut_x[i] = __ldg(a + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        part[i] = short_any_cols3_leaves1_first(cut_x[i], i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && i + d < 3) part[i] = short_any_cols3_leaves1_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) short_any_cols3_leaves1(const float *__restrict__ a, unsigned char *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 1000u) * 1000;
    const short_any_cols3_leaves1_part part = short_any_cols3_leaves1_row(a + from);
    const short_any_cols3_leaves1_state s = short_any_cols3_leaves1_of_leaf(part, 0);
    if (row < 1001u) c[row] = short_any_cols3_leaves1_result(s, 3ull);
}

// short_any_cols3_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; any of float32, the rows of 1 x 1001 x 3, order fixed
// grid 8, block 32; elements: a 1000003, c 1001

// What is known of some elements.
struct short_any_cols3_leaves4_state {
    unsigned value;
};

using short_any_cols3_leaves4_part = short_any_cols3_leaves4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_any_cols3_leaves4_part short_any_cols3_leaves4_first(float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { u };
}

static __device__ __forceinline__ short_any_cols3_leaves4_part short_any_cols3_leaves4_take(short_any_cols3_leaves4_part p, float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { p.value | u };
}

static __device__ __forceinline__ short_any_cols3_leaves4_state short_any_cols3_leaves4_join(short_any_cols3_leaves4_state left, short_any_cols3_leaves4_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ short_any_cols3_leaves4_part short_any_cols3_leaves4_join_parts(short_any_cols3_leaves4_part left, short_any_cols3_leaves4_part right)
{
    return short_any_cols3_leaves4_join(left, right);
}

static __device__ __forceinline__ short_any_cols3_leaves4_state short_any_cols3_leaves4_of_leaf(short_any_cols3_leaves4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_any_cols3_leaves4_state short_any_cols3_leaves4_down(short_any_cols3_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_any_cols3_leaves4_part short_any_cols3_leaves4_part_down(short_any_cols3_leaves4_part p, unsigned lanes)
{
    return short_any_cols3_leaves4_down(p, lanes);
}

static __device__ __forceinline__ unsigned char short_any_cols3_leaves4_result(short_any_cols3_leaves4_state s, unsigned long long)
{
    return s.value != 0;
}

using short_any_cols3_leaves4_vector = uint4;

static __device__ __forceinline__ short_any_cols3_leaves4_vector short_any_cols3_leaves4_load(const float *line, const unsigned place)
{
    return __ldg((const short_any_cols3_leaves4_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_any_cols3_leaves4_element(const short_any_cols3_leaves4_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 3 elements of each row make.
static __device__ __forceinline__ void short_any_cols3_leaves4_rows(const float *a, const unsigned *from, short_any_cols3_leaves4_part *result)
{
    float cut_x[4][3];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            cut_x[k][i] = __ldg(a + from[k] + i);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        short_any_cols3_leaves4_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            part[i] = short_any_cols3_leaves4_first(cut_x[k][i], i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0 && i + d < 3) part[i] = short_any_cols3_leaves4_join_parts(part[i], part[i + d]);
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) short_any_cols3_leaves4(const float *__restrict__ a, unsigned char *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    unsigned from[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) from[k] = min(row + k * 32, 1000u) * 1000;
    short_any_cols3_leaves4_part part[4];
    short_any_cols3_leaves4_rows(a, from, part);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const short_any_cols3_leaves4_state s = short_any_cols3_leaves4_of_leaf(part[k], 0);
        if (row + k * 32 < 1001u) c[row + k * 32] = short_any_cols3_leaves4_result(s, 3ull);
    }
}

// short_any_cols7_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; any of float32, the rows of 1 x 1001 x 7, order fixed
// grid 63, block 32; elements: a 1000007, c 1001

// What is known of some elements.
struct short_any_cols7_leaves1_state {
    unsigned value;
};

using short_any_cols7_leaves1_part = short_any_cols7_leaves1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_any_cols7_leaves1_part short_any_cols7_leaves1_first(float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { u };
}

static __device__ __forceinline__ short_any_cols7_leaves1_part short_any_cols7_leaves1_take(short_any_cols7_leaves1_part p, float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { p.value | u };
}

static __device__ __forceinline__ short_any_cols7_leaves1_state short_any_cols7_leaves1_join(short_any_cols7_leaves1_state left, short_any_cols7_leaves1_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ short_any_cols7_leaves1_part short_any_cols7_leaves1_join_parts(short_any_cols7_leaves1_part left, short_any_cols7_leaves1_part right)
{
    return short_any_cols7_leaves1_join(left, right);
}

static __device__ __forceinline__ short_any_cols7_leaves1_state short_any_cols7_leaves1_of_leaf(short_any_cols7_leaves1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_any_cols7_leaves1_state short_any_cols7_leaves1_down(short_any_cols7_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_any_cols7_leaves1_part short_any_cols7_leaves1_part_down(short_any_cols7_leaves1_part p, unsigned lanes)
{
    return short_any_cols7_leaves1_down(p, lanes);
}

static __device__ __forceinline__ unsigned char short_any_cols7_leaves1_result(short_any_cols7_leaves1_state s, unsigned long long)
{
    return s.value != 0;
}

using short_any_cols7_leaves1_vector = uint4;

static __device__ __forceinline__ short_any_cols7_leaves1_vector short_any_cols7_leaves1_load(const float *line, const unsigned place)
{
    return __ldg((const short_any_cols7_leaves1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_any_cols7_leaves1_element(const short_any_cols7_leaves1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 7 elements of a row make.
static __device__ __forceinline__ short_any_cols7_leaves1_part short_any_cols7_leaves1_row(const float *a, const unsigned lane)
{
    short_any_cols7_leaves1_part part[4];
    short_any_cols7_leaves1_vector rest_x;
    if (lane < 1) rest_x = short_any_cols7_leaves1_load(a, lane);
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 1) cut_x[i] = __ldg(a + 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 1) part[i] = short_any_cols7_leaves1_first(short_any_cols7_leaves1_element(rest_x, i), lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 1) part[i] = short_any_cols7_leaves1_first(cut_x[i], 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && lane * 4 + i + d < 7) part[i] = short_any_cols7_leaves1_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const short_any_cols7_leaves1_part right = short_any_cols7_leaves1_part_down(part[0], d);
        if ((lane + d) * 4 < 7) part[0] = short_any_cols7_leaves1_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) short_any_cols7_leaves1(const float *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 1000u) * 1000;
    const short_any_cols7_leaves1_part part = short_any_cols7_leaves1_row(a + from, lane);
    const short_any_cols7_leaves1_state s = short_any_cols7_leaves1_of_leaf(part, 0);
    if (lane == 0 && row < 1001u) c[row] = short_any_cols7_leaves1_result(s, 7ull);
}

// short_any_cols7_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; any of float32, the rows of 1 x 1001 x 7, order fixed
// grid 8, block 64; elements: a 1000007, c 1001

// What is known of some elements.
struct short_any_cols7_leaves4_state {
    unsigned value;
};

using short_any_cols7_leaves4_part = short_any_cols7_leaves4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_any_cols7_leaves4_part short_any_cols7_leaves4_first(float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { u };
}

static __device__ __forceinline__ short_any_cols7_leaves4_part short_any_cols7_leaves4_take(short_any_cols7_leaves4_part p, float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { p.value | u };
}

static __device__ __forceinline__ short_any_cols7_leaves4_state short_any_cols7_leaves4_join(short_any_cols7_leaves4_state left, short_any_cols7_leaves4_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ short_any_cols7_leaves4_part short_any_cols7_leaves4_join_parts(short_any_cols7_leaves4_part left, short_any_cols7_leaves4_part right)
{
    return short_any_cols7_leaves4_join(left, right);
}

static __device__ __forceinline__ short_any_cols7_leaves4_state short_any_cols7_leaves4_of_leaf(short_any_cols7_leaves4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_any_cols7_leaves4_state short_any_cols7_leaves4_down(short_any_cols7_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_any_cols7_leaves4_part short_any_cols7_leaves4_part_down(short_any_cols7_leaves4_part p, unsigned lanes)
{
    return short_any_cols7_leaves4_down(p, lanes);
}

static __device__ __forceinline__ unsigned char short_any_cols7_leaves4_result(short_any_cols7_leaves4_state s, unsigned long long)
{
    return s.value != 0;
}

using short_any_cols7_leaves4_vector = uint4;

static __device__ __forceinline__ short_any_cols7_leaves4_vector short_any_cols7_leaves4_load(const float *line, const unsigned place)
{
    return __ldg((const short_any_cols7_leaves4_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_any_cols7_leaves4_element(const short_any_cols7_leaves4_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 7 elements of each row make.
static __device__ __forceinline__ void short_any_cols7_leaves4_rows(const float *a, const unsigned lane, const unsigned *from, short_any_cols7_leaves4_part *result)
{
    short_any_cols7_leaves4_vector rest_x[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        if (lane < 1) rest_x[k] = short_any_cols7_leaves4_load(a + from[k], lane);
    float cut_x[4][3];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            if (lane == 1) cut_x[k][i] = __ldg(a + from[k] + 4 + i);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        short_any_cols7_leaves4_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (lane < 1) part[i] = short_any_cols7_leaves4_first(short_any_cols7_leaves4_element(rest_x[k], i), lane * 4 + i);
#pragma unroll
        for (unsigned i = 0; i < 3; i++)
            if (lane == 1) part[i] = short_any_cols7_leaves4_first(cut_x[k][i], 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0 && lane * 4 + i + d < 7) part[i] = short_any_cols7_leaves4_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 2; d *= 2) {
            const short_any_cols7_leaves4_part right = short_any_cols7_leaves4_part_down(part[0], d);
            if ((lane + d) * 4 < 7) part[0] = short_any_cols7_leaves4_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(64) short_any_cols7_leaves4(const float *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 128 + threadIdx.x / 2;
    unsigned from[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) from[k] = min(row + k * 32, 1000u) * 1000;
    short_any_cols7_leaves4_part part[4];
    short_any_cols7_leaves4_rows(a, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const short_any_cols7_leaves4_state s = short_any_cols7_leaves4_of_leaf(part[k], 0);
        if (lane == 0 && row + k * 32 < 1001u) c[row + k * 32] = short_any_cols7_leaves4_result(s, 7ull);
    }
}

// short_any_cols200_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; any of float32, the rows of 1 x 1001 x 200, order fixed
// grid 126, block 256; elements: a 1000200, c 1001

// What is known of some elements.
struct short_any_cols200_leaves1_state {
    unsigned value;
};

using short_any_cols200_leaves1_part = short_any_cols200_leaves1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_any_cols200_leaves1_part short_any_cols200_leaves1_first(float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { u };
}

static __device__ __forceinline__ short_any_cols200_leaves1_part short_any_cols200_leaves1_take(short_any_cols200_leaves1_part p, float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { p.value | u };
}

static __device__ __forceinline__ short_any_cols200_leaves1_state short_any_cols200_leaves1_join(short_any_cols200_leaves1_state left, short_any_cols200_leaves1_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ short_any_cols200_leaves1_part short_any_cols200_leaves1_join_parts(short_any_cols200_leaves1_part left, short_any_cols200_leaves1_part right)
{
    return short_any_cols200_leaves1_join(left, right);
}

static __device__ __forceinline__ short_any_cols200_leaves1_state short_any_cols200_leaves1_of_leaf(short_any_cols200_leaves1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_any_cols200_leaves1_state short_any_cols200_leaves1_down(short_any_cols200_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_any_cols200_leaves1_part short_any_cols200_leaves1_part_down(short_any_cols200_leaves1_part p, unsigned lanes)
{
    return short_any_cols200_leaves1_down(p, lanes);
}

static __device__ __forceinline__ unsigned char short_any_cols200_leaves1_result(short_any_cols200_leaves1_state s, unsigned long long)
{
    return s.value != 0;
}

using short_any_cols200_leaves1_vector = uint4;

static __device__ __forceinline__ short_any_cols200_leaves1_vector short_any_cols200_leaves1_load(const float *line, const unsigned place)
{
    return __ldg((const short_any_cols200_leaves1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_any_cols200_leaves1_element(const short_any_cols200_leaves1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 200 elements of a row make.
static __device__ __forceinline__ short_any_cols200_leaves1_part short_any_cols200_leaves1_row(const float *a, const unsigned lane)
{
    short_any_cols200_leaves1_part part[4];
    short_any_cols200_leaves1_vector rest_x;
    if (lane < 18) rest_x = short_any_cols200_leaves1_load(a + 128, lane);
    short_any_cols200_leaves1_vector x;
    x = short_any_cols200_leaves1_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        part[i] = short_any_cols200_leaves1_first(short_any_cols200_leaves1_element(x, i), lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 18) part[i] = short_any_cols200_leaves1_take(part[i], short_any_cols200_leaves1_element(rest_x, i), 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = short_any_cols200_leaves1_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const short_any_cols200_leaves1_part right = short_any_cols200_leaves1_part_down(part[0], d);
        part[0] = short_any_cols200_leaves1_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(256) short_any_cols200_leaves1(const float *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    const unsigned from = min(row, 1000u) * 1000;
    const short_any_cols200_leaves1_part part = short_any_cols200_leaves1_row(a + from, lane);
    const short_any_cols200_leaves1_state s = short_any_cols200_leaves1_of_leaf(part, 0);
    if (lane == 0 && row < 1001u) c[row] = short_any_cols200_leaves1_result(s, 200ull);
}

// short_any_cols200_leaves4: reduce family of tilewright 0.1.0, from reduce-rows.json; any of float32, the rows of 1 x 1001 x 200, order fixed
// grid 126, block 64; elements: a 1000200, c 1001

// What is known of some elements.
struct short_any_cols200_leaves4_state {
    unsigned value;
};

using short_any_cols200_leaves4_part = short_any_cols200_leaves4_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_any_cols200_leaves4_part short_any_cols200_leaves4_first(float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { u };
}

static __device__ __forceinline__ short_any_cols200_leaves4_part short_any_cols200_leaves4_take(short_any_cols200_leaves4_part p, float x, unsigned)
{
    const unsigned u = __float_as_uint(x) & 0x7fffffffu;
    return { p.value | u };
}

static __device__ __forceinline__ short_any_cols200_leaves4_state short_any_cols200_leaves4_join(short_any_cols200_leaves4_state left, short_any_cols200_leaves4_state right)
{
    return { left.value | right.value };
}

static __device__ __forceinline__ short_any_cols200_leaves4_part short_any_cols200_leaves4_join_parts(short_any_cols200_leaves4_part left, short_any_cols200_leaves4_part right)
{
    return short_any_cols200_leaves4_join(left, right);
}

static __device__ __forceinline__ short_any_cols200_leaves4_state short_any_cols200_leaves4_of_leaf(short_any_cols200_leaves4_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ short_any_cols200_leaves4_state short_any_cols200_leaves4_down(short_any_cols200_leaves4_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ short_any_cols200_leaves4_part short_any_cols200_leaves4_part_down(short_any_cols200_leaves4_part p, unsigned lanes)
{
    return short_any_cols200_leaves4_down(p, lanes);
}

static __device__ __forceinline__ unsigned char short_any_cols200_leaves4_result(short_any_cols200_leaves4_state s, unsigned long long)
{
    return s.value != 0;
}

using short_any_cols200_leaves4_vector = uint4;

static __device__ __forceinline__ short_any_cols200_leaves4_vector short_any_cols200_leaves4_load(const float *line, const unsigned place)
{
    return __ldg((const short_any_cols200_leaves4_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float short_any_cols200_leaves4_element(const short_any_cols200_leaves4_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 200 elements of each row make.
static __device__ __forceinline__ void short_any_cols200_leaves4_rows(const float *a, const unsigned lane, const unsigned *from, short_any_cols200_leaves4_part *result)
{
    short_any_cols200_leaves4_vector rest_x[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        if (lane < 18) rest_x[k] = short_any_cols200_leaves4_load(a + from[k] + 128, lane);
    short_any_cols200_leaves4_vector x[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        x[k] = short_any_cols200_leaves4_load(a + from[k], lane);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        short_any_cols200_leaves4_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = short_any_cols200_leaves4_first(short_any_cols200_leaves4_element(x[k], i), lane * 4 + i);
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (lane < 18) part[i] = short_any_cols200_leaves4_take(part[i], short_any_cols200_leaves4_element(rest_x[k], i), 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = short_any_cols200_leaves4_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const short_any_cols200_leaves4_part right = short_any_cols200_leaves4_part_down(part[0], d);
            part[0] = short_any_cols200_leaves4_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(64) short_any_cols200_leaves4(const float *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    unsigned from[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) from[k] = min(row + k * 2, 1000u) * 1000;
    short_any_cols200_leaves4_part part[4];
    short_any_cols200_leaves4_rows(a, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const short_any_cols200_leaves4_state s = short_any_cols200_leaves4_of_leaf(part[k], 0);
        if (lane == 0 && row + k * 2 < 1001u) c[row + k * 2] = short_any_cols200_leaves4_result(s, 200ull);
    }
}

// staged_float32: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1001 x 31, order fixed
// grid 8, block 64; elements: a 31031, c 1001

// What is known of some elements.
struct staged_float32_state {
    float value;
};

using staged_float32_part = staged_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ staged_float32_part staged_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ staged_float32_part staged_float32_take(staged_float32_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ staged_float32_state staged_float32_join(staged_float32_state left, staged_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ staged_float32_part staged_float32_join_parts(staged_float32_part left, staged_float32_part right)
{
    return staged_float32_join(left, right);
}

static __device__ __forceinline__ staged_float32_state staged_float32_of_leaf(staged_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ staged_float32_state staged_float32_down(staged_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ staged_float32_part staged_float32_part_down(staged_float32_part p, unsigned lanes)
{
    return staged_float32_down(p, lanes);
}

static __device__ __forceinline__ float staged_float32_result(staged_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Units of a row that a lane takes side by side.
struct staged_float32_vector {
    unsigned word[32];
};

// Those of the lane's place in a line of which `elements` exist.
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
{
    const unsigned *word = from.word;
    return __uint_as_float(word[i]);
}

// What the 31 elements of a row make.
static __device__ __forceinline__ staged_float32_part staged_float32_row(const float *a)
{
    staged_float32_part part[32];
    staged_float32_vector rest_x;
    rest_x = staged_float32_load(a, 0, 31);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        if (i < 31) part[i] = staged_float32_first(staged_float32_element(rest_x, i), i);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 32; i++)
            if (i % (2 * d) == 0 && i + d < 31) part[i] = staged_float32_join_parts(part[i], part[i + d]);
    return part[0];
}

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

// staged_int8: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int8, the rows of 1 x 1001 x 31, order fixed
// grid 8, block 64; elements: a 31031, c 1001

// What is known of some elements.
struct staged_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct staged_int8_part {
    int value;
};

static __device__ __forceinline__ staged_int8_state staged_int8_join(staged_int8_state left, staged_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ staged_int8_part staged_int8_join_parts(staged_int8_part left, staged_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ staged_int8_state staged_int8_of_leaf(staged_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ staged_int8_state staged_int8_down(staged_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ staged_int8_part staged_int8_part_down(staged_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long staged_int8_result(staged_int8_state s, unsigned long long)
{
    return s.value;
}

// Units of a row that a lane takes side by side.
struct staged_int8_vector {
    unsigned word[8];
};

// Those of the lane's place in a line of which `elements` exist; the row begins `shift` bits behind a word.
static __device__ __forceinline__ staged_int8_vector staged_int8_load(const signed char *line, const unsigned place, const unsigned elements, const unsigned shift)
{
    const unsigned *unit = (const unsigned *)(line + place * 32);
    staged_int8_vector x;
    unsigned low = 0;
    if (place * 32 < elements) low = *unit;
#pragma unroll
    for (unsigned m = 0; m < 8; m++)
        if (place * 32 + m * 4 < elements) {
            const unsigned high = unit[m + 1];
            x.word[m] = __funnelshift_r(low, high, shift);
            low = high;
        }
    return x;
}

// Copies a warp's rows to its tile; `count` elements exist.
static __device__ __forceinline__ void staged_int8_stage(const signed char *from, uint4 *tile, const unsigned thread, const unsigned count)
{
    const unsigned chunks = count / 16;
    const unsigned first = thread;
    uint4 x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        if (first + n * 32 < chunks) x[n] = __ldg((const uint4 *)from + first + n * 32);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        if (first + n * 32 < chunks) tile[first + n * 32] = x[n];
    const unsigned last = chunks * 16 + thread;
    if (last < count) ((signed char *)tile)[last] = __ldg(from + last);
}

// What the parts of all lanes make.
static __device__ __forceinline__ staged_int8_part staged_int8_part_of_warp(staged_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = staged_int8_join_parts(p, staged_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ staged_int8_part staged_int8_take_load(staged_int8_part p, const staged_int8_vector from, const int bits)
{
    const unsigned *x = from.word;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 31 elements of a row make.
static __device__ __forceinline__ staged_int8_part staged_int8_row(const signed char *a, const unsigned shift)
{
    staged_int8_part part[1] = {};
    staged_int8_vector rest_x;
    rest_x = staged_int8_load(a, 0, 31, shift);
    part[0] = staged_int8_take_load(part[0], rest_x, ((int)31 - (int)(0) * 32) * 8);

    return part[0];
}

extern "C" __global__ void __launch_bounds__(64) staged_int8(const signed char *__restrict__ a, long long *c)
{
    const unsigned thread = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned first = (blockIdx.x * 2 + warp) * 64;
    __shared__ uint4 tile_a[250];
    if (first >= 1001) return;
    const unsigned rows = (unsigned)min(1001 - first, (unsigned)64);
    staged_int8_stage(a + first * 31, tile_a + warp * 125, thread, rows * 31);
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const unsigned row = thread + k * 32;
        if (row >= rows) break;
        const signed char *x = (const signed char *)((const unsigned *)(tile_a + warp * 125) + row * 31 / 4);
        const staged_int8_state s = staged_int8_of_leaf(staged_int8_row(x, row * 31 % 4 * 8), 0);
        c[first + row] = staged_int8_result(s, 31ull);
    }
}

// lanes_rows64_float32: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 64 x 222, order fixed
// grid 4, block 32; elements: a 14208, b 14208, c 64

// What is known of some elements.
struct lanes_rows64_float32_state {
    float value;
};

using lanes_rows64_float32_part = lanes_rows64_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ lanes_rows64_float32_part lanes_rows64_float32_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ lanes_rows64_float32_part lanes_rows64_float32_take(lanes_rows64_float32_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ lanes_rows64_float32_state lanes_rows64_float32_join(lanes_rows64_float32_state left, lanes_rows64_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_rows64_float32_part lanes_rows64_float32_join_parts(lanes_rows64_float32_part left, lanes_rows64_float32_part right)
{
    return lanes_rows64_float32_join(left, right);
}

static __device__ __forceinline__ lanes_rows64_float32_state lanes_rows64_float32_of_leaf(lanes_rows64_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ lanes_rows64_float32_state lanes_rows64_float32_down(lanes_rows64_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_rows64_float32_part lanes_rows64_float32_part_down(lanes_rows64_float32_part p, unsigned lanes)
{
    return lanes_rows64_float32_down(p, lanes);
}

static __device__ __forceinline__ float lanes_rows64_float32_result(lanes_rows64_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Units of a row that a lane takes side by side.
struct lanes_rows64_float32_vector {
    unsigned word[16];
};

// Those of the lane's place in a line of which `elements` exist.
static __device__ __forceinline__ lanes_rows64_float32_vector lanes_rows64_float32_load(const float *line, const unsigned place, const unsigned elements)
{
    const uint2 *unit = (const uint2 *)(line + place * 16);
    lanes_rows64_float32_vector x;
#pragma unroll
    for (unsigned m = 0; m < 8; m++)
        if (place * 16 + m * 2 < elements) {
            const uint2 u = unit[m];
            x.word[m * 2 + 0] = u.x;
            x.word[m * 2 + 1] = u.y;
        }
    return x;
}

// Copies a warp's rows to its tile.
static __device__ __forceinline__ void lanes_rows64_float32_stage(const float *from, uint4 *tile, const unsigned thread)
{
    const unsigned chunks = 888;
#pragma unroll
    for (unsigned turn = 0; turn < 888; turn += 4 * 32) {
        const unsigned first = turn + thread;
        uint4 x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) x[n] = __ldg((const uint4 *)from + first + n * 32);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) tile[first + n * 32] = x[n];
    }
}

// Element i of a load.
static __device__ __forceinline__ float lanes_rows64_float32_element(const lanes_rows64_float32_vector from, const unsigned i)
{
    const unsigned *word = from.word;
    return __uint_as_float(word[i]);
}

// What the 222 elements of a row make.
static __device__ __forceinline__ lanes_rows64_float32_part lanes_rows64_float32_row(const float *a, const float *b, const unsigned lane)
{
    lanes_rows64_float32_part part[64];
    lanes_rows64_float32_vector rest_x[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        rest_x[j] = lanes_rows64_float32_load(a + 128, j * 2 + lane, 94);
    lanes_rows64_float32_vector rest_y[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        rest_y[j] = lanes_rows64_float32_load(b + 128, j * 2 + lane, 94);
    lanes_rows64_float32_vector x[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        x[j] = lanes_rows64_float32_load(a, j * 2 + lane, 128);
    lanes_rows64_float32_vector y[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        y[j] = lanes_rows64_float32_load(b, j * 2 + lane, 128);
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
#pragma unroll
        for (unsigned i = 0; i < 16; i++)
            part[j * 16 + i] = lanes_rows64_float32_first(lanes_rows64_float32_element(x[j], i), lanes_rows64_float32_element(y[j], i), (j * 2 + lane) * 16 + i);
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
#pragma unroll
        for (unsigned i = 0; i < 16; i++)
            if ((j * 2 + lane) * 16 + i < 94) part[j * 16 + i] = lanes_rows64_float32_take(part[j * 16 + i], lanes_rows64_float32_element(rest_x[j], i), lanes_rows64_float32_element(rest_y[j], i), 128 + (j * 2 + lane) * 16 + i);

#pragma unroll
    for (unsigned d = 1; d < 16; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 64; i++)
            if (i % (2 * d) == 0) part[i] = lanes_rows64_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_rows64_float32_part right = lanes_rows64_float32_part_down(part[j * 16], d);
            part[j * 16] = lanes_rows64_float32_join_parts(part[j * 16], right);
        }
    }
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned j = 0; j < 4; j++)
            if (j % (2 * d) == 0)
                part[j * 16] = lanes_rows64_float32_join_parts(part[j * 16], part[(j + d) * 16]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) lanes_rows64_float32(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned thread = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 2;
    const unsigned first = (blockIdx.x * 1 + warp) * 16;
    __shared__ uint4 tile_a[888];
    __shared__ uint4 tile_b[888];
    lanes_rows64_float32_stage(a + first * 222, tile_a + warp * 888, thread);
    lanes_rows64_float32_stage(b + first * 222, tile_b + warp * 888, thread);
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < 1; k++) {
        const unsigned row = thread / 2;
        const float *x = (const float *)(tile_a + warp * 888) + row * 222;
        const float *y = (const float *)(tile_b + warp * 888) + row * 222;
        const lanes_rows64_float32_state s = lanes_rows64_float32_of_leaf(lanes_rows64_float32_row(x, y, lane), 0);
        if (lane == 0) c[first + row] = lanes_rows64_float32_result(s, 222ull);
    }
}

// lanes_rows64_uint8: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of uint8, the rows of 1 x 64 x 222, order fixed
// grid 4, block 32; elements: a 14208, b 14208, c 64

// What is known of some elements.
struct lanes_rows64_uint8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct lanes_rows64_uint8_part {
    unsigned value;
};

static __device__ __forceinline__ lanes_rows64_uint8_state lanes_rows64_uint8_join(lanes_rows64_uint8_state left, lanes_rows64_uint8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_rows64_uint8_part lanes_rows64_uint8_join_parts(lanes_rows64_uint8_part left, lanes_rows64_uint8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_rows64_uint8_state lanes_rows64_uint8_of_leaf(lanes_rows64_uint8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ lanes_rows64_uint8_state lanes_rows64_uint8_down(lanes_rows64_uint8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_rows64_uint8_part lanes_rows64_uint8_part_down(lanes_rows64_uint8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned long long lanes_rows64_uint8_result(lanes_rows64_uint8_state s, unsigned long long)
{
    return s.value;
}

// Units of a row that a lane takes side by side.
struct lanes_rows64_uint8_vector {
    unsigned word[16];
};

// Those of the lane's place in a line of which `elements` exist; the row begins `shift` bits behind a word.
static __device__ __forceinline__ lanes_rows64_uint8_vector lanes_rows64_uint8_load(const unsigned char *line, const unsigned place, const unsigned elements, const unsigned shift)
{
    const unsigned *unit = (const unsigned *)(line + place * 64);
    lanes_rows64_uint8_vector x;
    unsigned low = 0;
    if (place * 64 < elements) low = *unit;
#pragma unroll
    for (unsigned m = 0; m < 16; m++)
        if (place * 64 + m * 4 < elements) {
            const unsigned high = unit[m + 1];
            x.word[m] = __funnelshift_r(low, high, shift);
            low = high;
        }
    return x;
}

// Copies a warp's rows to its tile.
static __device__ __forceinline__ void lanes_rows64_uint8_stage(const unsigned char *from, uint4 *tile, const unsigned thread)
{
    const unsigned chunks = 222;
#pragma unroll
    for (unsigned turn = 0; turn < 222; turn += 4 * 32) {
        const unsigned first = turn + thread;
        uint4 x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) x[n] = __ldg((const uint4 *)from + first + n * 32);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) tile[first + n * 32] = x[n];
    }
}

// What the parts of all lanes make.
static __device__ __forceinline__ lanes_rows64_uint8_part lanes_rows64_uint8_part_of_warp(lanes_rows64_uint8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = lanes_rows64_uint8_join_parts(p, lanes_rows64_uint8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ lanes_rows64_uint8_part lanes_rows64_uint8_take_load(lanes_rows64_uint8_part p, const lanes_rows64_uint8_vector from, const lanes_rows64_uint8_vector other, const int bits)
{
    const unsigned *x = from.word, *y = other.word;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (unsigned)__dp4a((unsigned)w, (unsigned)y[i], (unsigned)p.value);
    }
    return p;
}

// What the 222 elements of a row make.
static __device__ __forceinline__ lanes_rows64_uint8_part lanes_rows64_uint8_row(const unsigned char *a, const unsigned char *b, const unsigned lane, const unsigned shift)
{
    lanes_rows64_uint8_part part[2] = {};
    lanes_rows64_uint8_vector rest_x[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        rest_x[j] = lanes_rows64_uint8_load(a, j * 2 + lane, 222, shift);
    lanes_rows64_uint8_vector rest_y[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        rest_y[j] = lanes_rows64_uint8_load(b, j * 2 + lane, 222, shift);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        part[j] = lanes_rows64_uint8_take_load(part[j], rest_x[j], rest_y[j], ((int)222 - (int)(j * 2 + lane) * 64) * 8);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const lanes_rows64_uint8_part right = lanes_rows64_uint8_part_down(part[j], d);
            if ((j * 2 + lane + d) * 64 < 222) part[j] = lanes_rows64_uint8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned j = 0; j < 2; j++)
            if (j % (2 * d) == 0 && (j + d) * 128 < 222)
                part[j] = lanes_rows64_uint8_join_parts(part[j], part[j + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) lanes_rows64_uint8(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, unsigned long long *c)
{
    const unsigned thread = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 2;
    const unsigned first = (blockIdx.x * 1 + warp) * 16;
    __shared__ uint4 tile_a[223];
    __shared__ uint4 tile_b[223];
    lanes_rows64_uint8_stage(a + first * 222, tile_a + warp * 223, thread);
    lanes_rows64_uint8_stage(b + first * 222, tile_b + warp * 223, thread);
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < 1; k++) {
        const unsigned row = thread / 2;
        const unsigned char *x = (const unsigned char *)((const unsigned *)(tile_a + warp * 223) + row * 222 / 4);
        const unsigned char *y = (const unsigned char *)((const unsigned *)(tile_b + warp * 223) + row * 222 / 4);
        const lanes_rows64_uint8_state s = lanes_rows64_uint8_of_leaf(lanes_rows64_uint8_row(x, y, lane, row * 222 % 4 * 8), 0);
        if (lane == 0) c[first + row] = lanes_rows64_uint8_result(s, 222ull);
    }
}

// lanes_rows100_float32: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 100 x 222, order fixed
// grid 7, block 32; elements: a 22200, b 22200, c 100

// What is known of some elements.
struct lanes_rows100_float32_state {
    float value;
};

using lanes_rows100_float32_part = lanes_rows100_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ lanes_rows100_float32_part lanes_rows100_float32_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ lanes_rows100_float32_part lanes_rows100_float32_take(lanes_rows100_float32_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ lanes_rows100_float32_state lanes_rows100_float32_join(lanes_rows100_float32_state left, lanes_rows100_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_rows100_float32_part lanes_rows100_float32_join_parts(lanes_rows100_float32_part left, lanes_rows100_float32_part right)
{
    return lanes_rows100_float32_join(left, right);
}

static __device__ __forceinline__ lanes_rows100_float32_state lanes_rows100_float32_of_leaf(lanes_rows100_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ lanes_rows100_float32_state lanes_rows100_float32_down(lanes_rows100_float32_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_rows100_float32_part lanes_rows100_float32_part_down(lanes_rows100_float32_part p, unsigned lanes)
{
    return lanes_rows100_float32_down(p, lanes);
}

static __device__ __forceinline__ float lanes_rows100_float32_result(lanes_rows100_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Units of a row that a lane takes side by side.
struct lanes_rows100_float32_vector {
    unsigned word[16];
};

// Those of the lane's place in a line of which `elements` exist.
static __device__ __forceinline__ lanes_rows100_float32_vector lanes_rows100_float32_load(const float *line, const unsigned place, const unsigned elements)
{
    const uint2 *unit = (const uint2 *)(line + place * 16);
    lanes_rows100_float32_vector x;
#pragma unroll
    for (unsigned m = 0; m < 8; m++)
        if (place * 16 + m * 2 < elements) {
            const uint2 u = unit[m];
            x.word[m * 2 + 0] = u.x;
            x.word[m * 2 + 1] = u.y;
        }
    return x;
}

// Copies a warp's rows to its tile; `count` elements exist.
static __device__ __forceinline__ void lanes_rows100_float32_stage(const float *from, uint4 *tile, const unsigned thread, const unsigned count)
{
    const unsigned chunks = count / 4;
#pragma unroll
    for (unsigned turn = 0; turn < 888; turn += 4 * 32) {
        const unsigned first = turn + thread;
        uint4 x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) x[n] = __ldg((const uint4 *)from + first + n * 32);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) tile[first + n * 32] = x[n];
    }
    const unsigned last = chunks * 4 + thread;
    if (last < count) ((float *)tile)[last] = __ldg(from + last);
}

// Element i of a load.
static __device__ __forceinline__ float lanes_rows100_float32_element(const lanes_rows100_float32_vector from, const unsigned i)
{
    const unsigned *word = from.word;
    return __uint_as_float(word[i]);
}

// What the 222 elements of a row make.
static __device__ __forceinline__ lanes_rows100_float32_part lanes_rows100_float32_row(const float *a, const float *b, const unsigned lane)
{
    lanes_rows100_float32_part part[64];
    lanes_rows100_float32_vector rest_x[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        rest_x[j] = lanes_rows100_float32_load(a + 128, j * 2 + lane, 94);
    lanes_rows100_float32_vector rest_y[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        rest_y[j] = lanes_rows100_float32_load(b + 128, j * 2 + lane, 94);
    lanes_rows100_float32_vector x[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        x[j] = lanes_rows100_float32_load(a, j * 2 + lane, 128);
    lanes_rows100_float32_vector y[4];
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
        y[j] = lanes_rows100_float32_load(b, j * 2 + lane, 128);
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
#pragma unroll
        for (unsigned i = 0; i < 16; i++)
            part[j * 16 + i] = lanes_rows100_float32_first(lanes_rows100_float32_element(x[j], i), lanes_rows100_float32_element(y[j], i), (j * 2 + lane) * 16 + i);
#pragma unroll
    for (unsigned j = 0; j < 4; j++)
#pragma unroll
        for (unsigned i = 0; i < 16; i++)
            if ((j * 2 + lane) * 16 + i < 94) part[j * 16 + i] = lanes_rows100_float32_take(part[j * 16 + i], lanes_rows100_float32_element(rest_x[j], i), lanes_rows100_float32_element(rest_y[j], i), 128 + (j * 2 + lane) * 16 + i);

#pragma unroll
    for (unsigned d = 1; d < 16; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 64; i++)
            if (i % (2 * d) == 0) part[i] = lanes_rows100_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            const lanes_rows100_float32_part right = lanes_rows100_float32_part_down(part[j * 16], d);
            part[j * 16] = lanes_rows100_float32_join_parts(part[j * 16], right);
        }
    }
#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned j = 0; j < 4; j++)
            if (j % (2 * d) == 0)
                part[j * 16] = lanes_rows100_float32_join_parts(part[j * 16], part[(j + d) * 16]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) lanes_rows100_float32(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned thread = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 2;
    const unsigned first = (blockIdx.x * 1 + warp) * 16;
    __shared__ uint4 tile_a[888];
    __shared__ uint4 tile_b[888];
    if (first >= 100) return;
    const unsigned rows = (unsigned)min(100 - first, (unsigned)16);
    lanes_rows100_float32_stage(a + first * 222, tile_a + warp * 888, thread, rows * 222);
    lanes_rows100_float32_stage(b + first * 222, tile_b + warp * 888, thread, rows * 222);
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < 1; k++) {
        const unsigned row = thread / 2;
        const float *x = (const float *)(tile_a + warp * 888) + row * 222;
        const float *y = (const float *)(tile_b + warp * 888) + row * 222;
        const lanes_rows100_float32_state s = lanes_rows100_float32_of_leaf(lanes_rows100_float32_row(x, y, lane), 0);
        if (lane == 0 && row < rows) c[first + row] = lanes_rows100_float32_result(s, 222ull);
    }
}

// lanes_rows100_uint8: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of uint8, the rows of 1 x 100 x 222, order fixed
// grid 7, block 32; elements: a 22200, b 22200, c 100

// What is known of some elements.
struct lanes_rows100_uint8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct lanes_rows100_uint8_part {
    unsigned value;
};

static __device__ __forceinline__ lanes_rows100_uint8_state lanes_rows100_uint8_join(lanes_rows100_uint8_state left, lanes_rows100_uint8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_rows100_uint8_part lanes_rows100_uint8_join_parts(lanes_rows100_uint8_part left, lanes_rows100_uint8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ lanes_rows100_uint8_state lanes_rows100_uint8_of_leaf(lanes_rows100_uint8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ lanes_rows100_uint8_state lanes_rows100_uint8_down(lanes_rows100_uint8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ lanes_rows100_uint8_part lanes_rows100_uint8_part_down(lanes_rows100_uint8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned long long lanes_rows100_uint8_result(lanes_rows100_uint8_state s, unsigned long long)
{
    return s.value;
}

// Units of a row that a lane takes side by side.
struct lanes_rows100_uint8_vector {
    unsigned word[16];
};

// Those of the lane's place in a line of which `elements` exist; the row begins `shift` bits behind a word.
static __device__ __forceinline__ lanes_rows100_uint8_vector lanes_rows100_uint8_load(const unsigned char *line, const unsigned place, const unsigned elements, const unsigned shift)
{
    const unsigned *unit = (const unsigned *)(line + place * 64);
    lanes_rows100_uint8_vector x;
    unsigned low = 0;
    if (place * 64 < elements) low = *unit;
#pragma unroll
    for (unsigned m = 0; m < 16; m++)
        if (place * 64 + m * 4 < elements) {
            const unsigned high = unit[m + 1];
            x.word[m] = __funnelshift_r(low, high, shift);
            low = high;
        }
    return x;
}

// Copies a warp's rows to its tile; `count` elements exist.
static __device__ __forceinline__ void lanes_rows100_uint8_stage(const unsigned char *from, uint4 *tile, const unsigned thread, const unsigned count)
{
    const unsigned chunks = count / 16;
#pragma unroll
    for (unsigned turn = 0; turn < 222; turn += 4 * 32) {
        const unsigned first = turn + thread;
        uint4 x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) x[n] = __ldg((const uint4 *)from + first + n * 32);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n * 32 < chunks) tile[first + n * 32] = x[n];
    }
    const unsigned last = chunks * 16 + thread;
    if (last < count) ((unsigned char *)tile)[last] = __ldg(from + last);
}

// What the parts of all lanes make.
static __device__ __forceinline__ lanes_rows100_uint8_part lanes_rows100_uint8_part_of_warp(lanes_rows100_uint8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = lanes_rows100_uint8_join_parts(p, lanes_rows100_uint8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ lanes_rows100_uint8_part lanes_rows100_uint8_take_load(lanes_rows100_uint8_part p, const lanes_rows100_uint8_vector from, const lanes_rows100_uint8_vector other, const int bits)
{
    const unsigned *x = from.word, *y = other.word;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (unsigned)__dp4a((unsigned)w, (unsigned)y[i], (unsigned)p.value);
    }
    return p;
}

// What the 222 elements of a row make.
static __device__ __forceinline__ lanes_rows100_uint8_part lanes_rows100_uint8_row(const unsigned char *a, const unsigned char *b, const unsigned lane, const unsigned shift)
{
    lanes_rows100_uint8_part part[2] = {};
    lanes_rows100_uint8_vector rest_x[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        rest_x[j] = lanes_rows100_uint8_load(a, j * 2 + lane, 222, shift);
    lanes_rows100_uint8_vector rest_y[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        rest_y[j] = lanes_rows100_uint8_load(b, j * 2 + lane, 222, shift);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        part[j] = lanes_rows100_uint8_take_load(part[j], rest_x[j], rest_y[j], ((int)222 - (int)(j * 2 + lane) * 64) * 8);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const lanes_rows100_uint8_part right = lanes_rows100_uint8_part_down(part[j], d);
            if ((j * 2 + lane + d) * 64 < 222) part[j] = lanes_rows100_uint8_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned j = 0; j < 2; j++)
            if (j % (2 * d) == 0 && (j + d) * 128 < 222)
                part[j] = lanes_rows100_uint8_join_parts(part[j], part[j + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) lanes_rows100_uint8(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, unsigned long long *c)
{
    const unsigned thread = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 2;
    const unsigned first = (blockIdx.x * 1 + warp) * 16;
    __shared__ uint4 tile_a[223];
    __shared__ uint4 tile_b[223];
    if (first >= 100) return;
    const unsigned rows = (unsigned)min(100 - first, (unsigned)16);
    lanes_rows100_uint8_stage(a + first * 222, tile_a + warp * 223, thread, rows * 222);
    lanes_rows100_uint8_stage(b + first * 222, tile_b + warp * 223, thread, rows * 222);
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < 1; k++) {
        const unsigned row = thread / 2;
        const unsigned char *x = (const unsigned char *)((const unsigned *)(tile_a + warp * 223) + row * 222 / 4);
        const unsigned char *y = (const unsigned char *)((const unsigned *)(tile_b + warp * 223) + row * 222 / 4);
        const lanes_rows100_uint8_state s = lanes_rows100_uint8_of_leaf(lanes_rows100_uint8_row(x, y, lane, row * 222 % 4 * 8), 0);
        if (lane == 0 && row < rows) c[first + row] = lanes_rows100_uint8_result(s, 222ull);
    }
}

// shifted_sum_int8: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int8, the rows of 1 x 9 x 9001, order fixed
// grid 27, block 32; elements: a 81009, c 9, partials_value 27, finished 9, 0 before and after

// What is known of some elements.
struct shifted_sum_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct shifted_sum_int8_part {
    int value;
};

static __device__ __forceinline__ shifted_sum_int8_state shifted_sum_int8_join(shifted_sum_int8_state left, shifted_sum_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shifted_sum_int8_part shifted_sum_int8_join_parts(shifted_sum_int8_part left, shifted_sum_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shifted_sum_int8_state shifted_sum_int8_of_leaf(shifted_sum_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ shifted_sum_int8_state shifted_sum_int8_down(shifted_sum_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ shifted_sum_int8_part shifted_sum_int8_part_down(shifted_sum_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long shifted_sum_int8_result(shifted_sum_int8_state s, unsigned long long)
{
    return s.value;
}

using shifted_sum_int8_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_sum_int8_shift(const signed char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_sum_int8_chunks(const signed char *row)
{
    return (const uint4 *)((const char *)row - shifted_sum_int8_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_sum_int8_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned char *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_sum_int8_line(const signed char *row, const unsigned chunk)
{
    return __ldg(shifted_sum_int8_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned shifted_sum_int8_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_sum_int8_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_sum_int8_splice(x.x, next.x, bits), shifted_sum_int8_splice(x.y, next.y, bits - 32), shifted_sum_int8_splice(x.z, next.z, bits - 64), shifted_sum_int8_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 shifted_sum_int8_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0u;
    return shifted_sum_int8_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 shifted_sum_int8_more(const signed char *line, const unsigned elements)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (shifted_sum_int8_shift(line) + elements * 1 > lanes * 16) x = __ldg(shifted_sum_int8_chunks(line) + lanes);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_sum_int8_load_last(const signed char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_sum_int8_shift(line);
    const uint4 *chunk = shifted_sum_int8_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = shifted_sum_int8_chunk(chunk, end);
    return x;
}

// What the parts of all lanes make.
static __device__ __forceinline__ shifted_sum_int8_part shifted_sum_int8_part_of_warp(shifted_sum_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = shifted_sum_int8_join_parts(p, shifted_sum_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ shifted_sum_int8_part shifted_sum_int8_take_load(shifted_sum_int8_part p, const shifted_sum_int8_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp4a((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ shifted_sum_int8_part shifted_sum_int8_leaf(const signed char *a, const unsigned lane)
{
    shifted_sum_int8_part part[1] = {};
    shifted_sum_int8_vector more_x;
    if (lane == 0) more_x = shifted_sum_int8_more(a + 4096, 0);
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        shifted_sum_int8_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_sum_int8_line(a, (first + n) * 32 + lane);
        if (first == 0) x[0] = shifted_sum_int8_front(x[0], lane, shifted_sum_int8_shift(a));
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            part[0] = shifted_sum_int8_take_load(part[0], x[n], 128);
    }
    if (lane == 0) part[0] = shifted_sum_int8_take_load(part[0], more_x, 0 + (int)shifted_sum_int8_shift(a) * 8);

    part[0] = shifted_sum_int8_part_of_warp(part[0]);
    return part[0];
}

// What the 809 elements of the last leaf make.
static __device__ __forceinline__ shifted_sum_int8_part shifted_sum_int8_tail(const signed char *a, const unsigned lane, const uint4 *end_a)
{
    shifted_sum_int8_part part[1] = {};
    shifted_sum_int8_vector rest_x;
    rest_x = shifted_sum_int8_load_last(a + 512, lane, 297, end_a);
    shifted_sum_int8_vector x;
    x = shifted_sum_int8_line(a, (0) * 32 + lane);
    x = shifted_sum_int8_front(x, lane, shifted_sum_int8_shift(a));
    part[0] = shifted_sum_int8_take_load(part[0], x, 128);
    part[0] = shifted_sum_int8_take_load(part[0], rest_x, ((int)297 - (int)(lane) * 16) * 8 + (int)shifted_sum_int8_shift(a) * 8);

    part[0] = shifted_sum_int8_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_sum_int8_state shifted_sum_int8_of_lanes(shifted_sum_int8_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_sum_int8_state right = shifted_sum_int8_down(s, d);
        if (number + d < count) s = shifted_sum_int8_join(s, right);
    }
    return s;
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ shifted_sum_int8_state shifted_sum_int8_of_some(const unsigned long long *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    shifted_sum_int8_state s;
    if (number < 3) s = { __ldcg(value + number) };
    return shifted_sum_int8_of_lanes(s, number, 32, 3);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool shifted_sum_int8_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) shifted_sum_int8(const signed char *__restrict__ a, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 5063;
    const unsigned row = blockIdx.x / 3;
    a += row * 9001;
    const unsigned part = blockIdx.x % 3;
    shifted_sum_int8_state s;
    if (part < 2) s = shifted_sum_int8_of_leaf(shifted_sum_int8_leaf(a + part * 4096, lane), part * 4096);
    else s = shifted_sum_int8_of_leaf(shifted_sum_int8_tail(a + 8192, lane, end_a), 8192);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = shifted_sum_int8_is_last(finished + row, 2);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = shifted_sum_int8_of_some(partials_value + row * 3, lane, 0);
    if (lane == 0) c[row] = shifted_sum_int8_result(s, 9001ull);
}

// shifted_sum_float16: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float16, the rows of 1 x 9 x 9001, order fixed
// grid 45, block 32; elements: a 81009, c 9, partials_value 45, finished 9, 0 before and after

// What is known of some elements.
struct shifted_sum_float16_state {
    float value;
};

using shifted_sum_float16_part = shifted_sum_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float shifted_sum_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_first(unsigned short x, unsigned)
{
    const float u = shifted_sum_float16_float(x);
    return { u };
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_take(shifted_sum_float16_part p, unsigned short x, unsigned)
{
    const float u = shifted_sum_float16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_join(shifted_sum_float16_state left, shifted_sum_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_join_parts(shifted_sum_float16_part left, shifted_sum_float16_part right)
{
    return shifted_sum_float16_join(left, right);
}

static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_of_leaf(shifted_sum_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_down(shifted_sum_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_part_down(shifted_sum_float16_part p, unsigned lanes)
{
    return shifted_sum_float16_down(p, lanes);
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_part_of(shifted_sum_float16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float shifted_sum_float16_result(shifted_sum_float16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using shifted_sum_float16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_sum_float16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_sum_float16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_sum_float16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_sum_float16_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned short *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_sum_float16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_sum_float16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_sum_float16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_sum_float16_shift(behind) > 0) x = __ldg(shifted_sum_float16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_sum_float16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_sum_float16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_sum_float16_splice(x.x, next.x, bits), shifted_sum_float16_splice(x.y, next.y, bits - 32), shifted_sum_float16_splice(x.z, next.z, bits - 64), shifted_sum_float16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shifted_sum_float16_rotate(shifted_sum_float16_part (&part)[8], const unsigned place, const unsigned shift)
{
    shifted_sum_float16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = shifted_sum_float16_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 8; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 8; i++)
            if (i + 2 * step < 2 * 8 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 shifted_sum_float16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_sum_float16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_sum_float16_shift(line);
    const uint4 *chunk = shifted_sum_float16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_sum_float16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_sum_float16_chunk(chunk + 1, end);
    return shifted_sum_float16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_sum_float16_element(const shifted_sum_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_leaf(const unsigned short *a, const unsigned lane)
{
    shifted_sum_float16_part part[8];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        shifted_sum_float16_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_sum_float16_line(a, (first + n) * 32 + lane);
        shifted_sum_float16_vector next_x;
        if (lane == 0) next_x = shifted_sum_float16_next(a + min(first + 4, 8u) * 256);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_sum_float16_spliced(x[n], n + 1 < 4 ? x[n + 1] : next_x, lane, shifted_sum_float16_shift(a));
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 8; i++)
                part[i] = first + n == 0 ? shifted_sum_float16_first(shifted_sum_float16_element(x[n], i), (first + n) * 256 + lane * 8 + i)
                    : shifted_sum_float16_take(part[i], shifted_sum_float16_element(x[n], i), (first + n) * 256 + lane * 8 + i);
    }
    shifted_sum_float16_rotate(part, lane, shifted_sum_float16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_sum_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_sum_float16_part right = shifted_sum_float16_part_down(part[0], d);
        part[0] = shifted_sum_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 809 elements of the last leaf make.
static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_tail(const unsigned short *a, const unsigned lane, const uint4 *end_a)
{
    shifted_sum_float16_part part[8];
    shifted_sum_float16_vector rest_x;
    rest_x = shifted_sum_float16_load_last(a + 768, lane, 41, end_a);
    shifted_sum_float16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_sum_float16_line(a, (n) * 32 + lane);
    shifted_sum_float16_vector next_x;
    if (lane == 0) next_x = shifted_sum_float16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_sum_float16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_sum_float16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_sum_float16_first(shifted_sum_float16_element(x[n], i), n * 256 + lane * 8 + i)
                : shifted_sum_float16_take(part[i], shifted_sum_float16_element(x[n], i), n * 256 + lane * 8 + i);
    shifted_sum_float16_rotate(part, lane, shifted_sum_float16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 41) part[i] = shifted_sum_float16_take(part[i], shifted_sum_float16_element(rest_x, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_sum_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_sum_float16_part right = shifted_sum_float16_part_down(part[0], d);
        part[0] = shifted_sum_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_of_lanes(shifted_sum_float16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_sum_float16_state right = shifted_sum_float16_down(s, d);
        if (number + d < count) s = shifted_sum_float16_join(s, right);
    }
    return s;
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_of_some(const float *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    shifted_sum_float16_state s;
    if (number < 5) s = { __ldcg(value + number) };
    return shifted_sum_float16_of_lanes(s, number, 32, 5);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool shifted_sum_float16_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) shifted_sum_float16(const unsigned short *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 10126;
    const unsigned row = blockIdx.x / 5;
    a += row * 9001;
    const unsigned part = blockIdx.x % 5;
    shifted_sum_float16_state s;
    if (part < 4) s = shifted_sum_float16_of_leaf(shifted_sum_float16_leaf(a + part * 2048, lane), part * 2048);
    else s = shifted_sum_float16_of_leaf(shifted_sum_float16_tail(a + 8192, lane, end_a), 8192);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = shifted_sum_float16_is_last(finished + row, 4);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = shifted_sum_float16_of_some(partials_value + row * 5, lane, 0);
    if (lane == 0) c[row] = shifted_sum_float16_result(s, 9001ull);
}

// shifted_argmax_int8: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of int8, the rows of 1 x 9 x 9001, order fixed
// grid 27, block 32; elements: a 81009, c 9, partials_value 27, partials_index 27, finished 9, 0 before and after

// What is known of some elements.
struct shifted_argmax_int8_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct shifted_argmax_int8_part {
    int key = (int)0x80008000u;
};

static __device__ __forceinline__ unsigned shifted_argmax_int8_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ bool shifted_argmax_int8_beats(int a, int b)
{
    return a > b;
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
    const bool equal = !shifted_argmax_int8_beats(left.value, right.value);
    return shifted_argmax_int8_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_join_parts(shifted_argmax_int8_part left, shifted_argmax_int8_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_part_move(shifted_argmax_int8_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ shifted_argmax_int8_state shifted_argmax_int8_of_leaf(shifted_argmax_int8_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ shifted_argmax_int8_state shifted_argmax_int8_down(shifted_argmax_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_part_down(shifted_argmax_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long shifted_argmax_int8_result(shifted_argmax_int8_state s, unsigned long long)
{
    return s.index;
}

using shifted_argmax_int8_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_argmax_int8_shift(const signed char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_argmax_int8_chunks(const signed char *row)
{
    return (const uint4 *)((const char *)row - shifted_argmax_int8_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_argmax_int8_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned char *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_argmax_int8_line(const signed char *row, const unsigned chunk)
{
    return __ldg(shifted_argmax_int8_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned shifted_argmax_int8_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_argmax_int8_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_argmax_int8_splice(x.x, next.x, bits), shifted_argmax_int8_splice(x.y, next.y, bits - 32), shifted_argmax_int8_splice(x.z, next.z, bits - 64), shifted_argmax_int8_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 shifted_argmax_int8_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0x80808080u;
    return shifted_argmax_int8_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 shifted_argmax_int8_more(const signed char *line, const unsigned elements)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (shifted_argmax_int8_shift(line) + elements * 1 > lanes * 16) x = __ldg(shifted_argmax_int8_chunks(line) + lanes);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_argmax_int8_load_last(const signed char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_argmax_int8_shift(line);
    const uint4 *chunk = shifted_argmax_int8_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = shifted_argmax_int8_chunk(chunk, end);
    return x;
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int shifted_argmax_int8_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int shifted_argmax_int8_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_part_of_warp(shifted_argmax_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = shifted_argmax_int8_join_parts(p, shifted_argmax_int8_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ shifted_argmax_int8_state shifted_argmax_int8_of_those(shifted_argmax_int8_state s, const bool has)
{
    const int key = has ? shifted_argmax_int8_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { shifted_argmax_int8_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_take_load(shifted_argmax_int8_part p, const shifted_argmax_int8_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        const unsigned n = at / 512 * 4 + i;
        p.key = shifted_argmax_int8_pairs(shifted_argmax_int8_pairs(p.key, shifted_argmax_int8_halves(w, n, 0)), shifted_argmax_int8_halves(w, n, 1));
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_leaf(const signed char *a, const unsigned lane)
{
    shifted_argmax_int8_part part[1] = {};
    shifted_argmax_int8_vector more_x;
    if (lane == 0) more_x = shifted_argmax_int8_more(a + 4096, 0);
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        shifted_argmax_int8_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_argmax_int8_line(a, (first + n) * 32 + lane);
        if (first == 0) x[0] = shifted_argmax_int8_front(x[0], lane, shifted_argmax_int8_shift(a));
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            part[0] = shifted_argmax_int8_take_load(part[0], x[n], 128, (first + n) * 512);
    }
    if (lane == 0) part[0] = shifted_argmax_int8_take_load(part[0], more_x, 0 + (int)shifted_argmax_int8_shift(a) * 8, 4096);

    part[0] = shifted_argmax_int8_part_spread(part[0], 0);
    part[0] = shifted_argmax_int8_part_move(part[0], lane * 16);
    part[0] = shifted_argmax_int8_part_of_warp(part[0]);
    return shifted_argmax_int8_part_settle(part[0], shifted_argmax_int8_shift(a) / 1, 4096);
}

// What the 809 elements of the last leaf make.
static __device__ __forceinline__ shifted_argmax_int8_part shifted_argmax_int8_tail(const signed char *a, const unsigned lane, const uint4 *end_a)
{
    shifted_argmax_int8_part part[1] = {};
    shifted_argmax_int8_vector rest_x;
    rest_x = shifted_argmax_int8_load_last(a + 512, lane, 297, end_a);
    shifted_argmax_int8_vector x;
    x = shifted_argmax_int8_line(a, (0) * 32 + lane);
    x = shifted_argmax_int8_front(x, lane, shifted_argmax_int8_shift(a));
    part[0] = shifted_argmax_int8_take_load(part[0], x, 128, 0);
    part[0] = shifted_argmax_int8_take_load(part[0], rest_x, ((int)297 - (int)(lane) * 16) * 8 + (int)shifted_argmax_int8_shift(a) * 8, 512);

    part[0] = shifted_argmax_int8_part_spread(part[0], 0);
    part[0] = shifted_argmax_int8_part_move(part[0], lane * 16);
    part[0] = shifted_argmax_int8_part_of_warp(part[0]);
    return shifted_argmax_int8_part_settle(part[0], shifted_argmax_int8_shift(a) / 1, 809);
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_argmax_int8_state shifted_argmax_int8_of_lanes(shifted_argmax_int8_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return shifted_argmax_int8_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_argmax_int8_state right = shifted_argmax_int8_down(s, d);
        if (number + d < count) s = shifted_argmax_int8_join(s, right);
    }
    return s;
#endif
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ shifted_argmax_int8_state shifted_argmax_int8_of_some(const int *value, const long long *index, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    shifted_argmax_int8_state s;
    if (number < 3) s = { __ldcg(value + number), __ldcg(index + number) };
    return shifted_argmax_int8_of_lanes(s, number, 32, 3);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool shifted_argmax_int8_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) shifted_argmax_int8(const signed char *__restrict__ a, long long *c, int *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 5063;
    const unsigned row = blockIdx.x / 3;
    a += row * 9001;
    const unsigned part = blockIdx.x % 3;
    shifted_argmax_int8_state s;
    if (part < 2) s = shifted_argmax_int8_of_leaf(shifted_argmax_int8_leaf(a + part * 4096, lane), part * 4096);
    else s = shifted_argmax_int8_of_leaf(shifted_argmax_int8_tail(a + 8192, lane, end_a), 8192);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        partials_index[blockIdx.x] = s.index;
        last = shifted_argmax_int8_is_last(finished + row, 2);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = shifted_argmax_int8_of_some(partials_value + row * 3, partials_index + row * 3, lane, 0);
    if (lane == 0) c[row] = shifted_argmax_int8_result(s, 9001ull);
}

// shifted_argmax_float16: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of float16, the rows of 1 x 9 x 9001, order fixed
// grid 45, block 32; elements: a 81009, c 9, partials_value 45, partials_index 45, finished 9, 0 before and after

// What is known of some elements.
struct shifted_argmax_float16_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct shifted_argmax_float16_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float shifted_argmax_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool shifted_argmax_float16_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_first(unsigned short x, unsigned i)
{
    const float u = shifted_argmax_float16_float(x);
    return { u, i };
}

static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_take(shifted_argmax_float16_part p, unsigned short x, unsigned i)
{
    const float u = shifted_argmax_float16_float(x);
    if (shifted_argmax_float16_beats(u, p.value)) return { u, i };
    return p;
}

static __device__ __forceinline__ shifted_argmax_float16_state shifted_argmax_float16_join(shifted_argmax_float16_state left, shifted_argmax_float16_state right)
{
    const bool equal = !shifted_argmax_float16_beats(left.value, right.value);
    return shifted_argmax_float16_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_join_parts(shifted_argmax_float16_part left, shifted_argmax_float16_part right)
{
    const bool equal = !shifted_argmax_float16_beats(left.value, right.value);
    return shifted_argmax_float16_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_part_move(shifted_argmax_float16_part p, unsigned by)
{
    return { p.value, p.index + by };
}

static __device__ __forceinline__ shifted_argmax_float16_state shifted_argmax_float16_of_leaf(shifted_argmax_float16_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ shifted_argmax_float16_state shifted_argmax_float16_down(shifted_argmax_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_part_down(shifted_argmax_float16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes), __shfl_down_sync(0xffffffffu, p.index, lanes) };
}

static __device__ __forceinline__ long long shifted_argmax_float16_result(shifted_argmax_float16_state s, unsigned long long)
{
    return s.index;
}

using shifted_argmax_float16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_argmax_float16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_argmax_float16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_argmax_float16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_argmax_float16_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned short *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_argmax_float16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_argmax_float16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_argmax_float16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_argmax_float16_shift(behind) > 0) x = __ldg(shifted_argmax_float16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_argmax_float16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_argmax_float16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_argmax_float16_splice(x.x, next.x, bits), shifted_argmax_float16_splice(x.y, next.y, bits - 32), shifted_argmax_float16_splice(x.z, next.z, bits - 64), shifted_argmax_float16_splice(x.w, next.w, bits - 96));
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 shifted_argmax_float16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_argmax_float16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_argmax_float16_shift(line);
    const uint4 *chunk = shifted_argmax_float16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_argmax_float16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_argmax_float16_chunk(chunk + 1, end);
    return shifted_argmax_float16_aligned(x, y, shift);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int shifted_argmax_float16_key_of(float x)
{
    const int bits = __float_as_int(x + 0.0f);
    return x == x ? bits ^ (bits >> 31 & 0x7fffffff) : 0x7fffffff;
}

static __device__ __forceinline__ float shifted_argmax_float16_of_key(int key)
{
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

// What the parts of all lanes make.
static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_part_of_warp(shifted_argmax_float16_part p)
{
#if __CUDA_ARCH__ >= 800
    const int key = shifted_argmax_float16_key_of(p.value), best = __reduce_max_sync(0xffffffffu, key);
    return { shifted_argmax_float16_of_key(best), __reduce_min_sync(0xffffffffu, key == best ? p.index : ~0u) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = shifted_argmax_float16_join_parts(p, shifted_argmax_float16_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ shifted_argmax_float16_state shifted_argmax_float16_of_those(shifted_argmax_float16_state s, const bool has)
{
    const int key = has ? shifted_argmax_float16_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { shifted_argmax_float16_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_argmax_float16_element(const shifted_argmax_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_leaf(const unsigned short *a, const unsigned lane)
{
    shifted_argmax_float16_part part[8];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        shifted_argmax_float16_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_argmax_float16_line(a, (first + n) * 32 + lane);
        shifted_argmax_float16_vector next_x;
        if (lane == 0) next_x = shifted_argmax_float16_next(a + min(first + 4, 8u) * 256);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_argmax_float16_spliced(x[n], n + 1 < 4 ? x[n + 1] : next_x, lane, shifted_argmax_float16_shift(a));
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 8; i++)
                part[i] = first + n == 0 ? shifted_argmax_float16_first(shifted_argmax_float16_element(x[n], i), (first + n) * 256 + i)
                    : shifted_argmax_float16_take(part[i], shifted_argmax_float16_element(x[n], i), (first + n) * 256 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned shift = shifted_argmax_float16_shift(a) / 2;
        part[i] = shifted_argmax_float16_part_move(part[i], lane * 8 - shift + (lane == 0 && i < shift ? 256 : 0));
    }

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_argmax_float16_join_parts(part[i], part[i + d]);
    part[0] = shifted_argmax_float16_part_of_warp(part[0]);
    return part[0];
}

// What the 809 elements of the last leaf make.
static __device__ __forceinline__ shifted_argmax_float16_part shifted_argmax_float16_tail(const unsigned short *a, const unsigned lane, const uint4 *end_a)
{
    shifted_argmax_float16_part part[8];
    shifted_argmax_float16_vector rest_x;
    rest_x = shifted_argmax_float16_load_last(a + 768, lane, 41, end_a);
    shifted_argmax_float16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_argmax_float16_line(a, (n) * 32 + lane);
    shifted_argmax_float16_vector next_x;
    if (lane == 0) next_x = shifted_argmax_float16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_argmax_float16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_argmax_float16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_argmax_float16_first(shifted_argmax_float16_element(x[n], i), n * 256 + i)
                : shifted_argmax_float16_take(part[i], shifted_argmax_float16_element(x[n], i), n * 256 + i);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned shift = shifted_argmax_float16_shift(a) / 2;
        part[i] = shifted_argmax_float16_part_move(part[i], lane * 8 - shift + (lane == 0 && i < shift ? 256 : 0));
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 41) part[i] = shifted_argmax_float16_take(part[i], shifted_argmax_float16_element(rest_x, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_argmax_float16_join_parts(part[i], part[i + d]);
    part[0] = shifted_argmax_float16_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_argmax_float16_state shifted_argmax_float16_of_lanes(shifted_argmax_float16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return shifted_argmax_float16_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_argmax_float16_state right = shifted_argmax_float16_down(s, d);
        if (number + d < count) s = shifted_argmax_float16_join(s, right);
    }
    return s;
#endif
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ shifted_argmax_float16_state shifted_argmax_float16_of_some(const float *value, const long long *index, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    shifted_argmax_float16_state s;
    if (number < 5) s = { __ldcg(value + number), __ldcg(index + number) };
    return shifted_argmax_float16_of_lanes(s, number, 32, 5);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool shifted_argmax_float16_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) shifted_argmax_float16(const unsigned short *__restrict__ a, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 10126;
    const unsigned row = blockIdx.x / 5;
    a += row * 9001;
    const unsigned part = blockIdx.x % 5;
    shifted_argmax_float16_state s;
    if (part < 4) s = shifted_argmax_float16_of_leaf(shifted_argmax_float16_leaf(a + part * 2048, lane), part * 2048);
    else s = shifted_argmax_float16_of_leaf(shifted_argmax_float16_tail(a + 8192, lane, end_a), 8192);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        partials_index[blockIdx.x] = s.index;
        last = shifted_argmax_float16_is_last(finished + row, 4);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = shifted_argmax_float16_of_some(partials_value + row * 5, partials_index + row * 5, lane, 0);
    if (lane == 0) c[row] = shifted_argmax_float16_result(s, 9001ull);
}

// shifted_dot_int8: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of int8, the rows of 1 x 9 x 9001, order fixed
// grid 27, block 32; elements: a 81009, b 81009, c 9, partials_value 27, finished 9, 0 before and after

// What is known of some elements.
struct shifted_dot_int8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct shifted_dot_int8_part {
    int value;
};

static __device__ __forceinline__ shifted_dot_int8_state shifted_dot_int8_join(shifted_dot_int8_state left, shifted_dot_int8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shifted_dot_int8_part shifted_dot_int8_join_parts(shifted_dot_int8_part left, shifted_dot_int8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shifted_dot_int8_state shifted_dot_int8_of_leaf(shifted_dot_int8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ shifted_dot_int8_state shifted_dot_int8_down(shifted_dot_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ shifted_dot_int8_part shifted_dot_int8_part_down(shifted_dot_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long shifted_dot_int8_result(shifted_dot_int8_state s, unsigned long long)
{
    return s.value;
}

using shifted_dot_int8_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_dot_int8_shift(const signed char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_dot_int8_chunks(const signed char *row)
{
    return (const uint4 *)((const char *)row - shifted_dot_int8_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_dot_int8_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned char *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_dot_int8_line(const signed char *row, const unsigned chunk)
{
    return __ldg(shifted_dot_int8_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned shifted_dot_int8_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_dot_int8_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_dot_int8_splice(x.x, next.x, bits), shifted_dot_int8_splice(x.y, next.y, bits - 32), shifted_dot_int8_splice(x.z, next.z, bits - 64), shifted_dot_int8_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 shifted_dot_int8_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0u;
    return shifted_dot_int8_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 shifted_dot_int8_more(const signed char *line, const unsigned elements)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (shifted_dot_int8_shift(line) + elements * 1 > lanes * 16) x = __ldg(shifted_dot_int8_chunks(line) + lanes);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_dot_int8_load_last(const signed char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_dot_int8_shift(line);
    const uint4 *chunk = shifted_dot_int8_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = shifted_dot_int8_chunk(chunk, end);
    return x;
}

// What the parts of all lanes make.
static __device__ __forceinline__ shifted_dot_int8_part shifted_dot_int8_part_of_warp(shifted_dot_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = shifted_dot_int8_join_parts(p, shifted_dot_int8_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ shifted_dot_int8_part shifted_dot_int8_take_load(shifted_dot_int8_part p, const shifted_dot_int8_vector from, const shifted_dot_int8_vector other, const int bits)
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

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ shifted_dot_int8_part shifted_dot_int8_leaf(const signed char *a, const signed char *b, const unsigned lane)
{
    shifted_dot_int8_part part[1] = {};
    shifted_dot_int8_vector more_x;
    if (lane == 0) more_x = shifted_dot_int8_more(a + 4096, 0);
    shifted_dot_int8_vector more_y;
    if (lane == 0) more_y = shifted_dot_int8_more(b + 4096, 0);
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        shifted_dot_int8_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_dot_int8_line(a, (first + n) * 32 + lane);
        if (first == 0) x[0] = shifted_dot_int8_front(x[0], lane, shifted_dot_int8_shift(a));
        shifted_dot_int8_vector y[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            y[n] = shifted_dot_int8_line(b, (first + n) * 32 + lane);
        if (first == 0) y[0] = shifted_dot_int8_front(y[0], lane, shifted_dot_int8_shift(b));
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            part[0] = shifted_dot_int8_take_load(part[0], x[n], y[n], 128);
    }
    if (lane == 0) part[0] = shifted_dot_int8_take_load(part[0], more_x, more_y, 0 + (int)shifted_dot_int8_shift(a) * 8);

    part[0] = shifted_dot_int8_part_of_warp(part[0]);
    return part[0];
}

// What the 809 elements of the last leaf make.
static __device__ __forceinline__ shifted_dot_int8_part shifted_dot_int8_tail(const signed char *a, const signed char *b, const unsigned lane, const uint4 *end_a, const uint4 *end_b)
{
    shifted_dot_int8_part part[1] = {};
    shifted_dot_int8_vector rest_x;
    rest_x = shifted_dot_int8_load_last(a + 512, lane, 297, end_a);
    shifted_dot_int8_vector rest_y;
    rest_y = shifted_dot_int8_load_last(b + 512, lane, 297, end_b);
    shifted_dot_int8_vector x;
    x = shifted_dot_int8_line(a, (0) * 32 + lane);
    x = shifted_dot_int8_front(x, lane, shifted_dot_int8_shift(a));
    shifted_dot_int8_vector y;
    y = shifted_dot_int8_line(b, (0) * 32 + lane);
    y = shifted_dot_int8_front(y, lane, shifted_dot_int8_shift(b));
    part[0] = shifted_dot_int8_take_load(part[0], x, y, 128);
    part[0] = shifted_dot_int8_take_load(part[0], rest_x, rest_y, ((int)297 - (int)(lane) * 16) * 8 + (int)shifted_dot_int8_shift(a) * 8);

    part[0] = shifted_dot_int8_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_dot_int8_state shifted_dot_int8_of_lanes(shifted_dot_int8_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_dot_int8_state right = shifted_dot_int8_down(s, d);
        if (number + d < count) s = shifted_dot_int8_join(s, right);
    }
    return s;
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ shifted_dot_int8_state shifted_dot_int8_of_some(const unsigned long long *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    shifted_dot_int8_state s;
    if (number < 3) s = { __ldcg(value + number) };
    return shifted_dot_int8_of_lanes(s, number, 32, 3);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool shifted_dot_int8_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) shifted_dot_int8(const signed char *__restrict__ a, const signed char *__restrict__ b, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 5063;
    const uint4 *const end_b = (const uint4 *)b + 5063;
    const unsigned row = blockIdx.x / 3;
    a += row * 9001;
    b += row * 9001;
    const unsigned part = blockIdx.x % 3;
    shifted_dot_int8_state s;
    if (part < 2) s = shifted_dot_int8_of_leaf(shifted_dot_int8_leaf(a + part * 4096, b + part * 4096, lane), part * 4096);
    else s = shifted_dot_int8_of_leaf(shifted_dot_int8_tail(a + 8192, b + 8192, lane, end_a, end_b), 8192);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = shifted_dot_int8_is_last(finished + row, 2);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = shifted_dot_int8_of_some(partials_value + row * 3, lane, 0);
    if (lane == 0) c[row] = shifted_dot_int8_result(s, 9001ull);
}

// shifted_dot_float16: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float16, the rows of 1 x 9 x 9001, order fixed
// grid 45, block 32; elements: a 81009, b 81009, c 9, partials_value 45, finished 9, 0 before and after

// What is known of some elements.
struct shifted_dot_float16_state {
    float value;
};

using shifted_dot_float16_part = shifted_dot_float16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float shifted_dot_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = shifted_dot_float16_float(x);
    const float v = shifted_dot_float16_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_take(shifted_dot_float16_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = shifted_dot_float16_float(x);
    const float v = shifted_dot_float16_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_join(shifted_dot_float16_state left, shifted_dot_float16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_join_parts(shifted_dot_float16_part left, shifted_dot_float16_part right)
{
    return shifted_dot_float16_join(left, right);
}

static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_of_leaf(shifted_dot_float16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_down(shifted_dot_float16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_part_down(shifted_dot_float16_part p, unsigned lanes)
{
    return shifted_dot_float16_down(p, lanes);
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_part_of(shifted_dot_float16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float shifted_dot_float16_result(shifted_dot_float16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using shifted_dot_float16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_dot_float16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_dot_float16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_dot_float16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_dot_float16_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned short *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_dot_float16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_dot_float16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_dot_float16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_dot_float16_shift(behind) > 0) x = __ldg(shifted_dot_float16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_dot_float16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_dot_float16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_dot_float16_splice(x.x, next.x, bits), shifted_dot_float16_splice(x.y, next.y, bits - 32), shifted_dot_float16_splice(x.z, next.z, bits - 64), shifted_dot_float16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shifted_dot_float16_rotate(shifted_dot_float16_part (&part)[8], const unsigned place, const unsigned shift)
{
    shifted_dot_float16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = shifted_dot_float16_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 8; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 8; i++)
            if (i + 2 * step < 2 * 8 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 shifted_dot_float16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_dot_float16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_dot_float16_shift(line);
    const uint4 *chunk = shifted_dot_float16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_dot_float16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_dot_float16_chunk(chunk + 1, end);
    return shifted_dot_float16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_dot_float16_element(const shifted_dot_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_leaf(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    shifted_dot_float16_part part[8];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        shifted_dot_float16_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_dot_float16_line(a, (first + n) * 32 + lane);
        shifted_dot_float16_vector next_x;
        if (lane == 0) next_x = shifted_dot_float16_next(a + min(first + 4, 8u) * 256);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = shifted_dot_float16_spliced(x[n], n + 1 < 4 ? x[n + 1] : next_x, lane, shifted_dot_float16_shift(a));
        shifted_dot_float16_vector y[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            y[n] = shifted_dot_float16_line(b, (first + n) * 32 + lane);
        shifted_dot_float16_vector next_y;
        if (lane == 0) next_y = shifted_dot_float16_next(b + min(first + 4, 8u) * 256);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            y[n] = shifted_dot_float16_spliced(y[n], n + 1 < 4 ? y[n + 1] : next_y, lane, shifted_dot_float16_shift(b));
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 8; i++)
                part[i] = first + n == 0 ? shifted_dot_float16_first(shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), (first + n) * 256 + lane * 8 + i)
                    : shifted_dot_float16_take(part[i], shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), (first + n) * 256 + lane * 8 + i);
    }
    shifted_dot_float16_rotate(part, lane, shifted_dot_float16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_dot_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_dot_float16_part right = shifted_dot_float16_part_down(part[0], d);
        part[0] = shifted_dot_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 809 elements of the last leaf make.
static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_tail(const unsigned short *a, const unsigned short *b, const unsigned lane, const uint4 *end_a, const uint4 *end_b)
{
    shifted_dot_float16_part part[8];
    shifted_dot_float16_vector rest_x;
    rest_x = shifted_dot_float16_load_last(a + 768, lane, 41, end_a);
    shifted_dot_float16_vector rest_y;
    rest_y = shifted_dot_float16_load_last(b + 768, lane, 41, end_b);
    shifted_dot_float16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_dot_float16_line(a, (n) * 32 + lane);
    shifted_dot_float16_vector next_x;
    if (lane == 0) next_x = shifted_dot_float16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_dot_float16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_dot_float16_shift(a));
    shifted_dot_float16_vector y[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        y[n] = shifted_dot_float16_line(b, (n) * 32 + lane);
    shifted_dot_float16_vector next_y;
    if (lane == 0) next_y = shifted_dot_float16_next(b + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        y[n] = shifted_dot_float16_spliced(y[n], n + 1 < 3 ? y[n + 1] : next_y, lane, shifted_dot_float16_shift(b));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_dot_float16_first(shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), n * 256 + lane * 8 + i)
                : shifted_dot_float16_take(part[i], shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), n * 256 + lane * 8 + i);
    shifted_dot_float16_rotate(part, lane, shifted_dot_float16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 41) part[i] = shifted_dot_float16_take(part[i], shifted_dot_float16_element(rest_x, i), shifted_dot_float16_element(rest_y, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_dot_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_dot_float16_part right = shifted_dot_float16_part_down(part[0], d);
        part[0] = shifted_dot_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_of_lanes(shifted_dot_float16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_dot_float16_state right = shifted_dot_float16_down(s, d);
        if (number + d < count) s = shifted_dot_float16_join(s, right);
    }
    return s;
}

// What the parts of a row make, in lane 0.
static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_of_some(const float *value, const unsigned lane, const unsigned n)
{
    const unsigned number = n * 32 + lane;
    shifted_dot_float16_state s;
    if (number < 5) s = { __ldcg(value + number) };
    return shifted_dot_float16_of_lanes(s, number, 32, 5);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool shifted_dot_float16_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32) shifted_dot_float16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c, float *partials_value, unsigned *finished)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 10126;
    const uint4 *const end_b = (const uint4 *)b + 10126;
    const unsigned row = blockIdx.x / 5;
    a += row * 9001;
    b += row * 9001;
    const unsigned part = blockIdx.x % 5;
    shifted_dot_float16_state s;
    if (part < 4) s = shifted_dot_float16_of_leaf(shifted_dot_float16_leaf(a + part * 2048, b + part * 2048, lane), part * 2048);
    else s = shifted_dot_float16_of_leaf(shifted_dot_float16_tail(a + 8192, b + 8192, lane, end_a, end_b), 8192);
    bool last = false;
    if (threadIdx.x == 0) {
        partials_value[blockIdx.x] = s.value;
        last = shifted_dot_float16_is_last(finished + row, 4);
    }
    if (!__syncthreads_or(last)) return;
    if (warp != 0) return;
    s = shifted_dot_float16_of_some(partials_value + row * 5, lane, 0);
    if (lane == 0) c[row] = shifted_dot_float16_result(s, 9001ull);
}

// ends_cols777: reduce family of tilewright 0.1.0, from reduce-rows.json; min of uint8, the rows of 1 x 5 x 777, order fixed
// grid 5, block 32; elements: a 82725, c 5

// What is known of some elements.
struct ends_cols777_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose min is looked for.
struct ends_cols777_part {
    unsigned value = 0xffffffffu;
};

static __device__ __forceinline__ unsigned ends_cols777_pairs(unsigned a, unsigned b)
{
    return __vminu2(a, b);
}

static __device__ __forceinline__ ends_cols777_state ends_cols777_join(ends_cols777_state left, ends_cols777_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols777_part ends_cols777_join_parts(ends_cols777_part left, ends_cols777_part right)
{
    return { ends_cols777_pairs(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols777_state ends_cols777_of_leaf(ends_cols777_part p, unsigned long long)
{
    const unsigned pair = ends_cols777_pairs(p.value, p.value << 16);
    return { (unsigned)pair >> 24 };
}

static __device__ __forceinline__ ends_cols777_state ends_cols777_down(ends_cols777_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ ends_cols777_part ends_cols777_part_down(ends_cols777_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned char ends_cols777_result(ends_cols777_state s, unsigned long long)
{
    return s.value;
}

using ends_cols777_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned ends_cols777_shift(const unsigned char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *ends_cols777_chunks(const unsigned char *row)
{
    return (const uint4 *)((const char *)row - ends_cols777_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 ends_cols777_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned *)end + 0) << 0;
    x.y |= (unsigned)__ldg((const unsigned char *)end + 4) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 ends_cols777_line(const unsigned char *row, const unsigned chunk)
{
    return __ldg(ends_cols777_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned ends_cols777_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 ends_cols777_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(ends_cols777_splice(x.x, next.x, bits), ends_cols777_splice(x.y, next.y, bits - 32), ends_cols777_splice(x.z, next.z, bits - 64), ends_cols777_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 ends_cols777_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0xffffffffu;
    return ends_cols777_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 ends_cols777_load_last(const unsigned char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = ends_cols777_shift(line);
    const uint4 *chunk = ends_cols777_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = ends_cols777_chunk(chunk, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ ends_cols777_part ends_cols777_take_load(ends_cols777_part p, const ends_cols777_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xffffffffu & ~own);
        p.value = ends_cols777_pairs(ends_cols777_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 777 elements of a row make.
static __device__ __forceinline__ ends_cols777_part ends_cols777_row(const unsigned char *a, const unsigned lane, const uint4 *end_a)
{
    ends_cols777_part part[1] = {};
    ends_cols777_vector rest_x;
    rest_x = ends_cols777_load_last(a + 512, lane, 265, end_a);
    ends_cols777_vector x;
    x = ends_cols777_line(a, (0) * 32 + lane);
    x = ends_cols777_front(x, lane, ends_cols777_shift(a));
    part[0] = ends_cols777_take_load(part[0], x, 128);
    part[0] = ends_cols777_take_load(part[0], rest_x, ((int)265 - (int)(lane) * 16) * 8 + (int)ends_cols777_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const ends_cols777_part right = ends_cols777_part_down(part[0], d);
        part[0] = ends_cols777_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) ends_cols777(const unsigned char *__restrict__ a, unsigned char *c)
{
    const uint4 *const end_a = (const uint4 *)a + 5170;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 20487;
    const ends_cols777_part part = ends_cols777_row(a + from, lane, end_a);
    const ends_cols777_state s = ends_cols777_of_leaf(part, 0);
    if (lane == 0) c[row] = ends_cols777_result(s, 777ull);
}

// ends_cols2048: reduce family of tilewright 0.1.0, from reduce-rows.json; min of uint8, the rows of 1 x 5 x 2048, order fixed
// grid 5, block 32; elements: a 83996, c 5

// What is known of some elements.
struct ends_cols2048_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose min is looked for.
struct ends_cols2048_part {
    unsigned value = 0xffffffffu;
};

static __device__ __forceinline__ unsigned ends_cols2048_pairs(unsigned a, unsigned b)
{
    return __vminu2(a, b);
}

static __device__ __forceinline__ ends_cols2048_state ends_cols2048_join(ends_cols2048_state left, ends_cols2048_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols2048_part ends_cols2048_join_parts(ends_cols2048_part left, ends_cols2048_part right)
{
    return { ends_cols2048_pairs(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols2048_state ends_cols2048_of_leaf(ends_cols2048_part p, unsigned long long)
{
    const unsigned pair = ends_cols2048_pairs(p.value, p.value << 16);
    return { (unsigned)pair >> 24 };
}

static __device__ __forceinline__ ends_cols2048_state ends_cols2048_down(ends_cols2048_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ ends_cols2048_part ends_cols2048_part_down(ends_cols2048_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned char ends_cols2048_result(ends_cols2048_state s, unsigned long long)
{
    return s.value;
}

using ends_cols2048_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned ends_cols2048_shift(const unsigned char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *ends_cols2048_chunks(const unsigned char *row)
{
    return (const uint4 *)((const char *)row - ends_cols2048_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 ends_cols2048_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 ends_cols2048_line(const unsigned char *row, const unsigned chunk)
{
    return __ldg(ends_cols2048_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned ends_cols2048_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 ends_cols2048_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(ends_cols2048_splice(x.x, next.x, bits), ends_cols2048_splice(x.y, next.y, bits - 32), ends_cols2048_splice(x.z, next.z, bits - 64), ends_cols2048_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 ends_cols2048_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0xffffffffu;
    return ends_cols2048_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 ends_cols2048_more_last(const unsigned char *line, const unsigned elements, const uint4 *end)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (ends_cols2048_shift(line) + elements * 1 > lanes * 16)
        x = ends_cols2048_chunk(ends_cols2048_chunks(line) + lanes, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ ends_cols2048_part ends_cols2048_take_load(ends_cols2048_part p, const ends_cols2048_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xffffffffu & ~own);
        p.value = ends_cols2048_pairs(ends_cols2048_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 2048 elements of a row make.
static __device__ __forceinline__ ends_cols2048_part ends_cols2048_row(const unsigned char *a, const unsigned lane, const uint4 *end_a)
{
    ends_cols2048_part part[1] = {};
    ends_cols2048_vector more_x;
    if (lane == 0) more_x = ends_cols2048_more_last(a + 2048, 0, end_a);
#pragma unroll
    for (unsigned first = 0; first < 4; first += 1) {
        ends_cols2048_vector x;
        x = ends_cols2048_line(a, (first) * 32 + lane);
        if (first == 0) x = ends_cols2048_front(x, lane, ends_cols2048_shift(a));
        part[0] = ends_cols2048_take_load(part[0], x, 128);
    }
    if (lane == 0) part[0] = ends_cols2048_take_load(part[0], more_x, 0 + (int)ends_cols2048_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const ends_cols2048_part right = ends_cols2048_part_down(part[0], d);
        part[0] = ends_cols2048_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) ends_cols2048(const unsigned char *__restrict__ a, unsigned char *c)
{
    const uint4 *const end_a = (const uint4 *)a + 5249;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 20487;
    const ends_cols2048_part part = ends_cols2048_row(a + from, lane, end_a);
    const ends_cols2048_state s = ends_cols2048_of_leaf(part, 0);
    if (lane == 0) c[row] = ends_cols2048_result(s, 2048ull);
}

// ends_cols20480: reduce family of tilewright 0.1.0, from reduce-rows.json; min of uint8, the rows of 1 x 5 x 20480, order fixed
// grid 5, block 256; elements: a 102428, c 5

// What is known of some elements.
struct ends_cols20480_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose min is looked for.
struct ends_cols20480_part {
    unsigned value = 0xffffffffu;
};

static __device__ __forceinline__ unsigned ends_cols20480_pairs(unsigned a, unsigned b)
{
    return __vminu2(a, b);
}

static __device__ __forceinline__ ends_cols20480_state ends_cols20480_join(ends_cols20480_state left, ends_cols20480_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols20480_part ends_cols20480_join_parts(ends_cols20480_part left, ends_cols20480_part right)
{
    return { ends_cols20480_pairs(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols20480_state ends_cols20480_of_leaf(ends_cols20480_part p, unsigned long long)
{
    const unsigned pair = ends_cols20480_pairs(p.value, p.value << 16);
    return { (unsigned)pair >> 24 };
}

static __device__ __forceinline__ ends_cols20480_state ends_cols20480_down(ends_cols20480_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ ends_cols20480_part ends_cols20480_part_down(ends_cols20480_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned char ends_cols20480_result(ends_cols20480_state s, unsigned long long)
{
    return s.value;
}

using ends_cols20480_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned ends_cols20480_shift(const unsigned char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *ends_cols20480_chunks(const unsigned char *row)
{
    return (const uint4 *)((const char *)row - ends_cols20480_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 ends_cols20480_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 ends_cols20480_line(const unsigned char *row, const unsigned chunk)
{
    return __ldg(ends_cols20480_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned ends_cols20480_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 ends_cols20480_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(ends_cols20480_splice(x.x, next.x, bits), ends_cols20480_splice(x.y, next.y, bits - 32), ends_cols20480_splice(x.z, next.z, bits - 64), ends_cols20480_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 ends_cols20480_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0xffffffffu;
    return ends_cols20480_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 ends_cols20480_more_last(const unsigned char *line, const unsigned elements, const uint4 *end)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (ends_cols20480_shift(line) + elements * 1 > lanes * 16)
        x = ends_cols20480_chunk(ends_cols20480_chunks(line) + lanes, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ ends_cols20480_part ends_cols20480_take_load(ends_cols20480_part p, const ends_cols20480_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xffffffffu & ~own);
        p.value = ends_cols20480_pairs(ends_cols20480_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ ends_cols20480_part ends_cols20480_leaf(const unsigned char *a, const unsigned lane, const uint4 *end_a)
{
    ends_cols20480_part part[1] = {};
    ends_cols20480_vector more_x;
    if (lane == 0) more_x = ends_cols20480_more_last(a + 4096, 0, end_a);
    ends_cols20480_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = ends_cols20480_line(a, (n) * 32 + lane);
    x[0] = ends_cols20480_front(x[0], lane, ends_cols20480_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = ends_cols20480_take_load(part[0], x[n], 128);
    if (lane == 0) part[0] = ends_cols20480_take_load(part[0], more_x, 0 + (int)ends_cols20480_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const ends_cols20480_part right = ends_cols20480_part_down(part[0], d);
        part[0] = ends_cols20480_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ ends_cols20480_state ends_cols20480_of_lanes(ends_cols20480_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const ends_cols20480_state right = ends_cols20480_down(s, d);
        if (number + d < count) s = ends_cols20480_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void ends_cols20480_put(unsigned *value, const unsigned lane, const ends_cols20480_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ ends_cols20480_state ends_cols20480_of_states(const unsigned *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    ends_cols20480_state s;
    if (lane < count) s = { value[lane] };
    return ends_cols20480_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(256) ends_cols20480(const unsigned char *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 6401;
    const unsigned row = blockIdx.x;
    a += row * 20487;
    __shared__ unsigned states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 8 apart from here on
    if (first < 5) {
        const unsigned at = first * 4096;
        const ends_cols20480_part leaf = ends_cols20480_leaf(a + at, lane, end_a);
        ends_cols20480_put(states_value + slot, lane, ends_cols20480_of_leaf(leaf, at));
    }
    __syncthreads();
    ends_cols20480_state s;
    if (warp == 0) s = ends_cols20480_of_states(states_value + slot, lane, 8, 5);
    if (threadIdx.x == 0) c[row] = ends_cols20480_result(s, 20480ull);
}

// ends_cols20485: reduce family of tilewright 0.1.0, from reduce-rows.json; min of uint8, the rows of 1 x 5 x 20485, order fixed
// grid 5, block 256; elements: a 102433, c 5

// What is known of some elements.
struct ends_cols20485_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose min is looked for.
struct ends_cols20485_part {
    unsigned value = 0xffffffffu;
};

static __device__ __forceinline__ unsigned ends_cols20485_pairs(unsigned a, unsigned b)
{
    return __vminu2(a, b);
}

static __device__ __forceinline__ ends_cols20485_state ends_cols20485_join(ends_cols20485_state left, ends_cols20485_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols20485_part ends_cols20485_join_parts(ends_cols20485_part left, ends_cols20485_part right)
{
    return { ends_cols20485_pairs(left.value, right.value) };
}

static __device__ __forceinline__ ends_cols20485_state ends_cols20485_of_leaf(ends_cols20485_part p, unsigned long long)
{
    const unsigned pair = ends_cols20485_pairs(p.value, p.value << 16);
    return { (unsigned)pair >> 24 };
}

static __device__ __forceinline__ ends_cols20485_state ends_cols20485_down(ends_cols20485_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ ends_cols20485_part ends_cols20485_part_down(ends_cols20485_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned char ends_cols20485_result(ends_cols20485_state s, unsigned long long)
{
    return s.value;
}

using ends_cols20485_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned ends_cols20485_shift(const unsigned char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *ends_cols20485_chunks(const unsigned char *row)
{
    return (const uint4 *)((const char *)row - ends_cols20485_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 ends_cols20485_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned char *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 ends_cols20485_line(const unsigned char *row, const unsigned chunk)
{
    return __ldg(ends_cols20485_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned ends_cols20485_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 ends_cols20485_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(ends_cols20485_splice(x.x, next.x, bits), ends_cols20485_splice(x.y, next.y, bits - 32), ends_cols20485_splice(x.z, next.z, bits - 64), ends_cols20485_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 ends_cols20485_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0xffffffffu;
    return ends_cols20485_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 ends_cols20485_more(const unsigned char *line, const unsigned elements)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (ends_cols20485_shift(line) + elements * 1 > lanes * 16) x = __ldg(ends_cols20485_chunks(line) + lanes);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 ends_cols20485_load_last(const unsigned char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = ends_cols20485_shift(line);
    const uint4 *chunk = ends_cols20485_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = ends_cols20485_chunk(chunk, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ ends_cols20485_part ends_cols20485_take_load(ends_cols20485_part p, const ends_cols20485_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xffffffffu & ~own);
        p.value = ends_cols20485_pairs(ends_cols20485_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ ends_cols20485_part ends_cols20485_leaf(const unsigned char *a, const unsigned lane)
{
    ends_cols20485_part part[1] = {};
    ends_cols20485_vector more_x;
    if (lane == 0) more_x = ends_cols20485_more(a + 4096, 0);
    ends_cols20485_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = ends_cols20485_line(a, (n) * 32 + lane);
    x[0] = ends_cols20485_front(x[0], lane, ends_cols20485_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = ends_cols20485_take_load(part[0], x[n], 128);
    if (lane == 0) part[0] = ends_cols20485_take_load(part[0], more_x, 0 + (int)ends_cols20485_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const ends_cols20485_part right = ends_cols20485_part_down(part[0], d);
        part[0] = ends_cols20485_join_parts(part[0], right);
    }
    return part[0];
}

// What the 5 elements of the last leaf make.
static __device__ __forceinline__ ends_cols20485_part ends_cols20485_tail(const unsigned char *a, const unsigned lane, const uint4 *end_a)
{
    ends_cols20485_part part[1] = {};
    ends_cols20485_vector rest_x;
    rest_x = ends_cols20485_load_last(a, lane, 5, end_a);
    rest_x = ends_cols20485_front(rest_x, lane, ends_cols20485_shift(a));
    part[0] = ends_cols20485_take_load(part[0], rest_x, ((int)5 - (int)(lane) * 16) * 8 + (int)ends_cols20485_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const ends_cols20485_part right = ends_cols20485_part_down(part[0], d);
        part[0] = ends_cols20485_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ ends_cols20485_state ends_cols20485_of_lanes(ends_cols20485_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const ends_cols20485_state right = ends_cols20485_down(s, d);
        if (number + d < count) s = ends_cols20485_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void ends_cols20485_put(unsigned *value, const unsigned lane, const ends_cols20485_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ ends_cols20485_state ends_cols20485_of_states(const unsigned *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    ends_cols20485_state s;
    if (lane < count) s = { value[lane] };
    return ends_cols20485_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(256) ends_cols20485(const unsigned char *__restrict__ a, unsigned char *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 6402;
    const unsigned row = blockIdx.x;
    a += row * 20487;
    __shared__ unsigned states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 8 apart from here on
    if (first < 5) {
        const unsigned at = first * 4096;
        const ends_cols20485_part leaf = ends_cols20485_leaf(a + at, lane);
        ends_cols20485_put(states_value + slot, lane, ends_cols20485_of_leaf(leaf, at));
    }
    if (first == 5) {
        const ends_cols20485_part leaf = ends_cols20485_tail(a + 20480, lane, end_a);
        ends_cols20485_put(states_value + slot, lane, ends_cols20485_of_leaf(leaf, 20480));
    }
    __syncthreads();
    ends_cols20485_state s;
    if (warp == 0) s = ends_cols20485_of_states(states_value + slot, lane, 8, 6);
    if (threadIdx.x == 0) c[row] = ends_cols20485_result(s, 20485ull);
}

// rows_cols301_int16: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int16, the rows of 1 x 50 x 301, order fixed
// grid 25, block 32; elements: a 126672, c 50

// What is known of some elements.
struct rows_cols301_int16_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct rows_cols301_int16_part {
    int value;
};

static __device__ __forceinline__ rows_cols301_int16_state rows_cols301_int16_join(rows_cols301_int16_state left, rows_cols301_int16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rows_cols301_int16_part rows_cols301_int16_join_parts(rows_cols301_int16_part left, rows_cols301_int16_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rows_cols301_int16_state rows_cols301_int16_of_leaf(rows_cols301_int16_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ rows_cols301_int16_state rows_cols301_int16_down(rows_cols301_int16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ rows_cols301_int16_part rows_cols301_int16_part_down(rows_cols301_int16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long rows_cols301_int16_result(rows_cols301_int16_state s, unsigned long long)
{
    return s.value;
}

using rows_cols301_int16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned rows_cols301_int16_shift(const short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *rows_cols301_int16_chunks(const short *row)
{
    return (const uint4 *)((const char *)row - rows_cols301_int16_shift(row));
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 rows_cols301_int16_line(const short *row, const unsigned chunk)
{
    return __ldg(rows_cols301_int16_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned rows_cols301_int16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 rows_cols301_int16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(rows_cols301_int16_splice(x.x, next.x, bits), rows_cols301_int16_splice(x.y, next.y, bits - 32), rows_cols301_int16_splice(x.z, next.z, bits - 64), rows_cols301_int16_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 rows_cols301_int16_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0u;
    return rows_cols301_int16_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The lane's place in a line of which `elements` exist.
static __device__ __forceinline__ uint4 rows_cols301_int16_load(const short *line, const unsigned place, const unsigned elements)
{
    const unsigned shift = rows_cols301_int16_shift(line);
    const uint4 *chunk = rows_cols301_int16_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 2 + shift) x = __ldg(chunk);
    return x;
}

// What the parts of all lanes make.
static __device__ __forceinline__ rows_cols301_int16_part rows_cols301_int16_part_of_warp(rows_cols301_int16_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = rows_cols301_int16_join_parts(p, rows_cols301_int16_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ rows_cols301_int16_part rows_cols301_int16_take_load(rows_cols301_int16_part p, const rows_cols301_int16_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp2a_lo((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 301 elements of each row make.
static __device__ __forceinline__ void rows_cols301_int16_rows(const short *a, const unsigned lane, const unsigned *from, rows_cols301_int16_part *result)
{
    rows_cols301_int16_vector rest_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        rest_x[k] = rows_cols301_int16_load(a + from[k] + 256, lane, 45);
    rows_cols301_int16_vector x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k] = rows_cols301_int16_line(a + from[k], (0) * 32 + lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k] = rows_cols301_int16_front(x[k], lane, rows_cols301_int16_shift(a + from[k]));
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        rows_cols301_int16_part part[1] = {};
        part[0] = rows_cols301_int16_take_load(part[0], x[k], 128);
        part[0] = rows_cols301_int16_take_load(part[0], rest_x[k], ((int)45 - (int)(lane) * 8) * 16 + (int)rows_cols301_int16_shift(a + from[k]) * 8);

        part[0] = rows_cols301_int16_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) rows_cols301_int16(const short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 2 + threadIdx.x / 32;
    unsigned from[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++) from[k] = (row + k * 1) * 2579;
    rows_cols301_int16_part part[2];
    rows_cols301_int16_rows(a, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const rows_cols301_int16_state s = rows_cols301_int16_of_leaf(part[k], 0);
        if (lane == 0) c[row + k * 1] = rows_cols301_int16_result(s, 301ull);
    }
}

// rows_cols301_bfloat16: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of bfloat16, the rows of 1 x 50 x 301, order fixed
// grid 25, block 32; elements: a 126672, c 50

// What is known of some elements.
struct rows_cols301_bfloat16_state {
    float value;
};

using rows_cols301_bfloat16_part = rows_cols301_bfloat16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float rows_cols301_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

static __device__ __forceinline__ rows_cols301_bfloat16_part rows_cols301_bfloat16_first(unsigned short x, unsigned)
{
    const float u = rows_cols301_bfloat16_float(x);
    return { u };
}

static __device__ __forceinline__ rows_cols301_bfloat16_part rows_cols301_bfloat16_take(rows_cols301_bfloat16_part p, unsigned short x, unsigned)
{
    const float u = rows_cols301_bfloat16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ rows_cols301_bfloat16_state rows_cols301_bfloat16_join(rows_cols301_bfloat16_state left, rows_cols301_bfloat16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rows_cols301_bfloat16_part rows_cols301_bfloat16_join_parts(rows_cols301_bfloat16_part left, rows_cols301_bfloat16_part right)
{
    return rows_cols301_bfloat16_join(left, right);
}

static __device__ __forceinline__ rows_cols301_bfloat16_state rows_cols301_bfloat16_of_leaf(rows_cols301_bfloat16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rows_cols301_bfloat16_state rows_cols301_bfloat16_down(rows_cols301_bfloat16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ rows_cols301_bfloat16_part rows_cols301_bfloat16_part_down(rows_cols301_bfloat16_part p, unsigned lanes)
{
    return rows_cols301_bfloat16_down(p, lanes);
}

static __device__ __forceinline__ rows_cols301_bfloat16_part rows_cols301_bfloat16_part_of(rows_cols301_bfloat16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float rows_cols301_bfloat16_result(rows_cols301_bfloat16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using rows_cols301_bfloat16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned rows_cols301_bfloat16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *rows_cols301_bfloat16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - rows_cols301_bfloat16_shift(row));
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 rows_cols301_bfloat16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(rows_cols301_bfloat16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 rows_cols301_bfloat16_next(const unsigned short *behind)
{
    uint4 x;
    if (rows_cols301_bfloat16_shift(behind) > 0) x = __ldg(rows_cols301_bfloat16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned rows_cols301_bfloat16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 rows_cols301_bfloat16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(rows_cols301_bfloat16_splice(x.x, next.x, bits), rows_cols301_bfloat16_splice(x.y, next.y, bits - 32), rows_cols301_bfloat16_splice(x.z, next.z, bits - 64), rows_cols301_bfloat16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void rows_cols301_bfloat16_rotate(rows_cols301_bfloat16_part (&part)[8], const unsigned place, const unsigned shift)
{
    rows_cols301_bfloat16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = rows_cols301_bfloat16_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 8; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 8; i++)
            if (i + 2 * step < 2 * 8 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 rows_cols301_bfloat16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in a line of which `elements` exist.
static __device__ __forceinline__ uint4 rows_cols301_bfloat16_load(const unsigned short *line, const unsigned place, const unsigned elements)
{
    const unsigned shift = rows_cols301_bfloat16_shift(line);
    const uint4 *chunk = rows_cols301_bfloat16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = __ldg(chunk);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = __ldg(chunk + 1);
    return rows_cols301_bfloat16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short rows_cols301_bfloat16_element(const rows_cols301_bfloat16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 301 elements of each row make.
static __device__ __forceinline__ void rows_cols301_bfloat16_rows(const unsigned short *a, const unsigned lane, const unsigned *from, rows_cols301_bfloat16_part *result)
{
    rows_cols301_bfloat16_vector rest_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        rest_x[k] = rows_cols301_bfloat16_load(a + from[k] + 256, lane, 45);
    rows_cols301_bfloat16_vector x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k] = rows_cols301_bfloat16_line(a + from[k], (0) * 32 + lane);
    rows_cols301_bfloat16_vector next_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        if (lane == 0) next_x[k] = rows_cols301_bfloat16_next(a + from[k] + 256);
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k] = rows_cols301_bfloat16_spliced(x[k], next_x[k], lane, rows_cols301_bfloat16_shift(a + from[k]));
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        rows_cols301_bfloat16_part part[8];
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = rows_cols301_bfloat16_first(rows_cols301_bfloat16_element(x[k], i), lane * 8 + i);
        rows_cols301_bfloat16_rotate(part, lane, rows_cols301_bfloat16_shift(a + from[k]) / 2);
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if ((lane) * 8 + i < 45) part[i] = rows_cols301_bfloat16_take(part[i], rows_cols301_bfloat16_element(rest_x[k], i), 256 + lane * 8 + i);

#pragma unroll
        for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 8; i++)
                if (i % (2 * d) == 0) part[i] = rows_cols301_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const rows_cols301_bfloat16_part right = rows_cols301_bfloat16_part_down(part[0], d);
            part[0] = rows_cols301_bfloat16_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) rows_cols301_bfloat16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 2 + threadIdx.x / 32;
    unsigned from[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++) from[k] = (row + k * 1) * 2579;
    rows_cols301_bfloat16_part part[2];
    rows_cols301_bfloat16_rows(a, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const rows_cols301_bfloat16_state s = rows_cols301_bfloat16_of_leaf(part[k], 0);
        if (lane == 0) c[row + k * 1] = rows_cols301_bfloat16_result(s, 301ull);
    }
}

// rows_cols2571_int16: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of int16, the rows of 1 x 50 x 2571, order fixed
// grid 50, block 64; elements: a 128942, c 50

// What is known of some elements.
struct rows_cols2571_int16_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct rows_cols2571_int16_part {
    int value;
};

static __device__ __forceinline__ rows_cols2571_int16_state rows_cols2571_int16_join(rows_cols2571_int16_state left, rows_cols2571_int16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rows_cols2571_int16_part rows_cols2571_int16_join_parts(rows_cols2571_int16_part left, rows_cols2571_int16_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rows_cols2571_int16_state rows_cols2571_int16_of_leaf(rows_cols2571_int16_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ rows_cols2571_int16_state rows_cols2571_int16_down(rows_cols2571_int16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ rows_cols2571_int16_part rows_cols2571_int16_part_down(rows_cols2571_int16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ long long rows_cols2571_int16_result(rows_cols2571_int16_state s, unsigned long long)
{
    return s.value;
}

using rows_cols2571_int16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned rows_cols2571_int16_shift(const short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *rows_cols2571_int16_chunks(const short *row)
{
    return (const uint4 *)((const char *)row - rows_cols2571_int16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 rows_cols2571_int16_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 rows_cols2571_int16_line(const short *row, const unsigned chunk)
{
    return __ldg(rows_cols2571_int16_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned rows_cols2571_int16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 rows_cols2571_int16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(rows_cols2571_int16_splice(x.x, next.x, bits), rows_cols2571_int16_splice(x.y, next.y, bits - 32), rows_cols2571_int16_splice(x.z, next.z, bits - 64), rows_cols2571_int16_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 rows_cols2571_int16_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0u;
    return rows_cols2571_int16_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 rows_cols2571_int16_more(const short *line, const unsigned elements)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (rows_cols2571_int16_shift(line) + elements * 2 > lanes * 16) x = __ldg(rows_cols2571_int16_chunks(line) + lanes);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 rows_cols2571_int16_load_last(const short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = rows_cols2571_int16_shift(line);
    const uint4 *chunk = rows_cols2571_int16_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 2 + shift) x = rows_cols2571_int16_chunk(chunk, end);
    return x;
}

// What the parts of all lanes make.
static __device__ __forceinline__ rows_cols2571_int16_part rows_cols2571_int16_part_of_warp(rows_cols2571_int16_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = rows_cols2571_int16_join_parts(p, rows_cols2571_int16_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ rows_cols2571_int16_part rows_cols2571_int16_take_load(rows_cols2571_int16_part p, const rows_cols2571_int16_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
        p.value = (int)__dp2a_lo((int)w, (int)0x01010101, (int)p.value);
    }
    return p;
}

// What the 2048 elements of each of two whole leaves make.
static __device__ __forceinline__ void rows_cols2571_int16_leaves(const short *a, const unsigned lane, const unsigned *from, rows_cols2571_int16_part *result)
{
    rows_cols2571_int16_vector more_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        if (lane == 0) more_x[k] = rows_cols2571_int16_more(a + from[k] + 2048, 0);
    rows_cols2571_int16_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = rows_cols2571_int16_line(a + from[k], (n) * 32 + lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k][0] = rows_cols2571_int16_front(x[k][0], lane, rows_cols2571_int16_shift(a + from[k]));
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        rows_cols2571_int16_part part[1] = {};
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            part[0] = rows_cols2571_int16_take_load(part[0], x[k][n], 128);
        if (lane == 0) part[0] = rows_cols2571_int16_take_load(part[0], more_x[k], 0 + (int)rows_cols2571_int16_shift(a + from[k]) * 8);

        part[0] = rows_cols2571_int16_part_of_warp(part[0]);
        result[k] = part[0];
    }
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ rows_cols2571_int16_part rows_cols2571_int16_leaf(const short *a, const unsigned lane)
{
    rows_cols2571_int16_part part[1] = {};
    rows_cols2571_int16_vector more_x;
    if (lane == 0) more_x = rows_cols2571_int16_more(a + 2048, 0);
    rows_cols2571_int16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = rows_cols2571_int16_line(a, (n) * 32 + lane);
    x[0] = rows_cols2571_int16_front(x[0], lane, rows_cols2571_int16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = rows_cols2571_int16_take_load(part[0], x[n], 128);
    if (lane == 0) part[0] = rows_cols2571_int16_take_load(part[0], more_x, 0 + (int)rows_cols2571_int16_shift(a) * 8);

    part[0] = rows_cols2571_int16_part_of_warp(part[0]);
    return part[0];
}

// What the 523 elements of the last leaf make.
static __device__ __forceinline__ rows_cols2571_int16_part rows_cols2571_int16_tail(const short *a, const unsigned lane, const uint4 *end_a)
{
    rows_cols2571_int16_part part[1] = {};
    rows_cols2571_int16_vector rest_x;
    rest_x = rows_cols2571_int16_load_last(a + 512, lane, 11, end_a);
    rows_cols2571_int16_vector x[2];
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
        x[n] = rows_cols2571_int16_line(a, (n) * 32 + lane);
    x[0] = rows_cols2571_int16_front(x[0], lane, rows_cols2571_int16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
        part[0] = rows_cols2571_int16_take_load(part[0], x[n], 128);
    part[0] = rows_cols2571_int16_take_load(part[0], rest_x, ((int)11 - (int)(lane) * 8) * 16 + (int)rows_cols2571_int16_shift(a) * 8);

    part[0] = rows_cols2571_int16_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ rows_cols2571_int16_state rows_cols2571_int16_of_lanes(rows_cols2571_int16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const rows_cols2571_int16_state right = rows_cols2571_int16_down(s, d);
        if (number + d < count) s = rows_cols2571_int16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void rows_cols2571_int16_put(unsigned long long *value, const unsigned lane, const rows_cols2571_int16_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ rows_cols2571_int16_state rows_cols2571_int16_of_states(const unsigned long long *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    rows_cols2571_int16_state s;
    if (lane < count) s = { value[lane] };
    return rows_cols2571_int16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(64) rows_cols2571_int16(const short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 16117;
    const unsigned row = blockIdx.x;
    a += row * 2579;
    __shared__ unsigned long long states_value[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 2 apart from here on
    const unsigned count = first < 1 ? (unsigned)min((2u - first) / 2, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 2) * 2048, from[] = { at, at + 4096 };
        rows_cols2571_int16_part leaf[2];
        rows_cols2571_int16_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            rows_cols2571_int16_put(states_value + slot + (n + k) * 2, lane, rows_cols2571_int16_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 2) * 2048;
        const rows_cols2571_int16_part leaf = rows_cols2571_int16_leaf(a + at, lane);
        rows_cols2571_int16_put(states_value + slot + n * 2, lane, rows_cols2571_int16_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 2 == 1) {
        const rows_cols2571_int16_part leaf = rows_cols2571_int16_tail(a + 2048, lane, end_a);
        rows_cols2571_int16_put(states_value + slot + count * 2, lane, rows_cols2571_int16_of_leaf(leaf, 2048));
    }
    __syncthreads();
    rows_cols2571_int16_state s;
    if (warp == 0) s = rows_cols2571_int16_of_states(states_value + slot, lane, 4, 2);
    if (threadIdx.x == 0) c[row] = rows_cols2571_int16_result(s, 2571ull);
}

// rows_cols2571_bfloat16: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of bfloat16, the rows of 1 x 50 x 2571, order fixed
// grid 50, block 64; elements: a 128942, c 50

// What is known of some elements.
struct rows_cols2571_bfloat16_state {
    float value;
};

using rows_cols2571_bfloat16_part = rows_cols2571_bfloat16_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float rows_cols2571_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_first(unsigned short x, unsigned)
{
    const float u = rows_cols2571_bfloat16_float(x);
    return { u };
}

static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_take(rows_cols2571_bfloat16_part p, unsigned short x, unsigned)
{
    const float u = rows_cols2571_bfloat16_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ rows_cols2571_bfloat16_state rows_cols2571_bfloat16_join(rows_cols2571_bfloat16_state left, rows_cols2571_bfloat16_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_join_parts(rows_cols2571_bfloat16_part left, rows_cols2571_bfloat16_part right)
{
    return rows_cols2571_bfloat16_join(left, right);
}

static __device__ __forceinline__ rows_cols2571_bfloat16_state rows_cols2571_bfloat16_of_leaf(rows_cols2571_bfloat16_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rows_cols2571_bfloat16_state rows_cols2571_bfloat16_down(rows_cols2571_bfloat16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_part_down(rows_cols2571_bfloat16_part p, unsigned lanes)
{
    return rows_cols2571_bfloat16_down(p, lanes);
}

static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_part_of(rows_cols2571_bfloat16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float rows_cols2571_bfloat16_result(rows_cols2571_bfloat16_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using rows_cols2571_bfloat16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned rows_cols2571_bfloat16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *rows_cols2571_bfloat16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - rows_cols2571_bfloat16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 rows_cols2571_bfloat16_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 rows_cols2571_bfloat16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(rows_cols2571_bfloat16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 rows_cols2571_bfloat16_next(const unsigned short *behind)
{
    uint4 x;
    if (rows_cols2571_bfloat16_shift(behind) > 0) x = __ldg(rows_cols2571_bfloat16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned rows_cols2571_bfloat16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 rows_cols2571_bfloat16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(rows_cols2571_bfloat16_splice(x.x, next.x, bits), rows_cols2571_bfloat16_splice(x.y, next.y, bits - 32), rows_cols2571_bfloat16_splice(x.z, next.z, bits - 64), rows_cols2571_bfloat16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void rows_cols2571_bfloat16_rotate(rows_cols2571_bfloat16_part (&part)[8], const unsigned place, const unsigned shift)
{
    rows_cols2571_bfloat16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = rows_cols2571_bfloat16_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 8; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 8; i++)
            if (i + 2 * step < 2 * 8 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 rows_cols2571_bfloat16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 rows_cols2571_bfloat16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = rows_cols2571_bfloat16_shift(line);
    const uint4 *chunk = rows_cols2571_bfloat16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = rows_cols2571_bfloat16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = rows_cols2571_bfloat16_chunk(chunk + 1, end);
    return rows_cols2571_bfloat16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short rows_cols2571_bfloat16_element(const rows_cols2571_bfloat16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of each of two whole leaves make.
static __device__ __forceinline__ void rows_cols2571_bfloat16_leaves(const unsigned short *a, const unsigned lane, const unsigned *from, rows_cols2571_bfloat16_part *result)
{
    rows_cols2571_bfloat16_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = rows_cols2571_bfloat16_line(a + from[k], (n) * 32 + lane);
    rows_cols2571_bfloat16_vector next_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        if (lane == 0) next_x[k] = rows_cols2571_bfloat16_next(a + from[k] + 2048);
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = rows_cols2571_bfloat16_spliced(x[k][n], n + 1 < 8 ? x[k][n + 1] : next_x[k], lane, rows_cols2571_bfloat16_shift(a + from[k]));
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        rows_cols2571_bfloat16_part part[8];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 8; i++)
                part[i] = n == 0 ? rows_cols2571_bfloat16_first(rows_cols2571_bfloat16_element(x[k][n], i), n * 256 + lane * 8 + i)
                    : rows_cols2571_bfloat16_take(part[i], rows_cols2571_bfloat16_element(x[k][n], i), n * 256 + lane * 8 + i);
        rows_cols2571_bfloat16_rotate(part, lane, rows_cols2571_bfloat16_shift(a + from[k]) / 2);

#pragma unroll
        for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 8; i++)
                if (i % (2 * d) == 0) part[i] = rows_cols2571_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const rows_cols2571_bfloat16_part right = rows_cols2571_bfloat16_part_down(part[0], d);
            part[0] = rows_cols2571_bfloat16_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_leaf(const unsigned short *a, const unsigned lane)
{
    rows_cols2571_bfloat16_part part[8];
    rows_cols2571_bfloat16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = rows_cols2571_bfloat16_line(a, (n) * 32 + lane);
    rows_cols2571_bfloat16_vector next_x;
    if (lane == 0) next_x = rows_cols2571_bfloat16_next(a + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = rows_cols2571_bfloat16_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, rows_cols2571_bfloat16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? rows_cols2571_bfloat16_first(rows_cols2571_bfloat16_element(x[n], i), n * 256 + lane * 8 + i)
                : rows_cols2571_bfloat16_take(part[i], rows_cols2571_bfloat16_element(x[n], i), n * 256 + lane * 8 + i);
    rows_cols2571_bfloat16_rotate(part, lane, rows_cols2571_bfloat16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = rows_cols2571_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const rows_cols2571_bfloat16_part right = rows_cols2571_bfloat16_part_down(part[0], d);
        part[0] = rows_cols2571_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 523 elements of the last leaf make.
static __device__ __forceinline__ rows_cols2571_bfloat16_part rows_cols2571_bfloat16_tail(const unsigned short *a, const unsigned lane, const uint4 *end_a)
{
    rows_cols2571_bfloat16_part part[8];
    rows_cols2571_bfloat16_vector rest_x;
    rest_x = rows_cols2571_bfloat16_load_last(a + 512, lane, 11, end_a);
    rows_cols2571_bfloat16_vector x[2];
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
        x[n] = rows_cols2571_bfloat16_line(a, (n) * 32 + lane);
    rows_cols2571_bfloat16_vector next_x;
    if (lane == 0) next_x = rows_cols2571_bfloat16_next(a + 512);
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
        x[n] = rows_cols2571_bfloat16_spliced(x[n], n + 1 < 2 ? x[n + 1] : next_x, lane, rows_cols2571_bfloat16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 2; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? rows_cols2571_bfloat16_first(rows_cols2571_bfloat16_element(x[n], i), n * 256 + lane * 8 + i)
                : rows_cols2571_bfloat16_take(part[i], rows_cols2571_bfloat16_element(x[n], i), n * 256 + lane * 8 + i);
    rows_cols2571_bfloat16_rotate(part, lane, rows_cols2571_bfloat16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 11) part[i] = rows_cols2571_bfloat16_take(part[i], rows_cols2571_bfloat16_element(rest_x, i), 512 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = rows_cols2571_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const rows_cols2571_bfloat16_part right = rows_cols2571_bfloat16_part_down(part[0], d);
        part[0] = rows_cols2571_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ rows_cols2571_bfloat16_state rows_cols2571_bfloat16_of_lanes(rows_cols2571_bfloat16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const rows_cols2571_bfloat16_state right = rows_cols2571_bfloat16_down(s, d);
        if (number + d < count) s = rows_cols2571_bfloat16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void rows_cols2571_bfloat16_put(float *value, const unsigned lane, const rows_cols2571_bfloat16_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ rows_cols2571_bfloat16_state rows_cols2571_bfloat16_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    rows_cols2571_bfloat16_state s;
    if (lane < count) s = { value[lane] };
    return rows_cols2571_bfloat16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(64) rows_cols2571_bfloat16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 16117;
    const unsigned row = blockIdx.x;
    a += row * 2579;
    __shared__ float states_value[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 2 apart from here on
    const unsigned count = first < 1 ? (unsigned)min((2u - first) / 2, 2u) : 0;
#pragma unroll 1
    for (unsigned n = 0; n + 1 < count; n += 2) {
        const unsigned at = (first + n * 2) * 2048, from[] = { at, at + 4096 };
        rows_cols2571_bfloat16_part leaf[2];
        rows_cols2571_bfloat16_leaves(a, lane, from, leaf);
#pragma unroll
        for (unsigned k = 0; k < 2; k++)
            rows_cols2571_bfloat16_put(states_value + slot + (n + k) * 2, lane, rows_cols2571_bfloat16_of_leaf(leaf[k], from[k]));
    }
    if (count % 2) {
        const unsigned n = count - 1;
        const unsigned at = (first + n * 2) * 2048;
        const rows_cols2571_bfloat16_part leaf = rows_cols2571_bfloat16_leaf(a + at, lane);
        rows_cols2571_bfloat16_put(states_value + slot + n * 2, lane, rows_cols2571_bfloat16_of_leaf(leaf, at));
    }
    if (count < 2 && first + count * 2 == 1) {
        const rows_cols2571_bfloat16_part leaf = rows_cols2571_bfloat16_tail(a + 2048, lane, end_a);
        rows_cols2571_bfloat16_put(states_value + slot + count * 2, lane, rows_cols2571_bfloat16_of_leaf(leaf, 2048));
    }
    __syncthreads();
    rows_cols2571_bfloat16_state s;
    if (warp == 0) s = rows_cols2571_bfloat16_of_states(states_value + slot, lane, 4, 2);
    if (threadIdx.x == 0) c[row] = rows_cols2571_bfloat16_result(s, 2571ull);
}

// cut_int8: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of int8, the rows of 1 x 1 x 5003, order fixed
// grid 1, block 64; elements: a 5003, c 1

// What is known of some elements.
struct cut_int8_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct cut_int8_part {
    int key = (int)0x80008000u;
};

static __device__ __forceinline__ unsigned cut_int8_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ bool cut_int8_beats(int a, int b)
{
    return a > b;
}

// Elements were counted from `before` elements before the leaf. Where one that is none is found, all `count` are alike.
static __device__ __forceinline__ cut_int8_part cut_int8_part_settle(cut_int8_part p, unsigned before, unsigned count)
{
    const unsigned low = (unsigned)p.key & 0xffffffu, number = 0xffffffu - low, place = min(max(number, before) - before, count - 1);
    return { (int)(((unsigned)p.key & ~0xffffffu) + (0xffffffu - place)) };
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned cut_int8_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, 255 - number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int cut_int8_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = 255 - number, i = n + (n & ~1u) + last, at = i + i / 16 * (512 - 16);
    return (int)((value & 0xff000000u) + (0xffffffu - at));
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ cut_int8_part cut_int8_part_spread(cut_int8_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { max(cut_int8_half_key(halves << 16, halves & 255, 0), cut_int8_half_key(halves, halves >> 16 & 255, 2)) - (int)first };
}

static __device__ __forceinline__ cut_int8_state cut_int8_join(cut_int8_state left, cut_int8_state right)
{
    const bool equal = !cut_int8_beats(left.value, right.value);
    return cut_int8_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ cut_int8_part cut_int8_join_parts(cut_int8_part left, cut_int8_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ cut_int8_part cut_int8_part_move(cut_int8_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ cut_int8_state cut_int8_of_leaf(cut_int8_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ cut_int8_state cut_int8_down(cut_int8_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ cut_int8_part cut_int8_part_down(cut_int8_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long cut_int8_result(cut_int8_state s, unsigned long long)
{
    return s.index;
}

using cut_int8_vector = uint4;

static __device__ __forceinline__ cut_int8_vector cut_int8_load(const signed char *line, const unsigned place)
{
    return __ldg((const cut_int8_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int cut_int8_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int cut_int8_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ cut_int8_part cut_int8_part_of_warp(cut_int8_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = cut_int8_join_parts(p, cut_int8_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ cut_int8_state cut_int8_of_those(cut_int8_state s, const bool has)
{
    const int key = has ? cut_int8_key_of(s.value) : (int)0x80000000, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { cut_int8_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ cut_int8_part cut_int8_take_load(cut_int8_part p, const cut_int8_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        const unsigned n = at / 512 * 4 + i;
        p.key = cut_int8_pairs(cut_int8_pairs(p.key, cut_int8_halves(w, n, 0)), cut_int8_halves(w, n, 1));
    }
    return p;
}

// A load of so many elements, which were loaded one by one.
template <unsigned count> static __device__ __forceinline__ cut_int8_vector cut_int8_packed(const signed char (&x)[count])
{
    unsigned word[4] = {};
#pragma unroll
    for (unsigned i = 0; i < count; i++)
        word[i / 4] |= ((unsigned)x[i] & ~0u >> (32 - 8)) << i % 4 * 8;
    return { word[0], word[1], word[2], word[3] };
}

// What the 4096 elements of a whole leaf make.
static __device__ __forceinline__ cut_int8_part cut_int8_leaf(const signed char *a, const unsigned lane)
{
    cut_int8_part part[1] = {};
    cut_int8_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = cut_int8_load(a + n * 512, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = cut_int8_take_load(part[0], x[n], 128, n * 512);

    part[0] = cut_int8_part_spread(part[0], 0);
    part[0] = cut_int8_part_move(part[0], lane * 16);
    part[0] = cut_int8_part_of_warp(part[0]);
    return cut_int8_part_settle(part[0], 0, 4096);
}

// What the 907 elements of the last leaf make.
static __device__ __forceinline__ cut_int8_part cut_int8_tail(const signed char *a, const unsigned lane)
{
    cut_int8_part part[1] = {};
    cut_int8_vector rest_x;
    if (lane < 24) rest_x = cut_int8_load(a + 512, lane);
    signed char cut_x[11];
#pragma unroll
    for (unsigned i = 0; i < 11; i++)
        if (lane == 24) cut_x[i] = __ldg(a + 896 + i);
    cut_int8_vector x;
    x = cut_int8_load(a, lane);
    part[0] = cut_int8_take_load(part[0], x, 128, 0);
    if (lane < 24) part[0] = cut_int8_take_load(part[0], rest_x, 128, 512);
    if (lane == 24) part[0] = cut_int8_take_load(part[0], cut_int8_packed(cut_x), 88, 512);

    part[0] = cut_int8_part_spread(part[0], 0);
    part[0] = cut_int8_part_move(part[0], lane * 16);
    part[0] = cut_int8_part_of_warp(part[0]);
    return cut_int8_part_settle(part[0], 0, 907);
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ cut_int8_state cut_int8_of_lanes(cut_int8_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return cut_int8_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const cut_int8_state right = cut_int8_down(s, d);
        if (number + d < count) s = cut_int8_join(s, right);
    }
    return s;
#endif
}

static __device__ __forceinline__ void cut_int8_put(int *value, long long *index, const unsigned lane, const cut_int8_state s)
{
    if (lane == 0) {
        *value = s.value;
        *index = s.index;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ cut_int8_state cut_int8_of_states(const int *value, const long long *index, const unsigned lane, const unsigned lanes, const unsigned count)
{
    cut_int8_state s;
    if (lane < count) s = { value[lane], index[lane] };
    return cut_int8_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(64) cut_int8(const signed char *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ int states_value[2];
    __shared__ long long states_index[2];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 2 apart from here on
    if (first < 1) {
        const unsigned at = first * 4096;
        const cut_int8_part leaf = cut_int8_leaf(a + at, lane);
        cut_int8_put(states_value + slot, states_index + slot, lane, cut_int8_of_leaf(leaf, at));
    }
    if (first == 1) {
        const cut_int8_part leaf = cut_int8_tail(a + 4096, lane);
        cut_int8_put(states_value + slot, states_index + slot, lane, cut_int8_of_leaf(leaf, 4096));
    }
    __syncthreads();
    cut_int8_state s;
    if (warp == 0) s = cut_int8_of_states(states_value + slot, states_index + slot, lane, 2, 2);
    if (threadIdx.x == 0) *c = cut_int8_result(s, 5003ull);
}

// cut_uint16: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of uint16, the rows of 1 x 1 x 5003, order fixed
// grid 1, block 128; elements: a 5003, c 1

// What is known of some elements.
struct cut_uint16_state {
    unsigned value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct cut_uint16_part {
    unsigned key = 0;
};

static __device__ __forceinline__ bool cut_uint16_beats(unsigned a, unsigned b)
{
    return a > b;
}

// Elements were counted from `before` elements before the leaf. Where one that is none is found, all `count` are alike.
static __device__ __forceinline__ cut_uint16_part cut_uint16_part_settle(cut_uint16_part p, unsigned before, unsigned count)
{
    const unsigned low = (unsigned)p.key & 0xffffu, number = 0xffffu - low, place = min(max(number, before) - before, count - 1);
    return { (unsigned)(((unsigned)p.key & ~0xffffu) + (0xffffu - place)) };
}

// Element j of a word, number i.
static __device__ __forceinline__ unsigned cut_uint16_key(unsigned word, unsigned j, unsigned i)
{
    return (unsigned)__byte_perm(word, 0xffffu - i, 0x1054 + j * 0x2200);
}

static __device__ __forceinline__ cut_uint16_state cut_uint16_join(cut_uint16_state left, cut_uint16_state right)
{
    const bool equal = !cut_uint16_beats(left.value, right.value);
    return cut_uint16_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ cut_uint16_part cut_uint16_join_parts(cut_uint16_part left, cut_uint16_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ cut_uint16_part cut_uint16_part_move(cut_uint16_part p, unsigned by)
{
    return { p.key - (unsigned)by };
}

static __device__ __forceinline__ cut_uint16_state cut_uint16_of_leaf(cut_uint16_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffu;
    return { p.key >> 16, (long long)(first + (0xffffu - low)) };
}

static __device__ __forceinline__ cut_uint16_state cut_uint16_down(cut_uint16_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ cut_uint16_part cut_uint16_part_down(cut_uint16_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long cut_uint16_result(cut_uint16_state s, unsigned long long)
{
    return s.index;
}

using cut_uint16_vector = uint4;

static __device__ __forceinline__ cut_uint16_vector cut_uint16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const cut_uint16_vector *)line + place);
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ unsigned cut_uint16_key_of(unsigned x)
{
    return x;
}

static __device__ __forceinline__ unsigned cut_uint16_of_key(unsigned key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ cut_uint16_part cut_uint16_part_of_warp(cut_uint16_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_max_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = cut_uint16_join_parts(p, cut_uint16_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ cut_uint16_state cut_uint16_of_those(cut_uint16_state s, const bool has)
{
    const unsigned key = has ? cut_uint16_key_of(s.value) : 0u, best = __reduce_max_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_min_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : ~0u);
    const unsigned low = __reduce_min_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : ~0u);
    return { cut_uint16_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ cut_uint16_part cut_uint16_take_load(cut_uint16_part p, const cut_uint16_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = x[i] & own;
#pragma unroll
        for (unsigned j = 0; j < 2; j++)
            p.key = max(p.key, cut_uint16_key(w, j, at + i * 2 + j));
    }
    return p;
}

// A load of so many elements, which were loaded one by one.
template <unsigned count> static __device__ __forceinline__ cut_uint16_vector cut_uint16_packed(const unsigned short (&x)[count])
{
    unsigned word[4] = {};
#pragma unroll
    for (unsigned i = 0; i < count; i++)
        word[i / 2] |= ((unsigned)x[i] & ~0u >> (32 - 16)) << i % 2 * 16;
    return { word[0], word[1], word[2], word[3] };
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ cut_uint16_part cut_uint16_leaf(const unsigned short *a, const unsigned lane)
{
    cut_uint16_part part[1] = {};
    cut_uint16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = cut_uint16_load(a + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = cut_uint16_take_load(part[0], x[n], 128, n * 256);

    part[0] = cut_uint16_part_move(part[0], lane * 8);
    part[0] = cut_uint16_part_of_warp(part[0]);
    return cut_uint16_part_settle(part[0], 0, 2048);
}

// What the 907 elements of the last leaf make.
static __device__ __forceinline__ cut_uint16_part cut_uint16_tail(const unsigned short *a, const unsigned lane)
{
    cut_uint16_part part[1] = {};
    cut_uint16_vector rest_x;
    if (lane < 17) rest_x = cut_uint16_load(a + 768, lane);
    unsigned short cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 17) cut_x[i] = __ldg(a + 904 + i);
    cut_uint16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = cut_uint16_load(a + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        part[0] = cut_uint16_take_load(part[0], x[n], 128, n * 256);
    if (lane < 17) part[0] = cut_uint16_take_load(part[0], rest_x, 128, 768);
    if (lane == 17) part[0] = cut_uint16_take_load(part[0], cut_uint16_packed(cut_x), 48, 768);

    part[0] = cut_uint16_part_move(part[0], lane * 8);
    part[0] = cut_uint16_part_of_warp(part[0]);
    return cut_uint16_part_settle(part[0], 0, 907);
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ cut_uint16_state cut_uint16_of_lanes(cut_uint16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#if __CUDA_ARCH__ >= 800
    return cut_uint16_of_those(s, threadIdx.x % 32 < lanes && number < count);
#else
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const cut_uint16_state right = cut_uint16_down(s, d);
        if (number + d < count) s = cut_uint16_join(s, right);
    }
    return s;
#endif
}

static __device__ __forceinline__ void cut_uint16_put(unsigned *value, long long *index, const unsigned lane, const cut_uint16_state s)
{
    if (lane == 0) {
        *value = s.value;
        *index = s.index;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ cut_uint16_state cut_uint16_of_states(const unsigned *value, const long long *index, const unsigned lane, const unsigned lanes, const unsigned count)
{
    cut_uint16_state s;
    if (lane < count) s = { value[lane], index[lane] };
    return cut_uint16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) cut_uint16(const unsigned short *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ unsigned states_value[4];
    __shared__ long long states_index[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
    if (first < 2) {
        const unsigned at = first * 2048;
        const cut_uint16_part leaf = cut_uint16_leaf(a + at, lane);
        cut_uint16_put(states_value + slot, states_index + slot, lane, cut_uint16_of_leaf(leaf, at));
    }
    if (first == 2) {
        const cut_uint16_part leaf = cut_uint16_tail(a + 4096, lane);
        cut_uint16_put(states_value + slot, states_index + slot, lane, cut_uint16_of_leaf(leaf, 4096));
    }
    __syncthreads();
    cut_uint16_state s;
    if (warp == 0) s = cut_uint16_of_states(states_value + slot, states_index + slot, lane, 4, 3);
    if (threadIdx.x == 0) *c = cut_uint16_result(s, 5003ull);
}

// packs: reduce family of tilewright 0.1.0, from reduce-rows.json; min of float16, the rows of 1 x 50 x 37, order fixed
// grid 2, block 128; elements: a 1997, c 50

// What is known of some elements.
struct packs_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, whose min is looked for.
struct packs_part {
    unsigned value = 0x7c007c00u;
};

// Ascending from -inf over -0 and +0 to inf; NaN before all.
static __device__ __forceinline__ unsigned packs_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) - 0x7c000001;
}

static __device__ __forceinline__ int packs_ranked(unsigned rank)
{
    const int ordered = (int)(rank + 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

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

static __device__ __forceinline__ packs_state packs_join(packs_state left, packs_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ packs_part packs_join_parts(packs_part left, packs_part right)
{
    return { packs_pairs(left.value, right.value) };
}

static __device__ __forceinline__ packs_state packs_of_leaf(packs_part p, unsigned long long)
{
    const unsigned pair = packs_pairs(p.value, p.value << 16);
    return { packs_rank(pair >> 16) };
}

static __device__ __forceinline__ packs_state packs_down(packs_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ packs_part packs_part_down(packs_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned short packs_result(packs_state s, unsigned long long)
{
    const int bits = packs_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

using packs_vector = uint4;

static __device__ __forceinline__ packs_vector packs_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const packs_vector *)line + place);
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ packs_part packs_take_load(packs_part p, const packs_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x7c007c00u & ~own);
        p.value = packs_pairs(p.value, w);
    }
    return p;
}

// A load of so many elements, which were loaded one by one.
template <unsigned count> static __device__ __forceinline__ packs_vector packs_packed(const unsigned short (&x)[count])
{
    unsigned word[4] = {};
#pragma unroll
    for (unsigned i = 0; i < count; i++)
        word[i / 2] |= ((unsigned)x[i] & ~0u >> (32 - 16)) << i % 2 * 16;
    return { word[0], word[1], word[2], word[3] };
}

// What the 37 elements of each row make.
static __device__ __forceinline__ void packs_rows(const unsigned short *a, const unsigned lane, const unsigned *from, packs_part *result)
{
    packs_vector rest_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        if (lane < 4) rest_x[k] = packs_load(a + from[k], lane);
    unsigned short cut_x[2][5];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned i = 0; i < 5; i++)
            if (lane == 4) cut_x[k][i] = __ldg(a + from[k] + 32 + i);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        packs_part part[1] = {};
        if (lane < 4) part[0] = packs_take_load(part[0], rest_x[k], 128);
        if (lane == 4) part[0] = packs_take_load(part[0], packs_packed(cut_x[k]), 80);

#pragma unroll
        for (unsigned d = 1; d < 8; d *= 2) {
            const packs_part right = packs_part_down(part[0], d);
            if ((lane + d) * 8 < 37) part[0] = packs_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(128) packs(const unsigned short *__restrict__ a, unsigned short *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 32 + threadIdx.x / 8;
    unsigned from[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++) from[k] = min(row + k * 16, 49u) * 40;
    packs_part part[2];
    packs_rows(a, lane, from, part);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const packs_state s = packs_of_leaf(part[k], 0);
        if (lane == 0 && row + k * 16 < 50u) c[row + k * 16] = packs_result(s, 37ull);
    }
}

// words: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 50 x 777, order fixed
// grid 50, block 32; elements: a 38850, c 50

// What is known of some elements.
struct words_state {
    float value;
};

using words_part = words_state; // what is known of some elements of one leaf

static __device__ __forceinline__ words_part words_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ words_part words_take(words_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ words_state words_join(words_state left, words_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ words_part words_join_parts(words_part left, words_part right)
{
    return words_join(left, right);
}

static __device__ __forceinline__ words_state words_of_leaf(words_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ words_state words_down(words_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ words_part words_part_down(words_part p, unsigned lanes)
{
    return words_down(p, lanes);
}

static __device__ __forceinline__ words_part words_part_of(words_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.value, lane, lanes) };
}

static __device__ __forceinline__ float words_result(words_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using words_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned words_shift(const float *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *words_chunks(const float *row)
{
    return (const uint4 *)((const char *)row - words_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 words_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    const uint2 front = __ldg((const uint2 *)end);
    x.x = front.x;
    x.y = front.y;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 words_line(const float *row, const unsigned chunk)
{
    return __ldg(words_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 words_next(const float *behind)
{
    uint4 x;
    if (words_shift(behind) > 0) x = __ldg(words_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned words_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 words_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(words_splice(x.x, next.x, bits), words_splice(x.y, next.y, bits - 32), words_splice(x.z, next.z, bits - 64), words_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void words_rotate(words_part (&part)[4], const unsigned place, const unsigned shift)
{
    words_part all[2 * 4];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        all[i] = part[i];
        all[4 + i] = words_part_of(part[i], (place + 1) % 32, 32);
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
static __device__ __forceinline__ uint4 words_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x;
    return make_uint4(one ? b : a, one ? c : b, one ? d : c, one ? e : d);
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 words_load_last(const float *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = words_shift(line);
    const uint4 *chunk = words_chunks(line) + place;
    uint4 x, y;
    if (place * 4 < elements) x = words_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 4 + shift) y = words_chunk(chunk + 1, end);
    return words_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ float words_element(const words_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 777 elements of a row make.
static __device__ __forceinline__ words_part words_row(const float *a, const unsigned lane, const uint4 *end_a)
{
    words_part part[4];
    words_vector rest_x;
    rest_x = words_load_last(a + 768, lane, 9, end_a);
    words_vector x[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        x[n] = words_line(a, (n) * 32 + lane);
    words_vector next_x;
    if (lane == 0) next_x = words_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        x[n] = words_spliced(x[n], n + 1 < 6 ? x[n + 1] : next_x, lane, words_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? words_first(words_element(x[n], i), n * 128 + lane * 4 + i)
                : words_take(part[i], words_element(x[n], i), n * 128 + lane * 4 + i);
    words_rotate(part, lane, words_shift(a) / 4);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if ((lane) * 4 + i < 9) part[i] = words_take(part[i], words_element(rest_x, i), 768 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = words_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const words_part right = words_part_down(part[0], d);
        part[0] = words_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) words(const float *__restrict__ a, float *c)
{
    const uint4 *const end_a = (const uint4 *)a + 9712;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 777;
    const words_part part = words_row(a + from, lane, end_a);
    const words_state s = words_of_leaf(part, 0);
    if (lane == 0) c[row] = words_result(s, 777ull);
}

// halves_float16_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; max of float16, the rows of 1 x 50 x 509, order fixed
// grid 50, block 32; elements: a 25450, c 50

// What is known of some elements.
struct halves_float16_leaves1_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, whose max is looked for.
struct halves_float16_leaves1_part {
    unsigned value = 0xfc00fc00u;
};

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned halves_float16_leaves1_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7c000001;
}

static __device__ __forceinline__ int halves_float16_leaves1_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ unsigned halves_float16_leaves1_pairs(unsigned a, unsigned b)
{
#if __CUDA_ARCH__ >= 800
    unsigned pair;
    asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(pair) : "r"(a), "r"(b));
    return pair;
#else
    const unsigned low = max(halves_float16_leaves1_rank((unsigned short)a), halves_float16_leaves1_rank((unsigned short)b)), high = max(halves_float16_leaves1_rank(a >> 16), halves_float16_leaves1_rank(b >> 16));
    return (unsigned)halves_float16_leaves1_ranked(low) >> 16 | ((unsigned)halves_float16_leaves1_ranked(high) & 0xffff0000u);
#endif
}

static __device__ __forceinline__ halves_float16_leaves1_state halves_float16_leaves1_join(halves_float16_leaves1_state left, halves_float16_leaves1_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ halves_float16_leaves1_part halves_float16_leaves1_join_parts(halves_float16_leaves1_part left, halves_float16_leaves1_part right)
{
    return { halves_float16_leaves1_pairs(left.value, right.value) };
}

static __device__ __forceinline__ halves_float16_leaves1_state halves_float16_leaves1_of_leaf(halves_float16_leaves1_part p, unsigned long long)
{
    const unsigned pair = halves_float16_leaves1_pairs(p.value, p.value << 16);
    return { halves_float16_leaves1_rank(pair >> 16) };
}

static __device__ __forceinline__ halves_float16_leaves1_state halves_float16_leaves1_down(halves_float16_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ halves_float16_leaves1_part halves_float16_leaves1_part_down(halves_float16_leaves1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned short halves_float16_leaves1_result(halves_float16_leaves1_state s, unsigned long long)
{
    const int bits = halves_float16_leaves1_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

using halves_float16_leaves1_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned halves_float16_leaves1_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *halves_float16_leaves1_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - halves_float16_leaves1_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 halves_float16_leaves1_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 halves_float16_leaves1_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(halves_float16_leaves1_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned halves_float16_leaves1_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 halves_float16_leaves1_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(halves_float16_leaves1_splice(x.x, next.x, bits), halves_float16_leaves1_splice(x.y, next.y, bits - 32), halves_float16_leaves1_splice(x.z, next.z, bits - 64), halves_float16_leaves1_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 halves_float16_leaves1_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0xfc00fc00u;
    return halves_float16_leaves1_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 halves_float16_leaves1_more_last(const unsigned short *line, const unsigned elements, const uint4 *end)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (halves_float16_leaves1_shift(line) + elements * 2 > lanes * 16)
        x = halves_float16_leaves1_chunk(halves_float16_leaves1_chunks(line) + lanes, end);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 halves_float16_leaves1_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = halves_float16_leaves1_shift(line);
    const uint4 *chunk = halves_float16_leaves1_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 2 + shift) x = halves_float16_leaves1_chunk(chunk, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ halves_float16_leaves1_part halves_float16_leaves1_take_load(halves_float16_leaves1_part p, const halves_float16_leaves1_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xfc00fc00u & ~own);
        p.value = halves_float16_leaves1_pairs(p.value, w);
    }
    return p;
}

// What the 509 elements of a row make.
static __device__ __forceinline__ halves_float16_leaves1_part halves_float16_leaves1_row(const unsigned short *a, const unsigned lane, const uint4 *end_a)
{
    halves_float16_leaves1_part part[1] = {};
    halves_float16_leaves1_vector rest_x;
    rest_x = halves_float16_leaves1_load_last(a + 256, lane, 253, end_a);
    halves_float16_leaves1_vector more_x;
    if (lane == 0) more_x = halves_float16_leaves1_more_last(a + 256, 253, end_a);
    halves_float16_leaves1_vector x;
    x = halves_float16_leaves1_line(a, (0) * 32 + lane);
    x = halves_float16_leaves1_front(x, lane, halves_float16_leaves1_shift(a));
    part[0] = halves_float16_leaves1_take_load(part[0], x, 128);
    part[0] = halves_float16_leaves1_take_load(part[0], rest_x, ((int)253 - (int)(lane) * 8) * 16 + (int)halves_float16_leaves1_shift(a) * 8);
    if (lane == 0) part[0] = halves_float16_leaves1_take_load(part[0], more_x, -48 + (int)halves_float16_leaves1_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const halves_float16_leaves1_part right = halves_float16_leaves1_part_down(part[0], d);
        part[0] = halves_float16_leaves1_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) halves_float16_leaves1(const unsigned short *__restrict__ a, unsigned short *c)
{
    const uint4 *const end_a = (const uint4 *)a + 3181;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 509;
    const halves_float16_leaves1_part part = halves_float16_leaves1_row(a + from, lane, end_a);
    const halves_float16_leaves1_state s = halves_float16_leaves1_of_leaf(part, 0);
    if (lane == 0) c[row] = halves_float16_leaves1_result(s, 509ull);
}

// halves_float16_leaves2: reduce family of tilewright 0.1.0, from reduce-rows.json; max of float16, the rows of 1 x 50 x 509, order fixed
// grid 25, block 32; elements: a 25450, c 50

// What is known of some elements.
struct halves_float16_leaves2_state {
    unsigned value;
};

// What is known of some elements of one leaf: two values, whose max is looked for.
struct halves_float16_leaves2_part {
    unsigned value = 0xfc00fc00u;
};

// Ascending from -inf over -0 and +0 to inf; NaN behind all.
static __device__ __forceinline__ unsigned halves_float16_leaves2_rank(unsigned short x)
{
    const int bits = (int)((unsigned)x << 16);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) + 0x7c000001;
}

static __device__ __forceinline__ int halves_float16_leaves2_ranked(unsigned rank)
{
    const int ordered = (int)(rank - 0x7c000001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ unsigned halves_float16_leaves2_pairs(unsigned a, unsigned b)
{
#if __CUDA_ARCH__ >= 800
    unsigned pair;
    asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(pair) : "r"(a), "r"(b));
    return pair;
#else
    const unsigned low = max(halves_float16_leaves2_rank((unsigned short)a), halves_float16_leaves2_rank((unsigned short)b)), high = max(halves_float16_leaves2_rank(a >> 16), halves_float16_leaves2_rank(b >> 16));
    return (unsigned)halves_float16_leaves2_ranked(low) >> 16 | ((unsigned)halves_float16_leaves2_ranked(high) & 0xffff0000u);
#endif
}

static __device__ __forceinline__ halves_float16_leaves2_state halves_float16_leaves2_join(halves_float16_leaves2_state left, halves_float16_leaves2_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ halves_float16_leaves2_part halves_float16_leaves2_join_parts(halves_float16_leaves2_part left, halves_float16_leaves2_part right)
{
    return { halves_float16_leaves2_pairs(left.value, right.value) };
}

static __device__ __forceinline__ halves_float16_leaves2_state halves_float16_leaves2_of_leaf(halves_float16_leaves2_part p, unsigned long long)
{
    const unsigned pair = halves_float16_leaves2_pairs(p.value, p.value << 16);
    return { halves_float16_leaves2_rank(pair >> 16) };
}

static __device__ __forceinline__ halves_float16_leaves2_state halves_float16_leaves2_down(halves_float16_leaves2_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ halves_float16_leaves2_part halves_float16_leaves2_part_down(halves_float16_leaves2_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ unsigned short halves_float16_leaves2_result(halves_float16_leaves2_state s, unsigned long long)
{
    const int bits = halves_float16_leaves2_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7c000001 ? (unsigned short)0x7fff : (unsigned short)((unsigned)bits >> 16);
}

using halves_float16_leaves2_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned halves_float16_leaves2_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *halves_float16_leaves2_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - halves_float16_leaves2_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 halves_float16_leaves2_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 halves_float16_leaves2_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(halves_float16_leaves2_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned halves_float16_leaves2_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 halves_float16_leaves2_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(halves_float16_leaves2_splice(x.x, next.x, bits), halves_float16_leaves2_splice(x.y, next.y, bits - 32), halves_float16_leaves2_splice(x.z, next.z, bits - 64), halves_float16_leaves2_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 halves_float16_leaves2_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0xfc00fc00u;
    return halves_float16_leaves2_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 halves_float16_leaves2_more_last(const unsigned short *line, const unsigned elements, const uint4 *end)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (halves_float16_leaves2_shift(line) + elements * 2 > lanes * 16)
        x = halves_float16_leaves2_chunk(halves_float16_leaves2_chunks(line) + lanes, end);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 halves_float16_leaves2_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = halves_float16_leaves2_shift(line);
    const uint4 *chunk = halves_float16_leaves2_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 2 + shift) x = halves_float16_leaves2_chunk(chunk, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ halves_float16_leaves2_part halves_float16_leaves2_take_load(halves_float16_leaves2_part p, const halves_float16_leaves2_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0xfc00fc00u & ~own);
        p.value = halves_float16_leaves2_pairs(p.value, w);
    }
    return p;
}

// What the 509 elements of each row make.
static __device__ __forceinline__ void halves_float16_leaves2_rows(const unsigned short *a, const unsigned lane, const uint4 *end_a, const unsigned *from, halves_float16_leaves2_part *result)
{
    halves_float16_leaves2_vector rest_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        rest_x[k] = halves_float16_leaves2_load_last(a + from[k] + 256, lane, 253, end_a);
    halves_float16_leaves2_vector more_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        if (lane == 0) more_x[k] = halves_float16_leaves2_more_last(a + from[k] + 256, 253, end_a);
    halves_float16_leaves2_vector x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k] = halves_float16_leaves2_line(a + from[k], (0) * 32 + lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        x[k] = halves_float16_leaves2_front(x[k], lane, halves_float16_leaves2_shift(a + from[k]));
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        halves_float16_leaves2_part part[1] = {};
        part[0] = halves_float16_leaves2_take_load(part[0], x[k], 128);
        part[0] = halves_float16_leaves2_take_load(part[0], rest_x[k], ((int)253 - (int)(lane) * 8) * 16 + (int)halves_float16_leaves2_shift(a + from[k]) * 8);
        if (lane == 0) part[0] = halves_float16_leaves2_take_load(part[0], more_x[k], -48 + (int)halves_float16_leaves2_shift(a + from[k]) * 8);

#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const halves_float16_leaves2_part right = halves_float16_leaves2_part_down(part[0], d);
            part[0] = halves_float16_leaves2_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) halves_float16_leaves2(const unsigned short *__restrict__ a, unsigned short *c)
{
    const uint4 *const end_a = (const uint4 *)a + 3181;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 2 + threadIdx.x / 32;
    unsigned from[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++) from[k] = (row + k * 1) * 509;
    halves_float16_leaves2_part part[2];
    halves_float16_leaves2_rows(a, lane, end_a, from, part);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const halves_float16_leaves2_state s = halves_float16_leaves2_of_leaf(part[k], 0);
        if (lane == 0) c[row + k * 1] = halves_float16_leaves2_result(s, 509ull);
    }
}

// halves_int8_leaves1: reduce family of tilewright 0.1.0, from reduce-rows.json; max of int8, the rows of 1 x 50 x 509, order fixed
// grid 50, block 32; elements: a 25450, c 50

// What is known of some elements.
struct halves_int8_leaves1_state {
    int value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose max is looked for.
struct halves_int8_leaves1_part {
    unsigned value = 0x80808080u;
};

static __device__ __forceinline__ unsigned halves_int8_leaves1_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ halves_int8_leaves1_state halves_int8_leaves1_join(halves_int8_leaves1_state left, halves_int8_leaves1_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ halves_int8_leaves1_part halves_int8_leaves1_join_parts(halves_int8_leaves1_part left, halves_int8_leaves1_part right)
{
    return { halves_int8_leaves1_pairs(left.value, right.value) };
}

static __device__ __forceinline__ halves_int8_leaves1_state halves_int8_leaves1_of_leaf(halves_int8_leaves1_part p, unsigned long long)
{
    const unsigned pair = halves_int8_leaves1_pairs(p.value, p.value << 16);
    return { (int)pair >> 24 };
}

static __device__ __forceinline__ halves_int8_leaves1_state halves_int8_leaves1_down(halves_int8_leaves1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ halves_int8_leaves1_part halves_int8_leaves1_part_down(halves_int8_leaves1_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ signed char halves_int8_leaves1_result(halves_int8_leaves1_state s, unsigned long long)
{
    return s.value;
}

using halves_int8_leaves1_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned halves_int8_leaves1_shift(const signed char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *halves_int8_leaves1_chunks(const signed char *row)
{
    return (const uint4 *)((const char *)row - halves_int8_leaves1_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 halves_int8_leaves1_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    const uint2 front = __ldg((const uint2 *)end);
    x.x = front.x;
    x.y = front.y;
    x.z |= (unsigned)__ldg((const unsigned short *)end + 4) << 0;
    return x;
}

static __device__ __forceinline__ unsigned halves_int8_leaves1_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 halves_int8_leaves1_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(halves_int8_leaves1_splice(x.x, next.x, bits), halves_int8_leaves1_splice(x.y, next.y, bits - 32), halves_int8_leaves1_splice(x.z, next.z, bits - 64), halves_int8_leaves1_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 halves_int8_leaves1_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0x80808080u;
    return halves_int8_leaves1_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 halves_int8_leaves1_more_last(const signed char *line, const unsigned elements, const uint4 *end)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (halves_int8_leaves1_shift(line) + elements * 1 > lanes * 16)
        x = halves_int8_leaves1_chunk(halves_int8_leaves1_chunks(line) + lanes, end);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 halves_int8_leaves1_load_last(const signed char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = halves_int8_leaves1_shift(line);
    const uint4 *chunk = halves_int8_leaves1_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = halves_int8_leaves1_chunk(chunk, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ halves_int8_leaves1_part halves_int8_leaves1_take_load(halves_int8_leaves1_part p, const halves_int8_leaves1_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        p.value = halves_int8_leaves1_pairs(halves_int8_leaves1_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 509 elements of a row make.
static __device__ __forceinline__ halves_int8_leaves1_part halves_int8_leaves1_row(const signed char *a, const unsigned lane, const uint4 *end_a)
{
    halves_int8_leaves1_part part[1] = {};
    halves_int8_leaves1_vector rest_x;
    rest_x = halves_int8_leaves1_load_last(a, lane, 509, end_a);
    halves_int8_leaves1_vector more_x;
    if (lane == 0) more_x = halves_int8_leaves1_more_last(a, 509, end_a);
    rest_x = halves_int8_leaves1_front(rest_x, lane, halves_int8_leaves1_shift(a));
    part[0] = halves_int8_leaves1_take_load(part[0], rest_x, ((int)509 - (int)(lane) * 16) * 8 + (int)halves_int8_leaves1_shift(a) * 8);
    if (lane == 0) part[0] = halves_int8_leaves1_take_load(part[0], more_x, -24 + (int)halves_int8_leaves1_shift(a) * 8);

#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const halves_int8_leaves1_part right = halves_int8_leaves1_part_down(part[0], d);
        part[0] = halves_int8_leaves1_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) halves_int8_leaves1(const signed char *__restrict__ a, signed char *c)
{
    const uint4 *const end_a = (const uint4 *)a + 1590;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 509;
    const halves_int8_leaves1_part part = halves_int8_leaves1_row(a + from, lane, end_a);
    const halves_int8_leaves1_state s = halves_int8_leaves1_of_leaf(part, 0);
    if (lane == 0) c[row] = halves_int8_leaves1_result(s, 509ull);
}

// halves_int8_leaves2: reduce family of tilewright 0.1.0, from reduce-rows.json; max of int8, the rows of 1 x 50 x 509, order fixed
// grid 25, block 32; elements: a 25450, c 50

// What is known of some elements.
struct halves_int8_leaves2_state {
    int value;
};

// What is known of some elements of one leaf: two values, each above a byte of any, whose max is looked for.
struct halves_int8_leaves2_part {
    unsigned value = 0x80808080u;
};

static __device__ __forceinline__ unsigned halves_int8_leaves2_pairs(unsigned a, unsigned b)
{
    return __vmaxs2(a, b);
}

static __device__ __forceinline__ halves_int8_leaves2_state halves_int8_leaves2_join(halves_int8_leaves2_state left, halves_int8_leaves2_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ halves_int8_leaves2_part halves_int8_leaves2_join_parts(halves_int8_leaves2_part left, halves_int8_leaves2_part right)
{
    return { halves_int8_leaves2_pairs(left.value, right.value) };
}

static __device__ __forceinline__ halves_int8_leaves2_state halves_int8_leaves2_of_leaf(halves_int8_leaves2_part p, unsigned long long)
{
    const unsigned pair = halves_int8_leaves2_pairs(p.value, p.value << 16);
    return { (int)pair >> 24 };
}

static __device__ __forceinline__ halves_int8_leaves2_state halves_int8_leaves2_down(halves_int8_leaves2_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ halves_int8_leaves2_part halves_int8_leaves2_part_down(halves_int8_leaves2_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ signed char halves_int8_leaves2_result(halves_int8_leaves2_state s, unsigned long long)
{
    return s.value;
}

using halves_int8_leaves2_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned halves_int8_leaves2_shift(const signed char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *halves_int8_leaves2_chunks(const signed char *row)
{
    return (const uint4 *)((const char *)row - halves_int8_leaves2_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 halves_int8_leaves2_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    const uint2 front = __ldg((const uint2 *)end);
    x.x = front.x;
    x.y = front.y;
    x.z |= (unsigned)__ldg((const unsigned short *)end + 4) << 0;
    return x;
}

static __device__ __forceinline__ unsigned halves_int8_leaves2_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 halves_int8_leaves2_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(halves_int8_leaves2_splice(x.x, next.x, bits), halves_int8_leaves2_splice(x.y, next.y, bits - 32), halves_int8_leaves2_splice(x.z, next.z, bits - 64), halves_int8_leaves2_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 halves_int8_leaves2_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0x80808080u;
    return halves_int8_leaves2_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The chunk behind those of all lanes, if it has some of the `elements` from `line` on.
static __device__ __forceinline__ uint4 halves_int8_leaves2_more_last(const signed char *line, const unsigned elements, const uint4 *end)
{
    const unsigned lanes = elements > 0 ? 32 : 0;
    uint4 x;
    if (halves_int8_leaves2_shift(line) + elements * 1 > lanes * 16)
        x = halves_int8_leaves2_chunk(halves_int8_leaves2_chunks(line) + lanes, end);
    return x;
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 halves_int8_leaves2_load_last(const signed char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = halves_int8_leaves2_shift(line);
    const uint4 *chunk = halves_int8_leaves2_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = halves_int8_leaves2_chunk(chunk, end);
    return x;
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ halves_int8_leaves2_part halves_int8_leaves2_take_load(halves_int8_leaves2_part p, const halves_int8_leaves2_vector from, const int bits)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        p.value = halves_int8_leaves2_pairs(halves_int8_leaves2_pairs(p.value, w), w << 8);
    }
    return p;
}

// What the 509 elements of each row make.
static __device__ __forceinline__ void halves_int8_leaves2_rows(const signed char *a, const unsigned lane, const uint4 *end_a, const unsigned *from, halves_int8_leaves2_part *result)
{
    halves_int8_leaves2_vector rest_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        rest_x[k] = halves_int8_leaves2_load_last(a + from[k], lane, 509, end_a);
    halves_int8_leaves2_vector more_x[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
        if (lane == 0) more_x[k] = halves_int8_leaves2_more_last(a + from[k], 509, end_a);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        halves_int8_leaves2_part part[1] = {};
        rest_x[k] = halves_int8_leaves2_front(rest_x[k], lane, halves_int8_leaves2_shift(a + from[k]));
        part[0] = halves_int8_leaves2_take_load(part[0], rest_x[k], ((int)509 - (int)(lane) * 16) * 8 + (int)halves_int8_leaves2_shift(a + from[k]) * 8);
        if (lane == 0) part[0] = halves_int8_leaves2_take_load(part[0], more_x[k], -24 + (int)halves_int8_leaves2_shift(a + from[k]) * 8);

#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const halves_int8_leaves2_part right = halves_int8_leaves2_part_down(part[0], d);
            part[0] = halves_int8_leaves2_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(32) halves_int8_leaves2(const signed char *__restrict__ a, signed char *c)
{
    const uint4 *const end_a = (const uint4 *)a + 1590;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 2 + threadIdx.x / 32;
    unsigned from[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++) from[k] = (row + k * 1) * 509;
    halves_int8_leaves2_part part[2];
    halves_int8_leaves2_rows(a, lane, end_a, from, part);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const halves_int8_leaves2_state s = halves_int8_leaves2_of_leaf(part[k], 0);
        if (lane == 0) c[row + k * 1] = halves_int8_leaves2_result(s, 509ull);
    }
}

// places: reduce family of tilewright 0.1.0, from reduce-rows.json; argmin of int8, the rows of 1 x 50 x 777, order fixed
// grid 50, block 32; elements: a 38850, c 50

// What is known of some elements.
struct places_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct places_part {
    int key = 0x7fff7fff;
};

static __device__ __forceinline__ unsigned places_pairs(unsigned a, unsigned b)
{
    return __vmins2(a, b);
}

static __device__ __forceinline__ bool places_beats(int a, int b)
{
    return a < b;
}

// Elements were counted from `before` elements before the leaf. Where one that is none is found, all `count` are alike.
static __device__ __forceinline__ places_part places_part_settle(places_part p, unsigned before, unsigned count)
{
    const unsigned low = (unsigned)p.key & 0xffffffu, number = 0xffffffu - low, place = min(max(number, before) - before, count - 1);
    return { (int)(((unsigned)p.key & ~0xffffffu) + (0xffffffu - place)) };
}

// Two of the elements of a lane's word number n, each above its number there: the first and the third, or with `odd` 1
// the others.
static __device__ __forceinline__ unsigned places_halves(unsigned word, unsigned n, unsigned odd)
{
    const unsigned number = 2 * n + odd;
    return __byte_perm(word, 255 - number, 0x2404 + odd * 0x1010);
}

// The key of one half, of which `number` is what is below the value: the element is one of the word's last two, or not.
static __device__ __forceinline__ int places_half_key(unsigned value, unsigned number, unsigned last)
{
    const unsigned n = 255 - number, i = n + (n & ~1u) + last, at = i + i / 16 * (512 - 16);
    return (int)((value & 0xff000000u) + (0xffffffu - at));
}

// What a lane has taken as a key of its own: elements are counted as those of its row from the lane's first, or from
// number `first`.
static __device__ __forceinline__ places_part places_part_spread(places_part p, unsigned first)
{
    const unsigned halves = (unsigned)p.key;
    return { min(places_half_key(halves << 16, halves & 255, 0), places_half_key(halves, halves >> 16 & 255, 2)) - (int)first };
}

static __device__ __forceinline__ places_state places_join(places_state left, places_state right)
{
    const bool equal = !places_beats(left.value, right.value);
    return places_beats(right.value, left.value) || (equal && right.index > left.index) ? right : left;
}

static __device__ __forceinline__ places_part places_join_parts(places_part left, places_part right)
{
    return { min(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ places_part places_part_move(places_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ places_state places_of_leaf(places_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ places_state places_down(places_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ places_part places_part_down(places_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long places_result(places_state s, unsigned long long)
{
    return s.index;
}

using places_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned places_shift(const signed char *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *places_chunks(const signed char *row)
{
    return (const uint4 *)((const char *)row - places_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 places_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned short *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 places_line(const signed char *row, const unsigned chunk)
{
    return __ldg(places_chunks(row) + chunk);
}

static __device__ __forceinline__ unsigned places_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 places_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(places_splice(x.x, next.x, bits), places_splice(x.y, next.y, bits - 32), places_splice(x.z, next.z, bits - 64), places_splice(x.w, next.w, bits - 96));
}

// What lane 0 has before the row is no element.
static __device__ __forceinline__ uint4 places_front(const uint4 x, const unsigned place, const unsigned shift)
{
    const unsigned none = 0x7f7f7f7fu;
    return places_spliced(x, make_uint4(none, none, none, none), place, shift);
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 places_load_last(const signed char *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = places_shift(line);
    const uint4 *chunk = places_chunks(line) + place;
    uint4 x;
    if (place * 16 < elements * 1 + shift) x = places_chunk(chunk, end);
    return x;
}

// Integers that ascend with values; zeros are equal, and so are NaNs, which are before all others.
static __device__ __forceinline__ int places_key_of(int x)
{
    return x;
}

static __device__ __forceinline__ int places_of_key(int key)
{
    return key;
}

// What the parts of all lanes make.
static __device__ __forceinline__ places_part places_part_of_warp(places_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_min_sync(0xffffffffu, p.key) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = places_join_parts(p, places_part_down(p, d));
    return p;
#endif
}

#if __CUDA_ARCH__ >= 800
// What the states of those lanes make that have one.
static __device__ __forceinline__ places_state places_of_those(places_state s, const bool has)
{
    const int key = has ? places_key_of(s.value) : 0x7fffffff, best = __reduce_min_sync(0xffffffffu, key);
    const bool is_best = has && key == best;
    const unsigned high = __reduce_max_sync(0xffffffffu, is_best ? (unsigned)(s.index >> 32) : 0u);
    const unsigned low = __reduce_max_sync(0xffffffffu, is_best && (unsigned)(s.index >> 32) == high ? (unsigned)s.index : 0u);
    return { places_of_key(best), (long long)((unsigned long long)high << 32 | low) };
}
#endif

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ places_part places_take_load(places_part p, const places_vector from, const int bits, const unsigned at)
{
    const unsigned x[] = { from.x, from.y, from.z, from.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x7f7f7f7fu & ~own);
        const unsigned n = at / 512 * 4 + i;
        p.key = places_pairs(places_pairs(p.key, places_halves(w, n, 0)), places_halves(w, n, 1));
    }
    return p;
}

// What the 777 elements of a row make.
static __device__ __forceinline__ places_part places_row(const signed char *a, const unsigned lane, const uint4 *end_a)
{
    places_part part[1] = {};
    places_vector rest_x;
    rest_x = places_load_last(a + 512, lane, 265, end_a);
    places_vector x;
    x = places_line(a, (0) * 32 + lane);
    x = places_front(x, lane, places_shift(a));
    part[0] = places_take_load(part[0], x, 128, 0);
    part[0] = places_take_load(part[0], rest_x, ((int)265 - (int)(lane) * 16) * 8 + (int)places_shift(a) * 8, 512);

    part[0] = places_part_spread(part[0], 0);
    part[0] = places_part_move(part[0], lane * 16);
    part[0] = places_part_of_warp(part[0]);
    return places_part_settle(part[0], places_shift(a) / 1, 777);
}

extern "C" __global__ void __launch_bounds__(32) places(const signed char *__restrict__ a, long long *c)
{
    const uint4 *const end_a = (const uint4 *)a + 2428;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 777;
    const places_part part = places_row(a + from, lane, end_a);
    const places_state s = places_of_leaf(part, 0);
    if (lane == 0) c[row] = places_result(s, 777ull);
}

// one_sum_cols1: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 1, order fixed
// grid 1, block 128; elements: a 1, c 1

// What is known of some elements.
struct one_sum_cols1_state {
    float value;
};

using one_sum_cols1_part = one_sum_cols1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_sum_cols1_part one_sum_cols1_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ one_sum_cols1_part one_sum_cols1_take(one_sum_cols1_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ one_sum_cols1_state one_sum_cols1_join(one_sum_cols1_state left, one_sum_cols1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_sum_cols1_part one_sum_cols1_join_parts(one_sum_cols1_part left, one_sum_cols1_part right)
{
    return one_sum_cols1_join(left, right);
}

static __device__ __forceinline__ one_sum_cols1_state one_sum_cols1_of_leaf(one_sum_cols1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_sum_cols1_state one_sum_cols1_down(one_sum_cols1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_sum_cols1_part one_sum_cols1_part_down(one_sum_cols1_part p, unsigned lanes)
{
    return one_sum_cols1_down(p, lanes);
}

static __device__ __forceinline__ float one_sum_cols1_result(one_sum_cols1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_sum_cols1_vector = uint4;

static __device__ __forceinline__ one_sum_cols1_vector one_sum_cols1_load(const float *line, const unsigned place)
{
    return __ldg((const one_sum_cols1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_sum_cols1_element(const one_sum_cols1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1 elements of a row make.
static __device__ __forceinline__ one_sum_cols1_part one_sum_cols1_row(const float *a)
{
    one_sum_cols1_part part[4];
    float cut_x[1];
    cut_x[0] = __ldg(a);
    part[0] = one_sum_cols1_first(cut_x[0], 0);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && i + d < 1) part[i] = one_sum_cols1_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) one_sum_cols1(const float *__restrict__ a, float *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 1;
    const one_sum_cols1_part part = one_sum_cols1_row(a + from);
    const one_sum_cols1_state s = one_sum_cols1_of_leaf(part, 0);
    if (row < 1u) c[row] = one_sum_cols1_result(s, 1ull);
}

// one_sum_cols3: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 3, order fixed
// grid 1, block 128; elements: a 3, c 1

// What is known of some elements.
struct one_sum_cols3_state {
    float value;
};

using one_sum_cols3_part = one_sum_cols3_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_sum_cols3_part one_sum_cols3_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ one_sum_cols3_part one_sum_cols3_take(one_sum_cols3_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ one_sum_cols3_state one_sum_cols3_join(one_sum_cols3_state left, one_sum_cols3_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_sum_cols3_part one_sum_cols3_join_parts(one_sum_cols3_part left, one_sum_cols3_part right)
{
    return one_sum_cols3_join(left, right);
}

static __device__ __forceinline__ one_sum_cols3_state one_sum_cols3_of_leaf(one_sum_cols3_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_sum_cols3_state one_sum_cols3_down(one_sum_cols3_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_sum_cols3_part one_sum_cols3_part_down(one_sum_cols3_part p, unsigned lanes)
{
    return one_sum_cols3_down(p, lanes);
}

static __device__ __forceinline__ float one_sum_cols3_result(one_sum_cols3_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_sum_cols3_vector = uint4;

static __device__ __forceinline__ one_sum_cols3_vector one_sum_cols3_load(const float *line, const unsigned place)
{
    return __ldg((const one_sum_cols3_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_sum_cols3_element(const one_sum_cols3_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 3 elements of a row make.
static __device__ __forceinline__ one_sum_cols3_part one_sum_cols3_row(const float *a)
{
    one_sum_cols3_part part[4];
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        cut_x[i] = __ldg(a + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        part[i] = one_sum_cols3_first(cut_x[i], i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && i + d < 3) part[i] = one_sum_cols3_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) one_sum_cols3(const float *__restrict__ a, float *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 3;
    const one_sum_cols3_part part = one_sum_cols3_row(a + from);
    const one_sum_cols3_state s = one_sum_cols3_of_leaf(part, 0);
    if (row < 1u) c[row] = one_sum_cols3_result(s, 3ull);
}

// one_sum_cols600: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 600, order fixed
// grid 1, block 32; elements: a 600, c 1

// What is known of some elements.
struct one_sum_cols600_state {
    float value;
};

using one_sum_cols600_part = one_sum_cols600_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_sum_cols600_part one_sum_cols600_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ one_sum_cols600_part one_sum_cols600_take(one_sum_cols600_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ one_sum_cols600_state one_sum_cols600_join(one_sum_cols600_state left, one_sum_cols600_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_sum_cols600_part one_sum_cols600_join_parts(one_sum_cols600_part left, one_sum_cols600_part right)
{
    return one_sum_cols600_join(left, right);
}

static __device__ __forceinline__ one_sum_cols600_state one_sum_cols600_of_leaf(one_sum_cols600_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_sum_cols600_state one_sum_cols600_down(one_sum_cols600_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_sum_cols600_part one_sum_cols600_part_down(one_sum_cols600_part p, unsigned lanes)
{
    return one_sum_cols600_down(p, lanes);
}

static __device__ __forceinline__ float one_sum_cols600_result(one_sum_cols600_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_sum_cols600_vector = uint4;

static __device__ __forceinline__ one_sum_cols600_vector one_sum_cols600_load(const float *line, const unsigned place)
{
    return __ldg((const one_sum_cols600_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_sum_cols600_element(const one_sum_cols600_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 600 elements of a row make.
static __device__ __forceinline__ one_sum_cols600_part one_sum_cols600_row(const float *a, const unsigned lane)
{
    one_sum_cols600_part part[4];
    one_sum_cols600_vector rest_x;
    if (lane < 22) rest_x = one_sum_cols600_load(a + 512, lane);
    one_sum_cols600_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = one_sum_cols600_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? one_sum_cols600_first(one_sum_cols600_element(x[n], i), n * 128 + lane * 4 + i)
                : one_sum_cols600_take(part[i], one_sum_cols600_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 22) part[i] = one_sum_cols600_take(part[i], one_sum_cols600_element(rest_x, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = one_sum_cols600_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const one_sum_cols600_part right = one_sum_cols600_part_down(part[0], d);
        part[0] = one_sum_cols600_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) one_sum_cols600(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const one_sum_cols600_state s = one_sum_cols600_of_leaf(one_sum_cols600_row(a, lane), 0);
    if (lane == 0) *c = one_sum_cols600_result(s, 600ull);
}

// one_sum_cols1021: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 1 x 1021, order fixed
// grid 1, block 32; elements: a 1021, c 1

// What is known of some elements.
struct one_sum_cols1021_state {
    float value;
};

using one_sum_cols1021_part = one_sum_cols1021_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_sum_cols1021_part one_sum_cols1021_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ one_sum_cols1021_part one_sum_cols1021_take(one_sum_cols1021_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ one_sum_cols1021_state one_sum_cols1021_join(one_sum_cols1021_state left, one_sum_cols1021_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_sum_cols1021_part one_sum_cols1021_join_parts(one_sum_cols1021_part left, one_sum_cols1021_part right)
{
    return one_sum_cols1021_join(left, right);
}

static __device__ __forceinline__ one_sum_cols1021_state one_sum_cols1021_of_leaf(one_sum_cols1021_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_sum_cols1021_state one_sum_cols1021_down(one_sum_cols1021_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_sum_cols1021_part one_sum_cols1021_part_down(one_sum_cols1021_part p, unsigned lanes)
{
    return one_sum_cols1021_down(p, lanes);
}

static __device__ __forceinline__ float one_sum_cols1021_result(one_sum_cols1021_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_sum_cols1021_vector = uint4;

static __device__ __forceinline__ one_sum_cols1021_vector one_sum_cols1021_load(const float *line, const unsigned place)
{
    return __ldg((const one_sum_cols1021_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_sum_cols1021_element(const one_sum_cols1021_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1021 elements of a row make.
static __device__ __forceinline__ one_sum_cols1021_part one_sum_cols1021_row(const float *a, const unsigned lane)
{
    one_sum_cols1021_part part[4];
    one_sum_cols1021_vector rest_x;
    if (lane < 31) rest_x = one_sum_cols1021_load(a + 896, lane);
    float cut_x[1];
    if (lane == 31) cut_x[0] = __ldg(a + 1020);
#pragma unroll
    for (unsigned first = 0; first < 7; first += 4) {
        one_sum_cols1021_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n < 7) x[n] = one_sum_cols1021_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (first + n < 7) part[i] = first + n == 0 ? one_sum_cols1021_first(one_sum_cols1021_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : one_sum_cols1021_take(part[i], one_sum_cols1021_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 31) part[i] = one_sum_cols1021_take(part[i], one_sum_cols1021_element(rest_x, i), 896 + lane * 4 + i);
    if (lane == 31) part[0] = one_sum_cols1021_take(part[0], cut_x[0], 1020);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = one_sum_cols1021_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const one_sum_cols1021_part right = one_sum_cols1021_part_down(part[0], d);
        part[0] = one_sum_cols1021_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) one_sum_cols1021(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const one_sum_cols1021_state s = one_sum_cols1021_of_leaf(one_sum_cols1021_row(a, lane), 0);
    if (lane == 0) *c = one_sum_cols1021_result(s, 1021ull);
}

// one_dot_cols1: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1 x 1, order fixed
// grid 1, block 128; elements: a 1, b 1, c 1

// What is known of some elements.
struct one_dot_cols1_state {
    float value;
};

using one_dot_cols1_part = one_dot_cols1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_dot_cols1_part one_dot_cols1_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ one_dot_cols1_part one_dot_cols1_take(one_dot_cols1_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ one_dot_cols1_state one_dot_cols1_join(one_dot_cols1_state left, one_dot_cols1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_dot_cols1_part one_dot_cols1_join_parts(one_dot_cols1_part left, one_dot_cols1_part right)
{
    return one_dot_cols1_join(left, right);
}

static __device__ __forceinline__ one_dot_cols1_state one_dot_cols1_of_leaf(one_dot_cols1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_dot_cols1_state one_dot_cols1_down(one_dot_cols1_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_dot_cols1_part one_dot_cols1_part_down(one_dot_cols1_part p, unsigned lanes)
{
    return one_dot_cols1_down(p, lanes);
}

static __device__ __forceinline__ float one_dot_cols1_result(one_dot_cols1_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_dot_cols1_vector = uint4;

static __device__ __forceinline__ one_dot_cols1_vector one_dot_cols1_load(const float *line, const unsigned place)
{
    return __ldg((const one_dot_cols1_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_dot_cols1_element(const one_dot_cols1_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1 elements of a row make.
static __device__ __forceinline__ one_dot_cols1_part one_dot_cols1_row(const float *a, const float *b)
{
    one_dot_cols1_part part[4];
    float cut_x[1];
    cut_x[0] = __ldg(a);
    float cut_y[1];
    cut_y[0] = __ldg(b);
    part[0] = one_dot_cols1_first(cut_x[0], cut_y[0], 0);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && i + d < 1) part[i] = one_dot_cols1_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) one_dot_cols1(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 1;
    const one_dot_cols1_part part = one_dot_cols1_row(a + from, b + from);
    const one_dot_cols1_state s = one_dot_cols1_of_leaf(part, 0);
    if (row < 1u) c[row] = one_dot_cols1_result(s, 1ull);
}

// one_dot_cols3: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1 x 3, order fixed
// grid 1, block 128; elements: a 3, b 3, c 1

// What is known of some elements.
struct one_dot_cols3_state {
    float value;
};

using one_dot_cols3_part = one_dot_cols3_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_dot_cols3_part one_dot_cols3_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ one_dot_cols3_part one_dot_cols3_take(one_dot_cols3_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ one_dot_cols3_state one_dot_cols3_join(one_dot_cols3_state left, one_dot_cols3_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_dot_cols3_part one_dot_cols3_join_parts(one_dot_cols3_part left, one_dot_cols3_part right)
{
    return one_dot_cols3_join(left, right);
}

static __device__ __forceinline__ one_dot_cols3_state one_dot_cols3_of_leaf(one_dot_cols3_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_dot_cols3_state one_dot_cols3_down(one_dot_cols3_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_dot_cols3_part one_dot_cols3_part_down(one_dot_cols3_part p, unsigned lanes)
{
    return one_dot_cols3_down(p, lanes);
}

static __device__ __forceinline__ float one_dot_cols3_result(one_dot_cols3_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_dot_cols3_vector = uint4;

static __device__ __forceinline__ one_dot_cols3_vector one_dot_cols3_load(const float *line, const unsigned place)
{
    return __ldg((const one_dot_cols3_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_dot_cols3_element(const one_dot_cols3_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 3 elements of a row make.
static __device__ __forceinline__ one_dot_cols3_part one_dot_cols3_row(const float *a, const float *b)
{
    one_dot_cols3_part part[4];
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        cut_x[i] = __ldg(a + i);
    float cut_y[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        cut_y[i] = __ldg(b + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        part[i] = one_dot_cols3_first(cut_x[i], cut_y[i], i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && i + d < 3) part[i] = one_dot_cols3_join_parts(part[i], part[i + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) one_dot_cols3(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned row = blockIdx.x * 128 + threadIdx.x;
    const unsigned from = min(row, 0u) * 3;
    const one_dot_cols3_part part = one_dot_cols3_row(a + from, b + from);
    const one_dot_cols3_state s = one_dot_cols3_of_leaf(part, 0);
    if (row < 1u) c[row] = one_dot_cols3_result(s, 3ull);
}

// one_dot_cols600: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1 x 600, order fixed
// grid 1, block 32; elements: a 600, b 600, c 1

// What is known of some elements.
struct one_dot_cols600_state {
    float value;
};

using one_dot_cols600_part = one_dot_cols600_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_dot_cols600_part one_dot_cols600_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ one_dot_cols600_part one_dot_cols600_take(one_dot_cols600_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ one_dot_cols600_state one_dot_cols600_join(one_dot_cols600_state left, one_dot_cols600_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_dot_cols600_part one_dot_cols600_join_parts(one_dot_cols600_part left, one_dot_cols600_part right)
{
    return one_dot_cols600_join(left, right);
}

static __device__ __forceinline__ one_dot_cols600_state one_dot_cols600_of_leaf(one_dot_cols600_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_dot_cols600_state one_dot_cols600_down(one_dot_cols600_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_dot_cols600_part one_dot_cols600_part_down(one_dot_cols600_part p, unsigned lanes)
{
    return one_dot_cols600_down(p, lanes);
}

static __device__ __forceinline__ float one_dot_cols600_result(one_dot_cols600_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_dot_cols600_vector = uint4;

static __device__ __forceinline__ one_dot_cols600_vector one_dot_cols600_load(const float *line, const unsigned place)
{
    return __ldg((const one_dot_cols600_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_dot_cols600_element(const one_dot_cols600_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 600 elements of a row make.
static __device__ __forceinline__ one_dot_cols600_part one_dot_cols600_row(const float *a, const float *b, const unsigned lane)
{
    one_dot_cols600_part part[4];
    one_dot_cols600_vector rest_x;
    if (lane < 22) rest_x = one_dot_cols600_load(a + 512, lane);
    one_dot_cols600_vector rest_y;
    if (lane < 22) rest_y = one_dot_cols600_load(b + 512, lane);
    one_dot_cols600_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = one_dot_cols600_load(a + n * 128, lane);
    one_dot_cols600_vector y[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        y[n] = one_dot_cols600_load(b + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? one_dot_cols600_first(one_dot_cols600_element(x[n], i), one_dot_cols600_element(y[n], i), n * 128 + lane * 4 + i)
                : one_dot_cols600_take(part[i], one_dot_cols600_element(x[n], i), one_dot_cols600_element(y[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 22) part[i] = one_dot_cols600_take(part[i], one_dot_cols600_element(rest_x, i), one_dot_cols600_element(rest_y, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = one_dot_cols600_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const one_dot_cols600_part right = one_dot_cols600_part_down(part[0], d);
        part[0] = one_dot_cols600_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) one_dot_cols600(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const one_dot_cols600_state s = one_dot_cols600_of_leaf(one_dot_cols600_row(a, b, lane), 0);
    if (lane == 0) *c = one_dot_cols600_result(s, 600ull);
}

// one_dot_cols1021: reduce family of tilewright 0.1.0, from reduce-rows.json; dot of float32, the rows of 1 x 1 x 1021, order fixed
// grid 1, block 32; elements: a 1021, b 1021, c 1

// What is known of some elements.
struct one_dot_cols1021_state {
    float value;
};

using one_dot_cols1021_part = one_dot_cols1021_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_dot_cols1021_part one_dot_cols1021_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ one_dot_cols1021_part one_dot_cols1021_take(one_dot_cols1021_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ one_dot_cols1021_state one_dot_cols1021_join(one_dot_cols1021_state left, one_dot_cols1021_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_dot_cols1021_part one_dot_cols1021_join_parts(one_dot_cols1021_part left, one_dot_cols1021_part right)
{
    return one_dot_cols1021_join(left, right);
}

static __device__ __forceinline__ one_dot_cols1021_state one_dot_cols1021_of_leaf(one_dot_cols1021_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ one_dot_cols1021_state one_dot_cols1021_down(one_dot_cols1021_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ one_dot_cols1021_part one_dot_cols1021_part_down(one_dot_cols1021_part p, unsigned lanes)
{
    return one_dot_cols1021_down(p, lanes);
}

static __device__ __forceinline__ float one_dot_cols1021_result(one_dot_cols1021_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using one_dot_cols1021_vector = uint4;

static __device__ __forceinline__ one_dot_cols1021_vector one_dot_cols1021_load(const float *line, const unsigned place)
{
    return __ldg((const one_dot_cols1021_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float one_dot_cols1021_element(const one_dot_cols1021_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1021 elements of a row make.
static __device__ __forceinline__ one_dot_cols1021_part one_dot_cols1021_row(const float *a, const float *b, const unsigned lane)
{
    one_dot_cols1021_part part[4];
    one_dot_cols1021_vector rest_x;
    if (lane < 31) rest_x = one_dot_cols1021_load(a + 896, lane);
    one_dot_cols1021_vector rest_y;
    if (lane < 31) rest_y = one_dot_cols1021_load(b + 896, lane);
    float cut_x[1];
    if (lane == 31) cut_x[0] = __ldg(a + 1020);
    float cut_y[1];
    if (lane == 31) cut_y[0] = __ldg(b + 1020);
#pragma unroll
    for (unsigned first = 0; first < 7; first += 4) {
        one_dot_cols1021_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n < 7) x[n] = one_dot_cols1021_load(a + (first + n) * 128, lane);
        one_dot_cols1021_vector y[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n < 7) y[n] = one_dot_cols1021_load(b + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (first + n < 7) part[i] = first + n == 0 ? one_dot_cols1021_first(one_dot_cols1021_element(x[n], i), one_dot_cols1021_element(y[n], i), (first + n) * 128 + lane * 4 + i)
                    : one_dot_cols1021_take(part[i], one_dot_cols1021_element(x[n], i), one_dot_cols1021_element(y[n], i), (first + n) * 128 + lane * 4 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 31) part[i] = one_dot_cols1021_take(part[i], one_dot_cols1021_element(rest_x, i), one_dot_cols1021_element(rest_y, i), 896 + lane * 4 + i);
    if (lane == 31) part[0] = one_dot_cols1021_take(part[0], cut_x[0], cut_y[0], 1020);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = one_dot_cols1021_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const one_dot_cols1021_part right = one_dot_cols1021_part_down(part[0], d);
        part[0] = one_dot_cols1021_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) one_dot_cols1021(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const one_dot_cols1021_state s = one_dot_cols1021_of_leaf(one_dot_cols1021_row(a, b, lane), 0);
    if (lane == 0) *c = one_dot_cols1021_result(s, 1021ull);
}

// empty_rows0: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 0 x 0, order fixed
// grid 1, block 256; elements: a 1, c 1

// What is known of some elements.
struct empty_rows0_state {
    float value;
};

using empty_rows0_part = empty_rows0_state; // what is known of some elements of one leaf

static __device__ __forceinline__ empty_rows0_part empty_rows0_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ empty_rows0_part empty_rows0_take(empty_rows0_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ empty_rows0_state empty_rows0_join(empty_rows0_state left, empty_rows0_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ empty_rows0_part empty_rows0_join_parts(empty_rows0_part left, empty_rows0_part right)
{
    return empty_rows0_join(left, right);
}

static __device__ __forceinline__ empty_rows0_state empty_rows0_of_leaf(empty_rows0_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ empty_rows0_state empty_rows0_down(empty_rows0_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ empty_rows0_part empty_rows0_part_down(empty_rows0_part p, unsigned lanes)
{
    return empty_rows0_down(p, lanes);
}

static __device__ __forceinline__ float empty_rows0_result(empty_rows0_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float empty_rows0_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(256) empty_rows0(const float *__restrict__ a, float *c)
{
    // there are no rows
}

// empty_rows5: reduce family of tilewright 0.1.0, from reduce-rows.json; sum of float32, the rows of 1 x 5 x 0, order fixed
// grid 1, block 256; elements: a 1, c 5

// What is known of some elements.
struct empty_rows5_state {
    float value;
};

using empty_rows5_part = empty_rows5_state; // what is known of some elements of one leaf

static __device__ __forceinline__ empty_rows5_part empty_rows5_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ empty_rows5_part empty_rows5_take(empty_rows5_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ empty_rows5_state empty_rows5_join(empty_rows5_state left, empty_rows5_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ empty_rows5_part empty_rows5_join_parts(empty_rows5_part left, empty_rows5_part right)
{
    return empty_rows5_join(left, right);
}

static __device__ __forceinline__ empty_rows5_state empty_rows5_of_leaf(empty_rows5_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ empty_rows5_state empty_rows5_down(empty_rows5_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ empty_rows5_part empty_rows5_part_down(empty_rows5_part p, unsigned lanes)
{
    return empty_rows5_down(p, lanes);
}

static __device__ __forceinline__ float empty_rows5_result(empty_rows5_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float empty_rows5_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(256) empty_rows5(const float *__restrict__ a, float *c)
{
    const unsigned row = (unsigned)blockIdx.x * 256 + threadIdx.x;
    if (row < 5) c[row] = empty_rows5_nothing();
}

// rowless: reduce family of tilewright 0.1.0, from reduce-rows.json; argmax of int8, the rows of 1 x 0 x 1021, order fixed
// grid 1, block 256; elements: a 1, c 1

// What is known of some elements.
struct rowless_state {
    int value;
    long long index;
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf, counted down.
struct rowless_part {
    int key;
};

static __device__ __forceinline__ bool rowless_beats(int a, int b)
{
    return a > b;
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

static __device__ __forceinline__ rowless_state rowless_join(rowless_state left, rowless_state right)
{
    const bool equal = !rowless_beats(left.value, right.value);
    return rowless_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ rowless_part rowless_join_parts(rowless_part left, rowless_part right)
{
    return { max(left.key, right.key) };
}

// Counts the elements from number 0 of the leaf, as they were counted from number `by`.
static __device__ __forceinline__ rowless_part rowless_part_move(rowless_part p, unsigned by)
{
    return { p.key - (int)by };
}

static __device__ __forceinline__ rowless_state rowless_of_leaf(rowless_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + (0xffffffu - low)) };
}

static __device__ __forceinline__ rowless_state rowless_down(rowless_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ rowless_part rowless_part_down(rowless_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long rowless_result(rowless_state s, unsigned long long)
{
    return s.index;
}

extern "C" __global__ void __launch_bounds__(256) rowless(const signed char *__restrict__ a, long long *c)
{
    // there are no rows
}
