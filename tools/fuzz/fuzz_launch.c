/*
 * Any bytes as the description of launches that `lint --launch` takes. An error has a place in the text, one line of message and
 * a caret; what is accepted can be launched, as far as that is known without the kernel.
 */
#include <assert.h>
#include <string.h>

#include "fuzz.h"
#include "tune/lint/lint.h"

static void check_error(const struct tw_error *error)
{
    assert(error->code == TW_INPUT && strcmp(error->file, "fuzz") == 0);
    assert(error->line >= 1 && error->column >= 1 && error->message[0] && !strpbrk(error->message, "\n\r"));
    assert(error->detail && strchr(error->detail, '^'));
}

static void check_launch(const struct tw_lint_launch *launch)
{
    for (unsigned i = 0; i < 3; i++) assert(launch->grid[i] && launch->block[i]);
    for (size_t i = 0; i < launch->argument_count; i++) assert(launch->arguments[i].type < TW_ELEMENT_COUNT);
}

bool fuzz_one(const uint8_t *bytes, size_t length)
{
    struct tw_lint_launches launches = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_json json;
    int code = tw_json_parse("fuzz", (const char *)bytes, length, &json, &error);
    if (!code) code = tw_lint_launches_read(&json, false, &launches, &error);
    if (code) check_error(&error);
    assert(error.code || launches.count);
    for (size_t i = 0; i < launches.count; i++) check_launch(&launches.list[i]);
    tw_lint_launches_free(&launches);
    tw_error_free(&error);
    return !code;
}
