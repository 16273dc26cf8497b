/*
 * compare.h - the elements that an argument holds against those it should hold: on the CPU, or by a kernel on the device
 * where they lie.
 */
#ifndef TW_RUNTIME_CHECK_COMPARE_H
#define TW_RUNTIME_CHECK_COMPARE_H

#include <tilewright/api.h>

#include "runtime/compile/cache.h"
#include "runtime/launch.h"

TW_API_BEGIN

struct tw_near; /* runtime/check/near.h */

/*
 * One argument. All arrays lie where the comparison runs: as host pointers for tw_compare_host, as device addresses for
 * tw_compare_device; 0: there is none.
 */
struct tw_comparison {
    const struct tw_argument *argument;
    uintptr_t got;
    uintptr_t expected;     /* 0: zeros; with `near`, nobody says what is right */
    uintptr_t exact, scale; /* of results that round (runtime/references/reference.h) */
    uint64_t chain;
    const struct tw_near *near; /* of a described kernel's result; NULL: bit for bit, or as `exact` says */
    uintptr_t other, earlier, given; /* with `near`, as struct tw_element_places has them */
};

struct tw_differences {
    uint64_t count;
    uint64_t first[TW_MISMATCHES_SHOWN]; /* the lowest numbers of elements that differ, ascending */
    unsigned first_count;
    /* With `near`: the wrong element that is off the farthest, the first of equals, and how far; 0: none is off by a number. */
    uint64_t farthest;
    double off;
    uint64_t unsteady;             /* elements with other bits than in the first trial */
    uint64_t unwritten, unchanged; /* components, as struct tw_near_verdict has them */
};

void tw_compare_host(const struct tw_comparison *comparison, struct tw_differences *differences);

/* The kernels of runtime/check/compare.cu, loaded. */
struct tw_comparer {
    struct tw_loaded loaded;
    CUdeviceptr result;
    unsigned blocks;
};

/* Compiles (or takes from the cache) and loads. nvrtc must know the device's architecture, or an older one. Needs
   tw_comparer_close also after a failure. */
int tw_comparer_open(struct tw_comparer *comparer, struct tw_device *device, struct tw_cache *cache,
                     const struct tw_nvrtc *nvrtc, struct tw_error *error);
void tw_comparer_close(struct tw_comparer *comparer, struct tw_device *device);

/* Waits. */
int tw_compare_device(const struct tw_comparer *comparer, const struct tw_driver *driver,
                      const struct tw_comparison *comparison, struct tw_differences *differences,
                      struct tw_error *error);

/* A floating-point element of one component as a double. */
double tw_element_value(enum tw_element element, const void *bytes);

TW_API_END
#endif
