/*
 * tilewright lint: somebody's kernel, CUDA C++ or PTX, on the simulator with all that it checks and counts (tune/lint/), and what
 * was found is told (lint_show.c, lint_export.c).
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/lint/lint_show.h"
#include "cli/options/choice.h"
#include "cli/options/limits.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/show/columns.h"
#include "cli/terminal.h"
#include "gen/described/description.h"
#include "tune/lint/lint_program.h"
#include "tune/space.h"

struct lint_options {
    struct tw_lint_options lint;
    const char *files[2]; /* [1]: what it is compared with, or NULL */
    const char *launch;   /* JSON itself, or the name of its file   */
    const char *variant;  /* of a config that it is; NULL: its first */
    const char *sarif;
    unsigned fail; /* the level from which on the program fails */
    unsigned timeout_s, compile_mib;
    bool json, all, force, compare;
};

/* A value that begins like JSON is the description itself. */
static bool is_json(const char *value)
{
    return strchr("[{", value[strspn(value, " \t\r\n")]);
}

static int read_launches(struct lint_options *options, struct tw_text *text,
                         struct tw_lint_launches *launches, struct tw_lint_program *program,
                         struct tw_error *error)
{
    const char *value = options->launch;
    if (!value) return TW_OK;
    struct tw_json json;
    bool itself = is_json(value);
    int code = itself ? TW_OK : tw_file_read(value, text, error);
    if (itself) tw_text_add(text, value);
    if (!code && text->failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code)
        code = tw_json_parse(itself ? "--launch" : value, tw_text_string(text), text->length, &json, error);
    if (code || !tw_lint_is_config(&json))
        return code ? code : tw_lint_launches_read(&json, itself, launches, error);
    launches->program = options->lint.program = program;
    code = tw_lint_program_open(&json, options->variant, &options->lint, program, error);
    if (!code) tw_space_say_notes(&program->config, true, &tw_terminal);
    return code;
}

static void note_read(void *outputs, const char *path)
{
    tw_outputs_read(outputs, path);
}

/* Checks that the file can be written, and is none of those that are read. */
static int try_output(const struct lint_options *options, const struct tw_lint_launches *launches,
                      struct tw_error *error)
{
    struct tw_outputs outputs = {0};
    const bool inlined = !options->launch || is_json(options->launch);
    if (!options->sarif) return TW_OK;
    if (!inlined) tw_outputs_read(&outputs, options->launch);
    if (launches->program)
        tw_description_files(launches->program->config.family->description, note_read, &outputs);
    int code = tw_lint_inputs(options->files[0], launches, inlined, &options->lint, &outputs.claims, error);
    if (!code) code = tw_outputs_try(&outputs, options->sarif, "SARIF", options->force, error);
    tw_outputs_free(&outputs);
    return code;
}

/* Checks the files that the compiler found too, wherever, as far as code of theirs is in the kernels. */
static int check_included(const struct lint_options *options, const struct tw_lint *lint,
                          struct tw_error *error)
{
    struct tw_outputs outputs = {0};
    const struct tw_ptx_module *module = lint->source->module;
    for (size_t i = 0; i < module->file_count; i++) tw_outputs_read(&outputs, module->files[i]);
    int code = tw_outputs_claim(&outputs, options->sarif, "SARIF", error);
    tw_outputs_free(&outputs);
    return code;
}

static int write_sarif(const struct lint_options *options, const struct tw_lint *lint, struct tw_error *error)
{
    struct tw_text text = {0};
    int code = options->sarif ? check_included(options, lint, error) : TW_OK;
    if (code || !options->sarif) return code;
    tw_lint_sarif(lint, &text);
    return tw_output_write(options->sarif, &text, options->force, error);
}

static int tell(const struct lint_options *options, const struct tw_lint lints[2])
{
    struct tw_text out = {0};
    if (options->json) {
        for (unsigned i = 0; i < 2 && options->files[i]; i++) tw_lint_json(&lints[i], &out);
        return tw_print_data(&out);
    }
    if (options->files[1])
        tw_lint_show_comparison(lints, &out);
    else
        tw_lint_show(&lints[0], options->all, tw_output_columns(), &out);
    return tw_print(&out);
}

enum { FAIL_WARNING, FAIL_ERROR, FAIL_NEVER };

static int verdict(const struct lint_options *options, const struct tw_lint lints[2])
{
    static const enum tw_lint_level from[] = {[FAIL_ERROR] = TW_LINT_ERROR, [FAIL_WARNING] = TW_LINT_WARNING};
    if (options->fail == FAIL_NEVER) return TW_EXIT_OK;
    if (options->files[1]) return tw_lint_is_worse(lints) ? TW_EXIT_FAILED : TW_EXIT_OK;
    bool bad = lints[0].message_count && tw_lint_worst(&lints[0]) >= from[options->fail];
    return bad ? TW_EXIT_FAILED : TW_EXIT_OK;
}

/* ---- arguments ---- */

static void take_files(char **files, size_t count, void *place, const char *command)
{
    struct lint_options *lint = place;
    if (!count) tw_arguments_refuse(command, "which file? One of CUDA C++ or PTX");
    if (count > 2) tw_arguments_refuse(command, "one file, or two to compare; '%s' is too many", files[2]);
    for (size_t i = 0; i < count; i++) lint->files[i] = files[i];
}

static bool keep_option(const char *prefix, char *value, struct tw_lint_options *lint, const char *command)
{
    struct tw_text text = {0};
    if (lint->compiler_count + 1 == sizeof lint->compiler / sizeof *lint->compiler)
        tw_arguments_refuse(command, "more than %zu of -I, -D and -G", lint->compiler_count);
    tw_text_addf(&text, "%s%s", prefix, value);
    return (lint->compiler[lint->compiler_count++] = tw_text_take(&text)) != NULL;
}

static bool read_folder(char *value, void *place, const char *command)
{
    return keep_option("-I", value, &((struct lint_options *)place)->lint, command);
}

static bool read_macro(char *value, void *place, const char *command)
{
    return keep_option("-D", value, &((struct lint_options *)place)->lint, command);
}

static const char *const fail_words[] = {
    [FAIL_ERROR] = "error", [FAIL_WARNING] = "warning", [FAIL_NEVER] = "never", NULL};
static const struct tw_words fails = {NULL, fail_words};

static const struct tw_option options[] = {
    {"launch", 'l', "JSON|FILE", TW_AS_STRING(struct lint_options, launch),
     "grid, block, shared bytes and arguments of the launches (docs/commands/lint.md); or a config of your "
     "own kernel"},
    {"variant", 0, "NAME", TW_AS_STRING(struct lint_options, variant),
     "the launches of this variant of the config (default: its first)"},
    {"kernel", 'k', "NAME", TW_AS_STRING(struct lint_options, lint.kernel), "only launches of this kernel"},
    {"check", 0, "CHECKS", TW_AS_READ(struct lint_options, lint.checks, tw_checks_read),
     "the simulator's checks: names with commas between, all, usual or none (default: all but leaks)"},
    {"arch", 0, "sm_NN", TW_AS_ARCH(struct lint_options, lint.sm),
     "architecture to compile for and to simulate (default sm_90)"},
    {"include", 'I', "DIR", .kind = TW_OPTION_READ, .read = read_folder, .help = "a folder of headers"},
    {"define", 'D', "NAME[=VALUE]", .kind = TW_OPTION_READ, .read = read_macro,
     .help = "a macro; or the value of a field that the config of --launch has"},
    {"device-debug", 'G', NULL, TW_AS_FLAG(struct lint_options, lint.debug),
     "run only without optimisation; without this option small kernels run so a second time"},
    {"all", 0, NULL, TW_AS_FLAG(struct lint_options, all), "show all lines of the file"},
    {"json", 0, NULL, TW_AS_FLAG(struct lint_options, json),
     "one JSON object for each file on standard output"},
    {"sarif", 0, "FILE", TW_AS_STRING(struct lint_options, sarif),
     "also write SARIF 2.1.0, for tools of code review"},
    TW_COMPILE_TIMEOUT_OPTION(struct lint_options, timeout_s),
    TW_COMPILE_MEMORY_OPTION(struct lint_options, compile_mib),
    TW_FORCE_OPTION(struct lint_options, force),
    {"compare", 0, NULL, TW_AS_FLAG(struct lint_options, compare),
     "compare two files, which lint does anyway"},
    {"fail", 0, "LEVEL", TW_AS_WORD(struct lint_options, fail, &fails),
     "exit status 1 from this level of messages on: warning (the default), error, or never"},
    {"FILE [FILE]", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_files,
     .help = "CUDA C++ or PTX; a second file is compared with the first"},
    {0},
};

const struct tw_arguments tw_arguments_lint = {
    "Runs anybody's kernel on the simulator, and shows its costs and mistakes line by line.\v"
    "Exit status 1: there are errors or warnings (see --fail), or the second of two files has more errors, "
    "wavefronts or sectors.",
    options, NULL};

static int lint_file(const struct tw_lint_options *chosen, const char *path,
                     const struct tw_lint_launches *launches, struct tw_lint_source *source,
                     struct tw_lint *lint, struct tw_error *error)
{
    int code = tw_lint_source_open(path, chosen, source, error);
    if (!code) code = tw_lint_run(source, launches, chosen, lint, error);
    if (code) tw_lint_name_text(source, error);
    return code;
}

/* What cannot be judged is neither right nor wrong; a file that cannot be written is as elsewhere. */
static int failure(const struct tw_error *error)
{
    int status = tw_report(error);
    return status == TW_EXIT_FAILED && error->code != TW_IO ? TW_EXIT_USAGE : status;
}

int tw_cmd_lint(int argc, char **argv)
{
    struct lint_options chosen = {.lint.checks = TW_SIM_CHECK_ALL & ~TW_SIM_CHECK_LEAKS,
                                  .timeout_s = TW_COMPILE_TIMEOUT_S,
                                  .compile_mib = TW_COMPILE_MIB};
    if (tw_arguments_parse(&tw_arguments_lint, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (chosen.compare && !chosen.files[1])
        tw_arguments_refuse(argv[0], "--compare takes two files: the one before and the one after");
    if (chosen.files[1] && chosen.sarif)
        tw_arguments_refuse(argv[0], "--sarif is of one file, not of a comparison");

    chosen.lint.compiling = tw_limits_here(chosen.timeout_s, chosen.compile_mib, 1, TW_EXIT_USAGE);
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    struct tw_lint_launches launches = {0};
    struct tw_lint_program program = {0};
    struct tw_lint_source sources[2] = {0};
    struct tw_lint lints[2] = {0};
    int code = TW_OK;
    if (chosen.lint.debug && !keep_option("-G", "", &chosen.lint, argv[0]))
        code = tw_fail(&error, TW_MEMORY, "out of memory");
    if (!code) code = read_launches(&chosen, &text, &launches, &program, &error);
    if (!code && chosen.variant && !launches.program)
        tw_arguments_refuse(argv[0], "--variant is of a config that --launch names");
    if (!code) code = try_output(&chosen, &launches, &error);
    chosen.lint.watcher = &tw_terminal;
    for (unsigned i = 0; i < 2 && chosen.files[i] && !code; i++)
        code = lint_file(&chosen.lint, chosen.files[i], &launches, &sources[i], &lints[i], &error);
    tw_progress_say(NULL, 0, 0);
    int status = TW_EXIT_OK;
    if (code)
        status = failure(&error);
    else if (write_sarif(&chosen, &lints[0], &error))
        status = tw_report(&error);
    else
        status = tell(&chosen, lints);
    if (!status) status = verdict(&chosen, lints);
    for (unsigned i = 0; i < 2; i++) {
        tw_lint_free(&lints[i]);
        tw_lint_source_close(&sources[i]);
    }
    for (size_t i = 0; i < chosen.lint.compiler_count; i++) free((char *)chosen.lint.compiler[i]);
    tw_lint_launches_free(&launches);
    tw_lint_program_free(&program);
    tw_text_free(&text);
    tw_error_free(&error);
    return status;
}
