/*
 * The kernels that measure a device's memories, run by the simulator: each way of each reads, writes or copies all that it
 * should and nothing else, and the sectors that it moves are those of the working set. And what is made of times: a GPU is
 * stood in for, which runs nothing and says how long it took by a rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/measure/ceilings_measure.h"
#include "sim/exec/simulator.h"

#define MOST  (4 * TW_CEILING_GRAIN)
#define GUARD 4096u /* bytes on both sides that nobody may touch */

struct group {
    uint32_t word[4];
};

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static struct tw_ceiling_kernels kernels;
static CUdeviceptr memory, sums;
static unsigned char before[MOST + 2 * GUARD], after[MOST + 2 * GUARD];
static struct group sum[MOST / TW_CEILING_GROUP];
static struct tw_counts counts;

static void observe(void *context, const char *kernel, const struct tw_sim_report *report)
{
    (void)kernel;
    *(struct tw_counts *)context = report->total;
}

static struct group group_at(const unsigned char *bytes, uint64_t number)
{
    struct group group;
    memcpy(&group, bytes + GUARD + number * sizeof group, sizeof group);
    return group;
}

/* Runs on memory full of noise. */
static void run(enum tw_ceiling ceiling, uint64_t bytes, unsigned blocks)
{
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_ceiling_launch launch = {ceiling, bytes, blocks, memory + GUARD, sums};
    for (size_t i = 0; i < sizeof before; i++) before[i] = (unsigned char)((i * 2654435761u + 12345) >> 13);
    assert_int_equal(device.driver.cuMemcpyHtoD_v2(memory, before, sizeof before), CUDA_SUCCESS);
    counts = (struct tw_counts){0};
    device.driver.simulator->set_observer(observe, &counts);
    if (tw_ceiling_run(&kernels, &device.driver, &launch, &error)) fail_msg("%s", error.message);
    device.driver.simulator->set_observer(NULL, NULL);
    assert_int_equal(device.driver.cuMemcpyDtoH_v2(after, memory, sizeof after), CUDA_SUCCESS);
    assert_int_equal(device.driver.cuMemcpyDtoH_v2(sum, sums, sizeof sum), CUDA_SUCCESS);
}

static void expect_sectors(uint64_t loaded, uint64_t stored)
{
    assert_int_equal(counts.global_load_sectors, loaded / 32);
    assert_int_equal(counts.global_load_fills, loaded / 64);
    assert_int_equal(counts.global_store_sectors, stored / 32);
    assert_int_equal(counts.global_load_requests, loaded / (32 * TW_CEILING_GROUP)); /* 16 bytes a lane */
    assert_int_equal(counts.global_store_requests, stored / (32 * TW_CEILING_GROUP));
    assert_int_equal(counts.load_requests + counts.store_requests, 0);
}

/* Nothing but bytes from `from` to `to` of the working set has changed. */
static void expect_rest(uint64_t from, uint64_t to)
{
    assert_memory_equal(after, before, GUARD + from);
    assert_memory_equal(after + GUARD + to, before + GUARD + to, sizeof after - GUARD - to);
}

static unsigned blocks_of(uint64_t bytes, unsigned blocks)
{
    return blocks ? blocks : (unsigned)(bytes / TW_CEILING_GROUP / (kernels.threads * kernels.each));
}

/* The exclusive or of all groups is that of all threads' sums, and no thread's share is nothing unless it had none. */
static void check_read(uint64_t bytes, unsigned blocks)
{
    struct group wanted = {{0}}, got = {{0}};
    run(TW_CEILING_READ, bytes, blocks);
    for (uint64_t i = 0; i < bytes / TW_CEILING_GROUP; i++) {
        for (unsigned w = 0; w < 4; w++) wanted.word[w] ^= group_at(before, i).word[w];
    }
    unsigned threads = blocks_of(bytes, blocks) * kernels.threads;
    for (unsigned t = 0; t < threads; t++) {
        for (unsigned w = 0; w < 4; w++) got.word[w] ^= sum[t].word[w];
    }
    assert_memory_equal(&got, &wanted, sizeof got);
    expect_rest(0, 0);
    expect_sectors(bytes, (uint64_t)threads * TW_CEILING_GROUP);
}

static void check_write(uint64_t bytes, unsigned blocks)
{
    run(TW_CEILING_WRITE, bytes, blocks);
    for (uint32_t i = 0; i < bytes / TW_CEILING_GROUP; i++) {
        const struct group wanted = {{i, ~i, i * 2654435761u, 0}}, got = group_at(after, i);
        assert_memory_equal(&got, &wanted, sizeof got);
    }
    expect_rest(0, bytes);
    expect_sectors(0, bytes);
}

static void check_copy(uint64_t bytes, unsigned blocks)
{
    run(TW_CEILING_COPY, bytes, blocks);
    assert_memory_equal(after + GUARD + bytes / 2, before + GUARD, bytes / 2);
    expect_rest(bytes / 2, bytes);
    expect_sectors(bytes / 2, bytes / 2);
}

/* One pass; fewer blocks than that, so that they stay; and more than there is work for. */
static void every_way_moves_its_working_set(void **state)
{
    static const struct {
        uint64_t bytes;
        unsigned blocks;
    } cases[] = {{TW_CEILING_GRAIN, 0}, {MOST, 0}, {3 * TW_CEILING_GRAIN, 2}, {TW_CEILING_GRAIN, 20}};
    (void)state;
    for (unsigned way = 0; way < tw_ceiling_ways(); way++) {
        struct tw_error error = TW_ERROR_INIT;
        if (tw_ceiling_open(way, &device, NULL, nvrtc, &kernels, &error)) fail_msg("%s", error.message);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
            check_read(cases[i].bytes, cases[i].blocks);
            check_write(cases[i].bytes, cases[i].blocks);
            check_copy(cases[i].bytes, cases[i].blocks);
        }
        tw_ceiling_close(&device, &kernels);
    }
}

/* ---- the measuring ---- */

#define L2 (1 << 20)

/* A GPU of which each kernel of each way has a speed; the rest of it is the simulator. */
static struct {
    struct tw_driver real;
    struct {
        CUfunction function;
        char name[32];
    } known[64];
    unsigned count;
    unsigned launches,
        copies_first; /* in all; copies of the largest working set that still are four times as slow */
    double us, last;  /* since the beginning; at the first event of a pair */
    size_t available;
    unsigned allocations;
} gpu;

static CUresult fake_get_function(CUfunction *function, CUmodule module, const char *name)
{
    CUresult result = gpu.real.cuModuleGetFunction(function, module, name);
    assert_true(gpu.count < 64);
    gpu.known[gpu.count].function = *function;
    snprintf(gpu.known[gpu.count++].name, 32, "%s", name);
    return result;
}

static unsigned find_known(CUfunction function)
{
    for (unsigned i = 0; i < gpu.count; i++) {
        if (gpu.known[i].function == function) return i;
    }
    fail_msg("a function that nobody looked up");
    return 0;
}

/* Microseconds of a launch over so many bytes in all: 3, and 1 for each 1000 bytes in the L2, twice that beyond it; writing
   takes half as long again, copying a quarter. Way 6 is the fastest of all, the others up to seven eighths slower. */
static double rule(const char *name, uint64_t bytes, unsigned way)
{
    double part = strstr(name, "write") ? 1.5 : strstr(name, "copy") ? 1.25 : 1;
    if (strstr(name, "empty")) return 3;
    return 3 + (double)bytes / 1000 * part * (bytes > L2 ? 2 : 1) * (1 + (way + 2) % 8 / 8.0);
}

static CUresult fake_launch(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                            unsigned by, unsigned bz, unsigned shared, CUstream stream, void **parameters,
                            void **extra)
{
    unsigned known = find_known(function);
    const char *name = gpu.known[known].name;
    uint64_t groups;
    (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)stream, (void)extra;
    memcpy(&groups, parameters[2], sizeof groups);
    uint64_t bytes = groups * TW_CEILING_GROUP * (strstr(name, "copy") ? 2 : 1);
    double us = rule(name, bytes, known / 4);
    if (strstr(name, "copy") && bytes == 16 * L2 && gpu.copies_first) {
        if (gpu.copies_first-- % 2) us *= 4;
    }
    gpu.us += us;
    gpu.launches++;
    return CUDA_SUCCESS;
}

static CUresult fake_record(CUevent event, CUstream stream)
{
    (void)event, (void)stream;
    static bool second;
    if (!second) gpu.last = gpu.us;
    second = !second;
    return CUDA_SUCCESS;
}

static CUresult fake_synchronize(CUevent event)
{
    (void)event;
    return CUDA_SUCCESS;
}

static CUresult fake_elapsed(float *ms, CUevent from, CUevent to)
{
    (void)from, (void)to;
    *ms = (float)((gpu.us - gpu.last) / 1000);
    return CUDA_SUCCESS;
}

static CUresult fake_info(size_t *available, size_t *total)
{
    *available = *total = gpu.available;
    return CUDA_SUCCESS;
}

static CUresult fake_allocate(CUdeviceptr *address, size_t bytes)
{
    assert_true(bytes <= gpu.available / 4);
    *address = 4096;
    gpu.allocations++;
    return CUDA_SUCCESS;
}

static CUresult fake_free(CUdeviceptr address)
{
    assert_int_equal(address, 4096);
    gpu.allocations--;
    return CUDA_SUCCESS;
}

static struct tw_device stand_in(size_t available)
{
    struct tw_device stands = device;
    memset(&gpu, 0, sizeof gpu);
    gpu.real = device.driver;
    gpu.available = available;
    stands.l2_bytes = L2;
    stands.driver.simulator = NULL;
    stands.driver.cuModuleGetFunction = fake_get_function;
    stands.driver.cuLaunchKernel = fake_launch;
    stands.driver.cuEventRecord = fake_record;
    stands.driver.cuEventSynchronize = fake_synchronize;
    stands.driver.cuEventElapsedTime = fake_elapsed;
    stands.driver.cuMemGetInfo_v2 = fake_info;
    stands.driver.cuMemAlloc_v2 = fake_allocate;
    stands.driver.cuMemFree_v2 = fake_free;
    return stands;
}

static void expect_rule(const struct tw_ceilings *ceilings, unsigned count)
{
    static const char *const names[] = {"read", "write", "copy"};
    assert_int_equal(ceilings->count, count);
    assert_int_equal(ceilings->l2_bytes, L2);
    assert_float_equal(ceilings->launch_us, 3, 1e-3);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(ceilings->points[i].bytes, (L2 / 16) << i);
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
            double us = rule(names[c], ceilings->points[i].bytes, 6);
            assert_float_equal(ceilings->points[i].us[c], us, 1e-4 * us);
        }
    }
}

static void the_fastest_way_counts_at_each_size(void **state)
{
    struct tw_device stands = stand_in(1u << 30);
    struct tw_ceilings ceilings;
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    if (tw_ceilings_measure(&stands, NULL, nvrtc, &ceilings, &error)) fail_msg("%s", error.message);
    expect_rule(&ceilings, 9);
    assert_true(ceilings.spread < 1e-3);
    assert_int_equal(gpu.allocations, 0);
}

/* Half of the first runs are disturbed: they are timed again. */
static void noisy_runs_are_repeated(void **state)
{
    struct tw_device stands = stand_in(1u << 30);
    struct tw_ceilings ceilings;
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    gpu.copies_first = 24 * 4 + 100;
    if (tw_ceilings_measure(&stands, NULL, nvrtc, &ceilings, &error)) fail_msg("%s", error.message);
    assert_int_equal(gpu.copies_first, 0);
    expect_rule(&ceilings, 9);
}

static void little_memory_makes_a_short_ladder(void **state)
{
    struct tw_device stands = stand_in(4 * 2 * L2 + 5);
    struct tw_ceilings ceilings;
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    if (tw_ceilings_measure(&stands, NULL, nvrtc, &ceilings, &error)) fail_msg("%s", error.message);
    expect_rule(&ceilings, 6);
    stands = stand_in(1000);
    assert_int_equal(tw_ceilings_measure(&stands, NULL, nvrtc, &ceilings, &error), TW_DRIVER);
    assert_string_equal(error.message, "no memory on the device to measure it: 1000 bytes are free");
    assert_int_equal(ceilings.count, 0);
    assert_int_equal(gpu.allocations, 0);
    tw_error_free(&error);
}

static int open_all(void)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&device, 90, &error);
    if (code) print_message("%s: %s\n", code == TW_ENVIRONMENT ? "skipped" : "failed", error.message);
    if (!code) code = device.driver.cuMemAlloc_v2(&memory, sizeof before) != CUDA_SUCCESS;
    if (!code) code = device.driver.cuMemAlloc_v2(&sums, sizeof sum) != CUDA_SUCCESS;
    tw_error_free(&error);
    return code == TW_OK ? 0 : code == TW_ENVIRONMENT ? 77 : 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_moves_its_working_set),
        cmocka_unit_test(the_fastest_way_counts_at_each_size),
        cmocka_unit_test(noisy_runs_are_repeated),
        cmocka_unit_test(little_memory_makes_a_short_ladder),
    };
    int status = open_all();
    if (!status) status = cmocka_run_group_tests(tests, NULL, NULL);
    if (sums) device.driver.cuMemFree_v2(sums);
    if (memory) device.driver.cuMemFree_v2(memory);
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    return status;
}
