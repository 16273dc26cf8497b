/* The table of skeletons. */
#include "gen/families/reduce/skeletons.h"

#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/columns/unordered.h"
#include "gen/families/reduce/ladder/ladder.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/segments/segments.h"
#include "gen/families/reduce/variant.h"

enum skeleton { ROWS, COLUMNS, UNORDERED, SEGMENTS, LADDER, SKELETONS };

/* The template includes the part whose flag is set. */
static const struct {
    const char *flag;
    const struct tw_reduce_skeleton *skeleton;
} skeletons[SKELETONS] = {
    [ROWS] = {"is_rows", &tw_reduce_rows},
    [COLUMNS] = {"is_columns", &tw_reduce_columns},
    [UNORDERED] = {"is_unordered", &tw_reduce_unordered},
    [SEGMENTS] = {"is_segments", &tw_reduce_segments},
    [LADDER] = {"is_ladder", &tw_reduce_ladder},
};

static enum skeleton number_of(const int64_t *value)
{
    static const enum skeleton along[] = {
        [REDUCE_ROWS] = ROWS, [REDUCE_COLUMNS] = COLUMNS, [REDUCE_SEGMENTS] = SEGMENTS};
    if (value[REDUCE_method] != REDUCE_TREE) return LADDER;
    bool is_columns = value[REDUCE_along] == REDUCE_COLUMNS;
    return is_columns && tw_reduce_of(value).unordered ? UNORDERED : along[value[REDUCE_along]];
}

const struct tw_reduce_skeleton *tw_reduce_skeleton_of(const int64_t *value)
{
    return skeletons[number_of(value)].skeleton;
}

void tw_reduce_describe_skeleton(const int64_t *value, struct tw_data *data)
{
    for (unsigned i = 0; i < SKELETONS; i++)
        tw_data_flag(data, skeletons[i].flag, i == (unsigned)number_of(value));
}
