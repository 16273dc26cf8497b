// A transpose and a sum of its columns in C++: planner and plans that free themselves, problems as structs, failures as exceptions.
// Any libcuda.so.1 will do; where there is no GPU, the drop-in runs it unchanged.
//
//     c++ -std=c++17 transpose.cpp $(pkg-config --cflags --libs tilewright) -I/usr/local/cuda/include
//         -L$(pkg-config --variable=dropin tilewright) -lcuda -o transpose
//     LD_LIBRARY_PATH=$(pkg-config --variable=dropin tilewright) ./transpose
#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cuda.h>

#include <tilewright/tilewright.hpp>

namespace
{

constexpr int rows = 100, cols = 70;

void check(CUresult result, const char *what)
{
    if (result != CUDA_SUCCESS) throw std::runtime_error(what);
}

/* The primary context of the first device, while this lives. */
class context
{
  public:
    context()
    {
        CUcontext primary;
        check(cuInit(0), "there is no CUDA device");
        check(cuDeviceGet(&device_, 0), "there is no CUDA device");
        check(cuDevicePrimaryCtxRetain(&primary, device_), "no context");
        check(cuCtxSetCurrent(primary), "no context");
    }
    ~context()
    {
        cuDevicePrimaryCtxRelease(device_);
    }
    context(const context &) = delete;
    context &operator=(const context &) = delete;

  private:
    CUdevice device_;
};

/* Floats on the device. */
class buffer
{
  public:
    explicit buffer(std::size_t count) : bytes_(count * sizeof(float))
    {
        check(cuMemAlloc(&address_, bytes_), "out of device memory");
    }
    ~buffer()
    {
        cuMemFree(address_);
    }
    buffer(const buffer &) = delete;
    buffer &operator=(const buffer &) = delete;
    CUdeviceptr address() const
    {
        return address_;
    }
    void write(const std::vector<float> &from) const
    {
        check(cuMemcpyHtoD(address_, from.data(), bytes_), "copy");
    }
    std::vector<float> read() const
    {
        std::vector<float> to(bytes_ / sizeof(float));
        check(cuMemcpyDtoH(to.data(), address_, bytes_), "copy");
        return to;
    }

  private:
    CUdeviceptr address_ = 0;
    std::size_t bytes_;
};

int wrong_elements(const tilewright::planner &planner)
{
    tw_transpose_problem transpose{};
    transpose.rows = rows;
    transpose.cols = cols;
    tw_reduce_problem sums{}; // of the transposed rows, which are the columns
    sums.rows = cols;
    sums.cols = rows;

    const tilewright::plan turn = planner.make(transpose), add = planner.make(sums);
    std::printf("%s%s", tw_plan_describe(turn.get()), tw_plan_describe(add.get()));

    std::vector<float> matrix(rows * cols);
    for (int i = 0; i < rows * cols; i++) matrix[i] = float(i % 1000);
    const buffer in(matrix.size()), out(matrix.size()), sum(cols);
    in.write(matrix);
    turn.launch(nullptr, in.address(), out.address());
    add.launch(nullptr, out.address(), sum.address());

    int wrong = 0;
    const std::vector<float> turned = out.read(), added = sum.read();
    for (int c = 0; c < cols; c++) {
        float expected = 0; // whole numbers: every order of additions gives the same
        for (int r = 0; r < rows; r++) {
            wrong += turned[c * rows + r] != matrix[r * cols + c];
            expected += matrix[r * cols + c];
        }
        wrong += added[c] != expected;
    }
    return wrong;
}

/* What is wrong is said in words of the caller's text, and nothing is leaked. */
bool refuses(const tilewright::planner &planner)
{
    tw_problem typo{};
    typo.family = "transpose";
    typo.fields = "{\"rows\": 5,\n \"colz\": 7}";
    try {
        planner.make(typo);
    } catch (const tilewright::error &error) {
        std::printf("line %u: %.27s\n", error.get().line, error.what());
        return error.code() == TW_INPUT;
    }
    return false;
}

} // namespace

int main()
try {
    const context primary;
    const tilewright::planner planner;
    int wrong = wrong_elements(planner);
    std::printf("%s\n", wrong ? "WRONG" : "7000 elements and 70 sums ok");
    return wrong || !refuses(planner);
} catch (const std::exception &error) {
    std::fprintf(stderr, "transpose: %s\n", error.what());
    return 1;
}
