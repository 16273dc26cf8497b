/*
 * Variants that are passed over without being looked at: of small spaces with drawn constraints a walk, a random search and the candidates of a
 * plan find the very variants that looking at each one finds; in spaces of 10^12 the few that there are are found with few looks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/choice/wheels.h"
#include "tests/folder.h"
#include "tune/search/part.h"
#include "tune/search/strategy.h"

static int start(void **state)
{
    (void)state;
    if (make_folder()) return -1;
    write_file("w.cu", "__global__ void w(int *out) { out[threadIdx.x] = 1; }\n");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    return remove_folder();
}

/* A kernel with those parameters and constraints, as a space to sweep. */
static void open_space(const char *parameters, const char *constraints, struct tw_config *config)
{
    char path[64], text[4000];
    struct tw_error error = TW_ERROR_INIT;
    snprintf(path, sizeof path, "%s/w.json", folder);
    snprintf(text, sizeof text,
             "{\"tilewright\": 1, \"kernel\": {\"name\": \"w\", \"source\": \"w.cu\", \"problem\": {\"m\": "
             "6}, \"parameters\": {%s}, "
             "\"constraints\": [%s], \"arguments\": [{\"name\": \"out\", \"type\": \"int32\", \"count\": "
             "32}], \"grid\": 1, \"block\": 32, "
             "\"reference\": null}}\n",
             parameters, constraints);
    if (tw_config_parse_space(path, text, strlen(text), config, &error))
        fail_msg("%s: %s\n%s", error.message, error.detail ? error.detail : "", text);
    tw_error_free(&error);
}

/* ---- a grid whose looks are counted ---- */

struct counted {
    const struct tw_grid *grid;
    uint64_t *looks;
};

static int look(const void *context, const uint32_t *at)
{
    const struct counted *counted = context;
    ++*counted->looks;
    return counted->grid->violated(counted->grid->context, at);
}

static uint32_t look_on(const void *context, const uint32_t *at, unsigned axis, uint32_t from)
{
    const struct counted *counted = context;
    ++*counted->looks;
    return counted->grid->next(counted->grid->context, at, axis, from);
}

static bool number_of(const void *context, unsigned axis, uint32_t at, double *number)
{
    const struct counted *counted = context;
    return counted->grid->number(counted->grid->context, axis, at, number);
}

static struct tw_grid counting(const struct counted *counted)
{
    struct tw_grid grid = *counted->grid;
    grid.violated = look;
    grid.next = look_on;
    grid.number = number_of;
    grid.context = counted;
    return grid;
}

/* ---- drawn spaces ---- */

static unsigned below(unsigned *seed, unsigned count)
{
    return (unsigned)rand_r(seed) % count;
}

static void draw_constraint(unsigned *seed, char *text, size_t room)
{
    static const char *const forms[] = {"A * B == %d",
                                        "A == B + C - %d",
                                        "A %% B == 0 and C > %d",
                                        "A + B * C <= %d",
                                        "(A ^ B) %% 4 == %d",
                                        "B * C %% %d == 0",
                                        "A // C == %d",
                                        "C * C - A == %d",
                                        "W == 'x' or A > %d",
                                        "W != 'y' ? B > A : C == %d",
                                        "sum %% 7 == %d",
                                        "R * A > %d",
                                        "2 ** B == %d * A",
                                        "A << (C %% 5) == %d",
                                        "min(A, B, C) == %d",
                                        "m * A + B == %d",
                                        "gcd(A, C) == %d",
                                        "1 <= B - A < %d",
                                        "not (A > B) and sum < %d",
                                        "ceil_div(B, A) == %d",
                                        "B / A >= %d or C == 1",
                                        "(A & 7) == %d",
                                        "abs(A - B) == %d",
                                        "log2(C) > %d / 8.0",
                                        "sizeof(T) * A > %d"};
    char form[128];
    snprintf(form, sizeof form, "\"%s\"", forms[below(seed, sizeof forms / sizeof *forms)]);
    snprintf(text, room, form,
             1 + below(seed, below(seed, 2) ? 8 : 60)); // NOLINT: the forms have one number each
}

static void draw_values(unsigned *seed, char *text, size_t room)
{
    const unsigned from = 1 + below(seed, 9), step = 1 + below(seed, 4), low = 1u << below(seed, 3);
    if (below(seed, 3) == 0)
        snprintf(text, room, "{\"pow2\": [%u, %u]}", low, low << below(seed, 5));
    else if (below(seed, 3) == 0)
        snprintf(text, room, "[%u, %u, %u, %u]", from + 9, from, from + 30, from + 2);
    else
        snprintf(text, room, "{\"from\": %u, \"to\": %u, \"step\": %u}", from, from + step * below(seed, 9),
                 step);
}

static void draw_space(unsigned *seed, struct tw_config *config)
{
    char values[3][80], constraints[3][160], parameters[800], all[600];
    for (unsigned i = 0; i < 3; i++) {
        draw_values(seed, values[i], sizeof values[i]);
        draw_constraint(seed, constraints[i], sizeof constraints[i]);
    }
    snprintf(parameters, sizeof parameters,
             "\"A\": %s, \"W\": [\"x\", \"y\"], \"B\": %s, \"R\": [0.5, 3, 1.25], \"C\": %s, \"T\": "
             "[\"int8\", \"float64\"]}, \"derived\": {\"sum\": "
             "\"A + B + C\"",
             values[0], values[1], values[2]);
    if (below(seed, 2))
        snprintf(all, sizeof all, "%s", constraints[0]);
    else
        snprintf(all, sizeof all, "%s, %s", constraints[1], constraints[2]);
    open_space(parameters, all, config);
}

/* ---- comparing ---- */

/* Which variants are accepted, each looked at by itself. */
static bool *list_accepted(const struct tw_config *config, const struct tw_target *target, size_t *count)
{
    bool *accepted = calloc(config->variant_count, sizeof *accepted);
    assert_non_null(accepted);
    *count = 0;
    for (uint64_t i = 0; i < config->variant_count; i++) {
        struct tw_variants one;
        assert_int_equal(tw_config_expand_one(config, target, i, &one, NULL), TW_OK);
        accepted[i] = tw_family_accepts(config->family, one.variant[0].value, target);
        *count += accepted[i];
        tw_variants_free(&one);
    }
    return accepted;
}

static void compare_walk(const struct tw_part *part, const struct tw_grid *grid, const bool *accepted,
                         size_t count)
{
    uint32_t at[TW_GRID_AXES] = {0};
    uint64_t before = 0;
    size_t found = 0;
    for (bool from_here = true; tw_grid_next(grid, from_here, at); from_here = false) {
        const uint64_t number = tw_part_number(part, at);
        assert_true(accepted[number] && (!found || number > before));
        before = number;
        found++;
    }
    assert_int_equal(found, count);
}

static void compare_search(const struct tw_part *part, const struct tw_grid *grid, const bool *accepted,
                           size_t count, uint64_t seed)
{
    struct tw_searcher *searcher = tw_searcher_open(tw_strategy_find("random"), grid, seed);
    uint32_t at[TW_GRID_AXES];
    enum tw_ask ask;
    size_t found = 0;
    assert_non_null(searcher);
    while ((ask = tw_searcher_ask(searcher, at)) != TW_ASK_NONE) {
        assert_int_equal(ask, TW_ASK_POINT);
        assert_true(accepted[tw_part_number(part, at)]);
        found++;
    }
    assert_int_equal(found, count);
    tw_searcher_free(searcher);
}

static void compare_candidates(const struct tw_config *config, const struct tw_target *target, size_t count)
{
    const struct tw_family *family = config->family;
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    size_t found = 0;
    for (unsigned f = 0; f < family->field_count; f++) given[f] = tw_field_ungiven(&family->fields[f]);
    struct tw_candidates candidates = tw_candidates_of(family, given, target);
    while (tw_candidates_next(&candidates, value)) found++;
    assert_false(candidates.failed || candidates.too_many);
    assert_int_equal(found, count);
    tw_candidates_free(&candidates);
}

static void nothing_is_passed_over_that_is_admitted(void **state)
{
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    unsigned seed = 7, with_some = 0;
    uint64_t looks = 0, variants = 0;
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        struct tw_config config;
        struct tw_parts parts;
        size_t count;
        draw_space(&seed, &config);
        bool *accepted = list_accepted(&config, target, &count);
        assert_int_equal(tw_parts_list(&config, target, &parts, NULL), TW_OK);
        assert_int_equal(parts.count, 1);
        const struct counted counted = {&parts.part[0].grid, &looks};
        const struct tw_grid grid = counting(&counted);
        compare_walk(&parts.part[0], &grid, accepted, count);
        compare_search(&parts.part[0], &parts.part[0].grid, accepted, count, i);
        compare_candidates(&config, target, count);
        variants += config.variant_count - count;
        looks -= count;
        with_some += count > 0;
        free(accepted);
        tw_parts_free(&parts);
        tw_config_free(&config);
    }
    if (with_some <= 40) fail_msg("%u", with_some);
    if (looks >= variants / 5)
        fail_msg("%llu looks at %llu variants", (unsigned long long)looks,
                 (unsigned long long)
                     variants); /* looks at others than the admitted ones, and at parts of the space */
}

/* ---- a few of 10^12 ---- */

/* The constraints leave `count` of them; all are found within so many looks, and one by a random search within as many. */
static void expect_few(const char *constraints, uint64_t count, uint64_t most)
{
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    struct tw_config config;
    struct tw_parts parts;
    uint64_t looks = 0, size;
    uint32_t at[TW_GRID_AXES];
    open_space("\"A\": {\"from\": 1, \"to\": 1000}, \"B\": {\"from\": 1, \"to\": 1000}, \"C\": {\"from\": 1, "
               "\"to\": 1000}, \"D\": {\"from\": 1, "
               "\"to\": 1000}",
               constraints, &config);
    assert_int_equal(config.variant_count, UINT64_C(1000000000000));
    assert_int_equal(tw_parts_list(&config, target, &parts, NULL), TW_OK);
    const struct counted counted = {&parts.part[0].grid, &looks};
    const struct tw_grid grid = counting(&counted);
    assert_true(tw_grid_size(&grid, UINT64_MAX, &size));
    assert_int_equal(size, count);
    if (looks > most) fail_msg("%s: %llu looks", constraints, (unsigned long long)looks);
    looks = 0;
    struct tw_searcher *searcher = tw_searcher_open(tw_strategy_best, &grid, 3);
    assert_int_equal(tw_searcher_ask(searcher, at), count ? TW_ASK_POINT : TW_ASK_NONE);
    if (looks > most + 20000) fail_msg("%s: %llu looks at random", constraints, (unsigned long long)looks);
    tw_searcher_free(searcher);
    tw_parts_free(&parts);
    tw_config_free(&config);
}

static void few_of_many_are_found(void **state)
{
    (void)state;
    expect_few("\"A * B * C * D == 997 * 991 * 983 * 977\"", 24, 1000);
    expect_few("\"A == 7 * B + 3\", \"C == A + B\", \"D == 2 * C - 600\", \"D > 120\"", 55, 3000);
    expect_few("\"A + B + C + D == 3999\"", 4, 200);
    expect_few("\"A % 997 == 0\", \"B % A == 0\", \"C - B == 2\", \"D * C == 999 * 512\"", 1, 3000);
    expect_few("\"A * B * C * D == 1000003\"", 0, 300); /* a prime */
    expect_few("\"2 * A + 4 * B == 6 * C + 2 * D + 1\"", 0, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_passed_over_that_is_admitted),
        cmocka_unit_test(few_of_many_are_found),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
