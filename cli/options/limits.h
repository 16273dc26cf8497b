/* limits.h - limits of time and memory for compiling: the options, and the limits of compiles in this process itself. */
#ifndef TW_CLI_OPTIONS_LIMITS_H
#define TW_CLI_OPTIONS_LIMITS_H

#include "base/limits/limits.h"
#include "cli/options/arguments.h"
#include "runtime/compile/compile.h"

/* Rows of a command's table of options; before they are read their members are to be TW_COMPILE_MIB, and -1 or
   TW_COMPILE_TIMEOUT_S. */
#define TW_COMPILE_MEMORY_OPTION(type, member)                                                               \
    {                                                                                                        \
        "compile-memory", 0, "MIB", TW_AS_NUMBER(type, member, 0, 1u << 24),                                 \
            "memory to compile a kernel; one that needs more has failed (default 2048; 0 = no limit)"        \
    }
/* The time of one variant: compiling, running and checking it. The member is an int; negative: as tw_worker_timeout says. */
#define TW_TIMEOUT_OPTION(type, member)                                                                      \
    {                                                                                                        \
        "timeout", 0, "SECONDS", TW_AS_READ(type, member, tw_timeout_read),                                  \
            "time for a variant; one that needs longer has failed (default 60, on the simulator 900; 0 = "   \
            "no limit)"                                                                                      \
    }
/* The time of a compile, for commands that do little else. */
#define TW_COMPILE_TIMEOUT_OPTION(type, member)                                                              \
    {                                                                                                        \
        "timeout", 0, "SECONDS", TW_AS_NUMBER(type, member, 0, 86400),                                       \
            "time to compile a kernel; one that needs longer has failed (default 300; 0 = no limit)"         \
    }
bool tw_timeout_read(char *text, void *place, const char *command);

/* Worker processes where -j says nothing: as many as there are cores for this process, 64 at most. Where the process may use all of
   the host's it shares them with the others of the host, of which there are so many (0 and 1: none). */
unsigned tw_jobs_usual(unsigned processes);

/* The limits of `at_once` compiles at a time in this process. When they take more, the process says so and ends with `status`. To be
   called once, as the limits are kept for that message. */
struct tw_limits tw_limits_here(double seconds, unsigned mib, unsigned at_once, int status);

#endif
