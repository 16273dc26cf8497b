/* How a program ended: by itself, after a call of the driver that failed, or by a signal. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/grow.h"
#include "cli/simulate/simulate.h"

/* ---- calls that failed, as sim/driver/calls.c writes them ---- */

struct tw_simulate_call {
    pid_t process;
    const char *function, *result, *why;
    uint64_t times;
    bool goes_on; /* the process went on with other calls */
};

char *tw_simulate_field(char **at)
{
    return *at ? strsep(at, "\t") : NULL;
}

static bool is_same(const struct tw_simulate_call *a, const struct tw_simulate_call *b)
{
    return a->process == b->process && strcmp(a->function, b->function) == 0 &&
           strcmp(a->result, b->result) == 0 && strcmp(a->why, b->why) == 0;
}

/* What was told of the same call before is replaced, and it is the last one now. */
static void keep(struct tw_simulate_calls *calls, const struct tw_simulate_call *call)
{
    size_t i = 0;
    while (i < calls->count && !is_same(&calls->calls[i], call)) i++;
    if (i < calls->count) {
        calls->count--;
        memmove(&calls->calls[i], &calls->calls[i + 1], (calls->count - i) * sizeof *call);
    }
    struct tw_simulate_call *grown = tw_grow(calls->calls, calls->count, &calls->capacity, sizeof *grown);
    calls->failed |= !grown;
    if (!grown) return;
    calls->calls = grown;
    grown[calls->count++] = *call;
}

static char *after_version(const char *function)
{
    char *end = strstr(function, "_v");
    return end && end[2] >= '1' && end[2] <= '9' && !end[3] ? end : NULL;
}

void tw_simulate_take(struct tw_simulate_calls *calls, const char *kind, char *line)
{
    const char *process = tw_simulate_field(&line);
    struct tw_simulate_call call = {.process = (pid_t)strtoll(process, NULL, 10)};
    for (size_t i = 0; i < calls->count && strcmp(kind, "onward") == 0; i++)
        calls->calls[i].goes_on |= calls->calls[i].process == call.process;
    if (strcmp(kind, "refused") != 0) return;
    char *function = tw_simulate_field(&line);
    call.result = tw_simulate_field(&line);
    const char *times = tw_simulate_field(&line), *goes_on = tw_simulate_field(&line);
    if (!line) return;
    if (after_version(function)) *after_version(function) = '\0'; /* as the source calls it */
    for (char *end = line; (end = strchr(end, '\r'));) *end = '\n';
    call.function = function;
    call.why = line;
    call.times = strtoull(times, NULL, 10);
    call.goes_on = *goes_on == '1';
    keep(calls, &call);
}

void tw_simulate_free(struct tw_simulate_calls *calls)
{
    free(calls->calls);
    *calls = (struct tw_simulate_calls){0};
}

/* ---- as text ---- */

/* "cuModuleLoadData failed: CUDA_ERROR_NO_BINARY_FOR_GPU: the image is a cubin: ..." */
static void add_call(const struct tw_simulate_call *call, const struct tw_simulate_end *end,
                     struct tw_text *text)
{
    tw_escape_terminal(text, call->function);
    if (call->process != end->process) tw_text_addf(text, " in process %jd", (intmax_t)call->process);
    tw_text_add(text, " failed: ");
    tw_escape_terminal(text, call->result);
    tw_text_add(text, ": ");
    tw_escape_terminal(text, call->why);
}

/* Returns whether there are some. */
static bool add_calls(const struct tw_simulate_calls *calls, size_t count, const struct tw_simulate_end *end,
                      struct tw_text *text)
{
    if (count) tw_text_add(text, "\n");
    for (size_t i = 0; i < count; i++) {
        const struct tw_simulate_call *call = &calls->calls[i];
        add_call(call, end, text);
        if (call->times > 1) tw_text_addf(text, " (%" PRIu64 " calls)", call->times);
        if (call->goes_on) tw_text_add(text, " (the program went on)");
        tw_text_add(text, "\n");
    }
    return count > 0;
}

/* "signal 9 (SIGKILL, Killed)" */
static void add_signal(int number, struct tw_text *text)
{
    const char *name = sigabbrev_np(number), *what = sigdescr_np(number);
    tw_text_addf(text, "signal %d", number);
    if (name && what) tw_text_addf(text, " (SIG%s, %s)", name, what);
}

/* A shell's status for a program that a signal ended. */
static int signal_of_shell(int status)
{
    return status > 128 && sigabbrev_np(status - 128) ? status - 128 : 0;
}

static void add_how(const struct tw_simulate_end *end, struct tw_text *text)
{
    const int signal = end->signal ? 0 : signal_of_shell(end->status);
    if (end->signal) {
        add_signal(end->signal, text);
        tw_text_add(text, " ended the program");
        return;
    }
    tw_text_addf(text, "the program exited with status %d", end->status);
    if (!signal) return;
    tw_text_add(text, ", as a shell does when ");
    add_signal(signal, text);
    tw_text_add(text, " ended the last command");
}

void tw_simulate_add_end(const struct tw_simulate_calls *calls, const struct tw_simulate_end *end,
                         bool launched, struct tw_text *text)
{
    const struct tw_simulate_call *last = calls->count ? &calls->calls[calls->count - 1] : NULL;
    const bool is_blamed = end->status && last && !last->goes_on;
    if (end->status == 0 && launched) return;
    const bool listed = add_calls(calls, calls->count - is_blamed, end, text);
    if (end->status == 0) return;
    if (!listed) tw_text_add(text, "\n");
    add_how(end, text);
    if (is_blamed) {
        tw_text_add(text, " after ");
        add_call(last, end, text);
    } else {
        tw_text_addf(text, "%s: %s", end->signal ? "" : ", its own",
                     last ? "it had gone on after every call of the driver that failed"
                          : "no call of the driver had failed");
    }
    tw_text_add(text, "\n");
}

/* ---- as JSON ---- */

void tw_simulate_add_end_json(const struct tw_simulate_calls *calls, const struct tw_simulate_end *end,
                              struct tw_text *text)
{
    tw_text_add(text, ", \"signal\": ");
    if (end->signal)
        tw_text_addf(text, "%d", end->signal);
    else
        tw_text_add(text, "null");
    tw_text_add(text, ", \"failed_calls\": [");
    for (size_t i = 0; i < calls->count; i++) {
        const struct tw_simulate_call *call = &calls->calls[i];
        tw_text_addf(text, "%s{\"function\": ", i ? ", " : "");
        tw_escape_json(text, call->function);
        tw_text_add(text, ", \"result\": ");
        tw_escape_json(text, call->result);
        tw_text_add(text, ", \"text\": ");
        tw_escape_json(text, call->why);
        tw_text_addf(text, ", \"times\": %" PRIu64 ", \"went_on\": %s}", call->times,
                     call->goes_on ? "true" : "false");
    }
    tw_text_add(text, "]");
}
