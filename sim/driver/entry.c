/*
 * Functions by their names: cuGetProcAddress, the second forms of functions for programs with a default stream per thread,
 * and the functions that are known by name alone.
 */
#include <string.h>

#include "sim/driver/state.h"

typedef void (*tw_function)(void);

/* ---- functions that the simulator does not have ---- */

static CUresult unsupported(const char *name)
{
    CUresult result = tw_sim_enter_driver();
    if (!result)
        result = tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "%s is not supported by the simulator", name);
    return tw_sim_leave(result);
}

#define X(name, since, form)                                                                                 \
    CUresult CUDAAPI tw_sim_##name(void)                                                                     \
    {                                                                                                        \
        return unsupported(#name);                                                                           \
    }
TW_DRIVER_UNSUPPORTED(X)
#undef X

/* ---- what a program calls ---- */

/*
 * tw_sim_NAME_called, which a program gets for NAME, sets the calling thread's tw_sim_called and jumps to tw_sim_NAME: the arguments
 * stay where the caller put them, so one line serves every signature. tw_sim_NAME_ptsz (or _ptds) also sets the mark that the
 * thread's own default stream is meant; tw_sim_leave takes that away.
 */
#if defined(__x86_64__)
#define NAME_CALL(name)                                                                                      \
    "    leaq .Lname_" name "(%rip), %r11\n"                                                                 \
    "    movq tw_sim_called@gottpoff(%rip), %rax\n"                                                          \
    "    movq %r11, %fs:(%rax)\n"
#define MARK_STREAM                                                                                          \
    "    movq tw_sim_own_stream@gottpoff(%rip), %rax\n"                                                      \
    "    movb $1, %fs:(%rax)\n"
#define JUMP "    jmp "
#elif defined(__aarch64__)
#define NAME_CALL(name)                                                                                      \
    "    adrp x9, .Lname_" name "\n"                                                                         \
    "    add x9, x9, :lo12:.Lname_" name "\n"                                                                \
    "    adrp x16, :gottprel:tw_sim_called\n"                                                                \
    "    ldr x16, [x16, :gottprel_lo12:tw_sim_called]\n"                                                     \
    "    mrs x17, tpidr_el0\n"                                                                               \
    "    str x9, [x17, x16]\n"
#define MARK_STREAM                                                                                          \
    "    adrp x16, :gottprel:tw_sim_own_stream\n"                                                            \
    "    ldr x16, [x16, :gottprel_lo12:tw_sim_own_stream]\n"                                                 \
    "    mrs x17, tpidr_el0\n"                                                                               \
    "    mov w9, #1\n"                                                                                       \
    "    strb w9, [x17, x16]\n"
#define JUMP "    b "
#else
#error "CUDA runs on x86-64 and 64-bit Arm"
#endif

#define ENTRY(name, form, mark)                                                                              \
    __asm__(".pushsection .text\n"                                                                           \
            ".globl tw_sim_" name "_" form "\n"                                                              \
            ".hidden tw_sim_" name "_" form "\n"                                                             \
            ".type tw_sim_" name "_" form ", %function\n"                                                    \
            "tw_sim_" name "_" form ":\n" NAME_CALL(name) mark JUMP "tw_sim_" name "\n"                      \
                                                                    ".size tw_sim_" name "_" form            \
                                                                    ", . - tw_sim_" name "_" form "\n"       \
                                                                    ".popsection\n");
#define NAME(name)                                                                                           \
    __asm__(".pushsection .rodata\n"                                                                         \
            ".Lname_" name ": .string \"" name "\"\n"                                                        \
            ".popsection\n");
#define SECOND_none(name)
#define SECOND_ptds(name) ENTRY(name, "ptds", MARK_STREAM)
#define SECOND_ptsz(name) ENTRY(name, "ptsz", MARK_STREAM)

#define X(name, since, form, parameters) NAME(#name) ENTRY(#name, "called", "") SECOND_##form(#name)
TW_DRIVER_FUNCTIONS(X)
TW_DRIVER_OPTIONALS(X)
TW_DRIVER_EXTRAS(X)
#undef X
#define X(name, since, form) NAME(#name) ENTRY(#name, "called", "")
TW_DRIVER_UNSUPPORTED(X)
#undef X

/* ---- by name ---- */

#define DECLARE_none(name)               void name##_called(void);
#define DECLARE_ptds(name)               DECLARE_none(name) void name##_ptds(void);
#define DECLARE_ptsz(name)               DECLARE_none(name) void name##_ptsz(void);
#define X(name, since, form, parameters) DECLARE_##form(tw_sim_##name)
TW_DRIVER_FUNCTIONS(X)
TW_DRIVER_OPTIONALS(X)
TW_DRIVER_EXTRAS(X)
#undef X
#define X(name, since, form) DECLARE_none(tw_sim_##name)
TW_DRIVER_UNSUPPORTED(X)
#undef X

#define OWN_none(name) name##_called
#define OWN_ptds(name) name##_ptds
#define OWN_ptsz(name) name##_ptsz

static const struct {
    const char *name; /* as exported */
    int since;
    tw_function function, own_stream; /* legacy default stream; one per thread */
} entries[] = {
#define X(name, since, form, parameters) {#name, since, tw_sim_##name##_called, OWN_##form(tw_sim_##name)},
    TW_DRIVER_FUNCTIONS(X) TW_DRIVER_OPTIONALS(X) TW_DRIVER_EXTRAS(X)
#undef X
#define X(name, since, form, current) {#name, since, tw_sim_##current##_called, OWN_##form(tw_sim_##current)},
        TW_DRIVER_ALIASES(X)
#undef X
#define X(name, since, form) {#name, since, tw_sim_##name##_called, tw_sim_##name##_called},
            TW_DRIVER_UNSUPPORTED(X)
#undef X
};

#define ENTRIES (sizeof entries / sizeof *entries)

/* Length of an exported name without its "_v2". */
static size_t base_length(const char *exported)
{
    size_t length = strlen(exported);
    return length > 3 && strncmp(exported + length - 3, "_v", 2) == 0 ? length - 3 : length;
}

/* "cuMemAlloc_v2" is a form of "cuMemAlloc", and is never asked for by its own name. */
static bool is_form_of(const char *exported, const char *name)
{
    size_t length = base_length(exported);
    return strlen(name) == length && strncmp(exported, name, length) == 0;
}

/* Looks up the newest form that a version knows. */
static CUdriverProcAddressQueryResult look_up(const char *name, int version, bool own_stream,
                                              tw_function *function)
{
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    int newest = 0;
    *function = NULL;
    for (size_t i = 0; i < ENTRIES; i++) {
        if (!is_form_of(entries[i].name, name)) continue;
        if (status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND)
            status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
        if (entries[i].since > version || entries[i].since < newest) continue;
        newest = entries[i].since;
        *function = own_stream ? entries[i].own_stream : entries[i].function;
        status = CU_GET_PROC_ADDRESS_SUCCESS;
    }
    return status;
}

CUresult tw_sim_cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
                                    CUdriverProcAddressQueryResult *status)
{
    const cuuint64_t known =
        CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    if (!name || !function || version > TW_SIM_DRIVER_VERSION || (flags & ~known) || flags == known)
        return CUDA_ERROR_INVALID_VALUE;
    tw_function found;
    CUdriverProcAddressQueryResult outcome =
        look_up(name, version, flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &found);
    memcpy(function, &found, sizeof found); /* ISO C knows no cast from a function's address to an object's */
    if (status) *status = outcome;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags)
{
    CUresult result = tw_sim_cuGetProcAddress_v2(name, function, version, flags, NULL);
    return !result && !*function ? CUDA_ERROR_NOT_FOUND : result;
}
