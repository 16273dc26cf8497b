// fixed_kernel: tile family of tilewright 0.1.0, from memory.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
extern "C" __global__ void __launch_bounds__(512) fixed_kernel(int *out)
{
    __shared__ volatile int tile[16][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16]; // read along the columns
}

// fixed_file, of tile.cu.mustache:
// fixed_file: tile family of tilewright 0.1.0, from memory.json; int32, layout (16,32):(32,1)
// launch one block of (32, 16) threads; out holds 512 elements
__shared__ volatile int fixed_file_tile[16][32];

extern "C" __global__ void __launch_bounds__(512) fixed_file(int *out)
{
...

// asked_kernel, of tile.cu.mustache:
...

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned row_idx = idx / 32 * 34 + idx % 32, col_idx = idx % 16 * 34 + idx / 16;

    asked_kernel_tile[row_idx] = idx; // write along the rows
...

// asked_kernel, of tile_declared.cu.mustache:
extern __shared__ volatile int asked_kernel_tile[]; // 16 x 34: 32 columns and 2 of padding

// halves, of tile.cu.mustache:
...

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned bits = __float_as_uint(idx);
    const unsigned short value = (bits + 0x7fff + (bits >> 16 & 1)) >> 16; // idx as a bfloat16, ties to even

    unsigned row = idx / 32, col = idx % 32;
    tile[row][(col + row) % 32] = value; // write along the rows
    __syncthreads();

    row = idx % 16;
    col = idx / 16;
    out[idx] = tile[row][(col + row) % 32]; // read along the columns
}

// halves, of tile_value.cu.mustache:
const unsigned bits = __float_as_uint(idx);
const unsigned short value = (bits + 0x7fff + (bits >> 16 & 1)) >> 16; // idx as a bfloat16, ties to even

// halves.high, of tile_value.cu.mustache:
const unsigned short value = __float_as_uint(idx >> 8) >> 16; // idx >> 8 as a bfloat16
