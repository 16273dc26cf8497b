/*
 * The file through nvcc, which compiles the part for a host too, where NVRTC cannot: in a process of its own, into a folder of its own,
 * so that the outputs of this process do not matter.
 */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/compile/compile.h"
#include "tune/lint/lint.h"

#define MOST_WORDS 48u

/* Starts the program, whose words go to the log. An errno, or 0. */
static int start(const char *program, char *const words[], FILE *log, pid_t *child)
{
    posix_spawn_file_actions_t files;
    int reason = posix_spawn_file_actions_init(&files);
    if (reason) return reason;
    reason = posix_spawn_file_actions_adddup2(&files, fileno(log), STDOUT_FILENO);
    if (!reason) reason = posix_spawn_file_actions_adddup2(&files, fileno(log), STDERR_FILENO);
    if (!reason) reason = posix_spawnp(child, program, &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    return reason;
}

static void limit(pid_t child, int resource, uint64_t most)
{
    const struct rlimit limits = {most, most};
    if (most) prlimit(child, (__rlimit_resource_t)resource, &limits, NULL);
}

/* The processes that nvcc starts have its limits; who exceeds one is ended, or gets no more memory, and nvcc says so. */
static void limit_nvcc(pid_t child, const struct tw_limits *limits)
{
    limit(child, RLIMIT_CPU, (uint64_t)limits->seconds);
    limit(child, RLIMIT_DATA, limits->bytes);
}

/* The first that can be started: a folder of $PATH comes first, then what $CUDA_HOME and $CUDA_PATH name, then where nvcc is
   installed. */
static int start_nvcc(char *const words[], FILE *log, pid_t *child)
{
    static const char *const homes[] = {"CUDA_HOME", "CUDA_PATH", NULL};
    int reason = start("nvcc", words, log, child);
    for (unsigned i = 0; homes[i] && reason; i++) {
        struct tw_text path = {0};
        if (!getenv(homes[i])) continue;
        tw_text_addf(&path, "%s/bin/nvcc", getenv(homes[i]));
        if (!path.failed) reason = start(tw_text_string(&path), words, log, child);
        tw_text_free(&path);
    }
    return reason ? start("/usr/local/cuda/bin/nvcc", words, log, child) : 0;
}

/* Its exit status; 127: there is none, or it could not be started. */
static int run(char *const words[], const struct tw_limits *limits, FILE *log)
{
    int status = 0;
    pid_t child;
    if (start_nvcc(words, log, &child)) return 127;
    limit_nvcc(child, limits);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

static int read_log(FILE *log, struct tw_text *text, struct tw_error *error)
{
    rewind(log);
    return tw_file_read_open(fileno(log), "what nvcc said", text, error);
}

static int compile(const char *path, char *const words[], const struct tw_limits *limits, const char *out,
                   FILE *log, char **ptx, struct tw_error *error)
{
    struct tw_text text = {0};
    const int status = run(words, limits, log);
    int code = TW_UNSUPPORTED;
    if (status != 127) code = status ? read_log(log, &text, error) : tw_file_read(out, &text, error);
    if (!code && status) code = tw_compile_refused(path, tw_text_string(&text), error);
    if (!code && !(*ptx = tw_text_take(&text))) code = tw_fail(error, TW_MEMORY, "out of memory");
    tw_text_free(&text);
    return code;
}

/* What is compiled, and how; `arch` and `out` are read when it runs. */
static void put_words(const char *words[MOST_WORDS], const char *path, const char *arch, const char *out,
                      const struct tw_lint_options *options)
{
    const char *const first[] = {"nvcc", "-ptx", arch, "-std=c++17", "-x", "cu", "-o", out};
    size_t count = sizeof first / sizeof *first;
    bool debug = false;
    memcpy(words, first, sizeof first);
    for (size_t i = 0; i < options->compiler_count; i++) {
        words[count++] = options->compiler[i];
        debug = debug || strcmp(options->compiler[i], "-G") == 0;
    }
    if (!debug) words[count++] = "-lineinfo";
    words[count] = path;
}

int tw_lint_nvcc(const char *path, unsigned sm, const struct tw_lint_options *options, char **ptx,
                 struct tw_error *error)
{
    char arch[32], folder[] = "/tmp/tilewright-nvcc-XXXXXX", out[sizeof folder + 4];
    const char *words[MOST_WORDS] = {NULL};
    FILE *log = tmpfile();
    if (!log || !mkdtemp(folder)) {
        if (log) fclose(log);
        return TW_UNSUPPORTED;
    }
    snprintf(arch, sizeof arch, "-arch=compute_%u", sm);
    snprintf(out, sizeof out, "%s/ptx", folder);
    put_words(words, path, arch, out, options);
    int code = compile(path, (char *const *)words, &options->compiling, out, log, ptx, error);
    unlink(out);
    rmdir(folder);
    fclose(log);
    return code;
}
