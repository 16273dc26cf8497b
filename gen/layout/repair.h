/*
 * repair.h - accesses to an array in shared memory, as they were seen, and the change of its layout that frees them best of bank
 * conflicts. Nothing is known of the array but where it lies and where lanes accessed it: the length of its rows is taken from
 * the distances of the lanes. Every change is tried: applied to the addresses of all accesses, whose wavefronts are counted.
 *
 * Thread-safety: no state.
 */
#ifndef TW_GEN_LAYOUT_REPAIR_H
#define TW_GEN_LAYOUT_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/banks.h>

/* A request, and how often it was made. */
struct tw_repair_access {
    enum tw_access op;
    unsigned atomic_passes; /* of an atomic: that it takes through the banks; else 0 */
    unsigned bytes;         /* of a lane: 1 to 16 */
    uint32_t active;
    uint32_t address[32]; /* of the active lanes, in the block's shared memory */
    uint64_t times;
};

struct tw_repair_array {
    const struct tw_repair_access *accesses;
    size_t count;
    uint32_t begin, bytes; /* where it lies; bytes 0: nobody knows how long it is */
    uint32_t room;         /* bytes that it may grow by                           */
};

/* For an offset of `at` bytes in the array: row = at / pitch, place = at % pitch. No access crosses the end of a row. What it becomes: */
enum tw_repair_kind {
    TW_REPAIR_KEPT,   /* at: nothing is better                                                          */
    TW_REPAIR_ROWS,   /* row * (pitch + padding) + place: 1 to TW_REPAIR_PADS units more for a row       */
    TW_REPAIR_SKEW,   /* the same with rows that nobody sees: element i goes to i + i / k, 1, 2, 4 units */
    TW_REPAIR_SWIZZLE /* row * new_pitch + place, with column ^ row % swizzle for the column            */
};

#define TW_REPAIR_PADS      32u   /* units, at most, that a row is padded by                          */
#define TW_REPAIR_LEAST_ROW 32u   /* bytes: powers of two that are tried as the rows of a plain array */
#define TW_REPAIR_MOST_ROW  1024u /* the last of them                                                 */

struct tw_repair_change {
    enum tw_repair_kind kind;
    bool by_lanes;               /* the pitch is one that the lanes' distances show             */
    uint32_t pitch, padding;     /* bytes                                                       */
    uint32_t swizzle, new_pitch; /* of a swizzle: rows after which it repeats; bytes of its rows, which are a
                                    power of two of units and no more than pitch                */
    uint32_t more;               /* bytes that the array takes more                             */
    uint64_t wavefronts, conflicts; /* of all accesses then                                     */
    uint64_t regular;               /* of the conflicts: of accesses that data do not scatter   */
};

struct tw_repair {
    uint32_t unit;  /* bytes that stay together: those of the widest access, which padding is a multiple of */
    uint32_t pitch; /* bytes from a row to the next, as most lanes' distances show; 0: they show no rows    */
    struct tw_repair_change kept; /* what the array costs as it stands */
    unsigned tried;               /* changes */
    /*
     * The change that costs least among those with the fewest wavefronts. Padding goes before a swizzle, and among paddings the one
     * that takes less memory, where one of rows counts as a sixteenth of the array less. TW_REPAIR_KEPT: none has fewer wavefronts.
     */
    struct tw_repair_change best;
    /* Beside a padding a swizzle that has as few wavefronts, in less memory; beside a swizzle the best padding, if it
       halves the conflicts at least. TW_REPAIR_KEPT: there is none. */
    struct tw_repair_change other;
    /* Data say where lanes go, in at least half of the conflicts. Then an eighth more wavefronts are as few, and a change must halve
       the conflicts, or take an eighth of them away from accesses that are not scattered: else it is chance. */
    bool scattered;
    bool
        opposed; /* nothing is best, though some change helps the access that costs most: others lose as much */
    /* A longer pitch of which the array holds as many whole rows as are used, though no access goes by it: a padding that was
       declared and forgotten in the index. 0: none. */
    uint32_t meant;
};

/* Whether there is a best change. False too where nothing conflicts. */
bool tw_repair_find(const struct tw_repair_array *array, struct tw_repair *repair);

#endif
