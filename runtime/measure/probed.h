/*
 * probed.h - what a device's registers, shuffles, memories and atomics cost: latencies and rates, as medians with their spread,
 * how they follow from measured runs, and how they are kept. probed_measure.h measures; docs/probe.md says what and how.
 */
#ifndef TW_RUNTIME_MEASURE_PROBED_H
#define TW_RUNTIME_MEASURE_PROBED_H

#include <tilewright/api.h>

#include "runtime/compile/cache.h"
#include "runtime/device.h"

TW_API_BEGIN

/* clang-format off */
/*    row                    word in JSON            as the table has it              its rate is of      */
#define TW_PROBED_ROWS(X)                                                                                        \
    X(TW_PROBED_REGISTERS,     "registers",            "registers",                     TW_RATE_BYTES)       \
    X(TW_PROBED_SHUFFLE,       "shuffle",              "shuffle",                       TW_RATE_BYTES)       \
    X(TW_PROBED_SHARED,        "shared",               "shared",                        TW_RATE_BYTES)       \
    X(TW_PROBED_CONSTANT,      "constant_hit",         "constant, hit",                 TW_RATE_BYTES)       \
    X(TW_PROBED_CONSTANT_MISS, "constant_miss",        "constant, miss",                TW_RATE_BYTES)       \
    X(TW_PROBED_L1,            "l1",                   "L1",                            TW_RATE_BYTES)       \
    X(TW_PROBED_READ_ONLY,     "read_only",            "read-only path",                TW_RATE_BYTES)       \
    X(TW_PROBED_L2,            "l2",                   "L2",                            TW_RATE_BYTES)       \
    X(TW_PROBED_L2_NEAR,       "l2_near",              "L2, near",                      TW_RATE_BYTES)       \
    X(TW_PROBED_L2_FAR,        "l2_far",               "L2, far",                       TW_RATE_BYTES)       \
    X(TW_PROBED_GLOBAL,        "global",               "global",                        TW_RATE_BYTES)       \
    X(TW_PROBED_GLOBAL_NEAR,   "global_near",          "global, near",                  TW_RATE_BYTES)       \
    X(TW_PROBED_GLOBAL_FAR,    "global_far",           "global, far",                   TW_RATE_BYTES)       \
    X(TW_PROBED_SHARED_SAME,   "shared_atomics_same",   "shared, one address",          TW_RATE_ADDITIONS)   \
    X(TW_PROBED_SHARED_SPREAD, "shared_atomics_spread", "shared, spread",               TW_RATE_ADDITIONS)   \
    X(TW_PROBED_GLOBAL_SAME,   "global_atomics_same",   "global, one address",          TW_RATE_ADDITIONS)   \
    X(TW_PROBED_GLOBAL_SPREAD, "global_atomics_spread", "global, spread",               TW_RATE_ADDITIONS)
/* clang-format on */

enum tw_rate_unit { TW_RATE_BYTES, TW_RATE_ADDITIONS };

enum tw_probed {
#define X(row, word, label, unit) row,
    TW_PROBED_ROWS(X)
#undef X
        TW_PROBED_COUNT
};

/* All static. */
const char *tw_probed_word(enum tw_probed row);
const char *tw_probed_label(enum tw_probed row);
enum tw_rate_unit tw_probed_unit(enum tw_probed row);

/* What several runs say. */
struct tw_figure {
    double median; /* 0: not measured                                                    */
    double spread; /* from the smallest to the 80th percentile, as a part of the median */
};

struct tw_probed_cost {
    struct tw_figure latency; /* cycles of an SM's clock                            */
    struct tw_figure rate;    /* of the whole device: 10^9 bytes or additions a second */
};

struct tw_probed_costs {
    double clock_mhz; /* of an SM, while it was measured                                          */
    /* The share of the places that were followed which are near to the SM that followed them. 0: all are alike, and the memory's row has
       their latency; else that is 0, and the rows of near and far have it. */
    double l2_near_share, global_near_share;
    struct tw_figure launch; /* microseconds of one of many behind each other */
    struct tw_probed_cost row[TW_PROBED_COUNT];
};

/* Sorts the values, at least one. */
struct tw_figure tw_figure_of(double *value, unsigned count);

/*
 * The two groups that values fall into, if they do: the cut between neighbours for which the squares of the distances from
 * each group's mean add up to the least. They are two if either holds a twentieth of all at least, and the means lie apart by
 * four times the standard deviation within the groups.
 */
struct tw_groups {
    bool two;
    unsigned near_count;        /* values below the cut */
    struct tw_figure near, far; /* of the groups, whose spread is of their values; one group: near, of all */
};
/* Sorts the values. */
struct tw_groups tw_groups_of(double *value, unsigned count);

/* Kept beside the ceilings, for devices that are alike as those of ceilings are, and for this version of the program: see
   tw_ceilings_keep and tw_ceilings_recall. */
bool tw_probed_keep(struct tw_cache *cache, const struct tw_device *device,
                    const struct tw_probed_costs *costs);
bool tw_probed_recall(struct tw_cache *cache, const struct tw_device *device, struct tw_probed_costs *costs);

TW_API_END
#endif
