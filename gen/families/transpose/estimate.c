/* Asks the model for a variant. */
#include "gen/families/transpose/estimate.h"

float tw_transpose_score(const float feature[TW_TRANSPOSE_FEATURES])
{
    const struct tw_transpose_model *model = &tw_transpose_model;
    float sum = 0;
    for (unsigned tree = 0; tree < model->trees; tree++) {
        int node = model->root[tree];
        while (node >= 0)
            node = feature[model->feature[node]] <= model->threshold[node] ? model->low[node]
                                                                           : model->high[node];
        sum += model->leaf[~node];
    }
    return sum;
}

float tw_transpose_estimate(const int64_t *value, const struct tw_target *target)
{
    float feature[TW_TRANSPOSE_FEATURES];
    tw_transpose_features(value, target, feature);
    return tw_transpose_score(feature);
}
