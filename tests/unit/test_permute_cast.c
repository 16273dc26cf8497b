/*
 * Casts of the permute family: elements of every pair of types against a search for the nearest number of the output; what is rejected
 * and why; which methods cast; what the buffers must be multiples of, and what memory moves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/permute/cast.h"
#include "gen/families/permute/tile.h"
#include "runtime/references/casting.h"

#define FAMILY "permute"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

static const enum tw_element floats[] = {TW_FLOAT16, TW_BFLOAT16, TW_FLOAT32, TW_FLOAT64};
static const enum tw_element numbers[] = {TW_INT8,    TW_UINT8,    TW_INT16,   TW_UINT16,
                                          TW_INT32,   TW_UINT32,   TW_INT64,   TW_UINT64,
                                          TW_FLOAT16, TW_BFLOAT16, TW_FLOAT32, TW_FLOAT64};

/* ---- elements, by a search ---- */

/* A long double holds every number of every type here, and the middle between two floats or halves. */
_Static_assert(LDBL_MANT_DIG >= 64, "integers of 64 bits are exact");

struct format {
    unsigned bits, fraction;
};

static struct format format_of(enum tw_element element)
{
    const struct tw_element_info *info = tw_element_info(element);
    unsigned fraction = info->scalar == TW_BFLOAT ? 7 : info->bytes == 2 ? 10 : info->bytes == 4 ? 23 : 52;
    return (struct format){8 * info->bytes, fraction};
}

/* What finite bits without a sign mean; the first that are infinity: as if they went on. */
static long double meaning(struct format format, uint64_t bits)
{
    unsigned exponent_bits = format.bits - 1 - format.fraction;
    int bias = (1 << (exponent_bits - 1)) - 1, exponent = (int)(bits >> format.fraction);
    uint64_t fraction = bits & ((UINT64_C(1) << format.fraction) - 1);
    if (exponent) fraction |= UINT64_C(1) << format.fraction;
    return ldexpl((long double)fraction, (exponent ? exponent : 1) - bias - (int)format.fraction);
}

static uint64_t infinity_of(struct format format)
{
    return (UINT64_C(1) << (format.bits - 1)) - (UINT64_C(1) << format.fraction);
}

/* The bits of the number nearest to value, which is not negative; of two as near those that are even. */
static uint64_t nearest(struct format format, long double value)
{
    uint64_t low = 0, high = infinity_of(format);
    if (isinf(value)) return high;
    while (low < high) { /* the least whose number is not below */
        uint64_t middle = low + (high - low) / 2;
        if (meaning(format, middle) < value)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return 0;
    long double above = meaning(format, low) - value, below = value - meaning(format, low - 1);
    return below < above || (below == above && low % 2) ? low - 1 : low;
}

static long double number_of(enum tw_element element, uint64_t bits)
{
    const struct tw_element_info *info = tw_element_info(element);
    struct format format = format_of(element);
    unsigned width = 8 * info->bytes;
    uint64_t sign = bits >> (width - 1) & 1, rest = bits & ((UINT64_C(1) << (width - 1)) - 1);
    if (info->scalar == TW_UNSIGNED) return bits;
    if (info->scalar == TW_SIGNED) return (long double)rest - (sign ? ldexpl(1, (int)width - 1) : 0);
    if (rest > infinity_of(format)) return NAN;
    long double value = rest == infinity_of(format) ? INFINITY : meaning(format, rest);
    return sign ? -value : value;
}

/* The cast's bits; `bits` are those of the element. */
static uint64_t expected_of(const struct tw_casting *casting, uint64_t bits)
{
    struct format format = format_of(casting->to), own = format_of(casting->from);
    long double value = number_of(casting->from, bits);
    uint64_t sign = UINT64_C(1) << (format.bits - 1), negative = signbit(value) ? sign : 0;
    if (casting->scales && casting->in_double)
        value = (double)value * casting->alpha;
    else if (casting->scales)
        value = (float)value * (float)casting->alpha;
    if (casting->scales && !isnan(value)) negative = signbit(value) ? sign : 0;
    if (!isnan(value)) return negative | nearest(format, fabsl(value));
    /* quiet, with the upper bits of the fraction, as far as there are */
    uint64_t kept = 0;
    for (unsigned i = 0; i < format.fraction && i < own.fraction; i++)
        kept |= (bits >> (own.fraction - 1 - i) & 1) << (format.fraction - 1 - i);
    negative = bits >> (own.bits - 1) & 1 ? sign : 0;
    return negative | infinity_of(format) | kept | UINT64_C(1) << (format.fraction - 1);
}

static uint64_t draw_bits(unsigned *state)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 4; i++) bits = bits << 16 | random_below(state, 1 << 16);
    return bits;
}

static void check_elements(enum tw_element from, enum tw_element to, double alpha, unsigned *state)
{
    enum { COUNT = 512 };
    struct tw_casting casting;
    uint64_t bits[COUNT];
    size_t bytes = tw_element_info(from)->bytes;
    unsigned char packed[COUNT * sizeof *bits];
    if (!tw_casting_of(from, to, alpha, &casting)) return;
    for (unsigned i = 0; i < COUNT; i++) bits[i] = draw_bits(state);
    for (unsigned i = 0; i < COUNT; i++) memcpy(packed + i * bytes, &bits[i], bytes);
    tw_casting_condition(&casting, packed, COUNT / 2); /* of the others the noise stays */
    for (unsigned i = 0; i < COUNT; i++) {
        uint64_t own = 0, got = 0;
        memcpy(&own, packed + i * bytes, bytes);
        tw_cast(&casting, packed + i * bytes, &got);
        uint64_t expected = expected_of(&casting, own);
        if (got != expected)
            fail_msg("%s 0x%" PRIx64 " to %s, times %g: 0x%" PRIx64 ", not 0x%" PRIx64,
                     tw_element_words[from], own, tw_element_words[to], alpha, got, expected);
    }
}

static void elements_are_cast_to_the_nearest(void **state)
{
    static const double alphas[] = {1, -1, .5, 1. / 255, 0, 3e-5, 1e10};
    unsigned draw = 23;
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) {
            for (size_t a = 0; a < sizeof alphas / sizeof *alphas; a++)
                check_elements(numbers[i], floats[k], alphas[a], &draw);
        }
    }
}

/* All halves, of 16 bits, are cast. */
static void all_halves(void **state)
{
    (void)state;
    for (size_t from = 0; from < 2; from++) {
        for (size_t to = 0; to < 4; to++) {
            struct tw_casting casting;
            if (!tw_casting_of(floats[from], floats[to], 1, &casting)) continue;
            for (uint32_t bits = 0; bits < 1 << 16; bits++) {
                uint16_t own = (uint16_t)bits;
                uint64_t got = 0;
                tw_cast(&casting, &own, &got);
                if (got != expected_of(&casting, bits))
                    fail_msg("%s 0x%x to %s", tw_element_words[floats[from]], bits,
                             tw_element_words[floats[to]]);
            }
        }
    }
}

/* What was written by hand: rounding, overflow, subnormals, NaN, and what must not be rounded twice. */
static void elements_by_hand(void **state)
{
    static const struct {
        enum tw_element from, to;
        double alpha;
        uint64_t in, out;
    } cases[] = {
        {TW_FLOAT32, TW_FLOAT16, 1, 0x3f800000, 0x3c00},             /* 1                                  */
        {TW_FLOAT32, TW_FLOAT16, 1, 0x477fefff, 0x7bff},             /* just below 65520                   */
        {TW_FLOAT32, TW_FLOAT16, 1, 0x477ff000, 0x7c00},             /* 65520: infinity                    */
        {TW_FLOAT32, TW_FLOAT16, 1, 0x33000000, 0x0000},             /* 2^-25: half the least number       */
        {TW_FLOAT32, TW_FLOAT16, 1, 0x33000001, 0x0001},             /* just above                         */
        {TW_FLOAT32, TW_FLOAT16, 1, 0x80000000, 0x8000},             /* -0                                 */
        {TW_FLOAT32, TW_FLOAT16, 1, 0xff800001, 0xfe00},             /* a NaN that signals                 */
        {TW_FLOAT32, TW_BFLOAT16, 1, 0x7f7fffff, 0x7f80},            /* the largest float: infinity        */
        {TW_FLOAT32, TW_BFLOAT16, 1, 0x00008001, 0x0001},            /* subnormal in both                  */
        {TW_FLOAT64, TW_FLOAT16, 1, 0x3ff0020000000001, 0x3c01},     /* 1 + 2^-11 + 2^-52: once, not twice */
        {TW_FLOAT64, TW_BFLOAT16, 1, 0x3ff0100000000001, 0x3f81},    /* 1 + 2^-8 + 2^-52 likewise          */
        {TW_FLOAT64, TW_FLOAT32, 1, 0x36a0000000000000, 0x00000001}, /* 2^-149                             */
        {TW_UINT64, TW_BFLOAT16, 1, 0x8080000000000001, 0x5f01},     /* 2^63 + 2^55 + 1: once              */
        {TW_UINT64, TW_FLOAT32, 1, 0x8000008000000001, 0x5f000001},  /* 2^63 + 2^39 + 1: once              */
        {TW_INT64, TW_FLOAT64, 1, 0x8000000000000000,
         0xc3e0000000000000}, /* -2^63                          */
        {TW_UINT8, TW_FLOAT32, 1. / 255, 255, 0x3f800000},
        {TW_FLOAT16, TW_FLOAT16, 2, 0x7bff, 0x7c00},
        {TW_FLOAT32, TW_FLOAT16, 0, 0xff800000, 0xfe00}, /* 0 times -infinity                  */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_casting casting;
        uint64_t got = 0;
        assert_true(tw_casting_of(cases[i].from, cases[i].to, cases[i].alpha, &casting));
        tw_cast(&casting, &cases[i].in, &got);
        if (got != cases[i].out || expected_of(&casting, cases[i].in) != cases[i].out)
            fail_msg("case %zu: 0x%" PRIx64 ", not 0x%" PRIx64 "; the search says 0x%" PRIx64, i, got,
                     cases[i].out, expected_of(&casting, cases[i].in));
    }
}

/* Most elements are such that the middle between two numbers of the output is near: else rounding would not be tested. */
static void conditioned_elements_are_near_ties(void **state)
{
    static const enum tw_element wide[] = {TW_FLOAT32, TW_FLOAT64, TW_FLOAT64};
    enum { COUNT = 4096 };
    static double elements[COUNT];
    unsigned draw = 29;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct tw_casting casting;
        unsigned char *at = (unsigned char *)elements;
        unsigned ties = 0, finite = 0;
        struct format format = format_of(floats[i]);
        for (size_t k = 0; k < sizeof elements; k++) at[k] = (unsigned char)random_below(&draw, 256);
        assert_true(tw_casting_of(wide[i], floats[i], 1, &casting));
        tw_casting_condition(&casting, elements, COUNT);
        for (size_t k = 0; k < COUNT; k++) {
            uint64_t bits = 0;
            memcpy(&bits, at + k * casting.in_bytes, casting.in_bytes);
            long double value = fabsl(number_of(wide[i], bits));
            if (isnan(value) || isinf(value)) continue;
            uint64_t near = nearest(format, value);
            finite += near > 0 && near < infinity_of(format);
            ties += near > 0 && near < infinity_of(format) &&
                    (value - meaning(format, near - 1) == meaning(format, near) - value ||
                     value - meaning(format, near) == meaning(format, near + 1) - value);
        }
        if (finite < COUNT / 2 || ties < COUNT / 10)
            fail_msg("to %s: %u finite, %u ties", tw_element_words[floats[i]], finite, ties);
    }
}

/* ---- variants ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
#define PROBLEM "\"axes\":\"2 1 0\",\"shape\":\"30 40 50\","
    check_reason(PROBLEM "\"out_type\":\"float16\"", "");
    check_reason(PROBLEM "\"type\":\"int8\",\"out_type\":\"bfloat16\",\"alpha\":-0.5", "");
    check_reason(PROBLEM "\"type\":\"float32x2\",\"out_type\":\"float32x2\",\"alpha\":1.0", "");
    check_reason(PROBLEM "\"out_type\":\"int32\"",
                 "out_type is int32; elements are cast to float16, bfloat16, float32 or float64");
    check_reason(PROBLEM "\"type\":\"int32\",\"out_type\":\"uint32\"",
                 "out_type is uint32; elements are cast to float16, bfloat16, float32 or float64");
    check_reason(PROBLEM "\"type\":\"float32x2\",\"out_type\":\"float32\"",
                 "type is float32x2; vectors are not cast");
    check_reason(PROBLEM "\"type\":\"int16\",\"alpha\":2",
                 "alpha is for outputs of type float16, bfloat16, float32 or float64; they are int16");
    check_reason(PROBLEM "\"type\":\"float32x4\",\"alpha\":2",
                 "alpha is for outputs of type float16, bfloat16, float32 or float64; they are float32x4");
    check_reason(PROBLEM "\"out_type\":\"float16\",\"alpha\":1e39",
                 "alpha is 1e+39; the product is computed in float32, which cannot hold it");
    check_reason(PROBLEM "\"alpha\":1e-60",
                 "alpha is 1e-60; the product is computed in float32, which cannot hold it");
    check_reason(PROBLEM "\"out_type\":\"float64\",\"alpha\":1e-60", "");
    check_reason("\"axes\":\"1 0\",\"shape\":\"30 40\",\"alpha\":2,\"method\":\"transpose\"",
                 "the method transpose neither casts nor scales: out_type and alpha are for the others");
    check_reason("\"axes\":\"1 0\",\"shape\":\"30 40\",\"alpha\":2,\"tile_rows\":32",
                 "tile_rows is a field of the method transpose");
#undef PROBLEM
}

static void chooses_a_method_that_casts(void **state)
{
    static const struct {
        const char *members, *method;
    } cases[] = {
        {"\"axes\":\"1 0\",\"shape\":\"300 400\",\"out_type\":\"float32\"", "transpose"},
        {"\"axes\":\"1 0\",\"shape\":\"300 400\",\"alpha\":1.0", "transpose"},
        {"\"axes\":\"1 0\",\"shape\":\"300 400\",\"alpha\":2", "tile"},
        {"\"axes\":\"n c h w -> n h w c\",\"shape\":\"8 30 40 50\",\"out_type\":\"float16\"", "tile"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"out_type\":\"float16\"", "rows"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 15\",\"out_type\":\"float16\"", "tile"},
        {"\"axes\":\"2 1 0\",\"shape\":\"101 41 103\",\"type\":\"uint8\",\"out_type\":\"float16\"",
         "shifted"},
        {"\"axes\":\"1 0\",\"shape\":\"0 5\",\"out_type\":\"float64\"", "naive"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct expanded config = config_of(cases[i].members);
        if (strcmp(word(&config, "method"), cases[i].method) != 0)
            fail_msg("%s: %s, not %s", cases[i].members, word(&config, "method"), cases[i].method);
        expanded_free(&config);
    }
}

/* Both sides are accessed by 16 bytes where both can be, whatever the elements. */
static void accesses_are_wide_on_both_sides(void **state)
{
    (void)state;
    for (size_t from = 0; from < 4; from++) {
        for (size_t to = 0; to < 4; to++) {
            struct tw_text members = {0};
            tw_text_addf(&members,
                         "\"axes\":\"2 1 0\",\"shape\":\"256 3 256\",\"type\":\"%s\",\"out_type\":\"%s\"",
                         tw_element_words[floats[from]], tw_element_words[floats[to]]);
            struct expanded config =
                config_on(tw_text_string(&members), tw_target_find(80)); /* by the rule */
            const struct tw_permute_tile t = tw_permute_tile_of(config.of.variant[0].value);
            const struct tw_shape shape = shape_of(&config);
            uint64_t elements = 256 * 3 * 256;
            assert_int_equal(t.method, PERMUTE_TILE);
            assert_int_equal(t.in_vector * t.in_bytes, 16);
            assert_int_equal(t.out_vector * t.out_bytes, 16);
            assert_int_equal(t.pack * t.bytes, t.bytes < 4 ? 4 : t.bytes);
            assert_int_equal(shape.work.bytes, elements * (t.in_bytes + t.out_bytes));
            assert_int_equal(shape.work.read_sectors, elements * t.in_bytes / 32);
            assert_int_equal(shape.work.written_sectors, elements * t.out_bytes / 32);
            assert_int_equal(shape.arguments[1].element, floats[to]);
            expanded_free(&config);
            tw_text_free(&members);
        }
    }
}

/* What takes other pointers asks of each side no more than its own element. */
static void relaxes_for_other_pointers(void **state)
{
    static const char *const problems[] = {
        "\"axes\":\"2 1 0\",\"shape\":\"64 3 128\"", "\"axes\":\"1 0 2\",\"shape\":\"30 40 64\"",
        "\"axes\":\"2 1 0\",\"shape\":\"64 3 128\",\"method\":\"shifted\""};
    (void)state;
    for (size_t i = 0; i < 3 * 12 * 4; i++) {
        enum tw_element from = numbers[i / 4 % 12], to = floats[i % 4];
        struct tw_text members = {0};
        struct tw_shape other = {0};
        int64_t relaxed[TW_MAX_FIELDS];
        tw_text_addf(&members, "%s,\"type\":\"%s\",\"out_type\":\"%s\",\"alpha\":0.5", problems[i / 48],
                     tw_element_words[from], tw_element_words[to]);
        struct expanded config = config_of(tw_text_string(&members));
        assert_true(
            tw_family_relaxed(config.of.family, config.of.variant[0].value, &config.of.target, relaxed));
        assert_true(tw_family_shape(config.of.family, relaxed, &config.of.target, &other));
        assert_int_equal(other.arguments[0].align, tw_element_info(from)->bytes);
        assert_int_equal(other.arguments[1].align, tw_element_info(to)->bytes);
        tw_shape_free(&other);
        expanded_free(&config);
        tw_text_free(&members);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_cast_to_the_nearest),
        cmocka_unit_test(all_halves),
        cmocka_unit_test(elements_by_hand),
        cmocka_unit_test(conditioned_elements_are_near_ties),
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(chooses_a_method_that_casts),
        cmocka_unit_test(accesses_are_wide_on_both_sides),
        cmocka_unit_test(relaxes_for_other_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
