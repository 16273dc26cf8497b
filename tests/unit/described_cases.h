/* Descriptions of tests/golden/described, as spaces. */
#ifndef TESTS_DESCRIBED_CASES_H
#define TESTS_DESCRIBED_CASES_H

#include "base/file.h"
#include "tests/expanded.h"

#define FOLDER "tests/golden/described/"

/* A config of the folder, as a space to sweep, expanded. */
static inline struct expanded read_space(const char *file)
{
    struct expanded space;
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_file_read(file, &text, NULL), TW_OK);
    int code = expanded_by(tw_config_parse_space(file, text.data, text.length, &space.config, &error), &space,
                           &error);
    if (code) print_error("%s:%u: %s\n", file, error.line, error.message);
    assert_int_equal(code, TW_OK);
    tw_text_free(&text);
    return space;
}

static inline bool accepts(const struct expanded *space, size_t number, struct tw_text *reason)
{
    tw_text_clear(reason);
    return tw_family_accept(space->of.family, space->of.variant[number].value, &space->of.target, reason);
}

#endif
