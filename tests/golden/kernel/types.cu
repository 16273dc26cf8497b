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

// large_int8: tile family of tilewright 0.1.0, from types.json; int8, layout (16,32):(32,1), (row, col) at column col ^ (row / 4 * 8); stores idx >> 8
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int8(signed char *out)
{
    __shared__ signed char tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 4 * 8)] = idx >> 8; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 4 * 8)]; // read along the columns
}

// large_uint8: tile family of tilewright 0.1.0, from types.json; uint8, layout (16,32):(32,1), (row, col) at column col ^ (row / 4 * 8)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_uint8(unsigned char *out)
{
    __shared__ unsigned char tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 4 * 8)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 4 * 8)]; // read along the columns
}

// large_uint8: tile family of tilewright 0.1.0, from types.json; uint8, layout (16,32):(32,1), (row, col) at column col ^ (row / 4 * 8); stores idx >> 8
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_uint8(unsigned char *out)
{
    __shared__ unsigned char tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 4 * 8)] = idx >> 8; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 4 * 8)]; // read along the columns
}

// large_int16: tile family of tilewright 0.1.0, from types.json; int16, layout (16,32):(32,1), (row, col) at column col ^ (row / 2 * 4)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int16(short *out)
{
    __shared__ short tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 4)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 2 * 4)]; // read along the columns
}

// large_uint16: tile family of tilewright 0.1.0, from types.json; uint16, layout (16,32):(32,1), (row, col) at column col ^ (row / 2 * 4)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_uint16(unsigned short *out)
{
    __shared__ unsigned short tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 4)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 2 * 4)]; // read along the columns
}

// large_int32: tile family of tilewright 0.1.0, from types.json; int32, layout (16,32):(32,1), (row, col) at column col ^ (row * 2)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int32(int *out)
{
    __shared__ int tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row * 2)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row * 2)]; // read along the columns
}

// large_uint32: tile family of tilewright 0.1.0, from types.json; uint32, layout (16,32):(32,1), (row, col) at column col ^ (row * 2)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_uint32(unsigned *out)
{
    __shared__ unsigned tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row * 2)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row * 2)]; // read along the columns
}

// large_int64: tile family of tilewright 0.1.0, from types.json; int64, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int64(long long *out)
{
    __shared__ long long tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_uint64: tile family of tilewright 0.1.0, from types.json; uint64, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_uint64(unsigned long long *out)
{
    __shared__ unsigned long long tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_float16: tile family of tilewright 0.1.0, from types.json; float16, layout (16,32):(32,1), (row, col) at column col ^ (row / 2 * 4)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_float16(unsigned short *out)
{
    __shared__ unsigned short tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    unsigned short value; // idx as a float16
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 4)] = value; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 2 * 4)]; // read along the columns
}

// large_bfloat16: tile family of tilewright 0.1.0, from types.json; bfloat16, layout (16,32):(32,1), (row, col) at column col ^ (row / 2 * 4)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_bfloat16(unsigned short *out)
{
    __shared__ unsigned short tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned bits = __float_as_uint(idx);
    const unsigned short value = (bits + 0x7fff + (bits >> 16 & 1)) >> 16; // idx as a bfloat16, ties to even

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 4)] = value; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 2 * 4)]; // read along the columns
}

// large_bfloat16: tile family of tilewright 0.1.0, from types.json; bfloat16, layout (16,32):(32,1), (row, col) at column col ^ (row / 2 * 4); stores idx >> 8
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_bfloat16(unsigned short *out)
{
    __shared__ unsigned short tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned short value = __float_as_uint(idx >> 8) >> 16; // idx >> 8 as a bfloat16

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 4)] = value; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 2 * 4)]; // read along the columns
}

// large_bfloat16: tile family of tilewright 0.1.0, from types.json; bfloat16, layout (16,32):(32,1), (row, col) at column col ^ (row / 2 * 4); stores idx & 255
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_bfloat16(unsigned short *out)
{
    __shared__ unsigned short tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned short value = __float_as_uint(idx & 255) >> 16; // idx & 255 as a bfloat16

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row / 2 * 4)] = value; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row / 2 * 4)]; // read along the columns
}

// large_float32: tile family of tilewright 0.1.0, from types.json; float32, layout (16,32):(32,1), (row, col) at column col ^ (row * 2)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_float32(float *out)
{
    __shared__ float tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ (row * 2)] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ (row * 2)]; // read along the columns
}

// large_float64: tile family of tilewright 0.1.0, from types.json; float64, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_float64(double *out)
{
    __shared__ double tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_int32x2: tile family of tilewright 0.1.0, from types.json; int32x2, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int32x2(int2 *out)
{
    __shared__ int2 tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = make_int2(idx, idx + 1); // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_int32x4: tile family of tilewright 0.1.0, from types.json; int32x4, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_int32x4(int4 *out)
{
    __shared__ int4 tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = make_int4(idx, idx + 1, idx + 2, idx + 3); // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_float32x2: tile family of tilewright 0.1.0, from types.json; float32x2, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_float32x2(float2 *out)
{
    __shared__ float2 tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = make_float2(idx, idx + 1); // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_float32x4: tile family of tilewright 0.1.0, from types.json; float32x4, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_float32x4(float4 *out)
{
    __shared__ float4 tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = make_float4(idx, idx + 1, idx + 2, idx + 3); // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// large_float64x2: tile family of tilewright 0.1.0, from types.json; float64x2, layout (16,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) large_float64x2(double2 *out)
{
    __shared__ double2 tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = make_double2(idx, idx + 1); // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// small_int8: tile family of tilewright 0.1.0, from types.json; int8, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 72 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_int8(signed char *out)
{
    extern __shared__ signed char small_int8_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_int8_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_int8_tile[x * 9 + y]; // read along the columns
}

// small_uint8: tile family of tilewright 0.1.0, from types.json; uint8, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 72 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_uint8(unsigned char *out)
{
    extern __shared__ unsigned char small_uint8_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_uint8_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_uint8_tile[x * 9 + y]; // read along the columns
}

// small_int16: tile family of tilewright 0.1.0, from types.json; int16, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 144 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_int16(short *out)
{
    extern __shared__ short small_int16_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_int16_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_int16_tile[x * 9 + y]; // read along the columns
}

// small_uint16: tile family of tilewright 0.1.0, from types.json; uint16, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 144 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_uint16(unsigned short *out)
{
    extern __shared__ unsigned short small_uint16_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_uint16_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_uint16_tile[x * 9 + y]; // read along the columns
}

// small_int32: tile family of tilewright 0.1.0, from types.json; int32, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 288 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_int32(int *out)
{
    extern __shared__ int small_int32_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_int32_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_int32_tile[x * 9 + y]; // read along the columns
}

// small_uint32: tile family of tilewright 0.1.0, from types.json; uint32, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 288 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_uint32(unsigned *out)
{
    extern __shared__ unsigned small_uint32_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_uint32_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_uint32_tile[x * 9 + y]; // read along the columns
}

// small_int64: tile family of tilewright 0.1.0, from types.json; int64, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 576 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_int64(long long *out)
{
    extern __shared__ long long small_int64_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_int64_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_int64_tile[x * 9 + y]; // read along the columns
}

// small_uint64: tile family of tilewright 0.1.0, from types.json; uint64, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 576 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_uint64(unsigned long long *out)
{
    extern __shared__ unsigned long long small_uint64_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_uint64_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_uint64_tile[x * 9 + y]; // read along the columns
}

// small_float16: tile family of tilewright 0.1.0, from types.json; float16, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 144 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_float16(unsigned short *out)
{
    extern __shared__ unsigned short small_float16_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;
    unsigned short value; // idx as a float16
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));

    small_float16_tile[y * 9 + x] = value; // write along the rows
    __syncthreads();
    out[idx] = small_float16_tile[x * 9 + y]; // read along the columns
}

// small_bfloat16: tile family of tilewright 0.1.0, from types.json; bfloat16, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 144 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_bfloat16(unsigned short *out)
{
    extern __shared__ unsigned short small_bfloat16_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;
    const unsigned short value = __float_as_uint(idx) >> 16; // idx as a bfloat16

    small_bfloat16_tile[y * 9 + x] = value; // write along the rows
    __syncthreads();
    out[idx] = small_bfloat16_tile[x * 9 + y]; // read along the columns
}

// small_float32: tile family of tilewright 0.1.0, from types.json; float32, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 288 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_float32(float *out)
{
    extern __shared__ float small_float32_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_float32_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_float32_tile[x * 9 + y]; // read along the columns
}

// small_float64: tile family of tilewright 0.1.0, from types.json; float64, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 576 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_float64(double *out)
{
    extern __shared__ double small_float64_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_float64_tile[y * 9 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = small_float64_tile[x * 9 + y]; // read along the columns
}

// small_int32x2: tile family of tilewright 0.1.0, from types.json; int32x2, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 576 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_int32x2(int2 *out)
{
    extern __shared__ int2 small_int32x2_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_int32x2_tile[y * 9 + x] = make_int2(idx, idx + 1); // write along the rows
    __syncthreads();
    out[idx] = small_int32x2_tile[x * 9 + y]; // read along the columns
}

// small_int32x4: tile family of tilewright 0.1.0, from types.json; int32x4, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 1152 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_int32x4(int4 *out)
{
    extern __shared__ int4 small_int32x4_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_int32x4_tile[y * 9 + x] = make_int4(idx, idx + 1, idx + 2, idx + 3); // write along the rows
    __syncthreads();
    out[idx] = small_int32x4_tile[x * 9 + y]; // read along the columns
}

// small_float32x2: tile family of tilewright 0.1.0, from types.json; float32x2, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 576 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_float32x2(float2 *out)
{
    extern __shared__ float2 small_float32x2_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_float32x2_tile[y * 9 + x] = make_float2(idx, idx + 1); // write along the rows
    __syncthreads();
    out[idx] = small_float32x2_tile[x * 9 + y]; // read along the columns
}

// small_float32x4: tile family of tilewright 0.1.0, from types.json; float32x4, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 1152 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_float32x4(float4 *out)
{
    extern __shared__ float4 small_float32x4_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_float32x4_tile[y * 9 + x] = make_float4(idx, idx + 1, idx + 2, idx + 3); // write along the rows
    __syncthreads();
    out[idx] = small_float32x4_tile[x * 9 + y]; // read along the columns
}

// small_float64x2: tile family of tilewright 0.1.0, from types.json; float64x2, layout (8,8):(9,1)
// launch one block of (8, 8) threads with 1152 bytes of dynamic shared memory; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) small_float64x2(double2 *out)
{
    extern __shared__ double2 small_float64x2_tile[]; // 8 x 9: 8 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    small_float64x2_tile[y * 9 + x] = make_double2(idx, idx + 1); // write along the rows
    __syncthreads();
    out[idx] = small_float64x2_tile[x * 9 + y]; // read along the columns
}
