/*
 * The shuffle family: what it takes and rejects, its shape, and its predictions against a count over every thread of every
 * block, written here from the kernel's source alone.
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

#define FAMILY "shuffle"
#include "sim/tests/random.h"
#include "tests/family_cases.h"
#include "tests/pieces.h"

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const cases[][2] = {
        {"\"op\":\"up\",\"n\":5", ""},
        {"\"op\":\"up\",\"n\":5,\"width\":12", "width is 12; it must be 2, 4, 8, 16 or 32 lanes"},
        {"\"op\":\"up\",\"n\":5,\"width\":1", "width is 1; it must be 2, 4, 8, 16 or 32 lanes"},
        {"\"op\":\"up\",\"n\":5,\"width\":64", "width is 64; it must be 2, 4, 8, 16 or 32 lanes"},
        {"\"op\":\"up\",\"n\":5,\"width\":32,\"BDIMX\":16", "width is 32; the block has 16 lanes"},
        {"\"op\":\"up\",\"n\":5,\"BDIMX\":48", "BDIMX is 48; it must be a multiple of 32, or 2, 4, 8 or 16 lanes of a warp"},
        {"\"op\":\"up\",\"n\":5,\"BDIMX\":12", "BDIMX is 12; it must be a multiple of 32, or 2, 4, 8 or 16 lanes of a warp"},
        {"\"op\":\"up\",\"n\":5,\"BDIMX\":96", ""},
        {"\"op\":\"up\",\"n\":5,\"width\":16,\"delta\":15", ""},
        {"\"op\":\"up\",\"n\":5,\"width\":16,\"delta\":16", "delta is 16; no two lanes of a width of 16 are so far apart"},
        {"\"op\":\"down\",\"n\":5,\"delta\":32", "delta is 32; no two lanes of a width of 32 are so far apart"},
        {"\"op\":\"down\",\"n\":5,\"delta\":-1", "delta is -1; only wrap goes both ways"},
        {"\"op\":\"wrap\",\"n\":5,\"width\":8,\"delta\":-7", ""},
        {"\"op\":\"wrap\",\"n\":5,\"width\":8,\"delta\":-8", "delta is -8; no two lanes of a width of 8 are so far apart"},
        {"\"op\":\"broadcast\",\"n\":5,\"width\":8,\"lane\":8", "lane is 8; lanes of a width of 8 are 0 to 7"},
        {"\"op\":\"xor\",\"n\":5,\"width\":8,\"mask\":8", "mask is 8; partners within a width of 8 have masks from 1 to 7"},
        {"\"op\":\"xor\",\"n\":5,\"mask\":0", "mask is 0; partners within a width of 32 have masks from 1 to 31"},
        {"\"op\":\"element\",\"n\":5,\"first\":4", "first is 4; a thread has elements 0 to 3"},
        {"\"op\":\"swap\",\"n\":5,\"segment\":2,\"second\":2", "second is 2; a thread has elements 0 to 1"},
        {"\"op\":\"swap\",\"n\":5,\"predicate\":\"none\"", "swap needs a predicate that says whose first element is exchanged; predicate is none"},
        {"\"op\":\"xor\",\"n\":5,\"lane\":1", "op xor takes no lane"},
        {"\"op\":\"broadcast\",\"n\":5,\"delta\":-1", "op broadcast takes no delta"},
        {"\"op\":\"element\",\"n\":5,\"predicate\":\"below\"", "op element takes no predicate"},
        {"\"op\":\"up\",\"n\":5,\"side\":8", "op up takes no side"},
        {"\"op\":\"transpose\",\"n\":1024", ""},
        {"\"op\":\"transpose\",\"n\":0", ""},
        {"\"op\":\"transpose\",\"n\":4096,\"side\":64,\"segment\":32", "side is 64; a column of a matrix is spread over the 32 lanes of a warp"},
        {"\"op\":\"transpose\",\"n\":4096,\"side\":2", "side is 2; matrices have 4, 8, 16 or 32 rows and columns"},
        {"\"op\":\"transpose\",\"n\":4096,\"side\":12", "side is 12; matrices have 4, 8, 16 or 32 rows and columns"},
        {"\"op\":\"transpose\",\"n\":100,\"side\":8", "n is 100; matrices of 8x8 have 64 elements each"},
        {"\"op\":\"transpose\",\"n\":64,\"side\":8,\"segment\":4", "segment is 4; each thread holds 8 elements of a matrix"},
        {"\"op\":\"transpose\",\"n\":64,\"side\":8,\"width\":8", "width is 8; matrices are turned by whole warps of 32 lanes"},
        {"\"op\":\"transpose\",\"n\":1024,\"type\":\"float64x2\",\"BDIMX\":512",
         "32 elements of 16 bytes take 128 registers of a thread; of a block of 512 it has 128, and needs 24 for other things"},
        {"\"op\":\"transpose\",\"n\":1024,\"type\":\"float64x2\",\"BDIMX\":256", ""},
        {"\"op\":\"up\",\"n\":1099511627776,\"BDIMX\":32", "the grid would have more than 2147483647 blocks"},
    };
    /* clang-format on */
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) check_reason(cases[i][0], cases[i][1]);
}

static void check_fields(const char *members, const char *keys, const int64_t *expected)
{
    struct expanded config = config_of(members);
    char list[128], *rest = list;
    snprintf(list, sizeof list, "%s", keys);
    for (char *key; (key = strtok_r(rest, " ", &rest)); expected++)
        if (field(&config, key) != *expected)
            fail_msg("%s: %s is %" PRId64, members, key, field(&config, key));
    expanded_free(&config);
}

static void fields_have_the_operation_s_defaults(void **state)
{
    (void)state;
    static const char *const keys = "width segment delta lane mask first second predicate side";
    check_fields("\"op\":\"broadcast\",\"n\":5", keys, (int64_t[]){32, 1, 0, 0, 0, 0, 0, 0, 0});
    check_fields("\"op\":\"up\",\"n\":5,\"BDIMX\":8", keys, (int64_t[]){8, 1, 1, 0, 0, 0, 0, 0, 0});
    check_fields("\"op\":\"xor\",\"n\":5", keys, (int64_t[]){32, 1, 0, 0, 1, 0, 0, 0, 0});
    check_fields("\"op\":\"element\",\"n\":5", keys, (int64_t[]){32, 4, 0, 0, 1, 0, 3, 0, 0});
    check_fields("\"op\":\"swap\",\"n\":5,\"segment\":7", keys, (int64_t[]){32, 7, 0, 0, 1, 0, 6, 1, 0});
    check_fields("\"op\":\"transpose\",\"n\":64,\"side\":8", keys, (int64_t[]){32, 8, 0, 0, 0, 0, 0, 0, 8});
}

/* ---- shape ---- */

static void check_shape(const char *members, uint64_t count, enum tw_element element, uint32_t blocks,
                        uint32_t threads, uint64_t bytes)
{
    struct expanded config = config_of(members);
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, 2);
    for (unsigned i = 0; i < 2; i++) {
        const struct tw_argument *argument = &shape.arguments[i];
        assert_string_equal(argument->name, i ? "out" : "in");
        assert_int_equal(argument->role, i ? TW_ROLE_OUTPUT : TW_ROLE_INPUT);
        assert_int_equal(argument->before, i ? TW_BEFORE_ANY : TW_BEFORE_GIVEN);
        assert_int_equal(argument->count, count);
        assert_int_equal(argument->element, element);
        assert_int_equal(argument->align, tw_element_info(element)->bytes);
    }
    assert_int_equal(shape.launch_count, 1);
    assert_int_equal(shape.launches[0].grid[0], blocks);
    assert_int_equal(tw_launch_threads(&shape.launches[0]), threads);
    assert_int_equal(shape.launches[0].shared_bytes, 0);
    assert_int_equal(shape.work.bytes, bytes);
    assert_int_equal(shape.work.read_sectors, (bytes / 2 + 31) / 32);
    assert_int_equal(shape.chain, 0);
    expanded_free(&config);
}

static void shapes(void **state)
{
    (void)state;
    check_shape("\"op\":\"up\",\"n\":16,\"BDIMX\":16", 16, TW_INT32, 1, 16, 128);
    check_shape("\"op\":\"up\",\"n\":0", 1, TW_INT32, 1, 256, 0);
    check_shape("\"op\":\"up\",\"n\":257,\"type\":\"uint8\"", 257, TW_UINT8, 2, 256, 514);
    check_shape("\"op\":\"swap\",\"n\":257,\"BDIMX\":64", 257, TW_INT32, 2, 64, 2056);
    check_shape("\"op\":\"transpose\",\"n\":1088,\"side\":8,\"BDIMX\":32,\"type\":\"float64\"", 1088,
                TW_FLOAT64, 5, 32, 17408);
}

/* ---- predictions, counted thread by thread ---- */

struct machine {
    uint64_t n;
    unsigned segment, block, bytes;
    bool turns;
    unsigned lost; /* the element that is not loaded; segment: none */
    struct tw_counts counts;
};

static void count_request(struct machine *m, const uint64_t *element, unsigned count, bool loads)
{
    uint64_t sectors = pieces(element, count, m->bytes, 32);
    if (!count) return;
    m->counts.global_store_requests++;
    m->counts.global_store_sectors += sectors;
    m->counts.global_store_bytes += count * m->bytes;
    if (!loads) return;
    m->counts.global_load_requests++;
    m->counts.global_load_sectors += sectors;
    m->counts.global_load_bytes += count * m->bytes;
    m->counts.global_load_fills += pieces(element, count, m->bytes, 64);
}

/* Threads first, first + 1, ... of the grid. */
static void count_warp(struct machine *m, uint64_t first, unsigned lanes)
{
    for (unsigned i = 0; i < m->segment; i++) {
        uint64_t element[32];
        unsigned count = 0;
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t at = m->turns ? first * m->segment + i * 32 + lane : (first + lane) * m->segment + i;
            if (at < m->n) element[count++] = at;
        }
        count_request(m, element, count, i != m->lost);
    }
}

/* Shuffles of a warp: the lanes of 32x32 matrices keep the element on the diagonal, those of smaller ones none. */
static unsigned shuffles_of(const struct expanded *config, const struct machine *m)
{
    unsigned words = m->bytes < 4 ? 1 : m->bytes / 4;
    bool one = strcmp(word(config, "op"), "element") == 0 || strcmp(word(config, "op"), "swap") == 0;
    return words * (one ? 1 : m->turns && m->segment == 32 ? 31 : m->segment);
}

static void check_prediction(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    struct machine m = {.n = (uint64_t)field(&config, "n"),
                        .segment = (unsigned)field(&config, "segment"),
                        .block = (unsigned)field(&config, "BDIMX"),
                        .bytes = tw_element_info((enum tw_element)field(&config, "type"))->bytes,
                        .turns = strcmp(word(&config, "op"), "transpose") == 0,
                        .counts.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL |
                                        TW_KNOWN_GLOBAL_BYTES | TW_KNOWN(shuffles)};
    bool overwrites =
        strcmp(word(&config, "op"), "element") == 0 && field(&config, "first") != field(&config, "second");
    m.lost = overwrites ? (unsigned)field(&config, "first") : m.segment;
    uint64_t threads = (uint64_t)shape.launches[0].grid[0] * m.block;
    unsigned lanes = m.block < 32 ? m.block : 32;
    for (uint64_t t = 0; t < threads; t += lanes) count_warp(&m, t, lanes);
    if (m.n) m.counts.shuffles = threads / lanes * shuffles_of(&config, &m);
    assert_int_equal(predicted.counts.known, m.counts.known);
    expect_counts(members, &predicted.counts, &m.counts);
    expanded_free(&config);
}

/* Blocks of a few lanes begin within sectors, those of odd segments within 64 bytes. */
static void predicted_is_counted(void **state)
{
    (void)state;
    static const char *const ops[] = {"broadcast", "up", "down", "wrap", "xor", "element", "swap"};
    unsigned seed = 3;
    for (unsigned round = 0; round < 3000; round++) {
        unsigned block =
            random_below(&seed, 2) ? 2u << random_below(&seed, 4) : 32 * (1 + random_below(&seed, 8));
        unsigned segment = 1 + random_below(&seed, 9), n = random_below(&seed, 6 * block * segment + 40);
        char members[160];
        snprintf(members, sizeof members,
                 "\"op\":\"%s\",\"n\":%u,\"BDIMX\":%u,\"segment\":%u,\"type\":\"%s\"", ops[round % 7], n,
                 block, segment, tw_element_words[random_below(&seed, TW_ELEMENT_COUNT)]);
        check_prediction(members);
    }
}

static void predicted_matrices_are_counted(void **state)
{
    (void)state;
    unsigned seed = 4;
    for (unsigned round = 0; round < 500; round++) {
        unsigned side = 4u << random_below(&seed, 4), matrices = random_below(&seed, 40);
        char members[160];
        snprintf(members, sizeof members,
                 "\"op\":\"transpose\",\"n\":%u,\"BDIMX\":%u,\"side\":%u,\"type\":\"%s\"",
                 matrices * side * side, 32 * (1 + random_below(&seed, 8)), side,
                 tw_element_words[random_below(&seed, TW_ELEMENT_COUNT)]);
        check_prediction(members);
    }
}

/* No loop over elements. */
static void large_arrays_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config = config_of("\"op\":\"up\",\"n\":1099511627776,\"BDIMX\":1024");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_true(predicted.counts.global_load_requests == UINT64_C(1) << 35);
    assert_true(predicted.counts.global_store_sectors == UINT64_C(1) << 37);
    assert_true(predicted.counts.shuffles == UINT64_C(1) << 35);
    expanded_free(&config);
}

/* ---- source ---- */

static void check_source(const char *members, const char *part)
{
    struct expanded config = config_of(members);
    struct tw_kernel kernel;
    assert_int_equal(tw_render(&config.of, &config.of.variant[0], &tw_rendering_main, NULL, &kernel, NULL),
                     TW_OK);
    if (!strstr(kernel.source, part)) fail_msg("%s: no \"%s\" in\n%s", members, part, kernel.source);
    tw_kernel_free(&kernel);
    expanded_free(&config);
}

/* The lanes that there are take part; indices are as wide as the last thread's needs. */
static void sources_say_who_takes_part(void **state)
{
    (void)state;
    check_source("\"op\":\"up\",\"n\":9,\"BDIMX\":4", "__shfl_up_sync(0xfu, value, 1, 4)");
    check_source("\"op\":\"up\",\"n\":9", "__shfl_up_sync(0xffffffffu, value, 1, 32)");
    check_source("\"op\":\"swap\",\"n\":9,\"mask\":6", "goes = (threadIdx.x & 4) == 0");
    check_source("\"op\":\"swap\",\"n\":9,\"width\":8,\"mask\":6,\"predicate\":\"below\"",
                 "goes = threadIdx.x % 8 < 6");
    check_source("\"op\":\"up\",\"n\":4294967040", "const unsigned idx = threadIdx.x + blockIdx.x * 256u;");
    check_source("\"op\":\"up\",\"n\":4294967041",
                 "const unsigned long long idx = threadIdx.x + blockIdx.x * 256ull;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(fields_have_the_operation_s_defaults),
        cmocka_unit_test(shapes),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(predicted_matrices_are_counted),
        cmocka_unit_test(large_arrays_are_predicted_at_once),
        cmocka_unit_test(sources_say_who_takes_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
