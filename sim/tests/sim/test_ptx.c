/* Every file of sim/tests/ptx on the simulator; see ptx_files.h. tests/gpu/test_ptx_device.c runs them on a GPU.
 */
#include "sim/tests/ptx_files.h"

static void files_give_what_they_expect(void **state)
{
    (void)state;
    struct tw_driver driver;
    CUcontext context;
    assert_int_equal(tw_driver_open_simulator(&driver, 90, NULL), TW_OK);
    assert_int_equal(driver.cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxSetCurrent(context), CUDA_SUCCESS);
    run_ptx_files(&driver);
    tw_driver_close(&driver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_give_what_they_expect)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
