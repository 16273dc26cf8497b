// method_naive: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    method_naive(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            out[(unsigned)i * 64 + j] = in[(unsigned)j * 96 + i];
        }
    }
}

// method_shared: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    method_shared(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// method_padded: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    method_padded(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// method_skewed: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, skewed, layout (32,32):(32,1), (row, col) at column (col + row) % 32
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    method_skewed(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][(i + j) % 32] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][(j + i) % 32];
        }
    }
}

// method_xor: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, xor, layout (32,32):(32,1), (row, col) at column col ^ row
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    method_xor(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i ^ j] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j ^ i];
        }
    }
}

// type_uint8: transpose family of tilewright 0.1.0, from transpose-scalar.json; uint8, 1 x 64 x 96, padded, layout (32,32):(36,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 1-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    type_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ unsigned char tile[32][36];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// type_float16: transpose family of tilewright 0.1.0, from transpose-scalar.json; float16, 1 x 64 x 96, padded, layout (32,32):(34,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 2-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    type_float16(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ unsigned short tile[32][34];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// type_float64: transpose family of tilewright 0.1.0, from transpose-scalar.json; float64, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 8-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    type_float64(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint2 tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// type_float32x4: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32x4, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 16-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    type_float32x4(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    __shared__ uint4 tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// cut_naive: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 65 x 95, naive
// launch 9 blocks of (32, 8) threads; in holds 6175 elements, out 6175; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    cut_naive(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    const unsigned rows = 65u - first_row; // from the tile's first on
    const unsigned cols = 95u - first_col;
    in += first_row * 95 + first_col + 0;
    out += first_col * 65 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            if (j < rows && i < cols) out[(unsigned)i * 65 + j] = in[(unsigned)j * 95 + i];
        }
    }
}

// cut_shared: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 65 x 95, shared, layout (32,32):(32,1)
// launch 9 blocks of (32, 8) threads; in holds 6175 elements, out 6175; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    cut_shared(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    const unsigned rows = 65u - first_row; // from the tile's first on
    const unsigned cols = 95u - first_col;
    in += first_row * 95 + first_col + 0;
    out += first_col * 65 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            if (j < rows && i < cols) tile[j][i] = in[(unsigned)j * 95 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            if (j < cols && i < rows) out[(unsigned)j * 65 + i] = tile[i][j];
        }
    }
}

// uneven: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 60 x 80, skewed, layout (20,40):(40,1), (row, col) at column (col + row) % 40
// launch 6 blocks of (32, 8) threads; in holds 4800 elements, out 4800; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    uneven(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[20][40];
    const unsigned tile_row = blockIdx.x / 2;
    const unsigned first_row = tile_row * 20u, first_col = (blockIdx.x % 2) * 40u;
    in += first_row * 80 + first_col + 0;
    out += first_col * 60 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 20; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 40; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            if (j < 20 && i < 40) tile[j][(i + j) % 40] = in[(unsigned)j * 80 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 40; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 20; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            if (i < 20) out[(unsigned)j * 60 + i] = tile[i][(j + i) % 40];
        }
    }
}

// batch: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 3 x 64 x 96, shared, layout (32,32):(32,1)
// launch 18 blocks of (32, 8) threads; in holds 19197 elements, out 20156; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    batch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned tile_row = blockIdx.x / 3 % 2;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    const unsigned matrix = blockIdx.x / 6;
    in += matrix * 6400 + first_row * 100 + first_col + 1;
    out += matrix * 6720 + first_col * 70 + first_row + 2;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 100 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 70 + i] = tile[i][j];
        }
    }
}

// columns: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, xor, layout (32,32):(32,1), (row, col) at column col ^ row
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    columns(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][32];
    const unsigned tile_row = blockIdx.x % 2;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x / 2) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i ^ j] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j ^ i];
        }
    }
}

// band_band1: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    band_band1(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned place = blockIdx.x, in_band = place % 2, band_first = place / 2 * 1;
    const unsigned width = 1;
    const unsigned tile_row = in_band / width;
    const unsigned first_row = tile_row * 32u, first_col = (band_first + in_band % width) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// band_band2: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    band_band2(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned place = blockIdx.x, in_band = place % 4, band_first = place / 4 * 2;
    const unsigned width = min(2u, 3 - band_first);
    const unsigned tile_row = in_band / width;
    const unsigned first_row = tile_row * 32u, first_col = (band_first + in_band % width) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// wide: transpose family of tilewright 0.1.0, from transpose-scalar.json; uint8, 1 x 65536 x 65536, naive
// launch 4194304 blocks of (32, 8) threads; in holds 4294967296 elements, out 4294967296; both 1-byte aligned
extern "C" __global__ void __launch_bounds__(256)
    wide(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 2048;
    const unsigned long long first_row = tile_row * 32u, first_col = (blockIdx.x % 2048) * 32u;
    in += first_row * 65536 + first_col + 0;
    out += first_col * 65536 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            out[(unsigned long long)i * 65536 + j] = in[(unsigned long long)j * 65536 + i];
        }
    }
}

// hint_naive_loads: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_naive_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_loads(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            out[(unsigned)i * 64 + j] = hint_naive_loads_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
}

// hint_naive_stores: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_naive_stores_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_stores(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            hint_naive_stores_store_hint(&out[(unsigned)i * 64 + j], in[(unsigned)j * 96 + i]);
        }
    }
}

// hint_naive_stream: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_naive_stream_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// A store of what is not used again.
static __device__ __forceinline__ void hint_naive_stream_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_stream(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            hint_naive_stream_store_hint(&out[(unsigned)i * 64 + j], hint_naive_stream_load_hint(&in[(unsigned)j * 96 + i]));
        }
    }
}

// hint_naive_evict_last: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ unsigned hint_naive_evict_last_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_evict_last(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            out[(unsigned)i * 64 + j] = hint_naive_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
}

// hint_naive_evict_first: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void hint_naive_evict_first_store_hint(unsigned *to, unsigned v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" :: "l"(to), "r"(v), "l"(policy) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_evict_first(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            hint_naive_evict_first_store_hint(&out[(unsigned)i * 64 + j], in[(unsigned)j * 96 + i]);
        }
    }
}

// hint_naive_fetch: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, naive
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ unsigned hint_naive_fetch_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned v;
    asm("ld.global.nc.L2::128B.u32 %0, [%1];" : "=r"(v) : "l"(from));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    hint_naive_fetch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            out[(unsigned)i * 64 + j] = hint_naive_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
}

// hint_padded_loads: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_padded_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_padded_loads(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = hint_padded_loads_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// hint_padded_stores: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_padded_stores_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_padded_stores(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            hint_padded_stores_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// hint_padded_stream: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned hint_padded_stream_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// A store of what is not used again.
static __device__ __forceinline__ void hint_padded_stream_store_hint(unsigned *to, unsigned v)
{
    __stcs(to, v);
}

extern "C" __global__ void __launch_bounds__(256)
    hint_padded_stream(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = hint_padded_stream_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            hint_padded_stream_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// hint_padded_evict_last: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ unsigned hint_padded_evict_last_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    hint_padded_evict_last(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = hint_padded_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// hint_padded_evict_first: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void hint_padded_evict_first_store_hint(unsigned *to, unsigned v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" :: "l"(to), "r"(v), "l"(policy) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    hint_padded_evict_first(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            hint_padded_evict_first_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// hint_padded_fetch: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32, 1 x 64 x 96, padded, layout (32,32):(33,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 4-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ unsigned hint_padded_fetch_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned v;
    asm("ld.global.nc.L2::128B.u32 %0, [%1];" : "=r"(v) : "l"(from));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    hint_padded_fetch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ unsigned tile[32][33];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = hint_padded_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_uint8_evict_last: transpose family of tilewright 0.1.0, from transpose-scalar.json; uint8, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 1-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ unsigned char policy_uint8_evict_last_load_hint(const unsigned char *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned short v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.u8 %0, [%1], %2;" : "=h"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_uint8_evict_last(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ unsigned char tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_uint8_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_uint8_evict_first: transpose family of tilewright 0.1.0, from transpose-scalar.json; uint8, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 1-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void policy_uint8_evict_first_store_hint(unsigned char *to, unsigned char v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.u8 [%0], %1, %2;" :: "l"(to), "h"((unsigned short)v), "l"(policy) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_uint8_evict_first(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ unsigned char tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            policy_uint8_evict_first_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// policy_uint8_fetch: transpose family of tilewright 0.1.0, from transpose-scalar.json; uint8, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 1-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ unsigned char policy_uint8_fetch_load_hint(const unsigned char *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned short v;
    asm("ld.global.nc.L2::128B.u8 %0, [%1];" : "=h"(v) : "l"(from));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_uint8_fetch(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ unsigned char tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_uint8_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_float16_evict_last: transpose family of tilewright 0.1.0, from transpose-scalar.json; float16, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 2-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ unsigned short policy_float16_evict_last_load_hint(const unsigned short *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned short v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.u16 %0, [%1], %2;" : "=h"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float16_evict_last(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ unsigned short tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_float16_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_float16_evict_first: transpose family of tilewright 0.1.0, from transpose-scalar.json; float16, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 2-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void policy_float16_evict_first_store_hint(unsigned short *to, unsigned short v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.u16 [%0], %1, %2;" :: "l"(to), "h"(v), "l"(policy) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float16_evict_first(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ unsigned short tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            policy_float16_evict_first_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// policy_float16_fetch: transpose family of tilewright 0.1.0, from transpose-scalar.json; float16, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 2-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ unsigned short policy_float16_fetch_load_hint(const unsigned short *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    unsigned short v;
    asm("ld.global.nc.L2::128B.u16 %0, [%1];" : "=h"(v) : "l"(from));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float16_fetch(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ unsigned short tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_float16_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_float64_evict_last: transpose family of tilewright 0.1.0, from transpose-scalar.json; float64, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 8-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint2 policy_float64_evict_last_load_hint(const uint2 *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    uint2 v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.v2.u32 {%0, %1}, [%2], %3;" : "=r"(v.x), "=r"(v.y) : "l"(from), "l"(policy));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float64_evict_last(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint2 tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_float64_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_float64_evict_first: transpose family of tilewright 0.1.0, from transpose-scalar.json; float64, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 8-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void policy_float64_evict_first_store_hint(uint2 *to, uint2 v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.v2.u32 [%0], {%1, %2}, %3;" :: "l"(to), "r"(v.x), "r"(v.y), "l"(policy) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float64_evict_first(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint2 tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            policy_float64_evict_first_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// policy_float64_fetch: transpose family of tilewright 0.1.0, from transpose-scalar.json; float64, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 8-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ uint2 policy_float64_fetch_load_hint(const uint2 *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    uint2 v;
    asm("ld.global.nc.L2::128B.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(from));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float64_fetch(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint2 tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_float64_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_float32x4_evict_last: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32x4, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint4 policy_float32x4_evict_last_load_hint(const uint4 *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    uint4 v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from), "l"(policy));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float32x4_evict_last(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    __shared__ uint4 tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_float32x4_evict_last_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}

// policy_float32x4_evict_first: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32x4, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 16-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void policy_float32x4_evict_first_store_hint(uint4 *to, uint4 v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float32x4_evict_first(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    __shared__ uint4 tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = in[(unsigned)j * 96 + i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            policy_float32x4_evict_first_store_hint(&out[(unsigned)j * 64 + i], tile[i][j]);
        }
    }
}

// policy_float32x4_fetch: transpose family of tilewright 0.1.0, from transpose-scalar.json; float32x4, 1 x 64 x 96, shared, layout (32,32):(32,1)
// launch 6 blocks of (32, 8) threads; in holds 6144 elements, out 6144; both 16-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ uint4 policy_float32x4_fetch_load_hint(const uint4 *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    uint4 v;
    asm("ld.global.nc.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from));
    return v;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    policy_float32x4_fetch(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    __shared__ uint4 tile[32][32];
    const unsigned tile_row = blockIdx.x / 3;
    const unsigned first_row = tile_row * 32u, first_col = (blockIdx.x % 3) * 32u;
    in += first_row * 96 + first_col + 0;
    out += first_col * 64 + first_row + 0;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x;
            tile[j][i] = policy_float32x4_fetch_load_hint(&in[(unsigned)j * 96 + i]);
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned down = 0; down < 32; down += 8) {
#pragma unroll
        for (unsigned across = 0; across < 32; across += 32) {
            const unsigned j = down + threadIdx.y, i = across + threadIdx.x; // row and column of the output
            out[(unsigned)j * 64 + i] = tile[i][j];
        }
    }
}
