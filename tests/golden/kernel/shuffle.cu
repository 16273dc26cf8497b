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

// test_shfl_up: shuffle family of tilewright 0.1.0, from shuffle.json; up of 16 elements of int32
// grid 1, block 16; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(16) test_shfl_up(const int *in, int *out)
{
    const unsigned idx = threadIdx.x;
    int value;

    value = in[idx];
    value = __shfl_up_sync(0xffffu, value, 2, 16);
    out[idx] = value;
}

// test_shfl_down: shuffle family of tilewright 0.1.0, from shuffle.json; down of 16 elements of int32
// grid 1, block 16; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(16) test_shfl_down(const int *in, int *out)
{
    const unsigned idx = threadIdx.x;
    int value;

    value = in[idx];
    value = __shfl_down_sync(0xffffu, value, 2, 16);
    out[idx] = value;
}

// test_shfl_wrap_delta2: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 16 elements of int32
// grid 1, block 16; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(16) test_shfl_wrap_delta2(const int *in, int *out)
{
    const unsigned idx = threadIdx.x;
    int value;

    value = in[idx];
    value = __shfl_sync(0xffffu, value, threadIdx.x + 2, 16);
    out[idx] = value;
}

// test_shfl_wrap_delta_2: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 16 elements of int32
// grid 1, block 16; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(16) test_shfl_wrap_delta_2(const int *in, int *out)
{
    const unsigned idx = threadIdx.x;
    int value;

    value = in[idx];
    value = __shfl_sync(0xffffu, value, threadIdx.x - 2, 16);
    out[idx] = value;
}

// test_shfl_xor: shuffle family of tilewright 0.1.0, from shuffle.json; xor of 16 elements of int32
// grid 1, block 16; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(16) test_shfl_xor(const int *in, int *out)
{
    const unsigned idx = threadIdx.x;
    int value;

    value = in[idx];
    value = __shfl_xor_sync(0xffffu, value, 1, 16);
    out[idx] = value;
}

// test_shfl_xor_array: shuffle family of tilewright 0.1.0, from shuffle.json; xor of 16 elements of int32
// grid 1, block 4; 4 lanes exchange with each other, 4 of a thread
extern "C" __global__ void __launch_bounds__(4) test_shfl_xor_array(const int *in, int *out)
{
    const unsigned idx = threadIdx.x * 4;
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

// test_shfl_xor_int4: shuffle family of tilewright 0.1.0, from shuffle.json; xor of 4 elements of int32x4
// grid 1, block 4; 4 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(4) test_shfl_xor_int4(const int4 *in, int4 *out)
{
    const unsigned idx = threadIdx.x;
    int4 value;

    value = in[idx];
    value.x = __shfl_xor_sync(0xfu, value.x, 1, 4);
    value.y = __shfl_xor_sync(0xfu, value.y, 1, 4);
    value.z = __shfl_xor_sync(0xfu, value.z, 1, 4);
    value.w = __shfl_xor_sync(0xfu, value.w, 1, 4);
    out[idx] = value;
}

// test_shfl_xor_element: shuffle family of tilewright 0.1.0, from shuffle.json; element of 16 elements of int32
// grid 1, block 4; 4 lanes exchange with each other, 4 of a thread
extern "C" __global__ void __launch_bounds__(4) test_shfl_xor_element(const int *in, int *out)
{
    const unsigned idx = threadIdx.x * 4;
    int value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    value[0] = __shfl_xor_sync(0xfu, value[3], 1, 4);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

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
    const unsigned idx = threadIdx.x * 4;
    int value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    // the first goes by way of the second
    const bool goes = threadIdx.x % 4 < 1;
    test_shfl_swap_below_exchange(goes, value[0], value[3]);
    value[3] = __shfl_xor_sync(0xfu, value[3], 1, 4);
    test_shfl_swap_below_exchange(goes, value[0], value[3]);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

// test_shfl_swap_pairs: shuffle family of tilewright 0.1.0, from shuffle.json; swap of 16 elements of int32
// grid 1, block 4; 4 lanes exchange with each other, 4 of a thread
static __device__ __forceinline__ void test_shfl_swap_pairs_exchange(bool goes, int &first, int &second)
{
    const int a = first, b = second;
    first = goes ? b : a;
    second = goes ? a : b;
}

extern "C" __global__ void __launch_bounds__(4) test_shfl_swap_pairs(const int *in, int *out)
{
    const unsigned idx = threadIdx.x * 4;
    int value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    // the first goes by way of the second
    const bool goes = (threadIdx.x & 1) == 0;
    test_shfl_swap_pairs_exchange(goes, value[0], value[3]);
    value[3] = __shfl_xor_sync(0xfu, value[3], 1, 4);
    test_shfl_swap_pairs_exchange(goes, value[0], value[3]);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

// widths_width2: shuffle family of tilewright 0.1.0, from shuffle.json; up of 100000 elements of int32
// grid 391, block 256; 2 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) widths_width2(const int *in, int *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 256u;
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100000u) value = in[idx];
    value = __shfl_up_sync(0xffffffffu, value, 1, 2);
    if (idx < 100000u) out[idx] = value;
}

// widths_width4: shuffle family of tilewright 0.1.0, from shuffle.json; up of 100000 elements of int32
// grid 391, block 256; 4 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) widths_width4(const int *in, int *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 256u;
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100000u) value = in[idx];
    value = __shfl_up_sync(0xffffffffu, value, 1, 4);
    if (idx < 100000u) out[idx] = value;
}

// widths_width8: shuffle family of tilewright 0.1.0, from shuffle.json; up of 100000 elements of int32
// grid 391, block 256; 8 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) widths_width8(const int *in, int *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 256u;
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100000u) value = in[idx];
    value = __shfl_up_sync(0xffffffffu, value, 1, 8);
    if (idx < 100000u) out[idx] = value;
}

// widths_width16: shuffle family of tilewright 0.1.0, from shuffle.json; up of 100000 elements of int32
// grid 391, block 256; 16 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) widths_width16(const int *in, int *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 256u;
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100000u) value = in[idx];
    value = __shfl_up_sync(0xffffffffu, value, 1, 16);
    if (idx < 100000u) out[idx] = value;
}

// widths_width32: shuffle family of tilewright 0.1.0, from shuffle.json; up of 100000 elements of int32
// grid 391, block 256; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) widths_width32(const int *in, int *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 256u;
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100000u) value = in[idx];
    value = __shfl_up_sync(0xffffffffu, value, 1, 32);
    if (idx < 100000u) out[idx] = value;
}

// types_uint8: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 4099 elements of uint8
// grid 65, block 64; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(64) types_uint8(const unsigned char *in, unsigned char *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 64u;
    unsigned char value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 4099u) value = in[idx];
    value = __shfl_sync(0xffffffffu, value, threadIdx.x + 3, 32);
    if (idx < 4099u) out[idx] = value;
}

// types_int16: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 4099 elements of int16
// grid 65, block 64; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(64) types_int16(const short *in, short *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 64u;
    short value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 4099u) value = in[idx];
    value = __shfl_sync(0xffffffffu, value, threadIdx.x + 3, 32);
    if (idx < 4099u) out[idx] = value;
}

// types_float32: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 4099 elements of float32
// grid 65, block 64; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(64) types_float32(const float *in, float *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 64u;
    float value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 4099u) value = in[idx];
    value = __shfl_sync(0xffffffffu, value, threadIdx.x + 3, 32);
    if (idx < 4099u) out[idx] = value;
}

// types_float64: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 4099 elements of float64
// grid 65, block 64; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(64) types_float64(const double *in, double *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 64u;
    double value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 4099u) value = in[idx];
    value = __shfl_sync(0xffffffffu, value, threadIdx.x + 3, 32);
    if (idx < 4099u) out[idx] = value;
}

// types_float64x2: shuffle family of tilewright 0.1.0, from shuffle.json; wrap of 4099 elements of float64x2
// grid 65, block 64; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(64) types_float64x2(const double2 *in, double2 *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 64u;
    double2 value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 4099u) value = in[idx];
    value.x = __shfl_sync(0xffffffffu, value.x, threadIdx.x + 3, 32);
    value.y = __shfl_sync(0xffffffffu, value.y, threadIdx.x + 3, 32);
    if (idx < 4099u) out[idx] = value;
}

// arrays_n0: shuffle family of tilewright 0.1.0, from shuffle.json; broadcast of 0 elements of int32
// grid 1, block 128; 32 lanes exchange with each other, 8 of a thread
extern "C" __global__ void __launch_bounds__(128) arrays_n0(const int *in, int *out)
{
}

// arrays_n1: shuffle family of tilewright 0.1.0, from shuffle.json; broadcast of 1 elements of int32
// grid 1, block 128; 32 lanes exchange with each other, 8 of a thread
extern "C" __global__ void __launch_bounds__(128) arrays_n1(const int *in, int *out)
{
    const unsigned idx = threadIdx.x * 8;
    int value[8] = {};

    // all lanes take part in what follows; elements beyond the end are zeros
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if (idx + i < 1u) value[i] = in[idx + i];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        value[i] = __shfl_sync(0xffffffffu, value[i], 5, 32);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if (idx + i < 1u) out[idx + i] = value[i];
}

// arrays_n1000: shuffle family of tilewright 0.1.0, from shuffle.json; broadcast of 1000 elements of int32
// grid 1, block 128; 32 lanes exchange with each other, 8 of a thread
extern "C" __global__ void __launch_bounds__(128) arrays_n1000(const int *in, int *out)
{
    const unsigned idx = threadIdx.x * 8;
    int value[8] = {};

    // all lanes take part in what follows; elements beyond the end are zeros
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if (idx + i < 1000u) value[i] = in[idx + i];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        value[i] = __shfl_sync(0xffffffffu, value[i], 5, 32);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if (idx + i < 1000u) out[idx + i] = value[i];
}

// arrays_n65536: shuffle family of tilewright 0.1.0, from shuffle.json; broadcast of 65536 elements of int32
// grid 64, block 128; 32 lanes exchange with each other, 8 of a thread
extern "C" __global__ void __launch_bounds__(128) arrays_n65536(const int *in, int *out)
{
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) * 8;
    int value[8];

#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        value[i] = in[idx + i];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        value[i] = __shfl_sync(0xffffffffu, value[i], 5, 32);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        out[idx + i] = value[i];
}

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

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + 32 * i];
    transposed_float32_side4_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float32_side8: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float32
// grid 100, block 128; a warp turns 256 elements, matrices of 8x8
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
{
    const unsigned row = lane >> 3 & 3, col = lane & 3;
    const unsigned from = (lane & 4) | col << 3 | row;
    const unsigned by = lane >> 2 & 1;
    transposed_float32_side8_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned source = from ^ i % 2 << 2;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    transposed_float32_side8_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(128) transposed_float32_side8(const float *in, float *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 256 + lane;
    float value[8];

#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        value[i] = in[idx + 32 * i];
    transposed_float32_side8_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float32_side16: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float32
// grid 50, block 128; a warp turns 512 elements, matrices of 16x16
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void transposed_float32_side16_permute(float (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 8; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const float a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float32_side16_turn(float (&value)[16], unsigned lane)
{
    const unsigned row = lane >> 4 & 1, col = lane & 1;
    const unsigned from = (lane & 14) | col << 4 | row;
    const unsigned by = lane >> 1 & 7;
    transposed_float32_side16_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        const unsigned source = from ^ i % 8 << 1;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    transposed_float32_side16_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(128) transposed_float32_side16(const float *in, float *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 512 + lane;
    float value[16];

#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        value[i] = in[idx + 32 * i];
    transposed_float32_side16_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float32_side32: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float32
// grid 25, block 128; a warp turns 1024 elements, matrices of 32x32
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void transposed_float32_side32_permute(float (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const float a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float32_side32_turn(float (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    transposed_float32_side32_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    transposed_float32_side32_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(128) transposed_float32_side32(const float *in, float *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 1024 + lane;
    float value[32];

#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        value[i] = in[idx + 32 * i];
    transposed_float32_side32_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float64_side4: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float64
// grid 200, block 128; a warp turns 128 elements, matrices of 4x4
// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float64_side4_turn(double (&value)[4], unsigned lane)
{
    const unsigned row = lane >> 2 & 3, col = lane & 3;
    const unsigned from = (lane & 16) | col << 2 | row;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = from;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
}

extern "C" __global__ void __launch_bounds__(128) transposed_float64_side4(const double *in, double *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 128 + lane;
    double value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + 32 * i];
    transposed_float64_side4_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float64_side8: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float64
// grid 100, block 128; a warp turns 256 elements, matrices of 8x8
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void transposed_float64_side8_permute(double (&value)[8], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 2; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            if (i & bit) continue;
            const double a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float64_side8_turn(double (&value)[8], unsigned lane)
{
    const unsigned row = lane >> 3 & 3, col = lane & 3;
    const unsigned from = (lane & 4) | col << 3 | row;
    const unsigned by = lane >> 2 & 1;
    transposed_float64_side8_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned source = from ^ i % 2 << 2;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    transposed_float64_side8_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(128) transposed_float64_side8(const double *in, double *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 256 + lane;
    double value[8];

#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        value[i] = in[idx + 32 * i];
    transposed_float64_side8_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float64_side16: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float64
// grid 50, block 128; a warp turns 512 elements, matrices of 16x16
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void transposed_float64_side16_permute(double (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 8; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const double a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float64_side16_turn(double (&value)[16], unsigned lane)
{
    const unsigned row = lane >> 4 & 1, col = lane & 1;
    const unsigned from = (lane & 14) | col << 4 | row;
    const unsigned by = lane >> 1 & 7;
    transposed_float64_side16_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        const unsigned source = from ^ i % 8 << 1;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    transposed_float64_side16_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(128) transposed_float64_side16(const double *in, double *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 512 + lane;
    double value[16];

#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        value[i] = in[idx + 32 * i];
    transposed_float64_side16_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        out[idx + 32 * i] = value[i];
}

// transposed_float64_side32: shuffle family of tilewright 0.1.0, from shuffle.json; transpose of 102400 elements of float64
// grid 25, block 128; a warp turns 1024 elements, matrices of 32x32
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void transposed_float64_side32_permute(double (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const double a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void transposed_float64_side32_turn(double (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    transposed_float64_side32_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    transposed_float64_side32_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(128) transposed_float64_side32(const double *in, double *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 128u) / 32 * 1024 + lane;
    double value[32];

#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        value[i] = in[idx + 32 * i];
    transposed_float64_side32_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        out[idx + 32 * i] = value[i];
}
