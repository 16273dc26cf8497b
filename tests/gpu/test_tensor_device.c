/* Boxes of tensors on a GPU; see tensor_cases.h. */
#include "tests/tensor_cases.h"

static struct tw_driver driver;

static void boxes_are_copied(void **state)
{
    (void)state;
    CUcontext context;
    assert_int_equal(driver.cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxSetCurrent(context), CUDA_SUCCESS);
    run_tensor_cases(&driver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_are_copied)};
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
