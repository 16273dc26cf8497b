/* tilewright init: a config to begin with, which explains itself: of a family, of a kernel in a source, of a T1 file. */
#include <stdlib.h>

#include "base/families.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/init_source.h"
#include "cli/init_t1.h"
#include "cli/options/family.h"
#include "cli/output.h"
#include "gen/config/config.h"

struct init_options {
    const struct tw_family *family; /* NULL: of a file instead */
    const char *source, *t1;        /* CUDA C++, or a T1 file */
    const char *kernel;             /* of the source; NULL: its only one */
    const char *output;             /* NULL: standard output */
    bool force;
};

static void take_operand(char **operands, size_t count, void *place, const char *command)
{
    struct init_options *chosen = place;
    struct tw_text list = {0};
    if (count > 1)
        tw_arguments_refuse(command, "only one family or file is taken; '%s' is too many", operands[1]);
    if (!count) {
        tw_families_list(", ", &list);
        tw_arguments_refuse(command,
                            "which family? There are %s; or the source of a kernel of your own, or a T1 file",
                            tw_text_string(&list));
    }
    if (tw_init_is_json(operands[0]))
        chosen->t1 = operands[0];
    else if (tw_init_is_source(operands[0]))
        chosen->source = operands[0];
    else
        chosen->family = tw_family_named(operands[0], command);
}

static const struct tw_option options[] = {
    {"output", 'o', "FILE", TW_AS_STRING(struct init_options, output),
     "write FILE instead of standard output"},
    {"kernel", 'k', "NAME", TW_AS_STRING(struct init_options, kernel), "which kernel of the source"},
    TW_FORCE_OPTION(struct init_options, force),
    {"FAMILY|SOURCE|T1.json", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_operand,
     .help = "a kernel family; CUDA C++ with a kernel to describe; or a T1 file of Kernel Tuner or KTT"},
    {0},
};

const struct tw_arguments tw_arguments_init = {
    "Writes a small config to begin with, in which \"$comment\" explains what may be changed: of a kernel "
    "family, which runs as it is; of a kernel of your own, from its source; of a T1 file.\v"
#define X(name) " " #name
    "The families:" TW_FAMILIES(X) ".",
#undef X
    options, NULL};

static void make(const struct init_options *chosen, struct tw_text *config, struct tw_error *error)
{
    if (chosen->family)
        tw_config_starter(chosen->family, config);
    else if (chosen->t1)
        tw_init_t1(chosen->t1, chosen->output, config, error);
    else
        tw_init_source(chosen->source, chosen->kernel, chosen->output, config, error);
}

/* The file that is described is not replaced, --force or not. */
static int check_output(const struct init_options *chosen, struct tw_error *error)
{
    struct tw_outputs outputs = {0};
    tw_outputs_read(&outputs, chosen->source ? chosen->source : chosen->t1);
    int code = tw_outputs_claim(&outputs, chosen->output, "the description", error);
    tw_outputs_free(&outputs);
    return code;
}

int tw_cmd_init(int argc, char **argv)
{
    struct init_options chosen = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text config = {0};
    if (tw_arguments_parse(&tw_arguments_init, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (chosen.kernel && !chosen.source)
        tw_arguments_refuse(argv[0], "--kernel names a kernel of a source, and none was given");
    make(&chosen, &config, &error);
    if (!error.code && !chosen.output) return tw_print_data(&config);
    if (!error.code) check_output(&chosen, &error);
    if (!error.code) tw_output_write(chosen.output, &config, chosen.force, &error);
    int status = error.code ? tw_report(&error) : TW_EXIT_OK;
    tw_text_free(&config);
    tw_error_free(&error);
    return status;
}
