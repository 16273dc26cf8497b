/*
 * Where an access goes: from the lanes' addresses to host addresses, each checked for bounds and alignment.
 * What it costs is counted by access_cost.c. Lanes that are off get the first active lane's address, so that
 * loops over all lanes need no branch.
 */
#ifdef __AVX512F__
#pragma GCC target("prefer-vector-width=256")
#endif
#include "sim/exec/memory/access.h"

#include "sim/check/cluster_races.h"
#include "sim/check/doubt.h"
#include "sim/check/finding.h"
#include "sim/check/grid_races.h"
#include "sim/check/shadow.h"
#include "sim/exec/cluster.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access_cost.h"
#include "sim/exec/memory/access_pattern.h"
#include "sim/exec/memory/stack.h"
#include "sim/exec/memory/weak.h"

void tw_access_spread(const struct tw_op *op, struct tw_lane_access *access)
{
    (void)op;
    if (access->shape == TW_SCATTERED) return;
    for (unsigned i = 1; access->pattern && i < 32; i++)
        access->host[i] = access->host[0] + (ptrdiff_t)access->pattern->distance[i];
    for (unsigned i = 1; !access->pattern && i < 32; i++) access->host[i] = tw_access_host(access, i);
}

static bool out_of_place(const struct tw_op *op, uint64_t address, uint64_t begin, uint64_t size)
{
    uint64_t offset = address - begin;
    return offset > size || size - offset < op->access_bytes || (address & (op->access_bytes - 1u));
}

/* Are all lanes of a known pattern within [begin, begin + size), and aligned? Its ends tell, as lanes are less than 4 GB apart. */
static inline bool is_inside(const struct tw_op *op, const struct tw_access_pattern *pattern, uint64_t first,
                             uint64_t begin, uint64_t size)
{
    uint64_t offset = first - begin, last = size - op->access_bytes;
    bool in = offset + (uint64_t)pattern->low <= last && offset + (uint64_t)pattern->high <= last;
    return size >= op->access_bytes && in && !((first | pattern->bits) & (op->access_bytes - 1u));
}

/* Does the access of any lane leave [begin, begin + size) or miss its alignment? */
static bool any_wrong(const struct tw_op *op, const struct tw_lane_access *access, uint64_t begin,
                      uint64_t size)
{
    const uint64_t *address = access->address;
    uint64_t bits = 0, outside = 0, last = size - op->access_bytes;
    if (access->pattern) return !is_inside(op, access->pattern, address[0], begin, size);
    if (size < op->access_bytes) return true;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t offset = address[i] - begin;
        bits |= address[i];
        outside |= offset | (last - offset); /* a top bit: before the begin, or behind the last place */
    }
    return outside >> 63 || (bits & (op->access_bytes - 1u));
}

/* Host addresses, once all are known to lie in the memory at `host` whose first byte has the address `begin`. */
static void place_in(struct tw_lane_access *access, unsigned char *host, uint64_t begin)
{
    unsigned lanes = access->shape == TW_SCATTERED ? 32 : 1;
    for (unsigned i = 0; i < lanes; i++) access->host[i] = host + (access->address[i] - begin);
}

/* The same for a known pattern whose first lane's is `first`. */
static inline bool place_known(struct tw_lane_access *access, unsigned char *first)
{
    access->host[0] = first;
    for (unsigned i = 1; access->shape == TW_SCATTERED && i < 32; i++)
        access->host[i] = first + access->pattern->distance[i];
    return true;
}

/* The part of an access whose lanes are `lanes`, addresses within their space. */
static void take_part(const struct tw_lane_access *whole, uint32_t lanes, uint64_t mask,
                      struct tw_lane_access *part)
{
    uint64_t first = whole->address[tw_first_of(lanes)] & mask;
    *part = *whole;
    part->shape = TW_SCATTERED;
    part->width = 0;
    part->pattern = NULL;
    for (unsigned i = 0; i < 32; i++) part->address[i] = lanes >> i & 1u ? whole->address[i] & mask : first;
}

static void join_part(const struct tw_op *op, struct tw_lane_access *part, uint32_t lanes,
                      struct tw_lane_access *whole)
{
    tw_access_spread(op, part);
    for (unsigned i = 0; i < 32; i++) whole->host[i] = lanes >> i & 1u ? part->host[i] : whole->host[i];
}

/*
 * --- state spaces: the addresses are within the space, those of global memory are device addresses.
 *
 * Mostly the pattern is known, it costs what it did before, all is inside, and nothing is checked: then `quick_...` does all
 * there is to do, without spelling the addresses out. Otherwise it has done nothing.
 */

static inline bool quick_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                struct tw_lane_access *access, uint64_t first)
{
    struct tw_sim_worker *worker = warp->worker;
    const struct tw_access_pattern *pattern = access->pattern;
    first -= worker->shared_base;
    if (!is_inside(op, pattern, first, 0, worker->shared_bytes)) return false;
    if (op->array && worker->checks_arrays &&
        !is_inside(op, pattern, first - worker->shared_front, op->array->begin, op->array->bytes))
        return false;
    if (worker->shadow && (worker->cluster_races || op->is_early ||
                           !tw_shadow_offer(warp, op, active, access->shape, (uint32_t)first, pattern->near)))
        return false;
    if (!tw_count_shared_again(warp, op, active, pattern, first)) return false;
    if (worker->shadow) tw_shadow_put_off(worker->shadow);
    return place_known(access, worker->shared + first);
}

/* Does anything want to see the addresses in global memory, of an access whose first one is `first`? The check of races may put it off. */
static inline bool is_watched(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                              const struct tw_lane_access *access, uint64_t first)
{
    struct tw_sim_worker *worker = warp->worker;
    const struct tw_running *running = worker->running;
    const struct tw_allocation *last = &worker->last;
    const uint64_t end = first - last->address + (uint64_t)access->pattern->high + op->access_bytes;
    if (worker->weak || (worker->shadow && op->is_strong)) return true;
    if (op->is_early && (last->written || running->races)) return true;
    if (last->written && !tw_all_written(last, end)) return true;
    return running->races && !tw_grid_late(warp, op, active, access, first);
}

static inline bool quick_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                struct tw_lane_access *access, uint64_t first)
{
    struct tw_sim_worker *worker = warp->worker;
    const struct tw_allocation *last = &worker->last;
    if (first - last->address >= last->bytes)
        tw_machine_at(worker->running->machine, &worker->last, first, op->access_bytes);
    return is_inside(op, access->pattern, first, last->address, last->bytes) &&
           !is_watched(warp, op, active, access, first) &&
           tw_count_global_again(warp, op, active, access->pattern, first) &&
           place_known(access, last->host + (first - last->address));
}

/* A lane's bytes where those that nothing reads lie outside: hardware has memory there, of which nobody knows what it holds. */
static unsigned char *without_spare(struct tw_sim_worker *worker, const struct tw_op *op, unsigned lane,
                                    const unsigned char *host)
{
    unsigned char *copy = worker->ends[lane];
    memset(copy, TW_LANE_POISON, sizeof worker->ends[lane]);
    return memcpy(copy, host, tw_op_needs(op));
}

/* Lane by lane, for accesses that leave the block's memory: false if that is wrong. The checks see those that do not. */
static bool resolve_shared_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                struct tw_lane_access *access)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_lane_access part;
    uint32_t inside = 0;
    access->shape = TW_SCATTERED;
    access->width = 0;
    access->pattern = NULL;
    for (unsigned lane = 0; lane < 32; lane++) {
        const uint64_t address = access->address[lane], left = worker->shared_bytes - address;
        const bool begins = address < worker->shared_bytes && address % op->access_bytes == 0;
        access->host[lane] = worker->scratch;
        if (!(active >> lane & 1u)) continue;
        if (!begins || left < tw_op_needs(op)) {
            tw_find_address(warp, op, lane, TW_PTX_SPACE_SHARED, (uint32_t)address);
            return false;
        }
        const bool whole = left >= op->access_bytes;
        unsigned char *host = worker->shared + address;
        access->host[lane] = whole ? host : without_spare(worker, op, lane, host);
        inside |= (uint32_t)whole << lane;
    }
    tw_count_shared(warp, op, active, access);
    if (!inside) return true;
    take_part(access, inside, UINT64_MAX, &part);
    if (worker->shadow) tw_shadow_access(warp, op, inside, &part);
    if (worker->cluster_races) tw_cluster_races_own(warp, op, inside, &part);
    return true;
}

static bool resolve_shared_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                              struct tw_lane_access *access)
{
    struct tw_sim_worker *worker = warp->worker;
    const uint64_t base = worker->shared_base;
    for (unsigned i = 0; i < 32; i++) access->address[i] -= base;
    if (op->array && worker->checks_arrays) tw_check_array(warp, op, active, access);
    if (any_wrong(op, access, 0, worker->shared_bytes)) return resolve_shared_each(warp, op, active, access);
    tw_count_shared(warp, op, active, access);
    place_in(access, worker->shared, 0);
    if (op->is_early && tw_doubt_read(warp, op, active, access, true)) return true;
    if (worker->shadow) tw_shadow_access(warp, op, active, access);
    if (worker->cluster_races) tw_cluster_races_own(warp, op, active, access);
    return true;
}

/* To the check of races between blocks. */
static void visit(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_sim_worker *owner,
                  uint32_t offset)
{
    if (tw_op_releases(op)) tw_order_fence(warp, 1u << lane);
    if (op->is_strong)
        tw_cluster_races_strong(warp->worker, op, offset | (uint64_t)owner->rank << TW_RANK_SHIFT);
    tw_cluster_races_access(warp, op, lane, owner, offset);
}

/* Shared memory of whichever block of the cluster; what goes to others is not counted. */
static bool resolve_cluster_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                               struct tw_lane_access *access)
{
    struct tw_sim_worker *worker = warp->worker, *owner;
    struct tw_lane_access part;
    uint32_t own = 0;
    for (unsigned i = 0; i < 32; i++)
        own |= (uint32_t)(access->address[i] >> TW_RANK_SHIFT == worker->rank) << i;
    if (tw_cluster_size(worker) == 1 || !(active & ~own)) return resolve_shared_at(warp, op, active, access);
    for (unsigned i = 0; i < 32; i++) access->host[i] = worker->scratch;
    if (own & active) {
        take_part(access, own & active, UINT64_MAX, &part);
        if (!resolve_shared_at(warp, op, own & active, &part)) return false;
        join_part(op, &part, own & active, access);
    }
    for (uint32_t left = active & ~own; left; left &= left - 1) {
        unsigned lane = tw_first_of(left);
        unsigned char **host = &access->host[lane];
        *host = tw_cluster_host(warp, op, lane, access->address[lane], op->access_bytes, &owner);
        if (!*host) return false;
        if (!(op->counted && !op->is_store)) tw_cluster_wrote(owner, *host, op->access_bytes);
        if (op->is_strong) tw_cluster_ordered(worker, owner);
        if (worker->cluster_races) visit(warp, op, lane, owner, (uint32_t)(*host - owner->shared));
    }
    access->shape = TW_SCATTERED;
    return true;
}

/* Lane by lane, for accesses that meet more than one allocation or go wrong. */
static bool resolve_global_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                struct tw_lane_access *access)
{
    struct tw_sim_worker *worker = warp->worker;
    access->shape = TW_SCATTERED;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t address = access->address[i];
        access->host[i] = worker->scratch;
        if (!(active >> i & 1u)) continue;
        bool aligned = address % op->access_bytes == 0;
        unsigned char *host =
            tw_machine_at(worker->running->machine, &worker->last, address, op->access_bytes);
        if (!host && op->spare) {
            host = tw_machine_at(worker->running->machine, &worker->last, address, tw_op_needs(op));
            if (host) host = without_spare(worker, op, i, host);
        }
        if (!host || !aligned) {
            tw_find_address(warp, op, i, TW_PTX_SPACE_GLOBAL, address);
            return false;
        }
        access->host[i] = host;
    }
    return true;
}

/* The lanes mostly stay in the allocation that was touched last. */
static bool resolve_global_lanes(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                 struct tw_lane_access *access)
{
    struct tw_sim_worker *worker = warp->worker;
    uint64_t first = access->address[tw_first_of(active)];
    bool found = tw_machine_at(worker->running->machine, &worker->last, first, op->access_bytes) != NULL;
    if (!found || any_wrong(op, access, worker->last.address, worker->last.bytes)) {
        return resolve_global_each(warp, op, active, access);
    }
    place_in(access, worker->last.host, worker->last.address);
    return true;
}

void tw_access_show(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access)
{
    if (op->is_early && tw_doubt_read(warp, op, active, access, false)) return;
    if (warp->worker->running->machine->has_tracked) tw_written_access(warp, op, active, access);
    if (warp->worker->running->races) tw_grid_access(warp, op, active, access);
}

static bool resolve_global_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                              struct tw_lane_access *access)
{
    if (!resolve_global_lanes(warp, op, active, access)) return false;
    tw_access_show(warp, op, active, access);
    if (warp->worker->weak) tw_weak_access(warp, op, active, access);
    if (warp->worker->shadow && op->is_strong) tw_order_strong(warp, op, active, access);
    return true;
}

/* Constant variables lie in global memory; reading them costs no global sectors. */
static bool resolve_constant_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                struct tw_lane_access *access)
{
    tw_count_constant(warp, op, active, access);
    return resolve_global_at(warp, op, active, access);
}

/* Local memory that all active lanes have; each may have more. */
static uint32_t local_bytes(const struct tw_warp *warp, uint32_t active)
{
    uint32_t least = warp->local_bytes;
    for (unsigned lane = 0; warp->stack && lane < 32; lane++) {
        if (active >> lane & 1u && warp->stack->top[lane] < least) least = warp->stack->top[lane];
    }
    return least;
}

/* Local memory: each thread has a part of its own at the same addresses. */
static bool resolve_local_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                             struct tw_lane_access *access)
{
    bool wrong = any_wrong(op, access, 0, local_bytes(warp, active));
    for (unsigned lane = 0; wrong && lane < 32; lane++) {
        uint32_t own = warp->stack ? warp->stack->top[lane] : warp->local_bytes;
        if (!(active >> lane & 1u) || !out_of_place(op, access->address[lane], 0, own)) continue;
        tw_find_address(warp, op, lane, TW_PTX_SPACE_LOCAL, access->address[lane]);
        return false;
    }
    if (access->shape == TW_ROWS) access->shape = TW_SCATTERED;
    place_in(access, warp->local, 0);
    if (access->shape == TW_SCATTERED) {
        for (unsigned i = 0; i < 32; i++) access->host[i] += (size_t)i * warp->local_bytes;
    } else {
        access->step += warp->local_bytes;
        access->shape = TW_STRIDED;
    }
    access->pattern = NULL; /* that of the addresses, not of where they are */
    return true;
}

static inline bool quick_local(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                               struct tw_lane_access *access, uint64_t first)
{
    if (access->shape != TW_SAME || !is_inside(op, access->pattern, first, 0, local_bytes(warp, active)))
        return false;
    access->host[0] = warp->local + first;
    access->step = warp->local_bytes;
    access->shape = TW_STRIDED;
    access->pattern = NULL;
    return true;
}

/* Parameters are the same for all threads, and only read: st.param is refused. */
static bool resolve_param_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                             struct tw_lane_access *access)
{
    const struct tw_running *running = warp->worker->running;
    uint32_t bytes = running->program->function->parameter_bytes;
    if (any_wrong(op, access, 0, bytes)) {
        unsigned lane = tw_first_of(active);
        while (!out_of_place(op, access->address[lane], 0, bytes)) lane++;
        tw_find_address(warp, op, lane, TW_PTX_SPACE_PARAM, access->address[lane]);
        return false;
    }
    place_in(access, (unsigned char *)running->launch->parameters, 0);
    return true;
}

/* --- generic addresses: the lanes of each window take their way; see memory.h */

static uint32_t lanes_in_window(const struct tw_lane_access *access, uint32_t active, uint64_t window)
{
    uint32_t lanes = 0;
    for (unsigned i = 0; i < 32; i++) lanes |= (uint32_t)(access->address[i] >> 32 == window >> 32) << i;
    return lanes & active;
}

/* A part in global memory. */
static bool resolve_far(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                        struct tw_lane_access *part)
{
    tw_count_global(warp, op, lanes, part);
    return resolve_global_at(warp, op, lanes, part);
}

static bool resolve_parameters(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                               struct tw_lane_access *part)
{
    if (!op->is_store && op->counted) return resolve_param_at(warp, op, lanes, part);
    tw_find(warp, op, TW_SIM_BAD_ADDRESS, tw_first_of(lanes), "a kernel parameter cannot be written");
    return false;
}

/* Mostly all lanes are in one window, or above all of them. */
static bool is_in_one(const struct tw_lane_access *access)
{
    uint64_t least = UINT64_MAX, apart = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t address = access->address[i];
        apart |= (address ^ access->address[0]) >> 32;
        least = address < least ? address : least;
    }
    return !apart || least >= TW_GLOBAL_FIRST;
}

static inline bool quick_generic(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                 struct tw_lane_access *access, uint64_t first)
{
    uint64_t low = first + (uint64_t)access->pattern->low, high = first + (uint64_t)access->pattern->high;
    if (low >= TW_GLOBAL_FIRST) return quick_global(warp, op, active, access, first);
    if (low >> 32 != high >> 32) return false;
    if (low >> 32 == TW_SHARED_WINDOW >> 32)
        return quick_shared(warp, op, active, access, first & UINT32_MAX);
    return low >> 32 == TW_LOCAL_WINDOW >> 32 && quick_local(warp, op, active, access, first & UINT32_MAX);
}

static bool resolve_generic_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                               struct tw_lane_access *access)
{
    static const struct {
        uint64_t window;
        tw_resolve *resolve;
    } windows[] = {{TW_SHARED_WINDOW, resolve_cluster_at},
                   {TW_LOCAL_WINDOW, resolve_local_at},
                   {TW_PARAM_WINDOW, resolve_parameters}};
    struct tw_lane_access part;
    if (is_in_one(access)) {
        unsigned w = 0;
        while (w < 3 && access->address[0] >> 32 != windows[w].window >> 32) w++;
        if (w == 3) return resolve_far(warp, op, active, access);
        for (unsigned i = 0; i < 32; i++) access->address[i] &= UINT32_MAX;
        return windows[w].resolve(warp, op, active, access);
    }
    for (unsigned i = 0; i < 32; i++) access->host[i] = warp->worker->scratch;
    for (unsigned w = 0; w <= 3; w++) { /* what is in none of them comes last */
        uint32_t lanes = w < 3 ? lanes_in_window(access, active, windows[w].window) : active;
        if (!lanes) continue;
        active &= ~lanes;
        take_part(access, lanes, w < 3 ? UINT32_MAX : UINT64_MAX, &part);
        if (!(w < 3 ? windows[w].resolve : resolve_far)(warp, op, lanes, &part)) return false;
        join_part(op, &part, lanes, access);
    }
    access->shape = TW_SCATTERED;
    return true;
}

/* --- by the instruction's space */

/* No quick way, for spaces that are accessed seldom. */
static inline bool not_quick(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                             struct tw_lane_access *access, uint64_t first)
{
    (void)warp, (void)op, (void)active, (void)access, (void)first;
    return false;
}

/* clang-format off */
/*    space     quickly        by its addresses */
#define SPACES(X)                                   \
    X(generic,  quick_generic, resolve_generic_at)  \
    X(global,   quick_global,  resolve_far)         \
    X(shared,   quick_shared,  resolve_shared_at)   \
    X(cluster,  not_quick,     resolve_cluster_at)  \
    X(local,    quick_local,   resolve_local_at)    \
    X(constant, not_quick,     resolve_constant_at) \
    X(param,    not_quick,     resolve_param_at)
/* clang-format on */

#define X(space, quick, at)                                                                                  \
    static bool resolve_##space(struct tw_warp *warp, const struct tw_op *op, uint32_t active,               \
                                struct tw_lane_access *access)                                               \
    {                                                                                                        \
        uint64_t first = 0;                                                                                  \
        bool known = tw_addresses_known(warp, op, active, access, &first);                                   \
        if (known && quick(warp, op, active, access, first)) return true;                                    \
        tw_addresses_spell(warp, op, active, access, known, first);                                          \
        return at(warp, op, active, access);                                                                 \
    }
SPACES(X)
#undef X

bool tw_access_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                  struct tw_lane_access *access)
{
    access->shape = TW_SCATTERED;
    access->width = 0;
    access->pattern = NULL;
    switch (op->instruction->words[TW_PTX_CLASS_SPACE]) {
    case TW_PTX_SPACE_GLOBAL:
        return resolve_far(warp, op, active, access);
    case TW_PTX_SPACE_SHARED:
    case TW_PTX_SPACE_SHARED_CTA:
        return resolve_shared_at(warp, op, active, access);
    default:
        return resolve_generic_at(warp, op, active, access);
    }
}

/* A variable of .param lies in a frame; .param with any other address means the kernel's parameters. */
static bool is_in_frame(const struct tw_ptx_instruction *instruction)
{
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        const struct tw_ptx_operand *operand = &instruction->operands[i];
        if (operand->kind == TW_PTX_OPERAND_MEMORY && operand->elements->kind == TW_PTX_OPERAND_VARIABLE)
            return true;
    }
    return false;
}

tw_resolve *tw_resolve_for(const struct tw_ptx_instruction *instruction)
{
    switch (instruction->words[TW_PTX_CLASS_SPACE]) {
    case TW_PTX_ABSENT:
        return resolve_generic;
    case TW_PTX_SPACE_GLOBAL:
        return resolve_global;
    case TW_PTX_SPACE_SHARED:
    case TW_PTX_SPACE_SHARED_CTA:
        return resolve_shared;
    case TW_PTX_SPACE_SHARED_CLUSTER:
        return resolve_cluster;
    case TW_PTX_SPACE_LOCAL:
        return resolve_local;
    case TW_PTX_SPACE_CONST:
        return resolve_constant;
    default:
        return is_in_frame(instruction) ? resolve_local : resolve_param;
    }
}
