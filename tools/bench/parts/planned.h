/*
 * planned.h - what a plan that measures takes, in place of what the model chooses: how good it is, and how long it takes. Each plan is
 * new: its planner keeps nothing on disk, neither kernels nor what was measured.
 */
#ifndef BENCH_PLANNED_H
#define BENCH_PLANNED_H

#include <tilewright/plan.h>

#include "tools/bench/parts/space.h"

struct planned {
    struct tw_planner *planner;
    enum tw_effort effort;
    double longest;   /* seconds that a plan took to make */
    size_t estimated; /* plans that could not measure */
};

/* effort: a word of TW_EFFORTS. False: it is none. */
bool planned_effort(const char *word, enum tw_effort *effort);

/* In the context that is current. TW_ENVIRONMENT, TW_MEMORY. *planned is overwritten; planned_close releases it. */
int planned_open(enum tw_effort effort, struct planned *planned, struct tw_error *error);
void planned_close(struct planned *planned);

/* Makes a plan for the problem, and its variant the first of the list. Errors are those of tw_plan_make. */
int planned_take(struct planned *planned, const int64_t *problem, struct tried *tried,
                 struct tw_error *error);

#endif
