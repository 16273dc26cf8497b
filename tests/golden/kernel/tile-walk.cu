// byRows: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (32,32):(32,1)
// launch one block of (32, 8) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(256) byRows(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x;

#pragma unroll 1
    for (unsigned y = threadIdx.y; y < 32; y += 8)
    {
        const unsigned idx = y * 32 + x;
        tile[y][x] = idx; // write along the rows
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned y = threadIdx.y; y < 32; y += 8)
    {
        const unsigned idx = y * 32 + x;
        out[idx] = tile[y][x]; // read along the rows
    }
}

// turned, of tile.cu.mustache:
...
    {
        const unsigned idx = y * 33 + x;
        unsigned short value; // idx as a float16
        asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));
        tile[x][y] = value; // write along the columns
    }
...

// turned, of tile_value.cu.mustache:
unsigned short value; // idx as a float16
asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));

// swizzled, of tile.cu.mustache:
...
    __shared__ unsigned short tile[8][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned short value = __float_as_uint(idx) >> 16; // idx as a bfloat16

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 8)] = value; // write along the rows
    __syncthreads();

    row = idx % 8;
    col = idx / 8;
    out[idx] = tile[row][col ^ (row / 2 * 8)]; // read along the columns
}

// swizzled, of tile_value.cu.mustache:
const unsigned short value = __float_as_uint(idx) >> 16; // idx as a bfloat16

// linearSwizzled, of tile.cu.mustache:
...

    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        const unsigned row = idx / 32, col = idx % 32;
        tile[row][col ^ (row / 4 * 4)] = idx; // write along the rows
    }
...
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        const unsigned row = idx % 32, col = idx / 32;
        out[idx] = tile[row][col ^ (row / 4 * 4)]; // read along the columns
    }
...

// lineWalk, of tile.cu.mustache:
// lineWalk: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (1,1000):(1000,1)
// launch one block of (32, 8) threads; out holds 1000 elements
__shared__ int lineWalk_tile[1000];

extern "C" __global__ void __launch_bounds__(256) lineWalk(int *out)
{
...

// solidDynamic, of tile_declared.cu.mustache:
extern __shared__ int solidDynamic_tile[]; // 4 x 8 x 8
