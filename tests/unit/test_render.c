/*
 * Rendered kernels against golden files: tests/golden/kernel/NAME.cu holds every rendering of every accepted
 * variant of the config NAME.json beside it (or else in configs/). TILEWRIGHT_BLESS=1 in the environment
 * rewrites them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/predict.h"
#include "gen/render.h"

#define GOLDEN TEST_DIR "/golden/kernel/"

static const char *const goldens[] = {"square", "rectangle", "types", "forms", "edges"};
#define GOLDENS (sizeof goldens / sizeof *goldens)

static void load(const char *name, struct tw_config *config)
{
    char path[1024];
    struct tw_error error = TW_ERROR_INIT;
    snprintf(path, sizeof path, GOLDEN "%s.json", name);
    if (access(path, R_OK) != 0) snprintf(path, sizeof path, SOURCE_DIR "/configs/%s.json", name);
    if (tw_config_load(path, config, &error) != TW_OK) fail_msg("%s: %s", path, error.message);
}

static void parse(const char *file, const char *text, struct tw_config *config)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_config_parse(file, text, strlen(text), config, &error) != TW_OK) fail_msg("%s", error.message);
}

static void render(const struct tw_config *config, size_t variant, enum tw_store store,
                   struct tw_kernel *kernel)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_render(config, &config->variants[variant], store, NULL, kernel, &error);
    if (code != TW_OK) fail_msg("%s: %s", config->variants[variant].name, error.message);
}

static bool accepted(const struct tw_config *config, size_t variant)
{
    struct tw_text reason = {0};
    bool yes = config->family->accept(config->variants[variant].value, tw_target_find(90), &reason);
    tw_text_free(&reason);
    return yes;
}

static void render_all(const struct tw_config *config, struct tw_text *text)
{
    for (size_t i = 0; i < config->variant_count; i++) {
        enum tw_store store[3];
        if (!accepted(config, i)) continue;
        unsigned count = config->family->renderings(config->variants[i].value, store);
        for (unsigned k = 0; k < count; k++) {
            struct tw_kernel kernel;
            render(config, i, store[k], &kernel);
            tw_text_addf(text, "%s%s", text->length ? "\n" : "", kernel.source);
            tw_kernel_free(&kernel);
        }
    }
    assert_false(text->failed);
}

static void golden(const char *name)
{
    char path[1024];
    struct tw_config config;
    struct tw_text got = {0}, expected = {0};
    struct tw_error error = TW_ERROR_INIT;
    load(name, &config);
    render_all(&config, &got);
    snprintf(path, sizeof path, GOLDEN "%s.cu", name);
    if (getenv("TILEWRIGHT_BLESS"))
        assert_int_equal(tw_file_write(path, got.data, got.length, &error), TW_OK);
    if (tw_file_read(path, &expected, &error) != TW_OK) fail_msg("%s: %s", path, error.message);
    assert_string_equal(tw_text_string(&got), tw_text_string(&expected));
    tw_text_free(&got);
    tw_text_free(&expected);
    tw_config_free(&config);
}

static void sources_match_golden_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOLDENS; i++) golden(goldens[i]);
}

/* Switches to a locale with a decimal comma and grouped thousands, made here when the system has none
 * installed. */
static bool enter_other_locale(void)
{
    static const char make[] = "mkdir -p '" BUILD_DIR "/locale' && localedef -i de_DE -f UTF-8 '" BUILD_DIR
                               "/locale/de_DE.UTF-8' >/dev/null 2>&1";
    if (setlocale(LC_ALL, "de_DE.UTF-8")) return true;
    return system(make) == 0 && setenv("LOCPATH", BUILD_DIR "/locale", 1) == 0 &&
           setlocale(LC_ALL, "de_DE.UTF-8");
}

static void sources_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    if (!enter_other_locale()) {
        print_message("no locale with a decimal comma here, and none can be made\n");
        skip();
    }
    for (size_t i = 0; i < GOLDENS; i++) golden(goldens[i]);
    setlocale(LC_ALL, "C");
}

/* The text names the config's file, never its directory, and cannot be broken out of by the file's name. */
static void the_directory_leaves_no_trace(void **state)
{
    (void)state;
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"k\", \"BDIMX\": 8,"
        " \"BDIMY\": 8}]}";
    static const struct {
        const char *file, *shown;
    } cases[] = {{"a.json", "from a.json;"},
                 {"/tmp/x/a.json", "from a.json;"},
                 {"../a\n#error.json", "from a_#error.json;"},
                 {"-", "from standard input;"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_config config;
        struct tw_kernel kernel;
        parse(cases[i].file, text, &config);
        render(&config, 0, TW_STORE_INDEX, &kernel);
        const char *end = strchr(kernel.source, '\n'), *shown = strstr(kernel.source, cases[i].shown);
        assert_true(shown && shown < end);
        tw_kernel_free(&kernel);
        tw_config_free(&config);
    }
}

/* Line `number` (from 1) of a text, in a buffer of the caller. */
static const char *line_of(const char *text, unsigned number, char line[512])
{
    while (--number > 0 && text) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    assert_non_null(text);
    snprintf(line, 512, "%.*s", (int)strcspn(text, "\n"), text);
    return line;
}

/* Every line of the source that the template holds word for word is mapped to such a line. */
static void lines_lead_back_to_the_template(void **state)
{
    (void)state;
    struct tw_config config;
    const struct tw_template *tmpl = tw_template_find("tile.cu.mustache");
    load("forms", &config);
    for (size_t i = 0; i < config.variant_count; i++) {
        struct tw_kernel kernel;
        unsigned barriers = 0, lines = 0;
        if (!accepted(&config, i)) continue;
        render(&config, i, TW_STORE_INDEX, &kernel);
        for (const char *c = kernel.source; *c; c++) lines += *c == '\n';
        assert_int_equal(kernel.source_lines, lines);
        assert_int_equal(kernel.source_length, strlen(kernel.source));
        for (unsigned line = 1; line <= lines; line++) {
            char got[512], from[512];
            line_of(kernel.source, line, got);
            line_of(tmpl->text, kernel.template_line[line - 1], from);
            bool verbatim = strstr(from, "{{") == NULL;
            if (verbatim) assert_string_equal(got, from);
            barriers += verbatim && strstr(got, "__syncthreads") != NULL;
        }
        assert_int_equal(barriers, 1);
        tw_kernel_free(&kernel);
    }
    tw_config_free(&config);
}

static void check_field(const struct tw_kernel *kernel, const char *key, const char *word, int64_t number)
{
    const struct tw_field_value *field = tw_kernel_field(kernel, key);
    assert_non_null(field);
    assert_int_equal(field->is_word, word != NULL);
    if (word) {
        assert_string_equal(field->text, word);
    } else {
        assert_null(field->text);
        assert_int_equal(field->number, number);
    }
}

static void fields_and_prediction_are_filled_in(void **state)
{
    (void)state;
    struct tw_config config;
    struct tw_kernel kernel;
    parse("c.json",
          "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"k\", \"BDIMX\": 32, "
          "\"BDIMY\": 16, \"IPAD\": 1,"
          " \"layout\": \"row-col\", \"carveout\": 50}, {\"name\": \"d\", \"BDIMX\": 8, \"BDIMY\": 8}]}",
          &config);
    render(&config, 0, TW_STORE_INDEX, &kernel);
    assert_string_equal(kernel.name, "k");
    assert_string_equal(kernel.family, "tile");
    assert_string_equal(kernel.template_name, "tile.cu.mustache");
    assert_int_equal(kernel.field_count, config.family->field_count);
    for (unsigned i = 0; i < kernel.field_count; i++) {
        assert_string_equal(kernel.fields[i].key, config.family->fields[i].key);
    }
    check_field(&kernel, "BDIMX", NULL, 32);
    check_field(&kernel, "BDIMY", NULL, 16);
    check_field(&kernel, "IPAD", NULL, 1);
    check_field(&kernel, "layout", "row-col", 0);
    check_field(&kernel, "index", "linear", 0);
    check_field(&kernel, "swizzle", "none", 0);
    check_field(&kernel, "type", "int32", 0);
    check_field(&kernel, "carveout", NULL, 50);
    assert_int_equal(kernel.predicted.store_wavefronts, 16);
    assert_int_equal(kernel.predicted.load_requests, 16);
    assert_int_equal(kernel.predicted.load_wavefronts, 32);
    assert_string_equal(kernel.accesses[0].name, "write row");
    assert_string_equal(kernel.accesses[1].name, "read column");
    assert_int_equal(kernel.accesses[1].ideal, 16);
    tw_kernel_free(&kernel);
    render(&config, 1, TW_STORE_INDEX, &kernel);
    check_field(&kernel, "carveout", "default", 0);
    assert_int_equal(kernel.carveout, -1);
    tw_kernel_free(&kernel);
    tw_config_free(&config);
}

static void an_unknown_variable_is_an_error_at_its_place(void **state)
{
    (void)state;
    static const char text[] = "// {{name}}\n  {{nmae}}\n";
    struct tw_template tmpl = {"mine.cu.mustache", text, sizeof text - 1};
    struct tw_config config;
    struct tw_kernel kernel;
    struct tw_error error = TW_ERROR_INIT;
    load("square", &config);
    assert_int_equal(tw_render(&config, &config.variants[0], TW_STORE_INDEX, &tmpl, &kernel, &error),
                     TW_INPUT);
    assert_string_equal(error.file, "mine.cu.mustache");
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "nmae"));
    assert_null(kernel.source);
    tw_error_free(&error);
    tw_config_free(&config);
}

static long allocations_left;

static void *failing_malloc(size_t bytes)
{
    return allocations_left-- > 0 ? malloc(bytes) : NULL;
}

/* Whichever allocation of the template's data fails, the error is "out of memory" and nothing leaks. */
static void memory_that_runs_out_is_an_error(void **state)
{
    (void)state;
    struct tw_config config;
    int code = TW_MEMORY;
    cJSON_Hooks hooks = {failing_malloc, free};
    load("square", &config);
    cJSON_InitHooks(&hooks);
    for (long allocations = 0; code != TW_OK && allocations < 1000; allocations++) {
        struct tw_kernel kernel;
        struct tw_error error = TW_ERROR_INIT;
        allocations_left = allocations;
        code = tw_render(&config, &config.variants[4], TW_STORE_INDEX, NULL, &kernel, &error);
        if (code != TW_OK) assert_int_equal(code, TW_MEMORY);
        tw_kernel_free(&kernel);
        tw_error_free(&error);
    }
    cJSON_InitHooks(NULL);
    assert_int_equal(code, TW_OK);
    tw_config_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_match_golden_files),
        cmocka_unit_test(sources_do_not_depend_on_the_locale),
        cmocka_unit_test(the_directory_leaves_no_trace),
        cmocka_unit_test(lines_lead_back_to_the_template),
        cmocka_unit_test(fields_and_prediction_are_filled_in),
        cmocka_unit_test(an_unknown_variable_is_an_error_at_its_place),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
