// form_row_row_2d_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_2d_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[y][x]; // read along the rows
}

// form_row_row_2d_dynamic_none, of tile_declared.cu.mustache:
extern __shared__ int form_row_row_2d_dynamic_none_tile[]; // 32 x 32

// form_row_row_2d_dynamic_skew, of tile.cu.mustache:
...
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;
    const unsigned row_idx = y * 32 + (x + y) % 32;

    form_row_row_2d_dynamic_skew_tile[row_idx] = idx; // write along the rows
...

// form_row_row_linear_static_skew, of tile.cu.mustache:
...
    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx / 32, col = idx % 32;
    tile[row][(col + row) % 32] = idx; // write along the rows
    __syncthreads();
...

// form_row_col_linear_static_skew, of tile.cu.mustache:
...
    tile[row][(col + row) % 32] = idx; // write along the rows
    __syncthreads();

    row = idx % 32;
    col = idx / 32;
    out[idx] = tile[row][(col + row) % 32]; // read along the columns
}

// declared_IPAD0_static_file, of tile.cu.mustache:
// declared_IPAD0_static_file: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
__shared__ int declared_IPAD0_static_file_tile[16][32];

extern "C" __global__ void __launch_bounds__(512) declared_IPAD0_static_file(int *out)
{
...
