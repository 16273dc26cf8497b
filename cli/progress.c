/* Progress on stderr. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"

#define DRAW_S 0.1  /* between two drawings of the line                                   */
#define WHAT   28   /* characters of what is done: the rest of the line needs up to 50     */
#define LINE_S 10.0 /* between two lines of progress where there is no terminal to draw on */

struct tw_progress tw_progress_start(const char *what)
{
    double now = tw_seconds();
    return (struct tw_progress){what, now, now};
}

static void add_counts(size_t done, size_t of, double elapsed)
{
    if (of) fprintf(stderr, "%zu of %zu done, ", done, of);
    fprintf(stderr, "%.0f s", elapsed);
    if (done && done < of)
        fprintf(stderr, ", about %.0f s left", (double)(of - done) * elapsed / (double)done);
}

void tw_progress_show(struct tw_progress *progress, size_t done, size_t of)
{
    static const char full[] = "####################";
    bool terminal = isatty(STDERR_FILENO);
    double now = tw_seconds(), elapsed = now - progress->start;
    if (elapsed < 1 || now - progress->shown < (terminal ? DRAW_S : LINE_S)) return;
    progress->shown = now;
    fprintf(stderr, terminal ? "\r\033[K%.*s: " : "%.*s: ", WHAT, progress->what);
    if (terminal && of) fprintf(stderr, "[%-20.*s] ", (int)(20 * done / of), full);
    add_counts(done, of, elapsed);
    if (!terminal) fputc('\n', stderr);
    fflush(stderr);
}

void tw_progress_end(const struct tw_progress *progress)
{
    if (isatty(STDERR_FILENO) && progress->shown > progress->start) fprintf(stderr, "\r\033[K");
}
