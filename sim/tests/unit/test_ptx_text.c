/* PTX text: what is refused and how it is said, and that no cut or broken text does harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "sim/ptx/ir.h"

#define HEAD      ".version 8.0\n.target sm_80\n.address_size 64\n"
#define REGISTERS ".reg .b32 %r<4>; .reg .b64 %d<4>; .reg .b16 %h; .reg .f32 %f; .reg .pred %p;"
#define BODY(text)                                                                                           \
    HEAD ".visible .entry k(.param .u64 out) {\n.reg .b32 %r<4>; .reg .b64 %d<4>; .reg .b16 %h;\n"           \
         ".reg .f32 %f; .reg .pred %p; .shared .u32 s[4];\n" text "\n}\n"

/* --- errors: code, line (0: not compared), a part of the message */

struct bad {
    int code;
    unsigned line;
    const char *text, *message;
};

/* clang-format off */
static const struct bad bads[] = {
    {TW_INPUT,       1, "",                                             "the PTX ends where .version should be"},
    {TW_INPUT,       1, "hello",                                        "\"hello\" where .version should be"},
    {TW_INPUT,       1, ".version 0.9\n.target sm_50",                  "a version such as 9.0"},
    {TW_INPUT,       3, ".version 8.0\n.target sm_80\n.address_size 16\n", "addresses have 32 or 64 bits"},
    {TW_INPUT,       1, ".version 9",                                   "a version such as 9.0"},
    {TW_INPUT,       2, ".version 8.0\n.target compute_80",             "a target such as sm_90"},
    {TW_INPUT,       4, HEAD "/* open",                                 "where a directive should be"},
    {TW_INPUT,       4, HEAD ".global .align 3 .u32 x;",                "a power of two"},
    {TW_INPUT,       4, HEAD ".global .u32 x[2] = {1, 2, 3};",          "more values than \"x\" has elements"},
    {TW_INPUT,       4, HEAD ".global .u32 x; .global .u32 x;",         "\"x\" is declared twice"},
    {TW_INPUT,       4, HEAD ".global .u64 x = y;",                     "\"y\" is no variable or function declared before"},
    {TW_INPUT,       4, HEAD ".shared .u32 x = 1;",                     "only .global and .const"},
    {TW_INPUT,       5, HEAD ".section .debug_str\n{ .b8 1",            "\"{\" is never closed"},
    {TW_INPUT, 7, BODY(".reg .b128 %x; add.u64 %d1, %x, %d1;"),      "a register of 128 bits cannot stand here"},
    {TW_INPUT, 7, BODY("ld.b128 {%d1, %d2}, [%d1];"),                "a register of 128 bits should be here"},
    {TW_INPUT, 7, BODY("st.param::entry.b64 [out], %d1;"),           "\".param::entry\" cannot stand in"},
    {TW_INPUT, 4, HEAD ".alias a, b;",                               "where the name of a function should be"},
    {TW_INPUT, 4, HEAD ".func a(.param .b32 x); .func b(.param .b32 x); .alias a, b;", "\"b\" is no function that is defined"},
    {TW_INPUT, 4, HEAD ".func a(.param .b32 x) { ret; } .func b(.param .b32 x) { ret; } .alias a, b;", "\"a\" is defined already"},
    {TW_INPUT, 4, HEAD ".func a(.param .b64 x); .func b(.param .b32 x) { ret; } .alias a, b;", "\"a\" has other parameters than \"b\""},
    {TW_INPUT, 7, BODY("mbarrier.arrive.release.b64 %d1, [%d1];"),   "\".release\" cannot stand in"},
    {TW_INPUT,       7, BODY("add.u32 %r1, %r2, %r9;"),                 "the register \"%r9\" is not declared"},
    {TW_INPUT,       7, BODY("add.u32 %r1, %r2;"),                      "takes 3 operands, not 2"},
    {TW_INPUT,       7, BODY("add.u32 %r1, %r2, %d1;"),                 "%d1 is .b64 where a 32-bit integer should be"},
    {TW_INPUT,       7, BODY("add.u32 %f, %r2, %r1;"),                  "%f is .f32 where a 32-bit integer should be"},
    {TW_INPUT,       7, BODY("add.f32 %f, %f, 1;"),                     "a float constant"},
    {TW_INPUT,       7, BODY("add.u32 1, %r2, %r1;"),                   "a constant cannot be a destination"},
    {TW_INPUT,       7, BODY("add.u32 %r1, %tid.x, 1;"),                "a special register is read by mov and cvt only"},
    {TW_INPUT,       7, BODY("mov.u32 %tid.x, 1;"),                     "a special register cannot be written"},
    {TW_INPUT,       7, BODY("add.u32 %r1, %r2, nobody;"),              "this name is not declared"},
    {TW_INPUT,       7, BODY("ld.global.u32 %r1, %d1;"),                "an address in [ ] should be here"},
    {TW_INPUT,       7, BODY("ld.global.u32 %r1, [%f];"),               "%f is .f32 where an address should be"},
    {TW_INPUT,       7, BODY("ld.global.u32 %r1, [s];"),                "\"s\" lies in another state space"},
    {TW_INPUT,       7, BODY("ld.global.u32 %r1, [out];"),              "a parameter is read with ld.param"},
    {TW_INPUT,       7, BODY("ld.global.v2.u32 %r1, [%d1];"),           "2 registers in braces"},
    {TW_INPUT,       7, BODY("ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];"), "2 registers in braces"},
    {TW_INPUT,       7, BODY("mov.b32 %r1, {%h, %h, %h};"),             "of 2 or 4 elements"},
    {TW_INPUT,       7, BODY("bra nowhere;"),                           "the label \"nowhere\" is not declared"},
    {TW_INPUT,       7, BODY("{ in: } bra in;"),                        "the label \"in\" is not declared"},
    {TW_INPUT,       8, BODY("here:\nhere: ret;"),                      "the label \"here\" stands twice"},
    {TW_INPUT,       7, BODY("@%r1 ret;"),                              "\"%r1\" is no declared predicate"},
    {TW_INPUT,       8, BODY("add.u32 %r1, %r2, %r3"),                  "\"}\" where \";\" should be"},
    {TW_INPUT,       7, BODY("mov.f32 %f, 0f3F80000;"),                 "where"},
    {TW_INPUT,       7, BODY("mov.u64 %d1, 99999999999999999999;"),     "where"},
    {TW_INPUT,       7, BODY("foo.u32 %r1;"),                           "\"foo.u32\" is no PTX instruction"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, %clock64;"),                 "has 64 bits; 32 should be here"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, %tid;"),                     "only .b16, .b32, .b64 take a vector"},
    {TW_INPUT,       7, BODY("cvt.sat.u16.u8 %h, %h;"),                 "\".sat\" cannot stand in cvt.sat.u16.u8"},
    {TW_INPUT,       7, BODY("ld.shared.L1::evict_last.u32 %r1, [s];"), "\".L1::\" cannot stand in"},
    {TW_INPUT,       7, BODY("ld.ca.cg.u32 %r1, [%d1];"),               "\".ca\" cannot stand in"},
    {TW_INPUT,       7, BODY("set.eq.ftz.u32.u32 %r1, %r2, %r3;"),      "\".ftz\" cannot stand in"},
    {TW_INPUT,       7, BODY("bar.sync 16;"),                           "16 is out of range here"},
    {TW_INPUT,       7, BODY("bar.sync 0, 33;"),                        "33 is out of range here"},
    {TW_INPUT,       7, BODY("createpolicy.fractional.L2::evict_last.b64 %d1, 0.0;"), "should be here"},
    {TW_INPUT,       7, BODY("createpolicy.fractional.L2::evict_last.b64 %d1, 1.5;"), "should be here"},
    {TW_INPUT,       7, BODY("bfe.u32 %r1, %r2, 256, 1;"),              "256 is out of range here"},
    {TW_INPUT,       7, BODY("add.f16 %h, %h, 1.0;"),                   "does not fit an operand of 16 bits"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, 1.0;"),                      "this float constant does not fit"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, 1 + 2.0;"),                  "cannot be computed with together"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, 5 / (3 - 3);"),              "a division by zero"},
    {TW_INPUT,       7, BODY("mov.f32 %f, -0f3F800000;"),               "\"-\" cannot stand before this constant"},
    {TW_INPUT,       7, BODY("mov.f32 %f, 1.0 << 2.0;"),                "for integers only"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, (1 + 2;"),                   "\")\" should be"},
    {TW_INPUT,       7, BODY("add.u32 _, %r1, %r2;"),                   "\"_\" cannot stand for this operand"},
    {TW_INPUT,       7, BODY("ld.global.u32 %r1, [16];"),               "only addresses of .local may be numbers"},
    {TW_INPUT,       7, BODY("ld.shared.u32 %r1, [s-4];"),              "\"]\" should be"},
    {TW_INPUT,       7, BODY("cvta.global.u64 %d1, s;"),                "\"s\" lies in another state space"},
    {TW_INPUT,       7, BODY(".reg .v4 .f64 v;"),                       "a vector of more than 16 bytes"},
    {TW_INPUT,       7, BODY(".reg .v2 .pred v;"),                      "predicates are no vectors"},
    {TW_INPUT,       7, BODY(".reg .bf16 v;"),                          "is declared as .b16 or .b32"},
    {TW_INPUT,       7, BODY(".reg .u8 b; add.u16 %h, %h, b;"),         "b is .u8 where a 16-bit integer should be"},
    {TW_INPUT,       7, BODY(".reg .b32 out;"),                         "\"out\" is declared twice"},
    {TW_INPUT,       7, BODY(".reg .b32 x; x: ret;"),                   "\"x\" is declared already"},
    {TW_INPUT,       7, BODY("x: .reg .b32 x;"),                        "\"x\" is declared twice"},
    {TW_INPUT,       7, BODY(".reg .b32 WARP_SZ;"),                     "\"WARP_SZ\" is a constant"},
    {TW_INPUT,       7, BODY(".loc 1 2 3, function_name 5\nret;"),     "a name"},
    {TW_INPUT,       7, BODY(".loc 1 2 3, function_name f+%r1\nret;"), "an integer"},
    {TW_INPUT,       8, BODY(".loc 1 2 3, inlined_at 1 2\nret;"),      "where"},
    {TW_INPUT,       7, BODY(".loc 1 2 3, 4\nret;"),                   "a name"},
    {TW_INPUT,       7, BODY(".loc 1 2 3, f 4\nret;"),                 "\"function_name\" or \"inlined_at\""},
    {TW_INPUT,       8, BODY(".loc 1 2\nret;"),                        "where"},
    {TW_INPUT,       7, BODY("ret;;"),                                  "an instruction"},
    {TW_INPUT,       4, HEAD ".global .u32 x = {1};",                   "a value"},
    {TW_INPUT,       4, HEAD ".global .u32 x[2] = 1;",                  "\"{\" should be"},
    {TW_INPUT,       4, HEAD ".global .u32 x[2][2] = {1, 2};",          "\"{\" should be"},
    {TW_INPUT,       4, HEAD ".global .v4 .f32 x = {1.0};",             "each element of the vector"},
    {TW_INPUT,       4, HEAD ".global .f32 x = 1;",                     "\"1\" is no value for .f32"},
    {TW_INPUT,       4, HEAD ".global .u16 x = x;",                     "an address is no value for .u16"},
    {TW_INPUT,       4, HEAD ".global .u8 x = 0xfff(x);",               "a mask is one byte"},
    {TW_INPUT,       4, HEAD ".global .u32 x[0];",                      "\"x\" has no size"},
    {TW_INPUT,       4, HEAD ".shared .u32 s; .global .u64 x = s;",     "only .global and .const variables have such an address"},
    {TW_INPUT,       7, BODY("mov.u32 %r1, %tix.x;"),                   "the register \"%tix.x\" is not declared"},
    {TW_INPUT,       7, BODY(".reg .b32 %x<99999999>;"),                "the most that can stand here"},
    {TW_INPUT,       7, BODY("ld.mmio.relaxed.gpu.u32 %r1, [%d1];"),   "\".mmio\" cannot stand in"},
    {TW_INPUT,       7, BODY("mov.v8.b32 {%r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1}, {%r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1};"), "\".v8\" cannot stand"},
    {TW_INPUT,       7, BODY("add.u32 %r1+4, %r1, %r2;"),               "a register should be here"},
    {TW_INPUT,       7, BODY("add.f32 %f, %f+1, %f;"),                  "\"+\" where \";\" should be"},
    {TW_INPUT,       7, BODY("add.u32 %r1, s, %r2;"),                   "a register should be here"},
    {TW_INPUT,       7, BODY("add.u32 %r1, s[%r1], %r2;"),              "a register should be here"},
    {TW_INPUT,       7, BODY("ld.shared.u32 %r1, s[%f];"),              "an index is a constant, or a register"},
    {TW_INPUT,       7, BODY("ld.global.u32 %r1, s[%r1];"),             "\"s\" lies in another state space"},
    {TW_INPUT,       4, HEAD ".extern .global .u32 x; .global .f32 x;", "\"x\" was declared otherwise"},
    {TW_INPUT,       4, HEAD ".extern .global .u32 x[4]; .global .u32 x[5];", "\"x\" was declared otherwise"},
    {TW_INPUT,       4, HEAD ".extern .global .u32 x[];",               "declared without a size and defined nowhere"},
};

/* What is refused alone: the first kernel, and nothing else. */
#define USE(name) "\n.entry k() {\n.reg .b64 %d1; mov.u64 %d1, " name ";\n}\n"

static const struct {
    unsigned line;
    const char *text, *message;
} refusals[] = {
    {4, ".version 1.4\n.target sm_10\n.entry k() { .reg .u32 %r;\nst.global.u32 [%r], %r; }\n", "addresses of 32 bits"},
    {6, HEAD ".tex .u64 t;" USE("t"),                            "the directive \".tex\""},
    {6, HEAD ".global .b8 x[4831838208];" USE("x"),              "an array of more than"},
    {7, BODY("shl.b32 %r1, %r2, k;"),                            "does not know an address here"},
    {7, BODY("ld.shared.v4.u64 {%d0, %d1, %d2, %d3}, [%d1];"), "more than 16 bytes"},
    {7, BODY("tcgen05.fence.sync %r1;"),                  "the instruction tcgen05.fence.sync"},
    {7, BODY("cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes [%r1], [%d1, {%r1, %r1, %r1}], [%r1], {%h, %h};"), "this form of the instruction: cp.async.bulk.tensor.3d"},
    {7, BODY("add.rn.u32 %r1, %r1, %r1;"),              "this form of the instruction: add.rn.u32"},
    {7, BODY("div.approx.f64 %f, %f, %f;"),             "div.approx.f64"},
    {8, BODY(".loc 1 33 0\nex2.approx.f64 %f, %f;"),    "ex2.approx.f64 (source line 33)"},
    {7, BODY(".reg .u128 %x;"),                         "the type \".u128\""},
    {7, BODY(".reg .b128 %x; ld.b64 %x, [%d1];"),       "does not know registers of 128 bits here"},
    {7, BODY(".reg .b128 %x; st.b128 [%d1], 0;"),       "does not know this as 128 bits"},
    {7, BODY(".reg .b32 %x<900000>, %y<900000>;"),      "more than 1048576 registers"},
};
/* clang-format on */

static void errors_say_what_and_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        struct tw_error error = TW_ERROR_INIT;
        struct tw_ptx_module *module = NULL;
        int code = tw_ptx_parse(bads[i].text, strlen(bads[i].text), &module, &error);
        if (code == TW_OK) fail_msg("no error in: %s", bads[i].text);
        if (!strstr(error.message, bads[i].message))
            fail_msg("no \"%s\" in: %s", bads[i].message, error.message);
        if (code != bads[i].code || error.line != bads[i].line) {
            fail_msg("code %d, line %u: %s, in: %s", code, error.line, error.message, bads[i].text);
        }
        assert_true(error.column >= 1);
        assert_non_null(strchr(error.detail, '^'));
        assert_null(module);
        tw_error_free(&error);
    }
}

/* Each text with a good kernel behind it. */
static void what_is_not_known_refuses_its_kernel_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct tw_error error = TW_ERROR_INIT;
        struct tw_ptx_module *module = NULL;
        struct tw_text text = {0};
        tw_text_addf(&text, "%s.visible .entry last(.param .u64 out) { .reg .b32 %%r; add.u32 %%r, 1, 2; }",
                     refusals[i].text);
        if (tw_ptx_parse(text.data, text.length, &module, &error))
            fail_msg("%u: %s, in: %s", error.line, error.message, text.data);
        assert_int_equal(module->function_count, 2);
        assert_string_equal(module->functions[0].name, "k");
        const struct tw_ptx_refusal *refusal = module->functions[0].refusal;
        if (!refusal) fail_msg("no refusal in: %s", text.data);
        if (!strstr(refusal->message, refusals[i].message) || refusal->line != refusals[i].line)
            fail_msg("no \"%s\" in: %u: %s", refusals[i].message, refusal->line, refusal->message);
        assert_non_null(strchr(refusal->detail, '^'));
        assert_string_equal(module->functions[1].name, "last");
        assert_null(module->functions[1].refusal);
        assert_int_equal(module->functions[1].instruction_count, 1);
        tw_ptx_free(module);
        tw_text_free(&text);
    }
}

/* --- what comes out */

static struct tw_ptx_module *parse(const char *text)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_ptx_module *module;
    if (tw_ptx_parse(text, strlen(text), &module, &error)) fail_msg("%u: %s", error.line, error.message);
    return module;
}

static void a_module_has_what_the_text_says(void **state)
{
    (void)state;
    struct tw_ptx_module *module = parse(
        ".version 9.1\n.target sm_90a, debug\n.address_size 64\n"
        ".const .align 8 .b8 c[2][3] = {{1, 2, 3}, {4, 5, 6}};\n.extern .shared .align 16 .b8 d[];\n"
        ".weak .entry f(.param .u8 a, .param .align 16 .b8 b[20], .param .u64 .ptr .global .align 4 c)\n"
        ".maxntid 128, 2\n.minnctapersm 2 .maxclusterrank 4\n.pragma \"nounroll\";\n{\nret;\n}\n"
        ".visible .entry g()\n.reqntid 32\n{\n.reg .b32 x, y<2>;\nL:\nadd.s32 x, y0, -0x10;\nbra.uni "
        "L;\n}\n");
    assert_int_equal(module->version, 91);
    assert_int_equal(module->sm, 90);
    assert_int_equal(module->variable_count, 2);
    assert_int_equal(module->variables[0].bytes, 6);
    assert_memory_equal(module->variables[0].initial, "\1\2\3\4\5\6", 6);
    assert_int_equal(module->variables[1].align, 16);
    assert_int_equal(module->function_count, 2);
    const struct tw_ptx_function *f = &module->functions[0], *g = &module->functions[1];
    assert_int_equal(f->parameter_count, 3);
    assert_int_equal(f->parameters[1].offset, 16);
    assert_int_equal(f->parameters[1].bytes, 20);
    assert_int_equal(f->parameters[2].offset, 40);
    assert_int_equal(f->parameter_bytes, 48);
    assert_int_equal(f->max_threads, 256);
    assert_int_equal(g->required[0], 32);
    assert_int_equal(g->register_count, 2); /* those that are used */
    assert_int_equal(g->instructions[0].operands[2].value, -16);
    assert_int_equal(g->instructions[1].operands[0].index, 0);
    assert_int_equal(g->instructions[1].line, 19);
    tw_ptx_free(module);
}

/* ptxas takes words in any order: the same instruction comes out. */
static void words_come_in_any_order(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"add.rn.ftz.sat.f32 %f, %f, %f;", "add.sat.f32.ftz.rn %f, %f, %f;"},
        {"atom.relaxed.gpu.global.add.u32 %r1, [%d1], 1;", "atom.add.global.gpu.relaxed.u32 %r1, [%d1], 1;"},
        {"ld.volatile.global.v2.u32 {%r1, %r2}, [%d1];", "ld.v2.global.volatile.u32 {%r1, %r2}, [%d1];"},
        {"setp.lt.and.ftz.f32 %p, %f, %f, %p;", "setp.ftz.and.lt.f32 %p, %f, %f, %p;"},
        {"cvt.rni.sat.u32.f32 %r1, %f;", "cvt.u32.sat.f32.rni %r1, %f;"},
        {"bar.red.and.pred %p, 0, 32, %p;", "bar.red.pred.and %p, 0, 32, %p;"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct tw_text text = {0};
        tw_text_addf(&text, "%s.entry a() {%s\n%s\n%s\n}", HEAD, REGISTERS, pairs[i][0], pairs[i][1]);
        struct tw_ptx_module *module = parse(text.data);
        assert_null(module->functions[0].refusal);
        const struct tw_ptx_instruction *a = &module->functions[0].instructions[0], *b = a + 1;
        assert_int_equal(a->row, b->row);
        assert_int_equal(a->flags, b->flags);
        assert_memory_equal(a->words, b->words, sizeof a->words);
        assert_memory_equal(a->type, b->type, sizeof a->type);
        tw_ptx_free(module);
        tw_text_free(&text);
    }
    struct tw_ptx_module *module = parse(BODY("mul.u32.lo %r1, %r1, %r1;"));
    assert_non_null(strstr(module->functions[0].refusal->message, "mul.u32.lo"));
    tw_ptx_free(module);
}

/* Numbers that ptxas takes from one to another: both ends, and what lies beyond. */
static void numbers_end_where_those_of_ptxas_end(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after;
        const char *taken[3], *refused[3];
    } ranges[] = {
        {"alloca.u64 %d1, %d2, ", ";", {"1", "8", "8388608"}, {"0", "12", "16777216"}},
        {"cp.async.bulk.prefetch.L2.global [%d1], ", ";", {"0", "16", "1048560"}, {"8", "1048576"}},
        {"pmevent.mask ", ";", {"0", "65535"}, {"65536"}},
        {"mbarrier.try_wait.parity.shared.b64 %p, [s], ", ";", {"0", "1"}, {"2"}},
        {"createpolicy.fractional.L2::evict_last.b64 %d1, ", ";", {"0f00000001", "1.0"}, {"0.0", "1.5"}},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        for (size_t k = 0; k < 6; k++) {
            const char *number = k < 3 ? ranges[i].taken[k] : ranges[i].refused[k - 3];
            struct tw_text text = {0};
            struct tw_error error = TW_ERROR_INIT;
            struct tw_ptx_module *module = NULL;
            if (!number) continue;
            tw_text_add(&text, ".version 8.0\n.target sm_90\n.address_size 64\n.entry a() {" REGISTERS
                               " .shared .u64 s;\n");
            tw_text_addf(&text, "%s%s%s\n}", ranges[i].before, number, ranges[i].after);
            const int code = tw_ptx_parse(text.data, text.length, &module, &error);
            if (code != (k < 3 ? TW_OK : TW_INPUT) || (k >= 3 && !strstr(error.message, "should be here")))
                fail_msg("%s%s: code %d: %s", ranges[i].before, number, code, error.message);
            tw_ptx_free(module);
            tw_error_free(&error);
            tw_text_free(&text);
        }
    }
}

/* Decimal floats are read the same under a locale that writes a comma. */
static void the_locale_does_not_matter(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) setlocale(LC_ALL, "");
    struct tw_ptx_module *module = parse(BODY("mov.f32 %f, 1.5; mov.f32 %f, -2.5e-1;"));
    assert_int_equal(module->functions[0].instructions[0].operands[1].value, 0x3fc00000);
    assert_int_equal(module->functions[0].instructions[1].operands[1].value, 0xbe800000);
    tw_ptx_free(module);
    setlocale(LC_ALL, "C");
}

/* --- text that was cut or bent */

/* From a block of its own, so that a read behind the end is seen by the sanitizer. */
static int parse_copy(const char *text, size_t length)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_ptx_module *module;
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    int code = tw_ptx_parse(copy, length, &module, &error);
    assert_true(code == TW_OK || code == TW_INPUT || code == TW_UNSUPPORTED);
    assert_true(code == TW_OK || error.message[0]);
    if (code == TW_OK) tw_ptx_free(module);
    tw_error_free(&error);
    free(copy);
    return code;
}

static void text_cut_anywhere_is_refused_or_read(void **state)
{
    (void)state;
    struct tw_text text = {0};
    assert_int_equal(tw_file_read(SOURCE_DIR "/sim/tests/kernels/compiled.ptx", &text, NULL), TW_OK);
    assert_int_equal(parse_copy(text.data, text.length), TW_OK);
    for (size_t length = 0; length < text.length; length++) { /* cut, not unknown */
        assert_int_not_equal(parse_copy(text.data, length), TW_UNSUPPORTED);
    }
    tw_text_free(&text);
}

static void bytes_changed_anywhere_do_no_harm(void **state)
{
    (void)state;
    static const char changes[] = {'\0', '\xff', '{', '}', ';', '[', '%', '9', '.', '"', '<'};
    struct tw_text text = {0};
    assert_int_equal(tw_file_read(SOURCE_DIR "/sim/tests/ptx/scope.ptx", &text, NULL), TW_OK);
    for (size_t i = 0; i < text.length; i++) {
        char old = text.data[i];
        for (size_t c = 0; c < sizeof changes; c++) {
            text.data[i] = changes[c];
            parse_copy(text.data, text.length);
        }
        text.data[i] = old;
    }
    tw_text_free(&text);
}

static void nesting_has_a_limit(void **state)
{
    (void)state;
    struct tw_text text = {0};
    tw_text_add(&text, HEAD ".entry k() ");
    tw_text_add_repeat(&text, '{', 100000);
    assert_int_equal(parse_copy(text.data, text.length), TW_INPUT);
    tw_text_add_repeat(&text, '}', 100000);
    struct tw_ptx_module *module = parse(text.data);
    assert_non_null(strstr(module->functions[0].refusal->message, "nested more than 200 deep"));
    tw_ptx_free(module);
    tw_text_free(&text);
}

static void a_function_with_parameters_of_no_size_is_refused(void **state)
{
    (void)state;
    static const char text[] = HEAD ".func f(.param .b32 a, .param .align 8 .b8 rest[]);" USE("f");
    struct tw_error error = TW_ERROR_INIT;
    struct tw_ptx_module *module = NULL;
    if (tw_ptx_parse(text, sizeof text - 1, &module, &error)) fail_msg("%s", error.message);
    assert_string_equal(module->functions[0].name, "f");
    assert_non_null(module->functions[0].refusal);
    assert_non_null(strstr(module->functions[0].refusal->message, "parameters without a size"));
    assert_null(module->functions[1].refusal);
    tw_ptx_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_with_parameters_of_no_size_is_refused),
        cmocka_unit_test(errors_say_what_and_where),
        cmocka_unit_test(what_is_not_known_refuses_its_kernel_alone),
        cmocka_unit_test(a_module_has_what_the_text_says),
        cmocka_unit_test(words_come_in_any_order),
        cmocka_unit_test(numbers_end_where_those_of_ptxas_end),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(text_cut_anywhere_is_refused_or_read),
        cmocka_unit_test(bytes_changed_anywhere_do_no_harm),
        cmocka_unit_test(nesting_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
