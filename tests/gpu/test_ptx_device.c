/* Every file of sim/tests/ptx on a GPU: the hardware's word on what the simulator is held to. */
#include "sim/tests/ptx_files.h"

#include "runtime/driver.h"

static struct tw_driver driver;

static void files_give_what_they_expect(void **state)
{
    (void)state;
    CUcontext context;
    assert_int_equal(driver.cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxSetCurrent(context), CUDA_SUCCESS);
    run_ptx_files(&driver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_give_what_they_expect)};
    struct tw_error error = TW_ERROR_INIT;
    if (tw_driver_open_cuda(&driver, &error) || driver.simulator) {
        printf("skipped: no GPU: %s\n", error.message);
        tw_error_free(&error);
        return 77;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_driver_close(&driver);
    return failed;
}
