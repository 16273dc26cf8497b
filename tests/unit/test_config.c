/*
 * Configs against golden files: tests/golden/config/NAME.json has a sibling NAME.variants (what it expands
 * to) or NAME.err (the whole message). With TILEWRIGHT_BLESS set, the siblings are written anew.
 *
 * A line of NAME.variants: line:column name key=value ..., a value in parentheses when the config does not
 * give it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/config.h"

static void add_value(const struct tw_field_info *field, int64_t value, struct tw_text *text)
{
    if (field->kind == TW_FIELD_ENUM)
        tw_text_add(text, field->words[value]);
    else if (value < INT64_MIN / 2)
        tw_text_add(text, field->words[value - TW_WORD(0)]);
    else
        tw_text_addf(text, "%" PRId64, value);
}

static void add_variants(const struct tw_config *config, struct tw_text *text)
{
    for (size_t i = 0; i < config->variant_count; i++) {
        const struct tw_variant *variant = &config->variants[i];
        tw_text_addf(text, "%u:%u %s", variant->line, variant->column, variant->name);
        for (unsigned f = 0; f < config->family->field_count; f++) {
            bool given = variant->given >> f & 1u;
            tw_text_addf(text, given ? " %s=" : " (%s=", config->family->fields[f].key);
            add_value(&config->family->fields[f], variant->value[f], text);
            tw_text_add(text, given ? "" : ")");
        }
        tw_text_add(text, "\n");
    }
}

/* What the config gives, as text; *suffix says of which kind. */
static struct tw_text outcome(const char *path, const char **suffix)
{
    struct tw_config config;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    int code = tw_config_load(path, &config, &error);
    *suffix = code ? ".err" : ".variants";
    assert_int_equal(code, error.code);
    if (code) {
        assert_int_equal(code, TW_INPUT);
        tw_text_addf(&text, "%s:%u:%u: %s\n%s", error.file, error.line, error.column, error.message,
                     error.detail);
    } else {
        add_variants(&config, &text);
    }
    tw_config_free(&config);
    tw_error_free(&error);
    return text;
}

static void check_golden(const char *path)
{
    const char *suffix;
    struct tw_text got = outcome(path, &suffix), sibling = {0}, expected = {0};
    tw_text_add_bytes(&sibling, path, strlen(path) - strlen(".json"));
    tw_text_add(&sibling, suffix);
    if (getenv("TILEWRIGHT_BLESS")) {
        assert_int_equal(tw_file_write(tw_text_string(&sibling), got.data, got.length, NULL), TW_OK);
    } else {
        if (tw_file_read(tw_text_string(&sibling), &expected, NULL))
            fail_msg("%s: got\n%s", sibling.data, got.data);
        assert_string_equal(tw_text_string(&got), tw_text_string(&expected));
    }
    tw_text_free(&got);
    tw_text_free(&sibling);
    tw_text_free(&expected);
}

static void golden_configs(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(chdir(SOURCE_DIR), 0); /* messages show the path as given: relative to the source */
    assert_int_equal(glob("tests/golden/config/*.json", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 0);
    for (size_t i = 0; i < found.gl_pathc; i++) check_golden(found.gl_pathv[i]);
    globfree(&found);
}
int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_configs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
