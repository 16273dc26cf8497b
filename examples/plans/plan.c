/*
 * A transpose of one 32 x 16 tile through a plan, in a program that uses the CUDA driver API itself.
 * It needs the installed library, cuda.h and libcuda; where there is no GPU, the drop-in
 * libcuda.so.1 runs it unchanged.
 *
 *     cc plan.c $(pkg-config --cflags --libs tilewright) -I/usr/local/cuda/include \
 *        -L$(pkg-config --variable=dropin tilewright) -lcuda -o plan
 *     LD_LIBRARY_PATH=$(pkg-config --variable=dropin tilewright) ./plan [RESULTS.jsonl]
 *
 * RESULTS.jsonl, of `tilewright sweep -o`, is wisdom: its best variant is then taken if it fits the device.
 */
#include <cuda.h>
#include <stdio.h>

#include <tilewright/plan.h>

#define WIDTH  32
#define HEIGHT 16

/* Padding and swizzle are not given: the planner chooses them. */
static const struct tw_problem problem = {
    .family = "tile",
    .fields = "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", \"type\": \"int32\"}"};

static int fail(const struct tw_error *error)
{
    fprintf(stderr, "plan: %s\n%s", error->message, error->detail ? error->detail : "");
    return 1;
}

/* Launches twice on a stream and counts what is wrong:
   the tile was written along rows and read down columns. */
static int use(const struct tw_plan *plan, struct tw_error *error)
{
    int got[WIDTH * HEIGHT], wrong = 0;
    CUdeviceptr out;
    CUstream stream;
    void *arguments[] = {&out};
    if (cuMemAlloc(&out, sizeof got) || cuStreamCreate(&stream, CU_STREAM_DEFAULT)) return -1;
    for (int i = 0; i < 2; i++) {
        if (tw_plan_launch(plan, stream, arguments, error)) return fail(error);
    }
    if (cuStreamSynchronize(stream) || cuMemcpyDtoH(got, out, sizeof got)) return -1;
    for (int i = 0; i < WIDTH * HEIGHT; i++) wrong += got[i] != i % HEIGHT * WIDTH + i / HEIGHT;
    cuStreamDestroy(stream);
    cuMemFree(out);
    return wrong;
}

static int run(struct tw_planner *planner, const char *wisdom, struct tw_error *error)
{
    struct tw_plan *plan;
    if (wisdom && tw_planner_add_wisdom(planner, wisdom, error)) return fail(error);
    if (tw_plan_make(planner, &problem, &plan, error)) return fail(error);
    printf("%s", tw_plan_describe(plan));
    int wrong = use(plan, error);
    printf("%s\n", wrong ? "WRONG" : "512 elements ok");
    tw_plan_destroy(plan);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_planner *planner;
    CUdevice device;
    CUcontext context;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context)) {
        fprintf(stderr, "plan: there is no CUDA device\n");
        return 1;
    }
    int status = tw_planner_open(NULL, &planner, &error) ? fail(&error)
                                                         : run(planner, argc > 1 ? argv[1] : NULL, &error);
    tw_planner_close(planner);
    tw_error_free(&error);
    cuDevicePrimaryCtxRelease(device);
    return status;
}
