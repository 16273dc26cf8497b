/* Which files a source takes in: real files in a folder of this test's own, and what the compiler does with the same text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "failing_memory.h"
#include "gen/described/includes.h"
#include "tests/folder.h"

static char source_path[64], option[2][64];
static const char *options[] = {option[0], option[1]};

/* a.h and inc/b.h and more/c.h; the source is k.cu. */
static int set_up(void **state)
{
    (void)state;
    if (make_folder()) return -1;
    snprintf(source_path, sizeof source_path, "%s/k.cu", folder);
    snprintf(option[0], sizeof option[0], "-I%s/inc", folder);
    snprintf(option[1], sizeof option[1], "-I%s/more", folder);
    mkdir(path_of("inc"), 0700);
    mkdir(path_of("more"), 0700);
    write_file("a.h", "int a;\n");
    write_file("inc/b.h", "int b;\n");
    write_file("more/c.h", "int c;\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return remove_folder();
}

static void find(const char *text, struct tw_includes *includes)
{
    assert_int_equal(tw_includes_find(source_path, text, options, 2, includes, NULL), TW_OK);
}

/* The names of what was found, without the folder, in a row. */
static void expect(const char *text, const char *names, const char *unresolved)
{
    struct tw_includes includes;
    struct tw_text found = {0};
    find(text, &includes);
    for (size_t i = 0; i < includes.count; i++) {
        assert_memory_equal(includes.files[i], folder, strlen(folder));
        tw_text_addf(&found, "%s%s", i ? " " : "", includes.files[i] + strlen(folder) + 1);
    }
    assert_string_equal(tw_text_string(&found), names);
    assert_int_equal(includes.hash[0] != '\0', includes.count > 0);
    if (unresolved && !includes.unresolved) fail_msg("%s: nothing is unresolved", text);
    if (!unresolved && includes.unresolved) fail_msg("%s: %s", text, includes.unresolved);
    if (unresolved) assert_string_equal(includes.unresolved, unresolved);
    tw_includes_free(&includes);
    tw_text_free(&found);
}

static void every_branch_counts(void **state)
{
    (void)state;
    expect("#if 0\n#include \"a.h\"\n#else\n#  include <b.h>\n#endif\n", "a.h inc/b.h", NULL);
    expect("#include \"a.h\"\n#include \"a.h\"\n#include \"inc/../a.h\"\n", "a.h", NULL);
    expect("#inc\\\nlude \"a.h\"\n", "a.h", NULL);
    expect("#inc\\  \r\nlude \"a.h\"\n", "a.h", NULL);
    expect("/* x */ # /* y */ include /* z */ \"a.h\" // more\n", "a.h", NULL);
    expect("%:include \"a.h\"\n\?\?=include <c.h>\n", "a.h more/c.h", NULL);
    expect("#if __has_include(\"a.h\") && __has_include ( <nowhere.h> )\n#endif\n", "a.h", NULL);
    expect("#include_next <b.h>\nint x[] = {\n#embed \"a.h\"\n};\n", "inc/b.h a.h", NULL);
    expect("#define NAME \"a.h\"\n", "a.h", NULL);
}

static void text_that_includes_nothing(void **state)
{
    (void)state;
    expect("// #include \"a.h\"\n/*\n#include \"a.h\"\n*/\n", "", NULL);
    expect("// goes on \\\n#include \"a.h\"\n", "", NULL);
    expect("const char *s = R\"x(\n#include \"a.h\"\n)x\";\n", "", NULL);
    expect("const char *s = \"\\\"\\\n#include <a.h>\";\n", "", NULL);
    expect("int a = 1'000'000;\nchar c = '\"';\n#include \"a.h\"\n", "a.h", NULL);
    expect("int includes; // include \"a.h\"\n#pragma unroll\n#error don't\n", "", NULL);
}

static void the_compilers_own_headers(void **state)
{
    (void)state;
    expect("#include <cuda_fp16.h>\n#include \"cuda_runtime.h\"\n#include <cooperative_groups/reduce.h>\n"
           "#include <stdio.h>\n#ifdef HOST\n#include <sys/time.h>\n#endif\n",
           "", NULL);
    write_file("inc/stdio.h", "\n"); /* of the user's folder */
    expect("#include <stdio.h>\n", "inc/stdio.h", NULL);
}

static void what_cannot_be_known(void **state)
{
    (void)state;
    expect("#include NAME\n", "", "it includes what a macro says: NAME");
    expect("#include \x1b[31mX\n", "", "it includes what a macro says: ?[31mX");
    expect("#if __has_include(NAME)\n#endif\n", "", "it includes what a macro says: NAME");
    expect("#include \"missing.h\"\n#include NAME\n", "",
           "it includes \"missing.h\", which is in none of its folders");
    expect("#include </nowhere/x.h>\n", "", "it includes \"/nowhere/x.h\", which is in none of its folders");
    expect("#include <../x.h>\n", "", "it includes \"../x.h\", which is in none of its folders");
}

/* Files include each other, and themselves; names are looked for beside the file that says them. */
static void cycles(void **state)
{
    (void)state;
    write_file("inc/b.h", "#include \"d.h\"\n#include \"../k.cu\"\n");
    write_file("inc/d.h", "#include \"b.h\"\n#include \"d.h\"\n");
    write_file("k.cu", "#include <b.h>\n");
    expect("#include <b.h>\n", "inc/b.h inc/d.h", NULL);
    write_file("inc/d.h", "#include \"gone.h\"\n");
    expect("#include <b.h>\n", "inc/b.h inc/d.h", "it includes \"gone.h\", which is in none of its folders");
}

static void options_include_too(void **state)
{
    (void)state;
    const char *const more[] = {option[0],        "-include", "b.h",
                                "-DNAME=\"c.h\"", option[1],  "--pre-include=c.h"};
    struct tw_includes includes;
    assert_int_equal(tw_includes_find(source_path, "", more, 3, &includes, NULL), TW_OK);
    assert_int_equal(includes.count, 1);
    tw_includes_free(&includes);
    assert_int_equal(tw_includes_find(source_path, "", more, 6, &includes, NULL), TW_OK);
    assert_int_equal(includes.count, 2);
    assert_null(includes.unresolved);
    tw_includes_free(&includes);
    assert_int_equal(tw_includes_find(source_path, "", more + 1, 2, &includes, NULL), TW_OK);
    assert_non_null(includes.unresolved);
    tw_includes_free(&includes);
}

static void hash_of(const char *text, char hash[TW_HASH_DIGITS + 1])
{
    struct tw_includes includes;
    find(text, &includes);
    memcpy(hash, includes.hash, TW_HASH_DIGITS + 1);
    tw_includes_free(&includes);
}

/* The hash is of names and contents, wherever the folder is, and of what headers of headers hold. */
static void the_hash(void **state)
{
    (void)state;
    char first[TW_HASH_DIGITS + 1], second[TW_HASH_DIGITS + 1];
    write_file("inc/b.h", "#include <c.h>\n");
    hash_of("#include <b.h>\n", first);
    write_file("more/c.h", "int d;\n");
    hash_of("#include <b.h>\n", second);
    assert_string_not_equal(first, second);
    write_file("more/c.h", "int c;\n");
    hash_of("int code;\n#include <b.h>\n", second);
    assert_string_equal(first, second);
    tear_down(NULL);
    set_up(NULL);
    write_file("inc/b.h", "#include <c.h>\n");
    hash_of("#include <b.h>\n", second);
    assert_string_equal(first, second);
    write_file("inc/c.h", "");
    hash_of("#include <b.h>\n", second);
    assert_string_not_equal(first, second);
}

#if CAN_FAIL
/* Every allocation fails once: that is said, and nothing is lost. */
static void memory_runs_out(void **state)
{
    (void)state;
    static const char text[] =
        "#include <b.h>\n#include \"a.h\"\n#if __has_include(<c.h>)\n#endif\n#include WHAT\n";
    int code = TW_MEMORY;
    write_file("inc/b.h", "#include <c.h>\n");
    for (long k = 0; code == TW_MEMORY; k++) {
        struct tw_includes includes;
        const long before = live;
        until_failure = k;
        code = tw_includes_find(source_path, text, options, 2, &includes, NULL);
        until_failure = -1;
        assert_true(code == TW_MEMORY || k > 10);
        assert_int_equal(code == TW_OK ? includes.count : 3, 3);
        tw_includes_free(&includes);
        assert_int_equal(live, before);
    }
    assert_int_equal(code, TW_OK);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_branch_counts),
        TEST(text_that_includes_nothing),
        TEST(the_compilers_own_headers),
        TEST(what_cannot_be_known),
        TEST(cycles),
        TEST(options_include_too),
#if CAN_FAIL
        TEST(memory_runs_out),
#endif
        TEST(the_hash)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
