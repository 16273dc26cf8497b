// The largest number of each row, and in which column it stands first. A block of THREADS has one row, and of it ITEMS columns at a time.
#include "largest.cuh"

template <typename T, int THREADS, int ITEMS>
__global__ void extremes(const T *in, T *largest, int *where, int cols)
{
    __shared__ placed<T> best[THREADS];
    const T *row = in + (size_t)blockIdx.x * cols;
    placed<T> mine = {row[0], 0};
    for (int begin = threadIdx.x * ITEMS; begin < cols; begin += THREADS * ITEMS)
        for (int i = begin; i < min(begin + ITEMS, cols); i++) mine = larger(mine, placed<T>{row[i], i});
    best[threadIdx.x] = mine;
    for (int half = THREADS / 2; half; half /= 2) {
        __syncthreads(); // the step before is done
        if (threadIdx.x < half) best[threadIdx.x] = larger(best[threadIdx.x], best[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) {
        largest[blockIdx.x] = best[0].value;
        where[blockIdx.x] = best[0].place;
    }
}
