/*
 * tilewright run: load, expand, then for every variant render,
 * compile, launch, check (pipeline.c), and report.
 */
#include <string.h>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options/choice.h"
#include "cli/options/limits.h"
#include "cli/options/metrics.h"
#include "cli/options/space.h"
#include "cli/progress.h"
#include "cli/show/columns.h"
#include "cli/show/result_table.h"
#include "cli/show/transactions.h"
#include "cli/terminal.h"
#include "tune/figures.h"
#include "tune/prove/prove.h"
#include "tune/workers/worker.h"

struct run_options {
    struct tw_space_options space;
    struct tw_choice choice;
    bool transactions;
    bool prove, print, json, no_cache, in_process, no_time, counters;
    struct tw_metrics metrics;
    struct tw_memory_model memory;
    unsigned dump, compile_mib, l2;
    int timeout_s;
};

struct run {
    const struct run_options *options;
    const struct tw_space *space;
    struct tw_variants variants; /* of the space, on the worker's device */
    struct tw_probe probe;
    struct tw_result_table table;
    size_t counts[TW_STATUS_COUNT];
    struct tw_timing timing;        /* of the last variant that was timed; runs 0: none was */
    unsigned least_runs, most_runs; /* of those that were */
    unsigned throttles;             /* enum tw_throttle, of any of them */
    struct tw_proof_tally proofs;
    bool unbounded; /* one that moves data was, and its bound is not known  */
    bool bounded;   /* and it is known */
};

/* What was asked for in vain. */
static void say_unmet(const struct run *run, struct tw_text *text)
{
    tw_choice_say_unmet(&run->options->choice, run->probe.bank_bytes, run->probe.cache_config, text);
    tw_space_say_machine(run->space, text);
}

/* Says first which device it is, on stderr when stdout is for programs. */
static int announce(const struct run *run)
{
    const struct tw_config *config = &run->space->config;
    struct tw_text heading = {0}, lines = {0};
    if (run->options->json) {
        tw_note("%s", run->probe.why);
        if (run->probe.counting[0]) tw_note("%s", run->probe.counting);
        say_unmet(run, &heading);
        tw_fold(tw_text_part(&lines, &heading), tw_error_columns(), &lines);
        const bool failed = lines.failed;
        tw_put_lines(stderr, &lines);
        tw_text_free(&lines);
        tw_text_free(&heading);
        if (failed) tw_complain("out of memory");
        return failed ? TW_EXIT_FAILED : TW_EXIT_OK;
    }
    tw_text_addf(&heading, "%s\n", run->probe.why);
    if (run->probe.counting[0]) tw_text_addf(&heading, "%s\n", run->probe.counting);
    tw_escape_terminal(&heading, config->file);
    tw_text_addf(&heading, ": %zu variant%s of the %s kernel, for sm_%u", run->space->count,
                 run->space->count == 1 ? "" : "s", config->family->name, run->probe.sm);
    if (run->probe.bank_bytes) tw_text_addf(&heading, " with %u-byte banks", run->probe.bank_bytes);
    tw_text_add_char(&heading, '\n');
    say_unmet(run, &heading);
    tw_text_add_char(&heading, '\n');
    return tw_print(&heading);
}

/* A row of the table is kept until all are known; the rest is printed. */
static int show(struct run *run, const struct tw_result *result, const struct tw_text *shown)
{
    struct tw_text text = {0};
    if (run->options->json) {
        tw_result_json(&run->variants, result, run->probe.device, &text);
        tw_result_add_figures(&run->variants, result, &result->work, &text);
        tw_text_add(&text, "}\n");
        return tw_print_coloured(&text);
    }
    if (!run->options->transactions) {
        tw_result_table_add(&run->table, result, tw_output_columns(), shown);
        return TW_EXIT_OK;
    }
    tw_transactions_add(result, &text);
    if (result->has_measured) tw_measured_add_compared(&result->measured, &text);
    if (result->has_measured) tw_measured_add(&result->measured, &text);
    int status = tw_print(&text);
    tw_escape_lines(&text, tw_text_part(&text, shown), shown->length);
    return status ? status : tw_print_coloured(&text);
}

/* What the times are times of, so that nobody takes a launch for a kernel. */
static void say_what_was_timed(const struct run *run, struct tw_text *text)
{
    const struct tw_timing *timing = &run->timing;
    tw_text_addf(text, "time: median of %u", run->least_runs);
    if (run->most_runs > run->least_runs) tw_text_addf(text, " to %u", run->most_runs);
    tw_text_add(text, " launches, by events");
    if (timing->l2 == TW_L2_COLD) tw_text_add(text, ", the L2 cache flushed before each");
    if (!timing->spread) {
        tw_text_add(text, ", of the kernel on its own grid\n");
        return;
    }
    tw_text_addf(text,
                 ", of many such blocks (here %llu), each writing to its own place;\n"
                 "one block alone takes as long as its launch, about ",
                 (unsigned long long)timing->blocks);
    tw_text_add_double(text, timing->single_us, 1);
    tw_text_add(text, " us\n");
}

static void warn_of_throttling(const struct run *run, struct tw_text *text)
{
    if (!run->throttles) return;
    tw_text_add(text, "warning: the multiprocessors' clock was lowered (");
    tw_throttles_add(run->throttles, text);
    tw_text_add(text, "): times may not compare\n");
}

/* What came of it all. */
static int conclude(const struct run *run)
{
    struct tw_text text = {0};
    if (run->options->json) return TW_EXIT_OK;
    if (run->options->transactions) tw_transactions_legend(&text);
    tw_text_add_char(&text, '\n');
    tw_result_table_legend(&run->table, &text);
    tw_result_summary(run->counts, &text);
    tw_text_add_char(&text, '\n');
    tw_proof_say(&run->proofs, run->probe.simulator, &text);
    if (run->timing.runs) say_what_was_timed(run, &text);
    warn_of_throttling(run, &text);
    if (run->unbounded) tw_text_add(&text, TW_NO_BOUND);
    if (run->bounded) tw_text_add(&text, TW_BOUND_KEPT);
    return tw_print(&text);
}

static void take_timing(struct run *run, const struct tw_timing *timing)
{
    if (!run->least_runs || timing->runs < run->least_runs) run->least_runs = timing->runs;
    if (timing->runs > run->most_runs) run->most_runs = timing->runs;
    if (timing->before_mhz || timing->after_mhz)
        run->throttles |= timing->throttles & ~(unsigned)TW_THROTTLE_UNKNOWN;
    run->timing = *timing;
}

static int run_variant(struct run *run, struct tw_workers *worker, size_t number, int *status,
                       struct tw_error *error)
{
    struct tw_result result = {0};
    struct tw_text shown = {0};
    bool got = false;
    struct tw_text doing = {0};
    tw_text_addf(&doing, run->probe.simulator ? "%s on the simulator" : "%s",
                 run->variants.variant[number].name);
    tw_progress_say(tw_text_string(&doing), number, run->space->count);
    tw_text_free(&doing);
    int code = tw_worker_submit(worker, &run->variants, number, TW_STAGE_RUN, error);
    while (!code && !got && !tw_interrupts)
        code = tw_worker_wait(worker, &run->variants, TW_TICK_S, &number, &result, &shown, &got, error);
    if (!code && !got) code = tw_fail(error, TW_ENVIRONMENT, "interrupted");
    if (!code) {
        run->counts[result.status]++;
        if (result.has_timing) take_timing(run, &result.timing);
        tw_proof_count(&result, &run->proofs);
        run->unbounded |= result.has_timing && tw_work_sectors(&result.work) && !(result.bound_us > 0);
        run->bounded |= result.has_timing && result.bound_us > 0;
        *status = show(run, &result, &shown);
    }
    tw_result_free(&result);
    tw_text_free(&shown);
    return code;
}

static int print_table(const struct run *run)
{
    struct tw_text text = {0};
    tw_result_table_print(&run->table, tw_output_columns(), &text);
    return tw_print_coloured(&text);
}

/* What was found is shown even when something ends it early. */
static int run_all(struct run *run, struct tw_workers *worker, struct tw_error *error)
{
    int status = announce(run), code = TW_OK;
    for (size_t i = 0; i < run->space->count && !status && !code; i++)
        code = run_variant(run, worker, i, &status, error);
    if (!status) status = print_table(run);
    if (code) return tw_report(error);
    if (!status) status = conclude(run);
    if (status) return status;
    return tw_result_all_well(run->counts) ? TW_EXIT_OK : TW_EXIT_FAILED;
}

static const char *const stage_words[] = {
#define X(name, bit, word) [bit] = word,
    TW_DUMPS(X)
#undef X
        NULL,
};
static const struct tw_words stages = {": the stages are ", stage_words};

static const struct tw_option options[] = {
    TW_DEVICE_OPTION(struct run_options, choice),
    TW_PREFERENCE_OPTIONS(struct run_options, choice),
    TW_CHECK_OPTION(struct run_options, choice),
    TW_PROVE_OPTION(struct run_options, prove),
    {"print", 0, NULL, TW_AS_FLAG(struct run_options, print),
     "print the output array of every variant, 1024 elements of it at most"},
    {"json", 0, NULL, TW_AS_FLAG(struct run_options, json), "one JSON object per variant on standard output"},
    {"transactions", 0, NULL, TW_AS_FLAG(struct run_options, transactions),
     "print transactions per request and efficiency, under the names of nvprof and ncu, instead of the "
     "table"},
    {"dump", 0, "STAGES", TW_AS_WORDS(struct run_options, dump, &stages),
     "show the output of stages, separated by commas: config, source, ptx, counts"},
    TW_NO_CACHE_OPTION(struct run_options, no_cache),
    {"no-time", 0, NULL, TW_AS_FLAG(struct run_options, no_time), "check on a GPU, but measure nothing"},
    TW_L2_OPTION(struct run_options, l2),
    {"counters", 0, NULL, TW_AS_FLAG(struct run_options, counters),
     "also read the GPU's own counters; then nothing is timed"},
    TW_METRIC_OPTION(struct run_options, metrics),
    {"in-process", 0, NULL, TW_AS_FLAG(struct run_options, in_process),
     "use no worker process, for debuggers and profilers; a kernel's fault then ends the use of the GPU, and "
     "NVRTC may end the program if it lacks memory"},
    TW_TIMEOUT_OPTION(struct run_options, timeout_s),
    TW_COMPILE_MEMORY_OPTION(struct run_options, compile_mib),
    TW_MEMORY_OPTIONS(struct run_options, memory),
    TW_SPACE_OPTIONS(struct run_options, space),
    {0},
};

const struct tw_arguments tw_arguments_run = {
    "Generates, compiles, launches and checks every variant of a config.", options, NULL};

int tw_cmd_run(int argc, char **argv)
{
    struct run_options chosen = {.timeout_s = -1, .compile_mib = TW_COMPILE_MIB};
    if (tw_arguments_parse(&tw_arguments_run, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (chosen.json && (chosen.print || chosen.dump || chosen.transactions))
        tw_arguments_refuse(argv[0], "--json does not go with --print, --dump or --transactions");

    chosen.counters |= chosen.metrics.count > 0;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space = {0};
    struct tw_workers worker = {0};
    struct run run = {.options = &chosen, .space = &space};
    chosen.choice.sm = chosen.space.sm;
    chosen.space.runs = true;
    const struct tw_worker_setup setup = {.count = !chosen.in_process,
                                          .timeout_s = chosen.timeout_s,
                                          .program = tw_own_program(),
                                          .watcher = &tw_terminal};
    const struct tw_limits limits =
        tw_limits_here(tw_worker_compile_s(chosen.timeout_s), chosen.compile_mib, 1, TW_EXIT_FAILED);
    struct tw_pipeline_options pipeline = {.choice = chosen.choice,
                                           .no_cache = chosen.no_cache,
                                           .no_time = chosen.no_time,
                                           .l2 = (enum tw_l2_state)chosen.l2,
                                           .prove = chosen.prove,
                                           .counted = chosen.counters,
                                           .metrics = &chosen.metrics,
                                           .dump = chosen.dump,
                                           .weak_seed = tw_memory_seed(&chosen.memory, argv[0]),
                                           .print = chosen.print,
                                           .compile_s = limits.seconds,
                                           .compile_mib = chosen.compile_mib,
                                           .reference_s = tw_worker_reference_s(chosen.timeout_s),
                                           .exceeded = chosen.in_process ? limits.exceeded : NULL};

    int code = tw_space_open(&chosen.space, &tw_terminal, &space, &error);
    if (!chosen.in_process) tw_interrupt_watch(); /* in this process nothing would look at them for long */
    pipeline.family = space.config.family;
    pipeline.own_template = tw_space_template(&space);
    if (!code) code = tw_worker_open(&setup, &pipeline, &worker, &run.probe, &error);
    if (!code) code = tw_space_expand(&space, &run.probe.target, &run.variants, &error);
    run.table =
        tw_result_table_of(space.config.family, !run.probe.simulator && !chosen.counters, tw_colour(stdout));
    int status = code ? tw_report(&error) : run_all(&run, &worker, &error);
    tw_worker_close(&worker);
    tw_result_table_free(&run.table);
    tw_variants_free(&run.variants);
    tw_space_close(&space);
    tw_error_free(&error);
    return status;
}
