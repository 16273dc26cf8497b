/*
 * ceilings_measure.h - measures a device's ceilings: kernels that do nothing but read, write or copy, made in several ways, since nobody
 * knows beforehand which is the fastest on a device; at each size the fastest counts.
 */
#ifndef TW_RUNTIME_MEASURE_CEILINGS_MEASURE_H
#define TW_RUNTIME_MEASURE_CEILINGS_MEASURE_H

#include <tilewright/api.h>

#include "runtime/launch.h"
#include "runtime/measure/ceilings.h"

TW_API_BEGIN

#define TW_CEILING_GROUP 16u /* bytes that a thread reads or writes at a time                         */
#define TW_CEILING_GRAIN                                                                                     \
    (1u << 16) /* working sets are multiples of it: what both halves of a copy need, in every way */

/* The kernels of runtime/measure/ceilings.cu, compiled in one of the ways. */
struct tw_ceiling_kernels {
    struct tw_loaded loaded; /* a function for each ceiling, then the empty kernel */
    unsigned threads, each;  /* of a block; groups of a thread at a time           */
};

unsigned tw_ceiling_ways(void); /* how many there are */

/* Compiles way number `way` (or takes it from the cache) and loads it. Needs tw_ceiling_close also after a failure. */
int tw_ceiling_open(unsigned way, struct tw_device *device, struct tw_cache *cache,
                    const struct tw_nvrtc *nvrtc, struct tw_ceiling_kernels *kernels, struct tw_error *error);
void tw_ceiling_close(struct tw_device *device, struct tw_ceiling_kernels *kernels);

/* A launch over `bytes` bytes, a multiple of TW_CEILING_GRAIN, from `memory` on; of a copy the first half is read. blocks 0: as
   many as make one pass. sums: where readers leave what they read (ceilings.cu), or 0. Does not wait. */
struct tw_ceiling_launch {
    enum tw_ceiling ceiling;
    uint64_t bytes;
    unsigned blocks;
    CUdeviceptr memory, sums;
};
int tw_ceiling_run(const struct tw_ceiling_kernels *kernels, const struct tw_driver *driver,
                   const struct tw_ceiling_launch *launch, struct tw_error *error);

/*
 * Measures a GPU, never the simulator: a second or so, and memory for sixteen times its L2 while it lasts, or a quarter of
 * what is free if that is less. The device's context must be current, and nobody else should use it.
 */
int tw_ceilings_measure(struct tw_device *device, struct tw_cache *cache, const struct tw_nvrtc *nvrtc,
                        struct tw_ceilings *ceilings, struct tw_error *error);

TW_API_END
#endif
