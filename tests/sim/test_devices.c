/* Plans and sweeps on every device of a process, by the context that is current: several at once, with one wisdom. The devices, of two
   kinds, are played by a driver that is a GPU's by all it says (test_timed.sh). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tilewright/plan.h>
#include <tilewright/tune.h>

#include "runtime/driver.h"
#include "tests/folder.h"

#define ROWS 64

static char description[64], wisdom[64];
static struct tw_driver driver; /* the same library that planners open */

static const char source[] =
    "extern \"C\" __global__ void sum(const int *in, int *out)\n"
    "{\n"
    "    for (int row = threadIdx.x; row < 64 && threadIdx.x < THREADS; row += THREADS)\n"
    "        out[row] = in[2 * row] + in[2 * row + 1];\n"
    "}\n"
    "extern \"C\" __global__ void wanted(const int *in, int *out)\n"
    "{\n"
    "    out[threadIdx.x] = in[2 * threadIdx.x] + in[2 * threadIdx.x + 1];\n"
    "}\n";
static const char described[] =
    "{ \"tilewright\": 1, \"kernel\": { \"name\": \"rows\", \"source\": \"rows.cu\", \"entry\": \"sum\", "
    "\"problem\": { \"n\": 128 },\n"
    "  \"parameters\": { \"THREADS\": [8, 32, 16] },\n"
    "  \"arguments\": [ { \"name\": \"in\", \"type\": \"int32\", \"count\": \"n\" },\n"
    "                   { \"name\": \"out\", \"type\": \"int32\", \"count\": 64, \"role\": \"output\" } ],\n"
    "  \"grid\": 1, \"block\": 32,\n"
    "  \"reference\": { \"entry\": \"wanted\", \"define\": { \"THREADS\": \"1\" }, \"grid\": 1, \"block\": "
    "64 } } }\n";

static int prepare(void **state)
{
    (void)state;
    if (make_folder()) return -1;
    write_file("rows.cu", source);
    write_file("rows.json", described);
    snprintf(description, sizeof description, "%s/rows.json", folder);
    setenv("TILEWRIGHT_LIBCUDA", BUILD_DIR "/tests/timed_cuda.so", 1);
    setenv("TILEWRIGHT_SIM_ARCH", "sm_90,sm_90,sm_80", 1);
    setenv("TILEWRIGHT_SIM_THREADS", "1", 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
    return 0;
}

static int clean(void **state)
{
    (void)state;
    return remove_folder();
}

static struct tw_planner *open_planner(const char *name)
{
    struct tw_planner *planner;
    struct tw_error error = TW_ERROR_INIT;
    snprintf(wisdom, sizeof wisdom, "%s/%s", folder, name);
    const struct tw_planner_options options = {.wisdom_directory = wisdom};
    if (tw_planner_open(&options, &planner, &error)) fail_msg("%s", error.message);
    if (!driver.cuInit) assert_int_equal(tw_driver_open_cuda(&driver, NULL), TW_OK);
    return planner;
}

static CUcontext enter(int device)
{
    CUcontext context;
    assert_int_equal(driver.cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxSetCurrent(context), CUDA_SUCCESS);
    return context;
}

static void leave(int device)
{
    driver.cuCtxSetCurrent(NULL);
    driver.cuDevicePrimaryCtxRelease_v2(device);
}

/* The current device, and what the plan computes there. */
static bool works_on(int device, struct tw_plan *plan)
{
    CUdeviceptr in = 0, out = 0;
    CUdevice current = -1;
    int from[2 * ROWS], to[ROWS];
    void *arguments[] = {&in, &out};
    bool right = driver.cuCtxGetDevice(&current) == CUDA_SUCCESS && current == device;
    for (int i = 0; i < 2 * ROWS; i++) from[i] = i * i;
    right = right && !driver.cuMemAlloc_v2(&in, sizeof from) && !driver.cuMemAlloc_v2(&out, sizeof to) &&
            !driver.cuMemcpyHtoD_v2(in, from, sizeof from);
    right =
        right && !tw_plan_launch(plan, NULL, arguments, NULL) && !driver.cuMemcpyDtoH_v2(to, out, sizeof to);
    for (int i = 0; right && i < ROWS; i++) right = to[i] == from[2 * i] + from[2 * i + 1];
    if (in) driver.cuMemFree_v2(in);
    if (out) driver.cuMemFree_v2(out);
    return right;
}

static struct tw_plan *measure(struct tw_planner *planner)
{
    struct tw_plan *plan = NULL;
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_problem problem = {
        .family = description, .fields = "{\"n\": 128}", .effort = TW_EFFORT_MEASURE, .seconds = 60};
    if (tw_plan_make(planner, &problem, &plan, &error)) print_error("%s\n", error.message);
    tw_error_free(&error);
    return plan;
}

/* What one device of a kind has found is found for the other. */
static void devices_of_a_kind_share_wisdom(void **state)
{
    static const enum tw_grounds grounds[] = {TW_GROUNDS_MEASURED, TW_GROUNDS_KEPT, TW_GROUNDS_MEASURED};
    struct tw_planner *planner = open_planner("one");
    struct tw_plan *plans[3];
    (void)state;
    for (int device = 0; device < 3; device++) {
        enter(device);
        plans[device] = measure(planner);
        assert_non_null(plans[device]);
        print_message("device %d: %s", device, tw_plan_describe(plans[device]));
        assert_int_equal(tw_plan_grounds(plans[device]), grounds[device]);
        assert_int_equal(tw_kernel_field(tw_plan_kernel(plans[device]), "THREADS")->number, 32);
    }
    for (int device = 0; device < 3; device++) { /* each on its own, whichever was made last */
        enter(device);
        assert_true(works_on(device, plans[device]));
        tw_plan_destroy(plans[device]);
    }
    tw_planner_close(planner);
    for (int i = 0; i < 2; i++)
        for (int device = 0; device < 3; device++) leave(device);
}

struct thread {
    pthread_t thread;
    struct tw_planner *planner;
    int device;
    bool right;
};

static void *plan_there(void *argument)
{
    struct thread *thread = argument;
    enter(thread->device);
    struct tw_plan *plan = measure(thread->planner);
    thread->right = plan && works_on(thread->device, plan);
    tw_plan_destroy(plan);
    driver.cuCtxSetCurrent(NULL);
    return NULL;
}

static void run(struct thread threads[3], void *(*work)(void *))
{
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i].thread, NULL, work, &threads[i]), 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i].thread, NULL);
    for (int i = 0; i < 3; i++) assert_true(threads[i].right);
}

static void devices_are_measured_side_by_side(void **state)
{
    struct tw_planner *planner = open_planner("two");
    struct thread threads[] = {{.device = 0}, {.device = 1}, {.device = 2}};
    (void)state;
    for (int i = 0; i < 3; i++) threads[i].planner = planner;
    run(threads, plan_there);
    tw_planner_close(planner);
    for (int device = 0; device < 3; device++) driver.cuDevicePrimaryCtxRelease_v2(device);
}

/* ---- sweeps ---- */

static int tune(const char *device, char *why, size_t size, struct tw_error *error)
{
    struct tw_tune_options options;
    struct tw_tuned *tuned;
    struct tw_tuned_variant best;
    tw_tune_options_init(&options);
    options.config_file = description;
    options.device = device;
    options.program = BUILD_DIR "/tilewright";
    int code = tw_tune(&options, NULL, &tuned, error);
    if (code) return code;
    snprintf(why, size, "%s", tw_tuned_why(tuned));
    if (!tw_tuned_ranked(tuned, 1, &best) || strcmp(best.name, "rows_THREADS32") != 0) why[0] = '\0';
    tw_tuned_free(tuned);
    return TW_OK;
}

static void *tune_there(void *argument)
{
    struct thread *thread = argument;
    char why[256] = "", gpu[16];
    CUcontext context = enter(thread->device), current = NULL;
    snprintf(gpu, sizeof gpu, "(GPU %d, ", thread->device);
    thread->right = !tune(NULL, why, sizeof why, NULL) && strstr(why, gpu);
    driver.cuCtxGetCurrent(&current);
    thread->right &= current == context;
    leave(thread->device);
    return NULL;
}

static void sweeps_are_on_the_current_device(void **state)
{
    struct thread threads[] = {{.device = 1}, {.device = 2}, {.device = 0}};
    char why[256];
    (void)state;
    run(threads, tune_there);
    assert_int_equal(tune(NULL, why, sizeof why, NULL), TW_OK); /* none is current */
    assert_non_null(strstr(why, "(GPU 0, sm_90)"));
}

static void sweeps_take_lists(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    char why[256];
    (void)state;
    assert_int_equal(tune("cuda:1,0", why, sizeof why, &error), TW_OK);
    assert_non_null(strstr(why, "(GPUs 1, 0, sm_90)"));
    assert_int_equal(tune("cuda:all", why, sizeof why, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "of several kinds"));
    tw_error_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_of_a_kind_share_wisdom),
        cmocka_unit_test(devices_are_measured_side_by_side),
        cmocka_unit_test(sweeps_are_on_the_current_device),
        cmocka_unit_test(sweeps_take_lists),
    };
    return cmocka_run_group_tests(tests, prepare, clean);
}
