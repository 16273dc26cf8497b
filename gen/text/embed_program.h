/*
 * embed_program.h - the part of gen/text/embed.h's variables that says what a variant's launchers take and launch: parameters,
 * scratch, symbols, grids with their predictions.
 */
#ifndef TW_GEN_TEXT_EMBED_PROGRAM_H
#define TW_GEN_TEXT_EMBED_PROGRAM_H

#include <tilewright/kernel.h>

#include "gen/text/data.h"

/* What stands between the items of a list. */
void tw_embed_add_comma(struct tw_data *item, size_t number, size_t count);
/* Foreign text, escaped for code (base/escape.h); false for NULL. */
void tw_embed_add_foreign(struct tw_data *data, const char *key, const char *string);

/* The variables from `arguments` to `launches` in templates/embed/embed.h.mustache. `name` is that of the embed; second: as in
   tw_embed_variant. */
void tw_embed_describe_program(const char *name, const struct tw_kernel *kernel,
                               const struct tw_kernel *second, struct tw_data *data);

#endif
