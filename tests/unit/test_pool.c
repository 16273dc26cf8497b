/* A pool of worker processes, and what its workers can do wrong: each job's number says what happens to it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "tests/unit/pool_jobs.h"
#include "tune/workers/worker.h"

/* Seconds that a job may take where none is to be lost: sanitizers on a busy machine are slow. */
#define PATIENCE 600.0

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static const struct tw_watcher nobody;

static struct tw_pool *open_pool(unsigned workers, double timeout_s, const char *settings)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_pool *pool = NULL;
    const struct tw_pool_options options = {.workers = workers,
                                            .timeout_s = timeout_s,
                                            .program = BUILD_DIR "/tests/pool_worker",
                                            .argument = "served",
                                            .service = &service,
                                            .settings = settings,
                                            .settings_length = 1,
                                            .watcher = &nobody};
    assert_int_equal(tw_pool_open(&options, &pool, &error), TW_OK);
    return pool;
}

static void submit(struct tw_pool *pool, uint64_t job)
{
    struct tw_error error = TW_ERROR_INIT;
    assert_true(tw_pool_idle(pool));
    assert_int_equal(tw_pool_submit(pool, job, &job, sizeof job, &error), TW_OK);
}

static struct tw_pool_answer next(struct tw_pool *pool)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_pool_answer answer = {0};
    bool got = false;
    assert_int_equal(tw_pool_wait(pool, PATIENCE, &answer, &got, &error), TW_OK);
    assert_true(got);
    return answer;
}

static void expect_echo(struct tw_pool *pool, uint64_t job)
{
    char expected[32];
    snprintf(expected, sizeof expected, "job %u", (unsigned)job);
    struct tw_pool_answer answer = next(pool);
    assert_string_equal(answer.lost, "");
    assert_int_equal(answer.number, job);
    assert_string_equal(tw_text_string(&answer.bytes), expected);
    tw_text_free(&answer.bytes);
}

static void expect_lost(struct tw_pool *pool, uint64_t job, const char *cause)
{
    struct tw_pool_answer answer = next(pool);
    assert_int_equal(answer.number, job);
    assert_int_equal(answer.bytes.length, 0);
    assert_string_equal(answer.lost, cause);
}

static pid_t who(struct tw_pool *pool)
{
    pid_t pid = 0;
    submit(pool, WHO);
    struct tw_pool_answer answer = next(pool);
    assert_int_equal(answer.bytes.length, sizeof pid);
    memcpy(&pid, answer.bytes.data, sizeof pid);
    tw_text_free(&answer.bytes);
    return pid;
}

/* No child is left, dead or alive, and no descriptor more than before. */
static void close_clean(struct tw_pool *pool, unsigned files)
{
    tw_pool_close(pool);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(open_files(), files);
}

static void test_a_lost_worker_costs_its_job_alone(void **state)
{
    static const struct {
        enum job job;
        const char *cause;
    } cases[] = {
        {SEGFAULT, "its process was killed by signal 11 (Segmentation fault)"},
        {EXIT_3, "its process ended with status 3"},
        {EXIT_0, "its process ended with status 0"},
        {HANG, "no answer within 0.5 s"},
    };
    (void)state;
    unsigned files = open_files();
    struct tw_pool *pool = open_pool(2, 0.5, PLAIN);
    for (unsigned i = 0; i < 8; i++) {
        submit(pool, (uint64_t)cases[i % 4].job + JOBS);
        expect_lost(pool, (uint64_t)cases[i % 4].job + JOBS, cases[i % 4].cause);
        submit(pool, i * JOBS);
        expect_echo(pool, i * JOBS);
    }
    close_clean(pool, files);
}

static void test_many_jobs_each_answered_once(void **state)
{
    enum { COUNT = 2000 };
    static unsigned char seen[COUNT];
    (void)state;
    unsigned files = open_files(), answered = 0, submitted = 0, lost = 0;
    struct tw_pool *pool = open_pool(5, PATIENCE, PLAIN);
    memset(seen, 0, sizeof seen);
    while (answered < COUNT) {
        while (submitted < COUNT && tw_pool_idle(pool)) {
            submit(pool, (uint64_t)submitted * JOBS + (submitted % 100 == 50 ? SEGFAULT : ECHO));
            submitted++;
        }
        assert_int_equal(tw_pool_busy(pool), submitted - answered);
        struct tw_pool_answer answer = next(pool);
        seen[answer.number / JOBS]++;
        lost += answer.lost[0] != 0;
        assert_int_equal(answer.lost[0] != 0, answer.number % JOBS == SEGFAULT);
        tw_text_free(&answer.bytes);
        answered++;
    }
    for (unsigned i = 0; i < COUNT; i++) assert_int_equal(seen[i], 1);
    assert_int_equal(lost, COUNT / 100);
    close_clean(pool, files);
}

static void test_answers_of_many_megabytes(void **state)
{
    (void)state;
    unsigned files = open_files();
    struct tw_pool *pool = open_pool(2, PATIENCE, PLAIN);
    submit(pool, BIG);
    submit(pool, BIG + JOBS);
    for (int i = 0; i < 2; i++) {
        struct tw_pool_answer answer = next(pool);
        assert_int_equal(answer.bytes.length, BIG_BYTES);
        for (uint32_t at = 0; at < BIG_BYTES / 4; at++) {
            uint32_t word;
            memcpy(&word, answer.bytes.data + 4 * (size_t)at, sizeof word);
            if (word != at * 2654435761u) fail_msg("byte %u is wrong", 4 * at);
        }
        tw_text_free(&answer.bytes);
    }
    submit(pool, NOTHING);
    struct tw_pool_answer empty = next(pool);
    assert_int_equal(empty.bytes.length, 0);
    assert_string_equal(empty.lost, "");
    tw_text_free(&empty.bytes);
    close_clean(pool, files);
}

static void test_a_worker_that_dies_between_jobs_costs_none(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(1, PATIENCE, PLAIN);
    for (int i = 0; i < 3; i++) {
        submit(pool, DIE_AFTER);
        expect_echo(pool, DIE_AFTER);
        sleep_ms(200);
        submit(pool, ECHO);
        expect_echo(pool, ECHO);
    }
    close_clean(pool, open_files() - 1); /* the living worker's channel is counted here */
}

static void test_a_retired_worker_is_replaced(void **state)
{
    (void)state;
    unsigned files = open_files();
    struct tw_pool *pool = open_pool(1, PATIENCE, PLAIN);
    pid_t first = who(pool);
    assert_int_equal(who(pool), first);
    tw_pool_retire(pool, 0);
    assert_int_equal(kill(first, 0), -1);
    pid_t second = who(pool);
    assert_int_not_equal(second, first);
    tw_pool_retire(pool, 0);
    tw_pool_retire(pool, 0); /* a worker that has no process yet: nothing to end */
    close_clean(pool, files);
}

static void test_fewer_workers(void **state)
{
    (void)state;
    unsigned files = open_files();
    struct tw_pool *pool = open_pool(3, PATIENCE, PLAIN);
    for (uint64_t i = 0; i < 3; i++) submit(pool, SLEEP + i * JOBS);
    assert_false(tw_pool_idle(pool));
    for (int i = 0; i < 3; i++) {
        struct tw_pool_answer answer = next(pool);
        tw_text_free(&answer.bytes);
    }
    tw_pool_limit(pool, 1);
    assert_int_equal(open_files(), files + 1);
    submit(pool, ECHO);
    assert_false(tw_pool_idle(pool));
    expect_echo(pool, ECHO);
    close_clean(pool, files);
}

static void test_workers_work_side_by_side(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(4, PATIENCE, PLAIN);
    double start = seconds();
    for (uint64_t i = 0; i < 4; i++) submit(pool, SLEEP + i * JOBS);
    for (uint64_t i = 0; i < 4; i++) {
        struct tw_pool_answer answer = next(pool);
        tw_text_free(&answer.bytes);
    }
    assert_true(seconds() - start < 1.1); /* one after the other: 1.2 s */
    tw_pool_close(pool);
}

static void test_without_workers_the_call_itself_works(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(0, 0, PLAIN);
    assert_true(tw_pool_idle(pool));
    submit(pool, ECHO + 5 * JOBS);
    assert_false(tw_pool_idle(pool));
    assert_int_equal(tw_pool_busy(pool), 1);
    expect_echo(pool, 5 * JOBS);
    submit(pool, PREPARED);
    struct tw_pool_answer answer = next(pool);
    assert_string_equal(tw_text_string(&answer.bytes), "1 2"); /* at once, and by one context */
    tw_text_free(&answer.bytes);
    submit(pool, WHO);
    answer = next(pool);
    const pid_t self = getpid();
    assert_memory_equal(answer.bytes.data, &self, sizeof self);
    tw_text_free(&answer.bytes);
    tw_pool_retire(pool, 0);
    submit(pool, ECHO); /* an answer that nobody takes is freed */
    tw_pool_close(pool);
}

static void test_waiting_ends_in_time(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_pool_answer answer;
    bool got = true;
    (void)state;
    struct tw_pool *pool = open_pool(1, 0, PLAIN);
    assert_int_equal(tw_pool_wait(pool, -1, &answer, &got, &error), TW_OK); /* nothing is out: at once */
    assert_false(got);
    submit(pool, HANG);
    double start = seconds();
    assert_int_equal(tw_pool_wait(pool, 0.2, &answer, &got, &error), TW_OK);
    assert_false(got);
    tw_pool_sleep(&pool, 1, 0.1);
    double waited = seconds() - start;
    assert_true(waited >= 0.25 && waited < 2);
    start = seconds();
    tw_pool_close(pool); /* a busy worker is killed, not waited for */
    assert_true(seconds() - start < 2);
    tw_pool_close(NULL);
}

static void test_sleeping_on_two_pools(void **state)
{
    (void)state;
    struct tw_pool *pools[] = {open_pool(1, PATIENCE, PLAIN), open_pool(1, PATIENCE, PLAIN)};
    submit(pools[0], HANG);
    submit(pools[1], SLEEP);
    double start = seconds();
    struct tw_error error = TW_ERROR_INIT;
    struct tw_pool_answer answer;
    bool got = false;
    while (!got) { /* the worker's readiness, then its answer */
        tw_pool_sleep(pools, 2, 10);
        assert_int_equal(tw_pool_wait(pools[1], 0, &answer, &got, &error), TW_OK);
        bool other;
        struct tw_pool_answer none;
        assert_int_equal(tw_pool_wait(pools[0], 0, &none, &other, &error), TW_OK);
        assert_false(other);
    }
    assert_true(seconds() - start < 5);
    tw_text_free(&answer.bytes);
    tw_pool_close(pools[0]);
    tw_pool_close(pools[1]);
}

/* What it takes to open a device is not the first variant's time. */
static void test_preparing_is_not_the_jobs_time(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(1, 0.5, SLOW);
    submit(pool, PREPARED);
    struct tw_pool_answer answer = next(pool);
    assert_string_equal(tw_text_string(&answer.bytes), "1 1");
    tw_text_free(&answer.bytes);
    submit(pool, PREPARED);
    answer = next(pool);
    assert_string_equal(tw_text_string(&answer.bytes), "1 2");
    tw_text_free(&answer.bytes);
    submit(pool, HANG);
    double start = seconds();
    expect_lost(pool, HANG, "no answer within 0.5 s");
    assert_true(seconds() - start < 1.4);
    tw_pool_close(pool);
}

static void test_a_worker_that_ends_while_it_prepares(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(1, 0.5, HOPELESS);
    submit(pool, ECHO);
    expect_lost(pool, ECHO, "its process ended with status 7");
    close_clean(pool, open_files());
}

static void test_workers_hold_no_files_of_the_parent(void **state)
{
    (void)state;
    char path[] = "/tmp/pool-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(flock(file, LOCK_EX | LOCK_NB), 0);
    struct tw_pool *pool = open_pool(3, PATIENCE, PLAIN);
    for (unsigned i = 0; i < 3; i++) submit(pool, FILES);
    for (unsigned i = 0; i < 3; i++) { /* each has begun, and so closed what it closes */
        struct tw_pool_answer answer = next(pool);
        assert_string_equal(tw_text_string(&answer.bytes),
                            "7"); /* ., .., 0, 1, 2, its channel, the directory */
        tw_text_free(&answer.bytes);
    }
    close(file); /* the workers are alive: the lock is free all the same */
    file = open(path, O_RDWR);
    assert_int_equal(flock(file, LOCK_EX | LOCK_NB), 0);
    close(file);
    unlink(path);
    tw_pool_close(pool);
}

static void test_signals_from_the_terminal_are_left_to_the_parent(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(1, PATIENCE, PLAIN);
    submit(pool, TERM);
    expect_echo(pool, TERM);
    tw_pool_close(pool);
}

static void test_workers_finish_when_the_pool_closes(void **state)
{
    int ends[2];
    char bytes[8];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    int kept = dup(STDERR_FILENO); /* of the parent's files only the standard streams reach a worker */
    dup2(ends[1], STDERR_FILENO);
    struct tw_pool *pool = open_pool(3, PATIENCE, WRITES);
    for (int i = 0; i < 3; i++) submit(pool, SLEEP);
    for (int i = 0; i < 3; i++) {
        struct tw_pool_answer answer = next(pool);
        tw_text_free(&answer.bytes);
    }
    tw_pool_close(pool);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(ends[1]);
    assert_int_equal(read(ends[0], bytes, sizeof bytes), 3);
    close(ends[0]);
}

/* A parent that is killed takes its workers along, even those that hang. */
static void test_workers_die_with_the_parent(void **state)
{
    int ends[2];
    pid_t worker = 0;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        struct tw_pool *pool = open_pool(1, 0, PLAIN);
        pid_t pid = who(pool);
        submit(pool, HANG);
        if (write(ends[1], &pid, sizeof pid) != sizeof pid) _exit(1);
        for (;;) sleep_ms(1000);
    }
    assert_int_equal(read(ends[0], &worker, sizeof worker), sizeof worker);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    char path[64], state_of[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", worker);
    for (int i = 0; i < 3000; i++) { /* gone, or a zombie that whoever inherited it has not buried yet */
        FILE *stat = fopen(path, "r");
        if (!stat) break;
        char *line = fgets(state_of, sizeof state_of, stat);
        fclose(stat);
        if (!line || strstr(state_of, ") Z ")) break;
        sleep_ms(10);
        assert_true(i < 2999);
    }
    close(ends[0]);
    close(ends[1]);
}

static void test_a_worker_of_another_build(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(1, PATIENCE, OTHER_BUILD);
    submit(pool, ECHO);
    struct tw_pool_answer answer = next(pool);
    assert_non_null(strstr(answer.lost, "pool_worker is of another build of Tilewright"));
    close_clean(pool, open_files());
}

static void test_a_worker_without_memory(void **state)
{
    (void)state;
    struct tw_pool *pool = open_pool(1, PATIENCE, PENNILESS);
    submit(pool, ECHO);
    expect_lost(pool, ECHO, "out of memory for a worker");
    close_clean(pool, open_files());
}

static int try_program(const char *program, struct tw_error *error)
{
    struct tw_pool *pool = NULL;
    const struct tw_pool_options options = {.workers = 1,
                                            .program = program,
                                            .argument = "served",
                                            .settings = PLAIN,
                                            .settings_length = 1,
                                            .watcher = &nobody};
    assert_int_equal(tw_pool_open(&options, &pool, error), TW_OK);
    int code = tw_pool_submit(pool, 1, "", 0, error);
    if (!code) {
        struct tw_pool_answer answer = next(pool);
        tw_fail(error, TW_FAULT, "%s", answer.lost);
        tw_text_free(&answer.bytes);
    }
    tw_pool_close(pool);
    return code;
}

static void test_programs_that_are_no_workers(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    assert_int_equal(try_program("/nonexistent/worker", &error), TW_ENVIRONMENT);
    assert_string_equal(error.message,
                        "cannot start the worker process /nonexistent/worker: No such file or directory");
    if (try_program("true", &error) == TW_OK) /* it may end before it is given the job, twice */
        assert_string_equal(error.message, "its process ended with status 0");
    tw_error_free(&error);
}

/* A host program's dispositions and mask are its own, and no worker inherits them. */
static void test_nothing_of_the_host_is_changed(void **state)
{
    sigset_t blocked, before, after;
    struct sigaction action;
    (void)state;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    signal(SIGCHLD, SIG_IGN); /* children then leave no status */
    signal(SIGUSR2, SIG_IGN);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    struct tw_pool *pool = open_pool(2, PATIENCE, PLAIN);
    submit(pool, SEGFAULT);
    struct tw_pool_answer answer = next(pool);
    assert_string_equal(answer.lost, "its process ended");
    submit(pool, ECHO);
    expect_echo(pool, ECHO);
    tw_pool_close(pool);
    sigprocmask(SIG_SETMASK, &before, &after);
    assert_true(sigismember(&after, SIGUSR1));
    assert_false(sigismember(&after, SIGINT));
    sigaction(SIGCHLD, NULL, &action);
    assert_ptr_equal(action.sa_handler, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGUSR2, SIG_DFL);
}

/* Zero is a time that users may ask for: none at all. */
static void test_timeouts(void **state)
{
    (void)state;
    const struct tw_probe simulator = {.simulator = true}, gpu = {.simulator = false};
    assert_true(tw_worker_timeout(0, &gpu) == 0 && tw_worker_timeout(0, &simulator) == 0);
    assert_true(tw_worker_timeout(2.5, &gpu) == 2.5 && tw_worker_timeout(2.5, &simulator) == 2.5);
    assert_true(tw_worker_timeout(-1, &gpu) == TW_TIMEOUT_S);
    assert_true(tw_worker_timeout(-1, &simulator) == TW_SIMULATED_TIMEOUT_S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lost_worker_costs_its_job_alone),
        cmocka_unit_test(test_many_jobs_each_answered_once),
        cmocka_unit_test(test_answers_of_many_megabytes),
        cmocka_unit_test(test_a_worker_that_dies_between_jobs_costs_none),
        cmocka_unit_test(test_a_retired_worker_is_replaced),
        cmocka_unit_test(test_fewer_workers),
        cmocka_unit_test(test_workers_work_side_by_side),
        cmocka_unit_test(test_without_workers_the_call_itself_works),
        cmocka_unit_test(test_waiting_ends_in_time),
        cmocka_unit_test(test_sleeping_on_two_pools),
        cmocka_unit_test(test_preparing_is_not_the_jobs_time),
        cmocka_unit_test(test_timeouts),
        cmocka_unit_test(test_a_worker_that_ends_while_it_prepares),
        cmocka_unit_test(test_workers_hold_no_files_of_the_parent),
        cmocka_unit_test(test_signals_from_the_terminal_are_left_to_the_parent),
        cmocka_unit_test(test_workers_finish_when_the_pool_closes),
        cmocka_unit_test(test_workers_die_with_the_parent),
        cmocka_unit_test(test_a_worker_of_another_build),
        cmocka_unit_test(test_a_worker_without_memory),
        cmocka_unit_test(test_programs_that_are_no_workers),
        cmocka_unit_test(test_nothing_of_the_host_is_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
