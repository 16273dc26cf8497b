// setRowReadRow: tile family of tilewright 0.1.0, from square.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) setRowReadRow(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[y][x]; // read along the rows
}

// setColReadCol: tile family of tilewright 0.1.0, from square.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) setColReadCol(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][y] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// setRowReadCol: tile family of tilewright 0.1.0, from square.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) setRowReadCol(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// setRowReadColDyn: tile family of tilewright 0.1.0, from square.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) setRowReadColDyn(int *out)
{
    extern __shared__ int setRowReadColDyn_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    setRowReadColDyn_tile[y * 32 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = setRowReadColDyn_tile[x * 32 + y]; // read along the columns
}

// setRowReadColPad: tile family of tilewright 0.1.0, from square.json; int32, layout (32,32):(33,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) setRowReadColPad(int *out)
{
    __shared__ int tile[32][33]; // 32 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// setRowReadColDynPad: tile family of tilewright 0.1.0, from square.json; int32, layout (32,32):(33,1)
// launch one block of (32, 32) threads with 4224 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) setRowReadColDynPad(int *out)
{
    extern __shared__ int setRowReadColDynPad_tile[]; // 32 x 33: 32 columns and 1 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    setRowReadColDynPad_tile[y * 33 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = setRowReadColDynPad_tile[x * 33 + y]; // read along the columns
}
