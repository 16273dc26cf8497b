/* The public call: options become those of a sweep, which is opened, worked and kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/claims.h"
#include "gen/described/description.h"
#include "tune/devices/current.h"
#include "tune/sweep/sweep.h"

struct tw_tuned {
    struct tw_watched watched;
    struct tw_space space;
    struct tw_sweep_options options;
    struct tw_sweep sweep;
    struct tw_cards cards;
    size_t *order; /* numbers of rows, by rank */
    size_t ranked;
    bool stopped;
    struct tw_text results, trouble;
};

/* ---- options ---- */

static int read_device(const char *words, unsigned sm, struct tw_choice *choice, struct tw_error *error)
{
    choice->sm = sm;
    if (!words) tw_current_choose(choice);
    if (!words || tw_choice_parse(words, choice)) return TW_OK;
    return tw_fail(error, TW_INPUT, "device '%s': it is " TW_CHOICE_WORDS, words);
}

/* A name of PerfWorks' own is read too, as a metric. */
static void read_by(const char *by, struct tw_sweep_options *options)
{
    options->by = by;
    if (by && tw_sweep_by_is_metric(options)) options->metrics.name[options->metrics.count++] = by;
}

/* Results are not written over a file that is read. */
static int check_results(const struct tw_tune_options *options, struct tw_error *error)
{
    struct tw_claims claims = {0};
    if (!options->config) tw_claims_read(&claims, options->config_file);
    tw_claims_read(&claims, options->template_file);
    tw_claims_write(&claims, options->results_file, "the results");
    int code = tw_claims_check(&claims, error);
    tw_claims_free(&claims);
    return code;
}

static void claim_read(void *claims, const char *path)
{
    tw_claims_read(claims, path);
}

/* Nor over one that a description leads to. */
static int check_described(const struct tw_tune_options *options, const struct tw_family *family,
                           struct tw_error *error)
{
    struct tw_claims claims = {0};
    if (!family->description) return TW_OK;
    tw_description_files(family->description, claim_read, &claims);
    tw_claims_write(&claims, options->results_file, "the results");
    int code = tw_claims_check(&claims, error);
    tw_claims_free(&claims);
    return code;
}

static int refuse_pairs(const struct tw_tune_options *options, struct tw_error *error)
{
    if (!options->config && !options->config_file)
        return tw_fail(error, TW_INPUT, "neither config nor config_file is given");
    if (options->resume && !options->results_file)
        return tw_fail(error, TW_INPUT, "resume needs a results_file to go on from");
    if (options->budget_s && options->budget_variants)
        return tw_fail(error, TW_INPUT, "budget_s and budget_variants: a search has one of them");
    if (options->strategy && strcmp(options->strategy, "auto") != 0 && !tw_strategy_find(options->strategy))
        return tw_fail(error, TW_INPUT,
                       "strategy '%s': it is auto, exhaustive, random, climb, surrogate or adaptive",
                       options->strategy);
    if (options->remember && options->by)
        return tw_fail(error, TW_INPUT, "remember keeps the fastest variant, and with `by` nothing is timed");
    if (options->remember && options->template_file)
        return tw_fail(error, TW_INPUT,
                       "remember keeps winners for plans, which are not made with a template_file");
    return check_results(options, error);
}

static int read_options(const struct tw_tune_options *from, struct tw_sweep_options *options,
                        struct tw_error *error)
{
    *options =
        (struct tw_sweep_options){.prove = from->prove,
                                  .jobs = from->workers,
                                  .timeout_s = from->timeout_s,
                                  .compile_mib = from->compile_mib ? from->compile_mib : TW_COMPILE_MIB,
                                  .all = from->all,
                                  .shard = 1,
                                  .shards = 1,
                                  .output = from->results_file,
                                  .resume = from->resume,
                                  .force = from->force,
                                  .budget_s = from->budget_s,
                                  .budget_variants = from->budget_variants,
                                  .strategy = from->strategy ? tw_strategy_find(from->strategy) : NULL,
                                  .seed = from->seed,
                                  .counters = from->counters,
                                  .l2 = from->cold ? TW_L2_COLD : TW_L2_WARM,
                                  .remember = from->remember,
                                  .no_cache = from->no_cache,
                                  .program = from->program};
    read_by(from->by, options);
    int code = refuse_pairs(from, error);
    return code ? code : read_device(from->device, from->sm, &options->choice, error);
}

static int open_space(const struct tw_tune_options *from, const struct tw_watcher *watcher,
                      struct tw_space *space, struct tw_error *error)
{
    const struct tw_space_options options = {.config = from->config_file ? from->config_file : "config",
                                             .text = from->config,
                                             .variant = from->variant,
                                             .template_file = from->template_file,
                                             .sm = from->sm,
                                             .sweeps = true,
                                             .searches = from->budget_s || from->budget_variants};
    return tw_space_open(&options, watcher, space, error);
}

/* ---- the work ---- */

/* What could not be kept costs nothing of the rest. */
static void note_trouble(struct tw_tuned *tuned, struct tw_error *why)
{
    tw_text_addf(&tuned->trouble, "%s%s%s%s", tuned->trouble.length ? "; " : "", why->file,
                 why->file[0] ? ": " : "", why->message);
    tw_say(&tuned->watched.watcher, TW_REMARK_WARNING, "%s%s%s", why->file, why->file[0] ? ": " : "",
           why->message);
    tw_error_free(why);
}

static bool is_whole(const struct tw_sweep *sweep)
{
    if (sweep->search && tw_sweep_is_stopped(sweep)) return false;
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->rows[i].mine && !sweep->rows[i].done) return false;
    }
    return true;
}

static void remember(struct tw_tuned *tuned)
{
    struct tw_text said = {0};
    struct tw_error why = TW_ERROR_INIT;
    if (tw_sweep_remember(&tuned->sweep, NULL, &said, &why)) note_trouble(tuned, &why);
    if (said.length) tw_say(&tuned->watched.watcher, TW_REMARK_FACT, "%s", tw_text_string(&said));
    tw_text_free(&said);
}

/* What is kept of a sweep that has come to its end, or was stopped. */
static int conclude(struct tw_tuned *tuned, struct tw_error *error)
{
    struct tw_sweep *sweep = &tuned->sweep;
    struct tw_error why = TW_ERROR_INIT;
    tuned->stopped = !is_whole(sweep);
    if (tw_sweep_file_close(sweep, !tuned->stopped, &why)) note_trouble(tuned, &why);
    if (tuned->options.remember && !tuned->stopped) remember(tuned);
    tuned->order = tw_sweep_order(sweep, &tuned->ranked);
    tw_sweep_text(sweep, !tuned->stopped, &tuned->results);
    bool failed = !tuned->order || tuned->results.failed || tuned->trouble.failed;
    return failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

/* All cards of the device are of one kind: what comes of a call is one ranking. */
static int find_cards(struct tw_tuned *tuned, struct tw_error *error)
{
    struct tw_cards *cards = &tuned->cards;
    int code = tw_sweep_find_cards(&tuned->sweep, cards, error);
    if (code || !cards->count) return code;
    unsigned alike = tw_cards_group(cards->card, cards->count);
    if (alike < cards->count)
        return tw_fail(error, TW_INPUT, "the devices are of several kinds, %s and %s: name those of one",
                       cards->card[0].name, cards->card[alike].name);
    tuned->options.cards = cards->card;
    tuned->options.card_count = cards->count;
    return TW_OK;
}

/* A sweep that was stopped before its device was known has no variants. */
static int work(struct tw_tuned *tuned, struct tw_error *error)
{
    struct tw_sweep *sweep = &tuned->sweep;
    int code = find_cards(tuned, error);
    if (!code) code = tw_sweep_open(sweep, error);
    if (code && tuned->watched.level && !sweep->rows) {
        tw_sweep_end(sweep);
        tw_error_free(error);
        tuned->stopped = true;
        return TW_OK;
    }
    if (!code) code = tw_sweep_work(sweep, error);
    if (!code) code = conclude(tuned, error);
    if (code) tw_sweep_file_close(sweep, false, NULL);
    tw_sweep_end(sweep);
    return code;
}

void tw_tune_options_init(struct tw_tune_options *options)
{
    if (options) *options = (struct tw_tune_options){.workers = 1, .timeout_s = -1};
}

int tw_tune(const struct tw_tune_options *options, const struct tw_watcher *watcher, struct tw_tuned **tuned,
            struct tw_error *error)
{
    static const struct tw_watcher nobody;
    if (tuned) *tuned = NULL;
    if (!options || !tuned) return tw_fail(error, TW_INPUT, "options and tuned must not be NULL");
    struct tw_tuned *made = calloc(1, sizeof *made);
    if (!made) return tw_fail(error, TW_MEMORY, "out of memory");
    tw_watch(&made->watched, watcher ? watcher : &nobody);
    made->sweep = (struct tw_sweep){
        .options = &made->options, .space = &made->space, .watcher = &made->watched.watcher};
    int code = read_options(options, &made->options, error);
    if (!code) code = open_space(options, &made->watched.watcher, &made->space, error);
    if (!code) code = check_described(options, made->space.config.family, error);
    if (!code) tw_sweep_take_metrics(made->space.config.family, &made->options);
    if (!code) code = work(made, error);
    if (code)
        tw_tuned_free(made);
    else
        *tuned = made;
    return code;
}

void tw_tuned_free(struct tw_tuned *tuned)
{
    if (!tuned) return;
    tw_sweep_free(&tuned->sweep);
    tw_space_close(&tuned->space);
    tw_text_free(&tuned->results);
    tw_text_free(&tuned->trouble);
    free(tuned->order);
    free(tuned);
}

/* ---- what came of it ---- */

size_t tw_tuned_count(const struct tw_tuned *tuned)
{
    return tuned ? tuned->sweep.count : 0;
}

bool tw_tuned_get(const struct tw_tuned *tuned, size_t number, struct tw_tuned_variant *variant)
{
    if (number >= tw_tuned_count(tuned) || !variant) return false;
    const struct tw_row *row = &tuned->sweep.rows[number];
    const struct tw_result *result = &row->result;
    *variant = (struct tw_tuned_variant){
        .number = number,
        .name = result->variant->name,
        .status = row->done ? tw_status_word(result->status) : NULL,
        .reason = tw_text_string(&result->reason),
        .rank = row->rank,
        .tie = row->tie,
        .time_us = row->rank && tw_sweep_is_timed(&tuned->sweep) ? tw_sweep_time(row) : -1,
        .cost = isnan(row->cost) ? -1 : row->cost,
        .shared_bytes = result->shared_bytes,
        .registers = result->registers,
    };
    if (result->has_predicted) variant->predicted = result->predicted;
    if (result->has_simulated) variant->simulated = result->simulated;
    return true;
}

bool tw_tuned_field(const struct tw_tuned *tuned, size_t number, unsigned index, struct tw_field_value *field)
{
    if (number >= tw_tuned_count(tuned) || !field) return false;
    const struct tw_family *family = tuned->space.config.family;
    if (index >= family->field_count) return false;
    *field = tw_field_value_of(&family->fields[index], tuned->sweep.variants.variant[number].value[index]);
    return true;
}

bool tw_tuned_ranked(const struct tw_tuned *tuned, unsigned rank, struct tw_tuned_variant *variant)
{
    return tuned && rank > 0 && rank <= tuned->ranked && tw_tuned_get(tuned, tuned->order[rank - 1], variant);
}

bool tw_tuned_stopped(const struct tw_tuned *tuned)
{
    return tuned && tuned->stopped;
}

const char *tw_tuned_trouble(const struct tw_tuned *tuned)
{
    return tuned ? tw_text_string(&tuned->trouble) : "";
}

double tw_tuned_confidence(const struct tw_tuned *tuned)
{
    return tuned ? tuned->sweep.confidence : 0;
}

const char *tw_tuned_device(const struct tw_tuned *tuned)
{
    return tuned ? tuned->sweep.probe.device : "";
}

const char *tw_tuned_why(const struct tw_tuned *tuned)
{
    return tuned ? tuned->sweep.probe.why : "";
}

const char *tw_tuned_results(const struct tw_tuned *tuned, size_t *length)
{
    if (length) *length = tuned ? tuned->results.length : 0;
    return tuned ? tw_text_string(&tuned->results) : "";
}
