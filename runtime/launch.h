/*
 * launch.h - a compiled kernel is loaded, launched, checked against the CPU reference, and timed.
 *
 * The device's context must be current. Every error names the driver call; the caller adds the variant.
 */
#ifndef TW_RUNTIME_LAUNCH_H
#define TW_RUNTIME_LAUNCH_H

#include <tilewright/kernel.h>

#include "runtime/compile.h"
#include "runtime/device.h"

struct tw_loaded {
    CUmodule module;
    CUfunction function;
    bool from_ptx;  /* the cubin did not fit and the PTX was taken */
    int registers, static_shared_bytes, local_bytes;
};

/* Cubin first, PTX as the fallback; when neither fits, why for both. Sets dynamic shared memory and carveout. */
int tw_load(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
            struct tw_loaded *loaded, struct tw_error *error);
void tw_unload(struct tw_device *device, struct tw_loaded *loaded);

#define TW_MISMATCHES_SHOWN 10u

struct tw_mismatch {
    unsigned buffer;
    uint64_t index;
    char expected[64], got[64]; /* the element as text: 17, 0x0011, {1, 2, 3, 4} */
};

struct tw_check {
    bool ok;
    uint64_t mismatches; /* elements that are wrong */
    uint64_t guard_bytes_changed; /* bytes before or after a buffer that the kernel wrote */
    struct tw_mismatch first[TW_MISMATCHES_SHOWN];
    unsigned first_count;
    void *output;        /* the first output buffer as it came back; owned (tw_check_free) */
    uint64_t output_count;
    enum tw_element element;
};

/* Poisons every output (with two different patterns in two launches, so that no unwritten element can look right),
   launches, copies back, compares each element with the reference. A kernel that gives wrong results is not an error:
   TW_OK with check->ok false. */
int tw_check(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
             struct tw_check *check, struct tw_error *error);
void tw_check_free(struct tw_check *check);

/* One element as text, by its type. */
void tw_element_print(enum tw_element element, const void *value, char text[64]);

struct tw_timing {
    unsigned runs;
    double median_us, min_us, p95_us; /* of one launch of `blocks` identical blocks */
    uint64_t blocks;
    double single_us; /* median of launches of the kernel's own grid: mostly the launch itself */
};

/* Times the kernel on a GPU by events around single launches: warm-up, then `runs` (at least 30) of a grid of identical,
   idempotent blocks large enough to fill the GPU, so that the launch itself does not dominate. Never on the simulator. */
int tw_measure(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_loaded *loaded, unsigned runs,
               struct tw_timing *timing, struct tw_error *error);

#endif
