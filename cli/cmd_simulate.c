/* tilewright simulate: another program, with the drop-in libcuda.so.1 in a driver's place, and what its kernels did per source line. */
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/file.h"
#include "base/mangled.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options/choice.h"
#include "cli/show/columns.h"
#include "cli/show/table.h"

struct operands {
    char **words; /* PROGRAM and its arguments, in argv */
    size_t count;
};

struct simulate {
    struct operands program;
    struct tw_memory_model model;
    unsigned seed; /* of weak memory, or 0 */
    const char *check, *devices, *log, *timeout, *threads, *memory, *output;
    unsigned sm; /* 0: the drop-in's default */
    bool json, goes_on;
};

static void take_program(char **words, size_t count, void *place, const char *command)
{
    struct operands *operands = place;
    if (count == 0) tw_arguments_refuse(command, "a program is needed: -- PROGRAM [ARGUMENT...]");
    operands->words = calloc(count + 1, sizeof *operands->words);
    for (size_t i = 0; operands->words && i < count; i++) operands->words[i] = words[i];
    operands->count = count;
}

/* The drop-in reads them again; here a wrong one is refused before the program begins. */
static bool read_checks(char *names, void *place, const char *command)
{
    unsigned checks;
    *(const char **)place = names;
    return tw_checks_read(names, &checks, command);
}

static const struct tw_option options[] = {
    {"check", 0, "NAMES", TW_AS_READ(struct simulate, check, read_checks),
     "checks to make, with commas between: TILEWRIGHT_SIM_CHECK"},
    {"go-on", 0, NULL, TW_AS_FLAG(struct simulate, goes_on),
     "tell what is undefined and passes on hardware, and go on: TILEWRIGHT_SIM_GO_ON"},
    TW_MEMORY_OPTIONS(struct simulate, model),
    {"arch", 0, "sm_NN", TW_AS_ARCH(struct simulate, sm), "the architecture: TILEWRIGHT_SIM_ARCH"},
    {"devices", 0, "N", TW_AS_STRING(struct simulate, devices),
     "how many devices there are: TILEWRIGHT_SIM_DEVICES"},
    {"device-memory", 0, "MIB", TW_AS_STRING(struct simulate, memory),
     "memory of a device: TILEWRIGHT_SIM_MEMORY"},
    {"threads", 0, "N", TW_AS_STRING(struct simulate, threads), "host threads: TILEWRIGHT_SIM_THREADS"},
    {"timeout", 0, "SECONDS", TW_AS_STRING(struct simulate, timeout),
     "time of a launch: TILEWRIGHT_SIM_TIMEOUT"},
    {"log", 0, "FILE", TW_AS_STRING(struct simulate, log), "a line per launch: TILEWRIGHT_SIM_LOG"},
    {"output", 'o', "FILE", TW_AS_STRING(struct simulate, output),
     "write the counts to FILE, not behind the program's output"},
    {"json", 0, NULL, TW_AS_FLAG(struct simulate, json), "print the counts as JSON"},
    {"-- PROGRAM [ARGUMENT...]", .kind = TW_OPTION_OPERANDS, .take = take_program,
     .place = offsetof(struct simulate, program), .help = "the program, and what it is given"},
    {0},
};

const struct tw_arguments tw_arguments_simulate = {
    "Runs a program of the CUDA driver API on the simulator. Its exit status is the program's.", options,
    NULL};

/* ---- the drop-in, beside this program ---- */

/* build/dropin, or lib/tilewright/dropin where it is installed. */
static bool find_dropin(struct tw_text *directory)
{
    static const char *const places[] = {"/dropin", "/../lib/tilewright/dropin",
                                         "/../lib/*/tilewright/dropin", "/../lib64/tilewright/dropin"};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return false;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places && !directory->length; i++) {
        struct tw_text pattern = {0};
        glob_t found = {0};
        tw_text_addf(&pattern, "%s%s/libcuda.so.1", self, places[i]);
        if (glob(tw_text_string(&pattern), 0, NULL, &found) == 0 && found.gl_pathc) {
            char *slash = strrchr(found.gl_pathv[0], '/');
            tw_text_add_bytes(directory, found.gl_pathv[0], (size_t)(slash - found.gl_pathv[0]));
        }
        globfree(&found);
        tw_text_free(&pattern);
    }
    return directory->length;
}

/* ---- the program ---- */

static void set(const char *name, const char *value)
{
    if (value) setenv(name, value, 1);
}

/* In front of what the variable holds. */
static void put_before(const char *name, const char *value)
{
    const char *old = getenv(name);
    struct tw_text text = {0};
    tw_text_addf(&text, "%s%s%s", value, old && *old ? ":" : "", old ? old : "");
    setenv(name, tw_text_string(&text), 1);
    tw_text_free(&text);
}

static void set_environment(const struct simulate *simulate, const char *directory, const char *counts)
{
    char arch[16], seed[16];
    snprintf(arch, sizeof arch, "sm_%u", simulate->sm);
    snprintf(seed, sizeof seed, "%u", simulate->seed);
    set("TILEWRIGHT_SIM_CHECK", simulate->check);
    set("TILEWRIGHT_SIM_GO_ON", simulate->goes_on ? "1" : NULL);
    set("TILEWRIGHT_SIM_WEAK", simulate->seed ? seed : NULL);
    set("TILEWRIGHT_SIM_ARCH", simulate->sm ? arch : NULL);
    set("TILEWRIGHT_SIM_DEVICES", simulate->devices);
    set("TILEWRIGHT_SIM_MEMORY", simulate->memory);
    set("TILEWRIGHT_SIM_THREADS", simulate->threads);
    set("TILEWRIGHT_SIM_TIMEOUT", simulate->timeout);
    set("TILEWRIGHT_SIM_LOG", simulate->log);
    set("TILEWRIGHT_SIM_COUNTS", counts);
    put_before("LD_LIBRARY_PATH", directory);
}

/* Its exit status; 128 and the signal's number, as a shell says it, when one ended it. */
static int run(const struct simulate *simulate, const char *directory, const char *counts)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        set_environment(simulate, directory, counts);
        execvp(simulate->program.words[0], simulate->program.words);
        tw_complain("%s cannot be run: %s", simulate->program.words[0], strerror(errno));
        _exit(errno == ENOENT ? 127 : 126);
    }
    if (child < 0) {
        tw_complain("no process could be started: %s", strerror(errno));
        return TW_EXIT_ENVIRONMENT;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- its counts, as sim/driver/totals.c writes them ---- */

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

/* The next of the line's fields, cut off; NULL: there is none. */
static char *field(char **at)
{
    return *at ? strsep(at, "\t") : NULL;
}

static bool read_figures(char **at, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = field(at);
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

static void cell_executed(const struct tw_table_column *column, const void *about, const void *row,
                          struct tw_text *cell)
{
    (void)about;
    tw_cell_count(cell, true, ((const struct line *)row)->numbers[column->index]);
}

static void cell_cost(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const uint64_t *cost = &((const struct line *)row)->numbers[column->index];
    (void)about;
    if (cost[0]) tw_cell_cost(cell, cost[0], cost[1]);
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

/* The lines of the kernel before. */
static void end_table(struct tw_table *table, struct tw_text *text)
{
    tw_table_print(table, tw_output_columns(), text);
    tw_table_free(table);
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
    if (json) {
        tw_text_addf(text, "%s{\"kernel\": ", first ? "" : "]}, ");
        tw_escape_json(text, name);
        tw_text_addf(text, ", \"launches\": %" PRIu64 ", \"warp_instructions\": %" PRIu64 ", \"lines\": [",
                     numbers[0], numbers[1]);
        return;
    }
    struct tw_text plain = {0};
    tw_mangled_add(name, &plain);
    tw_text_add(text, first ? "" : "\n");
    tw_escape_terminal(text, tw_text_part(text, &plain));
    tw_text_free(&plain);
    tw_text_addf(text, ": %" PRIu64 " launch%s, %" PRIu64 " warp instructions\n", numbers[0],
                 numbers[0] == 1 ? "" : "es", numbers[1]);
}

/* ---- what was said ---- */

/* What was found and noted, and why calls failed, in the order of the file. */
struct said {
    struct tw_text text;
    size_t count;
    bool json, reasons; /* reasons: are to be shown too */
};

static void add_said(struct said *said, const char *kind, const char *times, char *what)
{
    bool is_reason = strcmp(kind, "reason") == 0;
    if (is_reason && !said->reasons && !said->json) return;
    for (char *end = what; (end = strchr(end, '\r'));) *end = '\n';
    if (said->json) {
        tw_text_addf(&said->text, "%s{\"kind\": \"%s\", \"times\": %s, \"text\": ", said->count ? ", " : "",
                     kind, times);
        tw_escape_json(&said->text, what);
        tw_text_add(&said->text, "}");
    } else {
        tw_text_addf(&said->text, "%s%s", is_reason ? "" : kind, is_reason ? "" : ": ");
        tw_escape_terminal(&said->text, what);
        if (strcmp(times, "1") != 0) tw_text_addf(&said->text, " (%s times)", times);
        tw_text_add(&said->text, "\n");
    }
    said->count++;
}

/* Requests -> wavefronts (shared) or sectors (global), summed over all launches. */
static void add_counts(struct tw_text *text, char *counts, bool json, int status)
{
    bool first = true, first_line = true;
    bool launched = strncmp(counts, "kernel\t", 7) == 0 || strstr(counts, "\nkernel\t");
    struct said said = {.json = json, .reasons = status || !launched};
    struct tw_table table = {.columns = columns, .column_count = sizeof columns / sizeof *columns};
    if (json) tw_text_addf(text, "{\"exit_status\": %d, \"kernels\": [", status);
    for (char *line = strsep(&counts, "\n"); line; line = strsep(&counts, "\n")) {
        uint64_t numbers[FIGURES];
        char *at = line, *kind = field(&at), *name = field(&at);
        if (!name) continue;
        if (strcmp(kind, "kernel") == 0 && read_figures(&at, numbers, 2)) {
            end_table(&table, text);
            add_kernel(text, json, first, name, numbers);
            first = false;
            first_line = true;
        } else if (strcmp(kind, "line") == 0) {
            char *number = field(&at), *ptx_line = field(&at), *opcode = field(&at);
            if (!opcode || !read_figures(&at, numbers, FIGURES)) continue;
            const struct line row = {name, number, ptx_line, opcode, numbers};
            if (json && !first_line) tw_text_add(text, ", ");
            if (json)
                add_line_json(text, &row);
            else
                tw_table_add(&table, &row);
            first_line = false;
        } else if (strcmp(kind, "said") == 0) {
            char *times = field(&at);
            if (at) add_said(&said, name, times, at);
        }
    }
    if (json)
        tw_text_addf(text, "%s, \"messages\": [%s]}\n", first ? "]" : "]}]", tw_text_part(text, &said.text));
    end_table(&table, text);
    if (!json)
        tw_text_add(text,
                    first ? "no kernel was launched on the simulator\n"
                          : "\nN -> M: requests (an instruction of a warp is one), and of shared memory the "
                            "wavefronts, of global memory the sectors of 32 bytes that they take\n");
    if (!json && said.count) tw_text_addf(text, "\n%s", tw_text_part(text, &said.text));
    tw_text_free(&said.text);
}

static int show(const struct simulate *simulate, const char *path, int status)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text counts = {0}, text = {0};
    int code = tw_file_read(path, &counts, &error);
    char *content = code ? NULL : tw_text_take(&counts);
    if (!code && !content) code = tw_fail(&error, TW_MEMORY, "out of memory for the counts");
    if (!code) add_counts(&text, content, simulate->json, status);
    if (!code && simulate->output)
        code = tw_file_write(simulate->output, tw_text_string(&text), text.length, &error);
    int shown = code ? tw_report(&error) : 0;
    if (!code && !simulate->output) shown = simulate->json ? tw_print_data(&text) : tw_print(&text);
    free(content);
    tw_text_free(&text);
    tw_text_free(&counts);
    tw_error_free(&error);
    return status ? status : shown;
}

int tw_cmd_simulate(int argc, char **argv)
{
    struct simulate simulate = {0};
    if (tw_arguments_parse(&tw_arguments_simulate, argc, argv, &simulate)) return TW_EXIT_FAILED;
    simulate.seed = (unsigned)tw_memory_seed(&simulate.model, argv[0]);
    struct tw_text directory = {0};
    char counts[] = "/tmp/tilewright-counts-XXXXXX";
    int file = -1, status = TW_EXIT_ENVIRONMENT;
    if (!simulate.program.words) {
        tw_complain("a program is needed: -- PROGRAM [ARGUMENT...]");
        return TW_EXIT_USAGE;
    }
    if (!find_dropin(&directory)) {
        tw_complain("the drop-in libcuda.so.1 is not beside this program, nor "
                    "installed with it");
    } else if ((file = mkstemp(counts)) < 0) {
        tw_complain("no file in /tmp: %s", strerror(errno));
    } else {
        close(file);
        fflush(NULL);
        status = show(&simulate, counts, run(&simulate, tw_text_string(&directory), counts));
        unlink(counts);
    }
    tw_text_free(&directory);
    free(simulate.program.words);
    return status;
}
