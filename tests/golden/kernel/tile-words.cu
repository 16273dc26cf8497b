// place: tile family of tilewright 0.1.0, from tile-words.json; int32, layout (4,32):(32,1)
// launch one block of (32, 4) threads; out holds 128 elements
extern "C" __global__ void __launch_bounds__(128) place(int *out)
{
    __shared__ int tile[4][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned from = (threadIdx.x + threadIdx.y) % 32u + threadIdx.y * 32u;

    tile[idx / 32][idx % 32] = idx; // write along the rows
    __syncthreads();
    out[idx] = tile[from / 32][from % 32]; // read where the expression says
}

// choice, of tile.cu.mustache:
...

    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 256; idx += 128)
    {
        tile[idx / 32][idx % 32] = idx; // write along the rows
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 256; idx += 128)
    {
        const unsigned from = threadIdx.x < 16u && threadIdx.y != 0u ? idx : -(unsigned)(threadIdx.z == 0u) & 3u;
        out[idx] = tile[from / 32][from % 32]; // read where the expression says
        __threadfence_block(); // the next pass may read the same again
    }
}

// cutDynamic, of tile.cu.mustache:
// cutDynamic: tile family of tilewright 0.1.0, from tile-words.json; int32, layout (7,16):(17,1)
// launch one block of (32, 4) threads with 476 bytes of dynamic shared memory; out holds 100 elements
extern __shared__ int cutDynamic_tile[]; // 119: 16 columns and 1 of padding, 7 times

extern "C" __global__ void __launch_bounds__(128) cutDynamic(int *out)
{
...

// cutDynamic, of tile_declared.cu.mustache:
extern __shared__ int cutDynamic_tile[]; // 119: 16 columns and 1 of padding, 7 times

// row, of tile.cu.mustache:
...
    for (unsigned x = threadIdx.x; x < 64; x += 32)
    {
        const unsigned idx = x;
        tile[x + x / 8] = idx; // write along the rows
    }
...
    for (unsigned x = threadIdx.x; x < 64; x += 32)
    {
        const unsigned idx = x;
        out[idx] = tile[x + x / 8]; // read along the rows
    }
...

// own, of tile.cu.mustache:
...
    __shared__ int tile[4][32];

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned idx = y * 32 + x;

    tile[y][x] = idx; // write along the rows
    asm volatile("" ::: "memory"); // no barrier: each thread reads what it wrote
    out[idx] = tile[y][x]; // read along the rows
}

// race, of tile.cu.mustache:
...
        tile[idx / 32][idx % 32] = idx; // write along the rows
    }
    // no barrier: threads read what others may not have written yet
#pragma unroll 1
    for (unsigned idx = tid; idx < 384; idx += 128)
...
