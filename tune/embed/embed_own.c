/* What the files of embed tell of described kernels alone. */
#include <stdlib.h>
#include <string.h>

#include "base/described/expectation.h"
#include "base/described/source_scan.h"
#include "base/file.h"
#include "gen/described/description.h"
#include "runtime/compile/entries.h"
#include "runtime/compile/ptx_text.h"
#include "runtime/given.h"
#include "tune/embed/embed.h"
#include "tune/prove/prove.h"

/* ---- the source ---- */

#define DEFINE "#define "

/* Lines that no line of the user's file or template made are ours: a title, macros, #line. */
static bool is_ours(const struct tw_kernel *kernel, size_t line)
{
    return line < kernel->source_lines && !kernel->template_line[line];
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The value of one of our macros, up to its line's end; NULL: the word is none. */
static const char *macro_value(const struct tw_kernel *kernel, const char *word, size_t length)
{
    const char *line = kernel->source;
    for (size_t i = 0; is_ours(kernel, i); i++, line = next_line(line)) {
        const char *name = line + strlen(DEFINE);
        if (begins(line, DEFINE) && strncmp(name, word, length) == 0 && name[length] == ' ')
            return name + length + 1;
    }
    return NULL;
}

/* "#pragma unroll UNROLL": nvcc, other than NVRTC, knows no macros there. */
static bool is_pragma(const char *line)
{
    line += strspn(line, " \t");
    if (*line != '#') return false;
    line += 1 + strspn(line + 1, " \t");
    return begins(line, "pragma");
}

static void add_pragma(const struct tw_kernel *kernel, const char *line, size_t whole, struct tw_text *text)
{
    for (const char *at = line; at < line + whole;) {
        const size_t word = tw_source_word(at);
        const char *value = word ? macro_value(kernel, at, word) : NULL;
        if (value)
            tw_text_add_bytes(text, value, strcspn(value, "\n"));
        else
            tw_text_add_bytes(text, at, word ? word : 1);
        at += word ? word : 1;
    }
}

char *tw_embed_own_source(const struct tw_kernel *kernel)
{
    struct tw_text source = {0}, undefines = {0};
    const char *line = kernel->source;
    for (size_t i = 0; *line; i++, line = next_line(line)) {
        const size_t whole = (size_t)(next_line(line) - line);
        const char *name = line + strlen(DEFINE);
        if (is_ours(kernel, i) && begins(line, DEFINE))
            tw_text_addf(&undefines, "#undef %.*s\n", (int)strcspn(name, " \n"), name);
        if (is_pragma(line))
            add_pragma(kernel, line, whole, &source);
        else if (!is_ours(kernel, i) || !begins(line, "#line "))
            tw_text_add_bytes(&source, line, whole);
    }
    if (source.length && source.data[source.length - 1] != '\n') tw_text_add_char(&source, '\n');
    tw_text_add(&source, tw_text_part(&source, &undefines));
    tw_text_free(&undefines);
    return tw_text_take(&source);
}

/* ---- sentences ---- */

static void add_clause(struct tw_text *text, const char *clause)
{
    tw_text_addf(text, "%s%s", text->length ? "; " : "", clause);
}

#define NOT_RUN "it is made from a config, and was not run"

static void add_checked(const struct tw_kernel *kernel, const cJSON *record, struct tw_text *text)
{
    const struct tw_expectation *expectation = kernel->expectation;
    const char *problem = cJSON_GetStringValue(tw_record_member(record, "proof_problem"));
    const bool has_reference = expectation && expectation->by != TW_EXPECT_NOTHING;
    if (!has_reference) add_clause(text, TW_NOT_CHECKED);
    if (!record && has_reference) add_clause(text, "not checked: " NOT_RUN);
    if (!record && !has_reference) add_clause(text, NOT_RUN);
    const char *unwritten = tw_record_word(record, "unwritten");
    if (*unwritten) add_clause(text, unwritten);
    if (!record || strcmp(tw_record_word(record, "proof"), "proven") != 0) return;
    add_clause(text, "proven on the simulator");
    if (problem) tw_text_addf(text, " on the problem %s", problem);
}

struct needs {
    struct tw_text *text;
    unsigned count;
};

static void add_header(void *context, const char *path)
{
    struct needs *needs = context;
    tw_text_addf(needs->text, "%s%s",
                 needs->count++ ? ", " : "It includes, from folders that must be on the include path: ",
                 tw_file_name(path));
}

static void add_needs(const struct tw_family *family, const struct tw_kernel *kernel, struct tw_text *text)
{
    struct needs needs = {text, 0};
    unsigned options = 0;
    tw_description_headers(family->description, add_header, &needs);
    for (unsigned i = 0; i < kernel->needs->option_count; i++) {
        const char *option = kernel->needs->options[i];
        if (strncmp(option, "-I", 2) == 0) continue;
        const char *first = needs.count ? "; its options are" : "Its options are";
        tw_text_addf(text, "%s %s", options++ ? "" : first, option);
    }
}

/* The text becomes *string, NULL where it is empty. False: no memory. */
static bool keep(struct tw_text *text, char **string)
{
    const bool is_empty = !text->length && !text->failed;
    *string = is_empty ? NULL : tw_text_take(text);
    return is_empty || *string;
}

bool tw_embed_note_own(const struct tw_family *family, const cJSON *record, struct tw_planned *planned)
{
    struct tw_text checked = {0}, needs = {0};
    add_checked(&planned->kernel, record, &checked);
    add_needs(family, &planned->kernel, &needs);
    const bool fine = keep(&checked, &planned->checked);
    return keep(&needs, &planned->needs) && fine;
}

/* ---- the image ---- */

static int note_entry(const struct tw_image *image, struct tw_planned *planned, unsigned number,
                      struct tw_error *error)
{
    struct tw_launch *launch = &planned->kernel.shape.launches[number];
    struct tw_text entry = {0};
    if (!tw_launch_entry(image, &planned->kernel, launch, &entry))
        return tw_fail(error, TW_INPUT, "the compiled kernel has no entry '%s'", launch->entry);
    planned->entries[number] = tw_text_take(&entry);
    if (!planned->entries[number]) return tw_fail(error, TW_MEMORY, "out of memory");
    launch->shared_bytes =
        launch->dynamic_shared_bytes + tw_ptx_text_shared(image->ptx, planned->entries[number]);
    return tw_given_parameters(&planned->kernel, image, launch, planned->entries[number], error);
}

static int note_symbol(const struct tw_image *image, struct tw_planned *planned, unsigned number,
                       struct tw_error *error)
{
    const struct tw_argument *argument = &planned->kernel.shape.arguments[number];
    struct tw_text name = {0};
    if (argument->kind != TW_SYMBOL) return TW_OK;
    if (!tw_ptx_text_variable(image->ptx, argument->name, &name))
        return tw_given_address(&planned->kernel, number, error);
    planned->symbols[number] = tw_text_take(&name);
    return planned->symbols[number] ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_embed_note_image(struct tw_planned *planned, struct tw_error *error)
{
    const struct tw_shape *shape = &planned->kernel.shape;
    int code = TW_OK;
    planned->entries = calloc(shape->launch_count, sizeof *planned->entries);
    planned->symbols = calloc(shape->argument_count, sizeof *planned->symbols);
    if (!planned->entries || !planned->symbols) return tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < shape->launch_count && !code; i++)
        code = note_entry(&planned->images[0], planned, i, error);
    for (unsigned i = 0; i < shape->argument_count && !code; i++)
        code = note_symbol(&planned->images[0], planned, i, error);
    return code;
}

void tw_embed_own_free(struct tw_planned *planned)
{
    for (unsigned i = 0; planned->entries && i < planned->kernel.shape.launch_count; i++)
        free(planned->entries[i]);
    for (unsigned i = 0; planned->symbols && i < planned->kernel.shape.argument_count; i++)
        free(planned->symbols[i]);
    free(planned->entries);
    free(planned->symbols);
    free(planned->checked);
    free(planned->needs);
}
