// A kernel of one's own that takes only its tile's layout from Tilewright: transposes a matrix of floats, a tile at a time.
// The header is that of examples/layout/tile.json:
//
//     tilewright embed tile.json --name tile --format layout -o .
//
#include "tile_layout.h"

// What the layout is relied on for is checked when it is compiled.
static_assert(tile_ROWS_xor32 == 32 && tile_COLUMNS_xor32 == 32, "a tile is as wide as a warp");
static_assert(tile_index_xor32(0, 0) == 0 && tile_index_xor32(1, 0) != tile_index_xor32(0, 0), "index is a constant expression");

// Launch with blocks of 32 x 32 threads; in: height rows of width; out: width rows of height.
extern "C" __global__ void __launch_bounds__(1024) transpose(const float *in, float *out, unsigned width, unsigned height)
{
    __shared__ __align__(128) float tile[tile_ELEMENTS_xor32];
    unsigned column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    if (column < width && row < height) tile[tile_index_xor32(threadIdx.y, threadIdx.x)] = in[row * width + column];
    __syncthreads();
    column = blockIdx.y * 32 + threadIdx.x;
    row = blockIdx.x * 32 + threadIdx.y;
    if (column < height && row < width) out[row * height + column] = tile[tile_index_xor32(threadIdx.x, threadIdx.y)];
}
