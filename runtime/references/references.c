/* The table of the references, one for each family. */
#include "runtime/references/reference.h"

#include <string.h>

#include "base/families.h"

#define X(name) extern const struct tw_reference tw_reference_##name;
TW_FAMILIES(X)
#undef X

static const struct tw_reference *const references[] = {
#define X(name) &tw_reference_##name,
    TW_FAMILIES(X)
#undef X
};

const struct tw_reference *tw_reference_find(const char *family)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        if (strcmp(references[i]->family, family) == 0) return references[i];
    }
    return NULL;
}
