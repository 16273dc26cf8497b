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

// turned: tile family of tilewright 0.1.0, from tile-walk.json; float16, layout (33,29):(29,1)
// launch one block of (32, 8) threads; out holds 957 elements
extern "C" __global__ void __launch_bounds__(256) turned(unsigned short *out)
{
    __shared__ unsigned short tile[33][29];

#pragma unroll 1
    for (unsigned y = threadIdx.y; y < 29; y += 8)
#pragma unroll 1
    for (unsigned x = threadIdx.x; x < 33; x += 32)
    {
        const unsigned idx = y * 33 + x;
        unsigned short value; // idx as a float16
        asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));
        tile[x][y] = value; // write along the columns
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned y = threadIdx.y; y < 29; y += 8)
#pragma unroll 1
    for (unsigned x = threadIdx.x; x < 33; x += 32)
    {
        const unsigned idx = y * 33 + x;
        out[idx] = tile[x][y]; // read along the columns
    }
}

// swizzled: tile family of tilewright 0.1.0, from tile-walk.json; bfloat16, layout (8,32):(32,1), (row, col) at column col ^ (row / 2 * 8)
// launch one block of (32, 8) threads; out holds 256 elements
extern "C" __global__ void __launch_bounds__(256) swizzled(unsigned short *out)
{
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

// linearSwizzled: tile family of tilewright 0.1.0, from tile-walk.json; int8, layout (32,32):(32,1), (row, col) at column col ^ (row / 4 * 4)
// launch one block of (32, 8) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(256) linearSwizzled(signed char *out)
{
    __shared__ signed char tile[32][32];

    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        const unsigned row = idx / 32, col = idx % 32;
        tile[row][col ^ (row / 4 * 4)] = idx; // write along the rows
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        const unsigned row = idx % 32, col = idx / 32;
        out[idx] = tile[row][col ^ (row / 4 * 4)]; // read along the columns
    }
}

// linearSwizzled: tile family of tilewright 0.1.0, from tile-walk.json; int8, layout (32,32):(32,1), (row, col) at column col ^ (row / 4 * 4); stores idx >> 8
// launch one block of (32, 8) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(256) linearSwizzled(signed char *out)
{
    __shared__ signed char tile[32][32];

    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        const unsigned row = idx / 32, col = idx % 32;
        tile[row][col ^ (row / 4 * 4)] = idx >> 8; // write along the rows
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 1024; idx += 256)
    {
        const unsigned row = idx % 32, col = idx / 32;
        out[idx] = tile[row][col ^ (row / 4 * 4)]; // read along the columns
    }
}

// line: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (1,256):(256,1)
// launch one block of (32, 8) threads; out holds 256 elements
extern "C" __global__ void __launch_bounds__(256) line(int *out)
{
    __shared__ int tile[256];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx]; // read along the rows
}

// lineWalk: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (1,1000):(1000,1)
// launch one block of (32, 8) threads; out holds 1000 elements
__shared__ int lineWalk_tile[1000];

extern "C" __global__ void __launch_bounds__(256) lineWalk(int *out)
{
    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 1000; idx += 256)
    {
        lineWalk_tile[idx] = idx; // write along the rows
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 1000; idx += 256)
    {
        out[idx] = lineWalk_tile[idx]; // read along the rows
    }
}

// lineIn2d: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (1,1000):(1000,1)
// launch one block of (32, 8) threads; out holds 1000 elements
extern "C" __global__ void __launch_bounds__(256) lineIn2d(int *out)
{
    __shared__ int tile[1000];

    const unsigned y = threadIdx.y;

    if (y < 1)
#pragma unroll 1
    for (unsigned x = threadIdx.x; x < 1000; x += 32)
    {
        const unsigned idx = x;
        tile[x] = idx; // write along the rows
    }
    __syncthreads();
    if (y < 1)
#pragma unroll 1
    for (unsigned x = threadIdx.x; x < 1000; x += 32)
    {
        const unsigned idx = x;
        out[idx] = tile[x]; // read along the rows
    }
}

// solid: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (4,8,8):(72,9,1)
// launch one block of (8, 8, 4) threads; out holds 256 elements
extern "C" __global__ void __launch_bounds__(256) solid(int *out)
{
    __shared__ int tile[4][8][9]; // 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const unsigned idx = z * 64 + y * 8 + x;

    tile[z][y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[z][x][y]; // read along the columns
}

// solidDynamic: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (4,8,8):(64,8,1), (row, col) at column (col + row) % 8
// launch one block of (8, 8, 4) threads with 1024 bytes of dynamic shared memory; out holds 256 elements
extern "C" __global__ void __launch_bounds__(256) solidDynamic(int *out)
{
    extern __shared__ int solidDynamic_tile[]; // 4 x 8 x 8

    const unsigned idx = threadIdx.z * 64 + threadIdx.y * 8 + threadIdx.x;

    unsigned row = idx / 8 % 8, col = idx % 8;
    solidDynamic_tile[(idx / 64 * 8 + row) * 8 + (col + row) % 8] = idx; // write along the rows
    __syncthreads();

    row = idx % 8;
    col = idx / 8 % 8;
    out[idx] = solidDynamic_tile[(idx / 64 * 8 + row) * 8 + (col + row) % 8]; // read along the columns
}

// solidWalk: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (5,12,20):(240,20,1)
// launch one block of (8, 4, 2) threads with 4800 bytes of dynamic shared memory; out holds 1200 elements
extern __shared__ int solidWalk_tile[]; // 5 x 12 x 20

extern "C" __global__ void __launch_bounds__(64) solidWalk(int *out)
{
    const unsigned tid = threadIdx.z * 32 + threadIdx.y * 8 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 1200; idx += 64)
    {
        solidWalk_tile[(idx / 240 * 12 + idx % 12) * 20 + idx / 12 % 20] = idx; // write along the columns
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 1200; idx += 64)
    {
        out[idx] = solidWalk_tile[(idx / 240 * 12 + idx / 20 % 12) * 20 + idx % 20]; // read along the rows
    }
}

// larger: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (24,24):(24,1)
// launch one block of (32, 32) threads; out holds 576 elements
extern "C" __global__ void __launch_bounds__(1024) larger(int *out)
{
    __shared__ int tile[24][24];

    const unsigned x = threadIdx.x, y = threadIdx.y;

    if (y < 24)
    if (x < 24)
    {
        const unsigned idx = y * 24 + x;
        tile[y][x] = idx; // write along the rows
    }
    __syncthreads();
    if (y < 24)
    if (x < 24)
    {
        const unsigned idx = y * 24 + x;
        out[idx] = tile[x][y]; // read along the columns
    }
}

// largerLinear: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (24,20):(20,1)
// launch one block of (32, 32) threads; out holds 480 elements
extern "C" __global__ void __launch_bounds__(1024) largerLinear(int *out)
{
    __shared__ int tile[24][20];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    if (idx < 480)
    {
        tile[idx / 20][idx % 20] = idx; // write along the rows
    }
    __syncthreads();
    if (idx < 480)
    {
        out[idx] = tile[idx % 24][idx / 24]; // read along the columns
    }
}

// oneOfMany: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (1,1):(1,1)
// launch one block of (32, 8) threads; out holds 1 elements
extern "C" __global__ void __launch_bounds__(256) oneOfMany(int *out)
{
    __shared__ int tile[1][1];

    const unsigned x = threadIdx.x, y = threadIdx.y;

    if (y < 1)
    if (x < 1)
    {
        const unsigned idx = y * 32 + x;
        tile[0][idx] = idx; // write along the rows
    }
    __syncthreads();
    if (y < 1)
    if (x < 1)
    {
        const unsigned idx = y * 32 + x;
        out[idx] = tile[0][idx]; // read along the rows
    }
}

// oneThread: tile family of tilewright 0.1.0, from tile-walk.json; int32, layout (3,2):(2,1)
// launch one block of (1, 1) threads; out holds 6 elements
extern "C" __global__ void oneThread(int *out)
{
    __shared__ int tile[3][2];

#pragma unroll 1
    for (unsigned y = threadIdx.y; y < 3; y += 1)
#pragma unroll 1
    for (unsigned x = threadIdx.x; x < 2; x += 1)
    {
        const unsigned idx = y * 2 + x;
        tile[y][x] = idx; // write along the rows
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned y = threadIdx.y; y < 3; y += 1)
#pragma unroll 1
    for (unsigned x = threadIdx.x; x < 2; x += 1)
    {
        const unsigned idx = y * 2 + x;
        out[idx] = tile[y][x]; // read along the rows
    }
}
