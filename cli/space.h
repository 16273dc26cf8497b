/*
 * space.h - the variants a command works on: a config, a template other than the family's if one is named,
 * one variant of it if one is named, and the target whose limits count.
 */
#ifndef TW_CLI_SPACE_H
#define TW_CLI_SPACE_H

#include "cli/cli.h"
#include "gen/config.h"
#include "gen/render.h"

/* Options of every command that reads a config. Zero-initialise; argp fills it through tw_space_argp. */
struct tw_space_options {
    const char *config;
    const char *variant;       /* --variant NAME, or NULL */
    const char *template_file; /* --template FILE, or NULL */
    unsigned sm;               /* --arch sm_NN, or 0 */
    bool sweeps;               /* fields that nobody gives take all values that a sweep tries */
};

/* A child parser: CONFIG, --variant, --template, --arch. Its input is a struct tw_space_options *. */
extern const struct argp tw_space_argp;
/* The same without --template, for commands that render nothing. */
extern const struct argp tw_space_plain_argp;

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
