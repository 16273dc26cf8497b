/*
 * access_pattern.h - the lanes' addresses, and whether they lie as they did before (struct tw_access_pattern). Included by access.c alone, which is
 * built for each level of processors: what looks at a known pattern is inlined there.
 */
#ifndef TW_SIM_EXEC_MEMORY_ACCESS_PATTERN_H
#define TW_SIM_EXEC_MEMORY_ACCESS_PATTERN_H

#include "sim/exec/lanes.h"

/* Whether lanes n to 2n - 1 do not lie n steps behind the n before them. */
static inline uint64_t bend(const uint64_t *address, unsigned n, uint64_t step)
{
    uint64_t bent = 0;
    for (unsigned i = 0; i < n; i++) bent |= (address[n + i] - address[i]) ^ step * n;
    return bent;
}

/* Less than 2 GB, up or down. */
static inline bool is_small(uint64_t step)
{
    return !((step + 0x80000000u) >> 32);
}

/* Rows of `width` lanes; mostly the ends tell soon that there are none. */
static inline bool in_rows(const uint64_t *address, unsigned width, uint64_t step, uint64_t gap)
{
    uint64_t bent = 0;
    if (address[width - 1] - address[0] != step * (width - 1) || !is_small(step) || !is_small(gap))
        return false;
    if (address[32 - width] - address[0] != gap * (32 / width - 1)) return false;
    for (unsigned i = 0; i < 32 - width; i++) bent |= (address[i + width] - address[i]) ^ gap;
    for (unsigned n = 2; n < width; n *= 2) bent |= bend(address, n, step);
    return !bent;
}

/* Lanes that are off repeat an address, so with a step other than 0 all lanes are active. */
static inline void find_shape(const struct tw_op *op, struct tw_lane_access *access)
{
    const uint64_t *address = access->address, step = address[1] - address[0];
    uint64_t gap16 = address[16] - address[0], gap8 = address[8] - address[0];
    access->step = (int64_t)step;
    access->gap = 0;
    access->width = 32;
    if (in_rows(address, 32, step, 0)) {
        access->shape = step == 0 ? TW_SAME : step == op->access_bytes ? TW_CONSECUTIVE : TW_STRIDED;
        return;
    }
    access->width = in_rows(address, 16, step, gap16) ? 16 : in_rows(address, 8, step, gap8) ? 8 : 0;
    access->gap = (int64_t)(access->width == 16 ? gap16 : gap8);
    access->shape = access->width ? TW_ROWS : TW_SCATTERED;
}

/* Irregular addresses take no other's place: they are seldom the same again. */
static inline void learn_pattern(const struct tw_op *op, uint32_t active, struct tw_lane_access *access,
                                 struct tw_access_pattern *pattern)
{
    const uint64_t *address = access->address;
    int64_t low = 0, high = 0;
    uint64_t far = 0, bits = 0;
    find_shape(op, access);
    access->pattern = NULL;
    if (access->shape == TW_SCATTERED && pattern->known) return;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t distance = address[i] - address[0];
        pattern->distance[i] = distance;
        pattern->near[i] = (uint32_t)distance;
        far |= (distance + 0x80000000u) >> 32;
        bits |= distance;
        low = (int64_t)distance < low ? (int64_t)distance : low;
        high = (int64_t)distance > high ? (int64_t)distance : high;
    }
    pattern->known = !far;
    pattern->shape = access->shape;
    pattern->width = access->width;
    pattern->step = access->step;
    pattern->gap = access->gap;
    pattern->low = low;
    pattern->high = high;
    pattern->bits = bits;
    pattern->active = active;
    memset(pattern->cost, 0, sizeof pattern->cost);
    if (!far) access->pattern = pattern;
}

static inline void take_pattern(struct tw_lane_access *access, struct tw_access_pattern *pattern)
{
    access->shape = pattern->shape;
    access->width = pattern->width;
    access->step = pattern->step;
    access->gap = pattern->gap;
    access->pattern = pattern;
}

/* The address of a lane: base plus offset; a base of 32 bits wraps at 32 bits. */
static inline uint64_t address_in(const struct tw_op *op, const union tw_lanes *base, unsigned lane,
                                  bool wide)
{
    return wide ? base->u64[lane] + op->offset : base->u32[lane] + (uint32_t)op->offset;
}

/* Do the active lanes' addresses not lie as in the pattern, `first` that of the first of them, without the offset? Addresses of 32 bits
   may be 4 GB apart from what the pattern says; then that is no place in memory. */
#define DIFFER(member, type)                                                                                 \
    static inline bool differ_##member(const union tw_lanes *base, uint32_t active, const type *distance,    \
                                       type first)                                                           \
    {                                                                                                        \
        type other = 0;                                                                                      \
        if (active == TW_ALL_LANES) {                                                                        \
            for (unsigned i = 0; i < 32; i++) other |= (base->member[i] - first) ^ distance[i];              \
        } else {                                                                                             \
            for (unsigned i = 0; i < 32; i++)                                                                \
                other |= ((base->member[i] - first) ^ distance[i]) & (0 - (type)(active >> i & 1u));         \
        }                                                                                                    \
        return other;                                                                                        \
    }

DIFFER(u32, uint32_t)
DIFFER(u64, uint64_t)

static inline bool lie_alike(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                             const struct tw_access_pattern *pattern, unsigned leader)
{
    const union tw_lanes *base = tw_at(warp, op->address);
    if (active != pattern->active || !pattern->known) return false;
    if (op->repeats && pattern->holder == warp->number + 1) return true;
    return op->address_wide ? !differ_u64(base, active, pattern->distance, base->u64[leader])
                            : !differ_u32(base, active, pattern->near, base->u32[leader]);
}

/* Do the addresses lie as they did when the pattern was looked at last? Then *first is that of the first active lane, and the access
   has its shape, but no addresses. */
static inline bool tw_addresses_known(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                      struct tw_lane_access *access, uint64_t *first)
{
    struct tw_access_pattern *pattern = &warp->worker->patterns[op->access];
    unsigned leader = tw_first_of(active);
    bool known = lie_alike(warp, op, active, pattern, leader);
    pattern->holder = known ? (uint8_t)(warp->number + 1) : 0;
    if (!known) return false;
    *first = address_in(op, tw_at(warp, op->address), leader, op->address_wide);
    take_pattern(access, pattern);
    return true;
}

/* All addresses, where they are not known; else what is learned of them. */
static inline void tw_addresses_spell(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                      struct tw_lane_access *access, bool known, uint64_t first)
{
    const union tw_lanes *base = tw_at(warp, op->address);
    struct tw_access_pattern *pattern = &warp->worker->patterns[op->access];
    uint64_t *address = access->address;
    if (known) {
        const uint64_t all = op->address_wide ? UINT64_MAX : UINT32_MAX;
        for (unsigned i = 0; i < 32; i++) address[i] = (first + pattern->distance[i]) & all;
        return;
    }
    if (op->address_wide) {
        for (unsigned i = 0; i < 32; i++) address[i] = address_in(op, base, i, true);
    } else {
        for (unsigned i = 0; i < 32; i++) address[i] = address_in(op, base, i, false);
    }
    if (active != TW_ALL_LANES) {
        first = address[tw_first_of(active)];
        for (unsigned i = 0; i < 32; i++) address[i] = active >> i & 1u ? address[i] : first;
    }
    learn_pattern(op, active, access, pattern);
    if (access->pattern) pattern->holder = (uint8_t)(warp->number + 1);
}

#undef DIFFER

#endif
