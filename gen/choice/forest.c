#include "gen/choice/forest.h"

float tw_forest_score(const struct tw_forest *forest, const float *feature)
{
    float sum = 0;
    for (unsigned tree = 0; tree < forest->trees; tree++) {
        int node = forest->root[tree];
        while (node >= 0)
            node = feature[forest->feature[node]] <= forest->threshold[node] ? forest->low[node]
                                                                             : forest->high[node];
        sum += forest->leaf[~node];
    }
    return sum;
}
