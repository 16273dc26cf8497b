/*
 * A sweep by the library's call on a GPU, in a process with a context of its own and a thread that uses it all the while: with
 * workers, and in the process. Times rank; the context and what it holds are as they were.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <tilewright/tune.h>

#include "runtime/driver.h"

#define WORDS (1u << 20)

static const char config[] =
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": 32, \"BDIMY\": 16,"
    " \"layout\": \"row-col\", \"index\": \"linear\", \"swizzle\": [\"none\", \"xor\"], \"IPAD\": {\"from\": "
    "0, \"to\": 5}}]}";

static struct tw_driver driver;
static CUcontext context;
static CUdeviceptr buffer;
static atomic_bool busy;
static atomic_uint rounds;

static int open_gpu(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    CUdevice device;
    (void)state;
    if (tw_driver_open_cuda(&driver, &error) != TW_OK || driver.simulator) {
        print_message("skipped: %s\n", error.message[0] ? error.message : "the driver is the simulator");
        _Exit(77);
    }
    assert_int_equal(driver.cuDeviceGet(&device, 0), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxCreate_v2(&context, 0, device), CUDA_SUCCESS);
    assert_int_equal(driver.cuMemAlloc_v2(&buffer, WORDS * 4), CUDA_SUCCESS);
    assert_int_equal(driver.cuMemsetD32_v2(buffer, 42, WORDS), CUDA_SUCCESS);
    return 0;
}

static int close_gpu(void **state)
{
    (void)state;
    driver.cuCtxDestroy_v2(context);
    tw_driver_close(&driver);
    return 0;
}

/* The host program's own work. */
static void *use_the_context(void *unused)
{
    static uint32_t words[WORDS];
    (void)unused;
    if (driver.cuCtxSetCurrent(context)) return (void *)1;
    while (atomic_load(&busy)) {
        if (driver.cuMemcpyDtoH_v2(words, buffer, sizeof words)) return (void *)1;
        for (uint32_t i = 0; i < WORDS; i++) {
            if (words[i] != 42) return (void *)1;
        }
        atomic_fetch_add(&rounds, 1);
    }
    return NULL;
}

static void tune(unsigned workers)
{
    struct tw_tune_options options;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_tuned *tuned;
    struct tw_tuned_variant best, last;
    CUcontext current;
    pthread_t thread;
    void *failed;
    tw_tune_options_init(&options);
    options.config = config;
    options.device = "cuda";
    options.workers = workers;
    options.all = true;
    atomic_store(&busy, true);
    atomic_store(&rounds, 0);
    assert_int_equal(pthread_create(&thread, NULL, use_the_context, NULL), 0);
    if (tw_tune(&options, NULL, &tuned, &error) != TW_OK) fail_msg("%s", error.message);
    atomic_store(&busy, false);
    pthread_join(thread, &failed);
    assert_null(failed);
    assert_true(atomic_load(&rounds) > 0);
    assert_int_equal(driver.cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_ptr_equal(current, context);
    assert_int_equal(tw_tuned_count(tuned), 12);
    assert_true(tw_tuned_ranked(tuned, 1, &best));
    assert_true(tw_tuned_ranked(tuned, 12, &last));
    assert_true(best.time_us > 0 && best.time_us < last.time_us);
    assert_string_equal(best.status, "ok");
    tw_tuned_free(tuned);
}

static void workers_leave_the_host_alone(void **state)
{
    (void)state;
    tune(3);
}

static void so_does_the_process_itself(void **state)
{
    (void)state;
    tune(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_leave_the_host_alone),
        cmocka_unit_test(so_does_the_process_itself),
    };
    return cmocka_run_group_tests(tests, open_gpu, close_gpu);
}
