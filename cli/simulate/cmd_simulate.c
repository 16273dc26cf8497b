/* tilewright simulate: another program, with the drop-in libcuda.so.1 in a driver's place, and what its kernels did per source line. */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/quiet.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/launch_progress.h"
#include "cli/options/choice.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/simulate/simulate.h"

/* The exit statuses of a shell and env(1) for a program that does not exist, and for one that cannot be executed. */
#define NOT_FOUND 127
#define NOT_RUN   126

struct operands {
    char **words; /* PROGRAM and its arguments, in argv */
    size_t count;
};

struct simulate {
    struct operands program;
    struct tw_memory_model model;
    unsigned seed; /* of weak memory, or 0 */
    const char *check, *devices, *log, *timeout, *threads, *memory, *output;
    const char *compile_memory, *compile_timeout;
    unsigned sm; /* 0: the drop-in's default */
    bool json, force, goes_on;
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
     "report undefined behaviour that passes on hardware, and go on: TILEWRIGHT_SIM_GO_ON"},
    TW_MEMORY_OPTIONS(struct simulate, model),
    {"arch", 0, "sm_NN", TW_AS_ARCH(struct simulate, sm), "the architecture: TILEWRIGHT_SIM_ARCH"},
    {"devices", 0, "N", TW_AS_STRING(struct simulate, devices),
     "how many devices there are: TILEWRIGHT_SIM_DEVICES"},
    {"device-memory", 0, "MIB", TW_AS_STRING(struct simulate, memory),
     "memory of a device: TILEWRIGHT_SIM_MEMORY"},
    {"threads", 0, "N", TW_AS_STRING(struct simulate, threads), "host threads: TILEWRIGHT_SIM_THREADS"},
    {"timeout", 0, "SECONDS", TW_AS_STRING(struct simulate, timeout),
     "time of a launch: TILEWRIGHT_SIM_TIMEOUT"},
    {"compile-memory", 0, "MIB", TW_AS_STRING(struct simulate, compile_memory),
     "what compiling by NVRTC may take: TILEWRIGHT_SIM_COMPILE_MEMORY"},
    {"compile-timeout", 0, "SECONDS", TW_AS_STRING(struct simulate, compile_timeout),
     "time of a compile by NVRTC: TILEWRIGHT_SIM_COMPILE_TIMEOUT"},
    {"log", 0, "FILE", TW_AS_STRING(struct simulate, log), "a line per launch: TILEWRIGHT_SIM_LOG"},
    {"output", 'o', "FILE", TW_AS_STRING(struct simulate, output),
     "write the counts to FILE, not after the program's output"},
    TW_FORCE_OPTION(struct simulate, force),
    {"json", 0, NULL, TW_AS_FLAG(struct simulate, json), "print the counts as JSON"},
    {"-- PROGRAM [ARGUMENT...]", .kind = TW_OPTION_OPERANDS, .take = take_program,
     .place = offsetof(struct simulate, program), .help = "the program and its arguments"},
    {0},
};

const struct tw_arguments tw_arguments_simulate = {
    "Runs a program of the CUDA driver API on the simulator. Its exit status is the program's.", options,
    NULL};

/* ---- the drop-in, beside this program ---- */

/* build/dropin, or lib/tilewright/dropin where it is installed. */
static int find_dropin(struct tw_text *directory, struct tw_error *error)
{
    static const char *const places[] = {"/dropin", "/../lib/tilewright/dropin",
                                         "/../lib/*/tilewright/dropin", "/../lib64/tilewright/dropin"};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    if (strchr(self, '/')) *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places && !directory->length; i++) {
        struct tw_text pattern = {0};
        glob_t found = {0};
        tw_text_addf(&pattern, "%s%s/libcuda.so.1", self, places[i]);
        int reason = pattern.failed ? GLOB_NOSPACE : glob(tw_text_string(&pattern), 0, NULL, &found);
        if (reason == GLOB_NOSPACE) tw_text_fail(directory);
        if (!reason && found.gl_pathc) {
            char *slash = strrchr(found.gl_pathv[0], '/');
            tw_text_add_bytes(directory, found.gl_pathv[0], (size_t)(slash - found.gl_pathv[0]));
        }
        globfree(&found);
        tw_text_free(&pattern);
    }
    if (directory->failed) return tw_fail(error, TW_MEMORY, "out of memory");
    if (directory->length) return TW_OK;
    return tw_fail(error, TW_ENVIRONMENT,
                   "the drop-in libcuda.so.1 is not beside this program, nor installed with it");
}

/* ---- the program ---- */

/* False: out of memory. */
static bool set(const char *name, const char *value)
{
    return !value || setenv(name, value, 1) == 0;
}

/* Puts the value before what the variable holds. */
static bool put_before(const char *name, const char *value)
{
    const char *old = getenv(name);
    struct tw_text text = {0};
    tw_text_addf(&text, "%s%s%s", value, old && *old ? ":" : "", old ? old : "");
    bool done = !text.failed && set(name, tw_text_string(&text));
    tw_text_free(&text);
    return done;
}

static bool set_environment(const struct simulate *simulate, const char *directory, const char *counts,
                            const char *launches)
{
    char arch[16], seed[16];
    snprintf(arch, sizeof arch, "sm_%u", simulate->sm);
    snprintf(seed, sizeof seed, "%u", simulate->seed);
    return set("TILEWRIGHT_SIM_CHECK", simulate->check) &&
           set("TILEWRIGHT_SIM_GO_ON", simulate->goes_on ? "1" : NULL) &&
           set("TILEWRIGHT_SIM_WEAK", simulate->seed ? seed : NULL) &&
           set("TILEWRIGHT_SIM_ARCH", simulate->sm ? arch : NULL) &&
           set("TILEWRIGHT_SIM_DEVICES", simulate->devices) &&
           set("TILEWRIGHT_SIM_MEMORY", simulate->memory) &&
           set("TILEWRIGHT_SIM_THREADS", simulate->threads) &&
           set("TILEWRIGHT_SIM_TIMEOUT", simulate->timeout) &&
           set("TILEWRIGHT_SIM_COMPILE_MEMORY", simulate->compile_memory) &&
           set("TILEWRIGHT_SIM_COMPILE_TIMEOUT", simulate->compile_timeout) &&
           set("TILEWRIGHT_SIM_LOG", simulate->log) && set("TILEWRIGHT_SIM_COUNTS", counts) &&
           set("TILEWRIGHT_SIM_PROGRESS", launches) && put_before("LD_LIBRARY_PATH", directory);
}

/* Notes the files that execvp may take for the program. */
static void note_program(const char *name, struct tw_outputs *outputs)
{
    const char *path = getenv("PATH");
    if (strchr(name, '/')) tw_outputs_read(outputs, name);
    for (size_t length; path && !strchr(name, '/'); path = path[length] ? path + length + 1 : NULL) {
        struct tw_text file = {0};
        length = strcspn(path, ":");
        tw_text_addf(&file, "%.*s%s%s", (int)length, path, length ? "/" : "", name);
        outputs->claims.failed |= file.failed;
        if (access(tw_text_string(&file), X_OK) == 0) tw_outputs_read(outputs, tw_text_string(&file));
        tw_text_free(&file);
    }
}

/* Checks that the counts and the log can be written. Neither may be the program, nor a file that its arguments name, as nobody knows what
   it does with that. */
static int try_outputs(const struct simulate *simulate, struct tw_error *error)
{
    struct tw_outputs outputs = {0};
    note_program(simulate->program.words[0], &outputs);
    for (size_t i = 1; i < simulate->program.count; i++)
        tw_outputs_read(&outputs, simulate->program.words[i]);
    int code = tw_outputs_try(&outputs, simulate->output, "the counts", simulate->force, error);
    if (!code && simulate->log && strcmp(simulate->log, "stderr") != 0)
        code = tw_outputs_try(&outputs, simulate->log, "the log", true, error);
    tw_outputs_free(&outputs);
    return code;
}

/* In the child: becomes the program. Returns the exit status where it cannot. */
static int become(const struct simulate *simulate, const char *directory, const char *counts,
                  const char *launches)
{
    if (!set_environment(simulate, directory, counts, launches)) {
        tw_complain("out of memory for the program's environment");
        return TW_EXIT_FAILED;
    }
    tw_write_signals_restore();
    execvp(simulate->program.words[0], simulate->program.words);
    int reason = errno; /* the complaint may change it */
    tw_complain("%s cannot be run: %s", simulate->program.words[0], strerror(reason));
    return reason == ENOENT ? NOT_FOUND : NOT_RUN;
}

/* Its exit status, or this command's. *began: it is the program's, and *end says how it ended. */
static int run(const struct simulate *simulate, const char *directory, const char *counts,
               const char *launches, bool *began, struct tw_simulate_end *end)
{
    int status = 0, ends[2]; /* of a pipe that closes when the program begins */
    char failed;
    *began = false;
    if (pipe2(ends, O_CLOEXEC)) {
        tw_complain("no pipe could be made: %s", strerror(errno));
        return TW_EXIT_ENVIRONMENT;
    }
    tw_progress_hold();
    pid_t child = fork();
    tw_progress_release();
    if (child == 0) {
        status = become(simulate, directory, counts, launches);
        tw_quiet_write(ends[1], "", 1);
        _exit(status);
    }
    int reason = errno;
    close(ends[1]);
    *began = child > 0 && read(ends[0], &failed, 1) == 0;
    close(ends[0]);
    if (child < 0) {
        tw_complain("no process could be started: %s", strerror(reason));
        return TW_EXIT_ENVIRONMENT;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    end->process = child;
    end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end->status = end->signal ? 128 + end->signal : WEXITSTATUS(status);
    return end->status;
}

/* ---- its counts ---- */

/* The file's first line. Writing it shows that there is room for a file, and is_whole sees where no more was written. */
#define HEADER "counts\n"

/* Has every process that began its counts ended them? */
static bool is_whole(const char *counts)
{
    size_t begun = 0, ended = 0, length = strlen(counts);
    for (const char *line = counts; *line; line += strcspn(line, "\n") + 1) {
        begun += strncmp(line, "begin\n", 6) == 0;
        ended += strncmp(line, "end\n", 4) == 0;
        if (!line[strcspn(line, "\n")]) return false;
    }
    return begun == ended && length >= strlen(HEADER);
}

static int read_counts(const char *path, char **counts, struct tw_error *error)
{
    struct tw_text text = {0};
    *counts = NULL;
    int code = tw_file_read(path, &text, error);
    if (!code && !(*counts = tw_text_take(&text))) code = tw_fail(error, TW_MEMORY, "out of memory");
    tw_text_free(&text);
    if (!code && !is_whole(*counts))
        code = tw_fail(error, TW_IO,
                       "the program's counts are not whole: it had no memory, or no room for them");
    return code;
}

/* Says why lines of the log are missing; false: none are. */
static bool complain_of_log(const struct simulate *simulate, const char *counts)
{
    static const char word[] = "\nunlogged\t";
    const char *reason = counts ? strstr(counts, word) : NULL;
    if (!reason || !simulate->log) return false;
    reason += strlen(word);
    tw_complain("%s: lines of the log could not be written: %.*s", simulate->log, (int)strcspn(reason, "\n"),
                reason);
    return true;
}

static int show(const struct simulate *simulate, const char *path, const struct tw_simulate_end *end)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    char *counts;
    int code = read_counts(path, &counts, &error);
    bool unlogged = !code && complain_of_log(simulate, counts);
    if (!code) tw_simulate_show(counts, simulate->json, end, &text);
    if (!code && simulate->output) code = tw_output_write(simulate->output, &text, simulate->force, &error);
    int shown = code ? tw_report(&error) : 0;
    if (!code && !simulate->output) shown = simulate->json ? tw_print_data(&text) : tw_print(&text);
    free(counts);
    tw_text_free(&text);
    tw_error_free(&error);
    if (!shown && unlogged) shown = TW_EXIT_FAILED;
    return end->status ? end->status : shown;
}

/* Runs the program with a file for its counts, and shows these, if it began. */
static int run_counted(const struct simulate *simulate, const char *directory)
{
    char counts[] = "/tmp/tilewright-counts-XXXXXX";
    struct tw_launch_progress launches;
    struct tw_simulate_end end = {0};
    int file = mkstemp(counts);
    if (file < 0) {
        tw_complain("no file in /tmp: %s", strerror(errno));
        return TW_EXIT_ENVIRONMENT;
    }
    bool written = tw_quiet_write(file, HEADER, strlen(HEADER)), began = false;
    if (!written) tw_complain("%s cannot be written: %s", counts, strerror(errno));
    close(file);
    fflush(NULL);
    tw_launch_progress_begin(&launches);
    int status = written
                     ? run(simulate, directory, counts, launches.page ? launches.file : NULL, &began, &end)
                     : TW_EXIT_FAILED;
    tw_launch_progress_end(&launches);
    if (began) status = show(simulate, counts, &end);
    unlink(counts);
    return status;
}

int tw_cmd_simulate(int argc, char **argv)
{
    struct simulate simulate = {0};
    if (tw_arguments_parse(&tw_arguments_simulate, argc, argv, &simulate)) return TW_EXIT_FAILED;
    if (simulate.output && !*simulate.output) tw_arguments_refuse(argv[0], "--output '' names no file");
    if (simulate.log && !*simulate.log) tw_arguments_refuse(argv[0], "--log '' names no file");
    simulate.seed = (unsigned)tw_memory_seed(&simulate.model, argv[0]);
    struct tw_text directory = {0};
    struct tw_error error = TW_ERROR_INIT;
    if (!simulate.program.count) {
        tw_complain("a program is needed: -- PROGRAM [ARGUMENT...]");
        return TW_EXIT_USAGE;
    }
    int code = simulate.program.words ? TW_OK : tw_fail(&error, TW_MEMORY, "out of memory");
    if (!code) code = try_outputs(&simulate, &error);
    if (!code) code = find_dropin(&directory, &error);
    int status = code ? tw_report(&error) : run_counted(&simulate, tw_text_string(&directory));
    tw_text_free(&directory);
    tw_error_free(&error);
    free(simulate.program.words);
    return status;
}
