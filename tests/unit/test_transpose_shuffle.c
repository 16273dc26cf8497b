/*
 * The shuffle method of transposes: what it takes when nobody says, and its predictions against a count over every lane of
 * every warp, written here from the kernel's source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "gen/layout/predict.h"

#define FAMILY "transpose"
#include "sim/tests/random.h"
#include "tests/family_cases.h"
#include "tests/pieces.h"

/* Units of the tile: side rows of 32 columns each, one for every warp up to 8. */
static void check_defaults(const char *members, const uint64_t expected[4])
{
    static const char *const keys[] = {"unroll", "tile_rows", "tile_cols", "BDIMY"};
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    assert_true(accepts(&config, &reason));
    for (unsigned i = 0; i < 4; i++) {
        if ((uint64_t)field(&config, keys[i]) != expected[i])
            fail_msg("%s: %s is %" PRId64, members, keys[i], field(&config, keys[i]));
    }
    assert_int_equal(shape_of(&config).launches[0].shared_bytes, 0);
    assert_int_equal(shape_of(&config).arguments[0].align,
                     tw_element_info((enum tw_element)field(&config, "type"))->bytes);
    expanded_free(&config);
}

static void squares_are_as_large_as_the_registers_have_room(void **state)
{
    (void)state;
    check_defaults("\"method\":\"shuffle\",\"rows\":1000,\"cols\":1000", (uint64_t[]){32, 32, 256, 8});
    check_defaults("\"method\":\"shuffle\",\"rows\":1000,\"cols\":70", (uint64_t[]){32, 32, 96, 3});
    check_defaults("\"method\":\"shuffle\",\"rows\":9,\"cols\":9,\"type\":\"float64\"",
                   (uint64_t[]){16, 32, 32, 2});
    check_defaults("\"method\":\"shuffle\",\"rows\":9,\"cols\":999,\"type\":\"float32x4\"",
                   (uint64_t[]){8, 32, 64, 8});
    check_defaults("\"method\":\"shuffle\",\"rows\":9,\"cols\":999,\"unroll\":4", (uint64_t[]){4, 32, 32, 8});
}

/* ---- predictions, counted lane by lane ---- */

struct matrices {
    uint64_t rows, cols, in_pitch, out_pitch, in_offset, out_offset;
    unsigned side, bytes;
};

/* Where a lane's register k comes from, and where it goes: false beyond the edges. */
static bool is_moved(const struct matrices *m, bool loads, uint64_t matrix, uint64_t down, uint64_t across,
                     unsigned k, unsigned lane, uint64_t *element)
{
    uint64_t row = loads ? down + k : across + lane / m->side * m->side + k;
    uint64_t col = loads ? across + lane : down + lane % m->side;
    uint64_t rows = loads ? m->rows : m->cols, cols = loads ? m->cols : m->rows;
    uint64_t pitch = loads ? m->in_pitch : m->out_pitch;
    *element = (loads ? m->in_offset : m->out_offset) + (matrix * rows + row) * pitch + col;
    return row < rows && col < cols;
}

static void count_unit(const struct matrices *m, uint64_t matrix, uint64_t down, uint64_t across,
                       struct tw_counts *counts)
{
    for (unsigned k = 0; k < 2 * m->side; k++) {
        uint64_t element[32];
        unsigned count = 0;
        bool loads = k < m->side;
        for (unsigned lane = 0; lane < 32; lane++)
            count += is_moved(m, loads, matrix, down, across, k % m->side, lane, &element[count]);
        if (!count) continue;
        *(loads ? &counts->global_load_requests : &counts->global_store_requests) += 1;
        *(loads ? &counts->global_load_sectors : &counts->global_store_sectors) +=
            pieces(element, count, m->bytes, 32);
        *(loads ? &counts->global_load_bytes : &counts->global_store_bytes) += count * m->bytes;
        if (loads) counts->global_load_fills += pieces(element, count, m->bytes, 64);
    }
    counts->shuffles += (m->side - 1) * (m->bytes < 4 ? 1 : m->bytes / 4);
}

static void check_prediction(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    const struct matrices m = {.rows = field(&config, "rows"),
                               .cols = field(&config, "cols"),
                               .in_pitch = field(&config, "in_pitch"),
                               .out_pitch = field(&config, "out_pitch"),
                               .in_offset = field(&config, "in_offset"),
                               .out_offset = field(&config, "out_offset"),
                               .side = (unsigned)field(&config, "unroll"),
                               .bytes = tw_element_info((enum tw_element)field(&config, "type"))->bytes};
    struct tw_counts counts = {.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL |
                                        TW_KNOWN_GLOBAL_BYTES | TW_KNOWN(shuffles)};
    uint64_t tile_rows = field(&config, "tile_rows"), tile_cols = field(&config, "tile_cols");
    uint64_t down = (m.rows + tile_rows - 1) / tile_rows * tile_rows;
    uint64_t across = (m.cols + tile_cols - 1) / tile_cols * tile_cols;
    for (uint64_t matrix = 0; matrix < (uint64_t)field(&config, "batch"); matrix++)
        for (uint64_t row = 0; row < down; row += m.side)
            for (uint64_t col = 0; col < across; col += 32) count_unit(&m, matrix, row, col, &counts);
    assert_int_equal(predicted.counts.known, counts.known);
    expect_counts(members, &predicted.counts, &counts);
    expanded_free(&config);
}

static void predicted_is_counted(void **state)
{
    (void)state;
    unsigned seed = 6;
    for (unsigned round = 0; round < 1000; round++) {
        unsigned rows = 1 + random_below(&seed, 1u << random_below(&seed, 8)),
                 side = 4u << random_below(&seed, 4);
        unsigned cols = 1 + random_below(&seed, 1u << random_below(&seed, 8));
        char members[320];
        snprintf(
            members, sizeof members,
            "\"method\":\"shuffle\",\"rows\":%u,\"cols\":%u,\"batch\":%u,\"in_pitch\":%u,\"out_pitch\":%u,"
            "\"in_offset\":%u,\"out_offset\":%u,\"type\":\"%s\",\"unroll\":%u,\"tile_rows\":%u,"
            "\"tile_cols\":%u,\"BDIMY\":%u",
            rows, cols, 1 + random_below(&seed, 5), cols + random_below(&seed, 2) * random_below(&seed, 40),
            rows + random_below(&seed, 2) * random_below(&seed, 40),
            random_below(&seed, 2) * random_below(&seed, 40),
            random_below(&seed, 2) * random_below(&seed, 40),
            tw_element_words[random_below(&seed, TW_ELEMENT_COUNT)], side,
            side * (1 + random_below(&seed, 4)), 32 * (1 + random_below(&seed, 4)),
            1 + random_below(&seed, 8));
        check_prediction(members);
    }
}

/* No loop over tiles. */
static void large_matrices_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config = config_of("\"method\":\"shuffle\",\"rows\":1048576,\"cols\":1048576");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_true(predicted.counts.global_load_sectors == UINT64_C(1) << 37);
    assert_true(predicted.counts.global_store_sectors == UINT64_C(1) << 37);
    assert_true(predicted.counts.shuffles == (UINT64_C(1) << 30) * 31);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_are_as_large_as_the_registers_have_room),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(large_matrices_are_predicted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
