/* What a search goes through: the first candidate, what was given, no two alike, and the tiles against a list made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/candidates.h"
#include "gen/families/transpose/transpose.h"
#include "gen/search.h"

#define MANY 20000u

static uint64_t seed = 88172645463325252u;

static uint32_t any(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed >> 16) % below);
}

static void defaults(const struct tw_family *family, int64_t *given)
{
    for (unsigned f = 0; f < family->field_count; f++) given[f] = family->fields[f].fallback;
}

static size_t list(const struct tw_family *family, const int64_t *given, const struct tw_target *target,
                   int64_t (*values)[TW_MAX_FIELDS])
{
    struct tw_candidates candidates = tw_candidates_of(family, given, target);
    size_t count = 0;
    while (tw_candidates_next(&candidates, values[count])) assert_in_range(++count, 1, MANY - 1);
    return count;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, TRANSPOSE_FIELD_COUNT * sizeof(int64_t));
}

/* A transpose of any shape, of which some fields are given. */
static void random_transpose(int64_t *given)
{
    static const int64_t types[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};
    static const struct {
        enum tw_transpose_field field;
        int64_t values[3];
    } some[] = {{TRANSPOSE_method, {TRANSPOSE_VECTOR, TRANSPOSE_XOR, TRANSPOSE_PADDED}},
                {TRANSPOSE_BDIMY, {4, 8, 16}},
                {TRANSPOSE_tile_rows, {32, 64, 128}},
                {TRANSPOSE_tile_cols, {32, 64, 96}},
                {TRANSPOSE_unroll, {1, 2, 3}},
                {TRANSPOSE_order, {TRANSPOSE_ROWS, TRANSPOSE_COLUMNS, TRANSPOSE_ROWS}},
                {TRANSPOSE_band, {1, 7, 1000000}},
                {TRANSPOSE_hints, {TRANSPOSE_NONE, TRANSPOSE_STREAM, TRANSPOSE_KEEP}}};
    defaults(&tw_family_transpose, given);
    given[TRANSPOSE_rows] = 1 + any(3000) / (1 + any(100));
    given[TRANSPOSE_cols] = 1 + any(3000) / (1 + any(100));
    given[TRANSPOSE_batch] = 1 + any(3);
    given[TRANSPOSE_type] = types[any(5)];
    if (any(3) == 0) given[TRANSPOSE_in_pitch] = given[TRANSPOSE_cols] + any(40);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        if (any(4) == 0) given[some[i].field] = some[i].values[any(3)];
    }
}

static void check_candidates(const int64_t *given, const struct tw_target *target,
                             int64_t (*values)[TW_MAX_FIELDS])
{
    const struct tw_family *family = &tw_family_transpose;
    int64_t choice[TW_MAX_FIELDS];
    struct tw_text unused = {0};
    memcpy(choice, given, sizeof choice);
    family->resolve(choice, target);
    size_t count = list(family, given, target, values);
    uint32_t open = tw_family_open(family, given, choice), varied = 0;
    if (family->accept(choice, target, &unused)) assert_int_equal(compare(values[0], choice), 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(family->accept(values[i], target, &unused));
        assert_true(tw_family_allows(family, given, open, target, values[i]));
        for (unsigned f = 0; f < family->field_count; f++) {
            bool clipped = f == TRANSPOSE_band; /* to as many tiles as there are */
            if (!(open >> f & 1u) && !clipped) assert_int_equal(values[i][f], choice[f]);
            if (!(open >> f & 1u) && clipped) assert_in_range(values[i][f], 1, given[f]);
            varied |= (uint32_t)(values[i][f] != values[0][f]) << f;
        }
    }
    if (count && compare(values[0], choice) == 0)
        assert_int_equal(tw_candidates_varied(family, given, target), varied);
    assert_int_equal(varied & ~open & ~(1u << TRANSPOSE_band), 0);
    tw_text_free(&unused);
}

static void whatever_is_given_stands(void **state)
{
    (void)state;
    int64_t(*values)[TW_MAX_FIELDS] = calloc(MANY, sizeof *values), given[TW_MAX_FIELDS];
    assert_non_null(values);
    for (int i = 0; i < 150; i++) {
        random_transpose(given);
        check_candidates(given, tw_target_find(i % 3 ? 90 : 75), values);
    }
    free(values);
}

static void no_two_are_alike_where_nothing_is_given(void **state)
{
    (void)state;
    static const int64_t sides[][2] = {{4096, 4096}, {4095, 4097}, {7, 100000}, {61, 61}, {1, 1}};
    int64_t(*values)[TW_MAX_FIELDS] = calloc(MANY, sizeof *values), given[TW_MAX_FIELDS];
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        defaults(&tw_family_transpose, given);
        given[TRANSPOSE_rows] = sides[s][0];
        given[TRANSPOSE_cols] = sides[s][1];
        size_t count = list(&tw_family_transpose, given, tw_target_find(90), values), alike = 0;
        assert_true(count > 12);
        qsort(values, count, sizeof *values, compare);
        for (size_t i = 1; i < count; i++) alike += compare(values[i - 1], values[i]) == 0;
        /* small matrices have bands that are all of their tiles */
        if (sides[s][0] > 1000 && sides[s][1] > 1000) assert_int_equal(alike, 0);
    }
    free(values);
}

static bool contains(int64_t (*values)[TW_MAX_FIELDS], size_t count, const int64_t *wanted)
{
    for (size_t i = 0; i < count; i++) {
        bool same = true;
        for (unsigned f = TRANSPOSE_method; f <= TRANSPOSE_unroll; f++)
            same = same && values[i][f] == wanted[f];
        if (same) return true;
    }
    return false;
}

/* Every vector tile of float32 of full squares up to 64 KiB, counted out: squares down, across, warps, loads ahead. */
static void the_tiles_that_were_worth_measuring_are_there(void **state)
{
    (void)state;
    static const unsigned shapes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1},
                                         {1, 4}, {4, 2}, {2, 4}, {8, 1}, {4, 4}};
    int64_t(*values)[TW_MAX_FIELDS] = calloc(MANY, sizeof *values), given[TW_MAX_FIELDS],
    wanted[TW_MAX_FIELDS];
    defaults(&tw_family_transpose, given);
    given[TRANSPOSE_rows] = given[TRANSPOSE_cols] = 8192;
    size_t count = list(&tw_family_transpose, given, tw_target_find(90), values);
    unsigned checked = 0;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (unsigned warps = 2; warps <= 16; warps *= 2) {
            for (unsigned ahead = 1; ahead <= 4; ahead *= 2) {
                unsigned units = 8 * shapes[s][0] * shapes[s][1], goes = units / (warps * ahead);
                if (units % (warps * ahead) || (goes != 1 && goes != 2 && goes != 4)) continue;
                if (goes == 4 && units < 16) continue;
                memcpy(wanted, values[0], sizeof wanted);
                wanted[TRANSPOSE_method] = TRANSPOSE_VECTOR;
                wanted[TRANSPOSE_BDIMY] = warps;
                wanted[TRANSPOSE_tile_rows] = 32 * shapes[s][0];
                wanted[TRANSPOSE_tile_cols] = 32 * shapes[s][1];
                wanted[TRANSPOSE_vector] = 16;
                wanted[TRANSPOSE_unroll] = ahead;
                assert_true(contains(values, count, wanted));
                checked++;
            }
        }
    }
    assert_true(checked > 40);
    free(values);
}

static void other_families(void **state)
{
    (void)state;
    int64_t values[16][TW_MAX_FIELDS], given[TW_MAX_FIELDS], blocks[16];
    const struct tw_family *dot = tw_family_find("dot"), *tile = tw_family_find("tile");
    const struct tw_target *target = tw_target_find(90);
    defaults(tile, given);
    given[tw_family_field(tile, "BDIMX")] = given[tw_family_field(tile, "BDIMY")] = 32;
    struct tw_candidates only = tw_candidates_of(tile, given, target);
    assert_true(tw_candidates_next(&only, values[0]));
    assert_false(tw_candidates_next(&only, values[0]));

    defaults(dot, given);
    int field = tw_family_field(dot, "blocks"), method = tw_family_field(dot, "method");
    given[tw_family_field(dot, "n")] = 1 << 24;
    only = tw_candidates_of(dot, given, target); /* partial sums: how many is part of the result */
    assert_true(tw_candidates_next(&only, values[0]));
    assert_false(tw_candidates_next(&only, values[0]));
    assert_true(tw_field_value_of(&dot->fields[method], 1).is_word);
    for (given[method] = 0; strcmp(dot->fields[method].words[given[method]], "last") != 0;) given[method]++;
    struct tw_candidates all = tw_candidates_of(dot, given, target);
    unsigned count = 0;
    for (; count < 16 && tw_candidates_next(&all, values[count]); count++) {
        blocks[count] = values[count][field];
        for (unsigned i = 0; i < count; i++) assert_int_not_equal(blocks[i], blocks[count]);
    }
    assert_int_equal(count, 7);
    assert_int_equal(blocks[0], 32);
    assert_int_equal(tw_candidates_varied(dot, given, target), 1u << field);
    given[field] = 100; /* given */
    all = tw_candidates_of(dot, given, target);
    assert_true(tw_candidates_next(&all, values[0]));
    assert_false(tw_candidates_next(&all, values[0]));
}

/* ---- as variants ---- */

static int search(const char *text, struct tw_config *config, struct tw_variants *variants,
                  struct tw_error *error)
{
    int code = tw_config_parse("t", text, strlen(text), config, error);
    assert_int_equal(code, TW_OK);
    return tw_search_expand(config, tw_target_find(90), 0, config->variant_count, variants, error);
}

/* Two problems: each variant as it is, then the first candidate of each, and one by one the same. */
static void a_search_goes_in_turns(void **state)
{
    (void)state;
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"a\", \"rows\": 640, "
        "\"cols\": 512}, {\"name\": \"b\", \"rows\": 1000, \"cols\": [70, 2000], \"method\": \"auto\"}]}";
    static const char *const names[] = {
        "a", "b_cols70", "b_cols2000", "a_try1", "b_cols70_try1", "b_cols2000_try1", "a_try2"};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    struct tw_variants all, one;
    assert_int_equal(search(text, &config, &all, &error), TW_OK);
    assert_true(all.count > 1000);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(all.variant[i].name, names[i]);
    for (size_t i = 0; i < all.count; i += 1 + i * 3) {
        assert_int_equal(tw_search_expand_one(&config, tw_target_find(90), 0, 3, i, &one, &error), TW_OK);
        assert_int_equal(one.count, 1);
        assert_string_equal(one.variant->name, all.variant[i].name);
        assert_int_equal(compare(one.variant->value, all.variant[i].value), 0);
        tw_variants_free(&one);
    }
    tw_variants_free(&all);
    tw_config_free(&config);
}

static void names_that_a_search_cannot_have(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    struct tw_variants all;
    assert_int_equal(
        search("{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"a_try1\", "
               "\"rows\": 64, \"cols\": 64}]}",
               &config, &all, &error),
        TW_INPUT);
    assert_string_equal(
        error.message,
        "the name 'a_try1' holds \"_try\", which names what a search tries; give it another one");
    assert_int_equal(error.line, 1);
    assert_null(all.variant);
    tw_config_free(&config);
    /* where nothing is added, names are free */
    assert_int_equal(search("{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"a_try1\", "
                            "\"BDIMX\": [32, 64], \"BDIMY\": 64}]}",
                            &config, &all, &error),
                     TW_OK);
    assert_int_equal(all.count, 2); /* both impossible, both there */
    tw_variants_free(&all);
    tw_config_free(&config);
    tw_error_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_given_stands),
        cmocka_unit_test(no_two_are_alike_where_nothing_is_given),
        cmocka_unit_test(the_tiles_that_were_worth_measuring_are_there),
        cmocka_unit_test(other_families),
        cmocka_unit_test(a_search_goes_in_turns),
        cmocka_unit_test(names_that_a_search_cannot_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
