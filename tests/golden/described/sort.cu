/* Sorts by digits of four bits: a step takes a digit from one buffer to the other. */
template <typename T, int THREADS>
__global__ void step(const T *from, T *to, int shift, unsigned *counts)
{
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < N; i += grid_size_x * block_size_x) to[i] = from[i] >> shift;
    counts[0] = ROUNDS;
}

__global__ void finish(float *scaled, const float factor) { scaled[0] = SCALE * factor; }
