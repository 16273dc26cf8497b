/*
 * The accesses of a stencil's tile, as they are drawn: over all passes the first block's cost what the prediction says of a
 * launch, wherever all blocks are alike. test_family_stencil.c counts the prediction itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <string.h>

#include <tilewright/banks.h>

#include "gen/layout/predict.h"

#define FAMILY "stencil"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

static unsigned state_of_random = 11;

static unsigned below(unsigned limit)
{
    return random_below(&state_of_random, limit);
}

#define PICK(...) RANDOM_WORD(&state_of_random, __VA_ARGS__)

/* A grid of one block, whose tile the edges may cut; or of whole blocks, of which none has an edge that it copies. */
static unsigned add_problem(struct tw_text *members)
{
    unsigned width = 1 + below(70), height = 1 + below(12), blocks = 1;
    unsigned cols = 1 + below(width), rows = 1 + below(height);
    const char *boundary = PICK("zero", "fixed", "periodic", "reflect");
    if (below(2) && strcmp(boundary, "fixed") != 0) {
        unsigned across = 1 + below(3), down = 1 + below(3);
        cols = across * width;
        rows = down * height;
        blocks = across * down;
    }
    tw_text_addf(members, "\"method\":\"shared\",\"BDIMX\":%u,\"BDIMY\":%u,\"cols\":%u,\"rows\":%u", width,
                 height, cols, rows);
    tw_text_addf(members, ",\"boundary\":\"%s\",\"IPAD\":%u", boundary, below(4));
    return blocks;
}

static void add_stencil(struct tw_text *members)
{
    const char *shape = PICK("line", "star", "box");
    bool line = strcmp(shape, "line") == 0;
    tw_text_addf(members, ",\"shape\":\"%s\",\"radius\":%u,\"type\":\"%s\"", shape, 1 + below(line ? 20 : 4),
                 PICK("float32", "float64"));
    tw_text_addf(members, ",\"symmetry\":\"%s\",\"coefficients\":\"%s\"",
                 line ? PICK("general", "symmetric", "antisymmetric") : PICK("general", "symmetric"),
                 line ? PICK("constant", "divergent") : PICK("constant", "readonly"));
}

/* Adds the request of a warp, if any of its lanes takes part. */
static void add_request(const struct tw_access_info *info, const uint32_t *addr, unsigned lanes,
                        struct tw_access_cost *cost, struct tw_counts *counts)
{
    uint32_t active = 0, taken[TW_WARP] = {0};
    for (unsigned i = 0; i < lanes; i++) {
        if (addr[i] == TW_NO_ADDRESS) continue;
        active |= 1u << i;
        taken[i] = addr[i];
    }
    if (!active) return;
    bool loads = info->op == TW_LOAD;
    unsigned wavefronts = tw_bank_wavefronts(info->op, info->bytes, taken, active);
    cost->requests++;
    cost->wavefronts += wavefronts;
    *(loads ? &counts->load_requests : &counts->store_requests) += 1;
    *(loads ? &counts->load_wavefronts : &counts->store_wavefronts) += wavefronts;
    *(loads ? &counts->load_bytes : &counts->store_bytes) +=
        (unsigned)__builtin_popcount(active) * info->bytes;
}

static void add_access(const struct expanded *config, unsigned number, unsigned threads,
                       const struct tw_access_info *info, struct tw_access_cost *cost,
                       struct tw_counts *counts)
{
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    for (unsigned pass = 0; pass < info->passes; pass++) {
        tw_family_addresses(config->of.family, config->of.variant[0].value, number, pass * threads, threads,
                            addr);
        for (unsigned first = 0; first < threads; first += TW_WARP)
            add_request(info, addr + first, threads - first < TW_WARP ? threads - first : TW_WARP, cost,
                        counts);
    }
}

static void check_block(const struct expanded *config, unsigned blocks, const char *members)
{
    struct tw_access_list list = {.shape = config->shape};
    struct tw_counts counts = {.known = 0};
    struct tw_shape shape = shape_of(config);
    const int64_t *value = config->of.variant[0].value;
    tw_family_accesses(config->of.family, value, &list);
    const struct tw_access_info *info = list.info;
    unsigned count = list.count;
    const struct tw_prediction *predicted = tw_predict(config->of.family, value, &shape);
    assert_non_null(predicted);
    assert_int_equal(shape.launches[0].grid[0], blocks);
    assert_int_equal(predicted[0].access_count, count);
    for (unsigned i = 0; i < count; i++) {
        const struct tw_access_cost *expected = &predicted[0].accesses[i];
        struct tw_access_cost cost = {.requests = 0};
        add_access(config, i, tw_launch_threads(&shape.launches[0]), &info[i], &cost, &counts);
        if (blocks * cost.requests != expected->requests || blocks * cost.wavefronts != expected->wavefronts)
            fail_msg("%s: %s: %" PRIu64 " requests, %" PRIu64 " wavefronts in a block; predicted %" PRIu64
                     ", %" PRIu64 " in %u",
                     members, info[i].name, cost.requests, cost.wavefronts, expected->requests,
                     expected->wavefronts, blocks);
    }
#define SAME(name) assert_int_equal(blocks *counts.name, predicted[0].counts.name)
    SAME(load_requests);
    SAME(load_wavefronts);
    SAME(load_bytes);
    SAME(store_requests);
    SAME(store_wavefronts);
    SAME(store_bytes);
#undef SAME
}

static void accesses_are_those_of_a_block(void **state)
{
    (void)state;
    unsigned checked = 0;
    for (unsigned round = 0; round < 3000; round++) {
        struct tw_text members = {0}, reason = {0};
        unsigned blocks = add_problem(&members);
        add_stencil(&members);
        struct expanded config = config_of(members.data);
        if (accepts(&config, &reason)) {
            check_block(&config, blocks, members.data);
            checked++;
        }
        tw_text_free(&reason);
        tw_text_free(&members);
        expanded_free(&config);
    }
    assert_true(checked > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_are_those_of_a_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
