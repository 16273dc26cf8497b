#include "gen/predict.h"

#include <assert.h>
#include <string.h>

/*
 * Warps of a block mostly repeat each other. Moving every address of a request by the same multiple of 4
 * bytes turns the banks and keeps equal words equal, so its wavefronts stay: true when both patterns differ
 * by one such distance.
 */
static bool repeats(const uint32_t *addr, const uint32_t *earlier)
{
    uint32_t distance = addr[0] - earlier[0], differs = distance % 4;
    for (unsigned lane = 0; lane < TW_WARP; lane++) differs |= (addr[lane] - earlier[lane]) ^ distance;
    return differs == 0;
}

static void count(const struct tw_access_info *info, const uint32_t *addr, unsigned threads,
                  struct tw_access_cost *cost)
{
    unsigned wavefronts = 0;
    for (unsigned first = 0; first < threads; first += TW_WARP) {
        unsigned left = threads - first;
        uint32_t active = left < TW_WARP ? (1u << left) - 1 : UINT32_MAX;
        bool known = first > 0 && left >= TW_WARP && repeats(addr + first, addr + first - TW_WARP);
        if (!known) wavefronts = tw_bank_wavefronts(info->op, info->bytes, addr + first, active);
        cost->requests++;
        cost->wavefronts += wavefronts;
        cost->ideal += tw_bank_ideal(info->bytes, active);
    }
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
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    *prediction = (struct tw_prediction){0};
    family->shape(value, &kernel);
    unsigned threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
    assert(threads <= TW_MAX_BLOCK_THREADS);
    prediction->access_count = family->accesses(value, info);
    for (unsigned i = 0; i < prediction->access_count; i++) {
        struct tw_access_cost *cost = &prediction->accesses[i];
        *cost = (struct tw_access_cost){.name = info[i].name, .op = info[i].op, .bytes = info[i].bytes};
        family->addresses(value, i, 0, threads, addr);
        count(&info[i], addr, threads, cost);
        add_counts(cost, &prediction->counts);
    }
}
