/*
 * casting.h - one element cast and scaled on the CPU, for references: out = (out type)(alpha * in), as C and IEEE 754 have it.
 *
 *     alpha 1    rounded once from the element's exact value, to nearest, ties to even
 *     else       the element is rounded to the type of the product, float; double where a side is one, or has integers of 32 bits and
 *                more; alpha likewise; the product is rounded in that type, and then as above
 *     NaN        stays NaN, quiet, with the sign of the element and the upper bits of its fraction; 0 times infinity is one, too
 */
#ifndef TW_RUNTIME_REFERENCES_CASTING_H
#define TW_RUNTIME_REFERENCES_CASTING_H

#include <stdbool.h>
#include <stddef.h>

#include <tilewright/element.h>

struct tw_casting {
    enum tw_element from, to;
    size_t in_bytes, out_bytes;
    double alpha;
    bool scales, in_double; /* alpha is not 1; products are made in double */
};

/* False: elements stay as they are. */
bool tw_casting_of(enum tw_element from, enum tw_element to, double alpha, struct tw_casting *casting);

/* Casts the element at `in` to `out`; both are of any alignment. */
void tw_cast(const struct tw_casting *casting, const void *in, void *out);

/* Makes of noise elements whose casts differ: most of them near what the output has, in the middle between two of its numbers, or just
   beside that. Integers, and casts to wider types, keep their noise. */
void tw_casting_condition(const struct tw_casting *casting, void *elements, size_t count);

#endif
