/*
 * .b128 between blocks (PTX ISA, "Memory Consistency Model", "atom"): 16 bytes that are read and written as one. A register of 128
 * bits is two of 64, the lower one first; weak accesses are those of a vector of two.
 */
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access.h"

__extension__ typedef unsigned __int128 wide;

#if defined __x86_64__
static wide swap_whole(wide *memory, wide expected, wide value)
{
    uint64_t low = (uint64_t)expected, high = (uint64_t)(expected >> 64);
    __asm__ volatile("lock cmpxchg16b %0"
                     : "+m"(*memory), "+a"(low), "+d"(high)
                     : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                     : "cc", "memory");
    return low | (wide)high << 64;
}
#else
static wide swap_whole(wide *memory, wide expected, wide value)
{
    return __sync_val_compare_and_swap(memory, expected, value);
}
#endif

/* What was there. Addresses are multiples of 16, which was checked, and so are places in the host's memory but those of a thread's
   own frame, which nobody else sees. */
static wide swap(unsigned char *host, wide expected, wide value)
{
    wide old;
    if ((uintptr_t)host % sizeof value == 0) return swap_whole((wide *)(void *)host, expected, value);
    memcpy(&old, host, sizeof old);
    if (old == expected) memcpy(host, &value, sizeof value);
    return old;
}

static wide exchange(unsigned char *host, wide value)
{
    wide seen = 0, expected;
    do {
        expected = seen;
        seen = swap(host, expected, value);
    } while (seen != expected);
    return seen;
}

/* The register whose lower half is reference `first`. */
static wide get(const struct tw_warp *warp, const struct tw_op *op, unsigned first, unsigned lane)
{
    return tw_operand(warp, op, first)->u64[lane] | (wide)tw_operand(warp, op, first + 1)->u64[lane] << 64;
}

static void set(const struct tw_warp *warp, const struct tw_op *op, unsigned lane, wide value)
{
    tw_operand(warp, op, 0)->u64[lane] = (uint64_t)value;
    tw_operand(warp, op, 1)->u64[lane] = (uint64_t)(value >> 64);
}

void tw_load_wide(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    for (unsigned i = 0; i < 32; i++) {
        if (active >> i & 1u) set(warp, op, i, swap(access.host[i], 0, 0));
    }
}

void tw_store_wide(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    for (unsigned i = 0; i < 32; i++) {
        if (active >> i & 1u) exchange(access.host[i], get(warp, op, 0, i));
    }
}

/* References: d, b */
static void exch(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    for (unsigned i = 0; i < 32; i++) {
        if (active >> i & 1u) set(warp, op, i, exchange(access.host[i], get(warp, op, 2, i)));
    }
}

/* References: d, b (expected), c (new) */
static void cas(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    for (unsigned i = 0; i < 32; i++) {
        if (active >> i & 1u)
            set(warp, op, i, swap(access.host[i], get(warp, op, 2, i), get(warp, op, 4, i)));
    }
}

TW_SELECT(exch_wide, exch)
TW_SELECT(cas_wide, cas)
