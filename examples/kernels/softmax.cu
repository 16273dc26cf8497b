// Each row of out is exp(in - the row's largest) over the sum of these. The rows stay in shared memory between the three passes, ROWS of
// them in a block, BLOCK threads for each.
extern __shared__ float held[];
__shared__ float part[ROWS][BLOCK / 32]; // what the warps of a row have found

template <typename Both> __device__ float over_row(float mine, Both both)
{
    for (int step = 16; step; step /= 2) mine = both(mine, __shfl_xor_sync(~0u, mine, step));
    if (threadIdx.x % 32 == 0) part[threadIdx.y][threadIdx.x / 32] = mine;
    __syncthreads(); // the warps' results are there
    for (int warp = 0; warp < BLOCK / 32; warp++) mine = warp ? both(mine, part[threadIdx.y][warp]) : part[threadIdx.y][0];
    __syncthreads(); // they were used
    return mine;
}

__global__ void softmax(const float *in, float *out, int rows, int cols)
{
    const size_t begin = (size_t)(blockIdx.x * ROWS + threadIdx.y) * cols;
    float *row = held + threadIdx.y * cols;
    float largest = in[begin], sum = 0;
#pragma unroll UNROLL
    for (int i = threadIdx.x; i < cols; i += BLOCK) {
        row[i] = in[begin + i];
        largest = fmaxf(largest, row[i]);
    }
    largest = over_row(largest, [](float a, float b) { return fmaxf(a, b); });
#pragma unroll UNROLL
    for (int i = threadIdx.x; i < cols; i += BLOCK) sum += row[i] = expf(row[i] - largest);
    sum = over_row(sum, [](float a, float b) { return a + b; });
#pragma unroll UNROLL
    for (int i = threadIdx.x; i < cols; i += BLOCK) out[begin + i] = row[i] / sum;
}
