/* The simulator beside a GPU: a pipeline of its own, opened when the first variant is to be proven, and anew after a fault. */
#include "tune/prove/beside.h"

#include <stdlib.h>

void tw_prover_close(struct tw_pipeline *pipeline)
{
    if (pipeline->prover) tw_pipeline_close(pipeline->prover);
    free(pipeline->prover);
    pipeline->prover = NULL;
}

static int open_prover(struct tw_pipeline *pipeline, struct tw_error *error)
{
    struct tw_pipeline_options options = {.family = pipeline->options.family,
                                          .choice = {.kind = TW_CHOICE_SIM,
                                                     .sm = pipeline->sm,
                                                     .checks_given = pipeline->options.choice.checks_given,
                                                     .checks = pipeline->options.choice.checks},
                                          .no_cache = pipeline->options.no_cache,
                                          .cache_path = pipeline->options.cache_path,
                                          .compile_s = pipeline->options.compile_s,
                                          .compile_mib = pipeline->options.compile_mib,
                                          .reference_s = pipeline->options.reference_s,
                                          .exceeded = pipeline->options.exceeded,
                                          .proving = TW_PROVING_BESIDE};
    pipeline->prover = calloc(1, sizeof *pipeline->prover);
    if (!pipeline->prover) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = tw_pipeline_open(pipeline->prover, &options, error);
    if (!code) {
        tw_pipeline_refuse(pipeline->prover, &pipeline->refusal);
        return TW_OK;
    }
    free(pipeline->prover); /* nothing of it stays open */
    pipeline->prover = NULL;
    return code;
}

int tw_prove_beside(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                    const struct tw_variant *variant, struct tw_result *result, struct tw_error *error)
{
    const struct tw_variants one = {.family = variants->family,
                                    .file = variants->file,
                                    .target = variants->target,
                                    .variant = variant,
                                    .count = 1};
    struct tw_result proof;
    int code = pipeline->prover ? TW_OK : open_prover(pipeline, error);
    if (code) return code;
    tw_pipeline_run(pipeline->prover, &one, TW_STAGE_RUN, &proof);
    if (proof.refused_key) pipeline->refusal = pipeline->prover->refusal;
    if (proof.faulted) tw_prover_close(pipeline);
    if (proof.no_memory) {
        tw_result_free(&proof);
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    tw_proof_take(&proof, result);
    return TW_OK;
}
