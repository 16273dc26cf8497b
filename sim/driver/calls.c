/*
 * What became of the program's calls of the driver, for $TILEWRIGHT_SIM_COUNTS (driver/totals.c): beside the counts stand lines with
 * tabs between,
 *
 *     refused  PROCESS  FUNCTION  RESULT  how often  1: it went on; else 0  WHY
 *     onward   PROCESS
 *
 * A process goes on when after a refusal another call makes or runs something. The first lines are written at once, as a process that a
 * signal ends writes none at its end; at the end come all refusals once more, the last one last.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/driver/sim.h"
#include "sim/driver/state.h"

#define REFUSALS 64u  /* different ones: of more the last              */
#define AT_ONCE  256u /* lines that are written before a process's end */

struct refusal {
    const char *function; /* not owned */
    CUresult result;
    char *why;
    uint64_t times;
    bool goes_on;
};

static struct {
    struct refusal refusals[REFUSALS]; /* the last one last */
    size_t count, written;
    bool waits;    /* nothing has gone on since the last one */
    char *reason;  /* of the call that is under way          */
    pid_t process; /* whose they are                         */
} calls;

static void forget(void)
{
    for (size_t i = 0; i < calls.count; i++) free(calls.refusals[i].why);
    calls.count = calls.written = 0;
    calls.waits = false;
}

static const char *counts_path(void)
{
    return getenv("TILEWRIGHT_SIM_COUNTS");
}

/* Errors that a kernel left in its context. */
static bool is_of_kernel(CUresult result)
{
    return (result >= CUDA_ERROR_HARDWARE_STACK_ERROR && result <= CUDA_ERROR_LAUNCH_FAILED) ||
           result == CUDA_ERROR_ILLEGAL_ADDRESS || result == CUDA_ERROR_LAUNCH_TIMEOUT ||
           result == CUDA_ERROR_ASSERT;
}

static const char *words_of(CUresult result)
{
    const char *text = "unknown error";
    if (calls.reason) return calls.reason;
    if (is_of_kernel(result)) return "a kernel failed before";
    tw_sim_cuGetErrorString(result, &text);
    return text;
}

static void add_refusal(struct tw_text *text, const struct refusal *refusal)
{
    const char *name = "CUDA_ERROR_UNKNOWN";
    tw_sim_cuGetErrorName(refusal->result, &name);
    tw_text_addf(text, "refused\t%jd\t%s\t%s\t%ju\t%d\t", (intmax_t)calls.process, refusal->function, name,
                 (uintmax_t)refusal->times, refusal->goes_on);
    for (const char *c = refusal->why; *c; c++) tw_text_add_char(text, *c == '\n' ? '\r' : *c);
    tw_text_add(text, "\n");
}

static void append(struct tw_text *text)
{
    if (!text->failed) tw_totals_append(tw_text_string(text), text->length);
    tw_text_free(text);
}

/* Where the refusal stands afterwards: as the last one. NULL: out of memory. */
static struct refusal *place_of(CUresult result, const char *why)
{
    size_t i = 0;
    while (i < calls.count &&
           (calls.refusals[i].result != result || strcmp(calls.refusals[i].function, tw_sim_called) != 0 ||
            strcmp(calls.refusals[i].why, why) != 0))
        i++;
    struct refusal moved = {tw_sim_called, result, NULL, 0, false};
    if (i < calls.count)
        moved = calls.refusals[i];
    else if (!(moved.why = strdup(why)))
        return NULL;
    if (i == REFUSALS) free(calls.refusals[i = 0].why);
    if (i == calls.count) calls.count++;
    memmove(&calls.refusals[i], &calls.refusals[i + 1], (calls.count - i - 1) * sizeof moved);
    calls.refusals[calls.count - 1] = moved;
    return &calls.refusals[calls.count - 1];
}

static void note_refusal(CUresult result)
{
    struct tw_text text = {0};
    struct refusal *refusal = place_of(result, words_of(result));
    if (!refusal) return;
    const bool is_news = refusal->goes_on || refusal->times == 0;
    refusal->times++;
    refusal->goes_on = false;
    calls.waits = true;
    if (!is_news || calls.written == AT_ONCE) return;
    calls.written++;
    add_refusal(&text, refusal);
    append(&text);
}

/* What asks and what tidies up is called after an error too. */
static bool makes_something(const char *function)
{
    static const char *const others[] = {"Get",        "Query",      "Destroy",    "Free",
                                         "Unload",     "Close",      "Reset",      "Synchronize",
                                         "PopCurrent", "SetCurrent", "Unregister", "Release"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strstr(function, others[i])) return false;
    }
    return true;
}

static void note_success(void)
{
    struct tw_text text = {0};
    if (!calls.waits || !makes_something(tw_sim_called)) return;
    for (size_t i = 0; i < calls.count; i++) calls.refusals[i].goes_on = true;
    calls.waits = false;
    if (calls.written == AT_ONCE) return;
    calls.written++;
    tw_text_addf(&text, "onward\t%jd\n", (intmax_t)calls.process);
    append(&text);
}

void tw_calls_reason(const char *text)
{
    if (!tw_sim_called || !counts_path()) return;
    free(calls.reason);
    calls.reason = text ? strdup(text) : NULL;
}

void tw_calls_note(CUresult result)
{
    const bool is_refused = result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY;
    if (!tw_sim_called || !(is_refused || calls.waits) || !counts_path()) return;
    if (calls.process != getpid()) forget();
    calls.process = getpid();
    if (is_refused)
        note_refusal(result);
    else
        note_success();
    free(calls.reason);
    calls.reason = NULL;
}

void tw_calls_write(void)
{
    struct tw_text text = {0};
    if (!counts_path() || calls.process != getpid()) return;
    for (size_t i = 0; i < calls.count; i++) add_refusal(&text, &calls.refusals[i]);
    append(&text);
}
