/*
 * as_c.h - a host's expression as a function of C, for programs that have no evaluator: of integers throughout, by the host's rules. What
 * would be an error there is told by the function too.
 */
#ifndef TW_BASE_EXPRESSION_AS_C_H
#define TW_BASE_EXPRESSION_AS_C_H

#include "base/expression/expression.h"

/* What a name stands for. */
struct tw_expression_c {
    const char *code; /* C of type int64_t: "problem->m"; NULL: it is `value`, always */
    struct tw_expression_value value;
};

/*
 * Adds the statements of a function that returns the expression's value, an int64_t; names[i] is what name i stands for. They call
 * PREFIX_add, PREFIX_multiply and the like (templates/embed/embed_sized.mustache), whose first argument is `fault`, a const char ** that is
 * set to a clause where there is no value; the function then returns anything. False: it is no expression of integers throughout (a double or
 * a word decides, of which C knows nothing), and what was added is of no use.
 */
bool tw_expression_add_c(const struct tw_expression *expression, const struct tw_expression_c *names,
                         const char *prefix, struct tw_text *out);

#endif
