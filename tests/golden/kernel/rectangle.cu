// setRowReadRow: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setRowReadRow(int *out)
{
    __shared__ int tile[16][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[y][x]; // read along the rows
}

// setRowReadRow2: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setRowReadRow2(int *out)
{
    __shared__ int tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx / 32][idx % 32]; // read along the rows
}

// setColReadCol: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (32,16):(16,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setColReadCol(int *out)
{
    __shared__ int tile[32][16];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][y] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// setColReadCol2: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setColReadCol2(int *out)
{
    __shared__ int tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx % 16][idx / 16] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16]; // read along the columns
}

// setRowReadCol: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setRowReadCol(int *out)
{
    __shared__ int tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16]; // read along the columns
}

// setRowReadColDyn: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads with 2048 bytes of dynamic shared memory; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setRowReadColDyn(int *out)
{
    extern __shared__ int setRowReadColDyn_tile[]; // 16 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    setRowReadColDyn_tile[idx / 32 * 32 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = setRowReadColDyn_tile[idx % 16 * 32 + idx / 16]; // read along the columns
}

// setRowReadColPad: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(34,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setRowReadColPad(int *out)
{
    __shared__ int tile[16][34]; // 32 columns and 2 of padding

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16]; // read along the columns
}

// setRowReadColDynPad: tile family of tilewright 0.1.0, from rectangle.json; int32, layout (16,32):(34,1)
// launch one block of (32, 16) threads with 2176 bytes of dynamic shared memory; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) setRowReadColDynPad(int *out)
{
    extern __shared__ int setRowReadColDynPad_tile[]; // 16 x 34: 32 columns and 2 of padding

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    setRowReadColDynPad_tile[idx / 32 * 34 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = setRowReadColDynPad_tile[idx % 16 * 34 + idx / 16]; // read along the columns
}
