/* The combinations of declared values, as an odometer shows them. */
#include "gen/choice/declared.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/config/config_value.h"

/* A wheel for each open field; the last one turns fastest. */
struct odometer {
    const struct tw_family *family;
    unsigned open[TW_MAX_FIELDS], open_count;
    uint64_t at[TW_MAX_FIELDS]; /* of each wheel: which value of its field it shows */
    int64_t value[TW_MAX_FIELDS];
};

static const struct tw_axis *axis_of(const struct odometer *odometer, unsigned wheel)
{
    return odometer->family->fields[odometer->open[wheel]].declared;
}

static void show(struct odometer *odometer, unsigned wheel, uint64_t number)
{
    odometer->at[wheel] = number;
    odometer->value[odometer->open[wheel]] = tw_axis_value(axis_of(odometer, wheel), number);
}

static void begin(const struct tw_family *family, const int64_t *given, struct odometer *odometer)
{
    odometer->family = family;
    odometer->open_count = 0;
    memcpy(odometer->value, given, family->field_count * sizeof *given);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (given[f] != TW_DERIVED) continue;
        odometer->open[odometer->open_count++] = f;
        show(odometer, odometer->open_count - 1, 0);
    }
}

/* Turns the last wheel whose field is no later than `field`; those behind it begin anew. False: all have been shown. */
static bool turn(struct odometer *odometer, unsigned field)
{
    for (unsigned wheel = odometer->open_count; wheel-- > 0;) {
        bool turns =
            odometer->open[wheel] <= field && odometer->at[wheel] + 1 < axis_of(odometer, wheel)->count;
        show(odometer, wheel, turns ? odometer->at[wheel] + 1 : 0);
        if (turns) return true;
    }
    return false;
}

/* Adds what it shows to a list. */
static bool add(const struct odometer *odometer, int64_t **values, unsigned *count, size_t *room)
{
    const unsigned fields = odometer->family->field_count;
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
    begin(family, given, &odometer);
    bool more = odometer.open_count > 0;
    for (unsigned tries = 0; more && !code; tries++) {
        const int violated =
            tries < TW_DECLARED_TRIES ? tw_family_violated(family, odometer.value, target) : 0;
        if (tries == TW_DECLARED_TRIES) code = TW_UNSUPPORTED;
        if (violated < 0 && !add(&odometer, values, count, &room)) code = TW_MEMORY;
        more = turn(&odometer, violated < 0 ? TW_MAX_FIELDS : (unsigned)violated);
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
