/*
 * What is measured of a device, on the simulator stood in for a GPU: its clock counts instructions, and events say what a rule
 * says. Kernels run and are checked as on a GPU; latencies are then the instructions of a step, which are known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tune/device_measure.h"

#define LAUNCH_US 3.0
#define KERNEL_US 103.0 /* of any launches between two events */

static struct tw_nvrtc *nvrtc;
static struct tw_device device;

/* Launches between two events have been checked before, and take as long as the rule says. */
static bool timed;

static CUresult fake_record(CUevent event, CUstream stream)
{
    (void)event, (void)stream;
    timed = !timed;
    return CUDA_SUCCESS;
}

static CUresult fake_launch(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                            unsigned by, unsigned bz, unsigned shared, CUstream stream, void **parameters,
                            void **extra)
{
    if (timed) return CUDA_SUCCESS;
    return device.driver.cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra);
}

static CUresult fake_synchronize(CUevent event)
{
    (void)event;
    return CUDA_SUCCESS;
}

static CUresult fake_elapsed(float *ms, CUevent from, CUevent to)
{
    (void)from, (void)to;
    *ms = (float)(KERNEL_US / 1000);
    return CUDA_SUCCESS;
}

/* A GPU of one multiprocessor. */
static struct tw_device stand_in(void)
{
    struct tw_device stands = device;
    stands.driver.simulator = NULL;
    stands.driver.cuEventRecord = fake_record;
    stands.driver.cuLaunchKernel = fake_launch;
    stands.driver.cuEventSynchronize = fake_synchronize;
    stands.driver.cuEventElapsedTime = fake_elapsed;
    stands.multiprocessors = 1;
    stands.l2_bytes = 1 << 18;
    return stands;
}

/* `steps` times `unit` is what the lanes of a kernel do in all: blocks, threads, steps, and bytes or additions of a step. */
static void expect_rate(const struct tw_probed_costs *costs, enum tw_probed row, double steps, double unit)
{
    double expected = 2 * 1024 * steps * unit / (KERNEL_US - LAUNCH_US) / 1000;
    assert_float_equal(costs->row[row].rate.median, expected, 1e-6 * expected);
    assert_float_equal(costs->row[row].rate.spread, 0, 1e-9);
}

/* A step is a load, a shuffle, an addition, and what finds its address; runs do not differ. */
static void expect_latency(const struct tw_probed_costs *costs, enum tw_probed row, double least, double most)
{
    const struct tw_figure *latency = &costs->row[row].latency;
    if (latency->median < least || latency->median > most)
        fail_msg("%s: %f instructions a step", tw_probed_word(row), latency->median);
    assert_float_equal(latency->spread, 0, 1e-9);
}

static void expect_rates(const struct tw_probed_costs *costs)
{
    expect_rate(costs, TW_PROBED_REGISTERS, 4096, 8 * 16);
    expect_rate(costs, TW_PROBED_SHUFFLE, 1024, 8 * 4);
    expect_rate(costs, TW_PROBED_SHARED, 2048, 16);
    expect_rate(costs, TW_PROBED_CONSTANT, 4096, 4);
    expect_rate(costs, TW_PROBED_CONSTANT_MISS, 0, 0);
    expect_rate(costs, TW_PROBED_L1, 2048, 16);
    expect_rate(costs, TW_PROBED_READ_ONLY, 2048, 16);
    expect_rate(costs, TW_PROBED_L2, 1024, 16);
    expect_rate(costs, TW_PROBED_SHARED_SAME, 256, 1);
    expect_rate(costs, TW_PROBED_SHARED_SPREAD, 4096, 1);
    expect_rate(costs, TW_PROBED_GLOBAL_SAME, 16, 1);
    expect_rate(costs, TW_PROBED_GLOBAL_SPREAD, 512, 1);
}

static void everything_is_measured(void **state)
{
    const struct tw_ceilings ceilings = {
        .count = 1, .launch_us = LAUNCH_US, .spread = 0.01, .points = {{1 << 20, {13, 23, 33}}}};
    struct tw_device stands = stand_in();
    struct tw_probed_costs costs;
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    if (tw_device_measure(&stands, NULL, nvrtc, &ceilings, &costs, &error)) fail_msg("%s", error.message);
    for (unsigned row = 0; row <= TW_PROBED_GLOBAL; row++) {
        if (row != TW_PROBED_L2_NEAR && row != TW_PROBED_L2_FAR) expect_latency(&costs, row, 1, 3);
    }
    expect_latency(&costs, TW_PROBED_SHARED_SAME, 1, 4);
    expect_latency(&costs, TW_PROBED_GLOBAL_SAME, 1, 4);
    expect_latency(&costs, TW_PROBED_L2_NEAR, 0, 0); /* all lines are alike */
    expect_latency(&costs, TW_PROBED_L2_FAR, 0, 0);
    expect_latency(&costs, TW_PROBED_GLOBAL_NEAR, 0, 0);
    expect_latency(&costs, TW_PROBED_GLOBAL_FAR, 0, 0);
    assert_float_equal(costs.l2_near_share + costs.global_near_share, 0, 0);
    assert_float_equal(costs.launch.median, KERNEL_US / 100, 1e-6);
    expect_rates(&costs);
    assert_float_equal(costs.row[TW_PROBED_GLOBAL].rate.median, (1 << 20) / 10.0 / 1000, 1e-6);
    assert_float_equal(costs.row[TW_PROBED_GLOBAL].rate.spread, 0.01, 1e-9);
    assert_float_equal(
        costs.clock_mhz,
        (262144 + 32) * costs.row[TW_PROBED_REGISTERS].latency.median / (KERNEL_US - LAUNCH_US), 1e-3);
}

/* Whatever the device: what is to lie beyond the L2 is four times as large at least, what is to lie in it a quarter at most. */
static void the_config_fits_the_device(void **state)
{
    static const int sizes[] = {0, 1 << 18, 40 << 20, 50 << 20, 60 << 20, 126 << 20};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tw_device any = {.l2_bytes = sizes[i], .multiprocessors = 148};
        struct tw_text text = {0};
        unsigned long long l2 = sizes[i] ? (unsigned long long)sizes[i] : 4 << 20, bytes;
        tw_device_measure_config(&any, &text);
        const char *global = strstr(text.data, "global_latency"), *inside = strstr(text.data, "l2_rate");
        const char *spread = strstr(text.data, "global_atomics_spread_rate");
        assert_non_null(global);
        assert_non_null(inside);
        assert_non_null(spread);
        assert_int_equal(sscanf(strstr(global, "\"bytes\""), "\"bytes\": %llu", &bytes), 1);
        assert_true(bytes >= 4 * l2 && (bytes & (bytes - 1)) == 0);
        assert_int_equal(sscanf(strstr(inside, "\"bytes\""), "\"bytes\": %llu", &bytes), 1);
        assert_true(bytes <= l2 / 4 && (bytes & (bytes - 1)) == 0);
        assert_int_equal(sscanf(strstr(spread, "\"bytes\""), "\"bytes\": %llu", &bytes), 1);
        assert_int_equal(bytes, 4 * 2 * 1024 * 148);
        tw_text_free(&text);
    }
}

static int open_all(void)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&device, 90, &error);
    if (code) print_message("%s: %s\n", code == TW_ENVIRONMENT ? "skipped" : "failed", error.message);
    tw_error_free(&error);
    return code == TW_OK ? 0 : code == TW_ENVIRONMENT ? 77 : 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(everything_is_measured),
                                       cmocka_unit_test(the_config_fits_the_device)};
    int status = open_all();
    if (!status) status = cmocka_run_group_tests(tests, NULL, NULL);
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    return status;
}
