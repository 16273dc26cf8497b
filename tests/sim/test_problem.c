/*
 * Problems as structs: each becomes the plan of its JSON, written here by hand, and the structs have every member that says what
 * is computed. What is said of problems that are wrong: places and words are those of the caller's own text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/problem.h>

#include "gen/family.h"

static struct tw_planner *planner;
static struct tw_error error = TW_ERROR_INIT;
static char cache[] = "/tmp/tilewright-problem-cache-XXXXXX";

static int open_planner(void **state)
{
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = cache};
    (void)state;
    if (!mkdtemp(cache)) return 1;
    int code = tw_planner_open(&options, &planner, &error);
    if (code) print_error("%s\n", error.message);
    return code;
}

static int close_planner(void **state)
{
    char command[80];
    (void)state;
    tw_planner_close(planner);
    tw_error_free(&error);
    snprintf(command, sizeof command, "rm -r %s", cache);
    return system(command);
}

/* ---- the same plan ---- */

static struct tw_plan *make(const struct tw_problem *problem)
{
    struct tw_plan *plan;
    if (tw_plan_make(planner, problem, &plan, &error)) fail_msg("%s: %s", problem->fields, error.message);
    return plan;
}

static void expect_equal(const struct tw_kernel *a, const struct tw_kernel *b)
{
    assert_string_equal(a->family, b->family);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->source, b->source);
    assert_int_equal(a->shape.argument_count, b->shape.argument_count);
    for (unsigned i = 0; i < a->shape.argument_count; i++) {
        assert_int_equal(a->shape.arguments[i].count, b->shape.arguments[i].count);
        assert_int_equal(a->shape.arguments[i].element, b->shape.arguments[i].element);
        assert_int_equal(a->shape.arguments[i].first, b->shape.arguments[i].first);
        assert_int_equal(a->shape.arguments[i].align, b->shape.arguments[i].align);
    }
    assert_int_equal(a->shape.launch_count, b->shape.launch_count);
    for (unsigned i = 0; i < a->shape.launch_count; i++)
        assert_int_equal(tw_launch_blocks(&a->shape.launches[i]), tw_launch_blocks(&b->shape.launches[i]));
    assert_int_equal(a->field_count, b->field_count);
    for (unsigned f = 0; f < a->field_count; f++) {
        const struct tw_field_value *x = &a->fields[f], *y = &b->fields[f];
        assert_int_equal(x->is_word, y->is_word);
        assert_string_equal(x->is_word ? x->text : "", y->is_word ? y->text : "");
        assert_int_equal(x->is_word ? 0 : x->number, y->is_word ? 0 : y->number);
    }
}

/* The plan of a struct is that of the JSON, of other spaces and order; of the struct's own text it is the very same one. */
static void expect(struct tw_problem problem, const char *json)
{
    const struct tw_problem written = {.family = problem.family, .fields = json};
    struct tw_plan *typed = make(&problem), *plain = make(&written), *again = make(&problem);
    expect_equal(tw_plan_kernel(typed), tw_plan_kernel(plain));
    assert_int_equal(tw_plan_grounds(typed), tw_plan_grounds(plain));
    assert_ptr_equal(typed, again);
    tw_plan_destroy(typed);
    tw_plan_destroy(plain);
    tw_plan_destroy(again);
}

static struct tw_fields fields;

#define TRANSPOSE(...) tw_problem_transpose(&(struct tw_transpose_problem){__VA_ARGS__}, &fields)
#define REDUCE(...)    tw_problem_reduce(&(struct tw_reduce_problem){__VA_ARGS__}, &fields)
#define DOT(...)       tw_problem_dot(&(struct tw_dot_problem){__VA_ARGS__}, &fields)
#define STENCIL(...)   tw_problem_stencil(&(struct tw_stencil_problem){__VA_ARGS__}, &fields)

static void transposes(void **state)
{
    (void)state;
    expect(TRANSPOSE(.rows = 100, .cols = 70), "{\"cols\":70,\"rows\":100}");
    expect(TRANSPOSE(.rows = 33, .cols = 65, .type = TW_TYPE_UINT8, .batch = 3),
           "{\"type\":\"uint8\", \"batch\":3, \"rows\":33, \"cols\":65}");
    expect(TRANSPOSE(.rows = 20, .cols = 30, .in_pitch = 32, .out_pitch = 24, .in_offset = 1, .out_offset = 5,
                     .type = TW_TYPE_FLOAT64X2),
           "{\"rows\": 20, \"cols\": 30, \"in_pitch\":32, \"out_pitch\":24,\"in_offset\":1,\"out_offset\":5,"
           "\"type\": \"float64x2\"}");
    expect(TRANSPOSE(.rows = 16, .cols = 16, .in_offset = TW_ZERO),
           "{\"rows\":16,\"cols\":16, \"in_offset\":0}");
}

static void reductions(void **state)
{
    (void)state;
    expect(REDUCE(.cols = 10000), "{\"cols\":10000 }");
    expect(REDUCE(.cols = 100, .rows = 40, .along = TW_ALONG_COLUMNS, .op = TW_OP_MAX, .type = TW_TYPE_INT16,
                  .pitch = 128, .batch = 2),
           "{\"op\":\"max\", \"along\":\"columns\", \"rows\":40, \"cols\":100,\"pitch\":128,\"batch\":2,"
           "\"type\":\"int16\"}");
    expect(REDUCE(.op = TW_OP_SUM, .cols = 1000, .type = TW_TYPE_FLOAT16, .accumulator = TW_TYPE_FLOAT64,
                  .order = TW_ORDER_FREE),
           "{\"accumulator\":\"float64\",\"order\":\"free\", "
           "\"cols\":1000,\"type\":\"float16\",\"op\":\"sum\"}");
    expect(REDUCE(.op = TW_OP_ARGMIN, .cols = 50, .rows = 9, .ties = TW_TIES_LAST),
           "{\"op\":\"argmin\",\"ties\":\"last\", \"cols\":50,\"rows\":9}");
    expect(REDUCE(.cols = 500, .rows = 9, .along = TW_ALONG_SEGMENTS, .offsets = TW_TYPE_INT32),
           "{\"along\":\"segments\",\"offsets\":\"int32\", \"cols\":500,\"rows\":9}");
    expect(REDUCE(.cols = 500, .type = TW_TYPE_INT32, .accumulator = TW_TYPE_OWN),
           "{\"accumulator\":\"own\",\"type\":\"int32\", \"cols\":500}");
    expect(REDUCE(.cols = TW_ZERO), "{\"cols\":0 }");
    expect(REDUCE(.cols = 999, .order = TW_ORDER_EXACT), "{\"cols\":999, \"order\":\"exact\" }");
}

static void dots_and_stencils(void **state)
{
    (void)state;
    expect(DOT(.n = 5000, .type = TW_TYPE_INT64), "{\"n\":5000,\"type\":\"int64\"}");
    expect(DOT(.n = 5000, .result = TW_RESULT_SUM), "{\"method\":\"last\", \"n\":5000}");
    expect(DOT(.n = 5000, .result = TW_RESULT_PARTIALS), "{\"result\":\"partials\", \"n\":5000}");
    expect(STENCIL(.cols = 1000, .radius = 2, .boundary = TW_BOUNDARY_PERIODIC, .scheme = TW_SCHEME_BINOMIAL),
           "{\"scheme\":\"binomial\",\"boundary\":\"periodic\",\"cols\":1000, \"radius\":2}");
    expect(STENCIL(.shape = TW_NEIGHBOURS_STAR, .rows = 40, .cols = 50, .radius = 1, .in_pitch = 64,
                   .out_pitch = 52, .type = TW_TYPE_FLOAT64, .symmetry = TW_SYMMETRY_SYMMETRIC),
           "{\"shape\":\"star\",\"rows\":40,\"cols\":50,\"radius\":1,\"in_pitch\":64,\"out_pitch\":52,"
           "\"type\":\"float64\",\"symmetry\":\"symmetric\"}");
}

/* Every field that says what is computed is in the text, by its own name, and nothing else is (but for how a dot product comes to
   one sum); every word of a field of words is known. */
static void expect_complete(struct tw_problem all)
{
    const struct tw_family *family = tw_family_find(all.family);
    char key[64];
    unsigned members = 0, wanted = 0;
    for (const char *c = all.fields; *c; c++) members += *c == ':';
    for (unsigned f = 0; f < family->field_count; f++) {
        snprintf(key, sizeof key, "\"%s\": ", family->fields[f].key);
        bool is_problem = family->fields[f].roles & TW_FIELD_PROBLEM;
        if (is_problem && !strstr(all.fields, key)) fail_msg("%s lacks %s", all.family, key);
        wanted += is_problem;
    }
    assert_int_equal(members, wanted);
}

static void structs_have_every_member(void **state)
{
    (void)state;
    expect_complete(TRANSPOSE(1, 1, 1, 1, 1, 1, 1, TW_TYPE_INT8));
    expect_complete(REDUCE(TW_OP_SUM, TW_ALONG_ROWS, 1, 1, 1, 1, TW_TYPE_INT8, TW_TYPE_OWN, TW_ORDER_FREE,
                           TW_TIES_LAST, TW_TYPE_INT32));
    expect_complete(DOT(1, TW_TYPE_INT32, TW_RESULT_PARTIALS));
    expect_complete(STENCIL(TW_NEIGHBOURS_BOX, 1, 1, 1, 1, 1, TW_TYPE_FLOAT64, TW_BOUNDARY_FIXED,
                            TW_SCHEME_GIVEN, TW_SYMMETRY_GENERAL));
}

static void expect_words(const char *family, const char *key, const char *const *words, size_t count)
{
    const struct tw_family *of = tw_family_find(family);
    const struct tw_field_info *field = &of->fields[tw_family_field(of, key)];
    size_t known = 0;
    for (size_t i = 0; field->words[i]; i++) {
        size_t j = 0;
        while (j < count && strcmp(words[j], field->words[i]) != 0) j++;
        if (j == count) fail_msg("%s: %s may be %s", family, key, field->words[i]);
        known++;
    }
    if (strcmp(key, "type") != 0 && strcmp(key, "accumulator") != 0) assert_int_equal(known, count);
}

static void words_are_those_of_the_families(void **state)
{
    (void)state;
#define X(constant, word) word,
#define EXPECT(family, key, list)                                                                            \
    do {                                                                                                     \
        static const char *const words[] = {list(X)};                                                        \
        expect_words(family, key, words, sizeof words / sizeof *words);                                      \
    } while (0)
    EXPECT("transpose", "type", TW_TYPES);
    EXPECT("reduce", "type", TW_TYPES);
    EXPECT("reduce", "accumulator", TW_TYPES);
    EXPECT("reduce", "op", TW_OPS);
    EXPECT("reduce", "along", TW_ALONGS);
    EXPECT("reduce", "order", TW_ORDERS);
    EXPECT("reduce", "ties", TW_TIES);
    EXPECT("dot", "type", TW_TYPES);
    EXPECT("dot", "result", TW_RESULTS);
    EXPECT("stencil", "shape", TW_NEIGHBOURS);
    EXPECT("stencil", "type", TW_TYPES);
    EXPECT("stencil", "boundary", TW_BOUNDARIES);
    EXPECT("stencil", "scheme", TW_SCHEMES);
    EXPECT("stencil", "symmetry", TW_SYMMETRIES);
#undef EXPECT
#undef X
}

static void expect_whole(struct tw_problem problem)
{
    struct tw_plan *plan;
    assert_int_equal(problem.fields[strlen(problem.fields) - 1], '}');
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_non_null(strstr(error.message, " is ")); /* a value, not the text */
}

/* The longest texts there can be stay whole. */
static void no_text_is_too_long(void **state)
{
    int64_t n = INT64_MIN + 1;
    (void)state;
    expect_whole(TRANSPOSE(n, n, n, n, n, n, n, TW_TYPE_FLOAT32X4));
    expect_whole(REDUCE(TW_OP_PRODUCT, TW_ALONG_SEGMENTS, n, n, n, n, TW_TYPE_BFLOAT16, TW_TYPE_BFLOAT16,
                        TW_ORDER_COMPENSATED, TW_TIES_FIRST, TW_TYPE_BFLOAT16));
    expect_whole(DOT(n, TW_TYPE_BFLOAT16, TW_RESULT_SUM));
    expect_whole(STENCIL((enum tw_neighbours)99, n, n, n, n, n, TW_TYPE_BFLOAT16, TW_BOUNDARY_PERIODIC,
                         TW_SCHEME_DERIVATIVE, TW_SYMMETRY_ANTISYMMETRIC));
}

/* ---- what is wrong ---- */

static void expect_error(struct tw_problem problem, unsigned line, unsigned column, const char *message,
                         const char *detail)
{
    static const char *const wrapped[] = {"variants", "defaults", "\"kernel\"", "\"tilewright\""};
    struct tw_plan *plan;
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_null(plan);
    if (strncmp(error.message, message, strlen(message)) != 0) fail_msg("%s", error.message);
    if (error.line != line || error.column != column)
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    assert_string_equal(error.file, "problem");
    if (detail && !(error.detail && strstr(error.detail, detail))) fail_msg("%s", error.detail);
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        assert_null(strstr(error.message, wrapped[i]));
        assert_false(error.detail && strstr(error.detail, wrapped[i]));
    }
}

static struct tw_problem json(const char *family, const char *text)
{
    return (struct tw_problem){.family = family, .fields = text};
}

static void errors_speak_of_the_callers_text(void **state)
{
    (void)state;
    expect_error(json("transpose", "{\"rows\": 5,\n  \"colz\": 7}"), 2, 3,
                 "unknown key \"colz\" at /colz; a problem may have \"rows\", \"cols\"",
                 "  |   \"colz\": 7}\n  |   ^");
    expect_error(json("transpose", "{\"rows\": 5, \"cols\": 7, \"name\": \"t\"}"), 1, 24,
                 "unknown key \"name\" at /name", NULL);
    expect_error(json("transpose", "{\"rows\": 0,\n\"cols\": 7}"), 1, 10,
                 "rows is 0 at /rows; it must be an integer from 1 to 2147483647", "{\"rows\": 0,\n");
    expect_error(json("reduce", "{\n\n\"cols\": 3, \"op\": \"summ\"}"), 3, 18,
                 "op is \"summ\" at /op; it must be one of \"sum\"", NULL);
    expect_error(json("transpose", " {\"rows\": 5}"), 1, 2,
                 "\"cols\" is missing; it must be given: an integer from 1 to 2147483647", "{\"rows\": 5}");
    expect_error(json("transpose", "{\"rows\": [5, 6], \"cols\": 1}"), 1, 10,
                 "\"rows\" has several values at /rows; it says what is computed", NULL);
    expect_error(json("transpose", "{\"rows\": 5, \"rows\": 6}"), 1, 13, "duplicate key \"rows\" at /rows",
                 NULL);
    expect_error(json("transpose", "{\"rows\": 5, \"cols\": {\"from\": 3}}"), 1, 21, "", NULL);
    expect_error(
        json("tile", "{\"BDIMX\": {\"from\": 1, \"to\": 1024}, \"BDIMY\": {\"from\": 1, \"to\": 1024}}"), 1,
        1, "the problem passes 1000000 combinations", NULL);
}

static void texts_that_are_no_object(void **state)
{
    (void)state;
    expect_error(json("tile", ""), 1, 1, "the text ends where a value should be", NULL);
    expect_error(json("tile", "{\"BDIMX\": 32"), 1, 13, "the text ends where ',' or '}' should be", NULL);
    expect_error(json("tile", "{\"BDIMX\": 32,\n \"BDIMY\": 07}"), 2, 11, "a number has no leading zeros",
                 NULL);
    expect_error(json("tile", "[1, 2]"), 1, 1, "a problem is a list; it must be an object of fields",
                 "[1, 2]");
    expect_error(json("tile", "7"), 1, 1, "a problem is 7; it must be an object of fields", NULL);
    /* nothing can be put behind the object */
    expect_error(json("tile", "{\"BDIMX\": 32, \"BDIMY\": 8}, \"machine\": {\"banks\": 32}"), 1, 26,
                 "unexpected ','; expected the end of the text", NULL);
    expect_error(json("tile", "{\"BDIMX\": 32, \"BDIMY\": 8}}"), 1, 26, "unexpected '}'", NULL);
}

static void families_and_names(void **state)
{
    (void)state;
    expect_error(json("transpse", "{}"), 0, 0, "the family is \"transpse\"; it must be one of ", NULL);
    assert_non_null(strstr(error.message, "did you mean \"transpose\"?"));
    expect_error(json("", "{}"), 0, 0, "the family is \"\"", NULL);
    struct tw_problem named = json("transpose", "{\"rows\": 5, \"cols\": 7}");
    named.name = "two words";
    expect_error(named, 0, 0, "the name \"two words\" cannot be used; ", NULL);
    named = json("tile", "{\"BDIMX\": 32, \"BDIMY\": 8}");
    named.name = "0";
    expect_error(named, 0, 0, "the name \"0_IPAD0_none\", made from \"0\", cannot be used; ", NULL);
}

/* Structs too are told of by the text that they are. */
static void structs_that_are_wrong(void **state)
{
    (void)state;
    expect_error(TRANSPOSE(0), 1, 1, "\"rows\" is missing", NULL);
    expect_error(REDUCE(.rows = 3), 1, 1, "\"cols\" is missing", NULL);
    expect_error(DOT(0), 1, 1, "\"n\" is missing", NULL);
    expect_error(STENCIL(0), 1, 1, "\"cols\" is missing", NULL);
    expect_error(TRANSPOSE(.rows = -1, .cols = 1), 1, 10, "rows is -1 at /rows", "{\"rows\": -1");
    expect_error(TRANSPOSE(.rows = TW_ZERO, .cols = 1), 1, 10, "rows is 0 at /rows", NULL);
    expect_error(REDUCE(.cols = 1, .type = TW_TYPE_INT32X2), 1, 21, "type is \"int32x2\" at /type", NULL);
    expect_error(REDUCE(.cols = 1, .order = (enum tw_order)77), 1, 22,
                 "order is 77 at /order; it must be one of", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transposes),
        cmocka_unit_test(reductions),
        cmocka_unit_test(dots_and_stencils),
        cmocka_unit_test(structs_have_every_member),
        cmocka_unit_test(words_are_those_of_the_families),
        cmocka_unit_test(no_text_is_too_long),
        cmocka_unit_test(errors_speak_of_the_callers_text),
        cmocka_unit_test(texts_that_are_no_object),
        cmocka_unit_test(families_and_names),
        cmocka_unit_test(structs_that_are_wrong),
    };
    return cmocka_run_group_tests(tests, open_planner, close_planner);
}
