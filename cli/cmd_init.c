/* tilewright init: a config to begin with, which explains itself. */
#include "base/families.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/init_t1.h"
#include "cli/options/family.h"
#include "cli/output.h"
#include "gen/config/config.h"

struct init_options {
    const struct tw_family *family;
    const char *t1;     /* a T1 file instead */
    const char *output; /* NULL: standard output */
    bool force;
};

static void take_family(char **operands, size_t count, void *place, const char *command)
{
    struct init_options *options = place;
    struct tw_text list = {0};
    if (count > 1) tw_arguments_refuse(command, "only one family is taken; '%s' is too many", operands[1]);
    if (!count) {
        tw_families_list(", ", &list);
        tw_arguments_refuse(command, "which family? There are %s", tw_text_string(&list));
    }
    if (tw_init_is_json(operands[0]))
        options->t1 = operands[0];
    else
        options->family = tw_family_named(operands[0], command);
}

static const struct tw_option options[] = {
    {"output", 'o', "FILE", TW_AS_STRING(struct init_options, output),
     "write FILE instead of standard output"},
    TW_FORCE_OPTION(struct init_options, force),
    {"FAMILY|T1.json", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_family,
     .help =
         "the kernel family of the config; or a T1 file of Kernel Tuner or KTT, which becomes a description"},
    {0},
};

const struct tw_arguments tw_arguments_init = {
    "Writes a small config of a kernel family, in which \"$comment\" explains what may be changed. It runs "
    "as it is. Of a T1 file it writes the description.\v"
#define X(name) " " #name
    "The families:" TW_FAMILIES(X) ".",
#undef X
    options, NULL};

int tw_cmd_init(int argc, char **argv)
{
    struct init_options chosen = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text config = {0};
    if (tw_arguments_parse(&tw_arguments_init, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (chosen.t1)
        tw_init_t1(chosen.t1, chosen.output, &config, &error);
    else
        tw_config_starter(chosen.family, &config);
    if (error.code) {
        tw_text_free(&config);
        int failed = tw_report(&error);
        tw_error_free(&error);
        return failed;
    }
    if (!chosen.output) return tw_print_data(&config);
    tw_output_write(chosen.output, &config, chosen.force, &error);
    int status = error.code ? tw_report(&error) : TW_EXIT_OK;
    tw_error_free(&error);
    return status;
}
