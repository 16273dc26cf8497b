/* rows.h - the skeleton `rows`: leaves of rows by warps. run.h says in numbers who takes what. */
#ifndef TW_GEN_FAMILIES_REDUCE_ROWS_ROWS_H
#define TW_GEN_FAMILIES_REDUCE_ROWS_ROWS_H

#include "gen/families/reduce/rows/run.h"
#include "gen/families/reduce/skeleton.h"

extern const struct tw_reduce_skeleton tw_reduce_rows;

/* Whether the rule finishes rows by a cluster: where nobody gave `finish`, those of a small array, whose best schedule was measured. */
bool tw_reduce_rows_cluster(const int64_t *value, const struct tw_target *target);

/* Rows that are staged, or whose chunks are taken as they lie, as rows that are loaded element by element, of which a warp takes
   another number. */
void tw_reduce_rows_relax(int64_t *value);

/* The rule of the skeleton (rows_rule.c). */
void tw_reduce_rows_resolve(int64_t *value, const struct tw_target *target);

/* Whether all loads of a short row can be under way at once, and then those of several rows. */
bool tw_reduce_run_at_once(const struct tw_reduce *r, const struct tw_reduce_run *run);

/* The candidates of the skeleton (rows_candidates.c). */
unsigned tw_reduce_rows_candidates(const int64_t *given);
void tw_reduce_rows_take(int64_t *value, unsigned number, const struct tw_target *target);
/* Whether the model ranks such a variant: no clusters, which it does not know, and no block whose warps are twice a row's leaves or
   more. */
bool tw_reduce_rows_suit(const int64_t *value);

void tw_reduce_rows_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
void tw_reduce_rows_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                            unsigned launch, struct tw_prediction *prediction);

#endif
