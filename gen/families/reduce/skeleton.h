/* skeleton.h - what a skeleton of the reduce family is: which threads take which elements, and where states meet. */
#ifndef TW_GEN_FAMILIES_REDUCE_SKELETON_H
#define TW_GEN_FAMILIES_REDUCE_SKELETON_H

#include "gen/families/reduce/fields.h"
#include "gen/text/data.h"

struct tw_reduce_skeleton {
    /* Replaces TW_DERIVED in the fields that say how. */
    void (*resolve)(int64_t *value, const struct tw_target *target);
    /* As of a family; the algebra and the common fields are accepted already. */
    bool (*accept)(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason);
    /* Adds scratch and launches; a, b or offsets, c, and work are there. Sets chain if the order is free. */
    void (*shape)(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape);
    /* Adds the variables of its template. */
    void (*describe)(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
    void (*predict)(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                    unsigned launch, struct tw_prediction *prediction);
    /* The ways worth trying where nobody gave a field, and one of them: fills open fields, perhaps not all, which resolve
       does then. */
    unsigned (*ways)(const int64_t *given);
    void (*take_way)(int64_t *value, unsigned way, const struct tw_target *target);
};

#endif
