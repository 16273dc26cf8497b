/* The store of wisdom: what is written is read, which entry counts, what fits, and files that are torn, full, shared or foreign. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/choice/candidates.h"
#include "gen/families/reduce/fields.h"
#include "gen/families/transpose/transpose.h"
#include "sim/tests/draws.h"
#include "tune/plan/store.h"

static char folder[64];
static struct tw_error error = TW_ERROR_INIT;
static const struct tw_store_device device = {"A \"GPU\"", 90, 132, 62914560, 13000};
static const struct tw_store_device other = {"Another", 90, 132, 62914560, 13000};

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/tilewright-store-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    char command[160];
    (void)state;
    tw_error_free(&error);
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", folder, folder);
    return system(command);
}

#define ALL_OPEN                                                                                             \
    (1u << TRANSPOSE_method | 1u << TRANSPOSE_BDIMY | 1u << TRANSPOSE_tile_rows |                            \
     1u << TRANSPOSE_tile_cols | 1u << TRANSPOSE_IPAD | 1u << TRANSPOSE_vector | 1u << TRANSPOSE_unroll |    \
     1u << TRANSPOSE_order | 1u << TRANSPOSE_band | 1u << TRANSPOSE_hints)

static void resolve(int64_t rows, int64_t hints, int64_t *value)
{
    for (unsigned f = 0; f < tw_family_transpose.field_count; f++)
        value[f] = tw_family_transpose.fields[f].fallback;
    value[TRANSPOSE_rows] = rows;
    value[TRANSPOSE_cols] = 500;
    value[TRANSPOSE_hints] = hints;
    tw_family_transpose.resolve(value, tw_target_find(90));
}

static struct tw_store_entry entry_of(int64_t rows, int64_t hints, enum tw_effort effort, const char *time)
{
    struct tw_store_entry entry = {.family = &tw_family_transpose,
                                   .searched = ALL_OPEN,
                                   .effort = effort,
                                   .us = 12.125,
                                   .estimate_us = 13.5,
                                   .tried = 12,
                                   .of = 700};
    resolve(rows, hints, entry.value);
    tw_store_stamp(&entry);
    strcpy(entry.time, time);
    return entry;
}

static void keep(const struct tw_store_device *of, struct tw_store_entry entry)
{
    if (tw_store_keep(folder, of, &entry, 1, &error)) fail_msg("%s", error.message);
}

static void load(struct tw_stores *stores)
{
    if (tw_store_load(folder, stores, &error)) fail_msg("%s", error.message);
}

static void store_path(char path[128])
{
    DIR *stream = opendir(folder);
    *path = '\0';
    for (struct dirent *file; (file = readdir(stream));) {
        if (strstr(file->d_name, ".wisdom")) snprintf(path, 128, "%.40s/%.40s", folder, file->d_name);
    }
    closedir(stream);
    assert_true(*path);
}

static void same_entry(const struct tw_store_entry *a, const struct tw_store_entry *b)
{
    assert_ptr_equal(a->family, b->family);
    for (unsigned f = 0; f < a->family->field_count; f++) assert_int_equal(a->value[f], b->value[f]);
    assert_int_equal(a->searched, b->searched);
    assert_int_equal(a->effort, b->effort);
    assert_true(a->us == b->us && a->estimate_us == b->estimate_us);
    assert_true(a->tried == b->tried && a->of == b->of);
    assert_string_equal(a->time, b->time);
    assert_string_equal(a->version, b->version);
    assert_true(a->template_hash == b->template_hash);
}

static void what_is_kept_is_read(void **state)
{
    (void)state;
    struct tw_store_entry first = entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T03:04:05Z");
    struct tw_store_entry second =
        entry_of(200, TRANSPOSE_EVICT_LAST, TW_EFFORT_EXHAUSTIVE, "2026-01-02T03:04:06Z");
    struct tw_stores stores, again = {0};
    struct tw_text text = {0};
    first.value[TRANSPOSE_carveout] = TW_WORD(0);
    keep(&device, first);
    keep(&device, second);
    keep(&other, second);
    load(&stores);
    assert_int_equal(stores.count, 2);
    unsigned at = stores.list[1].count == 2;
    assert_true(tw_store_same_device(&stores.list[at].device, &device));
    assert_int_equal(stores.list[at].device.driver_version, 13000);
    same_entry(&stores.list[at].entries[0], &first);
    same_entry(&stores.list[at].entries[1], &second);
    same_entry(&stores.list[1 - at].entries[0], &second);

    tw_stores_print(&stores, &text); /* as export writes it and import reads it */
    assert_int_equal(tw_stores_read("t", text.data, text.length, true, NULL, &again, &error), TW_OK);
    assert_int_equal(again.count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(again.list[i].count, stores.list[i].count);
        for (size_t k = 0; k < again.list[i].count; k++)
            same_entry(&again.list[i].entries[k], &stores.list[i].entries[k]);
    }
    tw_text_free(&text);
    tw_stores_free(&stores);
    tw_stores_free(&again);

    assert_int_equal(
        tw_store_load_problem(folder, &device, &tw_family_transpose, second.value, &stores, &error), TW_OK);
    assert_int_equal(stores.count, 1);
    assert_int_equal(stores.list[0].count, 1);
    same_entry(&stores.list[0].entries[0], &second);
    tw_stores_free(&stores);
}

static void expect_hints(int64_t hints)
{
    struct tw_stores stores;
    load(&stores);
    assert_int_equal(stores.count, 1);
    assert_int_equal(stores.list[0].count, 1);
    assert_int_equal(stores.list[0].entries[0].value[TRANSPOSE_hints], hints);
    tw_stores_free(&stores);
}

/* The newer one, unless it took less effort; one of another template never. */
static void which_of_two_counts(void **state)
{
    (void)state;
    struct tw_store_entry stale =
        entry_of(100, TRANSPOSE_STREAM, TW_EFFORT_EXHAUSTIVE, "2027-01-01T00:00:00Z");
    stale.template_hash ^= 1;
    keep(&device, stale);
    expect_hints(TRANSPOSE_STREAM);
    keep(&device, entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    expect_hints(TRANSPOSE_NONE);
    keep(&device, entry_of(100, TRANSPOSE_EVICT_LAST, TW_EFFORT_MEASURE, "2026-01-01T00:00:00Z")); /* older */
    expect_hints(TRANSPOSE_NONE);
    keep(&device, entry_of(100, TRANSPOSE_EVICT_LAST, TW_EFFORT_MEASURE, "2026-01-02T00:00:01Z"));
    expect_hints(TRANSPOSE_EVICT_LAST);
    keep(&device, entry_of(100, TRANSPOSE_EVICT_FIRST, TW_EFFORT_EXHAUSTIVE, "2026-01-01T00:00:00Z"));
    expect_hints(TRANSPOSE_EVICT_FIRST);
    keep(&device, entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-05-01T00:00:00Z"));
    expect_hints(TRANSPOSE_EVICT_FIRST);
    stale.time[3] = '9';
    keep(&device, stale);
    expect_hints(TRANSPOSE_EVICT_FIRST);
}

static const struct tw_store_entry *find(const struct tw_stores *stores, const int64_t *resolved,
                                         uint64_t open, enum tw_effort least)
{
    int64_t given[TW_MAX_FIELDS];
    for (unsigned f = 0; f < tw_family_transpose.field_count; f++)
        given[f] = tw_has_field(open, f) ? tw_family_transpose.fields[f].fallback : resolved[f];
    const struct tw_store_request request = {
        &tw_family_transpose, tw_target_find(90), given, resolved, open, least};
    return tw_store_find(stores, &request);
}

static void what_fits_a_plan(void **state)
{
    (void)state;
    struct tw_store_entry kept =
                              entry_of(100, TRANSPOSE_EVICT_LAST, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"),
                          wide;
    struct tw_stores stores;
    int64_t value[TW_MAX_FIELDS];
    kept.searched &= ~(1u << TRANSPOSE_order);
    keep(&device, kept);
    load(&stores);
    memcpy(value, kept.value, sizeof value);
    value[TRANSPOSE_hints] = TRANSPOSE_NONE;
    uint64_t open = kept.searched;
    assert_non_null(find(&stores, value, open, TW_EFFORT_MEASURE));
    assert_non_null(find(&stores, value, 1u << TRANSPOSE_hints, TW_EFFORT_MEASURE)); /* less was left open */
    assert_null(find(&stores, value, open & ~(1u << TRANSPOSE_hints),
                     TW_EFFORT_MEASURE));                           /* other hints were given */
    assert_null(find(&stores, value, ALL_OPEN, TW_EFFORT_MEASURE)); /* more was left open */
    assert_null(find(&stores, value, open, TW_EFFORT_EXHAUSTIVE));
    value[TRANSPOSE_rows]++;
    assert_null(find(&stores, value, open, TW_EFFORT_MEASURE));
    tw_stores_free(&stores);

    wide = entry_of(100, TRANSPOSE_EVICT_FIRST, TW_EFFORT_EXHAUSTIVE,
                    "2025-01-02T00:00:00Z"); /* older, more effort */
    keep(&device, wide);
    kept.template_hash ^= 1;
    keep(&device, kept);
    load(&stores);
    assert_int_equal(stores.list[0].count, 2);
    resolve(100, TRANSPOSE_NONE, value);
    assert_int_equal(find(&stores, value, open, TW_EFFORT_MEASURE)->value[TRANSPOSE_hints],
                     TRANSPOSE_EVICT_FIRST);
    tw_stores_free(&stores);
}

/* A tile that this device cannot run, as somebody edited the file. */
static void what_is_impossible_does_not_fit(void **state)
{
    (void)state;
    struct tw_store_entry entry = entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
    struct tw_stores stores;
    int64_t value[TW_MAX_FIELDS];
    memcpy(value, entry.value, sizeof value);
    entry.value[TRANSPOSE_tile_rows] = entry.value[TRANSPOSE_tile_cols] = 1024;
    keep(&device, entry);
    load(&stores);
    assert_int_equal(stores.list[0].count, 1);
    assert_null(find(&stores, value, ALL_OPEN, TW_EFFORT_MEASURE));
    tw_stores_free(&stores);
}

/* What version 0.1.0 found for small matrices: it had a method flat, whose `vector` 4 is a register transpose of columns now, and
   searched that with the rest. */
static void what_an_earlier_version_found_is_read(void **state)
{
    (void)state;
    static const char text[] =
        "{\"tilewright_wisdom\": 1, \"device\": \"A card\", \"sm\": 90, \"multiprocessors\": 132, "
        "\"l2_bytes\": "
        "62914560, \"driver\": \"13.0\"}\n"
        "{\"kernel\": \"transpose\", \"problem\": {\"rows\": 15, \"cols\": 13, \"batch\": 5000, "
        "\"in_pitch\": 13, "
        "\"out_pitch\": 15, \"in_offset\": 0, \"out_offset\": 0, \"type\": \"uint8\", \"pointers\": "
        "\"both\"}, "
        "\"searched\": [\"method\", \"vector\", \"hints\"], \"variant\": {\"method\": \"flat\", \"BDIMX\": "
        "32, "
        "\"BDIMY\": 4, \"IPAD\": 0, \"tile_rows\": 15, \"tile_cols\": 13, \"matrices\": 64, \"vector\": 4, "
        "\"unroll\": 4, \"steps\": 1, \"order\": \"rows\", \"band\": 1, \"hints\": \"keep\", \"pointers\": "
        "\"both\", \"carveout\": \"default\"}, \"us\": 12.500, \"estimate_us\": 13.250, \"tried\": 4, "
        "\"of\": 9, "
        "\"effort\": \"measure\", \"time\": \"2026-01-01T00:00:00Z\", \"version\": \"0.1.0\", \"template\": "
        "\"5d79340bd97488eb\"}\n";
    struct tw_stores stores = {0};
    if (tw_stores_read("file", text, strlen(text), true, NULL, &stores, &error))
        fail_msg("%s", error.message);
    const struct tw_store_entry *entry = &stores.list[0].entries[0];
    assert_int_equal(entry->value[TRANSPOSE_method], TRANSPOSE_ROW_RUN);
    assert_int_equal(entry->value[TRANSPOSE_register_transpose], TRANSPOSE_REGISTER_COLUMNS);
    assert_int_equal(entry->value[TRANSPOSE_vector], 16);
    assert_int_equal(entry->value[TRANSPOSE_hints], TRANSPOSE_EVICT_LAST);
    assert_true(tw_family_accepts(&tw_family_transpose, entry->value, tw_target_find(90)));
    assert_int_equal(entry->searched, 1u << TRANSPOSE_method | 1u << TRANSPOSE_vector |
                                          1u << TRANSPOSE_hints | 1u << TRANSPOSE_register_transpose);
    tw_stores_free(&stores);
}

/* ---- files ---- */

static void cut(const char *path, off_t less)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(truncate(path, status.st_size - less), 0);
}

static void add_bytes(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void expect_rows(const int64_t *rows, size_t count, size_t damaged)
{
    struct tw_stores stores;
    load(&stores);
    assert_int_equal(stores.damaged, damaged);
    assert_int_equal(stores.count, 1);
    assert_int_equal(stores.list[0].count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(stores.list[0].entries[i].value[TRANSPOSE_rows], rows[i]);
    tw_stores_free(&stores);
}

static void damaged_lines_cost_no_others(void **state)
{
    static const char zeros[40] = {0};
    (void)state;
    char path[128];
    for (int64_t rows = 100; rows <= 300; rows += 100)
        keep(&device, entry_of(rows, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    store_path(path);
    cut(path, 30); /* as a killed writer or a full disk leaves it */
    expect_rows((int64_t[]){100, 200}, 2, 1);
    keep(&device, entry_of(400, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    expect_rows((int64_t[]){100, 200, 400}, 3, 1);
    add_bytes(path, zeros, sizeof zeros); /* as a power failure may */
    keep(&device, entry_of(500, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    expect_rows((int64_t[]){100, 200, 400, 500}, 4, 2);
    add_bytes(path, "{\"kernel\": \"none\"}\n[]\n", 22);
    expect_rows((int64_t[]){100, 200, 400, 500}, 4, 4);
}

static void expect_refused(const char *text, unsigned line, const char *told)
{
    struct tw_stores stores = {0};
    assert_int_equal(tw_stores_read("file", text, strlen(text), true, NULL, &stores, &error), TW_INPUT);
    assert_int_equal(error.line, line);
    assert_string_equal(error.file, "file");
    if (!strstr(error.message, told)) fail_msg("%s", error.message);
    tw_stores_free(&stores);
}

/* The entry's line with one text in it changed. */
static void expect_edit_refused(const char *from, const char *to, const char *told)
{
    struct tw_store_entry entry = entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
    struct tw_text good = {0}, bad = {0};
    tw_store_print_header(&device, &good);
    tw_store_print_entry(&entry, &good);
    char *at = strstr(good.data, from);
    assert_non_null(at);
    tw_text_add_bytes(&bad, good.data, (size_t)(at - good.data));
    tw_text_add(&bad, to);
    tw_text_add(&bad, at + strlen(from));
    expect_refused(tw_text_string(&bad), strstr(from, "sm") || strstr(from, "13.0") ? 1 : 2, told);
    tw_text_free(&good);
    tw_text_free(&bad);
}

static void who_imports_is_told_what_is_wrong(void **state)
{
    (void)state;
    expect_refused("", 0, "the file is empty");
    expect_refused("{\"tilewright_results\": 1}\n", 1, "a line before it must name the device");
    expect_refused("{\"tilewright_wisdom\": 2}\n", 1, "not wisdom of format 1");
    expect_refused("{\"tilewright_wisdom\": 1}\n", 1, "name the device");
    expect_refused("[]\n", 1, "not an object");
    expect_edit_refused("\"sm\": 90", "\"sm\": -1", "name the device");
    expect_edit_refused("13.0", "13.0x", "driver");
    expect_edit_refused("\"rows\": 100", "\"rows\": 0", "\"rows\"");
    expect_edit_refused("\"kernel\": \"transpose\"", "\"kernel\": \"x\"", "\"kernel\"");
    expect_edit_refused("\"kernel\": \"transpose\"", "\"kernel\": \"tile\"", "nothing is kept of");
    expect_edit_refused("\"searched\": [\"method\"", "\"searched\": [\"rows\"", "\"searched\"");
    expect_edit_refused("\"searched\": [\"method\"", "\"searched\": [7", "\"searched\"");
    expect_edit_refused("\"us\": 12.125", "\"us\": 0", "\"us\"");
    expect_edit_refused("\"us\": 12.125", "\"us\": \"12\"", "\"us\"");
    expect_edit_refused("\"tried\": 12", "\"tried\": 1.5", "\"tried\"");
    expect_edit_refused("\"effort\": \"measure\"", "\"effort\": \"estimate\"", "\"effort\"");
    expect_edit_refused("00:00:00Z", "00:00:0Z", "\"time\"");
    expect_edit_refused("\"template\": \"", "\"template\": \"0", "\"template\"");
}

/* The first occurrence of a text is another. */
static void edit(struct tw_text *text, const char *from, const char *to)
{
    struct tw_text edited = {0};
    const char *at = strstr(tw_text_string(text), from);
    if (!at) fail_msg("no %s in %s", from, tw_text_string(text));
    tw_text_add_bytes(&edited, text->data, (size_t)(at - text->data));
    tw_text_add(&edited, to);
    tw_text_add(&edited, at + strlen(from));
    tw_text_free(text);
    *text = edited;
}

/* An entry of staged rows, and one of balanced segments, as the version before the schedules wrote them: read as what they are now,
   whatever had been searched. */
static void what_earlier_versions_kept_is_read(void **state)
{
    (void)state;
    static const struct {
        enum tw_reduce_along along;
        const char *now, *earlier; /* of the schedule and what goes with it */
        const char *lanes_now, *lanes_earlier;
    } kept[] = {
        {REDUCE_ROWS, "\"schedule\": \"staged\", ", "", "\"row_lanes\": 2", "\"staged\": 2"},
        {REDUCE_ROWS, "\"schedule\": \"direct\", ", "", "\"row_lanes\": 1", "\"staged\": 0"},
        {REDUCE_COLUMNS, "\"schedule\": \"direct\", ", "", "\"row_lanes\": 1", "\"staged\": 0"},
        {REDUCE_SEGMENTS, "\"schedule\": \"balanced\", ", "", "\"row_lanes\": 1", "\"staged\": 4"},
        {REDUCE_SEGMENTS, "\"schedule\": \"grouped\", ", "", "\"row_lanes\": 1", "\"staged\": 0"},
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        struct tw_store_entry entry =
            entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
        struct tw_stores stores = {0};
        struct tw_text text = {0};
        entry.family = &tw_family_reduce;
        entry.searched =
            1u << REDUCE_BDIMX | 1u << REDUCE_schedule | 1u << REDUCE_row_lanes | 1u << REDUCE_leaves;
        for (unsigned f = 0; f < REDUCE_FIELD_COUNT; f++) entry.value[f] = tw_reduce_fields[f].fallback;
        entry.value[REDUCE_along] = kept[i].along;
        entry.value[REDUCE_rows] = 10000;
        entry.value[REDUCE_cols] = kept[i].along == REDUCE_SEGMENTS ? 200000 : 31;
        if (strstr(kept[i].now, "staged")) entry.value[REDUCE_row_lanes] = 2;
        if (strstr(kept[i].now, "direct")) entry.value[REDUCE_schedule] = REDUCE_DIRECT;
        if (strstr(kept[i].now, "balanced")) entry.value[REDUCE_schedule] = REDUCE_BALANCED;
        if (strstr(kept[i].now, "grouped")) entry.value[REDUCE_BDIMX] = 8;
        tw_family_reduce.resolve(entry.value, tw_target_find(90));
        tw_store_stamp(&entry);
        strcpy(entry.time, "2026-01-02T00:00:00Z");
        tw_store_print_header(&device, &text);
        tw_store_print_entry(&entry, &text);
        edit(&text, "\"schedule\", ", "");
        edit(&text, "\"row_lanes\"", "\"staged\"");
        edit(&text, kept[i].now, kept[i].earlier);
        edit(&text, kept[i].lanes_now, kept[i].lanes_earlier);
        if (strstr(kept[i].now, "balanced")) edit(&text, "\"leaves\": 4", "\"leaves\": 1");
        assert_int_equal(tw_stores_read("file", text.data, text.length, true, NULL, &stores, &error), TW_OK);
        same_entry(&stores.list[0].entries[0], &entry);
        tw_stores_free(&stores);
        tw_text_free(&text);
    }
}

/* What is searched has no texts: those of the problem are told apart by the line's beginning. */
static void only_problems_are_texts(void **state)
{
    (void)state;
    for (size_t i = 0; tw_families[i]; i++) {
        const struct tw_family *family = tw_families[i];
        for (unsigned f = 0; f < family->field_count && family->candidates; f++)
            assert_true(family->fields[f].kind != TW_FIELD_TEXT ||
                        (family->fields[f].roles & TW_FIELD_PROBLEM));
    }
}

/* An entry of the permutation that the texts say; they must stay. */
static struct tw_store_entry permutation(const char *axes, const char *shape, const char *time)
{
    const struct tw_family *family = tw_family_find("permute");
    struct tw_store_entry entry = {
        .family = family, .effort = TW_EFFORT_MEASURE, .us = 5, .tried = 2, .of = 3};
    for (unsigned f = 0; f < family->field_count; f++) {
        entry.value[f] = family->fields[f].fallback;
        if (!(family->fields[f].roles & TW_FIELD_PROBLEM)) entry.searched |= tw_field_bit(f);
    }
    entry.value[tw_family_field(family, "axes")] = tw_text_value(axes);
    entry.value[tw_family_field(family, "shape")] = tw_text_value(shape);
    family->resolve(entry.value, tw_target_find(90));
    tw_store_stamp(&entry);
    strcpy(entry.time, time);
    return entry;
}

static const char *text_of(const struct tw_store_entry *entry, const char *key)
{
    int field = tw_family_field(entry->family, key);
    return tw_field_text(&entry->family->fields[field], entry->value[field]);
}

/* Texts of a problem are kept with it, and compared by what they say, wherever they are. */
static void problems_of_texts(void **state)
{
    char axes[] = "n c h w -> n h w c", shape[] = "2 3 40 50";
    struct tw_store_entry entry = permutation(axes, shape, "2026-01-02T00:00:00Z");
    struct tw_stores stores, again = {0};
    struct tw_text text = {0};
    (void)state;
    keep(&device, entry);
    keep(&device, permutation("0 2 1 3", "2 3 40 50", "2026-01-02T00:00:00Z"));
    keep(&device, permutation("n c h w -> n h w c", "2 3 40 50", "2026-01-03T00:00:00Z"));
    memset(axes, 'x', sizeof axes - 1);
    load(&stores);
    assert_int_equal(stores.damaged, 0);
    assert_int_equal(stores.list[0].count, 2);
    assert_string_equal(text_of(&stores.list[0].entries[0], "axes"), "n c h w -> n h w c");
    assert_string_equal(stores.list[0].entries[0].time, "2026-01-03T00:00:00Z");
    assert_string_equal(text_of(&stores.list[0].entries[1], "axes"), "0 2 1 3");
    tw_stores_print(&stores, &text);
    assert_int_equal(tw_stores_read("t", text.data, text.length, true, NULL, &again, &error), TW_OK);
    for (size_t i = 0; i < 2; i++) assert_true(tw_stores_know(&again, &device, &stores.list[0].entries[i]));
    tw_stores_free(&again);
    tw_stores_free(&stores);
    tw_text_free(&text);

    strcpy(axes, "n c h w -> n h w c");
    assert_int_equal(tw_store_load_problem(folder, &device, entry.family, entry.value, &stores, &error),
                     TW_OK);
    assert_int_equal(stores.list[0].count, 1);
    assert_ptr_equal(text_of(&stores.list[0].entries[0], "axes"), axes);
    int64_t given[TW_MAX_FIELDS];
    memcpy(given, entry.value, sizeof given);
    for (unsigned f = 0; f < entry.family->field_count; f++) {
        if (tw_has_field(entry.searched, f)) given[f] = entry.family->fields[f].fallback;
    }
    const struct tw_store_request request = {.family = entry.family,
                                             .target = tw_target_find(90),
                                             .given = given,
                                             .resolved = entry.value,
                                             .open = tw_family_open(entry.family, given, entry.value),
                                             .least = TW_EFFORT_MEASURE};
    assert_non_null(tw_store_find(&stores, &request));
    tw_stores_free(&stores);
}

/* An entry that names a text no config can hold is damaged. */
static void texts_that_no_config_holds(void **state)
{
    struct tw_store_entry entry = permutation("1 0", "2 3", "2026-01-02T00:00:00Z");
    struct tw_stores stores = {0};
    struct tw_text text = {0};
    (void)state;
    tw_store_print_header(&device, &text);
    tw_store_print_entry(&entry, &text);
    memcpy(strstr(text.data, "1 0"), "\\u1", 3);
    assert_int_equal(tw_stores_read("t", text.data, text.length, true, NULL, &stores, &error), TW_INPUT);
    tw_stores_free(&stores);
    memcpy(strstr(text.data, "\\u1"), "1\t0", 3);
    assert_int_equal(tw_stores_read("t", text.data, text.length, true, NULL, &stores, &error), TW_INPUT);
    tw_stores_free(&stores);
    memcpy(strstr(text.data, "1\t0"), "\xc3\xa9 ", 3);
    assert_int_equal(tw_stores_read("t", text.data, text.length, true, NULL, &stores, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "not of printable ASCII: \"axes\""));
    tw_stores_free(&stores);
    tw_text_free(&text);
}

#define WRITERS 8
#define EACH    (int)draws(10, 40)

static void writers_lose_nothing(void **state)
{
    (void)state;
    pid_t writers[WRITERS];
    struct tw_stores stores;
    for (int w = 0; w < WRITERS; w++) {
        writers[w] = fork();
        if (writers[w]) continue;
        int code = TW_OK;
        for (int i = 0; i < EACH && !code; i++) {
            struct tw_store_entry entry =
                entry_of(1 + w * EACH + i, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
            code = tw_store_keep(folder, &device, &entry, 1, NULL);
        }
        _exit(code);
    }
    for (int w = 0; w < WRITERS; w++) {
        int status;
        assert_int_equal(waitpid(writers[w], &status, 0), writers[w]);
        assert_int_equal(status, 0);
    }
    load(&stores);
    assert_int_equal(stores.damaged, 0);
    assert_int_equal(stores.list[0].count, WRITERS * EACH);
    bool there[WRITERS * 40 + 1] = {false};
    for (size_t i = 0; i < stores.list[0].count; i++)
        there[stores.list[0].entries[i].value[TRANSPOSE_rows]] = true;
    for (int i = 1; i <= WRITERS * EACH; i++) assert_true(there[i]);
    tw_stores_free(&stores);
}

/* Full of lines for one search, it shrinks to one; full of searches, the oldest go. */
static void the_file_has_a_bound(void **state)
{
    (void)state;
    char path[128];
    struct stat status;
    struct tw_stores stores;
    enum { MANY = 9000 };
    struct tw_store_entry *entries = calloc(MANY, sizeof *entries);
    const struct tw_store_entry one =
        entry_of(1000, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
    for (int i = 0; i < MANY; i++) {
        entries[i] = one;
        entries[i].value[TRANSPOSE_rows] = entries[i].value[TRANSPOSE_out_pitch] = 1000 + i;
        snprintf(entries[i].time, sizeof entries[i].time, "2026-01-02T%02d:%02d:%02dZ", i / 3600, i / 60 % 60,
                 i % 60);
    }
    assert_int_equal(tw_store_keep(folder, &device, entries, MANY, &error), TW_OK);
    store_path(path);
    assert_int_equal(stat(path, &status), 0);
    assert_in_range(status.st_size, TW_STORE_BYTES / 2, TW_STORE_BYTES);
    assert_int_equal(status.st_mode & 022, 0);
    load(&stores);
    assert_int_equal(stores.damaged, 0);
    assert_in_range(stores.list[0].count, 1000, MANY - 1);
    for (size_t i = 0; i < stores.list[0].count; i++)
        assert_int_equal(stores.list[0].entries[i].value[TRANSPOSE_rows], 1000 + MANY - 1 - (int)i);
    tw_stores_free(&stores);
    free(entries);
}

static void expect_not_kept(int code, const char *told)
{
    struct tw_store_entry entry = entry_of(700, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
    assert_int_equal(tw_store_keep(folder, &device, &entry, 1, &error), code);
    if (!strstr(error.message, told)) fail_msg("%s", error.message);
}

static void what_others_could_have_written_is_not_used(void **state)
{
    (void)state;
    char path[128], moved[160];
    struct tw_stores stores;
    keep(&device, entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    store_path(path);
    assert_int_equal(chmod(path, 0666), 0);
    load(&stores);
    assert_int_equal(stores.count, 0);
    expect_not_kept(TW_ENVIRONMENT, "is not this user's alone");
    assert_int_equal(chmod(path, 0600), 0);
    snprintf(moved, sizeof moved, "%s.moved", path);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(symlink(moved, path), 0); /* a link is not followed */
    load(&stores);
    assert_int_equal(stores.count, 0);
    expect_not_kept(TW_IO, "cannot write wisdom");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(moved, path), 0);
    expect_rows((int64_t[]){100}, 1, 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 12345, 12345), 0);
        load(&stores);
        assert_int_equal(stores.count, 0);
        expect_not_kept(TW_ENVIRONMENT, "is not this user's alone");
        assert_int_equal(chown(path, 0, 0), 0);
    }
    assert_int_equal(chmod(folder, 0777), 0);
    assert_int_equal(tw_store_load(folder, &stores, &error), TW_ENVIRONMENT);
    assert_non_null(strstr(error.message, "is not used, as others could plant some in it"));
    expect_not_kept(TW_ENVIRONMENT, "is not used");
    assert_int_equal(chmod(folder, 0700), 0);
}

/* As on a full disk: no file may grow beyond what it has. */
static void without_room_the_file_stays_as_it_is(void **state)
{
    (void)state;
    char path[128];
    struct stat status;
    struct rlimit limit, small;
    keep(&device, entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    store_path(path);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    for (unsigned room = 0; room < 100; room += 50) {
        small.rlim_cur = (rlim_t)status.st_size + room;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        expect_not_kept(TW_IO, "cannot write wisdom: ");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    }
    expect_rows((int64_t[]){100}, 1, 0);
}

static void forgetting(void **state)
{
    (void)state;
    struct tw_stores stores;
    size_t count;
    struct tw_store_entry stale = entry_of(300, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z");
    stale.template_hash ^= 1;
    assert_int_equal(tw_store_forget("/nonexistent/folder", false, &count, &error), TW_OK);
    assert_int_equal(count, 0);
    keep(&device, entry_of(100, TRANSPOSE_NONE, TW_EFFORT_MEASURE, "2026-01-02T00:00:00Z"));
    keep(&device, stale);
    keep(&other, stale);
    assert_int_equal(tw_store_forget(folder, true, &count, &error), TW_OK);
    assert_int_equal(count, 2);
    expect_rows((int64_t[]){100}, 1, 0);
    assert_int_equal(tw_store_forget(folder, false, &count, &error), TW_OK);
    assert_int_equal(count, 1);
    load(&stores);
    assert_int_equal(stores.count, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_is_kept_is_read),
        TEST(which_of_two_counts),
        TEST(what_fits_a_plan),
        TEST(what_is_impossible_does_not_fit),
        TEST(what_an_earlier_version_found_is_read),
        TEST(damaged_lines_cost_no_others),
        TEST(who_imports_is_told_what_is_wrong),
        TEST(what_earlier_versions_kept_is_read),
        TEST(only_problems_are_texts),
        TEST(problems_of_texts),
        TEST(texts_that_no_config_holds),
        TEST(writers_lose_nothing),
        TEST(the_file_has_a_bound),
        TEST(what_others_could_have_written_is_not_used),
        TEST(without_room_the_file_stays_as_it_is),
        TEST(forgetting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
