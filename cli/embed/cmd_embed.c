/* tilewright embed: kernels as files for programs whose authors want a kernel and not a tuner (docs/commands/embed.md). */
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/embed/embed_write.h"
#include "cli/interrupt.h"
#include "cli/options/limits.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "gen/text/embed.h"

/* Keeps the list ascending and without repetition: the order of the words does not show in the files. */
static void add_arch(struct tw_embed_options *embed, unsigned sm)
{
    size_t at = 0;
    while (at < embed->arch_count && embed->archs[at] < sm) at++;
    if (at < embed->arch_count && embed->archs[at] == sm) return;
    memmove(&embed->archs[at + 1], &embed->archs[at], (embed->arch_count - at) * sizeof *embed->archs);
    embed->archs[at] = sm;
    embed->arch_count++;
}

static bool read_archs(char *list, void *place, const char *command)
{
    struct tw_embed_options *embed = &((struct tw_embed_command *)place)->embed;
    for (char *word; (word = strsep(&list, ","));) {
        unsigned sm = tw_arguments_arch("arch", word, command);
        if (embed->arch_count < TW_MAX_ARCHS) add_arch(embed, sm);
    }
    return true;
}

/* Whether files and symbols may begin with the name; *reason gets why not, as a clause. */
static bool is_good(const char *name, struct tw_text *reason)
{
    const char *whose = tw_embed_hides(name);
    if (whose)
        tw_text_addf(reason, "%s.h would hide a header of %s, which a source beside it includes", name,
                     whose);
    return !whose && tw_name_accept(name, reason);
}

static bool read_name(char *name, void *place, const char *command)
{
    struct tw_text reason = {0};
    bool good = is_good(name, &reason), known = !reason.failed;
    if (known && !good)
        tw_arguments_refuse(command, "--name '%s' cannot be: %s", name, tw_text_string(&reason));
    *(const char **)place = name;
    tw_text_free(&reason);
    return known;
}

static void take_files(char **files, size_t count, void *place, const char *command)
{
    if (!count) tw_arguments_refuse(command, "which config or results file?");
    struct tw_embed_command *embed = place;
    embed->files = files;
    embed->file_count = count;
    embed->embed.file = files[0];
}

/* The file's name without its folder and ending, with '_' for what no name has, as TilewrightKernels.cmake makes it. In memory of its
   own; NULL: there is none. */
static char *name_of_file(const char *path, const char *command)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    struct tw_text reason = {0};
    char *name = strndup(base, strcspn(base, "."));
    for (char *c = name; c && *(c += strspn(c, letters)); c++) *c = '_';
    if (name && strcmp(path, "-") == 0)
        tw_arguments_refuse(command, "--name NAME is needed for a config on standard input: what files and "
                                     "symbols begin with");
    if (name && !is_good(name, &reason) && !reason.failed)
        tw_arguments_refuse(command, "--name NAME is needed: files and symbols cannot begin with '%s': %s",
                            name, tw_text_string(&reason));
    tw_text_free(&reason);
    return name;
}

/* Refuses what cannot be together, and fills in what was not given. */
static void complete(struct tw_embed_command *whole, const char *command)
{
    struct tw_embed_options *embed = &whole->embed;
    if (whole->file_count > 1 && !embed->chooses)
        tw_arguments_refuse(command, "only one file is taken; '%s' is too many (--choose takes several)",
                            whole->files[1]);
    if (embed->chooses && embed->variant)
        tw_arguments_refuse(command, "--choose and --variant exclude each other");
    if (embed->top && embed->variant) tw_arguments_refuse(command, "--top and --variant exclude each other");
    if (embed->each_problem && (embed->top || embed->variant))
        tw_arguments_refuse(command, "--each-problem and --%s exclude each other",
                            embed->top ? "top" : "variant");
    if (embed->chooses) embed->each_problem = true;
    if (!embed->arch_count) {
        add_arch(embed, 80);
        add_arch(embed, 90);
    }
    if (!embed->formats) embed->formats = TW_FORMAT_C | TW_FORMAT_LAYOUT;
    if (!embed->jobs) embed->jobs = tw_jobs_usual(1);
}

static const char *const format_words[] = {
#define X(constant, bit, word, compiles) [bit] = word,
    TW_FORMATS(X)
#undef X
        NULL,
};
static const struct tw_words formats = {NULL, format_words};

static const struct tw_option options[] = {
    {"output", 'o', "DIR", TW_AS_STRING(struct tw_embed_command, directory),
     "folder of the files (default: the current one)"},
    {"name", 0, "NAME", TW_AS_READ(struct tw_embed_command, embed.name, read_name),
     "beginning of files' and symbols' names: a C identifier (default: from the file's name)"},
    {"arch", 0, "sm_NN,...", .kind = TW_OPTION_READ, .read = read_archs,
     .help = "architectures: a cubin for each, PTX for the lowest (default: sm_80,sm_90)"},
    {"format", 0, "LIST", TW_AS_WORDS(struct tw_embed_command, embed.formats, &formats),
     "formats to write: c, cu, layout, ptx, cubin (default: c,layout)"},
    {"top", 0, "K", TW_AS_NUMBER(struct tw_embed_command, embed.top, 1, UINT_MAX),
     "take the K best variants of a results file (default: the winner)"},
    {"each-problem", 0, NULL, TW_AS_FLAG(struct tw_embed_command, embed.each_problem),
     "take the winner of every problem in a results file"},
    {"choose", 0, NULL, TW_AS_FLAG(struct tw_embed_command, embed.chooses),
     "write one launcher for any problem, which chooses among the winners of all problems (with --top among "
     "the K best of each)"},
    {"variant", 0, "NAME", TW_AS_STRING(struct tw_embed_command, embed.variant), "only this variant"},
    TW_KERNEL_OPTION(struct tw_embed_command, embed.kernel),
    {"template", 0, "FILE", TW_AS_STRING(struct tw_embed_command, embed.template_file),
     "render with this template instead of the family's own"},
    {"dlopen", 0, NULL, TW_AS_FLAG(struct tw_embed_command, dlopen),
     "the C files open libcuda.so.1 at run time: nothing to link with"},
    {"jobs", 'j', "N", TW_AS_NUMBER(struct tw_embed_command, embed.jobs, 1, TW_MAX_JOBS),
     "threads that compile (default: all cores)"},
    {"depfile", 0, "FILE", TW_AS_STRING(struct tw_embed_command, depfile),
     "also write a rule for make or ninja: the files on which the output depends"},
    TW_COMPILE_TIMEOUT_OPTION(struct tw_embed_command, timeout_s),
    TW_COMPILE_MEMORY_OPTION(struct tw_embed_command, compile_mib),
    TW_FORCE_OPTION(struct tw_embed_command, force),
    TW_NO_CACHE_OPTION(struct tw_embed_command, embed.no_cache),
    {"CONFIG|RESULTS", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_files,
     .help = "a JSON config, or a results file of a sweep; with --choose any number of results files"},
    {0},
};

const struct tw_arguments tw_arguments_embed = {"Writes kernels as files that other programs compile in: "
                                                "those of a config, or the best of a results file.",
                                                options, NULL};

/* A line of its own for each. */
static void say_notes(const char *notes)
{
    for (size_t length; *notes; notes += length + (notes[length] == '\n')) {
        length = strcspn(notes, "\n");
        tw_complain("%.*s", (int)length, notes);
    }
}

/* A compile takes some megabytes and gives them back. The allocator is to keep them for the next one: returning them to the system
   each time costs a tenth of the time, and threads wait for each other there. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* Plans one of the command's files, and compiles what it holds. */
static int embed_file(const struct tw_embed_command *command, size_t file, struct tw_embed_plan *plan,
                      struct tw_error *error)
{
    struct tw_embed_options from = command->embed;
    from.file = command->files[file];
    int code = from.name ? tw_embed_plan(&from, &tw_terminal, plan, error)
                         : tw_fail(error, TW_MEMORY, "out of memory");
    say_notes(tw_text_string(&plan->notes));
    if (!code && plan->notes.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    keep_memory();
    tw_interrupt_watch();
    return code ? code : tw_embed_compile(&from, &tw_terminal, plan, error);
}

static int embed(const struct tw_embed_command *command, struct tw_text *written, struct tw_error *error)
{
    struct tw_embed_plan *plans = calloc(command->file_count, sizeof *plans);
    int code = plans ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < command->file_count && !code; i++) code = embed_file(command, i, &plans[i], error);
    if (!code) code = tw_embed_write(command, plans, written, error);
    for (size_t i = 0; plans && i < command->file_count; i++) tw_embed_plan_free(&plans[i]);
    free(plans);
    return code;
}

int tw_cmd_embed(int argc, char **argv)
{
    struct tw_embed_command command = {
        .directory = ".", .timeout_s = TW_COMPILE_TIMEOUT_S, .compile_mib = TW_COMPILE_MIB};
    if (tw_arguments_parse(&tw_arguments_embed, argc, argv, &command)) return TW_EXIT_FAILED;
    complete(&command, argv[0]);
    command.embed.compiling =
        tw_limits_here(command.timeout_s, command.compile_mib, command.embed.jobs, TW_EXIT_FAILED);
    char *own_name = command.embed.name ? NULL : name_of_file(command.embed.file, argv[0]);
    if (own_name) command.embed.name = own_name;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_text written = {0};
    int status = embed(&command, &written, &error) ? tw_report(&error) : tw_print_data(&written);
    tw_text_free(&written);
    tw_error_free(&error);
    free(own_name);
    return status;
}
