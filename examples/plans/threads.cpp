// Eight C++ threads that share a planner and launch each on memory of its own, with no libcuda at all: on the
// simulator inside the library. Handles are owned by std::unique_ptr.
//
//     c++ threads.cpp $(pkg-config --cflags --libs tilewright) -I/usr/local/cuda/include -pthread -o threads
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include <tilewright/plan.h>
#include <tilewright/stages/runtime/driver.h> // the driver's functions, by tw_planner_driver

namespace
{

struct Close {
    void operator()(tw_planner *planner) const
    {
        tw_planner_close(planner);
    }
    void operator()(tw_plan *plan) const
    {
        tw_plan_destroy(plan);
    }
};
using Planner = std::unique_ptr<tw_planner, Close>;
using Plan = std::unique_ptr<tw_plan, Close>;

constexpr unsigned side = 32;

Planner open_planner()
{
    tw_planner_options options{};
    options.device = TW_PLANNER_SIMULATOR;
    tw_error error = TW_ERROR_INIT;
    tw_planner *planner = nullptr;
    if (tw_planner_open(&options, &planner, &error) != TW_OK)
        std::fprintf(stderr, "threads: %s\n", error.message);
    tw_error_free(&error);
    return Planner(planner);
}

Plan make_plan(tw_planner *planner)
{
    tw_problem problem{};
    problem.family = "tile";
    problem.fields = R"({"BDIMX": 32, "BDIMY": 32, "layout": "row-col", "type": "float32"})";
    tw_plan *plan = nullptr;
    tw_plan_make(planner, &problem, &plan, nullptr);
    return Plan(plan);
}

bool transposes(tw_planner *planner)
{
    const tw_driver &driver = *tw_planner_driver(planner);
    Plan plan = make_plan(planner); // the same one for every thread
    std::vector<float> got(side * side);
    CUdeviceptr out = 0;
    void *arguments[] = {&out};
    bool right = plan && driver.cuMemAlloc_v2(&out, got.size() * sizeof(float)) == CUDA_SUCCESS &&
                 tw_plan_launch(plan.get(), nullptr, arguments, nullptr) == TW_OK &&
                 driver.cuMemcpyDtoH_v2(got.data(), out, got.size() * sizeof(float)) == CUDA_SUCCESS;
    for (unsigned i = 0; i < got.size() && right; i++) right = got[i] == float(i % side * side + i / side);
    driver.cuMemFree_v2(out);
    return right;
}

} // namespace

int main()
{
    Planner planner = open_planner();
    if (!planner) return 1;
    const tw_driver &driver = *tw_planner_driver(planner.get());
    CUcontext context;
    if (driver.cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS) return 1;
    std::atomic<unsigned> right{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; i++) {
        threads.emplace_back([&] {
            driver.cuCtxSetCurrent(context);
            right += transposes(planner.get());
        });
    }
    for (std::thread &thread : threads) thread.join();
    std::printf("%u of 8 threads ok\n", right.load());
    planner.reset();
    return right == 8 ? 0 : 1;
}
