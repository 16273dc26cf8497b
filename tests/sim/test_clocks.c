/* NVML as a library: the simulator's libnvidia-ml.so.1, which tells the clock and says nothing of what holds it down. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "runtime/clocks.h"

#define LIBRARY BUILD_DIR "/dropin/libnvidia-ml.so.1"

static struct tw_device device;

static int open_device(void **state)
{
    (void)state;
    return tw_device_open_simulator(&device, 90, NULL);
}

static int close_device(void **state)
{
    (void)state;
    tw_device_close(&device);
    return 0;
}

static void expect_nothing(struct tw_clock_source *clocks)
{
    struct tw_clock_reading reading = tw_clocks_read(clocks);
    assert_true(reading.sm_mhz == 0 && reading.throttles == TW_THROTTLE_UNKNOWN);
    assert_null(clocks->device);
    tw_clocks_close(clocks);
    tw_clocks_close(clocks);
}

static void test_the_clock_is_told(void **state)
{
    struct tw_clock_source clocks;
    (void)state;
    for (int times = 0; times < 2; times++) { /* what was closed can be opened again */
        tw_clocks_open(&clocks, &device, LIBRARY);
        assert_non_null(clocks.device);
        struct tw_clock_reading reading = tw_clocks_read(&clocks);
        assert_int_equal(reading.sm_mhz, device.clock_khz / 1000);
        assert_int_equal(reading.throttles, TW_THROTTLE_UNKNOWN);
        tw_clocks_close(&clocks);
        expect_nothing(&clocks);
    }
}

static CUresult other_uuid(CUuuid *uuid, CUdevice of)
{
    (void)of;
    memset(uuid, 7, sizeof *uuid);
    return CUDA_SUCCESS;
}

static CUresult no_uuid(CUuuid *uuid, CUdevice of)
{
    (void)uuid, (void)of;
    return CUDA_ERROR_UNKNOWN;
}

static void test_what_is_not_there_is_no_error(void **state)
{
    struct tw_clock_source clocks;
    struct tw_device other = device;
    (void)state;
    tw_clocks_open(&clocks, &device, "/nonexistent/libnvidia-ml.so.1");
    expect_nothing(&clocks);
    tw_clocks_open(&clocks, &device,
                   BUILD_DIR "/dropin/libcuda.so.1"); /* a library without these functions */
    expect_nothing(&clocks);
    other.driver.cuDeviceGetUuid_v2 = other_uuid; /* as of a part of a GPU, which NVML names otherwise */
    tw_clocks_open(&clocks, &other, LIBRARY);
    expect_nothing(&clocks);
    other.driver.cuDeviceGetUuid_v2 = no_uuid;
    tw_clocks_open(&clocks, &other, LIBRARY);
    expect_nothing(&clocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_clock_is_told),
        cmocka_unit_test(test_what_is_not_there_is_no_error),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
