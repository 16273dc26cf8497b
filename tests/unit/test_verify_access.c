/*
 * The accesses of a variant beside the lines that make them (tune/verify/verify_access.c): what is predicted of a tile of 32 x 16 that is written by
 * rows and read by columns, and what a simulator and a GPU are said here to have seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "gen/config/config.h"
#include "tune/verify/verify.h"

static const char config_text[] = "{ \"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [ { \"name\": "
                                  "\"k\", \"BDIMX\": 32, \"BDIMY\": 16, "
                                  "\"layout\": \"row-col\", \"index\": \"linear\" } ] }";

struct fixture {
    struct tw_config config;
    struct tw_verify verify;
    struct tw_verify_row row;
    struct tw_verify_access groups[4]; /* that were told */
    char names[4][32];                 /* of their first accesses */
    unsigned count;
};

static int set_up(void **state)
{
    static struct fixture fixture;
    struct tw_error error = TW_ERROR_INIT;
    fixture = (struct fixture){.row = {.simulates = true}};
    fixture.verify.rows = &fixture.row;
    *state = &fixture;
    int code = tw_config_parse("k.json", config_text, strlen(config_text), &fixture.config, &error);
    return code ? code
                : tw_config_expand(&fixture.config, tw_target_find(90), &fixture.verify.variants, &error);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    tw_text_free(&fixture->row.simulated.lines);
    tw_text_free(&fixture->row.counted.accesses);
    tw_variants_free(&fixture->verify.variants);
    tw_config_free(&fixture->config);
    return 0;
}

static void simulated(struct fixture *fixture, struct tw_line_cost cost)
{
    tw_text_add_bytes(&fixture->row.simulated.lines, (const char *)&cost, sizeof cost);
}

static void counted(struct fixture *fixture, struct tw_access_count count)
{
    tw_text_add_bytes(&fixture->row.counted.accesses, (const char *)&count, sizeof count);
}

static void take(void *context, const struct tw_verify_access *group)
{
    struct fixture *fixture = context;
    assert_true(fixture->count < 4);
    if (group->access)
        snprintf(fixture->names[fixture->count], sizeof *fixture->names, "%s", group->access->name);
    fixture->groups[fixture->count++] = *group;
}

static void tell(struct fixture *fixture, enum tw_access op)
{
    fixture->count = 0;
    assert_int_equal(tw_verify_accesses(&fixture->verify, 0, op, take, fixture), TW_OK);
}

static void expect_cost(const struct tw_verify_access *group, enum tw_witness witness, uint64_t requests,
                        uint64_t wavefronts)
{
    assert_int_equal(group->cost[witness][0], requests);
    assert_int_equal(group->cost[witness][1], wavefronts);
}

/* The PTX's lines of one line of the source are one; counts of another kind, or of another line, are not theirs. */
static void lines_stand_beside_their_access(void **state)
{
    struct fixture *fixture = *state;
    simulated(fixture, (struct tw_line_cost){0, 9, 40, TW_STORE, 16, 16, 0, 0, {0}});
    simulated(fixture, (struct tw_line_cost){0, 11, 50, TW_LOAD, 10, 160, 0, 0, {0}});
    simulated(fixture, (struct tw_line_cost){0, 11, 54, TW_LOAD, 6, 96, 0, 0, {0}});
    counted(fixture, (struct tw_access_count){50, TW_SITE_SHARED_LOAD, 10, 150});
    counted(fixture, (struct tw_access_count){54, TW_SITE_SHARED_LOAD, 6, 97});
    counted(fixture, (struct tw_access_count){54, TW_SITE_SHARED_STORE, 1000, 1000});
    counted(fixture, (struct tw_access_count){60, TW_SITE_SHARED_LOAD, 1000, 1000});
    counted(fixture, (struct tw_access_count){40, TW_SITE_SHARED_STORE, 16, 17});
    tell(fixture, TW_LOAD);
    assert_int_equal(fixture->count, 1);
    assert_string_equal(fixture->names[0], "read column");
    assert_int_equal(fixture->groups[0].line.line, 11);
    assert_true(fixture->groups[0].measures);
    expect_cost(&fixture->groups[0], TW_PREDICTED, 16, 256);
    expect_cost(&fixture->groups[0], TW_SIMULATED, 16, 256);
    expect_cost(&fixture->groups[0], TW_MEASURED, 16, 247);
    tell(fixture, TW_STORE);
    assert_int_equal(fixture->count, 1);
    assert_string_equal(fixture->names[0], "write row");
    expect_cost(&fixture->groups[0], TW_MEASURED, 16, 17);
}

static void without_counts_nothing_is_measured(void **state)
{
    struct fixture *fixture = *state;
    simulated(fixture, (struct tw_line_cost){0, 11, 50, TW_LOAD, 16, 256, 0, 0, {0}});
    tell(fixture, TW_LOAD);
    assert_int_equal(fixture->count, 1);
    assert_false(fixture->groups[0].measures);
}

/* Counts are of a line of the PTX, whichever launch executes it: where another one does too they are nobody's. */
static void counts_of_code_that_two_launches_share_are_nobodys(void **state)
{
    struct fixture *fixture = *state;
    simulated(fixture, (struct tw_line_cost){0, 11, 50, TW_LOAD, 16, 256, 0, 0, {0}});
    simulated(fixture, (struct tw_line_cost){1, 9, 40, TW_STORE, 16, 16, 0, 0, {0}});
    simulated(fixture, (struct tw_line_cost){0, 9, 40, TW_STORE, 16, 16, 0, 0, {0}});
    counted(fixture, (struct tw_access_count){50, TW_SITE_SHARED_LOAD, 16, 256});
    counted(fixture, (struct tw_access_count){40, TW_SITE_SHARED_STORE, 32, 32});
    tell(fixture, TW_LOAD);
    assert_true(fixture->groups[0].measures);
    tell(fixture, TW_STORE);
    assert_false(fixture->groups[0].measures);
}

/* What differs is told whole: accesses and lines are joined until they agree. */
static void a_line_that_costs_more_takes_more_accesses(void **state)
{
    struct fixture *fixture = *state;
    simulated(fixture, (struct tw_line_cost){0, 11, 50, TW_LOAD, 17, 256, 0, 0, {0}});
    tell(fixture, TW_LOAD);
    assert_int_equal(fixture->count, 1);
    assert_int_equal(fixture->groups[0].accesses, 1);
    expect_cost(&fixture->groups[0], TW_PREDICTED, 16, 256);
    expect_cost(&fixture->groups[0], TW_SIMULATED, 17, 256);
    fixture->row.simulates = false;
    tell(fixture, TW_LOAD);
    assert_int_equal(fixture->count, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(lines_stand_beside_their_access),
        TEST(without_counts_nothing_is_measured),
        TEST(counts_of_code_that_two_launches_share_are_nobodys),
        TEST(a_line_that_costs_more_takes_more_accesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
