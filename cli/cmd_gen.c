/* tilewright gen: config -> variants -> CUDA source, to files or standard output.
 * Needs no compiler and no GPU. */
#include <string.h>

#include "cli/commands.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "gen/described/description.h"

struct gen_options {
    struct tw_space_options space;
    const char *directory; /* NULL: standard output */
    bool force;
};

static int write_source(const struct gen_options *gen, const struct tw_kernel *kernel, struct tw_text *shown,
                        struct tw_outputs *files, struct tw_error *error)
{
    if (!gen->directory) {
        if (shown->length) tw_text_add_char(shown, '\n');
        tw_described_show(kernel, shown);
        return TW_OK;
    }
    struct tw_text path = {0}, source = {0};
    tw_text_addf(&path, "%s/%s.cu", gen->directory, kernel->name);
    tw_described_show(kernel, &source);
    return tw_outputs_add(files, &path, &source, error);
}

static int generate(const struct gen_options *gen, const struct tw_variants *variants,
                    const struct tw_template *tmpl, size_t *written, struct tw_text *shown,
                    struct tw_error *error)
{
    struct tw_outputs files = {0};
    tw_space_note_read(&gen->space, variants->family, &files);
    int code = gen->directory ? tw_directory_make(gen->directory, error) : TW_OK;
    for (size_t i = 0; !code && i < variants->count; i++) {
        struct tw_text reason = {0};
        struct tw_kernel kernel = {0};
        const struct tw_variant *variant = &variants->variant[i];
        tw_progress_say("rendering", i, variants->count);
        if (!tw_family_accept(variants->family, variant->value, &variants->target, &reason)) {
            tw_complain("%s: rejected: %s", variant->name, tw_text_part(shown, &reason));
        } else {
            code = tw_render(variants, variant, &tw_rendering_main, tmpl, &kernel, error);
            if (!code) code = write_source(gen, &kernel, shown, &files, error);
            *written += !code;
        }
        tw_kernel_free(&kernel);
        tw_text_free(&reason);
    }
    tw_progress_say(files.count ? "writing files" : NULL, 0, 0);
    if (!code) code = tw_outputs_write(&files, gen->force, shown, error);
    tw_outputs_free(&files);
    return code;
}

static const struct tw_option options[] = {
    {"output", 'o', "DIR", TW_AS_STRING(struct gen_options, directory),
     "write DIR/NAME.cu for every variant (default: all to standard output)"},
    TW_FORCE_OPTION(struct gen_options, force),
    TW_SPACE_OPTIONS(struct gen_options, space),
    {0},
};

const struct tw_arguments tw_arguments_gen = {"Writes the CUDA source of every variant of a config.", options,
                                              NULL};

int tw_cmd_gen(int argc, char **argv)
{
    struct gen_options gen = {0};
    if (tw_arguments_parse(&tw_arguments_gen, argc, argv, &gen)) return TW_EXIT_FAILED;
    if (gen.directory && strcmp(gen.directory, "-") == 0) gen.directory = NULL;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space;
    struct tw_variants variants = {0};
    struct tw_text shown = {0}; /* the sources, or the names of their files */
    size_t written = 0;
    int code = tw_space_open(&gen.space, &tw_terminal, &space, &error);
    if (!code) code = tw_space_expand(&space, tw_space_target(&gen.space), &variants, &error);
    if (!code) code = generate(&gen, &variants, tw_space_template(&space), &written, &shown, &error);
    if (code) tw_text_free(&shown); /* all sources or none */
    int status = gen.directory ? tw_print(&shown) : tw_print_data(&shown);
    if (code) status = tw_report(&error);
    if (!status && !written) status = TW_EXIT_FAILED;
    tw_variants_free(&variants);
    tw_space_close(&space);
    tw_error_free(&error);
    return status;
}
