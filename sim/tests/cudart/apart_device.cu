// The other half of apart.cu.
__device__ unsigned calls = 100;
__constant__ float rates[2] = {4, 8};

static __device__ float own = 3;

__device__ float half_of(float x)
{
    return x * 0.5f;
}

__global__ void lower(float *values, float by)
{
    values[threadIdx.x] -= by + own;
}

bool calls_are(unsigned count)
{
    unsigned found = 0;
    return cudaMemcpyFromSymbol(&found, calls, sizeof found) == cudaSuccess && found == count;
}
