/*
 * lint_show.h - how `tilewright lint` tells what was found (tune/lint/lint.h):
 *
 *     lint_show.c      messages, the annotated source, the comparison, for people
 *     lint_export.c    the same as JSON, and messages as SARIF
 */
#ifndef TW_CLI_LINT_LINT_SHOW_H
#define TW_CLI_LINT_LINT_SHOW_H

#include "tune/lint/lint.h"

/* For a terminal of so many columns; `all`: lines without counts too. */
void tw_lint_show(const struct tw_lint *lint, bool all, unsigned columns, struct tw_text *out);
/* Two files beside each other: [0] before, [1] after. */
void tw_lint_show_comparison(const struct tw_lint lints[2], struct tw_text *out);
/* Whether the second is worse in anything: errors, and where all launches ran to their end wavefronts, sectors. */
bool tw_lint_is_worse(const struct tw_lint lints[2]);
void tw_lint_json(const struct tw_lint *lint, struct tw_text *out);
/* SARIF 2.1.0 (OASIS), one run of one tool. */
void tw_lint_sarif(const struct tw_lint *lint, struct tw_text *out);

#endif
