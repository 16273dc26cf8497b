/* The images: every kernel for every architecture, by threads that share one compiler and take the next job each. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/compile/cache.h"
#include "runtime/given.h"
#include "tune/embed/embed.h"

/* Job i is kernel i / archs for architecture i % archs. */
struct work {
    const struct tw_embed_options *options;
    const struct tw_watcher *watcher;
    struct tw_embed_plan *plan;
    struct tw_nvrtc *nvrtc;
    struct tw_cache *cache;
    size_t archs, count;
    pthread_t caller; /* the thread that tells and asks the watcher */

    pthread_mutex_t lock;
    bool stopped;
    size_t next, failed; /* the first job that failed, by its number: the same whoever was faster */
    struct tw_error *error;
};

/* The next job; work->count: there is none. */
static size_t take(struct work *work)
{
    bool stop = pthread_equal(pthread_self(), work->caller) && tw_stop_level(work->watcher);
    pthread_mutex_lock(&work->lock);
    work->stopped |= stop;
    bool more = work->next < work->count && work->failed == work->count && !work->stopped;
    size_t job = more ? work->next++ : work->count;
    pthread_mutex_unlock(&work->lock);
    return job;
}

static void note_failure(struct work *work, size_t job, struct tw_error *error)
{
    pthread_mutex_lock(&work->lock);
    if (job < work->failed) {
        work->failed = job;
        tw_error_free(work->error);
        *work->error = *error;
    } else {
        tw_error_free(error);
    }
    pthread_mutex_unlock(&work->lock);
}

static void show_progress(const struct work *work, size_t done)
{
    if (pthread_equal(pthread_self(), work->caller))
        tw_show_progress(work->watcher, "compiling", done, work->count);
}

static void *compile_jobs(void *context)
{
    struct work *work = context;
    for (size_t job; (job = take(work)) < work->count;) {
        struct tw_planned *planned = &work->plan->variants[job / work->archs];
        size_t arch = job % work->archs;
        struct tw_error error = TW_ERROR_INIT;
        show_progress(work, job);
        struct tw_image *image = &planned->images[arch];
        int code = tw_compile_cached(work->cache, work->nvrtc, &planned->kernel, work->options->archs[arch],
                                     image, NULL, &error);
        if (!code) code = tw_given_room(&planned->kernel, image, &error);
        if (code) note_failure(work, job, &error);
    }
    return NULL;
}

/* The calling thread works too: with no thread to be had, it does everything. */
static int run(struct work *work)
{
    pthread_t threads[TW_MAX_JOBS];
    unsigned started = 0, wanted = work->options->jobs < TW_MAX_JOBS ? work->options->jobs : TW_MAX_JOBS;
    show_progress(work, 0);
    while (started + 1 < wanted && started + 1 < work->count &&
           pthread_create(&threads[started], NULL, compile_jobs, work) == 0) {
        started++;
    }
    compile_jobs(work);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    tw_show_progress(work->watcher, NULL, work->count, work->count);
    if (work->failed < work->count) return (int)work->error->code;
    return work->stopped ? tw_fail(work->error, TW_ENVIRONMENT, "interrupted") : TW_OK;
}

static int make_room(struct tw_embed_plan *plan, struct tw_error *error)
{
    for (size_t i = 0; i < plan->count; i++) {
        plan->variants[i].images = calloc(TW_MAX_ARCHS, sizeof(struct tw_image));
        if (!plan->variants[i].images) return tw_fail(error, TW_MEMORY, "out of memory");
    }
    return TW_OK;
}

static int open_compiler(struct work *work, struct tw_error *error)
{
    int major, minor, code = tw_nvrtc_open(&work->nvrtc, error);
    if (code) return code;
    tw_nvrtc_limit(work->nvrtc, &work->options->compiling);
    tw_nvrtc_version(work->nvrtc, &major, &minor);
    snprintf(work->plan->compiler, sizeof work->plan->compiler, "NVRTC %d.%d", major, minor);
    if (work->options->no_cache) return TW_OK;
    code = tw_cache_open(NULL, &work->cache, error);
    const char *distrust = code ? NULL : tw_cache_distrust(work->cache);
    if (distrust) tw_say(work->watcher, TW_REMARK_WARNING, "%s", distrust);
    if (code != TW_ENVIRONMENT) return code;
    tw_error_free(error); /* nothing says where it is (no home directory): do without */
    return TW_OK;
}

int tw_embed_compile(const struct tw_embed_options *options, const struct tw_watcher *watcher,
                     struct tw_embed_plan *plan, struct tw_error *error)
{
    unsigned compiled = 0;
#define X(constant, bit, word, compiles) compiled |= (compiles) ? constant : 0u;
    TW_FORMATS(X)
#undef X
    if (!(options->formats & compiled)) return TW_OK;
    bool cubins = options->formats & (TW_FORMAT_C | TW_FORMAT_CUBIN);
    struct work work = {.caller = pthread_self(),
                        .options = options,
                        .watcher = watcher,
                        .plan = plan,
                        .archs = cubins ? options->arch_count : 1,
                        .error = error};
    work.count = work.failed = plan->count * work.archs;
    pthread_mutex_init(&work.lock, NULL);
    int code = make_room(plan, error);
    if (!code) code = open_compiler(&work, error);
    if (!code) code = run(&work);
    for (size_t i = 0; i < plan->count && !code; i++) {
        if (plan->variants[i].kernel.needs) code = tw_embed_note_image(&plan->variants[i], error);
    }
    pthread_mutex_destroy(&work.lock);
    tw_cache_close(work.cache);
    tw_nvrtc_close(work.nvrtc);
    return code;
}
