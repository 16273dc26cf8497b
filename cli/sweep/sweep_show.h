/*
 * sweep_show.h - what a person sees of a sweep (tune/sweep/sweep.h):
 *
 *     sweep_show.c        all of it, in order; what was left out, what failed, what is next
 *     sweep_table.c       the ranked table
 *     sweep_heat.c        the heat map
 *     sweep_winner.c      the best variant
 *     sweep_searched.c    how much was seen
 *     sweep_proofs.c      what the simulator proved
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

/* The wavefronts of a launch, by prediction or else as simulated; false when neither tells them. */
bool tw_row_wavefronts(const struct tw_row *row, uint64_t *wavefronts);
/* Whether what counts is how much is moved: sectors of global memory, or the bandwidth that is reached. */
bool tw_sweep_is_traffic(const struct tw_sweep *sweep);
/* Variants that were not tried yet. */
size_t tw_sweep_untried(const struct tw_sweep *sweep);

/* Adds the first `top` rows of a problem, as a table. */
void tw_sweep_add_table(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                        const struct tw_sweep_view *view, size_t top, struct tw_text *text);
/* Adds what the table's columns are. */
void tw_sweep_add_legend(const struct tw_sweep *sweep, struct tw_text *text);
void tw_sweep_add_heat_map(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                           const struct tw_sweep_view *view, struct tw_text *text);
/* Adds what there is to say of a problem's best variant; only: there is no other problem. Returns the row that the family's model of
   times would take on a GPU, where nothing was timed and it is another than the best; else NULL. */
const struct tw_row *tw_sweep_add_winner(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                         bool only, struct tw_text *text);

/* Adds what the simulator says of a described kernel's variants, and the first of which it says nothing; nothing of other kernels. */
void tw_sweep_add_proofs(const struct tw_sweep *sweep, struct tw_text *text);

/* Adds how much of the space a search, or a sweep with a budget, has seen, and what the winner's standing rests on; nothing of others. */
void tw_sweep_add_search(const struct tw_sweep *sweep, struct tw_text *text);

void tw_sweep_show(const struct tw_sweep *sweep, const struct tw_sweep_view *view, struct tw_text *text);

#endif
