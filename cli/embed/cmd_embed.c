/* tilewright embed: kernels as files for programs whose authors want a kernel and not a tuner (docs/embed.md). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/embed/embed.h"

enum {
    OPTION_NAME = 4000,
    OPTION_ARCH,
    OPTION_FORMAT,
    OPTION_TOP,
    OPTION_VARIANT,
    OPTION_DLOPEN,
    OPTION_NO_CACHE
};

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "folder of the files (default: the current one)", 0},
    {"name", OPTION_NAME, "NAME", 0, "what files and symbols begin with: a C identifier", 0},
    {"arch", OPTION_ARCH, "sm_NN,...", 0,
     "architectures: a cubin for each, PTX for the lowest (default: sm_80,sm_90)", 0},
    {"format", OPTION_FORMAT, "LIST", 0, "what to write: c, cu, layout, ptx, cubin (default: c,layout)", 0},
    {"top", OPTION_TOP, "K", 0, "of a results file: the K best variants (default: the winner)", 0},
    {"variant", OPTION_VARIANT, "NAME", 0, "only this variant", 0},
    {"dlopen", OPTION_DLOPEN, NULL, 0, "the C files open libcuda.so.1 at run time: nothing to link with", 0},
    {"jobs", 'j', "N", 0, "threads that compile (default: all cores)", 0},
    {"no-cache", OPTION_NO_CACHE, NULL, 0, "compile every kernel, also those kept from earlier runs", 0},
    {0},
};

static unsigned read_number(const char *text, unsigned high, const char *option, struct argp_state *state)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || number < 1 || number > high)
        tw_arguments_refuse(state, "%s takes a number from 1 to %u, not '%s'", option, high, text);
    return (unsigned)number;
}

/* Splits a list at its commas in place: the next word, or NULL. Two commas in a row make an empty word. */
static char *next_word(char **list)
{
    return *list ? strsep(list, ",") : NULL;
}

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

static void read_archs(char *list, struct tw_embed_options *embed, struct argp_state *state)
{
    for (char *word; (word = next_word(&list));) {
        unsigned sm = tw_target_parse(word);
        if (!sm)
            tw_arguments_refuse(state, "--arch '%s' is not a known architecture; write it like sm_90", word);
        if (sm && embed->arch_count < TW_MAX_ARCHS) add_arch(embed, sm);
    }
}

static unsigned format_of(const char *word)
{
#define X(constant, bit, text, compiles)                                                                     \
    if (strcmp(word, text) == 0) return constant;
    TW_FORMATS(X)
#undef X
    return 0;
}

static void read_formats(char *list, struct tw_embed_options *embed, struct argp_state *state)
{
    for (char *word; (word = next_word(&list));) {
        unsigned format = format_of(word);
        if (!format) tw_arguments_refuse(state, "--format '%s' is none of c, cu, layout, ptx, cubin", word);
        embed->formats |= format;
    }
}

static error_t check_name(const char *name, struct argp_state *state)
{
    struct tw_text reason = {0};
    bool good = tw_name_accept(name, &reason);
    if (reason.failed) return ENOMEM;
    if (!good) tw_arguments_refuse(state, "--name '%s' cannot be: %s", name, tw_text_string(&reason));
    tw_text_free(&reason);
    return 0;
}

static void complete(struct tw_embed_options *embed, struct argp_state *state)
{
    if (!embed->file) tw_arguments_refuse(state, "which config or results file?");
    if (!embed->name) tw_arguments_refuse(state, "--name NAME is needed: what files and symbols begin with");
    if (embed->top && embed->variant) tw_arguments_refuse(state, "--top and --variant exclude each other");
    if (!embed->arch_count) {
        add_arch(embed, 80);
        add_arch(embed, 90);
    }
    if (!embed->formats) embed->formats = TW_FORMAT_C | TW_FORMAT_LAYOUT;
    if (!embed->jobs) embed->jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct tw_embed_options *embed = state->input;
    switch (key) {
    case 'o':
        embed->directory = argument;
        return 0;
    case 'j':
        embed->jobs = read_number(argument, TW_MAX_JOBS, "--jobs", state);
        return 0;
    case OPTION_NAME:
        embed->name = argument;
        return check_name(argument, state);
    case OPTION_ARCH:
        read_archs(argument, embed, state);
        return 0;
    case OPTION_FORMAT:
        read_formats(argument, embed, state);
        return 0;
    case OPTION_TOP:
        embed->top = read_number(argument, TW_MAX_VARIANTS, "--top", state);
        return 0;
    case OPTION_VARIANT:
        embed->variant = argument;
        return 0;
    case OPTION_DLOPEN:
        embed->dlopen = true;
        return 0;
    case OPTION_NO_CACHE:
        embed->no_cache = true;
        return 0;
    case ARGP_KEY_ARG:
        if (embed->file) tw_arguments_refuse(state, "only one file is taken; '%s' is too many", argument);
        embed->file = argument;
        return 0;
    case ARGP_KEY_END:
        complete(embed, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int tw_cmd_embed(int argc, char **argv)
{
    const struct argp argp = {
        options,
        parse,
        "CONFIG|RESULTS",
        "Writes kernels as files that other programs compile in: those of a config, or the best "
        "of a results file.",
        NULL,
        NULL,
        NULL};
    struct tw_embed_options embed = {.directory = "."};
    if (tw_arguments_parse(&argp, argc, argv, &embed)) return TW_EXIT_FAILED;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_embed_plan plan;
    struct tw_text written = {0};
    int code = tw_embed_plan(&embed, &plan, &error);
    fputs(tw_text_string(&plan.notes), stderr);
    if (!code && plan.notes.failed) code = tw_fail(&error, TW_MEMORY, "out of memory");
    if (!code) code = tw_embed_compile(&embed, &plan, &error);
    if (!code) code = tw_embed_write(&embed, &plan, &written, &error);
    int status = code ? tw_report(&error) : tw_print(&written);
    tw_text_free(&written);
    tw_embed_plan_free(&plan);
    tw_error_free(&error);
    return status;
}
