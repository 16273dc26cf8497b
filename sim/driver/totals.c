/*
 * The counts of all launches of a process, per kernel and source line, for $TILEWRIGHT_SIM_COUNTS: the file that they are
 * appended to when the process ends, by lines with tabs between:
 *
 *     launched  PROCESS
 *     begin
 *     kernel  NAME  launches  warp instructions
 *     line    FILE  source line  PTX line  opcode  executed, and of shared loads, shared stores, global loads and global
 *             stores requests and wavefronts or sectors
 *     said    error, note or reason  how often  TEXT
 *     unlogged  why lines of $TILEWRIGHT_SIM_LOG could not be written
 *     end
 *
 * The first line is written with a process's first launch: where a signal ends the process there are no others. Where there was no memory or no room for all of it there is no end. FILE is empty where there is no line info; then each instruction is a line of its own. Ends of lines within TEXT are carriage returns.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/quiet.h"
#include "base/grow.h"
#include "sim/driver/state.h"

#define FIGURES 9u   /* of a line */
#define SAID    256u /* the most different texts */

struct line {
    char *file; /* "" without line info */
    char *opcode;
    unsigned line, ptx_line;
    uint64_t figures[FIGURES];
};

struct kernel {
    char *name;
    uint64_t launches, warp_instructions;
    struct line *lines;
    size_t count, capacity, last; /* last: the line that was found last */
};

struct said {
    enum tw_totals_kind kind;
    char *text;
    uint64_t times;
};

static struct {
    struct kernel *kernels;
    size_t count;
    struct said said[SAID];
    size_t said_count;
    int unlogged;  /* errno of the first line of the log that was not written, or 0 */
    bool lost;     /* memory ran out: they are not whole                     */
    bool launched; /* is written already                                     */
    pid_t process; /* whose they are; a child does not have its parent's */
} totals;

static struct kernel *find_kernel(const char *name)
{
    for (size_t i = 0; i < totals.count; i++) {
        if (strcmp(totals.kernels[i].name, name) == 0) return &totals.kernels[i];
    }
    struct kernel *grown = realloc(totals.kernels, (totals.count + 1) * sizeof *grown);
    if (!grown) return NULL;
    totals.kernels = grown;
    grown[totals.count] = (struct kernel){.name = strdup(name)};
    return grown[totals.count].name ? &grown[totals.count++] : NULL;
}

static bool is_line(const struct line *line, const struct tw_sim_count *count)
{
    if (count->source_file)
        return line->line == count->source_line && strcmp(line->file, count->source_file) == 0;
    return !*line->file && line->ptx_line == count->ptx_line;
}

static struct line *find_line(struct kernel *kernel, const struct tw_sim_count *count)
{
    if (kernel->count && is_line(&kernel->lines[kernel->last], count)) return &kernel->lines[kernel->last];
    for (kernel->last = 0; kernel->last < kernel->count; kernel->last++) {
        if (is_line(&kernel->lines[kernel->last], count)) return &kernel->lines[kernel->last];
    }
    kernel->last = 0;
    struct line *grown = tw_grow(kernel->lines, kernel->count, &kernel->capacity, sizeof *grown);
    if (!grown) return NULL;
    kernel->lines = grown;
    struct line line = {.file = strdup(count->source_file ? count->source_file : ""),
                        .opcode = strdup(count->source_file ? "" : count->opcode),
                        .line = count->source_file ? count->source_line : 0,
                        .ptx_line = count->ptx_line};
    if (!line.file || !line.opcode) {
        free(line.file);
        free(line.opcode);
        return NULL;
    }
    kernel->last = kernel->count;
    kernel->lines[kernel->count++] = line;
    return &kernel->lines[kernel->last];
}

static bool is_wanted(void)
{
    if (!getenv("TILEWRIGHT_SIM_COUNTS")) return false;
    if (totals.process != getpid()) {
        totals.count = totals.said_count = 0;
        totals.lost = totals.launched = false;
        totals.unlogged = 0;
    }
    totals.process = getpid();
    return true;
}

void tw_totals_say(enum tw_totals_kind kind, const char *text)
{
    if (!is_wanted()) return;
    totals.lost |= !text;
    for (size_t i = 0; text && i < totals.said_count; i++) {
        struct said *said = &totals.said[i];
        if (said->kind != kind || strcmp(said->text, text) != 0) continue;
        said->times++;
        return;
    }
    bool is_last = totals.said_count + 1 == SAID; /* in place of all that are left */
    if (!text || totals.said_count == SAID) return;
    char *copy = strdup(is_last ? "and more, which are not told apart" : text);
    totals.lost |= !copy;
    if (copy) totals.said[totals.said_count++] = (struct said){kind, copy, 1};
}

void tw_totals_unlogged(int reason)
{
    if (is_wanted() && !totals.unlogged) totals.unlogged = reason;
}

/* In one piece, as other processes append too. Where something cannot be written, only the missing "end" tells. */
void tw_totals_append(const char *text, size_t length)
{
    int file = open(getenv("TILEWRIGHT_SIM_COUNTS"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return;
    tw_quiet_write(file, text, length);
    close(file);
}

static void say_launched(void)
{
    char line[48];
    if (totals.launched) return;
    totals.launched = true;
    tw_totals_append(line, (size_t)snprintf(line, sizeof line, "launched\t%jd\n", (intmax_t)totals.process));
}

void tw_totals_add(const char *name, const struct tw_sim_report *report)
{
    if (!is_wanted()) return;
    say_launched();
    struct kernel *kernel = find_kernel(name);
    totals.lost |= !kernel;
    if (!kernel) return;
    kernel->launches++;
    kernel->warp_instructions += report->warp_instructions;
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        if (!count->executed) continue;
        struct line *line = find_line(kernel, count);
        totals.lost |= !line;
        if (!line) return;
        const uint64_t figures[FIGURES] = {
            count->executed,
            count->shared_load_requests,
            count->shared_load_wavefronts,
            count->shared_store_requests,
            count->shared_store_wavefronts,
            count->global_load_requests,
            count->global_load_sectors,
            count->global_store_requests,
            count->global_store_sectors,
        };
        for (unsigned k = 0; k < FIGURES; k++) line->figures[k] += figures[k];
    }
}

static void add_kernel(struct tw_text *text, const struct kernel *kernel)
{
    tw_text_addf(text, "kernel\t%s\t%ju\t%ju\n", kernel->name, (uintmax_t)kernel->launches,
                 (uintmax_t)kernel->warp_instructions);
    for (size_t i = 0; i < kernel->count; i++) {
        const struct line *line = &kernel->lines[i];
        tw_text_addf(text, "line\t%s\t%u\t%u\t%s", line->file, line->line, line->ptx_line, line->opcode);
        for (unsigned k = 0; k < FIGURES; k++) tw_text_addf(text, "\t%ju", (uintmax_t)line->figures[k]);
        tw_text_add(text, "\n");
    }
}

static void add_said(struct tw_text *text, const struct said *said)
{
    static const char *const kinds[] = {"error", "note", "reason"};
    for (char *end = said->text; (end = strchr(end, '\n'));) *end = '\r';
    tw_text_addf(text, "said\t%s\t%ju\t%s\n", kinds[said->kind], (uintmax_t)said->times, said->text);
}

/* Runs at the process's end. */
void tw_totals_write(void)
{
    static const char begin[] = "begin\n";
    const char *path = getenv("TILEWRIGHT_SIM_COUNTS");
    if (!path || totals.process != getpid()) return;
    struct tw_text text = {0};
    tw_text_add(&text, begin);
    for (size_t i = 0; i < totals.count; i++) add_kernel(&text, &totals.kernels[i]);
    for (size_t i = 0; i < totals.said_count; i++) add_said(&text, &totals.said[i]);
    if (totals.unlogged) tw_text_addf(&text, "unlogged\t%s\n", strerror(totals.unlogged));
    if (!totals.lost) tw_text_add(&text, "end\n");
    tw_totals_append(text.failed ? begin : tw_text_string(&text), text.failed ? strlen(begin) : text.length);
    tw_text_free(&text);
}
