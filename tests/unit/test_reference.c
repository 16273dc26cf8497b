/* The CPU reference against tables written by hand and against the definition of a transpose, and elements as
 * text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gen/family.h"
#include "runtime/launch.h"
#include "runtime/references/reference.h"
#include "tests/kernel_cases.h"

/* A tile kernel as the generator describes it, without its source. */
static struct tw_kernel describe(unsigned bdimx, unsigned bdimy, const char *layout, const char *index,
                                 enum tw_element element, const struct tw_rendering *rendering)
{
    struct tw_kernel kernel = {.family = "tile", .rendering = rendering};
    tw_shape_add_argument(&kernel.shape, (struct tw_argument){.name = "out",
                                                              .role = TW_ROLE_OUTPUT,
                                                              .before = TW_BEFORE_ANY,
                                                              .element = element,
                                                              .count = (uint64_t)bdimx * bdimy,
                                                              .align = 1});
    kernel.fields = tw_shape_array(&kernel.shape, 16, sizeof *kernel.fields);
    assert_non_null(kernel.fields);
    kernel.fields[0] = (struct tw_field_value){.key = "BDIMX", .number = bdimx};
    kernel.fields[1] = (struct tw_field_value){.key = "BDIMY", .number = bdimy};
    kernel.fields[2] = (struct tw_field_value){.key = "layout", .is_word = true, .text = layout};
    kernel.fields[3] = (struct tw_field_value){.key = "index", .is_word = true, .text = index};
    kernel.fields[4] = (struct tw_field_value){.key = "BDIMZ", .number = 1};
    kernel.fields[5] = (struct tw_field_value){.key = "dims", .is_word = true, .text = "auto"};
    kernel.fields[6] = (struct tw_field_value){.key = "tile_rows", .is_word = true, .text = "block"};
    kernel.fields[7] = (struct tw_field_value){.key = "tile_cols", .is_word = true, .text = "block"};
    kernel.fields[8] = (struct tw_field_value){.key = "tile_depth", .is_word = true, .text = "block"};
    kernel.fields[9] = (struct tw_field_value){.key = "writes", .is_word = true, .text = "layout"};
    kernel.fields[10] = (struct tw_field_value){.key = "reads", .is_word = true, .text = "layout"};
    kernel.fields[11] = (struct tw_field_value){.key = "tiles", .number = 1};
    kernel.fields[12] = (struct tw_field_value){.key = "IPAD2", .is_word = true, .text = "first"};
    kernel.fields[13] = (struct tw_field_value){.key = "layout2", .is_word = true, .text = "first"};
    kernel.fields[14] = (struct tw_field_value){.key = "writes2", .is_word = true, .text = "first"};
    kernel.fields[15] = (struct tw_field_value){.key = "reads2", .is_word = true, .text = "first"};
    kernel.field_count = 16;
    return kernel;
}

static void *expected_of(const struct tw_kernel *kernel)
{
    void *out = malloc(tw_argument_bytes(&kernel->shape.arguments[0]));
    const struct tw_trial trials[CASE_ARGUMENTS] = {{.after = out}};
    const struct tw_reference *reference = tw_reference_find(kernel->family);
    assert_non_null(out);
    assert_non_null(reference);
    assert_int_equal(reference->fill(kernel, 0, trials, NULL), TW_OK);
    return out;
}

static void expect_int32(unsigned bdimx, unsigned bdimy, const char *layout, const char *index,
                         const int32_t *expected)
{
    struct tw_kernel kernel = describe(bdimx, bdimy, layout, index, TW_INT32, &tw_rendering_main);
    int32_t *out = expected_of(&kernel);
    assert_memory_equal(out, expected, (size_t)bdimx * bdimy * sizeof *out);
    free(out);
    tw_shape_free(&kernel.shape);
}

/* Worked out on paper, thread by thread. */
static void small_tiles_by_hand(void **state)
{
    (void)state;
    static const int32_t same[] = {0, 1, 2, 3, 4, 5};
    /* 3x2 block: the tile's rows are 0 1 2 / 3 4 5; thread idx reads row idx % 2, column idx / 2 */
    static const int32_t row_col_3x2[] = {0, 3, 1, 4, 2, 5};
    /* written at row idx % 2, column idx / 2: rows 0 2 4 / 1 3 5; read in order */
    static const int32_t col_row_3x2[] = {0, 2, 4, 1, 3, 5};
    static const int32_t row_col_2x3[] = {0, 2, 4,
                                          1, 3, 5}; /* rows 0 1 / 2 3 / 4 5; row idx % 3, column idx / 3 */
    static const int32_t square[] = {0, 2, 1, 3};
    expect_int32(3, 2, "row-row", "2d", same);
    expect_int32(3, 2, "row-row", "linear", same);
    expect_int32(3, 2, "col-col", "2d", same);
    expect_int32(3, 2, "col-col", "linear", same);
    expect_int32(3, 2, "row-col", "linear", row_col_3x2);
    expect_int32(3, 2, "col-row", "linear", col_row_3x2);
    expect_int32(2, 3, "row-col", "linear", row_col_2x3);
    expect_int32(2, 2, "row-col", "2d", square);
    expect_int32(2, 2, "col-row", "2d", square);
    expect_int32(2, 2, "row-col", "linear", square);
}

/* A second tile holds 5 4 3 2 1 0; what is read from it stands behind what is read from the first. */
static void second_tiles_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *layout2, *writes2, *reads2;
        int32_t expected[12];
    } cases[] = {
        {"first", "first", "first", {0, 3, 1, 4, 2, 5, 5, 2, 4, 1, 3, 0}},
        {"row-row", "first", "first", {0, 3, 1, 4, 2, 5, 5, 4, 3, 2, 1, 0}},
        {"col-row", "first", "first", {0, 3, 1, 4, 2, 5, 5, 3, 1, 4, 2, 0}},
        {"first", "first", "broadcast", {0, 3, 1, 4, 2, 5, 5, 5, 5, 5, 5, 5}},
        {"row-row", "n - 1 - idx", "layout", {0, 3, 1, 4, 2, 5, 0, 1, 2, 3, 4, 5}},
        {"first", "layout", "idx / 2", {0, 3, 1, 4, 2, 5, 5, 5, 4, 4, 3, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_kernel kernel = describe(3, 2, "row-col", "linear", TW_INT32, &tw_rendering_main);
        kernel.shape.arguments[0].count = 12;
        kernel.fields[11].number = 2;
        kernel.fields[13].text = cases[i].layout2;
        kernel.fields[14].text = cases[i].writes2;
        kernel.fields[15].text = cases[i].reads2;
        int32_t *out = expected_of(&kernel);
        assert_memory_equal(out, cases[i].expected, sizeof cases[i].expected);
        free(out);
        tw_shape_free(&kernel.shape);
    }
}

/* row-col reads the BDIMY x BDIMX matrix of indices column by column; col-row undoes that. */
static void large_tiles_are_transposes(void **state)
{
    (void)state;
    static const unsigned blocks[][2] = {{32, 16},  {16, 32},  {33, 7}, {7, 33},
                                         {1, 1024}, {1024, 1}, {32, 32}};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        unsigned w = blocks[b][0], h = blocks[b][1];
        struct tw_kernel there = describe(w, h, "row-col", "linear", TW_INT32, &tw_rendering_main);
        struct tw_kernel back = describe(w, h, "col-row", "linear", TW_INT32, &tw_rendering_main);
        int32_t *forth = expected_of(&there), *again = expected_of(&back);
        for (unsigned r = 0; r < h; r++) {
            for (unsigned c = 0; c < w; c++) assert_int_equal(forth[c * h + r], r * w + c);
        }
        for (unsigned i = 0; i < w * h; i++) assert_int_equal(forth[again[i]], i);
        free(forth);
        free(again);
        tw_shape_free(&there.shape);
        tw_shape_free(&back.shape);
    }
}

/* float16 and bfloat16 bits worked out from the formats: 1 = 0x3c00 / 0x3f80, one binade = 0x400 / 0x80. */
static void narrow_floats(void **state)
{
    (void)state;
    struct tw_kernel kernel = describe(1024, 1, "row-row", "2d", TW_FLOAT16, &tw_rendering_main);
    uint16_t *half = expected_of(&kernel);
    assert_int_equal(half[0], 0);
    assert_int_equal(half[1], 0x3c00);
    assert_int_equal(half[2], 0x4000);
    assert_int_equal(half[3], 0x4200);
    assert_int_equal(half[1023], 0x63fe); /* 1.998046875 * 2^9 */
    free(half);
    tw_shape_free(&kernel.shape);
    kernel = describe(1024, 1, "row-row", "2d", TW_BFLOAT16, &tw_rendering_main);
    uint16_t *brain = expected_of(&kernel);
    for (unsigned i = 0; i < 1024; i++) {
        float value = (float)i; /* bfloat16 is the upper half of float32, rounded to nearest even */
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        bits += 0x7fffu + (bits >> 16 & 1u);
        assert_int_equal(brain[i], bits >> 16);
    }
    assert_int_equal(brain[257], 0x4380); /* 257 = 256 + half a unit: to the even 256 */
    assert_int_equal(brain[259], 0x4382); /* 259 lies between 258 and 260: to the even 260 */
    free(brain);
    tw_shape_free(&kernel.shape);
}

/* For every type and rendering: component k of out[i] as text, against a print of the number that belongs there. */
static void every_type(void **state)
{
    static const struct tw_rendering high = {"high", "idx >> 8", "", false},
                                     low = {"low", "idx & 255", "", false};
    const struct tw_rendering *const renderings[] = {&tw_rendering_main, &high, &low};
    (void)state;
    for (int type = 0; type < TW_ELEMENT_COUNT; type++) {
        const struct tw_element_info *info = tw_element_info((enum tw_element)type);
        for (int store = 0; store < (info->components > 1 ? 1 : 3); store++) {
            struct tw_kernel kernel =
                describe(32, 32, "row-row", "2d", (enum tw_element)type, renderings[store]);
            unsigned char *out = expected_of(&kernel);
            for (long long i = 0; i < 1024; i++) {
                long long v = store == 0 ? i : store == 1 ? i / 256 : i % 256;
                if (v > info->exact && info->scalar == TW_BFLOAT) continue; /* rounded: the test above */
                if (v > info->exact && info->scalar == TW_UNSIGNED) v %= 256;
                if (v > info->exact && info->scalar == TW_SIGNED) v = (v + 128) % 256 - 128;
                char got[64], want[96];
                tw_element_print((enum tw_element)type, out + (size_t)i * info->bytes, got);
                if (info->components == 1) snprintf(want, sizeof want, "%lld", v);
                if (info->components == 2) snprintf(want, sizeof want, "{%lld, %lld}", v, v + 1);
                if (info->components == 4)
                    snprintf(want, sizeof want, "{%lld, %lld, %lld, %lld}", v, v + 1, v + 2, v + 3);
                assert_string_equal(got, want);
            }
            free(out);
            tw_shape_free(&kernel.shape);
        }
    }
}

static void expect_text(enum tw_element element, const void *value, const char *expected)
{
    char text[64];
    tw_element_print(element, value, text);
    assert_string_equal(text, expected);
}

static void elements_as_text(void **state)
{
    (void)state;
    expect_text(TW_INT8, &(int8_t){-128}, "-128");
    expect_text(TW_UINT8, &(uint8_t){255}, "255");
    expect_text(TW_INT64, &(int64_t){INT64_MIN}, "-9223372036854775808");
    expect_text(TW_UINT64, &(uint64_t){UINT64_MAX}, "18446744073709551615");
    expect_text(TW_FLOAT16, &(uint16_t){0xc100}, "-2.5");
    expect_text(TW_FLOAT16, &(uint16_t){0x0001}, "5.9604645e-08"); /* 2^-24 */
    expect_text(TW_FLOAT16, &(uint16_t){0x7c00}, "inf");
    expect_text(TW_FLOAT16, &(uint16_t){0x7e01}, "nan");
    expect_text(TW_BFLOAT16, &(uint16_t){0xff80}, "-inf");
    expect_text(TW_FLOAT32, &(float){0.1f}, "0.1");
    expect_text(TW_FLOAT32, &(float){16777215.0f}, "16777215");
    expect_text(TW_FLOAT64, &(double){0.1}, "0.1");
    expect_text(TW_FLOAT64, &(double){1.0 / 3}, "0.3333333333333333");
    expect_text(TW_FLOAT64X2, (double[]){1.5, -1e300}, "{1.5, -1e+300}");
    float widest[4] = {-1.23456789e-38f, -1.23456789e-38f, -1.23456789e-38f, -1.23456789e-38f};
    char text[64];
    tw_element_print(TW_FLOAT32X4, widest, text); /* longer than the room: cut, never past it */
    assert_true(strlen(text) <= 63 && strncmp(text, "{-1.2345679e-38", 15) == 0);
}

static void unknown_family(void **state)
{
    (void)state;
    assert_null(tw_reference_find("nonesuch"));
}

/* A pitched batch: each element by the definition, and every other byte of the output as it was. */
static void transpose_by_its_definition(void **state)
{
    (void)state;
    enum { ROWS = 37, COLS = 41, BATCH = 2, IN_PITCH = 43, OUT_PITCH = 40, IN_OFFSET = 3, OUT_OFFSET = 5 };
    enum {
        IN = IN_OFFSET + (BATCH * ROWS - 1) * IN_PITCH + COLS,
        OUT = OUT_OFFSET + (BATCH * COLS - 1) * OUT_PITCH + ROWS
    };
    static struct tw_field_value fields[] = {{.key = "rows", .number = ROWS},
                                             {.key = "cols", .number = COLS},
                                             {.key = "batch", .number = BATCH},
                                             {.key = "in_pitch", .number = IN_PITCH},
                                             {.key = "out_pitch", .number = OUT_PITCH},
                                             {.key = "in_offset", .number = IN_OFFSET},
                                             {.key = "out_offset", .number = OUT_OFFSET}};
    struct tw_kernel kernel = {.family = "transpose",
                               .rendering = &tw_rendering_main,
                               .field_count = sizeof fields / sizeof *fields};
    kernel.fields = fields;
    struct tw_argument arguments[] = {
        {.name = "in", .role = TW_ROLE_INPUT, .element = TW_UINT16, .count = IN, .align = 2},
        {.name = "out",
         .role = TW_ROLE_OUTPUT,
         .before = TW_BEFORE_ANY,
         .element = TW_UINT16,
         .count = OUT,
         .align = 2}};
    kernel.shape.argument_count = 2;
    kernel.shape.arguments = arguments;
    static uint16_t in[IN], out[OUT], expected[OUT];
    memset(out, 0xA5, sizeof out);
    memset(expected, 0xA5, sizeof expected);
    const struct tw_trial trials[CASE_ARGUMENTS] = {{.before = in}, {.after = out}};
    assert_int_equal(tw_reference_find("transpose")->fill(&kernel, 1, trials, NULL), TW_OK);
    for (int b = 0; b < BATCH; b++) {
        for (int r = 0; r < ROWS; r++) {
            for (int c = 0; c < COLS; c++)
                expected[OUT_OFFSET + (b * COLS + c) * OUT_PITCH + r] =
                    in[IN_OFFSET + (b * ROWS + r) * IN_PITCH + c];
        }
    }
    assert_memory_equal(out, expected, sizeof out);
    int different = 0;
    for (int i = 1; i < IN; i++) different += in[i] != in[0];
    assert_true(different > IN - 10); /* noise: elements of another place would show */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tiles_by_hand),
        cmocka_unit_test(second_tiles_by_hand),
        cmocka_unit_test(transpose_by_its_definition),
        cmocka_unit_test(large_tiles_are_transposes),
        cmocka_unit_test(narrow_floats),
        cmocka_unit_test(every_type),
        cmocka_unit_test(elements_as_text),
        cmocka_unit_test(unknown_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
