/* The names of the kernel families on the command line. */
#include "cli/options/family.h"

#include "cli/cli.h"
#include "gen/config/hint.h"

#define MAX_FAMILIES 32u /* that may be meant */

void tw_families_list(const char *between, struct tw_text *text)
{
    for (size_t i = 0; tw_families[i]; i++)
        tw_text_addf(text, "%s%s", i ? between : "", tw_families[i]->name);
}

const struct tw_family *tw_family_named(const char *name, const char *command)
{
    const struct tw_family *family = tw_family_find(name);
    if (family) return family;
    const char *names[MAX_FAMILIES + 1] = {NULL};
    struct tw_text list = {0};
    for (size_t i = 0; tw_families[i] && i < MAX_FAMILIES; i++) names[i] = tw_families[i]->name;
    tw_families_list(", ", &list);
    if (list.failed) tw_arguments_refuse(command, "out of memory");
    tw_arguments_refuse(command, "there is no kernel family '%s'; there are %s%s", name,
                        tw_text_string(&list), tw_hint_among(name, names).words);
}
