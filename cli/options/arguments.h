/*
 * arguments.h - what every command takes, as a table, and how argv becomes a struct by it:
 *
 *     struct gen { struct tw_space_options space; const char *directory; };
 *     static const struct tw_option options[] = {
 *         {"output", 'o', "DIR", TW_AS_STRING(struct gen, directory), "write DIR/NAME.cu for every variant"},
 *         TW_SPACE_OPTIONS(struct gen, space),
 *         {0},
 *     };
 *     const struct tw_arguments tw_arguments_gen = {"Writes the CUDA source.", options, NULL};
 *     ...
 *     struct gen gen = {0};
 *     if (tw_arguments_parse(&tw_arguments_gen, argc, argv, &gen)) return TW_EXIT_FAILED;
 *
 * argp reads argv; what it cannot do where memory ends is done here: its help asserts that there is memory,
 * and its errors print "(null)" without.
 */
#ifndef TW_CLI_OPTIONS_ARGUMENTS_H
#define TW_CLI_OPTIONS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "base/text.h"

/* What becomes of an option's value. The macros that make rows check the type of the place. */
enum tw_option_kind {
    TW_OPTION_FLAG,     /* bool: true when given; the option takes no value                   */
    TW_OPTION_STRING,   /* const char *: as it was typed                                      */
    TW_OPTION_NUMBER,   /* unsigned: from low to high                                         */
    TW_OPTION_COUNT,    /* uint64_t: 1 or more                                                */
    TW_OPTION_WORD,     /* unsigned: which of the words, from 0                               */
    TW_OPTION_WORDS,    /* unsigned: a bit for each word of a list with commas; added up      */
    TW_OPTION_ARCH,     /* unsigned: 90 for sm_90                                             */
    TW_OPTION_READ,     /* what `read` makes of it                                            */
    TW_OPTION_OPERANDS, /* no option: the arguments that are none, which go to `take`         */
    TW_OPTION_QUIET,    /* --quiet, --help and --usage, which every command has: for arguments.c alone */
    TW_OPTION_HELP,
    TW_OPTION_USAGE
};

struct tw_words {
    const char
        *refusal; /* of WORDS: "--dump 'x'" + ": the stages are " + "config, ptx"; NULL: " is none of " */
    const char *const *words; /* ended by NULL; of WORDS at most 32 */
};

struct tw_option {
    const char *name;  /* without "--"; of operands what the usage line calls them; NULL ends a table */
    char letter;       /* 'o': -o is --output; 0: there is none     */
    const char *value; /* what --help calls it; NULL: none is taken */
    enum tw_option_kind kind;
    unsigned low, high;
    const struct tw_words *words;
    /* Both end the program by tw_arguments_refuse when they do not like what they get. */
    bool (*read)(char *value, void *place, const char *command); /* false: out of memory */
    void (*take)(char **operands, size_t count, void *place, const char *command);
    size_t place;     /* in the struct that is filled */
    const char *help; /* a sentence or less: what it does */
};

/* The place of a member; a row whose member is of another type does not compile. */
#define TW_PLACE(type, member, c_type) _Generic(((type *)NULL)->member, c_type : offsetof(type, member))

#define TW_AS_FLAG(type, member)   .kind = TW_OPTION_FLAG, .place = TW_PLACE(type, member, bool)
#define TW_AS_STRING(type, member) .kind = TW_OPTION_STRING, .place = TW_PLACE(type, member, const char *)
#define TW_AS_NUMBER(type, member, lowest, highest)                                                          \
    .kind = TW_OPTION_NUMBER, .low = (lowest), .high = (highest), .place = TW_PLACE(type, member, unsigned)
#define TW_AS_COUNT(type, member) .kind = TW_OPTION_COUNT, .place = TW_PLACE(type, member, uint64_t)
#define TW_AS_WORD(type, member, list)                                                                       \
    .kind = TW_OPTION_WORD, .words = (list), .place = TW_PLACE(type, member, unsigned)
#define TW_AS_WORDS(type, member, list)                                                                      \
    .kind = TW_OPTION_WORDS, .words = (list), .place = TW_PLACE(type, member, unsigned)
#define TW_AS_ARCH(type, member) .kind = TW_OPTION_ARCH, .place = TW_PLACE(type, member, unsigned)
#define TW_AS_READ(type, member, reader)                                                                     \
    .kind = TW_OPTION_READ, .read = (reader), .place = offsetof(type, member)
#define TW_AS_OPERANDS(type, member, taker)                                                                  \
    .kind = TW_OPTION_OPERANDS, .take = (taker), .place = offsetof(type, member)

/* An option of several commands; TW_SPACE_OPTIONS (space.h) and TW_DEVICE_OPTION (choice.h) are others. */
#define TW_NO_CACHE_OPTION(type, member)                                                                     \
    {                                                                                                        \
        "no-cache", 0, NULL, TW_AS_FLAG(type, member),                                                       \
            "compile every kernel, also those kept from earlier runs"                                        \
    }

#define TW_MAX_OPTIONS 30u /* rows of a table */

struct tw_arguments {
    const char *about;               /* what the command does; what follows a '\v' stands below the options */
    const struct tw_option *options; /* in the order of --help; NULL: none */
    const struct tw_command *actions; /* of a command whose first argument names one of them; or NULL */
};

/* Fills *chosen, in which the caller has put what holds where an option is not given. TW_EXIT_OK, or the
   status to end with when memory ran out, which has been said. Whatever is wrong with the arguments ends the
   program with TW_EXIT_USAGE; --help, -? and --usage end it well. Afterwards progress is shown (progress.h), without --quiet. argv[0] is "tilewright gen", as typed. */
int tw_arguments_parse(const struct tw_arguments *arguments, int argc, char **argv, void *chosen);

/* Says on stderr what is wrong with the arguments of `command` (argv[0]), and ends the program with
   TW_EXIT_USAGE. */
void tw_arguments_refuse(const char *command, const char *format, ...) TW_PRINTF(2, 3)
    __attribute__((__noreturn__));

/* The architecture that the word of --`option` names; refuses, with those that are known, when there is none. */
unsigned tw_arguments_arch(const char *option, const char *word, const char *command);

/* --quiet, --help and --usage, which every command has; ended by one without a name. */
extern const struct tw_option tw_standard_options[];

/* The row of the arguments that are no options; NULL: the command takes none. */
const struct tw_option *tw_operands_of(const struct tw_arguments *arguments);

/* What --help says: the options, or of a command of actions these. */
void tw_arguments_add_help(const struct tw_arguments *arguments, const char *command, struct tw_text *text);

#endif
