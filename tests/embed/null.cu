// The wrappers of an embed called k for nvcc: `grid`, a dot product that needs scratch, and `none`, of empty arrays. A NULL in each place.
#include "k.cu"

#include <stdio.h>

int main()
{
    float *memory;
    unsigned wrong = 0;
    if (cudaMalloc((void **)&memory, 1 << 16) != cudaSuccess || cudaMemset(memory, 0, 1 << 16) != cudaSuccess) return 2;
    float *a = memory, *b = memory + 1024, *c = memory + 2048, *scratch = memory + 4096;
    wrong += k_launch_grid(NULL, b, c, scratch, 0) != cudaErrorInvalidValue;
    wrong += k_launch_grid(a, NULL, c, scratch, 0) != cudaErrorInvalidValue;
    wrong += k_launch_grid(a, b, NULL, scratch, 0) != cudaErrorInvalidValue;
    wrong += k_launch_grid(a, b, c, NULL, 0) != cudaErrorInvalidValue;
    wrong += k_launch_grid(a, b, c, (char *)scratch + 4, 0) != cudaErrorMisalignedAddress;
    wrong += k_launch_grid(a, b, c, scratch, 0) != cudaSuccess;
    wrong += k_launch_none(NULL, NULL, NULL, scratch, 0) != cudaErrorInvalidValue;
    wrong += k_launch_none(NULL, NULL, c, NULL, 0) != cudaErrorInvalidValue;
    wrong += k_launch_none(NULL, NULL, c, scratch, 0) != cudaSuccess;
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    printf("null: %u wrong\n", wrong);
    return wrong > 0;
}
