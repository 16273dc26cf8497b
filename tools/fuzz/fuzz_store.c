/*
 * Any bytes as kept wisdom, as a file of the store (damage is skipped) and as one to be imported (damage is an error). What must
 * hold: an error has a sentence; what is read lies in its fields' ranges, each search is there once, and printed it is read as
 * the same again, which prints the same.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tune/plan/store.h"

static void check_value(const struct tw_field_info *field, int64_t value)
{
    int64_t words = 0;
    while (field->words && field->words[words]) words++;
    bool number = field->kind == TW_FIELD_INT && value >= field->low && value <= field->high;
    int64_t first = field->kind == TW_FIELD_ENUM ? 0 : TW_WORD(0);
    assert(number || (value >= first && value < first + words));
}

static void check_entry(const struct tw_store_entry *entry)
{
    for (unsigned f = 0; f < entry->family->field_count; f++)
        check_value(&entry->family->fields[f], entry->value[f]);
    for (unsigned f = entry->family->field_count; f < TW_MAX_FIELDS; f++)
        assert(!tw_has_field(entry->searched, f));
    assert(entry->effort > TW_EFFORT_ESTIMATE && entry->effort < TW_EFFORT_COUNT);
    assert(entry->us > 0 && entry->estimate_us >= 0 && strlen(entry->time) == TW_STORE_STAMP - 1);
}

static void check_stores(const struct tw_stores *stores)
{
    struct tw_text once = {0}, twice = {0};
    struct tw_stores again = {0};
    struct tw_error error = TW_ERROR_INIT;
    for (size_t i = 0; i < stores->count; i++) {
        for (size_t k = 0; k < stores->list[i].count; k++) {
            check_entry(&stores->list[i].entries[k]);
            assert(tw_stores_know(stores, &stores->list[i].device, &stores->list[i].entries[k]));
        }
    }
    tw_stores_print(stores, &once);
    int code =
        stores->count ? tw_stores_read("again", once.data, once.length, true, NULL, &again, &error) : TW_OK;
    assert(code == TW_OK);
    tw_stores_print(&again, &twice);
    assert(strcmp(tw_text_string(&once), tw_text_string(&twice)) == 0);
    tw_error_free(&error);
    tw_stores_free(&again);
    tw_text_free(&once);
    tw_text_free(&twice);
}

static bool read_bytes(const char *text, size_t size, bool strict)
{
    struct tw_stores stores = {0};
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_stores_read("fuzz", text, size, strict, NULL, &stores, &error);
    assert(code == (int)error.code && (strict || !code));
    assert(!code || (code == TW_INPUT && error.message[0] && !strpbrk(error.message, "\n\r")));
    assert(!strict || !stores.damaged);
    check_stores(&stores);
    tw_error_free(&error);
    tw_stores_free(&stores);
    return !code;
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    read_bytes(text, size, false);
    bool taken = read_bytes(text, size, true);
    free(text);
    return taken;
}
