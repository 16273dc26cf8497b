/*
 * A C++ program with two embeds, used by eight threads at once:
 *
 *     tilewright embed configs/square.json --name square -o .
 *     tilewright embed configs/rectangle.json --name rectangle --dlopen -o .
 *     c++ -I/usr/local/cuda/include main.cpp square.c rectangle.c -lcuda -pthread -o main
 *
 * Both have kernels of the same names: they do not get into each other's way.
 */
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "rectangle.h"
#include "square.h"

namespace
{

constexpr int threads = 8, rounds = 20;

void expect(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS) return;
    std::fprintf(stderr, "%s: error %d\n", what, static_cast<int>(result));
    std::exit(1);
}

// out[i] of a kernel that reads along the other side than it wrote; rows x columns threads.
bool is_transpose(const std::vector<int32_t> &out, int rows, int columns)
{
    for (int i = 0; i < rows * columns; i++) {
        if (out[static_cast<size_t>(i)] != i % rows * columns + i / rows) return false;
    }
    return true;
}

template <typename Error>
bool run(CUresult (*launch)(int32_t *, CUstream, Error *), CUdeviceptr out, int rows, int columns)
{
    Error error;
    std::vector<int32_t> host(static_cast<size_t>(rows * columns));
    expect(cuMemsetD8(out, 0xFF, host.size() * sizeof host[0]), "cuMemsetD8");
    if (launch(reinterpret_cast<int32_t *>(out), nullptr, &error) != CUDA_SUCCESS) {
        std::fprintf(stderr, "%s\n", error.message);
        return false;
    }
    expect(cuMemcpyDtoH(host.data(), out, host.size() * sizeof host[0]), "cuMemcpyDtoH");
    return is_transpose(host, rows, columns);
}

void work(CUcontext context, int number, std::atomic<int> &wrong)
{
    CUdeviceptr out;
    expect(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    expect(cuMemAlloc(&out, 32 * 32 * sizeof(int32_t)), "cuMemAlloc");
    for (int i = 0; i < rounds; i++) {
        bool first = (i + number) % 2;
        wrong += first ? !run(square_launch_setRowReadCol, out, 32, 32)
                       : !run(rectangle_launch_setRowReadCol, out, 16, 32);
        wrong += first ? !run(rectangle_launch_setRowReadColPad, out, 16, 32)
                       : !run(square_launch_setRowReadColDynPad, out, 32, 32);
    }
    expect(cuMemFree(out), "cuMemFree");
}

} // namespace

int main()
{
    CUdevice device;
    CUcontext context;
    std::atomic<int> wrong{0};
    std::vector<std::thread> workers;
    expect(cuInit(0), "cuInit");
    expect(cuDeviceGet(&device, 0), "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    for (int i = 0; i < threads; i++) workers.emplace_back(work, context, i, std::ref(wrong));
    for (std::thread &worker : workers) worker.join();
    expect(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
    std::printf("%d threads, %d launches: %d wrong\n", threads, threads * rounds * 2, wrong.load());
    return wrong != 0;
}
