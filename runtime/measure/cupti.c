/* Finds CUPTI (search.h), and says what its errors mean. */
#include "runtime/measure/cupti.h"

#include <stdlib.h>
#include <string.h>

#include "base/library.h"
#include "base/search.h"

static const char *const file_names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so", NULL};
/* Folders of a toolkit; the last one is a wheel's, beside the folder with NVRTC. */
static const char *const folders[] = {
    "extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib",
    "../cuda_cupti/lib",  NULL};

/* What CUPTI opens by name when it is asked for counters. */
static const char *const companions[] = {"libnvperf_host.so", "libnvperf_target.so"};

static const struct tw_symbol symbols[] = {
#define X(name, type, last) {#name, offsetof(struct tw_cupti, name)},
    TW_CUPTI_FUNCTIONS(X)
#undef X
        {"cuptiGetVersion", offsetof(struct tw_cupti, cuptiGetVersion)},
};

static bool take_library(void *context, void *library, struct tw_text *tried)
{
    struct tw_cupti *cupti = context;
    struct tw_text path = {0};
    const char *missing = tw_library_fill(library, symbols, sizeof symbols / sizeof *symbols, cupti);
    if (missing) {
        tw_text_addf(tried, "has no function %s: CUPTI 12.6 or newer is needed", missing);
        return false;
    }
    if (cupti->cuptiGetVersion(&cupti->version) != TW_CUPTI_SUCCESS) {
        tw_text_add(tried, "does not say its version");
        return false;
    }
    tw_library_add_path(library, &path);
    cupti->path = tw_text_take(&path);
    if (!cupti->path) tw_text_fail(tried);
    bool whole = cupti->path != NULL;
    for (size_t i = 0; i < sizeof companions / sizeof *companions && whole; i++)
        whole = tw_library_open_beside(cupti->path, companions[i], tried);
    if (whole) {
        cupti->library = library;
    } else {
        free(cupti->path);
        cupti->path = NULL;
    }
    return whole;
}

static int not_found(const char *named, const struct tw_text *tried, struct tw_error *error)
{
    if (tried->failed) return tw_fail(error, TW_MEMORY, "out of memory while opening CUPTI");
    int code =
        named ? tw_fail(error, TW_ENVIRONMENT, "TILEWRIGHT_CUPTI names no usable CUPTI: %s; %s", named,
                        "correct it, or unset it to have CUPTI searched for")
              : tw_fail(error, TW_ENVIRONMENT,
                        "CUPTI, which reads the counters, was not found: install the CUDA Toolkit's, 12.6 or "
                        "newer, or the wheel nvidia-cuda-cupti, or set TILEWRIGHT_CUPTI to its libcupti.so");
    tw_error_add_detail(error, named ? "tried:\n" : "looked in:\n");
    tw_error_add_detail(error, tw_text_string(tried));
    return code;
}

/* The toolkit, or the wheel's folder, that a file is of: "ROOT/lib64/libnvrtc.so". NULL: none that can be told. */
static const char *root_of(const char *file, struct tw_text *root)
{
    size_t length = file ? strlen(file) : 0;
    for (int up = 0; up < 2 && length; up++) {
        while (--length && file[length] != '/') continue;
    }
    if (!length) return NULL;
    tw_text_add_bytes(root, file, length);
    return tw_text_string(root);
}

int tw_cupti_open(const char *beside, struct tw_cupti **cupti, struct tw_error *error)
{
    struct tw_text tried = {0}, root = {0};
    *cupti = calloc(1, sizeof **cupti);
    if (!*cupti) return tw_fail(error, TW_MEMORY, "out of memory");
    const struct tw_wanted wanted = {.names = file_names,
                                     .folders = folders,
                                     .absent = "no libcupti.so in its extras/CUPTI, lib64, lib or targets",
                                     .variable = "TILEWRIGHT_CUPTI",
                                     .built = "",
                                     .root = root_of(beside, &root),
                                     .accept = take_library,
                                     .context = *cupti};
    bool opened = tw_search(&wanted, &tried);
    int code = opened ? TW_OK : not_found(tw_search_named(&wanted), &tried, error);
    tw_text_free(&tried);
    tw_text_free(&root);
    if (opened) return TW_OK;
    tw_cupti_close(*cupti);
    *cupti = NULL;
    return code;
}

void tw_cupti_close(struct tw_cupti *cupti)
{
    if (!cupti) return;
    tw_library_close(cupti->library);
    free(cupti->path);
    free(cupti);
}

/* What stands in the way, and what helps. */
/* clang-format off */
static const struct {
    int result;
    const char *sentence;
} reasons[] = {
    {TW_CUPTI_PRIVILEGES,             "this user may not read the GPU's counters: run as root, or have the driver loaded with NVreg_RestrictProfilingToAdminUsers=0 (in a container: give it CAP_SYS_ADMIN)"},
    {TW_CUPTI_VIRTUALIZED_PRIVILEGES, "this virtual GPU may not read counters: its host's administrator enables profiling for it (enable_profiling=1)"},
    {TW_CUPTI_VIRTUALIZED,            "a virtual GPU of this kind has no counters: count on a whole GPU, or on a vGPU type that has profiling"},
    {TW_CUPTI_CONFIDENTIAL,           "the GPU is in confidential computing mode, which hides its counters: count on one where that mode is off"},
    {TW_CUPTI_MIG,                    "counters cannot be read on this MIG instance: count on the whole GPU, with MIG off"},
    {TW_CUPTI_CMP,                    "a mining processor (CMP) gives no counters: count on another GPU"},
    {TW_CUPTI_SLI,                    "GPUs joined by SLI give no counters: turn SLI off"},
    {TW_CUPTI_WSL,                    "this WSL gives no counters: update Windows and its driver, and allow counters to all users in NVIDIA's control panel"},
    {TW_CUPTI_HARDWARE_BUSY,          "another program holds the GPU's counters: end that profiler (ncu, nsys), or pause DCGM's (dcgmi profile --pause)"},
    {TW_CUPTI_SUBSCRIBERS,            "another tool in this process uses CUPTI: run without that profiler or debugger"},
    {TW_CUPTI_CHIP,                   "this CUPTI does not know the GPU: install a newer one, or name it by TILEWRIGHT_CUPTI"},
    {TW_CUPTI_NOT_COMPATIBLE,         "this CUPTI and the driver do not fit each other: update the driver, or name an older CUPTI by TILEWRIGHT_CUPTI"},
    {TW_CUPTI_NOT_INITIALIZED,        "CUPTI could not start with this driver: update the driver, or name an older CUPTI by TILEWRIGHT_CUPTI"},
    {TW_CUPTI_NOT_SUPPORTED,          "this CUPTI cannot count on the GPU: it takes compute capability 7.0 or newer"},
};
/* clang-format on */

int tw_cupti_check(int result, const char *function, struct tw_error *error)
{
    if (result == TW_CUPTI_SUCCESS) return TW_OK;
    if (result == TW_CUPTI_OUT_OF_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory: %s", function);
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].result == result)
            return tw_fail(error, TW_ENVIRONMENT, "%s (%s: error %d)", reasons[i].sentence, function, result);
    }
    return tw_fail(
        error, TW_ENVIRONMENT,
        "CUPTI failed for a reason that it does not say (%s: error %d): try the CUPTI of the driver's "
        "own CUDA version, by TILEWRIGHT_CUPTI",
        function, result);
}
