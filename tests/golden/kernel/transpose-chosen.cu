// square: transpose family of tilewright 0.1.0, from transpose-chosen.json; float32, 1 x 4096 x 4096, vector, layout (32,32):(32,1)
// launch 16384 blocks of (32, 4) threads; in holds 16777216 elements, out 16777216; both 16-byte aligned
// The tile and its order: held to be the best of 90 by a model of times on sm_90.
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void square_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 8;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 2) {
        uint4 chunk[2][1];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = u / 1 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 4096 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = u / 1 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 8 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 32 * 8; n += 128) {
        const unsigned col = n / 8, k = n % 8, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 4096;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 8 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void square_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        square_move<false>(in, out, tile, 32, 32, tile_row == 0, tile_row == 127);
}

extern "C" __global__ void __launch_bounds__(128)
    square(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[32 * 8]; // columns of 8 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x % 128;
    const unsigned first_row = tile_row * 32u;
    const unsigned first_col = (blockIdx.x / 128) * 32u;
    in += first_row * 4096 + first_col + 0;
    out += first_col * 4096 + first_row + 0;
    square_step(in, out, tile, tile_row, first_row, first_col);
}

// odd: transpose family of tilewright 0.1.0, from transpose-chosen.json; uint8, 2 x 1001 x 333, xor, layout (32,32):(32,1), (row, col) at column col ^ (row / 4 * 4)
// launch 704 blocks of (32, 8) threads; in holds 666666 elements, out 666666; both 1-byte aligned
// The tile and its order: held to be the best of 42 by a model of times on sm_90.
extern "C" __global__ void __launch_bounds__(256)
    odd(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ unsigned char tile[32][32];
    const unsigned tile_row = blockIdx.x % 32;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x / 32 % 11) * 32u;
    const unsigned rows = 1001u - first_row; // from the tile's first on
    const unsigned cols = 333u - first_col;
    const unsigned matrix = blockIdx.x / 352;
    in += matrix * 333333 + first_row * 333 + first_col + 0;
    out += matrix * 333333 + first_col * 1001 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            if (j < rows && i < cols) tile[j][i ^ (j / 4 * 4)] = in[(unsigned)j * 333 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            if (j < cols && i < rows) out[(unsigned)j * 1001 + i] = tile[i][j ^ (i / 4 * 4)];
        }
    }
}
