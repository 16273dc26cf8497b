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

#include "gen/families/reduce/fields.h"
#include "gen/text/data.h"

enum tw_reduce_form { FORM_SINGLE, FORM_COMPENSATED, FORM_PACKED, FORM_INDEXED, FORM_PAIRED };

enum tw_reduce_form tw_reduce_state_form(const struct tw_reduce *r);
enum tw_reduce_form tw_reduce_part_form(const struct tw_reduce *r);

/* The type of a state's value; of a part's, or of its word. */
enum tw_element tw_reduce_value_type(const struct tw_reduce *r);
enum tw_element tw_reduce_part_type(const struct tw_reduce *r);

/* Sums of elements, or of products of two; whether these are multiplied: norm2 and dot. */
bool tw_reduce_is_sum(enum tw_reduce_op op);
bool tw_reduce_multiplies(enum tw_reduce_op op);

/* Floats whose least or greatest is looked for are compared as integers that ascend with them: so no NaN is lost, and -0 is less
   than +0 whatever a comparison of floats thinks. */
bool tw_reduce_ranks(const struct tw_reduce *r);

/* Operations that round, where numbers do, and so have an accumulator: sum, product, norm2, mean, dot. */
bool tw_reduce_is_arithmetic(enum tw_reduce_op op);
/* Whether results are places: of argmin and argmax. */
bool tw_reduce_gives_places(enum tw_reduce_op op);
/* The state's members; how many. */
unsigned tw_reduce_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX]);
/* The members of a part of one leaf; whether it holds as many elements as a leaf has. */
unsigned tw_reduce_part_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX]);
bool tw_reduce_part_holds(const struct tw_reduce *r);
/* False, with the reason added, for types, operations and orders that do not go together. */
bool tw_reduce_algebra_accept(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason);
/* Adds the variables of templates/reduce/reduce_algebra.cu.mustache. */
void tw_reduce_algebra_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
/* Whether lanes count the elements of a leaf from their own first one, which leaves only constants to be counted, and say where that
   was when their parts are joined: argmin and argmax along rows. */
bool tw_reduce_moves(const struct tw_reduce *r);
/* Whether the columns of a leaf give the same in any order: nothing is rounded. */
bool tw_reduce_any_order(const struct tw_reduce *r);
/* Whether elements of a load can be taken all at once. */
bool tw_reduce_bulk(const struct tw_reduce *r);
/* Whether a column's elements are taken out of the words that they lie in: where its rows are added in any order. */
bool tw_reduce_takes_columns(const struct tw_reduce *r);
/* Whether an instruction for whole warps joins parts of their lanes (algebra_warp.c), of which it adds the variables of
   templates/reduce/reduce_warp.cu.mustache. */
bool tw_reduce_joins_by_warp(const struct tw_reduce *r);
void tw_reduce_warp_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
/* The roundings on the longest path from an element to a result of which `depth` additions are made; 0: nothing rounds, or the
   order is not free, and bits are compared. */
uint64_t tw_reduce_chain(const struct tw_reduce *r, uint64_t depth);

#endif
