/*
 * repair.h - accesses to an array in shared memory, as they were seen, and the change of its rows that would free them of bank
 * conflicts. Nothing is known of the array but where it lies and where lanes accessed it: the length of its rows is taken from
 * the distances of the lanes.
 *
 * Thread-safety: no state.
 */
#ifndef TW_GEN_LAYOUT_REPAIR_H
#define TW_GEN_LAYOUT_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/banks.h>

/* One request, as an example of all that its instruction makes. */
struct tw_repair_access {
    enum tw_access op;
    unsigned bytes; /* of a lane: 1 to 16 */
    uint32_t active;
    uint32_t address[32]; /* of the active lanes, in the block's shared memory */
};

#define TW_REPAIR_PADS 32u /* paddings tried, in units of the widest access */

struct tw_repair {
    uint32_t pitch;   /* bytes from a row to the next, as the lanes' distances show; 0: they show no rows */
    uint32_t unit;    /* bytes that a swizzle moves as one: those of the widest access                    */
    uint32_t padding; /* bytes more for each row, with which every request is ideal; 0: none was found    */
    /* Columns c of `unit` bytes become c ^ (row % swizzle), in rows of swizzled_pitch bytes, which are not more than there
       are: every request is ideal then. 0: they are not. */
    uint32_t swizzle, swizzled_pitch;
    /* A longer pitch of which the array holds as many whole rows as are used, though no access goes by it: a padding that was
       declared and forgotten in the index. 0: none. */
    uint32_t meant;
};

/*
 * What would make all accesses to the array ideal (tw_bank_ideal). `begin` and `bytes`: where the array lies; bytes 0: nobody knows
 * how long it is. False: none of them has a conflict, or nothing of it helps; then *repair says what was seen.
 */
bool tw_repair_find(const struct tw_repair_access *accesses, size_t count, uint32_t begin, uint32_t bytes,
                    struct tw_repair *repair);

#endif
