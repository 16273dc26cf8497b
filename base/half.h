/*
 * half.h - numbers of 16 bits, as this machine's C has none: float16, of 5 bits of exponent and 10 of fraction, and bfloat16, of 8
 * and 7. Pure; thread-safe.
 */
#ifndef TW_BASE_HALF_H
#define TW_BASE_HALF_H

#include <stdint.h>

#include <tilewright/element.h>

/* Rounded to nearest, ties to even (IEEE 754-2019, 4.3.1); NaN stays NaN. scalar: TW_BFLOAT for bfloat16, else float16. */
uint16_t tw_half_of(enum tw_scalar scalar, double value);
double tw_half_value(enum tw_scalar scalar, uint16_t half);

#endif
