/*
 * number.h - a number as JSON gives it: 64, 0.5, true (1) and false (0), or a text that is an expression over names (base/expression, the
 * host's dialect): "ceil_div(n, BLOCK)". It is read once, and evaluated as often as the names get values.
 *
 * Memory: a number owns its expression, with a table of its names; the text is the JSON's, which must outlive it. Evaluating changes
 * nothing but its results: threads may share a number.
 */
#ifndef TW_GEN_DESCRIBED_NUMBER_H
#define TW_GEN_DESCRIBED_NUMBER_H

#include <tilewright/element.h>

#include "base/expression/expression.h"
#include "gen/config/json.h"

#define TW_DESCRIBED_INDEX "index" /* the number of an element, in the expression of a fill */

struct tw_described_number {
    struct tw_expression *expression; /* NULL: it is `value` */
    struct tw_expression_value value;
    uint32_t entry; /* where it stands in the JSON */
};

/*
 * Reads the number at `node`. `names` (NULL-terminated, or NULL) are those that expressions may use; with `indexed` also "index", whose
 * value stands after theirs. TW_INPUT with the place, and the message "WHAT at POINTER; ..."; TW_MEMORY. The caller frees the number in
 * any case.
 */
int tw_described_number_read(const struct tw_json *json, const cJSON *node, const char *const *names,
                             bool indexed, const char *what, struct tw_described_number *number,
                             struct tw_error *error);
void tw_described_number_free(struct tw_described_number *number);

/* The number of the name "index" in an expression that was read with it. */
unsigned tw_described_index_of(const struct tw_expression *expression);

/* Its value, where values[i] is that of name i. False: it has none, and *reason gets a clause, "WHAT at character 3 of ...". */
bool tw_described_number_value(const struct tw_described_number *number,
                               const struct tw_expression_value *values, const char *what,
                               struct tw_expression_value *result, struct tw_text *reason);
/* The same of a whole number from `low` to `high`. */
bool tw_described_number_integer(const struct tw_described_number *number,
                                 const struct tw_expression_value *values, const char *what, int64_t low,
                                 int64_t high, int64_t *result, struct tw_text *reason);

/* Whether the value is that word. */
bool tw_described_is_word(const struct tw_expression_value *value, const char *word);
/* The element type whose name the value is; false: it is none's. */
bool tw_described_element_named(const struct tw_expression_value *value, enum tw_element *element);
/* The value as an integer; false: it is none that 64 bits hold. */
bool tw_described_whole(const struct tw_expression_value *value, int64_t *integer);
/* The value as an integer: of a double without its fraction. False: 64 bits do not hold it, or it is a word. */
bool tw_described_truncate(const struct tw_expression_value *value, int64_t *integer);
/* Adds the value as a message has it. */
void tw_described_say_value(const struct tw_expression_value *value, struct tw_text *text);

#endif
