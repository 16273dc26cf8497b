/* Names of C++, from what compilers make of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mangled.h"

static void expect(const char *mangled, const char *name)
{
    struct tw_text text = {0};
    tw_text_add(&text, "kernel ");
    tw_mangled_add(mangled, &text);
    assert_string_equal(tw_text_string(&text) + 7, name);
    tw_text_free(&text);
}

static void functions_and_variables_have_their_names(void **state)
{
    (void)state;
    expect("turn", "turn");
    expect("_Z4turnPfPKf", "turn");
    expect("_ZL4turnPf", "turn");
    expect("_ZN4deep5tableE", "deep::table");
    expect("_ZN4deep4turnIfLi32EEEvPT_PKS1_", "deep::turn<float, 32>");
    expect("_Z4turnIN4deep4PairELb1ELin5EEvT_", "turn<deep::Pair, true, -5>");
    expect("_Z4turnI6__halfPK6float4EvPT_", "turn<__half, float4 const*>");
    expect("_Z4copyIJiN2ns3BoxIdEEEEvDpT_", "copy<int, ns::Box<double>>");
    expect("_Z4pickIL5Order1EEvv", "pick<(Order)1>");
    expect("_ZN4deep3runINS_4PairEEEvT_", "deep::run<deep::Pair>");
    expect("_ZN12_GLOBAL__N_14turnEPf", "(anonymous namespace)::turn");
    expect("_Z3runISt6vectorIiEEvT_", "run<std::vector<int>>");
    expect("_Z4turnIA4_fEvT_", "turn<float[4]>");
}

/* Each as c++filt writes it, but for parameters, "unsigned" and blanks. */
static void names_refer_back(void **state)
{
    (void)state;
    expect("_Z3runIN4deep4PairES1_EvT_", "run<deep::Pair, deep::Pair>");
    expect("_Z3runIPKfS1_S0_EvT_", "run<float const*, float const*, float const>");
    expect("_Z3runI4PairPS0_S1_EvT_", "run<Pair, Pair*, Pair*>");
    expect("_ZN4deep3boxIiE3runINS_4PairES3_NS0_IfEEEEvT_",
           "deep::box<int>::run<deep::Pair, deep::Pair, deep::box<float>>");
    expect("_Z3runISt6vectorIiES0_IS1_IfEEEvv",
           "run<std::vector<int>, std::vector<std::vector<int><float>>>");
    expect("_Z3runIA4_fS0_EvT_", "run<float[4], float[4]>");
    expect("_Z3runIS9_EvT_", "run<...>");
}

static void variables_of_functions_are_told_by_themselves(void **state)
{
    (void)state;
    expect("_ZZ4turnPfE4tile", "tile");
    expect("_ZZN4deep4turnIfLi32EEEvPT_PKS1_E4tile", "tile");
    expect("_ZZ4turnPfE4tile_0", "tile");
    expect("_ZZ4turnPfE4tile__12_", "tile");
    expect("_ZZ4turnPfE12tile_of_rows", "tile_of_rows");
}

/* Digits of template arguments are no lengths of names. */
static void variables_of_templates_too(void **state)
{
    (void)state;
    expect("_ZZ6strideILi8EEvPfE1s", "s");
    expect("_ZZ3mmtILi32ELi16EfEvPT1_PKS0_S3_iE2as", "as");
    expect("_ZZN4deep4turnINS_4PairELi4EEEvPT_RA4_KfE5cache_1", "cache");
    expect("_ZZ3runIPFifEEvT_E4tile", "tile");
    expect("_ZZ3runIJifEEvDpT_E4tile", "tile");
    expect("_ZZ4turnIXplLi1ELi2EEEvvE4tile", "tile"); /* an expression, which is not known here */
}

static void expect_match(const char *mangled, const char *name, enum tw_mangled_match expected)
{
    assert_int_equal(tw_mangled_match(mangled, name), expected);
}

static void people_write_names_in_many_ways(void **state)
{
    static const char mmt[] = "_Z3mmtILi32ELj16EEvPf", typed[] = "_ZN4deep4turnIjPKfLb1EEEvv";
    (void)state;
    expect_match(mmt, mmt, TW_MANGLED_SAME);
    expect_match(mmt, "mmt<32, 16>", TW_MANGLED_SAME);
    expect_match(mmt, "mmt<32,16>", TW_MANGLED_SAME);
    expect_match(mmt, " mmt < 32u , 16UL > ", TW_MANGLED_SAME);
    expect_match(mmt, "mmt<32>", TW_MANGLED_SHORT);
    expect_match(mmt, "mmt", TW_MANGLED_SHORT);
    expect_match(mmt, "mmt<3>", TW_MANGLED_OTHER);
    expect_match(mmt, "mmt<16>", TW_MANGLED_OTHER);
    expect_match(mmt, "mm", TW_MANGLED_OTHER);
    expect_match(mmt, "mmt<32, 16, 1>", TW_MANGLED_OTHER);
    expect_match(typed, "deep::turn<unsigned int, const float *, true>", TW_MANGLED_SAME);
    expect_match(typed, "deep::turn<unsigned, float const*, 1>", TW_MANGLED_SAME);
    expect_match(typed, "turn<unsigned>", TW_MANGLED_SHORT);
    expect_match(typed, "turn", TW_MANGLED_SHORT);
    expect_match(typed, "turn<int>", TW_MANGLED_OTHER);
    expect_match(typed, "eep::turn", TW_MANGLED_OTHER);
    expect_match("_Z1kIlEvv", "k<long int>", TW_MANGLED_SAME);
    expect_match("_Z1kIyEvv", "k<unsigned long long int>", TW_MANGLED_SAME);
    expect_match("_Z1kIhEvv", "k<unsigned char>", TW_MANGLED_SAME);
    expect_match("_Z1kIcEvv", "k<signed char>", TW_MANGLED_OTHER);
    expect_match("_Z1kItEvv", "k<unsigned short int>", TW_MANGLED_SAME);
    expect_match("plain", "plain", TW_MANGLED_SAME);
}

/* Names that are none, and forms that are not known here. */
static void other_names_stay(void **state)
{
    static const char *const names[] = {"",
                                        "_Z",
                                        "_Z9turn",
                                        "_ZN",
                                        "_ZN4deep",
                                        "_Z4turnI",
                                        "_Z4turnIf",
                                        "_Z4turnIL",
                                        "_Z4turnILi",
                                        "_Z4turnILi5",
                                        "_Z4turnIXT_EEvv",
                                        "_ZZ4turnPfE",
                                        "_Z0",
                                        "_ZN0E",
                                        "_Z99999999999999999999999a",
                                        "_ZplRK4PairS1_",
                                        "$_ZN4deepE"};
    char deep[400] = "_Z4turnI";
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) expect(names[i], names[i]);
    for (size_t i = 8; i < sizeof deep - 1; i++) deep[i] = 'P';
    expect(deep, deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_and_variables_have_their_names),
        cmocka_unit_test(variables_of_functions_are_told_by_themselves),
        cmocka_unit_test(names_refer_back),
        cmocka_unit_test(variables_of_templates_too),
        cmocka_unit_test(people_write_names_in_many_ways),
        cmocka_unit_test(other_names_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
