/*
 * A sweep by the library's one call, in a process that has threads, handlers of signals and a context of its own: all of that is as
 * it was afterwards, with workers and without, and what comes of it is what `tilewright sweep` says. Needs NVRTC.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tilewright/tune.h>

#include "base/file.h"
#include "runtime/driver.h"
#include "tune/choice.h"

/* 24 paddings and swizzles, of which a few are tried. */
static const char config[] =
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": 32, \"BDIMY\": 16,"
    " \"layout\": \"row-col\", \"index\": \"linear\", \"swizzle\": [\"none\", \"xor\"], \"IPAD\": {\"from\": "
    "0, \"to\": 11}}]}";

static struct tw_tune_options options_of(unsigned workers)
{
    struct tw_tune_options options;
    tw_tune_options_init(&options);
    options.config = config;
    options.device = "sim";
    options.workers = workers;
    return options;
}

static struct tw_tuned *tune(const struct tw_tune_options *options, const struct tw_watcher *watcher)
{
    struct tw_tuned *tuned = NULL;
    struct tw_error error = TW_ERROR_INIT;
    if (tw_tune(options, watcher, &tuned, &error) != TW_OK) fail_msg("%s", error.message);
    return tuned;
}

static void expect_the_ranking(const struct tw_tuned *tuned)
{
    struct tw_tuned_variant best, second;
    struct tw_field_value field;
    assert_int_equal(tw_tuned_count(tuned), 24);
    assert_string_equal(tw_tuned_device(tuned), "simulator (sm_90)");
    assert_true(tw_tuned_ranked(tuned, 1, &best));
    assert_string_equal(best.name, "t_IPAD0_xor");
    assert_string_equal(best.status, "ok");
    assert_int_equal(tw_counts_wavefronts(&best.simulated), 32);
    assert_int_equal(best.shared_bytes, 2048);
    assert_true(best.time_us < 0);
    assert_true(tw_tuned_ranked(tuned, 2, &second));
    assert_string_equal(second.name, "t_IPAD2_none");
    assert_true(tw_tuned_field(tuned, second.number, 2, &field));
    assert_string_equal(field.key, "IPAD");
    assert_int_equal(field.number, 2);
    assert_false(tw_tuned_ranked(tuned, 0, &best));
    assert_false(tw_tuned_get(tuned, 24, &best));
    assert_false(tw_tuned_field(tuned, 0, 1000, &field));
    assert_false(tw_tuned_stopped(tuned));
}

/* ---- the host ---- */

static unsigned open_files(void)
{
    unsigned count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (directory && readdir(directory)) count++;
    closedir(directory);
    return count;
}

static void handle(int number)
{
    (void)number;
}

struct host {
    struct tw_driver driver;
    CUcontext context;
    sigset_t mask;
    struct sigaction term; /* before */
    unsigned files;
};

static void open_host(struct host *host)
{
    struct tw_error error = TW_ERROR_INIT;
    CUdevice device;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaddset(&action.sa_mask, SIGHUP);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, NULL, &host->term);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGUSR1, SIG_IGN);
    sigemptyset(&host->mask);
    sigaddset(&host->mask, SIGTERM);
    sigprocmask(SIG_BLOCK, &host->mask, NULL);
    assert_int_equal(tw_driver_open_simulator(&host->driver, 90, &error), TW_OK);
    assert_int_equal(host->driver.cuDeviceGet(&device, 0), CUDA_SUCCESS);
    assert_int_equal(host->driver.cuCtxCreate_v2(&host->context, 0, device), CUDA_SUCCESS);
    host->files = open_files();
}

#define FLAGS                                                                                                \
    (SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART) /* of a disposition; libc adds another to all */

static void *handler_of(int number)
{
    struct sigaction action;
    void *handler;
    sigaction(number, NULL, &action);
    memcpy(&handler, &action.sa_handler, sizeof handler);
    return handler;
}

static void expect_the_host_unchanged(const struct host *host)
{
    CUcontext current;
    sigset_t mask;
    void (*const handlers[])(int) = {handle, SIG_DFL, SIG_IGN, SIG_DFL};
    static const int numbers[] = {SIGINT, SIGPIPE, SIGUSR1, SIGCHLD};
    assert_int_equal(host->driver.cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_ptr_equal(current, host->context);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        void *handler;
        memcpy(&handler, &handlers[i], sizeof handler);
        assert_ptr_equal(handler_of(numbers[i]), handler);
    }
    struct sigaction action;
    sigaction(SIGINT, NULL, &action);
    assert_int_equal(action.sa_flags & FLAGS, SA_SIGINFO | SA_ONSTACK | SA_NODEFER);
    assert_true(sigismember(&action.sa_mask, SIGHUP));
    sigaction(SIGTERM, NULL, &action);
    assert_int_equal(action.sa_flags & FLAGS, host->term.sa_flags & FLAGS);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    assert_true(sigismember(&mask, SIGTERM) && !sigismember(&mask, SIGINT) && !sigismember(&mask, SIGHUP));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(open_files(), host->files);
}

static void close_host(struct host *host)
{
    sigprocmask(SIG_UNBLOCK, &host->mask, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGUSR1, SIG_DFL);
    assert_int_equal(host->driver.cuCtxDestroy_v2(host->context), CUDA_SUCCESS);
    tw_driver_close(&host->driver);
}

static void the_host_is_unchanged(void **state)
{
    struct host host = {0};
    (void)state;
    open_host(&host);
    for (unsigned workers = 0; workers <= 2; workers++) {
        const struct tw_tune_options options = options_of(workers);
        struct tw_tuned *tuned = tune(&options, NULL);
        expect_the_ranking(tuned);
        tw_tuned_free(tuned);
        expect_the_host_unchanged(&host);
    }
    close_host(&host);
}

/* ---- threads ---- */

static atomic_bool busy;

static void *allocate_all_the_time(void *unused)
{
    (void)unused;
    while (atomic_load(&busy)) free(malloc(4096));
    return NULL;
}

static void *tune_in_a_thread(void *place)
{
    const struct tw_tune_options options = options_of(1);
    struct tw_error error = TW_ERROR_INIT;
    tw_tune(&options, NULL, place, &error);
    tw_error_free(&error);
    return NULL;
}

static void threads_tune_side_by_side(void **state)
{
    pthread_t allocating, tuning[3];
    struct tw_tuned *tuned[3] = {NULL};
    (void)state;
    atomic_store(&busy, true);
    assert_int_equal(pthread_create(&allocating, NULL, allocate_all_the_time, NULL), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&tuning[i], NULL, tune_in_a_thread, &tuned[i]), 0);
    for (int i = 0; i < 3; i++) {
        pthread_join(tuning[i], NULL);
        assert_non_null(tuned[i]);
        expect_the_ranking(tuned[i]);
        tw_tuned_free(tuned[i]);
    }
    atomic_store(&busy, false);
    pthread_join(allocating, NULL);
}

/* ---- watching ---- */

struct watched {
    size_t last, of;
    bool ended;
    unsigned stop_at, asked;
    pthread_t thread;
};

static void watch_progress(void *context, const char *doing, size_t done, size_t of)
{
    struct watched *watched = context;
    assert_true(pthread_equal(watched->thread, pthread_self()));
    watched->ended = doing == NULL;
    if (!doing) return;
    assert_true(done >= watched->last && done <= of);
    watched->last = done;
    watched->of = of;
}

static unsigned watch_stop(void *context)
{
    struct watched *watched = context;
    return ++watched->asked >= watched->stop_at;
}

static void progress_is_told(void **state)
{
    struct watched watched = {.thread = pthread_self()};
    const struct tw_watcher watcher = {.progress = watch_progress, .context = &watched};
    struct tw_tune_options options = options_of(2);
    (void)state;
    options.all = true;
    tw_tuned_free(tune(&options, &watcher));
    assert_int_equal(watched.last, 24);
    assert_int_equal(watched.of, 24);
    assert_true(watched.ended);
}

static void stopping_leaves_what_there_is(void **state)
{
    char path[] = "/tmp/tilewright-tune-XXXXXX";
    struct watched watched = {.stop_at = 12, .thread = pthread_self()};
    const struct tw_watcher watcher = {.stop = watch_stop, .context = &watched};
    struct tw_tune_options options = options_of(1);
    struct tw_tuned_variant variant;
    size_t tried = 0;
    (void)state;
    close(mkstemp(path));
    options.all = true;
    options.results_file = path;
    struct tw_tuned *tuned = tune(&options, &watcher);
    assert_true(tw_tuned_stopped(tuned));
    for (size_t i = 0; i < tw_tuned_count(tuned); i++) {
        assert_true(tw_tuned_get(tuned, i, &variant));
        tried += variant.status != NULL;
    }
    assert_true(tried < 24);
    tw_tuned_free(tuned);
    options.resume = true; /* and the file goes on from there */
    tuned = tune(&options, NULL);
    assert_false(tw_tuned_stopped(tuned));
    assert_true(tw_tuned_ranked(tuned, 24, &variant));
    tw_tuned_free(tuned);
    unlink(path);
}

static size_t times_in(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

/* However often it is stopped and goes on, no variant has two records: not those that are tried, and not those rejected at once. */
static void a_file_has_no_variant_twice(void **state)
{
    (void)state;
    static const char rejected[] =
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": 32, "
        "\"BDIMY\": 16,"
        " \"layout\": \"row-col\", \"index\": \"linear\", \"swizzle\": \"none\", \"IPAD\": [1000, 0, 1, 2, "
        "3, 1001]}]}";
    static const char *const names[] = {"t_IPAD1000", "t_IPAD0", "t_IPAD1",
                                        "t_IPAD2",    "t_IPAD3", "t_IPAD1001"};
    char path[] = "/tmp/tilewright-tune-XXXXXX";
    struct tw_tune_options options = options_of(0);
    close(mkstemp(path));
    options.config = rejected;
    options.all = true;
    options.results_file = path;
    for (unsigned round = 0; round < 4; round++) {
        struct watched watched = {.stop_at = 3 + round, .thread = pthread_self()};
        const struct tw_watcher watcher = {.stop = watch_stop, .context = &watched};
        struct tw_text text = {0}, name = {0};
        options.resume = round > 0;
        tw_tuned_free(tune(&options, round < 3 ? &watcher : NULL));
        assert_int_equal(tw_file_read(path, &text, NULL), TW_OK);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            tw_text_clear(&name);
            tw_text_addf(&name, "{\"name\": \"%s\"", names[i]);
            size_t records = times_in(tw_text_string(&text), tw_text_string(&name));
            if (records > 1 || (round == 3 && !records))
                fail_msg("round %u: %s has %zu records", round, names[i], records);
        }
        tw_text_free(&name);
        tw_text_free(&text);
    }
    unlink(path);
}

static unsigned stop_once(void *context)
{
    struct watched *watched = context;
    return ++watched->asked == watched->stop_at;
}

/* Whenever it is stopped, and though it is said a single time: what there is comes back, and no file says that it is whole. */
static void a_stop_holds(void **state)
{
    (void)state;
    for (unsigned at = 1; at < 40; at += 3) {
        char path[] = "/tmp/tilewright-tune-XXXXXX";
        struct tw_text text = {0};
        struct tw_error error = TW_ERROR_INIT;
        struct watched watched = {.stop_at = at, .thread = pthread_self()};
        const struct tw_watcher watcher = {.stop = stop_once, .context = &watched};
        struct tw_tune_options options = options_of(at % 3);
        close(mkstemp(path));
        options.all = true;
        options.results_file = path;
        struct tw_tuned *tuned = tune(&options, &watcher);
        size_t tried = 0;
        struct tw_tuned_variant variant;
        for (size_t i = 0; tw_tuned_get(tuned, i, &variant); i++) tried += variant.status != NULL;
        assert_int_equal(tw_tuned_stopped(tuned), tried < 24);
        assert_int_equal(tw_file_read(path, &text, &error), TW_OK);
        assert_int_equal(strstr(tw_text_string(&text), "\"finished\": true") != NULL, tried == 24);
        tw_text_free(&text);
        tw_tuned_free(tuned);
        unlink(path);
    }
}

static void lose_the_folder(void *context, const char *doing, size_t done, size_t of)
{
    (void)doing, (void)of;
    if (done > 2) {
        char line[256];
        snprintf(line, sizeof line, "rm -rf %s", (const char *)context);
        assert_int_equal(system(line), 0);
    }
}

/* No signal ends the host when the cache and the results cannot grow, and workers say so too; what was tried is not lost. */
static void what_cannot_be_written_is_told(void **state)
{
    char folder[] = "/tmp/tilewright-tune-XXXXXX", path[64], line[80];
    struct host host = {0};
    struct rlimit limit;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/r.jsonl", folder);
    setenv("TILEWRIGHT_CACHE", folder, 1);
    open_host(&host);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    for (unsigned workers = 0; workers < 2; workers++) {
        struct tw_tune_options options = options_of(workers);
        options.results_file = path;
        options.force = true;
        const struct rlimit small = {2000, limit.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        struct tw_tuned *tuned = tune(&options, NULL);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        expect_the_ranking(tuned);
        assert_non_null(strstr(tw_tuned_trouble(tuned), strerror(EFBIG)));
        tw_tuned_free(tuned);
        expect_the_host_unchanged(&host);
        assert_ptr_equal(handler_of(SIGXFSZ), handler_of(SIGPIPE)); /* the default */
    }
    close_host(&host);
    unsetenv("TILEWRIGHT_CACHE");
    snprintf(line, sizeof line, "rm -rf %s", folder);
    assert_int_equal(system(line), 0);
}

/* ---- files that go or come meanwhile ---- */

struct removed {
    const char *path;
    bool stops, gone;
};

static void remove_file(void *context, const char *doing, size_t done, size_t of)
{
    struct removed *removed = context;
    (void)doing, (void)of;
    if (done < 3 || removed->gone) return;
    removed->gone = true;
    unlink(removed->path);
}

static unsigned stop_then(void *context)
{
    const struct removed *removed = context;
    return removed->stops && removed->gone;
}

static void put_another(void *context, const char *doing, size_t done, size_t of)
{
    (void)doing, (void)of;
    if (done == 3) assert_int_equal(tw_file_write(context, "another", 7, NULL), TW_OK);
}

static bool holds(const char *path, const char *words)
{
    struct tw_text text = {0};
    assert_int_equal(tw_file_read(path, &text, NULL), TW_OK);
    bool found = strstr(tw_text_string(&text), words) != NULL;
    tw_text_free(&text);
    return found;
}

/* Stopped or not, all records are in a file again. */
static void a_removed_file_comes_back(void **state)
{
    (void)state;
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        char path[] = "/tmp/tilewright-tune-XXXXXX";
        struct removed removed = {.path = path, .stops = stopped};
        const struct tw_watcher watcher = {.progress = remove_file, .stop = stop_then, .context = &removed};
        struct tw_tune_options options = options_of(1);
        close(mkstemp(path));
        options.all = true;
        options.results_file = path;
        struct tw_tuned *tuned = tune(&options, &watcher);
        assert_string_equal(tw_tuned_trouble(tuned), "");
        assert_int_equal(tw_tuned_stopped(tuned), stopped);
        tw_tuned_free(tuned);
        assert_true(holds(path, stopped ? "\"finished\": false" : "\"finished\": true"));
        assert_true(holds(path, "\"name\": \"t_IPAD0_none\""));
        assert_true(holds(path, "\"name\": \"t_IPAD1_none\""));
        unlink(path);
    }
}

/* It is another program's, and stays; the results are beside it. */
static void a_file_that_was_replaced_stays(void **state)
{
    char path[] = "/tmp/tilewright-tune-XXXXXX", beside[64];
    struct tw_tune_options options = options_of(1);
    const struct tw_watcher watcher = {.progress = put_another, .context = path};
    (void)state;
    close(mkstemp(path));
    snprintf(beside, sizeof beside, "%s.1", path);
    options.all = true;
    options.results_file = path;
    struct tw_tuned *tuned = tune(&options, &watcher);
    expect_the_ranking(tuned);
    assert_non_null(strstr(tw_tuned_trouble(tuned), beside));
    tw_tuned_free(tuned);
    assert_true(holds(path, "another"));
    assert_true(holds(beside, "\"finished\": true"));
    unlink(path);
    unlink(beside);
}

/* What was tried is not lost with the file. */
static void a_lost_file_loses_nothing_else(void **state)
{
    char folder[] = "/tmp/tilewright-tune-XXXXXX", path[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/r.jsonl", folder);
    const struct tw_watcher watcher = {.progress = lose_the_folder, .context = folder};
    struct tw_tune_options options = options_of(1);
    options.all = true;
    options.results_file = path;
    struct tw_tuned *tuned = tune(&options, &watcher);
    expect_the_ranking(tuned);
    assert_non_null(strstr(tw_tuned_trouble(tuned), "r.jsonl: "));
    tw_tuned_free(tuned);
}

/* Standard streams that the host has closed are no place for a channel or a file. */
static void closed_streams_are_left_alone(void **state)
{
    (void)state;
    fflush(NULL);
    int kept = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    const struct tw_tune_options options = options_of(2);
    struct tw_tuned *tuned = tune(&options, NULL);
    int free_again = fcntl(STDOUT_FILENO, F_GETFD);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_int_equal(free_again, -1);
    expect_the_ranking(tuned);
    tw_tuned_free(tuned);
}

/* ---- what is wrong is said ---- */

static void expect_error(const struct tw_tune_options *options, int code, const char *words)
{
    struct tw_tuned *tuned = (struct tw_tuned *)1;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_tune(options, NULL, &tuned, &error), code);
    assert_null(tuned);
    if (!strstr(error.message, words)) fail_msg("'%s' has no '%s'", error.message, words);
    tw_error_free(&error);
}

/* A search tries as many as it may, the same for the same seed, whoever does the work. */
static void searches_are_repeatable(void **state)
{
    char names[2][2048] = {{0}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct tw_tune_options options = options_of(i);
        struct tw_tuned_variant best, variant;
        options.budget_variants = 10;
        options.strategy = "climb";
        options.seed = 5;
        struct tw_tuned *tuned = tune(&options, NULL);
        assert_int_equal(tw_tuned_count(tuned), 10);
        assert_true(tw_tuned_ranked(tuned, 1, &best));
        assert_false(tw_tuned_stopped(tuned));
        for (size_t number = 0; tw_tuned_get(tuned, number, &variant); number++) {
            assert_string_equal(variant.status, "ok");
            assert_true(best.cost <= variant.cost);
            strcat(strcat(names[i], variant.name), " ");
        }
        assert_non_null(strstr(tw_tuned_results(tuned, NULL), "\"strategy\": \"climb\", \"seed\": 5, "));
        tw_tuned_free(tuned);
    }
    assert_string_equal(names[0], names[1]);
}

static void mistakes_are_told(void **state)
{
    struct tw_tune_options options = options_of(1);
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    assert_int_equal(tw_tune(NULL, NULL, NULL, &error), TW_INPUT);
    options.config = NULL;
    expect_error(&options, TW_INPUT, "neither config nor config_file");
    options.config = "{\"tilewright\": 1, \"kernel\": \"tile\"";
    expect_error(&options, TW_INPUT, "");
    options = options_of(1);
    options.device = "gpu";
    expect_error(&options, TW_INPUT, "device 'gpu': it is " TW_CHOICE_WORDS);
    options = options_of(1);
    options.by = "elephants";
    expect_error(&options, TW_INPUT, "there is no such count");
    options = options_of(1);
    options.program = "/nonexistent/worker";
    expect_error(&options, TW_ENVIRONMENT, "cannot start the worker process /nonexistent/worker");
    options = options_of(1);
    options.strategy = "best";
    expect_error(&options, TW_INPUT, "strategy 'best': it is auto, exhaustive,");
    options = options_of(1);
    options.budget_s = options.budget_variants = 1;
    expect_error(&options, TW_INPUT, "a search has one of them");
    options = options_of(1);
    options.resume = true;
    expect_error(&options, TW_INPUT, "resume needs a results_file");
    options = options_of(1);
    options.results_file = "/tmp";
    expect_error(&options, TW_IO, "");
    char path[] = "/tmp/tilewright-tune-XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, config, sizeof config - 1), sizeof config - 1);
    close(file);
    options = options_of(1);
    options.config = NULL;
    options.config_file = options.results_file = path;
    options.force = true;
    expect_error(&options, TW_INPUT, "is read here, and would be lost");
    char linked[64];
    snprintf(linked, sizeof linked, "%s.link", path);
    options.results_file = linked;
    for (unsigned hard = 0; hard < 2; hard++) {
        assert_int_equal(hard ? link(path, linked) : symlink(path, linked), 0);
        expect_error(&options, TW_INPUT, "is read here, and would be lost");
        assert_int_equal(unlink(linked), 0);
    }
    unlink(path);
}

/* ---- the command says the same ---- */

static void results_are_those_of_the_command(void **state)
{
    char path[] = "/tmp/tilewright-tune-XXXXXX", line[512];
    struct tw_text from_command = {0};
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_tune_options options = options_of(1);
    (void)state;
    struct tw_tuned *tuned = tune(&options, NULL);
    int file = mkstemp(path);
    assert_int_equal(write(file, config, sizeof config - 1), sizeof config - 1);
    close(file);
    snprintf(line, sizeof line, BUILD_DIR "/tilewright sweep %s --device sim --json 2>/dev/null >%s.out",
             path, path);
    assert_int_equal(system(line), 0);
    snprintf(line, sizeof line, "%s.out", path);
    assert_int_equal(tw_file_read(line, &from_command, &error), TW_OK);
    unlink(line);
    unlink(path);
    unsigned lines = 0, same = 0;
    const char *a = tw_tuned_results(tuned, NULL), *b = tw_text_string(&from_command);
    for (; *a && *b; a += strcspn(a, "\n") + 1, b += strcspn(b, "\n") + 1) {
        size_t length = strcspn(a, "\n");
        lines++;
        same += strcspn(b, "\n") == length && memcmp(a, b, length) == 0;
    }
    assert_int_equal(lines, 25);
    assert_int_equal(same, 24); /* all but the header, which has the time and the name of the config */
    tw_text_free(&from_command);
    tw_tuned_free(tuned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_is_unchanged),
        cmocka_unit_test(threads_tune_side_by_side),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(stopping_leaves_what_there_is),
        cmocka_unit_test(a_file_has_no_variant_twice),
        cmocka_unit_test(a_stop_holds),
        cmocka_unit_test(what_cannot_be_written_is_told),
        cmocka_unit_test(a_removed_file_comes_back),
        cmocka_unit_test(a_file_that_was_replaced_stays),
        cmocka_unit_test(a_lost_file_loses_nothing_else),
        cmocka_unit_test(closed_streams_are_left_alone),
        cmocka_unit_test(searches_are_repeatable),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(results_are_those_of_the_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
