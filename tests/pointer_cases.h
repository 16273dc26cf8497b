/*
 * Plans of transposes launched with pointers that are multiples of their elements' bytes only, on any driver: results are
 * compared with a plain loop, and every byte of the output's memory, guards in front and behind included, with what it must
 * hold. The simulator also says which of a plan's kernels ran, and finds what is read behind the input's last element.
 */
#ifndef TW_TESTS_POINTER_CASES_H
#define TW_TESTS_POINTER_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/text.h"
#include "sim/exec/simulator.h"
#include "sim/tests/draws.h"
#include "tests/planner.h"

#define GUARD 64u
#define FULL  0xA5

struct matrix {
    const char *type;
    char more[128]; /* fields that say how, or "" */
    unsigned bytes, rows, cols, batch, in_pitch, out_pitch, in_offset, out_offset;
};

static size_t in_bytes(const struct matrix *m)
{
    return (m->in_offset + (size_t)(m->batch * m->rows - 1) * m->in_pitch + m->cols) * m->bytes;
}

static size_t out_bytes(const struct matrix *m)
{
    return (m->out_offset + (size_t)(m->batch * m->cols - 1) * m->out_pitch + m->rows) * m->bytes;
}

static struct tw_plan *plan_of(const struct matrix *m)
{
    struct tw_text fields = {0};
    struct tw_plan *plan;
    tw_text_addf(&fields,
                 "{\"type\": \"%s\", \"rows\": %u, \"cols\": %u, \"batch\": %u, \"in_pitch\": %u, "
                 "\"out_pitch\": %u, \"in_offset\": %u, \"out_offset\": %u%s}",
                 m->type, m->rows, m->cols, m->batch, m->in_pitch, m->out_pitch, m->in_offset, m->out_offset,
                 m->more);
    struct tw_problem problem = {.family = "transpose", .fields = fields.data};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s: %s", fields.data, error.message);
    tw_text_free(&fields);
    return plan;
}

/* ---- one launch ---- */

/* The name of the kernel that the simulator ran. */
static void note_kernel(void *name, const char *kernel, const struct tw_sim_report *report)
{
    (void)report;
    strncpy(name, kernel, 63);
}

struct trial {
    const struct matrix *matrix;
    const struct tw_plan *plan;
    unsigned in_shift, out_shift; /* bytes from where memory that was allocated is aligned */
    char kernel[64];              /* that ran; "" but on the simulator */
};

/* What the output's memory must hold, from its guard on. */
static void transpose(const struct matrix *m, const unsigned char *in, unsigned char *memory,
                      const struct trial *trial)
{
    unsigned char *out = memory + GUARD + trial->out_shift;
    for (size_t b = 0; b < m->batch; b++) {
        for (size_t r = 0; r < m->rows; r++) {
            for (size_t c = 0; c < m->cols; c++) {
                size_t from = m->in_offset + (b * m->rows + r) * m->in_pitch + c;
                size_t to = m->out_offset + (b * m->cols + c) * m->out_pitch + r;
                memcpy(out + to * m->bytes, in + from * m->bytes, m->bytes);
            }
        }
    }
}

static void compare(const struct trial *trial, const unsigned char *got, const unsigned char *expected,
                    size_t bytes)
{
    const struct matrix *m = trial->matrix;
    for (size_t i = 0; i < bytes; i++) {
        if (got[i] == expected[i]) continue;
        fail_msg("%s %u x %u x %u%s, in + %u, out + %u (%s): byte %zd of the output is %u, not %u", m->type,
                 m->batch, m->rows, m->cols, m->more, trial->in_shift, trial->out_shift, trial->kernel,
                 (ssize_t)i - GUARD - trial->out_shift, got[i], expected[i]);
    }
}

/* The input's memory ends with its last element. */
static void try(struct trial *trial)
{
    const struct matrix *m = trial->matrix;
    struct tw_error failure = TW_ERROR_INIT; /* threads call this too */
    size_t in_size = trial->in_shift + in_bytes(m), size = trial->out_shift + out_bytes(m) + 2 * GUARD;
    unsigned char *in = malloc(in_size), *got = malloc(size), *expected = malloc(size);
    CUdeviceptr in_memory, out_memory;
    uint32_t noise = 12345 + trial->in_shift;
    for (size_t i = 0; i < in_size; i++)
        in[i] = (unsigned char)((noise = noise * 1664525 + 1013904223) >> 24);
    memset(expected, FULL, size);
    transpose(m, in + trial->in_shift, expected, trial);
    assert_int_equal(driver->cuMemAlloc_v2(&in_memory, in_size), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&out_memory, size), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemcpyHtoD_v2(in_memory, in, in_size), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemsetD8_v2(out_memory, FULL, size), CUDA_SUCCESS);
    CUdeviceptr from = in_memory + trial->in_shift, to = out_memory + GUARD + trial->out_shift;
    void *arguments[] = {&from, &to};
    if (driver->simulator) driver->simulator->set_observer(note_kernel, trial->kernel);
    if (tw_plan_launch(trial->plan, NULL, arguments, &failure)) fail_msg("%s", failure.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, out_memory, size), CUDA_SUCCESS);
    if (driver->simulator) driver->simulator->set_observer(NULL, NULL);
    compare(trial, got, expected, size);
    driver->cuMemFree_v2(in_memory);
    driver->cuMemFree_v2(out_memory);
    free(in);
    free(got);
    free(expected);
}

/* ---- many of them ---- */

/* Which kernel it was: the second where a pointer is no multiple of what the first one needs. */
static void check_kernel(const struct trial *trial, bool has_second)
{
    const struct tw_argument *arguments = tw_plan_kernel(trial->plan)->shape.arguments;
    bool fits = trial->in_shift % arguments[0].align == 0 && trial->out_shift % arguments[1].align == 0;
    if (driver->simulator) assert_string_equal(trial->kernel, fits || !has_second ? "plan" : "plan_any");
}

/* Every place of both in 16 bytes, each with one of the other's and with the aligned one. */
static void try_all_places(const struct matrix *m)
{
    struct tw_plan *plan = plan_of(m);
    bool has_second = strstr(tw_plan_describe(plan), "a second kernel") != NULL;
    unsigned places = 16 / m->bytes;
    for (unsigned i = 0; i < 3 * places; i++) {
        unsigned in = i < 2 * places ? i % places : 0, out = i < places ? 0 : i < 2 * places ? 5 * i : i;
        struct trial trial = {m, plan, in * m->bytes, out % places * m->bytes, ""};
        try(&trial);
        check_kernel(&trial, has_second);
    }
    tw_plan_destroy(plan);
}

static const struct {
    const char *type;
    unsigned bytes;
} types[] = {{"uint8", 1}, {"float16", 2}, {"float32", 4}, {"float64", 8}, {"float32x4", 16}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct matrix matrix_of(size_t type, const char *more, unsigned rows, unsigned cols, unsigned batch)
{
    struct matrix m = {.type = types[type].type, .bytes = types[type].bytes, .rows = rows, .cols = cols};
    strcpy(m.more, more);
    m.batch = batch;
    m.in_pitch = cols;
    m.out_pitch = rows;
    return m;
}

/* Dense and aligned rows, so that nothing but the pointers is not: the same kernel as if they were cut anywhere. */
static void aligned_matrices(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        unsigned line = 128 / types[t].bytes;
        struct matrix m = matrix_of(t, ", \"method\": \"vector\"", line, 3 * line, 1);
        try_all_places(&m);
    }
}

/* Rows that begin anywhere, in matrices and in the batch. */
static void odd_matrices(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        unsigned line = 128 / types[t].bytes;
        struct matrix m = matrix_of(t, ", \"method\": \"vector\"", line + 3, line + 5, 3);
        try_all_places(&m); /* without gaps */
        m.in_pitch += 2, m.out_pitch += 1, m.in_offset = 1, m.out_offset = 3;
        try_all_places(&m);
    }
}

/* Gaps that leave rows at whole chunks, loads of half a chunk, and walks: tiles that share no rows as long as the pointers are
   aligned. In the narrow ones a row of the tile is 64 bytes. */
static void walks(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        unsigned line = 128 / types[t].bytes, chunk = 16 / types[t].bytes;
        struct matrix m = matrix_of(t, "", 3 * line + 1, line + line / 2, 2);
        for (unsigned narrow = 1; narrow <= 2; narrow++) {
            snprintf(
                m.more, sizeof m.more,
                ", \"method\": \"vector\", \"vector\": 8, \"steps\": 3, \"tile_rows\": %u, \"tile_cols\": %u",
                line, line / narrow);
            m.in_pitch = m.cols + chunk * 2, m.out_pitch = (m.rows / line + 1) * line;
            m.in_offset = chunk * 2;
            try_all_places(&m);
        }
    }
}

static void less_than_a_chunk(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        struct matrix m = matrix_of(t, ", \"method\": \"vector\"", 3, 2, 2);
        try_all_places(&m);
        m = matrix_of(t, ", \"method\": \"vector\"", 1, 1, 1);
        try_all_places(&m);
    }
}

/* Runs and rows that begin at chunks as long as the pointers are aligned, and such as begin anywhere in any case. */
static void flat_tiles(void **state)
{
    const unsigned every_type = draws(4, 1);
    static const struct {
        unsigned rows, cols, batch; /* tall, wide and whole: gathered, in patterns, scattered, by units */
    } shapes[] = {{256, 6, 2}, {7, 256, 2}, {24, 4, 9}, {4, 4, 40}, {3, 32, 9}, {3, 3, 70}};
    (void)state;
    for (size_t t = 0; t < COUNT(types); t += every_type) {
        for (size_t s = 0; s < COUNT(shapes); s++) {
            struct matrix m =
                matrix_of(t, ", \"method\": \"row-run\"", shapes[s].rows, shapes[s].cols, shapes[s].batch);
            try_all_places(&m);
        }
        struct matrix m = matrix_of(t, ", \"method\": \"row-run\"", 301, 5, 2);
        try_all_places(&m);
        m.in_pitch += 2, m.out_pitch += 1, m.in_offset = 1, m.out_offset = 3; /* gaps */
        try_all_places(&m);
        m = matrix_of(t, ", \"method\": \"row-run\", \"tile_rows\": 32, \"tile_cols\": 70", 160, 70, 1);
        try_all_places(&m); /* where tiles share rows they have twice as many */
    }
}

/* They never needed more than the element. */
static void scalar_methods(void **state)
{
    static const char *const methods[] = {"naive", "shared", "padded", "skewed", "xor"};
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        struct matrix m = matrix_of(t, "", 33, 47, 2);
        snprintf(m.more, sizeof m.more, ", \"method\": \"%s\"", methods[t]);
        m.out_pitch += 3;
        try_all_places(&m);
    }
}

/* Whatever is chosen. */
static void chosen_methods(void **state)
{
    const unsigned every_type = draws(4, 1);
    (void)state;
    for (size_t t = 0; t < COUNT(types); t += every_type) {
        struct matrix m = matrix_of(t, "", 96, 160, 1);
        try_all_places(&m);
        m = matrix_of(t, "", 7, 301, 5);
        try_all_places(&m);
    }
}

/* One kernel for all pointers, which is the second of those that have two. */
static void any_pointers_by_one_kernel(void **state)
{
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        struct matrix m = matrix_of(t, ", \"pointers\": \"any\"", 200, 64, 1);
        struct tw_plan *plan = plan_of(&m);
        assert_null(strstr(tw_plan_describe(plan), "a second kernel"));
        assert_int_equal(tw_plan_kernel(plan)->shape.arguments[0].align, m.bytes);
        tw_plan_destroy(plan);
        try_all_places(&m);
    }
}

/* ---- rows through shared memory ---- */

#define ROWS 333
#define COLS 31

/* Rows of an array at any place; the second kernel loads them directly. */
static void reduce_rows(const struct tw_plan *plan, unsigned place)
{
    int32_t in[ROWS * COLS], got[ROWS];
    CUdeviceptr in_memory, out;
    char kernel[64] = "";
    for (unsigned i = 0; i < ROWS * COLS; i++) in[i] = (int32_t)(i * 2654435761u) >> 8;
    assert_int_equal(driver->cuMemAlloc_v2(&in_memory, sizeof in + place), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&out, sizeof got), CUDA_SUCCESS);
    CUdeviceptr from = in_memory + place;
    void *arguments[] = {&from, &out};
    assert_int_equal(driver->cuMemcpyHtoD_v2(from, in, sizeof in), CUDA_SUCCESS);
    if (driver->simulator) driver->simulator->set_observer(note_kernel, kernel);
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, out, sizeof got), CUDA_SUCCESS);
    if (driver->simulator) driver->simulator->set_observer(NULL, NULL);
    if (driver->simulator) assert_string_equal(kernel, place % 16 ? "plan_any" : "plan");
    for (unsigned row = 0; row < ROWS; row++) {
        int32_t sum = 0;
        for (unsigned i = 0; i < COLS; i++) sum += in[row * COLS + i];
        assert_int_equal(got[row], sum);
    }
    driver->cuMemFree_v2(in_memory);
    driver->cuMemFree_v2(out);
}

static void staged_rows(void **state)
{
    (void)state;
    struct tw_problem problem = {
        .family = "reduce",
        .fields = "{\"type\": \"int32\", \"accumulator\": \"int32\", "
                  "\"rows\": 333, \"cols\": 31, \"schedule\": \"staged\", \"row_lanes\": 1}"};
    struct tw_plan *plan;
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    for (unsigned place = 0; place <= 16; place += 4) reduce_rows(plan, place);
    tw_plan_destroy(plan);
}

/* ---- what is refused ---- */

static void refuses(const struct tw_plan *plan, CUdeviceptr in, CUdeviceptr out, const char *why)
{
    void *arguments[] = {&in, &out};
    assert_int_equal(tw_plan_launch(plan, NULL, arguments, &error), TW_INPUT);
    if (!strstr(error.message, why)) fail_msg("no \"%s\" in: %s", why, error.message);
}

static void takes(const struct tw_plan *plan, CUdeviceptr in, CUdeviceptr out)
{
    void *arguments[] = {&in, &out};
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
}

static void parts_of_elements_are_refused(void **state)
{
    CUdeviceptr memory;
    (void)state;
    assert_int_equal(driver->cuMemAlloc_v2(&memory, 1 << 16), CUDA_SUCCESS);
    for (size_t t = 1; t < COUNT(types); t++) {
        struct matrix m = matrix_of(t, ", \"method\": \"vector\"", 32, 40, 1);
        struct tw_plan *plan = plan_of(&m);
        char why[64];
        snprintf(why, sizeof why, "plan: in is not a multiple of %u bytes: 0x", m.bytes);
        refuses(plan, memory + m.bytes / 2, memory + (1 << 15), why);
        snprintf(why, sizeof why, "plan: out is not a multiple of %u bytes: 0x", m.bytes);
        refuses(plan, memory, memory + (1 << 15) + m.bytes / 2, why);
        takes(plan, memory, memory + (1 << 15));
        tw_plan_destroy(plan);
    }
    struct matrix promised =
        matrix_of(2, ", \"method\": \"vector\", \"vector\": 16, \"pointers\": \"aligned\"", 32, 40, 1);
    struct tw_plan *plan = plan_of(&promised);
    assert_null(strstr(tw_plan_describe(plan), "a second kernel"));
    refuses(plan, memory + 4, memory + (1 << 15), "plan: in is not a multiple of 16 bytes: 0x");
    tw_plan_destroy(plan);
    driver->cuMemFree_v2(memory);
}

/* From the first byte that is touched to the last: not the offsets, but the gaps between rows. */
static void overlaps_are_refused(void **state)
{
    struct matrix m = matrix_of(2, "", 16, 20, 1);
    CUdeviceptr memory;
    (void)state;
    m.in_pitch = 64, m.in_offset = 5, m.out_offset = 3;
    struct tw_plan *plan = plan_of(&m);
    size_t in = in_bytes(&m), out = out_bytes(&m), in_skips = 5 * 4, out_skips = 3 * 4;
    assert_int_equal(driver->cuMemAlloc_v2(&memory, 1 << 16), CUDA_SUCCESS);
    const CUdeviceptr at = memory + (1 << 14);
    char why[160];
    snprintf(why, sizeof why, "plan: in and out overlap: bytes 0x%llx to 0x%llx and 0x%llx to 0x%llx",
             (unsigned long long)at + in_skips, (unsigned long long)at + in - 1,
             (unsigned long long)at + out_skips, (unsigned long long)at + out - 1);
    refuses(plan, at, at, why);
    refuses(plan, at, at + in - out_skips - 4, "in and out overlap");
    takes(plan, at, at + in - out_skips);
    refuses(plan, at, at + in_skips - out + 4, "in and out overlap");
    takes(plan, at, at + in_skips - out);
    refuses(plan, at, at + 20 * 4, "in and out overlap"); /* between the rows, and beyond */
    tw_plan_destroy(plan);
    driver->cuMemFree_v2(memory);
}

/* ---- threads ---- */

#define THREADS 8u

/* The plan's one kernel or the other, by turns. */
static void *launch_often(void *argument)
{
    struct trial *trial = argument;
    assert_int_equal(driver->cuCtxSetCurrent(context), CUDA_SUCCESS);
    for (unsigned i = 0; i < 4; i++) {
        unsigned shift = trial->in_shift;
        if (i % 2) trial->in_shift = 0;
        try(trial);
        trial->in_shift = shift;
    }
    return NULL;
}

static void threads_share_both_kernels(void **state)
{
    struct matrix m = matrix_of(1, ", \"method\": \"vector\"", 70, 90, 2);
    struct tw_plan *plan = plan_of(&m);
    struct trial trials[THREADS];
    pthread_t threads[THREADS];
    (void)state;
    for (unsigned i = 0; i < THREADS; i++) {
        trials[i] = (struct trial){&m, plan, 2 * i, i % 3 * 2, ""};
        assert_int_equal(pthread_create(&threads[i], NULL, launch_often, &trials[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    tw_plan_destroy(plan);
}

/* ---- all of them ---- */

#define POINTER_CASES                                                                                        \
    cmocka_unit_test(aligned_matrices), cmocka_unit_test(odd_matrices), cmocka_unit_test(walks),             \
        cmocka_unit_test(less_than_a_chunk), cmocka_unit_test(flat_tiles), cmocka_unit_test(scalar_methods), \
        cmocka_unit_test(chosen_methods), cmocka_unit_test(any_pointers_by_one_kernel),                      \
        cmocka_unit_test(staged_rows), cmocka_unit_test(parts_of_elements_are_refused),                      \
        cmocka_unit_test(overlaps_are_refused), cmocka_unit_test(threads_share_both_kernels)

static int open_planner(enum tw_planner_device device)
{
    const struct tw_planner_options options = {.device = device, .no_cache = true};
    return open_planner_of(&options);
}

#endif
