// One thread for each row.
__global__ void naive(const float *in, float *out, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    in += (size_t)i * cols;
    out += (size_t)i * cols;
    float largest = in[0];
    double sum = 0;
    for (int k = 1; k < cols; k++) largest = fmaxf(largest, in[k]);
    for (int k = 0; k < cols; k++) sum += expf(in[k] - largest);
    for (int k = 0; k < cols; k++) out[k] = (float)(expf(in[k] - largest) / sum);
}
