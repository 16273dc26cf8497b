/* The table of the references, one for each family. */
#include "runtime/references/reference.h"

#include <string.h>

extern const struct tw_reference tw_reference_tile, tw_reference_transpose;

static const struct tw_reference *const references[] = {
    &tw_reference_tile,
    &tw_reference_transpose,
};

const struct tw_reference *tw_reference_find(const char *family)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        if (strcmp(references[i]->family, family) == 0) return references[i];
    }
    return NULL;
}
