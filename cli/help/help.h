/*
 * help.h - what the tables of options say of all commands: help, manual pages, completion for shells.
 */
#ifndef TW_CLI_HELP_HELP_H
#define TW_CLI_HELP_HELP_H

#include <stdio.h>

#include "cli/commands.h"

/* What `tilewright --help` says. */
void tw_help_print(FILE *stream);

/* Appends the manual page (roff, man macros): tilewright.1 for NULL, else tilewright-NAME.1, with the command's actions. */
void tw_help_man(const struct tw_command *command, struct tw_text *page);

/* Appends, in Markdown, how the command and its actions are called and what they take; for NULL the tables of commands and of exit
   statuses. The pages in docs/commands/ hold it. */
void tw_help_markdown(const struct tw_command *command, struct tw_text *page);

/* Appends a script that teaches the shell all commands, actions, options and words. */
void tw_help_bash(struct tw_text *script);
void tw_help_zsh(struct tw_text *script);
void tw_help_fish(struct tw_text *script);

struct tw_status_help {
    int status;
    const char *help;
};
extern const struct tw_status_help tw_status_help[]; /* of the program; ended by one without help */

/* ---- what the shells' scripts share ---- */

/* Appends what a script says of a command or action that takes options; `path` is what is typed: "gen", "cache list". */
typedef void tw_add_command(const struct tw_command *command, const char *path, struct tw_text *script);
/* All of them, in the order of the tables. */
void tw_add_commands(tw_add_command *add, struct tw_text *script);

/* What stands for the value of an option, or for an operand. */
struct tw_completion {
    bool is_path;         /* a file or a folder */
    bool is_list;         /* of words, with commas */
    struct tw_text words; /* with spaces between; empty: not known. To be freed */
};
struct tw_completion tw_complete_value(const struct tw_option *option);

/* All options of a command: its own and those that all have. Begins with NULL; NULL: that was the last. */
const struct tw_option *tw_next_option(const struct tw_arguments *arguments, const struct tw_option *option);

#endif
