/*
 * ptx_files.h - runs every sim/tests/ptx/NAME.ptx through the
 * driver API and compares, on whichever provider is open.
 *
 * A file is a PTX module with one kernel `k(.param .u64 out, .param .u64 in)` and a head of comments:
 *
 *     // launch: grid 1 block 32 [shared 1024]
 *     // in: 0 1 2a ff*30         words of 64 bits in hexadecimal, *N repeats; further such lines go on
 *     // expect: ...              what `out` holds afterwards
 *
 * Expected words come from an independent computation of what the PTX ISA says or, where the hardware says otherwise
 * (sim/README.md), from an H200; the same files run on a GPU.
 */
#ifndef TESTS_PTX_FILES_H
#define TESTS_PTX_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "sim/driver/table.h"

#define PTX_WORDS 16384u

struct ptx_file {
    struct tw_text text;
    unsigned grid, block, shared;
    uint64_t in[PTX_WORDS], expect[PTX_WORDS];
    size_t in_count, expect_count;
};

static void read_words(const char *at, uint64_t *words, size_t *count)
{
    for (;;) {
        char *end;
        uint64_t word = strtoull(at, &end, 16);
        if (end == at) return;
        unsigned long repeat = *end == '*' ? strtoul(end + 1, &end, 10) : 1;
        for (; repeat; repeat--) {
            assert_true(*count < PTX_WORDS);
            words[(*count)++] = word;
        }
        at = end;
    }
}

static void read_head(struct ptx_file *file)
{
    char *head = strdup(tw_text_string(&file->text)), *rest = head;
    assert_non_null(head);
    file->in_count = file->expect_count = 0;
    file->grid = file->block = file->shared = 0;
    for (char *line; (line = strsep(&rest, "\n")) && strncmp(line, "//", 2) == 0;) {
        sscanf(line, "// launch: grid %u block %u shared %u", &file->grid, &file->block, &file->shared);
        if (strncmp(line, "// in:", 6) == 0) read_words(line + 6, file->in, &file->in_count);
        if (strncmp(line, "// expect:", 10) == 0) read_words(line + 10, file->expect, &file->expect_count);
    }
    free(head);
    assert_true(file->grid && file->block && file->expect_count);
}

static void ptx_call(const struct tw_driver *driver, const char *name, CUresult result, const char *call)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_driver_check(driver, result, call, &error)) fail_msg("%s: %s", name, error.message);
}
#define PTX_CALL(function, ...) ptx_call(driver, name, driver->function(__VA_ARGS__), #function)

/* Launches the file's kernel; the words it leaves in `out`. */
static void run_ptx_file(const struct tw_driver *driver, const char *name, const struct ptx_file *file,
                         uint64_t *out)
{
    size_t in_bytes = (file->in_count ? file->in_count : 1) * 8, out_bytes = file->expect_count * 8;
    CUmodule module;
    CUfunction function;
    CUdeviceptr in, result;
    void *parameters[] = {&result, &in};
    PTX_CALL(cuModuleLoadData, &module, tw_text_string(&file->text));
    PTX_CALL(cuModuleGetFunction, &function, module, "k");
    PTX_CALL(cuMemAlloc_v2, &in, in_bytes);
    PTX_CALL(cuMemAlloc_v2, &result, out_bytes);
    PTX_CALL(cuMemcpyHtoD_v2, in, file->in, in_bytes);
    PTX_CALL(cuMemsetD8_v2, result, 0, out_bytes);
    PTX_CALL(cuLaunchKernel, function, file->grid, 1, 1, file->block, 1, 1, file->shared, NULL, parameters,
             NULL);
    ptx_call(driver, name, driver->cuCtxSynchronize(), "cuCtxSynchronize");
    PTX_CALL(cuMemcpyDtoH_v2, out, result, out_bytes);
    PTX_CALL(cuMemFree_v2, in);
    PTX_CALL(cuMemFree_v2, result);
    PTX_CALL(cuModuleUnload, module);
}

/* The number of words that differ; the first ones are shown. */
static unsigned compare_ptx_file(const char *name, const struct ptx_file *file, const uint64_t *out)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < file->expect_count; i++) {
        if (out[i] == file->expect[i]) continue;
        if (wrong++ < 4) {
            printf("%s: word %zu (result %zu, lane %zu): expected %llx, got %llx\n", name, i, i / 32, i % 32,
                   (unsigned long long)file->expect[i], (unsigned long long)out[i]);
        }
    }
    return wrong;
}

/* Runs all files on the driver, whose context is current; fails when any word differs. */
static void run_ptx_files(const struct tw_driver *driver)
{
    static struct ptx_file file;
    static uint64_t out[PTX_WORDS];
    glob_t files;
    unsigned wrong = 0;
    assert_int_equal(glob(SOURCE_DIR "/sim/tests/ptx/*.ptx", 0, NULL, &files), 0);
    assert_true(files.gl_pathc >= 50);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *name = strrchr(files.gl_pathv[i], '/') + 1;
        file.text = (struct tw_text){0};
        assert_int_equal(tw_file_read(files.gl_pathv[i], &file.text, NULL), TW_OK);
        read_head(&file);
        run_ptx_file(driver, name, &file, out);
        wrong += compare_ptx_file(name, &file, out);
        tw_text_free(&file.text);
    }
    globfree(&files);
    assert_int_equal(wrong, 0);
}

#endif
