/*
 * The winner of the nearest problem on the nearest device, of all that wisdom knows, for a problem that it does not know itself. What is
 * nearest is measured as launchers of `embed --choose` measure it (gen/choice/nearness.h).
 */
#include <inttypes.h>
#include <string.h>

#include "base/escape.h"
#include "gen/choice/nearness.h"
#include "tune/plan/planner.h"

#define FASTEST 4u /* of a problem, which may be the fastest of another */

/* A variant that won, or came near. */
struct measurement {
    int64_t value[TW_MAX_FIELDS];
    struct tw_near_device device;
    const struct tw_wisdom *file; /* that it is in; NULL: it was kept in the store     */
    size_t number;                /* in the file, where faster ones have lower numbers */
    struct tw_nearness nearness;
    double
        us; /* what it would take here: of a file, what it took, scaled by idle multiprocessors; 0: not known */
    bool is_there;
};

struct looking {
    const struct tw_nearest *from;
    const struct tw_family *family;
    struct tw_near_device device; /* that is chosen for */
    bool is_known;                /* something was measured there: of a device that is named this must be */
    const char *other;            /* a device on which something was measured, or NULL */
    struct measurement best, refused;
    int64_t value[TW_MAX_FIELDS]; /* of the best, for the plan's problem   */
    struct tw_text reason;        /* why the nearest of others is not taken */
};

/* ---- one measurement ---- */

/* Whether some variant of the space can do what the winner did. */
static bool carries_over(struct looking *looking, const int64_t *winner, struct tw_text *reason)
{
    const struct tw_variants *space = looking->from->space;
    int64_t given[TW_MAX_FIELDS];
    bool carries = false;
    for (size_t i = 0; i < space->count && !carries; i++) {
        const struct tw_variant *variant = &space->variant[i];
        tw_variant_given(space->family, variant, given);
        const uint64_t open =
            tw_family_searches(space->family) ? tw_family_open(space->family, given, variant->value) : 0;
        tw_text_clear(reason);
        carries =
            tw_family_carry_over(space->family, winner, given, open, &space->target, looking->value, reason);
    }
    return carries;
}

static bool is_nearer(const struct measurement *a, const struct measurement *b)
{
    return !b->is_there || tw_nearness_compare(&a->nearness, &b->nearness) < 0;
}

/* How many were faster for the same problem on the same device. */
static size_t count_faster(const struct tw_family *family, const struct measurement *measured)
{
    size_t faster = 0;
    for (size_t i = 0; measured->file && i < measured->number; i++)
        faster +=
            tw_family_same_problem(family, measured->file->value + i * family->field_count, measured->value);
    return faster;
}

/* Where times were measured the few fastest of each problem are compared as they would be here. */
static bool competes(const struct looking *looking, const struct measurement *a, const struct measurement *b)
{
    return b->is_there && b->us > 0 && a->file && a->file == b->file && a->file->us[a->number] > 0 &&
           tw_nearness_compare(&a->nearness, &b->nearness) == 0 && count_faster(looking->family, a) < FASTEST;
}

/* The rounds of a variant on a device; 0: the target cannot run it. */
static double rounds_of(struct looking *looking, const int64_t *value, unsigned multiprocessors)
{
    const struct tw_target *target = &looking->from->space->target;
    struct tw_shape shape = {0};
    double rounds = 0;
    if (tw_family_accepts(looking->family, value, target) &&
        tw_family_shape(looking->family, value, target, &shape))
        rounds = tw_nearness_rounds(&shape, multiprocessors);
    if (shape.failed) tw_text_fail(&looking->reason);
    tw_shape_free(&shape);
    return rounds;
}

/* What the measured variant would take here; for the plan's problem it is looking->value. */
static double scale(struct looking *looking, const struct measurement *measured)
{
    const double us = measured->file ? measured->file->us[measured->number] : 0;
    if (us <= 0 || !measured->device.multiprocessors || !looking->device.multiprocessors) return 0;
    const double there = rounds_of(looking, measured->value, measured->device.multiprocessors);
    return there > 0 ? us * rounds_of(looking, looking->value, looking->device.multiprocessors) / there : 0;
}

static bool may_be_taken(const struct looking *looking, const struct measurement *measured,
                         const int64_t *wanted)
{
    const bool is_exact = measured->nearness.device == 0 && measured->nearness.problem <= 1;
    if (looking->from->only_exact && !is_exact) return false;
    return tw_nearness_is_founded(looking->family, &measured->nearness, measured->value, wanted);
}

/* The first that is offered is taken among equally near ones. */
static void offer(struct looking *looking, struct measurement *measured)
{
    const int64_t *wanted = looking->from->space->variant[0].value;
    int64_t value[TW_MAX_FIELDS];
    struct tw_text reason = {0};
    measured->is_there = true;
    measured->nearness =
        tw_nearness_of(looking->family, measured->value, &measured->device, wanted, &looking->device);
    const bool competing = competes(looking, measured, &looking->best);
    if ((!competing && !is_nearer(measured, &looking->best)) || !may_be_taken(looking, measured, wanted))
        return;
    memcpy(value, looking->value, sizeof value);
    const bool carries = carries_over(looking, measured->value, &reason);
    measured->us = carries ? scale(looking, measured) : 0;
    const bool is_best = carries && (!competing || (measured->us > 0 && measured->us < looking->best.us));
    if (is_best)
        looking->best = *measured;
    else
        memcpy(looking->value, value, sizeof value);
    if (!carries && !competing && is_nearer(measured, &looking->refused)) {
        looking->refused = *measured;
        tw_text_clear(&looking->reason);
        tw_text_add(&looking->reason, tw_text_part(&looking->reason, &reason));
    }
    if (reason.failed) tw_text_fail(&looking->reason);
    tw_text_free(&reason);
}

/* ---- all that is known ---- */

static struct tw_near_device device_of_file(const struct tw_wisdom *file)
{
    return (struct tw_near_device){file->device, file->sm, file->multiprocessors};
}

static struct tw_near_device device_of_store(const struct tw_store *store)
{
    return (struct tw_near_device){store->device.name, store->device.sm, store->device.multiprocessors};
}

/* Counts of the simulator say no more to a GPU than a model does. */
static bool counts(const struct looking *looking, const struct tw_wisdom *file)
{
    return file->family == looking->family && file->count &&
           (!file->simulator || tw_device_is_simulator(looking->from->device));
}

static void offer_file(struct looking *looking, const struct tw_wisdom *file)
{
    const unsigned fields = looking->family->field_count;
    for (size_t i = 0; i < file->count; i++) {
        struct measurement measured = {.device = device_of_file(file), .file = file, .number = i};
        memcpy(measured.value, file->value + i * fields, fields * sizeof *measured.value);
        offer(looking, &measured);
    }
}

/* Entries in which all was searched that the plan leaves open; the most effort first. */
static void offer_store(struct looking *looking, const struct tw_store *store, uint64_t open)
{
    for (int effort = TW_EFFORT_COUNT - 1; effort >= TW_EFFORT_MEASURE; effort--) {
        for (size_t i = 0; i < store->count; i++) {
            const struct tw_store_entry *entry = &store->entries[i];
            struct measurement measured = {.device = device_of_store(store)};
            if ((int)entry->effort != effort || open & ~entry->searched || !tw_store_is_current(entry))
                continue;
            memcpy(measured.value, entry->value, sizeof measured.value);
            offer(looking, &measured);
        }
    }
}

static void note_device(struct looking *looking, const struct tw_near_device *device)
{
    const char *like = looking->from->like;
    if (!looking->other) looking->other = device->name;
    if (!like || looking->is_known || strcmp(device->name, like) != 0) return;
    looking->device = *device;
    looking->is_known = true;
}

/* The device that is chosen for: the plan's, or the one that it is to be treated as, which must have been measured. */
static int find_device(struct looking *looking, const struct tw_stores *stores, struct tw_error *error)
{
    const struct tw_nearest *from = looking->from;
    for (const struct tw_wisdom *file = from->wisdom; file; file = file->next) {
        const struct tw_near_device device = device_of_file(file);
        if (counts(looking, file)) note_device(looking, &device);
    }
    for (size_t i = 0; i < stores->count; i++) {
        const struct tw_near_device device = device_of_store(&stores->list[i]);
        note_device(looking, &device);
    }
    if (!from->like || looking->is_known) return TW_OK;
    if (!looking->other)
        return tw_fail(error, TW_INPUT, "this kernel was not measured on a device '%s', nor on any other",
                       from->like);
    return tw_fail(error, TW_INPUT, "this kernel was not measured on a device '%s', only on '%s'", from->like,
                   looking->other);
}

static void offer_all(struct looking *looking, const struct tw_stores *stores)
{
    const struct tw_nearest *from = looking->from;
    int64_t given[TW_MAX_FIELDS];
    tw_variant_given(looking->family, &from->space->variant[0], given);
    const uint64_t open = tw_family_open(looking->family, given, from->space->variant[0].value);
    for (const struct tw_wisdom *file = from->wisdom; file; file = file->next) {
        if (counts(looking, file)) offer_file(looking, file);
    }
    for (size_t i = 0; i < stores->count; i++) offer_store(looking, &stores->list[i], open);
}

/* ---- telling ---- */

/* "m 64, n 64": the fields of the problem, or all others. */
static void tell_fields(const struct tw_family *family, const int64_t *value, bool of_problem,
                        struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_value field = tw_field_value_of(&family->fields[f], value[f]);
        if (!!(family->fields[f].roles & TW_FIELD_PROBLEM) != of_problem) continue;
        tw_text_addf(text, "%s%s ", separator, field.key);
        tw_field_value_add(&field, text);
        separator = ", ";
    }
}

static void tell(const struct looking *looking, struct tw_text *text)
{
    const struct measurement *best = &looking->best;
    const size_t faster = count_faster(looking->family, best);
    if (faster)
        tw_text_addf(text, "number %zu", faster + 1);
    else
        tw_text_add(text, "the fastest");
    tw_text_add(text, best->nearness.problem > 1 ? " of the nearest problem that can be had, "
                                                 : " of this problem, ");
    tell_fields(looking->family, best->value, true, text);
    tw_text_add(text, ", measured on ");
    if (!looking->from->like || best->nearness.device)
        tw_text_addf(text, "%s, ", tw_nearness_device_words(&best->nearness));
    tw_escape_terminal(text, best->device.name);
    if (looking->from->like && !best->nearness.device) tw_text_add(text, ", which this one is treated as");
    if (best->file) tw_text_add(text, ", in ");
    if (best->file) tw_escape_terminal(text, best->file->file);
    const struct measurement *refused = &looking->refused;
    if (!refused->is_there || tw_nearness_compare(&refused->nearness, &best->nearness) > 0) return;
    tw_text_add(text, "; ");
    tell_fields(looking->family, refused->value, false, text);
    tw_text_add(text, " of ");
    tell_fields(looking->family, refused->value, true, text);
    tw_text_addf(text, " is nearer or faster, but: %s", tw_text_part(text, &looking->reason));
}

/* ---- all of it ---- */

/* A store that cannot be read is none; where it was looked into for the problem itself the plan says why already. */
static int load(const struct tw_nearest *from, struct tw_stores *stores, struct tw_pick *pick,
                struct tw_error *error)
{
    struct tw_error why = TW_ERROR_INIT;
    *stores = (struct tw_stores){0};
    if (!from->directory || !tw_family_searches(from->space->family)) return TW_OK;
    int code = tw_store_load_family(from->directory, from->space->family, stores, &why);
    if (code == TW_MEMORY) tw_fail(error, TW_MEMORY, "out of memory");
    if (code && code != TW_MEMORY && !pick->note.length)
        tw_text_addf(&pick->note, "wisdom: %s\n", why.message);
    tw_error_free(&why);
    return code == TW_MEMORY ? code : TW_OK;
}

/* Results of the problem itself from another device of the architecture count more than those of other problems from yet others. */
static bool beats(const struct measurement *best, const struct tw_pick *pick)
{
    return best->is_there && (pick->grounds == TW_GROUNDS_RULE || best->nearness.device == 0);
}

int tw_plan_take_nearest(const struct tw_nearest *from, struct tw_pick *pick, struct tw_error *error)
{
    const struct tw_device *device = from->device;
    struct looking looking = {.from = from,
                              .family = from->space->family,
                              .device = {device->name, device->sm, (unsigned)device->multiprocessors}};
    struct tw_stores stores;
    int code = load(from, &stores, pick, error);
    if (code) return code;
    code = find_device(&looking, &stores, error);
    if (!code) offer_all(&looking, &stores);
    if (!code && looking.reason.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code && beats(&looking.best, pick)) {
        tw_pick_take(pick, looking.family, looking.value, TW_GROUNDS_NEAREST);
        pick->wisdom = NULL;
        tell(&looking, &pick->told);
    }
    tw_text_free(&looking.reason);
    tw_stores_free(&stores);
    return code;
}
