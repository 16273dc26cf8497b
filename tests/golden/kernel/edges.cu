// one_static: tile family of tilewright 0.1.0, from edges.json; int32, layout (1,1):(1,1)
// launch one block of (1, 1) threads; out holds 1 elements
extern "C" __global__ void one_static(int *out)
{
    __shared__ int tile[1][1];

    const unsigned idx = threadIdx.x;

    tile[0][idx] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[0][idx]; // read along the columns
}

// one_dynamic: tile family of tilewright 0.1.0, from edges.json; int32, layout (1,1):(1,1)
// launch one block of (1, 1) threads with 4 bytes of dynamic shared memory; out holds 1 elements
extern "C" __global__ void one_dynamic(int *out)
{
    extern __shared__ int one_dynamic_tile[]; // 1 x 1

    const unsigned idx = threadIdx.x;

    one_dynamic_tile[idx] = idx; // write along the rows
    __syncthreads();
    out[idx] = one_dynamic_tile[idx]; // read along the columns
}

// line_static: tile family of tilewright 0.1.0, from edges.json; int32, layout (1,5):(5,1)
// launch one block of (5, 1) threads; out holds 5 elements
extern "C" __global__ void __launch_bounds__(5) line_static(int *out)
{
    __shared__ int tile[1][5];

    const unsigned idx = threadIdx.x;

    tile[0][idx] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[0][idx]; // read along the columns
}

// line_dynamic: tile family of tilewright 0.1.0, from edges.json; int32, layout (1,5):(5,1)
// launch one block of (5, 1) threads with 20 bytes of dynamic shared memory; out holds 5 elements
extern "C" __global__ void __launch_bounds__(5) line_dynamic(int *out)
{
    extern __shared__ int line_dynamic_tile[]; // 1 x 5

    const unsigned idx = threadIdx.x;

    line_dynamic_tile[idx] = idx; // write along the rows
    __syncthreads();
    out[idx] = line_dynamic_tile[idx]; // read along the columns
}

// stack_static: tile family of tilewright 0.1.0, from edges.json; int32, layout (8,1):(1,1)
// launch one block of (1, 8) threads; out holds 8 elements
extern "C" __global__ void __launch_bounds__(8) stack_static(int *out)
{
    __shared__ int tile[8][1];

    const unsigned idx = threadIdx.y;

    tile[idx][0] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[idx][0]; // read along the rows
}

// stack_dynamic: tile family of tilewright 0.1.0, from edges.json; int32, layout (8,1):(1,1)
// launch one block of (1, 8) threads with 32 bytes of dynamic shared memory; out holds 8 elements
extern "C" __global__ void __launch_bounds__(8) stack_dynamic(int *out)
{
    extern __shared__ int stack_dynamic_tile[]; // 8 x 1

    const unsigned idx = threadIdx.y;

    stack_dynamic_tile[idx] = idx; // write along the columns
    __syncthreads();
    out[idx] = stack_dynamic_tile[idx]; // read along the rows
}

// odd_none: tile family of tilewright 0.1.0, from edges.json; int8, layout (7,33):(33,1)
// launch one block of (33, 7) threads; out holds 231 elements
extern "C" __global__ void __launch_bounds__(231) odd_none(signed char *out)
{
    __shared__ signed char tile[7][33];

    const unsigned idx = threadIdx.y * 33 + threadIdx.x;

    tile[idx % 7][idx / 7] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[idx / 33][idx % 33]; // read along the rows
}

// odd_none: tile family of tilewright 0.1.0, from edges.json; int8, layout (7,33):(33,1); stores idx >> 8
// launch one block of (33, 7) threads; out holds 231 elements
extern "C" __global__ void __launch_bounds__(231) odd_none(signed char *out)
{
    __shared__ signed char tile[7][33];

    const unsigned idx = threadIdx.y * 33 + threadIdx.x;

    tile[idx % 7][idx / 7] = idx >> 8; // write along the columns
    __syncthreads();
    out[idx] = tile[idx / 33][idx % 33]; // read along the rows
}

// odd_skew: tile family of tilewright 0.1.0, from edges.json; int8, layout (7,33):(33,1), (row, col) at column (col + row) % 33
// launch one block of (33, 7) threads; out holds 231 elements
extern "C" __global__ void __launch_bounds__(231) odd_skew(signed char *out)
{
    __shared__ signed char tile[7][33];

    const unsigned idx = threadIdx.y * 33 + threadIdx.x;

    unsigned row = idx % 7, col = idx / 7;
    tile[row][(col + row) % 33] = idx; // write along the columns
    __syncthreads();

    row = idx / 33;
    col = idx % 33;
    out[idx] = tile[row][(col + row) % 33]; // read along the rows
}

// odd_skew: tile family of tilewright 0.1.0, from edges.json; int8, layout (7,33):(33,1), (row, col) at column (col + row) % 33; stores idx >> 8
// launch one block of (33, 7) threads; out holds 231 elements
extern "C" __global__ void __launch_bounds__(231) odd_skew(signed char *out)
{
    __shared__ signed char tile[7][33];

    const unsigned idx = threadIdx.y * 33 + threadIdx.x;

    unsigned row = idx % 7, col = idx / 7;
    tile[row][(col + row) % 33] = idx >> 8; // write along the columns
    __syncthreads();

    row = idx / 33;
    col = idx % 33;
    out[idx] = tile[row][(col + row) % 33]; // read along the rows
}

// square: tile family of tilewright 0.1.0, from edges.json; int32, layout (4,4):(4,1)
// launch one block of (4, 4) threads; out holds 16 elements
extern "C" __global__ void __launch_bounds__(16) square(int *out)
{
    __shared__ int tile[4][4];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 4 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// wide_int8: tile family of tilewright 0.1.0, from edges.json; int8, layout (4,128):(128,1), (row, col) at column col ^ (row * 32)
// launch one block of (128, 4) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) wide_int8(signed char *out)
{
    __shared__ signed char tile[4][128];

    const unsigned idx = threadIdx.y * 128 + threadIdx.x;

    unsigned row = idx / 128, col = idx % 128;
    tile[row][col ^ (row * 32)] = idx; // write along the rows
    __syncthreads();

    row = idx % 4;
    col = idx / 4;
    out[idx] = tile[row][col ^ (row * 32)]; // read along the columns
}

// wide_int8: tile family of tilewright 0.1.0, from edges.json; int8, layout (4,128):(128,1), (row, col) at column col ^ (row * 32); stores idx >> 8
// launch one block of (128, 4) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) wide_int8(signed char *out)
{
    __shared__ signed char tile[4][128];

    const unsigned idx = threadIdx.y * 128 + threadIdx.x;

    unsigned row = idx / 128, col = idx % 128;
    tile[row][col ^ (row * 32)] = idx >> 8; // write along the rows
    __syncthreads();

    row = idx % 4;
    col = idx / 4;
    out[idx] = tile[row][col ^ (row * 32)]; // read along the columns
}

// wide_float64x2: tile family of tilewright 0.1.0, from edges.json; float64x2, layout (4,128):(128,1), (row, col) at column col ^ (row * 2)
// launch one block of (128, 4) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) wide_float64x2(double2 *out)
{
    __shared__ double2 tile[4][128];

    const unsigned idx = threadIdx.y * 128 + threadIdx.x;

    unsigned row = idx / 128, col = idx % 128;
    tile[row][col ^ (row * 2)] = make_double2(idx, idx + 1); // write along the rows
    __syncthreads();

    row = idx % 4;
    col = idx / 4;
    out[idx] = tile[row][col ^ (row * 2)]; // read along the columns
}

// high_skew: tile family of tilewright 0.1.0, from edges.json; int16, layout (128,8):(8,1), (row, col) at column (col + row) % 8
// launch one block of (8, 128) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) high_skew(short *out)
{
    __shared__ short tile[128][8];

    const unsigned idx = threadIdx.y * 8 + threadIdx.x;

    unsigned row = idx / 8, col = idx % 8;
    tile[row][(col + row) % 8] = idx; // write along the rows
    __syncthreads();

    row = idx % 128;
    col = idx / 128;
    out[idx] = tile[row][(col + row) % 8]; // read along the columns
}

// high_xor: tile family of tilewright 0.1.0, from edges.json; int16, layout (128,8):(8,1), (row, col) at column col ^ (row / 8 * 2 % 8)
// launch one block of (8, 128) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) high_xor(short *out)
{
    __shared__ short tile[128][8];

    const unsigned idx = threadIdx.y * 8 + threadIdx.x;

    unsigned row = idx / 8, col = idx % 8;
    tile[row][col ^ (row / 8 * 2 % 8)] = idx; // write along the rows
    __syncthreads();

    row = idx % 128;
    col = idx / 128;
    out[idx] = tile[row][col ^ (row / 8 * 2 % 8)]; // read along the columns
}

// tile: tile family of tilewright 0.1.0, from edges.json; int32, layout (8,8):(8,1)
// launch one block of (8, 8) threads; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) tile(int *out)
{
    __shared__ int tile[8][8];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[y][x]; // read along the rows
}

// idx: tile family of tilewright 0.1.0, from edges.json; int32, layout (8,8):(8,1)
// launch one block of (8, 8) threads with 256 bytes of dynamic shared memory; out holds 64 elements
extern __shared__ int idx_tile[]; // 8 x 8

extern "C" __global__ void __launch_bounds__(64) idx(int *out)
{
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 8 + x;

    idx_tile[y * 8 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = idx_tile[y * 8 + x]; // read along the rows
}
