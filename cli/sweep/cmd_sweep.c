/*
 * tilewright sweep: load the space, open the sweep (tune/sweep/sweep.h), work, record and show what came of it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options/choice.h"
#include "cli/options/limits.h"
#include "cli/options/metrics.h"
#include "cli/options/shard.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "cli/report/report_html.h"
#include "cli/show/columns.h"
#include "cli/sweep/sweep_kinds.h"
#include "cli/sweep/sweep_show.h"
#include "cli/terminal.h"
#include "tune/results/records.h"
#include "tune/sweep/sweep_search.h"

struct sweep_arguments {
    struct tw_space_options space;
    struct tw_sweep_options sweep;
    unsigned top;
    struct tw_shard_choice shard;
    const char *report;              /* page of HTML, or NULL */
    char *output_name, *report_name; /* with the shard in them; owned */
    bool json;
};

static void announce_space(const struct tw_sweep *sweep, struct tw_text *text)
{
    const uint64_t all = sweep->count + sweep->variants.left_out;
    tw_text_addf(text, ": %" PRIu64 " variant%s of the %s kernel", all, all == 1 ? "" : "s",
                 sweep->space->config.family->name);
}

/* How many variants there are is said where they were counted. */
static void announce_search(const struct tw_sweep *sweep, struct tw_text *text)
{
    struct tw_search_facts facts;
    tw_sweep_search_facts(sweep, &facts);
    tw_text_add(text, ": ");
    if (facts.size) tw_text_addf(text, "%" PRIu64 " ", facts.size);
    tw_text_addf(text, "variants of the %s kernel, searched by %s", sweep->space->config.family->name,
                 facts.strategy);
    if (facts.tried) tw_text_addf(text, ", %zu of them tried before", facts.tried);
}

static int announce(const struct sweep_arguments *arguments, const struct tw_sweep *sweep,
                    struct tw_error *error)
{
    struct tw_text text = {0}, clean = {0}, lines = {0};
    size_t mine = 0, left = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        mine += sweep->rows[i].mine;
        left += sweep->rows[i].mine && !sweep->rows[i].done;
    }
    tw_text_addf(&text, "%s\n", sweep->probe.why);
    tw_escape_terminal(&text, sweep->space->config.file);
    if (sweep->search)
        announce_search(sweep, &text);
    else
        announce_space(sweep, &text);
    if (sweep->options->shards > 1)
        tw_text_addf(&text, ", %zu of them in shard %u/%u", mine, sweep->options->shard,
                     sweep->options->shards);
    if (!sweep->search) tw_text_addf(&text, ", %zu to try", left);
    tw_text_add_char(&text, '\n');
    tw_space_say_machine(sweep->space, &text);
    tw_escape_lines(&clean, tw_text_part(&clean, &text), text.length);
    tw_fold(tw_text_part(&lines, &clean), arguments->json ? tw_error_columns() : tw_output_columns(), &lines);
    tw_text_add_char(&lines, '\n');
    int code = lines.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    if (!code) tw_put_lines(arguments->json ? stderr : stdout, &lines);
    tw_text_free(&text);
    tw_text_free(&clean);
    tw_text_free(&lines);
    return code;
}

/* There are fewer variants than shards. */
static bool is_empty_shard(const struct tw_sweep *sweep)
{
    bool is_empty = sweep->options->shards > 1;
    for (size_t i = 0; i < sweep->count && is_empty; i++) is_empty = !sweep->rows[i].mine;
    return is_empty;
}

/* In place of a table. */
static void say_empty(const struct tw_sweep *sweep, struct tw_text *text)
{
    tw_text_addf(text, "shard %u/%u has none of the variants, so there is nothing to try",
                 sweep->options->shard, sweep->options->shards);
    if (sweep->results)
        tw_text_addf(text, "; %s says so, and tilewright results merges it with the others", sweep->results);
    tw_text_add_char(text, '\n');
}

static int show(const struct sweep_arguments *arguments, const struct tw_sweep *sweep)
{
    const struct tw_sweep_view view = {arguments->top, tw_output_columns(), tw_colour(stdout)};
    struct tw_text text = {0}, lines = {0};
    if (arguments->json) {
        tw_sweep_text(sweep, !tw_interrupts, &lines);
    } else {
        if (is_empty_shard(sweep))
            say_empty(sweep, &text);
        else
            tw_sweep_show(sweep, &view, &text);
        tw_fold(tw_text_part(&lines, &text), view.width, &lines);
    }
    tw_text_free(&text);
    int status = tw_print_coloured(&lines);
    if (tw_interrupts)
        tw_complain("interrupted: %s", sweep->options->output ? "--resume goes on from here"
                                                              : "nothing was kept; -o FILE would");
    return status;
}

static int write_report(const struct sweep_arguments *arguments, const struct tw_sweep *sweep,
                        struct tw_error *error)
{
    struct tw_text lines = {0}, html = {0};
    struct tw_records records = {0};
    if (!arguments->report) return TW_OK;
    tw_sweep_text(sweep, !tw_interrupts, &lines);
    int code = lines.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                            : tw_records_of(arguments->report, tw_text_string(&lines), &records, error);
    records.family = sweep->space->config.family;
    if (!code) code = tw_report_html(&records, &sweep->space->config, &html, error);
    if (!code)
        code = tw_output_write(arguments->report, &html, arguments->sweep.force, error);
    else
        tw_text_free(&html);
    tw_records_free(&records);
    tw_text_free(&lines);
    return code;
}

/* What is said of it goes where it disturbs no data. */
static int remember(const struct sweep_arguments *arguments, const struct tw_sweep *sweep,
                    struct tw_error *error)
{
    struct tw_text text = {0};
    if (!arguments->sweep.remember || tw_interrupts) return TW_OK;
    int code = tw_sweep_remember(sweep, NULL, &text, error);
    if (!code && text.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) tw_note("%s", tw_text_string(&text));
    tw_text_free(&text);
    return code;
}

static int exit_status(const struct tw_sweep *sweep)
{
    size_t counts[TW_STATUS_COUNT] = {0};
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->rows[i].mine && sweep->rows[i].done) counts[sweep->rows[i].result.status]++;
    }
    return tw_result_all_well(counts) || is_empty_shard(sweep) ? TW_EXIT_OK : TW_EXIT_FAILED;
}

/* Whatever file fails, the ranking is shown, and the others are written. */
static int end(const struct sweep_arguments *arguments, struct tw_sweep *sweep, int code,
               struct tw_error *error)
{
    static int (*const files[])(const struct sweep_arguments *, const struct tw_sweep *,
                                struct tw_error *) = {write_report, remember};
    struct tw_error unwritten = TW_ERROR_INIT;
    int failed = code ? tw_report(error) : TW_EXIT_OK, status;
    if (tw_sweep_file_close(sweep, !code && !tw_interrupts, &unwritten)) {
        status = tw_report(&unwritten);
        if (!failed) failed = status;
    }
    tw_error_free(&unwritten);
    if (code) return failed;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i](arguments, sweep, error)) failed = tw_report(error);
    }
    status = show(arguments, sweep);
    return failed ? failed : status ? status : exit_status(sweep);
}

/* That the report can be written is known before the work; tw_sweep_file_open sees to the results. */
static int try_outputs(const struct sweep_arguments *arguments, const struct tw_family *family,
                       struct tw_error *error)
{
    struct tw_outputs outputs = {0};
    tw_space_note_read(&arguments->space, family, &outputs);
    int code = tw_outputs_try(&outputs, arguments->sweep.output, "the results", true, error);
    if (!code)
        code = tw_outputs_try(&outputs, arguments->report, "the report", arguments->sweep.force, error);
    tw_outputs_free(&outputs);
    return code;
}

/* "-o -" is --json. */
static bool read_output(char *file, void *place, const char *command)
{
    struct sweep_arguments *arguments = place;
    (void)command;
    if (strcmp(file, "-") == 0)
        arguments->json = true;
    else
        arguments->sweep.output = file;
    return true;
}

/* A name of PerfWorks' own is read too, as if --metric had named it. */
static void take_by(struct tw_sweep_options *sweep, const char *command)
{
    if (tw_sweep_by_is_metric(sweep)) tw_metric_read((char *)(uintptr_t)sweep->by, &sweep->metrics, command);
}

/* "60" and "60s" are seconds, "200v" variants. */
static bool read_budget(char *text, void *place, const char *command)
{
    struct tw_sweep_options *sweep = place;
    char *end;
    const unsigned long number = strtoul(text, &end, 10);
    const bool variants = strcmp(end, "v") == 0;
    const unsigned long most = variants ? 1000000000 : 604800;
    if (*text < '0' || *text > '9' || (*end && !variants && strcmp(end, "s") != 0) || number < 1 ||
        number > most)
        tw_arguments_refuse(command, "--budget '%s': write seconds, 1 to 604800, or variants like 200v",
                            text);
    sweep->budget_s = variants ? 0 : (unsigned)number;
    sweep->budget_variants = variants ? number : 0;
    return true;
}

static bool read_strategy(char *text, void *place, const char *command)
{
    struct tw_sweep_options *sweep = place;
    sweep->strategy = tw_strategy_find(text);
    if (!sweep->strategy && strcmp(text, "auto") != 0)
        tw_arguments_refuse(
            command, "--strategy '%s': it is auto, exhaustive, random, climb, surrogate or adaptive", text);
    return true;
}

static bool read_seed(char *text, void *place, const char *command)
{
    struct tw_sweep_options *sweep = place;
    char *end;
    errno = 0;
    sweep->seed = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || sweep->seed > INT64_MAX)
        tw_arguments_refuse(command, "--seed '%s': it is a whole number from 0 on", text);
    return true;
}

static const struct tw_option options[] = {
    {"device", 0, "DEVICE", TW_AS_READ(struct sweep_arguments, sweep.choice, tw_choice_read),
     "auto (a GPU if there is one, else the simulator), cuda, cuda:N, sim, or several GPUs that share "
     "the work: cuda:all, or numbers and UUIDs as in cuda:0,2"},
    TW_CHECK_OPTION(struct sweep_arguments, sweep.choice),
    TW_PROVE_OPTION(struct sweep_arguments, sweep.prove),
    {"output", 'o', "FILE", .kind = TW_OPTION_READ, .read = read_output,
     .help = "write the results to FILE as they come, JSON Lines"},
    TW_FORCE_OPTION(struct sweep_arguments, sweep.force),
    {"resume", 0, NULL, TW_AS_FLAG(struct sweep_arguments, sweep.resume), "go on from the records in FILE"},
    {"budget", 0, "SECONDS|Nv", TW_AS_READ(struct sweep_arguments, sweep, read_budget),
     "stop after so many seconds, or so many variants (200v); search also fields that the config leaves "
     "open"},
    {"strategy", 0, "NAME", TW_AS_READ(struct sweep_arguments, sweep, read_strategy),
     "auto (the default), exhaustive, random, climb, surrogate or adaptive: which variants come next"},
    {"seed", 0, "N", TW_AS_READ(struct sweep_arguments, sweep, read_seed),
     "seed of a search's random numbers (default 0): the same seed gives the same search"},
    TW_L2_OPTION(struct sweep_arguments, sweep.l2),
    {"counters", 0, NULL, TW_AS_FLAG(struct sweep_arguments, sweep.counters),
     "also read the GPU's own counters, after all times"},
    TW_METRIC_OPTION(struct sweep_arguments, sweep.metrics),
    {"by", 0, "METRIC", TW_AS_STRING(struct sweep_arguments, sweep.by),
     "rank by this count or metric, smallest first, instead of time; then nothing is timed"},
    {"remember", 0, NULL, TW_AS_FLAG(struct sweep_arguments, sweep.remember),
     "keep the winner of each problem as wisdom, which plans use"},
    {"jobs", 'j', "N", TW_AS_NUMBER(struct sweep_arguments, sweep.jobs, 0, 64),
     "worker processes (default: all cores that it may use)"},
    TW_TIMEOUT_OPTION(struct sweep_arguments, sweep.timeout_s),
    TW_COMPILE_MEMORY_OPTION(struct sweep_arguments, sweep.compile_mib),
    {"all", 0, NULL, TW_AS_FLAG(struct sweep_arguments, sweep.all),
     "also try variants that another one beats in every number"},
    TW_SHARD_OPTION(struct sweep_arguments, shard),
    {"report", 0, "FILE", TW_AS_STRING(struct sweep_arguments, report),
     "also write one page of HTML that needs nothing else"},
    {"top", 0, "N", TW_AS_NUMBER(struct sweep_arguments, top, 0, 1000000), "rows of the table (default 20)"},
    TW_NO_CACHE_OPTION(struct sweep_arguments, sweep.no_cache),
    {"json", 0, NULL, TW_AS_FLAG(struct sweep_arguments, json),
     "print the finished results, in the format of FILE"},
    TW_SPACE_OPTIONS(struct sweep_arguments, space),
    {0},
};

const struct tw_arguments tw_arguments_sweep = {
    "Searches the space a config describes for the best variant. IPAD and swizzle are swept where the config "
    "says nothing of them.",
    options, NULL};

/* Options that do not go together. */
static void refuse_pairs(const struct sweep_arguments *arguments, const char *command)
{
    const struct tw_sweep_options *sweep = &arguments->sweep;
    if (sweep->resume && !sweep->output)
        tw_arguments_refuse(command, "--resume needs the file to go on from: -o FILE");
    if (sweep->remember && arguments->shard.shards != 1)
        tw_arguments_refuse(command, "--remember needs the whole space, not a --shard of it");
    if (sweep->remember && sweep->by)
        tw_arguments_refuse(command, "--remember keeps the fastest variant, and with --by nothing is timed");
    if (sweep->remember && arguments->space.template_file)
        tw_arguments_refuse(command,
                            "--remember keeps winners for plans, which are not made with a --template");
}

/* Which shard it is, and what the files are called then. */
static int place_shard(struct sweep_arguments *arguments, struct tw_error *error)
{
    const struct tw_shard_choice *shard = &arguments->shard;
    int code = tw_shard_find(&arguments->shard, error);
    if (!code) code = tw_shard_name(arguments->sweep.output, shard, &arguments->output_name, error);
    if (!code) code = tw_shard_name(arguments->report, shard, &arguments->report_name, error);
    arguments->sweep.output = arguments->output_name;
    arguments->report = arguments->report_name;
    if (!arguments->sweep.jobs) arguments->sweep.jobs = tw_jobs_usual(shard->share.ranks);
    arguments->sweep.shard = shard->shard;
    arguments->sweep.shards = shard->shards;
    return code;
}

/* One sweep, from its beginning to its end; what it writes is named. */
static int sweep_on(struct sweep_arguments *arguments, struct tw_space *space, struct tw_error *error)
{
    struct tw_sweep sweep = {.options = &arguments->sweep, .space = space, .watcher = &tw_terminal};
    int code = try_outputs(arguments, space->config.family, error);
    tw_interrupt_watch();
    if (!code) code = tw_sweep_open(&sweep, error);
    if (!code) code = announce(arguments, &sweep, error);
    if (!code) code = tw_sweep_work(&sweep, error);
    int status = end(arguments, &sweep, code, error);
    tw_sweep_free(&sweep);
    tw_error_free(error);
    return status;
}

/* Cards of one kind among several kinds: their sweep has files of its own. */
static int sweep_on_kind(struct sweep_arguments *arguments, struct tw_space *space, struct tw_error *error)
{
    struct sweep_arguments own = *arguments;
    char *output = NULL, *report = NULL;
    int code = tw_sweep_kind_name(arguments->sweep.output, own.sweep.cards, &output, error);
    if (!code) code = tw_sweep_kind_name(arguments->report, own.sweep.cards, &report, error);
    own.sweep.output = output;
    own.report = report;
    int status = code ? tw_report(error) : sweep_on(&own, space, error);
    free(output);
    free(report);
    return status;
}

/* On all cards, those of each kind by themselves; the status is that of the first kind that is not well. */
static int sweep_on_all(struct sweep_arguments *arguments, struct tw_space *space, struct tw_cards *cards,
                        struct tw_error *error)
{
    int status = TW_EXIT_OK;
    for (unsigned done = 0, alike; done < cards->count && !tw_interrupts; done += alike) {
        alike = tw_cards_group(cards->card + done, cards->count - done);
        arguments->sweep.cards = cards->card + done;
        arguments->sweep.card_count = alike;
        struct tw_text line = {0};
        if (done && !arguments->json) tw_text_add_char(&line, '\n');
        tw_put_lines(stdout, &line);
        tw_text_free(&line);
        int own = alike == cards->count ? sweep_on(arguments, space, error)
                                        : sweep_on_kind(arguments, space, error);
        if (!status) status = own;
    }
    return status;
}

static int open_all(struct sweep_arguments *arguments, struct tw_space *space, struct tw_cards *cards,
                    struct tw_error *error)
{
    struct tw_sweep looking = {.options = &arguments->sweep, .space = space, .watcher = &tw_terminal};
    int code = place_shard(arguments, error);
    if (!code) code = tw_space_open(&arguments->space, &tw_terminal, space, error);
    if (code) return code;
    tw_sweep_take_metrics(space->config.family, &arguments->sweep);
    return tw_sweep_cards_chosen(&looking, &arguments->sweep, &arguments->shard, cards, error);
}

int tw_cmd_sweep(int argc, char **argv)
{
    struct sweep_arguments arguments = {
        .top = 20,
        .shard = {.shard = 1, .shards = 1},
        .sweep = {.timeout_s = -1, .compile_mib = TW_COMPILE_MIB},
    };
    if (tw_arguments_parse(&tw_arguments_sweep, argc, argv, &arguments)) return TW_EXIT_FAILED;
    refuse_pairs(&arguments, argv[0]);
    arguments.sweep.counters |= arguments.sweep.metrics.count > 0;
    if (arguments.sweep.by) take_by(&arguments.sweep, argv[0]);

    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space = {0};
    struct tw_cards cards = {0};
    arguments.sweep.choice.sm = arguments.space.sm;
    arguments.sweep.program = tw_own_program();
    arguments.space.sweeps = arguments.space.runs = true;
    arguments.space.searches = arguments.sweep.budget_s || arguments.sweep.budget_variants;

    int code = open_all(&arguments, &space, &cards, &error), status;
    if (code)
        status = tw_report(&error);
    else if (cards.count)
        status = sweep_on_all(&arguments, &space, &cards, &error);
    else
        status = sweep_on(&arguments, &space, &error);
    tw_space_close(&space);
    free(arguments.output_name);
    free(arguments.report_name);
    tw_error_free(&error);
    return status;
}
