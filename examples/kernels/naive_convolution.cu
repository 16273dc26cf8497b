// One thread for each point of out.
__constant__ float weights[FILTER_H * FILTER_W];

__global__ void naive(const float *in, float *out, int height, int width)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x, y = point / width, x = point % width;
    float sum = 0;
    if (y >= height) return;
    for (int j = 0; j < FILTER_H; j++)
        for (int i = 0; i < FILTER_W; i++)
            sum += weights[j * FILTER_W + i] * in[(y + j) * (width + FILTER_W - 1) + x + i];
    out[point] = sum;
}
