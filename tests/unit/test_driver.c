/* Opening libcuda.so.1: every way in which it is not there or not usable is said in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "fake_library.h"
#include "runtime/driver.h"
#include "sim/exec/simulator.h"

static const char *const names[] = {
#define X(name, since, form, parameters) #name,
    TW_DRIVER_FUNCTIONS(X)
#undef X
};

/* A driver whose every function returns 0, but for cuInit; `without` is left out; `more` is added. */
static void fake_driver(int init, const char *without, const char *more)
{
    struct tw_text source = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], without) == 0 || strstr("cuInit cuGetErrorName cuGetErrorString", names[i]))
            continue;
        tw_text_addf(&source, "int %s(void) { return 0; }\n", names[i]);
    }
    tw_text_addf(&source, "int cuInit(unsigned flags) { return %d; }\n", init);
    tw_text_add(&source,
                "int cuGetErrorName(int r, const char **s) { *s = \"CUDA_ERROR_X\"; return r == 12345; }\n"
                "int cuGetErrorString(int r, const char **s) { *s = \"text of x\"; return 0; }\n");
    tw_text_add(&source, more);
    fake_library("fake_driver", tw_text_string(&source), "TILEWRIGHT_LIBCUDA");
    tw_text_free(&source);
}

static void expect_refusal(const char *part, const char *other_part)
{
    struct tw_driver driver;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_driver_open_cuda(&driver, &error), TW_ENVIRONMENT);
    if (!strstr(error.message, part) || !strstr(error.message, other_part)) fail_msg("%s", error.message);
    assert_null(driver.handle);
    tw_error_free(&error);
}

static void no_library(void **state)
{
    (void)state;
    setenv("TILEWRIGHT_LIBCUDA", "/nonexistent/libcuda.so.1", 1);
    expect_refusal("no GPU: /nonexistent/libcuda.so.1, the driver, is not installed",
                   "/nonexistent/libcuda.so.1");
}

static void too_old(void **state)
{
    (void)state;
    fake_driver(0, "cuDeviceGetUuid_v2", "");
    expect_refusal("has no cuDeviceGetUuid_v2", "CUDA 12.0 or newer");
}

/* What a driver may lack is no reason to refuse it. */
static void optional_functions(void **state)
{
    (void)state;
    struct tw_driver driver;
    fake_driver(0, "", "int cuCtxGetSharedMemConfig(int *config) { *config = 2; return 0; }\n");
    assert_int_equal(tw_driver_open_cuda(&driver, NULL), TW_OK);
    CUsharedconfig config = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    assert_int_equal(driver.cuCtxGetSharedMemConfig(&config), CUDA_SUCCESS);
    assert_int_equal(config, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
    assert_true(!driver.cuCtxSetSharedMemConfig && !driver.cuCtxSetCacheConfig &&
                !driver.cuFuncSetCacheConfig);
    tw_driver_close(&driver);
}

static void init_fails(void **state)
{
    (void)state;
    fake_driver(CUDA_ERROR_NO_DEVICE, "", "");
    expect_refusal("cuInit: CUDA_ERROR_X: text of x; ", "CUDA_VISIBLE_DEVICES");
    fake_driver(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "", "");
    expect_refusal("cuInit: CUDA_ERROR_X: text of x; ", "reboot");
    fake_driver(12345, "", "");
    expect_refusal("cuInit: CUDA error 12345", "");
}

static void another_simulator(void **state)
{
    (void)state;
    char needs[32];
    snprintf(needs, sizeof needs, "needs %u", TW_SIMULATOR_VERSION);
    fake_driver(0, "", "struct { unsigned version; } tw_simulator = { 99 };\n");
    expect_refusal("simulator with interface version 99", needs);
}

static CUresult error_name(CUresult result, const char **name)
{
    *name = result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_ILLEGAL_ADDRESS";
    return CUDA_SUCCESS;
}

static CUresult error_text(CUresult result, const char **text)
{
    *text = result == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : "illegal access";
    return CUDA_SUCCESS;
}

static void results_become_errors(void **state)
{
    (void)state;
    struct tw_driver driver = {.cuGetErrorName = error_name, .cuGetErrorString = error_text};
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_driver_check(&driver, CUDA_SUCCESS, "cuMemAlloc_v2", &error), TW_OK);
    assert_int_equal(tw_driver_check(&driver, CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc_v2", &error), TW_DRIVER);
    assert_string_equal(error.message, "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY: out of memory");
    assert_int_equal(tw_driver_check(&driver, CUDA_ERROR_ILLEGAL_ADDRESS, "cuCtxSynchronize", &error),
                     TW_FAULT);
    assert_string_equal(error.message, "cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS: illegal access");
    tw_error_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_library),         cmocka_unit_test(too_old),
        cmocka_unit_test(optional_functions), cmocka_unit_test(init_fails),
        cmocka_unit_test(another_simulator),  cmocka_unit_test(results_become_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
