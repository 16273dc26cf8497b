/* What a program's kernels did, per line, and what was found in them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/mangled.h"
#include "cli/output.h"
#include "cli/show/columns.h"
#include "cli/show/table.h"
#include "cli/simulate/simulate.h"

/* ---- counts, as sim/driver/totals.c writes them ---- */

static const char *const figures[] = {
    "executed",
    "shared_load_requests",
    "shared_load_wavefronts",
    "shared_store_requests",
    "shared_store_wavefronts",
    "global_load_requests",
    "global_load_sectors",
    "global_store_requests",
    "global_store_sectors",
};

#define FIGURES (sizeof figures / sizeof *figures)

static bool read_figures(char **at, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = tw_simulate_field(at);
        if (!text) return false;
        numbers[i] = strtoull(text, NULL, 10);
    }
    return true;
}

/* A line of a kernel: of its source, or of its PTX where the source is not known (file ""). */
struct line {
    const char *file, *line, *ptx_line, *opcode;
    const uint64_t *numbers; /* FIGURES */
};

static void cell_place(const struct tw_table_column *column, const void *about, const void *row,
                       struct tw_text *cell)
{
    const struct line *line = row;
    const char *name = strrchr(line->file, '/');
    (void)column, (void)about;
    tw_text_add(cell, "  ");
    if (*line->file)
        tw_escape_terminal(cell, name ? name + 1 : line->file);
    else
        tw_text_addf(cell, "PTX line %s %s", line->ptx_line, line->opcode);
    if (*line->file) tw_text_addf(cell, ":%s", line->line);
}

/* Three digits and what they count, of a number that has more than five: then a line of any counts has room in 80 columns. */
static void add_figure(bool is_short, uint64_t number, struct tw_text *cell)
{
    static const char scales[] = "KMGTPE";
    double value = (double)number;
    size_t scale = 0;
    if (!is_short || number < 100000) {
        tw_text_addf(cell, "%" PRIu64, number);
        return;
    }
    for (value /= 1000; value >= 999.5; value /= 1000) scale++;
    tw_text_addf(cell, "%.*f%c", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, scales[scale]);
}

/* about: whether figures are short */
static void cell_executed(const struct tw_table_column *column, const void *about, const void *row,
                          struct tw_text *cell)
{
    add_figure(*(const bool *)about, ((const struct line *)row)->numbers[column->index], cell);
}

static void cell_cost(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const uint64_t *cost = &((const struct line *)row)->numbers[column->index];
    if (!cost[0]) return;
    add_figure(*(const bool *)about, cost[0], cell);
    tw_text_add(cell, " -> ");
    add_figure(*(const bool *)about, cost[1], cell);
}

/* The index is that of the figure, or of the first of two. */
/* clang-format off */
static const struct tw_table_column columns[] = {
    {"",       "",         false, true,  0, cell_place,    0, NULL},
    {"",       "executed", true,  false, 0, cell_executed, 0, NULL},
    {"shared", "loads",    true,  false, 0, cell_cost,     1, NULL},
    {"shared", "stores",   true,  false, 0, cell_cost,     3, NULL},
    {"global", "loads",    true,  false, 0, cell_cost,     5, NULL},
    {"global", "stores",   true,  false, 0, cell_cost,     7, NULL},
};
/* clang-format on */

/* A kernel's lines with whole figures, and with short ones for where these have no room. */
struct tables {
    struct tw_table whole, brief;
    bool was_brief; /* of some kernel */
};

static void begin_tables(struct tables *tables)
{
    static const bool is_short[] = {false, true};
    const size_t count = sizeof columns / sizeof *columns;
    *tables = (struct tables){{.columns = columns, .column_count = count, .about = &is_short[0]},
                              {.columns = columns, .column_count = count, .about = &is_short[1]},
                              false};
}

static void add_row(struct tables *tables, const struct line *row)
{
    tw_table_add(&tables->whole, row);
    tw_table_add(&tables->brief, row);
}

/* The lines of the kernel before. */
static void end_tables(struct tables *tables, struct tw_text *text)
{
    const size_t width = tw_output_columns();
    const bool brief = width && tw_table_width(&tables->whole) > width;
    tables->was_brief |= brief;
    tw_table_print(brief ? &tables->brief : &tables->whole, width, text);
    tw_table_free(&tables->whole);
    tw_table_free(&tables->brief);
}

static void add_line_json(struct tw_text *text, const struct line *line)
{
    tw_text_add(text, "{");
    if (*line->file) {
        tw_text_add(text, "\"file\": ");
        tw_escape_json(text, line->file);
        tw_text_addf(text, ", \"line\": %s", line->line);
    } else {
        tw_text_addf(text, "\"ptx_line\": %s, \"opcode\": \"%s\"", line->ptx_line, line->opcode);
    }
    for (size_t i = 0; i < FIGURES; i++)
        tw_text_addf(text, ", \"%s\": %" PRIu64, figures[i], line->numbers[i]);
    tw_text_add(text, "}");
}

static void add_kernel(struct tw_text *text, bool json, bool first, const char *name, const uint64_t *numbers)
{
    struct tw_text plain = {0};
    tw_mangled_add(name, &plain);
    if (json) {
        tw_text_addf(text, "%s{\"kernel\": ", first ? "" : "]}, ");
        tw_escape_json(text, name);
        tw_text_add(text, ", \"name\": ");
        tw_escape_json(text, tw_text_part(text, &plain));
        tw_text_free(&plain);
        tw_text_addf(text, ", \"launches\": %" PRIu64 ", \"warp_instructions\": %" PRIu64 ", \"lines\": [",
                     numbers[0], numbers[1]);
        return;
    }
    tw_text_add(text, first ? "" : "\n");
    tw_escape_terminal(text, tw_text_part(text, &plain));
    tw_text_free(&plain);
    tw_text_addf(text, ": %" PRIu64 " launch%s, %" PRIu64 " warp instructions\n", numbers[0],
                 numbers[0] == 1 ? "" : "es", numbers[1]);
}

/* ---- what was said ---- */

/* What was found and noted, in the order of the file; JSON has the drop-in's reasons too. */
struct said {
    struct tw_text text;
    size_t count;
    bool json;
};

/* A launch tells each of its findings once. */
static void add_said(struct said *said, const char *kind, const char *times, char *what)
{
    const bool is_reason = strcmp(kind, "reason") == 0;
    if (is_reason && !said->json) return;
    for (char *end = what; (end = strchr(end, '\r'));) *end = '\n';
    if (said->json) {
        tw_text_addf(&said->text, "%s{\"kind\": \"%s\", \"times\": %s, \"text\": ", said->count ? ", " : "",
                     kind, times);
        tw_escape_json(&said->text, what);
        tw_text_add(&said->text, "}");
    } else {
        tw_text_addf(&said->text, "%s: ", kind);
        tw_escape_terminal(&said->text, what);
        if (strcmp(times, "1") != 0) tw_text_addf(&said->text, " (in %s launches)", times);
        tw_text_add(&said->text, "\n");
    }
    said->count++;
}

/* What is shown, as it grows line by line. */
struct shown {
    struct tw_text *text;
    bool json, has_kernel, has_line; /* has_line: of the kernel that is being read */
    bool launched;                   /* some process did, though its counts may be lost */
    struct said said;
    struct tables tables;
    struct tw_simulate_calls calls;
};

static void take_line(struct shown *shown, char *name, char *at)
{
    uint64_t numbers[FIGURES];
    char *number = tw_simulate_field(&at), *ptx_line = tw_simulate_field(&at),
         *opcode = tw_simulate_field(&at);
    if (!opcode || !read_figures(&at, numbers, FIGURES)) return;
    const struct line row = {name, number, ptx_line, opcode, numbers};
    if (shown->json && shown->has_line) tw_text_add(shown->text, ", ");
    if (shown->json)
        add_line_json(shown->text, &row);
    else
        add_row(&shown->tables, &row);
    shown->has_line = true;
}

static void take(struct shown *shown, char *line)
{
    uint64_t numbers[2];
    char *at = line;
    const char *kind = tw_simulate_field(&at);
    shown->launched |= strcmp(kind, "launched") == 0;
    char *all = at, *name = at && strcmp(kind, "refused") != 0 && strcmp(kind, "onward") != 0
                                ? tw_simulate_field(&at)
                                : NULL;
    if (all && !name) tw_simulate_take(&shown->calls, kind, all);
    if (!name) return;
    if (strcmp(kind, "kernel") == 0 && read_figures(&at, numbers, 2)) {
        end_tables(&shown->tables, shown->text);
        add_kernel(shown->text, shown->json, !shown->has_kernel, name, numbers);
        shown->has_kernel = true;
        shown->has_line = false;
    } else if (strcmp(kind, "line") == 0) {
        take_line(shown, name, at);
    } else if (strcmp(kind, "said") == 0) {
        const char *times = tw_simulate_field(&at);
        if (at) add_said(&shown->said, name, times, at);
    }
}

static void end_json(struct shown *shown, const struct tw_simulate_end *end)
{
    tw_text_add(shown->text, shown->has_kernel ? "]}]" : "]");
    tw_simulate_add_end_json(&shown->calls, end, shown->text);
    tw_text_addf(shown->text, ", \"messages\": [%s]}\n", tw_text_part(shown->text, &shown->said.text));
}

static void end_text(struct shown *shown, const struct tw_simulate_end *end)
{
    end_tables(&shown->tables, shown->text);
    if (shown->has_kernel)
        tw_text_addf(shown->text,
                     "\nN -> M: N requests, each an instruction of a warp, take M wavefronts of shared "
                     "memory, or M sectors of 32 bytes of global memory%s\n",
                     shown->tables.was_brief ? "; K, M, G, T: thousands, millions, 10^9, 10^12" : "");
    else
        tw_text_add(shown->text,
                    shown->launched
                        ? "kernels were launched, and their counts are lost: their process ended by "
                          "_exit() or by a signal\n"
                        : "no kernel was launched on the simulator\n");
    if (shown->said.count) tw_text_addf(shown->text, "\n%s", tw_text_part(shown->text, &shown->said.text));
    tw_simulate_add_end(&shown->calls, end, shown->has_kernel || shown->launched, shown->text);
}

void tw_simulate_show(char *counts, bool json, const struct tw_simulate_end *end, struct tw_text *text)
{
    struct shown shown = {.text = text, .json = json, .said = {.json = json}};
    begin_tables(&shown.tables);
    if (json) tw_text_addf(text, "{\"exit_status\": %d, \"kernels\": [", end->status);
    for (char *line = strsep(&counts, "\n"); line; line = strsep(&counts, "\n")) take(&shown, line);
    if (json)
        end_json(&shown, end);
    else
        end_text(&shown, end);
    if (shown.calls.failed) tw_text_fail(text);
    tw_simulate_free(&shown.calls);
    tw_text_free(&shown.said.text);
}
