/* tilewright init: a config to begin with, which explains itself: of a family, or of a kernel in a source. */
#include <stdlib.h>
#include <string.h>

#include "base/families.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options/family.h"
#include "cli/options/limits.h"
#include "cli/output.h"
#include "gen/config/config.h"
#include "gen/described/init/starter.h"
#include "gen/described/source_kind.h"
#include "runtime/compile/compile.h"
#include "tune/undefined.h"

struct init_options {
    const struct tw_family *family; /* NULL: a source */
    const char *source;
    const char *kernel; /* of the source; NULL: its only one */
    const char *output; /* NULL: standard output */
    bool force;
};

static void take_operand(char **operands, size_t count, void *place, const char *command)
{
    struct init_options *chosen = place;
    struct tw_text list = {0};
    if (count > 1)
        tw_arguments_refuse(command, "only one family or source is taken; '%s' is too many", operands[1]);
    if (!count) {
        tw_families_list(", ", &list);
        tw_arguments_refuse(command, "of what? A kernel's source, matmul.cu, or one of the families %s",
                            tw_text_string(&list));
    }
    if (strpbrk(operands[0], "./"))
        chosen->source = operands[0];
    else
        chosen->family = tw_family_named(operands[0], command);
}

static const struct tw_option options[] = {
    {"output", 'o', "FILE", TW_AS_STRING(struct init_options, output),
     "write FILE instead of standard output"},
    {"kernel", 'k', "NAME", TW_AS_STRING(struct init_options, kernel), "which kernel of the source"},
    TW_FORCE_OPTION(struct init_options, force),
    {"FAMILY|SOURCE", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_operand,
     .help = "the kernel family of the config, or CUDA C++ whose kernel is to be described: matmul.cu"},
    {0},
};

const struct tw_arguments tw_arguments_init = {
    "Writes a small config to begin with, in which \"$comment\" explains what may be changed: of a kernel "
    "family, or of a kernel of your own.\v"
#define X(name) " " #name
    "The families:" TW_FAMILIES(X) ".",
#undef X
    options, NULL};

/* The source as a config in `output` names it: beside it, or from the root where they are in different folders. */
static void add_path(const char *source, const char *output, struct tw_text *text)
{
    const char *slash = output ? strrchr(output, '/') : NULL;
    const size_t folder = slash ? (size_t)(slash - output) + 1 : 0;
    const bool is_beside = folder == (size_t)(tw_file_name(source) - source) &&
                           strncmp(source, output ? output : "", folder) == 0;
    char *absolute = !is_beside && slash ? realpath(source, NULL) : NULL;
    tw_text_add(text, is_beside ? tw_file_name(source) : absolute ? absolute : source);
    free(absolute);
}

static int add_description(const struct init_options *chosen, struct tw_text *config, struct tw_error *error)
{
    struct tw_text text = {0}, path = {0};
    struct tw_cuda_source source = {0};
    const struct tw_cuda_kernel *kernel = NULL;
    const struct tw_limits limits = tw_limits_here(TW_COMPILE_TIMEOUT_S, TW_COMPILE_MIB, 1, TW_EXIT_USAGE);
    int code = tw_file_read(chosen->source, &text, error);
    if (!code && tw_source_kind(chosen->source, tw_text_string(&text)) == TW_SOURCE_PTX)
        code = tw_source_is_no_config(chosen->source, TW_SOURCE_PTX, error);
    if (!code) code = tw_cuda_source_read(tw_text_string(&text), &source, error);
    if (!code) code = tw_cuda_find_kernel(&source, chosen->source, chosen->kernel, &kernel, error);
    if (!code) code = tw_find_undefined(chosen->source, tw_text_string(&text), &limits, &source, error);
    if (!code) {
        add_path(chosen->source, chosen->output, &path);
        tw_cuda_add_starter(&source, kernel, tw_text_string(&path), config);
        if (path.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    tw_cuda_source_free(&source);
    tw_text_free(&path);
    tw_text_free(&text);
    return code;
}

/* The source itself is not replaced, --force or not. */
static int check_output(const struct init_options *chosen, struct tw_error *error)
{
    struct tw_outputs outputs = {0};
    tw_outputs_read(&outputs, chosen->source);
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
    if (chosen.family && chosen.kernel)
        tw_arguments_refuse(argv[0], "--kernel names a kernel of a source, not of a family");
    if (chosen.family)
        tw_config_starter(chosen.family, &config);
    else
        add_description(&chosen, &config, &error);
    if (!error.code && !chosen.output) return tw_print_data(&config);
    if (!error.code) check_output(&chosen, &error);
    if (!error.code) tw_output_write(chosen.output, &config, chosen.force, &error);
    int status = error.code ? tw_report(&error) : TW_EXIT_OK;
    tw_text_free(&config);
    tw_error_free(&error);
    return status;
}
