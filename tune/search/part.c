/* Entries of a config, split by their problems, as grids. */
#include "tune/search/part.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- what a grid asks ---- */

static uint64_t offset_of(const struct tw_part *part, const uint32_t *at)
{
    uint64_t offset = part->first;
    for (unsigned a = 0; a < part->grid.axes; a++) offset += at[a] * part->apart[a];
    return offset;
}

static void set_values(const struct tw_part *part, const uint32_t *at, int64_t *value)
{
    const struct tw_family *family = part->config->family;
    tw_entry_values(family, part->entry, offset_of(part, at), value);
    tw_family_resolve(family, value, part->target);
}

static int violated(const void *context, const uint32_t *at)
{
    const struct tw_part *part = context;
    int64_t value[TW_MAX_FIELDS];
    set_values(part, at, value);
    const int axis = tw_wheels_violated(&part->wheels, value);
    if (axis >= 0) return axis;
    return tw_family_accepts(part->config->family, value, part->target) ? -1 : (int)part->grid.axes - 1;
}

static uint32_t next(const void *context, const uint32_t *at, unsigned axis, uint32_t from)
{
    const struct tw_part *part = context;
    const uint32_t count = part->grid.count[axis];
    int64_t value[TW_MAX_FIELDS];
    if (axis >= part->wheels.count) return from;
    set_values(part, at, value);
    const uint64_t found = tw_wheels_next(&part->wheels, value, axis, from);
    return found < count ? (uint32_t)found : count;
}

static bool number(const void *context, unsigned axis, uint32_t at, double *value)
{
    const struct tw_part *part = context;
    if (axis >= part->wheels.count) return false;
    const struct tw_field_info *field = &part->config->family->fields[part->wheels.field[axis]];
    const struct tw_field_value shown = tw_field_value_of(field, tw_axis_value(part->wheels.axis[axis], at));
    if (shown.is_word && !field->is_real) return false;
    *value = shown.is_word ? tw_field_real(shown.text) : (double)shown.number;
    return true;
}

static bool holds(const void *context, unsigned condition, const uint32_t *at)
{
    const struct tw_part *part = context;
    int64_t value[TW_MAX_FIELDS];
    set_values(part, at, value);
    return tw_family_holds(part->config->family, &part->condition[condition], value, part->target);
}

/* ---- parts ---- */

struct place {
    const struct tw_axis *axis;
    unsigned field;
    uint64_t apart;
};

/* The fields of an entry that have more than one value. */
static unsigned list_places(const struct tw_family *family, const struct tw_entry *entry,
                            struct place *places)
{
    const struct tw_axis *axis = entry->axes + __builtin_popcountll(entry->given);
    uint64_t apart = 1;
    unsigned count = 0;
    for (unsigned f = family->field_count; f-- > 0;) {
        if (!tw_has_field(entry->given, f) || (--axis)->count == 1) continue;
        places[count++] = (struct place){axis, f, apart};
        apart *= axis->count;
    }
    for (unsigned i = 0; i < count / 2; i++) {
        const struct place place = places[i];
        places[i] = places[count - 1 - i];
        places[count - 1 - i] = place;
    }
    return count;
}

static void add_axis(struct tw_part *part, const struct place *place)
{
    const unsigned a = part->grid.axes++;
    part->grid.count[a] = place->axis->count < UINT32_MAX ? (uint32_t)place->axis->count : UINT32_MAX;
    part->apart[a] = place->apart;
    part->wheels.field[a] = place->field;
    part->wheels.axis[a] = place->axis;
    part->wheels.count = part->grid.axes;
}

static bool is_problem(const struct tw_family *family, const struct place *place)
{
    return family->fields[place->field].roles & TW_FIELD_PROBLEM;
}

/* Problem number `problem` of the entry. One of whose fields none varies has an axis with one value. */
static struct tw_part part_of(const struct tw_config *config, const struct tw_target *target,
                              const struct tw_entry *entry, uint64_t problem)
{
    struct tw_part part = {.config = config,
                           .target = target,
                           .entry = entry,
                           .wheels = {.family = config->family, .target = target}};
    struct place places[TW_MAX_FIELDS];
    const unsigned count = list_places(config->family, entry, places);
    part.grid.violated = violated;
    part.grid.next = config->family->description ? next : NULL;
    part.grid.number = number;
    for (unsigned i = 0; i < count; i++) {
        if (is_problem(config->family, &places[i])) {
            part.first += problem % places[i].axis->count * places[i].apart;
            problem /= places[i].axis->count;
        } else {
            add_axis(&part, &places[i]);
        }
    }
    if (!part.grid.axes) {
        part.grid.axes = 1;
        part.grid.count[0] = 1;
    }
    return part;
}

/* How many problems an entry has, or as many as are too many. */
static uint64_t count_problems(const struct tw_config *config, const struct tw_entry *entry)
{
    struct place places[TW_MAX_FIELDS];
    const unsigned count = list_places(config->family, entry, places);
    uint64_t problems = 1;
    for (unsigned i = 0; i < count && problems <= TW_MOST_PARTS; i++) {
        if (is_problem(config->family, &places[i])) problems *= places[i].axis->count;
    }
    return problems;
}

/* The conditions by axes, where the family knows them. False: memory ran out. */
static bool set_conditions(struct tw_part *part, const struct tw_condition *condition, unsigned count)
{
    part->condition = condition;
    part->depends = calloc(count, sizeof *part->depends);
    if (!part->depends) return false;
    for (unsigned c = 0; c < count; c++) {
        for (unsigned a = 0; a < part->wheels.count; a++)
            part->depends[c] |= (condition[c].fields >> part->wheels.field[a] & 1) << a;
    }
    part->grid.conditions = count;
    part->grid.depends = part->depends;
    part->grid.holds = holds;
    return true;
}

static bool set_all_conditions(struct tw_parts *parts, const struct tw_family *family)
{
    const unsigned count = tw_family_conditions(family, NULL);
    bool fine = true;
    if (!count) return true;
    parts->condition = calloc(count, sizeof *parts->condition);
    if (!parts->condition) return false;
    tw_family_conditions(family, parts->condition);
    for (size_t i = 0; i < parts->count && fine; i++)
        fine = set_conditions(&parts->part[i], parts->condition, count);
    return fine;
}

int tw_parts_list(const struct tw_config *config, const struct tw_target *target, struct tw_parts *parts,
                  struct tw_error *error)
{
    uint64_t count = 0;
    *parts = (struct tw_parts){0};
    for (size_t e = 0; e < config->entry_count && count <= TW_MOST_PARTS; e++)
        count += count_problems(config, &config->entries[e]);
    if (count > TW_MOST_PARTS)
        return tw_fail_at(
            error, TW_INPUT, config->file, 0, 0,
            "it has more than %u problems, too many to be searched side by side; name fewer sizes",
            TW_MOST_PARTS);
    parts->part = malloc(count * sizeof *parts->part);
    if (!parts->part) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t e = 0; e < config->entry_count; e++) {
        const struct tw_entry *entry = &config->entries[e];
        const uint64_t problems = count_problems(config, entry);
        for (uint64_t p = 0; p < problems; p++)
            parts->part[parts->count++] = part_of(config, target, entry, p);
    }
    for (size_t i = 0; i < parts->count; i++) parts->part[i].grid.context = &parts->part[i];
    if (set_all_conditions(parts, config->family)) return TW_OK;
    tw_parts_free(parts);
    return tw_fail(error, TW_MEMORY, "out of memory");
}

void tw_parts_free(struct tw_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) free(parts->part[i].depends);
    free(parts->part);
    free(parts->condition);
    *parts = (struct tw_parts){0};
}

uint64_t tw_part_number(const struct tw_part *part, const uint32_t *at)
{
    return part->entry->first + offset_of(part, at);
}

bool tw_part_point(const struct tw_part *part, uint64_t number_of, uint32_t *at)
{
    const uint64_t first = part->entry->first;
    if (number_of < first || number_of - first >= part->entry->count) return false;
    for (unsigned a = 0; a < part->grid.axes; a++) {
        const uint64_t position =
            a < part->wheels.count ? (number_of - first) / part->apart[a] % part->wheels.axis[a]->count : 0;
        if (position >= part->grid.count[a]) return false;
        at[a] = (uint32_t)position;
    }
    return tw_part_number(part, at) == number_of;
}

bool tw_parts_size(const struct tw_parts *parts, uint64_t most, uint64_t *size)
{
    *size = 0;
    for (size_t i = 0; i < parts->count; i++) {
        uint64_t own;
        if (!tw_grid_size(&parts->part[i].grid, most / parts->count, &own)) return false;
        *size += own;
    }
    return true;
}
