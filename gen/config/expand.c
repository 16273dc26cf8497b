/* A config's axes become variants: values by their place in the cross product, then what a target chooses. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "gen/config/config.h"
#include "gen/config/config_value.h"

void tw_entry_values(const struct tw_family *family, const struct tw_entry *entry, uint32_t offset,
                     int64_t *value)
{
    const struct tw_axis *axis = entry->axes + __builtin_popcount(entry->given);
    for (unsigned f = family->field_count; f-- > 0;) {
        if (!(entry->given >> f & 1u)) {
            value[f] = family->fields[f].fallback;
            continue;
        }
        uint32_t count = (uint32_t)(--axis)->count; /* TW_MAX_VARIANTS at most */
        value[f] = tw_axis_value(axis, count == 1 ? 0 : offset % count);
        if (count > 1) offset /= count;
    }
}

/* The last entry that begins at `number` or before. */
static const struct tw_entry *find_entry(const struct tw_config *config, size_t number)
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

/* Resolves the values. What is given stands, but for a word that leaves the choice open: that is not given. */
static uint32_t resolve(const struct tw_family *family, const struct tw_target *target, uint32_t given,
                        int64_t *value)
{
    int64_t before[TW_MAX_FIELDS];
    memcpy(before, value, family->field_count * sizeof *value);
    family->resolve(value, target);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (family->fields[f].kind == TW_FIELD_ENUM && value[f] != before[f]) given &= ~(1u << f);
    }
    return given;
}

static int expand(const struct tw_config *config, const struct tw_target *target, size_t first, size_t count,
                  struct tw_variants *variants, struct tw_error *error)
{
    const struct tw_family *family = config->family;
    const struct tw_entry *entry = find_entry(config, first), *end = config->entries + config->entry_count;
    struct tw_variant *variant;
    int64_t *value;
    assert(first + count <= config->variant_count);
    *variants = (struct tw_variants){.family = family, .file = config->file, .target = *target};
    if (!tw_variants_allocate(family, count, &variant, &value))
        return tw_fail_at(error, TW_MEMORY, config->file, 0, 0, "out of memory");
    variants->variant = variants->storage = variant;
    variants->count = count;
    for (size_t i = first; i < first + count; i++, variant++, value += family->field_count) {
        if (entry + 1 < end && entry[1].first == i) entry++;
        tw_entry_values(family, entry, (uint32_t)i - entry->first, value);
        uint32_t given = resolve(family, target, entry->given, value);
        *variant = (struct tw_variant){config->names[i], value, given, entry->line, entry->column};
    }
    return TW_OK;
}

int tw_config_expand(const struct tw_config *config, const struct tw_target *target,
                     struct tw_variants *variants, struct tw_error *error)
{
    return expand(config, target, 0, config->variant_count, variants, error);
}

int tw_config_expand_one(const struct tw_config *config, const struct tw_target *target, size_t number,
                         struct tw_variants *variants, struct tw_error *error)
{
    return expand(config, target, number, 1, variants, error);
}

void tw_variants_free(struct tw_variants *variants)
{
    if (!variants) return;
    free(variants->storage);
    *variants = (struct tw_variants){0};
}
