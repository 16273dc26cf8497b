/*
 * The formula of tolerances, of every element type: what the CPU says and what the comparing kernel says, run on the simulator, of numbers
 * that are drawn and of those that are special, is what a naive formula says. That one decodes by arithmetic, counts units in the last
 * place one by one, and subtracts integers in 128 bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/check/near.h"
#include "runtime/check/oracle.h"
#include "sim/tests/draws.h"
#include "sim/tests/random.h"

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static struct tw_comparer comparer;

#define COUNT (uint64_t) draws(96, 4000)

/* ---- the naive formula ---- */

static double decode(const struct tw_element_info *info, const unsigned char *from)
{
    int fraction_bits = info->scalar == TW_BFLOAT    ? 7
                        : info->component_bytes == 2 ? 10
                        : info->component_bytes == 4 ? 23
                                                     : 52;
    int exponent_bits = (int)(8 * info->component_bytes) - 1 - fraction_bits,
        bias = (1 << (exponent_bits - 1)) - 1;
    uint64_t bits = 0;
    for (unsigned i = info->component_bytes; i-- > 0;) bits = bits << 8 | from[i];
    uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    int exponent = (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    double sign = bits >> (8 * info->component_bytes - 1) ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1) return fraction ? (double)NAN : sign * (double)INFINITY;
    if (!exponent) return sign * ldexp((double)fraction, 1 - bias - fraction_bits);
    return sign * ldexp((double)(fraction + (UINT64_C(1) << fraction_bits)), exponent - bias - fraction_bits);
}

/* The next float of the type after `value`, which is finite, away from or towards 0 as `to` asks; floats of 16 bits by their unit. */
static double step_to(const struct tw_element_info *info, double value, double to)
{
    if (info->component_bytes == 8) return nextafter(value, to);
    if (info->component_bytes == 4) return (double)nextafterf((float)value, (float)to);
    const int digits = info->scalar == TW_BFLOAT ? 8 : 11, lowest = info->scalar == TW_BFLOAT ? -133 : -24;
    int exponent;
    double size = fabs(value);
    bool grows = (to > value) == (value >= 0) || value == 0;
    frexp(grows ? size : size * (1 - 0x1p-20), &exponent); /* a power of two is left by the smaller unit */
    if (value == 0) exponent = lowest;
    double unit = ldexp(1, exponent - digits < lowest ? lowest : exponent - digits);
    return to > value ? value + unit : value - unit;
}

static bool is_few_steps(const struct tw_element_info *info, double got, double want, double steps)
{
    double at = want;
    if (steps > 0x1p64) return true; /* there are no more floats */
    for (int i = 0; i <= steps && i < 100; i++) {
        if (at == got) return true;
        at = step_to(info, at, got);
    }
    return false;
}

__extension__ typedef __int128 wide;

static wide whole(const struct tw_element_info *info, const unsigned char *from)
{
    wide value = 0;
    for (unsigned i = info->component_bytes; i-- > 0;) value = value * 256 + from[i];
    wide half = (wide)1 << (8 * info->component_bytes - 1);
    return info->scalar == TW_SIGNED && value >= half ? value - 2 * half : value;
}

static bool naive(const struct tw_element_info *info, const struct tw_tolerance *tolerance, double most,
                  const unsigned char *got, const unsigned char *want)
{
    if (info->scalar == TW_SIGNED || info->scalar == TW_UNSIGNED) {
        wide g = whole(info, got), w = whole(info, want), off = g > w ? g - w : w - g;
        volatile double share = tolerance->relative * fabs((double)w), rest = tolerance->scaled * most;
        volatile double allowed = tolerance->absolute + share;
        allowed = allowed + rest;
        if (allowed < tolerance->ulps) allowed = tolerance->ulps;
        return allowed >= 0x1p100 || off <= (wide)floor(allowed);
    }
    double g = decode(info, got), w = decode(info, want);
    if (isnan(g) || isnan(w)) return isnan(g) && isnan(w);
    if (isinf(g) || isinf(w)) return g == w;
    volatile double share = tolerance->relative * fabs(w), rest = tolerance->scaled * most;
    volatile double allowed = tolerance->absolute + share;
    allowed = allowed + rest;
    return fabs(g - w) <= allowed || (tolerance->ulps > 0 && is_few_steps(info, g, w, tolerance->ulps));
}

/* ---- numbers ---- */

/* Bits of floats that are special in each width, and near each other: 0, -0, denormals, 1 and its neighbours, the largest, infinities, NaN. */
static const uint64_t halves[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x3bff,
                                  0x3c00, 0x3c01, 0xbc00, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x3555};
static const uint64_t brains[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x007f, 0x0080, 0x3f7f, 0x3f80,
                                  0x3f81, 0xbf80, 0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x4049};
static const uint64_t singles[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
                                   0x3f7fffff, 0x3f800000, 0x3f800001, 0xbf800000, 0x7f7fffff, 0xff7fffff,
                                   0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x40490fdb};
static const uint64_t doubles[] = {0,
                                   0x8000000000000000,
                                   1,
                                   0x8000000000000001,
                                   0x000fffffffffffff,
                                   0x0010000000000000,
                                   0x3fefffffffffffff,
                                   0x3ff0000000000000,
                                   0x3ff0000000000001,
                                   0x3ff0000000000002,
                                   0xbff0000000000000,
                                   0x7fefffffffffffff,
                                   0xffefffffffffffff,
                                   0x7ff0000000000000,
                                   0xfff0000000000000,
                                   0x7ff8000000000000,
                                   0xfff8000000000001};
static const uint64_t integers[] = {0,
                                    1,
                                    2,
                                    127,
                                    128,
                                    0x7fffffff,
                                    0x80000000,
                                    0x0020000000000000,
                                    0x0020000000000001,
                                    0x7fffffffffffffff,
                                    0x8000000000000000,
                                    0x8000000000000001,
                                    UINT64_MAX,
                                    UINT64_MAX - 1};

#define PICK(list) list[random_below(state, sizeof list / sizeof *list)]

static uint64_t special(const struct tw_element_info *info, unsigned *state)
{
    if (info->scalar == TW_BFLOAT) return PICK(brains);
    if (info->scalar != TW_FLOAT) return PICK(integers);
    return info->component_bytes == 2   ? PICK(halves)
           : info->component_bytes == 4 ? PICK(singles)
                                        : PICK(doubles);
}

/* Draws one component: a special value, or any bits; `got` is often a few units beside `want`. */
static void draw(const struct tw_element_info *info, unsigned *state, unsigned char *want, unsigned char *got)
{
    uint64_t w = special(info, state), g = special(info, state);
    if (random_below(state, 3) == 0)
        w = (uint64_t)random_below(state, 1u << 31) << 33 ^ random_below(state, 1u << 31);
    if (random_below(state, 2)) g = w + random_below(state, 9) - 4;
    memcpy(want, &w, info->component_bytes);
    memcpy(got, &g, info->component_bytes);
}

/* Powers of two, so that products are exact, and differences often lie on the bound. */
static const struct tw_tolerance tolerances[] = {
    {0},
    {.ulps = 1},
    {.ulps = 3},
    {.absolute = 1},
    {.absolute = 0x1p53},
    {.relative = 0x1p-10},
    {.relative = 0.5},
    {.scaled = 0x1p-20},
    {.absolute = 0.5, .relative = 0x1p-6, .scaled = 0x1p-30, .ulps = 2},
    {.absolute = 1e300, .relative = 1e300, .scaled = 1e300, .ulps = 1e300},
};

static void compare(enum tw_element element, const struct tw_tolerance *tolerance, unsigned *state)
{
    const struct tw_element_info *info = tw_element_info(element);
    const struct tw_driver *driver = &device.driver;
    const struct tw_argument argument = {.name = "a", .element = element, .count = COUNT};
    const size_t bytes = tw_argument_bytes(&argument);
    const struct tw_near near = tw_near_of(tolerance, element, 1024, 0);
    unsigned char *want = malloc(bytes), *got = malloc(bytes);
    struct tw_differences on_host, on_device;
    CUdeviceptr places[2];
    uint64_t wrong = 0;
    assert_true(want && got);
    for (size_t at = 0; at < bytes; at += info->component_bytes) draw(info, state, want + at, got + at);
    for (uint64_t i = 0; i < COUNT; i++) {
        bool right = true;
        for (size_t at = i * info->bytes; at < (i + 1) * info->bytes; at += info->component_bytes)
            right &= naive(info, tolerance, 1024, got + at, want + at);
        const struct tw_element_places one = {.got = got + i * info->bytes, .want = want + i * info->bytes};
        if (tw_judge(&near, &one).is_right != right)
            fail_msg("%s %u: %d by the naive formula", info->name, (unsigned)(tolerance - tolerances), right);
        wrong += !right;
    }
    struct tw_comparison comparison = {
        .argument = &argument, .got = (uintptr_t)got, .expected = (uintptr_t)want, .near = &near};
    tw_compare_host(&comparison, &on_host);
    assert_int_equal(on_host.count, wrong);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(driver->cuMemAlloc_v2(&places[i], bytes), CUDA_SUCCESS);
        assert_int_equal(driver->cuMemcpyHtoD_v2(places[i], i ? want : got, bytes), CUDA_SUCCESS);
    }
    comparison.got = places[0];
    comparison.expected = places[1];
    assert_int_equal(tw_compare_device(&comparer, driver, &comparison, &on_device, NULL), TW_OK);
    assert_int_equal(on_device.count, on_host.count);
    assert_int_equal(on_device.first_count, on_host.first_count);
    assert_memory_equal(on_device.first, on_host.first, on_host.first_count * sizeof *on_host.first);
    assert_true(on_device.off == on_host.off && on_device.farthest == on_host.farthest);
    for (unsigned i = 0; i < 2; i++) driver->cuMemFree_v2(places[i]);
    free(want);
    free(got);
}

static void every_type_by_every_tolerance(void **state)
{
    unsigned seed = 41;
    (void)state;
    for (unsigned element = 0; element < TW_ELEMENT_COUNT; element++) {
        for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++)
            compare((enum tw_element)element, &tolerances[i], &seed);
    }
}

/* 64 bits do not fit a double. */
static void wide_integers_are_exact(void **state)
{
    const struct tw_tolerance half = {.absolute = 0x1p62};
    const struct tw_near near = tw_near_of(&half, TW_UINT64, 0, 0);
    const uint64_t want = 5, inside = want + (UINT64_C(1) << 62), outside = inside + 1;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct tw_element_places places = {.got = (const unsigned char *)(i ? &outside : &inside),
                                                 .want = (const unsigned char *)&want};
        assert_int_equal(tw_judge(&near, &places).is_right, !i);
    }
}

static void the_most_is_of_what_is_written(void **state)
{
    const float in_one[] = {-3, 2, NAN, INFINITY, 0}, in_other[] = {-3, 2, NAN, INFINITY, 0};
    unsigned char patterns[2][8];
    (void)state;
    assert_true(tw_most(TW_FLOAT32, in_one, in_other, 5) == 3);
    memset(patterns[0], tw_poisons[0], 8);
    memset(patterns[1], tw_poisons[1], 8);
    assert_true(tw_most(TW_INT16, patterns[0], patterns[1], 4) == 0);
    memset(patterns[1], tw_poisons[0], 2);
    assert_true(tw_most(TW_INT16, patterns[0], patterns[1], 4) == 0x10000 - 0xA5A5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_type_by_every_tolerance),
                                       cmocka_unit_test(wide_integers_are_exact),
                                       cmocka_unit_test(the_most_is_of_what_is_written)};
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&device, 90, &error);
    if (!code) code = tw_comparer_open(&comparer, &device, NULL, nvrtc, &error);
    comparer.blocks = 2; /* for few elements */
    if (code) print_message("skipped: %s\n", error.message);
    tw_error_free(&error);
    int failed = code ? 77 : cmocka_run_group_tests(tests, NULL, NULL);
    tw_comparer_close(&comparer, &device);
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    return failed;
}
