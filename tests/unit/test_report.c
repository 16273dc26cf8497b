/*
 * The HTML report: well formed, complete in itself, the same bytes each time, right about what it shows, and
 * unmoved by hostile or damaged records.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/html.h"
#include "tests/unit/report_fixture.h"

#define ONE_TILE                                                                                             \
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"layout\": \"row-col\"}, \"variants\": ["     \
    "{\"name\": \"pads\", \"BDIMX\": 32, \"BDIMY\": 16, \"IPAD\": {\"from\": 0, \"to\": 32},"                \
    " \"swizzle\": [\"none\", \"xor\"]}]}"

static void render(const struct tw_records *records, const struct tw_config *config, struct tw_text *html)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_report_html(records, config, html, &error);
    if (code) fail_msg("%s:%u:%u: %s", error.file, error.line, error.column, error.message);
}

static void render_sweep(const char *config, bool simulator, struct tw_text *html)
{
    struct fixture fixture;
    fixture_open(config, simulator, &fixture);
    render(&fixture.records, NULL, html);
    fixture_close(&fixture);
}

static size_t count(const char *text, const char *what)
{
    size_t found = 0;
    for (const char *c = strstr(text, what); c; c = strstr(c + strlen(what), what)) found++;
    return found;
}

static void set_string(cJSON *object, const char *key, const char *value)
{
    if (cJSON_HasObjectItem(object, key))
        cJSON_ReplaceItemInObjectCaseSensitive(object, key, cJSON_CreateString(value));
    else
        cJSON_AddStringToObject(object, key, value);
}

static void assert_has(const struct tw_text *html, const char *what)
{
    if (!strstr(html->data, what)) fail_msg("the page lacks: %s", what);
}

static void assert_lacks(const struct tw_text *html, const char *what)
{
    const char *found = strstr(html->data, what);
    if (found) fail_msg("the page has: %.80s", found);
}

/* ---- well-formedness ---- */

static void assert_well_formed(const struct tw_text *html)
{
    assert_int_equal(strlen(html->data), html->length);
    const char *fault = html_fault(html->data);
    if (fault) fail_msg("not well formed: %.60s", fault);
}

/* No id twice, every #reference has its id. */
static void assert_ids(const struct tw_text *html)
{
    char id[80];
    for (const char *c = strstr(html->data, " id=\""); c; c = strstr(c + 5, " id=\"")) {
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(c + 5, "\""), c + 5);
        assert_int_equal(count(html->data, id), 1);
    }
    for (const char *c = strstr(html->data, "href=\"#"); c; c = strstr(c + 7, "href=\"#")) {
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(c + 7, "\""), c + 7);
        assert_int_equal(count(html->data, id), 1);
    }
}

static void test_pages_are_well_formed(void **state)
{
    (void)state;
    for (int simulator = 0; simulator < 2; simulator++) {
        struct tw_text html = {0};
        render_sweep(FIXTURE_SWEEP, simulator, &html);
        assert_well_formed(&html);
        assert_ids(&html);
        assert_has(&html, "<html lang=\"en\">");
        assert_has(&html, "<meta name=\"viewport\"");
        assert_has(&html, "<title>Sweep of sweep-padding.json on ");
        tw_text_free(&html);
    }
}

static void test_the_page_needs_nothing_from_elsewhere(void **state)
{
    static const char *const fetches[] = {"http:", "https:",  " src=", "@import", "url(",
                                          "<link", "<iframe", "//www", "fetch("};
    struct tw_text html = {0};
    (void)state;
    render_sweep(FIXTURE_SWEEP, false, &html);
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; i++) assert_lacks(&html, fetches[i]);
    assert_has(&html, "default-src 'none'");
    tw_text_free(&html);
}

static void test_the_same_records_give_the_same_bytes(void **state)
{
    struct tw_text first = {0}, second = {0};
    (void)state;
    render_sweep(FIXTURE_SWEEP, false, &first);
    setlocale(LC_ALL, "de_DE.UTF-8"); /* a decimal comma, where it is installed */
    render_sweep(FIXTURE_SWEEP, false, &second);
    setlocale(LC_ALL, "C");
    assert_string_equal(first.data, second.data);
    tw_text_free(&first);
    tw_text_free(&second);
}

/* ---- what it says ---- */

/* 32x16 int32: write 16, read 256 wavefronts bare, 16 ideal; xor takes no byte and IPAD 2 is the first free
 * padding. */
static void test_the_winner_and_why(void **state)
{
    struct tw_text html = {0};
    (void)state;
    render_sweep(ONE_TILE, true, &html);
    assert_has(&html, "<p class=\"name\">pads_IPAD0_xor</p>");
    assert_has(&html, "Ranked first of the 66 variants that ran.");
    assert_has(&html, "Free of bank conflicts: its 32 wavefronts are the ideal.");
    assert_has(&html, "costs 272 wavefronts, 8.50 times as many.");
    assert_has(&html, "It takes no byte more than that tile.");
    assert_has(&html, "A tie: by all counts it cannot be told apart from 16 others (pads_IPAD2_none, ");
    assert_has(&html, "there are no times");
    assert_lacks(&html, "takes 2");
    tw_text_free(&html);
}

static void test_the_price_of_padding(void **state)
{
    static const char config[] =
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"p\", \"BDIMX\": 32,"
        " \"BDIMY\": 32, \"layout\": \"row-col\", \"IPAD\": [0, 1]}]}";
    struct tw_text html = {0};
    (void)state;
    render_sweep(config, false, &html);
    assert_has(&html, "Its padding takes 128 bytes and costs nothing: as many blocks fit one SM (2).");
    assert_has(&html, "costs 1056 wavefronts, 16.5 times as many, and takes ");
    assert_has(&html, "128 of them padding");
    assert_lacks(&html, "class=\"tie\"");
    tw_text_free(&html);
}

/* A naive transpose has no tile: what it moves is told, by counts or by time. */
static void test_a_winner_without_shared_memory(void **state)
{
    static const char config[] =
        "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"n\", \"rows\": 64,"
        " \"cols\": 64, \"method\": \"naive\", \"BDIMX\": 32, \"BDIMY\": [8, 16]}]}";
    (void)state;
    for (int simulator = 0; simulator < 2; simulator++) {
        struct fixture fixture;
        struct tw_text html = {0};
        fixture_open(config, simulator, &fixture);
        cJSON *record;
        cJSON_ArrayForEach(record, fixture.records.list)
        {
            cJSON_AddNumberToObject(record, simulator ? "sectors" : "gb_per_s", 640);
            if (!simulator) cJSON_AddNumberToObject(record, "of_bound", 0.75);
            cJSON_ReplaceItemInObject(record, "cost", cJSON_CreateNumber(1000));
        }
        render(&fixture.records, NULL, &html);
        assert_well_formed(&html);
        if (simulator)
            assert_lacks(&html, "of bound");
        else
            assert_has(&html, ">0.750<");
        assert_has(&html, "It has no bank conflicts, as it uses no shared memory.");
        assert_has(&html, simulator ? "640 sectors of global memory, no shared memory\""
                                    : "640.0 GB/s, no shared memory\"");
        assert_has(&html, simulator ? "<dt>sectors of global memory</dt><dd class=\"value\">640<"
                                    : "<dt>GB/s</dt><dd class=\"value\">640.0<");
        assert_lacks(&html, "wavefronts (ideal");
        assert_lacks(&html, "wavefronts are the ideal");
        assert_lacks(&html, "of them padding");
        fixture_close(&fixture);
        tw_text_free(&html);
    }
}

/* A dot product has neither a padding nor a swizzle to speak of, and sectors are a part of its cost. */
static void test_a_family_without_padding(void **state)
{
    static const char config[] =
        "{\"tilewright\": 1, \"kernel\": \"dot\", \"variants\": [{\"name\": \"d\", \"n\": 5000,"
        " \"BDIMX\": 64, \"blocks\": 8, \"unroll\": [1, 4]}]}";
    struct tw_text html = {0};
    (void)state;
    render_sweep(config, true, &html);
    assert_well_formed(&html);
    assert_has(&html, "Among themselves they rank by the order of the config.<");
    assert_has(&html, "Variants are ranked by wavefronts, and 4 per sector, per 1000 elements.");
    assert_lacks(&html, "neither padding");
    assert_lacks(&html, "less padding");
    assert_lacks(&html, "of them padding");
    tw_text_free(&html);
}

static void test_what_is_not_predicted_is_said(void **state)
{
    struct fixture fixture;
    struct tw_text html = {0};
    (void)state;
    fixture_open(ONE_TILE, false, &fixture);
    cJSON *record;
    cJSON_ArrayForEach(record, fixture.records.list)
    {
        cJSON_ReplaceItemInObject(record, "predicted", cJSON_CreateNull());
        cJSON_ReplaceItemInObject(record, "ideal_wavefronts", cJSON_CreateNull());
    }
    render(&fixture.records, NULL, &html);
    assert_well_formed(&html);
    assert_has(&html, "Whether it is free of bank conflicts is not predicted.");
    assert_has(&html, "<dd class=\"value\">not predicted</dd><dd class=\"small\">ideal: not predicted<");
    assert_has(&html, "wavefronts not predicted, 2048 bytes\"");
    fixture_close(&fixture);
    tw_text_free(&html);
}

static void test_every_record_has_its_row_in_rank_order(void **state)
{
    struct fixture fixture;
    struct tw_text html = {0};
    (void)state;
    fixture_open(FIXTURE_SWEEP, false, &fixture);
    render(&fixture.records, NULL, &html);
    const char *body = strstr(strstr(html.data, "id=\"records\""), "<tbody>");
    assert_int_equal(count(body, "<th scope=\"row\""), 495);
    unsigned last = 0, ranked = 0;
    for (const char *row = strstr(body, "<tr "); row; row = strstr(row + 1, "<tr ")) {
        unsigned rank = (unsigned)strtoul(strstr(row, "<td>") + 4, NULL, 10);
        if (rank) assert_int_equal(rank, last + 1);
        if (rank) last = rank;
        ranked += rank > 0;
    }
    assert_int_equal(ranked, 462);
    assert_int_equal(count(body, "xor needs sides that are powers of two"), 33);
    fixture_close(&fixture);
    tw_text_free(&html);
}

/* Five shapes of block, 33 paddings, three swizzles: each variant one cell; xor on 24x20 is rejected. */
static void test_heat_maps_hold_every_variant(void **state)
{
    struct tw_text html = {0};
    (void)state;
    render_sweep(FIXTURE_SWEEP, true, &html);
    assert_int_equal(count(html.data, "<table class=\"heat\">"), 3);
    assert_int_equal(count(html.data, "<td class=\"q"), 462);
    assert_int_equal(count(html.data, "<td class=\"no rejected\""), 33);
    assert_int_equal(count(html.data, " best\" title=\""), 1);
    assert_has(&html, "<h3>swizzle skew</h3>");
    assert_has(&html, "<th scope=\"row\">24×20</th>");
    /* 16x16 bare: 8 write and 64 read wavefronts over 256 elements */
    assert_has(&html, "title=\"b_IPAD0_none: 281.2 wavefronts per 1000 elements, 72 wavefronts (ideal 16), "
                      "1024 bytes\">281<");
    tw_text_free(&html);
}

/* A variant that was left out: predicted on the simulator, unknown on a GPU. */
static void test_skipped_variants(void **state)
{
    (void)state;
    for (int simulator = 0; simulator < 2; simulator++) {
        struct fixture fixture;
        struct tw_text html = {0};
        fixture_open(ONE_TILE, simulator, &fixture);
        cJSON *skipped = cJSON_GetArrayItem(fixture.records.list, 2); /* IPAD 1: 16 + 32 wavefronts */
        set_string(skipped, "status", "skipped");
        set_string(skipped, "reason", "another is better");
        cJSON_ReplaceItemInObject(skipped, "cost", cJSON_CreateNull());
        cJSON_ReplaceItemInObject(skipped, "rank", cJSON_CreateNull());
        render(&fixture.records, NULL, &html);
        assert_well_formed(&html);
        assert_has(&html, "; the table gives the reasons of the others: 1 skipped.");
        assert_has(&html, simulator
                              ? " skipped\" title=\"pads_IPAD1_none: skipped: another is better\">93.8<"
                              : "\"no skipped\" title=\"pads_IPAD1_none: skipped: another is better\">–<");
        fixture_close(&fixture);
        tw_text_free(&html);
    }
}

static void test_axes_follow_what_varies(void **state)
{
#define CONFIG(fields)                                                                                       \
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"v\", \"layout\": "                \
    "\"row-col\", " fields "}]}"
    static const struct {
        const char *config, *heading;
        unsigned maps;
    } cases[] = {
        {CONFIG("\"BDIMX\": 32, \"BDIMY\": 16, \"IPAD\": [0, 1], \"swizzle\": [\"none\", \"xor\"]"),
         "Cost over IPAD and swizzle<", 1},
        {CONFIG("\"BDIMX\": [16, 32], \"BDIMY\": [8, 16]"), "Cost over BDIMX and BDIMY<", 1},
        {CONFIG("\"BDIMX\": [16, 32], \"BDIMY\": 8, \"shared\": [\"static\", \"dynamic\"]"),
         "Cost over shared and BDIMX × BDIMY<", 1},
        {CONFIG("\"BDIMX\": 32, \"BDIMY\": 8, \"shared\": [\"static\", \"dynamic\"]"), "Cost over shared<",
         1},
        /* a type is a problem of its own: no map is over two of them */
        {CONFIG("\"BDIMX\": [16, 32], \"BDIMY\": 8, \"type\": [\"int8\", \"int32\"]"), "Problem: type int8<",
         2},
        {CONFIG("\"BDIMX\": 32, \"BDIMY\": 8"), "<h2", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text html = {0};
        render_sweep(cases[i].config, true, &html);
        assert_has(&html, cases[i].heading);
        assert_int_equal(count(html.data, "<table class=\"heat\">"), cases[i].maps);
        assert_well_formed(&html);
        tw_text_free(&html);
    }
}

static void test_a_point_for_each_variant_that_ran(void **state)
{
    struct tw_text html = {0};
    (void)state;
    render_sweep(FIXTURE_SWEEP, false, &html);
    assert_has(&html, "Wavefronts against time");
    assert_int_equal(count(html.data, "<title>"), 1 + 462); /* the page's own, and the points' */
    assert_int_equal(count(html.data, "class=\"ring\""), 1);
    tw_text_free(&html);
}

/* What is drawn lies in its picture: no y of a picture is below its height. */
static void assert_inside(const struct tw_text *html)
{
    unsigned pictures = 0;
    for (const char *svg = html->data; (svg = strstr(svg, "viewBox=\"0 0 ")); pictures++) {
        const char *end = strstr(svg, "</svg>");
        char *height_at;
        assert_non_null(end);
        svg += strlen("viewBox=\"0 0 ");
        strtod(svg, &height_at);
        const double height = strtod(height_at, NULL);
        assert_true(height > 0);
        for (const char *y = svg; (y = strstr(y, " y=\"")) && y < end;) {
            y += strlen(" y=\"");
            if (strtod(y, NULL) > height) fail_msg("below a picture of height %g: %.60s", height, y);
        }
    }
    assert_true(pictures > 0);
}

static void test_pictures_hold_what_is_drawn(void **state)
{
    (void)state;
    for (int simulator = 0; simulator < 2; simulator++) {
        struct tw_text html = {0};
        render_sweep(FIXTURE_SWEEP, simulator, &html);
        assert_inside(&html);
        tw_text_free(&html);
    }
}

/* A tie names those that tie: all of a few, of many the first eight. */
static void test_those_that_tie_are_named(void **state)
{
    (void)state;
    for (unsigned tied = 1; tied <= 11; tied += 5) {
        struct fixture fixture;
        struct tw_text html = {0}, names = {0};
        fixture_open(ONE_TILE, false, &fixture);
        unsigned rank = 0;
        cJSON *record;
        cJSON_ArrayForEach(record, fixture.records.list)
        {
            if (cJSON_GetNumberValue(cJSON_GetObjectItem(record, "rank")) > 0) {
                cJSON_ReplaceItemInObjectCaseSensitive(record, "rank", cJSON_CreateNumber(++rank));
                cJSON_ReplaceItemInObjectCaseSensitive(record, "tie",
                                                       cJSON_CreateBool(rank > 1 && rank <= tied + 1));
                if (rank > 1 && rank <= tied + 1 && rank <= 9)
                    tw_text_addf(&names, "%s%s", rank > 2 ? ", " : "",
                                 cJSON_GetObjectItem(record, "name")->valuestring);
            }
        }
        if (tied > 8) tw_text_addf(&names, " and %u more", tied - 8);
        render(&fixture.records, NULL, &html);
        assert_has(&html, "A tie: by time it cannot be told apart from ");
        assert_has(&html, names.data);
        fixture_close(&fixture);
        tw_text_free(&html);
        tw_text_free(&names);
    }
}

/* The bare 32x16 tile beside the winner: 16 rows of 32 columns each; the worst request hits two banks with 32
 * lanes. */
static void test_bank_maps_side_by_side(void **state)
{
    struct tw_text html = {0};
    (void)state;
    render_sweep(ONE_TILE, true, &html);
    assert_int_equal(count(html.data, "class=\"map\""), 2);
    assert_int_equal(count(html.data, "<rect x="), 2 * 16 * 32);
    assert_int_equal(count(html.data, "<g class=\"c\">"), 32);
    assert_int_equal(count(html.data, "<g class=\"t\">"), 32);
    assert_has(&html, "read column: 256 wavefronts of a block, ideal 16");
    assert_has(&html, "read column: 16 wavefronts of a block, ideal 16");
    tw_text_free(&html);
}

/* ---- what it says to do it again ---- */

static void test_the_command_is_one_for_a_shell(void **state)
{
    struct fixture fixture;
    struct tw_text html = {0};
    (void)state;
    fixture_open(ONE_TILE, true, &fixture);
    set_string(fixture.records.header, "config", "-my config's $(x).json");
    set_string(fixture.records.header, "shard", "2/3");
    render(&fixture.records, NULL, &html);
    assert_has(&html, "tilewright sweep ./&#39;-my config&#39;\\&#39;&#39;s $(x).json&#39; --device sim "
                      "--arch sm_90 --shard 2/3 --all -o ");
    assert_has(&html, "Only a part of the space");
    fixture_close(&fixture);
    tw_text_free(&html);
}

static void test_the_config_is_shown_only_when_it_is_the_one(void **state)
{
    char path[] = "/tmp/tilewright-report-XXXXXX";
    struct fixture fixture;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text same = {0}, other = {0};
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    assert_int_equal(tw_file_write(path, ONE_TILE, strlen(ONE_TILE), &error), TW_OK);
    fixture_open(ONE_TILE, true, &fixture);
    fixture.config.config.file = path;
    render(&fixture.records, &fixture.config.config, &same);
    assert_int_equal(tw_file_write(path, ONE_TILE " ", strlen(ONE_TILE) + 1, &error), TW_OK);
    render(&fixture.records, &fixture.config.config, &other);
    assert_has(&same, "{&quot;tilewright&quot;: 1, ");
    assert_lacks(&other, "{&quot;tilewright&quot;: 1, ");
    assert_has(&other, "text is not part of this page");
    unlink(path);
    fixture_close(&fixture);
    tw_text_free(&same);
    tw_text_free(&other);
}

/* ---- hostile and damaged files ---- */

#define HOSTILE "</script><script>alert(1)</script>\"'>&lt;<img onerror=x>{{name}}\x01\x1b[31m"

static void test_nothing_from_a_file_becomes_markup(void **state)
{
    static const char *const texts[] = {"name", "reason", "status", "swizzle", "limit"};
    static const char *const headers[] = {"config", "device", "version", "arch",       "time",
                                          "driver", "nvrtc",  "shard",   "config_hash"};
    struct fixture fixture;
    struct tw_text html = {0};
    (void)state;
    fixture_open(ONE_TILE, false, &fixture);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        set_string(fixture.records.header, headers[i], HOSTILE);
    cJSON_AddStringToObject(cJSON_GetObjectItem(fixture.records.header, "capability"), HOSTILE, HOSTILE);
    cJSON *record;
    int number = 0;
    cJSON_ArrayForEach(record, fixture.records.list)
    {
        set_string(record, "name", HOSTILE);
        if (number++ % 2) set_string(record, texts[number / 2 % 5], HOSTILE);
    }
    render(&fixture.records, NULL, &html);
    assert_well_formed(&html);
    assert_lacks(&html, "<img");
    assert_lacks(&html, "<script>alert");
    assert_has(&html, "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&amp;lt;");
    assert_int_equal(count(html.data, "<script"), 1);
    fixture_close(&fixture);
    tw_text_free(&html);
}

/* Every key of every record, and of the header, is missing, or null, or of another type. */
static void test_records_that_make_no_sense(void **state)
{
    static const char *const odd[] = {
        "null", "\"odd\"", "-1e300", "1e300", "0.5", "[1]", "{\"median\": \"x\"}", "true"};
    struct fixture fixture;
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct tw_text html = {0};
        fixture_open(ONE_TILE, false, &fixture);
        size_t number = i;
        cJSON *record;
        cJSON_ArrayForEach(record, fixture.records.list)
        {
            int key = (int)(number++ % (size_t)cJSON_GetArraySize(record));
            const char *name = cJSON_GetArrayItem(record, key)->string;
            char *copy = strdup(name);
            cJSON_ReplaceItemInObjectCaseSensitive(record, copy, cJSON_Parse(odd[i]));
            if (number % 5 == 0) cJSON_DeleteItemFromObjectCaseSensitive(record, copy);
            free(copy);
        }
        cJSON_AddItemToArray(fixture.records.list, cJSON_Parse(odd[i]));
        for (cJSON *item = fixture.records.header->child; item;) {
            char *key = strdup(item->string);
            item = item->next;
            cJSON_ReplaceItemInObjectCaseSensitive(fixture.records.header, key, cJSON_Parse(odd[i]));
            free(key);
        }
        render(&fixture.records, NULL, &html);
        assert_well_formed(&html);
        assert_lacks(&html, "nan");
        fixture_close(&fixture);
        tw_text_free(&html);
    }
}

static void test_a_sweep_under_way(void **state)
{
    struct fixture fixture;
    struct tw_text html = {0};
    (void)state;
    fixture_open(ONE_TILE, false, &fixture);
    fixture.records.torn = true;
    cJSON_ReplaceItemInObject(fixture.records.header, "finished", cJSON_CreateFalse());
    cJSON *record;
    cJSON_ArrayForEach(record, fixture.records.list)
        cJSON_ReplaceItemInObject(record, "rank", cJSON_CreateNull());
    render(&fixture.records, NULL, &html);
    assert_well_formed(&html);
    assert_has(&html, "The best so far");
    assert_has(&html, "the sweep is not finished");
    assert_has(&html, "last line is torn");
    fixture_close(&fixture);
    tw_text_free(&html);
}

static void test_no_records_and_an_unknown_kernel(void **state)
{
    struct fixture fixture;
    struct tw_text none = {0}, unknown = {0};
    (void)state;
    fixture_open(ONE_TILE, false, &fixture);
    set_string(fixture.records.header, "kernel", "from the future");
    render(&fixture.records, NULL, &unknown);
    assert_well_formed(&unknown);
    assert_int_equal(count(unknown.data, "<tr class="), 66);
    assert_has(&unknown, "Ranked first of the 66 variants that ran.");
    cJSON_Delete(fixture.records.list);
    fixture.records.list = cJSON_CreateArray();
    render(&fixture.records, NULL, &none);
    assert_well_formed(&none);
    assert_has(&none, "No variant ran");
    fixture_close(&fixture);
    tw_text_free(&unknown);
    tw_text_free(&none);
}

/* 6,050 variants: the page stays small, and says what it leaves out. */
static void test_a_large_sweep_stays_usable(void **state)
{
    static const char config[] =
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"setRowReadColumn\", "
        "\"layout\": \"row-col\","
        " \"BDIMX\": 32, \"BDIMY\": [8, 16], \"IPAD\": {\"from\": 0, \"to\": 274}, \"carveout\": [0, 20, 40, "
        "60, 100],"
        " \"shared\": [\"dynamic\"], \"scope\": [\"kernel\"], \"swizzle\": [\"none\"]},"
        "{\"name\": \"b\", \"layout\": \"row-col\", \"BDIMX\": 16, \"BDIMY\": [8, 16], \"IPAD\": {\"from\": "
        "0, \"to\": 274},"
        " \"carveout\": [0, 20, 40, 60, 70, 100]}]}";
    struct tw_text html = {0};
    (void)state;
    render_sweep(config, false, &html);
    assert_well_formed(&html);
    assert_in_range(html.length, 1000000, 5000000);
    assert_has(&html,
               "6050 records, the best first; cost in ns per 1000 elements. The last 1050 are not shown");
    assert_has(&html, "Only the maps with the best cells");
    assert_has(&html, "Only one of 4 of the 6050 points is drawn");
    assert_in_range(count(html.data, "<td class=\"q"), 1000, 6000);
    tw_text_free(&html);
}

/* ---- memory ---- */

static long until_failure;

static void *failing_malloc(size_t size)
{
    return until_failure-- == 0 ? NULL : malloc(size);
}

/* The k-th allocation of the view's tree fails, for k all over its length. */
static void test_out_of_memory_is_an_error(void **state)
{
    cJSON_Hooks hooks = {failing_malloc, free};
    struct fixture fixture;
    (void)state;
    fixture_open(
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"v\", \"layout\": \"row-col\","
        " \"BDIMX\": 4, \"BDIMY\": 4, \"IPAD\": [0, 1], \"swizzle\": [\"none\", \"xor\"]}]}",
        true, &fixture);
    cJSON_InitHooks(&hooks);
    int code = TW_MEMORY;
    long failures = 0;
    for (; code == TW_MEMORY && failures < 100000; failures++) {
        struct tw_text html = {0};
        struct tw_error error = TW_ERROR_INIT;
        until_failure = failures * 7;
        code = tw_report_html(&fixture.records, NULL, &html, &error);
        tw_text_free(&html);
        tw_error_free(&error);
    }
    cJSON_InitHooks(NULL);
    assert_int_equal(code, TW_OK);
    assert_in_range(failures, 100, 10000);
    fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_are_well_formed),
        cmocka_unit_test(test_the_page_needs_nothing_from_elsewhere),
        cmocka_unit_test(test_the_same_records_give_the_same_bytes),
        cmocka_unit_test(test_the_winner_and_why),
        cmocka_unit_test(test_the_price_of_padding),
        cmocka_unit_test(test_a_winner_without_shared_memory),
        cmocka_unit_test(test_a_family_without_padding),
        cmocka_unit_test(test_what_is_not_predicted_is_said),
        cmocka_unit_test(test_every_record_has_its_row_in_rank_order),
        cmocka_unit_test(test_heat_maps_hold_every_variant),
        cmocka_unit_test(test_skipped_variants),
        cmocka_unit_test(test_axes_follow_what_varies),
        cmocka_unit_test(test_a_point_for_each_variant_that_ran),
        cmocka_unit_test(test_pictures_hold_what_is_drawn),
        cmocka_unit_test(test_those_that_tie_are_named),
        cmocka_unit_test(test_bank_maps_side_by_side),
        cmocka_unit_test(test_the_command_is_one_for_a_shell),
        cmocka_unit_test(test_the_config_is_shown_only_when_it_is_the_one),
        cmocka_unit_test(test_nothing_from_a_file_becomes_markup),
        cmocka_unit_test(test_records_that_make_no_sense),
        cmocka_unit_test(test_a_sweep_under_way),
        cmocka_unit_test(test_no_records_and_an_unknown_kernel),
        cmocka_unit_test(test_a_large_sweep_stays_usable),
        cmocka_unit_test(test_out_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
