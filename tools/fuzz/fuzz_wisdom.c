/*
 * Any bytes as wisdom. What must hold: an error has a sentence and, but for a file that cannot be read at all, a line of it;
 * what is read lies in its fields' ranges; and written as a results file again it is read as the same, best first.
 */
#include <assert.h>
#include <string.h>

#include "base/escape.h"
#include "fuzz.h"
#include "fuzz_file.h"
#include "tune/plan/planner.h"

static void *allocate(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static struct tw_planner planner = {.allocator = {allocate, release, NULL}};

static struct tw_wisdom *read_wisdom(const void *bytes, size_t size)
{
    struct tw_wisdom *wisdom;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_wisdom_read(&planner, fuzz_file(bytes, size), &wisdom, &error);
    assert(code == (int)error.code && (code == TW_OK) == (wisdom != NULL));
    assert(!code || (code == TW_INPUT && error.message[0] && !strpbrk(error.message, "\n\r")));
    tw_error_free(&error);
    return wisdom;
}

static void check_value(const struct tw_field_info *field, int64_t value)
{
    int64_t words = 0;
    while (field->words && field->words[words]) words++;
    bool number = field->kind == TW_FIELD_INT && value >= field->low && value <= field->high;
    int64_t first = field->kind == TW_FIELD_ENUM ? 0 : TW_WORD(0);
    assert(number || (value >= first && value < first + words) || tw_field_text(field, value));
}

static void write_entry(const struct tw_wisdom *wisdom, size_t number, struct tw_text *text)
{
    const int64_t *value = wisdom->value + number * wisdom->family->field_count;
    tw_text_addf(text, "{\"rank\": %zu", number + 1);
    for (unsigned f = 0; f < wisdom->family->field_count; f++) {
        check_value(&wisdom->family->fields[f], value[f]);
        struct tw_field_value field = tw_field_value_of(&wisdom->family->fields[f], value[f]);
        tw_text_addf(text, ", \"%s\": ", field.key);
        tw_field_value_add_json(&field, text);
    }
    tw_text_add(text, "}\n");
}

static void write_wisdom(const struct tw_wisdom *wisdom, struct tw_text *text)
{
    tw_text_addf(text, "{\"tilewright_results\": 1, \"finished\": true, \"kernel\": \"%s\", \"device\": ",
                 wisdom->family->name);
    tw_escape_json(text, wisdom->device);
    tw_text_addf(text, ", \"simulator\": %s, \"sm\": %u, \"capability\": {\"multiprocessors\": %u}}\n",
                 wisdom->simulator ? "true" : "false", wisdom->sm, wisdom->multiprocessors);
    for (size_t i = 0; i < wisdom->count; i++) write_entry(wisdom, i, text);
}

static void check_same(const struct tw_wisdom *a, const struct tw_wisdom *b)
{
    assert(b && a->family == b->family && strcmp(a->device, b->device) == 0);
    assert(a->simulator == b->simulator && a->sm == b->sm && a->multiprocessors == b->multiprocessors);
    assert(a->count == b->count);
    for (size_t i = 0; i < a->count * a->family->field_count; i++) {
        const struct tw_field_info *field = &a->family->fields[i % a->family->field_count];
        const char *text = tw_field_text(field, a->value[i]), *other = tw_field_text(field, b->value[i]);
        assert(text && other ? strcmp(text, other) == 0 : a->value[i] == b->value[i]);
    }
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    struct tw_text text = {0};
    struct tw_wisdom *wisdom = read_wisdom(bytes, size), *again;
    if (!wisdom) return false;
    write_wisdom(wisdom, &text);
    again = read_wisdom(text.data, text.length);
    check_same(wisdom, again);
    tw_planner_release(&planner, wisdom);
    tw_planner_release(&planner, again);
    tw_text_free(&text);
    return true;
}
