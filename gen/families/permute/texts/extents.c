/* Extents: those that `sizes` gives by name; then `shape`, axis by axis as written, gives what is left of each, by division. */
#include "gen/families/permute/texts/extents.h"

#include <inttypes.h>
#include <string.h>

#define OPEN (-1) /* an extent that nobody gave yet */

struct reading {
    const struct tw_axes *axes;
    struct tw_permute_text text; /* that is read */
    int64_t *extent;             /* by axis      */
    struct tw_text *reason;
};

/* More than 2^62 is UINT64_MAX. */
static uint64_t product_of(uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0) return 0;
    return a > (uint64_t)TW_PERMUTE_NUMBERS / b ? UINT64_MAX : a * b;
}

/* ---- sizes ---- */

/* Reads "h = 14"; *at moves behind it. */
static bool read_size(const struct reading *reading, const char **at)
{
    const char *start = *at;
    struct tw_label name = {start, tw_notation_name(start)};
    int axis = tw_axes_find(reading->axes, name);
    int64_t number;
    if (!name.length)
        return tw_permute_refuse(reading->reason, reading->text, start, "a size is written as h=14");
    if (axis < 0)
        return tw_permute_refuse(reading->reason, reading->text, start, "axes has no axis %.*s",
                                 TW_LABEL(name));
    if (reading->extent[axis] != OPEN)
        return tw_permute_refuse(reading->reason, reading->text, start, "axis %.*s has two sizes",
                                 TW_LABEL(name));
    *at = tw_notation_spaces(start + name.length);
    bool is_equated = **at == '=';
    *at = tw_notation_spaces(*at + is_equated);
    if (!is_equated || **at == '-' || !tw_notation_number(at, &number))
        return tw_permute_refuse(reading->reason, reading->text, *at,
                                 "after axis %.*s there must be = and a number from 0 to 2^62",
                                 TW_LABEL(name));
    reading->extent[axis] = number;
    return true;
}

static bool read_sizes(const struct reading *reading)
{
    if (reading->axes->is_numbers)
        return tw_permute_refuse(reading->reason, reading->text, reading->text.text,
                                 "axes are numbers, which have no sizes by name: shape gives their extents");
    for (const char *at = tw_notation_spaces(reading->text.text); *at;) {
        if (!read_size(reading, &at)) return false;
        const char *next = tw_notation_skip(at);
        if (*next && next == at)
            return tw_permute_refuse(reading->reason, reading->text, at,
                                     "a space or a comma should stand here");
        at = next;
    }
    return true;
}

/* ---- shape ---- */

/* An axis as written: the product of the members that are known, and the one that is not. */
struct top {
    struct tw_label name;
    uint64_t known;
    bool is_named;
    const struct tw_axes_member *open, *second;
};

static struct top top_of(const struct reading *reading, unsigned number)
{
    const struct tw_axes_side *in = &reading->axes->in;
    struct top top = {.name = in->top[number], .known = 1};
    for (unsigned m = 0; m < in->count; m++) {
        const struct tw_axes_member *member = &in->member[m];
        if (member->top != number || member->axis < 0) continue;
        int64_t extent = reading->extent[member->axis];
        top.is_named = true;
        if (extent != OPEN)
            top.known = product_of(top.known, (uint64_t)extent);
        else if (top.open)
            top.second = member;
        else
            top.open = member;
    }
    return top;
}

static bool refuse_open(const struct reading *reading, const struct top *top, const char *at)
{
    return tw_permute_refuse(reading->reason, reading->text, at,
                             "%.*s and %.*s of axis %.*s are both open: sizes should give one of them",
                             TW_LABEL(top->open->name), TW_LABEL(top->second->name), TW_LABEL(top->name));
}

/* Gives what is open of an axis as written, of `indices` indices. */
static bool divide(const struct reading *reading, const struct top *top, int64_t indices, const char *at)
{
    if (indices < 0)
        return tw_permute_refuse(reading->reason, reading->text, at, "the extent of axis %.*s is below 0",
                                 TW_LABEL(top->name));
    if (top->known == UINT64_MAX)
        return tw_permute_refuse(reading->reason, reading->text, at,
                                 "axis %.*s has more than 2^62 indices by its sizes", TW_LABEL(top->name));
    if (top->second) return refuse_open(reading, top, at);
    if (!top->open && top->known == (uint64_t)indices) return true;
    if (!top->open && !top->is_named)
        return tw_permute_refuse(reading->reason, reading->text, at,
                                 "an axis without a name has one index, and shape gives it %" PRId64,
                                 indices);
    if (!top->open)
        return tw_permute_refuse(reading->reason, reading->text, at,
                                 "axis %.*s has %" PRId64 " indices in shape and %" PRIu64 " in sizes",
                                 TW_LABEL(top->name), indices, top->known);
    if (top->known == 0)
        return tw_permute_refuse(reading->reason, reading->text, at,
                                 "%.*s of axis %.*s cannot be computed, since another size of it is 0",
                                 TW_LABEL(top->open->name), TW_LABEL(top->name));
    if ((uint64_t)indices % top->known)
        return tw_permute_refuse(reading->reason, reading->text, at,
                                 "the %" PRId64 " indices of axis %.*s are no multiple of %" PRIu64
                                 ", so that %.*s cannot be told",
                                 indices, TW_LABEL(top->name), top->known, TW_LABEL(top->open->name));
    reading->extent[top->open->axis] = indices / (int64_t)top->known;
    return true;
}

static bool read_shape(const struct reading *reading)
{
    struct tw_numbers shape;
    unsigned tops = reading->axes->in.tops;
    if (!tw_numbers_read(reading->text, &shape, reading->reason)) return false;
    if (shape.count != tops) {
        const char *end = reading->text.text + strlen(reading->text.text);
        return tw_permute_refuse(reading->reason, reading->text, shape.count > tops ? shape.at[tops] : end,
                                 "the input has %u axes, and shape has %u number%s", tops, shape.count,
                                 shape.count == 1 ? "" : "s");
    }
    for (unsigned number = 0; number < tops; number++) {
        struct top top = top_of(reading, number);
        if (!divide(reading, &top, shape.value[number], shape.at[number])) return false;
    }
    return true;
}

/* ---- both ---- */

static bool count_elements(const struct reading *reading, uint64_t *elements)
{
    const struct tw_axes *axes = reading->axes;
    *elements = 1;
    for (unsigned axis = 0; axis < axes->rank; axis++) {
        if (reading->extent[axis] == 0) *elements = 0;
    }
    for (unsigned axis = 0; axis < axes->rank; axis++) {
        *elements = product_of(*elements, (uint64_t)reading->extent[axis]);
        if (*elements == UINT64_MAX) {
            struct tw_label name = tw_axes_name(axes, axis);
            return tw_permute_refuse(reading->reason, reading->text,
                                     axes->is_numbers ? reading->text.text : name.at,
                                     "with axis %.*s there are more than 2^62 elements", TW_LABEL(name));
        }
    }
    return true;
}

/* Whether every extent is given. */
static bool is_complete(const struct reading *reading)
{
    const struct tw_axes *axes = reading->axes;
    for (unsigned axis = 0; axis < axes->rank; axis++) {
        struct tw_label name = tw_axes_name(axes, axis);
        if (reading->extent[axis] != OPEN) continue;
        return axes->is_numbers
                   ? tw_permute_refuse(reading->reason, reading->text, reading->text.text,
                                       "nothing gives the extents of the axes: shape should")
                   : tw_permute_refuse(reading->reason, reading->text, name.at,
                                       "nothing gives the extent of axis %.*s: shape or sizes should",
                                       TW_LABEL(name));
    }
    return true;
}

bool tw_axes_extents(const struct tw_axes *axes, const struct tw_permute_texts *texts,
                     int64_t extent[TW_MAX_AXES], uint64_t *elements, struct tw_text *reason)
{
    const struct reading written = {axes, {"axes", texts->axes}, extent, reason},
                         sizes = {axes, {"sizes", texts->sizes}, extent, reason},
                         shape = {axes, {"shape", texts->shape}, extent, reason};
    for (unsigned axis = 0; axis < axes->rank; axis++) extent[axis] = OPEN;
    return (!tw_notation_given(texts->sizes) || read_sizes(&sizes)) &&
           (!tw_notation_given(texts->shape) || read_shape(&shape)) && is_complete(&written) &&
           count_elements(&written, elements);
}
