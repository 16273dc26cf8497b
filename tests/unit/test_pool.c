/* A pool of worker processes, and what its workers can do wrong: each job's number says what happens to it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/pool.h"

enum job {
    ECHO,
    SEGFAULT,
    EXIT_3,
    EXIT_0,
    HANG,
    BIG,
    NOTHING,
    WHO,
    DIE_AFTER,
    SLEEP,
    FILES,
    TERM,
    PREPARED,
    JOBS
};

/* Seconds that a job may take where none is to be lost: sanitizers on a busy machine are slow. */
#define PATIENCE  600.0
#define BIG_BYTES (48u << 20)

struct context {
    int prepared, done; /* of this worker's process */
    int finished;       /* a pipe that finish() writes to, or -1 */
};

static void sleep_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static unsigned open_files(void)
{
    unsigned count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (directory && readdir(directory)) count++;
    closedir(directory);
    return count;
}

static void die_after_the_answer(void)
{
    signal(SIGALRM, SIG_DFL); /* ends the process 50 ms from now */
    const struct itimerval soon = {.it_value = {0, 50000}};
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void prepare(void *context)
{
    ((struct context *)context)->prepared++;
}

static void prepare_slowly(void *context)
{
    sleep_ms(1500);
    prepare(context);
}

static void die_unprepared(void *context)
{
    (void)context;
    _exit(7);
}

static void work(void *data, uint64_t job, struct tw_text *answer)
{
    struct context *context = data;
    context->done++;
    switch ((enum job)(job % JOBS)) {
    case SEGFAULT:
        signal(SIGSEGV, SIG_DFL); /* the sanitizers' handler would end the process with a status instead */
        raise(SIGSEGV);
        return;
    case EXIT_3:
        _exit(3);
    case EXIT_0:
        _exit(0);
    case HANG:
        for (;;) sleep_ms(1000);
    case BIG:
        for (unsigned i = 0; i < BIG_BYTES / 4; i++) {
            uint32_t word = i * 2654435761u;
            tw_text_add_bytes(answer, &word, sizeof word);
        }
        return;
    case NOTHING:
        return;
    case WHO: {
        pid_t self = getpid();
        tw_text_add_bytes(answer, &self, sizeof self);
        return;
    }
    case DIE_AFTER:
        die_after_the_answer();
        break;
    case SLEEP:
        sleep_ms(300);
        break;
    case FILES:
        tw_text_addf(answer, "%u", open_files());
        return;
    case TERM:
        raise(SIGTERM);
        raise(SIGINT);
        raise(SIGHUP);
        break;
    case PREPARED:
        tw_text_addf(answer, "%d %d", context->prepared, context->done);
        return;
    default:
        break;
    }
    tw_text_addf(answer, "job %u", (unsigned)job);
}

static void finish(void *data)
{
    struct context *context = data;
    if (context->finished >= 0) assert_int_equal(write(context->finished, "f", 1), 1);
}

static struct context no_pipe = {.finished = -1};
static const struct tw_pool_tasks tasks = {prepare, work, finish, &no_pipe};

static struct tw_pool *open_pool(unsigned workers, double timeout_s, const struct tw_pool_tasks *what)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_pool *pool = NULL;
    assert_int_equal(tw_pool_open(workers, timeout_s, what, &pool, &error), TW_OK);
    return pool;
}

static void submit(struct tw_pool *pool, uint64_t job)
{
    struct tw_error error = TW_ERROR_INIT;
    assert_true(tw_pool_idle(pool));
    assert_int_equal(tw_pool_submit(pool, job, &error), TW_OK);
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
    assert_int_equal(answer.job, job);
    assert_string_equal(tw_text_string(&answer.bytes), expected);
    tw_text_free(&answer.bytes);
}

static void expect_lost(struct tw_pool *pool, uint64_t job, const char *cause)
{
    struct tw_pool_answer answer = next(pool);
    assert_int_equal(answer.job, job);
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
    struct tw_pool *pool = open_pool(2, 0.5, &tasks);
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
    struct tw_pool *pool = open_pool(5, PATIENCE, &tasks);
    memset(seen, 0, sizeof seen);
    while (answered < COUNT) {
        while (submitted < COUNT && tw_pool_idle(pool)) {
            submit(pool, (uint64_t)submitted * JOBS + (submitted % 100 == 50 ? SEGFAULT : ECHO));
            submitted++;
        }
        assert_int_equal(tw_pool_busy(pool), submitted - answered);
        struct tw_pool_answer answer = next(pool);
        seen[answer.job / JOBS]++;
        lost += answer.lost[0] != 0;
        assert_int_equal(answer.lost[0] != 0, answer.job % JOBS == SEGFAULT);
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
    struct tw_pool *pool = open_pool(2, PATIENCE, &tasks);
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
    struct tw_pool *pool = open_pool(1, PATIENCE, &tasks);
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
    struct tw_pool *pool = open_pool(1, PATIENCE, &tasks);
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
    struct tw_pool *pool = open_pool(3, PATIENCE, &tasks);
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
    struct tw_pool *pool = open_pool(4, PATIENCE, &tasks);
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
    struct context here = {.finished = -1};
    const struct tw_pool_tasks own = {prepare, work, finish, &here};
    (void)state;
    struct tw_pool *pool = open_pool(0, 0, &own);
    assert_true(tw_pool_idle(pool));
    submit(pool, ECHO + 5 * JOBS);
    assert_false(tw_pool_idle(pool));
    assert_int_equal(tw_pool_busy(pool), 1);
    assert_int_equal(here.done, 1);
    expect_echo(pool, 5 * JOBS);
    tw_pool_retire(pool, 0);
    submit(pool, ECHO); /* an answer that nobody takes is freed */
    tw_pool_close(pool);
    assert_int_equal(here.done, 2);
}

static void test_waiting_ends_in_time(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_pool_answer answer;
    bool got = true;
    (void)state;
    struct tw_pool *pool = open_pool(1, 0, &tasks);
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
    struct tw_pool *pools[] = {open_pool(1, PATIENCE, &tasks), open_pool(1, PATIENCE, &tasks)};
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
    static const struct tw_pool_tasks slow = {prepare_slowly, work, finish, &no_pipe};
    (void)state;
    struct tw_pool *pool = open_pool(1, 0.5, &slow);
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
    static const struct tw_pool_tasks hopeless = {die_unprepared, work, finish, &no_pipe};
    (void)state;
    struct tw_pool *pool = open_pool(1, 0.5, &hopeless);
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
    struct tw_pool *pool = open_pool(3, PATIENCE, &tasks);
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
    struct tw_pool *pool = open_pool(1, PATIENCE, &tasks);
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
    struct context here = {.finished = STDERR_FILENO};
    const struct tw_pool_tasks own = {NULL, work, finish, &here};
    int kept = dup(STDERR_FILENO); /* of the parent's files only the standard streams reach a worker */
    dup2(ends[1], STDERR_FILENO);
    struct tw_pool *pool = open_pool(3, PATIENCE, &own);
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
        struct tw_pool *pool = open_pool(1, 0, &tasks);
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
    for (int i = 0; i < 200; i++) { /* gone, or a zombie that whoever inherited it has not buried yet */
        FILE *stat = fopen(path, "r");
        if (!stat) break;
        char *line = fgets(state_of, sizeof state_of, stat);
        fclose(stat);
        if (!line || strstr(state_of, ") Z ")) break;
        sleep_ms(10);
        assert_true(i < 199);
    }
    close(ends[0]);
    close(ends[1]);
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
        cmocka_unit_test(test_a_worker_that_ends_while_it_prepares),
        cmocka_unit_test(test_workers_hold_no_files_of_the_parent),
        cmocka_unit_test(test_signals_from_the_terminal_are_left_to_the_parent),
        cmocka_unit_test(test_workers_finish_when_the_pool_closes),
        cmocka_unit_test(test_workers_die_with_the_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
