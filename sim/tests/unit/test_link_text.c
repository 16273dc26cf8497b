/* Modules of PTX as one: whose names get a number, what becomes of declarations and of line info, and what cannot be linked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sim/ptx/link_text.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

/* What two modules give; with the reason in place of a text where they cannot be linked. */
static int link_two(const char *first, const char *second, struct tw_text *linked)
{
    struct tw_text modules[2] = {{0}}, why = {0};
    tw_text_add(&modules[0], first);
    tw_text_add(&modules[1], second);
    int code = tw_link_text(modules, 2, linked, &why);
    if (code) {
        tw_text_clear(linked);
        tw_text_add(linked, tw_text_string(&why));
    }
    tw_text_free(&modules[0]);
    tw_text_free(&modules[1]);
    tw_text_free(&why);
    return code;
}

static unsigned times_in(const char *text, const char *part)
{
    unsigned count = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) count++;
    return count;
}

static void must_hold(const struct tw_text *linked, const char *part, unsigned times)
{
    if (times_in(tw_text_string(linked), part) != times)
        fail_msg("not %u times \"%s\" in:\n%s", times, part, tw_text_string(linked));
}

/* Both have a `table`, a `half` and lines; what the second module has gets its number, wherever it stands. */
static void names_of_one_module_are_its_own(void **state)
{
    (void)state;
    struct tw_text linked = {0};
    assert_int_equal(
        link_two(
            HEAD
            ".global .u32 table = 5;\n.func half(.reg .u32 x)\n{\n.loc 1 7 3\nret;\n}\n.file 1 \"a.cu\"\n",
            HEAD
            ".global .u32 table = 6;\n.global .u64 place = table;\n.func half(.reg .u32 y)\n{\n"
            "call half, (y);\n.loc 1 9 4, function_name $L1, inlined_at 1 2 3\ncall half, (y);\nret;\n}\n"
            ".file 1 \"b.cu\"\n",
            &linked),
        TW_OK);
    must_hold(&linked, "table = 5;", 1);
    must_hold(&linked, "table$2 = 6;", 1);
    must_hold(&linked, "place = table$2;", 1);
    must_hold(&linked, "half(.reg .u32 x)\n{\n.loc 1 7 3\nret;\n}", 1);
    must_hold(&linked, "half$2(.reg .u32 y)\n{\ncall half$2, (y);\n.loc 2 9 4\ncall half$2, (y);\nret;\n}",
              1);
    must_hold(&linked, "inlined_at", 0);
    must_hold(&linked, ".file 1 \"a.cu\"", 1);
    must_hold(&linked, ".file 2 \"b.cu\"", 1);
    must_hold(&linked, ".version", 1);
    tw_text_free(&linked);
}

static void a_declaration_becomes_the_definition(void **state)
{
    (void)state;
    struct tw_text linked = {0};
    assert_int_equal(link_two(HEAD ".extern .global .u32 x[4];\n.extern .func f(.reg .u32 a);\n"
                                   ".visible .entry k()\n{\n.reg .u32 r;\ncall f, (r);\nret;\n}\n",
                              HEAD ".visible .global .u32 x[4] = {1, 2, 3, 4};\n"
                                   ".visible .func f(.reg .u32 a)\n{\nret;\n}\n",
                              &linked),
                     TW_OK);
    must_hold(&linked, "x[4] = {1, 2, 3, 4};", 1);
    must_hold(&linked, ".extern .func", 0);
    must_hold(&linked, ".visible .func f(.reg .u32 a)\n{\nret;\n}", 1);
    must_hold(&linked, "$2", 0);
    tw_text_free(&linked);
}

static void of_weak_definitions_the_first_stays(void **state)
{
    (void)state;
    struct tw_text linked = {0};
    assert_int_equal(
        link_two(HEAD ".weak .global .u32 w = 1;\n", HEAD ".weak .global .u32 w = 2;\n", &linked), TW_OK);
    must_hold(&linked, "w = 1;", 1);
    must_hold(&linked, "w = 2;", 0);
    tw_text_clear(&linked);
    assert_int_equal(
        link_two(HEAD ".visible .global .u32 w = 1;\n", HEAD ".visible .global .u32 w = 2;\n", &linked),
        TW_INPUT);
    must_hold(&linked, "w", 1);
    tw_text_free(&linked);
}

static void text_that_ends_early_is_refused(void **state)
{
    (void)state;
    static const char *const torn[] = {HEAD ".global .u32 x", HEAD ".func f()\n{\nret;\n", HEAD ".func f("};
    struct tw_text linked = {0};
    for (size_t i = 0; i < sizeof torn / sizeof *torn; i++) {
        assert_int_equal(link_two(HEAD, torn[i], &linked), TW_INPUT);
        assert_true(linked.length > 0);
    }
    tw_text_free(&linked);
}

/* A limit stands on kernels alone, and on none that has one of its own. */
static void registers_are_limited_where_nobody_did(void **state)
{
    (void)state;
    struct tw_text limited = {0};
    const char *ptx = HEAD ".visible .entry a()\n{\nret;\n}\n.entry b() .maxntid 64\n{\nret;\n}\n"
                           ".entry c() .maxnreg 24\n{\nret;\n}\n.func d()\n{\nret;\n}\n";
    assert_int_equal(tw_link_limit_registers(ptx, 40, &limited), TW_OK);
    must_hold(&limited, ".maxnreg 40", 1);
    must_hold(&limited, ".maxnreg 24", 1);
    const char *limit = strstr(tw_text_string(&limited), ".maxnreg 40");
    assert_true(limit > strstr(tw_text_string(&limited), ".entry a()") &&
                limit < strstr(tw_text_string(&limited), ".entry b()"));
    tw_text_free(&limited);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_one_module_are_its_own),
        cmocka_unit_test(a_declaration_becomes_the_definition),
        cmocka_unit_test(of_weak_definitions_the_first_stays),
        cmocka_unit_test(text_that_ends_early_is_refused),
        cmocka_unit_test(registers_are_limited_where_nobody_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
