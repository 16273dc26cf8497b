/*
 * dropin.c - libcuda.so.1, backed by the simulator: every function of the provider under the name that a
 * driver exports, and the symbol tw_simulator, by which a program can tell that this is no GPU.
 *
 * An export is a jump to the provider's entry (entry.c): the arguments stay where the caller put them, so one line
 * serves every signature, and no macro of cuda.h can rename it.
 */
#include "sim/driver/state.h"

/* What kernels print goes to the program's own streams. */
static void show(const char *text, bool is_error)
{
    fputs(text, is_error ? stderr : stdout);
    fflush(is_error ? stderr : stdout);
}

__attribute__((constructor)) static void begin(void)
{
    tw_provider.show = show;
    tw_provider.hides = true;
    pthread_atfork(NULL, NULL, tw_sim_forked);
}

#if defined(__x86_64__)
#define JUMP "jmp"
#elif defined(__aarch64__)
#define JUMP "b"
#else
#error "CUDA runs on x86-64 and 64-bit Arm"
#endif

#define EXPORT(name, function)                                                                               \
    __asm__(".pushsection .text\n"                                                                           \
            ".globl " name "\n"                                                                              \
            ".type " name ", %function\n" name ":\n"                                                         \
            "    " JUMP " tw_sim_" function "\n"                                                             \
            ".size " name ", . - " name "\n"                                                                 \
            ".popsection\n");

#define SECOND_none(name, current)
#define SECOND_ptds(name, current) EXPORT(name "_ptds", current "_ptds")
#define SECOND_ptsz(name, current) EXPORT(name "_ptsz", current "_ptsz")

#define X(name, since, form, parameters) EXPORT(#name, #name "_called") SECOND_##form(#name, #name)
TW_DRIVER_FUNCTIONS(X)
TW_DRIVER_OPTIONALS(X)
TW_DRIVER_EXTRAS(X)
#undef X

#define X(old, since, form, current) EXPORT(#old, #current "_called") SECOND_##form(#old, #current)
TW_DRIVER_ALIASES(X)
#undef X

#define UNKNOWN_none(name)
#define UNKNOWN_ptds(name)   EXPORT(name "_ptds", name "_called")
#define UNKNOWN_ptsz(name)   EXPORT(name "_ptsz", name "_called")
#define X(name, since, form) EXPORT(#name, #name "_called") UNKNOWN_##form(#name)
TW_DRIVER_UNSUPPORTED(X)
#undef X

extern const struct tw_simulator tw_simulator;
__attribute__((visibility("default"))) const struct tw_simulator tw_simulator = TW_SIMULATOR_INIT;

__attribute__((destructor)) static void write_totals(void)
{
    if (tw_provider.lost) return;
    tw_totals_write();
    tw_calls_write();
}
