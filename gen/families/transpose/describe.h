/* describe.h - the variables of the template of a transpose. */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_DESCRIBE_H
#define TW_GEN_FAMILIES_TRANSPOSE_DESCRIBE_H

#include "gen/families/transpose/tile.h"

/* The variables: tw_family's `describe`. */
void tw_transpose_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                           struct tw_data *data);

#endif
