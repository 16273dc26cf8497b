// Dynamic parallelism: nvcc -rdc=true. Kernels sort by launching themselves, count how deep launches go, and leave a sum for the
// tail; it ends well on NVIDIA's runtime with a GPU too.
#include <algorithm>
#include <cstdio>
#include <vector>

#define OK(call) (failures += (call) != cudaSuccess ? (std::printf("line %d\n", __LINE__), 1) : 0)

static int failures;

__device__ void sort_few(int *values, int count)
{
    for (int i = 1; i < count; i++) {
        int value = values[i], k = i;
        for (; k && values[k - 1] > value; k--) values[k] = values[k - 1];
        values[k] = value;
    }
}

// Parts around the last value; each side is sorted by a grid of its own, in a stream of its own.
__global__ void sort(int *values, int count, int depth)
{
    if (count < 9 || depth > 20) {
        sort_few(values, count);
        return;
    }
    int middle = 0;
    for (int i = 0; i < count; i++) {
        if (i < count - 1 && values[i] > values[count - 1]) continue;
        int value = values[i];
        values[i] = values[middle];
        values[middle++] = value;
    }
    cudaStream_t left, right;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    sort<<<1, 1, 0, left>>>(values, middle - 1, depth + 1);
    sort<<<1, 1, 0, right>>>(values + middle, count - middle, depth + 1);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
}

struct wide {
    char letter;
    double number;
};

__device__ unsigned total, seen_by_tail;
__device__ int wrong;

__global__ void add(wide given, dim3 grid, unsigned by)
{
    extern __shared__ unsigned tile[];
    unsigned i = threadIdx.x + blockDim.x * threadIdx.y;
    tile[i] = by;
    __syncthreads();
    if (given.letter != 'w' || given.number != 2.5 || gridDim.x != grid.x || gridDim.y != grid.y) wrong = 1;
    if (i == 0) atomicAdd(&total, tile[blockDim.x * blockDim.y - 1]);
}

__global__ void look()
{
    seen_by_tail = total;
}

__global__ void many()
{
    const dim3 grid(2, threadIdx.x % 3 + 1), block(threadIdx.x + 1, 2);
    if (threadIdx.x == 0) look<<<1, 1, 0, cudaStreamTailLaunch>>>();
    add<<<grid, block, block.x * block.y * 4>>>(wide{'w', 2.5}, grid, threadIdx.x);
    add<<<grid, block, block.x * block.y * 4, cudaStreamFireAndForget>>>(wide{'w', 2.5}, grid, 1000);
    if (cudaGetLastError() != cudaSuccess) wrong = 2;
    add<<<grid, dim3(1024, 2)>>>(wide{'w', 2.5}, grid, 1);
    if (cudaGetLastError() == cudaSuccess) wrong = 3;
    if (cudaGetLastError() != cudaSuccess) wrong = 4;
}

__device__ bool same(const char *text, const char *other)
{
    while (*text && *text == *other) text++, other++;
    return *text == *other;
}

// What a kernel can say of its errors.
__global__ void tell(cudaError_t error)
{
    if (!same(cudaGetErrorName(cudaSuccess), "cudaSuccess")) wrong = 7;
    if (!same(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory")) wrong = 8;
    if (!same(cudaGetErrorName(error), "cudaErrorInvalidConfiguration")) wrong = 9;
    if (!same(cudaGetErrorString(error), "invalid configuration argument")) wrong = 10;
    if (!same(cudaGetErrorString((cudaError_t)12345), "unrecognized error code")) wrong = 11;
}

__global__ void square(unsigned *values)
{
    values[threadIdx.x] = threadIdx.x * threadIdx.x;
}

__global__ void collect(unsigned *values)
{
    for (int i = 0; i < 50; i++) total += values[i];
    if (cudaFree(values) != cudaSuccess) wrong = 5;
}

// What a kernel allocates is there for the grids that it launches.
__global__ void allocate()
{
    unsigned *values;
    if (cudaMalloc(&values, 50 * sizeof *values) != cudaSuccess) wrong = 6;
    total = 0;
    square<<<1, 50>>>(values);
    collect<<<1, 1>>>(values);
}

static void sorts()
{
    std::vector<int> values(700);
    unsigned state = 12345;
    for (int &value : values) value = (state = state * 1664525 + 1013904223) >> 20;
    std::vector<int> sorted(values), got(values.size());
    std::sort(sorted.begin(), sorted.end());
    int *device;
    const size_t bytes = values.size() * sizeof(int);
    OK(cudaMalloc(&device, bytes));
    OK(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice));
    sort<<<1, 1>>>(device, (int)values.size(), 0);
    OK(cudaGetLastError());
    OK(cudaMemcpy(got.data(), device, bytes, cudaMemcpyDeviceToHost));
    failures += got != sorted;
}

int main()
{
    sorts();
    many<<<1, 12>>>();
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    unsigned expected = 0, sum = 0, tail = 0;
    for (unsigned i = 0; i < 12; i++) expected += 2 * (i % 3 + 1) * (i + 1000);
    OK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
    OK(cudaMemcpyFromSymbol(&tail, seen_by_tail, sizeof tail));
    tell<<<1, 1>>>(cudaErrorInvalidConfiguration);
    allocate<<<1, 1>>>();
    OK(cudaGetLastError());
    unsigned squares = 0;
    OK(cudaMemcpyFromSymbol(&squares, total, sizeof squares));
    failures += squares != 49 * 50 * 99 / 6;
    int not_so = 0;
    OK(cudaMemcpyFromSymbol(&not_so, wrong, sizeof not_so));
    failures += sum != expected || tail != expected || not_so;
    std::printf("%d failures (%u, %u of %u, %d)\n", failures, sum, tail, expected, not_so);
    return failures != 0;
}
