/* What is in a rendered kernel beside its text: where lines come from, fields, the prediction; and errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/templates.h"
#include "tests/unit/failing_memory.h"
#include "tests/unit/golden.h"

static void parse(const char *file, const char *text, struct expanded *config)
{
    struct tw_error error = TW_ERROR_INIT;
    if (expanded_parse(file, text, strlen(text), config, &error) != TW_OK) fail_msg("%s", error.message);
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
        struct expanded config;
        struct tw_kernel kernel;
        parse(cases[i].file, text, &config);
        golden_render(&config, 0, &tw_rendering_main, &kernel);
        const char *end = strchr(kernel.source, '\n'), *shown = strstr(kernel.source, cases[i].shown);
        assert_true(shown && shown < end);
        tw_kernel_free(&kernel);
        expanded_free(&config);
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
    struct expanded config;
    const struct tw_template *tmpl = tw_template_find("tile.cu.mustache");
    golden_load("forms", &config);
    for (size_t i = 0; i < config.of.count; i++) {
        struct tw_kernel kernel;
        unsigned barriers = 0, lines = 0;
        if (!golden_accepted(&config, i)) continue;
        golden_render(&config, i, &tw_rendering_main, &kernel);
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
    expanded_free(&config);
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
    struct expanded config;
    struct tw_kernel kernel;
    parse("c.json",
          "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"k\", \"BDIMX\": 32, "
          "\"BDIMY\": 16, \"IPAD\": 1,"
          " \"layout\": \"row-col\", \"carveout\": 50}, {\"name\": \"d\", \"BDIMX\": 8, \"BDIMY\": 8}]}",
          &config);
    golden_render(&config, 0, &tw_rendering_main, &kernel);
    assert_string_equal(kernel.name, "k");
    assert_string_equal(kernel.family, "tile");
    assert_string_equal(kernel.template_name, "tile.cu.mustache");
    assert_int_equal(kernel.field_count, config.of.family->field_count);
    for (unsigned i = 0; i < kernel.field_count; i++) {
        assert_string_equal(kernel.fields[i].key, config.of.family->fields[i].key);
    }
    check_field(&kernel, "BDIMX", NULL, 32);
    check_field(&kernel, "BDIMY", NULL, 16);
    check_field(&kernel, "IPAD", NULL, 1);
    check_field(&kernel, "layout", "row-col", 0);
    check_field(&kernel, "index", "linear", 0);
    check_field(&kernel, "swizzle", "none", 0);
    check_field(&kernel, "type", "int32", 0);
    check_field(&kernel, "carveout", NULL, 50);
    assert_int_equal(kernel.predicted[0].counts.store_wavefronts, 16);
    assert_int_equal(kernel.predicted[0].counts.load_requests, 16);
    assert_int_equal(kernel.predicted[0].counts.load_wavefronts, 32);
    assert_string_equal(kernel.predicted[0].accesses[0].name, "write row");
    assert_string_equal(kernel.predicted[0].accesses[1].name, "read column");
    assert_int_equal(kernel.predicted[0].accesses[1].ideal, 16);
    tw_kernel_free(&kernel);
    golden_render(&config, 1, &tw_rendering_main, &kernel);
    check_field(&kernel, "carveout", "default", 0);
    assert_int_equal(kernel.shape.launches[0].carveout, -1);
    tw_kernel_free(&kernel);
    expanded_free(&config);
}

static void an_unknown_variable_is_an_error_at_its_place(void **state)
{
    (void)state;
    static const char text[] = "// {{name}}\n  {{nmae}}\n";
    struct tw_template tmpl = {"mine.cu.mustache", text, sizeof text - 1};
    struct expanded config;
    struct tw_kernel kernel;
    struct tw_error error = TW_ERROR_INIT;
    golden_load("square", &config);
    assert_int_equal(tw_render(&config.of, &config.of.variant[0], &tw_rendering_main, &tmpl, &kernel, &error),
                     TW_INPUT);
    assert_string_equal(error.file, "mine.cu.mustache");
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "nmae"));
    assert_null(kernel.source);
    tw_error_free(&error);
    expanded_free(&config);
}

/* The kernel itself as it is alone, an empty line, and the one for other pointers; each line leads back to the template. */
static void a_second_kernel_stands_behind_the_first(void **state)
{
    (void)state;
    struct expanded config;
    struct tw_kernel alone, kernel, second;
    golden_load("transpose-walk", &config);
    golden_render(&config, 0, &tw_rendering_main, &alone);
    assert_int_equal(tw_render_both(&config.of, &config.of.variant[0], NULL, &kernel, &second, NULL), TW_OK);
    assert_memory_equal(kernel.source, alone.source, alone.source_length);
    const char *other = kernel.source + alone.source_length;
    assert_int_equal(other[0], '\n');
    assert_memory_equal(other, "\n// whole_uint8_any: transpose family", 36);
    assert_non_null(strstr(other, "    whole_uint8_any(const unsigned char *"));
    assert_non_null(strstr(other, "both 1-byte aligned"));
    assert_int_equal(strlen(kernel.source), kernel.source_length);
    size_t lines = 0;
    for (const char *c = kernel.source; *c; c++) lines += *c == '\n';
    assert_int_equal(kernel.source_lines, lines);
    for (size_t i = 0; i < lines; i++) assert_true(kernel.template_line[i] > 0);
    assert_string_equal(second.name, "whole_uint8_any");
    assert_null(second.source);
    assert_int_equal(second.shape.arguments[1].align, 1);
    tw_kernel_free(&second);
    tw_kernel_free(&kernel);
    tw_kernel_free(&alone);
    expanded_free(&config);

    golden_load("square", &config);
    assert_int_equal(tw_render_both(&config.of, &config.of.variant[0], NULL, &kernel, &second, NULL), TW_OK);
    assert_null(second.name);
    tw_kernel_free(&kernel);
    expanded_free(&config);
}

#if CAN_FAIL
/* Renders while `allocations` succeed; how many of them were left over. */
static long render_with(const struct expanded *config, const char *name, long allocations, int *code)
{
    const struct tw_variant *variant = config->of.variant;
    struct tw_kernel kernel, second;
    while (strcmp(variant->name, name) != 0) variant++;
    until_failure = allocations;
    *code = tw_render_both(&config->of, variant, NULL, &kernel, &second, NULL);
    long left = until_failure;
    until_failure = -1;
    tw_kernel_free(&kernel);
    tw_kernel_free(&second);
    return left;
}

static void check_memory(const char *config_name, const char *variant)
{
    const long plenty = 1000000, before = live;
    int code;
    struct expanded config;
    golden_load(config_name, &config);
    const long loaded = live;
    long needed = plenty - render_with(&config, variant, plenty, &code);
    assert_int_equal(code, TW_OK);
    for (long k = 0; k < needed; k++) {
        render_with(&config, variant, k, &code);
        assert_int_equal(code, TW_MEMORY);
        assert_int_equal(live, loaded);
    }
    expanded_free(&config);
    assert_int_equal(live, before);
}
#endif

/* Whichever allocation fails, the error is "out of memory": no kernel is described by half, and nothing leaks. */
static void memory_that_runs_out_is_an_error(void **state)
{
    (void)state;
#if CAN_FAIL
    check_memory("square", "setRowReadColDynPad");
    check_memory("tile-patterns", "walk_reads3");
    check_memory("tile-patterns", "swizzled");
    check_memory("tile-two", "carved_kernel");
    check_memory("tile-two", "patterns_writes2_first");
    check_memory("tile-walk", "solidDynamic");
    check_memory("transpose-scalar", "hint_padded_stream");
    check_memory("transpose-walk", "keeps_gaps");
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_directory_leaves_no_trace),
        cmocka_unit_test(lines_lead_back_to_the_template),
        cmocka_unit_test(fields_and_prediction_are_filled_in),
        cmocka_unit_test(an_unknown_variable_is_an_error_at_its_place),
        cmocka_unit_test(a_second_kernel_stands_behind_the_first),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
