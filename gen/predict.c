/* Runs a family's addresses through the bank rule, warp by warp; warps that are alike are counted once. */
#include "gen/predict.h"

#include <assert.h>

void tw_predict_request(struct tw_prediction *prediction, unsigned access, const uint32_t addr[TW_WARP],
                        uint32_t active, uint64_t times)
{
    assert(access < prediction->access_count);
    if (!active) return;
    struct tw_access_cost *cost = &prediction->accesses[access];
    struct tw_counts *counts = &prediction->counts;
    unsigned one = tw_bank_wavefronts(cost->op, cost->bytes, addr, active);
    unsigned ideal =
        tw_bank_ideal(cost->bytes, active); /* groups that few lanes are in may merge and take less */
    uint64_t wavefronts = times * one;
    cost->requests += times;
    cost->wavefronts += wavefronts;
    cost->ideal += times * (one < ideal ? one : ideal);
    *(cost->op == TW_LOAD ? &counts->load_requests : &counts->store_requests) += times;
    *(cost->op == TW_LOAD ? &counts->load_wavefronts : &counts->store_wavefronts) += wavefronts;
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
                  uint64_t blocks, struct tw_prediction *prediction)
{
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    unsigned warps = threads / TW_WARP, rest = threads % TW_WARP;
    unsigned distinct = distinct_warps(family->repeat(value, access), warps);
    if (distinct) family->addresses(value, access, 0, distinct * TW_WARP, addr);
    for (unsigned warp = 0; warp < distinct; warp++) {
        unsigned alike = (warps - warp + distinct - 1) / distinct;
        tw_predict_request(prediction, access, addr + warp * TW_WARP, UINT32_MAX, blocks * alike);
    }
    if (!rest) return;
    family->addresses(value, access, warps * TW_WARP, rest, addr);
    tw_predict_request(prediction, access, addr, (1u << rest) - 1, blocks);
}

void tw_predict(const struct tw_family *family, const int64_t *value, struct tw_prediction *prediction)
{
    if (family->predict) {
        family->predict(value, prediction);
        return;
    }
    struct tw_kernel kernel = {0};
    struct tw_access_info info[TW_MAX_ACCESSES];
    *prediction = (struct tw_prediction){0};
    family->shape(value, &kernel);
    unsigned threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
    uint64_t blocks = (uint64_t)kernel.grid[0] * kernel.grid[1] * kernel.grid[2];
    assert(threads <= TW_MAX_BLOCK_THREADS);
    prediction->access_count = family->accesses(value, info);
    for (unsigned i = 0; i < prediction->access_count; i++) {
        prediction->accesses[i] =
            (struct tw_access_cost){.name = info[i].name, .op = info[i].op, .bytes = info[i].bytes};
        count(family, value, i, threads, blocks, prediction);
    }
}
