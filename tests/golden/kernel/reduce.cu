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

// sumSecond: reduce family of tilewright 0.1.0, from reduce.json; sum of float32, the rows of 1 x 1 x 100000, order fixed
// grid 49, block 64, then sumSecond_join with grid 1, block 64; elements: a 100000, c 1, partials_value 49

// What is known of some elements.
struct sumSecond_state {
    float value;
};

using sumSecond_part = sumSecond_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sumSecond_part sumSecond_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sumSecond_part sumSecond_take(sumSecond_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sumSecond_state sumSecond_join(sumSecond_state left, sumSecond_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumSecond_part sumSecond_join_parts(sumSecond_part left, sumSecond_part right)
{
    return sumSecond_join(left, right);
}

static __device__ __forceinline__ sumSecond_state sumSecond_of_leaf(sumSecond_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sumSecond_state sumSecond_down(sumSecond_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sumSecond_part sumSecond_part_down(sumSecond_part p, unsigned lanes)
{
    return sumSecond_down(p, lanes);
}

static __device__ __forceinline__ float sumSecond_result(sumSecond_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using sumSecond_vector = uint4;

static __device__ __forceinline__ sumSecond_vector sumSecond_load(const float *line, const unsigned place)
{
    return __ldg((const sumSecond_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float sumSecond_element(const sumSecond_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ sumSecond_part sumSecond_leaf(const float *a, const unsigned lane)
{
    sumSecond_part part[4];
    sumSecond_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = sumSecond_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? sumSecond_first(sumSecond_element(x[n], i), n * 128 + lane * 4 + i)
                : sumSecond_take(part[i], sumSecond_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sumSecond_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sumSecond_part right = sumSecond_part_down(part[0], d);
        part[0] = sumSecond_join_parts(part[0], right);
    }
    return part[0];
}

// What the 672 elements of the last leaf make.
static __device__ __forceinline__ sumSecond_part sumSecond_tail(const float *a, const unsigned lane)
{
    sumSecond_part part[4];
    sumSecond_vector rest_x;
    if (lane < 8) rest_x = sumSecond_load(a + 640, lane);
    sumSecond_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = sumSecond_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? sumSecond_first(sumSecond_element(x[n], i), n * 128 + lane * 4 + i)
                : sumSecond_take(part[i], sumSecond_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 8) part[i] = sumSecond_take(part[i], sumSecond_element(rest_x, i), 640 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sumSecond_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sumSecond_part right = sumSecond_part_down(part[0], d);
        part[0] = sumSecond_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ sumSecond_state sumSecond_of_lanes(sumSecond_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const sumSecond_state right = sumSecond_down(s, d);
        if (number + d < count) s = sumSecond_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void sumSecond_put(float *value, const unsigned lane, const sumSecond_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ sumSecond_state sumSecond_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    sumSecond_state s;
    if (lane < count) s = { value[lane] };
    return sumSecond_of_lanes(s, lane, lanes, count);
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
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[2];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 2 + warp; // the warp's leaves are 2 apart from here on
    if (first < 97) {
        const unsigned at = first * 1024;
        const sumSecond_part leaf = sumSecond_leaf(a + at, lane);
        sumSecond_put(states_value + slot, lane, sumSecond_of_leaf(leaf, at));
    }
    if (first == 97) {
        const sumSecond_part leaf = sumSecond_tail(a + 99328, lane);
        sumSecond_put(states_value + slot, lane, sumSecond_of_leaf(leaf, 99328));
    }
    __syncthreads();
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

// sumByWarp: reduce family of tilewright 0.1.0, from reduce.json; sum of float32, the rows of 1 x 1 x 100000, order fixed
// grid 1, block 32; elements: a 100000, c 1

// What is known of some elements.
struct sumByWarp_state {
    float value;
};

using sumByWarp_part = sumByWarp_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sumByWarp_part sumByWarp_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sumByWarp_part sumByWarp_take(sumByWarp_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sumByWarp_state sumByWarp_join(sumByWarp_state left, sumByWarp_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumByWarp_part sumByWarp_join_parts(sumByWarp_part left, sumByWarp_part right)
{
    return sumByWarp_join(left, right);
}

static __device__ __forceinline__ sumByWarp_state sumByWarp_of_leaf(sumByWarp_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sumByWarp_state sumByWarp_down(sumByWarp_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sumByWarp_part sumByWarp_part_down(sumByWarp_part p, unsigned lanes)
{
    return sumByWarp_down(p, lanes);
}

static __device__ __forceinline__ float sumByWarp_result(sumByWarp_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using sumByWarp_vector = uint4;

static __device__ __forceinline__ sumByWarp_vector sumByWarp_load(const float *line, const unsigned place)
{
    return __ldg((const sumByWarp_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float sumByWarp_element(const sumByWarp_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of each of two whole leaves make.
static __device__ __forceinline__ void sumByWarp_leaves(const float *a, const unsigned lane, const unsigned *from, sumByWarp_part *result)
{
    sumByWarp_vector x[2][8];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
            x[k][n] = sumByWarp_load(a + from[k] + n * 128, lane);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        sumByWarp_part part[4];
#pragma unroll
        for (unsigned n = 0; n < 8; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = n == 0 ? sumByWarp_first(sumByWarp_element(x[k][n], i), n * 128 + lane * 4 + i)
                    : sumByWarp_take(part[i], sumByWarp_element(x[k][n], i), n * 128 + lane * 4 + i);

#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (i % (2 * d) == 0) part[i] = sumByWarp_join_parts(part[i], part[i + d]);
#pragma unroll
        for (unsigned d = 1; d < 32; d *= 2) {
            const sumByWarp_part right = sumByWarp_part_down(part[0], d);
            part[0] = sumByWarp_join_parts(part[0], right);
        }
        result[k] = part[0];
    }
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ sumByWarp_part sumByWarp_leaf(const float *a, const unsigned lane)
{
    sumByWarp_part part[4];
    sumByWarp_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = sumByWarp_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? sumByWarp_first(sumByWarp_element(x[n], i), n * 128 + lane * 4 + i)
                : sumByWarp_take(part[i], sumByWarp_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sumByWarp_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sumByWarp_part right = sumByWarp_part_down(part[0], d);
        part[0] = sumByWarp_join_parts(part[0], right);
    }
    return part[0];
}

// What the 672 elements of the last leaf make.
static __device__ __forceinline__ sumByWarp_part sumByWarp_tail(const float *a, const unsigned lane)
{
    sumByWarp_part part[4];
    sumByWarp_vector rest_x;
    if (lane < 8) rest_x = sumByWarp_load(a + 640, lane);
    sumByWarp_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = sumByWarp_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? sumByWarp_first(sumByWarp_element(x[n], i), n * 128 + lane * 4 + i)
                : sumByWarp_take(part[i], sumByWarp_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 8) part[i] = sumByWarp_take(part[i], sumByWarp_element(rest_x, i), 640 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sumByWarp_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sumByWarp_part right = sumByWarp_part_down(part[0], d);
        part[0] = sumByWarp_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ sumByWarp_state sumByWarp_of_lanes(sumByWarp_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const sumByWarp_state right = sumByWarp_down(s, d);
        if (number + d < count) s = sumByWarp_join(s, right);
    }
    return s;
}

// The state of lane 0.
static __device__ __forceinline__ sumByWarp_state sumByWarp_of_first(sumByWarp_state s)
{
    return { __shfl_sync(0xffffffffu, s.value, 0) };
}

static __device__ __forceinline__ void sumByWarp_put(float *value, const unsigned lane, const sumByWarp_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
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
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
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

// sumAtomic: reduce family of tilewright 0.1.0, from reduce.json; sum of float32, the rows of 1 x 1 x 100000, order free
// grid 25, block 128; elements: a 100000, c 1, 0 before

// What is known of some elements.
struct sumAtomic_state {
    float value;
};

using sumAtomic_part = sumAtomic_state; // what is known of some elements of one leaf

static __device__ __forceinline__ sumAtomic_part sumAtomic_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ sumAtomic_part sumAtomic_take(sumAtomic_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ sumAtomic_state sumAtomic_join(sumAtomic_state left, sumAtomic_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ sumAtomic_part sumAtomic_join_parts(sumAtomic_part left, sumAtomic_part right)
{
    return sumAtomic_join(left, right);
}

static __device__ __forceinline__ sumAtomic_state sumAtomic_of_leaf(sumAtomic_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ sumAtomic_state sumAtomic_down(sumAtomic_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ sumAtomic_part sumAtomic_part_down(sumAtomic_part p, unsigned lanes)
{
    return sumAtomic_down(p, lanes);
}

static __device__ __forceinline__ float sumAtomic_result(sumAtomic_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using sumAtomic_vector = uint4;

static __device__ __forceinline__ sumAtomic_vector sumAtomic_load(const float *line, const unsigned place)
{
    return __ldg((const sumAtomic_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float sumAtomic_element(const sumAtomic_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ sumAtomic_part sumAtomic_leaf(const float *a, const unsigned lane)
{
    sumAtomic_part part[4];
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) {
        sumAtomic_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            x[n] = sumAtomic_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                part[i] = first + n == 0 ? sumAtomic_first(sumAtomic_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : sumAtomic_take(part[i], sumAtomic_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sumAtomic_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sumAtomic_part right = sumAtomic_part_down(part[0], d);
        part[0] = sumAtomic_join_parts(part[0], right);
    }
    return part[0];
}

// What the 672 elements of the last leaf make.
static __device__ __forceinline__ sumAtomic_part sumAtomic_tail(const float *a, const unsigned lane)
{
    sumAtomic_part part[4];
    sumAtomic_vector rest_x;
    if (lane < 8) rest_x = sumAtomic_load(a + 640, lane);
#pragma unroll
    for (unsigned first = 0; first < 5; first += 4) {
        sumAtomic_vector x[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
            if (first + n < 5) x[n] = sumAtomic_load(a + (first + n) * 128, lane);
#pragma unroll
        for (unsigned n = 0; n < 4; n++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                if (first + n < 5) part[i] = first + n == 0 ? sumAtomic_first(sumAtomic_element(x[n], i), (first + n) * 128 + lane * 4 + i)
                    : sumAtomic_take(part[i], sumAtomic_element(x[n], i), (first + n) * 128 + lane * 4 + i);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 8) part[i] = sumAtomic_take(part[i], sumAtomic_element(rest_x, i), 640 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = sumAtomic_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const sumAtomic_part right = sumAtomic_part_down(part[0], d);
        part[0] = sumAtomic_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ sumAtomic_state sumAtomic_of_lanes(sumAtomic_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const sumAtomic_state right = sumAtomic_down(s, d);
        if (number + d < count) s = sumAtomic_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void sumAtomic_put(float *value, const unsigned lane, const sumAtomic_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ sumAtomic_state sumAtomic_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    sumAtomic_state s;
    if (lane < count) s = { value[lane] };
    return sumAtomic_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) sumAtomic(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned part = blockIdx.x;
    __shared__ float states_value[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 4 + warp; // the warp's leaves are 4 apart from here on
    if (first < 97) {
        const unsigned at = first * 1024;
        const sumAtomic_part leaf = sumAtomic_leaf(a + at, lane);
        sumAtomic_put(states_value + slot, lane, sumAtomic_of_leaf(leaf, at));
    }
    if (first == 97) {
        const sumAtomic_part leaf = sumAtomic_tail(a + 99328, lane);
        sumAtomic_put(states_value + slot, lane, sumAtomic_of_leaf(leaf, 99328));
    }
    __syncthreads();
    sumAtomic_state s;
    if (warp == 0) s = sumAtomic_of_states(states_value + slot, lane, 4, part == 24 ? 2 : 4);
    if (threadIdx.x == 0)
        atomicAdd(c, sumAtomic_result(s, 100000ull));
}

// compensated: reduce family of tilewright 0.1.0, from reduce.json; sum of float32, the rows of 1 x 1 x 100000, order compensated
// grid 7, block 512; elements: a 100000, c 1

// What is known of some elements.
struct compensated_state {
    float value;
    float lost;
};

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

static __device__ __forceinline__ compensated_part compensated_join_parts(compensated_part left, compensated_part right)
{
    return compensated_join(left, right);
}

static __device__ __forceinline__ compensated_state compensated_of_leaf(compensated_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ compensated_state compensated_down(compensated_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.lost, lanes) };
}

static __device__ __forceinline__ compensated_part compensated_part_down(compensated_part p, unsigned lanes)
{
    return compensated_down(p, lanes);
}

static __device__ __forceinline__ float compensated_result(compensated_state s, unsigned long long)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = sum;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using compensated_vector = uint4;

static __device__ __forceinline__ compensated_vector compensated_load(const float *line, const unsigned place)
{
    return __ldg((const compensated_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float compensated_element(const compensated_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ compensated_part compensated_leaf(const float *a, const unsigned lane)
{
    compensated_part part[4];
    compensated_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = compensated_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? compensated_first(compensated_element(x[n], i), n * 128 + lane * 4 + i)
                : compensated_take(part[i], compensated_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = compensated_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const compensated_part right = compensated_part_down(part[0], d);
        part[0] = compensated_join_parts(part[0], right);
    }
    return part[0];
}

// What the 672 elements of the last leaf make.
static __device__ __forceinline__ compensated_part compensated_tail(const float *a, const unsigned lane)
{
    compensated_part part[4];
    compensated_vector rest_x;
    if (lane < 8) rest_x = compensated_load(a + 640, lane);
    compensated_vector x[5];
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
        x[n] = compensated_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 5; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? compensated_first(compensated_element(x[n], i), n * 128 + lane * 4 + i)
                : compensated_take(part[i], compensated_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 8) part[i] = compensated_take(part[i], compensated_element(rest_x, i), 640 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = compensated_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const compensated_part right = compensated_part_down(part[0], d);
        part[0] = compensated_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ compensated_state compensated_of_lanes(compensated_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const compensated_state right = compensated_down(s, d);
        if (number + d < count) s = compensated_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void compensated_put(float *value, float *lost, const unsigned lane, const compensated_state s)
{
    if (lane == 0) {
        *value = s.value;
        *lost = s.lost;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ compensated_state compensated_of_states(const float *value, const float *lost, const unsigned lane, const unsigned lanes, const unsigned count)
{
    compensated_state s;
    if (lane < count) s = { value[lane], lost[lane] };
    return compensated_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __cluster_dims__(7, 1, 1) __launch_bounds__(512) compensated(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __cluster_barrier_arrive_relaxed(); // blocks that have begun can be written to
    const unsigned part = blockIdx.x;
    __shared__ float states_value[16];
    __shared__ float states_lost[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 16 + warp; // the warp's leaves are 16 apart from here on
    if (first < 97) {
        const unsigned at = first * 1024;
        const compensated_part leaf = compensated_leaf(a + at, lane);
        compensated_put(states_value + slot, states_lost + slot, lane, compensated_of_leaf(leaf, at));
    }
    if (first == 97) {
        const compensated_part leaf = compensated_tail(a + 99328, lane);
        compensated_put(states_value + slot, states_lost + slot, lane, compensated_of_leaf(leaf, 99328));
    }
    __syncthreads();
    compensated_state s;
    if (warp == 0) s = compensated_of_states(states_value + slot, states_lost + slot, lane, 16, part == 6 ? 2 : 16);
    __shared__ float parts_value[7]; // in the first block
    __shared__ float parts_lost[7]; // in the first block
    if (threadIdx.x == 0 && part == 0) {
        parts_value[0] = s.value;
        parts_lost[0] = s.lost;
    }
    __cluster_barrier_wait();
    if (threadIdx.x == 0 && part != 0) {
        *(float *)__cluster_map_shared_rank(parts_value + part, 0) = s.value;
        *(float *)__cluster_map_shared_rank(parts_lost + part, 0) = s.lost;
    }
    __cluster_barrier_arrive(); // who waits for all sees what they have stored
    if (part != 0) return;
    __cluster_barrier_wait();
    if (warp != 0) return;
    if (lane < 7) s = { parts_value[lane], parts_lost[lane] };
    s = compensated_of_lanes(s, lane, 8, 7);
    if (lane == 0) *c = compensated_result(s, 100000ull);
}

// dot: reduce family of tilewright 0.1.0, from reduce.json; dot of float16, the rows of 1 x 1 x 100000, order fixed
// grid 7, block 256; elements: a 100000, b 100000, c 1

// What is known of some elements.
struct dot_state {
    float value;
};

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

static __device__ __forceinline__ dot_part dot_take(dot_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = dot_float(x);
    const float v = dot_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ dot_state dot_join(dot_state left, dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ dot_part dot_join_parts(dot_part left, dot_part right)
{
    return dot_join(left, right);
}

static __device__ __forceinline__ dot_state dot_of_leaf(dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ dot_state dot_down(dot_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ dot_part dot_part_down(dot_part p, unsigned lanes)
{
    return dot_down(p, lanes);
}

static __device__ __forceinline__ float dot_result(dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using dot_vector = uint4;

static __device__ __forceinline__ dot_vector dot_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const dot_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short dot_element(const dot_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ dot_part dot_leaf(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    dot_part part[8];
    dot_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = dot_load(a + n * 256, lane);
    dot_vector y[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = dot_load(b + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? dot_first(dot_element(x[n], i), dot_element(y[n], i), n * 256 + lane * 8 + i)
                : dot_take(part[i], dot_element(x[n], i), dot_element(y[n], i), n * 256 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = dot_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const dot_part right = dot_part_down(part[0], d);
        part[0] = dot_join_parts(part[0], right);
    }
    return part[0];
}

// What the 1696 elements of the last leaf make.
static __device__ __forceinline__ dot_part dot_tail(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    dot_part part[8];
    dot_vector rest_x;
    if (lane < 20) rest_x = dot_load(a + 1536, lane);
    dot_vector rest_y;
    if (lane < 20) rest_y = dot_load(b + 1536, lane);
    dot_vector x[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        x[n] = dot_load(a + n * 256, lane);
    dot_vector y[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        y[n] = dot_load(b + n * 256, lane);
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? dot_first(dot_element(x[n], i), dot_element(y[n], i), n * 256 + lane * 8 + i)
                : dot_take(part[i], dot_element(x[n], i), dot_element(y[n], i), n * 256 + lane * 8 + i);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if (lane < 20) part[i] = dot_take(part[i], dot_element(rest_x, i), dot_element(rest_y, i), 1536 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = dot_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const dot_part right = dot_part_down(part[0], d);
        part[0] = dot_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ dot_state dot_of_lanes(dot_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const dot_state right = dot_down(s, d);
        if (number + d < count) s = dot_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void dot_put(float *value, const unsigned lane, const dot_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ dot_state dot_of_states(const float *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    dot_state s;
    if (lane < count) s = { value[lane] };
    return dot_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __cluster_dims__(7, 1, 1) __launch_bounds__(256) dot(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __cluster_barrier_arrive_relaxed(); // blocks that have begun can be written to
    const unsigned part = blockIdx.x;
    __shared__ float states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = part * 8 + warp; // the warp's leaves are 8 apart from here on
    if (first < 48) {
        const unsigned at = first * 2048;
        const dot_part leaf = dot_leaf(a + at, b + at, lane);
        dot_put(states_value + slot, lane, dot_of_leaf(leaf, at));
    }
    if (first == 48) {
        const dot_part leaf = dot_tail(a + 98304, b + 98304, lane);
        dot_put(states_value + slot, lane, dot_of_leaf(leaf, 98304));
    }
    __syncthreads();
    dot_state s;
    if (warp == 0) s = dot_of_states(states_value + slot, lane, 8, part == 6 ? 1 : 8);
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
    s = dot_of_lanes(s, lane, 8, 7);
    if (lane == 0) *c = dot_result(s, 100000ull);
}

// rowArgmax: reduce family of tilewright 0.1.0, from reduce.json; argmax of int8, the rows of 1 x 100 x 1000, order fixed
// grid 25, block 128; elements: a 100000, c 100

// What is known of some elements.
struct rowArgmax_state {
    int value;
    long long index;
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

static __device__ __forceinline__ rowArgmax_state rowArgmax_down(rowArgmax_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.index, lanes) };
}

static __device__ __forceinline__ rowArgmax_part rowArgmax_part_down(rowArgmax_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.key, lanes) };
}

static __device__ __forceinline__ long long rowArgmax_result(rowArgmax_state s, unsigned long long)
{
    return s.index;
}

using rowArgmax_vector = uint2;

static __device__ __forceinline__ rowArgmax_vector rowArgmax_load(const signed char *line, const unsigned place)
{
    return __ldg((const rowArgmax_vector *)line + place);
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
{
    const unsigned x[] = { from.x, from.y };
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const unsigned own = __funnelshift_lc(~0u, 0, max(bits - 32 * i, 0)), w = (x[i] & own) | (0x80808080u & ~own);
        const unsigned n = at / 512 * 2 + i;
        p.key = rowArgmax_pairs(rowArgmax_pairs(p.key, rowArgmax_halves(w, n, 0)), rowArgmax_halves(w, n, 1));
    }
    return p;
}

// What the 1000 elements of a row make.
static __device__ __forceinline__ rowArgmax_part rowArgmax_row(const signed char *a, const unsigned lane)
{
    rowArgmax_part part[2] = {};
    rowArgmax_vector rest_x[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        if (j * 32 + lane < 61) rest_x[j] = rowArgmax_load(a + 512, j * 32 + lane);
    rowArgmax_vector x[2];
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        x[j] = rowArgmax_load(a, j * 32 + lane);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        part[j] = rowArgmax_take_load(part[j], x[j], 64, j * 32 * 8);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        if (j * 32 + lane < 61) part[j] = rowArgmax_take_load(part[j], rest_x[j], 64, 512 + j * 32 * 8);

#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        part[j] = rowArgmax_part_spread(part[j], j * 256);
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        part[j] = rowArgmax_part_move(part[j], lane * 8);
#pragma unroll
    for (unsigned j = 1; j < 2; j++) part[0] = rowArgmax_join_parts(part[0], part[j]);
    part[0] = rowArgmax_part_of_warp(part[0]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(128) rowArgmax(const signed char *__restrict__ a, long long *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 32;
    const unsigned from = row * 1000;
    const rowArgmax_part part = rowArgmax_row(a + from, lane);
    const rowArgmax_state s = rowArgmax_of_leaf(part, 0);
    if (lane == 0) c[row] = rowArgmax_result(s, 1000ull);
}

// rowMean: reduce family of tilewright 0.1.0, from reduce.json; mean of int32, the rows of 1 x 1000 x 5, order fixed
// grid 63, block 32; elements: a 5000, c 1000

// What is known of some elements.
struct rowMean_state {
    double value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct rowMean_part {
    long long value;
};

static __device__ __forceinline__ rowMean_part rowMean_first(int x, unsigned)
{
    const long long u = x;
    return { u };
}

static __device__ __forceinline__ rowMean_part rowMean_take(rowMean_part p, int x, unsigned)
{
    const long long u = x;
    return { p.value + u };
}

static __device__ __forceinline__ rowMean_state rowMean_join(rowMean_state left, rowMean_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rowMean_part rowMean_join_parts(rowMean_part left, rowMean_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rowMean_state rowMean_of_leaf(rowMean_part p, unsigned long long)
{
    return { (double)p.value };
}

static __device__ __forceinline__ rowMean_state rowMean_down(rowMean_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ rowMean_part rowMean_part_down(rowMean_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ double rowMean_result(rowMean_state s, unsigned long long count)
{
    const double value = __ddiv_rn(s.value, (double)count);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using rowMean_vector = int;

static __device__ __forceinline__ rowMean_vector rowMean_load(const int *line, const unsigned place)
{
    return __ldg(line + place);
}

// What the 5 elements of a row make.
static __device__ __forceinline__ rowMean_part rowMean_row(const int *a, const unsigned lane)
{
    rowMean_part part[3];
    rowMean_vector rest_x[3];
#pragma unroll
    for (unsigned j = 0; j < 3; j++)
        if (j * 2 + lane < 5) rest_x[j] = rowMean_load(a, j * 2 + lane);
#pragma unroll
    for (unsigned j = 0; j < 3; j++)
        if (j * 2 + lane < 5) part[j] = rowMean_first(rest_x[j], j * 2 + lane);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 3; j++) {
            const rowMean_part right = rowMean_part_down(part[j], d);
            if (j * 2 + lane + d < 5) part[j] = rowMean_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned d = 1; d < 3; d *= 2)
#pragma unroll
        for (unsigned j = 0; j < 3; j++)
            if (j % (2 * d) == 0 && (j + d) * 2 < 5)
                part[j] = rowMean_join_parts(part[j], part[j + d]);
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) rowMean(const int *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 999u) * 5;
    const rowMean_part part = rowMean_row(a + from, lane);
    const rowMean_state s = rowMean_of_leaf(part, 0);
    if (lane == 0 && row < 1000u) c[row] = rowMean_result(s, 5ull);
}

// rowNorm: reduce family of tilewright 0.1.0, from reduce.json; norm2 of float32, the rows of 1 x 10 x 4099, order fixed
// grid 10, block 256; elements: a 40999, c 10

// What is known of some elements.
struct rowNorm_state {
    double value;
};

using rowNorm_part = rowNorm_state; // what is known of some elements of one leaf

static __device__ __forceinline__ rowNorm_part rowNorm_first(float x, unsigned)
{
    const double u = x;
    return { __dmul_rn(u, u) };
}

static __device__ __forceinline__ rowNorm_part rowNorm_take(rowNorm_part p, float x, unsigned)
{
    const double u = x;
    return { __fma_rn(u, u, p.value) };
}

static __device__ __forceinline__ rowNorm_state rowNorm_join(rowNorm_state left, rowNorm_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ rowNorm_part rowNorm_join_parts(rowNorm_part left, rowNorm_part right)
{
    return rowNorm_join(left, right);
}

static __device__ __forceinline__ rowNorm_state rowNorm_of_leaf(rowNorm_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ rowNorm_state rowNorm_down(rowNorm_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ rowNorm_part rowNorm_part_down(rowNorm_part p, unsigned lanes)
{
    return rowNorm_down(p, lanes);
}

static __device__ __forceinline__ double rowNorm_result(rowNorm_state s, unsigned long long)
{
    const double value = __dsqrt_rn(s.value);
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

using rowNorm_vector = uint4;

static __device__ __forceinline__ rowNorm_vector rowNorm_load(const float *line, const unsigned place)
{
    return __ldg((const rowNorm_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float rowNorm_element(const rowNorm_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ rowNorm_part rowNorm_leaf(const float *a, const unsigned lane)
{
    rowNorm_part part[4];
    rowNorm_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = rowNorm_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? rowNorm_first(rowNorm_element(x[n], i), n * 128 + lane * 4 + i)
                : rowNorm_take(part[i], rowNorm_element(x[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = rowNorm_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const rowNorm_part right = rowNorm_part_down(part[0], d);
        part[0] = rowNorm_join_parts(part[0], right);
    }
    return part[0];
}

// What the 3 elements of the last leaf make.
static __device__ __forceinline__ rowNorm_part rowNorm_tail(const float *a, const unsigned lane)
{
    rowNorm_part part[4];
    float cut_x[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 0) cut_x[i] = __ldg(a + i);
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (lane == 0) part[i] = rowNorm_first(cut_x[i], i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0 && lane * 4 + i + d < 3) part[i] = rowNorm_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const rowNorm_part right = rowNorm_part_down(part[0], d);
        if ((lane + d) * 4 < 3) part[0] = rowNorm_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ rowNorm_state rowNorm_of_lanes(rowNorm_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const rowNorm_state right = rowNorm_down(s, d);
        if (number + d < count) s = rowNorm_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void rowNorm_put(double *value, const unsigned lane, const rowNorm_state s)
{
    if (lane == 0) {
        *value = s.value;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ rowNorm_state rowNorm_of_states(const double *value, const unsigned lane, const unsigned lanes, const unsigned count)
{
    rowNorm_state s;
    if (lane < count) s = { value[lane] };
    return rowNorm_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(256) rowNorm(const float *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x;
    a += row * 4100;
    __shared__ double states_value[8];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 8 apart from here on
    if (first < 4) {
        const unsigned at = first * 1024;
        const rowNorm_part leaf = rowNorm_leaf(a + at, lane);
        rowNorm_put(states_value + slot, lane, rowNorm_of_leaf(leaf, at));
    }
    if (first == 4) {
        const rowNorm_part leaf = rowNorm_tail(a + 4096, lane);
        rowNorm_put(states_value + slot, lane, rowNorm_of_leaf(leaf, 4096));
    }
    __syncthreads();
    rowNorm_state s;
    if (warp == 0) s = rowNorm_of_states(states_value + slot, lane, 8, 5);
    if (threadIdx.x == 0) c[row] = rowNorm_result(s, 4099ull);
}

// columnSum: reduce family of tilewright 0.1.0, from reduce.json; sum of float32, the columns of 1 x 1000 x 100, order fixed
// grid 4, block (32, 32); elements: a 100000, c 100

// What is known of some elements.
struct columnSum_state {
    float value;
};

using columnSum_part = columnSum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ columnSum_part columnSum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ columnSum_part columnSum_take(columnSum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ columnSum_state columnSum_join(columnSum_state left, columnSum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ columnSum_part columnSum_join_parts(columnSum_part left, columnSum_part right)
{
    return columnSum_join(left, right);
}

static __device__ __forceinline__ columnSum_state columnSum_of_leaf(columnSum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float columnSum_result(columnSum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
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

// segmentMax: reduce family of tilewright 0.1.0, from reduce.json; max of bfloat16, 20 segments of 10000 elements, order fixed
// grid 20, block 64; elements: a 10000, offsets 21, c 20

// What is known of some elements.
struct segmentMax_state {
    unsigned value;
};

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
    const unsigned u = segmentMax_rank(x);
    return { u };
}

static __device__ __forceinline__ segmentMax_part segmentMax_take(segmentMax_part p, unsigned short x, unsigned)
{
    const unsigned u = segmentMax_rank(x);
    return { max(p.value, u) };
}

static __device__ __forceinline__ segmentMax_state segmentMax_join(segmentMax_state left, segmentMax_state right)
{
    return { max(left.value, right.value) };
}

static __device__ __forceinline__ segmentMax_part segmentMax_join_parts(segmentMax_part left, segmentMax_part right)
{
    return segmentMax_join(left, right);
}

static __device__ __forceinline__ segmentMax_state segmentMax_of_leaf(segmentMax_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ segmentMax_state segmentMax_down(segmentMax_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ segmentMax_part segmentMax_part_down(segmentMax_part p, unsigned lanes)
{
    return segmentMax_down(p, lanes);
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

// none: reduce family of tilewright 0.1.0, from reduce.json; min of uint8, the rows of 1 x 5 x 0, order fixed
// grid 1, block 256; elements: a 1, c 5

// What is known of some elements.
struct none_state {
    unsigned value;
};

using none_part = none_state; // what is known of some elements of one leaf

static __device__ __forceinline__ none_part none_first(unsigned char x, unsigned)
{
    const unsigned u = x;
    return { u };
}

static __device__ __forceinline__ none_part none_take(none_part p, unsigned char x, unsigned)
{
    const unsigned u = x;
    return { min(p.value, u) };
}

static __device__ __forceinline__ none_state none_join(none_state left, none_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ none_part none_join_parts(none_part left, none_part right)
{
    return none_join(left, right);
}

static __device__ __forceinline__ none_state none_of_leaf(none_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ none_state none_down(none_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes) };
}

static __device__ __forceinline__ none_part none_part_down(none_part p, unsigned lanes)
{
    return none_down(p, lanes);
}

static __device__ __forceinline__ unsigned char none_result(none_state s, unsigned long long)
{
    return s.value;
}

static __device__ __forceinline__ unsigned char none_nothing()
{
    return 255;
}

extern "C" __global__ void __launch_bounds__(256) none(const unsigned char *__restrict__ a, unsigned char *c)
{
    const unsigned row = (unsigned)blockIdx.x * 256 + threadIdx.x;
    if (row < 5) c[row] = none_nothing();
}
