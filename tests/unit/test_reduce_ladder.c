/*
 * The ladder of the reduce family: what it takes and rejects, its launches and their arguments, the trees that it draws, and
 * its predictions against a count over every thread of every block, written here from the kernels' source alone.
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

#include "gen/choice/candidates.h"
#include "gen/families/reduce/fields.h"
#include "gen/layout/predict.h"

#define FAMILY "reduce"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

/* ---- what is taken ---- */

static void rejects_problems_of_the_tree(void **state)
{
    (void)state;
    static const char one[] =
        "the ladder reduces one array: along must be rows, and rows and batch must be 1",
                      ops[] = "the ladder has sum, product, min, max and dot";
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"rows\":2", one);
    check_reason("\"cols\":5,\"method\":\"global\",\"rows\":0", one);
    check_reason("\"cols\":5,\"method\":\"global\",\"batch\":3", one);
    check_reason("\"cols\":5,\"method\":\"vectors\",\"along\":\"columns\"", one);
    check_reason("\"cols\":5,\"method\":\"sequential\",\"along\":\"segments\"", one);
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"op\":\"argmin\"", ops);
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"op\":\"any\"", ops);
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"op\":\"mean\"", ops);
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"op\":\"norm2\"", ops);
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"order\":\"fixed\"",
                 "method shuffle does not follow the tree; order must be free");
    check_reason("\"cols\":5,\"method\":\"conflicting\",\"order\":\"compensated\"",
                 "method conflicting does not follow the tree; order must be free");
    check_reason("\"cols\":5,\"method\":\"interleaved\"", "");
}

static void rejects_blocks(void **state)
{
    (void)state;
    check_reason("\"cols\":5,\"method\":\"sequential\",\"BDIMX\":96",
                 "BDIMX is 96; the ladder halves the block and needs a power of two");
    check_reason(
        "\"cols\":5,\"method\":\"unroll_last\",\"BDIMX\":32",
        "BDIMX is 32; the unrolled last warp begins with 64 states, so method unroll_last needs at least 64");
    check_reason("\"cols\":5,\"method\":\"vectors\",\"BDIMX\":16",
                 "BDIMX is 16; shuffles are of whole warps, so method vectors needs at least 32");
    check_reason("\"cols\":5,\"method\":\"first_add\",\"BDIMX\":1", "");
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"BDIMY\":2",
                 "BDIMY must be 1 for the ladder; only columns have more");
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"leaves\":2",
                 "leaves and warps must be 1 for the ladder; only the tree has more");
    check_reason("\"cols\":1000,\"method\":\"sequential\",\"blocks\":5",
                 "blocks is 5; method sequential takes 256 elements in a block and has 4");
    check_reason("\"cols\":1000,\"method\":\"first_add\",\"blocks\":1",
                 "blocks is 1; method first_add takes 512 elements in a block and has 2");
    check_reason("\"cols\":1000,\"method\":\"shuffle\",\"blocks\":5",
                 "blocks is 5, but only 4 have something to load");
    check_reason("\"cols\":1000,\"method\":\"vectors\",\"blocks\":1", "");
    check_reason("\"cols\":1099511627776,\"method\":\"global\",\"BDIMX\":64",
                 "method global needs 17179869184 blocks; a grid has at most 2147483647");
}

static void rejects_loads_and_finishes(void **state)
{
    (void)state;
    static const char atomic[] =
        "atomic operations are sums of 32 or 64 bits, and min and max of such integers";
    check_reason("\"cols\":5,\"method\":\"shuffle\",\"vector\":16",
                 "method shuffle loads single elements; vector must be 4");
    check_reason("\"cols\":5,\"method\":\"vectors\",\"unroll\":2",
                 "method vectors has one load under way, so unroll must be 1");
    check_reason("\"cols\":5,\"method\":\"global\",\"finish\":\"atomic\",\"op\":\"product\"", atomic);
    check_reason("\"cols\":5,\"method\":\"global\",\"finish\":\"atomic\",\"op\":\"min\"", atomic);
    check_reason("\"cols\":5,\"method\":\"global\",\"finish\":\"atomic\",\"op\":\"max\",\"type\":\"int16\"",
                 atomic);
    check_reason("\"cols\":5,\"method\":\"global\",\"finish\":\"atomic\",\"op\":\"max\",\"type\":\"uint64\"",
                 "");
    check_reason("\"cols\":5,\"method\":\"global\",\"finish\":\"atomic\",\"type\":\"float16\"", "");
    check_reason("\"cols\":5,\"method\":\"global\",\"finish\":\"atomic\",\"op\":\"dot\"", "");
}

static void check_chosen(const char *members, int64_t vector, int64_t unroll, int64_t blocks)
{
    struct expanded config = config_of(members);
    assert_string_equal(word(&config, "order"), "free");
    assert_string_equal(word(&config, "finish"), "last");
    assert_int_equal(field(&config, "BDIMX"), 256);
    assert_int_equal(field(&config, "vector"), vector);
    assert_int_equal(field(&config, "unroll"), unroll);
    assert_int_equal(field(&config, "blocks"), blocks);
    expanded_free(&config);
}

/* Where threads stride: as many blocks as the device holds, 132 times 8 of 256 threads, if all threads have enough to load. */
static void chooses_loads_and_blocks(void **state)
{
    (void)state;
    check_chosen("\"cols\":0,\"method\":\"global\"", 4, 1, 1);
    check_chosen("\"cols\":257,\"method\":\"conflicting\",\"type\":\"int8\"", 1, 1, 2);
    check_chosen("\"cols\":513,\"method\":\"unroll_all\",\"type\":\"float64\"", 8, 1, 2);
    check_chosen("\"cols\":513,\"method\":\"shuffle\"", 4, 1, 2);
    check_chosen("\"cols\":268435456,\"method\":\"vectors\"", 16, 1, 1056);
    check_chosen("\"cols\":8191,\"method\":\"accumulators\"", 16, 4, 1);
    check_chosen("\"cols\":8192,\"method\":\"accumulators\"", 16, 4, 2);
    check_chosen("\"cols\":8192,\"method\":\"accumulators\",\"pointers\":\"any\"", 4, 4, 8);
}

/* All of them are accepted, and differ. */
static void searches_what_is_open(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":268435456,\"method\":\"accumulators\"");
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    tw_variant_given(config.of.family, &config.of.variant[0], given);
    struct tw_candidates candidates = tw_candidates_of(config.of.family, given, &config.of.target);
    unsigned count = 0;
    while (tw_candidates_next(&candidates, value)) count++;
    tw_candidates_free(&candidates);
    uint64_t varied = tw_candidates_varied(config.of.family, given, &config.of.target);
    assert_int_equal(count, 68); /* of 4 * 4 * 5 those that differ */
    assert_int_equal(varied, 1u << REDUCE_BDIMX | 1u << REDUCE_unroll | 1u << REDUCE_blocks);
    expanded_free(&config);
}

/* ---- shape ---- */

static void check_argument(const struct tw_shape *shape, unsigned i, const char *name, enum tw_before before,
                           enum tw_element element, uint64_t count)
{
    const struct tw_argument *got = &shape->arguments[i];
    assert_true(i < shape->argument_count);
    assert_string_equal(got->name, name);
    assert_int_equal(got->before, before);
    assert_int_equal(got->element, element);
    assert_int_equal(got->count, count);
}

static void check_launch(const struct tw_launch *launch, const char *suffix, uint32_t blocks,
                         uint32_t threads, uint32_t shared, const char *arguments)
{
    assert_string_equal(launch->suffix, suffix);
    assert_int_equal(launch->grid[0], blocks);
    assert_int_equal(launch->block[0], threads);
    assert_int_equal(launch->shared_bytes, shared);
    assert_int_equal(launch->argument_count, strlen(arguments));
    for (unsigned i = 0; arguments[i]; i++) assert_int_equal(launch->argument[i], arguments[i] - '0');
}

static void the_last_block_joins(void **state)
{
    (void)state;
    struct expanded config =
        config_of("\"cols\":1000,\"method\":\"global\",\"type\":\"float16\",\"op\":\"dot\"");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, 6);
    check_argument(&shape, 2, "c", TW_BEFORE_ANY, TW_FLOAT32, 1);
    check_argument(&shape, 3, "partials", TW_BEFORE_ANY, TW_FLOAT32, 4);
    check_argument(&shape, 4, "finished", TW_BEFORE_ZERO, TW_UINT32, 1);
    check_argument(&shape, 5, "copy", TW_BEFORE_ANY, TW_FLOAT32, 1024);
    assert_int_equal(shape.launch_count, 1);
    check_launch(&shape.launches[0], "", 4, 256, 0, "012345");
    expanded_free(&config);
}

static void a_second_launch_joins(void **state)
{
    (void)state;
    struct expanded config =
        config_of("\"cols\":1000,\"method\":\"first_add\",\"type\":\"int16\",\"finish\":\"second\"");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, 3);
    check_argument(&shape, 2, "partials", TW_BEFORE_ANY, TW_UINT64, 2);
    assert_int_equal(shape.launch_count, 2);
    check_launch(&shape.launches[0], "", 2, 256, 2048, "02");
    check_launch(&shape.launches[1], "_join_blocks", 1, 256, 2048, "21");
    assert_int_equal(shape.chain, 0);
    expanded_free(&config);
}

static void atomic_operations_join(void **state)
{
    (void)state;
    struct expanded config =
        config_of("\"cols\":1000,\"method\":\"shuffle\",\"finish\":\"atomic\",\"blocks\":2");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, 2);
    check_argument(&shape, 1, "c", TW_BEFORE_ZEROED, TW_FLOAT32, 1);
    assert_int_equal(shape.launch_count, 1);
    check_launch(&shape.launches[0], "", 2, 256, 32, "01");
    expanded_free(&config);

    config =
        config_of("\"cols\":1000,\"method\":\"shuffle\",\"finish\":\"atomic\",\"blocks\":2,\"op\":\"min\","
                  "\"type\":\"int32\"");
    shape = shape_of(&config);
    check_argument(&shape, 1, "c", TW_BEFORE_ANY, TW_INT32, 1);
    assert_int_equal(shape.launch_count, 2);
    check_launch(&shape.launches[0], "_begin", 1, 1, 0, "01");
    check_launch(&shape.launches[1], "", 2, 256, 32, "01");
    expanded_free(&config);

    config = config_of("\"cols\":1000,\"method\":\"sequential\",\"finish\":\"atomic\",\"type\":\"float64\"");
    shape = shape_of(&config);
    check_argument(&shape, 1, "c", TW_BEFORE_ZEROED, TW_FLOAT64, 1);
    assert_int_equal(shape.launch_count, 2);
    check_launch(&shape.launches[1], "_end", 1, 1, 0, "1");
    expanded_free(&config);
}

/* One block leaves nothing to be joined; no elements leave nothing to be loaded. */
static void one_block_is_alone(void **state)
{
    (void)state;
    static const char *const finishes[] = {"last", "second", "atomic"};
    for (unsigned i = 0; i < 3; i++) {
        char members[128];
        snprintf(members, sizeof members, "\"cols\":100,\"method\":\"interleaved\",\"finish\":\"%s\"",
                 finishes[i]);
        struct expanded config = config_of(members);
        struct tw_shape shape = shape_of(&config);
        assert_int_equal(shape.argument_count, 2);
        check_argument(&shape, 1, "c", TW_BEFORE_ANY, TW_FLOAT32, 1);
        assert_int_equal(shape.launch_count, 1);
        check_launch(&shape.launches[0], "", 1, 256, 1024, "01");
        expanded_free(&config);
    }
    struct expanded config = config_of("\"cols\":0,\"method\":\"global\",\"op\":\"dot\"");
    struct tw_shape shape = shape_of(&config);
    check_launch(&shape.launches[0], "", 1, 256, 0, "2");
    expanded_free(&config);
}

/* At least as many roundings as there are additions on the longest way, and not twice as many. */
static void chain_covers_the_additions(void **state)
{
    (void)state;
    struct expanded config =
        config_of("\"cols\":100003,\"method\":\"accumulators\",\"blocks\":2,\"unroll\":3,\"BDIMX\":64");
    uint64_t turns = 25000 / 128 + 1, additions = 3 + turns + 3 + 3 + 6 + 1 + 6;
    struct tw_shape shape = shape_of(&config);
    assert_in_range(shape.chain, additions - 3, 2 * additions);
    expanded_free(&config);
    config = config_of("\"cols\":100003,\"method\":\"accumulators\",\"op\":\"max\"");
    assert_int_equal(shape_of(&config).chain, 0);
    expanded_free(&config);
}

/* ---- the trees as they are drawn ---- */

/* Plays the accesses of a block in order, on the places that `addresses` gives; thread t brings t + 1. */
static void check_tree(const char *method, unsigned block, const char *type, unsigned bytes)
{
    char members[128];
    snprintf(members, sizeof members, "\"cols\":5000,\"method\":\"%s\",\"BDIMX\":%u,\"type\":\"%s\"", method,
             block, type);
    struct expanded config = config_of(members);
    const struct tw_family *family = config.of.family;
    struct tw_access_list list = {.shape = config.shape};
    tw_family_accesses(family, config.of.variant[0].value, &list);
    const struct tw_access_info *info = list.info;
    unsigned count = list.count, first = block / 3;
    uint64_t states[1024] = {0}, own[1024];
    for (unsigned t = 0; t < block; t++) own[t] = t + 1;
    for (unsigned i = 0; i < count; i++) {
        uint32_t addr[1024];
        tw_family_addresses(family, config.of.variant[0].value, i, 0, first, addr);
        tw_family_addresses(family, config.of.variant[0].value, i, first, block - first, addr + first);
        assert_int_equal(info[i].bytes, bytes);
        bool joins = strstr(info[i].name, "partner") != NULL;
        for (unsigned t = 0; t < block; t++) {
            if (addr[t] == TW_NO_ADDRESS) continue;
            assert_true(addr[t] % bytes == 0 && addr[t] / bytes < block);
            uint64_t *place = &states[addr[t] / bytes];
            if (info[i].op == TW_STORE)
                *place = own[t];
            else
                own[t] = *place + (joins ? own[t] : 0);
        }
    }
    assert_int_equal(own[0], (uint64_t)block * (block + 1) / 2);
    expanded_free(&config);
}

static void the_drawn_trees_add_up(void **state)
{
    (void)state;
    static const char *const methods[] = {"interleaved", "conflicting", "sequential",
                                          "first_add",   "unroll_last", "unroll_all"};
    for (unsigned m = 0; m < 6; m++) {
        for (unsigned block = m < 4 ? 1 : 64; block <= 1024; block *= 2) {
            check_tree(methods[m], block, "float32", 4);
            check_tree(methods[m], block, "float64", 8);
        }
    }
}

static void draws_no_more_than_there_is(void **state)
{
    (void)state;
    static const char *const none[] = {"\"cols\":5000,\"method\":\"global\"",
                                       "\"cols\":0,\"method\":\"sequential\"",
                                       "\"cols\":5000,\"method\":\"shuffle\",\"BDIMX\":32"};
    struct tw_layout layout;
    for (unsigned i = 0; i < 3; i++) {
        struct expanded config = config_of(none[i]);
        struct tw_access_list list = {.shape = config.shape};
        assert_false(tw_family_layout(config.of.family, config.of.variant[0].value, 0, &layout));
        tw_family_accesses(config.of.family, config.of.variant[0].value, &list);
        assert_int_equal(list.count, 0);
        expanded_free(&config);
    }
    struct expanded config = config_of("\"cols\":5000,\"method\":\"vectors\",\"BDIMX\":512");
    assert_true(tw_family_layout(config.of.family, config.of.variant[0].value, 0, &layout));
    assert_int_equal(layout.rows * layout.columns, 16);
    expanded_free(&config);
}

/* ---- predictions, counted thread by thread ---- */

/* What is counted: a variant, and what its launches did. */
struct machine {
    enum tw_reduce_method method;
    uint64_t n, blocks;
    unsigned block, unroll, arrays, bytes, vector, state_bytes;
    struct tw_counts counts;
};

/* A warp's request: where its lanes go, in elements of `bytes`. */
struct request {
    uint64_t at[32];
    uint32_t mask;
};

static uint64_t grains(const struct request *r, unsigned bytes, unsigned grain)
{
    uint64_t seen[64];
    unsigned count = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t own = r->at[lane] * bytes / grain;
        unsigned i = 0;
        if (!(r->mask >> lane & 1u)) continue;
        while (i < count && seen[i] != own) i++;
        if (i == count) seen[count++] = own;
    }
    return count;
}

static unsigned lanes(const struct request *r)
{
    unsigned count = 0;
    for (unsigned lane = 0; lane < 32; lane++) count += r->mask >> lane & 1u;
    return count;
}

static void global(struct machine *m, enum tw_access op, unsigned bytes, const struct request *r)
{
    if (!r->mask) return;
    *(op == TW_LOAD ? &m->counts.global_load_bytes : &m->counts.global_store_bytes) += lanes(r) * bytes;
    if (op == TW_STORE) {
        m->counts.global_store_requests++;
        m->counts.global_store_sectors += grains(r, bytes, 32);
        return;
    }
    m->counts.global_load_requests++;
    m->counts.global_load_sectors += grains(r, bytes, 32);
    m->counts.global_load_fills += grains(r, bytes, 64);
}

/* To the states of a block, which are in shared memory, or in global memory from `base` on. */
static void to_state(struct machine *m, enum tw_access op, uint64_t base, struct request *r)
{
    uint32_t addr[32] = {0};
    if (!r->mask) return;
    for (unsigned lane = 0; lane < 32; lane++) addr[lane] = (uint32_t)r->at[lane] * m->state_bytes;
    if (m->method == REDUCE_GLOBAL) {
        for (unsigned lane = 0; lane < 32; lane++) r->at[lane] += base;
        global(m, op, m->state_bytes, r);
        return;
    }
    unsigned wavefronts = tw_bank_wavefronts(op, m->state_bytes, addr, r->mask);
    *(op == TW_LOAD ? &m->counts.load_requests : &m->counts.store_requests) += 1;
    *(op == TW_LOAD ? &m->counts.load_wavefronts : &m->counts.store_wavefronts) += wavefronts;
    *(op == TW_LOAD ? &m->counts.load_bytes : &m->counts.store_bytes) += lanes(r) * m->state_bytes;
}

/* The left side of thread t's step with stride s, if it has one. */
static bool joins(const struct machine *m, unsigned t, unsigned s, unsigned states, unsigned *left)
{
    *left = m->method == REDUCE_CONFLICTING ? 2 * s * t : t;
    if (m->method == REDUCE_INTERLEAVED && t % (2 * s)) return false;
    if (m->method != REDUCE_INTERLEAVED && m->method != REDUCE_CONFLICTING && t >= s) return false;
    return *left + s < states;
}

static void step(struct machine *m, unsigned s, unsigned states, uint64_t base)
{
    for (unsigned first = 0; first < m->block; first += 32) {
        struct request own = {.mask = 0}, partner;
        for (unsigned lane = 0; lane < 32 && first + lane < m->block; lane++) {
            unsigned left;
            if (!joins(m, first + lane, s, states, &left)) continue;
            own.at[lane] = left;
            own.mask |= 1u << lane;
        }
        partner = own;
        for (unsigned lane = 0; lane < 32; lane++) partner.at[lane] += s;
        struct request written = own;
        to_state(m, TW_LOAD, base, &own);
        to_state(m, TW_LOAD, base, &partner);
        to_state(m, TW_STORE, base, &written);
    }
}

/* Lanes 0 .. count - 1 of a warp, from place `first` on. */
static struct request some_lanes(uint64_t first, unsigned count)
{
    struct request r = {.mask = count < 32 ? (1u << count) - 1 : UINT32_MAX};
    for (unsigned lane = 0; lane < 32; lane++) r.at[lane] = first + lane;
    return r;
}

static void last_warp(struct machine *m, unsigned states)
{
    struct request own = some_lanes(0, 32);
    to_state(m, TW_LOAD, 0, &own);
    for (unsigned s = 32; s > 0; s /= 2) {
        struct request further = some_lanes(s, s >= states ? 0 : states - s < 32 ? states - s : 32);
        to_state(m, TW_LOAD, 0, &further);
        if (s > 1) to_state(m, TW_STORE, 0, &own);
    }
}

static void warps(struct machine *m)
{
    for (unsigned warp = 0; m->block > 32 && warp < m->block / 32; warp++) {
        struct request own = some_lanes(warp, 1);
        to_state(m, TW_STORE, 0, &own);
    }
    struct request all = some_lanes(0, m->block / 32);
    if (m->block > 32) to_state(m, TW_LOAD, 0, &all);
}

static void count_block(struct machine *m, unsigned states, uint64_t base)
{
    bool grows = m->method == REDUCE_INTERLEAVED || m->method == REDUCE_CONFLICTING;
    bool has_last = m->method == REDUCE_UNROLL_LAST || m->method == REDUCE_UNROLL_ALL;
    if (m->method >= REDUCE_SHUFFLE) {
        warps(m);
        return;
    }
    for (unsigned first = 0; first < m->block; first += 32) {
        struct request own = some_lanes(first, m->block - first < 32 ? m->block - first : 32);
        to_state(m, TW_STORE, base, &own);
    }
    for (unsigned s = 1; grows && s < m->block; s *= 2) step(m, s, states, base);
    for (unsigned s = m->block / 2; !grows && s > (has_last ? 32 : 0); s /= 2) step(m, s, states, base);
    struct request result = some_lanes(0, 1);
    if (has_last)
        last_warp(m, states);
    else
        to_state(m, TW_LOAD, base, &result);
}

/* A load by those lanes whose unit, of `bytes`, is one of `units`. */
static uint32_t load_units(struct machine *m, const uint64_t *unit, uint32_t lanes, uint64_t ahead,
                           uint64_t units, unsigned bytes, unsigned arrays)
{
    struct request r = {.mask = 0};
    for (unsigned lane = 0; lane < 32; lane++) {
        r.at[lane] = unit[lane] + ahead;
        r.mask |= (uint32_t)((lanes >> lane & 1u) && r.at[lane] < units) << lane;
    }
    for (unsigned i = 0; i < arrays; i++) global(m, TW_LOAD, bytes, &r);
    return r.mask;
}

struct run {
    uint64_t units, stride, next_block;
    unsigned bytes, arrays, unroll, twice; /* twice: a thread takes two, without a loop */
};

/* The lanes for which even the last of `times` units is there; they go on to what is behind these. */
static bool turn(struct machine *m, const struct run *run, uint64_t *unit, uint32_t lanes, unsigned times)
{
    uint32_t inside = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        inside |= (uint32_t)(unit[lane] + (times - 1) * run->stride < run->units) << lane;
    inside &= lanes;
    for (unsigned k = 0; k < times && inside; k++)
        load_units(m, unit, inside, k * run->stride, run->units, run->bytes, run->arrays);
    for (unsigned lane = 0; lane < 32; lane++) unit[lane] += inside >> lane & 1u ? times * run->stride : 0;
    return inside != 0;
}

static void load_warp(struct machine *m, const struct run *run, uint64_t first, uint32_t lanes)
{
    uint64_t unit[32];
    for (unsigned lane = 0; lane < 32; lane++) unit[lane] = first + lane;
    if (run->next_block) {
        for (unsigned k = 0; k <= run->twice; k++)
            load_units(m, unit, lanes, k * m->block, run->units, run->bytes, run->arrays);
        return;
    }
    while (run->unroll > 1 && turn(m, run, unit, lanes, run->unroll)) continue;
    while (turn(m, run, unit, lanes, 1)) continue;
}

static void count_run(struct machine *m, const struct run *run, uint64_t blocks)
{
    uint64_t step_units = run->next_block ? run->next_block : m->block;
    for (uint64_t b = 0; b < blocks; b++) {
        uint64_t before = b * step_units, left = run->units - before;
        for (unsigned t = 0; t < m->block; t += 32)
            load_warp(m, run, before + t, m->block - t < 32 ? (1u << (m->block - t)) - 1 : UINT32_MAX);
        count_block(m, left < m->block ? (unsigned)left : m->block, b * m->block);
    }
}

static void store_one(struct machine *m, unsigned bytes, uint64_t times)
{
    struct request r = some_lanes(0, 1);
    for (uint64_t i = 0; i < times; i++) global(m, TW_STORE, bytes, &r);
}

static void count_inputs(struct machine *m)
{
    unsigned vector = m->n < m->vector ? 1 : m->vector;
    unsigned taken = m->method < REDUCE_FIRST_ADD ? 1 : m->method < REDUCE_SHUFFLE ? 2 : 0;
    struct run run = {.units = m->n / vector,
                      .stride = m->block * m->blocks,
                      .next_block = taken * m->block,
                      .bytes = vector * m->bytes,
                      .arrays = m->arrays,
                      .unroll = m->unroll,
                      .twice = taken == 2};
    while (run.unroll > 1 && run.units < run.unroll * run.stride) run.unroll--;
    count_run(m, &run, m->blocks);
    struct request one = some_lanes(0, 1);
    for (uint64_t e = 0; e < m->arrays * (m->n % vector); e++) global(m, TW_LOAD, m->bytes, &one);
}

static void count_finish(struct machine *m, const char *finish, const char *op, enum tw_element result)
{
    unsigned bytes = tw_element_info(result)->bytes;
    bool atomic = strcmp(finish, "atomic") == 0, compares = strcmp(op, "min") == 0 || strcmp(op, "max") == 0;
    struct request one = some_lanes(0, 1);
    if (m->blocks == 1) {
        store_one(m, bytes, 1);
    } else if (atomic && (compares || result == TW_FLOAT64)) {
        global(m, TW_LOAD, bytes, &one);
        store_one(m, bytes, 1);
    } else if (!atomic) {
        struct run run = {.units = m->blocks, .stride = m->block, .bytes = m->state_bytes, .arrays = 1};
        store_one(m, m->state_bytes, m->blocks);
        count_run(m, &run, 1);
        store_one(m, bytes, 1);
    }
}

static unsigned state_bytes_of(const struct tw_shape *shape, const struct machine *m)
{
    for (unsigned i = 0; i < shape->argument_count; i++) {
        if (strcmp(shape->arguments[i].name, "partials") == 0)
            return tw_element_info(shape->arguments[i].element)->bytes;
    }
    unsigned states = m->method < REDUCE_SHUFFLE ? m->block : m->block / 32;
    const struct tw_launch *largest = tw_shape_largest(shape);
    return largest->shared_bytes ? largest->shared_bytes / states : 4;
}

static void check_prediction(const char *members, const struct expanded *config)
{
    struct tw_shape shape = shape_of(config);
    struct tw_predicted predicted = tw_predict_sum(config->of.family, config->of.variant[0].value, &shape);
    enum tw_element input = shape.arguments[0].element;
    unsigned c = strcmp(word(config, "op"), "dot") == 0 ? 2 : 1;
    struct machine m = {.method = (enum tw_reduce_method)field(config, "method"),
                        .n = (uint64_t)field(config, "cols"),
                        .blocks = (uint64_t)field(config, "blocks"),
                        .block = (unsigned)field(config, "BDIMX"),
                        .unroll = (unsigned)field(config, "unroll"),
                        .arrays = c,
                        .bytes = tw_element_info(input)->bytes,
                        .counts = {.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL |
                                            TW_KNOWN_GLOBAL_BYTES}};
    m.vector = (unsigned)field(config, "vector") / m.bytes;
    m.state_bytes = state_bytes_of(&shape, &m);
    if (m.method == REDUCE_GLOBAL) {
        const struct tw_argument *copy = &shape.arguments[shape.argument_count - 1];
        m.state_bytes = tw_element_info(copy->element)->bytes;
    }
    if (m.n) count_inputs(&m);
    count_finish(&m, word(config, "finish"), word(config, "op"), shape.arguments[c].element);
    assert_int_equal(predicted.counts.known, m.counts.known);
    expect_counts(members, &predicted.counts, &m.counts);
}

static const struct {
    const char *method;
    unsigned least, taken; /* log2 of the fewest threads; 0: threads stride */
} rungs[] = {{"global", 0, 1},    {"interleaved", 0, 1}, {"conflicting", 0, 1}, {"sequential", 0, 1},
             {"first_add", 0, 2}, {"unroll_last", 6, 2}, {"unroll_all", 6, 2},  {"shuffle", 5, 0},
             {"vectors", 5, 0},   {"accumulators", 5, 0}};

/* One of the variants, with an end of any kind. */
static void random_members(unsigned round, unsigned *seed, char *members, size_t size)
{
    static const char *const types[] = {"int8",  "uint16",  "int32",    "uint64",
                                        "int16", "float16", "bfloat16", "float32"};
    static const char *const finishes[] = {"last", "second", "atomic"}, *const ops[] = {"sum", "dot", "min"};
    unsigned rung = round % 10, op = random_below(seed, 3), type = random_below(seed, 8);
    unsigned block = 1u << (rungs[rung].least + random_below(seed, 11 - rungs[rung].least));
    unsigned blocks = 1 + random_below(seed, 20), unroll = rung == 9 ? 1 + random_below(seed, 6) : 1;
    unsigned n = block * blocks * (rungs[rung].taken ? rungs[rung].taken : 1 + random_below(seed, 20));
    bool can_compare = type == 2 || type == 3;
    n = n - 1 + random_below(seed, 3) + random_below(seed, 2) * random_below(seed, block);
    if (round % 7 == 0) n = random_below(seed, 200);
    int used = snprintf(members, size,
                        "\"method\":\"%s\",\"cols\":%u,\"BDIMX\":%u,\"unroll\":%u,\"type\":\"%s\","
                        "\"op\":\"%s\",\"finish\":\"%s\"",
                        rungs[rung].method, n, block, unroll, types[type], ops[op],
                        finishes[random_below(seed, op == 2 && !can_compare ? 2 : 3)]);
    if (!rungs[rung].taken && n / 16 >= block * blocks)
        snprintf(members + used, size - (size_t)used, ",\"blocks\":%u", blocks);
}

static void predicted_is_counted(void **state)
{
    (void)state;
    unsigned seed = 5;
    for (unsigned round = 0; round < 3000; round++) {
        char members[256];
        random_members(round, &seed, members, sizeof members);
        struct expanded config = config_of(members);
        check_reason(members, "");
        check_prediction(members, &config);
        expanded_free(&config);
    }
}

/* 4-byte states of consecutive threads lie 2 s banks apart at stride s: a warp takes as many passes as lanes share a bank. */
static void conflicts_are_predicted(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":256,\"method\":\"conflicting\"");
    struct tw_shape shape = shape_of(&config);
    static const unsigned passes[] = {2, 4, 8, 8, 8, 4, 2, 1};
    static const unsigned warps_of_step[] = {4, 2, 1, 1, 1, 1, 1, 1};
    const struct tw_prediction *predicted = tw_predict(config.of.family, config.of.variant[0].value, &shape);
    assert_non_null(predicted);
    for (unsigned k = 0; k < 8; k++) {
        const struct tw_access_cost *read = &predicted[0].accesses[1 + 3 * k];
        assert_int_equal(read->requests, warps_of_step[k]);
        assert_int_equal(read->wavefronts, warps_of_step[k] * passes[k]);
        assert_int_equal(read->ideal, warps_of_step[k]);
    }
    expanded_free(&config);
}

/* No loop over elements. */
static void large_inputs_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":1099511627776,\"method\":\"accumulators\",\"op\":\"dot\"");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    uint64_t loads = 2 * (UINT64_C(1) << 40) / 4 / 32, partials = 1056 / 32;
    assert_int_equal(predicted.counts.global_load_requests, loads + partials);
    assert_int_equal(predicted.counts.global_load_sectors, loads * 16 + partials * 4);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_problems_of_the_tree),
        cmocka_unit_test(rejects_blocks),
        cmocka_unit_test(rejects_loads_and_finishes),
        cmocka_unit_test(chooses_loads_and_blocks),
        cmocka_unit_test(searches_what_is_open),
        cmocka_unit_test(the_last_block_joins),
        cmocka_unit_test(a_second_launch_joins),
        cmocka_unit_test(atomic_operations_join),
        cmocka_unit_test(one_block_is_alone),
        cmocka_unit_test(chain_covers_the_additions),
        cmocka_unit_test(the_drawn_trees_add_up),
        cmocka_unit_test(draws_no_more_than_there_is),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(conflicts_are_predicted),
        cmocka_unit_test(large_inputs_are_predicted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
