/* Where NVRTC is looked for when neither the build nor the user names one: the folders that the usual variables name, in order,
   with every refusal said. This program's search was built without a place (tests/CMakeLists.txt). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fake_library.h"
#include "runtime/compile/nvrtc.h"

static char roots[] = "/tmp/tilewright-nvrtc-XXXXXX"; /* folders a and b, toolkits to be */

static const char *root(const char *name)
{
    static char path[2][64];
    snprintf(path[name[0] == 'b'], sizeof *path, "%s/%s", roots, name);
    return path[name[0] == 'b'];
}

/* An NVRTC of that version, for sm_80 and sm_90, as FOLDER/FILE of the root. */
static void install(const char *name, const char *folder, const char *file, int version)
{
    struct tw_text source = {0}, path = {0};
    tw_text_addf(
        &source,
        "int nvrtcVersion(int *a, int *b) { *a = %d; *b = 0; return 0; }\n"
        "int nvrtcGetNumSupportedArchs(int *n) { *n = 2; return 0; }\n"
        "int nvrtcGetSupportedArchs(int *a) { a[0] = 80; a[1] = 90; return 0; }\n"
        "#define F(name) int name(void) { return 0; }\n"
        "F(nvrtcGetErrorString) F(nvrtcCreateProgram) F(nvrtcDestroyProgram) F(nvrtcCompileProgram)\n"
        "F(nvrtcGetProgramLogSize) F(nvrtcGetProgramLog) F(nvrtcGetPTXSize) F(nvrtcGetPTX)\n"
        "F(nvrtcGetCUBINSize) F(nvrtcGetCUBIN) F(nvrtcAddNameExpression) F(nvrtcGetLoweredName)\n",
        version);
    fake_library("fake_search", tw_text_string(&source), "FAKE");
    tw_text_addf(&path, "%s/%s", root(name), folder);
    assert_int_equal(tw_directory_make(path.data, NULL), TW_OK);
    tw_text_addf(&path, "/%s", file);
    unlink(path.data);
    assert_int_equal(symlink(getenv("FAKE"), path.data), 0);
    tw_text_free(&source);
    tw_text_free(&path);
}

static void expect_version(int version)
{
    struct tw_nvrtc *nvrtc;
    struct tw_error error = TW_ERROR_INIT;
    if (tw_nvrtc_open(&nvrtc, &error)) fail_msg("%s\n%s", error.message, error.detail);
    assert_int_equal(nvrtc->major, version);
    assert_int_equal(nvrtc->arch_count, 2);
    assert_int_equal(nvrtc->archs[1], 90);
    tw_nvrtc_close(nvrtc);
}

static void the_first_variable_with_a_toolkit_counts(void **state)
{
    (void)state;
    install("b", "lib", "libnvrtc.so", 12);
    setenv("CUDA_PATH", root("b"), 1);
    expect_version(12);
    setenv("CUDA_HOME", "/nonexistent", 1); /* is passed over */
    expect_version(12);
    install("a", "targets/x86_64-linux/lib", "libnvrtc.so.13", 77);
    setenv("CUDAToolkit_ROOT", root("a"), 1);
    expect_version(77);
    install("a", "lib64", "libnvrtc.so.12", 78); /* lib64 comes before targets */
    expect_version(78);
}

static void what_is_too_old_is_passed_over(void **state)
{
    (void)state;
    install("a", "lib64", "libnvrtc.so", 11);
    install("b", "lib", "libnvrtc.so", 12);
    setenv("CUDAToolkit_ROOT", root("a"), 1);
    setenv("CUDA_HOME", root("b"), 1);
    expect_version(12);
}

static void expect_headers(const char *place, const char *folder)
{
    struct tw_nvrtc *nvrtc;
    struct tw_text path = {0}, wanted = {0};
    tw_text_addf(&path, "%s/%s", root("a"), folder);
    assert_int_equal(tw_directory_make(path.data, NULL), TW_OK);
    tw_text_add(&path, "/cuda_fp16.h");
    FILE *file = fopen(path.data, "w");
    assert_non_null(file);
    fclose(file);
    tw_text_addf(&wanted, "-I%s/%s", root("a"), place);
    assert_int_equal(tw_nvrtc_open(&nvrtc, NULL), TW_OK);
    if (strcmp(nvrtc->folders[0], wanted.data) != 0) fail_msg("%s of %s", nvrtc->folders[0], nvrtc->path);
    tw_nvrtc_close(nvrtc);
    unlink(path.data);
    tw_text_free(&path);
    tw_text_free(&wanted);
}

/* The toolkit's headers are beside the library, however it was installed; else where the variables say. */
static void headers_of_the_same_toolkit(void **state)
{
    (void)state;
    install("a", "lib", "libnvrtc.so", 12);
    setenv("CUDA_PATH", root("a"), 1);
    expect_headers("include", "include");
    unsetenv("CUDA_PATH");
    install("a", "nvidia/cuda_nvrtc/lib", "libnvrtc.so", 12); /* as wheels are */
    char named[192];
    snprintf(named, sizeof named, "%s/nvidia/cuda_nvrtc/lib/libnvrtc.so", root("a"));
    setenv("TILEWRIGHT_NVRTC", named, 1);
    expect_headers("nvidia/cuda_nvrtc/../cuda_runtime/include", "nvidia/cuda_runtime/include");
    setenv("CUDA_HOME", root("a"), 1);
    expect_headers("include", "include");
    install("a", "usr/lib/x86_64-linux-gnu", "libnvrtc.so", 12); /* as Debian's is */
    snprintf(named, sizeof named, "%s/usr/lib/x86_64-linux-gnu/libnvrtc.so", root("a"));
    setenv("TILEWRIGHT_NVRTC", named, 1);
    expect_headers("usr/lib/../include", "usr/include");
}

/* Behind the variables it is where this machine has it, if it has it: then it is none of the above; or all places are named. */
static void then_the_usual_places(void **state)
{
    (void)state;
    struct tw_nvrtc *nvrtc;
    struct tw_error error = TW_ERROR_INIT;
    install("a", "lib64", "libnvrtc.so", 11);
    setenv("CUDA_HOME", root("a"), 1);
    setenv("CUDA_PATH", "/nonexistent", 1);
    if (tw_nvrtc_open(&nvrtc, &error) == TW_OK) {
        assert_null(strstr(nvrtc->path, "fake_search"));
    } else {
        assert_int_equal(error.code, TW_ENVIRONMENT);
        assert_non_null(
            strstr(error.detail, "lib64/libnvrtc.so: is version 11.0, but 12.0 or newer is needed"));
        assert_non_null(
            strstr(error.detail, "$CUDA_PATH = /nonexistent: no libnvrtc.so in its lib64, lib or targets"));
        assert_non_null(strstr(error.detail, "  libnvrtc.so.13: "));
    }
    tw_nvrtc_close(nvrtc);
    tw_error_free(&error);
}

static int clean(void **state)
{
    static const char *const names[] = {"TILEWRIGHT_NVRTC", "CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH"};
    char command[128];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
    snprintf(command, sizeof command, "rm -rf %s/a %s/b", roots, roots);
    return system(command);
}

static int make_roots(void **state)
{
    (void)state;
    return !mkdtemp(roots);
}

static int remove_roots(void **state)
{
    return clean(state) || rmdir(roots);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, clean, clean)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_variable_with_a_toolkit_counts),
        TEST(what_is_too_old_is_passed_over),
        TEST(headers_of_the_same_toolkit),
        TEST(then_the_usual_places),
    };
    return cmocka_run_group_tests(tests, make_roots, remove_roots);
}
