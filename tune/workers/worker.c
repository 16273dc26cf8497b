/* Both ends of a worker process: jobs are job.h's bytes, answers are a probe's or results' bytes. */
#include "tune/workers/worker.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tune/scratch.h"
#include "tune/workers/job.h"
#include "tune/workers/worker_program.h"

/* A job is its kind, then, of variants, what is to be done with them (job.h) and they themselves. */
enum { JOB_PROBE, JOB_CARDS, JOB_VARIANTS };

/* The pool's number for a job packs its first variant and how many they are. */
#define COUNT_BIT 40

static uint64_t number_of(size_t first, unsigned count)
{
    return (uint64_t)count << COUNT_BIT | first;
}

static size_t first_of(uint64_t number)
{
    return (size_t)(number & (((uint64_t)1 << COUNT_BIT) - 1));
}

static unsigned count_of(uint64_t number)
{
    return (unsigned)(number >> COUNT_BIT);
}

/* ---- the worker ---- */

struct serving {
    struct tw_job_options asked;
    struct tw_error wrong; /* why they cannot be used: what the first job is answered, and every other */
    struct tw_pipeline pipeline;
};

/* What only compiles leaves the processor to the process that launches what is timed. */
#define COMPILER_NICE 5

/* The exit status of a worker's process where a compile has exceeded a limit: this, plus enum tw_exceeded. */
#define EXCEEDED_STATUS 100

static void exceed(enum tw_exceeded which)
{
    tw_pool_leave(EXCEEDED_STATUS + (int)which);
}

static bool knows(const char *settings, size_t length)
{
    return tw_job_knows((struct tw_bytes){settings, length, false});
}

static void *open_serving(const char *settings, size_t length)
{
    struct tw_bytes bytes = {settings, length, false};
    struct serving *serving = calloc(1, sizeof *serving);
    if (serving) tw_job_read_options(&bytes, &serving->asked, &serving->wrong);
    return serving;
}

/* A compile exceeds a limit in a worker's process, which may end. */
static void *open_apart(const char *settings, size_t length)
{
    struct serving *serving = open_serving(settings, length);
    if (serving) serving->asked.options.exceeded = exceed;
    if (serving && serving->asked.options.compile_only)
        setpriority(PRIO_PROCESS, 0,
                    COMPILER_NICE); /* refused: it competes with what is measured meanwhile */
    return serving;
}

static int open_pipeline(struct serving *serving, struct tw_error *error)
{
    const struct tw_error *wrong = &serving->wrong;
    if (wrong->code) {
        tw_fail_at(error, wrong->code, wrong->file, wrong->line, wrong->column, "%s", wrong->message);
        if (wrong->detail) tw_error_add_detail(error, wrong->detail);
        return wrong->code;
    }
    return serving->pipeline.nvrtc ? TW_OK
                                   : tw_pipeline_open(&serving->pipeline, &serving->asked.options, error);
}

/* Where cards are looked for, none is opened. What cannot be opened now is tried again by the first job, which answers with the reason. */
static void prepare(void *context)
{
    struct tw_error error = TW_ERROR_INIT;
    const struct serving *serving = context;
    if (!serving->asked.options.looks) open_pipeline(context, &error);
    tw_error_free(&error);
}

static struct tw_probe probe_of(const struct tw_pipeline *pipeline)
{
    struct tw_probe probe = {.simulator = tw_device_is_simulator(&pipeline->device),
                             .l2_bytes = pipeline->device.l2_bytes,
                             .bank_bytes = pipeline->device.bank_bytes,
                             .cache_config = pipeline->device.cache_config,
                             .driver_version = pipeline->device.driver_version,
                             .sm = pipeline->sm,
                             .target = pipeline->target};
    snprintf(probe.device, sizeof probe.device, "%s", pipeline->device.name);
    snprintf(probe.why, sizeof probe.why, "%s", tw_text_string(&pipeline->why));
    snprintf(probe.counting, sizeof probe.counting, "%s", tw_text_string(&pipeline->counting));
    probe.counts = pipeline->counters != NULL;
    const char *distrust = pipeline->cache ? tw_cache_distrust(pipeline->cache) : NULL;
    if (distrust) snprintf(probe.warning, sizeof probe.warning, "%s", distrust);
    tw_nvrtc_version(pipeline->nvrtc, &probe.nvrtc_major, &probe.nvrtc_minor);
    return probe;
}

/* Adds what went wrong. */
static void add_error(const struct tw_error *error, struct tw_text *answer)
{
    tw_bytes_add_raw(answer, error, sizeof *error);
    tw_bytes_add_string(answer, error->detail);
}

/* Answer: the code, then the probe, or the error with its detail. */
static void answer_probe(struct serving *serving, struct tw_text *answer)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = open_pipeline(serving, &error);
    if (!code && (serving->pipeline.why.failed || serving->pipeline.counting.failed))
        code = tw_fail(&error, TW_MEMORY, "out of memory");
    tw_bytes_add_number(answer, (uint64_t)code);
    if (code) {
        add_error(&error, answer);
    } else {
        struct tw_probe probe = probe_of(&serving->pipeline);
        tw_bytes_add_raw(answer, &probe, sizeof probe);
    }
    tw_error_free(&error);
}

/* Answer: the code, then the cards, or the error. No device is opened. */
static void answer_cards(struct serving *serving, struct tw_text *answer)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_cards cards = {0};
    int code = tw_cards_find(&serving->asked.options.choice, &cards, &error);
    tw_bytes_add_number(answer, (uint64_t)code);
    if (code)
        add_error(&error, answer);
    else
        tw_bytes_add_raw(answer, &cards, sizeof cards);
    tw_error_free(&error);
}

/* Answer: the packed results, then what was shown; none where there is no memory for them. */
static void answer_variants(struct serving *serving, struct tw_bytes *job, struct tw_text *answer)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_variants variants = {0};
    struct tw_text *shown = &serving->pipeline.shown;
    struct tw_job_task task = {0};
    tw_bytes_raw(job, &task, sizeof task);
    size_t count = (size_t)task.count;
    struct tw_result *results = calloc(count, sizeof *results);
    int code = results ? open_pipeline(serving, &error) : tw_fail(&error, TW_MEMORY, "out of memory");
    const bool device_lost = code && code != TW_MEMORY && !serving->wrong.code;
    if (!code) tw_pipeline_refuse(&serving->pipeline, &task.refusal);
    if (!code) code = tw_job_read_variants(job, serving->asked.options.family, &variants, &error);
    serving->pipeline.best_cost = task.best_cost;
    if (!code) tw_pipeline_run(&serving->pipeline, &variants, (enum tw_stage)task.stage, results);
    if (!results) tw_text_fail(answer);
    for (size_t i = 0; results && i < count; i++) {
        if (code) tw_result_fail(&results[i], &error);
        results[i].device_lost |= device_lost;
        tw_result_pack(&results[i], answer);
        tw_result_free(&results[i]);
    }
    tw_bytes_add_text(answer, shown);
    tw_text_free(shown); /* not cleared: that memory ran out for one answer is no matter of the next */
    tw_variants_free(&variants);
    tw_error_free(&error);
    free(results);
}

static void work(void *context, const char *job, size_t length, struct tw_text *answer)
{
    struct tw_bytes bytes = {job, length, false};
    uint64_t kind = tw_bytes_number(&bytes);
    if (kind == JOB_PROBE)
        answer_probe(context, answer);
    else if (kind == JOB_CARDS)
        answer_cards(context, answer);
    else
        answer_variants(context, &bytes, answer);
}

static void finish(void *context)
{
    struct serving *serving = context;
    tw_pipeline_close(&serving->pipeline);
    tw_job_options_free(&serving->asked);
    tw_error_free(&serving->wrong);
    free(serving);
}

static const struct tw_pool_service service = {knows, open_serving, prepare, work, finish};
static const struct tw_pool_service service_apart = {knows, open_apart, prepare, work, finish};

int tw_worker_main(void)
{
    return tw_pool_serve(&service_apart);
}

/* ---- the pool's end ---- */

static int read_error(struct tw_bytes *bytes, struct tw_error *error)
{
    struct tw_error theirs;
    tw_bytes_raw(bytes, &theirs, sizeof theirs);
    const char *detail = tw_bytes_string(bytes);
    if (bytes->wrong) return tw_fail(error, TW_ENVIRONMENT, "a worker's answer was damaged");
    theirs.file[sizeof theirs.file - 1] = theirs.message[sizeof theirs.message - 1] = '\0';
    tw_fail_at(error, theirs.code, theirs.file, theirs.line, theirs.column, "%s", theirs.message);
    if (error && detail && *detail) tw_error_add_detail(error, detail);
    return theirs.code;
}

/* Reads what a worker tells of its device, so many bytes. */
static int read_told(const struct tw_pool_answer *answer, void *told, size_t size, struct tw_error *error)
{
    struct tw_bytes bytes = {tw_text_string(&answer->bytes), answer->bytes.length, false};
    if (answer->lost[0])
        return tw_fail(error, answer->no_memory ? TW_MEMORY : TW_ENVIRONMENT, "cannot open a device: %s",
                       answer->lost);
    if (tw_bytes_number(&bytes) != TW_OK) return read_error(&bytes, error);
    tw_bytes_raw(&bytes, told, size);
    return bytes.wrong ? tw_fail(error, TW_ENVIRONMENT, "a worker's answer was damaged") : TW_OK;
}

static int ask(struct tw_pool *pool, uint64_t job, struct tw_error *error)
{
    return tw_pool_submit(pool, 0, &job, sizeof job, error);
}

static int hear(struct tw_pool *pool, const struct tw_watcher *watcher, void *told, size_t size,
                struct tw_error *error)
{
    struct tw_pool_answer answer = {0};
    bool got = false;
    int code = TW_OK;
    while (!code && !got && !tw_stop_level(watcher))
        code = tw_pool_wait(pool, TW_TICK_S, &answer, &got, error);
    if (!code && !got) code = tw_fail(error, TW_ENVIRONMENT, "interrupted");
    if (!code) code = read_told(&answer, told, size, error);
    tw_text_free(&answer.bytes);
    return code;
}

double tw_worker_timeout(double timeout_s, const struct tw_probe *probe)
{
    return timeout_s >= 0 ? timeout_s : probe->simulator ? TW_SIMULATED_TIMEOUT_S : TW_TIMEOUT_S;
}

double tw_worker_compile_s(double timeout_s)
{
    return timeout_s >= 0 ? timeout_s : TW_COMPILE_TIMEOUT_S;
}

double tw_worker_reference_s(double timeout_s)
{
    return timeout_s > 0 ? timeout_s / 2 : timeout_s < 0 ? 0 : -1;
}

static int open_pool(const struct tw_worker_setup *setup, double timeout_s,
                     const struct tw_pipeline_options *options, struct tw_workers *workers,
                     struct tw_error *error)
{
    struct tw_text settings = {0}, program = {0};
    tw_job_add_options(options, &settings);
    if (setup->count) tw_worker_program(setup->program, &program);
    const struct tw_pool_options pool = {.workers = setup->count,
                                         .timeout_s = timeout_s,
                                         .program = tw_text_string(&program),
                                         .argument = TW_WORKER_ARGUMENT,
                                         .service = &service,
                                         .settings = settings.data,
                                         .settings_length = settings.length,
                                         .watcher = setup->watcher};
    *workers = (struct tw_workers){.options = options};
    int code = settings.failed || program.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                                                 : tw_pool_open(&pool, &workers->pool, error);
    tw_text_free(&settings);
    tw_text_free(&program);
    return code;
}

int tw_worker_cards(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                    struct tw_cards *cards, struct tw_error *error)
{
    struct tw_pipeline_options looking = *options;
    struct tw_worker_setup one = *setup;
    struct tw_workers workers = {0};
    looking.looks = true;
    one.count = setup->count > 0;
    int code = open_pool(&one, TW_TIMEOUT_S, &looking, &workers, error);
    if (!code) code = ask(workers.pool, JOB_CARDS, error);
    if (!code) code = hear(workers.pool, setup->watcher, cards, sizeof *cards, error);
    tw_pool_close(workers.pool);
    return code;
}

int tw_worker_start(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                    struct tw_workers *workers, struct tw_error *error)
{
    tw_scratch_sweep();
    int code =
        open_pool(setup, setup->timeout_s < 0 ? TW_TIMEOUT_S : setup->timeout_s, options, workers, error);
    if (!code) code = ask(workers->pool, JOB_PROBE, error);
    if (code) tw_worker_close(workers);
    return code;
}

int tw_worker_probe(const struct tw_worker_setup *setup, struct tw_workers *workers, struct tw_probe *probe,
                    struct tw_error *error)
{
    int code = hear(workers->pool, setup->watcher, probe, sizeof *probe, error);
    if (!code) tw_pool_set_timeout(workers->pool, tw_worker_timeout(setup->timeout_s, probe));
    if (!code && !probe->simulator && setup->count)
        tw_pool_limit(workers->pool, 1); /* one kernel at a time is measured */
    if (code) tw_worker_close(workers);
    return code;
}

int tw_worker_open(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                   struct tw_workers *workers, struct tw_probe *probe, struct tw_error *error)
{
    int code = tw_worker_start(setup, options, workers, error);
    if (!code) code = tw_worker_probe(setup, workers, probe, error);
    if (!code && probe->warning[0]) tw_say(setup->watcher, TW_REMARK_WARNING, "%s", probe->warning);
    return code;
}

void tw_worker_close(struct tw_workers *workers)
{
    if (!workers->pool) return;
    tw_pool_close(workers->pool);
    workers->pool = NULL;
    tw_pipeline_tidy(workers->options);
}

int tw_worker_open_compilers(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                             const struct tw_probe *probe, bool prove, struct tw_pipeline_options *compiling,
                             struct tw_workers *workers, struct tw_error *error)
{
    const bool simulates = prove && options->family->description;
    const double timeout_s = simulates && setup->timeout_s < 0 ? TW_SIMULATED_TIMEOUT_S
                                                               : tw_worker_timeout(setup->timeout_s, probe);
    *compiling = *options;
    compiling->compile_only = true;
    compiling->target = probe->target;
    compiling->sm = probe->sm;
    compiling->timed = !probe->simulator;
    compiling->prove = simulates;
    return open_pool(setup, timeout_s, compiling, workers, error);
}

static int submit(struct tw_workers *workers, const struct tw_variants *variants, size_t first,
                  unsigned count, enum tw_stage stage, double best_cost, struct tw_error *error)
{
    const struct tw_job_task task = {stage, count, best_cost, workers->refusal};
    struct tw_text job = {0};
    tw_bytes_add_number(&job, JOB_VARIANTS);
    tw_bytes_add_raw(&job, &task, sizeof task);
    tw_job_add_variants(variants, first, count, &job);
    int code = job.failed
                   ? tw_fail(error, TW_MEMORY, "out of memory")
                   : tw_pool_submit(workers->pool, number_of(first, count), job.data, job.length, error);
    tw_text_free(&job);
    return code;
}

int tw_worker_submit(struct tw_workers *workers, const struct tw_variants *variants, size_t number,
                     enum tw_stage stage, struct tw_error *error)
{
    return submit(workers, variants, number, 1, stage, 0, error);
}

int tw_worker_submit_rival(struct tw_workers *workers, const struct tw_variants *variants, size_t number,
                           enum tw_stage stage, double best_cost, struct tw_error *error)
{
    return submit(workers, variants, number, 1, stage, best_cost, error);
}

int tw_worker_submit_range(struct tw_workers *workers, const struct tw_variants *variants, size_t first,
                           unsigned count, enum tw_stage stage, struct tw_error *error)
{
    return submit(workers, variants, first, count, stage, 0, error);
}

bool tw_worker_was_killed(const char *reason)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM};
    char cause[sizeof((struct tw_pool_answer *)NULL)->lost];
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        tw_pool_say_killed(signals[i], cause, sizeof cause);
        if (strcmp(reason, cause) == 0) return true;
    }
    return false;
}

void tw_worker_say_exceeded(enum tw_exceeded which, double seconds, unsigned mib, struct tw_text *text)
{
    if (which == TW_LIMIT_TIME)
        tw_text_addf(text, "compiling took longer than %g s; --timeout gives it more", seconds);
    else
        tw_text_addf(text, "compiling took more than %u MiB of memory; --compile-memory gives it more", mib);
}

/* Why the worker is lost. */
static void say_lost(const struct tw_pipeline_options *options, const struct tw_pool_answer *answer,
                     struct tw_text *text)
{
    const int limit = answer->status - EXCEEDED_STATUS;
    if (limit == TW_LIMIT_TIME || limit == TW_LIMIT_MEMORY)
        tw_worker_say_exceeded((enum tw_exceeded)limit, options->compile_s, options->compile_mib, text);
    else
        tw_text_addf(text, "%s%s", answer->lost[0] ? answer->lost : "its answer was damaged",
                     answer->overdue ? "; --timeout gives it more" : "");
}

/* The variant of a lost worker: what of it is known without running it, and the cause. */
static void lost_result(const struct tw_pipeline_options *options, const struct tw_pool_answer *answer,
                        struct tw_result *result)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text why = {0};
    *result = (struct tw_result){0};
    say_lost(options, answer, &why);
    tw_fail(&error, TW_FAULT, "%s", tw_text_string(&why));
    tw_text_free(&why);
    tw_result_fail(result, &error);
    tw_error_free(&error);
}

/* False: they are lost, all of them. */
static bool read_results(const struct tw_pool_answer *answer, const struct tw_pipeline_options *options,
                         struct tw_result *results, struct tw_text *shown)
{
    struct tw_bytes bytes = {tw_text_string(&answer->bytes), answer->bytes.length, false};
    unsigned count = count_of(answer->number), whole = 0;
    while (whole < count && tw_result_unpack(&bytes, &results[whole]))
        results[whole++].measured.metrics = options->metrics;
    tw_bytes_text(&bytes, shown);
    if (!bytes.wrong) return true;
    for (unsigned i = 0; i < whole; i++) tw_result_free(&results[i]);
    for (unsigned i = 0; i < count; i++) lost_result(options, answer, &results[i]);
    return false;
}

/* A proof's reason is why nothing is proven. */
static void take_refusal(struct tw_workers *workers, const struct tw_worker_range *range)
{
    struct tw_refusal *refusal = &workers->refusal;
    for (unsigned i = 0; i < range->count; i++) {
        const struct tw_result *result = &range->results[i];
        const struct tw_text *why = result->unproven.length ? &result->unproven : &result->reason;
        if (!result->refused_key || result->refused_key == refusal->key) continue;
        refusal->key = result->refused_key;
        snprintf(refusal->message, sizeof refusal->message, "%s", tw_text_string(why));
    }
}

static void take_results(struct tw_workers *workers, const struct tw_variants *variants,
                         const struct tw_pool_answer *answer, struct tw_worker_range *range,
                         struct tw_text *shown)
{
    bool faulted = false;
    range->lost = !read_results(answer, workers->options, range->results, shown);
    range->overdue = answer->overdue;
    for (unsigned i = 0; i < range->count; i++) {
        range->results[i].variant = &variants->variant[range->first + i];
        faulted |= range->results[i].faulted;
    }
    take_refusal(workers, range);
    if (faulted) tw_pool_retire(workers->pool, answer->worker);
}

/* TW_MEMORY: memory ran out for one of their texts, or for `shown`; nothing is left of them then. */
static int check_results(struct tw_worker_range *range, const struct tw_text *shown, struct tw_error *error)
{
    bool whole = !shown->failed;
    for (unsigned i = 0; i < range->count; i++) whole &= tw_result_is_whole(&range->results[i]);
    if (whole) return TW_OK;
    for (unsigned i = 0; i < range->count; i++) tw_result_free(&range->results[i]);
    range->count = 0;
    return tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_worker_wait_range(struct tw_workers *workers, const struct tw_variants *variants, double wait_s,
                         struct tw_worker_range *range, struct tw_text *shown, bool *got,
                         struct tw_error *error)
{
    struct tw_pool_answer answer = {0};
    *range = (struct tw_worker_range){0};
    int code = tw_pool_wait(workers->pool, wait_s, &answer, got, error);
    if (code || !*got) return code;
    range->first = first_of(answer.number);
    range->count = count_of(answer.number);
    range->results = calloc(range->count, sizeof *range->results);
    if (!range->results) {
        range->count = 0;
        code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    if (!code) take_results(workers, variants, &answer, range, shown);
    if (!code) code = check_results(range, shown, error);
    tw_text_free(&answer.bytes);
    return code;
}

void tw_worker_range_free(struct tw_worker_range *range)
{
    free(range->results);
    range->results = NULL;
}

int tw_worker_wait(struct tw_workers *workers, const struct tw_variants *variants, double wait_s,
                   size_t *number, struct tw_result *result, struct tw_text *shown, bool *got,
                   struct tw_error *error)
{
    struct tw_worker_range range;
    int code = tw_worker_wait_range(workers, variants, wait_s, &range, shown, got, error);
    if (!code && *got) {
        *number = range.first;
        *result = range.results[0];
    }
    tw_worker_range_free(&range);
    return code;
}
