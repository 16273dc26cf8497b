/* Numbers of 16 bits: every one of them, by its definition; and what lies between two neighbours goes to the nearest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/half.h"

/* IEEE 754-2019, 3.4: of 1 + exponent_bits + fraction_bits bits. */
static double value_of(unsigned bits, int exponent_bits, int fraction_bits)
{
    int bias = (1 << (exponent_bits - 1)) - 1,
        exponent = (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    double fraction = bits & ((1u << fraction_bits) - 1), sign = bits >> 15 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1) return fraction != 0 ? (double)NAN : sign * INFINITY;
    if (exponent == 0) return sign * ldexp(fraction, 1 - bias - fraction_bits);
    return sign * ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

struct format {
    enum tw_scalar scalar;
    int exponent_bits, fraction_bits;
    unsigned infinity;
};

static const struct format formats[] = {{TW_FLOAT, 5, 10, 0x7C00}, {TW_BFLOAT, 8, 7, 0x7F80}};

static void test_every_number(void **state)
{
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        const struct format *of = &formats[f];
        for (unsigned bits = 0; bits < 65536; bits++) {
            double value = value_of(bits, of->exponent_bits, of->fraction_bits),
                   got = tw_half_value(of->scalar, (uint16_t)bits);
            if (isnan(value)) {
                assert_true(isnan(got));
                assert_true(isnan(tw_half_value(of->scalar, tw_half_of(of->scalar, value))));
            } else {
                assert_true(got == value && signbit(got) == signbit(value));
                assert_int_equal(tw_half_of(of->scalar, value), bits);
            }
        }
    }
}

/* Half-way goes to the even one of the two; beyond the largest by half a step is infinity. */
static void test_between_neighbours(void **state)
{
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        const struct format *of = &formats[f];
        for (unsigned low = 0; low + 1 <= of->infinity; low++) {
            unsigned high = low + 1, even = low % 2 ? high : low;
            double a = value_of(low, of->exponent_bits, of->fraction_bits),
                   b = value_of(high, of->exponent_bits, of->fraction_bits);
            if (high == of->infinity) b = a + (a - value_of(low - 1, of->exponent_bits, of->fraction_bits));
            double middle = (a + b) / 2;
            for (int sign = 0; sign < 2; sign++) {
                double s = sign ? -1 : 1;
                unsigned top = (unsigned)sign << 15;
                assert_int_equal(tw_half_of(of->scalar, s * middle), top | even);
                assert_int_equal(tw_half_of(of->scalar, s * nextafter(middle, b)), top | high);
                assert_int_equal(tw_half_of(of->scalar, s * nextafter(middle, a)), top | low);
            }
        }
        assert_int_equal(tw_half_of(of->scalar, 1e300), of->infinity);
        assert_int_equal(tw_half_of(of->scalar, -5e-324), 0x8000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_number),
                                       cmocka_unit_test(test_between_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
