// Prefix sums of n numbers, out[i] = in[0] + ... + in[i], in two launches: tile_sums adds up each tile of BLOCK * ITEMS numbers, scan adds to a
// tile's prefix sums the sums of the tiles before it. METHOD is the function that adds over a block: by_shuffles or by_doubling.

// The sum of the numbers of all threads before this one; *all becomes the sum of all.
__device__ int by_shuffles(int mine, int *all)
{
    __shared__ int part[BLOCK / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = mine, before = 0;
    for (int step = 1; step < 32; step *= 2) {
        int other = __shfl_up_sync(~0u, sum, step);
        if (lane >= step) sum += other;
    }
    if (lane == 31) part[warp] = sum;
    __syncthreads(); // the sums of the warps are there
    *all = 0;
    for (int w = 0; w < BLOCK / 32; w++) {
        if (w < warp) before += part[w];
        *all += part[w];
    }
    __syncthreads(); // they were used
    return before + sum - mine;
}

__device__ int by_doubling(int mine, int *all)
{
    __shared__ int part[BLOCK];
    int sum = mine;
    for (int step = 1; step < 2 * BLOCK; step *= 2) {
        part[threadIdx.x] = sum;
        __syncthreads(); // all are stored
        if (threadIdx.x >= step) sum += part[threadIdx.x - step];
        *all = part[BLOCK - 1];
        __syncthreads(); // all are read
    }
    return sum - mine;
}

__global__ void tile_sums(const int *in, int *sums, int n)
{
    int sum = 0, all;
    for (int k = 0; k < ITEMS; k++) {
        int i = (blockIdx.x * ITEMS + k) * BLOCK + threadIdx.x;
        if (i < n) sum += in[i];
    }
    METHOD(sum, &all);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

__global__ void scan(const int *in, const int *sums, int *out, int n)
{
    const int first = (blockIdx.x * BLOCK + threadIdx.x) * ITEMS;
    int item[ITEMS], sum = 0, before = 0, all;
    for (int tile = threadIdx.x; tile < blockIdx.x; tile += BLOCK) before += sums[tile];
    METHOD(before, &all);
    for (int k = 0; k < ITEMS; k++) sum += item[k] = first + k < n ? in[first + k] : 0;
    before = all + METHOD(sum, &all);
    for (int k = 0; k < ITEMS; k++) {
        before += item[k];
        if (first + k < n) out[first + k] = before;
    }
}
