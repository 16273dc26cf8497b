/*
 * What is made of measured runs: medians, spreads, the two groups that latencies fall into. How it is kept, and that what is
 * damaged, foreign or of another device is not taken. And the tables: no line is wider than a terminal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache_fixture.h"
#include "cli/device/device_probe.h"

/* ---- statistics ---- */

static struct tw_figure figure(const double *value, unsigned count)
{
    double copy[64];
    memcpy(copy, value, count * sizeof *copy);
    return tw_figure_of(copy, count);
}

static void medians_and_spreads(void **state)
{
    (void)state;
    struct tw_figure f = figure((double[]){7}, 1);
    assert_float_equal(f.median, 7, 0);
    assert_float_equal(f.spread, 0, 0);
    f = figure((double[]){30, 10, 20}, 3);
    assert_float_equal(f.median, 20, 0);
    assert_float_equal(f.spread, 20 / 20.0, 1e-12); /* a fifth of three is none */
    f = figure((double[]){4, 1, 3, 2}, 4);
    assert_float_equal(f.median, 2.5, 0);
    f = figure((double[]){5, 900, 4, 3, 2, 1, 6, 7, 8, 800}, 10); /* the worst two are left out */
    assert_float_equal(f.median, 5.5, 0);
    assert_float_equal(f.spread, 7 / 5.5, 1e-12);
    f = figure((double[]){0, 0, 0}, 3);
    assert_float_equal(f.spread, 0, 0);
}

/* Numbers that are the same everywhere. */
static double noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / (double)(1u << 24);
}

/* So many values about each of two middles, `wide` to both sides, mixed. */
static struct tw_groups groups(unsigned low, double low_middle, unsigned high, double high_middle,
                               double wide)
{
    unsigned count = low + high, seed = low * 31 + high;
    double *value = malloc(count * sizeof *value);
    assert_non_null(value);
    for (unsigned i = 0; i < count; i++)
        value[i] = (i < low ? low_middle : high_middle) + wide * (2 * noise(&seed) - 1);
    for (unsigned i = count - 1; i > 0; i--) {
        unsigned j = (unsigned)(noise(&seed) * (i + 1));
        double kept = value[i];
        value[i] = value[j];
        value[j] = kept;
    }
    struct tw_groups found = tw_groups_of(value, count);
    free(value);
    return found;
}

static void near_and_far_are_told_apart(void **state)
{
    (void)state;
    struct tw_groups g = groups(500, 210, 524, 270, 12);
    assert_true(g.two);
    assert_int_equal(g.near_count, 500);
    assert_float_equal(g.near.median, 210, 2);
    assert_float_equal(g.far.median, 270, 2);
    g = groups(100, 200, 900, 300, 10); /* unequal ones */
    assert_true(g.two);
    assert_int_equal(g.near_count, 100);
    g = groups(3, 1, 4, 2, 0); /* each value is one of two */
    assert_true(g.two);
    assert_int_equal(g.near_count, 3);
    assert_float_equal(g.near.spread, 0, 0);
}

static void what_is_one_group_stays_one(void **state)
{
    (void)state;
    struct tw_groups g = groups(1000, 250, 0, 0, 30);
    assert_false(g.two);
    assert_int_equal(g.near_count, 1000);
    assert_float_equal(g.near.median, 250, 3);
    assert_float_equal(g.far.median, 0, 0);
    g = groups(1000, 250, 3, 900, 30); /* a few that something held up */
    assert_false(g.two);
    g = groups(500, 250, 500, 260, 30); /* too near to each other */
    assert_false(g.two);
    g = groups(64, 7, 0, 0, 0); /* all the same */
    assert_false(g.two);
    assert_int_equal(g.near_count, 64);
    g = groups(1, 5, 0, 0, 0);
    assert_false(g.two);
    assert_float_equal(g.near.median, 5, 0);
}

/* The cut against every other one, by the definition. */
static void the_cut_is_the_best(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 200; seed++) {
        unsigned random = seed, count = 4 + seed % 40, best = 0;
        double value[64], least = 1e300;
        for (unsigned i = 0; i < count; i++) value[i] = (i % 2 ? 40 : 0) + 8 * noise(&random);
        struct tw_groups found = tw_groups_of(value, count); /* sorts them */
        for (unsigned cut = 1; cut < count; cut++) {
            double mean[2] = {0}, sum = 0;
            for (unsigned i = 0; i < count; i++) mean[i >= cut] += value[i] / (i < cut ? cut : count - cut);
            for (unsigned i = 0; i < count; i++)
                sum += (value[i] - mean[i >= cut]) * (value[i] - mean[i >= cut]);
            if (sum < least) best = cut;
            if (sum < least) least = sum;
        }
        assert_true(found.two);
        assert_int_equal(found.near_count, best);
    }
}

/* ---- kept ---- */

static struct tw_device h200(void)
{
    return (struct tw_device){.name = "NVIDIA H200",
                              .sm = 90,
                              .driver_version = 13000,
                              .multiprocessors = 132,
                              .registers_per_sm = 65536,
                              .shared_per_sm = 233472,
                              .shared_per_block = 49152,
                              .shared_per_block_optin = 232448,
                              .constant_bytes = 65536,
                              .l2_bytes = 62914560,
                              .memory_bytes = (size_t)150 << 30,
                              .bus_width_bits = 6144,
                              .clock_khz = 1980000,
                              .memory_clock_khz = 3201000};
}

/* Every figure another one. */
static struct tw_probed_costs made_up(void)
{
    struct tw_probed_costs costs = {
        .clock_mhz = 1979.5, .l2_near_share = 0.4375, .global_near_share = 0.5, .launch = {2.125, 0.03}};
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++) {
        costs.row[i].latency = (struct tw_figure){10.25 + i, 0.001 * i};
        costs.row[i].rate = (struct tw_figure){1e6 / (1 + i), 0.002 * i};
    }
    return costs;
}

static void expect_same(const struct tw_figure *a, const struct tw_figure *b)
{
    assert_float_equal(a->median, b->median, 0.0006);
    assert_float_equal(a->spread, b->spread, 0.0000006);
}

static void kept_costs_come_back_for_that_device_alone(void **state)
{
    struct tw_device device = h200(), other = h200();
    struct tw_probed_costs costs = made_up(), got;
    (void)state;
    assert_false(tw_probed_recall(cache, &device, &got));
    assert_true(tw_probed_keep(cache, &device, &costs));
    assert_true(tw_probed_recall(cache, &device, &got));
    assert_float_equal(got.clock_mhz, costs.clock_mhz, 0.0006);
    assert_float_equal(got.l2_near_share, costs.l2_near_share, 1e-6);
    assert_float_equal(got.global_near_share, costs.global_near_share, 1e-6);
    expect_same(&got.launch, &costs.launch);
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++) {
        expect_same(&got.row[i].latency, &costs.row[i].latency);
        expect_same(&got.row[i].rate, &costs.row[i].rate);
    }
    other.driver_version = 13010;
    assert_false(tw_probed_recall(cache, &other, &got));
    assert_float_equal(got.clock_mhz, 0, 0);
    other = h200();
    strcpy(other.name, "NVIDIA H100");
    assert_false(tw_probed_recall(cache, &other, &got));
    assert_false(tw_probed_keep(NULL, &device, &costs));
    assert_false(tw_probed_recall(NULL, &device, &got));
}

/* Ceilings of the same device are another note. */
static void ceilings_and_costs_are_two(void **state)
{
    struct tw_device device = h200();
    struct tw_probed_costs costs = made_up(), got;
    struct tw_ceilings ceilings = {.count = 1, .launch_us = 1, .points = {{64, {2, 2, 2}}}}, recalled;
    (void)state;
    assert_true(tw_probed_keep(cache, &device, &costs));
    assert_false(tw_ceilings_recall(cache, &device, &recalled));
    assert_true(tw_ceilings_keep(cache, &device, &ceilings));
    assert_int_equal(count_files(".note"), 2);
    assert_true(tw_probed_recall(cache, &device, &got));
    assert_true(tw_ceilings_recall(cache, &device, &recalled));
}

static void damaged_notes_are_none(void **state)
{
    struct tw_device device = h200();
    struct tw_probed_costs costs = made_up(), got;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text whole = {0};
    char path[512];
    (void)state;
    assert_true(tw_probed_keep(cache, &device, &costs));
    find_note(path);
    assert_int_equal(tw_file_read(path, &whole, &error), TW_OK);
    for (size_t i = 0; i < whole.length; i += 7) {
        whole.data[i] ^= 1;
        put_file(path, whole.data, whole.length);
        assert_false(tw_probed_recall(cache, &device, &got));
        whole.data[i] ^= 1;
        put_file(path, whole.data, i);
        assert_false(tw_probed_recall(cache, &device, &got));
    }
    put_file(path, whole.data, whole.length);
    assert_true(tw_probed_recall(cache, &device, &got));
    tw_text_free(&whole);
}

/* Whole, and under the right key, but of no clock. */
static void notes_without_sense_are_none(void **state)
{
    struct tw_device device = h200();
    struct tw_probed_costs costs = made_up(), got;
    (void)state;
    costs.clock_mhz = 0;
    assert_true(tw_probed_keep(cache, &device, &costs));
    assert_false(tw_probed_recall(cache, &device, &got));
}

/* ---- shown ---- */

static void check_width(const struct tw_text *text, size_t most)
{
    assert_false(text->failed);
    for (const char *line = text->data; *line;) {
        size_t length = strcspn(line, "\n");
        if (length > most) fail_msg("%zu columns: %.*s", length, (int)length, line);
        assert_int_equal(line[length], '\n');
        assert_true(length == 0 || line[length - 1] != ' ');
        line += length + 1;
    }
}

static struct tw_probe_results results_of(const struct tw_device *device)
{
    struct tw_probe_results results = {.device = device, .costs = made_up()};
    results.ceilings =
        (struct tw_ceilings){.count = 2, .l2_bytes = 62914560, .launch_us = 2.11, .spread = 0.034};
    results.ceilings.points[0] = (struct tw_ceiling_point){1 << 20, {3.25, 4.5, 5.75}};
    results.ceilings.points[1] = (struct tw_ceiling_point){1 << 30, {251.25, 304.5, 315.75}};
    return results;
}

static void tables_fit_a_terminal(void **state)
{
    struct tw_device device = h200();
    struct tw_probe_results results = results_of(&device);
    struct tw_text text = {0};
    (void)state;
    tw_probe_results_show(&results, &text);
    check_width(&text, 80);
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++)
        assert_non_null(strstr(text.data, tw_probed_label((enum tw_probed)i)));
    assert_non_null(
        strstr(text.data, "\nL2, near                18.2   0.8 %      9.2     111111   1.6 %        425\n"));
    tw_text_clear(&text);
    results.costs.row[TW_PROBED_L2_NEAR] = (struct tw_probed_cost){0};
    results.costs.l2_near_share = 0;
    tw_probe_results_show(&results, &text);
    check_width(&text, 80);
    assert_non_null(strstr(text.data, "\nthe places that one SM followed in the L2 are all alike\n"));
    tw_text_free(&text);
}

static void programs_get_an_object(void **state)
{
    struct tw_device device = h200();
    struct tw_probe_results results = results_of(&device);
    struct tw_text text = {0};
    (void)state;
    results.costs.row[TW_PROBED_L2_FAR].rate.median = 0;
    tw_probe_results_json(&results, &text);
    assert_non_null(strstr(text.data, "\"points\": [{\"bytes\": 1048576, \"read_us\": 3.250, "));
    assert_non_null(strstr(
        text.data, "\"clock_mhz\": 1979.500, \"l2_near_share\": 0.437500, \"global_near_share\": 0.500000, "
                   "\"launch_behind_us\": {\"median\": 2.125, \"spread\": 0.030000}, \"costs\": ["
                   "{\"what\": \"registers\", \"latency_cycles\": {\"median\": 10.250, "));
    assert_non_null(strstr(text.data, "\"gb_per_s\": null"));
    assert_non_null(strstr(text.data, "\"giga_additions_per_s\": {"));
    assert_non_null(strstr(text.data, "\"hierarchy\": {\"multiprocessors\": 132, "));
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians_and_spreads),
        cmocka_unit_test(near_and_far_are_told_apart),
        cmocka_unit_test(what_is_one_group_stays_one),
        cmocka_unit_test(the_cut_is_the_best),
        TEST(kept_costs_come_back_for_that_device_alone),
        TEST(ceilings_and_costs_are_two),
        TEST(damaged_notes_are_none),
        TEST(notes_without_sense_are_none),
        cmocka_unit_test(tables_fit_a_terminal),
        cmocka_unit_test(programs_get_an_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
