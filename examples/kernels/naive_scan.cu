// One thread adds up all numbers.
__global__ void naive(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) out[i] = sum += in[i];
}
