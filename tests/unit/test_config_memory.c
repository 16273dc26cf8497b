/* Memory runs out at the k-th allocation, for every k: the error is TW_MEMORY and nothing is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/choice/candidates.h"
#include "gen/text/render.h"
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

/* Descriptions, which read files, too. */
#define DESCRIBED "tests/golden/described/"
static const char own[] =
    "{\"tilewright\": 1, \"kernel\": \"sort.json\", \"variants\": [{\"name\": \"a\", \"SCALE\": [0.001, "
    "0.5], \"FAST\": false, \"n\": 77}]}";
static const char own_bad[] =
    "{\"tilewright\": 1, \"kernel\": {\"name\": \"a\", \"source\": \"naive.cu\", \"arguments\": "
    "[], \"grid\": \"2 *\", \"block\": 1}}";

#if CAN_FAIL
/* Returns how many allocations the config needs; each of them has failed once. */
static long fail_each(const char *text, int expected)
{
    for (long k = 0;; k++) {
        struct expanded config;
        struct tw_error error = TW_ERROR_INIT;
        long before = live;
        until_failure = k;
        int code = expanded_parse(DESCRIBED "inline.json", text, strlen(text), &config, &error);
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

#if CAN_FAIL
/* Reads, expands and renders. */
static int render_own(struct expanded *config, struct tw_kernel *kernel, struct tw_error *error)
{
    *kernel = (struct tw_kernel){0};
    int code = expanded_parse(DESCRIBED "inline.json", own, sizeof own - 1, config, error);
    if (code) return code;
    struct tw_text reason = {0};
    bool accepted =
        tw_family_accept(config->of.family, config->of.variant[0].value, &config->of.target, &reason);
    assert_true(accepted);
    tw_text_free(&reason);
    return tw_render(&config->of, &config->of.variant[0], &tw_rendering_main, NULL, kernel, error);
}
#endif

static void a_description_may_fail_anywhere(void **state)
{
    (void)state;
#if CAN_FAIL
    for (long k = 0;; k++) {
        struct expanded config;
        struct tw_kernel kernel;
        struct tw_error error = TW_ERROR_INIT;
        long before = live;
        until_failure = k;
        int code = render_own(&config, &kernel, &error);
        bool reached = until_failure == 0;
        until_failure = -1;
        assert_true(code == TW_MEMORY || code == TW_OK);
        assert_int_equal(error.code, code);
        tw_kernel_free(&kernel);
        expanded_free(&config);
        tw_error_free(&error);
        assert_int_equal(live, before);
        if (!reached) break;
    }
    assert_true(fail_each(own_bad, TW_INPUT) > 20);
#else
    (void)own, (void)own_bad;
    skip();
#endif
}

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
                                       cmocka_unit_test(a_description_may_fail_anywhere),
                                       cmocka_unit_test(candidates_say_that_memory_ran_out)};
    return chdir(SOURCE_DIR) ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
