/* The records of a results file that are wanted: found by name or by rank, one for each problem or all of one. */
#include "tune/results/winners.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "gen/config/hint.h"
#include "gen/config/json.h"
#include "gen/config/suggest.h"
#include "tune/results/described.h"

#define HEADER_BYTES ((size_t)1 << 20) /* a results file's header is shorter: a line of about 700 */

static int out_of_memory(struct tw_error *error)
{
    return tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_results_recognise(const char *file, bool *results, struct tw_error *error)
{
    struct tw_text text = {0};
    struct stat about;
    *results = false;
    if (stat(file, &about) == 0 && !S_ISREG(about.st_mode)) return TW_OK; /* what is read here is gone */
    if (strcmp(file, "-") == 0) return TW_OK;
    int code = tw_file_read_head(file, HEADER_BYTES, &text, error);
    if (!code) {
        struct tw_json line;
        code = tw_json_parse(file, tw_text_string(&text), strcspn(tw_text_string(&text), "\n"), &line, error);
        *results = !code && tw_record_member(line.root, "tilewright_results");
        if (!code) tw_json_free(&line);
        if (code == TW_INPUT) { /* a config of several lines, or a wrong one: its reader says why */
            tw_error_free(error);
            code = TW_OK;
        }
    }
    tw_text_free(&text);
    return code;
}

/* ---- choosing ---- */

/* 0: none. */
static double rank(const cJSON *record)
{
    const cJSON *number = tw_record_member(record, "rank");
    return cJSON_IsNumber(number) && strcmp(tw_record_word(record, "status"), "ok") == 0 ? number->valuedouble
                                                                                         : 0;
}

static int by_rank(const void *a, const void *b)
{
    double x = rank(((const struct tw_record *)a)->object), y = rank(((const struct tw_record *)b)->object);
    return (x > y) - (x < y);
}

/* Lists the record of the name, or those with a rank, the best first. False: out of memory. */
static bool list_records(const struct tw_winners_wanted *wanted, struct tw_winners *winners)
{
    const cJSON *record;
    unsigned line = 1; /* the header's; each record has the next one */
    size_t room = (size_t)cJSON_GetArraySize(winners->records.list) + 1;
    winners->chosen = calloc(room, sizeof *winners->chosen);
    if (!winners->chosen) return false;
    cJSON_ArrayForEach(record, winners->records.list)
    {
        line++;
        bool named = !wanted->variant || strcmp(tw_record_word(record, "name"), wanted->variant) == 0;
        bool fits = rank(record) > 0 || (wanted->variant && !wanted->ran);
        if (named && fits) winners->chosen[winners->count++] = (struct tw_record){record, line};
    }
    qsort(winners->chosen, winners->count, sizeof *winners->chosen, by_rank);
    return true;
}

static bool same_problem(const struct tw_family *family, const cJSON *a, const cJSON *b)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        const cJSON *left = tw_record_field(a, family, f), *right = tw_record_field(b, family, f);
        bool same = left && right ? cJSON_Compare(left, right, true) : left == right;
        if ((field->roles & TW_FIELD_PROBLEM) && !same) return false;
    }
    return true;
}

/* The `most` best of each problem, moved to the front. */
static size_t keep_best(const struct tw_winners *winners, unsigned most)
{
    struct tw_record *list = winners->chosen;
    size_t kept = 0;
    for (size_t i = 0; i < winners->count; i++) {
        unsigned better = 0;
        for (size_t k = 0; k < kept && better < most; k++)
            better += same_problem(winners->set.family, list[k].object, list[i].object);
        if (better < most) list[kept++] = list[i];
    }
    return kept;
}

/* Which name was meant, where one is near. */
static const char *near_name(const struct tw_winners *winners, const char *variant)
{
    const char *nearest = NULL;
    const cJSON *record;
    cJSON_ArrayForEach(record, winners->records.list)
    {
        const char *pair[] = {tw_record_word(record, "name"), nearest, NULL};
        nearest = tw_suggest(variant, pair);
    }
    return nearest;
}

static const cJSON *find_named(const struct tw_winners *winners, const char *variant)
{
    const cJSON *record;
    cJSON_ArrayForEach(record, winners->records.list)
    {
        if (strcmp(tw_record_word(record, "name"), variant) == 0) return record;
    }
    return NULL;
}

/* The named variant is there, and has no rank: the record says why. */
static int refuse_unranked(const struct tw_winners *winners, const cJSON *record, struct tw_error *error)
{
    const char *name = tw_record_word(record, "name"), *status = tw_record_word(record, "status"),
               *reason = tw_record_word(record, "reason"), *unproven = tw_record_word(record, "unproven");
    struct tw_text why = {0};
    if (strcmp(status, "ok") != 0)
        tw_text_addf(&why, "it is recorded as %s%s%s", status, *reason ? ": " : "", reason);
    else if (*unproven && cJSON_IsTrue(tw_record_member(winners->records.header, "finished")))
        tw_text_addf(&why, "it is not proven: %s", unproven);
    else
        tw_text_add(&why, "finish the sweep, or rank it with tilewright results -o");
    int code = why.failed ? out_of_memory(error)
                          : tw_fail_at(error, TW_INPUT, winners->records.file, 0, 0,
                                       "there is no ranked variant '%s' in it; %s", name, why.data);
    tw_text_free(&why);
    return code;
}

static int fail_without(const struct tw_winners_wanted *wanted, const struct tw_winners *winners,
                        struct tw_error *error)
{
    const char *file = winners->records.file;
    if (!wanted->variant)
        return tw_fail_at(
            error, TW_INPUT, file, 0, 0,
            "no variant in it has a rank; finish the sweep, or rank it with tilewright results -o");
    const cJSON *record = find_named(winners, wanted->variant);
    if (record) return refuse_unranked(winners, record, error);
    return tw_fail_at(error, TW_INPUT, file, 0, 0, "there is no %svariant '%s' in it%s",
                      wanted->ran ? "ranked " : "", wanted->variant,
                      tw_hint_at(near_name(winners, wanted->variant)).words);
}

static int choose(const struct tw_winners_wanted *wanted, struct tw_winners *winners, struct tw_error *error)
{
    if (!list_records(wanted, winners)) return out_of_memory(error);
    if (!winners->count) return fail_without(wanted, winners, error);
    if (wanted->variant) {
        winners->count = 1;
    } else if (wanted->top && !wanted->each_problem) {
        if (winners->count > wanted->top) winners->count = wanted->top;
    } else {
        winners->count = keep_best(winners, wanted->top ? wanted->top : 1);
        if (winners->count > 1 && !wanted->each_problem)
            return tw_fail_at(error, TW_INPUT, winners->records.file, 0, 0,
                              "it holds %zu problems, each with a winner of its own: --each-problem takes "
                              "them all, --variant NAME one",
                              winners->count);
    }
    winners->set.records = winners->chosen;
    winners->set.count = winners->count;
    return TW_OK;
}

int tw_winners_read(const char *file, const struct tw_winners_wanted *wanted, struct tw_winners *winners,
                    struct tw_error *error)
{
    *winners = (struct tw_winners){0};
    int code = tw_records_read(file, &winners->records, error);
    if (code) return code;
    const cJSON *header = winners->records.header;
    winners->set =
        (struct tw_record_set){.file = winners->records.file, .config = tw_record_word(header, "config")};
    code = tw_described_family(file, header, wanted->kernel, &winners->set.family, error);
    if (!code) code = choose(wanted, winners, error);
    if (code) tw_winners_free(winners);
    return code;
}

void tw_winners_free(struct tw_winners *winners)
{
    free(winners->chosen);
    tw_records_free(&winners->records);
    *winners = (struct tw_winners){0};
}
