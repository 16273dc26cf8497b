/*
 * wgmma_cases.h - products by wgmma of matrices that lie about in shared memory in every way a descriptor can say, on whichever provider is
 * open. Shared memory is filled with elements first, so any descriptor that stays inside is a case.
 *
 * Most have small whole numbers and halves, whose sums are exact: D is then what three loops over double say. The others, `wild`,
 * have any bits; what their sums are is matrix_sums.h's rule.
 */
#ifndef TESTS_WGMMA_CASES_H
#define TESTS_WGMMA_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sim/driver/table.h"
#include "sim/exec/numbers/matrix_sums.h"
#include "sim/tests/random.h"

#define WGMMA_IMAGE   45056u /* bytes of shared memory */
#define WGMMA_THREADS 128u

/* Elements of A or B: bits, of which exponent and fraction; 0 exponent bits: integers. */
struct wgmma_format {
    unsigned bits, exponent, fraction, number; /* number: of matrix_sums.h */
    bool is_signed;
};

/* clang-format off */
static const struct wgmma_format F16 = {16, 5, 10, 0, true}, BF16 = {16, 8, 7, 1, true}, TF32 = {32, 8, 23, 2, true},
                                 S8 = {8, 0, 0, 4, true}, U8 = {8, 0, 0, 5, false}, E4M3 = {8, 4, 3, 6, true},
                                 E5M2 = {8, 5, 2, 7, true}, B1 = {1, 0, 0, 10, false};

static const struct wgmma_form {
    const char *types; /* behind the shape */
    unsigned depth;
    const struct wgmma_format *a, *b;
    enum tw_ptx_type d;
    bool has_signs, has_across, clamps, sparse;
} wgmma_forms[] = {
    {"f32.f16.f16", 16, &F16, &F16, TW_PTX_F32, true, true, false, false},
    {"f16.f16.f16", 16, &F16, &F16, TW_PTX_F16, true, true, false, false},
    {"f32.bf16.bf16", 16, &BF16, &BF16, TW_PTX_F32, true, true, false, false},
    {"f32.tf32.tf32", 8, &TF32, &TF32, TW_PTX_F32, true, false, false, false},
    {"f32.e4m3.e4m3", 32, &E4M3, &E4M3, TW_PTX_F32, true, false, false, false},
    {"f32.e4m3.e5m2", 32, &E4M3, &E5M2, TW_PTX_F32, true, false, false, false},
    {"f16.e5m2.e4m3", 32, &E5M2, &E4M3, TW_PTX_F16, true, false, false, false},
    {"f32.e5m2.e5m2", 32, &E5M2, &E5M2, TW_PTX_F32, true, false, false, false},
    {"s32.s8.s8", 32, &S8, &S8, TW_PTX_S32, false, false, false, false},
    {"s32.u8.s8.satfinite", 32, &U8, &S8, TW_PTX_S32, false, false, true, false},
    {"s32.u8.u8", 32, &U8, &U8, TW_PTX_S32, false, false, false, false},
    {"s32.b1.b1.and.popc", 256, &B1, &B1, TW_PTX_S32, false, false, false, false},
    {"f32.f16.f16", 32, &F16, &F16, TW_PTX_F32, true, true, false, true},
    {"f16.f16.f16", 32, &F16, &F16, TW_PTX_F16, true, true, false, true},
    {"f32.bf16.bf16", 32, &BF16, &BF16, TW_PTX_F32, true, true, false, true},
    {"f32.tf32.tf32", 16, &TF32, &TF32, TW_PTX_F32, true, false, false, true},
    {"f32.e4m3.e5m2", 64, &E4M3, &E5M2, TW_PTX_F32, true, false, false, true},
    {"f16.e5m2.e5m2", 64, &E5M2, &E5M2, TW_PTX_F16, true, false, false, true},
    {"s32.s8.u8.satfinite", 64, &S8, &U8, TW_PTX_S32, false, false, true, true},
};
/* clang-format on */

enum { WGMMA_FORMS = sizeof wgmma_forms / sizeof *wgmma_forms };

/* What a descriptor says. */
struct wgmma_tile {
    uint32_t start, leading, stride;
    unsigned first;   /* the base offset, in rows of 128 bytes */
    unsigned swizzle; /* 0: none, 1: 128 bytes, 2: 64, 3: 32 */
    bool across;      /* M or N is the contiguous direction, not K */
    int sign;
};

struct wgmma_case {
    const struct wgmma_form *form;
    unsigned n;
    bool a_in_registers, adds, wild;
    struct wgmma_tile tiles[2];
    unsigned char image[WGMMA_IMAGE];
    unsigned chosen; /* of a sparse A: which lanes of four have the metadata */
    uint32_t a[4][WGMMA_THREADS], metadata[WGMMA_THREADS], d[128][WGMMA_THREADS]; /* registers */
};

/* --- a case from a number */

static uint64_t wgmma_element(unsigned *state, const struct wgmma_format *format, bool wild)
{
    const uint64_t any = (uint64_t)random_below(state, 65536) << 16 | random_below(state, 65536);
    const unsigned bias = (1u << (format->exponent ? format->exponent - 1 : 0)) - 1;
    if (!format->exponent || (wild && random_below(state, 40) == 0)) return any;
    unsigned exponent = wild ? bias + random_below(state, 13) - 6 : bias + random_below(state, 2);
    if (exponent > 2 * bias - 1) exponent = 2 * bias - 1;
    uint64_t fraction = wild ? any & ((1u << format->fraction) - 1) : (any & 1) << (format->fraction - 1);
    if (!wild && any % 8 == 2) return 0;
    return (any >> 20 & 1) << (format->bits - 1) | (uint64_t)exponent << format->fraction | fraction;
}

/* Elements of A's format and of B's have the same width: shared memory holds both sorts. */
static void wgmma_fill(unsigned *state, const struct wgmma_case *c, unsigned char *bytes, size_t count)
{
    const unsigned width = c->form->a->bits < 8 ? 1 : c->form->a->bits / 8;
    for (size_t i = 0; i < count; i += width) {
        uint64_t element = wgmma_element(state, i / width % 2 ? c->form->a : c->form->b, c->wild);
        memcpy(bytes + i, &element, width);
    }
}

static struct wgmma_tile wgmma_tile_of(unsigned *state, const struct wgmma_form *form)
{
    struct wgmma_tile tile = {.swizzle = random_below(state, 4), .sign = 1};
    const unsigned unit = random_below(state, 2) ? 1024 : 16;
    tile.start = random_below(state, 8192 / 16) * 16;
    tile.leading = (1 + random_below(state, 1024 / unit)) * unit;
    tile.stride = (1 + random_below(state, 1024 / unit)) * unit;
    tile.across = form->has_across && random_below(state, 2);
    if (random_below(state, 4) == 0) tile.first = random_below(state, 8);
    if (form->has_signs && random_below(state, 3) == 0) tile.sign = -1;
    return tile;
}

/* Which two of four columns are there, or which of two of tf32: those that there may be (PTX ISA, "Sparse matrix storage"). */
static uint32_t wgmma_places(unsigned *state, const struct wgmma_form *form)
{
    static const unsigned pairs[] = {0x4, 0x8, 0xC, 0x9, 0xD, 0xE};
    uint32_t places = 0;
    for (unsigned i = 0; i < 8; i++)
        places =
            places << 4 | pairs[form->a->bits == 32 ? 5 * random_below(state, 2) : random_below(state, 6)];
    return places;
}

static void wgmma_make(struct wgmma_case *c, unsigned number)
{
    unsigned state = number * 2654435761u + 12345;
    c->form = &wgmma_forms[number % WGMMA_FORMS];
    c->n = 8 + 8 * random_below(&state, 32);
    if (c->form->d == TW_PTX_S32 && c->n > 24) c->n = c->n / 16 * 16;
    c->a_in_registers = random_below(&state, 3) == 0;
    c->adds = random_below(&state, 4) != 0;
    c->wild = random_below(&state, 3) == 0;
    for (unsigned i = 0; i < 2; i++) c->tiles[i] = wgmma_tile_of(&state, c->form);
    if (c->a_in_registers) c->tiles[0].across = false;
    wgmma_fill(&state, c, c->image, sizeof c->image);
    wgmma_fill(&state, c, (unsigned char *)c->a, sizeof c->a);
    c->chosen = c->form->sparse && c->form->a->bits > 8 && random_below(&state, 2);
    for (unsigned i = 0; i < WGMMA_THREADS; i++) c->metadata[i] = wgmma_places(&state, c->form);
    for (unsigned i = 0; i < 128 * WGMMA_THREADS; i++) {
        const struct wgmma_format single = {32, 8, 23, 0, true},
                                  *sums = c->form->d == TW_PTX_F32 ? &single : &F16;
        uint32_t *word = &c->d[i / WGMMA_THREADS][i % WGMMA_THREADS];
        *word = (uint32_t)wgmma_element(&state, sums, c->wild);
        if (c->form->d == TW_PTX_F16)
            *word = (*word & 0xFFFF) | (uint32_t)wgmma_element(&state, sums, c->wild) << 16;
        if (c->form->d == TW_PTX_S32) *word = random_below(&state, 65536) * (c->wild ? 65537u : 1u);
    }
}

/* --- what D must be */

/* The byte of the image where bit `bit` of line `line` of a matrix begins: PTX ISA's canonical layouts, ((8,m),(T,2k)) and
   ((T,i,m),(8,k)) of units of 16 bytes, and Swizzle<b,4,3> of the byte's address. */
static uint32_t wgmma_byte(const struct wgmma_tile *tile, unsigned bits, unsigned line, unsigned bit)
{
    static const unsigned units[] = {1, 8, 4, 2}; /* that a row of the swizzle's pattern has */
    const unsigned unit = units[tile->swizzle];
    uint32_t at = tile->start;
    if (tile->across) {
        unsigned t = 128 / bits, k = bit / bits;
        at += line % t * bits / 8 + k % 8 * 16 * unit;
        at += unit == 1 ? line / t * tile->stride + k / 8 * tile->leading
                        : line / t % unit * 16 + line / t / unit * tile->leading + k / 8 * tile->stride;
    } else {
        at += line % 8 * 16 * unit + line / 8 * tile->stride + bit % 128 / 8;
        at += bit / 128 % unit * 16 + bit / 128 / unit * tile->leading;
    }
    return at ^ ((at / 128 - tile->first) % unit) * 16;
}

static uint64_t wgmma_bits(const unsigned char *from, unsigned bits, unsigned bit)
{
    uint32_t value = 0;
    memcpy(&value, from, bits < 8 ? 1 : bits / 8);
    return bits < 8 ? value >> bit % 8 & 1u : value;
}

/* Element k of row `line` of A or column `line` of B, its sign changed where that is asked for. */
static uint64_t wgmma_given(const struct wgmma_case *c, unsigned which, unsigned line, unsigned k)
{
    const struct wgmma_format *format = which ? c->form->b : c->form->a;
    const struct wgmma_tile *tile = &c->tiles[which];
    const unsigned bits = format->bits, bit = k * bits;
    uint64_t value;
    if (which == 0 && c->a_in_registers) {
        unsigned thread = line / 16 * 32 + line % 8 * 4 + bit % 128 / 32;
        value = c->a[line / 8 % 2 + bit / 128 * 2][thread] >> bit % 32;
        value &= bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    } else {
        value = wgmma_bits(c->image + wgmma_byte(tile, bits, line, bit), bits, bit);
    }
    return tile->sign < 0 ? value ^ 1u << (bits - 1) : value;
}

/* How many elements a row of A has, and which of a column of B the k-th meets. A sparse A's places are in a pair of each four
   lanes, those of rows g and g + 8 in a half of the register each; of bytes in all four, those of row g in the even lanes. */
static unsigned wgmma_length(const struct wgmma_case *c)
{
    return c->form->depth / (c->form->sparse ? 2 : 1);
}

static unsigned wgmma_met(const struct wgmma_case *c, unsigned row, unsigned k)
{
    const unsigned thread = row / 16 * 32 + row % 8 * 4, lower = row % 16 / 8, bits = c->form->a->bits,
                   group = bits == 32 ? k : k / 2;
    if (!c->form->sparse) return k;
    uint32_t four = bits == 8
                        ? c->metadata[thread + group / 8 * 2 + lower] >> group % 8 * 4
                        : c->metadata[thread + 2 * c->chosen + group / 4] >> (16 * lower + group % 4 * 4);
    return bits == 32 ? 2 * k + (four >> 1 & 1u) : 4 * group + (four >> k % 2 * 2 & 3u);
}

static double wgmma_value(uint64_t bits, const struct wgmma_format *format)
{
    const unsigned bias = (1u << (format->exponent ? format->exponent - 1 : 0)) - 1;
    if (!format->exponent) return format->is_signed ? (double)(int8_t)bits : (double)bits;
    unsigned exponent = bits >> format->fraction & ((1u << format->exponent) - 1);
    double fraction = (double)(bits & ((1u << format->fraction) - 1)) / (double)(1u << format->fraction);
    double value = exponent ? ldexp(1 + fraction, (int)exponent - (int)bias) : ldexp(fraction, 1 - (int)bias);
    return bits >> (format->bits - 1) & 1u ? -value : value;
}

/* A number that half precision has. */
static uint32_t wgmma_half(double value)
{
    int exponent;
    double fraction = frexp(fabs(value), &exponent);
    if (value == 0) return 0;
    return (value < 0 ? 0x8000u : 0) | (uint32_t)(exponent + 14) << 10 |
           ((uint32_t)ldexp(fraction, 11) & 0x3FF);
}

static uint32_t wgmma_exact(const struct wgmma_case *c, unsigned row, unsigned column, uint32_t before)
{
    static const struct wgmma_format single = {32, 8, 23, 0, true};
    const bool whole = c->form->d == TW_PTX_S32;
    double sum =
        whole ? (double)(int32_t)before : wgmma_value(before, c->form->d == TW_PTX_F16 ? &F16 : &single);
    for (unsigned k = 0; k < wgmma_length(c); k++)
        sum += wgmma_value(wgmma_given(c, 0, row, k), c->form->a) *
               wgmma_value(wgmma_given(c, 1, column, wgmma_met(c, row, k)), c->form->b);
    if (c->form->clamps) sum = fmin(fmax(sum, INT32_MIN), INT32_MAX);
    if (whole) return (uint32_t)(int64_t)sum;
    if (c->form->d == TW_PTX_F16) return wgmma_half(sum);
    float rounded = (float)sum;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

static uint32_t wgmma_rounded(const struct wgmma_case *c, unsigned row, unsigned column, uint32_t before)
{
    const struct tw_matrix_sum sum = {.depth = wgmma_length(c),
                                      .a = tw_matrix_format(c->form->a->number),
                                      .b = tw_matrix_format(c->form->b->number),
                                      .c = c->form->d,
                                      .d = c->form->d,
                                      .of_warpgroup = true,
                                      .clamps = c->form->clamps};
    uint64_t a[TW_MATRIX_DEPTH], b[TW_MATRIX_DEPTH];
    for (unsigned k = 0; k < wgmma_length(c); k++) {
        a[k] = wgmma_given(c, 0, row, k);
        b[k] = wgmma_given(c, 1, column, wgmma_met(c, row, k));
    }
    return (uint32_t)tw_matrix_sum(&sum, a, b, before);
}

/* Elements of D that are another. */
static unsigned wgmma_compare(const struct wgmma_case *c, unsigned number, uint32_t (*got)[WGMMA_THREADS])
{
    const bool half = c->form->d == TW_PTX_F16;
    unsigned wrong = 0;
    for (unsigned i = 0; i < 64 * c->n; i++) {
        const unsigned row = i / c->n, column = i % c->n, pair = half ? 2 : 1,
                       shift = half ? 16 * (column % 2) : 0;
        const unsigned r = (column / 8 * 4 + row / 8 % 2 * 2 + column % 2) / pair;
        const unsigned thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
        const uint32_t mask = half ? 0xFFFF : UINT32_MAX;
        uint32_t before = c->adds ? c->d[r][thread] >> shift & mask : 0, is = got[r][thread] >> shift & mask;
        uint32_t must = c->wild ? wgmma_rounded(c, row, column, before) : wgmma_exact(c, row, column, before);
        if (is == must || wrong++ >= 3) continue;
        printf("case %u, %s%s, n %u, %s: D[%u][%u] is %x, not %x\n", number, c->form->types,
               c->form->sparse ? ", sparse" : "", c->n, c->wild ? "wild" : "exact", row, column, is, must);
    }
    for (unsigned t = 0; t < 2 && wrong; t++)
        printf("  %s: start %u, leading %u, stride %u, swizzle %u, first %u%s%s%s\n", t ? "B" : "A",
               c->tiles[t].start, c->tiles[t].leading, c->tiles[t].stride, c->tiles[t].swizzle,
               c->tiles[t].first, c->tiles[t].across ? ", across" : "", c->tiles[t].sign < 0 ? ", minus" : "",
               !t && c->a_in_registers ? ", in registers" : "");
    return wrong;
}

/* --- the kernel */

static uint64_t wgmma_descriptor(const struct wgmma_tile *tile)
{
    return tile->start >> 4 | (uint64_t)(tile->leading >> 4) << 16 | (uint64_t)(tile->stride >> 4) << 32 |
           (uint64_t)tile->first << 49 | (uint64_t)tile->swizzle << 62;
}

static void wgmma_list(struct tw_text *text, const char *name, unsigned count)
{
    for (unsigned i = 0; i < count; i++) tw_text_addf(text, "%s%%%s%u", i ? ", " : "{", name, i);
    tw_text_add(text, "}");
}

static char *wgmma_ptx(const struct wgmma_case *c)
{
    struct tw_text text = {0};
    const unsigned sums = c->n / (c->form->d == TW_PTX_F16 ? 4 : 2);
    tw_text_addf(
        &text,
        ".version 8.4\n.target sm_90a\n.address_size 64\n"
        ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
        ".reg .pred %%p; .reg .b32 %%t, %%i, %%s, %%v, %%m, %%a<4>, %%d<128>; .reg .b64 %%out, %%in, %%at, "
        "%%x, "
        "%%y;\n"
        ".shared .align 1024 .b8 tiles[%u];\n"
        "ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in]; mov.u32 %%t, %%tid.x; mov.u32 %%s, tiles;\n"
        "shl.b32 %%i, %%t, 2;\n"
        "fill:\ncvt.u64.u32 %%at, %%i; add.u64 %%at, %%in, %%at; ld.global.u32 %%v, [%%at];\n"
        "add.u32 %%a0, %%s, %%i; st.shared.u32 [%%a0], %%v; add.u32 %%i, %%i, 512;\n"
        "setp.lt.u32 %%p, %%i, %u; @%%p bra fill;\n"
        "mul.wide.u32 %%at, %%t, 4; add.u64 %%in, %%in, %%at; add.u64 %%out, %%out, %%at;\n",
        WGMMA_IMAGE, WGMMA_IMAGE);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&text, "ld.global.u32 %%a%u, [%%in+%u];\n", i, WGMMA_IMAGE + 512 * i);
    tw_text_addf(&text, "ld.global.u32 %%m, [%%in+%u];\n", WGMMA_IMAGE + 2048);
    for (unsigned i = 0; i < sums; i++)
        tw_text_addf(&text, "ld.global.u32 %%d%u, [%%in+%u];\n", i, WGMMA_IMAGE + 2560 + 512 * i);
    tw_text_addf(&text,
                 "fence.proxy.async;\nbar.sync 0;\nshr.u32 %%s, %%s, 4; cvt.u64.u32 %%at, %%s;\n"
                 "add.u64 %%x, %%at, 0x%llx; add.u64 %%y, %%at, 0x%llx;\nsetp.eq.u32 %%p, 0, %u;\n"
                 "wgmma.fence.sync.aligned;\nwgmma.mma_async%s.sync.aligned.m64n%uk%u.%s ",
                 (unsigned long long)wgmma_descriptor(&c->tiles[0]),
                 (unsigned long long)wgmma_descriptor(&c->tiles[1]), !c->adds, c->form->sparse ? ".sp" : "",
                 c->n, c->form->depth, c->form->types);
    wgmma_list(&text, "d", sums);
    tw_text_add(&text, ", ");
    if (c->a_in_registers)
        wgmma_list(&text, "a", 4);
    else
        tw_text_add(&text, "%x");
    tw_text_add(&text, ", %y");
    if (c->form->sparse) tw_text_addf(&text, ", %%m, %u", c->chosen);
    tw_text_add(&text, ", %p");
    if (c->form->has_signs) tw_text_addf(&text, ", %d, %d", c->tiles[0].sign, c->tiles[1].sign);
    if (c->form->has_across && !c->a_in_registers) tw_text_addf(&text, ", %d", c->tiles[0].across);
    if (c->form->has_across) tw_text_addf(&text, ", %d", c->tiles[1].across);
    tw_text_add(&text, ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n");
    for (unsigned i = 0; i < sums; i++) tw_text_addf(&text, "st.global.u32 [%%out+%u], %%d%u;\n", 512 * i, i);
    tw_text_add(&text, "ret;\n}\n");
    char *ptx = strdup(tw_text_string(&text));
    tw_text_free(&text);
    return ptx;
}

static void wgmma_call(const struct tw_driver *driver, CUresult result, const char *call)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_driver_check(driver, result, call, &error)) fail_msg("%s", error.message);
}
#define WGMMA_CALL(function, ...) wgmma_call(driver, driver->function(__VA_ARGS__), #function)

/* Elements of D that are wrong. */
static unsigned run_wgmma_case(const struct tw_driver *driver, unsigned number)
{
    static struct wgmma_case c;
    static uint32_t got[128][WGMMA_THREADS];
    CUdeviceptr in, out;
    CUmodule module;
    CUfunction function;
    wgmma_make(&c, number);
    char *ptx = wgmma_ptx(&c);
    WGMMA_CALL(cuMemAlloc_v2, &in, WGMMA_IMAGE + sizeof c.a + sizeof c.metadata + sizeof c.d);
    WGMMA_CALL(cuMemAlloc_v2, &out, sizeof got);
    WGMMA_CALL(cuMemcpyHtoD_v2, in, c.image, WGMMA_IMAGE);
    WGMMA_CALL(cuMemcpyHtoD_v2, in + WGMMA_IMAGE, c.a, sizeof c.a);
    WGMMA_CALL(cuMemcpyHtoD_v2, in + WGMMA_IMAGE + sizeof c.a, c.metadata, sizeof c.metadata);
    WGMMA_CALL(cuMemcpyHtoD_v2, in + WGMMA_IMAGE + sizeof c.a + sizeof c.metadata, c.d, sizeof c.d);
    WGMMA_CALL(cuModuleLoadData, &module, ptx);
    free(ptx);
    WGMMA_CALL(cuModuleGetFunction, &function, module, "k");
    void *parameters[] = {&out, &in};
    WGMMA_CALL(cuLaunchKernel, function, 1, 1, 1, WGMMA_THREADS, 1, 1, 0, NULL, parameters, NULL);
    wgmma_call(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize");
    WGMMA_CALL(cuMemcpyDtoH_v2, got, out, sizeof got);
    WGMMA_CALL(cuModuleUnload, module);
    WGMMA_CALL(cuMemFree_v2, in);
    WGMMA_CALL(cuMemFree_v2, out);
    return wgmma_compare(&c, number, got);
}

#endif
