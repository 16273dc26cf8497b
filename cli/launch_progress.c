/* What another process's launches say becomes the line of progress. */
#include "cli/launch_progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/progress.h"

/* Between launches the program computes by itself, or waits, and may print. */
static bool ask(void *context, const char **doing, size_t *done, size_t *of)
{
    static char text[64];
    struct tw_launch_page *page = context;
    const uint64_t ended = atomic_load(&page->ended);
    const bool runs = atomic_load(&page->running) > 0;
    if (runs)
        snprintf(text, sizeof text, "simulating launch %" PRIu64, ended + 1);
    else if (ended)
        snprintf(text, sizeof text, "the program is running, after launch %" PRIu64, ended);
    else
        snprintf(text, sizeof text, "the program is running, without a launch so far");
    *doing = text;
    *done = (size_t)(runs ? atomic_load(&page->begun) : ended);
    *of = (size_t)atomic_load(&page->blocks);
    return runs;
}

static void note_shown(void *context, bool is_shown)
{
    atomic_store(&((struct tw_launch_page *)context)->shown, is_shown);
}

void tw_launch_progress_begin(struct tw_launch_progress *launches)
{
    *launches = (struct tw_launch_progress){"/tmp/tilewright-progress-XXXXXX", NULL};
    int file = tw_progress_ask(NULL, NULL, NULL) ? mkstemp(launches->file) : -1;
    if (file < 0) return;
    close(file);
    launches->page = tw_launch_page_open(launches->file);
    if (launches->page)
        tw_progress_ask(ask, note_shown, launches->page);
    else
        unlink(launches->file);
}

void tw_launch_progress_end(struct tw_launch_progress *launches)
{
    if (!launches->page) return;
    tw_progress_ask(NULL, NULL, NULL);
    tw_launch_page_close(launches->page);
    unlink(launches->file);
}
