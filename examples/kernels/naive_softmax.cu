// One thread for each row, in double.
__global__ void naive(const float *in, float *out, int cols)
{
    const float *row = in + (size_t)blockIdx.x * cols;
    double largest = row[0], sum = 0;
    for (int i = 1; i < cols; i++) largest = fmax(largest, (double)row[i]);
    for (int i = 0; i < cols; i++) sum += exp(row[i] - largest);
    for (int i = 0; i < cols; i++) out[(size_t)blockIdx.x * cols + i] = exp(row[i] - largest) / sum;
}
