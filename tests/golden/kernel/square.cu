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

// setRowReadColDyn, of tile.cu.mustache:
...
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;
    const unsigned col_idx = x * 32 + y;

    setRowReadColDyn_tile[idx] = idx; // write along the rows
...

// setRowReadColDyn, of tile_declared.cu.mustache:
extern __shared__ int setRowReadColDyn_tile[]; // 32 x 32
