/*
 * compare.h - the elements that an argument holds against those it should hold: on the CPU, or by a kernel on the device
 * where they lie.
 */
#ifndef TW_RUNTIME_CHECK_COMPARE_H
#define TW_RUNTIME_CHECK_COMPARE_H

#include <tilewright/api.h>

#include "base/described/expectation.h"
#include "runtime/compile/cache.h"
#include "runtime/launch.h"

TW_API_BEGIN

/*
 * One argument. All arrays lie where the comparison runs: as host pointers for tw_compare_host, as device addresses for
 * tw_compare_device; 0: there is none.
 */
struct tw_comparison {
    const struct tw_argument *argument;
    uintptr_t got;
    uintptr_t expected;     /* 0: zeros */
    uintptr_t exact, scale; /* of results that round (runtime/references/reference.h) */
    uint64_t chain;
    const struct tw_tolerance
        *tolerance; /* of a described kernel's result; NULL: bit for bit, or as `exact` says */
    double most;    /* max |want|, which its `scaled` is a multiple of */
};

struct tw_differences {
    uint64_t count;
    uint64_t first[TW_MISMATCHES_SHOWN]; /* the lowest numbers of elements that differ, ascending */
    unsigned first_count;
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

/* ---- near.c: by a tolerance (base/described/expectation.h) ---- */

/* A component of either kind: integers are kept whole. */
struct tw_component {
    bool is_float;
    double real; /* of a float; of an integer as near as a double comes */
    int64_t
        whole; /* of an integer its bits; of a float its place among all floats of its kind, counted from 0 */
};
struct tw_component tw_component_of(enum tw_scalar scalar, unsigned bytes, const void *memory);

/* Whether the component is as near as the tolerance asks; *off (NULL: nobody asks) becomes |got - want|, or NaN. */
bool tw_is_near(enum tw_scalar scalar, unsigned bytes, const void *got, const void *want,
                const struct tw_tolerance *tolerance, double most, double *off);
/* The same of all components of element number `i`. */
bool tw_element_is_near(const struct tw_comparison *comparison, uint64_t i, double *off);
/* The largest finite |component| of `count` elements. */
double tw_most(enum tw_element element, const void *elements, uint64_t count);
/* What the tolerance allows beside a component of that value. */
double tw_allowed(const struct tw_tolerance *tolerance, double want, double most);

TW_API_END
#endif
