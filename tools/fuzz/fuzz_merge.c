/*
 * Shards of one sweep, made from the bytes: which file a record stands in, in what order, how often, and what it says, with
 * numbers that no sweep would write. What must hold: the files merge or do not, whatever their order; the merged records
 * are the same, with the same ranks, which are 1, 2, 3 ... over those that are ok and have a cost; and the merged file, read
 * back and merged again, alone or with one of its shards, stays what it is.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "cli/results/listing.h"
#include "fuzz.h"
#include "fuzz_file.h"

#define FILES    3u
#define VARIANTS 12u

/* ---- files ---- */

struct source {
    const uint8_t *at, *end;
};

static unsigned pick(struct source *source, unsigned count)
{
    return source->at < source->end ? *source->at++ % count : 0;
}

static const char *pick_number(struct source *source)
{
    static const char *const numbers[] = {"1",  "0",    "-0",    "0.0",    "2",      "3.50", "3.5",
                                          "-1", "null", "1e999", "-1e999", "1e-999", "32",   "16"};
    return numbers[pick(source, sizeof numbers / sizeof *numbers)];
}

static const char *pick_cost(struct source *source)
{
    static const char *const costs[] = {"1", "null", "1.0", "-0", "2.5", "1e999", "31"};
    return costs[pick(source, sizeof costs / sizeof *costs)];
}

static void add_header(struct source *source, unsigned file, bool simulator, struct tw_text *text)
{
    static const char *const devices[] = {"a", "a", "a", "a", "a", "a", "a", "b"};
    tw_text_addf(
        text,
        "{\"tilewright_results\": 1, \"version\": \"1\", \"config\": \"c\", \"config_hash\": "
        "\"0123456789abcdef\", "
        "\"kernel\": \"%s\", \"variants\": %u, \"shard\": \"%u/%u\", \"all\": false, \"device\": \"%s\", "
        "\"simulator\": %s, \"sm\": 90, \"arch\": \"sm_90\", \"nvrtc\": \"13\", \"finished\": %s}\n",
        "transpose", VARIANTS, file + 1, FILES, devices[pick(source, 8)], simulator ? "true" : "false",
        pick(source, 4) ? "true" : "false");
}

/* Into one file, or two: the second time with another rank, or in one of 16 cases another record. */
static void add_record(struct source *source, unsigned number, struct tw_text files[FILES])
{
    static const char *const words[] = {"ok", "ok", "ok", "rejected"};
    static const char *const kernels[] = {"transpose", "tile", "unknown"};
    struct tw_text record = {0};
    unsigned file = pick(source, FILES), other = pick(source, 16);
    tw_text_addf(&record,
                 "{\"name\": \"v%u\", \"number\": %u, \"kernel\": \"%s\", \"status\": \"%s\", \"cost\": %s",
                 number, number, kernels[pick(source, 3)], words[pick(source, 4)], pick_cost(source));
    static const char *const keys[] = {"BDIMX",   "BDIMY",        "elements", "blocks_per_sm",
                                       "sectors", "shared_bytes", "IPAD"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        tw_text_addf(&record, ", \"%s\": %s", keys[k], pick_number(source));
    tw_text_addf(&record, ", \"simulated\": {\"load_requests\": %s}", pick_number(source));
    tw_text_addf(&files[file], "%s, \"rank\": null, \"tie\": false}\n", record.data);
    if (other < FILES && other != file)
        tw_text_addf(&files[other], "%s%s, \"rank\": 7, \"tie\": true}\n", record.data,
                     pick(source, 16) == 1 ? ", \"more\": 1" : "");
    tw_text_free(&record);
}

static void make_files(struct source *source, struct tw_text files[FILES])
{
    bool simulator = pick(source, 2), seen[VARIANTS] = {false};
    for (unsigned i = 0; i < FILES; i++) add_header(source, i, simulator, &files[i]);
    while (source->at < source->end) {
        unsigned number = pick(source, VARIANTS);
        if (!seen[number]) add_record(source, number, files);
        seen[number] = true;
    }
}

/* ---- merging ---- */

struct merged {
    struct tw_shards shards;
    uint32_t *rows; /* by number */
    size_t count;
};

static void read_file(struct tw_shards *shards, const struct tw_text *file)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_shards_add(shards, fuzz_file(file->data, file->length), &error)) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
}

/* Merges the files in the order of `order`. */
static bool merge(const struct tw_text *files, const unsigned *order, unsigned count, struct merged *merged)
{
    static const char *const number[] = {"number"};
    struct tw_sort sort;
    *merged = (struct merged){.count = 0};
    for (unsigned i = 0; i < count; i++) read_file(&merged->shards, &files[order[i]]);
    merged->rows = calloc(merged->shards.records.row_count + 1, sizeof *merged->rows);
    if (tw_shards_union(&merged->shards, merged->rows, &merged->count, NULL)) return false;
    assert(tw_shards_rank(&merged->shards, merged->rows, merged->count, NULL) == TW_OK);
    tw_sort_of(number, 1, &merged->shards.records, &sort);
    return tw_sort_rows(&sort, &merged->shards.records, merged->rows, merged->count);
}

static void drop(struct merged *merged)
{
    tw_shards_free(&merged->shards);
    free(merged->rows);
}

static bool same_value(const struct merged *a, const struct merged *b, size_t i, const char *key)
{
    return tw_value_same(tw_sheet_value_of(&a->shards.records, a->rows[i], key),
                         tw_sheet_value_of(&b->shards.records, b->rows[i], key));
}

static void check_same(const struct merged *a, const struct merged *b)
{
    assert(a->count == b->count && a->shards.records.column_count == b->shards.records.column_count);
    for (size_t i = 0; i < a->count; i++) {
        for (uint32_t c = 0; c < a->shards.records.column_count; c++)
            assert(same_value(a, b, i, a->shards.records.columns[c]));
    }
}

static void check_ranks(const struct merged *merged)
{
    const struct tw_sheet *records = &merged->shards.records;
    bool seen[VARIANTS + 1] = {false};
    size_t ranked = 0;
    for (size_t i = 0; i < merged->count; i++) {
        uint32_t row = merged->rows[i];
        struct tw_value rank = tw_sheet_value_of(records, row, "rank");
        bool ok = tw_value_is(tw_sheet_value_of(records, row, "status"), "ok") &&
                  tw_sheet_value_of(records, row, "cost").kind == TW_NUMBER;
        assert(ok == (rank.kind == TW_NUMBER));
        if (!ok) continue;
        unsigned place = (unsigned)tw_value_number(rank);
        assert(place >= 1 && place <= merged->count && !seen[place]);
        seen[place] = true;
        ranked++;
    }
    for (size_t place = 1; place <= ranked; place++) assert(seen[place]);
}

/* ---- the input ---- */

static void check_again(const struct merged *merged, const struct tw_text *shard)
{
    static const unsigned order[] = {0, 1};
    struct tw_text files[2] = {{0}, *shard};
    struct merged again;
    const struct tw_listing one = {.shards = &merged->shards, .rows = merged->rows, .count = merged->count};
    tw_listing_json(&one, &files[0]);
    for (unsigned count = 1; count <= 2; count++) {
        assert(merge(files, order, count, &again));
        check_same(merged, &again);
        drop(&again);
    }
    tw_text_free(&files[0]);
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    static const unsigned orders[][FILES] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}};
    struct source source = {bytes, bytes + size};
    struct tw_text files[FILES] = {0};
    struct merged first, other;
    make_files(&source, files);
    bool merges = merge(files, orders[0], FILES, &first);
    for (unsigned o = 1; o < sizeof orders / sizeof *orders; o++) {
        assert(merge(files, orders[o], FILES, &other) == merges);
        if (merges) check_same(&first, &other);
        drop(&other);
    }
    if (merges) {
        check_ranks(&first);
        check_again(&first, &files[0]);
    }
    drop(&first);
    for (unsigned i = 0; i < FILES; i++) tw_text_free(&files[i]);
    return merges;
}
