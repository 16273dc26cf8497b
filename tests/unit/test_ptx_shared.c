/* What is read of a module's text without parsing it: static shared memory of its kernels, their launch bounds, their parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/compile/ptx_text.h"

/* Two kernels with a variable of one name, one that both could name, one of a template, and dynamic memory. */
static const char module[] =
    ".version 9.0\n.target sm_90\n"
    ".extern .shared .align 16 .b8 held[];\n"
    ".shared .align 8 .b8 both[20];\n"
    ".weak .shared .align 4 .b8 _Z4tile[8];\n"
    ".visible .entry first(\n\t.param .u64 first_param_0,\n\t.param .align 8 .b8 "
    "first_param_1[24],\n\t.param .f32 first_param_2\n)\n"
    ".maxntid 16, 8, 1\n.minnctapersm 2\n{\n"
    "\t.shared .align 1 .b8 part[3];\n"
    "\t.shared .align 4 .f32 one;\n"
    "\tst.shared.u32 \t[part], %r1;\n\tst.shared.u32 \t[both+4], %r1;\n\tst.shared.f32 [one], %f1;\n"
    "\tret;\n\n}\n"
    ".visible .entry second()\n.reqntid 96\n{\n"
    "\t.shared .align 4 .b8 part[4][25];\n"
    "\tmov.u32 \t%r1, held;\n\tmov.u32 \t%r2, _Z4tile;\n\tmov.u32 \t%r3, bothers;\n"
    "\tst.shared.u32 \t[part], %r1;\n\tret;\n\n}\n"
    ".visible .entry third()\n{\n\tret;\n\n}\n";

static void a_kernel_has_what_it_names(void **state)
{
    (void)state;
    assert_int_equal(tw_ptx_text_shared(module, "first"),
                     20 + 3 + 1 + 4); /* a byte between: the float is aligned */
    assert_int_equal(tw_ptx_text_shared(module, "second"), 8 + 100);
    assert_int_equal(tw_ptx_text_shared(module, "third"), 0);
    assert_int_equal(tw_ptx_text_shared(module, "fourth"), 0);
}

static void launch_bounds_are_those_of_the_entry(void **state)
{
    (void)state;
    assert_int_equal(tw_ptx_text_threads(module, "first"), 128);
    assert_int_equal(tw_ptx_text_threads(module, "second"), 96);
    assert_int_equal(tw_ptx_text_threads(module, "third"), 0);
    assert_int_equal(tw_ptx_text_threads(module, "fourth"), 0);
}

static void parameters_have_bytes_and_alignment(void **state)
{
    static const uint32_t wanted[][2] = {{8, 8}, {24, 8}, {4, 4}};
    const char *list = tw_ptx_text_parameters(module, "first");
    uint32_t bytes, align;
    unsigned count = 0;
    (void)state;
    for (; (list = tw_ptx_text_next(list, &bytes, &align)); count++) {
        assert_in_range(count, 0, 2);
        assert_int_equal(bytes, wanted[count][0]);
        assert_int_equal(align, wanted[count][1]);
    }
    assert_int_equal(count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_kernel_has_what_it_names),
                                       cmocka_unit_test(launch_bounds_are_those_of_the_entry),
                                       cmocka_unit_test(parameters_have_bytes_and_alignment)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
