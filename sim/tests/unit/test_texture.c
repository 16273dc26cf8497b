/*
 * Sampling against formulas written another way: one number for each place, in double, from all texels at once. A filter's
 * weights are whole 256ths and their products are rounded to such, so that a sum lies within a 256th for each dimension of the
 * range that the texels span.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "sim/exec/memory/texture_image.h"

enum { WIDTH = 7, HEIGHT = 5, DEPTH = 3 };

static float texels[DEPTH * HEIGHT * WIDTH]; /* x, then y, then z */

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static struct tw_texture_image image_of(unsigned dimensions)
{
    struct tw_texture_image image = {
        .dimensions = dimensions, .kind = TW_TEXEL_FLOAT, .bits = 32, .channels = 1, .levels = 1};
    uint32_t seed = 5;
    for (unsigned i = 0; i < DEPTH * HEIGHT * WIDTH; i++) texels[i] = (float)(next(&seed) % 1000);
    image.level[0] =
        (struct tw_level){.texels = (unsigned char *)texels,
                          .size = {WIDTH, dimensions > 1 ? HEIGHT : 1, dimensions > 2 ? DEPTH : 1},
                          .pitch = WIDTH * sizeof *texels,
                          .slice = WIDTH * HEIGHT * sizeof *texels};
    return image;
}

/* How much texel i of n has of place x, whatever the other dimensions: a tent around its middle, which address modes repeat. */
static double share(enum tw_address_mode mode, double x, int i, int n, int linear)
{
    double sum = 0;
    for (int k = -40; k < 40; k++) {
        int at = k;
        if (mode == TW_ADDRESS_CLAMP) at = k < 0 ? 0 : k >= n ? n - 1 : k;
        if (mode == TW_ADDRESS_WRAP) at = ((k % n) + n) % n;
        if (mode == TW_ADDRESS_MIRROR) at = ((k % (2 * n)) + 2 * n) % (2 * n);
        if (mode == TW_ADDRESS_MIRROR && at >= n) at = 2 * n - 1 - at;
        if (at != i) continue;
        double distance = fabs(x - (k + 0.5));
        sum += linear ? (distance < 1 ? 1 - distance : 0) : (x >= k && x < k + 1);
    }
    return sum;
}

static double expected(const struct tw_sampler *sampler, unsigned dimensions, const double at[3])
{
    const int sizes[3] = {WIDTH, dimensions > 1 ? HEIGHT : 1, dimensions > 2 ? DEPTH : 1};
    double sum = 0;
    for (int z = 0; z < sizes[2]; z++) {
        for (int y = 0; y < sizes[1]; y++) {
            for (int x = 0; x < sizes[0]; x++) {
                double all = share(sampler->address[0], at[0], x, WIDTH, sampler->linear);
                if (dimensions > 1) all *= share(sampler->address[1], at[1], y, HEIGHT, sampler->linear);
                if (dimensions > 2) all *= share(sampler->address[2], at[2], z, DEPTH, sampler->linear);
                sum += all * (double)texels[(z * HEIGHT + y) * WIDTH + x];
            }
        }
    }
    if (sampler->address[0] == TW_ADDRESS_BORDER) { /* what no texel has is the border's */
        double inside = 1;
        for (unsigned i = 0; i < dimensions; i++) {
            double part = 0;
            for (int k = 0; k < sizes[i]; k++)
                part += share(TW_ADDRESS_BORDER, at[i], k, sizes[i], sampler->linear);
            inside *= part;
        }
        sum += (1 - inside) * (double)sampler->border[0];
    }
    return sum;
}

static void check_point(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                        uint32_t *seed)
{
    const int sizes[3] = {WIDTH, HEIGHT, DEPTH};
    struct tw_fetch fetch = {.gathered = -1};
    uint32_t texel[4];
    double at[3] = {0};
    float result;
    for (unsigned i = 0; i < image->dimensions; i++) {
        at[i] = (int)(next(seed) % 8192) / 256.0 - 12 + 1.0 / 1024; /* beside what decides */
        float given = (float)(sampler->unit ? at[i] / sizes[i] : at[i]);
        memcpy(&fetch.place[i], &given, sizeof given);
    }
    tw_texture_fetch(image, sampler, &fetch, texel);
    memcpy(&result, texel, sizeof result);
    const double bound = sampler->linear ? 1000.0 * image->dimensions / 128 : 0;
    const double wanted = expected(sampler, image->dimensions, at);
    if (!(fabs((double)result - wanted) <= bound))
        fail_msg("%g %g %g: %g, not %g", at[0], at[1], at[2], (double)result, wanted);
}

static void places_are_found_and_weighed(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (unsigned dimensions = 1; dimensions <= 3; dimensions++) {
        const struct tw_texture_image image = image_of(dimensions);
        for (unsigned mode = 0; mode < 16; mode++) {
            struct tw_sampler sampler = {.linear = mode & 1, .unit = mode >> 1 & 1, .border = {500}};
            for (unsigned i = 0; i < 3; i++) sampler.address[i] = (enum tw_address_mode)(mode >> 2);
            bool repeats = mode >> 2 == TW_ADDRESS_WRAP || mode >> 2 == TW_ADDRESS_MIRROR;
            bool crossed = dimensions == 1 && sampler.linear &&
                           mode >> 2 == TW_ADDRESS_BORDER; /* the second is of one row */
            if ((repeats && !sampler.unit) || crossed) continue;
            for (unsigned i = 0; i < 500; i++) check_point(&image, &sampler, &seed);
        }
    }
}

/* A filter between two texels of the same value gives that value, whatever the weights. */
static void sums_of_equals_are_exact(void **state)
{
    (void)state;
    const struct tw_texture_image image = image_of(3);
    struct tw_sampler sampler = {.linear = true, .unit = true};
    uint32_t seed = 3;
    for (unsigned i = 0; i < DEPTH * HEIGHT * WIDTH; i++) texels[i] = 0.1f;
    for (unsigned i = 0; i < 500; i++) {
        struct tw_fetch fetch = {.gathered = -1};
        uint32_t texel[4];
        for (unsigned k = 0; k < 3; k++) {
            float given = (float)next(&seed) / (1 << 22);
            memcpy(&fetch.place[k], &given, sizeof given);
        }
        tw_texture_fetch(&image, &sampler, &fetch, texel);
        assert_int_equal(texel[0], 0x3dcccccd);
    }
}

/* Integers as fractions: the ends of their ranges are 0 and 1, or -1 and 1. */
static void fractions_reach_their_ends(void **state)
{
    (void)state;
    static const struct {
        enum tw_texel_kind kind;
        unsigned bits;
        uint32_t stored;
        float value;
    } cases[] = {{TW_TEXEL_UNSIGNED, 8, 255, 1},
                 {TW_TEXEL_UNSIGNED, 16, 65535, 1},
                 {TW_TEXEL_SIGNED, 8, 127, 1},
                 {TW_TEXEL_SIGNED, 8, 0x80, -1},
                 {TW_TEXEL_SIGNED, 8, 0x81, -1},
                 {TW_TEXEL_SIGNED, 16, 0x8000, -1},
                 {TW_TEXEL_UNSIGNED, 8, 51, 51 / 255.0f},
                 {TW_TEXEL_SIGNED, 16, 1, 1 / 32767.0f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t stored = cases[i].stored, texel[4];
        struct tw_texture_image image = {
            .dimensions = 1, .kind = cases[i].kind, .bits = cases[i].bits, .channels = 1, .levels = 1};
        image.level[0] =
            (struct tw_level){.texels = (unsigned char *)&stored, .size = {1, 1, 1}, .pitch = 4, .slice = 4};
        const struct tw_sampler sampler = {.fractions = true};
        const struct tw_fetch fetch = {.gathered = -1};
        float result;
        tw_texture_fetch(&image, &sampler, &fetch, texel);
        memcpy(&result, texel, sizeof result);
        assert_true(result == cases[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_found_and_weighed),
        cmocka_unit_test(sums_of_equals_are_exact),
        cmocka_unit_test(fractions_reach_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
