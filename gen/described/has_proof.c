/* Whether a description has a proof. */
#include "gen/described/parts.h"

bool tw_description_has_proof(const struct tw_description *description)
{
    return description->proof != NULL;
}
