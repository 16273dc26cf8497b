/* Results files read back: whole, torn, foreign; flattened, edited, sorted, filtered, merged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tune/results/records.h"
#include "tune/results/select.h"
#include "tune/results/shards.h"

/* ---- files as a sweep writes them ---- */

static const char *const header_format =
    "{\"tilewright_results\": 1, \"version\": \"0.1.0\", \"config\": \"p.json\", \"config_hash\": "
    "\"8b1f00aa8b1f00aa\", \"kernel\": \"tile\", \"variants\": %u, \"shard\": \"%u/%u\", \"all\": false, "
    "\"device\": \"a GPU\", \"simulator\": %s, \"sm\": 90, \"arch\": \"sm_90\", \"driver\": null, "
    "\"nvrtc\": "
    "\"13.0\", \"capability\": {\"multiprocessors\": 132}, \"time\": \"2026-11-20T20:41:07Z\", \"finished\": "
    "%s}\n";

static bool simulator; /* what the headers say */

/* Every seventh variant is rejected; costs repeat, so that sizes, paddings and numbers must decide. */
static void add_record(struct tw_text *text, unsigned number, const char *rank)
{
    unsigned pad = number * 5 % 33, cost = number * 7 % 11, rows = 1 + number % 4;
    tw_text_addf(text,
                 "{\"name\": \"v_%u\", \"kernel\": \"tile\", \"IPAD\": %u, \"BDIMX\": 32, \"BDIMY\": %u, ",
                 number, pad, rows);
    if (number % 7 == 6) {
        tw_text_addf(
            text,
            "\"status\": \"rejected\", \"reason\": \"a \\\"reason\\\", \\u00e9\", \"shared_bytes\": null, "
            "\"predicted\": null, \"time_us\": null, \"number\": %u, \"cost\": null, \"rank\": null, "
            "\"tie\": false}\n",
            number);
    } else {
        tw_text_addf(
            text,
            "\"status\": \"ok\", \"reason\": null, \"shared_bytes\": %u, \"predicted\": "
            "{\"load_wavefronts\": %u, \"store_wavefronts\": 16}, \"time_us\": {\"median\": %u.%03u0, "
            "\"runs\": 9007199254740993}, \"sectors\": %u, \"blocks_per_sm\": %u, \"number\": %u, \"cost\": "
            "%u.500, \"rank\": %s, \"tie\": "
            "false}\n",
            rows * (2048 + number % 3 * 64), 16 + cost, cost, number, rows * (16 + number % 2), 12 / rows,
            number, cost, rank);
    }
}

/* Shard k of n (0-based) of a space of `variants`. */
static void add_file(struct tw_text *text, unsigned variants, unsigned k, unsigned n, bool finished)
{
    tw_text_addf(text, header_format, variants, k + 1, n, simulator ? "true" : "false",
                 finished ? "true" : "false");
    for (unsigned number = k; number < variants; number += n) add_record(text, number, "null");
}

static char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "/tmp/tilewright-records-%ld-%s", (long)getpid(), name);
    return path;
}

static const char *write_file(const char *name, const void *bytes, size_t count)
{
    const char *path = path_of(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
    return path;
}

/* Reads the text as a file, which then is gone. */
static int add_text(struct tw_shards *shards, const char *name, const struct tw_text *text,
                    struct tw_error *error)
{
    const char *path = write_file(name, tw_text_string(text), text->length);
    int code = tw_shards_add(shards, path, error);
    unlink(path);
    return code;
}

static int read_text(const struct tw_text *text, struct tw_records *records, struct tw_error *error)
{
    const char *path = write_file("read", tw_text_string(text), text->length);
    int code = tw_records_read(path, records, error);
    unlink(path);
    return code;
}

/* ---- tw_records ---- */

static void a_whole_file_is_read(void **state)
{
    (void)state;
    struct tw_text text = {0};
    struct tw_records records;
    add_file(&text, 20, 0, 1, true);
    assert_int_equal(read_text(&text, &records, NULL), TW_OK);
    assert_false(records.torn);
    assert_int_equal(records.whole_bytes, text.length);
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(records.header, "arch")->valuestring, "sm_90");
    assert_int_equal(cJSON_GetArraySize(records.list), 20);
    int number = 0;
    for (const cJSON *record = records.list->child; record; record = record->next, number++)
        assert_int_equal(cJSON_GetObjectItemCaseSensitive(record, "number")->valueint, number);
    tw_records_free(&records);
    tw_text_free(&text);
}

/* Cut anywhere, a file is what its complete lines are. */
static void a_file_cut_at_any_byte_keeps_its_whole_lines(void **state)
{
    (void)state;
    struct tw_text text = {0};
    add_file(&text, 4, 0, 1, false);
    for (size_t length = 0; length <= text.length; length++) {
        struct tw_text cut = {.data = text.data, .length = length};
        struct tw_records records;
        size_t whole = 0;
        int lines = 0;
        for (size_t i = 0; i < length; i++) {
            if (text.data[i] != '\n') continue;
            whole = i + 1;
            lines++;
        }
        const char *path = write_file("cut", cut.data, cut.length);
        assert_int_equal(tw_records_read(path, &records, NULL), TW_OK);
        assert_int_equal(records.whole_bytes, whole);
        assert_int_equal(records.torn, whole != length);
        assert_int_equal(records.header != NULL, lines > 0);
        assert_int_equal(cJSON_GetArraySize(records.list), lines > 0 ? lines - 1 : 0);
        tw_records_free(&records);
    }
    unlink(path_of("cut"));
    tw_text_free(&text);
}

/* Power may leave anything behind the last line that reached the disk. */
static void a_tail_of_zeros_is_torn(void **state)
{
    (void)state;
    struct tw_text text = {0};
    struct tw_records records;
    add_file(&text, 3, 0, 1, false);
    size_t whole = text.length;
    for (int i = 0; i < 4096; i++) tw_text_add_bytes(&text, "", 1);
    assert_int_equal(read_text(&text, &records, NULL), TW_OK);
    assert_true(records.torn);
    assert_int_equal(records.whole_bytes, whole);
    assert_int_equal(cJSON_GetArraySize(records.list), 3);
    tw_records_free(&records);
    tw_text_free(&text);
}

static void a_missing_file_is_an_error(void **state)
{
    (void)state;
    struct tw_records records;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_records_read("/nowhere/at all", &records, &error), TW_INPUT);
    assert_string_equal(error.file, "/nowhere/at all");
    assert_null(records.header);
    tw_records_free(&records);
    tw_error_free(&error);
}

/* Replaces the first `old` in the line (from 1) of a good file and expects the message at that line. */
static void expect_refused(unsigned line, const char *old, const char *new, const char *message)
{
    struct tw_text text = {0}, changed = {0};
    struct tw_records records;
    struct tw_error error = TW_ERROR_INIT;
    add_file(&text, 5, 0, 1, false);
    const char *at = text.data;
    for (unsigned i = 1; i < line; i++) at = strchr(at, '\n') + 1;
    const char *place = strstr(at, old);
    assert_non_null(place);
    tw_text_add_bytes(&changed, text.data, (size_t)(place - text.data));
    tw_text_add(&changed, new);
    tw_text_add(&changed, place + strlen(old));
    assert_int_equal(read_text(&changed, &records, &error), TW_INPUT);
    assert_int_equal(error.line, line);
    if (!strstr(error.message, message)) fail_msg("'%s' does not say '%s'", error.message, message);
    tw_records_free(&records);
    tw_error_free(&error);
    tw_text_free(&text);
    tw_text_free(&changed);
}

static void what_is_no_results_file_is_refused_with_its_line(void **state)
{
    (void)state;
    expect_refused(1, "tilewright_results", "other", "not a results file");
    expect_refused(1, "{", "# ", "not a results file");
    expect_refused(1, "results\": 1", "results\": 2", "format 2");
    expect_refused(1, "\"sm\": 90", "\"sm\": \"90\"", "\"sm\" must be a number");
    expect_refused(1, "\"finished\": false", "\"end\": false",
                   "\"finished\" must be true or false; there is none");
    expect_refused(3, "\"number\": 1", "\"number\": 0", "a record already, on line 2");
    expect_refused(3, "\"number\": 1", "\"number\": 5", "not one of the header's variants");
    expect_refused(3, "\"number\": 1", "\"number\": -1", "not one of the header's variants");
    expect_refused(3, "\"number\": 1", "\"number\": 1.5", "not one of the header's variants");
    expect_refused(3, "\"number\": 1", "\"number\": \"1\"", "\"number\" must be a number");
    expect_refused(4, "\"ok\"", "\"fine\"", "unknown status");
    expect_refused(4, "\"tie\": false", "\"tie\": 0", "\"tie\" must be true or false");
    expect_refused(4, "\"sectors\": ", "\"sectors\": false, \"s\": ", "\"sectors\" must be a number");
    expect_refused(4, "\"shared_bytes\": ", "\"limit\": 3, \"shared_bytes\": ", "\"limit\" must be a string");
    expect_refused(4, "\"reason\": null", "\"reason\": []", "\"reason\" must be a string");
    expect_refused(4, "\"IPAD\": ", "\"IPAD\": 0", "leading zeros");
    expect_refused(4, "\"IPAD\"", "\"name\"", "duplicate key");
    expect_refused(5, "}\n", "\n", "the text ends");
    expect_refused(5, "{", "\n{", "the text ends");
    expect_refused(6, "}\n", "} {}\n", "unexpected '{'");
}

/* A damaged byte is an error or a different value, never a crash or a leak. */
static void damaged_bytes_are_harmless(void **state)
{
    (void)state;
    struct tw_text text = {0};
    unsigned long seed = 1;
    add_file(&text, 8, 0, 1, true);
    for (int round = 0; round < 3000; round++) {
        struct tw_records records;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        size_t at = (seed >> 33) % text.length;
        char kept = text.data[at];
        text.data[at] ^= (char)(1 << (seed >> 20) % 8);
        int code = read_text(&text, &records, NULL);
        assert_true(code == TW_OK || code == TW_INPUT);
        assert_int_equal(records.list != NULL, code == TW_OK);
        tw_records_free(&records);
        text.data[at] = kept;
    }
    tw_text_free(&text);
}

/* ---- sheets ---- */

static void add_lines(struct tw_sheet *sheet, const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(tw_sheet_add(sheet, "test", lines[i], strlen(lines[i]), NULL), TW_OK);
}

static void assert_value(const struct tw_sheet *sheet, size_t row, const char *key, enum tw_value_kind kind,
                         const char *text)
{
    struct tw_value value = tw_sheet_value_of(sheet, row, key);
    assert_int_equal(value.kind, kind);
    assert_int_equal(value.length, strlen(text));
    assert_memory_equal(value.text, text, value.length);
}

static void values_stay_as_they_were_written(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "{\"a\": 1.50, \"b\": {\"c\": {\"d\": 9007199254740993}, \"e\": [1, {\"f\": 2}], \"g\": {}}, \"h\": "
        "true}",
        " { \"h\" : null , \"b\" : null, \"z\":\"\\u0041\\n\" , \"a\" : -0.0e+1 } \r"};
    struct tw_sheet sheet = {0};
    struct tw_text text = {0};
    add_lines(&sheet, lines, 2);
    assert_value(&sheet, 0, "a", TW_NUMBER, "1.50");
    assert_value(&sheet, 0, "b.c.d", TW_NUMBER, "9007199254740993");
    assert_value(&sheet, 0, "b.e", TW_LIST, "[1, {\"f\": 2}]");
    assert_value(&sheet, 0, "h", TW_BOOLEAN, "true");
    assert_value(&sheet, 0, "z", TW_NULL, "null");
    assert_value(&sheet, 1, "b.c.d", TW_NULL, "null");
    assert_value(&sheet, 1, "a", TW_NUMBER, "-0.0e+1");
    assert_value(&sheet, 1, "z", TW_STRING, "\"\\u0041\\n\"");
    tw_value_add(tw_sheet_value_of(&sheet, 1, "z"), &text);
    assert_string_equal(tw_text_string(&text), "A\n");
    tw_text_free(&text);
    assert_true(tw_sheet_has_members(&sheet, "b"));
    assert_true(tw_sheet_has_members(&sheet, "b.c"));
    assert_false(tw_sheet_has_members(&sheet, "b.c.d"));
    assert_int_equal(tw_sheet_column(&sheet, "b.e.f"), TW_NO_COLUMN);
    assert_int_equal(sheet.column_count, 6); /* a, b.c.d, b.e, h, b, z */
    tw_sheet_free(&sheet);
}

static void an_edit_changes_its_values_alone(void **state)
{
    (void)state;
    static const char *const lines[] = {"{ \"tie\": false,\"a\":{\"rank\":1,\"x\":\"y\"}, \"rank\" : null }",
                                        "{\"rank\": 1, \"tie\": true}"};
    struct tw_sheet sheet = {0};
    add_lines(&sheet, lines, 2);
    const struct tw_edit edits[] = {{tw_sheet_column(&sheet, "rank"), "1234567"},
                                    {tw_sheet_column(&sheet, "tie"), "true"}};
    const struct tw_edit again[] = {{tw_sheet_column(&sheet, "rank"), "2"}};
    assert_true(tw_sheet_edit(&sheet, 0, edits, 2));
    const char *expected = "{ \"tie\": true,\"a\":{\"rank\":1,\"x\":\"y\"}, \"rank\" : 1234567 }";
    assert_int_equal(sheet.rows[0].length, strlen(expected));
    assert_memory_equal(sheet.rows[0].line, expected, strlen(expected));
    assert_true(tw_sheet_edit(&sheet, 0, again, 1));
    assert_value(&sheet, 0, "rank", TW_NUMBER, "2");
    assert_value(&sheet, 0, "tie", TW_BOOLEAN, "true");
    assert_value(&sheet, 0, "a.x", TW_STRING, "\"y\"");
    assert_memory_equal(sheet.rows[1].line, lines[1], strlen(lines[1]));
    tw_sheet_free(&sheet);
}

static void too_many_keys_are_refused(void **state)
{
    (void)state;
    struct tw_text line = {0};
    struct tw_sheet sheet = {0};
    tw_text_add_char(&line, '{');
    for (unsigned i = 0; i < TW_SHEET_COLUMNS; i++) tw_text_addf(&line, "\"k%u\": 1, ", i);
    size_t head = line.length - 2;
    tw_text_add(&line, "\"last\": 1}");
    assert_int_equal(tw_sheet_add(&sheet, "test", line.data, line.length, NULL), TW_INPUT);
    tw_sheet_free(&sheet);
    memcpy(line.data + head, "}", 2);
    assert_int_equal(tw_sheet_add(&sheet, "test", line.data, head + 1, NULL), TW_OK);
    assert_int_equal(sheet.column_count, TW_SHEET_COLUMNS);
    tw_sheet_free(&sheet);
    tw_text_free(&line);
}

/* ---- filters ---- */

static const char *const mixed_lines[] = {
    "{\"n\": 2, \"s\": \"xor\", \"b\": true, \"o\": {\"x\": 1}, \"q\": null}",
    "{\"n\": 10, \"s\": \"2\", \"b\": false, \"o\": null, \"q\": null}",
    "{\"n\": 2.0, \"s\": null, \"b\": null, \"o\": {\"x\": null}, \"q\": null}",
    "{\"n\": null, \"s\": \"a=\\u0062\", \"b\": true, \"o\": {\"x\": -1.5e1}, \"q\": null}",
};

/* `passing`: one letter per line, y or n. */
static void expect_filter(const struct tw_sheet *sheet, const char *expression, const char *passing)
{
    struct tw_filter filter;
    struct tw_text scratch = {0};
    assert_int_equal(tw_filter_parse(expression, sheet, &filter, NULL), TW_OK);
    for (size_t row = 0; row < sheet->row_count; row++) {
        if (tw_filter_passes(&filter, sheet, row, &scratch) != (passing[row] == 'y'))
            fail_msg("%s on line %zu", expression, row);
    }
    tw_text_free(&scratch);
}

static void filters_compare_by_value(void **state)
{
    (void)state;
    struct tw_sheet sheet = {0};
    add_lines(&sheet, mixed_lines, 4);
    expect_filter(&sheet, "n=2", "ynyn");
    expect_filter(&sheet, "n==2.000", "ynyn");
    expect_filter(&sheet, "n!=2", "nyny");
    expect_filter(&sheet, "n<10", "ynyn");
    expect_filter(&sheet, "n<=10", "yyyn");
    expect_filter(&sheet, "n>2", "nynn");
    expect_filter(&sheet, "n>=2", "yyyn");
    expect_filter(&sheet, "n=null", "nnny");
    expect_filter(&sheet, "n!=null", "yyyn");
    expect_filter(&sheet, "s=xor", "ynnn");
    expect_filter(&sheet, "s=2", "nynn");
    expect_filter(&sheet, "s=a=b", "nnny");
    expect_filter(&sheet, "s=null", "nnyn");
    expect_filter(&sheet, "s<5", "nnnn");
    expect_filter(&sheet, "s=", "nnnn");
    expect_filter(&sheet, "b=true", "ynny");
    expect_filter(&sheet, "b!=true", "nyyn");
    expect_filter(&sheet, "o.x<0", "nnny");
    expect_filter(&sheet, "o.x=null", "nyyn");
    expect_filter(&sheet, "q.anything=null", "yyyy"); /* q never was an object: nothing is known of it */
    tw_sheet_free(&sheet);
}

static void expect_bad(const struct tw_sheet *sheet, const char *expression, bool sort, const char *message)
{
    struct tw_filter filter;
    struct tw_sort keys;
    struct tw_error error = TW_ERROR_INIT;
    int code = sort ? tw_sort_parse(expression, sheet, &keys, &error)
                    : tw_filter_parse(expression, sheet, &filter, &error);
    assert_int_equal(code, TW_INPUT);
    if (!strstr(error.message, message)) fail_msg("%s: '%s'", expression, error.message);
    tw_error_free(&error);
}

static void bad_filters_and_keys_are_explained(void **state)
{
    (void)state;
    struct tw_text text = {0};
    struct tw_shards shards = {0};
    add_file(&text, 9, 0, 1, true);
    assert_int_equal(add_text(&shards, "keys", &text, NULL), TW_OK);
    const struct tw_sheet *records = &shards.records;
    expect_bad(records, "IPAD", false, "is not KEY=VALUE");
    expect_bad(records, "=2", false, "is not KEY=VALUE");
    expect_bad(records, "IPAD!2", false, "is not KEY=VALUE");
    expect_bad(records, "", false, "is not KEY=VALUE");
    expect_bad(records, "IPAD<two", false, "needs a number after <");
    expect_bad(records, "IPAD>=inf", false, "needs a number after >=");
    expect_bad(records, "IPAD<0x10", false, "needs a number after <");
    expect_bad(records, "IPDA=2", false, "did you mean 'IPAD'?");
    expect_bad(records, "quite_other=2", false, "no record has the key 'quite_other'");
    expect_bad(records, "time_us=2", false, "time_us.median, time_us.runs");
    expect_bad(records, "name.x=2", false, "no record has the key 'name.x'");
    expect_bad(records, "load_wavefronts", true, "did you mean 'predicted.load_wavefronts'?");
    expect_bad(records, "cost,-nmae", true, "did you mean 'name'?");
    expect_bad(records, "", true, "a key is missing");
    expect_bad(records, "cost,", true, "a key is missing");
    expect_bad(records, "-", true, "a key is missing");
    expect_bad(records,
               "cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost,cost", true,
               "more than 16 keys");
    tw_shards_free(&shards);
    tw_text_free(&text);
}

/* ---- sorting ---- */

static void sorting_puts_null_last_and_keeps_equals(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        uint32_t order[4];
    } cases[] = {{"n", {0, 2, 1, 3}},      {"-n", {1, 0, 2, 3}},      {"s", {1, 3, 0, 2}},
                 {"-s", {0, 3, 1, 2}},     {"b", {1, 0, 3, 2}},       {"o.x", {3, 0, 1, 2}},
                 {"b,-n", {1, 0, 3, 2}},   {"-b,-o.x", {0, 3, 1, 2}}, {"q", {0, 1, 2, 3}},
                 {"-q.deep", {0, 1, 2, 3}}};
    struct tw_sheet sheet = {0};
    struct tw_sort sort;
    add_lines(&sheet, mixed_lines, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t rows[] = {0, 1, 2, 3};
        assert_int_equal(tw_sort_parse(cases[i].keys, &sheet, &sort, NULL), TW_OK);
        assert_true(tw_sort_rows(&sort, &sheet, rows, 4));
        for (int r = 0; r < 4; r++) {
            if (rows[r] != cases[i].order[r]) fail_msg("%s: place %d has row %u", cases[i].keys, r, rows[r]);
        }
    }
    tw_sheet_free(&sheet);
}

/* ---- shards ---- */

static double number_in(const cJSON *record, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(record, key)->valuedouble;
}

/* Sign of x/threads of a less that of b; the tiles of the test are 32 threads wide. */
static int compare_per_thread(const cJSON *a, const cJSON *b, const char *key)
{
    double of_a = number_in(a, key) * number_in(b, "BDIMY"), of_b = number_in(b, key) * number_in(a, "BDIMY");
    return (of_a > of_b) - (of_a < of_b);
}

/* Sign of a number of a less that of b. */
static int compare_in(const cJSON *a, const cJSON *b, const char *key)
{
    return (number_in(a, key) > number_in(b, key)) - (number_in(a, key) < number_in(b, key));
}

/* What makes one better than the other, ties left aside. */
static int compare_cost(const cJSON *a, const cJSON *b)
{
    int order = compare_in(a, b, "cost");
    if (!simulator || order) return order;
    order = compare_per_thread(a, b, "sectors");
    double warps_a = number_in(a, "blocks_per_sm") * number_in(a, "BDIMY");
    double warps_b = number_in(b, "blocks_per_sm") * number_in(b, "BDIMY");
    if (!order) order = (warps_a < warps_b) - (warps_a > warps_b);
    return order ? order : compare_per_thread(a, b, "shared_bytes");
}

/* The order of ranks, said again over cJSON's trees. */
static bool ranks_before(const cJSON *a, const cJSON *b)
{
    int order = compare_cost(a, b);
    if (!order) order = compare_per_thread(a, b, "shared_bytes");
    if (!order) order = compare_in(a, b, "IPAD");
    return (order ? order : compare_in(a, b, "number")) < 0;
}

static bool is_ok(const cJSON *record)
{
    return strcmp(cJSON_GetObjectItemCaseSensitive(record, "status")->valuestring, "ok") == 0;
}

/* Every ok record's rank is one more than the number of records before it; the others have none. */
static void assert_ranks(const cJSON *list)
{
    for (const cJSON *record = list->child; record; record = record->next) {
        const cJSON *rank = cJSON_GetObjectItemCaseSensitive(record, "rank"), *before = NULL;
        int expected = 1;
        for (const cJSON *other = list->child; other; other = other->next) {
            if (!is_ok(other) || !is_ok(record) || !ranks_before(other, record)) continue;
            expected++;
            if (!before || ranks_before(before, other)) before = other;
        }
        bool tie = before && compare_cost(before, record) == 0;
        assert_int_equal(cJSON_IsNull(rank), !is_ok(record));
        if (is_ok(record)) assert_int_equal(rank->valueint, expected);
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(record, "tie")), is_ok(record) && tie);
    }
}

/* The union of the shards, in the order of the space, as the text of a file. */
static void merge(struct tw_shards *shards, struct tw_text *merged)
{
    static const char *const by_number[] = {"number"};
    uint32_t *rows = calloc(shards->records.row_count + 1, sizeof *rows);
    size_t count;
    struct tw_sort sort;
    assert_int_equal(tw_shards_union(shards, rows, &count, NULL), TW_OK);
    assert_int_equal(tw_shards_rank(shards, rows, count, NULL), TW_OK);
    tw_sort_of(by_number, 1, &shards->records, &sort);
    assert_true(tw_sort_rows(&sort, &shards->records, rows, count));
    const struct tw_sheet_row *header = &shards->headers.rows[0];
    tw_text_add_bytes(merged, header->line, header->length);
    tw_text_add_char(merged, '\n');
    for (size_t i = 0; i < count; i++) {
        const struct tw_sheet_row *row = &shards->records.rows[rows[i]];
        tw_text_add_bytes(merged, row->line, row->length);
        tw_text_add_char(merged, '\n');
    }
    free(rows);
}

static void check_shards(void)
{
    const unsigned variants = 150;
    struct tw_text first = {0};
    for (unsigned n = 2; n <= 7; n++) {
        struct tw_shards shards = {0};
        struct tw_text merged = {0}, text = {0};
        struct tw_records records;
        for (unsigned k = n; k--;) { /* the last first: order must not matter */
            tw_text_clear(&text);
            add_file(&text, variants, k, n, true);
            assert_int_equal(add_text(&shards, "shard", &text, NULL), TW_OK);
        }
        merge(&shards, &merged);
        assert_int_equal(read_text(&merged, &records, NULL), TW_OK);
        assert_int_equal(cJSON_GetArraySize(records.list), variants);
        assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(records.header, "finished")));
        assert_string_equal(cJSON_GetObjectItemCaseSensitive(records.header, "shard")->valuestring, "1/1");
        assert_ranks(records.list);
        if (!first.length) tw_text_add(&first, merged.data);
        assert_string_equal(merged.data, first.data); /* however it was divided */
        tw_records_free(&records);
        tw_shards_free(&shards);
        tw_text_free(&merged);
        tw_text_free(&text);
    }
    assert_non_null(strstr(first.data, "\"runs\": 9007199254740993")); /* 2^53 + 1: no double has it */
    assert_non_null(strstr(first.data, "\"median\": 3.0020"));
    tw_text_free(&first);
}

static void shards_merge_to_the_whole(void **state)
{
    (void)state;
    check_shards();
}

static void shards_of_the_simulator_rank_by_all_counts(void **state)
{
    (void)state;
    simulator = true;
    check_shards();
    simulator = false;
}

/* Blocks without threads and bytes, which no sweep writes, have 0/0 bytes per thread: no order by itself. */
static void ranks_do_not_depend_on_the_order_of_files_whatever_records_say(void **state)
{
    (void)state;
    struct tw_text merged[2] = {{0}, {0}};
    for (int reversed = 0; reversed < 2; reversed++) {
        struct tw_shards shards = {0};
        for (unsigned i = 0; i < 2; i++) {
            unsigned k = reversed ? 1 - i : i;
            struct tw_text text = {0};
            tw_text_addf(&text, header_format, 60, k + 1, 2, "false", "true");
            for (unsigned n = k; n < 60; n += 2)
                tw_text_addf(
                    &text,
                    "{\"name\": \"v%u\", \"BDIMX\": %u, \"BDIMY\": 1, \"shared_bytes\": %u, \"number\": %u, "
                    "\"status\": \"ok\", \"cost\": 1, \"rank\": null, \"tie\": false}\n",
                    n, n % 3 ? 32u : 0u, n % 3 ? 60 - n : 0, n);
            assert_int_equal(add_text(&shards, k ? "second" : "first", &text, NULL), TW_OK);
            tw_text_free(&text);
        }
        merge(&shards, &merged[reversed]);
        tw_shards_free(&shards);
    }
    assert_string_equal(strchr(merged[0].data, '\n'), strchr(merged[1].data, '\n')); /* behind the header */
    tw_text_free(&merged[0]);
    tw_text_free(&merged[1]);
}

static void a_finished_file_is_left_as_it_is(void **state)
{
    (void)state;
    struct tw_text text = {0}, merged = {0};
    struct tw_shards shards = {0};
    add_file(&text, 30, 0, 1, true);
    assert_int_equal(add_text(&shards, "one", &text, NULL), TW_OK);
    merge(&shards, &merged);
    assert_string_equal(merged.data, text.data);
    tw_shards_free(&shards);
    tw_text_free(&text);
    tw_text_free(&merged);
}

static void an_interrupted_file_gets_ranks_and_stays_unfinished(void **state)
{
    (void)state;
    struct tw_text text = {0}, merged = {0};
    struct tw_shards shards = {0};
    struct tw_records records;
    add_file(&text, 30, 0, 1, false);
    text.length -= 5;
    assert_int_equal(add_text(&shards, "torn", &text, NULL), TW_OK);
    merge(&shards, &merged);
    assert_int_equal(read_text(&merged, &records, NULL), TW_OK);
    assert_int_equal(cJSON_GetArraySize(records.list), 29);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(records.header, "finished")));
    assert_ranks(records.list);
    tw_records_free(&records);
    tw_shards_free(&shards);
    tw_text_free(&text);
    tw_text_free(&merged);
}

/* Two files of the same space, the second with `old` made `new`: what tw_shards_union says. */
static int unite(const char *old, const char *new, size_t *count, struct tw_error *error)
{
    struct tw_text text = {0}, changed = {0};
    struct tw_shards shards = {0};
    uint32_t rows[40];
    add_file(&text, 20, 0, 1, true);
    const char *place = strstr(text.data, old);
    assert_non_null(place);
    tw_text_add_bytes(&changed, text.data, (size_t)(place - text.data));
    tw_text_add(&changed, new);
    tw_text_add(&changed, place + strlen(old));
    assert_int_equal(add_text(&shards, "a", &text, NULL), TW_OK);
    assert_int_equal(add_text(&shards, "b", &changed, NULL), TW_OK);
    int code = tw_shards_union(&shards, rows, count, error);
    tw_shards_free(&shards);
    tw_text_free(&text);
    tw_text_free(&changed);
    return code;
}

static void the_same_record_twice_counts_once(void **state)
{
    (void)state;
    size_t count;
    assert_int_equal(unite("\"rank\": null", "\"rank\": 4", &count, NULL), TW_OK);
    assert_int_equal(count, 20);
    assert_int_equal(unite("\"time\": \"2026", "\"time\": \"2027", &count, NULL), TW_OK);
    assert_int_equal(unite("\"config\": \"p.json\"", "\"config\": \"q.json\"", &count, NULL), TW_OK);
}

static void what_differs_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new, *message;
        unsigned line;
    } cases[] = {
        {"8b1f00aa", "9b1f00aa", "config_hash is \"9b1f00aa8b1f00aa\" here and \"8b1f00aa8b1f00aa\" there",
         1},
        {"0.1.0", "0.1.1", "version is \"0.1.1\" here and \"0.1.0\" there", 1},
        {"a GPU", "a second GPU", "device is", 1},
        {"\"sm\": 90", "\"sm\": 80", "sm is 80 here and 90 there", 1},
        {"\"arch\": \"sm_90\"", "\"arch\": \"sm_80\"", "arch is", 1},
        {"\"variants\": 20", "\"variants\": 21", "variants is 21 here and 20 there", 1},
        {"\"all\": false", "\"all\": true", "all is true here and false there", 1},
        {"\"simulator\": false", "\"simulator\": true", "simulator is", 1},
        {"\"multiprocessors\": 132", "\"multiprocessors\": 78", "capability.multiprocessors is 78 here", 1},
        {"{\"multiprocessors\": 132}", "null", "capability.multiprocessors is null here", 1},
        {"\"median\": 7.0010", "\"median\": 7.0011", "variant 1 has another record", 3},
        {"\"cost\": 7.500", "\"cost\": 7.501", "cost differs", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_error error = TW_ERROR_INIT;
        size_t count;
        assert_int_equal(unite(cases[i].old, cases[i].new, &count, &error), TW_INPUT);
        if (!strstr(error.message, cases[i].message)) fail_msg("'%s'", error.message);
        assert_int_equal(error.line, cases[i].line);
        assert_non_null(strstr(error.file, "-b"));
        tw_error_free(&error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file_is_read),
        cmocka_unit_test(a_file_cut_at_any_byte_keeps_its_whole_lines),
        cmocka_unit_test(a_tail_of_zeros_is_torn),
        cmocka_unit_test(a_missing_file_is_an_error),
        cmocka_unit_test(what_is_no_results_file_is_refused_with_its_line),
        cmocka_unit_test(damaged_bytes_are_harmless),
        cmocka_unit_test(values_stay_as_they_were_written),
        cmocka_unit_test(an_edit_changes_its_values_alone),
        cmocka_unit_test(too_many_keys_are_refused),
        cmocka_unit_test(filters_compare_by_value),
        cmocka_unit_test(bad_filters_and_keys_are_explained),
        cmocka_unit_test(sorting_puts_null_last_and_keeps_equals),
        cmocka_unit_test(shards_merge_to_the_whole),
        cmocka_unit_test(shards_of_the_simulator_rank_by_all_counts),
        cmocka_unit_test(ranks_do_not_depend_on_the_order_of_files_whatever_records_say),
        cmocka_unit_test(a_finished_file_is_left_as_it_is),
        cmocka_unit_test(an_interrupted_file_gets_ranks_and_stays_unfinished),
        cmocka_unit_test(the_same_record_twice_counts_once),
        cmocka_unit_test(what_differs_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
