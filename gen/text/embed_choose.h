/*
 * embed_choose.h - the part of gen/text/embed.h's variables that chooses a variant for a problem on a device.
 */
#ifndef TW_GEN_TEXT_EMBED_CHOOSE_H
#define TW_GEN_TEXT_EMBED_CHOOSE_H

#include "gen/text/data.h"
#include "gen/text/embed.h"

/* The variables from `chooses` to `room` in templates/embed/embed.h.mustache, of all variants. */
void tw_embed_describe_choices(const struct tw_embed *embed, struct tw_data *data);
/* Adds the variables from `own` to `sized` of one choice. */
void tw_embed_describe_choice(const struct tw_embed *embed, size_t number, struct tw_data *data);
/* The variables any_parts and part_room, which all variants of the list decide. */
void tw_embed_describe_parts(const struct tw_data *list, struct tw_data *data);

#endif
