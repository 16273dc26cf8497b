#include "gen/family.h"

#include <string.h>

extern const struct tw_family tw_family_tile;

const struct tw_family *const tw_families[] = {
    &tw_family_tile,
    NULL,
};

const struct tw_family *tw_family_find(const char *name)
{
    for (size_t i = 0; tw_families[i]; i++) {
        if (strcmp(tw_families[i]->name, name) == 0) return tw_families[i];
    }
    return NULL;
}

int tw_family_field(const struct tw_family *family, const char *key)
{
    for (unsigned i = 0; i < family->field_count; i++) {
        if (strcmp(family->fields[i].key, key) == 0) return (int)i;
    }
    return -1;
}
