/* Memory runs out at the k-th allocation, for every k, while results are merged, sorted, filtered and listed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/results/listing.h"
#include "tests/unit/failing_memory.h"
#include "tune/results/records.h"

#if CAN_FAIL
static char paths[2][64];

static void write_shard(int k)
{
    snprintf(paths[k], sizeof paths[k], "/tmp/tilewright-memory-%ld-%d", (long)getpid(), k);
    FILE *file = fopen(paths[k], "w");
    assert_non_null(file);
    fprintf(
        file,
        "{\"tilewright_results\": 1, \"version\": \"0.1.0\", \"config\": \"p.json\", \"config_hash\": "
        "\"8b1f00aa8b1f00aa\", "
        "\"kernel\": \"tile\", \"variants\": 6, \"shard\": \"%d/2\", \"all\": false, \"device\": \"a GPU\", "
        "\"simulator\": false, \"sm\": 90, \"arch\": \"sm_90\", \"nvrtc\": \"13.0\", \"finished\": true}\n",
        k + 1);
    for (int n = k; n < 6; n += 2) {
        fprintf(file,
                "{\"name\": \"v%d\", \"number\": %d, \"status\": \"ok\", \"reason\": \"\\u00e9, %d\", "
                "\"predicted\": "
                "{\"load_wavefronts\": 16, \"store_wavefronts\": 16}, \"cost\": %d.5, \"rank\": null, "
                "\"tie\": false}\n",
                n, n, n, 9 - n / 2);
    }
    assert_int_equal(fclose(file), 0);
}

/* Everything that can be made of the two shards, one after the other, as text. */
static int list(struct tw_shards *shards, struct tw_text *text)
{
    uint32_t rows[6], shown[1];
    size_t count = 0, kept = 0;
    struct tw_filter filter = {0};
    struct tw_sort sort;
    int code = tw_shards_add(shards, paths[0], NULL);
    if (!code) code = tw_shards_add(shards, paths[1], NULL);
    if (!code) code = tw_shards_union(shards, rows, &count, NULL);
    if (!code) code = tw_shards_rank(shards, rows, count, NULL);
    if (!code) code = tw_filter_parse("reason!=\u00e9, 3", &shards->records, &filter, NULL);
    if (!code) code = tw_sort_parse("rank,-name", &shards->records, &sort, NULL);
    if (code) return code;
    for (size_t i = 0; i < count; i++) {
        if (tw_filter_passes(&filter, &shards->records, rows[i], text)) rows[kept++] = rows[i];
    }
    if (!tw_sort_rows(&sort, &shards->records, rows, kept)) return TW_MEMORY;
    const struct tw_listing listing = {shards, rows, kept, false, 0, NULL, 0};
    shown[0] = filter.column;
    tw_listing_table(&listing, shown, 1, text);
    tw_listing_csv(&listing, text);
    tw_listing_json(&listing, text);
    return text->failed ? TW_MEMORY : TW_OK;
}

static int read_records(struct tw_text *text)
{
    struct tw_records records;
    int code = tw_records_read(paths[0], &records, NULL);
    if (!code) {
        char *printed = cJSON_PrintUnformatted(records.list);
        tw_text_add(text, printed ? printed : "");
        text->failed |= !printed;
        cJSON_free(printed);
        assert_non_null(records.header);
    }
    tw_records_free(&records);
    return code ? code : text->failed ? TW_MEMORY : TW_OK;
}

static int make(int what, struct tw_text *text)
{
    struct tw_shards shards = {0};
    int code = what ? read_records(text) : list(&shards, text);
    tw_shards_free(&shards);
    return code;
}

/* Returns how many allocations it takes; each of them has failed once. */
static long fail_each(int what)
{
    struct tw_text good = {0};
    assert_int_equal(make(what, &good), TW_OK);
    for (long k = 0;; k++) {
        struct tw_text text = {0};
        long before = live;
        until_failure = k;
        int code = make(what, &text);
        bool reached = until_failure == 0;
        until_failure = -1;
        assert_true(code == TW_MEMORY || code == TW_OK);
        if (code == TW_OK) assert_string_equal(tw_text_string(&text), tw_text_string(&good));
        tw_text_free(&text);
        assert_int_equal(live, before);
        if (reached) continue;
        tw_text_free(&good);
        return k;
    }
}
#endif

static void every_allocation_may_fail(void **state)
{
    (void)state;
#if CAN_FAIL
    for (int k = 0; k < 2; k++) write_shard(k);
    assert_true(fail_each(0) > 50);
    assert_true(fail_each(1) > 50);
    for (int k = 0; k < 2; k++) unlink(paths[k]);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
