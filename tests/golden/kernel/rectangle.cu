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

// setRowReadColDyn, of tile.cu.mustache:
...

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned col_idx = idx % 16 * 32 + idx / 16;

    setRowReadColDyn_tile[idx] = idx; // write along the rows
...

// setRowReadColDyn, of tile_declared.cu.mustache:
extern __shared__ int setRowReadColDyn_tile[]; // 16 x 32
