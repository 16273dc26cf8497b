// A block takes numbers from any other, after all have come so far.
#include <cooperative_groups.h>
__device__ int between[256];
extern "C" __global__ void cooperative(const int *in, int *result)
{
    const int i = blockIdx.x * 32 + threadIdx.x;
    between[i] = in[i];
    cooperative_groups::this_grid().sync();
    result[i] = between[i ^ 32] + ADDED;
}
