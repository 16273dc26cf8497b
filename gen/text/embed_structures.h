/*
 * embed_structures.h - the part of gen/text/embed.h's variables that says how a launcher puts structures together, and how it takes one as
 * a whole.
 */
#ifndef TW_GEN_TEXT_EMBED_STRUCTURES_H
#define TW_GEN_TEXT_EMBED_STRUCTURES_H

#include "gen/text/data.h"
#include "gen/text/embed.h"

/* Adds the variables from `structure` to `part_count` in templates/embed/embed.h.mustache, of argument `number`. `name` is that of the embed. */
void tw_embed_describe_structure(const char *name, const struct tw_embed_variant *variant, unsigned number,
                                 struct tw_data *data);

/* Whether the argument is a structure that is passed as a whole, as bytes. */
bool tw_embed_is_whole(const struct tw_argument *argument);
/* The name of the parameter that says how many bytes of such a structure are given; `shape` has all names that are taken. */
void tw_embed_add_size_name(const struct tw_shape *shape, const struct tw_argument *argument,
                            struct tw_text *text);

/* What the files need to know of all structures. */
struct tw_embed_structures {
    bool any, addressed,
        whole; /* some are put together; some of these hold the address of a symbol; some are passed as a whole */
    unsigned most_words; /* of 64 bits, of all structures of a grid that are put together */
};

/* Takes in a variant's. Begin with {0}. */
void tw_embed_note_structures(const struct tw_shape *shape, struct tw_embed_structures *structures);
void tw_embed_describe_structures(const struct tw_embed_structures *structures, struct tw_data *data);

#endif
