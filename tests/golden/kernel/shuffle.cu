// test_shfl_broadcast: shuffle family of tilewright 0.1.0, from shuffle.json; broadcast of 16 elements of int32
// grid 1, block 16; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(16) test_shfl_broadcast(const int *in, int *out)
{
    const unsigned idx = threadIdx.x;
    int value;

    value = in[idx];
    value = __shfl_sync(0xffffu, value, 2, 16);
    out[idx] = value;
}

// test_shfl_xor_array, of shuffle.cu.mustache:
...
    int value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        value[i] = __shfl_xor_sync(0xfu, value[i], 1, 4);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

// test_shfl_swap_below, of shuffle.cu.mustache:
// test_shfl_swap_below: shuffle family of tilewright 0.1.0, from shuffle.json; swap of 16 elements of int32
// grid 1, block 4; 4 lanes exchange with each other, 4 of a thread
static __device__ __forceinline__ void test_shfl_swap_below_exchange(bool goes, int &first, int &second)
{
    const int a = first, b = second;
    first = goes ? b : a;
    second = goes ? a : b;
}

extern "C" __global__ void __launch_bounds__(4) test_shfl_swap_below(const int *in, int *out)
{
...
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    // the first goes by way of the second
    const bool goes = threadIdx.x % 4 < 1;
    test_shfl_swap_below_exchange(goes, value[0], value[3]);
    value[3] = __shfl_xor_sync(0xfu, value[3], 1, 4);
    test_shfl_swap_below_exchange(goes, value[0], value[3]);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
...

// widths_width2, of shuffle.cu.mustache:
...
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100000u) value = in[idx];
    value = __shfl_up_sync(0xffffffffu, value, 1, 2);
...

// transposed_float32_side4, of shuffle.cu.mustache:
// transposed_float32_side4: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float32
// grid 200, block 128; a warp turns 128 elements, matrices of 4x4
// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float32_side4_turn(float (&value)[4], unsigned lane)
{
    const unsigned row = lane >> 2 & 3, col = lane & 3;
    const unsigned from = (lane & 16) | col << 2 | row;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = from;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
}

extern "C" __global__ void __launch_bounds__(128) transposed_float32_side4(const float *in, float *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 128 + lane;
    float value[4];

...
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + 32 * i];
    transposed_float32_side4_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
...

// transposed_float32_side4, of turn.cu.mustache:
// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float32_side4_turn(float (&value)[4], unsigned lane)
{
    const unsigned row = lane >> 2 & 3, col = lane & 3;
    const unsigned from = (lane & 16) | col << 2 | row;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = from;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
}


// transposed_float32_side8, of turn.cu.mustache:
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void transposed_float32_side8_permute(float (&value)[8], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 2; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            if (i & bit) continue;
            const float a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float32_side8_turn(float (&value)[8], unsigned lane)
...
    const unsigned row = lane >> 3 & 3, col = lane & 3;
    const unsigned from = (lane & 4) | col << 3 | row;
    const unsigned by = lane >> 2 & 1;
    transposed_float32_side8_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
...
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    transposed_float32_side8_permute(value, by);
}


// transposed_float32_side32, of turn.cu.mustache:
...
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    transposed_float32_side32_permute(value, by);
...
