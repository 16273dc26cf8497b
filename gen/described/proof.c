/* The small problem on which every variant is simulated. */
#include <string.h>

#include "gen/described/parts.h"

/* The problem's fields as "proof" says them: any integers, also where the field declares those that are swept. False: one has no value. */
static bool set_problem(const struct tw_described_values *values, int64_t *proof, struct tw_text *why)
{
    const struct tw_description *description = values->description;
    bool fine = true;
    for (unsigned f = 0; f < description->field_count && fine; f++) {
        const struct tw_described_proof *from = &description->proof[f];
        if (from->has_value) proof[f] = from->value;
        fine = tw_described_integer(values, from->expression, description->names[f], -TW_DESCRIBED_EXACT,
                                    TW_DESCRIBED_EXACT, &proof[f], why);
    }
    return fine;
}

/* The entry points and the source, but for its title, which names the problem in any case. */
static bool add_binary(const struct tw_description *description, const int64_t *value,
                       const struct tw_target *target, struct tw_text *text)
{
    struct tw_described_values values;
    struct tw_kernel kernel = {.name = strdup("proof")};
    struct tw_text reason = {0};
    bool fine = kernel.name && tw_shape_reserve(&kernel.shape) &&
                tw_described_values(description, value, target, &values, &reason) &&
                tw_described_make(&values, &values, &description->program, target, &kernel.shape, &reason) &&
                tw_described_source(&values, &description->program, "", &kernel, NULL) == TW_OK;
    for (unsigned i = 0; i < kernel.shape.launch_count && fine; i++)
        tw_text_addf(text, "%s\n", kernel.shape.launches[i].entry);
    if (fine) tw_text_add(text, strchr(kernel.source, '\n'));
    tw_text_free(&reason);
    tw_kernel_free(&kernel);
    return fine && !text->failed;
}

/* Whether the proof's binary is another one; where that cannot be told, it is. */
static bool needs_binary(const struct tw_description *description, const int64_t *value, const int64_t *proof,
                         const struct tw_target *target)
{
    struct tw_text own = {0}, other = {0};
    bool same = add_binary(description, value, target, &own) &&
                add_binary(description, proof, target, &other) &&
                strcmp(tw_text_string(&own), tw_text_string(&other)) == 0;
    tw_text_free(&own);
    tw_text_free(&other);
    return !same;
}

bool tw_description_has_proof(const struct tw_description *description)
{
    return description->proof != NULL;
}

bool tw_described_proof(const struct tw_description *description, const int64_t *value,
                        const struct tw_target *target, int64_t proof[TW_MAX_FIELDS], bool *recompiles,
                        struct tw_text *why)
{
    struct tw_described_values values;
    struct tw_text reason = {0};
    *recompiles = false;
    memcpy(proof, value, description->field_count * sizeof *proof);
    if (!description->proof) return tw_refuse(why, "the description has no \"proof\"");
    bool fine = tw_described_values(description, value, target, &values, &reason) &&
                set_problem(&values, proof, &reason) &&
                tw_described_accept(description, proof, target, &reason);
    if (fine)
        *recompiles = needs_binary(description, value, proof, target);
    else
        tw_text_addf(why, "on the proof problem, %s", tw_text_part(why, &reason));
    tw_text_free(&reason);
    return fine;
}
