/* tilewright schema: what a config may say,
 * for programs (JSON Schema) or people (a table), from the field tables. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options/family.h"
#include "gen/config/config.h"

struct schema_options {
    const struct tw_family *family; /* whose fields are shown; NULL: the schema is */
};

static bool read_family(char *name, void *place, const char *command)
{
    const struct tw_family **family = place;
    *family = tw_family_named(name, command);
    return true;
}

static const struct tw_option options[] = {
    {"fields", 0, "FAMILY", TW_AS_READ(struct schema_options, family, read_family),
     "print the fields of a kernel family as a table instead"},
    {0},
};

const struct tw_arguments tw_arguments_schema = {"Prints the JSON Schema of a config.", options, NULL};

int tw_cmd_schema(int argc, char **argv)
{
    struct schema_options chosen = {0};
    if (tw_arguments_parse(&tw_arguments_schema, argc, argv, &chosen)) return TW_EXIT_FAILED;
    struct tw_text text = {0};
    if (chosen.family)
        tw_config_reference(chosen.family, &text);
    else
        tw_config_schema(&text);
    return tw_print_data(&text);
}
