// sides_unroll4: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 64 x 96, shuffle
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void sides_unroll4_permute(unsigned (&value)[4], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 4; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void sides_unroll4_turn(unsigned (&value)[4], unsigned lane)
{
    const unsigned by = lane & 3;
    sides_unroll4_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 4; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    sides_unroll4_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(256)
    sides_unroll4(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 8; unit += 8) {
        const unsigned down = unit / 1 * 4, across = unit % 1 * 32;
        unsigned value[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        sides_unroll4_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 4; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 4 * 4 + k, i = down + threadIdx.x % 4;
            out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// sides_unroll8: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 64 x 96, shuffle
// launch 4 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void sides_unroll8_permute(unsigned (&value)[8], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 8; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void sides_unroll8_turn(unsigned (&value)[8], unsigned lane)
{
    const unsigned by = lane & 7;
    sides_unroll8_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 8; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    sides_unroll8_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(256)
    sides_unroll8(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 2;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 2) * 64u;
    const unsigned cols = 96u - first_col;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 8; unit += 8) {
        const unsigned down = unit / 2 * 8, across = unit % 2 * 32;
        unsigned value[8] = {};
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (i < cols) value[k] = in[(unsigned)j * 96 + i];
        }
        sides_unroll8_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 8; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 8 * 8 + k, i = down + threadIdx.x % 8;
            if (j < cols) out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// sides_unroll16: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 64 x 96, shuffle
// launch 2 blocks of (32, 6) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void sides_unroll16_permute(unsigned (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 16; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void sides_unroll16_turn(unsigned (&value)[16], unsigned lane)
{
    const unsigned by = lane & 15;
    sides_unroll16_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 16; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    sides_unroll16_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(192)
    sides_unroll16(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 6; unit += 6) {
        const unsigned down = unit / 3 * 16, across = unit % 3 * 32;
        unsigned value[16];
#pragma unroll
        for (unsigned k = 0; k < 16; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        sides_unroll16_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 16; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 16 * 16 + k, i = down + threadIdx.x % 16;
            out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// sides_unroll32: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 64 x 96, shuffle
// launch 2 blocks of (32, 3) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void sides_unroll32_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void sides_unroll32_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    sides_unroll32_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    sides_unroll32_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    sides_unroll32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        sides_unroll32_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// types_uint8: transpose family of tilewright 0.1.0, from transpose-shuffle.json; uint8, 1 x 64 x 96, shuffle
// launch 2 blocks of (32, 3) threads; in holds 6144 elements, out 6144; both 1-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void types_uint8_permute(unsigned char (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned char a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void types_uint8_turn(unsigned char (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    types_uint8_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    types_uint8_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    types_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned char value[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        types_uint8_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// types_float16: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float16, 1 x 64 x 96, shuffle
// launch 2 blocks of (32, 3) threads; in holds 6144 elements, out 6144; both 2-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void types_float16_permute(unsigned short (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned short a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void types_float16_turn(unsigned short (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    types_float16_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    types_float16_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    types_float16(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned short value[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        types_float16_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// types_float64: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float64, 1 x 64 x 96, shuffle
// launch 2 blocks of (32, 6) threads; in holds 6144 elements, out 6144; both 8-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void types_float64_permute(uint2 (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 16; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const uint2 a = value[i], b = value[i + bit];
            value[i].x = moves ? b.x : a.x;
            value[i + bit].x = moves ? a.x : b.x;
            value[i].y = moves ? b.y : a.y;
            value[i + bit].y = moves ? a.y : b.y;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void types_float64_turn(uint2 (&value)[16], unsigned lane)
{
    const unsigned by = lane & 15;
    types_float64_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 16; i++) {
        value[i].x = __shfl_xor_sync(0xffffffffu, value[i].x, i);
        value[i].y = __shfl_xor_sync(0xffffffffu, value[i].y, i);
    }
    types_float64_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(192)
    types_float64(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 6; unit += 6) {
        const unsigned down = unit / 3 * 16, across = unit % 3 * 32;
        uint2 value[16];
#pragma unroll
        for (unsigned k = 0; k < 16; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        types_float64_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 16; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 16 * 16 + k, i = down + threadIdx.x % 16;
            out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// types_float32x4: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32x4, 1 x 64 x 96, shuffle
// launch 4 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 16-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void types_float32x4_permute(uint4 (&value)[8], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 8; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            if (i & bit) continue;
            const uint4 a = value[i], b = value[i + bit];
            value[i].x = moves ? b.x : a.x;
            value[i + bit].x = moves ? a.x : b.x;
            value[i].y = moves ? b.y : a.y;
            value[i + bit].y = moves ? a.y : b.y;
            value[i].z = moves ? b.z : a.z;
            value[i + bit].z = moves ? a.z : b.z;
            value[i].w = moves ? b.w : a.w;
            value[i + bit].w = moves ? a.w : b.w;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void types_float32x4_turn(uint4 (&value)[8], unsigned lane)
{
    const unsigned by = lane & 7;
    types_float32x4_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 8; i++) {
        value[i].x = __shfl_xor_sync(0xffffffffu, value[i].x, i);
        value[i].y = __shfl_xor_sync(0xffffffffu, value[i].y, i);
        value[i].z = __shfl_xor_sync(0xffffffffu, value[i].z, i);
        value[i].w = __shfl_xor_sync(0xffffffffu, value[i].w, i);
    }
    types_float32x4_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(256)
    types_float32x4(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 2;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 2) * 64u;
    const unsigned cols = 96u - first_col;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 8; unit += 8) {
        const unsigned down = unit / 2 * 8, across = unit % 2 * 32;
        uint4 value[8] = {};
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (i < cols) value[k] = in[(unsigned)j * 96 + i];
        }
        types_float32x4_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 8; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 8 * 8 + k, i = down + threadIdx.x % 8;
            if (j < cols) out[(unsigned)j * 64 + i] = value[k];
        }
    }
}

// cut: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 65 x 95, shuffle
// launch 10 blocks of (32, 3) threads; in holds 6175 elements, out 6175; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void cut_permute(unsigned (&value)[16], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 16; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void cut_turn(unsigned (&value)[16], unsigned lane)
{
    const unsigned by = lane & 15;
    cut_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 16; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    cut_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    cut(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 2;
    const unsigned first_row = tile_row * 16u, first_col = (blockIdx.x % 2) * 64u;
    const unsigned rows = 65u - first_row; // from the tile's first on
    const unsigned cols = 95u - first_col;
    in += first_row * 95 + first_col + 0;
    out += first_col * 65 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 2; unit += 3) {
        const unsigned down = unit / 2 * 16, across = unit % 2 * 32;
        unsigned value[16] = {};
#pragma unroll
        for (unsigned k = 0; k < 16; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows && i < cols) value[k] = in[(unsigned)j * 95 + i];
        }
        cut_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 16; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 16 * 16 + k, i = down + threadIdx.x % 16;
            if (j < cols && i < rows) out[(unsigned)j * 65 + i] = value[k];
        }
    }
}

// batch: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 3 x 64 x 96, shuffle
// launch 6 blocks of (32, 3) threads; in holds 19197 elements, out 20156; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void batch_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void batch_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    batch_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    batch_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    batch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x % 2;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned matrix = blockIdx.x / 2;
    in += matrix * 6400 + first_row * 100 + first_col + 1;
    out += matrix * 6720 + first_col * 70 + first_row + 2;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 100 + i];
        }
        batch_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            out[(unsigned)j * 70 + i] = value[k];
        }
    }
}

// bands: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 640 x 96, shuffle
// launch 60 blocks of (32, 1) threads; in holds 61440 elements, out 61440; both 4-byte aligned
// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void bands_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void bands_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    bands_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    bands_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(32)
    bands(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned place = blockIdx.x, in_band = place % 6, band_first = place / 6 * 2;
    const unsigned width = 2;
    const unsigned tile_row = band_first + in_band % width;
    const unsigned first_row = tile_row * 32u, first_col = (in_band / width) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 640 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 1; unit += 1) {
        const unsigned down = unit / 1 * 32, across = unit % 1 * 32;
        unsigned value[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            value[k] = in[(unsigned)j * 96 + i];
        }
        bands_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            out[(unsigned)j * 640 + i] = value[k];
        }
    }
}

// hint_loads: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_loads_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void hint_loads_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    hint_loads_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    hint_loads_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    hint_loads(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned rows = 70u - first_row; // from the tile's first on
    in += first_row * 96 + first_col + 0;
    out += first_col * 70 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32] = {};
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows) value[k] = hint_loads_load_hint(&in[(unsigned)j * 96 + i]);
        }
        hint_loads_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (i < rows) out[(unsigned)j * 70 + i] = value[k];
        }
    }
}

// hint_stores: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_stores_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_stores_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void hint_stores_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    hint_stores_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    hint_stores_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    hint_stores(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned rows = 70u - first_row; // from the tile's first on
    in += first_row * 96 + first_col + 0;
    out += first_col * 70 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32] = {};
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows) value[k] = in[(unsigned)j * 96 + i];
        }
        hint_stores_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (i < rows) hint_stores_store_hint(&out[(unsigned)j * 70 + i], value[k]);
        }
    }
}

// hint_stream: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_stream_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// A store of what is not used again.
static __device__ __forceinline__ void hint_stream_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_stream_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void hint_stream_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    hint_stream_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    hint_stream_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    hint_stream(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned rows = 70u - first_row; // from the tile's first on
    in += first_row * 96 + first_col + 0;
    out += first_col * 70 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32] = {};
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows) value[k] = hint_stream_load_hint(&in[(unsigned)j * 96 + i]);
        }
        hint_stream_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (i < rows) hint_stream_store_hint(&out[(unsigned)j * 70 + i], value[k]);
        }
    }
}

// hint_evict_last: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ unsigned hint_evict_last_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned v;
    asm volatile("ld.global.nc.L1::evict_last.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_evict_last_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void hint_evict_last_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    hint_evict_last_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    hint_evict_last_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    hint_evict_last(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned rows = 70u - first_row; // from the tile's first on
    in += first_row * 96 + first_col + 0;
    out += first_col * 70 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32] = {};
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows) value[k] = hint_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
        hint_evict_last_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (i < rows) out[(unsigned)j * 70 + i] = value[k];
        }
    }
}

// hint_evict_first: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void hint_evict_first_store_hint(unsigned *to, unsigned v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" :: "l"(to), "r"(v), "l"(policy) : "memory");
#endif
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_evict_first_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void hint_evict_first_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    hint_evict_first_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    hint_evict_first_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    hint_evict_first(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned rows = 70u - first_row; // from the tile's first on
    in += first_row * 96 + first_col + 0;
    out += first_col * 70 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32] = {};
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows) value[k] = in[(unsigned)j * 96 + i];
        }
        hint_evict_first_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (i < rows) hint_evict_first_store_hint(&out[(unsigned)j * 70 + i], value[k]);
        }
    }
}

// hint_fetch: transpose family of tilewright 0.1.0, from transpose-shuffle.json; float32, 1 x 70 x 96, shuffle
// launch 3 blocks of (32, 3) threads; in holds 6720 elements, out 6720; both 4-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ unsigned hint_fetch_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned v;
    asm volatile("ld.global.nc.L2::128B.u32 %0, [%1];" : "=r"(v) : "l"(from));
    return v;
#endif
}

// what is in value[i] goes to value[i ^ by]: by selections, a stage for each bit, so that the array stays in registers
static __device__ __forceinline__ void hint_fetch_permute(unsigned (&value)[32], unsigned by)
{
#pragma unroll
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        const bool moves = by & bit;
#pragma unroll
        for (unsigned i = 0; i < 32; i++) {
            if (i & bit) continue;
            const unsigned a = value[i], b = value[i + bit];
            value[i] = moves ? b : a;
            value[i + bit] = moves ? a : b;
        }
    }
}

// turns the warp's matrices, one shuffle per register
static __device__ __forceinline__ void hint_fetch_turn(unsigned (&value)[32], unsigned lane)
{
    const unsigned by = lane & 31;
    hint_fetch_permute(value, by);
#pragma unroll
    for (unsigned i = 1; i < 32; i++) {
        value[i] = __shfl_xor_sync(0xffffffffu, value[i], i);
    }
    hint_fetch_permute(value, by);
}

extern "C" __global__ void __launch_bounds__(96)
    hint_fetch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 32u, first_col = (0) * 96u;
    const unsigned rows = 70u - first_row; // from the tile's first on
    in += first_row * 96 + first_col + 0;
    out += first_col * 70 + first_row + 0;

#pragma unroll 1
    for (unsigned unit = threadIdx.y; unit < 3; unit += 3) {
        const unsigned down = unit / 3 * 32, across = unit % 3 * 32;
        unsigned value[32] = {};
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned j = down + k, i = across + threadIdx.x;
            if (j < rows) value[k] = hint_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
        hint_fetch_turn(value, threadIdx.x);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) { // row and column of the output
            const unsigned j = across + threadIdx.x / 32 * 32 + k, i = down + threadIdx.x % 32;
            if (i < rows) out[(unsigned)j * 70 + i] = value[k];
        }
    }
}
