/*
 * What problems need of memory at least: pieces that rows touch, and what each family says of its problems, against a mark
 * for every byte.
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

#include "gen/layout/sectors.h"
#include "tests/expanded.h"

#define MOST (1u << 20) /* bytes of a buffer */

static unsigned char marks[MOST]; /* of each byte: it is touched */
static uint64_t marks_end;        /* no byte from here on is     */

static uint64_t state = 1;

/* 0 to below - 1. */
static uint64_t draw(uint64_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % below;
}

static void clear_marks(void)
{
    memset(marks, 0, marks_end);
    marks_end = 0;
}

static void mark(uint64_t at, uint64_t bytes)
{
    assert_true(at + bytes <= MOST);
    if (at + bytes > marks_end) marks_end = at + bytes;
    memset(marks + at, 1, bytes);
}

static uint64_t count_marked(unsigned piece)
{
    uint64_t count = 0;
    for (uint64_t at = 0; at < marks_end; at += piece) count += memchr(marks + at, 1, piece) != NULL;
    return count;
}

/* ---- rows ---- */

static struct tw_rows draw_rows(void)
{
    static const uint64_t grains[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64, 96};
    uint64_t grain = grains[draw(12)], length = draw(4) ? draw(40) : draw(1500);
    uint64_t pitch = (length + draw(4) * draw(70) + grain - 1) / grain * grain;
    return (struct tw_rows){draw(3) ? draw(300) : 0, draw(200), pitch, length};
}

static void test_pieces_are_those_with_a_byte_in_them(void **unused)
{
    (void)unused;
    for (unsigned trial = 0; trial < 3000; trial++) {
        const struct tw_rows rows = draw_rows();
        clear_marks();
        for (uint64_t i = 0; i < rows.lines; i++) mark(rows.offset + i * rows.pitch, rows.length);
        for (unsigned piece = 1; piece <= 64; piece *= 2) {
            if (tw_pieces(&rows, piece) != count_marked(piece))
                fail_msg("offset %" PRIu64 ", %" PRIu64 " rows, pitch %" PRIu64 ", length %" PRIu64
                         ": %" PRIu64 " pieces of %u, not %" PRIu64,
                         rows.offset, rows.lines, rows.pitch, rows.length, tw_pieces(&rows, piece), piece,
                         count_marked(piece));
        }
    }
}

/* Ten thousand million rows take no longer than a few. */
static void test_many_rows_are_counted_without_looking_at_each(void **unused)
{
    (void)unused;
    const uint64_t many = UINT64_C(10000000000);
    const struct tw_rows dense = {5, many, 3, 3}, apart = {31, many, 4096, 2}, odd = {0, many, 33, 32};
    assert_int_equal(tw_pieces(&dense, 32), (5 + 3 * many + 31) / 32);
    assert_int_equal(tw_pieces(&apart, 32), 2 * many);
    assert_int_equal(tw_pieces(&apart, 64), many);
    assert_int_equal(tw_pieces(&odd, 32), (33 * many - 1 + 31) / 32);
}

/* ---- families ---- */

static struct tw_work work_of(const char *config)
{
    struct expanded expanded;
    struct tw_error error = TW_ERROR_INIT;
    static struct tw_shape shape;
    if (expanded_parse("t", config, strlen(config), &expanded, &error))
        fail_msg("%s: %s", config, error.message);
    tw_family_shape(expanded.of.family, expanded.of.variant[0].value, &expanded.of.target, &shape);
    expanded_free(&expanded);
    return shape.work;
}

struct matrix {
    unsigned rows, cols, batch, pitch, offset, bytes;
};

static void mark_matrices(const struct matrix *m)
{
    clear_marks();
    for (uint64_t b = 0; b < m->batch; b++) {
        for (uint64_t r = 0; r < m->rows; r++) {
            for (uint64_t c = 0; c < m->cols; c++)
                mark((m->offset + (b * m->rows + r) * m->pitch + c) * m->bytes, m->bytes);
        }
    }
}

static void test_transposes(void **unused)
{
    static const char *const types[] = {"uint8", "float16", "float32", "float64", "float32x4"};
    (void)unused;
    for (unsigned trial = 0; trial < 300; trial++) {
        unsigned type = (unsigned)draw(5), rows = 1 + (unsigned)draw(70), cols = 1 + (unsigned)draw(70);
        struct matrix in = {rows,
                            cols,
                            1 + (unsigned)draw(5),
                            cols + (unsigned)(draw(2) * draw(20)),
                            (unsigned)(draw(2) * draw(40)),
                            1u << type};
        struct matrix out = {
            cols,    rows, in.batch, rows + (unsigned)(draw(2) * draw(20)), (unsigned)(draw(2) * draw(40)),
            in.bytes};
        char config[512];
        snprintf(config, sizeof config,
                 "{\"tilewright\":1,\"kernel\":\"transpose\",\"variants\":[{\"name\":\"t\",\"rows\":%u,"
                 "\"cols\":%u,"
                 "\"batch\":%u,\"in_pitch\":%u,\"out_pitch\":%u,\"in_offset\":%u,\"out_offset\":%u,\"type\":"
                 "\"%s\"}]}",
                 rows, cols, in.batch, in.pitch, out.pitch, in.offset, out.offset, types[type]);
        const struct tw_work work = work_of(config);
        mark_matrices(&in);
        assert_int_equal(work.read_sectors, count_marked(32));
        assert_int_equal(work.read_fills, count_marked(64));
        mark_matrices(&out);
        assert_int_equal(work.written_sectors, count_marked(32));
    }
}

static void test_dots_read_both_vectors_and_write_their_results(void **unused)
{
    (void)unused;
    const struct tw_work one =
        work_of("{\"tilewright\":1,\"kernel\":\"dot\",\"variants\":[{\"name\":\"d\",\"n\":33792}]}");
    assert_int_equal(one.read_sectors, 2 * 33792 * 4 / 32);
    assert_int_equal(one.read_fills, 2 * 33792 * 4 / 64);
    assert_int_equal(one.written_sectors, (one.bytes - 2 * 33792 * 4 + 31) / 32);
    const struct tw_work none =
        work_of("{\"tilewright\":1,\"kernel\":\"dot\",\"variants\":[{\"name\":\"d\",\"n\":0}]}");
    assert_int_equal(none.read_sectors + none.read_fills, 0);
    assert_true(none.written_sectors > 0);
}

static void test_tiles_only_write(void **unused)
{
    (void)unused;
    const struct tw_work work =
        work_of("{\"tilewright\":1,\"kernel\":\"tile\",\"variants\":[{\"name\":\"t\",\"BDIMX\":9,"
                "\"BDIMY\":5,\"layout\":\"row-row\",\"type\":\"int16\"}]}");
    assert_int_equal(work.read_sectors + work.read_fills, 0);
    assert_int_equal(work.written_sectors, 3); /* 90 bytes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_are_those_with_a_byte_in_them),
        cmocka_unit_test(test_many_rows_are_counted_without_looking_at_each),
        cmocka_unit_test(test_transposes),
        cmocka_unit_test(test_dots_read_both_vectors_and_write_their_results),
        cmocka_unit_test(test_tiles_only_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
