/* Instructions of architectures behind sm_90, whose results no H200 can tell: they are what the PTX ISA says. */
#include "sim/tests/machine.h"

enum { LANES = 32, VALUES = 8 };

static const uint32_t values[VALUES] = {0x3F800000, 0xC0400000, 0x7FC00001, 0x00000001,
                                        0x80000000, 0x00000000, 0xFF800000, 0x40A00000};

/* Lane i has a = value i, b = value i / 4 and c = value 5 i; the result is r. */
static const uint32_t *words_of(struct run *run, const char *body)
{
    static char text[2048];
    uint32_t in[3 * LANES];
    for (unsigned i = 0; i < LANES; i++) {
        in[i] = values[i % VALUES];
        in[LANES + i] = values[i / 4 % VALUES];
        in[2 * LANES + i] = values[5 * i % VALUES];
    }
    snprintf(
        text, sizeof text,
        ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 "
        "in) {\n.reg .b32 %%t, %%w; .reg .f32 %%a, %%b, %%c, %%r; .reg .b64 %%o, %%i, %%d;\n"
        "ld.param.u64 %%o, [out]; ld.param.u64 %%i, [in]; mov.u32 %%t, %%tid.x; mul.wide.u32 %%d, %%t, 4;\n"
        "add.u64 %%o, %%o, %%d; add.u64 %%i, %%i, %%d; ld.global.f32 %%a, [%%i]; ld.global.f32 %%b, "
        "[%%i+128]; ld.global.f32 %%c, [%%i+256];\n%s\nst.global.f32 [%%o], %%r; ret; }\n",
        body);
    *run = (struct run){.block = LANES};
    run_kernel(run, text, in, sizeof in);
    assert_int_equal(run->code, TW_OK);
    return run_out(run);
}

static void a_warp_gives_its_least_float(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        uint32_t all;
    } cases[] = {
        {"redux.sync.min.f32 %r, %a, -1;", 0xFF800000},
        {"redux.sync.max.f32 %r, %a, -1;", 0x40A00000},
        {"redux.sync.min.NaN.f32 %r, %a, -1;", 0x7FFFFFFF},
        {"redux.sync.min.abs.f32 %r, %a, -1;", 0},
        {"redux.sync.max.abs.f32 %r, %a, -1;", 0x7F800000},
        {"redux.sync.max.abs.NaN.f32 %r, %a, -1;", 0x7FFFFFFF},
        {"and.b32 %t, %t, 7; mov.b32 %r, 0f7FC00000; redux.sync.max.f32 %r, %r, -1;", 0x7FFFFFFF},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct run run;
        const uint32_t *words = words_of(&run, cases[c].body);
        for (unsigned i = 0; i < LANES; i++) {
            if (words[i] != cases[c].all)
                fail_msg("%s: lane %u: %x, not %x", cases[c].body, i, words[i], cases[c].all);
        }
        run_free(&run);
    }
}

/* Three floats are sorted as the ISA orders them: NaN aside, -0 before +0. */
static int32_t order(uint32_t bits)
{
    return (int32_t)bits < 0 ? (int32_t)(~bits ^ 0x80000000u) : (int32_t)bits;
}

static uint32_t expected(unsigned lane, bool max, bool magnitudes, bool strict)
{
    const uint32_t mask = magnitudes ? 0x7FFFFFFF : UINT32_MAX;
    uint32_t given[] = {values[lane % VALUES] & mask, values[lane / 4 % VALUES] & mask,
                        values[5 * lane % VALUES] & mask};
    uint32_t best = 0;
    unsigned numbers = 0;
    for (unsigned i = 0; i < 3; i++) {
        if ((given[i] & 0x7FFFFFFF) > 0x7F800000) continue;
        bool better = max ? order(given[i]) > order(best) : order(given[i]) < order(best);
        if (!numbers++ || better) best = given[i];
    }
    return numbers == 0 || (strict && numbers < 3) ? 0x7FFFFFFF : best;
}

static void three_floats_have_a_least(void **state)
{
    (void)state;
    for (unsigned form = 0; form < 8; form++) {
        const bool max = form & 1, magnitudes = form & 2, strict = form & 4;
        struct run run;
        char body[80];
        snprintf(body, sizeof body, "%s%s%s.f32 %%r, %%a, %%b, %%c;", max ? "max" : "min",
                 strict ? ".NaN" : "", magnitudes ? ".abs" : "");
        const uint32_t *words = words_of(&run, body);
        for (unsigned i = 0; i < LANES; i++) {
            uint32_t must = expected(i, max, magnitudes, strict);
            if (words[i] != must) fail_msg("%s: lane %u: %x, not %x", body, i, words[i], must);
        }
        run_free(&run);
    }
}

static void tf32_stays_finite(void **state)
{
    (void)state;
    struct run run;
    const uint32_t *words = words_of(&run, "mov.b32 %c, 0f7F7FFFFF; add.f32 %a, %a, %c;\n"
                                           "cvt.rn.satfinite.tf32.f32 %w, %a; mov.b32 %r, %w;");
    assert_int_equal(words[0], 0x7F7FE000); /* what would be rounded to infinity */
    assert_int_equal(words[6], 0xFF7FE000); /* infinity */
    run_free(&run);
    words = words_of(&run, "cvt.rz.satfinite.relu.tf32.f32 %w, %a; mov.b32 %r, %w;");
    assert_int_equal(words[6], 0);
    assert_int_equal(words[7], 0x40A00000);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_warp_gives_its_least_float),
        cmocka_unit_test(three_floats_have_a_least),
        cmocka_unit_test(tf32_stays_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
