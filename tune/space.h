/*
 * space.h - the variants a command works on: those of a config, or the best of a results file; a template other than
 * the family's if one is named, one variant if one is named, and the target whose limits count.
 */
#ifndef TW_TUNE_SPACE_H
#define TW_TUNE_SPACE_H

#include "gen/config/config.h"
#include "gen/text/render.h"
#include "tune/results/winners.h"
#include "tune/watcher.h"

/* What names a config and a part of it. Zero-initialise. */
struct tw_space_options {
    const char *config;        /* the path of a config or of results, "-": standard input */
    const char *text;          /* NULL, or the config itself, which `config` only names   */
    const char *variant;       /* --variant NAME, or NULL */
    const char *kernel;        /* --kernel FILE, the description of a described kernel's results; or NULL */
    const char *template_file; /* --template FILE, or NULL */
    unsigned sm;               /* --arch sm_NN, or 0 */
    struct tw_bank_machine machine; /* --banks, --bank-bytes, --bank-mode; 0: as the config says */
    bool sweeps;                    /* fields that nobody gives take all values that a sweep tries */
    bool searches;                  /* and all that their family has candidates for (gen/choice/search.h) */
    bool runs;            /* variants are run on what their description says that they are given     */
    bool renders_nothing; /* so results need no template of the user's */
    const struct tw_winners_wanted *wanted; /* of results; NULL: the winner of each problem, or the variant */
};

/* What is asked for, of a config or of results; immutable once it is open. Variants are numbered from 0 among those asked for. */
struct tw_space {
    struct tw_config config;         /* of results: their file, family, names and count, no more */
    struct tw_description *kernel;   /* of results of a described kernel; else NULL */
    struct tw_winners winners;       /* of results; else its count is 0 */
    size_t first, count;             /* the variants asked for, by their numbers in the config */
    bool searches;                   /* these are no more than where the search begins         */
    struct tw_bank_machine machine;  /* that is imagined: the config's, as the options change it */
    struct tw_template own_template; /* name NULL: the family's own is used */
    struct tw_text template_text;
};

/* A caller that opens a device then expands the space for it, another one for tw_space_target. The watcher is told of results that
   another version of the program wrote. */
int tw_space_open(const struct tw_space_options *options, const struct tw_watcher *watcher,
                  struct tw_space *space, struct tw_error *error);
void tw_space_close(struct tw_space *space);

/* Says what the config of a described kernel leaves to chance: defaults that its description cannot have, and which stand for them; parameters
   that nothing uses; and where it runs, numbers that nobody gives. tw_space_open does this. */
void tw_space_say_notes(const struct tw_config *config, bool runs, const struct tw_watcher *watcher);

/* The target that --arch names, or the one stood for without a device. */
const struct tw_target *tw_space_target(const struct tw_space_options *from);

/* The variants asked for. Freed with tw_variants_free before the space is closed. */
int tw_space_expand(const struct tw_space *space, const struct tw_target *target,
                    struct tw_variants *variants, struct tw_error *error);

/* The template to render with: NULL means the family's own. */
const struct tw_template *tw_space_template(const struct tw_space *space);

/* Says, of a config of a described kernel, that what is written of it was not checked; nothing of results and built-in families. */
void tw_space_say_unchecked(const struct tw_space *space, const struct tw_watcher *watcher);

/* Adds a line that says whose banks count, where the config imagines others than a device's. */
void tw_space_say_machine(const struct tw_space *space, struct tw_text *text);

#endif
