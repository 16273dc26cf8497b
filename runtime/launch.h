/*
 * launch.h - a compiled kernel is loaded, launched, checked against the CPU reference, and timed.
 *
 * The device's context must be current. Every error names the driver call; the caller adds the variant.
 */
#ifndef TW_RUNTIME_LAUNCH_H
#define TW_RUNTIME_LAUNCH_H

#include <tilewright/api.h>
#include <tilewright/kernel.h>

#include "base/text.h"
#include "runtime/compile/compile.h"
#include "runtime/device.h"

TW_API_BEGIN

struct tw_loaded {
    CUmodule module;
    CUfunction *function; /* of each launch */
    CUdeviceptr *symbol;  /* of each argument that is one; else 0, and where the module lacks it */
    bool from_ptx;        /* the cubin did not fit and the PTX was taken */
    int registers, static_shared_bytes, local_bytes; /* the most of any launch */
};

/*
 * Cubin first, PTX as the fallback; when neither fits, why for both, with the driver's JIT log as detail.
 * Sets dynamic shared memory, carveout and cache configuration, finds the symbols, and of a kernel of somebody's own compares parameters and
 * symbols with its arguments (given.h). *loaded is overwritten, owned by the caller (tw_unload), empty
 * after a failure.
 */
int tw_load(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
            struct tw_loaded *loaded, struct tw_error *error);
void tw_unload(struct tw_device *device, struct tw_loaded *loaded);

/* Raises *bytes to what a block of a described kernel takes of shared memory: the compiler knows the static part of it. The shape of another
   kernel says it all. */
int tw_loaded_shared_bytes(const struct tw_device *device, const struct tw_kernel *kernel,
                           const struct tw_loaded *loaded, uint32_t *bytes, struct tw_error *error);

/*
 * All launches of a variant, in order, on one stream: what check, measure, plans and embedded launchers do alike. values[i]
 * points to the value of argument i, a CUdeviceptr of a buffer, an element of a scalar; those of scalars with a value of their own are not
 * read, nor those of symbols but for the address of one that a structure holds.
 * Buffers that begin with TW_BEFORE_ZEROED are set to zero first, on the stream. It neither waits nor allocates on the device, so it can
 * be captured into a graph.
 */
CUresult tw_launch_all(const struct tw_driver *driver, const struct tw_shape *shape,
                       const CUfunction *function, void *const *values, CUstream stream);

#define TW_MISMATCHES_SHOWN 10u

struct tw_mismatch {
    unsigned buffer; /* number of the argument */
    uint64_t index;
    char expected[64], got[64]; /* as text: 17, -0.5, {1, 2, 3, 4}; got may also be "not written" */
    /* For a result with a tolerance: |got - expected|, and what would have been allowed; else both are 0. */
    double off, allowed;
};

struct tw_check {
    bool ok;
    unsigned trial;          /* the last one run: that which found something wrong, or the last of all  */
    uint64_t mismatches;     /* elements of results that were wrong after it                            */
    uint64_t inputs_changed; /* elements of inputs that it changed: no kernel is to                     */
    uint64_t scratch_left;   /* elements of scratch that it should have left zero, and did not           */
    uint64_t guard_bytes_changed; /* bytes just before or behind a buffer that changed; the simulator
                                     has no guard zones: there such an access is a TW_FAULT         */
    uint64_t unchecked;           /* results of a described kernel of which nobody says what they must be */
    uint64_t
        unsteady; /* elements of a described kernel's results with other bits in one trial than in the other */
    /* These count components of results of which nobody says what they must be: those that no trial wrote, and those of in-outs and
       zeroed outputs that hold what they held before. The texts say of which results, "24 of 1024 elements of c", and are owned. */
    uint64_t unwritten, unchanged, untold; /* untold: components of all these results */
    struct tw_text unwritten_of, unchanged_of;
    struct tw_mismatch first[TW_MISMATCHES_SHOWN];
    unsigned first_count;
    struct tw_mismatch
        farthest; /* of those with a tolerance that which is off the farthest; its `off` is 0: there is none */
    void *output;          /* the first result after the last trial, if asked for; owned (tw_check_free) */
    uint64_t output_count; /* elements; 0 and output NULL when there is none                */
    enum tw_element element;
    char *said; /* lines that the family's reference has to say of right results, or NULL; owned */
};

struct tw_oracle; /* runtime/check/oracle.h */

/*
 * Runs the kernel on what the family's reference says its arguments hold before, and compares each element of each with what
 * it says they hold afterwards, two trials or more (docs/checking.md). A kernel that gives wrong results is not an error:
 * TW_OK with check->ok false. output: the first result is wanted too.
 * TW_FAULT: the kernel did something illegal, and the device must be closed (tw_device_close says what then).
 * A described kernel (base/described/expectation.h) is run twice on the same inputs, in memory that holds another pattern the second time.
 * TW_UNSUPPORTED: the family has no reference. *check is overwritten, owned by the caller (tw_check_free),
 * empty after a failure.
 */
int tw_check(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
             bool output, struct tw_check *check, struct tw_error *error);
void tw_check_free(struct tw_check *check);

/* One element as text, by its type: floating point with as few digits as read back to the same value, '.'
   under any locale; cut where four wide components would need more room. False, and words that say so: memory
   ran out. */
bool tw_element_print(enum tw_element element, const void *value, char text[64]);

TW_API_END
#endif
