/* range_parts.h - operations on ranges: private to base/expression. */
#ifndef TW_BASE_EXPRESSION_RANGE_PARTS_H
#define TW_BASE_EXPRESSION_RANGE_PARTS_H

#include "base/expression/operators.h"
#include "base/expression/range.h"

typedef struct tw_expression_range tw_range;

/* The range of all numbers. */
tw_range tw_range_of_numbers(void);
/* 1, or 0, or both, or neither. */
tw_range tw_range_of_truth(bool may_be_true, bool may_be_false);
bool tw_range_may_be_true(const tw_range *range);
bool tw_range_may_be_false(const tw_range *range); /* no word is false */
/* Whether the one value in it is set. */
bool tw_range_value(const tw_range *range, struct tw_expression_value *value);

/* The results of a step that is no jump, from those of its operands, which stand one after the other; into the first. */
void tw_range_apply(const struct tw_expression_step *step, tw_range *operands);

/* Whether `a` operator `b` may be true, and whether it may be false. */
tw_range tw_range_compare(enum tw_expression_op op, const tw_range *a, const tw_range *b);

#endif
