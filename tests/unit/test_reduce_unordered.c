/*
 * Reductions along the columns whose rows are added in any order: which problems have them, what is rejected, what the rule takes, and
 * predictions against a count over every thread and row of every block, written here from the kernel's source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/families/reduce/columns/unordered.h"
#include "gen/families/reduce/skeletons.h"
#include "gen/layout/predict.h"

#define FAMILY "reduce"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

#define COLUMNS "\"along\":\"columns\","

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason(COLUMNS "\"rows\":99,\"cols\":99,\"type\":\"int8\"", "");
    check_reason(COLUMNS "\"rows\":99,\"cols\":99,\"type\":\"int8\",\"vector\":16,\"BDIMX\":4,\"BDIMY\":8",
                 "BDIMY is 8, but rows that begin alike in loads of 16 bytes are 16 apart");
    check_reason(
        COLUMNS "\"rows\":99,\"cols\":99,\"type\":\"int16\",\"vector\":4,\"BDIMX\":1,\"BDIMY\":8",
        "BDIMX must be at least 2: rows begin inside loads, so two threads share the columns of a load");
    check_reason(COLUMNS
                 "\"rows\":99,\"cols\":4000,\"type\":\"int8\",\"vector\":16,\"BDIMX\":64,\"BDIMY\":16",
                 "threads meet in 67520 bytes of shared memory; 49152 are the most");
    check_reason(COLUMNS "\"rows\":99999,\"cols\":99,\"type\":\"int16\",\"op\":\"argmin\",\"vector\":16,"
                         "\"BDIMX\":4,\"BDIMY\":16,\"leaves\":256",
                 "a block takes 131072 rows, whose numbers do not fit below an element in a word");
    check_reason(COLUMNS "\"rows\":99999,\"cols\":99,\"type\":\"int16\",\"op\":\"argmin\",\"vector\":16,"
                         "\"BDIMX\":4,\"BDIMY\":16,\"leaves\":128",
                 "");
    check_reason(COLUMNS "\"rows\":99,\"cols\":99,\"type\":\"int8\",\"leaves\":3",
                 "leaves is 3; the tree needs a power of two");
    check_reason(COLUMNS "\"rows\":99,\"cols\":99,\"type\":\"int8\",\"vector\":16,\"BDIMX\":4,\"BDIMY\":16,"
                         "\"leaves\":1,\"blocks\":9",
                 "blocks is 9, but the tree needs 3");
    check_reason(COLUMNS "\"rows\":99,\"cols\":15,\"type\":\"float16\",\"vector\":16",
                 "vector is 16, but rows begin at multiples of 2 bytes only");
}

static void takes_what_nothing_rounds(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        bool is_unordered;
    } fit[] = {
        {"\"rows\":100,\"type\":\"int8\"", true},
        {"\"rows\":100,\"type\":\"uint16\",\"op\":\"mean\"", true},
        {"\"rows\":100,\"type\":\"int16\",\"op\":\"norm2\"", true},
        {"\"rows\":16777217,\"type\":\"int16\",\"op\":\"norm2\"", false}, /* 2^30 * 2^24 are beyond 2^53 */
        {"\"rows\":65536,\"type\":\"uint8\",\"op\":\"mean\",\"accumulator\":\"float32\"", true},
        {"\"rows\":65537,\"type\":\"uint8\",\"op\":\"mean\",\"accumulator\":\"float32\"", false},
        {"\"rows\":100,\"type\":\"uint8\",\"op\":\"product\"", true},
        {"\"rows\":100,\"type\":\"uint8\",\"op\":\"product\",\"accumulator\":\"float64\"", false},
        {"\"rows\":100,\"type\":\"float16\",\"op\":\"argmax\"", true},
        {"\"rows\":100,\"type\":\"float16\",\"op\":\"sum\"", false},
        {"\"rows\":100,\"type\":\"int32\"", false},
        {"\"rows\":32,\"type\":\"int8\"", false},
        {"\"rows\":100,\"batch\":2,\"type\":\"int8\"", false},
        {"\"rows\":100,\"type\":\"int8\",\"vector\":1", false},
        {"\"rows\":100,\"type\":\"int8\",\"pointers\":\"any\"", false},
        {"\"rows\":100,\"type\":\"int8\",\"BDIMX\":64,\"BDIMY\":2",
         false}, /* rows that begin alike are 4 apart at least */
        {"\"rows\":100,\"type\":\"int8\",\"BDIMX\":64,\"BDIMY\":4", true},
    };
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        char members[160];
        snprintf(members, sizeof members, COLUMNS "\"cols\":999,%s", fit[i].members);
        struct expanded config = config_of(members);
        bool is_unordered = tw_reduce_skeleton_of(config.of.variant[0].value) == &tw_reduce_unordered;
        if (is_unordered != fit[i].is_unordered) fail_msg("%s: %d", members, is_unordered);
        expanded_free(&config);
    }
}

static void chooses_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *type, *op;
        uint64_t rows, cols;
        int64_t x, y, vector, leaves;
        const char *finish;
    } fit[] = {
        {"int8", "sum", 4570, 234954, 32, 16, 16, 8, "last"},
        {"int8", "sum", 327096, 3282, 32, 16, 16, 8, "second"},
        {"int16", "sum", 279123, 1923, 32, 16, 16, 8, "second"},
        {"int8", "sum", 5341999, 201, 14, 32, 16, 8, "second"},
        {"int8", "sum", 60000, 1024, 32, 16, 16, 1, "second"},
        {"int8", "product", 4570, 234954, 32, 16, 8, 4, "last"},
        {"int8", "sum", 40, 1000, 128, 4, 4, 1, "last"},
        {"int8", "sum", 1000, 1000, 32, 16, 4, 1, "last"},
        {"int8", "sum", 33, 32537631, 128, 4, 4, 1, "last"},
        {"int16", "sum", 107374182, 5, 2, 256, 16, 4, "second"},
    };
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        char members[160];
        snprintf(members, sizeof members,
                 COLUMNS "\"rows\":%" PRIu64 ",\"cols\":%" PRIu64 ",\"type\":\"%s\",\"op\":\"%s\"",
                 fit[i].rows, fit[i].cols, fit[i].type, fit[i].op);
        struct expanded config = config_by_rule(members);
        const int64_t got[] = {field(&config, "BDIMX"), field(&config, "BDIMY"), field(&config, "vector"),
                               field(&config, "leaves")};
        const int64_t expected[] = {fit[i].x, fit[i].y, fit[i].vector, fit[i].leaves};
        if (memcmp(got, expected, sizeof got) || strcmp(word(&config, "finish"), fit[i].finish))
            fail_msg("%s: %" PRId64 " x %" PRId64 ", vector %" PRId64 ", leaves %" PRId64 ", %s", members,
                     got[0], got[1], got[2], got[3], word(&config, "finish"));
        expanded_free(&config);
    }
}

/* What takes any pointer has the same scratch, so that a plan sizes it once. */
static void relaxed_keeps_its_scratch(void **state)
{
    (void)state;
    static const char *const finishes[] = {"last", "second"};
    for (size_t f = 0; f < 2; f++) {
        char members[160];
        snprintf(members, sizeof members,
                 COLUMNS "\"rows\":9999,\"cols\":777,\"type\":\"int8\",\"op\":\"argmin\",\"finish\":\"%s\"",
                 finishes[f]);
        struct expanded config = config_of(members);
        static struct tw_shape other;
        struct tw_shape shape = shape_of(&config);
        int64_t relaxed[TW_MAX_FIELDS];
        assert_true(
            tw_family_relaxed(config.of.family, config.of.variant[0].value, &config.of.target, relaxed));
        tw_family_shape(config.of.family, relaxed, &config.of.target, &other);
        assert_int_equal(shape.argument_count, other.argument_count);
        assert_int_equal(shape.launch_count, other.launch_count);
        for (unsigned i = 0; i < shape.argument_count; i++)
            assert_int_equal(shape.arguments[i].count, other.arguments[i].count);
        expanded_free(&config);
    }
}

/* ---- predictions ---- */

/* A kernel for sums of uint16 in uint64, and what is counted of it. */
struct kernel {
    uint64_t rows, cols, pitch, x, y, width, unroll, strip, strips, block_rows, parts, stride, padded;
    bool second;
    struct tw_prediction *count;
};

static uint64_t over(uint64_t n, uint64_t by)
{
    return (n + by - 1) / by;
}

/* The lanes of a warp, each with a byte address. */
struct warp {
    uint64_t addr[TW_WARP];
    uint32_t active;
};

static void add(struct warp *warp, uint64_t thread, uint64_t addr)
{
    warp->addr[thread % TW_WARP] = addr;
    warp->active |= 1u << thread % TW_WARP;
}

static void access_global(const struct kernel *k, enum tw_access op, unsigned bytes, const struct warp *warp)
{
    tw_predict_global(k->count, op, bytes, warp->addr, warp->active, 1);
}

static void access_shared(const struct kernel *k, unsigned access, const struct warp *warp)
{
    uint32_t addr[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = (uint32_t)warp->addr[i];
    tw_predict_request(k->count, access, addr, warp->active, 1);
}

/* What a thread is about: its first column in the matrix, which may be before it, and its rows. */
struct thread {
    bool works, is_cut;
    uint64_t y, shift, at, rows, whole;
};

static struct thread thread_of(const struct kernel *k, uint64_t strip, uint64_t part, uint64_t t)
{
    uint64_t first_row = part * k->block_rows, x = t % k->x;
    uint64_t rows = k->rows - first_row < k->block_rows ? k->rows - first_row : k->block_rows;
    struct thread of = {.y = t / k->x, .shift = t / k->x * k->pitch % k->width};
    bool in_strip = x * k->width < k->strip + of.shift,
         in_row = strip * k->strip + x * k->width < k->cols + of.shift;
    if (t >= k->x * k->y || of.y >= rows || !in_strip || !in_row) return of;
    of.works = true;
    of.at = (first_row + of.y) * k->pitch + strip * k->strip + x * k->width - of.shift;
    of.rows = over(rows - of.y, k->y);
    uint64_t last = of.at + (of.rows - 1) * k->y * k->pitch;
    of.is_cut = last + k->width > (k->rows - 1) * k->pitch + k->cols;
    of.whole = of.rows - of.is_cut;
    return of;
}

/* Threads of a warp go through whole turns together, each as many as it has, then through what is left, then the piece. */
static void count_loads(const struct kernel *k, const struct thread of[TW_WARP])
{
    uint64_t step = k->y * k->pitch, all = (k->rows - 1) * k->pitch + k->cols;
    for (uint64_t n = 0; n < k->block_rows; n++) {
        struct warp turn = {.active = 0};
        for (unsigned i = 0; i < TW_WARP; i++)
            if (of[i].works && n < of[i].whole / k->unroll * k->unroll)
                add(&turn, i, 2 * (of[i].at + n * step));
        access_global(k, TW_LOAD, (unsigned)(2 * k->width), &turn);
    }
    for (uint64_t u = 0; u < k->unroll; u++) {
        struct warp rest = {.active = 0};
        for (unsigned i = 0; i < TW_WARP; i++) {
            uint64_t n = of[i].whole / k->unroll * k->unroll + u;
            if (of[i].works && n < of[i].whole) add(&rest, i, 2 * (of[i].at + n * step));
        }
        access_global(k, TW_LOAD, (unsigned)(2 * k->width), &rest);
    }
    for (uint64_t e = 0; e < k->width; e++) {
        struct warp piece = {.active = 0};
        for (unsigned i = 0; i < TW_WARP; i++) {
            uint64_t at = of[i].at + of[i].whole * step + e;
            if (of[i].works && of[i].is_cut && at < all) add(&piece, i, 2 * at);
        }
        access_global(k, TW_LOAD, 2, &piece);
    }
}

static void count_leaving(const struct kernel *k, uint64_t first, const struct thread of[TW_WARP])
{
    for (uint64_t e = 0; e < k->width; e++) {
        struct warp warp = {.active = 0};
        for (unsigned i = 0; i < TW_WARP; i++) {
            uint64_t behind = (first + i) % k->x * k->width + e, column = behind - of[i].shift;
            if (of[i].works && behind >= of[i].shift && column < k->strip)
                add(&warp, i, 4 * (of[i].y * k->padded + column + column / 32));
        }
        access_shared(k, 0, &warp);
    }
}

/* The columns of a block that warps have, in turns of as many as there are threads. */
static void count_columns(const struct kernel *k, uint64_t strip, uint64_t part, bool joins)
{
    uint64_t threads = k->x * k->y, left = k->rows - part * k->block_rows;
    for (uint64_t turn = 0; turn < k->strip; turn += threads) {
        for (uint64_t first = 0; first < threads; first += TW_WARP) {
            struct warp states = {.active = 0}, results = {.active = 0};
            for (uint64_t y = 0; y < k->y && y < left && !joins; y++) {
                struct warp warp = {.active = 0};
                for (uint64_t t = first; t < first + TW_WARP && t < threads; t++) {
                    uint64_t column = turn + t;
                    if (column < k->strip && strip * k->strip + column < k->cols)
                        add(&warp, t, 4 * (y * k->padded + column + column / 32));
                }
                access_shared(k, 1, &warp);
            }
            for (uint64_t t = first; t < first + TW_WARP && t < threads; t++) {
                uint64_t column = strip * k->strip + turn + t;
                if (turn + t >= k->strip || column >= k->cols) continue;
                add(&states, t, 8 * (part * k->stride + column));
                add(&results, t, 8 * column);
            }
            for (uint64_t p = 0; p < k->parts && joins; p++) access_global(k, TW_LOAD, 8, &states);
            access_global(k, TW_STORE, 8, k->parts > 1 && !joins ? &states : &results);
        }
    }
}

static void count_block(const struct kernel *k, uint64_t strip, uint64_t part)
{
    for (uint64_t first = 0; first < k->x * k->y; first += TW_WARP) {
        struct thread of[TW_WARP];
        for (unsigned i = 0; i < TW_WARP; i++) of[i] = thread_of(k, strip, part, first + i);
        count_loads(k, of);
        count_leaving(k, first, of);
    }
    count_columns(k, strip, part, false);
}

/* A part has one state per column, so arrays in shared memory are of 8 bytes. */
static void count_second(const struct kernel *k)
{
    uint64_t runs = 1;
    while (runs < 32 && 2 * runs <= k->parts) runs *= 2;
    for (uint64_t column = 0; column < k->cols; column += TW_WARP) {
        struct warp states = {.active = 0}, all = {.active = 0}, some = {.active = 0};
        for (unsigned i = 0; i < TW_WARP; i++) {
            add(&all, i, 8 * i);
            if (column + i >= k->cols) continue;
            add(&states, i, 8 * (column + i));
            add(&some, i, 8 * i);
        }
        for (uint64_t part = 0; part < k->parts; part++) access_global(k, TW_LOAD, 8, &states);
        for (uint64_t run = 0; run < runs; run++) access_shared(k, 2, &all);
        for (uint64_t run = 1; run < runs; run++) access_shared(k, 3, &some);
        access_global(k, TW_STORE, 8, &states);
    }
}

static struct tw_counts brute(const struct expanded *config)
{
    static struct tw_prediction count;
    static struct tw_access_cost accesses[4];
    memset(&count, 0, sizeof count);
    count.accesses = accesses;
    count.access_count = 4;
    count.accesses[0] = (struct tw_access_cost){.op = TW_STORE, .bytes = 4};
    count.accesses[1] = (struct tw_access_cost){.op = TW_LOAD, .bytes = 4};
    count.accesses[2] = (struct tw_access_cost){.op = TW_STORE, .bytes = 8};
    count.accesses[3] = (struct tw_access_cost){.op = TW_LOAD, .bytes = 8};
    struct kernel k = {.rows = field(config, "rows"),
                       .cols = field(config, "cols"),
                       .pitch = field(config, "pitch"),
                       .x = field(config, "BDIMX"),
                       .y = field(config, "BDIMY"),
                       .width = field(config, "vector") / 2,
                       .unroll = field(config, "unroll"),
                       .second = strcmp(word(config, "finish"), "second") == 0,
                       .count = &count};
    bool shifted = k.pitch % k.width != 0;
    k.strip = (k.x - shifted) * k.width;
    k.strips = over(k.cols, k.strip);
    k.block_rows = 32 * k.y * (uint64_t)field(config, "leaves");
    k.parts = over(k.rows, k.block_rows);
    k.stride = over(k.cols, 16) * 16;
    k.padded = k.strip + (k.strip - 1) / 32;
    for (uint64_t strip = 0; strip < k.strips; strip++) {
        for (uint64_t part = 0; part < k.parts; part++) count_block(&k, strip, part);
        if (k.parts > 1 && !k.second) count_columns(&k, strip, 0, true);
    }
    if (k.parts > 1 && k.second) count_second(&k);
    count.counts.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
    return count.counts;
}

/* Sizes around those of parts, chunks and strips; half of them with rows that begin at whole sectors. */
static void random_members(unsigned *seed, char members[256])
{
    unsigned width = 2u << random_below(seed, 3), y = width << random_below(seed, 2),
             leaves = 1u << random_below(seed, 2);
    unsigned rows = 33 + random_below(seed, 100 * y), cols = 1 + random_below(seed, 400),
             x = 2 + random_below(seed, 33);
    unsigned pitch = random_below(seed, 2) ? (cols + 15) / 16 * 16 : cols + random_below(seed, 5);
    if (pitch % 16 == 0 && random_below(seed, 2)) y = 1u << random_below(seed, 3);
    snprintf(members, 256,
             COLUMNS "\"type\":\"uint16\",\"rows\":%u,\"cols\":%u,\"pitch\":%u,\"vector\":%u,\"BDIMX\":%u,"
                     "\"BDIMY\":%u,\"leaves\":%u,\"unroll\":%u,\"finish\":\"%s\"",
             rows, cols, pitch, 2 * width, x, y, leaves, 1u << random_below(seed, 4),
             random_below(seed, 2) ? "last" : "second");
}

static void predicts_what_is_counted(void **state)
{
    (void)state;
    unsigned seed = 5;
    unsigned global = 0;
    for (unsigned i = 0; i < 200; i++) {
        char members[256];
        random_members(&seed, members);
        struct expanded config = config_of(members);
        struct tw_text reason = {0};
        if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        struct tw_counts counted = brute(&config);
        assert_null(predicted.none);
        assert_int_equal(predicted.counts.known & TW_KNOWN_SHARED, TW_KNOWN_SHARED);
        expect_counts(members, &predicted.counts, &counted);
        global += (predicted.counts.known & TW_KNOWN_GLOBAL) == TW_KNOWN_GLOBAL;
        expanded_free(&config);
    }
    assert_true(global > 80);
}

/* A warp that is a row of a block of 32 finds its columns in 32 banks, wherever rows begin. */
static void conflicts_nowhere(void **state)
{
    (void)state;
    for (unsigned cols = 1984; cols < 2000; cols++) {
        char members[160];
        snprintf(members, sizeof members,
                 COLUMNS "\"type\":\"int8\",\"rows\":600,\"cols\":%u,\"vector\":16,\"BDIMX\":32,\"BDIMY\":16",
                 cols);
        struct expanded config = config_of(members);
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        assert_int_equal(predicted.counts.store_wavefronts, predicted.counts.store_requests);
        assert_int_equal(predicted.counts.load_wavefronts, predicted.counts.load_requests);
        expanded_free(&config);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),    cmocka_unit_test(takes_what_nothing_rounds),
        cmocka_unit_test(chooses_blocks),           cmocka_unit_test(relaxed_keeps_its_scratch),
        cmocka_unit_test(predicts_what_is_counted), cmocka_unit_test(conflicts_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
