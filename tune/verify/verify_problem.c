/* On which problem a variant of a described kernel is verified: the small one of its proof, which a simulator ends in seconds. */
#include <stdlib.h>
#include <string.h>

#include "tune/prove/prove.h"
#include "tune/verify/verify.h"

/* Memory for the variants with the values of their problems. */
static struct tw_variant *make_room(struct tw_verify *verify, struct tw_error *error)
{
    const size_t fields = verify->variants.family->field_count, count = verify->count;
    struct tw_variant *variant = malloc((count + 1) * sizeof *variant);
    verify->values = malloc((count * fields + 1) * sizeof *verify->values);
    verify->exchanged = variant;
    if (!variant || !verify->values) tw_fail(error, TW_MEMORY, "out of memory for %zu variants", count);
    return verify->values ? variant : NULL;
}

/* The variant with the values of its proof problem, at `value`, or as it is; what is to be told of it goes to the row. */
static int take_problem(const struct tw_verify *verify, const struct tw_variant *variant, int64_t *value,
                        struct tw_verify_row *row, struct tw_error *error)
{
    struct tw_proof_problem problem;
    struct tw_result result = {0};
    struct tw_text reason = {0};
    bool small = false;
    memcpy(value, variant->value, verify->variants.family->field_count * sizeof *value);
    if (!tw_family_accept(verify->variants.family, value, &verify->variants.target, &reason)) {
        tw_text_free(&reason);
        return TW_OK;
    }
    int code = tw_proof_problem(&verify->variants, variant, TW_PROVING_ALONE, &problem, &result, error);
    if (!code && !problem.proves)
        code = tw_proof_is_small(&verify->variants, variant, TW_PROOF_SMALL, &small, error);
    if (!code && problem.proves) {
        memcpy(value, problem.value, verify->variants.family->field_count * sizeof *value);
        row->problem = result.proof_problem;
        result.proof_problem = (struct tw_text){0};
    } else if (!code && !small) {
        row->left_out = result.unproven;
        result.unproven = (struct tw_text){0};
    }
    tw_result_free(&result);
    tw_text_free(&reason);
    return code;
}

int tw_verify_take_problems(struct tw_verify *verify, struct tw_error *error)
{
    const unsigned fields = verify->variants.family->field_count;
    struct tw_variant *variant = make_room(verify, error);
    if (!variant) return TW_MEMORY;
    verify->own = verify->variants.variant;
    int code = TW_OK;
    for (size_t i = 0; i < verify->count && !code; i++) {
        variant[i] = verify->own[i];
        variant[i].value = verify->values + i * fields;
        code = take_problem(verify, &verify->own[i], verify->values + i * fields, &verify->rows[i], error);
    }
    if (!code) verify->variants.variant = variant;
    return code;
}
