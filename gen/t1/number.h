/* number.h - numbers of Python and JSON as values of expressions. Pure; thread-safe. */
#ifndef TW_GEN_T1_NUMBER_H
#define TW_GEN_T1_NUMBER_H

#include "base/expression/expression.h"

/* A number of Python as it is written: 12, 0x1f, 0b11, 1_000, 1.5, 2e3. False: it is none, or no integer of 63 bits. */
bool tw_t1_read_number(const char *text, size_t length, struct tw_expression_value *value);

/* A number of JSON: an integer where it has no fraction and is at most 2^53. */
struct tw_expression_value tw_t1_number(double number);

/* The value must be an integer or a double. */
double tw_t1_as_double(const struct tw_expression_value *value);

#endif
