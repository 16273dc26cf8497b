/*
 * launch.h - loads a compiled kernel, launches it, and checks it against its reference.
 *
 * The device's context must be current in the calling thread. A message about a driver call names the call; the caller adds the variant's name.
 * Where nothing else is said, no pointer may be NULL.
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
    CUfunction *function; /* one for each launch */
    CUdeviceptr *symbol;  /* one for each argument; 0 if it is no symbol, or the module lacks it */
    bool from_ptx;        /* the cubin did not fit, and the PTX was loaded */
    int registers, static_shared_bytes, local_bytes; /* of the launch that has the most */
};

/*
 * Loads the cubin of an image, or its PTX if the cubin does not fit. Sets dynamic shared memory, carveout and cache configuration, and finds the
 * symbols. The parameters and symbols of a described kernel are compared with its arguments (given.h). *loaded is overwritten; the caller owns it
 * (tw_unload). It is empty after a failure.
 *
 * TW_DRIVER: neither cubin nor PTX can be loaded; the message says why for both, and the detail is the log of the driver's JIT compiler.
 * TW_INPUT: a parameter or symbol is not as described. TW_TOO_LARGE: the kernel needs more than the device has. TW_MEMORY.
 */
int tw_load(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
            struct tw_loaded *loaded, struct tw_error *error);
/* Unloads it. An empty one is allowed. */
void tw_unload(struct tw_device *device, struct tw_loaded *loaded);

/* Raises *bytes to the shared memory that a block of a described kernel takes: only the compiler knows the static part. For other kernels the shape
   says it, and *bytes stays. */
int tw_loaded_shared_bytes(const struct tw_device *device, const struct tw_kernel *kernel,
                           const struct tw_loaded *loaded, uint32_t *bytes, struct tw_error *error);

/*
 * Makes all launches of a variant, in order, on one stream. Buffers with TW_BEFORE_ZEROED are set to zero first, on the stream. It does not wait or
 * allocate on the device, so it can be captured into a graph. It returns what the driver returned.
 *
 * values[i] points to the value of argument i: a CUdeviceptr for a buffer, an element for a scalar. Values of scalars that have their own are not
 * read. Values of symbols are read only for the address of one that a structure holds.
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
    unsigned trial;      /* the last one that ran: the one that found something wrong, or the last of all */
    uint64_t mismatches; /* elements of results that were wrong after this trial                    */
    uint64_t inputs_changed; /* elements of inputs that the kernel changed; it must change none         */
    uint64_t scratch_left;   /* elements of scratch that it should have left zero, and did not          */
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
 * Checks a kernel in two trials or more (docs/checking.md). The reference says what the arguments hold before a trial; each element is compared with
 * what the reference says that it must hold afterwards. A described kernel (base/described/expectation.h) runs twice on the same inputs, in memory
 * that holds another pattern the second time. A kernel with wrong results is no error: TW_OK, and check->ok is false.
 *
 * If `output` is true, check->output has the first result. *check is overwritten; the caller owns it (tw_check_free). It is empty after a failure.
 *
 * TW_FAULT: the kernel did something illegal, and the device must be closed (tw_device_close). TW_UNSUPPORTED: the family has no reference.
 * TW_INPUT: the reference of a described kernel fails. TW_DRIVER, TW_MEMORY.
 */
int tw_check(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
             bool output, struct tw_check *check, struct tw_error *error);
/* Frees what the struct owns. */
void tw_check_free(struct tw_check *check);

/* Writes one element as text: 17, -0.5, {1, 2, 3, 4}. A floating-point number has the fewest digits that read back as the same value, with a point
   under any locale. Four wide components are cut if they do not fit. False: memory ran out, and the text says so. */
bool tw_element_print(enum tw_element element, const void *value, char text[64]);

TW_API_END
#endif
