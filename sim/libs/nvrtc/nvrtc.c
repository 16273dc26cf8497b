/*
 * A libnvrtc.so for programs that take machine code from NVRTC, which the simulator does not run: nvrtcGetCUBIN gives the PTX of
 * the same compilation, that a driver takes wherever it takes a cubin. Everything else does an NVRTC of a toolkit, found as
 * Tilewright finds the one that it compiles with.
 *
 * An export is a jump to that one's function: the arguments stay where the caller put them. The one that compiles is called under limits
 * of time and memory: NVRTC cannot be stopped, so what goes beyond them ends the program.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "base/library.h"
#include "base/limits/limits.h"
#include "base/search.h"

#define INTERNAL_ERROR 11 /* NVRTC_ERROR_INTERNAL_ERROR */

#define SIMPLE(X)                                                                                            \
    X(nvrtcAddNameExpression)                                                                                \
    X(nvrtcCreateProgram)                                                                                    \
    X(nvrtcDestroyProgram)                                                                                   \
    X(nvrtcGetErrorString)                                                                                   \
    X(nvrtcGetLTOIR)                                                                                         \
    X(nvrtcGetLTOIRSize)                                                                                     \
    X(nvrtcGetLoweredName)                                                                                   \
    X(nvrtcGetNVVM)                                                                                          \
    X(nvrtcGetNVVMSize)                                                                                      \
    X(nvrtcGetNumSupportedArchs)                                                                             \
    X(nvrtcGetOptiXIR)                                                                                       \
    X(nvrtcGetOptiXIRSize)                                                                                   \
    X(nvrtcGetPCHCreateStatus)                                                                               \
    X(nvrtcGetPCHHeapSize)                                                                                   \
    X(nvrtcGetPCHHeapSizeRequired)                                                                           \
    X(nvrtcGetPTX)                                                                                           \
    X(nvrtcGetPTXSize)                                                                                       \
    X(nvrtcGetProgramLog)                                                                                    \
    X(nvrtcGetProgramLogSize)                                                                                \
    X(nvrtcGetSupportedArchs)                                                                                \
    X(nvrtcSetFlowCallback)                                                                                  \
    X(nvrtcSetPCHHeapSize)                                                                                   \
    X(nvrtcVersion)

#define ALL(X) SIMPLE(X) X(nvrtcCompileProgram)

typedef void (*tw_function)(void);

#define X(name)                                                                                              \
    extern tw_function tw_real_##name;                                                                       \
    tw_function tw_real_##name;
ALL(X)
#undef X

#if defined(__x86_64__)
#define THROUGH(name) "    jmp *tw_real_" name "(%rip)\n"
#elif defined(__aarch64__)
#define THROUGH(name)                                                                                        \
    "    adrp x16, tw_real_" name "\n    ldr x16, [x16, :lo12:tw_real_" name "]\n    br x16\n"
#else
#error "CUDA runs on x86-64 and 64-bit Arm"
#endif

#define EXPORT(name, real)                                                                                   \
    __asm__(".pushsection .text\n"                                                                           \
            ".globl " name "\n"                                                                              \
            ".type " name ", %function\n"                                                                    \
            ".globl tw_own_" name "\n"                                                                       \
            ".hidden tw_own_" name "\n"                                                                      \
            ".type tw_own_" name ", %function\n"                                                             \
            "tw_own_" name ":\n" name ":\n" THROUGH(real) ".size " name ", . - " name "\n"                   \
                                                          ".popsection\n");

#define X(name) EXPORT(#name, #name)
SIMPLE(X)
#undef X
EXPORT("nvrtcGetCUBIN", "nvrtcGetPTX")
EXPORT("nvrtcGetCUBINSize", "nvrtcGetPTXSize")

static const struct {
    const char *name;
    tw_function *real;
} functions[] = {
#define X(name) {#name, &tw_real_##name},
    ALL(X)
#undef X
};

/* ---- compiling ---- */

#define MEMORY  "TILEWRIGHT_SIM_COMPILE_MEMORY"
#define TIMEOUT "TILEWRIGHT_SIM_COMPILE_TIMEOUT"

/* The number that a variable holds; 0 where it is not set, or holds something else. */
static uint64_t variable(const char *name)
{
    const char *text = getenv(name);
    uint64_t number;
    char rest;
    return text && sscanf(text, "%" SCNu64 "%c", &number, &rest) == 1 && number < 1u << 24 ? number : 0;
}

static uint64_t most_seconds(void)
{
    return variable(TIMEOUT);
}

static uint64_t most_mib(void)
{
    return variable(MEMORY);
}

static void exceed(enum tw_exceeded which)
{
    if (which == TW_LIMIT_TIME)
        fprintf(stderr,
                "tilewright: NVRTC took longer than %" PRIu64 " s to compile; " TIMEOUT " gives it more\n",
                most_seconds());
    else
        fprintf(stderr,
                "tilewright: NVRTC took more than %" PRIu64 " MiB to compile; " MEMORY " gives it more\n",
                most_mib());
    _exit(1);
}

typedef int compile(void *program, int count, const char *const *options);
__attribute__((visibility("default"))) compile nvrtcCompileProgram;

int nvrtcCompileProgram(void *program, int count, const char *const *options)
{
    const struct tw_limits limits = {(double)most_seconds(), most_mib() << 20, exceed};
    struct tw_limited work;
    tw_limits_begin(&limits, &work);
    int result = ((compile *)tw_real_nvrtcCompileProgram)(program, count, options);
    tw_limits_end(&work);
    return result;
}

/* ---- the one that does the work ---- */

static int absent(void)
{
    return INTERNAL_ERROR;
}

static const char *absent_text(void)
{
    return "there is no NVRTC of CUDA " TW_MAJOR_TEXT " here; TILEWRIGHT_NVRTC can name one";
}

typedef int version(int *major, int *minor);
__attribute__((visibility("hidden"))) version tw_own_nvrtcVersion;

/* What the real one opens when it compiles. */
static bool open_builtins(void *library, int major, int minor, struct tw_text *tried)
{
    struct tw_text path = {0};
    tw_library_add_path(library, &path);
    bool opened = tw_library_open_builtins(tw_text_string(&path), major, minor, tried);
    tw_text_free(&path);
    return opened;
}

/* What the loader finds by name may be this library itself. */
static bool take(void *context, void *library, struct tw_text *tried)
{
    const struct tw_symbol symbol = {"nvrtcVersion", 0};
    version *ask = NULL;
    int major = 0, minor = 0;
    (void)context;
    bool another = !tw_library_fill(library, &symbol, 1, &ask) && ask != tw_own_nvrtcVersion;
    if (!another || ask(&major, &minor) || major != atoi(TW_MAJOR_TEXT)) {
        tw_text_add(tried, "is not the one that is looked for");
        return false;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const struct tw_symbol function = {functions[i].name, 0};
        tw_library_fill(library, &function, 1, functions[i].real); /* older ones have fewer */
    }
    return open_builtins(library, major, minor, tried);
}

__attribute__((constructor)) static void find(void)
{
    static const char *const names[] = {"libnvrtc.so." TW_MAJOR_TEXT, NULL};
    static const char *const folders[] = {"lib64", "lib", "targets/x86_64-linux/lib",
                                          "targets/sbsa-linux/lib", NULL};
    const struct tw_wanted wanted = {.names = names,
                                     .folders = folders,
                                     .absent = "no libnvrtc.so",
                                     .variable = "TILEWRIGHT_NVRTC",
                                     .built = TILEWRIGHT_NVRTC,
                                     .accept = take};
    struct tw_text tried = {0};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        *functions[i].real = (tw_function)absent;
    tw_real_nvrtcGetErrorString = (tw_function)absent_text;
    tw_search(&wanted, &tried);
    tw_text_free(&tried);
}
