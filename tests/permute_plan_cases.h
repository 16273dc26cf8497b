/*
 * Plans of permutations on any driver: one of each class and drawn ones, at every place of both pointers in 16 bytes. Every byte of the
 * output's memory, guards in front and behind included, is compared with what loops over the indices leave; the input's memory ends with
 * its last element. What is refused: parts of elements, arrays that overlap; what is not: empty arrays at no address. The simulator also says which of a plan's kernels ran.
 */
#ifndef TW_TESTS_PERMUTE_PLAN_CASES_H
#define TW_TESTS_PERMUTE_PLAN_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/problem.h>

#include "gen/layout/sectors.h"
#include "runtime/references/casting.h"
#include "sim/exec/simulator.h"
#include "tests/permute_draws.h"
#include "tests/planner.h"

#define GUARD 64u
#define FULL  0xA5

/* ---- one launch ---- */

struct trial {
    const struct tw_plan *plan;
    const struct pair *pairs;
    uint64_t count;                   /* of them */
    const struct tw_casting *casting; /* of its elements */
    unsigned in_shift, out_shift;     /* bytes           */
    char kernel[64];                  /* that ran */
};

static void note_kernel(void *name, const char *kernel, const struct tw_sim_report *report)
{
    (void)report;
    strncpy(name, kernel, 63);
}

static void compare(const struct trial *trial, const unsigned char *got, const unsigned char *expected,
                    size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (got[i] == expected[i]) continue;
        fail_msg("%sin + %u, out + %u (%s): byte %zd of the output is %u, not %u",
                 tw_plan_describe(trial->plan), trial->in_shift, trial->out_shift, trial->kernel,
                 (ssize_t)i - GUARD - trial->out_shift, got[i], expected[i]);
    }
}

/* The output's elements at `out`, of the input's at `in`. */
static void expect(const struct trial *trial, const unsigned char *in, unsigned char *out)
{
    const struct tw_casting *casting = trial->casting;
    for (uint64_t i = 0; i < trial->count; i++) {
        const unsigned char *from = in + (size_t)trial->pairs[i].in * casting->in_bytes;
        unsigned char *to = out + (size_t)trial->pairs[i].out * casting->out_bytes;
        if (casting->from == casting->to && !casting->scales)
            memcpy(to, from, casting->in_bytes);
        else
            tw_cast(casting, from, to);
    }
}

static void try(struct trial *trial)
{
    const struct tw_argument *arguments = tw_plan_kernel(trial->plan)->shape.arguments;
    size_t in_size = trial->in_shift + arguments[0].count * trial->casting->in_bytes,
           size = trial->out_shift + arguments[1].count * trial->casting->out_bytes + 2 * GUARD;
    unsigned char *in = malloc(in_size), *got = malloc(size), *expected = malloc(size);
    unsigned noise = 12345 + trial->in_shift;
    CUdeviceptr in_memory, out_memory;
    for (size_t i = 0; i < in_size; i++) in[i] = (unsigned char)random_below(&noise, 256);
    memset(expected, FULL, size);
    expect(trial, in + trial->in_shift, expected + GUARD + trial->out_shift);
    assert_int_equal(driver->cuMemAlloc_v2(&in_memory, in_size), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&out_memory, size), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemcpyHtoD_v2(in_memory, in, in_size), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemsetD8_v2(out_memory, FULL, size), CUDA_SUCCESS);
    CUdeviceptr from = in_memory + trial->in_shift, to = out_memory + GUARD + trial->out_shift;
    void *pointers[] = {&from, &to};
    if (driver->simulator) driver->simulator->set_observer(note_kernel, trial->kernel);
    if (tw_plan_launch(trial->plan, NULL, pointers, &error))
        fail_msg("%s%s", tw_plan_describe(trial->plan), error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, out_memory, size), CUDA_SUCCESS);
    if (driver->simulator) driver->simulator->set_observer(NULL, NULL);
    compare(trial, got, expected, size);
    driver->cuMemFree_v2(in_memory);
    driver->cuMemFree_v2(out_memory);
    free(in);
    free(got);
    free(expected);
}

/* The places of one, of the other, and of both; at places that the first kernel does not take the second runs, where there is one. */
static void try_places(const struct tw_plan *plan, double alpha, const struct pair *pairs, uint64_t count)
{
    const struct tw_argument *arguments = tw_plan_kernel(plan)->shape.arguments;
    bool has_second = strstr(tw_plan_describe(plan), "a second kernel") != NULL;
    struct tw_casting casting;
    tw_casting_of(arguments[0].element, arguments[1].element, alpha, &casting);
    unsigned in = (unsigned)casting.in_bytes, out = (unsigned)casting.out_bytes,
             places = 16 / (in < out ? in : out);
    for (unsigned i = 0; i < places; i++) {
        unsigned shifts[][2] = {{i, 0}, {0, i}, {i, 5 * i % places}};
        for (unsigned k = 0; k < (i ? 3 : 1); k++) {
            struct trial trial = {plan, pairs, count, &casting, shifts[k][0] * in, shifts[k][1] * out, ""};
            try(&trial);
            bool fits = trial.in_shift % arguments[0].align == 0 &&
                        (GUARD + trial.out_shift) % arguments[1].align == 0;
            if (driver->simulator)
                assert_string_equal(trial.kernel, fits || !has_second ? "plan" : "plan_any");
        }
    }
}

/* ---- problems ---- */

static struct tw_plan *plan_of(const char *fields)
{
    const struct tw_problem problem = {.family = "permute", .fields = fields};
    struct tw_plan *plan;
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s: %s", fields, error.message);
    return plan;
}

/* The plan of a model, which is freed, with `more` fields; alpha is that of these. */
static void try_scaled(struct model *m, const char *type, double alpha, const char *more)
{
    static struct pair pairs[1 << 16];
    struct tw_text fields = {0};
    tw_text_addf(&fields,
                 "{\"axes\": \"%s\", \"shape\": \"%s\", \"sizes\": \"%s\", \"in_strides\": \"%s\", "
                 "\"out_strides\": \"%s\", "
                 "\"in_offset\": %d, \"out_offset\": %d, \"type\": \"%s\"%s}",
                 tw_text_string(&m->axes), tw_text_string(&m->shape), tw_text_string(&m->sizes),
                 tw_text_string(&m->in_strides), tw_text_string(&m->out_strides), (int)m->in_offset,
                 (int)m->out_offset, type, more);
    struct tw_plan *plan = plan_of(tw_text_string(&fields));
    try_places(plan, alpha, pairs, model_pairs(m, pairs));
    tw_plan_destroy(plan);
    tw_text_free(&fields);
    free_model(m);
}

static void try_model(struct model *m, const char *type, const char *more)
{
    try_scaled(m, type, 1, more);
}

/* A model of axes that are numbers, without gaps or with these strides by axis. */
static struct model model_of(unsigned rank, const unsigned *axes, const int64_t *extent, const int64_t *in,
                             const int64_t *out)
{
    struct model m = {.rank = rank};
    int64_t in_dense = 1, out_dense = 1;
    for (unsigned i = 0; i < rank; i++) {
        m.extent[i] = extent[i];
        add_number(&m.shape, extent[i]);
        add_number(&m.axes, axes[i]);
    }
    for (unsigned i = rank; i-- > 0; in_dense *= extent[i]) m.in[i] = in ? in[i] : in_dense;
    for (unsigned i = rank; i-- > 0; out_dense *= extent[axes[i]])
        m.out[axes[i]] = out ? out[axes[i]] : out_dense;
    for (unsigned i = 0; i < rank; i++) {
        if (in) add_number(&m.in_strides, m.in[i]);
        if (out) add_number(&m.out_strides, m.out[axes[i]]);
    }
    return m;
}

static const char *const types[] = {"uint8", "float16", "float32", "float64", "float32x4"};

/* One permutation of each class, in elements of all sizes by turns; `unit` elements are 16 bytes or so. */
static void one_of_each_class(void **state)
{
    static const struct {
        unsigned rank, axes[AXES_MAX];
        int64_t extent[AXES_MAX];
        unsigned types; /* bits of those that are tried */
    } classes[] = {
        {3, {0, 2, 1}, {3, 40, 72}, 31},                /* a batch of transposes            */
        {4, {0, 2, 3, 1}, {2, 3, 8, 20}, 3},            /* pixels                           */
        {4, {0, 2, 1, 3}, {2, 6, 5, 80}, 3},            /* heads: rows of chunks            */
        {4, {0, 2, 1, 3}, {2, 6, 5, 33}, 7},            /* rows that begin anywhere         */
        {3, {1, 0, 2}, {31, 37, 3}, 7},                 /* short rows                       */
        {3, {2, 1, 0}, {33, 5, 34}, 15},                /* runs of one axis each            */
        {3, {2, 1, 0}, {64, 3, 128}, 3},                /* the same in whole chunks         */
        {6, {5, 3, 1, 4, 2, 0}, {3, 5, 4, 6, 2, 7}, 6}, /* runs of several axes          */
        {6, {5, 4, 3, 2, 1, 0}, {4, 4, 4, 4, 4, 4}, 3}, /* runs that share axes          */
    };
    (void)state;
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        for (unsigned t = 0; t < 5; t++) {
            struct model m = model_of(classes[c].rank, classes[c].axes, classes[c].extent, NULL, NULL);
            if (classes[c].types >> t & 1)
                try_model(&m, types[t], "");
            else
                free_model(&m);
        }
    }
}

/* Gaps, turned axes and repeats. */
static void strides_of_all_kinds(void **state)
{
    static const struct {
        unsigned axes[3];
        int64_t in[3], out[3];
    } kinds[] = {
        {{2, 0, 1}, {-900, 40, 1}, {24, 1, 230}},    /* one turned, gaps on both sides          */
        {{0, 2, 1}, {-800, -40, -1}, {700, -1, 21}}, /* a transpose but for its turned axes     */
        {{0, 1, 2}, {800, 0, 1}, {-800, 40, 1}},     /* a row that is repeated, and turned rows */
        {{1, 0, 2}, {800, 40, -1}, {33, 500, 1}},    /* rows that are read backwards            */
        {{2, 1, 0}, {0, 0, 0}, {1, 9, -180}},        /* one element everywhere                  */
    };
    static const int64_t extent[] = {9, 20, 33};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct model m = model_of(3, kinds[k].axes, extent, kinds[k].in, kinds[k].out);
        m.in_offset = (int64_t)k;
        m.out_offset = 3;
        try_model(&m, types[k % 3], "");
    }
}

static void drawn_problems(void **state)
{
    unsigned draw = 5;
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        struct model m = i % 4 ? draw_names(&draw) : draw_numbers(&draw);
        try_model(&m, types[i % 5], "");
    }
}

/* Narrower, wider and as wide, by every method, wherever each side begins; element sizes of a side's own. */
static void casts(void **state)
{
    static const struct {
        const char *type, *more;
        double alpha;
    } kinds[] = {{"float32", ", \"out_type\": \"float16\"", 1},
                 {"float16", ", \"out_type\": \"float32\", \"alpha\": -3", -3},
                 {"uint8", ", \"out_type\": \"float32\", \"alpha\": 0.25", .25},
                 {"bfloat16", ", \"alpha\": 0.5", .5},
                 {"float64", ", \"out_type\": \"bfloat16\", \"alpha\": 0.1", .1},
                 {"int16", ", \"out_type\": \"float64\"", 1},
                 {"float32", ", \"out_type\": \"bfloat16\", \"method\": \"shifted\"", 1},
                 {"float16", ", \"out_type\": \"float32\", \"method\": \"shifted\"", 1},
                 {"int64", ", \"out_type\": \"float16\", \"method\": \"naive\"", 1}};
    static const unsigned cube_axes[] = {2, 1, 0}, row_axes[] = {1, 0, 2};
    static const int64_t cube[] = {64, 3, 32}, rows[] = {5, 6, 80}, odd[] = {33, 3, 35};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct model m = model_of(3, cube_axes, k % 2 ? odd : cube, NULL, NULL);
        try_scaled(&m, kinds[k].type, kinds[k].alpha, kinds[k].more);
        m = model_of(3, row_axes, rows, NULL, NULL);
        if (k < 6) try_scaled(&m, kinds[k].type, kinds[k].alpha, kinds[k].more);
        if (k >= 6) free_model(&m);
    }
}

/* By one kernel for all of them, which is the second of those that have two. */
static void pointers_as_promised(void **state)
{
    static const unsigned axes[] = {0, 2, 1, 3}, turned[] = {2, 1, 0};
    static const int64_t heads[] = {2, 6, 5, 80}, cube[] = {64, 3, 128};
    struct model m = model_of(4, axes, heads, NULL, NULL);
    (void)state;
    try_model(&m, "float16", ", \"pointers\": \"any\"");
    m = model_of(3, turned, cube, NULL, NULL);
    try_model(&m, "uint8", ", \"pointers\": \"any\"");
}

/* Tiles that write whole sectors, wherever in one the output begins: those follow from the address. */
static void whole_sectors(void **state)
{
    static const struct {
        const char *type, *more;
        int64_t extent[3];
    } cases[] = {{"float32", "\"out_run\": 128", {83, 2, 9}},
                 {"float64", "\"out_run\": 64, \"pointers\": \"any\"", {40, 2, 5}},
                 {"uint8", "\"out_run\": 32", {150, 2, 7}},
                 {"float16", "\"out_type\": \"float32\", \"out_run\": 64", {75, 2, 9}}};
    static const unsigned axes[] = {2, 1, 0};
    static struct pair pairs[1 << 12];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model m = model_of(3, axes, cases[i].extent, NULL, NULL);
        struct tw_text fields = {0};
        struct tw_casting casting;
        tw_text_addf(&fields,
                     "{\"axes\": \"%s\", \"shape\": \"%s\", \"type\": \"%s\", \"method\": \"shifted\", "
                     "\"overlap\": \"sectors\", %s}",
                     tw_text_string(&m.axes), tw_text_string(&m.shape), cases[i].type, cases[i].more);
        struct tw_plan *plan = plan_of(tw_text_string(&fields));
        const struct tw_argument *arguments = tw_plan_kernel(plan)->shape.arguments;
        assert_non_null(strstr(tw_plan_kernel(plan)->source, "begins a sector"));
        tw_casting_of(arguments[0].element, arguments[1].element, 1, &casting);
        for (unsigned place = 0; place < TW_SECTOR; place += (unsigned)casting.out_bytes) {
            struct trial trial = {plan, pairs, model_pairs(&m, pairs), &casting, 0, place, ""};
            try(&trial);
        }
        tw_plan_destroy(plan);
        tw_text_free(&fields);
        free_model(&m);
    }
}

/* ---- what is refused, and what is not ---- */

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
    static const char *const fields[] = {
        "{\"axes\": \"1 0\", \"shape\": \"40 50\", \"type\": \"float16\"}",
        "{\"axes\": \"a b c -> c b a\", \"shape\": \"20 3 40\", \"type\": \"float64\"}",
        "{\"axes\": \"a b c -> b a c\", \"shape\": \"4 3 60\", \"type\": \"float32x4\"}",
        "{\"axes\": \"a b c -> c b a\", \"shape\": \"2 3 4\", \"method\": \"naive\"}"};
    static const unsigned bytes[] = {2, 8, 16, 4};
    CUdeviceptr memory;
    (void)state;
    assert_int_equal(driver->cuMemAlloc_v2(&memory, 1 << 17), CUDA_SUCCESS);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct tw_plan *plan = plan_of(fields[i]);
        char why[64];
        snprintf(why, sizeof why, "plan: in is not a multiple of %u bytes: 0x", bytes[i]);
        refuses(plan, memory + bytes[i] / 2, memory + (1 << 16), why);
        snprintf(why, sizeof why, "plan: out is not a multiple of %u bytes: 0x", bytes[i]);
        refuses(plan, memory, memory + (1 << 16) + bytes[i] / 2, why);
        refuses(plan, 0, memory, "in is at address 0");
        takes(plan, memory, memory + (1 << 16));
        tw_plan_destroy(plan);
    }
    struct tw_plan *promised = plan_of(
        "{\"axes\": \"0 2 1 3\", \"shape\": \"2 6 5 80\", \"type\": \"float16\", \"pointers\": \"aligned\"}");
    assert_null(strstr(tw_plan_describe(promised), "a second kernel"));
    refuses(promised, memory + 2, memory + (1 << 16), "plan: in is not a multiple of 16 bytes: 0x");
    tw_plan_destroy(promised);
    driver->cuMemFree_v2(memory);
}

/* From the first byte that is touched to the last, wherever strides below 0 put the first element: the gaps too, but not the
   offsets. */
static void overlaps_are_refused(void **state)
{
    const size_t in_skips = 5 * 4, in = in_skips + (8 * 100 + 11 * 7 + 1) * 4, out_skips = 3 * 4,
                 out = out_skips + (8 * 2 + 11 * 40 + 1) * 4;
    struct tw_plan *plan =
        plan_of("{\"axes\": \"a b -> b a\", \"shape\": \"9 12\", \"in_strides\": \"-100 7\", "
                "\"out_strides\": \"-40 2\", \"in_offset\": 5, \"out_offset\": 3}");
    CUdeviceptr memory;
    char why[160];
    (void)state;
    assert_int_equal(driver->cuMemAlloc_v2(&memory, 1 << 16), CUDA_SUCCESS);
    const CUdeviceptr at = memory + (1 << 14);
    snprintf(why, sizeof why, "plan: in and out overlap: bytes 0x%llx to 0x%llx and 0x%llx to 0x%llx",
             (unsigned long long)at + in_skips, (unsigned long long)at + in - 1,
             (unsigned long long)at + out_skips, (unsigned long long)at + out - 1);
    refuses(plan, at, at, why);
    refuses(plan, at, at + in - out_skips - 4, "in and out overlap");
    takes(plan, at, at + in - out_skips);
    refuses(plan, at, at + in_skips - out + 4, "in and out overlap");
    takes(plan, at, at + in_skips - out);
    refuses(plan, at, at + 24 * 4, "in and out overlap"); /* between the elements of the input */
    tw_plan_destroy(plan);
    driver->cuMemFree_v2(memory);
}

static void empty_arrays_are_nowhere(void **state)
{
    static const char *const fields[] = {
        "{\"axes\": \"1 0\", \"shape\": \"0 7\"}",
        "{\"axes\": \"(a b) c -> a c b\", \"shape\": \"0 7\", \"sizes\": \"b=3\", \"type\": \"int8\"}",
        "{\"axes\": \"1 2 0\", \"shape\": \"5 0 7\", \"in_offset\": 9, \"out_offset\": 1}"};
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct tw_plan *plan = plan_of(fields[i]);
        takes(plan, 0, 0);
        assert_int_equal(tw_plan_kernel(plan)->shape.work.bytes, 0);
        tw_plan_destroy(plan);
    }
}

static void single_elements(void **state)
{
    struct model m = {.out_offset = 2};
    (void)state;
    tw_text_add(&m.axes, "->");
    try_model(&m, "uint8", "");
    m = (struct model){.in_offset = 1};
    tw_text_add(&m.axes, "() 1 -> ()");
    tw_text_add(&m.shape, "1 1");
    try_model(&m, "float32x4", "");
}

/* Equal problems that are written otherwise, and are one kernel but for its first lines. */
static void plans_say_what_was_chosen(void **state)
{
    struct tw_plan *plan = plan_of(
                       "{\"axes\": \"n c h w -> n h w c\", \"shape\": \"2 8 16 16\", \"type\": \"float16\"}"),
                   *same = plan_of("{\"axes\": \"0 2 1\", \"shape\": \"2 8 256\", \"type\": \"float16\"}");
    const char *a = strchr(tw_plan_kernel(plan)->source, '\n'),
               *b = strchr(tw_plan_kernel(same)->source, '\n');
    (void)state;
    assert_non_null(strstr(tw_plan_describe(plan), "permute"));
    assert_string_equal(a, b);
    tw_plan_destroy(plan);
    tw_plan_destroy(same);
}

/* ---- all of them ---- */

#define PERMUTE_PLAN_CASES                                                                                   \
    cmocka_unit_test(one_of_each_class), cmocka_unit_test(strides_of_all_kinds),                             \
        cmocka_unit_test(drawn_problems), cmocka_unit_test(casts), cmocka_unit_test(pointers_as_promised),   \
        cmocka_unit_test(whole_sectors), cmocka_unit_test(parts_of_elements_are_refused),                    \
        cmocka_unit_test(overlaps_are_refused), cmocka_unit_test(empty_arrays_are_nowhere),                  \
        cmocka_unit_test(single_elements), cmocka_unit_test(plans_say_what_was_chosen)

#endif
