/* The check on a GPU, with the same planted bugs as on the simulator, and the timing. Skipped where there is
 * none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check_cases.h"
#include "runtime/measure/measure.h"

static int open_device(struct tw_device *opened, unsigned sm, struct tw_error *error)
{
    (void)sm;
    int code = tw_device_open_cuda(opened, 0, error);
    if (code != TW_OK || !tw_device_is_simulator(opened)) return code;
    tw_device_close(opened);
    return tw_fail(error, TW_ENVIRONMENT, "libcuda.so.1 is the simulator, not a driver");
}

static const struct tw_rendering spreads = {"spread", "", "", true};

static struct tw_timing time_source(const struct source *source)
{
    struct tw_kernel kernel = describe(source);
    struct tw_image image;
    struct tw_loaded loaded;
    struct tw_timing timing;
    struct tw_oracle oracle;
    struct tw_error error = TW_ERROR_INIT;
    tw_oracle_open(&oracle, &device, NULL, nvrtc);
    assert_int_equal(tw_compile(nvrtc, &kernel, device.sm, &image, &error), TW_OK);
    assert_int_equal(tw_load(&device, &kernel, &image, &loaded, &error), TW_OK);
    if (tw_measure(&oracle, &kernel, &loaded, &(struct tw_measuring){0}, &timing, &error) != TW_OK)
        fail_msg("%s", error.message);
    tw_oracle_close(&oracle);
    tw_unload(&device, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    return timing;
}

/* Sixteen reads that conflict 32-fold, against sixteen that do not: the times must tell them apart. */
static void times_show_conflicts(void **state)
{
    (void)state;
    struct source free = {TW_INT32,
                          "int",
                          32,
                          32,
                          &spreads,
                          "idx",
                          "int sum = 0; for (int i = 0; i < 16; i++) sum += ((volatile int *)tile)[(idx + i) "
                          "% 1024]; out[blockIdx.x * 1024 + idx] = sum;"};
    struct source conflicting = free;
    conflicting.statement =
        "int sum = 0; for (int i = 0; i < 16; i++) sum += ((volatile int "
        "*)tile)[(threadIdx.x * 32 + threadIdx.y + i) % 1024]; out[blockIdx.x * 1024 + idx] = sum;";
    struct tw_timing fast = time_source(&free), slow = time_source(&conflicting);
    print_message(
        "%.1f us free of conflicts, %.1f us with them, %.1f us for one block; %u runs of %llu blocks\n",
        fast.median_us, slow.median_us, fast.single_us, fast.runs, (unsigned long long)fast.blocks);
    assert_true(fast.runs >= 7); /* as many as its spread asks for (runtime/measure/runs.h) */
    assert_int_equal(fast.blocks, 64 * device.multiprocessors);
    assert_true(fast.min_us > 0 && fast.min_us <= fast.median_us && fast.median_us <= fast.p95_us);
    assert_true(slow.median_us > 4 * fast.median_us);
    assert_true(fast.single_us > 0);
}

static void far_away(void **state)
{
    (void)state;
    expect_fault(FAR_AWAY);
}

static void misaligned(void **state)
{
    (void)state;
    expect_fault(MISALIGNED);
}

static int run_in_process(const struct CMUnitTest *tests, size_t count)
{
    int skipped = open_all(0);
    int failed = skipped ? 0 : _cmocka_run_group_tests("gpu", tests, count, NULL, NULL);
    close_all();
    return skipped ? skipped : failed;
}

/* A fault ends a process's use of the GPU, so each has a process of its own, begun before this one has used
 * the GPU. */
static int run_alone(const struct CMUnitTest *test)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) exit(run_in_process(test, 1));
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 1;
    return WEXITSTATUS(status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {CHECK_CASES, cmocka_unit_test(times_show_conflicts)};
    const struct CMUnitTest faults[] = {cmocka_unit_test(far_away), cmocka_unit_test(misaligned)};
    int failed = run_alone(&faults[0]);
    if (failed == 77) return 77;
    failed += run_alone(&faults[1]);
    failed += run_in_process(tests, sizeof tests / sizeof *tests);
    return failed ? 1 : 0;
}
