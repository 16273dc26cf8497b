/*
 * The probe family: kernels that ask a device what its registers, shuffles, memories and atomics cost. docs/probe.md says
 * what each measures and how.
 *
 *     latency     a chain is followed: where a step leads is what it found, so it waits for the one before. The clock is read
 *                 every `each` steps.
 *
 *                  next  [2][3][1][0]        0 -> 2 -> 1 -> 3 -> 0: whoever says where 6 steps lead to has taken them
 *
 *     bandwidth   all threads load 16 bytes at a time, `unroll` loads under way, and add up what they find
 *     atomics     the same chain, followed by atomic additions of nothing; counters that threads add to
 */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/probe/fields.h"

static const struct tw_field_info fields[] = {PROBE_FIELDS(TW_FIELD_INFO)};

static void resolve(int64_t *value, const struct tw_target *target)
{
    bool lanes = probe_is_lanes(value), latency = probe_is_latency(value);
    bool chases = probe_kind(value) == PROBE_CHASES, global = probe_is_global(value);
    (void)target;
    tw_derive(value, PROBE_bytes,
              lanes                                   ? 0
              : global                                ? 16384
              : value[PROBE_memory] == PROBE_CONSTANT ? 1024
                                                      : 4096);
    tw_derive(value, PROBE_stride, !chases ? 0 : global ? 8 : 4);
    int64_t lap = chases && value[PROBE_stride] > 0 ? (int64_t)probe_places(value) : 32;
    tw_derive(value, PROBE_warm, !latency ? 0 : lap < PROBE_STEPS_MAX ? lap : PROBE_STEPS_MAX);
    tw_derive(value, PROBE_each, latency ? value[PROBE_steps] : 0);
    tw_derive(value, PROBE_BDIMX, latency ? TW_WARP : 256);
    tw_derive(value, PROBE_unroll, latency ? 0 : lanes ? 8 : 4);
}

/* ---- what cannot be ---- */

/* A field that the kind of kernel has no use for must be 0, or the first of its words. */
static bool refuse_idle(const int64_t *value, enum probe_field field, bool used, struct tw_text *reason)
{
    if (used || value[field] == 0) return false;
    tw_text_addf(reason, "%s means nothing to the %s of %s", fields[field].key,
                 fields[PROBE_measure].words[value[PROBE_measure]],
                 fields[PROBE_memory].words[value[PROBE_memory]]);
    return true;
}

static bool refuse_uses(const int64_t *value, struct tw_text *reason)
{
    enum probe_kind kind = probe_kind(value);
    bool latency = probe_is_latency(value);
    return refuse_idle(value, PROBE_bytes, !probe_is_lanes(value), reason) ||
           refuse_idle(value, PROBE_stride, kind == PROBE_CHASES, reason) ||
           refuse_idle(value, PROBE_warm, latency, reason) ||
           refuse_idle(value, PROBE_each, latency, reason) ||
           refuse_idle(value, PROBE_walk, kind == PROBE_STREAMS && probe_is_global(value), reason) ||
           refuse_idle(value, PROBE_address, kind == PROBE_COUNTS, reason) ||
           refuse_idle(value, PROBE_unroll, !latency, reason);
}

/* The most bytes of the memory, and the unit that they must come in. */
static bool accept_bytes(const int64_t *value, struct tw_text *reason)
{
    static const int64_t most[] = {[PROBE_SHARED] = TW_STATIC_SHARED_LIMIT,
                                   [PROBE_CONSTANT] = 65536,
                                   [PROBE_GLOBAL] = PROBE_BYTES_MAX,
                                   [PROBE_GLOBAL_CG] = PROBE_BYTES_MAX,
                                   [PROBE_GLOBAL_NC] = PROBE_BYTES_MAX};
    enum probe_kind kind = probe_kind(value);
    int64_t bytes = value[PROBE_bytes], stride = value[PROBE_stride];
    int64_t unit = probe_is_global(value) ? 8 : 4;
    if (bytes > most[value[PROBE_memory]]) {
        tw_text_addf(reason, "bytes is %" PRId64 "; a kernel has at most %" PRId64 " of this memory", bytes,
                     most[value[PROBE_memory]]);
        return false;
    }
    if (kind == PROBE_CHASES && (stride < unit || stride % unit)) {
        tw_text_addf(reason, "stride is %" PRId64 "; a place of this chain has %" PRId64 " bytes", stride,
                     unit);
        return false;
    }
    if (kind == PROBE_CHASES && (bytes < stride || bytes % stride))
        return tw_refuse(reason, "bytes must hold a whole number of strides, one at least");
    if (kind == PROBE_STREAMS && (bytes < 512 || !tw_is_power_of_two((uint64_t)bytes)))
        return tw_refuse(reason,
                         "bytes must be a power of two, and 512 at least, which a warp reads at once");
    if (kind == PROBE_COUNTS && (bytes < 128 || bytes % 128))
        return tw_refuse(reason, "bytes must be a multiple of 128: a counter for each lane of a warp");
    return true;
}

static bool accept_steps(const int64_t *value, struct tw_text *reason)
{
    bool latency = probe_is_latency(value);
    enum probe_field field = latency ? PROBE_each : PROBE_unroll;
    int64_t part = value[field];
    bool chains = probe_kind(value) == PROBE_STREAMS && probe_is_lanes(value); /* unroll of them */
    if (latency && (value[PROBE_BDIMX] != TW_WARP || value[PROBE_blocks] != 1))
        return tw_refuse(reason, "one warp measures a latency: BDIMX 32, blocks 1");
    if (part < 1 || (!chains && value[PROBE_steps] % part)) {
        tw_text_addf(reason, "%s is %" PRId64 "; it must divide steps, %" PRId64, fields[field].key, part,
                     value[PROBE_steps]);
        return false;
    }
    if (value[PROBE_BDIMX] % TW_WARP) return tw_refuse(reason, "BDIMX must be a multiple of 32");
    return true;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    bool atomic = value[PROBE_measure] == PROBE_ATOMIC_LATENCY || value[PROBE_measure] == PROBE_ATOMIC_RATE;
    (void)target;
    if (atomic && value[PROBE_memory] != PROBE_SHARED && value[PROBE_memory] != PROBE_GLOBAL)
        return tw_refuse(reason, "there are atomic additions in shared and in global memory only");
    if (refuse_uses(value, reason)) return false;
    return (probe_is_lanes(value) || accept_bytes(value, reason)) && accept_steps(value, reason);
}

/* ---- shape ---- */

static struct tw_argument buffer(const char *name, enum tw_argument_role role, enum tw_element element,
                                 uint64_t count)
{
    return (struct tw_argument){.name = name,
                                .role = role,
                                .before = role == TW_ROLE_INPUT ? TW_BEFORE_GIVEN : TW_BEFORE_ANY,
                                .element = element,
                                .count = count,
                                .align = tw_element_info(element)->bytes};
}

static void add_buffer(struct tw_shape *shape, const char *name, enum tw_argument_role role,
                       enum tw_element element, uint64_t count)
{
    tw_shape_add_argument(shape, buffer(name, role, element, count));
}

static void add_chain_symbol(const int64_t *value, struct tw_shape *shape)
{
    struct tw_argument chain =
        buffer("probe_chain", TW_ROLE_INPUT, TW_UINT32, (uint64_t)value[PROBE_bytes] / 4);
    chain.kind = TW_SYMBOL;
    chain.align = 0;
    tw_shape_add_argument(shape, chain);
}

/* A compiler that knew it would see which loads are the same, and leave them out. */
static void add_advance(struct tw_shape *shape)
{
    struct tw_argument advance = buffer("advance", TW_ROLE_INPUT, TW_UINT32, 1);
    advance.kind = TW_SCALAR;
    advance.align = 0;
    tw_shape_add_argument(shape, advance);
}

static void add_stream(const int64_t *value, struct tw_shape *shape)
{
    struct tw_argument in = buffer("in", TW_ROLE_INPUT, TW_UINT32, (uint64_t)value[PROBE_bytes] / 4);
    in.align = PROBE_GROUP;
    tw_shape_add_argument(shape, in);
}

/* What the steps begin with. */
static void shape_input(const int64_t *value, struct tw_shape *shape)
{
    enum probe_kind kind = probe_kind(value);
    if (value[PROBE_memory] == PROBE_REGISTER)
        add_buffer(shape, "factors", TW_ROLE_INPUT, TW_FLOAT32, 2);
    else if (value[PROBE_memory] == PROBE_SHUFFLE)
        add_buffer(shape, "next", TW_ROLE_INPUT, TW_UINT32, TW_WARP);
    else if (value[PROBE_memory] == PROBE_CONSTANT)
        add_chain_symbol(value, shape);
    else if (kind == PROBE_CHASES)
        add_buffer(shape, "next", TW_ROLE_INPUT, TW_UINT32, probe_places(value));
    else
        add_stream(value, shape);
}

static void shape_counts(const int64_t *value, struct tw_shape *shape)
{
    uint64_t counters = (uint64_t)value[PROBE_bytes] / 4;
    bool shared = value[PROBE_memory] == PROBE_SHARED;
    add_buffer(shape, "place", TW_ROLE_INPUT, TW_UINT32, probe_threads(value));
    add_buffer(shape, "amount", TW_ROLE_INPUT, TW_UINT32, 1);
    struct tw_argument result = buffer("counters", TW_ROLE_OUTPUT, TW_UINT32,
                                       counters * (shared ? (uint64_t)value[PROBE_blocks] : 1));
    if (!shared) result.before = TW_BEFORE_ZEROED;
    tw_shape_add_argument(shape, result);
}

static void shape_arguments(const int64_t *value, struct tw_shape *shape)
{
    enum probe_kind kind = probe_kind(value);
    enum tw_element result = value[PROBE_memory] == PROBE_REGISTER ? TW_FLOAT32 : TW_UINT32;
    if (kind == PROBE_COUNTS) {
        shape_counts(value, shape);
        return;
    }
    shape_input(value, shape);
    if (kind == PROBE_STREAMS) {
        add_buffer(shape, "out", TW_ROLE_OUTPUT, result, probe_threads(value));
        if (!probe_is_lanes(value)) add_advance(shape);
        return;
    }
    add_buffer(shape, "end", TW_ROLE_OUTPUT, result, kind == PROBE_WAITS ? TW_WARP : 1);
    add_buffer(shape, "cycles", TW_ROLE_SCRATCH, TW_UINT32,
               (uint64_t)(value[PROBE_steps] / value[PROBE_each]));
    if (probe_is_global(value))
        add_buffer(shape, "links", TW_ROLE_SCRATCH, TW_UINT64, (uint64_t)value[PROBE_bytes] / 8);
    if (probe_is_cold(value))
        add_buffer(shape, "sums", TW_ROLE_SCRATCH, TW_UINT64, PROBE_READ_BLOCKS * PROBE_LINK_THREADS);
}

enum { NEXT, END, CYCLES, LINKS, SUMS }; /* the arguments of a chase in global memory */

/* In global memory a place holds the address of the next: a launch of its own writes it. */
static void shape_link(const int64_t *value, struct tw_shape *shape)
{
    uint64_t blocks = (probe_places(value) + PROBE_LINK_THREADS - 1) / PROBE_LINK_THREADS;
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = "_link",
                                                  .grid = {(uint32_t)blocks, 1, 1},
                                                  .block = {PROBE_LINK_THREADS, 1, 1},
                                                  .carveout = -1,
                                                  .argument = (unsigned[]){NEXT, LINKS},
                                                  .argument_count = 2});
}

/* What another launch wrote would be written back as the chain's lines come in: it is read from beginning to end before. */
static void shape_read(struct tw_shape *shape)
{
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = "_read",
                                                  .grid = {PROBE_READ_BLOCKS, 1, 1},
                                                  .block = {PROBE_LINK_THREADS, 1, 1},
                                                  .carveout = -1,
                                                  .argument = (unsigned[]){LINKS, SUMS},
                                                  .argument_count = 2});
}

/* The launch that is about what is measured. */
static void shape_own(const int64_t *value, bool links, struct tw_shape *shape)
{
    struct tw_launch launch = {.suffix = "",
                               .grid = {(uint32_t)value[PROBE_blocks], 1, 1},
                               .block = {(uint32_t)value[PROBE_BDIMX], 1, 1},
                               .carveout = -1};
    if (value[PROBE_memory] == PROBE_SHARED) launch.shared_bytes = (uint32_t)value[PROBE_bytes];
    tw_shape_add_launch(shape, launch);
    /* who follows links has no use for their numbers, but for an atomic's nothing */
    bool numbers = !links || value[PROBE_measure] == PROBE_ATOMIC_LATENCY;
    unsigned count = links ? LINKS + 1 : shape->argument_count;
    for (unsigned i = numbers ? 0 : END; i < count; i++) {
        if (shape->arguments[i].kind != TW_SYMBOL) tw_shape_add_parameter(shape, i);
    }
}

static void probe_shape(const int64_t *value, struct tw_shape *shape)
{
    bool links = probe_kind(value) == PROBE_CHASES && probe_is_global(value);
    shape_arguments(value, shape);
    if (links) shape_link(value, shape);
    if (probe_is_cold(value)) shape_read(shape);
    shape_own(value, links, shape);
    bool chains = probe_kind(value) == PROBE_STREAMS && probe_is_lanes(value);
    uint64_t threads = probe_is_latency(value) ? 1 : probe_threads(value);
    shape->work.elements = threads;
    shape->work.operations =
        threads * (uint64_t)value[PROBE_steps] * (chains ? (uint64_t)value[PROBE_unroll] : 1);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("steps": 256),
    {
     {"latency", TW_MEMBERS("memory": ["shared", "global"]),
      "a chain of loads, each of which waits for the one before"},
     {"missing", TW_MEMBERS("memory": "global", "bytes": 65536, "stride": 128, "warm": 0),
      "loads that no cache has"},
     {"rate", TW_MEMBERS("memory": "shared", "measure": "bandwidth"),
      "as many loads at once as there is room for"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_probe = {
    .name = "probe",
    .template_name = "probe.cu.mustache",
    .help = "what registers, shuffles, memories and atomics cost: latencies, bandwidths, rates",
    .fields = fields,
    .field_count = PROBE_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_WAVEFRONTS,
    .resolve = resolve,
    .accept = accept,
    .shape = probe_shape,
    .describe = probe_describe,
    .predict = probe_predict,
};
