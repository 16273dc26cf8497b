/* Memory runs out at the k-th allocation, for every k: the error is TW_MEMORY and nothing is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "tests/expanded.h"
#include "tests/unit/failing_memory.h"

static const char good[] = "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": [16, 32], "
                           "\"BDIMY\": {\"pow2\": [1, 4]}},\n"
                           "\"variants\": [{\"name\": \"a\", \"IPAD\": {\"from\": 0, \"to\": 9}}, {\"name\": "
                           "\"\\u0062\", \"layout\": [\"row-row\"], \"reads\": [\"idx\", \"~idx\"]}]}";
static const char bad[] =
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 16, \"BDIMY\": 16},\n"
    "\"variants\": [{\"name\": \"a\", \"layuot\": [\"row-row\"]}]}";
/* Too many for a list of their names, and for one of their values. */
static const char many[] =
    "{\"tilewright\": 1, \"kernel\": \"transpose\", \"defaults\": {\"rows\": {\"from\": 1, \"to\": "
    "10000000}},\n"
    "\"variants\": [{\"name\": \"a\", \"cols\": 5, \"rows\": 5}, {\"name\": \"b\", \"cols\": {\"from\": 1, "
    "\"to\": 10000000}, \"type\": [\"int8\", \"float32\"]}]}";

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
    assert_true(fail_each(many, TW_INPUT) > 20);
#else
    (void)good, (void)bad, (void)many;
    skip();
#endif
}

/* The first candidate needs no memory; where there is none for the others, that is said, and nothing is taken to be searched. */
static void candidates_say_that_memory_ran_out(void **state)
{
    (void)state;
#if CAN_FAIL
    const struct tw_family *family = tw_family_find("transpose");
    const struct tw_target *target = tw_target_find(90);
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    for (unsigned f = 0; f < family->field_count; f++) given[f] = family->fields[f].fallback;
    given[tw_family_field(family, "rows")] = given[tw_family_field(family, "cols")] = 1000;
    uint64_t varied = tw_candidates_varied(family, given, target);
    assert_true(varied && varied != UINT64_MAX);
    long before = live;
    until_failure = 0;
    struct tw_candidates candidates = tw_candidates_of(family, given, target);
    bool first = tw_candidates_next(&candidates, value), second = tw_candidates_next(&candidates, value);
    uint64_t unknown = tw_candidates_varied(family, given, target);
    until_failure = -1;
    assert_true(first && !second && candidates.failed);
    assert_int_equal(unknown, UINT64_MAX);
    tw_candidates_free(&candidates);
    assert_int_equal(live, before);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail),
                                       cmocka_unit_test(candidates_say_that_memory_ran_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
