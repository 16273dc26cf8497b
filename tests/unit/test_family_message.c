/*
 * The message family: what it rejects, which variants are wrong, its shape, its source, and its predictions against a count
 * over every warp of every block, written here from the kernel's source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/layout/predict.h"

#define FAMILY "message"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"n\":1", "");
    check_reason("\"n\":1048576,\"pairs\":1024,\"BDIMX\":1024", "");
    check_reason("\"n\":5,\"BDIMX\":96", "BDIMX is 96; it must be a power of two");
    check_reason("\"n\":5,\"BDIMX\":1023", "BDIMX is 1023; it must be a power of two");
}

/* ---- right and wrong ---- */

#define FLAG "its flag is neither volatile nor atomic"

static void wrong_ones_are_not_defined(void **state)
{
    (void)state;
    static const struct {
        const char *members, *why;
    } rows[] = {
        {"\"n\":1", NULL},
        {"\"n\":1,\"fence\":\"system\"", NULL},
        {"\"n\":1,\"fence\":\"system\",\"acquire\":\"device\",\"flag\":\"atomic\"", NULL},
        {"\"n\":1,\"memory\":\"volatile\"", NULL},
        {"\"n\":1,\"fence\":\"none\"", "no fence stands between message and flag"},
        {"\"n\":1,\"fence\":\"block\"", "the fence between message and flag is for the block alone"},
        {"\"n\":1,\"fence\":\"none\",\"memory\":\"volatile\",\"flag\":\"atomic\"",
         "no fence stands between message and flag"},
        {"\"n\":1,\"fence\":\"block\",\"acquire\":\"device\"",
         "the fence between message and flag is for the block alone"},
        {"\"n\":1,\"acquire\":\"none\"", "no fence stands between flag and message"},
        {"\"n\":1,\"fence\":\"system\",\"acquire\":\"block\"",
         "the fence between flag and message is for the block alone"},
        {"\"n\":1,\"flag\":\"plain\"", FLAG},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct expanded config = config_of(rows[i].members);
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        assert_int_equal(predicted.none != NULL, rows[i].why != NULL);
        assert_int_equal(shape.undefined != NULL, rows[i].why != NULL);
        if (rows[i].why) assert_string_equal(shape.undefined, rows[i].why);
        expanded_free(&config);
    }
}

/* ---- shape ---- */

static void flags_and_tickets_stay_zero(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":1000,\"pairs\":7,\"type\":\"float64\"");
    struct tw_shape shape = shape_of(&config);
    static const struct tw_argument expected[] = {
        {.name = "in",
         .role = TW_ROLE_INPUT,
         .before = TW_BEFORE_GIVEN,
         .element = TW_FLOAT64,
         .count = 7000},
        {.name = "out",
         .role = TW_ROLE_OUTPUT,
         .before = TW_BEFORE_ANY,
         .element = TW_FLOAT64,
         .count = 7000},
        {.name = "box",
         .role = TW_ROLE_SCRATCH,
         .before = TW_BEFORE_ANY,
         .element = TW_FLOAT64,
         .count = 7000},
        {.name = "flags",
         .role = TW_ROLE_SCRATCH,
         .before = TW_BEFORE_ZERO,
         .element = TW_UINT32,
         .count = 7},
        {.name = "tickets",
         .role = TW_ROLE_SCRATCH,
         .before = TW_BEFORE_ZERO,
         .element = TW_UINT32,
         .count = 1},
    };
    assert_int_equal(shape.argument_count, 5);
    for (unsigned i = 0; i < 5; i++) {
        const struct tw_argument *got = &shape.arguments[i];
        assert_string_equal(got->name, expected[i].name);
        assert_int_equal(got->role, expected[i].role);
        assert_int_equal(got->before, expected[i].before);
        assert_int_equal(got->element, expected[i].element);
        assert_int_equal(got->count, expected[i].count);
        assert_int_equal(got->align, tw_element_info(expected[i].element)->bytes);
        assert_int_equal(shape.launches[0].argument[i], i);
    }
    assert_int_equal(shape.launches[0].argument_count, 5);
    assert_int_equal(shape.launches[0].grid[0], 14);
    assert_int_equal(shape.launches[0].shared_bytes, 4);
    assert_int_equal(shape.work.elements, 7000);
    assert_int_equal(shape.work.bytes, 2 * 7000 * 8);
    assert_int_equal(shape.work.read_sectors, 1750);
    assert_int_equal(shape.work.written_sectors, 1750);
    assert_int_equal(shape.chain, 0);
    expanded_free(&config);
}

/* ---- prediction ---- */

struct tried {
    unsigned n, pairs, block, bytes;
    bool atomic;
};

/* Every pass of every warp over the message at element `first`, lane by lane. */
static void count_copy(const struct tried *t, uint64_t first, uint64_t *requests, uint64_t *sectors,
                       uint64_t *fills)
{
    for (uint64_t begin = 0; begin < t->n; begin += t->block) {
        for (unsigned warp = 0; warp < t->block; warp += 32) {
            uint64_t last_sector = UINT64_MAX, last_fill = UINT64_MAX, lanes = 0;
            for (unsigned thread = warp; thread < warp + 32 && thread < t->block; thread++) {
                uint64_t i = begin + thread, address = (first + i) * t->bytes;
                if (i >= t->n) continue;
                lanes++;
                *sectors += address / 32 != last_sector;
                *fills += address / 64 != last_fill;
                last_sector = address / 32;
                last_fill = address / 64;
            }
            *requests += lanes > 0;
        }
    }
}

static struct tw_counts counted(const struct tried *t)
{
    struct tw_counts c = {.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN(global_store_requests) |
                                   TW_KNOWN(global_store_sectors) | TW_KNOWN(global_store_bytes)};
    uint64_t none = 0, warps = (t->block + 31) / 32;
    if (t->atomic) c.known |= TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
    c.store_requests = c.store_wavefronts = 2 * (uint64_t)t->pairs;
    c.load_requests = c.load_wavefronts = 2 * t->pairs * warps;
    c.store_bytes = 4 * c.store_requests;
    c.load_bytes = 4 * UINT64_C(2) * t->pairs * t->block;
    c.global_store_bytes = t->pairs * (UINT64_C(2) * t->n * t->bytes + (t->atomic ? 4 : 8));
    c.global_load_bytes = t->atomic ? t->pairs * UINT64_C(2) * t->n * t->bytes : 0;
    for (uint64_t pair = 0; pair < t->pairs; pair++) {
        for (unsigned side = 0; side < 2; side++) {
            count_copy(t, pair * t->n, &c.global_store_requests, &c.global_store_sectors, &none);
            if (!t->atomic) continue;
            count_copy(t, pair * t->n, &c.global_load_requests, &c.global_load_sectors, &c.global_load_fills);
        }
        c.global_store_requests += t->atomic ? 1 : 2;
        c.global_store_sectors += t->atomic ? 1 : 2;
    }
    return c;
}

static void predicted_is_counted(void **state)
{
    (void)state;
    static const char *const types[] = {"int32", "float32", "int64", "float64"};
    unsigned seed = 3;
    for (unsigned round = 0; round < 2000; round++) {
        unsigned type = random_below(&seed, 4);
        struct tried t = {.n = 1 + random_below(&seed, round % 3 ? 300 : 5000),
                          .pairs = 1 + random_below(&seed, 40),
                          .block = 1u << random_below(&seed, 11),
                          .bytes = type < 2 ? 4 : 8,
                          .atomic = random_below(&seed, 2)};
        char members[160];
        snprintf(members, sizeof members,
                 "\"n\":%u,\"pairs\":%u,\"BDIMX\":%u,\"type\":\"%s\",\"flag\":\"%s\"", t.n, t.pairs, t.block,
                 types[type], t.atomic ? "atomic" : "volatile");
        struct expanded config = config_of(members);
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        struct tw_counts expected = counted(&t);
        assert_int_equal(predicted.counts.known, expected.known);
        expect_counts(members, &predicted.counts, &expected);
        expanded_free(&config);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(wrong_ones_are_not_defined),
        cmocka_unit_test(flags_and_tickets_stay_zero),
        cmocka_unit_test(predicted_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
