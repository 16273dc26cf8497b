/*
 * algebra.h - what the algebra is, for those that write it down: which form an operation's parts and states have, over which types.
 *
 * A part, and a state, is of one of five forms:
 *
 *     SINGLE         a value: sums, products, min, max, any, all. A sum of small integers has a part of its own, an integer
 *                    that nothing is rounded in and that cannot overflow within a leaf
 *     COMPENSATED    a sum and what its roundings lost
 *     PACKED         argmin, argmax of 8 and 16 bits; the part is one word, the value above the element's number in the leaf:
 *                    [ value | number ], so that the lesser word is the lesser value, and of equals the first
 *     INDEXED        argmin, argmax of others: a value and its number
 *     PAIRED         min, max and all of 8 and 16 bits, where a load's elements are taken all at once: two numbers of 16 bits, each
 *                    compared with every other element, or of 8 bits that have another below them: [ value | any ][ value | any ]
 */
#ifndef TW_GEN_FAMILIES_REDUCE_ALGEBRA_H
#define TW_GEN_FAMILIES_REDUCE_ALGEBRA_H

#include "gen/families/reduce/reduce.h"

enum tw_reduce_form { FORM_SINGLE, FORM_COMPENSATED, FORM_PACKED, FORM_INDEXED, FORM_PAIRED };

enum tw_reduce_form tw_reduce_state_form(const struct tw_reduce *r);
enum tw_reduce_form tw_reduce_part_form(const struct tw_reduce *r);

/* Of a state's value; of a part's, or of its word. */
enum tw_element tw_reduce_value_type(const struct tw_reduce *r);
enum tw_element tw_reduce_part_type(const struct tw_reduce *r);

/* Sums of elements, or of products of two; whether these are multiplied: norm2 and dot. */
bool tw_reduce_is_sum(enum tw_reduce_op op);
bool tw_reduce_multiplies(enum tw_reduce_op op);

/* Floats whose least or greatest is looked for are compared as integers that ascend with them: so no NaN is lost, and -0 is less
   than +0 whatever a comparison of floats thinks. */
bool tw_reduce_ranks(const struct tw_reduce *r);

#endif
