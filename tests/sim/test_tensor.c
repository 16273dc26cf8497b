/* Boxes of tensors on the simulator; see tensor_cases.h. tests/gpu/test_tensor_device.c copies them on a GPU. */
#include "tests/tensor_cases.h"

static void boxes_are_copied(void **state)
{
    (void)state;
    struct tw_driver driver;
    CUcontext context;
    assert_int_equal(tw_driver_open_simulator(&driver, 90, NULL), TW_OK);
    assert_int_equal(driver.cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxSetCurrent(context), CUDA_SUCCESS);
    run_tensor_cases(&driver);
    tw_driver_close(&driver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_are_copied)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
