// block_size_z is in this comment alone.
__constant__ float table[8];

namespace deep {
template <typename T> __global__ void __launch_bounds__(block_size_x) reduce(const T *__restrict__ in, T *const out, int n = 3, float scale = 1.0f)
{
    if (threadIdx.x < n * unroll) out[threadIdx.x] = in[threadIdx.x] * scale * table[0];
}
}
