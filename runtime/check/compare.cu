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

// By a tolerance (near_formula.h, which stands before this file). Only elements that are off by `least` or more are counted, where it is more
// than 0. result[2]: how far the farthest is off, as the bits of a double; result[3]: how many are unsteady;
// result[4], result[5]: how many components are unwritten, and unchanged.
extern "C" __global__ void tw_compare_near(struct tw_element_places first, u64 count, struct tw_near near, double least,
                                           u64 from, u64 *result)
{
    const u64 step = (u64)gridDim.x * blockDim.x, bytes = near.bytes * near.components;
    for (u64 i = from + (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const struct tw_element_places places = {first.got + i * bytes, first.want ? first.want + i * bytes : 0,
                                                 first.other ? first.other + i * bytes : 0,
                                                 first.earlier ? first.earlier + i * bytes : 0,
                                                 first.given ? first.given + i * bytes : 0};
        const struct tw_near_verdict verdict = tw_judge(&near, &places);
        if (!verdict.is_right && verdict.off >= least) note(result, i);
        if (verdict.off > 0) atomicMax(&result[2], (u64)__double_as_longlong(verdict.off));
        if (verdict.is_unsteady) atomicAdd(&result[3], 1ull);
        if (verdict.unwritten) atomicAdd(&result[4], (u64)verdict.unwritten);
        if (verdict.unchanged) atomicAdd(&result[5], (u64)verdict.unchanged);
    }
}
