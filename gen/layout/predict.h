/*
 * predict.h - predicts the cost of a variant's accesses. It needs no source, compiler or GPU: the family gives the addresses, and the bank rule
 * gives the cost of a shared-memory request (tilewright/banks.h). The functions keep no state, and threads may call them at once.
 */
#ifndef TW_GEN_LAYOUT_PREDICT_H
#define TW_GEN_LAYOUT_PREDICT_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

/* The cost of all launches together. */
struct tw_predicted {
    const char *none; /* NULL, or a clause that says why nothing is predicted; no count is known then */
    struct tw_counts counts;
    uint64_t ideal; /* wavefronts without bank conflicts */
};

/* Predicts each launch of the variant's shape. The predictions lie in the shape's memory, and are freed with it. NULL: memory ran out, and
   shape->failed is set. */
struct tw_prediction *tw_predict(const struct tw_family *family, const int64_t *value,
                                 struct tw_shape *shape);
/* The sum over all launches. No count is known if memory ran out. */
struct tw_predicted tw_predict_sum(const struct tw_family *family, const int64_t *value,
                                   struct tw_shape *shape);

/*
 * The functions below are for families that predict themselves. This one adds an access to shared memory, and returns its number. A prediction without
 * a shape only has the accesses that its maker listed.
 */
unsigned tw_predict_access(struct tw_prediction *prediction, const char *name, enum tw_access op,
                           unsigned bytes);
/* Adds `times` requests of the active lanes to an access. Addresses of other lanes are not read. Without an active lane there is no request. */
void tw_predict_request(struct tw_prediction *prediction, unsigned access, const uint32_t addr[TW_WARP],
                        uint32_t active, uint64_t times);

/*
 * Adds `times` requests to global memory, of `bytes` for each active lane at byte addresses `addr`: their sectors, and the 64-byte fills of loads. The
 * counts are then known. Source: CUDA C++ Programming Guide, device memory accesses; docs/exactness.md.
 */
void tw_predict_global(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                       const uint64_t addr[TW_WARP], uint32_t active, uint64_t times);

/* Adds `times` requests to constant memory at byte addresses `addr`, with one broadcast for each distinct address. The counts are then known. Source:
   CUDA C++ Programming Guide, "Constant Memory": a request is split into as many requests as it has addresses. */
void tw_predict_constant(struct tw_prediction *prediction, const uint64_t addr[TW_WARP], uint32_t active,
                         uint64_t times);

/* The mask of the first `count` lanes of a warp, or of all. */
static inline uint32_t tw_lanes_below(uint64_t count)
{
    return count < TW_WARP ? (1u << count) - 1 : UINT32_MAX;
}

/* Adds `times` requests to global memory by the active lanes of a warp that takes consecutive pieces of `bytes`. Blocks must be powers of two, and
   arrays must begin at whole sectors. Then every warp costs as much as the one at byte 0. */
void tw_predict_consecutive(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                            uint32_t active, uint64_t times);

/* The loads of threads that stride over `count` pieces of `bytes` of each array. Thread t of the grid begins at piece t. In a turn a thread takes
   `unroll` pieces while it has that many, and then one at a time. */
struct tw_strided_loads {
    uint64_t count, stride;   /* stride: threads of the grid */
    unsigned threads, unroll; /* threads: of a block, a power of two */
    unsigned bytes, arrays;
};
void tw_predict_strided(struct tw_prediction *prediction, const struct tw_strided_loads *loads);

TW_API_END
#endif
