/*
 * predict.h - the cost of a variant's shared-memory accesses from the config's meaning alone: no source, no
 * compiler, no GPU. The addresses come from the family, the cost from the bank rule (tilewright/banks.h).
 */
#ifndef TW_GEN_PREDICT_H
#define TW_GEN_PREDICT_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

struct tw_prediction {
    struct tw_counts counts; /* of a launch of the whole grid */
    struct tw_access_cost accesses[TW_MAX_ACCESSES];
    unsigned access_count;
};

/* Pure and thread-safe. The variant must be one that family->accept accepts. */
void tw_predict(const struct tw_family *family, const int64_t *value, struct tw_prediction *prediction);

/*
 * For families that predict themselves: `times` requests of the active lanes in an access that the prediction
 * already names. addr of the other lanes is not read; without an active lane there is no request.
 */
void tw_predict_request(struct tw_prediction *prediction, unsigned access, const uint32_t addr[TW_WARP],
                        uint32_t active, uint64_t times);

TW_API_END
#endif
