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
 * Arguments and results are bits of f32, of 32 lanes at once. Subnormal arguments count as 0, subnormal results become 0. Pure
 * functions; `r` and `a` are apart.
 */
#ifndef TW_SIM_EXEC_NUMBERS_MUFU_H
#define TW_SIM_EXEC_NUMBERS_MUFU_H

#include "sim/exec/program.h"

#define TW_MUFU_LANES 32u

typedef void tw_mufu(const uint32_t a[TW_MUFU_LANES], uint32_t r[TW_MUFU_LANES]);

tw_mufu tw_mufu_rcp TW_LEVELLED(tw_mufu_rcp);
tw_mufu tw_mufu_rsqrt TW_LEVELLED(tw_mufu_rsqrt);
tw_mufu tw_mufu_sqrt TW_LEVELLED(tw_mufu_sqrt);
tw_mufu tw_mufu_lg2 TW_LEVELLED(tw_mufu_lg2);
tw_mufu tw_mufu_ex2 TW_LEVELLED(tw_mufu_ex2);
/* Subnormal arguments too: tanh of what is small is what it is given. */
tw_mufu tw_mufu_tanh TW_LEVELLED(tw_mufu_tanh);
/* Angles are in turns: 1.0 is the whole circle. */
tw_mufu tw_mufu_sin TW_LEVELLED(tw_mufu_sin);
tw_mufu tw_mufu_cos TW_LEVELLED(tw_mufu_cos);

/* The same of the upper halves of f64, to the upper halves of such. */
tw_mufu tw_mufu_rcp64 TW_LEVELLED(tw_mufu_rcp64);
tw_mufu tw_mufu_rsqrt64 TW_LEVELLED(tw_mufu_rsqrt64);

#endif
