/* Boxes of tensors on the simulator; see tensor_cases.h. tests/gpu/test_tensor_device.c copies them on a GPU. */
#include "sim/tests/tensor_cases.h"

#include <sys/wait.h>
#include <unistd.h>

static void open_simulator(struct tw_driver *driver)
{
    CUcontext context;
    assert_int_equal(tw_driver_open_simulator(driver, 90, NULL), TW_OK);
    assert_int_equal(driver->cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(driver->cuCtxSetCurrent(context), CUDA_SUCCESS);
}

static void boxes_are_copied(void **state)
{
    (void)state;
    struct tw_driver driver;
    unsigned wrong = 0;
    open_simulator(&driver);
    for (size_t number = 0; number < TENSOR_CASES; number++)
        for (unsigned kernel = 0; kernel < tensor_kernels(number); kernel++)
            wrong += run_tensor_case(&driver, number, kernel);
    for (size_t number = 0; number < PIXEL_CASES; number++)
        for (unsigned kernel = 0; kernel < pixel_kernels(number); kernel++)
            wrong += run_pixel_case(&driver, number, kernel);
    assert_int_equal(wrong, 0);
    tw_driver_close(&driver);
}

/* What the launch ends with, of a process of its own: it ends the context too. */
static int ending_of(unsigned kernel, int32_t at)
{
    static unsigned char tensor[TENSOR_BYTES], box[BOX_BYTES], got[TENSOR_BYTES];
    struct tensor_case c = tensor_cases[1];
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct tw_driver driver;
        open_simulator(&driver);
        tensor_fill(tensor, box);
        c.at[0] = at;
        CUresult result = launch_tensor_case(&driver, &c, kernel, tensor, box, got);
        _exit(result == CUDA_ERROR_ILLEGAL_ADDRESS      ? 1
              : result == CUDA_ERROR_MISALIGNED_ADDRESS ? 2
              : result                                  ? 3
                                                        : 0);
    }
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* An H200 calls each an illegal instruction, but for the first, which is right. */
static void boxes_that_begin_elsewhere_are_found(void **state)
{
    (void)state;
    assert_int_equal(ending_of(0, -8), 0);
    assert_int_equal(ending_of(1, -8), 1);
    assert_int_equal(ending_of(2, -8), 1);
    assert_int_equal(ending_of(0, 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_are_copied),
                                       cmocka_unit_test(boxes_that_begin_elsewhere_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
