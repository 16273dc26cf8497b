/* The page around the parts: facts, outcome, warnings, the config, the command that sweeps again. */
#include "cli/report/report_html.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "base/hash.h"
#include "cli/report/report.h"
#include "gen/text/mustache.h"
#include "gen/text/templates.h"

#define TEMPLATE "report.html.mustache"

/* The facts of the header that are shown, in order. */
/* clang-format off */
#define FACTS(X)                                \
    X("device",      "device")                  \
    X("arch",        "architecture")            \
    X("driver",      "CUDA driver")             \
    X("nvrtc",       "NVRTC")                   \
    X("version",     "Tilewright")              \
    X("kernel",      "kernel family")           \
    X("config",      "config")                  \
    X("config_hash", "config's hash (XXH3)")    \
    X("variants",    "variants of the space")   \
    X("shard",       "part of the space")       \
    X("time",        "time")
/* clang-format on */

/* A number or string of the file as it stands; "–" for what is missing. */
static void add_json(const cJSON *item, struct tw_text *text)
{
    if (cJSON_IsString(item))
        tw_text_add(text, item->valuestring);
    else if (cJSON_IsNumber(item))
        tw_report_add_number(text, item->valuedouble, 0);
    else
        tw_text_add(text, "–");
}

static void add_fact(struct tw_data *list, const char *label, const cJSON *item)
{
    struct tw_text value = {0};
    struct tw_data fact = tw_data_item(list);
    add_json(item, &value);
    tw_data_string(&fact, "label", label);
    tw_data_text(&fact, "value", &value);
}

static void add_facts(const struct tw_report *report, struct tw_data *view)
{
    struct tw_data facts = tw_data_list(view, "facts");
    struct tw_data limits = tw_data_list(view, "limits");
#define X(key, label) add_fact(&facts, label, cJSON_GetObjectItemCaseSensitive(report->header, key));
    FACTS(X)
#undef X
    const cJSON *item, *capability = cJSON_GetObjectItemCaseSensitive(report->header, "capability");
    cJSON_ArrayForEach(item, capability)
    {
        if (item->string) add_fact(&limits, item->string, item);
    }
}

static void add_outcome(const struct tw_report *report, struct tw_data *view)
{
    struct tw_data list = tw_data_list(view, "outcome");
    for (int status = 0; status < TW_STATUS_COUNT; status++) {
        if (!report->statuses[status]) continue;
        struct tw_data item = tw_data_item(&list);
        tw_data_string(&item, "word", tw_status_word((enum tw_status)status));
        tw_data_number(&item, "count", (int64_t)report->statuses[status]);
    }
}

static void warn(struct tw_data *list, bool applies, const char *warning)
{
    if (!applies) return;
    struct tw_data item = tw_data_item(list);
    tw_data_string(&item, "text", warning);
}

static bool has_unchecked(const struct tw_report *report)
{
    bool unchecked = false;
    for (size_t i = 0; i < report->count; i++) unchecked |= report->rows[i].unchecked;
    return unchecked;
}

static bool has_small(const struct tw_report *report)
{
    bool small = false;
    for (size_t i = 0; i < report->count; i++) small |= *report->rows[i].proof_problem != '\0';
    return small;
}

/* "b_BLOCK64 ranks, but 24 of 1024 elements of c were never written." of the first such variant; nothing of others. */
static void warn_of_unwritten(const struct tw_report *report, struct tw_data *list)
{
    const struct tw_report_row *best = NULL;
    struct tw_text text = {0};
    for (size_t i = 0; i < report->count; i++) {
        const struct tw_report_row *row = &report->rows[i];
        if (row->rank && *row->unwritten && (!best || row->rank < best->rank)) best = row;
    }
    if (best) tw_text_addf(&text, "%s ranks, but %s.", best->name, best->unwritten);
    list->failed |= text.failed;
    warn(list, best, tw_text_string(&text));
    tw_text_free(&text);
}

/* What a reader must know before believing the rest. */
static void add_warnings(const struct tw_report *report, const struct tw_records *records,
                         struct tw_data *view)
{
    struct tw_data list = tw_data_list(view, "warnings");
    const char *shard = tw_report_header(report, "shard");
    bool finished = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(report->header, "finished"));
    struct tw_text untimed = {0};
    tw_text_addf(&untimed, "%s Variants are ranked by %s.",
                 report->simulator ? "Made on the simulator: the counts are exact, and there are no times."
                                   : "Nothing was timed.",
                 tw_text_string(&report->unit));
    view->failed |= untimed.failed;
    warn(&list, !report->timed, tw_text_string(&untimed));
    tw_text_free(&untimed);
    warn(&list, has_unchecked(report), "Not checked: the description names no reference.");
    warn_of_unwritten(report, &list);
    warn(&list, report->simulator && has_small(report),
         "Counted on the proof problem of each variant, which is smaller than its own.");
    warn(&list, !finished,
         "Variants are missing: the sweep is not finished, or some were left out. Ranks are not final.");
    warn(&list, records->torn, "The file's last line is torn: the sweep was interrupted.");
    warn(&list, *shard && strcmp(shard, "1/1") != 0, "Only a part of the space: other shards hold the rest.");
    warn(&list, !report->statuses[TW_STATUS_OK], "No variant ran: there is nothing to rank.");
}

/* ---- how to do it again ---- */

static void add_option(const struct tw_report *report, const char *option, const char *key, const char *usual,
                       struct tw_text *text)
{
    const char *value = tw_report_header(report, key);
    if (!*value || strcmp(value, usual) == 0) return;
    tw_text_addf(text, " %s ", option);
    tw_escape_shell(text, value);
}

static void add_command(const struct tw_report *report, struct tw_data *view)
{
    struct tw_text command = {0};
    tw_text_add(&command, "tilewright sweep ");
    tw_escape_shell(&command, tw_report_header(report, "config"));
    tw_text_add(&command, report->simulator ? " --device sim" : " --device cuda");
    add_option(report, "--arch", "arch", "", &command);
    add_option(report, "--shard", "shard", "1/1", &command);
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(report->header, "all")))
        tw_text_add(&command, " --all");
    add_option(report, "--by", "by", "", &command);
    tw_text_add(&command, " -o results.jsonl --report report.html");
    tw_data_text(view, "command", &command);
}

/* The config's text if it still is the one that was swept: its hash says so. */
static void add_config(const struct tw_report *report, const struct tw_config *config, struct tw_data *view)
{
    struct tw_text text = {0};
    char hash[17];
    bool swept = false;
    if (config && strcmp(config->file, "-") != 0 && tw_file_read(config->file, &text, NULL) == TW_OK) {
        snprintf(hash, sizeof hash, "%016" PRIx64, tw_hash(tw_text_string(&text), text.length));
        swept = strcmp(hash, tw_report_header(report, "config_hash")) == 0;
    }
    view->failed |= text.failed;
    if (swept)
        tw_data_text(view, "config_text", &text);
    else
        tw_data_flag(view, "config_text", false);
    tw_text_free(&text);
}

/* ---- the page ---- */

static void add_problem(const struct tw_report *report, const struct tw_report *part, size_t number,
                        bool only, struct tw_data *list)
{
    struct tw_data item = tw_data_item(list);
    struct tw_text problem = {0}, suffix = {0};
    tw_report_add_problem(report, part, &problem);
    if (!only) tw_text_addf(&suffix, "-%zu", number + 1);
    tw_data_text(&item, "suffix", &suffix); /* of the names of places in the page */
    if (only)
        tw_data_flag(&item, "problem", false);
    else
        tw_data_string(&item, "problem", tw_text_string(&problem));
    item.failed |= problem.failed;
    tw_text_free(&problem);
    tw_report_winner(part, &item);
    tw_report_heat(part, &item);
    tw_report_scatter(part, &item);
    tw_report_banks(part, &item);
    tw_report_table(part, &item);
    list->failed |= item.failed;
}

static void add_problems(const struct tw_report *report, struct tw_data *view)
{
    struct tw_report_parts parts;
    struct tw_data list = tw_data_list(view, "problems");
    list.failed |= !tw_report_split(report, &parts);
    for (size_t i = 0; i < parts.count; i++) add_problem(report, &parts.part[i], i, parts.count == 1, &list);
    tw_report_summary(report, &parts, view);
    view->failed |= list.failed;
    tw_report_parts_free(&parts);
}

static void build(const struct tw_report *report, const struct tw_records *records,
                  const struct tw_config *config, struct tw_data *view)
{
    tw_data_string(view, "config", tw_report_header(report, "config"));
    tw_data_string(view, "device", tw_report_header(report, "device"));
    tw_data_string(view, "arch", tw_report_header(report, "arch"));
    tw_data_string(view, "kernel", tw_report_header(report, "kernel"));
    tw_data_string(view, "time", tw_report_header(report, "time"));
    tw_data_string(view, "version", tw_report_header(report, "version"));
    tw_data_string(view, "cost_unit", tw_text_string(&report->unit));
    tw_data_string(view, "cost_better", report->highest ? "larger" : "smaller");
    add_outcome(report, view);
    add_warnings(report, records, view);
    add_facts(report, view);
    add_command(report, view);
    add_config(report, config, view);
    add_problems(report, view);
}

int tw_report_html(const struct tw_records *records, const struct tw_config *config, struct tw_text *html,
                   struct tw_error *error)
{
    assert(records->header);
    const struct tw_template *page = tw_template_find(TEMPLATE);
    assert(page);
    struct tw_report report;
    int code = tw_report_open(records, &report, error);
    if (code) return code;
    struct tw_data view = tw_data_new();
    build(&report, records, config, &view);
    struct tw_mustache_options options = {.escape = TW_ESCAPE_HTML, .strict = true, .partials = NULL};
    code = view.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                       : tw_mustache_render(page->name, page->text, page->length, view.value, &options, html,
                                            NULL, error);
    tw_data_free(&view);
    tw_report_close(&report);
    return code;
}
