/*
 * columns.h - how wide the output is, and lines made to fit it.
 *
 * A width is of characters as a terminal shows them: of UTF-8, without escape sequences of colours.
 */
#ifndef TW_CLI_SHOW_COLUMNS_H
#define TW_CLI_SHOW_COLUMNS_H

#include "base/text.h"

/* How wide stdout and stderr are: the variable COLUMNS (40 at least), else the terminal's columns, else 80. Lines for
   people are no wider, where blanks let them be broken. */
unsigned tw_output_columns(void);
unsigned tw_error_columns(void);

size_t tw_display_width(const char *line, size_t length);

/* Bytes of what fits in `room` columns and ends before a blank; the first word where not even that fits. */
size_t tw_fitting(const char *words, size_t length, size_t room);

/* Adds lines, those wider than `columns` broken at blanks; the rest of such a line begins two columns further in than it does. */
void tw_fold(const char *lines, size_t columns, struct tw_text *text);

/* Adds the words as a line, broken so that it fits the output; later lines begin in column `indent`. */
void tw_wrap(const char *words, unsigned indent, struct tw_text *text);

#endif
