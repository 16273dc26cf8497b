/*
 * near_formula.h - whether a result is as near to what is right as a tolerance asks (base/described/expectation.h). It is C and CUDA C++:
 * near.c includes it, and the comparing kernels (compare.cu) have it before them, so that both say the same of every element.
 *
 * A kernel runs in two trials, on the same inputs, in memory that holds another pattern in each. By component:
 *
 *     left alone   the reference left the pattern in both trials: the kernel must leave it too
 *     not written  the kernel left the pattern in both trials, and the reference did not: wrong, however large the tolerance
 *     else         near, by the formula
 */
#ifndef TW_RUNTIME_CHECK_NEAR_FORMULA_H
#define TW_RUNTIME_CHECK_NEAR_FORMULA_H

#ifdef __CUDACC__
#define TW_NEAR         static __device__ inline
#define TW_TIMES(a, b)  __dmul_rn(a, b) /* never fused with an addition, as on the CPU */
#define TW_SINGLE(bits) __uint_as_float((unsigned)(bits))
#define TW_DOUBLE(bits) __longlong_as_double((long long)(bits))
enum { TW_SIGNED, TW_UNSIGNED, TW_FLOAT, TW_BFLOAT }; /* enum tw_scalar */

static __device__ inline double tw_half_value(unsigned scalar, unsigned short bits)
{
    float value;
    if (scalar == TW_BFLOAT) return __uint_as_float((unsigned)bits << 16);
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}
#define TW_HALF(scalar, bits) tw_half_value(scalar, bits)
#else
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/half.h"

#define TW_NEAR               static inline
#define TW_TIMES(a, b)        ((a) * (b))
#define TW_SINGLE(bits)       tw_single_of((unsigned)(bits))
#define TW_DOUBLE(bits)       tw_double_of(bits)
#define TW_HALF(scalar, bits) tw_half_value((enum tw_scalar)(scalar), bits)

static inline float tw_single_of(unsigned bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double tw_double_of(unsigned long long bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
#endif

#define TW_LARGEST 0x1.fffffffffffffp1023 /* of all finite doubles */

/* What all elements of a result have in common; plain data, that a kernel is given. */
struct tw_near {
    double absolute, relative, scaled, ulps; /* the tolerance */
    double most;                             /* max |want| */
    unsigned scalar;                         /* enum tw_scalar */
    unsigned bytes;                          /* of a component: 1, 2, 4 or 8 */
    unsigned components;
    bool is_zeroed; /* the launches put zeros there first */
    unsigned char pattern,
        other; /* the byte that memory was filled with in this trial, and in the other one */
};

/* A component of an element, of any type. */
struct tw_component {
    unsigned long long bits;
    double real; /* of a float; of an integer as near as a double comes */
    /* An integer itself, of an unsigned one the bits; of a float how many floats of its type stand between it and 0. */
    long long place;
};

/* The same element in four places. `want` NULL: nobody says what it must be; `other` NULL: the same as `want`; `earlier` NULL: this is
   the first trial; `given` NULL: the kernel was given nothing there, or somebody says what it must be. */
struct tw_element_places {
    const unsigned char *got, *want;
    const unsigned char *other;   /* what the reference left in the other trial */
    const unsigned char *earlier; /* what the kernel left in the first trial */
    const unsigned char *given;   /* what an in-out held before */
};

struct tw_near_verdict {
    bool is_right;
    bool is_unsteady; /* its bits are not those of the first trial */
    double off;       /* how far its farthest wrong component is off, as far as that is a number; else 0 */
    /* Where nobody says what is right, after the second trial: components that neither trial wrote, and those that hold what they were given. */
    unsigned unwritten, unchanged;
};

TW_NEAR bool tw_is_real(const struct tw_near *near)
{
    return near->scalar == TW_FLOAT || near->scalar == TW_BFLOAT;
}

TW_NEAR unsigned long long tw_bits_of(const unsigned char *from, unsigned bytes)
{
#ifdef __CUDACC__
    if (bytes == 8) return *(const unsigned long long *)from;
    if (bytes == 4) return *(const unsigned *)from;
    if (bytes == 2) return *(const unsigned short *)from;
#endif
    unsigned long long bits = 0;
    for (unsigned i = 0; i < bytes; i++) bits |= (unsigned long long)from[i] << 8 * i;
    return bits;
}

TW_NEAR struct tw_component tw_component_of(const struct tw_near *near, const unsigned char *from)
{
    const unsigned unused = 64 - 8 * near->bytes;
    const unsigned long long bits = tw_bits_of(from, near->bytes), sign = 1ull << (8 * near->bytes - 1);
    struct tw_component component = {bits, (double)bits, (long long)bits};
    if (near->scalar == TW_UNSIGNED) return component;
    if (near->scalar == TW_SIGNED) {
        component.place = (long long)(bits << unused) >> unused;
        component.real = (double)component.place;
        return component;
    }
    component.place = bits & sign ? -(long long)(bits & ~sign) : (long long)bits; /* 0 and -0 share one */
    component.real = near->bytes == 8   ? TW_DOUBLE(bits)
                     : near->bytes == 4 ? (double)TW_SINGLE(bits)
                                        : (double)TW_HALF(near->scalar, (unsigned short)bits);
    return component;
}

/* |got - want|, of floats in units in the last place: exact, as doubles of 64-bit integers are not. */
TW_NEAR unsigned long long tw_apart(const struct tw_near *near, struct tw_component got,
                                    struct tw_component want)
{
    const unsigned long long x = (unsigned long long)got.place, y = (unsigned long long)want.place;
    const bool greater = near->scalar == TW_UNSIGNED ? x > y : got.place > want.place;
    return greater ? x - y : y - x;
}

TW_NEAR bool tw_is_at_most(unsigned long long apart, double limit)
{
    return limit >= 0x1p64 || (limit >= 0 && apart <= (unsigned long long)limit);
}

/* What absolute, relative and scaled allow. */
TW_NEAR double tw_allowed(const struct tw_near *near, struct tw_component want)
{
    return near->absolute + TW_TIMES(near->relative, fabs(want.real)) + TW_TIMES(near->scaled, near->most);
}

/* |got - want|; NaN or infinite where either is. */
TW_NEAR double tw_off(const struct tw_near *near, struct tw_component got, struct tw_component want)
{
    return tw_is_real(near) ? fabs(got.real - want.real) : (double)tw_apart(near, got, want);
}

TW_NEAR bool tw_is_near(const struct tw_near *near, struct tw_component got, struct tw_component want)
{
    const double g = got.real, w = want.real;
    const bool is_real = tw_is_real(near);
    if (is_real && (g != g || w != w)) return g != g && w != w;
    if (is_real && g == w) return true;
    if (is_real && (fabs(g) > TW_LARGEST || fabs(w) > TW_LARGEST)) return false;
    const unsigned long long apart = tw_apart(near, got, want);
    if (tw_is_at_most(apart, near->ulps)) return true;
    return is_real ? tw_off(near, got, want) <= tw_allowed(near, want)
                   : tw_is_at_most(apart, tw_allowed(near, want));
}

/* The bits of a component that nobody wrote. */
TW_NEAR unsigned long long tw_pattern_of(unsigned char pattern, unsigned bytes)
{
    return 0x0101010101010101ull * pattern >> (64 - 8 * bytes);
}

/* Judges the component that lies `at` bytes into the element. */
TW_NEAR void tw_judge_component(const struct tw_near *near, const struct tw_element_places *places,
                                unsigned at, struct tw_near_verdict *verdict)
{
    const unsigned long long mine = tw_pattern_of(near->pattern, near->bytes);
    const unsigned long long others = tw_pattern_of(near->other, near->bytes);
    const struct tw_component got = tw_component_of(near, places->got + at);
    const unsigned long long earlier =
        places->earlier ? tw_bits_of(places->earlier + at, near->bytes) : got.bits;
    const bool is_unwritten = places->earlier && got.bits == mine && earlier == others;
    if (earlier != got.bits && !is_unwritten) verdict->is_unsteady = true;
    if (!places->want) {
        const unsigned long long given = places->given ? tw_bits_of(places->given + at, near->bytes) : 0;
        verdict->unwritten += is_unwritten && !places->given;
        verdict->unchanged +=
            places->earlier && (places->given || near->is_zeroed) && earlier == got.bits && got.bits == given;
        return;
    }
    const struct tw_component want = tw_component_of(near, places->want + at);
    const bool is_alone =
        places->other && want.bits == mine && tw_bits_of(places->other + at, near->bytes) == others;
    if (is_alone ? got.bits == mine : !is_unwritten && tw_is_near(near, got, want)) return;
    verdict->is_right = false;
    const double off = is_alone || is_unwritten ? 0 : tw_off(near, got, want);
    if (off > verdict->off && off <= TW_LARGEST) verdict->off = off;
}

TW_NEAR struct tw_near_verdict tw_judge(const struct tw_near *near, const struct tw_element_places *places)
{
    struct tw_near_verdict verdict = {true, false, 0, 0, 0};
    for (unsigned k = 0; k < near->components; k++)
        tw_judge_component(near, places, k * near->bytes, &verdict);
    return verdict;
}

#endif
