/* Texts as a permutation: what `axes` says, then extents, then strides, then what of the buffers is touched. */
#include "gen/families/permute/axes.h"

#include "gen/families/permute/texts/extents.h"
#include "gen/families/permute/texts/overlap.h"

#include <inttypes.h>
#include <string.h>

struct reading {
    struct tw_axes axes;
    int64_t extent[TW_MAX_AXES]; /* by axis */
    uint64_t elements;
    struct tw_text *reason;
};

/* One side has strides by axis, and the numbers in the text that gave them; and what is touched of its buffer. */
struct side {
    const struct tw_axes_side *written;
    struct tw_permute_text text, offset_text;
    int64_t offset;
    int64_t stride[TW_MAX_AXES];
    const char *at[TW_MAX_AXES];
    int64_t first;
    uint64_t count;
};

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? -(uint64_t)number : (uint64_t)number;
}

static int64_t extent_of(const struct reading *reading, const struct tw_axes_member *member)
{
    return member->axis < 0 ? 1 : reading->extent[member->axis];
}

/* ---- strides ---- */

static void set_stride(struct side *side, const struct tw_axes_member *member, int64_t stride, const char *at)
{
    if (member->axis < 0) return;
    side->stride[member->axis] = stride;
    side->at[member->axis] = at;
}

/* Members from `first` to before `end` follow each other without gaps, the last with `stride`. False: a stride is more than 2^62. */
static bool pack(const struct reading *reading, struct side *side, unsigned first, unsigned end,
                 int64_t stride, const char *at)
{
    for (unsigned m = end; m-- > first;) {
        const struct tw_axes_member *member = &side->written->member[m];
        int64_t extent = extent_of(reading, member);
        set_stride(side, member, stride, at);
        if (magnitude(stride) > (uint64_t)(TW_PERMUTE_NUMBERS / extent)) return m == first;
        stride *= extent;
    }
    return true;
}

static unsigned members_of(const struct tw_axes_side *side, unsigned top)
{
    unsigned count = 0;
    for (unsigned m = 0; m < side->count; m++) count += side->member[m].top == top;
    return count;
}

/* `at` is the number that is too large; NULL: it is the offset. */
static bool refuse_reach(const struct reading *reading, const struct side *side, const char *at)
{
    return tw_permute_refuse(reading->reason, at ? side->text : side->offset_text, at,
                             "the %s would reach over more than 2^62 elements", side->written->word);
}

static bool refuse_count(const struct reading *reading, const struct side *side,
                         const struct tw_numbers *numbers)
{
    const struct tw_axes_side *written = side->written;
    struct tw_text members = {0};
    const char *at = numbers->count > written->count ? numbers->at[written->count]
                                                     : side->text.text + strlen(side->text.text);
    if (written->count > written->tops) tw_text_addf(&members, ", of %u members", written->count);
    (void)tw_permute_refuse(reading->reason, side->text, at, "the %s has %u axes%s, and %s has %u number%s",
                            written->word, written->tops,
                            reading->reason ? tw_text_part(reading->reason, &members) : "", side->text.key,
                            numbers->count, numbers->count == 1 ? "" : "s");
    tw_text_free(&members);
    return false;
}

/* A number for each axis as written, or for each member. */
static bool read_strides(const struct reading *reading, struct side *side)
{
    struct tw_numbers numbers;
    const struct tw_axes_side *written = side->written;
    if (!tw_numbers_read(side->text, &numbers, reading->reason)) return false;
    if (numbers.count != written->tops && numbers.count != written->count)
        return refuse_count(reading, side, &numbers);
    for (unsigned i = 0, m = 0; reading->elements && i < numbers.count; i++) {
        unsigned members = numbers.count == written->count ? 1 : members_of(written, i);
        if (!pack(reading, side, m, m + members, numbers.value[i], numbers.at[i]))
            return refuse_reach(reading, side, numbers.at[i]);
        m += members;
    }
    return true;
}

/* ---- buffers ---- */

/* Strides, and how far they reach; those of an empty array mean nothing. */
static bool read_side(const struct reading *reading, struct side *side)
{
    uint64_t below = 0, all = (uint64_t)side->offset;
    bool is_given = tw_notation_given(side->text.text);
    if (side->offset < 0 || side->offset > TW_PERMUTE_NUMBERS) return refuse_reach(reading, side, NULL);
    if (is_given && !read_strides(reading, side)) return false;
    if (!is_given && reading->elements) (void)pack(reading, side, 0, side->written->count, 1, NULL);
    for (unsigned axis = 0; reading->elements && axis < reading->axes.rank; axis++) {
        uint64_t steps = (uint64_t)reading->extent[axis] - 1, stride = magnitude(side->stride[axis]);
        if (steps && stride > ((uint64_t)TW_PERMUTE_NUMBERS - all) / steps)
            return refuse_reach(reading, side, side->at[axis]);
        all += steps * stride;
        if (side->stride[axis] < 0) below += steps * stride;
    }
    side->first = side->offset + (int64_t)below;
    side->count = all + (reading->elements > 0);
    return true;
}

static bool refuse_overlap(const struct reading *reading, const struct side *out, const int64_t *step)
{
    struct tw_text steps = {0};
    const char *at = NULL;
    for (unsigned axis = 0; reading->reason && axis < reading->axes.rank; axis++) {
        if (!step[axis]) continue;
        tw_text_addf(&steps, "%s%" PRId64 " along axis %.*s", at ? ", " : "", step[axis],
                     TW_LABEL(tw_axes_name(&reading->axes, axis)));
        if (!at) at = out->at[axis];
    }
    if (reading->reason)
        (void)tw_permute_refuse(
            reading->reason, out->text, at,
            "elements of the output would be written twice: steps of %s lead to the same place",
            tw_text_part(reading->reason, &steps));
    tw_text_free(&steps);
    return false;
}

/* Whether no element of the output is written twice. */
static bool check_output(const struct reading *reading, const struct side *out)
{
    int64_t step[TW_MAX_AXES];
    if (!reading->elements || !tw_notation_given(out->text.text)) return true;
    for (unsigned axis = 0; axis < reading->axes.rank; axis++) {
        if (reading->extent[axis] > 1 && out->stride[axis] == 0)
            return tw_permute_refuse(
                reading->reason, out->text, out->at[axis],
                "stride 0 would put all indices of axis %.*s at one element of the output",
                TW_LABEL(tw_axes_name(&reading->axes, axis)));
    }
    switch (tw_overlap_find(reading->extent, out->stride, reading->axes.rank, step)) {
    case TW_OVERLAP_FOUND:
        return refuse_overlap(reading, out, step);
    case TW_OVERLAP_UNDECIDED:
        return tw_permute_refuse(
            reading->reason, out->text, NULL,
            "it takes too long to tell whether elements of the output are written twice");
    default:
        return true;
    }
}

/* ---- all of it ---- */

static void fill(const struct reading *reading, const struct side *in, const struct side *out,
                 struct tw_permutation *permutation)
{
    *permutation = (struct tw_permutation){.elements = reading->elements,
                                           .in_first = in->first,
                                           .out_first = out->first,
                                           .in_count = in->count,
                                           .out_count = out->count};
    for (unsigned m = 0; m < out->written->count; m++) {
        int axis = out->written->member[m].axis;
        if (axis < 0) continue;
        permutation->axis[permutation->rank++] =
            (struct tw_permute_axis){reading->extent[axis], in->stride[axis], out->stride[axis]};
    }
}

bool tw_permutation_read(const struct tw_permute_texts *texts, struct tw_permutation *permutation,
                         struct tw_text *reason)
{
    struct reading reading = {.reason = reason};
    struct side in = {.written = &reading.axes.in,
                      .text = {"in_strides", texts->in_strides},
                      .offset_text = {"in_offset", NULL},
                      .offset = texts->in_offset},
                out = {.written = &reading.axes.out,
                       .text = {"out_strides", texts->out_strides},
                       .offset_text = {"out_offset", NULL},
                       .offset = texts->out_offset};
    if (!tw_axes_read((struct tw_permute_text){"axes", texts->axes}, &reading.axes, reason) ||
        !tw_axes_extents(&reading.axes, texts, reading.extent, &reading.elements, reason) ||
        !read_side(&reading, &in) || !read_side(&reading, &out) || !check_output(&reading, &out))
        return false;
    fill(&reading, &in, &out, permutation);
    return true;
}
