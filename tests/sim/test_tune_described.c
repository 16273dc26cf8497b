/* Sweeps of described kernels by the library's one call, with workers and without: what is wrong has no rank, and results name the hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include <tilewright/tune.h>

#include "gen/described/description.h"
#include "tests/sim/scale.h"

static struct tw_error error = TW_ERROR_INIT;

static int start(void **state)
{
    (void)state;
    return write_all() ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    tw_error_free(&error);
    return remove_folder();
}

static struct tw_tune_options options_of(unsigned workers)
{
    struct tw_tune_options options;
    tw_tune_options_init(&options);
    options.device = "sim";
    options.workers = workers;
    return options;
}

/* The config is a text, or, NULL, that file. */
static struct tw_tuned *tune(const char *config, const char *name, unsigned workers)
{
    struct tw_tuned *tuned;
    struct tw_tune_options options = options_of(workers);
    options.config = config;
    options.config_file = path_of(name);
    if (tw_tune(&options, NULL, &tuned, &error))
        fail_msg("%s: %s", error.message, error.detail ? error.detail : "");
    return tuned;
}

/* The header has the hash that the description's reader makes. */
static void expect_hash(const struct tw_tuned *tuned, const char *name)
{
    struct tw_description *description;
    char want[96];
    size_t length;
    assert_int_equal(tw_description_load(path_of(name), &description, &error), TW_OK);
    snprintf(want, sizeof want, "\"kernel_hash\": \"%s\"", tw_description_hash(description));
    const char *found = strstr(tw_tuned_results(tuned, &length), want);
    assert_non_null(found);
    assert_true(found < strchr(tw_tuned_results(tuned, NULL), '\n')); /* in the first line */
    tw_description_free(description);
}

static void expect_status(const struct tw_tuned *tuned, const char *name, const char *status,
                          const char *reason)
{
    struct tw_tuned_variant variant = {0};
    for (size_t i = 0; tw_tuned_get(tuned, i, &variant) && strcmp(variant.name, name) != 0; i++) continue;
    assert_string_equal(variant.name, name);
    assert_string_equal(variant.status, status);
    if (!strstr(variant.reason, reason)) fail_msg("not '%s': %s", reason, variant.reason);
    assert_true((variant.rank > 0) == (strcmp(status, "ok") == 0));
}

static void a_description_is_swept(void **state)
{
    (void)state;
    for (unsigned workers = 0; workers <= 2; workers += 2) {
        struct tw_tuned *tuned = tune(NULL, "wrong.json", workers);
        struct tw_tuned_variant best;
        assert_int_equal(tw_tuned_count(tuned), 9);
        expect_status(tuned, "scale_BLOCK32_ITEMS1", "ok", "");
        expect_status(tuned, "scale_BLOCK64_ITEMS2", "mismatch", "1000 of 1000 elements are wrong");
        expect_status(tuned, "scale_BLOCK128_ITEMS4", "rejected", "too few blocks");
        assert_true(tw_tuned_ranked(tuned, 5, &best));
        assert_false(tw_tuned_ranked(tuned, 6, &best));
        expect_hash(tuned, "wrong.json");
        tw_tuned_free(tuned);
    }
}

/* The path in a config is beside the file that the text is called. */
static void a_config_of_a_description_is_swept(void **state)
{
    (void)state;
    static const char config[] =
        "{\"tilewright\": 1, \"kernel\": \"right.json\", \"defaults\": {\"n\": 300}, "
        "\"variants\": [{\"name\": \"few\", \"BLOCK\": [32, 64], \"ITEMS\": 1}]}";
    for (unsigned workers = 0; workers <= 2; workers += 2) {
        struct tw_tuned *tuned = tune(config, "text.json", workers);
        assert_int_equal(tw_tuned_count(tuned), 2);
        expect_status(tuned, "few_BLOCK32", "ok", "");
        expect_status(tuned, "few_BLOCK64", "ok", "");
        expect_hash(tuned, "right.json");
        tw_tuned_free(tuned);
    }
}

static void results_replace_no_source(void **state)
{
    (void)state;
    static const char *const files[] = {"right.json", "right.cu", "scale.inc", "naive.cu"};
    char config[128];
    snprintf(config, sizeof config, "%s", path_of("right.json"));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct tw_tune_options options = options_of(0);
        struct tw_tuned *tuned;
        options.config_file = config;
        options.results_file = path_of(files[i]);
        options.force = true;
        assert_int_equal(tw_tune(&options, NULL, &tuned, &error), TW_INPUT);
        assert_null(tuned);
    }
    struct tw_tuned *tuned = tune(NULL, "right.json", 0); /* they are as they were */
    expect_status(tuned, "scale_BLOCK64_ITEMS1", "ok", "");
    tw_tuned_free(tuned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_description_is_swept),
        cmocka_unit_test(a_config_of_a_description_is_swept),
        cmocka_unit_test(results_replace_no_source),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
