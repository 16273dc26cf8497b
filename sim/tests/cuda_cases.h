/*
 * A module of CUDA kernels for a test that runs each of them: compiled once, before the tests, by one of the NVRTCs beside the drop-in
 * (sim/libs/nvrtc); where neither finds a toolkit's the tests are skipped.
 */
#ifndef TW_TESTS_SIM_CUDA_CASES_H
#define TW_TESTS_SIM_CUDA_CASES_H

#include "base/library.h"
#include "sim/tests/machine.h"

static char *cases_ptx; /* NULL: there is no NVRTC */

struct cases_nvrtc {
    int (*version)(int *major, int *minor);
    int (*create)(void **program, const char *source, const char *name, int headers, const char *const *texts,
                  const char *const *names);
    int (*compile)(void *program, int count, const char *const *options);
    int (*log_size)(void *program, size_t *bytes);
    int (*log)(void *program, char *text);
    int (*ptx_size)(void *program, size_t *bytes);
    int (*ptx)(void *program, char *text);
    int (*destroy)(void **program);
};

static const struct tw_symbol cases_symbols[] = {
    {"nvrtcVersion", offsetof(struct cases_nvrtc, version)},
    {"nvrtcCreateProgram", offsetof(struct cases_nvrtc, create)},
    {"nvrtcCompileProgram", offsetof(struct cases_nvrtc, compile)},
    {"nvrtcGetProgramLogSize", offsetof(struct cases_nvrtc, log_size)},
    {"nvrtcGetProgramLog", offsetof(struct cases_nvrtc, log)},
    {"nvrtcGetPTXSize", offsetof(struct cases_nvrtc, ptx_size)},
    {"nvrtcGetPTX", offsetof(struct cases_nvrtc, ptx)},
    {"nvrtcDestroyProgram", offsetof(struct cases_nvrtc, destroy)},
};

/* The text that one of these pairs of functions gives; the caller frees it. */
static inline char *text_of(void *program, int (*size)(void *program, size_t *bytes),
                            int (*get)(void *program, char *text))
{
    size_t bytes = 0;
    assert_int_equal(size(program, &bytes), 0);
    char *text = calloc(1, bytes + 1);
    assert_non_null(text);
    assert_int_equal(get(program, text), 0);
    return text;
}

/* `debug`: without optimisation. */
static inline char *compile_with(const struct cases_nvrtc *nvrtc, const char *source, bool debug)
{
    const char *const options[] = {"-arch=compute_90", debug ? "-G" : "-lineinfo", "--std=c++17"};
    void *program;
    assert_int_equal(nvrtc->create(&program, source, "/tilewright/cases.cu", 0, NULL, NULL), 0);
    if (nvrtc->compile(program, sizeof options / sizeof *options, options))
        fail_msg("%s", text_of(program, nvrtc->log_size, nvrtc->log));
    char *ptx = text_of(program, nvrtc->ptx_size, nvrtc->ptx);
    nvrtc->destroy(&program);
    return ptx;
}

/* NULL: there is no NVRTC. The caller frees it. */
static inline char *compile_cuda(const char *source, bool debug)
{
    static const char *const files[] = {BUILD_DIR "/dropin/nvrtc/libnvrtc.so.13",
                                        BUILD_DIR "/dropin/nvrtc/libnvrtc.so.12"};
    char *ptx = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files && !ptx; i++) {
        struct cases_nvrtc nvrtc;
        int major, minor;
        struct tw_text reason = {0};
        void *library = tw_library_open(files[i], &reason);
        if (!library) fail_msg("%s", tw_text_string(&reason));
        assert_null(
            tw_library_fill(library, cases_symbols, sizeof cases_symbols / sizeof *cases_symbols, &nvrtc));
        if (!nvrtc.version(&major, &minor)) ptx = compile_with(&nvrtc, source, debug);
        tw_library_close(library);
        tw_text_free(&reason);
    }
    return ptx;
}

static inline void compile_cases(const char *source)
{
    cases_ptx = compile_cuda(source, false);
}

/* The teardown of a group of such tests. */
static inline int free_cases(void **state)
{
    (void)state;
    free(cases_ptx);
    return 0;
}

#endif
