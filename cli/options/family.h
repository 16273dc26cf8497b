/* family.h - options and operands that name a kernel family. */
#ifndef TW_CLI_OPTIONS_FAMILY_H
#define TW_CLI_OPTIONS_FAMILY_H

#include "gen/family.h"

/* The family of that name; refuses the arguments of `command` with what is known and what may be meant when there is none. */
const struct tw_family *tw_family_named(const char *name, const char *command);

/* Appends their names, with `between` between them. */
void tw_families_list(const char *between, struct tw_text *text);

#endif
