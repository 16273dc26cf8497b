/* The search for the cheapest layout against a search that works everything out by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gen/layout/solve.h"
#include "tests/expanded.h"

#define PADS 64

struct tile {
    unsigned x, y, bytes; /* block, bytes of an element */
    bool store_columns, load_columns;
};

/* Where thread idx goes, in elements, linear form (docs/tile.md). */
static unsigned place(const struct tile *tile, unsigned idx, bool columns, unsigned pad, unsigned swizzle)
{
    unsigned row = columns ? idx % tile->y : idx / tile->x, column = columns ? idx / tile->y : idx % tile->x;
    unsigned lanes = tile->bytes <= 4 ? 32 : 128 / tile->bytes, side = tile->y < lanes ? tile->y : lanes;
    unsigned rows = 128 / tile->bytes / tile->x, turn = row / (rows ? rows : 1);
    unsigned step = lanes / side * (tile->bytes < 4 ? 4 / tile->bytes : 1);
    if (swizzle == 1) column = (column + row) % tile->x;
    if (swizzle == 2) column ^= turn * step % tile->x;
    return row * (tile->x + pad) + column;
}

/* Neighbours whose lanes agree are served together (loads of 8 and 16 bytes only). */
static bool agree(const unsigned *word, unsigned lanes, unsigned distance)
{
    for (unsigned i = 0; i < lanes; i++) {
        if ((i ^ distance) < lanes && word[i] != word[i ^ distance]) return false;
    }
    return true;
}

/* The first word of each lane, bytes / 4 words each; parts of a word are whole words. */
static unsigned passes(const unsigned *word, unsigned lanes, unsigned bytes, bool load)
{
    unsigned groups = bytes <= 4 ? 1 : bytes / 4, words = bytes < 4 ? 1 : bytes / 4, sum = 0;
    if (load && groups > 1 && (agree(word, lanes, 1) || agree(word, lanes, 2))) groups /= 2;
    for (unsigned g = 0; g < groups; g++) {
        unsigned worst = 0;
        for (unsigned bank = 0; bank < 32; bank++) {
            unsigned served[128], count = 0;
            for (unsigned lane = g * 32 / groups; lane < (g + 1) * 32 / groups && lane < lanes; lane++) {
                for (unsigned w = word[lane]; w < word[lane] + words; w++) {
                    bool known = w % 32 != bank;
                    for (unsigned i = 0; i < count && !known; i++) known = served[i] == w;
                    if (!known) served[count++] = w;
                }
            }
            if (count > worst) worst = count;
        }
        sum += worst;
    }
    return sum;
}

static unsigned cost(const struct tile *tile, unsigned pad, unsigned swizzle)
{
    unsigned sum = 0, threads = tile->x * tile->y;
    for (unsigned first = 0; first < threads; first += 32) {
        unsigned store[32], load[32], lanes = threads - first < 32 ? threads - first : 32;
        for (unsigned i = 0; i < lanes; i++) {
            store[i] = place(tile, first + i, tile->store_columns, pad, swizzle) * tile->bytes / 4;
            load[i] = place(tile, first + i, tile->load_columns, pad, swizzle) * tile->bytes / 4;
        }
        sum += passes(store, lanes, tile->bytes, false) + passes(load, lanes, tile->bytes, true);
    }
    return sum;
}

/* As few as the data paths allow: 128 bytes a pass. */
static unsigned ideal(const struct tile *tile)
{
    unsigned sum = 0, threads = tile->x * tile->y, per_pass = tile->bytes <= 4 ? 32 : 128 / tile->bytes;
    for (unsigned first = 0; first < threads; first += 32) {
        unsigned lanes = threads - first < 32 ? threads - first : 32;
        sum += 2 * ((lanes + per_pass - 1) / per_pass);
    }
    return sum;
}

static bool power_of_two(unsigned n)
{
    return (n & (n - 1)) == 0;
}

static void config_of(const struct tile *tile, struct expanded *config)
{
    static const char *const types[] = {
        [1] = "int8", [2] = "int16", [4] = "int32", [8] = "int64", [16] = "int32x4"};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    tw_text_addf(
        &text,
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": %u, "
        "\"BDIMY\": %u, \"layout\": \"%s-%s\", \"index\": \"linear\", \"type\": \"%s\", \"IPAD\": 7}]}",
        tile->x, tile->y, tile->store_columns ? "col" : "row", tile->load_columns ? "col" : "row",
        types[tile->bytes]);
    assert_int_equal(expanded_parse("test", text.data, text.length, config, &error), TW_OK);
    tw_text_free(&text);
}

static void solve_on(const struct tw_bank_machine *machine, const struct tile *tile, int64_t limit,
                     struct tw_solutions *solutions)
{
    struct expanded config;
    struct tw_text reason = {0};
    const struct tw_solve_for wanted = {tw_target_find(90), *machine, limit};
    config_of(tile, &config);
    assert_true(tw_solve(config.of.family, config.of.variant[0].value, &wanted, solutions, &reason));
    assert_string_equal(tw_text_string(&reason), "");
    tw_text_free(&reason);
    expanded_free(&config);
}

static void solve(const struct tile *tile, int64_t limit, struct tw_solutions *solutions)
{
    solve_on(&tw_usual_banks, tile, limit, solutions);
}

static void expect(const struct tile *tile, unsigned swizzle, const struct tw_solution *found)
{
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned pad = 0; pad <= PADS; pad++) {
        unsigned now =
            tile->y * (tile->x + pad) * tile->bytes > 49152 ? UINT32_MAX : cost(tile, pad, swizzle);
        if (now < least) {
            least = now;
            best = pad;
        }
    }
    assert_true(found->possible);
    assert_int_equal(found->wavefronts, least);
    assert_int_equal(found->ideal_wavefronts, ideal(tile));
    assert_int_equal(found->pad, best);
    assert_int_equal(found->bytes, tile->y * (tile->x + best) * tile->bytes);
    assert_int_equal(found->ideal, least == ideal(tile));
}

static void test_against_brute_force(void **state)
{
    static const unsigned sides[][2] = {{32, 16}, {32, 32}, {16, 16}, {24, 32}, {8, 32}, {33, 8},
                                        {64, 4},  {5, 7},   {1, 32},  {48, 20}, {4, 64}, {32, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
            for (unsigned layout = 0; layout < 4; layout++) {
                const struct tile tile = {sides[i][0], sides[i][1], bytes, layout & 1, layout & 2};
                struct tw_solutions found;
                solve(&tile, PADS, &found);
                expect(&tile, 0, &found.swizzle[0]);
                expect(&tile, 1, &found.swizzle[1]);
                bool fits = power_of_two(tile.x) && power_of_two(tile.y);
                if (fits) expect(&tile, 2, &found.swizzle[2]);
                assert_int_equal(found.swizzle[2].possible, fits);
                assert_int_equal(found.bare.ideal_wavefronts, ideal(&tile));
                assert_int_equal(found.bare.wavefronts, cost(&tile, 0, 0));
                assert_int_equal(found.bare.bytes, tile.x * tile.y * tile.bytes);
            }
        }
    }
}

/* The best is ideal if any is, then takes the fewest bytes, then comes first. */
static void test_the_best_of_the_swizzles(void **state)
{
    (void)state;
    for (unsigned x = 1; x <= 64; x++) {
        for (unsigned y = 1; y <= 1024 / x && y <= 40; y += 3) {
            const struct tile tile = {x, y, 4, false, true};
            struct tw_solutions found;
            solve(&tile, PADS, &found);
            const struct tw_solution *best = &found.swizzle[found.best];
            for (int i = 0; i < (int)TW_SWIZZLES; i++) {
                const struct tw_solution *other = &found.swizzle[i];
                if (!other->possible) continue;
                assert_true(best->wavefronts <= other->wavefronts);
                if (best->wavefronts < other->wavefronts) continue;
                assert_true(best->bytes < other->bytes || (best->bytes == other->bytes && found.best <= i));
            }
        }
    }
}

static void test_the_tiles_of_the_sources(void **state)
{
    struct tw_solutions found;
    (void)state;
    solve(&(struct tile){32, 16, 4, false, true}, 1024, &found);
    assert_true(found.swizzle[0].ideal && found.swizzle[1].ideal && found.swizzle[2].ideal);
    assert_int_equal(found.swizzle[0].pad, 2);
    assert_int_equal(found.swizzle[1].pad, 1);
    assert_int_equal(found.swizzle[2].pad, 0);
    assert_int_equal(found.best, TW_SWIZZLE_XOR);
    assert_int_equal(found.bare.wavefronts, 16 + 256);
    solve(&(struct tile){32, 32, 4, false, true}, 1024, &found);
    assert_int_equal(found.swizzle[0].pad, 1);
    assert_int_equal(found.swizzle[1].pad, 0);
    solve(&(struct tile){16, 16, 4, false, true}, 1024, &found);
    assert_false(found.swizzle[0].ideal);
    assert_true(found.swizzle[2].ideal && found.swizzle[2].pad == 0);
    solve(&(struct tile){24, 32, 4, false, true}, 1024, &found);
    assert_false(found.swizzle[0].ideal || found.swizzle[1].ideal || found.swizzle[2].possible);
    assert_int_equal(found.best, TW_SWIZZLE_NONE);
}

static void test_a_tile_that_cannot_be(void **state)
{
    struct expanded config;
    struct tw_solutions found;
    struct tw_text reason = {0};
    (void)state;
    config_of(&(struct tile){64, 32, 4, false, true}, &config); /* 2048 threads */
    const struct tw_solve_for wanted = {tw_target_find(90), tw_usual_banks, 8};
    assert_false(tw_solve(config.of.family, config.of.variant[0].value, &wanted, &found, &reason));
    assert_non_null(strstr(tw_text_string(&reason), "1024"));
    assert_int_equal(found.best, -1);
    tw_text_free(&reason);
    expanded_free(&config);
}

/* A warp's accesses of 4 bytes on a machine: by marking what each bank serves at a time. */
static unsigned machine_passes(const struct tw_bank_machine *machine, const unsigned *word, unsigned lanes)
{
    static bool marked[1 << 16];
    unsigned n = machine->banks, served[32] = {0}, most = 0;
    memset(marked, 0, sizeof marked);
    for (unsigned i = 0; i < lanes; i++) {
        unsigned unit = machine->mode == 64 ? word[i] / 2 : word[i], bank = unit % n;
        if (machine->bytes == 8 && machine->mode == 32) unit = word[i] / (2 * n) * n + bank;
        if (!marked[unit] && ++served[bank] > most) most = served[bank];
        marked[unit] = true;
    }
    return most;
}

static unsigned machine_cost(const struct tw_bank_machine *machine, const struct tile *tile, unsigned pad,
                             unsigned swizzle)
{
    unsigned sum = 0, threads = tile->x * tile->y, word[32];
    for (unsigned first = 0; first < threads; first += machine->banks) {
        unsigned lanes = threads - first < machine->banks ? threads - first : machine->banks;
        for (int access = 0; access < 2; access++) {
            bool columns = access ? tile->load_columns : tile->store_columns;
            for (unsigned i = 0; i < lanes; i++) word[i] = place(tile, first + i, columns, pad, swizzle);
            sum += machine_passes(machine, word, lanes);
        }
    }
    return sum;
}

static void test_imagined_machines(void **state)
{
    static const struct tw_bank_machine machines[] = {{4, 4, 32},  {10, 4, 32}, {32, 8, 32},
                                                      {32, 8, 64}, {6, 8, 64},  {7, 8, 32}};
    static const unsigned sides[][2] = {{4, 5}, {4, 4}, {10, 10}, {32, 32}, {16, 8}, {9, 13}};
    (void)state;
    for (unsigned i = 0; i < 6 * 6; i++) {
        const struct tw_bank_machine *machine = &machines[i / 6];
        const struct tile tile = {sides[i % 6][0], sides[i % 6][1], 4, false, true};
        struct tw_solutions found;
        unsigned warps = (tile.x * tile.y + machine->banks - 1) / machine->banks;
        solve_on(machine, &tile, PADS, &found);
        for (unsigned swizzle = 0; swizzle < 2; swizzle++) {
            unsigned best = 0;
            for (unsigned pad = 1; pad <= PADS; pad++) {
                if (machine_cost(machine, &tile, pad, swizzle) < machine_cost(machine, &tile, best, swizzle))
                    best = pad;
            }
            assert_int_equal(found.swizzle[swizzle].pad, best);
            assert_int_equal(found.swizzle[swizzle].wavefronts, machine_cost(machine, &tile, best, swizzle));
            assert_int_equal(found.swizzle[swizzle].ideal_wavefronts, 2 * warps);
        }
        assert_int_equal(found.bare.wavefronts, machine_cost(machine, &tile, 0, 0));
    }
}

/* Where an access is wider than all banks there is nothing to solve. */
static void test_a_machine_too_small(void **state)
{
    struct expanded config;
    struct tw_solutions found;
    struct tw_text reason = {0};
    (void)state;
    config_of(&(struct tile){8, 8, 16, false, true}, &config);
    const struct tw_solve_for wanted = {tw_target_find(90), {3, 4, 32}, 8};
    assert_false(tw_solve(config.of.family, config.of.variant[0].value, &wanted, &found, &reason));
    assert_non_null(strstr(tw_text_string(&reason), "spans 4 banks, and the imagined machine has 3"));
    tw_text_free(&reason);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_brute_force),      cmocka_unit_test(test_the_best_of_the_swizzles),
        cmocka_unit_test(test_the_tiles_of_the_sources), cmocka_unit_test(test_a_tile_that_cannot_be),
        cmocka_unit_test(test_imagined_machines),        cmocka_unit_test(test_a_machine_too_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
