/* Runs a family's addresses through the bank rule, warp by warp; warps that are alike are counted once. */
#include "gen/layout/predict.h"

#include <assert.h>

#include "base/arena.h"
#include "base/whole.h"
#include "gen/described/description.h"
#include "gen/layout/sectors.h"

/* By the active lanes, whether they share addresses or not. */
static uint64_t bytes_asked(unsigned bytes, uint32_t active)
{
    return (uint64_t)bytes * (unsigned)__builtin_popcount(active);
}

unsigned tw_predict_access(struct tw_prediction *prediction, const char *name, enum tw_access op,
                           unsigned bytes)
{
    unsigned count = prediction->access_count;
    if (!prediction->shape) return count;
    struct tw_access_cost *accesses =
        tw_shape_extend(prediction->shape, prediction->accesses, count, sizeof *accesses);
    if (!accesses) return count;
    prediction->accesses = accesses;
    accesses[count] = (struct tw_access_cost){.name = name, .op = op, .bytes = bytes};
    return prediction->access_count++;
}

void tw_predict_request(struct tw_prediction *prediction, unsigned access, const uint32_t addr[TW_WARP],
                        uint32_t active, uint64_t times)
{
    if (!active || access >= prediction->access_count) return; /* memory for its name ran out */
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
    *(cost->op == TW_LOAD ? &counts->load_bytes : &counts->store_bytes) +=
        times * bytes_asked(cost->bytes, active);
}

/* How many different numbers there are among the active lanes' bytes, at `grain` bytes each. */
static unsigned distinct_grains(unsigned bytes, unsigned grain, const uint64_t addr[TW_WARP], uint32_t active)
{
    uint64_t seen[2 * TW_WARP];
    unsigned count = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (!(active >> lane & 1u)) continue;
        for (uint64_t g = addr[lane] / grain; g <= (addr[lane] + bytes - 1) / grain; g++) {
            unsigned known = 0;
            while (known < count && seen[known] != g) known++;
            if (known == count) seen[count++] = g;
        }
    }
    return count;
}

void tw_predict_global(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                       const uint64_t addr[TW_WARP], uint32_t active, uint64_t times)
{
    struct tw_counts *counts = &prediction->counts;
    counts->known |= TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
    if (!active) return;
    uint64_t sectors = times * distinct_grains(bytes, TW_SECTOR, addr, active);
    *(op == TW_LOAD ? &counts->global_load_bytes : &counts->global_store_bytes) +=
        times * bytes_asked(bytes, active);
    if (op == TW_STORE) {
        counts->global_store_requests += times;
        counts->global_store_sectors += sectors;
        return;
    }
    counts->global_load_requests += times;
    counts->global_load_sectors += sectors;
    counts->global_load_fills += times * distinct_grains(bytes, TW_FILL, addr, active);
}

void tw_predict_constant(struct tw_prediction *prediction, const uint64_t addr[TW_WARP], uint32_t active,
                         uint64_t times)
{
    struct tw_counts *counts = &prediction->counts;
    counts->known |= TW_KNOWN_CONSTANT;
    if (!active) return;
    counts->constant_load_requests += times;
    counts->constant_load_broadcasts += times * distinct_grains(1, 1, addr, active);
}

void tw_predict_consecutive(struct tw_prediction *prediction, enum tw_access op, unsigned bytes,
                            uint32_t active, uint64_t times)
{
    uint64_t addr[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = (uint64_t)lane * bytes;
    if (times) tw_predict_global(prediction, op, bytes, addr, active, times);
}

/*
 * Threads before the `ragged` first of the grid take a piece more than the others, `turns`. A warp with both kinds goes
 * through the loop of several as often as any of its lanes, and then through the rest:
 *
 *     turns + 1 fills the last turn of several    the first lanes take `unroll` pieces in it, the others unroll - 1 after it
 *     else                                        all take `turns` pieces together, and the first lanes one more
 */
void tw_predict_strided(struct tw_prediction *prediction, const struct tw_strided_loads *loads)
{
    uint64_t turns = loads->count / loads->stride, ragged = loads->count % loads->stride;
    unsigned lanes = loads->threads < TW_WARP ? loads->threads : TW_WARP, mixed = (unsigned)(ragged % lanes);
    uint64_t ahead = ragged / lanes, warps = loads->stride / lanes;
    bool parts = mixed && loads->unroll > 1 && (turns + 1) % loads->unroll == 0;
    uint32_t all = tw_lanes_below(lanes), first = tw_lanes_below(mixed);
    uint64_t together = warps * turns + ahead - (parts ? loads->unroll - 1 : 0);
    uint64_t first_alone = !mixed  ? 0
                           : parts ? loads->unroll
                                   : 1,
             others_alone = parts ? loads->unroll - 1 : 0;
    tw_predict_consecutive(prediction, TW_LOAD, loads->bytes, all, together * loads->arrays);
    tw_predict_consecutive(prediction, TW_LOAD, loads->bytes, first, first_alone * loads->arrays);
    tw_predict_consecutive(prediction, TW_LOAD, loads->bytes, all & ~first, others_alone * loads->arrays);
}

/* The lanes of a warp that take part. */
static uint32_t active_lanes(const uint32_t *addr, unsigned lanes)
{
    uint32_t active = 0;
    for (unsigned lane = 0; lane < lanes; lane++) active |= (uint32_t)(addr[lane] != TW_NO_ADDRESS) << lane;
    return active;
}

/* How many of `warps` warps differ, when an access repeats after `repeat` threads. */
static unsigned distinct_warps(unsigned repeat, unsigned warps)
{
    unsigned period = repeat ? repeat / (unsigned)tw_gcd(repeat, TW_WARP) : warps;
    return period < warps ? period : warps;
}

/* One access that every block makes, and how often. */
struct whole {
    const struct tw_family *family;
    const int64_t *value;
    unsigned number, threads, passes;
    uint64_t blocks;
};

/* Several passes: neighbouring threads of as many passes as there is room for at a time, warp by warp. */
static void count_passes(const struct whole *access, unsigned row, struct tw_prediction *prediction)
{
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    unsigned threads = access->threads, room = TW_MAX_BLOCK_THREADS / threads;
    for (unsigned pass = 0, some; pass < access->passes; pass += some) {
        some = access->passes - pass < room ? access->passes - pass : room;
        tw_family_addresses(access->family, access->value, access->number, pass * threads, some * threads,
                            addr);
        for (unsigned first = 0, lanes; first < some * threads; first += lanes) {
            unsigned left = threads - first % threads;
            lanes = left < TW_WARP ? left : TW_WARP;
            tw_predict_request(prediction, row, addr + first, active_lanes(addr + first, lanes),
                               access->blocks);
        }
    }
}

static void count_pass(const struct whole *access, unsigned row, struct tw_prediction *prediction)
{
    const struct tw_family *family = access->family;
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    unsigned warps = access->threads / TW_WARP, rest = access->threads % TW_WARP;
    unsigned repeat = family->repeat ? family->repeat(access->value, access->number) : 0;
    unsigned distinct = distinct_warps(repeat, warps);
    if (distinct) tw_family_addresses(family, access->value, access->number, 0, distinct * TW_WARP, addr);
    for (unsigned warp = 0; warp < distinct; warp++) {
        const uint32_t *lanes = addr + warp * TW_WARP;
        unsigned alike = (warps - warp + distinct - 1) / distinct;
        tw_predict_request(prediction, row, lanes, active_lanes(lanes, TW_WARP), access->blocks * alike);
    }
    if (!rest) return;
    tw_family_addresses(family, access->value, access->number, warps * TW_WARP, rest, addr);
    tw_predict_request(prediction, row, addr, active_lanes(addr, rest), access->blocks);
}

/* Every block makes each access in all its passes. */
static void predict_accesses(const struct tw_family *family, const int64_t *value,
                             const struct tw_launch *launch, unsigned number,
                             struct tw_prediction *prediction)
{
    struct tw_access_list list = {.shape = prediction->shape};
    tw_family_accesses(family, value, &list);
    for (unsigned i = 0; i < list.count; i++) {
        const struct tw_access_info *info = &list.info[i];
        struct whole access = {
            family, value, i, tw_launch_threads(launch), info->passes, tw_launch_blocks(launch)};
        if (info->launch != number) continue;
        unsigned row = tw_predict_access(prediction, info->name, info->op, info->bytes);
        (access.passes > 1 ? count_passes : count_pass)(&access, row, prediction);
    }
}

static void predict_launch(const struct tw_family *family, const int64_t *value, const struct tw_shape *shape,
                           unsigned number, struct tw_prediction *prediction)
{
    if (family->description)
        tw_described_predict(family->description, value, &shape->launches[number], number, prediction);
    else if (family->predict)
        family->predict(value, shape, number, prediction);
    else
        predict_accesses(family, value, &shape->launches[number], number, prediction);
}

struct tw_prediction *tw_predict(const struct tw_family *family, const int64_t *value, struct tw_shape *shape)
{
    struct tw_prediction *predicted = tw_shape_array(shape, shape->launch_count, sizeof *predicted);
    for (unsigned i = 0; predicted && i < shape->launch_count; i++) {
        struct tw_prediction *prediction = &predicted[i];
        prediction->shape = shape;
        prediction->counts = (struct tw_counts){.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES};
        prediction->none = shape->undefined; /* what is not defined has no cost */
        if (!prediction->none) predict_launch(family, value, shape, i, prediction);
        if (prediction->none) prediction->counts.known = 0;
        prediction->shape = NULL;
    }
    return shape->failed ? NULL : predicted;
}

struct tw_predicted tw_predict_sum(const struct tw_family *family, const int64_t *value,
                                   struct tw_shape *shape)
{
    const struct tw_prediction *predicted = tw_predict(family, value, shape);
    if (!predicted) return (struct tw_predicted){.none = "memory ran out"};
    struct tw_predicted sum = {.counts = predicted[0].counts};
    for (unsigned i = 0; i < shape->launch_count; i++) {
        if (i > 0) tw_counts_add(&sum.counts, &predicted[i].counts);
        if (!sum.none) sum.none = predicted[i].none;
        sum.ideal += tw_accesses_ideal(predicted[i].accesses, predicted[i].access_count);
    }
    return sum;
}
