/* What a search goes through: the first candidate, what was given, no two alike, in the order of the estimates, in parts of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/choice/search.h"
#include "gen/families/reduce/fields.h"
#include "gen/families/transpose/candidates.h"
#include "gen/families/transpose/choose.h"
#include "gen/families/transpose/features.h"
#include "gen/families/transpose/transpose.h"

#define MANY (TW_SCHEDULES_MAX + 2)

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
    assert_false(candidates.failed);
    tw_candidates_free(&candidates);
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
    } some[] = {{TRANSPOSE_method, {TRANSPOSE_VECTOR, TRANSPOSE_ROW_RUN, TRANSPOSE_XOR}},
                {TRANSPOSE_BDIMY, {4, 8, 16}},
                {TRANSPOSE_tile_rows, {32, 64, 128}},
                {TRANSPOSE_tile_cols, {32, 64, 96}},
                {TRANSPOSE_unroll, {1, 2, 3}},
                {TRANSPOSE_order, {TRANSPOSE_ROWS, TRANSPOSE_COLUMNS, TRANSPOSE_ROWS}},
                {TRANSPOSE_band, {1, 7, 1000000}},
                {TRANSPOSE_hints, {TRANSPOSE_NONE, TRANSPOSE_STREAM, TRANSPOSE_EVICT_LAST}},
                {TRANSPOSE_register_transpose,
                 {TRANSPOSE_REGISTER_NONE, TRANSPOSE_REGISTER_CHUNKS, TRANSPOSE_REGISTER_COLUMNS}}};
    defaults(&tw_family_transpose, given);
    given[TRANSPOSE_rows] = 1 + any(3000) / (1 + any(100));
    given[TRANSPOSE_cols] = 1 + any(3000) / (1 + any(100));
    given[TRANSPOSE_batch] = 1 + any(3);
    given[TRANSPOSE_type] = types[any(5)];
    if (any(3) == 0) given[TRANSPOSE_in_pitch] = given[TRANSPOSE_cols] + any(40);
    if (any(8) == 0) given[TRANSPOSE_method] = TRANSPOSE_PADDED;
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
    tw_family_resolve(family, choice, target);
    size_t count = list(family, given, target, values);
    uint64_t open = tw_family_open(family, given, choice), varied = 0;
    if (tw_family_accept(family, choice, target, &unused)) assert_int_equal(compare(values[0], choice), 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(tw_family_accept(family, values[i], target, &unused));
        assert_true(tw_family_allows(family, given, open, target, values[i]));
        for (unsigned f = 0; f < family->field_count; f++) {
            bool clipped = f == TRANSPOSE_band; /* to as many tiles as there are */
            if (!tw_has_field(open, f) && !clipped) assert_int_equal(values[i][f], choice[f]);
            if (!tw_has_field(open, f) && clipped) assert_in_range(values[i][f], 1, given[f]);
            varied |= (uint64_t)(values[i][f] != values[0][f]) << f;
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

/* All in one page, and in pages of other sizes: the same list. */
static unsigned list_pages(const int64_t *given, const struct tw_target *target, int64_t *all)
{
    static const unsigned sizes[] = {1, 7, 100};
    const size_t fields = TRANSPOSE_FIELD_COUNT;
    int64_t page[100 * TRANSPOSE_FIELD_COUNT];
    unsigned count = tw_family_transpose.candidates(given, target, 0, TW_SCHEDULES_MAX, all);
    assert_in_range(count, 0, TW_SCHEDULES_MAX);
    for (size_t s = 0; s < 3; s++) {
        for (unsigned first = 0; first < count; first += sizes[s]) {
            unsigned here = count - first < sizes[s] ? count - first : sizes[s];
            assert_int_equal(tw_family_transpose.candidates(given, target, first, sizes[s], page), count);
            assert_memory_equal(page, all + first * fields, here * fields * sizeof *all);
        }
        memset(page, 1, sizeof page); /* nothing is behind the last */
        int64_t before = page[0];
        assert_int_equal(tw_family_transpose.candidates(given, target, count, sizes[s], page), count);
        assert_int_equal(page[0], before);
    }
    return count;
}

static void check_order(const int64_t *all, unsigned count, const struct tw_target *target)
{
    struct tw_text reason = {0};
    bool was_idle = false;
    float last = -INFINITY;
    for (unsigned i = 0; i < count; i++) {
        const int64_t *value = all + (size_t)i * TRANSPOSE_FIELD_COUNT;
        const struct tw_transpose_load load = tw_transpose_load_of(value, target);
        bool idle = target->sm != tw_net_transpose.sm && !tw_transpose_suits(&load, target);
        float estimate = tw_transpose_estimate(value, target);
        assert_true(tw_family_transpose.accept(value, target, &reason));
        assert_true(idle >= was_idle);
        if (idle == was_idle) assert_true(estimate >= last);
        was_idle = idle;
        last = estimate;
        for (unsigned k = 0; k < i; k++)
            assert_int_not_equal(compare(value, all + (size_t)k * TRANSPOSE_FIELD_COUNT), 0);
    }
    tw_text_free(&reason);
}

/* The family's own list: no two alike, all possible, the best first, that which resolve() chooses. */
static void the_list_is_sorted_and_has_no_two_alike(void **state)
{
    (void)state;
    int64_t *all = calloc(TW_SCHEDULES_MAX, TRANSPOSE_FIELD_COUNT * sizeof *all), given[TW_MAX_FIELDS];
    unsigned lists = 0;
    assert_non_null(all);
    for (int i = 0; i < 120; i++) {
        const struct tw_target *target = tw_target_find(i % 3 ? 90 : 86);
        int64_t choice[TW_MAX_FIELDS];
        random_transpose(given);
        if (i % 2) given[TRANSPOSE_rows] *= 1000; /* large ones have more candidates */
        memcpy(choice, given, sizeof choice);
        tw_family_transpose.resolve(choice, target);
        unsigned count = list_pages(given, target, all);
        bool chooses = given[TRANSPOSE_method] == TRANSPOSE_AUTO ||
                       given[TRANSPOSE_method] == TRANSPOSE_VECTOR ||
                       given[TRANSPOSE_method] == TRANSPOSE_ROW_RUN;
        check_order(all, count, target);
        if (count && chooses) assert_int_equal(compare(all, choice), 0);
        lists += count > 12;
    }
    assert_in_range(lists, 20, 120);
    free(all);
}

/* ---- which candidates there are ---- */

struct kinds {
    unsigned vector, row_run, scalar, others, kept, plain, all;
};

static struct kinds kinds_of(int64_t rows, int64_t cols, int64_t batch, enum tw_element type)
{
    static int64_t values[MANY][TW_MAX_FIELDS];
    struct kinds kinds = {0};
    int64_t given[TW_MAX_FIELDS];
    defaults(&tw_family_transpose, given);
    given[TRANSPOSE_rows] = rows;
    given[TRANSPOSE_cols] = cols;
    given[TRANSPOSE_batch] = batch;
    given[TRANSPOSE_type] = type;
    kinds.all = (unsigned)list(&tw_family_transpose, given, tw_target_find(90), values);
    for (unsigned i = 0; i < kinds.all; i++) {
        int64_t method = values[i][TRANSPOSE_method], hints = values[i][TRANSPOSE_hints];
        bool known = method == TRANSPOSE_VECTOR || method == TRANSPOSE_ROW_RUN || method == TRANSPOSE_XOR;
        kinds.vector += method == TRANSPOSE_VECTOR;
        kinds.row_run += method == TRANSPOSE_ROW_RUN;
        kinds.scalar += method == TRANSPOSE_XOR;
        kinds.others += !known;
        kinds.kept += hints == TRANSPOSE_EVICT_LAST;
        kinds.plain += hints == TRANSPOSE_NONE;
    }
    assert_int_equal(kinds.others, 0);
    assert_int_equal(kinds.kept + kinds.plain, kinds.all);
    return kinds;
}

/* As candidates.c says at its top; sizes of every class. */
static void each_size_has_its_ways(void **state)
{
    (void)state;
    struct kinds kinds = kinds_of(8192, 8192, 1, TW_FLOAT32); /* 512 MB */
    assert_true(kinds.vector >= 30 && kinds.kept == kinds.all && !kinds.scalar);
    kinds = kinds_of(1000, 1000, 1, TW_FLOAT32); /* 8 MB */
    assert_true(kinds.vector >= 12 && kinds.scalar && kinds.plain == kinds.all);
    for (int64_t side = 1; side <= 7; side++) { /* 4-byte elements, less than a sector */
        kinds = kinds_of(10000000, side, 1, TW_FLOAT32);
        assert_true(kinds.row_run >= 12 && kinds.vector == 0);
        kinds = kinds_of(side, 10000000, 1, TW_FLOAT32);
        assert_true(kinds.row_run >= 12 && kinds.vector == 0);
    }
    kinds = kinds_of(8, 8, 1000000, TW_FLOAT32);
    assert_true(kinds.row_run >= 12);
    kinds = kinds_of(1, 1, 1, TW_INT8);
    assert_true(kinds.all >= 1);
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
    tw_candidates_free(&only);

    defaults(dot, given);
    int field = tw_family_field(dot, "blocks"), method = tw_family_field(dot, "method");
    given[tw_family_field(dot, "n")] = 1 << 24;
    only = tw_candidates_of(dot, given, target); /* partial sums: how many is part of the result */
    assert_true(tw_candidates_next(&only, values[0]));
    assert_false(tw_candidates_next(&only, values[0]));
    tw_candidates_free(&only);
    assert_true(tw_field_value_of(&dot->fields[method], 1).is_word);
    for (given[method] = 0; strcmp(dot->fields[method].words[given[method]], "last") != 0;) given[method]++;
    struct tw_candidates all = tw_candidates_of(dot, given, target);
    unsigned count = 0;
    for (; count < 16 && tw_candidates_next(&all, values[count]); count++) {
        blocks[count] = values[count][field];
        for (unsigned i = 0; i < count; i++) assert_int_not_equal(blocks[i], blocks[count]);
    }
    tw_candidates_free(&all);
    assert_int_equal(count, 7);
    assert_int_equal(blocks[0], 32);
    assert_int_equal(tw_candidates_varied(dot, given, target), tw_field_bit(field));
    given[field] = 100; /* given */
    all = tw_candidates_of(dot, given, target);
    assert_true(tw_candidates_next(&all, values[0]));
    assert_false(tw_candidates_next(&all, values[0]));
    tw_candidates_free(&all);
}

/* Rows that are none, or of nothing: one candidate is as good as another, and a place in nothing is refused. */
static void reductions_of_nothing(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{0, 1021}, {0, 18747}, {5, 0}, {0, 0}};
    int64_t(*values)[TW_MAX_FIELDS] = calloc(MANY, sizeof *values), given[TW_MAX_FIELDS];
    const struct tw_family *reduce = tw_family_find("reduce");
    assert_non_null(values);
    defaults(reduce, given);
    for (unsigned i = 0; i < 4 * (REDUCE_UINT64 + 1) * (REDUCE_DOT + 1); i++) {
        given[REDUCE_rows] = sizes[i % 4][0];
        given[REDUCE_cols] = given[REDUCE_pitch] = sizes[i % 4][1];
        given[REDUCE_type] = i / 4 % (REDUCE_UINT64 + 1);
        given[REDUCE_op] = i / 4 / (REDUCE_UINT64 + 1);
        bool is_place = given[REDUCE_op] == REDUCE_ARGMIN || given[REDUCE_op] == REDUCE_ARGMAX;
        size_t count = list(reduce, given, tw_target_find(90), values);
        assert_int_equal(count, is_place && !given[REDUCE_cols] ? 0 : 1);
    }
    free(values);
}

/* ---- as variants ---- */

static int search(const char *text, struct tw_config *config, struct tw_variants *variants,
                  struct tw_error *error)
{
    int code = tw_config_parse("t", text, strlen(text), config, error);
    assert_int_equal(code, TW_OK);
    return tw_search_expand(config, tw_target_find(90), 0, config->variant_count, variants, error);
}

/* Two problems: each variant as it is, then the first candidate of each. */
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
    struct tw_variants all;
    assert_int_equal(search(text, &config, &all, &error), TW_OK);
    assert_true(all.count > 60);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(all.variant[i].name, names[i]);
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
        cmocka_unit_test(the_list_is_sorted_and_has_no_two_alike),
        cmocka_unit_test(each_size_has_its_ways),
        cmocka_unit_test(other_families),
        cmocka_unit_test(reductions_of_nothing),
        cmocka_unit_test(a_search_goes_in_turns),
        cmocka_unit_test(names_that_a_search_cannot_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
