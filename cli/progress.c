/* Progress on stderr: the command's thread says what it does, another one draws it. */
#include "cli/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/files/quiet.h"
#include "cli/show/columns.h"

#define AFTER_S 1.0  /* from the command's begin to the first drawing      */
#define DRAW_S  0.1  /* between two drawings                               */
#define ASK_S   0.01 /* between two questions                              */
#define LINE_S  10.0 /* between two lines on a terminal that cannot redraw */
#define QUIET_S 10.0 /* from what others did last to the first whole line  */
#define MOST    80u  /* columns                                            */
#define LEAST   24u  /* columns for what is done, before other words go    */

/* Draws after the cursor, without a break at the terminal's edge, and puts the cursor back (ECMA-48; DECSC, DECAWM). */
#define BEGIN "\0337\033[?7l"
#define END   "\033[K\033[?7h\0338"
#define WIPE  "\033[K"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool has_thread, has_ended, is_dumb, is_drawn;
    double after, began, drawn, wiped, stage; /* stage: when what is done now began */
    double quiet, happened,
        told; /* seconds without news until a whole line; when there were some; of the last line after them, or 0 */
    size_t news; /* the count that stands for what happened */
    char command[64], doing[64];
    size_t done, of;
    tw_progress_question *question; /* or NULL */
    void (*shown)(void *context, bool is_shown);
    void *context;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

/* "compiling: [#####               ] 3 of 12 done, 4 s, about 12 s left": on a narrow terminal the bar is shorter, then gone, then the
   right words go. */
static void compose(double now, size_t width, char *text, size_t room)
{
    static const char full[] = "####################";
    char bar[32] = "", half[32] = "", counts[64] = "", left[48] = "", rest[160];
    const double elapsed = now - line.stage;
    const char *what = *line.doing ? line.doing : line.command;
    const size_t whole = strlen(what);
    if (line.of) snprintf(bar, sizeof bar, "[%-20.*s] ", (int)(20 * line.done / line.of), full);
    if (line.of) snprintf(half, sizeof half, "[%-10.*s] ", (int)(10 * line.done / line.of), full);
    if (line.of)
        snprintf(counts, sizeof counts, "%zu of %zu done, ", line.done, line.of);
    else if (line.done)
        snprintf(counts, sizeof counts, "%zu done, ", line.done);
    if (line.done && line.done < line.of)
        snprintf(left, sizeof left, ", about %.0f s left",
                 (double)(line.of - line.done) * elapsed / (double)line.done);
    const char *const parts[][3] = {
        {bar, counts, left}, {half, counts, left}, {"", counts, left}, {"", counts, ""}, {"", "", ""}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int length =
            snprintf(rest, sizeof rest, ": %s%s%.0f s%s", parts[i][0], parts[i][1], elapsed, parts[i][2]);
        if ((size_t)length + (whole < LEAST ? whole : LEAST) <= width) break;
    }
    const size_t after = strlen(rest);
    snprintf(text, room, "%.*s%s", (int)(width > after ? width - after : 0), what, rest);
}

static void put(const char *bytes)
{
    tw_quiet_write(STDERR_FILENO, bytes, strlen(bytes));
}

/* A shell's job in the background does not draw over what is in front. */
static bool is_in_front(void)
{
    pid_t front = tcgetpgrp(STDERR_FILENO);
    return front < 0 || front == getpgrp();
}

static void draw(double now)
{
    char text[256], out[sizeof text + sizeof BEGIN + sizeof END];
    unsigned columns = tw_error_columns();
    if (now - line.began < line.after || !is_in_front()) return;
    if (line.is_dumb && now - line.drawn < LINE_S) return;
    compose(now, columns < MOST ? columns - 1 : MOST - 1, text, sizeof text);
    snprintf(out, sizeof out, "%s%s%s", line.is_dumb ? "" : BEGIN, text, line.is_dumb ? "\n" : END);
    put(out);
    line.drawn = now;
    line.is_drawn = !line.is_dumb;
    if (line.shown) line.shown(line.context, line.is_drawn);
}

static void wipe(void)
{
    if (!line.is_drawn) return;
    put(WIPE);
    line.wiped = tw_seconds();
    if (line.shown) line.shown(line.context, false);
    line.is_drawn = false;
}

/* Takes how far it is from one call to the next: a new stage begins with another count of blocks, or where fewer are done. */
static void take(const char *doing, size_t done, size_t of, double now)
{
    bool begins = done < line.done || !doing || (done == 0 && strcmp(doing, line.doing) != 0);
    if (begins) line.stage = now;
    snprintf(line.doing, sizeof line.doing, "%s", doing ? doing : "");
    tw_escape_in_place(line.doing);
    line.done = doing ? done : 0;
    line.of = doing ? of : 0;
    if (begins && !line.question) draw(now);
}

/* A whole line, which begins a line of its own wherever the cursor is: blanks up to the terminal's edge go on in the next line, unless they
   stand in an empty one. */
static void tell(const char *doing, double now)
{
    char text[128], out[512];
    const int columns = tw_error_columns() < 256 ? (int)tw_error_columns() : 256;
    if (!is_in_front()) return;
    snprintf(text, sizeof text, "%.*s: %.0f s", columns > 16 ? columns - 16 : 1, doing, now - line.happened);
    snprintf(out, sizeof out, "%*s%s%s\n", line.is_dumb ? 0 : columns, "", line.is_dumb ? "" : "\r", text);
    put(out);
}

/* What others do while nothing may be drawn: told after a while without news, then each time that twice as long has passed. */
static void tell_quiet(const char *doing, size_t news, double now)
{
    if (news != line.news || !line.happened) {
        line.news = news;
        line.happened = now;
        line.told = 0;
    }
    const double passed = now - line.happened;
    if (!doing || passed < (line.told ? 2 * line.told : line.quiet)) return;
    tell(doing, now);
    line.told = passed;
}

/* Draws or wipes what another process does. */
static void ask(double now)
{
    const char *doing = line.command;
    size_t done = 0, of = 0;
    if (!line.question(line.context, &doing, &done, &of)) {
        wipe();
        tell_quiet(doing, done, now);
        return;
    }
    line.happened = 0;
    take(doing, done, of, now);
    const double since = line.is_drawn ? line.drawn : line.wiped;
    if (now - since >= (line.is_drawn ? DRAW_S : line.after)) draw(now);
}

static void *draw_until_end(void *nothing)
{
    pthread_mutex_lock(&line.lock);
    while (!line.has_ended) {
        struct timespec until;
        if (line.question)
            ask(tw_seconds());
        else
            draw(tw_seconds());
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)((line.question ? ASK_S : DRAW_S) * 1e9);
        if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
        pthread_cond_timedwait(&line.wake, &line.lock, &until);
    }
    wipe();
    pthread_mutex_unlock(&line.lock);
    return nothing;
}

/* Signals are for the command's thread. */
static bool start_thread(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&line.thread, NULL, draw_until_end, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void end(void)
{
    if (!line.has_thread) return;
    pthread_mutex_lock(&line.lock);
    line.has_ended = true;
    pthread_cond_signal(&line.wake);
    pthread_mutex_unlock(&line.lock);
    pthread_join(line.thread, NULL);
    line.has_thread = false;
}

void tw_progress_begin(const char *command)
{
    const char *after = getenv("TILEWRIGHT_PROGRESS"), *terminal = getenv("TERM"),
               *quiet = after ? strchr(after, ',') : NULL;
    if (line.has_thread || !isatty(STDERR_FILENO)) return;
    snprintf(line.command, sizeof line.command, "%s", command);
    line.after = after && *after ? strtod(after, NULL) : AFTER_S;
    line.quiet = quiet ? strtod(quiet + 1, NULL) : QUIET_S;
    line.is_dumb = !terminal || strcmp(terminal, "dumb") == 0;
    line.began = line.stage = line.drawn = tw_seconds();
    if (atexit(end) == 0) line.has_thread = start_thread();
    tw_progress_say(NULL, 0, 0);
}

void tw_progress_say(const char *doing, size_t done, size_t of)
{
    if (!line.has_thread) return;
    pthread_mutex_lock(&line.lock);
    take(doing, done, of, tw_seconds());
    pthread_mutex_unlock(&line.lock);
}

bool tw_progress_ask(tw_progress_question *question, void (*shown)(void *context, bool is_shown),
                     void *context)
{
    if (!line.has_thread) return false;
    pthread_mutex_lock(&line.lock);
    wipe();
    line.wiped = tw_seconds();
    line.question = question;
    line.shown = question ? shown : NULL;
    line.context = context;
    pthread_mutex_unlock(&line.lock);
    return true;
}

void tw_progress_hold(void)
{
    if (!line.has_thread) return;
    pthread_mutex_lock(&line.lock);
    wipe();
}

void tw_progress_release(void)
{
    if (line.has_thread) pthread_mutex_unlock(&line.lock);
}
