// empty: shuffle family of tilewright 0.1.0, from shuffle-forms.json; down of 0 elements of int32
// grid 1, block 256; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) empty(const int *in, int *out)
{
}

// huge: shuffle family of tilewright 0.1.0, from shuffle-forms.json; element of 8589934597 elements of bfloat16
// grid 4793491, block 256; 32 lanes exchange with each other, 7 of a thread
extern "C" __global__ void __launch_bounds__(256) huge(const unsigned short *in, unsigned short *out)
{
    const unsigned long long idx = (threadIdx.x + blockIdx.x * 256ull) * 7;
    unsigned short value[7] = {};

    // all lanes take part in what follows; elements beyond the end are zeros
#pragma unroll
    for (unsigned i = 0; i < 7; i++)
        if (idx + i < 8589934597ull) value[i] = in[idx + i];
    value[6] = __shfl_xor_sync(0xffffffffu, value[2], 5, 32);
#pragma unroll
    for (unsigned i = 0; i < 7; i++)
        if (idx + i < 8589934597ull) out[idx + i] = value[i];
}

// far: shuffle family of tilewright 0.1.0, from shuffle-forms.json; wrap of 100 elements of int32
// grid 2, block 64; 8 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(64) far(const int *in, int *out)
{
    const unsigned idx = threadIdx.x + blockIdx.x * 64u;
    int value = {};

    // all lanes take part in what follows; elements beyond the end are zeros
    if (idx < 100u) value = in[idx];
    value = __shfl_sync(0xffffffffu, value, threadIdx.x - 7, 8);
    if (idx < 100u) out[idx] = value;
}

// pairs: shuffle family of tilewright 0.1.0, from shuffle-forms.json; swap of 4096 elements of int32x2
// grid 16, block 64; 32 lanes exchange with each other, 4 of a thread
static __device__ __forceinline__ void pairs_exchange(bool goes, int2 &first, int2 &second)
{
    const int2 a = first, b = second;
    first.x = goes ? b.x : a.x;
    second.x = goes ? a.x : b.x;
    first.y = goes ? b.y : a.y;
    second.y = goes ? a.y : b.y;
}

extern "C" __global__ void __launch_bounds__(64) pairs(const int2 *in, int2 *out)
{
    const unsigned idx = (threadIdx.x + blockIdx.x * 64u) * 4;
    int2 value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    // the first goes by way of the second
    const bool goes = (threadIdx.x & 4) == 0;
    pairs_exchange(goes, value[0], value[3]);
    value[3].x = __shfl_xor_sync(0xffffffffu, value[3].x, 6, 32);
    value[3].y = __shfl_xor_sync(0xffffffffu, value[3].y, 6, 32);
    pairs_exchange(goes, value[0], value[3]);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

// below: shuffle family of tilewright 0.1.0, from shuffle-forms.json; swap of 4096 elements of uint8
// grid 16, block 64; 32 lanes exchange with each other, 4 of a thread
static __device__ __forceinline__ void below_exchange(bool goes, unsigned char &first, unsigned char &second)
{
    const unsigned char a = first, b = second;
    first = goes ? b : a;
    second = goes ? a : b;
}

extern "C" __global__ void __launch_bounds__(64) below(const unsigned char *in, unsigned char *out)
{
    const unsigned idx = (threadIdx.x + blockIdx.x * 64u) * 4;
    unsigned char value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    // the first goes by way of the second
    const bool goes = threadIdx.x % 32 < 6;
    below_exchange(goes, value[1], value[3]);
    value[3] = __shfl_xor_sync(0xffffffffu, value[3], 6, 32);
    below_exchange(goes, value[1], value[3]);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

// same: shuffle family of tilewright 0.1.0, from shuffle-forms.json; swap of 4096 elements of int32
// grid 4, block 256; 32 lanes exchange with each other, 4 of a thread
extern "C" __global__ void __launch_bounds__(256) same(const int *in, int *out)
{
    const unsigned idx = (threadIdx.x + blockIdx.x * 256u) * 4;
    int value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + i];
    value[2] = __shfl_xor_sync(0xffffffffu, value[2], 1, 32);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + i] = value[i];
}

// arrays: shuffle family of tilewright 0.1.0, from shuffle-forms.json; broadcast of 1000 elements of float64x2
// grid 2, block 256; 32 lanes exchange with each other, 3 of a thread
extern "C" __global__ void __launch_bounds__(256) arrays(const double2 *in, double2 *out)
{
    const unsigned idx = (threadIdx.x + blockIdx.x * 256u) * 3;
    double2 value[3] = {};

    // all lanes take part in what follows; elements beyond the end are zeros
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (idx + i < 1000u) value[i] = in[idx + i];
#pragma unroll
    for (unsigned i = 0; i < 3; i++) {
        value[i].x = __shfl_sync(0xffffffffu, value[i].x, 31, 32);
        value[i].y = __shfl_sync(0xffffffffu, value[i].y, 31, 32);
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        if (idx + i < 1000u) out[idx + i] = value[i];
}

// turned_int8_side4: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of int8
// grid 8, block 96; a warp turns 128 elements, matrices of 4x4
// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_int8_side4_turn(signed char (&value)[4], unsigned lane)
{
    const unsigned row = lane >> 2 & 3, col = lane & 3;
    const unsigned from = (lane & 16) | col << 2 | row;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = from;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
}

extern "C" __global__ void __launch_bounds__(96) turned_int8_side4(const signed char *in, signed char *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 96u) / 32 * 128 + lane;
    signed char value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + 32 * i];
    turned_int8_side4_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + 32 * i] = value[i];
}

// turned_int8_side8: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of int8
// grid 4, block 96; a warp turns 256 elements, matrices of 8x8
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void turned_int8_side8_permute(signed char (&value)[8], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 2; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            if (i & bit) continue;
            const signed char a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_int8_side8_turn(signed char (&value)[8], unsigned lane)
{
    const unsigned row = lane >> 3 & 3, col = lane & 3;
    const unsigned from = (lane & 4) | col << 3 | row;
    const unsigned by = lane >> 2 & 1;
    turned_int8_side8_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned source = from ^ i % 2 << 2;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    turned_int8_side8_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96) turned_int8_side8(const signed char *in, signed char *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 96u) / 32 * 256 + lane;
    signed char value[8];

#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        value[i] = in[idx + 32 * i];
    turned_int8_side8_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        out[idx + 32 * i] = value[i];
}

// turned_int8_side16: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of int8
// grid 2, block 96; a warp turns 512 elements, matrices of 16x16
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void turned_int8_side16_permute(signed char (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 8; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const signed char a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_int8_side16_turn(signed char (&value)[16], unsigned lane)
{
    const unsigned row = lane >> 4 & 1, col = lane & 1;
    const unsigned from = (lane & 14) | col << 4 | row;
    const unsigned by = lane >> 1 & 7;
    turned_int8_side16_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        const unsigned source = from ^ i % 8 << 1;
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    turned_int8_side16_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96) turned_int8_side16(const signed char *in, signed char *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 96u) / 32 * 512 + lane;
    signed char value[16];

#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        value[i] = in[idx + 32 * i];
    turned_int8_side16_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        out[idx + 32 * i] = value[i];
}

// turned_int8_side32: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of int8
// grid 1, block 96; a warp turns 1024 elements, matrices of 32x32
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void turned_int8_side32_permute(signed char (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const signed char a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_int8_side32_turn(signed char (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    turned_int8_side32_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    turned_int8_side32_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96) turned_int8_side32(const signed char *in, signed char *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = threadIdx.x / 32 * 1024 + lane;
    signed char value[32];

#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        value[i] = in[idx + 32 * i];
    turned_int8_side32_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        out[idx + 32 * i] = value[i];
}

// turned_float32x2_side4: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of float32x2
// grid 8, block 96; a warp turns 128 elements, matrices of 4x4
// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_float32x2_side4_turn(float2 (&value)[4], unsigned lane)
{
    const unsigned row = lane >> 2 & 3, col = lane & 3;
    const unsigned from = (lane & 16) | col << 2 | row;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = from;
        value[i].x = __shfl_sync(0xffffffffu, value[i].x, source);
        value[i].y = __shfl_sync(0xffffffffu, value[i].y, source);
    }
}

extern "C" __global__ void __launch_bounds__(96) turned_float32x2_side4(const float2 *in, float2 *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 96u) / 32 * 128 + lane;
    float2 value[4];

#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + 32 * i];
    turned_float32x2_side4_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        out[idx + 32 * i] = value[i];
}

// turned_float32x2_side8: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of float32x2
// grid 4, block 96; a warp turns 256 elements, matrices of 8x8
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void turned_float32x2_side8_permute(float2 (&value)[8], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 2; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            if (i & bit) continue;
            const float2 a = value[i], b = value[i + bit];
            value[i].x = moves ? b.x : a.x;
            value[i + bit].x = moves ? a.x : b.x;
            value[i].y = moves ? b.y : a.y;
            value[i + bit].y = moves ? a.y : b.y;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_float32x2_side8_turn(float2 (&value)[8], unsigned lane)
{
    const unsigned row = lane >> 3 & 3, col = lane & 3;
    const unsigned from = (lane & 4) | col << 3 | row;
    const unsigned by = lane >> 2 & 1;
    turned_float32x2_side8_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned source = from ^ i % 2 << 2;
        value[i].x = __shfl_sync(0xffffffffu, value[i].x, source);
        value[i].y = __shfl_sync(0xffffffffu, value[i].y, source);
    }
    turned_float32x2_side8_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96) turned_float32x2_side8(const float2 *in, float2 *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 96u) / 32 * 256 + lane;
    float2 value[8];

#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        value[i] = in[idx + 32 * i];
    turned_float32x2_side8_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        out[idx + 32 * i] = value[i];
}

// turned_float32x2_side16: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of float32x2
// grid 2, block 96; a warp turns 512 elements, matrices of 16x16
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void turned_float32x2_side16_permute(float2 (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 8; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const float2 a = value[i], b = value[i + bit];
            value[i].x = moves ? b.x : a.x;
            value[i + bit].x = moves ? a.x : b.x;
            value[i].y = moves ? b.y : a.y;
            value[i + bit].y = moves ? a.y : b.y;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_float32x2_side16_turn(float2 (&value)[16], unsigned lane)
{
    const unsigned row = lane >> 4 & 1, col = lane & 1;
    const unsigned from = (lane & 14) | col << 4 | row;
    const unsigned by = lane >> 1 & 7;
    turned_float32x2_side16_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        const unsigned source = from ^ i % 8 << 1;
        value[i].x = __shfl_sync(0xffffffffu, value[i].x, source);
        value[i].y = __shfl_sync(0xffffffffu, value[i].y, source);
    }
    turned_float32x2_side16_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96) turned_float32x2_side16(const float2 *in, float2 *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = (threadIdx.x + blockIdx.x * 96u) / 32 * 512 + lane;
    float2 value[16];

#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        value[i] = in[idx + 32 * i];
    turned_float32x2_side16_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 16; i++)
        out[idx + 32 * i] = value[i];
}

// turned_float32x2_side32: shuffle family of tilewright 0.1.0, from shuffle-forms.json; transpose of 3072 elements of float32x2
// grid 1, block 96; a warp turns 1024 elements, matrices of 32x32
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void turned_float32x2_side32_permute(float2 (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const float2 a = value[i], b = value[i + bit];
            value[i].x = moves ? b.x : a.x;
            value[i + bit].x = moves ? a.x : b.x;
            value[i].y = moves ? b.y : a.y;
            value[i + bit].y = moves ? a.y : b.y;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void turned_float32x2_side32_turn(float2 (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    turned_float32x2_side32_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i].x = __shfl_xor_sync(0xffffffffu, value[i].x, i);
        value[i].y = __shfl_xor_sync(0xffffffffu, value[i].y, i);
    }
    turned_float32x2_side32_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96) turned_float32x2_side32(const float2 *in, float2 *out)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned idx = threadIdx.x / 32 * 1024 + lane;
    float2 value[32];

#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        value[i] = in[idx + 32 * i];
    turned_float32x2_side32_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        out[idx + 32 * i] = value[i];
}
