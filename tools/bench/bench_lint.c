/*
 * What lint and a proof take beside one compile by NVRTC alone, for kernels of some 500 lines. `make bench` runs it.
 *
 *     NVRTC    one optimised compile, in a process that has NVRTC open: to PTX, which lint runs, and to a cubin too, as a sweep needs it
 *     lint     `tilewright lint KERNEL.cu --launch KERNEL.json`, a whole process, which compiles and simulates twice
 *     proof    `tilewright sweep KERNEL.json` of one variant, without the cache
 *
 * Each is done in turns with the others, and medians are compared: processor seconds, of user and system, and seconds of the clock.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/median.h"
#include "base/text.h"
#include "runtime/compile/nvrtc.h"
#include "tools/bench/parts/linted.h"

#define ROUNDS 5u

static void fail(const char *why)
{
    fprintf(stderr, "bench_lint: %s\n", why);
    exit(1);
}

/* ---- one turn: a child's time ---- */

enum { PTX, CUBIN, LINT, PROOF, TURNS };

struct spent {
    double processor, clock;
};

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static struct spent await(pid_t child, double begin)
{
    struct rusage usage;
    int status;
    if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
        fail("a turn failed");
    return (struct spent){seconds(usage.ru_utime) + seconds(usage.ru_stime), tw_seconds() - begin};
}

/* In a child, whose time is the compile's alone. */
static struct spent compile(const struct tw_nvrtc *nvrtc, const char *source, const char *arch,
                            const struct linted *kernel)
{
    const char *words[8] = {arch, "-lineinfo", "--std=c++17"};
    int count = 3;
    for (unsigned i = 0; i < TW_NVRTC_FOLDERS; i++)
        if (nvrtc->folders[i]) words[count++] = nvrtc->folders[i];
    const double begin = tw_seconds();
    const pid_t child = fork();
    if (child < 0) fail("no process");
    if (child) return await(child, begin);
    tw_nvrtc_program program;
    int result = nvrtc->nvrtcCreateProgram(&program, source, kernel->name, 0, NULL, NULL);
    if (!result) result = nvrtc->nvrtcCompileProgram(program, count, words);
    _exit(result != TW_NVRTC_SUCCESS);
}

static struct spent run(char *const words[])
{
    posix_spawn_file_actions_t files;
    pid_t child;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const double begin = tw_seconds();
    if (posix_spawn(&child, words[0], &files, NULL, words, environ)) fail("tilewright cannot be started");
    posix_spawn_file_actions_destroy(&files);
    return await(child, begin);
}

/* ---- a kernel ---- */

static void save(const char *path, const char *text)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_file_write(path, text, strlen(text), &error)) fail(error.message);
}

static double median(const struct spent spent[ROUNDS], bool processor)
{
    double values[ROUNDS];
    for (unsigned i = 0; i < ROUNDS; i++) values[i] = processor ? spent[i].processor : spent[i].clock;
    tw_sort(values, ROUNDS);
    return tw_median(values, ROUNDS);
}

static void measure(const struct tw_nvrtc *nvrtc, const struct linted *kernel)
{
    struct tw_text source = {0}, cu = {0}, json = {0};
    struct spent spent[TURNS][ROUNDS];
    unsigned lines = 0;
    kernel->write(&source);
    for (const char *c = tw_text_string(&source); *c; c++) lines += *c == '\n';
    tw_text_addf(&cu, "%s.cu", kernel->name);
    tw_text_addf(&json, "%s.json", kernel->name);
    if (source.failed || cu.failed || json.failed) fail("out of memory");
    save(cu.data, source.data);
    save(json.data, kernel->description);
    char *const lint[] = {TILEWRIGHT, "lint", cu.data, "--launch", json.data, NULL};
    char *const proof[] = {TILEWRIGHT, "sweep", json.data, "--device", "sim", "--no-cache", NULL};
    for (unsigned i = 0; i < ROUNDS; i++) {
        spent[PTX][i] = compile(nvrtc, source.data, "-arch=compute_90", kernel);
        spent[CUBIN][i] = compile(nvrtc, source.data, "-arch=sm_90", kernel);
        spent[LINT][i] = run(lint);
        spent[PROOF][i] = run(proof);
    }
    for (unsigned clock = 0; clock < 2; clock++) {
        double s[TURNS];
        for (unsigned i = 0; i < TURNS; i++) s[i] = median(spent[i], !clock);
        printf("%-10s %5u  %-9s %7.3f %7.3f   %7.3f %5.2f   %7.3f %5.2f\n", kernel->name, lines,
               clock ? "clock" : "processor", s[PTX], s[CUBIN], s[LINT], s[LINT] / s[PTX], s[PROOF],
               s[PROOF] / s[CUBIN]);
    }
    tw_text_free(&source);
    tw_text_free(&cu);
    tw_text_free(&json);
}

int main(void)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_nvrtc *nvrtc;
    char folder[] = "/tmp/bench-lint-XXXXXX";
    if (tw_nvrtc_open(&nvrtc, &error)) fail(error.message);
    if (!mkdtemp(folder) || chdir(folder)) fail("no folder");
    printf("lint, and a sweep of one variant, beside one compile by NVRTC alone: seconds, medians of %u, and "
           "times\n"
           "NVRTC's; lint's of the compile to PTX, the sweep's of that to PTX and a cubin\n\n",
           ROUNDS);
    printf("%-10s %5s  %-9s %7s %7s   %7s %5s   %7s %5s\n", "kernel", "lines", "", "PTX", "+ cubin", "lint",
           "times", "sweep", "times");
    for (size_t i = 0; i < linted_count; i++) measure(nvrtc, &linted_kernels[i]);
    tw_nvrtc_close(nvrtc);
    return 0;
}
