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

bool tw_description_has_proof(const struct tw_description *description)
{
    return description->proof != NULL;
}

bool tw_described_proof(const struct tw_description *description, const int64_t *value,
                        const struct tw_target *target, int64_t proof[TW_MAX_FIELDS], struct tw_text *why)
{
    struct tw_described_values values;
    struct tw_text reason = {0};
    memcpy(proof, value, description->field_count * sizeof *proof);
    if (!description->proof) return tw_refuse(why, "the description has no \"proof\"");
    bool fine = tw_described_values(description, value, target, &values, &reason) &&
                set_problem(&values, proof, &reason) &&
                tw_described_accept(description, proof, target, &reason);
    if (!fine) tw_text_addf(why, "on the proof problem, %s", tw_text_part(why, &reason));
    tw_text_free(&reason);
    return fine;
}
