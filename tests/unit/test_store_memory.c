/* Memory that ends at each allocation of the store and of a search: an error that says so, nothing lost, nothing left behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/choice/search.h"
#include "tests/unit/failing_memory.h"
#include "tune/plan/planner.h"

#if CAN_FAIL
static char folder[] = "/tmp/tilewright-store-XXXXXX";
static const struct tw_store_device device = {"A GPU", 90, 132, 62914560, 13000};
static const char config_text[] =
    "{\"tilewright\": 1, \"kernel\": \"dot\", \"variants\": [{\"name\": \"d\", \"n\": 100000, "
    "\"method\": [\"second\", \"last\"]}]}";

static struct tw_store_entry entry_of(int64_t rows)
{
    struct tw_store_entry entry = {
        .family = tw_family_find("transpose"), .effort = TW_EFFORT_MEASURE, .us = 10, .tried = 3, .of = 4};
    for (unsigned f = 0; f < entry.family->field_count; f++)
        entry.value[f] = entry.family->fields[f].fallback;
    entry.value[tw_family_field(entry.family, "rows")] = rows;
    entry.value[tw_family_field(entry.family, "cols")] = 100;
    tw_family_resolve(entry.family, entry.value, tw_target_find(90));
    entry.searched = 1u << tw_family_field(entry.family, "hints");
    tw_store_stamp(&entry);
    return entry;
}

static size_t count_entries(void)
{
    struct tw_stores stores;
    assert_int_equal(tw_store_load(folder, &stores, NULL), TW_OK);
    assert_int_equal(stores.damaged, 0);
    size_t count = stores.count ? stores.list[0].count : 0;
    tw_stores_free(&stores);
    return count;
}

/* ---- what is tried: each gives a code, and leaves nothing ---- */

static int keep(struct tw_error *error)
{
    struct tw_store_entry entries[] = {entry_of(700), entry_of(701)};
    return tw_store_keep(folder, &device, entries, 2, error);
}

static int load(struct tw_error *error)
{
    struct tw_stores stores;
    struct tw_text text = {0};
    int code = tw_store_load(folder, &stores, error);
    if (code) return code;
    tw_stores_print(&stores, &text);
    if (text.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    tw_text_free(&text);
    tw_stores_free(&stores);
    return code;
}

static int load_problem(struct tw_error *error)
{
    struct tw_store_entry entry = entry_of(500);
    struct tw_stores stores;
    int code = tw_store_load_problem(folder, &device, entry.family, entry.value, &stores, error);
    if (!code) assert_int_equal(stores.list[0].count, 1);
    if (!code) tw_stores_free(&stores);
    return code;
}

/* The winner of 500 rows for 508; `hints`, which was searched, is open. */
static int take_nearest(struct tw_error *error)
{
    struct tw_store_entry wanted = entry_of(508);
    struct tw_variant variant = {.name = "t", .value = wanted.value, .given = ~wanted.searched};
    const struct tw_variants space = {
        .family = wanted.family, .variant = &variant, .count = 1, .target = *tw_target_find(90)};
    const struct tw_device here = {.name = "A GPU", .sm = 90, .multiprocessors = 132};
    const struct tw_nearest from = {.space = &space, .device = &here, .directory = folder};
    struct tw_pick pick = {.variant = &variant, .grounds = TW_GROUNDS_RULE};
    int code = tw_plan_take_nearest(&from, &pick, error);
    if (!code && pick.told.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    const bool is_taken = pick.grounds == TW_GROUNDS_NEAREST;
    assert_true(code || is_taken || until_failure == 0); /* a store that cannot be read is none */
    if (!code && is_taken) assert_non_null(strstr(pick.told.data, "rows 500, cols 100, "));
    tw_pick_free(&pick);
    return code;
}

static int forget_stale(struct tw_error *error)
{
    size_t count;
    return tw_store_forget(folder, true, &count, error);
}

static struct tw_config config;

static int search(struct tw_error *error)
{
    struct tw_variants variants;
    int code = tw_search_expand(&config, tw_target_find(90), 0, 2, &variants, error);
    if (!code) assert_int_equal(variants.count, 2 + 2 * 6);
    if (!code) tw_variants_free(&variants);
    return code;
}

/* before, after: entries in the store. */
static void end_memory(int (*act)(struct tw_error *), size_t before, size_t after)
{
    bool ended = true;
    for (long k = 0; ended; k++) {
        struct tw_error error = TW_ERROR_INIT;
        long was = live;
        until_failure = k;
        int code = act(&error);
        ended = until_failure == 0;
        until_failure = -1;
        tw_error_free(&error);
        assert_int_equal(live, was);
        assert_true(code == TW_OK || code == TW_MEMORY || (code == TW_IO && ended));
        if (!ended) assert_int_equal(code, TW_OK);
        assert_int_equal(count_entries(), code ? before : after);
        assert_true(k < 100000);
    }
}

static void whatever_fails_is_said_and_nothing_is_lost(void **state)
{
    (void)state;
    struct tw_store_entry stale = entry_of(600), entries[] = {entry_of(500), entry_of(501)};
    assert_non_null(mkdtemp(folder));
    stale.template_hash ^= 1;
    assert_int_equal(tw_config_parse("t", config_text, sizeof config_text - 1, &config, NULL), TW_OK);
    assert_int_equal(tw_store_keep(folder, &device, entries, 2, NULL), TW_OK);
    end_memory(load, 2, 2);
    end_memory(load_problem, 2, 2);
    end_memory(take_nearest, 2, 2);
    end_memory(search, 2, 2);
    end_memory(keep, 2, 4);
    assert_int_equal(tw_store_keep(folder, &device, &stale, 1, NULL), TW_OK);
    end_memory(forget_stale, 5, 4);
    tw_config_free(&config);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}
#else
static void whatever_fails_is_said_and_nothing_is_lost(void **state)
{
    (void)state;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whatever_fails_is_said_and_nothing_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
