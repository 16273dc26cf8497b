/*
 * part.h - a config's variants as grids: a part for each entry and each problem of it, as variants of different problems are no rivals.
 *
 * An axis is a field with more than one value that is no part of the problem, in the order of the family's table; a point is admitted
 * when the family accepts the variant on the target. Parts are read-only once they are listed, and hold no variants.
 */
#ifndef TW_TUNE_SEARCH_PART_H
#define TW_TUNE_SEARCH_PART_H

#include "gen/choice/wheels.h"
#include "gen/config/config.h"
#include "gen/config/config_value.h"
#include "tune/search/grid.h"

#define TW_MOST_PARTS 4096u

struct tw_part {
    const struct tw_config *config;
    const struct tw_target *target;
    const struct tw_entry *entry;
    uint64_t first; /* the number, among the variants of the entry, of the point whose positions are all 0 */
    struct tw_grid grid;
    struct tw_wheels
        wheels; /* the axes; of a problem with one variant none, and the grid has one of one position */
    uint64_t apart[TW_GRID_AXES];         /* how far the numbers of neighbours on each axis are apart */
    const struct tw_condition *condition; /* those of the grid's numbers, of all parts */
    uint64_t *depends;                    /* of each, the axes */
};

struct tw_parts {
    struct tw_part *part;
    size_t count;
    struct tw_condition *condition;
};

/* The config and the target must stay. TW_INPUT: there are more than TW_MOST_PARTS; TW_MEMORY. Freed with tw_parts_free. */
int tw_parts_list(const struct tw_config *config, const struct tw_target *target, struct tw_parts *parts,
                  struct tw_error *error);
void tw_parts_free(struct tw_parts *parts);

/* The number in the config of a point, and the other way round: the number is of that part, or the result is false. */
uint64_t tw_part_number(const struct tw_part *part, const uint32_t *at);
bool tw_part_point(const struct tw_part *part, uint64_t number, uint32_t *at);

/* How many variants are admitted, of all parts; false: it would take more than `most` looks at constraints to know. */
bool tw_parts_size(const struct tw_parts *parts, uint64_t most, uint64_t *size);

#endif
