/*
 * rank.h - the order in which the variants of a space rank: the same for a sweep at hand (sweep_rank.c) and
 * for the records it left (shards_rank.c), which fill in what they know of each variant.
 */
#ifndef TW_TUNE_RANK_H
#define TW_TUNE_RANK_H

#include "gen/family.h"

/* What is known of a variant that ran; 0 where nothing is. */
struct tw_ranked {
    bool stopped;                 /* not timed to the end: it could not win */
    double cost;                  /* docs/results.md; its opposite, where the highest is best */
    double elements;              /* of a launch     */
    double sectors, requests;     /* of it: of global memory; loads and stores of shared memory */
    double threads, shared_bytes; /* of a block                                                 */
    double blocks, warps;         /* on a multiprocessor at a time                              */
    double padding, number;       /* of the variant: its padding, its position in the space     */
};

/*
 * What decides, smaller is better, in this order. Where nothing is timed, the cost is exact, and counts and
 * occupancy tell equals apart: of kernels that move data, fewer requests, then more blocks, of which some move
 * data while others wait at their barrier. Blocks of different sizes compare by thread, launches by element.
 */
enum tw_measure {
    TW_BY_STOPPED, /* what was timed to its end comes first; nothing is stopped where nothing is timed */
    TW_BY_COST,
    TW_BY_SECTORS,  /* the simulator's, per element                 */
    TW_BY_REQUESTS, /* the same; of families about moving data only */
    TW_BY_BLOCKS,   /* of these, negative: more is better           */
    TW_BY_BYTES,    /* shared, per thread                           */
    TW_BY_WARPS,    /* on the simulator, negative                   */
    TW_BY_PADDING,  /* from here on: no more than a preference      */
    TW_BY_NUMBER,
    TW_MEASURES
};

struct tw_measures {
    double value[TW_MEASURES];
};

/* cost: of the family; of a described kernel TW_COST_TRAFFIC. simulator: nothing is timed. */
struct tw_measures tw_measures_of(const struct tw_ranked *ranked, enum tw_cost cost, bool simulator);

/* "fewer sectors of global memory": what is better by a measure. */
const char *tw_measure_better(enum tw_measure measure);

/* The end of a metric that is best, in a header of results. */
#define TW_BEST_HIGHEST "highest"

/* Adds what costs are counted in: "ns per 1000 elements". cost: as above; described: of a described kernel. by: the metric that is ranked by, or
   NULL: time, or what the simulator counts. own: it is one of the description, which says itself what it is of. */
void tw_cost_add_unit(enum tw_cost cost, bool described, bool simulator, const char *by, bool own,
                      struct tw_text *text);

/* Whether a metric is something that a launch adds up, which is compared by element; averages and percentages are as they are. */
bool tw_metric_is_sum(const char *name);

/* By the measures from `first` up to, not including, `end`: < 0 when a is better, 0 when they are equal. */
int tw_measures_compare(const struct tw_measures *a, const struct tw_measures *b, enum tw_measure first,
                        enum tw_measure end);

#endif
