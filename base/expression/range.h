/*
 * range.h - what an expression may amount to while some of its names may still have any value of a range: so that a search can tell, from the
 * first few fields of a variant, that no values of the others will ever satisfy a constraint.
 *
 *     A * B * C == 30030, A is 17, B and C are from 1 to 1000:   A * B * C is a multiple of 17 from 17 to 17000000, and 30030 is none
 *
 * A range holds every value that the expression can have, and may hold more. What has no value - a division by zero, integers that leave 64
 * bits - is in no range: an expression that has none for any of the names' values has an empty one.
 *
 * Memory law: as expressions; nothing allocates.
 */
#ifndef TW_BASE_EXPRESSION_RANGE_H
#define TW_BASE_EXPRESSION_RANGE_H

#include "base/expression/expression.h"

/* Integers, doubles and words; all zero is empty. */
struct tw_expression_range {
    bool has_integers, has_doubles;
    enum { TW_RANGE_NO_WORD, TW_RANGE_ONE_WORD, TW_RANGE_ANY_WORD } words;
    uint32_t length;        /* of the one word                                                             */
    int64_t low, high;      /* the least and the greatest integer, themselves among them                   */
    uint64_t stride;        /* they are low, low + stride, ... at most; 0 where low is the only one        */
    double least, greatest; /* doubles are from ... to                                                     */
    const char *word;
};

/* A value alone. */
struct tw_expression_range tw_expression_range_of(const struct tw_expression_value *value);
/* Adds to a range all that is in another. */
void tw_expression_range_join(struct tw_expression_range *range, const struct tw_expression_range *other);
/* Whether nothing is in it. */
bool tw_expression_range_is_empty(const struct tw_expression_range *range);

/* What the expression may amount to, where names[i] is in values[i]. */
void tw_expression_range(const struct tw_expression *expression, const struct tw_expression_range *values,
                         struct tw_expression_range *result);

/* False: the expression is true for no values of its names. */
bool tw_expression_may_hold(const struct tw_expression *expression, const struct tw_expression_range *values);

#endif
