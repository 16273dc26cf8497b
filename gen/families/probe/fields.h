/* fields.h - the fields of the probe family, and what the variant that they describe does. */
#ifndef TW_GEN_FAMILIES_PROBE_FIELDS_H
#define TW_GEN_FAMILIES_PROBE_FIELDS_H

#include "gen/family.h"
#include "gen/layout/predict.h"
#include "gen/text/data.h"

#define PROBE_BYTES_MAX  (INT64_C(1) << 32) /* offsets have 32 bits              */
#define PROBE_STEPS_MAX  (INT64_C(1) << 18) /* sums of floats stay exact         */
#define PROBE_BLOCKS_MAX INT64_C(65535)

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define PROBE_MEMORIES(X)                                                                   \
    X(PROBE_REGISTER, "register") X(PROBE_SHUFFLE, "shuffle") X(PROBE_SHARED, "shared")     \
    X(PROBE_CONSTANT, "constant") X(PROBE_GLOBAL, "global") X(PROBE_GLOBAL_CG, "global-cg") \
    X(PROBE_GLOBAL_NC, "global-nc")
#define PROBE_MEASURES(X)                                                         \
    X(PROBE_LATENCY, "latency") X(PROBE_BANDWIDTH, "bandwidth")                   \
    X(PROBE_ATOMIC_LATENCY, "atomic-latency") X(PROBE_ATOMIC_RATE, "atomic-rate")
#define PROBE_WALKS(X) X(PROBE_BLOCK, "block") X(PROBE_GRID, "grid")
#define PROBE_ADDRESSES(X) X(PROBE_SAME, "same") X(PROBE_SPREAD, "spread")

/*    key      kind           low high         words                                                         required fallback    in words                               help, swept, roles */
#define PROBE_FIELDS(X)                                                                                        \
    X(memory,  TW_FIELD_ENUM, 0,  0, TW_WORDS_OF(PROBE_MEMORIES), true, 0, NULL, \
      "the memory; global: through the L1; global-cg: past the L1; global-nc: by the read-only path", 0, TW_FIELD_PROBLEM) \
    X(measure, TW_FIELD_ENUM, 0,  0, TW_WORDS_OF(PROBE_MEASURES), false, PROBE_LATENCY, NULL, \
      "latency: loads that wait for each other; bandwidth: as many at once as possible; atomic-latency, atomic-rate: the same with atomic additions", 0, TW_FIELD_PROBLEM) \
    X(bytes,   TW_FIELD_INT,  0,  PROBE_BYTES_MAX, NULL, false, TW_DERIVED, "16384 for global, 1024 for constant and 4096 for shared memory; else 0", \
      "bytes of memory that the steps use", 0, TW_FIELD_PROBLEM)                                                          \
    X(stride,  TW_FIELD_INT,  0,  65536, NULL, false, TW_DERIVED, "8 for global, 4 for constant and shared memory; 0 without a chain", \
      "latency: bytes from one place of the chain to the next", 0, TW_FIELD_PROBLEM)               \
    X(steps,   TW_FIELD_INT,  1,  PROBE_STEPS_MAX, NULL, false, 1024, NULL,                                     \
      "steps of a thread, one after the other", 0, TW_FIELD_PROBLEM)                        \
    X(warm,    TW_FIELD_INT,  0,  PROBE_STEPS_MAX, NULL, false, TW_DERIVED, "the chain's length, 32 without one; 0 for bandwidths and rates", \
      "latency: steps before the first timed one; 0 in global memory: the memory is read once before", 0, TW_FIELD_PROBLEM)                                     \
    X(each,    TW_FIELD_INT,  0,  PROBE_STEPS_MAX, NULL, false, TW_DERIVED, "all steps; 0 for bandwidths and rates", \
      "latency: steps between two readings of the clock; it divides steps", 0, 0)                             \
    X(walk,    TW_FIELD_ENUM, 0,  0, TW_WORDS_OF(PROBE_WALKS), false, PROBE_BLOCK, NULL,                    \
      "bandwidth of global memory. block: each block reads all bytes; grid: the blocks share them", 0, TW_FIELD_PROBLEM) \
    X(address, TW_FIELD_ENUM, 0,  0, TW_WORDS_OF(PROBE_ADDRESSES), false, PROBE_SAME, NULL,                    \
      "atomic-rate. same: threads add to one counter; spread: each adds to its own", 0, TW_FIELD_PROBLEM)                  \
    X(BDIMX,   TW_FIELD_INT,  32, 1024, NULL, false, TW_DERIVED, "32 for latencies, else 256",                   \
      "threads of the block: a multiple of 32", 0, TW_FIELD_BLOCK_X | TW_FIELD_PROBLEM)                         \
    X(blocks,  TW_FIELD_INT,  1,  PROBE_BLOCKS_MAX, NULL, false, 1, NULL,                                       \
      "blocks of the grid; 1 for latencies", 0, TW_FIELD_PROBLEM)                                                \
    X(unroll,  TW_FIELD_INT,  0,  16, NULL, false, TW_DERIVED, "4, for register and shuffle 8; 0 for latencies",  \
      "bandwidths and rates: steps that a thread has in flight; it divides steps. For register and shuffle: chains", 0, TW_FIELD_PROBLEM)
/* clang-format on */

enum probe_field {
#define X(key, ...) PROBE_##key,
    PROBE_FIELDS(X)
#undef X
        PROBE_FIELD_COUNT
};

enum probe_memory { PROBE_MEMORIES(TW_CONSTANT_OF) };
enum probe_measure { PROBE_MEASURES(TW_CONSTANT_OF) };
enum probe_walk { PROBE_WALKS(TW_CONSTANT_OF) };
enum probe_address { PROBE_ADDRESSES(TW_CONSTANT_OF) };

/* The four kinds of kernels. */
enum probe_kind {
    PROBE_CHASES,  /* a chain of places in memory is followed by one thread              */
    PROBE_WAITS,   /* register, shuffle: what a lane has depends on what it had           */
    PROBE_STREAMS, /* bandwidth: memory is read, or chains are computed side by side      */
    PROBE_COUNTS   /* atomic-rate: counters are added to                                  */
};

#define PROBE_GROUP        16u  /* bytes that a lane reads at a time                     */
#define PROBE_LINK_THREADS 256u /* of the blocks that write a chain to global memory     */
#define PROBE_READ_BLOCKS  256u /* that read it                                          */

static inline bool probe_is_global(const int64_t *value)
{
    return value[PROBE_memory] >= PROBE_GLOBAL;
}

/* Register or shuffle: there is no memory. */
static inline bool probe_is_lanes(const int64_t *value)
{
    return value[PROBE_memory] <= PROBE_SHUFFLE;
}

static inline bool probe_is_latency(const int64_t *value)
{
    return value[PROBE_measure] == PROBE_LATENCY || value[PROBE_measure] == PROBE_ATOMIC_LATENCY;
}

static inline enum probe_kind probe_kind(const int64_t *value)
{
    if (value[PROBE_measure] == PROBE_ATOMIC_RATE) return PROBE_COUNTS;
    if (value[PROBE_measure] == PROBE_BANDWIDTH) return PROBE_STREAMS;
    return probe_is_lanes(value) ? PROBE_WAITS : PROBE_CHASES;
}

/* Caches are to hold none of the chain's beginning: what wrote it left it there, and unwritten to memory. */
static inline bool probe_is_cold(const int64_t *value)
{
    return probe_kind(value) == PROBE_CHASES && probe_is_global(value) && value[PROBE_warm] == 0;
}

/* How many places a chain has. */
static inline uint64_t probe_places(const int64_t *value)
{
    return (uint64_t)value[PROBE_bytes] / (uint64_t)value[PROBE_stride];
}

static inline uint64_t probe_threads(const int64_t *value)
{
    return (uint64_t)value[PROBE_BDIMX] * (uint64_t)value[PROBE_blocks];
}

void probe_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                   struct tw_prediction *prediction);
void probe_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                    struct tw_data *data);

#endif
