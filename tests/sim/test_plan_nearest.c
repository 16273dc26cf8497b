/*
 * Plans of problems that nobody measured: which winner they take, from files and from the store, and when they take none. What is nearest is
 * worked out here from its definition.
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

#include "gen/config/config_value.h"
#include "gen/described/description.h"
#include "tests/folder.h"
#include "tests/planner.h"
#include "tune/plan/store.h"

#define HERE "simulator (sm_90)"

static char hash[TW_HASH_DIGITS + 1];

/* BLOCK and ITEMS are chosen; a block takes BLOCK * ITEMS elements of n, and these must come out even. */
static const char DESCRIPTION[] =
    "{\"tilewright\": 1, \"kernel\": {\"name\": \"fill\", \"source\": \"fill.cu\", \"problem\": {\"m\": 4, "
    "\"n\": 1024, \"type\": "
    "{\"values\": [\"float32\", \"int32\"], \"default\": \"float32\"}}, \"parameters\": {\"BLOCK\": "
    "{\"values\": [32, 64, 128, 256], "
    "\"default\": 32}, \"ITEMS\": [1, 2, 4]}, \"constraints\": [{\"that\": \"n % (BLOCK * ITEMS) == 0\", "
    "\"else\": \"blocks must come out even\"}], "
    "\"arguments\": [{\"name\": \"y\", \"type\": \"float32\", \"count\": \"m * n\", \"role\": \"output\"}, "
    "{\"name\": \"n\", \"type\": \"int32\", "
    "\"value\": \"n\"}], \"grid\": [\"n // (BLOCK * ITEMS)\", \"m\"], \"block\": \"BLOCK\"}}\n";
static const char SOURCE[] = "__global__ void fill(float *y, int n)\n"
                             "{\n"
                             "    for (int k = 0; k < ITEMS; k++) y[blockIdx.y * n + (blockIdx.x * ITEMS + "
                             "k) * BLOCK + threadIdx.x] = k;\n"
                             "}\n";

struct measured {
    int64_t m, n;
    const char *type;
    int64_t block, items;
};

static int start(void **state)
{
    struct tw_description *description;
    (void)state;
    if (make_folder()) return -1;
    write_file("fill.json", DESCRIPTION);
    write_file("fill.cu", SOURCE);
    if (tw_description_load(path_of("fill.json"), &description, &error)) fail_msg("%s", error.message);
    snprintf(hash, sizeof hash, "%s", tw_description_hash(description));
    tw_description_free(description);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    return remove_folder();
}

/* A planner of a test's own, with no wisdom but what lies in the folder `wisdom`. */
static int open_one(void **state)
{
    static char directory[128];
    (void)state;
    snprintf(directory, sizeof directory, "%s/wisdom", folder);
    const struct tw_planner_options options = {
        .device = TW_PLANNER_SIMULATOR, .cache_directory = folder, .wisdom_directory = directory};
    return open_planner_of(&options);
}

/* ---- results files ---- */

static void add_results(const char *device, unsigned sm, unsigned multiprocessors,
                        const struct measured *measured, size_t count)
{
    static unsigned files;
    char name[32];
    snprintf(name, sizeof name, "r%u.jsonl", files++);
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fprintf(file,
            "{\"tilewright_results\": 1, \"kernel\": \"fill\", \"kernel_hash\": \"%s\", \"device\": \"%s\", "
            "\"simulator\": %s, "
            "\"sm\": %u, \"capability\": {\"multiprocessors\": %u}, \"finished\": true}\n",
            hash, device, strcmp(device, HERE) == 0 ? "true" : "false", sm, multiprocessors);
    for (size_t i = 0; i < count; i++)
        fprintf(file,
                "{\"name\": \"k%zu\", \"m\": %lld, \"n\": %lld, \"type\": \"%s\", \"BLOCK\": %lld, "
                "\"ITEMS\": %lld, \"rank\": %zu}\n",
                i, (long long)measured[i].m, (long long)measured[i].n, measured[i].type,
                (long long)measured[i].block, (long long)measured[i].items, i + 1);
    assert_int_equal(fclose(file), 0);
    if (tw_planner_add_wisdom(planner, path_of(name), &error)) fail_msg("%s", error.message);
}

#define COUNT_OF(array)        (sizeof(array) / sizeof *(array))
#define RESULTS_HERE(measured) add_results(HERE, 90, 132, measured, COUNT_OF(measured))

/* ---- plans ---- */

static struct tw_problem fill_of(const char *fields)
{
    static char family[128];
    snprintf(family, sizeof family, "%s", path_of("fill.json"));
    return (struct tw_problem){.family = family, .fields = fields};
}

static struct tw_plan *make(const struct tw_problem *problem)
{
    struct tw_plan *plan;
    if (tw_plan_make(planner, problem, &plan, &error))
        fail_msg("%s: %s", error.message, error.detail ? error.detail : "");
    return plan;
}

static int64_t number(const struct tw_plan *plan, const char *key)
{
    return tw_kernel_field(tw_plan_kernel(plan), key)->number;
}

static void expect_told(const struct tw_plan *plan, const char *told)
{
    if (!strstr(tw_plan_describe(plan), told)) fail_msg("not '%s': %s", told, tw_plan_describe(plan));
}

/* The plan has those parameters, on those grounds, and says `told`. */
static void expect(const struct tw_problem *problem, enum tw_grounds grounds, int64_t block, int64_t items,
                   const char *told)
{
    struct tw_plan *plan = make(problem);
    if (tw_plan_grounds(plan) != grounds) fail_msg("%s", tw_plan_describe(plan));
    assert_int_equal(number(plan, "BLOCK"), block);
    assert_int_equal(number(plan, "ITEMS"), items);
    expect_told(plan, told);
    tw_plan_destroy(plan);
}

static void expect_fill(const char *fields, enum tw_grounds grounds, int64_t block, int64_t items,
                        const char *told)
{
    const struct tw_problem problem = fill_of(fields);
    expect(&problem, grounds, block, items, told);
}

/* ---- described kernels ---- */

static void the_nearest_problem_of_the_device(void **state)
{
    static const struct measured measured[] = {{4, 4096, "float32", 256, 4},
                                               {4, 1024, "float32", 64, 2},
                                               {4, 4096, "float32", 128, 2},
                                               {4, 1024, "int32", 128, 1}};
    (void)state;
    RESULTS_HERE(measured);
    expect_fill("{\"n\": 1024}", TW_GROUNDS_DEVICE, 64, 2, "rank 2 of 4");
    expect_fill("{\"n\": 1280}", TW_GROUNDS_NEAREST, 64, 2,
                "chosen by the nearest that was measured: the fastest of the nearest problem that can be "
                "had, m 4, n 1024, type float32, "
                "measured on this device, simulator (sm_90), in ");
    expect_fill("{\"n\": 3072}", TW_GROUNDS_NEAREST, 256, 4, "m 4, n 4096, type float32");
    expect_fill("{\"n\": 1280, \"type\": \"int32\"}", TW_GROUNDS_NEAREST, 128, 1, "n 1024, type int32");
}

/* 256 * 4 does not divide 2304 + 256, nor does 128 * 4; what divides nothing leaves the rule. */
static void the_next_best_where_a_constraint_fails(void **state)
{
    static const struct measured measured[] = {
        {4, 4096, "float32", 256, 4}, {4, 4096, "float32", 128, 4}, {4, 1024, "float32", 64, 2}};
    (void)state;
    RESULTS_HERE(measured);
    expect_fill("{\"n\": 2560}", TW_GROUNDS_NEAREST, 128, 4, ": number 2 of the nearest problem");
    expect_fill("{\"n\": 2560}", TW_GROUNDS_NEAREST, 128, 4,
                "; BLOCK 256, ITEMS 4 of m 4, n 4096, type float32 is nearer or faster, but: blocks must "
                "come out even");
    expect_fill("{\"n\": 2176}", TW_GROUNDS_NEAREST, 64, 2, "the fastest of the nearest problem");
    expect_fill("{\"n\": 2080}", TW_GROUNDS_RULE, 32, 1, "chosen by rule");
}

/* What the problem gives stays as it is: only winners that have it are taken. */
static void what_is_given_stays(void **state)
{
    static const struct measured measured[] = {
        {4, 2048, "float32", 256, 2}, {4, 8192, "float32", 128, 4}, {4, 8192, "float32", 64, 1}};
    (void)state;
    RESULTS_HERE(measured);
    expect_fill("{\"n\": 1024, \"ITEMS\": 4}", TW_GROUNDS_NEAREST, 128, 4,
                "ITEMS 2 of m 4, n 2048, type float32 is nearer or faster");
    expect_fill("{\"n\": 1024, \"BLOCK\": [32, 64], \"ITEMS\": 1}", TW_GROUNDS_NEAREST, 64, 1, "number 2 of");
    expect_fill("{\"n\": 1024, \"BLOCK\": 32}", TW_GROUNDS_RULE, 32, 1, "chosen by rule");
}

static void it_can_be_turned_off(void **state)
{
    static const struct measured measured[] = {{4, 4096, "float32", 256, 4}};
    struct tw_problem problem = fill_of("{\"n\": 1024}");
    (void)state;
    RESULTS_HERE(measured);
    expect(&problem, TW_GROUNDS_NEAREST, 256, 4, "the fastest");
    problem.no_nearest = true;
    expect(&problem, TW_GROUNDS_RULE, 32, 1, "chosen by rule");
    problem.no_nearest = false;
    expect(&problem, TW_GROUNDS_NEAREST, 256, 4, "the fastest"); /* the plan of the other is another */
}

/* On the simulator the first that is right is taken; it begins with the nearest. */
static void measuring_begins_with_it(void **state)
{
    static const struct measured measured[] = {{4, 4096, "float32", 256, 4}};
    struct tw_problem problem = fill_of("{\"n\": 2048}");
    (void)state;
    RESULTS_HERE(measured);
    problem.effort = TW_EFFORT_MEASURE;
    expect(&problem, TW_GROUNDS_NEAREST, 256, 4, "not measured: the simulator has no times");
}

/* ---- devices ---- */

static void the_device_counts_before_the_problem(void **state)
{
    static const struct measured far[] = {{4, 65536, "float32", 64, 1}},
                                 near[] = {{4, 2048, "float32", 256, 4}},
                                 other[] = {{4, 2048, "float32", 128, 2}},
                                 exact[] = {{4, 1024, "float32", 256, 1}};
    (void)state;
    add_results("Card A", 120, 100, near, 1);
    expect_fill("{\"n\": 1024}", TW_GROUNDS_NEAREST, 256, 4, "measured on another device, Card A");
    add_results("Card B", 90, 20, near, 1);
    add_results("Card C", 90, 140, other, 1);
    tw_planner_trim(planner);
    expect_fill("{\"n\": 1024}", TW_GROUNDS_NEAREST, 128, 2,
                "measured on a device of the same architecture, Card C");
    add_results("Card B", 90, 20, exact, 1);
    tw_planner_trim(planner);
    expect_fill("{\"n\": 1024}", TW_GROUNDS_ARCHITECTURE, 256, 1, "rank 1 of 1 on Card B");
    add_results(HERE, 90, 132, far, 1);
    tw_planner_trim(planner);
    expect_fill("{\"n\": 1024}", TW_GROUNDS_NEAREST, 64, 1, "measured on this device");
    struct tw_problem problem = fill_of("{\"n\": 1024}");
    problem.no_nearest = true;
    expect(&problem, TW_GROUNDS_ARCHITECTURE, 256, 1, "rank 1 of 1 on Card B");
}

static void a_device_is_treated_as_another(void **state)
{
    static const struct measured here[] = {{4, 1024, "float32", 64, 1}},
                                 there[] = {{4, 1024, "float32", 256, 4}, {4, 2048, "float32", 128, 4}};
    struct tw_problem problem = fill_of("{\"n\": 1024}");
    struct tw_plan *plan;
    (void)state;
    problem.like_device = "Card A";
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message,
                        "nothing was measured of this kernel on a device 'Card A', nor elsewhere");
    RESULTS_HERE(here);
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(
        error.message,
        "nothing was measured of this kernel on a device 'Card A', but on 'simulator (sm_90)'");
    add_results("Card A", 80, 100, there, 2);
    expect(&problem, TW_GROUNDS_NEAREST, 256, 4,
           ": the fastest of this problem, m 4, n 1024, type float32, measured on Card A, which this one is "
           "treated as, in ");
    problem.fields = "{\"n\": 4608}";
    expect(&problem, TW_GROUNDS_NEAREST, 128, 4,
           "n 2048, type float32, measured on Card A, which this one is treated as");
    problem.no_nearest = true;
    expect(&problem, TW_GROUNDS_RULE, 32, 1, "chosen by rule");
    problem.fields = "{\"n\": 1024}";
    expect(&problem, TW_GROUNDS_NEAREST, 256, 4, "of this problem");
    problem.like_device = NULL;
    expect(&problem, TW_GROUNDS_DEVICE, 64, 1, "rank 1 of 1");
}

/*
 * There are 100 multiprocessors. For n 102400 the blocks of 1024 elements are one round, those of 64 are 16. For n 103424 they are 2 rounds, of
 * which one is nearly idle, and 17. The first take 10 us * (2 / 101) / (1.5 / 100) = 13.2 us then (256 threads keep no multiprocessor busy, so it is
 * 1.5 rounds of 384), the second 10.1 us * (17 / 1616) / (16 / 1600) = 10.6 us.
 */
static void times_are_scaled_by_idle_multiprocessors(void **state)
{
    struct tw_problem problem = fill_of("{\"m\": 1, \"n\": 103424}");
    FILE *file = fopen(path_of("timed.jsonl"), "w");
    (void)state;
    assert_non_null(file);
    fprintf(file,
            "{\"tilewright_results\": 1, \"kernel\": \"fill\", \"kernel_hash\": \"%s\", \"device\": "
            "\"Card\", \"simulator\": false, "
            "\"sm\": 90, \"capability\": {\"multiprocessors\": 100}, \"finished\": true}\n",
            hash);
    fprintf(file, "{\"name\": \"a\", \"m\": 1, \"n\": 102400, \"type\": \"float32\", \"BLOCK\": 256, "
                  "\"ITEMS\": 4, \"rank\": 1, "
                  "\"time_us\": {\"median\": 10.0}}\n");
    fprintf(file, "{\"name\": \"b\", \"m\": 1, \"n\": 102400, \"type\": \"float32\", \"BLOCK\": 64, "
                  "\"ITEMS\": 1, \"rank\": 2, "
                  "\"time_us\": {\"median\": 10.1}}\n");
    assert_int_equal(fclose(file), 0);
    if (tw_planner_add_wisdom(planner, path_of("timed.jsonl"), &error)) fail_msg("%s", error.message);
    problem.like_device = "Card";
    expect(&problem, TW_GROUNDS_NEAREST, 64, 1,
           ": number 2 of the nearest problem that can be had, m 1, n 102400");
    problem.fields = "{\"m\": 2, \"n\": 102400}"; /* two rounds, and 32: as full as there */
    expect(&problem, TW_GROUNDS_NEAREST, 256, 4, ": the fastest of the nearest problem");
}

/* ---- the store ---- */

static void keep(const struct tw_description *description, const char *device,
                 const struct measured *measured, enum tw_effort effort)
{
    const struct tw_family *family = tw_description_family(description);
    struct tw_store_device card = {
        .sm = 80, .multiprocessors = 100, .l2_bytes = 1 << 20, .driver_version = 13000};
    struct tw_store_entry entry = {.family = family, .effort = effort, .us = 1, .tried = 2, .of = 2};
    const char *const keys[] = {"m", "n", "type", "BLOCK", "ITEMS"};
    const int64_t values[] = {measured->m, measured->n, tw_config_word(measured->type, tw_element_words),
                              measured->block, measured->items};
    snprintf(card.name, sizeof card.name, "%s", device);
    for (unsigned i = 0; i < COUNT_OF(keys); i++) entry.value[tw_family_field(family, keys[i])] = values[i];
    entry.searched = tw_field_bit((unsigned)tw_family_field(family, "BLOCK")) |
                     tw_field_bit((unsigned)tw_family_field(family, "ITEMS"));
    tw_store_stamp(&entry);
    if (tw_store_keep(path_of("wisdom"), &card, &entry, 1, &error)) fail_msg("%s", error.message);
}

/* A simulator looks into the store where it stands for a device. The entry of most effort counts among those of one problem. */
static void what_was_kept_counts_too(void **state)
{
    static const struct measured near = {4, 2048, "float32", 128, 4}, more = {4, 2048, "float32", 256, 2},
                                 other = {4, 1024, "float32", 64, 1};
    struct tw_problem problem = fill_of("{\"n\": 3072}");
    struct tw_description *description;
    (void)state;
    if (tw_description_load(path_of("fill.json"), &description, &error)) fail_msg("%s", error.message);
    keep(description, "Card S", &near, TW_EFFORT_MEASURE);
    keep(description, "Card T", &other, TW_EFFORT_MEASURE);
    expect(&problem, TW_GROUNDS_RULE, 32, 1, "chosen by rule");
    problem.like_device = "Card S";
    expect(&problem, TW_GROUNDS_NEAREST, 128, 4,
           "n 2048, type float32, measured on Card S, which this one is treated as\n");
    problem.like_device = "Card T";
    expect(&problem, TW_GROUNDS_NEAREST, 64, 1, "measured on Card T, which");
    keep(description, "Card S", &more, TW_EFFORT_EXHAUSTIVE);
    problem.like_device = "Card S";
    tw_planner_trim(planner);
    expect(&problem, TW_GROUNDS_NEAREST, 256, 2, "measured on Card S, which");
    tw_description_free(description);
}

/* ---- any problem ---- */

static double ratio(double a, double b)
{
    return fmax(a, b) / fmin(a, b);
}

/* Which of them is taken for the problem, or `count`. */
static size_t nearest_of(const struct measured *measured, size_t count, const struct measured *wanted)
{
    size_t best = count;
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        const struct measured *one = &measured[i];
        double apart = ratio((double)one->m, (double)wanted->m) * ratio((double)one->n, (double)wanted->n);
        if (strcmp(one->type, wanted->type) != 0) apart *= 2;
        if (wanted->n % (one->block * one->items) || apart >= least) continue;
        best = i;
        least = apart;
    }
    return best;
}

static void draw(struct measured *one, unsigned *seed)
{
    *one = (struct measured){1 + rand_r(seed) % 7, 32 * (1 + rand_r(seed) % 40),
                             rand_r(seed) % 2 ? "int32" : "float32", 32 << rand_r(seed) % 4,
                             1 << rand_r(seed) % 3};
}

static void any_problem(void **state)
{
    enum { MEASURED = 30, WANTED = 24 };
    struct measured measured[MEASURED], wanted;
    unsigned seed = 11, taken = 0;
    (void)state;
    for (unsigned i = 0; i < MEASURED; i++) draw(&measured[i], &seed);
    add_results(HERE, 90, 132, measured, MEASURED);
    for (unsigned i = 0; i < WANTED; i++) {
        char fields[128];
        draw(&wanted, &seed);
        snprintf(fields, sizeof fields, "{\"m\": %lld, \"n\": %lld, \"type\": \"%s\"}", (long long)wanted.m,
                 (long long)wanted.n, wanted.type);
        const struct tw_problem problem = fill_of(fields);
        struct tw_plan *plan = make(&problem);
        const size_t nearest = nearest_of(measured, MEASURED, &wanted);
        if (nearest == MEASURED) assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
        if (nearest < MEASURED && (number(plan, "BLOCK") != measured[nearest].block ||
                                   number(plan, "ITEMS") != measured[nearest].items))
            fail_msg("%s: not as number %zu: %s", fields, nearest, tw_plan_describe(plan));
        taken += tw_plan_grounds(plan) == TW_GROUNDS_NEAREST;
        tw_plan_destroy(plan);
    }
    assert_true(taken > WANTED / 2);
}

/* ---- built-in families ---- */

static struct tw_plan *transpose(int rows, int cols, const char *more)
{
    char fields[256];
    snprintf(fields, sizeof fields, "{\"rows\": %d, \"cols\": %d%s}", rows, cols, more);
    const struct tw_problem problem = {.family = "transpose", .fields = fields};
    return make(&problem);
}

/* A results file with the plan's kernel alone. */
static void add_results_of(const struct tw_plan *plan)
{
    const struct tw_kernel *kernel = tw_plan_kernel(plan);
    struct tw_text text = {0};
    tw_text_add(
        &text,
        "{\"tilewright_results\": 1, \"kernel\": \"transpose\", \"device\": \"" HERE
        "\", \"simulator\": true, \"sm\": 90, "
        "\"capability\": {\"multiprocessors\": 132}, \"finished\": true}\n{\"name\": \"k\", \"rank\": 1");
    for (unsigned f = 0; f < kernel->field_count; f++) {
        tw_text_addf(&text, ", \"%s\": ", kernel->fields[f].key);
        tw_field_value_add_json(&kernel->fields[f], &text);
    }
    tw_text_add(&text, "}\n");
    write_file("transpose.jsonl", tw_text_string(&text));
    tw_text_free(&text);
    if (tw_planner_add_wisdom(planner, path_of("transpose.jsonl"), &error)) fail_msg("%s", error.message);
}

/* A naive kernel, which no model takes, is what was "measured" of 1024 x 1024. */
static void a_model_is_better_founded_than_what_is_far(void **state)
{
    static const struct {
        int rows, cols;
        const char *more;
        bool is_taken;
    } cases[] = {{1024, 768, "", true},   {2048, 1024, "", true},
                 {512, 544, "", true},    {2080, 1024, "", false},
                 {1024, 480, "", false},  {1024, 1000, "", false},
                 {1023, 1024, "", false}, {1024, 768, ", \"type\": \"float64\"", false}};
    (void)state;
    struct tw_plan *measured = transpose(1024, 1024, ", \"method\": \"naive\"");
    assert_string_equal(tw_kernel_field(tw_plan_kernel(measured), "method")->text, "naive");
    add_results_of(measured);
    tw_plan_destroy(measured);
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        struct tw_plan *plan = transpose(cases[i].rows, cases[i].cols, cases[i].more);
        const bool is_naive = strcmp(tw_kernel_field(tw_plan_kernel(plan), "method")->text, "naive") == 0;
        if (is_naive != cases[i].is_taken || (tw_plan_grounds(plan) == TW_GROUNDS_NEAREST) != is_naive)
            fail_msg("%u: %s", i, tw_plan_describe(plan));
        if (!is_naive) expect_told(plan, "chosen by rule: chosen of ");
        tw_plan_destroy(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_nearest_problem_of_the_device, open_one, close_planner),
        cmocka_unit_test_setup_teardown(the_next_best_where_a_constraint_fails, open_one, close_planner),
        cmocka_unit_test_setup_teardown(what_is_given_stays, open_one, close_planner),
        cmocka_unit_test_setup_teardown(it_can_be_turned_off, open_one, close_planner),
        cmocka_unit_test_setup_teardown(measuring_begins_with_it, open_one, close_planner),
        cmocka_unit_test_setup_teardown(the_device_counts_before_the_problem, open_one, close_planner),
        cmocka_unit_test_setup_teardown(a_device_is_treated_as_another, open_one, close_planner),
        cmocka_unit_test_setup_teardown(times_are_scaled_by_idle_multiprocessors, open_one, close_planner),
        cmocka_unit_test_setup_teardown(what_was_kept_counts_too, open_one, close_planner),
        cmocka_unit_test_setup_teardown(any_problem, open_one, close_planner),
        cmocka_unit_test_setup_teardown(a_model_is_better_founded_than_what_is_far, open_one, close_planner),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
