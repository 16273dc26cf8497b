// empty: shuffle family of tilewright 0.1.0, from shuffle-forms.json; down of 0 elements of int32
// grid 1, block 256; 32 lanes exchange with each other, 1 of a thread
extern "C" __global__ void __launch_bounds__(256) empty(const int *in, int *out)
{
}

// huge, of shuffle.cu.mustache:
...
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

// pairs, of shuffle.cu.mustache:
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
...
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
...

// arrays, of shuffle.cu.mustache:
...
    for (unsigned i = 0; i < 3; i++)
        if (idx + i < 1000u) value[i] = in[idx + i];
#pragma unroll
    for (unsigned i = 0; i < 3; i++) {
        value[i].x = __shfl_sync(0xffffffffu, value[i].x, 31, 32);
        value[i].y = __shfl_sync(0xffffffffu, value[i].y, 31, 32);
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
...

// turned_int8_side4, of shuffle.cu.mustache:
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

...
    for (unsigned i = 0; i < 4; i++)
        value[i] = in[idx + 32 * i];
    turned_int8_side4_turn(value, lane);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
...

// turned_int8_side4, of turn.cu.mustache:
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


// turned_int8_side8, of turn.cu.mustache:
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
...
    const unsigned row = lane >> 3 & 3, col = lane & 3;
    const unsigned from = (lane & 4) | col << 3 | row;
    const unsigned by = lane >> 2 & 1;
    turned_int8_side8_permute(value, by);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
...
        value[i] = __shfl_sync(0xffffffffu, value[i], source);
    }
    turned_int8_side8_permute(value, by);
}


// turned_int8_side32, of turn.cu.mustache:
...
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    turned_int8_side32_permute(value, by);
...
