/* What the templates of embed make of kernels: text that a compiler would not tell right from wrong, and
 * memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/version.h>

#include "gen/text/embed.h"
#include "gen/text/render.h"
#include "tests/unit/failing_memory.h"
#include "tune/embed/embed.h"

static const char ptx[] = "//\n.version 8.4\n.target sm_80\n";
static const unsigned char code[] = {1, 2, 3, 4, 5, 6, 7, 0xFF, 0x10, 0};
static const struct tw_embed_image cubins[] = {{80, code, sizeof code}, {90, code, 8}};
static const unsigned archs[] = {80, 90};

/* A kernel with an input, which no family of tiles has. */
static const struct tw_kernel kernel = {
    .family = "tile",
    .name = (char *)"turn",
    .rendering = &tw_rendering_main,
    .shape =
        {.arguments =
             (struct tw_argument[]){
                 {.name = "in", .role = TW_ROLE_INPUT, .element = TW_FLOAT32X4, .count = 100, .align = 16},
                 {.name = "out",
                  .role = TW_ROLE_OUTPUT,
                  .before = TW_BEFORE_ANY,
                  .element = TW_INT64,
                  .count = 200,
                  .align = 8}},
         .argument_count = 2,
         .launches = (struct tw_launch[]){{.suffix = "",
                                           .grid = {3, 2, 1},
                                           .block = {32, 8, 1},
                                           .dynamic_shared_bytes = 65536,
                                           .shared_bytes = 65536,
                                           .carveout = 50,
                                           .argument = (unsigned[]){0, 1},
                                           .argument_count = 2}},
         .launch_count = 1},
    .fields = (struct tw_field_value[]){{.key = "BDIMX", .number = 32},
                                        {.key = "layout", .is_word = true, .text = "row-col"}},
    .field_count = 2,
    .predicted = (struct tw_prediction[]){{.counts = {.load_requests = 6,
                                                      .load_wavefronts = 12,
                                                      .store_requests = 6,
                                                      .store_wavefronts = 6,
                                                      .known = TW_KNOWN_SHARED},
                                           .accesses = (struct tw_access_cost[]){{"read column", TW_LOAD, 4,
                                                                                  6, 12, 6}},
                                           .access_count = 1}},
};

static const struct tw_embed_variant variant = {
    .kernel = &kernel,
    .tiles = 1,
    .layout = {{.rows = 32, .columns = 32, .pitch = 33, .element_bytes = 4, .swizzle = TW_SWIZZLE_SKEW}},
    .source = "// the source\n",
    .cubins = cubins,
    .ptx = ptx,
    .time_us = 0.5,
    .time_blocks = 7,
    .measured_on = "GPU \"X\" */ \\",
};

static const struct tw_embed embed = {
    .name = "k",
    .config = "folder/a*/b?.json",
    .hash = "0123456789abcdef",
    .command = "tilewright embed",
    .compiler = "NVRTC 13.0",
    .archs = archs,
    .arch_count = 2,
    .ptx_files = true,
    .cubin_files = true,
    .variants = &variant,
    .count = 1,
};

static char *render(enum tw_embed_file file)
{
    struct tw_text text = {0};
    cJSON *data = NULL;
    assert_int_equal(tw_embed_describe(&embed, &data, NULL), TW_OK);
    assert_int_equal(tw_embed_render(data, file, 0, &text, NULL), TW_OK);
    cJSON_Delete(data);
    return tw_text_take(&text);
}

static void expect(enum tw_embed_file file, const char *part)
{
    char *text = render(file);
    if (!strstr(text, part)) fail_msg("no \"%s\" in:\n%s", part, text);
    free(text);
}

static void launchers_take_what_the_kernel_takes(void **state)
{
    (void)state;
    expect(TW_EMBED_HEADER,
           "CUresult k_launch_turn(const float *in, int64_t *out, CUstream stream, struct k_error *error);");
    expect(TW_EMBED_SOURCE, "parameters[0] = (void *)&in;\n    parameters[1] = (void *)&out;\n");
    expect(TW_EMBED_SOURCE, "{\"in\", \"float32x4\", 100, 0, 16, 1, 0, 1600, k_KIND_BUFFER, 16, 0},\n"
                            "    {\"out\", \"int64\", 200, 1, 8, 0, 0, 1600, k_KIND_BUFFER, 8, 0},\n");
    expect(TW_EMBED_CU, "k_launch_turn(const float4 *in, long long *out, cudaStream_t stream)");
    expect(TW_EMBED_CU,
           "k_kernel_turn<<<dim3(3, 2, 1), dim3(32, 8, 1), 65536, stream>>>(k_pointer{in}, k_pointer{out});");
    expect(TW_EMBED_CU, "cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)");
    expect(TW_EMBED_CU, "cudaFuncAttributePreferredSharedMemoryCarveout, 50)");
}

static void the_table_says_what_is_known(void **state)
{
    (void)state;
    expect(TW_EMBED_SOURCE, "{ 3, 2, 1 }, { 32, 8, 1 }, 65536, 65536,\n     6, 12, 6, 6, 6,\n     0.5, 7, ");
    expect(TW_EMBED_SOURCE, "\"BDIMX=32 layout=row-col\"");
    expect(TW_EMBED_HEADER, "read column: 12 wavefronts in 6 requests; 6 without bank conflicts");
    expect(TW_EMBED_LIST,
           "\"cubins\": { \"sm_80\": \"k_turn.sm_80.cubin\",\"sm_90\": \"k_turn.sm_90.cubin\" }");
    expect(TW_EMBED_PTX, "\n//\n.version 8.4\n");
    expect(TW_EMBED_SOURCE, "there are cubins for sm_80, sm_90 and PTX 8.4 for sm_80 and newer;");
}

static void images_are_little_endian_words_with_zeros_behind(void **state)
{
    (void)state;
    expect(TW_EMBED_SOURCE, "k_cubin_80_turn[] = { /* 10 bytes */\n0xff07060504030201,0x10,\n};");
    expect(TW_EMBED_SOURCE, "k_cubin_90_turn[] = { /* 8 bytes */\n0xff07060504030201,\n};");
    /* "//\n.vers", "ion 8.4\n", ".target ", "sm_80\n" and the NUL */
    expect(TW_EMBED_SOURCE,
           "/* 30 characters */\n0x737265762e0a2f2f,0xa342e38206e6f69,0x207465677261742e,0xa30385f6d73,\n};");
}

static void layouts_fold_the_swizzle_in(void **state)
{
    (void)state;
    expect(TW_EMBED_LAYOUT, "return row * 33u + ((column + row) % 32);");
    expect(TW_EMBED_LAYOUT, "#define k_ELEMENTS_turn 1056u\n#define k_BYTES_turn 4224u\n");
}

/* A second tile has constants and a function of its own, and both shapes are said. */
static void second_layouts_have_their_own_names(void **state)
{
    (void)state;
    struct tw_embed_variant both = *embed.variants;
    both.tiles = 2;
    both.layout[1] =
        (struct tw_layout){.rows = 32, .columns = 32, .pitch = 34, .element_bytes = 4, .start = 4224};
    struct tw_embed two = embed;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    cJSON *data = NULL;
    two.variants = &both;
    two.count = 1;
    assert_int_equal(tw_embed_describe(&two, &data, &error), TW_OK);
    assert_int_equal(tw_embed_render(data, TW_EMBED_LAYOUT, 0, &text, &error), TW_OK);
    assert_non_null(
        strstr(text.data, "layout (32,32):(33,1) and (32,32):(34,1), (row, col) at column (col + row) % 32"));
    assert_non_null(strstr(text.data, "#define k_PITCH_turn 33u\n"));
    assert_non_null(strstr(text.data, "#define k_PITCH2_turn 34u\n"));
    assert_non_null(
        strstr(text.data,
               "unsigned k_index2_turn(unsigned row, unsigned column)\n{\n    return row * 34u + column;"));
    tw_text_free(&text);
    cJSON_Delete(data);
}

static void foreign_text_ends_no_comment_and_no_string(void **state)
{
    (void)state;
    expect(TW_EMBED_HEADER, "Made by tilewright " TILEWRIGHT_VERSION
                            " from b_.json (XXH3 0123456789abcdef), compiled by NVRTC 13.0.");
    expect(TW_EMBED_SOURCE, "\"GPU _X_ _/ _\"");
}

#if CAN_FAIL
static void try_all(struct tw_error *error)
{
    static const enum tw_embed_file files[] = {TW_EMBED_LAYOUT, TW_EMBED_SOURCE, TW_EMBED_PTX};
    struct tw_embed_options options = {
        .name = "k", .archs = {80, 90}, .arch_count = 2, .formats = TW_FORMAT_CU};
    options.file = SOURCE_DIR "/configs/rectangle.json";
    struct tw_embed_plan plan;
    struct tw_text text = {0};
    cJSON *data = NULL;
    int result = tw_embed_plan(&options, &(struct tw_watcher){0}, &plan, error);
    if (!result) result = tw_embed_describe(&embed, &data, error);
    for (size_t i = 0; i < 3 && !result; i++) result = tw_embed_render(data, files[i], 0, &text, error);
    assert_int_equal(result, error->code);
    cJSON_Delete(data);
    tw_text_free(&text);
    tw_embed_plan_free(&plan);
}
#endif

static void every_allocation_may_fail(void **state)
{
    (void)state;
#if CAN_FAIL
    long k = 0;
    for (bool reached = true; reached; k++) {
        struct tw_error error = TW_ERROR_INIT;
        long before = live;
        until_failure = k;
        try_all(&error);
        reached = until_failure == 0;
        until_failure = -1;
        assert_true(error.code == TW_OK || (reached && error.code == TW_MEMORY));
        tw_error_free(&error);
        assert_int_equal(live, before);
    }
    assert_true(k > 500);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launchers_take_what_the_kernel_takes),
        cmocka_unit_test(the_table_says_what_is_known),
        cmocka_unit_test(images_are_little_endian_words_with_zeros_behind),
        cmocka_unit_test(layouts_fold_the_swizzle_in),
        cmocka_unit_test(second_layouts_have_their_own_names),
        cmocka_unit_test(foreign_text_ends_no_comment_and_no_string),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
