/*
 * tilewright verify: the variants of a config, or of a record, predicted, simulated and counted on the GPU (tune/verify/), each
 * shown as it is done (verify_show.c), recorded when asked to in a file that is compressed (gzip.c).
 */
#include <string.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options/choice.h"
#include "cli/options/limits.h"
#include "cli/options/metrics.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/verify/gzip.h"
#include "cli/verify/verify_show.h"
#include "tune/scratch.h"

struct verify_options {
    struct tw_space_options space;
    struct tw_choice choice;
    struct tw_metrics metrics;
    unsigned jobs, timeout_s, compile_mib, sample;
    uint64_t seed;
    bool brief, no_cache, force, own_problem;
    const char *record, *replay;
};

struct session {
    const struct verify_options *options;
    struct tw_verify verify;
    struct tw_space space;
    struct tw_replay replay;
    struct tw_description *kernel; /* of a replay of a described kernel, else NULL */
    struct tw_scratch_folder own_cache;
    struct tw_pipeline_options counting, simulating;
    struct tw_worker_setup counter, simulators;
    double start;
    int unprinted; /* the status with which the output ended the work, which has been said; else TW_EXIT_OK */
};

static int print(struct session *session, struct tw_text *text)
{
    session->unprinted = tw_print(text);
    return session->unprinted ? TW_IO : TW_OK;
}

static int show_row(void *context, const struct tw_verify *verify, size_t number)
{
    struct session *session = context;
    struct tw_text text = {0};
    tw_verify_show(verify, number, session->options->brief, &text);
    return print(session, &text);
}

static int announce(struct session *session)
{
    const struct tw_verify *verify = &session->verify;
    struct tw_text text = {0};
    if (verify->replay) {
        tw_replay_show(verify->replay, &text);
    } else {
        tw_text_addf(&text, "%s\n%s\n", verify->gpu.why, verify->gpu.counting);
        tw_escape_terminal(&text, session->space.config.file);
        tw_text_addf(&text, ": %zu variant%s of the %s kernel", verify->count, verify->count == 1 ? "" : "s",
                     verify->variants.family->name);
    }
    bool proofs = false;
    for (size_t i = 0; i < verify->count; i++) proofs |= verify->rows[i].problem.length > 0;
    tw_text_addf(&text, "%s, for sm_%u\n\n", proofs ? ", on the small problems of its proof" : "",
                 verify->simulator.sm);
    return print(session, &text);
}

/* The GPU, if there is one: who counts, and whose target variants are chosen for. */
static int open_counter(struct session *session, struct tw_error *error)
{
    struct tw_verify *verify = &session->verify;
    session->counter =
        (struct tw_worker_setup){.count = 1,
                                 .timeout_s = (double)session->options->timeout_s * TW_COUNTED_AT_ONCE,
                                 .program = tw_own_program(),
                                 .watcher = &tw_terminal};
    session->counting.family = session->space.config.family;
    session->counting.own_template = tw_space_template(&session->space);
    int code = tw_worker_open(&session->counter, &session->counting, &verify->counter, &verify->gpu, error);
    if (!code && verify->gpu.simulator) tw_worker_close(&verify->counter);
    return code;
}

static int open_simulators(struct session *session, struct tw_error *error)
{
    struct tw_verify *verify = &session->verify;
    const struct verify_options *options = session->options;
    session->simulators = (struct tw_worker_setup){.count = options->jobs,
                                                   .timeout_s = options->timeout_s,
                                                   .program = tw_own_program(),
                                                   .watcher = &tw_terminal};
    session->simulating = session->counting;
    session->simulating.family = verify->variants.family;
    session->simulating.own_template = tw_space_template(&session->space);
    session->simulating.counted = false;
    session->simulating.lines = true;
    session->simulating.proving = TW_PROVING_WHOLE;
    session->simulating.choice = (struct tw_choice){.kind = TW_CHOICE_SIM, .sm = session->counting.choice.sm};
    if (verify->counter.pool) session->simulating.choice.sm = verify->gpu.sm;
    if (verify->replay) session->simulating.choice.sm = session->replay.target->sm;
    return tw_worker_open(&session->simulators, &session->simulating, &verify->simulators, &verify->simulator,
                          error);
}

/* A described kernel of which nothing is predicted is counted by the simulator alone, where no GPU counts. */
static int check_witnesses(const struct tw_verify *verify, struct tw_error *error)
{
    const char *why = NULL;
    bool compares = !verify->variants.family->description || verify->gpu.counts || verify->replay;
    for (size_t i = 0; i < verify->count && !compares; i++) {
        const struct tw_verify_row *row = &verify->rows[i];
        compares = row->counts[TW_PREDICTED].known != 0;
        if (row->unpredicted) why = row->unpredicted;
    }
    if (compares || !why) return TW_OK;
    return tw_fail(
        error, TW_INPUT,
        "nothing is predicted of the kernel %s (%s), and no GPU counts: there is nothing to compare",
        verify->variants.family->name, why);
}

static int verify_all(struct session *session, struct tw_error *error)
{
    struct tw_verify *verify = &session->verify;
    const struct verify_options *options = session->options;
    verify->whole = verify->replay ? !tw_replay_proofs(verify->replay) : options->own_problem;
    int code = tw_verify_plan(verify, options->sample, options->seed, error);
    if (!code) code = check_witnesses(verify, error);
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

/* With --replay there is none: that is seen when all options are read. */
static void take_config(char **configs, size_t count, void *space, const char *command)
{
    if (count) tw_space_take(configs, count, space, command);
}

static const struct tw_option options[] = {
    TW_DEVICE_OPTION(struct verify_options, choice),
    TW_METRIC_OPTION(struct verify_options, metrics),
    {"record", 0, "FILE", TW_AS_STRING(struct verify_options, record),
     "write the GPU's counts to FILE, as compressed JSON Lines"},
    TW_FORCE_OPTION(struct verify_options, force),
    {"replay", 0, "FILE", TW_AS_STRING(struct verify_options, replay),
     "take variants and counts from such a FILE instead of a CONFIG"},
    {"brief", 0, NULL, TW_AS_FLAG(struct verify_options, brief),
     "show only variants that differ or fail, and the summary"},
    {"sample", 0, "N", TW_AS_NUMBER(struct verify_options, sample, 1, 1000000),
     "simulate only N of the variants; all are predicted and counted"},
    {"seed", 0, "NUMBER", TW_AS_COUNT(struct verify_options, seed), "chooses the sample (default 1)"},
    {"jobs", 'j', "N", TW_AS_NUMBER(struct verify_options, jobs, 0, 64),
     "processes that simulate (default: all cores)"},
    {"timeout", 0, "SECONDS", TW_AS_NUMBER(struct verify_options, timeout_s, 0, 86400),
     "time for a variant; one that needs longer has failed (default 900; 0 = no limit)"},
    {"own-problem", 0, NULL, TW_AS_FLAG(struct verify_options, own_problem),
     "simulate a described kernel's own problem, not the small one of its proof"},
    TW_COMPILE_MEMORY_OPTION(struct verify_options, compile_mib),
    TW_NO_CACHE_OPTION(struct verify_options, no_cache),
    TW_KERNEL_OPTION(struct verify_options, space.kernel),
    {"template", 0, "FILE", TW_AS_STRING(struct verify_options, space.template_file),
     "render with this template instead of the family's own"},
    {"variant", 0, "NAME", TW_AS_STRING(struct verify_options, space.variant),
     "only this variant of the config"},
    {"arch", 0, "sm_NN", TW_AS_ARCH(struct verify_options, space.sm),
     "architecture to compile for (default: the device's; sm_90 without a GPU)"},
    {"CONFIG", 0, NULL, TW_AS_OPERANDS(struct verify_options, space, take_config),
     "a JSON file, or - for standard input; not with --replay"},
    {0},
};

const struct tw_arguments tw_arguments_verify = {
    "Predicts every variant of a config, executes it on the simulator and reads the GPU's own counters: all "
    "three must say the same.",
    options, NULL};

static int open_replay(struct session *session, struct tw_error *error)
{
    const char *file = session->options->replay;
    struct tw_text packed = {0}, text = {0};
    const char *kernel = session->options->space.kernel;
    int code = tw_file_read(file, &packed, error);
    if (!code && kernel) code = tw_description_load(kernel, &session->kernel, error);
    if (!code) code = tw_gunzip(file, &packed, &text, error);
    if (!code) {
        session->verify.replay = &session->replay;
        code =
            tw_replay_open(file, &text, session->kernel, &session->replay, &session->verify.variants, error);
    }
    session->space.config.family = session->replay.family;
    session->space.config.file = file;
    tw_text_free(&packed);
    tw_text_free(&text);
    return code;
}

/* The variants, of a config on the target that counts, or of a record. */
static int open_variants(struct session *session, struct tw_error *error)
{
    const struct verify_options *chosen = session->options;
    struct tw_verify *verify = &session->verify;
    if (chosen->replay) return open_replay(session, error);
    int code = tw_space_open(&chosen->space, &tw_terminal, &session->space, error);
    if (!code) code = open_counter(session, error);
    const struct tw_target *target =
        verify->counter.pool ? &verify->gpu.target : tw_space_target(&chosen->space);
    return code ? code : tw_space_expand(&session->space, target, &verify->variants, error);
}

static int write_record(struct session *session, struct tw_error *error)
{
    struct tw_text text = {0}, packed = {0};
    tw_verify_record(&session->verify, &text);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory") : tw_gzip(&text, &packed, error);
    tw_text_free(&text);
    if (!code) code = tw_output_write(session->options->record, &packed, session->options->force, error);
    tw_text_free(&packed);
    return code;
}

/* That the record can be written is known before the work. */
static int try_record(const struct session *session, struct tw_error *error)
{
    const struct verify_options *chosen = session->options;
    struct tw_outputs outputs = {0};
    tw_space_note_read(&chosen->space, session->space.config.family, &outputs);
    int code = tw_outputs_try(&outputs, chosen->record, "the record", chosen->force, error);
    tw_outputs_free(&outputs);
    return code;
}

static int verify(struct session *session, struct tw_error *error)
{
    const struct verify_options *chosen = session->options;
    session->counting =
        (struct tw_pipeline_options){.choice = chosen->choice, .counted = true, .metrics = &chosen->metrics};
    if (chosen->no_cache) session->own_cache = tw_scratch_open(); /* kernels pass through it to who counts */
    session->counting.cache_path = session->own_cache.path;
    session->counting.compile_s = session->options->timeout_s;
    session->counting.compile_mib = session->options->compile_mib;
    if (chosen->own_problem) session->counting.reference_s = tw_worker_reference_s(chosen->timeout_s);
    int code = open_variants(session, error);
    if (!code) code = try_record(session, error);
    if (!code) code = verify_all(session, error);
    if (!code && chosen->record) code = write_record(session, error);
    return code;
}

static void close_session(struct session *session)
{
    tw_worker_close(&session->verify.counter);
    tw_worker_close(&session->verify.simulators);
    tw_verify_free(&session->verify);
    if (session->options->replay)
        tw_replay_close(&session->replay);
    else
        tw_space_close(&session->space);
    tw_description_free(session->kernel);
    tw_scratch_close(&session->own_cache);
}

static void check_options(struct verify_options *chosen, const char *command)
{
    if (!chosen->replay && !chosen->space.config)
        tw_arguments_refuse(command, "which config? Name a JSON file, or - for standard input");
    if (chosen->replay && (chosen->space.config || chosen->space.variant || chosen->space.template_file ||
                           chosen->record || chosen->own_problem))
        tw_arguments_refuse(command,
                            "--replay goes with no CONFIG, --variant, --template, --record or --own-problem");
    if (!chosen->jobs) chosen->jobs = tw_jobs_usual(1);
    chosen->choice.sm = chosen->space.sm;
    chosen->space.runs = true;
}

int tw_cmd_verify(int argc, char **argv)
{
    struct verify_options chosen = {.timeout_s = 900, .compile_mib = TW_COMPILE_MIB, .seed = 1};
    if (tw_arguments_parse(&tw_arguments_verify, argc, argv, &chosen)) return TW_EXIT_FAILED;
    check_options(&chosen, argv[0]);
    struct tw_error error = TW_ERROR_INIT;
    struct session session = {.options = &chosen, .start = tw_seconds()};
    session.verify.watcher = &tw_terminal;
    tw_interrupt_watch();
    int code = verify(&session, &error);
    int status = session.unprinted ? session.unprinted : code ? tw_report(&error) : conclude(&session);
    close_session(&session);
    tw_error_free(&error);
    return status;
}
