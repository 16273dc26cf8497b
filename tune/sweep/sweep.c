/* A sweep's stages, one after the other. */
#include <stdlib.h>

#include "tune/sweep/sweep_listed.h"
#include "tune/sweep/sweep_search.h"

/* Compiled kernels pass from the compiling workers to the measuring one through the cache: without the user's, through one of
   this sweep's own. */
static void use_own_cache(struct tw_sweep *sweep)
{
    sweep->own_cache = tw_scratch_open();
    sweep->pipeline.no_cache = !sweep->own_cache.path;
    sweep->pipeline.cache_path = sweep->own_cache.path;
}

/* What workers are to do, and how they are had. */
static void prepare(struct tw_sweep *sweep)
{
    const struct tw_sweep_options *options = sweep->options;
    sweep->pipeline = (struct tw_pipeline_options){.family = sweep->space->config.family,
                                                   .own_template = tw_space_template(sweep->space),
                                                   .choice = options->choice,
                                                   .no_time = options->by != NULL && !tw_sweep_by_time(sweep),
                                                   .l2 = (enum tw_l2_state)options->l2,
                                                   .metrics = &options->metrics,
                                                   .compile_s = tw_worker_compile_s(options->timeout_s),
                                                   .compile_mib = options->compile_mib,
                                                   .reference_s = tw_worker_reference_s(options->timeout_s)};
    sweep->setup = (struct tw_worker_setup){.count = options->jobs,
                                            .timeout_s = options->timeout_s,
                                            .program = options->program,
                                            .watcher = sweep->watcher};
}

int tw_sweep_find_cards(struct tw_sweep *sweep, struct tw_cards *cards, struct tw_error *error)
{
    cards->count = 0;
    if (sweep->options->choice.kind != TW_CHOICE_CARDS) return TW_OK;
    prepare(sweep);
    return tw_worker_cards(&sweep->setup, &sweep->pipeline, cards, error);
}

static int open_workers(struct tw_sweep *sweep, struct tw_error *error)
{
    prepare(sweep);
    if (sweep->options->no_cache) use_own_cache(sweep);
    return tw_sweep_cards_open(sweep, error);
}

int tw_sweep_open(struct tw_sweep *sweep, struct tw_error *error)
{
    int code = open_workers(sweep, error);
    if (!code) code = tw_sweep_check_by(sweep, error);
    if (!code) code = tw_sweep_plan(sweep, error);
    if (!code) code = tw_sweep_file_open(sweep, error);
    return code;
}

int tw_sweep_work(struct tw_sweep *sweep, struct tw_error *error)
{
    int code = tw_sweep_run(sweep, error);
    if (!code) code = tw_sweep_rank(sweep, error);
    return code;
}

bool tw_sweep_is_stopped(const struct tw_sweep *sweep)
{
    return tw_stop_level(sweep->watcher) > 0;
}

void tw_sweep_end(struct tw_sweep *sweep)
{
    tw_sweep_cards_close(sweep);
    tw_scratch_close(&sweep->own_cache);
}

void tw_sweep_free(struct tw_sweep *sweep)
{
    tw_sweep_end(sweep);
    for (size_t i = 0; sweep->rows && i < sweep->count; i++) tw_result_free(&sweep->rows[i].result);
    free(sweep->rows);
    sweep->rows = NULL;
    free(sweep->cards);
    sweep->cards = NULL;
    sweep->card_count = 0;
    tw_sweep_search_free(sweep);
    tw_sweep_listed_free(sweep);
    tw_variants_free(&sweep->variants);
    free(sweep->results);
    sweep->results = NULL;
}
