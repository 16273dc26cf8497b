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

// form_row_row_2d_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_2d_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][(x + y) % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[y][(x + y) % 32]; // read along the rows
}

// form_row_row_2d_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_2d_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x ^ y] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[y][x ^ y]; // read along the rows
}

// form_row_row_2d_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_2d_dynamic_none(int *out)
{
    extern __shared__ int form_row_row_2d_dynamic_none_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_row_row_2d_dynamic_none_tile[y * 32 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_row_2d_dynamic_none_tile[y * 32 + x]; // read along the rows
}

// form_row_row_2d_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_2d_dynamic_skew(int *out)
{
    extern __shared__ int form_row_row_2d_dynamic_skew_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_row_row_2d_dynamic_skew_tile[y * 32 + (x + y) % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_row_2d_dynamic_skew_tile[y * 32 + (x + y) % 32]; // read along the rows
}

// form_row_row_2d_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_2d_dynamic_xor(int *out)
{
    extern __shared__ int form_row_row_2d_dynamic_xor_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_row_row_2d_dynamic_xor_tile[y * 32 + (x ^ y)] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_row_2d_dynamic_xor_tile[y * 32 + (x ^ y)]; // read along the rows
}

// form_row_row_linear_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_linear_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx / 32][idx % 32]; // read along the rows
}

// form_row_row_linear_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_linear_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx / 32, col = idx % 32;
    tile[row][(col + row) % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[row][(col + row) % 32]; // read along the rows
}

// form_row_row_linear_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_linear_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[row][col ^ row]; // read along the rows
}

// form_row_row_linear_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_linear_dynamic_none(int *out)
{
    extern __shared__ int form_row_row_linear_dynamic_none_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    form_row_row_linear_dynamic_none_tile[idx / 32 * 32 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_row_linear_dynamic_none_tile[idx / 32 * 32 + idx % 32]; // read along the rows
}

// form_row_row_linear_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_linear_dynamic_skew(int *out)
{
    extern __shared__ int form_row_row_linear_dynamic_skew_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx / 32, col = idx % 32;
    form_row_row_linear_dynamic_skew_tile[row * 32 + (col + row) % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_row_linear_dynamic_skew_tile[row * 32 + (col + row) % 32]; // read along the rows
}

// form_row_row_linear_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_row_linear_dynamic_xor(int *out)
{
    extern __shared__ int form_row_row_linear_dynamic_xor_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx / 32, col = idx % 32;
    form_row_row_linear_dynamic_xor_tile[row * 32 + (col ^ row)] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_row_linear_dynamic_xor_tile[row * 32 + (col ^ row)]; // read along the rows
}

// form_col_col_2d_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_2d_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][y] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// form_col_col_2d_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_2d_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][(y + x) % 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][(y + x) % 32]; // read along the columns
}

// form_col_col_2d_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_2d_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][y ^ x] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][y ^ x]; // read along the columns
}

// form_col_col_2d_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_2d_dynamic_none(int *out)
{
    extern __shared__ int form_col_col_2d_dynamic_none_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_col_col_2d_dynamic_none_tile[x * 32 + y] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_col_2d_dynamic_none_tile[x * 32 + y]; // read along the columns
}

// form_col_col_2d_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_2d_dynamic_skew(int *out)
{
    extern __shared__ int form_col_col_2d_dynamic_skew_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_col_col_2d_dynamic_skew_tile[x * 32 + (y + x) % 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_col_2d_dynamic_skew_tile[x * 32 + (y + x) % 32]; // read along the columns
}

// form_col_col_2d_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_2d_dynamic_xor(int *out)
{
    extern __shared__ int form_col_col_2d_dynamic_xor_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_col_col_2d_dynamic_xor_tile[x * 32 + (y ^ x)] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_col_2d_dynamic_xor_tile[x * 32 + (y ^ x)]; // read along the columns
}

// form_col_col_linear_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_linear_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx % 32][idx / 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[idx % 32][idx / 32]; // read along the columns
}

// form_col_col_linear_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_linear_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx % 32, col = idx / 32;
    tile[row][(col + row) % 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[row][(col + row) % 32]; // read along the columns
}

// form_col_col_linear_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_linear_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx % 32, col = idx / 32;
    tile[row][col ^ row] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// form_col_col_linear_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_linear_dynamic_none(int *out)
{
    extern __shared__ int form_col_col_linear_dynamic_none_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    form_col_col_linear_dynamic_none_tile[idx % 32 * 32 + idx / 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_col_linear_dynamic_none_tile[idx % 32 * 32 + idx / 32]; // read along the columns
}

// form_col_col_linear_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_linear_dynamic_skew(int *out)
{
    extern __shared__ int form_col_col_linear_dynamic_skew_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx % 32, col = idx / 32;
    form_col_col_linear_dynamic_skew_tile[row * 32 + (col + row) % 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_col_linear_dynamic_skew_tile[row * 32 + (col + row) % 32]; // read along the columns
}

// form_col_col_linear_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_col_linear_dynamic_xor(int *out)
{
    extern __shared__ int form_col_col_linear_dynamic_xor_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    const unsigned row = idx % 32, col = idx / 32;
    form_col_col_linear_dynamic_xor_tile[row * 32 + (col ^ row)] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_col_linear_dynamic_xor_tile[row * 32 + (col ^ row)]; // read along the columns
}

// form_row_col_2d_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_2d_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// form_row_col_2d_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_2d_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][(x + y) % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][(y + x) % 32]; // read along the columns
}

// form_row_col_2d_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_2d_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x ^ y] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[x][y ^ x]; // read along the columns
}

// form_row_col_2d_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_2d_dynamic_none(int *out)
{
    extern __shared__ int form_row_col_2d_dynamic_none_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_row_col_2d_dynamic_none_tile[y * 32 + x] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_col_2d_dynamic_none_tile[x * 32 + y]; // read along the columns
}

// form_row_col_2d_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_2d_dynamic_skew(int *out)
{
    extern __shared__ int form_row_col_2d_dynamic_skew_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_row_col_2d_dynamic_skew_tile[y * 32 + (x + y) % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_col_2d_dynamic_skew_tile[x * 32 + (y + x) % 32]; // read along the columns
}

// form_row_col_2d_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_2d_dynamic_xor(int *out)
{
    extern __shared__ int form_row_col_2d_dynamic_xor_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_row_col_2d_dynamic_xor_tile[y * 32 + (x ^ y)] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_col_2d_dynamic_xor_tile[x * 32 + (y ^ x)]; // read along the columns
}

// form_row_col_linear_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_linear_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx % 32][idx / 32]; // read along the columns
}

// form_row_col_linear_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_linear_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][(col + row) % 32] = idx; // write along the rows
    __syncthreads();

    row = idx % 32;
    col = idx / 32;
    out[idx] = tile[row][(col + row) % 32]; // read along the columns
}

// form_row_col_linear_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_linear_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    tile[row][col ^ row] = idx; // write along the rows
    __syncthreads();

    row = idx % 32;
    col = idx / 32;
    out[idx] = tile[row][col ^ row]; // read along the columns
}

// form_row_col_linear_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_linear_dynamic_none(int *out)
{
    extern __shared__ int form_row_col_linear_dynamic_none_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    form_row_col_linear_dynamic_none_tile[idx / 32 * 32 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = form_row_col_linear_dynamic_none_tile[idx % 32 * 32 + idx / 32]; // read along the columns
}

// form_row_col_linear_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_linear_dynamic_skew(int *out)
{
    extern __shared__ int form_row_col_linear_dynamic_skew_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    form_row_col_linear_dynamic_skew_tile[row * 32 + (col + row) % 32] = idx; // write along the rows
    __syncthreads();

    row = idx % 32;
    col = idx / 32;
    out[idx] = form_row_col_linear_dynamic_skew_tile[row * 32 + (col + row) % 32]; // read along the columns
}

// form_row_col_linear_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_row_col_linear_dynamic_xor(int *out)
{
    extern __shared__ int form_row_col_linear_dynamic_xor_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx / 32, col = idx % 32;
    form_row_col_linear_dynamic_xor_tile[row * 32 + (col ^ row)] = idx; // write along the rows
    __syncthreads();

    row = idx % 32;
    col = idx / 32;
    out[idx] = form_row_col_linear_dynamic_xor_tile[row * 32 + (col ^ row)]; // read along the columns
}

// form_col_row_2d_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_2d_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][y] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[y][x]; // read along the rows
}

// form_col_row_2d_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_2d_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][(y + x) % 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[y][(x + y) % 32]; // read along the rows
}

// form_col_row_2d_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_2d_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[x][y ^ x] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[y][x ^ y]; // read along the rows
}

// form_col_row_2d_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_2d_dynamic_none(int *out)
{
    extern __shared__ int form_col_row_2d_dynamic_none_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_col_row_2d_dynamic_none_tile[x * 32 + y] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_row_2d_dynamic_none_tile[y * 32 + x]; // read along the rows
}

// form_col_row_2d_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_2d_dynamic_skew(int *out)
{
    extern __shared__ int form_col_row_2d_dynamic_skew_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_col_row_2d_dynamic_skew_tile[x * 32 + (y + x) % 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_row_2d_dynamic_skew_tile[y * 32 + (x + y) % 32]; // read along the rows
}

// form_col_row_2d_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_2d_dynamic_xor(int *out)
{
    extern __shared__ int form_col_row_2d_dynamic_xor_tile[]; // 32 x 32

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    form_col_row_2d_dynamic_xor_tile[x * 32 + (y ^ x)] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_row_2d_dynamic_xor_tile[y * 32 + (x ^ y)]; // read along the rows
}

// form_col_row_linear_static_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_linear_static_none(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx % 32][idx / 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[idx / 32][idx % 32]; // read along the rows
}

// form_col_row_linear_static_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_linear_static_skew(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx % 32, col = idx / 32;
    tile[row][(col + row) % 32] = idx; // write along the columns
    __syncthreads();

    row = idx / 32;
    col = idx % 32;
    out[idx] = tile[row][(col + row) % 32]; // read along the rows
}

// form_col_row_linear_static_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_linear_static_xor(int *out)
{
    __shared__ int tile[32][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx % 32, col = idx / 32;
    tile[row][col ^ row] = idx; // write along the columns
    __syncthreads();

    row = idx / 32;
    col = idx % 32;
    out[idx] = tile[row][col ^ row]; // read along the rows
}

// form_col_row_linear_dynamic_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1)
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_linear_dynamic_none(int *out)
{
    extern __shared__ int form_col_row_linear_dynamic_none_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    form_col_row_linear_dynamic_none_tile[idx % 32 * 32 + idx / 32] = idx; // write along the columns
    __syncthreads();
    out[idx] = form_col_row_linear_dynamic_none_tile[idx / 32 * 32 + idx % 32]; // read along the rows
}

// form_col_row_linear_dynamic_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_linear_dynamic_skew(int *out)
{
    extern __shared__ int form_col_row_linear_dynamic_skew_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx % 32, col = idx / 32;
    form_col_row_linear_dynamic_skew_tile[row * 32 + (col + row) % 32] = idx; // write along the columns
    __syncthreads();

    row = idx / 32;
    col = idx % 32;
    out[idx] = form_col_row_linear_dynamic_skew_tile[row * 32 + (col + row) % 32]; // read along the rows
}

// form_col_row_linear_dynamic_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (32,32):(32,1), (row, col) at column col ^ row
// launch one block of (32, 32) threads with 4096 bytes of dynamic shared memory; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) form_col_row_linear_dynamic_xor(int *out)
{
    extern __shared__ int form_col_row_linear_dynamic_xor_tile[]; // 32 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    unsigned row = idx % 32, col = idx / 32;
    form_col_row_linear_dynamic_xor_tile[row * 32 + (col ^ row)] = idx; // write along the columns
    __syncthreads();

    row = idx / 32;
    col = idx % 32;
    out[idx] = form_col_row_linear_dynamic_xor_tile[row * 32 + (col ^ row)]; // read along the rows
}

// declared_IPAD0_static_kernel: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) declared_IPAD0_static_kernel(int *out)
{
    __shared__ int tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16]; // read along the columns
}

// declared_IPAD0_static_file: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
__shared__ int declared_IPAD0_static_file_tile[16][32];

extern "C" __global__ void __launch_bounds__(512) declared_IPAD0_static_file(int *out)
{
    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    declared_IPAD0_static_file_tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = declared_IPAD0_static_file_tile[idx % 16][idx / 16]; // read along the columns
}

// declared_IPAD0_dynamic_kernel: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads with 2048 bytes of dynamic shared memory; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) declared_IPAD0_dynamic_kernel(int *out)
{
    extern __shared__ int declared_IPAD0_dynamic_kernel_tile[]; // 16 x 32

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    declared_IPAD0_dynamic_kernel_tile[idx / 32 * 32 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = declared_IPAD0_dynamic_kernel_tile[idx % 16 * 32 + idx / 16]; // read along the columns
}

// declared_IPAD0_dynamic_file: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads with 2048 bytes of dynamic shared memory; out holds 512 elements
extern __shared__ int declared_IPAD0_dynamic_file_tile[]; // 16 x 32

extern "C" __global__ void __launch_bounds__(512) declared_IPAD0_dynamic_file(int *out)
{
    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    declared_IPAD0_dynamic_file_tile[idx / 32 * 32 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = declared_IPAD0_dynamic_file_tile[idx % 16 * 32 + idx / 16]; // read along the columns
}

// declared_IPAD2_static_kernel: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(34,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) declared_IPAD2_static_kernel(int *out)
{
    __shared__ int tile[16][34]; // 32 columns and 2 of padding

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16]; // read along the columns
}

// declared_IPAD2_static_file: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(34,1)
// launch one block of (32, 16) threads; out holds 512 elements
__shared__ int declared_IPAD2_static_file_tile[16][34]; // 32 columns and 2 of padding

extern "C" __global__ void __launch_bounds__(512) declared_IPAD2_static_file(int *out)
{
    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    declared_IPAD2_static_file_tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = declared_IPAD2_static_file_tile[idx % 16][idx / 16]; // read along the columns
}

// declared_IPAD2_dynamic_kernel: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(34,1)
// launch one block of (32, 16) threads with 2176 bytes of dynamic shared memory; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) declared_IPAD2_dynamic_kernel(int *out)
{
    extern __shared__ int declared_IPAD2_dynamic_kernel_tile[]; // 16 x 34: 32 columns and 2 of padding

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    declared_IPAD2_dynamic_kernel_tile[idx / 32 * 34 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = declared_IPAD2_dynamic_kernel_tile[idx % 16 * 34 + idx / 16]; // read along the columns
}

// declared_IPAD2_dynamic_file: tile family of tilewright 0.1.0, from forms.json; int32, layout (16,32):(34,1)
// launch one block of (32, 16) threads with 2176 bytes of dynamic shared memory; out holds 512 elements
extern __shared__ int declared_IPAD2_dynamic_file_tile[]; // 16 x 34: 32 columns and 2 of padding

extern "C" __global__ void __launch_bounds__(512) declared_IPAD2_dynamic_file(int *out)
{
    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    declared_IPAD2_dynamic_file_tile[idx / 32 * 34 + idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = declared_IPAD2_dynamic_file_tile[idx % 16 * 34 + idx / 16]; // read along the columns
}

// turned_none: tile family of tilewright 0.1.0, from forms.json; int32, layout (64,16):(19,1)
// launch one block of (64, 16) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) turned_none(int *out)
{
    __shared__ int tile[64][19]; // 16 columns and 3 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 64 + x;

    tile[x][y] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][y]; // read along the columns
}

// turned_skew: tile family of tilewright 0.1.0, from forms.json; int32, layout (64,16):(19,1), (row, col) at column (col + row) % 16
// launch one block of (64, 16) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) turned_skew(int *out)
{
    __shared__ int tile[64][19]; // 16 columns and 3 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 64 + x;

    tile[x][(y + x) % 16] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][(y + x) % 16]; // read along the columns
}

// turned_xor: tile family of tilewright 0.1.0, from forms.json; int32, layout (64,16):(19,1), (row, col) at column col ^ (row / 2 % 16)
// launch one block of (64, 16) threads; out holds 1024 elements
extern "C" __global__ void __launch_bounds__(1024) turned_xor(int *out)
{
    __shared__ int tile[64][19]; // 16 columns and 3 of padding

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 64 + x;

    tile[x][y ^ (x / 2 % 16)] = idx; // write along the columns
    __syncthreads();
    out[idx] = tile[x][y ^ (x / 2 % 16)]; // read along the columns
}
