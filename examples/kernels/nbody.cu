// The acceleration of each of n bodies by all: body holds positions x, y, z and masses w. A thread has BODIES of them.
__device__ void pull(float4 self, float4 other, float4 &sum)
{
    float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
    float near = rsqrtf(x * x + y * y + z * z + 0.01f), pulls = other.w * near * near * near;
    sum.x += pulls * x;
    sum.y += pulls * y;
    sum.z += pulls * z;
}

__global__ void nbody(const float4 *body, float4 *acceleration, int n)
{
    const int first = blockIdx.x * BLOCK * BODIES + threadIdx.x;
    float4 self[BODIES], sum[BODIES] = {};
    for (int i = 0; i < BODIES; i++) self[i] = body[first + i * BLOCK];
#if SHARED
    __shared__ float4 tile[BLOCK];
    for (int begin = 0; begin < n; begin += BLOCK) {
        tile[threadIdx.x] = body[begin + threadIdx.x];
        __syncthreads(); // the tile is there
#pragma unroll UNROLL
        for (int k = 0; k < BLOCK; k++)
            for (int i = 0; i < BODIES; i++) pull(self[i], tile[k], sum[i]);
        __syncthreads(); // the tile was used
    }
#else
#pragma unroll UNROLL
    for (int k = 0; k < n; k++)
        for (int i = 0; i < BODIES; i++) pull(self[i], body[k], sum[i]);
#endif
    for (int i = 0; i < BODIES; i++) acceleration[first + i * BLOCK] = sum[i];
}
