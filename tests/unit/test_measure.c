/*
 * How a kernel is measured, over a driver of a few lines with a clock of its own: each launch takes what the test says, in turn, and a
 * tape holds what was queued, a letter each: "f" a flush, "0" and "1" the events, "l" a launch.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/family.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/measure.h"
#include "runtime/measure/runs.h"

#define THREADS  256u
#define L2_BYTES 1000
#define FLUSH_US 777.0

static struct {
    char tape[2048];
    unsigned length;
    double clock_us, marks[2];
    const double *us; /* that launches take, in turn and from the beginning again */
    unsigned cycle, launches;
    int held;        /* allocations and events not given back */
    size_t flushed;  /* bytes of each flush */
    unsigned resets; /* of what the L2 was asked to keep */
    bool fail_flush; /* a flush fails */
} world;

static void note(char letter)
{
    assert_true(world.length + 1 < sizeof world.tape);
    world.tape[world.length++] = letter;
}

static CUresult text_of(CUresult result, const char **text)
{
    (void)result;
    *text = "words";
    return CUDA_SUCCESS;
}

static void *host(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

static CUresult allocate(CUdeviceptr *address, size_t bytes)
{
    void *memory = malloc(bytes);
    assert_non_null(memory);
    world.held++;
    *address = (CUdeviceptr)(uintptr_t)memory;
    return CUDA_SUCCESS;
}

static CUresult give_back(CUdeviceptr address)
{
    world.held--;
    free(host(address));
    return CUDA_SUCCESS;
}

static CUresult set_bytes(CUdeviceptr to, unsigned char value, size_t count)
{
    memset(host(to), value, count);
    return CUDA_SUCCESS;
}

static CUresult flush(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    assert_null(stream);
    memset(host(to), value, count);
    world.flushed = count;
    world.clock_us += FLUSH_US;
    note('f');
    return world.fail_flush ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult reset_kept(void)
{
    world.resets++;
    return CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult launch(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                       unsigned bz, unsigned dynamic, CUstream stream, void **parameters, void **extra)
{
    (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)dynamic, (void)stream;
    (void)parameters, (void)extra;
    world.clock_us += world.us[world.launches++ % world.cycle];
    note('l');
    return CUDA_SUCCESS;
}

static char handles[2];

static unsigned number_of(CUevent event)
{
    return (unsigned)((char *)event - handles);
}

static CUresult create(CUevent *event, unsigned flags)
{
    static unsigned made;
    (void)flags;
    world.held++;
    *event = (CUevent)(void *)&handles[made++ % 2];
    return CUDA_SUCCESS;
}

static CUresult destroy(CUevent event)
{
    (void)event;
    world.held--;
    return CUDA_SUCCESS;
}

static CUresult record(CUevent event, CUstream stream)
{
    assert_null(stream);
    world.marks[number_of(event)] = world.clock_us;
    note((char)('0' + number_of(event)));
    return CUDA_SUCCESS;
}

static CUresult wait_for(CUevent event)
{
    (void)event;
    return CUDA_SUCCESS;
}

static CUresult elapsed(float *milliseconds, CUevent from, CUevent to)
{
    *milliseconds = (float)((world.marks[number_of(to)] - world.marks[number_of(from)]) / 1000);
    return CUDA_SUCCESS;
}

static struct tw_device device = {.open = true,
                                  .sm = 90,
                                  .multiprocessors = 10,
                                  .l2_bytes = L2_BYTES,
                                  .driver = {.cuGetErrorName = text_of,
                                             .cuGetErrorString = text_of,
                                             .cuMemAlloc_v2 = allocate,
                                             .cuMemFree_v2 = give_back,
                                             .cuMemsetD8_v2 = set_bytes,
                                             .cuMemsetD8Async = flush,
                                             .cuCtxResetPersistingL2Cache = reset_kept,
                                             .cuLaunchKernel = launch,
                                             .cuEventCreate = create,
                                             .cuEventDestroy_v2 = destroy,
                                             .cuEventRecord = record,
                                             .cuEventSynchronize = wait_for,
                                             .cuEventElapsedTime = elapsed}};

/* The tile kernel of a block of 32 x 8 threads, row-row, on a grid of 4 of its blocks: 2000 elements of work. */
static const struct tw_kernel kernel = {
    .family = "tile",
    .name = (char *)"k",
    .rendering = &tw_rendering_main,
    .shape = {.arguments = (struct tw_argument[]){{.name = "out",
                                                   .kind = TW_BUFFER,
                                                   .role = TW_ROLE_OUTPUT,
                                                   .before = TW_BEFORE_ANY,
                                                   .element = TW_INT32,
                                                   .count = THREADS,
                                                   .align = 4}},
              .argument_count = 1,
              .launches = (struct tw_launch[]){{.suffix = "",
                                                .grid = {4, 1, 1},
                                                .block = {32, 8, 1},
                                                .carveout = -1,
                                                .argument = (unsigned[]){0},
                                                .argument_count = 1}},
              .launch_count = 1,
              .work = {.elements = 2000}},
    .fields = (struct tw_field_value[]){{.key = "BDIMX", .number = 32},
                                        {.key = "BDIMY", .number = 8},
                                        {.key = "layout", .is_word = true, .text = "row-row"},
                                        {.key = "index", .is_word = true, .text = "2d"},
                                        {.key = "BDIMZ", .number = 1},
                                        {.key = "dims", .is_word = true, .text = "auto"},
                                        {.key = "tile_rows", .is_word = true, .text = "block"},
                                        {.key = "tile_cols", .is_word = true, .text = "block"},
                                        {.key = "tile_depth", .is_word = true, .text = "block"},
                                        {.key = "writes", .is_word = true, .text = "layout"},
                                        {.key = "reads", .is_word = true, .text = "layout"},
                                        {.key = "tiles", .number = 1}},
    .field_count = 12,
};

static int start(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    device.l2_bytes = L2_BYTES;
    return 0;
}

/* Launches take these, over and over. */
static int measure(const struct tw_measuring *how, const double *us, unsigned cycle, struct tw_timing *timing)
{
    struct tw_loaded loaded = {.function = (CUfunction[2]){NULL}};
    struct tw_oracle oracle;
    struct tw_error error = TW_ERROR_INIT;
    world.length = world.launches = 0;
    world.us = us;
    world.cycle = cycle;
    tw_oracle_open(&oracle, &device, NULL, NULL);
    int code = tw_measure(&oracle, &kernel, &loaded, how, timing, &error);
    tw_oracle_close(&oracle);
    tw_error_free(&error);
    return code;
}

static struct tw_timing measured(const struct tw_measuring *how, const double *us, unsigned cycle)
{
    struct tw_timing timing;
    assert_int_equal(measure(how, us, cycle, &timing), TW_OK);
    assert_int_equal(timing.blocks, 4);
    return timing;
}

#define MS 1000.0
#define S  1000000.0

/* Launches in all, so with those that warm up; of them runs. A second's kernel has a few, one of ten seconds no more than one. */
static void runs_adapt_to_their_length(void **state)
{
    static const struct {
        double us;
        unsigned runs, launches, again;
    } cases[] = {{5, 50, 55, 10},     {100, 50, 55, 10},   {1 * MS, 50, 55, 10}, {2 * MS, 25, 30, 5},
                 {3 * MS, 17, 21, 4}, {7 * MS, 8, 10, 3},  {10 * MS, 7, 8, 3},   {100 * MS, 7, 8, 3},
                 {250 * MS, 7, 8, 3}, {400 * MS, 5, 6, 3}, {1 * S, 3, 4, 3},     {3 * S, 3, 4, 3},
                 {5 * S, 2, 3, 2},    {10 * S, 1, 2, 1},   {100 * S, 1, 2, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_timing timing = measured(&(struct tw_measuring){0}, &cases[i].us, 1);
        assert_int_equal(timing.runs, cases[i].runs);
        assert_int_equal(world.launches, cases[i].launches);
        assert_true(fabs(timing.median_us / cases[i].us - 1) < 1e-6 && !timing.stopped);
        assert_true(timing.single_us == timing.median_us && timing.min_us <= timing.p95_us);
        timing = measured(&(struct tw_measuring){.again = true}, &cases[i].us, 1);
        assert_int_equal(timing.runs, cases[i].again);
    }
    assert_int_equal(world.held, 0);
}

/* Runs that lie far apart are four times as many; those of a part that is less than a quarter are not waited for. */
static void runs_that_lie_apart_are_more(void **state)
{
    static const double apart[] = {100, 120}, near[] = {100, 101}, rare[] = {100, 100, 100, 100, 100, 900},
                        longer[] = {10 * MS, 12 * MS};
    (void)state;
    assert_int_equal(measured(&(struct tw_measuring){0}, apart, 2).runs, TW_MOST_RUNS);
    assert_int_equal(measured(&(struct tw_measuring){0}, near, 2).runs, 50);
    assert_int_equal(measured(&(struct tw_measuring){0}, rare, 6).runs, 50);
    struct tw_timing timing = measured(&(struct tw_measuring){0}, longer, 2);
    assert_true(timing.runs * 11 * MS > 195 * MS && timing.runs * 11 * MS < 215 * MS);
    assert_int_equal(measured(&(struct tw_measuring){.again = true}, apart, 2).runs, 10);
}

/* A rival that takes rival_us for the launch, which computes 2000 elements. */
static struct tw_measuring against(double rival_us)
{
    return (struct tw_measuring){.best_cost = rival_us * 1000 / 2000 * 1000};
}

static void hopeless_kernels_are_stopped(void **state)
{
    static const struct {
        double us, rival_us;
        unsigned runs;
        bool stopped;
    } cases[] = {
        {149, 100, 50, false},
        {151, 100, 7, true},
        {500, 100, 7, true},
        {999, 100, 7, true},
        {1.49 * MS, 1 * MS, 34, false},
        {1.51 * MS, 1 * MS, 3, true},
        {2.9 * MS, 1 * MS, 3, true},
        {3.1 * MS, 1 * MS, 1, true},
        {900 * MS, 290 * MS, 1, true},
        {900 * MS, 301 * MS, 3, true},
        {900 * MS, 700 * MS, 3, false},
        {90, 100, 50, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct tw_measuring how = against(cases[i].rival_us);
        struct tw_timing timing = measured(&how, &cases[i].us, 1);
        assert_int_equal(timing.runs, cases[i].runs);
        bool whole = timing.runs == measured(&(struct tw_measuring){0}, &cases[i].us, 1).runs;
        assert_int_equal(timing.stopped, cases[i].stopped && !whole);
        assert_true(fabs(timing.median_us / cases[i].us - 1) < 1e-6);
    }
}

/* One run of the first that is fast is enough to go on: others may have been disturbed. */
static void one_fast_run_is_enough_to_go_on(void **state)
{
    static const double us[] = {300, 300, 300, 300, 300, 110, 300};
    const struct tw_measuring how = against(100);
    (void)state;
    struct tw_timing timing = measured(&how, us, 7);
    assert_true(!timing.stopped && timing.runs >= 50);
    assert_true(fabs(timing.min_us - 110) < 0.01);
}

/* Before the first event of each run, and in no time of it. */
static void a_cold_cache_is_flushed_between_runs(void **state)
{
    static const double us = 7 * MS;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_flush cold;
    (void)state;
    assert_int_equal(tw_flush_open(&cold, &device, &error), TW_OK);
    struct tw_timing timing = measured(&(struct tw_measuring){.flush = &cold}, &us, 1);
    assert_int_equal(timing.runs, 8);
    assert_int_equal(timing.l2, TW_L2_COLD);
    assert_true(timing.median_us == us && timing.p95_us == us);
    assert_int_equal(world.flushed, 2 * L2_BYTES);
    assert_int_equal(world.resets, 10);
    assert_int_equal(world.length, 10 * 4);
    for (unsigned i = 0; i < world.length; i += 4) assert_memory_equal(world.tape + i, "f0l1", 4);
    world.fail_flush = true;
    assert_int_equal(measure(&(struct tw_measuring){.flush = &cold}, &us, 1, &timing), TW_DRIVER);
    tw_flush_close(&cold);
    tw_flush_close(&cold);
    assert_int_equal(world.held, 0);

    timing = measured(&(struct tw_measuring){0}, &us, 1);
    assert_int_equal(timing.l2, TW_L2_WARM);
    assert_int_equal(world.length, 10 * 3);
    for (unsigned i = 0; i < world.length; i += 3) assert_memory_equal(world.tape + i, "0l1", 3);

    device.l2_bytes = 0;
    assert_int_equal(tw_flush_open(&cold, &device, &error), TW_ENVIRONMENT);
    assert_string_equal(error.message,
                        "the L2 cache cannot be flushed: the driver does not say how large it is");
    tw_flush_close(&cold);
    tw_error_free(&error);
}

/* ---- the clock ---- */

static struct {
    unsigned mhz[2], reads; /* of each reading, in turn */
    unsigned long long reasons[2];
    int refuses; /* what every call answers */
} nvml;

static int get_clock(void *of, int clock, unsigned *mhz)
{
    assert_ptr_equal(of, &nvml);
    assert_int_equal(clock, 1); /* NVML_CLOCK_SM */
    *mhz = nvml.mhz[nvml.reads % 2];
    return nvml.refuses;
}

static int get_reasons(void *of, unsigned long long *reasons)
{
    assert_ptr_equal(of, &nvml);
    *reasons = nvml.reasons[nvml.reads++ % 2];
    return nvml.refuses;
}

static void the_clock_is_read_before_and_after(void **state)
{
    static const double us = 5;
    struct tw_clock_source clocks = {.nvmlDeviceGetClockInfo = get_clock,
                                     .nvmlDeviceGetCurrentClocksEventReasons = get_reasons,
                                     .device = &nvml};
    const struct tw_measuring how = {.clocks = &clocks};
    (void)state;
    nvml.mhz[0] = 1980, nvml.mhz[1] = 1410;
    nvml.reasons[0] = 1; /* idle: nothing holds the clock down */
    struct tw_timing timing = measured(&how, &us, 1);
    assert_true(timing.before_mhz == 1980 && timing.after_mhz == 1410 && timing.throttles == 0);
    nvml.reasons[1] = 0x40 | 0x4 | 0x2;
    timing = measured(&how, &us, 1);
    assert_int_equal(timing.throttles, TW_THROTTLE_POWER_CAP | TW_THROTTLE_HARDWARE_THERMAL);

    clocks.nvmlDeviceGetCurrentClocksThrottleReasons = get_reasons; /* as it was called before CUDA 12.2 */
    clocks.nvmlDeviceGetCurrentClocksEventReasons = NULL;
    timing = measured(&how, &us, 1);
    assert_int_equal(timing.throttles, TW_THROTTLE_POWER_CAP | TW_THROTTLE_HARDWARE_THERMAL);
    nvml.refuses = 3;
    timing = measured(&how, &us, 1);
    assert_true(timing.before_mhz == 0 && timing.after_mhz == 0);
    assert_int_equal(timing.throttles, TW_THROTTLE_UNKNOWN);
    timing = measured(&(struct tw_measuring){0}, &us, 1);
    assert_true(timing.before_mhz == 0 && timing.after_mhz == 0);
    assert_int_equal(timing.throttles, TW_THROTTLE_UNKNOWN);
}

/* For every set of them. */
static void what_holds_a_clock_down_has_words(void **state)
{
    static const unsigned bits[] = {0x04, 0x08, 0x20, 0x40, 0x80};
    struct tw_text text = {0};
    (void)state;
    for (unsigned set = 0; set < 32; set++) {
        unsigned throttles = 0;
        for (unsigned i = 0; i < 5; i++) throttles |= set >> i & 1u ? bits[i] : 0;
        tw_text_clear(&text);
        tw_throttles_add(throttles, &text);
        assert_int_equal(tw_throttles_of(tw_text_string(&text)), throttles);
        if (!set) assert_string_equal(tw_text_string(&text), "none");
        if (throttles == 0xC4)
            assert_string_equal(tw_text_string(&text), "power-cap, hardware-thermal, power-brake");
    }
    tw_text_clear(&text);
    tw_throttles_add(TW_THROTTLE_UNKNOWN, &text);
    assert_int_equal(text.length, 0);
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(runs_adapt_to_their_length, start),
        cmocka_unit_test_setup(runs_that_lie_apart_are_more, start),
        cmocka_unit_test_setup(hopeless_kernels_are_stopped, start),
        cmocka_unit_test_setup(one_fast_run_is_enough_to_go_on, start),
        cmocka_unit_test_setup(a_cold_cache_is_flushed_between_runs, start),
        cmocka_unit_test_setup(the_clock_is_read_before_and_after, start),
        cmocka_unit_test_setup(what_holds_a_clock_down_has_words, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
