/*
 * Arithmetic on random values against plain C, written the obvious way: what the files of sim/tests/ptx do with
 * chosen values, here with many. Each instruction reads a, b, c of 64 bits per lane and stores one result.
 */
#include "sim/tests/machine.h"

#include <math.h>

typedef uint64_t oracle(uint64_t a, uint64_t b, uint64_t c);

#define ORACLE(name, expression)                                                                             \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                                 \
    {                                                                                                        \
        (void)a, (void)b, (void)c;                                                                           \
        return (uint64_t)(expression);                                                                       \
    }

static float f32(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value == value ? bits : 0x7fffffffu;
}

static double f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value == value ? bits : 0xfff8000000000000u;
}

/* The same of an operation on these: its NaN is the first of theirs, quiet, in the order in which an H200 looks. */
static uint64_t f64_result(double value, uint64_t first, uint64_t second, uint64_t third)
{
    const uint64_t operands[] = {first, second, third};
    for (unsigned i = 0; i < 3; i++) {
        if (isnan(f64(operands[i]))) return operands[i] | 0x0008000000000000u;
    }
    return f64_bits(value);
}

/* What is no number keeps its sign and the top of its payload, and becomes quiet: so does an H200. */
static uint64_t narrow(uint64_t bits)
{
    if (!isnan(f64(bits))) return f32_bits((float)f64(bits));
    return (bits >> 32 & 0x80000000u) | 0x7fc00000u | (bits >> 29 & 0x3fffffu);
}

/* The upper 64 bits of a product, by schoolbook on 16-bit digits. */
static uint64_t high(uint64_t a, uint64_t b)
{
    uint64_t column[8] = {0}, carry = 0, result = 0;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < 4; k++) column[i + k] += (a >> 16 * i & 0xffff) * (b >> 16 * k & 0xffff);
    }
    for (unsigned i = 0; i < 8; i++) {
        carry += column[i];
        if (i >= 4) result |= (carry & 0xffff) << 16 * (i - 4);
        carry >>= 16;
    }
    return result;
}

static unsigned ones(uint64_t a)
{
    return a ? (unsigned)(a & 1) + ones(a >> 1) : 0;
}

static unsigned leading(uint64_t a) /* zeros of the low 32 bits */
{
    unsigned zeros = 0;
    while (zeros < 32 && !(a >> (31 - zeros) & 1)) zeros++;
    return zeros;
}

/* Truncated to an integer and held to the range; no number is 0. */
static uint64_t to_s32(double value)
{
    if (isnan(value)) return 0;
    double whole = trunc(value);
    return (uint32_t)(whole >= 2147483647.0    ? INT32_MAX
                      : whole <= -2147483648.0 ? INT32_MIN
                                               : (int32_t)whole);
}

static uint64_t to_u8(double value)
{
    return isnan(value) || value < 0 ? 0 : value > 255 ? 255 : (uint64_t)value;
}

/* clang-format off */
ORACLE(add32,     (uint32_t)(a + b))
ORACLE(sub64,     a - b)
ORACLE(mul16,     (uint16_t)(a * b))
ORACLE(mulhi32s,  (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32))
ORACLE(mulhi64,   high(a, b))
ORACLE(madwide,   (uint64_t)((int64_t)(int32_t)a * (int32_t)b) + c)
ORACLE(div32s,    (uint32_t)((int32_t)(b | 1) == -1 ? 0 - (uint32_t)a : (uint32_t)((int32_t)a / (int32_t)(b | 1))))
ORACLE(rem64,     a % (b | 1))
ORACLE(min16s,    (uint16_t)((int16_t)a < (int16_t)b ? a : b))
ORACLE(shl64,     (b & 127) > 63 ? 0 : a << (b & 127))
ORACLE(shr32s,    (uint32_t)((int32_t)a >> ((b & 127) > 31 ? 31 : (b & 127))))
ORACLE(shfl,      (uint32_t)(((uint64_t)(uint32_t)b << 32 | (uint32_t)a) << (c & 31) >> 32))
ORACLE(lop3,      (uint32_t)((a & b) | (~a & c)))
ORACLE(popc64,    ones(a))
ORACLE(clz32,     leading(a))
ORACLE(selp,      (int32_t)a < (int32_t)b ? a : c)
ORACLE(addf,      f32_bits(f32(a) + f32(b)))
ORACLE(mulf,      f32_bits(f32(a) * f32(b)))
ORACLE(fmaf_,     f32_bits(fmaf(f32(a), f32(b), f32(c))))
ORACLE(divf,      f32_bits(f32(a) / f32(b)))
ORACLE(sqrtf_,    f32_bits(sqrtf(f32(a))))
ORACLE(addd,      f64_result(f64(a) + f64(b), b, a, a))
ORACLE(fmad,      f64_result(fma(f64(a), f64(b), f64(c)), b, c, a))
ORACLE(f2i,       to_s32(f32(a)))
ORACLE(f2u8,      to_u8(f32(a)))
ORACLE(u2f,       f32_bits((float)a))
ORACLE(i2d,       f64_bits((double)(int64_t)a))
ORACLE(d2f,       narrow(a))
ORACLE(s8to64,    (uint64_t)(int8_t)a)

static const struct {
    const char *code; /* of %a, %b, %c in widths 16, 32, 64 to %d of one width */
    unsigned bits;
    oracle *expect;
} instructions[] = {
    {"add.s32 %d32, %a32, %b32;",                            32, add32},
    {"sub.u64 %d64, %a64, %b64;",                            64, sub64},
    {"mul.lo.s16 %d16, %a16, %b16;",                         16, mul16},
    {"mul.hi.s32 %d32, %a32, %b32;",                         32, mulhi32s},
    {"mul.hi.u64 %d64, %a64, %b64;",                         64, mulhi64},
    {"mad.wide.s32 %d64, %a32, %b32, %c64;",                 64, madwide},
    {"or.b32 %b32, %b32, 1;\ndiv.s32 %d32, %a32, %b32;",     32, div32s},
    {"or.b64 %b64, %b64, 1;\nrem.u64 %d64, %a64, %b64;",     64, rem64},
    {"min.s16 %d16, %a16, %b16;",                            16, min16s},
    {"and.b32 %b32, %b32, 127;\nshl.b64 %d64, %a64, %b32;",  64, shl64},
    {"and.b32 %b32, %b32, 127;\nshr.s32 %d32, %a32, %b32;",  32, shr32s},
    {"shf.l.wrap.b32 %d32, %a32, %b32, %c32;",               32, shfl},
    {"lop3.b32 %d32, %a32, %b32, %c32, 0xca;",               32, lop3},
    {"popc.b64 %d32, %a64;",                                 32, popc64},
    {"clz.b32 %d32, %a32;",                                  32, clz32},
    {"setp.lt.s32 %p1, %a32, %b32;\nselp.b64 %d64, %a64, %c64, %p1;", 64, selp},
    {"add.f32 %d32, %a32, %b32;",                            32, addf},
    {"mul.rn.f32 %d32, %a32, %b32;",                         32, mulf},
    {"fma.rn.f32 %d32, %a32, %b32, %c32;",                   32, fmaf_},
    {"div.rn.f32 %d32, %a32, %b32;",                         32, divf},
    {"sqrt.rn.f32 %d32, %a32;",                              32, sqrtf_},
    {"add.f64 %d64, %a64, %b64;",                            64, addd},
    {"fma.rn.f64 %d64, %a64, %b64, %c64;",                   64, fmad},
    {"cvt.rzi.s32.f32 %d32, %a32;",                          32, f2i},
    {"cvt.rzi.u8.f32 %d16, %a32;",                           16, f2u8},
    {"cvt.rn.f32.u64 %d32, %a64;",                           32, u2f},
    {"cvt.rn.f64.s64 %d64, %a64;",                           64, i2d},
    {"cvt.rn.f32.f64 %d32, %a64;",                           32, d2f},
    {"cvt.s64.s8 %d64, %a16;",                               64, s8to64},
};
/* clang-format on */

static uint64_t state = 88172645463325252u;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Whole, small, near a power of two, or a float of moderate size: plain random bits would miss most of what
 * matters. */
static uint64_t random_value(void)
{
    uint64_t bits = random_bits();
    switch (random_bits() % 6) {
    case 0:
        return bits;
    case 1:
        return bits % 512 - 256;
    case 2:
        return ((uint64_t)1 << bits % 64) + random_bits() % 3 - 1;
    case 3:
        return f32_bits((float)(int32_t)bits / 1024) | bits << 32;
    case 4:
        return f64_bits((double)(int64_t)bits / 1099511627776.0);
    default:
        return bits >> bits % 64;
    }
}

#define THREADS 1024u

/* Writes the PTX for one instruction: thread t reads in[t], in[t + 1024], in[t + 2048]. */
static char *kernel_of(const char *code, unsigned bits)
{
    struct tw_text text = {0};
    tw_text_add(&text, KERNEL(".reg .b16 %a16, %b16, %c16, %d16; .reg .b32 %a32, %b32, %c32, %d32;\n"
                              ".reg .b64 %a64, %b64, %c64, %d64;\n"
                              "mul.wide.u32 %d1, %t, 8;\nadd.u64 %d2, %in, %d1;\nadd.u64 %d3, %out, %d1;\n"
                              "ld.global.u64 %a64, [%d2];\nld.global.u64 %b64, [%d2+8192];\n"
                              "ld.global.u64 %c64, [%d2+16384];\n"
                              "cvt.u32.u64 %a32, %a64;\ncvt.u32.u64 %b32, %b64;\ncvt.u32.u64 %c32, %c64;\n"
                              "cvt.u16.u64 %a16, %a64;\ncvt.u16.u64 %b16, %b64;\ncvt.u16.u64 %c16, %c64;\n"));
    text.length -= strlen("\nret;\n}\n"); /* goes on in the kernel */
    tw_text_add(&text, code);
    if (bits != 64) tw_text_addf(&text, "\ncvt.u64.u%u %%d64, %%d%u;", bits, bits);
    tw_text_add(&text, "\nst.global.u64 [%d3], %d64;\nret;\n}\n");
    char *ptx = tw_text_take(&text);
    assert_non_null(ptx);
    return ptx;
}

static void results_are_those_of_c(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        char *ptx = kernel_of(instructions[i].code, instructions[i].bits);
        for (unsigned round = 0; round < 4; round++) {
            struct run run = {.block = THREADS};
            uint64_t in[3 * THREADS];
            for (unsigned k = 0; k < 3 * THREADS; k++) in[k] = random_value();
            run_kernel(&run, ptx, in, sizeof in);
            if (run.code) fail_msg("%s", run.error.message);
            const uint64_t *out = (const uint64_t *)(const void *)run_out(&run);
            for (unsigned t = 0; t < THREADS; t++) {
                uint64_t a = in[t], b = in[t + THREADS], c = in[t + 2 * THREADS],
                         expect = instructions[i].expect(a, b, c);
                if (out[t] == expect) continue;
                fail_msg("%s of %llx, %llx, %llx: %llx, C says %llx", instructions[i].code,
                         (unsigned long long)a, (unsigned long long)b, (unsigned long long)c,
                         (unsigned long long)out[t], (unsigned long long)expect);
            }
            run_free(&run);
        }
        free(ptx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(results_are_those_of_c)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
