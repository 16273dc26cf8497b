/*
 * A reference function is called in a child process: whatever it does, this process goes on.
 *
 *     parent   shared memory = | data of argument 0 | of argument 1 | ...    mapped before the fork
 *     child    dlopen, dlsym, the call; its exit status says how far it came
 *     parent   waits, LIMIT_S seconds at most; takes what outputs and in-outs hold then
 */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <tilewright/reference.h>

#include "base/clock.h"
#include "base/described/expectation.h"
#include "runtime/check/oracle.h"

#define LIMIT_S 60.0
#define ALIGN   256u /* of each argument's data */

/* How a child ends that did not come to the call; a function's own 1 to 255 is in the shared memory. */
enum { CALLED = 0, NO_LIBRARY = 1, NO_FUNCTION = 2 };

/* What parent and child share, at the beginning of the mapping. */
struct shared {
    int returned;
    char why[512]; /* dlerror */
};

struct call {
    const struct tw_kernel *kernel;
    const struct tw_trial *arrays;
    struct shared *shared;
    size_t bytes;
    struct tw_reference_argument *arguments;
};

/* What the kernel is given, or what is to be filled in: NULL of scratch. */
static const void *data_of(const struct call *call, unsigned i)
{
    const struct tw_argument *argument = &call->kernel->shape.arguments[i];
    const struct tw_trial *arrays = &call->arrays[i];
    if (argument->value) return argument->value;
    return arrays->after ? arrays->after : arrays->before;
}

static size_t bytes_of(const struct tw_argument *argument)
{
    return argument->value ? argument->value_bytes : tw_argument_bytes(argument);
}

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static int share(struct call *call, struct tw_error *error)
{
    const unsigned count = call->kernel->shape.argument_count;
    size_t at = aligned(sizeof *call->shared);
    call->bytes = at;
    for (unsigned i = 0; i < count; i++)
        if (data_of(call, i)) call->bytes += aligned(bytes_of(&call->kernel->shape.arguments[i]));
    call->arguments = calloc(count, sizeof *call->arguments);
    void *memory = mmap(NULL, call->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    call->shared = memory == MAP_FAILED ? NULL : memory;
    if (!call->arguments || !call->shared) return tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < count; i++) {
        const struct tw_argument *argument = &call->kernel->shape.arguments[i];
        const void *data = data_of(call, i);
        call->arguments[i] =
            (struct tw_reference_argument){argument->name, argument->element, argument->count, NULL};
        if (!data) continue;
        call->arguments[i].data = (char *)memory + at;
        memcpy(call->arguments[i].data, data, bytes_of(argument));
        at += aligned(bytes_of(argument));
    }
    return TW_OK;
}

/* The child: never returns. */
static void run(const struct call *call)
{
    const struct tw_expectation *expectation = call->kernel->expectation;
    signal(SIGINT, SIG_DFL); /* who interrupts the program ends this one too */
    signal(SIGTERM, SIG_DFL);
    void *library = dlopen(expectation->library, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, expectation->function) : NULL;
    tw_reference_function *function;
    if (!symbol) {
        strncpy(call->shared->why, dlerror(), sizeof call->shared->why - 1);
        _exit(library ? NO_FUNCTION : NO_LIBRARY);
    }
    memcpy(&function, &symbol, sizeof function); /* as POSIX has it */
    call->shared->returned = function(call->kernel->shape.argument_count, call->arguments);
    _exit(CALLED);
}

/* Waits for the child; false: the limit came first, and it was killed. */
static bool wait_for(pid_t child, int *status)
{
    const double deadline = tw_seconds() + LIMIT_S;
    const struct timespec nap = {0, 1000000};
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) return true;
        if (tw_seconds() > deadline) break;
        nanosleep(&nap, NULL);
    }
    kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) {
    }
    return false;
}

static int tell(const struct call *call, bool ended, int status, struct tw_error *error)
{
    const struct tw_expectation *expectation = call->kernel->expectation;
    const char *function = expectation->function, *library = expectation->library;
    call->shared->why[sizeof call->shared->why - 1] = '\0';
    if (!ended)
        return tw_fail(error, TW_INPUT, "the reference function %s of %s did not return within %.0f s",
                       function, library, LIMIT_S);
    if (WIFSIGNALED(status))
        return tw_fail(error, TW_INPUT, "the reference function %s of %s crashed: signal %d (%s)", function,
                       library, WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) == NO_LIBRARY)
        return tw_fail(error, TW_ENVIRONMENT, "the reference library cannot be opened: %s",
                       call->shared->why);
    if (WEXITSTATUS(status) == NO_FUNCTION)
        return tw_fail(error, TW_INPUT, "the reference library has no function %s: %s", function,
                       call->shared->why);
    if (WEXITSTATUS(status))
        return tw_fail(error, TW_INPUT, "the reference function %s of %s ended its process, with status %d",
                       function, library, WEXITSTATUS(status));
    if (call->shared->returned)
        return tw_fail(error, TW_INPUT, "the reference function %s of %s returned %d", function, library,
                       call->shared->returned);
    return TW_OK;
}

static void take(const struct call *call)
{
    for (unsigned i = 0; i < call->kernel->shape.argument_count; i++) {
        if (call->arrays[i].after && call->arguments[i].data)
            memcpy(call->arrays[i].after, call->arguments[i].data,
                   tw_argument_bytes(&call->kernel->shape.arguments[i]));
    }
}

static int call_in_child(const struct call *call, struct tw_error *error)
{
    int status = 0;
    pid_t child = fork();
    if (child < 0) return tw_fail(error, TW_ENVIRONMENT, "no process for the reference: %s", strerror(errno));
    if (child == 0) run(call);
    bool ended = wait_for(child, &status);
    int code = tell(call, ended, status, error);
    if (!code) take(call);
    return code;
}

int tw_expected_call(const struct tw_kernel *kernel, const struct tw_trial *arrays, struct tw_error *error)
{
    struct call call = {.kernel = kernel, .arrays = arrays};
    int code = share(&call, error);
    if (!code) code = call_in_child(&call, error);
    if (call.shared) munmap(call.shared, call.bytes);
    free(call.arguments);
    return code;
}
