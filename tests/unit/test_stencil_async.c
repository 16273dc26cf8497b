/*
 * Stencils whose rows are copied asynchronously: what is rejected, and the prediction against a count of every access of every
 * thread, found from where elements lie in memory.
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

#include <tilewright/banks.h>

#include "gen/families/stencil/stencil.h"
#include "gen/layout/predict.h"

#define FAMILY "stencil"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

#define ASYNC "\"method\":\"async\","

static void rejects_with_a_reason(void **state)
{
    (void)state;
    static const char copies[] =
        "the method async copies vectors of 16 bytes by blocks with a BDIMY of 1 in at least 2 stages";
    check_reason(ASYNC "\"cols\":100", "");
    check_reason(ASYNC "\"cols\":3", "the method async copies vectors of 16 bytes, and a row has fewer");
    check_reason(ASYNC "\"cols\":4", "");
    check_reason(ASYNC "\"cols\":101,\"rows\":9", "");
    check_reason(ASYNC "\"cols\":100,\"vector\":2", copies);
    check_reason(ASYNC "\"cols\":100,\"BDIMY\":2", copies);
    check_reason(ASYNC "\"cols\":100,\"stages\":1", copies);
    check_reason(ASYNC "\"cols\":100,\"BDIMX\":48",
                 "BDIMX is 48; a warp lies along a row, so it is a multiple of 32");
    check_reason(ASYNC "\"cols\":101,\"rows\":9,\"height\":6",
                 "rows of these pitches begin alike after every 4; height and unroll are multiples of it");
    check_reason(ASYNC "\"cols\":102,\"rows\":9,\"unroll\":1",
                 "rows of these pitches begin alike after every 2; height and unroll are multiples of it");
    check_reason(ASYNC "\"cols\":100,\"rows\":9,\"height\":7,\"unroll\":3", "");
    check_reason(ASYNC "\"cols\":100,\"radius\":63,\"BDIMX\":32",
                 "radius is 63; BDIMX = 32 threads, which copy a vector each, do not reach so far");
    check_reason(ASYNC "\"cols\":5000,\"BDIMX\":1024,\"unroll\":2,\"stages\":2",
                 "the ring of rows takes 65792 bytes; static shared memory has at most 49152 (48 KB)");
    check_reason("\"cols\":100,\"method\":\"cache\",\"stages\":2",
                 "only the method async has stages; others have one");
}

/* ---- the prediction, counted ---- */

struct count {
    int64_t rows, cols, in_pitch, out_pitch, radius, down, block_x, height, vector, bytes;
    bool star, fixed, periodic, reflect, readonly;
    int64_t coefficients, blocks;
    struct tw_counts counts;
};

static struct count count_of(const struct expanded *config)
{
    struct tw_shape shape = shape_of(config);
    bool line = strcmp(word(config, "shape"), "line") == 0;
    struct count c = {.rows = field(config, "rows"),
                      .cols = field(config, "cols"),
                      .in_pitch = field(config, "in_pitch"),
                      .out_pitch = field(config, "out_pitch"),
                      .radius = field(config, "radius"),
                      .block_x = field(config, "BDIMX"),
                      .height = field(config, "height"),
                      .vector = field(config, "vector"),
                      .bytes = strcmp(word(config, "type"), "float64") == 0 ? 8 : 4,
                      .star = strcmp(word(config, "shape"), "star") == 0,
                      .fixed = strcmp(word(config, "boundary"), "fixed") == 0,
                      .periodic = strcmp(word(config, "boundary"), "periodic") == 0,
                      .reflect = strcmp(word(config, "boundary"), "reflect") == 0,
                      .readonly = strcmp(word(config, "coefficients"), "readonly") == 0};
    c.down = line ? 0 : c.radius;
    c.coefficients = shape.argument_count == 3 ? (int64_t)shape.arguments[2].count : 0;
    c.blocks = shape.launches[0].grid[0];
    c.counts.known = (1u << TW_COUNT_COUNT) - 1;
    return c;
}

#define NOWHERE INT64_MIN

static unsigned pieces(const int64_t byte[32], int64_t bytes, int64_t grain)
{
    int64_t seen[64];
    unsigned count = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (byte[i] == NOWHERE) continue;
        for (int64_t p = byte[i] / grain; p <= (byte[i] + bytes - 1) / grain; p++) {
            unsigned k = 0;
            while (k < count && seen[k] != p) k++;
            if (k == count) seen[count++] = p;
        }
    }
    return count;
}

static void global(struct count *c, enum tw_access op, const int64_t element[32], int64_t each)
{
    struct tw_counts *n = &c->counts;
    int64_t byte[32], bytes = each * c->bytes;
    uint64_t lanes = 0;
    for (unsigned i = 0; i < 32; i++) {
        byte[i] = element[i] == NOWHERE ? NOWHERE : element[i] * c->bytes;
        lanes += element[i] != NOWHERE;
    }
    if (!lanes) return;
    *(op == TW_LOAD ? &n->global_load_bytes : &n->global_store_bytes) += lanes * (uint64_t)bytes;
    *(op == TW_LOAD ? &n->global_load_requests : &n->global_store_requests) += 1;
    *(op == TW_LOAD ? &n->global_load_sectors : &n->global_store_sectors) += pieces(byte, bytes, 32);
    if (op == TW_LOAD) n->global_load_fills += pieces(byte, bytes, 64);
}

/* The last column up to this one where an access of 16 bytes may begin in that row, which may lie beyond the edges. */
static int64_t aligned(const struct count *c, int64_t row, int64_t pitch, int64_t column)
{
    while (((row * pitch + column) % c->vector + c->vector) % c->vector) column--;
    return column;
}

/* The elements of row `row` that the thread whose columns begin at `own`, before any shift, gives to its sums. */
static void find_needed(const struct count *c, int64_t row, int64_t own, int64_t *low, int64_t *high)
{
    *low = INT64_MAX;
    *high = INT64_MIN;
    for (int64_t to = row - c->down; to <= row + c->down; to++) {
        int64_t begin = aligned(c, to, c->out_pitch, own), across = c->star && to != row ? 0 : c->radius;
        if (begin - across < *low) *low = begin - across;
        if (begin + c->vector - 1 + across > *high) *high = begin + c->vector - 1 + across;
    }
}

/* A warp reads what it needs of a row: of each vector all, or the half or the quarter of it that is enough. */
static void read_row(struct count *c, int64_t row, int64_t own)
{
    int64_t low, high;
    find_needed(c, row, own, &low, &high);
    for (int64_t at = aligned(c, row, c->in_pitch, low); at <= high; at += c->vector) {
        int64_t from = at < low ? low - at : 0, last = at + c->vector - 1 > high ? high - at : c->vector - 1;
        int64_t size = 1;
        while (from / size != last / size) size *= 2;
        uint32_t addr[32];
        for (unsigned i = 0; i < 32; i++)
            addr[i] = (uint32_t)(16 * i) + (uint32_t)(from / size * size * c->bytes);
        c->counts.load_requests++;
        c->counts.load_bytes += (uint64_t)(32 * size * c->bytes);
        c->counts.load_wavefronts +=
            tw_bank_wavefronts(TW_LOAD, (uint32_t)(size * c->bytes), addr, UINT32_MAX);
    }
}

/* What stands for an index; NOWHERE: nothing. */
static int64_t place(const struct count *c, int64_t index, int64_t extent)
{
    if (index >= 0 && index < extent) return index;
    if ((!c->periodic && !c->reflect) || index < -c->radius || index >= extent + c->radius) return NOWHERE;
    if (c->periodic) return (index + extent) % extent;
    return index < 0 ? -index : 2 * (extent - 1) - index;
}

/* Copies by which a warp's lanes read something: whole vectors of the row, or else one element after the other. */
static void copy_vectors(struct count *c, int64_t from, int64_t begin, int64_t lanes)
{
    bool whole[32];
    for (int64_t i = 0; i < lanes; i++) {
        int64_t at = begin + i * c->vector;
        whole[i] = at >= 0 && at + c->vector <= c->cols && (from * c->in_pitch + at) % c->vector == 0;
    }
    for (int64_t j = -1; j < c->vector; j++) { /* -1: the whole ones */
        bool reads = false;
        for (int64_t i = 0; i < lanes; i++)
            reads |= j < 0 ? whole[i] : !whole[i] && place(c, begin + i * c->vector + j, c->cols) != NOWHERE;
        c->counts.global_load_requests += reads;
    }
}

/* The most vectors that a thread needs before, or behind, its own: any phase of the rows may be the one. */
static int64_t halo(const struct count *c, bool before)
{
    int64_t most = 0, low, high;
    for (int64_t row = 0; row < c->vector; row++) {
        int64_t own = aligned(c, row, c->in_pitch, 1000 * c->vector);
        find_needed(c, row, 1000 * c->vector, &low, &high);
        int64_t vectors = before ? (own - aligned(c, row, c->in_pitch, low)) / c->vector
                                 : (aligned(c, row, c->in_pitch, high) - own) / c->vector;
        if (vectors > most) most = vectors;
    }
    return most;
}

/* A block's part of a row comes in from a sector's beginning on; each thread copies a vector, the first ones another. */
static void copy_row(struct count *c, int64_t row, int64_t left)
{
    int64_t from = c->down ? place(c, row, c->rows) : row,
            rest = (halo(c, true) + halo(c, false) + 2) / 2 * 2;
    int64_t begin = aligned(c, row, c->in_pitch, left) - halo(c, true) * c->vector;
    if (from == NOWHERE) return;
    if ((row * c->in_pitch + begin) % (2 * c->vector)) begin -= c->vector;
    for (int64_t i = 0; i < c->block_x; i += 32) copy_vectors(c, from, begin + i * c->vector, 32);
    for (int64_t i = 0; i < rest; i += 32)
        copy_vectors(c, from, begin + (c->block_x + i) * c->vector, rest - i < 32 ? rest - i : 32);
}

static bool copied(const struct count *c, int64_t row, int64_t column)
{
    return c->fixed &&
           (column < c->radius || column >= c->cols - c->radius || row < c->down || row >= c->rows - c->down);
}

static void store_row(struct count *c, int64_t row, int64_t own)
{
    int64_t begin[32], whole[32], single[32];
    for (unsigned i = 0; i < 32; i++) {
        begin[i] = aligned(c, row, c->out_pitch, own + i * c->vector);
        bool inside = begin[i] >= 0 && begin[i] + c->vector <= c->cols;
        whole[i] = inside ? row * c->out_pitch + begin[i] : NOWHERE;
    }
    global(c, TW_STORE, whole, c->vector);
    for (int64_t j = 0; j < c->vector; j++) {
        int64_t again[32];
        for (unsigned i = 0; i < 32; i++) {
            int64_t column = begin[i] + j;
            bool there = column >= 0 && column < c->cols;
            again[i] = there && copied(c, row, column) ? row * c->in_pitch + column : NOWHERE;
            single[i] = there && whole[i] == NOWHERE ? row * c->out_pitch + column : NOWHERE;
        }
        global(c, TW_LOAD, again, 1);
        global(c, TW_STORE, single, 1);
    }
}

static void read_coefficients(struct count *c)
{
    for (int64_t k = 0; k < c->coefficients; k++) {
        int64_t same[32];
        for (unsigned i = 0; i < 32; i++) same[i] = k;
        if (c->readonly) {
            global(c, TW_LOAD, same, 1);
        } else {
            c->counts.constant_load_requests++;
            c->counts.constant_load_broadcasts++;
        }
    }
}

static void count_all(struct count *c)
{
    int64_t down = (c->rows + c->height - 1) / c->height, across = c->blocks / down;
    for (int64_t first = 0; first < c->rows; first += c->height) {
        int64_t last = first + c->height < c->rows ? first + c->height : c->rows;
        for (int64_t block = 0; block < across; block++)
            for (int64_t row = first - c->down; row < last + c->down; row++)
                copy_row(c, row, block * c->block_x * c->vector);
        for (int64_t warp = 0; warp < across * c->block_x / 32; warp++) {
            int64_t own = warp * 32 * c->vector;
            read_coefficients(c);
            for (int64_t row = first - c->down; row < last + c->down; row++) read_row(c, row, own);
            for (int64_t row = first; row < last; row++) store_row(c, row, own);
        }
    }
}

/* False: the variant cannot be. */
static bool check_prediction(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    bool accepted = accepts(&config, &reason);
    if (accepted) {
        struct tw_shape shape = shape_of(&config);
        struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
        struct count c = count_of(&config);
        count_all(&c);
        assert_int_equal(predicted.counts.known, c.counts.known);
        assert_true(c.counts.global_store_bytes == (uint64_t)(c.rows * c.cols * c.bytes));
        expect_counts(members, &predicted.counts, &c.counts);
    }
    tw_text_free(&reason);
    expanded_free(&config);
    return accepted;
}

static unsigned state_of_random = 11;

static unsigned below(unsigned limit)
{
    return random_below(&state_of_random, limit);
}

#define PICK(...) RANDOM_WORD(&state_of_random, __VA_ARGS__)

static void predicted_is_counted(void **state)
{
    (void)state;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 2000; round++) {
        struct tw_text members = {0};
        const char *shape = PICK("line", "star", "box");
        bool line = strcmp(shape, "line") == 0;
        unsigned cols = 1 + below(below(3) ? 900 : 40), rows = 1 + below(below(2) ? 12 : 70);
        tw_text_addf(&members, ASYNC "\"cols\":%u,\"rows\":%u,\"radius\":%u,\"shape\":\"%s\"", cols, rows,
                     line && below(2) ? 1 + below(20) : 1 + below(4), shape);
        tw_text_addf(&members, ",\"boundary\":\"%s\",\"type\":\"%s\",\"coefficients\":\"%s\"",
                     PICK("zero", "fixed", "periodic", "reflect"), PICK("float32", "float64"),
                     PICK("constant", "readonly"));
        tw_text_addf(&members, ",\"symmetry\":\"%s\"",
                     line ? PICK("general", "symmetric", "antisymmetric") : PICK("general", "symmetric"));
        if (below(2)) tw_text_addf(&members, ",\"in_pitch\":%u", cols + below(9));
        if (below(2)) tw_text_addf(&members, ",\"out_pitch\":%u", cols + below(9));
        if (below(3))
            tw_text_addf(&members, ",\"height\":%u,\"unroll\":%u,\"stages\":%u,\"BDIMX\":%u",
                         below(3) ? 4 + 4 * below(6) : 1 + below(9), below(3) ? 4 : 1 + below(8),
                         2 + below(3), 32 + 32 * below(3));
        accepted += check_prediction(members.data);
        tw_text_free(&members);
    }
    assert_true(accepted > 1000);
}

/* Kinds of warps and rows are counted, never elements. */
static void large_ones_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config =
        config_of(ASYNC "\"cols\":268435456,\"rows\":4096,\"shape\":\"box\",\"radius\":2");
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = tw_predict_sum(config.of.family, config.of.variant[0].value, &shape);
    assert_true(predicted.counts.global_store_sectors == UINT64_C(4096) * 268435456 / 8);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(large_ones_are_predicted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
