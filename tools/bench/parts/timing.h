/*
 * timing.h - what the benches that time kernels on a GPU share: a device with a compiler, a cache and two
 * large buffers, and the time of launches between two events. Nothing here checks results.
 *
 *     stream:  spin | ahead launches | event | launches | event
 *
 * The spinning kernel keeps the GPU busy, touching no memory, until everything behind it is queued: what is timed then
 * holds none of the host's time. The launches ahead leave the caches as the timed ones will.
 *
 * Works on the simulator too (TILEWRIGHT_LIBCUDA=build/dropin/libcuda.so.1), where every time is 0.
 */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include "gen/text/render.h"
#include "runtime/compile/cache.h"
#include "runtime/launch.h"
#include "runtime/measure/timer.h"

struct timing {
    struct tw_device device;
    struct tw_nvrtc *nvrtc;
    struct tw_cache *cache;
    unsigned sm; /* that kernels are compiled for */
    struct tw_target target;
    CUdeviceptr buffer[2]; /* inputs, outputs              */
    size_t capacity;       /* bytes of each                */
    struct tw_timer timer;
    struct tw_loaded spin; /* empty until timing_open_spin*/
    double call_us;        /* of the host, for queueing one launch: what the spin is measured by */
    struct tw_error error; /* of all functions below       */
};

/* Opens GPU 0 with NVRTC and the usual cache. timing_close also after a failure. */
int timing_open(struct timing *timing);
/* Makes samples begin with the spinning kernel; not on the simulator. */
int timing_open_spin(struct timing *timing);
void timing_close(struct timing *timing);

/* Makes both buffers at least so large; what they held is gone, and all bytes are alike. */
int timing_reserve(struct timing *timing, size_t bytes);
/* Fills the inputs with noise. */
int timing_fill(struct timing *timing);

/* Puts bytes where launches of kernels with such arguments find the input of that number. */
int timing_put(struct timing *timing, const struct tw_shape *shape, unsigned argument, const void *bytes,
               size_t count);

/* A variant as it is launched. */
struct timed {
    struct tw_kernel kernel;
    struct tw_loaded loaded;
    CUdeviceptr scratch; /* of its own: some begin with what they left there */
};

/* Renders, compiles or finds in the cache, and loads. *timed is overwritten; timing_drop releases it. */
int timing_make(struct timing *timing, const struct tw_variants *variants, const struct tw_variant *variant,
                struct timed *timed);
void timing_drop(struct timing *timing, struct timed *timed);

/* Puts a variant into the cache, for another process; one that cannot be is none. */
void timing_compile(struct timing *timing, const struct tw_variants *variants,
                    const struct tw_variant *variant);

/* Half of the bytes that a kernel moves; bytes of its inputs, or of its outputs if those are more. */
size_t timing_payload(const struct tw_kernel *kernel);
size_t timing_needed(const struct tw_kernel *kernel);

/*
 * Microseconds of one of `launches` launches between two events, after `ahead` others. Where `timed` is NULL,
 * the driver's copy of `payload` bytes is timed.
 */
int timing_sample(struct timing *timing, const struct timed *timed, size_t payload, unsigned ahead,
                  unsigned launches, double *us);

/* Sorts; the value below which `part` (0 to 1) of them lie, by linear interpolation. count is at least 1. */
double timing_quantile(double *values, size_t count, double part);

#endif
