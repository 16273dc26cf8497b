/*
 * The reference of probe kernels against what the definition says, one step after the other: chains are one circle, and end
 * where they are followed to; sums are of what each thread loads; counters have what each thread adds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/references/reference.h"
#include "tests/expanded.h"
#include "tests/kernel_cases.h"

struct fixture {
    struct expanded config;
    struct tw_kernel kernel;
    struct tw_trial trials[CASE_ARGUMENTS];
};

static void begin(struct fixture *f, const char *members, unsigned trial)
{
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    tw_text_addf(&text, "{\"tilewright\":1,\"kernel\":\"probe\",\"variants\":[{\"name\":\"v\",%s}]}",
                 members);
    *f = (struct fixture){0};
    if (expanded_parse("t", text.data, text.length, &f->config, &error)) fail_msg("%s", error.message);
    assert_int_equal(
        tw_render(&f->config.of, &f->config.of.variant[0], &tw_rendering_main, NULL, &f->kernel, NULL),
        TW_OK);
    for (unsigned i = 0; i < f->kernel.shape.argument_count; i++) {
        const struct tw_argument *argument = &f->kernel.shape.arguments[i];
        void *memory = malloc(tw_argument_bytes(argument));
        assert_non_null(memory);
        memset(memory, 0x5A, tw_argument_bytes(argument));
        *(argument->role == TW_ROLE_INPUT ? &f->trials[i].before : &f->trials[i].after) = memory;
    }
    assert_int_equal(tw_reference_find("probe")->fill(&f->kernel, trial, f->trials, NULL), TW_OK);
    tw_text_free(&text);
}

static void end(struct fixture *f)
{
    for (unsigned i = 0; i < CASE_ARGUMENTS; i++) {
        free(f->trials[i].before);
        free(f->trials[i].after);
    }
    tw_kernel_free(&f->kernel);
    expanded_free(&f->config);
}

static uint64_t number(const struct fixture *f, const char *key)
{
    return (uint64_t)tw_kernel_field(&f->kernel, key)->number;
}

/* ---- chains ---- */

static void check_chain(const char *members, uint64_t places, uint64_t pitch, uint64_t scale)
{
    for (unsigned trial = 0; trial < 2; trial++) {
        struct fixture f;
        begin(&f, members, trial);
        const uint32_t *next = f.trials[0].before, *ends = f.trials[1].after;
        uint64_t steps = number(&f, "warm") + number(&f, "steps"), at = 0, lap = 0;
        do {
            at = next[at * pitch] / scale;
            assert_true(at < places);
            lap++;
        } while (at != 0 && lap <= places);
        assert_int_equal(lap, places); /* one circle through all */
        for (uint64_t lane = 0; lane < f.kernel.shape.arguments[1].count; lane++) {
            at = lane;
            for (uint64_t i = 0; i < steps; i++) at = next[at * pitch] / scale;
            assert_int_equal(ends[lane], at);
        }
        end(&f);
    }
}

static void chains_are_followed(void **state)
{
    (void)state;
    check_chain("\"memory\":\"global\",\"bytes\":800,\"steps\":250,\"warm\":17", 100, 1, 1);
    check_chain("\"memory\":\"global-cg\",\"bytes\":8,\"steps\":3", 1, 1, 1);
    check_chain("\"memory\":\"shared\",\"bytes\":8400,\"stride\":84,\"steps\":7,\"warm\":0", 100, 1, 1);
    check_chain("\"memory\":\"shared\",\"measure\":\"atomic-latency\",\"bytes\":12,\"steps\":100", 3, 1, 1);
    check_chain("\"memory\":\"constant\",\"bytes\":6400,\"stride\":64,\"steps\":333", 100, 16, 64);
    check_chain("\"memory\":\"shuffle\",\"steps\":45,\"warm\":3", 32, 1, 1);
}

/* ---- register ---- */

static float after_steps(const float *factors, float at, uint64_t steps)
{
    for (uint64_t i = 0; i < steps; i++) at = at * factors[0] + factors[1];
    return at;
}

static void additions_are_made(void **state)
{
    static const char *const latencies[] = {"\"memory\":\"register\",\"steps\":7,\"warm\":0",
                                            "\"memory\":\"register\",\"steps\":20,\"warm\":6"};
    (void)state;
    for (unsigned trial = 0; trial < 4; trial++) {
        struct fixture f;
        begin(&f, latencies[trial / 2], trial % 2);
        for (unsigned lane = 0; lane < 32; lane++)
            assert_true(
                ((const float *)f.trials[1].after)[lane] ==
                after_steps(f.trials[0].before, (float)lane, number(&f, "steps") + number(&f, "warm")));
        end(&f);
        begin(&f, "\"memory\":\"register\",\"measure\":\"bandwidth\",\"steps\":33,\"unroll\":5,\"BDIMX\":64",
              trial % 2);
        for (unsigned t = 0; t < 64; t++) {
            float sum = 0;
            for (unsigned k = 0; k < 5; k++) sum += after_steps(f.trials[0].before, (float)(t % 32 + k), 33);
            assert_true(((const float *)f.trials[1].after)[t] == sum);
        }
        end(&f);
    }
}

static void shuffled_values_are_added(void **state)
{
    (void)state;
    for (unsigned trial = 0; trial < 2; trial++) {
        struct fixture f;
        uint32_t value[3][32], moved[32];
        begin(&f, "\"memory\":\"shuffle\",\"measure\":\"bandwidth\",\"steps\":37,\"unroll\":3,\"BDIMX\":96",
              trial);
        const uint32_t *next = f.trials[0].before;
        for (unsigned k = 0; k < 3; k++) {
            for (unsigned lane = 0; lane < 32; lane++) value[k][lane] = lane + k;
            for (unsigned step = 0; step < 37; step++) {
                for (unsigned lane = 0; lane < 32; lane++) moved[lane] = value[k][next[lane]];
                memcpy(value[k], moved, sizeof moved);
            }
        }
        for (unsigned t = 0; t < 96; t++)
            assert_int_equal(((const uint32_t *)f.trials[1].after)[t],
                             value[0][t % 32] + value[1][t % 32] + value[2][t % 32]);
        end(&f);
    }
}

/* ---- bandwidths ---- */

static void check_stream(const char *members, uint64_t own_scale, bool grid, unsigned words)
{
    for (unsigned trial = 0; trial < 2; trial++) {
        struct fixture f;
        begin(&f, members, trial);
        const uint32_t *in = f.trials[0].before, *out = f.trials[1].after;
        uint64_t block = number(&f, "BDIMX"), blocks = number(&f, "blocks"), count = number(&f, "bytes") / 4;
        uint64_t advance = words == 1 ? 1 : (grid ? block * blocks : block) * words;
        assert_int_equal(*(const uint32_t *)f.trials[2].before, advance * 4 % (count * 4));
        for (uint64_t t = 0; t < block * blocks; t++) {
            uint64_t at = (grid ? t : t % block) / own_scale * words;
            uint32_t sum = 0;
            for (uint64_t step = 0; step < number(&f, "steps"); step++, at += advance) {
                for (unsigned w = 0; w < words; w++) sum += in[(at + w) % count];
            }
            assert_int_equal(out[t], sum);
        }
        end(&f);
    }
}

static void loads_are_added(void **state)
{
    (void)state;
    check_stream("\"memory\":\"global\",\"measure\":\"bandwidth\",\"bytes\":4096,\"steps\":12,\"BDIMX\":96,"
                 "\"blocks\":3",
                 1, false, 4);
    check_stream("\"memory\":\"global-nc\",\"measure\":\"bandwidth\",\"bytes\":16384,\"steps\":40,\"BDIMX\":"
                 "96,\"blocks\":3,"
                 "\"walk\":\"grid\"",
                 1, true, 4);
    check_stream("\"memory\":\"shared\",\"measure\":\"bandwidth\",\"bytes\":512,\"steps\":100,\"BDIMX\":64",
                 1, false, 4);
    check_stream(
        "\"memory\":\"constant\",\"measure\":\"bandwidth\",\"bytes\":1024,\"steps\":1000,\"BDIMX\":128", 32,
        false, 1);
}

/* ---- counters ---- */

static void check_counts(const char *members, bool shared)
{
    for (unsigned trial = 0; trial < 2; trial++) {
        struct fixture f;
        begin(&f, members, trial);
        const uint32_t *place = f.trials[0].before, *amount = f.trials[1].before, *after = f.trials[2].after;
        uint64_t counters = number(&f, "bytes") / 4, block = number(&f, "BDIMX"),
                 blocks = number(&f, "blocks");
        uint32_t *expected = calloc(counters * blocks, sizeof *expected);
        assert_non_null(expected);
        for (uint64_t t = 0; t < block * blocks; t++) {
            for (uint64_t step = 0; step < number(&f, "steps"); step++)
                expected[place[t] + (shared ? t / block * counters : 0)] += *amount;
            assert_true(place[t] < counters);
        }
        assert_memory_equal(after, expected, counters * (shared ? blocks : 1) * sizeof *expected);
        free(expected);
        end(&f);
    }
}

static void counters_have_what_was_added(void **state)
{
    (void)state;
    check_counts("\"memory\":\"global\",\"measure\":\"atomic-rate\",\"bytes\":256,\"steps\":12,\"blocks\":3",
                 false);
    check_counts(
        "\"memory\":\"global\",\"measure\":\"atomic-rate\",\"bytes\":256,\"steps\":8,\"address\":\"spread\"",
        false);
    check_counts("\"memory\":\"shared\",\"measure\":\"atomic-rate\",\"bytes\":384,\"steps\":8,\"blocks\":3,"
                 "\"address\":\"spread\"",
                 true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_are_followed),          cmocka_unit_test(additions_are_made),
        cmocka_unit_test(shuffled_values_are_added),    cmocka_unit_test(loads_are_added),
        cmocka_unit_test(counters_have_what_was_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
