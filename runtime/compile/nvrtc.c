/* Finds NVRTC (search.h), and what it can compile for. */
#include "runtime/compile/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/library.h"
#include "base/search.h"

#define OLDEST_MAJOR 12 /* the prototypes in nvrtc.h, and PTX and cubin of one compile */

static const char *const file_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL};
static const char *const folders[] = {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib",
                                      NULL};

static const struct tw_symbol symbols[] = {
#define X(result, name, parameters) {#name, offsetof(struct tw_nvrtc, name)},
    TW_NVRTC_FUNCTIONS(X)
#undef X
};

static bool read_archs(struct tw_nvrtc *nvrtc, struct tw_text *tried)
{
    int count = 0;
    if (nvrtc->nvrtcGetNumSupportedArchs(&count) != TW_NVRTC_SUCCESS || count < 1) return false;
    nvrtc->archs = calloc((size_t)count, sizeof *nvrtc->archs);
    nvrtc->arch_count = count;
    if (!nvrtc->archs) tw_text_fail(tried);
    return nvrtc->archs && nvrtc->nvrtcGetSupportedArchs(nvrtc->archs) == TW_NVRTC_SUCCESS;
}

/* Fills *nvrtc from an open library; false with the reason in *tried. */
static bool accept_library(struct tw_nvrtc *nvrtc, struct tw_text *tried)
{
    const char *missing = tw_library_fill(nvrtc->library, symbols, sizeof symbols / sizeof *symbols, nvrtc);
    if (missing) {
        tw_text_addf(tried, "has no function %s", missing);
        return false;
    }
    if (nvrtc->nvrtcVersion(&nvrtc->major, &nvrtc->minor) != TW_NVRTC_SUCCESS ||
        nvrtc->major < OLDEST_MAJOR) {
        tw_text_addf(tried, "is version %d.%d, but %d.0 or newer is needed", nvrtc->major, nvrtc->minor,
                     OLDEST_MAJOR);
        return false;
    }
    struct tw_text path = {0};
    tw_library_add_path(nvrtc->library, &path);
    nvrtc->path = tw_text_take(&path);
    if (!nvrtc->path) tw_text_fail(tried);
    if (nvrtc->path && read_archs(nvrtc, tried))
        return tw_library_open_builtins(nvrtc->path, nvrtc->major, nvrtc->minor, tried);
    tw_text_add(tried, "does not say which architectures it supports");
    return false;
}

/* ---- the toolkit's headers ---- */

/* Takes root/ending/include, if it has the toolkit's headers. */
static bool take_folder(struct tw_nvrtc *nvrtc, const char *root, size_t length, const char *ending)
{
    struct tw_text header = {0}, option = {0};
    tw_text_addf(&option, "-I%.*s%s", (int)length, root, ending);
    tw_text_addf(&header, "%s/cuda_fp16.h", tw_text_part(&header, &option) + 2);
    bool found = !header.failed && access(header.data, R_OK) == 0;
    nvrtc->no_memory |= header.failed;
    if (found) nvrtc->folders[0] = tw_text_take(&option);
    tw_text_free(&header);
    tw_text_free(&option);
    return found && nvrtc->folders[0];
}

/* Beside the library: TOOLKIT/lib64/libnvrtc.so has TOOLKIT/include, the wheels of CUDA 12 have nvidia/cuda_nvrtc/lib and
   nvidia/cuda_runtime/include, and Debian has /usr/lib/x86_64-linux-gnu and /usr/include. */
static bool find_beside(struct tw_nvrtc *nvrtc)
{
    static const char *const endings[] = {"/include", "/../include", "/../cuda_runtime/include"};
    const char *root = nvrtc->path;
    size_t length = strlen(root);
    for (unsigned up = 0; up < 2; up++) {
        while (length && root[length] != '/') length--;
        while (length && root[length - 1] == '/') length--;
        if (length && !up) length--;
    }
    bool found = false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !found; i++)
        found = take_folder(nvrtc, root, length, endings[i]);
    return found;
}

static bool find_in_roots(struct tw_nvrtc *nvrtc)
{
    static const char *const variables[] = {"CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH"};
    bool found = false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables && !found; i++) {
        const char *root = getenv(variables[i]);
        found = root && *root && take_folder(nvrtc, root, strlen(root), "/include");
    }
    if (!found) found = take_folder(nvrtc, "/usr/local/cuda", strlen("/usr/local/cuda"), "/include");
    return found || take_folder(nvrtc, TILEWRIGHT_CUDA_INCLUDE, strlen(TILEWRIGHT_CUDA_INCLUDE), "");
}

/* Its headers are those of the same toolkit, where that has some. CUDA 13 has those of C++ in a folder of their own. */
static void find_headers(struct tw_nvrtc *nvrtc)
{
    struct tw_text option = {0};
    if (!find_beside(nvrtc) && !find_in_roots(nvrtc)) return;
    tw_text_addf(&option, "%s/cccl", nvrtc->folders[0]);
    nvrtc->no_memory |= option.failed;
    if (!option.failed && access(option.data + 2, R_OK) == 0) nvrtc->folders[1] = tw_text_take(&option);
    tw_text_free(&option);
}

static void reset(struct tw_nvrtc *nvrtc)
{
    free(nvrtc->path);
    for (unsigned i = 0; i < TW_NVRTC_FOLDERS; i++) free(nvrtc->folders[i]);
    free(nvrtc->archs);
    *nvrtc = (struct tw_nvrtc){0};
}

static bool take_library(void *context, void *library, struct tw_text *tried)
{
    struct tw_nvrtc *nvrtc = context;
    nvrtc->library = library;
    bool taken = accept_library(nvrtc, tried);
    if (!taken) reset(nvrtc);
    return taken;
}

static int not_found(const char *named, const struct tw_text *tried, struct tw_error *error)
{
    if (tried->failed) return tw_fail(error, TW_MEMORY, "out of memory while opening NVRTC");
    const char *advice = "install a CUDA Toolkit (12.0 or newer) or set TILEWRIGHT_NVRTC to its libnvrtc.so";
    int code =
        named ? tw_fail(error, TW_ENVIRONMENT, "TILEWRIGHT_NVRTC names no usable NVRTC: %s; %s", named,
                        "correct it, or unset it to have NVRTC searched for")
              : tw_fail(error, TW_ENVIRONMENT, "NVRTC, CUDA's run-time compiler, was not found: %s", advice);
    tw_error_add_detail(error, named ? "tried:\n" : "looked in:\n");
    tw_error_add_detail(error, tw_text_string(tried));
    return code;
}

int tw_nvrtc_open(struct tw_nvrtc **nvrtc, struct tw_error *error)
{
    *nvrtc = calloc(1, sizeof **nvrtc);
    if (!*nvrtc) return tw_fail(error, TW_MEMORY, "out of memory");
    const struct tw_wanted wanted = {.names = file_names,
                                     .folders = folders,
                                     .absent = "no libnvrtc.so in its lib64, lib or targets",
                                     .variable = "TILEWRIGHT_NVRTC",
                                     .built = TILEWRIGHT_NVRTC,
                                     .accept = take_library,
                                     .context = *nvrtc};
    struct tw_text tried = {0};
    bool opened = tw_search(&wanted, &tried);
    int code = opened ? TW_OK : not_found(tw_search_named(&wanted), &tried, error);
    tw_text_free(&tried);
    if (opened) find_headers(*nvrtc);
    if (opened && (*nvrtc)->no_memory) code = tw_fail(error, TW_MEMORY, "out of memory while opening NVRTC");
    if (code) tw_nvrtc_close(*nvrtc);
    if (code) *nvrtc = NULL;
    return code;
}

void tw_nvrtc_close(struct tw_nvrtc *nvrtc)
{
    if (!nvrtc) return;
    tw_library_close(nvrtc->library);
    reset(nvrtc);
    free(nvrtc);
}

void tw_nvrtc_limit(struct tw_nvrtc *nvrtc, const struct tw_limits *limits)
{
    nvrtc->limits = *limits;
}

void tw_nvrtc_version(const struct tw_nvrtc *nvrtc, int *major, int *minor)
{
    *major = nvrtc->major;
    *minor = nvrtc->minor;
}

const char *tw_nvrtc_path(const struct tw_nvrtc *nvrtc)
{
    return nvrtc->path;
}

bool tw_nvrtc_supports(const struct tw_nvrtc *nvrtc, unsigned sm)
{
    return sm && tw_nvrtc_best(nvrtc, sm) == sm;
}

unsigned tw_nvrtc_best(const struct tw_nvrtc *nvrtc, unsigned sm)
{
    unsigned best = 0;
    for (int i = 0; i < nvrtc->arch_count; i++) {
        unsigned arch = (unsigned)nvrtc->archs[i];
        if (arch <= sm && arch > best) best = arch;
    }
    return best;
}
