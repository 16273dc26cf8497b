/* describe_access.h - the template's variables of a transpose's accesses to global memory. Private to describe.c. */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_DESCRIBE_ACCESS_H
#define TW_GEN_FAMILIES_TRANSPOSE_DESCRIBE_ACCESS_H

#include "gen/families/transpose/tile.h"

/* The CUDA type that moves so many bytes (1, 2, 4, 8, 16), whatever they mean: "unsigned", "uint2". */
const char *tw_transpose_type(unsigned bytes);
/* The words of 32 bits that such a type has; 1 for narrower ones. */
unsigned tw_transpose_parts(unsigned bytes);

/* Adds which accesses tell the caches something, and what, and the operands of those in inline PTX. */
void tw_transpose_describe_hints(const struct tw_transpose *t, const int64_t *value, bool load_hint,
                                 bool store_hint, struct tw_data *data);

#endif
