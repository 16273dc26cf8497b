/*
 * Problems as structs: each becomes the plan of its JSON, written here by hand, and the structs have every member that says what
 * is computed. What is said of problems that are wrong: places and words are those of the caller's own text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
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
    if (tw_plan_make(planner, problem, &plan, &error)) fail_msg("%s: %s", problem->family, error.message);
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

/* The plan of a struct is that of the JSON, of other spaces and order; of the same struct it is the very same one. */
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
#define PERMUTE(...)   tw_problem_permute(&(struct tw_permute_problem){__VA_ARGS__}, &fields)
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

#define EXTENTS(...)                                                                                         \
    (const int64_t[])                                                                                        \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
#define AXES(...)                                                                                            \
    (const unsigned[])                                                                                       \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

static void permutations(void **state)
{
    (void)state;
    expect(PERMUTE(.rank = 4, .shape = EXTENTS(2, 3, 8, 5), .axes = AXES(0, 2, 3, 1)),
           "{\"shape\":\"2 3 8 5\", \"axes\":\"0 2 3 1\"}");
    expect(PERMUTE(.rank = 3, .shape = EXTENTS(5, 6, 7), .axes = AXES(2, 0, 1),
                   .in_strides = EXTENTS(-50, 0, 1), .out_strides = EXTENTS(1, -70, 9), .in_offset = 3,
                   .out_offset = 50000000000, .type = TW_TYPE_UINT8),
           "{\"type\":\"uint8\", \"in_offset\":3, \"out_offset\":50000000000, \"axes\":\"2 0 1\","
           "\"shape\":\"5 6 7\", \"in_strides\":\"-50 0 1\",\"out_strides\":\"1 -70 9\"}");
    expect(PERMUTE(.rank = 2, .shape = EXTENTS(0, 9), .axes = AXES(1, 0), .in_offset = TW_ZERO),
           "{\"axes\":\"1 0\", \"shape\":\"0 9\", \"in_offset\":0}");
    expect(PERMUTE(.shape = EXTENTS(1), .out_offset = 2), "{\"out_offset\":2, \"axes\":\"->\"}");
    expect(PERMUTE(.rank = 2, .shape = EXTENTS(8, 9), .axes = AXES(1, 0), .out_type = TW_TYPE_FLOAT16),
           "{\"axes\":\"1 0\", \"out_type\":\"float16\", \"shape\":\"8 9\"}");
    expect(PERMUTE(.rank = 2, .shape = EXTENTS(8, 9), .axes = AXES(1, 0), .type = TW_TYPE_INT8,
                   .out_type = TW_TYPE_FLOAT64, .alpha = &(double){-0.1}),
           "{\"axes\":\"1 0\", \"shape\":\"8 9\", \"type\":\"int8\", \"out_type\":\"float64\", "
           "\"alpha\":-1e-1}");
    expect(PERMUTE(.rank = 1, .shape = EXTENTS(8), .axes = AXES(0), .alpha = &(double){0}),
           "{\"axes\":\"0\", \"shape\":\"8\", \"alpha\":0}");
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

static unsigned times_given(const struct tw_problem *problem, const char *key)
{
    unsigned times = 0;
    for (unsigned i = 0; i < problem->value_count; i++) times += strcmp(problem->values[i].key, key) == 0;
    return times;
}

/* Every field that says what is computed is among the values, once and by its own name, and nothing else is (but for how a dot
   product comes to one sum); every word of a field of words is known. */
static void expect_complete(struct tw_problem all)
{
    const struct tw_family *family = tw_family_find(all.family);
    unsigned wanted = 0;
    assert_null(all.fields);
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *key = family->fields[f].key;
        bool is_problem = family->fields[f].roles & TW_FIELD_PROBLEM;
        if (strcmp(key, "sizes") == 0) continue; /* of names, which JSON has */
        if (is_problem && times_given(&all, key) != 1) fail_msg("%s lacks %s", all.family, key);
        wanted += is_problem;
    }
    assert_int_equal(all.value_count, wanted);
}

static void structs_have_every_member(void **state)
{
    (void)state;
    expect_complete(TRANSPOSE(1, 1, 1, 1, 1, 1, 1, TW_TYPE_INT8));
    expect_complete(PERMUTE(1, EXTENTS(1), AXES(0), EXTENTS(1), EXTENTS(1), 1, 1, TW_TYPE_INT8,
                            TW_TYPE_FLOAT16, &(double){2}));
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
    if (strcmp(key, "type") != 0 && strcmp(key, "accumulator") != 0 && strcmp(key, "out_type") != 0)
        assert_int_equal(known, count);
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
    EXPECT("permute", "type", TW_TYPES);
    EXPECT("permute", "out_type", TW_TYPES);
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

static void expect_refused(struct tw_problem problem)
{
    struct tw_plan *plan;
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_non_null(strstr(error.message, " is "));
}

/* All members at once, and numbers as far from what is allowed as there are. */
static void no_value_is_too_long(void **state)
{
    int64_t n = INT64_MIN + 1;
    (void)state;
    expect_refused(TRANSPOSE(n, n, n, n, n, n, n, TW_TYPE_FLOAT32X4));
    expect_refused(REDUCE(TW_OP_PRODUCT, TW_ALONG_SEGMENTS, n, n, n, n, TW_TYPE_BFLOAT16, TW_TYPE_BFLOAT16,
                          TW_ORDER_COMPENSATED, TW_TIES_FIRST, TW_TYPE_BFLOAT16));
    expect_refused(DOT(n, TW_TYPE_BFLOAT16, TW_RESULT_SUM));
    expect_refused(STENCIL((enum tw_neighbours)99, n, n, n, n, n, TW_TYPE_BFLOAT16, TW_BOUNDARY_PERIODIC,
                           TW_SCHEME_DERIVATIVE, TW_SYMMETRY_ANTISYMMETRIC));
}

/* Lists and ranges are JSON's; one value of any field may be given by itself, of how as well. The order tells plans apart, as it does
   in JSON, and what the values point to may go. */
static void values_without_a_struct(void **state)
{
    char key[] = "BDIMX", word[] = "row-col";
    struct tw_field_value values[] = {{.key = key, .number = 32},
                                      {.key = "BDIMY", .number = 16},
                                      {.key = "layout", .is_word = true, .text = word}};
    struct tw_problem problem = {.family = "tile", .values = values, .value_count = 3};
    (void)state;
    expect(problem, "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\"}");
    struct tw_plan *first = make(&problem);
    strcpy(word, "row-row");
    struct tw_plan *other = make(&problem);
    assert_ptr_not_equal(first, other);
    assert_string_equal(tw_kernel_field(tw_plan_kernel(first), "layout")->text, "row-col");
    assert_string_equal(tw_kernel_field(tw_plan_kernel(other), "layout")->text, "row-row");
    strcpy(word, "row-col");
    struct tw_plan *again = make(&problem);
    assert_ptr_equal(first, again);
    tw_plan_destroy(first);
    tw_plan_destroy(other);
    tw_plan_destroy(again);
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

/* No text is the caller's: what is wrong with a struct is at no place. */
static void structs_that_are_wrong(void **state)
{
    (void)state;
    expect_error(TRANSPOSE(0), 0, 0, "\"rows\" is missing; it must be given: an integer from 1 to ", NULL);
    expect_error(REDUCE(.rows = 3), 0, 0, "\"cols\" is missing; ", NULL);
    expect_error(DOT(0), 0, 0, "\"n\" is missing; ", NULL);
    expect_error(STENCIL(0), 0, 0, "\"cols\" is missing; ", NULL);
    expect_error(PERMUTE(0), 0, 0, "\"axes\" is missing; ", NULL);
    expect_error(PERMUTE(.rank = 2, .axes = AXES(0, 1)), 0, 0,
                 "no variant is possible on simulator (sm_90): nothing gives the extents of the axes: shape "
                 "should (character 1 of axes)",
                 NULL);
    expect_error(PERMUTE(.rank = 2, .axes = AXES(1, 1), .shape = EXTENTS(3, 4)), 0, 0,
                 "no variant is possible on simulator (sm_90): axis 1 stands twice (character 3 of axes)",
                 NULL);
    expect_error(
        PERMUTE(.rank = 2, .axes = AXES(0, 1), .shape = EXTENTS(3, -4)), 0, 0,
        "no variant is possible on simulator (sm_90): the extent of axis 1 is below 0 (character 3 of shape)",
        NULL);
    expect_error(PERMUTE(.rank = 2, .axes = AXES(0, 1), .shape = EXTENTS(3, 4), .out_strides = EXTENTS(2, 1)),
                 0, 0,
                 "no variant is possible on simulator (sm_90): elements of the output would be written "
                 "twice: steps of ",
                 NULL);
    expect_error(PERMUTE(.rank = 1, .axes = AXES(0), .shape = EXTENTS(4), .alpha = &(double){NAN}), 0, 0,
                 "alpha is \"nan\"; it must be a number", NULL);
    expect_error(PERMUTE(.rank = 1, .axes = AXES(0), .shape = EXTENTS(4), .out_type = TW_TYPE_INT8), 0, 0,
                 "no variant is possible on simulator (sm_90): out_type is int8; elements are cast to ",
                 NULL);
    expect_error(TRANSPOSE(.rows = -1, .cols = 1), 0, 0,
                 "rows is -1; it must be an integer from 1 to 2147483647", NULL);
    expect_error(TRANSPOSE(.rows = TW_ZERO, .cols = 1), 0, 0, "rows is 0; it must be an integer from 1",
                 NULL);
    expect_error(REDUCE(.cols = 1, .type = TW_TYPE_INT32X2), 0, 0,
                 "type is \"int32x2\"; it must be one of \"", NULL);
    expect_error(REDUCE(.cols = 1, .order = (enum tw_order)77), 0, 0, "order is 77; it must be one of", NULL);
}

/* Lists of every length, all numbers as long as there are, fit into `fields`; of axes that are too many it is told. */
static void lists_of_any_length(void **state)
{
    int64_t numbers[TW_MAX_AXES + 2];
    unsigned axes[TW_MAX_AXES + 2];
    (void)state;
    for (unsigned i = 0; i < TW_MAX_AXES + 2; i++) {
        numbers[i] = INT64_MIN;
        axes[i] = UINT32_MAX;
    }
    for (unsigned rank = 1; rank <= TW_MAX_AXES + 2; rank++) {
        struct tw_problem problem =
            PERMUTE(rank, numbers, axes, numbers, numbers, INT64_MIN + 1, INT64_MIN + 1, TW_TYPE_FLOAT64X2,
                    TW_TYPE_FLOAT64X2, &(double){-0x1.fffffffffffffp-1022});
        assert_int_equal(problem.value_count, 9);
        assert_true(fields.text_length <= sizeof fields.text);
        expect_refused(problem);
    }
    for (unsigned i = 0; i < TW_MAX_AXES + 2; i++) axes[i] = i;
    expect_error(
        PERMUTE(.rank = TW_MAX_AXES + 2, .shape = numbers, .axes = axes), 0, 0,
        "no variant is possible on simulator (sm_90): there are more than 32 axes (character 87 of axes)",
        NULL);
}

static void expect_wrong_value(struct tw_field_value value, const char *message)
{
    const struct tw_field_value values[] = {
        {.key = "BDIMX", .number = 32}, {.key = "BDIMY", .number = 16}, value};
    expect_error((struct tw_problem){.family = "tile", .values = values, .value_count = 3}, 0, 0, message,
                 NULL);
}

static void values_that_are_wrong(void **state)
{
    const struct tw_field_value value = {.key = "BDIMX", .number = 32};
    struct tw_problem problem = {.family = "tile", .fields = "{}", .values = &value, .value_count = 1};
    struct tw_plan *plan;
    (void)state;
    expect_wrong_value((struct tw_field_value){.key = "BDIMZZ"},
                       "unknown key \"BDIMZZ\"; a problem may have \"BDIMX\", ");
    expect_wrong_value((struct tw_field_value){.key = "BDIMX", .number = 32}, "BDIMX is given twice");
    expect_wrong_value((struct tw_field_value){.key = "layout", .is_word = true, .text = "row-cool"},
                       "layout is \"row-cool\"; it must be one of ");
    assert_non_null(strstr(error.message, "did you mean \"row-col\"?"));
    expect_wrong_value((struct tw_field_value){.key = "IPAD", .is_word = true, .text = "two"},
                       "IPAD is \"two\"; it must be an integer");
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message, "the problem has its fields twice, as JSON and as values");
    problem = (struct tw_problem){.family = "tile", .value_count = 1};
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message, "the problem has no values (NULL)");
    const struct tw_field_value keyless = {.number = 1}, wordless = {.key = "layout", .is_word = true};
    problem.values = &keyless;
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message, "value 1 of the problem has no key (NULL)");
    problem.values = &wordless;
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message, "value 1 of the problem has no text (NULL)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transposes),
        cmocka_unit_test(permutations),
        cmocka_unit_test(reductions),
        cmocka_unit_test(dots_and_stencils),
        cmocka_unit_test(structs_have_every_member),
        cmocka_unit_test(words_are_those_of_the_families),
        cmocka_unit_test(no_value_is_too_long),
        cmocka_unit_test(values_without_a_struct),
        cmocka_unit_test(errors_speak_of_the_callers_text),
        cmocka_unit_test(texts_that_are_no_object),
        cmocka_unit_test(families_and_names),
        cmocka_unit_test(structs_that_are_wrong),
        cmocka_unit_test(lists_of_any_length),
        cmocka_unit_test(values_that_are_wrong),
    };
    return cmocka_run_group_tests(tests, open_planner, close_planner);
}
