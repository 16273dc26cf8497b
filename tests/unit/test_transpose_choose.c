/*
 * What is chosen for a transpose when only the problem and the target are given: the table of winners on the
 * architecture it was measured on, elsewhere the rule (gen/families/transpose/choose.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gen/config.h"
#include "gen/families/transpose/transpose.h"
#include "gen/templates.h"

static const struct tw_family *const family = &tw_family_transpose;
static const enum tw_element elements[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};

static enum tw_element element_of(unsigned bytes)
{
    return elements[bytes == 16 ? 4 : bytes == 8 ? 3 : bytes / 2];
}

/* Every field at its default, none derived yet. */
static void problem(int64_t rows, int64_t cols, int64_t batch, enum tw_element element, int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_rows] = rows;
    value[TRANSPOSE_cols] = cols;
    value[TRANSPOSE_batch] = batch;
    value[TRANSPOSE_type] = element;
}

static double number(const cJSON *entry, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static cJSON *read_table(void)
{
    const struct tw_template *table = tw_template_find("transpose.json");
    cJSON *json = cJSON_ParseWithLength(table->text, table->length);
    assert_non_null(json);
    return json;
}

static void say(const int64_t *value, const struct tw_target *target, char said[300])
{
    struct tw_text text = {0};
    family->chosen(value, target, &text);
    assert_false(text.failed);
    snprintf(said, 300, "%s", tw_text_string(&text));
    tw_text_free(&text);
}

static int64_t word(const cJSON *entry, enum tw_transpose_field field)
{
    const char *value = cJSON_GetObjectItemCaseSensitive(entry, family->fields[field].key)->valuestring;
    for (int64_t i = 0; family->fields[field].words[i]; i++) {
        if (strcmp(family->fields[field].words[i], value) == 0) return i;
    }
    fail_msg("%s", value);
    return 0;
}

static int64_t number_or(const cJSON *entry, const char *key, int64_t fallback)
{
    return cJSON_GetObjectItemCaseSensitive(entry, key) ? (int64_t)number(entry, key) : fallback;
}

static void problem_of(const cJSON *entry, int64_t *value)
{
    problem((int64_t)number(entry, "rows"), (int64_t)number(entry, "cols"), (int64_t)number(entry, "batch"),
            element_of((unsigned)number(entry, "bytes")), value);
}

/* The variant that the entry is, all of it given. */
static void variant_of(const cJSON *entry, const struct tw_target *target, int64_t *value)
{
    problem_of(entry, value);
    bool is_vector = word(entry, TRANSPOSE_method) == TRANSPOSE_VECTOR;
    value[TRANSPOSE_method] = word(entry, TRANSPOSE_method);
    value[TRANSPOSE_BDIMY] = (int64_t)number(entry, "BDIMY");
    value[TRANSPOSE_tile_rows] = (int64_t)number(entry, "tile_rows");
    value[TRANSPOSE_tile_cols] = (int64_t)number(entry, "tile_cols");
    value[TRANSPOSE_vector] =
        number_or(entry, "vector", is_vector ? TW_CHUNK : (int64_t)number(entry, "bytes"));
    value[TRANSPOSE_unroll] = number_or(entry, "unroll", 1);
    value[TRANSPOSE_order] = word(entry, TRANSPOSE_order);
    value[TRANSPOSE_band] = number_or(entry, "band", TW_TRANSPOSE_SIDE_MAX);
    value[TRANSPOSE_hints] =
        cJSON_GetObjectItemCaseSensitive(entry, "hints") ? word(entry, TRANSPOSE_hints) : TRANSPOSE_NONE;
    value[TRANSPOSE_IPAD] = 0;
    family->resolve(value, target); /* nothing is open but the pitches */
    value[TRANSPOSE_band] = tw_transpose_band(value);
}

static bool same_problem(const cJSON *a, const cJSON *b)
{
    static const char *const keys[] = {"bytes", "rows", "cols", "batch"};
    bool same = true;
    for (unsigned i = 0; i < 4; i++) same = same && number(a, keys[i]) == number(b, keys[i]);
    return same;
}

/* The first entry from `from` on for the problem of `of`, of the vector method if wanted. */
static const cJSON *first_for(const cJSON *from, const cJSON *of, bool vector)
{
    for (; from; from = from->next) {
        if (same_problem(from, of) && (!vector || word(from, TRANSPOSE_method) == TRANSPOSE_VECTOR)) break;
    }
    return from;
}

static void check_accepted(const int64_t *value, const struct tw_target *target)
{
    struct tw_text reason = {0};
    if (!family->accept(value, target, &reason)) fail_msg("sm_%u: %s", target->sm, tw_text_string(&reason));
    tw_text_free(&reason);
}

/* With only the problem and this method given, the entry is chosen, all of it, and said to be measured. */
static void check_chosen(const cJSON *entry, enum tw_transpose_method method, const struct tw_target *target)
{
    int64_t value[TRANSPOSE_FIELD_COUNT], wanted[TRANSPOSE_FIELD_COUNT];
    char said[300];
    problem_of(entry, value);
    value[TRANSPOSE_method] = method;
    family->resolve(value, target);
    variant_of(entry, target, wanted);
    assert_memory_equal(value, wanted, sizeof value);
    check_accepted(value, target);
    say(value, target, said);
    assert_string_equal(said, "measured best for this very problem");
}

/* What was measured is taken as it is: the fastest of all, and with the method given the fastest vector one.
 */
static void winners_win(void **state)
{
    (void)state;
    cJSON *table = read_table();
    const struct tw_target *measured = tw_target_find((unsigned)number(table, "sm"));
    const cJSON *winners = cJSON_GetObjectItemCaseSensitive(table, "winners"), *entry;
    unsigned problems = 0;
    cJSON_ArrayForEach(entry, winners)
    {
        const cJSON *vector = first_for(winners->child, entry, true);
        if (first_for(winners->child, entry, false) != entry) continue;
        assert_non_null(vector);
        check_chosen(entry, TRANSPOSE_AUTO, measured);
        check_chosen(vector, TRANSPOSE_VECTOR, measured);
        problems++;
    }
    assert_true(problems >= 25);
    cJSON_Delete(table);
}

/* Whatever is given besides the problem stays, and makes it the vector method, in the rest as measured. */
static void what_is_given_makes_it_vector(void **state)
{
    static const struct {
        enum tw_transpose_field field;
        int64_t value;
    } given[] = {{TRANSPOSE_BDIMY, 5},   {TRANSPOSE_tile_rows, 256}, {TRANSPOSE_tile_cols, 256},
                 {TRANSPOSE_vector, 16}, {TRANSPOSE_unroll, 3},      {TRANSPOSE_order, TRANSPOSE_ROWS},
                 {TRANSPOSE_band, 1},    {TRANSPOSE_steps, 1000000}, {TRANSPOSE_hints, TRANSPOSE_STREAM}};
    (void)state;
    cJSON *table = read_table();
    const struct tw_target *measured = tw_target_find((unsigned)number(table, "sm"));
    const cJSON *winners = cJSON_GetObjectItemCaseSensitive(table, "winners"), *entry;
    cJSON_ArrayForEach(entry, winners)
    {
        for (unsigned i = 0; i < sizeof given / sizeof *given; i++) {
            int64_t value[TRANSPOSE_FIELD_COUNT], wanted[TRANSPOSE_FIELD_COUNT];
            problem_of(entry, value);
            value[given[i].field] = given[i].value;
            family->resolve(value, measured);
            variant_of(first_for(winners->child, entry, true), measured, wanted);
            assert_int_equal(value[TRANSPOSE_method], TRANSPOSE_VECTOR);
            assert_int_equal(value[given[i].field], given[i].value);
            wanted[given[i].field] = given[i].value;
            wanted[TRANSPOSE_band] = value[TRANSPOSE_band]; /* as many as there are, which that may change */
            assert_memory_equal(value, wanted, sizeof value);
        }
    }
    cJSON_Delete(table);
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

static uint64_t lines(int64_t side, unsigned bytes)
{
    return ((uint64_t)side * bytes + 127) / 128;
}

/* Whether the problem is large enough to be cut into as many tiles as the rule wants: 128 bytes each way is
 * the smallest. */
static bool is_large(const int64_t *value, unsigned bytes, const struct tw_target *target)
{
    return lines(value[TRANSPOSE_rows], bytes) * lines(value[TRANSPOSE_cols], bytes) *
               (uint64_t)value[TRANSPOSE_batch] >=
           2 * target->multiprocessors;
}

/* Returns whether the target is kept busy. */
static bool check_choice(const struct tw_target *target, const int64_t *value)
{
    unsigned bytes = tw_element_info((enum tw_element)value[TRANSPOSE_type])->bytes;
    char said[300];
    check_accepted(value, target);
    assert_int_equal(value[TRANSPOSE_method], TRANSPOSE_VECTOR);
    const struct tw_transpose_load load = tw_transpose_load_of(value, target);
    bool suits = tw_transpose_suits(&load, target), large = is_large(value, bytes, target);
    bool smallest = value[TRANSPOSE_tile_rows] * bytes == 128 && value[TRANSPOSE_tile_cols] * bytes == 128;
    assert_true(load.blocks >= 2);
    assert_true(!large || 8 * load.threads >= 3 * target->threads_per_sm);
    assert_true(!large || load.tiles >= 2 * target->multiprocessors);
    if (!suits && large &&
        !smallest) /* only the smallest tile may keep fewer bytes in flight: it holds no more */
        fail_msg("sm_%u: %d x %d x %d of %u bytes, tile %d x %d: %u blocks, %u threads, %u bytes in flight, "
                 "%u tiles",
                 target->sm, (int)value[TRANSPOSE_batch], (int)value[TRANSPOSE_rows],
                 (int)value[TRANSPOSE_cols], bytes, (int)value[TRANSPOSE_tile_rows],
                 (int)value[TRANSPOSE_tile_cols], load.blocks, load.threads, (unsigned)load.in_flight,
                 (unsigned)load.tiles);
    say(value, target, said);
    assert_memory_equal(said, "chosen by rule for sm_", 22);
    return suits;
}

/* A device that only is called otherwise gets what was measured with the vector method too, where that keeps
   it busy; else something that does. Scalar methods are for the measured one alone. */
static void another_name_is_another_device(void **state)
{
    (void)state;
    cJSON *table = read_table();
    struct tw_target other = *tw_target_find((unsigned)number(table, "sm"));
    const cJSON *winners = cJSON_GetObjectItemCaseSensitive(table, "winners"), *entry;
    unsigned taken = 0, all = 0;
    other.sm++;
    cJSON_ArrayForEach(entry, winners)
    {
        int64_t value[TRANSPOSE_FIELD_COUNT], wanted[TRANSPOSE_FIELD_COUNT];
        char said[300];
        problem_of(entry, value);
        family->resolve(value, &other);
        check_choice(&other, value);
        variant_of(first_for(winners->child, entry, true), &other, wanted);
        wanted[TRANSPOSE_hints] =
            TRANSPOSE_NONE; /* what caches make of them is known where it was measured */
        const struct tw_transpose_load load = tw_transpose_load_of(wanted, &other);
        all++;
        if (!tw_transpose_suits(&load, &other)) continue;
        taken++;
        assert_memory_equal(value, wanted, sizeof value);
        say(value, &other, said);
        assert_non_null(strstr(said, ": what was measured best on sm_"));
        assert_non_null(strstr(said, " for this very problem; here "));
    }
    print_message("%u of %u entries have a vector winner that the rule takes as it is\n", taken, all);
    cJSON_Delete(table);
}

/* On every target that is known every problem gets a tile that the target can run, at least two of them on an
   SM, and every problem that is large enough one that keeps it busy: 3/8 of the threads and more resident. */
static void the_rule_keeps_targets_busy(void **state)
{
    unsigned target_count, busy = 0, all = 0;
    const struct tw_target *targets = tw_targets(&target_count);
    (void)state;
    for (unsigned t = 0; t < target_count; t++) {
        uint64_t seed = 11;
        for (unsigned i = 0; i < 400 && targets[t].sm != 90; i++) {
            int64_t value[TRANSPOSE_FIELD_COUNT];
            int64_t rows = length(&seed, 16), cols = length(&seed, 16);
            problem(rows, cols, next(&seed) % 3 ? 1 : length(&seed, 10), elements[i % 5], value);
            if (next(&seed) % 4 == 0) value[TRANSPOSE_in_pitch] = cols + length(&seed, 6);
            if (next(&seed) % 4 == 0) value[TRANSPOSE_out_offset] = length(&seed, 5);
            family->resolve(value, &targets[t]);
            busy += check_choice(&targets[t], value);
            all++;
        }
    }
    print_message("%u of %u choices keep their target busy; the other problems are too small\n", busy, all);
    assert_true(busy > all / 3);
}

/* With any amount of shared memory that holds three of the smallest tiles the choice keeps the SM busy, and
   with any number of SMs there are tiles for all. */
static void the_rule_follows_the_numbers(void **state)
{
    (void)state;
    const struct tw_target usual = *tw_target_find(86);
    for (unsigned kib = 56; kib <= 232; kib += 8) {
        struct tw_target target = usual;
        int64_t value[TRANSPOSE_FIELD_COUNT];
        memset(target.carveouts, 0, sizeof target.carveouts);
        target.carveouts[0] = (uint16_t)kib;
        target.shared_per_sm = target.shared_per_block = kib * 1024;
        problem(8192, 8192, 1, TW_INT8, value);
        family->resolve(value, &target);
        assert_true(check_choice(&target, value));
        assert_true(2 * value[TRANSPOSE_tile_rows] * value[TRANSPOSE_tile_cols] < kib * 1024);
    }
    for (unsigned multiprocessors = 1; multiprocessors <= 512; multiprocessors *= 2) {
        struct tw_target target = usual;
        int64_t value[TRANSPOSE_FIELD_COUNT];
        target.multiprocessors = multiprocessors;
        problem(1024, 1024, 1, TW_FLOAT32, value);
        family->resolve(value, &target);
        const struct tw_transpose_load load = tw_transpose_load_of(value, &target);
        assert_true(check_choice(&target, value));
        assert_true(load.tiles >= 2 * multiprocessors); /* at 512 all of the smallest tiles */
    }
}

static void what_is_given_stays(void **state)
{
    (void)state;
    int64_t value[TRANSPOSE_FIELD_COUNT];
    char said[300];
    problem(100, 100, 1, TW_FLOAT32, value);
    value[TRANSPOSE_tile_rows] = 128;
    value[TRANSPOSE_unroll] = 3;
    family->resolve(value, tw_target_find(75));
    assert_int_equal(value[TRANSPOSE_tile_rows], 128);
    assert_int_equal(value[TRANSPOSE_unroll], 3);
    assert_int_equal(value[TRANSPOSE_tile_cols], 32); /* cut to what is left */
    say(value, tw_target_find(75), said);
    assert_string_equal(said, "");
    int64_t again[TRANSPOSE_FIELD_COUNT];
    memcpy(again, value, sizeof again);
    family->resolve(again, tw_target_find(120)); /* nothing is open any more */
    assert_memory_equal(again, value, sizeof again);
}

/* "Measured best for this very problem" goes for what was measured and for nothing like it. */
static void nothing_else_was_measured(void **state)
{
    static const struct {
        enum tw_transpose_field field;
        int64_t value;
        const char *said;
    } others[] = {
        {TRANSPOSE_batch, 1, "measured best for this very problem"},
        {TRANSPOSE_in_pitch, 8224, "measured best for this shape without pitches and offsets"},
        {TRANSPOSE_out_pitch, 8224, "measured best for this shape without pitches and offsets"},
        {TRANSPOSE_in_offset, 8, "measured best for this shape without pitches and offsets"},
        {TRANSPOSE_steps, 4, ""},
        {TRANSPOSE_BDIMX, 64, ""},
        {TRANSPOSE_carveout, 50, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        int64_t value[TRANSPOSE_FIELD_COUNT];
        char said[300];
        problem(8192, 8192, 1, TW_FLOAT32, value);
        value[others[i].field] = others[i].value;
        family->resolve(value, tw_target_find(90));
        say(value, tw_target_find(90), said);
        assert_string_equal(said, others[i].said);
    }
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
    family->resolve(own, target);
    assert_memory_equal(value, own, sizeof own);
}

/* One config, expanded for several targets that are all there at the same time. */
static void a_config_is_chosen_for_each_target(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    struct tw_variants variants[3];
    const struct tw_target *targets[] = {tw_target_find(75), tw_target_find(120), tw_target_find(90)};
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
            assert_ptr_equal(variants[t].variant[i].name, config.names[i]);
        }
    }
    /* one block of values for all variants: somewhere the targets choose otherwise */
    assert_memory_not_equal(variants[0].variant->value, variants[2].variant->value,
                            4 * TRANSPOSE_FIELD_COUNT * sizeof(int64_t));
    assert_memory_equal(&config, &before, sizeof config);
    for (unsigned t = 0; t < 3; t++) tw_variants_free(&variants[t]);
    tw_config_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winners_win),
        cmocka_unit_test(what_is_given_makes_it_vector),
        cmocka_unit_test(another_name_is_another_device),
        cmocka_unit_test(the_rule_keeps_targets_busy),
        cmocka_unit_test(the_rule_follows_the_numbers),
        cmocka_unit_test(what_is_given_stays),
        cmocka_unit_test(nothing_else_was_measured),
        cmocka_unit_test(a_config_is_chosen_for_each_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
