/*
 * What a permutation leaves: every element of the input at its place in the output, by loops over all indices. Axes, extents and
 * strides are read here from the texts of the fields, which are known to be right. The input is noise in every trial, the gaps too, so
 * an element from anywhere else shows; what lies between the output's elements stays as it is. Where elements are cast (casting.h), the
 * noise of trial 0 is of the numbers that the output has, and between them.
 */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/casting.h"
#include "runtime/references/reference.h"

#define LEAVES 64u /* names and ones of a side */
#define TILE   32  /* indices: both sides of the tile stay in the CPU's cache */

/* A name or a one of a side: which axis it is, -1 of a one, and of which axis as written it is a part. */
struct leaf {
    const char *name;
    int axis;
    unsigned group;
};

struct side {
    struct leaf leaf[LEAVES];
    unsigned leaves, groups;
    int64_t stride[LEAVES]; /* by axis */
    int64_t first;          /* the element whose indices are all 0 */
};

struct problem {
    unsigned axes;
    int64_t extent[LEAVES]; /* by axis */
    struct side in, out;
};

/* ---- texts ---- */

static const char *text_of(const struct tw_kernel *kernel, const char *key)
{
    return tw_kernel_field(kernel, key)->text;
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_') length++;
    return length;
}

static bool is_same_name(const char *a, const char *b)
{
    return name_length(a) == name_length(b) && memcmp(a, b, name_length(a)) == 0;
}

/* The numbers of a text; how many. */
static unsigned read_numbers(const char *text, int64_t numbers[LEAVES])
{
    unsigned count = 0;
    char *end;
    for (text += strspn(text, " ,"); *text && count < LEAVES; text = end + strspn(end, " ,"))
        numbers[count++] = strtoll(text, &end, 10);
    return count;
}

static int axis_named(const struct side *in, const char *name)
{
    for (unsigned i = 0; i < in->leaves; i++) {
        if (in->leaf[i].axis >= 0 && is_same_name(in->leaf[i].name, name)) return in->leaf[i].axis;
    }
    return -1;
}

/* The leaves between two places of `axes`; an empty pair of parentheses is one. Axes are numbered as the input has them. */
static void read_side(const char *at, const char *end, struct problem *problem, struct side *side)
{
    bool is_open = false;
    unsigned before = 0;
    for (; at < end; at++) {
        bool is_name = name_length(at) > 0;
        if (*at == '(') {
            is_open = true;
            before = side->leaves;
        }
        if (is_name || (*at == ')' && side->leaves == before)) {
            int axis = !is_name || *at == '1' ? -1
                       : side == &problem->in ? (int)problem->axes++
                                              : axis_named(&problem->in, at);
            side->leaf[side->leaves++] = (struct leaf){at, axis, side->groups};
        }
        if (*at == ')') is_open = false;
        if (*at == ')' || (is_name && !is_open)) side->groups++;
        if (is_name) at += name_length(at) - 1;
    }
}

static void read_axes(const char *text, struct problem *problem)
{
    int64_t numbers[LEAVES];
    const char *arrow = strstr(text, "->");
    if (arrow) {
        read_side(text, arrow, problem, &problem->in);
        read_side(arrow + 2, text + strlen(text), problem, &problem->out);
        return;
    }
    problem->axes = problem->in.leaves = problem->in.groups = read_numbers(text, numbers);
    problem->out.leaves = problem->out.groups = problem->axes;
    for (unsigned i = 0; i < problem->axes; i++) {
        int axis = (int)(numbers[i] < 0 ? numbers[i] + problem->axes : numbers[i]);
        problem->in.leaf[i] = (struct leaf){"", (int)i, i};
        problem->out.leaf[i] = (struct leaf){"", axis, i};
    }
}

static int64_t extent_of(const struct problem *problem, const struct leaf *leaf)
{
    return leaf->axis < 0 ? 1 : problem->extent[leaf->axis];
}

/* "h=14 p=16" */
static void read_sizes(const char *text, struct problem *problem, bool *is_known)
{
    for (text += strspn(text, " ,"); *text; text += strspn(text, " ,")) {
        int axis = axis_named(&problem->in, text);
        char *end;
        problem->extent[axis] = strtoll(strchr(text, '=') + 1, &end, 10);
        is_known[axis] = true;
        text = end;
    }
}

/* What `sizes` leaves open of an axis of the shape is what the shape has more. */
static void read_extents(const struct tw_kernel *kernel, struct problem *problem)
{
    bool is_known[LEAVES] = {false};
    int64_t shape[LEAVES];
    unsigned count = read_numbers(text_of(kernel, "shape"), shape);
    read_sizes(text_of(kernel, "sizes"), problem, is_known);
    for (unsigned group = 0; group < count; group++) {
        int open = -1;
        for (unsigned i = 0; i < problem->in.leaves; i++) {
            const struct leaf *leaf = &problem->in.leaf[i];
            if (leaf->group != group || leaf->axis < 0) continue;
            if (!is_known[leaf->axis])
                open = leaf->axis;
            else if (problem->extent[leaf->axis])
                shape[group] /= problem->extent[leaf->axis];
        }
        if (open >= 0) problem->extent[open] = shape[group];
    }
}

/* Strides as given for groups, or for leaves; else the last leaf is the fastest. */
static void read_strides(const char *text, const struct problem *problem, struct side *side, int64_t offset)
{
    int64_t numbers[LEAVES], stride = 1;
    unsigned count = read_numbers(text, numbers);
    side->first = offset;
    for (unsigned i = side->leaves; i-- > 0;) {
        const struct leaf *leaf = &side->leaf[i];
        bool is_last = i + 1 == side->leaves || leaf[1].group != leaf->group;
        int64_t extent = extent_of(problem, leaf);
        if (count == side->leaves)
            stride = numbers[i];
        else if (count && is_last)
            stride = numbers[leaf->group];
        if (leaf->axis >= 0) side->stride[leaf->axis] = stride;
        if (leaf->axis >= 0 && stride < 0) side->first -= stride * (extent - 1);
        stride *= extent;
    }
}

static bool is_empty(const struct problem *problem)
{
    for (unsigned axis = 0; axis < problem->axes; axis++) {
        if (problem->extent[axis] == 0) return true;
    }
    return false;
}

/* ---- elements ---- */

/* Two axes: from one row to the next the fastest of the input, from one column to the next that of the output. */
struct plane {
    const unsigned char *in; /* its first element */
    unsigned char *out;
    int64_t rows, cols;                       /* indices of the two axes; 1 where there is none */
    int64_t in_row, in_col, out_row, out_col; /* their strides                                  */
    int row, col;                             /* the axes; -1: there is none                    */
};

/* Where a plane begins: its elements in both buffers, by the indices of the other axes. */
struct place {
    int64_t in, out, index[LEAVES];
};

/* `bytes` is a constant in each call, which makes memcpy one move. */
static inline void move_tiles(const struct plane *p, int64_t bytes)
{
    for (int64_t row = 0; row < p->rows; row += TILE) {
        for (int64_t col = 0; col < p->cols; col += TILE) {
            for (int64_t r = row; r < p->rows && r < row + TILE; r++) {
                for (int64_t c = col; c < p->cols && c < col + TILE; c++)
                    memcpy(p->out + (r * p->out_row + c * p->out_col) * bytes,
                           p->in + (r * p->in_row + c * p->in_col) * bytes, (size_t)bytes);
            }
        }
    }
}

static void move_plane(const struct plane *plane, size_t bytes)
{
    switch (bytes) {
    case 1:
        move_tiles(plane, 1);
        return;
    case 2:
        move_tiles(plane, 2);
        return;
    case 4:
        move_tiles(plane, 4);
        return;
    case 8:
        move_tiles(plane, 8);
        return;
    default:
        assert(bytes == 16);
        move_tiles(plane, 16);
    }
}

/* The axis of more than one index that is fastest on a side, other than one; -1: there is none. */
static int fastest(const struct problem *problem, const struct side *side, int other)
{
    int best = -1;
    for (unsigned axis = 0; axis < problem->axes; axis++) {
        if (problem->extent[axis] < 2 || (int)axis == other) continue;
        if (best < 0 || llabs(side->stride[axis]) < llabs(side->stride[best])) best = (int)axis;
    }
    return best;
}

static struct plane plane_of(const struct problem *problem)
{
    const struct side *from = &problem->in, *to = &problem->out;
    struct plane plane = {.rows = 1, .cols = 1, .col = fastest(problem, to, -1)};
    plane.row = fastest(problem, from, plane.col);
    if (plane.row >= 0) {
        plane.rows = problem->extent[plane.row];
        plane.in_row = from->stride[plane.row];
        plane.out_row = to->stride[plane.row];
    }
    if (plane.col >= 0) {
        plane.cols = problem->extent[plane.col];
        plane.in_col = from->stride[plane.col];
        plane.out_col = to->stride[plane.col];
    }
    return plane;
}

/* Moves both places on to the next indices of all axes but the plane's. False: there are none. */
static bool advance(const struct problem *problem, const struct plane *plane, struct place *place)
{
    for (int axis = 0; axis < (int)problem->axes; axis++) {
        int64_t in = problem->in.stride[axis], out = problem->out.stride[axis];
        if (axis == plane->row || axis == plane->col) continue;
        place->in += in;
        place->out += out;
        if (++place->index[axis] < problem->extent[axis]) return true;
        place->in -= place->index[axis] * in;
        place->out -= place->index[axis] * out;
        place->index[axis] = 0;
    }
    return false;
}

static void move_all(const struct problem *problem, const unsigned char *in, unsigned char *out, size_t bytes)
{
    struct plane plane = plane_of(problem);
    struct place place = {.in = problem->in.first, .out = problem->out.first};
    do {
        plane.in = in + place.in * (int64_t)bytes;
        plane.out = out + place.out * (int64_t)bytes;
        move_plane(&plane, bytes);
    } while (advance(problem, &plane, &place));
}

/* Element by element: what is cast is the CPU's work, not memory's. */
static void cast_all(const struct problem *problem, const struct tw_casting *casting, const unsigned char *in,
                     unsigned char *out)
{
    const struct plane none = {.row = -1, .col = -1};
    struct place place = {.in = problem->in.first, .out = problem->out.first};
    do {
        tw_cast(casting, in + place.in * (int64_t)casting->in_bytes,
                out + place.out * (int64_t)casting->out_bytes);
    } while (advance(problem, &none, &place));
}

/* A field that is a number with a fraction. */
static double real_of(const struct tw_kernel *kernel, const char *key)
{
    const char *text = text_of(kernel, key);
    const bool negative = *text == '-';
    double number = 0;
    tw_text_read_double(text + negative, strlen(text + negative), &number);
    return negative ? -number : number;
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    struct problem problem = {0};
    const struct tw_argument *in = &kernel->shape.arguments[0], *out = &kernel->shape.arguments[1];
    size_t bytes = tw_element_info(in->element)->bytes;
    struct tw_casting casting;
    bool is_cast = tw_casting_of(in->element, out->element, real_of(kernel, "alpha"), &casting);
    (void)error;
    assert(kernel->shape.argument_count == 2 && trials[0].before && trials[1].after);
    tw_reference_noise(trials[0].before, in->count * bytes, trial);
    if (is_cast && trial == 0) tw_casting_condition(&casting, trials[0].before, in->count);
    read_axes(text_of(kernel, "axes"), &problem);
    read_extents(kernel, &problem);
    if (is_empty(&problem)) return TW_OK;
    read_strides(text_of(kernel, "in_strides"), &problem, &problem.in,
                 (int64_t)tw_reference_number(kernel, "in_offset"));
    read_strides(text_of(kernel, "out_strides"), &problem, &problem.out,
                 (int64_t)tw_reference_number(kernel, "out_offset"));
    if (is_cast)
        cast_all(&problem, &casting, trials[0].before, trials[1].after);
    else
        move_all(&problem, trials[0].before, trials[1].after, bytes);
    return TW_OK;
}

static const char *const reads[] = {"axes",        "shape",     "sizes",      "in_strides",
                                    "out_strides", "in_offset", "out_offset", "type",
                                    "out_type",    "alpha",     NULL};

const struct tw_reference tw_reference_permute = {.family = "permute", .reads = reads, .fill = fill};
