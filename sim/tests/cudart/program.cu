// A program of the CUDA runtime that checks what it is given back: built by nvcc, it must end well on NVIDIA's runtime with a
// GPU and on libcudart.so of this project, on a GPU and on the simulator.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static int failures;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            std::printf("line %d: not so: %s\n", __LINE__, #condition);                                      \
            failures++;                                                                                      \
        }                                                                                                    \
    } while (0)
#define IS(call, wanted)                                                                                     \
    do {                                                                                                     \
        cudaError_t got = (call);                                                                            \
        if (got != (wanted)) {                                                                               \
            std::printf("line %d: %s is %s, not %s\n", __LINE__, #call, cudaGetErrorName(got), #wanted);     \
            failures++;                                                                                      \
        }                                                                                                    \
    } while (0)
#define OK(call) IS(call, cudaSuccess)

__constant__ float factors[4];
__device__ int counter = 7;
__device__ __managed__ int shared_with_host = 5;

__global__ void scale(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[i] * factors[i % 4];
        atomicAdd(&counter, 1);
    }
}

template <typename T> __global__ void add(T *to, T what)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] += what;
}

__global__ void reverse(int *values)
{
    extern __shared__ int tile[];
    tile[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void managed_twice()
{
    shared_with_host *= 2;
}

__global__ void wide(double *sum)
{
    auto grid = cooperative_groups::this_grid();
    sum[1 + grid.thread_rank()] = grid.thread_rank();
    grid.sync();
    if (grid.thread_rank() == 0)
        for (unsigned i = 0; i < grid.size(); i++) sum[0] += sum[1 + i];
}

__global__ void pitched(char *rows, size_t pitch, int width, int height)
{
    for (int y = threadIdx.y; y < height; y += blockDim.y)
        for (int x = threadIdx.x; x < width; x += blockDim.x) rows[y * pitch + x] += (char)(x + y);
}

static void devices()
{
    int count = 0, device = -1, value = 0, version = 0;
    cudaDeviceProp properties;
    OK(cudaGetDeviceCount(&count));
    CHECK(count >= 1);
    OK(cudaGetDevice(&device));
    CHECK(device == 0);
    IS(cudaSetDevice(count), cudaErrorInvalidDevice);
    IS(cudaGetLastError(), cudaErrorInvalidDevice);
    IS(cudaPeekAtLastError(), cudaSuccess);
    OK(cudaSetDevice(0));
    OK(cudaGetDeviceProperties(&properties, 0));
    CHECK(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024 && properties.name[0]);
    CHECK(properties.totalConstMem == 65536 && properties.multiProcessorCount > 0 &&
          properties.totalGlobalMem > 1 << 20);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
    CHECK(value == properties.major);
    IS(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, -1), cudaErrorInvalidDevice);
    OK(cudaRuntimeGetVersion(&version));
    CHECK(version / 1000 == CUDART_VERSION / 1000);
    OK(cudaDriverGetVersion(&version));
    CHECK(version >= 12000);
    CHECK(!std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
    CHECK(!std::strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration"));
    CHECK(!std::strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code"));
    (void)cudaGetLastError();
}

static void memory()
{
    float in[100], out[100];
    float *a, *b, *nothing = (float *)1;
    for (int i = 0; i < 100; i++) in[i] = (float)i;
    OK(cudaMalloc(&nothing, 0));
    CHECK(!nothing);
    OK(cudaFree(nullptr));
    OK(cudaMalloc(&a, sizeof in));
    OK(cudaMalloc(&b, sizeof in));
    OK(cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(b, a, sizeof in, cudaMemcpyDeviceToDevice));
    OK(cudaMemset(a, 0, sizeof in));
    OK(cudaMemcpy(out, b, sizeof in, cudaMemcpyDefault));
    CHECK(!std::memcmp(in, out, sizeof in));
    IS(cudaMemcpy(out, b, sizeof in, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    IS(cudaMalloc(&nothing, (size_t)1 << 60), cudaErrorMemoryAllocation);
    IS(cudaGetLastError(), cudaErrorMemoryAllocation);

    cudaPointerAttributes known;
    OK(cudaPointerGetAttributes(&known, a));
    CHECK(known.type == cudaMemoryTypeDevice && known.devicePointer == a && known.device == 0);
    OK(cudaPointerGetAttributes(&known, in));
    CHECK(known.type == cudaMemoryTypeUnregistered);
    float *pinned, *seen;
    OK(cudaHostAlloc(&pinned, 400, cudaHostAllocMapped));
    OK(cudaPointerGetAttributes(&known, pinned));
    CHECK(known.type == cudaMemoryTypeHost && known.hostPointer == pinned);
    OK(cudaHostGetDevicePointer(&seen, pinned, 0));
    pinned[0] = 1;
    add<float><<<1, 100>>>(seen, 2);
    OK(cudaDeviceSynchronize());
    CHECK(pinned[0] == 3);
    OK(cudaFreeHost(pinned));
    int *managed;
    OK(cudaMallocManaged(&managed, 128 * sizeof *managed));
    OK(cudaPointerGetAttributes(&known, managed));
    CHECK(known.type == cudaMemoryTypeManaged);
    for (int i = 0; i < 128; i++) managed[i] = i;
    reverse<<<1, 128, 128 * sizeof(int)>>>(managed);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    CHECK(managed[0] == 127 && managed[127] == 0);
    OK(cudaFree(managed));
    OK(cudaFree(a));
    OK(cudaFree(b));
    IS(cudaFree((void *)in), cudaErrorInvalidValue);
    (void)cudaGetLastError();
}

static void symbols()
{
    float in[100], out[100], of[4] = {1, 2, 3, 4}, back[2];
    float *a;
    int count = 0;
    void *address;
    size_t bytes;
    for (int i = 0; i < 100; i++) in[i] = (float)i;
    OK(cudaMalloc(&a, sizeof in));
    OK(cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToSymbol(factors, of, sizeof of));
    OK(cudaMemcpyFromSymbol(back, factors, sizeof back, 2 * sizeof *of));
    CHECK(back[0] == 3 && back[1] == 4);
    OK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    CHECK(count == 7);
    scale<<<2, 64>>>(a, a, 100);
    OK(cudaMemcpy(out, a, sizeof in, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 100; i++) CHECK(out[i] == in[i] * of[i % 4]);
    OK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    CHECK(count == 107);
    OK(cudaGetSymbolSize(&bytes, factors));
    CHECK(bytes == sizeof of);
    OK(cudaGetSymbolAddress(&address, counter));
    OK(cudaMemcpy(&count, address, sizeof count, cudaMemcpyDeviceToHost));
    CHECK(count == 107);
    IS(cudaMemcpyToSymbol(factors, of, sizeof of, 4), cudaErrorInvalidValue);
    IS(cudaGetSymbolAddress(&address, (const void *)in), cudaErrorInvalidSymbol);
    shared_with_host = 21;
    managed_twice<<<1, 1>>>();
    OK(cudaDeviceSynchronize());
    CHECK(shared_with_host == 42);
    OK(cudaFree(a));
    (void)cudaGetLastError();
}

static void rows()
{
    enum { WIDTH = 75, HEIGHT = 13, DEPTH = 3 };
    std::vector<char> host(WIDTH * HEIGHT), back(WIDTH * HEIGHT);
    char *device;
    size_t pitch;
    for (size_t i = 0; i < host.size(); i++) host[i] = (char)(i * 7);
    OK(cudaMallocPitch(&device, &pitch, WIDTH, HEIGHT));
    CHECK(pitch >= WIDTH && pitch % 16 == 0);
    OK(cudaMemset2D(device, pitch, 1, WIDTH, HEIGHT));
    pitched<<<1, dim3(16, 4)>>>(device, pitch, WIDTH, HEIGHT);
    OK(cudaMemcpy2D(back.data(), WIDTH, device, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) CHECK(back[y * WIDTH + x] == (char)(1 + x + y));
    OK(cudaMemcpy2D(device, pitch, host.data(), WIDTH, WIDTH, HEIGHT, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DAsync(back.data(), WIDTH, device, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost, 0));
    OK(cudaDeviceSynchronize());
    CHECK(host == back);
    IS(cudaMemcpy2D(back.data(), WIDTH - 1, device, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost),
       cudaErrorInvalidPitchValue);
    OK(cudaFree(device));

    cudaPitchedPtr cube;
    cudaExtent extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    std::vector<char> solid(WIDTH * HEIGHT * DEPTH), again(solid.size());
    for (size_t i = 0; i < solid.size(); i++) solid[i] = (char)(i * 5 + 1);
    OK(cudaMalloc3D(&cube, extent));
    OK(cudaMemset3D(cube, 3, extent));
    cudaMemcpy3DParms to = {}, from = {};
    to.srcPtr = make_cudaPitchedPtr(solid.data(), WIDTH, WIDTH, HEIGHT);
    to.dstPtr = cube;
    to.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH - 1);
    to.dstPos = make_cudaPos(0, 0, 1);
    to.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&to));
    from.srcPtr = cube;
    from.dstPtr = make_cudaPitchedPtr(again.data(), WIDTH, WIDTH, HEIGHT);
    from.extent = extent;
    from.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&from));
    for (size_t i = 0; i < again.size(); i++)
        CHECK(again[i] == (i < WIDTH * HEIGHT ? 3 : solid[i - WIDTH * HEIGHT]));
    OK(cudaFree(cube.ptr));
    (void)cudaGetLastError();
}

static void kernels()
{
    cudaFuncAttributes attributes;
    int blocks = 0, least = 0, best = 0, *values;
    OK(cudaFuncGetAttributes(&attributes, reverse));
    CHECK(attributes.maxThreadsPerBlock == 1024 && attributes.sharedSizeBytes == 0 &&
          attributes.binaryVersion > 0);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, 128, 0));
    CHECK(blocks >= 1 && blocks <= 32);
    OK(cudaOccupancyMaxPotentialBlockSize(&least, &best, reverse, 0, 0));
    CHECK(best >= 32 && best <= 1024 && best % 32 == 0);
    OK(cudaMalloc(&values, 1024 * sizeof *values));
    reverse<<<1, 2048, 0>>>(values);
    IS(cudaGetLastError(), CUDART_VERSION < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue);
    reverse<<<0, 32, 128>>>(values);
    IS(cudaGetLastError(), CUDART_VERSION < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue);
    reverse<<<1, 1024, 1 << 20>>>(values);
    IS(cudaGetLastError(), cudaErrorInvalidValue);
    IS(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
       cudaErrorInvalidValue);
    OK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    (void)cudaGetLastError();
    reverse<<<1, 1024, 60000>>>(values);
    OK(cudaGetLastError());
    OK(cudaFuncSetCacheConfig(reverse, cudaFuncCachePreferShared));
    void *arguments[] = {&values};
    OK(cudaLaunchKernel((const void *)reverse, dim3(1), dim3(64), arguments, 256, 0));
    IS(cudaLaunchKernel((const void *)&least, dim3(1), dim3(64), arguments, 256, 0),
       CUDART_VERSION < 13000 ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle);
    (void)cudaGetLastError();
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(128);
    config.dynamicSmemBytes = 512;
    OK(cudaLaunchKernelEx(&config, reverse, values));

    double *sum, host = 0;
    OK(cudaMalloc(&sum, 1025 * sizeof *sum));
    OK(cudaMemset(sum, 0, 1025 * sizeof *sum));
    void *of[] = {&sum};
    OK(cudaLaunchCooperativeKernel((const void *)wide, dim3(8), dim3(128), of, 0, 0));
    OK(cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host == 1023 * 512);
    IS(cudaLaunchCooperativeKernel((const void *)wide, dim3(1 << 20), dim3(128), of, 0, 0),
       cudaErrorCooperativeLaunchTooLarge);
    (void)cudaGetLastError();
    OK(cudaFree(sum));
    OK(cudaFree(values));
}

static void CUDART_CB count_up(void *data)
{
    ++*(int *)data;
}

static void CUDART_CB count_callback(cudaStream_t, cudaError_t status, void *data)
{
    *(int *)data += status == cudaSuccess ? 10 : 1000;
}

static void streams()
{
    cudaStream_t stream, other;
    cudaEvent_t start, end;
    int calls = 0, *values, host[64], lowest, highest, priority;
    float ms = -1;
    unsigned flags;
    OK(cudaStreamCreate(&stream));
    OK(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    OK(cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking, highest));
    OK(cudaStreamGetPriority(other, &priority));
    CHECK(priority == highest);
    OK(cudaStreamGetFlags(other, &flags));
    CHECK(flags == cudaStreamNonBlocking);
    OK(cudaEventCreate(&start));
    OK(cudaEventCreateWithFlags(&end, cudaEventDefault));
    OK(cudaMallocAsync(&values, sizeof host, stream));
    OK(cudaMemsetAsync(values, 0, sizeof host, stream));
    OK(cudaEventRecord(start, stream));
    add<int><<<1, 64, 0, stream>>>(values, 3);
    OK(cudaLaunchHostFunc(stream, count_up, &calls));
    OK(cudaStreamAddCallback(stream, count_callback, &calls, 0));
    OK(cudaEventRecord(end, stream));
    OK(cudaStreamWaitEvent(other, end, 0));
    add<int><<<1, 64, 0, other>>>(values, 4);
    OK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, other));
    OK(cudaStreamSynchronize(other));
    CHECK(calls == 11 && host[0] == 7 && host[63] == 7);
    OK(cudaStreamQuery(stream));
    OK(cudaEventQuery(end));
    OK(cudaEventElapsedTime(&ms, start, end));
    CHECK(ms >= 0);
    OK(cudaFreeAsync(values, stream));
    OK(cudaEventDestroy(start));
    OK(cudaEventDestroy(end));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));

    int results[4] = {0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([t, &results] {
            int *mine, here = 0;
            if (cudaMalloc(&mine, 256) || cudaMemset(mine, 0, 256)) return;
            for (int i = 0; i <= t; i++) add<int><<<1, 64>>>(mine, t);
            if (cudaMemcpy(&here, mine + 63, sizeof here, cudaMemcpyDeviceToHost) || cudaFree(mine)) return;
            results[t] = here;
        });
    for (auto &thread : threads) thread.join();
    for (int t = 0; t < 4; t++) CHECK(results[t] == t * (t + 1));
}

static void graphs()
{
    cudaStream_t stream;
    cudaGraph_t captured, made, clone;
    cudaGraphExec_t exec;
    cudaGraphNode_t fill, kernel, copy, call, nodes[8];
    int *values, host[64] = {0}, calls = 0, what = 5;
    size_t count = 8;
    OK(cudaMalloc(&values, sizeof host));
    OK(cudaStreamCreate(&stream));
    OK(cudaFree(nullptr));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaFree(nullptr) != cudaSuccess); // it spoils the capture
    CHECK(cudaStreamEndCapture(stream, &captured) != cudaSuccess);
    cudaGetLastError();
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaMemsetAsync(values, 0, sizeof host, stream));
    add<int><<<1, 64, 0, stream>>>(values, 1);
    OK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamEndCapture(stream, &captured));
    CHECK(host[0] == 0);
    OK(cudaGraphInstantiate(&exec, captured, 0));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[0] == 1);
    OK(cudaGraphExecDestroy(exec));

    OK(cudaGraphCreate(&made, 0));
    cudaMemsetParams set = {};
    set.dst = values;
    set.value = 1;
    set.elementSize = 4;
    set.width = 64;
    set.height = 1;
    OK(cudaGraphAddMemsetNode(&fill, made, nullptr, 0, &set));
    cudaKernelNodeParams launch = {}, told = {};
    void *arguments[] = {&values, &what};
    launch.func = (void *)add<int>;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(64);
    launch.kernelParams = arguments;
    OK(cudaGraphAddKernelNode(&kernel, made, &fill, 1, &launch));
    OK(cudaGraphAddMemcpyNode1D(&copy, made, &kernel, 1, host, values, sizeof host, cudaMemcpyDeviceToHost));
    cudaHostNodeParams function = {};
    function.fn = count_up;
    function.userData = &calls;
    OK(cudaGraphAddHostNode(&call, made, &copy, 1, &function));
    OK(cudaGraphGetNodes(made, nodes, &count));
    CHECK(count == 4);
    OK(cudaGraphKernelNodeGetParams(kernel, &told));
    CHECK(told.func == launch.func && told.blockDim.x == 64);
    OK(cudaGraphClone(&clone, made));
    OK(cudaGraphInstantiate(&exec, made, 0));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[0] == 6 && host[63] == 6 && calls == 2);
    what = 9;
    OK(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[5] == 10 && calls == 3);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(captured));
    OK(cudaGraphDestroy(made));
    OK(cudaGraphDestroy(clone));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(values));
}

// A default value chooses what a launch fills in.
static void conditions()
{
#if CUDART_VERSION >= 13000
    unsigned char *at = nullptr, filled = 0;
    OK(cudaMalloc(&at, 1));
    for (unsigned value = 0; value < 4; value++) {
        cudaGraph_t graph;
        cudaGraphNode_t node;
        cudaGraphExec_t exec;
        cudaGraphNodeParams params = {};
        params.type = cudaGraphNodeTypeConditional;
        OK(cudaGraphCreate(&graph, 0));
        OK(cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, value,
                                            cudaGraphCondAssignDefault));
        params.conditional.type = cudaGraphCondTypeSwitch;
        params.conditional.size = 3;
        OK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
        for (unsigned i = 0; i < 3; i++) {
            cudaMemsetParams fill = {};
            fill.dst = at;
            fill.value = 10 + i;
            fill.elementSize = fill.width = fill.height = 1;
            OK(cudaGraphAddMemsetNode(&node, params.conditional.phGraph_out[i], nullptr, 0, &fill));
        }
        OK(cudaMemset(at, 9, 1));
        OK(cudaGraphInstantiate(&exec, graph, 0));
        OK(cudaGraphLaunch(exec, nullptr));
        OK(cudaMemcpy(&filled, at, 1, cudaMemcpyDeviceToHost));
        CHECK(filled == (value < 3 ? 10 + value : 9));
        OK(cudaGraphExecDestroy(exec));
        OK(cudaGraphDestroy(graph));
    }
    OK(cudaFree(at));
#endif
}

__global__ void look(float *out, cudaTextureObject_t texture, cudaSurfaceObject_t surface)
{
    const float x = threadIdx.x % 4 + 0.5f, y = threadIdx.x / 4 + 0.5f;
    out[threadIdx.x] = tex2D<float>(texture, x, y) + surf2Dread<float>(surface, threadIdx.x % 4 * 4, threadIdx.x / 4);
}

// A number of bytes goes on in the next row; two arrays need not be of one width.
static void bytes_of_arrays()
{
    const cudaChannelFormatDesc shorts = cudaCreateChannelDesc<short>();
    short numbers[24], back[24] = {}, part[24] = {};
    cudaArray_t wide, narrow;
    for (int i = 0; i < 24; i++) numbers[i] = short(i * 11 + 1);
    OK(cudaMallocArray(&wide, &shorts, 8, 3));
    OK(cudaMallocArray(&narrow, &shorts, 5, 4));
    OK(cudaMemcpyToArray(wide, 0, 0, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DFromArray(back, 16, wide, 0, 0, 16, 3, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 24; i++) CHECK(back[i] == numbers[i]);
    OK(cudaMemcpyFromArray(part, wide, 6, 1, 22, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 11; i++) CHECK(part[i] == numbers[11 + i]);
    OK(cudaMemcpyArrayToArray(narrow, 4, 0, wide, 2, 0, 36, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpyFromArrayAsync(part, narrow, 4, 0, 36, cudaMemcpyDeviceToHost, 0));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 18; i++) CHECK(part[i] == numbers[1 + i]);
    OK(cudaMemcpyToArrayAsync(wide, 14, 0, numbers, 6, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyFromArray(back, wide, 0, 0, 48, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 24; i++) CHECK(back[i] == (i >= 7 && i < 10 ? numbers[i - 7] : numbers[i]));
    IS(cudaMemcpyToArray(wide, 2, 0, numbers, sizeof numbers, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    OK(cudaFreeArray(wide));
    OK(cudaFreeArray(narrow));
}

// Objects tell what they were made of.
static void images()
{
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    float texels[8], *out, sums[8];
    cudaArray_t array;
    cudaTextureObject_t texture, line;
    cudaSurfaceObject_t surface;
    size_t width = 0;
    for (int i = 0; i < 8; i++) texels[i] = float(i * i);
    OK(cudaMalloc(&out, sizeof sums));
    OK(cudaMallocArray(&array, &floats, 4, 2, cudaArraySurfaceLoadStore));
    OK(cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 2, cudaMemcpyHostToDevice));
    cudaResourceDesc of = {}, told = {};
    of.resType = cudaResourceTypeArray;
    of.res.array.array = array;
    cudaTextureDesc how = {}, known = {};
    how.addressMode[0] = cudaAddressModeBorder;
    how.readMode = cudaReadModeElementType;
    how.maxMipmapLevelClamp = 3;
    cudaResourceViewDesc part = {}, shown = {};
    part.format = cudaResViewFormatFloat1;
    part.width = 4;
    part.height = 2;
    OK(cudaCreateTextureObject(&texture, &of, &how, &part));
    OK(cudaCreateSurfaceObject(&surface, &of));
    look<<<1, 8>>>(out, texture, surface);
    OK(cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) CHECK(sums[i] == 2 * i * i);
    OK(cudaGetTextureObjectResourceDesc(&told, texture));
    CHECK(told.resType == cudaResourceTypeArray && told.res.array.array == array);
    OK(cudaGetTextureObjectTextureDesc(&known, texture));
    CHECK(known.addressMode[0] == cudaAddressModeBorder && known.addressMode[1] == cudaAddressModeWrap);
    CHECK(known.maxMipmapLevelClamp == 3 && !known.normalizedCoords);
    CHECK(known.readMode == cudaReadModeElementType && known.filterMode == cudaFilterModePoint);
    OK(cudaGetTextureObjectResourceViewDesc(&shown, texture));
    CHECK(shown.format == cudaResViewFormatFloat1 && shown.width == 4 && shown.height == 2 && !shown.lastLayer);
    told = {};
    OK(cudaGetSurfaceObjectResourceDesc(&told, surface));
    CHECK(told.resType == cudaResourceTypeArray && told.res.array.array == array);
    of = {};
    of.resType = cudaResourceTypeLinear;
    of.res.linear.devPtr = out;
    of.res.linear.desc = cudaCreateChannelDesc<short2>();
    of.res.linear.sizeInBytes = sizeof sums;
    how.readMode = cudaReadModeNormalizedFloat;
    OK(cudaCreateTextureObject(&line, &of, &how, nullptr));
    OK(cudaGetTextureObjectResourceDesc(&told, line));
    CHECK(told.resType == cudaResourceTypeLinear && told.res.linear.devPtr == out);
    CHECK(told.res.linear.sizeInBytes == sizeof sums && told.res.linear.desc.f == cudaChannelFormatKindSigned);
    CHECK(told.res.linear.desc.x == 16 && told.res.linear.desc.y == 16 && told.res.linear.desc.z == 0);
    OK(cudaGetTextureObjectTextureDesc(&known, line));
    CHECK(known.readMode == cudaReadModeNormalizedFloat);
    const cudaChannelFormatDesc parts = cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized8X4>();
    cudaChannelFormatDesc channel = {};
    cudaArray_t fractions;
    OK(cudaMallocArray(&fractions, &parts, 4, 2));
    OK(cudaGetChannelDesc(&channel, fractions));
    CHECK(channel.f == cudaChannelFormatKindUnsignedNormalized8X4 && channel.x == 8 && channel.w == 8);
    OK(cudaFreeArray(fractions));
    OK(cudaDeviceGetTexture1DLinearMaxWidth(&width, &floats, 0));
    CHECK(width >= 1 << 27);
    const cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    IS(cudaDeviceGetTexture1DLinearMaxWidth(&width, &three, 0), cudaErrorInvalidChannelDescriptor);
    cudaGetLastError();
    OK(cudaDestroyTextureObject(texture));
    OK(cudaDestroyTextureObject(line));
    OK(cudaDestroySurfaceObject(surface));
    OK(cudaFreeArray(array));
    OK(cudaFree(out));
}

int main()
{
    devices();
    memory();
    symbols();
    rows();
    kernels();
    streams();
    graphs();
    conditions();
    bytes_of_arrays();
    images();
    OK(cudaGetLastError());
    OK(cudaDeviceReset());
    float of[4] = {0};
    OK(cudaMemcpyToSymbol(factors, of, sizeof of)); // after a reset the program begins anew
    std::printf("%d failures\n", failures);
    return failures != 0;
}
