/* Kernels of somebody's own, by structs made by hand: compiled by NVRTC, kept in a cache, loaded and run on the simulator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "runtime/compile/cache.h"
#include "runtime/compile/entries.h"
#include "runtime/launch.h"

static struct tw_nvrtc *nvrtc; /* NULL: this machine has none, and the tests that need it are skipped */
static struct tw_device device;
static char folder[] = "/tmp/tilewright-own-XXXXXX";

#define NEEDS_NVRTC()                                                                                        \
    if (!nvrtc) skip()

#define COUNT 64u

/* A kernel of one buffer of floats, and of what is added. */
struct own {
    struct tw_text source;
    struct tw_source_needs needs;
    struct tw_kernel kernel;
};

static void own_begin(struct own *own, const char *source)
{
    *own = (struct own){.needs = {.headers = ""}};
    tw_text_addf(&own->source, "// k: of matmul.cu\n#line 1 \"/tilewright/matmul.cu\"\n%s", source);
    own->kernel = (struct tw_kernel){.family = "own",
                                     .name = (char *)"k",
                                     .source = own->source.data,
                                     .source_length = own->source.length,
                                     .template_name = "matmul.cu",
                                     .needs = &own->needs};
    tw_shape_add_argument(
        &own->kernel.shape,
        (struct tw_argument){
            .name = "x", .kind = TW_BUFFER, .role = TW_ROLE_OUTPUT, .element = TW_FLOAT32, .count = COUNT});
}

static void own_end(struct own *own)
{
    tw_shape_free(&own->kernel.shape);
    tw_text_free(&own->source);
}

static struct tw_launch *add_launch(struct own *own, const char *entry)
{
    struct tw_shape *shape = &own->kernel.shape;
    tw_shape_add_launch(
        shape,
        (struct tw_launch){
            .suffix = "", .entry = entry, .grid = {2, 1, 1}, .block = {COUNT / 2, 1, 1}, .carveout = -1});
    tw_shape_add_parameter(shape, 0);
    return &shape->launches[shape->launch_count - 1];
}

static void add_scalar(struct own *own, const char *name, const void *value, size_t bytes)
{
    const unsigned number =
        tw_shape_add_argument(&own->kernel.shape, (struct tw_argument){.name = name,
                                                                       .kind = TW_SCALAR,
                                                                       .element = TW_INT32,
                                                                       .count = 1,
                                                                       .value = value,
                                                                       .value_bytes = bytes});
    tw_shape_add_parameter(&own->kernel.shape, number);
}

static int compile_and_load(const struct own *own, struct tw_image *image, struct tw_loaded *loaded,
                            struct tw_error *error)
{
    int code = tw_compile(nvrtc, &own->kernel, 90, image, error);
    if (!code) code = tw_load(&device, &own->kernel, image, loaded, error);
    return code;
}

/* Runs it, and compares all elements with `first + step * i`. */
static void expect(const struct own *own, float first, float step)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_image image;
    struct tw_loaded loaded = {0};
    CUdeviceptr x;
    float got[COUNT];
    void *values[4] = {&x};
    if (compile_and_load(own, &image, &loaded, &error)) fail_msg("%s\n%s", error.message, error.detail);
    assert_int_equal(device.driver.cuMemAlloc_v2(&x, sizeof got), CUDA_SUCCESS);
    device.driver.cuMemsetD8_v2(x, 0, sizeof got);
    assert_int_equal(tw_launch_all(&device.driver, &own->kernel.shape, loaded.function, values, NULL),
                     CUDA_SUCCESS);
    assert_int_equal(device.driver.cuMemcpyDtoH_v2(got, x, sizeof got), CUDA_SUCCESS);
    for (unsigned i = 0; i < COUNT; i++) {
        if (got[i] != first + step * (float)i) fail_msg("element %u is %g", i, (double)got[i]);
    }
    device.driver.cuMemFree_v2(x);
    tw_unload(&device, &loaded);
    tw_image_free(&image);
}

static void expect_refused(const struct own *own, enum tw_code code, const char *message)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_image image;
    struct tw_loaded loaded = {0};
    assert_int_equal(compile_and_load(own, &image, &loaded, &error), code);
    assert_string_equal(error.message, message);
    tw_error_free(&error);
    tw_image_free(&image);
}

#define I "const int i = blockIdx.x * blockDim.x + threadIdx.x; "

/* A kernel that is called `entry`; its launches. */
static void expect_entry(const char *source, const char *entry, float first, float step)
{
    struct own own;
    own_begin(&own, source);
    add_launch(&own, entry);
    expect(&own, first, step);
    own_end(&own);
}

static void entries_as_cpp_names_them(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    expect_entry("extern \"C\" __global__ void a(float *x) { " I "x[i] = i; }", "a", 0, 1);
    expect_entry("extern \"C\" __global__ void k(float *x) { " I "x[i] = i; }", NULL, 0, 1);
    expect_entry("__global__ void a(float *x) { " I "x[i] = 2 * i; }", "a", 0, 2);
    expect_entry("static __global__ void a(float *x) { " I "x[i] = 2 * i; }", "a", 0, 2);
    expect_entry("namespace deep { __global__ void a(float *x) { " I "x[i] = 3 * i; } }", "deep::a", 0, 3);
    expect_entry("template <int N, class T> __global__ void a(T *x) { " I "x[i] = N + i; }", "a<7, float>", 7,
                 1);
    expect_entry("template <int N = 4> __global__ void a(float *x) { " I "x[i] = N; }", "a<>", 4, 0);
    expect_entry("__global__ void a(int *x) {}\n__global__ void a(float *x) { " I "x[i] = i; }",
                 "(void (*)(float *))a", 0, 1);
}

static void several_entries_of_a_file(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const int32_t two = 2;
    struct own own;
    own_begin(&own, "template <int N> __global__ void add(float *x) { " I "x[i] += N; }\n"
                    "__global__ void scale(float *x, int by) { " I "x[i] *= by; }\n"
                    "__global__ void fill(float *x) { " I "x[i] = i; }\n");
    add_launch(&own, "fill");
    add_launch(&own, "add<3>");
    add_launch(&own, "scale");
    add_scalar(&own, "by", &two, sizeof two); /* nobody passes it */
    add_launch(&own, "add<5>");
    add_launch(&own, "add<3>");
    expect(&own, 14, 2); /* (i + 3) * 2 + 5 + 3 */
    own_end(&own);
}

static void entries_that_are_no_kernels(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char source[] = "__global__ void b(float *x) {}\n__global__ void b(int *x) {}\n"
                                 "__device__ void helper() {}\n/* __global__ void no(int) {} */\n"
                                 "template <int N> __global__ void __launch_bounds__(64) t(float *x) {}\n";
    static const struct {
        const char *entry, *message;
    } cases[] = {
        {"nope", "the entry 'nope' is no kernel of matmul.cu: identifier \"nope\" is undefined; its kernels: "
                 "b, t<...>"},
        {"b", "the entry 'b' is no kernel of matmul.cu: cannot determine which instance of overloaded "
              "function \"b\" is "
              "intended; a cast says which: \"(void (*)(float *))name\""},
        {"t", "the entry 't' is no kernel of matmul.cu: cannot determine which instance of function template "
              "\"t\" is "
              "intended; the entry of a template names its arguments: \"name<16, 32>\""},
        {"t<M>",
         "the entry 't<M>' is no kernel of matmul.cu: identifier \"M\" is undefined; its kernels: b, t<...>"},
        {"", "the entry '' is no name of a kernel"},
        {"t<\n3>", "the entry 't< 3>' is no name of a kernel"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct own own;
        own_begin(&own, source);
        add_launch(&own, cases[i].entry);
        expect_refused(&own, TW_COMPILE, cases[i].message);
        own_end(&own);
    }
}

/* The template's own parameters collide with macros of their names. */
static void a_template_whose_entry_has_no_arguments(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char *const options[] = {"-DN=4"};
    struct own own;
    own_begin(&own, "template <int N> __global__ void a(float *x) {}\n");
    own.needs.options = options;
    own.needs.option_count = 1;
    add_launch(&own, "a");
    expect_refused(&own, TW_COMPILE,
                   "matmul.cu:1: expected a \",\" or \">\"; a is a template: an entry names its arguments, "
                   "as in \"a<16, 32>\"");
    own_end(&own);
}

/* Errors stand at the lines of the user's own files, whatever is in front of them. */
static void errors_in_the_users_files(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct own own;
    struct tw_text option = {0}, header = {0};
    tw_text_addf(&option, "-I%s", folder);
    tw_text_addf(&header, "%s/helper.h", folder);
    FILE *file = fopen(header.data, "w");
    assert_non_null(file);
    fputs("#pragma once\n\n__device__ int wrong() { return nothing; }\n", file);
    fclose(file);
    const char *options[] = {option.data};
    own_begin(&own, "\n\n__global__ void a(float *x) { x[0] = nothing; }\n");
    add_launch(&own, "a");
    expect_refused(&own, TW_COMPILE, "matmul.cu:3: identifier \"nothing\" is undefined");
    own_end(&own);
    own_begin(&own, "#include \"helper.h\"\n__global__ void a(float *x) { x[0] = wrong(); }\n");
    own.needs.options = options;
    own.needs.option_count = 1;
    add_launch(&own, "a");
    expect_refused(&own, TW_COMPILE, "helper.h:3: identifier \"nothing\" is undefined");
    own_end(&own);
    tw_text_free(&option);
    tw_text_free(&header);
}

static void options_of_the_users(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char *const options[] = {"--std=c++20", "-DSTEP=5"};
    static const char *const wrong[] = {"-unheard-of"};
    struct own own;
    own_begin(&own, "#if __cplusplus < 202002L\n#error old\n#endif\n__global__ void a(float *x) { " I
                    "x[i] = STEP * i; }");
    own.needs.options = options;
    own.needs.option_count = 2;
    add_launch(&own, "a");
    expect(&own, 0, 5);
    own.needs.options = wrong;
    own.needs.option_count = 1;
    expect_refused(&own, TW_COMPILE, "nvrtc: error: unrecognized option -unheard-of found");
    own_end(&own);
}

static void headers_of_the_toolkit(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    expect_entry("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
                 "__global__ void a(float *x) { " I "x[i] = __half2float(__float2half(i)) + "
                 "__bfloat162float(__float2bfloat16(1.0f)); }",
                 "a", 1, 1);
}

/* Functions, variables, types and headers of a host, before and behind the kernel, and what both use. */
static void files_with_a_part_for_a_host(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    expect_entry("#include <vector>\n#include <iostream>\n#include <cuda_runtime.h>\n#include <cfloat>\n"
                 "using namespace std;\n"
                 "#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)\n"
                 "typedef std::vector<float> row;\n"
                 "std::vector<int> all;\nint size = atoi(\"3\");\n"
                 "struct timer { cudaEvent_t begin; void start() { cudaEventRecord(begin); } };\n"
                 "constexpr int twice(int a) { return 2 * a; }\n"
                 "template <class T> T *make(std::vector<T> &from) { return new T[from.size()]; } // }\n"
                 "__device__ __forceinline__ float bound(float a) { return fminf(a, FLT_MAX); }\n"
                 "template <int N> __global__ void a(float *x) { " I "x[i] = bound(twice(i) + N); }\n"
                 "extern \"C\" int launch(float *x,\n    int n)\n{\n"
                 "    a<3><<<n, 32>>>(x); /* } */\n    CHECK(cudaDeviceSynchronize());\n    return '}';\n}\n"
                 "namespace app { void run(const row &from) { for (auto &each : from) printf(\"}\"); } }\n"
                 "int main(int argc, char **argv) { float *x; cudaMalloc(&x, 4); return launch(x, 1); }\n",
                 "a<3>", 3, 2);
}

/* What is wrong in the part for the device is told at its line. */
static void errors_beside_a_part_for_a_host(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct own own;
    own_begin(&own, "int main()\n{\n    cudaMalloc();\n}\n__global__ void a(float *x) { x[0] = nothing; }\n");
    add_launch(&own, "a");
    expect_refused(&own, TW_COMPILE, "matmul.cu:5: identifier \"nothing\" is undefined");
    own_end(&own);
}

static void parameters_are_compared(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char source[] =
        "struct pair { int a; double b; };\n"
        "__global__ void a(float *x, int n, pair p, bool c) { " I "x[i] = n + p.b + c; }\n";
    static const int32_t n = 1;
    static const int64_t wide = 1;
    static const struct {
        int32_t a;
        double b;
    } pair = {0, 2};
    static const bool c = true;
    struct own own;
    own_begin(&own, source);
    add_launch(&own, "a");
    expect_refused(
        &own, TW_INPUT,
        "a takes 4 parameters, and the description gives 1 (x): parameter 2, of 4 bytes, is missing");
    add_scalar(&own, "n", &n, sizeof n);
    add_scalar(&own, "p", &pair, sizeof pair);
    add_scalar(&own, "c", &c, sizeof c);
    expect(&own, 4, 0);
    add_scalar(&own, "d", &n, sizeof n);
    expect_refused(&own, TW_INPUT,
                   "a takes 4 parameters, and the description gives 5 (x, n, p, c, d): d is one too many");
    own_end(&own);
    own_begin(&own, source);
    add_launch(&own, "a");
    add_scalar(&own, "n", &wide, sizeof wide);
    add_scalar(&own, "p", &pair, sizeof pair);
    add_scalar(&own, "c", &c, sizeof c);
    expect_refused(&own, TW_INPUT, "parameter 2 of a takes 4 bytes, and n has 8");
    own_end(&own);
    own_begin(&own, "__global__ void a(int n) {}\n");
    add_launch(&own, "a");
    expect_refused(&own, TW_INPUT, "parameter 1 of a takes 4 bytes, and the address of x has 8");
    own_end(&own);
}

/* Symbols have the names that C++ gives them, and room for what is put there. */
static void symbols(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char *const names[] = {"w", "deep::w", "hidden", "held", "missing"};
    static const char source[] =
        "__constant__ float w[4];\nnamespace deep { __constant__ float w[4]; }\n"
        "static __device__ float hidden[4];\nnamespace { __device__ float held[4]; }\n"
        "__global__ void a(float *x) { " I "x[i] = w[0] + deep::w[1] + hidden[2] + held[3]; }";
    static const float values[] = {1, 2, 3, 4};
    struct tw_error error = TW_ERROR_INIT;
    for (unsigned count = 4; count <= 5; count++) {
        struct own own;
        struct tw_image image;
        struct tw_loaded loaded;
        own_begin(&own, source);
        for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
            tw_shape_add_argument(&own.kernel.shape, (struct tw_argument){.name = names[i],
                                                                          .kind = TW_SYMBOL,
                                                                          .element = TW_FLOAT32,
                                                                          .count = count});
        add_launch(&own, "a");
        if (count == 5) expect_refused(&own, TW_INPUT, "symbol w has 16 bytes, and 20 were expected");
        if (count == 4) {
            assert_int_equal(compile_and_load(&own, &image, &loaded, &error), TW_OK);
            for (unsigned i = 0; i < 4; i++) {
                assert_true(loaded.symbol[1 + i] != 0);
                assert_int_equal(device.driver.cuMemcpyHtoD_v2(loaded.symbol[1 + i], values, sizeof values),
                                 CUDA_SUCCESS);
                for (unsigned j = 0; j < i; j++) assert_true(loaded.symbol[1 + i] != loaded.symbol[1 + j]);
            }
            assert_true(loaded.symbol[0] == 0 && loaded.symbol[5] == 0);
            tw_unload(&device, &loaded);
            tw_image_free(&image);
        }
        own_end(&own);
    }
}

/* Blocks of a cluster see each other's shared memory; resident ones wait for each other. */
static void clusters_and_cooperative_launches(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct own own;
    own_begin(&own, "__global__ void a(float *x) { unsigned rank; asm(\"mov.u32 %0, %%cluster_ctarank;\" : "
                    "\"=r\"(rank));\n" I "x[i] = rank * blockDim.x + threadIdx.x; }");
    add_launch(&own, "a")->cluster[0] = 2;
    own.kernel.shape.launches[0].cluster[1] = own.kernel.shape.launches[0].cluster[2] = 1;
    expect(&own, 0, 1);
    own_end(&own);
    own_begin(&own, "__device__ unsigned arrived;\n__global__ void a(float *x) { " I
                    "if (threadIdx.x == 0) { atomicAdd(&arrived, 1); while (*(volatile unsigned *)&arrived < "
                    "gridDim.x) {} }\n"
                    "__syncthreads(); x[i] = i; }");
    add_launch(&own, "a")->is_cooperative = true;
    expect(&own, 0, 1);
    own_end(&own);
}

/* Launches of one function, of which each may ask for other bytes. */
static void dynamic_bytes_of_a_shared_function(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct own own;
    own_begin(&own, "extern __shared__ float tile[];\n__global__ void a(float *x) { " I
                    "tile[threadIdx.x] = i; __syncthreads(); x[i] = tile[threadIdx.x]; }");
    add_launch(&own, "a")->dynamic_shared_bytes = 100 * 1024;
    add_launch(&own, "a")->dynamic_shared_bytes = 60 * 1024;
    add_launch(&own, "a")->dynamic_shared_bytes = 1024;
    expect(&own, 0, 1);
    own_end(&own);
}

/* ---- the cache ---- */

static bool is_hit(struct tw_cache *cache, const struct own *own)
{
    struct tw_image image, again;
    bool hit;
    assert_int_equal(tw_compile_cached(cache, nvrtc, &own->kernel, 90, &image, &hit, NULL), TW_OK);
    assert_int_equal(tw_compile(nvrtc, &own->kernel, 90, &again, NULL), TW_OK);
    assert_string_equal(image.names, again.names);
    assert_string_equal(image.ptx, again.ptx);
    tw_image_free(&image);
    tw_image_free(&again);
    return hit;
}

/* Headers, options and entries are parts of the key, and names come back. */
static void the_cache_knows_all_that_counts(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    static const char *const options[] = {"-DUNUSED=1"};
    struct tw_cache *cache;
    struct own own;
    const char *why;
    assert_int_equal(tw_cache_open(folder, &cache, NULL), TW_OK);
    own_begin(&own, "template <int N> __global__ void a(float *x) { x[0] = N; }\n// #include \"x.h\"\n");
    struct tw_launch *launch = add_launch(&own, "a<1>");
    assert_false(is_hit(cache, &own));
    assert_true(is_hit(cache, &own));
    launch->entry = "a<2>";
    assert_false(is_hit(cache, &own));
    assert_true(is_hit(cache, &own));
    own.needs.headers = "0123";
    assert_false(is_hit(cache, &own));
    own.needs.headers = "0124";
    assert_false(is_hit(cache, &own));
    assert_true(is_hit(cache, &own));
    own.needs.options = options;
    own.needs.option_count = 1;
    assert_false(is_hit(cache, &own));
    assert_true(is_hit(cache, &own));
    assert_int_equal(tw_cache_covers(&own.kernel, &why, NULL), TW_OK);
    assert_null(why);
    own_end(&own);
    own_begin(&own, "__global__ void a(float *x) { x[0] = 1; }\n");
    add_launch(&own, "a");
    own.needs.uncached = "it includes \"x.h\", which is in none of its folders";
    assert_false(is_hit(cache, &own));
    assert_false(is_hit(cache, &own));
    own_end(&own);
    tw_cache_close(cache);
}

/* The registers are those of the launched kernels, whatever else the file has. */
static void registers(void **state)
{
    (void)state;
    NEEDS_NVRTC();
    struct tw_image image;
    struct own own;
    own_begin(&own, "__global__ void few(float *x) { x[threadIdx.x] = 1; }\n"
                    "__global__ void many(float *x) { float v[64];\n"
                    "for (int i = 0; i < 64; i++) v[i] = x[i]; __syncthreads();\n"
                    "for (int i = 0; i < 64; i++) x[63 - i] = v[i] * v[(i * 7) % 64]; }\n");
    add_launch(&own, "few");
    assert_int_equal(tw_compile(nvrtc, &own.kernel, 90, &image, NULL), TW_OK);
    const unsigned few = tw_entries_registers(&image, &own.kernel);
    tw_image_free(&image);
    assert_in_range(few, 1, 32);
    add_launch(&own, "many");
    assert_int_equal(tw_compile(nvrtc, &own.kernel, 90, &image, NULL), TW_OK);
    assert_in_range(tw_entries_registers(&image, &own.kernel), 64, 255);
    tw_image_free(&image);
    own_end(&own);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || tw_device_open_simulator(&device, 90, NULL)) return -1;
    if (tw_nvrtc_open(&nvrtc, NULL)) nvrtc = NULL;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[64];
    tw_nvrtc_close(nvrtc);
    tw_device_close(&device);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(entries_as_cpp_names_them),
                                       cmocka_unit_test(several_entries_of_a_file),
                                       cmocka_unit_test(entries_that_are_no_kernels),
                                       cmocka_unit_test(a_template_whose_entry_has_no_arguments),
                                       cmocka_unit_test(errors_in_the_users_files),
                                       cmocka_unit_test(options_of_the_users),
                                       cmocka_unit_test(headers_of_the_toolkit),
                                       cmocka_unit_test(files_with_a_part_for_a_host),
                                       cmocka_unit_test(errors_beside_a_part_for_a_host),
                                       cmocka_unit_test(parameters_are_compared),
                                       cmocka_unit_test(symbols),
                                       cmocka_unit_test(clusters_and_cooperative_launches),
                                       cmocka_unit_test(dynamic_bytes_of_a_shared_function),
                                       cmocka_unit_test(registers),
                                       cmocka_unit_test(the_cache_knows_all_that_counts)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
