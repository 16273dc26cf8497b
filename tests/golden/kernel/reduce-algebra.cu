// integersCompensated: reduce family of tilewright 0.1.0, from reduce-algebra.json; mean of int8, the rows of 1 x 1 x 10000, order compensated
// grid 1, block 128; elements: a 10000, c 1

// What is known of some elements.
struct integersCompensated_state {
    float value;
    float lost;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct integersCompensated_part {
    int value;
};

// The sum of two numbers, and exactly what its rounding lost.
static __device__ __forceinline__ integersCompensated_state integersCompensated_two_sum(float a, float b)
{
    const float sum = a + b, rest = sum - a;
    return { sum, (a - (sum - rest)) + (b - rest) };
}

static __device__ __forceinline__ integersCompensated_state integersCompensated_join(integersCompensated_state left, integersCompensated_state right)
{
    const integersCompensated_state sum = integersCompensated_two_sum(left.value, right.value);
    return { sum.value, (left.lost + right.lost) + sum.lost };
}

static __device__ __forceinline__ integersCompensated_part integersCompensated_join_parts(integersCompensated_part left, integersCompensated_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ integersCompensated_state integersCompensated_of_leaf(integersCompensated_part p, unsigned long long)
{
    return { (float)p.value, 0 };
}

static __device__ __forceinline__ integersCompensated_state integersCompensated_down(integersCompensated_state s, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, s.value, lanes), __shfl_down_sync(0xffffffffu, s.lost, lanes) };
}

static __device__ __forceinline__ integersCompensated_part integersCompensated_part_down(integersCompensated_part p, unsigned lanes)
{
    return { __shfl_down_sync(0xffffffffu, p.value, lanes) };
}

static __device__ __forceinline__ float integersCompensated_result(integersCompensated_state s, unsigned long long count)
{
    const bool finite = s.value - s.value == 0 && s.lost - s.lost == 0;
    const float sum = finite ? s.value + s.lost : s.value;
    const float value = __fdiv_rn(sum, (float)count);
    return value != value ? __int_as_float(0x7fffffff) : value;
}

using integersCompensated_vector = uint4;

static __device__ __forceinline__ integersCompensated_vector integersCompensated_load(const signed char *line, const unsigned place)
{
    return __ldg((const integersCompensated_vector *)line + place);
}

// What the parts of all lanes make.
static __device__ __forceinline__ integersCompensated_part integersCompensated_part_of_warp(integersCompensated_part p)
{
#if __CUDA_ARCH__ >= 800
    return { __reduce_add_sync(0xffffffffu, p.value) };
#else
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) p = integersCompensated_join_parts(p, integersCompensated_part_down(p, d));
    return p;
#endif
}

// Takes all of a load at once, of which the first `bits` exist: nothing is rounded, so any order gives the same.
static __device__ __forceinline__ integersCompensated_part integersCompensated_take_load(integersCompensated_part p, const integersCompensated_vector from, const int bits)
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
static __device__ __forceinline__ integersCompensated_part integersCompensated_leaf(const signed char *a, const unsigned lane)
{
    integersCompensated_part part[1] = {};
    integersCompensated_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = integersCompensated_load(a + n * 512, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        part[0] = integersCompensated_take_load(part[0], x[n], 128);

    part[0] = integersCompensated_part_of_warp(part[0]);
    return part[0];
}

// What the 1808 elements of the last leaf make.
static __device__ __forceinline__ integersCompensated_part integersCompensated_tail(const signed char *a, const unsigned lane)
{
    integersCompensated_part part[1] = {};
    integersCompensated_vector rest_x;
    if (lane < 17) rest_x = integersCompensated_load(a + 1536, lane);
    integersCompensated_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = integersCompensated_load(a + n * 512, lane);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        part[0] = integersCompensated_take_load(part[0], x[n], 128);
    if (lane < 17) part[0] = integersCompensated_take_load(part[0], rest_x, 128);

    part[0] = integersCompensated_part_of_warp(part[0]);
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ integersCompensated_state integersCompensated_of_lanes(integersCompensated_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const integersCompensated_state right = integersCompensated_down(s, d);
        if (number + d < count) s = integersCompensated_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void integersCompensated_put(float *value, float *lost, const unsigned lane, const integersCompensated_state s)
{
    if (lane == 0) {
        *value = s.value;
        *lost = s.lost;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ integersCompensated_state integersCompensated_of_states(const float *value, const float *lost, const unsigned lane, const unsigned lanes, const unsigned count)
{
    integersCompensated_state s;
    if (lane < count) s = { value[lane], lost[lane] };
    return integersCompensated_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) integersCompensated(const signed char *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ float states_value[4];
    __shared__ float states_lost[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
    if (first < 2) {
        const unsigned at = first * 4096;
        const integersCompensated_part leaf = integersCompensated_leaf(a + at, lane);
        integersCompensated_put(states_value + slot, states_lost + slot, lane, integersCompensated_of_leaf(leaf, at));
    }
    if (first == 2) {
        const integersCompensated_part leaf = integersCompensated_tail(a + 8192, lane);
        integersCompensated_put(states_value + slot, states_lost + slot, lane, integersCompensated_of_leaf(leaf, 8192));
    }
    __syncthreads();
    integersCompensated_state s;
    if (warp == 0) s = integersCompensated_of_states(states_value + slot, states_lost + slot, lane, 4, 3);
    if (threadIdx.x == 0) *c = integersCompensated_result(s, 10000ull);
}
