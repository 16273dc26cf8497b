/* Memory runs out at the k-th allocation, for every k: the error is TW_MEMORY and nothing is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tests/expanded.h"
#include "tests/unit/failing_memory.h"

static const char good[] = "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": [16, 32], "
                           "\"BDIMY\": {\"pow2\": [1, 4]}},\n"
                           "\"variants\": [{\"name\": \"a\", \"IPAD\": {\"from\": 0, \"to\": 9}}, {\"name\": "
                           "\"\\u0062\", \"layout\": [\"row-row\"], \"reads\": [\"idx\", \"~idx\"]}]}";
static const char bad[] =
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 16, \"BDIMY\": 16},\n"
    "\"variants\": [{\"name\": \"a\", \"layuot\": [\"row-row\"]}]}";

#if CAN_FAIL
/* Returns how many allocations the config needs; each of them has failed once. */
static long fail_each(const char *text, int expected)
{
    for (long k = 0;; k++) {
        struct expanded config;
        struct tw_error error = TW_ERROR_INIT;
        long before = live;
        until_failure = k;
        int code = expanded_parse("t", text, strlen(text), &config, &error);
        bool reached = until_failure == 0;
        until_failure = -1;
        assert_true(code == TW_MEMORY || code == expected);
        assert_int_equal(error.code, code);
        if (code != TW_OK) assert_null(config.of.variant);
        expanded_free(&config);
        tw_error_free(&error);
        assert_int_equal(live, before);
        if (!reached) return k;
    }
}
#endif

static void every_allocation_may_fail(void **state)
{
    (void)state;
#if CAN_FAIL
    assert_true(fail_each(good, TW_OK) > 20);
    assert_true(fail_each(bad, TW_INPUT) > 20);
#else
    (void)good, (void)bad;
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
