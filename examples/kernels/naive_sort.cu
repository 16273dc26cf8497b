// A number's place is how many are less, or equal and before it.
__global__ void rank(const unsigned *keys, unsigned *sorted, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = 0;
    if (i >= n) return;
    for (int k = 0; k < n; k++) place += keys[k] < keys[i] || (keys[k] == keys[i] && k < i);
    sorted[place] = keys[i];
}

__global__ void copy(unsigned *to, const unsigned *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
