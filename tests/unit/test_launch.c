/*
 * Load, check and measure over a driver of a few lines whose kernels are C functions on host memory: here
 * every call can be made to fail in turn, and times are what the test says they are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "gen/family.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/measure.h"

typedef void host_kernel(int32_t *out, unsigned threads);

#define THREADS 256u

/* The driver's whole state. */
static struct {
    unsigned calls, fail_at; /* the call with that number fails; 0: none */
    int held;                /* allocations, events and modules not given back */
    bool refuse_cubin, refuse_ptx;
    host_kernel *kernel;
    uint32_t grid_x; /* of the last launch */
    int dynamic_attribute, carveout_attribute, cache_config;
    float milliseconds[256]; /* of each timed launch, in turn */
    unsigned timed;
} world;

#define MAY_FAIL()                                                                                           \
    if (++world.calls == world.fail_at) return CUDA_ERROR_INVALID_VALUE

static CUresult error_name(CUresult result, const char **name)
{
    *name = result == CUDA_ERROR_NO_BINARY_FOR_GPU         ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
            : result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
                                                           : "CUDA_ERROR_INVALID_VALUE";
    return CUDA_SUCCESS;
}

static CUresult error_string(CUresult result, const char **text)
{
    (void)result;
    *text = "its text";
    return CUDA_SUCCESS;
}

static CUresult mem_alloc(CUdeviceptr *address, size_t bytes)
{
    MAY_FAIL();
    void *memory = malloc(bytes);
    assert_non_null(memory);
    world.held++;
    *address = (CUdeviceptr)(uintptr_t)memory;
    return CUDA_SUCCESS;
}

static void *host(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

static CUresult mem_free(CUdeviceptr address)
{
    world.held--;
    free(host(address));
    return CUDA_SUCCESS;
}

static CUresult memset_bytes(CUdeviceptr to, unsigned char value, size_t count)
{
    MAY_FAIL();
    memset(host(to), value, count);
    return CUDA_SUCCESS;
}

static CUresult memset_queued(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    (void)stream;
    return memset_bytes(to, value, count);
}

static CUresult copy_back(void *to, CUdeviceptr from, size_t bytes)
{
    MAY_FAIL();
    memcpy(to, host(from), bytes);
    return CUDA_SUCCESS;
}

static CUresult launch(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                       unsigned bz, unsigned dynamic, CUstream stream, void **parameters, void **extra)
{
    MAY_FAIL();
    (void)function, (void)dynamic, (void)stream, (void)extra;
    assert_true(gx >= 1 && gy == 1 && gz == 1);
    world.grid_x = gx;
    world.kernel(host(*(CUdeviceptr *)parameters[0]), bx * by * bz);
    return CUDA_SUCCESS;
}

static CUresult synchronize(void)
{
    MAY_FAIL();
    return CUDA_SUCCESS;
}

static CUresult event_create(CUevent *event, unsigned flags)
{
    MAY_FAIL();
    (void)flags;
    world.held++;
    *event = (CUevent)&world;
    return CUDA_SUCCESS;
}

static CUresult event_destroy(CUevent event)
{
    (void)event;
    world.held--;
    return CUDA_SUCCESS;
}

static CUresult event_record(CUevent event, CUstream stream)
{
    MAY_FAIL();
    (void)event, (void)stream;
    return CUDA_SUCCESS;
}

static CUresult event_wait(CUevent event)
{
    MAY_FAIL();
    (void)event;
    return CUDA_SUCCESS;
}

static CUresult event_time(float *milliseconds, CUevent from, CUevent to)
{
    MAY_FAIL();
    (void)from, (void)to;
    assert_true(world.timed < sizeof world.milliseconds / sizeof *world.milliseconds);
    *milliseconds = world.milliseconds[world.timed++];
    return CUDA_SUCCESS;
}

static CUresult load_cubin(CUmodule *module, const void *image)
{
    MAY_FAIL();
    assert_string_equal(image, "cubin");
    if (world.refuse_cubin) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    world.held++;
    *module = (CUmodule)&world;
    return CUDA_SUCCESS;
}

static CUresult load_ptx(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                         void **values)
{
    MAY_FAIL();
    assert_string_equal(image, "ptx");
    assert_int_equal(count, 2);
    assert_int_equal(options[0], CU_JIT_ERROR_LOG_BUFFER);
    assert_int_equal(options[1], CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    assert_true((uintptr_t)values[1] >= 64);
    if (world.refuse_ptx) {
        strcpy(values[0], "ptxas says why\n");
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    }
    world.held++;
    *module = (CUmodule)&world;
    return CUDA_SUCCESS;
}

static CUresult unload(CUmodule module)
{
    (void)module;
    world.held--;
    return CUDA_SUCCESS;
}

static CUresult get_function(CUfunction *function, CUmodule module, const char *name)
{
    MAY_FAIL();
    (void)module;
    assert_string_equal(name, "k");
    *function = (CUfunction)&world;
    return CUDA_SUCCESS;
}

static CUresult get_attribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    MAY_FAIL();
    (void)function;
    *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS            ? 12
             : attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES ? 1024
                                                                : 0;
    return CUDA_SUCCESS;
}

static CUresult set_attribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    MAY_FAIL();
    (void)function;
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) world.dynamic_attribute = value;
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) world.carveout_attribute = value;
    return CUDA_SUCCESS;
}

static CUresult set_cache(CUfunction function, CUfunc_cache config)
{
    MAY_FAIL();
    (void)function;
    world.cache_config = (int)config;
    return CUDA_SUCCESS;
}

static struct tw_device device = {
    .open = true,
    .sm = 80,
    .driver_version = 12040,
    .multiprocessors = 10,
    .l2_bytes = 4096,
    .driver =
        {
            .cuGetErrorName = error_name,
            .cuGetErrorString = error_string,
            .cuMemAlloc_v2 = mem_alloc,
            .cuMemFree_v2 = mem_free,
            .cuMemsetD8_v2 = memset_bytes,
            .cuMemsetD8Async = memset_queued,
            .cuMemcpyDtoH_v2 = copy_back,
            .cuLaunchKernel = launch,
            .cuCtxSynchronize = synchronize,
            .cuEventCreate = event_create,
            .cuEventDestroy_v2 = event_destroy,
            .cuEventRecord = event_record,
            .cuEventSynchronize = event_wait,
            .cuEventElapsedTime = event_time,
            .cuModuleLoadData = load_cubin,
            .cuModuleLoadDataEx = load_ptx,
            .cuModuleUnload = unload,
            .cuModuleGetFunction = get_function,
            .cuFuncGetAttribute = get_attribute,
            .cuFuncSetAttribute = set_attribute,
            .cuFuncSetCacheConfig = set_cache,
        },
};

static const struct tw_image image = {
    .cubin = (void *)"cubin", .cubin_bytes = 6, .ptx = (char *)"ptx", .ptx_length = 3, .sm = 90};

/* The tile kernel of a block of 32 x 8 threads, row-row. */
static const struct tw_kernel kernel = {
    .family = "tile",
    .name = (char *)"k",
    .rendering = &tw_rendering_main,
    .shape = {.arguments = (struct tw_argument[]){{.name = "out",
                                                   .role = TW_ROLE_OUTPUT,
                                                   .before = TW_BEFORE_ANY,
                                                   .element = TW_INT32,
                                                   .count = THREADS,
                                                   .align = 4}},
              .argument_count = 1,
              .launches = (struct tw_launch[]){{.suffix = "",
                                                .grid = {1, 1, 1},
                                                .block = {32, 8, 1},
                                                .carveout = 50,
                                                .dynamic_shared_bytes = 50000,
                                                .argument = (unsigned[]){0},
                                                .argument_count = 1}},
              .launch_count = 1},
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

static const struct tw_rendering spreads = {"spread", "", "", true};

static void right(int32_t *out, unsigned threads)
{
    for (unsigned i = 0; i < threads; i++) out[i] = (int32_t)i;
}

static void writes_before(int32_t *out, unsigned threads)
{
    right(out, threads);
    out[-1] = 0;
}

static void writes_far_behind(int32_t *out, unsigned threads)
{
    right(out, threads);
    ((unsigned char *)(out + threads))[4095] = 0xA5; /* one poison, not the other */
}

/* Right every other time. */
static void unsteady(int32_t *out, unsigned threads)
{
    static unsigned launches;
    right(out, threads);
    if (launches++ % 2) out[17] = -17;
}

static int start(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    world.kernel = right;
    world.dynamic_attribute = world.carveout_attribute = world.cache_config = -1;
    return 0;
}

static void cubin_first(void **state)
{
    (void)state;
    struct tw_loaded loaded;
    assert_int_equal(tw_load(&device, &kernel, &image, &loaded, NULL), TW_OK);
    assert_false(loaded.from_ptx);
    assert_int_equal(loaded.registers, 12);
    assert_int_equal(loaded.static_shared_bytes, 1024);
    assert_int_equal(world.dynamic_attribute, 50000);
    assert_int_equal(world.carveout_attribute, 50);
    tw_unload(&device, &loaded);
    tw_unload(&device, &loaded); /* of an unloaded one: nothing */
    assert_int_equal(world.held, 0);
}

/* 48 KB of static and dynamic shared memory together need no asking, one byte more does; carveout -1 sets
 * nothing. */
static void shared_memory_limit(void **state)
{
    (void)state;
    struct tw_loaded loaded;
    struct tw_kernel small = kernel;
    struct tw_launch launch = kernel.shape.launches[0];
    small.shape.launches = &launch;
    small.shape.launches[0].carveout = -1;
    small.shape.launches[0].dynamic_shared_bytes = 49152 - 1024;
    assert_int_equal(tw_load(&device, &small, &image, &loaded, NULL), TW_OK);
    assert_int_equal(world.dynamic_attribute, -1);
    assert_int_equal(world.carveout_attribute, -1);
    tw_unload(&device, &loaded);
    small.shape.launches[0].dynamic_shared_bytes++;
    assert_int_equal(tw_load(&device, &small, &image, &loaded, NULL), TW_OK);
    assert_int_equal(world.dynamic_attribute, 49152 - 1023);
    tw_unload(&device, &loaded);
}

/* No preference makes no call: functions begin without. A driver that lacks the call is said to. */
static void cache_configurations(void **state)
{
    (void)state;
    static const int expected[] = {-1, CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1,
                                   CU_FUNC_CACHE_PREFER_EQUAL};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_loaded loaded;
    struct tw_kernel other = kernel;
    struct tw_launch launch = kernel.shape.launches[0];
    struct tw_device old = device;
    other.shape.launches = &launch;
    for (int config = TW_CACHE_NONE; config <= TW_CACHE_EQUAL; config++) {
        other.shape.launches[0].cache_config = (enum tw_cache_config)config;
        assert_int_equal(tw_load(&device, &other, &image, &loaded, NULL), TW_OK);
        assert_int_equal(world.cache_config, expected[config]);
        tw_unload(&device, &loaded);
    }
    old.driver.cuFuncSetCacheConfig = NULL;
    assert_int_equal(tw_load(&old, &kernel, &image, &loaded, NULL), TW_OK);
    tw_unload(&old, &loaded);
    assert_int_equal(tw_load(&old, &other, &image, &loaded, &error), TW_ENVIRONMENT);
    assert_string_equal(error.message,
                        "cache_config equal cannot be set: the driver has no cuFuncSetCacheConfig");
    assert_int_equal(world.held, 0);
    tw_error_free(&error);
}

/* A device of compute capability 3.x, as far as the driver shows one, and one whose banks stay as they are. */
static struct {
    CUsharedconfig banks;
    CUfunc_cache cache;
    bool fixed;
    CUresult result; /* of setting */
} configured;

static CUresult get_banks(CUsharedconfig *config)
{
    *config = configured.banks;
    return CUDA_SUCCESS;
}

static CUresult set_banks(CUsharedconfig config)
{
    if (!configured.fixed) configured.banks = config;
    return configured.result;
}

static CUresult get_cache(CUfunc_cache *config)
{
    *config = configured.cache;
    return CUDA_SUCCESS;
}

static CUresult set_context_cache(CUfunc_cache config)
{
    if (!configured.fixed) configured.cache = config;
    return CUDA_SUCCESS;
}

static void what_a_device_is_asked_to_be(void **state)
{
    (void)state;
    const struct tw_preferences wide = {TW_CACHE_L1, 64}, narrow = {TW_CACHE_NONE, 32},
                                nothing = {TW_CACHE_NONE, 0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_device one = device;
    assert_int_equal(tw_device_prefer(&one, &nothing, NULL), TW_OK);
    assert_int_equal(one.bank_bytes, 0); /* the driver does not say */
    assert_int_equal(tw_device_prefer(&one, &narrow, &error), TW_ENVIRONMENT);
    assert_string_equal(error.message, "the driver has no cuCtxSetSharedMemConfig");
    assert_int_equal(tw_device_prefer(&one, &wide, &error), TW_ENVIRONMENT);
    assert_string_equal(error.message, "the driver has no cuCtxSetCacheConfig");
    one.driver.cuCtxGetSharedMemConfig = get_banks;
    one.driver.cuCtxSetSharedMemConfig = set_banks;
    one.driver.cuCtxGetCacheConfig = get_cache;
    one.driver.cuCtxSetCacheConfig = set_context_cache;
    configured.banks = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    assert_int_equal(tw_device_prefer(&one, &wide, NULL), TW_OK);
    assert_true(one.bank_bytes == 8 && one.cache_config == TW_CACHE_L1);
    assert_int_equal(tw_device_prefer(&one, &nothing, NULL), TW_OK);
    assert_true(one.bank_bytes == 8 && one.cache_config == TW_CACHE_L1);
    assert_int_equal(tw_device_prefer(&one, &narrow, NULL), TW_OK);
    assert_int_equal(one.bank_bytes, 4);
    configured.fixed = true;
    assert_int_equal(tw_device_prefer(&one, &wide, NULL), TW_OK);
    assert_int_equal(one.bank_bytes, 4);
    configured.result = CUDA_ERROR_NOT_SUPPORTED; /* no effect either */
    assert_int_equal(tw_device_prefer(&one, &wide, NULL), TW_OK);
    assert_int_equal(one.bank_bytes, 4);
    configured.result = CUDA_ERROR_INVALID_CONTEXT;
    assert_int_equal(tw_device_prefer(&one, &wide, &error), TW_DRIVER);
    assert_non_null(strstr(error.message, "cuCtxSetSharedMemConfig"));
    tw_error_free(&error);
}

static void ptx_when_the_cubin_does_not_fit(void **state)
{
    (void)state;
    struct tw_loaded loaded;
    world.refuse_cubin = true;
    assert_int_equal(tw_load(&device, &kernel, &image, &loaded, NULL), TW_OK);
    assert_true(loaded.from_ptx);
    tw_unload(&device, &loaded);
    assert_int_equal(world.held, 0);
}

static void both_reasons_when_neither_fits(void **state)
{
    (void)state;
    struct tw_loaded loaded;
    struct tw_error error = TW_ERROR_INIT;
    world.refuse_cubin = world.refuse_ptx = true;
    assert_int_equal(tw_load(&device, &kernel, &image, &loaded, &error), TW_DRIVER);
    assert_string_equal(
        error.message,
        "the kernel cannot be loaded; the cubin for sm_90 on this sm_80 device: cuModuleLoadData: "
        "CUDA_ERROR_NO_BINARY_FOR_GPU: its text; the PTX: cuModuleLoadDataEx: "
        "CUDA_ERROR_UNSUPPORTED_PTX_VERSION: its text: ptxas says why (the driver supports CUDA 12.4)");
    assert_string_equal(error.detail, "ptxas says why\n");
    tw_error_free(&error);
}

/* With answers and working memory of its own. */
static int check(const struct tw_kernel *of, struct tw_check *check)
{
    struct tw_loaded loaded = {.function = (CUfunction[2]){NULL}};
    struct tw_oracle oracle;
    tw_oracle_open(&oracle, &device, NULL, NULL);
    int code = tw_check(&oracle, of, &loaded, false, check, NULL);
    tw_oracle_close(&oracle);
    return code;
}

static int measure(const struct tw_kernel *of, struct tw_timing *timing)
{
    struct tw_loaded loaded = {.function = (CUfunction[2]){NULL}};
    struct tw_oracle oracle;
    tw_oracle_open(&oracle, &device, NULL, NULL);
    int code = tw_measure(&oracle, of, &loaded, &(struct tw_measuring){0}, timing, NULL);
    tw_oracle_close(&oracle);
    return code;
}

static void check_kernel(host_kernel *function, uint64_t mismatches, uint64_t guard_bytes)
{
    struct tw_check found;
    world.kernel = function;
    assert_int_equal(check(&kernel, &found), TW_OK);
    assert_int_equal(found.mismatches, mismatches);
    assert_int_equal(found.guard_bytes_changed, guard_bytes);
    assert_true(found.ok == (!mismatches && !guard_bytes));
    tw_check_free(&found);
    assert_int_equal(world.held, 0);
}

static void both_launches_are_checked(void **state)
{
    (void)state;
    check_kernel(right, 0, 0);
    check_kernel(unsteady, 1, 0);
    check_kernel(writes_before, 0, 4);
    check_kernel(writes_far_behind, 0, 1);
}

static void family_without_a_reference(void **state)
{
    (void)state;
    struct tw_kernel unknown = kernel;
    struct tw_check found;
    unknown.family = "nonesuch";
    assert_int_equal(check(&unknown, &found), TW_UNSUPPORTED);
    assert_int_equal(world.held, 0);
}

static bool is_near(double us, double expected)
{
    return us > expected - 1e-3 && us < expected + 1e-3; /* a driver's times are floats */
}

/* Launches that warm up take 999 us, launches of one block 20, and the 50 that count 901 to 913.25, out of order. */
static void statistics_of_times(void **state)
{
    (void)state;
    struct tw_timing timing;
    struct tw_kernel spread = kernel;
    spread.rendering = &spreads;
    unsigned runs = 50, n = 0;
    for (unsigned i = 0; i < 5; i++) world.milliseconds[n++] = 0.999f;
    for (unsigned i = 0; i < runs; i++) world.milliseconds[n++] = 0.02f;
    for (unsigned i = 0; i < 5; i++) world.milliseconds[n++] = 0.999f;
    for (unsigned i = 0; i < runs; i++)
        world.milliseconds[n++] = (float)(901 + 0.25 * (i * 17 % runs)) / 1000;
    assert_int_equal(measure(&spread, &timing), TW_OK);
    assert_int_equal(timing.runs, 50);
    assert_true(is_near(timing.min_us, 901) && is_near(timing.median_us, 907.125) &&
                is_near(timing.p95_us, 912.75));
    assert_true(is_near(timing.single_us, 20));
    assert_int_equal(timing.blocks, 64 * 10 * 4); /* 10 multiprocessors, 1024 / 256 threads */
    assert_int_equal(world.grid_x, timing.blocks);
    assert_int_equal(world.held, 0);
}

static void grid_of_its_own_is_timed_as_it_is(void **state)
{
    (void)state;
    struct tw_timing timing;
    struct tw_kernel wide = kernel;
    struct tw_launch launch = kernel.shape.launches[0];
    wide.shape.launches = &launch;
    wide.shape.launches[0].grid[0] = 7;
    assert_int_equal(measure(&wide, &timing), TW_OK);
    assert_int_equal(timing.runs, 50);
    assert_int_equal(timing.blocks, 7);
    assert_int_equal(world.grid_x, 7);
}

/* Without a rendering whose blocks have their own places, many of them would write to one. */
static void one_block_without_places_is_timed_as_it_is(void **state)
{
    (void)state;
    struct tw_timing timing;
    assert_int_equal(measure(&kernel, &timing), TW_OK);
    assert_int_equal(timing.blocks, 1);
    assert_int_equal(world.grid_x, 1);
}

/* The last of the blocks writes at the end of its place. */
static void spread(int32_t *out, unsigned threads)
{
    for (unsigned i = 0; i < threads; i++) out[(size_t)(world.grid_x - 1) * threads + i] = (int32_t)i;
}

static void spread_blocks_have_their_places(void **state)
{
    (void)state;
    struct tw_timing timing;
    struct tw_kernel many = kernel;
    many.rendering = &spreads;
    world.kernel = spread;
    assert_int_equal(measure(&many, &timing), TW_OK);
    assert_int_equal(timing.blocks, 64 * 10 * 4);
    assert_int_equal(world.held, 0);
}

static int load_check_measure(void)
{
    struct tw_loaded loaded;
    struct tw_check found = {0};
    struct tw_timing timing;
    struct tw_oracle oracle;
    struct tw_flush flush = {0};
    struct tw_kernel many = kernel;
    many.rendering = &spreads;
    tw_oracle_open(&oracle, &device, NULL, NULL);
    const struct tw_measuring cold = {.flush = &flush};
    int code = tw_load(&device, &kernel, &image, &loaded, NULL);
    if (code == TW_OK) code = tw_flush_open(&flush, &device, NULL);
    if (code == TW_OK) code = tw_check(&oracle, &kernel, &loaded, true, &found, NULL);
    if (code == TW_OK) code = tw_measure(&oracle, &many, &loaded, &cold, &timing, NULL);
    tw_check_free(&found);
    tw_oracle_close(&oracle);
    tw_flush_close(&flush);
    tw_unload(&device, &loaded);
    return code;
}

static void every_call_fails_once(void **state)
{
    (void)state;
    assert_int_equal(load_check_measure(), TW_OK);
    unsigned calls = world.calls;
    assert_true(calls > 150);
    for (unsigned k = 1; k <= calls; k++) {
        start(NULL);
        world.fail_at = k;
        int code = load_check_measure();
        if (code != (k == 1 ? TW_OK : TW_DRIVER))
            fail_msg("call %u: code %d", k, code); /* 1: the cubin; PTX follows */
        assert_int_equal(world.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(cubin_first, start),
        cmocka_unit_test_setup(shared_memory_limit, start),
        cmocka_unit_test_setup(cache_configurations, start),
        cmocka_unit_test_setup(what_a_device_is_asked_to_be, start),
        cmocka_unit_test_setup(ptx_when_the_cubin_does_not_fit, start),
        cmocka_unit_test_setup(both_reasons_when_neither_fits, start),
        cmocka_unit_test_setup(both_launches_are_checked, start),
        cmocka_unit_test_setup(family_without_a_reference, start),
        cmocka_unit_test_setup(statistics_of_times, start),
        cmocka_unit_test_setup(grid_of_its_own_is_timed_as_it_is, start),
        cmocka_unit_test_setup(one_block_without_places_is_timed_as_it_is, start),
        cmocka_unit_test_setup(spread_blocks_have_their_places, start),
        cmocka_unit_test_setup(every_call_fails_once, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
