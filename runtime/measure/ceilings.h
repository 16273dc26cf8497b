/*
 * ceilings.h - how fast a device's memories are at best, and what follows from it for a problem: the least time in which it
 * can be solved. ceilings_measure.h measures them; here they are kept, and read.
 *
 * A working set is all the bytes that a launch reads and writes. Small ones stay in the L2 from one launch to the next, large
 * ones live in DRAM, and between them there is no edge: so ceilings are times at a ladder of sizes, and between two sizes
 * the time is a straight line. All times are of single launches between events, the launch itself included.
 */
#ifndef TW_RUNTIME_MEASURE_CEILINGS_H
#define TW_RUNTIME_MEASURE_CEILINGS_H

#include <tilewright/api.h>
#include <tilewright/kernel.h>

#include "runtime/compile/cache.h"
#include "runtime/device.h"

TW_API_BEGIN

/*    ceiling             word      what the working set is                     */
#define TW_CEILINGS(X)                                                                                       \
    X(TW_CEILING_READ, "read")   /* read                                    */                               \
    X(TW_CEILING_WRITE, "write") /* written                                 */                               \
    X(TW_CEILING_COPY, "copy")   /* one half is read, the other is written  */

enum tw_ceiling {
#define X(name, word) name,
    TW_CEILINGS(X)
#undef X
        TW_CEILING_COUNT
};

const char *tw_ceiling_word(enum tw_ceiling ceiling);

#define TW_MAX_CEILING_POINTS 12u

struct tw_ceiling_point {
    uint64_t bytes; /* of the working set                                      */
    double us[TW_CEILING_COUNT];
};

struct tw_ceilings {
    unsigned count; /* of the points; 0: nothing is known */
    /* More and more bytes, which never take less time. */
    struct tw_ceiling_point points[TW_MAX_CEILING_POINTS];
    uint64_t l2_bytes;
    double launch_us; /* of an empty kernel; at most any other time */
    double spread;    /* of the noisiest point: from its fastest run to the 80th percentile, of the median */
};

/* Microseconds that a working set takes at least, the launch included. count is not 0. */
double tw_ceiling_us(const struct tw_ceilings *ceilings, enum tw_ceiling ceiling, uint64_t bytes);

/* The least microseconds for a work, the launch included (ceilings.c says why); 0: nothing is known, or it moves nothing. */
double tw_bound_us(const struct tw_ceilings *ceilings, const struct tw_work *work);

/*
 * Ceilings are kept in the cache's directory for devices that are alike in name, architecture, driver, clocks, bus, L2 and
 * memory. Keep: false when they are not kept now, for whatever reason. Recall: false, and *ceilings zeroed, when there are
 * none. cache NULL: there is none.
 */
bool tw_ceilings_keep(struct tw_cache *cache, const struct tw_device *device,
                      const struct tw_ceilings *ceilings);
bool tw_ceilings_recall(struct tw_cache *cache, const struct tw_device *device, struct tw_ceilings *ceilings);

TW_API_END
#endif
