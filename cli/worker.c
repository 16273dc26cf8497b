/* Both ends of a worker process: jobs are numbers, answers are a probe's or a result's bytes. */
#include "cli/worker.h"

#include <assert.h>
#include <signal.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/scratch.h"

/* Job 0 opens the pipeline and answers what it found; job 4 * (count * 2^40 + n + 1) + stage takes so many variants from n on to
   a stage. */
#define JOB_PROBE 0u
#define COUNT_BIT 40
#define TICK_S    0.25 /* between two looks at whether there was an interrupt */

static uint64_t job_of(size_t first, unsigned count, enum tw_stage stage)
{
    return ((uint64_t)count << COUNT_BIT | ((uint64_t)first + 1)) * 4 + (uint64_t)stage;
}

static size_t first_of(uint64_t job)
{
    return (size_t)(job / 4 & (((uint64_t)1 << COUNT_BIT) - 1)) - 1;
}

static unsigned count_of(uint64_t job)
{
    return (unsigned)(job / 4 >> COUNT_BIT);
}

static int open_pipeline(struct tw_pipeline *pipeline, struct tw_error *error)
{
    return pipeline->nvrtc ? TW_OK : tw_pipeline_open(pipeline, error);
}

/* What cannot be opened now is tried again by the first job, which answers with the reason. */
static void prepare(void *context)
{
    struct tw_error error = TW_ERROR_INIT;
    open_pipeline(context, &error);
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

/* Answer: the code, then the probe, or the error with its detail. */
static void answer_probe(struct tw_pipeline *pipeline, struct tw_text *answer)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = open_pipeline(pipeline, &error);
    tw_text_add_bytes(answer, &code, sizeof code);
    if (code) {
        tw_text_add_bytes(answer, &error, sizeof error);
        tw_text_add(answer, error.detail ? error.detail : "");
    } else {
        struct tw_probe probe = probe_of(pipeline);
        tw_text_add_bytes(answer, &probe, sizeof probe);
    }
    tw_error_free(&error);
}

/* Answer: the packed results, each preceded by its length, then what was shown. */
static void answer_variants(struct tw_pipeline *pipeline, uint64_t job, struct tw_text *answer)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_result results[TW_COUNTED_AT_ONCE] = {0};
    unsigned count = count_of(job);
    int code = open_pipeline(pipeline, &error);
    if (!code) tw_pipeline_run_range(pipeline, first_of(job), count, (enum tw_stage)(job % 4), results);
    for (unsigned i = 0; i < count; i++) {
        struct tw_text packed = {0};
        if (code) tw_result_fail(&results[i], &error);
        tw_result_pack(&results[i], &packed);
        tw_text_add_bytes(answer, &packed.length, sizeof packed.length);
        tw_text_add_bytes(answer, tw_text_part(answer, &packed), packed.length);
        tw_text_free(&packed);
        tw_result_free(&results[i]);
    }
    tw_text_add(answer, tw_text_part(answer, &pipeline->shown));
    tw_text_free(
        &pipeline->shown); /* not cleared: that memory ran out for one answer is no matter of the next */
    tw_error_free(&error);
}

static void work(void *context, uint64_t job, struct tw_text *answer)
{
    if (job == JOB_PROBE)
        answer_probe(context, answer);
    else
        answer_variants(context, job, answer);
}

static void finish(void *context)
{
    struct tw_pipeline *pipeline = context;
    tw_pipeline_close(pipeline);
}

static struct tw_pool_tasks tasks_of(struct tw_pipeline *pipeline)
{
    return (struct tw_pool_tasks){prepare, work, finish, pipeline};
}

static int read_probe(const struct tw_pool_answer *answer, struct tw_probe *probe, struct tw_error *error)
{
    const char *bytes = tw_text_string(&answer->bytes);
    size_t length = answer->bytes.length;
    int code = TW_OK;
    if (length < sizeof code) return tw_fail(error, TW_ENVIRONMENT, "cannot open a device: %s", answer->lost);
    memcpy(&code, bytes, sizeof code);
    bytes += sizeof code;
    length -= sizeof code;
    if (!code) {
        assert(length == sizeof *probe);
        memcpy(probe, bytes, sizeof *probe);
        return TW_OK;
    }
    assert(length >= sizeof *error);
    tw_error_free(error);
    memcpy(error, bytes, sizeof *error);
    error->detail = NULL; /* the worker's pointer */
    if (length > sizeof *error) tw_error_add_detail(error, bytes + sizeof *error);
    return code;
}

static int ask_probe(struct tw_pool *pool, struct tw_probe *probe, struct tw_error *error)
{
    struct tw_pool_answer answer = {0};
    bool got = false;
    int code = tw_pool_submit(pool, JOB_PROBE, error);
    while (!code && !got && !tw_interrupts) code = tw_pool_wait(pool, TICK_S, &answer, &got, error);
    if (!code && !got) code = tw_fail(error, TW_ENVIRONMENT, "interrupted");
    if (!code) code = read_probe(&answer, probe, error);
    tw_text_free(&answer.bytes);
    return code;
}

double tw_worker_timeout(double timeout_s, const struct tw_probe *probe)
{
    return timeout_s >= 0 ? timeout_s : probe->simulator ? TW_SIMULATED_TIMEOUT_S : TW_TIMEOUT_S;
}

int tw_worker_open(struct tw_pipeline *pipeline, unsigned count, double timeout_s, struct tw_pool **pool,
                   struct tw_probe *probe, struct tw_error *error)
{
    const struct tw_pool_tasks tasks = tasks_of(pipeline);
    tw_scratch_sweep();
    int code = tw_pool_open(count, timeout_s < 0 ? TW_TIMEOUT_S : timeout_s, &tasks, pool, error);
    if (!code) code = ask_probe(*pool, probe, error);
    if (!code) tw_pool_set_timeout(*pool, tw_worker_timeout(timeout_s, probe));
    if (!code && !probe->simulator) tw_pool_limit(*pool, 1); /* one kernel at a time is measured */
    if (code) {
        tw_worker_close(pipeline, *pool);
        *pool = NULL;
        return code;
    }
    tw_warn(probe->warning);
    return TW_OK;
}

void tw_worker_close(struct tw_pipeline *pipeline, struct tw_pool *pool)
{
    if (!pool) return;
    tw_pool_close(pool);
    tw_pipeline_tidy(pipeline);
}

int tw_worker_open_compilers(struct tw_pipeline *pipeline, const struct tw_probe *probe, unsigned count,
                             double timeout_s, struct tw_pool **pool, struct tw_error *error)
{
    pipeline->compile_only = true;
    pipeline->target = probe->target;
    pipeline->sm = probe->sm;
    pipeline->timed = !probe->simulator;
    const struct tw_pool_tasks tasks = tasks_of(pipeline);
    return tw_pool_open(count, tw_worker_timeout(timeout_s, probe), &tasks, pool, error);
}

int tw_worker_submit(struct tw_pool *pool, size_t number, enum tw_stage stage, struct tw_error *error)
{
    return tw_worker_submit_range(pool, number, 1, stage, error);
}

int tw_worker_submit_range(struct tw_pool *pool, size_t first, unsigned count, enum tw_stage stage,
                           struct tw_error *error)
{
    return tw_pool_submit(pool, job_of(first, count, stage), error);
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

/* The variant of a lost worker: what of it is known without running it, and the cause. */
static void lost_result(const struct tw_pool_answer *answer, struct tw_result *result)
{
    struct tw_error error = TW_ERROR_INIT;
    *result = (struct tw_result){0};
    tw_fail(&error, TW_FAULT, "%s%s", answer->lost[0] ? answer->lost : "its answer was damaged",
            answer->overdue ? "; --timeout gives it more" : "");
    tw_result_fail(result, &error);
    tw_error_free(&error);
}

/* The next result of an answer; false when the bytes are not one. */
static bool read_result(const char **bytes, size_t *length, struct tw_result *result)
{
    size_t packed;
    if (*length < sizeof packed) return false;
    memcpy(&packed, *bytes, sizeof packed);
    *bytes += sizeof packed;
    *length -= sizeof packed;
    if (packed > *length || !tw_result_unpack(*bytes, packed, result)) return false;
    *bytes += packed;
    *length -= packed;
    return true;
}

/* False: they are lost, all of them. */
static bool read_results(const struct tw_pool_answer *answer, struct tw_result *results,
                         struct tw_text *shown)
{
    const char *bytes = tw_text_string(&answer->bytes);
    size_t length = answer->bytes.length;
    unsigned count = count_of(answer->job), whole = 0;
    while (whole < count && read_result(&bytes, &length, &results[whole])) whole++;
    if (whole == count) {
        tw_text_add_bytes(shown, bytes, length);
        return true;
    }
    for (unsigned i = 0; i < whole; i++) tw_result_free(&results[i]);
    for (unsigned i = 0; i < count; i++) lost_result(answer, &results[i]);
    return false;
}

int tw_worker_wait_range(struct tw_pool *pool, const struct tw_variants *variants, double wait_s,
                         struct tw_worker_range *range, struct tw_text *shown, bool *got,
                         struct tw_error *error)
{
    struct tw_pool_answer answer = {0};
    bool faulted = false;
    int code = tw_pool_wait(pool, wait_s, &answer, got, error);
    if (code || !*got) return code;
    range->first = first_of(answer.job);
    range->count = count_of(answer.job);
    range->lost = !read_results(&answer, range->results, shown);
    range->overdue = answer.overdue;
    for (unsigned i = 0; i < range->count; i++) {
        range->results[i].variant = &variants->variant[range->first + i];
        faulted |= range->results[i].faulted;
    }
    if (faulted) tw_pool_retire(pool, answer.worker);
    tw_text_free(&answer.bytes);
    return TW_OK;
}

int tw_worker_wait(struct tw_pool *pool, const struct tw_variants *variants, double wait_s, size_t *number,
                   struct tw_result *result, struct tw_text *shown, bool *got, struct tw_error *error)
{
    struct tw_worker_range range;
    int code = tw_worker_wait_range(pool, variants, wait_s, &range, shown, got, error);
    if (code || !*got) return code;
    *number = range.first;
    *result = range.results[0];
    return TW_OK;
}
