/*
 * notes.h - what a description leaves to chance, for people who did not mean that: parameters that nothing uses, and numbers of which
 * nobody says what they are. Neither is an error.
 */
#ifndef TW_GEN_DESCRIBED_NOTES_NOTES_H
#define TW_GEN_DESCRIBED_NOTES_NOTES_H

#include "gen/described/description.h"

TW_API_BEGIN

/*
 * Adds a sentence on the parameters that change nothing: no source or header mentions them, where they are macros or variables of a template,
 * no entry, no option, and no expression. Nothing: all are used, or what the source includes cannot be known. Comments and strings of C++ mention
 * nothing; a name that ## may put together is used.
 */
void tw_description_unused(const struct tw_description *description, struct tw_text *text);

/* Adds a sentence on the arguments that are numbers without "value" and "fill", and what checks and times give for them. Nothing: there are none. */
void tw_description_unsaid(const struct tw_description *description, struct tw_text *text);

TW_API_END
#endif
