/*
 * The reduce family along rows: what it rejects, what it chooses, its shape, and its predictions against a count over every lane of
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
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/families/reduce/fields.h"
#include "gen/layout/predict.h"
#include "gen/text/render.h"

#define FAMILY "reduce"
#include "tests/family_cases.h"

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"cols\":100000", "");
    check_reason("\"cols\":100000,\"leaves\":3", "leaves is 3; the tree needs a power of two");
    check_reason("\"cols\":100000,\"warps\":6", "warps is 6; the tree needs a power of two");
    check_reason("\"cols\":100000,\"unroll\":3",
                 "unroll is 3; 1, 2, 4 or 8 lines of a leaf are loaded together, or the 16 of two");
    check_reason("\"cols\":100000,\"unroll\":16,\"leaves\":1",
                 "unroll is 16, the lines of two leaves, but a warp takes one");
    check_reason("\"cols\":100,\"schedule\":\"direct\",\"unroll\":16",
                 "unroll is 16, but a row is one leaf, of 8 lines");
    check_reason(
        "\"cols\":100000,\"leaves\":64,\"warps\":32",
        "32 warps with 64 leaves each take 2048 leaves of a row, more than the 1024 whose states meet in "
        "a block");
    check_reason(
        "\"cols\":100000,\"leaves\":1024,\"warps\":1,\"BDIMX\":1024",
        "the states of a block's leaves take 131072 bytes of shared memory, more than 49152; fewer leaves "
        "would do");
    check_reason("\"cols\":100000,\"BDIMY\":2", "BDIMY is 2; blocks that take rows have one dimension");
    check_reason("\"cols\":100000,\"BDIMX\":40", "BDIMX is 40; rows are taken by whole warps of 32 threads");
    check_reason("\"cols\":100000,\"BDIMX\":64,\"warps\":4",
                 "4 warps share a row, but a block of 64 threads has 2");
    check_reason("\"cols\":100000,\"leaves\":1,\"BDIMX\":64,\"warps\":1",
                 "a row is cut into 98 parts, which take a block each; warps must be all 2 of it");
    check_reason("\"cols\":1000,\"warps\":2,\"BDIMX\":64",
                 "warps is 2, but a row is one leaf, which one warp takes");
    check_reason("\"cols\":100,\"schedule\":\"direct\",\"leaves\":2,\"unroll\":4",
                 "unroll is 4 and leaves 2; several short rows are loaded all at once, unroll 8");
    check_reason("\"cols\":100,\"schedule\":\"direct\",\"leaves\":32",
                 "leaves is 32, but a lane takes 16 short rows at most");
    check_reason("\"cols\":1000000000,\"leaves\":1,\"warps\":1,\"BDIMX\":32", "");
    check_reason(
        "\"cols\":2000000000,\"leaves\":1,\"warps\":1,\"BDIMX\":32,\"type\":\"float64\"",
        "a row is cut into 3906250 parts, more than the 1048576 that one block joins; more leaves or warps "
        "make fewer");
    check_reason("\"cols\":100000,\"order\":\"free\",\"op\":\"mean\",\"finish\":\"atomic\"",
                 "only a sum can be finished by atomic additions");
    check_reason("\"cols\":100000,\"finish\":\"atomic\"", "");
    check_reason("\"cols\":100000,\"order\":\"fixed\",\"finish\":\"atomic\"",
                 "atomic additions come in any order; only order free can be finished by them");
    check_reason(
        "\"cols\":100000,\"finish\":\"cluster\",\"leaves\":2,\"warps\":4,\"BDIMX\":128",
        "a row is cut into 13 parts, more than the 8 blocks of a cluster; more leaves or warps make fewer");
    check_reason("\"cols\":100000,\"finish\":\"cluster\"", "");
    check_reason("\"cols\":100,\"rows\":100,\"along\":\"columns\",\"finish\":\"cluster\"",
                 "only rows that the tree takes are finished by a cluster");
    check_reason("\"cols\":100000,\"blocks\":6,\"leaves\":4,\"warps\":4",
                 "blocks is 6, but the tree needs 7");
    check_reason("\"cols\":10,\"rows\":4294967296,\"batch\":4294967296", "there are more than 2^40 results");
    check_reason("\"cols\":9,\"rows\":3,\"pitch\":8", "pitch is less than cols: rows overlap");
    check_reason("\"cols\":9,\"rows\":3,\"offsets\":\"int32\"",
                 "only segments have offsets; leave offsets out");
    check_reason("\"cols\":9,\"rows\":3,\"along\":\"columns\",\"check\":\"trap\"",
                 "only segments have offsets to check; leave check out");
    check_reason("\"cols\":9,\"rows\":3,\"offsets\":\"int64\",\"check\":\"none\"",
                 ""); /* as records have it */
    check_reason("\"cols\":9,\"rows\":3,\"vector\":8",
                 "vector is 8, but rows begin at multiples of 4 bytes only");
    check_reason("\"cols\":0,\"op\":\"argmin\"", "argmin of no elements gives no place");
    check_reason("\"cols\":31,\"rows\":9,\"schedule\":\"staged\",\"row_lanes\":3",
                 "row_lanes is 3; the tree needs a power of two");
    check_reason("\"cols\":31,\"rows\":9,\"pitch\":32,\"schedule\":\"staged\",\"row_lanes\":1",
                 "only rows of one leaf, without gaps between them, are staged");
    check_reason("\"cols\":31,\"rows\":9,\"schedule\":\"staged\",\"row_lanes\":1,\"pointers\":\"any\"",
                 "rows are staged 16 bytes at a time, which pointers any does not allow");
    check_reason("\"cols\":30,\"rows\":9,\"schedule\":\"staged\",\"row_lanes\":1,\"vector\":4",
                 "vector is 4; staged rows are taken by the 8 bytes that all begin at");
    check_reason("\"cols\":129,\"rows\":9,\"schedule\":\"staged\",\"row_lanes\":1",
                 "row_lanes is 1, but a row has 516 bytes, more than the 512 of a line");
    check_reason(
        "\"cols\":333,\"rows\":9,\"schedule\":\"staged\",\"row_lanes\":8,\"leaves\":1,\"type\":\"int8\"",
        "a warp stages 4 rows, 1332 bytes, no multiple of 16; more leaves would do");
    check_reason(
        "\"cols\":127,\"rows\":9,\"schedule\":\"staged\",\"row_lanes\":1,\"leaves\":1,\"BDIMX\":128",
        "the tiles of 4 warps take 16256 bytes each, more than 49152 together; fewer leaves or threads "
        "would do");
    check_reason("\"cols\":31,\"rows\":9,\"along\":\"columns\",\"schedule\":\"staged\"",
                 "columns have no schedule staged");
    check_reason("\"cols\":31,\"rows\":9,\"schedule\":\"balanced\"", "rows have no schedule balanced");
    check_reason("\"cols\":31,\"rows\":9,\"along\":\"segments\",\"schedule\":\"unordered\"",
                 "segments have no schedule unordered");
    check_reason("\"cols\":31,\"method\":\"shuffle\",\"schedule\":\"staged\"",
                 "only the tree has schedules; that of the ladder is direct");
    check_reason("\"cols\":31,\"rows\":9,\"schedule\":\"direct\",\"row_lanes\":2",
                 "row_lanes must be 1: only staged rows have more");
    check_reason("\"cols\":31,\"rows\":1,\"schedule\":\"staged\",\"row_lanes\":1",
                 "only several rows are staged; there is one row, and it begins where loads begin");
    check_reason("\"cols\":1,\"rows\":9,\"op\":\"argmin\",\"schedule\":\"staged\",\"row_lanes\":1",
                 "rows of one element are not staged: the place of the result is known");
    check_reason("\"cols\":1099511627776", "");
    check_reason(
        "\"cols\":1099511627776,\"type\":\"float64\"",
        "a row is cut into 2097152 parts, more than the 1048576 that one block joins; more leaves or warps "
        "make fewer");
    check_reason("\"cols\":1,\"rows\":4294967296,\"batch\":256", "");
}

static void check_choice(const char *members, uint64_t threads, uint64_t warps, uint64_t leaves,
                         uint64_t blocks)
{
    struct expanded config = config_by_rule(members);
    struct tw_text reason = {0};
    if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
    const uint64_t pairs[][2] = {{field(&config, "BDIMX"), threads},
                                 {field(&config, "warps"), warps},
                                 {field(&config, "leaves"), leaves},
                                 {field(&config, "blocks"), blocks}};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] != pairs[i][1])
            fail_msg("%s: choice %u is %" PRIu64 ", not %" PRIu64, members, i, pairs[i][0], pairs[i][1]);
    expanded_free(&config);
}

/* The rule: small arrays are one block's; large ones fill the GPU; short rows share warps. */
static void chooses_for_the_problem(void **state)
{
    (void)state;
    check_choice("\"cols\":1024", 32, 1, 1, 1);
    check_choice("\"cols\":4096", 128, 4, 1, 1);
    check_choice("\"cols\":16384", 512, 16, 1, 1);
    check_choice("\"cols\":32768", 1024, 32, 1, 1);
    check_choice("\"cols\":32769", 256, 8, 1, 5);
    check_choice("\"cols\":65536", 256, 8, 1, 8);
    check_choice("\"cols\":131072", 512, 16, 1, 8);
    check_choice("\"cols\":131073", 128, 4, 1, 33);
    check_choice("\"cols\":65536,\"rows\":16", 256, 8, 1, 128);
    check_choice("\"cols\":65536,\"rows\":17", 1024, 32, 2, 17);
    check_choice("\"cols\":65536,\"finish\":\"last\"", 1024, 32, 2, 1);
    check_choice("\"cols\":65536,\"rows\":3,\"finish\":\"cluster\"", 256, 8, 1, 24);
    check_choice("\"cols\":100000,\"finish\":\"cluster\",\"warps\":4", 128, 4, 4, 7);
    check_choice("\"cols\":100000,\"finish\":\"cluster\",\"BDIMX\":64", 64, 2, 8, 7);
    check_choice("\"cols\":100000,\"leaves\":2,\"warps\":4,\"BDIMX\":128", 128, 4, 2, 13);
    check_choice("\"cols\":8388608,\"finish\":\"cluster\"", 1024, 32, 32, 8);
    check_choice("\"cols\":262144", 128, 4, 1, 64);
    check_choice("\"cols\":1048576", 256, 8, 1, 128);
    check_choice("\"cols\":10000000", 512, 16, 2, 306);
    check_choice("\"cols\":268435456", 1024, 32, 4, 2048);
    check_choice("\"cols\":268435456,\"type\":\"int8\",\"op\":\"argmin\"", 512, 16, 16, 256);
    check_choice("\"cols\":268435456,\"type\":\"int16\"", 512, 16, 8, 1024);
    check_choice("\"cols\":268435456,\"op\":\"argmax\"", 512, 16, 8, 2048);
    check_choice("\"cols\":10000,\"rows\":26843", 256, 8, 2, 26843);
    check_choice("\"cols\":100000,\"rows\":2684", 1024, 32, 4, 2684);
    check_choice("\"cols\":8,\"rows\":33554432", 256, 1, 8, 32768);
    check_choice("\"cols\":2048,\"rows\":131072", 256, 2, 1, 32768);
    check_choice("\"cols\":0,\"rows\":1000", 256, 1, 1, 4);
    check_choice("\"cols\":31,\"rows\":8659208", 128, 1, 1, 67651);
    check_choice("\"cols\":3,\"rows\":4294967296,\"batch\":256,\"type\":\"int8\"", 512, 1, 2, 1073741824);
}

static void check_loads(const char *members, uint64_t bytes)
{
    struct expanded config = config_by_rule(members);
    if ((uint64_t)field(&config, "vector") != bytes)
        fail_msg("%s: loads of %" PRIu64 " bytes, not %" PRIu64, members, field(&config, "vector"), bytes);
    expanded_free(&config);
}

/* Where rows begin anywhere: loads of 16 bytes put together where that is faster. */
static void puts_loads_together(void **state)
{
    (void)state;
    check_loads("\"cols\":5001,\"rows\":1", 16);
    check_loads("\"cols\":5001,\"rows\":9,\"pitch\":5004", 16);
    check_loads("\"cols\":127,\"rows\":9999,\"type\":\"int8\",\"schedule\":\"direct\"", 1);
    check_loads("\"cols\":129,\"rows\":9999,\"type\":\"int8\",\"schedule\":\"direct\"", 16);
    check_loads("\"cols\":1023,\"rows\":9", 4);
    check_loads("\"cols\":1025,\"rows\":9", 16);
    check_loads("\"cols\":1026,\"rows\":9", 8);
    check_loads("\"cols\":5001,\"rows\":9,\"type\":\"float64\"", 8);
    check_loads("\"cols\":5001,\"rows\":9,\"op\":\"dot\"", 16);
    check_loads("\"cols\":5001,\"rows\":9,\"op\":\"mean\",\"type\":\"int32\"", 16);
    check_loads("\"cols\":5001,\"rows\":9,\"op\":\"argmin\"", 4);
    check_loads("\"cols\":5001,\"rows\":9,\"op\":\"max\"", 4);
    check_loads("\"cols\":5001,\"rows\":9,\"order\":\"free\"", 16);
    check_loads("\"cols\":5001,\"rows\":9,\"order\":\"compensated\"", 4);
    check_loads("\"cols\":5001,\"rows\":9,\"order\":\"exact\"", 4);
    check_loads("\"cols\":5001,\"rows\":9,\"pointers\":\"any\"", 4);
    check_loads("\"cols\":191,\"rows\":999,\"type\":\"int32\",\"schedule\":\"direct\"", 4);
    check_loads("\"cols\":193,\"rows\":999,\"type\":\"int32\",\"schedule\":\"direct\"", 16);
    check_loads("\"cols\":193,\"rows\":999,\"type\":\"int32\",\"schedule\":\"direct\",\"op\":\"norm2\"", 4);
}

/* Whatever is left open, there is a variant. */
static void every_problem_has_a_variant(void **state)
{
    (void)state;
    static const char *const types[] = {"int8", "bfloat16", "float32", "float64"};
    for (unsigned type = 0; type < 4; type++) {
        for (uint64_t cols = 1; cols <= UINT64_C(1) << 36; cols = cols * 7 + type) {
            for (uint64_t rows = 1; rows <= 1000000; rows *= 10) {
                char members[128];
                struct tw_text reason = {0};
                if (cols * rows > UINT64_C(1) << 40) continue;
                snprintf(members, sizeof members, "\"cols\":%" PRIu64 ",\"rows\":%" PRIu64 ",\"type\":\"%s\"",
                         cols, rows, types[type]);
                struct expanded config = config_of(members);
                if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
                expanded_free(&config);
            }
        }
    }
}

/* ---- shape ---- */

static void parts_meet_in_scratch(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":100000,\"rows\":3,\"leaves\":4,\"warps\":4,\"BDIMX\":128,"
                                       "\"op\":\"argmax\"");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.launch_count, 1);
    assert_int_equal(shape.launches[0].grid[0], 21);
    assert_int_equal(shape.launches[0].shared_bytes, 16 * (4 + 8));
    assert_int_equal(shape.argument_count, 5);
    assert_string_equal(shape.arguments[2].name, "partials_value");
    assert_string_equal(shape.arguments[3].name, "partials_index");
    assert_int_equal(shape.arguments[3].count, 21);
    assert_string_equal(shape.arguments[4].name, "finished");
    assert_int_equal(shape.arguments[4].count, 3);
    assert_int_equal(shape.arguments[4].before, TW_BEFORE_ZERO);
    assert_int_equal(shape.chain, 0);
    expanded_free(&config);
}

static void a_second_launch_joins_parts(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":100000,\"finish\":\"second\",\"op\":\"dot\"");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.launch_count, 2);
    assert_string_equal(shape.launches[1].suffix, "_join");
    assert_int_equal(shape.launches[1].grid[0], 1);
    assert_int_equal(shape.launches[0].argument_count, 3); /* a, b, partials_value */
    assert_int_equal(shape.launches[0].argument[2], 3);
    assert_int_equal(shape.launches[1].argument_count, 2); /* c, partials_value */
    assert_int_equal(shape.launches[1].argument[0], 2);
    expanded_free(&config);
}

static void atomics_begin_with_zeros(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":100000,\"finish\":\"atomic\"");
    struct tw_shape shape = shape_of(&config);
    assert_int_equal(shape.argument_count, 2);
    assert_int_equal(shape.arguments[1].before, TW_BEFORE_ZEROED);
    assert_true(shape.chain > 8 + 7);
    expanded_free(&config);
}

/* Where blocks have no clusters, one is refused, and none is chosen. */
static void clusters_are_of_newer_devices(void **state)
{
    (void)state;
    struct expanded given =
                        config_on("\"cols\":65536,\"finish\":\"cluster\",\"leaves\":1", tw_target_find(89)),
                    open = config_on("\"cols\":65536", tw_target_find(80)),
                    chosen = config_of("\"cols\":65536");
    struct tw_text reason = {0};
    assert_false(accepts(&given, &reason));
    assert_string_equal(reason.data, "finish is cluster, which there is from sm_90 on; this is sm_89");
    assert_string_equal(word(&open, "finish"), "last");
    assert_string_equal(word(&chosen, "finish"), "cluster");
    struct tw_shape shape = shape_of(&chosen);
    assert_int_equal(shape.argument_count, 2); /* nothing in scratch */
    assert_int_equal(shape.launches[0].grid[0], 8);
    assert_int_equal(shape.launches[0].shared_bytes, 4 * (8 + 8));
    tw_text_free(&reason);
    expanded_free(&given);
    expanded_free(&open);
    expanded_free(&chosen);
}

/* Staged rows need arrays at multiples of 16 bytes; what plans have beside them does not. */
static void staged_rows_do_without_alignment(void **state)
{
    (void)state;
    static const char *const members[] = {
        "\"cols\":31,\"rows\":100003,\"schedule\":\"staged\",\"row_lanes\":1,\"unroll\":4",
        "\"cols\":333,\"rows\":1003,\"type\":\"int8\",\"schedule\":\"staged\",\"row_lanes\":2,\"op\":"
        "\"dot\""};
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++) {
        struct expanded config = config_of(members[i]);
        static struct tw_shape other;
        struct tw_shape shape = shape_of(&config);
        int64_t relaxed[TW_MAX_FIELDS];
        assert_int_equal(shape.arguments[0].align, 16);
        assert_true(
            tw_family_relaxed(config.of.family, config.of.variant[0].value, &config.of.target, relaxed));
        tw_family_shape(config.of.family, relaxed, &config.of.target, &other);
        assert_int_equal(other.arguments[0].align, i ? 1 : 4);
        assert_int_equal(other.launches[0].shared_bytes, 0);
        expanded_free(&config);
    }
}

/* ---- predictions ---- */

struct counted {
    uint64_t loads, load_sectors, fills, stores, store_sectors, shared_loads, shared_stores;
};

/* The variant in numbers; what its states are is told apart from the config. */
struct variant {
    uint64_t cols, pitch, results, leaves, share, warps, vector, bytes, parts, block_rows, blocks, lanes,
        width, staged, unroll, cluster;
    unsigned members[2], member_count, result;
    bool by_word; /* elements of a load are taken by the word */
};

static uint64_t distinct(const uint64_t addr[32], const bool active[32], uint64_t bytes, uint64_t grain)
{
    uint64_t seen[64], count = 0;
    for (unsigned i = 0; i < 32; i++) {
        for (uint64_t at = addr[i] / grain; active[i] && at <= (addr[i] + bytes - 1) / grain; at++) {
            bool known = false;
            for (uint64_t k = 0; k < count; k++) known |= seen[k] == at;
            if (!known) seen[count++] = at;
        }
    }
    return count;
}

static void touch(struct counted *to, bool store, const uint64_t addr[32], const bool active[32],
                  uint64_t bytes)
{
    uint64_t sectors = distinct(addr, active, bytes, 32);
    if (!sectors) return;
    if (store) {
        to->stores++;
        to->store_sectors += sectors;
        return;
    }
    to->loads++;
    to->load_sectors += sectors;
    to->fills += distinct(addr, active, bytes, 64);
}

/* Chunks of 16 bytes; one beyond the array's end is loaded in pieces of 8, 4, 2 and 1. */
static void touch_chunks(const struct variant *v, const uint64_t addr[32], const bool active[32],
                         struct counted *to)
{
    uint64_t end = ((v->results - 1) * v->pitch + v->cols) * v->bytes, at[32];
    bool whole[32], last[32];
    for (unsigned i = 0; i < 32; i++) {
        whole[i] = active[i] && addr[i] + 16 <= end;
        last[i] = active[i] && !whole[i];
        at[i] = addr[i];
    }
    touch(to, false, addr, whole, 16);
    for (unsigned piece = 8; piece; piece /= 2) {
        if (!(end % 16 & piece)) continue;
        touch(to, false, at, last, piece);
        for (unsigned i = 0; i < 32; i++) at[i] += piece;
    }
}

/* Likewise of rows that begin anywhere. A turn of whole lines is followed by the chunk in which it ends; of what is left, each lane
   has the chunk where its bytes begin, then the one where they end. */
static void load_shifted(const struct variant *v, const uint64_t from[32], uint64_t n, struct counted *to)
{
    uint64_t line = v->lanes * 16, lines = n * v->bytes / line, left = n * v->bytes % line;
    uint64_t own[32], next[32];
    bool all[32], ends[32];
    for (uint64_t at = 0; at <= lines; at++) {
        for (unsigned i = 0; i < 32; i++) {
            uint64_t begin = from[i] * v->bytes + at * line, place = i % v->lanes * 16;
            own[i] = (begin + place) / 16 * 16;
            next[i] = (begin + place + 15) / 16 * 16;
            all[i] = at < lines || place < left;
            ends[i] = begin % 16 != 0 && place < left && next[i] < begin + left;
        }
        if (at > 0 && (at % v->unroll == 0 || at == lines)) {
            bool firsts[32];
            for (unsigned i = 0; i < 32; i++) firsts[i] = i % v->lanes == 0 && from[i] * v->bytes % 16 != 0;
            touch_chunks(v, own, firsts, to);
        }
        if (at == lines && left == 0) break;
        touch_chunks(v, own, all, to);
        if (at == lines) touch_chunks(v, next, ends, to);
    }
}

/* Likewise where elements are taken by the word: lanes have the chunks that have some of the row, in turn. */
static void load_chunks(const struct variant *v, const uint64_t from[32], uint64_t n, struct counted *to)
{
    bool some = true;
    for (uint64_t turn = 0; some; turn++) {
        uint64_t chunk[32];
        bool has[32];
        some = false;
        for (unsigned i = 0; i < 32; i++) {
            uint64_t begin = from[i] * v->bytes;
            chunk[i] = (begin / 16 + turn * v->lanes + i % v->lanes) * 16;
            has[i] = chunk[i] < begin + n * v->bytes;
            some |= has[i];
        }
        if (some) touch_chunks(v, chunk, has, to);
    }
}

static bool begins_anywhere(const struct variant *v)
{
    return v->vector * v->bytes == 16 && v->results > 1 && v->pitch * v->bytes % 16 != 0;
}

/* A warp loads a leaf of `n` elements; lane i's begins at element from[i]. */
static void load_leaf(const struct variant *v, const uint64_t from[32], uint64_t n, struct counted *to)
{
    if (begins_anywhere(v)) {
        (v->by_word ? load_chunks : load_shifted)(v, from, n, to);
        return;
    }
    uint64_t turns = v->width > v->lanes * v->vector ? v->width / (v->lanes * v->vector) : 1;
    for (uint64_t line = 0; line < 8; line++) {
        for (uint64_t turn = 0; turn < turns; turn++) {
            for (uint64_t k = 0; k <= v->vector; k++) { /* 0: whole vectors; then single elements */
                uint64_t addr[32];
                bool active[32];
                for (unsigned i = 0; i < 32; i++) {
                    uint64_t e = line * (512 / v->bytes) + (turn * v->lanes + i % v->lanes) * v->vector;
                    bool whole = e + v->vector <= n;
                    active[i] = k ? !whole && e + k - 1 < n : whole;
                    if (v->cols < 512 / v->bytes && line) active[i] = false;
                    addr[i] = (from[i] + e + (k ? k - 1 : 0)) * v->bytes;
                }
                touch(to, false, addr, active, k ? v->bytes : v->vector * v->bytes);
            }
        }
    }
}

static void store_results(const struct variant *v, uint64_t row, uint64_t rows, struct counted *to)
{
    uint64_t addr[32];
    bool active[32];
    for (unsigned i = 0; i < 32; i++) {
        addr[i] = (row + i / (32 / rows)) * v->result;
        active[i] = i % (32 / rows) == 0 && row + i / (32 / rows) < v->results;
    }
    touch(to, true, addr, active, v->result);
}

static void count_short(const struct variant *v, struct counted *to)
{
    uint64_t groups = 32 / v->lanes;
    for (uint64_t first = 0; first < v->blocks * v->block_rows; first += groups) {
        uint64_t from[32];
        for (unsigned i = 0; i < 32; i++) {
            uint64_t row = first + i / v->lanes;
            from[i] = (row < v->results ? row : v->results - 1) * v->pitch;
        }
        load_leaf(v, from, v->cols, to);
        store_results(v, first, groups, to);
    }
}

/* Lanes take units of a tile's rows; a lane alone only those of rows that exist, and of two words, the one before the first. */
static void count_units(const struct variant *v, uint64_t row, uint64_t rows, struct counted *to)
{
    uint64_t width = 512 / v->bytes, grain = 16, side = (v->staged == 1 ? 512 : 128 / v->staged) / v->bytes;
    while (v->pitch * v->bytes % grain) grain /= 2;
    uint64_t unit = (grain < 4 ? 4 : grain) / v->bytes;
    if (side > v->width) side = v->width;
    for (uint64_t first = 0; first < v->cols && (v->staged > 1 || row < rows); first += width) {
        for (uint64_t turn = 0; turn < width; turn += v->staged * side) {
            uint64_t left = v->cols - first < width ? v->cols - first : width;
            if (turn < left && grain < 4) to->shared_loads++;
            for (uint64_t at = 0; at < side; at += unit) to->shared_loads += turn + at < left;
        }
    }
}

static void touch_tile(uint64_t at, uint64_t count, uint64_t bytes, struct counted *to)
{
    for (uint64_t first = 0; first < count; first += 32) {
        uint64_t addr[32];
        bool active[32];
        for (unsigned i = 0; i < 32; i++) {
            addr[i] = at + (first + i) * bytes;
            active[i] = first + i < count;
        }
        touch(to, false, addr, active, bytes);
        to->shared_stores++;
    }
}

static void count_staged(const struct variant *v, struct counted *to)
{
    uint64_t once = 32 / v->staged, tile = once * v->leaves;
    for (uint64_t first = 0; first < v->results; first += tile) {
        uint64_t rows = v->results - first < tile ? v->results - first : tile,
                 bytes = rows * v->pitch * v->bytes;
        touch_tile(first * v->pitch * v->bytes, bytes / 16, 16, to);
        touch_tile(first * v->pitch * v->bytes + bytes / 16 * 16, bytes % 16 / v->bytes, v->bytes, to);
        for (uint64_t row = 0; row < tile; row += once) {
            struct variant given = *v;
            given.results = first + rows;
            count_units(v, row, rows, to);
            store_results(&given, first + row, once, to);
        }
    }
}

/* States that lanes leave in shared memory one by one, for a warp to load. */
static void count_meeting(const struct variant *v, uint64_t count, struct counted *to)
{
    to->shared_stores += count * v->member_count;
    for (uint64_t first = 0; first < count; first += 32) to->shared_loads += v->member_count;
}

static void count_part(const struct variant *v, uint64_t row, uint64_t part, struct counted *to)
{
    uint64_t leaf = 4096 / v->bytes, all = (v->cols + leaf - 1) / leaf, slots = v->share * v->leaves, met = 0;
    for (uint64_t n = part * slots; n < (part + 1) * slots && n < all; n++, met++) {
        uint64_t from[32], left = v->cols - n * leaf;
        for (unsigned i = 0; i < 32; i++) from[i] = row * v->pitch + n * leaf;
        load_leaf(v, from, left < leaf ? left : leaf, to);
    }
    if (slots > 1) count_meeting(v, met, to);
}

static void count_join(const struct variant *v, uint64_t row, struct counted *to)
{
    uint64_t turn = 32;
    while (turn < 256 && turn * v->warps < v->parts) turn *= 2;
    while (turn * 1024 < v->parts) turn *= 2;
    for (uint64_t first = 0; first < v->parts; first += 32) {
        for (uint64_t m = 0; m < v->member_count; m++) {
            uint64_t addr[32];
            bool active[32];
            for (unsigned i = 0; i < 32; i++) {
                addr[i] = (row * v->parts + first + i) * v->members[m];
                active[i] = first + i < v->parts;
            }
            touch(to, false, addr, active, v->members[m]);
        }
    }
    if (v->parts > turn) count_meeting(v, (v->parts + turn - 1) / turn, to);
}

static void count_long(const struct variant *v, struct counted *to)
{
    for (uint64_t row = 0; v->parts == 1 && row < v->blocks * v->block_rows; row++) {
        count_part(v, row < v->results ? row : v->results - 1, 0, to);
        store_results(v, row, 1, to);
    }
    for (uint64_t row = 0; v->parts > 1 && row < v->results; row++) {
        for (uint64_t part = 0; part < v->parts; part++) {
            count_part(v, row, part, to);
            if (v->cluster)
                continue; /* it writes to another block's shared memory, which is counted nowhere */
            to->stores += v->member_count;
            to->store_sectors += v->member_count;
        }
        if (v->cluster) {
            to->shared_stores += v->member_count;
            to->shared_loads += v->member_count;
        } else
            count_join(v, row, to);
        store_results(v, row, 1, to);
    }
}

/* The lanes of a short row that is loaded by the chunk as it lies: as few as load it in `unroll` turns, wherever it begins. */
static uint64_t lanes_of_chunks(const struct variant *v)
{
    uint64_t lanes = 2;
    while (lanes < 32 && (15 / v->bytes * v->bytes + v->cols * v->bytes + 15) / 16 > lanes * v->unroll)
        lanes *= 2;
    return lanes;
}

static struct variant variant_of(const struct expanded *config, const struct tw_shape *shape)
{
    static const unsigned types[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
    struct variant v = {.cols = field(config, "cols"),
                        .pitch = field(config, "pitch"),
                        .leaves = field(config, "leaves"),
                        .results = field(config, "rows") * field(config, "batch"),
                        .share = field(config, "warps"),
                        .warps = field(config, "BDIMX") / 32,
                        .staged = field(config, "schedule") == REDUCE_STAGED ? field(config, "row_lanes") : 0,
                        .unroll = field(config, "unroll"),
                        .cluster = strcmp(word(config, "finish"), "cluster") == 0,
                        .bytes = types[field(config, "type")]};
    uint64_t all = (v.cols * v.bytes + 4095) / 4096;
    v.vector = field(config, "vector") / v.bytes;
    for (v.width = 1; v.width < v.cols && v.width < 512 / v.bytes;) v.width *= 2;
    v.lanes = v.width * v.bytes > 16 ? v.width * v.bytes / 16 : 1;
    int64_t op = field(config, "op"), type = field(config, "type");
    bool is_integer = type <= 3, multiplies = op == 8 || op == 10; /* norm2, dot */
    v.by_word =
        v.bytes <= 2 && (op == 2 || op == 3 || (is_integer && op != 1 && (!multiplies || v.bytes == 1)));
    if (all == 1 && v.by_word && begins_anywhere(&v)) v.lanes = lanes_of_chunks(&v);
    v.parts = all == 1 ? 1 : (all + v.leaves * v.share - 1) / (v.leaves * v.share);
    v.block_rows = all == 1 ? v.warps * 32 / v.lanes * v.leaves : v.parts == 1 ? v.warps / v.share : 1;
    v.blocks = shape->launches[0].grid[0];
    v.result = tw_element_info(shape->arguments[1].element)->bytes;
    for (unsigned i = 2; i < shape->argument_count; i++)
        if (strncmp(shape->arguments[i].name, "partials", 8) == 0)
            v.members[v.member_count++] = tw_element_info(shape->arguments[i].element)->bytes;
    if (!v.member_count) v.member_count = field(config, "op") == 5 ? 2 : 1;
    return v;
}

static void check_prediction(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
    struct tw_shape shape = shape_of(&config);
    struct variant v = variant_of(&config, &shape);
    struct counted counted = {0};
    if (v.staged)
        count_staged(&v, &counted);
    else if (v.cols * v.bytes <= 4096)
        count_short(&v, &counted);
    else
        count_long(&v, &counted);
    struct tw_counts got = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape).counts;
    const uint64_t pairs[][2] = {{got.global_load_requests, counted.loads},
                                 {got.global_load_sectors, counted.load_sectors},
                                 {got.global_load_fills, counted.fills},
                                 {got.global_store_requests, counted.stores},
                                 {got.global_store_sectors, counted.store_sectors},
                                 {got.load_requests, counted.shared_loads},
                                 {got.store_requests, counted.shared_stores}};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] != pairs[i][1])
            fail_msg("%s: count %u is predicted as %" PRIu64 ", not %" PRIu64, members, i, pairs[i][0],
                     pairs[i][1]);
    expanded_free(&config);
}

static unsigned below(unsigned limit)
{
    return (unsigned)rand() % limit;
}

static void random_variant(char *members, size_t size)
{
    static const char *const types[] = {"int8", "uint16", "float32", "float64", "bfloat16", "int64"};
    static const unsigned bytes[] = {1, 2, 4, 8, 2, 8};
    static const char *const ops[] = {"sum", "argmax", "mean", "any"};
    static const char *const finishes[] = {"last", "second", "cluster"};
    unsigned type = below(6), leaf = 4096 / bytes[type], is_long = below(2),
             rows = is_long ? 1 + below(4) : 1 + below(300);
    unsigned cols = is_long ? leaf + 1 + below(6 * leaf) : 1 + below(below(2) ? 40 : leaf),
             share = 1u << below(4);
    int n = snprintf(members, size, "\"type\":\"%s\",\"op\":\"%s\",\"rows\":%u,\"cols\":%u,\"pitch\":%u",
                     types[type], ops[below(4)], rows, cols, cols + (below(2) ? 0 : below(20)));
    if (below(3) == 0)
        n += snprintf(members + n, size - (size_t)n, ",\"vector\":%u", bytes[type]);
    else if (cols * bytes[type] >= 16 && below(2))
        n += snprintf(members + n, size - (size_t)n, ",\"vector\":16,\"schedule\":\"direct\"");
    if (is_long && below(4))
        snprintf(members + n, size - (size_t)n,
                 ",\"leaves\":%u,\"warps\":%u,\"BDIMX\":%u,\"finish\":\"%s\",\"unroll\":%u", 2u << below(2),
                 share, 32 * share, finishes[below(3)], 1u << below(5));
    else if (!is_long && below(2))
        snprintf(members + n, size - (size_t)n, ",\"leaves\":%u,\"BDIMX\":%u", 1u << below(4),
                 32u << below(4));
    else if (!is_long && below(2))
        snprintf(members + n, size - (size_t)n, ",\"leaves\":1,\"unroll\":%u", 1u << below(4));
}

/* Rows that warps can stage. */
static void random_staged(char *members, size_t size, unsigned cols)
{
    static const char *const types[] = {"int8", "uint16", "float32", "float64"};
    unsigned type = below(4), bytes = 1u << type, row = cols * bytes, lanes = 1u << below(4);
    while (lanes < 8 && lanes * 512 < row) lanes *= 2;
    while (bytes == 8 && row > 2048) row = (cols /= 2) * bytes;
    if (lanes == 1 && row > 512) lanes = 2;
    unsigned rows = 32 / lanes, leaves = rows * row % 16 ? 16 / rows : 1;
    while (leaves * rows * row % 16) leaves *= 2;
    while (leaves < 8 && leaves * rows * row <= 8192 && below(2)) leaves *= 2;
    snprintf(members, size,
             "\"type\":\"%s\",\"op\":\"%s\",\"rows\":%u,\"cols\":%u,\"schedule\":\"staged\",\"row_lanes\":%u,"
             "\"leaves\":%u,\"BDIMX\":%u",
             types[type], below(2) || cols == 1 ? "sum" : "argmax", 2 + below(300), cols, lanes, leaves,
             leaves * rows * row <= 8192 ? 128 : 32);
}

static void predicts_what_lanes_do(void **state)
{
    (void)state;
    srand(12);
    for (unsigned i = 0; i < 2000; i++) {
        char members[256];
        random_variant(members, sizeof members);
        check_prediction(members);
    }
    for (unsigned cols = 1; cols < 600; cols++) {
        char members[256];
        random_staged(members, sizeof members, cols);
        check_prediction(members);
    }
    check_prediction("\"cols\":500000,\"leaves\":1,\"warps\":1,\"BDIMX\":32");
    check_prediction("\"cols\":2100000,\"leaves\":1,\"warps\":4,\"BDIMX\":128");
    check_prediction("\"cols\":2100000,\"leaves\":1,\"warps\":1,\"BDIMX\":32,\"op\":\"argmax\",\"rows\":3");
    check_prediction("\"cols\":12000000,\"leaves\":128,\"warps\":2,\"BDIMX\":64,\"finish\":\"second\"");
    check_prediction("\"cols\":300000000,\"leaves\":1,\"warps\":1,\"BDIMX\":32");
}

/* ---- candidates ---- */

static void candidates_are_variants(void **state)
{
    (void)state;
    struct expanded config = config_of("\"cols\":1000000");
    const struct tw_family *family = config.of.family;
    int64_t given[TW_MAX_FIELDS], values[64 * TW_MAX_FIELDS];
    tw_variant_given(family, &config.of.variant[0], given);
    unsigned all = family->candidates(given, &config.of.target, 0, 64, values), accepted = 0;
    assert_true(all >= 12 && all <= 64);
    for (unsigned i = 0; i < all; i++) {
        struct tw_text reason = {0};
        accepted += tw_family_accept(family, values + i * family->field_count, &config.of.target, &reason);
        tw_text_free(&reason);
    }
    assert_true(accepted >= 12);
    assert_memory_equal(values, config.of.variant[0].value, family->field_count * sizeof *values);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(chooses_for_the_problem),
        cmocka_unit_test(puts_loads_together),
        cmocka_unit_test(every_problem_has_a_variant),
        cmocka_unit_test(parts_meet_in_scratch),
        cmocka_unit_test(a_second_launch_joins_parts),
        cmocka_unit_test(atomics_begin_with_zeros),
        cmocka_unit_test(clusters_are_of_newer_devices),
        cmocka_unit_test(predicts_what_lanes_do),
        cmocka_unit_test(candidates_are_variants),
        cmocka_unit_test(staged_rows_do_without_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
