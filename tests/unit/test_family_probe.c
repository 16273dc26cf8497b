/*
 * The probe family: what it takes and rejects, its shape, and its predictions against a count of every request of every warp,
 * written here from the kernels' source alone.
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

#define FAMILY "probe"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"memory\":\"register\"", "");
    check_reason("\"memory\":\"register\",\"bytes\":64", "bytes means nothing to the latency of register");
    check_reason("\"memory\":\"shuffle\",\"stride\":4", "stride means nothing to the latency of shuffle");
    check_reason("\"memory\":\"shared\",\"unroll\":2", "unroll means nothing to the latency of shared");
    check_reason("\"memory\":\"shared\",\"walk\":\"grid\",\"measure\":\"bandwidth\"",
                 "walk means nothing to the bandwidth of shared");
    check_reason("\"memory\":\"global\",\"address\":\"spread\",\"measure\":\"bandwidth\"",
                 "address means nothing to the bandwidth of global");
    check_reason("\"memory\":\"global\",\"warm\":7,\"measure\":\"bandwidth\"",
                 "warm means nothing to the bandwidth of global");
    check_reason("\"memory\":\"shared\",\"bytes\":49156",
                 "bytes is 49156; a kernel has at most 49152 of this memory");
    check_reason("\"memory\":\"constant\",\"bytes\":65540",
                 "bytes is 65540; a kernel has at most 65536 of this memory");
    check_reason("\"memory\":\"global\",\"stride\":4", "stride is 4; a place of this chain has 8 bytes");
    check_reason("\"memory\":\"global\",\"stride\":12", "stride is 12; a place of this chain has 8 bytes");
    check_reason("\"memory\":\"shared\",\"stride\":6", "stride is 6; a place of this chain has 4 bytes");
    check_reason("\"memory\":\"shared\",\"stride\":12,\"bytes\":64",
                 "bytes must hold a whole number of strides, one at least");
    check_reason("\"memory\":\"shared\",\"stride\":128,\"bytes\":64",
                 "bytes must hold a whole number of strides, one at least");
    check_reason("\"memory\":\"shared\",\"bytes\":0",
                 "bytes must hold a whole number of strides, one at least");
    check_reason("\"memory\":\"shared\",\"measure\":\"bandwidth\",\"bytes\":3072",
                 "bytes must be a power of two, and 512 at least, which a warp reads at once");
    check_reason("\"memory\":\"global\",\"measure\":\"atomic-rate\",\"bytes\":192",
                 "bytes must be a multiple of 128: a counter for each lane of a warp");
    check_reason("\"memory\":\"global-cg\",\"measure\":\"atomic-rate\"",
                 "there are atomic additions in shared and in global memory only");
    check_reason("\"memory\":\"constant\",\"measure\":\"atomic-latency\"",
                 "there are atomic additions in shared and in global memory only");
    check_reason("\"memory\":\"global\",\"blocks\":2", "one warp measures a latency: BDIMX 32, blocks 1");
    check_reason("\"memory\":\"global\",\"BDIMX\":64", "one warp measures a latency: BDIMX 32, blocks 1");
    check_reason("\"memory\":\"global\",\"each\":100", "each is 100; it must divide steps, 1024");
    check_reason("\"memory\":\"global\",\"each\":0", "each is 0; it must divide steps, 1024");
    check_reason("\"memory\":\"global\",\"measure\":\"bandwidth\",\"unroll\":3",
                 "unroll is 3; it must divide steps, 1024");
    check_reason("\"memory\":\"register\",\"measure\":\"bandwidth\",\"unroll\":3", "");
    check_reason("\"memory\":\"register\",\"measure\":\"bandwidth\",\"unroll\":0",
                 "unroll is 0; it must divide steps, 1024");
    check_reason("\"memory\":\"global\",\"measure\":\"bandwidth\",\"BDIMX\":48",
                 "BDIMX must be a multiple of 32");
}

static void chooses_what_nobody_gave(void **state)
{
    (void)state;
    struct expanded config = config_of("\"memory\":\"global\"");
    assert_int_equal(field(&config, "bytes"), 16384);
    assert_int_equal(field(&config, "stride"), 8);
    assert_int_equal(field(&config, "warm"), 2048);
    assert_int_equal(field(&config, "each"), 1024);
    assert_int_equal(field(&config, "BDIMX"), 32);
    assert_int_equal(field(&config, "unroll"), 0);
    expanded_free(&config);
    config = config_of("\"memory\":\"shuffle\",\"measure\":\"bandwidth\"");
    assert_int_equal(field(&config, "bytes"), 0);
    assert_int_equal(field(&config, "BDIMX"), 256);
    assert_int_equal(field(&config, "unroll"), 8);
    assert_int_equal(field(&config, "warm"), 0);
    expanded_free(&config);
    config = config_of("\"memory\":\"global\",\"bytes\":4294967296,\"stride\":128");
    assert_int_equal(field(&config, "warm"), 1 << 18); /* a whole lap would be more */
    expanded_free(&config);
}

/* ---- shape ---- */

static void check_arguments(const char *members, unsigned launches, const char *names)
{
    struct expanded config = config_of(members);
    struct tw_shape shape = shape_of(&config);
    struct tw_text got = {0};
    assert_int_equal(shape.launch_count, launches);
    for (unsigned i = 0; i < shape.argument_count; i++) tw_text_addf(&got, "%s ", shape.arguments[i].name);
    for (unsigned l = 0; l < launches; l++) {
        tw_text_addf(&got, "| %s ", shape.launches[l].suffix);
        for (unsigned i = 0; i < shape.launches[l].argument_count; i++)
            tw_text_addf(&got, "%u", shape.launches[l].argument[i]);
    }
    assert_string_equal(tw_text_string(&got), names);
    tw_text_free(&got);
    expanded_free(&config);
}

static void launches_take_what_they_need(void **state)
{
    (void)state;
    check_arguments("\"memory\":\"register\"", 1, "factors end cycles |  012");
    check_arguments("\"memory\":\"shuffle\"", 1, "next end cycles |  012");
    check_arguments("\"memory\":\"shared\"", 1, "next end cycles |  012");
    check_arguments("\"memory\":\"constant\"", 1,
                    "probe_chain end cycles |  12"); /* a symbol is no parameter */
    check_arguments("\"memory\":\"global-nc\"", 2, "next end cycles links | _link 03|  123");
    check_arguments("\"memory\":\"global-cg\",\"warm\":0", 3,
                    "next end cycles links sums | _link 03| _read 34|  123");
    check_arguments("\"memory\":\"global\",\"measure\":\"atomic-latency\"", 2,
                    "next end cycles links | _link 03|  0123");
    check_arguments("\"memory\":\"global\",\"measure\":\"bandwidth\"", 1, "in out advance |  012");
    check_arguments("\"memory\":\"constant\",\"measure\":\"bandwidth\"", 1, "probe_chain out advance |  12");
    check_arguments("\"memory\":\"register\",\"measure\":\"bandwidth\"", 1, "factors out |  01");
    check_arguments("\"memory\":\"shared\",\"measure\":\"atomic-rate\"", 1, "place amount counters |  012");
}

/* ---- predictions, request by request ---- */

struct counting {
    struct tw_counts counts;
};

/* Different multiples of `grain` among the bytes that lanes of the mask touch. */
static unsigned touched(const uint64_t addr[32], uint32_t mask, unsigned bytes, unsigned grain)
{
    unsigned count = 0;
    uint64_t seen[32 * 16];
    for (unsigned lane = 0; lane < 32; lane++) {
        for (unsigned byte = 0; byte < bytes && mask >> lane & 1u; byte += 4) {
            uint64_t piece = (addr[lane] + byte) / grain;
            unsigned i = 0;
            while (i < count && seen[i] != piece) i++;
            if (i == count) seen[count++] = piece;
        }
    }
    return count;
}

/* The words that the mask's lanes ask for together. */
static uint64_t asked(uint32_t mask, unsigned bytes)
{
    uint64_t sum = 0;
    for (; mask; mask &= mask - 1) sum += bytes;
    return sum;
}

static void global(struct counting *c, bool store, const uint64_t addr[32], uint32_t mask, unsigned bytes)
{
    if (!mask) return;
    *(store ? &c->counts.global_store_requests : &c->counts.global_load_requests) += 1;
    *(store ? &c->counts.global_store_sectors : &c->counts.global_load_sectors) +=
        touched(addr, mask, bytes, 32);
    *(store ? &c->counts.global_store_bytes : &c->counts.global_load_bytes) += asked(mask, bytes);
    if (!store) c->counts.global_load_fills += touched(addr, mask, bytes, 64);
}

/* 32 banks of 4 bytes; lanes with 16 bytes take four turns of a quarter each. */
static void shared(struct counting *c, bool store, const uint64_t addr[32], uint32_t mask, unsigned bytes)
{
    unsigned wavefronts = 0, quarters = bytes == 16 ? 4 : 1, lanes = 32 / quarters;
    if (!mask) return;
    for (unsigned q = 0; q < quarters; q++) {
        unsigned in_bank[32] = {0}, most = 0;
        uint64_t seen[128];
        unsigned count = 0;
        for (unsigned lane = q * lanes; lane < (q + 1) * lanes; lane++) {
            for (unsigned byte = 0; byte < bytes && mask >> lane & 1u; byte += 4) {
                uint64_t own = (addr[lane] + byte) / 4;
                unsigned i = 0;
                while (i < count && seen[i] != own) i++;
                if (i < count) continue;
                seen[count++] = own;
                if (++in_bank[own % 32] > most) most = in_bank[own % 32];
            }
        }
        wavefronts += most;
    }
    *(store ? &c->counts.store_requests : &c->counts.load_requests) += 1;
    *(store ? &c->counts.store_wavefronts : &c->counts.load_wavefronts) += wavefronts;
    *(store ? &c->counts.store_bytes : &c->counts.load_bytes) += asked(mask, bytes);
}

typedef void request(struct counting *c, bool store, const uint64_t addr[32], uint32_t mask, unsigned bytes);

/* Threads from `first` on of a warp, of which those below `end` take part, at `scale` bytes a thread. */
static void row(struct counting *c, request *make, bool store, uint64_t first, uint64_t end, uint64_t scale,
                unsigned bytes)
{
    uint64_t addr[32];
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        addr[lane] = (first + lane) * scale;
        mask |= (uint32_t)(first + lane < end) << lane;
    }
    make(c, store, addr, mask, bytes);
}

/* One lane at any place of its own; all lanes at one. */
static void single(struct counting *c, request *make, bool store, unsigned bytes, uint64_t times)
{
    for (uint64_t i = 0; i < times; i++) row(c, make, store, 0, 1, 0, bytes);
}

static void chase(const struct expanded *config, struct counting *c)
{
    bool is_shared = !strcmp(word(config, "memory"), "shared");
    bool is_global = !strncmp(word(config, "memory"), "global", 6);
    bool adds = strcmp(word(config, "measure"), "latency") != 0;
    uint64_t stride = field(config, "stride"), places = field(config, "bytes") / stride;
    uint64_t steps = field(config, "warm") + field(config, "steps");
    for (uint64_t warp = 0; warp < (places + 31) / 32 && (is_shared || is_global); warp++) {
        row(c, global, false, warp * 32, places, 4, 4);
        row(c, is_shared ? shared : global, true, warp * 32, places, stride, is_shared ? 4 : 8);
    }
    if (adds) single(c, global, false, 4, 1);
    if (is_shared && !adds) single(c, shared, false, 4, steps);
    if (is_global && !adds) single(c, global, false, 8, steps);
    single(c, global, true, 4, field(config, "steps") / field(config, "each") + 1);
    uint64_t threads = 256 * 256, elements = is_global && !field(config, "warm") ? places * stride / 8 : 0;
    for (uint64_t first = 0; first < threads && elements; first += 32) {
        for (uint64_t i = first; i < elements; i += threads) row(c, global, false, i, elements, 8, 8);
        row(c, global, true, first, threads, 8, 8);
    }
}

static void factors_or_next(const struct expanded *config, struct counting *c)
{
    if (!strcmp(word(config, "memory"), "shuffle")) {
        row(c, global, false, 0, 32, 4, 4);
        return;
    }
    for (unsigned i = 0; i < 2; i++) row(c, global, false, 0, 32, 0, 4);
}

static void stream(const struct expanded *config, struct counting *c)
{
    bool is_shared = !strcmp(word(config, "memory"), "shared");
    bool is_global = !strncmp(word(config, "memory"), "global", 6);
    bool grid = !strcmp(word(config, "walk"), "grid");
    uint64_t block = field(config, "BDIMX"), blocks = field(config, "blocks"), bytes = field(config, "bytes");
    uint64_t groups = bytes / 16;
    for (uint64_t b = 0; b < blocks; b++) {
        for (uint64_t i = 0; i < groups && is_shared; i += 32) {
            row(c, global, false, i, groups, 16, 16);
            row(c, shared, true, i, groups, 16, 16);
        }
        for (uint64_t warp = 0; warp < block; warp += 32) {
            uint64_t addr[32];
            for (uint64_t step = 0; step < (uint64_t)field(config, "steps") && (is_shared || is_global);
                 step++) {
                uint64_t own = grid ? b * block : 0, advance = (grid ? block * blocks : block) * 16;
                for (unsigned lane = 0; lane < 32; lane++)
                    addr[lane] = ((own + warp + lane) * 16 + step * advance) % bytes;
                (is_shared ? shared : global)(c, false, addr, UINT32_MAX, 16);
            }
            if (bytes == 0) factors_or_next(config, c);
            row(c, global, true, b * block + warp, UINT64_MAX, 4, 4);
        }
    }
}

static void counts(const struct expanded *config, struct counting *c)
{
    uint64_t block = field(config, "BDIMX"), counters = field(config, "bytes") / 4;
    for (uint64_t b = 0; b < (uint64_t)field(config, "blocks"); b++) {
        for (uint64_t warp = 0; warp < block; warp += 32) {
            row(c, global, false, b * block + warp, UINT64_MAX, 4, 4);
            row(c, global, false, 0, 32, 0, 4);
        }
        for (uint64_t i = 0; i < counters && !strcmp(word(config, "memory"), "shared"); i += 32) {
            row(c, shared, true, i, counters, 4, 4);
            row(c, shared, false, i, counters, 4, 4);
            row(c, global, true, b * counters + i, UINT64_MAX, 4, 4);
        }
    }
}

static void count(const struct expanded *config, struct counting *c)
{
    const char *measure = word(config, "measure");
    if (!strcmp(measure, "bandwidth")) {
        stream(config, c);
    } else if (!strcmp(measure, "atomic-rate")) {
        counts(config, c);
    } else if (field(config, "stride")) {
        chase(config, c);
    } else {
        factors_or_next(config, c);
        single(c, global, true, 4, field(config, "steps") / field(config, "each"));
        row(c, global, true, 0, 32, 4, 4);
    }
}

static void check_prediction(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    struct counting c = {.counts = {.known = TW_KNOWN_SHARED | TW_KNOWN_GLOBAL | TW_KNOWN_SHARED_BYTES |
                                             TW_KNOWN_GLOBAL_BYTES}};
    count(&config, &c);
    assert_null(predicted.none);
    assert_int_equal(predicted.counts.known, c.counts.known);
    expect_counts(members, &predicted.counts, &c.counts);
    expanded_free(&config);
}

static const char *const memories[] = {"shared",   "global",   "global-cg", "global-nc",
                                       "constant", "register", "shuffle"};

static void latencies_are_counted(void **state)
{
    unsigned seed = 3;
    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        unsigned memory = random_below(&seed, 7), each = 1 + random_below(&seed, 9);
        bool adds = memory < 2 && random_below(&seed, 2);
        unsigned stride = (memory % 4 ? 8 : 4) * (1 + random_below(&seed, 40)),
                 places = 1 + random_below(&seed, 300);
        char members[200], where[64] = "";
        if (memory < 5) snprintf(where, sizeof where, ",\"bytes\":%u,\"stride\":%u", stride * places, stride);
        snprintf(members, sizeof members,
                 "\"memory\":\"%s\",\"measure\":\"%s\",\"each\":%u,\"steps\":%u,\"warm\":%u%s",
                 memories[memory], adds ? "atomic-latency" : "latency", each,
                 each * (1 + random_below(&seed, 20)), random_below(&seed, 50), where);
        if (memory == 0 && stride * places > 49152) continue;
        check_prediction(members);
    }
}

static void bandwidths_and_rates_are_counted(void **state)
{
    unsigned seed = 5;
    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        unsigned memory = random_below(&seed, 7), unroll = 1 + random_below(&seed, 16);
        bool adds = memory < 2 && random_below(&seed, 2);
        char members[240], where[64] = "", how[64] = "";
        if (memory < 5)
            snprintf(where, sizeof where, ",\"bytes\":%u",
                     adds ? 128 * (1 + random_below(&seed, 30)) : 512u << random_below(&seed, 6));
        if (!adds && memory >= 1 && memory <= 3 && random_below(&seed, 2)) strcpy(how, ",\"walk\":\"grid\"");
        if (adds && random_below(&seed, 2)) strcpy(how, ",\"address\":\"spread\"");
        snprintf(
            members, sizeof members,
            "\"memory\":\"%s\",\"measure\":\"%s\",\"unroll\":%u,\"steps\":%u,\"BDIMX\":%u,\"blocks\":%u%s%s",
            memories[memory], adds ? "atomic-rate" : "bandwidth", unroll,
            unroll * (1 + random_below(&seed, 6)), 32 * (1 + random_below(&seed, 32)),
            1 + random_below(&seed, 6), where, how);
        check_prediction(members);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(chooses_what_nobody_gave),
        cmocka_unit_test(launches_take_what_they_need),
        cmocka_unit_test(latencies_are_counted),
        cmocka_unit_test(bandwidths_and_rates_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
