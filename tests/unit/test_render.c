/*
 * Rendered kernels against golden files: tests/golden/kernel/NAME.cu holds every rendering of every variant of
 * the config NAME.json beside it (or else in configs/), but for those that are impossible. TILEWRIGHT_BLESS=1 in
 * the environment rewrites them; a new one begins as an empty file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/families.h"
#include "base/file.h"
#include "gen/layout/predict.h"
#include "gen/text/mustache_parse.h"
#include "gen/text/render.h"
#include "tests/expanded.h"
#include "tests/unit/failing_memory.h"

#define GOLDEN TEST_DIR "/golden/kernel/"

static void load(const char *name, struct expanded *config)
{
    char path[1024];
    struct tw_error error = TW_ERROR_INIT;
    snprintf(path, sizeof path, GOLDEN "%s.json", name);
    if (access(path, R_OK) != 0) snprintf(path, sizeof path, SOURCE_DIR "/configs/%s.json", name);
    if (expanded_by(tw_config_load(path, &config->config, &error), config, &error) != TW_OK)
        fail_msg("%s: %s", path, error.message);
}

static void parse(const char *file, const char *text, struct expanded *config)
{
    struct tw_error error = TW_ERROR_INIT;
    if (expanded_parse(file, text, strlen(text), config, &error) != TW_OK) fail_msg("%s", error.message);
}

static void render(const struct expanded *config, size_t variant, const struct tw_rendering *rendering,
                   struct tw_kernel *kernel)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_render(&config->of, &config->of.variant[variant], rendering, NULL, kernel, &error);
    if (code != TW_OK) fail_msg("%s: %s", config->of.variant[variant].name, error.message);
}

static bool accepted(const struct expanded *config, size_t variant)
{
    struct tw_text reason = {0};
    bool yes = config->of.family->accept(config->of.variant[variant].value, tw_target_find(90), &reason);
    tw_text_free(&reason);
    return yes;
}

static void render_all(const struct expanded *config, struct tw_text *text)
{
    for (size_t i = 0; i < config->of.count; i++) {
        const struct tw_rendering *list[TW_MAX_RENDERINGS], *timed;
        if (!accepted(config, i)) continue;
        unsigned count = tw_family_renderings(config->of.family, config->of.variant[i].value, list, &timed);
        for (unsigned k = 0; k < count; k++) {
            struct tw_kernel kernel;
            render(config, i, list[k], &kernel);
            tw_text_addf(text, "%s%s", text->length ? "\n" : "", kernel.source);
            tw_kernel_free(&kernel);
        }
    }
    assert_false(text->failed);
}

static void golden(const char *name, const char *path)
{
    struct expanded config;
    struct tw_text got = {0}, expected = {0};
    struct tw_error error = TW_ERROR_INIT;
    load(name, &config);
    render_all(&config, &got);
    if (getenv("TILEWRIGHT_BLESS"))
        assert_int_equal(tw_file_write(path, got.data, got.length, &error), TW_OK);
    if (tw_file_read(path, &expected, &error) != TW_OK) fail_msg("%s: %s", path, error.message);
    if (strcmp(tw_text_string(&got), tw_text_string(&expected)) != 0) print_error("%s differs\n", path);
    assert_string_equal(tw_text_string(&got), tw_text_string(&expected));
    tw_text_free(&got);
    tw_text_free(&expected);
    expanded_free(&config);
}

/* Calls it for each golden file; name: without folder and ending. */
static void for_each_golden(void (*call)(const char *name, const char *path))
{
    glob_t found;
    assert_int_equal(glob(GOLDEN "*.cu", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 5);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char name[64];
        const char *file = found.gl_pathv[i] + strlen(GOLDEN);
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".cu")), file);
        call(name, found.gl_pathv[i]);
    }
    globfree(&found);
}

static void sources_match_golden_files(void **state)
{
    (void)state;
    for_each_golden(golden);
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
    for_each_golden(golden);
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
        struct expanded config;
        struct tw_kernel kernel;
        parse(cases[i].file, text, &config);
        render(&config, 0, &tw_rendering_main, &kernel);
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
    load("forms", &config);
    for (size_t i = 0; i < config.of.count; i++) {
        struct tw_kernel kernel;
        unsigned barriers = 0, lines = 0;
        if (!accepted(&config, i)) continue;
        render(&config, i, &tw_rendering_main, &kernel);
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

/* ---- the golden files hold every line of the templates ---- */

#define LINES_MAX 1024u

/* By row of the table of templates. */
#define TEMPLATES_MAX 64u

static struct {
    bool wanted;
    bool seen[LINES_MAX]; /* by line, from 1 */
} covered[TEMPLATES_MAX];

static size_t row_of(const struct tw_template *tmpl)
{
    size_t row = (size_t)(tmpl - tw_templates);
    assert_true(row < TEMPLATES_MAX);
    return row;
}

/* The lines of the template in a rendering. A part of a kernel is rendered alone, where a variable that it needs may be unknown:
   there the kernel does not hold it. */
static void cover_template(const struct expanded *config, size_t variant,
                           const struct tw_rendering *rendering, const struct tw_template *tmpl)
{
    struct tw_kernel kernel;
    struct tw_error error = TW_ERROR_INIT;
    size_t row = row_of(tmpl);
    bool is_part = tmpl != tw_template_find(config->of.family->template_name);
    covered[row].wanted = true;
    int code = tw_render(&config->of, &config->of.variant[variant], rendering, tmpl, &kernel, &error);
    assert_true(code == TW_OK || (is_part && code == TW_INPUT));
    tw_error_free(&error);
    if (code) return;
    for (size_t line = 0; line < kernel.source_lines; line++)
        covered[row].seen[kernel.template_line[line]] = true;
    tw_kernel_free(&kernel);
}

static const struct tw_template *partial_of(const struct tw_mustache_node *node)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s.mustache", TW_SHOW(node->name));
    return node->op == TW_MUSTACHE_PARTIAL ? tw_template_find(name) : NULL;
}

static void cover_all(const struct expanded *config, size_t variant, const struct tw_rendering *rendering)
{
    const struct tw_template *tmpl = tw_template_find(config->of.family->template_name);
    struct tw_mustache parsed;
    assert_int_equal(tw_mustache_parse(tmpl->name, tmpl->text, tmpl->length, &parsed, NULL), TW_OK);
    cover_template(config, variant, rendering, tmpl);
    for (size_t k = 0; k < parsed.count; k++) {
        const struct tw_template *part = partial_of(&parsed.nodes[k]);
        if (part) cover_template(config, variant, rendering, part);
    }
    tw_mustache_free(&parsed);
}

static void cover(const char *name, const char *path)
{
    struct expanded config;
    (void)path;
    load(name, &config);
    for (size_t i = 0; i < config.of.count; i++) {
        const struct tw_rendering *list[TW_MAX_RENDERINGS], *timed;
        unsigned count = accepted(&config, i) ? tw_family_renderings(config.of.family,
                                                                     config.of.variant[i].value, list, &timed)
                                              : 0;
        for (unsigned k = 0; k < count; k++) cover_all(&config, i, list[k]);
    }
    expanded_free(&config);
}

static unsigned complain_of_lines(const struct tw_template *tmpl, const bool *seen)
{
    struct tw_mustache parsed;
    unsigned missing = 0;
    assert_int_equal(tw_mustache_parse(tmpl->name, tmpl->text, tmpl->length, &parsed, NULL), TW_OK);
    for (size_t k = 0; k < parsed.count; k++) {
        const struct tw_mustache_node *node = &parsed.nodes[k];
        bool prints = node->op == TW_MUSTACHE_VALUE || (node->op == TW_MUSTACHE_TEXT && node->name.length);
        assert_true(node->line < LINES_MAX);
        if (!node->first || !prints || seen[node->line]) continue;
        print_error("line %u of %s is in no golden file\n", node->line, tmpl->name);
        missing++;
    }
    tw_mustache_free(&parsed);
    return missing;
}

static void golden_files_hold_every_line_of_a_template(void **state)
{
    (void)state;
    unsigned missing = 0;
    for_each_golden(cover);
    for (size_t i = 0; tw_families[i]; i++)
        assert_true(covered[row_of(tw_template_find(tw_families[i]->template_name))].wanted);
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (covered[row_of(row)].wanted) missing += complain_of_lines(row, covered[row_of(row)].seen);
    }
    assert_int_equal(missing, 0);
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
    render(&config, 0, &tw_rendering_main, &kernel);
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
    render(&config, 1, &tw_rendering_main, &kernel);
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
    load("square", &config);
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
    load("transpose-walk", &config);
    render(&config, 0, &tw_rendering_main, &alone);
    assert_int_equal(tw_render_both(&config.of, &config.of.variant[0], &kernel, &second, NULL), TW_OK);
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

    load("square", &config);
    assert_int_equal(tw_render_both(&config.of, &config.of.variant[0], &kernel, &second, NULL), TW_OK);
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
    *code = tw_render_both(&config->of, variant, &kernel, &second, NULL);
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
    load(config_name, &config);
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
        cmocka_unit_test(sources_match_golden_files),
        cmocka_unit_test(sources_do_not_depend_on_the_locale),
        cmocka_unit_test(the_directory_leaves_no_trace),
        cmocka_unit_test(lines_lead_back_to_the_template),
        cmocka_unit_test(golden_files_hold_every_line_of_a_template),
        cmocka_unit_test(fields_and_prediction_are_filled_in),
        cmocka_unit_test(an_unknown_variable_is_an_error_at_its_place),
        cmocka_unit_test(a_second_kernel_stands_behind_the_first),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
