/*
 * order.h - an order in which threads go through the elements of a tile: a list of digits, the first of which changes fastest. Number n
 * has index n % count of the first, n / count % count of the second, and so on.
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_ORDER_H
#define TW_GEN_FAMILIES_PERMUTE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#define TW_PERMUTE_DIGITS 18u /* of an order, at most: each at least doubles a count of at most 2^18 */

/* An index, or a part of one. */
struct tw_permute_digit {
    int64_t in, out; /* elements of the input, of the output, from one to the next */
    unsigned place;  /* elements of the tile in shared memory likewise             */
    unsigned count;
    unsigned group, extra; /* after every `group` indices `extra` more elements there; 0: never */
};

struct tw_permute_order {
    struct tw_permute_digit digit[TW_PERMUTE_DIGITS];
    unsigned digits;
    unsigned count; /* product of the digits: accesses, or elements of one */
};

/* Elements of the input, of the output, or of the tile in shared memory. */
enum tw_permute_side { PERMUTE_IN, PERMUTE_OUT, PERMUTE_PLACE };
int64_t tw_permute_step(const struct tw_permute_digit *digit, enum tw_permute_side side);

/* Adds a digit, the slowest, unless it has one index only. */
void tw_permute_add(struct tw_permute_order *order, struct tw_permute_digit digit);

/* A part of a digit: `count` indices, `first` of the digit's from one to the next, whole groups where it has some. */
struct tw_permute_digit tw_permute_part(struct tw_permute_digit digit, unsigned first, unsigned count);

/*
 * Takes digits of one side, or parts of them, out of an order, which then has the others: `count` indices, the first of which are
 * `step` elements apart, and which go on where the ones before end. False: they are not there, and the order is spoilt.
 */
bool tw_permute_take(struct tw_permute_order *order, bool by_input, unsigned step, unsigned count,
                     struct tw_permute_order *taken);

/* The sums that the digits of number `n` give. */
struct tw_permute_digit tw_permute_at(const struct tw_permute_order *order, unsigned n);

#endif
