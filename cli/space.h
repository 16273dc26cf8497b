/*
 * space.h - the variants a command works on: a config, a template other than the family's if one is named,
 * one variant of it if one is named, and the target whose limits count.
 */
#ifndef TW_CLI_SPACE_H
#define TW_CLI_SPACE_H

#include "cli/cli.h"
#include "gen/config.h"
#include "gen/render.h"

/* Options of every command that reads a config. Zero-initialise. */
struct tw_space_options {
    const char *config;
    const char *variant;       /* --variant NAME, or NULL */
    const char *template_file; /* --template FILE, or NULL */
    unsigned sm;               /* --arch sm_NN, or 0 */
    bool sweeps;               /* fields that nobody gives take all values that a sweep tries */
};

/* Rows of a command's table of options, whose struct has a struct tw_space_options as `member`: CONFIG,
   --variant and --arch, for commands that render nothing. */
#define TW_SPACE_PLAIN_OPTIONS(type, member)                                                                 \
    {"variant", 0, "NAME", TW_AS_STRING(type, member.variant), "only this variant of the config"},           \
        {"arch", 0, "sm_NN", TW_AS_ARCH(type, member.sm),                                                    \
         "architecture to compile for (default: the device's; sm_90 without a GPU)"},                        \
    {                                                                                                        \
        "CONFIG", 0, NULL, TW_AS_OPERANDS(type, member, tw_space_take),                                      \
            "a JSON file, or - for standard input"                                                           \
    }
/* These and --template. */
#define TW_SPACE_OPTIONS(type, member)                                                                       \
    {"template", 0, "FILE", TW_AS_STRING(type, member.template_file),                                        \
     "render with this template instead of the family's own"},                                               \
        TW_SPACE_PLAIN_OPTIONS(type, member)

/* The `take` of CONFIG; *options is a struct tw_space_options. */
void tw_space_take(char **configs, size_t count, void *options, const char *command);

struct tw_space {
    struct tw_config config;
    const struct tw_variant *variants; /* those asked for */
    size_t count;
    struct tw_template own_template; /* name NULL: the family's own is used */
    struct tw_text template_text;
};

/* What the config leaves open is chosen for --arch; who opens a device does it anew (tw_config_retarget). */
int tw_space_open(const struct tw_space_options *options, struct tw_space *space, struct tw_error *error);
void tw_space_close(struct tw_space *space);

/* The template to render with: NULL means the family's own. */
const struct tw_template *tw_space_template(const struct tw_space *space);

/* Widest name of the variants, at least `least`. */
int tw_space_name_width(const struct tw_space *space, int least);

#endif
