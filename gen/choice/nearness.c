/* The measure of nearness, as launchers have it, of a family's fields. */
#include "gen/choice/nearness.h"

#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/config/config_value.h"
#include "gen/described/sized/sized.h"

#define tw_nearness_UNUSED
#include "tw_nearness_functions.h"

#define FACTOR                                                                                               \
    2 /* at most between two numbers of problems, of which a built-in family takes the other's winner */
#define ALIGNMENT                                                                                            \
    32u /* elements: a sector of global memory where they are bytes                                     */

static bool is_of_problem(const struct tw_field_info *field)
{
    return field->roles & TW_FIELD_PROBLEM;
}

/* A value that is no number as the word that it is, or a number of the field's words. */
static double word_ratio(const struct tw_field_info *field, int64_t a, int64_t b)
{
    const struct tw_field_value x = tw_field_value_of(field, a), y = tw_field_value_of(field, b);
    if (x.is_word && y.is_word) return tw_nearness_word_ratio(x.text, y.text);
    return tw_nearness_word_ratio("", tw_field_equal(field, a, b) ? "" : "other");
}

static double problem_apart(const struct tw_family *family, const int64_t *a, const int64_t *b)
{
    double apart = 1;
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (!is_of_problem(field)) continue;
        apart *= tw_field_is_measured(field) ? tw_nearness_ratio((double)a[f], (double)b[f])
                                             : word_ratio(field, a[f], b[f]);
    }
    return apart;
}

static struct tw_nearness_nearness as_launchers_have_it(const struct tw_nearness *nearness)
{
    return (struct tw_nearness_nearness){nearness->device, nearness->multiprocessors, nearness->problem};
}

struct tw_nearness tw_nearness_of(const struct tw_family *family, const int64_t *measured,
                                  const struct tw_near_device *measured_on, const int64_t *wanted,
                                  const struct tw_near_device *device)
{
    struct tw_nearness_nearness nearness;
    tw_nearness_set_devices(&nearness, measured_on->name, (int)measured_on->sm, measured_on->multiprocessors,
                            device->name, (int)device->sm, device->multiprocessors);
    return (struct tw_nearness){nearness.device, nearness.multiprocessors,
                                problem_apart(family, wanted, measured)};
}

int tw_nearness_compare(const struct tw_nearness *a, const struct tw_nearness *b)
{
    const struct tw_nearness_nearness x = as_launchers_have_it(a), y = as_launchers_have_it(b);
    return tw_nearness_compare_nearness(&x, &y);
}

const char *tw_nearness_device_words(const struct tw_nearness *nearness)
{
    return tw_nearness_device_words_of(nearness->device);
}

/* ---- what founds a choice ---- */

/* The greatest power of two, up to ALIGNMENT, that divides the number. */
static uint64_t alignment_of(int64_t number)
{
    const uint64_t bits = (uint64_t)number | ALIGNMENT;
    return bits & (0 - bits);
}

static bool is_alike(const struct tw_field_info *field, int64_t a, int64_t b)
{
    if (!tw_field_is_measured(field)) return tw_field_equal(field, a, b);
    return tw_nearness_ratio((double)a, (double)b) <= FACTOR && alignment_of(a) == alignment_of(b);
}

bool tw_nearness_is_founded(const struct tw_family *family, const struct tw_nearness *nearness,
                            const int64_t *measured, const int64_t *wanted)
{
    if (family->description) return true;
    if (!tw_family_searches(family) && nearness->problem > 1) return false;
    bool alike = nearness->device == 0;
    for (unsigned f = 0; f < family->field_count && alike; f++) {
        if (is_of_problem(&family->fields[f])) alike = is_alike(&family->fields[f], measured[f], wanted[f]);
    }
    return alike;
}

double tw_nearness_rounds(const struct tw_shape *shape, unsigned multiprocessors)
{
    double rounds = 0, blocks = 0;
    for (unsigned i = 0; i < shape->launch_count; i++)
        tw_nearness_add_rounds(shape->launches[i].grid, shape->launches[i].block, multiprocessors, &rounds,
                               &blocks);
    return blocks > 0 ? rounds * multiprocessors / blocks : 1;
}

/* ---- another problem's winner ---- */

/* The winner's value; a text as the family declares it, which outlives the winner's. False: it declares none such. */
static bool adopt(const struct tw_field_info *field, int64_t winner, int64_t *value)
{
    const struct tw_axis *declared = field->declared;
    *value = winner;
    if (!tw_field_text(field, winner)) return true;
    for (uint64_t i = 0; declared && i < declared->count; i++) {
        *value = tw_axis_value(declared, i);
        if (tw_field_equal(field, *value, winner)) return true;
    }
    return false;
}

bool tw_family_carry_over(const struct tw_family *family, const int64_t *winner, const int64_t *given,
                          uint64_t open, const struct tw_target *target, int64_t *value,
                          struct tw_text *reason)
{
    bool known = true;
    for (unsigned f = 0; f < family->field_count && known; f++) {
        value[f] = given[f];
        if (tw_has_field(open, f)) known = adopt(&family->fields[f], winner[f], &value[f]);
    }
    if (!known) return tw_refuse(reason, "a word of it is not declared");
    tw_family_resolve(family, value, target);
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (is_of_problem(field) || tw_has_field(open, f) || tw_field_equal(field, value[f], winner[f]))
            continue;
        tw_text_addf(reason, "its %s is another", field->key);
        return false;
    }
    return tw_family_accept(family, value, target, reason);
}
