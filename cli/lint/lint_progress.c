/* A thread draws the line of progress; lint tells it what it does. */
#include "cli/lint/lint_progress.h"

#include <time.h>
#include <unistd.h>

#include "cli/progress.h"

#define DRAW_NS 100000000L

static void take(void *context, const char *doing, size_t done, size_t of)
{
    struct tw_lint_progress *progress = context;
    pthread_mutex_lock(&progress->lock);
    progress->doing = doing;
    progress->done = done;
    progress->of = of;
    pthread_mutex_unlock(&progress->lock);
}

static void wait(struct tw_lint_progress *progress)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += DRAW_NS;
    if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
    pthread_cond_timedwait(&progress->wake, &progress->lock, &until);
}

/* One clock for all that is done. */
static void *draw(void *argument)
{
    struct tw_lint_progress *progress = argument;
    struct tw_progress line = tw_progress_start(NULL);
    pthread_mutex_lock(&progress->lock);
    while (!progress->has_ended) {
        line.what = progress->doing;
        if (line.what) tw_progress_show(&line, progress->done, progress->of);
        wait(progress);
    }
    pthread_mutex_unlock(&progress->lock);
    tw_progress_end(&line);
    return NULL;
}

void tw_lint_progress_start(struct tw_lint_progress *progress)
{
    *progress = (struct tw_lint_progress){.watcher = {.progress = take, .context = progress},
                                          .lock = PTHREAD_MUTEX_INITIALIZER,
                                          .wake = PTHREAD_COND_INITIALIZER};
    if (isatty(STDERR_FILENO))
        progress->is_drawn = pthread_create(&progress->thread, NULL, draw, progress) == 0;
}

void tw_lint_progress_end(struct tw_lint_progress *progress)
{
    if (!progress->is_drawn) return;
    pthread_mutex_lock(&progress->lock);
    progress->has_ended = true;
    pthread_cond_signal(&progress->wake);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    progress->is_drawn = false;
}
