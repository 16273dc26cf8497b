/*
 * predict.h - the cost of a variant's shared-memory accesses from the config's meaning alone: no source, no compiler,
 * no GPU. The addresses come from the family, the cost from the bank rule (tilewright/banks.h).
 */
#ifndef TW_GEN_PREDICT_H
#define TW_GEN_PREDICT_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

struct tw_prediction {
    struct tw_counts counts; /* of a grid of one block */
    struct tw_access_cost accesses[TW_MAX_ACCESSES];
    unsigned access_count;
};

/* Pure and thread-safe. The variant must be one that family->accept accepts. */
void tw_predict(const struct tw_family *family, const int64_t *value, struct tw_prediction *prediction);

TW_API_END
#endif
