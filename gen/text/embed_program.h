/*
 * embed_program.h - the part of gen/text/embed.h's variables that says what a variant's launchers take and launch: parameters,
 * scratch, symbols, grids with their predictions.
 */
#ifndef TW_GEN_TEXT_EMBED_PROGRAM_H
#define TW_GEN_TEXT_EMBED_PROGRAM_H

#include "gen/text/data.h"
#include "gen/text/embed.h"

/* What stands between the items of a list. */
void tw_embed_add_comma(struct tw_data *item, size_t number, size_t count);
/* Foreign text, escaped for code (base/escape.h); false for NULL. */
void tw_embed_add_foreign(struct tw_data *data, const char *key, const char *string);

/* The place of an argument in `arguments`, which has no symbols. */
unsigned tw_embed_place(const struct tw_shape *shape, unsigned argument);
/* In a wrapper in CUDA, where a buffer is, or the name of a scalar; what a symbol is called. `name` is that of the embed. */
void tw_embed_add_address(const struct tw_shape *shape, unsigned argument, struct tw_text *text);
void tw_embed_add_cuda_symbol(const char *name, const struct tw_kernel *kernel,
                              const struct tw_argument *symbol, struct tw_text *text);

/* Adds bytes, and at least `zeros` more, as little-endian words of 64 bits, "0x1,0x2,", six in a line. */
void tw_embed_add_words(const void *bytes, size_t count, size_t zeros, struct tw_text *text);

/* The variables from `arguments` to `launches` in templates/embed/embed.h.mustache. `name` is that of the embed. */
void tw_embed_describe_program(const char *name, const struct tw_embed_variant *variant,
                               struct tw_data *data);

#endif
