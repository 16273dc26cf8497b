/* Searching a grid: the walk and the draws against all points listed, the strategies against what they promise, and a recorded space. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/replay/recorded.h"
#include "tune/search/part.h"
#include "tune/search/sampler.h"

/* 4 x 5 x 6 x 3 points; the constraints are of the first two axes and of all. */
static unsigned looks;

static int violated(const void *context, const uint32_t *at)
{
    const unsigned *most = context;
    looks++;
    if ((at[0] + at[1]) % 3 == 0) return 1;
    return at[1] * at[2] + at[3] > *most ? 3 : -1;
}

static bool number(const void *context, unsigned axis, uint32_t at, double *value)
{
    (void)context;
    *value = axis == 3 ? 1.0 + at : ldexp(1, (int)at);
    return axis != 2;
}

static const unsigned usual = 9;
static const struct tw_grid grid = {
    .axes = 4, .count = {4, 5, 6, 3}, .violated = violated, .number = number, .context = &usual};
#define POINTS (4 * 5 * 6 * 3)

static unsigned place_of(const uint32_t *at)
{
    return ((at[0] * 5 + at[1]) * 6 + at[2]) * 3 + at[3];
}

static void point_at(unsigned place, uint32_t *at)
{
    at[3] = place % 3, at[2] = place / 3 % 6, at[1] = place / 18 % 5, at[0] = place / 90;
}

static unsigned count_admitted(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < POINTS; i++) {
        uint32_t at[4];
        point_at(i, at);
        count += tw_grid_admits(&grid, at);
    }
    return count;
}

static void test_walk(void **state)
{
    uint32_t at[TW_GRID_AXES] = {0}, listed[4];
    uint64_t size;
    unsigned place = 0;
    (void)state;
    for (bool from_here = true; tw_grid_next(&grid, from_here, at); from_here = false) {
        for (; point_at(place, listed), !(place == place_of(at)); place++)
            assert_false(violated(&usual, listed) < 0);
        place++;
    }
    for (; place < POINTS; place++) {
        point_at(place, listed);
        assert_false(tw_grid_admits(&grid, listed));
    }
    const unsigned admitted = count_admitted();
    looks = 0;
    assert_true(tw_grid_size(&grid, 1000, &size));
    assert_int_equal(size, admitted);
    assert_true(looks <=
                POINTS - 7 * 17); /* what the first two axes violate is passed over: 7 of their 20 pairs */
    assert_false(tw_grid_size(&grid, 10, &size));
}

/* Each of n admitted points comes about 200 times: the sum of squares is that of a chi-square of n - 1 degrees. */
static void test_draws_are_even(void **state)
{
    struct tw_point_sampler sampler = tw_sampler_of(&grid);
    struct tw_random random = {42};
    unsigned came[POINTS] = {0};
    const unsigned admitted = count_admitted(), draws = 200 * admitted;
    double square = 0;
    (void)state;
    for (unsigned i = 0; i < draws; i++) {
        uint32_t at[TW_GRID_AXES];
        assert_int_equal(tw_sampler_draw(&sampler, &random, 1000, at), TW_DRAWN);
        came[place_of(at)]++;
    }
    for (unsigned i = 0; i < POINTS; i++) {
        uint32_t at[4];
        point_at(i, at);
        if (!tw_grid_admits(&grid, at)) assert_int_equal(came[i], 0);
        if (came[i]) square += (came[i] - 200.0) * (came[i] - 200.0) / 200;
    }
    assert_true(fabs(square - (admitted - 1)) < 5 * sqrt(2.0 * admitted));
    tw_sampler_free(&sampler);
}

/* 10^12 points, of which the constraints leave one in 100000. */
static int violated_large(const void *context, const uint32_t *at)
{
    (void)context;
    for (unsigned a = 0; a + 1 < 12; a += 2) {
        if ((at[a] + at[a + 1]) % 7) return (int)a + 1;
    }
    return -1;
}

static const struct tw_grid large = {.axes = 12,
                                     .count = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
                                     .violated = violated_large,
                                     .number = number};

static void test_large(void **state)
{
    uint32_t at[TW_GRID_AXES] = {0};
    uint64_t size;
    (void)state;
    assert_false(tw_grid_size(&large, 100000, &size));
    for (const struct tw_strategy *strategy = tw_strategies; strategy->name; strategy++) {
        struct tw_searcher *searcher = tw_searcher_open(strategy, &large, 7);
        double best = INFINITY;
        for (unsigned i = 0; i < 300; i++) {
            double cost = 1;
            assert_int_equal(tw_searcher_ask(searcher, at), TW_ASK_POINT);
            assert_true(tw_grid_admits(&large, at));
            for (unsigned a = 0; a < 12; a++) cost += abs((int)at[a] - 4);
            assert_true(tw_searcher_tell(searcher, at, cost));
            best = cost < best ? cost : best;
        }
        assert_true(best < 40);
        tw_searcher_free(searcher);
    }
}

/* 10^9 points, of which one is admitted. */
static int violated_but_one(const void *context, const uint32_t *at)
{
    (void)context;
    return at[0] == 2 && at[1] == 500 && at[2] == 7 ? -1 : 2;
}

static const struct tw_grid but_one = {
    .axes = 3, .count = {1000, 1000, 1000}, .violated = violated_but_one, .number = number};

/* Whoever asks has its turn after a million looks: the walk goes on where it was, and draws end some day. */
static void test_later(void **state)
{
    static const uint32_t one[3] = {2, 500, 7};
    uint32_t at[TW_GRID_AXES];
    unsigned asked = 1;
    (void)state;
    struct tw_searcher *walk = tw_searcher_open(tw_strategy_exhaustive, &but_one, 1),
                       *draws = tw_searcher_open(tw_strategy_find("random"), &but_one, 1);
    assert_int_equal(tw_searcher_ask(walk, at), TW_ASK_LATER);
    assert_int_equal(tw_searcher_ask(walk, at), TW_ASK_LATER);
    assert_int_equal(tw_searcher_ask(walk, at), TW_ASK_POINT);
    assert_memory_equal(at, one, sizeof one);
    assert_int_equal(tw_searcher_ask(walk, at), TW_ASK_LATER);
    while (tw_searcher_ask(draws, at) == TW_ASK_LATER) assert_true(++asked < 100);
    assert_true(asked > 1);
    tw_searcher_free(walk);
    tw_searcher_free(draws);
}

/* Every strategy asks for every admitted point, and for each once, several at a time; then there is none. */
static void test_asks_once(void **state)
{
    (void)state;
    for (const struct tw_strategy *strategy = tw_strategies; strategy->name; strategy++) {
        struct tw_searcher *searcher = tw_searcher_open(strategy, &grid, 3);
        uint32_t at[3][TW_GRID_AXES];
        bool asked[POINTS] = {false};
        unsigned count = 0;
        while (count < count_admitted()) {
            unsigned pending = 0;
            for (; pending < 3 && count < count_admitted(); pending++, count++) {
                assert_int_equal(tw_searcher_ask(searcher, at[pending]), TW_ASK_POINT);
                assert_true(tw_grid_admits(&grid, at[pending]));
                assert_false(asked[place_of(at[pending])]);
                asked[place_of(at[pending])] = true;
            }
            for (unsigned i = 0; i < pending; i++)
                assert_true(tw_searcher_tell(searcher, at[i],
                                             place_of(at[i]) % 5 ? 10.0 + place_of(at[i]) : (double)NAN));
        }
        assert_int_equal(tw_searcher_ask(searcher, at[0]), TW_ASK_NONE);
        tw_searcher_free(searcher);
    }
}

/* The same seed and the same answers give the same points, and another seed gives others. */
static void test_is_repeatable(void **state)
{
    (void)state;
    for (const struct tw_strategy *strategy = tw_strategies; strategy->name; strategy++) {
        struct tw_searcher *searcher[3];
        unsigned others = 0;
        for (unsigned s = 0; s < 3; s++) searcher[s] = tw_searcher_open(strategy, &grid, s == 2 ? 2 : 1);
        for (unsigned i = 0; i < 100; i++) {
            uint32_t at[3][TW_GRID_AXES];
            for (unsigned s = 0; s < 3; s++) {
                assert_int_equal(tw_searcher_ask(searcher[s], at[s]), TW_ASK_POINT);
                assert_true(tw_searcher_tell(searcher[s], at[s], 5 + place_of(at[s])));
            }
            assert_memory_equal(at[0], at[1], 4 * sizeof **at);
            others += place_of(at[0]) != place_of(at[2]);
        }
        assert_true(strategy == tw_strategy_exhaustive ? others == 0 : others > 50);
        for (unsigned s = 0; s < 3; s++) tw_searcher_free(searcher[s]);
    }
}

/* What was measured elsewhere is told before anything is asked for. */
static void test_is_told(void **state)
{
    (void)state;
    for (const struct tw_strategy *strategy = tw_strategies; strategy->name; strategy++) {
        struct tw_searcher *searcher = tw_searcher_open(strategy, &grid, 1);
        uint32_t at[TW_GRID_AXES] = {0};
        bool told[POINTS] = {false};
        assert_true(tw_grid_next(&grid, true, at));
        for (unsigned i = 0; i < 60; i++) {
            told[place_of(at)] = true;
            assert_true(tw_searcher_tell(searcher, at, 100 + i));
            assert_true(tw_grid_next(&grid, false, at));
        }
        for (unsigned i = 0; i < 60; i++) {
            assert_int_equal(tw_searcher_ask(searcher, at), TW_ASK_POINT);
            assert_false(told[place_of(at)]);
            assert_true(tw_searcher_tell(searcher, at, 50));
        }
        tw_searcher_free(searcher);
    }
}

/* The same points by conditions, each of two neighbouring axes; a thirteenth axis has none. */
static bool holds_large(const void *context, unsigned condition, const uint32_t *at)
{
    (void)context;
    looks++;
    return (at[2 * condition] + at[2 * condition + 1]) % 7 == 0;
}

/* A chain of five, whose neighbours differ; without its middle it is two chains. A fifth condition depends on no axis. */
static bool holds_chain(const void *context, unsigned condition, const uint32_t *at)
{
    const bool *is_possible = context;
    return condition == 4 ? *is_possible : at[condition] != at[condition + 1];
}

static int violated_chain(const void *context, const uint32_t *at)
{
    for (unsigned c = 0; c < 5; c++) {
        if (!holds_chain(context, c, at)) return 4;
    }
    return -1;
}

static void test_size(void **state)
{
    static const uint64_t pairs[] = {3, 3 << 2, 3 << 4, 3 << 6, 3 << 8, 3 << 10};
    static const uint64_t links[] = {3, 3 << 1, 3 << 2, 3 << 3, 0};
    bool is_possible = true;
    struct tw_grid sums = large;
    struct tw_grid chain = {.axes = 5,
                            .count = {3, 3, 3, 3, 3},
                            .violated = violated_chain,
                            .conditions = 5,
                            .depends = links,
                            .holds = holds_chain,
                            .context = &is_possible};
    uint64_t size;
    (void)state;
    sums.axes = 13;
    sums.count[12] = 3;
    sums.conditions = 6;
    sums.depends = pairs;
    sums.holds = holds_large;
    looks = 0;
    assert_true(tw_grid_size(&sums, 100, &size));
    assert_int_equal(size, 3 * 14 * 14 * 14 * 14 * 14 * 14); /* of 100 pairs: 0 + 0, eight of 7, five of 14 */
    assert_int_equal(looks, 600);
    assert_false(tw_grid_size(&sums, 30, &size)); /* 480 looks */

    assert_true(tw_grid_size(&chain, 20, &size));
    assert_int_equal(size, 3 << 4); /* and two choices for each that follows */
    assert_true(tw_grid_size(&chain, 1000, &size));
    assert_int_equal(size, 3 << 4);
    is_possible = false;
    assert_true(tw_grid_size(&chain, 20, &size));
    assert_int_equal(size, 0);
}

/* Two entries, one of which has two problems; the parts have the variants that are accepted, each once. */
static void test_parts(void **state)
{
    static const char text[] =
        "{ \"tilewright\": 1, \"kernel\": \"tile\", \"variants\": ["
        "{ \"name\": \"a\", \"BDIMX\": [8, 12, 32], \"BDIMY\": [8, 32, 64], \"layout\": [\"row-row\", "
        "\"row-col\"], \"IPAD\": [0, 1, 5], "
        "\"swizzle\": [\"none\", \"xor\"] },"
        "{ \"name\": \"b\", \"BDIMX\": 16, \"BDIMY\": { \"from\": 1, \"to\": 100 }, \"IPAD\": 0, "
        "\"swizzle\": \"none\" },"
        "{ \"name\": \"c\", \"BDIMX\": 16, \"BDIMY\": 16, \"IPAD\": 0, \"swizzle\": \"none\" } ] }";
    const struct tw_target *target = tw_target_find(90);
    struct tw_config config;
    struct tw_variants variants;
    struct tw_parts parts;
    struct tw_error error = TW_ERROR_INIT;
    uint64_t size, accepted = 0, found = 0;
    (void)state;
    assert_int_equal(tw_config_parse("text", text, sizeof text - 1, &config, &error), TW_OK);
    assert_int_equal(tw_config_expand(&config, target, &variants, &error), TW_OK);
    for (size_t i = 0; i < variants.count; i++)
        accepted += tw_family_accepts(config.family, variants.variant[i].value, target);
    assert_int_equal(tw_parts_list(&config, target, &parts, &error), TW_OK);
    assert_int_equal(parts.count, 2 + 1 + 1);
    assert_true(tw_parts_size(&parts, 10000, &size));
    assert_int_equal(size, accepted);
    assert_true(accepted > 100 && accepted < variants.count);
    for (size_t p = 0; p < parts.count; p++) {
        uint32_t at[TW_GRID_AXES] = {0}, back[TW_GRID_AXES];
        for (bool from_here = true; tw_grid_next(&parts.part[p].grid, from_here, at); from_here = false) {
            const uint64_t place = tw_part_number(&parts.part[p], at);
            assert_true(place < variants.count);
            assert_true(tw_family_accepts(config.family, variants.variant[place].value, target));
            assert_true(tw_part_point(&parts.part[p], place, back));
            assert_memory_equal(at, back, parts.part[p].grid.axes * sizeof *at);
            for (size_t q = 0; q < parts.count; q++) found += tw_part_point(&parts.part[q], place, back);
        }
    }
    assert_int_equal(found, accepted);
    tw_parts_free(&parts);
    tw_variants_free(&variants);
    tw_config_free(&config);
}

static unsigned seeds_within(const struct recorded *recorded, const char *strategy, unsigned seeds)
{
    const size_t tried = recorded->count / 20;
    double *best = malloc(tried * sizeof *best);
    unsigned within = 0;
    for (unsigned seed = 0; seed < seeds; seed++) {
        assert_true(recorded_search(recorded, tw_strategy_find(strategy), seed, tried, best));
        within += best[tried - 1] <= 1.05 * recorded->best;
    }
    free(best);
    return within;
}

/* The hardest of the spaces that the strategies were made with: after 5 % of the variants. */
static void test_recorded(void **state)
{
    struct recorded recorded;
    struct tw_error error = TW_ERROR_INIT;
    char path[4096];
    (void)state;
    snprintf(path, sizeof path, "%s/tests/data/t4/convolution_milo-A4000_T4.json.gz", getenv("SOURCE_DIR"));
    assert_int_equal(recorded_read_t4(path, &recorded, &error), TW_OK);
    assert_int_equal(recorded.count, 4362);
    assert_int_equal(recorded.measured, 4201);
    assert_int_equal(recorded_within(&recorded, 1.05), 11);
    assert_true(seeds_within(&recorded, "random", 50) < 30);
    assert_true(seeds_within(&recorded, "climb", 50) >= 45);
    assert_true(seeds_within(&recorded, "adaptive", 10) >= 8);
    recorded_free(&recorded);
    assert_int_equal(recorded_read_t4("/dev/null", &recorded, &error), TW_INPUT);
    tw_error_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walk),          cmocka_unit_test(test_draws_are_even),
        cmocka_unit_test(test_large),         cmocka_unit_test(test_size),
        cmocka_unit_test(test_later),         cmocka_unit_test(test_asks_once),
        cmocka_unit_test(test_is_repeatable), cmocka_unit_test(test_is_told),
        cmocka_unit_test(test_parts),         cmocka_unit_test(test_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
