/* Opens what a pipeline works with: the compiler, the cache, the device and its limits; and closes it. */
#include <inttypes.h>

#include "sim/exec/simulator.h"
#include "tune/pipeline/parts.h"
#include "tune/prove/beside.h"

static int open_cache(const struct tw_pipeline_options *options, struct tw_cache **cache,
                      struct tw_error *error)
{
    int code = options->no_cache ? TW_OK : tw_cache_open(options->cache_path, cache, error);
    if (code != TW_ENVIRONMENT) return code;
    tw_error_free(error); /* nothing says where it is (no home directory): do without */
    return TW_OK;
}

/* What was measured of the device is of use whether or not kernels are taken from the cache. */
static int recall_ceilings(struct tw_pipeline *pipeline, struct tw_error *error)
{
    struct tw_cache *own = NULL;
    struct tw_error none = TW_ERROR_INIT;
    int code = pipeline->cache ? TW_OK : tw_cache_open(pipeline->options.cache_path, &own, &none);
    if (code == TW_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory");
    tw_error_free(&none); /* no cache is no ceilings */
    tw_ceilings_recall(own ? own : pipeline->cache, &pipeline->device, &pipeline->ceilings);
    tw_cache_close(own);
    return TW_OK;
}

/* What times are taken with. */
static int open_measuring(struct tw_pipeline *pipeline, struct tw_error *error)
{
    bool cold = pipeline->options.l2 == TW_L2_COLD;
    int code = recall_ceilings(pipeline, error);
    if (!code && cold) code = tw_flush_open(&pipeline->flush, &pipeline->device, error);
    if (!code) tw_clocks_open(&pipeline->clocks, &pipeline->device, NULL);
    pipeline->measuring =
        (struct tw_measuring){.flush = cold ? &pipeline->flush : NULL, .clocks = &pipeline->clocks};
    return code;
}

/* What a proof finds is told by its result: a launch ends only where nothing sensible can follow. */
static void set_checks(const struct tw_pipeline *pipeline, const struct tw_simulator *simulator)
{
    const struct tw_choice *choice = &pipeline->options.choice;
    bool proves = tw_pipeline_proves(pipeline);
    unsigned checks = proves && !choice->checks_given ? TW_PROOF_CHECKS : tw_choice_checks(choice);
    simulator->set_checks(checks, !proves);
}

#define SIMULATED_SECONDS 3600u /* of a launch: someone watches, and sweeps have limits of their own */
#define PROOF_SECONDS     60u /* of a launch of a proof, which is to be small, unless the options have a limit */

/* What a reference may take, unless the options say it: less than a variant may, so that the variant is told. The simulator's limit is of
   processor time, which passes slower than time where others work too. */
#define REFERENCE_S           30.0
#define SIMULATED_REFERENCE_S 60u
#define SIMULATED_SHARE       8 /* of what the options say, the simulator's is one part in so many */

static void limit_launches(struct tw_pipeline *pipeline)
{
    struct tw_oracle *oracle = &pipeline->oracle;
    const double asked = pipeline->options.reference_s;
    oracle->launch_s = tw_pipeline_proves(pipeline) && asked == 0 ? PROOF_SECONDS : SIMULATED_SECONDS;
    if (pipeline->device.driver.simulator) pipeline->device.driver.simulator->set_timeout(oracle->launch_s);
    if (asked < 0) return;
    oracle->reference_s = asked > 0 ? asked : REFERENCE_S;
    oracle->simulated_s = asked > 0 ? 1 + (unsigned)(asked / SIMULATED_SHARE) : SIMULATED_REFERENCE_S;
}

int tw_pipeline_open_device(struct tw_pipeline *pipeline, struct tw_error *error)
{
    int code = tw_choice_open(&pipeline->options.choice, &pipeline->device, &pipeline->why, error);
    if (!code)
        code = tw_choice_arch(&pipeline->options.choice, &pipeline->device, pipeline->nvrtc, &pipeline->sm,
                              error);
    if (code) return code;
    const struct tw_simulator *simulator = pipeline->device.driver.simulator;
    if (simulator) set_checks(pipeline, simulator);
    if (pipeline->options.weak_seed && !simulator)
        return tw_fail(error, TW_INPUT, "only the simulator's memory can be made weak: --device sim is it");
    if (pipeline->options.weak_seed) {
        simulator->set_memory(true, pipeline->options.weak_seed);
        tw_text_addf(&pipeline->why, "; its memory is weak, seed %" PRIu64, pipeline->options.weak_seed);
    }
    pipeline->target = tw_device_target(&pipeline->device);
    tw_oracle_open(&pipeline->oracle, &pipeline->device, pipeline->cache, pipeline->nvrtc);
    limit_launches(pipeline);
    pipeline->timed = !pipeline->options.no_time && !pipeline->options.counted &&
                      !tw_device_is_simulator(&pipeline->device);
    if (pipeline->options.counted) return tw_pipeline_open_counters(pipeline, error);
    return pipeline->timed ? open_measuring(pipeline, error) : TW_OK;
}

int tw_pipeline_open(struct tw_pipeline *pipeline, const struct tw_pipeline_options *options,
                     struct tw_error *error)
{
    *pipeline = (struct tw_pipeline){
        .options = *options, .target = options->target, .sm = options->sm, .timed = options->timed};
    const struct tw_limits limits = {options->compile_s, (uint64_t)options->compile_mib << 20,
                                     options->exceeded};
    int code = tw_nvrtc_open(&pipeline->nvrtc, error);
    if (!code) tw_nvrtc_limit(pipeline->nvrtc, &limits);
    if (!code) code = open_cache(options, &pipeline->cache, error);
    if (!code && !options->compile_only) code = tw_pipeline_open_device(pipeline, error);
    if (code) tw_pipeline_close(pipeline);
    return code;
}

void tw_pipeline_close(struct tw_pipeline *pipeline)
{
    tw_prover_close(pipeline);
    tw_pipeline_close_counters(pipeline);
    tw_clocks_close(&pipeline->clocks);
    tw_flush_close(&pipeline->flush);
    tw_oracle_close(&pipeline->oracle);
    tw_cache_close(pipeline->cache);
    tw_nvrtc_close(pipeline->nvrtc);
    tw_device_close(&pipeline->device);
    tw_text_free(&pipeline->shown);
    tw_text_free(&pipeline->why);
    tw_text_free(&pipeline->counting);
    pipeline->cache = NULL;
    pipeline->nvrtc = NULL;
}

void tw_pipeline_tidy(const struct tw_pipeline_options *options)
{
    struct tw_cache *cache = NULL;
    struct tw_error error = TW_ERROR_INIT;
    open_cache(options, &cache, &error); /* that is all it takes */
    tw_cache_close(cache);
    tw_error_free(&error);
}
