/*
 * A module of CUDA kernels for a test that runs each of them: compiled once, before the tests; where there is no NVRTC they are skipped.
 */
#ifndef TW_TESTS_SIM_CUDA_CASES_H
#define TW_TESTS_SIM_CUDA_CASES_H

#include "tests/sim/machine.h"

#include "runtime/compile/compile.h"

static char *cases_ptx; /* NULL: there is no NVRTC */

static inline char *compile_with(struct tw_nvrtc *nvrtc, const char *source)
{
    struct tw_kernel kernel = {.name = (char *)"cases", .source = (char *)source};
    struct tw_image image;
    struct tw_error error = TW_ERROR_INIT;
    if (tw_compile(nvrtc, &kernel, 90, &image, &error)) fail_msg("%s\n%s", error.message, error.detail);
    char *ptx = strdup(image.ptx);
    tw_image_free(&image);
    return ptx;
}

static inline void compile_cases(const char *source)
{
    struct tw_nvrtc *nvrtc;
    struct tw_error error = TW_ERROR_INIT;
    if (tw_nvrtc_open(&nvrtc, &error) == TW_OK) {
        cases_ptx = compile_with(nvrtc, source);
        tw_nvrtc_close(nvrtc);
    }
    tw_error_free(&error);
}

/* Of a group of tests: what is to be done at its end. */
static inline int free_cases(void **state)
{
    (void)state;
    free(cases_ptx);
    return 0;
}

#endif
