// What a launch left against what it should have left: every element by one thread or another; only how many are wrong, and
// the first of them, come back. Compiled by NVRTC like any kernel; runtime/check/compare.c launches it.
//
// result[0]: how many elements from number `from` on are wrong; result[1]: the lowest number of these.

typedef unsigned long long u64;

__device__ void note(u64 *result, u64 element)
{
    atomicAdd(&result[0], 1ull);
    atomicMin(&result[1], element);
}

__device__ bool same_bytes(const unsigned char *a, const unsigned char *b, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        if (a[i] != (b ? b[i] : 0)) return false;
    }
    return true;
}

// Bit for bit; `expected` NULL stands for zeros. Both are aligned to 16 bytes.
extern "C" __global__ void tw_compare_bits(const unsigned char *got, const unsigned char *expected, u64 count,
                                           unsigned bytes, u64 from, u64 *result)
{
    const u64 all = count * bytes, whole = all / 16, step = (u64)gridDim.x * blockDim.x;
    for (u64 chunk = (u64)blockIdx.x * blockDim.x + threadIdx.x; chunk * 16 < all; chunk += step) {
        if (chunk < whole) {
            const uint4 zero = {0, 0, 0, 0};
            const uint4 a = ((const uint4 *)got)[chunk], b = expected ? ((const uint4 *)expected)[chunk] : zero;
            if (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w) continue;
        }
        for (u64 at = chunk * 16; at < chunk * 16 + 16 && at < all; at += bytes) {
            const bool right = same_bytes(got + at, expected ? expected + at : 0, bytes);
            if (!right && at / bytes >= from) note(result, at / bytes);
        }
    }
}

__device__ double to_double(const unsigned char *element, unsigned bytes, unsigned bfloat)
{
    if (bytes == 8) return *(const double *)element;
    if (bytes == 4) return *(const float *)element;
    const unsigned short bits = *(const unsigned short *)element;
    if (bfloat) return __uint_as_float((unsigned)bits << 16);
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// Within bound * scale[i] of exact[i]; where exact[i] is NaN, bit for bit as above.
extern "C" __global__ void tw_compare_rounded(const unsigned char *got, const unsigned char *expected, const double *exact,
                                              const double *scale, double bound, u64 count, unsigned bytes,
                                              unsigned bfloat, u64 from, u64 *result)
{
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = from + (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const unsigned char *a = got + i * bytes;
        const bool rounds = exact[i] == exact[i];
        const bool right = rounds ? fabs(to_double(a, bytes, bfloat) - exact[i]) <= bound * scale[i]
                                  : same_bytes(a, expected ? expected + i * bytes : 0, bytes);
        if (!right) note(result, i);
    }
}

// ---- by a tolerance; the same as runtime/check/near.c ----

struct Tolerance {
    double absolute, relative, scaled, ulps;
};

// The place of a float among all of its kind, by its bits: neighbours differ by 1, 0 and -0 are both 0.
__device__ long long place_of(u64 bits, unsigned bytes)
{
    const u64 sign = 1ull << (8 * bytes - 1);
    return bits & sign ? -(long long)(bits & ~sign) : (long long)bits;
}

__device__ u64 load_bits(const unsigned char *from, unsigned bytes)
{
    if (bytes == 8) return *(const u64 *)from;
    if (bytes == 4) return *(const unsigned *)from;
    return bytes == 2 ? *(const unsigned short *)from : *from;
}

__device__ u64 distance(long long a, long long b)
{
    return a > b ? (u64)a - (u64)b : (u64)b - (u64)a;
}

__device__ bool near_float(const unsigned char *got, const unsigned char *want, unsigned bytes, unsigned bfloat,
                           const Tolerance &t, double most)
{
    const double g = to_double(got, bytes, bfloat), w = to_double(want, bytes, bfloat);
    if (g != g || w != w) return g != g && w != w;
    if (g == w) return true;
    if (isinf(g) || isinf(w)) return false;
    const u64 apart = distance(place_of(load_bits(got, bytes), bytes), place_of(load_bits(want, bytes), bytes));
    if (t.ulps > 0 && (double)apart <= t.ulps) return true;
    return fabs(g - w) <= t.absolute + t.relative * fabs(w) + t.scaled * most;
}

__device__ bool near_integer(const unsigned char *got, const unsigned char *want, unsigned bytes, bool is_signed,
                             const Tolerance &t, double most)
{
    const unsigned unused = 64 - 8 * bytes;
    const u64 g = load_bits(got, bytes) << unused, w = load_bits(want, bytes) << unused;
    if (g == w) return true;
    const u64 apart = is_signed ? distance((long long)g >> unused, (long long)w >> unused) : (g > w ? g - w : w - g) >> unused;
    const double value = is_signed ? fabs((double)((long long)w >> unused)) : (double)(w >> unused);
    return (double)apart <= t.ulps || (double)apart <= t.absolute + t.relative * value + t.scaled * most;
}

// scalar: enum tw_scalar: signed, unsigned, float, bfloat.
extern "C" __global__ void tw_compare_near(const unsigned char *got, const unsigned char *want, u64 count, unsigned scalar,
                                           unsigned bytes, unsigned components, Tolerance tolerance, double most,
                                           u64 from, u64 *result)
{
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = from + (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        bool right = true;
        for (unsigned k = 0; k < components; k++) {
            const u64 at = (i * components + k) * bytes;
            right = right && (scalar >= 2 ? near_float(got + at, want + at, bytes, scalar == 3, tolerance, most)
                                          : near_integer(got + at, want + at, bytes, scalar == 0, tolerance, most));
        }
        if (!right) note(result, i);
    }
}
