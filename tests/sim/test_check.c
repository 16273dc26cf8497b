/* The check on the simulator: right kernels pass, every planted bug is caught and said in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "../check_cases.h"
#include "sim/exec/simulator.h"

static int open_device(struct tw_device *opened, unsigned sm, struct tw_error *error)
{
    return tw_device_open_simulator(opened, sm, error);
}

static size_t available_memory(void)
{
    size_t available, total;
    assert_int_equal(device.driver.cuMemGetInfo_v2(&available, &total), CUDA_SUCCESS);
    return available;
}

/* The same, and that neither memory nor fault outlives the device. */
static void expect_contained_fault(const char *statement, const char *name)
{
    struct tw_error error = TW_ERROR_INIT;
    struct source right = with_statement("out[idx] = tile[idx];");
    size_t before = available_memory();
    expect_fault(statement, name);
    tw_device_close(&device);
    if (open_device(&device, 90, &error) != TW_OK) fail_msg("%s", error.message);
    assert_int_equal(available_memory(), before);
    expect_ok(&right);
}

static void faults(void **state)
{
    (void)state;
    expect_contained_fault(FAR_AWAY);
    expect_contained_fault(MISALIGNED);
}

/* No guard zone on the simulator: the access just beside the buffer is itself the finding. */
static void access_beside_the_buffer_is_a_fault(void **state)
{
    (void)state;
    expect_contained_fault("out[idx == 0 ? 32 : idx] = tile[idx];", "CUDA_ERROR_ILLEGAL_ADDRESS");
    expect_contained_fault("out[(int)idx - 1] = tile[idx];", "CUDA_ERROR_ILLEGAL_ADDRESS");
    expect_contained_fault("out[idx] = tile[idx] + 0 * ((volatile int *)out)[32];",
                           "CUDA_ERROR_ILLEGAL_ADDRESS");
}

/* What the simulator does not know it refuses, by name, and that is not the kernel's fault. */
static void unknown_instruction(void **state)
{
    (void)state;
    struct source source = with_statement("out[idx] = tile[idx];");
    struct tw_kernel kernel = describe(&source);
    struct tw_image image = {.ptx = (char *)".version 8.0\n.target sm_90\n.address_size 64\n"
                                            ".visible .entry k(.param .u64 out)\n{\n    .reg .f32 %f<3>;\n   "
                                            " ex2.approx.f64 %f1, %f2;\n    ret;\n}\n",
                             .sm = 90};
    struct tw_loaded loaded;
    struct tw_error error = TW_ERROR_INIT;
    image.ptx_length = strlen(image.ptx);
    int code = tw_load(&device, &kernel, &image, &loaded, &error);
    if (code != TW_UNSUPPORTED || !strstr(error.message, "ex2.approx"))
        fail_msg("%d: %s", code, error.message);
    tw_error_free(&error);
    tw_kernel_free(&kernel);
}

/* The drop-in libcuda.so.1 comes in through the door of a real driver, and is called what it is. */
static void drop_in_is_a_simulator(void **state)
{
    (void)state;
    struct tw_device here = device;
    struct tw_error error = TW_ERROR_INIT;
    struct source right = with_statement("out[idx] = tile[idx];");
    setenv("TILEWRIGHT_LIBCUDA", BUILD_DIR "/dropin/libcuda.so.1", 1);
    if (tw_device_open_cuda(&device, 0, &error) != TW_OK) fail_msg("%s", error.message);
    assert_true(tw_device_is_simulator(&device));
    assert_string_equal(device.name, "simulator (sm_90)");
    expect_ok(&right);
    assert_true(device.driver.simulator->report()->total.store_requests == 1);
    tw_device_close(&device);
    device = here;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_CASES,
        cmocka_unit_test(faults),
        cmocka_unit_test(access_beside_the_buffer_is_a_fault),
        cmocka_unit_test(unknown_instruction),
        cmocka_unit_test(drop_in_is_a_simulator),
    };
    int skipped = open_all(90);
    int failed = skipped ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
    close_all();
    return skipped ? skipped : failed;
}
