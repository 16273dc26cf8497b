/* T1 files: the Python in them has the values that Python gives it (tests/t1.py), or is refused at its place; what is written is a description,
   whose space has as many variants as its authors state; and what files in the wild have wrong is said. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "gen/config/config.h"
#include "gen/described/description.h"
#include "gen/t1/t1.h"
#include "gen/t1/translate.h"
#include "tune/search/part.h"

typedef struct tw_expression_value value;

#define INTEGER(n)                                                                                           \
    {                                                                                                        \
        .kind = TW_EXPRESSION_INTEGER, .integer = (n)                                                        \
    }
#define DOUBLE(n)                                                                                            \
    {                                                                                                        \
        .kind = TW_EXPRESSION_DOUBLE, .number = (n)                                                          \
    }

/* ---- expressions ---- */

/* What the scopes of tests/t1.py have: a, b and c take each two values. */
static value a_values[] = {INTEGER(1), INTEGER(7)}, b_values[] = {INTEGER(-3), INTEGER(4)},
             c_values[] = {DOUBLE(-2.5), INTEGER(4)},
             w_values[] = {{.kind = TW_EXPRESSION_WORD, .length = 3, .word = "xor"}};
static const struct tw_t1_parameter parameters[] = {
    {"a", {a_values, 2, 2}}, {"b", {b_values, 2, 2}}, {"c", {c_values, 2, 2}}, {"w", {w_values, 1, 1}}};
static const char *const names[] = {"a", "b", "c", "w", "px", "py", "index", NULL};

static struct tw_t1_scope scope_in(struct tw_arena *arena)
{
    return (struct tw_t1_scope){.arena = arena,
                                .parameters = parameters,
                                .parameter_count = 4,
                                .problem = {"px", "py"},
                                .has_index = true};
}

static bool evaluate(const char *text, int scope, value *result)
{
    const value values[] = {a_values[scope & 1],
                            b_values[scope >> 1 & 1],
                            c_values[scope >> 2],
                            w_values[0],
                            INTEGER(100),
                            INTEGER(33),
                            INTEGER(5)};
    struct tw_expression expression;
    struct tw_expression_fault fault;
    if (!tw_expression_read(text, names, TW_EXPRESSION_HOST, &expression, &fault))
        fail_msg("%s: %s at %u", text, fault.why, fault.at);
    return tw_expression_evaluate(&expression, values, result, &fault);
}

static double number_of(const value *of)
{
    return of->kind == TW_EXPRESSION_DOUBLE ? of->number : (double)of->integer;
}

static void check_scopes(char kind, const char *python, char *expected)
{
    struct tw_arena arena = {0};
    struct tw_t1_scope scope = scope_in(&arena);
    struct tw_expression_fault fault;
    struct tw_text text = {0};
    const enum tw_t1_wanted wanted = kind == 'C'   ? TW_T1_CONDITION
                                     : kind == 'I' ? TW_T1_INTEGER
                                                   : TW_T1_VALUE;
    if (!tw_t1_translate(&scope, python, wanted, &text, &fault))
        fail_msg("%s: %s at %u", python, fault.why, fault.at);
    char *want = strtok(expected, " \n");
    for (int i = 0; i < 8; i++, want = strtok(NULL, " \n")) {
        value got;
        assert_non_null(want);
        const bool has = evaluate(tw_text_string(&text), i, &got);
        if (has == (strcmp(want, "none") == 0))
            fail_msg("%s -> %s, scope %d: %s", python, tw_text_string(&text), i, want);
        if (!has) continue;
        const double is = kind == 'C' ? tw_expression_is_true(&got) : number_of(&got);
        if (is != strtod(want, NULL) || (kind == 'I' && got.kind != TW_EXPRESSION_INTEGER))
            fail_msg("%s -> %s, scope %d: %.17g, not %s", python, tw_text_string(&text), i, is, want);
    }
    tw_text_free(&text);
    tw_arena_free(&arena);
}

static void check_list(const char *python, char *expected)
{
    struct tw_arena arena = {0};
    struct tw_t1_scope scope = {.arena = &arena};
    struct tw_expression_fault fault;
    struct tw_t1_list list = {0};
    const struct tw_python *tree = tw_python_read(&arena, python, &fault);
    if (!tree || !tw_t1_evaluate(&scope, tree, &list, &fault))
        fail_msg("%s: %s at %u", python, fault.why, fault.at);
    char *want = strtok(expected, " \n");
    for (size_t i = 0; i < list.count; i++, want = strtok(NULL, " \n")) {
        if (!want || number_of(&list.value[i]) != strtod(want, NULL) ||
            (strchr(want, '.') != NULL) != (list.value[i].kind == TW_EXPRESSION_DOUBLE))
            fail_msg("%s: value %zu is not %s", python, i, want ? want : "there");
    }
    if (want) fail_msg("%s: %s is missing", python, want);
    tw_arena_free(&arena);
}

static void expressions_have_the_values_of_python(void **state)
{
    (void)state;
    static char line[1 << 16];
    unsigned lines = 0;
    FILE *python = popen("python3 -W ignore " SOURCE_DIR "/tests/t1.py expressions", "r");
    assert_non_null(python);
    for (; fgets(line, sizeof line, python); lines++) {
        char *text = strchr(line, '\t') + 1, *expected = strchr(text, '\t');
        *expected++ = '\0';
        if (*line == 'L')
            check_list(text, expected);
        else
            check_scopes(*line, text, expected);
    }
    assert_int_equal(pclose(python), 0);
    assert_true(lines > 80);
}

static void what_is_not_understood_has_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned at;
        const char *why;
    } cases[] = {
        {"(a or 0) == 1", 1, "truth value"},
        {"a is None", 5, "not understood"},
        {"a + foo(b)", 4, "this function"},
        {"a.x > 1", 0, "nothing of that name"},
        {"a + zzz", 4, "nothing of that name"},
        {"[1]", 0, "a list is no value"},
        {"a +", 3, "it ends"},
        {"(a", 2, "closing bracket"},
        {"a b", 2, "an operator"},
        {"\"x\" + 1", 0, "a string"},
        {"a + w", 0, "a string"},
        {"(a, b) == (1, 4)", 0, "a list is no value"},
        {"a if b", 6, "\"else\""},
        {"'a", 0, "does not end"},
        {"a.bit_length()", 0, "this function"},
        {"(a).x", 3, "methods"},
        {"ProblemSize[2]", 12, "no such element"},
        {"b[5]", 0, "subscript"},
        {"9223372036854775808", 0, "64 bits"},
        {"c & 1", 0, "integers"},
        {"2j", 0, "complex"},
        {"min(a, b", 8, "closing bracket"},
        {"max()", 0, "nothing to choose"},
        {"abs(a, b)", 0, "number of arguments"},
        {"a in range(100)", 5, "64 members"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_arena arena = {0};
        struct tw_t1_scope scope = scope_in(&arena);
        struct tw_expression_fault fault = {"", 0};
        struct tw_text text = {0};
        if (tw_t1_translate(&scope, cases[i].text, TW_T1_VALUE, &text, &fault))
            fail_msg("%s is %s", cases[i].text, tw_text_string(&text));
        if (fault.at != cases[i].at || !strstr(fault.why, cases[i].why))
            fail_msg("%s: %s at %u", cases[i].text, fault.why, fault.at);
        tw_text_free(&text);
        tw_arena_free(&arena);
    }
}

/* What stands several times in a translation does not make it as long as anybody likes. */
static void long_translations_are_refused(void **state)
{
    (void)state;
    struct tw_text nested = {0}, text = {0};
    struct tw_arena arena = {0};
    struct tw_t1_scope scope = scope_in(&arena);
    struct tw_expression_fault fault = {"", 0};
    for (int n = 0; n < 30; n++) tw_text_add_char(&nested, '(');
    tw_text_add(&nested, "a");
    for (int n = 0; n < 30; n++) tw_text_add(&nested, " in [1, 2, 3, 4, 5, 6])");
    assert_false(tw_t1_translate(&scope, tw_text_string(&nested), TW_T1_CONDITION, &text, &fault));
    assert_non_null(strstr(fault.why, "too long"));
    tw_text_free(&nested);
    tw_text_free(&text);
    tw_arena_free(&arena);
}

/* Text of any depth and length ends in a fault. */
static void hostile_expressions_end(void **state)
{
    (void)state;
    static const char *const parts[] = {"(",          "-",  "not ", "2**", "a+", "[", "a if a else ",
                                        "lambda p: ", "f(", "a[",   "1,",  "a<"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct tw_text text = {0};
        struct tw_arena arena = {0};
        struct tw_expression_fault fault = {"", 0};
        for (unsigned n = 0; n < 10000; n++) tw_text_add(&text, parts[i]);
        assert_null(tw_python_read(&arena, tw_text_string(&text), &fault));
        assert_true(strlen(fault.why) > 0);
        tw_text_free(&text);
        tw_arena_free(&arena);
    }
    static const char *const lists[] = {"range(0, 10**9)",
                                        "[0] * 10**9",
                                        "[i for i in range(9999) for k in range(9999)]",
                                        "range(0, 9, 0)",
                                        "[i for i in range(9999) for k in range(9999) if i < 0]",
                                        "[x for x in 5]"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct tw_arena arena = {0};
        struct tw_t1_scope scope = {.arena = &arena};
        struct tw_expression_fault fault = {"", 0};
        struct tw_t1_list list = {0};
        const struct tw_python *tree = tw_python_read(&arena, lists[i], &fault);
        assert_non_null(tree);
        assert_false(tw_t1_evaluate(&scope, tree, &list, &fault));
        tw_arena_free(&arena);
    }
}

/* ---- files ---- */

struct file {
    struct tw_text text, source, description, warnings;
    struct tw_json json;
};

/* Reads a T1 file, with a source that its description finds by its whole name. */
static int describe(const char *path, const char *source, struct file *file, struct tw_error *error)
{
    struct tw_t1_source given = {source ? source : "nowhere.cu", NULL};
    assert_int_equal(tw_file_read(path, &file->text, error), TW_OK);
    assert_int_equal(tw_json_parse(path, tw_text_string(&file->text), file->text.length, &file->json, error),
                     TW_OK);
    assert_true(tw_is_t1(&file->json));
    if (source) {
        assert_int_equal(tw_file_read(source, &file->source, error), TW_OK);
        given.text = tw_text_string(&file->source);
    }
    return tw_t1_describe(&file->json, &given, &file->description, &file->warnings, error);
}

static void close_file(struct file *file)
{
    tw_json_free(&file->json);
    tw_text_free(&file->text);
    tw_text_free(&file->source);
    tw_text_free(&file->description);
    tw_text_free(&file->warnings);
}

/* A search of the space finds as many: every one of them, and no other, is a point of its parts. */
static void check_parts(const struct tw_config *config, const struct tw_target *target, size_t count)
{
    struct tw_parts parts;
    uint64_t size;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_parts_list(config, target, &parts, &error), TW_OK);
    assert_true(tw_parts_size(&parts, 1000000, &size));
    assert_int_equal(size, count);
    tw_parts_free(&parts);
}

/* How many variants of the description's space are accepted. */
static size_t count_variants(const struct file *file)
{
    struct tw_config config;
    struct tw_variants variants;
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_target *target = tw_target_find(90);
    size_t count = 0;
    int code = tw_config_parse_space("described.json", tw_text_string(&file->description),
                                     file->description.length, &config, &error);
    if (code) fail_msg("%s", error.message);
    assert_int_equal(tw_config_expand(&config, target, &variants, &error), TW_OK);
    for (size_t i = 0; i < variants.count; i++)
        count += tw_family_accepts(variants.family, variants.variant[i].value, target);
    check_parts(&config, target, count);
    tw_variants_free(&variants);
    tw_config_free(&config);
    return count;
}

static size_t count_in_python(const char *path)
{
    char command[1000], line[100] = "";
    snprintf(command, sizeof command, "python3 %s/tests/t1.py space %s", SOURCE_DIR, path);
    FILE *python = popen(command, "r");
    assert_non_null(python);
    assert_non_null(fgets(line, sizeof line, python));
    assert_int_equal(pclose(python), 0);
    return (size_t)strtoul(line, NULL, 10);
}

/* The spaces are as large as brute force in Python finds them; the two of benchmark_hub as large as its recorded results, too. */
static void spaces_have_the_size_that_their_authors_state(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t recorded; /* 0: nobody did */
    } cases[] = {{SOURCE_DIR "/tests/data/t1/convolution_milo-T1.json", 4362},
                 {SOURCE_DIR "/tests/data/t1/dedispersion_milo-T1.json", 11130},
                 {SOURCE_DIR "/examples/kernel-tuner/blur-T1.json", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct file file = {0};
        struct tw_error error = TW_ERROR_INIT;
        int code = describe(cases[i].path, SOURCE_DIR "/examples/kernel-tuner/blur.cu", &file, &error);
        if (code) fail_msg("%s: %s", cases[i].path, error.message);
        const size_t count = count_variants(&file);
        assert_int_equal(count, count_in_python(cases[i].path));
        if (cases[i].recorded) assert_int_equal(count, cases[i].recorded);
        close_file(&file);
    }
}

/* What the conditions of sloppy-T1.json leave that can be translated, and blocks of at most 1024 threads. */
static size_t count_sloppy(void)
{
    size_t count = 0;
    for (int block = 32; block <= 1024; block *= 2) {
        for (int z = 1; z <= 2; z++) {
            for (int unroll = 1; unroll <= 16; unroll += unroll == 8 ? 8 : 1) {
                const bool odd = unroll == 3 || unroll == 5 || unroll == 7;
                if (block * unroll > 4096 || block * z > 1024 || odd) continue;
                const int kinds = fmod(unroll, block / 48.0) == 0 ? 2 : 1, factors = block > 32 ? 3 : 2;
                count += (size_t)(kinds * factors);
            }
        }
    }
    return count;
}

/* The whole text of a file with many mistakes, and what is said of them. */
static void mistakes_of_the_wild_are_said(void **state)
{
    (void)state;
    struct file file = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text expected = {0};
    int code = describe(SOURCE_DIR "/tests/data/t1/sloppy-T1.json", SOURCE_DIR "/tests/data/t1/sloppy.cu",
                        &file, &error);
    if (code) fail_msg("%s", error.message);
    assert_int_equal(tw_file_read(SOURCE_DIR "/tests/data/t1/sloppy.txt", &expected, &error), TW_OK);
    struct tw_text got = {0};
    const char *whole = tw_text_string(&file.description), *name = strstr(whole, SOURCE_DIR);
    assert_non_null(name);
    tw_text_add_bytes(&got, whole, (size_t)(name - whole));
    tw_text_addf(&got, "%s---\n%s", name + strlen(SOURCE_DIR "/tests/data/t1/"),
                 tw_text_string(&file.warnings));
    if (strcmp(tw_text_string(&got), tw_text_string(&expected)) != 0) fputs(tw_text_string(&got), stdout);
    assert_string_equal(tw_text_string(&got), tw_text_string(&expected));
    assert_int_equal(count_variants(&file), count_sloppy());
    tw_text_free(&got);
    tw_text_free(&expected);
    close_file(&file);
}

/* What no space can be made of is an error with its place. */
static void a_space_that_cannot_be_read_is_refused(void **state)
{
    (void)state;
#define T1(parameters, kernel)                                                                               \
    "{\"ConfigurationSpace\": {\"TuningParameters\": " parameters "}, \"KernelSpecification\": {" kernel "}" \
    "}"
#define X(values)                                                                                            \
    T1("[{\"Name\": \"x\", \"Type\": \"int\", \"Values\": " values "}]", "\"KernelName\": \"k\"")
    static const struct {
        const char *text, *message;
    } cases[] = {
        {T1("[]", ""), "no parameters"},
        {T1("3", ""), "no parameters"},
        {T1("[{\"Type\": \"int\", \"Values\": \"[1]\"}]", ""), "no name of a parameter"},
        {T1("[{\"Name\": \"a b\", \"Values\": \"[1]\"}]", ""), "no name of a parameter"},
        {T1("[{\"Name\": \"name\", \"Values\": \"[1]\"}]", ""), "means something else"},
        {T1("[{\"Name\": \"x\"}]", ""), "without \"Values\""},
        {X("\"[]\""), "without values"},
        {X("\"[1, 'a']\""), "strings beside numbers"},
        {X("\"['']\""), "no parameter may have"},
        {X("\"[1, 2\""), "at character 6 of \"[1, 2\" a comma or the closing bracket should stand here"},
        {X("\"[f(1)]\""), "at character 2 of \"[f(1)]\" this function is not understood"},
        {X("\"[y]\""), "there is nothing of that name"},
        {X("\"range(10**8)\""), "more than 65536 values"},
        {X("[1, {}]"), "no values"},
        {T1("[{\"Name\": \"x\", \"Values\": \"[1]\"}, {\"Name\": \"x\", \"Values\": \"[1]\"}]", ""),
         "there already"},
        {T1("[{\"Name\": \"x\", \"Values\": \"[1]\"}]", ""), "no \"KernelName\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_json json = {0};
        struct tw_error error = TW_ERROR_INIT;
        struct tw_text description = {0}, warnings = {0};
        const struct tw_t1_source source = {"k.cu", NULL};
        assert_int_equal(tw_json_parse("t1.json", cases[i].text, strlen(cases[i].text), &json, &error),
                         TW_OK);
        assert_int_equal(tw_t1_describe(&json, &source, &description, &warnings, &error), TW_INPUT);
        if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].text, error.message);
        tw_error_free(&error);
        tw_text_free(&description);
        tw_text_free(&warnings);
        tw_json_free(&json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_have_the_values_of_python),
        cmocka_unit_test(what_is_not_understood_has_a_place),
        cmocka_unit_test(long_translations_are_refused),
        cmocka_unit_test(hostile_expressions_end),
        cmocka_unit_test(spaces_have_the_size_that_their_authors_state),
        cmocka_unit_test(mistakes_of_the_wild_are_said),
        cmocka_unit_test(a_space_that_cannot_be_read_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
