// large_int8: tile family of tilewright 0.1.0, from types.json; int8, layout (16,32):(32,1), (row, col) at column col ^ (row / 4 * 8)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int8(signed char *out)
{
    __shared__ signed char tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 4 * 8)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 4 * 8)]; // read along the columns
}

// large_float16, of tile.cu.mustache:
...

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    unsigned short value; // idx as a float16
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));

    unsigned row = idx / 32, col = idx % 32;
...

// large_float16, of tile_value.cu.mustache:
unsigned short value; // idx as a float16
asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));

// large_bfloat16, of tile_value.cu.mustache:
const unsigned bits = __float_as_uint(idx);
const unsigned short value = (bits + 0x7fff + (bits >> 16 & 1)) >> 16; // idx as a bfloat16, ties to even

// large_bfloat16.high, of tile_value.cu.mustache:
const unsigned short value = __float_as_uint(idx >> 8) >> 16; // idx >> 8 as a bfloat16

// small_int8, of tile.cu.mustache:
...
    extern __shared__ signed char small_int8_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;
    const unsigned row_idx = y * 9 + x, col_idx = x * 9 + y;

    small_int8_tile[row_idx] = idx; // write along the rows
...

// small_int8, of tile_declared.cu.mustache:
extern __shared__ signed char small_int8_tile[]; // 8 x 9: 8 columns and 1 of padding
