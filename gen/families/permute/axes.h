/*
 * axes.h - what a permutation moves: the texts of a config as extents and strides, and their canonical form.
 *
 *     axes        "n c h w -> n h w c"   names, or 1 for an axis of one index, with spaces between them; what stands in parentheses is
 *                                        one axis made of several, the last of them fastest: "b (h p) (w q) -> b h w (p q)"; () is 1
 *                 "0 2 3 1"              or numbers: axis i of the output is axis axes[i] of the input, -1 is the last one
 *     shape       "64 64 112 112"        extents of the input's axes as written, one in parentheses counted once
 *     sizes       "h=14 p=16"            extents of axes by name; what shape and sizes leave open of an axis in parentheses, at most
 *                                        one of its members, is divided out
 *     in_strides  "12544 112 1"          elements from one index to the next, for each axis as written on that side, where one in
 *     out_strides                        parentheses has the stride of its last member and the others follow without gaps; or for
 *                                        every member. Not given: without gaps, the last axis fastest
 *     in_offset, out_offset              elements in the buffer before the lowest that is touched
 *
 * Numbers are separated by spaces or commas. A stride of the input may be 0: all indices are the same element. One of the output of
 * more than one index is not, and no element of the output is written twice. Strides of axes of one index, and all strides of an
 * empty array, mean nothing.
 *
 * Pure; no allocation but what is added to *reason; thread-safe.
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_AXES_H
#define TW_GEN_FAMILIES_PERMUTE_AXES_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/problem.h>

#include "base/text.h"

TW_API_BEGIN

#define TW_MAX_AXES 32u
/* Elements of a buffer, extents and strides are at most that many. */
#define TW_PERMUTE_NUMBERS (INT64_C(1) << 62)

struct tw_permute_texts {
    const char *axes;
    const char *shape, *sizes, *in_strides, *out_strides; /* NULL or "": not given */
    int64_t in_offset, out_offset;                        /* at least 0           */
};

struct tw_permute_axis {
    int64_t extent, in_stride, out_stride; /* strides in elements */
};

struct tw_permutation {
    unsigned rank; /* 0: a single element, or none */
    struct tw_permute_axis axis[TW_MAX_AXES];
    int64_t in_first, out_first; /* elements from the buffer's start to element (0, .., 0) */
    uint64_t elements;           /* that are moved; 0: an empty array                      */
    uint64_t in_count,
        out_count; /* elements of each buffer, to the last that is touched; of an empty array the offset */
};

/*
 * The permutation as the texts say it: its axes are the members in the order of the output, axis[0] the slowest as written;
 * those of one index are among them, but for the nameless 1 and (). False, with the reason added in a clause that names axis, text and
 * place, when the texts are wrong, contradict each other, or leave something open; `reason` NULL: nobody needs it.
 */
bool tw_permutation_read(const struct tw_permute_texts *texts, struct tw_permutation *permutation,
                         struct tw_text *reason);

/*
 * The same pairs of elements by fewer axes: without those of one index; each in the direction in which the output ascends; two that
 * follow each other without a gap on both sides joined; sorted by falling out_stride. So every extent is at least 2, every
 * out_stride at least 1 and no two are equal; an in_stride below 0 runs against the output, 0 repeats. No axes are left of a single
 * element and of an empty array, which `elements` tells apart. `to` may be `from`.
 */
void tw_permutation_canonical(const struct tw_permutation *from, struct tw_permutation *to);

TW_API_END
#endif
