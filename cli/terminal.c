/* Remarks, progress and signals. */
#include "cli/terminal.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

static void say(void *context, enum tw_remark remark, const char *sentence)
{
    (void)context;
    switch (remark) {
    case TW_REMARK_FACT:
        tw_note("%s", sentence);
        break;
    case TW_REMARK_NOTE:
        tw_complain("note: %s", sentence);
        break;
    case TW_REMARK_WARNING:
        tw_warn(sentence);
        break;
    }
}

static void show(void *context, const char *doing, size_t done, size_t of)
{
    (void)context;
    tw_progress_say(doing, done, of);
}

static unsigned stop(void *context)
{
    (void)context;
    return (unsigned)tw_interrupts;
}

const struct tw_watcher tw_terminal = {say, show, stop, NULL};

const char *tw_own_program(void)
{
    return getenv("TILEWRIGHT_WORKER") ? NULL : "/proc/self/exe";
}
