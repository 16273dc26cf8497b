/* A config's axes become variants: values by their place in the cross product, then what a target chooses. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/choice/wheels.h"
#include "gen/config/config.h"
#include "gen/config/config_value.h"
#include "gen/config/variant_name.h"

void tw_entry_values(const struct tw_family *family, const struct tw_entry *entry, uint64_t offset,
                     int64_t *value)
{
    const struct tw_axis *axis = entry->axes + __builtin_popcountll(entry->given);
    for (unsigned f = family->field_count; f-- > 0;) {
        if (!tw_has_field(entry->given, f)) {
            value[f] = family->fields[f].fallback;
            continue;
        }
        uint64_t count = (--axis)->count;
        value[f] = tw_axis_value(axis, count == 1 ? 0 : offset % count);
        if (count > 1) offset /= count;
    }
}

/* The last entry that begins at `number` or before. */
static const struct tw_entry *find_entry(const struct tw_config *config, uint64_t number)
{
    size_t low = 0, high = config->entry_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(config->entries[middle].first <= number ? &low : &high) = middle;
    }
    return &config->entries[low];
}

bool tw_variants_allocate(const struct tw_family *family, size_t count, struct tw_variant **variant,
                          int64_t **values)
{
    size_t value_bytes = family->field_count * sizeof **values;
    *variant = malloc(count * (sizeof **variant + value_bytes));
    *values = (int64_t *)(void *)(*variant + count);
    return *variant;
}

#define HELD_BYTES 1024u /* about so many for a variant that is tried, with its name and its result */

static uint64_t memory_bytes(void)
{
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static int refuse_count(const char *file, uint64_t count, struct tw_error *error)
{
    return tw_fail_at(
        error, TW_INPUT, file, 0, 0,
        "its %" PRIu64 " variants are too many to be tried whole, with the %" PRIu64
        " MiB of memory that this machine has; give its fields fewer values, or name one variant",
        count, memory_bytes() >> 20);
}

int tw_variants_check_count(const char *file, uint64_t count, struct tw_error *error)
{
    const bool fits = count <= memory_bytes() / HELD_BYTES && count < UINT32_MAX;
    return fits ? TW_OK : refuse_count(file, count, error);
}

/* Resolves the values. What is given stands, but for a word that leaves the choice open: that is not given. */
static uint64_t resolve(const struct tw_family *family, const struct tw_target *target, uint64_t given,
                        int64_t *value)
{
    int64_t before[TW_MAX_FIELDS];
    memcpy(before, value, family->field_count * sizeof *value);
    tw_family_resolve(family, value, target);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (family->fields[f].kind == TW_FIELD_ENUM && value[f] != before[f]) given &= ~tw_field_bit(f);
    }
    return given;
}

static int out_of_memory(const struct tw_config *config, struct tw_error *error)
{
    return tw_fail_at(error, TW_MEMORY, config->file, 0, 0, "out of memory");
}

/* The numbers, in a config, of variants: from `first` on, or those listed. */
struct numbers {
    uint64_t first, *list; /* NULL: all */
    size_t count, room;
};

static uint64_t number_of(const struct numbers *numbers, size_t i)
{
    return numbers->list ? numbers->list[i] : numbers->first + i;
}

/* Makes the names of the variants. */
static bool make_names(const struct tw_config *config, const struct numbers *numbers,
                       struct tw_variant *variant, struct tw_variants *variants)
{
    struct tw_text names = {0};
    for (size_t i = 0; i < variants->count && !names.failed; i++) {
        tw_config_name(config, number_of(numbers, i), &names);
        tw_text_add_char(&names, '\0');
    }
    const char *name = variants->names = tw_text_take(&names);
    for (size_t i = 0; i < variants->count && name; i++, name += strlen(name) + 1) variant[i].name = name;
    return name;
}

static int expand(const struct tw_config *config, const struct tw_target *target,
                  const struct numbers *numbers, struct tw_variants *variants, struct tw_error *error)
{
    const struct tw_family *family = config->family;
    const struct tw_entry *entry = find_entry(config, number_of(numbers, 0)),
                          *end = config->entries + config->entry_count;
    struct tw_variant *all, *variant;
    int64_t *value;
    *variants = (struct tw_variants){.family = family, .file = config->file, .target = *target};
    if (!tw_variants_allocate(family, numbers->count, &all, &value)) return out_of_memory(config, error);
    variants->variant = variants->storage = variant = all;
    variants->count = numbers->count;
    for (size_t i = 0; i < numbers->count; i++, variant++, value += family->field_count) {
        while (entry + 1 < end && entry[1].first <= number_of(numbers, i)) entry++;
        tw_entry_values(family, entry, number_of(numbers, i) - entry->first, value);
        uint64_t given = resolve(family, target, entry->given, value);
        *variant = (struct tw_variant){NULL, value, given, entry->line, entry->column};
    }
    if (make_names(config, numbers, all, variants)) return TW_OK;
    tw_variants_free(variants);
    return out_of_memory(config, error);
}

/* ---- spaces so large that those which violate constraints are not listed ---- */

#define MOST_LISTED 1000000u
#define MOST_TRIED  40000000u /* a minute or two */

/* The fields of an entry, and how far the numbers of variants are apart that differ by one position in each. */
struct entry_wheels {
    struct tw_wheels wheels;
    uint64_t apart[TW_MAX_FIELDS];
};

static struct entry_wheels wheels_of(const struct tw_config *config, const struct tw_target *target,
                                     const struct tw_entry *entry)
{
    struct entry_wheels own = {.wheels = {.family = config->family, .target = target}};
    const unsigned given = (unsigned)__builtin_popcountll(entry->given);
    uint64_t apart = 1;
    for (unsigned f = 0; f < TW_MAX_FIELDS; f++) {
        if (!tw_has_field(entry->given, f)) continue;
        own.wheels.field[own.wheels.count] = f;
        own.wheels.axis[own.wheels.count] = &entry->axes[own.wheels.count];
        own.wheels.count++;
    }
    for (unsigned w = given; w-- > 0;) {
        own.apart[w] = apart;
        apart *= own.wheels.axis[w]->count;
    }
    return own;
}

/* The first variant behind number `offset` of an entry, whose values are given, that may violate nothing up to `wheel`; the entry's count: there
   is none. */
static uint64_t turn(const struct entry_wheels *own, const struct tw_entry *entry, const int64_t *value,
                     uint64_t offset, unsigned wheel)
{
    for (unsigned w = wheel + 1; w-- > 0 && own->wheels.count;) {
        const uint64_t count = own->wheels.axis[w]->count, position = offset / own->apart[w] % count;
        const uint64_t to = tw_wheels_next(&own->wheels, value, w, position + 1);
        if (to < count) return offset - offset % (own->apart[w] * count) + to * own->apart[w];
    }
    return entry->count;
}

static int add_number(const struct tw_config *config, uint64_t number, struct numbers *numbers,
                      struct tw_error *error)
{
    int code = TW_OK;
    if (numbers->count == numbers->room) {
        code = tw_variants_check_count(config->file, numbers->count, error);
        numbers->room = numbers->room ? 2 * numbers->room : 4096;
        uint64_t *grown = code ? NULL : realloc(numbers->list, numbers->room * sizeof *grown);
        if (!code && !grown) code = out_of_memory(config, error);
        if (code) return code;
        numbers->list = grown;
    }
    numbers->list[numbers->count++] = number;
    return code;
}

/* Lists the variants that violate no constraint: where one is violated, all those go that share the values which it depends on. */
static int list_numbers(const struct tw_config *config, const struct tw_target *target,
                        struct numbers *numbers, struct tw_error *error)
{
    uint64_t tried = 0;
    int code = TW_OK;
    for (size_t e = 0; e < config->entry_count && !code; e++) {
        const struct tw_entry *entry = &config->entries[e];
        const struct entry_wheels own = wheels_of(config, target, entry);
        for (uint64_t i = 0; i < entry->count && !code;) {
            int64_t value[TW_MAX_FIELDS];
            tw_entry_values(config->family, entry, i, value);
            tw_family_resolve(config->family, value, target);
            const int wheel = tw_wheels_violated(&own.wheels, value);
            if (wheel < 0) code = add_number(config, entry->first + i, numbers, error);
            i = wheel < 0 ? i + 1 : turn(&own, entry, value, i, (unsigned)wheel);
            if (++tried > MOST_TRIED) code = refuse_count(config->file, config->variant_count, error);
        }
    }
    if (!code && !numbers->count) code = add_number(config, 0, numbers, error); /* it tells why */
    return code;
}

int tw_config_expand(const struct tw_config *config, const struct tw_target *target,
                     struct tw_variants *variants, struct tw_error *error)
{
    struct numbers numbers = {.count = config->variant_count};
    *variants = (struct tw_variants){0};
    int code;
    if (config->family->description && config->variant_count > MOST_LISTED) {
        numbers.count = 0;
        code = list_numbers(config, target, &numbers, error);
    } else {
        code = tw_variants_check_count(config->file, config->variant_count, error);
    }
    if (!code) code = expand(config, target, &numbers, variants, error);
    if (!code) variants->left_out = config->variant_count - variants->count;
    free(numbers.list);
    return code;
}

int tw_config_expand_one(const struct tw_config *config, const struct tw_target *target, uint64_t number,
                         struct tw_variants *variants, struct tw_error *error)
{
    assert(number < config->variant_count);
    const struct numbers one = {.first = number, .count = 1};
    return expand(config, target, &one, variants, error);
}

void tw_config_name(const struct tw_config *config, uint64_t number, struct tw_text *name)
{
    const struct tw_entry *entry = find_entry(config, number);
    tw_entry_name(config->family, entry, number - entry->first, name);
}

bool tw_config_find(const struct tw_config *config, const char *name, uint64_t *number)
{
    for (size_t i = 0; i < config->entry_count; i++) {
        const struct tw_entry *entry = &config->entries[i];
        if (!tw_entry_find(config->family, entry, name, number)) continue;
        *number += entry->first;
        return true;
    }
    return false;
}

bool tw_config_leaves(const struct tw_config *config, uint64_t fields)
{
    for (size_t i = 0; i < config->entry_count; i++) {
        if (fields & ~config->entries[i].given) return true;
    }
    return false;
}

void tw_variants_free(struct tw_variants *variants)
{
    if (!variants) return;
    free(variants->storage);
    free(variants->names);
    *variants = (struct tw_variants){0};
}
