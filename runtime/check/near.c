/* How near a result is to what is right, by the tolerance of a description; the same arithmetic as in compare.cu. */
#include <math.h>
#include <string.h>

#include "base/half.h"
#include "runtime/check/compare.h"

/* The place of a float among all of its kind, by its bits: neighbours differ by 1, 0 and -0 are both 0. */
static int64_t place_of(uint64_t bits, unsigned bytes)
{
    const uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
    return bits & sign ? -(int64_t)(bits & ~sign) : (int64_t)bits;
}

static double real_of(enum tw_scalar scalar, unsigned bytes, uint64_t bits)
{
    float single;
    double real;
    const uint32_t low = (uint32_t)bits;
    if (bytes == 2) return tw_half_value(scalar, (uint16_t)bits);
    memcpy(&single, &low, sizeof single);
    memcpy(&real, &bits, sizeof real);
    return bytes == 4 ? (double)single : real;
}

struct tw_component tw_component_of(enum tw_scalar scalar, unsigned bytes, const void *memory)
{
    uint64_t bits = 0;
    memcpy(&bits, memory, bytes); /* little-endian, as the device is */
    if (scalar == TW_FLOAT || scalar == TW_BFLOAT)
        return (struct tw_component){true, real_of(scalar, bytes, bits), place_of(bits, bytes)};
    if (scalar == TW_UNSIGNED) return (struct tw_component){false, (double)bits, (int64_t)bits};
    const unsigned unused = 64 - 8 * bytes;
    const int64_t whole = (int64_t)(bits << unused) >> unused;
    return (struct tw_component){false, (double)whole, whole};
}

double tw_allowed(const struct tw_tolerance *tolerance, double want, double most)
{
    return tolerance->absolute + tolerance->relative * fabs(want) + tolerance->scaled * most;
}

/* How far apart two places or integers are, in ones. */
static double apart(enum tw_scalar scalar, int64_t a, int64_t b)
{
    bool greater = scalar == TW_UNSIGNED ? (uint64_t)a > (uint64_t)b : a > b;
    return (double)(greater ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a);
}

bool tw_is_near(enum tw_scalar scalar, unsigned bytes, const void *got, const void *want,
                const struct tw_tolerance *tolerance, double most, double *off)
{
    const struct tw_component g = tw_component_of(scalar, bytes, got),
                              w = tw_component_of(scalar, bytes, want);
    const double ones = apart(scalar, g.whole, w.whole);
    const double error = g.is_float ? fabs(g.real - w.real) : ones;
    if (off) *off = error;
    if (!g.is_float && ones == 0) return true;
    if (g.is_float) {
        if (isnan(g.real) || isnan(w.real)) return isnan(g.real) && isnan(w.real);
        if (g.real == w.real) return true;
        if (isinf(g.real) || isinf(w.real)) return false;
    }
    return (tolerance->ulps > 0 && ones <= tolerance->ulps) || error <= tw_allowed(tolerance, w.real, most);
}

bool tw_element_is_near(const struct tw_comparison *comparison, uint64_t i, double *off)
{
    const struct tw_element_info *info = tw_element_info(comparison->argument->element);
    const unsigned char *got = (const unsigned char *)comparison->got + i * info->bytes,
                        *want = (const unsigned char *)comparison->expected + i * info->bytes;
    bool near = true;
    double worst = 0, error;
    for (unsigned at = 0; at < info->bytes; at += info->component_bytes) {
        near &= tw_is_near(info->scalar, info->component_bytes, got + at, want + at, comparison->tolerance,
                           comparison->most, &error);
        if (!(error <= worst)) worst = error; /* a NaN too */
    }
    if (off) *off = worst;
    return near;
}

double tw_most(enum tw_element element, const void *elements, uint64_t count)
{
    const struct tw_element_info *info = tw_element_info(element);
    double most = 0;
    for (uint64_t i = 0; i < count * info->components; i++) {
        const struct tw_component c = tw_component_of(
            info->scalar, info->component_bytes, (const unsigned char *)elements + i * info->component_bytes);
        if (isfinite(c.real) && fabs(c.real) > most) most = fabs(c.real);
    }
    return most;
}
