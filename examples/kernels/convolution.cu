// Each point of out is the sum of FILTER_H x FILTER_W points of in, times weights. The image in has FILTER_H - 1 rows and FILTER_W - 1
// columns more than out. A block makes block_size_y rows of block_size_x * POINTS points.
__constant__ float weights[FILTER_H * FILTER_W];

#define TILE_H (block_size_y + FILTER_H - 1)
#define TILE_W (block_size_x * POINTS + FILTER_W - 1)

__global__ void convolution(const float *in, float *out, int height, int width)
{
    const int x0 = blockIdx.x * block_size_x * POINTS, y0 = blockIdx.y * block_size_y, pitch = width + FILTER_W - 1;
#if SHARED
    __shared__ float tile[TILE_H][TILE_W + PAD];
    for (int y = threadIdx.y; y < TILE_H && y0 + y < height + FILTER_H - 1; y += block_size_y)
        for (int x = threadIdx.x; x < TILE_W && x0 + x < pitch; x += block_size_x)
            tile[y][x] = in[(y0 + y) * pitch + x0 + x];
    __syncthreads(); // the tile is there
#define POINT(y, x) tile[y][x]
#else
#define POINT(y, x) in[(y0 + (y)) * pitch + x0 + (x)]
#endif
    for (int p = 0; p < POINTS; p++) {
        int x = threadIdx.x + p * block_size_x, y = threadIdx.y;
        if (x0 + x >= width || y0 + y >= height) return;
        float sum = 0;
        for (int j = 0; j < FILTER_H; j++)
            for (int i = 0; i < FILTER_W; i++) sum += weights[j * FILTER_W + i] * POINT(y + j, x + i);
        out[(y0 + y) * width + x0 + x] = sum;
    }
}
