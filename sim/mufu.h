/*
 * mufu.h - the special-function unit of an H200, to the bit: what the .approx instructions of f32 are made of.
 *
 * Each function cuts its argument's fraction into intervals and takes a parabola in each,
 *
 *     argument   |  interval  |      x       |        value = c0 + c1 x + c2 s(x)
 *                 6 or 7 bits   17 or 16 bits
 *
 * where s(x) is the upper 15 bits of x^2, summed without the partial products below them. The value is cut to 24 bits, nothing is
 * rounded. This is the scheme of Oberman and Siu, "A High-Performance Area-Efficient Multifunction Interpolator" (ARITH 17, 2005);
 * coefficients, constants and what is cut where were measured (mufu_tables.h).
 *
 * Arguments and results are bits of f32. Subnormal arguments count as 0, subnormal results become 0. Pure functions.
 */
#ifndef TW_SIM_MUFU_H
#define TW_SIM_MUFU_H

#include <stdint.h>

uint32_t tw_mufu_rcp(uint32_t a);
uint32_t tw_mufu_rsqrt(uint32_t a);
uint32_t tw_mufu_sqrt(uint32_t a);
uint32_t tw_mufu_lg2(uint32_t a);
uint32_t tw_mufu_ex2(uint32_t a);
/* Subnormal arguments too: tanh of what is small is what it is given. */
uint32_t tw_mufu_tanh(uint32_t a);
/* Of an angle in turns: 1.0 is the whole circle. */
uint32_t tw_mufu_sin(uint32_t a);
uint32_t tw_mufu_cos(uint32_t a);

/* The same of the upper half of an f64, to the upper half of one. */
uint32_t tw_mufu_rcp64(uint32_t a);
uint32_t tw_mufu_rsqrt64(uint32_t a);

#endif
