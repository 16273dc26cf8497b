/* A config's axes become variants: values by their place in the cross product, then what a target chooses. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

int tw_variants_check_count(const char *file, uint64_t count, struct tw_error *error)
{
    uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (count <= memory / HELD_BYTES && count < UINT32_MAX) return TW_OK;
    return tw_fail_at(
        error, TW_INPUT, file, 0, 0,
        "its %" PRIu64 " variants are too many to be tried whole, with the %" PRIu64
        " MiB of memory that this machine has; give its fields fewer values, or name one variant",
        count, memory >> 20);
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

/* Makes the names of the variants, from number `first` of the config on. */
static bool make_names(const struct tw_config *config, uint64_t first, struct tw_variant *variant,
                       struct tw_variants *variants)
{
    struct tw_text names = {0};
    for (uint64_t i = first; i < first + variants->count && !names.failed; i++) {
        tw_config_name(config, i, &names);
        tw_text_add_char(&names, '\0');
    }
    const char *name = variants->names = tw_text_take(&names);
    for (size_t i = 0; i < variants->count && name; i++, name += strlen(name) + 1) variant[i].name = name;
    return name;
}

static int expand(const struct tw_config *config, const struct tw_target *target, uint64_t first,
                  size_t count, struct tw_variants *variants, struct tw_error *error)
{
    const struct tw_family *family = config->family;
    const struct tw_entry *entry = find_entry(config, first), *end = config->entries + config->entry_count;
    struct tw_variant *all, *variant;
    int64_t *value;
    *variants = (struct tw_variants){.family = family, .file = config->file, .target = *target};
    if (!tw_variants_allocate(family, count, &all, &value)) return out_of_memory(config, error);
    variants->variant = variants->storage = variant = all;
    variants->count = count;
    for (uint64_t i = first; i < first + count; i++, variant++, value += family->field_count) {
        if (entry + 1 < end && entry[1].first == i) entry++;
        tw_entry_values(family, entry, i - entry->first, value);
        uint64_t given = resolve(family, target, entry->given, value);
        *variant = (struct tw_variant){NULL, value, given, entry->line, entry->column};
    }
    if (make_names(config, first, all, variants)) return TW_OK;
    tw_variants_free(variants);
    return out_of_memory(config, error);
}

int tw_config_expand(const struct tw_config *config, const struct tw_target *target,
                     struct tw_variants *variants, struct tw_error *error)
{
    *variants = (struct tw_variants){0};
    int code = tw_variants_check_count(config->file, config->variant_count, error);
    return code ? code : expand(config, target, 0, config->variant_count, variants, error);
}

int tw_config_expand_one(const struct tw_config *config, const struct tw_target *target, uint64_t number,
                         struct tw_variants *variants, struct tw_error *error)
{
    assert(number < config->variant_count);
    return expand(config, target, number, 1, variants, error);
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

void tw_variants_free(struct tw_variants *variants)
{
    if (!variants) return;
    free(variants->storage);
    free(variants->names);
    *variants = (struct tw_variants){0};
}
