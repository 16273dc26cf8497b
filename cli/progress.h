/*
 * progress.h - the one line on stderr that says what a command does, how far it is and how long it has taken: only where
 * stderr is a terminal, only after a second, and wiped when the command ends.
 *
 * A thread draws the line, so that it moves while the command does a single long thing; until the command says what it does, the
 * line names the command. The line begins at the cursor, which does not move: so it harms nothing that stands before it, and what
 * is printed afterwards needs no new line. On a terminal without escape sequences (TERM=dumb) it is a whole line every ten seconds.
 *
 * $TILEWRIGHT_PROGRESS holds the seconds after which the line appears, 1 by default; after a comma may stand those after which a program that
 * runs without a launch is told of, 10 by default.
 */
#ifndef TW_CLI_PROGRESS_H
#define TW_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Begins to draw for "tilewright run", copied. The program's exit wipes the line. Without a terminal, where no thread can be had,
   and before this is called, the other functions do nothing. */
void tw_progress_begin(const char *command);

/* What is done now, copied ("compiling"; NULL: what was done has ended), and that `done` of `of` things are; of 0: nobody knows how
   many there are. Cheap: it may be called for every thing. */
void tw_progress_say(const char *doing, size_t done, size_t of);

/* What is done now, where somebody else does it. False: the line must not be drawn, as they may print; then *done is a count that grows
   with what they do. */
typedef bool tw_progress_question(void *context, const char **doing, size_t *done, size_t *of);
/* From now on the thread that draws asks so, a hundred times a second, and tells by `shown` whether there is a line; NULL ends that.
   The line is drawn a second after it was wiped. Where it must not be drawn and the count has not grown for ten seconds, *doing is printed as
   a whole line, which stays; again after twenty seconds, forty, and so on. False: there is no line to be drawn. */
bool tw_progress_ask(tw_progress_question *question, void (*shown)(void *context, bool is_shown),
                     void *context);

/* Wipes the line, and keeps it from being drawn until it is released: around whatever is printed, and around fork. The calls do not
   nest, and nothing is said between them. */
void tw_progress_hold(void);
void tw_progress_release(void);

#endif
