/* runs.h - the tiles worth trying for a permutation, by what lies side by side in them, and how they lie in shared memory. */
#ifndef TW_GEN_FAMILIES_PERMUTE_RUNS_H
#define TW_GEN_FAMILIES_PERMUTE_RUNS_H

#include "gen/families/permute/tile.h"

#define TW_PERMUTE_PAIRS 36u /* of runs, at most */

/* Bytes of a tile side by side in the input and in the output, that make different tiles, the cheapest first. */
struct tw_permute_runs {
    struct {
        int64_t in, out;
        uint64_t cost;
    } pair[TW_PERMUTE_PAIRS];
    unsigned count;
};

/*
 * The variant is of the method tile, its in_run and out_run are TW_DERIVED or given, and it has the other fields that a tile needs. What
 * makes less than `least` tiles comes last. Where nothing fits, there is one pair, the shortest, of which accept says the reason.
 */
void tw_permute_rank_runs(const int64_t *value, uint64_t least, struct tw_permute_runs *runs);
/* Gives in_run and out_run those of a pair, unless they have values. */
void tw_permute_take_runs(const struct tw_permute_runs *runs, unsigned pair, int64_t *value);

/*
 * Leaves, of the pairs for a variant of the method shifted whose overlap is sectors, those with which tiles overlap, each tile once;
 * there may be none.
 */
void tw_permute_keep_overlapping(const int64_t *value, struct tw_permute_runs *runs);

/* Gives overlap, of the method shifted and its runs, sectors where tiles overlap by an eighth of a step at most, unless it has a value. */
void tw_permute_choose_overlap(int64_t *value);

/* Gives lanes, IPAD and pad_every what has the fewest bank conflicts, unless they have values. */
void tw_permute_choose_places(int64_t *value);

#endif
