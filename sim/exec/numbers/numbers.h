/*
 * numbers.h - floating point formats in software: exact values, rounded once.
 *
 *     f16   1 sign   5 exponent  10 fraction        f32   1   8  23
 *     bf16  1 sign   8 exponent   7 fraction        f64   1  11  52
 *     e4m3  1        4            3                 e5m2  1   5   2
 *     e2m3  1        2            3                 e3m2  1   3   2
 *     tf32  1        8           10, the upper bits of 32
 *
 * A type of pairs stands for one of them. e4m3 has no infinity and one NaN of each sign, all ones; e2m3 and e3m2 have
 * neither, and their numbers end where others have infinity (PTX ISA, "Alternate Floating-Point Data Formats").
 *
 * For conversions in every rounding mode and for half precision;
 * f32 and f64 arithmetic is the host's. Pure functions.
 */
#ifndef TW_SIM_EXEC_NUMBERS_NUMBERS_H
#define TW_SIM_EXEC_NUMBERS_NUMBERS_H

#include "sim/ptx/ir.h"

enum tw_rounding { TW_ROUND_NEAREST, TW_ROUND_ZERO, TW_ROUND_DOWN, TW_ROUND_UP };

/* A value: significand * 2^exponent, negative or not; or an infinity; or no number. */
struct tw_number {
    enum { TW_FINITE, TW_INFINITE, TW_NAN } kind;
    bool negative;
    uint64_t significand;
    int exponent;
};

/* From the bits of a float type (f16, bf16, f32, f64) or an integer type. */
struct tw_number tw_number_of(enum tw_ptx_type type, uint64_t bits);
/* To the bits of a float type; too large becomes infinity or the largest number as the mode says, in formats without
 * infinity the largest number. NaN: all ones but the sign. */
uint64_t tw_number_round(struct tw_number number, enum tw_ptx_type type, enum tw_rounding rounding);
/* The same with the largest number in infinity's place (.satfinite). */
uint64_t tw_number_round_finite(struct tw_number number, enum tw_ptx_type type, enum tw_rounding rounding);
/* To the nearest integers, as a number. */
struct tw_number tw_number_integral(struct tw_number number, enum tw_rounding rounding);
/* To an integer type: out of range becomes the nearest limit; NaN as PTX ISA, "cvt" says. */
uint64_t tw_number_integer(struct tw_number number, enum tw_ptx_type type, enum tw_rounding rounding,
                           bool from_f64);

double tw_number_double(enum tw_ptx_type type, uint64_t bits);
/* A value of f16 or bf16, rounded to nearest: its bits. */
uint16_t tw_number_half(enum tw_ptx_type type, double value);
/* a + b of two bit patterns of float, to nearest; what is not a number is 7fffffff, as the hardware has it. */
uint32_t tw_add_singles(uint32_t a, uint32_t b);

enum tw_rounding tw_rounding_of(const struct tw_ptx_instruction *instruction);

#endif
