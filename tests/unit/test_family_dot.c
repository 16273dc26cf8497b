/*
 * The dot family: what it takes and rejects, its shape, its tree, and its predictions against a count over every thread of
 * every block, written here from the kernel's source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/layout/predict.h"
#include "gen/text/render.h"

#define FAMILY "dot"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    static const char *const odd[] = {"3", "33", "100", "1000", "1023"};
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
        char members[64], reason[128];
        snprintf(members, sizeof members, "\"n\":5,\"BDIMX\":%s", odd[i]);
        snprintf(reason, sizeof reason,
                 "BDIMX is %s; the tree halves the block in each step and needs a power of two", odd[i]);
        check_reason(members, reason);
    }
    for (unsigned threads = 1; threads <= 1024; threads *= 2) {
        char members[64];
        snprintf(members, sizeof members, "\"n\":5,\"BDIMX\":%u", threads);
        check_reason(members, "");
    }
    check_reason("\"n\":5,\"result\":\"sum\"", "method partials gives partial sums");
    check_reason("\"n\":5,\"result\":\"partials\",\"method\":\"last\"", "method last gives one sum");
    check_reason("\"n\":5,\"result\":\"sum\",\"method\":\"wrong\"", "method wrong gives partial sums");
    check_reason("\"n\":5,\"result\":\"sum\",\"method\":\"second\"", "");
}

static void check_blocks(const char *members, int64_t blocks, const char *result)
{
    struct expanded config = config_of(members);
    assert_int_equal(field(&config, "blocks"), blocks);
    assert_string_equal(word(&config, "result"), result);
    expanded_free(&config);
}

/* The sources': as many blocks as give every thread an element, at most 32. */
static void chooses_blocks_and_result(void **state)
{
    (void)state;
    check_blocks("\"n\":0", 1, "partials");
    check_blocks("\"n\":1", 1, "partials");
    check_blocks("\"n\":256,\"method\":\"second\"", 1, "sum");
    check_blocks("\"n\":257,\"method\":\"last\"", 2, "sum");
    check_blocks("\"n\":33792", 32, "partials");
    check_blocks("\"n\":1099511627776,\"method\":\"wrong\"", 32, "partials");
    check_blocks("\"n\":1000,\"BDIMX\":32", 32, "partials");
    check_blocks("\"n\":10,\"blocks\":77", 77, "partials");
}

/* ---- shape ---- */

static void check_argument(const struct tw_shape *shape, unsigned i, const struct tw_argument *expected)
{
    const struct tw_argument *got = &shape->arguments[i];
    assert_true(i < shape->argument_count);
    assert_string_equal(got->name, expected->name);
    assert_int_equal(got->kind, TW_BUFFER);
    assert_int_equal(got->role, expected->role);
    assert_int_equal(got->before, expected->before);
    assert_int_equal(got->element, expected->element);
    assert_int_equal(got->count, expected->count);
    assert_int_equal(got->align, tw_element_info(expected->element)->bytes);
}

static void check_launch(const struct tw_launch *launch, const char *suffix, uint32_t blocks,
                         const char *arguments)
{
    assert_string_equal(launch->suffix, suffix);
    assert_int_equal(launch->grid[0], blocks);
    assert_int_equal(launch->argument_count, strlen(arguments));
    for (unsigned i = 0; arguments[i]; i++) assert_int_equal(launch->argument[i], arguments[i] - '0');
}

static void the_sources_kernel(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":33792");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, 3);
    check_argument(
        &shape, 0,
        &(struct tw_argument){.name = "a", .role = TW_ROLE_INPUT, .element = TW_FLOAT32, .count = 33792});
    check_argument(
        &shape, 1,
        &(struct tw_argument){.name = "b", .role = TW_ROLE_INPUT, .element = TW_FLOAT32, .count = 33792});
    check_argument(&shape, 2,
                   &(struct tw_argument){.name = "c",
                                         .role = TW_ROLE_OUTPUT,
                                         .before = TW_BEFORE_ANY,
                                         .element = TW_FLOAT32,
                                         .count = 32});
    assert_int_equal(shape.launch_count, 1);
    check_launch(&shape.launches[0], "", 32, "012");
    assert_int_equal(tw_launch_threads(&shape.launches[0]), 256);
    assert_int_equal(shape.launches[0].shared_bytes, 1024);
    assert_int_equal(shape.launches[0].dynamic_shared_bytes, 0);
    assert_int_equal(shape.work.elements, 33792);
    assert_int_equal(shape.work.operations, 67584);
    assert_int_equal(shape.work.bytes, 2 * 33792 * 4 + 32 * 4);
    assert_int_equal(shape.chain, 1 + 5 + 8); /* a product, 5 turns of 8192 threads, 8 steps */
    assert_null(shape.undefined);
    expanded_free(&config);
}

static void sums_have_scratch(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":0,\"method\":\"second\",\"type\":\"float16\",\"blocks\":7");
    struct tw_shape shape = shape_of(&config);
    struct tw_argument partials = {.name = "partials",
                                   .role = TW_ROLE_SCRATCH,
                                   .before = TW_BEFORE_ANY,
                                   .element = TW_FLOAT32,
                                   .count = 7};
    assert_int_equal(shape.argument_count, 4);
    check_argument(
        &shape, 0,
        &(struct tw_argument){.name = "a", .role = TW_ROLE_INPUT, .element = TW_FLOAT16, .count = 1});
    check_argument(
        &shape, 2,
        &(struct tw_argument){
            .name = "c", .role = TW_ROLE_OUTPUT, .before = TW_BEFORE_ANY, .element = TW_FLOAT32, .count = 1});
    check_argument(&shape, 3, &partials);
    assert_int_equal(shape.launch_count, 2);
    check_launch(&shape.launches[0], "", 7, "013");
    check_launch(&shape.launches[1], "_sum", 1, "32");
    assert_int_equal(shape.work.elements, 1);
    expanded_free(&config);

    config = config_of("\"n\":9,\"method\":\"last\",\"type\":\"int64\",\"blocks\":7");
    shape = shape_of(&config);
    partials.element = TW_INT64;
    assert_int_equal(shape.argument_count, 5);
    check_argument(&shape, 3, &partials);
    check_argument(&shape, 4,
                   &(struct tw_argument){.name = "finished",
                                         .role = TW_ROLE_SCRATCH,
                                         .before = TW_BEFORE_ZERO,
                                         .element = TW_UINT32,
                                         .count = 1});
    assert_int_equal(shape.launch_count, 1);
    check_launch(&shape.launches[0], "", 7, "01234");
    assert_int_equal(shape.chain, 0);
    assert_true(tw_shape_scratch_zero(&shape));
    expanded_free(&config);
}

/* The partial sums are added in turns and steps of their own. */
static void chain_goes_through_both_passes(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":1000,\"BDIMX\":4,\"blocks\":10,\"method\":\"second\"");
    assert_int_equal(shape_of(&config).chain, 1 + (25 + 2) + (3 + 2));
    expanded_free(&config);
}

static void wrong_is_not_defined(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":1000,\"method\":\"wrong\"");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_non_null(shape.undefined);
    assert_string_equal(predicted.none, "threads of its blocks pass by a barrier that others wait at");
    assert_int_equal(predicted.counts.known, 0);
    expanded_free(&config);
    config = config_of("\"n\":1000,\"method\":\"wrong\",\"BDIMX\":1");
    assert_null(shape_of(&config).undefined); /* a tree without a branch */
    expanded_free(&config);
}

/* ---- the tree as it is drawn ---- */

/* Plays the accesses of a block in order, on the places that `addresses` gives; thread t brings t + 1. */
static void check_tree(const char *members, unsigned block, unsigned bytes)
{
    struct expanded config = config_of(members);
    const struct tw_family *family = config.of.family;
    struct tw_access_list list = {.shape = config.shape};
    tw_family_accesses(family, config.of.variant[0].value, &list);
    const struct tw_access_info *info = list.info;
    unsigned count = list.count, first = block / 3;
    uint64_t cache[1024] = {0}, sum[1024], read[1024] = {0};
    for (unsigned t = 0; t < block; t++) sum[t] = t + 1;
    for (unsigned i = 0; i < count; i++) {
        uint32_t addr[1024];
        tw_family_addresses(family, config.of.variant[0].value, i, 0, first, addr);
        tw_family_addresses(family, config.of.variant[0].value, i, first, block - first, addr + first);
        assert_int_equal(info[i].bytes, bytes);
        assert_int_equal(info[i].launch, 0);
        bool reads_own = strstr(info[i].name, "own") != NULL;
        for (unsigned t = 0; t < block; t++) {
            if (addr[t] == TW_NO_ADDRESS) continue;
            assert_true(addr[t] % bytes == 0 && addr[t] / bytes < block);
            uint64_t *place = &cache[addr[t] / bytes];
            if (info[i].op == TW_STORE) {
                *place = sum[t];
            } else {
                read[t] = *place;
                sum[t] = reads_own ? read[t] : sum[t] + read[t];
            }
        }
    }
    assert_int_equal(read[0], (uint64_t)block * (block + 1) / 2); /* the last access reads the sum */
    expanded_free(&config);
}

static void the_drawn_tree_adds_up(void **state)
{
    (void)state;
    for (unsigned block = 1; block <= 1024; block *= 2) {
        char members[96];
        snprintf(members, sizeof members, "\"n\":5000,\"BDIMX\":%u,\"method\":\"last\"", block);
        check_tree(members, block, 4);
        snprintf(members, sizeof members, "\"n\":5000,\"BDIMX\":%u,\"type\":\"float64\"", block);
        check_tree(members, block, 8);
    }
}

/* ---- predictions, counted thread by thread ---- */

struct pass {
    uint64_t n, blocks, unroll;
    unsigned block, arrays, bytes, sum_bytes;
};

/* Sectors or other grains among the lanes of a mask, whose elements begin at `first`. */
static uint64_t grains(uint64_t first, uint32_t mask, unsigned bytes, unsigned grain)
{
    uint64_t count = 0, before = UINT64_MAX;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t own = (first + lane) * bytes / grain;
        if (!(mask >> lane & 1u)) continue;
        count += own != before;
        before = own;
    }
    return count;
}

static void count_load(const struct pass *p, uint64_t first, uint32_t mask, struct tw_counts *counts)
{
    if (!mask) return;
    counts->global_load_requests += p->arrays;
    counts->global_load_sectors += p->arrays * grains(first, mask, p->bytes, 32);
    counts->global_load_fills += p->arrays * grains(first, mask, p->bytes, 64);
    for (unsigned lane = 0; lane < 32; lane++)
        counts->global_load_bytes += mask >> lane & 1u ? p->arrays * p->bytes : 0;
}

/* The lanes whose element, `ahead` behind their own, is one of the n. */
static uint32_t lanes_inside(const struct pass *p, const uint64_t *tid, unsigned lanes, uint64_t ahead)
{
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < lanes; lane++) mask |= (uint32_t)(tid[lane] + ahead < p->n) << lane;
    return mask;
}

/* A turn of a loop; lanes that are still in it take `times` elements. */
static uint32_t turn(const struct pass *p, uint64_t *tid, unsigned lanes, uint64_t times,
                     struct tw_counts *counts)
{
    uint64_t stride = p->block * p->blocks;
    uint32_t mask = lanes_inside(p, tid, lanes, (times - 1) * stride);
    for (uint64_t k = 0; k < times && mask; k++) {
        unsigned some = (unsigned)__builtin_ctz(mask);
        count_load(p, tid[some] - some, mask, counts);
        for (unsigned lane = 0; lane < lanes; lane++) tid[lane] += mask >> lane & 1u ? stride : 0;
    }
    return mask;
}

static void count_warp(const struct pass *p, uint64_t first, unsigned lanes, struct tw_counts *counts)
{
    uint64_t tid[32];
    for (unsigned lane = 0; lane < lanes; lane++) tid[lane] = first + lane;
    while (p->unroll > 1 && turn(p, tid, lanes, p->unroll, counts)) continue;
    while (turn(p, tid, lanes, 1, counts)) continue;
}

/* A request of consecutive elements: 32 banks of 4 bytes serve half a warp of 8-byte elements at a time. */
static void count_shared(unsigned threads, unsigned bytes, uint64_t *requests, uint64_t *wavefronts,
                         uint64_t *asked)
{
    *asked += threads * bytes;
    for (unsigned first = 0; first < threads; first += 32) {
        unsigned lanes = threads - first < 32 ? threads - first : 32;
        *requests += 1;
        *wavefronts += bytes == 8 && lanes > 16 ? 2 : 1;
    }
}

static void count_tree(const struct pass *p, struct tw_counts *counts)
{
    count_shared(p->block, p->sum_bytes, &counts->store_requests, &counts->store_wavefronts,
                 &counts->store_bytes);
    for (unsigned i = p->block / 2; i > 0; i /= 2) {
        count_shared(i, p->sum_bytes, &counts->load_requests, &counts->load_wavefronts, &counts->load_bytes);
        count_shared(i, p->sum_bytes, &counts->load_requests, &counts->load_wavefronts, &counts->load_bytes);
        count_shared(i, p->sum_bytes, &counts->store_requests, &counts->store_wavefronts,
                     &counts->store_bytes);
    }
    count_shared(1, p->sum_bytes, &counts->load_requests, &counts->load_wavefronts, &counts->load_bytes);
}

static void count_pass(const struct pass *p, struct tw_counts *counts)
{
    for (uint64_t b = 0; b < p->blocks; b++) {
        for (unsigned t = 0; t < p->block; t += 32)
            count_warp(p, b * p->block + t, p->block - t < 32 ? p->block - t : 32, counts);
        count_tree(p, counts);
        counts->global_store_requests++;
        counts->global_store_sectors++;
        counts->global_store_bytes += p->sum_bytes;
    }
}

static void check_prediction(const char *members, const struct expanded *config)
{
    static const unsigned bytes[] = {4, 8, 4, 8, 2, 2}, sum_bytes[] = {4, 8, 4, 8, 4, 4};
    int64_t type = field(config, "type");
    struct tw_shape shape = shape_of(config);
    struct tw_predicted predicted = tw_predict_sum(config->of.family, config->of.variant[0].value, &shape);
    struct tw_counts expected = {.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL |
                                          TW_KNOWN_GLOBAL_BYTES};
    struct pass inputs = {.n = (uint64_t)field(config, "n"),
                          .blocks = (uint64_t)field(config, "blocks"),
                          .unroll = (uint64_t)field(config, "unroll"),
                          .block = (unsigned)field(config, "BDIMX"),
                          .arrays = 2,
                          .bytes = bytes[type],
                          .sum_bytes = sum_bytes[type]};
    struct pass partials = {.n = inputs.blocks,
                            .blocks = 1,
                            .unroll = 1,
                            .block = inputs.block,
                            .arrays = 1,
                            .bytes = inputs.sum_bytes,
                            .sum_bytes = inputs.sum_bytes};
    count_pass(&inputs, &expected);
    if (strcmp(word(config, "method"), "partials") != 0) count_pass(&partials, &expected);
    assert_int_equal(predicted.counts.known, expected.known);
    expect_counts(members, &predicted.counts, &expected);
    assert_int_equal(predicted.ideal, predicted.counts.load_wavefronts + predicted.counts.store_wavefronts);
}

/* Also n near multiples of the grid's threads, where all kinds of last turns are. */
static void predicted_is_counted(void **state)
{
    (void)state;
    static const char *const types[] = {"int32", "int64", "float32", "float64", "float16", "bfloat16"};
    static const char *const methods[] = {"partials", "second", "last"};
    unsigned seed = 7;
    for (unsigned round = 0; round < 3000; round++) {
        unsigned block = 1u << random_below(&seed, 11), blocks = 1 + random_below(&seed, 40);
        unsigned grid = block * blocks, unroll = 1 + random_below(&seed, 16), n = 0;
        if (round % 8) n = random_below(&seed, 6) * grid + random_below(&seed, grid + 1);
        if (round % 3 == 0) n = random_below(&seed, 200);
        char members[160];
        snprintf(members, sizeof members,
                 "\"n\":%u,\"BDIMX\":%u,\"blocks\":%u,\"unroll\":%u,\"type\":\"%s\",\"method\":\"%s\"", n,
                 block, blocks, unroll, types[random_below(&seed, 6)], methods[random_below(&seed, 3)]);
        struct expanded config = config_of(members);
        check_prediction(members, &config);
        expanded_free(&config);
    }
}

/* No loop over elements: every warp of 32 loads 32 of them. */
static void large_inputs_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":1099511627776,\"blocks\":1056,\"unroll\":16");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_true(predicted.counts.global_load_requests == 2 * (UINT64_C(1) << 35));
    assert_true(predicted.counts.global_load_sectors == 8 * (UINT64_C(1) << 35));
    expanded_free(&config);
}

/* ---- source ---- */

static char *source_of(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_kernel kernel;
    assert_int_equal(tw_render(&config.of, &config.of.variant[0], &tw_rendering_main, NULL, &kernel, NULL),
                     TW_OK);
    char *source = strdup(kernel.source);
    tw_kernel_free(&kernel);
    expanded_free(&config);
    return source;
}

static void check_source(const char *members, const char *part, bool has)
{
    char *source = source_of(members);
    if ((strstr(source, part) != NULL) != has) fail_msg("%s: \"%s\" in\n%s", members, part, source);
    free(source);
}

/* Indices are as wide as the last one that is computed needs, the one behind the end. */
static void indices_are_wide_where_they_must_be(void **state)
{
    (void)state;
    const char *wide = "unsigned long long tid";
    check_source("\"n\":4294959103", wide, false); /* 2^32 - 1 - 8192 */
    check_source("\"n\":4294959104", wide, true);
    check_source("\"n\":4294942719,\"unroll\":3", wide, false);
    check_source("\"n\":4294942720,\"unroll\":3", wide, true);
    check_source("\"n\":5,\"BDIMX\":1024,\"blocks\":4194304", wide, true);
    check_source("\"n\":5,\"BDIMX\":1024,\"blocks\":4194304", "blockIdx.x * 1024ull", true);
    check_source("\"n\":4000000000", "tid < 4000000000u", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(chooses_blocks_and_result),
        cmocka_unit_test(the_sources_kernel),
        cmocka_unit_test(sums_have_scratch),
        cmocka_unit_test(chain_goes_through_both_passes),
        cmocka_unit_test(wrong_is_not_defined),
        cmocka_unit_test(the_drawn_tree_adds_up),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(large_inputs_are_predicted_at_once),
        cmocka_unit_test(indices_are_wide_where_they_must_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
