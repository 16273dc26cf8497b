/*
 * Plans: what the second request for a plan costs; a launch through a plan against a bare cuLaunchKernel of
 * the same kernel, in turns; and a plan compiled, from the disk cache, and from the planner's memory. On a
 * GPU if there is one, else on the simulator, where a launch is the whole run of the kernel: there the ratio
 * says nothing of a GPU.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tilewright/plan.h>

#include "base/clock.h"
#include "base/median.h"
#include "runtime/compile/compile.h"
#include "runtime/driver.h"

#define LOOKUPS  1000000
#define ROUNDS   51
#define LAUNCHES 200 /* of a round */

static struct tw_error error = TW_ERROR_INIT;

static void need(int code, const char *what)
{
    if (!code) return;
    fprintf(stderr, "bench_plan: %s: %s\n", what, error.message);
    exit(1);
}

static double median(double *values)
{
    tw_sort(values, ROUNDS);
    return tw_median(values, ROUNDS);
}

static const struct tw_problem problem = {
    .family = "tile",
    .fields = "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", \"type\": \"int32\"}"};

static struct tw_planner *open_planner(const char *cache)
{
    struct tw_planner_options options = {.cache_directory = cache};
    struct tw_planner *planner;
    if (tw_planner_open(&options, &planner, NULL) == TW_OK) return planner;
    options.device = TW_PLANNER_SIMULATOR;
    need(tw_planner_open(&options, &planner, &error), "no planner");
    return planner;
}

static double make_seconds(struct tw_planner *planner, struct tw_plan **plan)
{
    double start = tw_seconds();
    need(tw_plan_make(planner, &problem, plan, &error), "no plan");
    return tw_seconds() - start;
}

/* NVRTC's first compile of a process also starts NVRTC: not what is asked. */
static void start_compiler(struct tw_planner *planner)
{
    struct tw_problem other = problem;
    struct tw_plan *plan;
    other.name = "warm_up";
    need(tw_plan_make(planner, &other, &plan, &error), "no plan");
    tw_plan_destroy(plan);
}

static void bench_origins(const char *cache)
{
    struct tw_plan *plan;
    struct tw_planner *planner = open_planner(cache);
    start_compiler(planner);
    double compiled = make_seconds(planner, &plan);
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
    double loaded = make_seconds(planner, &plan);
    tw_plan_destroy(plan);
    printf("plan compiled %.3f ms, from the disk cache %.3f ms (1/%.0f)\n", compiled * 1e3, loaded * 1e3,
           compiled / loaded);
    tw_planner_close(planner);
}

static void bench_lookup(struct tw_planner *planner)
{
    struct tw_plan *plan;
    double start = tw_seconds();
    for (int i = 0; i < LOOKUPS; i++) {
        need(tw_plan_make(planner, &problem, &plan, &error), "no plan");
        tw_plan_destroy(plan);
    }
    printf("plan from the planner's memory %.1f ns\n", (tw_seconds() - start) / LOOKUPS * 1e9);
}

/* Microseconds of one launch; the queue is empty before. */
static double launch_bare(const struct tw_driver *driver, CUfunction function, const struct tw_kernel *kernel,
                          void **arguments)
{
    const struct tw_launch *launch = &kernel->shape.launches[0];
    const uint32_t *grid = launch->grid, *block = launch->block;
    double start = tw_seconds();
    for (int i = 0; i < LAUNCHES; i++) {
        driver->cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                               launch->dynamic_shared_bytes, NULL, arguments, NULL);
    }
    double time = tw_seconds() - start;
    driver->cuCtxSynchronize();
    return time / LAUNCHES * 1e6;
}

static double launch_plan(const struct tw_driver *driver, const struct tw_plan *plan, void **arguments)
{
    double start = tw_seconds();
    for (int i = 0; i < LAUNCHES; i++) need(tw_plan_launch(plan, NULL, arguments, &error), "launch");
    double time = tw_seconds() - start;
    driver->cuCtxSynchronize();
    return time / LAUNCHES * 1e6;
}

static void bench_launch(struct tw_planner *planner, CUfunction function)
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    struct tw_plan *plan;
    CUdeviceptr out;
    void *arguments[] = {&out};
    double bare[ROUNDS], planned[ROUNDS], ratio[ROUNDS];
    need(tw_plan_make(planner, &problem, &plan, &error), "no plan");
    need(driver->cuMemAlloc_v2(&out, 4096) != CUDA_SUCCESS, "no memory");
    for (int i = 0; i < ROUNDS; i++) {
        bare[i] = launch_bare(driver, function, tw_plan_kernel(plan), arguments);
        planned[i] = launch_plan(driver, plan, arguments);
        ratio[i] = planned[i] / bare[i];
    }
    printf("launch: bare %.3f us, through a plan %.3f us; median ratio %.4f\n", median(bare), median(planned),
           median(ratio));
    driver->cuMemFree_v2(out);
    tw_plan_destroy(plan);
}

/* The plan's own kernel, loaded by ourselves. */
static CUfunction load_kernel(const struct tw_planner *planner, const struct tw_plan *plan, CUmodule *module)
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    const struct tw_kernel *kernel = tw_plan_kernel(plan);
    struct tw_nvrtc *nvrtc;
    struct tw_image image;
    CUfunction function;
    CUdevice device;
    int major, minor;
    driver->cuCtxGetDevice(&device);
    driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    need(tw_nvrtc_open(&nvrtc, &error), "no NVRTC");
    need(tw_compile(nvrtc, kernel, (unsigned)(major * 10 + minor), &image, &error), "no image");
    if (driver->cuModuleLoadData(module, image.cubin) != CUDA_SUCCESS)
        need(driver->cuModuleLoadData(module, image.ptx) != CUDA_SUCCESS, "not loaded");
    need(driver->cuModuleGetFunction(&function, *module, kernel->name) != CUDA_SUCCESS, "no function");
    tw_image_free(&image);
    tw_nvrtc_close(nvrtc);
    return function;
}

int main(void)
{
    char cache[] = "/tmp/tilewright-bench-XXXXXX", command[64];
    need(mkdtemp(cache) == NULL, "no directory");
    bench_origins(cache);

    struct tw_planner *planner = open_planner(cache);
    const struct tw_driver *driver = tw_planner_driver(planner);
    struct tw_plan *plan;
    CUcontext context;
    CUmodule module;
    driver->cuDevicePrimaryCtxRetain(&context, 0);
    driver->cuCtxSetCurrent(context);
    need(tw_plan_make(planner, &problem, &plan, &error), "no plan");
    printf("%s", tw_plan_describe(plan));
    bench_lookup(planner);
    bench_launch(planner, load_kernel(planner, plan, &module));
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
    driver->cuModuleUnload(module);
    driver->cuDevicePrimaryCtxRelease_v2(0);
    tw_planner_close(planner);
    snprintf(command, sizeof command, "rm -r %s", cache);
    return system(command) != 0;
}
