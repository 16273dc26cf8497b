/*
 * The kernels that measure a device's memories, run by the simulator: each way of each reads, writes or copies all that it
 * should and nothing else, and the sectors that it moves are those of the working set.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/probe.h"
#include "sim/simulator.h"

#define MOST  (4 * TW_PROBE_GRAIN)
#define GUARD 4096u /* bytes on both sides that nobody may touch */

struct group {
    uint32_t word[4];
};

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static struct tw_probe_kernels kernels;
static CUdeviceptr memory, sums;
static unsigned char before[MOST + 2 * GUARD], after[MOST + 2 * GUARD];
static struct group sum[MOST / TW_PROBE_GROUP];
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
    const struct tw_probe_launch launch = {ceiling, bytes, blocks, memory + GUARD, sums};
    for (size_t i = 0; i < sizeof before; i++) before[i] = (unsigned char)((i * 2654435761u + 12345) >> 13);
    assert_int_equal(device.driver.cuMemcpyHtoD_v2(memory, before, sizeof before), CUDA_SUCCESS);
    counts = (struct tw_counts){0};
    device.driver.simulator->set_observer(observe, &counts);
    if (tw_probe_run(&kernels, &device.driver, &launch, &error)) fail_msg("%s", error.message);
    device.driver.simulator->set_observer(NULL, NULL);
    assert_int_equal(device.driver.cuMemcpyDtoH_v2(after, memory, sizeof after), CUDA_SUCCESS);
    assert_int_equal(device.driver.cuMemcpyDtoH_v2(sum, sums, sizeof sum), CUDA_SUCCESS);
}

static void expect_sectors(uint64_t loaded, uint64_t stored)
{
    assert_int_equal(counts.global_load_sectors, loaded / 32);
    assert_int_equal(counts.global_load_fills, loaded / 64);
    assert_int_equal(counts.global_store_sectors, stored / 32);
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
    return blocks ? blocks : (unsigned)(bytes / TW_PROBE_GROUP / (kernels.threads * kernels.each));
}

/* The exclusive or of all groups is that of all threads' sums, and no thread's share is nothing unless it had none. */
static void check_read(uint64_t bytes, unsigned blocks)
{
    struct group wanted = {{0}}, got = {{0}};
    run(TW_CEILING_READ, bytes, blocks);
    for (uint64_t i = 0; i < bytes / TW_PROBE_GROUP; i++) {
        for (unsigned w = 0; w < 4; w++) wanted.word[w] ^= group_at(before, i).word[w];
    }
    unsigned threads = blocks_of(bytes, blocks) * kernels.threads;
    for (unsigned t = 0; t < threads; t++) {
        for (unsigned w = 0; w < 4; w++) got.word[w] ^= sum[t].word[w];
    }
    assert_memory_equal(&got, &wanted, sizeof got);
    expect_rest(0, 0);
    expect_sectors(bytes, (uint64_t)threads * TW_PROBE_GROUP);
}

static void check_write(uint64_t bytes, unsigned blocks)
{
    run(TW_CEILING_WRITE, bytes, blocks);
    for (uint32_t i = 0; i < bytes / TW_PROBE_GROUP; i++) {
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
    } cases[] = {{TW_PROBE_GRAIN, 0}, {MOST, 0}, {3 * TW_PROBE_GRAIN, 2}, {TW_PROBE_GRAIN, 20}};
    (void)state;
    for (unsigned way = 0; way < tw_probe_ways(); way++) {
        struct tw_error error = TW_ERROR_INIT;
        if (tw_probe_open(way, &device, NULL, nvrtc, &kernels, &error)) fail_msg("%s", error.message);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
            check_read(cases[i].bytes, cases[i].blocks);
            check_write(cases[i].bytes, cases[i].blocks);
            check_copy(cases[i].bytes, cases[i].blocks);
        }
        tw_probe_close(&device, &kernels);
    }
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_way_moves_its_working_set)};
    int status = open_all();
    if (!status) status = cmocka_run_group_tests(tests, NULL, NULL);
    if (sums) device.driver.cuMemFree_v2(sums);
    if (memory) device.driver.cuMemFree_v2(memory);
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    return status;
}
