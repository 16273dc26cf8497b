/*
 * space.h - the variants a command works on: those of a config, or the best of a results file; a template other than
 * the family's if one is named, one variant if one is named, and the target whose limits count.
 */
#ifndef TW_CLI_SPACE_H
#define TW_CLI_SPACE_H

#include "cli/cli.h"
#include "cli/results/winners.h"
#include "gen/config/config.h"
#include "gen/text/render.h"

/* Options of every command that reads a config. Zero-initialise. */
struct tw_space_options {
    const char *config;
    const char *variant;            /* --variant NAME, or NULL */
    const char *template_file;      /* --template FILE, or NULL */
    unsigned sm;                    /* --arch sm_NN, or 0 */
    struct tw_bank_machine machine; /* --banks, --bank-bytes, --bank-mode; 0: as the config says */
    bool sweeps;                    /* fields that nobody gives take all values that a sweep tries */
    bool searches;                  /* and all that their family has candidates for (gen/choice/search.h) */
    const struct tw_winners_wanted *wanted; /* of results; NULL: the winner of each problem, or the variant */
};

/* Rows of a command's table of options, whose struct has a struct tw_space_options as `member`: CONFIG,
   --variant and --arch, for commands that render nothing. */
#define TW_SPACE_PLAIN_OPTIONS(type, member)                                                                 \
    {"variant", 0, "NAME", TW_AS_STRING(type, member.variant), "only this variant of the config"},           \
        {"arch", 0, "sm_NN", TW_AS_ARCH(type, member.sm),                                                    \
         "architecture to compile for (default: the device's; sm_90 without a GPU)"},                        \
    {                                                                                                        \
        "CONFIG", 0, NULL, TW_AS_OPERANDS(type, member, tw_space_take),                                      \
            "a JSON file, - for standard input, or the results of a sweep"                                   \
    }
/* These and --template. */
#define TW_SPACE_OPTIONS(type, member)                                                                       \
    {"template", 0, "FILE", TW_AS_STRING(type, member.template_file),                                        \
     "render with this template instead of the family's own"},                                               \
        TW_SPACE_PLAIN_OPTIONS(type, member)

/* Of commands that imagine other banks than a device's: rows to stand before those. */
#define TW_MACHINE_OPTIONS(type, member)                                                                     \
    {"banks", 0, "N", TW_AS_NUMBER(type, member.machine.banks, 1, TW_BANKS),                                 \
     "imagine N banks and warps of N lanes (1 to 32)"},                                                      \
        {"bank-bytes", 0, "N", TW_AS_NUMBER(type, member.machine.bytes, 4, 8),                               \
         "imagine banks of 4 or 8 bytes"},                                                                   \
    {                                                                                                        \
        "bank-mode", 0, "BITS", TW_AS_READ(type, member.machine.mode, tw_bank_mode_read),                    \
            "32 or 64 bits of banks of 8 bytes follow each other before the next bank"                       \
    }

/* The `read` of --bank-mode, 32 or 64 into an unsigned. */
bool tw_bank_mode_read(char *value, void *bits, const char *command);

/* The `take` of CONFIG; *options is a struct tw_space_options. */
void tw_space_take(char **configs, size_t count, void *options, const char *command);

/* What is asked for, of a config or of results; immutable once it is open. Variants are numbered from 0 among those asked for. */
struct tw_space {
    struct tw_config config;   /* of results: their file, family, names and count, no more */
    struct tw_winners winners; /* of results; else its count is 0 */
    size_t first, count;       /* the variants asked for, by their numbers in the config */
    bool searches;             /* these are no more than where the search begins         */
    const struct tw_variants
        *listed; /* NULL, or the variants themselves, as they are on whatever target they were made for:
                                         then these are what expanding gives; they outlive the space */
    struct tw_bank_machine machine;  /* that is imagined: the config's, as the options change it */
    struct tw_template own_template; /* name NULL: the family's own is used */
    struct tw_text template_text;
};

/* Who opens a device then expands the space for it; who needs none, for tw_space_target. */
int tw_space_open(const struct tw_space_options *options, struct tw_space *space, struct tw_error *error);
void tw_space_close(struct tw_space *space);

/* The target that --arch names, or the one stood for without a device. */
const struct tw_target *tw_space_target(const struct tw_space_options *from);

/* The variants asked for; or number `number` of them alone. Freed with tw_variants_free before the space is closed. */
int tw_space_expand(const struct tw_space *space, const struct tw_target *target,
                    struct tw_variants *variants, struct tw_error *error);
int tw_space_expand_one(const struct tw_space *space, const struct tw_target *target, size_t number,
                        struct tw_variants *variants, struct tw_error *error);

/* The template to render with: NULL means the family's own. */
const struct tw_template *tw_space_template(const struct tw_space *space);

/* Adds a line that says whose banks count, where the config imagines others than a device's. */
void tw_space_say_machine(const struct tw_space *space, struct tw_text *text);

#endif
