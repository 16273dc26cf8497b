// A blur of 3 x 3 points, written for Kernel Tuner: block_size_x, block_size_y and tile_size_x are macros.

__constant__ float weights[9];

__global__ void blur(float *out, const float *in, int width, int height)
{
    const int y = blockIdx.y * block_size_y + threadIdx.y;
#pragma unroll
    for (int t = 0; t < tile_size_x; t++) {
        const int x = (blockIdx.x * tile_size_x + t) * block_size_x + threadIdx.x;
        if (x >= width || y >= height) return;
        float sum = 0;
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) sum += weights[3 * j + i] * in[(y + j) * (width + 2) + x + i];
        out[y * width + x] = sum;
    }
}
