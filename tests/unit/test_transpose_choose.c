/*
 * What is chosen for a transpose when only the problem and the target are given (gen/families/transpose/choose.c): for random
 * problems on every target, against all schedules listed and looked at one by one. Which schedule a problem gets is the model's, which is
 * fitted anew from time to time, and nobody's here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gen/config/config.h"
#include "gen/families/transpose/candidates.h"
#include "gen/families/transpose/choose.h"
#include "gen/families/transpose/features.h"
#include "gen/families/transpose/transpose.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct tw_family *const family = &tw_family_transpose;
static const enum tw_element elements[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};

/* Every field at its default, none derived yet. */
static void problem(int64_t rows, int64_t cols, int64_t batch, enum tw_element element, int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_rows] = rows;
    value[TRANSPOSE_cols] = cols;
    value[TRANSPOSE_batch] = batch;
    value[TRANSPOSE_type] = element;
}

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* 1 to 2^bits, every magnitude as likely as the others. */
static int64_t length(uint64_t *seed, unsigned bits)
{
    unsigned magnitude = (unsigned)(next(seed) % (bits + 1));
    return (int64_t)(next(seed) % (UINT64_C(1) << magnitude)) + 1;
}

/* Up to 2^43 elements, most of them few; pitches, offsets, batches, pointers. */
static void random_problem(uint64_t *seed, int64_t *value)
{
    unsigned bits = (unsigned)(next(seed) % 31);
    int64_t rows = length(seed, bits), cols = length(seed, 31 - bits);
    bool swap = next(seed) % 2;
    problem(swap ? cols : rows, swap ? rows : cols, next(seed) % 3 ? 1 : length(seed, 12),
            elements[next(seed) % COUNT(elements)], value);
    if (next(seed) % 4 == 0) value[TRANSPOSE_in_pitch] = value[TRANSPOSE_cols] + length(seed, 6);
    if (next(seed) % 4 == 0) value[TRANSPOSE_out_pitch] = value[TRANSPOSE_rows] + length(seed, 6);
    if (next(seed) % 4 == 0) value[TRANSPOSE_in_offset] = (int64_t)(next(seed) % 40);
    if (next(seed) % 4 == 0) value[TRANSPOSE_out_offset] = (int64_t)(next(seed) % 40);
    if (next(seed) % 4 == 0) value[TRANSPOSE_pointers] = (int64_t)(next(seed) % 3);
}

static void say(const int64_t *value, const struct tw_target *target, char said[300])
{
    struct tw_text text = {0};
    family->chosen(value, target, &text);
    assert_false(text.failed);
    snprintf(said, 300, "%s", tw_text_string(&text));
    tw_text_free(&text);
}

static bool is_accepted(const int64_t *value, const struct tw_target *target, char why[300])
{
    struct tw_text reason = {0};
    bool accepted = tw_family_accept(family, value, target, &reason);
    snprintf(why, 300, "%s", tw_text_string(&reason));
    tw_text_free(&reason);
    return accepted;
}

static void print_problem(const int64_t *value, const struct tw_target *target)
{
    print_message("sm_%u:", target->sm);
    for (unsigned f = 0; f < family->field_count; f++)
        print_message(" %s %lld", family->fields[f].key, (long long)value[f]);
    print_message("\n");
}

/* ---- all schedules, looked at one by one ---- */

struct survey {
    unsigned possible, suiting;
    float best, best_suiting; /* the least estimates */
};

static bool suits(const int64_t *value, const struct tw_target *target)
{
    const struct tw_transpose_load load = tw_transpose_load_of(value, target);
    return tw_transpose_suits(&load, target);
}

/* given: not resolved. */
static struct survey look_at_all(const int64_t *given, const struct tw_target *target)
{
    static struct tw_schedules schedules;
    struct survey survey = {.best = INFINITY, .best_suiting = INFINITY};
    int64_t own[TRANSPOSE_FIELD_COUNT], value[TRANSPOSE_FIELD_COUNT];
    char why[300];
    memcpy(own, given, sizeof own);
    tw_transpose_default(own, TRANSPOSE_in_pitch, own[TRANSPOSE_cols]);
    tw_transpose_default(own, TRANSPOSE_out_pitch, own[TRANSPOSE_rows]);
    tw_transpose_list_schedules(own, &schedules);
    for (unsigned i = 0; i < schedules.count; i++) {
        tw_transpose_take_schedule(own, &schedules.list[i], value);
        if (!is_accepted(value, target, why)) continue;
        float estimate = tw_transpose_estimate(value, target);
        survey.possible++;
        survey.best = fminf(survey.best, estimate);
        if (!suits(value, target)) continue;
        survey.suiting++;
        survey.best_suiting = fminf(survey.best_suiting, estimate);
    }
    return survey;
}

/* ---- the choice ---- */

static void check_in_ranges(const int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (field->kind == TW_FIELD_INT && value[f] != TW_WORD(0))
            assert_true(value[f] >= field->low && value[f] <= field->high);
    }
    assert_int_not_equal(value[TRANSPOSE_method], TRANSPOSE_AUTO);
}

/* What is said of a choice where nothing was given. */
static void check_said(const int64_t *value, const struct tw_target *target, const struct survey *survey)
{
    char said[300], begins[100];
    bool measured = target->sm == tw_net_transpose.sm;
    say(value, target, said);
    snprintf(begins, sizeof begins, "chosen of %u by a model of times on sm_%u", survey->possible,
             tw_net_transpose.sm);
    assert_memory_equal(said, begins, strlen(begins));
    if (measured) assert_string_equal(said, begins);
    char among[100] = "; none keeps the device busy; on sm_";
    if (survey->suiting)
        snprintf(among, sizeof among, ", among %u that keep the device busy; on sm_", survey->suiting);
    if (!measured) assert_memory_equal(said + strlen(begins), among, strlen(among));
}

/* Returns whether it keeps the target busy. */
static bool check_choice(const int64_t *given, const struct tw_target *target)
{
    int64_t value[TRANSPOSE_FIELD_COUNT], again[TRANSPOSE_FIELD_COUNT];
    char why[300];
    memcpy(value, given, sizeof value);
    memcpy(again, given, sizeof again);
    tw_family_resolve(family, value, target);
    tw_family_resolve(family, again, target);
    assert_memory_equal(value, again, sizeof value);
    tw_family_resolve(family, again, target); /* nothing is open any more */
    assert_memory_equal(value, again, sizeof value);
    check_in_ranges(value);
    if (!is_accepted(value, target, why)) {
        print_problem(value, target);
        fail_msg("%s", why);
    }
    const struct survey survey = look_at_all(given, target);
    float estimate = tw_transpose_estimate(value, target);
    bool measured = target->sm == tw_net_transpose.sm, busy = suits(value, target);
    assert_true(survey.possible > 0);
    if (!measured) assert_int_equal(busy, survey.suiting > 0);
    assert_true(estimate == (!measured && survey.suiting ? survey.best_suiting : survey.best));
    struct survey told = survey;
    if (measured) told.suiting = 0;
    check_said(value, target, &told);
    return busy;
}

/* On every known target every problem gets a kernel that the target can run: the one that the model holds to be the best, on
   devices it was not fitted to the best of those that keep it busy. */
static void what_is_chosen_is_possible_and_the_best_of_all(void **state)
{
    unsigned target_count, busy = 0, all = 0;
    const struct tw_target *targets = tw_targets(&target_count);
    uint64_t seed = 11;
    (void)state;
    for (unsigned t = 0; t < target_count; t++) {
        for (unsigned i = 0; i < 60; i++, all++) {
            int64_t given[TRANSPOSE_FIELD_COUNT];
            random_problem(&seed, given);
            busy += check_choice(given, &targets[t]);
        }
    }
    print_message("%u of %u choices keep their target busy; the other problems are too small\n", busy, all);
    assert_true(busy > all / 4 && busy < all);
}

/* The same problem on a device that only is called otherwise: the best of those that suit. */
static void another_name_is_another_device(void **state)
{
    (void)state;
    struct tw_target other = *tw_target_find(tw_net_transpose.sm);
    other.sm++;
    uint64_t seed = 5;
    unsigned busy = 0;
    for (unsigned i = 0; i < 100; i++) {
        int64_t given[TRANSPOSE_FIELD_COUNT];
        random_problem(&seed, given);
        busy += check_choice(given, &other);
    }
    assert_in_range(busy, 1, 99);
}

/* A device with shared memory for two small tiles, and one that needs large ones, for it holds no more than two blocks. */
static struct tw_target small_device(void)
{
    struct tw_target target = *tw_target_find(75);
    memset(target.carveouts, 0, sizeof target.carveouts);
    target.carveouts[0] = 28;
    target.shared_per_sm = target.shared_per_block = 28 * 1024;
    return target;
}

static struct tw_target few_blocks(void)
{
    struct tw_target target = *tw_target_find(80);
    target.blocks_per_sm = 2;
    return target;
}

static void the_choice_follows_the_numbers_of_the_device(void **state)
{
    (void)state;
    const struct tw_target small = small_device(), few = few_blocks();
    for (unsigned e = 1; e < COUNT(elements); e++) { /* of one byte the smallest tile has 16 KB */
        int64_t given[TRANSPOSE_FIELD_COUNT], value[TRANSPOSE_FIELD_COUNT];
        problem(8192, 8192, 1, elements[e], given);
        int64_t bytes = tw_transpose_bytes(given);
        assert_true(check_choice(given, &small));
        memcpy(value, given, sizeof value);
        tw_family_resolve(family, value, &small);
        assert_true(value[TRANSPOSE_tile_rows] * value[TRANSPOSE_tile_cols] * bytes <= 14 * 1024);
        assert_true(check_choice(given, &few));
        memcpy(value, given, sizeof value);
        tw_family_resolve(family, value, &few);
        assert_true(value[TRANSPOSE_tile_rows] * value[TRANSPOSE_tile_cols] * bytes >= 16 * 1024);
    }
    for (unsigned multiprocessors = 1; multiprocessors <= 512; multiprocessors *= 2) {
        struct tw_target target = *tw_target_find(86);
        int64_t given[TRANSPOSE_FIELD_COUNT];
        target.multiprocessors = multiprocessors; /* at 512 there are just enough of the smallest tiles */
        problem(1024, 1024, 1, TW_FLOAT32, given);
        assert_true(check_choice(given, &target));
    }
}

/* ---- what is given ---- */

/* Values of each field that it may choose, some of which go with few others. */
static const struct {
    enum tw_transpose_field field;
    int64_t values[5];
} some[TW_TRANSPOSE_OPEN_FIELDS] = {
    {TRANSPOSE_tile_rows, {64, 32, 256, 4, 1000000}},
    {TRANSPOSE_tile_cols, {64, 32, 256, 7, 70000}},
    {TRANSPOSE_matrices, {1, 2, 8, 33, 100000}},
    {TRANSPOSE_band, {1, 2, 7, 1000, 2147483647}},
    {TRANSPOSE_BDIMY, {8, 1, 16, 5, 100}},
    {TRANSPOSE_method,
     {TRANSPOSE_VECTOR, TRANSPOSE_ROW_RUN, TRANSPOSE_XOR, TRANSPOSE_NAIVE, TRANSPOSE_PADDED}},
    {TRANSPOSE_vector, {16, 8, 4, 2, 5}},
    {TRANSPOSE_unroll, {1, 2, 4, 3, 64}},
    {TRANSPOSE_order, {TRANSPOSE_ROWS, TRANSPOSE_COLUMNS, TRANSPOSE_ROWS, TRANSPOSE_COLUMNS, TRANSPOSE_ROWS}},
    {TRANSPOSE_hints,
     {TRANSPOSE_NONE, TRANSPOSE_EVICT_LAST, TRANSPOSE_STREAM, TRANSPOSE_LOADS, TRANSPOSE_EVICT_FIRST}},
    {TRANSPOSE_register_transpose,
     {TRANSPOSE_REGISTER_NONE, TRANSPOSE_REGISTER_CHUNKS, TRANSPOSE_REGISTER_COLUMNS,
      TRANSPOSE_REGISTER_MATRICES, TRANSPOSE_REGISTER_NONE}},
};

static void check_stays(const int64_t *given, const int64_t *value, enum tw_transpose_field field)
{
    int64_t all[TRANSPOSE_FIELD_COUNT];
    memcpy(all, value, sizeof all);
    all[TRANSPOSE_band] = TW_DERIVED;
    int64_t tiles = tw_transpose_band(all);
    if (field == TRANSPOSE_band)
        assert_int_equal(value[field], given[field] < tiles ? given[field] : tiles);
    else
        assert_int_equal(value[field], given[field]);
}

/* Returns whether something fits. */
static bool check_given(const int64_t *given, const enum tw_transpose_field *fields, unsigned count,
                        const struct tw_target *target)
{
    int64_t value[TRANSPOSE_FIELD_COUNT];
    char why[300];
    memcpy(value, given, sizeof value);
    tw_family_resolve(family, value, target);
    for (unsigned i = 0; i < count; i++) check_stays(given, value, fields[i]);
    for (unsigned f = 0; f < TRANSPOSE_method; f++) {
        if (given[f] != TW_DERIVED) assert_int_equal(value[f], given[f]);
    }
    for (unsigned f = 0; f < family->field_count; f++) assert_int_not_equal(value[f], TW_DERIVED);
    if (is_accepted(value, target, why)) {
        float feature[TW_TRANSPOSE_FEATURES + 1];
        for (unsigned i = 0; i <= TW_TRANSPOSE_FEATURES; i++) feature[i] = NAN;
        tw_transpose_features(value, target, feature);
        for (unsigned i = 0; i < TW_TRANSPOSE_FEATURES; i++) assert_true(isfinite(feature[i]));
        assert_true(isnan(feature[TW_TRANSPOSE_FEATURES]));
        return true;
    }
    bool chooses = given[TRANSPOSE_method] == TRANSPOSE_AUTO || given[TRANSPOSE_method] == TRANSPOSE_VECTOR ||
                   given[TRANSPOSE_method] == TRANSPOSE_ROW_RUN;
    assert_true(strlen(why) > 10);
    if (chooses) assert_int_equal(look_at_all(given, target).possible, 0);
    return false;
}

/* Every field that may be chosen, alone and with every other: it stays, and if there is a schedule with it that is found; if there is
   none `accept` says a reason. */
static void what_is_given_stays(void **state)
{
    static const unsigned sms[] = {90, 75, 100};
    unsigned fit = 0, all = 0;
    uint64_t seed = 23;
    (void)state;
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++) {
        assert_int_equal(some[i].field, tw_transpose_open_fields[i]);
        for (unsigned j = 0; j <= i; j++) {
            for (unsigned trial = 0; trial < 50; trial++, all++) {
                const enum tw_transpose_field fields[] = {some[i].field, some[j].field};
                int64_t given[TRANSPOSE_FIELD_COUNT];
                random_problem(&seed, given);
                given[some[i].field] = some[i].values[trial % 5];
                if (j < i) given[some[j].field] = some[j].values[trial / 5 % 5];
                fit += check_given(given, fields, 2, tw_target_find(sms[trial % 3]));
            }
        }
    }
    print_message("%u of %u fit\n", fit, all);
    assert_true(fit > all / 4 && fit < all);
}

/* What has no choice but is given stays too, and makes it a method that can have it. */
static void what_only_some_methods_have(void **state)
{
    static const struct {
        enum tw_transpose_field field;
        int64_t value;
        const char *why; /* nothing fits */
    } cases[] = {
        {TRANSPOSE_steps, 3, NULL},
        {TRANSPOSE_BDIMX, 64, NULL},
        {TRANSPOSE_BDIMX, 7, "the vector method needs whole warps"},
        {TRANSPOSE_carveout, 50, NULL},
        {TRANSPOSE_IPAD, 3, "the vector method has no padding"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t given[TRANSPOSE_FIELD_COUNT], value[TRANSPOSE_FIELD_COUNT];
        char why[300];
        problem(8192, 8000, 1, TW_FLOAT32, given);
        given[cases[i].field] = cases[i].value;
        memcpy(value, given, sizeof value);
        tw_family_resolve(family, value, tw_target_find(90));
        assert_int_equal(value[cases[i].field], cases[i].value);
        bool accepted = is_accepted(value, tw_target_find(90), why);
        assert_int_equal(accepted, !cases[i].why);
        if (cases[i].why) assert_memory_equal(why, cases[i].why, strlen(cases[i].why));
        if (cases[i].field == TRANSPOSE_steps) assert_int_equal(value[TRANSPOSE_method], TRANSPOSE_VECTOR);
    }
}

/* ---- what is said ---- */

static bool is_choice_of(const int64_t *value, enum tw_transpose_method method,
                         const struct tw_target *target)
{
    int64_t own[TRANSPOSE_FIELD_COUNT];
    memcpy(own, value, sizeof own);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++) own[tw_transpose_open_fields[i]] = TW_DERIVED;
    own[TRANSPOSE_method] = method;
    tw_family_resolve(family, own, target);
    return memcmp(own, value, sizeof own) == 0;
}

/* Something is said only of the candidates that would be chosen if nothing, or only their method, were given. */
static void only_a_choice_is_said_to_be_one(void **state)
{
    static const unsigned sms[] = {90, 80};
    uint64_t seed = 3;
    unsigned told = 0, silent = 0;
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        const struct tw_target *target = tw_target_find(sms[i % 2]);
        int64_t given[TRANSPOSE_FIELD_COUNT], value[TRANSPOSE_FIELD_COUNT];
        random_problem(&seed, given);
        unsigned count = family->candidates(given, target, 0, 0, NULL);
        for (unsigned c = 0; c < count; c += 1 + c / 4) {
            char said[300];
            assert_int_equal(family->candidates(given, target, c, 1, value), count);
            enum tw_transpose_method own = (enum tw_transpose_method)value[TRANSPOSE_method];
            bool in_chunks = own == TRANSPOSE_VECTOR || own == TRANSPOSE_ROW_RUN;
            bool chosen = is_choice_of(value, TRANSPOSE_AUTO, target) ||
                          (in_chunks && is_choice_of(value, own, target));
            say(value, target, said);
            assert_int_equal(said[0] != 0, chosen);
            assert_true(chosen || c > 0);
            told += said[0] != 0;
            silent += !said[0];
        }
    }
    assert_true(told >= 24 && silent > 24);
}

/* ---- configs ---- */

static const char text[] =
    "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"t\", \"rows\": 4096, "
    "\"cols\": [4096, 1001], \"type\": [\"uint8\", \"float32\"], \"hints\": \"loads\"}]}";

static void expect_chosen(const struct tw_variant *variant, const struct tw_target *target)
{
    const int64_t *value = variant->value;
    int64_t own[TRANSPOSE_FIELD_COUNT];
    problem(value[TRANSPOSE_rows], value[TRANSPOSE_cols], 1, (enum tw_element)value[TRANSPOSE_type], own);
    own[TRANSPOSE_hints] = TRANSPOSE_LOADS;
    tw_family_resolve(family, own, target);
    assert_memory_equal(value, own, sizeof own);
}

/* One config, expanded for several targets that are all there at the same time. */
static void a_config_is_chosen_for_each_target(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    struct tw_variants variants[3];
    const struct tw_target small = small_device(), few = few_blocks();
    const struct tw_target *targets[] = {&small, &few, tw_target_find(90)};
    (void)state;
    assert_int_equal(tw_config_parse("t", text, strlen(text), &config, &error), TW_OK);
    const struct tw_config before = config;
    for (unsigned t = 0; t < 3; t++)
        assert_int_equal(tw_config_expand(&config, targets[t], &variants[t], &error), TW_OK);
    for (unsigned t = 0; t < 3; t++) {
        assert_int_equal(variants[t].target.sm, targets[t]->sm);
        assert_int_equal(variants[t].count, 4);
        for (size_t i = 0; i < 4; i++) {
            expect_chosen(&variants[t].variant[i], targets[t]);
            struct tw_text name = {0};
            tw_config_name(&config, i, &name);
            assert_string_equal(variants[t].variant[i].name, tw_text_string(&name));
            tw_text_free(&name);
        }
    }
    /* one block of values for all variants; no tile suits both of the first two devices */
    assert_memory_not_equal(variants[0].variant->value, variants[1].variant->value,
                            4 * TRANSPOSE_FIELD_COUNT * sizeof(int64_t));
    assert_memory_equal(&config, &before, sizeof config);
    for (unsigned t = 0; t < 3; t++) tw_variants_free(&variants[t]);
    tw_config_free(&config);
}

/* A tile of several matrices has more than 4096 bytes only where there are 32 blocks of so many. */
static void large_tiles_of_matrices_leave_enough_blocks(void **state)
{
    static struct tw_schedules schedules;
    uint64_t seed = 20261209;
    unsigned large = 0, small = 0;
    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        int64_t value[TRANSPOSE_FIELD_COUNT];
        random_problem(&seed, value);
        tw_transpose_default_pitches(value);
        tw_transpose_list_schedules(value, &schedules);
        for (unsigned w = 0; w < schedules.count; w++) {
            int64_t matrices = schedules.list[w].matrices;
            uint64_t bytes = (uint64_t)(matrices * value[TRANSPOSE_rows] * value[TRANSPOSE_cols]) *
                             tw_transpose_bytes(value);
            if (matrices > 1 && bytes > 4096) assert_true(value[TRANSPOSE_batch] / matrices >= 32);
            large += matrices > 1 && bytes > 4096;
            small += matrices > 1 && value[TRANSPOSE_batch] / matrices < 32;
        }
    }
    assert_true(large > 100 && small > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_chosen_is_possible_and_the_best_of_all),
        cmocka_unit_test(another_name_is_another_device),
        cmocka_unit_test(the_choice_follows_the_numbers_of_the_device),
        cmocka_unit_test(what_is_given_stays),
        cmocka_unit_test(what_only_some_methods_have),
        cmocka_unit_test(only_a_choice_is_said_to_be_one),
        cmocka_unit_test(a_config_is_chosen_for_each_target),
        cmocka_unit_test(large_tiles_of_matrices_leave_enough_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
