/*
 * buffers.h - a kernel's buffers on the device and what should stand in them. Private to check.c and
 * measure.c.
 *
 * Each buffer lies between two guard zones of `guard` bytes in one allocation of its own:
 *
 *     | guard | content: count elements, `places` times | guard |
 *     ^ base  ^ base + guard = the kernel's parameter
 *
 * guard is 0 on the simulator: it checks the bounds of every access itself and names the thread, while a zone
 * that is allocated would hide an access from it.
 */
#ifndef TW_RUNTIME_BUFFERS_H
#define TW_RUNTIME_BUFFERS_H

#include "runtime/launch.h"

/* The bytes that outputs hold before each of the launches of a check. They differ in every bit. */
#define TW_LAUNCHES 2u
extern const unsigned char tw_poisons[TW_LAUNCHES];

struct tw_buffers {
    const struct tw_device *device;
    const struct tw_kernel *kernel;
    size_t guard;
    size_t places; /* 1; the blocks of a launch that write one after another (a rendering that spreads) */
    size_t bytes[TW_MAX_ARGUMENTS];   /* of the content at one place   */
    void *expected[TW_MAX_ARGUMENTS]; /* what a right kernel leaves in each buffer, if it was tw_poisons[0]
                                       before */
    CUdeviceptr base[TW_MAX_ARGUMENTS];
};

/* Allocates, and has the family's reference compute inputs and expected outputs. Needs tw_buffers_close also
 * after a failure. */
int tw_buffers_open(struct tw_buffers *buffers, const struct tw_device *device,
                    const struct tw_kernel *kernel, size_t places, struct tw_error *error);
/*
 * What a right kernel leaves in buffers that held the byte `poison` before. memory[i] is allocated here and
 * the caller's to free, also after a failure.
 */
int tw_buffers_expect(const struct tw_buffers *buffers, unsigned char poison, void *memory[TW_MAX_ARGUMENTS],
                      struct tw_error *error);
/* Fills outputs and guard zones with the byte `poison`, and uploads the inputs. */
int tw_buffers_reset(const struct tw_buffers *buffers, unsigned char poison, struct tw_error *error);
/* All launches, as `shape` has them: the kernel's, or with another grid. Does not wait. */
int tw_buffers_launch(const struct tw_buffers *buffers, const struct tw_loaded *loaded,
                      const struct tw_shape *shape, struct tw_error *error);
/* Bytes of buffer i with its guard zones. */
size_t tw_buffers_whole(const struct tw_buffers *buffers, unsigned i);
void tw_buffers_close(struct tw_buffers *buffers);

#endif
