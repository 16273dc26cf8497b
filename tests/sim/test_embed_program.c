/*
 * The whole kernel model through `embed`: a kernel that no family has, with two grids, scalars (one a vector), a symbol,
 * scratch that is zero before and afterwards and an output that launches zero, twice in one embed. What it computes:
 *
 *     NAME          moved[i] = in[i] * scale + weights[i % 4]                  moved is scratch
 *     NAME_finish   out[i] = moved[i] + shift.x - shift.y; bins[i % 4] += 1    bins is zeroed by the launch
 *                   bins[0] += 100000, by the last block to count `finished`, which that leaves at zero
 *
 * The C files are compiled as C and C++, linked and with dlopen, and run on the drop-in (tests/embed/program.c); the CUDA
 * file is compiled where there is nvcc.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>

#include "base/file.h"
#include "gen/text/embed.h"
#include "runtime/compile/compile.h"

enum argument { IN, SCALE, WEIGHTS, MOVED, BINS, OUT, FINISHED, SHIFT, ARGUMENTS };

/* Scratch and symbols stand between what the caller passes: in, scale, bins, out, shift. */
static struct tw_shape shape_of(unsigned count, unsigned first_blocks, unsigned last_blocks)
{
    const struct tw_shape shape = {
        .arguments = (struct tw_argument[]){[IN] = {.name = "in",
                                                    .role = TW_ROLE_INPUT,
                                                    .element = TW_FLOAT32,
                                                    .count = count,
                                                    .align = 4},
                                            [SCALE] = {.name = "scale",
                                                       .kind = TW_SCALAR,
                                                       .role = TW_ROLE_INPUT,
                                                       .element = TW_FLOAT32,
                                                       .count = 1,
                                                       .align = 4},
                                            [WEIGHTS] = {.name = "weights",
                                                         .kind = TW_SYMBOL,
                                                         .role = TW_ROLE_INPUT,
                                                         .element = TW_FLOAT32,
                                                         .count = 4,
                                                         .align = 4},
                                            [MOVED] = {.name = "moved",
                                                       .role = TW_ROLE_SCRATCH,
                                                       .before = TW_BEFORE_ANY,
                                                       .element = TW_FLOAT32,
                                                       .count = count,
                                                       .align = 4},
                                            [BINS] = {.name = "bins",
                                                      .role = TW_ROLE_OUTPUT,
                                                      .before = TW_BEFORE_ZEROED,
                                                      .element = TW_UINT32,
                                                      .count = 4,
                                                      .align = 16},
                                            [OUT] = {.name = "out",
                                                     .role = TW_ROLE_OUTPUT,
                                                     .before = TW_BEFORE_ANY,
                                                     .element = TW_FLOAT32,
                                                     .count = count,
                                                     .align = 4},
                                            [FINISHED] = {.name = "finished",
                                                          .role = TW_ROLE_SCRATCH,
                                                          .before = TW_BEFORE_ZERO,
                                                          .element = TW_UINT32,
                                                          .count = 1,
                                                          .align = 4},
                                            [SHIFT] = {.name = "shift",
                                                       .kind = TW_SCALAR,
                                                       .role = TW_ROLE_INPUT,
                                                       .element = TW_INT32X2,
                                                       .count = 1,
                                                       .align = 8}},
        .argument_count = ARGUMENTS,
        .launches = (struct tw_launch[]){{.suffix = "",
                                          .grid = {first_blocks, 1, 1},
                                          .block = {128, 1, 1},
                                          .carveout = -1,
                                          .cache_config = TW_CACHE_L1,
                                          .argument = (unsigned[]){MOVED, IN, SCALE},
                                          .argument_count = 3},
                                         {.suffix = "_finish",
                                          .grid = {last_blocks, 1, 1},
                                          .block = {256, 1, 1},
                                          .carveout = 25,
                                          .argument = (unsigned[]){SHIFT, BINS, OUT, FINISHED, MOVED},
                                          .argument_count = 5}},
        .launch_count = 2,
    };
    struct tw_shape copy;
    assert_true(tw_shape_copy(&shape, &copy));
    return copy;
}

static char *source_of(const char *name, unsigned count)
{
    struct tw_text source = {0};
    tw_text_addf(&source,
                 "__constant__ float weights[4] = {1, 2, 3, 4};\n"
                 "extern \"C\" __global__ void %s(float *moved, const float *in, float scale)\n"
                 "{\n"
                 "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                 "    if (i < %u) moved[i] = in[i] * scale + weights[i %% 4];\n"
                 "}\n",
                 name, count);
    tw_text_addf(
        &source,
        "extern \"C\" __global__ void %s_finish(int2 shift, unsigned *bins, float *out, unsigned *finished,\n"
        "                                     const float *moved)\n"
        "{\n"
        "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, last = gridDim.x - 1;\n"
        "    if (i < %u) out[i] = moved[i] + shift.x - shift.y;\n"
        "    if (i < %u) atomicAdd(&bins[i %% 4], 1);\n"
        "    if (threadIdx.x == 0 && atomicInc(finished, last) == last) atomicAdd(&bins[0], 100000);\n"
        "}\n",
        name, count, count);
    return tw_text_take(&source);
}

/* What the caller of tw_embed_describe gathers, of both variants. */
struct fixture {
    struct tw_kernel kernels[2];
    struct tw_image images[2];
    struct tw_embed_image cubins[2];
    struct tw_embed_variant variants[2];
    unsigned arch;
    char compiler[32];
};

static struct fixture fixture;

static void prepare(unsigned i, const char *name, unsigned count, struct tw_shape shape)
{
    struct tw_kernel *kernel = &fixture.kernels[i];
    char renamed[64];
    snprintf(renamed, sizeof renamed, "k_kernel_%s", name);
    kernel->family = "program";
    kernel->name = strdup(name);
    kernel->rendering = &tw_rendering_main;
    kernel->source = source_of(name, count);
    kernel->source_length = strlen(kernel->source);
    kernel->template_name = "program.cu.mustache";
    kernel->shape = shape;
    fixture.variants[i].kernel = kernel;
    fixture.variants[i].source = source_of(renamed, count);
}

static void compile(const struct tw_nvrtc *nvrtc, unsigned i)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_image *image = &fixture.images[i];
    if (tw_compile(nvrtc, &fixture.kernels[i], fixture.arch, image, &error)) fail_msg("%s", error.message);
    fixture.cubins[i] = (struct tw_embed_image){image->sm, image->cubin, image->cubin_bytes};
    fixture.variants[i].ptx = image->ptx;
    fixture.variants[i].cubins = &fixture.cubins[i];
}

static int set_up(void **state)
{
    struct tw_nvrtc *nvrtc;
    static struct tw_access_cost things[] = {{"read things", TW_LOAD, 4, 6, 6, 6}},
                                 more[] = {{"read more", TW_LOAD, 4, 40, 40, 20}};
    static struct tw_prediction predicted[2][2];
    (void)state;
    fixture.arch = 90;
    prepare(0, "small", 77, shape_of(77, 1, 1));
    prepare(1, "large", 1000, shape_of(1000, 8, 4));
    for (unsigned i = 0; i < 2; i++) fixture.kernels[i].predicted = predicted[i];
    fixture.kernels[0].predicted[0] = (struct tw_prediction){
        .counts = {.load_requests = 6, .known = TW_KNOWN_SHARED}, .accesses = things, .access_count = 1};
    fixture.kernels[0].predicted[1] = (struct tw_prediction){
        .counts = {.load_requests = 40, .known = TW_KNOWN_SHARED}, .accesses = more, .access_count = 1};
    fixture.kernels[1].predicted[0] = fixture.kernels[0].predicted[0];
    fixture.kernels[1].predicted[1].none = "what it adds to depends on the data";
    assert_int_equal(tw_nvrtc_open(&nvrtc, NULL), TW_OK);
    for (unsigned i = 0; i < 2; i++) compile(nvrtc, i);
    tw_nvrtc_close(nvrtc);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        free((char *)fixture.variants[i].source);
        tw_image_free(&fixture.images[i]);
        tw_kernel_free(&fixture.kernels[i]);
    }
    return 0;
}

static cJSON *describe(bool dlopen)
{
    cJSON *data;
    const struct tw_embed embed = {.name = "k",
                                   .config = "program.json",
                                   .hash = "0123456789abcdef",
                                   .command = "tilewright embed",
                                   .archs = &fixture.arch,
                                   .arch_count = 1,
                                   .dlopen = dlopen,
                                   .compiler = "NVRTC",
                                   .variants = fixture.variants,
                                   .count = 2};
    assert_int_equal(tw_embed_describe(&embed, &data, NULL), TW_OK);
    return data;
}

static char *render(enum tw_embed_file file)
{
    struct tw_text text = {0};
    cJSON *data = describe(false);
    assert_int_equal(tw_embed_render(data, file, 1, &text, NULL), TW_OK);
    cJSON_Delete(data);
    return tw_text_take(&text);
}

/* A folder of the embed's files. */
static void write_files(bool dlopen, char folder[static 64])
{
    static const struct {
        enum tw_embed_file file;
        const char *name;
    } files[] = {{TW_EMBED_HEADER, "k.h"},
                 {TW_EMBED_SOURCE, "k.c"},
                 {TW_EMBED_CU, "k.cu"},
                 {TW_EMBED_LAYOUT, "k_layout.h"}};
    cJSON *data = describe(dlopen);
    strcpy(folder, "/tmp/test_embed_program.XXXXXX");
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct tw_text text = {0};
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        assert_int_equal(tw_embed_render(data, files[i].file, 0, &text, NULL), TW_OK);
        assert_int_equal(tw_file_write(path, text.data, text.length, NULL), TW_OK);
        tw_text_free(&text);
    }
    cJSON_Delete(data);
}

/* Runs a command in the folder. */
static void run(const char *folder, const char *command)
{
    char *whole;
    assert_true(asprintf(&whole, "cd %s && { %s; } >out 2>&1 || { cat out >&2; exit 1; }", folder, command) >
                0);
    if (system(whole) != 0) fail_msg("%s", command);
    free(whole);
}

static void end(const char *folder)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

#define WARNINGS "-Wall -Wextra -Werror -pedantic"
/* A program in front of a sanitized library needs the same sanitizer. */
#define BUILD                                                                                                \
    " " WARNINGS " $(readelf -d " BUILD_DIR                                                                  \
    "/dropin/libcuda.so.1 | grep -q libasan && echo -fsanitize=address,undefined)"                           \
    " $(readelf -d " BUILD_DIR "/dropin/libcuda.so.1 | grep -q libtsan && echo -fsanitize=thread)"           \
    " -I" CUDA_INCLUDE " -I. " SOURCE_DIR "/tests/embed/program.c k.c -o program -pthread -L" BUILD_DIR      \
    "/dropin -lcuda -ldl"
#define RUN "LD_LIBRARY_PATH=" BUILD_DIR "/dropin ./program && grep -qx 'program ok' out"

static void runs_in_c_and_in_cpp(void **state)
{
    char folder[64];
    (void)state;
    for (int dlopen = 0; dlopen < 2; dlopen++) {
        write_files(dlopen, folder);
        run(folder, "gcc -std=c99" BUILD);
        run(folder, RUN);
        run(folder, "g++ -x c++ -std=c++11" BUILD);
        run(folder, RUN);
        end(folder);
    }
}

/* So a launch can be captured into a graph: the simulator's driver, which has no graphs, would not tell. */
static void the_driver_is_asked_for_nothing_that_allocates_or_waits(void **state)
{
    char folder[64];
    (void)state;
    write_files(false, folder);
    run(folder, "gcc -I" CUDA_INCLUDE " -c k.c && nm -u k.o | grep -o ' cu[A-Z].*' && "
                "! nm -u k.o | grep -E ' "
                "cu(MemAlloc|MemFree|MemHost|StreamSync|CtxSync|EventSync|MemcpyHtoD_|MemsetD8_)'");
    end(folder);
    write_files(true, folder);
    run(folder,
        "gcc -I" CUDA_INCLUDE " -c k.c && ! nm -u k.o | grep ' cu[A-Z]' && strings k.o | grep -qx "
        "cuModuleGetGlobal_v2 && strings k.o | grep -qx cuMemcpyHtoDAsync_v2 && strings k.o | grep -qx "
        "cuMemsetD8Async");
    end(folder);
}

static void nvcc_takes_the_cuda_file(void **state)
{
    char folder[64];
    (void)state;
    if (system("command -v nvcc >/dev/null") != 0) skip();
    write_files(false, folder);
    run(folder, "nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c k.cu -o cu.o");
    run(folder, "nm cu.o | grep -w k_launch_large && nm cu.o | grep -w k_set_symbol_small");
    end(folder);
}

static void expect(enum tw_embed_file file, const char *part)
{
    char *text = render(file);
    if (!strstr(text, part)) fail_msg("no \"%s\" in:\n%s", part, text);
    free(text);
}

static void wrappers_launch_all_grids(void **state)
{
    (void)state;
    expect(
        TW_EMBED_CU,
        "extern \"C\" cudaError_t k_launch_large(const float *in, float scale, unsigned *bins, float *out, "
        "int2 shift, void *scratch, cudaStream_t stream)\n");
    expect(TW_EMBED_CU, "cudaMemsetAsync(bins, 0, 16, stream);\n");
    expect(TW_EMBED_CU,
           "k_kernel_large<<<dim3(8, 1, 1), dim3(128, 1, 1), 0, stream>>>(k_pointer{(char *)scratch + 0}, "
           "k_pointer{in}, k_value<float>{scale});\n");
    expect(TW_EMBED_CU,
           "k_kernel_large_finish<<<dim3(4, 1, 1), dim3(256, 1, 1), 0, stream>>>(k_value<int2>{shift}, "
           "k_pointer{bins}, k_pointer{out}, k_pointer{(char *)scratch + 4096}, k_pointer{(char *)scratch + "
           "0});\n");
    expect(TW_EMBED_CU,
           "cudaFuncSetAttribute(k_kernel_large_finish, cudaFuncAttributePreferredSharedMemoryCarveout, 25)");
    expect(TW_EMBED_CU, "#define weights k_kernel_large_weights\n");
    expect(TW_EMBED_CU,
           "cudaMemcpyToSymbolAsync(k_kernel_large_weights, data, bytes, 0, cudaMemcpyHostToDevice, stream)");
}

static void what_is_not_predicted_is_not_claimed(void **state)
{
    (void)state;
    expect(TW_EMBED_HEADER, " *     its accesses are not predicted: what it adds to depends on the data\n");
    expect(TW_EMBED_HEADER,
           " * grid 2 of 2, small_finish: 1 block(s) of 256x1 threads, 0 bytes of shared memory\n"
           " *     read more: 40 wavefronts in 40 requests; 20 without bank conflicts\n");
    expect(TW_EMBED_LAYOUT, "/* large: no tile of two dimensions in shared memory");
    expect(TW_EMBED_PTX, "// large: program, float32\n// grid 1 of 2, large: grid 8, 1, 1, block 128, 1, 1,");
    for (enum tw_embed_file file = 0; file <= TW_EMBED_LIST; file++) {
        char *text = render(file);
        assert_null(strstr(text, "(0,0)"));
        free(text);
    }
}

static const cJSON *at(const cJSON *list, const char *key, int item)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(list, key), item);
}

static void expect_json(const cJSON *item, const char *text)
{
    char *printed = cJSON_PrintUnformatted(item);
    assert_string_equal(printed, text);
    free(printed);
}

static void the_list_says_how_to_launch(void **state)
{
    char *text = render(TW_EMBED_LIST);
    cJSON *all = cJSON_Parse(text);
    const cJSON *large = at(all, "variants", 1), *small = at(all, "variants", 0);
    (void)state;
    assert_non_null(large);
    expect_json(at(large, "launches", 1),
                "{\"entry\":\"large_finish\",\"grid\":[4,1,1],\"block\":[256,1,1],\"dynamic_shared_bytes\":0,"
                "\"shared_bytes\":0,\"carveout\":25,\"cache_config\":\"none\",\"cluster\":null,"
                "\"cooperative\":false,\"parameters\":[6,3,4,5,2]}");
    expect_json(
        at(large, "parameters", 3),
        "{\"name\":\"bins\",\"element\":\"uint32\",\"elements\":4,\"bytes\":16,\"written\":true,\"align\":16,"
        "\"kind\":\"buffer\","
        "\"role\":\"output\",\"before\":\"zeroed\",\"scratch_offset\":null,"
        "\"least_align\":16,\"skipped_bytes\":0,\"value\":null}");
    expect_json(at(large, "parameters", 5),
                "{\"name\":\"finished\",\"element\":\"uint32\",\"elements\":1,\"bytes\":4,\"written\":true,"
                "\"align\":4,"
                "\"kind\":\"buffer\","
                "\"role\":\"scratch\",\"before\":\"zero\",\"scratch_offset\":4096,"
                "\"least_align\":4,\"skipped_bytes\":0,\"value\":null}");
    expect_json(cJSON_GetObjectItem(large, "second_launches"), "[]");
    expect_json(at(large, "symbols", 0),
                "{\"name\":\"weights\",\"element\":\"float32\",\"elements\":4,\"bytes\":16,"
                "\"module_symbol\":\"weights\"}");
    expect_json(cJSON_GetObjectItem(large, "entry"), "\"large\"");
    expect_json(cJSON_GetObjectItem(large, "scratch_bytes"), "4352");
    expect_json(cJSON_GetObjectItem(large, "load_requests"), "null");
    expect_json(cJSON_GetObjectItem(large, "layout"), "null");
    expect_json(cJSON_GetObjectItem(large, "not_predicted"), "\"what it adds to depends on the data\"");
    expect_json(cJSON_GetObjectItem(small, "load_requests"), "46");
    cJSON_Delete(all);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_in_c_and_in_cpp),
        cmocka_unit_test(the_driver_is_asked_for_nothing_that_allocates_or_waits),
        cmocka_unit_test(nvcc_takes_the_cuda_file),
        cmocka_unit_test(wrappers_launch_all_grids),
        cmocka_unit_test(what_is_not_predicted_is_not_claimed),
        cmocka_unit_test(the_list_says_how_to_launch),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
