#include "gen/predict.h"

#include <assert.h>

/* A request of the `active` lanes, made by `warps` warps. */
static void add_requests(const struct tw_access_info *info, const uint32_t *addr, uint32_t active,
                         uint64_t warps, struct tw_access_cost *cost)
{
    cost->requests += warps;
    cost->wavefronts += warps * tw_bank_wavefronts(info->op, info->bytes, addr, active);
    cost->ideal += warps * tw_bank_ideal(info->bytes, active);
}

static unsigned gcd(unsigned a, unsigned b)
{
    return b ? gcd(b, a % b) : a;
}

/* How many of `warps` warps differ, when an access repeats after `repeat` threads. */
static unsigned distinct_warps(unsigned repeat, unsigned warps)
{
    unsigned period = repeat ? repeat / gcd(repeat, TW_WARP) : warps;
    return period < warps ? period : warps;
}

static void count(const struct tw_family *family, const int64_t *value, unsigned access, unsigned threads,
                  const struct tw_access_info *info, struct tw_access_cost *cost)
{
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    unsigned warps = threads / TW_WARP, rest = threads % TW_WARP;
    unsigned distinct = distinct_warps(family->repeat(value, access), warps);
    if (distinct) family->addresses(value, access, 0, distinct * TW_WARP, addr);
    for (unsigned warp = 0; warp < distinct; warp++) {
        unsigned alike = (warps - warp + distinct - 1) / distinct;
        add_requests(info, addr + warp * TW_WARP, UINT32_MAX, alike, cost);
    }
    if (!rest) return;
    family->addresses(value, access, warps * TW_WARP, rest, addr);
    add_requests(info, addr, (1u << rest) - 1, 1, cost);
}

static void add_counts(const struct tw_access_cost *cost, struct tw_counts *counts)
{
    if (cost->op == TW_LOAD) {
        counts->load_requests += cost->requests;
        counts->load_wavefronts += cost->wavefronts;
    } else {
        counts->store_requests += cost->requests;
        counts->store_wavefronts += cost->wavefronts;
    }
}

void tw_predict(const struct tw_family *family, const int64_t *value, struct tw_prediction *prediction)
{
    struct tw_kernel kernel = {0};
    struct tw_access_info info[TW_MAX_ACCESSES];
    *prediction = (struct tw_prediction){0};
    family->shape(value, &kernel);
    unsigned threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
    assert(threads <= TW_MAX_BLOCK_THREADS);
    prediction->access_count = family->accesses(value, info);
    for (unsigned i = 0; i < prediction->access_count; i++) {
        struct tw_access_cost *cost = &prediction->accesses[i];
        *cost = (struct tw_access_cost){.name = info[i].name, .op = info[i].op, .bytes = info[i].bytes};
        count(family, value, i, threads, &info[i], cost);
        add_counts(cost, &prediction->counts);
    }
}
