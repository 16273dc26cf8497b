/*
 * cast.h - what becomes of an element on its way: out = (out_type)(alpha * in).
 *
 *     out_type   type, or any of float16, bfloat16, float32, float64 for elements that are no vectors
 *     alpha      a number. Where it is 1 the cast rounds once, to nearest even. Else the element is rounded to the type that it is multiplied
 *                in, the product is rounded in that type, and cast
 *
 * Pure; thread-safe.
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_CAST_H
#define TW_GEN_FAMILIES_PERMUTE_CAST_H

#include "gen/families/permute/fields.h"

/* Whether elements change at all: there is a cast, or a scale. */
bool tw_permute_changes(const int64_t *value);

/* Whether there is such a cast and such a scale. False, with the reason. */
bool tw_permute_accept_cast(const int64_t *value, struct tw_text *reason);

/* Adds the variables of templates/permute/permute_cast.cu.mustache as `cast`, which is false where elements stay as they are. The kernel
   `name` moves `together` elements as one. */
void tw_permute_describe_cast(const int64_t *value, const char *name, unsigned together,
                              struct tw_data *data);

#endif
