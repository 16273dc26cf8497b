/* tilewright schema: what a config may say,
 * for programs (JSON Schema) or people (a table), from the field tables. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "gen/config.h"

enum { OPTION_FIELDS = 1000 };

static const struct argp_option options[] = {
    {"fields", OPTION_FIELDS, "FAMILY", 0, "print the fields of a kernel family as a table instead", 0},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    const struct tw_family **family = state->input;
    if (key != OPTION_FIELDS) return ARGP_ERR_UNKNOWN;
    *family = tw_family_find(argument);
    if (!*family) tw_arguments_refuse(state, "there is no kernel family '%s'", argument);
    return 0;
}

int tw_cmd_schema(int argc, char **argv)
{
    const struct argp argp = {options, parse, NULL, "Prints the JSON Schema of a config.", NULL, NULL, NULL};
    const struct tw_family *family = NULL;
    if (tw_arguments_parse(&argp, argc, argv, &family)) return TW_EXIT_FAILED;
    struct tw_text text = {0};
    if (family)
        tw_config_reference(family, &text);
    else
        tw_config_schema(&text);
    return tw_print(&text);
}
