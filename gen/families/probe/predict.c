/* What probe kernels cost: one thread that follows a chain, or full warps that load, store and count. */
#include "gen/families/probe/fields.h"

/* Loads or stores of 4 bytes of full warps, side by side; of one lane. */
static void predict_words(struct tw_prediction *prediction, enum tw_access op, uint64_t warps)
{
    tw_predict_consecutive(prediction, op, 4, UINT32_MAX, warps);
}

static void predict_single(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                           uint64_t times)
{
    tw_predict_consecutive(prediction, op, bytes, 1, times);
}

/* Elements that lie `pitch` bytes from each other: the shared-memory access of that name, one for each. */
static void predict_shared(struct tw_prediction *prediction, const char *name, enum tw_access op,
                           unsigned bytes, unsigned pitch, uint64_t elements)
{
    unsigned access = tw_predict_access(prediction, name, op, bytes);
    uint32_t addr[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = lane * pitch;
    tw_predict_request(prediction, access, addr, UINT32_MAX, elements / TW_WARP);
    tw_predict_request(prediction, access, addr, tw_lanes_below(elements % TW_WARP), elements % TW_WARP > 0);
}

/* The launch that writes the chain to global memory. A warp's places begin at a multiple of 256 bytes. */
static void predict_link(const int64_t *value, struct tw_prediction *prediction)
{
    uint64_t places = probe_places(value), addr[TW_WARP];
    uint32_t rest = tw_lanes_below(places % TW_WARP);
    for (unsigned lane = 0; lane < TW_WARP; lane++)
        addr[lane] = (uint64_t)lane * (uint64_t)value[PROBE_stride];
    predict_words(prediction, TW_LOAD, places / TW_WARP);
    tw_predict_global(prediction, TW_STORE, 8, addr, UINT32_MAX, places / TW_WARP);
    if (!rest) return;
    tw_predict_consecutive(prediction, TW_LOAD, 4, rest, 1);
    tw_predict_global(prediction, TW_STORE, 8, addr, rest, 1);
}

/* The launch that reads all of it. */
static void predict_read(const int64_t *value, struct tw_prediction *prediction)
{
    const uint64_t threads = PROBE_READ_BLOCKS * PROBE_LINK_THREADS;
    const struct tw_strided_loads loads = {.count = (uint64_t)value[PROBE_bytes] / 8,
                                           .stride = threads,
                                           .threads = PROBE_LINK_THREADS,
                                           .unroll = 1,
                                           .bytes = 8,
                                           .arrays = 1};
    tw_predict_strided(prediction, &loads);
    tw_predict_consecutive(prediction, TW_STORE, 8, UINT32_MAX, threads / TW_WARP);
}

static void predict_chase(const int64_t *value, struct tw_prediction *prediction)
{
    uint64_t steps = (uint64_t)(value[PROBE_warm] + value[PROBE_steps]), places = probe_places(value);
    bool atomic = value[PROBE_measure] == PROBE_ATOMIC_LATENCY;
    if (value[PROBE_memory] == PROBE_SHARED) {
        predict_words(prediction, TW_LOAD, places / TW_WARP);
        tw_predict_consecutive(prediction, TW_LOAD, 4, tw_lanes_below(places % TW_WARP),
                               places % TW_WARP > 0);
        predict_shared(prediction, "write chain", TW_STORE, 4, (unsigned)value[PROBE_stride], places);
        if (!atomic) predict_shared(prediction, "follow chain", TW_LOAD, 4, 0, 0);
        uint32_t addr[TW_WARP] = {0};
        if (!atomic) tw_predict_request(prediction, 1, addr, 1, steps);
    }
    if (atomic) predict_single(prediction, TW_LOAD, 4, 1);
    if (probe_is_global(value) && !atomic) predict_single(prediction, TW_LOAD, 8, steps);
    predict_single(prediction, TW_STORE, 4, (uint64_t)(value[PROBE_steps] / value[PROBE_each]) + 1);
}

/* What every lane of a warp loads: the two factors, the same for all, or whom it gets its value from. */
static void predict_lanes(const int64_t *value, uint64_t warps, struct tw_prediction *prediction)
{
    if (value[PROBE_memory] == PROBE_SHUFFLE) {
        predict_words(prediction, TW_LOAD, warps);
        return;
    }
    const uint64_t same[TW_WARP] = {0};
    tw_predict_global(prediction, TW_LOAD, 4, same, UINT32_MAX, 2 * warps);
}

static void predict_stream(const int64_t *value, struct tw_prediction *prediction)
{
    uint64_t warps = probe_threads(value) / TW_WARP, loads = warps * (uint64_t)value[PROBE_steps];
    uint64_t groups = (uint64_t)value[PROBE_bytes] / PROBE_GROUP, blocks = (uint64_t)value[PROBE_blocks];
    if (probe_is_lanes(value)) predict_lanes(value, warps, prediction);
    if (probe_is_global(value)) tw_predict_consecutive(prediction, TW_LOAD, PROBE_GROUP, UINT32_MAX, loads);
    if (value[PROBE_memory] == PROBE_SHARED) {
        tw_predict_consecutive(prediction, TW_LOAD, PROBE_GROUP, UINT32_MAX, groups / TW_WARP * blocks);
        predict_shared(prediction, "write tile", TW_STORE, PROBE_GROUP, PROBE_GROUP, groups * blocks);
        predict_shared(prediction, "read tile", TW_LOAD, PROBE_GROUP, PROBE_GROUP, loads * TW_WARP);
    }
    predict_words(prediction, TW_STORE, warps);
}

/* The additions themselves are neither loads nor stores. */
static void predict_counts(const int64_t *value, struct tw_prediction *prediction)
{
    uint64_t warps = probe_threads(value) / TW_WARP;
    uint64_t counters = (uint64_t)value[PROBE_bytes] / 4 * (uint64_t)value[PROBE_blocks];
    const uint64_t same[TW_WARP] = {0};
    predict_words(prediction, TW_LOAD, warps);
    tw_predict_global(prediction, TW_LOAD, 4, same, UINT32_MAX, warps);
    if (value[PROBE_memory] != PROBE_SHARED) return;
    predict_shared(prediction, "clear counters", TW_STORE, 4, 4, counters);
    predict_shared(prediction, "read counters", TW_LOAD, 4, 4, counters);
    predict_words(prediction, TW_STORE, counters / TW_WARP);
}

void probe_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                   struct tw_prediction *prediction)
{
    switch (probe_kind(value)) {
    case PROBE_CHASES:
        if (launch + 1 == shape->launch_count)
            predict_chase(value, prediction);
        else if (launch == 0)
            predict_link(value, prediction);
        else
            predict_read(value, prediction);
        break;
    case PROBE_WAITS:
        predict_lanes(value, 1, prediction);
        predict_single(prediction, TW_STORE, 4, (uint64_t)(value[PROBE_steps] / value[PROBE_each]));
        predict_words(prediction, TW_STORE, 1);
        break;
    case PROBE_STREAMS:
        predict_stream(value, prediction);
        break;
    case PROBE_COUNTS:
        predict_counts(value, prediction);
        break;
    }
}
