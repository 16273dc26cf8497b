/* What the ladder's blocks do in their memory, drawn and counted: the steps of each tree, and the loads of each pass. */
#include <assert.h>

#include "gen/families/reduce/ladder/ladder.h"
#include "gen/layout/predict.h"

/* clang-format off */
enum what {
    WRITE_OWN,    /* every thread, its state                               */
    READ_OWN,     /* a step of the tree: the left of two states            */
    READ_PARTNER, /* the right one, a stride further                       */
    WRITE_JOINED, /* what they make, to the left one's place               */
    READ_RESULT,  /* thread 0                                              */
    READ_LAST,    /* the last warp, with all its lanes: a state each       */
    READ_FURTHER, /* a step of it: those a stride further                  */
    WRITE_LAST,   /* what they make, again all                             */
    WRITE_WARP,   /* a lane of each warp                                   */
    READ_WARPS    /* the first warp, what these wrote                      */
};
/* clang-format on */

struct access {
    const char *name;
    enum tw_access op;
    enum what what;
    unsigned stride;
};

enum { OWN, PARTNER, JOINED, PER_STEP };

/* The accesses of the step with stride 1 << k. */
static const char *const step_names[][PER_STEP] = {
#define X(i) {"stride " #i ": read own", "stride " #i ": read partner", "stride " #i ": write"},
    X(1) X(2) X(4) X(8) X(16) X(32) X(64) X(128) X(256) X(512)
#undef X
};

static const char *const *names_of(unsigned stride)
{
    unsigned k = 0;
    while (1u << k < stride) k++;
    return step_names[k];
}

static unsigned add_step(unsigned stride, struct access *list)
{
    const char *const *names = names_of(stride);
    list[0] = (struct access){names[OWN], TW_LOAD, READ_OWN, stride};
    list[1] = (struct access){names[PARTNER], TW_LOAD, READ_PARTNER, stride};
    list[2] = (struct access){names[JOINED], TW_STORE, WRITE_JOINED, stride};
    return 3;
}

/* The last step stays in registers. */
static unsigned add_last_warp(struct access *list)
{
    unsigned count = 0;
    list[count++] = (struct access){"last warp: read own", TW_LOAD, READ_LAST, 0};
    for (unsigned s = TW_WARP; s > 0; s /= 2) {
        list[count++] = (struct access){names_of(s)[PARTNER], TW_LOAD, READ_FURTHER, s};
        if (s > 1) list[count++] = (struct access){names_of(s)[JOINED], TW_STORE, WRITE_LAST, 0};
    }
    return count;
}

#define MOST_ACCESSES 40u /* those of ten steps, and a few */

static unsigned list_warps(unsigned threads, struct access list[MOST_ACCESSES])
{
    if (threads <= TW_WARP) return 0;
    list[0] = (struct access){"write state of warp", TW_STORE, WRITE_WARP, 0};
    list[1] = (struct access){"read states of warps", TW_LOAD, READ_WARPS, 0};
    return 2;
}

/* All accesses of a block to its states, in order; returns how many. */
static unsigned list_accesses(const struct tw_reduce *r, struct access list[MOST_ACCESSES])
{
    bool grows = r->method == REDUCE_INTERLEAVED || r->method == REDUCE_CONFLICTING;
    bool has_last = r->method == REDUCE_UNROLL_LAST || r->method == REDUCE_UNROLL_ALL;
    unsigned count = 0, end = has_last ? TW_WARP : 0;
    if (r->length == 0) return 0;
    if (r->method >= REDUCE_SHUFFLE) return list_warps(r->threads, list);
    list[count++] = (struct access){"write state of thread", TW_STORE, WRITE_OWN, 0};
    for (unsigned s = 1; grows && s < r->threads; s *= 2) count += add_step(s, list + count);
    for (unsigned s = r->threads / 2; !grows && s > end; s /= 2) count += add_step(s, list + count);
    if (has_last)
        count += add_last_warp(list + count);
    else
        list[count++] = (struct access){"read state of block", TW_LOAD, READ_RESULT, 0};
    assert(count <= MOST_ACCESSES);
    return count;
}

#define NOWHERE UINT32_MAX

/* The place of a step's left side, or NOWHERE for a thread that has none. */
static uint32_t step_place(enum tw_reduce_method method, unsigned stride, unsigned states, uint32_t thread)
{
    uint32_t at = method == REDUCE_CONFLICTING ? 2 * stride * thread : thread;
    bool joins = method == REDUCE_CONFLICTING ||
                 (method == REDUCE_INTERLEAVED ? thread % (2 * stride) == 0 : thread < stride);
    return joins && at + stride < states ? at : NOWHERE;
}

/* The state that a thread of a block with so many states accesses, or NOWHERE. */
static uint32_t place(const struct tw_reduce *r, const struct access *access, unsigned states,
                      uint32_t thread)
{
    uint32_t own = access->stride ? step_place(r->method, access->stride, states, thread) : NOWHERE;
    bool last = thread < TW_WARP;
    switch (access->what) {
    case WRITE_OWN:
        return thread;
    case READ_OWN:
    case WRITE_JOINED:
        return own;
    case READ_PARTNER:
        return own == NOWHERE ? NOWHERE : own + access->stride;
    case READ_RESULT:
        return thread == 0 ? 0 : NOWHERE;
    case READ_LAST:
    case WRITE_LAST:
        return last ? thread : NOWHERE;
    case READ_FURTHER:
        return last && thread + access->stride < states ? thread + access->stride : NOWHERE;
    case WRITE_WARP:
        return thread % TW_WARP == 0 ? thread / TW_WARP : NOWHERE;
    case READ_WARPS:
        return thread < r->threads / TW_WARP ? thread : NOWHERE;
    }
    return NOWHERE;
}

/* ---- pictures ---- */

bool tw_ladder_tile(const struct tw_reduce *r, struct tw_layout *layout)
{
    unsigned states = tw_ladder_shared_states(r), columns = states < TW_WARP ? states : TW_WARP;
    if (!states) return false;
    *layout = (struct tw_layout){.rows = states / columns,
                                 .columns = columns,
                                 .pitch = columns,
                                 .element_bytes = tw_ladder_bytes(r->members[0].element),
                                 .swizzle = TW_SWIZZLE_NONE};
    return true;
}

void tw_ladder_accesses(const struct tw_reduce *r, const int64_t *value, struct tw_access_list *into)
{
    struct access list[MOST_ACCESSES];
    unsigned count = tw_ladder_shared_states(r) ? list_accesses(r, list) : 0,
             bytes = tw_ladder_bytes(r->members[0].element);
    for (unsigned i = 0; i < count; i++)
        tw_access_list_add(into, (struct tw_access_info){list[i].name, list[i].op, bytes,
                                                         tw_ladder_has_begin(r, value), .passes = 1});
}

void tw_ladder_addresses(const struct tw_reduce *r, unsigned access, unsigned first, unsigned count,
                         uint32_t *addr)
{
    struct access list[MOST_ACCESSES];
    list_accesses(r, list);
    for (unsigned i = 0; i < count; i++) {
        uint32_t at = place(r, &list[access], r->threads, first + i);
        addr[i] = at == NOWHERE ? TW_NO_ADDRESS : at * tw_ladder_bytes(r->members[0].element);
    }
}

/* ---- prediction ---- */

/* A request of a warp: places of states, and who takes part. */
struct request {
    uint32_t place[TW_WARP], active;
};

static struct request request_of(const struct tw_reduce *r, const struct access *access, unsigned states,
                                 unsigned warp)
{
    struct request request = {.active = 0};
    for (unsigned lane = 0; lane < TW_WARP && lane < r->threads; lane++) {
        uint32_t at = place(r, access, states, warp * TW_WARP + lane);
        request.place[lane] = at == NOWHERE ? 0 : at;
        request.active |= (uint32_t)(at != NOWHERE) << lane;
    }
    return request;
}

/* They differ by whole rounds of the banks, and of sectors. */
static bool is_alike(const struct request *a, const struct request *b)
{
    uint32_t shift = 0;
    bool known = false;
    if (a->active != b->active) return false;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (!(a->active >> lane & 1u)) continue;
        if (!known) shift = b->place[lane] - a->place[lane];
        if (b->place[lane] - a->place[lane] != shift || shift % (4 * TW_BANKS)) return false;
        known = true;
    }
    return true;
}

/* `number` of the shared access; the global method's states are in global memory. Blocks begin there where a multiple of
   their bytes is, which is a whole sector, or in one: all cost what the first does. */
static void predict_request(const struct tw_reduce *r, unsigned number, enum tw_access op,
                            const struct request *request, uint64_t times, struct tw_prediction *prediction)
{
    unsigned bytes = tw_ladder_bytes(r->members[0].element);
    uint32_t shared[TW_WARP];
    uint64_t global[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        shared[lane] = request->place[lane] * bytes;
        global[lane] = shared[lane];
    }
    if (r->method == REDUCE_GLOBAL)
        tw_predict_global(prediction, op, bytes, global, request->active, times);
    else
        tw_predict_request(prediction, number, shared, request->active, times);
}

/* What `times` blocks with so many states do in an access; warps that are alike are counted once. */
static void predict_access(const struct tw_reduce *r, const struct access *access, unsigned number,
                           unsigned states, uint64_t times, struct tw_prediction *prediction)
{
    unsigned warps = r->threads < TW_WARP ? 1 : r->threads / TW_WARP;
    struct request request = request_of(r, access, states, 0);
    uint64_t alike = 1;
    for (unsigned warp = 1; warp < warps; warp++) {
        struct request next = request_of(r, access, states, warp);
        if (is_alike(&request, &next)) {
            alike++;
            continue;
        }
        predict_request(r, number, access->op, &request, alike * times, prediction);
        request = next;
        alike = 1;
    }
    predict_request(r, number, access->op, &request, alike * times, prediction);
}

static void predict_blocks(const struct tw_reduce *r, const struct tw_ladder_pass *pass,
                           struct tw_prediction *prediction)
{
    struct access list[MOST_ACCESSES];
    unsigned count = list_accesses(r, list), states = tw_ladder_last_states(pass);
    uint64_t full = pass->blocks - (states < pass->threads);
    for (unsigned i = 0; i < count; i++) {
        if (full) predict_access(r, &list[i], i, pass->threads, full, prediction);
        if (states < pass->threads) predict_access(r, &list[i], i, states, 1, prediction);
    }
}

static void predict_loads(const struct tw_ladder_pass *pass, struct tw_prediction *prediction)
{
    const struct tw_strided_loads loads = {.count = pass->units,
                                           .stride = tw_ladder_stride(pass),
                                           .threads = pass->threads,
                                           .unroll = pass->unroll,
                                           .bytes = pass->bytes,
                                           .arrays = pass->arrays};
    tw_predict_strided(prediction, &loads);
    tw_predict_consecutive(prediction, TW_LOAD, pass->bytes / pass->elements, 1, pass->tail * pass->arrays);
}

static void predict_pass(const struct tw_reduce *r, const struct tw_ladder_pass *pass,
                         struct tw_prediction *prediction)
{
    predict_loads(pass, prediction);
    predict_blocks(r, pass, prediction);
}

static void name_accesses(const struct tw_reduce *r, struct tw_prediction *prediction)
{
    struct access list[MOST_ACCESSES];
    unsigned count = tw_ladder_shared_states(r) ? list_accesses(r, list) : 0,
             bytes = tw_ladder_bytes(r->members[0].element);
    prediction->counts.known |= TW_KNOWN_SHARED;
    for (unsigned i = 0; i < count; i++) tw_predict_access(prediction, list[i].name, list[i].op, bytes);
}

/* A thread loads an element, and stores it. */
static void predict_alone(unsigned bytes, struct tw_prediction *prediction)
{
    tw_predict_consecutive(prediction, TW_LOAD, bytes, 1, 1);
    tw_predict_consecutive(prediction, TW_STORE, bytes, 1, 1);
    prediction->counts.known |= TW_KNOWN_SHARED;
}

/* Atomic operations are neither loads nor stores. */
void tw_ladder_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                       unsigned launch, struct tw_prediction *prediction)
{
    struct tw_ladder_pass inputs = tw_ladder_over_inputs(r, value),
                          partials = tw_ladder_over_partials(r, value);
    unsigned main_launch = tw_ladder_has_begin(r, value), bytes = tw_ladder_bytes(r->result);
    bool is_main = launch == main_launch, is_end = launch > main_launch && tw_ladder_has_end(r, value);
    (void)shape;
    if (launch < main_launch || is_end) {
        predict_alone(bytes, prediction);
        return;
    }
    name_accesses(r, prediction);
    if (is_main && r->length) predict_pass(r, &inputs, prediction);
    if (is_main && tw_ladder_joins_partials(r, value))
        tw_predict_consecutive(prediction, TW_STORE, partials.bytes, 1, inputs.blocks);
    if (!is_main || tw_ladder_is_last(r, value)) predict_pass(r, &partials, prediction);
    if (!is_main || tw_ladder_is_alone(value) || tw_ladder_is_last(r, value))
        tw_predict_consecutive(prediction, TW_STORE, bytes, 1, 1);
}
