/* What the driver says of the banks of the GPU at hand, and that asking for others is no error and changes none: all devices
   that are compiled for have banks of 4 bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/device.h"

static struct tw_device device;

static void banks_stay(void **state)
{
    (void)state;
    static const unsigned modes[] = {0, 64, 32};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const struct tw_preferences wanted = {TW_CACHE_NONE, modes[i]};
        struct tw_error error = TW_ERROR_INIT;
        if (modes[i] && !device.driver.cuCtxSetSharedMemConfig) continue;
        if (tw_device_prefer(&device, &wanted, &error)) fail_msg("mode %u: %s", modes[i], error.message);
        assert_int_equal(device.bank_bytes, device.driver.cuCtxGetSharedMemConfig ? 4 : 0);
        tw_error_free(&error);
    }
}

/* Every configuration is taken; what the context then prefers is the driver's to say. */
static void caches_are_asked_for(void **state)
{
    (void)state;
    for (int config = TW_CACHE_EQUAL; config >= TW_CACHE_NONE; config--) {
        const struct tw_preferences wanted = {(enum tw_cache_config)config, 0};
        struct tw_error error = TW_ERROR_INIT;
        if (tw_device_prefer(&device, &wanted, &error))
            fail_msg("%s: %s", tw_cache_config_words[config], error.message);
        printf("asked for %s, prefers %s\n", tw_cache_config_words[config],
               tw_cache_config_words[device.cache_config]);
        assert_in_range(device.cache_config, TW_CACHE_NONE, TW_CACHE_EQUAL);
        tw_error_free(&error);
    }
}

int main(void)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_device_open_cuda(&device, 0, &error) || tw_device_is_simulator(&device)) {
        printf("skipped: %s\n", error.code ? error.message : "the simulator's libcuda.so.1");
        tw_error_free(&error);
        tw_device_close(&device);
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(banks_stay), cmocka_unit_test(caches_are_asked_for)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_device_close(&device);
    return failed;
}
