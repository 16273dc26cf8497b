/* NVRTC itself: what comes out of a compile, and how its errors find their way back to the template. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>

#include "base/text.h"
#include "fake_library.h"
#include "runtime/compile/compile.h"
#include "runtime/compile/nvrtc.h"
#include "runtime/compile/source_bytes.h"

#define LINES 8

static struct tw_nvrtc *nvrtc; /* NULL: this machine has none, and the tests that need it are skipped */

#define NEEDS_NVRTC()                                                                                        \
    if (!nvrtc) skip()

static unsigned template_line[LINES] = {11, 12, 13, 14, 15, 16, 17, 18};

/* A kernel named `k` whose generated line i came from template line 10 + i. */
static struct tw_kernel with_source(const char *source)
{
    return (struct tw_kernel){.family = "tile",
                              .name = (char *)"k",
                              .source = (char *)source,
                              .source_length = strlen(source),
                              .template_name = "tile.cu.mustache",
                              .template_line = template_line,
                              .source_lines = LINES};
}

static const char good[] = "extern \"C\" __global__ void k(int *out)\n"
                           "{\n"
                           "    out[threadIdx.x] = threadIdx.x;\n"
                           "}\n";

static void cubin_and_ptx_in_one_compile(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel = with_source(good);
    struct tw_image image;
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &image, NULL), TW_OK);
    assert_int_equal(image.sm, 90);
    assert_true(image.cubin_bytes > 64);
    assert_memory_equal(image.cubin,
                        "\x7f"
                        "ELF",
                        4);
    assert_non_null(strstr(image.ptx, ".visible .entry k("));
    assert_non_null(strstr(image.ptx, ".target sm_90"));
    assert_non_null(strstr(image.ptx, "\"/tilewright/k.cu\"")); /* line information names the virtual file */
    assert_int_equal(image.ptx_length, strlen(image.ptx));
    assert_string_equal(image.log, "");
    tw_image_free(&image);
    assert_null(image.ptx);
}

static void ptx_alone(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel = with_source(good);
    struct tw_image both, ptx;
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &both, NULL), TW_OK);
    assert_int_equal(tw_compile_ptx(nvrtc, &kernel, 90, &ptx, NULL), TW_OK);
    assert_string_equal(ptx.ptx, both.ptx);
    assert_int_equal(ptx.sm, 90);
    assert_null(ptx.cubin);
    assert_int_equal(ptx.cubin_bytes, 0);
    tw_image_free(&both);
    tw_image_free(&ptx);
    assert_int_equal(tw_compile_ptx(nvrtc, &kernel, 91, &ptx, NULL), TW_ENVIRONMENT);
}

static void same_bytes_each_time(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel = with_source(good);
    struct tw_image one, two;
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &one, NULL), TW_OK);
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &two, NULL), TW_OK);
    assert_int_equal(one.cubin_bytes, two.cubin_bytes);
    assert_memory_equal(one.cubin, two.cubin, one.cubin_bytes);
    tw_image_free(&one);
    tw_image_free(&two);
}

/* Compiles what must fail: the code, the message, and (when not NULL) a part of the detail. */
static void expect_failure(const char *source, unsigned sm, enum tw_code code, const char *message,
                           const char *detail)
{
    struct tw_kernel kernel = with_source(source);
    struct tw_image image;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_compile(nvrtc, &kernel, sm, &image, &error), code);
    assert_string_equal(error.message, message);
    if (detail && (!error.detail || !strstr(error.detail, detail))) fail_msg("detail: %s", error.detail);
    assert_null(image.cubin);
    assert_null(image.ptx);
    tw_error_free(&error);
}

static void errors_name_the_template_line(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char source[] = "extern \"C\" __global__ void k(int *out)\n"
                                 "{\n"
                                 "    int unused;\n"
                                 "    out[0] = nonesuch;\n"
                                 "    another();\n"
                                 "}\n";
    expect_failure(source, 90, TW_COMPILE,
                   "k.cu:4 (tile.cu.mustache:14): identifier \"nonesuch\" is undefined",
                   "k.cu(4): error: identifier \"nonesuch\" is undefined [tile.cu.mustache:14]\n");
    /* The log is whole: the second error and the warning are there, with their template lines. */
    expect_failure(source, 90, TW_COMPILE,
                   "k.cu:4 (tile.cu.mustache:14): identifier \"nonesuch\" is undefined",
                   "k.cu(5): error: identifier \"another\" is undefined [tile.cu.mustache:15]\n");
    expect_failure(source, 90, TW_COMPILE,
                   "k.cu:4 (tile.cu.mustache:14): identifier \"nonesuch\" is undefined",
                   "was declared but never referenced [tile.cu.mustache:13]\n");
    expect_failure("#include \"nonesuch.h\"\n", 90, TW_COMPILE,
                   "k.cu:1 (tile.cu.mustache:11): cannot open source file \"nonesuch.h\"", "catastrophic");
}

static void errors_without_a_map(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel = with_source("__device__ int x = nonesuch;\n");
    struct tw_image image;
    struct tw_error error = TW_ERROR_INIT;
    kernel.template_line = NULL;
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &image, &error), TW_COMPILE);
    assert_string_equal(error.message, "k.cu:1: identifier \"nonesuch\" is undefined");
    tw_error_free(&error);
}

/* ptxas names no line of ours; its message stands as it is, without the padding. */
static void errors_of_ptxas(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    expect_failure("extern \"C\" __global__ void k(int *out)\n"
                   "{\n"
                   "    __shared__ int tile[20000];\n"
                   "    tile[threadIdx.x] = out[1];\n"
                   "    __syncthreads();\n"
                   "    out[0] = tile[out[2]];\n"
                   "}\n",
                   90, TW_TOO_LARGE,
                   "k has 80000 bytes of static shared memory, the limit is 49152; use dynamic shared memory",
                   NULL);
    expect_failure("extern \"C\" __device__ int nowhere();\n"
                   "extern \"C\" __global__ void k(int *out) { out[0] = nowhere(); }\n",
                   90, TW_COMPILE, "ptxas fatal: Unresolved extern function 'nowhere'",
                   "ptxas fatal   : Unresolved extern");
}

static void warnings_are_kept(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel =
        with_source("extern \"C\" __global__ void k(int *out)\n{\n    int unused;\n    out[0] = 1;\n}\n");
    struct tw_image image;
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &image, NULL), TW_OK);
    assert_non_null(strstr(image.log, "k.cu(3): warning"));
    tw_image_free(&image);
}

/* Textures and the CUDA runtime, which sources are compiled without at first. */
static void all_of_cuda_is_there(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel =
        with_source("extern \"C\" __global__ void k(cudaTextureObject_t texture, float *out)\n{\n"
                    "    cudaError_t none = cudaSuccess;\n"
                    "    *out = tex2D<float>(texture, 0.5f, (float)none);\n}\n");
    struct tw_image image;
    assert_int_equal(tw_compile(nvrtc, &kernel, 90, &image, NULL), TW_OK);
    assert_non_null(strstr(image.ptx, "tex.2d"));
    tw_image_free(&image);
}

/* A source that needs all of CUDA, and is wrong elsewhere, is refused for what is wrong. */
static void errors_beside_all_of_cuda(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    expect_failure("extern \"C\" __global__ void k(int *out)\n{\n    cudaError_t none = cudaSuccess;\n"
                   "    *out = none + other;\n}\n",
                   90, TW_COMPILE, "k.cu:4 (tile.cu.mustache:14): identifier \"other\" is undefined",
                   "identifier \"other\" is undefined");
}

/* ---- kernels of somebody else ---- */

static int compile_own(const char *source, struct tw_error *error)
{
    static const struct tw_source_needs none;
    struct tw_kernel kernel = with_source(source);
    struct tw_image image;
    kernel.needs = &none;
    kernel.template_line = NULL;
    int code = tw_compile(nvrtc, &kernel, 90, &image, error);
    tw_image_free(&image);
    return code;
}

/* nvcc includes <cuda_runtime.h> by itself, and with it much of C; sources rely on it, those of ours do not. */
static void what_nvcc_declares(void **state)
{
    static const char source[] = "extern \"C\" __global__ void k(uint *out, double *angle)\n{\n"
                                 "    out[threadIdx.x] = out[0] == UINT_MAX ? INT_MAX : (ushort)out[1];\n"
                                 "    angle[0] = M_PI * (double)INFINITY;\n}\n";
    struct tw_kernel ours = with_source(source);
    struct tw_image image;
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    NEEDS_NVRTC();
    assert_int_equal(compile_own(source, NULL), TW_OK);
    assert_int_equal(tw_compile(nvrtc, &ours, 90, &image, NULL), TW_COMPILE);
    assert_int_equal(
        compile_own("typedef unsigned uint;\n#define M_PI 3.0f\n__constant__ uint c = UINT_MAX;\n"
                    "extern \"C\" __global__ void k(float *out) { *out = M_PI * c; }\n"
                    "#include <vector>\nint main(void) { std::vector<int> v; }\n",
                    NULL),
        TW_OK);
    assert_int_equal(compile_own("__constant__ unsigned c = NONESUCH;\n", &error), TW_COMPILE);
    assert_string_equal(error.message, "k.cu:1: identifier \"NONESUCH\" is undefined");
    tw_error_free(&error);
}

/* NVRTC takes the parts of CUB's header that a block and a warp call. */
static void cub_for_a_block(void **state)
{
    static const char source[] =
        "#include <cub/cub.cuh>\nextern \"C\" __global__ void k(int *out)\n{\n"
        "    typedef cub::BlockScan<int, 64> Scan;\n"
        "    typedef cub::BlockReduce<int, 32, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 2> Reduce;\n"
        "    __shared__ typename Scan::TempStorage scan;\n"
        "    __shared__ typename Reduce::TempStorage reduce;\n"
        "    int before;\n    Scan(scan).ExclusiveSum(out[threadIdx.x], before);\n"
        "    out[threadIdx.x] = before + Reduce(reduce).Sum(before);\n}\n";
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    NEEDS_NVRTC();
    if (compile_own("#include <cub/version.cuh>\n__device__ int k;\n", NULL)) {
        print_message("skipped: NVRTC's toolkit has no CUB\n");
        return;
    }
    if (compile_own(source, &error)) fail_msg("%s", error.message);
}

/* A macro that the source defines too would make all variants the same. */
static void macros_that_do_not_count(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    NEEDS_NVRTC();
    assert_int_equal(compile_own("// k\n#define BM 32\n#line 1 \"/tilewright/own.cu\"\n\n#define BM 16\n"
                                 "extern \"C\" __global__ void k(int *out) { *out = BM; }\n",
                                 &error),
                     TW_COMPILE);
    assert_string_equal(error.message,
                        "own.cu:2: the source itself defines BM, so the variant's value does not count: "
                        "put the definition into #ifndef BM, or vary another name");
    tw_error_free(&error);
    assert_int_equal(compile_own("// k\n#define BM 32\n#line 1 \"/tilewright/own.cu\"\n#define BM 32\n"
                                 "#define BN 1\n#define BN 2\n#ifndef BM\n#define BM 16\n#endif\n"
                                 "extern \"C\" __global__ void k(int *out) { *out = BM + BN; }\n",
                                 &error),
                     TW_OK);
}

/* NVRTC before 12.4 does not know the option, and sources that name textures would be compiled a second time. */
static void minimal_where_it_is_known(void **state)
{
    static const struct {
        int major, minor;
        const char *source;
        bool given;
    } cases[] = {{12, 0, good, false},
                 {12, 3, good, false},
                 {12, 4, good, true},
                 {13, 0, good, true},
                 {13, 0, "float texture = cuda_texture, surface, tex;", true},
                 {13, 0, "int *p; cudaMalloc(&p, 4);", true},
                 {13, 0, "y = tex1Dfetch<float>(x, 0);", false},
                 {13, 0, "surf2Dwrite(1, s, 0, 0);", false},
                 {13, 0, "struct { cudaTextureObject_t image; };", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_nvrtc library = {.major = cases[i].major, .minor = cases[i].minor};
        const struct tw_kernel kernel = with_source(cases[i].source);
        struct tw_text text = {0};
        tw_compile_options(&library, &kernel, &text);
        assert_int_equal(strstr(tw_text_string(&text), "-minimal") != NULL, cases[i].given);
        tw_text_free(&text);
    }
}

static void unsupported_architecture(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_kernel kernel = with_source(good);
    struct tw_image image;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_compile(nvrtc, &kernel, 91, &image, &error), TW_ENVIRONMENT);
    assert_non_null(strstr(error.message, "cannot compile for sm_91; it knows sm_"));
    assert_non_null(strstr(error.message, " sm_90"));
    tw_error_free(&error);
    assert_false(tw_nvrtc_supports(nvrtc, 91));
    assert_false(tw_nvrtc_supports(nvrtc, 0));
    assert_true(tw_nvrtc_supports(nvrtc, 90));
    assert_int_equal(tw_nvrtc_best(nvrtc, 91), 90);
    assert_int_equal(tw_nvrtc_best(nvrtc, 90), 90);
    assert_int_equal(tw_nvrtc_best(nvrtc, 10), 0);
}

static void *compile_in_thread(void *argument)
{
    struct tw_kernel kernel = with_source(argument ? good : "__device__ int x = nonesuch;\n");
    for (unsigned i = 0; i < 3; i++) {
        struct tw_image image;
        struct tw_error error = TW_ERROR_INIT;
        int code = tw_compile(nvrtc, &kernel, 80, &image, &error);
        tw_image_free(&image);
        tw_error_free(&error);
        if (code != (argument ? TW_OK : TW_COMPILE)) return "wrong";
    }
    return NULL;
}

static void several_threads(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    pthread_t threads[4];
    void *result;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_in_thread, i % 2 ? &nvrtc : NULL), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_null(result);
    }
}

static void expect_no_nvrtc(const char *message, const char *detail)
{
    struct tw_nvrtc *none;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_nvrtc_open(&none, &error), TW_ENVIRONMENT);
    assert_null(none);
    if (!strstr(error.message, message) || !strstr(error.detail, detail))
        fail_msg("%s\n%s", error.message, error.detail);
    tw_error_free(&error);
    unsetenv("TILEWRIGHT_NVRTC");
}

/* A file that was named is the only one tried, even where another NVRTC would be found. */
static void named_library_is_the_only_one(void **state)
{
    (void)state;
    setenv("TILEWRIGHT_NVRTC", "/nonexistent/libnvrtc.so", 1);
    expect_no_nvrtc("TILEWRIGHT_NVRTC names no usable NVRTC: /nonexistent/libnvrtc.so",
                    "cannot open shared object");
}

static void unusable_libraries(void **state)
{
    (void)state;
    fake_library("fake_nvrtc", "int nvrtcVersion(int *a, int *b) { return 0; }\n", "TILEWRIGHT_NVRTC");
    expect_no_nvrtc("no usable NVRTC", "has no function nvrtcGetErrorString");
    fake_library("fake_nvrtc",
                 "int nvrtcVersion(int *a, int *b) { *a = 11; *b = 8; return 0; }\n"
                 "#define F(name) int name(void) { return 0; }\n"
                 "F(nvrtcGetErrorString) F(nvrtcGetNumSupportedArchs) F(nvrtcGetSupportedArchs)\n"
                 "F(nvrtcCreateProgram) F(nvrtcDestroyProgram) F(nvrtcCompileProgram)\n"
                 "F(nvrtcGetProgramLogSize) F(nvrtcGetProgramLog) F(nvrtcGetPTXSize) F(nvrtcGetPTX)\n"
                 "F(nvrtcGetCUBINSize) F(nvrtcGetCUBIN) F(nvrtcAddNameExpression) F(nvrtcGetLoweredName)\n",
                 "TILEWRIGHT_NVRTC");
    expect_no_nvrtc("no usable NVRTC", "is version 11.8, but 12.0 or newer is needed");
}

/* Kernels behind such bytes are there, and strings hold what they did. */
static void bytes_at_which_nvrtc_stops(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char *const before[] = {
        "// \xff",     "/* \xff */",   "\xef\xbb\xbf",         "/* \xfe\x80 */",
        "// R\"(\xff", "// it's \xff", "// \xff\xff\\\n \xff", "constexpr auto r = R\"x(//)x\"; /* \xff */"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        struct tw_text text = {0};
        struct tw_image image;
        char *ptx = NULL;
        tw_text_addf(&text, "%s\n__device__ const unsigned char text[] = \"\xff\";\n%s", before[i],
                     "extern \"C\" __global__ void k(int *out) { *out = text[0]; }\n");
        struct tw_kernel kernel = with_source(tw_text_string(&text));
        assert_int_equal(tw_compile(nvrtc, &kernel, 90, &image, NULL), TW_OK);
        assert_non_null(strstr(image.ptx, ".entry k("));
        assert_non_null(strstr(image.ptx, ", 255;"));
        tw_image_free(&image);
        assert_int_equal(tw_compile_file(nvrtc, "k.cu", kernel.source, 90, NULL, 0, false, &ptx, NULL),
                         TW_OK);
        assert_non_null(strstr(ptx, ".entry k("));
        free(ptx);
        tw_text_free(&text);
    }
}

static void bytes_that_are_refused(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    tw_text_add_bytes(&text, "ab\nc\0d", 6);
    assert_int_equal(tw_source_whole("k.cu", &text, &error), TW_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 2);
    tw_error_free(&error);
    tw_text_clear(&text);
    assert_int_equal(tw_source_spell("k.cu", "\n auto r = R\"y(a\xff)y\";", &text, &error), TW_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 16);
    tw_error_free(&error);
    tw_text_free(&text);
    char *ptx = NULL;
    NEEDS_NVRTC();
    assert_int_equal(tw_compile_file(nvrtc, "k.cu", "\n\xff\n", 90, NULL, 0, false, &ptx, &error),
                     TW_COMPILE);
    assert_int_equal(error.line, 2);
    tw_error_free(&error);
}

static int open_nvrtc(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    if (tw_nvrtc_open(&nvrtc, &error) != TW_OK) print_message("skipped: %s\n%s", error.message, error.detail);
    tw_error_free(&error);
    return 0;
}

static int close_nvrtc(void **state)
{
    (void)state;
    tw_nvrtc_close(nvrtc);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubin_and_ptx_in_one_compile),
        cmocka_unit_test(ptx_alone),
        cmocka_unit_test(same_bytes_each_time),
        cmocka_unit_test(errors_name_the_template_line),
        cmocka_unit_test(errors_without_a_map),
        cmocka_unit_test(errors_of_ptxas),
        cmocka_unit_test(warnings_are_kept),
        cmocka_unit_test(all_of_cuda_is_there),
        cmocka_unit_test(errors_beside_all_of_cuda),
        cmocka_unit_test(what_nvcc_declares),
        cmocka_unit_test(cub_for_a_block),
        cmocka_unit_test(macros_that_do_not_count),
        cmocka_unit_test(minimal_where_it_is_known),
        cmocka_unit_test(unsupported_architecture),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(named_library_is_the_only_one),
        cmocka_unit_test(unusable_libraries),
        cmocka_unit_test(bytes_at_which_nvrtc_stops),
        cmocka_unit_test(bytes_that_are_refused),
    };
    return cmocka_run_group_tests(tests, open_nvrtc, close_nvrtc);
}
