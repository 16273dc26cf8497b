/*
 * Reductions along the columns: what is rejected, the shape, and predictions against a count over every thread, leaf and row of
 * every block, written here from the kernel's source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/families/reduce/fields.h"
#include "gen/layout/predict.h"

#define FAMILY "reduce"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

#define COLUMNS  "\"along\":\"columns\","
#define WIDE     "\"vector\":16,"
#define SEGMENTS "\"along\":\"segments\","

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason(SEGMENTS "\"rows\":3,\"cols\":2147483648,\"offsets\":\"int32\"",
                 "cols is 2147483648, beyond what offsets of int32 reach; int64 do");
    check_reason(SEGMENTS "\"rows\":3,\"cols\":2147483648", "");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5", "");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5,\"BDIMY\":6", "BDIMY is 6; the tree needs a power of two");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5,\"leaves\":3", "leaves is 3; the tree needs a power of two");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5,\"unroll\":7",
                 "unroll is 7; 1, 2, 4, 8 or 16 of the 32 rows of a leaf are loaded together");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5,\"vector\":2",
                 "vector is 2; loads have a power of two of bytes, and at least an element's 4");
    check_reason(COLUMNS "\"rows\":5,\"cols\":15,\"type\":\"float16\",\"vector\":16",
                 "vector is 16, but rows begin at multiples of 2 bytes only");
    check_reason(COLUMNS "\"rows\":5,\"cols\":17,\"type\":\"float16\",\"vector\":16", "");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5,\"warps\":2",
                 "warps must be 1: threads in y share columns, and warps do not");
    check_reason(COLUMNS "\"rows\":5,\"cols\":5,\"order\":\"free\",\"finish\":\"atomic\"",
                 "columns are finished by the last block or a second launch, not by atomic additions");
    check_reason(COLUMNS "\"rows\":100,\"cols\":64,\"BDIMX\":8,\"BDIMY\":2,\"leaves\":1,\"blocks\":9",
                 "blocks is 9, but the tree needs 4");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500", "");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"warps\":3", "warps is 3; the tree needs a power of two");
    check_reason(
        SEGMENTS "\"rows\":5,\"cols\":500,\"BDIMX\":96,\"warps\":2",
        "BDIMX is 96 and warps 2; a segment is taken by one warp or by all of a block, and a block has "
        "whole warps");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"BDIMX\":128,\"BDIMY\":2,\"warps\":1",
                 "BDIMY must be 1: warps share segments, and threads in y do not");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"unroll\":16",
                 "unroll is 16; 1, 2, 4 or 8 of the 8 lines of a leaf are loaded together");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"BDIMX\":12",
                 "BDIMX is 12; 1, 2, 4, 8 or 16 lanes of a warp share a grouped segment");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"BDIMX\":8,\"BDIMY\":6",
                 "BDIMX is 8 and BDIMY 6; segments of lanes are for whole warps of 32");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"BDIMX\":8,\"warps\":2",
                 "warps must be 1: fewer lanes than a warp share a grouped segment");
    check_reason(
        SEGMENTS "\"rows\":5,\"cols\":500,\"warps\":1,\"leaves\":3",
        "leaves is 3; a warp takes 1, 2, 4, 8 or 16 segments one after the other; 32 are schedule packed");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"BDIMX\":8,\"leaves\":2",
                 "leaves must be 1: the length of a segment decides how many leaves a warp takes");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"warps\":2,\"leaves\":2",
                 "leaves must be 1: the length of a segment decides how many leaves a warp takes");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"type\":\"int8\",\"BDIMX\":64,\"warps\":1,\"leaves\":32",
                 "elements of less than 4 bytes are packed in equal shares only; schedule must be balanced");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"packed\",\"leaves\":16",
                 "leaves is 16; a warp packs 32 segments");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"leaves\":32,\"warps\":2,\"BDIMX\":64",
                 "warps must be 1: packed segments share a warp");
    check_reason(
        SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"direct\",\"warps\":1,\"leaves\":32",
        "leaves is 32; a warp takes 1, 2, 4, 8 or 16 segments one after the other; 32 are schedule packed");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"grouped\",\"BDIMX\":32",
                 "BDIMX is 32; 1, 2, 4, 8 or 16 lanes of a warp share a grouped segment");
    check_reason(
        SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"direct\",\"BDIMX\":8,\"BDIMY\":1",
        "BDIMX is 8 and warps 1; a segment is taken by one warp or by all of a block, and a block has whole "
        "warps");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"balanced\",\"leaves\":3",
                 "leaves is 3; a share has 1, 2, 4 or 8");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"balanced\",\"leaves\":2,\"BDIMX\":256",
                 "BDIMX is 256; a share of 2 leaves is for a power of two of warps, up to twice as many");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"balanced\",\"leaves\":2,\"warps\":2",
                 "warps have equal parts of a share; BDIMY and warps must be 1");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"schedule\":\"balanced\",\"leaves\":2,\"unroll\":8",
                 "unroll is 8; packed segments take 1, 2 or 4 rounds of pieces together");
    check_reason(SEGMENTS "\"rows\":5,\"cols\":500,\"finish\":\"second\"",
                 "a segment is taken by one block, and finished there; finish must be last");
    check_reason(SEGMENTS "\"rows\":4294967296,\"cols\":500,\"BDIMX\":32,\"warps\":1,\"leaves\":1",
                 "4294967296 blocks are more than the 2147483647 of a grid");
    check_reason(COLUMNS "\"rows\":3,\"cols\":4294967296", "");
    check_reason(COLUMNS "\"rows\":1,\"cols\":1099511627776", "");
    check_reason(COLUMNS "\"rows\":1,\"cols\":4294967295,\"batch\":4294967296",
                 "there are more than 2^40 results");
}

static void check_grid(const char *members, unsigned launches, uint32_t blocks, unsigned arguments)
{
    struct expanded config = config_of(members);
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.launch_count, launches);
    assert_int_equal(shape.launches[0].grid[0], blocks);
    assert_int_equal(shape.argument_count, arguments);
    expanded_free(&config);
}

/* Strips of vectors times parts; scratch only where there are parts. */
static void shapes(void **state)
{
    (void)state;
    check_grid(COLUMNS WIDE "\"rows\":64,\"cols\":64,\"BDIMX\":4,\"BDIMY\":2,\"leaves\":1", 1, 4, 2);
    check_grid(COLUMNS WIDE
               "\"rows\":65,\"cols\":64,\"BDIMX\":4,\"BDIMY\":2,\"leaves\":1,\"finish\":\"last\"",
               1, 8, 4);
    check_grid(COLUMNS WIDE
               "\"rows\":65,\"cols\":64,\"BDIMX\":4,\"BDIMY\":2,\"leaves\":1,\"finish\":\"second\"",
               2, 8, 3);
    check_grid(COLUMNS WIDE "\"rows\":65,\"cols\":64,\"BDIMX\":4,\"BDIMY\":2,\"leaves\":2", 1, 4, 2);
    check_grid(COLUMNS "\"rows\":65,\"cols\":63,\"BDIMX\":4,\"BDIMY\":2,\"leaves\":2", 1, 16, 2);
    check_grid(
        COLUMNS
        "\"type\":\"float16\",\"vector\":4,\"rows\":65,\"cols\":63,\"BDIMX\":4,\"BDIMY\":2,\"leaves\":2",
        1, 8, 2);
    check_grid(COLUMNS "\"rows\":0,\"cols\":65,\"BDIMX\":32,\"BDIMY\":2", 1, 2, 2);
    check_grid(COLUMNS "\"rows\":9,\"cols\":0,\"BDIMX\":32,\"BDIMY\":2", 1, 1, 2);
    check_grid(SEGMENTS "\"rows\":9,\"cols\":90,\"BDIMX\":128,\"warps\":1,\"leaves\":1", 1, 3, 3);
    check_grid(SEGMENTS "\"rows\":9,\"cols\":90,\"BDIMX\":128,\"warps\":4", 1, 9, 3);
    check_grid(SEGMENTS "\"rows\":9,\"cols\":90,\"BDIMX\":64,\"warps\":1,\"leaves\":2", 1, 3, 3);
    check_grid(SEGMENTS "\"rows\":70,\"cols\":90,\"BDIMX\":4,\"BDIMY\":32", 1, 3, 3);
    check_grid(COLUMNS "\"rows\":3,\"cols\":1025,\"BDIMX\":32,\"BDIMY\":1,\"leaves\":4", 1, 9, 2);
    check_grid(SEGMENTS "\"rows\":0,\"cols\":90,\"BDIMX\":128,\"warps\":4", 1, 1, 3);
}

/* The rule's blocks, that were measured to be among the fastest on an H200. */
static void chooses_what_was_fast(void **state)
{
    (void)state;
    static const struct {
        uint64_t rows, cols, x, y, leaves, unroll;
    } fast[] = {{128, 2097152, 256, 1, 4, 4},  {1000, 268435, 256, 1, 16, 8}, {1000, 268416, 256, 4, 8, 4},
                {10000, 26843, 128, 2, 4, 8},  {100000, 2684, 32, 16, 8, 16}, {100000, 2688, 32, 16, 8, 16},
                {1000000, 268, 32, 16, 8, 16}, {3, 89478485, 256, 1, 4, 4}};
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) {
        char members[128];
        snprintf(members, sizeof members, COLUMNS "\"rows\":%" PRIu64 ",\"cols\":%" PRIu64, fast[i].rows,
                 fast[i].cols);
        struct expanded config = config_by_rule(members);
        assert_int_equal(field(&config, "BDIMX"), fast[i].x);
        assert_int_equal(field(&config, "BDIMY"), fast[i].y);
        assert_int_equal(field(&config, "leaves"), fast[i].leaves);
        assert_int_equal(field(&config, "unroll"), fast[i].unroll);
        expanded_free(&config);
    }
}

/* The rule: lanes that share a segment, by the average; a warp where it is long, or few lanes have no room. */
static void shares_segments_by_their_average(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        uint64_t rows, cols, x;
    } fit[] = {{"float32", 1000, 4000, 1},  {"float32", 1000, 6700, 1},    {"float32", 1000, 32000, 4},
               {"float32", 1000, 64000, 8}, {"float32", 1000, 67000, 8},   {"float32", 1000, 90000, 128},
               {"float64", 1000, 32000, 4}, {"float64", 1000, 64000, 128}, {"float32", 10000, 6710000, 128}};
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        char members[128];
        snprintf(members, sizeof members,
                 SEGMENTS "\"rows\":%" PRIu64 ",\"cols\":%" PRIu64 ",\"type\":\"%s\"", fit[i].rows,
                 fit[i].cols, fit[i].type);
        struct expanded config = config_by_rule(members);
        assert_int_equal(field(&config, "BDIMX"), fit[i].x);
        assert_int_equal(field(&config, "BDIMX") * field(&config, "BDIMY"), 128);
        expanded_free(&config);
    }
}

/* The rule: many segments of up to 2048 bytes on the average are packed, but where something is said of who takes them. */
static void packs_many_segments(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        int64_t leaves, x, unroll;
    } fit[] = {
        {"\"rows\":20000,\"cols\":10240000", 32, 128, 4},
        {"\"rows\":20000,\"cols\":10260000", 1, 128, 8},
        {"\"rows\":16800,\"cols\":100000", 1, 1, 2},
        {"\"rows\":20000,\"cols\":100000,\"type\":\"int64\"", 32, 128, 2},
        {"\"rows\":20000,\"cols\":100000,\"op\":\"argmin\"", 32, 128, 2},
        {"\"rows\":20000,\"cols\":100000,\"BDIMX\":4", 1, 4, 2},
    };
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        char members[128];
        snprintf(members, sizeof members, SEGMENTS "%s", fit[i].members);
        struct expanded config = config_by_rule(members);
        assert_int_equal(field(&config, "leaves"), fit[i].leaves);
        assert_int_equal(field(&config, "BDIMX"), fit[i].x);
        assert_int_equal(field(&config, "unroll"), fit[i].unroll);
        expanded_free(&config);
    }
}

/* Small elements are packed in shares only, so where the rule takes no shares it packs none. */
static void packs_no_small_elements(void **state)
{
    (void)state;
    static const char *const fit[] = {
        "\"rows\":32844,\"cols\":71673,\"type\":\"bfloat16\"",
        "\"rows\":100000,\"cols\":900000,\"type\":\"int8\"",
        "\"rows\":440100,\"cols\":2950200,\"type\":\"int8\",\"op\":\"product\"",
    };
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        char members[128];
        snprintf(members, sizeof members, SEGMENTS "%s", fit[i]);
        struct expanded config = config_by_rule(members);
        struct tw_text reason = {0};
        if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
        assert_string_not_equal(word(&config, "schedule"), "packed");
        tw_text_free(&reason);
        expanded_free(&config);
    }
}

/* What other fields tell is the schedule of one that nobody gave. */
static void tells_schedules(void **state)
{
    (void)state;
    static const struct {
        const char *members, *schedule;
    } fit[] = {
        {SEGMENTS "\"rows\":1000,\"cols\":9000,\"BDIMX\":8", "grouped"},
        {SEGMENTS "\"rows\":1000,\"cols\":9000,\"leaves\":32", "packed"},
        {SEGMENTS "\"rows\":1000,\"cols\":9000,\"leaves\":2,\"warps\":1", "direct"},
        {SEGMENTS "\"rows\":1000,\"cols\":9000,\"schedule\":\"grouped\"", "grouped"},
        {SEGMENTS "\"rows\":10,\"cols\":9000,\"schedule\":\"packed\"", "packed"},
        {SEGMENTS "\"rows\":10,\"cols\":9000,\"schedule\":\"balanced\"", "balanced"},
        {SEGMENTS "\"rows\":70000,\"cols\":1000000,\"type\":\"uint8\",\"schedule\":\"direct\"", "direct"},
        {COLUMNS "\"rows\":1000,\"cols\":999,\"type\":\"int8\",\"vector\":8", "unordered"},
        {COLUMNS "\"rows\":1000,\"cols\":999,\"type\":\"int8\",\"vector\":1", "direct"},
        {COLUMNS "\"rows\":1000,\"cols\":999,\"type\":\"int8\",\"schedule\":\"direct\"", "direct"},
        {COLUMNS
         "\"rows\":1000,\"cols\":999,\"type\":\"int8\",\"schedule\":\"direct\",\"vector\":16,\"BDIMY\":1",
         "direct"},
        {"\"rows\":1000,\"cols\":31,\"row_lanes\":2", "staged"},
        {"\"rows\":1000,\"cols\":31,\"schedule\":\"staged\"", "staged"},
        {"\"rows\":1000,\"cols\":32", "direct"},
    };
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        struct expanded usual = config_of(fit[i].members), by_rule = config_by_rule(fit[i].members);
        struct tw_text reason = {0};
        if (!accepts(&usual, &reason) || !accepts(&by_rule, &reason))
            fail_msg("%s: %s", fit[i].members, tw_text_string(&reason));
        if (strcmp(word(&usual, "schedule"), fit[i].schedule) != 0 ||
            strcmp(word(&by_rule, "schedule"), fit[i].schedule) != 0)
            fail_msg("%s: %s, %s", fit[i].members, word(&usual, "schedule"), word(&by_rule, "schedule"));
        tw_text_free(&reason);
        expanded_free(&usual);
        expanded_free(&by_rule);
    }
}

static int64_t share_leaves(const struct expanded *config)
{
    return field(config, "schedule") == REDUCE_BALANCED ? field(config, "leaves") : 0;
}

/* The rule: many short segments of small elements are taken in equal shares, on any device, if nothing speaks of lanes or warps. */
static void stages_short_segments_of_small_elements(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        int64_t leaves; /* of a share; 0: there are none */
    } fit[] = {
        {"\"rows\":1000,\"cols\":16384000,\"type\":\"int8\"", 4},
        {"\"rows\":1000,\"cols\":16384001,\"type\":\"int8\"", 0},
        {"\"rows\":70000,\"cols\":999999,\"type\":\"int8\"", 0},
        {"\"rows\":70000,\"cols\":1000000,\"type\":\"uint8\",\"op\":\"max\"", 4},
        {"\"rows\":40000,\"cols\":20480000,\"type\":\"float16\"", 4},
        {"\"rows\":40000,\"cols\":20480001,\"type\":\"float16\"", 0},
        {"\"rows\":40000,\"cols\":15999999,\"type\":\"float16\"", 0},
        {"\"rows\":40000,\"cols\":40000000,\"type\":\"int8\",\"op\":\"argmin\"", 4},
        {"\"rows\":40000,\"cols\":40000000", 0},
        {"\"rows\":40000,\"cols\":40000000,\"type\":\"int8\",\"BDIMX\":4", 0},
        {"\"rows\":16384,\"cols\":100000,\"schedule\":\"balanced\",\"leaves\":8", 8},
    };
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        char members[128];
        snprintf(members, sizeof members, SEGMENTS "%s", fit[i].members);
        struct expanded config = config_by_rule(members), usual = config_of(members);
        assert_int_equal(share_leaves(&config), fit[i].leaves);
        assert_int_equal(share_leaves(&usual), fit[i].leaves);
        expanded_free(&config);
        expanded_free(&usual);
    }
}

/* What takes any pointer has the same scratch, so that a plan sizes it once. */
static void relaxed_keeps_its_scratch(void **state)
{
    (void)state;
    static const char *const problems[] = {
        COLUMNS WIDE "\"rows\":5000,\"cols\":64,\"BDIMX\":4,\"BDIMY\":4,\"leaves\":2",
        COLUMNS "\"rows\":5000,\"cols\":66,\"pitch\":80,\"type\":\"int8\",\"op\":\"argmax\",\"vector\":16",
        COLUMNS "\"rows\":999,\"cols\":3,\"pitch\":4,\"batch\":7,\"BDIMY\":2,\"leaves\":1,\"vector\":8"};
    for (size_t p = 0; p < sizeof problems / sizeof *problems; p++) {
        struct expanded config = config_of(problems[p]);
        static struct tw_shape other;
        struct tw_shape shape = shape_of(&config);
        int64_t relaxed[TW_MAX_FIELDS];
        assert_true(
            tw_family_relaxed(config.of.family, config.of.variant[0].value, &config.of.target, relaxed));
        tw_family_shape(config.of.family, relaxed, &config.of.target, &other);
        assert_int_equal(shape.argument_count, other.argument_count);
        for (unsigned i = 0; i < shape.argument_count; i++) {
            assert_int_equal(shape.arguments[i].count, other.arguments[i].count);
            assert_true(tw_element_info(other.arguments[i].element)->bytes == other.arguments[i].align);
        }
        expanded_free(&config);
    }
}

/* ---- predictions ---- */

/* A kernel for float32 sums, and what is counted of it. */
struct kernel {
    uint64_t rows, cols, batch, pitch, x, y, leaves, width, row_vectors, vectors, strips, all_leaves, parts,
        run, stride;
    bool is_dense, second;
    struct tw_prediction *count;
};

static uint64_t over(uint64_t n, uint64_t by)
{
    return (n + by - 1) / by;
}

static uint64_t run_of(const struct kernel *k, uint64_t y)
{
    uint64_t run = 0;
    for (uint64_t bit = 1, back = k->y / 2; back > 0; bit *= 2, back /= 2) run += y & bit ? back : 0;
    return run;
}

typedef bool address(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte);

/* One access of all threads of a block: a request for each warp with a thread that makes it. */
static void access_global(const struct kernel *k, enum tw_access op, unsigned bytes, address *of,
                          const uint64_t at[4])
{
    for (uint64_t first = 0; first < k->x * k->y; first += TW_WARP) {
        uint64_t byte[TW_WARP] = {0};
        uint32_t active = 0;
        for (uint64_t t = first; t < first + TW_WARP && t < k->x * k->y; t++)
            active |= (uint32_t)of(k, t % k->x, t / k->x, at, &byte[t - first]) << (t - first);
        tw_predict_global(k->count, op, bytes, byte, active, 1);
    }
}

static void access_shared(const struct kernel *k, unsigned access, address *of, const uint64_t at[4])
{
    for (uint64_t first = 0; first < k->x * k->y; first += TW_WARP) {
        uint32_t byte[TW_WARP] = {0}, active = 0;
        for (uint64_t t = first; t < first + TW_WARP && t < k->x * k->y; t++) {
            uint64_t place = 0;
            active |= (uint32_t)of(k, t % k->x, t / k->x, at, &place) << (t - first);
            byte[t - first] = (uint32_t)place;
        }
        tw_predict_request(k->count, access, byte, active, 1);
    }
}

/* at: strip; part; leaf of the thread; row of the leaf, and 32 times 1 + the element of a vector that is not whole, or 0. */
static bool load(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t vector = at[0] * k->x + x, matrix = vector / k->row_vectors;
    uint64_t col = vector % k->row_vectors * k->width, element = at[3] / 32;
    uint64_t leaf = (at[1] * k->y + run_of(k, y)) * k->leaves + at[2], row = leaf * 32 + at[3] % 32;
    bool is_whole = col + k->width <= k->cols;
    if (vector >= k->vectors || row >= k->rows || is_whole != (element == 0)) return false;
    if (element && col + element - 1 >= k->cols) return false;
    *byte = ((matrix * k->rows + row) * k->pitch + col + (element ? element - 1 : 0)) * 4;
    return true;
}

/* A whole leaf and the last, which is shorter, are two pieces of code; at[3] as above. */
static bool load_whole(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t leaf = (at[1] * k->y + run_of(k, y)) * k->leaves + at[2];
    return leaf < k->rows / 32 && load(k, x, y, at, byte);
}

static bool load_tail(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t leaf = (at[1] * k->y + run_of(k, y)) * k->leaves + at[2];
    return leaf == k->rows / 32 && load(k, x, y, at, byte);
}

/* at: strip, part, column of the vector. */
static bool leave_part(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t vector = at[0] * k->x + x;
    *byte = ((at[1] * k->width + at[2]) * k->stride + vector) * 4;
    return y == 0 && vector < k->vectors;
}

/* at: strip, part of the run, column of the vector. */
static bool take_part(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t vector = at[0] * k->x + x, first = run_of(k, y) * k->run, turn = at[1] / 8 * 8;
    if (k->y == 1 && k->run <= 8) turn = at[1]; /* no load is made twice */
    uint64_t part =
        first + at[1] < k->parts ? first + at[1] : k->parts - 1; /* all of a turn of 8 are loaded */
    *byte = ((part * k->width + at[2]) * k->stride + vector) * 4;
    return vector < k->vectors && first + turn < k->parts;
}

static bool store(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t vector = at[0] * k->x + x, col = vector % k->row_vectors * k->width + at[2];
    *byte = (vector / k->row_vectors * k->cols + col) * 4;
    return y == 0 && vector < k->vectors && col < k->cols;
}

/* at: half of the threads, distance in runs, runs. */
static bool leave(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    *byte = ((y - 1) * k->x + x) * 4;
    return y >= at[0] && y < 2 * at[0];
}

static bool take(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    *byte = ((y + at[0] - 1) * k->x + x) * 4;
    return y < at[0] && run_of(k, y) + at[1] < at[2];
}

/* Steps until `most` runs are one. */
static void count_tree(const struct kernel *k, uint64_t runs, uint64_t most)
{
    for (uint64_t next = 1; next < most; next *= 2) {
        for (uint64_t i = 0; i < k->width; i++) {
            access_shared(k, 0, leave, (uint64_t[4]){k->y / 2 / next, next, runs});
            access_shared(k, 1, take, (uint64_t[4]){k->y / 2 / next, next, runs});
        }
    }
}

static void count_block(const struct kernel *k, uint64_t strip, uint64_t part)
{
    uint64_t left = k->all_leaves - part * k->y * k->leaves, runs = over(left, k->leaves);
    for (uint64_t leaf = 0; leaf < k->leaves; leaf++) {
        for (uint64_t row = 0; row < 32; row++) {
            for (uint64_t e = 0; e <= k->width; e++) {
                unsigned bytes = e ? 4 : (unsigned)k->width * 4;
                access_global(k, TW_LOAD, bytes, load_whole, (uint64_t[4]){strip, part, leaf, e * 32 + row});
                access_global(k, TW_LOAD, bytes, load_tail, (uint64_t[4]){strip, part, leaf, e * 32 + row});
            }
        }
    }
    count_tree(k, runs, k->parts > 1 ? k->y : runs);
    for (uint64_t i = 0; i < k->width && k->parts > 1; i++)
        access_global(k, TW_STORE, 4, leave_part, (uint64_t[4]){strip, part, i});
}

static void count_results(const struct kernel *k, uint64_t strip)
{
    if (k->is_dense) access_global(k, TW_STORE, (unsigned)k->width * 4, store, (uint64_t[4]){strip, 0, 0});
    for (uint64_t i = 0; i < k->width && !k->is_dense; i++)
        access_global(k, TW_STORE, 4, store, (uint64_t[4]){strip, 0, i});
}

static void count_join(const struct kernel *k, uint64_t strip)
{
    uint64_t runs = over(k->parts, k->run);
    for (uint64_t i = 0; i < k->width; i++) {
        for (uint64_t n = 0; n < k->run; n++)
            access_global(k, TW_LOAD, 4, take_part, (uint64_t[4]){strip, n, i});
    }
    count_tree(k, runs, runs);
    count_results(k, strip);
}

/* The launch that joins parts: a warp for each run of them, of 32 vectors; at as of take_part. */
static bool take_joined(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    uint64_t vector = at[0] * 32 + x, first = y * k->run, turn = at[1] / 16 * 16;
    uint64_t part = first + at[1] < k->parts ? first + at[1] : k->parts - 1;
    if (k->run < 16) turn = 0;
    *byte = ((part * k->width + at[2]) * k->stride + vector) * 4;
    return vector < k->vectors && first + turn < k->parts;
}

/* at: 0: all; else the distance of runs, and how many there are: those that take one, or that one. */
static bool leave_run(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    *byte = (y * k->x + x) * 4;
    return !at[0] || (y % (2 * at[0]) == 0 && y + at[0] < at[1]);
}

static bool take_run(const struct kernel *k, uint64_t x, uint64_t y, const uint64_t at[4], uint64_t *byte)
{
    *byte = ((y + at[0]) * k->x + x) * 4;
    return y % (2 * at[0]) == 0 && y + at[0] < at[1];
}

static void count_second(const struct kernel *first)
{
    struct kernel k = *first;
    for (k.run = 1; 32 * k.run < k.parts;) k.run *= 2;
    uint64_t runs = over(k.parts, k.run);
    k.x = 32;
    for (k.y = 1; k.y < runs;) k.y *= 2;
    for (uint64_t block = 0; block < over(k.vectors, 32) * k.width; block++) {
        uint64_t strip = block / k.width, i = block % k.width;
        for (uint64_t n = 0; n < k.run; n++)
            access_global(&k, TW_LOAD, 4, take_joined, (uint64_t[4]){strip, n, i});
        access_shared(&k, 0, leave_run, (uint64_t[4]){0});
        for (uint64_t apart = 1; apart < k.y; apart *= 2) {
            access_shared(&k, 1, take_run, (uint64_t[4]){apart, runs});
            access_shared(&k, 0, leave_run, (uint64_t[4]){apart, runs});
        }
        access_global(&k, TW_STORE, 4, store, (uint64_t[4]){strip, 0, i});
    }
}

static struct kernel kernel_of(const struct expanded *config, struct tw_prediction *count)
{
    struct kernel k = {.rows = field(config, "rows"),
                       .cols = field(config, "cols"),
                       .batch = field(config, "batch"),
                       .pitch = field(config, "pitch"),
                       .x = field(config, "BDIMX"),
                       .y = field(config, "BDIMY"),
                       .leaves = field(config, "leaves"),
                       .width = field(config, "vector") / 4,
                       .run = 1,
                       .second = strcmp(word(config, "finish"), "second") == 0,
                       .count = count};
    k.row_vectors = over(k.cols, k.width);
    k.vectors = k.row_vectors * k.batch;
    k.stride = over(k.vectors, 16) * 16;
    k.strips = over(k.vectors, k.x);
    k.all_leaves = over(k.rows, 32);
    k.parts = over(k.all_leaves, k.y * k.leaves);
    k.is_dense = k.width > 1 && k.cols % k.width == 0;
    while (k.run * k.y < k.parts) k.run *= 2;
    return k;
}

static struct tw_counts brute(const struct expanded *config)
{
    static struct tw_prediction count;
    static struct tw_access_cost accesses[2];
    memset(&count, 0, sizeof count);
    count.accesses = accesses;
    count.access_count = 2;
    count.accesses[0] = (struct tw_access_cost){.op = TW_STORE, .bytes = 4};
    count.accesses[1] = (struct tw_access_cost){.op = TW_LOAD, .bytes = 4};
    struct kernel k = kernel_of(config, &count);
    for (uint64_t strip = 0; strip < k.strips; strip++) {
        for (uint64_t part = 0; part < k.parts; part++) count_block(&k, strip, part);
        if (k.parts > 1 && !k.second) count_join(&k, strip);
        if (k.parts == 1) count_results(&k, strip);
    }
    if (k.parts > 1 && k.second) count_second(&k);
    count.counts.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
    return count.counts;
}

/* Sizes around those of leaves, parts, vectors and strips; a row has more than one vector. */
static void random_members(unsigned *seed, char members[256])
{
    unsigned width = 1u << random_below(seed, 3), y = 1u << random_below(seed, 4),
             leaves = 1u << random_below(seed, 3);
    unsigned rows = 1 + random_below(seed, 3 * 32 * y * leaves), cols = width + 1 + random_below(seed, 40);
    unsigned pitch = (cols + 7) / 8 * 8 + 8 * random_below(seed, 2), x = 1 + random_below(seed, 40);
    snprintf(members, 256,
             COLUMNS
             "\"rows\":%u,\"cols\":%u,\"batch\":%u,\"pitch\":%u,\"vector\":%u,\"BDIMX\":%u,\"BDIMY\":%u,"
             "\"leaves\":%u,\"finish\":\"%s\"",
             rows % 1500 + 1, cols, 1 + random_below(seed, 3) / 2 * 2, pitch, 4 * width, x, y, leaves,
             random_below(seed, 2) ? "last" : "second");
}

static void predicts_what_is_counted(void **state)
{
    (void)state;
    unsigned seed = 12;
    unsigned global = 0;
    for (unsigned i = 0; i < 400; i++) {
        char members[256];
        random_members(&seed, members);
        struct expanded config = config_of(members);
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        struct tw_counts counted = brute(&config);
        assert_null(predicted.none);
        assert_int_equal(predicted.counts.known & TW_KNOWN_SHARED, TW_KNOWN_SHARED);
        expect_counts(members, &predicted.counts, &counted);
        global += (predicted.counts.known & TW_KNOWN_GLOBAL) == TW_KNOWN_GLOBAL;
        expanded_free(&config);
    }
    assert_int_equal(global, 400);
}

/* Rows that begin inside of sectors: only shared memory; segments: nothing. */
static void says_what_it_does_not_know(void **state)
{
    (void)state;
    struct expanded config = config_of(COLUMNS "\"rows\":100,\"cols\":67");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_int_equal(predicted.counts.known, TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES);
    expanded_free(&config);
    config = config_of(SEGMENTS "\"rows\":100,\"cols\":67");
    shape = shape_of(&config);
    predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_string_equal(predicted.none, "its accesses depend on the data");
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(shapes),
        cmocka_unit_test(chooses_what_was_fast),
        cmocka_unit_test(shares_segments_by_their_average),
        cmocka_unit_test(packs_many_segments),
        cmocka_unit_test(packs_no_small_elements),
        cmocka_unit_test(tells_schedules),
        cmocka_unit_test(stages_short_segments_of_small_elements),
        cmocka_unit_test(relaxed_keeps_its_scratch),
        cmocka_unit_test(predicts_what_is_counted),
        cmocka_unit_test(says_what_it_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
