/* The template's variables of probe kernels. */
#include <inttypes.h>

#include "gen/families/probe/fields.h"

/* What stands for a place of a chain, and how one step is made from it. */
struct chain {
    const char *type, *start;
    const char *hop; /* NULL: a function of the template's makes it, of global memory */
    const char *waits;
    const char *end; /* NULL: the place's number */
    const char *parameters;
};

/* clang-format off */
static const struct chain chains[] = {
    [PROBE_REGISTER]  = {"float", "threadIdx.x", "fmaf(at, a, b)", "at != at", "end[threadIdx.x] = at",
                         "const float *factors, float *end, unsigned *cycles"},
    [PROBE_SHUFFLE]   = {"unsigned", "threadIdx.x", "__shfl_sync(0xffffffff, at, next_lane)", "at & 32", "end[threadIdx.x] = at",
                         "const unsigned *next, unsigned *end, unsigned *cycles"},
    [PROBE_SHARED]    = {"unsigned", "0", "*(const unsigned *)((const char *)chain + at)", "at & 1", NULL,
                         "const unsigned *next, unsigned *end, unsigned *cycles"},
    [PROBE_CONSTANT]  = {"unsigned", "0", "*(const unsigned *)((const char *)probe_chain + at)", "at & 1", NULL,
                         "unsigned *end, unsigned *cycles"},
    [PROBE_GLOBAL]    = {"unsigned long long", "(unsigned long long)links", NULL, "at & 1", NULL,
                         "unsigned *end, unsigned *cycles, const unsigned long long *links"},
    [PROBE_GLOBAL_CG] = {"unsigned long long", "(unsigned long long)links", NULL, "at & 1", NULL,
                         "unsigned *end, unsigned *cycles, const unsigned long long *links"},
    [PROBE_GLOBAL_NC] = {"unsigned long long", "(unsigned long long)links", NULL, "at & 1", NULL,
                         "unsigned *end, unsigned *cycles, const unsigned long long *links"},
};
/* By atomic additions. */
static const struct chain shared_adds = {"unsigned", "0", "atomicAdd((unsigned *)((char *)chain + at), nothing)", "at & 1", NULL,
                         "const unsigned *next, unsigned *end, unsigned *cycles"};
static const struct chain global_adds = {"unsigned long long", "(unsigned long long)links", NULL, "at & 1", NULL,
                         "const unsigned *next, unsigned *end, unsigned *cycles, unsigned long long *links"};
/* clang-format on */

static const struct chain *chain_of(const int64_t *value)
{
    if (value[PROBE_measure] != PROBE_ATOMIC_LATENCY) return &chains[value[PROBE_memory]];
    return value[PROBE_memory] == PROBE_SHARED ? &shared_adds : &global_adds;
}

#define UNROLLED_WAITS  512 /* a branch costs as much as several of these steps */
#define UNROLLED_CHASES 64

/* The instructions load 8 bytes at a time, or 16. */
static const char *const loads[] = {[PROBE_REGISTER] = "",
                                    [PROBE_SHUFFLE] = "",
                                    [PROBE_SHARED] = "ld.shared",
                                    [PROBE_CONSTANT] = "",
                                    [PROBE_GLOBAL] = "ld.global",
                                    [PROBE_GLOBAL_CG] = "ld.global.cg",
                                    [PROBE_GLOBAL_NC] = "ld.global.nc"};

static void describe_follows(const int64_t *value, const char *name, struct tw_data *data)
{
    const struct chain *chain = chain_of(value);
    bool chases = probe_kind(value) == PROBE_CHASES, adds = value[PROBE_measure] == PROBE_ATOMIC_LATENCY;
    int64_t each = value[PROBE_each], most = chases ? UNROLLED_CHASES : UNROLLED_WAITS;
    tw_data_flag(data, "shared", value[PROBE_memory] == PROBE_SHARED);
    tw_data_flag(data, "chases", chases);
    tw_data_flag(data, "shuffles", value[PROBE_memory] == PROBE_SHUFFLE);
    tw_data_flag(data, "register", value[PROBE_memory] == PROBE_REGISTER);
    tw_data_flag(data, "adds", adds);
    tw_data_string(data, "parameters", chain->parameters);
    tw_data_string(data, "type", chain->type);
    tw_data_string(data, "start", chain->start);
    if (probe_is_global(value))
        tw_data_format(data, "hop", adds ? "%s_add(at, nothing)" : "%s_load(at)", name);
    else
        tw_data_string(data, "hop", chain->hop);
    tw_data_string(data, "waits", chain->waits);
    if (chain->end)
        tw_data_string(data, "end", chain->end);
    else
        tw_data_format(data, "end", "*end = (unsigned)(%s / %" PRId64 ")",
                       probe_is_global(value) ? "(at - (unsigned long long)links)" : "at",
                       value[PROBE_stride]);
    tw_data_flag(data, "warms", value[PROBE_warm] > 0);
    tw_data_number(data, "readings", value[PROBE_steps] / each);
    tw_data_number(data, "unrolled", each < most ? each : most);
}

static void describe_streams(const int64_t *value, const char *name, struct tw_data *data)
{
    bool uniform = value[PROBE_memory] == PROBE_CONSTANT, shared = value[PROBE_memory] == PROBE_SHARED;
    bool grid = value[PROBE_walk] == PROBE_GRID;
    tw_data_flag(data, "shared", shared);
    tw_data_flag(data, "uniform", uniform);
    tw_data_string(data, "parameters",
                   uniform ? "unsigned *out, unsigned advance"
                           : "const unsigned *in, unsigned *out, unsigned advance");
    tw_data_number(data, "groups", value[PROBE_bytes] / PROBE_GROUP);
    tw_data_format(data, "mask", "%uu", (unsigned)(value[PROBE_bytes] - 1));
    if (uniform)
        tw_data_format(data, "first", "threadIdx.x / 32 * 4 & %uu", (unsigned)(value[PROBE_bytes] - 1));
    else
        tw_data_format(data, "first", "%s * %u & %uu", grid ? "thread" : "threadIdx.x", PROBE_GROUP,
                       (unsigned)(value[PROBE_bytes] - 1));
    tw_data_string(data, "got", uniform ? "unsigned" : "uint4");
    if (uniform)
        tw_data_string(data, "from", "*(const unsigned *)((const char *)probe_chain + at)");
    else
        tw_data_format(data, "from", "%s_load((const char *)%s + at)", name, shared ? "tile" : "in");
    tw_data_string(data, "parts", uniform ? "got[k]" : "got[k].x + got[k].y + got[k].z + got[k].w");
}

static void describe_sides(const int64_t *value, struct tw_data *data)
{
    bool is_register = value[PROBE_memory] == PROBE_REGISTER;
    tw_data_flag(data, "register", is_register);
    tw_data_string(data, "parameters",
                   is_register ? "const float *factors, float *out" : "const unsigned *next, unsigned *out");
    tw_data_string(data, "type", is_register ? "float" : "unsigned");
    tw_data_string(data, "hop",
                   is_register ? "fmaf(at[k], a, b)" : "__shfl_sync(0xffffffff, at[k], next_lane)");
}

/* An object of that name, or false: another kind of kernel. */
static struct tw_data section(struct tw_data *data, const char *name, bool is)
{
    if (is) return tw_data_object(data, name);
    tw_data_flag(data, name, false);
    return (struct tw_data){0};
}

void probe_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                    struct tw_data *data)
{
    enum probe_kind kind = probe_kind(value);
    bool chases = kind == PROBE_CHASES, sides = kind == PROBE_STREAMS && probe_is_lanes(value);
    bool streams = kind == PROBE_STREAMS && !sides, links = chases && probe_is_global(value);
    uint64_t places = chases ? probe_places(value) : 0;
    (void)rendering;
    tw_data_flag(data, "symbol", value[PROBE_memory] == PROBE_CONSTANT);
    tw_data_number(data, "words", value[PROBE_bytes] / 4);
    tw_data_flag(data, "links", links);
    tw_data_flag(data, "cold", probe_is_cold(value));
    tw_data_number(data, "elements", value[PROBE_bytes] / 8);
    tw_data_number(data, "read_blocks", PROBE_READ_BLOCKS);
    tw_data_number(data, "read_threads", PROBE_READ_BLOCKS * PROBE_LINK_THREADS);
    tw_data_number(data, "link_threads", PROBE_LINK_THREADS);
    tw_data_number(data, "link_blocks", (int64_t)((places + PROBE_LINK_THREADS - 1) / PROBE_LINK_THREADS));
    tw_data_number(data, "places", (int64_t)places);
    tw_data_number(data, "pitch", value[PROBE_stride] / (links ? 8 : 4));
    struct tw_data follows = section(data, "follows", chases || kind == PROBE_WAITS);
    if (chases || kind == PROBE_WAITS) describe_follows(value, name, &follows);
    struct tw_data stream = section(data, "streams", streams);
    if (streams) describe_streams(value, name, &stream);
    struct tw_data side = section(data, "sides", sides);
    if (sides) describe_sides(value, &side);
    struct tw_data counts = section(data, "counts", kind == PROBE_COUNTS);
    if (kind == PROBE_COUNTS) tw_data_flag(&counts, "shared", value[PROBE_memory] == PROBE_SHARED);
    tw_data_string(data, "load", loads[value[PROBE_memory]]);
    tw_data_number(data, "counters", value[PROBE_bytes] / 4);
}
