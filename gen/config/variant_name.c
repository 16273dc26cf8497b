/* Names are spelled from the values that vary, and read back field by field. */
#include "gen/config/variant_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/config/config.h"
#include "gen/config/reserved_names.h"

/* ---- what a value adds to a name ---- */

/* "_", "IPAD", "", "2" */
struct suffix {
    const char *piece[4];
    char number[24];
};

/* Whether a name can hold the word: letters and digits, with single signs between them that become underscores. */
static bool is_plain(const char *word)
{
    bool sign = true;
    for (; *word; word++) {
        const bool letter = (*word >= 'a' && *word <= 'z') || (*word >= 'A' && *word <= 'Z') ||
                            (*word >= '0' && *word <= '9');
        if (!letter && (sign || (*word != '_' && *word != '-'))) return false;
        sign = !letter;
    }
    return !sign;
}

/* A word that stands in names as it is. */
static bool is_word(const struct tw_field_info *field, const struct tw_axis *axis, uint64_t i)
{
    const int64_t value = tw_axis_value(axis, i);
    const struct tw_field_value shown = tw_field_value_of(field, value);
    return shown.is_word && !tw_field_text(field, value) && (field->is_real || is_plain(shown.text));
}

static void spell(const struct tw_field_info *field, const struct tw_axis *axis, uint64_t i,
                  struct suffix *suffix)
{
    int64_t value = tw_axis_value(axis, i);
    const bool word = is_word(field, axis, i), numbered = tw_field_value_of(field, value).is_word && !word;
    const bool has_key = field->kind != TW_FIELD_ENUM || field->is_real || numbered;
    suffix->piece[0] = "_";
    suffix->piece[1] = has_key ? field->key : "";
    suffix->piece[2] = has_key && word && !field->is_real ? "_" : "";
    suffix->piece[3] = word ? tw_field_value_of(field, value).text : suffix->number;
    if (numbered)
        snprintf(suffix->number, sizeof suffix->number, "%" PRIu64, i + 1);
    else
        snprintf(suffix->number, sizeof suffix->number, "%" PRId64, value);
}

static char in_name(char c)
{
    return c == '-' || c == '.' ? '_' : c == '+' ? 'p' : c; /* 1e+5 is not 1e-5 */
}

static void add_suffix(const struct suffix *suffix, struct tw_text *name)
{
    for (int p = 0; p < 4; p++)
        for (const char *c = suffix->piece[p]; *c; c++) tw_text_add_char(name, in_name(*c));
}

/* The end of the suffix in `rest`, which begins with it; or NULL. */
static const char *skip_suffix(const struct suffix *suffix, const char *rest)
{
    for (int p = 0; p < 4; p++) {
        for (const char *c = suffix->piece[p]; *c; c++)
            if (*rest++ != in_name(*c)) return NULL;
    }
    return rest;
}

/* ---- from number to name, and back ---- */

/* The next field from *f on that varies, with its axis, which is given for *f; false: no more do. */
static bool next_varying(const struct tw_family *family, const struct tw_entry *entry, unsigned *f,
                         const struct tw_axis **axis)
{
    for (; *f < family->field_count; ++*f) {
        if (!tw_has_field(entry->given, *f)) continue;
        if ((*axis)->count > 1) return true;
        ++*axis;
    }
    return false;
}

void tw_entry_name(const struct tw_family *family, const struct tw_entry *entry, uint64_t offset,
                   struct tw_text *name)
{
    const struct tw_axis *axis = entry->axes;
    uint64_t left = entry->count;
    tw_text_add(name, entry->name);
    if (entry->is_numbered) {
        tw_text_addf(name, "_%" PRIu64, offset + 1);
        return;
    }
    for (unsigned f = 0; next_varying(family, entry, &f, &axis); f++, axis++) {
        struct suffix suffix;
        left /= axis->count; /* variants that have the same values so far */
        spell(&family->fields[f], axis, offset / left, &suffix);
        add_suffix(&suffix, name);
        offset %= left;
    }
}

/* Which number of a range `rest` begins with, "_IPAD12": false, if it cannot be one. */
static bool find_number(const struct tw_field_info *field, const struct tw_axis *axis, const char *rest,
                        uint64_t *i)
{
    size_t key = strlen(field->key);
    if (*rest != '_' || strncmp(rest + 1, field->key, key) != 0) return false;
    const char *digit = rest + 1 + key;
    bool negative = *digit == '_';
    uint64_t number = 0;
    for (digit += negative; *digit >= '0' && *digit <= '9'; digit++) {
        if (number > UINT64_MAX / 20) return false;
        number = number * 10 + (uint64_t)(*digit - '0');
    }
    uint64_t distance = (negative ? 0 - number : number) - (uint64_t)axis->first;
    *i = distance / (uint64_t)axis->step;
    return distance % (uint64_t)axis->step == 0 && *i < axis->count;
}

/* Variants of the entry from field f on, when those before it are `offset`. */
static bool find_rest(const struct tw_family *family, const struct tw_entry *entry, unsigned f,
                      const struct tw_axis *axis, const char *rest, uint64_t *offset)
{
    if (!next_varying(family, entry, &f, &axis)) return !*rest;
    const struct tw_field_info *field = &family->fields[f];
    uint64_t i = 0, end = axis->count, before = *offset;
    if (!axis->list && field->kind == TW_FIELD_INT) {
        if (!find_number(field, axis, rest, &i)) return false;
        end = i + 1;
    }
    for (; i < end; i++) {
        struct suffix suffix;
        spell(field, axis, i, &suffix);
        const char *after = skip_suffix(&suffix, rest);
        *offset = before * axis->count + i;
        if (after && find_rest(family, entry, f + 1, axis + 1, after, offset)) return true;
    }
    return false;
}

/* "_17" of a numbered entry, written as it would be here. */
static bool find_numbered(const struct tw_entry *entry, const char *rest, uint64_t *offset)
{
    uint64_t number = 0;
    if (*rest++ != '_' || *rest < '1' || *rest > '9') return false;
    for (; *rest >= '0' && *rest <= '9'; rest++) {
        if (number > UINT64_MAX / 20) return false;
        number = number * 10 + (uint64_t)(*rest - '0');
    }
    *offset = number - 1;
    return !*rest && *offset < entry->count;
}

bool tw_entry_find(const struct tw_family *family, const struct tw_entry *entry, const char *name,
                   uint64_t *offset)
{
    size_t length = strlen(entry->name);
    *offset = 0;
    if (strncmp(name, entry->name, length) != 0) return false;
    if (entry->is_numbered) return find_numbered(entry, name + length, offset);
    return find_rest(family, entry, 0, entry->axes, name + length, offset);
}

/* ---- all of them at once ---- */

static bool is_refused(const struct tw_family *family, const struct tw_entry *entry, uint64_t offset,
                       struct tw_text *name)
{
    struct tw_text ignored = {0};
    tw_text_clear(name);
    tw_entry_name(family, entry, offset, name);
    bool refused = !tw_name_accept(tw_text_string(name), &ignored);
    tw_text_free(&ignored);
    return refused;
}

/* The reserved names that are the entry's. */
static bool find_reserved(const struct tw_family *family, const struct tw_entry *entry, uint64_t *offset)
{
    for (size_t l = 0; l < TW_RESERVED_LISTS; l++) {
        for (size_t i = 0; i < tw_reserved_lists[l].count; i++)
            if (tw_entry_find(family, entry, tw_reserved_lists[l].names[i], offset)) return true;
    }
    return false;
}

static size_t suffix_length(const struct tw_field_info *field, const struct tw_axis *axis, uint64_t i)
{
    struct suffix suffix;
    size_t length = 0;
    spell(field, axis, i, &suffix);
    for (int p = 0; p < 4; p++) length += strlen(suffix.piece[p]);
    return length;
}

/*
 * A name is refused for its length, for two underscores in a row, or as a word that is reserved. So it takes the longest name, and
 * one with each value; of a range its ends are enough, between which only digits differ.
 */
bool tw_entry_find_refused(const struct tw_family *family, const struct tw_entry *entry, struct tw_text *name,
                           uint64_t *offset)
{
    const struct tw_axis *axis = entry->axes;
    uint64_t left = entry->count, longest = 0;
    if (entry->is_numbered) {
        *offset = entry->count - 1;
        return is_refused(family, entry, *offset, name);
    }
    for (unsigned f = 0; next_varying(family, entry, &f, &axis); f++, axis++) {
        const struct tw_field_info *field = &family->fields[f];
        bool ends = !axis->list && field->kind == TW_FIELD_INT;
        uint64_t at = 0;
        left /= axis->count;
        for (uint64_t i = 0; i < axis->count; i += ends ? axis->count - 1 : 1) {
            *offset = i * left;
            if (is_refused(family, entry, *offset, name)) return true;
            if (suffix_length(field, axis, i) > suffix_length(field, axis, at)) at = i;
        }
        longest += at * left;
    }
    *offset = longest;
    return is_refused(family, entry, longest, name) || find_reserved(family, entry, offset);
}

/* The shorter of two texts is how the longer one begins. */
static bool agree(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return !*a || !*b;
}

/* The suffix, of a name that is not too long. */
static const char *write_suffix(const struct tw_field_info *field, const struct tw_axis *axis, uint64_t i,
                                char text[TW_MAX_NAME + 1])
{
    struct suffix suffix;
    char *end = text;
    spell(field, axis, i, &suffix);
    for (int p = 0; p < 4; p++) {
        for (const char *c = suffix.piece[p]; *c && end < text + TW_MAX_NAME; c++) *end++ = in_name(*c);
    }
    *end = '\0';
    return text;
}

/* Whether a value of the field may go on as `rest` does; of numbers and texts the key alone is compared. */
static bool may_go_on(const struct tw_field_info *field, const struct tw_axis *axis, const char *rest)
{
    char text[TW_MAX_NAME + 1];
    if (field->kind != TW_FIELD_ENUM) return agree(rest + 1, field->key);
    for (uint64_t i = 0; i < axis->count; i++)
        if (agree(rest, write_suffix(field, axis, i, text))) return true;
    return false;
}

/* Whether value i of a field is how value j begins, and the names may still become the same. */
static bool may_meet(const struct tw_family *family, const struct tw_entry *entry, unsigned f,
                     const struct tw_axis *axis, uint64_t i, uint64_t j)
{
    char longer[TW_MAX_NAME + 1];
    struct suffix suffix;
    const struct tw_axis *next = axis + 1;
    spell(&family->fields[f], axis, i, &suffix);
    const char *rest = skip_suffix(&suffix, write_suffix(&family->fields[f], axis, j, longer));
    if (!rest || !*rest) return rest;
    f++;
    return *rest == '_' && next_varying(family, entry, &f, &next) &&
           may_go_on(&family->fields[f], next, rest);
}

bool tw_entry_names_differ(const struct tw_family *family, const struct tw_entry *entry)
{
    const struct tw_axis *axis = entry->axes;
    if (entry->is_numbered) return true;
    for (unsigned f = 0; next_varying(family, entry, &f, &axis); f++, axis++) {
        if (!axis->list && family->fields[f].kind == TW_FIELD_INT) continue; /* numbers differ */
        for (uint64_t i = 0; i < axis->count; i++) {
            for (uint64_t j = 0; j < axis->count && is_word(&family->fields[f], axis, i); j++)
                if (i != j &&
                    (may_meet(family, entry, f, axis, i, j) || may_meet(family, entry, f, axis, j, i)))
                    return false;
        }
    }
    return true;
}
