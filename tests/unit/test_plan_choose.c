/* The rule against `solve`, which searches the same model in its own way, and the target's limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/layout/predict.h"
#include "gen/layout/solve.h"
#include "tests/expanded.h"
#include "tune/plan/planner.h"

/* An H100 or H200, as its driver describes it. */
static const struct tw_device device = {.name = "a GPU",
                                        .sm = 90,
                                        .shared_per_block_optin = 232448,
                                        .shared_per_sm = 233472,
                                        .shared_reserved = 1024,
                                        .threads_per_sm = 2048,
                                        .blocks_per_sm = 32,
                                        .registers_per_sm = 65536,
                                        .multiprocessors = 132};

static int choose(const char *fields, struct expanded *space, struct tw_pick *pick, struct tw_error *error)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"k\", %s}]}", fields);
    if (expanded_by(tw_config_parse_space("test", text, strlen(text), &space->config, error), space, error))
        fail_msg("%s", error->message);
    return tw_plan_choose(&space->of, &device, NULL, pick, error);
}

static void expect_cost(const struct expanded *space, const struct tw_variant *variant,
                        const struct tw_solution *solution)
{
    static struct tw_shape shape;
    struct tw_target target = tw_device_target(&device);
    tw_family_shape(space->of.family, variant->value, &target, &shape);
    struct tw_predicted predicted = tw_predict_sum(space->of.family, variant->value, &shape);
    assert_int_equal(tw_counts_wavefronts(&predicted.counts), solution->wavefronts);
    assert_int_equal(tw_shape_shared_bytes(&shape), solution->bytes);
}

static void expect_as_solved(unsigned x, unsigned y, const char *layout, const char *type)
{
    char fields[256];
    struct expanded space;
    struct tw_pick pick;
    struct tw_solutions solved;
    struct tw_text reason = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_target target = tw_device_target(&device);
    const struct tw_solve_for wanted = {&target, tw_usual_banks, 32};
    snprintf(fields, sizeof fields,
             "\"BDIMX\": %u, \"BDIMY\": %u, \"layout\": \"%s\", \"type\": \"%s\", \"index\": \"linear\"", x,
             y, layout, type);
    int code = choose(fields, &space, &pick, &error);
    bool possible = tw_solve(space.of.family, space.of.variant[0].value, &wanted, &solved, &reason);
    assert_int_equal(code, possible ? TW_OK : TW_INPUT);
    if (possible) {
        assert_int_equal(pick.grounds, TW_GROUNDS_RULE);
        expect_cost(&space, pick.variant, &solved.swizzle[solved.best]);
    }
    tw_text_free(&reason);
    expanded_free(&space);
    tw_error_free(&error);
}

static void the_rule_finds_what_solve_finds(void **state)
{
    (void)state;
    static const unsigned sides[][2] = {{32, 32}, {32, 16}, {16, 16}, {8, 32},  {24, 32}, {33, 7},
                                        {64, 16}, {5, 5},   {1, 32},  {128, 8}, {64, 64}};
    static const char *const layouts[] = {"row-row", "col-col", "row-col", "col-row"};
    static const char *const types[] = {"int8", "float16", "int32", "float64", "float32x4"};
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++) {
            for (size_t t = 0; t < sizeof types / sizeof *types; t++)
                expect_as_solved(sides[s][0], sides[s][1], layouts[l], types[t]);
        }
    }
}

/* The model says nothing of block shapes: the first possible one is taken, and nothing is compared with
 * others. */
static void other_fields_take_their_first_possible_value(void **state)
{
    (void)state;
    struct expanded space;
    struct tw_pick pick;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(
        choose("\"BDIMX\": [64, 16, 8], \"BDIMY\": 32, \"type\": \"float64\"", &space, &pick, &error), TW_OK);
    assert_int_equal(pick.variant->value[0], 16); /* 64 x 32 threads are too many */
    assert_int_equal(pick.possible, 2 * 99);
    expanded_free(&space);
}

static void why_nothing_is_possible(void **state)
{
    (void)state;
    struct expanded space;
    struct tw_pick pick;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(choose("\"BDIMX\": 1024, \"BDIMY\": [2, 3]", &space, &pick, &error), TW_INPUT);
    assert_string_equal(error.message,
                        "no variant is possible on a GPU: 1024 x 2 = 2048 threads; a block has at most 1024");
    expanded_free(&space);
    tw_error_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_finds_what_solve_finds),
        cmocka_unit_test(other_fields_take_their_first_possible_value),
        cmocka_unit_test(why_nothing_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
