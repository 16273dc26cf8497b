// two: tile family of tilewright 0.1.0, from tile-two.json; int32, layout (32,32):(33,1) and (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 2048 elements
extern "C" __global__ void __launch_bounds__(1024) two(int *out)
{
    __shared__ int tile[32][33]; // 32 columns and 1 of padding
    __shared__ int tile2[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    tile2[y][x] = 1023 - idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
    out[1024 + idx] = tile2[y][x]; // read along the rows
}

// carved_kernel, of tile.cu.mustache:
...
{
    extern __shared__ int carved_kernel_tiles[];
    int *const tile = carved_kernel_tiles; // 32 x 33: 32 columns and 1 of padding
    int *const tile2 = carved_kernel_tiles + 1056; // 32 x 34: 32 columns and 2 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;
    const unsigned row_idx = y * 33 + x, col_idx = x * 33 + y;
    const unsigned row_idx2 = y * 34 + x, col_idx2 = x * 34 + y;

    tile[row_idx] = idx; // write along the rows
...

// carved_kernel, of tile_declared.cu.mustache:
extern __shared__ int carved_kernel_tiles[];

// carved_file, of tile.cu.mustache:
// carved_file: tile family of tilewright 0.1.0, from tile-two.json; int32, layout (32,32):(33,1) and (32,32):(34,1)
// launch one block of (32, 32) threads with 8576 bytes of dynamic shared memory; out holds 2048 elements
extern __shared__ int carved_file_tiles[];

extern "C" __global__ void __launch_bounds__(1024) carved_file(int *out)
{
...

// halves_float16, of tile.cu.mustache:
...
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;
    unsigned short value; // idx as a float16
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));
    unsigned short value2; // 1023 - idx as a float16
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value2) : "r"(1023 - idx));

    halves_float16_tile[y][x] = value; // write along the rows
...

// halves_float16, of tile_value.cu.mustache:
unsigned short value; // idx as a float16
asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));
unsigned short value2; // 1023 - idx as a float16
asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value2) : "r"(1023 - idx));

// halves_bfloat16, of tile_value.cu.mustache:
const unsigned bits = __float_as_uint(idx);
const unsigned short value = (bits + 0x7fff + (bits >> 16 & 1)) >> 16; // idx as a bfloat16, ties to even
const unsigned bits2 = __float_as_uint(1023 - idx);
const unsigned short value2 = (bits2 + 0x7fff + (bits2 >> 16 & 1)) >> 16; // 1023 - idx as a bfloat16, ties to even

// halves_bfloat16.high, of tile_value.cu.mustache:
const unsigned short value = __float_as_uint(idx >> 8) >> 16; // idx >> 8 as a bfloat16
const unsigned short value2 = __float_as_uint((1023 - idx) >> 8) >> 16; // (1023 - idx) >> 8 as a bfloat16

// swizzled_first, of tile.cu.mustache:
...
    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows
    tile2[row][col ^ row] = 1023 - idx; // write along the rows
    __syncthreads();

    row = idx % 32;
    col = idx / 32;
    out[idx] = tile[row][col ^ row]; // read along the columns
    out[1024 + idx] = tile2[row][col ^ row]; // read along the columns
...

// swizzled_col_row, of tile.cu.mustache:
...
    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows

    row = idx % 32;
    col = idx / 32;
    tile2[row][col ^ row] = 1023 - idx; // write along the columns
    __syncthreads();
...

// walk, of tile.cu.mustache:
...

    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        unsigned row = idx / 32, col = idx % 32;
        tile[row][(col + row) % 32] = idx; // write along the rows
        row = idx % 32;
        col = idx / 32;
        tile2[row][(col + row) % 32] = 1023 - idx; // write along the columns
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        unsigned row = idx % 32, col = idx / 32;
        out[idx] = tile[row][(col + row) % 32]; // read along the columns
        row = idx / 32;
        col = idx % 32;
        out[1024 + idx] = tile2[row][(col + row) % 32]; // read along the rows
    }
}

// patterns_writes2_first, of tile.cu.mustache:
// patterns_writes2_first: tile family of tilewright 0.1.0, from tile-two.json; int8, layout (4,16):(16,1) and (4,16):(16,1)
// launch one block of (16, 4) threads; out holds 128 elements
__constant__ unsigned short patterns_writes2_first_to[64] = {
    54, 4, 10, 59, 12, 2, 63, 20, 48, 42, 16, 35, 53, 57, 52, 51,
    47, 60, 15, 30, 23, 22, 14, 37, 36, 50, 6, 39, 58, 5, 0, 61,
    34, 7, 43, 13, 32, 33, 46, 21, 17, 29, 26, 9, 41, 45, 40, 27,
    25, 38, 18, 28, 8, 49, 19, 1, 11, 62, 44, 24, 56, 31, 55, 3
};

__constant__ unsigned short patterns_writes2_first_from2[4] = {
    3, 0, 2, 1
};

extern "C" __global__ void __launch_bounds__(64) patterns_writes2_first(signed char *out)
{
...

    const unsigned idx = threadIdx.y * 16 + threadIdx.x;
    const unsigned to = patterns_writes2_first_to[idx];
    const unsigned from = idx * 2 % 64 + idx / 32;
    const unsigned from2 = idx / 4 * 4 + patterns_writes2_first_from2[idx % 4];

    tile[to / 16][to % 16] = idx; // write in a random order
...

// again, of tile.cu.mustache:
...
        out[idx] = tile[idx % 4][idx / 4]; // read along the columns
        out[128 + idx] = tile2[0][0]; // read one word for all
        __threadfence_block(); // the next pass may read the same again
    }
}
