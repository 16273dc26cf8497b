/* The ranks of merged records: the sweep's own order (rank.h), as far as records tell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/hash.h"
#include "tune/rank.h"
#include "tune/record.h"
#include "tune/result.h"
#include "tune/results/shards.h"
#include "tune/written.h"

static int out_of_memory(struct tw_error *error)
{
    return tw_fail(error, TW_MEMORY, "out of memory");
}

static bool all_finished(const struct tw_shards *shards)
{
    bool finished = true;
    for (size_t i = 0; i < shards->count; i++)
        finished &= *tw_sheet_value_of(&shards->headers, shards->shards[i].header, "finished").text == 't';
    return finished;
}

static bool can_rank(const struct tw_sheet *records, uint32_t row)
{
    return tw_value_is(tw_sheet_value_of(records, row, "status"), tw_status_word(TW_STATUS_OK)) &&
           tw_sheet_value_of(records, row, "cost").kind == TW_NUMBER;
}

/* Records of one sweep. */
struct ranking {
    struct tw_sheet *records;
    const struct tw_family *family; /* NULL: not known here */
    enum tw_cost cost;
    bool simulator;
    bool highest;                       /* costs are best, not lowest */
    uint32_t block_x, block_y, padding; /* columns of the fields that have these roles */
};

struct ranked {
    struct tw_measures measures;
    uint32_t row;
};

static double number_in(const struct ranking *ranking, uint32_t row, uint32_t column, double otherwise)
{
    const struct tw_value value = tw_sheet_value(ranking->records, row, column);
    return value.kind == TW_NUMBER ? tw_value_number(value) : otherwise;
}

static double number_of(const struct ranking *ranking, uint32_t row, const char *key, double otherwise)
{
    return number_in(ranking, row, tw_sheet_column(ranking->records, key), otherwise);
}

/* The column of the field that has the role, or TW_NO_COLUMN. False: out of memory. */
static bool find_role(const struct ranking *ranking, enum tw_field_role role, uint32_t *column)
{
    const int field = ranking->family ? tw_family_role(ranking->family, role) : -1;
    struct tw_text key = {0};
    *column = TW_NO_COLUMN;
    if (field < 0) return true;
    const char *own = ranking->family->fields[field].key;
    tw_text_addf(&key, "%s%s", tw_record_prefix(own), own);
    const bool made = !key.failed;
    if (made) *column = tw_sheet_column(ranking->records, key.data);
    tw_text_free(&key);
    return made;
}

/* Records of earlier versions say neither threads nor elements: those of the block that they describe. */
static struct ranked measure(const struct ranking *ranking, uint32_t row)
{
    double block =
        number_in(ranking, row, ranking->block_x, 1) * number_in(ranking, row, ranking->block_y, 1);
    double threads = number_of(ranking, row, "threads", block);
    double blocks = number_of(ranking, row, "blocks_per_sm", 0);
    const struct tw_ranked ranked = {
        .stopped = *tw_sheet_value_of(ranking->records, row, "time_us.stopped").text == 't',
        .cost = number_of(ranking, row, "cost", 0) * (ranking->highest ? -1 : 1),
        .elements = number_of(ranking, row, "simulated_work", number_of(ranking, row, "elements", threads)),
        .sectors = number_of(ranking, row, "sectors", 0),
        .requests = number_of(ranking, row, "simulated.load_requests", 0) +
                    number_of(ranking, row, "simulated.store_requests", 0),
        .threads = threads,
        .shared_bytes = number_of(ranking, row, "shared_bytes", 0),
        .blocks = blocks,
        .warps = blocks * ceil(threads / TW_WARP),
        .padding = number_in(ranking, row, ranking->padding, 0),
        .number = number_of(ranking, row, "number", 0),
    };
    return (struct ranked){tw_measures_of(&ranked, ranking->cost, ranking->simulator), row};
}

static int by_all(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return tw_measures_compare(&x->measures, &y->measures, TW_BY_STOPPED, TW_MEASURES);
}

static bool set_rank(struct tw_sheet *records, uint32_t row, size_t rank, bool tie)
{
    char text[24] = "null";
    if (rank) snprintf(text, sizeof text, "%zu", rank);
    const struct tw_edit edits[] = {{tw_sheet_column(records, "rank"), text},
                                    {tw_sheet_column(records, "tie"), tie ? "true" : "false"}};
    return tw_sheet_edit(records, row, edits, 2);
}

/* Ties are equal in all that was counted; of times a record does not hold what would tell more. */
static bool tied(const struct ranking *ranking, const struct ranked *a, const struct ranked *b)
{
    enum tw_measure end = ranking->simulator ? TW_BY_PADDING : TW_BY_SECTORS;
    return tw_measures_compare(&a->measures, &b->measures, TW_BY_STOPPED, end) == 0;
}

static bool write_ranks(const struct ranking *ranking, const struct ranked *ranked, size_t count)
{
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        bool tie = i > 0 && tied(ranking, &ranked[i - 1], &ranked[i]);
        done = set_rank(ranking->records, ranked[i].row, i + 1, tie);
    }
    return done;
}

/* ---- what leaves untouched what records of other shards write ---- */

static uint64_t hash_of(const struct tw_sheet *records, uint32_t row, const char *key)
{
    const struct tw_value value = tw_sheet_value_of(records, row, key);
    return tw_hash(value.text, value.length);
}

static struct tw_written written_of(const struct ranking *ranking, uint32_t row)
{
    const struct tw_sheet *records = ranking->records;
    return (struct tw_written){.problem = hash_of(records, row, "problem"),
                               .run_on = hash_of(records, row, "proof_problem"),
                               .elements = number_of(ranking, row, "elements", 0),
                               .total = (uint64_t)number_of(ranking, row, "unwritten_of", 0),
        .unwritten = (uint64_t)number_of(ranking, row, "unwritten_count", 0),
                               .unchanged = (uint64_t)number_of(ranking, row, "unchanged_count", 0),
                               .has_unchanged =
                                   tw_sheet_value_of(records, row, "unchanged_count").kind == TW_NUMBER,
                               .row = row};
}

/* Adds a string of the record. */
static void add_string_of(const struct tw_sheet *records, uint32_t row, const char *key, struct tw_text *text)
{
    tw_value_add(tw_sheet_value_of(records, row, key), text);
}

static bool condemn(struct tw_sheet *records, const struct tw_written *written)
{
    const uint32_t row = (uint32_t)written->row;
    const bool is_proof = tw_sheet_value_of(records, row, "proof").kind == TW_STRING;
    struct tw_text unwritten = {0}, unchanged = {0}, reason = {0}, quoted = {0};
    add_string_of(records, row, "unwritten", &unwritten);
    add_string_of(records, row, "unchanged", &unchanged);
    tw_written_say(written, tw_text_part(&reason, &unwritten), tw_text_part(&reason, &unchanged), &reason);
    tw_escape_json(&quoted, tw_text_part(&quoted, &reason));
    const struct tw_edit edits[] = {{tw_sheet_column(records, "status"), "\"mismatch\""},
                                    {tw_sheet_column(records, "reason"), tw_text_string(&quoted)},
                                    {tw_sheet_column(records, "cost"), "null"},
                                    {tw_sheet_column(records, "unproven"), "null"},
                                    {tw_sheet_column(records, "proof"), "\"wrong\""}};
    const bool done = !quoted.failed && tw_sheet_edit(records, row, edits, is_proof ? 5 : 4);
    tw_text_free(&unwritten);
    tw_text_free(&unchanged);
    tw_text_free(&reason);
    tw_text_free(&quoted);
    return done;
}

/* Records of built-in families, and of earlier versions, do not say what is left. */
static bool compare_written(const struct ranking *ranking, const uint32_t *rows, size_t count)
{
    struct tw_sheet *records = ranking->records;
    if (tw_sheet_column(records, "unwritten_count") == TW_NO_COLUMN) return true;
    struct tw_written *list = malloc((count ? count : 1) * sizeof *list);
    size_t compared = 0;
    bool done = list != NULL;
    for (size_t i = 0; i < count && done; i++) {
        if (tw_value_is(tw_sheet_value_of(records, rows[i], "status"), tw_status_word(TW_STATUS_OK)))
            list[compared++] = written_of(ranking, rows[i]);
    }
    if (done) tw_written_compare(list, compared);
    for (size_t i = 0; i < compared && done; i++) {
        if (list[i].leaves_unwritten || list[i].leaves_alone) done = condemn(records, &list[i]);
    }
    free(list);
    return done;
}

static bool rank_records(const struct ranking *ranking, const uint32_t *rows, size_t count)
{
    struct ranked *ranked = malloc((count ? count : 1) * sizeof *ranked);
    size_t ranks = 0;
    bool done = ranked != NULL;
    for (size_t i = 0; i < count && done; i++) {
        if (can_rank(ranking->records, rows[i]))
            ranked[ranks++] = measure(ranking, rows[i]);
        else
            done = set_rank(ranking->records, rows[i], 0, false);
    }
    if (done) {
        qsort(ranked, ranks, sizeof *ranked, by_all);
        done = write_ranks(ranking, ranked, ranks);
    }
    free(ranked);
    return done;
}

static bool is_described(const struct tw_shards *shards)
{
    return tw_sheet_value_of(&shards->headers, 0, "kernel_hash").kind == TW_STRING;
}

/* The family of the sweep, or NULL. */
static const struct tw_family *family_of(const struct tw_shards *shards)
{
    const struct tw_sheet *headers = &shards->headers;
    struct tw_value kernel = tw_sheet_value_of(headers, 0, "kernel");
    if (shards->family) return shards->family;
    if (is_described(shards)) return NULL;
    for (size_t i = 0; tw_families[i]; i++) {
        if (tw_value_is(kernel, tw_families[i]->name)) return tw_families[i];
    }
    return NULL;
}

/* The first header as that of the records at hand. Records of one shard are a shard still; for several, which have cards of their own, no
   cards are told. */
static bool edit_header(struct tw_shards *shards, bool finished)
{
    struct tw_sheet *headers = &shards->headers;
    const bool cards = tw_sheet_value_of(headers, 0, "cards").kind == TW_LIST;
    const struct tw_edit edits[] = {{tw_sheet_column(headers, "finished"), finished ? "true" : "false"},
                                    {tw_sheet_column(headers, "shard"), "\"1/1\""},
                                    {tw_sheet_column(headers, "cards"), "null"}};
    return tw_sheet_edit(headers, 0, edits, shards->count == 1 ? 1 : cards ? 3 : 2);
}

int tw_shards_rank(struct tw_shards *shards, const uint32_t *rows, size_t count, struct tw_error *error)
{
    bool finished = all_finished(shards);
    double variants = tw_value_number(tw_sheet_value_of(&shards->headers, 0, "variants"));
    if (shards->count == 1 && finished) return TW_OK;
    const struct tw_family *family = family_of(shards);
    struct ranking ranking = {
        .records = &shards->records,
        .family = family,
        .cost = is_described(shards) ? TW_COST_TRAFFIC
                : family             ? family->cost
                                     : TW_COST_WAVEFRONTS,
        .simulator = *tw_sheet_value_of(&shards->headers, 0, "simulator").text == 't',
        .highest = tw_value_is(tw_sheet_value_of(&shards->headers, 0, "best"), TW_BEST_HIGHEST),
    };
    bool done = find_role(&ranking, TW_FIELD_BLOCK_X, &ranking.block_x) &&
                find_role(&ranking, TW_FIELD_BLOCK_Y, &ranking.block_y) &&
                find_role(&ranking, TW_FIELD_PADDING, &ranking.padding) &&
                compare_written(&ranking, rows, count) && rank_records(&ranking, rows, count) &&
                edit_header(shards, finished && (double)count == variants);
    return done ? TW_OK : out_of_memory(error);
}

int tw_shards_unfinish(struct tw_shards *shards, struct tw_error *error)
{
    return edit_header(shards, false) ? TW_OK : out_of_memory(error);
}
