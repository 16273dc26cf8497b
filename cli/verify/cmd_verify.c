/*
 * tilewright verify: the variants of a config, or of a record, predicted, simulated and counted on the GPU (verify_run.c), each
 * shown as it is done (verify_show.c), recorded when asked to (verify_file.c).
 */
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/metrics.h"
#include "cli/scratch.h"
#include "cli/verify/verify.h"

struct verify_options {
    struct tw_space_options space;
    struct tw_choice choice;
    struct tw_metrics metrics;
    unsigned jobs, timeout_s, sample;
    uint64_t seed;
    bool brief, no_cache;
};

struct session {
    const struct verify_options *options;
    struct tw_verify verify;
    struct tw_space space;
    struct tw_scratch own_cache;
    struct tw_pipeline counting, simulating;
    double start;
};

static int show_row(void *context, const struct tw_verify *verify, size_t number)
{
    const struct session *session = context;
    struct tw_text text = {0};
    tw_verify_show(verify, number, session->options->brief, &text);
    return tw_print(&text);
}

static int announce(const struct session *session)
{
    const struct tw_verify *verify = &session->verify;
    struct tw_text text = {0};
    tw_text_addf(&text, "%s\n%s\n", verify->gpu.why, verify->gpu.counting);
    tw_escape_terminal(&text, session->space.config.file);
    tw_text_addf(&text, ": %zu variants of the %s kernel, compiled for sm_%u\n\n", verify->count,
                 session->space.config.family->name, verify->simulator.sm);
    return tw_print(&text);
}

/* The GPU, if there is one: who counts, and whose target variants are chosen for. */
static int open_counter(struct session *session, struct tw_error *error)
{
    struct tw_verify *verify = &session->verify;
    double timeout_s = session->options->timeout_s;
    int code = tw_worker_open(&session->counting, 1, timeout_s, &verify->counter, &verify->gpu, error);
    if (code || !verify->gpu.simulator) return code;
    tw_worker_close(&session->counting, verify->counter);
    verify->counter = NULL;
    return TW_OK;
}

static int open_simulators(struct session *session, struct tw_error *error)
{
    struct tw_verify *verify = &session->verify;
    const struct verify_options *options = session->options;
    session->simulating = session->counting;
    session->simulating.counted = false;
    session->simulating.choice = (struct tw_choice){.kind = TW_CHOICE_SIM, .sm = session->counting.choice.sm};
    if (verify->counter) session->simulating.choice.sm = verify->gpu.sm;
    return tw_worker_open(&session->simulating, options->jobs, options->timeout_s, &verify->simulators,
                          &verify->simulator, error);
}

static int verify_all(struct session *session, struct tw_error *error)
{
    struct tw_verify *verify = &session->verify;
    const struct verify_options *options = session->options;
    int code = tw_verify_plan(verify, options->sample, options->seed, error);
    session->space.listed = &verify->variants;
    if (!code) code = open_simulators(session, error);
    if (!code) code = announce(session);
    return code ? code : tw_verify_run(verify, show_row, session, error);
}

static int conclude(const struct session *session)
{
    struct tw_text text = {0};
    tw_verify_conclude(&session->verify, tw_seconds() - session->start, &text);
    int status = tw_print(&text);
    for (size_t i = 0; i < session->verify.finished && !status; i++) {
        enum tw_status row = session->verify.rows[i].status;
        if (row == TW_STATUS_MISMATCH || row == TW_STATUS_FAILED) status = TW_EXIT_FAILED;
    }
    return status;
}

static const struct tw_option options[] = {
    TW_DEVICE_OPTION(struct verify_options, choice),
    TW_METRIC_OPTION(struct verify_options, metrics),
    {"brief", 0, NULL, TW_AS_FLAG(struct verify_options, brief),
     "show the variants where something differs or fails, and the summary"},
    {"sample", 0, "N", TW_AS_NUMBER(struct verify_options, sample, 1, 1000000),
     "simulate only N of the variants, chosen by the seed; all are predicted and counted"},
    {"seed", 0, "NUMBER", TW_AS_COUNT(struct verify_options, seed), "what chooses the sample (default 1)"},
    {"jobs", 0, "N", TW_AS_NUMBER(struct verify_options, jobs, 0, 64),
     "processes that simulate (default: all cores)"},
    {"timeout", 0, "SECONDS", TW_AS_NUMBER(struct verify_options, timeout_s, 0, 86400),
     "for one variant; one that takes longer has failed (default 60, 0 = none)"},
    TW_NO_CACHE_OPTION(struct verify_options, no_cache),
    TW_SPACE_OPTIONS(struct verify_options, space),
    {0},
};

const struct tw_arguments tw_arguments_verify = {
    "Predicts every variant of a config, executes it on the simulator and reads the GPU's own counters: all "
    "three must say the same.",
    options, NULL};

int tw_cmd_verify(int argc, char **argv)
{
    struct verify_options chosen = {.timeout_s = 60, .seed = 1};
    if (tw_arguments_parse(&tw_arguments_verify, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (!chosen.jobs) chosen.jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    if (chosen.jobs > 64) chosen.jobs = 64;
    chosen.choice.sm = chosen.space.sm;

    struct tw_error error = TW_ERROR_INIT;
    struct session session = {.options = &chosen, .start = tw_seconds()};
    session.verify.space = &session.space;
    session.counting = (struct tw_pipeline){
        .space = &session.space, .choice = chosen.choice, .counted = true, .metrics = &chosen.metrics};
    int code = tw_space_open(&chosen.space, &session.space, &error);
    tw_interrupt_watch();
    if (!code && chosen.no_cache) { /* the kernels pass from those who simulate to who counts */
        session.own_cache = tw_scratch_open();
        session.counting.cache_path = session.own_cache.path;
    }
    if (!code) code = open_counter(&session, &error);
    const struct tw_target *target =
        session.verify.counter ? &session.verify.gpu.target : tw_space_target(&chosen.space);
    if (!code) code = tw_space_expand(&session.space, target, &session.verify.variants, &error);
    if (!code) code = verify_all(&session, &error);
    int status = code ? tw_report(&error) : conclude(&session);
    tw_worker_close(&session.counting, session.verify.counter);
    tw_worker_close(&session.simulating, session.verify.simulators);
    tw_verify_free(&session.verify);
    tw_space_close(&session.space);
    tw_scratch_close(&session.own_cache);
    tw_error_free(&error);
    return status;
}
