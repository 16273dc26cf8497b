/* The combinations of declared values, as an odometer shows them. */
#include "gen/choice/declared.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/choice/wheels.h"

/* A wheel for each open field; the last one turns fastest. */
struct odometer {
    struct tw_wheels wheels;
    uint64_t at[TW_MAX_FIELDS]; /* of each wheel: which value of its field it shows */
    int64_t value[TW_MAX_FIELDS];
};

static void show(struct odometer *odometer, unsigned wheel, uint64_t number)
{
    odometer->at[wheel] = number;
    odometer->value[odometer->wheels.field[wheel]] = tw_axis_value(odometer->wheels.axis[wheel], number);
}

static void begin(const struct tw_family *family, const int64_t *given, const struct tw_target *target,
                  struct odometer *odometer)
{
    odometer->wheels = (struct tw_wheels){.family = family, .target = target};
    memcpy(odometer->value, given, family->field_count * sizeof *given);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (given[f] != TW_DERIVED) continue;
        const unsigned wheel = odometer->wheels.count++;
        odometer->wheels.field[wheel] = f;
        odometer->wheels.axis[wheel] = family->fields[f].declared;
        show(odometer, wheel, 0);
    }
}

/* Turns the wheel, or one before it, to where a combination may be good; those behind it begin anew. False: all have been shown. */
static bool turn(struct odometer *odometer, unsigned wheel, bool was_good)
{
    const struct tw_wheels *wheels = &odometer->wheels;
    for (unsigned w = wheel + 1; w < wheels->count; w++) show(odometer, w, 0);
    for (bool is_plain = was_good;; is_plain = false, wheel--) {
        const uint64_t from = odometer->at[wheel] + 1,
                       to = is_plain ? from : tw_wheels_next(wheels, odometer->value, wheel, from);
        const bool turns = to < wheels->axis[wheel]->count;
        show(odometer, wheel, turns ? to : 0);
        if (turns || !wheel) return turns;
    }
}

/* Adds what it shows to a list. */
static bool add(const struct odometer *odometer, int64_t **values, unsigned *count, size_t *room)
{
    const unsigned fields = odometer->wheels.family->field_count;
    int64_t *grown = tw_grow(*values, *count, room, fields * sizeof *grown);
    if (!grown) return false;
    *values = grown;
    memcpy(grown + (size_t)(*count)++ * fields, odometer->value, fields * sizeof *grown);
    return true;
}

int tw_declared_list(const struct tw_family *family, const int64_t *given, const struct tw_target *target,
                     int64_t **values, unsigned *count)
{
    struct odometer odometer;
    size_t room = 0;
    int code = TW_OK;
    *values = NULL;
    *count = 0;
    begin(family, given, target, &odometer);
    bool more = odometer.wheels.count > 0;
    for (unsigned tries = 0; more && !code; tries++) {
        const int violated =
            tries < TW_DECLARED_TRIES ? tw_wheels_violated(&odometer.wheels, odometer.value) : 0;
        if (tries == TW_DECLARED_TRIES) code = TW_UNSUPPORTED;
        if (violated < 0 && !add(&odometer, values, count, &room)) code = TW_MEMORY;
        more = turn(&odometer, violated < 0 ? odometer.wheels.count - 1 : (unsigned)violated, violated < 0);
    }
    if (!code) return TW_OK;
    free(*values);
    *values = NULL;
    *count = 0;
    return code;
}

static unsigned common_divisor(unsigned a, unsigned b)
{
    while (b) {
        const unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

unsigned tw_declared_step(unsigned count)
{
    unsigned step = (unsigned)(0.6180339887498949 * count);
    if (count < 2 || !step) return 1;
    while (common_divisor(step, count) != 1) step++;
    return step;
}
