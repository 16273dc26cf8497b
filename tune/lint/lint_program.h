/* lint_program.h - the launches of a description (docs/kernel.md) for lint: those of one variant, on its proof problem where there is one. */
#ifndef TW_TUNE_LINT_LINT_PROGRAM_H
#define TW_TUNE_LINT_LINT_PROGRAM_H

#include "tune/lint/lint.h"
#include "tune/prove/prove.h"

struct tw_lint_program {
    struct tw_config config;
    struct tw_variants variants; /* the one that is launched */
    struct tw_kernel kernel;     /* of its problem */
    size_t prefix; /* bytes of the kernel's source before that of the description's file: its macros */
};

/* Whether what --launch names is a config, and not launches of lint's own grammar. */
bool tw_lint_is_config(const struct tw_json *json);

/*
 * Reads the config, takes the JSON, and renders its first variant, or that of the name `variant`. A -D of the options that names a
 * field of the description sets that field. TW_INPUT: it is no config of a description; there is no such variant, its family rejects it, or its
 * proof problem cannot be made. The caller frees the program in any case.
 */
int tw_lint_program_open(struct tw_json *json, const char *variant, const struct tw_lint_options *options,
                         struct tw_lint_program *program, struct tw_error *error);
void tw_lint_program_free(struct tw_lint_program *program);

/* Compiles the source with the program's macros and options, and the compiler's options behind them. */
int tw_lint_program_compile(const struct tw_lint_program *program, const char *path, const char *text,
                            unsigned sm, const struct tw_lint_options *options, struct tw_image *image,
                            struct tw_error *error);

/* Makes and fills the arguments, and launches all launches in order, in the memory that they share; each is judged. */
int tw_lint_program_launch(const struct tw_lint_program *program, const struct tw_lint_options *options,
                           struct tw_lint *lint, struct tw_error *error);

#endif
