/* argument_parts.h - what reading arguments shares with resolving and filling them. Private to gen/described. */
#ifndef TW_GEN_DESCRIBED_ARGUMENT_PARTS_H
#define TW_GEN_DESCRIBED_ARGUMENT_PARTS_H

#include "gen/described/argument.h"

/* Whether `word` names the fill. */
bool tw_fill_is(enum tw_fill fill, const char *word);

/* Sets the value to a number. */
void tw_described_set_value(struct tw_described_argument *argument, const struct tw_expression_value *value);

/* Counts the elements that a list or a file gives an argument whose type is known, which are its count where it has none. TW_INPUT, without
   a place: they are none of that type, or their number is not the count. */
int tw_described_count_values(struct tw_described_argument *argument, struct tw_error *error);

/* The same as one of its type. False: it is none, and *reason gets a clause, "value is 300, which is no int8". */
bool tw_described_take_value(struct tw_described_argument *argument, const struct tw_expression_value *value,
                             struct tw_text *reason);

/* Reads the file that `node` names: what the argument holds. */
int tw_described_read_file(const struct tw_described_grammar *grammar, const cJSON *node,
                           struct tw_described_argument *argument, struct tw_error *error);

/* Whether it is 8 bytes of an address. */
bool tw_described_is_pointer(const struct tw_described_argument *argument);

/* Whether count elements have more bytes than a buffer may have. */
bool tw_described_is_too_large(const struct tw_described_argument *argument);

#endif
