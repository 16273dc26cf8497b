/* The first combination that satisfies all constraints. */
#include "gen/described/defaults/defaults.h"

#include <string.h>

#include "gen/config/config_value.h"

#define MOST_EVALUATED                                                                                       \
    1000000u /* expressions: under a second, and each process that reads the description does it again */

/* Where the search stands. */
struct search {
    struct tw_description *description;
    const struct tw_target *target;
    int64_t value[TW_MAX_FIELDS];
    uint64_t place[TW_MAX_FIELDS]; /* among the values of the parameter, the default first */
    bool failed;                   /* memory ran out */
};

/* Value number `place` of a parameter, where its default is number 0. */
static int64_t value_at(const struct tw_field_info *info, uint64_t place)
{
    uint64_t number = 0;
    if (!place) return info->fallback;
    while (tw_axis_value(info->declared, number) != info->fallback) number++;
    return tw_axis_value(info->declared, place <= number ? place - 1 : place);
}

/* Goes on to the next value of field `field`, or of one before it; those behind begin anew. False: there is no next. */
static bool advance(struct search *search, int field)
{
    const struct tw_description *description = search->description;
    for (unsigned f = (unsigned)field + 1; f < description->field_count; f++) {
        search->place[f] = 0;
        search->value[f] = description->fields[f].fallback;
    }
    for (; field >= 0; field--) {
        const struct tw_field_info *info = &description->fields[field];
        const bool varies = description->field[field].is_parameter && info->declared;
        if (varies && search->place[field] + 1 < info->declared->count) {
            search->value[field] = value_at(info, ++search->place[field]);
            return true;
        }
        search->place[field] = 0;
        search->value[field] = info->fallback;
    }
    return false;
}

/* Whether a constraint is violated whatever the parameters behind the field are. */
static bool is_settled(const struct search *search, int field)
{
    const struct tw_description *description = search->description;
    const struct tw_axis *axes[TW_MAX_FIELDS] = {NULL};
    for (unsigned f = (unsigned)field + 1; f < description->field_count; f++) {
        if (description->field[f].is_parameter) axes[f] = description->fields[f].declared;
    }
    return tw_described_excludes(description, search->value, axes, search->target);
}

/* Whether the combination satisfies all constraints and can be launched; else *reason says what it violates, and *field is the last of
   the fields that matter. */
static bool is_good(struct search *search, int *field, struct tw_text *reason)
{
    const struct tw_description *description = search->description;
    struct tw_described_values values;
    struct tw_shape shape = {0};
    tw_text_clear(reason);
    *field = tw_described_violated(description, search->value, search->target);
    while (*field > 0 && is_settled(search, *field - 1)) --*field;
    const bool fine =
        tw_described_values(description, search->value, search->target, &values, reason) &&
        tw_described_meets_constraints(&values, reason) &&
        tw_described_make(&values, &values, &description->program, search->target, &shape, reason);
    if (*field < 0) *field = (int)description->field_count - 1;
    search->failed |= shape.failed || reason->failed;
    tw_shape_free(&shape);
    return fine;
}

/* "BX 32, BY 8": those that are not as they are declared. */
static void add_replaced(const struct search *search, struct tw_text *text)
{
    const struct tw_description *description = search->description;
    const char *between = "";
    for (unsigned f = 0; f < description->field_count; f++) {
        const struct tw_field_value value = tw_field_value_of(&description->fields[f], search->value[f]);
        if (!(description->replaced >> f & 1u)) continue;
        tw_text_addf(text, "%s%s ", between, value.key);
        if (value.is_word)
            tw_text_add(text, value.text);
        else
            tw_text_addf(text, "%lld", (long long)value.number);
        between = ", ";
    }
}

static void take(struct search *search)
{
    struct tw_description *description = search->description;
    for (unsigned f = 0; f < description->field_count; f++) {
        if (search->value[f] == description->fields[f].fallback) continue;
        description->replaced |= (uint64_t)1 << f;
        description->fields[f].fallback = search->value[f];
    }
}

static int keep_note(const struct tw_described_reader *reader, const struct search *search, bool found,
                     struct tw_text *reason)
{
    struct tw_description *description = reader->description;
    struct tw_text note = {0};
    tw_text_addf(&note, "%s: the defaults are no variant: %s; ", description->family.name,
                 tw_text_part(&note, reason));
    if (found) {
        add_replaced(search, &note);
        tw_text_add(&note, " stand for them, the first that satisfy all constraints");
    } else {
        tw_text_add(&note, "no combination of values satisfies all constraints");
    }
    if (!note.failed) description->note = tw_arena_string(&description->arena, note.data, note.length);
    tw_text_free(&note);
    return description->note ? TW_OK : tw_described_no_memory(reader);
}

int tw_described_set_defaults(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    struct search search = {.description = description, .target = tw_target_find(TW_DEFAULT_SM)};
    struct tw_text first = {0}, reason = {0};
    const unsigned each = 1 + description->constraint_count + description->derived_count;
    unsigned tried = 1;
    int field, code = TW_OK;
    for (unsigned f = 0; f < description->field_count; f++) search.value[f] = description->fields[f].fallback;
    bool found = is_good(&search, &field, &first), more = !found;
    const bool good = found;
    while (!found && !search.failed && (more = advance(&search, field)) && tried++ < MOST_EVALUATED / each)
        found = is_good(&search, &field, &reason);
    if (search.failed) code = tw_described_no_memory(reader);
    if (!code && found && !good) take(&search);
    if (!code && !good && (found || !more)) code = keep_note(reader, &search, found, &first);
    tw_text_free(&first);
    tw_text_free(&reason);
    return code;
}

uint64_t tw_description_replaced(const struct tw_description *description)
{
    return description->replaced;
}

const char *tw_description_note(const struct tw_description *description)
{
    return description->note;
}
