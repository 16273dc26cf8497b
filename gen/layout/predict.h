/*
 * predict.h - the cost of a variant's accesses from the config's meaning alone: no source, no compiler, no GPU. The
 * addresses come from the family, the cost of a shared-memory request from the bank rule (tilewright/banks.h).
 */
#ifndef TW_GEN_LAYOUT_PREDICT_H
#define TW_GEN_LAYOUT_PREDICT_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

/* All launches together. */
struct tw_predicted {
    const char *none; /* NULL, or why nothing is predicted; counts.known is then 0 */
    struct tw_counts counts;
    uint64_t ideal; /* wavefronts if no bank conflicted */
};

/* A prediction for each launch of the shape, which is the variant's. They lie in the shape's memory and go with it. NULL: memory
   ran out, and shape->failed is set. Thread-safe. */
struct tw_prediction *tw_predict(const struct tw_family *family, const int64_t *value,
                                 struct tw_shape *shape);
/* The same, summed; nothing is known where memory ran out. */
struct tw_predicted tw_predict_sum(const struct tw_family *family, const int64_t *value,
                                   struct tw_shape *shape);

/*
 * For families that predict themselves: names one more access to shared memory; returns its number. A prediction that is of no
 * shape has the accesses that its maker listed, or none.
 */
unsigned tw_predict_access(struct tw_prediction *prediction, const char *name, enum tw_access op,
                           unsigned bytes);
/*
 * `times` requests of the active lanes in an access that the prediction
 * already names. addr of the other lanes is not read; without an active lane there is no request.
 */
void tw_predict_request(struct tw_prediction *prediction, unsigned access, const uint32_t addr[TW_WARP],
                        uint32_t active, uint64_t times);

/*
 * `times` requests to global memory of `bytes` per active lane at byte addresses `addr`: their sectors, and of loads the
 * 64-byte fills (CUDA C++ Programming Guide, device memory accesses; docs/exactness.md). The counts that it adds to are then known.
 */
void tw_predict_global(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                       const uint64_t addr[TW_WARP], uint32_t active, uint64_t times);

/* `times` requests to constant memory at byte addresses `addr`: a broadcast for each address that differs (CUDA C++ Programming
   Guide, "Constant Memory": a request is split into as many as it has addresses). The counts are then known. */
void tw_predict_constant(struct tw_prediction *prediction, const uint64_t addr[TW_WARP], uint32_t active,
                         uint64_t times);

/* The first `count` lanes of a warp, or all. */
static inline uint32_t tw_lanes_below(uint64_t count)
{
    return count < TW_WARP ? (1u << count) - 1 : UINT32_MAX;
}

/* `times` requests to global memory of those lanes of a warp, which takes consecutive pieces of `bytes`. Blocks are powers of
   two and arrays begin at whole sectors, so any warp costs what the one at byte 0 does. */
void tw_predict_consecutive(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                            uint32_t active, uint64_t times);

/* Loads of threads that stride over `count` pieces of `bytes` of each array, thread t of the grid from piece t on. In a turn
   a thread takes `unroll` of them, as long as it has so many, then one at a time. */
struct tw_strided_loads {
    uint64_t count, stride;   /* stride: threads of the grid */
    unsigned threads, unroll; /* threads: of a block, a power of two */
    unsigned bytes, arrays;
};
void tw_predict_strided(struct tw_prediction *prediction, const struct tw_strided_loads *loads);

TW_API_END
#endif
