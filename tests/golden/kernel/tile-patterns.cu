// straight: tile family of tilewright 0.1.0, from tile-patterns.json; int32, layout (2,32):(32,1)
// launch one block of (32, 2) threads; out holds 64 elements
extern "C" __global__ void __launch_bounds__(64) straight(int *out)
{
    __shared__ int tile[2][32];

    const unsigned idx = threadIdx.y * 32 + threadIdx.x;
    const unsigned to = 64u - 1u - idx;
    const unsigned from = (idx * 5u) % 32u;

    tile[to / 32][to % 32] = idx; // write where the expression says
    __syncthreads();
    out[idx] = tile[from / 32][from % 32]; // read where the expression says
}

// walk_reads1, of tile.cu.mustache:
...

    const unsigned tid = threadIdx.y * 32 + threadIdx.x;

#pragma unroll 1
    for (unsigned idx = tid; idx < 256; idx += 64)
    {
        unsigned short value; // idx as a float16
        asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));
        const unsigned to = idx * 6 % 256 + idx / 128;
        tile[to / 32][to % 32] = value; // write words a stride apart
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned idx = tid; idx < 256; idx += 64)
    {
        out[idx] = tile[0][0]; // read one word for all
        __threadfence_block(); // the next pass may read the same again
    }
}

// walk_reads1, of tile_value.cu.mustache:
unsigned short value; // idx as a float16
asm("cvt.rn.f16.u32 %0, %1;" : "=h"(value) : "r"(idx));

// walk_reads2, of tile.cu.mustache:
...
    for (unsigned idx = tid; idx < 256; idx += 64)
    {
        const unsigned from = idx / 2u;
        out[idx] = tile[from / 32][from % 32]; // read where the expression says
        __threadfence_block(); // the next pass may read the same again
...

// walk_reads3, of tile.cu.mustache:
// walk_reads3: tile family of tilewright 0.1.0, from tile-patterns.json; float16, layout (8,32):(32,1)
// launch one block of (32, 2) threads; out holds 256 elements
__constant__ unsigned short walk_reads3_from[256] = {
    2, 15, 44, 169, 254, 231, 252, 42, 53, 183, 81, 127, 133, 201, 23, 56,
    136, 241, 33, 14, 48, 27, 9, 249, 86, 179, 49, 132, 224, 184, 160, 139,
    29, 176, 126, 130, 32, 60, 88, 206, 245, 5, 73, 125, 62, 202, 164, 123,
    61, 11, 134, 107, 175, 151, 106, 204, 232, 110, 76, 237, 65, 162, 69, 150,
    128, 145, 80, 91, 197, 120, 36, 147, 25, 239, 30, 187, 22, 248, 170, 161,
    83, 229, 192, 181, 118, 97, 34, 180, 172, 154, 234, 219, 24, 213, 152, 121,
    124, 55, 68, 39, 186, 43, 157, 99, 243, 253, 251, 141, 190, 215, 135, 10,
    203, 194, 196, 72, 212, 165, 221, 217, 66, 79, 111, 95, 59, 233, 131, 17,
    216, 112, 173, 38, 47, 137, 71, 63, 116, 92, 236, 102, 246, 109, 210, 198,
    103, 41, 242, 74, 166, 214, 12, 159, 50, 185, 21, 104, 182, 57, 75, 225,
    205, 46, 255, 153, 96, 115, 195, 143, 189, 218, 158, 208, 211, 146, 35, 40,
    168, 244, 31, 138, 7, 18, 223, 142, 108, 222, 199, 20, 113, 90, 247, 155,
    200, 177, 240, 19, 100, 156, 84, 228, 52, 122, 149, 89, 4, 207, 51, 82,
    85, 54, 0, 148, 98, 78, 227, 13, 101, 220, 58, 129, 188, 209, 117, 226,
    67, 174, 70, 105, 8, 140, 3, 37, 230, 16, 250, 238, 77, 6, 64, 45,
    163, 191, 119, 28, 235, 193, 167, 171, 87, 114, 178, 1, 144, 93, 26, 94
};

extern "C" __global__ void __launch_bounds__(64) walk_reads3(unsigned short *out)
{
...

// given, of tile.cu.mustache:
// given: tile family of tilewright 0.1.0, from tile-patterns.json; int32, layout (4,4):(4,1)
// launch one block of (32, 2) threads; out holds 16 elements
__constant__ unsigned short given_to[4] = {
    1, 0, 3, 2
};

__constant__ unsigned short given_from[4] = {
    3, 1, 0, 2
...

// swizzled, of tile.cu.mustache:
...
    {
        const unsigned to = idx / 4 * 4 + swizzled_to[idx % 4];
        const unsigned row = to / 16, col = to % 16;
        swizzled_tile[row * 16 + (col ^ (row / 2 * 2))] = idx; // write in the order given
    }
...
    {
        const unsigned from = tid ^ 1u;
        const unsigned row = from / 16, col = from % 16;
        out[idx] = swizzled_tile[row * 16 + (col ^ (row / 2 * 2))]; // read where the expression says
        __threadfence_block(); // the next pass may read the same again
...

// swizzled, of tile_declared.cu.mustache:
extern __shared__ int swizzled_tile[]; // 16 x 16
