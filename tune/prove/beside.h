/* beside.h - proofs for a pipeline that runs variants on a GPU, or only compiles for one (tune/prove/prove.h). */
#ifndef TW_TUNE_PROVE_BESIDE_H
#define TW_TUNE_PROVE_BESIDE_H

#include "tune/pipeline.h"

/* Proves a variant on a simulator in this process, before anything is launched on the GPU. What is found goes to the result; an error is that
   there is no simulator. */
int tw_prove_beside(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                    const struct tw_variant *variant, struct tw_result *result, struct tw_error *error);
void tw_prover_close(struct tw_pipeline *pipeline); /* none is open: nothing happens */

#endif
