/*
 * sweep_show.h - what a person sees of a sweep (tune/sweep/sweep.h):
 *
 *     sweep_show.c    table, verdict
 *     sweep_heat.c    heat map
 *     sweep_searched.c    how much was seen
 */
#ifndef TW_CLI_SWEEP_SWEEP_SHOW_H
#define TW_CLI_SWEEP_SWEEP_SHOW_H

#include "tune/sweep/sweep.h"

/* What a person sees at the end: so many rows, on a terminal so wide. */
struct tw_sweep_view {
    size_t top;
    unsigned width;
    bool colour;
};
void tw_sweep_add_heat_map(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                           const struct tw_sweep_view *view, struct tw_text *text);

/* Adds what the simulator says of a described kernel's variants, and the first of which it says nothing; nothing of other kernels. */
void tw_sweep_add_proofs(const struct tw_sweep *sweep, struct tw_text *text);

/* Adds how much of the space a search, or a sweep with a budget, has seen, and what the winner's standing rests on; nothing of others. */
void tw_sweep_add_search(const struct tw_sweep *sweep, struct tw_text *text);

void tw_sweep_show(const struct tw_sweep *sweep, const struct tw_sweep_view *view, struct tw_text *text);

#endif
