/* The cache in front of the real compiler: the same bytes, much sooner, and never those of another kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "runtime/compile/cache.h"

static char directory[] = "/tmp/tilewright-cache-XXXXXX";
static struct tw_nvrtc *nvrtc;
static struct tw_cache *cache;

static struct tw_kernel kernel_of(const char *name, const char *source)
{
    return (struct tw_kernel){
        .name = (char *)name, .source = (char *)source, .source_length = strlen(source), .source_lines = 1};
}

static const char source[] =
    "extern \"C\" __global__ void k(int *out) { int unused; out[threadIdx.x] = threadIdx.x; }\n";

static struct tw_image compile(struct tw_cache *with, const struct tw_kernel *kernel, unsigned sm,
                               bool expect_hit)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_image image;
    bool hit = !expect_hit;
    if (tw_compile_cached(with, nvrtc, kernel, sm, &image, &hit, &error)) fail_msg("%s", error.message);
    assert_int_equal(hit, expect_hit);
    assert_int_equal(image.sm, sm);
    return image;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void expect(const char *name, const char *text, unsigned sm, bool hit)
{
    struct tw_kernel kernel = kernel_of(name, text);
    struct tw_image image = compile(cache, &kernel, sm, hit);
    tw_image_free(&image);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    unsetenv("NVRTC_APPEND_FLAGS");
    return mkdtemp(directory) ? tw_cache_open(directory, &cache, NULL) : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    tw_cache_close(cache);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

static void test_the_second_compile_is_a_hit_with_the_same_bytes(void **state)
{
    (void)state;
    struct tw_kernel kernel = kernel_of("k", source);
    struct tw_image first = compile(cache, &kernel, 90, false), second = compile(cache, &kernel, 90, true);
    assert_int_equal(first.cubin_bytes, second.cubin_bytes);
    assert_memory_equal(first.cubin, second.cubin, first.cubin_bytes);
    assert_int_equal(first.ptx_length, second.ptx_length);
    assert_string_equal(first.ptx, second.ptx);
    assert_string_equal(first.log, second.log);
    assert_non_null(strstr(first.log, "unused")); /* warnings are kept too */
    tw_image_free(&first);
    tw_image_free(&second);
    first = compile(NULL, &kernel, 90, false); /* no cache */
    tw_image_free(&first);
}

static void test_what_differs_is_compiled(void **state)
{
    (void)state;
    expect("k", source, 90, false);
    expect("other", source, 90, false);
    expect("k", "extern \"C\" __global__ void k(int *out) { out[0] = 1; }\n", 90, false);
    expect("k", source, 80, false);
    setenv("NVRTC_APPEND_FLAGS", "-G", 1); /* the compiler itself reads it */
    expect("k", source, 90, false);
    expect("k", source, 90, true);
    unsetenv("NVRTC_APPEND_FLAGS");
    expect("k", source, 90, true);
}

static void test_an_include_by_path_is_compiled_every_time(void **state)
{
    (void)state;
    char header[64], text[256] = "";
    struct tw_kernel kernel = kernel_of("k", text);
    struct tw_image image[2];
    snprintf(header, sizeof header, "%s/value.h", directory);
    snprintf(text, sizeof text, "#include \"%s\"\nextern \"C\" __global__ void k(int *o) { *o = VALUE; }\n",
             header);
    kernel.source_length = strlen(text);
    for (int i = 0; i < 2; i++) {
        const char *value = i ? "#define VALUE 1111\n" : "#define VALUE 2222\n";
        assert_int_equal(tw_file_write(header, value, strlen(value), NULL), TW_OK);
        image[i] = compile(cache, &kernel, 90, false);
    }
    assert_non_null(strstr(image[0].ptx, "2222"));
    assert_non_null(strstr(image[1].ptx, "1111"));
    tw_image_free(&image[0]);
    tw_image_free(&image[1]);
}

static void test_a_failed_compile_is_not_kept(void **state)
{
    (void)state;
    struct tw_kernel kernel = kernel_of("k", "not a kernel\n");
    for (int i = 0; i < 2; i++) {
        struct tw_image image;
        bool hit = true;
        assert_int_equal(tw_compile_cached(cache, nvrtc, &kernel, 90, &image, &hit, NULL), TW_COMPILE);
        assert_false(hit);
        assert_null(image.cubin);
    }
}

/* Every file of the directory with its middle turned over. */
static void damage_all(void)
{
    DIR *stream = opendir(directory);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));) {
        char path[512];
        struct tw_text file = {0};
        if (!strstr(entry->d_name, ".kernel")) continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        assert_int_equal(tw_file_read(path, &file, NULL), TW_OK);
        file.data[file.length / 2] ^= 4;
        assert_int_equal(tw_file_write(path, file.data, file.length, NULL), TW_OK);
        tw_text_free(&file);
    }
    closedir(stream);
}

static void test_a_damaged_file_is_compiled_and_replaced(void **state)
{
    (void)state;
    expect("k", source, 90, false);
    damage_all();
    expect("k", source, 90, false);
    expect("k", source, 90, true);
}

static void test_a_hit_is_cheap(void **state)
{
    (void)state;
    struct tw_kernel kernel = kernel_of("k", source);
    double from = now();
    struct tw_image image = compile(cache, &kernel, 90, false);
    double compiled = now() - from, best = 1;
    tw_image_free(&image);
    for (int i = 0; i < 50; i++) {
        from = now();
        image = compile(cache, &kernel, 90, true);
        double loaded = now() - from;
        if (loaded < best) best = loaded;
        tw_image_free(&image);
    }
    print_message("compiled in %.2f ms, loaded in %.3f ms\n", 1e3 * compiled, 1e3 * best);
    assert_true(best * 20 < compiled);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_nvrtc_open(&nvrtc, &error)) {
        printf("skipped: %s\n", error.message);
        tw_error_free(&error);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        TEST(test_the_second_compile_is_a_hit_with_the_same_bytes), TEST(test_what_differs_is_compiled),
        TEST(test_an_include_by_path_is_compiled_every_time),       TEST(test_a_failed_compile_is_not_kept),
        TEST(test_a_damaged_file_is_compiled_and_replaced),         TEST(test_a_hit_is_cheap),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_nvrtc_close(nvrtc);
    return failed;
}
