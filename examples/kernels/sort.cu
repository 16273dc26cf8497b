// Sorts n numbers by digits of BITS bits, the lowest first. Each turn is three launches: count counts the digits of each tile of BLOCK * ITEMS
// numbers, place turns the counts into places, and move moves the numbers there, in the order in which they stand.
#define DIGITS (1 << BITS)

__device__ unsigned digit(unsigned key, int shift)
{
    return key >> shift & (DIGITS - 1);
}

// counts[d * tiles + t]: how often tile t has digit d.
__global__ void count(const unsigned *keys, unsigned *counts, int n, int shift)
{
    __shared__ unsigned bins[DIGITS];
    if (threadIdx.x < DIGITS) bins[threadIdx.x] = 0;
    __syncthreads(); // all are zero
    for (int k = 0; k < ITEMS; k++) {
        int i = (blockIdx.x * ITEMS + k) * BLOCK + threadIdx.x;
        if (i < n) atomicAdd(&bins[digit(keys[i], shift)], 1);
    }
    __syncthreads(); // all are counted
    if (threadIdx.x < DIGITS) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// Replaces each of `many` counts by the sum of those before it. One block.
__global__ void place(unsigned *counts, int many)
{
    __shared__ unsigned part[BLOCK];
    const int each = (many + BLOCK - 1) / BLOCK, first = threadIdx.x * each;
    unsigned sum = 0, before = 0;
    for (int i = first; i < min(first + each, many); i++) sum += counts[i];
    part[threadIdx.x] = sum;
    __syncthreads(); // the threads' sums are there
    for (int t = 0; t < threadIdx.x; t++) before += part[t];
    for (int i = first; i < min(first + each, many); i++) {
        unsigned here = counts[i];
        counts[i] = before;
        before += here;
    }
}

__global__ void move(const unsigned *keys, unsigned *moved, const unsigned *places, int n, int shift)
{
    __shared__ unsigned next[DIGITS][BLOCK + PAD]; // where the thread's next key with this digit goes
    const int first = (blockIdx.x * BLOCK + threadIdx.x) * ITEMS;
    for (int d = 0; d < DIGITS; d++) next[d][threadIdx.x] = 0;
    for (int i = first; i < min(first + ITEMS, n); i++) next[digit(keys[i], shift)][threadIdx.x]++;
    __syncthreads(); // all threads have counted
    if (threadIdx.x < DIGITS) {
        unsigned sum = places[threadIdx.x * gridDim.x + blockIdx.x];
        for (int t = 0; t < BLOCK; t++) {
            unsigned here = next[threadIdx.x][t];
            next[threadIdx.x][t] = sum;
            sum += here;
        }
    }
    __syncthreads(); // all know their places
    for (int i = first; i < min(first + ITEMS, n); i++) moved[next[digit(keys[i], shift)][threadIdx.x]++] = keys[i];
}
