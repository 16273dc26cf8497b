/* The accesses that descriptions state: what is predicted of them, against a walk over launches, turns, passes and warps by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/config/config.h"
#include "gen/layout/predict.h"
#include "gen/layout/solve.h"

/* A kernel whose source is beside the description; nobody compiles it here. */
static char source_path[] = "/tmp/test_described_accesses_XXXXXX.cu", source_name[64];

static int make_source(void **state)
{
    (void)state;
    int file = mkstemps(source_path, 3);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    fputs("__global__ void k(float *out) {}\n", stream);
    fclose(stream);
    snprintf(source_name, sizeof source_name, "%s", strrchr(source_path, '/') + 1);
    return 0;
}

static int remove_source(void **state)
{
    (void)state;
    return remove(source_path);
}

struct loaded {
    struct tw_config config;
    struct tw_variants variants;
};

/* The kernel with `members`, as a config of one variant. */
static struct loaded load(const char *members)
{
    struct loaded loaded;
    struct tw_error error = TW_ERROR_INIT;
    char text[4096];
    snprintf(text, sizeof text,
             "{ \"tilewright\": 1, \"kernel\": { \"name\": \"k\", \"source\": \"%s\", "
             "\"arguments\": [ {\"name\": \"out\", \"type\": \"float32\", \"count\": 64, \"role\": "
             "\"output\"} ], %s } }",
             source_name, members);
    int code = tw_config_parse("/tmp/test.json", text, strlen(text), &loaded.config, &error);
    if (!code) code = tw_config_expand(&loaded.config, tw_target_find(90), &loaded.variants, &error);
    if (code) print_error("%s\n%s\n", error.message, error.detail ? error.detail : "");
    assert_int_equal(code, TW_OK);
    return loaded;
}

static void unload(struct loaded *loaded)
{
    tw_variants_free(&loaded->variants);
    tw_config_free(&loaded->config);
}

static struct tw_predicted predict(const struct loaded *loaded)
{
    struct tw_shape shape = {0};
    const int64_t *value = loaded->variants.variant[0].value;
    assert_true(tw_family_shape(loaded->variants.family, value, &loaded->variants.target, &shape));
    struct tw_predicted predicted = tw_predict_sum(loaded->variants.family, value, &shape);
    tw_shape_free(&shape);
    return predicted;
}

static unsigned gcd_of(unsigned a, unsigned b)
{
    return b ? gcd_of(b, a % b) : a;
}

/* A column read of 4-byte elements at a pitch costs gcd(pitch, 32), as it is known of banks. */
static void a_column_costs_the_gcd_of_its_pitch(void **state)
{
    (void)state;
    for (unsigned pad = 0; pad <= 8; pad++) {
        char members[1000];
        snprintf(members, sizeof members,
                 "\"parameters\": { \"PAD\": [%u] }, \"grid\": 3, \"block\": [32, 32], \"accesses\": ["
                 "{\"name\": \"write\", \"op\": \"store\", \"type\": \"float32\", \"index\": \"y * (32 + "
                 "PAD) + x\"},"
                 "{\"name\": \"read\", \"op\": \"load\", \"type\": \"float32\", \"index\": \"x * (32 + PAD) "
                 "+ y\"}]",
                 pad);
        struct loaded loaded = load(members);
        struct tw_predicted predicted = predict(&loaded);
        assert_null(predicted.none);
        assert_int_equal(predicted.counts.store_requests, 3 * 32);
        assert_int_equal(predicted.counts.store_wavefronts, 3 * 32);
        assert_int_equal(predicted.counts.load_requests, 3 * 32);
        assert_int_equal(predicted.counts.load_wavefronts, 3 * 32 * gcd_of(32 + pad, 32));
        assert_int_equal(predicted.ideal, 3 * 64);
        unload(&loaded);
    }
}

/* Turns, passes, launches that differ, lanes that are off, and 8-byte elements, beside the same in loops. */
static void turns_passes_and_lanes_are_counted(void **state)
{
    (void)state;
    struct loaded loaded =
        load("\"problem\": { \"n\": 3 }, \"launches\": ["
             "  { \"grid\": 2, \"block\": 48 },"
             "  { \"repeat\": \"n\", \"launches\": [ { \"grid\": \"turn + 1\", \"block\": [16, 5] } ] } ],"
             "\"accesses\": ["
             " { \"name\": \"a\", \"op\": \"load\", \"type\": \"float64\", \"index\": \"(thread * (pass + "
             "1)) % 100\", \"passes\": 5, \"times\": \"n * n\" },"
             " { \"name\": \"b\", \"op\": \"store\", \"type\": \"int16\", \"address\": \"2 * (x * 33 + y + "
             "turn)\", \"launch\": 1,"
             "   \"active\": \"(x + y) % 3 != turn\", \"passes\": \"turn + 1\" } ]");
    struct tw_predicted predicted = predict(&loaded);
    uint64_t loads = 0, load_wavefronts = 0, stores = 0, store_wavefronts = 0;
    for (unsigned pass = 0; pass < 5; pass++) {
        for (unsigned warp = 0; warp < 48; warp += 32) {
            uint32_t addr[32] = {0}, active = warp ? 0xFFFF : 0xFFFFFFFF;
            for (unsigned lane = 0; lane < 32; lane++) addr[lane] = 8 * ((warp + lane) * (pass + 1) % 100);
            loads += 9 * 2;
            load_wavefronts += 9 * 2 * tw_bank_wavefronts(TW_LOAD, 8, addr, active);
        }
    }
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned warp = 0; warp < 80; warp += 32) {
            uint32_t addr[32] = {0}, active = 0;
            for (unsigned lane = 0; lane < 32 && warp + lane < 80; lane++) {
                unsigned x = (warp + lane) % 16, y = (warp + lane) / 16;
                addr[lane] = 2 * (x * 33 + y + turn);
                if ((x + y) % 3 != turn) active |= 1u << lane;
            }
            stores += (turn + 1) * (turn + 1);
            store_wavefronts += (turn + 1) * (turn + 1) * tw_bank_wavefronts(TW_STORE, 2, addr, active);
        }
    }
    assert_null(predicted.none);
    assert_int_equal(predicted.counts.load_requests, loads);
    assert_int_equal(predicted.counts.load_wavefronts, load_wavefronts);
    assert_int_equal(predicted.counts.store_requests, stores);
    assert_int_equal(predicted.counts.store_wavefronts, store_wavefronts);
    unload(&loaded);
}

/* A second tile begins where it is said to; a padding is solved for. */
static void tiles_lie_where_they_are_said_to(void **state)
{
    (void)state;
    struct loaded loaded = load(
        "\"parameters\": { \"PAD\": { \"from\": 0, \"to\": 4, \"role\": \"padding\" } }, \"grid\": 1, "
        "\"block\": [32, 8],"
        "\"tiles\": [ { \"type\": \"float32\", \"rows\": 32, \"columns\": 32, \"pitch\": \"32 + PAD\" },"
        "             { \"type\": \"uint8\", \"rows\": 2, \"columns\": 100, \"start\": \"128 * (32 + PAD)\" "
        "} ],"
        "\"accesses\": ["
        " { \"name\": \"read\", \"op\": \"load\", \"type\": \"float32\", \"index\": \"x * (32 + PAD) + y + 8 "
        "* pass\", \"passes\": 4 },"
        " { \"name\": \"flags\", \"op\": \"store\", \"type\": \"uint8\", \"index\": \"thread % 100\", "
        "\"tile\": 1 } ]");
    const struct tw_family *family = loaded.variants.family;
    const int64_t *value = loaded.variants.variant[0].value;
    struct tw_layout tile;
    uint32_t addr[4];
    assert_true(tw_family_layout(family, value, 0, &tile));
    assert_int_equal(tile.pitch, 32);
    assert_true(tw_family_layout(family, value, 1, &tile));
    assert_int_equal(tile.start, 128 * 32);
    assert_int_equal(tile.columns, 100);
    assert_false(tw_family_layout(family, value, 2, &tile));
    tw_family_addresses(family, value, 1, 98, 4, addr);
    assert_int_equal(addr[0], 4096 + 98);
    assert_int_equal(addr[2], 4096);

    const struct tw_solve_for wanted = {&loaded.variants.target, tw_usual_banks, 4};
    struct tw_solutions solutions;
    struct tw_text reason = {0};
    assert_true(tw_solve(family, value, &wanted, &solutions, &reason));
    assert_int_equal(solutions.swizzle[solutions.best].pad, 1);
    assert_true(solutions.swizzle[solutions.best].ideal);
    assert_int_equal(solutions.swizzle[solutions.best].bytes, 4 * 32 * 33 + 4 * 33 * 0 + 200);
    tw_text_free(&reason);
    unload(&loaded);
}

/* What has no value for some thread is no prediction, and says so. */
static void what_cannot_be_evaluated_is_not_predicted(void **state)
{
    (void)state;
    static const char *const bad[] = {"\"index\": \"100 / x\"", "\"index\": \"x - 5\"", "\"address\": \"x\"",
                                      "\"index\": \"x * 2**40\"", "\"index\": \"'word'\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char members[400];
        snprintf(members, sizeof members,
                 "\"grid\": 1, \"block\": 64, \"accesses\": [ {\"name\": \"a\", \"op\": \"load\", \"type\": "
                 "\"float32\", %s} ]",
                 bad[i]);
        struct loaded loaded = load(members);
        struct tw_predicted predicted = predict(&loaded);
        assert_non_null(predicted.none);
        unload(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_costs_the_gcd_of_its_pitch),
        cmocka_unit_test(turns_passes_and_lanes_are_counted),
        cmocka_unit_test(tiles_lie_where_they_are_said_to),
        cmocka_unit_test(what_cannot_be_evaluated_is_not_predicted),
    };
    return cmocka_run_group_tests(tests, make_source, remove_source);
}
