/*
 * A reference function is called in a child process: whatever it does, this process goes on unchanged.
 *
 *     parent   shared memory = | how it went | results of trial 0 | results of trial 1 |    mapped before the fork
 *     child    dlopen, dlsym; for each trial: inputs as they are given, results as they are before, the call
 *     parent   waits, so long at most; takes the results
 *
 * The child has no file of the parent's but the standard streams, what it prints goes to stderr, and it ends with the parent. It leads a group of
 * processes of its own, which ends with it: what it forks goes too, and what it signals to its group is no matter of the parent's. It may take as
 * much memory as the machine has, and where that runs out the system takes it first.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <tilewright/reference.h>

#include "base/clock.h"
#include "base/library.h"
#include "runtime/check/expected.h"

#define TRIALS 2u
#define ALIGN  256u /* of each argument's data */

/* How far the child came. */
enum stage { AT_LIBRARY, AT_FUNCTION, AT_CALL, RETURNED };

/* At the beginning of the shared memory. */
struct report {
    enum stage stage;
    int returned;
    bool no_memory; /* to open the library */
    char why[512];  /* it cannot be opened */
};

struct call {
    const struct tw_oracle *oracle;
    const struct tw_kernel *kernel;
    struct report *report;
    size_t bytes; /* of the shared memory */
    struct tw_reference_argument *arguments[TRIALS];
    double limit_s;
};

static const struct tw_argument *argument_of(const struct call *call, unsigned i)
{
    return &call->kernel->shape.arguments[i];
}

static const struct tw_answer *answer_of(const struct call *call, unsigned i, unsigned trial)
{
    return &call->oracle->place[i].answer[trial];
}

static size_t bytes_of(const struct tw_argument *argument)
{
    return argument->value ? argument->value_bytes : tw_argument_bytes(argument);
}

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* What the function finds in an argument that is no result; NULL of scratch. */
static const void *given(const struct call *call, unsigned i)
{
    const struct tw_argument *argument = argument_of(call, i);
    return argument->value ? argument->value : answer_of(call, i, 0)->before.host;
}

/* Both trials share inputs, which the child fills anew for each. */
static size_t lay_out(const struct call *call, char *memory)
{
    size_t at = aligned(sizeof *call->report);
    for (unsigned i = 0; i < call->kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = argument_of(call, i);
        const bool is_result = tw_argument_is_result(argument);
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            struct tw_reference_argument *own = &call->arguments[trial][i];
            const bool is_there = is_result || given(call, i);
            *own = (struct tw_reference_argument){argument->name, argument->element, argument->count, NULL};
            if (is_there && memory) own->data = memory + at;
            if (is_there && (is_result || trial)) at += aligned(bytes_of(argument));
        }
    }
    return at;
}

static int share(struct call *call, struct tw_error *error)
{
    const unsigned count = call->kernel->shape.argument_count;
    bool whole = true;
    for (unsigned trial = 0; trial < TRIALS; trial++)
        whole &= (call->arguments[trial] = calloc(count + 1, sizeof **call->arguments)) != NULL;
    if (!whole) return tw_fail(error, TW_MEMORY, "out of memory");
    call->bytes = lay_out(call, NULL);
    void *memory = mmap(NULL, call->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return tw_fail(error, TW_MEMORY, "out of memory for the reference function");
    call->report = memory;
    lay_out(call, memory);
    return TW_OK;
}

/* ---- in the child ---- */

static void fill(const struct call *call, unsigned trial)
{
    for (unsigned i = 0; i < call->kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = argument_of(call, i);
        void *data = call->arguments[trial][i].data;
        const void *from =
            tw_argument_is_result(argument) ? answer_of(call, i, trial)->after.host : given(call, i);
        if (data && from) memcpy(data, from, bytes_of(argument));
    }
}

/* Pages of data that this process has mapped by now: much where it is watched for mistakes. */
static unsigned long mapped_pages(void)
{
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (!statm) return 0;
    if (fscanf(statm, "%*u %*u %*u %*u %*u %lu", &pages) != 1) pages = 0;
    fclose(statm);
    return pages;
}

static void limit_memory(void)
{
    const rlim_t pages = (rlim_t)sysconf(_SC_PHYS_PAGES) + mapped_pages(),
                 bytes = pages * (rlim_t)sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur > bytes) {
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_DATA, &limit);
    }
    const int first = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (first < 0) return; /* then the system takes whom it finds */
    dprintf(first, "1000");
    close(first);
}

/* What the parent printed and has not written is its own to write. */
static void leave_the_parents_alone(pid_t parent)
{
    static const int defaults[] = {SIGINT, SIGTERM, SIGPIPE, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    setpgid(0, 0);
    limit_memory();
    __fpurge(stdout);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, 0);
}

/* Opens the library and finds the function in it; NULL: the report says what is missing. */
static tw_reference_function *find(const struct call *call)
{
    const struct tw_expectation *expectation = call->kernel->expectation;
    const struct tw_symbol symbol = {expectation->function, 0};
    struct tw_text why = {0};
    tw_reference_function *function = NULL;
    void *library = tw_library_open(expectation->library, &why);
    call->report->no_memory = why.failed;
    strncpy(call->report->why, tw_text_string(&why), sizeof call->report->why - 1);
    tw_text_free(&why);
    if (!library) return NULL;
    call->report->stage = AT_FUNCTION;
    return tw_library_fill(library, &symbol, 1, &function) ? NULL : function;
}

static void run(const struct call *call, pid_t parent)
{
    struct report *report = call->report;
    leave_the_parents_alone(parent);
    tw_reference_function *function = find(call);
    if (!function) _exit(0);
    report->stage = AT_CALL;
    for (unsigned trial = 0; trial < TRIALS && !report->returned; trial++) {
        fill(call, trial);
        report->returned = function(call->kernel->shape.argument_count, call->arguments[trial]);
    }
    report->stage = RETURNED;
    _exit(0);
}

/* ---- in the parent ---- */

/* Waits for the child; false: the limit came first, and it was killed. */
static bool wait_for_end(const struct call *call, pid_t child, int *status)
{
    const double deadline = tw_seconds() + call->limit_s;
    const struct timespec nap = {0, 1000000};
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) return true;
        if (call->limit_s > 0 && tw_seconds() > deadline) break;
        nanosleep(&nap, NULL);
    }
    kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) {
    }
    return false;
}

/* The same, and ends what the child has left of its group. */
static bool wait_for(const struct call *call, pid_t child, int *status)
{
    bool ended = wait_for_end(call, child, status);
    kill(-child, SIGKILL);
    return ended;
}

static int tell(const struct call *call, bool ended, int status, struct tw_error *error)
{
    const struct tw_expectation *expectation = call->kernel->expectation;
    const char *function = expectation->function, *library = expectation->library, *why = call->report->why;
    call->report->why[sizeof call->report->why - 1] = '\0';
    if (!ended)
        return tw_fail(error, TW_INPUT, "the function %s of %s did not return within %g s", function, library,
                       call->limit_s);
    if (WIFSIGNALED(status))
        return tw_fail(error, TW_INPUT, "the function %s of %s crashed: signal %d (%s)", function, library,
                       WTERMSIG(status), strsignal(WTERMSIG(status)));
    switch (call->report->stage) {
    case AT_LIBRARY:
        if (call->report->no_memory) return tw_fail(error, TW_MEMORY, "out of memory");
        return tw_fail(error, TW_INPUT, "the library %s cannot be opened: %s", library, why);
    case AT_FUNCTION:
        return tw_fail(error, TW_INPUT, "the library %s has no function %s", library, function);
    case AT_CALL:
        return tw_fail(error, TW_INPUT, "the function %s of %s ended its process, with status %d", function,
                       library, WEXITSTATUS(status));
    case RETURNED:
        break;
    }
    if (!call->report->returned) return TW_OK;
    return tw_fail(error, TW_INPUT, "the function %s of %s returned %d", function, library,
                   call->report->returned);
}

static void take(const struct call *call)
{
    for (unsigned i = 0; i < call->kernel->shape.argument_count; i++) {
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            void *after = answer_of(call, i, trial)->after.host;
            if (after) memcpy(after, call->arguments[trial][i].data, bytes_of(argument_of(call, i)));
        }
    }
}

static int call_in_child(const struct call *call, struct tw_error *error)
{
    int status = 0;
    const pid_t parent = getpid(), child = fork();
    if (child < 0)
        return tw_fail(error, TW_ENVIRONMENT, "no process can be made for it: %s", strerror(errno));
    if (child == 0) run(call, parent);
    bool ended = wait_for(call, child, &status);
    int code = tell(call, ended, status, error);
    if (!code) take(call);
    return code;
}

int tw_expected_call(const struct tw_oracle *oracle, const struct tw_kernel *kernel, double limit_s,
                     struct tw_error *error)
{
    struct call call = {.oracle = oracle, .kernel = kernel, .limit_s = limit_s};
    int code = share(&call, error);
    if (!code) code = call_in_child(&call, error);
    if (call.report) munmap(call.report, call.bytes);
    for (unsigned trial = 0; trial < TRIALS; trial++) free(call.arguments[trial]);
    return code;
}
