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

// one_dynamic, of tile_declared.cu.mustache:
extern __shared__ int one_dynamic_tile[]; // 1 x 1

// odd_skew, of tile.cu.mustache:
...
    const unsigned idx = threadIdx.y * 33 + threadIdx.x;

    unsigned row = idx % 7, col = idx / 7;
    tile[row][(col + row) % 33] = idx; // write along the columns
    __syncthreads();

    row = idx / 33;
    col = idx % 33;
    out[idx] = tile[row][(col + row) % 33]; // read along the rows
}

// square, of tile.cu.mustache:
...
    __shared__ int tile[4][4];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 4 + x;

...

// idx, of tile.cu.mustache:
// idx: tile family of tilewright 0.1.0, from edges.json; int32, layout (8,8):(8,1)
// launch one block of (8, 8) threads with 256 bytes of dynamic shared memory; out holds 64 elements
extern __shared__ int idx_tile[]; // 8 x 8

extern "C" __global__ void __launch_bounds__(64) idx(int *out)
{
...
