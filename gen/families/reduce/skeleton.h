/* skeleton.h - what a skeleton of the reduce family is: which threads take which elements, and where states meet. */
#ifndef TW_GEN_FAMILIES_REDUCE_SKELETON_H
#define TW_GEN_FAMILIES_REDUCE_SKELETON_H

#include "gen/families/reduce/fields.h"
#include "gen/text/data.h"

struct tw_reduce_skeleton {
    /* Replaces TW_DERIVED in the fields that say how. */
    void (*resolve)(int64_t *value, const struct tw_target *target);
    /* The same of a family (gen/family.h); the algebra and the common fields are accepted already. */
    bool (*accept)(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason);
    /* Adds scratch and launches; a, b or offsets, c, and work are there. Sets chain if the order is free. */
    void (*shape)(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape);
    /* Adds the variables of its template. */
    void (*describe)(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
    void (*predict)(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                    unsigned launch, struct tw_prediction *prediction);
    /* How many candidates there are where nobody gave a field; and one of them: fills open fields, perhaps not all, which resolve
       does then. */
    unsigned (*candidates)(const int64_t *given);
    void (*take)(int64_t *value, unsigned number, const struct tw_target *target);
};

#endif
