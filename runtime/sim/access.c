/*
 * Where an access goes: from the lanes' addresses to host addresses, each checked for bounds and alignment, and what it costs.
 * Lanes that are off get the first active lane's address, so that loops over all lanes need no branch.
 */
#include "runtime/sim/lanes.h"

#include <tilewright/banks.h>

static unsigned first_of(uint32_t active)
{
    unsigned lane = 0;
    while (!(active >> lane & 1u)) lane++;
    return lane;
}

/* Base plus offset; a base of 32 bits wraps at 32 bits. */
static void addresses_of(const struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint64_t address[32])
{
    const union tw_lanes *base = tw_at(warp, op->address);
    if (op->address_wide) {
        for (unsigned i = 0; i < 32; i++) address[i] = base->u64[i] + op->offset;
    } else {
        for (unsigned i = 0; i < 32; i++) address[i] = (uint32_t)(base->u32[i] + op->offset);
    }
    if (active == TW_ALL_LANES) return;
    uint64_t first = address[first_of(active)];
    for (unsigned i = 0; i < 32; i++) address[i] = active >> i & 1u ? address[i] : first;
}

/* --- what a pattern costs */

/* Different sectors of 32 bytes that the active lanes touch; no access crosses one's end, being aligned. */
static uint32_t count_sectors(const uint32_t pattern[32], uint32_t active)
{
    uint32_t seen[32], count = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint32_t sector = pattern[i] / 32;
        if (!(active >> i & 1u)) continue;
        if (count && seen[count - 1] == sector) continue; /* neighbours mostly share */
        unsigned k = 0;
        while (k < count && seen[k] != sector) k++;
        if (k == count) seen[count++] = sector;
    }
    return count;
}

/* Remembers what the last patterns of an operation cost; see struct tw_memo. */
static uint32_t cost_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint32_t pattern[32],
                        bool shared)
{
    uint32_t place = (warp->pc * 37u + pattern[first_of(active)] / 4u) % TW_MEMO_ENTRIES;
    struct tw_memo *memo = &warp->worker->memo[place];
    bool known = memo->op == op && memo->active == active && memo->shared == shared &&
                 memcmp(memo->pattern, pattern, sizeof memo->pattern) == 0;
    if (known) return memo->cost;
    memo->op = op;
    memo->active = active;
    memo->shared = shared;
    memcpy(memo->pattern, pattern, sizeof memo->pattern);
    enum tw_access access = op->is_store ? TW_STORE : TW_LOAD;
    memo->cost = shared ? tw_bank_wavefronts(access, op->access_bytes, pattern, active) : count_sectors(pattern, active);
    return memo->cost;
}

static void count_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint32_t address[32])
{
    uint32_t pattern[32], base = address[first_of(active)] & ~127u;
    if (!op->counted) return;
    for (unsigned i = 0; i < 32; i++) pattern[i] = address[i] - base;
    warp->tally[warp->pc].shared_requests++;
    warp->tally[warp->pc].shared_wavefronts += cost_of(warp, op, active, pattern, true);
}

static uint32_t sectors_far_apart(const uint64_t address[32], uint32_t active)
{
    uint64_t seen[32];
    uint32_t count = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1u)) continue;
        unsigned k = 0;
        while (k < count && seen[k] != address[i] / 32) k++;
        if (k == count) seen[count++] = address[i] / 32;
    }
    return count;
}

static void count_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32])
{
    uint64_t base = address[first_of(active)] & ~(uint64_t)127, far = 0;
    uint32_t pattern[32];
    if (!op->counted) return;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t distance = address[i] - base;
        far |= (distance + 0x80000000u) >> 32; /* does not fit a signed 32-bit number */
        pattern[i] = (uint32_t)distance;
    }
    warp->tally[warp->pc].global_requests++;
    warp->tally[warp->pc].global_sectors +=
        far ? sectors_far_apart(address, active) : cost_of(warp, op, active, pattern, false);
}

/* --- state spaces */

static bool resolve_shared_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32],
                              unsigned char *host[32])
{
    struct tw_worker *worker = warp->worker;
    uint32_t narrow[32], wrong = 0;
    uint64_t end = worker->shared_bytes, bytes = op->access_bytes;
    for (unsigned i = 0; i < 32; i++) {
        bool bad = address[i] + bytes > end || address[i] > end || (address[i] & (bytes - 1));
        wrong |= (uint32_t)bad << i;
        narrow[i] = (uint32_t)address[i];
    }
    if (wrong & active) {
        unsigned lane = first_of(wrong & active);
        tw_find_address(warp, op, lane, address[lane]);
        return false;
    }
    count_shared(warp, op, active, narrow);
    for (unsigned i = 0; i < 32; i++) host[i] = worker->shared + narrow[i];
    return true;
}

static bool resolve_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active, unsigned char *host[32])
{
    uint64_t address[32];
    addresses_of(warp, op, active, address);
    return resolve_shared_at(warp, op, active, address, host);
}

/* The lane that goes wrong, or 32. The lanes mostly stay in the allocation that was touched last. */
static unsigned find_hosts(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32],
                           unsigned char *host[32])
{
    struct tw_worker *worker = warp->worker;
    const struct tw_machine *machine = worker->running->machine;
    uint64_t bytes = op->access_bytes;
    if (!tw_machine_at(machine, &worker->last, address[first_of(active)], bytes)) return first_of(active);
    uint64_t begin = worker->last.address, size = worker->last.bytes, bits = 0;
    bool outside = size < bytes;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t offset = address[i] - begin;
        outside |= offset > size - bytes;
        bits |= address[i];
        host[i] = worker->last.host + offset;
    }
    if (!outside && !(bits & (bytes - 1))) return 32;
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1u)) continue;
        host[i] = address[i] & (bytes - 1) ? NULL : tw_machine_at(machine, &worker->last, address[i], bytes);
        if (!host[i]) return i;
    }
    for (unsigned i = 0; i < 32; i++) host[i] = active >> i & 1u ? host[i] : worker->scratch;
    return 32;
}

static bool resolve_global_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32],
                              unsigned char *host[32])
{
    unsigned lane = find_hosts(warp, op, active, address, host);
    if (lane < 32) {
        tw_find_address(warp, op, lane, address[lane]);
        return false;
    }
    return true;
}

static bool resolve_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active, unsigned char *host[32])
{
    uint64_t address[32];
    addresses_of(warp, op, active, address);
    if (!resolve_global_at(warp, op, active, address, host)) return false;
    count_global(warp, op, active, address);
    return true;
}

/* Constant variables lie in global memory; reading them costs no global sectors. */
static bool resolve_const(struct tw_warp *warp, const struct tw_op *op, uint32_t active, unsigned char *host[32])
{
    uint64_t address[32];
    addresses_of(warp, op, active, address);
    return resolve_global_at(warp, op, active, address, host);
}

/* Each thread's part of `bytes` bytes from `base`; all at the same place when `stride` is 0. */
static bool resolve_private(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32],
                            unsigned char *base, uint64_t bytes, size_t stride, unsigned char *host[32])
{
    for (unsigned i = 0; i < 32; i++) {
        host[i] = warp->worker->scratch;
        if (!(active >> i & 1u)) continue;
        bool inside = address[i] <= bytes && bytes - address[i] >= op->access_bytes;
        if (!inside || address[i] % op->access_bytes) {
            tw_find_address(warp, op, i, address[i]);
            return false;
        }
        host[i] = base + i * stride + address[i];
    }
    return true;
}

static bool resolve_local_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32],
                             unsigned char *host[32])
{
    uint32_t bytes = warp->worker->running->program->local_bytes;
    unsigned char *base = warp->worker->local + (size_t)warp->number * 32 * bytes;
    return resolve_private(warp, op, active, address, base, bytes, bytes, host);
}

static bool resolve_local(struct tw_warp *warp, const struct tw_op *op, uint32_t active, unsigned char *host[32])
{
    uint64_t address[32];
    addresses_of(warp, op, active, address);
    return resolve_local_at(warp, op, active, address, host);
}

static bool resolve_param_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active, const uint64_t address[32],
                             unsigned char *host[32])
{
    const struct tw_running *running = warp->worker->running;
    unsigned char *base = (unsigned char *)running->launch->parameters; /* never written: st.param is refused */
    return resolve_private(warp, op, active, address, base, running->program->function->parameter_bytes, 0, host);
}

static bool resolve_param(struct tw_warp *warp, const struct tw_op *op, uint32_t active, unsigned char *host[32])
{
    uint64_t address[32];
    addresses_of(warp, op, active, address);
    return resolve_param_at(warp, op, active, address, host);
}

/* Generic addresses: the lanes of each window take their way; see execute.h. */
static bool resolve_generic(struct tw_warp *warp, const struct tw_op *op, uint32_t active, unsigned char *host[32])
{
    typedef bool resolve_at(struct tw_warp *, const struct tw_op *, uint32_t, const uint64_t[32], unsigned char *[32]);
    static resolve_at *const windows[] = {resolve_shared_at, resolve_local_at, resolve_param_at};
    uint64_t address[32], inside[32];
    unsigned char *found[32];
    addresses_of(warp, op, active, address);
    uint32_t global = active;
    for (unsigned i = 0; i < 32; i++) host[i] = warp->worker->scratch;
    for (uint64_t window = 0; window < 3; window++) {
        uint32_t lanes = 0;
        for (unsigned i = 0; i < 32; i++) {
            if (active >> i & 1u && address[i] >> 32 == window + 1) lanes |= 1u << i;
        }
        if (!lanes) continue;
        uint64_t first = address[first_of(lanes)];
        for (unsigned i = 0; i < 32; i++) inside[i] = (lanes >> i & 1u ? address[i] : first) & UINT32_MAX;
        if (window == 2 && !(op->counted && !op->is_store)) {
            tw_find(warp, op, TW_SIM_BAD_ADDRESS, first_of(lanes), "a kernel parameter cannot be written");
            return false;
        }
        if (!windows[window](warp, op, lanes, inside, found)) return false;
        for (unsigned i = 0; i < 32; i++) host[i] = lanes >> i & 1u ? found[i] : host[i];
        global &= ~lanes;
    }
    if (!global) return true;
    uint64_t first = address[first_of(global)];
    for (unsigned i = 0; i < 32; i++) inside[i] = global >> i & 1u ? address[i] : first;
    if (!resolve_global_at(warp, op, global, inside, found)) return false;
    count_global(warp, op, global, inside);
    for (unsigned i = 0; i < 32; i++) host[i] = global >> i & 1u ? found[i] : host[i];
    return true;
}

tw_resolve *tw_resolve_for(const struct tw_ptx_instruction *instruction)
{
    switch (instruction->words[TW_PTX_CLASS_SPACE]) {
    case TW_PTX_ABSENT: return resolve_generic;
    case TW_PTX_SPACE_GLOBAL: return resolve_global;
    case TW_PTX_SPACE_SHARED:
    case TW_PTX_SPACE_SHARED_CTA: return resolve_shared;
    case TW_PTX_SPACE_LOCAL: return resolve_local;
    case TW_PTX_SPACE_CONST: return resolve_const;
    default: return resolve_param;
    }
}
