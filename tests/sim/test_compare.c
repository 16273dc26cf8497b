/*
 * Elements compared on the host and by the comparing kernels, which the simulator runs here: both against a plain loop over
 * random arrays, and at the edges of the bounds within which results may round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/check/compare.h"

#define MOST 3000u /* elements */

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static struct tw_comparer comparer;

/* What is compared; each array has its place on the device too. */
static struct {
    _Alignas(16) unsigned char got[MOST * 16], expected[MOST * 16];
    double exact[MOST], scale[MOST];
    CUdeviceptr on_device[4];
} arrays;

/* ---- the plain loop ---- */

/* A floating-point element as its value, from the bits: sign, exponent, fraction (IEEE 754-2019, 3.4). */
static double value_of(const unsigned char *bytes, unsigned size, unsigned fraction)
{
    uint64_t bits = 0;
    memcpy(&bits, bytes, size);
    unsigned width = size * 8 - 1 - fraction, mask = (1u << width) - 1u, exponent = bits >> fraction & mask;
    int bias = (int)(mask / 2);
    double part = ldexp((double)(bits & ((UINT64_C(1) << fraction) - 1)), -(int)fraction);
    double sign = bits >> (size * 8 - 1) ? -1 : 1;
    if (exponent == mask) return part > 0 ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0) return sign * ldexp(part, 1 - bias);
    return sign * ldexp(1 + part, (int)exponent - bias);
}

struct format {
    enum tw_element element;
    unsigned size, fraction; /* bytes; bits of the fraction */
};

static const struct format formats[] = {
    {TW_FLOAT16, 2, 10}, {TW_BFLOAT16, 2, 7}, {TW_FLOAT32, 4, 23}, {TW_FLOAT64, 8, 52}};

static bool same_bytes(unsigned size, bool zeros, uint64_t i)
{
    for (unsigned b = 0; b < size; b++) {
        if (arrays.got[i * size + b] != (zeros ? 0 : arrays.expected[i * size + b])) return false;
    }
    return true;
}

/* A result that rounds has one rounding more than its chain: that of the exact value itself. */
static bool within_bound(const struct format *format, uint64_t chain, uint64_t i)
{
    double got = value_of(arrays.got + i * format->size, format->size, format->fraction);
    double half_ulp = ldexp(1, -(int)format->fraction - 1);
    double error = got > arrays.exact[i] ? got - arrays.exact[i] : arrays.exact[i] - got;
    return error <= (double)(chain + 1) * half_ulp * arrays.scale[i]; /* not of NaN */
}

/* ---- both comparisons ---- */

static void expect_differences(const struct tw_differences *found, const bool *wrong, uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!wrong[i]) continue;
        if (sum < TW_MISMATCHES_SHOWN) {
            assert_true(sum < found->first_count);
            assert_int_equal(found->first[sum], i);
        }
        sum++;
    }
    assert_int_equal(found->count, sum);
    assert_int_equal(found->first_count, sum < TW_MISMATCHES_SHOWN ? sum : TW_MISMATCHES_SHOWN);
}

static void upload(CUdeviceptr to, const void *from, size_t bytes)
{
    assert_int_equal(device.driver.cuMemcpyHtoD_v2(to, from, bytes), CUDA_SUCCESS);
}

/* On the host, and on the device: `wrong` says which elements differ. */
static void compare_both(enum tw_element element, uint64_t count, bool zeros, const uint64_t *chain,
                         const bool *wrong)
{
    struct tw_argument argument = {.name = "out", .element = element, .count = count};
    size_t bytes = tw_argument_bytes(&argument);
    struct tw_differences found;
    struct tw_comparison comparison = {.argument = &argument, .chain = chain ? *chain : 0};
    comparison.got = (uintptr_t)arrays.got;
    comparison.expected = zeros ? 0 : (uintptr_t)arrays.expected;
    comparison.exact = chain ? (uintptr_t)arrays.exact : 0;
    comparison.scale = chain ? (uintptr_t)arrays.scale : 0;
    tw_compare_host(&comparison, &found);
    expect_differences(&found, wrong, count);

    upload(arrays.on_device[0], arrays.got, bytes);
    upload(arrays.on_device[1], arrays.expected, bytes);
    upload(arrays.on_device[2], arrays.exact, (size_t)count * sizeof(double));
    upload(arrays.on_device[3], arrays.scale, (size_t)count * sizeof(double));
    comparison.got = arrays.on_device[0];
    comparison.expected = zeros ? 0 : arrays.on_device[1];
    comparison.exact = chain ? arrays.on_device[2] : 0;
    comparison.scale = chain ? arrays.on_device[3] : 0;
    struct tw_error error = TW_ERROR_INIT;
    if (tw_compare_device(&comparer, &device.driver, &comparison, &found, &error))
        fail_msg("%s", error.message);
    expect_differences(&found, wrong, count);
}

static void random_bytes(unsigned char *to, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] = (unsigned char)(rand() >> 7);
}

/* ---- bit for bit ---- */

/* Elements of 1 to 16 bytes; counts whose bytes are whole pieces of 16, or end within one. */
static void every_width_bit_for_bit(void **state)
{
    static const enum tw_element types[] = {TW_UINT8, TW_FLOAT16, TW_INT32, TW_FLOAT64, TW_INT32X4};
    static const uint64_t counts[] = {1, 7, 16, 255, 2999, MOST};
    static bool wrong[MOST];
    (void)state;
    srand(1);
    for (unsigned i = 0; i < 5 * 6 * 4; i++) {
        enum tw_element type = types[i % 5];
        unsigned size = tw_element_info(type)->bytes, often = i / 30;
        uint64_t count = counts[i / 5 % 6];
        random_bytes(arrays.expected, MOST * 16);
        memcpy(arrays.got, arrays.expected, sizeof arrays.got);
        memset(arrays.got + count * size, 0, sizeof arrays.got - count * size); /* nobody looks there */
        for (unsigned k = 0; often && k < count; k++) { /* none, some, half, the last alone */
            bool change = often == 3 ? k + 1 == count : rand() % (often == 1 ? 200 : 2) == 0;
            if (change) arrays.got[k * size + (unsigned)rand() % size] ^= (unsigned char)(1 << rand() % 8);
        }
        for (uint64_t k = 0; k < count; k++) wrong[k] = !same_bytes(size, false, k);
        compare_both(type, count, false, NULL, wrong);
    }
}

/* Zeros are expected where there is no array. */
static void zeros_need_no_array(void **state)
{
    static bool wrong[MOST];
    (void)state;
    memset(arrays.got, 0, sizeof arrays.got);
    compare_both(TW_UINT32, 1001, true, NULL, wrong);
    arrays.got[0] = 1;
    arrays.got[1000 * 4 + 3] = 0x80;
    wrong[0] = wrong[1000] = true;
    compare_both(TW_UINT32, 1001, true, NULL, wrong);
    const uint64_t chain = 4; /* and where an element is not said to round */
    for (unsigned i = 0; i < 1001; i++) arrays.exact[i] = (double)NAN;
    compare_both(TW_FLOAT32, 1001, true, &chain, wrong);
}

/* ---- results that round ---- */

/* Near the exact value: the errors are up to twice the bound. NaN, infinities, and elements that do not round, too. */
static void fill_rounding(const struct format *format, uint64_t chain, unsigned i)
{
    unsigned char *got = arrays.got + i * format->size, *expected = arrays.expected + i * format->size;
    random_bytes(got, format->size);
    memcpy(expected, got, format->size);
    double value = value_of(got, format->size, format->fraction);
    arrays.scale[i] = fabs(value) * (rand() % 3);
    double bound = (double)(chain + 1) * ldexp(1, -(int)format->fraction - 1) * arrays.scale[i];
    arrays.exact[i] = value + bound * (rand() % 2001 - 1000) / 500;
    if (rand() % 4) return;
    arrays.exact[i] = (double)NAN;
    if (rand() % 4 == 0) expected[(unsigned)rand() % format->size] ^= 1;
}

static void random_results_that_round(void **state)
{
    static bool wrong[MOST];
    (void)state;
    srand(2);
    for (unsigned round = 0; round < 4 * 4; round++) {
        const struct format *format = &formats[round % 4];
        uint64_t chain = (uint64_t)1 << round / 4 * 5;
        unsigned bad = 0, count = MOST - round;
        for (unsigned i = 0; i < count; i++) {
            fill_rounding(format, chain, i);
            bool rounds = arrays.exact[i] == arrays.exact[i];
            wrong[i] = rounds ? !within_bound(format, chain, i) : !same_bytes(format->size, false, i);
            bad += wrong[i];
        }
        assert_in_range(bad, count / 10, count * 9 / 10);
        compare_both(format->element, count, false, &chain, wrong);
    }
}

/* Bits of a positive number, as an element. */
static void put(const struct format *format, unsigned i, uint64_t bits)
{
    memcpy(arrays.got + i * format->size, &bits, format->size);
}

/* The bound itself is right, the next number above it is wrong; so are NaN and infinity, and nothing but the value itself where
 * nothing was added. */
static void bounds_at_their_edge(void **state)
{
    (void)state;
    const uint64_t chain = 3; /* with the rounding of the exact value four halves of a unit: a power of two */
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        const struct format *format = &formats[f];
        unsigned top = format->size * 8 - 1 - format->fraction; /* bits of the exponent */
        uint64_t one = ((UINT64_C(1) << (top - 1)) - 1) << format->fraction,
                 infinite = ((UINT64_C(1) << top) - 1) << format->fraction;
        uint64_t edge = one - ((uint64_t)(format->fraction - 1) << format->fraction); /* 2^(1 - fraction) */
        const uint64_t bits[] = {edge, edge + 1, edge - 1, infinite, infinite + 1, 0,
                                 one,  one + 4,  one + 5,  one - 8,  one - 9};
        const double exact[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
        const double scale[] = {1, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2};
        const bool wrong[] = {false, true, false, true, true, false, false, false, true, false, true};
        for (unsigned i = 0; i < sizeof wrong; i++) {
            put(format, i, bits[i]);
            arrays.exact[i] = exact[i];
            arrays.scale[i] = scale[i];
        }
        compare_both(format->element, sizeof wrong, false, &chain, wrong);
    }
}

static int open_all(void)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&device, 90, &error);
    if (!code) code = tw_comparer_open(&comparer, &device, NULL, nvrtc, &error);
    if (code) print_message("%s: %s\n", code == TW_ENVIRONMENT ? "skipped" : "failed", error.message);
    for (unsigned i = 0; i < 4 && !code; i++)
        code = device.driver.cuMemAlloc_v2(&arrays.on_device[i], MOST * 16) != CUDA_SUCCESS;
    tw_error_free(&error);
    return code == TW_OK ? 0 : code == TW_ENVIRONMENT ? 77 : 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_bit_for_bit),
        cmocka_unit_test(zeros_need_no_array),
        cmocka_unit_test(random_results_that_round),
        cmocka_unit_test(bounds_at_their_edge),
    };
    int status = open_all();
    if (!status) status = cmocka_run_group_tests(tests, NULL, NULL);
    for (unsigned i = 0; i < 4 && arrays.on_device[i]; i++) device.driver.cuMemFree_v2(arrays.on_device[i]);
    tw_comparer_close(&comparer, &device);
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    return status;
}
