// How often each value occurs in n bytes, all less than BINS. A block counts BLOCK * ITEMS of them in COPIES histograms in shared memory, of
// which each thread takes one, so that fewer threads meet at a counter, and adds its own to bins.
__global__ void histogram(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned part[COPIES][BINS + PAD];
    for (int i = threadIdx.x; i < COPIES * BINS; i += BLOCK) part[i / BINS][i % BINS] = 0;
    __syncthreads(); // all are zero

    unsigned *mine = part[threadIdx.x % COPIES];
    for (int k = 0; k < ITEMS; k++) {
        int i = (blockIdx.x * ITEMS + k) * BLOCK + threadIdx.x;
        if (i < n) atomicAdd(&mine[in[i]], 1);
    }
    __syncthreads(); // all are counted

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        unsigned sum = 0;
        for (int copy = 0; copy < COPIES; copy++) sum += part[copy][bin];
        if (sum) atomicAdd(&bins[bin], sum);
    }
}
